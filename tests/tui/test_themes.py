"""Every theme without hue, for two kinds of colour blindness, and on terminals of few colours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from textual.color import Color as Paint
from textual.filter import Monochrome
from textual.theme import Theme

from tests.tui.driver import press, running, screen_text
from wargame.picture.counters import side_ink
from wargame.picture.few import of_few_colours
from wargame.picture.glyphs import ASCII, UNICODE, Glyphs
from wargame.picture.ink import Ink
from wargame.picture.layers import FRAMES
from wargame.picture.palette import PALETTES, RGB, Palette, ThemeName, grey, mix, rgb
from wargame.tui.map.paint import Painter
from wargame.tui.plain import ascii_text
from wargame.tui.settings import Settings, save_settings
from wargame.tui.themes import TEXTUAL_THEMES

Eye = Callable[[RGB], RGB]
_PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
           (-0.003882, -0.048116, 1.051998))  # fmt: skip
_DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
           (-0.011820, 0.042940, 0.968881))  # fmt: skip
"""Machado, Oliveira and Fernandes 2009, complete dichromacy, on linear light."""

TERRAINS = ("clear", "village", "city", "woods", "orchard", "hill", "marsh", "sea")
STATES = ("choice", "must", "target", "selection", "cursor")
CHIPS = ("target", "label", "destination", "path", "stop", "mark")


def linear(value: int) -> float:
    """A channel of light, 0 to 1."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def shown(light: float) -> int:
    """The channel of that light."""
    light = min(max(light, 0.0), 1.0)
    curve = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * curve)


def dichromat(matrix: tuple[tuple[float, ...], ...]) -> Eye:
    """How somebody without one kind of cone sees a colour."""

    def see(colour: RGB) -> RGB:
        light = [linear(channel) for channel in colour]
        red, green, blue = (
            shown(sum(a * b for a, b in zip(line, light, strict=True))) for line in matrix
        )
        return red, green, blue

    return see


def without_hue(colour: RGB) -> RGB:
    """Grey alone."""
    value = round(grey(colour))
    return value, value, value


def few(system: ColorSystem) -> Eye:
    """What a terminal of few colours makes of a colour."""

    def see(colour: RGB) -> RGB:
        found = Color.from_rgb(*colour).downgrade(system).get_truecolor()
        return found.red, found.green, found.blue

    return see


EYES: dict[str, Eye] = {
    "grey": without_hue,
    "deuteranopia": dichromat(_DEUTAN),
    "protanopia": dichromat(_PROTAN),
    "256 colours": few(ColorSystem.EIGHT_BIT),
    "16 colours": few(ColorSystem.STANDARD),
}
ALL = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
SEEN = pytest.mark.parametrize("see", EYES.values(), ids=list(EYES))
SETS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
THEMES = pytest.mark.parametrize("theme", TEXTUAL_THEMES, ids=lambda theme: theme.name)


def contrast(one: RGB, other: RGB) -> float:
    """The ratio of WCAG 2, from 1 to 21."""

    def luminance(colour: RGB) -> float:
        red, green, blue = map(linear, colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def card(palette: Palette, side: int, *, spent: bool) -> tuple[RGB, RGB]:
    """What a counter's paper and text look like, reversing done."""
    ink = side_ink(side, spent)
    fore, back = Painter(palette).colours(ink)
    return (fore, back) if "r" in ink.attr else (back, fore)


# -- counters --------------------------------------------------------------------------------


@ALL
@SEEN
def test_the_two_sides_have_papers_of_different_brightness(palette: Palette, see: Eye) -> None:
    one, other = (see(card(palette, side, spent=False)[0]) for side in (0, 1))
    hues = max(abs(a - b) for a, b in zip(one, other, strict=True))
    assert contrast(one, other) >= 1.5 or (see is EYES["16 colours"] and hues >= 100)


@ALL
@SEEN
@pytest.mark.parametrize("spent", [False, True], ids=["fresh", "spent"])
@pytest.mark.parametrize("side", [0, 1])
def test_counters_can_be_read(palette: Palette, see: Eye, spent: bool, side: int) -> None:
    paper, text = (see(colour) for colour in card(palette, side, spent=spent))
    assert contrast(paper, text) >= 3


@ALL
@SEEN
@pytest.mark.parametrize("side", [0, 1])
def test_counters_stand_out_from_the_ground(palette: Palette, see: Eye, side: int) -> None:
    """By their paper, or by the letters of black or white that cover it."""
    paper, text = (see(colour) for colour in card(palette, side, spent=False))
    for terrain in TERRAINS:
        ground = see(palette.back(f"@{terrain}"))
        assert max(contrast(paper, ground), contrast(text, ground)) >= 1.8, terrain


@SETS
def test_side_and_state_are_shapes_too(glyphs: Glyphs) -> None:
    assert 4 == len({*glyphs.edges[0], *glyphs.edges[1]})
    assert "r" in side_ink(0, spent=False).attr
    assert "r" not in side_ink(1, spent=False).attr
    assert side_ink(1, spent=False).attr != side_ink(1, spent=True).attr
    assert side_ink(0, spent=False).attr != side_ink(0, spent=True).attr


# -- the ground and what lies on it ----------------------------------------------------------


@ALL
@SEEN
@SETS
def test_terrains_differ_by_brightness_or_by_glyph(
    palette: Palette, see: Eye, glyphs: Glyphs
) -> None:
    for one, other in combinations(TERRAINS, 2):
        shades = contrast(see(palette.back(f"@{one}")), see(palette.back(f"@{other}")))
        assert glyphs.terrain_of(one) != glyphs.terrain_of(other) or shades >= 1.3, (one, other)


@ALL
@SEEN
def test_words_on_the_map_can_be_read(palette: Palette, see: Eye) -> None:
    for terrain in TERRAINS:
        paper = palette.back(f"@{terrain}")
        for role, least in (("name", 3.0), ("glyph", 1.5)):
            assert contrast(see(paper), see(palette.fore(role, paper))) >= least, (terrain, role)


@ALL
@pytest.mark.parametrize("tone", ["", "|destination"], ids=["plain", "in reach"])
def test_hex_numbers_can_be_read(palette: Palette, tone: str) -> None:
    """They are what is typed and told: "move a 0410"."""
    for terrain in (*TERRAINS, "clear^1", "clear^2"):
        paper = palette.back(f"@{terrain}{tone}")
        assert contrast(paper, palette.fore("number", paper)) >= 3, terrain


@ALL
@pytest.mark.parametrize("role", ["number", "glyph"])
def test_hex_numbers_and_signs_differ_from_the_ground_in_16_colours(
    role: str, palette: Palette
) -> None:
    few, see = of_few_colours(palette.name), EYES["16 colours"]
    for terrain in TERRAINS:
        paper = few.back(f"@{terrain}")
        assert contrast(see(paper), see(few.fore(role, paper))) >= 2, terrain


def test_white_on_the_ground_in_reach_can_be_read_in_16_colours() -> None:
    palette, see = of_few_colours("high-contrast"), EYES["16 colours"]
    for terrain in TERRAINS:
        paper = see(palette.back(f"@{terrain}|destination"))
        assert contrast(paper, see(palette.fore("name", paper))) >= 3, terrain


@ALL
@SEEN
def test_chips_can_be_read(palette: Palette, see: Eye) -> None:
    for role in CHIPS:
        paper, text = (see(palette.back(part)) for part in (role, f"{role}_text"))
        assert contrast(paper, text) >= 3, role


@ALL
@SEEN
def test_frames_stand_out_from_the_ground(palette: Palette, see: Eye) -> None:
    for state in STATES:
        frame = see(palette.back(state))
        text = see(palette.back(f"{state}_text"))
        for terrain in TERRAINS:
            ground = see(palette.back(f"@{terrain}"))
            seen = max(contrast(frame, ground), contrast(text, frame) if state != "choice" else 0)
            assert seen >= 1.6, (state, terrain)


@SETS
def test_frames_and_washes_differ_by_their_marks(glyphs: Glyphs) -> None:
    marks = [glyphs.frames.get(frame, "") for frame in FRAMES[2:]]
    assert len(set(marks)) == len(marks)
    assert len(set(glyphs.tones.values())) == len(glyphs.tones)


@SETS
def test_hexsides_differ_by_their_marks(glyphs: Glyphs) -> None:
    marks = [glyphs.feature_of(name).glyph for name in ("river", "stream", "cliff", "border")]
    marks += [glyphs.slash, glyphs.backslash, glyphs.flat, *glyphs.bridge]
    assert len(set(marks)) == len(marks)


# -- NO_COLOR --------------------------------------------------------------------------------


@ALL
def test_no_color_leaves_the_sides_apart(palette: Palette) -> None:
    """Textual turns colours into greys then: papers and text must stay as far apart."""
    painter = Painter(palette)
    greys = []
    for side in (0, 1):
        segment = Segment("INF", painter.style(side_ink(side, spent=False)))
        (found,) = Monochrome().apply([segment], Paint(0, 0, 0))
        assert found.style is not None
        fore, back = found.style.color, found.style.bgcolor
        assert fore is not None
        assert back is not None
        pair = (fore, back) if found.style.reverse else (back, fore)
        paper, text = (part.get_truecolor() for part in pair)
        assert contrast(paper, text) >= 3
        greys.append((paper, text))
    assert contrast(greys[0][0], greys[1][0]) >= 1.5


async def test_no_color_starts_and_shows_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running("toy/crossroads") as (app, _):
        strips = app.screen._compositor.render_strips()
        colours = {
            colour.get_truecolor()
            for strip in strips
            for part in strip
            if part.style
            for colour in (part.style.color, part.style.bgcolor)
            if colour is not None
        }
        assert all(red == green == blue for red, green, blue in colours)


# -- panels ----------------------------------------------------------------------------------


@THEMES
@SEEN
def test_text_in_panels_can_be_read(theme: Theme, see: Eye) -> None:
    papers = [theme.background, theme.surface, theme.panel]
    ink = rgb(str(theme.foreground))
    for paper in map(rgb, filter(None, papers)):
        assert contrast(see(paper), see(ink)) >= 6
        faded = mix(paper, ink, 0.65)
        assert contrast(see(paper), see(faded)) >= 2.1


@THEMES
@SEEN
def test_coloured_words_in_panels_can_be_read(theme: Theme, see: Eye) -> None:
    """Headings, refusals, praise and keys, on the paper of lists and of the prompt."""
    papers = [rgb(str(paper)) for paper in (theme.background, theme.surface, theme.panel)]
    words = {
        "heading": theme.primary, "bad": theme.error, "good": theme.success, "dice": theme.accent,
        "warning": theme.warning,
    }  # fmt: skip
    for name, word in words.items():
        for paper in papers:
            assert contrast(see(paper), see(rgb(str(word)))) >= 3, name


@THEMES
def test_rule_ids_in_running_text_can_be_read(theme: Theme) -> None:
    for paper in (theme.background, theme.surface, theme.panel):
        assert contrast(rgb(str(paper)), rgb(theme.variables["rule"])) >= 4.5, paper


async def test_headings_on_light_paper_keep_the_first_sides_colour_in_16_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The dark blue of the theme would come out as grey."""
    async with running() as (app, _):
        monkeypatch.setattr(type(app.console), "color_system", "standard")
        assert app.get_css_variables()["primary"] == of_few_colours("paper").colours["side0"]
        app.theme = "dark"
        assert app.get_css_variables()["primary"] == PALETTES["dark"].colours["side0"].upper()


@ALL
def test_hex_numbers_on_ground_and_path_are_read_in_16_colours(palette: Palette) -> None:
    see, told = EYES["16 colours"], of_few_colours(palette.name)
    for terrain in ("clear", "woods", "village"):
        for tone in ("path", "side0", "side1"):
            ground = told.back(f"@{terrain}|{tone}")
            assert contrast(see(ground), see(told.fore("number", ground))) >= 2.1, (terrain, tone)


@pytest.mark.parametrize("name", ["paper", "dark", "high-contrast"])
def test_a_path_is_told_from_the_ground_and_from_places_in_16_colours(name: ThemeName) -> None:
    see, told = EYES["16 colours"], of_few_colours(name)
    for terrain in ("clear", "woods", "village"):
        path = see(told.back(f"@{terrain}|path"))
        assert path not in {see(told.back(f"@{each}")) for each in ("clear", "woods", "village")}


@pytest.mark.parametrize("few_colours", [False, True])
async def test_the_card_of_a_side_has_a_frame_that_is_seen(
    monkeypatch: pytest.MonkeyPatch, few_colours: bool
) -> None:
    """White on white, where the second side is white; else it is the side's own colour."""
    async with running() as (app, _):
        if few_colours:
            monkeypatch.setattr(type(app.console), "color_system", "standard")
        for theme in TEXTUAL_THEMES:
            app.theme = theme.name
            found = app.get_css_variables()
            for side in ("side0", "side1"):
                frame = found[f"{side}-frame"]
                own = theme.name != "mono" or side == "side0"
                assert frame == found[side if own else "foreground"], (theme.name, side)


# -- ASCII only ------------------------------------------------------------------------------


def test_ascii_text_keeps_its_width() -> None:
    text = "╭─ 2½ · portés │ ▐INF▌ ▆ … 1×"
    assert ascii_text(text).isascii()
    assert len(text) == len(ascii_text(text))
    assert "+- 2h . portes |" == ascii_text(text)[:16]


@pytest.mark.parametrize("scenario", ["arras/learning", "hannut/orp"])
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_ascii_only_is_ascii_on_every_screen(scenario: str, size: tuple[int, int]) -> None:
    save_settings(Settings(glyphs="ascii"))
    async with running(scenario, size=size) as (app, pilot):
        for keys in ((), ("tab", "enter"), ("f7",), ("escape", "f8"), ("escape", "f10", "r")):
            await press(pilot, *keys)
            assert screen_text(app).isascii()


async def test_the_setting_changes_what_is_on_the_screen_already() -> None:
    async with running("arras/learning") as (app, pilot):
        assert not screen_text(app).isascii()
        app.change_settings(Settings(glyphs="ascii"))
        await pilot.pause()
        assert screen_text(app).isascii()


def test_an_ink_reads_as_its_palette_says() -> None:
    ink: Ink = side_ink(0, spent=False)
    assert (rgb(PALETTES["paper"].colours["side0"])) == Painter(PALETTES["paper"]).colours(ink)[0]
