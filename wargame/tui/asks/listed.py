"""Options ordered for a cursor: those of the hex under it first, then all others."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import Option
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import Desk, stands


class Listed:
    """A list of options with a highlight that follows the map's cursor and leads it."""

    def __init__(self, desk: Desk, options: Sequence[Option], cursor: Hex) -> None:
        self.options = list(options)
        self.order = list(range(len(self.options)))
        """Indices into `options` in the order shown."""
        self.at = 0
        """The highlighted place in `order`."""
        self.here = 0
        """How many of the first rows belong to the cursor's hex."""
        self.focus: Hex | None = None
        """Where the highlight wants the cursor."""
        self._cursor = cursor
        self._places = [stands(desk, option) for option in self.options]
        self.look(cursor)

    @property
    def current(self) -> Option:
        """The highlighted option."""
        return self.options[self.order[self.at]]

    def shown(self) -> list[Option]:
        """The options in the order shown."""
        return [self.options[n] for n in self.order]

    def places(self) -> list[Hex]:
        """Every hex on which some option can be picked, sorted."""
        return sorted({where for places in self._places for where in places})

    def look(self, where: Hex) -> None:
        """The cursor moved: its options come first, unless the highlight itself led it there."""
        self._cursor = where
        if where == self.focus:
            return
        self.focus = None
        ends = [n for n, places in enumerate(self._places) if places and places[-1] == where]
        through = [n for n, places in enumerate(self._places) if where in places and n not in ends]
        before = self.order[self.at] if self.order else 0
        first = ends + through
        rest = set(first)
        self.order = first + [n for n in range(len(self.options)) if n not in rest]
        self.here = len(first)
        self.at = 0 if first else self.order.index(before)

    def step(self, by: int) -> None:
        """Highlight the next row, or first the one that is marked, and lead the cursor to it."""
        places = self._places[self.order[self.at]]
        away = bool(places) and self._cursor not in places and self.focus != places[-1]
        self.pick(self.at if away else (self.at + by) % len(self.order))

    def show(self, option: Option) -> None:
        """Highlight an option where the cursor is; the cursor stays."""
        self.at, self.focus = self.order.index(self.options.index(option)), None

    def pick(self, at: int) -> None:
        """Highlight a row and lead the cursor to it."""
        if 0 <= at < len(self.order):
            self.at = at
            places = self._places[self.order[at]]
            self.focus = places[-1] if places else None
