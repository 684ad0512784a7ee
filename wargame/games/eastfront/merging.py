"""Units that become one: rifle corps an army (EF-RF-19), panzer divisions of a set with other corps (EF-RP-16)."""

from __future__ import annotations

from itertools import combinations

from wargame.flow.ask import DONE_WORD, Choice, Option
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import leave
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    CLASS,
    GONE,
    ISOLATED,
    LEVEL,
    LOST,
    MOST,
    EfGame,
    class_id,
    class_of,
    kind_of,
    most_steps,
    on_map,
    place_name,
    steps,
    unit_name,
)
from wargame.games.eastfront.unplaced import why_no_merger
from wargame.model.state import UnitId

DECLINED = "merges declined"
"""List: hexes in which no corps are to merge this turn."""
NONE = "none"


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
    if len(here) < len(pairs):
        choices.append((Option(NONE, "No merging anywhere in this player-turn"), ("", NONE)))
    ask = Choice(
        side,
        "merge",
        f"Merge rifle corps in {name}?",
        [out, *choices],
        rule="EF-RF-19",
        quiet=DONE_WORD,
        explain=lambda text: why_no_merger(g, text),
    )
    one, other = await g.ask(ask)
    if not one:
        over = {g.grid.name(g.state.units[a].hex) for a, _ in (pairs if other else here)}
        g.set_list(DECLINED, (*sorted(asked), *sorted(over)), rule="EF-RF-19")
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


# -- panzer sets ------------------------------------------------------------------------------------

Pair = tuple[UnitId, UnitId]


def split_among(g: EfGame, unit_id: UnitId) -> list[tuple[Option, Pair]]:
    """EF-RP-16  Pairs of other panzer corps that may take a division each of a set that arrives (R-237)."""
    if unit_id not in g.content.limits.replacements.panzer_sets:
        return []
    able = [u.id for u in on_map(g, g.state.units[unit_id].side) if _takes_more(g, u.id)]
    return [
        (
            Option(
                f"split {unit_id} {a}+{b}",
                f"A step each for {unit_name(g, a)} and {unit_name(g, b)}",
                (unit_id, a, b),
            ),
            (a, b),
        )
        for a, b in combinations(able, 2)
        if _room(g, a, b)
    ]


def _takes_more(g: EfGame, unit_id: UnitId) -> bool:
    most = g.content.limits.replacements.panzer_most
    able = class_of(g, unit_id).id == "GP" and ISOLATED not in g.state.units[unit_id].states
    return able and steps(g, unit_id) < most


def _room(g: EfGame, a: UnitId, b: UnitId) -> bool:
    """EF-SK-01  Whether both stacks stay within the limit."""
    sizes = {u: steps(g, u) + 1 for u in (a, b)}
    units = (g.state.units[u] for u in (a, b))
    return all(why_full(g, unit.side, unit.hex, (), sizes) is None for unit in units)


def split(g: EfGame, unit_id: UnitId, pair: Pair) -> None:
    """EF-RP-16  A set is split up: its divisions are steps of others, beyond what they had if they are whole."""
    for each in pair:
        lost = g.state.units[each].numbers.get(LOST, 0)
        if lost:
            g.set_number(each, LOST, lost - 1, rule="EF-RP-16")
        else:
            g.set_number(each, MOST, most_steps(g, each) + 1, rule="EF-RP-16")
        g.note("takes_in", unit=each, other=unit_id, rule="EF-RP-16")
    leave(g, unit_id, GONE, rule="EF-RP-16")
