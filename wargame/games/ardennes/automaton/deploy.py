"""Where the automated Allies deploy Reserves: Methods A and B with the whole chain of ties (ARD-RD-01 to -10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from wargame.flow.imagined import imagined
from wargame.games.ardennes.automaton.attack import Tests, passing
from wargame.games.ardennes.contact import Contact, contact
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.front import (
    around,
    close_hexes,
    communication,
    held_back,
    hexes_to_enemy,
    is_missed,
    joined,
    near_enemy,
    passable,
    protects_vp,
    standing,
    would_trap,
)
from wargame.games.ardennes.line import Line, line_of
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
from wargame.games.ardennes.works import water
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Unit, UnitId

Row: TypeAlias = tuple[int | str, ...]
NOWHERE: Hex = -1
_NAMED = 3
"""So many Positions are named; of more the number is told."""
_NONE = 4
"""ARD-RD-09  The class of a hex with no unit of its army near."""


@lru_cache(maxsize=64)
def _positions(content: ArdennesContent, areas: frozenset[str], west: bool) -> int:
    """The Positions of areas as a set, those on the left bank alone if that is wanted."""
    found = (h for h in content.hold if content.corps_area[h] in areas)
    return content.grid.mask(h for h in found if not west or h in content.left_bank)


class Tried(NamedTuple):
    """The empty Positions that are all that a method wants, or what none of those left was."""

    hexes: int
    """As a set."""
    why: str
    left: int
    """As a set."""

    def wanting(self, g: ArdGame) -> Row:
        """What was wanting as it is told: where they are few with the Positions behind it, and of how many."""
        left = members(self.left)
        shown = [f" @{g.grid.name(h)}" for h in left] if len(left) <= _NAMED else []
        return "".join((self.why, *shown)), len(left)


def _tried(hexes: int, tests: Tests) -> Tried:
    passed, why, before = passing(hexes, tests)
    return Tried(passed, why if before else "no Position", before)


@dataclass(frozen=True)
class Ground:
    """What hexes are to whoever comes out of Reserve, one for all units; good until the table changes."""

    g: ArdGame
    _a: dict[int, Tried] = field(default_factory=dict)
    _b: dict[tuple[int, int], Tried] = field(default_factory=dict)
    _safe: dict[Hex, bool] = field(default_factory=dict)

    @cached_property
    def friends(self) -> dict[tuple[str, str], list[Unit]]:
        """The Allied units on the map by corps and division."""
        found, kinds = dict[tuple[str, str], list[Unit]](), self.g.content.units
        for unit in on_map(self.g, "allied"):
            kind = kinds[unit.id]
            found.setdefault((kind.corps, kind.div), []).append(unit)
        return found

    @cached_property
    def _stood(self) -> dict[tuple[str, str], int]:
        """Where they stand, as sets."""
        mask = self.g.grid.mask
        return {of: mask([u.hex for u in units]) for of, units in self.friends.items()}

    def without(self, of: tuple[str, str], unit: UnitId) -> int:
        """Where those of a corps and division stand, as a set, a unit left out."""
        kind = kind_of(self.g, unit)
        if of != (kind.corps, kind.div) or self.g.state.units[unit].hex < 0:
            return self._stood[of]
        return self.g.grid.mask([u.hex for u in self.friends[of] if u.id != unit])

    @cached_property
    def talks(self) -> int:
        """ARD-GE-05  Hexes in Communication."""
        return communication(self.g, "allied")

    @cached_property
    def _cut_off(self) -> int:
        """Allied hexes out of Communication."""
        return standing(self.g, "allied") & ~self.talks

    @cached_property
    def _supplied(self) -> int:
        """ARD-RD-01, ARD-RD-04  Hexes that are no German town, and would be in Supply."""
        return Lines(self.g, "allied").reached & ~hostile(self.g, "german")

    @cached_property
    def _close(self) -> int:
        """ARD-RD-05, ARD-SS-14  Empty hexes to which a German who is not Isolated is Proximate."""
        return close_hexes(self.g, "allied", ISOLATED)

    @cached_property
    def near_enemy(self) -> int:
        """ARD-RD-08  The hexes not far from a German who is not Isolated."""
        far = self.g.content.limits.deploy.near_enemy
        return near_enemy(self.g, "allied", far, ISOLATED)

    def is_safe(self, h: Hex) -> bool:
        """ARD-RD-01  Judged with the unit there."""
        if h not in self._safe:
            self._safe[h] = not would_trap(self.g, h, "allied", ())
        return self._safe[h]

    def _zoc_allows(self, h: Hex) -> bool:
        """ARD-RD-06  Not in an Allied ZOC, unless strong or mending an OutOfCommunication.

        It mends one by standing where a German ZOC barred the path.
        """
        g = self.g
        if not g.board.zoc["allied"][h] or hold_value(g, h) >= g.content.limits.deploy.strong:
            return True
        if not self._cut_off or not g.board.zoc["german"][h]:
            return False
        free = passable(g, "allied") | 1 << h
        return bool(joined(g.content, "allied", free, water(g)) & self._cut_off)

    def method_a(self, empty: int) -> Tried:
        """ARD-RD-02 to -06  Which of these empty Positions Method A takes."""
        if empty not in self._a:
            tests: Tests = {
                "no Supply": self._supplied,
                "no German near": self._close,
                "danger": self.is_safe,
                "in a ZOC": self._zoc_allows,
            }
            self._a[empty] = _tried(empty, tests)
        return self._a[empty]

    def method_b(self, empty: int, near: int) -> Tried:
        """ARD-RD-08  Which of these Method B takes; *near* friends of the army and not far from the enemy."""
        if (empty, near) not in self._b:
            tests: Tests = {"no Supply": self._supplied, "too far": near, "danger": self.is_safe}
            self._b[empty, near] = _tried(empty, tests)
        return self._b[empty, near]


class Placed(NamedTuple):
    """Where a method puts a unit, or what was wanting."""

    where: Hex
    wanting: Row = ()


class Search:
    """Where one unit out of Reserve may be deployed; good until the table changes."""

    def __init__(self, g: ArdGame, unit: UnitId, ground: Ground | None = None) -> None:
        self.g, self.unit, self.ground = g, unit, ground or Ground(g)

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

    @property
    def a(self) -> Tried:
        """ARD-RD-02 to -06  What Method A finds."""
        return self.ground.method_a(self._empty)

    @property
    def b(self) -> Tried:
        """ARD-RD-08  What Method B finds where it joins nobody."""
        return self.ground.method_b(self._empty, self._near[2] & self.ground.near_enemy)

    def method_a(self) -> list[Hex]:
        """ARD-RD-02 to -06"""
        return members(self.a.hexes)

    def method_b(self) -> tuple[str, list[Hex]]:
        """ARD-RD-07, ARD-RD-08  With a unit of its division, else near friends and not far from the enemy.

        "B1" says that it joins its division, "B2" and "B3" that it does not: nobody of it is there, nobody has room.
        """
        joins = [h for h in self.mates if self.joins(h)]
        if joins:
            return "B1", joins
        return "B3" if self.mates else "B2", members(self.b.hexes)

    @cached_property
    def mates(self) -> list[Hex]:
        """ARD-RD-07  Hexes of units of its division that are In Supply and in Communication."""
        own, talks, known = kind_of(self.g, self.unit).div, self.ground.talks, self.ground.friends
        mates = [u for (_, div), units in known.items() if own and div == own for u in units]
        return sorted({u.hex for u in mates if in_supply(u) and talks >> u.hex & 1})

    def joins(self, h: Hex) -> bool:
        """ARD-RD-01, ARD-RD-07  Whether it may come to units in a hex."""
        fits = why_full(self.g, "allied", h, [self.unit]) is None
        return fits and not hostile(self.g, "german") >> h & 1 and self.ground.is_safe(h)

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
        division = of_corps = of_army = 0
        for corps, div in self.ground.friends:
            hexes = self.ground.without((corps, div), self.unit)
            if kind.div and div == kind.div:
                division |= hexes
            if corps == kind.corps:
                of_corps |= hexes
            if g.content.army_of(corps, day(g)) == army:
                of_army |= hexes
        far = g.content.limits.deploy.near_friend
        return around(g, division, far), around(g, of_corps, far), around(g, of_army, far)

    def ranked(self, hexes: Sequence[Hex]) -> list[Row]:
        """ARD-RD-09  Hexes, the best first, as they are told."""
        keys, name = sorted(map(self.rank, hexes)), self.g.grid.name
        return [(name(h), near, -hold, column, close) for near, hold, column, close, h in keys]


def _decide(g: ArdGame, unit: UnitId, method: str, ranked: list[Row], before: Row = ()) -> Hex:
    """ARD-RD-09  The first of the ranked hexes, with the ranking told.

    *before*: what was wanting by the method that goes before.
    """
    chosen, working = str(ranked[0][0]), [*ranked, ("A", *before)] if before else ranked
    g.decided("allied", f"deploy {unit}", f"{method} {chosen}", working, rule="ARD-RD-09")
    return g.grid.hex(chosen)


def place_a(g: ArdGame, unit: UnitId, ground: Ground | None = None) -> Placed:
    """ARD-RD-02  Where Method A puts a unit; one on the map is judged as if it had left its hex."""
    if g.state.units[unit].hex < 0 or not is_missed(g, [unit], "allied"):
        found, ranked = _by_a(g, unit, ground)
    else:
        with imagined(g, [ev.UnitBoxed(unit, RESERVE, "ARD-RD-10")]):
            found, ranked = _by_a(g, unit, None)
    if not ranked:
        return Placed(NOWHERE, found.wanting(g))
    return Placed(_decide(g, unit, "A", ranked))


def _by_a(g: ArdGame, unit: UnitId, ground: Ground | None) -> tuple[Tried, list[Row]]:
    search = Search(g, unit, ground)
    return search.a, search.ranked(members(search.a.hexes))


def place_b(g: ArdGame, unit: UnitId, wanting: Row = (), ground: Ground | None = None) -> Placed:
    """ARD-RD-07, ARD-RD-08  Where Method B puts a unit out of Reserve; *wanting* was something by Method A."""
    search = Search(g, unit, ground)
    method, hexes = search.method_b()
    if hexes:
        return Placed(_decide(g, unit, method, search.ranked(hexes), wanting))
    mates = len(search.mates)
    joins = "no room" if mates else "no mates"
    return Placed(NOWHERE, (*search.b.wanting(g), joins, mates))


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
    line = line_of(g)
    return [u for u in by_number(g, units) if is_spare(g, u, line)]


class Replacement(NamedTuple):
    """Who takes the place of a Roadblock."""

    unit: UnitId
    """ "" for nobody."""
    told: str
    working: tuple[Row, ...]


def replacement(g: ArdGame, where: Hex) -> UnitId:
    """ARD-RB-18, ARD-RB-19  The unit that takes the place of a Roadblock, as it is decided; "" for none."""
    found = who_replaces(g, where)
    if found.working:
        g.decided("allied", "roadblock unit", found.told, [*found.working], rule="ARD-RB-19")
    return found.unit


def who_replaces(g: ArdGame, where: Hex) -> Replacement:
    """ARD-RB-18, ARD-RB-19  The same, and how it is found."""
    nearest = min(
        on_map(g, "allied"),
        key=lambda u: (g.grid.distance(u.hex, where), kind_of(g, u.id).rank),
        default=None,
    )
    if nearest is None:
        return Replacement("", "", ())
    first = day(g) == g.content.scenario.first_turn
    for box in (True, False):
        able = _replacing(g, where, in_reserve=box)
        akin = sorted((_kinship(g, u, nearest.id), n, u) for n, u in enumerate(able))
        if not akin or akin[0][0] == _NONE:
            continue
        unit, kept = akin[0][2], bool(box and first and g.state.tracks.get("early reserve"))
        working: list[Row] = [(u, kin, kind_of(g, u).number) for kin, _, u in akin]
        working.append(("closest", nearest.id, "Reserve" if box else "OutOfContact"))
        return Replacement("" if kept else unit, "none more today" if kept else unit, (*working,))
    return Replacement("", "nobody", (("closest", nearest.id, ""),))


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
