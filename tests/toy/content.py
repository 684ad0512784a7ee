"""What is printed: the toy's map, sequence, counters and chart, read from TOML."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wargame.content.chart import Chart, read_charts
from wargame.content.map import MapContent, read_map
from wargame.content.sequence import Step, read_sequence
from wargame.content.toml import TomlModel, digest, read_toml
from wargame.flow.game import Game
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import side_key
from wargame.model.board import ZocRule
from wargame.model.state import Side, State, Unit, UnitId

HERE = Path(__file__).parent
RED, BLUE = "red", "blue"
OTHER = {RED: BLUE, BLUE: RED}
ENTRY = {"clear": 2, "wood": 4}
"""Half movement points to enter a hex."""
ROAD = 1


class UnitRow(TomlModel):
    """One [[unit]]: a counter and where it starts."""

    id: UnitId
    side: Side
    name: str
    strength: int
    hex: str


class UnitFile(TomlModel):
    """units.toml."""

    turns: int
    movement: int
    objective: str
    weather: tuple[str, ...]
    unit: tuple[UnitRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ToyContent:
    """Everything printed."""

    map: MapContent
    grid: Grid
    sequence: Step
    units: dict[UnitId, UnitRow]
    chart: Chart
    entry: tuple[tuple[int, ...], ...]
    """Half movement points to leave a hex in each direction, 0 at the map's edge."""
    objective: Hex
    turns: int
    movement: int
    weather: tuple[str, ...]
    digest: str


ToyGame = Game[ToyContent]


@cache
def load(scenario: str) -> ToyContent:
    """The content of a scenario; the toy has one."""
    assert scenario == "toy/crossroads"
    printed = read_map(HERE / "map.toml")
    table = read_toml(HERE / "units.toml", UnitFile)
    return ToyContent(
        map=printed,
        grid=printed.grid,
        sequence=read_sequence(HERE / "sequence.toml"),
        units={row.id: row for row in table.unit},
        chart=read_charts(HERE / "charts.toml")["combat"],
        entry=tuple(_leaving(printed, h) for h in range(printed.grid.size)),
        objective=printed.grid.hex(table.objective),
        turns=table.turns,
        movement=2 * table.movement,
        weather=table.weather,
        digest=digest(HERE.glob("*.toml")),
    )


def setup(content: ToyContent, seed: int) -> State:
    """The table before the first turn."""
    units = {
        row.id: Unit(row.id, row.side, content.grid.hex(row.hex)) for row in content.units.values()
    }
    return State("toy", "toy/crossroads", seed, units, cups={"weather": []})


def zoc(content: ToyContent) -> ZocRule:
    """TOY-MV-04  A unit's ZOC covers the hexes around it, unless it is shaken."""
    neighbours = content.grid.neighbours

    def covers(state: State, side: Side, where: Hex) -> tuple[Hex, ...]:
        firm = [u for u in state.at(where) if u.side == side and "shaken" not in u.states]
        return neighbours[where] * len(firm)

    return covers


def _leaving(printed: MapContent, h: Hex) -> tuple[int, ...]:
    return tuple(0 if near < 0 else _step(printed, h, near) for near in printed.grid.around[h])


def _step(printed: MapContent, a: Hex, b: Hex) -> int:
    return ROAD if side_key(a, b) in printed.road_step else ENTRY[printed.terrain[b]]
