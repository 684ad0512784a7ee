"""What a step costs and where a mover may go: terrain, roads, rivers, ZOC, air, the boundary.

Tactical and Strategic Movement (NOR-MV, NOR-ZC, NOR-SM, NOR-BD-04). All costs and allowances are
half movement points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from wargame.flow.ask import Refusal
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Mobility, Nation, Side
from wargame.games.normandy.prices import (
    Tactical,
    Terms,
    intact_bridges,
    roads,
    tactical,
    without_slips,
)
from wargame.games.normandy.state import (
    AIR_UNIT,
    BOMBED,
    BRIDGE,
    DISORGANIZED,
    ISOLATED,
    LANDED,
    OTHER,
    OUT,
    REGROUP,
    RESERVE,
    RUBBLE,
    TARGETED,
    NorGame,
    is_shaken,
    kind_of,
    unit_name,
    zone_makers,
)
from wargame.games.normandy.works import river, stands
from wargame.games.normandy.zones import away
from wargame.hexes.field import Costs, Mask, Rows
from wargame.hexes.grid import Hex
from wargame.model.state import Scalar, UnitId
from wargame.rules.walk import Bar, Mover

# -- allowances -------------------------------------------------------------------------------------


_SLOW = frozenset((DISORGANIZED, REGROUP, OUT, ISOLATED, RESERVE, LANDED))
"""States in which a unit has fewer MPs."""


def allowance(g: NorGame, unit_id: UnitId, *, marking: bool = False) -> int:
    """NOR-MV-08  Half MPs of a unit in Tactical Movement; *marking*: it is put into Reserve first."""
    parts, unit = g.content.limits.movement, g.state.units[unit_id]
    points = g.content.units[unit_id].allowance
    if not marking and unit.states.isdisjoint(_SLOW):
        return points * 2
    if is_shaken(unit):
        points = parts.shaken.of(points)
    if OUT in unit.states or ISOLATED in unit.states:
        points = parts.unsupplied.of(points)
    if marking or RESERVE in unit.states:
        points = parts.reserve.of(points)
    if LANDED in unit.states:
        points = parts.landed.of(points)
    return points * 2


def reserve_allowance(g: NorGame, unit_id: UnitId) -> int:
    """NOR-RV-04, NOR-RV-10  Half MPs in the Reserve Movement Segment: of the printed allowance."""
    return g.content.limits.reserve.move.of(kind_of(g, unit_id).allowance) * 2


def strategic_allowance(g: NorGame, unit_id: UnitId) -> int:
    """NOR-SM-03, NOR-SM-04, NOR-SU-09, NOR-IT-03, NOR-IT-04  Half MPs, a hex of road costing two."""
    kind = g.content.units[unit_id]
    points = kind.strategic
    if points and kind.side == "german":
        points = g.content.air.level[interdiction(g)].strategic[points]
    if OUT in g.state.units[unit_id].states:
        points //= g.content.limits.movement.strategic_unsupplied
    return points * 2


def interdiction(g: NorGame) -> int:
    """NOR-IT-04  The Interdiction Level that binds German movement now."""
    return int(g.state.tracks.get("level", 0))


def _mech_primary(g: NorGame, side: str, *, from_reserve: bool) -> int:
    """NOR-WX-08, NOR-IT-04  Half MPs of mech along a primary road now; the Level binds the Movement
    Phase alone (R-86).
    """
    road = g.content.terrain.road
    rate = road.rate("primary", "mech")
    if g.content.weathers[g.state.tracks["weather"]].wet:  # type: ignore[index]
        rate = max(rate, road.wet_mech)
    if side == "german" and not from_reserve:
        rate = max(rate, g.content.air.level[interdiction(g)].mech_primary)
    return rate


# -- what binds all that move alike -----------------------------------------------------------------


class Alike(NamedTuple):
    """Units that the same bars bind and, of one mobility, the same prices."""

    side: Side
    nation: Nation
    combat: bool
    """NOR-MV-09  Staffs and guns keep away from the enemy."""


@cache
def alike(content: NormandyContent, unit_id: UnitId) -> Alike:
    """Those that a unit moves like."""
    kind = content.units[unit_id]
    return Alike(kind.side, kind.nation, kind.combat_unit)


class Around(NamedTuple):
    """All that bars and prices hang on besides what is printed; sets are sets of hexes."""

    enemies: int
    """Held by the enemy."""
    zoned: int
    """In his ZOC."""
    barred: int
    """NOR-MV-07, NOR-MV-09  Where none of these may go for the sake of enemies."""
    boundary: tuple[Scalar, ...]
    """Of the Allies alone."""
    read: tuple[int, ...]
    """The versions of layers, markers and tracks."""


_READ = (BRIDGE, RUBBLE, BOMBED, TARGETED, AIR_UNIT, "weather", "level")


def around(g: NorGame, who: Alike) -> Around:
    """What is around now."""
    board, enemy = g.board, OTHER[who.side]
    enemies, zoned = board.holding[enemy], board.zoned[enemy]
    barred = enemies if who.combat else board.stood[enemy] | zoned & ~board.holding[who.side]
    boundary = () if who.nation == "ge" else tuple(g.state.lists.get("boundary", ()))
    return Around(enemies, zoned, barred, boundary, board.versions_of(_READ))


def _shut(g: NorGame, who: Alike, now: Around) -> int:
    """NOR-MV-07, NOR-CB-05  All that bars them."""
    return _water(g.content) | _targets(g, who.side) | now.barred


@cache
def _water(content: NormandyContent) -> int:
    """NOR-MV-07  The hexes that are no land in play, as a set."""
    return content.grid.full & ~content.grid.mask(content.land)


def _targets(g: NorGame, side: Side) -> int:
    """NOR-CB-05  Hexes on which bombs will fall, of the Allies."""
    return g.grid.mask(g.state.marked_hexes(AIR_UNIT)) if side == "allied" else 0


def _targeted(g: NorGame, side: Side) -> Mapping[Hex, int]:
    """NOR-IT-05  Hexes under interdiction that bind a side."""
    return g.state.layers.get(TARGETED, {}) if side == "german" else {}


@lru_cache(maxsize=8)
def _marching(g: NorGame, who: Alike, now: Around) -> tuple[int, Costs]:
    """NOR-SM-03  What bars those in Strategic Movement, and what their steps cost."""
    grid = g.grid
    shut = _shut(g, who, now) | grid.spread(now.enemies) | grid.mask(_targeted(g, who.side))
    return shut, roads(g.content, intact_bridges(g), now.boundary, who.nation)


@lru_cache(maxsize=12)
def _walking(
    g: NorGame, who: Alike, mobility: Mobility, now: Around, *, from_reserve: bool
) -> tuple[int, Tactical, Costs]:
    """What bars those in Tactical or Reserve Movement, and what their steps cost but for NOR-ZC-04."""
    layers, mask = g.state.layers, g.grid.mask
    targeted = mask(_targeted(g, who.side))
    terms = Terms(
        mobility,
        who.nation,
        now.zoned,
        now.boundary,
        intact_bridges(g),
        _mech_primary(g, who.side, from_reserve=from_reserve),
        mask(layers.get(RUBBLE, ())),
        targeted,
        targeted if who.side == "german" else mask(layers.get(BOMBED, ())),
    )
    return _shut(g, who, now), *tactical(g.content, terms)


# -- movers -----------------------------------------------------------------------------------------


class NorMover(Mover):
    """What tactical and strategic movers share: whose they are, hexes shut to them, reasons."""

    minimum = False
    """NOR-MV-03  Whether it may go one hex whatever that costs."""

    def __init__(self, g: NorGame, unit_id: UnitId) -> None:
        self.g, self.grid, self.unit = g, g.grid, unit_id
        kind = g.content.units[unit_id]
        self.kind, self.side, self.mobility = kind, kind.side, kind.mobility
        self.enemy = OTHER[kind.side]
        self.zoc = g.board.zoc[self.enemy]
        self.closed: int

    @cached_property
    def away(self) -> Mask:
        """NOR-BD-04  By hex how many hexes to the own zone."""
        return away(self.g, self.kind.nation)

    @cached_property
    def bars(self) -> Sequence[Bar]:  # type: ignore[override] # made for whom they bar
        """The same one by one, with the reasons."""
        board, zoc = self.g.board, self.zoc
        bars = [Bar(Rows(lambda h: h not in self.g.content.land), self._why_water, priced=True)]
        if self.kind.combat_unit:
            bars.append(Bar(board.held[self.enemy], self._why_held))
        else:
            mine = board.held[self.side]
            bars.append(Bar(board.here[self.enemy], self._why_held))
            bars.append(Bar(Rows(lambda h: zoc[h] > 0 and not mine[h]), self._why_shy))
        targets = _targets(self.g, self.side)
        bars.append(Bar(Rows(lambda h: targets >> h & 1), self._why_bombs))
        return bars

    def _crosses(self, a: Hex, b: Hex) -> bool:
        """NOR-BD-04  Whether a step leads where the boundary lets the unit go."""
        return not self.away[b] or self.away[b] < self.away[a]

    # -- reasons ------------------------------------------------------------------------------

    def _why_water(self, h: Hex) -> Refusal:
        return Refusal(f"{self.grid.name(h)} is no land in play.", "NOR-MV-07")

    def _why_held(self, h: Hex) -> Refusal:
        return Refusal(f"{self.grid.name(h)} is held by the enemy.", "NOR-MV-07")

    def _why_shy(self, h: Hex) -> Refusal:
        said = "is in an enemy ZOC, where a staff or guns go only to a friendly combat unit"
        return Refusal(f"{self.grid.name(h)} {said}.", "NOR-MV-09")

    def _why_bombs(self, h: Hex) -> Refusal:
        said = "is a target of the bombers and may not be entered until the bombs have fallen"
        return Refusal(f"{self.grid.name(h)} {said}.", "NOR-CB-05")

    def _why_boundary(self, b: Hex) -> Refusal:
        said = "lies beyond the inter-army boundary"
        where = self.g.state.units[self.unit].hex
        if where >= 0 and self.away[where]:
            said += ", and does not lead back towards it"
        return Refusal(f"{self.grid.name(b)} {said}.", "NOR-BD-04")


class Walker(NorMover):
    """One unit in Tactical or Reserve Movement and the rules that bind its steps."""

    rule = "NOR-MV-03"

    def __init__(self, g: NorGame, unit_id: UnitId, *, from_reserve: bool = False) -> None:
        super().__init__(g, unit_id)
        self.start = g.state.units[unit_id].hex
        bound = self.start >= 0 and self.zoc[self.start] > 0
        marked = RESERVE in g.state.units[unit_id].states
        self.minimum = not bound and not marked and self.kind.allowance > 0
        self.stop = self.zoc  # NOR-ZC-02
        who = alike(g.content, unit_id)
        now = around(g, who)
        found = _walking(g, who, self.mobility, now, from_reserve=from_reserve)
        self.closed, self.prices, self.costs = found
        if who.combat:
            friends = g.board.holding[self.side] & now.zoned
            self.costs = without_slips(self.grid, self.costs, now.zoned, friends)

    def leaving(self, h: Hex) -> int:
        """NOR-ZC-03  What starting in an EZOC hex adds to the first step."""
        added = self.g.content.terrain.added.leaving_zoc
        return added.price(self.mobility) if self.zoc[h] else 0

    def leap(self, a: Hex, b: Hex) -> bool:
        """NOR-MV-03  One hex that is not prohibited, whatever it costs."""
        return self.minimum and self.costs[a][self.grid.around[a].index(b)] > 0

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """NOR-MV-05, NOR-ZC-04, NOR-BD-04  Why no step leads from a hex to its neighbour."""
        if not self._crosses(a, b):
            return self._why_boundary(b)
        if self._slips(a, b):
            names = f"{self.grid.name(a)} and {self.grid.name(b)}"
            said = f"{names} are both in enemy ZOCs, and no friend holds {self.grid.name(b)}."
            return Refusal(said, "NOR-ZC-04")
        pair = f"{self.grid.name(a)} and {self.grid.name(b)}"
        water = river(self.g, a, b)
        if water and not stands(self.g, a, b):
            return Refusal(f"A {water} without a bridge runs between {pair}.", "NOR-MV-05")
        terrain = self.g.content.map.terrain[b]
        return Refusal(f"{self.kind.name} enters {terrain} by road only.", "NOR-MV-03")

    def _slips(self, a: Hex, b: Hex) -> bool:
        """NOR-ZC-04  Whether a combat unit would go from one EZOC hex straight into another that no friend holds."""
        both = self.zoc[a] and self.zoc[b] and self.kind.combat_unit
        return bool(both) and not self.g.board.held[self.side][b]

    def stopped(self, h: Hex) -> Refusal:
        """NOR-ZC-02"""
        names = "; ".join(unit_name(self.g, u) for u in zone_makers(self.g, h, self.enemy))
        return Refusal(f"It must stop in {self.grid.name(h)}, in the ZOC of {names}.", "NOR-ZC-02")

    def ground(self, a: Hex, b: Hex) -> str:
        """NOR-MV-03, NOR-MV-04  Road or terrain, what is crossed, what is added."""
        content, side = self.g.content, (min(a, b), max(a, b))
        road = content.map.road_step[side] if self.prices.by_road(a, b) else ""
        water = "" if road or stands(self.g, a, b) else river(self.g, a, b) or ""
        parts = [f"{road} road" if road else content.map.terrain[b], water]
        parts += [name for name, layer in _ADDED if self.g.state.layers.get(layer, {}).get(b)]
        return ", ".join(part for part in parts if part)


_ADDED = (("rubble", RUBBLE), ("bombed", BOMBED), ("air interdiction", TARGETED))


class Marcher(NorMover):
    """One unit in Strategic Movement: along roads, away from the enemy (NOR-SM-03)."""

    rule = "NOR-SM-03"

    def __init__(self, g: NorGame, unit_id: UnitId) -> None:
        super().__init__(g, unit_id)
        who = alike(g.content, unit_id)
        self.closed, self.costs = _marching(g, who, around(g, who))

    @cached_property
    def bars(self) -> Sequence[Bar]:  # type: ignore[override] # made for whom they bar
        """Besides, the enemy's neighbourhood and interdiction."""
        held, near = self.g.board.held[self.enemy], self.grid.neighbours
        return [
            *super().bars,
            Bar(Rows(lambda h: any(map(held.__getitem__, near[h]))), self._why_near),
            Bar(Rows(_targeted(self.g, self.side).__contains__), self._why_targeted),
        ]

    def _why_near(self, h: Hex) -> Refusal:
        return Refusal(f"{self.grid.name(h)} is next to an enemy combat unit.", "NOR-SM-03")

    def _why_targeted(self, h: Hex) -> Refusal:
        return Refusal(f"{self.grid.name(h)} lies under targeted interdiction.", "NOR-IT-05")

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """NOR-SM-03  Why no step leads from a hex to its neighbour."""
        if not self._crosses(a, b):
            return self._why_boundary(b)
        pair = f"{self.grid.name(a)} and {self.grid.name(b)}"
        if (min(a, b), max(a, b)) in self.g.content.map.road_step:
            return Refusal(f"The bridge between {pair} is down.", "NOR-SM-03")
        return Refusal(f"No road joins {pair}: Strategic Movement goes by road.", "NOR-SM-03")

    def ground(self, a: Hex, b: Hex) -> str:
        """NOR-SM-03"""
        road = self.g.content.map.road_step.get((min(a, b), max(a, b)), "")
        return f"{road} road"
