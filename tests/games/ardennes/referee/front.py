"""Geometry of the front: ZOC and everything of section 5.1."""

from __future__ import annotations

from collections.abc import Callable, Container

from . import ground
from .position import ENEMY, Position, Unit, phantom, steps, strength


def bridged(pos: Position, a: str, b: str) -> bool:
    """An intact Bridge joins a and b."""
    edge = ground.side(a, b)
    return edge in pos.built or (edge in ground.BRIDGES and edge not in pos.destroyed)


def river(a: str, b: str) -> bool:
    """A River of any size runs between a and b."""
    edge = ground.side(a, b)
    return edge in ground.MINOR or edge in ground.MAJOR


def water(pos: Position, a: str, b: str) -> bool:
    """A River without an intact Bridge lies between a and b."""
    return river(a, b) and not bridged(pos, a, b)


def big_water(pos: Position, a: str, b: str) -> bool:
    """A major River without an intact Bridge lies between a and b."""
    return ground.side(a, b) in ground.MAJOR and not bridged(pos, a, b)


def exerts(pos: Position, u: Unit) -> bool:
    """Whether a unit has a ZOC (US-03, US-04, SS-08, 5.2)."""
    if u.dispersed or u.supply == "isolated":
        return False
    if not u.bracket or ground.built_up(u.hex):
        return True
    if u.side == "german" and u.hex in ground.WESTWALL:
        return True
    rest = [o for o in pos.at(u.hex, u.side) if o.id != u.id]
    return any(not o.dispersed and o.supply != "isolated" for o in rest)


def zoc(pos: Position, side: str, but: str = "") -> frozenset[str]:
    """Hexes in the ZOC of a side, that of units in hex `but` left out."""
    key = ("zoc", side, but)
    if key not in pos.found:
        found: set[str] = set()
        for h in {u.hex for u in pos.on_map(side) if u.hex != but and exerts(pos, u)}:
            found.update(n for n in pos.near(h) if not water(pos, h, n))
        pos.found[key] = frozenset(found)
    known: frozenset[str] = pos.found[key]
    return known


def open_neighbours(pos: Position, h: str, side: str) -> list[str]:
    """Open neighbours of h for a side (5.1.1)."""
    foe = ENEMY[side]
    hostile = zoc(pos, foe)
    return [
        n
        for n in pos.near(h)
        if not pos.at(n, foe)
        and not (side == "german" and n in pos.roadblocks)
        and not water(pos, h, n)
        and (n not in hostile or pos.at(n, side))
    ]


def surrounded(pos: Position, h: str, side: str) -> bool:
    """No open neighbour (5.1.2)."""
    return not open_neighbours(pos, h, side)


def proximate_from(pos: Position, a: str, b: str, side: str) -> bool:
    """Hex a (of `side`) is Proximate to an enemy in b; traced from b (5.1.4)."""
    if ground.distance(a, b) > 3:
        return False
    hostile = zoc(pos, side, but=a)
    edge, seen = {b}, {b}
    for _ in range(3):
        fresh: set[str] = set()
        for h in edge:
            for n in pos.near(h):
                if n in seen or water(pos, h, n):
                    continue
                if n == a:
                    return True
                if not pos.at(n) and n not in pos.roadblocks and n not in hostile:
                    fresh.add(n)
        seen |= fresh
        edge = fresh
    return False


def proximate(pos: Position, h: str, side: str) -> bool:
    """Hex h of a side is Proximate to any enemy unit."""
    foes = {u.hex for u in pos.on_map(ENEMY[side])}
    return any(proximate_from(pos, h, b, side) for b in sorted(foes))


def in_danger(pos: Position, h: str, side: str) -> bool:
    """In danger of Surround (5.1.3)."""
    ways = open_neighbours(pos, h, side)
    few = len(ways) == 1 or (len(ways) == 2 and ways[1] in ground.neighbours(ways[0]))
    return few and proximate(pos, h, side)


def unsafe(pos: Position, h: str, side: str) -> bool:
    """In danger of Surround, or Surrounded (last sentence of 5.1.3)."""
    return surrounded(pos, h, side) or in_danger(pos, h, side)


def _leads(pos: Position, start: str, goals: frozenset[str], free: Callable[[str], bool]) -> bool:
    """Whether free hexes, no unbridged major River between them, join start to a goal."""
    seen, edge = {start}, [start]
    while edge:
        h = edge.pop()
        if h in goals:
            return True
        for n in pos.near(h):
            if n not in seen and free(n) and not big_water(pos, h, n):
                seen.add(n)
                edge.append(n)
    return False


def communication(pos: Position, h: str, side: str) -> bool:
    """A path of any length to a friendly source hex (5.1.5)."""
    key = ("communication", h, side)
    if key not in pos.found:
        pos.found[key] = _talks(pos, h, side)
    return bool(pos.found[key])


def _talks(pos: Position, h: str, side: str) -> bool:
    foe = ENEMY[side]
    hostile = zoc(pos, foe)

    def free(n: str) -> bool:
        if pos.at(n, foe) or (side == "german" and n in pos.roadblocks):
            return False
        return n not in hostile or bool(pos.at(n, side))

    return _leads(pos, h, frozenset(sources(pos, side)), free)


def sources(pos: Position, side: str) -> tuple[str, ...]:
    """Source hexes of a side; in a window the road hexes of its edge (8.2)."""
    west, east, north, south = pos.window
    if (west, east) == (1, ground.COLS):
        return ground.SOURCES[side]
    col = east if side == "german" else west
    rows = range(north, south + 1)
    return tuple(h for h in (f"{col:02d}{r:02d}" for r in rows) if h in ground.ROAD_HEXES)


def wandering(pos: Position, h: str) -> bool:
    """An Allied stack in h is Wandering (5.1.7)."""
    if communication(pos, h, "allied") or ground.built_up(h):
        return False
    return not surrounded(pos, h, "allied")


def reach_set(pos: Position) -> frozenset[str]:
    """R of 5.1.8: what the Germans could reach within 6 hexes."""
    if "reach" not in pos.found:
        pos.found["reach"] = _reached(pos)
    known: frozenset[str] = pos.found["reach"]
    return known


def _reached(pos: Position) -> frozenset[str]:
    hostile = zoc(pos, "allied")
    held = {u.hex for u in pos.on_map("allied")}
    start = {u.hex for u in pos.on_map("german") if not u.dispersed}
    seen, edge = set(start), set(start)
    for _ in range(6):
        fresh: set[str] = set()
        for h in edge:
            if h in hostile and h not in start:
                continue
            fresh.update(
                n
                for n in pos.near(h)
                if n not in seen
                and n not in held
                and n not in pos.roadblocks
                and not water(pos, h, n)
            )
        seen |= fresh
        edge = fresh
    return frozenset(seen)


def gap(before: Position, after: Position, left: str) -> bool:
    """Leaving hex `left` makes a Gap (5.1.9)."""
    fresh = reach_set(after) - reach_set(before) - {left}
    return any(h not in ground.neighbours(left) for h in fresh)


def plug_hexes(
    pos: Position, moving: tuple[str, ...] = (), among: Container[str] | None = None
) -> list[str]:
    """Plug hexes (5.1.10) for a stack that is taken from its own hex; among: those that matter."""
    now = reach_set(pos)
    prize = {h for h in now if ground.vp(h) or h in ground.PRIMARY}
    hostile = zoc(pos, "german")
    lifted = pos.put(moving, "")
    found = []
    for q in sorted(now | {n for h in now for n in pos.near(h)}):
        if pos.at(q) or q in hostile or (among is not None and q not in among):
            continue
        after = reach_set(lifted.add(phantom("allied", q)))
        if prize - after:
            found.append(q)
    return found


def within(pos: Position, h: str, side: str, hexes: int) -> bool:
    """A unit of a side stands within so many hexes of h."""
    return any(ground.distance(h, u.hex) <= hexes for u in pos.on_map(side))


def out_of_contact(pos: Position, u: Unit) -> bool:
    """OutOfContact (RD-10, 5.1.6)."""
    if u.dispersed or u.supply == "isolated" or not communication(pos, u.hex, "allied"):
        return False
    far = not proximate(pos, u.hex, "allied")
    if far and not gap(pos, pos.put((u.id,), ""), u.hex):
        return True
    stack = pos.at(u.hex, "allied")
    if surrounded(pos, u.hex, "allied") or stack[0].id != u.id:
        return False
    return steps(stack) >= 5 or strength(stack) >= 8


def holds_vp(pos: Position, ids: tuple[str, ...]) -> bool:
    """Protect VP forbids these units to leave: they would vacate a VP hex (AA-11)."""
    h = pos.units[ids[0]].hex
    return guarded(pos, h) and all(u.id in ids for u in pos.at(h, "allied"))


def guarded(pos: Position, h: str) -> bool:
    """Protect VP holds a VP hex: a German is Proximate or within 2 hexes (AA-11)."""
    return bool(ground.vp(h)) and (within(pos, h, "german", 2) or proximate(pos, h, "allied"))
