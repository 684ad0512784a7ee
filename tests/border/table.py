"""Border raids to test with: at the start, or in a position with some units and lists only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.border import BORDER
from wargame.flow.lab import prepare_lab
from wargame.flow.session import Session, new_header

SCENARIO = "border/raid"


def start(seed: int = 1) -> Session:
    """A game at its first question."""
    session = Session.start(BORDER, new_header(BORDER, SCENARIO, seed))
    session.settle()
    return session


def lay(
    segment: str,
    units: dict[str, str],
    *,
    dice: tuple[int, ...] = (),
    lists: Mapping[str, Sequence[int] | Sequence[str]] | None = None,
    turn: int = 1,
) -> Session:
    """A position with these units only, and what stands in lists."""
    lab: dict[str, Any] = {
        "scenario": SCENARIO, "segment": segment, "turn": turn, "clear": True, "dice": dice,
        "units": {name: {"hex": where} for name, where in units.items()},
    }  # fmt: skip
    position = prepare_lab(BORDER, lab)
    assert position is not None

    def prepare(session: Session) -> None:
        position(session)
        for name, items in (lists or {}).items():
            session.game.set_list(name, items, rule="LAB")

    header = new_header(BORDER, SCENARIO, 1, lab=lab, dice=dice)
    session = Session.start(BORDER, header, prepare)
    session.settle()
    return session


def asked(session: Session) -> tuple[str, str]:
    """Who is asked what."""
    assert session.ask is not None
    return session.ask.side, session.ask.key


def where(session: Session, unit: str) -> str:
    """The hex of a unit, or its box."""
    found = session.state.units[unit]
    return session.game.grid.name(found.hex) if found.hex >= 0 else found.box


def hexes(*names: str) -> tuple[int, ...]:
    """Hexes by their printed numbers."""
    grid = BORDER.load(SCENARIO).grid
    return tuple(grid.hex(name) for name in names)
