"""Assault: retreat and fire before it, up to three rounds, the aftermath (HAN-AS)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from wargame.flow.ask import PASS, About, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.hannut.data.files import Side
from wargame.games.hannut.effects import check, mine_attack, neutralize, put
from wargame.games.hannut.segments.leaving import (
    defenders_leave,
    hqs_give_way,
    threat_to_defenders,
    withdraw,
    withdraw_marked,
)
from wargame.games.hannut.segments.melee import fight
from wargame.games.hannut.segments.reactions import (
    Retreat,
    opportunity,
    reaction_ask,
    retreat_by_choice,
    retreat_offers,
)
from wargame.games.hannut.state import (
    ACTED,
    ASSAULTING,
    COLUMN,
    DEFENDING,
    DEMORALIZED,
    FATIGUED,
    LOADED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    claim,
    has,
    in_order,
    kind_of,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

ROUND = "round"
"""On an attacker: the last round it fought."""


@segment("hannut.assault")
async def assault(g: HannutGame, side: Side) -> Next:
    """HAN-SP-15  One pass: the declaration, or one round with what follows it."""
    prefix, target = f"hannut.{side}.ops.assault", int(g.state.tracks["target"])
    done = int(g.state.tracks.get("round", -1))
    if done < 0:
        g.enter(f"{prefix}.declare", rule="HAN-AS-01")
        await before(g, side, target, _marked(g, ASSAULTING))
    else:
        g.enter(f"{prefix}.round{done + 1}", rule="HAN-AS-03")
        await one_round(g, side, target, done + 1)
    if not is_open(g, side, target):
        g.enter(f"{prefix}.after", rule="HAN-AS-07")
        await after(g, side, target)
        return DONE
    return AGAIN


def is_open(g: HannutGame, side: Side, where: Hex) -> bool:
    """HAN-AS-05, HAN-AS-06  Whether both sides are in the hex and a round is left."""
    both = bool(units_at(g, where, side)) and bool(units_at(g, where, OTHER[side]))
    return both and int(g.state.tracks.get("round", 0)) < g.content.limits.rounds


# -- before the first round -----------------------------------------------------------------------


async def before(g: HannutGame, side: Side, where: Hex, units: Sequence[UnitId]) -> None:
    """HAN-AS-01, HAN-AS-02  Declared, answered, entered."""
    g.note("assaulted", rule="HAN-AS-01", units=tuple(units), where=where)
    g.set_track("round", 0, rule="HAN-AS-01")
    for unit in units:
        g.set_number(unit, "from", where_is(g, unit), rule="HAN-AS-01")
        g.set_number(unit, ROUND, 0, rule="HAN-AS-01")
    reacted: set[UnitId] = set()
    await _retreats(g, OTHER[side], where, reacted)
    await hqs_give_way(g, OTHER[side], where)  # HAN-AS-08, R-64
    await opportunity(g, OTHER[side], units, reacted, did="assaults")
    left = [u for u in units if where_is(g, u) >= 0 and not has(g, u, ACTED)]
    for unit in units:
        if unit not in left:
            g.shed(unit, ASSAULTING, rule="HAN-AS-02")
    await _enter(g, where, left)
    for unit in units_at(g, where, OTHER[side]) if units_at(g, where, side) else ():
        g.gain(unit, DEFENDING, rule="HAN-AS-03")


async def _retreats(g: HannutGame, side: str, where: Hex, reacted: set[UnitId]) -> None:
    """HAN-AS-02  Each defending unit, in table order, may retreat."""
    threat = threat_to_defenders(g, OTHER[side], where)
    for unit in units_at(g, where, side):
        offers = retreat_offers(g, unit, threat)
        if not offers:
            continue
        name = kind_of(g, unit).name
        prompt = f"The enemy is about to assault {g.grid.name(where)}: does {name} retreat?"
        ask = reaction_ask(
            g,
            side,
            "assault.retreat",
            prompt,
            offers,
            none="Stays",
            rule="HAN-AS-02",
            threat=threat,
        )
        answer = await put(g, "assault.retreat", ask)
        if isinstance(answer, Retreat):
            reacted.add(unit)
            await retreat_by_choice(g, answer, 1)


async def _enter(g: HannutGame, where: Hex, units: Sequence[UnitId]) -> None:
    """HAN-AS-02  The attackers enter together; mines; loaded defenders unload and are Neutralized."""
    for unit in units:
        g.move(unit, (where_is(g, unit), where), how="assaults", rule="HAN-AS-02")
    for unit in units:
        await mine_attack(g, unit)
        if where_is(g, unit) == where and has(g, unit, NEUTRALIZED):
            await withdraw(g, unit, where)
    if not any(where_is(g, u) == where for u in units):
        return
    for unit in units_at(g, where, OTHER[kind_of(g, units[0]).side]):
        if has(g, unit, LOADED):
            g.shed(unit, LOADED, rule="HAN-AS-02")
            neutralize(g, unit, rule="HAN-AS-02")
    claim(g, where)


# -- the rounds -----------------------------------------------------------------------------------


async def one_round(g: HannutGame, side: Side, where: Hex, number: int) -> None:
    """HAN-AS-03, HAN-AS-04, HAN-AS-05  Fire, results, leaving; then retreats and breaking off."""
    for unit in units_at(g, where, side):
        g.set_number(unit, ROUND, number, rule="HAN-AS-07")
    await fight(g, side, where, number)
    g.set_track("round", number, rule="HAN-AS-03")
    for unit in [*units_at(g, where, side), *units_at(g, where, OTHER[side])]:
        if number == 1:
            g.shed(unit, COLUMN, rule="HAN-CO-04")
    await defenders_leave(g, side, where)
    await withdraw_marked(g, side, where)
    await hqs_give_way(g, OTHER[side], where)
    if number == g.content.limits.rounds:
        if units_at(g, where, OTHER[side]):
            for unit in units_at(g, where, side):
                await withdraw(g, unit, where)  # HAN-AS-06
        return
    if is_open(g, side, where):
        g.enter(f"hannut.{side}.ops.assault.between{number}", rule="HAN-AS-05")
        await _slip_away(g, side, where)
    if is_open(g, side, where):
        await _break_off(g, side, where)


async def _slip_away(g: HannutGame, side: Side, where: Hex) -> None:
    """HAN-AS-05  The passive player may retreat any of his units, one try each."""
    other, tried = OTHER[side], set[UnitId]()
    threat = threat_to_defenders(g, side, where)
    while True:
        offers = [
            offer
            for unit in units_at(g, where, other)
            if unit not in tried
            for offer in retreat_offers(g, unit, threat, distance=0, again=True)
        ]
        if not offers:
            break
        prompt = f"Both sides still stand in {g.grid.name(where)}: does a defender retreat?"
        ask = reaction_ask(
            g,
            other,
            "assault.between",
            prompt,
            offers,
            none="Stays",
            rule="HAN-AS-05",
            threat=threat,
            each=About(hexes=(where,)),
        )
        answer = await g.ask(ask)
        if not isinstance(answer, Retreat):
            break
        tried.add(answer.unit)
        await retreat_by_choice(g, answer, 0, again=True)
    await hqs_give_way(g, other, where)


async def _break_off(g: HannutGame, side: Side, where: Hex) -> None:
    """HAN-AS-05  The active player may break off some or all of his attackers."""
    units = units_at(g, where, side)
    groups = [c for n in range(1, len(units) + 1) for c in combinations(units, n)]
    choices: list[tuple[Option, tuple[UnitId, ...]]] = [
        (Option(f"break {' '.join(group)}", _leaving(g, group), group), group) for group in groups
    ]
    choices.insert(0, (Option(PASS, "Fight on"), ()))
    prompt = (
        f"Both sides still stand in {g.grid.name(where)}: who breaks off the assault, if anyone?"
    )
    ask = Choice(side, "assault.break", prompt, choices, rule="HAN-AS-05", quiet=PASS)
    for unit in await g.ask(ask):
        await withdraw(g, unit, where)


def _leaving(g: HannutGame, units: Sequence[UnitId]) -> str:
    """The attackers that break off, in words."""
    names = ", ".join(kind_of(g, unit).name for unit in units)
    return f"{names} {'breaks' if len(units) == 1 else 'break'} off"


# -- the aftermath --------------------------------------------------------------------------------


async def after(g: HannutGame, side: Side, where: Hex) -> None:
    """HAN-AS-07  Control, actions, fatigue, checks of the losers."""
    claim(g, where)
    fought = int(g.state.tracks.get("round", 0))
    mine = _marked(g, ASSAULTING)
    theirs = _marked(g, DEFENDING)
    g.set_track("round", -1, rule="HAN-AS-07")
    for unit in (*mine, *theirs):
        g.shed(unit, ASSAULTING, rule="HAN-AS-07")
        g.shed(unit, DEFENDING, rule="HAN-AS-07")
    for unit in mine:
        g.gain(unit, ACTED, rule="HAN-AS-07")
        normal = g.state.units[unit].states.isdisjoint((FATIGUED, DEMORALIZED))
        if g.state.number(unit, ROUND) >= 2 and normal:
            g.gain(unit, FATIGUED, rule="HAN-FT-01")
    if not fought:
        return
    losers = [] if units_at(g, where, side) else [u for u in mine if g.state.number(u, ROUND)]
    if not units_at(g, where, OTHER[side]):
        losers += theirs
    for unit in in_order(g, losers):
        if where_is(g, unit) >= 0:
            await check(g, unit, "lost_assault")


def _marked(g: HannutGame, state: str) -> list[UnitId]:
    """Units on the map that carry a flag of the assault, in table order."""
    return [u for u in g.content.units if where_is(g, u) >= 0 and has(g, u, state)]
