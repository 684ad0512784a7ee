"""Builds what the rules look at from the data files of Arras, and checks one file by another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wargame.content.errors import DataError
from wargame.content.map import MapContent, MapReader, read_map
from wargame.content.scenario import check_once, chosen
from wargame.content.toml import asset, digest
from wargame.games.arras.data.charts import crt_entry, shift_value
from wargame.games.arras.data.files import (
    HERE,
    EventId,
    FormationRow,
    Kind,
    Mobility,
    Result,
    Scenario,
    Side,
    Tables,
    Turn,
    UnitRow,
)
from wargame.games.arras.data.layers import Ground
from wargame.games.arras.data.printed import AirType, Area, Objective, Shift, UnitType
from wargame.hexes.grid import Grid, Hex

SIDES: tuple[Side, ...] = ("allied", "german")
DICE = range(1, 7)
TWO_DICE = range(2, 13)


@cache
def printed_map() -> MapContent:
    """The map, the same for every scenario."""
    return read_map(asset("maps", "arras.toml"))


def content_digest(scenario_file: Path) -> str:
    """The hash of everything a scenario is read from."""
    return digest([asset("maps", "arras.toml"), *HERE.glob("*.toml"), scenario_file])


def by_side(
    read: MapReader, key: str, rows: Mapping[Side, tuple[str, ...]]
) -> dict[Side, frozenset[Hex]]:
    """A set of hexes for each side, empty where the file names none."""
    return {side: frozenset(read.hexes(f"{key}.{side}", rows.get(side, ()))) for side in SIDES}


def units(
    tables: Tables, scenario: Scenario, ground: Ground, areas: Mapping[str, Area]
) -> dict[str, UnitType]:
    """ARR-UN-02  The ground units of the scenario, sorted by id."""
    read = MapReader(HERE / "units.toml", ground.map.grid)
    found: dict[str, UnitType] = {}
    check_once(read.file, "unit", [r.id for f in tables.units.formation for r in f.units])
    for formation in tables.units.formation:
        refit = _refit_area(tables, formation.id, areas)
        for row in formation.units:
            _check_arrival(read, row, areas)
            found[row.id] = _unit(tables, read, formation, row, refit)
    used = sorted(chosen(_file(scenario), "units", scenario.units, found))
    for unit_id in used:
        if (where := found[unit_id].setup) is not None and where not in ground.board:
            raise DataError(read.file, f"unit.{unit_id}.hex", "is not on the board in play")
    return {unit_id: found[unit_id] for unit_id in used}


def rommel(tables: Tables) -> UnitType:
    """ARR-EV-09  The leader, who moves at wheeled costs."""
    row = tables.units.leader[0]
    formation = next(f for f in tables.units.formation if f.id == row.formation)
    return UnitType(
        id=row.id,
        name=row.name,
        formation=formation.name,
        formation_id=formation.id,
        side=formation.side,
        nation=formation.nation,
        kind="leader",
        size="leader",
        attack=0,
        defence=0,
        allowance=row.ma,
        range=0,
        bombard=0,
        setup=None,
        arrival=None,
        area="",
        refit_area="",
        mobility=_mobility(tables, "leader"),
    )


def air(tables: Tables, scenario: Scenario) -> dict[str, AirType]:
    """ARR-AR-13  The air units of the scenario, sorted by id."""
    known = {unit.id: unit for unit in tables.units.air}
    used = chosen(_file(scenario), "air", scenario.air, known)
    return {unit_id: known[unit_id] for unit_id in sorted(used)}


def areas(tables: Tables, grid: Grid) -> dict[str, Area]:
    """ARR-RE-03, ARR-RE-05  The entry areas by id, with the rest of the edge within reach."""
    read = MapReader(HERE / "areas.toml", grid)
    found: dict[str, Area] = {}
    for row in tables.areas.area:
        listed = read.hexes(f"area.{row.id}.hexes", row.hexes)
        edge = grid.edge(row.edge)
        if astray := sorted(set(listed) - set(edge)):
            wrong = f"{grid.name(astray[0])} is not on the {row.edge} edge"
            raise DataError(read.file, f"area.{row.id}.hexes", wrong)
        reach = tables.areas.entry.edge_reach
        near = (h for h in edge if min(grid.distance(h, entry) for entry in listed) <= reach)
        nearby = tuple(h for h in near if h not in listed)
        found[row.id] = Area(row.id, row.side, row.name, listed, row.edge, nearby)
    return found


def crt(tables: Tables) -> tuple[dict[int, tuple[Result, Result]], ...]:
    """ARR-CO-06  The combat results by column number and die."""
    wide = len(tables.combat.columns)
    for die in DICE:
        row = tables.combat.crt.get(die, ())
        if len(row) != wide:
            wrong = f"has {len(row)} results for {wide} columns"
            raise DataError(HERE / "combat.toml", f"crt.{die}", wrong)
    return tuple(
        {die: crt_entry(tables.combat.crt[die][column]) for die in DICE} for column in range(wide)
    )


def shifts(tables: Tables) -> dict[str, Shift]:
    """ARR-CO-14  The column shifts by id."""
    return {
        row.id: Shift(row.id, row.title, row.rule, shift_value(tables, row), row.when)
        for row in tables.combat.shift
    }


def event_by_roll(tables: Tables) -> dict[int, EventId]:
    """ARR-EV-01  The event of each total of two dice."""
    found: dict[int, EventId] = {}
    for event in tables.events.event:
        for roll in event.rolls:
            if roll in found:
                raise DataError(HERE / "events.toml", f"event.{event.id}", f"{roll} is taken")
            found[roll] = event.id
    if sorted(found) != list(TWO_DICE):
        raise DataError(HERE / "events.toml", "event.rolls", "do not cover 2 to 12")
    return found


def turns(tables: Tables, scenario: Scenario) -> dict[int, Turn]:
    """The turn track of the scenario by number."""
    return {turn.number: turn for turn in tables.turns.turn if turn.number in scenario.played()}


def objectives(tables: Tables, scenario: Scenario, grid: Grid) -> tuple[Objective, ...]:
    """ARR-VI-04  The objectives of the scenario, in the order of the file."""
    read = MapReader(HERE / "victory.toml", grid)
    known = {row.hex: row for row in tables.victory.objective}
    used = chosen(_file(scenario), "objectives", scenario.objectives, known)
    return tuple(
        Objective(read.hex("objective.hex", row.hex), row.name, row.vp, row.control)
        for row in tables.victory.objective
        if row.hex in used
    )


def _file(scenario: Scenario) -> str:
    return f"scenarios/{scenario.id}.toml"


def _unit(
    tables: Tables, read: MapReader, formation: FormationRow, row: UnitRow, refit: str
) -> UnitType:
    return UnitType(
        id=row.id,
        name=row.name,
        formation=formation.name,
        formation_id=formation.id,
        side=formation.side,
        nation=formation.nation,
        kind=row.kind,
        size=row.size,
        attack=row.a,
        defence=row.d,
        allowance=row.ma,
        range=row.range,
        bombard=row.bombard,
        setup=read.hex(f"unit.{row.id}.hex", row.hex) if row.hex else None,
        arrival=row.turn,
        area=row.area,
        refit_area=refit,
        mobility=_mobility(tables, row.kind),
    )


def _check_arrival(read: MapReader, row: UnitRow, areas: Mapping[str, Area]) -> None:
    """A unit has a set-up hex, or a turn and an area."""
    if bool(row.hex) == (row.turn is not None) or bool(row.area) == bool(row.hex):
        raise DataError(read.file, f"unit.{row.id}", "needs either hex, or turn and area")
    if row.area and row.area not in areas:
        raise DataError.unknown(read.file, f"unit.{row.id}.area", row.area, areas)


def _refit_area(tables: Tables, formation_id: str, areas: Mapping[str, Area]) -> str:
    """ARR-RF-07  Where the formation's refitted units wait."""
    file = HERE / "areas.toml"
    if formation_id not in tables.areas.refit:
        raise DataError.unknown(file, "refit", formation_id, tables.areas.refit)
    area = tables.areas.refit[formation_id]
    if area not in areas:
        raise DataError.unknown(file, f"refit.{formation_id}", area, areas)
    return area


def _mobility(tables: Tables, kind: Kind) -> Mobility:
    """ARR-MV-07  Which column of the terrain table a type pays."""
    for mobility, kinds in tables.terrain.mobility.items():
        if kind in kinds:
            return mobility
    raise DataError(HERE / "terrain.toml", "mobility", f'no column serves "{kind}"')
