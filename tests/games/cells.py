"""Every row of every chart line that random play comes to: the same answer again, with each other throw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargame import games
from wargame.content.chart import Chart
from wargame.flow.coverage import cells_read
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.model import events as ev
from wargame.model.dice import mix
from wargame.model.events import Event

_MOST = 100
"""Throws of one reading: two dice of ten."""


def cells_of(
    scenario: str, answers: int, options: Mapping[str, str] | None = None, seed: int = 1
) -> set[str]:
    """The cells read in so many answers of random games, and in the same answers with other throws."""
    definition, info = games.find(scenario)
    found, tried, given, number = set[str](), set[tuple[str, str]](), 0, 0
    while given < answers:
        start = mix(seed, number)
        header = new_header(definition, info.id, start, options=dict(options or {}))
        session, pick = Session.start(definition, header), Picker(mix(start, 1))
        charts, number = definition.charts(session.game.content), number + 1
        while (ask := session.ask) is not None and given < answers:
            events = session.answer(ask.sample(pick)).events
            given += 1
            found.update(_cells(charts, events))
            for at, line in _lines(charts, events):
                if line not in tried:
                    tried.add(line)
                    found.update(_other_throws(session, charts, at))
    return found


def _cells(charts: Mapping[str, Chart], events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, ev.ChartRead) and event.chart in charts:
            yield from cells_read(charts[event.chart], event)


def _lines(
    charts: Mapping[str, Chart], events: Sequence[Event]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Where dice fell for a reading, and the chart and column that was read with them."""
    at = -1
    for n, event in enumerate(events):
        if isinstance(event, ev.DiceRolled):
            at = n
        elif isinstance(event, ev.ChartRead) and event.chart in charts and at >= 0:
            yield at, (event.chart, f"{event.column} {event.drm} {event.shifts}")


def _other_throws(session: Session, charts: Mapping[str, Chart], at: int) -> Iterator[str]:
    """The cells that the last answer reads when its dice at event *at* fall in every other way."""
    entry = session.entries[-1]
    before, answer, events = session.n - 1, entry.answer, entry.events
    if len(session.entries) < 2 or any(isinstance(e, ev.ItemDrawn) for e in events[:at]):
        return
    rolled = events[at]
    assert isinstance(rolled, ev.DiceRolled)
    earlier = [face for e in events[:at] if isinstance(e, ev.DiceRolled) for face in e.dice]
    for number in range(min(rolled.sides ** len(rolled.dice), _MOST)):
        faces, rest = list[int](), number
        for _ in rolled.dice:
            rest, face = divmod(rest, rolled.sides)
            faces.append(face + 1)
        session.undo(before, consent=True)
        session.state.script = [*earlier, *faces]
        yield from _cells(charts, session.answer(answer).events)
    session.undo(before, consent=True)
    session.state.script = []
    session.answer(answer)
