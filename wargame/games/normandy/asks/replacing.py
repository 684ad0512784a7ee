"""Who may get replacements, and who may rest (NOR-RP-04 to -06, NOR-RP-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from wargame.content.figures import counted
from wargame.flow.allot import Allotment, Amounts, Purse, Share
from wargame.flow.ask import PASS, Choice, Odds, Option, Outcome, Refusal
from wargame.flow.notation import Grammar
from wargame.games.normandy import dice
from wargame.games.normandy.armies import hq_of
from wargame.games.normandy.asks.orders import name_of
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.entry import area_of, holder, in_areas, withdrawing
from wargame.games.normandy.state import (
    CADRE,
    DISORGANIZED,
    EXERTED,
    ISOLATED,
    NATIONS,
    OUT,
    REDUCED,
    REGROUP,
    REPLACED,
    NorGame,
    in_supply,
    kind_of,
    nation_of,
    shown,
    touches_enemy,
    unit_name,
)
from wargame.model.state import UnitId

KEPT, EXTRA, EVER = "rp", "rp dissolved", "rp cw total"
"""Tracks: "rp us" etc.; NOR-RP-08 points of the dissolved division; CW points so far."""
REST = "rest-"
"""NOR-RP-09  Before a unit: its row of resting; before a nation: its purse of one."""
_HURT = frozenset((REDUCED, CADRE))
"""NOR-ST-01  States of a unit that has lost steps."""
_ON_A_SIX = " One at rest does so on a 6."


def _grammar(rule: str) -> Grammar:
    return Grammar(rule, name=name_of)


def is_beside_enemy(g: NorGame, unit_id: UnitId) -> bool:
    """An adjacent enemy of a unit on the map."""
    unit = g.state.units[unit_id]
    return unit.hex >= 0 and touches_enemy(g, unit.hex, unit.side)


def _is_fed(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-SU-03, NOR-SU-15  In Supply; off the map by who controls the area (R-113)."""
    area = area_of(g, unit_id)
    unit = g.state.units[unit_id]
    return holder(g, area) == unit.side if area else in_supply(unit)


# -- points -----------------------------------------------------------------------------------------


def price_of(g: NorGame, unit_id: UnitId) -> int:
    """NOR-RP-05  Points for one step; 0 for what cannot be rebuilt."""
    return _prices(g.content)[unit_id]


@cache
def _prices(content: NormandyContent) -> dict[UnitId, int]:
    prices, kinds = content.replacement.price, content.units.values()
    return {k.id: max((prices.get(flag, 0) for flag in k.flags), default=0) for k in kinds}


def why_not_replaced(g: NorGame, unit_id: UnitId) -> Refusal | None:
    """NOR-RP-05, NOR-RP-06, NOR-WN-04  Why a unit may get no replacements; None if it may."""
    bar = _what_bars_points(g, unit_id)
    return Refusal(bar[0].format(unit_name(g, unit_id)), bar[1]) if bar else None


def _what_bars_points(g: NorGame, unit_id: UnitId) -> tuple[str, str] | None:
    """The same as a sentence about {}, and the rule."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    found: tuple[str, str] | None = None
    if unit.side == "german" and withdrawing(g):
        found = "No German unit gets replacements after Withdrawal.", "NOR-WN-04"
    elif not kind.combat_unit or not price_of(g, unit_id):
        found = "{} cannot be rebuilt: HQ and artillery never are.", "NOR-RP-05"
    elif unit.hex < 0 and not area_of(g, unit_id):
        found = "{} is neither on the map nor in an area.", "NOR-RP-06"
    elif shown(unit) == "full":
        found = "{} has all its steps.", "NOR-RP-05"
    elif REPLACED in unit.states:
        found = "{} has got a step already.", "NOR-RP-05"
    elif not _is_fed(g, unit_id):
        found = "{} is not In Supply.", "NOR-RP-06"
    elif DISORGANIZED in unit.states:
        found = "{} is Disorganized.", "NOR-RP-06"
    elif REGROUP in unit.states:
        found = "{} is regrouping.", "NOR-RP-06"
    elif is_beside_enemy(g, unit_id):
        found = "{} stands next to an enemy.", "NOR-RP-06"
    return found


def purse(g: NorGame, nation: Nation) -> int:
    """NOR-RP-04, NOR-RP-08  Points a nation can spend now."""
    return _number(g, f"{KEPT} {nation}") + (_number(g, EXTRA) if nation == "cw" else 0)


def _number(g: NorGame, track: str) -> int:
    return int(g.state.tracks.get(track, 0))


def replaceable(g: NorGame, side: Side) -> list[UnitId]:
    """NOR-RP-06  Units that may get a step their nation can pay, by id."""
    points = {nation: purse(g, nation) for nation in NATIONS[side]}
    if not any(points.values()):
        return []
    units, prices, kinds = g.state.units, _prices(g.content), g.content.units
    there = [*g.board.on_map[side], *[u for u in in_areas(g) if units[u].side == side]]
    hurt = [units[u] for u in there if not _HURT.isdisjoint(units[u].states)]
    fit = [unit.id for unit in hurt if _UNFIT.isdisjoint(unit.states)]
    paid = [u for u in fit if prices[u] <= points[kinds[u].nation]]
    return sorted([u for u in paid if _what_bars_points(g, u) is None])


_UNFIT = frozenset((REPLACED, DISORGANIZED, REGROUP))


def _why_no_row(g: NorGame, side: Side, word: str) -> Refusal | None:
    """NOR-RP-05, NOR-RP-06, NOR-RP-09  Why a unit is no row."""
    if word.removeprefix(REST) != word and word.removeprefix(REST) in g.state.units:
        return _why_not_named(g, word.removeprefix(REST))
    if word not in g.state.units:
        return None
    name, nation = unit_name(g, word), nation_of(g, word)
    if g.state.units[word].side != side:
        return Refusal(f"{name} is not yours.", "NOR-RP-05")
    costs = counted(price_of(g, word), "point")
    said = f"{name} costs {costs}; {NATION_TITLES[nation]} has {purse(g, nation)}."
    return why_not_replaced(g, word) or Refusal(said, "NOR-RP-05")


def points_ask(
    g: NorGame, side: Side, units: list[UnitId], resting: Mapping[Nation, list[UnitId]]
) -> Allotment:
    """NOR-RP-02, NOR-RP-05, NOR-RP-09  One question deals the points out, and says who rests."""
    rows = [Share(u, "", 1, price=price_of(g, u), purse=nation_of(g, u), units=(u,)) for u in units]
    rows += [_rest_share(g, unit) for able in resting.values() for unit in able]
    purses: dict[str, Purse] = {
        nation: Purse(f"{NATION_TITLES[nation]} replacement points", purse(g, nation))
        for nation in NATIONS[side]
        if any(nation_of(g, u) == nation for u in units)
    }
    for nation in resting:
        purses[REST + nation] = Purse(f"{NATION_TITLES[nation]} units at rest", 1)
    return Allotment(
        side,
        "replacement.points",
        f"Which units get a step back?{_ON_A_SIX if resting else ''}",
        rows,
        purses,
        rule="NOR-RP-02",
        proposed=lambda: _with_rest(
            _proposed(g, units, {n: purse(g, n) for n in NATIONS[side]}), resting
        ),
        why_not=lambda amounts: _why_not_both(g, amounts),
        explain=lambda word: _why_no_row(g, side, word),
        nothing="Give none",
        described=lambda row: _described(g, row),
    )


def _described(g: NorGame, row: Share) -> Share:
    (unit_id,) = row.units
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    where = g.grid.name(unit.hex) if unit.hex >= 0 else f"area {area_of(g, unit_id)}"
    return row._replace(
        title=f"{name} rests" if row.key != unit_id else name,
        hexes=(unit.hex,) if unit.hex >= 0 else (),
        note=f"{where} {shown(unit)}",
    )


def choosing(g: NorGame, side: Side) -> dict[Nation, list[UnitId]]:
    """NOR-RP-09  Nations with more than one unit that may rest, with those units (R-115)."""
    return {nation: units for nation, units in rested(g, side).items() if len(units) > 1}


def at_rest(given: Mapping[str, int]) -> list[UnitId]:
    """NOR-RP-09  Who rests, by an answer to the question of points."""
    return [row.removeprefix(REST) for row, n in given.items() if n and row.startswith(REST)]


def _rest_share(g: NorGame, unit_id: UnitId) -> Share:
    key, purse = REST + unit_id, REST + nation_of(g, unit_id)
    return Share(key, "", 1, purse=purse, units=(unit_id,), rule="NOR-RP-09")


def _why_not_named(g: NorGame, unit_id: UnitId) -> Refusal:
    """NOR-RP-09, R-115  Why nobody can say here that a unit rests."""
    alone = Refusal(
        f"{unit_name(g, unit_id)} rests unless it gets a point: no other can.", "NOR-RP-09"
    )
    return why_no_rest(g, unit_id) or alone


def _with_rest(points: Mapping[str, int], resting: Mapping[Nation, list[UnitId]]) -> Amounts:
    """The first of each nation that gets no point rests."""
    first = (next((u for u in able if not points.get(u)), "") for able in resting.values())
    return {**points, **{REST + unit: 1 for unit in first if unit}}


def _why_not_both(g: NorGame, amounts: Mapping[str, int]) -> Refusal | None:
    """NOR-RP-09  A unit that gets a point does not rest."""
    both = next((unit for unit in at_rest(amounts) if amounts.get(unit)), "")
    said = f"{unit_name(g, both)} gets a point: it cannot rest too." if both else ""
    return Refusal(said, "NOR-RP-09") if both else None


def worth(g: NorGame, unit_id: UnitId) -> int:
    """Strength that one more step gives."""
    kind, now = kind_of(g, unit_id), shown(g.state.units[unit_id])
    sides = kind.cls.sides
    return kind.strength(sides[sides.index(now) - 1]) - kind.strength(now)


def _proposed(g: NorGame, units: list[UnitId], holds: dict[Nation, int]) -> Mapping[str, int]:
    """Most strength for a point first."""
    left, found = dict(holds), {}
    for unit in sorted(units, key=lambda u: (-worth(g, u) / price_of(g, u), u)):
        nation = nation_of(g, unit)
        if price_of(g, unit) <= left[nation]:
            left[nation] -= price_of(g, unit)
            found[unit] = 1
    return found


# -- rest -------------------------------------------------------------------------------------------


def why_no_rest(g: NorGame, unit_id: UnitId) -> Refusal | None:
    """NOR-RP-09, NOR-WN-04  Why a unit may not rest; None if it may."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    if unit.side == "german" and withdrawing(g):
        return Refusal("No German unit rests after Withdrawal.", "NOR-WN-04")
    said = _what_bars_rest(g, unit_id)
    return Refusal(f"{name} {said}.", "NOR-RP-09") if said else None


def _what_bars_rest(g: NorGame, unit_id: UnitId) -> str:
    """NOR-RP-09  The same before Withdrawal; "" for nothing."""
    unit, kind, rules = g.state.units[unit_id], kind_of(g, unit_id), g.content.replacement.rest
    hq, said = hq_of(g, unit_id), ""
    if not kind.combat_unit or kind.flags.isdisjoint(rules.flags):
        said = "cannot rest: it has no steps to regain"
    elif unit.hex < 0:
        said = "is not on the map"
    elif shown(unit) == "full":
        said = "has all its steps"
    elif REPLACED in unit.states:
        said = "got a replacement point in this phase"
    elif EXERTED in unit.states:
        said = "has moved, attacked or retreated since your last one"
    elif is_beside_enemy(g, unit_id):
        said = "stands next to an enemy"
    elif not in_supply(unit):
        said = "is not In Supply"
    elif not hq:
        said = "has no HQ on the map"
    elif (far := g.grid.distance(unit.hex, g.state.units[hq].hex)) > rules.reach:
        said = f"is {far} hexes from its HQ, {rules.reach} are the most"
    return said


_UNRESTED = frozenset((EXERTED, REPLACED, OUT, ISOLATED))


def rested(g: NorGame, side: Side) -> dict[Nation, list[UnitId]]:
    """NOR-RP-09  By nation the units that may roll, those that gain most first."""
    known, found = g.state.units, {nation: list[UnitId]() for nation in NATIONS[side]}
    if side == "german" and withdrawing(g):
        return found
    hurt = [u for u in g.board.on_map[side] if not _HURT.isdisjoint(known[u].states)]
    for unit in hurt:
        if _UNRESTED.isdisjoint(known[unit].states) and not _what_bars_rest(g, unit):
            found[nation_of(g, unit)].append(unit)
    for units in found.values():
        units.sort(key=lambda u: (-worth(g, u), u))
    return found


def rest_ask(g: NorGame, side: Side, nation: Nation, units: Sequence[UnitId]) -> Choice[UnitId]:
    """NOR-RP-09  Which of the units of a nation that may rolls; "" for none."""
    options: list[tuple[Option, UnitId]] = [
        (Option(f"rest {u}", f"{unit_name(g, u)} rests", (u,)), u) for u in units
    ]
    options.append((Option(PASS, "Nobody rests"), ""))
    prompt = f"Which {NATION_TITLES[nation]} unit rests? A 6 restores a step."
    return Choice(
        side, "replacement.rest", prompt, options, rule="NOR-RP-09",
        explain=lambda text: _why_no_rest_for(g, text, nation), quiet=PASS,
        odds=lambda unit: _rest_odds(g) if unit else None,
    )  # fmt: skip


def _rest_odds(g: NorGame) -> Odds:
    known = {"restored": Outcome("a step comes back"), "nothing": Outcome("it stays as it is")}
    return Odds("rest", (), dice.rest(g.content).outcomes(known))


def _why_no_rest_for(g: NorGame, text: str, nation: Nation) -> Refusal | None:
    """What keeps the unit named from it."""
    verb, _, unit = text.partition(" ")
    if verb != "rest" or unit not in g.state.units:
        return None
    if nation_of(g, unit) != nation:
        return Refusal(f"{unit_name(g, unit)} is not {NATION_TITLES[nation]}.", "NOR-RP-09")
    return why_no_rest(g, unit)
