"""Sides and terrain stay apart without hue, glyphs keep their width."""

from __future__ import annotations

import unicodedata
from dataclasses import fields
from itertools import combinations

import pytest
from rich.cells import cell_len

from tests.tui.map.arras import arras_table
from tests.tui.map.toy import toy_table
from wargame.picture.cells import picture_of
from wargame.picture.contents import contents_of
from wargame.picture.counters import brick_lines, side_ink
from wargame.picture.glyphs import ASCII, UNICODE, Feature, Glyphs
from wargame.picture.ink import ink
from wargame.picture.layers import FRAMES, LAYERS, Layers
from wargame.picture.layout import Zoom
from wargame.picture.palette import PALETTES, PAPER, RGB, Palette, grey, rgb
from wargame.tui.map.paint import Painter, nearest_of_16

ALL = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
SETS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
PRINTED = ("clear", "village", "city", "woods", "orchards", "hill", "marsh", "sea")


@ALL
def test_the_sides_differ_in_grey(palette: Palette) -> None:
    first, second = (grey(palette.back(f"side{n}")) for n in (0, 1))
    assert abs(first - second) >= 40


@ALL
@pytest.mark.parametrize("side", [0, 1])
def test_counters_stand_out_from_every_terrain_in_grey(palette: Palette, side: int) -> None:
    counter = grey(palette.back(f"side{side}"))
    nearest = min(abs(counter - grey(palette.back(f"@{name}"))) for name in palette.terrain)
    assert nearest >= 20


@ALL
def test_terrains_differ_in_grey_or_by_glyph(palette: Palette) -> None:
    for one, other in combinations(PRINTED, 2):
        shades = abs(grey(palette.back(f"@{one}")) - grey(palette.back(f"@{other}")))
        assert UNICODE.terrain_of(one) != UNICODE.terrain_of(other) or shades > 25
        assert ASCII.terrain_of(one) != ASCII.terrain_of(other) or shades > 25


@SETS
def test_the_sides_differ_by_shape(glyphs: Glyphs) -> None:
    assert glyphs.edges[0] != glyphs.edges[1]
    assert glyphs.flags[0] != glyphs.flags[1]


def test_the_sides_differ_where_colour_is_stripped() -> None:
    assert "r" in side_ink(0, spent=False).attr
    assert "r" not in side_ink(1, spent=False).attr


def test_small_counters_differ_by_shape() -> None:
    game, definition = toy_table()
    contents = contents_of(game, definition, {})
    blue, red = (contents[game.grid.hex(name)] for name in ("0203", "0504"))
    assert not brick_lines(blue, UNICODE)[1].endswith("►")
    assert brick_lines(red, UNICODE)[1].endswith("►")


@ALL
@pytest.mark.parametrize("role", ["side0", "side1", "cursor", "target", "label", "destination"])
def test_text_reads_on_its_paper(palette: Palette, role: str) -> None:
    assert _contrast(palette.back(role), palette.back(f"{role}_text")) >= 4


@ALL
@pytest.mark.parametrize("terrain", ["clear", "woods", "village", "city"])
def test_names_read_on_terrain(palette: Palette, terrain: str) -> None:
    back = palette.back(f"@{terrain}")
    assert _contrast(back, palette.fore("name", back)) >= 4.5
    assert _contrast(back, palette.fore("number", back)) >= 2


@SETS
def test_every_glyph_is_one_cell_and_no_emoji(glyphs: Glyphs) -> None:
    for char in _characters(glyphs):
        assert cell_len(char) == 1, char
        assert unicodedata.east_asian_width(char) not in {"W", "F"}, char
        assert ord(char) < 0x1F000, char
        assert unicodedata.category(char) not in {"Mn", "Cf"}, char


@pytest.mark.parametrize("zoom", ["close", "normal", "wide", "theatre"])
def test_what_is_drawn_is_one_cell_a_character(zoom: Zoom) -> None:
    game, definition = arras_table()
    picture = picture_of(game.content.map, zoom, UNICODE)
    picture.draw(range(game.grid.size), contents_of(game, definition, {}), Layers())
    for row, inks in zip(picture.sheet.chars, picture.sheet.inks, strict=True):
        assert picture.layout.width == cell_len("".join(row)) == len(inks)


@ALL
def test_a_palette_has_a_colour_for_every_role(palette: Palette) -> None:
    assert palette.colours.keys() == PAPER.colours.keys()
    assert palette.terrain.keys() == PAPER.terrain.keys()
    assert palette.tones.keys() == PAPER.tones.keys()
    assert palette.fades.keys() == PAPER.fades.keys()
    assert {*FRAMES[1:], "label", "stop"} <= palette.colours.keys()


@ALL
@pytest.mark.parametrize("zoom", ["close", "normal", "wide", "theatre"])
def test_every_ink_has_a_style(palette: Palette, zoom: Zoom) -> None:
    game, definition = toy_table()
    layers, painter = Layers(), Painter(palette)
    layers.cursor = 3
    for n, name in enumerate(LAYERS):
        layers.lay(name, {n: 1, n + 8: 2, n + 20: 0})
    picture = picture_of(game.content.map, zoom, UNICODE)
    picture.draw(range(40), contents_of(game, definition, layers["top"]), layers)
    for chars, inks in zip(picture.sheet.chars, picture.sheet.inks, strict=True):
        assert picture.layout.width == sum(len(s.text) for s in painter.segments(chars, inks))


def test_unknown_terrain_has_a_fallback() -> None:
    assert rgb(PAPER.terrain["woods"]) == PAPER.back("@dense_woods")
    assert rgb(PAPER.terrain["clear"]) == PAPER.back("@krater")
    assert UNICODE.terrain_of("krater") == "K"
    assert UNICODE.terrain_of("orchards") == UNICODE.terrain_of("orchard")
    assert UNICODE.feature_of("ditch").glyph == "D"


def _characters(glyphs: Glyphs) -> set[str]:
    found: set[str] = set()
    for part in fields(glyphs):
        value: object = getattr(glyphs, part.name)
        match value:
            case str() if part.name != "name":
                found.update(value)
            case tuple():
                found.update(char for entry in value for char in "".join(entry))
            case dict():
                found.update(_glyph(entry) for entry in value.values())
    arms = [(n, e, s, w) for n in (0, 1, 2) for e in (0, 1, 2) for s in (0, 1, 2) for w in (0, 1)]
    found.update(glyphs.line(one, (0, 0, 0, 0)) for one in arms if any(one))
    found.update(glyphs.line((0, 0, 0, 0), one) for one in arms if any(one))
    found.update(glyphs.line(one, one) for one in arms if any(one))
    return found


def _glyph(entry: object) -> str:
    return entry.glyph if isinstance(entry, Feature) else str(entry)


def _contrast(one: RGB, other: RGB) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: RGB) -> float:
    red, green, blue = (
        c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_sixteen_colours_keep_the_grid_and_the_glyphs_apart_from_their_paper(
    palette: Palette,
) -> None:
    painter = Painter(palette, few=True)
    for terrain in palette.terrain:
        for level in ("", "^1", "^2"):
            for role in palette.fades:
                fore, back = painter.colours(ink(role, f"@{terrain}{level}"))
                assert nearest_of_16(fore) != nearest_of_16(back), (role, terrain, level)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_sixteen_colours_keep_sides_woods_and_open_ground_apart(palette: Palette) -> None:
    painter = Painter(palette, few=True)
    papers = ("@clear", "@clear^2", "@woods", "side0", "side1", "target")
    seen = {paper: nearest_of_16(painter.palette.back(paper)) for paper in papers}
    assert seen.pop("@clear^2") == seen["@clear"]
    if palette.name == "mono":
        del seen["target"]  # told by its sign
    assert len(seen) == len(set(seen.values())), seen


@ALL
@pytest.mark.parametrize("few", [True, False])
def test_the_ground_of_the_sides_and_who_stands_on_it_are_told_apart(
    palette: Palette, few: bool
) -> None:
    painter = Painter(palette, few=few)
    for side in (0, 1):
        own, other = (painter.palette.back(f"@clear|side{n}") for n in (side, 1 - side))
        counter = painter.palette.back(f"side{side}")
        if few:
            assert len({nearest_of_16(colour) for colour in (own, other, counter)}) == 3
        else:
            assert abs(grey(own) - grey(counter)) >= 20
            assert own != other


def test_a_terminal_with_more_colours_keeps_the_shades_of_the_palette() -> None:
    palette = PALETTES["paper"]
    one = ink("outline", "@clear")
    full, few = Painter(palette).colours(one), Painter(palette, few=True).colours(one)
    assert rgb(PALETTES["paper"].terrain["clear"]) == full[1] != few[1]
    assert full[0] == palette.fore("outline", full[1])
    assert nearest_of_16(full[0]) == nearest_of_16(full[1]), "which is why there is another"
    assert nearest_of_16(few[0]) != nearest_of_16(few[1])


def test_a_class_of_river_is_drawn_by_the_word_in_its_name() -> None:
    for glyphs in (UNICODE, ASCII):
        known = {
            glyphs.feature_of(name) for name in ("river", "stream", "minor river", "flooded river")
        }
        assert glyphs.feature_of("major river") == glyphs.feature_of("river")
        assert glyphs.feature_of("minor river").weight < glyphs.feature_of("major river").weight
        assert len({feature.glyph for feature in known}) == 3
        assert glyphs.feature_of("hedgerow") == Feature("H", 0)
