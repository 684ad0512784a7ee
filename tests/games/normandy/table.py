"""Positions of Normandy laid out by hand, with scripted dice, and what to ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from wargame.flow.ask import Ask, Refusal
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME
from wargame.games.normandy.state import NorGame
from wargame.model import events as ev
from wargame.model.events import Event
from wargame.model.state import Unit

Kind = TypeVar("Kind", bound=Event)

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
    wanted: dict[str, dict[str, Any]] = {}
    for unit, where in (units or {}).items():
        wanted.setdefault(unit, {})["hex" if where.isdigit() else "box"] = where
    for unit, names in (states or {}).items():
        wanted.setdefault(unit, {})["states"] = list(names)
    for unit, keys in (more or {}).items():
        wanted.setdefault(unit, {}).update(keys)
    laid = Position(
        scenario=scenario, turn=turn, segment=f"normandy.{segment}", clear=clear, seed=1,
        dice=tuple(dice), units=wanted, set=set_,
    )  # fmt: skip
    lab = laid.model_dump(mode="json")
    header = new_header(GAME, scenario, laid.seed, lab=lab, dice=laid.dice)
    return Session.start(GAME, header, prepare_lab(GAME, lab))


def table(units: Mapping[str, str] | None = None, **more: Any) -> NorGame:
    """A table to look at, without a segment that runs: the position before the Allied movement."""
    return position("allied.tactical", units, **more).game


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


def states(session: Session, unit_id: str) -> set[str]:
    """Its states, without book-keeping."""
    return {state for state in unit(session, unit_id).states if not state.startswith("_")}


def track(session: Session, name: str) -> Any:
    """What a track holds; 0 for nothing."""
    return session.state.tracks.get(name, 0)


def events(session: Session, kind: type[Kind]) -> list[Kind]:
    """Every fact of a kind since the game began, in order."""
    return [event for event, _ in session.game.journal if isinstance(event, kind)]


def notes(session: Session, what: str) -> list[dict[str, Any]]:
    """The facts of every note called *what*, in order."""
    return [dict(e.facts) for e in events(session, ev.Noted) if e.what == what]


def left(session: Session) -> int:
    """Scripted dice not used yet."""
    return len(session.state.script)


def control(session: Session, number: str) -> str:
    """Who controls a hex."""
    return session.state.control[session.game.grid.hex(number)]
