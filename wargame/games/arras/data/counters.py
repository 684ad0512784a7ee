"""The counters of Arras: what is printed on them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pydantic import Field

from wargame.content.roster import CounterModel, UnitsFile
from wargame.content.toml import TomlModel
from wargame.games.arras.data.files import Kind, Mobility, Nation, Side

_ARMOUR = frozenset({"heavy_tank", "tank", "light_tank"})
_FLAK = frozenset({"gun_88", "light_flak"})
_LIFTABLE = frozenset({"infantry", "artillery", "gun_88"})
_ATTACK_DUTY = _ARMOUR | {"recon", "infantry"}
_NO_REFIT = frozenset({"gun_88", "transport", "artillery", "leader"})


class UnitType(CounterModel):
    """ARR-UN-02  What is printed on a counter, with what its formation and other files say of it."""

    plural: bool = False
    """Whether the name is plural: "the tractors move"."""
    side: Side
    nation: Nation
    kind: Kind = Field(alias="type")
    size: str
    attack: int = Field(alias="a")
    defence: int = Field(alias="d")
    allowance: int = Field(alias="ma")
    """Movement points, whole."""
    range: int = 0
    """ARR-BO-02, ARR-BO-03, ARR-BO-08  Hexes; 0 for a unit that does not bombard."""
    bombard: int = 0
    refit_area: str
    """ARR-RF-07  Where it waits after a refit."""
    mobility: Mobility
    """ARR-MV-07  The column of the terrain table that it pays."""

    @cached_property
    def armour(self) -> bool:
        """Tanks of any weight."""
        return self.kind in _ARMOUR

    @cached_property
    def mechanised(self) -> bool:
        """ARR-EX-01  Armour and recon: they exploit."""
        return self.kind in _ARMOUR or self.kind == "recon"

    @cached_property
    def artillery(self) -> bool:
        """ARR-BO-01  Units that bombard."""
        return self.kind == "artillery"

    @cached_property
    def flak(self) -> bool:
        """ARR-AR-08  88s and light flak."""
        return self.kind in _FLAK

    @cached_property
    def transport(self) -> bool:
        """Lorries and tractors."""
        return self.kind == "transport"

    @cached_property
    def combat_unit(self) -> bool:
        """Any ground unit but transports."""
        return self.kind not in ("transport", "leader")

    @cached_property
    def liftable(self) -> bool:
        """ARR-MV-11, ARR-UN-03  May ride with transport."""
        return self.kind in _LIFTABLE

    @cached_property
    def attack_duty(self) -> bool:
        """ARR-CO-09, ARR-CO-19  Forced to attack while undisrupted; may advance."""
        return self.kind in _ATTACK_DUTY

    @cached_property
    def refits(self) -> bool:
        """ARR-RF-05  May try to return: no 88, transport or artillery, no factor of 1."""
        return self.kind not in _NO_REFIT and min(self.attack, self.defence) > 1


class AirType(TomlModel):
    """ARR-AR-13  An air unit with its two ratings."""

    id: str
    name: str
    side: Side
    air: int
    strike: int


class ArmyFile(UnitsFile):
    """units.toml"""

    leader: tuple[dict[str, Any], ...]
    """ARR-EV-09"""
    air: tuple[AirType, ...]
