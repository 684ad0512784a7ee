"""Whose ground a hex is: that of the units, or of the hexes held, that lie nearest to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargame.flow.game import Game
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import Side


def ground(game: Game[Any]) -> dict[Hex, Side]:
    """Every hex with the side that stands or holds nearest; left out where two are equally near.

    Where the sides of neighbours differ runs the front.
    """
    state = game.state
    held: dict[Hex, Side] = {h: side for h, side in state.control.items() if side}
    held |= {unit.hex: unit.side for unit in state.units.values() if unit.hex >= 0}
    found, edge = dict(held), sorted(held)
    while edge:
        claims: dict[Hex, set[Side]] = {}
        for h in edge:
            for near in game.grid.neighbours[h]:
                if near not in found:
                    claims.setdefault(near, set()).add(found[h])
        edge = sorted(claims)
        found |= {h: sides.pop() if len(sides) == 1 else "" for h, sides in claims.items()}
    return {h: side for h, side in found.items() if side}


def scene(game: Game[Any], more: Iterable[Hex] = ()) -> tuple[Hex, Hex]:
    """The hexes in the north-western and the south-eastern corner of all that is going on."""
    hexes = {*more, *(unit.hex for unit in game.state.units.values())} - {-1}
    if not hexes:
        return 0, game.grid.size - 1
    return corners(game.grid, hexes)


def corners(grid: Grid, hexes: Iterable[Hex]) -> tuple[Hex, Hex]:
    """The north-western and the south-eastern corner of all these hexes, of which there is one at least."""
    columns, rows = zip(*(divmod(h, grid.rows) for h in hexes), strict=True)
    return min(columns) * grid.rows + min(rows), max(columns) * grid.rows + max(rows)
