"""Supply Segment: attachments, the status of every unit, attrition of the Isolated (NOR-SU)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.asks.attaching import Attachments, attach_ask
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.harm import lose_step
from wargame.games.normandy.state import (
    COAST,
    FOUND_ISOLATED,
    HQ,
    ISOLATED,
    OUT,
    SILENT,
    NorGame,
    kind_of,
    nation_of,
)
from wargame.games.normandy.supply import COASTAL, FED, is_beyond_reach, statuses
from wargame.games.normandy.supply_ground import SIDES
from wargame.games.normandy.zones import is_foreign
from wargame.model.state import UnitId

AGAIN_AND_AGAIN = 2
"""NOR-SU-09  Supply Segments running after which a unit found Isolated may lose a step."""


# -- attachments ------------------------------------------------------------------------------------


@segment("normandy.supply.attach")
async def attach(g: NorGame, side: Side, proposed: int = 0) -> Next:
    """NOR-SU-04  The proposal is laid out first; each further pass changes one HQ, until it stands."""
    found = Attachments(g, side)
    if not proposed:
        g.keep(proposed=1)
        found.propose()
        _lay_out(g, found)
        return AGAIN
    if not any(len(hqs) > 1 for hqs in found.open.values()):
        return DONE
    order = await g.ask(attach_ask(found))
    if order is None:
        return DONE
    found.attach(order.units, order.hq)
    found.fill()
    _lay_out(g, found)
    return AGAIN


def _lay_out(g: NorGame, found: Attachments) -> None:
    """NOR-SU-04  What changes is told by HQ; who found no room too."""
    changed, known = dict[UnitId, list[UnitId]](), g.state.units
    for unit, hq in found.ties.items():
        if known[unit].ties.get(HQ, "") != hq:
            changed.setdefault(hq, []).append(unit)
    for hq in sorted(changed):
        units = tuple(changed[hq])
        if hq:
            g.note("attached", rule="NOR-SU-04", units=units, hq=hq)
        else:
            g.note("no_room", rule="NOR-SU-04", units=units)
        for unit in units:
            g.tie(unit, HQ, hq, rule="NOR-SU-04")


# -- status -----------------------------------------------------------------------------------------


@segment("normandy.supply.status")
async def status(g: NorGame) -> Next:
    """NOR-SU-01 to -03, NOR-SU-15  All from one board; displaced HQs come a segment nearer to work again."""
    for hq in sorted(g.content.hqs):
        silent = g.state.units[hq].numbers.get(SILENT, 0)
        if silent:
            g.set_number(hq, SILENT, silent - 1, rule="NOR-HQ-01")
    found = statuses(g)
    _mark(g, found)
    _tell(g, found)
    return DONE


_ORDER = (OUT, ISOLATED, COAST)
_STATUSES = frozenset(_ORDER)
_MARKS = {
    FED: frozenset[str](),
    COASTAL: frozenset((COAST,)),
    OUT: frozenset((OUT,)),
    ISOLATED: frozenset((ISOLATED,)),
}
"""By status the state that marks it."""


def _mark(g: NorGame, found: Mapping[UnitId, str]) -> None:
    """NOR-SU-02, NOR-SU-08, NOR-SU-09, NOR-SU-13  Of those whose status changes; and who is Isolated again."""
    units = g.state.units
    odd = sorted([
        u for u, its in found.items()
        if its or units[u].numbers or not _STATUSES.isdisjoint(units[u].states)
    ])  # fmt: skip
    new = [u for u in odd if _STATUSES & units[u].states != _MARKS[found[u]]]
    for what, rule in (
        (FED, "NOR-SU-02"), (COASTAL, "NOR-SU-13"), (OUT, "NOR-SU-08"), (ISOLATED, "NOR-SU-08")
    ):  # fmt: skip
        if those := [unit for unit in new if found[unit] == what]:
            others = [state for state in _ORDER if state not in _MARKS[what]]
            g.mark(those, *_MARKS[what], lost=others, rule=rule)
    for unit in odd:
        running = units[unit].numbers.get(FOUND_ISOLATED, 0)
        counted = running + 1 if found[unit] == ISOLATED else 0
        if counted != running:
            g.set_number(unit, FOUND_ISOLATED, counted, rule="NOR-SU-09")


def _tell(g: NorGame, found: Mapping[UnitId, str]) -> None:
    """NOR-SU-02, NOR-SU-14, NOR-BD-04  Who is not In Supply, and of the Allies what keeps them from it."""
    short = sorted([u for u, what in found.items() if what in (OUT, ISOLATED)])
    for side in SIDES:
        mine = [u for u in short if kind_of(g, u).side == side]
        lists = {state: tuple(u for u in mine if found[u] == state) for state in (OUT, ISOLATED)}
        if not any(lists.values()):
            g.note("in_supply", rule="NOR-SU-02", side=side)
        for state, what in ((OUT, "out_of_supply"), (ISOLATED, "isolated")):
            if lists[state]:
                g.note(what, rule="NOR-SU-08", units=lists[state])
        ashore = [g.state.units[u] for u in lists[OUT] if g.state.units[u].hex >= 0]
        beyond = tuple(u.id for u in ashore if is_beyond_reach(g, u))
        foreign = tuple(u.id for u in ashore if is_foreign(g, u.hex, nation_of(g, u.id)))
        if beyond:
            g.note("reach", rule="NOR-SU-14", units=beyond)
        if foreign:
            g.note("wrong_zone", rule="NOR-BD-04", units=foreign)


# -- attrition --------------------------------------------------------------------------------------


def _starving(g: NorGame) -> list[UnitId]:
    """NOR-SU-09  Combat units found Isolated a second time running, the Allied first, by id."""
    units, kinds = g.state.units, g.content.units
    counted = [u for side in SIDES for u in g.board.on_map[side] if units[u].numbers]
    again = [u for u in counted if units[u].numbers.get(FOUND_ISOLATED, 0) >= AGAIN_AND_AGAIN]
    return [u for u in again if kinds[u].combat_unit]


@segment("normandy.supply.attrition")
async def attrition(g: NorGame) -> Next:
    """NOR-SU-09, NOR-SU-15  All the dice first; then the steps are lost together."""
    lost = []
    for unit in _starving(g):
        found = dice.isolation(g.content).roll(g, "isolation", unit=unit)
        if found.result != "nothing":
            lost.append(unit)
    for unit in lost:
        g.note("loses_step", rule="NOR-SU-09", unit=unit)
        lose_step(g, unit, rule="NOR-SU-09")
    return DONE


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "isolated_again": lambda g, _: bool(_starving(g))
}
"""The conditions of its steps."""
