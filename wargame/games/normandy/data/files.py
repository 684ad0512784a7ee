"""The data files of Normandy as frozen models: areas, turns, states, scenarios; the words of all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from pydantic import Field

from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import game_files
from wargame.content.states import StatesFile as StatesOnly
from wargame.content.toml import HexNumber, TomlModel

Side: TypeAlias = Literal["allied", "german"]
SIDE_TITLES: dict[str, str] = {"allied": "Allied", "german": "German"}
Nation: TypeAlias = Literal["us", "cw", "ge"]
NATION_TITLES: dict[str, str] = {"us": "US", "cw": "CW", "ge": "German"}
Mobility: TypeAlias = Literal["foot", "mech"]
Flag: TypeAlias = Literal["inf", "arm", "rec", "hvy", "art", "hq"]
StepSide: TypeAlias = Literal["full", "reduced", "cadre"]
RiverId: TypeAlias = Literal["minor river", "major river", "flooded river"]
WeatherId: TypeAlias = Literal["storm", "rain", "overcast", "clear"]
SeaId: TypeAlias = Literal["calm", "moderate", "rough", "gale"]
Month: TypeAlias = Literal["june", "july", "august"]
Procedure: TypeAlias = Literal[
    "weather",
    "replacements",
    "boundary",
    "landing",
    "carpet",
    "areas",
    "coast",
    "build_up",
    "victory",
]
"""What a small scenario plays without."""


class UpTo(TomlModel):
    """A row that holds up to a number, from where the row before it ended; the last has none."""

    up_to: int | None = None


Row = TypeVar("Row", bound=UpTo)


def row_of(rows: Sequence[Row], number: int) -> Row:
    """The first row that reaches a number."""
    return next(row for row in rows if row.up_to is None or number <= row.up_to)


# -- areas, turns, states -------------------------------------------------------------------------


class OffMapArea(TomlModel):
    """NOR-OM-01  An area beyond the edge; or the hexes where a scenario's units enter."""

    id: str
    name: str
    hexes: tuple[HexNumber, ...]
    next: tuple[str, ...] = ()


class AreaUse(TomlModel):
    """NOR-OM-02 to -04, NOR-RF-04, NOR-SU-07, NOR-WN-04"""

    german: tuple[str, ...]
    supply: tuple[str, ...]
    nation: Nation
    onward: int
    shift: int
    displaced: int
    exits: tuple[HexNumber, ...]


class Brittany(TomlModel):
    """NOR-OM-05"""

    area: str
    first: int
    units: int
    vp: int


class Fortress(TomlModel):
    """NOR-SU-11"""

    hexes: tuple[HexNumber, ...]
    hq: str
    reach: int
    beside: int


class AreasFile(TomlModel):
    """areas.toml"""

    area: tuple[OffMapArea, ...]
    use: AreaUse
    brittany: Brittany
    fortress: Fortress


class Turn(TomlModel):
    """Two days of the campaign."""

    number: int
    date: str
    month: Month
    shaded: bool = False
    """NOR-VP-02  The cities are counted."""


class MarkerRow(TomlModel):
    """A marker of a hex or hexside."""

    id: str
    title: str
    letter: str
    rule: str
    on: Literal["hex", "hexside"]
    side: Literal["", "allied", "german"] = ""
    pending: str = ""
    """What its construction side becomes."""
    removed_by: str


class StatesFile(StatesOnly):
    """states.toml"""

    marker: tuple[MarkerRow, ...]


# -- scenarios ------------------------------------------------------------------------------------


class Placement(TomlModel):
    """Where a unit of a scenario stands, or when and where it arrives."""

    id: str
    hex: str = ""
    turn: int | None = None
    area: str = ""
    state: StepSide = "full"


class Positions(TomlModel):
    """Fortifications at the start."""

    improved: tuple[str, ...] = ()
    entrenchments: tuple[str, ...] = ()


class Control(TomlModel):
    """The hexes the Allies hold at the start beside those they stand in; the rest is German."""

    allied: tuple[str, ...] = ()
    rows: tuple[int, int] | None = None
    """Every land hex of these rows."""


class EntryRow(TomlModel):
    """Hexes of the board where reinforcements of the scenario enter."""

    id: str
    name: str
    hexes: tuple[str, ...]


class GoalRow(TomlModel):
    """A hex that scores for the Allies at the end."""

    hex: str
    name: str
    vp: int


class Beyond(TomlModel):
    """Points for an Allied unit In Supply in one of these hexes at the end."""

    hexes: tuple[str, ...]
    vp: int


class Points(TomlModel):
    """How a small scenario is scored."""

    losses: int
    beyond: Beyond
    hex: tuple[GoalRow, ...]


class Scenario(ScenarioFile):
    """A scenario file."""

    uses: tuple[Procedure, ...]
    units: tuple[str, ...] = ()
    """["all"]: every unit as the order of battle has it."""
    unit: tuple[Placement, ...] = ()
    """Units in places of the scenario's own."""
    weather: dict[int, WeatherId]
    """By turn, where it is not rolled."""
    sea: dict[int, SeaId]
    boundary: int = 0
    """NOR-BD-02  The column of every row; 0: none."""
    reserve: dict[str, int]
    """NOR-AS-06  Support points by army."""
    support_level: dict[Nation, int] = Field(default_factory=dict)
    """Levels that are not worked out."""
    supported: tuple[int, ...] = ()
    """Turns on which every HQ is supported free of charge."""
    bridges_destroyed: tuple[str, ...] = ()
    positions: Positions
    control: Control
    supply_sources: dict[Side, tuple[str, ...]] = Field(default_factory=dict)
    """Instead of beaches, ports and areas."""
    entry: tuple[EntryRow, ...] = ()
    points: Points | None = None


FILES = game_files(Path(__file__).parents[1], Scenario, SIDE_TITLES)
