"""Going behind a die: what goes is listed, the other side agrees, and it is said which dice wait."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run
from tests.store.played import play
from wargame.store.campaign import Campaign
from wargame.store.folder import existing
from wargame.store.pin import set_pin


@pytest.fixture
def fought(wg: Run, battle: str) -> str:
    """The battle after its dice, the blue side deciding."""
    assert wg(f"answer {battle} 'attack 0503 from r1' no").code == 0
    return battle


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked at the terminal; "4711" is typed each time."""
    found: list[str] = []

    def prompt(text: str, *, hide_input: bool, err: bool) -> str:
        assert (hide_input, err) == (True, True)
        found.append(text)
        return "4711"

    monkeypatch.setattr("click.prompt", prompt)
    return found


def _give_pin(save: str, pin: str) -> str:
    """The side whose consent is needed gets a PIN; its title."""
    with Campaign.open(existing(save)) as campaign:
        session, definition = campaign.session, campaign.definition
        rival = definition.other(session.ask.side if session.ask else session.entries[-1].side)
        set_pin(campaign, rival, pin)
        return definition.player(rival, {})


def test_what_goes_is_listed_before_anything_is_taken_back(
    wg: Run, fought: str, asked: list[str]
) -> None:
    result = wg(f"undo {fought} --to 0 --consent")
    assert (result.code, asked) == (0, [])
    told = result.out.splitlines()
    assert told[0] == "What is taken back:"
    assert told[1].startswith("  1. ")
    assert told[2].startswith("  2. ")
    assert told[3:] == [
        "The same dice wait from here.",
        "Taken back: answers 1 to 2. The game stands after 0.",
    ]


def test_the_pin_of_the_other_side_is_asked_for(wg: Run, fought: str, asked: list[str]) -> None:
    who = _give_pin(fought, "4711")
    result = wg(f"undo {fought} --to 0 --consent")
    assert (result.code, asked) == (0, [f"PIN of the {who} side"])
    assert wg(f"ask {fought} --json").json["n"] == 0


def test_a_wrong_pin_takes_nothing_back(wg: Run, fought: str, asked: list[str]) -> None:
    who = _give_pin(fought, "0815")
    result = wg(f"undo {fought} --to 0 --consent")
    assert result.code == 2
    assert result.out.startswith("What is taken back:\n  1. ")
    assert f"Without the PIN of the {who} side nothing is taken back." in result.sentence
    assert wg(f"ask {fought} --json").json["n"] == 2
    assert len(asked) == 1


def test_no_consent_is_asked_for_where_none_is_needed(wg: Run, save: str, asked: list[str]) -> None:
    assert wg(f"answer {save} 'move r1 0102-0101'").code == 0
    _give_pin(save, "0815")
    result = wg(f"undo {save} --consent")
    assert (result.code, asked) == (0, [])
    assert result.out == "Taken back: answers 1 to 1. The game stands after 0.\n"


def test_a_long_takeback_lists_its_first_answers(wg: Run, save: str) -> None:
    with Campaign.open(existing(save)) as campaign:
        assert play(campaign, 12) == 12
    told = wg(f"undo {save} --to 0 --consent").out.splitlines()
    assert told[7] == "  and 6 more"


@pytest.mark.parametrize(
    ("dice", "said"), [("strict", "Other dice fall"), ("friendly", "The same dice wait")]
)
def test_a_branch_and_a_takeback_say_which_dice_wait(wg: Run, dice: str, said: str) -> None:
    assert wg(f"new toy/crossroads --dice {dice} --out a").code == 0
    with Campaign.open(existing("a")) as campaign:
        side = campaign.session.ask and campaign.session.ask.side
        while campaign.session.ask and campaign.session.ask.side == side:
            campaign.answer(campaign.session.ask.sample(lambda _: 0))
    branched = wg("branch a --out b")
    assert (branched.code, branched.out.splitlines()[-1]) == (0, f"{said} in it.")
    assert f"{said} from here." in wg("undo a --to 0 --consent").out.splitlines()


def test_a_branch_of_a_game_that_is_over_says_nothing_of_dice(wg: Run, save: str) -> None:
    with Campaign.open(existing(save)) as campaign:
        while campaign.session.ask:
            campaign.answer(campaign.session.ask.sample(lambda _: 0))
    assert "dice" not in wg(f"branch {save} --out b").out
