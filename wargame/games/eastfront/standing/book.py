"""EF-AU-02  The orders of a side, kind by kind, and whether a kind is off, on or only proposed.

They lie in the list of standing orders as they were given: "march G-LII 2032", "quiet off".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from wargame.flow.ask import Ask
from wargame.flow.script import RulesBug
from wargame.flow.standing_orders import set_orders, standing_orders
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.state import ACTIVE, OTHER, WORKING, EfGame, enemy_zoc, level
from wargame.hexes.grid import Hex
from wargame.model.state import State, UnitId

Mode: TypeAlias = Literal["off", "on", "propose"]
MODES: Final[dict[str, Mode]] = {"off": "off", "on": "on", "propose": "propose"}
CONVERT, SUPPLY, REPLACE, AIR, NAVAL, PARTISANS = (
    "convert", "supply", "replace", "air", "naval", "partisans",
)  # fmt: skip
HOLD_BACK, COMBAT, MARCH, QUIET, REAR = "reserve", "combat", "march", "quiet", "rear"
AT_FIRST: dict[str, Mode] = {
    CONVERT: "propose", SUPPLY: "propose", REPLACE: "propose", AIR: "off", NAVAL: "off", PARTISANS: "off",
    HOLD_BACK: "off", COMBAT: "off", MARCH: "off", QUIET: "propose", REAR: "on",
}  # fmt: skip
"""EF-AU-02  How a new game starts; REAR holds what EF-SQ-07 lets be prepared, which its option alone opens."""
REAR_ORDERS: Final = "rear_area_orders"
"""EF-SQ-07  The option, "on" or "off"."""
DROPPED: Final = "order_dropped"
"""The note that tells its side that something prepared was not legal any more."""
NEAR: Final = 3
"""EF-AU-02  Hexes within which an enemy unit stops an order and wakes a sector."""
Words: TypeAlias = tuple[str, ...]
Row: TypeAlias = tuple[str, ...]
"""An answer, the order it carries out, and why of what it left open this was taken, if that is told."""
Act: TypeAlias = Callable[[EfGame, Ask[object]], "Row | None"]
"""What the orders of a kind answer to a question; None where they have nothing to say."""


def given(state: State, side: str, kind: str) -> list[Words]:
    """The orders of a kind behind its name, the oldest first; raises RulesBug for a kind nobody knows."""
    found = []
    for text in standing_orders(state, side):
        first, *rest = text.split() or [""]
        if first not in AT_FIRST:
            raise RulesBug(f'the standing order "{text}" of {side} cannot be read')
        if first == kind and rest and rest[0] not in MODES:
            found.append(tuple(rest))
    return found


def mode(state: State, side: str, kind: str) -> Mode:
    """EF-AU-02  Whether orders of a kind are carried out; an order turns on what stands on off by itself."""
    said = [text.split() for text in standing_orders(state, side)]
    found = [words[1] for words in said if words[0] == kind and words[1:] and words[1] in MODES]
    if found:
        return MODES[found[-1]]
    at_first = AT_FIRST[kind]
    return "on" if at_first == "off" and given(state, side, kind) else at_first


def enemy_near(g: EfGame, side: Side, where: Hex) -> bool:
    """EF-AU-02  Whether an enemy ground unit is within 3 hexes; bands that hide are no enemy to be met."""
    return any(True for _ in _enemies(g, side, where))


def near_enemy(g: EfGame, side: Side, where: Hex) -> UnitId:
    """EF-AU-02  The nearest enemy unit of those within 3 hexes; "" if there is none."""
    at = ((g.grid.distance(where, g.state.units[u].hex), u) for u in _enemies(g, side, where))
    return min(at, default=(0, ""))[1]


def _enemies(g: EfGame, side: Side, where: Hex) -> Iterator[UnitId]:
    enemy, at, units = OTHER[side], g.board.at, g.state.units
    here = g.board.here[enemy]
    for h in g.grid.within(where, NEAR):
        if here[h] or at[h]:
            there = (u for u in at[h] if u in g.content.units and units[u].side == enemy)
            yield from (
                u for u in there if g.content.units[u].cls != "PA" or ACTIVE in units[u].states
            )


def is_quiet(g: EfGame, unit_id: UnitId) -> bool:
    """EF-AU-12  No EZOC, no enemy near, no order, fully supplied: nobody need look at it."""
    unit = g.state.units[unit_id]
    side: Side = "axis" if unit.side == "axis" else "soviet"
    if unit.hex < 0 or unit_id not in g.content.units or mode(g.state, side, QUIET) == "off":
        return False
    if level(unit) or enemy_zoc(g, side, unit.hex) or enemy_near(g, side, unit.hex):
        return False
    return not any(
        unit_id in order for kind in (CONVERT, MARCH) for order in given(g.state, side, kind)
    )


def tidy(g: EfGame, side: Side) -> None:
    """EF-AU-11, EF-AU-03, EF-SQ-07  Marches that have arrived, lines that are laid and what was prepared leave the list."""
    left = []
    for text in standing_orders(g.state, side):
        kind, *words = text.split()
        if kind == REAR:
            if not _is_prepared(g, words):
                g.note(DROPPED, side=side, order=" ".join(words), rule="EF-SQ-07")
        elif kind not in (MARCH, CONVERT) or not _is_done(g, side, kind, words):
            left.append(text)
    if len(left) < len(standing_orders(g.state, side)):
        set_orders(g, side, left, rule="EF-AU-11")


def _is_prepared(g: EfGame, words: list[str]) -> bool:
    """EF-SQ-07  Whether what was prepared has been done: it rides last, it works last."""
    unit = g.state.units[words[-2]]
    if words[0] == "rail":
        return unit.hex == g.grid.hex(words[-1])
    return WORKING in unit.states


def _is_done(g: EfGame, side: Side, kind: str, words: list[str]) -> bool:
    if len(words) < 2 or words[0] in MODES:
        return False
    unit, goal = g.state.units.get(words[0]), g.grid.hex(words[-1])
    if unit is None or unit.hex < 0 or unit.side != side:
        return True
    return kind == MARCH and unit.hex == goal
