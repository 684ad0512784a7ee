"""Everything printed for a scenario of Arras: map, counters, tables, ready to look up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, partial
from typing import Any

from wargame.content.areas import Area, areas_by_id
from wargame.content.errors import DataError
from wargame.content.ground import CostsByDirection, Ground, ground_of, sides_of
from wargame.content.roster import check_arrival, check_on_board, roster
from wargame.content.scenario import chosen
from wargame.content.shelf import Shelf
from wargame.content.table import by_column
from wargame.games.arras.data.counters import AirType, ArmyFile, UnitType
from wargame.games.arras.data.files import (
    FILES,
    AreasFile,
    BombardmentFile,
    CombatFile,
    Event,
    EventId,
    Interception,
    InterceptionFile,
    Mobility,
    Objective,
    Result,
    Scenario,
    Shift,
    Side,
    TerrainFile,
    TerrainRow,
    Turn,
    VictoryFile,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

RULESET = "arras-1"
"""Changes when an answer could have another effect."""
SIDES: tuple[Side, Side] = ("allied", "german")
MOBILITIES: tuple[Mobility, ...] = ("foot", "wheeled", "tracked")
DICE = range(1, 7)
TWO_DICE = range(2, 13)


class ArrasContent(Shelf[Scenario]):
    """The printed matter of one scenario; tuples by hex are indexed by Hex, costs in half MPs."""

    terrain = FILES.table("terrain.toml", TerrainFile)
    """ARR-MV-07, ARR-MV-08"""
    combat = FILES.table("combat.toml", CombatFile)
    """ARR-CO-11, ARR-CO-14, ARR-RS-01 to ARR-RS-07"""
    bombardment = FILES.table("bombardment.toml", BombardmentFile)
    """ARR-BO-04, ARR-BO-06, ARR-AR-08"""
    interception = FILES.table("interception.toml", InterceptionFile)
    """ARR-AR-04 to ARR-AR-06"""
    victory = FILES.table("victory.toml", VictoryFile)
    """ARR-VI-03"""
    listed = FILES.table("units.toml", ArmyFile)
    """The counters of every scenario."""
    events = FILES.rows("events.toml", Event)
    """ARR-EV-02 to ARR-EV-08  By id."""
    printed_turns = FILES.rows("turns.toml", Turn)
    entry = FILES.table("areas.toml", AreasFile)

    # -- counters ---------------------------------------------------------------------------------

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """ARR-UN-02  Ground units of the scenario by id, sorted by id, without Rommel."""
        file = FILES.data("units.toml")
        found = roster(file, self.listed.formation, UnitType, self.grid, self._looked_up)
        for unit in found.values():
            check_arrival(file, unit, self.areas)
        used = sorted(chosen(self.read.file, "units", self.scenario.units, found))
        for unit_id in used:
            check_on_board(file, found[unit_id], self.board)
        return {unit_id: found[unit_id] for unit_id in used}

    @cached_property
    def mechanised(self) -> frozenset[str]:
        """ARR-EX-01  Armour and recon: those that exploit."""
        return frozenset(unit.id for unit in self.units.values() if unit.mechanised)

    @cached_property
    def rommel(self) -> UnitType:
        """ARR-EV-09  The leader, who moves at wheeled costs."""
        row = {"type": "leader", "size": "leader", "a": 0, "d": 0, **self.listed.leader[0]}
        formation = next(f for f in self.listed.formation if f["id"] == row["formation"])
        alone = [{**formation, "units": [{**row, "formation": formation["name"]}]}]
        file = FILES.data("units.toml")
        return roster(file, alone, UnitType, self.grid, self._looked_up)[row["id"]]

    def _looked_up(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """ARR-MV-07, ARR-RF-07  The terrain column of a type, the refit area of a formation."""
        columns = {kind: m for m, kinds in self.terrain.mobility.items() for kind in kinds}
        kind, formation = row.get("type", ""), row["formation_id"]
        if kind not in columns:
            raise DataError.unknown(FILES.data("terrain.toml"), "mobility", kind, columns)
        if self.entry.refit.get(formation) not in self.areas:
            raise DataError(FILES.data("areas.toml"), f"refit.{formation}", "is no entry area")
        return {"mobility": columns[kind], "refit_area": self.entry.refit[formation]}

    @cached_property
    def air(self) -> dict[str, AirType]:
        """ARR-AR-01, ARR-GE-01, ARR-AR-13  The air units of the scenario, sorted by id."""
        known = {unit.id: unit for unit in self.listed.air}
        used = chosen(self.read.file, "air", self.scenario.air, known)
        return {unit_id: known[unit_id] for unit_id in sorted(used)}

    # -- ground -----------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground[TerrainRow]:
        """ARR-ZC-02, ARR-CO-16, ARR-MV-16  Nothing passes an unbridged river or leaves the board."""
        return ground_of(self.map, self.board, self.terrain.terrain, shut=["river"])

    @cached_property
    def closed(self) -> dict[Side, frozenset[Hex]]:
        """ARR-MV-16  Hexes a side may not enter."""
        return self.by_side("closed", SIDES, self.scenario.closed)

    @cached_property
    def sources(self) -> dict[Side, frozenset[Hex]]:
        """ARR-SU-03"""
        return self.by_side("supply_sources", SIDES, self.scenario.supply_sources)

    @cached_property
    def depot(self) -> dict[Side, frozenset[Hex]]:
        """ARR-SU-04  Hexes where a side is always in supply."""
        return self.by_side("depot", SIDES, self.scenario.depot)

    @cached_property
    def entry_cost(self) -> dict[Mobility, CostsByDirection]:
        """ARR-MV-07, ARR-MV-08  To leave a hex in a direction; 0 is prohibited."""
        return self.ground.prices(MOBILITIES, self._step)

    @cached_property
    def entry_cost_no_road(self) -> dict[Mobility, CostsByDirection]:
        """ARR-GE-03, ARR-EV-07  The same where no road rate may be used."""
        return self.ground.prices(MOBILITIES, self._step_off_road)

    def _step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """ARR-MV-07, ARR-MV-08  By the road where one is drawn."""
        road = self.ground.road(a, b)
        if road is None:
            return self._step_off_road(a, b, mobility)
        rates = self.terrain.road
        return rates.city if self.map.terrain[b] == "city" else rates.rate(road)

    def _step_off_road(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        """ARR-MV-07  Where no road rate applies."""
        water = {"stream": self.terrain.water.stream, "river": self.terrain.water.bridged_river}
        hill = self.terrain.hill.cost if self.map.elevation[b] else 0
        across = water.get(self.map.hexsides.get(side_key(a, b), ""), 0)
        return self.ground.rows[b].price(mobility) + hill + across

    @cached_property
    def edge_cost(self) -> dict[Mobility, tuple[int, ...]]:
        """ARR-RE-05  For a reinforcement's first hex."""
        return self._edge_cost(self.terrain.entry.main_road)

    @cached_property
    def edge_cost_no_road(self) -> dict[Mobility, tuple[int, ...]]:
        """ARR-RE-05  The same under Refugees or interdiction."""
        return self._edge_cost(self.terrain.entry.no_road_rate)

    def _edge_cost(self, on_main: int) -> dict[Mobility, tuple[int, ...]]:
        main = {h for road in self.map.roads if road.cls == "main" for h in road.path}
        rows = self.ground.rows
        return self.ground.entry_prices(
            MOBILITIES, lambda h, mobility: on_main if h in main else rows[h].price(mobility)
        )

    @cached_property
    def contact(self) -> tuple[tuple[Hex, ...], ...]:
        """ARR-ZC-02, ARR-CO-16  The contact-adjacent hexes of each."""
        return self.ground.contact()

    @cached_property
    def barrier(self) -> tuple[int, ...]:
        """Six bits by hex: unbridged river, or the board ends."""
        return self.ground.barriers()

    @cached_property
    def road_links(self) -> tuple[tuple[Hex, ...], ...]:
        """ARR-SU-03  Hexes one road step away, within the board."""
        return self.ground.road_links()

    @cached_property
    def hill(self) -> frozenset[Hex]:
        """ARR-CO-14, ARR-BO-07  The hexes of high ground."""
        return frozenset(h for h, level in enumerate(self.map.elevation) if level)

    @cached_property
    def water(self) -> frozenset[HexsideKey]:
        """ARR-CO-14  Stream and river hexsides."""
        return sides_of(self.map, "stream", "river")

    # -- combat -----------------------------------------------------------------------------------

    @cached_property
    def combat_shift(self) -> tuple[int, ...]:
        """ARR-CO-14  Terrain only; the hill shift depends on the attackers."""
        return self.ground.by_hex(lambda row: row.shift)

    @cached_property
    def bombard_modifier(self) -> tuple[int, ...]:
        """ARR-BO-05  Terrain and hill."""
        on_hill, flat = self.terrain.hill.bombard, self.ground.by_hex(lambda row: row.bombard)
        return tuple(n + on_hill if h in self.hill else n for h, n in enumerate(flat))

    @cached_property
    def crt(self) -> tuple[dict[int, tuple[Result, Result]], ...]:
        """ARR-CO-06  By column number and die: (attacker, defender)."""
        file, table = FILES.data("combat.toml"), self.combat
        columns = range(len(table.columns))
        return tuple(by_column(file, "crt", table.crt, rolls=DICE, columns=columns).values())

    @cached_property
    def shifts(self) -> dict[str, Shift]:
        """ARR-CO-03, ARR-CO-04, ARR-CO-12 to ARR-CO-14  With what the terrain table says of them."""
        table = self.terrain
        ground = {"hill": table.hill.shift, "water": table.water.shift}
        ground |= {row.id: row.shift for row in table.terrain}
        return {
            row.id: row.model_copy(update={"value": ground.get(row.id, row.value)})
            for row in self.combat.shift
        }

    # -- time, events, points ---------------------------------------------------------------------

    @cached_property
    def event_by_roll(self) -> dict[int, EventId]:
        """ARR-EV-01  The event of each total of two dice."""
        rolls = [(roll, event.id) for event in self.events.values() for roll in event.rolls]
        if sorted(roll for roll, _ in rolls) != list(TWO_DICE):
            raise DataError(FILES.data("events.toml"), "event.rolls", "do not cover 2 to 12 once")
        return dict(rolls)

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """The turns of the scenario by number."""
        played = self.scenario.played()
        return {number: turn for number, turn in self.printed_turns.items() if number in played}

    @cached_property
    def areas(self) -> dict[str, Area[Side]]:
        """ARR-RE-03  The entry areas by id."""
        return areas_by_id(FILES.data("areas.toml"), self.entry.area, self.grid)

    @cached_property
    def nearby(self) -> dict[str, tuple[Hex, ...]]:
        """ARR-RE-05  By area the other hexes of its edge within reach of a listed one, ascending."""
        reach, distance = self.entry.entry.edge_reach, self.grid.distance
        return {
            area.id: tuple(
                h
                for h in sorted(area.others(self.grid))
                if min(distance(h, e) for e in area.hexes) <= reach
            )
            for area in self.areas.values()
        }

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """ARR-VI-04  The objectives of the scenario, in the order of the file."""
        known = {self.grid.name(row.hex): row for row in self.victory.objective}
        used = chosen(self.read.file, "objectives", self.scenario.objectives, known)
        return tuple(row for name, row in known.items() if name in used)

    def is_night(self, turn: int) -> bool:
        """ARR-NI-01"""
        return self.turns[turn].light == "night"

    def intercepted(self, total: int) -> Interception:
        """ARR-AR-04  What an interception total means."""
        rows = (r for r in self.interception.result if r.up_to is None or total <= r.up_to)
        return next(rows).id


load_content = cache(partial(ArrasContent, FILES))
"""The printed matter of a scenario; an unknown id is refused with the nearest."""
