"""Positions laid out by hand with scripted dice, and what to ask of them: alike for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from wargame.flow.ask import Ask, Refusal
from wargame.flow.definition import GameDefinition
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import Session, new_header
from wargame.model.events import Event
from wargame.model.state import Unit

Kind = TypeVar("Kind", bound=Event)


def laid_out(
    definition: GameDefinition,
    segment: str,
    units: Mapping[str, str] | None,
    *,
    states: Mapping[str, Sequence[str]] | None,
    more: Mapping[str, Mapping[str, Any]] | None,
    **position: Any,
) -> Session:
    """A game that stands before *segment* ("allied.combat").

    *units* are hexes ("0409") or boxes ("waiting") by id, *states* lists of states by id, *more* any
    other keys of a unit; *position* is what else a position file holds.
    """
    wanted: dict[str, dict[str, Any]] = {}
    for unit, where in (units or {}).items():
        wanted.setdefault(unit, {})["hex" if where.isdigit() else "box"] = where
    for unit, names in (states or {}).items():
        wanted.setdefault(unit, {})["states"] = list(names)
    for unit, keys in (more or {}).items():
        wanted.setdefault(unit, {}).update(keys)
    full = segment if segment.startswith(definition.id) else f"{definition.id}.{segment}"
    laid = Position(segment=full, seed=1, units=wanted, **position)
    lab = laid.model_dump(mode="json")
    header = new_header(definition, laid.scenario, laid.seed, lab=lab, dice=laid.dice)
    return Session.start(definition, header, prepare_lab(definition, lab))


# -- playing -----------------------------------------------------------------------------------


def play(session: Session, *answers: str) -> Session:
    """Give answers in order."""
    for answer in answers:
        session.answer(answer)
    return session


def asked(session: Session) -> Ask[Any]:
    """The open question."""
    assert session.ask is not None, session.state.ended
    return session.ask


def answers(session: Session) -> list[str]:
    """The answers that the open question lists."""
    return [option.answer for option in asked(session).options()]


def is_legal(session: Session, answer: str) -> bool:
    """Whether the open question takes an answer."""
    return session.why_not(answer) is None


def refusal(session: Session, answer: str) -> Refusal:
    """Why it does not."""
    found = session.why_not(answer)
    assert found is not None, f"{answer} is legal"
    return found


def refused_by(session: Session, answer: str) -> str:
    """The rule under which it does not."""
    return refusal(session, answer).rule


# -- looking -----------------------------------------------------------------------------------


def unit(session: Session, unit_id: str) -> Unit:
    """A unit as it stands."""
    return session.state.units[unit_id]


def at(session: Session, unit_id: str) -> str:
    """The number of its hex, or its box."""
    found = unit(session, unit_id)
    return session.game.grid.name(found.hex) if found.hex >= 0 else found.box


def events(session: Session, kind: type[Kind]) -> list[Kind]:
    """Every fact of a kind since the game began, in order."""
    return [event for event in session.game.journal if isinstance(event, kind)]


def left(session: Session) -> int:
    """Scripted dice and draws not used yet."""
    return len(session.state.script)


def control(session: Session, number: str) -> str:
    """Who controls a hex."""
    return session.state.control[session.game.grid.hex(number)]
