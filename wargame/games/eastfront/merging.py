"""EF-RF-19  Soviet rifle corps become armies."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD, Choice, Option
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import leave
from wargame.games.eastfront.state import (
    CLASS,
    GONE,
    LEVEL,
    LOST,
    MOST,
    EfGame,
    class_id,
    kind_of,
    on_map,
    place_name,
    steps,
    unit_name,
)
from wargame.model.state import UnitId

DECLINED = "merges declined"
"""List: hexes in which no corps are to merge this turn."""


async def merge_some(g: EfGame, side: Side) -> bool:
    """EF-RF-19  Two Soviet rifle corps of one hex may become an army."""
    rows = g.content.events.dates.merging
    if side != "soviet" or g.state.turn() < rows:
        return False
    pairs = []
    corps = [u for u in on_map(g, side) if class_id(u, kind_of(g, u.id)) == "SR"]
    for a in corps:
        for b in corps:
            if a.id != b.id and a.hex == b.hex:
                pairs.append((a.id, b.id))
    asked = {str(x) for x in g.state.lists.get(DECLINED, ())}
    pairs = [p for p in pairs if g.grid.name(g.state.units[p[0]].hex) not in asked]
    if not pairs:
        return False
    where = g.state.units[pairs[0][0]].hex
    here = [p for p in pairs if g.state.units[p[0]].hex == where]
    name = place_name(g, where)
    choices = [
        (Option(f"merge {a} {b}", f"{unit_name(g, a)} takes in {unit_name(g, b)}", (a, b)), (a, b))
        for a, b in here
    ]
    out = (Option(DONE_WORD, "No merging here"), ("", ""))
    ask = Choice(
        side,
        "merge",
        f"Merge rifle corps in {name}?",
        [out, *choices],
        rule="EF-RF-19",
        quiet=DONE_WORD,
    )
    one, other = await g.ask(ask)
    if not one:
        g.set_list(DECLINED, (*sorted(asked), g.grid.name(where)), rule="EF-RF-19")
        return True
    merge(g, one, other)
    return True


def merge(g: EfGame, a: UnitId, b: UnitId) -> None:
    """EF-RF-19  One keeps its id as an army of at most three steps and the higher level."""
    together = min(g.content.events.dates.army_steps, steps(g, a) + steps(g, b))
    worst = max(g.state.units[u].numbers.get(LEVEL, 0) for u in (a, b))
    g.tie(a, CLASS, "SA", rule="EF-RF-19")
    g.set_number(a, MOST, g.content.events.dates.army_steps, rule="EF-RF-19")
    g.set_number(a, LOST, g.content.events.dates.army_steps - together, rule="EF-RF-19")
    g.set_number(a, LEVEL, worst, rule="EF-RF-19")
    g.note("merges", unit=a, other=b, rule="EF-RF-19")
    leave(g, b, GONE, rule="EF-RF-19")
