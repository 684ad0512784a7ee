"""Positions of Hannut laid out by hand, with scripted dice, and what to ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from wargame.flow.ask import Ask, Refusal
from wargame.flow.journal import Teller
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import Session, new_header
from wargame.flow.words import Wording
from wargame.games.hannut import GAME
from wargame.games.hannut.asks.action import ActionAsk
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.events import Event
from wargame.model.state import Unit

Kind = TypeVar("Kind", bound=Event)

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
    wanted: dict[str, dict[str, Any]] = {}
    for unit, where in (units or {}).items():
        wanted.setdefault(unit, {})["hex" if where.isdigit() else "box"] = where
    for unit, names in (states or {}).items():
        wanted.setdefault(unit, {})["states"] = list(names)
    for unit, keys in (more or {}).items():
        wanted.setdefault(unit, {}).update(keys)
    if drawn:
        set_["drawn"] = drawn
    laid = Position(
        scenario=scenario, turn=turn, segment=f"hannut.{segment}", clear=clear, seed=1,
        dice=(*draws, *two(*dice)), units=wanted, set=set_,
    )  # fmt: skip
    lab = laid.model_dump(mode="json")
    header = new_header(GAME, scenario, laid.seed, lab=lab, dice=laid.dice)
    return Session.start(GAME, header, prepare_lab(GAME, lab))


def actions(drawn: str, units: Mapping[str, str], **more: Any) -> Session:
    """A formation about to act."""
    side = "german" if drawn.startswith("G") else "allied"
    return position(f"{side}.ops.actions", units, drawn=drawn, **more)


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


def orders(session: Session) -> ActionAsk:
    """The open question of the active side."""
    ask = asked(session)
    assert isinstance(ask, ActionAsk), ask.key
    return ask


def answers(session: Session) -> list[str]:
    """The answers that the open question lists."""
    return [option.answer for option in asked(session).options()]


def plain(session: Session) -> list[str]:
    """Its answers that are no paths."""
    return [option.answer for option in orders(session).others()]


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
    """A unit."""
    return session.state.units[unit_id]


def at(session: Session, unit_id: str) -> str:
    """Its hex number, or its box."""
    found = unit(session, unit_id)
    return session.game.grid.name(found.hex) if found.hex >= 0 else found.box


def states(session: Session, unit_id: str) -> set[str]:
    """Its lasting states, without the flags of the segment."""
    flags = {"acted", "moved", "staged", "retreated", "assaulting", "defending"}
    return {s for s in unit(session, unit_id).states if s not in flags and s[0] != "_"}


def events(session: Session, kind: type[Kind]) -> list[Kind]:
    """Every fact of a kind since the game began, in order."""
    return [event for event, _ in session.game.journal if isinstance(event, kind)]


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


def left(session: Session) -> int:
    """Scripted numbers not used yet."""
    return len(session.state.script)


def control(session: Session, number: str) -> str:
    """Who controls a hex."""
    return session.state.control[session.game.grid.hex(number)]


def told(session: Session) -> list[str]:
    """The lines of the journal, without headings."""
    teller = Teller(GAME, session.game, session.steps)
    events = [event for entry in session.entries for event in entry.events]
    return [line.text for line in teller.lines(events) if line.kind != "segment"]
