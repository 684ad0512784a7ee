"""What keeps a stack out of hexes (ARD-MV-07 to -12, ARD-RB-02, ARD-RB-06, ARD-SS-12, ARD-SS-13, ARD-SS-18).

A bar refers to the table alone, not to the mover that it bars.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache, partial

from wargame.flow.ask import Refusal
from wargame.games.ardennes.activation import Activation
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import held_back, standing
from wargame.games.ardennes.roadblocks import candidates, due_bridges
from wargame.games.ardennes.state import (
    ISOLATED,
    OTHER,
    ArdGame,
    day,
    hexside_key,
    kind_of,
    place_name,
)
from wargame.games.ardennes.supply import hostile
from wargame.games.ardennes.works import roadblock_mask
from wargame.hexes.bits import flags, members
from wargame.hexes.field import Rows
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Bar


def bars(g: ArdGame, units: Sequence[UnitId], states: Collection[str]) -> list[Bar]:
    """What bars a stack of one hex however it moves; *states* are those of any of it."""
    side = kind_of(g, units[0]).side
    found = [Bar(g.board.here[OTHER[side]], partial(_held, g))]
    if side == "german":
        if blocks := roadblock_mask(g):
            found.append(Bar(flagged(g.grid, blocks), partial(_blocked, g)))
        if (today := day(g)) <= g.content.limits.early.boundaries_until:
            found.append(Bar(_outside(g.content, tuple(units), today), partial(_foreign, g)))
    elif _on_left_bank(g, units) and held_back(g):
        found.append(Bar(_over_the_meuse(g.content), partial(_right_bank, g)))
    if ISOLATED in states:
        found.append(Bar(flagged(g.grid, _hostile(g, side)), partial(_cut_off, g)))
    if g.content.limits.paratroops.unit in units:
        found.append(Bar(flagged(g.grid, g.grid.mask(g.content.cities)), partial(_city, g)))
    return found


def away(g: ArdGame, side: Side, rule: str) -> Bar:
    """ARD-MV-08, ARD-EV-01  The hexes next to an enemy of a side, for a Strategic Move or a Night March."""
    beside = flagged(g.grid, g.grid.spread(standing(g, OTHER[side])))
    return Bar(beside, partial(_near, g, rule))


def strategic(
    g: ArdGame, units: Sequence[UnitId], trail: Collection[Hex], done: Activation
) -> list[Bar]:
    """ARD-MV-08, ARD-RB-06  What bars a Strategic Move besides; *trail*: where the stack has stood."""
    side = kind_of(g, units[0]).side
    found = [away(g, side, "ARD-MV-08")]
    if side == "german":
        trod = frozenset((*trail, *done.trail(units)))
        asked = g, units, trod, done
        found.append(Bar(Rows(partial(_checked, *asked)), partial(_check, *asked)))
    return found


@lru_cache(maxsize=64)
def flagged(grid: Grid, hexes: int) -> bytes:
    """1 for each hex of a set."""
    return flags(hexes, grid.size)


def _held(g: ArdGame, h: Hex) -> Refusal:
    return Refusal(f"The enemy stands in {place_name(g, h)}.", "ARD-MV-07")


def _blocked(g: ArdGame, h: Hex) -> Refusal:
    return Refusal(f"A Roadblock bars {place_name(g, h)}.", "ARD-RB-02")


@lru_cache(maxsize=512)
def _outside(content: ArdennesContent, units: tuple[UnitId, ...], today: int) -> bytes:
    """ARD-MV-09  Hexes outside the sector of the army of any of these units."""
    return _beyond(
        content, frozenset([content.army_of(content.units[u].corps, today) for u in units])
    )


@cache
def _beyond(content: ArdennesContent, armies: frozenset[str]) -> bytes:
    return bytes(any(sector != army for army in armies) for sector in content.army_sector)


def _foreign(g: ArdGame, h: Hex) -> Refusal:
    return Refusal(f"{place_name(g, h)} lies in another army's sector.", "ARD-MV-09")


def _on_left_bank(g: ArdGame, units: Sequence[UnitId]) -> bool:
    """ARD-MV-12  Whether any of them is British and has not crossed the Meuse."""
    if g.state.units[units[0]].hex not in g.content.left_bank:
        return False
    return any(kind_of(g, u).corps == g.content.limits.british.corps for u in units)


@cache
def _over_the_meuse(content: ArdennesContent) -> bytes:
    """ARD-MV-12  All but the left bank."""
    return bytes(h not in content.left_bank for h in range(content.grid.size))


def _right_bank(g: ArdGame, h: Hex) -> Refusal:
    where = f"{place_name(g, h)} is beyond the Meuse"
    return Refusal(f"{where}; XXX Corps holds the left bank for now.", "ARD-MV-12")


def _hostile(g: ArdGame, side: Side) -> int:
    """ARD-SS-12, ARD-SS-13  Where an Isolated stack of a side may not go."""
    found = hostile(g, OTHER[side])
    return found | g.content.westwall_mask & ~standing(g, side) if side == "allied" else found


def _cut_off(g: ArdGame, h: Hex) -> Refusal:
    rule = "ARD-SS-12" if h in g.content.built_up else "ARD-SS-13"
    return Refusal(f"Isolated units may not enter {place_name(g, h)}.", rule)


def _city(g: ArdGame, h: Hex) -> Refusal:
    return Refusal(f"The paratroops may not enter the city {place_name(g, h)}.", "ARD-SS-18")


def _near(g: ArdGame, rule: str, h: Hex) -> Refusal:
    return Refusal(f"{place_name(g, h)} is next to an enemy unit.", rule)


def _checked(
    g: ArdGame, units: Sequence[UnitId], trod: Collection[Hex], done: Activation, h: Hex
) -> bool:
    """ARD-RB-06  Next to a Roadblock, or where entering would call for a check."""
    if g.grid.spread(1 << h) & roadblock_mask(g):
        return True
    if not done.checked and candidates(g, h, units, trod):
        return True
    return any(hexside_key(g.content, *side) not in done.bridges for side in due_bridges(g, h))


def _check(
    g: ArdGame, units: Sequence[UnitId], trod: Collection[Hex], done: Activation, h: Hex
) -> Refusal:
    """ARD-RB-06  Which of them it is."""
    laid = members(g.grid.spread(1 << h) & roadblock_mask(g))
    due = [] if laid or done.checked else candidates(g, h, units, trod)
    why = "a Bridge check would be due there"
    if laid:
        why = f"it is next to the Roadblock in {place_name(g, laid[0])}"
    elif due:
        why = f"a Roadblock check would be due there, for {place_name(g, due[0])}"
    return Refusal(f"A Strategic Move may not enter {place_name(g, h)}: {why}.", "ARD-RB-06")
