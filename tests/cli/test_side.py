"""What commands and line mode tell a side: byte for byte the same whatever the other side hides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.night
from tests.cli.conftest import Run
from tests.flow.test_veil import HOLES, VIEWERS
from tests.night.story import LAST, STORY, TRUTH, Told, tell, truth_but, unveiled, write
from wargame import games
from wargame.cli.line.loop import LineMode
from wargame.flow.session import Session, new_header
from wargame.model.state import Side
from wargame.store.campaign import Campaign

SIDES = ("red", "blue")
OTHERS = {side: VIEWERS[side] for side in SIDES}
POINTS = (0, 3, 6, 8, 12, 15, 19, LAST)
"""Positions of both sides: preparing, before and after the fight."""
FORMATS = ("text", "json", "html", "report", "cast")
QUERIES = (
    "options", "status", "map close", "map wide", "unit r1", "unit b1", "unit b3", "unit blue?1",
    "reach r1", "reach b2", "why r1 0403", "why b1 0503", "why attack 0503 from r2", "odds pass",
    "odds attack 0503 from r2", "odds attack 0403 from b2", "log 99", "play", "undo 0", "undo",
)  # fmt: skip


@pytest.fixture(autouse=True)
def night(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Night patrol is the game, and one save of it is written again and again."""
    monkeypatch.setattr(games, "MODULES", {"night": "tests.night:NIGHT"})
    return saves / "night.wg"


def told(wg: Run, save: Path, n: int, secrets: Told, side: Side) -> dict[str, str]:
    """Everything that the commands tell *side* of a position."""
    write(save, tell(n, secrets))
    commands = [f"show night --side {side}", f"show night --side {side} --json"]
    commands += [f"log night --side {side} --format {form}" for form in FORMATS]
    commands += [f"show night --side {side} --svg still.svg", f"show night@{n // 2} --side {side}"]
    found = {}
    for command in commands:
        result = wg(command)
        assert (result.code, result.err) == (0, "")
        found[command] = result.out
    found["svg"] = (save.parent.parent / "still.svg").read_text()
    return found


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("n", POINTS)
def test_commands_tell_a_side_nothing_of_the_others_secrets(
    wg: Run, night: Path, n: int, side: Side
) -> None:
    truth = told(wg, night, n, TRUTH, side)
    assert truth == told(wg, night, n, truth_but(*OTHERS[side]), side)
    assert all(truth.values())


@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("side", SIDES)
def test_a_hole_in_the_veil_is_found(
    wg: Run, night: Path, monkeypatch: pytest.MonkeyPatch, hole: str, side: Side
) -> None:
    monkeypatch.setattr(tests.night, "NIGHT", unveiled(**HOLES[hole]))
    truth = told(wg, night, LAST, TRUTH, side)
    otherwise = told(wg, night, LAST, truth_but(*OTHERS[side]), side)
    differ = [command for command in truth if truth[command] != otherwise[command]]
    logs = [f"log night --side {side} --format {form}" for form in FORMATS]
    assert (
        set(differ)
        >= {
            "cover": {
                f"show night --side {side} --json",
                f"show night --side {side}",
                "svg",
                logs[2],
            },
            "tell": set(logs) - {logs[3]},  # the report tells fights, which nobody hides
            "answer": {logs[0], logs[1], logs[2], logs[4]},
        }[hole]
    )


def test_without_a_side_everything_is_told(wg: Run, night: Path) -> None:
    write(night, tell(12, TRUTH))
    whole = wg("show night --json").json
    assert whole["seen_by"] is None
    assert ["mine.red", "mine.blue"] == [marker["id"] for marker in whole["markers"]]
    assert "deploy b1 b2 b3" in wg("log night").out


def test_a_side_is_told_of_its_own_and_that_something_is_hidden(wg: Run, night: Path) -> None:
    write(night, tell(12, TRUTH))
    mine = wg("show night --side blue --json").json
    assert "blue" == mine["seen_by"]
    assert ["mine.blue"] == [marker["id"] for marker in mine["markers"]]
    assert ["?"] == mine["tracks"]["cups"]["hand.red"]
    text = wg("log night --side blue").out
    assert "deploy b1 b2 b3" in text
    assert "2. Red, Red prepares: hidden" in text


def test_the_chain_value_of_a_view_is_that_of_what_was_told(wg: Run, night: Path) -> None:
    write(night, tell(12, TRUTH))
    whole, mine = wg("show night --json").json, wg("show night --side blue --json").json
    assert whole["chain"] != mine["chain"]
    assert wg("log night --side blue --format json").json["chain"] == mine["chain"]


def test_a_finished_game_hides_nothing_from_a_side(wg: Run, night: Path) -> None:
    write(night, tell(len(STORY), TRUTH))
    assert wg("show night --side red --json").out == wg("show night --json").out
    for form in FORMATS:
        whole = wg(f"log night --format {form}").out
        assert whole == wg(f"log night --side red --format {form}").out


def test_the_question_is_not_shown_to_the_other_side(wg: Run, night: Path) -> None:
    write(night, tell(10, TRUTH))
    assert "Play a card?" in wg("show night --side blue").out
    other = wg("show night --side red").out
    assert "Play a card?" not in other
    assert other.endswith("Blue, turn 1, Blue card: to decide.\n")


def test_ask_is_for_the_side_that_decides(wg: Run, night: Path) -> None:
    write(night, tell(10, TRUTH))
    assert "play rumour" in wg("ask night --side blue").out
    refused = wg("ask night --side red")
    assert 2 == refused.code
    assert "Blue" in refused.sentence
    assert "rumour" not in refused.out + refused.err


def test_a_side_that_does_not_exist_is_refused(wg: Run, night: Path) -> None:
    write(night, tell(1, TRUTH))
    for command in ("show night", "log night", "ask night"):
        assert 2 == wg(f"{command} --side green").code


def test_answer_tells_what_the_side_that_answered_knows(wg: Run, night: Path) -> None:
    write(night, tell(7, TRUTH))
    assert "Red 1 moves 0102-0202" in wg('answer night "move r1 0102-0202"').out


def test_no_seed_is_told(wg: Run, night: Path) -> None:
    seed = 8_736_451_223_901
    write(
        night, Session.start(tests.night.NIGHT, new_header(tests.night.NIGHT, "night/patrol", seed))
    )
    for command in ("show night --json", "show night", "log night --format json", "doctor"):
        assert str(seed) not in wg(command).out


# -- line mode ----------------------------------------------------------------------------------


def spoken(save: Path, lines: list[str]) -> str:
    """What line mode writes when these lines are typed."""
    written: list[str] = []
    typed: Iterator[str] = iter(lines)
    with Campaign.open(save) as campaign:
        LineMode(campaign, lambda: next(typed, None), written.append).run()
    return "\n".join(written)


@pytest.mark.parametrize("n", range(LAST + 1))
def test_line_mode_tells_who_has_the_keyboard_nothing_of_the_other(night: Path, n: int) -> None:
    grid = tell(0, TRUTH).game.grid
    queries = [*QUERIES, *(f"hex {name}" for name in grid.names)]
    save = write(night, tell(n, TRUTH))
    ask = tell(n, TRUTH).ask
    assert ask is not None
    truth = spoken(save, ["", *queries])
    otherwise = spoken(write(night, tell(n, truth_but(*OTHERS[ask.side]))), ["", *queries])
    assert truth == otherwise


def test_line_mode_finds_a_hole_in_the_veil(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.night, "NIGHT", unveiled(**HOLES["cover"]))
    for query in ("status", "hex 0104", "map close"):
        truth = spoken(write(night, tell(10, TRUTH)), ["", query])
        assert truth != spoken(write(night, tell(10, truth_but("red"))), ["", query])


def test_line_mode_waits_for_the_other_side_to_sit_down(night: Path) -> None:
    save = write(night, tell(2, TRUTH))
    text = spoken(save, ["", "mine 0302"])
    before, _, after = text.partition("3. ")
    assert "Where is the mine?" in before
    assert "mine 0302" not in after
    assert "Which plan?" not in after
    assert "Hand over the keyboard." in after
    assert "Which plan?" in spoken(save, [""])


def test_line_mode_takes_answers_of_scripts_without_waiting(night: Path) -> None:
    save = write(night, tell(2, TRUTH))
    assert "stands after answer 5" in spoken(save, ["mine 0302", "plan east", "deploy b1 b2 b3"])
