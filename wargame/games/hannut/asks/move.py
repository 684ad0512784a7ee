"""Moves: who goes, in which posture, alone or stacked; reinforcements (HAN-SP-12, HAN-EN-01)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from wargame.flow.ask import IllegalAnswer, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Words
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
from wargame.games.hannut.asks.awaiting import awaiting
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
    least_room,
    nearest_enemy,
    room,
    where_is,
    why_full,
)
from wargame.games.hannut.walk import FREE, HALF, Walker, entry_cost
from wargame.hexes.field import Mask
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.moving import MoveVerb
from wargame.rules.walk import Field, Path, Step


class Move(NamedTuple):
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

    def along(self, path: Path) -> Move:
        """The same by a path."""
        return Move(self.verb, self.units, self.column, self.changes, path)

    def write(self, g: HannutGame) -> str:
        """The canonical answer."""
        return f"{self.head} {g.grid.write(self.path)}"


class Moves(MoveVerb[Move]):
    """HAN-SP-12  Units that stand in one hex go together, in one posture."""

    words, form, grammar = ("move",), "move UNIT PATH", GRAMMAR

    def __init__(self, g: HannutGame, opened: tuple[UnitId, ...]) -> None:
        self.g, self.open, self.known = g, opened, {}
        self._walkers: dict[tuple[tuple[UnitId, ...], bool], Walker] = {}

    # -- who ----------------------------------------------------------------------------------

    def movers(self) -> Iterator[Move]:
        """Who may go, in which posture."""
        return self._going_on() if self.open else self._fresh()

    def is_open(self) -> bool:
        """Whoever has not acted may go."""
        return super().is_open() if self.open else bool(fresh_units(self.g))

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

    def option(self, mover: Move) -> Option:
        """Who goes, and where it begins."""
        return Option(mover.head, self._label(mover), mover.units, tuple(self._starts(mover)))

    def _label(self, mover: Move) -> str:
        names = " + ".join(kind_of(self.g, u).name for u in mover.units)
        return f"{names}, In Column" if mover.column else names

    def some(self, pick: Pick) -> Iterator[Move]:
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

    # -- where to -----------------------------------------------------------------------------

    def begun(self, mover: Move) -> Iterator[tuple[Move, Field]]:
        """From each hex in which its path may begin."""
        for start in self._starts(mover):
            order = mover.along((start,))
            yield order, self._walker(order).ways(start)

    def onward(self, order: Move, left: int, stops: Sequence[Hex]) -> Move:  # noqa: ARG002 - a stack has no one rest
        """Each stretch the cheapest; whether all of it can be paid is checked in the end."""
        for stop in stops:
            found = self._walker(order).ways(order.path[-1])
            if stop not in found.left:
                raise IllegalAnswer(self.why_no_way(order, stop))
            order = order.along(order.path + found.path(stop)[1:])
        return order

    def why_no_end(self, mover: Move, h: Hex) -> Refusal | None:
        """HAN-ST-01, HAN-ST-02"""
        return why_full(self.g, h, mover.units, column=mover.column)

    def crowd(self, mover: Move) -> tuple[Mask, int]:
        """HAN-ST-01, HAN-ST-02  Own units."""
        here = self.g.board.here[kind_of(self.g, mover.units[0]).side]
        return here, least_room(self.g) - len(mover.units)

    def why_no_way(self, mover: Move, goal: Hex) -> Refusal:
        """HAN-MV-02  The cheapest way of whoever does not get there, or what bars it."""
        path = mover.path or (*self._starts(mover), goal)[:1]
        walker = self._walker(mover.along(path))
        try:
            if len(path) > 1:
                walker.follow(path)
        except IllegalAnswer as error:
            return error.refusal
        if len(path) == 1 and (why := walker.why_out(goal)):
            return why
        said = f"{self._label(mover)} cannot reach {self.g.grid.name(goal)}."
        return Refusal(said, "HAN-MV-02")

    def close(self, text: str) -> Sequence[str]:
        """The nearest hex that the mover of a refused answer reaches."""
        head, _, path = text.rpartition(" ")
        try:
            goals, end = self.reach(head), self.g.grid.hex(path[-4:])
        except ValueError:
            return ()
        near = sorted(goals, key=lambda h: (self.g.grid.distance(h, end), h))
        return [self.route(head, [goal]) for goal in near[:1]]

    def draw(self, mover: Move, pick: Pick) -> Move | None:
        """One way, every other time towards the enemy."""
        for start in self._starts(mover):
            side = active_formation(self.g).side
            goal = nearest_enemy(self.g, start, side) if pick(2) else OFF
            way = self._walker(mover.along((start,))).wander(pick, goal)
            if way:
                return mover.along(way)
        return super().draw(mover, pick) if self.open else None  # it must be found if there is one

    def _starts(self, mover: Move) -> list[Hex]:
        """Where its path may begin."""
        return [where_is(self.g, mover.units[0])]

    def _walker(self, mover: Move) -> Walker:
        known = self._walkers.get((mover.units, mover.column))
        if known is None:
            half = bool(self.open) and leg(self.g) in (FIRED, CARRIED)
            known = Walker(self.g, mover.units, column=mover.column, leg=HALF if half else FREE)
            self._walkers[mover.units, mover.column] = known
        return known

    # -- reading ------------------------------------------------------------------------------

    def steps(self, order: Move) -> Sequence[Step]:
        """As the first unit pays for them."""
        return self._walker(order).follow(order.path)

    def awaits(self, order: Move) -> Sequence[str]:
        """HAN-MI-02, HAN-RE-03  Mines on the way, and who may fire."""
        return awaiting(self.g, order.units, order.path, column=order.column)

    def order(self, words: Words) -> Move:
        """Who goes where."""
        mover = self.mover(words)
        path = words.path(where_is(self.g, mover.units[0]))
        if mover.verb == "move" and len(path) < 2:
            raise refuse("A move enters at least one hex.", "HAN-SP-12")
        return mover.along(path)

    def mover(self, words: Words) -> Move:
        """HAN-SP-12  Who goes, in which posture."""
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

    def is_open(self) -> bool:
        """Whether anybody may enter."""
        return any(True for _ in self.movers())

    def movers(self) -> Iterator[Move]:
        """HAN-EN-01  Those whose turn it is, in each posture that has a way on."""
        for u in () if self.open else entering_units(self.g):
            for column in (False, True):
                mover = Move("enter", (u,), column, changes=column)
                if self._starts(mover):
                    yield mover

    def some(self, pick: Pick) -> Iterator[Move]:
        """One of them."""
        movers = list(self.movers())
        return iter([movers[pick(len(movers))]] if movers else [])

    def _why_not(self, mover: Move) -> Refusal | None:
        if any((m.units, m.column) == (mover.units, mover.column) for m in self.movers()):
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
