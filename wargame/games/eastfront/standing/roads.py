"""EF-AU-11, EF-AU-12, EF-SQ-07  What standing orders do in ground movement: marches, the rear, quiet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame.flow.ask import DONE_WORD, Ask, IllegalAnswer
from wargame.flow.orders import MixedAsk, OrderAsk
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import movers
from wargame.games.eastfront.nets import usable
from wargame.games.eastfront.standing.book import (
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

_A_HEX = (3, 6, 12)
"""Half MP for each hex of the distance, within which a way is looked for first."""


def _side_of(ask: Ask[object]) -> Side:
    return "axis" if ask.side == "axis" else "soviet"


def legal(ask: Ask[object], text: str) -> str:
    """An answer as it is written; "" where it is not legal."""
    question: object = ask  # seen by what it can do, whatever kind it is
    if isinstance(question, OrderAsk):
        return question.permits(text)
    return text if any(option.answer == text for option in ask.options()) else ""


def in_initial_movement(g: EfGame, side: Side) -> bool:
    """Segment 5.2 of its own player-turn."""
    return bool(g.state.frames) and g.state.frames[-1].name == f"eastfront.{side}.movement.ground"


def rear(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-SQ-07  What was prepared is carried out first, where it is still legal."""
    side = _side_of(ask)
    if not in_initial_movement(g, side):
        return None
    for words in given(g.state, side, REAR):
        if answer := legal(ask, " ".join(words)):
            return answer, f"{REAR} {' '.join(words)}"
    return None


# -- marches --------------------------------------------------------------------------------------


def march(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-11  The next unit on its way goes on, by road or by rail."""
    side = _side_of(ask)
    if not in_initial_movement(g, side) or not isinstance(ask, MixedAsk):
        return None
    able = set(movers(g, side, INITIAL))
    for unit, goal in (words[:2] for words in given(g.state, side, MARCH)):
        if unit in able and (answer := travel(g, ask, unit, g.grid.hex(goal))):
            return answer, f"{MARCH} {unit} {goal}"
    return None


def travel(g: EfGame, ask: MixedAsk[object], unit: UnitId, goal: Hex) -> str:
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
    end = next((h for h in reversed(way_to(g, unit, goal)) if h in ends), None)
    return None if end is None else (ask.route(head, [end]), end)


def way_to(g: EfGame, unit: UnitId, goal: Hex) -> Sequence[Hex]:
    """The cheapest way of a unit to a hex, however long it takes; () if there is none."""
    mover = Marcher(g, (unit,), INITIAL)
    far = g.grid.distance(mover.start, goal) + 1
    for budget in (*(min(far * n, ENDLESS) for n in _A_HEX), ENDLESS):  # all the map is dear
        ways = reach(mover, mover.start, budget, fresh=mover.fresh)
        if goal in ways.left:
            return ways.path(goal)
    return ()


def _rail(g: EfGame, ask: MixedAsk[object], unit: UnitId, goal: Hex) -> tuple[str, Hex] | None:
    """To the hex of its net that is nearest to another."""
    here = g.state.units[unit].hex
    net = usable(g, _side_of(ask))
    ends = [h for h in g.grid.within(goal, g.grid.distance(here, goal) - 1) if net >> h & 1]
    for end in sorted(ends, key=lambda h: (g.grid.distance(h, goal), h))[:12]:
        if answer := legal(ask, f"rail {unit} {g.grid.name(end)}"):
            return answer, end
    return None


# -- quiet sectors --------------------------------------------------------------------------------


def quiet(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-12  Where nobody is left who need be looked at, the end of the segment is proposed."""
    side = _side_of(ask)
    if not in_initial_movement(g, side):
        return None
    if all(is_quiet(g, unit) for unit in movers(g, side, INITIAL)):
        return DONE_WORD, QUIET
    return None
