"""A battle, step by step: dice, losses, standing fast, retreat, advance (EF-CB-20 to EF-CB-34)."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import DONE_WORD, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront import capture
from wargame.games.eastfront.asks.refusals import advances_not, loses, retreats_not
from wargame.games.eastfront.battle import (
    attacker_of,
    battle,
    frame_of,
    may_hold,
    present,
    result,
    stakes,
    stand_price,
    takers,
    to_lose,
    vacated,
)
from wargame.games.eastfront.bounds import why_not_enter
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import eliminate, lose_steps
from wargame.games.eastfront.labour import abandon
from wargame.games.eastfront.missions import phasing_side
from wargame.games.eastfront.odds import GIVES_UP, surrenders, throw
from wargame.games.eastfront.retreat import price, retreats, told
from wargame.games.eastfront.segments.air import end_support
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    OTHER,
    RESERVE,
    EfGame,
    class_of,
    enemy_zoc,
    place_name,
    stack,
    steps,
    unit_name,
)
from wargame.games.eastfront.strength import EXPLOIT, HASTY, armour
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Path

EVERYBODY = "all"


@segment("eastfront.battle.dice")
async def dice(g: EfGame, side: Side) -> Next:
    """EF-CB-20, EF-CB-21, EF-CB-34  The die is rolled, unless the defenders surrender."""
    now, frame = battle(g), frame_of(g)
    if surrenders(g, now):
        g.note("surrenders", hex=now.target, side=OTHER[side], rule="EF-CB-34")
        g.keep(frame, result=GIVES_UP)
    else:
        used = armour(g, now)
        reading = throw(g, now).roll(g, "combat", by=side, hex=now.target)
        g.keep(frame, result=reading.result)
        if used:
            g.keep(frame, armour=used)
    end_support(g, now.target)
    return DONE


@segment("eastfront.battle.losses")
async def losses(g: EfGame, side: Side, left: int = -1) -> Next:
    """EF-CB-23  One pass: a step, of the owner's choice."""
    if left < 0:
        left = to_lose(g, side)
        if left >= sum(steps(g, u) for u in present(g, side)):
            for unit in present(g, side):
                eliminate(g, unit, rule="EF-CB-23")
            return DONE
    if not left:
        return DONE
    await _lose_one(g, side, first=left == to_lose(g, side))
    g.keep(left=left - 1)
    return AGAIN


async def _lose_one(g: EfGame, side: Side, *, first: bool) -> None:
    able = takers(g, side)
    if not able:
        return
    if first and side == attacker_of(g) and stakes(g).armour:
        able = [u for u in able if class_of(g, u).armoured] or able
    where = place_name(g, stakes(g).target)
    choices = [(Option(f"lose {u}", f"{unit_name(g, u)} loses a step", (u,)), u) for u in able]
    ask = Choice(
        side, "losses", f"A step is lost at {where}. Whose?", choices,
        rule="EF-CB-23", explain=loses(g, side, able),
    )  # fmt: skip
    lose_steps(g, await g.settle(ask), 1, rule="EF-CB-23")


def _paid(g: EfGame, side: Side, price_: int) -> str:
    """EF-CB-27  The steps that standing costs, and whether anybody is left to stand."""
    words = "1 step more" if price_ == 1 else f"{price_} steps more"
    there = sum(steps(g, unit) for unit in present(g, side))
    return words if price_ < there else f"{words}: nobody is left"


@segment("eastfront.battle.stand")
async def stand(g: EfGame, side: Side, left: int = -1) -> Next:
    """EF-CB-27  The defender may pay steps to hold the hex; all or none of it."""
    if left < 0:
        price_ = stand_price(g)
        choices = [
            (Option("retreat", "Retreat"), False),
            (Option("stand", f"Stand fast, for {_paid(g, side, price_)}"), True),
        ]
        where = place_name(g, stakes(g).target)
        ask = Choice(side, "stand", f"Stand fast in {where}?", choices, rule="EF-CB-27")
        if not await g.ask(ask):
            return DONE
        g.keep(frame_of(g), holds=1)
        g.keep(left=price_)
        return AGAIN
    if not left or not takers(g, side):
        return DONE
    await _lose_one(g, side, first=False)
    g.keep(left=left - 1)
    return AGAIN


# -- retreat ----------------------------------------------------------------------------------------


@segment("eastfront.battle.retreat")
async def retreat(g: EfGame, side: Side, plans: tuple[str, ...] = (), over: int = 0) -> Next:
    """EF-CB-24, EF-CB-25, EF-CB-26  One pass: the way of a unit is named; then all move; then no hex holds too many.

    EF-AU-01  A way that is the only one is taken without a question, and any way if all of them kill (R-353).
    """
    if over:
        return AGAIN if await _spread(g, side, plans) else DONE
    named = [plan.split()[0] for plan in plans]
    n = result(g).retreat
    for unit in present(g, side):
        if unit in named:
            continue
        found = retreats(g, unit, n, _ends(g, plans)) if not class_of(g, unit).static else []
        if not found:
            g.note("no_way_back", unit=unit, rule="EF-CB-25")
            eliminate(g, unit, rule="EF-CB-26" if class_of(g, unit).static else "EF-CB-25")
            return AGAIN
        choices = _back(g, unit, found)
        ask = Choice(
            side, "retreat", f"{unit_name(g, unit)} retreats.", choices,
            rule="EF-CB-24", explain=retreats_not(g, unit, n, _ends(g, plans)),
        )  # fmt: skip
        way = await g.settle(ask)
        g.keep(plans=(*plans, f"{unit} {g.grid.write(way)}"))
        return AGAIN
    prices = [(plan, price(g, plan.split()[0], g.grid.route(plan.split()[1]))) for plan in plans]
    for plan, cost in prices:
        await _go_back(g, plan, cost)
    g.keep(over=1)
    return AGAIN


def _back(g: EfGame, unit: UnitId, found: Sequence[Path]) -> list[tuple[Option, Path]]:
    """EF-CB-25, R-353  The ways of a unit to choose from: one, and a line of the journal, where it dies on each."""
    if all(price(g, unit, way) >= steps(g, unit) for way in found):
        g.note("no_way_alive", unit=unit, rule="EF-CB-25")
        found = found[:1]
    return [
        (Option(f"retreat {unit} {g.grid.write(way)}", told(g, unit, way), (unit,), way), way)
        for way in found
    ]


def _ends(g: EfGame, plans: tuple[str, ...]) -> dict[UnitId, Hex]:
    """EF-CB-25  Where those end whose way is named, but for those it kills."""
    ways_ = {unit: g.grid.route(path) for unit, path in (plan.split() for plan in plans)}
    return {u: way[-1] for u, way in ways_.items() if price(g, u, way) < steps(g, u)}


async def _go_back(g: EfGame, plan: str, cost: int) -> None:
    """EF-CB-25  A unit goes its way and pays for it."""
    unit, path = plan.split()
    way = g.grid.route(path)
    g.shed(unit, RESERVE, rule="EF-RX-10")
    abandon(g, unit)
    if cost and lose_steps(g, unit, cost, rule="EF-CB-25") and g.state.units[unit].hex < 0:
        return
    g.move(unit, (g.state.units[unit].hex, *way), how="retreats", rule="EF-CB-24")
    for h in way:
        await capture.enter(g, [unit], h)


async def _spread(g: EfGame, side: Side, plans: tuple[str, ...]) -> bool:
    """EF-SK-03  Units too many in a hex go a hex farther, or are lost; whether one did."""
    gone = [plan.split()[0] for plan in plans]
    for where in sorted({g.state.units[u].hex for u in gone if g.state.units[u].hex >= 0}):
        if why_full(g, side, where, ()) is None:
            continue
        able = [u for u in gone if g.state.units[u].hex == where]
        choices = [(Option(f"spread {u}", f"{unit_name(g, u)} goes on", (u,)), u) for u in able]
        ask = Choice(
            side,
            "retreat.spread",
            f"{place_name(g, where)} holds too many. Who goes on?",
            choices,
            rule="EF-SK-03",
        )
        unit = await g.settle(ask)
        found = [
            way for way in retreats(g, unit, 1)
            if len(way) == 1 and why_full(g, side, way[0], [unit]) is None
        ]  # fmt: skip
        if not found:
            eliminate(g, unit, rule="EF-SK-03")
            return True
        on = Choice(
            side, "retreat", f"{unit_name(g, unit)} retreats.", _back(g, unit, found),
            rule="EF-SK-03",
        )  # fmt: skip
        way = await g.settle(on)
        await _go_back(g, f"{unit} {g.grid.write(way)}", price(g, unit, way))
        return True
    return False


# -- advance ----------------------------------------------------------------------------------------


@segment("eastfront.battle.advance")
async def advance(g: EfGame, side: Side, gone: tuple[str, ...] = (), *, everybody: int = 0) -> Next:
    """EF-CB-28, EF-CB-29  One pass: an attacker advances into the hex, a combat-motorised one perhaps farther."""
    target = stakes(g).target
    able = [u for u in present(g, side) if u not in gone and _onward(g, side, u, gone)]
    if everybody and able:
        await _go_on(g, side, able[0], target, gone)
        return AGAIN
    choices = [
        (
            Option(
                f"advance {u} {g.grid.name(h)}",
                f"{unit_name(g, u)} into {place_name(g, h)}",
                (u,),
                (h,),
            ),
            (u, h),
        )
        for u in present(g, side)
        for h in _onward(g, side, u, gone)
    ]
    if not choices:
        return DONE
    out = (Option(DONE_WORD, "No more advance"), ("", -1))
    where = place_name(g, target)
    farther = all(h != target for _, (_, h) in choices)
    prompt = f"Advance one hex beyond {where}?" if farther else f"Advance into {where}?"
    if len(able) > 1:
        every = Option(f"advance {EVERYBODY}", f"All into {where} who find room", tuple(able))
        choices.append((every, (EVERYBODY, target)))
    ask = Choice(
        side, "advance", prompt, [out, *choices], rule="EF-CB-28", quiet=DONE_WORD,
        explain=advances_not(g, side, gone, phasing_side(g)),
    )  # fmt: skip
    unit, h = await g.ask(ask)
    if not unit:
        return DONE
    if unit == EVERYBODY:
        g.keep(everybody=1)
        return AGAIN
    await _go_on(g, side, unit, h, gone)
    return AGAIN


async def _go_on(g: EfGame, side: Side, unit: UnitId, h: Hex, gone: tuple[str, ...]) -> None:
    """A unit advances into a hex."""
    await capture.displace(g, side, h)
    g.move(unit, (g.state.units[unit].hex, h), how="advances", rule="EF-CB-28")
    await capture.enter(g, [unit], h)
    g.keep(gone=(*gone, unit))


def _onward(g: EfGame, side: Side, unit: UnitId, gone: tuple[str, ...]) -> list[Hex]:
    """EF-CB-28, EF-CB-29  Where an attacker may advance now."""
    target, here = stakes(g).target, g.state.units[unit].hex
    cls = class_of(g, unit)
    if cls.deliberate or gone.count(unit) > 1 or cls.static:
        return []
    if unit not in gone:
        fits = g.grid.adjacent(here, target) and why_full(g, side, target, [unit]) is None
        return [target] if fits and why_not_enter(g, unit, here, target) is None else []
    foot = stakes(g).sort in (HASTY, EXPLOIT) and any(
        not class_of(g, u).cm for u in stakes(g).units
    )
    if here != target or not cls.cm or not result(g).second or foot or phasing_side(g) != side:
        return []
    return [
        h for h in g.grid.neighbours[here]
        if h in g.content.land and not stack(g, h, OTHER[side])
        and not (enemy_zoc(g, side, here) and enemy_zoc(g, side, h))
        and why_full(g, side, h, [unit]) is None and why_not_enter(g, unit, here, h) is None
    ]  # fmt: skip


# -- conditions -------------------------------------------------------------------------------------


def attacker_loses(g: EfGame, _side: str) -> bool:
    """EF-CB-23"""
    return to_lose(g, attacker_of(g)) > 0


def defender_loses(g: EfGame, _side: str) -> bool:
    """EF-CB-23"""
    return to_lose(g, OTHER[attacker_of(g)]) > 0


def may_stand(g: EfGame, _side: str) -> bool:
    """EF-CB-27"""
    return may_hold(g)


def retreat_due(g: EfGame, _side: str) -> bool:
    """EF-CB-24"""
    return bool(result(g).retreat) and not stakes(g).holds and not vacated(g)


def may_advance(g: EfGame, _side: str) -> bool:
    """EF-CB-28"""
    return vacated(g) and bool(present(g, attacker_of(g)))


WHEN = {
    "attacker_loses": attacker_loses,
    "defender_loses": defender_loses,
    "may_stand": may_stand,
    "retreat_due": retreat_due,
    "may_advance": may_advance,
}
