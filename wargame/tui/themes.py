"""The table's themes: the map's palettes, and Textual themes of the same colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.theme import Theme

from wargame.picture.palette import PALETTES, Palette, ThemeName, rgb

__all__ = [
    "DEFAULT_THEME",
    "PALETTES",
    "TEXTUAL_THEMES",
    "Palette",
    "ThemeName",
    "palette_for",
    "with_frames",
]

_APART: Final = 40
"""Of 255, what a frame differs from its paper by in one of its colours at least."""
DEFAULT_THEME: Final[ThemeName] = "paper"


def palette_for(theme: str) -> ThemeName:
    """The map's palette under a Textual theme, whatever theme the player chose."""
    return next((name for name in PALETTES if name == theme), DEFAULT_THEME)


def with_frames(colours: Mapping[str, str]) -> dict[str, str]:
    """The variables with the frames of the sides' cards: ink where the paper has nearly their colour."""
    found, paper = dict(colours), rgb(colours["surface"])
    for side in ("side0", "side1"):
        apart = max(abs(a - b) for a, b in zip(rgb(found[side]), paper, strict=True))
        found[f"{side}-frame"] = found[side if apart >= _APART else "foreground"]
    return found


class Words(NamedTuple):
    """Colours of words in panels: darker, or lighter, than the same roles on the map."""

    good: str
    bad: str
    must: str
    dice: str
    rule: str
    """Ids of rules: the second side's colour, made to be read on every background."""


def _theme(palette: Palette, papers: tuple[str, str, str], words: Words) -> Theme:
    colours = palette.colours
    background, surface, panel = papers
    return Theme(
        name=palette.name,
        primary=colours["side0"],
        secondary=colours["side1"],
        accent=words.dice,
        warning=words.must,
        error=words.bad,
        success=words.good,
        foreground=palette.ink,
        background=background,
        surface=surface,
        panel=panel,
        dark=palette.dark,
        variables={
            "side0": colours["side0"],
            "side0-text": colours["side0_text"],
            "side1": colours["side1"],
            "side1-text": colours["side1_text"],
            "rule": words.rule,
        },
    )


TEXTUAL_THEMES: Final = (
    _theme(
        PALETTES["paper"],
        ("#f3eed9", "#ece5c9", "#e4dbb8"),
        Words(good="#14561f", bad="#9a0012", must="#7a4200", dice="#8a0070", rule="#983a18"),
    ),
    _theme(
        PALETTES["dark"],
        ("#15151a", "#1e1e25", "#24242c"),
        Words(good="#7be08c", bad="#ff8a80", must="#ffa040", dice="#ff5fd8", rule="#f08050"),
    ),
    _theme(
        PALETTES["high-contrast"],
        ("#000000", "#000000", "#202020"),
        Words(good="#40ff60", bad="#ff8080", must="#ffa000", dice="#ff40ff", rule="#ff8c00"),
    ),
    _theme(
        PALETTES["mono"],
        ("#f4f4f4", "#e8e8e8", "#d0d0d0"),
        Words(good="#202020", bad="#000000", must="#202020", dice="#000000", rule="#000000"),
    ),
)
"""Registered by the app, in the order players cycle through them."""
