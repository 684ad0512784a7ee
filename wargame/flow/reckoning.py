"""Why it came out so: the whole reckoning of what an answer caused, and what would have changed it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from wargame.content.chart import Chart
from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.flow.record import Entry
from wargame.flow.session import Session
from wargame.flow.words import Wording
from wargame.model import events as ev
from wargame.model.state import Facts, Side

Changes = tuple[tuple[str, int], ...]


def why_so(session: Session, text: str, side: Side | None) -> list[str]:
    """Why an answer came out as it did, in lines, as *side* may know it (None: all of it).

    *text* is its number behind "@", "@" alone means the last.  Raises IllegalAnswer.
    """
    number, told = text.strip().removeprefix("@"), session.told_to(side)
    if number and not (number.isdecimal() and int(number[:9]) < len(told)):
        raise IllegalAnswer(Refusal(f'There is no answer "{number}"; the last is {len(told) - 1}.'))
    entry = told[int(number) if number else -1]
    about = f"{entry.n}. {entry.answer}" if entry.n else "The opening"
    game = session.game if side is None else session.seen_by(side)
    lines = list(_reckoning(Wording(session.definition, game, session.steps), session, entry))
    return [about, *(lines or ["No dice fell, and no chart was read."])]


def _reckoning(say: Wording, session: Session, entry: Entry) -> Iterator[str]:
    """Every roll and every chart of an answer, told in full.

    Each with its numbers, what was added or shifted, the row that was read, what any other roll and a
    column more or less would have given, and what would have been without each modifier.
    """
    charts, rolled = session.definition.charts(session.game.content), None
    for event in entry.events:
        if isinstance(event, ev.DiceRolled):
            rolled = event
            yield _ruled(f"{say.roll(event)}: {_dice(event)}", event.rule)
        elif isinstance(event, ev.ChartRead):
            yield from _Read(say, event, charts.get(event.chart), rolled).lines()
            rolled = None


def _ruled(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


def _dice(event: ev.DiceRolled) -> str:
    shown = " + ".join(map(str, event.dice))
    total = f" = {sum(event.dice)}" if len(event.dice) > 1 else ""
    return f"rolled {shown}{total} on {len(event.dice)}d{event.sides}"


class _Read:
    """One reading of a chart."""

    def __init__(
        self, say: Wording, event: ev.ChartRead, chart: Chart | None, rolled: ev.DiceRolled | None
    ) -> None:
        self.say, self.event, self.rolled = say, event, rolled
        self.chart = chart if chart and self._is_in(chart) else None
        self.title = chart.title if chart else event.chart
        self.added = sum(value for _, value in event.drm)

    def lines(self) -> Iterator[str]:
        event, say = self.event, self.say
        yield _ruled(f"{self.title}: {say.result(event)}", event.rule)
        if numbers := say.basis(event) or _facts(event.facts):
            yield f"   Numbers: {numbers}."
        yield from self._changes("Added to the roll", event.drm)
        changed = "Changes of the column" if self.chart else "Modifiers"
        yield from self._changes(changed, event.shifts)
        if event.drm:
            yield f"   Total: {event.total - self.added} {self.added:+d} = {event.total}."
        if self.chart:
            yield f"   Read: column {say.column(event)}, row {self._line(event.total)}."
            yield from self._other_rolls(self.chart)
            yield from self._other_columns(self.chart)
            for name, value in event.drm:
                total = event.total - value
                told = self._cell(self.chart, event.column, total)
                yield f"   Without {say.shift(name)} ({value:+d}): a total of {total}, {told}."
            for name, value in event.shifts:
                yield from self._without(self.chart, name, value)
        else:
            for name, value in event.drm:
                yield f"   Without {say.shift(name)} ({value:+d}): a total of {event.total - value}."

    def _is_in(self, chart: Chart) -> bool:
        """Whether the chart has the column, and rows that are found by a total."""
        labels = {row.label for row in chart.rows}
        return self.event.column in chart.columns and (
            chart.line_of("total", self.event.total) in labels
        )

    def _changes(self, title: str, changes: Changes) -> Iterator[str]:
        if changes:
            told = ", ".join(f"{self.say.shift(name)} {value:+d}" for name, value in changes)
            yield f"   {title}: {told}."

    def _line(self, total: int) -> str:
        return self.chart.line_of("total", total) if self.chart else ""

    def _cell(self, chart: Chart, column: str, total: int) -> str:
        """What stands for a total; the first or last line where it goes beyond."""
        labels = [row.label for row in chart.rows]
        line = self._line(total)
        if line not in labels:
            numbered = [label for label in labels if label.lstrip("-").isdigit()]
            if not numbered:
                return "no line of this chart"
            line = numbered[0] if total < int(numbered[0]) else numbered[-1]
        return chart.cell(column, line)

    def _other_rolls(self, chart: Chart) -> Iterator[str]:
        """What the same column gives for every roll of the dice."""
        if self.rolled is None:
            return
        dice, sides = len(self.rolled.dice), self.rolled.sides
        rolls = range(dice, dice * sides + 1)
        cells = [(n, self._cell(chart, self.event.column, n + self.added)) for n in rolls]
        told = []
        for cell, group in groupby(cells, key=lambda pair: pair[1]):
            numbers = [n for n, _ in group]
            span = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
            told.append(f"{span} {cell}")
        yield f"   With any roll: {'; '.join(told)}."

    def _other_columns(self, chart: Chart) -> Iterator[str]:
        """The same total a column lower and a column higher."""
        beside = [name for name in (self._column(chart, -1), self._column(chart, 1)) if name]
        told = [f"in {name} {self._cell(chart, name, self.event.total)}" for name in beside]
        if told:
            yield f"   With this total: {', '.join(told)}."

    def _column(self, chart: Chart, by: int) -> str:
        """The column so many to the right; "" where there is none, or only one of another kind."""
        at = chart.columns.index(self.event.column) + by
        found = chart.columns[at] if 0 <= at < len(chart.columns) else ""
        return found if found[-1:].isdigit() == self.event.column[-1:].isdigit() else ""

    def _without(self, chart: Chart, name: str, value: int) -> Iterator[str]:
        """The column without one change, where the others do not run off the chart."""
        column = self._column(chart, -value)
        if column and self._column(chart, -1) and self._column(chart, 1):
            cell = self._cell(chart, column, self.event.total)
            yield f"   Without {self.say.shift(name)} ({value:+d}): column {column}, {cell}."


def _facts(facts: Facts) -> str:
    shown = [(name, value) for name, value in facts if name != "basis" and value]
    return ", ".join(f"{name} {value}" for name, value in shown).replace("_", " ")
