"""What whole segments of the program leave held against what the referee says; the table is changed by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.passes import played_out
from tests.games.eastfront.referee import levels
from tests.games.eastfront.referee.position import Position
from wargame.games.eastfront import state as st
from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.supply import judge
from wargame.model import events as ev


def judgement(g: st.EfGame, p: Position, side: Any, found: Differences) -> None:
    """5.17.5, 5.17.6  Segment 12.4: who is fed, levels, attrition, the first winter."""
    for who in SIDES:
        his = {u for u in judge(g, who).units if p.units[u].cls != "PA"}
        found.same("fed", his, levels.fed(p, who), who)
    mine = levels.levels(p, side)
    new = replace(p, units={u: replace(unit, level=mine.get(u, 0)) for u, unit in p.units.items()})
    before = len(g.journal)
    played_out(g, "supply.judgement", side=side, bonus=0)
    dice = [e for e in g.journal[before:] if isinstance(e, ev.DiceRolled)]
    rolled = {e.unit: dict(e.facts)["needed"] for e in dice if e.kind == "attrition"}
    found.same("attrition", rolled, levels.rolls(new, side), side)
    alive = {u: n for u, n in mine.items() if g.state.units[u].hex >= 0}
    found.same("levels", {u: st.level(g.state.units[u]) for u in alive}, alive, side)
    others = sorted({e.kind for e in dice} - {"attrition"})
    winter = [e for e in dice if e.kind != "attrition"]
    frost = levels.frosted(_standing(g, new)) if side == "axis" else set()
    found.same("winter", len(winter) >= 1, bool(frost), f"{side} {others}")


def _standing(g: st.EfGame, p: Position) -> Position:
    """Without those that attrition has eliminated."""
    return p.without(u for u in p.units if g.state.units[u].hex < 0)
