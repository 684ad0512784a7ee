"""The zones of the two Allied nations: the inter-army boundary, and the way back over it (NOR-BD)."""

from __future__ import annotations

from functools import cache, lru_cache

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation
from wargame.games.normandy.state import NorGame
from wargame.hexes.field import Mask, Rows
from wargame.hexes.grid import Hex
from wargame.model.state import Scalar


def zone_of(g: NorGame, where: Hex) -> Nation | None:
    """NOR-BD-02, NOR-BD-06  The Allied nation a hex belongs to; None if shared or undivided."""
    boundary = g.state.lists.get("boundary")
    if not boundary:
        return None
    column, row = divmod(where, g.grid.rows)
    line = int(boundary[row]) - 1
    return "us" if column < line else "cw" if column > line else None


def is_foreign(g: NorGame, where: Hex, nation: Nation) -> bool:
    """NOR-BD-04  In the zone of the other Allied nation."""
    return nation != "ge" and zone_of(g, where) not in (None, nation)


def to_own_zone(g: NorGame, where: Hex, nation: Nation) -> int:
    """NOR-BD-04  Hexes to the nation's own zone, shared column included."""
    return away(g, nation)[where]


def away(g: NorGame, nation: Nation) -> Mask:
    """NOR-BD-04  By hex how many hexes to the nation's own zone; 0 within."""
    return away_beyond(g.content, tuple(g.state.lists.get("boundary", ())), nation)


@lru_cache(maxsize=8)
def away_beyond(content: NormandyContent, boundary: tuple[Scalar, ...], nation: Nation) -> Mask:
    """The same with a boundary, by the column of each row."""
    grid, foreign = content.grid, beyond(content, boundary, nation)
    if not foreign:
        return bytes(grid.size)
    rings = [_board(content) & ~foreign]

    def far(h: Hex) -> int:
        """The ring around the own zone in which a hex lies."""
        for n in range(grid.size):
            if n == len(rings):
                rings.append(rings[-1] | grid.spread(rings[-1]))
            if rings[n] >> h & 1:
                return n
        return grid.size

    return Rows(lambda h: far(h) if foreign >> h & 1 else 0)


@lru_cache(maxsize=8)
def beyond(content: NormandyContent, boundary: tuple[Scalar, ...], nation: Nation) -> int:
    """NOR-BD-04  The hexes in the zone of the other Allied nation, as a set; none without a boundary."""
    if not boundary or nation == "ge":
        return 0
    rows, found = content.grid.rows, 0
    lines = dict.fromkeys(range(content.grid.cols + 1), 0)
    for row, line in enumerate(boundary):
        lines[min(max(int(line), 0), content.grid.cols)] |= 1 << row
    whole, west = (1 << rows) - 1, lines[0]
    for column in range(1, content.grid.cols + 1):
        east, west = west, west | lines[column]  # of which rows the line lies farther west, or here
        found |= (east if nation == "us" else whole & ~west) << (column - 1) * rows
    return found


@cache
def _board(content: NormandyContent) -> int:
    return content.grid.mask(content.board)
