"""Seas and ports: what ships may enter, ice, sea paths, and ports that transports keep joined (EF-NV)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from itertools import permutations

from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.counters import NavalGroup
from wargame.games.eastfront.data.files import ZONES, Side, Zone
from wargame.games.eastfront.state import (
    CLOSED,
    FROZEN,
    LOST,
    OTHER,
    PORT_HITS,
    ROUTES,
    SPENT,
    EfGame,
    frozen_at,
    steps,
)
from wargame.hexes.bits import mask_of, members
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL, Unit, UnitId

CARRIED = "carried"
"""Number: steps and SP that a group has carried in this player-turn."""
GULF = "Baltic"
"""EF-WX-04  Of the Baltic only the Gulf of Finland freezes."""


@cache
def _freezes(content: EastFrontContent) -> frozenset[Hex]:
    """EF-WX-04  Hexes where water may freeze: lakes, the White Sea, the Gulf of Finland."""
    grid, freezing = content.grid, content.weather.freezing
    first, last = freezing.gulf_rows

    def fits(h: Hex) -> bool:
        name = content.sea.get(h, "")
        if name == GULF:
            return grid.column(h) >= freezing.gulf_from_column and first <= grid.row(h) <= last
        return h not in content.seas or name == "White"

    return frozenset(filter(fits, range(grid.size)))


def frozen_sea(g: EfGame, where: Hex) -> bool:
    """EF-WX-04  Whether a water hex is frozen: lakes, the White Sea, the Gulf of Finland."""
    return where in _freezes(g.content) and frozen_at(g, where)


@lru_cache(maxsize=16)
def _waters(
    content: EastFrontContent, ice: frozenset[Zone], shut: frozenset[int]
) -> dict[Hex, tuple[Hex, ...]]:
    """EF-NV-11, EF-WX-04  By water hex: where ships go from it with *ice* in these zones and these passages *shut*."""
    sea, grid, zone = content.sea, content.grid, content.zone
    free = {h for h in sea if zone[h] not in ice or h not in _freezes(content)}
    found = {h: {b for b in grid.neighbours[h] if b in free and sea[b] == sea[h]} for h in sea}
    for number, passage in enumerate(content.geography.passage):
        if number not in shut:
            for here, far in permutations(passage.hexes):
                if far in free:
                    found.setdefault(here, set()).add(far)
    return {h: tuple(sorted(near)) for h, near in found.items()}


def sailable(g: EfGame, side: Side) -> dict[Hex, tuple[Hex, ...]]:
    """EF-NV-11, EF-WX-04  By water hex: the water hexes that ships of a side may enter from it, ascending."""
    return _waters(g.content, *_shut(g, side))


def _shut(g: EfGame, side: Side) -> tuple[frozenset[Zone], frozenset[int]]:
    """Zones with ice, and the numbers of the passages that ships of a side do not enter."""
    tracks, control = g.state.tracks, g.state.control
    ice = frozenset(zone for zone in ZONES if tracks[FROZEN[zone]])
    shut = frozenset(
        number
        for number, passage in enumerate(g.content.geography.passage)
        if passage.control is not None and control.get(passage.control) != side
    )
    return ice, shut


def water_of(g: EfGame, port: Hex) -> tuple[Hex, ...]:
    """The ice-free water hexes at a port; none while it is ice-bound (EF-WX-04) or its country closed (EF-HC-05)."""
    return _open_waters(g)[port]


def _open_waters(g: EfGame) -> dict[Hex, tuple[Hex, ...]]:
    """The same of every port."""
    return _waters_now(g, g.board.versions_of(_BARRING))


@lru_cache(maxsize=2)
def _waters_now(g: EfGame, _version: tuple[int, ...]) -> dict[Hex, tuple[Hex, ...]]:
    return _waters_of_ports(g.content, tuple(map(g.state.tracks.get, _BARRING)))


_BARRING = (*FROZEN.values(), *(track for _, track in CLOSED))
"""Tracks: ice by zone, closed countries."""


@lru_cache(maxsize=16)
def _waters_of_ports(
    content: EastFrontContent, barring: tuple[object, ...]
) -> dict[Hex, tuple[Hex, ...]]:
    """By port: the ice-free water hexes at it as these tracks stand."""
    now = dict(zip(_BARRING, barring, strict=True))
    shut = [letter for letter, track in CLOSED if now[track]]
    closed = {
        port for port in content.ports
        if content.nation[port] in shut and port not in content.geography.soviet_abroad
    }  # fmt: skip
    ice = {h for h in _freezes(content) if now[FROZEN[content.zone[h]]]}
    return {
        port: () if port in closed else tuple(h for h in row.sea if h not in ice)
        for port, row in content.ports.items()
    }


def port_capacity(g: EfGame, port: Hex) -> int:
    """EF-NV-14  Steps and SP a player-turn, less its hits; 0 while it is ice-bound."""
    limits = g.content.limits.naval
    if not water_of(g, port):
        return 0
    most = limits.major_port if g.content.ports[port].size == "major" else limits.minor_port
    return max(0, most - g.state.layers.get(PORT_HITS, {}).get(port, 0))


@cache
def sea_of_port(content: EastFrontContent, port: Hex) -> str:
    """EF-NV-23  The sea a port lies at."""
    return next((content.sea[h] for h in content.ports[port].sea if h in content.sea), "")


def sea_path(
    g: EfGame,
    side: Side,
    starts: Iterable[Hex],
    ends: Collection[Hex],
    *,
    closed: Collection[Hex] = (),
) -> tuple[Hex, ...]:
    """A shortest path over water from one hex to another, both included, the lowest hexes of equals."""
    begun = tuple(sorted(h for h in starts if h not in closed))
    return _sea_path(g.content, _shut(g, side), begun, frozenset(ends), frozenset(closed))


@lru_cache(maxsize=1024)
def _sea_path(
    content: EastFrontContent,
    barred: tuple[frozenset[Zone], frozenset[int]],
    starts: tuple[Hex, ...],
    ends: frozenset[Hex],
    closed: frozenset[Hex],
) -> tuple[Hex, ...]:
    before: dict[Hex, Hex] = {}
    waters = _waters(content, *barred)
    queue = deque(starts)
    seen = set(queue)
    while queue:
        h = queue.popleft()
        if h in ends:
            path = [h]
            while h in before:
                h = before[h]
                path.append(h)
            return tuple(reversed(path))
        for near in waters.get(h, ()):
            if near not in seen and near not in closed:
                seen.add(near)
                before[near] = h
                queue.append(near)
    return ()


def within_sail(g: EfGame, side: Side, starts: Iterable[Hex], most: int) -> frozenset[Hex]:
    """EF-NV-11  The water hexes that a side reaches from some with *most* steps, these among them."""
    return _within_sail(g.content, _shut(g, side), frozenset(starts), most)


@lru_cache(maxsize=256)
def _within_sail(
    content: EastFrontContent,
    barred: tuple[frozenset[Zone], frozenset[int]],
    starts: frozenset[Hex],
    most: int,
) -> frozenset[Hex]:
    waters = _waters(content, *barred)
    front = found = starts
    for _ in range(most):
        front = frozenset(near for h in front for near in waters.get(h, ())) - found
        found |= front
    return found


def group_of(g: EfGame, unit_id: UnitId) -> NavalGroup:
    """The printed values of a naval group."""
    return g.content.naval[unit_id]


def reduced(g: EfGame, unit_id: UnitId, value: int) -> int:
    """EF-NV-10  A value of a group as it is now: half, rounded up, with one step of two."""
    group = group_of(g, unit_id)
    if group.steps > 1 and g.state.units[unit_id].numbers.get(LOST, 0):
        return -(-value // 2)
    return value


def groups(g: EfGame, side: Side) -> list[Unit]:
    """The naval groups of a side on the map, by id."""
    return [
        u
        for u in map(g.state.units.__getitem__, _afloat(g, side, g.board.mapped))
        if not u.numbers.get(LOST) or steps(g, u.id) > 0
    ]


@lru_cache(maxsize=8)
def _afloat(g: EfGame, side: Side, _mapped: int) -> tuple[UnitId, ...]:
    found = (g.state.units[u] for u in g.content.naval)
    return tuple([u.id for u in found if u.side == side and u.hex >= 0])


def ships(g: EfGame, side: Side, where: Hex) -> list[UnitId]:
    """Naval groups of a side in a hex, by id."""
    if not g.board.at[where]:
        return []
    there = (u for u in map(g.state.units.__getitem__, g.content.naval) if u.hex == where)
    return [u.id for u in there if u.side == side and steps(g, u.id) > 0]


def at_sea(g: EfGame, unit: Unit) -> bool:
    """Whether a group is at sea, not in a port."""
    return unit.hex in g.content.sea


def _feared(g: EfGame, side: Side) -> frozenset[Hex]:
    """EF-NV-19  The hexes that lie too near to an enemy surface group at sea."""
    far = g.content.limits.naval.hostile
    return frozenset(
        h
        for unit in groups(g, OTHER[side])
        if at_sea(g, unit) and group_of(g, unit.id).type in ("light", "capital")
        for h in g.grid.within(unit.hex, far)
    )


def routes(g: EfGame, side: Side) -> list[tuple[UnitId, Hex]]:
    """EF-NV-24  The transport points on routes: a group and the port that the point serves."""
    found = []
    for entry in g.state.lists.get(ROUTES[side], ()):
        unit_id, _, port = str(entry).partition(" ")
        found.append((unit_id, g.grid.hex(port)))
    return found


def free_transport(g: EfGame, unit: Unit) -> int:
    """EF-NV-24, EF-NV-10  Transport points of a group that serve no route and have carried nothing."""
    assigned = sum(group == unit.id for group, _ in routes(g, unit.side))  # type: ignore[arg-type]
    worth = reduced(g, unit.id, group_of(g, unit.id).transport)
    return worth - assigned - unit.numbers.get(CARRIED, 0)


def joined_ports(g: EfGame, side: Side, joined: int) -> dict[Hex, int]:
    """EF-NV-19  Own ports in sea connection with a port that is *joined* (a set of hexes), with points.

    A group serves no more routes than it has points left (EF-NV-10), those assigned first.
    """
    found: dict[Hex, int] = {}
    serving: dict[UnitId, int] = {}
    if not (served := routes(g, side)):
        return found
    homes = _homes(g, side, joined & _ports(g.content), g.board.versions_of(_OPENING))
    for unit_id, port in served:
        unit = g.state.units[unit_id]
        if unit.hex < 0 or SPENT in unit.states:
            continue
        serving[unit_id] = serving.get(unit_id, 0) + 1
        if serving[unit_id] > reduced(g, unit_id, group_of(g, unit_id).transport):
            continue
        if _serves(g, side, unit, port, homes):
            found[port] = found.get(port, 0) + 1
    return found


_OPENING = (CONTROL, PORT_HITS, *_BARRING)
"""What says which ports are open to a side."""


@cache
def _ports(content: EastFrontContent) -> int:
    """The ports: a set of hexes."""
    return mask_of(content.ports, content.grid.size)


@lru_cache(maxsize=8)
def _homes(g: EfGame, side: Side, joined: int, _version: tuple[int, ...]) -> dict[str, list[Hex]]:
    """By sea: the open ports of a side among these, ascending."""
    found: dict[str, list[Hex]] = {}
    for port in members(joined):
        if g.state.control.get(port) == side and port_capacity(g, port):
            found.setdefault(sea_of_port(g.content, port), []).append(port)
    return found


def _serves(g: EfGame, side: Side, unit: Unit, port: Hex, homes: dict[str, list[Hex]]) -> bool:
    """EF-NV-19  Whether a group keeps a port joined to another one of the same sea."""
    content, group = g.content, group_of(g, unit.id)
    if g.state.control.get(port) != side or not port_capacity(g, port):
        return False
    others = [h for h in homes.get(group.sea, ()) if h != port]
    if not others or sea_of_port(content, port) != group.sea:
        return False
    start = (unit.hex,) if at_sea(g, unit) else water_of(g, unit.hex)
    there = sea_path(g, side, start, set(water_of(g, port)))
    if not there or len(there) > group.ma:
        return False
    feared = _feared(g, side)
    return any(_is_clear(g, side, port, home, feared) for home in others)


def _is_clear(g: EfGame, side: Side, port: Hex, home: Hex, feared: frozenset[Hex]) -> bool:
    """EF-NV-19, R-354  Whether a shortest sea path between two ports leads past no enemy surface group at sea."""
    start, ends = water_of(g, port), set(water_of(g, home))
    path = sea_path(g, side, start, ends)
    if not path or feared.isdisjoint(path):
        return bool(path)
    return len(sea_path(g, side, start, ends, closed=feared)) == len(path)


def may_cross(g: EfGame, side: Side, a: Hex, b: Hex) -> bool:
    """EF-MV-19  A strait: own far shore, ice, or more surface strength within reach than the enemy, in ports too (R-288)."""
    shores = {*g.grid.neighbours[a]} & {*g.grid.neighbours[b]}
    water = sorted(h for h in shores if h in g.content.sea)
    if g.state.control.get(b) == side or (water and all(frozen_sea(g, h) for h in water)):
        return True
    own, enemy = strait_ships(g, side, a, b)
    return own > enemy


def strait_ships(g: EfGame, side: Side, a: Hex, b: Hex) -> tuple[int, int]:
    """EF-MV-19  Surface strength of a side, and of its enemy, near a strait."""
    far = g.content.limits.naval.strait

    def strength(who: Side) -> int:
        return sum(
            reduced(g, u.id, group_of(g, u.id).surface)
            for u in groups(g, who)
            if min(g.grid.distance(u.hex, h) for h in (a, b)) <= far
        )

    return strength(side), strength(OTHER[side])
