"""The printed map: paper, outlines, hexsides, roads, rails, numbers and names at one zoom.

A map is printed in steps, a column or a few lines each, so that somebody may look at a key between two.
"""

from __future__ import annotations

from typing import Final

from wargame.content.map import MapContent
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.picture.by_steps import Steps
from wargame.picture.glyphs import Glyphs
from wargame.picture.ink import Ink, Sheet, ground, ink
from wargame.picture.layout import Bricks, Cell, Layout, Outlined
from wargame.picture.lines import crossing, print_lines
from wargame.picture.names import shortened, squeezed, told_apart

TABLE: Final = ink("outline", "table")
"""What lies around the map."""


def print_outlined(content: MapContent, layout: Outlined, glyphs: Glyphs) -> Steps[Sheet]:
    """The map at close or normal zoom."""
    sheet = yield from _paper(content, layout)
    yield from _print_sides(sheet, content, layout, glyphs)
    yield from print_lines(sheet, content, layout, glyphs)
    names = names_on(content, layout.pitch, glyphs)
    for h in range(content.grid.size):
        if not h % content.grid.rows:
            yield
        _print_texts(sheet, content, layout, h, glyphs=glyphs, name=names.get(h, ""))
    return sheet


def print_bricks(content: MapContent, layout: Bricks, glyphs: Glyphs) -> Steps[Sheet]:
    """The map at wide zoom: no roads, no numbers."""
    sheet = yield from _paper(content, layout)
    yield from _print_sides(sheet, content, layout, glyphs)
    for h in range(content.grid.size):
        if not h % content.grid.rows:
            yield
        y, x = layout.origin(h)
        paper = ground_of(content, h)
        sheet.lay(y, x + 2, glyphs.terrain_of(content.terrain[h]), ink("glyph", paper))
        if content.elevation[h]:
            sheet.lay(y, x + 3, _hill(content.elevation[h], glyphs), ink("hill", paper))
    return sheet


def ground_of(content: MapContent, h: Hex) -> str:
    """The role of a hex's paper."""
    return ground(content.terrain[h], content.elevation[h])


def _paper(content: MapContent, layout: Layout) -> Steps[Sheet]:
    sheet = Sheet(layout.width, layout.height, TABLE)
    for h in range(content.grid.size):
        if not h % content.grid.rows:
            yield
        blank = ink("outline", ground_of(content, h))
        for y, start, end in layout.owned(h):
            sheet.inks[y][start:end] = [blank] * (end - start)
    return sheet


def _print_sides(sheet: Sheet, content: MapContent, layout: Layout, glyphs: Glyphs) -> Steps[None]:
    for h in range(content.grid.size):
        if not h % content.grid.rows:
            yield
        for direction, other in enumerate(layout.grid.around[h]):
            if other > h:
                continue  # drawn from the hex that comes later
            cells = layout.side(h, direction)
            feature = content.hexsides.get(side_key(h, other), "") if other >= 0 else ""
            for y, x in cells:
                if feature:
                    _print_feature(sheet, (y, x), feature, glyphs)
                elif not isinstance(layout, Bricks) or direction not in (0, 3):
                    char = _outline(glyphs, direction)
                    sheet.lay(y, x, char, _on_paper(sheet, (y, x), "outline"))
            if other >= 0 and side_key(h, other) in content.bridges:
                _print_bridge(sheet, cells, direction, glyphs)


def _print_feature(sheet: Sheet, at: Cell, name: str, glyphs: Glyphs) -> None:
    feature = glyphs.feature_of(name)
    y, x = at
    if feature.weight:
        water = "river" if feature.weight > 1 else "stream"
        sheet.lay(y, x, feature.glyph, ink(f"{water}_text", water))
    else:
        sheet.lay(y, x, feature.glyph, _on_paper(sheet, at, "feature"))


def _print_bridge(sheet: Sheet, cells: tuple[Cell, ...], direction: int, glyphs: Glyphs) -> None:
    y, x = crossing(cells)
    sheet.lay(y, x, glyphs.bridge[direction in (0, 3)], ink("bridge", sheet.inks[y][x].back, "b"))


def _outline(glyphs: Glyphs, direction: int) -> str:
    if direction in (0, 3):
        return glyphs.flat
    return glyphs.backslash if direction in (1, 4) else glyphs.slash


def _on_paper(sheet: Sheet, at: Cell, role: str) -> Ink:
    """Ink of *role* on the paper that lies at a cell; the table's edge counts as table."""
    y, x = at
    return ink(role, sheet.inks[y][x].back)


def _print_texts(
    sheet: Sheet, content: MapContent, layout: Outlined, h: Hex, *, glyphs: Glyphs, name: str
) -> None:
    y, x = layout.origin(h)
    paper = ground_of(content, h)
    sheet.put(y, x + 2, content.grid.names[h], ink("number", paper))
    glyph = glyphs.terrain_of(content.terrain[h])
    if glyph != " ":
        sheet.lay(y, x + 6, glyph, ink("glyph", paper))
    if content.elevation[h]:
        sheet.lay(y + 2, x + layout.pitch, _hill(content.elevation[h], glyphs), ink("hill", paper))
    if name:
        start = x + 1 + (layout.pitch - len(name)) // 2
        sheet.put(y + 1, start, name, ink("name", paper))


def names_on(content: MapContent, width: int, glyphs: Glyphs) -> dict[Hex, str]:
    """The names of places and heights as they fit in a hex; close up they may be cut."""
    names = {h: place.name for h, place in content.places.items()} | {
        h: name for h, name in content.labels.items() if h not in content.places
    }

    def fit(name: str) -> str:
        return squeezed(name, width, glyphs.dots) if width > 7 else shortened(name, width)

    return told_apart(names, fit)


def _hill(level: int, glyphs: Glyphs) -> str:
    """One level is a sign, more are a number."""
    return glyphs.hill if level == 1 else str(level)
