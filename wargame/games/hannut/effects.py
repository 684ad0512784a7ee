"""What results do to units: N, Z and 1, checks, forced retreats, losses, mines."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from wargame.flow.ask import Choice, Option
from wargame.games.hannut.checks import can_react, formation_check, reaction_check
from wargame.games.hannut.data.counters import Formation
from wargame.games.hannut.data.files import Result
from wargame.games.hannut.retreat import Threat, from_hex, legal, paths
from wargame.games.hannut.state import (
    ACTED,
    ASSAULTING,
    COLUMN,
    CUP,
    DEFENDING,
    DEMORALIZED,
    DISPERSED,
    ELIMINATED,
    NEUTRALIZED,
    OPP,
    SAVED,
    STAGED,
    HannutGame,
    acting,
    claim,
    formation_of,
    has,
    in_order,
    kind_of,
    mine_at,
    nearest_enemy,
    on_map,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.choose import of_hexes
from wargame.rules.losses import shift
from wargame.rules.retreat import Path, offered
from wargame.rules.table import Throw

T = TypeVar("T")

ROUTED = "_routed"
"""HAN-AS-04  Leaves the assault by force, two hexes."""
STAND = "stand"


async def put(g: HannutGame, substep: str, ask: Choice[T]) -> T:
    """Ask inside the segment, where there is a choice; the interrupt has its own step meanwhile."""
    if len(ask.choices) == 1:
        return ask.choices[0][1]
    before = g.state.substep
    g.enter(f"hannut.{ask.side}.{substep}", rule=ask.rule)
    value = await g.ask(ask)
    g.enter(before, rule=ask.rule)
    return value


# -- results --------------------------------------------------------------------------------------


async def apply_result(g: HannutGame, unit_id: UnitId, result: Result, threat: Hex) -> bool:
    """HAN-DF-01, HAN-CRT-09  Carry out a result at once; whether the unit fell back."""
    match result:
        case "N":
            await suffer_n(g, unit_id)
        case "Z":
            return await suffer_z(g, unit_id, threat)
        case "1":
            await lose_step(g, unit_id)
    return False


async def suffer_n(g: HannutGame, unit_id: UnitId, *, retreating: bool = False) -> None:
    """HAN-GE-03  Neutralized, or a formation check if it is already."""
    if has(g, unit_id, NEUTRALIZED):
        await check(g, unit_id, "neutralized_again", retreating=retreating)
        return
    neutralize(g, unit_id, rule="HAN-GE-03")


def neutralize(g: HannutGame, unit_id: UnitId, *, rule: str) -> None:
    """HAN-CO-04  A unit that becomes Neutralized leaves its column; its action is over."""
    g.gain(unit_id, NEUTRALIZED, rule=rule)
    g.shed(unit_id, COLUMN, rule="HAN-CO-04")
    end_action(g, unit_id, rule="HAN-MV-02")


async def suffer_z(g: HannutGame, unit_id: UnitId, threat: Hex) -> bool:
    """HAN-GE-04, HAN-FB-01  The owner chooses: fall back one hex, or stand; whether it fell back."""
    here, shaken = where_is(g, unit_id), has(g, unit_id, NEUTRALIZED)
    hexes = legal(g, unit_id, from_hex(threat)) if threat >= 0 else []
    distance = g.grid.distance(here, threat) if threat >= 0 else 0
    if shaken and not can_react(g, unit_id, distance):
        hexes = []
    goal: Hex | None = None
    if hexes:
        goal = await put(g, "react.fallback", fall_back_ask(g, unit_id, hexes))
        if goal is not None and shaken and not reaction_check(g, unit_id, distance, "to_fall_back"):
            goal = None
    if goal is None:
        rule = "HAN-GE-04" if hexes else "HAN-FB-02"
        if shaken:
            await check(g, unit_id, "z_again")
        else:
            neutralize(g, unit_id, rule=rule)
        return False
    end_action(g, unit_id, rule="HAN-FB-01")
    await go(g, unit_id, (goal,), "falls_back", rule="HAN-FB-01")
    return True


def fall_back_ask(g: HannutGame, unit_id: UnitId, hexes: list[Hex]) -> Choice[Hex | None]:
    """HAN-GE-04  "back 1103", or "stand"."""
    name, shaken = kind_of(g, unit_id).name, has(g, unit_id, NEUTRALIZED)
    stand = "takes a formation check" if shaken else "is Neutralized"
    choices: list[tuple[Option, Hex | None]] = [
        *of_hexes(g, hexes, "back {hex}", "falls back to {hex}", unit_id),
        (Option(STAND, f"stands and {stand}", (unit_id,)), None),
    ]
    first = " if a reaction check succeeds" if shaken else ""
    return Choice(
        kind_of(g, unit_id).side,
        "react.fallback",
        f"{name} is hit (result Z): fall back one hex{first}, or stand?",
        choices,
        rule="HAN-GE-04",
    )


async def go(g: HannutGame, unit_id: UnitId, path: Path, how: str, *, rule: str) -> None:
    """HAN-FB-01  Retreat along *path*: OPP Used, Dispersed, not In Column; then mines."""
    g.shed(unit_id, COLUMN, rule="HAN-CO-04")
    for where in path:
        was_shaken = has(g, unit_id, NEUTRALIZED)
        g.move(unit_id, (where_is(g, unit_id), where), how=how, rule=rule)
        g.gain(unit_id, OPP, rule="HAN-FB-01")
        g.gain(unit_id, DISPERSED, rule="HAN-DI-02")
        claim(g, where)
        await mine_attack(g, unit_id, retreating=True)
        if where_is(g, unit_id) < 0 or (has(g, unit_id, NEUTRALIZED) and not was_shaken):
            return


# -- checks and forced retreats -------------------------------------------------------------------


async def check(g: HannutGame, unit_id: UnitId, why: str, *, retreating: bool = False) -> None:
    """HAN-MO-03  A formation check and all it leads to."""
    outcome = formation_check(g, unit_id, why)
    if outcome == "worse" and has(g, unit_id, DEMORALIZED):
        end_action(g, unit_id, rule="HAN-MO-03")
    if outcome != "broken" or retreating:  # HAN-FB-01: no second retreat inside one
        return
    if in_assault(g, unit_id):
        g.gain(unit_id, ROUTED, rule="HAN-AS-04")
    elif not await rout(g, unit_id, rule="HAN-MO-03"):
        await lose_step(g, unit_id, checks=False)


def in_assault(g: HannutGame, unit_id: UnitId) -> bool:
    """HAN-AS-04  Whether a unit stands in the hex of the assault; one that has left it is free to rout at once."""
    fights = bool(g.state.units[unit_id].states & {ASSAULTING, DEFENDING})
    return fights and where_is(g, unit_id) == g.state.tracks.get("target", OFF)


async def rout(g: HannutGame, unit_id: UnitId, *, rule: str) -> bool:
    """HAN-MO-04, HAN-MO-03  Two hexes from the nearest enemy, found again each time; whether it went."""
    side, went = kind_of(g, unit_id).side, False
    for _ in range(g.content.limits.retreat):
        enemy = nearest_enemy(g, where_is(g, unit_id), side)
        was_shaken = has(g, unit_id, NEUTRALIZED)
        if enemy < 0 or not await fall_back(g, unit_id, from_hex(enemy), rule=rule):
            return went
        went = True
        if where_is(g, unit_id) < 0 or has(g, unit_id, NEUTRALIZED) != was_shaken:
            return went
    return went


async def fall_back(
    g: HannutGame, unit_id: UnitId, threat: Threat, how: str = "retreats", *, rule: str
) -> bool:
    """HAN-FB-01  One hex, which its owner chooses within the class; False if there is none."""
    routes = paths(g, unit_id, threat, 1)
    if routes:
        path = await _which(g, unit_id, routes, "retreat.forced", rule)
        await go(g, unit_id, path, how, rule=rule)
    return bool(routes)


async def leave_hex(
    g: HannutGame, unit_id: UnitId, threat: Threat, *, whole: bool, rule: str
) -> bool:
    """HAN-FB-01  Up to two hexes, with *whole* as far as it can, by a way its owner chooses; False if there is none."""
    routes = paths(g, unit_id, threat, g.content.limits.retreat, whole=whole)
    if routes:
        path = await _which(g, unit_id, routes, "assault.give_way", "HAN-AS-08")
        await go(g, unit_id, path, "retreats", rule=rule)
    return bool(routes)


async def _which(g: HannutGame, unit_id: UnitId, routes: list[Path], key: str, rule: str) -> Path:
    kind = kind_of(g, unit_id)
    choices = offered(g, unit_id, routes, "retreat {path}", "to {way}")
    prompt = f"{kind.name} {FORCED[key]}"
    return await put(g, "react.forced", Choice(kind.side, key, prompt, choices, rule=rule))


FORCED = {
    "retreat.forced": "must retreat: to which hex?",
    "assault.give_way": "must leave the hex: which way?",
}


# -- losses ---------------------------------------------------------------------------------------


async def lose_step(g: HannutGame, unit_id: UnitId, *, checks: bool = True) -> None:
    """HAN-GE-05  Turned to its reduced side and a check, or eliminated."""
    kind = kind_of(g, unit_id)
    if not shift(g, unit_id, kind.sides, 1, rule="HAN-GE-05"):
        await eliminate(g, unit_id, rule="HAN-GE-05")
        return
    g.set_number(unit_id, "steps", kind.steps - 1, rule="HAN-GE-05")
    if checks:
        await check(g, unit_id, "step_loss")


async def eliminate(g: HannutGame, unit_id: UnitId, *, rule: str) -> None:
    """HAN-GE-05, HAN-CM-04  Off the map for good, but for an HQ (HAN-CM-05)."""
    end_action(g, unit_id, rule=rule)
    for state in sorted(g.state.units[unit_id].states):
        if state != "activated":
            g.shed(unit_id, state, rule=rule)
    g.box(unit_id, ELIMINATED, rule=rule)
    g.set_number(unit_id, "steps", 0, rule=rule)
    g.set_number(unit_id, "lost", g.state.turn(), rule=rule)
    g.note("is_eliminated", rule=rule, unit=unit_id)
    formation = formation_of(g, unit_id)
    if is_gone(g, formation):
        withdraw_marker(g, formation)
    if unit_id == formation.hq:
        for other in on_map(g, formation):  # HAN-CM-04
            if where_is(g, other) >= 0:
                await check(g, other, "hq_lost")


def is_gone(g: HannutGame, formation: Formation) -> bool:
    """HAN-CU-01  No unit on the map and none to enter; an HQ returns only to a combat unit."""
    units = g.state.units
    return all(units[u].hex < 0 and units[u].box != WAITING for u in formation.units)


def withdraw_marker(g: HannutGame, formation: Formation) -> None:
    """HAN-CU-01  The marker of a formation that is no more leaves cup or Saved box."""
    for cup in (CUP, SAVED):
        if formation.marker in g.state.cups.get(cup, []):
            g.pass_on(formation.marker, cup, "", rule="HAN-CU-01")
            g.note("leaves", rule="HAN-CU-01", marker=formation.marker)


def end_action(g: HannutGame, unit_id: UnitId, *, rule: str) -> None:
    """HAN-SP-12, HAN-AS-02  The action of an acting or staged unit is over."""
    units = acting(g)
    if unit_id in units:
        left = in_order(g, [u for u in units if u != unit_id])
        g.set_track("acting", "+".join(left), rule=rule)
        g.gain(unit_id, ACTED, rule=rule)
    elif has(g, unit_id, STAGED) or has(g, unit_id, ASSAULTING):
        g.gain(unit_id, ACTED, rule=rule)
    g.shed(unit_id, STAGED, rule=rule)


# -- mines ----------------------------------------------------------------------------------------


async def mine_attack(g: HannutGame, unit_id: UnitId, *, retreating: bool = False) -> None:
    """HAN-MI-02  Mines attack each German unit that enters: column 2, no modifiers."""
    if kind_of(g, unit_id).side != "german" or not mine_at(g, where_is(g, unit_id)):
        return
    throw = mine_throw(g, unit_id)
    if throw.roll(g, "mines_attack", by="allied", target=unit_id).result == "N":
        await suffer_n(g, unit_id, retreating=retreating)


def mine_chances(g: HannutGame, unit_id: UnitId) -> dict[Result, Fraction]:
    """HAN-MI-02  What mines do to a unit that enters: nothing to those who know the lanes."""
    knows = kind_of(g, unit_id).side != "german"
    return {"-": Fraction(1)} if knows else mine_throw(g, unit_id).chances()


def mine_throw(g: HannutGame, unit_id: UnitId) -> Throw[Result]:
    """HAN-CRT-04, R-76  Column 2 of the table about to be read, of which only N counts."""
    column, afv = g.content.combat.mine_column, kind_of(g, unit_id).afv

    def read(natural: int, _: int) -> Result:
        return "N" if g.content.fire_result(column, natural, afv=afv) == "N" else "-"

    return Throw("crt", read, "HAN-MI-02", dice=2, column=str(column))
