"""A - the Administrative Phase: HQs, command, OPP Used, the cup."""

from __future__ import annotations

from wargame.flow.ask import Choice
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.hannut.data.counters import Formation
from wargame.games.hannut.state import (
    ACTIVATED,
    CUP,
    ELIMINATED,
    NEUTRALIZED,
    OOC,
    OPP,
    SAVED,
    HannutGame,
    has,
    kind_of,
    on_map,
    room,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import due
from wargame.rules.choose import of_hexes
from wargame.rules.phases import clear


@segment("hannut.admin.flip")
async def flip(g: HannutGame) -> Next:
    """HAN-SP-02, HAN-CU-04, HAN-RP-06  Every activated HQ goes back to its active side."""
    clear(g, ACTIVATED, rule="HAN-SP-02")
    return DONE


@segment("hannut.admin.hq_return")
async def hq_return(g: HannutGame) -> Next:
    """HAN-CM-05  One pass: one lost HQ comes back, to a combat unit its owner chooses."""
    formation = returning(g)[0]
    name, places = kind_of(g, formation.hq).name, return_hexes(g, formation)
    choices = of_hexes(g, places, f"place {formation.hq} {{hex}}", f"{name} in {{hex}}")
    prompt = f"{name} returns: which combat unit does it join?"
    ask = Choice(formation.side, "admin.hq_return", prompt, choices, rule="HAN-CM-05")
    where = await g.settle(ask)
    g.place(formation.hq, where, rule="HAN-CM-05")
    g.set_number(formation.hq, "steps", 1, rule="HAN-CM-05")
    g.gain(formation.hq, NEUTRALIZED, rule="HAN-CM-05")
    return AGAIN if returning(g) else DONE


def returning(g: HannutGame) -> list[Formation]:
    """HAN-CM-05  Formations whose HQ comes back now, german first, in table order."""
    due = g.state.turn() - g.content.limits.hq_return
    return [
        f
        for f in g.content.formations.values()
        if g.state.units[f.hq].box == ELIMINATED
        and g.state.number(f.hq, "lost") <= due
        and return_hexes(g, f)
    ]


def return_hexes(g: HannutGame, formation: Formation) -> list[Hex]:
    """HAN-CM-05  Hexes of its combat units with room for an HQ, ascending."""
    units = [u for u in on_map(g, formation) if kind_of(g, u).combat_unit]
    hexes = sorted({where_is(g, u) for u in units})
    return [h for h in hexes if room(g, h, (formation.hq,))]


@segment("hannut.admin.command")
async def command(g: HannutGame) -> Next:
    """HAN-SP-03, HAN-CM-02  Out of Command is judged once, for every unit on the map."""
    lost = 0
    for formation in g.content.formations.values():
        out = out_of_range(g, formation)
        lost += len(out)
        for unit in on_map(g, formation):
            if (unit in out) != has(g, unit, OOC):
                (g.gain if unit in out else g.shed)(unit, OOC, rule="HAN-CM-02")
    g.note("out_of_command", rule="HAN-SP-03", count=lost)
    return DONE


def out_of_range(g: HannutGame, formation: Formation) -> list[UnitId]:
    """HAN-CM-01, HAN-CM-02  All but the HQ, if it is off the map, or those beyond its command range."""
    hq, far = where_is(g, formation.hq), g.grid.distance
    rest = (u for u in on_map(g, formation) if u != formation.hq)
    return [u for u in rest if hq < 0 or far(where_is(g, u), hq) > formation.command]


@segment("hannut.admin.opp")
async def opp(g: HannutGame) -> Next:
    """HAN-SP-04, HAN-RP-07  Remove every OPP Used marker."""
    clear(g, OPP, rule="HAN-SP-04")
    return DONE


@segment("hannut.admin.cup")
async def cup(g: HannutGame) -> Next:
    """HAN-CU-01, HAN-CU-02  One marker a formation, and the fire markers; less the saved one."""
    g.fill(CUP, contents(g), rule="HAN-CU-01")
    g.set_track("opening", 1, rule="HAN-SP-06")
    count, saved = len(g.state.cups.get(CUP, [])), ", ".join(g.state.cups[SAVED])
    g.note("cup_saved" if saved else "cup", rule="HAN-CU-01", count=count, saved=saved)
    return DONE


def contents(g: HannutGame) -> tuple[str, ...]:
    """HAN-CU-01  The markers of a turn's cup, in ascending text order."""
    turn, saved = g.state.turn(), g.state.cups[SAVED]
    found = [f.marker for f in g.content.formations.values() if _takes_part(g, f)]
    found += g.content.fire_markers(turn)
    return tuple(sorted(m for m in found if m not in saved))


def _takes_part(g: HannutGame, formation: Formation) -> bool:
    """HAN-CU-01  A unit on the map, or units due to enter by now."""
    return bool(on_map(g, formation) or due(g, formation.units, lambda u: kind_of(g, u).arrival))
