"""Where an active stack of the automated Allies could go, by situation (ARD-AA-11, -17, -20, -22, 5.15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from wargame.content.figures import points
from wargame.games.ardennes.automaton.attack import Searched, Searches, Tests, moved_by, passing
from wargame.games.ardennes.contact import contact
from wargame.games.ardennes.front import (
    close_hexes,
    hexes_to_enemy,
    in_communication,
    in_danger,
    is_proximate,
    near_enemy,
    open_neighbours,
    protects_vp,
    standing,
    would_trap,
)
from wargame.games.ardennes.line import Line
from wargame.games.ardennes.score import german_points
from wargame.games.ardennes.state import (
    DISPERSED,
    ArdGame,
    hold_value,
    in_supply,
    is_vp,
    stack,
    steps,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.walk import still, why_still
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

_NAMED = 3
"""So many hexes that did not pass are named; of more their number is told."""
Way: TypeAlias = tuple[Hex, ...]
Row: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True)
class Stack:
    """An active stack, and what it could do; good until the table changes."""

    g: ArdGame
    units: tuple[UnitId, ...]
    """All units of the hex, in ascending #."""
    lead: UnitId
    """The lowest # of the activated formation."""
    line: Line = field(compare=False)
    """The Line as it stands, one for all stacks."""
    searches: Searches = field(compare=False)
    """Where stacks get to, the same."""

    @property
    def where(self) -> Hex:
        """Its hex."""
        return self.g.state.units[self.lead].hex

    @cached_property
    def moves(self) -> bool:
        """Whether all of it may move."""
        return not any(still(self.g, u) for u in self.units) and not any(
            DISPERSED in self.g.state.units[u].states for u in self.units
        )

    @property
    def rests(self) -> str:
        """The rule that keeps the first of them from moving."""
        found = (why for u in self.units if (why := why_still(self.g, u)))
        why = next(found, None)
        return why.rule if why else "ARD-US-05"

    def named(self, hexes: int) -> str:
        """The hexes of a set by their numbers, where they are few; they are no candidates."""
        return self.aside(members(hexes)) if hexes.bit_count() <= _NAMED else ""

    def aside(self, hexes: Sequence[Hex]) -> str:
        """Hexes that are spoken of and were not ranked."""
        return " ".join([f"@{self.g.grid.name(h)}" for h in hexes])

    @cached_property
    def _searched(self) -> Searched:
        """The stack as a mover, and where it gets to, whether or not it may stop there."""
        return self.searches.of(self.units)

    @property
    def ends(self) -> list[Hex]:
        """5.15  Reach: where it could end a normal move, its own hex left out."""
        return members(self.reach)

    @cached_property
    def reach(self) -> int:
        """The same as a set."""
        if not self.moves:
            return 0
        g, most = self.g, self.g.content.limits.stacking
        units = most.units - len(self.units)
        steps_ = most.steps - sum([steps(g, u) for u in self.units])
        open_ = g.grid.mask(self._searched[1].left) & ~(1 << self.where)
        mates = open_ & standing(g, "allied")
        loads = {h: self.searches.load(h) for h in members(mates)}
        room = [h for h, load in loads.items() if load.units <= units and load.steps <= steps_]
        alone = open_ & ~mates if units >= 0 and steps_ >= 0 else 0
        return alone | g.grid.mask(room)

    @cached_property
    def guards(self) -> bool:
        """ARD-AA-11  Whether Protect VP holds it where it is."""
        return protects_vp(self.g, self.where)

    def keeps_line(self, h: Hex) -> bool:
        """ARD-AA-11, ARD-GE-06  Whether no Gap opens if it goes to a hex."""
        return not self.line.gap(self.units, h)

    @property
    def near_reach(self) -> int:
        """ARD-GE-06  The hexes in which a unit could take anything out of the Germans' reach."""
        return self.line.reach | self.g.grid.spread(self.line.reach)

    def trapped_in(self, h: Hex) -> bool:
        """ARD-GE-03  Whether it would be Surrounded or in danger there."""
        return would_trap(self.g, h, "allied", self.units)

    def way(self, h: Hex) -> Way:
        """The cheapest way to a hex."""
        return self._searched[1].path(h)

    def last(self, h: Hex) -> tuple[int, int, int, Hex]:
        """ARD-AA-17  The order of hexes that are as good."""
        marcher, field_ = self._searched
        return moved_by(self.g, h, marcher.left_in(field_, h))

    def last_row(self, h: Hex) -> Row:
        """ARD-AA-17  The same as it is told: a Position or not, the MP left, the Allied units there."""
        away, left, mates, _ = self.last(h)
        return "" if away else "yes", points(-left), mates


class Found(NamedTuple):
    """Where to go, with the candidates in their order."""

    best: Hex
    rows: list[Row]
    told: Row = ()
    """What there is to tell of the stack or the first hex besides."""


class Unfit(NamedTuple):
    """Why a line does not fit a stack: what is wanting, and of how many (`working.py` has the sentences)."""

    why: str
    of: int | str = 0
    hexes: str = ""
    """Which they are, where they are few."""


def _left(own: Stack, tests: Tests) -> list[Hex] | Unfit:
    """The hexes in reach that pass all tests, or the first test that none passes."""
    hexes = own.reach
    if not hexes:
        return Unfit("no way") if own.moves else Unfit("still", own.rests)
    passed, why, before = passing(hexes, tests)
    if not passed:
        of = _near(own) if why == "guards" else before.bit_count()
        return Unfit(why, of, own.named(before))
    return members(passed)


def _near(own: Stack) -> int:
    """ARD-AA-11  Hexes to the nearest German."""
    return hexes_to_enemy(own.g, own.where, "allied")


def _empty(g: ArdGame) -> int:
    """Hexes in which nobody stands."""
    return ~(standing(g, "allied") | standing(g, "german"))


def _bound(own: Stack, *, danger: bool = False) -> Tests:
    """ARD-AA-11, 5.15  What binds every action but WITHDRAW, one after the other; *danger*: it may end in danger."""
    tests: Tests = {"guards": 0 if own.guards else -1, "gap": own.keeps_line}
    return tests if danger else {**tests, "danger": lambda h: not own.trapped_in(h)}


def _best(
    hexes: list[Hex] | Unfit, key: Callable[[Hex], object], row: Callable[[Hex], Row]
) -> Found | Unfit:
    """Of several hexes the first in an order; each with its numbers."""
    if isinstance(hexes, Unfit):
        return hexes
    order = sorted(hexes, key=key)  # type: ignore[arg-type]
    return Found(order[0], [row(h) for h in order])


def _listed(own: Stack, tests: Tests, *, danger: bool = False) -> Found | Unfit:
    """ARD-AA-20  Of several hexes the highest VP, then HV, then westernmost, then AA-17."""
    g, worth = own.g, own.g.content.points

    def key(h: Hex) -> tuple[int, int, int, tuple[int, int, int, Hex]]:
        return -worth.get(h, 0), -hold_value(g, h), g.grid.column(h), own.last(h)

    def row(h: Hex) -> Row:
        column = g.grid.column(h)
        return g.grid.name(h), worth.get(h, 0), hold_value(g, h), column, *own.last_row(h)

    return _best(_left(own, {**tests, **_bound(own, danger=danger)}), key, row)


def _withdraw(own: Stack) -> Found | Unfit:
    """DANGER: the hex out of danger with the highest HV, then closest to a source, then AA-17."""
    g, far = own.g, own.g.grid.distance
    if is_vp(g, own.where):
        return Unfit("in a VP hex")
    beside = len(open_neighbours(g, own.where, "allied"))
    if not in_danger(g, own.where, "allied"):
        near = is_proximate(g, own.where, "allied")
        return Unfit(("safe" if near else "far") if beside else "surrounded", beside)
    sources = g.content.sources["allied"]

    def away(h: Hex) -> int:
        return min(far(h, s) for s in sources)

    found = _best(
        _left(own, {"no safe hex": lambda h: not own.trapped_in(h)}),
        lambda h: (-hold_value(g, h), away(h), own.last(h)),
        lambda h: (g.grid.name(h), hold_value(g, h), away(h), *own.last_row(h)),
    )
    return found._replace(told=("danger", beside)) if isinstance(found, Found) else found


def _restore(own: Stack) -> Found | Unfit:
    """OUT: the nearest hex in Allied Supply, then AA-17."""
    g, lead = own.g, own.g.state.units[own.lead]
    if in_supply(lead) and in_communication(g, own.where, "allied"):
        return Unfit("in supply")
    lines, far = Lines(g, "allied"), g.grid.distance
    if lines.reaches(own.where):
        return Unfit("traces")
    return _best(
        _left(own, {"no supply": lines.reached, **_bound(own)}),
        lambda h: (far(own.where, h), own.last(h)),
        lambda h: (g.grid.name(h), far(own.where, h), *own.last_row(h)),
    )


def _occupy(own: Stack) -> Found | Unfit:
    """VPOPEN: an empty Allied VP hex that a German is near."""
    g, near = own.g, near_enemy(own.g, "allied", own.g.content.actions.reach.vpopen)
    tests: Tests = {
        "no VP hex": g.content.points_mask & ~german_points(g),
        "none empty": _empty(g),
        "none threatened": near | close_hexes(g, "allied"),
    }
    return _listed(own, tests, danger=True)


def _join(own: Stack) -> Found | Unfit:
    """VPTHIN: an Allied VP hex with few steps and a German near."""
    g, reach = own.g, own.g.content.actions.reach

    def few(h: Hex) -> bool:
        return sum(steps(g, u.id) for u in stack(g, h, "allied")) < reach.vpthin_steps

    tests: Tests = {
        "no VP hex": g.content.points_mask & ~german_points(g),
        "none thin": few,
        "none threatened": near_enemy(g, "allied", reach.vpthin),
    }
    return _listed(own, tests, danger=True)


def _plug(own: Stack) -> Found | Unfit:
    """GAP: a hex that takes a VP or Primary-route hex out of the Germans' reach."""
    tests: Tests = {
        "none at the Line": own.near_reach,
        "plugs nothing": lambda h: bool(own.line.plugs(own.units, h)),
    }
    found = _listed(own, tests)
    if isinstance(found, Unfit):
        return found
    shut = members(own.line.plugs(own.units, found.best))
    return found._replace(told=("plugs", own.aside(shut[:_NAMED]), len(shut)))


def _block(own: Stack) -> Found | Unfit:
    """ROUTE: an empty Position on a Primary route, Proximate to a German."""
    g = own.g
    tests: Tests = {
        "no Position on a route": g.content.route_mask & g.content.hold_mask,
        "none empty": _empty(g),
        "none Proximate": close_hexes(g, "allied"),
    }
    return _listed(own, tests)


def _close(own: Stack) -> Found | Unfit:
    """IDLE: the empty Position nearest to a German, then AA-17."""
    g = own.g
    now = contact(g, own.lead, own.line)
    if not now.clause:
        return Unfit("in contact", f"{now.far}/{now.strong}/{now.steps}/{now.points}")

    def away(h: Hex) -> int:
        return hexes_to_enemy(g, h, "allied")

    tests: Tests = {
        "no Position": g.content.hold_mask,
        "none empty": _empty(g),
        **_bound(own),
    }
    found = _best(
        _left(own, tests),
        lambda h: (away(h), own.last(h)),
        lambda h: (g.grid.name(h), away(h), *own.last_row(h)),
    )
    why = f"OutOfContact ({now.clause})", now.steps, now.points
    return found._replace(told=why) if isinstance(found, Found) else found


def lost_ground(own: Stack) -> Found | Unfit:
    """VPLOST: an empty German VP hex within reach goes before any attack."""
    g = own.g
    tests: Tests = {
        "no lost VP hex": german_points(g),
        "none empty": _empty(g),
    }
    return _listed(own, tests)


GOES: dict[str, Callable[[Stack], Found | Unfit]] = {
    "danger withdraw": _withdraw,
    "out restore": _restore,
    "vpopen occupy": _occupy,
    "vpthin join": _join,
    "gap plug": _plug,
    "route block": _block,
    "idle close": _close,
}
