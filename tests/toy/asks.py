"""The toy's two big questions: a path question for movement, an attack question for combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.toy.content import OTHER, ToyGame
from wargame.flow.ask import DONE_WORD, PASS, IllegalAnswer, Option, Pick, Refusal, nearest, normal
from wargame.hexes import field
from wargame.hexes.grid import Hex
from wargame.model.state import Side, Unit, UnitId

MoveOrder = tuple[UnitId, tuple[Hex, ...]]


def movable(g: ToyGame, side: Side) -> Iterator[UnitId]:
    """TOY-MV-01, TOY-MV-04  Units that may still move; who wants one only looks no further."""
    units = g.state.units
    return (u for u in g.board.on_map[side] if not units[u].states & {"moved", "shaken"})


def refuse(reason: str, rule: str, near: Sequence[str] = ()) -> IllegalAnswer:
    """An answer that is not legal, in a sentence."""
    return IllegalAnswer(Refusal(reason, rule, tuple(near)))


class MoveAsk:
    """TOY-MV-01  "move r1 0102-0202", or pass."""

    kind, key, rule, complete = "path", "move.unit", "TOY-MV-01", False
    prompt = "Move which unit?"

    def __init__(self, g: ToyGame, side: Side) -> None:
        self.g, self.side = g, side
        self._zoc = g.board.zoc[OTHER[side]]
        self._closed = g.board.here[OTHER[side]]

    def heads(self) -> Sequence[Option]:
        """Units that may move."""
        units = self.g.state.units
        name = self.g.content.units
        return [Option(f"move {u}", name[u].name, (u,), (units[u].hex,)) for u in self._units()]

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
        return self.read(f"move {unit} {self.g.grid.write(path)}")[0]

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:
        """Each step of an answer."""
        order = self.read(text)[1]
        if order is None:
            return []
        steps = [(b, self._cost(a, b)) for a, b in pairwise(order[1])]
        terrain = self.g.content.map.terrain
        return [(h, cost, "road" if cost == 1 else terrain[h]) for h, cost in steps]

    def options(self) -> Sequence[Option]:
        """The cheapest way of each unit to each hex, and pass: other paths are legal too."""
        found = [Option(PASS, "End movement")]
        for head in self.heads():
            for goal in self.reach(head.answer):
                answer = self.route(head.answer, [goal])
                found.append(Option(answer, answer, head.units, (goal,)))
        return found

    def read(self, text: str) -> tuple[str, MoveOrder | None]:
        """The order in *text*; raises IllegalAnswer."""
        match normal(text).split():
            case [word] if word in (PASS, DONE_WORD):
                return PASS, None
            case ["move", unit, route]:
                path = self._path(self._unit(f"move {unit}"), route)
                return f"move {unit} {self.g.grid.write(path)}", (unit, path)
        heads = [head.answer for head in self.heads()]
        raise refuse('Say "move UNIT PATH" or "pass".', self.rule, nearest(text, heads) or heads)

    def sample(self, pick: Pick) -> str:
        """A random unit to a random hex; a pass one time in twelve."""
        if pick(12) == 0:
            return PASS
        head = f"move {self._some_unit(pick)}"
        goals = sorted(self.reach(head))
        return self.route(head, [goals[pick(len(goals))]]) if goals else PASS

    def _units(self) -> list[UnitId]:
        return list(movable(self.g, self.side))

    def _some_unit(self, pick: Pick) -> UnitId:
        """A few tries at random before all units are gone through."""
        everyone = self.g.board.on_map[self.side]
        for _ in range(4):
            unit = everyone[pick(len(everyone))]
            if self._can_move(self.g.state.units[unit]):
                return unit
        units = self._units()
        return units[pick(len(units))]

    def _can_move(self, unit: Unit) -> bool:
        return unit.side == self.side and unit.hex >= 0 and not unit.states & {"moved", "shaken"}

    def _unit(self, head: str) -> UnitId:
        unit = normal(head).removeprefix("move ")
        known = self.g.state.units.get(unit)
        if known is None or not self._can_move(known):
            near = nearest(unit, self._units()) or self._units()
            raise refuse(f'"{unit}" cannot move now.', self.rule, [f"move {u}" for u in near])
        return unit

    def _path(self, unit: UnitId, route: str) -> tuple[Hex, ...]:
        try:
            path = self.g.grid.route(route)
        except ValueError as error:
            raise refuse(str(error), self.rule) from error
        start = self.g.state.units[unit].hex
        if path[0] != start or len(path) < 2:
            raise refuse(f"The path of {unit} starts at {self.g.grid.name(start)}.", self.rule)
        self._check(unit, path)
        return path

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
    return bool(BattleAsk(g, side).targets())


def column(
    g: ToyGame, order: AttackOrder, *, dug_in: bool
) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """TOY-CB-02, TOY-CB-03  The chart's column, the numbers behind it, and its shifts."""
    printed = g.content.units
    attack = sum(printed[u].strength for u in order.units)
    defence = sum(printed[u.id].strength for u in g.state.at(order.target))
    at = min(attack // defence, 3) if attack >= defence else 0
    shifts = (("dug in", -1),) if dug_in else ()
    columns = g.content.chart.columns
    return columns[max(at - dug_in, 0)], f"{attack} against {defence}", shifts


class BattleAsk:
    """TOY-CB-01  "attack 0403 from r1 r2", or pass."""

    kind, key, rule, complete = "attack", "combat.attack", "TOY-CB-01", False
    prompt = "Attack which hex?"

    def __init__(self, g: ToyGame, side: Side) -> None:
        self.g, self.side = g, side
        self._units = fighters(g, side)

    def targets(self) -> Sequence[Hex]:
        """Enemy hexes next to a unit that may attack."""
        g = self.g
        near = {h for u in self._units for h in g.grid.neighbours[g.state.units[u].hex]}
        return [h for h in sorted(near) if g.board.here[OTHER[self.side]][h]]

    def obligatory(self) -> Sequence[Hex]:
        """No attack is obligatory in the toy."""
        return ()

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Units next to the one target."""
        if len(targets) != 1:
            return []
        units, grid = self.g.state.units, self.g.grid
        return [u for u in self._units if grid.adjacent(units[u].hex, targets[0])]

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The canonical answer: attackers in the order of the counter sheet."""
        sheet = [u for u in self._units if u in units]
        return f"attack {self.g.grid.name(targets[0])} from {' '.join(sheet)}"

    def options(self) -> Sequence[Option]:
        """Each hex by all that can, and by each alone; and pass."""
        found = [Option(PASS, "End combat")]
        for target in self.targets():
            able = list(self.attackers([target]))
            for units in ([able] if len(able) > 1 else []) + [[u] for u in able]:
                answer = self.compose([target], units)
                found.append(Option(answer, answer, tuple(units), (target,)))
        return found

    def read(self, text: str) -> tuple[str, AttackOrder | None]:
        """The order in *text*; raises IllegalAnswer."""
        match normal(text).split():
            case [word] if word in (PASS, DONE_WORD):
                return PASS, None
            case ["attack", where, "from", *units] if units:
                order = self._order(where, units)
                return self.compose([order.target], order.units), order
        near = [option.answer for option in self.options()[1:4]]
        raise refuse('Say "attack HEX from UNIT ..." or "pass".', self.rule, near)

    def sample(self, pick: Pick) -> str:
        """A random target by a random choice of units; a pass one time in twelve."""
        targets = self.targets()
        if not targets or pick(12) == 0:
            return PASS
        target = targets[pick(len(targets))]
        able = self.attackers([target])
        units = [u for u in able if pick(2)] or [able[pick(len(able))]]
        return self.compose([target], units)

    def _order(self, where: str, units: Sequence[str]) -> AttackOrder:
        try:
            target = self.g.grid.hex(where)
        except ValueError as error:
            raise refuse(str(error), self.rule) from error
        able = self.attackers([target])
        if target not in self.targets():
            legal = [self.g.grid.name(h) for h in self.targets()]
            raise refuse(f"{where} cannot be attacked.", self.rule, legal)
        for unit in units:
            if unit not in able:
                raise refuse(f'"{unit}" cannot attack {where}.', self.rule, able)
        return AttackOrder(target, tuple(u for u in able if u in units))
