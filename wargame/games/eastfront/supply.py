"""Supply: heads, who is supplied by what, attack supply, chits' range (EF-SP-13 to EF-SP-30)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import connected, is_cut, lake_carries, own_sources
from wargame.games.eastfront.nets import fed_hexes, version
from wargame.games.eastfront.paths import HARD, Paths, Reached
from wargame.games.eastfront.sea import frozen_sea, joined_ports
from wargame.games.eastfront.stacking import stacking_value
from wargame.games.eastfront.state import (
    DUMP,
    FERRIED,
    LANDED,
    SP,
    EfGame,
    attack_strength,
    class_of,
    kind_of,
    nation,
    side_of,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

HELD_BACK: dict[str, str] = {"axis": "held back axis", "soviet": "held back soviet"}
"""Lists: dumps and HQs that their owner does not release to feed units (EF-SP-15): hex numbers and ids."""


@dataclass
class Supply:
    """What feeds the units of a side as the table stands; good until it changes."""

    g: EfGame
    side: Side
    _near: dict[UnitId, Mapping[Hex, int]] = field(default_factory=dict, repr=False)
    _costs: dict[tuple[Hex, int], Mapping[Hex, int]] = field(default_factory=dict, repr=False)
    _covering: dict[tuple[Hex, int], Sequence[UnitId]] = field(default_factory=dict, repr=False)

    @cached_property
    def paths(self) -> Paths:
        """The side's supply paths."""
        return Paths(self.g, self.side)

    @cached_property
    def heads(self) -> frozenset[Hex]:
        """EF-SP-15  Own sources and fed nets: heads for any number of units."""
        g = self.g
        return frozenset((*own_sources(g, self.side), *members(fed_hexes(g, self.side))))

    @cached_property
    def to_heads(self) -> Reached:
        """What a path to a head costs, as far as anybody may trace."""
        limits = self.g.content.limits.supply
        longest = max(limits.unit_path + limits.harder, self.longest_of_hqs)
        return self.paths.costs(self.heads, longest)

    @cached_property
    def _beside_heads(self) -> int:
        """EF-SP-27  From where any unit traces to a head: a set of hexes."""
        most, found = self.g.content.limits.supply.unit_path, 0
        for hexes in self.to_heads.rings[: most + 1]:
            found |= hexes
        return found

    @cached_property
    def longest_of_hqs(self) -> int:
        """The longest path that any HQ traces."""
        most = self.g.content.limits.supply.hq_path
        return max(map(self.path_of_hq, self.g.content.hqs), default=most)

    def path_of_hq(self, hq: UnitId) -> int:
        """EF-SP-27  How far an HQ traces: 6, or 8 with the trucks of a Panzer Group."""
        return kind_of(self.g, hq).truck or self.g.content.limits.supply.hq_path

    @cached_property
    def _hqs(self) -> tuple[UnitId, ...]:
        units = self.g.state.units
        known = (units[u] for u in self.g.content.hqs)
        return tuple([u.id for u in known if u.side == self.side and u.hex >= 0])

    def hqs(self) -> list[Unit]:
        """The HQs of the side on the map, by id."""
        return [self.g.state.units[u] for u in self._hqs]

    @cached_property
    def fed_hqs(self) -> frozenset[UnitId]:
        """EF-SP-27  Those that are in supply themselves."""
        return frozenset(filter(self.hq_supplied, self._hqs))

    def hq_supplied(self, hq: UnitId) -> bool:
        """EF-SP-27  Whether an HQ itself traces to a head."""
        most = self.path_of_hq(hq)
        return self.to_heads.get(self.g.state.units[hq].hex, most + 1) <= most

    def near(self, hq: UnitId) -> Mapping[Hex, int]:
        """Path costs to an HQ, by hex, as far as it may serve."""
        if hq not in self._near:
            g = self.g
            kind = kind_of(g, hq)
            most = kind.range + g.content.limits.supply.harder
            self._near[hq] = self.paths.costs([g.state.units[hq].hex], most)
        return self._near[hq]

    def _around(self, where: Hex, most: int) -> Mapping[Hex, int]:
        """Path costs to a hex, by hex."""
        if (where, most) not in self._costs:
            self._costs[where, most] = self.paths.costs([where], most)
        return self._costs[where, most]

    def in_range(self, hq: UnitId, where: Hex, more: int = 0) -> bool:
        """EF-SP-13  Whether a hex lies within the range of an HQ."""
        g, most = self.g, self.g.content.units[hq].range + more
        if g.grid.distance(g.state.units[hq].hex, where) > most:
            return False  # each hex of a path costs 1 at least
        return self.near(hq).get(where, most + 1) <= most

    def covering(self, where: Hex, more: int = 0) -> Sequence[UnitId]:
        """EF-SP-13  The HQs in whose range a hex lies, by id."""
        if (where, more) not in self._covering:
            found = [hq for hq in self._hqs if self.in_range(hq, where, more)]
            self._covering[where, more] = found
        return self._covering[where, more]

    def supplied(self, unit_id: UnitId) -> bool:
        """EF-SP-27  Whether a unit has a head, or an HQ in supply, within its limits; dumps apart."""
        g = self.g
        kind, where = kind_of(g, unit_id), g.state.units[unit_id].hex
        if kind.cls == "PA" or g.state.units[unit_id].numbers.get(LANDED):
            return True  # EF-PT-16, EF-NV-15
        if kind.hq:
            return self.hq_supplied(unit_id)
        if self._beside_heads >> where & 1:
            return True
        more = harder(g, unit_id)
        most = g.content.limits.supply.unit_path + more
        if self.to_heads.get(where, most + 1) <= most:
            return True
        fed = (hq for hq in self.covering(where, more) if hq in self.fed_hqs)
        return any(serves(g, hq, unit_id) for hq in fed)

    def payers(self, hexes: Iterable[Hex], units: Collection[UnitId]) -> list[tuple[str, int]]:
        """EF-SP-13, EF-SP-22  Who may pay for an attack out of these hexes: HQ ids and hex numbers, with their SP."""
        g, found = self.g, []
        hexes = tuple(hexes)
        for hq in self.hqs():
            stock = hq.numbers.get(SP, 0)
            near = stock and any(self.in_range(hq.id, h) for h in hexes)
            if near and any(serves(g, hq.id, u) for u in units):
                found.append((hq.id, stock))
        limits = g.content.limits.supply
        for dump, stock in sorted(g.state.layers.get(DUMP, {}).items()):
            if not stock or g.state.control.get(dump) != self.side:
                continue
            cut = is_cut(g, self.side, dump)
            most = limits.isolated_path if cut else limits.payer_path
            if any(
                g.grid.distance(dump, h) <= most and h in self._around(dump, most) for h in hexes
            ):
                found.append((g.grid.name(dump), stock))
        return found


def supply_of(g: EfGame, side: Side) -> Supply:
    """What feeds the units of a side now, worked out once for a table."""
    return _supply(g, side, version(g))


@lru_cache(maxsize=8)
def _supply(g: EfGame, side: Side, _version: tuple[int, ...]) -> Supply:
    return Supply(g, side)


def harder(g: EfGame, unit_id: UnitId) -> int:
    """EF-SP-28  How much farther a unit traces: trained in hard country, or anybody in the far north."""
    limits, where = g.content.limits.supply, g.state.units[unit_id].hex
    kind, cls = kind_of(g, unit_id), class_of(g, unit_id)
    trained = cls.mountain or kind.mountain or cls.id in ("CV", "FN")
    if g.grid.row(where) <= limits.north_row:
        return limits.harder
    return limits.harder if trained and g.content.map.terrain[where] in HARD else 0


def serves(g: EfGame, hq: UnitId, unit_id: UnitId) -> bool:
    """EF-SP-13  Whether the nationality of an HQ lets it serve a unit."""
    of_hq, of_unit = nation(g, hq), nation(g, unit_id)
    if of_hq == "S":
        return of_unit == "S"
    if of_hq == "G":
        return of_unit != "F"
    if of_hq == "F":
        where = g.state.units[unit_id].hex
        return of_unit == "F" or (of_unit == "G" and where >= 0 and g.content.nation[where] == "F")
    return of_unit in (of_hq, "G")


# -- heads that feed few ----------------------------------------------------------------------------


@dataclass(frozen=True)
class FewHead:
    """EF-SP-15  A head that feeds a limited number of units: a port by sea, the lake road, a stock."""

    name: str
    """Of the head in the log: a hex number or an HQ."""
    hexes: tuple[Hex, ...]
    path: int
    units: int
    value: int
    """Units and stacking value it feeds without SP; with a stock, per SP."""
    stock: int = 0
    """SP that may be used, 0 where none are."""
    relays: bool = True
    """EF-SP-27  Whether HQs that trace to it feed the units in their range; a port by sea and a stock cut off feed only who is near."""


def few_heads(g: EfGame, side: Side) -> list[FewHead]:
    """EF-NV-20, EF-SP-30, EF-SP-15  The limited heads of a side in the order in which they are used."""
    limits, naval = g.content.limits.supply, g.content.limits.naval
    value, ferried = g.content.limits.stacking.value, g.state.layers.get(FERRIED[side], {})
    found = [
        FewHead(
            g.grid.name(port), (port,), naval.sea_supply_path,
            limits.units_a_point * points, value * points, relays=False,
        )
        for port, served in sorted(joined_ports(g, side, connected(g, side)).items())
        if (points := served - ferried.get(port, 0)) > 0
    ]  # fmt: skip
    row = g.content.geography.ladoga
    if side == "soviet" and row.to in g.content.board and lake_carries(g):
        ends = tuple(h for h in (row.west, row.port) if g.state.control.get(h) == side)
        frozen = all(frozen_sea(g, h) for h in row.lake)
        units = naval.ladoga_frozen if frozen else naval.ladoga
        if ends:
            found.append(FewHead("lake", ends, limits.unit_path, units, units * value))
    held = {str(x) for x in g.state.lists.get(HELD_BACK[side], ())}
    for hq in supply_of(g, side).hqs():
        if hq.numbers.get(SP, 0) and hq.id not in held:
            found.append(_stock(g, hq.id, hq.hex, hq.numbers[SP]))
    for dump, stock in sorted(g.state.layers.get(DUMP, {}).items()):
        name = g.grid.name(dump)
        if stock and g.state.control.get(dump) == side and name not in held:
            found.append(_stock(g, name, dump, stock, cut=is_cut(g, side, dump)))
    return found


def _stock(g: EfGame, name: str, where: Hex, stock: int, *, cut: bool = False) -> FewHead:
    """EF-SP-15, EF-SP-22  A stock as a head; what lies in an isolated hex reaches less far."""
    limits = g.content.limits
    path = limits.supply.isolated_path if cut else limits.supply.unit_path
    return FewHead(
        name, (where,), path, limits.supply.units_a_point,
        limits.stacking.value, stock, relays=not cut,
    )  # fmt: skip


@dataclass(frozen=True)
class Fed:
    """Who is supplied in a judgement, and what it uses up."""

    units: frozenset[UnitId]
    used: tuple[tuple[str, int], ...]
    """SP by HQ id or hex number."""


def judge(g: EfGame, side: Side) -> Fed:
    """EF-SP-15, EF-SP-27  Every supplied unit of a side, the limited heads used only where nothing else works."""
    supply = supply_of(g, side)
    ground = [u for u in g.board.on_map[side] if u in g.content.units]
    fed = {u for u in ground if supply.supplied(u)}
    used: list[tuple[str, int]] = []
    for head in few_heads(g, side):
        hungry = [u for u in ground if u not in fed]
        if not hungry:
            break
        near = _in_reach(g, supply, head, hungry)
        near.sort(key=lambda u: (not kind_of(g, u).hq, -attack_strength(g, u), u))
        taken, points = _served(g, near, head)
        fed |= taken
        if points:
            used.append((head.name, points))
    return Fed(frozenset(fed), tuple(used))


def _in_reach(g: EfGame, supply: Supply, head: FewHead, hungry: Collection[UnitId]) -> list[UnitId]:
    """EF-SP-15, EF-SP-27  Those that trace to a limited head, by themselves or to an HQ that does."""
    limits = g.content.limits.supply
    longest = max(head.path + limits.harder, supply.longest_of_hqs)
    if all(g.grid.distance(g.state.units[u].hex, h) > longest for u in hungry for h in head.hexes):
        return []  # each hex of a path costs 1 at least
    costs = supply.paths.costs(head.hexes, longest)
    cost = {u: costs.get(g.state.units[u].hex, 99) for u in hungry}
    hqs = [u for u in hungry if kind_of(g, u).hq and cost[u] <= supply.path_of_hq(u)]
    return [
        u
        for u in hungry
        if cost[u] <= head.path + (harder(g, u) if head.path == limits.unit_path else 0)
        or (head.relays and u in hqs)
        or (head.relays and any(_serves_at(g, supply, hq, u) for hq in hqs))
    ]


def _serves_at(g: EfGame, supply: Supply, hq: UnitId, unit: UnitId) -> bool:
    """EF-SP-27  Whether a unit lies within the range of an HQ that may serve it."""
    where = g.state.units[unit].hex
    return (
        not kind_of(g, unit).hq
        and serves(g, hq, unit)
        and supply.in_range(hq, where, harder(g, unit))
    )


def _served(g: EfGame, units: list[UnitId], head: FewHead) -> tuple[set[UnitId], int]:
    """Those that a limited head feeds, in order, and the SP that takes."""
    most = max(head.stock, 1)
    taken: set[UnitId] = set()
    number = value = points = 0
    for unit_id in units:
        size = stacking_value(g, unit_id)
        need = max(-(-(number + 1) // head.units), -(-(value + size) // head.value), 1)
        if need > most:
            continue
        taken.add(unit_id)
        number, value, points = number + 1, value + size, need
    return taken, points if head.stock else 0


def supplied_now(g: EfGame, unit_id: UnitId) -> bool:
    """EF-SP-27  Whether a unit has supply now without using up SP."""
    return supply_of(g, side_of(g, unit_id)).supplied(unit_id)
