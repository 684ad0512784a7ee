"""The data files of Arras as frozen models, read together as one set of tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from pydantic import Field

from wargame.content.scenario import ScenarioFile, ScenarioFolder
from wargame.content.toml import TomlModel, read_toml

HERE = Path(__file__).resolve().parent

Side: TypeAlias = Literal["allied", "german"]
Nation: TypeAlias = Literal["british", "french", "german"]
Mobility: TypeAlias = Literal["foot", "wheeled", "tracked"]
Edge: TypeAlias = Literal["north", "south", "west", "east"]
Result: TypeAlias = Literal["-", "D", "R1", "R2", "E"]
Interception: TypeAlias = Literal["interceptor_down", "continues", "aborted", "mission_down"]
EventId: TypeAlias = Literal[
    "max_air", "german_paralysis", "allied_paralysis", "refugees", "rommel", "none"
]
Kind: TypeAlias = Literal[
    "heavy_tank",
    "tank",
    "light_tank",
    "recon",
    "infantry",
    "artillery",
    "gun_88",
    "anti_tank",
    "light_flak",
    "transport",
    "leader",
]


class UnitRow(TomlModel):
    """One counter; either a set-up hex, or the turn and area of a reinforcement."""

    id: str
    name: str
    plural: bool = False
    """Whether the name is plural: "the tractors move"."""
    kind: Kind = Field(alias="type")
    size: str
    a: int
    d: int
    ma: int
    range: int = 0
    bombard: int = 0
    hex: str = ""
    turn: int | None = None
    area: str = ""


class FormationRow(TomlModel):
    """A formation and its counters."""

    id: str
    name: str
    side: Side
    nation: Nation
    units: tuple[UnitRow, ...]


class LeaderRow(TomlModel):
    """ARR-EV-09  A leader."""

    id: str
    name: str
    formation: str
    ma: int


class AirRow(TomlModel):
    """ARR-AR-13  An air unit with its two ratings."""

    id: str
    name: str
    side: Side
    air: int
    strike: int


class UnitsFile(TomlModel):
    """units.toml"""

    formation: tuple[FormationRow, ...]
    leader: tuple[LeaderRow, ...]
    air: tuple[AirRow, ...]


class TerrainRow(TomlModel):
    """ARR-MV-07  A terrain with its prices in half MPs, shift and bombardment modifier."""

    id: str
    title: str
    foot: int
    wheeled: int
    tracked: int
    shift: int
    bombard: int

    def price(self, mobility: Mobility) -> int:
        """Half MPs to enter off the road."""
        return {"foot": self.foot, "wheeled": self.wheeled, "tracked": self.tracked}[mobility]


class Hill(TomlModel):
    """What a hill adds to the terrain of its hex."""

    cost: int
    shift: int
    bombard: int


class RoadRates(TomlModel):
    """ARR-MV-07, ARR-MV-08  Half MPs for a step along a road."""

    main: int
    minor: int
    city: int

    def rate(self, cls: str) -> int:
        """The rate of a class of road."""
        return self.main if cls == "main" else self.minor


class Water(TomlModel):
    """Half MPs that water adds, and its combat shift."""

    stream: int
    bridged_river: int
    shift: int


class EntryRates(TomlModel):
    """ARR-RE-05  Half MPs for the first hex of a reinforcement on a main road."""

    main_road: int
    no_road_rate: int
    nearby: int
    """ARR-RE-05  Any other hex of the edge."""


class TerrainFile(TomlModel):
    """terrain.toml"""

    mobility: dict[Mobility, tuple[Kind, ...]]
    terrain: tuple[TerrainRow, ...]
    hill: Hill
    road: RoadRates
    water: Water
    entry: EntryRates


class Column(TomlModel):
    """ARR-CO-11  An odds column: attack factors to defence factors."""

    name: str
    attack: int
    defence: int


class ShiftRow(TomlModel):
    """ARR-CO-14  A column shift; without a value it takes the one of terrain.toml."""

    id: str
    title: str
    rule: str
    value: int | None = None
    when: str


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[Column, ...]
    result: dict[Result, str]
    """What each result means in words."""
    crt: dict[int, tuple[str, ...]]
    shift: tuple[ShiftRow, ...]


class StrikerDown(TomlModel):
    """ARR-AR-08  The highest natural die that shoots a striking air unit down."""

    alone: int
    flak: int


class Ranges(TomlModel):
    """ARR-BO-07, ARR-NI-01  Distances in hexes."""

    observer: int
    hill_observer: int
    night: int


class BombardmentFile(TomlModel):
    """ARR-BO-04  bombardment.toml"""

    needed: int
    armour: int
    max_air_effort: int
    striker_down: StrikerDown
    range: Ranges


class InterceptionRow(TomlModel):
    """ARR-AR-04  A row of chart intercept; the last has no `up_to`."""

    id: Interception
    up_to: int | None = None
    text: str


class InterceptionFile(TomlModel):
    """ARR-AR-04, ARR-AR-05, ARR-AR-06  interception.toml"""

    down_turns: int
    max_air_effort: int
    result: tuple[InterceptionRow, ...]


class Event(TomlModel):
    """ARR-EV-08  A random event."""

    id: EventId
    title: str
    rule: str
    rolls: tuple[int, ...]
    effect: str


class EventsFile(TomlModel):
    """events.toml"""

    event: tuple[Event, ...]


class Turn(TomlModel):
    """A box of the turn track."""

    number: int
    date: str
    time: str
    light: Literal["day", "night"] = "day"


class TurnsFile(TomlModel):
    """turns.toml"""

    turn: tuple[Turn, ...]


class AreaRow(TomlModel):
    """ARR-RE-03  An entry area."""

    id: str
    side: Side
    name: str
    hexes: tuple[str, ...]
    edge: Edge


class EntryDie(TomlModel):
    """ARR-RE-06  Modifiers of the reinforcement die, and the reach of ARR-RE-05 along the edge."""

    interdiction: int
    interdiction_most: int
    refugees: int
    edge_reach: int


class AreasFile(TomlModel):
    """areas.toml"""

    area: tuple[AreaRow, ...]
    refit: dict[str, str]
    entry: EntryDie


class ObjectiveRow(TomlModel):
    """ARR-VI-04  An objective hex and who holds it at the start."""

    hex: str
    name: str
    vp: int
    control: Side


class VictoryFile(TomlModel):
    """ARR-VI-03  victory.toml"""

    rommel_lost: int
    objective: tuple[ObjectiveRow, ...]
    kill: dict[Kind, int]


class Scenario(ScenarioFile):
    """A scenario file."""

    event_turns: tuple[int, ...]
    sudden_death: bool
    reinforcements: bool
    refit: bool
    units: tuple[str, ...]
    air: tuple[str, ...]
    objectives: tuple[str, ...]
    allied_bonus: int
    scoring: tuple[Side, ...]
    supply_sources: dict[Side, tuple[str, ...]]
    depot: dict[Side, tuple[str, ...]] = Field(default_factory=dict)
    closed: dict[Side, tuple[str, ...]] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tables:
    """Every data file that belongs to all scenarios."""

    units: UnitsFile
    terrain: TerrainFile
    combat: CombatFile
    bombardment: BombardmentFile
    interception: InterceptionFile
    events: EventsFile
    turns: TurnsFile
    areas: AreasFile
    victory: VictoryFile


@cache
def read_tables() -> Tables:
    """All tables of the game."""
    return Tables(
        units=read_toml(HERE / "units.toml", UnitsFile),
        terrain=read_toml(HERE / "terrain.toml", TerrainFile),
        combat=read_toml(HERE / "combat.toml", CombatFile),
        bombardment=read_toml(HERE / "bombardment.toml", BombardmentFile),
        interception=read_toml(HERE / "interception.toml", InterceptionFile),
        events=read_toml(HERE / "events.toml", EventsFile),
        turns=read_toml(HERE / "turns.toml", TurnsFile),
        areas=read_toml(HERE / "areas.toml", AreasFile),
        victory=read_toml(HERE / "victory.toml", VictoryFile),
    )


SCENARIOS = ScenarioFolder(HERE.parent / "scenarios", Scenario, get_args(Side))
