"""Combat phase: declaration, No Retreat, die, results, advance (ARR-CO)."""

from __future__ import annotations

from functools import partial

from wargame.flow.ask import DONE_WORD, NO, About, Choice, Odds, Option, Refusal, yes_or_no
from wargame.flow.notation import Form, Grammar
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.arras.asks.attack import Attack, attack_ask, snapshot
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.data.files import Result, Side
from wargame.games.arras.odds import Assessment, account, assess, chances_of, throw_of
from wargame.games.arras.segments.movement import overrun
from wargame.games.arras.segments.reinforcement import PARALYSIS
from wargame.games.arras.segments.retreat import retreat_all
from wargame.games.arras.segments.rommel import follow, seek_escort
from wargame.games.arras.state import (
    ATTACKED,
    DISRUPTED,
    DUTY,
    FOUGHT,
    MUST,
    OTHER,
    RETREATED,
    ArrasGame,
    combat_units,
    disrupt,
    eliminate,
    grounds_at,
    is_paralysed,
    kind_of,
    place_name,
    take_objectives,
    why_full,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.phases import clear, lift

ADVANCING = Grammar("ARR-CO-19", name=unit_name)


@segment("arras.combat")
async def combat(g: ArrasGame, side: Side) -> Next:
    """ARR-CO-01, ARR-CO-10  One pass: one attack, until nothing must be and nothing is wanted."""
    is_running = bool(g.state.tracks.get("combat open"))
    if not is_running and not attack_ask(g, side).is_open():
        return DONE  # ARR-SQ-06
    if not is_running:
        _open(g, side)
    ask = attack_ask(g, side)
    if ask.is_open():
        g.enter("declare", rule="ARR-CO-10")
        declared = await g.ask(ask)
        if declared is not None:
            g.note("declared", rule="ARR-CO-10", targets=declared.targets, units=declared.units)
            await fight(g, side, declared)
            return AGAIN
    _close(g, side)
    return DONE


def _open(g: ArrasGame, side: Side) -> None:
    """ARR-CO-09  The snapshot of able units and must-attack hexes."""
    g.set_track("combat open", 1, rule="ARR-CO-09")
    able, must = snapshot(g, side)
    for unit in able:
        g.gain(unit.id, DUTY, rule="ARR-CO-09")
    for where in must:
        g.lay(f"must-{g.grid.name(where)}", MUST, where=where, side=side, rule="ARR-CO-01")
    if must:
        g.note("must_attack", rule="ARR-CO-01", hexes=tuple(must))


def _close(g: ArrasGame, side: Side) -> None:
    g.set_track("combat open", 0, rule="ARR-CO-09")
    lift(g, MUST, FOUGHT, rule="ARR-CO-10")
    for owner in (side, OTHER[side]):
        clear(g, DUTY, RETREATED, side=owner, rule="ARR-CO-10")


async def fight(g: ArrasGame, side: Side, declared: Attack) -> None:
    """ARR-CO-02, ARR-CO-06  One attack from its odds to the advance."""
    for unit in declared.units:
        g.gain(unit, ATTACKED, rule="ARR-CO-10")
    for where in declared.targets:
        g.lay(f"fought-{g.grid.name(where)}", FOUGHT, where=where, side=side, rule="ARR-CO-10")
    found = assess(g, declared.targets, declared.units)
    standing = await no_retreat_orders(g, OTHER[side], declared, found)
    g.enter("roll", rule="ARR-CO-06")
    die = throw_of(g, found).roll(g, "combat", by=side).natural
    hurt, result = g.content.crt[found.column][die]
    await _apply(g, side, declared, (hurt, result), standing)
    await advance(g, side, declared)


async def no_retreat_orders(
    g: ArrasGame, side: Side, declared: Attack, found: Assessment
) -> frozenset[Hex]:
    """ARR-CO-05, ARR-RS-10  The defender's order for each hex, odds known, die not yet rolled."""
    g.enter("noretreat", rule="ARR-CO-05")
    ordered: set[Hex] = set()
    for where in declared.targets:
        if is_paralysed(g, side, where):  # ARR-RS-10
            g.note("no_order", rule=PARALYSIS[side], where=where)
            continue
        prompt = (
            f"{account(g, found)}. Order the units in {place_name(g, where)} to hold (No Retreat)?"
        )
        asked = yes_or_no(
            side,
            "combat.no_retreat",
            prompt,
            yes="Yes, hold the hex",
            no="No, let them retreat",
            rule="ARR-CO-05",
            odds=partial(_suffered, g, found),
            about=About(tuple(g.board.at[where]), (where,), declared.units),
            settled="" if _may_retreat(g, found) else NO,
        )
        if await g.ask(asked):
            ordered.add(where)
            g.note("no_retreat", rule="ARR-RS-10", where=where)
    return frozenset(ordered)


def _may_retreat(g: ArrasGame, found: Assessment) -> bool:
    """ARR-RS-04, ARR-RS-06  Whether any result of the column would be another one under the order."""
    return any(
        stood_fast(result)[0] != result for _, result in g.content.crt[found.column].values()
    )


def _suffered(g: ArrasGame, found: Assessment, holds: bool) -> Odds:
    """ARR-RS-04, ARR-RS-06  The attack as the defender will suffer it under the order."""
    return chances_of(g, found, suffered=lambda r: stood_fast(r)[0] if holds else r)


async def _apply(
    g: ArrasGame,
    side: Side,
    declared: Attack,
    results: tuple[Result, Result],
    standing: frozenset[Hex],
) -> None:
    """ARR-CO-06  The entry strikes attackers and defenders; all markers before any retreat."""
    hurt, result = results
    if results == ("-", "-"):
        g.note("nobody_hurt", rule="ARR-RS-01")
    leaving: list[UnitId] = []
    for unit in declared.units:
        leaving += _strike(g, unit, hurt, RULE_OF[hurt])
    for where in declared.targets:
        fast = where in standing
        faced, rule = stood_fast(result) if fast else (result, RULE_OF[result])
        for defender in grounds_at(g, where, OTHER[side]):
            leaving += _strike(g, defender.id, faced, rule)
    await seek_escort(g)
    if leaving:
        length = 1 if "R1" in results else 2
        await retreat_all(g, leaving, length)


RULE_OF: dict[Result, str] = {
    "-": "ARR-RS-01", "D": "ARR-RS-02", "R1": "ARR-RS-03", "R2": "ARR-RS-05", "E": "ARR-RS-07",
}  # fmt: skip
"""The rule that says what a result does."""


def stood_fast(result: Result) -> tuple[Result, str]:
    """ARR-RS-04, ARR-RS-06  What a result becomes under No Retreat, and by which rule."""
    swaps: dict[Result, tuple[Result, str]] = {"R1": ("D", "ARR-RS-04"), "R2": ("E", "ARR-RS-06")}
    return swaps.get(result, (result, RULE_OF[result]))


def _strike(g: ArrasGame, unit: UnitId, result: Result, rule: str) -> list[UnitId]:
    """ARR-RS-01 to ARR-RS-07  Mark or remove one unit; [unit] if it must retreat."""
    match result:
        case "E":
            eliminate(g, unit, rule=rule)
        case "D":
            disrupt(g, unit, rule=rule)
        case "R1" | "R2":
            disrupt(g, unit, rule=rule)
            return [unit]
    return []


# -- advance -----------------------------------------------------------------------------------


async def advance(g: ArrasGame, side: Side, declared: Attack) -> None:
    """ARR-CO-19  Undisrupted armour, recon and infantry may follow into an emptied hex."""
    advanced: set[UnitId] = set()
    why = partial(why_no_advance, g, declared, advanced)
    form = Form(g, "advance UNIT HEX", ADVANCING, why)
    while options := [
        (_advance(g, unit, where), (unit, where))
        for unit in declared.units
        for where in declared.targets
        if why(unit, where) is None
    ]:
        g.enter("advance", rule="ARR-CO-19")
        chosen = await g.ask(
            Choice[tuple[UnitId, Hex] | None](
                side,
                "combat.advance",
                "Which unit advances after the combat, and where? Or end the advance (done).",
                [*options, (Option(DONE_WORD, "No further advance"), None)],
                rule="ARR-CO-19",
                explain=form.explain,
                meant=form.meant,
                each=True,
            )
        )
        if chosen is None:
            return
        unit, where = chosen
        advanced.add(unit)
        start = g.state.units[unit].hex
        g.move(unit, (start, where), how="advances", rule="ARR-CO-19")
        overrun(g, side, (where,))
        take_objectives(g, side, (where,))
        await follow(g, start, unit)


def _advance(g: ArrasGame, unit: UnitId, where: Hex) -> Option:
    name = g.grid.name(where)
    return Option(f"advance {unit} {name}", f"{kind_of(g, unit).name} to {name}", (unit,), (where,))


def why_no_advance(
    g: ArrasGame, declared: Attack, advanced: set[UnitId], unit_id: UnitId, where: Hex
) -> Refusal | None:
    """ARR-CO-19  Undisrupted armour, recon and infantry advance once, into a hex emptied by the attack."""
    if unit_id not in declared.units:
        return Refusal(f"{unit_id} took no part in the attack.", "ARR-CO-19", declared.units)
    unit, kind, name = g.state.units[unit_id], kind_of(g, unit_id), g.grid.name(where)
    reasons = {
        f"{kind.name} is eliminated.": unit.hex < 0,
        f"{kind.name} is disrupted.": DISRUPTED in unit.states,
        f"{kind.name} has advanced already.": unit_id in advanced,
        f"{kind.name} is neither armour, recon nor infantry.": not kind.attack_duty,
        f"{name} was not attacked.": where not in declared.targets,
        f"{name} is still held by the enemy.": bool(combat_units(g, where, OTHER[unit.side])),
        f"{unit_id} is not next to {name}.": where not in g.content.contact[unit.hex],
    }
    for reason, holds in reasons.items():
        if holds:
            return Refusal(reason, "ARR-CO-19")
    if where in g.content.closed.get(kind.side, frozenset()):
        return Refusal(f"{name} is closed to this side.", "ARR-MV-16")
    return why_full(g, unit.side, where, (unit_id,))
