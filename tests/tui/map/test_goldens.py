"""The map as text at every zoom, read like code; WARGAME_GOLDENS=1 pytest writes it anew."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.tui.map.arras import arras_table
from tests.tui.map.toy import golden, toy_table
from wargame.picture.layers import Layers
from wargame.picture.layout import Zoom
from wargame.picture.text import text_map


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_toy_country(zoom: Zoom) -> None:
    game, definition = toy_table()
    text = text_map(definition, game, zoom)
    assert golden(f"toy-{zoom}", text) == text


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_toy_country_in_ascii(zoom: Zoom) -> None:
    game, definition = toy_table()
    text = text_map(definition, game, zoom, glyphs="ascii")
    assert text.isascii()
    assert golden(f"toy-{zoom}-ascii", text) == text


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_toy_country_under_layers(zoom: Zoom) -> None:
    game, definition = toy_table()
    hexes = game.grid.hex
    layers = Layers()
    layers.cursor = hexes("0304")
    layers.lay("selection", {hexes("0203"): ""})
    layers.lay("destination", {hexes("0303"): "3", hexes("0403"): "2½"})
    layers.lay("path", {hexes("0403"): "1"})
    layers.lay("target", {hexes("0504"): "3:1"})
    layers.lay("trail", {hexes("0604"): 0, hexes("0603"): 0, hexes("0702"): 1})
    layers.lay("arrow", {hexes("0604"): "0", hexes("0603"): "2", hexes("0702"): "5"})
    layers.lay("tint", {hexes("0802"): 1, hexes("0803"): 2})
    layers.lay("top", {hexes("0203"): "b2"})
    text = text_map(definition, game, zoom, glyphs="ascii", layers=layers)
    assert golden(f"toy-{zoom}-layers", text) == text


@pytest.mark.parametrize("zoom", get_args(Zoom))
def test_arras(zoom: Zoom) -> None:
    """The country around the town; the units are those of the campaign's set-up."""
    game, definition = arras_table()
    text = text_map(definition, game, zoom)
    lines = text.splitlines()
    if zoom in {"normal", "close"}:
        lines = [line[40:120].rstrip() for line in lines[28:56]]
    part = "\n".join(lines) + "\n"
    assert golden(f"arras-{zoom}", part) == part


def test_colour_adds_nothing_but_escape_codes() -> None:
    game, definition = toy_table()
    coloured = text_map(definition, game, "normal", colour=True)
    assert "\x1b[" in coloured
    plain = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    bare = "\n".join(line.rstrip() for line in plain.splitlines())
    assert text_map(definition, game, "normal") == bare.lstrip("m") + "\n"
