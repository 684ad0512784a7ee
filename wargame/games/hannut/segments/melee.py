"""One round of an assault: targets, simultaneous fire, results (HAN-AS-03, HAN-AS-04)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wargame.flow.ask import Choice, Option
from wargame.games.hannut.checks import can_react, reaction_check
from wargame.games.hannut.data.files import Result, Side
from wargame.games.hannut.effects import ROUTED, lose_step, put, suffer_n
from wargame.games.hannut.fire import (
    Shot,
    assault_by_attacker,
    assault_by_defender,
    roll_shot,
    shot_odds,
)
from wargame.games.hannut.retreat import Threat, legal
from wargame.games.hannut.segments.leaving import threat_to_defenders
from wargame.games.hannut.state import (
    DEMORALIZED,
    LEAVING,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    has,
    kind_of,
    units_at,
    where_is,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

Aim = Callable[[UnitId, UnitId], Shot]


async def fight(g: HannutGame, side: Side, where: Hex, number: int) -> None:
    """HAN-AS-03, HAN-GE-06  All dice are rolled before any result is applied."""
    mine, theirs = units_at(g, where, side), units_at(g, where, OTHER[side])
    threat = threat_to_defenders(g, side, where)

    def strike(firer: UnitId, target: UnitId) -> Shot:
        return assault_by_attacker(g, firer, target, g.state.number(firer, "from"), number)

    def answer(firer: UnitId, target: UnitId) -> Shot:
        return assault_by_defender(g, firer, target, number)

    shots = [
        *await _aim(g, side, mine, theirs, strike),
        *await _aim(g, OTHER[side], theirs, mine, answer),
    ]
    results = [
        (shot, roll_shot(g, shot, "assault_round", rule="HAN-AS-03", round=number))
        for shot in shots
    ]
    for shot, result in results:
        if shot.target in theirs:
            await _on_defender(g, shot.target, result, threat)
    for shot, result in results:
        if shot.target in mine:
            await _on_attacker(g, shot.target, result)


# -- targets --------------------------------------------------------------------------------------


async def _aim(
    g: HannutGame, side: str, firers: list[UnitId], targets: list[UnitId], aim: Aim
) -> list[Shot]:
    """HAN-AS-03, HAN-GE-02  Each unit's shot; one whose columns are all too low does not fire."""
    chosen: list[Shot] = []
    for firer in firers:
        shots = [aim(firer, target) for target in targets]
        able = [shot for shot in shots if g.content.fire_column(shot.number) is not None]
        if not able:
            g.note("no_target", rule="HAN-GE-02", unit=firer)
        else:
            chosen.append(await g.settle(_target_ask(g, side, firer, able)))
    return chosen


def _target_ask(g: HannutGame, side: str, firer: UnitId, shots: list[Shot]) -> Choice[Shot]:
    """HAN-AS-03  "fire A at B"."""
    choices = [
        (
            Option(
                f"fire {firer} at {shot.target}",
                f"{kind_of(g, shot.target).name}: column {g.content.fire_column(shot.number)}",
                (firer, shot.target),
            ),
            shot,
        )
        for shot in shots
    ]
    prompt = f"At whom does {kind_of(g, firer).name} fire in the assault?"
    odds = partial(shot_odds, g)
    return Choice(side, "assault.target", prompt, choices, rule="HAN-AS-03", odds=odds)


# -- results --------------------------------------------------------------------------------------


async def _on_defender(g: HannutGame, unit: UnitId, result: Result, threat: Threat) -> None:
    """HAN-AS-04  1, N and Z on a defender; nobody leaves yet."""
    if where_is(g, unit) < 0:
        return
    match result:
        case "1":
            await lose_step(g, unit)
        case "N":
            await suffer_n(g, unit)
        case "Z" if not (has(g, unit, LEAVING) or has(g, unit, ROUTED)):  # who goes, goes
            if await _chooses_to_leave(g, unit, threat):
                g.gain(unit, LEAVING, rule="HAN-AS-04")
            else:
                await suffer_n(g, unit)


async def _chooses_to_leave(g: HannutGame, unit: UnitId, threat: Threat) -> bool:
    """HAN-AS-04  Retreat one hex out of the assault, or stand; a check at distance 0 if Neutralized."""
    shaken = has(g, unit, NEUTRALIZED)
    if not legal(g, unit, threat) or (shaken and not can_react(g, unit, 0)):
        return False
    kind = kind_of(g, unit)
    choices = [
        (Option("leave", "retreats one hex out of the assault", (unit,)), True),
        (Option("stand", "stands and is Neutralized, or checks", (unit,)), False),
    ]
    prompt = f"{kind.name} is hit (result Z): leave the assault, or stand?"
    ask = Choice(kind.side, "assault.fallback", prompt, choices, rule="HAN-AS-04")
    if not await put(g, "react.fallback", ask):
        return False
    return not shaken or reaction_check(g, unit, 0, "to_leave")


async def _on_attacker(g: HannutGame, unit: UnitId, result: Result) -> None:
    """HAN-AS-04, HAN-NE-02  N and Z throw an attacker back; so does becoming Demoralized."""
    if where_is(g, unit) < 0:
        return
    match result:
        case "1":
            await lose_step(g, unit)
            if where_is(g, unit) >= 0 and has(g, unit, DEMORALIZED):
                g.gain(unit, LEAVING, rule="HAN-AS-04")
        case "N":
            await suffer_n(g, unit)
            g.gain(unit, LEAVING, rule="HAN-AS-04")
        case "Z":
            g.gain(unit, LEAVING, rule="HAN-AS-04")
