"""A position: units, control and markers as plain values, and the first questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tests.games.eastfront.referee.board import (
    Ground,
    Side,
    column,
    distance,
    neighbours,
    printed,
    row,
    side,
)
from tests.games.eastfront.referee.fleet import Group
from tests.games.eastfront.referee.tables import UnitClass, values, zone

OTHER = {"axis": "soviet", "soviet": "axis"}
NATION_OF = {"RI": "R", "RM": "R", "RA": "R", "HI": "H", "HR": "H", "IT": "I", "SL": "L", "FN": "F"}


@dataclass(frozen=True)
class Unit:
    """A ground unit on the map."""

    id: str
    who: str
    cls: str
    hex: str
    steps: int = 1
    level: int = 0
    """U-level."""
    isolated: bool = False
    """As found in the last isolation segment (EF-IS-03)."""
    unprepared: bool = False
    nation: str = ""
    """G, R, H, F, I, L or S; for HQs and engineers, the classes tell the others."""
    alpine: bool = False
    range: int = 4
    """Of an HQ."""
    trace: int = 6
    """Of an HQ: 6, Panzer Group 8 (EF-SP-27)."""
    sp: int = 0
    """Carried by an HQ."""
    formation: str = ""
    ordered: bool = False
    """EF-PE-06  Ordered to stand fast."""
    active: bool = False
    """EF-PT-11  Of a band."""

    @property
    def folk(self) -> str:
        standing = "S" if self.who == "soviet" else "G"
        return NATION_OF.get(self.cls, self.nation or standing)

    def is_(self, *classes: str) -> bool:
        return self.cls in classes


@dataclass(frozen=True, eq=False)
class Position:
    """Everything that the rules ask about at one moment; two are the same only if they are one."""

    units: Mapping[str, Unit]
    turn: int = 10
    ground: Ground = field(default_factory=printed)
    control: Mapping[str, str] = field(default_factory=dict)
    """Hexes that differ from the start (EF-HC-01)."""
    weather: Mapping[str, str] = field(default_factory=dict)
    """Zone to C, M, F, S or B; zones left out are clear."""
    ice: frozenset[str] = frozenset()
    """Frozen zones."""
    standard: frozenset[str] = frozenset()
    """Rail hexes converted to standard gauge."""
    broad: frozenset[str] = frozenset()
    """Rail hexes converted to broad gauge."""
    breaks: frozenset[str] = frozenset()
    demolished: frozenset[str] = frozenset()
    forts: Mapping[str, int] = field(default_factory=dict)
    """Hex to level of built forts; printed fortresses are on the map."""
    active: frozenset[str] = frozenset()
    """Hexes of active partisan bands."""
    closed: frozenset[str] = frozenset()
    """Closed countries (EF-HC-05)."""
    sources: Mapping[str, frozenset[str]] | None = None
    """Side to hexes, in place of the map's (8.3)."""
    window: tuple[int, int, int, int] | None = None
    """8.3  First and last column, first and last row."""
    ladoga: bool = False
    """EF-IS-01  Lake Ladoga joins its Soviet shore."""
    ports: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Side to own ports in sea connection (EF-NV-19)."""
    sea_heads: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Side to ports in sea supply (EF-NV-20)."""
    dumps: Mapping[str, int] = field(default_factory=dict)
    """Hex to SPs that lie there."""
    cut: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Side to its hexes found isolated in the last isolation segment (EF-IS-03)."""
    harassed: frozenset[str] = frozenset()
    bonus: bool = False
    """The T1 bonus turn."""
    ploesti_axis: bool = True
    hungary: bool = True
    """EF-PE-04  Hungary is at war."""
    directive: bool = False
    """EF-PE-07  The directive is obeyed."""
    fleet: Mapping[str, Group] = field(default_factory=dict)
    """Naval groups on the map."""
    port_hits: Mapping[str, int] = field(default_factory=dict)
    srp: Mapping[str, int] = field(default_factory=dict)
    """Hex to SRPs that lie there."""
    routes: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Side to its transport points on routes: group and port, in the order of assignment (EF-NV-24)."""

    # -- the map

    def land(self, hex_: str) -> bool:
        return self.ground.terrain[hex_] not in "~l#" and self.inside(hex_)

    def inside(self, hex_: str) -> bool:
        if self.window is None:
            return True
        left, right, top, bottom = self.window
        return left <= column(hex_) <= right and top <= row(hex_) <= bottom

    def near(self, hex_: str) -> tuple[str, ...]:
        return tuple(h for h in neighbours(hex_) if self.inside(h))

    def zone(self, hex_: str) -> str:
        return zone(row(hex_))

    def sky(self, hex_: str) -> str:
        return self.weather.get(self.zone(hex_), "C")

    def iced(self, hex_: str) -> bool:
        return self.zone(hex_) in self.ice

    def footed(self, hex_: str) -> bool:
        """Passable to foot: land, or a frozen lake."""
        lake = self.ground.terrain[hex_] == "l" and self.iced(hex_)
        return self.inside(hex_) and (self.land(hex_) or lake)

    def river(self, a: str, b: str) -> str:
        """River from `a` into `b`, empty if frozen; EF-WX-07: the zone of the hex entered."""
        return "" if self.iced(b) else self.ground.rivers.get(side(a, b), "")

    def strait(self, a: str, b: str) -> bool:
        return side(a, b) in self.ground.straits

    def border(self, a: str, b: str) -> bool:
        """EF-HC-05  Whether the border of a closed country lies between."""
        na, nb = self.ground.nation[a], self.ground.nation[b]
        return na != nb and (na in self.closed or nb in self.closed)

    def highway(self, a: str, b: str) -> bool:
        return side(a, b) in self.ground.highways

    def rail(self, a: str, b: str) -> bool:
        """An open line step joins the hexes."""
        return self.opened(side(a, b))

    def opened(self, step: Side) -> bool:
        opens = self.ground.rails.get(step)
        return opens is not None and opens <= self.turn

    # -- what stands on it

    @cached_property
    def by_hex(self) -> dict[str, tuple[Unit, ...]]:
        found: dict[str, tuple[Unit, ...]] = {}
        for unit_id in sorted(self.units):
            unit = self.units[unit_id]
            found[unit.hex] = (*found.get(unit.hex, ()), unit)
        return found

    def at(self, hex_: str, who: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.by_hex.get(hex_, ()) if u.who == who)

    def fighters(self, hex_: str, who: str) -> tuple[Unit, ...]:
        """EF-UN-06  Combat units in a hex."""
        return tuple(u for u in self.at(hex_, who) if not self.values(u).flag("serving"))

    def values(self, unit: Unit) -> UnitClass:
        return values(unit.cls, self.turn)

    def enemy(self, hex_: str, who: str) -> bool:
        """An enemy ground unit; partisan bands do not count (EF-PT-15, 16)."""
        return any(u.cls != "PA" for u in self.at(hex_, OTHER[who]))

    def controller(self, hex_: str) -> str:
        """EF-HC-01"""
        if hex_ in self.control:
            return self.control[hex_]
        nation = self.ground.nation[hex_]
        if nation == "S" or hex_ == "1514":
            return "soviet"
        return "axis" if nation in "GKRHFYB" else ""

    def own_sources(self, who: str) -> frozenset[str]:
        """Supply sources in own hands."""
        given = self.ground.sources[who] if self.sources is None else self.sources[who]
        return frozenset(h for h in given if self.controller(h) == who)

    def fort(self, hex_: str) -> int:
        """4.2  A printed fortress counts as level 2."""
        return max(self.forts.get(hex_, 0), 2 if self.ground.fortress(hex_) else 0)

    # -- changed

    def moved(self, places: Mapping[str, str]) -> Position:
        return replace(
            self,
            units={i: replace(u, hex=places.get(i, u.hex)) for i, u in self.units.items()},
        )

    def without(self, unit_ids: Iterable[str]) -> Position:
        gone = set(unit_ids)
        return replace(self, units={i: u for i, u in self.units.items() if i not in gone})


def nearest(hex_: str, others: Iterable[str]) -> int:
    return min((distance(hex_, other) for other in others), default=999)
