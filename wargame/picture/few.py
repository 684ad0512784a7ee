"""The palettes on a terminal of 16 colours: woods, places and water apart, sides apart from all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from wargame.picture.palette import PALETTES, Palette, ThemeName

_WOODS: Final = ("woods", "forest", "orchard", "bocage", "hedge")
_PLACES: Final = ("village", "city", "town", "suburb", "fort")
_WATER: Final = ("sea", "lake", "water", "marsh", "swamp")

_FEW: Final[Mapping[ThemeName, Mapping[str, str]]] = {
    "paper": {
        "clear": "#aaaaaa", "woods": "#00aa00", "places": "#aa5500", "water": "#00aaaa",
        "side0": "#0000aa", "side0_spent": "#0000aa", "side1": "#aa0000", "side1_spent": "#aa0000",
        "table": "#555555", "river": "#00aaaa", "stream": "#55ffff", "target": "#ff5555",
        "target_text": "#000000", "destination": "#000000", "must": "#ffff55",
    },
    "dark": {
        "clear": "#555555", "woods": "#00aa00", "places": "#aa5500", "water": "#00aaaa",
        "side0": "#5555ff", "side0_spent": "#5555ff", "side0_text": "#ffffff",
        "side1": "#aa0000", "side1_spent": "#aa0000",
        "table": "#000000", "river": "#0000aa", "stream": "#00aaaa", "must": "#ffff55",
    },
    "high-contrast": {
        "clear": "#000000", "woods": "#00aa00", "places": "#555555", "water": "#0000aa",
        "side0": "#ffffff", "side0_spent": "#aaaaaa", "side1": "#aa5500", "side1_spent": "#aa5500",
    },
    "mono": {
        "clear": "#aaaaaa", "woods": "#555555", "places": "#aaaaaa", "water": "#555555",
        "side0": "#000000", "side0_spent": "#000000", "side1": "#ffffff", "side1_spent": "#ffffff",
    },
}  # fmt: skip

_GROUND: Final[Mapping[ThemeName, tuple[str, str]]] = {
    "paper": ("#555555", "#aaaaaa"),
    "dark": ("#000000", "#555555"),
    "high-contrast": ("#555555", "#000000"),
    "mono": ("#555555", "#aaaaaa"),
}
"""The ground of each side: a wash would be lost."""
_LEAST: Final = 0.85
"""How much of the ink hex numbers and signs keep: with less they would get the colour of places or woods."""
_WASHES: Final[Mapping[ThemeName, Mapping[str, tuple[str, float]]]] = {
    "dark": {"path": ("#aa00aa", 1.0)},
    "high-contrast": {"destination": ("#ffffff", 0.2), "path": ("#aa5500", 1.0)},
}
"""Washes that would make woods a bright green, on which white cannot be read."""


@cache
def of_few_colours(name: ThemeName) -> Palette:
    """A palette that such a terminal shows as it is meant."""
    palette, few = PALETTES[name], _FEW[name]
    kinds = {**dict.fromkeys(_WOODS, "woods"), **dict.fromkeys(_PLACES, "places")}
    kinds |= dict.fromkeys(_WATER, "water")
    ground = {terrain: few[kinds.get(terrain, "clear")] for terrain in palette.terrain}
    colours = {role: few.get(role, colour) for role, colour in palette.colours.items()}
    held = {f"side{n}": (colour, 1.0) for n, colour in enumerate(_GROUND[name])}
    tones = {**palette.tones, **_WASHES.get(name, {}), **held}
    kept = {role: max(palette.fades[role], _LEAST) for role in ("number", "glyph")}
    return replace(
        palette,
        terrain=ground,
        high_step=0.0,
        fades={**palette.fades, **kept},
        colours=colours,
        tones=tones,
        _cache={},
    )
