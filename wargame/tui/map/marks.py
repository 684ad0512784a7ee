"""What a controller and an overlay want marked, as layers of the map."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.definition import OverlayView
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


def put_marks(view: MapView, layers: Sequence[Layer], overlay: OverlayView | None) -> None:
    """Lay everything on the map."""
    laid: dict[str, dict[Hex, str | int]] = {kind: {} for kind in _NAMES}
    for layer in layers:
        laid[layer.kind].update(layer.marks)
    if overlay is not None:  # its numbers are not to be taken for movement points
        laid["reach"] = {}
    for kind, name in _NAMES.items():
        view.set_layer(name, laid[kind])
    view.show_overlay(overlay or OverlayView(""))
