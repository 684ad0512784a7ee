"""What either side may give to an attack: support points, guns, aircraft, ships (NOR-CO-14 to -16)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from wargame.games.normandy.armies import (
    FORTRESS_SP,
    army_of,
    army_of_hq,
    can_spend,
    hq_of,
    is_operation_attack,
    is_supported,
    sp,
)
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.odds import NOTHING, Stake, defenders_of
from wargame.games.normandy.state import (
    COAST,
    FIRED,
    HQ,
    ISOLATED,
    OTHER,
    NorGame,
    kind_of,
    rating,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

FORTRESS = "fortress"
"""NOR-SL-10  The purse of Fortress Cherbourg."""


class Forces(NamedTuple):
    """An attack before anything is given to it."""

    side: Side
    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]

    def of(self, g: NorGame, *, defence: bool) -> Sequence[UnitId]:
        """The combat units of the side that gives."""
        return defenders_of(g, self.side, self.targets) if defence else self.units


def is_heard(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-SL-07, NOR-SL-10  In Supply and Supported; the fortress provides for all but the Isolated."""
    if _in_fortress(g, unit_id):
        return ISOLATED not in g.state.units[unit_id].states
    return can_spend(g, unit_id)


def _in_fortress(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-SL-10  Attached to the Fortress HQ while it lives and is not silent."""
    hq = g.content.off_map.fortress.hq
    return hq_of(g, unit_id) == hq and is_supported(g, unit_id)


def purse_of(g: NorGame, unit_id: UnitId) -> str:
    """NOR-CO-14, NOR-SL-10  Whose points a unit spends; "" for nobody's (R-100)."""
    if _in_fortress(g, unit_id):
        return "" if ISOLATED in g.state.units[unit_id].states else FORTRESS
    if not can_spend(g, unit_id):
        return ""
    if COAST in g.state.units[unit_id].states:  # NOR-SU-13
        return army_of(g, unit_id) or g.content.limits.supply.coast_army
    return army_of(g, unit_id)


def held(g: NorGame, purse: str) -> int:
    """Points in a purse."""
    return int(g.state.tracks.get(FORTRESS_SP, 0)) if purse == FORTRESS else sp(g, purse)


def purses(g: NorGame, units: Sequence[UnitId]) -> list[str]:
    """NOR-CO-14  The purses with points that may pay for units, by name."""
    found = {purse_of(g, u) for u in units}
    return sorted([purse for purse in found if purse and held(g, purse)])


def one_point(g: NorGame, units: Sequence[UnitId]) -> Stake:
    """NOR-CO-14  A support point of the first purse that may pay, for odds of attacks nobody has ordered."""
    found = purses(g, units)
    return Stake(1, found[0]) if found else NOTHING


def most_sp(g: NorGame, forces: Forces, *, defence: bool) -> int:
    """NOR-CO-14, NOR-OP-13  The most support points a side may spend."""
    rules = g.content.combat.support
    if defence:
        return rules.defence_most
    led = is_operation_attack(g, forces.units)
    return rules.attack_most_operation if led else rules.attack_most


def guns(g: NorGame, forces: Forces, *, defence: bool) -> list[UnitId]:
    """NOR-CO-15, NOR-SU-09  The guns that may fire, the highest rating first (R-145)."""
    units, side = g.state.units, OTHER[forces.side] if defence else forces.side
    loaded = [
        (gun, army)
        for gun, army in _artillery(g.content, side)
        if units[gun].hex >= 0 and FIRED not in units[gun].states
    ]
    if not loaded:
        return []
    called = forces.of(g, defence=defence)
    hqs = {hq for u in called if (hq := hq_of(g, u)) and is_heard(g, u)}
    pools = {army_of_hq(g, hq) for hq in hqs} - {""}
    found = [
        gun
        for gun, army in loaded
        if (units[gun].ties.get(HQ) in hqs or army in pools)
        and rating(g, gun)
        and _reaches(g, gun, forces.targets)
        and is_heard(g, gun)
    ]
    return sorted(found, key=lambda u: (-rating(g, u), u))


@cache
def _artillery(content: NormandyContent, side: Side) -> tuple[tuple[UnitId, str], ...]:
    """NOR-CO-15  All guns of a side, each with the army that it serves as a whole; "" for none."""
    guns = [kind for kind in content.units.values() if kind.support and kind.side == side]
    return tuple([(kind.id, content.formations[kind.formation_id].army) for kind in guns])


def why_silent(g: NorGame, forces: Forces, gun: UnitId, *, defence: bool) -> str:
    """NOR-CO-15  Why a gun is not among those that may fire; "" for what is no gun of the side."""
    unit, side = g.state.units.get(gun), OTHER[forces.side] if defence else forces.side
    if unit is None or unit.side != side or not kind_of(g, gun).support:
        return ""
    if unit.hex < 0:
        return "is not on the map"
    if FIRED in unit.states:
        return "has fired in this player-turn"
    if not rating(g, gun):
        return "has no shells left: its reduced side is rated 0"
    if not _reaches(g, gun, forces.targets):
        far = min(g.grid.distance(unit.hex, h) for h in forces.targets)
        return f"is {far} hexes away and reaches {kind_of(g, gun).cls.range}"
    if not is_heard(g, gun):
        return "is not In Supply, or its HQ is not Supported"
    return "serves neither an HQ nor an army of the units taking part"


def _reaches(g: NorGame, gun: UnitId, targets: Sequence[Hex]) -> bool:
    """NOR-CO-15  Of several hexes one in range is enough."""
    where, reach = g.state.units[gun].hex, kind_of(g, gun).cls.range
    return min(g.grid.distance(where, h) for h in targets) <= reach


def most_ground(g: NorGame, forces: Forces, *, defence: bool) -> int:
    """NOR-AA-04  Ground Support points that the Allied player may give."""
    if (forces.side == "allied") is defence:
        return 0
    points = int(g.state.tracks.get("ground", 0))
    if not points:
        return 0
    row = g.content.weathers[g.state.tracks["weather"]]  # type: ignore[index]
    led = not defence and is_operation_attack(g, forces.units)
    return min(row.support_operation if led else row.support, points)


def why_no_fleet(g: NorGame, forces: Forces, *, defence: bool) -> str:
    """NOR-CO-16  Why no ships fire at all; "" if some may."""
    rules, tracks = g.content.combat.naval, g.state.tracks
    row = g.content.seas[tracks["sea"]]  # type: ignore[index]
    if (forces.side == "allied") is defence:
        return "Only the Allied player has ships."
    if g.state.turn() > rules.last_turn:
        return f"There is no naval gunfire after T{rules.last_turn}."
    if not row.naval:
        return f"The sea is {row.title}: no naval gunfire."
    if not any(h in g.content.naval for h in forces.targets):
        return f"The nearest sea hex is more than {rules.reach} hexes from the attacked one."
    return ""


def ships(g: NorGame, forces: Forces, *, defence: bool) -> list[str]:
    """NOR-CO-16  The nations whose ships may fire now, that of the units first."""
    near = any(h in g.content.naval for h in forces.targets)
    if not near or why_no_fleet(g, forces, defence=defence):
        return []
    rules, tracks = g.content.combat.naval, g.state.tracks
    left = [n for n in ("us", "cw") if int(tracks.get(f"naval {n}", 0)) < rules.uses]
    fleets = [n for n in left if n in _nations(g.content)]
    if len(fleets) > 1:
        own = kind_of(g, forces.of(g, defence=defence)[0]).nation
        fleets.sort(key=lambda n: n != own)
    return fleets


@cache
def _nations(content: NormandyContent) -> frozenset[str]:
    """The nations that have units in the scenario."""
    return frozenset(kind.nation for kind in content.units.values())


def spend(g: NorGame, stake: Stake) -> None:
    """NOR-CO-17  What is given is paid for and told."""
    if stake.sp:
        stock = stake.purse == FORTRESS
        name = FORTRESS_SP if stock else f"sp {stake.purse}"
        if stock:
            g.note("stakes_stock", rule="NOR-SL-10", points=stake.sp)
        else:
            title = g.content.armies[stake.purse].title
            g.note("stakes_sp", rule="NOR-CO-14", army=title, points=stake.sp)
        g.set_track(name, held(g, stake.purse) - stake.sp, rule="NOR-CO-14")
    for gun in stake.guns:
        g.note("fires", rule="NOR-CO-15", unit=gun, rating=rating(g, gun))
        g.gain(gun, FIRED, rule="NOR-CO-15")
    if stake.ground:
        g.note("stakes_air", rule="NOR-AA-04", points=stake.ground)
        left = int(g.state.tracks.get("ground", 0)) - stake.ground
        g.set_track("ground", left, rule="NOR-AA-04")
    if stake.naval:
        name = f"naval {stake.naval}"
        g.note("stakes_naval", rule="NOR-CO-16", nation=NATION_TITLES[stake.naval])
        g.set_track(name, int(g.state.tracks.get(name, 0)) + 1, rule="NOR-CO-16")
