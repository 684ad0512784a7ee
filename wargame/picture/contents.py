"""What lies on each hex of a position, read through the game's Face."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from wargame.flow.definition import GameDefinition
from wargame.flow.face import Counter
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

NOBODY: Final = -1

Contents: TypeAlias = dict[Hex, "HexContent"]
"""By hex, for the hexes that hold anything."""


class HexContent(NamedTuple):
    """The counters and marks of one hex, equal if they look the same."""

    counter: Counter | None = None
    """The top counter of the stack."""
    colour: int = NOBODY
    """Whose counter, by the number of its side's colour."""
    depth: int = 0
    mark: str = ""
    holder: int = NOBODY
    """Who controls the hex."""


EMPTY: Final = HexContent()


def contents_of(
    game: Game[Any],
    definition: GameDefinition,
    tops: Mapping[Hex, str | int],
    hexes: Iterable[Hex] | None = None,
) -> Contents:
    """Every hex with something on it, of the map or of *hexes*; *tops* names the unit to show on top of a stack."""
    colours = {side.id: side.colour % 2 for side in definition.sides}
    found: Contents = {}
    control, at = game.state.control, game.board.at
    marks = definition.face.hex_marks(game)
    for h in range(game.grid.size) if hexes is None else hexes:
        mark, holder = marks.get(h, ""), control.get(h)
        if not (mark or holder or at[h]):
            continue
        counter = _top(game, definition, at[h], tops.get(h)) if at[h] else None
        found[h] = HexContent(
            counter=counter,
            colour=_colour(colours, counter.side if counter else None),
            depth=len(at[h]),
            mark=mark,
            holder=_colour(colours, holder),
        )
    return found


def changed(before: Contents, after: Contents) -> set[Hex]:
    """The hexes that look different."""
    return {h for h in before.keys() | after.keys() if before.get(h, EMPTY) != after.get(h, EMPTY)}


def _colour(colours: Mapping[Side, int], side: Side | None) -> int:
    return NOBODY if side is None else colours.get(side, NOBODY)


def _top(
    game: Game[Any], definition: GameDefinition, stack: list[UnitId], asked: str | int | None
) -> Counter:
    """The counter asked for, else the strongest that still has something to do."""
    counter = definition.face.counter
    if len(stack) == 1:
        return counter(game, stack[0])
    if asked in stack:
        return counter(game, str(asked))
    return max((counter(game, unit) for unit in stack), key=_weight)


def _weight(counter: Counter) -> tuple[bool, bool, int]:
    return (
        not counter.below,
        not counter.spent,
        sum(int(number) for number in re.findall(r"\d+", counter.short)),
    )
