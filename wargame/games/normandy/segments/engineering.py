"""Engineering Phase: works are finished, then begun; the German blows bridges (NOR-EN)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.asks.blowing import BlowAsk, doomed
from wargame.games.normandy.asks.building import (
    WorksAsk,
    name_of,
    ready_bridges,
    sites,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.score import is_last_turn
from wargame.games.normandy.state import (
    BUILDING,
    DISORGANIZED,
    DOWN,
    WORKS,
    NorGame,
    combat_units,
)
from wargame.games.normandy.works import (
    DEEPENING,
    DIGGING,
    ENTRENCHED,
    IMPROVED,
    lay_bridges,
    set_all_works,
    set_builder,
    tell_bridge,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey

FINISHED = {DIGGING: IMPROVED, DEEPENING: ENTRENCHED}


def ready_works(g: NorGame, side: Side) -> list[Hex]:
    """NOR-EN-07  Construction sides under a combat unit of the side that is in good order, ascending."""
    dug, held = g.state.layers.get(WORKS, {}), g.board.held[side]
    pending = [h for h in dug if dug[h] in FINISHED and held[h]]
    return sorted(
        [h for h in pending if any(DISORGANIZED not in u.states for u in combat_units(g, h, side))]
    )


@segment("normandy.engineering.finish")
async def finish(g: NorGame, side: Side) -> Next:
    """NOR-EN-01, NOR-EN-03, NOR-EN-07, NOR-EN-10  All that can be is finished, unasked (R-116)."""
    works = {where: FINISHED[g.state.layers[WORKS][where]] for where in ready_works(g, side)}
    set_all_works(g, works, rule="NOR-EN-07")
    built = ready_bridges(g, side)
    for bridge in built:
        tell_bridge(g, bridge, 0, rule="NOR-EN-10")
    lay_bridges(g, built, 0, rule="NOR-EN-10")
    set_builder(g, built, "", rule="NOR-EN-10")
    return DONE


@segment("normandy.engineering.place")
async def place(g: NorGame, side: Side) -> Next:
    """NOR-EN-02, NOR-EN-04, NOR-EN-05, NOR-EN-12  Positions, bridges, Entrenchments, in one answer.

    Nothing is begun on the last turn, which nobody would finish (R-110).
    """
    found = sites(g, side)
    if not found.any or is_last_turn(g):
        return DONE
    chosen = await g.ask(WorksAsk(g, side, found))
    name = g.grid.name
    dug = [where for where in found.dig if chosen.get(name(where))]
    set_all_works(g, dict.fromkeys(dug, DIGGING), rule="NOR-EN-06")
    begun = [bridge for bridge in sorted(found.bridges) if chosen.get(name_of(g, bridge))]
    for bridge in begun:
        tell_bridge(g, bridge, BUILDING, rule="NOR-EN-10")
    lay_bridges(g, begun, BUILDING, rule="NOR-EN-10")
    set_builder(g, begun, side, rule="NOR-EN-10")
    deeper = [where for where in found.entrench if chosen.get(name(where))]
    set_all_works(g, dict.fromkeys(deeper, DEEPENING), rule="NOR-EN-09")
    return DONE


@segment("normandy.engineering.demolition")
async def demolition(g: NorGame, side: Side) -> Next:
    """NOR-EN-11  A die for each bridge named, in the order of the map."""
    chosen = await g.ask(BlowAsk(g))
    fallen: list[HexsideKey] = []
    for bridge in doomed(g):
        if chosen.get(name_of(g, bridge)):
            throw = dice.demolition(g.content, retreating=False)
            named = throw.roll(g, "demolition", by=side, bridge=name_of(g, bridge))
            if named.result == "destroyed":
                tell_bridge(g, bridge, DOWN, rule="NOR-EN-11")
                fallen.append(bridge)
            else:
                g.note("not_blown", rule="NOR-EN-11", bridge=name_of(g, bridge))
    lay_bridges(g, fallen, DOWN, rule="NOR-EN-11")
    return DONE


def _to_finish(g: NorGame, side: Side) -> bool:
    return bool(ready_works(g, side) or ready_bridges(g, side))


def _to_blow(g: NorGame, _: Side) -> bool:
    """NOR-EN-11  Not where nobody marches any more (R-110)."""
    over = is_last_turn(g) and g.state.tracks.get("first") != "german"
    return bool(doomed(g)) and not over


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "works_to_finish": _to_finish,
    "bridges_to_blow": _to_blow,
}
"""The conditions of its steps."""
