"""Where the automated Allies deploy Reserves: Methods A and B with the whole chain of ties (ARD-RD-01 to -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from wargame.flow.imagined import imagined
from wargame.games.ardennes.automaton.attack import Test, passing
from wargame.games.ardennes.contact import Contact, contact
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.front import (
    Line,
    close_hexes,
    communication,
    held_back,
    hexes_to_enemy,
    protects_vp,
    standing,
    without,
    would_trap,
)
from wargame.games.ardennes.state import (
    ISOLATED,
    RESERVE,
    ArdGame,
    army_of,
    by_number,
    day,
    hold_value,
    in_supply,
    kind_of,
    on_map,
    reserve,
    why_full,
)
from wargame.games.ardennes.supply import Lines, hostile
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Unit, UnitId

Row: TypeAlias = tuple[int | str, ...]
NOWHERE: Hex = -1
_NONE = 4
"""ARD-RD-09  The class of a hex with no unit of its army near."""


@lru_cache(maxsize=64)
def _positions(content: ArdennesContent, areas: frozenset[str], west: bool) -> int:
    """The Positions of areas as a set, those on the left bank alone if that is wanted."""
    found = (h for h in content.hold if content.corps_area[h] in areas)
    return content.grid.mask(h for h in found if not west or h in content.left_bank)


def _allies(g: ArdGame) -> list[tuple[Unit, UnitType]]:
    """The Allied units on the map, each with what is printed on it."""
    return _allies_now(g, g.board.ground)


@lru_cache(maxsize=8)
def _allies_now(g: ArdGame, _ground: int) -> list[tuple[Unit, UnitType]]:
    return [(u, g.content.units[u.id]) for u in on_map(g, "allied")]


def _around(g: ArdGame, found: int, far: int) -> int:
    """The hexes within so many of one of a set."""
    for _ in range(far):
        found |= g.grid.spread(found)
    return found


def _wanting(found: int, tests: Mapping[str, Test]) -> tuple[str, int]:
    """The first of these tests that no hex passes of those that passed the others, and how many those are."""
    left = members(found)
    for why, test in tests.items():
        passed = passing(left, test)
        if not passed:
            return why if left else "no Position", len(left)
        left = passed
    return "", len(left)


@dataclass(frozen=True)
class Search:
    """Where one unit may be deployed; good until the table changes."""

    g: ArdGame
    unit: UnitId

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.g, "allied")

    @cached_property
    def _talks(self) -> int:
        return communication(self.g, "allied")

    @cached_property
    def _cut_off(self) -> list[Hex]:
        """Allied hexes out of Communication."""
        hexes = {u.hex for u in on_map(self.g, "allied") if u.id != self.unit}
        return sorted(h for h in hexes if not self._talks >> h & 1)

    @cached_property
    def _empty(self) -> int:
        """ARD-RD-03, ARD-RB-01, ARD-DX-14, ARD-MV-12  The empty Positions in the area of its corps; of XVIII Corps on
        December 16 in that of VIII too.
        """
        g, corps = self.g, kind_of(self.g, self.unit).corps
        first = day(g) == g.content.scenario.first_turn
        areas = frozenset((corps, "VIII") if first and corps == "XVIII" else (corps,))
        west = corps == g.content.limits.british.corps and held_back(g)
        return _positions(g.content, areas, west) & ~standing(g, "allied") & ~standing(g, "german")

    @cached_property
    def _supplied(self) -> int:
        """ARD-RD-01, ARD-RD-04  Hexes that are no German town, and would be in Supply."""
        return self._lines.reached & ~hostile(self.g, "german")

    def _trap(self, h: Hex) -> bool:
        """ARD-RD-01  Judged with the unit there."""
        return would_trap(self.g, h, "allied", [self.unit], "ARD-RD-01")

    def method_a(self) -> list[Hex]:
        """ARD-RD-02 to -06"""
        found = members(self._empty & self._supplied & self._close)
        return [h for h in found if not self._trap(h) and self._zoc_allows(h)]

    def wanting_a(self) -> tuple[str, int]:
        """ARD-RD-02 to -06  What none of so many empty Positions was that Method A wants."""
        tests: dict[str, Test] = {
            "no Supply": self._supplied,
            "no German near": self._close,
            "danger": lambda h: not self._trap(h),
            "in a ZOC": self._zoc_allows,
        }
        return _wanting(self._empty, tests)

    @cached_property
    def _close(self) -> int:
        """ARD-RD-05, ARD-SS-14  Empty hexes to which a German who is not Isolated is Proximate."""
        return close_hexes(self.g, "allied", ISOLATED)

    def _zoc_allows(self, h: Hex) -> bool:
        """ARD-RD-06  Not in an Allied ZOC, unless strong or mending an OutOfCommunication."""
        g = self.g
        if not g.board.zoc["allied"][h] or hold_value(g, h) >= g.content.limits.deploy.strong:
            return True
        if not self._cut_off:
            return False
        with imagined(g, [ev.UnitPlaced(self.unit, h, "ARD-RD-06")]):
            talks = communication(g, "allied")
        return any(talks >> where & 1 for where in self._cut_off)

    def method_b(self) -> tuple[str, list[Hex]]:
        """ARD-RD-07, ARD-RD-08  With a unit of its division, else near friends and not far from the enemy.

        "B1" says that it joins its division, "B2" and "B3" that it does not: nobody of it is there, nobody has room.
        """
        joined = [h for h in self._mates if self.joins(h)]
        if joined:
            return "B1", joined
        found = members(self._empty & self._supplied & self._between)
        return "B3" if self._mates else "B2", [h for h in found if not self._trap(h)]

    @cached_property
    def _mates(self) -> list[Hex]:
        """ARD-RD-07  Hexes of units of its division that are In Supply and in Communication."""
        g, div = self.g, kind_of(self.g, self.unit).div
        mates = [u for u, kind in _allies(g) if div and kind.div == div]
        talks = self._talks
        return sorted({u.hex for u in mates if in_supply(u) and talks >> u.hex & 1})

    @cached_property
    def _between(self) -> int:
        """ARD-RD-08  The hexes near friends of its army and not far from the enemy."""
        g, limits = self.g, self.g.content.limits.deploy
        return self._near[2] & _around(g, without(g, "german", ISOLATED), limits.near_enemy)

    def wanting_b(self) -> tuple[str, int, str, int]:
        """ARD-RD-07, ARD-RD-08  What none of so many empty Positions was that Method B wants, and of the stacks of
        its division.
        """
        mates = len(self._mates)
        joins = "no room" if mates else "no mates"
        tests: dict[str, Test] = {
            "no Supply": self._supplied,
            "too far": self._between,
            "danger": lambda h: not self._trap(h),
        }
        return *_wanting(self._empty, tests), joins, mates

    def joins(self, h: Hex) -> bool:
        """ARD-RD-01, ARD-RD-07  Whether it may come to units in a hex."""
        fits = why_full(self.g, "allied", h, [self.unit]) is None
        return fits and not hostile(self.g, "german") >> h & 1 and not self._trap(h)

    def rank(self, h: Hex) -> tuple[int, int, int, int, Hex]:
        """ARD-RD-09  Nearness of its own, HV, westernmost, closest to a German, lowest id."""
        g = self.g
        close = hexes_to_enemy(g, h, "allied")
        near = next((n for n, found in enumerate(self._near, 1) if found >> h & 1), _NONE)
        return near, -hold_value(g, h), g.grid.column(h), close, h

    @cached_property
    def _near(self) -> tuple[int, int, int]:
        """ARD-RD-09  The hexes within three hexes of its division, of its corps, of its army."""
        g, kind, army = self.g, kind_of(self.g, self.unit), army_of(self.g, self.unit)
        mates = [(u.hex, kind) for u, kind in _allies(g) if u.id != self.unit]
        of = {
            corps: g.content.army_of(corps, day(g))
            for corps in dict.fromkeys([k.corps for _, k in mates])
        }
        groups = (
            [h for h, k in mates if kind.div and k.div == kind.div],
            [h for h, k in mates if k.corps == kind.corps],
            [h for h, k in mates if of[k.corps] == army],
        )
        far = g.content.limits.deploy.near_friend
        division, corps, all_ = (_around(g, g.grid.mask(hexes), far) for hexes in groups)
        return division, corps, all_

    def best(self, hexes: Sequence[Hex], method: str, rule: str, before: Row = ()) -> Hex:
        """ARD-RD-09  The first of the ranked hexes, with the ranking told; NOWHERE where there is none.

        *before*: what was wanting by the method that goes before.
        """
        if not hexes:
            return NOWHERE
        ranked = sorted((self.rank(h), h) for h in hexes)
        name = self.g.grid.name
        working: list[Row] = [(name(h), key[0], -key[1], key[2], key[3]) for key, h in ranked]
        chosen = ranked[0][1]
        if before:
            working.append(("A", *before))
        self.g.decided(
            "allied", f"deploy {self.unit}", f"{method} {name(chosen)}", working, rule=rule
        )
        return chosen


def place_a(g: ArdGame, unit: UnitId) -> Hex:
    """ARD-RD-02  Where Method A puts a unit; one on the map is judged as if it had left its hex."""
    if g.state.units[unit].hex < 0:
        search = Search(g, unit)
        return search.best(search.method_a(), "A", "ARD-RD-09")
    with imagined(g, [ev.UnitBoxed(unit, RESERVE, "ARD-RD-10")]):
        search = Search(g, unit)
        keys = sorted((search.rank(h), h) for h in search.method_a())
    if not keys:
        return NOWHERE
    working = [(g.grid.name(h), key[0], -key[1], key[2], key[3]) for key, h in keys]
    chosen = keys[0][1]
    g.decided("allied", f"deploy {unit}", f"A {g.grid.name(chosen)}", working, rule="ARD-RD-09")
    return chosen


def place_b(g: ArdGame, unit: UnitId, wanting: Row = ()) -> Hex:
    """ARD-RD-07, ARD-RD-08  Where Method B puts a unit out of Reserve; *wanting* was something by Method A."""
    search = Search(g, unit)
    method, found = search.method_b()
    return search.best(found, method, "ARD-RD-09", wanting)


def wanting_a(g: ArdGame, unit: UnitId) -> tuple[str, int]:
    """ARD-RD-02 to -06  What was wanting by Method A; one on the map is judged as if it had left its hex."""
    if g.state.units[unit].hex < 0:
        return Search(g, unit).wanting_a()
    with imagined(g, [ev.UnitBoxed(unit, RESERVE, "ARD-RD-10")]):
        return Search(g, unit).wanting_a()


def wanting_b(g: ArdGame, unit: UnitId) -> tuple[str, int, str, int]:
    """ARD-RD-07, ARD-RD-08  What was wanting by Method B."""
    return Search(g, unit).wanting_b()


def is_spare(g: ArdGame, unit: UnitId, line: Line | None = None) -> Contact | None:
    """ARD-RD-10, ARD-AA-11  By what a unit is OutOfContact that may be taken away: not out of a VP hex held; None if
    it may not.
    """
    where = g.state.units[unit].hex
    if where < 0 or protects_vp(g, where):
        return None
    found = contact(g, unit, line)
    return found if found.clause else None


def spare(g: ArdGame, units: Sequence[UnitId]) -> list[UnitId]:
    """ARD-RD-10  Of these, in ascending #, those OutOfContact who may be taken away."""
    line = Line(g)
    return [u for u in by_number(g, units) if is_spare(g, u, line)]


def replacement(g: ArdGame, where: Hex) -> UnitId:
    """ARD-RB-18, ARD-RB-19  The unit that takes the place of a Roadblock; "" for none."""
    nearest = min(
        on_map(g, "allied"),
        key=lambda u: (g.grid.distance(u.hex, where), kind_of(g, u.id).rank),
        default=None,
    )
    if nearest is None:
        return ""
    first = day(g) == g.content.scenario.first_turn
    for box in (True, False):
        able = _replacing(g, where, in_reserve=box)
        likest = min(
            ((_kinship(g, u, nearest.id), n) for n, u in enumerate(able)), default=(_NONE, 0)
        )
        unit = able[likest[1]] if likest[0] < _NONE else ""
        if not unit:
            continue
        kept = bool(box and first and g.state.tracks.get("early reserve"))
        chosen = "" if kept else unit
        akin = sorted((_kinship(g, u, nearest.id), n, u) for n, u in enumerate(able))
        working: list[Row] = [(u, kin, kind_of(g, u).number) for kin, _, u in akin]
        working.append(("closest", nearest.id, "Reserve" if box else "OutOfContact"))
        told = "none more today" if kept else unit
        g.decided("allied", "roadblock unit", told, working, rule="ARD-RB-19")
        return chosen
    closest: Row = ("closest", nearest.id, "")
    g.decided("allied", "roadblock unit", "nobody", [closest], rule="ARD-RB-19")
    return ""


def _kinship(g: ArdGame, unit: UnitId, other: UnitId) -> int:
    """ARD-RB-19  1 same division, 2 same corps, 3 same army, 4 none."""
    a, b = kind_of(g, unit), kind_of(g, other)
    if a.div and a.div == b.div:
        return 1
    if a.corps == b.corps:
        return 2
    return 3 if army_of(g, unit) == army_of(g, other) else _NONE


def _replacing(g: ArdGame, where: Hex, *, in_reserve: bool) -> list[UnitId]:
    """ARD-RB-18, ARD-MV-12, ARD-DX-09  Who might take the place of a Roadblock: out of Reserve, or OutOfContact
    (on December 16 from an adjacent hex alone), in ascending #.
    """
    if in_reserve:
        found = reserve(g, "allied")
    else:
        found = spare(g, g.board.on_map["allied"])
        if day(g) == g.content.scenario.first_turn:
            found = [u for u in found if g.grid.adjacent(g.state.units[u].hex, where)]
    return [u for u in found if _may_stand(g, u, where)]


def _may_stand(g: ArdGame, unit: UnitId, where: Hex) -> bool:
    """ARD-MV-12"""
    british = kind_of(g, unit).corps == g.content.limits.british.corps
    return not (british and where not in g.content.left_bank and held_back(g))
