"""Who pays for an attack, and what is out of his reach (EF-SP-13, EF-CB-33, EF-SP-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Choice, Option
from wargame.games.eastfront.labour import take_sp
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.state import EfGame, level, place_name, unit_name
from wargame.games.eastfront.strength import (
    DELAYED,
    NORMAL,
    Battle,
    column,
    covered,
    whole_attack,
)
from wargame.games.eastfront.supply import supply_of
from wargame.model.state import UnitId

Amounts = Mapping[str, int]
"""SP by HQ or by the number of a dump's hex."""


class Payer(NamedTuple):
    """An HQ or a dump that may pay."""

    name: str
    stock: int
    reached: frozenset[UnitId]
    """The attackers within its reach."""


def cost(g: EfGame, battle: Battle) -> int:
    """EF-SP-13  SP an attack takes; none if it is hasty or carried by a chit."""
    if battle.kind not in (NORMAL, DELAYED) or covered(g, battle):
        return 0
    return -(-whole_attack(g, battle.units) // g.content.limits.supply.points_an_attack)


def payers(g: EfGame, battle: Battle) -> list[Payer]:
    """EF-SP-13  Who may pay for an attack: who reaches most, the nearest, the lowest id first."""
    supply, units = supply_of(g, battle.side), g.state.units
    near: dict[str, dict[UnitId, int]] = {}
    stocks: dict[str, int] = {}
    for unit in battle.units:
        for name, stock in supply.payers([units[unit].hex], [unit]):
            stocks[name] = stock
            start = units[name].hex if name in units else g.grid.hex(name)
            near.setdefault(name, {})[unit] = g.grid.distance(start, units[unit].hex)
    found = [Payer(name, stocks[name], frozenset(near[name])) for name in near]
    return sorted(found, key=lambda p: (-len(p.reached), min(near[p.name].values()), p.name))


def short(battle: Battle, found: Iterable[Payer], amounts: Amounts) -> tuple[UnitId, ...]:
    """EF-SP-13  The attackers that nobody who pays reaches."""
    reached = {u for payer in found if amounts.get(payer.name) for u in payer.reached}
    return tuple(u for u in battle.units if u not in reached)


def proposed(found: Iterable[Payer], points: int) -> dict[str, int]:
    """Who pays if nobody chooses: each in turn as far as he can, those last who reach nobody new."""
    amounts: dict[str, int] = {}
    rows, reached = list(found), set[UnitId]()
    for fresh in (True, False):
        for payer in rows:
            left = points - sum(amounts.values())
            new = payer.name not in amounts and not payer.reached <= reached
            if left and new == fresh:
                amounts[payer.name] = amounts.get(payer.name, 0)
                amounts[payer.name] += 1 if fresh else min(left, payer.stock - amounts[payer.name])
                reached |= payer.reached
    return amounts


def unpaid(g: EfGame, battle: Battle) -> Battle:
    """EF-CB-33, EF-SP-17  The attack if nobody pays: half strength, without units at U1."""
    units = tuple(u for u in battle.units if level(g.state.units[u]) != 1)
    return replace(battle, units=units, paid=False)


def forecast(g: EfGame, battle: Battle) -> Battle:
    """The attack as it would be fought now: paid as proposed if there is enough, else unpaid."""
    points = cost(g, battle)
    if not points:
        return battle
    found = payers(g, battle)
    if sum(payer.stock for payer in found) < points:
        return unpaid(g, battle)
    return replace(battle, short=short(battle, found, proposed(found, points)))


async def pay(g: EfGame, battle: Battle, *, as_proposed: bool = False) -> Battle | None:
    """EF-SP-13, EF-CB-33  The attack once SP are taken for it; None if it is dropped, for want of SP or of odds.

    *as_proposed* is said by a player who leaves it to what would be proposed who pays.
    """
    points = cost(g, battle)
    if not points:
        return battle if column(g, battle) is not None else None
    found = payers(g, battle)
    there = sum(payer.stock for payer in found)
    if there < points:
        return await _without(g, battle, points, there)
    amounts: Amounts = proposed(found, points)
    if there > points and len(found) > 1 and not as_proposed:
        amounts = await g.ask(_who(g, battle, found, points))
    now = replace(battle, short=short(battle, found, amounts))
    if column(g, now) is None:
        return None
    for name in sorted(amounts):
        if amounts[name]:
            stock = next(payer.stock for payer in found if payer.name == name)
            take_sp(g, [(name, stock)], amounts[name], rule="EF-SP-13")
    return now


def _who(g: EfGame, battle: Battle, found: list[Payer], points: int) -> Allotment:
    """EF-SP-13  Which HQs and dumps pay; those who attack out of reach of them count half."""

    def account(amounts: Amounts) -> list[str]:
        return [f"{unit_name(g, u)} counts half" for u in short(battle, found, amounts)]

    def note(payer: Payer) -> str:
        far = ", ".join(unit_name(g, u) for u in battle.units if u not in payer.reached)
        return f"holds {payer.stock} SP" + (f", too far from {far}" if far else "")

    rows = [
        Share(p.name, _title(g, p.name), min(p.stock, points), purse="sp", note=note(p))
        for p in found
    ]
    return Allotment(
        battle.side, "attack.payers",
        f"The attack on {place_name(g, battle.target)} takes {points} SP. Who pays?",
        rows, {"sp": Purse("SP", points, points)}, rule="EF-SP-13",
        proposed=proposed(found, points), account=account,
        odds=lambda amounts: odds(g, replace(battle, short=short(battle, found, amounts))),
    )  # fmt: skip


def _title(g: EfGame, name: str) -> str:
    return unit_name(g, name) if name in g.state.units else place_name(g, g.grid.hex(name))


async def _without(g: EfGame, battle: Battle, points: int, there: int) -> Battle | None:
    """EF-CB-33  Too few SP: the attack is made at half strength, or dropped."""
    weak = unpaid(g, battle)
    choices: list[tuple[Option, Battle | None]] = [(Option("drop", "Drop the attack"), None)]
    if weak.units and column(g, weak) is not None:
        choices.insert(0, (Option("unpaid", "Attack at half strength, unpaid"), weak))
    prompt = f"The attack on {place_name(g, battle.target)} takes {points} SP; {counted(there, 'is/are')} there."
    ask = Choice(
        battle.side, "attack.pay", prompt, choices, rule="EF-CB-33",
        odds=lambda row: None if row is None else odds(g, row),
    )  # fmt: skip
    return await g.settle(ask)
