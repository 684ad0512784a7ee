"""EF-AU-03, EF-AU-11, EF-AU-12, EF-SQ-07  What standing orders do in ground movement: marches, railways, quiet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame.flow.ask import DONE_WORD, Ask, IllegalAnswer
from wargame.flow.orders import MixedAsk, OrderAsk
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import movers
from wargame.games.eastfront.nets import usable
from wargame.games.eastfront.standing.book import (
    CONVERT,
    MARCH,
    QUIET,
    REAR,
    Row,
    enemy_near,
    given,
    is_quiet,
)
from wargame.games.eastfront.state import WORKING, EfGame
from wargame.games.eastfront.walk import INITIAL, Marcher
from wargame.hexes.grid import Hex
from wargame.rules.onward import ENDLESS
from wargame.rules.walk import reach

if TYPE_CHECKING:
    from wargame.model.state import UnitId


def _side_of(ask: Ask[object]) -> Side:
    return "axis" if ask.side == "axis" else "soviet"


def legal(ask: Ask[object], text: str) -> str:
    """An answer as it is written; "" where it is not legal."""
    question: object = ask  # seen by what it can do, whatever kind it is
    if isinstance(question, OrderAsk):
        return question.permits(text)
    return text if any(option.answer == text for option in ask.options()) else ""


def _in_initial_movement(g: EfGame, side: Side) -> bool:
    """Segment 5.2 of its own player-turn."""
    return bool(g.state.frames) and g.state.frames[-1].name == f"eastfront.{side}.movement.ground"


def rear(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-SQ-07  What was prepared is carried out first, where it is still legal."""
    side = _side_of(ask)
    if not _in_initial_movement(g, side):
        return None
    for words in given(g.state, side, REAR):
        if answer := legal(ask, " ".join(words)):
            return answer, f"{REAR} {' '.join(words)}"
    return None


# -- marches --------------------------------------------------------------------------------------


def march(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-11  The next unit on its way goes on, by road or by rail."""
    side = _side_of(ask)
    if not _in_initial_movement(g, side) or not isinstance(ask, MixedAsk):
        return None
    able = set(movers(g, side, INITIAL))
    for unit, goal in (words[:2] for words in given(g.state, side, MARCH)):
        if unit in able and (answer := _travel(g, ask, unit, g.grid.hex(goal))):
            return answer, f"{MARCH} {unit} {goal}"
    return None


def _travel(g: EfGame, ask: MixedAsk[object], unit: UnitId, goal: Hex) -> str:
    """One move of a unit towards a hex: there by rail, else along the cheapest way, else nearer by rail."""
    found = g.state.units[unit]
    side = _side_of(ask)
    if found.hex in (goal, -1) or WORKING in found.states or enemy_near(g, side, found.hex):
        return ""
    if answer := legal(ask, f"rail {unit} {g.grid.name(goal)}"):
        return answer
    by_road = _road(g, ask, unit, goal)
    by_rail = _rail(g, ask, unit, goal)
    if by_rail and g.grid.distance(by_rail[1], goal) < g.grid.distance(
        by_road[1] if by_road else found.hex, goal
    ):
        return by_rail[0]
    return by_road[0] if by_road else ""


def _road(g: EfGame, ask: MixedAsk[object], unit: UnitId, goal: Hex) -> tuple[str, Hex] | None:
    """As far along the cheapest way to a hex as it gets in this phase."""
    head = f"move {unit}"
    try:
        ends = ask.reach(head)
    except IllegalAnswer:
        return None
    mover = Marcher(g, (unit,), INITIAL)
    ways = reach(mover, mover.start, ENDLESS, fresh=mover.fresh)
    if goal not in ways.left:
        return None
    end = next((h for h in reversed(ways.path(goal)) if h in ends), None)
    return None if end is None else (ask.route(head, [end]), end)


def _rail(g: EfGame, ask: MixedAsk[object], unit: UnitId, goal: Hex) -> tuple[str, Hex] | None:
    """To the hex of its net that is nearest to another."""
    here = g.state.units[unit].hex
    net = usable(g, _side_of(ask))
    ends = [h for h in g.grid.within(goal, g.grid.distance(here, goal) - 1) if net >> h & 1]
    for end in sorted(ends, key=lambda h: (g.grid.distance(h, goal), h))[:12]:
        if answer := legal(ask, f"rail {unit} {g.grid.name(end)}"):
            return answer, end
    return None


# -- railways -------------------------------------------------------------------------------------


def convert(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-03  Engineers go to the end of the usable net on their line and convert what they may."""
    side = _side_of(ask)
    if not _in_initial_movement(g, side) or not isinstance(ask, MixedAsk):
        return None
    for unit, goal in (words[:2] for words in given(g.state, side, CONVERT)):
        found = g.state.units[unit]
        if found.hex < 0 or found.side != side or enemy_near(g, side, found.hex):
            continue
        line = line_to(g, side, g.grid.hex(goal))
        starts = (legal(ask, f"start convert {unit} {g.grid.name(h)}") for h in line[1:5])
        answer = next(filter(None, starts), "")
        if not answer and line and found.hex not in line[:2] and unit in movers(g, side, INITIAL):
            answer = _travel(g, ask, unit, line[0])
        if answer:
            return answer, f"{CONVERT} {unit} {goal}"
    return None


def line_to(g: EfGame, side: Side, goal: Hex) -> Sequence[Hex]:
    """EF-AU-03  From the end of the usable net to a hex, by the fewest hexes of railway; () if there is none."""
    own, links = usable(g, side), g.content.rail_links(g.state.turn())
    before: dict[Hex, Hex] = {goal: goal}
    queue = [goal]
    for h in queue:
        if own >> h & 1:
            way = [h]
            while way[-1] != goal:
                way.append(before[way[-1]])
            return way
        for near in sorted(links[h]):
            if near not in before:
                before[near] = h
                queue.append(near)
    return ()


# -- quiet sectors --------------------------------------------------------------------------------


def quiet(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-12  Where nobody is left who need be looked at, the end of the segment is proposed."""
    side = _side_of(ask)
    if not _in_initial_movement(g, side):
        return None
    if all(is_quiet(g, unit) for unit in movers(g, side, INITIAL)):
        return DONE_WORD, QUIET
    return None
