"""Positions of Arras laid out by hand, with scripted dice, and what to ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.table import (
    Kind,
    answers,
    asked,
    at,
    is_legal,
    laid_out,
    play,
    refusal,
    unit,
)
from wargame.flow.ask import AttackAsk
from wargame.flow.orders import OrderAsk
from wargame.flow.session import Session
from wargame.flow.words import Wording
from wargame.games.arras import GAME
from wargame.games.arras.asks.orders import Order
from wargame.hexes.grid import Hex
from wargame.model import events as ev

__all__ = [
    "answers",
    "asked",
    "at",
    "is_legal",
    "play",
    "refusal",
    "unit",
]
"""What is alike for every game, lent to the tests of this one."""

where = at
"""The hex of a unit, or the box it is in."""

CAMPAIGN, LEARNING = "campaign", "learning"


def position(
    segment: str,
    *,
    turn: int = 2,
    units: Mapping[str, str] | None = None,
    states: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] = (),
    set_: Mapping[str, Any] | None = None,
    clear: bool = True,
    scenario: str = CAMPAIGN,
) -> Session:
    """A game that stands before *segment* ("allied.combat").

    *units* are hexes ("0409") or boxes ("waiting") by id, *states* lists of states by id, *more*
    any other keys of a unit ({"earliest": 3}); *dice* are drawn before the seeded stream.
    """
    return laid_out(
        GAME, segment, units, states=states, more=more, dice=tuple(dice), turn=turn, clear=clear,
        scenario=scenario, set=dict(set_ or {}),
    )  # fmt: skip


# -- looking -----------------------------------------------------------------------------------


def events_of(session: Session, kind: type[Kind], *, last: bool = False) -> list[Kind]:
    """Facts of one kind, from the start or those of the last answer only."""
    entries = session.entries[-1:] if last else session.entries
    return [e for entry in entries for e in entry.events if isinstance(e, kind)]


def charts(session: Session, name: str) -> list[ev.ChartRead]:
    """Every reading of a chart so far: its result in words, dice modifiers among the shifts."""
    say, found = Wording.of(session), events_of(session, ev.ChartRead)
    return [
        read._replace(result=say.result(read), shifts=(*read.drm, *read.shifts))
        for read in found
        if read.chart == name
    ]


def bases(session: Session, name: str) -> list[str]:
    """The numbers behind every reading of a chart, in words."""
    return [Wording.of(session).basis(read) for read in charts(session, name)]


def dice_of(session: Session) -> list[tuple[int, ...]]:
    """Every throw so far."""
    return [thrown.dice for thrown in events_of(session, ev.DiceRolled)]


def disrupted(session: Session) -> set[str]:
    """Ids of all disrupted units."""
    return {u.id for u in session.state.units.values() if "disrupted" in u.states}


def notes(session: Session) -> list[str]:
    """Every note in the journal."""
    say = Wording.of(session)
    return [say(note.what, note.facts) for note in events_of(session, ev.Noted)]


def names(session: Session, hexes: Sequence[Hex]) -> list[str]:
    """Hexes as printed, in order."""
    return [session.game.grid.name(h) for h in hexes]


# -- moves -------------------------------------------------------------------------------------


def moves(session: Session) -> OrderAsk[Order | None]:
    """The open question, which must be one for a move."""
    ask = asked(session)
    assert isinstance(ask, OrderAsk)
    return ask


def reach(session: Session, head: str) -> dict[str, int]:
    """Where a head may end its move, with the half MPs left there."""
    grid = session.game.grid
    return {grid.name(h): left for h, left in moves(session).reach(head).items()}


def costs(session: Session, answer: str) -> list[int]:
    """Half MPs of each step of a move."""
    return [cost for _, cost, _ in moves(session).costs(answer)]


def heads(session: Session) -> list[str]:
    """Who may move."""
    return [head.answer for head in moves(session).heads()]


# -- attacks -----------------------------------------------------------------------------------


def retreats(session: Session) -> list[str]:
    """The ways that are offered to retreating units."""
    assert asked(session).key == "combat.retreat"
    return answers(session)


def attacks(session: Session) -> AttackAsk:
    """The open question, which must be one for an attack."""
    ask = asked(session)
    assert isinstance(ask, AttackAsk)
    return ask


def odds(session: Session, answer: str) -> tuple[str, str, dict[str, int]]:
    """Basis, final column and shifts that an attack would be resolved with."""
    found = asked(session).odds(answer)
    assert found is not None
    return found.basis, found.column, dict(found.shifts)


def crt(session: Session) -> tuple[str, str, dict[str, int], str]:
    """Basis, final column, shifts and result of the last combat die."""
    read = charts(session, "crt")[-1]
    return bases(session, "crt")[-1], read.column, dict(read.shifts), read.result


def retreat_routes(session: Session) -> dict[str, list[str]]:
    """Routes offered to each retreating unit ("0510-0511")."""
    found: dict[str, list[str]] = {}
    for answer in retreats(session):
        _, unit_id, route = answer.split()
        found.setdefault(unit_id, []).append(route)
    return found


def struck(session: Session) -> set[str]:
    """Units that the last answer disrupted, whether or not they have recovered since."""
    gained = events_of(session, ev.StateGained, last=True)
    return {e.unit for e in gained if e.state == "disrupted"}


def recovered(session: Session) -> set[str]:
    """Units that lost their disruption with the last answer."""
    lost = events_of(session, ev.StateLost, last=True)
    return {e.unit for e in lost if e.state == "disrupted"}
