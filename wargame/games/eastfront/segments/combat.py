"""Combat phases: declaration, hasty attacks of the other side, attack by attack (EF-CB, EF-XC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from wargame.flow.ask import DONE_WORD, Choice, Listed, Odds, Option
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.eastfront.asks.attack import attack_ask, chits_ready
from wargame.games.eastfront.capture import enter
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.declared import (
    JOINED,
    LATE,
    attackers,
    battle_of,
    called,
    declare,
    drop,
    due,
    listed,
    mark,
    phase_of,
    why_no_part,
)
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.payment import forecast, pay
from wargame.games.eastfront.segments.air import end_support
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    EXPLOITED,
    OTHER,
    READY_CHIT,
    RESERVE,
    TARGET,
    USED_CHIT,
    EfGame,
    class_of,
    combat_units,
    level,
    on_map,
    place_name,
    stack,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.strength import (
    DELAYED,
    EXPLOIT,
    column,
)
from wargame.games.eastfront.supply import serves, supply_of
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

IN_ORDER = "all"
"""What is answered instead of a hex: every attack that is left, one after the other."""


@segment("eastfront.combat.declare")
async def declaration(g: EfGame, side: Side, phase: int, stage: int = 0) -> Next:
    """EF-CB-17, EF-XC-10, EF-XC-13  One pass: delayed attacks are confirmed, chits flipped, an attack declared."""
    if stage == 0 and phase == LATE:
        for target, kind in listed(g, side):
            if kind == DELAYED and not await _confirmed(g, side, target):
                return AGAIN
    if stage < 1:
        g.keep(stage=1)
        return AGAIN
    if stage == 1:
        if not await _chit(g, side):
            g.keep(stage=2)
        return AGAIN
    ask = attack_ask(g, side, phase)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        return DONE
    declare(g, side, order.target, order.kind, order.units)
    return AGAIN


def _without(joiners: list[UnitId]) -> str:
    """EF-XC-10  What keeping it says of those who could still join: it closes the question."""
    return ", and nobody more joins" if joiners else ""


async def _confirmed(g: EfGame, side: Side, target: Hex) -> bool:
    """EF-XC-10, EF-CB-12  A delayed attack is kept, with those who join, or dropped; whether it is settled."""
    name = g.grid.name(target)
    if any(str(x) == name for x in g.state.lists.get("kept attacks", ())):
        return True
    joiners = [
        u.id
        for h in g.grid.neighbours[target]
        for u in combat_units(g, h, side)
        if EXPLOITED in u.states and why_no_part(g, u.id, target, EXPLOIT, LATE) is None
    ]
    choices: list[tuple[Option, UnitId]] = [
        (
            Option(
                f"keep {name}",
                f"The delayed attack on {place_name(g, target)} goes on{_without(joiners)}",
                (),
                (target,),
            ),
            "keep",
        ),
        (Option(f"drop {name}", "It is dropped", (), (target,)), "drop"),
    ]
    choices += [
        (Option(f"join {name} {u}", f"{unit_name(g, u)} joins it", (u,), (target,)), u)
        for u in sorted(joiners)
    ]
    ask = Choice(
        side,
        "attack.confirm",
        f"The delayed attack on {place_name(g, target)}?",
        choices,
        rule="EF-XC-10",
    )
    what = await g.ask(ask)
    if what == "drop":
        drop(g, side, target)
        end_support(g, target)
    elif what == "keep":
        old = g.state.lists.get("kept attacks", ())
        g.set_list("kept attacks", (*old, name), rule="EF-XC-10")
    else:
        g.tie(what, TARGET, name, rule="EF-CB-12")
        g.tie(what, JOINED, "1", rule="EF-CB-12")
    return False


async def _chit(g: EfGame, side: Side) -> bool:
    """EF-SP-13, EF-WX-03, EF-SP-24  A ready chit of an HQ in supply is flipped; whether one was."""
    able = [
        hq for hq in chits_ready(g, side)
        if level(g.state.units[hq]) == 0 and weather_at(g, g.state.units[hq].hex) != "M"
    ]  # fmt: skip
    if not able:
        return False
    choices = partial(_chits, g, side, able)
    out = (Option(DONE_WORD, "No chit"), "")
    *others, last = [unit_name(g, hq) for hq in able]
    names = f"{', '.join(others)} or {last}" if others else last
    many = len(able) > 1
    prompt = f"Who uses an offensive chit: {names}?" if many else f"An offensive chit of {names}?"
    ask = Choice(
        side, "attack.chit", prompt, Listed(out, choices), rule="EF-SP-13", quiet=DONE_WORD
    )
    used = await g.ask(ask)
    if not used:
        return False
    g.shed(used, READY_CHIT, rule="EF-SP-13")
    g.gain(used, USED_CHIT, rule="EF-SP-13")
    return True


def _chits(g: EfGame, side: Side, able: Iterable[UnitId]) -> list[tuple[Option, UnitId]]:
    here = g.board.here[OTHER[side]]
    beside = [
        u for u in on_map(g, side)
        if any(here[h] and combat_units(g, h, OTHER[side]) for h in g.grid.neighbours[u.hex])
        and class_of(g, u.id).attack
    ]  # fmt: skip
    return [(Option(f"chit {hq}", _chit_said(g, side, hq, beside), (hq,)), hq) for hq in able]


def _chit_said(g: EfGame, side: Side, hq: UnitId, beside: Sequence[Unit]) -> str:
    """EF-SP-13  A chit in the list, with whom it would cover: of the corps *beside* an enemy those in the range of its HQ."""
    supply = supply_of(g, side)
    able = [u for u in beside if supply.in_range(hq, u.hex) and serves(g, hq, u.id)]
    whom = f"{len(able)} unit{'' if len(able) == 1 else 's'} next to an enemy"
    return f"{unit_name(g, hq)} uses its chit: it reaches {whom}"


@segment("eastfront.combat.react_declare")
async def strikes(g: EfGame, side: Side, phase: int) -> Next:
    """EF-CB-14, EF-XC-05, EF-XC-12  One pass: a hasty attack of the non-phasing side is declared."""
    ask = attack_ask(g, side, phase, strikes=True)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        return DONE
    declare(g, side, order.target, order.kind, order.units)
    return AGAIN


@segment("eastfront.combat.resolve")
async def resolve(g: EfGame, side: Side, phase: int, *, in_order: int = 0) -> Next:
    """EF-CB-03, EF-CB-04, EF-CB-06, EF-XC-03, EF-XC-04, EF-XC-11  One pass: the next attack, its payment, its battle."""
    await _drop_vain(g, side, phase)
    found = due(g, side, phase)
    if not found:
        g.set_list("kept attacks", (), rule="EF-XC-10")
        return DONE
    target, kind = found[0] if in_order else await g.settle(_next(g, side, found))
    if kind == IN_ORDER:
        g.keep(in_order=1)
        return AGAIN
    battle = await pay(g, battle_of(g, side, target, kind), as_proposed=bool(in_order))
    drop(g, side, target)
    if battle is None:
        g.note("dropped", hex=target, side=side, rule="EF-CB-33")
        end_support(g, target)
        return AGAIN
    for unit in battle.units:
        g.gain(unit, mark(phase), rule="EF-CB-15")
        g.shed(unit, RESERVE, rule="EF-RX-10")
    some: dict[str, Any] = {"joined": battle.joined, "short": battle.short}
    return then(
        f"eastfront.battle.{side}", target=target, sort=kind, units=battle.units,
        paid=int(battle.paid), phase=phase, **{what: who for what, who in some.items() if who},
    )  # fmt: skip


def _next(g: EfGame, side: Side, found: Sequence[tuple[Hex, str]]) -> Choice[tuple[Hex, str]]:
    """EF-CB-03  Which attack is next; or all that are left, in their order."""
    choices = [
        (
            Option(
                f"resolve {g.grid.name(h)}",
                f"{called(kind).capitalize()} attack on {place_name(g, h)}",
                attackers(g, side, h),
                (h,),
            ),
            (h, kind),
        )
        for h, kind in found
    ]
    if len(found) > 1:
        names = ", ".join(g.grid.name(h) for h, _ in found)
        said = f"All {len(found)}, paid as proposed: {names}"
        choices.append((Option(f"resolve {IN_ORDER}", said), (-1, IN_ORDER)))

    def chances(row: tuple[Hex, str]) -> Odds | None:
        target, kind = row
        return None if target < 0 else odds(g, forecast(g, battle_of(g, side, target, kind)))

    return Choice(
        side, "attack.next", "Which attack is next?", choices, rule="EF-CB-03", odds=chances
    )


async def _drop_vain(g: EfGame, side: Side, phase: int) -> None:
    """EF-CB-18, EF-CB-12  Attacks without a target, attackers or odds are dropped."""
    for target, kind in due(g, side, phase):
        battle = battle_of(g, side, target, kind)
        empty = not combat_units(g, target, OTHER[side])
        if empty or not battle.units or column(g, battle) is None:
            g.note("dropped", hex=target, side=side, rule="EF-CB-18")
            drop(g, side, target)
            end_support(g, target)
            if empty and kind == DELAYED:
                await _follow(g, side, target, battle.units)


async def _follow(g: EfGame, side: Side, target: Hex, units: Sequence[UnitId]) -> None:
    """EF-CB-12  Combat-motorised units of a delayed attack may advance into a target that is empty."""
    for unit in units:
        free = not stack(g, target, OTHER[side]) and why_full(g, side, target, [unit]) is None
        if not class_of(g, unit).cm or not free:
            continue
        where = place_name(g, target)
        option = Option(
            f"advance {unit} {g.grid.name(target)}",
            f"{unit_name(g, unit)} into {where}",
            (unit,),
            (target,),
        )
        stay = Option(DONE_WORD, f"{unit_name(g, unit)} stays")
        ask = Choice(
            side, "advance", f"{where} is empty. Advance?", [(stay, False), (option, True)],
            rule="EF-CB-12", quiet=DONE_WORD,
        )  # fmt: skip
        if await g.ask(ask):
            g.move(unit, (g.state.units[unit].hex, target), how="advances", rule="EF-CB-12")
            await enter(g, [unit], target)


def may_strike_back(g: EfGame, side: str) -> bool:
    """EF-CB-14  The side of the step is the one that strikes."""
    own: Side = "axis" if side == "axis" else "soviet"
    return attack_ask(g, own, phase_of(g), strikes=True).is_open()


def attacks_of_phasing(g: EfGame, side: str) -> bool:
    """EF-CB-04"""
    return bool(listed(g, side))


def attacks_of_other(g: EfGame, side: str) -> bool:
    """EF-CB-06"""
    return bool(listed(g, side))


WHEN = {
    "may_strike_back": may_strike_back,
    "attacks_of_phasing": attacks_of_phasing,
    "attacks_of_other": attacks_of_other,
}
