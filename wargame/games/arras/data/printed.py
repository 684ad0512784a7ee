"""Counters, areas, objectives and shifts of Arras as the rules look at them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wargame.games.arras.data.files import AirRow, Edge, Kind, Mobility, Nation, Side
from wargame.hexes.grid import Hex

_ARMOUR = frozenset({"heavy_tank", "tank", "light_tank"})
_FLAK = frozenset({"gun_88", "light_flak"})
_LIFTABLE = frozenset({"infantry", "artillery", "gun_88"})
_ATTACK_DUTY = _ARMOUR | {"recon", "infantry"}
_NO_REFIT = frozenset({"gun_88", "transport", "artillery", "leader"})

AirType = AirRow


@dataclass(frozen=True)  # without slots, so that what follows from the kind is worked out once
class UnitType:
    """ARR-UN-02  What is printed on a counter."""

    id: str
    name: str
    formation: str
    formation_id: str
    side: Side
    nation: Nation
    kind: Kind
    size: str
    attack: int
    defence: int
    allowance: int
    """Movement points, whole."""
    range: int
    """ARR-BO-02, ARR-BO-03, ARR-BO-08  Hexes; 0 for a unit that does not bombard."""
    bombard: int
    setup: Hex | None
    arrival: int | None
    """ARR-RE-03  Earliest turn of a reinforcement."""
    area: str
    """ARR-RE-03  Entry area of a reinforcement."""
    refit_area: str
    """ARR-RF-07  Where it waits after a refit."""
    mobility: Mobility

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
    def gun(self) -> bool:
        """Artillery and 88s."""
        return self.kind in ("artillery", "gun_88")

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


@dataclass(frozen=True, slots=True)
class Area:
    """ARR-RE-03  An entry area."""

    id: str
    side: Side
    name: str
    hexes: tuple[Hex, ...]
    edge: Edge
    nearby: tuple[Hex, ...]
    """ARR-RE-05  Other hexes of the edge within reach of a listed one."""


@dataclass(frozen=True, slots=True)
class Objective:
    """ARR-VI-04  An objective hex and its controller at the start."""

    hex: Hex
    name: str
    vp: int
    control: Side


@dataclass(frozen=True, slots=True)
class Shift:
    """ARR-CO-14  A column shift."""

    id: str
    title: str
    rule: str
    value: int
    when: str
