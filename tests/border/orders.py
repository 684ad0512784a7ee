"""BRD-SQ, BRD-VC  News, a side's orders, its combat phases, and the end."""

from __future__ import annotations

from tests.border.content import CUT, attacks, ready
from tests.border.marches import Marcher
from tests.toy.content import OTHER, ToyGame
from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Side
from wargame.rules.march import OPEN, marched
from wargame.rules.walk import reach

Order = tuple[str, tuple[int, ...]]
"""A verb and the hexes of a path, or from where at which hex."""


@segment("border.news")
async def news(g: ToyGame) -> Next:
    """BRD-SQ-03  The turn begins; the land is cut off on odd turns; Blue 3 goes over on turn 2."""
    g.set_track("turn", g.state.turn() + 1, rule="BRD-SQ-01")
    g.set_list("passed", (), rule="BRD-SQ-02")
    odd = g.state.turn() % 2
    g.set_layer(CUT, dict.fromkeys(range(g.grid.size), odd), rule="BRD-SQ-03")
    if g.state.turn() == 2:
        g.turn_over("b3", "red", rule="BRD-SQ-03")
    for unit in g.state.units:
        for state in ("moved", "fought"):
            g.shed(unit, state, rule="BRD-SQ-03")
    return DONE


@segment("border.order")
async def order(g: ToyGame, side: Side, marching: tuple[Fact, ...] = ()) -> Next:
    """BRD-SQ-02  One pass: one march, begun or taken up where it was broken off, or passing."""
    if marching and marching[0] == OPEN:
        g.keep(marching=())
        (unit, spent), *_ = marched(marching)[1].items()  # type: ignore[arg-type]
        ways = _ways(g, unit, spent)
        if not ways:
            return DONE
    elif marching:
        return DONE
    else:
        unit, spent, ways = "", 0, [way for u in ready(g, side, "moved") for way in _ways(g, u, 0)]
    options = [
        (Option(f"march {u} {g.grid.write(path)}", u, (u,), path), (u, path)) for u, path in ways
    ]
    passing = (Option(PASS, "No more orders"), ("", (0,)))
    prompt = f"How does {unit} go on?" if unit else "March with which unit?"
    ask = Choice(side, "border.order", prompt, [passing, *options], rule="BRD-SQ-02")
    chosen, path = await g.ask(ask)
    if not chosen:
        if not unit:
            g.set_list("passed", (*g.state.lists.get("passed", ()), side), rule="BRD-SQ-02")
        return DONE
    g.gain(chosen, "moved", rule="BRD-MV-01")
    begun = {"spent": (spent,)} if unit else {}
    return then("border.march", into="marching", units=(chosen,), rest=tuple(path[1:]), **begun)


def _ways(g: ToyGame, unit: str, spent: int) -> list[tuple[str, tuple[Hex, ...]]]:
    """BRD-MV-01  The cheapest way to each hex in reach."""
    start = g.state.units[unit].hex
    found = reach(Marcher(g, unit), start, g.content.movement - spent, fresh=not spent)
    return [(unit, found.path(h)) for h in sorted(found.left) if h != start and not g.board.at[h]]


@segment("border.combat")
async def combat(g: ToyGame, side: Side, phase: str) -> Next:
    """BRD-BT-01  One pass: one battle of this combat phase, or no more."""
    options = [
        (Option(f"attack {g.grid.name(at)} from {g.grid.name(h)}", phase, (), (h, at)), (h, at))
        for h, at in attacks(g, side)
    ]
    if not options:
        return DONE
    passing = (Option(PASS, "No more attacks"), (-1, -1))
    ask = Choice(side, f"border.{phase}", "Attack?", [passing, *options], rule="BRD-BT-01")
    start, target = await g.ask(ask)
    if start < 0:
        return DONE
    units = tuple(u for u in ready(g, side, "fought") if g.state.units[u].hex == start)
    for unit in units:
        g.gain(unit, "fought", rule="BRD-BT-01")
        g.tie(unit, "attacks", g.grid.name(target), rule="BRD-BT-01")
    return then("border.battle", side=side, target=target, units=units)


@segment("border.end")
async def end(g: ToyGame) -> Next:
    """BRD-VC-01  More units on the map win."""
    strength = {side: len(g.board.on_map[side]) for side in OTHER}
    if len(set(strength.values())) == 1:
        g.end("", "draw", "as_many", rule="BRD-VC-01")
    else:
        g.end(max(strength, key=strength.__getitem__), "points", "more_units", rule="BRD-VC-01")
    return AGAIN
