"""BRD-BT  Battles: a step with four children, none of which counts stages."""

from __future__ import annotations

from tests.border.content import CHITS, battle
from tests.toy.content import OTHER, ToyGame
from wargame.flow.ask import PASS, Choice, Option, yes_or_no
from wargame.flow.script import AGAIN, DONE, Next, done, segment, then
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Side, UnitId

_TOLD = {"border.tactics": "Play a tactic?", "border.counter": "Counter it with a tactic?"}


async def _play(g: ToyGame, side: Side, key: str) -> str:
    """BRD-BT-02  A tactic out of the hand, "" for none; nobody is asked with an empty hand."""
    hand = sorted(g.state.cups[f"hand.{side}"])
    if not hand:
        return ""
    options = [(Option(f"play {card}", card), card) for card in hand]
    ask = Choice(side, key, _TOLD[key], [(Option(PASS, "None"), ""), *options], rule="BRD-BT-02")
    card = await g.ask(ask)
    if card:
        g.pass_on(card, f"hand.{side}", "", rule="BRD-BT-02")
    return card


@segment("border.tactics")
async def tactics(g: ToyGame, turn: int = 0, played: int = 0, stands: str = "") -> Next:
    """BRD-BT-02  One pass: one tactic, first the attacker's; then what became of it."""
    fight = battle(g)
    side = (fight.side, OTHER[fight.side])[turn % 2]
    if played:
        if stands == "yes":
            g.keep("border.battle", hits=fight.hits + (1 if side == fight.side else -1))
        g.keep(turn=turn + 1, played=0)
        return AGAIN
    if turn == 2:
        return DONE
    if not await _play(g, side, "border.tactics"):
        g.keep(turn=turn + 1)
        return AGAIN
    g.keep(played=1)
    return then("border.counter", into="stands", by=side)


@segment("border.counter")
async def counter(g: ToyGame, by: Side, played: int = 0, stands: str = "") -> Next:
    """BRD-BT-02  Whether the tactic of a side stands: a counter may be countered in its turn."""
    if played:
        return done("no" if stands == "yes" else "yes")
    if not await _play(g, OTHER[by], "border.counter"):
        return done("yes")
    g.keep(played=1)
    return then("border.counter", into="stands", by=OTHER[by])


@segment("border.chits")
async def chits(g: ToyGame) -> Next:
    """BRD-BT-03  Two chits are the hits."""
    g.fill("chits", CHITS, rule="BRD-BT-03")
    drawn = sum(int(g.draw("chits", "hits", rule="BRD-BT-03")) for _ in range(2))
    g.keep("border.battle", hits=max(battle(g).hits + drawn, 0))
    return DONE


@segment("border.hits")
async def hits(g: ToyGame) -> Next:
    """BRD-BT-04  One pass: one hit, as long as there are hits and somebody to take them."""
    fight = battle(g)
    if not fight.hits or not g.board.at[fight.target]:
        for unit in fight.units:
            g.tie(unit, "attacks", "", rule="BRD-BT-01")
        return DONE
    g.keep("border.battle", hits=fight.hits - 1)
    return then("border.hit")


@segment("border.hit")
async def hit(g: ToyGame, marching: tuple[Fact, ...] = ()) -> Next:
    """BRD-BT-04  A unit is lost, or retreats by a hex: a march like any other."""
    if marching:
        return DONE
    fight = battle(g)
    options: list[tuple[Option, tuple[UnitId, Hex]]] = []
    for unit in g.board.at[fight.target]:
        options.append((Option(f"lose {unit}", unit, (unit,)), (unit, -1)))
        for h in _refuges(g, unit):
            answer = f"retreat {unit} {g.grid.name(h)}"
            options.append((Option(answer, unit, (unit,), (h,)), (unit, h)))
    ask = Choice(OTHER[fight.side], "border.hit", "Who takes the hit?", options, rule="BRD-BT-04")
    unit, where = await g.ask(ask)
    if where < 0:
        g.box(unit, "lost", rule="BRD-BT-04")
        return DONE
    return then("border.march", into="marching", units=(unit,), rest=(where,))


def _refuges(g: ToyGame, unit: UnitId) -> list[Hex]:
    """BRD-BT-04  Neighbouring hexes that are empty and not next to the enemy."""
    enemy = OTHER[g.state.units[unit].side]
    near = sorted(g.grid.neighbours[g.state.units[unit].hex])
    return [h for h in near if not g.board.at[h] and not g.board.zoc[enemy][h]]


@segment("border.advance")
async def advance(g: ToyGame, marching: tuple[Fact, ...] = ()) -> Next:
    """BRD-BT-05  One attacker may go into the hex that was emptied."""
    if marching:
        return DONE
    fight = battle(g)
    unit = next(u for u in fight.units if g.state.units[u].hex >= 0)
    ask = yes_or_no(fight.side, "border.advance", f"Advance with {unit}?", rule="BRD-BT-05")
    if not await g.ask(ask):
        return DONE
    return then("border.march", into="marching", units=(unit,), rest=(fight.target,))
