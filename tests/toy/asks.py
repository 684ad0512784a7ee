"""The toy's two big questions: a path question for movement, an attack question for combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.toy.content import OTHER, ToyGame
from wargame.flow.ask import PASS, Odds, Option, Outcome, Pick, Refusal, nearest, normal, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import DeclareAsk, Done, OrderAsk, PathVerb
from wargame.hexes import field
from wargame.hexes.grid import Hex
from wargame.model.state import Side, Unit, UnitId
from wargame.rules.declare import DeclareVerb

MoveOrder = tuple[UnitId, tuple[Hex, ...]]


def _name(g: ToyGame, unit: UnitId) -> str:
    """The printed name, "" for the back of a counter."""
    return g.content.units[unit].name if unit in g.content.units else ""


MOVING = Grammar("TOY-MV-01", name=_name)
FIGHTING = Grammar("TOY-CB-01", name=_name)


def movable(g: ToyGame, side: Side) -> Iterator[UnitId]:
    """TOY-MV-01, TOY-MV-04  Units that may still move; who wants one only looks no further."""
    units = g.state.units
    return (u for u in g.board.on_map[side] if not units[u].states & {"moved", "shaken"})


def move_ask(g: ToyGame, side: Side) -> OrderAsk[MoveOrder | None]:
    """TOY-MV-01  "move r1 0102-0202", or pass."""
    return OrderAsk(
        g,
        [Done(PASS, "End movement", None, one_in=12), Move(g, side)],
        side=side,
        key="move.unit",
        prompt="Move which unit?",
        rule="TOY-MV-01",
        grammar=MOVING,
    )


class Move(PathVerb[MoveOrder]):
    """TOY-MV-01 to TOY-MV-04  One unit goes along a path."""

    words, form = ("move",), "move UNIT PATH"

    def __init__(self, g: ToyGame, side: Side) -> None:
        self.g, self.side = g, side
        self._zoc = g.board.zoc[OTHER[side]]
        self._closed = g.board.here[OTHER[side]]

    def heads(self) -> Iterator[Option]:
        """Units that may move."""
        units, names = self.g.state.units, self.g.content.units
        for u in movable(self.g, self.side):
            yield Option(f"move {u}", names[u].name, (u,), (units[u].hex,))

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to each hex: other paths are legal too."""
        unit = head.units[0]
        start = self.g.state.units[unit].hex
        found = self._field(start, self.g.content.movement)
        for goal in found.cost:
            if goal != start and self._may_end(goal):
                answer = f"move {unit} {self.g.grid.write(found.path_to(goal))}"
                yield Option(answer, answer, head.units, (goal,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """TOY-MV-03  Where the unit may end, and half movement points left."""
        allowance = self.g.content.movement
        start = self.g.state.units[self._unit(head)].hex
        cost = self._field(start, allowance).cost
        return {h: allowance - cost[h] for h in cost if h != start and self._may_end(h)}

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest answer through *stops* in order."""
        unit = self._unit(head)
        path: tuple[Hex, ...] = (self.g.state.units[unit].hex,)
        left = self.g.content.movement
        for stop in stops:
            found = self._field(path[-1], left)
            if stop not in found.cost:
                raise refuse(f"{unit} cannot reach {self.g.grid.name(stop)}.", "TOY-MV-01")
            path += found.path_to(stop)[1:]
            left -= found.cost[stop]
        self._check(unit, path)
        return f"move {unit} {self.g.grid.write(path)}"

    def costs(self, words: Words) -> Sequence[tuple[Hex, int, str]]:
        """Each step of an answer."""
        steps = [(b, self._cost(a, b)) for a, b in pairwise(self.read(words)[1][1])]
        terrain = self.g.content.map.terrain
        return [(h, cost, "road" if cost == 1 else terrain[h]) for h, cost in steps]

    def read(self, words: Words) -> tuple[str, MoveOrder]:
        """The unit and its path; raises IllegalAnswer."""
        unit = self._ready(words.unit())
        start, path = self.g.state.units[unit].hex, words.path()
        words.end()
        if path[0] != start or len(path) < 2:
            raise refuse(f"The path of {unit} starts at {self.g.grid.name(start)}.", "TOY-MV-01")
        self._check(unit, path)
        return f"move {unit} {self.g.grid.write(path)}", (unit, path)

    def close(self, text: str) -> Sequence[str]:
        """Units that may move, where the one that is named may not."""
        unit = text.split()[1] if " " in text else ""
        able = list(movable(self.g, self.side))
        return () if unit in able else [f"move {u}" for u in nearest(unit, able) or able]

    def sample(self, pick: Pick) -> str:
        """A random unit to a random hex; "" where it cannot go anywhere."""
        head = f"move {self._some_unit(pick)}"
        goals = sorted(self.reach(head))
        return self.route(head, [goals[pick(len(goals))]]) if goals else ""

    def _some_unit(self, pick: Pick) -> UnitId:
        """A few tries at random before all units are gone through."""
        everyone = self.g.board.on_map[self.side]
        for _ in range(4):
            unit = everyone[pick(len(everyone))]
            if self._can_move(self.g.state.units[unit]):
                return unit
        units = list(movable(self.g, self.side))
        return units[pick(len(units))]

    def _can_move(self, unit: Unit) -> bool:
        return unit.side == self.side and unit.hex >= 0 and not unit.states & {"moved", "shaken"}

    def _unit(self, head: str) -> UnitId:
        return self._ready(normal(head).removeprefix("move "))

    def _ready(self, unit: UnitId) -> UnitId:
        known = self.g.state.units.get(unit)
        if known is None or not self._can_move(known):
            raise refuse(f'"{unit}" cannot move now.', "TOY-MV-01", *self.close(f"move {unit}"))
        return unit

    def _check(self, unit: UnitId, path: tuple[Hex, ...]) -> None:
        name, most = self.g.grid.name, self.g.content.movement
        spent = sum(self._cost(a, b) for a, b in pairwise(path))
        if spent > most:
            raise refuse(f"{unit} needs {spent / 2:g} MP and has {most / 2:g}.", "TOY-MV-01")
        for h in path[1:]:
            if self._closed[h]:
                raise refuse(f"The enemy stands in {name(h)}.", "TOY-MV-03")
        for h in path[1:-1]:
            if self._zoc[h]:
                raise refuse(f"{unit} must stop in the enemy ZOC at {name(h)}.", "TOY-MV-02")
        if not self._may_end(path[-1]):
            raise refuse(f"{name(path[-1])} already holds two units.", "TOY-MV-03")

    def _may_end(self, h: Hex) -> bool:
        return len(self.g.board.at[h]) < 2

    def _cost(self, a: Hex, b: Hex) -> int:
        return self.g.content.entry[a][self.g.grid.direction(a, b)]

    def _field(self, start: Hex, budget: int) -> field.Reach:
        return field.reach(
            self.g.grid,
            start,
            budget,
            self.g.content.entry,
            stop=self._zoc,
            closed=self._closed,
        )


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """TOY-CB-01  Some units attack one hex."""

    target: Hex
    units: tuple[UnitId, ...]


def fighters(g: ToyGame, side: Side) -> list[UnitId]:
    """TOY-CB-01  Units that may still attack."""
    units = g.state.units
    return [u for u in g.board.on_map[side] if not units[u].states & {"fought", "shaken"}]


def can_attack(g: ToyGame, side: Side) -> bool:
    """TOY-CB-01  Whether any attack is possible."""
    return bool(Battle(g, side).targets())


def column(
    g: ToyGame, order: AttackOrder, *, dug_in: bool
) -> tuple[str, dict[str, int], tuple[tuple[str, int], ...]]:
    """TOY-CB-02, TOY-CB-03  The chart's column, the strengths behind it, and its shifts."""
    printed = g.content.units
    attack = sum(printed[u].strength for u in order.units)
    defence = sum(printed[u.id].strength for u in g.state.at(order.target))
    at = min(attack // defence, 3) if attack >= defence else 0
    shifts = (("dug in", -1),) if dug_in else ()
    columns = g.content.chart.columns
    return columns[max(at - dug_in, 0)], {"attack": attack, "defence": defence}, shifts


def battle_ask(g: ToyGame, side: Side) -> DeclareAsk[AttackOrder | None]:
    """TOY-CB-01  "attack 0403 from r1 r2", or pass."""
    return DeclareAsk(
        g,
        Battle(g, side),
        Done(PASS, "End combat", None, one_in=12),
        side=side,
        key="combat.attack",
        prompt="Attack which hex?",
        rule="TOY-CB-01",
        grammar=FIGHTING,
    )


class Battle(DeclareVerb[AttackOrder]):
    """TOY-CB-01  Units next to a hex attack it together."""

    words, form, rule, most = ("attack",), "attack HEX from UNIT UNIT", "TOY-CB-01", 1

    def __init__(self, g: ToyGame, side: Side) -> None:
        self.g = g
        units, enemy = g.state.units, g.board.here[OTHER[side]]
        near = {u: g.grid.neighbours[units[u].hex] for u in fighters(g, side)}
        touch = {u: [h for h in hexes if enemy[h]] for u, hexes in near.items()}
        self.touch = {u: hexes for u, hexes in touch.items() if hexes}

    def order(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> AttackOrder:
        """The attack."""
        return AttackOrder(targets[0], units)

    def label(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> str:
        """As it is written."""
        return self.compose(targets, units)

    def why_no_target(self, target: Hex) -> Refusal | None:
        """TOY-CB-01  An enemy next to a unit that may attack."""
        name, legal = self.g.grid.name, self.targets()
        said = f"{name(target)} cannot be attacked."
        return None if target in legal else Refusal(said, self.rule, tuple(map(name, legal)))

    def why_no_attack(self, unit: UnitId, targets: tuple[Hex, ...]) -> Refusal | None:
        """TOY-CB-01  A unit that has not fought, next to the hex."""
        said, able = f'"{unit}" cannot attack that.', self.attackers(targets)
        return None if unit in able else Refusal(said, self.rule, tuple(able))

    def draw(self, pick: Pick) -> tuple[list[Hex], list[UnitId]]:
        """A hex, and each unit by the toss of a coin."""
        hexes = self.targets()
        target = hexes[pick(len(hexes))]
        able = self.attackers([target])
        return [target], [u for u in able if pick(2)] or [able[pick(len(able))]]

    def odds(self, words: Words) -> Odds | None:
        """TOY-CB-02  Each result if the defender does not dig in; None against backs of counters."""
        g, order = self.g, self.read(words)[1]
        if any(u not in g.content.units for u in g.board.at[order.target]):
            return None
        at, strengths, shifts = column(g, order, dug_in=False)
        basis = f"{strengths['attack']} against {strengths['defence']}"
        results = Counter(g.content.chart.cell(at, str(roll)) for roll in range(1, 7))
        outcomes = (Outcome(name, Fraction(n, 6)) for name, n in sorted(results.items()))
        return Odds(at, shifts, tuple(outcomes), basis)
