"""The table's themes: the map's palettes, and Textual themes of the same colours."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from wargame.tui.map.palette import PALETTES, Palette, ThemeName

__all__ = ["DEFAULT_THEME", "PALETTES", "TEXTUAL_THEMES", "Palette", "ThemeName", "palette_for"]

DEFAULT_THEME: Final[ThemeName] = "paper"


def palette_for(theme: str) -> ThemeName:
    """The map's palette under a Textual theme, whatever theme the player chose."""
    return next((name for name in PALETTES if name == theme), DEFAULT_THEME)


def _theme(palette: Palette, background: str, surface: str, panel: str) -> Theme:
    colours = palette.colours
    return Theme(
        name=palette.name,
        primary=colours["side0"],
        secondary=colours["side1"],
        accent=colours["cursor"],
        warning=colours["must"],
        error=colours["target"],
        success=colours["destination"],
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
        },
    )


TEXTUAL_THEMES: Final = (
    _theme(PALETTES["paper"], "#f3eed9", "#ece5c9", "#ddd3ad"),
    _theme(PALETTES["dark"], "#15151a", "#1e1e25", "#2a2a33"),
    _theme(PALETTES["high-contrast"], "#000000", "#000000", "#202020"),
    _theme(PALETTES["mono"], "#f4f4f4", "#e8e8e8", "#d0d0d0"),
)
"""Registered by the app, in the order players cycle through them."""
