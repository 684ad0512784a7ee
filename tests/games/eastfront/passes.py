"""Segments of East Front run by themselves on a table, with answers given in order."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from wargame.flow.ask import Ask, IllegalAnswer
from wargame.flow.script import AGAIN, DONE, SEGMENTS
from wargame.games.eastfront.state import GONE, EfGame
from wargame.model import events as ev
from wargame.model.state import Frame
from wargame.rules.arrivals import WAITING

Found = Ask[Any] | None
"""The question that stays open; None where the segment came to its end."""


def awaited(work: Coroutine[Any, Any, Any], answers: list[str]) -> Found:
    """Answers given to what a coroutine asks, taken off the list; the first question without one."""
    value: Any = None
    while True:
        try:
            ask: Ask[Any] = work.send(value)
        except StopIteration:
            return None
        if not answers:
            work.close()
            return ask
        _, value = ask.read(answers.pop(0))


def run(g: EfGame, name: str, *answers: str, **values: Any) -> Found:
    """A segment is run, pass by pass, until its answers are used up and it asks again, or it ends."""
    given = list(answers)
    g.state.frames.append(Frame(f"eastfront.{name}", values))
    try:
        while True:
            work = SEGMENTS[f"eastfront.{name}"](g, **g.state.frames[-1].values)
            outcome: list[Any] = []

            async def passed(of: Any = work, into: list[Any] = outcome) -> None:
                into.append(await of)

            if (ask := awaited(passed(), given)) is not None:
                return ask
            if outcome[0] is not AGAIN:
                assert outcome[0] is DONE
                assert not given, f"not asked for: {given}"
                return None
    finally:
        if g.state.frames:
            g.state.frames.pop()


def played_out(g: EfGame, name: str, **values: Any) -> None:
    """A segment is run to its end; what it asks is answered with the first that is offered."""
    g.state.frames.append(Frame(f"eastfront.{name}", values))
    try:
        while True:
            work: Any = SEGMENTS[f"eastfront.{name}"](g, **g.state.frames[-1].values)
            value: Any = None
            try:
                while True:
                    ask: Ask[Any] = work.send(value)
                    _, value = ask.read(ask.options()[0].answer)
            except StopIteration as end:
                if end.value is not AGAIN:
                    return
    finally:
        g.state.frames.pop()


def options(ask: Found) -> list[str]:
    """The answers that an open question lists."""
    assert ask is not None, "nothing is asked"
    return [option.answer for option in ask.options()]


def refused(ask: Found, answer: str) -> str:
    """The rule under which an open question does not take an answer."""
    assert ask is not None, "nothing is asked"
    try:
        ask.read(answer)
    except IllegalAnswer as wrong:
        return wrong.refusal.rule
    raise AssertionError(f"{answer} is legal")


def where(g: EfGame, unit_id: str) -> str:
    """The number of a unit's hex, or its box."""
    unit = g.state.units[unit_id]
    return g.grid.name(unit.hex) if unit.hex >= 0 else unit.box


def idle(g: EfGame) -> EfGame:
    """Nothing that is due by the calendar comes."""
    for unit in g.state.units.values():
        if unit.box == WAITING:
            unit.box = GONE
    return g


def notes(g: EfGame, what: str) -> list[dict[str, Any]]:
    """The facts of every note of a name."""
    return [dict(e.facts) for e in g.journal if isinstance(e, ev.Noted) and e.what == what]


def rolls(g: EfGame) -> int:
    """How many dice have been thrown."""
    return sum(isinstance(e, ev.DiceRolled) for e in g.journal)
