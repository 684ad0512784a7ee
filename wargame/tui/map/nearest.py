"""The fifth zoom: the board as it is drawn, where the terminal shows pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region, Size
from textual.strip import Strip

from wargame.hexes.grid import OFF, Hex
from wargame.picture.cells import picture_of
from wargame.picture.layout import Box
from wargame.picture.spoken import Spoken, missing
from wargame.tui.asked import asked, write_plain, write_through
from wargame.tui.map.canvas import MapCanvas
from wargame.tui.private import driver_of

if TYPE_CHECKING:
    from wargame.exports.board import Board
    from wargame.exports.pen import Pen

_UNDER = 4
"""So many counters of a stack are looked at."""


class BoardCanvas(MapCanvas):
    """A map that may also show the drawn board; nothing of that is there before it is wanted."""

    pictured = False
    """Whether the board is shown as it is drawn; the zoom below it is the nearest in letters."""
    _board: Board | None = None
    _pen: Pen | None = None
    _spoken: Spoken | None = None
    """How the terminal takes pictures, once it has told."""

    async def draw_board(self) -> str:
        """Show the board as it is drawn; why that cannot be, or ""."""
        if why := missing():
            return why
        told = self._spoken or await asked(driver_of(self.app))
        if told.why:
            return told.why
        self._spoken, self.pictured = told, True
        self._start_picture()
        return ""

    def leave_board(self) -> None:
        """Back to letters; who sets a zoom draws anew."""
        if self.pictured:
            self.pictured = False
            self._stop_pen()

    def _stop_pen(self) -> None:
        if self._pen is not None:
            write_plain(driver_of(self.app), self._pen.written, self._pen.gone())
        self._pen = self._board = None

    def on_unmount(self) -> None:
        """The terminal keeps no picture of a board that is gone."""
        self.leave_board()

    # What the canvas does otherwise while it draws

    def _start_picture(self) -> None:
        if not self.pictured:
            super()._start_picture()
            return
        from wargame.exports.board import Board  # noqa: PLC0415 - an extra, and no table waits for it
        from wargame.exports.pen import Pen  # noqa: PLC0415 - as above

        game, definition, told = self._game, self._definition, self._spoken
        assert game is not None
        assert definition is not None
        assert told is not None
        self._stop_pen()
        face, at = definition.face, game.board.at
        board = Board(
            game.content.drawn,
            told.cell,
            lambda h: [face.counter(game, unit) for unit in at[h][1:_UNDER]],
        )
        self._board, self._pen, self._picture = board, Pen(board, told.way), board
        board.draw(self._contents.keys() | self._layers.hexes(), self._contents, self._layers)
        write_through(driver_of(self.app), self._pen.written)
        self._strips.clear()
        self._edges = None
        self.span(Size(board.layout.width, board.layout.height))
        self.centre()
        self.call_after_refresh(self.centre)
        self.refresh()

    def _redraw(self, hexes: set[Hex]) -> None:
        if self._board is None or self._held is not None:
            super()._redraw(hexes)
            return
        shown = hexes - {OFF}
        self._prints.change(hexes)
        self._board.draw(shown, self._contents, self._layers)
        left, top = self._margin()
        right, down = left - self.scroll_offset.x, top - self.scroll_offset.y
        boxes = self._board.boxes(shown)
        self.refresh(*(Region(b.x + right, b.y + down, b.width, b.height) for b in boxes))

    def _draw_seen(self) -> None:
        """A board draws what has changed at once."""
        if self._board is None:
            super()._draw_seen()

    def render_line(self, y: int) -> Strip:
        """One line of the view; before the first of a drawn board its pictures are made."""
        if self._board is not None and self._pen is not None:
            view = Box(*self.scroll_offset, *self.size)
            self._pen.view = view
            self._board.prepare(view)
        return super().render_line(y)

    def shown_text(self) -> str:
        """What the view shows, as lines of text: of a drawn board its hexes in letters."""
        if self._board is None or self._game is None:
            return super().shown_text()
        seen = Box(*self.scroll_offset, *self.size)
        layout, grid = self._board.layout, self._game.grid
        inside = [h for h in range(grid.size) if _holds(seen, layout.centre(h))]
        letters = picture_of(self._game.content.drawn, "close", self._glyphs)
        letters.draw(self._contents.keys() | self._layers.hexes(), self._contents, self._layers)
        boxes = [letters.layout.box(h) for h in inside]
        top, left = min(b.y for b in boxes), min(b.x for b in boxes)
        foot, right = max(b.y + b.height for b in boxes), max(b.x + b.width for b in boxes)
        rows = (letters.sheet.chars[y][left:right] for y in range(top, foot))
        return "".join(f"{''.join(row).rstrip()}\n" for row in rows)


def _holds(box: Box, at: tuple[int, int]) -> bool:
    return box.y <= at[0] < box.y + box.height and box.x <= at[1] < box.x + box.width
