"""The zones of the two Allied nations: the inter-army boundary, and the way back over it (NOR-BD)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation
from wargame.games.normandy.state import NorGame
from wargame.hexes.field import Mask, Rows
from wargame.hexes.grid import Grid, Hex
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
    grid, row, east = content.grid, 0, 0
    shared = 0 if nation == "us" else 1  # the column of the line is nobody's
    for line, same in groupby(boundary):
        n = len(list(same))
        first = min(max(int(line) - shared, 0), grid.cols)
        east |= _from_column(grid)[first] * ((1 << n) - 1) << row
        row += n
    return east if nation == "us" else grid.full & ~east


@cache
def _from_column(grid: Grid) -> tuple[int, ...]:
    """By column, counted from 0: the hexes of the first row in it and east of it, as a set."""
    tops = [1 << column * grid.rows for column in range(grid.cols)]
    return tuple(sum(tops[column:]) for column in range(grid.cols + 1))


@cache
def _board(content: NormandyContent) -> int:
    return content.grid.mask(content.board)
