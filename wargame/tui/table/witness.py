"""The map is the witness: it shows what was done last, and no card lies on the hexes in dispute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from wargame.flow.deed import Deed
from wargame.flow.standings import Announced
from wargame.hexes.grid import Grid, Hex
from wargame.picture.layers import Layer, LayerName
from wargame.tui.map.view import MapView
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.table.film import FilmDialog
from wargame.tui.table.table import Table

_CARD = 14
"""Lines that a card should have at least, and so what is farther away may be covered."""
_AROUND = 2
"""Lines of a hex above and below its middle."""


def mark(view: MapView, grid: Grid, deeds: Sequence[Deed]) -> None:
    """Lay what was done lately over the map."""
    for name, layer in traces(grid, deeds).items():
        view.set_layer(name, layer)


def foretell(view: MapView, grid: Grid, acts: Sequence[Announced]) -> None:
    """Lay what is announced over the map: arrows to what it is aimed at, and its sign there."""
    ways = [(source, act.target) for act in acts for source in act.sources]
    view.set_layer("aimed", _heads(grid, ways))
    view.set_layer("announced", {act.target: act.sign for act in acts})


def traces(grid: Grid, deeds: Sequence[Deed]) -> dict[LayerName, Layer]:
    """Lines of fire, targets, arrows, what the rules ranked, and the trail of the last moves.

    The last deed comes first; it alone has arrows, and the trails of the others are the fainter
    the older they are.
    """
    last = deeds[0] if deeds else Deed()
    lines = [grid.line(*shot) for shot in last.shots]
    ways = [(age, path) for age, deed in enumerate(deeds) for path in deed.paths]
    return {
        "fire": {h: "" for line in lines for h in line[1:-1]},
        "struck": dict.fromkeys(last.targets, ""),
        "trail": {h: age for age, path in reversed(ways) for h in path[:-1]},
        "arrow": _heads(grid, (*last.paths, *lines)),
        "ranked": {h: str(n) for n, h in enumerate(last.ranked, 1)},
    }


def _heads(grid: Grid, ways: Iterable[Sequence[Hex]]) -> dict[Hex, str]:
    """Where each way crosses to the next hex: directions by the hex that is left."""
    found: dict[Hex, str] = {}
    for h, onward in (step for way in ways for step in pairwise(way)):
        if grid.adjacent(h, onward):
            found[h] = found.get(h, "") + str(grid.direction(h, onward))
    return found


def scene_of(play: Play, outcome: Outcome) -> Sequence[Hex]:
    """What a card after an answer leaves in sight, the most important hex first: what a choice of the
    other side is about, what was done, or what was drawn for.
    """
    ask, about, led = play.session.ask, None, play.view().focus
    if outcome.handover and ask is not None and ask.kind in ("choice", "allot"):
        aims = {h for option in ask.options() for h in option.hexes}
        about = aims.pop() if len(aims) == 1 else next(iter(ask.about.hexes), None)
    done = [h for h in outcome.deed.scene if h != about]
    if about is None and not done and outcome.drew:
        about = play.cursor if led is None else led
    return done if about is None else [about, *done]


def present(table: Table, dialog: Dialog, scene: Sequence[Hex]) -> Dialog:
    """A card placed beside what it is about; a film in it shows on the map."""
    view, grid = table.map, table.play.game.grid
    if not isinstance(dialog, FilmDialog):
        keep_clear(view, dialog, scene)
        return dialog

    def show(deeds: Sequence[Deed]) -> None:
        if deeds[0].scene:
            view.raise_up(deeds[0].scene[0])
        mark(view, grid, deeds)
        table.flash.begin(view, deeds[0].targets)

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
        dialog.beside, dialog.over = beside, view
