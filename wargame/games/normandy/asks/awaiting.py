"""What waits at the end of a move: zones of control, and who stands there."""

from __future__ import annotations

from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import OTHER, NorGame, combat_units, unit_name, zone_makers
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def awaiting(g: NorGame, side: Side, unit_id: UnitId, where: Hex) -> list[str]:
    """NOR-ZC-02, NOR-HQ-01  A line each."""
    enemy = OTHER[side]
    zone = zone_makers(g, where, enemy)
    lines = [f"enters the ZOC of {', '.join(unit_name(g, u) for u in zone)}"] if zone else []
    staffs = [u for u in g.board.at[where] if g.state.units[u].side == enemy]
    if staffs and not combat_units(g, where, enemy):
        lines.append(f"drives out {', '.join(unit_name(g, u) for u in staffs)}")
    if unit_id in staffs:
        return []
    return lines
