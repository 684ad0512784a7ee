"""Movement and opportunity fire: sections 3 and 4."""

from __future__ import annotations

from tests.toy.asks import movable, move_ask
from tests.toy.content import OTHER, ToyGame
from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.model.state import Side, UnitId
from wargame.rules.phases import clear


@segment("toy.move")
async def move(g: ToyGame, side: Side) -> Next:
    """TOY-MV-01  One pass: one unit moves; passing ends the segment."""
    order = await g.ask(move_ask(g, side)) if any(movable(g, side)) else None
    if order is None:
        clear(g, "moved", side=side, rule="TOY-MV-01")
        return DONE
    unit_id, path = order
    g.move(unit_id, path, rule="TOY-MV-01")
    g.gain(unit_id, "moved", rule="TOY-MV-01")
    if path[-1] == g.content.objective:
        g.take(path[-1], side, rule="TOY-VC-02")
    await opportunity_fire(g, unit_id)
    return AGAIN


async def opportunity_fire(g: ToyGame, target: UnitId) -> None:
    """TOY-FI-01  One enemy next to the unit that moved may fire at it."""
    where = g.state.units[target].hex
    enemy = OTHER[g.state.units[target].side]
    shooters = [
        unit.id
        for near in g.grid.neighbours[where]
        for unit in g.state.at(near)
        if unit.side == enemy and "shaken" not in unit.states
    ]
    if not shooters:
        return
    g.enter("fire", rule="TOY-FI-01")
    choices: list[tuple[Option, UnitId | None]] = [
        (Option(f"fire {u}", f"{g.content.units[u].name} fires", (u, target), (where,)), u)
        for u in shooters
    ]
    choices.append((Option(PASS, "Hold fire"), None))
    prompt = f"Who fires at {g.content.units[target].name}?"
    shooter = await g.ask(Choice(enemy, "fire.who", prompt, choices, rule="TOY-FI-01"))
    if shooter is not None:
        roll = g.roll("fire", unit=shooter, rule="TOY-FI-01")
        if roll >= 5:
            g.gain(target, "shaken", rule="TOY-FI-01")
    g.enter("", rule="TOY-FI-01")
