"""BRD-MV  Marches, and what stirs where a unit comes into a hex: mines, and whoever watches it."""

from __future__ import annotations

from tests.toy.content import OTHER, ToyContent, ToyGame
from wargame.flow.ask import PASS, Choice, Option, Refusal
from wargame.flow.game import Game
from wargame.flow.script import Next, segment
from wargame.hexes.field import Costs
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.rules.march import Spent, Units, Way, march, watchers
from wargame.rules.walk import Bar, Member, Mover

from tests.border.content import MINES  # isort: skip


class Marcher(Mover):
    """BRD-MV-01  Not into an enemy's hex, and no farther when next to one."""

    rule = "BRD-MV-01"

    def __init__(self, g: ToyGame, unit: UnitId) -> None:
        side = g.state.units[unit].side
        self.grid, self.name = g.grid, unit
        self.costs = Costs(g.grid, g.content.entry)
        self.stop = g.board.zoc[OTHER[side]]
        self.bars = (Bar(g.board.here[OTHER[side]], self._held),)

    def _held(self, h: Hex) -> Refusal:
        return Refusal(f"The enemy stands in {self.grid.name(h)}.", self.rule)

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """The map has a way between any two neighbours."""
        return Refusal(f"No way from {self.grid.name(a)} to {self.grid.name(b)}.", self.rule)

    def ground(self, a: Hex, b: Hex) -> str:
        """The price, in words."""
        return "road" if self.costs[a][self.grid.around[a].index(b)] == 1 else "open country"


class Border:
    """What the march part asks of this game."""

    def member(self, g: ToyGame, unit: UnitId) -> Member:
        """BRD-MV-01  Four movement points; whoever leaves its hex otherwise pays nothing it has not."""
        return Marcher(g, unit), g.content.movement

    def stirs(self, g: ToyGame, units: Units, where: Hex) -> bool:  # noqa: ARG002
        """BRD-MV-02  Mines stop whoever comes."""
        return where in g.state.layers.get(MINES, {})

    def go(self, g: ToyGame, units: Units, path: Way) -> None:
        """Moves them together."""
        for unit in units:
            g.move(unit, path, rule="BRD-MV-01")

    async def arrived(self, g: ToyGame, units: Units, where: Hex) -> bool:
        """BRD-MV-02, BRD-MV-03  Mines, then the fire of whoever watches; the shaken stay."""
        if where in g.state.layers.get(MINES, {}):
            if g.roll("mines", rule="BRD-MV-02", unit=units[0]) >= 3:
                g.set_layer(MINES, {where: 0}, rule="BRD-MV-02")
            else:
                g.gain(units[0], "shaken", rule="BRD-MV-02")
        for side in watchers(g, g.state.units[units[0]].side, where):
            await react(g, side, units[0], where)
        return not any("shaken" in g.state.units[u].states for u in units)


async def react(g: ToyGame, side: Side, unit: UnitId, where: Hex) -> None:
    """BRD-MV-03  The side that watches fires at the first of them, or holds its fire."""
    g.enter("border.battle.react", rule="BRD-MV-03")
    options = [
        (Option("fire", "Fire", (unit,), (where,)), True),
        (Option(PASS, "Hold fire", (), (where,)), False),
    ]
    prompt = f"Fire at {g.content.units[unit].name} in {g.content.map.name(where)}?"
    fires = await g.ask(Choice(side, "border.react", prompt, options, rule="BRD-MV-03"))
    if fires and g.roll("react", rule="BRD-MV-03", by=side) >= 5:
        g.gain(unit, "shaken", rule="BRD-MV-03")
    g.enter("", rule="BRD-MV-03")


MARCHES = Border()


@segment("border.march")
async def border_march(g: Game[ToyContent], units: Units, rest: Way, spent: Spent = ()) -> Next:
    """BRD-MV-01  One pass: the next stretch, and what it stirs up."""
    return await march(g, MARCHES, units, rest, spent)
