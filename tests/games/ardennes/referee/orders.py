"""What a whole card of the automated Allies comes to: deployment, corps, tactics (5.14, 5.16.4, 5.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from . import ground
from .assault import able, best_rank, may_go
from .cards import active_stacks, may_improve
from .deploy import method_a, method_b, takers
from .front import big_water, gap, holds_vp, river
from .hits import routes
from .impulse import eligible
from .march import destinations, room
from .position import RESERVE, Position, Unit, steps

Placed = list[tuple[str, str]]


def _sorted(pos: Position, names: Iterable[str]) -> list[Unit]:
    return sorted((pos.units[n] for n in names if n in pos.units), key=lambda u: u.order)


def deployments(
    pos: Position, formation: Collection[str], value: int, acted: Collection[str], *, one_gone: bool
) -> Placed:
    """Who is deployed where by a card of this Command Value, in turn (5.14.3a)."""
    done: Placed = []
    late = pos.date >= 18

    def put(u: Unit, hexes: list[str]) -> None:
        nonlocal pos
        if hexes:
            pos = pos.put((u.id,), hexes[0])
            done.append((u.id, hexes[0]))

    def full(*, reserve: bool) -> bool:
        barred = pos.date == 16 and (one_gone or bool(done))
        return len(done) >= value or (reserve and barred)

    for u in _sorted(pos, formation):
        if u.hex == RESERVE and not full(reserve=True):
            put(u, method_a(pos, u))
    for u in _sorted(pos, formation) if late else ():
        on_map = u.hex[:1].isdigit() and u.id not in {n for n, _ in done} and u.id not in acted
        if on_map and not full(reserve=False) and takers(pos, [u]):
            put(u, method_a(pos.put((u.id,), RESERVE), u))
    for u in _sorted(pos, formation) if late else ():
        if u.hex == RESERVE and not full(reserve=True):
            put(u, method_b(pos, u))
    return done


def reasons(pos: Position, formation: Collection[str], barred: Collection[str]) -> set[str]:
    """The units that make a formation eligible (AA-01 to AA-04); barred: who may not act."""
    own = [u.id for u in _sorted(pos, formation) if u.hex[:1].isdigit()]
    return {n for n in own if n not in barred and eligible(pos, pos.units[n], own, barred)}


def busiest(
    pos: Position, corps: Mapping[str, tuple[int, Collection[str]]], barred: Collection[str]
) -> str:
    """The corps an army card names (5.14.4): most units in Reserve or eligible, lowest number."""

    def key(name: str) -> tuple[int, int]:
        number, units = corps[name]
        waiting = [u for u in units if u in pos.units and pos.units[u].hex == RESERVE]
        return -len(waiting) - len(reasons(pos, units, barred)), number

    return min(corps, key=key, default="")


def dug_in(pos: Position, formation: Collection[str], acted: Collection[str]) -> list[str]:
    """The hexes in which IPs are placed at the end of an Activation (5.14.6)."""
    stacks = active_stacks(pos, formation)
    return [s[0].hex for s in stacks if may_improve(pos, s, acted)]


def advancers(pos: Position, names: Collection[str]) -> list[tuple[str, ...]]:
    """Who is checked for an advance, in turn, with whom it takes along (5.11.4).

    names: surviving attackers neither Dispersed nor OutOfFuel.
    """
    found: list[tuple[Unit, ...]] = []
    units = _sorted(pos, names)
    for h in sorted({u.hex for u in units}):
        here = [u for u in units if u.hex == h]
        large = [u for u in here if not u.bracket]
        small = [u for u in here if u.bracket]
        if large:
            found += [(large[0], *small), *((u,) for u in large[1:])]
        elif len(small) > 1:
            found.append(tuple(small))
    found.sort(key=lambda own: own[0].order)
    return [tuple(u.id for u in own) for own in found]


# -- tactics ----------------------------------------------------------------------------------------


def may_support(pos: Position, names: Collection[str], formation: Collection[str] | None) -> bool:
    """CC-01, CD-05: one of them In Supply, not Dispersed, and of the formation if the card has one."""
    fit = [n for n in names if pos.units[n].supply == "in" and not pos.units[n].dispersed]
    return any(formation is None or n in formation for n in fit)


def legal(pos: Position, tactic: str, *, attacking: bool, clear: bool) -> bool:
    """Whether an Allied tactic may be played at all (4.8, WE-01, DX-12); Bug Out apart."""
    if tactic == "artillery":
        return pos.date > 16
    if tactic == "airpower":
        return clear
    if tactic == "assault coordination":
        return attacking
    if tactic in ("screen", "bug out"):
        return not attacking
    return tactic in ("corps artillery", "tank battalion", "reinforce battle")


def lossless(pos: Position, target: str) -> bool:
    """The whole stack can retreat without loss (5.9c)."""
    stack = pos.at(target, "allied")
    ways = [w for w in routes(pos, target, "allied", target) if room(pos, stack, w.hex)]
    living = [w for w in ways if w.cost < steps(stack)] or ways
    return bool(living) and not living[0].cost


def reinforcement(
    pos: Position, target: str, busy: Collection[str], *, attacking: bool
) -> tuple[str, str]:
    """CT-09: lead unit and goal of the stack that comes by Reinforce Battle; "" for none.

    busy: units that take part, or have moved or attacked in this Activation.
    """
    hexes = {u.hex for u in pos.on_map("allied")} - {target}
    stacks = sorted((pos.at(h, "allied") for h in hexes), key=lambda s: s[0].order)
    for stack in stacks:
        ids = tuple(u.id for u in stack)
        if any(i in busy for i in ids) or holds_vp(pos, ids):
            continue
        cost = destinations(pos, stack, joining=True)
        goals = [h for h in cost if not gap(pos, pos.put(ids, h), stack[0].hex)]
        if attacking:
            goals = [h for h in goals if _joins(pos, stack, h, target)]
            goals.sort(key=lambda h: (river(h, target), best_rank(pos, h, cost[h])))
        else:
            goals = [h for h in goals if h == target]
        if goals:
            return stack[0].id, goals[0]
    return "", ""


def _joins(pos: Position, stack: list[Unit], h: str, target: str) -> bool:
    """One of the stack could attack the target from h, Protect VP kept."""
    if h not in ground.neighbours(target) or big_water(pos, h, target):
        return False
    after = pos.put([u.id for u in stack], h)
    few = ground.vp(h) > 0 and steps(after.at(h, "allied")) < 4
    return any(able(u) for u in stack) and not few


def coordinated(pos: Position, target: str, active: Collection[str]) -> set[str]:
    """Units of inactive stacks that Assault Coordination brings in (5.16.4)."""
    found: set[str] = set()
    for h in ground.neighbours(target):
        stack = pos.at(h, "allied")
        few = ground.vp(h) > 0 and steps(stack) < 4
        if not few and not big_water(pos, h, target) and not any(u.id in active for u in stack):
            found.update(u.id for u in stack if able(u))
    return found


__all__ = ["advancers", "busiest", "coordinated", "deployments", "dug_in", "may_go", "reasons"]
