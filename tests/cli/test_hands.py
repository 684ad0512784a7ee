"""Hands of cards in a real game: no command, line or export tells a side what the other holds (ARD-CD-03)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_side import FORMATS, spoken
from tests.games.ardennes.secrets import behind, game
from tests.night.story import write
from wargame import games
from wargame.flow.session import Session
from wargame.games.ardennes.state import OTHER
from wargame.model.state import Side

Pair = tuple[Session, Session]
KEYS = ("command", "move", "tactics.attack", "hits.defence", "react.roadblock")
"""Questions before which the commands are compared."""
LINES = (
    "options", "status", "map close", "reach us.110.28", "unit de.2.2", "why play GS15", "why play AS12",
    "why discard A07", "why activate G13", "odds done", "what 2918", "log 99", "hex 2918", "undo 0", "undo",
)  # fmt: skip


@pytest.fixture(autouse=True)
def save(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ardennes is the game, and one save of it is written again and again."""
    monkeypatch.setattr(games, "MODULES", {"ardennes": "wargame.games.ardennes:GAME"})
    return saves / "snow.wg"


@pytest.fixture(scope="module")
def pairs() -> dict[tuple[str, Side], Pair]:
    """By question and by whose cards are others: the game as it stands, and with other cards."""
    found: dict[tuple[str, Side], Pair] = {}
    for session in game("skyline", 2, 50):
        assert session.ask is not None
        for side in OTHER:
            at = session.ask.key, side
            if at[0] in KEYS and at not in found and (pair := behind(session, side, session.n)):
                found[at] = pair
    return found


def told(wg: Run, save: Path, session: Session, side: Side) -> dict[str, str]:
    """Everything that the commands tell a side."""
    write(save, session)
    commands = [f"show snow --side {side}", f"show snow --side {side} --json"]
    commands += [f"log snow --side {side} --format {form}" for form in (*FORMATS, "course")]
    commands += [f"show snow --side {side} --svg still.svg", f"show snow@0 --side {side}"]
    found = {}
    for command in commands:
        result = wg(command)
        assert (result.code, result.err) == (0, "")
        found[command] = result.out
    found["svg"] = (save.parent.parent / "still.svg").read_text()
    asked = [wg(f"ask snow --side {side}{key}") for key in ("", " --json")]
    return found | {f"ask {n}": f"{heard.out}{heard.err}" for n, heard in enumerate(asked)}


def test_the_questions_are_met(pairs: dict[tuple[str, Side], Pair]) -> None:
    assert {key for key, _ in pairs} == {*KEYS}
    assert {side for _, side in pairs} == {*OTHER}


def test_no_command_tells_the_other_side(
    wg: Run, save: Path, pairs: dict[tuple[str, Side], Pair]
) -> None:
    """ARD-CD-03  Show, ask, journals, report, page, recording and still."""
    for side in OTHER:
        truth, otherwise = pairs[KEYS[-1], side]
        assert told(wg, save, truth, OTHER[side]) == told(wg, save, otherwise, OTHER[side])
        whole = [wg(f"show {write(save, session)}").out for session in (truth, otherwise)]
        assert whole[0] != whole[1]


def test_line_mode_tells_who_decides_nothing_of_the_other_hand(
    save: Path, pairs: dict[tuple[str, Side], Pair]
) -> None:
    """ARD-CD-03  Queries, refusals and odds, asked by who has the keyboard."""
    for (_, side), pair in pairs.items():
        assert pair[0].ask is not None
        seated = ["", *LINES] if pair[0].ask.side != side else []
        heard = [spoken(write(save, session), seated) for session in pair]
        assert heard[0] == heard[1]


def test_answers_branches_and_takebacks_tell_no_more(
    wg: Run, save: Path, pairs: dict[tuple[str, Side], Pair]
) -> None:
    """ARD-CD-03  What the mover's own answer causes, what is taken back, and a branch."""
    for (key, side), pair in pairs.items():
        if pair[0].ask is None or pair[0].ask.side == side:
            continue
        found = []
        for session in pair:
            write(save, session)
            text = "done" if key != "command" else "pass"
            lines = [f'answer snow "{text}"', "undo snow", "branch snow@0 --out other"]
            heard = [wg(line) for line in lines]
            found.append(
                [*(r.out + r.err for r in heard), wg(f"show other --side {OTHER[side]}").out]
            )
            (save.parent / "other.wg").unlink(missing_ok=True)
        assert found[0] == found[1]


def test_show_says_why_the_rules_did_so(wg: Run) -> None:
    """ARD-AA-20: what the automated Allies decided last, with what was weighed."""
    old = Path(__file__).parents[1] / "store" / "format2" / "ardennes-gs.wg"
    shown = wg(f"show {old}").out
    assert "Allied, by the rules, after answer " in shown
    assert "Allied, in short, after answer " in shown
    assert "    Line 1, " in shown
