"""A position as one drawing: map, counters, control, markers, the last move, a title line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.face import Counter
from wargame.flow.game import Game
from wargame.flow.tally import stands
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.picture.contents import Contents, HexContent, contents_of
from wargame.picture.svg_counters import (
    DEEPEST,
    STEP,
    badge_svg,
    card_svg,
    counter_svg,
    defs,
    depth_svg,
    shade_svg,
)
from wargame.picture.svg_map import FONT, centre, corners, map_body, points, size

_TOP, _FOOT, _MARGIN = 40, 26, 10
_AROUND = 50
"""How much is drawn of the ground around the hexes in play."""
LIFT = 1.4
"""How far above the middle of its hex a counter lies, so that the name below it can be read."""
_SCALE = 2
"""Pixels a unit where a viewer does not scale the drawing itself."""


def still(
    definition: GameDefinition,
    game: Game[Any],
    *,
    title: str,
    line: str,
    events: Sequence[ev.Event] = (),
) -> str:
    """The position as an SVG document; *events* are those of the last answer, to show its moves."""
    left, top, width, height = _frame(game)
    full, tall = width + 2 * _MARGIN, height + _TOP + _FOOT
    board = "\n".join((map_body(game.content.drawn), *_pieces(definition, game, events)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {tall}" '
        f'width="{full * _SCALE}" height="{tall * _SCALE}" {FONT} role="img" '
        f'aria-label="{escape(f"{title}. {line}")}">\n<title>{escape(title)}</title>\n{defs()}\n'
        f'<rect width="{full}" height="{tall}" fill="#f6f1de"/>\n'
        f'<text x="{_MARGIN}" y="18" font-size="13" font-weight="bold" fill="#1d1a12" '
        f'xml:space="preserve">{escape(title)}</text>\n'
        f'<text x="{_MARGIN}" y="32" font-size="8.6" fill="#4a4433" '
        f'xml:space="preserve">{escape(line)}</text>\n'
        f'<clipPath id="frame"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>\n'
        f'<g transform="translate({_MARGIN - left},{_TOP - top})" clip-path="url(#frame)">\n'
        f"{board}\n</g>\n"
        f"{_legend(definition, tall - _FOOT / 2 + 1)}\n</svg>\n"
    )


def _frame(game: Game[Any]) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is drawn: the hexes in play and some ground around them."""
    whole = size(game.grid)
    edges = [corner for h in game.content.board for corner in corners(game.grid, h)]
    if len(game.content.board) == game.grid.size or not edges:
        return 0, 0, *whole
    left, top = (max(0, int(min(along)) - _AROUND) for along in zip(*edges, strict=True))
    right, foot = (
        min(end, int(max(along)) + _AROUND)
        for end, along in zip(whole, zip(*edges, strict=True), strict=True)
    )
    return left, top, right - left, foot - top


def _pieces(
    definition: GameDefinition, game: Game[Any], events: Sequence[ev.Event]
) -> Iterator[str]:
    contents = contents_of(game, definition, {})
    yield from _struck(game, events)
    for h in sorted(contents):
        yield stack_svg(centre(game.grid, h), contents[h], _under(definition, game, h))
    for event in events:
        if isinstance(event, ev.UnitMoved):
            yield path_svg([centre(game.grid, h) for h in event.path])
    yield from _badges(game, contents)


def stack_svg(at: tuple[float, float], content: HexContent, under: Sequence[Counter]) -> str:
    """The counters of a hex: the top one in full, of the others an edge, and how many there are."""
    if content.counter is None:
        return ""
    x, y = at[0], at[1] - LIFT
    below = under[:DEEPEST]
    cards = [
        f'<g transform="translate({(len(below) - n) * STEP:g},{(n - len(below)) * STEP:g})">'
        f"{card_svg(content.colour, spent=card.spent)}</g>"
        for n, card in enumerate(below)
    ]
    depth = content.depth
    badge = depth_svg(depth) if depth > 1 else ""
    top = counter_svg(content.counter, content.colour)
    return (
        f'<g transform="translate({x:g},{y:g})">{shade_svg(content.colour)}{"".join(cards)}'
        f"{top}{badge}</g>"
    )


def path_svg(way: Sequence[tuple[float, float]]) -> str:
    """A move as an arrow."""
    (xa, ya), (x, y) = way[-2:] if len(way) > 1 else (way[0], way[0])
    dx, dy = x - xa, y - ya
    far = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / far, dy / far
    tip = [(x, y), (x - 9 * dx - 4.5 * dy, y - 9 * dy + 4.5 * dx)]
    tip.append((x - 9 * dx + 4.5 * dy, y - 9 * dy - 4.5 * dx))
    shaft = [*way[:-1], (x - 6 * dx, y - 6 * dy)]
    tip = [(round(a, 1), round(b, 1)) for a, b in tip]
    return (
        f'<g fill="none" stroke-linejoin="round" stroke-linecap="round" opacity=".85">'
        f'<polyline points="{points(shaft)}" stroke="#ffffff" stroke-width="4.4"/>'
        f'<polyline points="{points(shaft)}" stroke="#c1009c" stroke-width="2.4"/>'
        f'<polygon points="{points(tip)}" fill="#c1009c" stroke="#ffffff" stroke-width=".8"/></g>'
    )


def _struck(game: Game[Any], events: Sequence[ev.Event]) -> Iterator[str]:
    """A frame around the hexes where units changed their state in an answer that rolled."""
    if not any(isinstance(event, ev.DiceRolled) for event in events):
        return
    for h in sorted(struck(game, events)):
        yield (
            f'<polygon points="{points(corners(game.grid, h))}" fill="#d4001a" fill-opacity=".25" '
            f'stroke="#d4001a" stroke-width="2"/>'
        )


def struck(game: Game[Any], events: Sequence[ev.Event]) -> set[Hex]:
    """Where the units stand that an answer marked."""
    units = {event.unit for event in ev.singly(events) if isinstance(event, ev.StateGained)}
    return {game.state.units[unit].hex for unit in units if stands(game.state, unit)}


def _badges(game: Game[Any], contents: Contents) -> Iterator[str]:
    for h in sorted(contents):
        content = contents[h]
        badge = badge_svg(content.mark, content.holder)
        if badge:
            x, y = centre(game.grid, h)
            yield f'<g transform="translate({x - 13.5:g},{y - 13:g})">{badge}</g>'


def _under(definition: GameDefinition, game: Game[Any], h: Hex) -> list[Counter]:
    """Counters of the cards below the top one; which is on top does not matter for their edge."""
    stack = game.board.at[h]
    return [definition.face.counter(game, unit) for unit in stack[1 : DEEPEST + 1]]


def _legend(definition: GameDefinition, y: float) -> str:
    """Each side's card with its name."""
    pieces, x = [], _MARGIN + 12.0
    for side in definition.sides:
        card = f'<g transform="translate({x:g},{y:g}) scale(.62)">{card_svg(side.colour)}</g>'
        name = escape(side.title)
        text = f'<text x="{x + 13:g}" y="{y + 3.2:g}" font-size="9" fill="#1d1a12">{name}</text>'
        pieces += [card, text]
        x += 40 + 6.0 * len(side.title)
    return "".join(pieces)
