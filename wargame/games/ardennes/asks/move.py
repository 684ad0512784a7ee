"""Moves of an Activation: `move de.2.2+de.304.2 3118-3018`, `strategic UNIT PATH`, `exit UNIT` (ARD-MV-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.unit_verb import UnitVerb
from wargame.games.ardennes.activation import active_units
from wargame.games.ardennes.asks.awaiting import awaiting
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import (
    ACTIVE,
    ISOLATED,
    NIGHT,
    OTHER,
    ArdGame,
    by_number,
    in_supply,
    kind_of,
    unit_name,
)
from wargame.games.ardennes.walk import HALVES, How, Marcher, why_still
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.moving import MoveVerb
from wargame.rules.walk import Field, Path, Step

GRAMMAR = Grammar("ARD-MV-13", unit="ARD-AC-01", name=unit_name)


class Move(NamedTuple):
    """Who goes, how, and every hex of the way, the one they stand in first."""

    verb: How
    units: tuple[UnitId, ...]
    path: Path = ()

    @property
    def head(self) -> str:
        """The answer up to its path."""
        return f"{self.verb} {'+'.join(self.units)}"

    def along(self, path: Path) -> Move:
        """The same by a path."""
        return self._replace(path=path)

    def write(self, g: ArdGame) -> str:
        """The canonical notation."""
        return f"{self.head} {g.grid.write(self.path)}"


class Moves(MoveVerb[Move]):
    """ARD-MV-13  Active units of one hex go alone or together."""

    words, form, grammar = ("move",), "move UNIT PATH", GRAMMAR
    how: How = "move"

    def __init__(self, g: ArdGame, side: Side) -> None:
        self.g, self.side, self.known = g, side, {}
        self._marchers: dict[tuple[UnitId, ...], Marcher] = {}

    def fit(self) -> list[UnitId]:
        """Active units that may move so, in ascending #."""
        return [u for u in active_units(self.g, self.side) if self.why_not(u) is None]

    def why_not(self, unit: UnitId) -> Refusal | None:
        """Why a unit may not move so; None if it may."""
        if ACTIVE not in self.g.state.units[unit].states:
            return Refusal(f"{unit_name(self.g, unit)} is not active.", "ARD-AC-01")
        return why_still(self.g, unit, self.how)

    def movers(self) -> Iterator[Move]:
        """Single units, then all of a hex that may go."""
        together: dict[Hex, list[UnitId]] = {}
        for unit in self.fit():
            yield Move(self.how, (unit,))
            together.setdefault(self.g.state.units[unit].hex, []).append(unit)
        for units in together.values():
            if len(units) > 1:
                yield Move(self.how, tuple(units))

    def option(self, mover: Move) -> Option:
        """Who goes, and where it stands."""
        names = " + ".join(unit_name(self.g, u) for u in mover.units)
        return Option(mover.head, names, mover.units, (self._start(mover),))

    def some(self, pick: Pick) -> Iterator[Move]:
        """A few movers at random."""
        fit = self.fit()
        for _ in range(3 if fit else 0):
            unit = fit[pick(len(fit))]
            start = self.g.state.units[unit].hex
            mates = [
                u for u in fit if self.g.state.units[u].hex == start and (u == unit or pick(2))
            ]
            yield Move(self.how, tuple(mates) if pick(2) else (unit,))

    def draw(self, mover: Move, pick: Pick) -> Move | None:
        """One way at random."""
        way = self.marcher(mover).wander(pick)
        return mover.along(way) if way else None

    def begun(self, mover: Move) -> Iterator[tuple[Move, Field]]:
        """From where it stands."""
        yield mover.along((self._start(mover),)), self.marcher(mover).field()

    def onward(self, order: Move, left: int, stops: Sequence[Hex]) -> Move:
        """Through more hexes, each stretch the cheapest."""
        del left
        for stop in stops:
            raise refuse(f"Name the way to {self.g.grid.name(stop)} hex by hex.", "ARD-MV-13")
        return order

    def why_no_end(self, mover: Move, h: Hex) -> Refusal | None:
        """ARD-ST-01"""
        return self.marcher(mover).why_no_end(h)

    def why_no_way(self, mover: Move, goal: Hex) -> Refusal:
        """What bars it, or what it would cost."""
        return self.marcher(mover).why_out(goal)

    def steps(self, order: Move) -> Sequence[Step]:
        """As the stack pays for them."""
        return self.marcher(order).follow(order.path)

    def awaits(self, order: Move) -> Sequence[str]:
        """What waits on the way: Roadblock, Bridge, ZOC."""
        return awaiting(self.g, order.units, order.path)

    def mover(self, words: Words) -> Move:
        """Who goes; raises IllegalAnswer."""
        units = tuple(by_number(self.g, words.stack()))
        for unit in units:
            allow(self.why_not(unit))
        if len({self.g.state.units[u].hex for u in units}) > 1:
            raise refuse("The units of a stack start in one hex.", "ARD-MV-13")
        return Move(self.how, units)

    def order(self, words: Words) -> Move:
        """Who goes where."""
        mover = self.mover(words)
        path = words.path(self._start(mover))
        if len(path) < 2:
            raise refuse("A move enters at least one hex.", "ARD-MV-13")
        return mover.along(path)

    def marcher(self, mover: Move) -> Marcher:
        """The stack as one that moves."""
        if mover.units not in self._marchers:
            self._marchers[mover.units] = Marcher(self.g, mover.units, self.how)
        return self._marchers[mover.units]

    def _start(self, mover: Move) -> Hex:
        return self.g.state.units[mover.units[0]].hex


class Strategic(Moves):
    """ARD-MV-08  By Road alone, farther, away from the enemy; no attack in this Activation."""

    words, form, one_in = ("strategic",), "strategic UNIT PATH", 4
    how: How = "strategic"

    def why_not(self, unit: UnitId) -> Refusal | None:
        """ARD-MV-08  It starts away from the enemy and on its own MPs alone."""
        g, where = self.g, self.g.state.units[unit].hex
        if refusal := super().why_not(unit):
            return refusal
        name = unit_name(g, unit)
        if any(g.board.here[OTHER[self.side]][h] for h in g.grid.neighbours[where]):
            return Refusal(f"{name} is next to an enemy unit.", "ARD-MV-08")
        if g.state.units[unit].states & {NIGHT, ISOLATED}:
            return Refusal(f"{name} may not make a Strategic Move.", "ARD-MV-08")
        return None


def exit_verb(g: ArdGame) -> Verb[Move]:
    """ARD-MV-11  `exit UNIT`: a mechanized German unit leaves over the Meuse."""
    return UnitVerb(
        g.grid,
        "exit UNIT",
        lambda: [u for u in active_units(g, "german") if why_no_exit(g, u) is None],
        why=lambda unit, _: why_no_exit(g, unit),
        value=lambda unit, _: Move("move", (unit,)),
        label=lambda unit, _: f"{unit_name(g, unit)} leaves the map over the Meuse",
        one_in=3,
    )


def why_no_exit(g: ArdGame, unit: UnitId) -> Refusal | None:
    """ARD-MV-11, ARD-SS-03  Why a unit may not leave the map; None if it may."""
    kind, rule, stands = kind_of(g, unit), g.content.limits.exit, g.state.units[unit]
    name = unit_name(g, unit)
    if not g.content.plays("exit") or kind.side != "german" or not kind.mech:
        return Refusal(f"{name} may not leave the map.", "ARD-MV-11")
    if ACTIVE not in stands.states:
        return Refusal(f"{name} is not active.", "ARD-AC-01")
    if stands.hex not in rule.hexes:
        names = ", ".join(g.grid.name(h) for h in rule.hexes)
        return Refusal(f"Units leave the map from {names}.", "ARD-MV-11")
    if not in_supply(stands):
        return Refusal(f"{name} is not In Supply.", "ARD-SS-03")
    spare = kind.allowance * HALVES - stands.numbers.get(SPENT, 0)
    if stands.numbers.get(SPENT, 0) < 0 or spare < rule.price * HALVES:
        return Refusal(f"{name} has no MP left.", "ARD-MV-11")
    return None if stands.numbers.get(SPENT) else why_still(g, unit)


SPENT = "spent"
"""Number: half MPs that a unit has spent in this Activation; -1 where it was stopped."""


def move_ask(g: ArdGame, side: Side, *, night: bool) -> MixedAsk[Move | None]:
    """The question of the moves of an Activation."""
    verbs: list[Verb[Move | None]] = [Moves(g, side)]
    if not night:
        verbs.append(Strategic(g, side))
    if side == "german" and g.content.plays("exit"):
        verbs.append(exit_verb(g))
    done: Done[Move | None] = Done(DONE_WORD, "No more moves", None, one_in=8)
    return MixedAsk(
        g, [*verbs, done], side=side, key="move", rule="ARD-MV-13", grammar=GRAMMAR,
        prompt=lambda: f"Move active units ({len(active_units(g, side))} active).",
    )  # fmt: skip
