"""A force at sea: its way, reaction of the other side, battle (EF-NV-11 to EF-NV-13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wargame.flow.ask import PASS, About, Choice, Odds, Option
from wargame.games.eastfront.asks.naval import start_of, way
from wargame.games.eastfront.asks.refusals import reacts_not
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import lose_steps
from wargame.games.eastfront.naval_odds import contact, hits, lead, meeting_odds
from wargame.games.eastfront.sea import group_of, groups, within_sail
from wargame.games.eastfront.state import (
    NAVAL_REACTED,
    OTHER,
    SAILED,
    SPENT,
    EfGame,
    place_name,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

MET = "met"
"""Number: reactions against a group in this phase (EF-NV-12)."""


async def sail(
    g: EfGame, side: Side, units: Sequence[UnitId], to: Hex, via: Sequence[Hex] = ()
) -> None:
    """EF-NV-11, EF-NV-12, EF-NV-13  A force goes to a hex, and the other side may react."""
    start = g.state.units[units[0]].hex
    path, price = way(g, side, g.state.units[units[0]], to, via)
    for unit in units:
        spent = g.state.units[unit].numbers.get(SAILED, 0)
        g.set_number(unit, SAILED, spent + price, rule="EF-NV-11")
        g.place(unit, to, rule="EF-NV-11")
        g.note("sails", unit=unit, hex=to, rule="EF-NV-11")
    fought = await reactions(g, side, units, path)
    alive = [u for u in units if g.state.units[u].hex >= 0]
    if fought and alive and start in g.content.ports and start != to:
        await _turn_back(g, side, alive, start, "go on")


async def _turn_back(
    g: EfGame, side: Side, units: Sequence[UnitId], start: Hex, otherwise: str
) -> None:
    """EF-NV-13, R-297  After a battle a force goes on, or returns to the port it came from."""
    names = ", ".join(unit_name(g, u) for u in units)
    choices = [
        (Option("stay", otherwise.capitalize()), False),
        (Option("return", f"Return to {place_name(g, start)}", tuple(units), (start,)), True),
    ]
    prompt = f"{names}: {otherwise}?"
    ask = Choice(side, "naval.return", prompt, choices, rule="EF-NV-13", quiet="stay")
    if await g.ask(ask):
        for unit in units:
            g.place(unit, start, rule="EF-NV-13")
            g.note("sails", unit=unit, hex=start, rule="EF-NV-13")


def reactors(g: EfGame, side: Side, sea: str, path: Sequence[Hex]) -> list[tuple[UnitId, Hex]]:
    """EF-NV-12  Groups of the other side that may react, with each hex of the path that is near enough."""
    far, found = g.content.limits.naval.react, []
    for unit in groups(g, side):
        if group_of(g, unit.id).sea != sea or unit.states & {SPENT, NAVAL_REACTED}:
            continue
        near = within_sail(g, side, start_of(g, unit), far)
        found += [(unit.id, h) for h in dict.fromkeys(path) if h in near]
    return found


async def reactions(g: EfGame, side: Side, units: Sequence[UnitId], path: Sequence[Hex]) -> bool:
    """EF-NV-12  The other side may send up to two groups in a phase against a force that sails; whether one fought."""
    enemy, fought = OTHER[side], False
    met = max(g.state.units[u].numbers.get(MET, 0) for u in units)
    for n in range(met, g.content.limits.naval.reactions):
        alive = [u for u in units if g.state.units[u].hex >= 0]
        found = reactors(g, enemy, group_of(g, units[0]).sea, path) if alive else []
        if not found:
            return fought
        choices = [
            (
                Option(
                    f"react {u} {g.grid.name(h)}",
                    f"{unit_name(g, u)} to {place_name(g, h)}",
                    (u,),
                    (h,),
                ),
                (u, h),
            )
            for u, h in found
        ]
        out = (Option(PASS, "No reaction"), ("", -1))
        names = ", ".join(unit_name(g, u) for u in alive)
        ask = Choice(
            enemy,
            "naval.react",
            f"{names} at sea: react?",
            [out, *choices],
            rule="EF-NV-12",
            quiet=PASS,
            explain=reacts_not(g, enemy, group_of(g, units[0]).sea, path),
            odds=partial(_met_odds, g, enemy, alive),
            about=About(hexes=(path[-1],), against=tuple(alive)),
        )
        unit, where = await g.ask(ask)
        if not unit:
            return fought
        for each in alive:
            g.set_number(each, MET, n + 1, rule="EF-NV-12")
        fought |= await _meet(g, enemy, unit, where, alive)
    return fought


def _met_odds(
    g: EfGame, side: Side, against: Sequence[UnitId], sent: tuple[UnitId, Hex]
) -> Odds | None:
    return meeting_odds(g, side, sent[0], against) if sent[0] else None


async def _meet(g: EfGame, side: Side, unit: UnitId, where: Hex, against: Sequence[UnitId]) -> bool:
    """EF-NV-12, EF-NV-13  A group comes to the path; whether there is contact, and so battle."""
    start = g.state.units[unit].hex
    g.gain(unit, NAVAL_REACTED, rule="EF-NV-12")
    g.place(unit, where, rule="EF-NV-12")
    needed = contact(g, unit)
    if g.roll("contact", sides=10, unit=unit, needed=needed, rule="EF-NV-12") > needed:
        return False
    await battle(g, OTHER[side], against, [unit])
    if g.state.units[unit].hex >= 0 and start in g.content.ports:
        await _turn_back(g, side, [unit], start, "stay at sea")
    return True


async def battle(
    g: EfGame, side: Side, sailing: Sequence[UnitId], met_by: Sequence[UnitId]
) -> None:
    """EF-NV-13, R-296  One round between the phasing force and those who met it: the phasing side's die and losses come first."""
    more = lead(g, met_by, sailing)
    by_own = _hits(g, side, sailing[0], -more)
    by_enemy = _hits(g, OTHER[side], met_by[0], more)
    await _suffer(g, side, sailing, by_enemy)
    await _suffer(g, OTHER[side], met_by, by_own)


def _hits(g: EfGame, side: Side, unit: UnitId, more: int) -> int:
    roll = g.roll("naval_battle", sides=10, by=side, unit=unit, more=more, rule="EF-NV-13")
    return hits(g, roll + more)


async def _suffer(g: EfGame, side: Side, units: Sequence[UnitId], hits: int) -> None:
    """EF-NV-13  The owner removes steps; transports are spared while others are there, for the first hit."""
    for n in range(hits):
        alive = [u for u in units if g.state.units[u].hex >= 0]
        if not alive:
            return
        others = [u for u in alive if group_of(g, u).type != "transport"]
        able = others if others and n == 0 else alive
        choices = [(Option(f"lose {u}", unit_name(g, u), (u,)), u) for u in able]
        ask = Choice(side, "naval.losses", "Which group loses a step?", choices, rule="EF-NV-13")
        lose_steps(g, await g.settle(ask), 1, rule="EF-NV-13")
