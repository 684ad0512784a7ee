"""Combat chits: what is true of a combat, what a chit scores and why, how many are drawn, exact chances.

ARD-CH-01, ARD-CC-06 to -13, ARD-AT-02, ARD-AT-03.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Chit, ChitCase
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import is_surrounded
from wargame.games.ardennes.state import (
    DISPERSED,
    ISOLATED,
    LOW,
    OTHER,
    OUT,
    OUT_OF_FUEL,
    ArdGame,
    kind_of,
    steps,
    strength,
)
from wargame.games.ardennes.tactics import INFILTRATION, SCREEN
from wargame.games.ardennes.works import has_position, is_river
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.chance import drawn

BATTALIONS = ("panzer battalion", "tank battalion")
ARTILLERY = ("artillery", "corps artillery", "fixed artillery")
AIRPOWER = "airpower"


@dataclass(frozen=True)
class Forces:
    """Who fights whom where, and what both have played."""

    side: Side
    """The attacker."""
    target: Hex
    units: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    tactics: tuple[str, ...] = ()
    """The attacker's, as they take effect; one without effect is "" and counts for the draw."""
    answer: str = ""
    """The defender's."""
    doubled: tuple[str, ...] = ()
    """Sides whose Artillery chits count twice (Proximity Fuzes)."""


@dataclass(frozen=True)
class Facts:
    """ARD-CH-01, ARD-AT-02, ARD-AT-03  What the chits ask of a combat."""

    attack: int
    defence: int
    holds: frozenset[str]
    """The conditions of chits that hold, ratios apart."""
    doubled: frozenset[str]


# -- strengths --------------------------------------------------------------------------------------


def attack_strength(g: ArdGame, forces: Forces) -> int:
    """ARD-AT-02  By attacking hex, halved across a river, with or without Bridge; a battalion added last."""
    by_hex: dict[Hex, int] = {}
    for unit in forces.units:
        where = g.state.units[unit].hex
        by_hex[where] = by_hex.get(where, 0) + strength(g, unit)
    half = g.content.terrain.defence.river
    total = sum(n // half if is_river(g, h, forces.target) else n for h, n in by_hex.items())
    return total + _battalions(g, forces.tactics)


def crosses(g: ArdGame, forces: Forces) -> bool:
    """ARD-AT-02  Whether anybody attacks across a river."""
    return any(is_river(g, g.state.units[u].hex, forces.target) for u in forces.units)


def defence_strength(g: ArdGame, forces: Forces) -> int:
    """ARD-AT-02  The sum, doubled once in a City or a German Westwall hex; a battalion added last; at least 1."""
    total = sum(strength(g, u) for u in forces.defenders)
    table = g.content.terrain.defence
    if forces.target in g.content.cities:
        total *= table.city
    elif _in_westwall(g, forces):
        total *= table.westwall
    return max(total + _battalions(g, (forces.answer,)), 1)


def _battalions(g: ArdGame, tactics: Sequence[str]) -> int:
    return g.content.cup.bonus.battalion * sum(t in BATTALIONS for t in tactics)


def _in_westwall(g: ArdGame, forces: Forces) -> bool:
    return forces.target in g.content.westwall and OTHER[forces.side] == "german"


# -- facts ------------------------------------------------------------------------------------------


def is_flanked(g: ArdGame, forces: Forces) -> bool:
    """ARD-AT-03  Two attacking hexes that are not adjacent, or Infiltration; never in a City or Town."""
    if forces.target in g.content.built_up:
        return False
    hexes = sorted({g.state.units[u].hex for u in forces.units})
    apart = any(not g.grid.adjacent(a, b) for n, a in enumerate(hexes) for b in hexes[n + 1 :])
    return apart or INFILTRATION in forces.tactics


def facts(g: ArdGame, forces: Forces) -> Facts:
    """Everything the chits ask, found once for a combat."""
    found = {
        "always",
        *_terrain(g, forces),
        *_place(g, forces),
        *_arms(g, forces),
        *_troops(g, forces),
    }
    return Facts(
        attack_strength(g, forces),
        defence_strength(g, forces),
        frozenset(found),
        frozenset(forces.doubled),
    )


def _armor(g: ArdGame, units: Iterable[UnitId], tactics: Sequence[str]) -> bool:
    return any(kind_of(g, u).kind == "armor" for u in units) or any(
        t in BATTALIONS for t in tactics
    )


def _terrain(g: ArdGame, forces: Forces) -> Iterable[str]:
    row = g.content.ground.rows[forces.target]
    built = forces.target in g.content.built_up
    armor = _armor(g, forces.units, forces.tactics)
    if armor and row.open:
        yield "attacker armor in open"
    if armor and (row.close or built):
        yield "attacker armor in close"
    if row.close:
        yield "woods"
    if row.open and not is_prepared(g, forces):
        yield "open ground"


def is_prepared(g: ArdGame, forces: Forces) -> bool:
    """ARD-CH-01  City, Town, IP or German Westwall."""
    place = forces.target in g.content.built_up or _in_westwall(g, forces)
    return place or has_position(g, forces.target)


def _place(g: ArdGame, forces: Forces) -> Iterable[str]:
    hexes = {g.state.units[u].hex for u in forces.units}
    if all(is_river(g, h, forces.target) for h in hexes):
        yield "all across river"
    if is_prepared(g, forces):
        yield "prepared"
    flanked = is_flanked(g, forces)
    surrounded = is_surrounded(g, forces.target, OTHER[forces.side])
    if flanked:
        yield "flanked"
    if surrounded:
        yield "surrounded"
    if flanked or surrounded:
        yield "flanked or surrounded"


def _arms(g: ArdGame, forces: Forces) -> Iterable[str]:
    ours, theirs = (
        _armor(g, forces.units, forces.tactics),
        _armor(g, forces.defenders, (forces.answer,)),
    )
    if ours and not theirs:
        yield "only attacker armor"
    if theirs and not ours:
        yield "only defender armor"
    if theirs:
        yield "defender armor"
    for who, played in (("attacker", forces.tactics), ("defender", (forces.answer,))):
        if any(t in ARTILLERY for t in played):
            yield f"{who} artillery"
        if AIRPOWER in played:
            yield f"{who} airpower"


def _troops(g: ArdGame, forces: Forces) -> Iterable[str]:
    ours, theirs = ([kind_of(g, u) for u in units] for units in (forces.units, forces.defenders))
    elite = [any(k.quality == "elite" for k in kinds) for kinds in (ours, theirs)]
    if elite == [True, False]:
        yield "only attacker elite"
    if elite == [False, True]:
        yield "only defender elite"
    if any(k.quality == "green" for k in theirs):
        yield "defender green"
    if any(k.quality == "green" for k in ours):
        yield "attacker green"
    if len({k.div or k.id for k in ours}) == 1:
        yield "one division"
    if len({k.corps for k in ours}) > 1:
        yield "two corps"
    units = g.state.units
    if any(units[u].states & {LOW, OUT, ISOLATED} for u in forces.defenders):
        yield "defender short"
    if any(LOW in units[u].states for u in forces.units):
        yield "attacker low"
    here, there = (sum(steps(g, u) for u in side) for side in (forces.units, forces.defenders))
    if here >= 2 * there:
        yield "twice the steps"
    if here < there:
        yield "fewer steps"


# -- scoring ----------------------------------------------------------------------------------------


def holds(case: ChitCase, known: Facts) -> bool:
    """ARD-CH-01  Whether the condition of a case is true; ratios are compared exactly."""
    attack, defence = case.ratio
    if case.when == "odds":
        return known.attack * defence >= known.defence * attack
    if case.when == "under":
        return known.attack * defence < known.defence * attack
    return case.when in known.holds


def fired(chit: Chit, known: Facts) -> tuple[ChitCase, ...]:
    """ARD-CH-01  The cases of a chit that count: the first that holds; of Artillery and Airpower every one."""
    found = tuple(case for case in chit.cases if holds(case, known))
    return found if chit.both else found[:1]


def hits(chit: Chit, known: Facts) -> tuple[int, int]:
    """ARD-CH-01  Hits on the defender and on the attacker."""
    cases = fired(chit, known)
    ours = 2 if chit.kind == "artillery" and "attacker" in known.doubled else 1
    theirs = 2 if chit.kind == "artillery" and "defender" in known.doubled else 1
    return sum(c.defender for c in cases) * ours, sum(c.attacker for c in cases) * theirs


def told(chit: Chit, known: Facts) -> str:
    """What a chit does in words: "odds 2:1: D1"."""
    cases = fired(chit, known)
    if not cases:
        return "nothing"
    d, a = hits(chit, known)
    why = " and ".join(_condition(case) for case in cases)
    return f"{why}: {' '.join(filter(None, (f'D{d}' if d else '', f'A{a}' if a else '')))}"


def _condition(case: ChitCase) -> str:
    ratio = f"{case.ratio[0]}:{case.ratio[1]}"
    if case.when == "odds":
        return f"{ratio} or better"
    return f"below {ratio}" if case.when == "under" else case.when


# -- how many ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Span:
    """ARD-CC-06, ARD-CC-07, ARD-CC-11  The numbers of chits that may be drawn, and what they are made of."""

    least: int
    most: int
    why: tuple[tuple[str, int], ...]
    """What the maximum is made of."""


def span(g: ArdGame, forces: Forces) -> Span:
    """ARD-CC-06, ARD-CC-07, ARD-CC-11"""
    table, kinds = (
        g.content.cup.draw,
        {u: kind_of(g, u) for u in (*forces.units, *forces.defenders)},
    )
    large_side = forces.units if table.large_side == "attacker" else forces.defenders
    large = sum(steps(g, u) >= table.large_steps for u in large_side)
    counted = sum(not kinds[u].bracketed for u in forces.units)  # ARD-US-02
    states = [g.state.units[u].states for u in forces.defenders]
    isolated = bool(states) and all(ISOLATED in s for s in states)
    short = bool(states) and all(s & {OUT, ISOLATED} for s in states) and not isolated
    why = [
        ("attacking units", table.unit * counted),
        ("tactics", table.tactic * len(forces.tactics)),
        (f"units of {table.large_steps} steps", table.large * large),
        ("elite attackers", table.elite * any(kinds[u].quality == "elite" for u in forces.units)),
        ("defenders OutOfSupply", table.out_of_supply * short),  # ARD-SS-07
        ("defenders Isolated", table.isolated * isolated),
        ("Screen", table.screen * (forces.answer == SCREEN)),  # ARD-CT-11
        ("Fury of Bastogne", _fury(g, forces)),
    ]
    most = max(sum(n for _, n in why), table.least)
    most = min(most, len(g.state.cups["chits"]))
    least = min(max(sum(steps(g, u) for u in forces.defenders), table.least), most)
    return Span(least, most, tuple((what, n) for what, n in why if n))


def _fury(g: ArdGame, forces: Forces) -> int:
    if not g.state.tracks.get("fury") or forces.side != "german":
        return 0
    table = g.content.cup.draw
    return table.fury_points if forces.target in g.content.points else table.fury_others


# -- adjustments ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Adjusted:
    """ARD-CC-08 to -10, ARD-CC-13  Hits after the defender's place and state have counted."""

    defender: int
    attacker: int
    place: str = ""
    """What took a hit off the defender."""
    state: str = ""
    """What took hits off the attacker."""
    position_used: bool = False
    """ARD-IP-01  The IP reduced hits and goes."""


def adjusted(g: ArdGame, forces: Forces, d: int, a: int) -> Adjusted:
    """ARD-CC-08 to -10, ARD-CC-13"""
    place, position = "", False
    if forces.target in g.content.built_up:
        place = "City/Town"
    elif _in_westwall(g, forces):
        place = "Westwall"
    elif has_position(g, forces.target):
        place, position = "IP", d > 0
    state = shared_state(g, forces.defenders)
    fewer = a if state == ISOLATED else 1 if state else 0
    return Adjusted(
        max(d - bool(place), 0), max(a - fewer, 0), place * (d > 0), state * (a > 0), position
    )


def shared_state(g: ArdGame, defenders: Sequence[UnitId]) -> str:
    """ARD-CC-09, ARD-CC-10, ARD-CC-13  The state that all defenders share, the one that helps most first.

    ARD-US-07 Dispersed, ARD-SS-07 OutOfSupply, ARD-US-11 OutOfFuel: a hit less each; Isolated: none is left.
    """
    states = [g.state.units[u].states for u in defenders]
    states = [own - {OUT_OF_FUEL} if ISOLATED in own else own for own in states]  # ARD-US-13
    order = ((ISOLATED,), (DISPERSED,), (OUT, ISOLATED), (OUT_OF_FUEL,))
    found = (kinds[0] for kinds in order if states and all(own & {*kinds} for own in states))
    return next(found, "")


# -- chances ----------------------------------------------------------------------------------------


def chances(g: ArdGame, forces: Forces, count: int) -> dict[tuple[int, int], Fraction]:
    """ARD-CH-01  The exact chance of each pair of adjusted hits, drawing *count* chits without return."""
    known = facts(g, forces)
    scored = tuple(sorted(hits(chit, known) for chit in g.content.chits.values()))
    found: dict[tuple[int, int], Fraction] = {}
    for (d, a), chance in _drawn(scored, count).items():
        after = adjusted(g, forces, d, a)
        key = after.defender, after.attacker
        found[key] = found.get(key, Fraction(0)) + chance
    return dict(sorted(found.items()))


_drawn = lru_cache(maxsize=512)(drawn)
"""ARD-CH-01  Many combats score the chits alike."""


def score_of(content: ArdennesContent, known: Facts, drawn: Sequence[str]) -> tuple[int, int]:
    """The sums of the chits drawn."""
    pairs = [hits(content.chits[chit], known) for chit in drawn]
    return sum(d for d, _ in pairs), sum(a for _, a in pairs)
