"""Supply: sources, HQ lines, unit lines and the three statuses, as sets of hexes (NOR-SU-05 to -15).

Nothing here changes the table. `Lines` are those of a nation as the position stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain

from wargame.games.normandy.armies import hqs
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.entry import area_of, holder, in_areas
from wargame.games.normandy.state import (
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


# -- the lines of a nation --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
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
        kinds = self.g.content.units
        return tuple([hq for hq in hqs(self.g, self.side) if kinds[hq].nation == self.nation])

    @cached_property
    def net(self) -> Net:
        """NOR-SU-06, NOR-ZC-05  HQ lines: so many hexes over land, then joined roads to a source."""
        g = self.g
        ground = ground_of(g.content, frozenset(g.state.layers.get(BRIDGE, ())))
        free = free_land(g, self.side)
        heads = sources(g, self.nation) if self.heads is None else self.heads
        return _net(g.content, heads, free, ground)

    @cached_property
    def lined(self) -> tuple[UnitId, ...]:
        """NOR-SU-06  The HQs with an HQ line, by id; the hex of the HQ itself is not tested."""
        units, net = self.g.state.units, self.net
        return tuple([
            hq for hq in self.hqs if net.reaches(units[hq].hex) or units[hq].hex in net.heads
        ])  # fmt: skip

    @cached_property
    def reach(self) -> dict[UnitId, int]:
        """NOR-SU-05, NOR-OP-14  By HQ the hexes from which a unit has a line to it."""
        units, rules, found = self.g.state.units, self.g.content.limits.supply, {}
        for hq in self.hqs:
            more = rules.operation if OPERATION in units[hq].states else 0
            found[hq] = self._to(units[hq].hex, rules.reach(self.nation) + more)
        return found

    def _to(self, where: Hex, far: int) -> int:
        """Hexes with a line of at most so many hexes to a hex: its end is tested, its start is not."""
        end, net = 1 << where, self.net
        if not end & net.free:
            return end
        return end | within(self.g.grid, end, far, net.free, net.barriers)

    @cached_property
    def feeding(self) -> frozenset[UnitId]:
        """NOR-SU-08, NOR-SU-10, NOR-HQ-01  The HQs that supply units with a line to them.

        They have a line, may be In Supply where they stand, and are not displaced.
        """
        units, out = self.g.state.units, self.kept_out
        found = [hq for hq in self.lined if not units[hq].numbers.get(SILENT)]
        return frozenset([hq for hq in found if not out >> units[hq].hex & 1] if out else found)

    @cached_property
    def joined(self) -> int:
        """NOR-SU-08  Hexes with a path of any length to a source or to an HQ with an HQ line."""
        net, units = self.net, self.g.state.units
        ends = self.g.grid.mask({*net.heads, *[units[hq].hex for hq in self.lined]})
        flooded = flood_links(self.g.grid, ends & net.free | net.near, net.free, net.barriers)
        return ends | flooded | net.barriers.spread(flooded)

    @cached_property
    def fortress(self) -> int:
        """NOR-SU-11  Hexes at Cherbourg with a short line to its HQ; none once that is gone."""
        rules, hq = self.g.content.off_map.fortress, None
        if self.nation == "ge":
            hq = self.g.state.units.get(rules.hq)
        if hq is None or hq.hex < 0:
            return 0
        return _at_cherbourg(self.g.content) & self._to(hq.hex, rules.reach)

    @cached_property
    def traced(self) -> Mapping[UnitId, Sequence[UnitId]]:
        """NOR-SU-04, NOR-SU-05  By unit on the map that is no HQ those that take it and to which it has a line.

        Room apart, by id; the units by id too.
        """
        g, units, served = self.g, self.g.state.units, _served(self.g.content, self.nation)
        mine = [unit for unit in g.board.on_map[self.side] if unit in served]
        near: dict[Hex, list[UnitId]] = {units[unit].hex: [] for unit in mine}
        for hq, hexes in self.reach.items():
            for where, there in near.items():
                if hexes >> where & 1:
                    there.append(hq)
        found: dict[UnitId, Sequence[UnitId]] = {unit: near[units[unit].hex] for unit in mine}
        if choosy := _choosy(g.content).intersection(self.hqs):
            for unit in [unit for unit, hqs in found.items() if not choosy.isdisjoint(hqs)]:
                found[unit] = [hq for hq in found[unit] if hq in served[unit]]
        return found

    @cached_property
    def _led(self) -> frozenset[UnitId]:
        """NOR-SU-06, NOR-SU-08  HQs with an HQ line, units with a line to an HQ that supplies them."""
        none = self.feeding.isdisjoint
        return frozenset([*self.lined, *[u for u, hqs in self.traced.items() if not none(hqs)]])

    @cached_property
    def fed(self) -> frozenset[UnitId]:
        """NOR-SU-08, NOR-SU-10  Who is In Supply before what helps at the coast and in June."""
        out, units, led = self.kept_out, self.g.state.units, self._led
        return frozenset([u for u in led if not out >> units[u].hex & 1]) if out else led

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
    staffs = [s.units[hq] for hq in hqs(g, side_of(nation))]
    orders = tuple([(OPERATION in hq.states, hq.numbers.get(SILENT)) for hq in staffs])
    zones = tuple(s.lists.get("boundary", ())) if nation != "ge" else (), s.turn()
    known = board.ground, board.version_of(CONTROL), sources(g, nation)
    return _lines(g, nation, known, orders, zones)


@cache
def _served(content: NormandyContent, nation: Nation) -> dict[UnitId, frozenset[UnitId]]:
    """NOR-SU-04  The units of a nation that belong to an HQ, each with those that take it."""
    kinds = (kind for kind in content.units.values() if kind.nation == nation and not kind.hq)
    return {kind.id: takers(content, kind.id) for kind in kinds}


@cache
def _at_cherbourg(content: NormandyContent) -> int:
    """NOR-SU-11  The hexes of the fortress and those beside it, as a set."""
    rules, grid = content.off_map.fortress, content.grid
    return grid.mask({h for at in rules.hexes for h in grid.within(at, rules.beside)})


@cache
def _choosy(content: NormandyContent) -> frozenset[UnitId]:
    """NOR-SU-04  HQs that do not take every unit of their nation."""
    return frozenset(hq for hq, row in content.hqs.items() if row.formations or row.units)


@lru_cache(maxsize=6)
def _lines(
    g: NorGame,
    nation: Nation,
    known: tuple[int, int, tuple[Hex, ...]],
    _orders: tuple[tuple[bool, int | None], ...],
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
    """NOR-SU-01, NOR-SU-15  All units on the map and in areas, both sides from the same board."""
    lines = {nation: lines_of(g, nation) for nations in NATIONS.values() for nation in nations}
    kinds, units = g.content.units, g.state.units
    fed = frozenset[UnitId]().union(*[of_nation.fed for of_nation in lines.values()])
    found = dict.fromkeys(chain.from_iterable(g.board.on_map.values()), FED)
    for unit_id in [unit_id for unit_id in found if unit_id not in fed]:
        found[unit_id] = lines[kinds[unit_id].nation].status(units[unit_id])
    for unit_id in in_areas(g):
        held = holder(g, area_of(g, unit_id)) == units[unit_id].side
        found[unit_id] = FED if held else OUT
    return found
