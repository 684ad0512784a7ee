"""Prices by hex and direction: how a game's terrain table becomes what the path search reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from wargame.content.map import MapContent
from wargame.hexes.grid import OFF, Grid, Hex

CostsByDirection: TypeAlias = tuple[tuple[int, ...], ...]
"""Half MPs by hex left and direction 0-5; 0 is prohibited."""
Class = TypeVar("Class")
"""A movement class."""


def step_costs(
    grid: Grid, classes: Iterable[Class], price: Callable[[Hex, Hex, Class], int]
) -> dict[Class, CostsByDirection]:
    """Every step; *price* gets OFF where the map ends."""
    return {
        cls: tuple(tuple(price(h, b, cls) for b in six) for h, six in enumerate(grid.around))
        for cls in classes
    }


def hex_costs(
    grid: Grid, classes: Iterable[Class], price: Callable[[Hex, Class], int]
) -> dict[Class, tuple[int, ...]]:
    """A price for every hex, as for the first hex of a reinforcement."""
    return {cls: tuple(price(h, cls) for h in range(grid.size)) for cls in classes}


def off_board(board: frozenset[Hex], a: Hex, b: Hex) -> bool:
    """Whether a step leaves the hexes in play, or comes from outside."""
    return b == OFF or a not in board or b not in board


def road_links(
    printed: MapContent, barred: Callable[[Hex, Hex], bool]
) -> tuple[tuple[Hex, ...], ...]:
    """The hexes one road step away that are not barred, by hex."""
    return tuple(
        tuple(b for b in linked if not barred(h, b)) for h, linked in enumerate(printed.road_links)
    )
