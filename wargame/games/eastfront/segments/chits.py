"""Offensive chits made and broken down (EF-SP-03, EF-SP-19)."""

from __future__ import annotations

from wargame.flow.ask import DONE_WORD, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.asks.refusals import chits_not
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import Side, from_date
from wargame.games.eastfront.score import all_held
from wargame.games.eastfront.state import (
    DUMP,
    READY_CHIT,
    RESOURCES,
    SP,
    USED_CHIT,
    EfGame,
    level,
    unit_name,
)
from wargame.games.eastfront.supply import supply_of
from wargame.model.state import Unit, UnitId


def most_chits(g: EfGame, side: Side) -> int:
    """4.14, EF-PE-10  How many offensive chits a side may have."""
    limits, content = g.content.limits.chits, g.content
    if side == "axis":
        return limits.axis
    most = from_date(limits.soviet, g.state.turn())
    lost = all_held(g, "axis", (content.victory.collapse.capital,))
    return most - content.limits.chits.moscow_lost if lost else most


def chits_of(g: EfGame, side: Side) -> int:
    """Ready and used chits of a side."""
    found = (u for u in g.state.units.values() if u.side == side and u.hex >= 0)
    return sum(bool(u.states & {READY_CHIT, USED_CHIT}) for u in found)


def makers(g: EfGame, side: Side) -> list[UnitId]:
    """EF-SP-19, EF-SP-24  HQs that can make a chit now, by id."""
    if chits_of(g, side) >= most_chits(g, side):
        return []
    limits = g.content.limits.chits
    srp = g.state.layers.get(RESOURCES, {})
    return [
        hq.id
        for hq in supply_of(g, side).hqs()
        if not hq.states & {READY_CHIT, USED_CHIT}
        and hq.numbers.get(SP, 0) >= limits.sp
        and srp.get(hq.hex, 0) >= limits.srp
        and level(hq) == 0
    ]


def breakers(g: EfGame, side: Side) -> list[Unit]:
    """EF-SP-19  HQs with a ready chit, by id."""
    return [hq for hq in supply_of(g, side).hqs() if READY_CHIT in hq.states]


@segment("eastfront.supply.chits")
async def chits(g: EfGame, side: Side) -> Next:
    """EF-SP-03, EF-SP-19  One pass: a chit is made or broken down."""
    made = makers(g, side)
    broken = [hq.id for hq in breakers(g, side)]
    if not made and not broken:
        return DONE
    choices = [
        (Option(f"make {hq}", f"{unit_name(g, hq)} makes an offensive chit", (hq,)), (hq, True))
        for hq in made
    ]
    choices += [
        (Option(f"break {hq}", f"{unit_name(g, hq)} breaks its chit down", (hq,)), (hq, False))
        for hq in broken
    ]
    done = (Option(DONE_WORD, "No more"), ("", False))
    ask = Choice(
        side, "chits", "Make or break down offensive chits?", [*choices, done],
        rule="EF-SP-19", quiet=DONE_WORD,
        explain=chits_not(g, side, most_chits(g, side), chits_of(g, side)),
    )  # fmt: skip
    hq, make = await g.ask(ask)
    if not hq:
        return DONE
    if make:
        make_chit(g, hq)
    else:
        break_chit(g, hq)
    return AGAIN


def make_chit(g: EfGame, hq: UnitId) -> None:
    """EF-SP-19  SP and an SRP become a ready chit."""
    limits, unit = g.content.limits.chits, g.state.units[hq]
    srp = g.state.layers[RESOURCES][unit.hex]
    g.set_number(hq, SP, unit.numbers[SP] - limits.sp, rule="EF-SP-19")
    g.set_layer(RESOURCES, {unit.hex: srp - limits.srp}, rule="EF-SP-19")
    g.gain(hq, READY_CHIT, rule="EF-SP-19")
    g.note("chit_made", unit=hq, rule="EF-SP-19")


def break_chit(g: EfGame, hq: UnitId) -> None:
    """EF-SP-19  A ready chit becomes SP and an SRP again; SP beyond what the HQ holds lie in its hex."""
    limits, unit = g.content.limits.chits, g.state.units[hq]
    g.shed(hq, READY_CHIT, rule="EF-SP-19")
    room = holds(g.content, hq) - unit.numbers.get(SP, 0)
    kept = max(0, min(room, limits.back_sp))
    g.set_number(hq, SP, unit.numbers.get(SP, 0) + kept, rule="EF-SP-19")
    dump, srp = g.state.layers.get(DUMP, {}), g.state.layers.get(RESOURCES, {})
    if kept < limits.back_sp:
        more = dump.get(unit.hex, 0) + limits.back_sp - kept
        g.set_layer(DUMP, {unit.hex: more}, rule="EF-SP-19")
    g.set_layer(RESOURCES, {unit.hex: srp.get(unit.hex, 0) + limits.back_srp}, rule="EF-SP-19")
    g.note("chit_broken", unit=hq, rule="EF-SP-19")


def holds(content: EastFrontContent, hq: UnitId) -> int:
    """4.14  The SP that an HQ may hold."""
    return content.units[hq].holds or content.limits.supply.holds


def may_change(g: EfGame, side: str) -> bool:
    """EF-SP-03  Whether a chit can be made or broken down."""
    own: Side = "axis" if side == "axis" else "soviet"
    return bool(makers(g, own) or breakers(g, own))


WHEN = {"chits_may_change": may_change}
