"""Options in the order of their numbers: it stays the same while the question is open."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import Option
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, stands


class Listed:
    """A list of options with a highlight that follows the map's cursor and leads it."""

    def __init__(self, desk: Desk, options: Sequence[Option], cursor: Hex) -> None:
        places = {option: stands(desk, option) for option in options}
        moves = not desk.ask.about.in_order
        first = [option for option in options if moves and cursor in places[option]]
        self.options = [*first, *(option for option in options if option not in first)]
        """In the order shown: those of the hex where the question found the cursor come first."""
        self.at = 0
        """The highlighted row."""
        self.focus: Hex | None = None
        """Where the highlight wants the cursor."""
        self._cursor = cursor
        self._places = [places[option] for option in self.options]
        self.look(cursor)

    @property
    def current(self) -> Option | None:
        """The highlighted option, if any is."""
        return self.options[self.at] if 0 <= self.at < len(self.options) else None

    @property
    def here(self) -> list[int]:
        """Rows that belong to the cursor's hex; first those that end in it."""
        where = self._cursor
        ends = [n for n, places in enumerate(self._places) if places and places[-1] == where]
        return ends + [n for n, p in enumerate(self._places) if where in p and n not in ends]

    def places(self) -> list[Hex]:
        """Every hex on which some option can be picked, sorted."""
        return sorted({where for places in self._places for where in places})

    def look(self, where: Hex) -> None:
        """The cursor moved: the highlight goes to what belongs to its hex, if anything does."""
        self._cursor = where
        if where == self.focus:
            return
        self.focus = None
        if self.here:
            self.at = self.here[0]

    def show(self, option: Option) -> None:
        """Highlight an option where the cursor is; the cursor stays."""
        self.at, self.focus = self.options.index(option), None

    def step(self, by: int) -> None:
        """Highlight the next row, or first the one that is marked, and lead the cursor to it."""
        places = self._places[self.at] if self.at >= 0 else ()
        away = bool(places) and self._cursor not in places and self.focus != places[-1]
        at = self.at if self.at >= 0 or by > 0 else 0
        self.pick(at if away else (at + by) % len(self.options))

    def pick(self, at: int) -> None:
        """Highlight a row and lead the cursor to it."""
        if 0 <= at < len(self.options):
            self.at = at
            places = self._places[at]
            self.focus = places[-1] if places else None
