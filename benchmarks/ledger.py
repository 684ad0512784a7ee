"""The ledger of keys: typical work as scripts of keys against the real table, counted.

A row is a file in `keys/`: how the table is laid, then the keys, a line for each thing done. A line
may end with "=" and the answers that it must have given, so that a row cannot pass by doing less.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from tests.tui.driver import close_dialogs, play_of, running
from wargame.flow.session import Session
from wargame.model.state import State
from wargame.store.campaign import Campaign
from wargame.tui.app import TableApp

ROWS = Path(__file__).parent / "keys"
_NAMES = {
    ":": "colon",
    ";": "semicolon",
    "-": "minus",
    "+": "plus",
    "?": "question_mark",
    ".": "full_stop",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A piece of typical work."""

    name: str
    """The file it stands in."""
    what: str
    lines: tuple[str, ...]
    goal: Mapping[str, int]
    """The most keys, and the most questions, it should take."""
    was: Mapping[str, int]
    """What it took when it was counted first."""
    lab: str
    """The file in `keys/lab/` with the position it begins in; else a scenario, or the menu."""
    scenario: str
    seed: int
    before: tuple[str, ...]
    """Answers given before the first key."""
    position: str
    """What the position it leads to is known by; "" where that is not looked at."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every answer that its keys must give."""
        return tuple(answer for line in self.lines for answer in _wanted(line))


@dataclass(slots=True)
class Count:
    """What a row took."""

    keys: int = 0
    questions: int = 0
    """Keys by which answers were given: a plan of many answers on one key is one question."""
    answers: int = 0
    position: str = ""


def rows() -> Iterator[Row]:
    """Every row, by the name of its file."""
    for path in sorted(ROWS.glob("*.toml")):
        yield _row(path.stem)


def _row(name: str) -> Row:
    """A row; one that follows another begins where that one ends."""
    raw = tomllib.loads((ROWS / f"{name}.toml").read_text(encoding="utf-8"))
    lines = tuple(line for line in raw["keys"].splitlines() if line.strip())
    found = Row(
        name, raw["what"], lines, raw["goal"], raw.get("was", {}), raw.get("lab", ""),
        raw.get("scenario", ""), raw.get("seed", 1), tuple(raw.get("before", ())),
        raw.get("position", ""),
    )  # fmt: skip
    if "follows" not in raw:
        return found
    last = _row(raw["follows"])
    before = (*last.before, *last.answers)
    return replace(found, lab=last.lab, scenario=last.scenario, seed=last.seed, before=before)


async def count(row: Row) -> Count:
    """Play a row on a table of 120 x 40 and count; raises AssertionError where it went another way."""
    with TemporaryDirectory() as folder:
        kept = {name: os.environ.get(name) for name in ("WARGAME_SAVES", "XDG_CONFIG_HOME")}
        os.environ |= dict.fromkeys(kept, folder)
        try:
            save = laid(row, Path(folder)) if row.lab or row.scenario else None
            async with running(save=save, size=(120, 40)) as (app, pilot):
                if save:
                    await close_dialogs(app, pilot)
                return await _played(row, app, pilot)
        finally:
            for name, value in kept.items():
                os.environ.pop(name)
                os.environ |= {} if value is None else {name: value}


def keys_of(line: str) -> list[str]:
    """The keys of a line, one by one: a word in quotation marks is typed."""
    found: list[str] = []
    for word in line.partition("=")[0].partition("#")[0].split():
        typed = word.removeprefix('"')
        found += [_NAMES.get(c, c) for c in typed] if typed != word else [_NAMES.get(word, word)]
    return found


def mark_of(state: State) -> str:
    """What a position is known by: who stands where in which state, who holds what, who won."""
    units = sorted(
        (u.id, u.side, u.hex, u.box, sorted(u.states), sorted(u.numbers.items()))
        for u in state.units.values()
    )
    text = repr((units, sorted(state.control.items()), state.ended))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def laid(row: Row, folder: Path) -> Path:
    """A save in which the row begins."""
    path = folder / "row.wg"
    if row.lab:
        campaign = Campaign.lab(ROWS / "lab" / row.lab, path)
    else:
        campaign = Campaign.new(row.scenario, row.seed, path)
    with campaign:
        for answer in row.before:
            campaign.answer(answer)
    return path


async def _played(row: Row, app: TableApp, pilot: Pilot[int]) -> Count:
    found = Count()
    for line in row.lines:
        first = _answered(app)
        for key in keys_of(line):
            before = _answered(app)
            await pilot.press(key)
            await pilot.pause()
            found.keys += 1
            found.questions += _answered(app) > before
        if wanted := _wanted(line):
            given = [entry.answer for entry in play_of(app).session.entries[first + 1 :]]
            assert wanted == given, f"{row.name}: {line}"
    session: Session = play_of(app).session
    found.answers = session.n - len(row.before)
    found.position = mark_of(session.state)
    assert row.position in ("", found.position), f"{row.name} led to another position"
    return found


def _wanted(line: str) -> list[str]:
    """The answers that a line must give; [] where it says nothing of them."""
    said = line.partition("=")[2]
    return [answer.strip() for answer in said.split(";")] if said else []


def _answered(app: TableApp) -> int:
    """How many answers have been given; 0 while no game is on the table."""
    return app.play.session.n if app.play else 0
