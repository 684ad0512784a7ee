"""What a controller and an overlay want marked, as layers of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.face import OverlayView
from wargame.hexes.grid import Hex
from wargame.picture.layers import LayerName
from wargame.tui.asks.view import Layer
from wargame.tui.map.view import MapView

_NAMES: dict[str, LayerName] = {
    "choice": "choice",
    "must": "must",
    "selection": "selection",
    "target": "target",
    "reach": "destination",
    "route": "path",
    "stop": "stop",
    "top": "top",
}
_LIKELY, _DOUBTFUL = 50, 25
"""Percent from which a chance is good, and below which it is bad."""


def put_marks(view: MapView, layers: Sequence[Layer], overlay: OverlayView | None) -> None:
    """Lay everything on the map."""
    laid: dict[str, dict[Hex, str | int]] = {kind: {} for kind in _NAMES}
    for layer in layers:
        laid[layer.kind].update(layer.marks)
    if overlay is not None:  # its numbers are not to be taken for movement points
        laid["reach"] = {}
    for kind, name in _NAMES.items():
        view.set_layer(name, laid[kind])
    view.show_overlay(overlay or OverlayView("", tinted=heat(laid["target"])))


def heat(targets: Mapping[Hex, str | int]) -> dict[Hex, int]:
    """The tones of targets that are marked with a chance: 1 for a half and more, 2 below a quarter."""
    chances = {h: int(str(text)[:-1]) for h, text in targets.items() if str(text).endswith("%")}
    return {h: 1 if n >= _LIKELY else 0 if n >= _DOUBTFUL else 2 for h, n in chances.items()}
