"""Combat: section 5."""

from __future__ import annotations

from tests.toy.asks import AttackOrder, battle_ask, can_attack, column
from tests.toy.content import OTHER, ToyGame
from tests.toy.segments.turn import defeated
from wargame.flow.ask import Choice, Option, Refusal, yes_or_no
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.rules.phases import clear
from wargame.rules.retreat import Path, Rules, steps


@segment("toy.combat")
async def combat(g: ToyGame, side: Side) -> Next:
    """TOY-CB-01  One pass: one attack; passing ends the segment."""
    order = await g.ask(battle_ask(g, side)) if can_attack(g, side) else None
    if order is None:
        clear(g, "fought", side=side, rule="TOY-CB-01")
        return DONE
    for unit_id in order.units:
        g.gain(unit_id, "fought", rule="TOY-CB-01")
    dug_in = await dig_in(g, OTHER[side], order.target)
    result = resolve(g, order, dug_in=dug_in)
    if result == "A":
        for unit_id in order.units:
            g.gain(unit_id, "shaken", rule="TOY-CB-02")
    elif result == "E" or (result == "R" and dug_in):
        for unit_id in list(g.board.at[order.target]):
            g.box(unit_id, "lost", rule="TOY-CB-02")
    elif result == "R":
        await retreat(g, OTHER[side], order.target)
    return DONE if defeated(g) else AGAIN


async def dig_in(g: ToyGame, side: Side, where: Hex) -> bool:
    """TOY-CB-03  The defender decides after the attack is declared and before the die."""
    g.enter("defence", rule="TOY-CB-03")
    prompt = f"Dig in at {g.content.map.name(where)}?"
    answer = await g.ask(yes_or_no(side, "combat.dig_in", prompt, rule="TOY-CB-03"))
    g.enter("", rule="TOY-CB-03")
    return answer


def resolve(g: ToyGame, order: AttackOrder, *, dug_in: bool) -> str:
    """TOY-CB-02  Odds, one die, one result."""
    odds, strengths, shifts = column(g, order, dug_in=dug_in)
    side = g.state.units[order.units[0]].side
    roll = g.roll("combat", by=side, rule="TOY-CB-02")
    result = g.content.chart.cell(odds, str(roll))
    g.read_chart(
        "combat",
        column=odds,
        row=str(roll),
        result=result,
        total=roll,
        shifts=shifts,
        rule="TOY-CB-02",
        basis="strengths",
        attack=strengths["attack"],
        defence=strengths["defence"],
    )
    return result


async def retreat(g: ToyGame, side: Side, where: Hex) -> None:
    """TOY-CB-04  Each defender goes one hex, by its owner's choice."""
    g.enter("defence", rule="TOY-CB-04")
    for unit_id in list(g.board.at[where]):
        ways = refuges(g, unit_id)
        if not ways:
            g.box(unit_id, "lost", rule="TOY-CB-04")
            continue
        choices = [
            (Option(g.grid.name(h), g.content.map.name(h), (unit_id,), (h,)), h) for h in ways
        ]
        prompt = f"Where does {g.content.units[unit_id].name} retreat?"
        goal = await g.settle(Choice(side, "combat.retreat", prompt, choices, rule="TOY-CB-04"))
        g.move(unit_id, (where, goal), how="retreats", rule="TOY-CB-04")
    g.enter("", rule="TOY-CB-04")


def refuges(g: ToyGame, unit_id: UnitId) -> list[Hex]:
    """TOY-CB-04  Neighbouring hexes without enemies, enemy ZOC or two units."""
    unit = g.state.units[unit_id]
    enemy, enemy_zoc = g.board.here[OTHER[unit.side]], g.board.zoc[OTHER[unit.side]]

    def shut(_: Path, h: Hex) -> Refusal | None:
        taken = enemy[h] or enemy_zoc[h] or len(g.board.at[h]) > 1
        return Refusal(f"{g.grid.name(h)} is no refuge.", "TOY-CB-04") if taken else None

    return steps(Rules(g.grid, "TOY-CB-04", shut), (unit.hex,))
