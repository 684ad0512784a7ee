"""Corps and Artillery Support Segment: Support Levels, HQs supported, guns re-supplied (NOR-SL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy.armies import armies, hqs, pay
from wargame.games.normandy.asks.supporting import (
    Means,
    allocation,
    is_free,
    means,
    payer,
    points_ask,
    shared,
    spent_by,
    support_ask,
)
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.facilities import support_level
from wargame.games.normandy.state import NATIONS, REDUCED, SUPPORTED, NorGame, kind_of
from wargame.model.state import UnitId

SHARES = "points "
"""Track, by army: allocation points of this turn where a nation has two armies."""


@segment("normandy.support_levels")
async def support_levels(g: NorGame, side: Side, found: int = 0) -> Next:
    """NOR-SL-01 to -03  The Levels; where a nation has two armies its points are shared; then who is paid for."""
    if not found:
        g.keep(found=1)
        _levels(g, side)
        return AGAIN
    if shared(g, side) and found == 1:
        given = await g.ask(points_ask(g, side))
        for army, points in given.items():
            g.set_track(SHARES + army, points, rule="NOR-SL-04")
            g.note("points_to_armies", rule="NOR-SL-04", army=_title(g, army), points=points)
        g.keep(found=2)
        return AGAIN
    have = means(g, side, _points(g, side))
    ask = support_ask(g, side, have)
    given = await g.ask(ask) if ask is not None else {}
    _apply(g, side, given, have)
    return DONE


def _title(g: NorGame, army: str) -> str:
    return g.content.armies[army].title


def _levels(g: NorGame, side: Side) -> None:
    """NOR-SL-04, NOR-RF-02  Level and landing capacity of each Allied nation."""
    for nation in NATIONS[side]:
        if nation == "ge" or not armies(g, nation):
            continue
        points, level = support_level(g, nation)
        room = points * g.content.support.points.by_facility
        g.set_track(f"level {nation}", level, rule="NOR-SL-04")
        if g.content.plays("landing"):
            g.set_track(f"landing {nation}", room, rule="NOR-RF-02")
        what = "support_level" if g.content.plays("landing") else "support_level_fixed"
        g.note(what, rule="NOR-SL-04", nation=NATION_TITLES[nation], points=points, level=level,
               allocation=allocation(g, nation), capacity=room)  # fmt: skip


def _points(g: NorGame, side: Side) -> Mapping[str, int]:
    """NOR-SL-04  Allocation points by army: one gets all, two as they were shared."""
    found: dict[str, int] = {}
    for nation in NATIONS[side]:
        pools = [] if nation == "ge" else armies(g, nation)
        if len(pools) == 1:
            found[pools[0]] = allocation(g, nation)
        elif allocation(g, nation):
            found |= {army: int(g.state.tracks.get(SHARES + army, 0)) for army in pools}
    return found


def _apply(g: NorGame, side: Side, given: Mapping[str, int], have: Means) -> None:
    """NOR-SL-04 to -08  Allocation points are spent before an army's Reserve."""
    paid = [u for u, n in given.items() if n]
    for army, spent in spent_by(g, paid, given).items():
        by_reserve = have.by_reserve(army, spent)
        if by_reserve:
            g.note("support_by_sp", rule="NOR-SL-05" if side == "allied" else "NOR-SL-06",
                   army=_title(g, army), points=by_reserve)  # fmt: skip
            pay(g, army, by_reserve, rule="NOR-SL-05" if side == "allied" else "NOR-SL-06")
    _flip(g, side, [u for u in paid if kind_of(g, u).hq])
    for gun in [u for u in paid if kind_of(g, u).support]:
        g.note("resupplied", rule="NOR-SL-03", unit=gun, army=_title(g, payer(g, gun)))
        g.shed(gun, REDUCED, rule="NOR-SL-03")


def _flip(g: NorGame, side: Side, chosen: Sequence[UnitId]) -> None:
    """NOR-SL-04, NOR-SL-07, section 8.1  Who is named is Supported, everybody else is not."""
    here = hqs(g, side)
    if is_free(g):
        chosen = here
    fortress = g.content.off_map.fortress.hq
    units, free = g.state.units, is_free(g)
    mine = sorted(u for u in g.content.hqs if units[u].side == side)
    g.mark([hq for hq in mine if hq in chosen], SUPPORTED, rule="NOR-SL-04")
    idle = [hq for hq in mine if hq not in chosen and not (free and units[hq].hex < 0)]
    g.mark(idle, lost=(SUPPORTED,), rule="NOR-SL-07")
    left_out = tuple(hq for hq in here if hq not in chosen and hq != fortress)
    if not left_out:
        g.note("all_supported", rule="NOR-SL-07")
        return
    if chosen:
        g.note("supported", rule="NOR-SL-04", units=tuple(sorted(chosen)))
    g.note("unsupported", rule="NOR-SL-07", units=left_out)


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {}
"""The conditions of its steps."""
