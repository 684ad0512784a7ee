"""What waits for those who end a move: zones of control, what they must attack, supply lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.imagined import imagined
from wargame.games.arras.asks.attack import has_duty, to_attack
from wargame.games.arras.data.files import SIDE_TITLES, Side
from wargame.games.arras.odds import kinds_named, odds
from wargame.games.arras.state import OTHER, ArrasGame, zone_makers
from wargame.games.arras.supply import cut_off, supply_of
from wargame.hexes.grid import Hex
from wargame.model.events import UnitPlaced
from wargame.model.state import UnitId
from wargame.rules.supply import shift


def awaiting(
    g: ArrasGame, side: Side, units: Sequence[UnitId], where: Hex, *, fights: bool
) -> list[str]:
    """ARR-MV-01, ARR-CO-09, ARR-SU-03  A line for each; *fights*: combat comes after the move."""
    troops = [u for u in units if u in g.content.units]
    was = cut_off(g)
    with imagined(g, [UnitPlaced(u, where, "ARR-MV-07") for u in units]):
        zone = zone_makers(g, where, OTHER[side])
        lines = [f"enters the ZOC of {kinds_named(g, zone)}"] if zone else []
        if fights:
            lines += _duties(g, troops, where, side)
        if troops and not supply_of(g, side).reaches(where):
            lines.append("out of supply there")
        elif any(u in troops for u, _ in was[SIDE_TITLES[side]]):
            lines.append("in supply again there")
        return [*lines, *shift(was, cut_off(g), units)]


def _duties(g: ArrasGame, units: Sequence[UnitId], where: Hex, side: Side) -> Iterator[str]:
    """ARR-CO-09  Each hex that they must attack from *where*, and the odds if nobody helps them."""
    able = [u for u in units if has_duty(g, g.state.units[u])]
    for target in to_attack(g, where, side) if able else ():
        found = odds(g, [target], able)
        hits = round(found.effect(side) * 100)
        yield f"must attack {g.grid.name(target)}, alone at {found.column}: {hits}% to strike"
