"""What play has reached of a game: rules, segments, questions, cells of charts, results, endings; and what never.

Whatever was reached is a name with its kind before the colon: "segment:arras.end", "cell:crt 3:1 4".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wargame.content.chart import Chart
from wargame.content.rulebook import CITED
from wargame.content.sequence import Step, walk
from wargame.flow.definition import GameDefinition
from wargame.flow.opening import new_header, open_table
from wargame.flow.record import Entry
from wargame.flow.words import added_to
from wargame.model import events as ev

POINTS = "points"
"""Why a game ends in which the score decides; its levels are endings of their own."""
_RULE = re.compile(CITED)


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to reach in a game, by kind."""

    rules: tuple[str, ...]
    """Ids of its rulebook."""
    segments: tuple[str, ...]
    asks: tuple[str, ...]
    charts: Mapping[str, Chart]
    ends: tuple[str, ...]


class Observer:
    """Names what the entries of one game reach."""

    def __init__(
        self, scenario: str, charts: Mapping[str, Chart], steps: Mapping[str, Step]
    ) -> None:
        self._scenario, self._charts, self._steps = scenario, charts, steps

    def reached(self, entry: Entry) -> Iterator[str]:
        """Every name that an answer and what it caused stand for."""
        if entry.key:
            yield f"segment:{entry.segment}"
            yield f"ask:{entry.key}"
        for event in entry.events:
            yield from rules_in(getattr(event, "rule", ""))
            match event:
                case ev.SegmentEntered(name) | ev.SubstepEntered(name) if name:
                    yield f"segment:{name}"
                    if name in self._steps:
                        yield from rules_in(self._steps[name].rule)
                case ev.ChartRead():
                    yield from self._read(event)
                case ev.GameEnded(_, level, reason):
                    yield f"end:{ending(self._scenario, level, reason)}"

    def _read(self, event: ev.ChartRead) -> Iterator[str]:
        yield f"result:{event.chart} {event.result}"
        chart = self._charts.get(event.chart)
        if chart is not None:
            yield from rules_in(chart.rule)
            yield from (f"cell:{cell}" for cell in cells_read(chart, event))


def rules_in(text: str) -> Iterator[str]:
    """The rules that a citation names."""
    return (f"rule:{rule}" for rule in _RULE.findall(text))


def ending(scenario: str, level: str, reason: str) -> str:
    """An ending's name: by the scenario's score a level of it, else the reason."""
    return f"{scenario}: {level}" if reason == POINTS else reason


def cells_read(chart: Chart, event: ev.ChartRead) -> list[str]:
    """The cells that a reading names: one, a whole row, or none where the chart prints what is needed."""
    labels = {row.label.casefold(): row.label for row in chart.rows}
    line = chart.line_of(event.row, event.total, added_to(event))
    if line.casefold() in labels:
        label = labels[line.casefold()]
        columns = (event.column,) if event.column in chart.columns else chart.columns
        return [cell(chart, label, column) for column in columns]
    label = labels.get(event.column.casefold(), "")
    return [cell(chart, label, line)] if label and line in chart.columns else []


def cell(chart: Chart, label: str, column: str) -> str:
    """A cell's name."""
    return f"{chart.name} {label}" + (f" / {column}" if len(chart.columns) > 1 else "")


def known(definition: GameDefinition, rules: Iterable[str], asks: Iterable[str] = ()) -> Known:
    """All there is to reach in a game whose rulebook has these *rules* and that puts these questions."""
    first = definition.load(definition.scenarios[0].id)
    return Known(
        tuple(rules),
        tuple(step.id for step in walk(first.sequence) if step.script or step.interrupt),
        tuple(sorted(asks)),
        definition.charts(first),
        (*_levels(definition), *sorted({*definition.limits.reasons} - {POINTS})),
    )


def _levels(definition: GameDefinition) -> Iterator[str]:
    """The levels of victory that the score gives, by scenario."""
    for info in definition.scenarios:
        g = open_table(definition, new_header(definition, info.id, 1))
        for band in definition.face.standing(g).bands:
            yield ending(info.id, band.level, POINTS)


def report(there: Known, seen: Mapping[str, int]) -> dict[str, Any]:
    """Of each kind how much is known, how much was reached, and what never, as JSON values."""
    found: dict[str, Any] = {}
    for kind, names in (
        ("rule", there.rules), ("segment", there.segments), ("ask", there.asks), ("end", there.ends),
    ):  # fmt: skip
        found[f"{kind}s"] = _told(names, {n for n in names if f"{kind}:{n}" in seen})
    read = {name.split(" ")[0] for name in _of_kind("result", seen)}
    found["charts"] = {
        name: _told(all_cells(chart), {c for c in all_cells(chart) if f"cell:{c}" in seen})
        for name, chart in there.charts.items()
        if name in read and any(f"cell:{c}" in seen for c in all_cells(chart))
    }
    found["asked"] = dict(sorted(_of_kind("ask", seen).items(), key=lambda one: (one[1], one[0])))
    found["ended"] = dict(sorted(_of_kind("end", seen).items()))
    found["results"] = dict(sorted(_of_kind("result", seen).items()))
    return found


def all_cells(chart: Chart) -> list[str]:
    """The names of all cells in which something stands."""
    return [
        cell(chart, row.label, column)
        for row in chart.rows
        for column, entry in zip(chart.columns, row.cells, strict=True)
        if entry
    ]


def _told(names: Iterable[str], reached: set[str]) -> dict[str, Any]:
    every = list(names)
    return {
        "known": len(every),
        "reached": len(reached),
        "never": [name for name in every if name not in reached],
    }


def _of_kind(kind: str, seen: Mapping[str, int]) -> Counter[str]:
    head = f"{kind}:"
    return Counter({n.removeprefix(head): times for n, times in seen.items() if n.startswith(head)})
