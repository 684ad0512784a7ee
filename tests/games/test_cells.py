"""Cells of charts that play reads: with every other throw, whole charts come up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from tests.games.cells import cells_of
from wargame import games
from wargame.content.chart import Chart
from wargame.flow.coverage import all_cells, cell


class Plan(NamedTuple):
    """A scenario, how far it is played, and the charts of which every cell must be read."""

    scenario: str
    answers: int
    whole: frozenset[str]
    known: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - never changed
    """By chart: columns and rows that dice read; the others are notes, or wait for a rarer position."""


def _wanted(plan: Plan) -> set[str]:
    definition, info = games.find(plan.scenario)
    charts = definition.charts(definition.load(info.id))
    whole = {c for name in plan.whole for c in all_cells(charts[name])}
    parts = {c for name, lines in plan.known.items() for c in _in_lines(charts[name], lines)}
    return whole | parts


def _in_lines(chart: Chart, lines: Iterable[str]) -> set[str]:
    rows = [row.label for row in chart.rows if row.label.isdigit()]
    return {cell(chart, row, line) for row in rows for line in lines} & {*all_cells(chart)}


ODDS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "6:1")
ARRAS = Plan("arras/campaign", 900, frozenset({"events"}))
LONG = [
    Plan("arras/campaign", 20_000, frozenset({"events"}), {"crt": ODDS}),
    Plan("hannut/orp", 4_000, frozenset(), {"crt": ("-1", *"012345678")}),
    Plan("normandy/campaign", 4_000, frozenset({"sea", "interdiction", "bombs"})),
    Plan("ardennes/campaign", 24_000, frozenset({"chits", "surrender", "drift"})),
    Plan("eastfront/minsk", 8_000, frozenset({"combat"})),
]


def test_every_throw_of_an_event_is_read() -> None:
    assert _wanted(ARRAS) <= cells_of(ARRAS.scenario, ARRAS.answers)


@pytest.mark.long
@pytest.mark.parametrize("plan", LONG, ids=lambda plan: plan.scenario)
def test_whole_charts_are_read(plan: Plan) -> None:
    assert _wanted(plan) - cells_of(plan.scenario, plan.answers) == set()
