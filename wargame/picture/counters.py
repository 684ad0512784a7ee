"""Counters, badges and chips on a hex, at close, normal and wide zoom."""

from __future__ import annotations

from wargame.flow.face import Counter
from wargame.hexes.grid import Hex
from wargame.picture.contents import HexContent
from wargame.picture.glyphs import Glyphs
from wargame.picture.ink import Ink, Sheet, ink
from wargame.picture.layers import Marks
from wargame.picture.layout import Cell, Outlined


def draw_outlined(
    sheet: Sheet, layout: Outlined, h: Hex, *, content: HexContent, marks: Marks, glyphs: Glyphs
) -> None:
    """Content and chip of a hex of four lines."""
    at, pitch = layout.origin(h), layout.pitch
    y, x = at
    if content.counter:
        _draw_counter(sheet, at, pitch, content, glyphs)
    elif content.holder >= 0 and not content.mark:
        flag = glyphs.flags[content.holder]
        sheet.lay(y + 2, x + 1, flag, ink(f"side{content.holder}", sheet.inks[y + 2][x + 1].back))
    if marks.chip:
        line = 3 if content.counter else 2
        _draw_chip(sheet, (y + line, x + 1), pitch, marks)
    if content.mark and not (marks.chip and content.counter):
        _draw_badge(sheet, (y + 3, x + 1), pitch, content, glyphs)


def draw_brick(sheet: Sheet, at: Cell, content: HexContent, marks: Marks, glyphs: Glyphs) -> None:
    """Content and chip of a hex of two lines."""
    y, x = at
    if content.counter:
        paper = side_ink(content.colour, content.counter.spent)
        first, second = brick_lines(content, glyphs)
        sheet.put(y, x + 1, first, paper)
        # the line keeps the counters of two hexes, one above the other, apart
        sheet.put(y + 1, x + 1, second, ink(paper.fore, paper.back, f"{paper.attr}u"))
    elif content.mark:
        _draw_badge(sheet, (y + 1, x + 1), 4, content, glyphs)
    elif content.holder >= 0:
        flag = glyphs.flags[content.holder]
        sheet.lay(y + 1, x + 4, flag, ink(f"side{content.holder}", sheet.inks[y + 1][x + 4].back))
    if marks.chip and not content.counter:
        _draw_chip(sheet, (y + 1, x + 1), 4, marks)
    elif marks.kind == "target":
        _draw_chip(sheet, (y, x + 1), 4, marks)  # never over the factors


def counter_lines(content: HexContent, width: int) -> tuple[str, str]:
    """The two lines inside a counter's edges: 7 cells wide when close, 5 when normal."""
    counter = content.counter
    assert counter is not None
    if width < 7:
        letters = counter.letters
        stack = _count(content.depth)
        head = f"{_code(counter)}{letters[:1] or ' '}{stack or ' '}"
        first = f" {_code(counter)} " if not (letters or stack) else head
        return first, _beside(_factors(counter, width), counter.letters[1:], width)
    symbol = counter.symbol or _code(counter)
    if len(symbol) + len(counter.strength) > width:
        symbol = symbol.strip("[](){}<>") or symbol
    room = width - len(symbol)
    return f"{symbol}{_factors(counter, room):>{room}}", _beside(
        counter.name, counter.letters, width
    )


def brick_lines(content: HexContent, glyphs: Glyphs) -> tuple[str, str]:
    """`INF2` and `4-5`, with the edge that tells the sides apart where there is room."""
    counter = content.counter
    assert counter is not None
    first = f"{_code(counter)}{_count(content.depth) or counter.letters[:1] or ' '}"
    edge = glyphs.edges[content.colour % 2][1] if content.colour == 1 else " "
    factors = counter.short if len(counter.short) <= 4 else counter.short.partition("-")[0]
    return first, f"{factors:<3}{edge}"[:4]


def side_ink(colour: int, spent: bool) -> Ink:
    """Side 0 is printed in reverse, side 1 in bold: they differ where colour is stripped."""
    role = f"side{max(colour, 0)}"
    paper = f"{role}_spent" if spent else role
    if colour == 1:
        return ink(f"{role}_text", paper, "" if spent else "b")
    return ink(paper, f"{role}_text", "r" if spent else "br")


def _draw_counter(sheet: Sheet, at: Cell, pitch: int, content: HexContent, glyphs: Glyphs) -> None:
    counter = content.counter
    assert counter is not None
    y, x = at
    inner = pitch - 2
    left, right = glyphs.edges[content.colour % 2]
    paper = side_ink(content.colour, counter.spent)
    card = paper.fore if "r" in paper.attr else paper.back
    for line, text in enumerate(counter_lines(content, inner), start=y + 1):
        edge = ink(card, sheet.inks[line][x + 2].back)
        sheet.lay(line, x + 1, left, edge)
        sheet.put(line, x + 2, text, paper)
        sheet.lay(line, x + pitch, right, edge)
    if pitch > 7 and content.depth > 1:
        depth = glyphs.times + _count(content.depth)
        sheet.put(y, x + 7, depth, ink("name", sheet.inks[y][x + 7].back, "b"))


def _draw_badge(sheet: Sheet, at: Cell, width: int, content: HexContent, glyphs: Glyphs) -> None:
    """A mark between the edges of the side that holds the hex, or between neutral ones."""
    y, x = at
    if content.holder < 0:
        left, right, paper = "(", ")", ink("mark", "mark_text")
        edge = paper
    else:
        left, right = glyphs.edges[content.holder % 2]
        paper = side_ink(content.holder, spent=False)
        card = f"side{content.holder}"
        edge = ink(card, sheet.inks[y][x + 1].back)
    start = x + (width - len(content.mark) - 2) // 2
    sheet.lay(y, start, left, edge)
    sheet.put(y, start + 1, content.mark, paper)
    sheet.lay(y, start + 1 + len(content.mark), right, edge)


def _draw_chip(sheet: Sheet, at: Cell, width: int, marks: Marks) -> None:
    y, x = at
    room = width - 2 if width > 4 else width
    text = marks.chip if len(marks.chip) >= room - 1 else f" {marks.chip} "
    text = text[:room]
    start = x + (width - len(text)) // 2
    sheet.put(y, start, text, ink(marks.kind, f"{marks.kind}_text", "br"))


def _code(counter: Counter) -> str:
    """Three letters, small ones when the unit has nothing left to do."""
    code = f"{counter.code[:3]:<3}"
    return code.lower() if counter.spent else code


def _count(depth: int) -> str:
    return "" if depth < 2 else str(depth) if depth < 10 else "+"


def _factors(counter: Counter, room: int) -> str:
    """As many whole factors as fit: a number cut short would be a lie."""
    first = counter.short.partition("-")[0]
    return next((text for text in (counter.strength, counter.short) if len(text) <= room), first)


def _beside(left: str, right: str, width: int) -> str:
    """Two texts at the ends of a line; a number keeps its digits, a name gives way to letters."""
    number = left[:1].isdigit() and "-" in left
    room = width - len(right) if number else width - len(right) - 1
    if not right or room < (len(left) if number else 3):
        return f"{left[:width]:^{width}}"
    return f"{left[:room]:<{width - len(right)}}{right}"
