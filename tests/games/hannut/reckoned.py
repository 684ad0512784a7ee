"""The chances of fire, checks and assaults, reckoned a second time from the printed tables alone.

Of the program only the counters, the ground, distances and who stands where in which state are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from tests.games.frequencies import Told
from wargame.games.hannut.state import HannutGame
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key

COLUMNS = range(-1, 9)
TABLE = {
    2: "ZZZN111111", 3: "ZZZNZZZ111", 4: "-ZZNNZZZ11", 5: "--ZNZZZZZ1", 6: "---NNZZZZZ", 7: "----------",
    8: "---------Z", 9: "------NNNN", 10: "---NNNNNN1", 11: "-NNNNNN111", 12: "NNNNNN1111",
}  # fmt: skip
"""HAN-CRT-02  From 8 on the results are printed in red."""
WORDS = {"-": "no effect", "N": "Neutralized", "Z": "falls back or N", "1": "loses a step"}
PINNED = WORDS | {"N": "formation check", "Z": "back or check"}
"""HAN-GE-03  Against one that is Neutralized already."""
CALIBRE = {"light": 4, "medium": 5, "heavy": 6}
STUKA = 8
Table = dict[str, Fraction]
Shot = tuple[str, Table]
"""At whom, and its chances."""


def wins(needed: int, always: int = 1, never: int = 13) -> Fraction:
    """Two dice of *needed* or less."""
    throws = [a + b for a, b in product(range(1, 7), repeat=2)]
    return Fraction(sum(n <= always or (n <= needed and n < never) for n in throws), 36)


def table(number: int, *, afv: bool) -> Table | None:
    """HAN-GE-02, HAN-CRT-10  The chances of a column; None below the first."""
    if number < -1:
        return None
    column, found = min(number, 8) + 1, dict[str, Fraction]()
    for a, b in product(range(1, 7), repeat=2):
        cell = TABLE[a + b][column]
        result = "-" if afv and a + b >= 8 else cell
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 36)
    return found


class Reckoner:
    """What a position adds and takes; *turns* says that a unit changes its posture first."""

    def __init__(self, g: HannutGame) -> None:
        self.g = g

    def states(self, unit: str) -> set[str]:
        return {s.replace("_", " ") for s in self.g.state.units[unit].states}

    def place(self, unit: str) -> Hex:
        return self.g.state.units[unit].hex

    def is_afv(self, unit: str) -> bool:
        return self.g.content.units[unit].family in ("T", "C")

    def ground(self, where: Hex) -> str:
        return str(self.g.content.map.terrain[where])

    def dispersed(self, unit: str, where: Hex) -> bool:
        """HAN-DI-01, HAN-DI-03, HAN-DI-04"""
        covered = self.ground(where) in ("woods", "orchards", "village")
        return "dispersed" in self.states(unit) or (self.is_afv(unit) and covered)

    def factor(self, firer: str, target: str) -> int:
        """HAN-GE-05, HAN-FM-10"""
        kind, goal = self.g.content.units[firer], self.g.content.units[target]
        points = kind.reduced if "reduced" in self.states(firer) else kind.attack
        afoot = goal.mobility == "infantry" and "loaded" not in self.states(target)
        return -(-points // 2) if kind.kind == "at_gun" and afoot else points

    def posture(self, target: str, where: Hex, *, column: bool | None = None) -> int:
        """HAN-TM-04, HAN-TM-05"""
        drawn_up = "in column" in self.states(target) if column is None else column
        return drawn_up + self.dispersed(target, where)

    def cover(self, target: str, village: int) -> int:
        """HAN-TM-01 to -03, HAN-TM-09"""
        if self.is_afv(target):
            return 0
        worth = {"woods": -1, "orchards": -1, "village": village}
        return worth.get(self.ground(self.place(target)), 0)

    def direct(self, firer: str, target: str, *, moved: bool, turns: bool) -> Table | None:
        """5.4"""
        states, here, there = self.states(firer), self.place(firer), self.place(target)
        distance = self.g.grid.distance(here, there)
        column = ("in column" in states) != turns
        number = self.factor(firer, target) - self.g.content.units[target].defence
        number -= len(states & {"fatigued", "neutralized", "out of command"})
        number -= column + 2 * moved + (distance - 1) + self.dispersed(firer, here)
        number += self.cover(target, -2) + self.posture(target, there)
        return table(number, afv=self.is_afv(target))

    def indirect(self, target: str, printed: int) -> Table | None:
        """5.6.4"""
        where = self.place(target)
        number = printed + self.cover(target, -2) + self.posture(target, where)
        return table(number, afv=self.is_afv(target))

    def storms(
        self, firer: str, target: str, origin: Hex, first: bool, *, turns: bool = False
    ) -> tuple[int, Table | None]:
        """5.5.5  An attacker's fire: the column before it is held in the table, and its chances."""
        states, where = self.states(firer), self.place(target)
        theirs, kind = self.states(target), self.g.content.units[firer]
        eased = bool(theirs & {"neutralized", "loaded"}) + ("out of command" in theirs)
        number = self.factor(firer, target) - (self.g.content.units[target].defence - eased)
        number += 1 + kind.pioneer - ("fatigued" in states) - self.dispersed(firer, where)
        if first:
            number -= (("in column" in states) != turns) + ("moved" in states)
            number -= 3 * (side_key(origin, where) in self.g.content.water)
        elevation = self.g.content.map.elevation
        number -= elevation[where] > elevation[origin]
        number += self.cover(target, -1) + self.posture(target, where)
        return number, table(number, afv=self.is_afv(target))

    def resists(self, firer: str, target: str, first: bool) -> Table | None:
        """5.5.5  A defender's fire."""
        states, where = self.states(firer), self.place(firer)
        number = self.factor(firer, target) - self.g.content.units[target].defence + 1
        number -= ("fatigued" in states) + self.dispersed(firer, where)
        number -= first and "in column" in states
        return table(number + self.posture(target, where), afv=self.is_afv(target))

    def reacts(self, unit: str, against: str) -> Fraction:
        """4.6  The chance of a reaction check."""
        kind, states = self.g.content.units[unit], self.states(unit)
        german = kind.side == "german"
        tank = kind.family == "T" and kind.kind != "assault_gun"
        needed = 8 if german and (tank or kind.kind == "at_gun") else 7
        needed -= len(states & {"out of command", "fatigued"})
        needed -= 2 * len(states & {"neutralized", "demoralized"})
        return wins(needed - self.g.grid.distance(self.place(unit), self.place(against)))

    def transmits(self, observer: str) -> Fraction:
        """5.6.3"""
        kind = self.g.content.units[observer]
        needed = 8 if kind.side == "german" else 7
        needed -= kind.kind == "hq" and "neutralized" in self.states(observer)
        needed -= 2 * (kind.kind == "armoured_car")
        return wins(needed, always=2, never=12)


def told(at: Reckoner, shots: Sequence[Shot], chance: Fraction = Fraction(1)) -> Told:
    """Several shots together, after a check that passes with *chance*."""
    tables = [table for _, table in shots]
    if len(shots) == 1:
        words = PINNED if "neutralized" in at.states(shots[0][0]) else WORDS
        found = {words[result]: p * chance for result, p in tables[0].items()}
    else:
        none = prod((t.get("-", Fraction(0)) for t in tables), start=Fraction(1))
        whole = prod((1 - t.get("1", Fraction(0)) for t in tables), start=Fraction(1))
        found = {"no effect": none, "N or falls back": whole - none, "loses a step": 1 - whole}
        found = {words: p * chance for words, p in found.items()}
    found["check fails"] = 1 - chance
    return tuple(sorted((words, p) for words, p in found.items() if p))


def reckoned(g: HannutGame, key: str, answer: str) -> list[Told]:
    """What the odds of an answer may be: more than one where an assault has targets as good as the best."""
    at, words = Reckoner(g), answer.split()
    match key.partition(".")[2], words[0]:
        case "stuka", "strike":
            return [told(at, _struck(at, words[1], STUKA))]
        case "mission", "shell":
            mission = g.content.missions(g.state.cups["drawn"][0], g.state.turn())
            calibre = mission[int(g.state.tracks["mission"]) - 1].calibre
            return [told(at, _struck(at, words[1], CALIBRE[calibre]), at.transmits(words[3]))]
        case "target", "fire":
            return [told(at, [(words[3], _in_assault(at, words[1], words[3]))])]
        case "opportunity" | "return", "fire":
            shot = at.direct(words[1], words[3], moved=False, turns=False)
            assert shot is not None
            return [told(at, [(words[3], shot)], at.reacts(words[1], words[3]))]
        case _, "fire":
            goal = words[words.index("at") + 1]
            moved = answer.endswith("and move") or "moved" in at.states(words[1])
            shot = at.direct(words[1], goal, moved=moved, turns=bool({"column", "open"} & {*words}))
            assert shot is not None
            return [told(at, [(goal, shot)])]
        case _, "assault":
            return list(_assaults(at, words))
        case _:
            raise AssertionError((key, answer))


def _struck(at: Reckoner, name: str, printed: int) -> list[Shot]:
    where = at.g.grid.hex(name)
    there = [unit.id for unit in at.g.state.at(where)]
    return [(u, shot) for u in there if (shot := at.indirect(u, printed))]


def _in_assault(at: Reckoner, firer: str, target: str) -> Table:
    first = int(at.g.state.tracks["round"]) == 0
    attacker = "assaulting" in at.g.state.units[firer].states
    if attacker:
        origin = Hex(at.g.state.units[firer].numbers["from"])
        shot = at.storms(firer, target, origin, first)[1]
    else:
        shot = at.resists(firer, target, first)
    assert shot is not None
    return shot


def _assaults(at: Reckoner, words: Sequence[str]) -> Iterator[Told]:
    """HAN-AS-03  Each attacker at a target of its best column."""
    where, who = at.g.grid.hex(words[1]), words[words.index("from") + 1 :]
    each = []
    for n, unit in enumerate(who):
        if unit in ("column", "open"):
            continue
        turns = who[n + 1 : n + 2] in (["column"], ["open"])
        shots = [
            (foe.id, *at.storms(unit, foe.id, at.place(unit), first=True, turns=turns))
            for foe in at.g.state.at(where)
        ]
        able = [(foe, number, shot) for foe, number, shot in shots if shot]
        if able:
            best = max(number for _, number, _ in able)
            each.append([(foe, shot) for foe, number, shot in able if number == best])
    for together in product(*each):
        yield told(at, together)
