"""The key to the map: what its signs, colours, letters and digits mean, as they are drawn now."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.content.map import MapContent
from wargame.picture.few import of_few_colours
from wargame.picture.glyphs import Glyphs, glyphs_called
from wargame.picture.ink import ink
from wargame.picture.lines import HEAVY
from wargame.picture.paint import colours
from wargame.picture.palette import PALETTES, Palette
from wargame.picture.printed import ground_of
from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.settings import Settings
from wargame.tui.themes import palette_for
from wargame.tui.widgets.row import Row, Span, row

_STATES = (
    ("INF3", "the digit: so many units in the hex"),
    ("inf", "small letters: nothing left to do now"),
)
_MARKS = (
    ("choice", " ", "something here can be chosen"),
    ("must", "!", "something here must be dealt with"),
    ("selection", "+", "what is chosen"),
    ("target", "×", "what can be shot at or attacked; a number: the chance of an effect"),
    ("struck", "*", "what was fired at or struck last"),
    ("destination", "2", "where the unit can go, and what it has left there"),
    ("path", "•", "the way it takes"),
    ("cursor", " ", "the cursor"),
)
_TRACES = (
    ("good", "+", "a target with a chance of 50% or more"),
    ("neutral", "·", "of 25% or more"),
    ("bad", "!", "of less"),
    ("trail", ":", "the way of the last moves, fainter act by act"),
    ("fire", "*", "the last line of fire"),
)
"""Tone, sign, meaning of chances and of what was done lately."""


def legend(play: Play, settings: Settings, *, few: bool = False) -> Dialog:
    """Everything that is printed on this map or laid over it; *few*: on a terminal of 16 colours."""
    name = palette_for(settings.theme)
    palette = of_few_colours(name) if few else PALETTES[name]
    glyphs = glyphs_called("ascii" if settings.plain else "unicode")
    content = play.game.content.drawn
    rows = [
        *_headed("Counters", _counters(play, glyphs)),
        *_headed("Ground", _ground(content, glyphs, palette)),
        *_headed("Hexsides and lines", _lines(content, glyphs, palette)),
        *_headed("Laid over the map", _marks(content, glyphs, palette)),
    ]
    return Dialog("The key to the map", rows, [("choose,go_on", "close", "")])


def _headed(title: str, lines: Iterator[Row]) -> list[Row]:
    return [row((title, "heading")), *lines, row("")]


def _counters(play: Play, glyphs: Glyphs) -> Iterator[Row]:
    for side in play.definition.sides:
        left, right = glyphs.edges[side.colour % 2]
        flag = glyphs.flags[side.colour % 2]
        paper = f"side{side.colour % 2}"
        yield row(
            (f"{left}INF{right}", paper), f"  {side.title}; ", (f"{flag}", paper), " holds a hex"
        )
    for sign, meaning in (*_STATES, *play.definition.face.signs(play.game)):
        yield _line((f"{sign:<5}", "strong"), meaning)


def _ground(content: MapContent, glyphs: Glyphs, palette: Palette) -> Iterator[Row]:
    first: dict[str, int] = {}
    for h, name in enumerate(content.terrain):
        if name not in first or content.elevation[h] < content.elevation[first[name]]:
            first[name] = h
    for name, h in sorted(first.items()):
        sign = f" {glyphs.terrain_of(name)} "
        yield _line((sign, _look(palette, "glyph", ground_of(content, h))), name.replace("_", " "))
    for level in sorted(set(content.elevation) - {0}):
        h = content.elevation.index(level)
        sign = f" {glyphs.hill if level == 1 else level} "
        yield _line(
            (sign, _look(palette, "hill", ground_of(content, h))), f"higher ground, level {level}"
        )


def _lines(content: MapContent, glyphs: Glyphs, palette: Palette) -> Iterator[Row]:
    paper = ground_of(content, 0)
    for name in sorted(set(content.hexsides.values())):
        feature = glyphs.feature_of(name)
        water = "river" if feature.weight > 1 else "stream"
        look = (f"{water}_text", water) if feature.weight else ("feature", paper)
        yield _line((feature.glyph * 3, _look(palette, *look)), name.replace("_", " "))
    if content.bridges:
        yield _line((f" {glyphs.bridge[0]} ", _look(palette, "bridge", paper)), "bridge")
    for cls in sorted({road.cls for road in content.roads}):
        weight = 2 if cls in HEAVY else 1
        line = glyphs.line((0, weight, 0, weight), (0, 0, 0, 0)) * 3
        role = "main" if weight > 1 else "minor"
        yield _line(
            (line, _look(palette, role, paper)), cls if cls.endswith("road") else f"{cls} road"
        )
    if content.rails:
        line = glyphs.line((0, 0, 0, 0), (0, 1, 0, 1)) * 3
        yield _line((line, _look(palette, "rail", paper)), "railway")


def _marks(content: MapContent, glyphs: Glyphs, palette: Palette) -> Iterator[Row]:
    for kind, sign, meaning in _MARKS:
        yield _line((f" {sign} ", _look(palette, f"{kind}_text", kind)), meaning)
    paper = ground_of(content, 0)
    for tone, sign, meaning in _TRACES:
        yield _line((f" {sign} ", _look(palette, "name", f"{paper}|{tone}")), meaning)
    head = f" {glyphs.heads[1]} "
    yield _line((head, _look(palette, "path_text", "path")), "which way the last move or shot went")


def _line(sign: Span, meaning: str) -> Row:
    return row(sign, f"  {meaning}", hang=len(sign[0]) + 2)


def _look(palette: Palette, fore: str, back: str) -> str:
    """Roles of the map as a style of its own: "#16305a on #dfd8a6"."""
    return " on ".join("#{:02x}{:02x}{:02x}".format(*c) for c in colours(palette, ink(fore, back)))
