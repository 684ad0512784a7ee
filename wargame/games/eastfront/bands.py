"""Where partisan bands march (EF-PT-13)."""

from __future__ import annotations

from wargame.games.eastfront.band_odds import covered
from wargame.games.eastfront.state import EfGame, border_shut, combat_units
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def ways(g: EfGame, unit: UnitId) -> dict[Hex, tuple[Hex, ...]]:
    """EF-PT-13  Where a band may march and how: a hex, or two in cover; what stands in the one it passes stops nobody."""
    near, here = g.grid.neighbours, g.state.units[unit].hex
    open_ = {h: _onward(g, h) for h in (here, *near[here])}
    found: dict[Hex, tuple[Hex, ...]] = {h: (h,) for h in open_[here] if may_stand(g, unit, h)}
    for first in (h for h in open_[here] if covered(g, h)):
        for h in open_[first]:
            if h != here and h not in found and covered(g, h) and may_stand(g, unit, h):
                found[h] = (first, h)
    return found


def _onward(g: EfGame, where: Hex) -> list[Hex]:
    """EF-HC-05  Land hexes beside one, over no border of a closed country."""
    near = (h for h in g.grid.neighbours[where] if h in g.content.land)
    return [h for h in near if not border_shut(g.state, g.content, where, h)]


def may_stand(g: EfGame, unit: UnitId, where: Hex) -> bool:
    """EF-PT-13  A band does not end with an Axis combat unit, nor with another band."""
    taken = any(
        u in g.content.units and g.content.units[u].cls == "PA" and u != unit
        for u in g.board.at[where]
    )
    return where in g.content.land and not combat_units(g, where, "axis") and not taken
