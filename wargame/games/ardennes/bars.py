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
from wargame.hexes.field import Costs, Mask, Reach, Row
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


def strategic(g: ArdGame, side: Side) -> list[Bar]:
    """ARD-MV-08, ARD-RB-06  What bars a Strategic Move besides."""
    found = [away(g, side, "ARD-MV-08")]
    if side == "german" and (blocks := roadblock_mask(g)):
        found.append(Bar(flagged(g.grid, g.grid.spread(blocks)), partial(_beside_block, g)))
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


def _beside_block(g: ArdGame, h: Hex) -> Refusal:
    laid = members(g.grid.spread(1 << h) & roadblock_mask(g))
    return _no_strategic_move(g, h, f"it is next to the Roadblock in {place_name(g, laid[0])}")


def _no_strategic_move(g: ArdGame, h: Hex, why: str) -> Refusal:
    return Refusal(f"A Strategic Move may not enter {place_name(g, h)}: {why}.", "ARD-RB-06")


class Checks:
    """ARD-RB-06, R-383  The steps of a Strategic Move of Germans that would call for a Roadblock or Bridge check."""

    def __init__(
        self,
        g: ArdGame,
        units: Sequence[UnitId],
        way: Sequence[Hex],
        done: Activation,
        costs: Costs,
    ) -> None:
        """*way*: the hexes of the move as far as it is known, the first one included; *costs*: prices without them."""
        self.g, self.units, self.done, self._all = g, units, done, costs
        self._way, self._trod = tuple(way), frozenset(done.trail(units))
        self.costs = Costs(g.grid, self._row)
        """The same prices, with no way where a check would be due to those who come straight there."""

    def _row(self, a: Hex) -> Row:
        return Row(partial(self._price, a, self.g.grid.around[a], self._all[a]))

    def _price(self, a: Hex, around: Sequence[Hex], row: Sequence[int], d: int) -> int:
        return 0 if row[d] and self.why((a,), around[d]) else row[d]

    def reach(self, start: Hex, budget: int, closed: Mask, stop: Mask | None) -> Reach:
        """The shortest ways, each hex entered by all that has been passed before it; every Road costs alike."""
        found = Reach({start: 0}, {})
        for a in (queue := [start]):
            path = found.path_to(a)
            for b, price in zip(self.g.grid.around[a], self._all[a], strict=True):
                cost = found.cost[a] + price
                if not price or cost > budget or b in found.cost or closed[b] or self.why(path, b):
                    continue
                found.cost[b], found.came_from[b] = cost, a
                if stop is None or not stop[b]:
                    queue.append(b)
        return found

    def why(self, path: Sequence[Hex], b: Hex) -> Refusal | None:
        """Why it may not go on into a hex by a path, whatever else may be; None if it may."""
        g, done, way = self.g, self.done, self._way
        stood = {*self._trod, *way[: way.index(b) if b in way else None], *path}
        if not done.checked and (due := candidates(g, b, self.units, stood)):
            said = f"a Roadblock check would be due there, for {place_name(g, due[0])}"
            return _no_strategic_move(g, b, said)
        bridges = due_bridges(g, b, stood)
        if any(hexside_key(g.content, *side) not in done.bridges for side in bridges):
            return _no_strategic_move(g, b, "a Bridge check would be due there")
        return None
