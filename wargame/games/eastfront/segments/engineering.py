"""Engineering: countdowns in phase 4, repairs in phase 11 (EF-EN-01 to -04, EF-EN-11, EF-EN-12, EF-EN-15)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.labour import (
    EVACUATING,
    MOVED_FACTORIES,
    WORK,
    builder,
)
from wargame.games.eastfront.nets import OWN_GAUGE
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DEMOLISHED,
    FACTORY,
    FORT,
    GAUGE,
    OIL_OUT,
    PORT_HITS,
    EfGame,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Marker

_ORDER = {"convert": 0, "restore": 0, "blow rail": 1, "blow port": 1, "blow oil": 1}
"""EF-EN-12  Conversions take effect first, then demolitions, then the rest."""


def works_of(g: EfGame, side: str, *marks: str) -> list[Marker]:
    """The markers of a side by hex; ids begin with C, D or R."""
    found = [m for m in g.state.markers.values() if m.side == side and m.id[0] in marks]
    return sorted(found, key=lambda m: (m.hex, m.id))


@segment("eastfront.engineering.initial")
async def initial(g: EfGame, side: Side) -> Next:
    """EF-EN-01, EF-EN-02, EF-EN-12  Own construction and demolition markers come down a level."""
    finished = []
    for marker in works_of(g, side, "C", "D"):
        if marker.id[0] == "C" and not attended(g, marker):
            g.note("given_up", work=marker.kind, hex=marker.hex, rule="EF-EN-12")
            g.lift(marker.id, rule="EF-EN-12")
            continue
        g.lift(marker.id, rule="EF-EN-02")
        if marker.count > 1:
            g.lay(
                marker.id,
                marker.kind,
                side=side,
                where=marker.hex,
                count=marker.count - 1,
                rule="EF-EN-01",
            )
        else:
            finished.append(marker)
    for marker in sorted(finished, key=lambda m: (_ORDER.get(m.kind, 2), m.hex)):
        finish(g, side, marker.kind, marker.hex)
        for unit in g.state.units.values():
            if unit.ties and unit.ties.get(WORK) == marker.id:
                g.tie(unit.id, WORK, "", rule="EF-EN-18")
    return DONE


def attended(g: EfGame, marker: Marker) -> bool:
    """EF-EN-12, 4.10  Whether somebody is still there to build: in the hex, beside it for railways."""
    if marker.kind == "evacuate":
        return True
    near = (
        (marker.hex, *g.grid.neighbours[marker.hex]) if marker.kind == "convert" else (marker.hex,)
    )
    for h in near:
        for unit_id in g.board.at[h]:
            unit = g.state.units[unit_id]
            if unit.side != marker.side or unit_id not in g.content.units:
                continue
            if builder(g, unit_id) in g.content.work[marker.kind].by and (
                builder(g, unit_id) != "X" or unit.ties.get(WORK) == marker.id
            ):
                return True
    return False


def finish(g: EfGame, side: Side, work: str, where: Hex) -> None:
    """4.10  What a function that is finished does."""
    layers = g.state.layers
    g.note("finished", work=work, hex=where, side=side, rule="EF-EN-02")
    if work in ("convert", "restore"):
        g.set_layer(GAUGE, {where: OWN_GAUGE[side]}, rule="EF-EN-10")
        g.set_layer(DEMOLISHED, {where: 0}, rule="EF-EN-17")
    elif work == "blow rail":
        g.set_layer(DEMOLISHED, {where: 1}, rule="EF-EN-17")
    elif work == "blow port":
        major = g.content.ports[where].size == "major"
        limits = g.content.limits.naval
        g.set_layer(
            PORT_HITS, {where: limits.major_port if major else limits.minor_port}, rule="EF-EN-10"
        )
    elif work == "blow oil":
        g.set_layer(OIL_OUT, {where: g.state.turn() + g.content.works.oil.out}, rule="EF-EN-10")
    elif work == "airfield":
        g.set_layer(AIRFIELD, {where: 1}, rule="EF-EN-10")
    elif work.startswith("fort"):
        g.set_layer(FORT, {where: int(work[-1])}, rule="EF-EN-10")
    elif work == "evacuate":
        _factories_leave(g, where, layers.get(EVACUATING, {}).get(where, 0))


def _factories_leave(g: EfGame, where: Hex, points: int) -> None:
    """4.10  Evacuated points open again off the map."""
    g.set_layer(EVACUATING, {where: 0}, rule="EF-EN-10")
    left = g.state.layers.get(FACTORY, {}).get(where, 0) - points
    g.set_layer(FACTORY, {where: left}, rule="EF-EN-10")
    opens = g.state.turn() + g.content.works.evacuation.reopens
    old = g.state.lists.get(MOVED_FACTORIES, ())
    g.set_list(MOVED_FACTORIES, (*old, f"{opens} {points}"), rule="EF-EN-10")


@segment("eastfront.engineering.secondary")
async def secondary(g: EfGame, side: Side) -> Next:
    """EF-EN-04, EF-EN-15  Repair markers come off; each takes away a Rail Break or a hit."""
    for marker in works_of(g, side, "R"):
        g.lift(marker.id, rule="EF-EN-04")
        g.note("finished", work=marker.kind, hex=marker.hex, side=side, rule="EF-EN-15")
        if marker.kind == "mend rail":
            g.set_layer(BREAK, {marker.hex: 0}, rule="EF-EN-15")
        else:
            hits = g.state.layers.get(PORT_HITS, {}).get(marker.hex, 0)
            g.set_layer(PORT_HITS, {marker.hex: max(0, hits - 1)}, rule="EF-EN-15")
    return DONE


def works_under_way(g: EfGame, side: str) -> bool:
    """EF-EN-01"""
    return bool(works_of(g, side, "C", "D"))


def repairs_under_way(g: EfGame, side: str) -> bool:
    """EF-EN-04"""
    return bool(works_of(g, side, "R"))


WHEN = {"works_under_way": works_under_way, "repairs_under_way": repairs_under_way}
