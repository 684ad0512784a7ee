"""Going on from hex to hex, and why a hex is none to go to: the cheapest way, or what stops it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from copy import copy
from itertools import pairwise

from wargame.content.figures import counted, in_halves
from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.hexes.field import Reach
from wargame.hexes.grid import Hex
from wargame.rules.walk import Field, Mover, Path, follow, price, reach, shut, stops_in

ENDLESS = 200
"""Half MPs that no allowance comes near: ways that cost more are not worth telling."""


def onward(mover: Mover, way: Path, left: int, stops: Iterable[Hex]) -> Path:
    """The way that leads on through *stops* in order, each the cheapest; raises IllegalAnswer."""
    for goal in stops:
        here = way[-1]
        if stops_in(mover, here):
            raise IllegalAnswer(mover.stopped(here))
        paid = mover.toll is not None and not mover.toll.hexes.isdisjoint(way)
        found = reach(mover, here, left, fresh=False, paid=paid)
        if goal not in found.left:
            raise IllegalAnswer(out_of_reach(mover, here, goal, left, fresh=False, paid=paid))
        way, left = way + found.path(goal)[1:], found.left[goal]
    return way


def way_to(
    mover: Mover, start: Hex, left: int, goals: Collection[Hex], least: Callable[[Hex], int]
) -> Path:
    """The cheapest way, without leap or toll, of one that has spent nothing to some hex from which it could go on; () for none.

    Among equals the lowest hex. By hex *least* is what no way to any of them undercuts: the shortest there can be are
    looked for first.
    """
    first = mover.leaving(start)
    for most in dict.fromkeys((min(left, first + least(start)), left)):
        if found := _way_within(mover, (start, first), most, goals, least):
            return found
    return ()


def _way_within(
    mover: Mover,
    begun: tuple[Hex, int],
    most: int,
    goals: Collection[Hex],
    least: Callable[[Hex], int],
) -> Path:
    """The same for so many half MPs at most, from a hex in which some are spent already."""
    (start, first), ways = begun, Reach({}, {})
    cost, around = ways.cost, mover.grid.around
    buckets: list[list[Hex]] = [[] for _ in range(most + 1)]
    if first <= most:
        cost[start] = first
        buckets[first].append(start)
    for spent, here in enumerate(buckets):
        going = [h for h in here if cost[h] == spent and (h == start or not stops_in(mover, h))]
        if there := [h for h in going if h in goals]:
            return ways.path_to(min(there))
        for h in going:
            for near, step in zip(around[h], mover.costs[h], strict=True):
                total = spent + step
                if near < 0 or not step or total >= cost.get(near, most + 1):
                    continue
                if total + least(near) <= most and shut(mover, near) is None:
                    cost[near], ways.came_from[near] = total, h
                    buckets[total].append(near)
    return ()


def out_of_reach(
    mover: Mover,
    start: Hex,
    goal: Hex,
    left: int,
    *,
    fresh: bool = True,
    paid: bool = False,
    kept: list[Field] | None = None,
) -> Refusal:
    """Why a hex was not found with what is *left*: barred, too dear, or behind hexes that stop.

    The cheapest way is told with its price and how far what is left leads along it, after what bars the
    straight one where it goes round that; or the stop that cuts the way off. Both searches are of the whole map: who asks about one hex after the other, with the
    same mover on the same table, gives a list in which they are *kept*.
    """
    barred = shut(mover, goal)
    if barred is not None:
        return barred
    if mover.single and goal not in mover.grid.neighbours[start]:
        return mover.single
    found = kept if kept is not None else []
    if not found:
        free = copy(mover)
        free.stop = None
        found += [reach(each, start, ENDLESS, fresh=fresh, paid=paid) for each in (mover, free)]
    ways, past = found
    said = f"{mover.grid.name(goal)} is out of reach"
    if goal not in past.left:
        return _no_way(mover, start, goal, said)
    cost = ENDLESS - past.left[goal]
    stop = next((h for h in past.path(goal)[1:-1] if stops_in(mover, h)), goal)
    cut = mover.stopped(stop)
    if goal not in ways.left:
        return Refusal(f"{said}, the way is cut off. {cut.reason}", cut.rule)
    longer = len(ways.path(goal)) - 1 > mover.grid.distance(start, goal)
    bar = _on_the_line(mover, start, goal) if longer else None
    said += f". {bar.reason} The cheapest way round, " if bar else ": the cheapest way, "
    said += f"{_told(mover, ways, goal, left, fresh=fresh, paid=paid)}."
    if stop != goal and cost <= left:
        said += f" A way of {in_halves(cost)} MP is cut off. {cut.reason}"
    return Refusal(said, bar.rule if bar else mover.rule)


def _told(mover: Mover, ways: Field, goal: Hex, left: int, *, fresh: bool, paid: bool) -> str:
    """The way to a hex, what it costs, what is there, and where that ends."""
    path = ways.path(goal)
    spent, last = 0, path[0]
    for step in follow(mover, path, ENDLESS, fresh=fresh, paid=paid).steps:
        spent += step.cost
        last = step.hex if spent <= left else last
    grid, cost = mover.grid, in_halves(ENDLESS - ways.left[goal])
    ends = f", enough for {grid.name(last)}" if last != path[0] else ""
    return (
        f"{grid.write(path[1:])}, costs {cost} MP, {counted(in_halves(left), 'is/are')} there{ends}"
    )


def _no_way(mover: Mover, start: Hex, goal: Hex, said: str) -> Refusal:
    """Nothing leads there: what the straight line meets next to the hex."""
    why = _on_the_line(mover, start, goal)
    if why is not None:
        return Refusal(f"{said}, nothing leads there. {why.reason}", why.rule)
    return Refusal(f"{said}, nothing leads there.", mover.rule)


def _on_the_line(mover: Mover, start: Hex, goal: Hex) -> Refusal | None:
    """What bars the straight way, next to the hex first; None for nothing."""
    for b, a in pairwise(mover.grid.line(goal, start)):
        why = shut(mover, b) or (None if price(mover, a, b)[0] else mover.no_way(a, b))
        if why is not None:
            return why
    return None
