"""One campaign on two machines: files that go to and fro, and those that do not fit."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.torture.hostile import chained
from wargame.store.campaign import Campaign
from wargame.store.folder import existing, listing
from wargame.store.load import load
from wargame.store.pin import set_pin

At = Callable[[str], None]


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Sit down at the machine of Anna or of Ben."""

    def sit(who: str) -> None:
        monkeypatch.setenv("WARGAME_SAVES", str(tmp_path / who))

    return sit


def play(name: str, side: str, chance: random.Random) -> bool:
    """Answer while the question is for a side; whether the game goes on."""
    with Campaign.open(existing(name)) as campaign:
        while (ask := campaign.session.ask) is not None and ask.side == side:
            campaign.answer(chance.choice([option.answer for option in ask.options()]))
        return campaign.session.ask is not None


def chain(name: str) -> str:
    """The last chain value of a save."""
    return load(existing(name)).entries[-1].chain


@pytest.mark.parametrize("dice", ["friendly", "strict"])
def test_a_whole_game_goes_to_and_fro(dice: str, wg: Run, at: At, tmp_path: Path) -> None:
    chance = random.Random(5)
    at("anna")
    assert wg(f"new toy/crossroads --out ours --dice {dice}").code == 0
    machines, sides, turn, goes_on = ("anna", "ben"), ("red", "blue"), 0, True
    name = {"anna": "ours", "ben": "ours"}
    while goes_on:
        me, other = machines[turn % 2], machines[(turn + 1) % 2]
        at(me)
        goes_on = play(name[me], sides[turn % 2], chance)
        mail = tmp_path / f"mail-{turn}"
        assert wg(f"send {name[me]} --to {sides[(turn + 1) % 2]} --out {mail}").code == 0
        last = chain(name[me])
        at(other)
        result = wg(f"receive {mail}")
        assert result.code == 0, result.err
        if turn == 0:
            assert "A campaign that was not here: saved as mail-0" in result.out
            name[other] = "mail-0"
        assert chain(name[other]) == last
        assert wg(f"verify {name[other]}").code == 0
        assert "decides: " in result.out or "The game is over." in result.out
        turn += 1
    assert turn > 3
    assert len(listing()) == 1


@pytest.fixture
def mail(wg: Run, at: At, tmp_path: Path) -> Path:
    """Anna has played an answer and sent it to Ben, who has taken it in."""
    at("anna")
    assert wg("new toy/crossroads --seed 7 --out ours --name red=Anna").code == 0
    assert wg('answer ours "move r1 0102-0203"').code == 0
    path = tmp_path / "mail"
    assert wg(f"send ours --to blue --out {path}").code == 0
    at("ben")
    assert wg(f"receive {path} --as mine").code == 0
    return path


def test_the_same_file_twice_adds_nothing(wg: Run, mail: Path) -> None:
    before = existing("mine").read_bytes()
    result = wg(f"receive {mail}")
    assert (result.code, "holds all of it already" in result.out) == (0, True)
    assert existing("mine").read_bytes() == before


def test_an_older_file_is_told_and_adds_nothing(wg: Run, mail: Path) -> None:
    assert wg('answer mine "move r2 0101-0201"').code == 0
    before = existing("mine").read_bytes()
    result = wg(f"receive {mail}")
    assert result.code == 0
    assert "mine is further on by 1 answer: send yours." in result.out
    assert existing("mine").read_bytes() == before


def test_a_fork_is_named_with_its_answers_and_nothing_is_written(
    wg: Run, mail: Path, at: At, tmp_path: Path
) -> None:
    assert wg('answer mine "move r2 0101-0201"').code == 0
    at("anna")
    assert wg("answer ours pass").code == 0
    forked = tmp_path / "forked"
    assert wg(f"send ours --to blue --out {forked}").code == 0
    at("ben")
    before = existing("mine").read_bytes()
    result = wg(f"receive {forked}")
    assert result.code == 1
    assert "parted from mine after answer 1" in result.out
    assert 'here: answer 2 ("move r2 ' in result.out
    assert 'in the file: answer 2 ("pass")' in result.out
    assert existing("mine").read_bytes() == before
    assert wg(f"receive {forked} --as theirs").code == 0
    assert {save.name for save in listing()} == {"mine", "theirs"}
    assert "another save" in wg(f"receive {forked} --as theirs").sentence
    assert mail.exists()


def test_takebacks_travel_and_are_told(wg: Run, mail: Path, at: At, tmp_path: Path) -> None:
    at("anna")
    assert wg("undo ours").code == 0
    assert wg("answer ours pass").code == 0
    later = tmp_path / "later"
    assert wg(f"send ours --to blue --out {later}").code == 0
    at("ben")
    result = wg(f"receive {later}")
    assert result.code == 0
    assert "mine goes on from answer 1" in result.out
    assert "Taken back to answer 0" in result.out
    assert wg("verify mine").code == 0
    assert mail.exists()


def test_what_is_private_stays_at_home(wg: Run, at: At, tmp_path: Path) -> None:
    at("anna")
    assert wg("new toy/crossroads --seed 7 --out ours").code == 0
    with Campaign.open(existing("ours")) as campaign:
        set_pin(campaign, "red", "4711")
        campaign.remark("note", "for all to read")
        campaign.remark("note", "my own plan", by="red")
    path = tmp_path / "mail"
    assert wg(f"send ours --to blue --out {path}").code == 0
    text = path.read_text()
    assert "for all to read" in text
    assert "my own plan" not in text
    assert '"pin"' not in text
    at("ben")
    assert wg(f"receive {path}").code == 0
    with Campaign.open(existing("mail")) as campaign:
        assert [remark.text for remark in campaign.remarks] == ["for all to read"]


def test_loaded_dice_and_damage_are_refused(wg: Run, mail: Path) -> None:
    good = mail.read_bytes()
    mail.write_bytes(good.replace(b'"move r1', b'"mave r1'))
    assert wg(f"receive {mail}").code == 3
    mail.write_bytes(good[:-20])
    before = existing("mine").read_bytes()
    assert "cut off on its way" in wg(f"receive {mail}").sentence
    assert existing("mine").read_bytes() == before
    mail.write_bytes(b"nothing of ours")
    assert "not a save of this program" in wg(f"receive {mail}").sentence
    assert [save.name for save in listing()] == ["mine"]


def test_a_die_that_was_written_by_hand_is_refused_however_well_it_ischained(
    wg: Run, at: At, tmp_path: Path
) -> None:
    at("anna")
    assert wg("new toy/crossroads --seed 7 --out ours").code == 0
    chance = random.Random(1)
    goes_on = True
    while goes_on and not any("DiceRolled" in line for line in _lines("ours")):
        goes_on = play("ours", "red", chance) and play("ours", "blue", chance)
    path = tmp_path / "mail"
    assert wg(f"send ours --to blue --out {path}").code == 0
    records = [json.loads(line) for line in path.read_text().splitlines()]
    dice = next(e for r in records[1:] for e in r.get("events", ()) if e[0] == "DiceRolled")
    numbers = next(
        part
        for part in dice
        if isinstance(part, list) and part and all(isinstance(number, int) for number in part)
    )
    numbers[0] = numbers[0] % 6 + 1
    path.write_bytes(chained(records))
    at("ben")
    assert "is not taken in: answer" in wg(f"receive {path}").sentence
    assert listing() == []


def _lines(name: str) -> list[str]:
    return existing(name).read_text().splitlines()


def test_a_save_that_is_being_played_is_not_written(wg: Run, mail: Path, at: At) -> None:
    at("anna")
    assert wg("answer ours pass").code == 0
    assert wg(f"send ours --to blue --out {mail}2").code == 0
    at("ben")
    with Campaign.open(existing("mine")):
        assert "is being played by" in wg(f"receive {mail}2").sentence


def test_a_file_of_that_name_is_not_replaced(wg: Run, mail: Path, at: At) -> None:
    at("anna")
    assert "exists already" in wg(f"send ours --to blue --out {mail}").sentence


def test_who_is_asked_is_told(wg: Run, at: At) -> None:
    at("anna")
    assert wg("new toy/crossroads --seed 7 --out ours").code == 0
    result = wg("send ours --to blue")
    assert result.code == 0
    assert "ours-0-for-blue.wgmail" in result.out
    assert "the open question is for Red" in result.err
