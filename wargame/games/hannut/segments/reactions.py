"""Reactions of the passive side: retreat, opportunity fire, return fire (HAN-RE)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from wargame.flow.ask import PASS, About, Choice, Option, Refusal
from wargame.flow.notation import Form
from wargame.games.hannut.asks.acting import GRAMMAR
from wargame.games.hannut.checks import (
    can_react,
    reaction_chance,
    reaction_check,
    reaction_margin,
)
from wargame.games.hannut.effects import apply_result, go, put
from wargame.games.hannut.fire import Shot, permitted, roll_shot, shot_odds, why_no_shot
from wargame.games.hannut.retreat import Threat, from_hex, longest, paths, why_no_retreat
from wargame.games.hannut.state import (
    BALKED,
    LOADED,
    NEUTRALIZED,
    OPP,
    OTHER,
    RETREATED,
    TRIED,
    HannutGame,
    has,
    kind_of,
    units_at,
    weapon_range,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Path, offered

FARTHEST = 3
"""No printed range is longer."""


class Retreat(NamedTuple):
    """HAN-RE-02  A voluntary retreat."""

    unit: UnitId
    path: Path


class Snap(NamedTuple):
    """HAN-RE-03, HAN-RE-04  Fire in reaction, and the chance that the check passes."""

    unit: UnitId
    target: UnitId
    shot: Shot
    chance: Fraction


Answer = Retreat | Snap | None
Offer = tuple[Option, Answer]


# -- triggers -------------------------------------------------------------------------------------


async def react_to_mover(g: HannutGame, movers: Sequence[UnitId], *, loads: bool = False) -> bool:
    """HAN-RE-01, HAN-SP-19  (a) a mover enters a hex, (b) it loads or unloads; whether anybody reacted."""
    side, where = OTHER[kind_of(g, movers[0]).side], where_is(g, movers[0])
    reacted: set[UnitId] = set()
    did = ("loaded" if has(g, movers[0], LOADED) else "unloaded") if loads else "moved"
    if not loads:
        await _retreats(g, side, movers, reacted)
    here = [u for u in movers if where_is(g, u) == where]
    await opportunity(g, side, here, reacted, did=did)
    return bool(reacted)


def may_react(g: HannutGame, movers: Sequence[UnitId], where: Hex) -> bool:
    """HAN-RE-01  Whether anyone could react to movers in a hex: a quick look before the step."""
    side, at, units = OTHER[kind_of(g, movers[0]).side], g.board.at, g.state.units
    for h in g.content.sight.seen_among(where, FARTHEST, g.board.here[side]):
        for unit_id in at[h]:
            unit = units[unit_id]
            if unit.side != side:
                continue
            far = g.grid.distance(h, where)
            if far == 1 or (
                OPP not in unit.states
                and LOADED not in unit.states
                and far <= weapon_range(g, unit_id)
            ):
                return True
    return False


async def react_to_fire(g: HannutGame, firer: UnitId, target: UnitId) -> None:
    """HAN-RE-01 (d), HAN-RE-04  The target alone may fire back or retreat, after the result."""
    if where_is(g, target) < 0 or where_is(g, firer) < 0:
        return
    threat = from_hex(where_is(g, firer))
    far = g.grid.distance(where_is(g, firer), where_is(g, target))
    retreats = retreat_offers(g, target, threat, distance=far)
    offers = [*_return_offer(g, target, firer), *retreats]
    if not offers:
        return
    name, side = kind_of(g, target).name, kind_of(g, target).side
    shaken = " and is Neutralized" if has(g, target, NEUTRALIZED) else ""
    words = {"fire": "return fire", "retreat": "retreat"}
    can = list(dict.fromkeys(words[option.answer.split()[0]] for option, _ in offers))
    event = f"{kind_of(g, firer).name} has fired at {name}, which stands in"
    where = g.grid.name(where_is(g, target))
    prompt = f"{event} {where}{shaken}: {', '.join(can)}, or nothing?"
    ask = reaction_ask(g, side, "react.return", prompt, offers, rule="HAN-RE-04", threat=threat)
    match await put(g, "react.return", ask):
        case Snap(unit, _, shot, _):
            if reaction_check(g, unit, far, "to_return"):
                await shoot(g, shot, "return_fire", rule="HAN-RE-04")
        case Retreat() as retreat:
            await retreat_by_choice(g, retreat, far)


def _return_offer(g: HannutGame, unit: UnitId, firer: UnitId) -> list[Offer]:
    distance = g.grid.distance(where_is(g, unit), where_is(g, firer))
    shot = permitted(g, unit, firer) if can_react(g, unit, distance) else None
    return [_snap(g, unit, firer, distance, shot)] if shot else []


# -- retreat --------------------------------------------------------------------------------------


async def _retreats(
    g: HannutGame, side: str, movers: Sequence[UnitId], reacted: set[UnitId]
) -> None:
    """HAN-RE-02  At trigger (a) units now adjacent to the mover may retreat, in the order their owner chooses."""
    where = where_is(g, movers[0])
    threat = from_hex(where)
    while True:
        offers: list[Offer] = []
        for h in g.grid.neighbours[where]:
            if g.board.at[h]:
                for unit in units_at(g, h, side):
                    if unit not in reacted:
                        offers += retreat_offers(g, unit, threat)
        if not offers:
            return
        able = list(dict.fromkeys(option.units[0] for option, _ in offers))
        prompt = f"{_names(g, movers)} moved to {g.grid.name(where)}, next to {_names(g, able)}: who retreats, if anyone?"
        about = About(tuple(able), (where,), tuple(movers))
        ask = reaction_ask(
            g, side, "react.retreat", prompt, offers, rule="HAN-RE-02", threat=threat, each=about
        )
        answer = await put(g, "react.retreat", ask)
        if not isinstance(answer, Retreat):
            return
        reacted.add(answer.unit)  # HAN-RE-01: one kind of reaction to one trigger
        await retreat_by_choice(g, answer, 1)


def retreat_offers(
    g: HannutGame, unit: UnitId, threat: Threat, *, distance: int = 1, again: bool = False
) -> list[Offer]:
    """HAN-RE-02, HAN-NE-08  The retreats a unit may choose; *again*: the segment's limit is off."""
    states = g.state.units[unit].states
    if not again and states & {RETREATED, BALKED}:
        return []
    shaken = NEUTRALIZED in states
    if shaken and not can_react(g, unit, distance):
        return []
    note = f" on a roll of {reaction_margin(g, unit, distance)} or less" if shaken else ""
    label = f"{kind_of(g, unit).name} retreats to {{way}}{note}"
    found = paths(g, unit, threat, longest(g, unit))
    ways = offered(g, unit, found, f"retreat {unit} {{path}}", label)
    return [(option, Retreat(unit, way)) for option, way in ways]


async def retreat_by_choice(
    g: HannutGame, retreat: Retreat, distance: int, *, again: bool = False
) -> bool:
    """HAN-RE-02  A check if Neutralized, then the retreat; whether it left."""
    unit = retreat.unit
    if has(g, unit, NEUTRALIZED) and not reaction_check(g, unit, distance, "to_retreat"):
        if not again:
            g.gain(unit, BALKED, rule="HAN-RE-02")
        return False
    if not again:
        g.gain(unit, RETREATED, rule="HAN-RE-02")
    await go(g, unit, retreat.path, "retreats", rule="HAN-RE-02")
    return True


# -- opportunity fire -----------------------------------------------------------------------------


async def opportunity(
    g: HannutGame, side: str, movers: Sequence[UnitId], reacted: set[UnitId], *, did: str
) -> None:
    """HAN-RE-03  Passive units check and fire one after another; each result is seen first.

    *did* is what draws the fire: "moved", "loaded", "unloaded" or "assaults".
    """
    stack = did != "assaults"
    where = {u: where_is(g, u) for u in movers}
    while True:
        here = [u for u in movers if where_is(g, u) == where[u] >= 0]
        if not stack:
            here = [u for u in here if not has(g, u, "acted")]  # HAN-AS-02, R-59
        offers = [
            offer
            for unit in _watchers(g, side, {where[u] for u in here})
            if unit not in reacted
            for offer in _opportunity_offers(g, unit, here)
        ]
        if not offers:
            return
        prompt = f"{_event(g, did, here)}: who fires at once (opportunity fire), if anyone?"
        about = About(hexes=tuple(where[u] for u in here), against=tuple(here))
        ask = reaction_ask(
            g, side, "react.opportunity", prompt, offers, rule="HAN-RE-03", each=about
        )
        answer = await put(g, "react.opportunity" if stack else "assault.opportunity", ask)
        if not isinstance(answer, Snap):
            return
        reacted.add(answer.unit)
        await _opportunity_fire(g, answer, here if stack else [answer.target])


async def _opportunity_fire(g: HannutGame, snap: Snap, tried: Sequence[UnitId]) -> None:
    """HAN-RE-03, HAN-OU-01  One attempt at this mover in its action; OPP Used after firing."""
    for mover in tried:
        g.gain(snap.unit, f"{TRIED}{mover}", rule="HAN-RE-03")
    distance = g.grid.distance(where_is(g, snap.unit), where_is(g, snap.target))
    if reaction_check(g, snap.unit, distance, "to_fire"):
        g.gain(snap.unit, OPP, rule="HAN-OU-01")
        await shoot(g, snap.shot, "opportunity_fire", rule="HAN-RE-03")


def _watchers(g: HannutGame, side: str, hexes: set[Hex]) -> list[UnitId]:
    """Units of a side that see one of the hexes from within the longest range, without OPP Used."""
    sight, here, units = g.content.sight, g.board.here[side], g.state.units
    seen = (h for where in sorted(hexes) for h in sight.seen_among(where, FARTHEST, here))
    found = dict.fromkeys(u for h in seen for u in units_at(g, h, side))
    return [u for u in found if not units[u].states & {OPP, LOADED}]  # HAN-OU-01, HAN-LO-01


def opportunity_snaps(g: HannutGame, movers: Sequence[UnitId]) -> list[Snap]:
    """HAN-RE-03  Every shot that movers would draw where they stand, by firer."""
    side, where = OTHER[kind_of(g, movers[0]).side], where_is(g, movers[0])
    watchers = _watchers(g, side, {where})
    found = (offer for unit in watchers for _, offer in _opportunity_offers(g, unit, movers))
    return [offer for offer in found if isinstance(offer, Snap)]


def _opportunity_offers(g: HannutGame, unit: UnitId, movers: Sequence[UnitId]) -> list[Offer]:
    at, most = where_is(g, unit), weapon_range(g, unit)
    offers: list[Offer] = []
    for mover in movers:
        distance = g.grid.distance(at, where_is(g, mover))
        if distance > most or has(g, unit, f"{TRIED}{mover}"):
            continue
        shot = permitted(g, unit, mover) if can_react(g, unit, distance) else None
        if shot:
            offers.append(_snap(g, unit, mover, distance, shot))
    return offers


# -- common ---------------------------------------------------------------------------------------


async def shoot(g: HannutGame, shot: Shot, kind: str, *, rule: str) -> bool:
    """HAN-DF-01  Dice, result, and all it leads to; whether the target fell back."""
    result = roll_shot(g, shot, kind, rule=rule)
    return await apply_result(g, shot.target, result, where_is(g, shot.firer))


def _snap(g: HannutGame, unit: UnitId, target: UnitId, distance: int, shot: Shot) -> Offer:
    kind, goal = kind_of(g, unit), kind_of(g, target)
    needs = reaction_margin(g, unit, distance)
    column = g.content.fire_column(shot.number)
    label = f"{kind.name} fires at {goal.name} on a roll of {needs} or less: column {column}"
    places = (where_is(g, unit),)
    option = Option(f"fire {unit} at {target}", label, (unit, target), places)
    return option, Snap(unit, target, shot, reaction_chance(g, unit, distance))


def reaction_ask(
    g: HannutGame,
    side: str,
    key: str,
    prompt: str,
    offers: list[Offer],
    *,
    none: str = "No reaction",
    rule: str,
    threat: Threat | None = None,
    each: About | None = None,
) -> Choice[Answer]:
    """HAN-RE-01  What a side may do at once; *none* is called what it does without.

    With *each* several may answer one after the other, and it says what they answer.
    """
    choices: list[Offer] = [*offers, (Option(PASS, none), None)]
    return Choice(
        side,
        key,
        prompt,
        choices,
        rule=rule,
        explain=partial(_explain, g, side, threat),
        quiet=PASS,
        odds=lambda answer: (
            shot_odds(g, answer.shot, answer.chance) if isinstance(answer, Snap) else None
        ),
        about=each or About(),
        each=each is not None,
    )


def _names(g: HannutGame, units: Sequence[UnitId]) -> str:
    """The first unit, and how many more."""
    first, more = kind_of(g, units[0]).name, len(units) - 1
    return f"{first} and {more} more" if more else first


def _event(g: HannutGame, did: str, movers: Sequence[UnitId]) -> str:
    """Who did what, and where: those about to assault may stand in several hexes."""
    who, where = _names(g, movers), g.grid.name(where_is(g, movers[0]))
    match did:
        case "moved":
            return f"{who} moved to {where}, in sight and range"
        case "assaults":
            hexes = dict.fromkeys(where_is(g, u) for u in movers)
            groups = ((h, [u for u in movers if where_is(g, u) == h]) for h in hexes)
            who = " and ".join(f"{_names(g, units)} in {g.grid.name(h)}" for h, units in groups)
            target = g.grid.name(int(g.state.tracks["target"]))
            return f"{who} {'are' if len(movers) > 1 else 'is'} about to assault {target}"
    return f"{who} {did} in {where}"


def _explain(g: HannutGame, side: str, threat: Threat | None, words: str) -> Refusal | None:
    """Why a unit does not react now."""
    parts = words.split()
    unit = parts[1] if len(parts) > 1 else ""
    if unit not in g.content.units:
        return None
    kind = kind_of(g, unit)
    if kind.side != side:
        return Refusal(f"{kind.name} is not passive: active units never react.", "HAN-RE-05")
    if parts[0] == "retreat" and threat:
        why = partial(why_no_retreat, g, threat)
        return Form(g, "retreat UNIT PATH", GRAMMAR, why).explain(words)
    if parts[0] == "fire" and has(g, unit, OPP):
        return Refusal(f"{kind.name} is OPP Used: no opportunity fire.", "HAN-OU-01")
    if parts[0] == "fire" and parts[-1] in g.content.units:
        found = why_no_shot(g, unit, parts[-1])
        if found is not None:
            return Refusal(*found)
        if has(g, unit, f"{TRIED}{parts[-1]}"):
            text = f"{kind.name} has already tried to fire at this mover in its action."
            return Refusal(text, "HAN-RE-03")
    return None
