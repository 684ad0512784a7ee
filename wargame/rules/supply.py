"""Supply: what a line may pass, the roads it goes along, the hexes from which one can be traced.

Everything is a set of hexes as one number (`Grid.mask`), spread outward from where supply comes from
and asked of the position as it stands; what was found in a segment and lasts is a state or a layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wargame.flow.game import Game
from wargame.hexes.field import Barriers, flood_along, flood_links
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import Side


def open_mask(g: Game[Any], side: Side, enemy: Side, board: Iterable[Hex]) -> int:
    """Hexes that a line of *side* may pass: none that the enemy holds, his ZOC only where a friend holds."""
    zoc, theirs, ours = g.board.zoc[enemy], g.board.held[enemy], g.board.held[side]
    return g.grid.mask([h for h in board if not theirs[h] and (not zoc[h] or ours[h])])


def along(links: Sequence[Sequence[Hex]], heads: Iterable[Hex], open_: int) -> int:
    """The heads that are open, and all open hexes joined to them by links: roads, railways."""
    return flood_along(links, [h for h in sorted(heads) if open_ >> h & 1], open_)


def within(grid: Grid, heads: int, limit: int, open_: int, barriers: Barriers) -> int:
    """Hexes with a line of at most *limit* hexes to a head; the hex it starts from is never tested."""
    near = flood_links(grid, heads, open_, barriers, limit - 1)
    return near | barriers.spread(near)
