"""HoldCheck, loss order, retreat and advance (5.9, 5.10, 5.11)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from . import ground
from .front import communication, exerts, gap, holds_vp, river, surrounded, unsafe, water, zoc
from .march import room
from .position import ENEMY, Position, Unit, steps
from .supply import supplied

Names: TypeAlias = "Collection[str] | None"
"""Who takes the hits, by id; None for every Allied unit of the hex."""


def must_step(hits_left: int, stack: list[Unit], retreated: int, *, stuck: bool) -> bool:
    """5.9 defender 1: no retreat is left or possible."""
    return bool(stack) and hits_left > 0 and (retreated >= 2 or stuck)


def weaker(units: list[Unit], taken: dict[str, int]) -> str:
    """The unit that takes the next step loss (CR-01, CR-02, 5.9.4)."""
    least = min(taken.get(u.id, 0) for u in units)
    fresh = [u for u in units if taken.get(u.id, 0) == least]
    many = [u for u in fresh if len(u.steps) > 1]
    return max(many or fresh, key=lambda u: u.order).id


def lose(pos: Position, name: str) -> Position:
    """One step loss; the last step eliminates."""
    u = pos.units[name]
    if len(u.steps) == 1:
        rest = {k: v for k, v in pos.units.items() if k != name}
        return replace(pos, units=rest)
    return replace(pos, units=pos.units | {name: replace(u, steps=u.steps[1:])})


def _own(pos: Position, h: str, names: Names) -> list[Unit]:
    """The Allied units that go back together: not those who stood in the hex before (5.10.8)."""
    return [u for u in pos.at(h, "allied") if names is None or u.id in names]


def loses_zoc(
    pos: Position, h: str, taken: dict[str, int] | None = None, names: Names = None
) -> bool:
    """A step loss would leave the stack in h without the ZOC it has now."""
    if not any(exerts(pos, u) for u in pos.at(h)):
        return False
    after = lose(pos, weaker(_own(pos, h, names), taken or {}))
    return not any(exerts(after, u) for u in after.at(h))


def hold_target(
    pos: Position,
    h: str,
    attackers: list[str],
    combat: str,
    retreated: int,
    *,
    names: Names = None,
) -> int:
    """HoldCheck: a step loss on a roll not above this (CR-06 to CR-10)."""
    stack = _own(pos, h, names)
    target = ground.hv(h) + steps(stack)
    if surrounded(pos, h, "allied") or not communication(pos, h, "allied"):
        target -= 3
    if retreated == 1 or all(river(a, combat) for a in attackers):
        target += 2
    ways = _class_taken(pos, h, combat, retreated, names)
    if ways and all(w.cost for w in ways):
        target += 4
    return target


def _class_taken(pos: Position, h: str, combat: str, retreated: int, names: Names) -> list[Way]:
    """The hexes of the class that the stack would take, whole or split (5.10.4, 5.9.5)."""
    stack = _own(pos, h, names)
    ways = routes(pos, h, "allied", combat, retreated, names=names)
    for same in _classes(ways, stack):
        hexes = [w.hex for w in same]
        if any(room(pos, stack, x) for x in hexes) or _split_fits(pos, stack, hexes):
            return same
    return []


@dataclass(frozen=True)
class Way:
    """One legal retreat hex: its class 1 to 3 and its price in steps."""

    hex: str
    group: int
    cost: int


def retreat_limit(stack: list[Unit], hostile: frozenset[str]) -> int:
    """Hexes a whole stack may retreat (5.10.9)."""
    limit = 2
    for u in stack:
        infantry_isolated = u.supply == "isolated" and not u.mech
        if u.no_fuel or u.id.startswith("de.vdh"):
            return 0
        if u.mech and (u.dispersed or u.supply == "isolated"):
            return 0
        if infantry_isolated and u.hex in hostile:
            return 0
        if u.dispersed or infantry_isolated:
            limit = 1
    return limit


def routes(
    pos: Position, h: str, side: str, combat: str, retreated: int = 0, *, names: Names = None
) -> list[Way]:
    """Every legal retreat hex from h, lowest class first."""
    stack = [u for u in pos.at(h, side) if names is None or u.id in names]
    hostile = zoc(pos, ENEMY[side])
    if retreat_limit(stack, hostile) <= retreated:
        return []
    found = []
    for n in pos.near(h):
        if ground.distance(n, combat) != retreated + 1 or not _legal(pos, h, n, side):
            continue
        cost = _price(pos, n, side, hostile)
        last = water(pos, h, n) or _rough(h, n) or _abroad(pos, stack, n)
        found.append(Way(n, 3 if last else 1 + cost, cost))
    return sorted(found, key=lambda w: (w.group, w.cost, w.hex))


def _rough(a: str, b: str) -> bool:
    """Into Forest without Road."""
    return ground.terrain(b) == "forest" and ground.side(a, b) not in ground.ROAD


def _abroad(pos: Position, stack: list[Unit], n: str) -> bool:
    """A German over an army boundary, Dec 16-19."""
    if stack[0].side == "allied" or pos.date > 19:
        return False
    return any(ground.sector(n) != u.army for u in stack)


def _legal(pos: Position, h: str, n: str, side: str) -> bool:
    """5.10.2 but for stacking."""
    foe = ENEMY[side]
    if pos.at(n, foe) or (ground.side(h, n) in ground.MAJOR and water(pos, h, n)):
        return False
    if side == "german" and n in pos.roadblocks:
        return False
    if ground.built_up(n) and pos.owned_by(n) == foe:
        return False
    return not (side == "allied" and n in ground.WESTWALL and not pos.at(n))


def _price(pos: Position, n: str, side: str, hostile: frozenset[str]) -> int:
    """Steps a hex costs (5.10.3)."""
    here = pos.at(n, side)
    if side == "german":
        return int(n in hostile and not here)
    if here:
        return int(all(u.supply != "in" for u in here))
    return int(n in hostile or not supplied(pos, n, "allied"))


def choose(
    pos: Position,
    h: str,
    combat: str,
    attackers: list[str],
    retreated: int = 0,
    *,
    names: Names = None,
) -> list[Way]:
    """Where the automated Allied stack goes, best first (RT-07, RT-10, 5.9.5).

    Only hexes with room for the whole stack; [] where it must split or stay.
    """
    stack = _own(pos, h, names)
    ways = routes(pos, h, "allied", combat, retreated, names=names)
    for same in _classes(ways, stack):
        fit = [w for w in same if room(pos, stack, w.hex)]
        if fit:
            return sorted(fit, key=lambda w: _rank(w.hex, attackers))
        if _split_fits(pos, stack, [w.hex for w in same]):
            return []
    return []


def _classes(ways: list[Way], stack: list[Unit]) -> list[list[Way]]:
    """The ways by class, the best first; what costs the last step comes behind all others (RT-07, R-238)."""

    def key(way: Way) -> tuple[bool, int, int]:
        return way.cost >= steps(stack), way.group, way.cost

    return [[w for w in ways if key(w) == k] for k in sorted({key(w) for w in ways})]


def _rank(h: str, attackers: list[str]) -> tuple[bool, int, str, str]:
    """RT-10 and the final tie-break."""
    near = min(ground.distance(h, a) for a in attackers)
    return not ground.built_up(h), near, h[:2], h


def _split_fits(pos: Position, stack: list[Unit], hexes: list[str]) -> bool:
    """Whether single units of the stack all find room in these hexes."""
    return len(_scatter(pos, stack, hexes)) == len(stack)


def _scatter(pos: Position, stack: list[Unit], hexes: list[str]) -> dict[str, str]:
    """Unit by unit the first hex with room (RT-02)."""
    found: dict[str, str] = {}
    for u in sorted(stack, key=lambda u: u.order):
        place = next((h for h in hexes if room(pos, [u], h)), "")
        if place:
            found[u.id] = place
            pos = pos.put((u.id,), place)
    return found


def split(
    pos: Position,
    h: str,
    combat: str,
    attackers: list[str],
    retreated: int = 0,
    *,
    names: Names = None,
) -> dict[str, str]:
    """Where each unit goes when the stack must break up (5.9.5); {} if it need not or cannot."""
    stack = _own(pos, h, names)
    if choose(pos, h, combat, attackers, retreated, names=names):
        return {}
    ways = routes(pos, h, "allied", combat, retreated, names=names)
    for same in _classes(ways, stack):
        hexes = [w.hex for w in same]
        found = _scatter(pos, stack, sorted(hexes, key=lambda x: _rank(x, attackers)))
        if len(found) == len(stack):
            return found
    return {}


def allied_attacker(pos: Position, names: list[str], hits: int) -> Position:
    """Automated Allied attacker takes A hits (CR-13 to CR-16, 5.9)."""
    taken: dict[str, int] = {}
    scattered = False
    losses = 0
    for number in range(1, hits + 1):
        alive = [pos.units[n] for n in names if n in pos.units]
        if not alive:
            break
        if (number == 2 and steps(alive) < 4) or number == 3:
            scattered = True
        elif number != 4 or losses < 2:
            hurt = _biggest(alive, taken)
            taken[hurt] = taken.get(hurt, 0) + 1
            pos, losses = lose(pos, hurt), losses + 1
    if not scattered:
        return pos
    units = {k: replace(u, dispersed=u.dispersed or k in names) for k, u in pos.units.items()}
    return replace(pos, units=units)


def _biggest(alive: list[Unit], taken: dict[str, int]) -> str:
    """The unit to lose a step: from the attacking stack with most steps, by CR-02.

    CR-01 first: nobody loses a second step before every attacker has lost one.
    """
    least = min(taken.get(u.id, 0) for u in alive)
    open_ = [u for u in alive if taken.get(u.id, 0) == least]
    hexes = sorted({u.hex for u in open_})
    stacks = [[u for u in alive if u.hex == h] for h in hexes]
    best = min(stacks, key=lambda s: (-steps(s), min(u.order for u in s)))
    return weaker([u for u in best if u in open_], taken)


def advance_chance(h: str, gone: int) -> int:
    """Die roll not above which the next Allied unit advances (4.10); 10 = no roll."""
    columns = [(3, 0, 0)]
    if h in ground.SECONDARY or ground.built_up(h):
        columns.append((8, 4, 0))
    if h in ground.PRIMARY or ground.vp(h):
        columns.append((10, 7, 0))
    return columns[-1][min(gone, 2)]


def may_advance(pos: Position, ids: tuple[str, ...], h: str) -> bool:
    """AD-09, AD-10, Protect VP and stacking for an Allied advance into h."""
    left = pos.units[ids[0]].hex
    after = pos.put(ids, h)
    if not room(pos, [pos.units[i] for i in ids], h) or holds_vp(pos, ids):
        return False
    if unsafe(after, h, "allied") and not ground.hv(h):
        return False
    return bool(ground.vp(h)) or not gap(pos, after, left)
