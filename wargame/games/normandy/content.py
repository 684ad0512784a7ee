"""Everything printed for a scenario of Normandy: map, counters, tables, ready to look up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, cached_property, partial
from typing import Any

from wargame.content.errors import DataError
from wargame.content.ground import Ground, ground_of
from wargame.content.roster import check_arrival, check_on_board, roster
from wargame.content.scenario import chosen
from wargame.content.shelf import Shelf
from wargame.content.table import by_column
from wargame.content.toml import checked
from wargame.games.normandy.data.counters import (
    ArmiesFile,
    Army,
    Formation,
    HqRow,
    RosterFile,
    UnitClass,
    UnitType,
)
from wargame.games.normandy.data.files import (
    FILES,
    AreasFile,
    Mobility,
    Nation,
    OffMapArea,
    Placement,
    Procedure,
    Scenario,
    SeaId,
    StatesFile,
    Turn,
    WeatherId,
    row_of,
)
from wargame.games.normandy.data.ground import (
    CombatFile,
    Modifier,
    Result,
    RiverRow,
    TerrainFile,
    TerrainRow,
)
from wargame.games.normandy.data.limits import Limits, VictoryFile
from wargame.games.normandy.data.staff import (
    AirFile,
    Facility,
    ReplacementFile,
    SeaRow,
    SupportFile,
    WeatherFile,
    WeatherRow,
)
from wargame.hexes.field import Costs
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

RULESET = "normandy-5"
"""Changes when an answer could have another effect."""
MOBILITIES: tuple[Mobility, ...] = ("foot", "mech")
SECONDARY = "secondary"
IMPROVED, ENTRENCHMENT = "improved position", "entrenchment"


class NormandyContent(Shelf[Scenario]):
    """The printed matter of one scenario; tuples by hex are indexed by Hex, costs in half MPs."""

    terrain = FILES.table("terrain.toml", TerrainFile)
    """NOR-MV-03 to -05, table terrain"""
    combat = FILES.table("combat.toml", CombatFile)
    """NOR-CO-12 to -18"""
    sky = FILES.table("weather.toml", WeatherFile)
    """NOR-WX-05 to -08"""
    air = FILES.table("air.toml", AirFile)
    """NOR-AA-03, NOR-IT-04, NOR-IT-05, NOR-CB-03 to -05"""
    support = FILES.table("support.toml", SupportFile)
    """NOR-SL-04 to -12, NOR-AS-03, NOR-AS-04"""
    replacement = FILES.table("replacement.toml", ReplacementFile)
    """NOR-RP-04 to -10"""
    staff = FILES.table("armies.toml", ArmiesFile)
    """NOR-SL-09, NOR-AS-05, NOR-SU-04"""
    limits = FILES.table("limits.toml", Limits)
    victory = FILES.table("victory.toml", VictoryFile)
    """NOR-VP-03 to -13, NOR-WN-02 to -06"""
    off_map = FILES.table("areas.toml", AreasFile)
    """NOR-OM-01 to -06"""
    listed = FILES.table("units.toml", RosterFile)
    """The counters of every scenario."""
    printed_states = FILES.table("states.toml", StatesFile)
    printed_turns = FILES.rows("turns.toml", Turn)

    def plays(self, procedure: Procedure) -> bool:
        """Whether the scenario uses a procedure that a small one leaves out."""
        return procedure in self.scenario.uses

    # -- counters ---------------------------------------------------------------------------------

    @cached_property
    def classes(self) -> dict[str, UnitClass]:
        """The unit classes by id, in table order."""
        return {row.id: row for row in self.listed.classes}

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The units of the scenario by id: as printed, or where the scenario puts them."""
        file, scenario = FILES.data("units.toml"), self.scenario
        known = roster(file, self.listed.formation, UnitType, self.grid, self._looked_up)
        own = {row.id: row for row in scenario.unit}
        used = {*chosen(self.read.file, "units", scenario.units, known)}
        used |= {*chosen(self.read.file, "unit", tuple(own), known)}
        found = {}
        for unit in known.values():
            if unit.id in used:
                found[unit.id] = self._placed(unit, own[unit.id]) if unit.id in own else unit
                check_arrival(file, found[unit.id], self.areas)
                check_on_board(file, found[unit.id], self.board)
        return found

    def _looked_up(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """What the class of a counter says of it."""
        kind = str(row.get("class"))
        if kind not in self.classes:
            raise DataError.unknown(FILES.data("units.toml"), "class", kind, self.classes)
        return {"cls": self.classes[kind]}

    def _placed(self, unit: UnitType, row: Placement) -> UnitType:
        where = self.read.hex(f"unit.{unit.id}.hex", row.hex) if row.hex else None
        other = {"setup": where, "arrival": row.turn, "area": row.area, "state": row.state}
        return unit.model_copy(update=other)

    @cached_property
    def formations(self) -> dict[str, Formation]:
        """Formations with a unit in the scenario by id, in table order."""
        file, found = FILES.data("units.toml"), {}
        for row in self.listed.formation:
            own = [unit.id for unit in self.units.values() if unit.formation_id == row["id"]]
            if own:
                key, whole = f"formation.{row['id']}", {**row, "units": own}
                found[row["id"]] = checked(file, key, Formation, whole)
        return found

    @cached_property
    def armies(self) -> dict[str, Army]:
        """NOR-SL-09  The armies with a purse in the scenario, or that take over in it."""
        purses = chosen(self.read.file, "reserve", tuple(self.scenario.reserve), self._every_army)
        last = self.scenario.last_turn
        return {
            army.id: army
            for army in self._every_army.values()
            if army.id in purses or (army.parent in purses and army.first <= last)
        }

    @cached_property
    def _every_army(self) -> dict[str, Army]:
        return {army.id: army for army in self.staff.army}

    @cached_property
    def hqs(self) -> dict[str, HqRow]:
        """The headquarters of the scenario by id, each with room for its combat units."""
        rows, room = {row.id: row for row in self.staff.hq}, self.staff.room
        used = [(rows[unit.id], room[unit.nation]) for unit in self.units.values() if unit.hq]
        return {hq.id: hq.model_copy(update={"room": hq.room or most}) for hq, most in used}

    def army_of(self, hq_id: str, turn: int) -> str:
        """NOR-AS-05  The pool an HQ draws on, but for what an Operation delays."""
        row = self.hqs[hq_id]
        taken = row.later and turn >= self._every_army[row.later].first
        return row.later if taken else row.army

    def takes(self, hq_id: str, unit: UnitType) -> bool:
        """NOR-SU-04  Whether a unit may be attached to an HQ, room and reach apart."""
        row = self.hqs[hq_id]
        if unit.nation != self.units[hq_id].nation:
            return False
        named = row.formations or row.units
        return not named or unit.formation_id in row.formations or unit.id in row.units

    # -- ground -----------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground[TerrainRow]:
        """NOR-MV-07  Nothing is shut for good: bridges fall and are built again."""
        return ground_of(self.map, self.board, self.terrain.terrain)

    @cached_property
    def land(self) -> frozenset[Hex]:
        """NOR-MV-07  Hexes of the board that can be entered at all."""
        return self.ground.hexes(lambda row: row.land) & self.board

    @cached_property
    def rivers(self) -> dict[HexsideKey, RiverRow]:
        """The river of each hexside that has one."""
        rows = {row.id: row for row in self.terrain.river}
        return {side: rows[cls] for side, cls in self.map.hexsides.items()}  # type: ignore[index]

    @cached_property
    def bridges(self) -> frozenset[HexsideKey]:
        """NOR-EN-11  The bridges that stand at the start."""
        down = {
            self.read.side(f"bridges_destroyed.{n}", text)
            for n, text in enumerate(self.scenario.bridges_destroyed)
        }
        if down - self.map.bridges:
            raise DataError(self.read.file, "bridges_destroyed", "names a hexside without bridge")
        return self.map.bridges - down

    def off_road(self, intact: Collection[HexsideKey]) -> dict[Mobility, Costs]:
        """NOR-MV-04, NOR-MV-05  To leave a hex in a direction where no road rate applies; 0 is prohibited.

        So it is into an enemy ZOC. *intact* are the bridges that stand.
        """
        return self.ground.costs(MOBILITIES, partial(self._off_road, intact))

    def prices(self, intact: Collection[HexsideKey], mech_primary: int) -> dict[Mobility, Costs]:
        """NOR-MV-04, NOR-MV-05  The same by road where one is drawn and its bridge stands.

        *mech_primary* is the rate of mech along a primary road (NOR-WX-08, NOR-IT-04).
        """

        def step(a: Hex, b: Hex, mobility: Mobility) -> int:
            road, side = self.ground.road(a, b), side_key(a, b)
            if road is None or (side in self.rivers and side not in intact):
                return self._off_road(intact, a, b, mobility)
            rate = self.terrain.road.rate(road, mobility)
            return rate if mobility == "foot" or road == SECONDARY else max(rate, mech_primary)

        return self.ground.costs(MOBILITIES, step)

    def _off_road(self, intact: Collection[HexsideKey], a: Hex, b: Hex, mobility: Mobility) -> int:
        row, side = self.ground.rows[b], side_key(a, b)
        cost = row.price(mobility)
        if not cost and mobility == "mech" and self.ground.road(a, b):
            cost = row.by_road
        river = self.rivers.get(side)
        if not cost or river is None or side in intact:
            return cost
        added = river.price(mobility)
        return 0 if added is None else cost + added

    @cached_property
    def cities(self) -> frozenset[Hex]:
        """NOR-VP-06"""
        return frozenset(h for h in self.board if self.map.terrain[h] == "city")

    @cached_property
    def points(self) -> dict[Hex, int]:
        """NOR-VP-06  What each city hex counts."""
        return dict.fromkeys(sorted(self.cities), self.victory.points.city)

    @cached_property
    def heights(self) -> frozenset[Hex]:
        """Hexes of a height: attacks into them are harder."""
        return frozenset(h for h, level in enumerate(self.map.elevation) if level)

    @cached_property
    def naval(self) -> frozenset[Hex]:
        """NOR-CO-16  Hexes that the guns of ships reach."""
        sea = [h for h, kind in enumerate(self.map.terrain) if kind == "sea"]
        reach = self.combat.naval.reach
        return frozenset(h for s in sea for h in self.grid.within(s, reach)) & self.land

    @cached_property
    def positions(self) -> dict[Hex, str]:
        """NOR-EN-08  Fortifications at the start, by the id of their marker."""
        rows = self.scenario.positions
        found = dict.fromkeys(self.read.hexes("positions.improved", rows.improved), IMPROVED)
        dug_in = self.read.hexes("positions.entrenchments", rows.entrenchments)
        return dict(sorted({**found, **dict.fromkeys(dug_in, ENTRENCHMENT)}.items()))

    @cached_property
    def allied_at_start(self) -> frozenset[Hex]:
        """The hexes the Allies control at the start; all other land is German."""
        rows = self.scenario.control
        found = {*self.read.hexes("control.allied", rows.allied)}
        found |= {
            u.setup for u in self.units.values() if u.side == "allied" and u.setup is not None
        }
        if rows.rows:
            north, south = rows.rows
            found |= {h for h in self.land if north <= self.grid.row(h) <= south}
        return frozenset(found) & self.land

    @cached_property
    def boundary(self) -> tuple[int, ...]:
        """NOR-BD-02  The column of the boundary at the start, by row from 1; none: no boundary."""
        return (self.scenario.boundary,) * self.grid.rows if self.scenario.boundary else ()

    # -- areas, facilities ------------------------------------------------------------------------

    @cached_property
    def areas(self) -> dict[str, OffMapArea]:
        """NOR-OM-01, NOR-RF-01, NOR-RF-03  Where reinforcements come on: areas, entries, beaches."""
        if self.scenario.entry:
            return {
                row.id: OffMapArea.model_construct(
                    id=row.id, name=row.name, hexes=self.read.hexes(f"entry.{row.id}", row.hexes)
                )
                for row in self.scenario.entry
            }
        beaches = (row for row in self.support.facility if row.kind == "beach")
        landing = {
            row.id: OffMapArea.model_construct(id=row.id, name=row.title, hexes=row.hexes)
            for row in beaches
        }
        return {**{area.id: area for area in self.off_map.area}, **landing}

    @cached_property
    def beside(self) -> dict[str, tuple[Hex, ...]]:
        """NOR-RF-04  By area other land hexes of the board's edge near an entry hex, ascending."""
        shift, far = self.off_map.use.shift, self.grid.distance
        edge = sorted(self.edge)
        near = {a.id: [min(far(h, e) for e in a.hexes) for h in edge] for a in self.areas.values()}
        return {
            area: tuple(h for h, n in zip(edge, hexes, strict=True) if 0 < n <= shift)
            for area, hexes in near.items()
        }

    @cached_property
    def edge(self) -> frozenset[Hex]:
        """Land hexes at the edge of the board."""
        around = self.grid.around
        return frozenset(h for h in self.land if not self.board.issuperset(around[h]))

    @cached_property
    def facilities(self) -> dict[str, Facility]:
        """NOR-SL-11  By id, in table order."""
        return {row.id: row for row in self.support.facility}

    @cached_property
    def beaches(self) -> dict[Nation, tuple[Hex, ...]]:
        """NOR-RF-01, NOR-SU-14  The beach hexes of each nation."""
        rows = [row for row in self.support.facility if row.kind == "beach"]
        nations = sorted({row.nation for row in rows}, reverse=True)
        return {n: tuple(h for r in rows if r.nation == n for h in r.hexes) for n in nations}

    # -- combat -----------------------------------------------------------------------------------

    @cached_property
    def crt(self) -> tuple[dict[int, Result], ...]:
        """NOR-CO-18  By column number and total."""
        file, table = FILES.data("combat.toml"), self.combat
        columns = range(len(table.columns))
        totals = range(max(table.crt) + 1)
        return tuple(by_column(file, "crt", table.crt, rolls=totals, columns=columns).values())

    def result(self, column: int, total: int) -> Result:
        """NOR-CO-18  The cell of a total; below and above the table its first and last line count."""
        return self.crt[column][self.line(total)]

    def line(self, total: int) -> int:
        """NOR-CO-18  The line of the table that counts for a total."""
        least, most = self._lines
        return least if total < least else min(total, most)

    @cached_property
    def _lines(self) -> tuple[int, int]:
        return min(self.crt[0]), max(self.crt[0])

    @cached_property
    def modifiers(self) -> dict[str, Modifier]:
        """NOR-CO-13  With what the terrain table says of them."""
        ground = {"bombed": self.terrain.added.bombed.drm}
        return {
            row.id: row.model_copy(update={"value": ground.get(row.id, row.value)})
            for row in self.combat.modifier
        }

    # -- time, weather ----------------------------------------------------------------------------

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """The turns of the scenario by number."""
        played = self.scenario.played()
        return {number: turn for number, turn in self.printed_turns.items() if number in played}

    @cached_property
    def weathers(self) -> dict[WeatherId, WeatherRow]:
        """NOR-WX-05  By id, worst first."""
        return {row.id: row for row in self.sky.weather}

    @cached_property
    def seas(self) -> dict[SeaId, SeaRow]:
        """NOR-WX-05  By id, best first."""
        return {row.id: row for row in self.sky.sea}

    def build_up_reach(self, turn: int) -> int | None:
        """NOR-SU-14  Hexes from the nearest beach; None where there is no limit."""
        rows = self.limits.build_up
        if not self.plays("build_up") or turn > (rows[-1].up_to or 0):
            return None
        return row_of(rows, turn).reach


load_content = cache(partial(NormandyContent, FILES))
"""The printed matter of a scenario; an unknown id is refused with the nearest."""
