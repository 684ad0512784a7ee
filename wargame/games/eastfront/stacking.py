"""What one hex holds: stacking values, small units, nations that do not stand together (EF-SK-01, EF-SK-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import MOUNTAIN
from wargame.games.eastfront.state import EfGame, class_of, nation, steps
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.stacking import together


def stacking_value(g: EfGame, unit_id: UnitId, size: int | None = None) -> int:
    """EF-SK-01  0 for small units, else 1, or 2 with two steps or more; *size* where it will have other steps."""
    if class_of(g, unit_id).small:
        return 0
    return g.content.limits.stacking.big if (size or steps(g, unit_id)) > 1 else 1


def why_full(
    g: EfGame,
    side: str,
    where: Hex,
    coming: Sequence[UnitId],
    sizes: Mapping[UnitId, int] | None = None,
) -> Refusal | None:
    """EF-SK-01, EF-SK-03  Why *coming* may not end in a hex; *sizes* are steps that some of them will have."""
    then, known = sizes or {}, g.content.units
    limits = g.content.limits.stacking
    most = limits.mountain if g.content.map.terrain[where] == MOUNTAIN else limits.value
    units = [u for u in together(g, side, where, coming) if u in known and known[u].cls != "PA"]
    small = value = 0
    for u in units:
        if class_of(g, u).small:
            small += 1
        else:
            value += stacking_value(g, u, then.get(u))
    if value <= most and small <= limits.small:
        return _unfriendly(g, units, where) if len(units) > 1 else None
    name = g.grid.name(where)
    if value > most:
        said = f"{name} would hold units of stacking value {value}; {most} is the most."
        return Refusal(said, "EF-SK-01")
    said = f"{name} would hold {small} small units; {limits.small} is the most."
    return Refusal(said, "EF-SK-01")


def _unfriendly(g: EfGame, units: Sequence[UnitId], where: Hex) -> Refusal | None:
    """EF-SK-03, EF-UN-05"""
    nations = {nation(g, u) for u in units}
    if len(nations) == 1:
        return None
    name = g.grid.name(where)
    if {"H", "R"} <= nations:
        return Refusal(f"In {name} Hungarians and Romanians would stand together.", "EF-SK-03")
    if "F" in nations and nations - {"F", "G"}:
        return Refusal(f"In {name} Finns would stand with others than Germans.", "EF-SK-03")
    return None
