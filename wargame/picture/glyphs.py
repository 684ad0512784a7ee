"""The characters of the map: a Unicode set and an ASCII set, every one a single cell wide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

GlyphsName: TypeAlias = Literal["unicode", "ascii"]

Arms: TypeAlias = tuple[int, int, int, int]
"""Weight of the line to the north, east, south and west: 0 none, 1 light, 2 heavy."""

_JUNCTIONS: Final = (
    " ╴╸╷╮┑╻┒┓╶─╾╭┬┭┎┰┱╺╼━┍┮┯┏┲┳╵╯┙│┤┥╽┧┪╰┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
"""The line character of every Arms, read as a number to the base 3."""


@dataclass(frozen=True, slots=True)
class Feature:
    """How a hexside's feature is printed."""

    glyph: str
    weight: int
    """0 drawn on the terrain, 1 on a strip of its own colour, 2 on a deep strip."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters."""

    name: GlyphsName
    terrain: Mapping[str, str]
    hill: str
    features: Mapping[str, Feature]
    slash: str
    backslash: str
    flat: str
    bridge: tuple[str, str]
    """Where a line crosses a slanting hexside and where it crosses a flat one."""
    edges: tuple[tuple[str, str], tuple[str, str]]
    """What a counter of each side begins and ends with."""
    flags: tuple[str, str]
    """A hex each side controls."""
    tones: Mapping[str, str]
    """What a washed hex is dotted with, for eyes and terminals without colour."""
    frames: Mapping[str, str]
    """What the outline of a framed hex turns into."""
    heads: str
    """Heads of arrows, from the north clockwise."""
    times: str
    dots: str
    """What stands for the rest of a name that is cut."""

    def in_frame(self, frame: str, char: str) -> str:
        """What a hexside cell shows inside a frame: plain outline gives way, features stay."""
        plain = char in {self.slash, self.backslash, self.flat, " "}
        return self.frames.get(frame, char) if plain else char

    def terrain_of(self, name: str) -> str:
        """The glyph of a terrain; one nobody has drawn yet shows its first letter."""
        found = self.terrain.get(name)
        if found is None:
            found = next((self.terrain[word] for word in self.terrain if word in name), None)
        return name[:1].upper() or " " if found is None else found

    def feature_of(self, name: str) -> Feature:
        """How a class of hexside is printed, or one of a like name; an unknown one shows its first letter."""
        found = self.features.get(name)
        if found is None:
            found = next((self.features[word] for word in self.features if word in name), None)
        return found or Feature(name[:1].upper() or "?", 0)

    def line(self, road: Arms, rail: Arms) -> str:
        """The character for the lines through a cell: a road hides a railway, or runs along it."""
        if not any(road):
            return self._rail(rail)
        if self.name == "ascii":
            return _ascii_line(road)
        if _shape(road) == _shape(rail):
            return _DOUBLE.get(_shape(road)) or _junction(road)
        return _junction(road)

    def _rail(self, arms: Arms) -> str:
        shape = _shape(arms)
        if self.name == "ascii":
            return _ASCII_RAIL.get(shape, "+")
        return _RAIL.get(shape) or _junction(arms)


def glyphs_called(name: GlyphsName) -> Glyphs:
    """The set called *name*."""
    return ASCII if name == "ascii" else UNICODE


@cache
def _shape(arms: Arms) -> str:
    return "".join(letter for letter, arm in zip("NESW", arms, strict=True) if arm)


def _junction(arms: Arms) -> str:
    north, east, south, west = arms
    return _JUNCTIONS[north * 27 + east * 9 + south * 3 + west]


def _ascii_line(arms: Arms) -> str:
    shape = _shape(arms)
    if shape in {"NS", "N", "S"}:
        return "|"
    if shape in {"EW", "E", "W"}:
        return "=" if 2 in arms else "-"
    return "'" if shape in {"NW", "NE"} else "." if shape in {"SW", "ES"} else "+"


_RAIL: Final = {"EW": "╌", "E": "╌", "W": "╌", "NS": "╎", "N": "╎", "S": "╎"}
_ASCII_RAIL: Final = {
    "EW": "-", "E": "-", "W": "-", "NS": ":", "N": ":", "S": ":",
    "NE": "'", "NW": "'", "ES": ".", "SW": ".",
}  # fmt: skip
_DOUBLE: Final = {
    "EW": "═", "NS": "║", "ES": "╔", "SW": "╗", "NE": "╚", "NW": "╝", "NESW": "╬",
    "NES": "╠", "NSW": "╣", "ESW": "╦", "NEW": "╩", "N": "║", "S": "║", "E": "═", "W": "═",
}  # fmt: skip

UNICODE: Final = Glyphs(
    name="unicode",
    terrain={
        "clear": " ", "village": "⌂", "city": "▓", "woods": "♣", "orchard": "∴", "forest": "♠",
        "town": "□", "suburb": "□", "marsh": "╨", "swamp": "╨", "sea": "≈", "lake": "≈",
        "water": "≈", "hill": "∩", "mountain": "▲", "ridge": "∩", "rough": "¤", "broken": "¤",
        "desert": "∙", "sand": "∙", "dune": "∙", "beach": "∙", "bocage": "¶", "hedge": "¶",
        "polder": "≡", "field": "≡", "vineyard": "≡", "heath": "°", "scrub": "°", "fort": "◊",
        "airfield": "†", "quarry": "○", "plain": " ", "open": " ", "out of play": "×",
    },
    hill="▲",
    features={
        "minor river": Feature("~", 1),
        "flooded": Feature("≋", 2),
        "river": Feature("≈", 2),
        "stream": Feature("~", 1),
        "canal": Feature("=", 2),
        "cliff": Feature("▼", 0),
        "slope": Feature("∨", 0),
        "ridge": Feature("∧", 0),
        "wall": Feature("▒", 0),
        "border": Feature("•", 0),
    },
    slash="╱",
    backslash="╲",
    flat="▁",
    bridge=("╪", "╫"),
    edges=(("▐", "▌"), ("◄", "►")),
    flags=("■", "►"),
    tones={"neutral": "·", "good": "+", "bad": "!", "path": "•", "fire": "*", "trail": ":", "trail/2": "'"},
    frames={"selection": "+", "target": "×", "struck": "*", "must": "!"},
    heads="↑↗↘↓↙↖",
    times="×",
    dots="…",
)  # fmt: skip

ASCII: Final = Glyphs(
    name="ascii",
    terrain={
        "clear": " ", "village": "n", "city": "#", "woods": "&", "orchard": "%", "forest": "@",
        "town": "m", "suburb": "m", "marsh": '"', "swamp": '"', "sea": "~", "lake": "~",
        "water": "~", "hill": "^", "mountain": "A", "ridge": "^", "rough": "*", "broken": "*",
        "desert": ".", "sand": ".", "dune": ".", "beach": ".", "bocage": "$", "hedge": "$",
        "polder": "=", "field": "=", "vineyard": "=", "heath": ",", "scrub": ",", "fort": "o",
        "airfield": "T", "quarry": "O", "plain": " ", "open": " ", "out of play": "x",
    },
    hill="^",
    features={
        "minor river": Feature(":", 1),
        "flooded": Feature("%", 2),
        "river": Feature("~", 2),
        "stream": Feature(":", 1),
        "canal": Feature("=", 2),
        "cliff": Feature("v", 0),
        "slope": Feature("v", 0),
        "ridge": Feature("^", 0),
        "wall": Feature("#", 0),
        "border": Feature("+", 0),
    },
    slash="/",
    backslash="\\",
    flat="_",
    bridge=("=", "H"),
    edges=(("[", "]"), ("<", ">")),
    flags=("[", ">"),
    tones={"neutral": ".", "good": "+", "bad": "!", "path": "o", "fire": "*", "trail": ":", "trail/2": "'"},
    frames={"cursor": "#", "selection": "+", "target": "x", "struck": "*", "must": "!"},
    heads="^>>v<<",
    times="x",
    dots=".",
)  # fmt: skip
