"""What air combat and bombs come to, and how likely (EF-AR-10, EF-AR-13, EF-AR-25): the dice as they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Literal, TypeAlias

from wargame.flow.ask import Odds, Outcome
from wargame.games.eastfront.air import TITLES, based, fighter, plane
from wargame.games.eastfront.content import MAJOR_CITY
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.sea import ships
from wargame.games.eastfront.state import (
    FLOWN,
    HIT,
    OTHER,
    SURPRISE,
    EfGame,
    kind_of,
    place_name,
    stack,
    steps,
    unit_name,
    weather_at,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.chance import over

Shot: TypeAlias = Literal["nothing", "aborted", "eliminated"]
Strafed: TypeAlias = Literal["worse", "hit", "eliminated"]
Base: TypeAlias = tuple[int, ...]
"""How many units at a base are operative, I1 and I2."""
End: TypeAlias = tuple[str, Side | Literal[""], int]
"""Words, and what a side loses."""
TEN = 10
_FATE = {"nothing": "unhurt", "aborted": "aborted", "eliminated": "eliminated"}


def shot(g: EfGame, unit: UnitId, at: UnitId, roll: int) -> Shot:
    """EF-AR-10  What the roll of one unit of a pair does to the other."""
    rows, total = g.content.limits.air, roll + fighter(g, unit) - fighter(g, at)
    if total >= rows.eliminated:
        return "eliminated"
    return "aborted" if total >= rows.aborted else "nothing"


def pair_odds(g: EfGame, one: UnitId, other: UnitId) -> Odds:
    """EF-AR-13  A pair: each rolls for itself."""
    found = over([TEN, TEN], lambda a, b: (shot(g, other, one, a), shot(g, one, other, b)))
    sides = {u: plane(g, u).side for u in (one, other)}

    def outcome(fates: tuple[Shot, Shot], chance: Fraction) -> Outcome:
        told = dict(zip((one, other), fates, strict=True))
        return Outcome(
            "; ".join(f"{unit_name(g, u)} {_FATE[fate]}" for u, fate in told.items()),
            chance,
            loss={sides[u]: 1 for u, fate in told.items() if fate == "eliminated"},
            back={sides[u]: 1 for u, fate in told.items() if fate == "aborted"},
        )

    outcomes = tuple(outcome(fates, chance) for fates, chance in found.items())
    return Odds(
        "air combat", (), outcomes, f"fighter {fighter(g, one)} against {fighter(g, other)}"
    )


def meets_fire(g: EfGame, side: Side, target: Hex) -> bool:
    """EF-AR-25  Whether the enemy of a side fires at aircraft over a hex: cities, ports, fortresses and HQs."""
    enemy, port = OTHER[side], g.content.ports.get(target)
    defended = (
        g.content.place_kind(target) == MAJOR_CITY
        or (port is not None and port.size == "major")
        or target in g.content.geography.fortresses
    ) and g.state.control.get(target) == enemy
    return defended or any(kind_of(g, u.id).hq for u in stack(g, target, enemy))


def tac(g: EfGame, units: Sequence[UnitId], target: Hex, *, ships_: bool = False) -> int:
    """EF-AR-10, EF-WX-03  Bombing points over a hex: halved in mud and snow; type N twice against ships."""
    total = sum(plane(g, u).tac * (2 if ships_ and plane(g, u).type == "N" else 1) for u in units)
    return total // 2 if weather_at(g, target) in ("M", "S") else total


def surprised(g: EfGame, side: Side) -> bool:
    """EF-SU-16, EF-SU-17  Whether the airfields of the enemy are attacked on the first morning."""
    first = g.state.tracks.get(SURPRISE) == "axis" and g.state.turn() == 1
    return first and side == "axis"


def strafed(roll: int, more: int) -> Strafed:
    """EF-AR-10  What a hit on a base does to a unit there."""
    total = roll + more
    return "eliminated" if total >= 9 else "hit" if total >= 5 else "worse"


def more_strafed(g: EfGame, side: Side) -> int:
    """EF-SU-17  What is added to that roll."""
    return g.content.limits.surprise.airfield if surprised(g, side) else 0


# -- missions ---------------------------------------------------------------------------------------


def mission_odds(g: EfGame, code: str, units: Sequence[UnitId], target: Hex) -> Odds | None:
    """Table 4.8  What bombers do if nobody intercepts; None where no die falls."""
    side, fire = plane(g, units[0]).side, meets_fire(g, plane(g, units[0]).side, target)
    read: Callable[[Sequence[UnitId]], dict[End, Fraction]] | None = {
        "HA": lambda there: _sure(_harassed(g, there, target)),
        "AF": lambda there: _airfield(g, side, target, _rolls(g, there, target)),
        "RB": lambda there: _railway(g, _rolls(g, there, target)),
        "NS": lambda there: _strike(g, side, target, _rolls(g, there, target, ships_=True)),
    }.get(code)
    if read is None:
        return None
    found: dict[End, Fraction] = {}
    most = g.content.limits.air.flak
    for there, chance in _through(units, Fraction(most, TEN) if fire else Fraction(0)):
        for outcome, likely in read(there).items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * likely
    short = why_no_hit(g, code, units, target)
    if len(found) == 1 and not fire and not short:
        return None
    falls = "a 1" if most == 1 else f"{most} or less"
    told = [short] if short else []
    told += [f"anti-air fire aborts each on {falls}"] if fire else []
    told += [] if code == "AF" and surprised(g, side) else ["if nobody intercepts"]
    outcomes = tuple(
        Outcome(words, chance, loss={who: lost} if lost else {})
        for (words, who, lost), chance in sorted(found.items())
    )
    return Odds(TITLES[code], (), outcomes, "; ".join(told))


def mission_told(g: EfGame, code: str, units: Sequence[UnitId], target: Hex) -> str:
    """What is flown where, against how many, and whether nothing can come of it."""
    there = based(g, OTHER[plane(g, units[0]).side], target) if code == "AF" else ()
    whom = f" ({len(there)} air unit{'s'[: len(there) > 1]})" if there else ""
    short = why_no_hit(g, code, units, target)
    return f"{TITLES[code]} {place_name(g, target)}{whom}{f' ({short})' if short else ''}"


def why_no_hit(g: EfGame, code: str, units: Sequence[UnitId], target: Hex) -> str:
    """EF-AR-10  That the bombing points of those who bomb never come to a hit; "" where they can."""
    if code not in ("HA", "AF", "RB", "NS"):
        return ""
    least = g.content.limits.air.points_a_roll
    there = tac(g, [u for u in units if plane(g, u).type != "F"], target, ships_=code == "NS")
    return "" if there >= least else f"no hit: {there} of {least} bombing points"


def _sure(words: str) -> dict[End, Fraction]:
    return {(words, "", 0): Fraction(1)}


def _through(units: Sequence[UnitId], hit: Fraction) -> Iterator[tuple[list[UnitId], Fraction]]:
    """EF-AR-25  Who may get through, each but for *hit*, and how likely."""
    for fates in product((True, False) if hit else (True,), repeat=len(units)):
        lost = fates.count(False)
        safe = [u for u, through in zip(units, fates, strict=True) if through]
        yield safe, hit**lost * (1 - hit) ** len(safe)


def _rolls(g: EfGame, units: Sequence[UnitId], target: Hex, *, ships_: bool = False) -> int:
    return tac(g, units, target, ships_=ships_) // g.content.limits.air.points_a_roll


def _harassed(g: EfGame, units: Sequence[UnitId], target: Hex) -> str:
    return "the hex is harassed" if _rolls(g, units, target) else "too few get through"


def _railway(g: EfGame, rolls: int) -> dict[End, Fraction]:
    """One success is enough."""
    holds = Fraction(g.content.limits.air.rail - 1, TEN) ** rolls
    found: dict[End, Fraction] = {("the rail holds", "", 0): holds}
    return {**found, ("a Rail Break", "", 0): 1 - holds} if rolls else found


def _strike(g: EfGame, side: Side, target: Hex, rolls: int) -> dict[End, Fraction]:
    """EF-NV-18  Hits on the groups there, then on the port."""
    miss, enemy = Fraction(g.content.limits.air.ship - 1, TEN), OTHER[side]
    there, found = sum(steps(g, u) for u in ships(g, enemy, target)), dict[End, Fraction]()
    for n in range(rolls + 1):
        lost = min(n, there)
        told: End = f"{n} hit{'s'[: n != 1]}", enemy if lost else "", lost
        found[told] = comb(rolls, n) * (1 - miss) ** n * miss ** (rolls - n)
    return found


def _airfield(g: EfGame, side: Side, target: Hex, rolls: int) -> dict[End, Fraction]:
    """EF-AR-10, EF-AR-19  Units eliminated at a base: each hit strikes one of those still there at random."""
    enemy, more = OTHER[side], more_strafed(g, side)
    there = [g.state.units[u].states for u in based(g, enemy, target)]
    hit, flown = sum(HIT in s for s in there), sum(FLOWN in s for s in there)
    ways: dict[Base, Fraction] = {(len(there) - hit - flown, flown, hit): Fraction(1)}
    fates = Counter(strafed(roll, more) for roll in range(1, TEN + 1))
    for _ in range(rolls):
        ways = _strafed_once(ways, fates)
    found: dict[End, Fraction] = {}
    for left, chance in ways.items():
        gone = len(there) - sum(left)
        told = f"{gone or 'none'} eliminated" if rolls else "no bomb falls"
        key: End = told, enemy if gone else "", gone
        found[key] = found.get(key, Fraction(0)) + chance
    return found


_WORSE = {"worse": (1, 2, 3), "hit": (2, 2, 2), "eliminated": (3, 3, 3)}
"""What becomes of a unit in each status; 3: eliminated."""


def _strafed_once(ways: dict[Base, Fraction], fates: Counter[Strafed]) -> dict[Base, Fraction]:
    after: dict[Base, Fraction] = {}
    for base, chance in ways.items():
        if not sum(base):
            after[base] = after.get(base, Fraction(0)) + chance
            continue
        for status, fate in product(range(3), fates):
            likely = chance * Fraction(base[status], sum(base)) * Fraction(fates[fate], TEN)
            moved = [*base, 0]
            moved[status] -= 1
            moved[_WORSE[fate][status]] += 1
            if likely:
                after[tuple(moved[:3])] = after.get(tuple(moved[:3]), Fraction(0)) + likely
    return after
