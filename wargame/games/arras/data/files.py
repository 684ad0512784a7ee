"""The data files of Arras as frozen models: terrain, tables, scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from wargame.content.areas import Area
from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import game_files
from wargame.content.toml import HexNumber, TomlModel

Side: TypeAlias = Literal["allied", "german"]
Nation: TypeAlias = Literal["british", "french", "german"]
Mobility: TypeAlias = Literal["foot", "wheeled", "tracked"]
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
        return int(getattr(self, mobility))


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


class Shift(TomlModel):
    """ARR-CO-14  A column shift; one that is ground takes the one of terrain.toml."""

    id: str
    title: str
    rule: str
    value: int = 0
    when: str


def _pair(entry: str) -> tuple[str, ...]:
    return tuple(entry.split("/"))


Entry: TypeAlias = Annotated[tuple[Result, Result], BeforeValidator(_pair)]


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[Column, ...]
    result: dict[Result, str]
    """What each result means in words."""
    crt: dict[int, tuple[Entry, ...]]
    """ARR-CO-06  By die and column: (attacker, defender)."""
    shift: tuple[Shift, ...]


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


class Turn(TomlModel):
    """A box of the turn track."""

    number: int
    date: str
    time: str
    light: Literal["day", "night"] = "day"


class EntryDie(TomlModel):
    """ARR-RE-06  Modifiers of the reinforcement die, and the reach of ARR-RE-05 along the edge."""

    interdiction: int
    interdiction_most: int
    refugees: int
    edge_reach: int


class AreasFile(TomlModel):
    """areas.toml"""

    area: tuple[Area[Side], ...]
    refit: dict[str, str]
    entry: EntryDie


class Objective(TomlModel):
    """ARR-VI-04  An objective hex and who holds it at the start."""

    hex: HexNumber
    name: str
    vp: int
    control: Side


class VictoryFile(TomlModel):
    """ARR-VI-03  victory.toml"""

    rommel_lost: int
    objective: tuple[Objective, ...]
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


SIDE_TITLES = {"allied": "Allied", "german": "German"}
FILES = game_files(Path(__file__).parents[1], Scenario, SIDE_TITLES)
