"""Choosing: hexes as the options of a question, and the nearest of several."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from wargame.flow.ask import Option
from wargame.flow.game import Content, Game
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


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
