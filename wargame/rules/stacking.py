"""How much may stand in a hex, and whom it may stand with.

A limit counts something over a whole stack: units of a kind, stacking points, steps, or the nations
among them, of which there may be one. It is looked at where a move, a retreat or an advance ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wargame.flow.ask import Refusal
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Limit(Generic[Kind]):
    """The most of something that a stack may come to."""

    count: Callable[[Sequence[Kind]], int]
    most: int
    said: str
    """What is wrong with more; {hex}, {n} and {most} are filled in."""
    rule: str


def over(limits: Iterable[Limit[Kind]], stack: Sequence[Kind], name: str) -> Refusal | None:
    """The first limit that a stack in the hex called *name* is over; None if it may stand there."""
    for limit in limits:
        n = limit.count(stack)
        if n > limit.most:
            return Refusal(limit.said.format(hex=name, n=n, most=limit.most), limit.rule)
    return None


def together(g: Game[Any], side: Side, where: Hex, coming: Collection[UnitId]) -> list[UnitId]:
    """Those of a side in a hex, then those who come."""
    units = g.state.units
    there = [u for u in g.board.at[where] if units[u].side == side and u not in coming]
    return [*there, *coming]
