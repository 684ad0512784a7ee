"""Rail nets: usable hexes, what is joined, captured track, capacity that a player-turn has left (EF-RA)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from wargame.games.eastfront.content import (
    BROAD,
    CITY,
    MAJOR_CITY,
    STANDARD,
    EastFrontContent,
)
from wargame.games.eastfront.data.files import Side, from_date
from wargame.games.eastfront.isolation import (
    active_bands,
    barring_zoc,
    enemies_mask,
    own_mask,
    own_sources,
    zoc_mask,
)
from wargame.games.eastfront.state import (
    BREAK,
    BULGARIA_CLOSED,
    DEMOLISHED,
    FINLAND_CLOSED,
    FINLAND_OUT,
    FROZEN,
    GAUGE,
    OTHER,
    WEATHER,
    EfGame,
)
from wargame.hexes.bits import mask_of, members
from wargame.hexes.field import flood_along
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL

OWN_GAUGE: dict[str, int] = {"axis": STANDARD, "soviet": BROAD}


def railway(g: EfGame, where: Hex) -> bool:
    """EF-RA-10  Whether a line that is open leads through a hex."""
    return bool(g.content.rail_links(g.state.turn())[where])


POTS: dict[str, str] = {"axis": "pots axis", "soviet": "pots soviet"}
"""Lists: what is left of each pot of the player-turn, by its number less one."""
POT_OF: dict[str, str] = {"axis": "pot axis", "soviet": "pot soviet"}
"""Layers: the number of the pot that a rail hex had when pots were set (EF-RA-12)."""
BOOSTS: dict[str, str] = {"axis": "boosts axis", "soviet": "boosts soviet"}
"""Lists: SRP spent on each pot in this player-turn (EF-RA-16)."""
EAST_USED, TAIL_USED = "rail east used", "rail tail used"
"""Tracks: capacity used east of the border, on captured track."""


@dataclass(frozen=True)
class RailNet:
    """EF-RA-11  A supply net: usable rail hexes of a side that are joined."""

    hexes: int
    """A set of hexes."""
    sources: tuple[Hex, ...]
    """Own supply sources in it, ascending."""

    @property
    def lowest(self) -> Hex:
        """Its lowest hex."""
        return (self.hexes & -self.hexes).bit_length() - 1

    @property
    def fed(self) -> bool:
        """EF-RA-11  Whether it contains an own supply source."""
        return bool(self.sources)

    @property
    def rank(self) -> tuple[int, int, int]:
        """EF-RA-12  Which part of a cut net keeps the pot: the greatest."""
        return len(self.sources), self.hexes.bit_count(), -self.lowest


def open_hexes(g: EfGame, side: Side) -> int:
    """EF-RA-10  Rail hexes that meet every condition but gauge: a set of hexes."""
    layers, content = g.state.layers, g.content
    found = _laid(content, g.state.turn()) & own_mask(g, side)
    for name in (BREAK, DEMOLISHED):
        found &= ~mask_of(layers.get(name, ()), g.grid.size)
    found &= ~enemies_mask(g, side) & ~barring_zoc(g, side)
    if g.state.tracks.get(BULGARIA_CLOSED):
        found &= ~content.countries.get("B", 0)
    if g.state.tracks.get(FINLAND_CLOSED) and (side == "soviet" or g.state.turn() > 1):
        found &= ~content.countries.get("F", 0)
    if side == "axis":
        found &= ~_harried(g)
    return found


@lru_cache(maxsize=4)
def _laid(content: EastFrontContent, turn: int) -> int:
    """Rail hexes from which a railway leads in a turn: a set of hexes."""
    links = content.rail_links(turn)
    return mask_of([h for h in content.gauge if links[h]], content.grid.size)


def _harried(g: EfGame) -> int:
    """EF-PT-15  Hexes of active bands without an Axis combat unit."""
    return mask_of([h for h in active_bands(g) if not g.board.held["axis"][h]], g.grid.size)


def _of_gauge(g: EfGame, gauge: int) -> int:
    return _gauged(g, gauge, g.board.version_of(GAUGE))


@lru_cache(maxsize=8)
def _gauged(g: EfGame, gauge: int, _version: int) -> int:
    layer = g.state.layers.get(GAUGE, {})
    return mask_of([h for h, kind in layer.items() if kind == gauge], g.grid.size)


def _by_gauge(g: EfGame, side: Side, free: int) -> list[int]:
    """EF-RA-10  Usable hexes, those of each gauge apart: the Axis uses Finland's broad one inside Finland."""
    broad = _of_gauge(g, BROAD) & free
    if side == "soviet":
        return [broad]
    return [_of_gauge(g, STANDARD) & free, broad & g.content.countries.get("F", 0)]


def usable(g: EfGame, side: Side) -> int:
    """EF-RA-10  The rail hexes that a side may use: a set of hexes."""
    found = 0
    for part in _by_gauge(g, side, open_hexes(g, side)):
        found |= part
    return found


def version(g: EfGame) -> tuple[int, ...]:
    """A key for what railways and supply read: it grows with every change."""
    return (g.board.ground, g.state.turn(), *g.board.versions_of(_READS))


_READS = (
    CONTROL, GAUGE, BREAK, DEMOLISHED, FINLAND_CLOSED, FINLAND_OUT, BULGARIA_CLOSED,
    *WEATHER.values(), *FROZEN.values(), *POT_OF.values(),
)  # fmt: skip


def nets(g: EfGame, side: Side) -> tuple[RailNet, ...]:
    """EF-RA-11  The supply nets of a side, the one with the lowest hex first."""
    return _nets(g, side, version(g))


@lru_cache(maxsize=8)
def _nets(g: EfGame, side: Side, _version: tuple[int, ...]) -> tuple[RailNet, ...]:
    sources, content, turn = own_sources(g, side), g.content, g.state.turn()
    found = [
        RailNet(hexes, tuple(h for h in sources if hexes >> h & 1))
        for part in _by_gauge(g, side, open_hexes(g, side))
        for hexes in _pieces(content, turn, part)
    ]
    return tuple(sorted(found, key=lambda net: net.lowest))


@lru_cache(maxsize=16)
def _pieces(content: EastFrontContent, turn: int, part: int) -> tuple[int, ...]:
    """A set of rail hexes by what railways join: sets of hexes."""
    links, left, found = content.rail_links(turn), part, []
    while left:
        first = (left & -left).bit_length() - 1
        hexes = flood_along(links, [first], part)
        left &= ~hexes
        found.append(hexes)
    return tuple(found)


def net_at(g: EfGame, side: Side, where: Hex) -> RailNet | None:
    """The net that a hex belongs to; None where it is no usable rail hex."""
    return next((net for net in nets(g, side) if net.hexes >> where & 1), None)


def carried(g: EfGame, side: Side, net: RailNet, start: Hex) -> int:
    """EF-RA-14  Where a unit gets to by rail, never in an enemy ZOC, held by own units or not (R-243): a set of hexes."""
    free = net.hexes & ~zoc_mask(g, OTHER[side])
    return _joined(g.content, g.state.turn(), start, free) if free >> start & 1 else 0


def eastern(g: EfGame, side: Side, hexes: int, start: Hex, to: Hex) -> bool:
    """EF-RA-15  Whether an Axis movement over rail *hexes* must use one of the USSR, at its ends or between (R-244)."""
    if side != "axis" or g.content.scenario.rail:
        return False
    nation = g.content.nation
    if "S" in (nation[start], nation[to]):
        return True
    west = hexes & ~g.content.countries.get("S", 0)
    return not _joined(g.content, g.state.turn(), start, west) >> to & 1


@lru_cache(maxsize=64)
def _joined(content: EastFrontContent, turn: int, start: Hex, free: int) -> int:
    return flood_along(content.rail_links(turn), [start], free)


def fed_hexes(g: EfGame, side: Side, found: Sequence[RailNet] | None = None) -> int:
    """EF-SP-15  Hexes of fed nets, captured track included: a set of hexes."""
    return _fed(g, side, version(g)) if found is None else _fed_by(g, side, found)


@lru_cache(maxsize=8)
def _fed(g: EfGame, side: Side, _version: tuple[int, ...]) -> int:
    return _fed_by(g, side, nets(g, side))


def _fed_by(g: EfGame, side: Side, found: Sequence[RailNet]) -> int:
    hexes = 0
    for net in found:
        if net.fed:
            hexes |= net.hexes
    return hexes | (tail(g, hexes) if side == "axis" else 0)


def tail(g: EfGame, fed: int) -> int:
    """EF-RA-13  Captured track: broad hexes in a row from a standard-gauge hex of a fed net."""
    links = g.content.rail_links(g.state.turn())
    free = open_hexes(g, "axis") & _of_gauge(g, BROAD)
    front, found = fed & _of_gauge(g, STANDARD), 0
    for _ in range(g.content.limits.rail.tail):
        near = [n for h in members(front) for n in links[h]]
        front = mask_of(near, g.grid.size) & free & ~found
        found |= front
    return found & ~fed


# -- capacity ---------------------------------------------------------------------------------------


def capacities(g: EfGame, side: Side) -> list[tuple[RailNet, int]]:
    """EF-RA-12  What each net has at the start of a player-turn (table 4.15)."""
    found = nets(g, side)
    mains = _mains(g, side, found)
    rows = []
    for net in found:
        rows.append((net, mains[net] if net in mains else _other_capacity(g, net)))
    return rows


def _mains(g: EfGame, side: Side, found: Sequence[RailNet]) -> dict[RailNet, int]:
    """The nets that have a line of their own in table 4.15."""
    limits, turn = g.content.limits.rail, g.state.turn()
    own = g.content.scenario.rail.get(side)
    if own is not None:
        main = _greatest([net for net in found if net.fed])
        return {main: from_date(own, turn)} if main else {}
    if side == "axis":
        main = _greatest([n for n in found if set(n.sources) - {limits.helsinki}])
        finnish = _greatest([n for n in found if limits.helsinki in n.sources and n != main])
        return {n: c for n, c in ((main, limits.axis_main), (finnish, limits.finnish)) if n}
    most = from_date(limits.soviet_main, turn)
    if g.state.control.get(limits.main_cities[0]) == "axis":
        most = max(0, most - limits.moscow_lost)
    main = _greatest([n for n in found if _has(n, limits.main_cities)])
    south = _greatest([n for n in found if n != main and _has(n, limits.caucasus_cities)])
    return {n: c for n, c in ((main, most), (south, limits.caucasus)) if n}


def _has(net: RailNet, hexes: tuple[Hex, ...]) -> bool:
    return any(net.hexes >> h & 1 for h in hexes)


def _greatest(found: list[RailNet]) -> RailNet | None:
    return max(found, key=lambda net: net.rank) if found else None


def _other_capacity(g: EfGame, net: RailNet) -> int:
    return sum(worth for h, worth in _cities(g.content).items() if net.hexes >> h & 1)


@cache
def _cities(content: EastFrontContent) -> dict[Hex, int]:
    """By hex of a city: what it adds to a net without a line of its own in table 4.15."""
    limits = content.limits.rail
    worth = {MAJOR_CITY: limits.major_city, CITY: limits.city}
    kinds = ((h, content.place_kind(h)) for h in content.map.places)
    return {h: worth[kind] for h, kind in kinds if kind in worth}


def set_pots(g: EfGame, side: Side) -> None:
    """EF-RA-12  A pot for each net with capacity; what was left of the last player-turn is lost."""
    rows = [(net, most) for net, most in capacities(g, side) if most]
    by_hex = dict.fromkeys(g.state.layers.get(POT_OF[side], {}), 0)
    for number, (net, _) in enumerate(rows, 1):
        by_hex.update(dict.fromkeys(members(net.hexes), number))
    g.set_layer(POT_OF[side], by_hex, rule="EF-RA-12")
    g.set_list(POTS[side], [most for _, most in rows], rule="EF-RA-12")
    g.set_list(BOOSTS[side], [0 for _ in rows], rule="EF-RA-12")
    g.set_track(EAST_USED, 0, rule="EF-RA-15")
    g.set_track(TAIL_USED, 0, rule="EF-RA-13")


def pots_of(g: EfGame, side: Side, net: RailNet) -> tuple[int, ...]:
    """EF-RA-12  The numbers of the pots that a net has now, of joined nets all, of a cut one those kept."""
    return _pots(g, side, version(g)).get(net.lowest, ())


@lru_cache(maxsize=8)
def _pots(g: EfGame, side: Side, _version: tuple[int, ...]) -> dict[Hex, tuple[int, ...]]:
    """By the lowest hex of a net: the pots it has; a cut net leaves its pot to the greatest part."""
    found: dict[Hex, tuple[int, ...]] = {}
    for number, was in _first_hexes(g, side, g.board.version_of(POT_OF[side])):
        parts = [
            (replace(net, hexes=net.hexes & was, sources=_in(net, was)).rank, net)
            for net in nets(g, side)
            if net.hexes & was
        ]
        if parts:
            _, best = max(parts, key=lambda part: part[0])
            found[best.lowest] = (*found.get(best.lowest, ()), number)
    return found


@lru_cache(maxsize=8)
def _first_hexes(g: EfGame, side: Side, _version: int) -> list[tuple[int, int]]:
    """Each pot, ascending, with the hexes it was set for: a set of hexes."""
    hexes: dict[int, list[Hex]] = {}
    for h, number in g.state.layers.get(POT_OF[side], {}).items():
        hexes.setdefault(number, []).append(h)
    return [(number, mask_of(hexes[number], g.grid.size)) for number in sorted(hexes)]


def _in(net: RailNet, was: int) -> tuple[Hex, ...]:
    return tuple(h for h in net.sources if was >> h & 1)


def left(g: EfGame, side: Side, net: RailNet) -> int:
    """EF-RA-12  The capacity a net has left in this player-turn: the larger of pots that were joined."""
    pots = g.state.lists.get(POTS[side], ())
    return max((int(pots[number - 1]) for number in pots_of(g, side, net)), default=0)


def spend(g: EfGame, side: Side, net: RailNet, points: int, *, rule: str) -> None:
    """Use capacity of a net (or, less than none, add to it); pots that joined it serve no more (EF-RA-12)."""
    pots = [int(n) for n in g.state.lists.get(POTS[side], ())]
    numbers = pots_of(g, side, net)
    best = max(numbers, key=lambda n: (pots[n - 1], -n))
    for number in numbers:
        pots[number - 1] = pots[best - 1] - points if number == best else 0
    g.set_list(POTS[side], pots, rule=rule)


def east_left(g: EfGame) -> int:
    """EF-RA-15  What the Axis may still use east of the June 1941 border in this player-turn."""
    if g.content.scenario.rail:
        return 1 << 10
    most = from_date(g.content.limits.rail.east, g.state.turn())
    return most - int(g.state.tracks.get(EAST_USED, 0))


def boosts(g: EfGame, side: Side, net: RailNet) -> int:
    """EF-RA-16  SRP spent on a net in this player-turn."""
    found = g.state.lists.get(BOOSTS[side], ())
    return max((int(found[n - 1]) for n in pots_of(g, side, net)), default=0)


def boost(g: EfGame, side: Side, net: RailNet) -> None:
    """EF-RA-16  An SRP adds to the capacity of a net for this player-turn."""
    spend(g, side, net, -g.content.limits.rail.srp, rule="EF-RA-16")
    now = [int(n) for n in g.state.lists.get(BOOSTS[side], ())]
    for number in pots_of(g, side, net):
        now[number - 1] += 1
    g.set_list(BOOSTS[side], now, rule="EF-RA-16")


def carry(g: EfGame, side: Side, net: RailNet, points: int, *, east: bool, rule: str) -> None:
    """EF-RA-12, EF-RA-15  Something goes by rail: capacity of the net, and of the eastern lines."""
    spend(g, side, net, points, rule=rule)
    if east:
        g.set_track(EAST_USED, int(g.state.tracks.get(EAST_USED, 0)) + points, rule="EF-RA-15")
