"""A roll that one side alone knows, in a real game: no command and no line tells the other of it (NOR-WX-02)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_side import FORMATS, spoken
from tests.games.normandy.table import asked
from tests.games.normandy.test_forecast import CLEAR, STEPS, STORM, story
from tests.night.story import write
from wargame import games
from wargame.flow.session import Session

SIDE = "german"
GERMAN = next(n for n in range(STEPS + 1) if asked(story(CLEAR, n)).side == SIDE)
"""After so many answers the German decides."""
LINES = (
    "options", "status", "map close", "map wide", "reach ge.352.gr916", "unit ge.hq.isspz",
    "why done", "odds done", "what 2121", "log 99", "hex 2121", "undo 0", "undo",
)  # fmt: skip


@pytest.fixture(autouse=True)
def save(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Normandy is the game, and one save of it is written again and again."""
    monkeypatch.setattr(games, "MODULES", {"normandy": "wargame.games.normandy:GAME"})
    return saves / "beach.wg"


def told(wg: Run, save: Path, session: Session) -> dict[str, str]:
    """Everything that the commands tell the German."""
    write(save, session)
    commands = [f"show beach --side {SIDE}", f"show beach --side {SIDE} --json"]
    commands += [f"log beach --side {SIDE} --format {form}" for form in (*FORMATS, "course")]
    commands += [f"show beach --side {SIDE} --svg still.svg", f"show beach@2 --side {SIDE}"]
    found = {}
    for command in commands:
        result = wg(command)
        assert (result.code, result.err) == (0, "")
        found[command] = result.out
    found["svg"] = (save.parent.parent / "still.svg").read_text()
    found |= {f"ask {key}": wg(f"ask beach --side {SIDE}{key}").out for key in ("", " --json")}
    return found


@pytest.mark.parametrize("n", [2, GERMAN, STEPS])
def test_commands_tell_the_german_the_same_whatever_the_forecast(
    wg: Run, save: Path, n: int
) -> None:
    truth = told(wg, save, story(CLEAR, n))
    assert truth == told(wg, save, story(STORM, n))
    assert all(truth[key] for key in truth if not key.startswith("ask"))
    assert wg("show beach --json").out != truth[f"show beach --side {SIDE} --json"]


def test_line_mode_tells_him_the_same(save: Path) -> None:
    said = [
        spoken(write(save, story(forecast, GERMAN)), ["", *LINES]) for forecast in (CLEAR, STORM)
    ]
    assert said[0] == said[1]
    assert "forecast" not in said[0].casefold()


def test_what_he_answers_and_branches_tells_no_more(wg: Run, save: Path) -> None:
    """The answer given, a branch from before it, and what is taken back."""
    found = []
    for forecast in (CLEAR, STORM):
        session = story(forecast, GERMAN)
        write(save, session)
        text = asked(session).options()[0].answer
        lines = [f'answer beach "{text}"', "undo beach", "branch beach@3 --out other"]
        heard = [wg(line).out for line in lines]
        found.append([*heard, wg(f"show other --side {SIDE}").out])
        (save.parent / "other.wg").unlink()
    assert found[0] == found[1]
