"""Positions of Hannut laid out by hand, with scripted dice, and what to ask of them."""

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
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.flow.words import Wording
from wargame.games.hannut import GAME
from wargame.games.hannut.asks.action import ActionAsk
from wargame.hexes.grid import Hex
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

CAMPAIGN, ORP = "campaign", "orp"

FAR = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Somebody of each side, out of the way."""


def hexes(session: Session, *numbers: str) -> tuple[Hex, ...]:
    """Hexes by their numbers."""
    return tuple(session.game.grid.hex(number) for number in numbers)


def named(session: Session, found: list[Hex]) -> list[str]:
    """The numbers of hexes."""
    return [session.game.grid.name(where) for where in found]


def two(*totals: int) -> list[int]:
    """Pairs of dice with these totals, in order."""
    dice: list[int] = []
    for total in totals:
        first = min(6, total - 1)
        dice += [first, total - first]
    return dice


def position(
    segment: str,
    units: Mapping[str, str] | None = None,
    *,
    drawn: str = "",
    states: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] = (),
    draws: Sequence[int] = (),
    turn: int = 3,
    clear: bool = True,
    scenario: str = CAMPAIGN,
    **set_: Any,
) -> Session:
    """A game that stands before *segment* ("german.ops.actions").

    *units* are hexes ("0409") or boxes ("waiting") by id, *states* lists of states by id, *more*
    other keys of a unit; *dice* are totals of two dice, *draws* single numbers before them.
    """
    if drawn:
        set_["drawn"] = drawn
    return laid_out(
        GAME, segment, units, states=states, more=more, dice=(*draws, *two(*dice)), turn=turn,
        clear=clear, scenario=scenario, set=set_,
    )  # fmt: skip


def actions(drawn: str, units: Mapping[str, str], **more: Any) -> Session:
    """A formation about to act."""
    side = "german" if drawn.startswith("G") else "allied"
    return position(f"{side}.ops.actions", units, drawn=drawn, **more)


# -- playing -----------------------------------------------------------------------------------


def orders(session: Session) -> ActionAsk:
    """The open question of the active side."""
    ask = asked(session)
    assert isinstance(ask, ActionAsk), ask.key
    return ask


def plain(session: Session) -> list[str]:
    """Its answers that are no paths."""
    return [option.answer for option in orders(session).others()]


# -- looking -----------------------------------------------------------------------------------


def states(session: Session, unit_id: str) -> set[str]:
    """Its lasting states, without the flags of the segment."""
    flags = {"acted", "moved", "staged", "retreated", "assaulting", "defending"}
    return {s for s in unit(session, unit_id).states if s not in flags and s[0] != "_"}


def columns(session: Session) -> list[str]:
    """The columns of the fire table that were read, in order."""
    return [e.column for e in events(session, ev.ChartRead) if e.chart == "crt"]


def notes(session: Session) -> list[str]:
    """Lines written in the journal."""
    say = Wording.of(session)
    return [say(e.what, e.facts) for e in events(session, ev.Noted)]


def rolled(session: Session) -> list[int]:
    """Totals of all dice thrown, in order."""
    return [sum(e.dice) for e in events(session, ev.DiceRolled)]


def told(session: Session) -> list[str]:
    """The lines of the journal, without headings."""
    teller = Teller(GAME, session.game, session.steps)
    events = [event for entry in session.entries for event in entry.events]
    return [line.text for line in teller.lines(events) if line.kind != "segment"]
