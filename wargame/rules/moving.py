"""Orders of movement: what every verb with a path does alike, whoever moves and by whatever rules.

A game derives one class a kind of order from `MoveVerb`. Its orders are values (`Way`);
a *mover* is such an order that does not say yet where it leads: who goes, and how. The game says who
may go (`movers`), how both are written (`mover`, `order`), where a mover gets to (`begun`: a search
of `rules.walk` from each hex in which its way may begin), where a way may not end (`why_no_end`),
and what the steps of a whole order cost or are refused for (`steps`). Heads, reach, the cheapest
ways, routes, reading, prices and samples follow from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from wargame.content.figures import in_halves
from wargame.flow.ask import IllegalAnswer, Option, Pick, Refusal
from wargame.flow.game import Game
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import PathVerb
from wargame.hexes.field import Mask
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Field, Path, Step


class Way(Protocol):
    """An order of movement, whole or up to where its way is open; a named tuple or a frozen dataclass."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Everybody who goes."""

    @property
    def path(self) -> Path:
        """Every hex, the one it starts from or enters by first."""

    @property
    def head(self) -> str:
        """The answer up to its path."""

    def along(self, path: Path) -> Self:
        """The same by a path."""

    def write(self, g: Any) -> str:
        """The canonical answer."""


W = TypeVar("W", bound=Way)
Begun: TypeAlias = "tuple[W, Field]"
"""A mover up to the hex that a search starts from, and what the search found."""


class MoveVerb(PathVerb[W], Protocol[W]):
    """One kind of order of movement. Games derive from it and fill in what has no body."""

    g: Game[Any]
    grammar: Grammar
    known: dict[str, tuple[W, list[Begun[W]]]]
    """By head what was searched for; {} to begin with."""

    # -- what a game says ---------------------------------------------------------------------

    def movers(self) -> Iterable[W]:
        """Everybody who may go now, in every manner that is worth listing; may be lazy."""

    def option(self, mover: W) -> Option:
        """A mover as the head of orders."""

    def mover(self, words: Words) -> W:
        """The mover in the words after the verb; raises IllegalAnswer."""

    def order(self, words: Words) -> W:
        """The whole order in the words after the verb, its steps not checked; raises IllegalAnswer."""

    def begun(self, mover: W) -> Iterable[Begun[W]]:
        """The mover with its first hexes fixed, and how it gets on from there; raises IllegalAnswer."""

    def onward(self, order: W, left: int, stops: Sequence[Hex]) -> W:
        """The order led on through *stops* with what is *left*; raises IllegalAnswer."""

    def why_no_end(self, mover: W, h: Hex) -> Refusal | None:
        """Why its way may not end in a hex; None if it may."""

    def crowd(self, mover: W) -> tuple[Mask, int] | None:  # noqa: ARG002 - some games ask of each hex
        """A number for each hex, and the most of it that leaves room for a mover, whatever it is."""
        return None

    def why_no_way(self, mover: W, goal: Hex) -> Refusal:
        """Why no search found a hex."""

    def steps(self, order: W) -> Sequence[Step]:
        """The priced steps of a whole order; raises IllegalAnswer with whatever forbids it."""

    def check(self, order: W) -> None:
        """The same for whoever wants no prices: raises IllegalAnswer."""
        self.steps(order)

    def awaits(self, order: W) -> Sequence[str]:  # noqa: ARG002 - nothing, in some games
        """What waits on the way of a whole order and at its end, a line each."""
        return ()

    def some(self, pick: Pick) -> Iterable[W]:
        """A few movers at random."""

    # -- what follows -------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """The movers."""
        return map(self.option, self.movers())

    def is_open(self) -> bool:
        """Whether anybody may go."""
        return any(True for _ in self.movers())

    def orders(self, head: Option) -> Iterator[Option]:
        """The cheapest way to every hex."""
        _, begun = self._search(head.answer)
        name = self.g.grid.name
        for goal, left in self._ends(begun).items():
            label = f"{head.label} to {name(goal)}, {in_halves(left)} MP left"
            yield Option(self._way(begun, goal).write(self.g), label, head.units, (goal,))

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where *head* may end, ascending, and half MPs left there; raises IllegalAnswer."""
        return self._ends(self._search(head)[1])

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops*; raises IllegalAnswer."""
        order = self._through(*self._search(head), stops)
        self.check(order)
        return order.write(self.g)

    def read(self, words: Words) -> tuple[str, W]:
        """A legal order; raises IllegalAnswer."""
        order = self.order(words)
        words.end()
        self.check(order)
        return order.write(self.g), order

    def close(self, text: str) -> Sequence[str]:
        """The cheapest way to where a refused order was to end; none where nothing leads there, for who is
        not on the map, or stands there.
        """
        head, _, path = text.rpartition(" ")
        try:
            goal = self.g.grid.hex(path.rpartition("-")[2])
            mover = self._named(head)
            stand = {self.g.state.units[unit].hex for unit in mover.units}
            away = all(h >= 0 for h in stand) and stand != {goal}
            return (self.route(head, [goal]),) if away else ()
        except (IllegalAnswer, ValueError):
            return ()

    def costs(self, words: Words) -> Sequence[Step]:
        """Each step of an order: hex entered, half MPs, why; raises IllegalAnswer."""
        return self.steps(self.order(words))

    def waits(self, words: Words) -> Sequence[str]:
        """What waits on the way of an order and at its end, a line each; raises IllegalAnswer."""
        return self.awaits(self.order(words))

    def sample(self, pick: Pick) -> str:
        """Some way of some mover, "" where a few go nowhere."""
        ways = (self.draw(mover, pick) for mover in self.some(pick))
        return next((order.write(self.g) for order in ways if order is not None), "")

    def draw(self, mover: W, pick: Pick) -> W | None:
        """The cheapest way to some hex; None where there is none."""
        begun = list(self.begun(mover))
        ends = list(self._ends(begun))
        return self._through(mover, begun, [ends[pick(len(ends))]]) if ends else None

    def _search(self, head: str) -> tuple[W, list[Begun[W]]]:
        if head not in self.known:
            mover = self._named(head)
            self.known[head] = mover, list(self.begun(mover))
        return self.known[head]

    def _named(self, head: str) -> W:
        """The mover that a head names; raises IllegalAnswer."""
        words = Words(self.g, head, self.grammar)
        words.word()
        mover = self.mover(words)
        words.end()
        return mover

    def _ends(self, begun: Sequence[Begun[W]]) -> dict[Hex, int]:
        """Where the way may end, and the most that is left there; not where the last of them stands."""
        if not begun:
            return {}
        (mover, field), *others = begun
        most = dict(field.left)
        for _, other in others:
            most.update((h, left) for h, left in other.left.items() if left > most.get(h, -1))
        most.pop(self.g.state.units[mover.units[-1]].hex, None)
        ends, crowd = sorted(most), self.crowd(mover)
        if crowd is None:
            return {h: most[h] for h in ends if self.why_no_end(mover, h) is None}
        there, few = crowd
        return {h: most[h] for h in ends if there[h] <= few or self.why_no_end(mover, h) is None}

    def _way(self, begun: Sequence[Begun[W]], goal: Hex) -> W:
        """The order by the cheapest way to a hex that one of the searches found, unchecked."""
        order, field = begun[0]
        if len(begun) > 1:
            order, field = max(begun, key=lambda way: way[1].left.get(goal, -1))
        return order.along(order.path[:-1] + field.path(goal))

    def _through(self, mover: W, begun: Sequence[Begun[W]], stops: Sequence[Hex]) -> W:
        """The mover on the cheapest way through *stops*, unchecked; raises IllegalAnswer."""
        goal, *rest = stops
        most = max((field.left.get(goal, -1) for _, field in begun), default=-1)
        if most < 0:
            raise IllegalAnswer(self.why_no_way(mover, goal))
        return self.onward(self._way(begun, goal), most, rest)
