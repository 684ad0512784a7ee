"""What the map costs and bars in Arras: layers by hex worked out from map and tables."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.content.map import MapContent
from wargame.games.arras.data.files import Mobility, TerrainFile, TerrainRow
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.rules import costs
from wargame.rules.costs import CostsByDirection

MOBILITIES: tuple[Mobility, ...] = ("foot", "wheeled", "tracked")


@dataclass(frozen=True, slots=True)
class Ground:
    """The map in play with the terrain table that prices it."""

    map: MapContent
    table: TerrainFile
    board: frozenset[Hex]

    def row(self, h: Hex) -> TerrainRow:
        """The terrain of a hex."""
        return next(row for row in self.table.terrain if row.id == self.map.terrain[h])

    def barred(self, a: Hex, b: Hex) -> bool:
        """ARR-ZC-02, ARR-CO-16  Nothing passes: off the board, or an unbridged river hexside."""
        if costs.off_board(self.board, a, b):
            return True
        side = side_key(a, b)
        return self.map.hexsides.get(side) == "river" and side not in self.map.bridges

    def step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """ARR-MV-07, ARR-MV-08  Half MPs from a to b, by the road where one is drawn."""
        road = None if self.barred(a, b) else self.map.road_step.get(side_key(a, b))
        if road is None:
            return self.step_off_road(a, b, mobility)
        city = self.map.terrain[b] == "city"
        return self.table.road.city if city else self.table.road.rate(road)

    def step_off_road(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """ARR-MV-07  Half MPs from a to b where no road rate applies."""
        if self.barred(a, b):
            return 0
        cost = self.row(b).price(mobility)
        if self.map.elevation[b]:
            cost += self.table.hill.cost
        match self.map.hexsides.get(side_key(a, b)):
            case "stream":
                cost += self.table.water.stream
            case "river":
                cost += self.table.water.bridged_river
        return cost

    def barrier(self, h: Hex) -> int:
        """The directions in which nothing passes, as six bits."""
        around = enumerate(self.map.grid.around[h])
        return sum(1 << d for d, other in around if self.barred(h, other))


def step_costs(ground: Ground) -> dict[Mobility, CostsByDirection]:
    """ARR-MV-07, ARR-MV-08  Every step with road rates."""
    return costs.step_costs(ground.map.grid, MOBILITIES, ground.step)


def step_costs_off_road(ground: Ground) -> dict[Mobility, CostsByDirection]:
    """ARR-GE-03, ARR-EV-07  Every step where road rates may not be used."""
    return costs.step_costs(ground.map.grid, MOBILITIES, ground.step_off_road)


def edge_costs(ground: Ground, *, road_rate: bool) -> dict[Mobility, tuple[int, ...]]:
    """ARR-RE-05  Half MPs for the first hex of a reinforcement, by hex; 0 off the board."""
    entry, main = ground.table.entry, main_road_hexes(ground.map)
    on_main = entry.main_road if road_rate else entry.no_road_rate

    def price(h: Hex, mobility: Mobility) -> int:
        if h not in ground.board:
            return 0
        return on_main if h in main else ground.row(h).price(mobility)

    return costs.hex_costs(ground.map.grid, MOBILITIES, price)


def main_road_hexes(printed: MapContent) -> frozenset[Hex]:
    """The hexes of a drawn main road."""
    return frozenset(h for road in printed.roads if road.cls == "main" for h in road.path)


def contact(ground: Ground) -> tuple[tuple[Hex, ...], ...]:
    """ARR-ZC-02, ARR-CO-16  The contact-adjacent hexes of each: for ZOC, combat and retreat."""
    around = ground.map.grid.around
    return tuple(tuple(b for b in six if not ground.barred(h, b)) for h, six in enumerate(around))


def road_links(ground: Ground) -> tuple[tuple[Hex, ...], ...]:
    """ARR-SU-03  The hexes one road step away, within the board."""
    return costs.road_links(ground.map, ground.barred)


def water_sides(ground: Ground) -> frozenset[HexsideKey]:
    """ARR-CO-14  Hexsides that give the water shift when crossed: streams and rivers."""
    sides = ground.map.hexsides.items()
    return frozenset(side for side, cls in sides if cls in ("stream", "river"))


def hill_hexes(printed: MapContent) -> frozenset[Hex]:
    """ARR-CO-14, ARR-BO-07  The hexes of high ground."""
    return frozenset(h for h, level in enumerate(printed.elevation) if level)


def bombard_modifiers(ground: Ground) -> tuple[int, ...]:
    """ARR-BO-05  The modifier of each hex as a target."""
    hills, on_hill = hill_hexes(ground.map), ground.table.hill.bombard
    return tuple(
        ground.row(h).bombard + (on_hill if h in hills else 0) for h in range(ground.map.grid.size)
    )
