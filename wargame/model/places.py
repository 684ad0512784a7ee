"""Whether what a record names lies on the map: a file may say anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from wargame.hexes.grid import OFF, Hex
from wargame.model.events import Event, HexTaken, LayerSet, MarkerPlaced, UnitMoved, UnitPlaced
from wargame.model.state import State


def check_hexes(events: Iterable[Event], size: int) -> None:
    """Raise ValueError where an event names a hex that a map of *size* hexes has not."""
    for event in events:
        if (read := _NAMED.get(type(event))) is not None:
            for where in read(event):
                if not 0 <= where < size:
                    raise _nowhere(where)
            if isinstance(event, LayerSet):
                _check_places(dict(event.changes), size)


def check_table(state: State, size: int) -> None:
    """Raise ValueError where a position names a hex that a map of *size* hexes has not.

    What is off the map is nowhere: in a box, or out of the game.
    """
    lying = [unit.hex for unit in state.units.values()]
    lying += [marker.hex for marker in state.markers.values()]
    for where in (*(h for h in lying if h != OFF), *state.control):
        if not 0 <= where < size:
            raise _nowhere(where)
    for layer in state.layers.values():
        _check_places(layer, size)


def _check_places(layer: Mapping[int, int], size: int) -> None:
    """A layer lies on hexes, or on hexsides: the number of one hex times the size, and the other's."""
    for place in layer:
        if not 0 <= place < size * size:
            raise _nowhere(place)


def _nowhere(where: Hex) -> ValueError:
    return ValueError(f"hex {where} is not on the map")


def _laid(marker: MarkerPlaced) -> tuple[Hex, ...]:
    return () if marker.hex == OFF and marker.box else (marker.hex,)


_NAMED: Final[Mapping[type, Callable[[Any], tuple[Hex, ...]]]] = {
    UnitMoved: lambda event: event.path,
    UnitPlaced: lambda event: (event.hex,),
    HexTaken: lambda event: (event.hex,),
    MarkerPlaced: _laid,
    LayerSet: lambda _: (),
}
"""By kind of event the hexes it names."""
