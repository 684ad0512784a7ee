"""Drawing what changed gives the same cells as drawing everything."""

from __future__ import annotations

from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.map.toy import toy_table
from wargame.picture.cells import picture_of
from wargame.picture.contents import changed, contents_of
from wargame.picture.glyphs import UNICODE
from wargame.picture.layers import LAYERS, LayerName, Layers
from wargame.picture.layout import Zoom

HEXES = st.integers(0, 39)
LAID = [name for name in LAYERS if name != "top"]
CHANGES = st.lists(st.tuples(st.sampled_from([*LAID, "cursor"]), st.sets(HEXES, max_size=4)))


@pytest.mark.parametrize("zoom", get_args(Zoom))
@settings(max_examples=25, deadline=None)
@given(changes=CHANGES)
def test_small_redraws_add_up(
    zoom: Zoom, changes: list[tuple[LayerName | Literal["cursor"], set[int]]]
) -> None:
    game, definition = toy_table()
    contents = contents_of(game, definition, {})
    layers, picture = Layers(), picture_of(game.content.map, zoom, UNICODE)
    picture.draw(range(40), contents, layers)
    for name, hexes in changes:
        if name == "cursor":
            was, layers.cursor = layers.cursor, min(hexes, default=0)
            touched = {was, layers.cursor} - {-1}
        else:
            touched = layers.lay(name, dict.fromkeys(hexes, 1))
        picture.draw(touched, contents, layers)
    fresh = picture_of(game.content.map, zoom, UNICODE)
    fresh.draw(range(40), contents, layers)
    assert fresh.sheet.chars == picture.sheet.chars
    assert fresh.sheet.inks == picture.sheet.inks


def test_only_hexes_that_look_different_are_drawn_again() -> None:
    game, definition = toy_table()
    before = contents_of(game, definition, {})
    unit = game.state.units["r3"]
    unit.hex = game.grid.hex("0802")
    game.board.refresh(game.state, unit)
    after = contents_of(game, definition, {})
    assert {"0702", "0802"} == {game.grid.name(h) for h in changed(before, after)}


def test_clearing_layers_leaves_the_print() -> None:
    game, definition = toy_table()
    contents = contents_of(game, definition, {})
    layers, picture = Layers(), picture_of(game.content.map, "normal", UNICODE)
    picture.draw(range(40), contents, layers)
    bare = picture.sheet.text()
    picture.draw(layers.lay("target", {12: "3:1"}), contents, layers)
    assert bare != picture.sheet.text()
    picture.draw(layers.clear(), contents, layers)
    assert bare == picture.sheet.text()


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no layer 'cursors'"):
        Layers().lay("cursors", {})  # type: ignore[arg-type]
