"""The map is the witness: it shows what was done last, and no card lies on the hexes in dispute."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.deed import Deed
from wargame.hexes.grid import Grid, Hex
from wargame.tui.map.view import MapView
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.film import FilmDialog
from wargame.tui.table.table import Table

_CARD = 14
"""Lines that a card should have at least, and so what is farther away may be covered."""
_AROUND = 2
"""Lines of a hex above and below its middle."""


def mark(view: MapView, grid: Grid, deeds: Sequence[Deed], *, struck: bool = True) -> None:
    """Lay lines of fire, targets and the trail of the last moves over the map, the last deed first."""
    last = deeds[0] if deeds else Deed()
    beaten = [h for shot in last.shots for h in grid.line(*shot)[1:-1]]
    view.set_layer("fire", dict.fromkeys(beaten, ""))
    view.set_layer("struck", dict.fromkeys(last.targets if struck else (), ""))
    way = [h for deed in deeds for path in deed.paths for h in path[:-1]]
    view.set_layer("trail", dict.fromkeys(way, ""))


def present(table: Table, dialog: Dialog, scene: Sequence[Hex]) -> Dialog:
    """A card placed beside what it is about; a film in it shows on the map."""
    view, grid = table.map, table.play.game.grid
    if not isinstance(dialog, FilmDialog):
        keep_clear(view, dialog, scene)
        return dialog

    def show(deeds: Sequence[Deed]) -> None:
        view.raise_up(deeds[0].scene[0])
        mark(view, grid, deeds)

    dialog.beside = lambda: (1, view.content_region.y + view.size.height // 2)
    dialog.show_scene = show
    return dialog


def keep_clear(view: MapView, dialog: Dialog, scene: Sequence[Hex]) -> None:
    """Turn the map and place the card so that it does not cover the scene, as far as there is room."""

    def beside() -> tuple[int, int]:
        view.raise_up(scene[0])
        first = last = view.line_of(scene[0])
        for line in map(view.line_of, scene[1:]):
            low, high = min(first, line), max(last, line)
            if max(low, dialog.size.height - high) >= _CARD:
                first, last = low, high
        return first - _AROUND, last + _AROUND

    if scene:
        dialog.beside = beside
