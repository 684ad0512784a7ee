"""The counters of Ardennes."""

from __future__ import annotations

from functools import cached_property

from pydantic import Field

from wargame.content.roster import CounterModel, UnitsFile
from wargame.content.toml import HexNumber
from wargame.games.ardennes.data.files import ArmyId, Mode, Quality, Side, UnitKind

_MECHANIZED = frozenset(("armor", "mech", "recon"))


class UnitType(CounterModel):
    """A counter, with what its corps says of it."""

    side: Side
    number: int
    """Selector number (#), unique in its corps."""
    corps: str
    corps_number: int
    army: ArmyId
    div: str = ""
    """Division or brigade; "" for an independent unit."""
    kind: UnitKind = Field(alias="type")
    strength: tuple[int, ...]
    """By step, the best first."""
    bracketed: bool = False
    """ARD-US-01  A [unit]."""
    allowance: int = Field(alias="ma")
    """Movement points."""
    quality: Quality
    due: int | None = None
    """The December day on which it enters Reserve."""
    event: bool = False
    """Comes by an event alone."""
    okw: bool = False
    """ARD-RD-12  Of the OKW reserve."""
    hex_by_mode: dict[Mode, HexNumber] = Field(default_factory=dict)
    """ARD-DX-01, ARD-DX-02  Where it stands at the start in a mode; in Reserve in the other."""

    @cached_property
    def steps(self) -> int:
        """Steps of a full unit."""
        return len(self.strength)

    @cached_property
    def mech(self) -> bool:
        """Armor, mechanized infantry and reconnaissance."""
        return self.kind in _MECHANIZED

    @cached_property
    def infantry(self) -> bool:
        """Infantry and engineers."""
        return not self.mech

    @cached_property
    def rank(self) -> tuple[int, int]:
        """ARD-GE-07  Ascending #: by #, then by corps; OKW units and VDH last among equals."""
        last = 100 if self.okw or self.event else 0
        return self.number, self.corps_number + last

    @cached_property
    def title(self) -> str:
        """Its name as it is called in sentences, with its division: "110/28", "2/2", "CCB/10", "26 AA"."""
        name, div = self.name, self.div
        if not div or name == div == "VDH":
            return name
        own = f" {div}", f"/{div.split()[0]}"
        return name if name.startswith(f"{div} ") or name.endswith(own) else f"{name}/{div}"

    def value(self, lost: int) -> int:
        """Strength after *lost* steps."""
        return self.strength[lost]


class RosterFile(UnitsFile):
    """units.toml"""
