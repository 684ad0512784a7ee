"""Which HQs are supported and which guns re-supplied: one Allotment a side (NOR-SL-01 to -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from wargame.content.figures import counted
from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Refusal
from wargame.games.normandy.armies import armies, armies_of, army_of, army_of_hq, attached, hqs, sp
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.state import (
    NATIONS,
    OPERATION,
    REDUCED,
    SILENT,
    SUPPORTED,
    NorGame,
    kind_of,
    nation_of,
    place_name,
    unit_name,
)
from wargame.model.state import UnitId

SPARED = 2
"""Support points that a proposal leaves to an army, but for HQs that were supported before."""


def level(g: NorGame, nation: Nation) -> int:
    """NOR-SL-04  The Support Level of this turn."""
    return int(g.state.tracks.get(f"level {nation}", 0))


def allocation(g: NorGame, nation: Nation) -> int:
    """NOR-SL-04  Allocation points of an Allied nation."""
    return level(g, nation) * g.content.support.points.by_level


def is_free(g: NorGame) -> bool:
    """Section 8.1  Every HQ is supported without cost this turn."""
    return g.state.turn() in g.content.scenario.supported


# -- who may get something --------------------------------------------------------------------------


def payer(g: NorGame, unit_id: UnitId) -> str:
    """NOR-SL-05, NOR-SL-06  The army that pays for an HQ or a gun; "" for none (R-102)."""
    if kind_of(g, unit_id).hq:
        return army_of_hq(g, unit_id)
    army = army_of(g, unit_id)
    if not army and g.state.units[unit_id].side == "allied":
        return armies(g, nation_of(g, unit_id))[0]
    return army


def why_no_support(g: NorGame, unit_id: UnitId) -> Refusal | None:
    """NOR-SL-04 to -06, NOR-SL-08, NOR-SL-10  Why nothing is paid for a unit; None if it may be."""
    unit, kind, name = g.state.units[unit_id], kind_of(g, unit_id), unit_name(g, unit_id)
    if unit.hex < 0:
        return Refusal(f"{name} is not on the map.", "NOR-SL-04")
    if kind.combat_unit:
        return Refusal(f"{name} is neither an HQ nor artillery.", "NOR-SL-04")
    if kind.hq:
        return _why_no_staff(g, unit_id)
    if REDUCED not in unit.states:
        return Refusal(f"{name} has its full rating.", "NOR-SL-08")
    if not payer(g, unit_id):
        return Refusal(f"{name} belongs to no HQ whose army could pay.", "NOR-SL-06")
    return None


def _why_no_staff(g: NorGame, hq: UnitId) -> Refusal | None:
    name = unit_name(g, hq)
    if hq == g.content.off_map.fortress.hq:
        return Refusal(f"{name} is always Supported.", "NOR-SL-10")
    if is_free(g):
        return Refusal(f"{name} is supported free of charge this turn.", "NOR-SL-04")
    if g.state.units[hq].numbers.get(SILENT, 0) > 1:
        return Refusal(f"{name} has been displaced: it is Unsupported this turn.", "NOR-HQ-01")
    return None


def claimants(g: NorGame, side: Side) -> list[UnitId]:
    """NOR-SL-03, NOR-SL-04  HQs that may be supported, then reduced guns, by id."""
    units = g.state.units
    guns = [u for u in _guns(g.content, side) if units[u].hex >= 0 and REDUCED in units[u].states]
    return [u for u in (*hqs(g, side), *guns) if why_no_support(g, u) is None]


@cache
def _guns(content: NormandyContent, side: Side) -> tuple[UnitId, ...]:
    """NOR-SL-08  All artillery of a side, by id."""
    kinds = content.units.values()
    return tuple(sorted([kind.id for kind in kinds if kind.support and kind.side == side]))


# -- the question -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Means:
    """NOR-SL-04, NOR-SL-05  What each army has: allocation points first, then its Reserve."""

    points: Mapping[str, int]
    reserve: Mapping[str, int]

    def holds(self, army: str) -> int:
        """Both together."""
        return self.points.get(army, 0) + self.reserve.get(army, 0)

    def by_reserve(self, army: str, given: int) -> int:
        """NOR-SL-05  So many support points does an army spend that gives so much in all."""
        return max(given - self.points.get(army, 0), 0)


def means(g: NorGame, side: Side, points: Mapping[str, int]) -> Means:
    """The purses of a side; *points* are the allocation points by army."""
    return Means(points, {army: sp(g, army) for army in armies_of(g, side)})


def _why_no_row(g: NorGame, side: Side, have: Means, word: str) -> Refusal | None:
    """NOR-SL-01 to -03, NOR-SL-05, NOR-SL-06  Why a unit is no row."""
    if word not in g.state.units:
        return None
    if g.state.units[word].side != side:
        return Refusal(f"{unit_name(g, word)} is not yours.", "NOR-SL-04")
    if refusal := why_no_support(g, word):
        return refusal
    army = payer(g, word)
    if have.holds(army):
        return None
    said = f"{g.content.armies[army].title} has no SP to pay for {unit_name(g, word)}."
    return Refusal(said, "NOR-SL-05" if side == "allied" else "NOR-SL-06")


def support_ask(g: NorGame, side: Side, have: Means) -> Allotment | None:
    """NOR-SL-01 to -03  All HQs and guns of a side in one answer; None where nothing can be paid."""
    paying = {unit: payer(g, unit) for unit in claimants(g, side)}
    units = [unit for unit, army in paying.items() if have.holds(army)]
    if not units:
        return None
    pools = [army for army in armies_of(g, side) if army in paying.values() and have.holds(army)]
    purses = {army: Purse(_purse_title(g, army, have), have.holds(army)) for army in pools}
    return Allotment(
        side,
        f"support.{side}",
        "Which HQs are supported, which guns re-supplied?",
        [_row(g, u, paying[u]) for u in units],
        purses,
        rule="NOR-SL-01" if side == "allied" else "NOR-SL-02",
        proposed=lambda: _proposed(g, units, have),
        account=lambda amounts: _accounts(g, have, units, amounts),
        explain=lambda word: _why_no_row(g, side, have, word),
        nothing="Support nobody",
        described=partial(_described, g),
    )


def _purse_title(g: NorGame, army: str, have: Means) -> str:
    title = g.content.armies[army].title
    points, reserve = have.points.get(army, 0), have.reserve.get(army, 0)
    return (
        f"{title} ({counted(points, 'point')} allocated, {reserve} SP)"
        if points
        else f"SP of {title}"
    )


def price_of(g: NorGame, unit_id: UnitId) -> int:
    """NOR-SL-04 to -06"""
    prices = g.content.support.points
    return prices.hq if kind_of(g, unit_id).hq else prices.artillery


def _row(g: NorGame, unit_id: UnitId, army: str) -> Share:
    rule = "NOR-SL-07" if kind_of(g, unit_id).hq else "NOR-SL-08"
    return Share(unit_id, "", 1, price=price_of(g, unit_id), purse=army, rule=rule)


def _described(g: NorGame, row: Share) -> Share:
    unit_id = row.key
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    where = place_name(g, unit.hex)
    if kind.hq:
        was = "supported" if SUPPORTED in unit.states else "Unsupported"
        busy = ", in an Operation" if OPERATION in unit.states else ""
        n = len(attached(g, unit_id))
        before = f", {was} last turn" if g.state.turn() > g.content.scenario.first_turn else ""
        note = f"{n} unit{'s' * (n != 1)}{before}{busy}, in {where}"
    else:
        note = f"rating {kind.rating('reduced')} instead of {kind.rating('full')}, in {where}"
    name = unit_name(g, unit_id)
    return row._replace(title=name, units=(unit_id,), hexes=(unit.hex,), note=note)


def _accounts(
    g: NorGame, have: Means, units: Sequence[UnitId], amounts: Mapping[str, int]
) -> list[str]:
    """NOR-SL-05  What comes out of each Reserve."""
    found = []
    for army, spent in spent_by(g, units, amounts).items():
        if points := have.by_reserve(army, spent):
            left = have.reserve[army] - points
            found.append(f"{g.content.armies[army].title} spends {points} SP and keeps {left}")
    return found


def spent_by(g: NorGame, units: Sequence[UnitId], amounts: Mapping[str, int]) -> dict[str, int]:
    """What each army gives in all, in the order of the units."""
    found: dict[str, int] = {}
    for unit in units:
        if amounts.get(unit):
            army = payer(g, unit)
            found[army] = found.get(army, 0) + price_of(g, unit)
    return found


# -- the proposal -----------------------------------------------------------------------------------


def _proposed(g: NorGame, units: Sequence[UnitId], have: Means) -> Mapping[str, int]:
    """As last turn, then new HQs and guns, as far as a Reserve is not run dry for them.

    HQs without units get what is left of the allocation points: it would lapse.
    """
    given: dict[str, int] = {}
    found: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: _rank(g, u)):
        army, rank = payer(g, unit), _rank(g, unit)[0]
        spared = 0 if rank < _NEW else SPARED
        wanted = given.get(army, 0) + price_of(g, unit)
        reserve = max(have.reserve.get(army, 0) - spared, 0) if rank < _IDLE else 0
        if wanted <= have.points.get(army, 0) + reserve:
            given[army] = wanted
            found[unit] = 1
    return found


_BUSY, _AS_BEFORE, _NEW, _GUN, _IDLE = range(5)


def _rank(g: NorGame, unit_id: UnitId) -> tuple[int, int, UnitId]:
    """Operations, HQs supported last turn, other HQs, guns; those that matter most first."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    if not kind.hq:
        return _GUN, -(kind.rating("full") - kind.rating("reduced")), unit_id
    strong = sum(kind_of(g, u).combat_unit for u in attached(g, unit_id))
    if OPERATION in unit.states:
        return _BUSY, -strong, unit_id
    if not strong:
        return _IDLE, 0, unit_id
    return (_AS_BEFORE if SUPPORTED in unit.states else _NEW), -strong, unit_id


# -- allocation points between two armies -----------------------------------------------------------


def shared(g: NorGame, side: Side) -> list[Nation]:
    """NOR-SL-04  Nations of two armies with allocation points to share out."""
    return [n for n in NATIONS[side] if len(armies(g, n)) > 1 and allocation(g, n)]


def points_ask(g: NorGame, side: Side) -> Allotment:
    """NOR-SL-01, NOR-SL-04  How many allocation points each army of a nation gets."""
    rows, purses, proposed = [], dict[str, Purse](), dict[str, int]()
    for nation in shared(g, side):
        points = allocation(g, nation)
        title = f"{NATION_TITLES[nation]} allocation points"
        purses[nation] = Purse(title, points, must=points)
        weights = {army: _claims(g, side, army) for army in armies(g, nation)}
        proposed |= in_proportion(points, weights)
        for army, claims in weights.items():
            wants = "1 HQ or reduced gun" if claims == 1 else f"{claims} HQs and reduced guns"
            note = f"{wants}, {sp(g, army)} SP"
            rows.append(Share(army, g.content.armies[army].title, points, purse=nation, note=note))
    return Allotment(
        side,
        "support.points",
        "How many allocation points does each army get?",
        rows,
        purses,
        rule="NOR-SL-04",
        proposed=proposed,
    )


def _claims(g: NorGame, side: Side, army: str) -> int:
    return sum(payer(g, unit) == army for unit in claimants(g, side))


def in_proportion(points: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Points by weight, whole; what is left over goes to the first of the heaviest."""
    total = sum(weights.values()) or len(weights)
    parts = weights if sum(weights.values()) else dict.fromkeys(weights, 1)
    found = {name: points * weight // total for name, weight in parts.items()}
    heaviest = max(parts, key=lambda name: parts[name])
    found[heaviest] += points - sum(found.values())
    return found
