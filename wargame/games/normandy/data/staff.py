"""The staff's tables of Normandy as frozen models: weather, air, support, replacements."""

from __future__ import annotations

from typing import Literal, TypeAlias

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.normandy.data.files import (
    Flag,
    Month,
    Nation,
    SeaId,
    UpTo,
    WeatherId,
)

FacilityKind: TypeAlias = Literal["beach", "mulberry", "port"]
BombsId: TypeAlias = Literal["short", "thin", "heavy", "crushing", "annihilating"]


class WeatherRow(UpTo):
    """NOR-WX-05  A kind of weather and what it changes."""

    id: WeatherId
    title: str
    sea: int
    support: int
    """NOR-AA-04  Ground Support points in a combat."""
    support_operation: int
    drm: int
    wet: bool = False
    """NOR-WX-08"""
    targeted: int
    """NOR-IT-05  Hexes."""
    bombers: bool = False
    """NOR-CB-03"""


class SeaRow(UpTo):
    """NOR-WX-05  The sea and what it lets through; facility points in halves."""

    id: SeaId
    title: str
    beaches: int
    mulberries: int
    ports: int
    naval: bool
    heavy: int
    """NOR-RF-02  Landing points of a mech unit of stacking 2."""
    replacements: bool

    def share(self, kind: FacilityKind) -> int:
        """NOR-SL-12  Halves of the points of a kind that count."""
        return {"beach": self.beaches, "mulberry": self.mulberries, "port": self.ports}[kind]


class GreatStorm(TomlModel):
    """NOR-WX-06"""

    turns: tuple[int, ...]
    modifier: int


class WeatherFile(TomlModel):
    """weather.toml"""

    weather: tuple[WeatherRow, ...]
    sea: tuple[SeaRow, ...]
    month: dict[Month, int]
    storm: GreatStorm


class Period(UpTo):
    """NOR-AA-03  What is added to Air Points by turn."""

    modifier: int


class LevelRow(UpTo):
    """NOR-IT-04  An Interdiction Level and its effect on the German."""

    level: int
    strategic: dict[int, int]
    mech_primary: int
    struck: int = 0
    late: int = 0


class Targeted(TomlModel):
    """NOR-IT-05"""

    price: int
    bridge: int


class Carpet(TomlModel):
    """NOR-CB-03, NOR-CB-04"""

    missions: int
    gap: int
    units: int
    reach: int
    short_reach: int


class Bombs(UpTo):
    """NOR-CB-05  A row of chart carpet."""

    id: BombsId
    title: str
    up_to_near: int | None = None
    """With an Allied combat unit next to the target, where that is another number."""
    disorganized: Literal["none", "one", "all"]
    steps: int = 0
    positions: Literal["stand", "lower", "gone"]
    bridges: int = 0
    """The highest die that destroys a bridge."""
    bombed: bool = False
    effect: str


class AirFile(TomlModel):
    """air.toml"""

    points: dict[WeatherId, tuple[int, ...]]
    period: tuple[Period, ...]
    level: tuple[LevelRow, ...]
    targeted: Targeted
    carpet: Carpet
    bombs: tuple[Bombs, ...]


class Later(TomlModel):
    """What a port is worth when it has been held longer."""

    works: int
    points: int


class Facility(TomlModel):
    """NOR-SL-11  A beach, Mulberry or port."""

    id: str
    title: str
    kind: FacilityKind
    nation: Nation
    hexes: tuple[HexNumber, ...]
    points: int
    first: int = 1
    last: int | None = None
    gale: int = 0
    """NOR-WX-07  The highest die that destroys it."""
    works: int = 0
    """Turns after it was taken."""
    later: Later | None = None


class Ports(TomlModel):
    """NOR-SL-11"""

    threat: int
    from_start: int


class SupportRow(UpTo):
    """NOR-SL-04, NOR-AS-03  A Support Level by facility points, and its income by the die."""

    level: int
    income: tuple[int, ...]


class Prices(TomlModel):
    """NOR-SL-04 to -06, NOR-RF-02"""

    by_level: int
    by_facility: int
    hq: int
    artillery: int


class GermanIncome(TomlModel):
    """NOR-AS-04"""

    late_turn: int
    late: int
    withdrawn: int
    least: int


class PointsRow(UpTo):
    """Points by a roll."""

    points: int


class FortressStock(TomlModel):
    """NOR-SL-10"""

    stock: int


class SupportFile(TomlModel):
    """support.toml"""

    facility: tuple[Facility, ...]
    ports: Ports
    level: tuple[SupportRow, ...]
    points: Prices
    german: GermanIncome
    german_income: tuple[PointsRow, ...]
    fortress: FortressStock


class AlliedReplacements(UpTo):
    """NOR-RP-04  Points of a nation up to a turn, by the die."""

    nation: Nation
    points: tuple[int, ...]


class Pool(TomlModel):
    """NOR-RP-04"""

    kept: int
    cw_most: int


class Rest(TomlModel):
    """NOR-RP-09"""

    needed: int
    reach: int
    flags: tuple[Flag, ...]


class Merge(TomlModel):
    """NOR-RP-07"""

    flag: Flag
    reach: int


class Dissolve(TomlModel):
    """NOR-RP-08"""

    nation: Nation
    first: int
    brigades: int
    brigade: str
    """The class of its brigades."""


class Leaves(TomlModel):
    """NOR-RP-10"""

    turn: int
    formation: str


class ReplacementFile(TomlModel):
    """replacement.toml"""

    allied: tuple[AlliedReplacements, ...]
    german: tuple[PointsRow, ...]
    pool: Pool
    price: dict[Flag, int]
    rest: Rest
    merge: Merge
    dissolve: Dissolve
    leaves: tuple[Leaves, ...]
