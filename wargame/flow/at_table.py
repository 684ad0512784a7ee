"""Seats of the table: the plan that is being carried out, and questions that are told, not asked.

They belong to a face, never to the game: the log holds every answer as if it had been given by
hand.  A plan ends where something has changed that its next answer depends on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from wargame.flow.ask import DONE_WORD, PASS, Ask, IllegalAnswer, Refusal, way_out
from wargame.flow.game import Game
from wargame.flow.journal import named_order
from wargame.flow.plan import chance_of, read_plan
from wargame.flow.seat import Decision
from wargame.flow.session import Session
from wargame.flow.shorthand import expand
from wargame.model.state import Side, UnitId

Fact: TypeAlias = tuple[object, ...]
_TOLD = 3
"""So many orders that were not given are told one by one."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One answer of a plan, and what must still be so when it is given."""

    text: str
    depends: tuple[UnitId, ...]
    facts: tuple[Fact, ...]
    """How those units stood."""
    chance: Fraction | None
    question: Fact = ()
    """The question that it answers alone; () where any will do to which it is a legal answer."""
    owed: Fact = ()
    """The question that wants an answer of each, so that the last one is not asked for; () for others."""
    known: frozenset[str] = frozenset()
    """Of the answer that lets the rest pass: what could be answered when the plan was made."""


@dataclass(slots=True)
class Plan:
    """Answers of one side, the next one first."""

    side: Side
    steps: list[_Step] = field(default_factory=list)
    segment: str = ""
    """Where it was begun."""
    _given: str = ""
    """The answer that was given last."""

    def next(self, session: Session) -> str:
        """The next answer; "" where the plan is at its end, or ended by what has changed."""
        ask = session.ask
        if not self.steps or ask is None:
            return ""
        step = self.steps.pop(0)
        if more := _in_single_answers(session, step.text):
            self.steps[:0] = _plan(session, more).steps
            return self.next(session)
        text = expand(session, step.text)
        holds = (
            step.question in ((), _question(ask))
            and step.facts == _facts(session.seen, step.depends)
            and session.why_not(text) is None
            and not _opened(ask, step)
            and step.chance == (chance_of(ask, text) if step.chance is not None else None)
        )
        if not holds:
            self.steps.insert(0, step)
            text = (
                self._closing(session, ask)
                if step.facts == _facts(session.seen, step.depends)
                else ""
            )
        self._given = text
        return text

    def _closing(self, session: Session, ask: Ask[Any]) -> str:
        """What ends the action of the last order, where it was carried out and the next is for others; else ""."""
        moved, then = _units(session, self._given), _units(session, self.steps[0].text)
        words, units = self._given.split(), session.seen.state.units
        if not moved or not then or moved & then or not words[-1][-4:].isdecimal():
            return ""
        there = {units[u].hex for u in moved} == {session.game.grid.hex(words[-1][-4:])}
        acting = {unit for option in ask.options() for unit in option.units}
        own = {unit for unit in acting if units[unit].side == ask.side}
        return way_out(ask) if there and own <= moved else ""

    def left(self, session: Session) -> str:
        """What is left of it, and why it ended; "" at its end, and where the last, or to let the rest pass, was not asked for."""
        ask = session.ask
        if ask is not None and self.steps and _opened(ask, self.steps[0]):
            return "They have acted, and may do more now: the question is put again."
        last = (self.steps[0].owed or self.steps[0].question) if len(self.steps) == 1 else ()
        if not self.steps or (last and (ask is None or last != _question(ask))):
            return ""
        if session.segment != self.segment:
            return ""  # long past: what came between was told
        text = "; ".join(_named(session, step.text) for step in self.steps[:_TOLD])
        more = len(self.steps) - _TOLD
        text += f" and {more} more" if more > 0 else ""
        refused = session.why_not(expand(session, self.steps[0].text))
        why = f"The first of them is refused: {refused}" if refused else "Things have changed."
        return f"This was not given any more: {text}. {why}"


class Plans:
    """The plans that are being carried out at one table, one a side: a seat that gives their answers.

    It sits behind `Forced`: what is only told does not come between two answers of a plan.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._plans: dict[Side, Plan] = {}
        self._told = ""
        session.table_seats.append(self)

    def plays(self, _g: Game[Any], side: Side) -> bool:
        """Whether a plan of *side* is under way."""
        return side in self._plans

    def decide(self, _known: Game[Any], ask: Ask[Any]) -> Decision | None:
        """The next answer; where it no longer fits, the question is left to the player."""
        text = self._plans[ask.side].next(self._session)
        if not text:
            self._end(ask.side)
        return Decision(text) if text else None

    def begin(self, text: str) -> str:
        """The answer to give now for a line of a player: it, or the first one of the plan it is.

        Raises IllegalAnswer where it is a plan that nothing comes of.
        """
        ask, self._told = self._session.ask, ""
        self._plans.pop(ask.side if ask else "", None)
        texts = read_plan(self._session, text)
        if not texts:
            return text
        plan = _plan(self._session, texts)
        first = plan.next(self._session)
        if not first:
            raise IllegalAnswer(self._session.why_not(texts[0]) or Refusal("Nothing comes of it."))
        self._plans[plan.side] = plan
        return first

    def said(self) -> str:
        """What ended the last plan before its time, told once; "" if nothing did."""
        told, self._told = self._told, ""
        return told

    def drop(self) -> None:
        """Forget it: answers were taken back."""
        self._plans, self._told = {}, ""

    def _end(self, side: Side) -> None:
        self._told = self._plans.pop(side).left(self._session)


class Forced:
    """A seat of the table: a question whose answers lead to the same position is told, not asked."""

    def __init__(self, session: Session) -> None:
        self._said: list[str] = []
        session.table_seats.append(self)

    def plays(self, _g: Game[Any], _side: Side) -> bool:
        """Always."""
        return True

    def decide(self, _known: Game[Any], ask: Ask[Any]) -> Decision | None:
        """The answer that makes no difference."""
        answer = ask.settled
        if not answer:
            return None
        label = next((o.label for o in ask.options() if o.answer == answer), answer)
        said = f"Not asked, since it makes no difference: {ask.prompt} {label}."
        if said not in self._said:
            self._said.append(said)
        return Decision(answer, forced=True)

    def said(self) -> list[str]:
        """What was told since it was looked last, a sentence a question."""
        said, self._said = self._said, []
        return said


# -- what an answer depends on -------------------------------------------------------------------


def _in_single_answers(session: Session, text: str) -> tuple[str, ...]:
    """What an order of a plan means that is a plan itself: `all`, `move a+b 0405`; () for one answer."""
    try:
        return read_plan(session, text)
    except IllegalAnswer:
        return ()


def _plan(session: Session, texts: Sequence[str]) -> Plan:
    """A plan of these answers, as things stand now."""
    ask = session.ask
    assert ask is not None
    return Plan(ask.side, [_step(session, ask, text) for text in texts], session.segment)


def _step(session: Session, ask: Ask[Any], text: str) -> _Step:
    """An answer that acts on others depends on them; any other one on all that are not its side's.

    The one that lets the rest pass answers the question that the plan began with, and no other.
    """
    units = session.seen.state.units
    option = next((o for o in ask.options() if o.answer == text), None) if ask.each else None
    struck = tuple(u for u in option.units if units[u].side != ask.side) if option else ()
    enemies = tuple(u.id for u in units.values() if u.side != ask.side)
    depends = struck or ask.about.against or enemies
    out = text in (PASS, DONE_WORD) and (ask.each or ask.kind == "path")
    chance = chance_of(ask, text) if option else None
    asked = _question(ask)
    owed = asked if option and not way_out(ask) else ()
    known = frozenset(o.answer for o in ask.options()) if out and ask.each else frozenset[str]()
    facts = _facts(session.seen, depends)
    return _Step(text, depends, facts, chance, asked if out else (), owed, known)


def _opened(ask: Ask[Any], step: _Step) -> bool:
    """Whether the question that an answer would let pass offers more than it did."""
    known = step.known
    again = bool(known) and step.question == _question(ask)
    return again and any(option.answer not in known for option in ask.options())


def _units(session: Session, text: str) -> set[UnitId]:
    """The units of the side asked that an answer names."""
    units = session.seen.state.units
    named = {word for word in re.split(r"[\s+]+", text) if word in units}
    return {u for u in named if session.ask and units[u].side == session.ask.side}


def _named(session: Session, text: str) -> str:
    """An answer with units by their names."""
    return named_order(session.definition, session.seen, text.replace("+", " "))


def _question(ask: Ask[Any]) -> Fact:
    """Which question it is, however often it is put."""
    return (ask.key, ask.side, ask.about.hexes, ask.about.against)


def _facts(g: Game[Any], units: Sequence[UnitId]) -> tuple[Fact, ...]:
    """Where units are and how they are."""
    found = (g.state.units.get(unit) for unit in units)
    return tuple(
        (u.hex, u.box, frozenset(u.states), tuple(sorted(u.numbers.items()))) if u else ()
        for u in found
    )
