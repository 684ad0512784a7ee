"""Campaigns: begun, resumed, looked back at, branched, taken up after a change of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.played import play
from wargame import games
from wargame.content.errors import DataError
from wargame.flow.definition import GameDefinition
from wargame.flow.record import Entry, Header, write_entry
from wargame.flow.session import Drift, Session
from wargame.model.events import UnitBoxed
from wargame.store import shelf
from wargame.store.campaign import Campaign
from wargame.store.errors import DamagedSaveError, SaveError
from wargame.store.load import load

POSITION = """
scenario = "toy/crossroads"
turn = 2
segment = "toy.red.combat"
clear = true
seed = 7
dice = [6, 1]
[units.r1]
hex = "0403"
[units.b1]
hex = "0503"
[set]
weather = "rain"
"""


def test_resuming_goes_on_where_it_stopped(save: Path) -> None:
    with Campaign.open(save) as campaign:
        assert (campaign.session.n, campaign.notices, campaign.read_only) == (30, [], "")
        ask = campaign.session.ask
        assert ask
        campaign.answer(ask.sample(lambda _: 0))
    assert len(load(save).entries) == 32


@pytest.mark.parametrize("n", [0, 1, 7, 29, 30])
def test_a_position_of_the_past_can_be_looked_at(save: Path, n: int) -> None:
    campaign = Campaign.at(save, n)
    assert campaign.session.n == n
    assert campaign.session.chain == load(save).entries[n].chain
    with pytest.raises(SaveError, match="branch it"):
        campaign.answer("pass")


def test_a_position_beyond_the_end_is_told(save: Path) -> None:
    with pytest.raises(SaveError, match="answers 0 to 30, so there is no answer 31"):
        Campaign.at(save, 31)


def test_a_branch_goes_on_by_itself(save: Path, tmp_path: Path) -> None:
    before = save.read_bytes()
    Campaign.at(save, 12).branch(tmp_path / "other.wg")
    with Campaign.open(tmp_path / "other.wg") as campaign:
        assert campaign.session.entries == load(save).entries[:13]
        play(campaign, 3)
    assert save.read_bytes() == before


def test_a_branch_and_a_copy_recovered_keep_what_was_taken_back_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARGAME_SAVES", str(tmp_path))
    path = tmp_path / "a.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        for answers, to in ((4, 1), (5, 3), (0, 2), (4, 5)):
            play(campaign, answers)
            campaign.undo(to, consent=True)
        play(campaign, 2)
        campaign.branch(tmp_path / "whole.wg")
    whole = load(path)
    assert path.read_bytes() == (tmp_path / "whole.wg").read_bytes()[: path.stat().st_size]
    for n, kept in ((7, [1, 3, 2, 5]), (5, [1, 3, 2, 5]), (4, [1, 3, 2]), (2, [1, 3, 2]), (1, [1])):
        Campaign.at(path, n).branch(tmp_path / f"{n}.wg")
        branch = load(tmp_path / f"{n}.wg")
        assert (False, whole.entries[: n + 1]) == (branch.damaged, branch.entries)
        assert kept == [record.to for record in branch.takebacks]
    recovered = load(shelf.recover(path, "good"))
    assert (whole.entries, whole.takebacks) == (recovered.entries, recovered.takebacks)


def test_a_branch_by_name_stays_in_the_saves_folder(
    save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARGAME_SAVES", str(tmp_path / "saves"))
    assert Campaign.at(save, 3).branch_as("other") == tmp_path / "saves" / "other.wg"
    for name in ("../evil", "a/b", str(tmp_path / "saves" / ".." / "evil"), "."):
        with pytest.raises(SaveError, match="cannot be the name of a save"):
            Campaign.at(save, 3).branch_as(name)
    assert [tmp_path / "saves" / "other.wg"] == list((tmp_path / "saves").iterdir())
    assert not list(tmp_path.glob("evil*"))


def test_a_damaged_save_opens_read_only_and_can_be_branched(save: Path, tmp_path: Path) -> None:
    raw = save.read_bytes()
    save.write_bytes(raw.replace(b'"n":20,', b'"n":21,'))
    with Campaign.open(save) as campaign:
        assert (campaign.damaged, campaign.session.n) == (True, 19)
        with pytest.raises(DamagedSaveError):
            campaign.answer("pass")
        campaign.branch(tmp_path / "rescued.wg")
    assert save.read_bytes() == raw.replace(b'"n":20,', b'"n":21,')
    assert load(tmp_path / "rescued.wg").entries == load(save).entries


def test_a_save_with_only_its_header_begins_anew(save: Path) -> None:
    whole = save.read_bytes()
    header = whole[: whole.index(b"\n") + 1]
    save.write_bytes(header)
    Campaign.open(save).close()
    assert whole.startswith(save.read_bytes())
    assert len(load(save).entries) == 1


def test_remarks_are_kept_and_leave_the_chain_alone(save: Path, tmp_path: Path) -> None:
    with Campaign.open(save) as campaign:
        campaign.remark("note", "hold the road")
        play(campaign, 2)
        campaign.remark("bookmark", "the turn")
    with Campaign.open(save) as campaign:
        assert [(r.kind, r.data) for r in campaign.remarks] == [
            ("note", {"n": 30, "text": "hold the road"}),
            ("bookmark", {"n": campaign.session.n, "text": "the turn"}),
        ]
        Campaign.at(save, 30).branch(tmp_path / "b.wg")
    assert [r.kind for r in load(tmp_path / "b.wg").remarks] == ["note", "branch"]
    with Campaign.open(tmp_path / "b.wg") as branch:
        assert (f"{save.stem}@30", "") == (branch.branched, campaign.branched)


def test_undo_and_redo_last_beyond_closing(tmp_path: Path) -> None:
    path = tmp_path / "a.wg"
    with Campaign.new("toy/crossroads", 7, path) as campaign:
        campaign.answer("move r1 0102-0101")
        campaign.undo()
    with Campaign.open(path) as campaign:
        entry = campaign.redo()
        assert entry
        assert entry.answer == "move r1 0102-0101"
        assert campaign.redo() is None
    assert load(path).entries[-1] == entry


def test_a_lab_game_is_marked_and_resumes(tmp_path: Path) -> None:
    position = tmp_path / "fight.toml"
    position.write_text(POSITION)
    with Campaign.lab(position, tmp_path / "a.wg") as campaign:
        assert campaign.session.segment == "toy.red.combat"
        assert campaign.session.state.script == [6, 1]
    with Campaign.open(tmp_path / "a.wg") as campaign:
        assert campaign.session.header.lab
        assert campaign.session.segment == "toy.red.combat"


def test_a_lab_game_of_an_unknown_scenario_names_file_and_key(tmp_path: Path) -> None:
    position = tmp_path / "fight.toml"
    position.write_text(POSITION.replace("toy/crossroads", "toy/crossroad"))
    with pytest.raises(DataError, match=r"fight\.toml, scenario.*toy/crossroads"):
        Campaign.lab(position, None)


def test_changed_rules_give_back_the_unfinished_step(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Session.resume

    def resume(
        definition: GameDefinition, header: Header, entries: list[Entry], turned: dict[int, str]
    ) -> Session:
        if len(entries) == 31:
            raise Drift("the rules now give another result for the unfinished step")
        return real(definition, header, entries, turned)

    monkeypatch.setattr("wargame.store.revive.Session.resume", resume)
    with Campaign.open(save) as campaign:
        assert campaign.session.n < 30
        assert "rules have changed" in campaign.notices[-1]
        kept = campaign.session.entries
    monkeypatch.undo()
    assert load(save).entries == kept


def test_events_that_do_not_fit_the_table_are_damage(save: Path) -> None:
    loaded = load(save)
    nobody = UnitBoxed("nobody", "lost", "TOY-CB-01")
    forged = write_entry(loaded.entries[-1].chain, (31, "red", "", "k", "x"), (nobody,), (0, 0))
    with save.open("ab") as file:
        file.write(f"{forged.line()}\n".encode())
    with Campaign.open(save) as campaign:
        assert (campaign.damaged, campaign.session.n) == (True, 30)
        assert "Answer 31" in campaign.notices[0]
        assert "recovered up to answer 30" in campaign.notices[0]


def test_a_game_this_program_does_not_have_is_told(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(games.MODULES, "toy")
    with pytest.raises(SaveError, match='game of "toy", which this program does not have'):
        Campaign.open(save)


@pytest.mark.parametrize("name", ["toy/crossroad", "to/crossroads", "crossroads", "", "/"])
def test_an_unknown_scenario_is_refused_with_the_nearest(name: str) -> None:
    with pytest.raises(DataError, match="There is no scenario"):
        games.find(name)


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    with pytest.raises(DataError, match='There is no game "tay"; the nearest valid one is "toy"'):
        games.game("tay")
