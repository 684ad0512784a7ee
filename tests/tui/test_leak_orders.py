"""Standing orders at the table: whatever the other side has ordered, held back or watches, the screen is the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.night.story import write
from tests.tui.driver import press, table
from tests.tui.test_leak import Part, Shots, _panels, cells, tour
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME
from wargame.games.eastfront.veil import EastFrontVeil
from wargame.tui.app import TableApp
from wargame.tui.widgets.command_line import CommandLine

ORDERS = (
    "order march G-XLII 1032", "order reserve keep A-HP2 G-XXIV", "order combat stand never",
    "order supply A-HP3 4", "watch 1135", "order quiet off",
)  # fmt: skip
OTHERS = (
    "order march G-XIII 1033", "order reserve keep A-HP3 G-LVII", "order combat stand always",
    "order air intercept never", "watch 1231 1230", "order quiet propose",
)  # fmt: skip
LINES = ("go G-XLII", "why order march G-XLII 1032", "why watch 1135", "overlay zoc", "revoke 1")


def ordered(orders: Sequence[str]) -> Session:
    """The Axis has ordered and flies nothing; the Soviet side is asked."""
    session = Session.start(GAME, new_header(GAME, "minsk", 5))
    for answer in (*orders, "done"):
        session.answer(answer)
    assert session.ask is not None
    assert "soviet" == session.ask.side
    return session


async def differing(save: Path, *parts: Part) -> set[str]:
    """What the Soviet player sees otherwise where the Axis has ordered otherwise."""
    truth = await tour(write(save, ordered(ORDERS)), (80, 24), *parts)
    other = await tour(write(save, ordered(OTHERS)), (80, 24), *parts)
    assert truth.keys() == other.keys()
    return {shot for shot in truth if truth[shot] != other[shot]}


async def _typed(app: TableApp, pilot: Pilot[int], shots: Shots) -> None:
    await press(pilot, "S")
    shots["what is let pass"] = cells(app)
    await press(pilot, "escape")
    for line in LINES:
        table(app).on_command_line_entered(CommandLine.Entered(line))
        await pilot.pause()
        shots[f"typed {line}"] = cells(app)
        if app.screen is not table(app):
            await press(pilot, "escape")
    for start in ("", "order ", "revoke "):
        shots[f"completion of {start}"] = table(app)._complete(start)


async def test_no_screen_tells_what_the_other_side_has_ordered(saves: Path) -> None:
    """EF-AU-02, EF-RX-10, EF-SQ-12"""
    assert set() == await differing(saves / "minsk.wg", _panels, _typed)


async def test_a_hole_in_its_veil_is_found(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told as they were given, the orders stand in the replay."""
    monkeypatch.setattr(EastFrontVeil, "answer", lambda _veil, entry, _g, _side: entry.answer)
    assert "replay 4" in await differing(saves / "minsk.wg")
