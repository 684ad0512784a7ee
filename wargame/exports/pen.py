"""Puts the pictures of a board in place of the letters that stand for its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from PIL import Image

from wargame.exports.bitmaps import kitty_cells, kitty_gone, kitty_sent, sixel
from wargame.exports.board import Board
from wargame.picture.layout import Box
from wargame.picture.spoken import Way
from wargame.picture.tiles import CELLS, DEEP, WIDE, Tile, cell_of

_KEPT: Final = 400
"""Pieces of sixel that are kept: a window scrolled to and fro."""


class Pen:
    """What is written to the terminal, with pictures in it."""

    def __init__(self, board: Board, way: Way) -> None:
        self._board, self._way = board, way
        self.view = Box(0, 0, 0, 0)
        """The cells of the board that can be seen."""
        self._sent: dict[Tile, int] = {}
        """The numbers under which kitty has the tiles."""
        self._sixels: dict[tuple[object, ...], str] = {}

    def written(self, data: str) -> str:
        """*data* as the terminal takes it."""
        if not CELLS.search(data):
            return data
        if self._way == "sixel":
            return CELLS.sub(self._sixel, data)
        before: list[str] = []
        after: list[str] = []
        shown = CELLS.sub(lambda found: self._kitty(found[0], before, after), data)
        return "".join((*before, shown, *after))

    def gone(self) -> str:
        """What is to be written when the board is no longer drawn."""
        numbers, self._sent = list(self._sent.values()), {}
        return "".join(kitty_gone(number) for number in numbers)

    def _kitty(self, cells: str, before: list[str], after: list[str]) -> str:
        """Cells as letters that kitty knows; what must be told first, and what is over."""
        told = []
        for tile, row, columns in self._runs(cells):
            drawing = self._board.tiles.get(tile)
            if drawing is None:
                told.append(" " * len(columns))
                continue
            known = self._sent.get(tile)
            if known != drawing.number:
                before.append(kitty_sent(drawing.number, drawing.image, WIDE, DEEP))
                after += [kitty_gone(known)] if known else []
                self._sent[tile] = drawing.number
            told.append(kitty_cells(drawing.number, row, columns))
        for tile in self._sent.keys() - self._board.tiles.keys():
            after.append(kitty_gone(self._sent.pop(tile)))
        return "".join(told)

    def _sixel(self, found: re.Match[str]) -> str:
        """Cells of a line as one picture, laid over blanks."""
        runs = list(self._runs(found[0]))
        wide, high = self._board.layout.cell
        looks = [self._board.tiles.get(tile) for tile, _, _ in runs]
        key = tuple(
            (look.number if look else 0, row, columns.start, columns.stop)
            for look, (_, row, columns) in zip(looks, runs, strict=True)
        )
        known = self._sixels.get(key)
        if known is None:
            image, x = Image.new("RGB", (len(found[0]) * wide, high)), 0
            for look, (_, row, columns) in zip(looks, runs, strict=True):
                box = columns.start * wide, row * high, columns.stop * wide, (row + 1) * high
                if look:
                    image.paste(look.image.crop(box), (x, 0))
                x += len(columns) * wide
            while len(self._sixels) >= _KEPT:
                del self._sixels[next(iter(self._sixels))]
            known = self._sixels[key] = sixel(image)
        blank = " " * len(found[0])
        return f"\x1b7{blank}\x1b8\x1b7{known}\x1b8\x1b[{len(found[0])}C"

    def _runs(self, cells: str) -> Iterator[tuple[Tile, int, range]]:
        """Cells by tile: which row of it, and which of its columns."""
        places = [cell_of(char, self.view.y, self.view.x) for char in cells]
        at = 0
        while at < len(places):
            y, x = places[at]
            end = at + 1
            while end < len(places) and places[end] == (y, x + end - at) and (x + end - at) % WIDE:
                end += 1
            yield (x // WIDE, y // DEEP), y % DEEP, range(x % WIDE, x % WIDE + end - at)
            at = end
