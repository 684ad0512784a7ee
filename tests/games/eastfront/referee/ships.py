"""5.8, 6.5  Ships: seas, ice, sailing, ports, sea connection, reaction, straits, gunfire and battle values.

What the text leaves open: distances at sea are counted over water; a port closed by ice or by the
border of a closed country (Hanko apart) handles nothing; "within MA" is the way to the water off
the port, entry not counted; "a transport group" is any with a transport value; a port is joined by
any shortest way to any other connected port of its sea that no enemy surface group at sea is near to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from tests.games.eastfront.referee.board import column, distance, neighbours, printed, row
from tests.games.eastfront.referee.fleet import FLEET, Group
from tests.games.eastfront.referee.position import OTHER, Position

NAMES = {
    "Baltic": ("Baltic",),
    "Black": ("Black Sea", "Azov"),
    "White": ("White Sea", "White Sea (Dvina)"),
    "Ladoga": ("Ladoga",),
    "Caspian": ("Caspian",),
}
"""EF-NV-23"""
PASSAGES = (("3755", "3757", "3756"), ("3601", "3801", ""))
"""Kerch, held by the hex of that name; the outer passage of the White Sea."""


@cache
def sea_of(hex_: str) -> str:
    """EF-NV-23  The name of the sea of a water hex, empty for land and other lakes."""
    for name, areas in NAMES.items():
        if any(hex_ in printed().seas[area] for area in areas):
            return name
    return ""


@cache
def _area(hex_: str) -> str:
    return next((area for area, hexes in printed().seas.items() if hex_ in hexes), "")


def frozen(p: Position, hex_: str) -> bool:
    """EF-WX-04  Lakes, the White Sea, the Gulf of Finland; of the other seas nothing freezes."""
    gulf = _area(hex_) == "Baltic" and column(hex_) >= 14 and 13 <= row(hex_) <= 16
    lake = p.ground.terrain[hex_] == "l"
    return (lake or gulf or sea_of(hex_) == "White") and p.iced(hex_)


def onward(p: Position, who: str, hex_: str) -> set[str]:
    """EF-NV-11  Water hexes that a ship of this side may enter from a water hex."""
    found = {h for h in neighbours(hex_) if _area(h) and _area(h) == _area(hex_)}
    for a, b, holder in PASSAGES:
        if hex_ in (a, b) and (not holder or p.controller(holder) == who):
            found.add(b if hex_ == a else a)
    return {h for h in found if not frozen(p, h)}


def ways(p: Position, who: str, starts: Iterable[str]) -> dict[str, int]:
    """Water hex to the sea hexes that have to be entered to get there."""
    found = dict.fromkeys(starts, 0)
    front = list(found)
    while front:
        front = [
            h for a in front for h in sorted(onward(p, who, a)) if _new(found, h, found[a] + 1)
        ]
    return found


def _new(found: dict[str, int], hex_: str, cost: int) -> bool:
    if hex_ in found:
        return False
    found[hex_] = cost
    return True


# -- ports ------------------------------------------------------------------------------------------


def ports(p: Position) -> Mapping[str, frozenset[str]]:
    """Port hex to its printed sea hexes."""
    places = p.ground.places.items()
    return {h: frozenset(place.sea.split()) for h, place in places if place.port and p.inside(h)}


def roads(p: Position, port: str) -> set[str]:
    """Sea hexes at a port that are not frozen; none where a closed country shuts it (EF-HC-05)."""
    if p.ground.nation[port] in p.closed and port != "1514":
        return set()
    return {h for h in ports(p)[port] if not frozen(p, h)}


def capacity(p: Position, port: str) -> int:
    """EF-NV-14, EF-NV-19"""
    size = 4 if p.ground.places[port].port == "major" else 2
    return max(0, size - p.port_hits.get(port, 0)) if roads(p, port) else 0


def sea_at(p: Position, port: str) -> str:
    return next((sea_of(h) for h in sorted(ports(p)[port]) if sea_of(h)), "")


def water_at(p: Position, group: Group) -> set[str]:
    """Where a group sails from."""
    return roads(p, group.hex) if group.hex in ports(p) else {group.hex}


# -- sailing ----------------------------------------------------------------------------------------


def sails(p: Position, group: Group) -> dict[str, int]:
    """EF-NV-11  Ports and water hexes in reach, with the MP they take."""
    who, sea, out = group.printed.who, group.printed.sea, group.hex in ports(p)
    left = group.printed.ma - group.sailed
    over = {h: n + out for h, n in ways(p, who, water_at(p, group)).items()}
    found = {h: n for h, n in over.items() if h != group.hex and not frozen(p, h)}
    for port in ports(p):
        near = [over[h] + 1 for h in roads(p, port) if h in over]
        if near and port != group.hex and p.controller(port) == who and sea_at(p, port) == sea:
            found[port] = min(near)
    found = {h: n for h, n in found.items() if n <= left}
    return {
        h: n for h, n in found.items() if not group.spent or h in ports(p) or _home(p, group, h)
    }


def _home(p: Position, group: Group, hex_: str) -> bool:
    """EF-NV-10  Whether a hex lies nearer to an own port than where a spent group is."""
    return _to_port(p, group, {hex_}) < _to_port(p, group, water_at(p, group))


def _to_port(p: Position, group: Group, starts: set[str]) -> int:
    who, sea = group.printed.who, group.printed.sea
    far = ways(p, who, starts)
    ends = {
        h
        for port in ports(p)
        if p.controller(port) == who and sea_at(p, port) == sea
        for h in roads(p, port)
    }
    return min((far[h] for h in ends if h in far), default=999)


def reactors(p: Position, who: str, path: Iterable[str]) -> set[tuple[str, str]]:
    """EF-NV-12  Groups of `who` that may react, each with the hexes of the path it may go to."""
    found = set()
    path = set(path)
    seas = {sea_of(h) for h in path}
    for group in p.fleet.values():
        if group.printed.who != who or group.printed.sea not in seas:
            continue
        if group.spent or group.reacted:
            continue
        far = ways(p, who, water_at(p, group))
        found |= {(group.id, h) for h in path if far.get(h, 99) <= 8}
    return found


def havens(p: Position, group: Group) -> set[str]:
    """EF-NV-17  Own ports of the sea, not isolated, free of ice, within MA, for a group driven out of its port."""
    who = group.printed.who
    far = ways(p, who, roads(p, group.hex))
    found = set()
    for port in ports(p):
        near = [far[h] for h in roads(p, port) if h in far]
        mine = p.controller(port) == who and sea_at(p, port) == group.printed.sea
        open_ = mine and port not in p.cut.get(who, ()) and port != group.hex
        if open_ and near and min(near) + 2 <= group.printed.ma:
            found.add(port)
    return found


def ladoga(p: Position) -> bool:
    """EF-IS-01  Whether the lake carries: frozen, or a Soviet group lives there."""
    lake = ("2713", "2814", "2815")
    mine = any(g.printed.sea == "Ladoga" and g.printed.who == "soviet" for g in p.fleet.values())
    return mine or all(frozen(p, h) for h in lake)


# -- sea connection ---------------------------------------------------------------------------------


def joined(p: Position, who: str, connected: set[str]) -> dict[str, int]:
    """EF-NV-19, EF-NV-24  Own ports in sea connection with a connected one, and by how many points."""
    found: dict[str, int] = {}
    given: dict[str, int] = {}
    for name, port in p.routes.get(who, ()):
        group = p.fleet.get(name)
        if group is None or group.spent:
            continue
        given[name] = given.get(name, 0) + 1
        if given[name] <= group.worth(group.printed.transport) and _serves(
            p, group, port, connected
        ):
            found[port] = found.get(port, 0) + 1
    return found


def _serves(p: Position, group: Group, port: str, connected: set[str]) -> bool:
    who, sea = group.printed.who, group.printed.sea
    if p.controller(port) != who or sea_at(p, port) != sea or not capacity(p, port):
        return False
    there = ways(p, who, water_at(p, group))
    if min((there[h] for h in roads(p, port) if h in there), default=999) >= group.printed.ma:
        return False
    others = [
        h
        for h in ports(p)
        if h != port and h in connected and p.controller(h) == who and sea_at(p, h) == sea
        and capacity(p, h)
    ]  # fmt: skip
    return any(_clear(p, who, port, other) for other in others)


def _clear(p: Position, who: str, a: str, b: str) -> bool:
    """Whether a shortest way between two ports leads past no enemy surface group at sea."""
    here, there = ways(p, who, roads(p, a)), ways(p, who, roads(p, b))
    least = min((n + there[h] for h, n in here.items() if h in there), default=-1)
    if least < 0:
        return False
    feared = {
        h
        for group in p.fleet.values()
        if group.printed.who == OTHER[who] and group.printed.kind in ("light", "capital")
        and group.hex not in ports(p)
        for h in here
        if distance(h, group.hex) <= 3
    }  # fmt: skip
    on_way = {h for h, n in here.items() if h in there and n + there[h] == least} - feared
    front = {h for h in roads(p, a) if h in on_way}
    seen = set(front)
    while front:
        front = {
            n for h in front for n in onward(p, who, h) if n in on_way and here[n] == here[h] + 1
        }
        front -= seen
        seen |= front
    return bool(seen & roads(p, b))


# -- straits, battle --------------------------------------------------------------------------------


def crosses(p: Position, who: str, a: str, b: str) -> bool:
    """EF-MV-19  Whether foot units of a side cross a strait; groups within 3 hexes of either shore count (R-288)."""

    def strength(side: str) -> int:
        near = [
            g for g in p.fleet.values()
            if g.printed.who == side and min(distance(g.hex, h) for h in (a, b)) <= 3
        ]  # fmt: skip
        return sum(g.worth(g.printed.surface) for g in near)

    water = {*neighbours(a)} & {*neighbours(b)}
    water = {h for h in water if p.ground.terrain[h] in "~l"}
    iced = bool(water) and all(frozen(p, h) for h in water)
    return p.controller(b) == who or iced or strength(who) > strength(OTHER[who])


def ahead(p: Position, own: Iterable[str], enemy: Iterable[str]) -> int:
    """EF-NV-13  What those who reacted add to their die; submarines that were met count nothing (R-242)."""
    mine = sum(p.fleet[g].worth(FLEET[g].surface) for g in own)
    his = sum(p.fleet[g].worth(FLEET[g].surface) for g in enemy if FLEET[g].kind != "submarine")
    return max(-4, min(4, mine - his))


def hits(total: int) -> int:
    """EF-NV-13"""
    return 2 if total >= 9 else 1 if total >= 5 else 0
