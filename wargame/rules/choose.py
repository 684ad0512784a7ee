"""Choosing: hexes as the options of a question, the nearest of several, some that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from wargame.flow.ask import Option, Pick
from wargame.flow.game import Content, Game
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

T = TypeVar("T")
U = TypeVar("U")


def some(items: Iterable[T], made: Callable[[T], U | None], pick: Pick) -> U | None:
    """What *made* makes of one of the items at random, of each alike; None where it makes nothing of any.

    No more of them are looked at than must be: what a sampler wants of a list that costs much.
    """
    left = list(items)
    while left:
        at = pick(len(left))
        if (found := made(left[at])) is not None:
            return found
        left[at] = left[-1]
        left.pop()
    return None


def of_hexes(
    g: Game[Any], hexes: Iterable[Hex], answer: str, label: str, *units: UnitId
) -> list[tuple[Option, Hex]]:
    """Hexes to choose from; {hex} in *answer* and *label* is the number, {place} with its name."""
    content = g.content
    return [(_option(content, h, answer, label, units), h) for h in hexes]


@lru_cache(maxsize=4096)
def _option(content: Content, h: Hex, answer: str, label: str, units: tuple[UnitId, ...]) -> Option:
    number, place = content.grid.name(h), content.map.numbered(h)
    said = label.format(hex=number, place=place)
    return Option(answer.format(hex=number, place=place), said, units, (h,))


def nearest(g: Game[Any], where: Hex, hexes: Iterable[Hex]) -> list[Hex]:
    """All of the hexes that are as near to *where* as the nearest of them, in their order."""
    found = [(g.grid.distance(where, h), h) for h in hexes]
    least = min((far for far, _ in found), default=0)
    return [h for far, h in found if far == least]
