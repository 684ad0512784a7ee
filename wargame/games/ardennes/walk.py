"""What a step costs and where units may go (ARD-MV, ARD-ZC, ARD-DX-08, -09, ARD-SS-06, -09 to -13).

All costs and allowances are half movement points. A stack pays the most of its members' prices and has the
least of their allowances; units that part simply move one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from wargame.flow.ask import IllegalAnswer, Pick, Refusal, allow
from wargame.games.ardennes.activation import Activation, under_way
from wargame.games.ardennes.bars import Checks, away, bars, flagged, strategic
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import standing, zone_of
from wargame.games.ardennes.prices import Terms, but_for_zones, mobilities_of, shared
from wargame.games.ardennes.roadblocks import stops
from wargame.games.ardennes.state import (
    ATTACKED,
    DISPERSED,
    ISOLATED,
    MOVED,
    NIGHT,
    OTHER,
    OUT,
    OUT_OF_FUEL,
    ArdGame,
    day,
    hexside_key,
    in_enemy_zoc,
    kind_of,
    place_name,
    unit_name,
    why_full,
)
from wargame.games.ardennes.works import (
    HALVES,
    is_major,
    is_wet,
    roadblock_mask,
    stands,
    water,
)
from wargame.hexes.field import Costs, Reach, Rows
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules import walk
from wargame.rules.onward import out_of_reach
from wargame.rules.walk import Bar, Field, Mover, Path, Step, Walked

How: TypeAlias = Literal["move", "strategic", "join"]
"""An ordinary move, a Strategic Move, a stack that comes up by Reinforce Battle."""
LEFT = "left"
"""Number: half MPs that a unit still has whose way was shut before its goal (ARD-MV-13)."""
ALARM = "alarm"
"""ARD-EV-01  The track that names the corps with its full allowance today."""


def allowance(g: ArdGame, unit_id: UnitId, how: How = "move") -> int:
    """ARD-MV-08, ARD-EV-01  Half MPs of a unit that may move."""
    unit, move = g.state.units[unit_id], g.content.terrain.move
    more = move.strategic if how == "strategic" else move.night_march if NIGHT in unit.states else 0
    return (kind_of(g, unit_id).allowance + more) * HALVES


def farthest(g: ArdGame, units: Iterable[UnitId]) -> int:
    """As many hexes as a stack gets at most: at the cheapest price there is, and one by a leap."""
    return max(1, min(allowance(g, u) for u in units) // _cheapest(g.content))


@cache
def _cheapest(content: ArdennesContent) -> int:
    rows = [(row.inf, row.mech, row.frozen) for row in content.ground.rows]
    return HALVES * min(content.terrain.move.road, *map(min, rows))


def why_still(g: ArdGame, unit_id: UnitId, how: How = "move") -> Refusal | None:
    """ARD-US-05, ARD-US-10, ARD-SS-09, ARD-SS-11  Why a unit may not move at all; None if it may."""
    found = still(g, unit_id, how)
    return Refusal(found[0].format(kind_of(g, unit_id).title), found[1]) if found else None


def still(g: ArdGame, unit_id: UnitId, how: How = "move") -> tuple[str, str] | None:
    """The same, with a gap for its name, and the rule: for those who name nobody."""
    unit = g.state.units[unit_id]
    if unit.hex < 0:
        return "{} is not on the map.", "ARD-MV-01"
    if _STILL.isdisjoint(unit.states):
        return None
    if how != "join" and MOVED in unit.states and not (how == "move" and unit.numbers.get(LEFT)):
        return "{} has moved in this Activation.", "ARD-MV-13"
    if ATTACKED in unit.states:
        return "{} has attacked: moves come first.", "ARD-AC-08"
    if DISPERSED in unit.states:
        return "{} is Dispersed and may not move.", "ARD-US-05"
    if OUT_OF_FUEL in unit.states:
        return "{} is OutOfFuel and may not move.", "ARD-US-10"
    if ISOLATED in unit.states and kind_of(g, unit_id).mech:
        return "{} is mechanized and Isolated: it may not move.", "ARD-SS-09"
    if ISOLATED in unit.states and in_enemy_zoc(g, unit.hex, unit.side):
        return "{} is Isolated and may not leave an enemy ZOC.", "ARD-SS-11"
    return None


_STILL = frozenset((MOVED, ATTACKED, DISPERSED, OUT_OF_FUEL, ISOLATED))
"""States without which a unit on the map may move."""


def one_hex(g: ArdGame, unit_id: UnitId, how: How = "move") -> Refusal | None:
    """ARD-SS-06, ARD-SS-10, ARD-DX-09  Why a unit moves a hex at most; None if it may go farther."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    if ISOLATED in unit.states:
        return Refusal(f"{kind.title} is Isolated and moves one hex.", "ARD-SS-10")
    if OUT in unit.states and kind.mech:
        return Refusal(f"{kind.title} is OutOfSupply and moves one hex.", "ARD-SS-06")
    return slow(g, unit_id) if how != "join" else None


def slow(g: ArdGame, unit_id: UnitId) -> Refusal | None:
    """ARD-DX-09  On December 16 an Allied unit moves one hex, but for a corps that was alarmed."""
    if day(g) != g.content.scenario.first_turn:
        return None
    kind = kind_of(g, unit_id)
    if kind.side == "german" or g.state.tracks.get(ALARM) == kind.corps:
        return None
    return Refusal(f"On the first day {unit_name(g, unit_id)} moves one hex.", "ARD-DX-09")


class Marcher(Mover):
    """A unit, or a stack that moves together."""

    rule = "ARD-MV-01"

    def __init__(
        self,
        g: ArdGame,
        units: Sequence[UnitId],
        how: How = "move",
        trail: Path = (),
        *,
        crossed: Sequence[int] = (),
    ) -> None:
        """*trail*: the way of a Strategic Move, as far as it is known; *crossed*: hexsides that others use up before it."""
        self.g, self.grid, self.units, self.how = g, g.grid, tuple(units), how
        stands, kinds = [g.state.units[u] for u in units], [g.content.units[u] for u in units]
        self.side: Side = kinds[0].side
        self.start = stands[0].hex
        self.name = " + ".join([kind.title for kind in kinds])
        over = [unit.numbers.get(LEFT, 0) for unit in stands]
        self.fresh = how != "move" or not any(over)
        self.left = min([allowance(g, u, how) for u in units] if self.fresh else over)
        self.states: set[str] = set().union(*[unit.states for unit in stands])
        self.cut_off = ISOLATED in self.states
        opening = day(g) == g.content.scenario.first_turn
        self._first_day = opening and self.side == "german"  # ARD-DX-08
        short = OUT in self.states or self.cut_off
        held = [one_hex(g, u, how) for u in units] if short or opening else []
        self.single = next((why for why in held if why), None)
        self.any_cost = bool(self.single) and any(slow(g, u) for u in units)
        self._water = water(g)
        done = under_way(g) or Activation(self.side, "")
        self._done = done._replace(crossed=(*done.crossed, *crossed)) if crossed else done
        self._terms = self._terms_now()
        self.zone = g.board.zoc[OTHER[self.side]]
        blocked = self.side == "german" and bool(roadblock_mask(g))
        self.stop = Rows(partial(_stops, g, self.zone)) if blocked else self.zone
        self.costs = shared(g.content, self._water, self._terms, zone_of(g, OTHER[self.side]))
        self.checks: Checks | None = None
        if how == "strategic" and self.side == "german":
            way = self.start, *trail
            self.checks = Checks(g, self.units, way, self._done, self.costs)
            self.costs = self.checks.costs
        self.bars = self._bars()
        self._endless: list[Field] = []
        self._followed: dict[tuple[Path, int, bool], Walked] = {}

    # -- prices -------------------------------------------------------------------------------

    def _terms_now(self) -> Terms:
        """What its prices hang on; rivers without Bridge are leaps."""
        n, crossed = len(self.units), self._done.crossed
        plain = Terms(mobilities_of(self.g, self.units), self.how == "strategic")
        most = self.g.content.limits.dec16.over_bridge
        if n > most:
            return plain._replace(full=None, first_day=self._first_day)
        full = [s for s in crossed if crossed.count(s) + n > most]
        return plain._replace(full=frozenset(full), first_day=self._first_day) if full else plain

    def _bridge_full(self, a: Hex, b: Hex) -> bool:
        """ARD-MV-05, ARD-DX-08  Whether as many units as may have crossed a Bridge in this Activation."""
        g = self.g
        if not (self.zone[b] or self._first_day):
            return False
        if side_key(a, b) not in g.content.rivers or not stands(g, a, b):
            return False
        return self._crossed(a, b) + len(self.units) > g.content.limits.dec16.over_bridge

    def _crossed(self, a: Hex, b: Hex) -> int:
        return self._done.crossed.count(hexside_key(self.g.content, a, b))

    def leaving(self, h: Hex) -> int:
        """ARD-ZC-02"""
        return self.g.content.terrain.move.leave_zoc * HALVES if self.zone[h] else 0

    def leap(self, a: Hex, b: Hex) -> bool:
        """ARD-MV-03, ARD-MV-04, ARD-DX-08  A river without Bridge takes all; so does the second unit over a
        Bridge on the first day. Units of one hex take their step so.
        """
        g = self.g
        if (
            b < 0
            or b not in g.content.board
            or self.how == "strategic"
            or (self.zone[a] and self.zone[b])
        ):
            return False
        if is_wet(g, a, b):
            if is_major(g, a, b) or (self.cut_off and side_key(a, b) in g.content.map.bridges):
                return False
            return len(self.units) == 1 and not self._crossed(a, b)
        if self._bridge_full(a, b):
            return self._first_day and len(self.units) == 1 and self._crossed(a, b) == 1
        if not self.single:
            return False
        cost = self.costs[a][self.grid.direction(a, b)]
        return cost > 0 and (self.any_cost or cost + self.leaving(a) <= self.left)

    # -- where not ----------------------------------------------------------------------------

    def _bars(self) -> list[Bar]:
        g, found = self.g, bars(self.g, self.units, self.states)
        if self.how == "strategic":
            found += strategic(g, self.side)
        elif NIGHT in self.states:
            found.append(away(g, self.side, "ARD-EV-01"))
        return found

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """ARD-MV-03 to -05, ARD-ZC-02, ARD-MV-08, ARD-RB-06"""
        g, name = self.g, self.grid.name
        if b not in g.content.board:
            return Refusal(f"{name(b)} is outside the map in play.", "ARD-MV-13")
        if self.zone[a] and self.zone[b]:
            return Refusal(f"{name(a)} and {name(b)} are both in an enemy ZOC.", "ARD-ZC-02")
        if is_major(g, a, b) and is_wet(g, a, b):
            return Refusal(
                f"A major river without Bridge lies between {name(a)} and {name(b)}.", "ARD-MV-03"
            )
        if is_wet(g, a, b):
            if self.cut_off and side_key(a, b) in g.content.map.bridges:
                return Refusal("Isolated units may not cross an enemy Bridge.", "ARD-SS-12")
            if self._crossed(a, b) or len(self.units) > 1:
                said = f"One unit an Activation crosses the river between {name(a)} and {name(b)}."
                return Refusal(said, "ARD-MV-04")
            said = f"The river between {name(a)} and {name(b)} takes a whole move, begun beside it."
            return Refusal(said, "ARD-MV-03")
        if self._bridge_full(a, b):
            rule = "ARD-DX-08" if self._first_day else "ARD-MV-05"
            return Refusal(f"One unit an Activation crosses the Bridge {name(a)}-{name(b)}.", rule)
        due = self.checks.why((a,), b) if self.checks and b in self._water.links[a] else None
        return due or Refusal(f"No Road joins {name(a)} and {name(b)}.", "ARD-MV-08")

    def stopped(self, h: Hex) -> Refusal:
        """ARD-ZC-02, ARD-RB-05"""
        if self.zone[h]:
            return Refusal(
                f"It must stop in {place_name(self.g, h)}, in an enemy ZOC.", "ARD-ZC-02"
            )
        return Refusal(
            f"It must stop in {place_name(self.g, h)}, next to a Roadblock.", "ARD-RB-05"
        )

    def ground(self, a: Hex, b: Hex) -> str:
        """What the price of a step is made of."""
        if b in self._water.links[a]:
            return "river, as if without Bridge" if self._bridge_full(a, b) else "road"
        return _grounds(self.g.content)[b] if b in self._water.dry[a] else "river"

    # -- where to -----------------------------------------------------------------------------

    def field(self) -> Field:
        """Where it gets to, whether or not it may stop there."""
        return walk.reach(self, self.start, self.left, fresh=self.fresh)

    def ways(self, start: Hex, budget: int, first: int) -> Reach:
        """The cheapest ways, kept while the enemy stands alike and nothing else bars or stops it."""
        if self.checks:
            closed = Rows(lambda h: bool([bar for bar in self.bars if bar.mask[h]]))
            return self.checks.reach(start, budget, closed, self.stop)
        if len(self.bars) > 1 or self.stop is not self.zone:
            return super().ways(start, budget, first)
        g, enemy = self.g, OTHER[self.side]
        going = _Going(start, budget, first, zone_of(g, enemy), standing(g, enemy))
        costs = but_for_zones(g.content, self._water, self._terms, going.zone)
        return _ways(self.grid, costs, going)

    def left_in(self, field: Field, h: Hex) -> int:
        """ARD-AA-17  Half MPs left in a hex: also of units that move one hex, which is priced all the same."""
        price = self.costs[self.start][self.grid.direction(self.start, h)] if self.single else 0
        return self.left - price - self.leaving(self.start) if price else field.left[h]

    def follow(self, path: Path) -> list[Step]:
        """The priced steps of a way; raises IllegalAnswer with the rule and the numbers."""
        found = self.followed(path, self.left, fresh=self.fresh)
        allow(self.why_no_end(path[-1]))
        return found.steps

    def followed(self, path: Path, budget: int, *, fresh: bool) -> Walked:
        """The same wherever the way may end, kept: it is drawn or written first, then marched."""
        key = path, budget, fresh
        if key not in self._followed:
            self._followed[key] = super().followed(path, budget, fresh=fresh)
        return self._followed[key]

    def why_no_end(self, h: Hex) -> Refusal | None:
        """ARD-ST-01"""
        return why_full(self.g, self.side, h, self.units)

    def why_out(self, goal: Hex) -> Refusal:
        """ARD-RB-06  Why it does not get to a hex: a check would be due whichever Road it came by, or else."""
        checks, roads = self.checks, self._water.links[goal]
        due = [checks.why((h,), goal) for h in roads] if checks else []
        if due and due[0] and all(due):
            return walk.shut(self, goal) or due[0]
        return out_of_reach(self, self.start, goal, self.left, fresh=self.fresh, kept=self._endless)

    def wander(self, pick: Pick) -> Path:
        """Some way that may be taken; () if a try finds none."""
        way = walk.wander(self, self.start, self.left, pick, fresh=self.fresh)
        while len(way) > 1:
            try:
                self.follow(way)
            except IllegalAnswer:
                way = way[:-1]
            else:
                return way
        return ()


@cache
def _grounds(content: ArdennesContent) -> tuple[str, ...]:
    """The ground of each hex as prices name it."""
    return tuple(row.title.casefold() for row in content.ground.rows)


def marcher(g: ArdGame, units: tuple[UnitId, ...], how: How = "move", trail: Path = ()) -> Marcher:
    """A unit or stack as a mover, the same one while nothing changes that it reads."""
    return _marcher(g, units, how, trail, (*g.board.changes, under_way(g)))


@lru_cache(maxsize=8)
def _marcher(
    g: ArdGame,
    units: tuple[UnitId, ...],
    how: How,
    trail: Path,
    _read: tuple[int, int, Activation | None],
) -> Marcher:
    return Marcher(g, units, how, trail)


def _stops(g: ArdGame, zone: Sequence[int], h: Hex) -> bool:
    """ARD-ZC-02, ARD-RB-05"""
    return zone[h] > 0 or stops(g, h)


class _Going(NamedTuple):
    """What a search hangs on besides prices."""

    start: Hex
    budget: int
    first: int
    """Half MPs added to the first step."""
    zone: int
    enemies: int
    """Where they stand."""


@lru_cache(maxsize=128)
def _ways(grid: Grid, costs: Costs, going: _Going) -> Reach:
    start, budget, first, zone, enemies = going
    stop, closed = flagged(grid, zone), flagged(grid, enemies)
    out = stop if zone >> start & 1 else None
    return costs.reach(start, budget, stop=stop, closed=closed, surcharge=first, out=out)
