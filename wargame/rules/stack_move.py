"""Moves of a stack as one: units of one hex that go alone or together, each step paid by all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from wargame.flow.ask import Option, Pick, Refusal, refuse
from wargame.flow.notation import Words
from wargame.hexes.grid import Hex
from wargame.rules.moving import MoveVerb, W
from wargame.rules.onward import onward
from wargame.rules.walk import Field, Mover, Path, Step


class Marching(Mover, Protocol):
    """A stack that moves, by the rules of its game."""

    def field(self) -> Field:
        """Where it gets to."""

    def follow(self, path: Path) -> Sequence[Step]:
        """The priced steps of a way; raises IllegalAnswer with whatever forbids it."""

    def wander(self, pick: Pick) -> Path:
        """A way at random, () for none."""

    def why_no_end(self, h: Hex) -> Refusal | None:
        """Why its way may not end in a hex; None if it may."""

    def why_out(self, goal: Hex) -> Refusal:
        """What bars it, or what it would cost."""


class StackVerb(MoveVerb[W], Protocol[W]):
    """A verb whose movers stand on the map in one hex. A game says who may go and how they march."""

    def marcher(self, mover: W) -> Marching:
        """The units as one that moves."""

    def option(self, mover: W) -> Option:
        """Who goes, and where it stands."""
        called = self.grammar.name or (lambda _, unit: unit)
        names = " + ".join(called(self.g, unit) for unit in mover.units)
        return Option(mover.head, names, mover.units, (self.start(mover),))

    def order(self, words: Words) -> W:
        """Who goes where; raises IllegalAnswer."""
        mover = self.mover(words)
        if other := words.unit_here():
            said = f"Units that go together are joined by a plus: {mover.units[-1]}+{other}."
            raise refuse(said, self.grammar.order)
        path = words.path(self.start(mover))
        if len(path) < 2:
            raise refuse("A move enters at least one hex.", self.grammar.order)
        return mover.along(path)

    def draw(self, mover: W, pick: Pick) -> W | None:
        """One way at random."""
        way = self.marcher(mover).wander(pick)
        return mover.along(way) if way else None

    def begun(self, mover: W) -> Iterator[tuple[W, Field]]:
        """From where it stands."""
        yield mover.along((self.start(mover),)), self.marcher(mover).field()

    def onward(self, order: W, left: int, stops: Sequence[Hex]) -> W:
        """Through more hexes, each stretch the cheapest."""
        return order.along(onward(self.marcher(order), order.path, left, stops))

    def why_no_end(self, mover: W, h: Hex) -> Refusal | None:
        """Overstacked there, mostly."""
        return self.marcher(mover).why_no_end(h)

    def why_no_way(self, mover: W, goal: Hex) -> Refusal:
        """What bars it, or what it would cost."""
        return self.marcher(mover).why_out(goal)

    def steps(self, order: W) -> Sequence[Step]:
        """As the stack pays for them."""
        return self.marcher(order).follow(order.path)

    def start(self, mover: W) -> Hex:
        """Where the stack stands."""
        return self.g.state.units[mover.units[0]].hex
