"""Everything printed for a scenario of Arras: map, counters, tables and charts, ready to look up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from wargame.content.chart import Chart
from wargame.content.map import MapContent, MapReader
from wargame.content.scenario import Band, band_of, board_of
from wargame.content.sequence import Step, read_sequence
from wargame.games.arras.data import build, layers
from wargame.games.arras.data.charts import arras_charts, intercepted
from wargame.games.arras.data.files import (
    HERE,
    SCENARIOS,
    BombardmentFile,
    Column,
    EntryDie,
    Event,
    EventId,
    Interception,
    InterceptionFile,
    Kind,
    Mobility,
    Nation,
    Result,
    Scenario,
    Side,
    Turn,
    read_tables,
)
from wargame.games.arras.data.printed import AirType, Area, Objective, Shift, UnitType
from wargame.hexes.grid import Grid, Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.rules.costs import CostsByDirection

__all__ = [
    "RULESET",
    "AirType",
    "Area",
    "ArrasContent",
    "EventId",
    "Interception",
    "Kind",
    "Mobility",
    "Nation",
    "Objective",
    "Result",
    "Scenario",
    "Shift",
    "Side",
    "UnitType",
    "load_content",
    "scenarios",
]

RULESET = "arras-1"
"""Changes when an answer could have another effect."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrasContent:
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
    """Ground units of the scenario by id, sorted by id; Rommel is not among them."""
    rommel: UnitType
    """ARR-EV-09"""
    air: dict[str, AirType]
    """ARR-AR-01, ARR-GE-01, ARR-AR-13"""

    board: frozenset[Hex]
    """Hexes that exist for movement, retreat and supply."""
    closed: dict[Side, frozenset[Hex]]
    """ARR-MV-16  Hexes a side may not enter."""
    sources: dict[Side, frozenset[Hex]]
    """ARR-SU-03"""
    depot: dict[Side, frozenset[Hex]]
    """ARR-SU-04  Hexes where a side is always in supply."""
    entry_cost: dict[Mobility, CostsByDirection]
    """ARR-MV-07, ARR-MV-08  Half MPs to leave a hex in a direction; 0 is prohibited."""
    entry_cost_no_road: dict[Mobility, CostsByDirection]
    """ARR-GE-03, ARR-EV-07  The same where no road rate may be used."""
    edge_cost: dict[Mobility, tuple[int, ...]]
    """ARR-RE-05  Half MPs for a reinforcement's first hex."""
    edge_cost_no_road: dict[Mobility, tuple[int, ...]]
    """ARR-RE-05  The same under Refugees or interdiction."""
    nearby_cost: int
    """ARR-RE-05  Half MPs for an edge hex of `Area.nearby`, whatever its terrain."""
    contact: tuple[tuple[Hex, ...], ...]
    """ARR-ZC-02, ARR-CO-16"""
    barrier: tuple[int, ...]
    """Six bits by hex: unbridged river, or the board ends."""
    road_hexes: frozenset[Hex]
    road_links: tuple[tuple[Hex, ...], ...]
    """ARR-SU-03  Hexes one road step away, within the board."""
    hill: frozenset[Hex]
    water: frozenset[HexsideKey]
    """ARR-CO-14  Stream and river hexsides."""
    combat_shift: tuple[int, ...]
    """ARR-CO-14  Terrain only; the hill shift depends on the attackers."""
    bombard_modifier: tuple[int, ...]
    """ARR-BO-05  Terrain and hill."""

    columns: tuple[Column, ...]
    """ARR-CO-11"""
    crt: tuple[dict[int, tuple[Result, Result]], ...]
    """ARR-CO-06  By column number and die: (attacker, defender)."""
    results: dict[Result, str]
    """ARR-RS-01 to ARR-RS-07  Each result in words."""
    shifts: dict[str, Shift]
    """ARR-CO-03, ARR-CO-04, ARR-CO-12 to ARR-CO-14"""
    bombardment: BombardmentFile
    """ARR-BO-04, ARR-BO-06, ARR-AR-08"""
    interception: InterceptionFile
    """ARR-AR-04 to ARR-AR-06"""
    events: dict[EventId, Event]
    """ARR-EV-02 to ARR-EV-08"""
    event_by_roll: dict[int, EventId]
    """ARR-EV-01"""
    turns: dict[int, Turn]
    """The turns of the scenario by number."""
    areas: dict[str, Area]
    entry_die: EntryDie
    """ARR-RE-06"""

    objectives: tuple[Objective, ...]
    kill_vp: dict[Kind, int]
    rommel_vp: int
    bands: tuple[Band, ...]
    """ARR-VI-03  Highest margin first."""

    def is_night(self, turn: int) -> bool:
        """ARR-NI-01"""
        return self.turns[turn].light == "night"

    def intercepted(self, total: int) -> Interception:
        """ARR-AR-04  What an interception total means."""
        return intercepted(self.interception, total)

    def band(self, margin: int) -> Band:
        """ARR-VI-03  The level of victory a margin gives."""
        return band_of(self.bands, margin)


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario, the longest first."""
    return tuple(SCENARIOS.read(scenario_id) for scenario_id in SCENARIOS.ids())


@cache
def load_content(scenario_id: str) -> ArrasContent:
    """The printed matter of a scenario; an unknown id is refused with the nearest."""
    scenario, tables = SCENARIOS.read(scenario_id), read_tables()
    printed = build.printed_map()
    read = MapReader(SCENARIOS.path(scenario_id), printed.grid)
    board = board_of(read, scenario.board)  # ARR-MV-16
    ground = layers.Ground(printed, tables.terrain, board)
    areas = build.areas(tables, printed.grid)
    return ArrasContent(
        map=printed,
        grid=printed.grid,
        scenario=scenario,
        sequence=read_sequence(HERE / "sequence.toml"),
        charts=arras_charts(tables, scenario),
        ruleset=RULESET,
        digest=build.content_digest(read.file),
        units=build.units(tables, scenario, ground, areas),
        rommel=build.rommel(tables),
        air=build.air(tables, scenario),
        board=board,
        closed=build.by_side(read, "closed", scenario.closed),
        sources=build.by_side(read, "supply_sources", scenario.supply_sources),
        depot=build.by_side(read, "depot", scenario.depot),
        entry_cost=layers.step_costs(ground),
        entry_cost_no_road=layers.step_costs_off_road(ground),
        edge_cost=layers.edge_costs(ground, road_rate=True),
        edge_cost_no_road=layers.edge_costs(ground, road_rate=False),
        nearby_cost=tables.terrain.entry.nearby,
        contact=layers.contact(ground),
        barrier=tuple(ground.barrier(h) for h in range(printed.grid.size)),
        road_hexes=printed.road_hexes & board,
        road_links=layers.road_links(ground),
        hill=layers.hill_hexes(printed),
        water=layers.water_sides(ground),
        combat_shift=tuple(ground.row(h).shift for h in range(printed.grid.size)),
        bombard_modifier=layers.bombard_modifiers(ground),
        columns=tables.combat.columns,
        crt=build.crt(tables),
        results=tables.combat.result,
        shifts=build.shifts(tables),
        bombardment=tables.bombardment,
        interception=tables.interception,
        events={event.id: event for event in tables.events.event},
        event_by_roll=build.event_by_roll(tables),
        turns=build.turns(tables, scenario),
        areas=areas,
        entry_die=tables.areas.entry,
        objectives=build.objectives(tables, scenario, printed.grid),
        kill_vp=dict(tables.victory.kill),
        rommel_vp=tables.victory.rommel_lost,
        bands=scenario.band,
    )
