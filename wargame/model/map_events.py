"""Changes of what lies on the map: markers, layers, control; part of `events`."""

from __future__ import annotations

from typing import Any, NamedTuple

from wargame.hexes.grid import Hex
from wargame.model.state import Marker, Side, State


def put_back(rows: dict[str, Any], place: int, name: str, row: Any) -> None:
    """Put a row where it stood among the others."""
    after = list(rows.items())[place:]
    for other, _ in after:
        del rows[other]
    rows[name] = row
    rows.update(after)


class MarkerPlaced(NamedTuple):
    """A marker was laid on a hex or in a box (moved there if it lay elsewhere)."""

    marker: str
    kind: str
    side: Side
    hex: Hex
    box: str
    amount: int
    """How many of them lie there now."""
    rule: str

    def apply(self, s: State) -> Marker | None:
        old = s.markers.get(self.marker)
        s.markers[self.marker] = Marker(*self[:-1])
        s.reread(self.kind, old.kind if old else self.kind)
        return old

    def revert(self, s: State, old: Marker | None) -> None:
        if old is None:
            del s.markers[self.marker]
        else:
            s.markers[self.marker] = old
        s.reread(self.kind, old.kind if old else self.kind)


class MarkerRemoved(NamedTuple):
    """A marker was taken off the table."""

    marker: str
    rule: str

    def apply(self, s: State) -> tuple[Marker, int]:
        place = list(s.markers).index(self.marker)
        marker = s.markers.pop(self.marker)
        s.reread(marker.kind)
        return marker, place

    def revert(self, s: State, old: tuple[Marker, int]) -> None:
        marker, place = old
        put_back(s.markers, place, marker.id, marker)
        s.reread(marker.kind)


class LayerSet(NamedTuple):
    """Places of a layer took values: one fact for a pocket of fifty hexes.  0 means none."""

    layer: str
    changes: tuple[tuple[int, int], ...]
    """Hex or hexside with its value; each once."""
    rule: str

    def apply(self, s: State) -> tuple[tuple[int, int], ...]:
        return _write(s, self.layer, self.changes)

    def revert(self, s: State, old: tuple[tuple[int, int], ...]) -> None:
        _write(s, self.layer, old)


def _write(
    s: State, name: str, changes: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Put values into a layer; the values that stood there before."""
    layer = s.layers.setdefault(name, {})
    old = tuple((place, layer.get(place, 0)) for place, _ in changes)
    for place, value in changes:
        if value:
            layer[place] = value
        else:
            layer.pop(place, None)
    if not layer:
        del s.layers[name]
    s.relaid(name, [place for place, _ in changes])
    return old


class HexTaken(NamedTuple):
    """A side took control of a hex."""

    hex: Hex
    side: Side
    rule: str

    def apply(self, s: State) -> Side | None:
        old = s.control.get(self.hex)
        s.control[self.hex] = self.side
        s.taken(self.hex, old, self.side)
        return old

    def revert(self, s: State, old: Side | None) -> None:
        s.taken(self.hex, self.side, old)
        if old is None:
            del s.control[self.hex]
        else:
            s.control[self.hex] = old
