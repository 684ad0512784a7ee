"""The counters of East Front: ground units with their classes, air units, naval groups."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.roster import CounterModel, UnitsFile
from wargame.content.toml import HexNumber, TomlModel
from wargame.games.eastfront.data.files import Side

Nation: TypeAlias = Literal["G", "R", "H", "F", "I", "K", "S"]
"""Germany, Romania, Hungary, Finland, Italy, Slovakia, USSR."""
ClassId: TypeAlias = Literal[
    "GI", "GM", "GP", "GX", "GL", "GS", "GV", "RI", "RM", "RA", "HI", "HR", "IT", "SL", "FN",
    "SR", "SM", "SA", "SK", "SG", "ST", "SC", "CV", "AB", "MI", "FR", "AC", "SI",
    "HQ", "RE", "CE", "PA",
]  # fmt: skip
NO_COMBAT = frozenset(("HQ", "RE", "CE", "PA"))
"""EF-UN-06  Classes of ground units that are no combat units."""
AirType: TypeAlias = Literal["F", "A", "D", "B", "N", "T"]
AIR_TITLES: dict[AirType, str] = {
    "F": "fighters", "A": "attack aircraft", "D": "dive bombers", "B": "bombers",
    "N": "naval aircraft", "T": "transports",
}  # fmt: skip
NavalType: TypeAlias = Literal["capital", "light", "transport", "submarine", "flotilla"]


class UnitClass(TomlModel):
    """EF-UN-01  A unit class; strengths are per step."""

    id: ClassId
    title: str
    attack: int
    defence: int
    ma: int
    zoc: Literal["usual", "own", "none"]
    """EF-ZC-01  Over the hexes around, in its own hex only, none."""
    cm: bool = False
    """Combat-motorised."""
    armoured: bool = False
    small: bool = False
    """EF-UN-04  Stacking value 0; loses steps last."""
    mountain: bool = False
    """EF-UN-03  Mountain trained."""
    forest: bool = False
    minor: bool = False
    """A minor ally of Germany."""
    engineer: bool = False
    deliberate: bool = False
    """Attacks only in a normal or delayed attack, and never advances."""
    static: bool = False

    @cached_property
    def combat(self) -> bool:
        """EF-UN-06"""
        return self.id not in NO_COMBAT

    @cached_property
    def zones(self) -> bool:
        """EF-ZC-04  Whether it has any ZOC."""
        return self.zoc != "none"

    @cached_property
    def pays_as_cm(self) -> bool:
        """EF-MV-18  Whether it pays movement like combat-motorised units."""
        return self.cm or self.id in ("HQ", "RE", "CE")


class ClassChange(TomlModel):
    """EF-UN-02  What classes are from a turn on."""

    turn: int
    classes: tuple[ClassId, ...]
    attack: int | None = None
    defence: int | None = None
    ma: int | None = None


class ClassesFile(TomlModel):
    """classes.toml"""

    class_: tuple[UnitClass, ...] = Field(alias="class")
    change: tuple[ClassChange, ...]


class UnitType(CounterModel):
    """A ground unit, with what its formation says of it."""

    side: Side
    cls: ClassId = Field(alias="class")
    nation: Nation = "G"
    steps: int
    """At full strength; also the most it may have (EF-RP-16)."""
    entry: HexNumber | None = None
    """EF-RF-10  Where a reinforcement is placed."""
    force: str = ""
    """EF-RF-12, EF-RF-14  The conditional reinforcement or reaction force it belongs to."""
    mountain: bool = False
    """EF-UN-03  Mountain trained beyond its class."""
    rating: int = 0
    """EF-RX-10  Of an HQ; 0 for Soviet ones, theirs goes by date."""
    lift: int = 0
    range: int = 0
    truck: int = 0
    """EF-SP-12  Path cost of its trucks, 0 for the usual one."""
    holds: int = 0
    """4.14  The SP it may hold, 0 for the usual number."""
    sp: int = 0
    """On arrival."""
    oc: bool = False
    """Holds a ready offensive chit at the start."""

    @cached_property
    def title(self) -> str:
        """Its name as it is called in sentences."""
        return self.name

    @cached_property
    def hq(self) -> bool:
        """Whether it is a headquarters."""
        return self.cls == "HQ"


class AirUnit(TomlModel):
    """EF-AR-10  An air unit of about ninety aircraft."""

    id: str
    name: str
    side: Side
    nation: Nation = "G"
    type: AirType
    fighter: int
    tac: int
    range: int
    """In hexes."""
    turn: int
    """Of arrival; 1 = at the start."""
    base: HexNumber


class NavalGroup(TomlModel):
    """EF-NV-10  A naval group."""

    id: str
    name: str
    side: Side
    nation: Nation = "G"
    type: NavalType
    surface: int
    bombard: int
    transport: int
    """In steps or SP."""
    steps: int
    ma: int
    """In sea hexes a player-turn."""
    sea: Literal["Baltic", "Black", "White", "Ladoga", "Caspian"]
    turn: int
    """Of arrival; 1 = at the start, 0 = by its condition."""
    port: HexNumber
    force: str = ""


class RosterFile(UnitsFile):
    """units.toml"""


class AirFile(TomlModel):
    """air.toml"""

    unit: tuple[AirUnit, ...]


class NavalFile(TomlModel):
    """naval.toml"""

    group: tuple[NavalGroup, ...]
