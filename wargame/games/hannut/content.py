"""Everything printed for a scenario of Hannut: map, counters, tables and charts, ready to look up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from wargame.content.chart import Chart
from wargame.content.map import MapContent, MapReader
from wargame.content.scenario import Band, band_of, board_of
from wargame.content.sequence import Step, read_sequence
from wargame.games.hannut.data import build, layers, odds
from wargame.games.hannut.data.charts import hannut_charts
from wargame.games.hannut.data.files import (
    HERE,
    Attack,
    Calibre,
    Edge,
    Factors,
    Family,
    IndirectFile,
    Kind,
    Limits,
    MarkerKind,
    Mission,
    Mobility,
    Reaction,
    Result,
    Side,
    StateId,
    StateRow,
    read_tables,
)
from wargame.games.hannut.data.printed import (
    Area,
    FiringModifier,
    Formation,
    Marker,
    Objective,
    SuddenDeath,
    TargetModifier,
    Turn,
    UnitType,
)
from wargame.games.hannut.data.scenario import (
    SCENARIOS,
    Scenario,
)
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.rules.costs import CostsByDirection
from wargame.rules.sight import Sight

__all__ = [
    "RULESET",
    "Area",
    "Attack",
    "Calibre",
    "Family",
    "FiringModifier",
    "Formation",
    "HannutContent",
    "Kind",
    "Marker",
    "MarkerKind",
    "Mission",
    "Mobility",
    "Objective",
    "Result",
    "Scenario",
    "Side",
    "Sight",
    "StateId",
    "TargetModifier",
    "Turn",
    "UnitType",
    "load_content",
    "scenarios",
]

RULESET = "hannut-2"
"""Changes when an answer could have another effect."""


@dataclass(frozen=True, slots=True, eq=False)
class HannutContent:
    """The printed matter of one scenario; tuples by hex are indexed by Hex."""

    map: MapContent
    grid: Grid
    scenario: Scenario
    sequence: Step
    charts: dict[str, Chart]
    ruleset: str
    digest: str
    """Of the map, the data files and the scenario."""

    units: dict[str, UnitType]
    """Units of the scenario by id, in table order."""
    formations: dict[str, Formation]
    """Formations with a unit in the scenario by id, in table order."""
    markers: dict[str, Marker]
    """HAN-CU-01, HAN-IF-01  Every marker that may ever be in the cup, by id in text order."""

    board: frozenset[Hex]
    """HAN-SC-01, HAN-FB-02  Hexes in play; any other counts as off the map."""
    entry_cost: dict[Mobility, CostsByDirection]
    """HAN-TE-01 to -08  Half MPs to leave a hex in a direction, not In Column; 0 is prohibited."""
    entry_cost_column: dict[Mobility, CostsByDirection]
    """HAN-CO-02  The same In Column: 0 where no road crosses the hexside."""
    edge_cost: dict[Mobility, tuple[int, ...]]
    """HAN-EN-01  Half MPs for the entry hex of a reinforcement, not In Column."""
    edge_cost_column: dict[Mobility, tuple[int, ...]]
    """HAN-EN-01  The same In Column; 0 where the hex has no road."""
    mine_cost: dict[Mobility, int]
    """HAN-TE-09  Half MPs that mines add to the cost of their hex."""
    road_hexes: frozenset[Hex]
    """HAN-CO-01  Where In Column may be taken."""
    road_links: tuple[tuple[Hex, ...], ...]
    """HAN-CO-02  The hexes one road step away, within the board."""
    water: frozenset[HexsideKey]
    """HAN-FM-08, HAN-AS-10  Stream hexsides, bridged or not."""
    cliffs: frozenset[HexsideKey]
    """HAN-TE-05"""
    elevation: tuple[int, ...]
    """HAN-LS-02, HAN-TM-06  The level of each hex, 0 to 2."""
    rough: frozenset[Hex]
    """HAN-DI-01, HAN-LS-02  Woods, orchards, villages: AFVs are Dispersed, sight is blocked."""
    cover: dict[Attack, tuple[int, ...]]
    """HAN-TM-01 to -03  What the terrain of a hex gives a soft target."""
    sight: Sight
    """HAN-LS-01, HAN-LS-02"""

    crt: dict[int, dict[int, Result]]
    """HAN-CRT-02  By column -1 to 8 and roll 2 to 12, red results as printed."""
    red: frozenset[int]
    """HAN-CRT-10  The rolls whose results are red."""
    mine_column: int
    """HAN-CRT-04"""
    calibre_column: dict[Calibre, int]
    """HAN-CRT-05 to -08"""
    firing: dict[str, FiringModifier]
    """HAN-FM-01 to -10"""
    target: dict[str, TargetModifier]
    """HAN-TM-01 to -08"""
    reaction: Reaction
    """HAN-RC-01 to -07"""
    factors: Factors
    """HAN-FF-01 to -06"""
    indirect: IndirectFile
    """HAN-IF-02"""
    limits: Limits
    """Stacking, retreats, assaults, lost HQs."""
    states: dict[StateId, StateRow]
    """The rows of chart states."""

    turns: dict[int, Turn]
    """HAN-SP-23  The turns of the scenario by number."""
    areas: dict[str, Area]
    """HAN-EN-01"""
    home: dict[Side, Edge]
    mines: tuple[Hex, ...]
    """HAN-MI-01  Mines that lie there at the start."""
    mines_to_place: int
    """HAN-MI-01  Markers the French player places before turn 1."""
    mine_sites: frozenset[Hex]
    """HAN-MI-01  Where he may place them."""

    control: dict[Hex, Side]
    """HAN-CT-01  The hexes whose control counts or is kept, and who has it at the start."""
    objectives: tuple[Objective, ...]
    """HAN-VP-01 to -27  The hexes that score, in the order of the table."""
    bands: tuple[Band, ...]
    """HAN-VC-01  Highest score first."""
    sudden: SuddenDeath
    """HAN-VC-01  Sudden death; an empty or zero condition is not used."""

    def fire_column(self, number: int) -> int | None:
        """HAN-GE-02  The column a total gives; None when it is too low to be permitted."""
        lowest, highest = min(self.crt), max(self.crt)
        return None if number < lowest else min(number, highest)

    def fire_result(self, column: int, roll: int, *, afv: bool) -> Result:
        """HAN-CRT-02, HAN-CRT-10  The result in the table, a red one void against an AFV."""
        return "-" if afv and roll in self.red else self.crt[column][roll]

    def fire_odds(self, column: int, *, afv: bool) -> dict[Result, int]:
        """HAN-CRT-02  The chances of each result in 36ths (chart fire_odds)."""
        return odds.fire_odds(self.crt[column], self.red if afv else frozenset())

    def check_odds(self, needed: int) -> int:
        """HAN-GE-07  36ths for a formation check, recovery, rally or transmission."""
        return odds.check_odds(needed, self.factors.natural)

    def reaction_odds(self, needed: int) -> int:
        """HAN-GE-08  36ths for rolling `needed` or less; nothing succeeds by itself."""
        return odds.or_less(needed)

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

    def band(self, score: int) -> Band:
        """HAN-VC-01  The level of victory a score gives."""
        return band_of(self.bands, score)


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario, the longest first."""
    return tuple(SCENARIOS.read(scenario_id) for scenario_id in SCENARIOS.ids())


@cache
def load_content(scenario_id: str) -> HannutContent:
    """The printed matter of a scenario; an unknown id is refused with the nearest."""
    scenario, tables = SCENARIOS.read(scenario_id), read_tables()
    printed = build.printed_map()
    read = MapReader(SCENARIOS.path(scenario_id), printed.grid)
    board = board_of(read, scenario.board)  # HAN-SC-01
    ground = layers.Ground(printed, tables.terrain, board)
    areas = build.areas(tables, printed.grid)
    units = build.units(tables, read, scenario, ground, areas)
    formations = build.formations(tables, units)
    control = build.control(read, tables, scenario)
    return HannutContent(
        map=printed,
        grid=printed.grid,
        scenario=scenario,
        sequence=read_sequence(HERE / "sequence.toml"),
        charts=hannut_charts(tables, scenario),
        ruleset=RULESET,
        digest=build.content_digest(read.file),
        units=units,
        formations=formations,
        markers=build.markers(tables, scenario, formations),
        board=board,
        entry_cost=layers.step_costs(ground),
        entry_cost_column=layers.column_costs(ground),
        edge_cost=layers.edge_costs(ground),
        edge_cost_column=layers.edge_costs_column(ground),
        mine_cost=layers.mine_costs(tables.terrain),
        road_hexes=printed.road_hexes & board,
        road_links=layers.road_links(ground),
        water=layers.sides(ground, "stream"),
        cliffs=layers.sides(ground, "cliff"),
        elevation=printed.elevation,
        rough=layers.rough_hexes(ground),
        cover=layers.cover(ground),
        sight=Sight(printed.grid, layers.skyline(ground)),
        crt=build.crt(tables),
        red=frozenset(tables.combat.red),
        mine_column=tables.combat.mine_column,
        calibre_column=dict(tables.combat.calibre_column),
        firing=build.firing(tables),
        target=build.target(tables),
        reaction=tables.checks.reaction,
        factors=tables.checks.factors,
        indirect=tables.indirect,
        limits=tables.limits,
        states={row.id: row for row in tables.states.state},
        turns=build.turns(tables, scenario),
        areas=areas,
        home=dict(tables.areas.home),
        mines=read.hexes("mines.fixed", scenario.mines.fixed),
        mines_to_place=scenario.mines.place,
        mine_sites=build.mine_sites(tables, ground),
        control=control,
        objectives=build.objectives(tables, scenario, printed.grid, control),
        bands=scenario.band,
        sudden=build.sudden(tables, scenario, printed.grid),
    )
