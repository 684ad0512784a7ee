"""Colours of the map as data: paper, dark, high-contrast and mono."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal, TypeAlias

ThemeName: TypeAlias = Literal["paper", "dark", "high-contrast", "mono"]
RGB: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Palette:
    """What every role looks like."""

    name: ThemeName
    title: str
    dark: bool
    ink: str
    """The colour that faded roles are mixed from."""
    terrain: Mapping[str, str]
    """Paper by terrain; what is missing is looked for by word, then taken as clear."""
    high: str
    """The colour a higher level's paper is mixed with."""
    high_step: float
    fades: Mapping[str, float]
    """How much of the ink a role keeps on its paper."""
    colours: Mapping[str, str]
    tones: Mapping[str, tuple[str, float]]
    """The wash of a tone and its strength; "trail/2" is that of "trail" with half of it."""
    _cache: dict[str, RGB] = field(default_factory=dict, compare=False, repr=False)

    def fore(self, role: str, back: RGB) -> RGB:
        """The colour of a character on paper of colour *back*."""
        if role in self.fades:
            return mix(back, rgb(self.ink), self.fades[role])
        return self.back(role)

    def back(self, role: str) -> RGB:
        """The colour of paper."""
        found = self._cache.get(role)
        if found is None:
            found = self._ground(role[1:]) if role.startswith("@") else rgb(self.colours[role])
            self._cache[role] = found
        return found

    def terrain_of(self, name: str) -> str:
        """The paper of a terrain, of the word it contains, or of clear terrain."""
        if name in self.terrain:
            return self.terrain[name]
        words = (word for word in self.terrain if word in name)
        return self.terrain[next(words, "clear")]

    def _ground(self, role: str) -> RGB:
        paper, _, tone = role.partition("|")
        terrain, _, level = paper.partition("^")
        colour = rgb(self.terrain_of(terrain))
        if level:
            colour = mix(colour, rgb(self.high), min(self.high_step * int(level), 0.6))
        if tone:
            name, _, part = tone.partition("/")
            wash, strength = self.tones[name]
            colour = mix(colour, rgb(wash), strength / int(part or 1))
        return colour


@cache
def rgb(text: str) -> RGB:
    """#rrggbb as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """*a* with a share of *b*."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def grey(colour: RGB) -> float:
    """What is left of a colour without hue, 0 to 255: the weights of Textual's own filter."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


PAPER: Final = Palette(
    name="paper",
    title="Paper",
    dark=False,
    ink="#1d1a12",
    terrain={
        "clear": "#dfd8a6", "village": "#cdb390", "city": "#b29a8c", "woods": "#86a862",
        "orchard": "#bccb80", "forest": "#5f8a4c", "town": "#c2a58c", "suburb": "#c8ac8e",
        "marsh": "#a9c3a4", "swamp": "#9db88f", "sea": "#8fb6d0", "lake": "#9cc2d8",
        "water": "#8fb6d0", "hill": "#c9b27c", "mountain": "#a98f68", "ridge": "#c2a976",
        "rough": "#c9bd98", "broken": "#c4b590", "desert": "#eadcb0", "sand": "#eee0b6",
        "dune": "#eadba8", "beach": "#efe6c2", "bocage": "#b5c586", "hedge": "#b5c586",
        "polder": "#bcd0a4", "field": "#d6d48e", "vineyard": "#c8c486", "heath": "#cfc08c",
        "scrub": "#c8c48c", "fort": "#b3a48e", "airfield": "#d2cdb0", "quarry": "#bfb6a2",
        "plain": "#dfd8a6", "open": "#dfd8a6", "out of play": "#a9a293",
    },
    high="#a8703c",
    high_step=0.3,
    fades={"outline": 0.28, "number": 0.6, "glyph": 0.66, "name": 0.95, "hill": 0.7},
    colours={
        "table": "#3b3831", "feature": "#5a2a12",
        "river": "#4d86b8", "river_text": "#d6ebf7", "stream": "#a7cbdc", "stream_text": "#2f6c94",
        "bridge": "#1d1a12", "main": "#a8321e", "minor": "#8a5a30", "rail": "#3a3a3a",
        "side0": "#16305a", "side0_text": "#ffffff", "side0_spent": "#5d7291",
        "side1": "#a84420", "side1_text": "#ffffff", "side1_spent": "#a86e58",
        "mark": "#1d1a12", "mark_text": "#f6f1d8",
        "cursor": "#c1009c", "cursor_text": "#ffffff",
        "selection": "#111111", "selection_text": "#fff37a",
        "target": "#d4001a", "target_text": "#ffffff",
        "struck": "#d4001a", "struck_text": "#ffffff",
        "label": "#f8f4df", "label_text": "#1d1a12",
        "destination": "#1c6b2c", "destination_text": "#ffffff",
        "path": "#f4c400", "path_text": "#1d1a12",
        "stop": "#f4c400", "stop_text": "#1d1a12",
        "choice": "#0a5fd0", "choice_text": "#ffffff",
        "must": "#e07000", "must_text": "#1d1a12",
    },
    tones={
        "neutral": ("#5b7fb0", 0.4), "good": ("#2f9a45", 0.45), "bad": ("#d03a2a", 0.45),
        "destination": ("#fffbe2", 0.6), "path": ("#ffd21e", 0.7),
        "cursor": ("#c1009c", 0.55),
        "side0": ("#16305a", 0.3), "side1": ("#a84420", 0.36),
        "fire": ("#d4001a", 0.35), "trail": ("#f4c400", 0.35),
    },
)  # fmt: skip

DARK: Final = Palette(
    name="dark",
    title="Dark",
    dark=True,
    ink="#f4efdf",
    terrain={
        "clear": "#3a3930", "village": "#54463a", "city": "#5e5654", "woods": "#274327",
        "orchard": "#3c4a2a", "forest": "#1b331f", "town": "#574b42", "suburb": "#55483d",
        "marsh": "#2f4440", "swamp": "#2c3f38", "sea": "#1d3448", "lake": "#234059",
        "water": "#1d3448", "hill": "#4c4232", "mountain": "#57493a", "ridge": "#4c4232",
        "rough": "#46423a", "broken": "#453f36", "desert": "#4a4432", "sand": "#4d4736",
        "dune": "#4a4434", "beach": "#504b3c", "bocage": "#37442b", "hedge": "#37442b",
        "polder": "#35443a", "field": "#424127", "vineyard": "#403e2b", "heath": "#423d2d",
        "scrub": "#3f3f2e", "fort": "#4a453e", "airfield": "#43423c", "quarry": "#4a4844",
        "plain": "#3a3930", "open": "#3a3930", "out of play": "#201f1c",
    },
    high="#a0763c",
    high_step=0.24,
    fades={"outline": 0.22, "number": 0.7, "glyph": 0.6, "name": 0.92, "hill": 0.65},
    colours={
        "table": "#15151a", "feature": "#e0a878",
        "river": "#2f6ea6", "river_text": "#b8dcf4", "stream": "#234a63", "stream_text": "#7fbfe4",
        "bridge": "#ffffff", "main": "#f0705a", "minor": "#c49a68", "rail": "#b8b8b8",
        "side0": "#9cc8f8", "side0_text": "#08131f", "side0_spent": "#5c7894",
        "side1": "#d4582a", "side1_text": "#ffffff", "side1_spent": "#854a34",
        "mark": "#f4efdf", "mark_text": "#15151a",
        "cursor": "#ff5fd8", "cursor_text": "#1a0014",
        "selection": "#ffffff", "selection_text": "#3a3400",
        "target": "#ff3b3b", "target_text": "#200000",
        "struck": "#ff3b3b", "struck_text": "#200000",
        "label": "#15151a", "label_text": "#f4efdf",
        "destination": "#7be08c", "destination_text": "#06200c",
        "path": "#ffd75f", "path_text": "#1d1600",
        "stop": "#ffd75f", "stop_text": "#1d1600",
        "choice": "#7fb6ff", "choice_text": "#06101f",
        "must": "#ffa040", "must_text": "#1f1000",
    },
    tones={
        "neutral": ("#5a86c8", 0.4), "good": ("#3fb85c", 0.4), "bad": ("#e04838", 0.42),
        "destination": ("#d8d4b0", 0.18), "path": ("#ffd21e", 0.32),
        "cursor": ("#ff5fd8", 0.5),
        "side0": ("#9cc8f8", 0.3), "side1": ("#d4582a", 0.34),
        "fire": ("#ff3b3b", 0.4), "trail": ("#ffd21e", 0.22),
    },
)  # fmt: skip

HIGH_CONTRAST: Final = Palette(
    name="high-contrast",
    title="High contrast",
    dark=True,
    ink="#ffffff",
    terrain={
        "clear": "#000000", "village": "#3a2a10", "city": "#4a4a4a", "woods": "#003c00",
        "orchard": "#2c3c00", "forest": "#005200", "town": "#42301c", "suburb": "#3c2c18",
        "marsh": "#003838", "swamp": "#00302c", "sea": "#001c60", "lake": "#002a70",
        "water": "#001c60", "hill": "#3c2c00", "mountain": "#503c1c", "ridge": "#3c2c00",
        "rough": "#2c2c2c", "broken": "#2c2824", "desert": "#303000", "sand": "#343008",
        "dune": "#303008", "beach": "#343420", "bocage": "#143400", "hedge": "#143400",
        "polder": "#103420", "field": "#282800", "vineyard": "#282810", "heath": "#282000",
        "scrub": "#202400", "fort": "#383838", "airfield": "#242424", "quarry": "#343434",
        "plain": "#000000", "open": "#000000", "out of play": "#303030",
    },
    high="#b06a00",
    high_step=0.35,
    fades={"outline": 0.5, "number": 0.8, "glyph": 1.0, "name": 1.0, "hill": 1.0},
    colours={
        "table": "#000000", "feature": "#ffb060",
        "river": "#0060ff", "river_text": "#ffffff", "stream": "#003080", "stream_text": "#80d0ff",
        "bridge": "#ffffff", "main": "#ff6040", "minor": "#ffb070", "rail": "#d0d0d0",
        "side0": "#ffffff", "side0_text": "#000000", "side0_spent": "#a8a8a8",
        "side1": "#ff8c00", "side1_text": "#000000", "side1_spent": "#a05c10",
        "mark": "#ffffff", "mark_text": "#000000",
        "cursor": "#ff40ff", "cursor_text": "#000000",
        "selection": "#ffff00", "selection_text": "#000000",
        "target": "#ff2020", "target_text": "#000000",
        "struck": "#ff2020", "struck_text": "#000000",
        "label": "#ffff00", "label_text": "#000000",
        "destination": "#40ff60", "destination_text": "#000000",
        "path": "#ffff00", "path_text": "#000000",
        "stop": "#ffff00", "stop_text": "#000000",
        "choice": "#00e0ff", "choice_text": "#000000",
        "must": "#ffa000", "must_text": "#000000",
    },
    tones={
        "neutral": ("#4080ff", 0.55), "good": ("#00c030", 0.5), "bad": ("#ff2020", 0.55),
        "destination": ("#ffffff", 0.28), "path": ("#ffe000", 0.5),
        "cursor": ("#ff40ff", 0.6),
        "side0": ("#ffffff", 0.25), "side1": ("#ff8c00", 0.34),
        "fire": ("#ff2020", 0.45), "trail": ("#ffe000", 0.3),
    },
)  # fmt: skip

MONO: Final = Palette(
    name="mono",
    title="Black and white",
    dark=False,
    ink="#000000",
    terrain={
        "clear": "#d8d8d8", "village": "#c4c4c4", "city": "#a8a8a8", "woods": "#b2b2b2",
        "orchard": "#c8c8c8", "forest": "#a0a0a0", "town": "#bcbcbc", "suburb": "#c0c0c0",
        "marsh": "#bebebe", "swamp": "#b8b8b8", "sea": "#989898", "lake": "#a0a0a0",
        "water": "#989898", "hill": "#c8c8c8", "mountain": "#a8a8a8", "ridge": "#c4c4c4",
        "rough": "#c6c6c6", "broken": "#c2c2c2", "desert": "#dedede", "sand": "#e0e0e0",
        "dune": "#dcdcdc", "beach": "#e2e2e2", "bocage": "#bababa", "hedge": "#bababa",
        "polder": "#cacaca", "field": "#d0d0d0", "vineyard": "#cccccc", "heath": "#cecece",
        "scrub": "#cacaca", "fort": "#b0b0b0", "airfield": "#d2d2d2", "quarry": "#bababa",
        "plain": "#d8d8d8", "open": "#d8d8d8", "out of play": "#a0a0a0",
    },
    high="#808080",
    high_step=0.22,
    fades={"outline": 0.35, "number": 0.62, "glyph": 0.8, "name": 1.0, "hill": 0.85},
    colours={
        "table": "#606060", "feature": "#000000",
        "river": "#585858", "river_text": "#ffffff", "stream": "#929292", "stream_text": "#000000",
        "bridge": "#000000", "main": "#000000", "minor": "#4a4a4a", "rail": "#202020",
        "side0": "#000000", "side0_text": "#ffffff", "side0_spent": "#484848",
        "side1": "#ffffff", "side1_text": "#000000", "side1_spent": "#f0f0f0",
        "mark": "#303030", "mark_text": "#ffffff",
        "cursor": "#000000", "cursor_text": "#ffffff",
        "selection": "#202020", "selection_text": "#ffffff",
        "target": "#383838", "target_text": "#ffffff",
        "struck": "#383838", "struck_text": "#ffffff",
        "label": "#ffffff", "label_text": "#000000",
        "destination": "#ffffff", "destination_text": "#000000",
        "path": "#000000", "path_text": "#ffffff",
        "stop": "#000000", "stop_text": "#ffffff",
        "choice": "#000000", "choice_text": "#ffffff",
        "must": "#303030", "must_text": "#ffffff",
    },
    tones={
        "neutral": ("#808080", 0.3), "good": ("#ffffff", 0.6), "bad": ("#505050", 0.45),
        "destination": ("#ffffff", 0.55), "path": ("#707070", 0.5),
        "cursor": ("#000000", 0.5),
        "side0": ("#000000", 0.4), "side1": ("#a0a0a0", 0.35),
        "fire": ("#000000", 0.45), "trail": ("#707070", 0.3),
    },
)  # fmt: skip

PALETTES: Final[Mapping[ThemeName, Palette]] = {
    palette.name: palette for palette in (PAPER, DARK, HIGH_CONTRAST, MONO)
}
