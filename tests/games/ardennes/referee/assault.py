"""The automated attack: situational ratio, force, moves beside the target (5.16)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from . import ground
from .chits import attack_strength
from .front import big_water, gap, holds_vp, river, unsafe
from .march import ways
from .position import Position, Unit, steps, strength


@dataclass(frozen=True)
class Plan:
    """An attack that can be made: target, ratio, and lead unit -> hex of each stack."""

    target: str
    ratio: Fraction
    force: tuple[tuple[str, str], ...]


def defender_value(pos: Position, h: str) -> int:
    """Value of the German defender of h in decisions (AA-13 to AA-16, 5.16.3)."""
    foes = pos.at(h, "german")
    town = ground.kind(h) == "town"
    value = strength(foes)
    if ground.kind(h) == "city" or (town and ground.vp(h)) or h in ground.WESTWALL:
        value *= 2
    value += (town and not ground.vp(h)) + (ground.terrain(h) == "forest") + (h in pos.improved)
    value -= ground.terrain(h) == "clear"
    value -= all(u.no_fuel for u in foes)
    if all(u.supply == "isolated" for u in foes):
        value -= 2
    elif all(u.supply in ("out", "isolated") for u in foes):
        value -= 1
    return max(1, value)


def best_rank(pos: Position, h: str, cost: int) -> tuple[bool, int, int, str]:
    """AA-17: Position hex, most MP left, fewest Allied units, lowest id."""
    return not ground.hv(h), cost, len(pos.at(h, "allied")), h


def may_go(pos: Position, ids: tuple[str, ...], h: str, *, risk: bool = False) -> bool:
    """Protect VP and the Line for the hex left; no danger in h unless risk."""
    after = pos.put(ids, h)
    if not risk and unsafe(after, h, "allied"):
        return False
    return not holds_vp(pos, ids) and not gap(pos, after, pos.units[ids[0]].hex)


def able(u: Unit) -> bool:
    """May attack (5.8.1)."""
    return not u.dispersed and not u.no_fuel and u.supply in ("in", "low")


def thin(pos: Position, h: str) -> bool:
    """AA-11: a VP hex that would be attacked out of by fewer than four steps."""
    return bool(ground.vp(h)) and steps(pos.at(h, "allied")) < 4


def beside(pos: Position, stack: list[Unit], target: str) -> tuple[str, ...]:
    """The way to the hex from which the stack attacks: its own, or the best it can move to."""
    here = stack[0].hex
    if target in ground.neighbours(here) and not big_water(pos, here, target):
        return (here,)
    ids = tuple(u.id for u in stack)
    found = ways(pos, stack)
    cost = {h: price for h, (price, _) in found.items()}
    near = [h for h in ground.neighbours(target) if h in cost and not big_water(pos, h, target)]
    near = [h for h in near if may_go(pos, ids, h)]
    near = [h for h in near if not thin(pos.put(ids, h), h)]  # AA-11, before the ranking (5.15)
    near.sort(key=lambda h: (river(h, target), best_rank(pos, h, cost[h])))
    return found[near[0]][1] if near else ()


def attackable(pos: Position, target: str, lead: list[Unit], rest: list[list[Unit]]) -> Plan | None:
    """The force of 5.16.2 against target; None if it cannot attack at all."""
    value = defender_value(pos, target)
    attackers: list[str] = []
    force: list[tuple[str, str]] = []
    ratio = Fraction(0)
    for stack in (lead, *rest):
        way = beside(pos, stack, target)
        fit = [u.id for u in stack if able(u)]
        if not way or not fit:
            if stack is lead:
                return None
            continue
        h = way[-1]
        after = pos.put(tuple(u.id for u in stack), h)
        edges = [ground.side(a, b) for a, b in pairwise(way) if river(a, b)]
        after = replace(after, crossed=(*after.crossed, *(e for e in edges for _ in stack)))
        if thin(after, h):
            if stack is lead:
                return None
            continue
        pos = after
        attackers += fit
        force.append((stack[0].id, h))
        ratio = Fraction(attack_strength([pos.units[i] for i in attackers], target), value)
        if ratio >= 3:
            break
    units = sorted((pos.units[i] for i in attackers), key=lambda u: u.order)
    if units[0].supply == "low" or all(u.bracket for u in units):
        return None
    return Plan(target, ratio, tuple(force))
