"""What the map costs and hides in Hannut: layers by hex worked out from map and tables.

All costs are in half MPs (HAN-MV-03): the least price, infantry on a road, is 1/2.
"""

from __future__ import annotations

from dataclasses import dataclass

from wargame.content.map import MapContent
from wargame.games.hannut.data.files import Attack, Mobility, TerrainFile, TerrainRow
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.rules import costs
from wargame.rules.costs import CostsByDirection
from wargame.rules.sight import Skyline

MOBILITIES: tuple[Mobility, ...] = ("infantry", "motorized", "tracked")
ATTACKS: tuple[Attack, ...] = ("direct", "indirect", "assault")


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
        """HAN-SC-01  One of the two is off the board."""
        return costs.off_board(self.board, a, b)

    def step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """HAN-TE-01 to -05, HAN-TE-08  Half MPs from a to b, not In Column."""
        if self.barred(a, b):
            return 0
        cost, side = self.row(b).price(mobility), side_key(a, b)
        match self.map.hexsides.get(side):
            case "stream" if side not in self.map.bridges:  # HAN-CO-03
                cost += self.table.stream.price(mobility)
            case "cliff":
                cost += self.table.cliff.price(mobility)
        return cost

    def column_step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """HAN-CO-02, HAN-CO-03  Half MPs from a to b In Column: along the road or not at all."""
        road = None if self.barred(a, b) else self.map.road_step.get(side_key(a, b))
        return 0 if road is None else self.table.road.rate(road, mobility)


def step_costs(ground: Ground) -> dict[Mobility, CostsByDirection]:
    """Every step of a unit that is not In Column."""
    return costs.step_costs(ground.map.grid, MOBILITIES, ground.step)


def column_costs(ground: Ground) -> dict[Mobility, CostsByDirection]:
    """Every step of a unit In Column."""
    return costs.step_costs(ground.map.grid, MOBILITIES, ground.column_step)


def edge_costs(ground: Ground) -> dict[Mobility, tuple[int, ...]]:
    """HAN-EN-01  Half MPs for an entry hex, not In Column, by hex; 0 off the board."""

    def price(h: Hex, mobility: Mobility) -> int:
        return ground.row(h).price(mobility) if h in ground.board else 0

    return costs.hex_costs(ground.map.grid, MOBILITIES, price)


def edge_costs_column(ground: Ground) -> dict[Mobility, tuple[int, ...]]:
    """HAN-EN-01  Half MPs for an entry hex In Column, by hex; 0 off the board or off the road."""
    best, road = _road_class(ground), ground.table.road

    def price(h: Hex, mobility: Mobility) -> int:
        return road.rate(best[h], mobility) if h in best else 0

    return costs.hex_costs(ground.map.grid, MOBILITIES, price)


def mine_costs(table: TerrainFile) -> dict[Mobility, int]:
    """HAN-TE-09  Half MPs for mines."""
    return {m: table.mines.price(m) for m in MOBILITIES}


def road_links(ground: Ground) -> tuple[tuple[Hex, ...], ...]:
    """HAN-CO-02  The hexes one road step away, within the board."""
    return costs.road_links(ground.map, ground.barred)


def sides(ground: Ground, cls: str) -> frozenset[HexsideKey]:
    """The hexsides of a class: "stream" or "cliff"."""
    return frozenset(side for side, found in ground.map.hexsides.items() if found == cls)


def rough_hexes(ground: Ground) -> frozenset[Hex]:
    """HAN-DI-01  Hexes that disperse AFVs."""
    return frozenset(h for h in range(ground.map.grid.size) if ground.row(h).disperses)


def skyline(ground: Ground) -> Skyline:
    """HAN-LS-02  What blocks sight: levels, and what stands above them."""
    height = tuple(ground.row(h).height for h in range(ground.map.grid.size))
    return Skyline(ground.board, ground.map.elevation, height, ground.map.terrain)


def cover(ground: Ground) -> dict[Attack, tuple[int, ...]]:
    """HAN-TM-01 to -03  What a soft target gains, by kind of attack and hex."""
    every = range(ground.map.grid.size)
    return {attack: tuple(ground.row(h).modifier(attack) for h in every) for attack in ATTACKS}


def _road_class(ground: Ground) -> dict[Hex, str]:
    """The best road of each hex of the board."""
    best: dict[Hex, str] = {}
    for a, b in sorted(ground.map.road_step):
        for h in (a, b):
            if h in ground.board and best.get(h) != "main":
                best[h] = ground.map.road_step[a, b]
    return best
