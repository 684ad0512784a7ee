"""Units that go together where the game has no stack for it: one course, a plan of single moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.ask import IllegalAnswer, Option, PathAsk, Refusal
from wargame.flow.imagined import imagined
from wargame.flow.plan import together
from wargame.hexes.grid import Hex
from wargame.model.unit_events import UnitMoved
from wargame.tui.asks.course import Course
from wargame.tui.asks.desk import Desk


class Group(Course):
    """The routes of several heads that start in one hex; the slowest bounds them."""

    def __init__(self, desk: Desk, ask: PathAsk, heads: Sequence[Option]) -> None:
        names = " + ".join(head.label for head in heads)
        units = tuple(unit for head in heads for unit in head.units)
        places = tuple(dict.fromkeys(h for head in heads for h in head.hexes))
        together = f"{heads[0].answer.split()[0]} {'+'.join(units)}"
        super().__init__(desk, ask, Option(together, names, units, places))
        self._heads = heads

    @property
    def reach(self) -> Mapping[Hex, int]:
        """Where all of them may end, and what the slowest has left there."""
        if self._reach is None:
            fields = [self.ask.reach(head.answer) for head in self._heads]
            first, *others = fields
            goals = (h for h in first if all(h in field for field in others))
            self._reach = {h: min(field[h] for field in fields) for h in goals}
        return self._reach

    def _route(self, stops: Sequence[Hex]) -> str:
        ways = together(self.ask, self.head.units, stops)
        for n in range(2, len(ways) + 1):
            self._have_room(n, stops[-1])
        return "; ".join(ways)

    def _have_room(self, n: int, goal: Hex) -> None:
        """Whether so many of them may stay there together; raises IllegalAnswer."""
        game, attacks, ask = self.desk.game, self.desk.definition.attacks, self.desk.ask
        if attacks is None:
            return
        stood = ((unit, game.state.units[unit].hex) for unit in self.head.units[:n])
        gone = [UnitMoved(unit, (at, goal), "moves", "") for unit, at in stood]
        with imagined(game, gone):
            room = attacks.has_room(game, ask.side, goal)
        if not room:
            of = len(self.head.units)
            said = f"Of these {of} only {n - 1} would have room in {self.desk.hex(goal)}."
            raise IllegalAnswer(Refusal(said, ask.rule))

    def steps(self, answer: str) -> Sequence[tuple[Hex, int, str]]:
        """Those of the unit that pays most."""
        found = [self.ask.costs(part.strip()) for part in answer.split(";")]
        return max(found, key=lambda steps: sum(cost for _, cost, _ in steps))

    def waits(self, answer: str) -> Sequence[str]:
        """What waits for any of them, each line once."""
        lines = (line for part in answer.split(";") for line in self.ask.waits(part.strip()))
        return list(dict.fromkeys(lines))


def whole_stack(desk: Desk, ask: PathAsk, course: Course | None) -> Course | None:
    """The course of all that stand with the first unit of one, and may go; None where it is alone.

    As a stack where the game has one, in the posture it is in.
    """
    here = course.starts[0] if course and course.starts else None
    near = [h for h in ask.heads() if h.units and {desk.at(u) for u in h.units} == {here}]
    alone = {h.units[0]: h for h in reversed(near) if len(h.units) == 1}
    if here is None or len(alone) < 2:
        return None
    joint = next((h for h in near if set(h.units) == set(alone)), None)
    if joint is not None:
        return Course(desk, ask, joint)
    return Group(desk, ask, [alone[unit] for unit in reversed(alone)])
