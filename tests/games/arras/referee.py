"""A second reading of the rules of Arras, to hold against the program.

It shares only what is printed with it (map, counters, names of states): every rule is worked out
anew, in the plainest way, from the hexes as they are numbered. All costs are half MPs.
"""

from __future__ import annotations

import heapq
from collections import Counter
from fractions import Fraction
from functools import cached_property

from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.counters import UnitType
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import ROMMEL, ArrasGame

OTHER: dict[Side, Side] = {"allied": "german", "german": "allied"}
ARMOUR = {"heavy_tank", "tank", "light_tank"}
FIGHTERS = ARMOUR | {"recon", "infantry"}
COLUMNS = {
    "1:3": Fraction(1, 3), "1:2": Fraction(1, 2), "1:1": Fraction(1), "3:2": Fraction(3, 2),
    "2:1": Fraction(2), "3:1": Fraction(3), "4:1": Fraction(4), "5:1": Fraction(5),
    "6:1": Fraction(6),
}  # fmt: skip
RESULTS = """
E/- E/- R2/- R1/- -/- -/D -/D -/R1 -/R1
E/- R2/- R1/- D/- -/D -/D -/R1 -/R1 -/R2
R2/- R1/- D/- D/D -/D -/R1 -/R1 -/R2 -/R2
R1/- D/- D/D -/D -/R1 -/R1 -/R2 -/R2 -/E
D/- D/D -/D -/R1 -/R1 -/R2 -/R2 -/E -/E
D/D -/D -/R1 -/R2 -/R2 -/E -/E -/E -/E
"""
"""ARR-CO-06  A line for each die, a result for each column."""
GROUND = {"village": -1, "woods": -1, "city": -2}


def near(name: str) -> list[str]:
    """The six hexes around one, on the map or not: even columns lie half a hex higher."""
    c, r = int(name[:2]), int(name[2:])
    up, down = (r, r + 1) if c % 2 else (r - 1, r)
    six = [(c, r - 1), (c, r + 1), (c - 1, up), (c - 1, down), (c + 1, up), (c + 1, down)]
    return [f"{a:02d}{b:02d}" for a, b in six if 1 <= a <= 24 and 1 <= b <= 18]


def distance(one: str, two: str) -> int:
    """Steps between two hexes."""
    across = abs(int(one[:2]) - int(two[:2]))
    height = [2 * int(n[2:]) + int(n[:2]) % 2 for n in (one, two)]  # in half hexes
    return across + max(0, (abs(height[0] - height[1]) - across) // 2)


def chances(column: str) -> dict[str, Fraction]:
    """ARR-CO-06  How likely each result of a column is."""
    at = list(COLUMNS).index(column)
    found = Counter(line.split()[at] for line in RESULTS.strip().splitlines())
    return {result: Fraction(n, 6) for result, n in found.items()}


class Referee:
    """One position, and what the rules say about it."""

    def __init__(self, g: ArrasGame) -> None:
        self.g, self.content = g, g.content
        state, name = g.state, g.grid.name
        self.where = {u.id: name(u.hex) for u in state.units.values() if u.hex >= 0}
        self.states = {u.id: set(u.states) for u in state.units.values()}
        self.shaken = {u for u, names in self.states.items() if "disrupted" in names}
        self.events = str(state.tracks["events"]).split()
        self.night = state.turn() == 5
        self.rommel = self.where.get(ROMMEL, "")
        self.at: dict[str, list[str]] = {}
        self._touched: dict[str, list[str]] = {}
        for unit, where in self.where.items():
            if unit in self.content.units:
                self.at.setdefault(where, []).append(unit)
        markers = [m for m in state.markers.values() if m.kind == "interdiction" and m.hex >= 0]
        self.covered = {h for m in markers for h in [name(m.hex), *near(name(m.hex))]}

    # -- the map --------------------------------------------------------------------------------

    @cached_property
    def board(self) -> set[str]:
        """Hexes in play."""
        return {self.g.grid.name(h) for h in self.content.board}

    def _pair(self, a: str, b: str) -> tuple[int, int]:
        one, two = sorted((self.g.grid.hex(a), self.g.grid.hex(b)))
        return one, two

    def terrain(self, where: str) -> str:
        """The printed terrain."""
        return self.content.map.terrain[self.g.grid.hex(where)]

    def water(self, a: str, b: str) -> str:
        """What runs between two hexes: stream, river or nothing."""
        return self.content.map.hexsides.get(self._pair(a, b), "")

    def road(self, a: str, b: str) -> str:
        """The road from hex to hex: main, minor or none."""
        return self.content.map.road_step.get(self._pair(a, b), "")

    def hill(self, where: str) -> bool:
        """High ground."""
        return bool(self.content.map.elevation[self.g.grid.hex(where)])

    def touch(self, where: str) -> list[str]:
        """ARR-ZC-02  Neighbours in play that no unbridged river cuts off."""
        if where not in self._touched:
            crossed = {n for n in near(where) if self.water(where, n) != "river"}
            crossed |= {n for n in near(where) if self.road(where, n)}
            self._touched[where] = [n for n in near(where) if n in self.board and n in crossed]
        return self._touched[where]

    # -- units ----------------------------------------------------------------------------------

    def kind(self, unit: str) -> UnitType:
        """The counter."""
        return self.content.units[unit]

    def troops(self, where: str, side: Side) -> list[str]:
        """Combat units of a side in a hex."""
        return [u for u in self.all_at(where, side) if self.kind(u).kind != "transport"]

    def all_at(self, where: str, side: Side) -> list[str]:
        """Ground units of a side in a hex."""
        return [u for u in self.at.get(where, []) if self.kind(u).side == side]

    def zoc(self, side: Side) -> set[str]:
        """ARR-ZC-01, ARR-ZC-02"""
        return self._zocs[side]

    @cached_property
    def _zocs(self) -> dict[Side, set[str]]:
        found: dict[Side, set[str]] = {"allied": set(), "german": set()}
        for unit, where in self.where.items():
            known = self.content.units.get(unit)
            if known is not None and known.kind != "transport" and unit not in self.shaken:
                found[known.side] |= set(self.touch(where))
        return found

    def fits(self, where: str, side: Side, coming: tuple[str, ...]) -> bool:
        """ARR-ST-01, ARR-ST-02"""
        there = [self.kind(u) for u in {*self.all_at(where, side), *coming}]
        lorries = sum(kind.kind == "transport" for kind in there)
        return lorries <= 3 >= len(there) - lorries and len({kind.nation for kind in there}) == 1

    def closed(self, side: Side) -> set[str]:
        """The hexes that the learning scenario closes to the German."""
        learning = self.content.scenario.id == "learning" and side == "german"
        return {"1110", "1210", "1310"} if learning else set()

    def paralysed(self, side: Side, where: str) -> bool:
        """ARR-EV-03, ARR-EV-04"""
        shield = side == "german" and self.rommel and distance(self.rommel, where) <= 2
        return f"{side}_paralysis" in self.events and not shield

    # -- movement -------------------------------------------------------------------------------

    def step(self, a: str, b: str, wheels: bool, off_road: bool) -> int | None:
        """ARR-MV-07, ARR-MV-08  The price of a step; None if it is prohibited."""
        road, water = self.road(a, b), self.water(a, b)
        if water == "river" and not road:
            return None
        if road and not off_road:
            return 1 if road == "main" and self.terrain(b) != "city" else 2
        return (4 if self.terrain(b) == "woods" and wheels else 2) + (2 if water else 0)

    def reach(self, unit: str, rider: str = "", *, exploiting: bool = False) -> set[str]:
        """ARR-MV-01 to ARR-MV-16, ARR-EX-01 to ARR-EX-03, ARR-GE-03  Where a move may end."""
        kind, start = self.kind(unit), self.where[unit]
        side, enemy = kind.side, OTHER[kind.side]
        fights = kind.kind != "transport"
        wheels = kind.kind not in ("infantry", "artillery", "gun_88")
        points = kind.allowance if not rider else 4
        if self.paralysed(side, start) and not exploiting:
            points = max(points - 1, 1)
        budget = points if exploiting else 2 * points
        covered = self.covered if side == "allied" and not exploiting else set()

        def enters(b: str) -> bool:
            if b not in self.board or b in self.closed(side) or self.troops(b, enemy):
                return False
            if exploiting and b in self.zoc(enemy):
                return False
            return fights or not self.all_at(b, enemy)

        coming = (unit, rider) if rider else (unit,)
        if self.shaken & set(coming):
            ends = {b for b in self.touch(start) if enters(b) and b not in self.zoc(enemy)}
            return {b for b in ends if self.fits(b, side, coming)}
        ends, seen, queue = set(), set(), [(0, start, False)]
        while queue:
            spent, a, slowed = heapq.heappop(queue)
            if (a, slowed) in seen or (a != start and a in self.zoc(enemy)):
                continue
            seen.add((a, slowed))
            for b in near(a):
                slow = a in covered or b in covered
                cost = self.step(a, b, wheels, slow or "refugees" in self.events)
                if cost is None or not enters(b):
                    continue
                first = spent == 0 and a == start
                cost += 2 * (first and a in self.zoc(enemy)) + 2 * (slow and not slowed)
                if spent + cost <= budget:
                    ends.add(b)
                    heapq.heappush(queue, (spent + cost, b, slowed or slow))
                elif first and not exploiting:
                    ends.add(b)  # ARR-MV-09
        return {b for b in ends - {start} if self.fits(b, side, coming)}

    # -- supply ---------------------------------------------------------------------------------

    def supplied(self, unit: str) -> bool:
        """ARR-SU-03, ARR-SU-04  Four steps to a road at most, then along roads to a source."""
        start, side = self.where[unit], self.kind(unit).side
        enemy = OTHER[side]

        def free(h: str) -> bool:
            if self.troops(h, enemy):
                return False
            return h not in self.zoc(enemy) or bool(self.troops(h, side))

        sources = {self.g.grid.name(h) for h in self.content.sources[side]}
        if start in sources or (side == "allied" and start in ("1110", "1210", "1310")):
            return True
        found = {start}
        for _ in range(4):
            found |= {b for a in found for b in self.touch(a) if free(b)}
        trail = [a for a in found if any(self.road(a, b) for b in near(a))]
        seen = set(trail)
        while trail:
            a = trail.pop()
            if a in sources:
                return True
            onward = {b for b in near(a) if b in self.board and self.road(a, b) and free(b)} - seen
            seen |= onward
            trail += sorted(onward)
        return False

    # -- combat ---------------------------------------------------------------------------------

    def must_attack(self, side: Side) -> set[str]:
        """ARR-CO-01, ARR-CO-09  As the phase begins."""
        able = [
            u for u in self.where
            if u in self.content.units and u not in self.shaken
            and self.kind(u).side == side and self.kind(u).kind in FIGHTERS
        ]  # fmt: skip
        touched = {b for u in able for b in self.touch(self.where[u])}
        return {b for b in touched if set(self.troops(b, OTHER[side])) - self.shaken}

    def column(self, targets: list[str], units: list[str]) -> str:
        """ARR-CO-02 to ARR-CO-04, ARR-CO-11 to ARR-CO-15  The final column."""
        side = self.kind(units[0]).side
        worn = {u: "refit" in names for u, names in self.states.items()}
        power = sum(Fraction(self.kind(u).attack - worn[u], 1 + (u in self.shaken)) for u in units)
        foes = [u for h in targets for u in self.troops(h, OTHER[side])]
        stands = {
            u: 0 if "retreated" in self.states[u] else self.kind(u).defence - worn[u] for u in foes
        }
        total = sum(stands.values())
        names = list(COLUMNS)
        ratios = [n for n, name in enumerate(names) if COLUMNS[name] * total <= power]
        origins = {self.where[u] for u in units}
        shift = int(2 * sum(stands[u] for u in foes if u in self.shaken) >= total)
        fresh_88 = any(self.kind(u).kind == "gun_88" for u in foes if u not in self.shaken)
        shift -= fresh_88 and any(self.kind(u).kind in ARMOUR for u in units)
        shift += min(self._ground(h, origins) for h in targets)
        shift -= self.night
        shift -= len({self.kind(u).nation for u in units}) > 1
        shift += side == "german" and self.rommel in origins
        shift -= self.rommel in targets
        return names[min(max(max(ratios, default=0) + shift, 0), len(names) - 1)]

    def _ground(self, where: str, origins: set[str]) -> int:
        hill = self.hill(where) and not any(self.hill(h) for h in origins)
        water = all(self.water(h, where) for h in origins)
        return GROUND.get(self.terrain(where), 0) - hill - water

    def retreats(self, unit: str, shortest: int) -> set[tuple[str, ...]]:
        """ARR-RS-09  Every way of the shortest length, or one hex more."""
        start, side = self.where[unit], self.kind(unit).side
        enemy, found = OTHER[side], set[tuple[str, ...]]()
        paths: list[tuple[str, ...]] = [(start,)]
        while paths:
            path = paths.pop()
            if len(path) > shortest and self.fits(path[-1], side, (unit,)):
                found.add(path[1:])
            if len(path) > shortest + 1:
                continue
            for b in self.touch(path[-1]):
                safe = b not in self.zoc(enemy) or bool(self.troops(b, side))
                barred = self.all_at(b, enemy) or b in self.closed(side)
                if safe and not barred and distance(start, b) == len(path):
                    paths.append((*path, b))
        return found

    # -- bombardment ----------------------------------------------------------------------------

    def shots(self, side: Side) -> set[str]:
        """ARR-BO-01 to ARR-BO-10, ARR-NI-01  Every bombardment that a 6 could make good."""
        mine = [u for u in self.where if u in self.content.units and self.kind(u).side == side]
        guns = [u for u in mine if self.kind(u).kind == "artillery" and u not in self.shaken]
        eyes = [
            (self.where[u], 4 if self.hill(self.where[u]) else 2)
            for u in mine
            if u not in self.shaken and self.kind(u).kind != "transport"
        ]
        found = set()
        for gun in guns:
            if self.states[gun] & {"fired", "moved", "entered"}:
                continue
            reach = min(self.kind(gun).range, 2) if self.night else self.kind(gun).range
            for target, where in self.where.items():
                if target not in self.content.units or target in {*mine, *self.shaken}:
                    continue
                seen = any(distance(eye, where) <= far for eye, far in eyes)
                total = 6 + self.kind(gun).bombard + GROUND.get(self.terrain(where), 0)
                hits = total - (self.kind(target).kind in ARMOUR) >= 4
                if seen and hits and 1 <= distance(self.where[gun], where) <= reach:
                    found.add(f"bombard {target} with {gun}")
        return found


def printed(content: ArrasContent) -> list[str]:
    """Every hex in play, as numbered."""
    return sorted(content.grid.name(h) for h in content.board)
