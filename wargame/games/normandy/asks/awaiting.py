"""What waits at the end of a move: zones of control, staffs, what must be attacked, supply lost."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.flow.imagined import imagined
from wargame.games.normandy.attackers import RESERVES
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.obligations import bound_to
from wargame.games.normandy.odds import assess, odds
from wargame.games.normandy.stakes import one_point
from wargame.games.normandy.state import (
    ISOLATED,
    OTHER,
    OUT,
    RODE,
    NorGame,
    combat_units,
    in_supply,
    kind_of,
    nation_of,
    unit_name,
    zone_makers,
)
from wargame.games.normandy.supply import lines_of
from wargame.games.normandy.works import (
    DEEPENING,
    DIGGING,
    ENTRENCHED,
    IMPROVED,
    is_fort,
    works,
)
from wargame.hexes.grid import Hex
from wargame.model.events import Event, StateGained, UnitPlaced
from wargame.model.state import UnitId

_DUG = {
    DIGGING: "works begun",
    IMPROVED: "Improved Position",
    DEEPENING: "Improved Position",
    ENTRENCHED: "Entrenchment",
}
"""NOR-EN-12  What is lost with a hex, in words."""


def awaiting(g: NorGame, side: Side, unit_id: UnitId, where: Hex, phase: str) -> list[str]:
    """NOR-ZC-02, NOR-HQ-01, NOR-EN-08, NOR-CO-07, NOR-SU-08  A line each."""
    enemy = OTHER[side]
    zone = zone_makers(g, where, enemy)
    lines = [f"enters the ZOC of {', '.join(unit_name(g, u) for u in zone)}"] if zone else []
    staffs = [u for u in g.board.at[where] if g.state.units[u].side == enemy]
    if staffs and not combat_units(g, where, enemy):
        lines.append(f"drives out {', '.join(unit_name(g, u) for u in staffs)}")
    lines += _given_up(g, unit_id, where)
    there: list[Event] = [UnitPlaced(unit_id, where, "NOR-MV-03")]
    if phase == RESERVES:
        there.append(StateGained(unit_id, RODE, "NOR-RV-04"))
    with imagined(g, there):
        return [*lines, *_duties(g, side, unit_id, phase), *_supply(g, unit_id)]


def _given_up(g: NorGame, unit_id: UnitId, where: Hex) -> Iterator[str]:
    """NOR-EN-08  The works of the hex that the last combat unit leaves."""
    unit = g.state.units[unit_id]
    here = unit.hex
    if here < 0 or here == where or not kind_of(g, unit_id).combat_unit or is_fort(g, here):
        return
    if works(g, here) and [u.id for u in combat_units(g, here, unit.side)] == [unit_id]:
        yield f"gives up the {_DUG[works(g, here)]} in {g.grid.name(here)}"


def _duties(g: NorGame, side: Side, unit_id: UnitId, phase: str) -> Iterator[str]:
    """NOR-CO-07, NOR-CO-09  The hexes that it must attack from there, in one attack if nobody helps it."""
    targets = bound_to(g, unit_id, phase)
    if not targets:
        return
    found = odds(g, assess(g, targets, [unit_id], one_point(g, [unit_id])))
    hits = round(found.effect(side) * 100)
    hexes = " and ".join(g.grid.name(target) for target in targets)
    together = " together" if len(targets) > 1 else ""
    yield f"must attack {hexes}{together}, alone at {found.column}: {hits}% to strike"


def _supply(g: NorGame, unit_id: UnitId) -> Iterator[str]:
    """NOR-SU-02, NOR-SU-08  What would be found of it where it stands now."""
    unit = g.state.units[unit_id]
    found = lines_of(g, nation_of(g, unit_id)).status(unit)
    if found in (OUT, ISOLATED):
        yield f"{found} there in the next Supply Segment"
    elif not in_supply(unit):
        yield "in supply there in the next Supply Segment"
