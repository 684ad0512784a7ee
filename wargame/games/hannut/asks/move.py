"""Moves: who goes, in which posture, alone or stacked; reinforcements (HAN-SP-12, HAN-EN-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from wargame.flow.ask import IllegalAnswer, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import PathVerb
from wargame.games.hannut.asks.acting import (
    CARRIED,
    FIRED,
    GRAMMAR,
    HALTED,
    MOVING,
    entering_units,
    fresh_units,
    leg,
    posture_text,
    postures,
    read_posture,
    why_idle,
    why_no_posture,
)
from wargame.games.hannut.state import (
    COLUMN,
    MOVED,
    OTHER,
    HannutGame,
    acting,
    active_formation,
    has,
    holds,
    in_order,
    kind_of,
    nearest_enemy,
    room,
    where_is,
)
from wargame.games.hannut.walk import FREE, HALF, Walker, entry_cost
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Field, Path

SHORT = 24
"""Half MPs of the longest way that is sampled."""


@dataclass(frozen=True, slots=True)
class Move:
    """Who moves, the posture it takes, and its path from where it stands or enters."""

    units: tuple[UnitId, ...]
    column: bool
    path: Path
    enters: bool


@dataclass(frozen=True, slots=True)
class _Mover:
    """The head of a move."""

    verb: str
    units: tuple[UnitId, ...]
    column: bool
    changes: bool = False
    """Whether the posture is taken or dropped first."""

    @property
    def text(self) -> str:
        """The canonical head."""
        posture = posture_text(column=self.column, changes=self.changes)
        return f"{self.verb} {'+'.join(self.units)}{posture}"


class Moves(PathVerb[Move]):
    """HAN-SP-12  Units that stand in one hex go together, in one posture."""

    words, form = ("move",), "move UNIT PATH"

    def __init__(self, g: HannutGame) -> None:
        self.g, self.open = g, tuple(acting(g))
        self._known: dict[_Mover, list[Field]] = {}

    # -- offering -----------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """Who may go, in which posture."""
        return (
            Option(mover.text, self._label(mover), mover.units, tuple(self._places(mover)))
            for mover in (self._going_on() if self.open else self._fresh())
        )

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to each hex."""
        for goal in sorted(self.reach(head.answer)):
            answer = self._way(head.answer, goal)
            label = f"{head.label} to {self.g.grid.name(goal)}"
            yield Option(answer, label, head.units, (goal,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where a mover may end, and half MPs left there."""
        return {h: n for field in self._fields(head)[::-1] for h, n in field.left.items()}

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        mover = self._mover(head)
        if stops[0] not in self.reach(head):
            raise self._unreached(mover, stops[:1], stops[0])
        path = self._path(head, stops[0])
        for stop in stops[1:]:
            found = self._walker(mover, path[0]).ways(path[-1])
            if stop not in found.left:
                raise self._unreached(mover, path, stop)
            path += found.path(stop)[1:]
        self._walker(mover, path[0]).follow(path)
        return f"{mover.text} {self.g.grid.write(path)}"

    def close(self, text: str) -> Sequence[str]:
        """The nearest hex that the mover of a refused answer reaches."""
        head, _, path = text.rpartition(" ")
        if path[-4:] not in self.g.grid.names:
            return ()
        end = self.g.grid.hex(path[-4:])
        try:
            goals = sorted(self.reach(head), key=lambda h: (self.g.grid.distance(h, end), h))
        except IllegalAnswer:
            return ()
        return [self._way(head, goal) for goal in goals[:1]]

    # -- reading ------------------------------------------------------------------------------

    def read(self, words: Words) -> tuple[str, Move]:
        """Who goes where; raises IllegalAnswer."""
        mover = self._read_mover(words)
        path = self._read_path(words, mover)
        words.end()
        self._walker(mover, path[0]).follow(path)
        order = Move(mover.units, mover.column, path, mover.verb == "enter")
        return f"{mover.text} {self.g.grid.write(path)}", order

    def costs(self, words: Words) -> Sequence[tuple[Hex, int, str]]:
        """Each step of the first unit: hex entered, half MPs, why."""
        mover = self._read_mover(words)
        path = self._read_path(words, mover)
        return self._walker(mover, path[0]).follow(path)

    def _read_mover(self, words: Words) -> _Mover:
        units = tuple(in_order(self.g, words.stack()))
        mover = _Mover(self.words[0], units, *read_posture(words, units[0]))
        allow(self._why_not(mover))
        return mover

    def _read_path(self, words: Words, mover: _Mover) -> Path:
        path = words.path(where_is(self.g, mover.units[0]))
        if len(path) < 2:
            raise refuse("A move enters at least one hex.", "HAN-SP-12")
        return path

    def _mover(self, head: str) -> _Mover:
        words = Words(self.g, head, GRAMMAR)
        words.word()
        return self._read_mover(words)

    def _why_not(self, mover: _Mover) -> Refusal | None:
        """HAN-SP-12, HAN-CO-01  Why units may not move (together, so); None if they may."""
        return self._why_not_on(mover) if self.open else self._why_not_fresh(mover)

    def _why_not_fresh(self, mover: _Mover) -> Refusal | None:
        g, first = self.g, mover.units[0]
        idle = next((why for u in mover.units if (why := why_idle(g, u))), None)
        if idle is not None:
            return idle
        if any(where_is(g, u) != where_is(g, first) for u in mover.units):
            return Refusal("The units of a stack start in one hex.", "HAN-SP-12")
        if any(has(g, u, COLUMN) != has(g, first, COLUMN) for u in mover.units):
            return Refusal("The units of a stack have the same posture.", "HAN-SP-12")
        for u in mover.units if mover.changes else ():
            wrong = why_no_posture(g, u, column=mover.column)
            if wrong is not None:
                return wrong
        return None

    def _why_not_on(self, mover: _Mover) -> Refusal | None:
        able = list(self._going_on())
        if mover in able:
            return None
        close = tuple(m.text for m in able)
        if mover.units != self.open:
            said = "An action is open: it goes on, or is done, first."
            return Refusal(said, "HAN-SP-08", close)
        rule = "HAN-CO-01" if mover.changes else "HAN-DF-02"
        return Refusal("It may not move (so) in this action any more.", rule, close)

    # -- movers -------------------------------------------------------------------------------

    def _fresh(self) -> Iterator[_Mover]:
        """Single units in each posture; then every group of combat units, and all of a hex."""
        g, together = self.g, dict[tuple[Hex, bool], list[UnitId]]()
        for u in fresh_units(g):
            for column, changes in postures(g, u):
                yield _Mover("move", (u,), column, changes)
            together.setdefault((where_is(g, u), has(g, u, COLUMN)), []).append(u)
        for (_, column), units in together.items():
            for stack in _stacks(g, units):
                yield _Mover("move", stack, column)
                if all(why_no_posture(g, u, column=not column) is None for u in stack):
                    yield _Mover("move", stack, not column, changes=True)

    def _going_on(self) -> Iterator[_Mover]:
        """HAN-SP-12, HAN-SP-14, HAN-SP-16  The open action, where it may still walk."""
        g, now, first = self.g, leg(self.g), self.open[0]
        if now not in (MOVING, HALTED, FIRED, CARRIED):
            return
        column = has(g, first, COLUMN)
        found = [_Mover("move", self.open, column)]
        chooses = now == CARRIED and not has(g, first, MOVED)
        if chooses and why_no_posture(g, first, column=not column) is None:
            found.append(_Mover("move", self.open, not column, changes=True))
        yield from (m for m in found if self._walker(m, OFF).any_step())

    def _label(self, mover: _Mover) -> str:
        names = " + ".join(kind_of(self.g, u).name for u in mover.units)
        return f"{names}, In Column" if mover.column else names

    # -- ways ---------------------------------------------------------------------------------

    def _places(self, mover: _Mover) -> list[Hex]:
        """Where its path may begin."""
        return [where_is(self.g, mover.units[0])]

    def _walker(self, mover: _Mover, start: Hex) -> Walker:  # noqa: ARG002 - for those that enter
        leg_ = HALF if self.open and leg(self.g) in (FIRED, CARRIED) else FREE
        return Walker(self.g, mover.units, column=mover.column, leg=leg_)

    def _fields(self, head: str) -> list[Field]:
        """Where it gets to from each hex in which its path may begin."""
        mover = self._mover(head)
        if mover not in self._known:
            walkers = [self._walker(mover, start) for start in self._places(mover)]
            self._known[mover] = [walker.reach() for walker in walkers]
        return self._known[mover]

    def _path(self, head: str, goal: Hex) -> Path:
        return next(field.path(goal) for field in self._fields(head) if goal in field.left)

    def _way(self, head: str, goal: Hex) -> str:
        return f"{self._mover(head).text} {self.g.grid.write(self._path(head, goal))}"

    def _unreached(self, mover: _Mover, path: Sequence[Hex], stop: Hex) -> IllegalAnswer:
        """Why a hex cannot be reached: the first reason on the direct way, or the distance."""
        start = path[0] if mover.verb == "enter" else where_is(self.g, mover.units[0])
        if len(path) > 1:
            self._walker(mover, start).follow(tuple(path))
        self._walker(mover, start).follow(self.g.grid.line(start, stop))
        said = f"{self._label(mover)} cannot reach {self.g.grid.name(stop)}."
        return refuse(said, "HAN-MV-02")

    # -- sampling -----------------------------------------------------------------------------

    def sample(self, pick: Pick) -> str:
        """One way of one mover, looked for with no more of its allowance than it takes."""
        movers = [*self._going_on()] if self.open else [*self._some_movers(pick)]
        for mover in movers:
            for start in self._places(mover):
                walker = self._walker(mover, start)
                found = walker.reach(most=4 + pick(SHORT))
                if not found.left and self.open:
                    found = walker.reach()
                if found.left:
                    path = found.path(self._goal(list(found.left), pick))
                    return f"{mover.text} {self.g.grid.write(path)}"
        return ""

    def _some_movers(self, pick: Pick) -> Iterator[_Mover]:
        """A few units at random, some with others of their hex."""
        g, fresh = self.g, fresh_units(self.g)
        for _ in range(3 if fresh else 0):
            u = fresh[pick(len(fresh))]
            able = postures(g, u)
            column, changes = able[pick(len(able))]
            units = [u]
            if not changes and pick(3) == 0:
                same = where_is(g, u), has(g, u, COLUMN)
                mates = (v for v in fresh if v != u and (where_is(g, v), has(g, v, COLUMN)) == same)
                units += [v for v in mates if pick(2)]
            yield _Mover("move", tuple(in_order(g, units)), column, changes)

    def _goal(self, goals: Sequence[Hex], pick: Pick) -> Hex:
        """Any hex; every other time that of a few which is nearest to the enemy."""
        side = active_formation(self.g).side
        enemy = nearest_enemy(self.g, goals[0], side) if pick(2) else OFF
        some = [goals[pick(len(goals))] for _ in range(6 if enemy >= 0 else 1)]
        return min(some, key=lambda h: self.g.grid.distance(h, enemy)) if enemy >= 0 else some[0]


class Entries(Moves):
    """HAN-EN-01  A reinforcement comes on by its entry hex, which it pays for, and moves on."""

    words, form, one_in = ("enter",), "enter UNIT PATH", 2

    def heads(self) -> Iterator[Option]:
        """Who may enter, in each posture."""
        return (
            Option(mover.text, self._label(mover), mover.units, tuple(self._places(mover)))
            for mover in self._waiting()
        )

    def sample(self, pick: Pick) -> str:
        """Any of them."""
        heads = list(self.heads())
        if not heads:
            return ""
        head = heads[pick(len(heads))].answer
        goals = list(self.reach(head))
        return self._way(head, self._goal(goals, pick)) if goals else ""

    def _waiting(self) -> Iterator[_Mover]:
        for u in [] if self.open else entering_units(self.g):
            for column in (False, True):
                mover = _Mover("enter", (u,), column, changes=column)
                if self._places(mover):
                    yield mover

    def _read_path(self, words: Words, mover: _Mover) -> Path:  # noqa: ARG002 - one shape for both
        return words.path()

    def _why_not(self, mover: _Mover) -> Refusal | None:
        if any(m.units == mover.units and m.column == mover.column for m in self._waiting()):
            return None
        name = kind_of(self.g, mover.units[0]).name
        return Refusal(f"{name} does not enter now (or not In Column).", "HAN-EN-01")

    def _places(self, mover: _Mover) -> list[Hex]:
        """HAN-EN-01  The printed hex, or the nearest of its edge if it is held or full."""
        g, unit = self.g, mover.units[0]
        area = g.content.areas[kind_of(g, unit).area]
        enemy = OTHER[area.side]

        def free(h: Hex) -> bool:
            return not holds(g, h, enemy) and room(g, h, (unit,))

        found = [] if holds(g, area.hex, enemy) else [area.hex]
        if not free(area.hex):
            found += [h for h in area.others(g.grid) if free(h)][:1]
        return [h for h in found if entry_cost(g, unit, h, column=mover.column)]

    def _walker(self, mover: _Mover, start: Hex) -> Walker:
        allowed = self._places(mover)
        if start not in allowed:
            names = [self.g.grid.name(h) for h in allowed]
            raise refuse(f"It enters by {' or '.join(names)}.", "HAN-EN-01")
        return Walker(self.g, mover.units, column=mover.column, entry=start)


def _stacks(g: HannutGame, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """Stacks worth listing: every group of up to three, and all together; others are legal too."""
    combat = [u for u in units if kind_of(g, u).combat_unit]
    found = [group for size in range(2, len(combat) + 1) for group in combinations(combat, size)]
    if len(units) > max(len(combat), 1):
        found.append(tuple(units))
    return found
