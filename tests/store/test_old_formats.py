"""Saves of every format that ever landed, and of every game, open, play on and verify."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from wargame import games
from wargame.flow.opening import new_header
from wargame.flow.record import FORMAT, Header
from wargame.flow.verify import verify
from wargame.model.codec import opening_print, state_from_json
from wargame.model.events import Decided
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.store.released import released

MODULES = {
    g: f"wargame.games.{g}:GAME" for g in ("ardennes", "arras", "eastfront", "hannut", "normandy")
}
OLD = sorted(Path(__file__).parent.glob("format*/*.wg"))

CORRECTED = {
    ("eastfront-1", "campaign", ""): 22,
    ("eastfront-1", "minsk", ""): 8,
    ("eastfront-5", "minsk", ""): 4,
    ("normandy-1", "campaign", ""): 0,
    ("normandy-1", "epsom", ""): 0,
    ("normandy-3", "campaign", ""): 0,
    ("ardennes-1", "campaign", "gs"): 0,
    ("ardennes-1", "campaign", "2p"): 0,
    ("ardennes-3", "campaign", "gs"): 0,
    ("ardennes-3", "campaign", "2p"): 0,
    ("ardennes-4", "campaign", "gs"): 0,
    ("ardennes-4", "campaign", "2p"): 0,
}
"""Saves that meet a rule or a question changed since, by ruleset, scenario and mode: the first answer that goes otherwise.

Facts of East Front that change nothing, recorded no more; fewer facts for the same in Normandy and Ardennes, from the
opening on.
"""


def corrected(header: Header) -> int | None:
    """The first answer of a save that goes otherwise now; None if none does."""
    mode = str(header.options.get("mode", ""))
    return CORRECTED.get((header.ruleset, header.scenario, mode))


@pytest.fixture(params=OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of an old save, with the games that players have."""
    monkeypatch.setattr(games, "MODULES", MODULES)
    return Path(shutil.copy(request.param, tmp_path / "old.wg"))


def answers(path: Path) -> list[bytes]:
    """The lines of a save that are answers, byte for byte."""
    return [line for line in path.read_bytes().splitlines() if line.startswith(b'{"n":')]


def test_there_are_saves_of_every_older_format() -> None:
    assert {f"format{n}" for n in range(1, FORMAT + 1)} == {path.parent.name for path in OLD}


def test_there_is_a_save_of_the_rules_of_today_of_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "MODULES", MODULES)
    today = {games.game(name).ruleset for name in MODULES}
    assert today <= {load(path).header.ruleset for path in OLD}


def test_an_old_save_verifies(old: Path) -> None:
    loaded = load(old)
    assert (loaded.problems, loaded.damaged) == ([], False)
    verdict = verify(games.game(loaded.header.game), loaded.header, loaded.entries)
    if (first := corrected(loaded.header)) is not None:
        assert (verdict.ok, verdict.cause, verdict.first_bad) == (False, "rules", first)
        return
    assert (verdict.ok, verdict.reason) == (True, "")
    assert verdict.answers == len(loaded.entries) - 1 > 100


def test_every_opening_ever_released_is_kept(old: Path) -> None:
    header = load(old).header
    definition = games.game(header.game)
    for info in definition.scenarios:
        now = new_header(definition, info.id, 5, options=header.options)
        assert opening_print(state_from_json(now.state)) in released(header.game, info.id)
    assert opening_print(state_from_json(header.state)) in released(header.game, header.scenario)


def test_an_old_save_plays_on_and_keeps_what_it_held(old: Path) -> None:
    before = old.read_bytes()
    with Campaign.open(old) as campaign:
        assert (campaign.read_only, campaign.session.redo) == ("", [])
        remarks = [remark.line() for remark in campaign.remarks]
        given = 0
        while given < 3 and campaign.session.ask is not None:
            campaign.answer(campaign.session.ask.sample(lambda _: 0))
            given += 1
        n, chain = campaign.session.n, campaign.session.chain
        if not given:
            campaign.remark("note", "it ended long ago")
    after = old.read_bytes()
    assert after.startswith(before)
    is_older = load(old).entries[0].format < FORMAT
    assert (b'{"format":2}\n' in after[len(before) :]) == (is_older and bool(given))
    with Campaign.open(old) as again:
        assert (again.session.n, again.session.chain) == (n, chain)
        assert [remark.line() for remark in again.remarks][: len(remarks)] == remarks
        again.branch(old.with_name("branch.wg"))
    branched = load(old.with_name("branch.wg"))
    assert (branched.problems, len(branched.entries)) == ([], n + 1)
    assert set(answers(old.with_name("branch.wg"))) <= set(answers(old))
    assert {entry.format == FORMAT for entry in branched.entries if not entry.body} <= {True}
    loaded = load(old)
    verdict = verify(games.game(loaded.header.game), loaded.header, loaded.entries)
    assert verdict.first_bad == corrected(loaded.header)


def test_an_answer_of_an_old_save_can_be_taken_back(old: Path) -> None:
    with Campaign.open(old) as campaign:
        n = campaign.session.n
        campaign.undo(n - 5, consent=True)
        campaign.redo()
        assert campaign.session.n == n - 4
    assert len(load(old).entries) == n - 3


@pytest.mark.parametrize(
    "old",
    [path for path in OLD if path.stem == "ardennes-5-campaign-gs"],
    ids=["gs"],
    indirect=True,
)
def test_only_what_was_weighed_may_be_told_in_another_way(old: Path) -> None:
    """With data that have changed since; what was decided, and all else that happened, is held to the record."""
    loaded = load(old)
    game, header = games.game("ardennes"), replace(loaded.header, digest="of another day")
    n = next(e.n for e in loaded.entries if any(isinstance(event, Decided) for event in e.events))
    for change, ok in (({"working": (("other", 1),)}, True), ({"chosen": "other"}, False)):
        events = tuple(
            event._replace(**change) if isinstance(event, Decided) else event
            for event in loaded.entries[n].events
        )
        entries = [*loaded.entries[:n], loaded.entries[n]._replace(events=events)]
        assert verify(game, header, entries).ok is ok
