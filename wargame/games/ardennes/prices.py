"""What steps cost (ARD-MV-01 to -06, ARD-ZC-02, ARD-DX-08): tables that stacks share while the enemy stands alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from wargame.games.ardennes.content import ArdennesContent, Mobility
from wargame.games.ardennes.state import ArdGame, hexside_key, hexside_of
from wargame.games.ardennes.works import HALVES, Water, printed
from wargame.hexes.field import Costs
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


class Terms(NamedTuple):
    """What the price of a step hangs on besides the ground."""

    mobilities: tuple[Mobility, ...]
    on_roads: bool
    """A Strategic Move."""
    full: frozenset[int] | None = frozenset()
    """ARD-MV-05, ARD-DX-08  Bridges (places of the layer) over which nobody goes any more; None for all."""
    first_day: bool = False
    """ARD-DX-08  They are full even out of the enemy's ZOC."""


@lru_cache(maxsize=64)
def shared(content: ArdennesContent, ground: Water, terms: Terms, zone: int) -> Costs:
    """Half MPs of every step, one table for all on the same terms while the enemy's ZOC is this set of hexes."""
    table, around = but_for_zones(content, ground, terms, zone), content.grid.around

    def row(h: Hex) -> Sequence[int]:
        if not zone >> h & 1:
            return table[h]
        shut = [b for b in around[h] if b >= 0 and zone >> b & 1]
        return [0 if b in shut else cost for b, cost in zip(around[h], table[h], strict=True)]

    return Costs(content.grid, row)


def but_for_zones(content: ArdennesContent, ground: Water, terms: Terms, zone: int) -> Costs:
    """The same with steps from ZOC to ZOC left in: for a search, which goes on from no ZOC but where it starts."""
    if terms.full == frozenset():
        return _by_ground(content, ground, terms.mobilities, terms.on_roads)
    return _full(content, ground, terms, 0 if terms.first_day else zone & ground.ends)


@lru_cache(maxsize=64)
def _full(content: ArdennesContent, ground: Water, terms: Terms, zone: int) -> Costs:
    """ARD-MV-05, ARD-DX-08  Prices where Bridges into the enemy's ZOC, on the first day all, are full."""
    table = _by_ground(content, ground, terms.mobilities, terms.on_roads)
    grid, full = content.grid, terms.full

    def row(h: Hex) -> Sequence[int]:
        far = [b if a == h else a for a, b in ground.bridges[h]]
        shut = [b for b in far if full is None or hexside_key(content, h, b) in full]
        shut = shut if terms.first_day else [b for b in shut if zone >> b & 1]
        if not shut:
            return table[h]
        return [0 if b in shut else cost for b, cost in zip(grid.around[h], table[h], strict=True)]

    changed = ground.ends
    if full is not None:
        changed = grid.mask([h for place in full for h in hexside_of(content, place)])
    return table.but(changed, row)


@lru_cache(maxsize=64)
def _by_ground(
    content: ArdennesContent, ground: Water, mobilities: Sequence[Mobility], on_roads: bool
) -> Costs:
    """Half MPs to leave each hex while the same Bridges stand, whoever is about; rivers without Bridge are leaps."""
    move, rows, around = content.terrain.move, content.ground.rows, content.grid.around

    def price(a: Hex, b: Hex) -> int:
        if b in ground.links[a]:  # ARD-MV-02; ARD-MV-06: over a Bridge too
            return move.road * HALVES
        if on_roads:
            return 0
        return max([int(getattr(rows[b], mobility)) for mobility in mobilities]) * HALVES

    def row(h: Hex) -> list[int]:
        dry = ground.dry[h]
        return [price(h, b) if b in dry else 0 for b in around[h]]

    whole = printed(content)
    if ground is whole:
        return Costs(content.grid, row)
    changed = [
        h
        for h, dry in enumerate(whole.dry)
        if ground.dry[h] is not dry or ground.links[h] is not whole.links[h]
    ]
    table = _by_ground(content, whole, mobilities, on_roads)
    return table.but(content.grid.mask(changed), row)


def mobilities_of(g: ArdGame, units: Sequence[UnitId]) -> tuple[Mobility, ...]:
    """The columns of the terrain table that count for a stack."""
    return _mobilities(g.content, tuple(units), bool(g.state.tracks.get("freeze")))


@lru_cache(maxsize=1024)
def _mobilities(
    content: ArdennesContent, units: tuple[UnitId, ...], frozen: bool
) -> tuple[Mobility, ...]:
    mech: Mobility = "frozen" if frozen else "mech"
    return tuple(sorted({"inf" if content.units[u].infantry else mech for u in units}))
