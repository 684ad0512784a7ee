"""What the table lays over the map: cursor, selection, destinations, path, targets, washes.

A layer is a mapping from hex to a short text ("" for none); the wash layer maps to a tone number.

| layer | text | shown as |
|---|---|---|
| choice | - | a thin frame: something here can be chosen |
| must | - | a frame: something here has to be dealt with |
| selection | - | a frame: what is chosen |
| target | odds, "3:1" | a frame, and a chip with the text |
| destination | movement left, "2" | a light wash and a chip |
| fire | - | a wash: a line of fire |
| trail | acts since then, 0 | a thin wash, thinner with age: the way of the last moves |
| arrow | directions, "12" | heads on the hexsides that were crossed from this hex |
| aimed | directions, "12" | heads on the hexsides that what is announced will cross |
| announced | kind and number, "N1" | a chip: what is announced against the hex |
| struck | - | a frame: what was fired at last |
| path | waypoint, "1" | a strong wash and a chip |
| stop | "*" | a chip on the path |
| tint | 0 neutral, 1 good, 2 bad, 3 and 4 sides, 5 a line, 6 its narrow places | a wash dotted with a sign (`OverlayView.tinted`) |
| label | any short text | a chip (`OverlayView.labels`) |
| ranked | place among candidates, "1" | a chip: what the rules weighed for a decision |
| top | unit id | the unit drawn on top of its stack |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from wargame.hexes.grid import OFF, Hex

LayerName: TypeAlias = Literal[
    "choice",
    "must",
    "selection",
    "target",
    "destination",
    "path",
    "stop",
    "fire",
    "trail",
    "arrow",
    "aimed",
    "announced",
    "struck",
    "tint",
    "label",
    "ranked",
    "top",
]
Layer: TypeAlias = Mapping[Hex, str | int]

LAYERS: Final[tuple[LayerName, ...]] = get_args(LayerName)
FRAMES: Final = ("", "choice", "struck", "must", "target", "selection", "cursor")
"""Frames by rank: of two neighbours the higher one owns the hexside between them."""

TONES: Final = ("neutral", "good", "bad", "side0", "side1", "path", "fire")
"""What the numbers of a tint are."""
_FRAMING: Final[tuple[LayerName, ...]] = ("selection", "target", "must", "struck", "choice")
_WASHING: Final[tuple[LayerName, ...]] = ("path", "destination", "fire", "trail")
_CHIPS: Final[tuple[LayerName, ...]] = (
    "stop",
    "path",
    "target",
    "destination",
    "label",
    "announced",
    "ranked",
)


_NONE: Final[Layer] = MappingProxyType({})
_LIKE: Final[Mapping[str, str]] = {"ranked": "label", "announced": "label"}
"""Chips that look like those of another layer."""


class Marks(NamedTuple):
    """What is laid over one hex."""

    tone: str = ""
    frame: str = ""
    chip: str = ""
    kind: str = ""
    """Which layer the chip comes from."""


class Layers:
    """The layers by name, and the cursor."""

    __slots__ = ("_by_name", "_chips", "_framing", "_washing", "cursor")

    def __init__(self) -> None:
        self.cursor: Hex = OFF
        self._by_name: dict[LayerName, Layer] = {}
        self._rank()

    def __getitem__(self, name: LayerName) -> Layer:
        return self._by_name.get(name, _NONE)

    def _rank(self) -> None:
        """Note which layers hold anything, by rank: they are asked for every hex that is drawn."""
        self._chips = [(name, self[name]) for name in _CHIPS if self[name]]
        self._framing = [(name, self[name]) for name in _FRAMING if self[name]]
        self._washing = [(name, self[name]) for name in _WASHING if self[name]]

    def lay(self, name: LayerName, layer: Layer) -> set[Hex]:
        """Lay a layer in place of the one of that name; the hexes that change."""
        if name not in LAYERS:
            raise ValueError(f"There is no layer {name!r}: the layers are {', '.join(LAYERS)}.")
        old = self[name]
        self._by_name[name] = dict(layer)
        self._rank()
        return {h for h in old.keys() | layer.keys() if old.get(h) != layer.get(h)}

    def clear(self, *names: LayerName) -> set[Hex]:
        """Take the named layers away, or every one; the hexes that change."""
        gone = [self._by_name.pop(name, {}) for name in names or LAYERS]
        self._rank()
        return {h for layer in gone for h in layer}

    def hexes(self) -> set[Hex]:
        """Every hex with anything laid over it."""
        laid = {h for layer in self._by_name.values() for h in layer}
        return laid | ({self.cursor} - {OFF})

    def frame(self, h: Hex) -> str:
        """The frame around a hex."""
        if h == OFF:
            return ""
        if h == self.cursor:
            return "cursor"
        for name, layer in self._framing:
            if h in layer:
                return name
        return ""

    def heads(self, h: Hex) -> str:
        """The directions in which arrows leave a hex."""
        return f"{self['aimed'].get(h, '')}{self['arrow'].get(h, '')}"

    def marks(self, h: Hex) -> Marks:
        """Everything laid over a hex."""
        for kind, layer in self._chips:
            text = layer.get(h, "")
            if text != "":
                return Marks(self._tone(h), self.frame(h), str(text), _LIKE.get(kind, kind))
        return Marks(self._tone(h), self.frame(h))

    def _tone(self, h: Hex) -> str:
        for name, layer in self._washing:
            if h in layer:
                age = layer[h] if name == "trail" else 0
                return f"{name}/{int(age) + 1}" if age else name
        tone = self["tint"].get(h)
        return "" if tone is None else TONES[int(tone) % len(TONES)]
