"""A position: units, control and markers as plain values, and the first questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.games.normandy.referee.board import Ground, Side, neighbours, side, sides
from tests.games.normandy.referee.tables import CLASSES, UnitClass

OTHER = {"allied": "german", "german": "allied"}


@dataclass(frozen=True)
class Unit:
    """A unit on the map, or in an area when `hex` reads `area:A`.

    States used: disorganized, regroup, reserve, reserve_moved, replaced, landed, moved,
    fired, retreated, waiting.
    """

    id: str
    hex: str
    cls: UnitClass
    shown: str = "F"
    states: frozenset[str] = frozenset()
    supply: str = "in"
    """in, out or isolated, as found in the last Supply Segment."""
    hq: str | None = None
    """The HQ it is attached to; None counts as an Unsupported HQ."""
    division: str | None = None
    army: str | None = None
    """Pool that owns army-level artillery, None for all others."""

    @property
    def nation(self) -> str:
        return self.id.split(".", 1)[0]

    @property
    def side(self) -> str:
        return "german" if self.nation == "ge" else "allied"

    @property
    def combat(self) -> bool:
        return self.cls.combat

    @property
    def mech(self) -> bool:
        return self.cls.mech

    @property
    def stacking(self) -> int:
        return self.cls.stacking

    @property
    def strength(self) -> int:
        """1  Strength of the side shown; 0 for HQ and support units."""
        return self.cls.values[self.shown] if self.combat else 0

    @property
    def rating(self) -> int:
        """6.1  Rating of the side shown; 0 for all but artillery."""
        return self.cls.values[self.shown] if "art" in self.cls.flags else 0

    @property
    def steps(self) -> int:
        """5.9  Steps left; a two-step unit goes from full to cadre."""
        order = "FRC"
        below = order[order.index(self.shown) :]
        return sum(1 for shown in below if shown in self.cls.values) if self.combat else 0

    def has(self, *states: str) -> bool:
        return bool(self.states.intersection(states))

    def flag(self, name: str) -> bool:
        return name in self.cls.flags


@dataclass(frozen=True)
class Position:
    """Everything that the rules ask about at one moment."""

    ground: Ground
    units: Mapping[str, Unit]
    control: Mapping[str, str] = field(default_factory=dict)
    """Hex to side; hexes left out are German."""
    turn: int = 10
    weather: str = "clear"
    sea: str = "calm"
    positions: Mapping[str, str] = field(default_factory=dict)
    """Hex to improved or entrenchment (finished ones only)."""
    rubble: frozenset[str] = frozenset()
    bombed: frozenset[str] = frozenset()
    targeted: frozenset[str] = frozenset()
    """Hexes under Targeted Air Interdiction."""
    bombs: frozenset[str] = frozenset()
    """Hexes where Air Units wait for the carpet bombing."""
    destroyed: frozenset[Side] = frozenset()
    areas: Mapping[str, str] = field(default_factory=dict)
    """Area to side; areas left out are German."""
    boundary: Mapping[int, int] = field(default_factory=dict)
    """Row to column of the line; 27 where left out."""
    supported: frozenset[str] = frozenset()
    operation: frozenset[str] = frozenset()
    """HQs of running Operations."""
    mute: frozenset[str] = frozenset()
    """HQs that supply nobody because they were displaced."""
    armies: Mapping[str, str] = field(default_factory=dict)
    """HQ to army pool."""
    level: int = 0
    """Interdiction Level of the running German player-turn."""
    withdrawn: bool = False
    window: tuple[int, int, int, int] | None = None
    """8.2  First and last column, first and last row that are in play."""
    ports: frozenset[str] = frozenset()
    """Ports that work now."""
    sources: Mapping[str, frozenset[str]] | None = None
    """8.2  Nationality to supply sources, in place of NOR-SU-07."""
    campaign: bool = True
    """Whether NOR-SU-13, 14 and the zones of the boundary hold."""

    def playable(self, hex_: str) -> bool:
        """Land in play; 8.2 leaves the rest of the map out."""
        if not self.ground.land(hex_):
            return False
        if self.window is None:
            return True
        first, last, top, bottom = self.window
        return first <= int(hex_[:2]) <= last and top <= int(hex_[2:]) <= bottom

    @cached_property
    def by_hex(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit_id in sorted(self.units):
            found.setdefault(self.units[unit_id].hex, []).append(self.units[unit_id])
        return found

    def at(self, hex_: str) -> list[Unit]:
        return self.by_hex.get(hex_, [])

    def combat_at(self, hex_: str, who: str) -> list[Unit]:
        return [u for u in self.at(hex_) if u.combat and u.side == who]

    def controls(self, who: str, hex_: str) -> bool:
        return self.control.get(hex_, "german") == who

    def intact(self, a: str, b: str) -> bool:
        return side(a, b) in self.ground.bridges and side(a, b) not in self.destroyed

    def barrier(self, a: str, b: str) -> bool:
        """Flooded or major hexside without intact bridge."""
        kind = self.ground.rivers.get(side(a, b))
        return kind in ("flooded", "major") and not self.intact(a, b)

    def by_road(self, a: str, b: str) -> bool:
        """A road joins the hexes and a river between has its bridge."""
        joined = side(a, b) in self.ground.roads
        return joined and (side(a, b) not in self.ground.rivers or self.intact(a, b))

    def near(self, hex_: str) -> tuple[str, ...]:
        return tuple(h for h in neighbours(hex_) if self.playable(h))

    def moved(self, places: Mapping[str, str]) -> Position:
        """The same position with these units in other hexes."""
        units = {i: replace(u, hex=places.get(i, u.hex)) for i, u in self.units.items()}
        return replace(self, units=units)

    def changed(self, unit_id: str, **values: Any) -> Position:
        units = dict(self.units)
        units[unit_id] = replace(units[unit_id], **values)
        return replace(self, units=units)

    def without(self, unit_ids: Iterable[str]) -> Position:
        gone = set(unit_ids)
        return replace(self, units={i: u for i, u in self.units.items() if i not in gone})


def unit_from(unit_id: str, data: Mapping[str, Any]) -> Unit:
    return Unit(
        id=unit_id,
        hex=data["hex"],
        cls=CLASSES[data["class"]],
        shown=data.get("shown", "F"),
        states=frozenset(data.get("states", ())),
        supply=data.get("supply", "in"),
        hq=data.get("hq"),
        division=data.get("division"),
        army=data.get("army"),
    )


def position_from(data: Mapping[str, Any], ground: Ground) -> Position:
    """A position from plain dicts; what is left out stands as in class `Position`."""
    values = dict(data)
    units = {i: unit_from(i, u) for i, u in values.pop("units", {}).items()}
    allied = values.pop("allied", ground.allied)
    values.setdefault("control", dict.fromkeys(allied, "allied"))
    destroyed = values.pop("destroyed", None)
    down = ground.destroyed if destroyed is None else frozenset(sides(destroyed))
    if values.get("sources") is not None:
        values["sources"] = {n: frozenset(h) for n, h in values["sources"].items()}
    if values.get("window") is not None:
        values["window"] = tuple(values["window"])
    sets = {"rubble", "bombed", "targeted", "bombs", "supported", "operation", "mute", "ports"}
    values.update({name: frozenset(values[name]) for name in sets & values.keys()})
    return Position(ground=ground, units=units, destroyed=down, **values)


def total(strengths: Iterable[Fraction | int]) -> Fraction:
    return sum((Fraction(s) for s in strengths), Fraction(0))
