"""What the program says of engineers held against what the referee says."""

from __future__ import annotations

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.referee import works
from tests.games.eastfront.referee.position import Position
from wargame.games.eastfront import state as st
from wargame.games.eastfront.labour import builder, why_not_start


def engineers(g: st.EfGame, p: Position, side: str, found: Differences) -> None:
    """4.10, 5.7  What every unit may start."""
    for unit in p.units.values():
        if unit.who != side or not works.builder(p, unit):
            continue
        here = g.grid.hex(unit.hex)
        his = {
            (work.id, g.grid.name(h))
            for work in g.content.works.work
            for h in (here, *g.grid.neighbours[here])
            if work.by and why_not_start(g, work, unit.id, h) is None
        }
        found.same("builder", builder(g, unit.id), works.builder(p, unit), unit.id)
        found.same("works", his, works.starts(p, unit), f"{unit.id} {unit.hex}")
