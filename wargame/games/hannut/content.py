"""Everything printed for a scenario of Hannut: map, counters, tables, ready to look up."""

from __future__ import annotations

from functools import cache, cached_property, partial

from wargame.content.areas import Area, areas_by_id
from wargame.content.errors import DataError
from wargame.content.ground import CostsByDirection, Ground, ground_of, sides_of
from wargame.content.roster import UnitsFile, check_arrival, check_on_board, roster
from wargame.content.scenario import check_once, chosen
from wargame.content.shelf import Shelf
from wargame.content.table import by_column
from wargame.content.toml import checked
from wargame.games.hannut.data.counters import Formation, UnitType
from wargame.games.hannut.data.files import (
    FILES,
    AreasFile,
    Attack,
    ChecksFile,
    CombatFile,
    Factors,
    FiringModifier,
    IndirectFile,
    Limits,
    Marker,
    Mission,
    Mobility,
    Objective,
    Reaction,
    Result,
    Scenario,
    Side,
    StateRow,
    SuddenDeath,
    TargetModifier,
    TerrainFile,
    TerrainRow,
    Turn,
    VictoryFile,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.rules.chance import at_most, chances, totals
from wargame.rules.sight import Sight, Skyline

RULESET = "hannut-2"
"""Changes when an answer could have another effect."""
MOBILITIES: tuple[Mobility, ...] = ("infantry", "motorized", "tracked")
RESULTS: tuple[Result, ...] = ("-", "N", "Z", "1")
ATTACKS: tuple[Attack, ...] = ("direct", "indirect", "assault")


class HannutContent(Shelf[Scenario]):
    """The printed matter of one scenario; tuples by hex are indexed by Hex, costs in half MPs.

    The least price, infantry on a road, is 1/2 (HAN-MV-03).
    """

    terrain = FILES.table("terrain.toml", TerrainFile)
    """HAN-TE-01 to -09"""
    combat = FILES.table("combat.toml", CombatFile)
    """HAN-CRT-02, HAN-FM-01, HAN-TM-01"""
    checks = FILES.table("checks.toml", ChecksFile)
    indirect = FILES.table("indirect.toml", IndirectFile)
    """HAN-IF-02"""
    limits = FILES.table("limits.toml", Limits)
    """Stacking, retreats, assaults, lost HQs."""
    victory = FILES.table("victory.toml", VictoryFile)
    """HAN-VC-01, HAN-VP-01 to -27"""
    entry = FILES.table("areas.toml", AreasFile)
    """HAN-EN-01, HAN-MI-01"""
    listed = FILES.table("units.toml", UnitsFile)
    """The counters of every scenario."""
    states = FILES.rows("states.toml", StateRow)
    """The rows of chart states by id."""
    printed_turns = FILES.rows("turns.toml", Turn)

    # -- counters and markers ---------------------------------------------------------------------

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """HAN-SC-01  Units of the scenario by id, in table order."""
        file, scenario = FILES.data("units.toml"), self.scenario
        known = roster(file, self.listed.formation, UnitType, self.grid)
        used = set(chosen(self.read.file, "units", scenario.units, known))
        chosen(self.read.file, "setup", tuple(scenario.setup), sorted(used))
        chosen(self.read.file, "loaded", scenario.loaded, [f["id"] for f in self.listed.formation])
        found = {}
        for unit in known.values():
            if unit.id in used:
                check_arrival(file, unit, self.areas)
                found[unit.id] = self._deployed(unit)
                check_on_board(file, found[unit.id], self.board)
        return found

    def _deployed(self, unit: UnitType) -> UnitType:
        """A unit on the scenario's own hex, or on the printed one; loaded where it enters so."""
        where = unit.setup
        if unit.id in self.scenario.setup:
            where = self.read.hex(f"setup.{unit.id}", self.scenario.setup[unit.id])
        loaded = unit.loads and (where is None or unit.formation_id in self.scenario.loaded)
        return unit.model_copy(update={"setup": where, "loaded": loaded})

    @cached_property
    def formations(self) -> dict[str, Formation]:
        """HAN-CM-01  Formations with a unit in the scenario by id, in table order."""
        file, found = FILES.data("units.toml"), {}
        for row in self.listed.formation:
            own = [unit for unit in self.units.values() if unit.formation_id == row["id"]]
            hqs = [unit.id for unit in own if unit.hq]
            if own and len(hqs) != 1:
                raise DataError(file, f"formation.{row['id']}", "needs exactly one HQ")
            if own:
                whole = {**row, "hq": hqs[0], "units": [unit.id for unit in own]}
                found[row["id"]] = checked(file, f"formation.{row['id']}", Formation, whole)
        return found

    @cached_property
    def markers(self) -> dict[str, Marker]:
        """HAN-CU-01, HAN-IF-01  Every marker that may ever be in the cup, by id in text order."""
        first, last = self.scenario.first_turn, self.scenario.last_turn
        found = [
            Marker(
                id=f.marker,
                side=f.side,
                kind="formation",
                formation=f.id,
                turns=(f.arrival or first, last),
            )
            for f in self.formations.values()
        ]
        found += self.fire_schedule
        check_once(FILES.data("indirect.toml"), "marker", [marker.id for marker in found])
        return {marker.id: marker for marker in sorted(found, key=lambda m: m.id)}

    @cached_property
    def fire_schedule(self) -> list[Marker]:
        """HAN-IF-01, HAN-IF-04  The artillery and Stuka markers, as printed or as limited."""
        known, uses = {row.id: row for row in self.indirect.marker}, self.scenario.markers
        chosen(self.read.file, "markers", tuple(uses), known)
        found = []
        for row in known.values():
            if use := uses.get(row.id):
                missions = row.missions[: use.missions]
                found.append(row.model_copy(update={"turns": use.turns, "missions": missions}))
            elif not uses:
                found.append(row)
        return found

    # -- ground -----------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground[TerrainRow]:
        """HAN-SC-01, HAN-FB-02  Nothing leaves the board."""
        return ground_of(self.map, self.board, self.terrain.terrain)

    @cached_property
    def entry_cost(self) -> dict[Mobility, CostsByDirection]:
        """HAN-TE-01 to -08  To leave a hex in a direction, not In Column; 0 is prohibited."""
        return self.ground.prices(MOBILITIES, self._step)

    @cached_property
    def entry_cost_column(self) -> dict[Mobility, CostsByDirection]:
        """HAN-CO-02, HAN-CO-03  The same In Column: along the road or not at all."""
        return self.ground.prices(MOBILITIES, self._column_step)

    def _step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        cost, side = self.ground.rows[b].price(mobility), side_key(a, b)
        match self.map.hexsides.get(side):
            case "stream" if side not in self.map.bridges:  # HAN-CO-03
                cost += self.terrain.stream.price(mobility)
            case "cliff":
                cost += self.terrain.cliff.price(mobility)
        return cost

    def _column_step(self, a: Hex, b: Hex, mobility: Mobility) -> int:
        road = self.ground.road(a, b)
        return 0 if road is None else self.terrain.road.rate(road, mobility)

    @cached_property
    def edge_cost(self) -> dict[Mobility, tuple[int, ...]]:
        """HAN-EN-01  For the entry hex of a reinforcement, not In Column."""
        rows = self.ground.rows
        return self.ground.entry_prices(MOBILITIES, lambda h, m: rows[h].price(m))

    @cached_property
    def edge_cost_column(self) -> dict[Mobility, tuple[int, ...]]:
        """HAN-EN-01  The same In Column; 0 where the hex has no road."""
        best, road = self.ground.roads(("main", "secondary")), self.terrain.road
        return self.ground.entry_prices(
            MOBILITIES, lambda h, m: road.rate(best[h], m) if h in best else 0
        )

    @cached_property
    def mine_cost(self) -> dict[Mobility, int]:
        """HAN-TE-09  What mines add to the cost of their hex."""
        return {m: self.terrain.mines.price(m) for m in MOBILITIES}

    @cached_property
    def water(self) -> frozenset[HexsideKey]:
        """HAN-FM-08, HAN-AS-10  Stream hexsides, bridged or not."""
        return sides_of(self.map, "stream")

    @cached_property
    def rough(self) -> frozenset[Hex]:
        """HAN-DI-01, HAN-LS-02  Woods, orchards, villages: AFVs are Dispersed, sight is blocked."""
        return self.ground.hexes(lambda row: row.disperses)

    @cached_property
    def cover(self) -> dict[Attack, tuple[int, ...]]:
        """HAN-TM-01 to -03  What the terrain of a hex gives a soft target."""
        rows = self.ground.rows
        return {attack: tuple(row.modifier(attack) for row in rows) for attack in ATTACKS}

    @cached_property
    def sight(self) -> Sight:
        """HAN-LS-01, HAN-LS-02"""
        height = self.ground.by_hex(lambda row: row.height)
        skyline = Skyline(self.board, self.map.elevation, height, self.map.terrain)
        return Sight(self.grid, skyline)

    # -- combat and checks ------------------------------------------------------------------------

    @cached_property
    def crt(self) -> dict[int, dict[int, Result]]:
        """HAN-CRT-02  By column -1 to 8 and roll 2 to 12, red results as printed."""
        file, table = FILES.data("combat.toml"), self.combat
        return by_column(file, "crt", table.crt, rolls=totals(), columns=table.columns)

    @cached_property
    def firing(self) -> dict[str, FiringModifier]:
        """HAN-FM-01 to -10"""
        return {row.id: row for row in self.combat.firing}

    @cached_property
    def target(self) -> dict[str, TargetModifier]:
        """HAN-TM-01 to -08"""
        ground = {row.id: row for row in self.terrain.terrain}
        found = {row.id: row for row in self.combat.target}
        for name in found.keys() & ground.keys():
            values = {str(attack): ground[name].modifier(attack) for attack in ATTACKS}
            found[name] = found[name].model_copy(update={**values, "soft_only": True})
        return found

    @property
    def reaction(self) -> Reaction:
        """HAN-RC-01 to -07"""
        return self.checks.reaction

    @property
    def factors(self) -> Factors:
        """HAN-FF-01 to -06"""
        return self.checks.factors

    def fire_column(self, number: int) -> int | None:
        """HAN-GE-02  The column a total gives; None when it is too low to be permitted."""
        lowest, highest = self._columns
        return None if number < lowest else min(number, highest)

    @cached_property
    def _columns(self) -> tuple[int, int]:
        """HAN-CRT-01  The lowest and the highest."""
        return min(self.crt), max(self.crt)

    def fire_result(self, column: int, roll: int, *, afv: bool) -> Result:
        """HAN-CRT-02, HAN-CRT-10  The result in the table, a red one void against an AFV."""
        return "-" if afv and roll in self.combat.red else self.crt[column][roll]

    def fire_odds(self, column: int, *, afv: bool) -> dict[Result, int]:
        """HAN-CRT-02  The chances of each result in 36ths (chart fire_odds)."""
        found = chances(lambda roll: self.fire_result(column, roll, afv=afv))
        return {result: int(36 * found.get(result, 0)) for result in RESULTS}

    def check_odds(self, needed: int) -> int:
        """HAN-GE-07  36ths for a formation check, recovery, rally or transmission."""
        natural = self.factors.natural
        return int(36 * at_most(needed, always=natural.success, never=natural.failure))

    def reaction_odds(self, needed: int) -> int:
        """HAN-GE-08  36ths for rolling `needed` or less; nothing succeeds by itself."""
        return int(36 * at_most(needed))

    def reaction_value(self, unit: UnitType) -> int:
        """HAN-RC-01, HAN-RC-02  The basic value of a unit's reaction check."""
        return self.reaction.german_tank_or_at if unit.reacts_well else self.reaction.other

    def fire_markers(self, turn: int) -> tuple[str, ...]:
        """HAN-CU-01  The artillery and Stuka markers the schedule gives for a turn, by id."""
        return tuple(
            m.id for m in self.markers.values() if m.kind != "formation" and m.in_cup(turn)
        )

    def missions(self, marker: str, turn: int) -> tuple[Mission, ...]:
        """HAN-IF-01, HAN-CU-02  What an artillery marker fires when carried out on a turn."""
        return tuple(m for m in self.markers[marker].missions if m.on(turn))

    # -- time and points --------------------------------------------------------------------------

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """HAN-SP-23, HAN-SC-01  The turns of the scenario with the hours they stand for."""
        hours = self.printed_turns
        later = self.scenario.first_hour - self.scenario.first_turn
        played = self.scenario.played()
        if missing := [turn for turn in played if turn + later not in hours]:
            wrong = f"turn {missing[0]} stands for no hour of the track"
            raise DataError(self.read.file, "first_hour", wrong)
        return {turn: Turn(number=turn, time=hours[turn + later].time) for turn in played}

    @cached_property
    def areas(self) -> dict[str, Area[Side]]:
        """HAN-EN-01  The entries by id."""
        return areas_by_id(FILES.data("areas.toml"), self.entry.area, self.grid)

    @cached_property
    def mines(self) -> tuple[Hex, ...]:
        """HAN-MI-01  Mines that lie there at the start."""
        return self.read.hexes("mines.fixed", self.scenario.mines.fixed)

    @cached_property
    def mine_sites(self) -> frozenset[Hex]:
        """HAN-MI-01  Where the French player may place mines before turn 1."""
        sites, taken = self.entry.mine_sites, {row.hex for row in self.victory.objective}
        (west, east), terrain = sites.cols, self.map.terrain
        return frozenset(
            h
            for h in self.board - taken
            if west <= self.grid.column(h) <= east and terrain[h] not in sites.not_terrain
        )

    @cached_property
    def control(self) -> dict[Hex, Side]:
        """HAN-CT-01  The hexes whose control counts or is kept, and who has it at the start.

        In the file "others" are all victory hexes that are not named.
        """
        named = {name for names in self.scenario.control.values() for name in names}
        known = [self.grid.name(row.hex) for row in self.victory.objective]
        others = tuple(name for name in known if name not in named)
        found: dict[Hex, Side] = {}
        for side, names in self.scenario.control.items():
            key = f"control.{side}"
            many = [n for name in names for n in (others if name == "others" else (name,))]
            for h in self.read.hexes(key, tuple(many)):
                if h in found:
                    raise DataError(self.read.file, key, f"{self.grid.name(h)} is listed twice")
                found[h] = side
        return dict(sorted(found.items()))

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """HAN-VP-01 to -27  The hexes that score, in the order of the table."""
        known = {self.grid.name(row.hex): row for row in self.victory.objective}
        used = chosen(self.read.file, "objectives", self.scenario.objectives, known)
        if nobody := [name for name in used if known[name].hex not in self.control]:
            raise DataError(self.read.file, "control", f"nobody holds {nobody[0]}")
        return tuple(row for name, row in known.items() if name in used)

    @cached_property
    def sudden(self) -> SuddenDeath:
        """HAN-VC-01  Sudden death; an empty or zero condition is not used."""
        printed, used = self.victory.sudden, self.scenario.sudden_death
        unused = {"gette": (), "tanks": 0, "wiped_out": False}
        left_out = {name: nothing for name, nothing in unused.items() if name not in used}
        return printed.model_copy(update=left_out)


load_content = cache(partial(HannutContent, FILES))
"""The printed matter of a scenario; an unknown id is refused with the nearest."""
