"""What is printed: the toy's map, sequence, counters and chart, read from TOML; who stands where."""

from __future__ import annotations

from functools import cache, cached_property, partial
from pathlib import Path

from wargame.content.chart import Chart, read_charts
from wargame.content.ground import CostsByDirection, Ground, ground_of
from wargame.content.roster import CounterModel, UnitsFile, roster
from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import GameFiles, Shelf
from wargame.content.toml import TomlModel
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.board import ZocRule
from wargame.model.state import Side, State, Unit, UnitId

RED, BLUE = "red", "blue"
OTHER = {RED: BLUE, BLUE: RED}


class TerrainRow(TomlModel):
    """Half movement points to enter a hex."""

    id: str
    cost: int


class TerrainFile(TomlModel):
    """terrain.toml"""

    terrain: tuple[TerrainRow, ...]
    road: int


class UnitType(CounterModel):
    """A counter."""

    strength: int


class Scenario(ScenarioFile):
    """A scenario file."""

    movement: int
    objective: str
    weather: tuple[str, ...]


HERE = Path(__file__).parent
FILES = GameFiles(HERE, HERE / "map.toml", Scenario, {RED: "Red", BLUE: "Blue"})


class ToyContent(Shelf[Scenario]):
    """Everything printed for a scenario."""

    terrain = FILES.table("terrain.toml", TerrainFile)
    listed = FILES.table("units.toml", UnitsFile)

    @cached_property
    def units(self) -> dict[UnitId, UnitType]:
        """The counters by id."""
        return roster(FILES.data("units.toml"), self.listed.formation, UnitType, self.grid)

    @cached_property
    def chart(self) -> Chart:
        """TOY-CB-02"""
        return read_charts(FILES.data("charts.toml"))["combat"]

    @cached_property
    def ground(self) -> Ground[TerrainRow]:
        """TOY-MV-01  The terrain of each hex; nothing leaves the map."""
        return ground_of(self.map, self.board, self.terrain.terrain)

    @cached_property
    def entry(self) -> CostsByDirection:
        """TOY-MV-01  Half movement points to leave a hex in each direction."""
        return self.ground.prices([""], self._step)[""]

    def _step(self, a: Hex, b: Hex, _: str) -> int:
        """TOY-MV-01  By the road where there is one, else by terrain."""
        return self.terrain.road if self.ground.road(a, b) else self.ground.rows[b].cost

    @cached_property
    def objective(self) -> Hex:
        """TOY-VC-02  The crossroads."""
        return self.read.hex("objective", self.scenario.objective)

    @property
    def movement(self) -> int:
        """TOY-MV-01  Half movement points."""
        return 2 * self.scenario.movement


ToyGame = Game[ToyContent]


load = cache(partial(ToyContent, FILES))
"""The content of a scenario."""


def setup(content: ToyContent, seed: int, **_options: str) -> State:
    """The table before the first turn."""
    units = {kind.id: Unit(kind.id, kind.side, kind.start) for kind in content.units.values()}
    return State("toy", content.scenario.id, seed, units, cups={"weather": []})


def zoc(content: ToyContent) -> ZocRule:
    """TOY-MV-04  A unit's ZOC covers the hexes around it, unless it is shaken."""
    neighbours = content.grid.neighbours

    def covers(state: State, side: Side, where: Hex) -> tuple[Hex, ...]:
        firm = [u for u in state.at(where) if u.side == side and "shaken" not in u.states]
        return neighbours[where] * len(firm)

    return covers
