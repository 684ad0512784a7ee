"""The map as it is printed at every zoom, and which hexes have changed since they were drawn on it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeAlias, TypeVar

from wargame.hexes.grid import OFF, Hex
from wargame.picture.by_steps import Steps, Work
from wargame.picture.cells import Picture
from wargame.picture.contents import Contents
from wargame.picture.layers import Layers
from wargame.picture.layout import Box, Layout, Zoom

T = TypeVar("T")
Turn: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until a step of work is in nobody's way."""


class Prints:
    """Going back to a zoom prints nothing, and a hex is drawn when somebody looks at it."""

    def __init__(self) -> None:
        self.by_zoom: dict[Zoom, Picture] = {}
        self.stale: dict[Zoom, set[Hex]] = {}
        """What looks different since it was drawn; of a zoom that is printed."""
        self.hex_size = 0
        """Half blocks each way of a hex of the theatre."""

    def forget(self) -> None:
        """Nothing is printed any more."""
        self.by_zoom.clear()
        self.stale.clear()

    def known(self, zoom: Zoom, size: int) -> Picture | None:
        """The print of a zoom, of the theatre with hexes of that size."""
        fits = zoom != "theatre" or size == self.hex_size
        return self.by_zoom.get(zoom) if fits else None

    def keep(self, zoom: Zoom, picture: Picture, size: int, hexes: Iterable[Hex]) -> None:
        """Keep a bare print; something is to be drawn in *hexes*."""
        self.by_zoom[zoom], self.stale[zoom] = picture, set(hexes)
        if zoom == "theatre":
            self.hex_size = size

    def change(self, hexes: set[Hex]) -> None:
        """These look different."""
        for stale in self.stale.values():
            stale.update(hexes - {OFF})

    def draw(
        self, zoom: Zoom, hexes: Collection[Hex], contents: Contents, layers: Layers
    ) -> set[Hex]:
        """Draw hexes as they look now; those whose box must be shown again."""
        self.stale[zoom].difference_update(hexes)
        return self.by_zoom[zoom].draw(hexes, contents, layers)


def in_view(layout: Layout, view: Box) -> set[Hex]:
    """The hexes of which anything lies in the view."""
    rows, seen = range(layout.grid.rows), set[Hex]()
    for first in range(0, layout.grid.size, len(rows)):
        x, _, width, height = layout.box(first)
        if not (view.x < x + width and x < view.x + view.width):
            continue

        def above(row: int, first: Hex = first) -> int:
            return layout.box(first + row).y

        start = bisect_left(rows, view.y - height + 1, key=above)
        end = bisect_left(rows, view.y + view.height, key=above)
        seen.update(range(first + start, first + end))
    return seen


async def at_leisure(steps: Steps[T], turn: Turn) -> T:
    """What is made step by step, each in its turn."""
    work = Work(steps)
    for _ in work:
        await turn()
    return work.made
