"""What a phase or a turn leaves behind: flags come off, counts go back to 0, the turn goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame.flow.game import Game
from wargame.model.state import Side


def clear(
    g: Game[Any],
    *states: str,
    rule: str,
    side: Side = "",
    numbers: tuple[str, ...] = (),
    also: Callable[[str], bool] | None = None,
) -> None:
    """Take states off all units, or those of a side, then set numbers back; *also* by their names."""
    units = [unit for unit in g.state.units.values() if unit.states or (numbers and unit.numbers)]
    if side:
        units = [unit for unit in units if unit.side == side]
    found = {state for unit in units for state in unit.states}
    going = [state for state in states if state in found]
    going += sorted(filter(also, found)) if also else []
    if not going and not numbers:
        return
    gone, counts = frozenset(going), frozenset(numbers)
    touched = [
        unit
        for unit in units
        if (unit.states and not gone.isdisjoint(unit.states))
        or (unit.numbers and not counts.isdisjoint(unit.numbers))
    ]
    for unit in touched:
        for state in [state for state in going if state in unit.states]:
            g.shed(unit.id, state, rule=rule)
        for name in numbers:
            if unit.numbers.get(name):
                g.set_number(unit.id, name, 0, rule=rule)


def clear_together(g: Game[Any], *states: str, rule: str, side: Side = "") -> None:
    """Take states off all units, or those of a side: one fact for all that shed the same."""
    gone = frozenset(states)
    marked = [u for u in g.state.units.values() if u.states and not gone.isdisjoint(u.states)]
    g.mark([u.id for u in marked if side in ("", u.side)], lost=states, rule=rule)


def lift(g: Game[Any], *kinds: str, rule: str) -> None:
    """Take every marker of some kinds off the table, in order of id."""
    for marker in g.state.marked(*kinds):
        g.lift(marker.id, rule=rule)


def next_turn(g: Game[Any], *, rule: str) -> int:
    """The turn goes on by one, and is told."""
    turn = g.state.turn() + 1
    g.set_track("turn", turn, rule=rule)
    g.note("turn", rule=rule, turn=turn)
    return turn
