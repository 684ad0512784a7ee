"""The counters of Normandy: classes, units, formations, armies and their headquarters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from pydantic import Field

from wargame.content.roster import CounterModel, UnitsFile
from wargame.content.toml import TomlModel
from wargame.games.normandy.data.files import (
    NATION_TITLES,
    Flag,
    Mobility,
    Nation,
    Side,
    StepSide,
)

_STEPS: dict[int, tuple[StepSide, ...]] = {
    1: ("full",),
    2: ("full", "cadre"),
    3: ("full", "reduced", "cadre"),
}
"""NOR-ST-01 to -03  The sides of a counter by its number of steps, best first."""


class UnitClass(TomlModel):
    """A row of chart classes: what is printed on every counter of its kind."""

    id: str
    title: str
    strength: tuple[int, ...] = ()
    """Full, reduced, cadre; of two steps full and cadre. None for HQ and support units."""
    rating: tuple[int, ...] = ()
    """Of artillery, rockets and flak: full and reduced."""
    mobility: Mobility
    allowance: int = Field(alias="ma")
    strategic: int
    """NOR-SM-03  Hexes of road."""
    stacking: int
    flags: frozenset[Flag]
    range: int = 0

    @cached_property
    def steps(self) -> int:
        """NOR-ST-01 to -03"""
        return len(self.strength) or 1

    @cached_property
    def sides(self) -> tuple[StepSide, ...]:
        """The sides it has as a combat unit, best first; artillery is full or reduced."""
        return ("full", "reduced") if self.rating else _STEPS[self.steps]

    @cached_property
    def values(self) -> tuple[str, str]:
        """What chart classes prints: strength or rating, and range."""
        numbers = self.strength or self.rating
        shown = "/".join(map(str, numbers)) or "-"
        return (f"rating {shown}" if self.rating else shown), str(self.range or "-")

    @property
    def told(self) -> str:
        """Its flags as chart classes prints them."""
        return " ".join(sorted(self.flags))


class UnitType(CounterModel):
    """A counter, with what its class and formation say of it."""

    side: Side
    nation: Nation
    kind: str = Field(alias="class")
    cls: UnitClass
    state: StepSide = "full"
    """The side it starts or arrives with."""

    @cached_property
    def title(self) -> str:
        """Its name with that of its division: "16th, 1st Inf Div"."""
        own = "Div" in self.formation and "Div" not in self.name
        return f"{self.name}, {self.formation}" if own else self.name

    @cached_property
    def steps(self) -> int:
        """Steps of a full unit."""
        return self.cls.steps

    @cached_property
    def mobility(self) -> Mobility:
        """The column of table terrain."""
        return self.cls.mobility

    @cached_property
    def mech(self) -> bool:
        """Moves on wheels or tracks."""
        return self.cls.mobility == "mech"

    @cached_property
    def allowance(self) -> int:
        """Movement points as printed, whole."""
        return self.cls.allowance

    @cached_property
    def strategic(self) -> int:
        """NOR-SM-03  Hexes of road as printed."""
        return self.cls.strategic

    @cached_property
    def stacking(self) -> int:
        """NOR-MV-06  Points."""
        return self.cls.stacking

    @cached_property
    def flags(self) -> frozenset[Flag]:
        """Class flags."""
        return self.cls.flags

    @cached_property
    def hq(self) -> bool:
        """A corps headquarters or the Fortress HQ."""
        return "hq" in self.cls.flags

    @cached_property
    def support(self) -> bool:
        """Artillery, rockets, flak: a rating, no strength."""
        return bool(self.cls.rating)

    @cached_property
    def combat_unit(self) -> bool:
        """Has a printed strength."""
        return bool(self.cls.strength)

    def strength(self, shown: StepSide) -> int:
        """Strength of the side shown; 0 for HQ and support units."""
        return self.cls.strength[self.cls.sides.index(shown)] if self.cls.strength else 0

    def rating(self, shown: StepSide) -> int:
        """NOR-SL-08  Support rating of the side shown; 0 for others."""
        return self.cls.rating[self.cls.sides.index(shown)] if self.cls.rating else 0

    def steps_left(self, shown: StepSide) -> int:
        """Steps of the side shown; 1 for HQ and support units."""
        return self.steps - self.cls.sides.index(shown) if self.combat_unit else 1


def names(units: Mapping[str, UnitType]) -> dict[str, str]:
    """The titles of units; of two that are called alike each with its nation: "US VIII Corps"."""
    often = Counter(unit.title for unit in units.values())
    return {
        key: unit.title if often[unit.title] == 1 else f"{NATION_TITLES[unit.nation]} {unit.title}"
        for key, unit in units.items()
    }


class Formation(TomlModel):
    """A division, corps or army with its units in table order."""

    id: str
    name: str
    side: Side
    nation: Nation
    division: bool = False
    """NOR-SU-04  Counts as a division."""
    army: str = ""
    """The pool of army-level artillery."""
    units: tuple[str, ...]


class Army(TomlModel):
    """NOR-SL-09, NOR-AS-05  A pool of support points."""

    id: str
    title: str
    nation: Nation
    cap: int
    first: int = Field(alias="from", default=1)
    """The turn on which it takes over its HQs."""
    parent: str = ""
    share: int = 1


class HqRow(TomlModel):
    """What is known of a corps headquarters beside its counter."""

    id: str
    army: str
    later: str = ""
    """The army it goes to when that takes over."""
    room: int = 0
    """NOR-SU-04  Combat units that may be attached; 0: as of its nation."""
    formations: tuple[str, ...] = ()
    """The only formations it takes; empty: any of its nation."""
    units: tuple[str, ...] = ()


class ArmiesFile(TomlModel):
    """armies.toml"""

    army: tuple[Army, ...]
    hq: tuple[HqRow, ...]
    room: dict[Nation, int]


class RosterFile(UnitsFile):
    """units.toml"""

    classes: tuple[UnitClass, ...] = Field(alias="class")
