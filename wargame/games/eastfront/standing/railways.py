"""EF-AU-03  What standing orders do with engineers: the line that one takes, where it goes, what it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from wargame.flow.ask import Ask, IllegalAnswer
from wargame.flow.orders import MixedAsk
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import movers
from wargame.games.eastfront.labour import JOBS, builder, marker_at
from wargame.games.eastfront.nets import OWN_GAUGE, net_at, usable
from wargame.games.eastfront.standing.book import CONVERT, Row, Words, enemy_near, given
from wargame.games.eastfront.standing.roads import in_initial_movement, legal, travel
from wargame.games.eastfront.state import DEMOLISHED, GAUGE, WORKING, EfGame, enemy_zoc
from wargame.games.eastfront.walk import INITIAL
from wargame.hexes.grid import Hex

if TYPE_CHECKING:
    from wargame.model.state import UnitId


def convert(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-03  Engineers go where they can convert all they may on their line, and start it."""
    side: Side = "axis" if ask.side == "axis" else "soviet"
    if not in_initial_movement(g, side) or not isinstance(ask, MixedAsk):
        return None
    for words in given(g.state, side, CONVERT):
        unit = g.state.units[words[0]]
        if unit.hex < 0 or unit.side != side or enemy_near(g, side, unit.hex):
            continue
        if answer := _next(g, ask, side, words):
            return answer, " ".join((CONVERT, *words))
    return None


def _next(g: EfGame, ask: MixedAsk[object], side: Side, words: Words) -> str:
    """A way to where it can lay all it may this turn; else by rail to the railhead, a start, or nearer to it."""
    unit = words[0]
    if not (may := _jobs_left(g, unit)) or not (line := line_of(g, side, words)):
        return ""
    todo, here = to_lay(g, side, line)[:may], g.state.units[unit].hex
    now = _laid_from(g, here, todo)
    starts = (legal(ask, f"start convert {unit} {g.grid.name(h)}") for h in todo[:now])
    start = next(filter(None, starts), "")
    if WORKING in g.state.units[unit].states or unit not in movers(g, side, INITIAL):
        return start
    if now and now == len(todo):
        return start
    way, there = _to_work(g, ask, side, unit, todo)
    if there > now and there == len(todo):
        return way
    safe = here not in line and not enemy_near(g, side, line[0])
    if safe and (ride := legal(ask, f"rail {unit} {g.grid.name(line[0])}")):
        return ride
    return (way if there > now else "") or start or (travel(g, ask, unit, line[0]) if safe else "")


def _jobs_left(g: EfGame, unit: UnitId) -> int:
    """EF-EN-10  Hexes that an engineer may still start to convert in this player-turn."""
    most = g.content.work["convert"].hexes.get(builder(g, unit), 1)
    return most - g.state.units[unit].numbers.get(JOBS, 0)


def _laid_from(g: EfGame, where: Hex, todo: Sequence[Hex]) -> int:
    """EF-EN-10  How many hexes of a line, from its beginning on, are laid from one hex: it or those beside it."""
    return next((n for n, h in enumerate(todo) if g.grid.distance(where, h) > 1), len(todo))


def _to_work(
    g: EfGame, ask: MixedAsk[object], side: Side, unit: UnitId, todo: Sequence[Hex]
) -> tuple[str, int]:
    """The march to the hex from which most is laid, the cheapest of them; how much that is."""
    head = f"move {unit}"
    try:
        ends = ask.reach(head)
    except IllegalAnswer:
        return "", 0
    rows = ((-_laid_from(g, h, todo), -left, h) for h, left in ends.items())
    for laid, _, h in sorted(row for row in rows if row[0]):
        if not enemy_near(g, side, h):
            return ask.route(head, [h]), -laid
    return "", 0


# -- the line -------------------------------------------------------------------------------------


def to_lay(g: EfGame, side: Side, line: Sequence[Hex]) -> list[Hex]:
    """EF-EN-19  The hexes of a line that can still be started in this player-turn, up to the first that cannot."""
    most, found = g.content.limits.engineers.a_railhead, list[Hex]()
    own = usable(g, side)
    for h in line[1:]:
        begun = marker_at(g, side, "C", h)
        if begun is not None and begun.kind == "convert":
            most -= 1
        elif not own >> h & 1:
            if why_not_laid(g, side, h):
                break
            found.append(h)
    return found[: max(0, most)]


def why_not_laid(g: EfGame, side: Side, where: Hex) -> str:
    """EF-EN-10  What bars a hex of a line from being converted now; "" if nothing does."""
    layers = g.state.layers
    if g.state.control.get(where) != side:
        return "is not your own"
    if layers.get(DEMOLISHED, {}).get(where):
        return "is demolished"
    if layers.get(GAUGE, {}).get(where) == OWN_GAUGE[side]:
        return "is barred"  # its gauge is fine: a Rail Break, an enemy
    return "lies in an enemy ZOC" if enemy_zoc(g, side, where) else ""


def line_of(g: EfGame, side: Side, words: Words) -> Sequence[Hex]:
    """EF-AU-03, R-350  From the end of the own net to the hex named; () if no railway leads there.

    It is the shortest way by rail from where the engineer stands, or from the hex named for it, and of
    those the one of which most lies on the net.
    """
    unit, *start, goal = words
    own, end = usable(g, side), g.grid.hex(goal)
    before: dict[Hex, Hex] = {}
    queue = [(far, 0, h, h) for far, h in _sources(g, side, unit, start, own)]
    links = g.content.rail_links(g.state.turn())
    queue.sort()
    while queue:
        far, new, h, back = heappop(queue)
        if h in before:
            continue
        before[h] = back
        if h == end:
            return _beyond(own, [*_way(before, end)][::-1])
        for near in links[h]:
            if near not in before:
                heappush(queue, (far + 1, new + (not own >> near & 1), near, h))
    return ()


def _sources(
    g: EfGame, side: Side, unit: UnitId, start: Sequence[str], own: int
) -> Iterator[tuple[int, Hex]]:
    """The hex of the net where the way begins; for who stands beside the rails all of them, by distance."""
    here = g.grid.hex(start[0]) if start else g.state.units[unit].hex
    if start or net_at(g, side, here) is not None:
        if own >> here & 1:
            yield 0, here
    elif here >= 0:
        for h in g.content.gauge:
            if own >> h & 1:
                yield g.grid.distance(here, h), h


def _way(before: dict[Hex, Hex], end: Hex) -> Iterator[Hex]:
    """Back from the end to where it begins."""
    yield end
    while before[end] != end:
        end = before[end]
        yield end


def _beyond(own: int, way: Sequence[Hex]) -> Sequence[Hex]:
    """From the last hex of the net on which the way begins."""
    first = next((n for n, h in enumerate(way) if not own >> h & 1), len(way))
    return way[first - 1 :]
