"""What a step costs and where a mover may go: terrain, roads, rivers, ZOC, air, the boundary.

Tactical and Strategic Movement (NOR-MV, NOR-ZC, NOR-SM, NOR-BD-04). All costs and allowances are
half movement points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wargame.flow.ask import Refusal
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.prices import by_road, intact_bridges, off_road, roads
from wargame.games.normandy.state import (
    AIR_UNIT,
    BOMBED,
    ISOLATED,
    LANDED,
    OTHER,
    OUT,
    RESERVE,
    RUBBLE,
    TARGETED,
    NorGame,
    away,
    is_shaken,
    kind_of,
    unit_name,
    zone_makers,
)
from wargame.games.normandy.works import river, stands
from wargame.hexes.field import Costs, Rows
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Bar, Mover

# -- allowances -------------------------------------------------------------------------------------


def allowance(g: NorGame, unit_id: UnitId, *, marking: bool = False) -> int:
    """NOR-MV-08  Half MPs of a unit in Tactical Movement; *marking*: it is put into Reserve first."""
    parts, unit = g.content.limits.movement, g.state.units[unit_id]
    points = kind_of(g, unit_id).allowance
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


@cache
def _water(content: NormandyContent) -> bytes:
    """NOR-MV-07  True for each hex that is no land in play."""
    return bytes(h not in content.land for h in range(content.grid.size))


class NorMover(Mover):
    """What tactical and strategic movers share: whose they are, hexes shut to them, reasons."""

    minimum = False
    """NOR-MV-03  Whether it may go one hex whatever that costs."""

    def __init__(self, g: NorGame, unit_id: UnitId, alike: NorMover | None = None) -> None:
        """Take bars and prices over from one of its nation that moves *alike*."""
        self.g, self.grid, self.unit = g, g.grid, unit_id
        kind = kind_of(g, unit_id)
        self.kind, self.side, self.mobility = kind, kind.side, kind.mobility
        self.enemy = OTHER[kind.side]
        self.zoc, self.mine = g.board.zoc[self.enemy], g.board.held[kind.side]
        self.targeted = g.state.layers.get(TARGETED, {}) if kind.side == "german" else {}
        self.away: Sequence[int] = alike.away if alike else away(g, kind.nation)
        where = g.state.units[unit_id].hex
        self.stray = where >= 0 and self.away[where] > 0
        self.bars = alike.bars if alike else self._bars()

    def _bars(self) -> list[Bar]:
        board, kind = self.g.board, self.kind
        bars = [Bar(_water(self.g.content), self._why_water, priced=True)]
        held = board.held[self.enemy] if kind.combat_unit else board.here[self.enemy]
        bars.append(Bar(held, self._why_held))
        if not kind.combat_unit:  # NOR-MV-09
            zoc, mine = self.zoc, self.mine
            bars.append(Bar(Rows(lambda h: zoc[h] > 0 and not mine[h]), self._why_shy))
        targets = self.g.state.marked_hexes(AIR_UNIT) if self.side == "allied" else set()
        if targets:  # NOR-CB-05
            bars.append(Bar(Rows(targets.__contains__), self._why_bombs))
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
        if self.stray:
            said += ", and does not lead back towards it"
        return Refusal(f"{self.grid.name(b)} {said}.", "NOR-BD-04")


class Walker(NorMover):
    """One unit in Tactical or Reserve Movement and the rules that bind its steps."""

    rule = "NOR-MV-03"

    def __init__(
        self,
        g: NorGame,
        unit_id: UnitId,
        alike: NorMover | None = None,
        *,
        from_reserve: bool = False,
    ) -> None:
        super().__init__(g, unit_id, alike)
        self.start = g.state.units[unit_id].hex
        bound = self.start >= 0 and self.zoc[self.start] > 0
        marked = RESERVE in g.state.units[unit_id].states
        self.minimum = not bound and not marked and self.kind.allowance > 0
        self.stop = self.zoc  # NOR-ZC-02
        intact = intact_bridges(g)
        mech = _mech_primary(g, self.side, from_reserve=from_reserve)
        self._intact, self._off = intact, off_road(g.content, intact)[self.mobility]
        self._road = by_road(g.content, intact, mech)[self.mobility]
        self._rubble = g.state.layers.get(RUBBLE, {})
        self._added = self._additions()
        self._strewn = {*self._rubble, *self._added, *self.targeted}
        self.costs = alike.costs if alike else Costs(self.grid, self._row)

    def _additions(self) -> dict[Hex, int]:
        """NOR-CB-05, NOR-IT-05  Half MPs more to enter a hex: bombs, targeted interdiction."""
        added = self.g.content.terrain.added
        row = added.bombed if self.side == "allied" else added.targeted
        struck = self.g.state.layers.get(BOMBED, {}) if self.side == "allied" else self.targeted
        return dict.fromkeys(struck, row.price(self.mobility))

    def _row(self, h: Hex) -> Sequence[int]:
        """The prices of leaving a hex, by direction: as printed where nothing near it adds to them."""
        zoc, away, strewn, near = self.zoc, self.away, self._strewn, self.grid.neighbours[h]
        if not any(zoc[b] or away[b] or b in strewn for b in near):
            return self._road[h]
        found, rubble = [], self.g.content.terrain.added.rubble.price(self.mobility)
        for d, b in enumerate(self.grid.around[h]):
            price = 0
            if b >= 0 and self._crosses(h, b) and not self._slips(h, b):
                if self._by_road(h, b):
                    price = self._road[h][d]
                elif self._off[h][d]:
                    price = self._off[h][d] + (rubble if b in self._rubble else 0)
            found.append(price + self._added.get(b, 0) if price else 0)
        return tuple(found)

    def _by_road(self, a: Hex, b: Hex) -> bool:
        """NOR-MV-04, NOR-IT-05  Whether the rate of a road applies to a step."""
        side = (min(a, b), max(a, b))
        if self.zoc[b] or b in self.targeted or side not in self.g.content.map.road_step:
            return False
        return side not in self.g.content.rivers or side in self._intact

    def _slips(self, a: Hex, b: Hex) -> bool:
        """NOR-ZC-04  From one EZOC hex straight into another that no friend holds."""
        return bool(self.zoc[a] and self.zoc[b] and not self.mine[b]) and self.kind.combat_unit

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

    def stopped(self, h: Hex) -> Refusal:
        """NOR-ZC-02"""
        names = "; ".join(unit_name(self.g, u) for u in zone_makers(self.g, h, self.enemy))
        return Refusal(f"It must stop in {self.grid.name(h)}, in the ZOC of {names}.", "NOR-ZC-02")

    def ground(self, a: Hex, b: Hex) -> str:
        """NOR-MV-03, NOR-MV-04  Road or terrain, what is crossed, what is added."""
        content, side = self.g.content, (min(a, b), max(a, b))
        road = content.map.road_step[side] if self._by_road(a, b) else ""
        water = "" if road or stands(self.g, a, b) else river(self.g, a, b) or ""
        parts = [f"{road} road" if road else content.map.terrain[b], water]
        parts += [name for name, layer in _ADDED if self.g.state.layers.get(layer, {}).get(b)]
        return ", ".join(part for part in parts if part)


_ADDED = (("rubble", RUBBLE), ("bombed", BOMBED), ("air interdiction", TARGETED))


class Marcher(NorMover):
    """One unit in Strategic Movement: along roads, away from the enemy (NOR-SM-03)."""

    rule = "NOR-SM-03"

    def __init__(self, g: NorGame, unit_id: UnitId, alike: NorMover | None = None) -> None:
        super().__init__(g, unit_id, alike)
        boundary = g.state.lists.get("boundary", ()) if self.side == "allied" else ()
        self.costs = roads(g.content, intact_bridges(g), tuple(boundary), self.kind.nation)

    def _bars(self) -> list[Bar]:
        held, near = self.g.board.held[self.enemy], self.grid.neighbours
        bars = super()._bars()
        bars.append(Bar(Rows(lambda h: any(map(held.__getitem__, near[h]))), self._why_near))
        if self.targeted:
            bars.append(Bar(Rows(self.targeted.__contains__), self._why_targeted))
        return bars

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
