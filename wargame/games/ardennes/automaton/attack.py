"""The attack of the automated Allies: target, force and situational ratio (ARD-AA-12 to -16, ARD-AA-21, 5.16)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from wargame.content.figures import points
from wargame.flow.imagined import imagined
from wargame.games.ardennes.data.files import Ratio
from wargame.games.ardennes.front import protects_vp, too_few_to_attack, would_trap
from wargame.games.ardennes.line import line_of
from wargame.games.ardennes.state import (
    ISOLATED,
    LOW,
    OUT,
    OUT_OF_FUEL,
    ArdGame,
    Load,
    by_number,
    hexside_key,
    kind_of,
    load_of,
    stack,
    steps,
    strength,
)
from wargame.games.ardennes.tactics import why_no_attack
from wargame.games.ardennes.walk import Marcher, farthest, still
from wargame.games.ardennes.works import has_position, is_major, is_river, is_wet
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model import events as ev
from wargame.model.state import UnitId
from wargame.rules.walk import Field

Moved = tuple[tuple[UnitId, ...], tuple[Hex, ...]]
"""A stack and its way, from the hex it stands in; of one hex where it stays."""
Searched: TypeAlias = tuple[Marcher, Field]
"""A stack as a mover, and where it gets to."""


@dataclass(frozen=True)
class Plan:
    """An attack that can be made."""

    target: Hex
    ratio: Fraction
    moves: tuple[Moved, ...]
    """Every stack of the force, in the order in which it joins."""
    attack: int
    """ARD-AA-12  The strength of the force, halved where it attacks across a river."""
    defence: int
    """ARD-AA-13 to -16  What the defenders count."""
    working: tuple[tuple[int | str, ...], ...] = field(default=())

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Everybody in the force."""
        return tuple(u for units, _ in self.moves for u in units)


class Refused(NamedTuple):
    """Why no attack on a hex is made: a word for the reason, and the strengths if they were compared."""

    why: str
    attack: int = 0
    defence: int = 0


def value(g: ArdGame, target: Hex) -> int:
    """ARD-AA-13 to -16  What a stack of Germans is worth in defence, for decisions alone."""
    return max(sum([n for _, n in value_parts(g, target)]), g.content.actions.situational.least)


def value_parts(g: ArdGame, target: Hex) -> list[tuple[str, int]]:
    """ARD-AA-13 to -16  The same by what it is made of; parts that come to nothing are left out."""
    table, units = g.content.actions.situational, stack(g, target, "german")
    total = sum([strength(g, u.id) for u in units])
    town = target in g.content.towns
    vp_town = town and target in g.content.points
    strong = target in g.content.cities or vp_town or target in g.content.westwall
    row = g.content.ground.rows[target]
    parts = [
        ("counters", total),
        ("strong", total * (table.strong - 1) * strong),
        ("town", table.town * (town and not vp_town)),
        ("forest", table.forest * row.last_resort),
        ("improved", table.improved * has_position(g, target)),
        ("clear", table.clear * (row.id == "clear")),
        *_state_parts(g, [u.states for u in units]),
    ]
    return [(what, n) for what, n in parts if n]


def _state_parts(g: ArdGame, states: Sequence[Collection[str]]) -> list[tuple[str, int]]:
    """ARD-AA-15, ARD-AA-16, ARD-US-13  What a state of all defenders is worth; OutOfFuel adds nothing to Isolated."""
    table = g.content.actions.situational
    found = []
    if all(ISOLATED in s for s in states):
        found.append(("isolated", table.isolated))
    elif all(OUT in s or ISOLATED in s for s in states):
        found.append(("out of supply", table.out_of_supply))
    if all(OUT_OF_FUEL in s and ISOLATED not in s for s in states):
        found.append(("out of fuel", table.out_of_fuel))
    return found


def attack_value(g: ArdGame, stacks: Sequence[tuple[Sequence[UnitId], Hex]], target: Hex) -> int:
    """ARD-AA-12  The strength of stacks that attack from hexes, by hex halved across a river."""
    by_hex: dict[Hex, int] = {}
    for units, h in stacks:
        by_hex[h] = by_hex.get(h, 0) + sum(strength(g, u) for u in units)
    half = g.content.actions.situational.river
    return sum(n // half if is_river(g, h, target) else n for h, n in by_hex.items())


def reaches(attack: int, defence: int, wanted: Ratio) -> bool:
    """Whether two strengths come to a ratio at least."""
    a, b = wanted
    return attack * b >= a * defence


Test: TypeAlias = int | Callable[[Hex], bool]
"""A set that a hex must be of, or what is asked of it."""


Tests: TypeAlias = Mapping[str, Test]
"""What a hex must be, one after the other, by what is wanting where none is."""


def passing(hexes: int, tests: Tests) -> tuple[int, str, int]:
    """The hexes of a set that pass all tests; where there are none, the test that none passed and those put to it."""
    for why, test in tests.items():
        if isinstance(test, int):
            passed = hexes & test
        else:
            passed = sum([1 << h for h in members(hexes) if test(h)])
        if not passed:
            return 0, why, hexes
        hexes = passed
    return hexes, "", hexes


class Searches:
    """Where stacks get to, and what else attacks ask of the table, each found once; good until it changes.

    Other Allies who go before a stack bar it nowhere but on the river hexsides that they cross.
    """

    def __init__(self, g: ArdGame) -> None:
        self.g = g
        self._values: dict[Hex, int] = {}
        self._found: dict[tuple[tuple[UnitId, ...], tuple[int, ...]], Searched] = {}
        self._loads: dict[Hex, Load] = {}

    def value(self, target: Hex) -> int:
        """ARD-AA-13 to -16  What a stack of Germans is worth."""
        if target not in self._values:
            self._values[target] = value(self.g, target)
        return self._values[target]

    def load(self, h: Hex) -> Load:
        """ARD-ST-01  What stands in a hex."""
        if h not in self._loads:
            self._loads[h] = load_of(self.g, h)
        return self._loads[h]

    def of(self, units: Sequence[UnitId], before: Sequence[Moved] = ()) -> Searched:
        """A stack as a mover and what it reaches, once those who go *before* have gone."""
        key = tuple(units), self._crossed(before) if before else ()
        if key not in self._found:
            marcher = Marcher(self.g, units, crossed=key[1])
            self._found[key] = marcher, marcher.field()
        return self._found[key]

    def _crossed(self, before: Sequence[Moved]) -> tuple[int, ...]:
        """The river hexsides that they cross, once for each of them."""
        content = self.g.content
        sides = [side_key(*step) for own, way in before for step in pairwise(way) for _ in own]
        return tuple([hexside_key(content, *side) for side in sides if side in content.rivers])


class Force:
    """Builds the force of an attack, stack by stack (5.16.2)."""

    def __init__(
        self, g: ArdGame, stacks: Sequence[Sequence[UnitId]], searches: Searches | None = None
    ) -> None:
        self.g, self._searches = g, searches or Searches(g)
        self.stacks = [list(own) for own in stacks]
        """Active stacks that have not acted, in ascending # of their leads; the lead stack first."""
        self._chosen: dict[tuple[UnitId, Hex], tuple[int | str, ...]] = {}
        """By lead and target: of how many hexes to attack from one was chosen, and by which criterion."""

    def against(self, target: Hex, wanted: Ratio) -> Plan | Refused:
        """The lead stack and others until enough, against one hex; refused below the ratio that is wanted."""
        g, defence = self.g, self._searches.value(target)
        found = self._gathered(target, defence)
        if isinstance(found, Refused):
            return found
        chosen, out = found
        attack = self._strength(chosen, target)
        if not chosen or not reaches(attack, defence, wanted):
            return Refused("short", attack, defence)
        if why := self._why_barred(chosen):
            return Refused(why)
        parts = [word for part in value_parts(g, target) for word in part]
        rows = [self._row(target, *moved) for moved in chosen]
        working = (*rows, *out, ("defence", defence, *parts))
        return Plan(target, Fraction(attack, defence), tuple(chosen), attack, defence, working)

    def _gathered(
        self, target: Hex, defence: int
    ) -> tuple[list[Moved], list[tuple[str, UnitId, str]]] | Refused:
        """Stacks until enough, each as if those before it had gone; and who stays out, for which reason."""
        g, enough = self.g, self.g.content.actions.odds.enough
        chosen: list[Moved] = []
        out: list[tuple[str, UnitId, str]] = []
        with ExitStack() as gone:
            for n, units in enumerate(self.stacks):
                way = self._out(units, target) or self._way(units, target, chosen)
                why = "" if any(self._fit(u) for u in units) else "unfit"
                why = way if isinstance(way, str) else why
                if why or isinstance(way, str):
                    if n == 0:
                        return Refused(why)
                    out.append(("out", units[0], why))
                    continue
                chosen.append((tuple(units), way))
                if reaches(self._strength(chosen, target), defence, enough):
                    break
                if len(way) > 1 and n + 1 < len(self.stacks):
                    facts = [ev.UnitPlaced(u, way[-1], "ARD-AA-21") for u in units]
                    gone.enter_context(imagined(g, facts))
        return chosen, out

    def _row(
        self, target: Hex, units: Sequence[UnitId], way: Sequence[Hex]
    ) -> tuple[int | str, ...]:
        """A stack of the force: its lead, its way, its strength, whether it attacks across a river."""
        own = sum([strength(self.g, u) for u in units if self._fit(u)])
        if len(way) == 1:
            return units[0], f"@{self.g.grid.name(way[0])}", own, self._halved(way[0], target)
        halved, chosen = self._halved(way[-1], target), self._chosen[units[0], target]
        return units[0], self.g.grid.write(way), own, halved, *chosen

    def _halved(self, h: Hex, target: Hex) -> int:
        """ARD-AA-12  1 across a river."""
        return int(is_river(self.g, h, target))

    def _strength(self, chosen: Sequence[Moved], target: Hex) -> int:
        able = [([u for u in units if self._fit(u)], way[-1]) for units, way in chosen]
        return attack_value(self.g, able, target)

    def _fit(self, unit: UnitId) -> bool:
        """ARD-AT-01  Whether its own state lets a unit attack."""
        states = self.g.state.units[unit].states
        return not states & {"dispersed", OUT, ISOLATED, OUT_OF_FUEL}

    def _why_barred(self, chosen: Sequence[Moved]) -> str:
        """ARD-SS-04, ARD-US-01  Why they may not attack: the lead is LowSupply, or all are [units]; "" if they may."""
        units = by_number(self.g, (u for own, _ in chosen for u in own if self._fit(u)))
        if not units or LOW in self.g.state.units[units[0]].states:
            return "low"
        return "" if any(not kind_of(self.g, u).bracketed for u in units) else "brackets"

    def _out(self, units: Sequence[UnitId], target: Hex) -> str:
        """Why a stack cannot come up wherever the others go, as `_way` says it; "" if it might."""
        g, start = self.g, self.g.state.units[units[0]].hex
        near = g.grid.distance(start, target) <= farthest(g, units) + 1
        if near or start in g.content.points:
            return ""
        return "still" if any(still(g, u) for u in units) else "far"

    def _way(
        self, units: Sequence[UnitId], target: Hex, chosen: Sequence[Moved] = ()
    ) -> tuple[Hex, ...] | str:
        """5.16.2  Where a stack attacks from: where it stands, or the best hex it can come to; else why from nowhere.

        *chosen* have gone before: a hexside that they used up is shut.
        """
        g, start = self.g, self.g.state.units[units[0]].hex
        if too_few_to_attack(g, start) and g.grid.adjacent(start, target):
            return "few"
        here = g.grid.adjacent(start, target) and any(
            why_no_attack(g, u, target) is None for u in units
        )
        if here:
            return (start,)
        if protects_vp(g, start):
            return "guards"
        if any(still(g, u) for u in units):
            return "still"
        marcher, found = self._searches.of(units, chosen)
        near = [h for h in g.grid.neighbours[target] if h in found.left and h != start]
        near = [h for h in near if marcher.why_no_end(h) is None and not _shut(g, h, target)]
        if not near:
            return "far"
        near = [h for h in near if not _too_few_there(g, units, h)]
        if not near:
            return "few there"
        line = line_of(g)
        near = [h for h in near if not line.gap(units, h)]
        if not near:
            return "gap"
        near = [h for h in near if not _trapped(g, units, h)]
        if not near:
            return "danger"
        left = {h: marcher.left_in(found, h) for h in near}
        order = sorted(near, key=lambda h: (is_river(g, h, target), *moved_by(g, h, left[h])))
        self._chosen[units[0], target] = len(order), *self._by(order, left, target)
        return found.path(order[0])

    def _by(
        self, order: Sequence[Hex], left: Mapping[Hex, int], target: Hex
    ) -> tuple[str, int | str, int | str]:
        """ARD-AA-17  The criterion by which the first hex goes before the second, with the numbers of both."""
        if len(order) == 1:
            return "", "", ""
        g = self.g
        numbers = [
            (
                "over a river" if is_river(g, h, target) else "not over a river",
                "a Position" if h in g.content.hold else "no Position",
                points(left[h]),
                g.board.here["allied"][h],
            )
            for h in order[:2]
        ]
        names = ("river", "Position", "MP left", "Allied units there")
        found = zip(names, *numbers, strict=True)
        return next(((name, a, b) for name, a, b in found if a != b), ("hex number", "", ""))


def _too_few_there(g: ArdGame, units: Sequence[UnitId], h: Hex) -> bool:
    """ARD-AA-11  Whether it would attack out of a VP hex with too few steps there."""
    if h not in g.content.points:
        return False
    there = {*units, *(u.id for u in stack(g, h, "allied"))}
    return sum(steps(g, u) for u in there) < g.content.actions.protect.steps


def _trapped(g: ArdGame, units: Sequence[UnitId], h: Hex) -> bool:
    """ARD-GE-03, 5.15  Whether a stack would be Surrounded or in danger of it in the hex it comes up to."""
    return would_trap(g, h, "allied", units)


def _shut(g: ArdGame, a: Hex, b: Hex) -> bool:
    return is_major(g, a, b) and is_wet(g, a, b)


def moved_by(g: ArdGame, h: Hex, left: int) -> tuple[int, int, int, Hex]:
    """ARD-AA-17  A Position, then most MP left, then fewest Allied units, then the lowest id."""
    return (h not in g.content.hold, -left, g.board.here["allied"][h], h)


def ranked(g: ArdGame, plans: Collection[Plan]) -> list[Plan]:
    """ARD-AA-21  In or next to a VP hex, then the highest ratio, then westernmost, then the lowest id."""
    return sorted(
        plans,
        key=lambda plan: (
            not near_vp(g, plan.target),
            -plan.ratio,
            g.grid.column(plan.target),
            plan.target,
        ),
    )


def plan_row(g: ArdGame, plan: Plan) -> tuple[int | str, ...]:
    """The criteria of a target: its hex, whether a VP hex is there or beside, the ratio, its column; the strengths."""
    near, column = "VP" if near_vp(g, plan.target) else "", g.grid.column(plan.target)
    name = g.grid.name(plan.target)
    return name, near, str(plan.ratio), column, plan.attack, plan.defence


def near_vp(g: ArdGame, target: Hex) -> bool:
    """ARD-AA-21  Whether a target lies in or next to a VP hex."""
    return any(h in g.content.points for h in (target, *g.grid.neighbours[target]))
