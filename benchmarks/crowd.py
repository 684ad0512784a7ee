"""The toy on a large map with as many units as wanted."""

from __future__ import annotations

from dataclasses import replace

from tests.toy import TOY, ToyContent
from tests.toy.content import BLUE, RED, UnitType, load
from wargame.flow.definition import GameDefinition
from wargame.hexes.grid import Grid
from wargame.model.dice import mix

COLS, ROWS = 75, 70
SCENARIO = "toy/crossroads"


def crowd(units: int, turns: int = 4) -> GameDefinition:
    """The toy with *units* counters, half of them each side's, spread over 75 x 70 hexes."""
    content = crowded(units, turns)
    return replace(TOY, load=lambda _scenario: content)


def crowded(units: int, turns: int = 4) -> ToyContent:
    """What is printed for it."""
    small = load(SCENARIO)
    grid = Grid.of(COLS, ROWS)
    table = replace(
        small.map, grid=grid, terrain=("clear",) * grid.size, elevation=(0,) * grid.size,
        labels={}, places={}, roads=(), road_step={}, road_hexes=frozenset(),
        road_links=((),) * grid.size, hexsides={}, hexside_names={}, bridges=frozenset(),
    )  # fmt: skip
    return small.but(
        map=table,
        grid=grid,
        board=frozenset(range(grid.size)),
        scenario=small.scenario.model_copy(update={"last_turn": turns}),
        units={f"u{n}": _row(grid, n) for n in range(units)},
        entry=tuple(tuple(2 if near >= 0 else 0 for near in six) for six in grid.around),
    )


def _row(grid: Grid, n: int) -> UnitType:
    """A counter somewhere in its side's half of the map."""
    side = (RED, BLUE)[n % 2]
    half = grid.size // 2
    where = mix(77, n) % half + (half if side == BLUE else 0)
    name = f"u{n}"
    printed = {"id": name, "side": side, "name": name, "strength": 3, "hex": grid.name(where)}
    return UnitType.model_validate(printed, context={"grid": grid})


LONG = crowd(48, turns=10_000)
"""A game that a record of 5,000 answers does not bring to its end."""
