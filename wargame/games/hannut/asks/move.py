"""Moves: who goes, in which posture, alone or stacked; reinforcements (HAN-SP-12, HAN-EN-01)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from wargame.rules.walk import Field, Path, Step


@dataclass(frozen=True, slots=True)
class Move:
    """Who goes, the posture it takes, and its path from where it stands or enters; () in a head."""

    verb: str
    units: tuple[UnitId, ...]
    column: bool
    changes: bool = False
    """Whether the posture is taken or dropped first."""
    path: Path = ()

    @property
    def head(self) -> str:
        """The answer up to the path."""
        posture = posture_text(column=self.column, changes=self.changes)
        return f"{self.verb} {'+'.join(self.units)}{posture}"

    def write(self, g: HannutGame) -> str:
        """The canonical answer."""
        return f"{self.head} {g.grid.write(self.path)}"


class Moves(PathVerb[Move]):
    """HAN-SP-12  Units that stand in one hex go together, in one posture."""

    words, form = ("move",), "move UNIT PATH"

    def __init__(self, g: HannutGame, opened: tuple[UnitId, ...]) -> None:
        self.g, self.open = g, opened
        self._known: dict[Move, list[Field]] = {}

    # -- who ----------------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """Who may go, in which posture."""
        for mover in self._movers():
            yield Option(mover.head, self._label(mover), mover.units, tuple(self._starts(mover)))

    def is_open(self) -> bool:
        """Whether anybody may go; no head is made."""
        return any(True for _ in self._movers())

    def _movers(self) -> Iterator[Move]:
        return self._going_on() if self.open else self._fresh()

    def _fresh(self) -> Iterator[Move]:
        """Single units in each posture; then every group of combat units, and all of a hex."""
        g, together = self.g, defaultdict[tuple[Hex, bool], list[UnitId]](list)
        for u in fresh_units(g):
            yield from (Move("move", (u,), *posture) for posture in postures(g, u))
            together[where_is(g, u), has(g, u, COLUMN)].append(u)
        for units in together.values():
            for stack in _stacks(g, units):
                yield from (Move("move", stack, *posture) for posture in postures(g, *stack))

    def _going_on(self) -> Iterator[Move]:
        """HAN-SP-12, HAN-SP-14, HAN-SP-16  The open action, where it may still walk."""
        g, now, first = self.g, leg(self.g), self.open[0]
        if now not in (MOVING, HALTED, FIRED, CARRIED):
            return
        chooses = now == CARRIED and not has(g, first, MOVED)
        for posture in postures(g, first)[: 2 if chooses else 1]:
            mover = Move("move", self.open, *posture)
            if self._walker(mover).any_step():
                yield mover

    def _label(self, mover: Move) -> str:
        names = " + ".join(kind_of(self.g, u).name for u in mover.units)
        return f"{names}, In Column" if mover.column else names

    # -- where to -----------------------------------------------------------------------------

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to each hex."""
        mover, name = self._head(head.answer), self.g.grid.name
        for goal in sorted(self._reach(mover)):
            label = f"{head.label} to {name(goal)}"
            yield Option(self._to(mover, goal).write(self.g), label, head.units, (goal,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where a mover may end, and half MPs left there."""
        return self._reach(self._head(head))

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        mover = self._head(head)
        if stops[0] not in self._reach(mover):
            raise self._unreached(mover, (*self._starts(mover), stops[0])[:1], stops[0])
        mover = self._to(mover, stops[0])
        for stop in stops[1:]:
            found = self._walker(mover).ways(mover.path[-1])
            if stop not in found.left:
                raise self._unreached(mover, mover.path, stop)
            mover = replace(mover, path=mover.path + found.path(stop)[1:])
        self._walker(mover).follow(mover.path)
        return mover.write(self.g)

    def close(self, text: str) -> Sequence[str]:
        """The nearest hex that the mover of a refused answer reaches."""
        head, _, path = text.rpartition(" ")
        try:
            mover, end = self._head(head), self.g.grid.hex(path[-4:])
        except ValueError:
            return ()
        near = sorted(self._reach(mover), key=lambda h: (self.g.grid.distance(h, end), h))
        return [self._to(mover, goal).write(self.g) for goal in near[:1]]

    def sample(self, pick: Pick) -> str:
        """One way of one mover, every other time towards the enemy."""
        for mover in self._some(pick):
            for start in self._starts(mover):
                walker = self._walker(replace(mover, path=(start,)))
                side = active_formation(self.g).side
                way = walker.wander(pick, nearest_enemy(self.g, start, side) if pick(2) else OFF)
                if not way and self.open:  # it must be found if there is one
                    found = walker.reach()
                    way = next((found.path(h) for h in found.left), ())
                if way:
                    return replace(mover, path=way).write(self.g)
        return ""

    def _some(self, pick: Pick) -> Iterator[Move]:
        """A few movers at random, some units with others of their hex."""
        g, fresh = self.g, [] if self.open else fresh_units(self.g)
        if self.open:
            yield from self._going_on()
        for _ in range(3 if fresh else 0):
            u = fresh[pick(len(fresh))]
            alike = (v for v in fresh if where_is(g, v) == where_is(g, u) and v != u)
            alike = (v for v in alike if has(g, v, COLUMN) == has(g, u, COLUMN) and pick(2))
            units = tuple(in_order(g, [u, *alike])) if pick(3) == 0 else (u,)
            able = postures(g, *units)
            yield Move("move", units, *able[pick(len(able))])

    def _starts(self, mover: Move) -> list[Hex]:
        """Where its path may begin."""
        return [where_is(self.g, mover.units[0])]

    def _walker(self, mover: Move) -> Walker:
        half = bool(self.open) and leg(self.g) in (FIRED, CARRIED)
        return Walker(self.g, mover.units, column=mover.column, leg=HALF if half else FREE)

    def _fields(self, mover: Move) -> list[Field]:
        """Where it gets to from each hex in which its path may begin."""
        if mover not in self._known:
            begun = (replace(mover, path=(start,)) for start in self._starts(mover))
            self._known[mover] = [self._walker(move).reach() for move in begun]
        return self._known[mover]

    def _reach(self, mover: Move) -> dict[Hex, int]:
        return {h: n for field in self._fields(mover)[::-1] for h, n in field.left.items()}

    def _to(self, mover: Move, goal: Hex) -> Move:
        path = next(field.path(goal) for field in self._fields(mover) if goal in field.left)
        return replace(mover, path=path)

    def _unreached(self, mover: Move, path: Path, stop: Hex) -> IllegalAnswer:
        """Why a hex cannot be reached: the first reason on the direct way, or the distance."""
        walker = self._walker(replace(mover, path=path))
        if len(path) > 1:
            walker.follow(path)
        walker.follow(self.g.grid.line(path[0], stop))
        said = f"{self._label(mover)} cannot reach {self.g.grid.name(stop)}."
        return refuse(said, "HAN-MV-02")

    # -- reading ------------------------------------------------------------------------------

    def read(self, words: Words) -> tuple[str, Move]:
        """Who goes where; raises IllegalAnswer."""
        order = self._read(words)
        words.end()
        self._walker(order).follow(order.path)
        return order.write(self.g), order

    def costs(self, words: Words) -> Sequence[Step]:
        """Each step of the first unit: hex entered, half MPs, why."""
        order = self._read(words)
        return self._walker(order).follow(order.path)

    def _read(self, words: Words) -> Move:
        mover = self._read_head(words)
        path = words.path(where_is(self.g, mover.units[0]))
        if mover.verb == "move" and len(path) < 2:
            raise refuse("A move enters at least one hex.", "HAN-SP-12")
        return replace(mover, path=path)

    def _head(self, head: str) -> Move:
        words = Words(self.g, head, GRAMMAR)
        words.word()
        return self._read_head(words)

    def _read_head(self, words: Words) -> Move:
        units = tuple(in_order(self.g, words.stack()))
        mover = Move(self.words[0], units, *read_posture(words, units[0]))
        allow(self._why_not(mover))
        return mover

    def _why_not(self, mover: Move) -> Refusal | None:
        """HAN-SP-12, HAN-CO-01  Why units may not move (together, so); None if they may."""
        if self.open:
            return self._why_not_on(mover)
        g, first = self.g, mover.units[0]
        idle = next((why for u in mover.units if (why := why_idle(g, u))), None)
        if idle is not None:
            return idle
        if any(where_is(g, u) != where_is(g, first) for u in mover.units):
            return Refusal("The units of a stack start in one hex.", "HAN-SP-12")
        if any(has(g, u, COLUMN) != has(g, first, COLUMN) for u in mover.units):
            return Refusal("The units of a stack have the same posture.", "HAN-SP-12")
        changing = mover.units if mover.changes else ()
        wrong = (why_no_posture(g, u, column=mover.column) for u in changing)
        return next((why for why in wrong if why), None)

    def _why_not_on(self, mover: Move) -> Refusal | None:
        able = list(self._going_on())
        if mover in able:
            return None
        close = tuple(m.head for m in able)
        if mover.units != self.open:
            said = "An action is open: it goes on, or is done, first."
            return Refusal(said, "HAN-SP-08", close)
        rule = "HAN-CO-01" if mover.changes else "HAN-DF-02"
        return Refusal("It may not move (so) in this action any more.", rule, close)


class Entries(Moves):
    """HAN-EN-01  A reinforcement comes on by its entry hex, which it pays for, and moves on."""

    words, form, one_in = ("enter",), "enter UNIT PATH", 2

    def _movers(self) -> Iterator[Move]:
        for u in () if self.open else entering_units(self.g):
            for column in (False, True):
                mover = Move("enter", (u,), column, changes=column)
                if self._starts(mover):
                    yield mover

    def _some(self, pick: Pick) -> Iterator[Move]:
        movers = list(self._movers())
        return iter([movers[pick(len(movers))]] if movers else [])

    def _why_not(self, mover: Move) -> Refusal | None:
        if any((m.units, m.column) == (mover.units, mover.column) for m in self._movers()):
            return None
        name = kind_of(self.g, mover.units[0]).name
        return Refusal(f"{name} does not enter now (or not In Column).", "HAN-EN-01")

    def _starts(self, mover: Move) -> list[Hex]:
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

    def _walker(self, mover: Move) -> Walker:
        allowed = self._starts(mover)
        if mover.path[0] not in allowed:
            names = [self.g.grid.name(h) for h in allowed]
            raise refuse(f"It enters by {' or '.join(names)}.", "HAN-EN-01")
        return Walker(self.g, mover.units, column=mover.column, entry=mover.path[0])


def _stacks(g: HannutGame, units: Sequence[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """Stacks worth listing: every group of up to three, and all together; others are legal too."""
    combat = [u for u in units if kind_of(g, u).combat_unit]
    for size in range(2, len(combat) + 1):
        yield from combinations(combat, size)
    if len(units) > max(len(combat), 1):
        yield tuple(units)
