"""Results of an attack up to the retreats: steps, Disorganization, the determined stand (NOR-CO-19 to -21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import About, Refusal, yes_or_no
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy.battle import (
    Battle,
    alive,
    battle,
    guns_of,
    left_in,
    packed_losses,
    remember,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.harm import disorganize, lose_step
from wargame.games.normandy.state import (
    DISORGANIZED,
    HQ,
    REDUCED,
    REGROUP,
    NorGame,
    division_of,
    kind_of,
    place_name,
    shown,
    steps,
    unit_name,
)
from wargame.games.normandy.works import shelter
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

STEPS = "steps"
Lost = dict[UnitId, int]
"""Steps lost in an attack by unit."""


# -- steps ------------------------------------------------------------------------------------------


@segment("normandy.attack.losses")
async def losses(g: NorGame, side: Side) -> Next:
    """NOR-CO-05, NOR-CO-19, NOR-CO-20  The attacker's steps, then the defender's, before all else."""
    fight = battle(g)
    attacks = side == fight.attacker
    units = alive(g, fight.units if attacks else fight.defenders)
    lost = await share_out(g, units, _owed(fight, side), fight.lost)
    remember(g, fight, taken=packed_losses(lost))
    return DONE


def _owed(fight: Battle, side: Side) -> int:
    """NOR-CO-18  Steps that a side loses by the dice."""
    return fight.hits if side == fight.attacker else fight.losses


async def share_out(
    g: NorGame, units: Sequence[UnitId], count: int, lost: Mapping[UnitId, int]
) -> Lost:
    """NOR-CO-19  The owner shares steps out; asked only where it matters. All steps lost so far."""
    left = {u: steps(g, u) for u in units}
    whole = sum(left.values())
    if count > whole:
        g.note("beyond_steps", rule="NOR-CO-19")
    count = min(count, whole)
    shares: Mapping[UnitId, int]
    if len(left) == 1:
        shares = dict.fromkeys(left, count)
    elif count == whole:
        shares = left
    elif _is_settled(g, left, count, lost):
        shares = _spread(g, units, count, lost)
    else:
        shares = await g.ask(_loss_ask(g, left, count, lost))
    found = dict(lost)
    for unit in sorted([u for u, n in shares.items() if n]):
        for _ in range(shares[unit]):
            lose_step(g, unit, rule="NOR-CO-19")
        found[unit] = found.get(unit, 0) + shares[unit]
    return found


def _loss_ask(
    g: NorGame, left: Mapping[UnitId, int], count: int, lost: Mapping[UnitId, int]
) -> Allotment:
    units = tuple(left)

    def described(row: Share) -> Share:
        unit = g.state.units[row.key]
        note = f"{shown(unit)}, {left[row.key]} step{'s' * (left[row.key] > 1)}"
        title = unit_name(g, row.key)
        return row._replace(title=title, units=(row.key,), hexes=(unit.hex,), note=note)

    return Allotment(
        g.state.units[units[0]].side,
        "combat.losses",
        f"Who loses {count} step{'s' * (count > 1)}?",
        [Share(u, "", min(count, left[u]), purse=STEPS, rule="NOR-CO-19") for u in units],
        {STEPS: Purse(STEPS, count, count)},
        rule="NOR-CO-19",
        proposed=partial(_spread, g, units, count, lost),
        why_not=partial(why_uneven, g, lost),
        about=lambda: About(units),
        described=described,
    )


def why_uneven(g: NorGame, lost: Mapping[UnitId, int], shares: Mapping[str, int]) -> Refusal | None:
    """NOR-CO-19  Nobody loses a second step before everybody has lost one."""
    after = {u: lost.get(u, 0) + n for u, n in shares.items()}
    twice = [u for u, n in after.items() if n > 1 and shares[u]]
    spared = [u for u, n in after.items() if not n]
    if not twice or not spared:
        return None
    names = unit_name(g, twice[0]), unit_name(g, spared[0])
    return Refusal(f"{names[0]} would lose a second step before {names[1]} loses one.", "NOR-CO-19")


def _spread(g: NorGame, units: Sequence[UnitId], count: int, lost: Mapping[UnitId, int]) -> Lost:
    """What a knowing player does: least strength lost, no unit destroyed while another can pay."""
    found: Lost = dict.fromkeys(units, 0)
    for _ in range(count):
        able = [u for u in units if found[u] < steps(g, u)]
        first = [u for u in able if not lost.get(u, 0) + found[u]]
        unit = min(first or able, key=lambda u: _price(g, u, found[u]))
        found[unit] += 1
    return found


def _price(g: NorGame, unit: UnitId, lost: int) -> tuple[bool, int, int, UnitId]:
    """How dear the next step of a unit is."""
    kind, now = kind_of(g, unit), shown(g.state.units[unit])
    sides = kind.cls.sides
    at = sides.index(now) + lost
    last = at + 1 == len(sides)
    weight = kind.strength(sides[at]) - (0 if last else kind.strength(sides[at + 1]))
    return last, weight, -(len(sides) - at), unit


def _is_settled(
    g: NorGame, left: Mapping[UnitId, int], count: int, lost: Mapping[UnitId, int]
) -> bool:
    """Whether only one way of sharing fewer steps than there are is legal, or all come to the same position."""
    spared = sum(not lost.get(u, 0) for u in left)
    if count == spared:
        return True
    fresh = spared == len(left) and count <= len(left) + 1
    return (count == 1 or fresh) and len({_likeness(g, u, lost) for u in left}) == 1


def _likeness(g: NorGame, unit_id: UnitId, lost: Mapping[UnitId, int]) -> tuple[object, ...]:
    """What of a unit matters for who loses the step: units that agree in it are alike."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    states, ties = tuple(sorted(unit.states)), unit.ties.get(HQ, "")
    return (kind.cls.id, unit.hex, states, division_of(g, unit_id), ties, lost.get(unit_id, 0))


# -- Disorganization --------------------------------------------------------------------------------


@segment("normandy.attack.disorder")
async def disorder(g: NorGame) -> Next:
    """NOR-CO-20, NOR-DR-05, NOR-DR-07, NOR-SL-08  AX and DX strike survivors; guns that fired flip."""
    fight = battle(g)
    cell = fight.cell(g)
    if cell.attackers_shaken:
        for unit in alive(g, fight.units):
            disorganize(g, unit, rule="NOR-DR-03")
    if cell.defenders_shaken:
        for unit in alive(g, fight.defenders):
            disorganize(g, unit, rule="NOR-DR-03")
    for gun in sorted({*guns_of(fight.stake), *guns_of(fight.answer)}):
        if g.state.units[gun].hex >= 0:
            g.gain(gun, REDUCED, rule="NOR-SL-08")
    return DONE


# -- determined stand -------------------------------------------------------------------------------


@segment("normandy.attack.stand")
async def stand(g: NorGame, side: Side) -> Next:
    """NOR-CO-21  One pass: one hex decides whether it pays steps instead of going back."""
    fight = battle(g)
    hexes = can_stand(g, fight)
    if not hexes:
        return DONE
    where, rules = hexes[0], g.content.limits.retreat.stand
    back = fight.cell(g).retreat
    price = back * rules.steps
    units = left_in(g, fight, where)
    remember(g, fight, asked=(*fight.asked, where))
    said = f"{price} step{'s' * (price > 1)}"
    prompt = f"Stand in {place_name(g, where)} for {said} more, instead of going back?"
    yes = f"Yes: stand, lose {said} and be Disorganized"
    no = f"No: go back {back} hex{'es' * (back > 1)}"
    if not await g.ask(yes_or_no(side, "combat.stand", prompt, yes=yes, no=no, rule="NOR-CO-21")):
        return AGAIN
    g.note("stands", rule="NOR-CO-21", where=where, steps=price)
    remember(g, fight, stood=(*fight.stood, where))
    own = {u: n for u, n in fight.lost.items() if u in units}
    lost = await share_out(g, units, price, own)
    remember(g, fight, taken=packed_losses({**fight.lost, **lost}))
    for unit in alive(g, units):
        g.shed(unit, REGROUP, rule="NOR-CO-21")
        g.gain(unit, DISORGANIZED, rule="NOR-CO-21")
    return AGAIN


def can_stand(g: NorGame, fight: Battle) -> list[Hex]:
    """NOR-CO-21  Hexes whose defenders may pay instead of going back and have not decided, ascending."""
    rules, length = g.content.limits.retreat.stand, fight.cell(g).retreat
    if not 1 <= length <= rules.most:
        return []
    rows = g.content.ground.rows
    return [
        h
        for h in fight.targets
        if h not in fight.asked
        and (rows[h].stand or shelter(g, h))
        and sum(steps(g, u) for u in left_in(g, fight, h)) > length * rules.steps
    ]


def _stand_possible(g: NorGame, _side: Side) -> bool:
    """NOR-CO-21"""
    return bool(can_stand(g, battle(g)))


def _steps_are_lost(g: NorGame, side: Side) -> bool:
    """NOR-CO-20"""
    return bool(_owed(battle(g), side))


def _anybody_shaken(g: NorGame, _side: Side) -> bool:
    """NOR-CO-20, NOR-SL-08"""
    fight = battle(g)
    cell = fight.cell(g)
    fired = guns_of(fight.stake) or guns_of(fight.answer)
    return cell.attackers_shaken or cell.defenders_shaken or bool(fired)


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "steps_are_lost": _steps_are_lost,
    "anybody_shaken": _anybody_shaken,
    "stand_possible": _stand_possible,
}
"""The conditions of its steps."""
