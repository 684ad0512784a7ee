"""Positions of Normandy laid out by hand, with scripted dice, and what to ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.table import (
    answers,
    asked,
    at,
    control,
    events,
    is_legal,
    laid_out,
    left,
    play,
    refusal,
    refused_by,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy import GAME
from wargame.games.normandy.state import NorGame
from wargame.model import events as ev

__all__ = [
    "answers",
    "asked",
    "at",
    "control",
    "events",
    "is_legal",
    "left",
    "play",
    "refusal",
    "refused_by",
    "unit",
]
"""What is alike for every game, lent to the tests of this one."""

CAMPAIGN, EPSOM = "campaign", "epsom"


def position(
    segment: str,
    units: Mapping[str, str] | None = None,
    *,
    states: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] = (),
    turn: int = 13,
    clear: bool = True,
    scenario: str = CAMPAIGN,
    **set_: Any,
) -> Session:
    """A game that stands before *segment* ("allied.combat").

    *units* are hexes ("1818") or boxes ("area A") by id, *states* lists of states by id, *more* other
    keys of a unit ({"hq": "us.hq.v"}); *dice* are single dice in the order they fall.
    """
    return laid_out(
        GAME, segment, units, states=states, more=more, dice=tuple(dice), turn=turn, clear=clear,
        scenario=scenario, set=set_,
    )  # fmt: skip


def table(units: Mapping[str, str] | None = None, **more: Any) -> NorGame:
    """A table to look at, without a segment that runs: the position before the Allied movement."""
    return position("allied.tactical", units, **more).game


# -- looking -----------------------------------------------------------------------------------


def states(session: Session, unit_id: str) -> set[str]:
    """Its states, without book-keeping."""
    return {state for state in unit(session, unit_id).states if not state.startswith("_")}


def track(session: Session, name: str) -> Any:
    """What a track holds; 0 for nothing."""
    return session.state.tracks.get(name, 0)


def notes(session: Session, what: str) -> list[dict[str, Any]]:
    """The facts of every note called *what*, in order."""
    return [dict(e.facts) for e in events(session, ev.Noted) if e.what == what]
