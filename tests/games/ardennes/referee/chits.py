"""The 32 chits, the number drawn, the adjustments and exact chances (4.5, 5.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from . import ground
from .front import river, surrounded
from .position import ENEMY, Position, Unit, steps, strength

Score = tuple[int, int]  # hits on defender, hits on attacker
NOTHING: Score = (0, 0)
D1: Score = (1, 0)
A1: Score = (0, 1)


@dataclass(frozen=True)
class Fight:
    """What the chits look at."""

    attack: int
    defense: int
    attack_steps: int = 1
    defense_steps: int = 1
    armor: tuple[bool, bool] = (False, False)  # attacker, defender, as in every pair
    artillery: tuple[bool, bool] = (False, False)
    airpower: tuple[bool, bool] = (False, False)
    elite: tuple[bool, bool] = (False, False)
    green: tuple[bool, bool] = (False, False)
    terrain: str = "clear"
    built_up: bool = False
    improved: bool = False
    westwall: bool = False  # a German defender in the Westwall
    over_river: bool = False
    flanked: bool = False
    surrounded: bool = False
    divisions: int = 1
    corps: int = 1
    short: bool = False  # a defender LowSupply, OutOfSupply or Isolated
    attacker_low: bool = False
    fuzes: str = ""  # AS15: "attack" or "defense", the Allied side, counts double

    def at_least(self, times: str) -> bool:
        """R >= times, compared exactly."""
        return Fraction(self.attack) >= Fraction(times) * self.defense


def _odds(f: Fight, good: str, hits: int, bad: str, harm: int) -> Score:
    """D hits at r >= good, else A harm at r < bad ("" = always)."""
    if f.at_least(good):
        return hits, 0
    return (0, harm) if not bad or not f.at_least(bad) else NOTHING


def _pair(pair: tuple[bool, bool]) -> Score:
    """D1 if only the attacker has it, A1 if only the defender has."""
    return int(pair[0] and not pair[1]), int(pair[1] and not pair[0])


def _both(pair: tuple[bool, bool]) -> Score:
    """D1 if the attacker has it, and A1 if the defender has."""
    return int(pair[0]), int(pair[1])


def _artillery(f: Fight) -> Score:
    good, bad = _both(f.artillery)
    return good * (1 + (f.fuzes == "attack")), bad * (1 + (f.fuzes == "defense"))


def _first(good: bool, bad: bool) -> Score:
    """D1 if good, else A1 if bad."""
    return D1 if good else A1 if bad else NOTHING


def _open(f: Fight) -> bool:
    return f.terrain in ("clear", "broken")


def _strong(f: Fight) -> bool:
    return f.built_up or f.improved or f.westwall


CHITS: dict[str, Callable[[Fight], Score]] = {
    "C01": lambda f: _odds(f, "1", 1, "", 1),
    "C02": lambda f: _odds(f, "1", 1, "", 1),
    "C03": lambda f: _odds(f, "3/2", 1, "1", 2),
    "C04": lambda f: _odds(f, "2", 1, "", 1),
    "C05": lambda f: _odds(f, "2", 1, "", 1),
    "C06": lambda f: _odds(f, "3", 1, "2", 1),
    "C07": lambda f: _odds(f, "3", 1, "1", 1),
    "C08": lambda f: _odds(f, "4", 2, "2", 1),
    "C09": lambda f: _odds(f, "5", 2, "3", 1),
    "C10": lambda f: _pair(f.armor),
    "C11": lambda f: _first(f.armor[0] and _open(f), f.armor[1]),
    "C12": lambda f: A1 if f.armor[0] and (not _open(f) or f.built_up) else NOTHING,
    "C13": lambda f: NOTHING if _open(f) else A1,
    "C14": lambda f: D1 if _open(f) and not _strong(f) else NOTHING,
    "C15": lambda f: A1 if f.over_river else NOTHING,
    "C16": lambda f: A1 if _strong(f) else NOTHING,
    "C17": lambda f: D1 if f.flanked else NOTHING,
    "C18": lambda f: D1 if f.flanked or f.surrounded else NOTHING,
    "C19": lambda f: D1 if f.surrounded else NOTHING,
    "C20": _artillery,
    "C21": _artillery,
    "C22": _artillery,
    "C23": lambda f: _both(f.airpower),
    "C24": lambda f: _both(f.airpower),
    "C25": lambda f: _pair(f.elite),
    "C26": lambda f: _first(f.green[1], f.green[0]),
    "C27": lambda f: _first(f.divisions == 1, f.corps > 1),
    "C28": lambda f: _first(f.short, f.attacker_low),
    "C29": lambda _: (1, 1),
    "C30": lambda _: A1,
    "C31": lambda _: NOTHING,
    "C32": lambda f: _first(
        f.attack_steps >= 2 * f.defense_steps, f.attack_steps < f.defense_steps
    ),
}


def score(fight: Fight, drawn: Iterable[str]) -> Score:
    """Hits of some chits before the adjustments."""
    scored = [CHITS[name](fight) for name in drawn]
    return sum(d for d, _ in scored), sum(a for _, a in scored)


def chances(fight: Fight, number: int) -> Mapping[Score, Fraction]:
    """Exact chance of every total (D, A) of so many chits drawn without return."""
    ways: list[dict[Score, int]] = [{NOTHING: 1}] + [{} for _ in range(number)]
    for rule in CHITS.values():
        d, a = rule(fight)
        for n in range(number, 0, -1):
            for (x, y), count in ways[n - 1].items():
                key = (x + d, y + a)
                ways[n][key] = ways[n].get(key, 0) + count
    total = comb(len(CHITS), number)
    return {key: Fraction(count, total) for key, count in ways[number].items()}


def minimum(defenders: list[Unit]) -> int:
    """Minimum draw (CC-06)."""
    return steps(defenders)


def maximum(attackers: list[Unit], defenders: list[Unit], tactics: int, *, screen: bool) -> int:
    """Maximum draw (CC-07)."""
    number = sum(not u.bracket for u in attackers) + tactics
    number += sum(not u.bracket and len(u.steps) >= 3 for u in attackers)
    number += any(u.q == "E" for u in attackers)
    states = {u.supply for u in defenders}
    if states == {"isolated"}:
        number += 2
    elif states <= {"out", "isolated"}:
        number += 1
    return max(1, number - (2 if screen else 0))


def draws(least: int, most: int) -> range:
    """The numbers the attacker may draw (CC-11)."""
    most = max(1, most)
    return range(min(least, most), most + 1)


def attack_strength(attackers: list[Unit], h: str, bonus: int = 0) -> int:
    """Attack strength: halved down per hex across a River or Bridge (5.8.5)."""
    total = 0
    for a in {u.hex for u in attackers}:
        part = strength(u for u in attackers if u.hex == a)
        total += part // 2 if river(a, h) else part
    return total + bonus


def defense_strength(defenders: list[Unit], bonus: int = 0) -> int:
    """Defense strength: doubled once in City or German Westwall, at least 1."""
    h = defenders[0].hex
    german = defenders[0].side == "german"
    double = ground.kind(h) == "city" or (german and h in ground.WESTWALL)
    return max(1, strength(defenders) * (2 if double else 1) + bonus)


def flanked(attackers: list[Unit], h: str, *, infiltration: bool) -> bool:
    """Two attacking hexes not beside each other, or Infiltration (5.8.6)."""
    if ground.built_up(h):
        return False
    hexes = sorted({u.hex for u in attackers})
    apart = any(a != b and b not in ground.neighbours(a) for a in hexes for b in hexes)
    return apart or infiltration


def fight(pos: Position, attackers: list[Unit], h: str, tactics: Mapping[str, str]) -> Fight:
    """The combat as the chits see it; tactics {"attack": names, "defense": names}."""
    side = attackers[0].side
    foes = pos.at(h, ENEMY[side])
    offered = [tactics.get("attack", ""), tactics.get("defense", "")]
    tanks = ["battalion" in t for t in offered]
    guns = ["artillery" in t for t in offered]
    wings = ["airpower" in t for t in offered]
    camps = (attackers, foes)
    armor = [tanks[i] or any(u.type == "armor" for u in c) for i, c in enumerate(camps)]
    return Fight(
        attack=attack_strength(attackers, h, int(tanks[0])),
        defense=defense_strength(foes, int(tanks[1])),
        attack_steps=steps(attackers),
        defense_steps=steps(foes),
        armor=(armor[0], armor[1]),
        artillery=(guns[0], guns[1]),
        airpower=(wings[0], wings[1]),
        elite=(any(u.q == "E" for u in attackers), any(u.q == "E" for u in foes)),
        green=(any(u.q == "G" for u in attackers), any(u.q == "G" for u in foes)),
        terrain=ground.terrain(h),
        built_up=ground.built_up(h),
        improved=h in pos.improved,
        westwall=side == "allied" and h in ground.WESTWALL,
        over_river=all(river(u.hex, h) for u in attackers),
        flanked=flanked(attackers, h, infiltration="infiltration" in offered[0]),
        surrounded=surrounded(pos, h, ENEMY[side]),
        divisions=len({u.div or u.id for u in attackers}),
        corps=len({u.corps for u in attackers}),
        short=any(u.supply != "in" for u in foes),
        attacker_low=any(u.supply == "low" for u in attackers),
    )


def adjust(pos: Position, defenders: list[Unit], hits: Score) -> Score:
    """CC-08 to CC-10 and CC-13, floor 0."""
    d, a = hits
    h = defenders[0].hex
    wall = defenders[0].side == "german" and h in ground.WESTWALL
    d -= ground.built_up(h) or wall or h in pos.improved
    if all(u.supply == "isolated" for u in defenders):
        return max(0, d), 0
    out = all(u.supply in ("out", "isolated") for u in defenders)
    a -= out or all(u.dispersed for u in defenders) or all(u.no_fuel for u in defenders)
    return max(0, d), max(0, a)
