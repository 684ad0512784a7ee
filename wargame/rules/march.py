"""A march: a way that is walked stretch by stretch, since things happen on it.

Its frame keeps who goes, the rest of the way, and what each has spent.  One pass walks to the next
hex where something stirs, lets that happen, and reads the rest of the way again: it goes on, ends,
or gives the mover back to its owner with what it has left.  A game registers a script of its own,
which hands its frame to `march`, and says what stirs in one object, `Marching`; whatever else comes
into a hex (a reinforcement, a retreat, an advance) awaits the same `arrived`.

`march` hands back how it ended, then each unit with what it has spent, in half movement points;
`marched` reads it.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from wargame.flow.ask import IllegalAnswer
from wargame.flow.game import Game
from wargame.flow.script import AGAIN, Next, done
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Side, UnitId
from wargame.rules.walk import Member

THERE: Final = "there"
"""At the end of its way."""
OPEN: Final = "open"
"""The rest of the way can no longer be gone: the owner says how it goes on."""
ENDED: Final = "ended"
"""It ended before its goal, and goes no farther."""
LOST: Final = "lost"
"""Nobody of it stands there any more."""
WATCH: Final = "watch."
"""With a side's id behind it: the list of hexes in which it wants to be asked."""

Units = tuple[UnitId, ...]
Way = tuple[Hex, ...]
Spent = tuple[int, ...]


class Marching(Protocol):
    """What a game says about those who march."""

    def member(self, g: Game[Any], unit: UnitId) -> Member:
        """The unit as a mover, with its whole allowance in half movement points."""

    def stirs(self, g: Game[Any], units: Units, where: Hex) -> bool:
        """Whether something happens when they enter a hex; watched hexes stir by themselves."""

    def go(self, g: Game[Any], units: Units, path: Way) -> None:
        """Moves them along a path in which nothing stirs before its end."""

    async def arrived(self, g: Game[Any], units: Units, where: Hex) -> bool:
        """Lets happen what happens in a hex they have come to; False ends their march there."""


async def march(g: Game[Any], game: Marching, units: Units, rest: Way, spent: Spent = ()) -> Next:
    """One pass: the next stretch of the way of *units*, *rest* being the hexes still to be entered.

    *spent* is empty for those who have not moved yet; the frame of the script keeps all three.
    """
    start, used = g.state.units[units[0]].hex, spent or (0,) * len(units)
    way = (start, *_stretch(g, game, units, rest))
    try:
        used = tuple(
            allowance - mover.followed(way, allowance - n, fresh=not spent).left
            for (mover, allowance), n in zip(_members(g, game, units), used, strict=True)
        )
    except IllegalAnswer:
        return _back(OPEN, units, used)
    game.go(g, units, way)
    rest = rest[len(way) - 1 :]
    if not g.content.sequence.terse:
        g.keep(rest=rest, spent=used)
    goes_on = await game.arrived(g, units, way[-1])
    there = [(u, n) for u, n in zip(units, used, strict=True) if g.state.units[u].hex == way[-1]]
    if not there:
        return done((LOST,))
    units, used = tuple(u for u, _ in there), tuple(n for _, n in there)
    if not rest:
        return _back(THERE, units, used)
    if not goes_on or any(m.stop and m.stop[way[-1]] for m, _ in _members(g, game, units)):
        return _back(ENDED, units, used)
    if g.content.sequence.terse:
        g.keep_together(units=units, rest=rest, spent=used)
    else:
        g.keep(units=units, spent=used)
    return AGAIN


def marched(handed: Fact) -> tuple[str, dict[UnitId, int]]:
    """How a march ended, and what each unit that came through has spent."""
    assert isinstance(handed, tuple)
    how, *rest = handed
    return str(how), {str(u): int(n) for u, n in zip(rest[::2], rest[1::2], strict=True)}


def watchers(g: Game[Any], side: Side, where: Hex) -> list[Side]:
    """The other sides that want to be asked when *side* comes into a hex."""
    lists = g.state.lists
    return sorted(
        name.removeprefix(WATCH)
        for name in lists
        if name.startswith(WATCH) and name != WATCH + side and where in lists[name]
    )


def _stretch(g: Game[Any], game: Marching, units: Units, rest: Way) -> Way:
    """The rest of the way up to where something stirs."""
    side = g.state.units[units[0]].side
    for n, where in enumerate(rest, 1):
        if watchers(g, side, where) or game.stirs(g, units, where):
            return rest[:n]
    return rest


def _members(g: Game[Any], game: Marching, units: Units) -> list[Member]:
    return [game.member(g, unit) for unit in units]


def _back(how: str, units: Units, spent: Spent) -> Next:
    return done((how, *(fact for both in zip(units, spent, strict=True) for fact in both)))
