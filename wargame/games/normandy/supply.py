"""Supply: sources, HQ lines, unit lines and the three statuses, as sets of hexes (NOR-SU-05 to -15).

Nothing here changes the table. `Lines` are those of a nation as the position stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.entry import area_of, holder
from wargame.games.normandy.state import (
    AREA_BOXES,
    BRIDGE,
    ISOLATED,
    NATIONS,
    OPERATION,
    OUT,
    SILENT,
    NorGame,
    kind_of,
    nation_of,
    takers,
)
from wargame.games.normandy.supply_ground import Ground, free_land, ground_of, side_of, sources
from wargame.games.normandy.supply_ground import stale as stale_ground
from wargame.games.normandy.zones import beyond
from wargame.hexes.bits import mask_of
from wargame.hexes.field import flood_links
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL, Scalar, Unit, UnitId
from wargame.rules.supply import Net, within

FED, COASTAL = "", "coast"
"""Statuses beside OUT and ISOLATED: In Supply, and In Supply by NOR-SU-13 alone."""


@lru_cache(maxsize=8)
def _net(content: NormandyContent, heads: tuple[Hex, ...], free: int, ground: Ground) -> Net:
    """What was found is found again as long as a line may pass the same hexes."""
    reach = content.limits.supply.road
    return Net(content.grid, heads, free, (), reach, ground.barriers, roads=ground.roads)


_within = lru_cache(maxsize=256)(within)


# -- the lines of a nation --------------------------------------------------------------------------


@dataclass(frozen=True)
class Lines:
    """Whose lines run where; good until the table changes (`lines_of` keeps them as long)."""

    g: NorGame
    nation: Nation
    heads: tuple[Hex, ...] | None = None
    """Where supply comes from, if that is known already."""

    @property
    def side(self) -> Side:
        """The side of the nation."""
        return side_of(self.nation)

    @cached_property
    def hqs(self) -> tuple[UnitId, ...]:
        """The HQs of the nation on the map, by id."""
        on_map = self.g.board.on_map[self.side]
        hqs = self.g.content.hqs
        return tuple(sorted(u for u in on_map if u in hqs and nation_of(self.g, u) == self.nation))

    @cached_property
    def net(self) -> Net:
        """NOR-SU-06, NOR-ZC-05  HQ lines: so many hexes over land, then joined roads to a source."""
        g = self.g
        ground = ground_of(g.content, frozenset(g.state.layers.get(BRIDGE, ())))
        free = free_land(g, self.side)
        heads = sources(g, self.nation) if self.heads is None else self.heads
        return _net(g.content, heads, free, ground)

    def has_line(self, hq: UnitId) -> bool:
        """NOR-SU-06  The hex of the HQ itself is not tested."""
        where = self.g.state.units[hq].hex
        return self.net.reaches(where) or where in self.net.heads

    def feeds(self, hq: UnitId) -> bool:
        """NOR-SU-10, NOR-HQ-01  It has a line, may be In Supply where it stands, and is not displaced."""
        unit = self.g.state.units[hq]
        out = unit.numbers.get(SILENT) or self.kept_out >> unit.hex & 1
        return not out and self.has_line(hq)

    @cached_property
    def reach(self) -> dict[UnitId, int]:
        """NOR-SU-05, NOR-OP-14  By HQ the hexes from which a unit has a line to it."""
        return {hq: self._around(hq) for hq in self.hqs}

    def _around(self, hq: UnitId) -> int:
        unit, rules = self.g.state.units[hq], self.g.content.limits.supply
        far = rules.reach(self.nation)
        far += rules.operation if OPERATION in unit.states else 0
        return self._to(unit.hex, far)

    def _to(self, where: Hex, far: int) -> int:
        """Hexes with a line of at most so many hexes to a hex: its end is tested, its start is not."""
        end, net = 1 << where, self.net
        if not end & net.free:
            return end
        return end | _within(self.g.grid, end, far, net.free, net.barriers)

    @cached_property
    def near(self) -> Mapping[Hex, Sequence[UnitId]]:
        """NOR-SU-05  By hex with units of its side the HQs to which they have a line, by id."""
        units, reach = self.g.state.units, self.reach.items()
        here = dict.fromkeys([units[u].hex for u in self.g.board.on_map[self.side]])
        return {h: [hq for hq, hexes in reach if hexes >> h & 1] for h in here}

    @cached_property
    def feeding(self) -> frozenset[UnitId]:
        """NOR-SU-08  The HQs that supply units with a line to them."""
        return frozenset(hq for hq in self.hqs if self.feeds(hq))

    @cached_property
    def joined(self) -> int:
        """NOR-SU-08  Hexes with a path of any length to a source or to an HQ with an HQ line."""
        goals = {
            *self.net.heads,
            *(self.g.state.units[u].hex for u in self.hqs if self.has_line(u)),
        }
        ends = mask_of(goals, self.g.grid.size)
        flooded = flood_links(self.g.grid, ends & self.net.free, self.net.free, self.net.barriers)
        return ends | flooded | self.net.barriers.spread(flooded)

    @cached_property
    def fortress(self) -> int:
        """NOR-SU-11  Hexes at Cherbourg with a short line to its HQ; none once that is gone."""
        rules, hq = self.g.content.off_map.fortress, None
        if self.nation == "ge":
            hq = self.g.state.units.get(rules.hq)
        if hq is None or hq.hex < 0:
            return 0
        near = {h for at in rules.hexes for h in self.g.grid.within(at, rules.beside)}
        return mask_of(near, self.g.grid.size) & self._to(hq.hex, rules.reach)

    def hqs_for(self, unit_id: UnitId) -> list[UnitId]:
        """NOR-SU-04, NOR-SU-05  HQs that take a unit and to which it has a line, room apart, by id."""
        able = takers(self.g.content, unit_id)
        return [hq for hq in self.near.get(self.g.state.units[unit_id].hex, ()) if hq in able]

    @cached_property
    def traced(self) -> Mapping[UnitId, Sequence[UnitId]]:
        """NOR-SU-04, NOR-SU-05  The same by unit on the map that is no HQ."""
        g, kinds, units, near = self.g, self.g.content.units, self.g.state.units, self.near
        found: dict[UnitId, Sequence[UnitId]] = {}
        for unit in g.board.on_map[self.side]:
            if kinds[unit].nation == self.nation and not kinds[unit].hq:
                hqs, able = near.get(units[unit].hex, ()), takers(g.content, unit)
                all_take = able.issuperset(hqs)
                found[unit] = hqs if all_take else [hq for hq in hqs if hq in able]
        return found

    @cached_property
    def _led(self) -> frozenset[UnitId]:
        """NOR-SU-06, NOR-SU-08  HQs with an HQ line, units with a line to an HQ that supplies them."""
        none = self.feeding.isdisjoint
        units = [u for u, hqs in self.traced.items() if not none(hqs)]
        return frozenset((*units, *filter(self.has_line, self.hqs)))

    @cached_property
    def fed(self) -> frozenset[UnitId]:
        """NOR-SU-08, NOR-SU-10  Who is In Supply before what helps at the coast and in June."""
        out, units = self.kept_out, self.g.state.units
        return frozenset(u for u in self._led if not out >> units[u].hex & 1) if out else self._led

    # -- status -------------------------------------------------------------------------------

    @cached_property
    def kept_out(self) -> int:
        """NOR-SU-14, NOR-BD-04  Hexes where nobody is In Supply: too far inland, or the other nation's."""
        g, boundary = self.g, tuple(self.g.state.lists.get("boundary", ()))
        found = beyond(g.content, boundary, self.nation)
        if self.nation != "ge":
            found |= _too_far_inland(g.content, self.nation, g.state.turn())
        return found

    def plain(self, unit: Unit) -> str:
        """NOR-SU-08, NOR-SU-10, NOR-SU-14, NOR-BD-04  Before what helps at the coast and in June."""
        if unit.id in self._led:
            return FED if unit.id in self.fed else OUT
        return OUT if self.joined >> unit.hex & 1 else ISOLATED

    def status(self, unit: Unit) -> str:
        """NOR-SU-02, NOR-SU-11 to -13  The three exceptions look at what was found before them."""
        found = self.plain(unit)
        if found == FED:
            return FED
        if found == ISOLATED:
            helped = self.fortress >> unit.hex & 1 or _is_dropped(self.g, unit)
            return OUT if helped else ISOLATED
        return COASTAL if _is_coastal(self.g, unit) else OUT


def lines_of(g: NorGame, nation: Nation) -> Lines:
    """The lines of a nation as the position stands: those found last if nothing they hang on has changed."""
    s, board = g.state, g.board
    units = [s.units[hq] for hq in _hqs_of(g.content, nation)]
    staffs = tuple([(OPERATION in u.states, u.numbers.get(SILENT, 0)) for u in units])
    zones = tuple(s.lists.get("boundary", ())) if nation != "ge" else (), s.turn()
    known = board.ground, board.version_of(CONTROL), sources(g, nation)
    return _lines(g, nation, known, staffs, zones)


@cache
def _hqs_of(content: NormandyContent, nation: Nation) -> tuple[UnitId, ...]:
    """Every HQ of a nation, wherever it is."""
    return tuple(hq for hq in content.hqs if content.units[hq].nation == nation)


@lru_cache(maxsize=6)
def _lines(
    g: NorGame,
    nation: Nation,
    known: tuple[int, int, tuple[Hex, ...]],
    _staffs: tuple[tuple[bool, int], ...],
    _zones: tuple[tuple[Scalar, ...], int],
) -> Lines:
    """NOR-SU-05 to -14  Lines hang on who stands where, bridges, control, sources, HQs, the boundary and the turn."""
    return Lines(g, nation, known[2])


def is_beyond_reach(g: NorGame, unit: Unit) -> bool:
    """NOR-SU-14  Farther than the build-up reaches from the nearest beach of its nation."""
    if unit.side == "german":
        return False
    far = _too_far_inland(g.content, nation_of(g, unit.id), g.state.turn())
    return bool(far >> unit.hex & 1)


@cache
def _too_far_inland(content: NormandyContent, nation: Nation, turn: int) -> int:
    """NOR-SU-14  The hexes to which the build-up does not reach from a nation's beaches, as a set."""
    reach, beaches = content.build_up_reach(turn), content.beaches[nation]
    if reach is None:
        return 0
    near = {h for beach in beaches for h in content.grid.within(beach, reach)}
    return content.grid.full & ~content.grid.mask(near)


def _is_dropped(g: NorGame, unit: Unit) -> bool:
    """NOR-SU-12  Airborne units near any Allied beach in the first days."""
    rules, beaches = g.content.limits.supply, g.content.beaches.values()
    if kind_of(g, unit.id).kind not in rules.airborne or g.state.turn() > rules.airborne_turn:
        return False
    far = g.grid.distance
    return min(far(unit.hex, h) for hexes in beaches for h in hexes) <= rules.airborne_reach


def _is_coastal(g: NorGame, unit: Unit) -> bool:
    """NOR-SU-13"""
    early = g.state.turn() <= g.content.limits.supply.coast_turn
    return unit.side == "german" and early and g.content.plays("coast")


def stale(g: NorGame) -> Iterator[str]:
    """What is remembered wrongly: nothing ever, or a change was not told of."""
    yield from stale_ground(g)
    for nation in (nation for nations in NATIONS.values() for nation in nations):
        if _traces(lines_of(g, nation)) != _traces(Lines(g, nation)):
            yield f"other lines of {NATION_TITLES[nation]} units"


def _traces(lines: Lines) -> object:
    return lines.traced, lines.feeding, lines.fed, lines.joined, lines.fortress


def statuses(g: NorGame) -> dict[UnitId, str]:
    """NOR-SU-01, NOR-SU-15  All units on the map and in areas, both sides from the same board, by id."""
    lines = {nation: lines_of(g, nation) for nations in NATIONS.values() for nation in nations}
    found, kinds, units = dict[UnitId, str](), g.content.units, g.state.units
    fed = frozenset[UnitId]().union(*[of_nation.fed for of_nation in lines.values()])
    ashore = chain.from_iterable(g.board.on_map.values())
    away = [unit.id for unit in units.values() if unit.box in AREA_BOXES]
    for unit_id in sorted([*ashore, *away]):
        unit = units[unit_id]
        if unit_id in fed:
            found[unit_id] = FED
        elif unit.hex >= 0:
            found[unit_id] = lines[kinds[unit_id].nation].status(unit)
        else:
            held = holder(g, area_of(g, unit_id)) == unit.side
            found[unit_id] = FED if held else OUT
    return found
