"""Builds what the rules look at from the data files of Hannut, and checks one file by another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wargame.content.errors import DataError
from wargame.content.map import MapContent, MapReader, read_map
from wargame.content.scenario import check_once, chosen
from wargame.content.toml import asset, digest
from wargame.games.hannut.data.files import (
    HERE,
    FireMarkerRow,
    FormationRow,
    Result,
    Side,
    Tables,
    TargetRow,
    UnitRow,
)
from wargame.games.hannut.data.layers import Ground
from wargame.games.hannut.data.odds import ROLLS
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
from wargame.games.hannut.data.scenario import Scenario
from wargame.hexes.grid import Grid, Hex

_RESULTS: dict[str, Result] = {"-": "-", "N": "N", "Z": "Z", "1": "1"}


@cache
def printed_map() -> MapContent:
    """The map, the same for every scenario."""
    return read_map(asset("maps", "hannut.toml"))


def content_digest(scenario_file: Path) -> str:
    """The hash of everything a scenario is read from."""
    return digest([asset("maps", "hannut.toml"), *HERE.glob("*.toml"), scenario_file])


def units(
    tables: Tables,
    scenario_read: MapReader,
    scenario: Scenario,
    ground: Ground,
    areas: Mapping[str, Area],
) -> dict[str, UnitType]:
    """HAN-SC-01  The units of the scenario in table order."""
    read = MapReader(HERE / "units.toml", ground.map.grid)
    rows = [(formation, row) for formation in tables.units.formation for row in formation.units]
    known = [row.id for _, row in rows]
    check_once(read.file, "unit", known)
    used = set(chosen(scenario_read.file, "units", scenario.units, known))
    chosen(scenario_read.file, "setup", tuple(scenario.setup), sorted(used))
    chosen(scenario_read.file, "loaded", scenario.loaded, [f.id for f in tables.units.formation])
    found: dict[str, UnitType] = {}
    for order, (formation, row) in enumerate(rows):
        if row.id not in used:
            continue
        _check_arrival(read, formation, row, areas)
        where = _where(read, scenario_read, scenario, row)
        if where is not None and where not in ground.board:
            raise DataError(read.file, f"unit.{row.id}.hex", "is not on the board in play")
        found[row.id] = _unit(scenario, formation, row, order, where)
    return found


def formations(tables: Tables, units: Mapping[str, UnitType]) -> dict[str, Formation]:
    """HAN-CM-01  The formations with a unit in the scenario, in table order."""
    found: dict[str, Formation] = {}
    for row in tables.units.formation:
        own = tuple(unit.id for unit in units.values() if unit.formation_id == row.id)
        if not own:
            continue
        hqs = [unit_id for unit_id in own if units[unit_id].hq]
        if len(hqs) != 1:
            raise DataError(HERE / "units.toml", f"formation.{row.id}", "needs exactly one HQ")
        found[row.id] = Formation(
            row.id, row.name, row.side, row.marker, row.command, hqs[0], own, row.turn, row.area
        )
    return found


def markers(
    tables: Tables, scenario: Scenario, formations: Mapping[str, Formation]
) -> dict[str, Marker]:
    """HAN-CU-01  Every marker of the scenario by id, in text order."""
    last = scenario.last_turn
    found = [
        Marker(f.marker, f.side, "formation", f.id, f.arrival or scenario.first_turn, last, ())
        for f in formations.values()
    ]
    found += fire_markers(tables, scenario)
    check_once(HERE / "indirect.toml", "marker", [marker.id for marker in found])
    return {marker.id: marker for marker in sorted(found, key=lambda m: m.id)}


def fire_markers(tables: Tables, scenario: Scenario) -> list[Marker]:
    """HAN-IF-01, HAN-IF-04  The artillery and Stuka markers, as printed or as limited."""
    known = {row.id: row for row in tables.indirect.marker}
    for marker_id in scenario.markers:
        if marker_id not in known:
            raise DataError.unknown(f"{scenario.id}.toml", "markers", marker_id, known)
    used = scenario.markers or known
    return [_fire_marker(scenario, row) for row in known.values() if row.id in used]


def areas(tables: Tables, grid: Grid) -> dict[str, Area]:
    """HAN-EN-01  The entries by id, with the rest of the edge, the nearest first."""
    read = MapReader(HERE / "areas.toml", grid)
    found: dict[str, Area] = {}
    for row in tables.areas.area:
        entry, edge = read.hex(f"area.{row.id}.hex", row.hex), grid.edge(row.edge)
        if entry not in edge:
            wrong = f"{row.hex} is not on the {row.edge} edge"
            raise DataError(read.file, f"area.{row.id}.hex", wrong)
        near = sorted((grid.distance(entry, h), h) for h in edge if h != entry)
        instead = tuple(h for _, h in near)
        found[row.id] = Area(row.id, row.side, row.name, entry, row.edge, instead)
    return found


def crt(tables: Tables) -> dict[int, dict[int, Result]]:
    """HAN-CRT-02  The fire table by column and roll."""
    file, columns, rows = HERE / "combat.toml", tables.combat.columns, tables.combat.crt
    if sorted(rows) != list(ROLLS):
        raise DataError(file, "crt", "does not cover 2 to 12")
    cells = {roll: row.split() for roll, row in rows.items()}
    for roll, row in cells.items():
        if len(row) != len(columns):
            wrong = f"has {len(row)} results for {len(columns)} columns"
            raise DataError(file, f"crt.{roll}", wrong)
        if strange := sorted(set(row) - set(_RESULTS)):
            raise DataError.unknown(file, f"crt.{roll}", strange[0], _RESULTS)
    return {
        column: {roll: _RESULTS[cells[roll][place]] for roll in ROLLS}
        for place, column in enumerate(columns)
    }


def firing(tables: Tables) -> dict[str, FiringModifier]:
    """HAN-FM-01 to -10  The firing modifiers by id."""
    return {
        row.id: FiringModifier(
            id=row.id,
            title=row.title,
            rule=row.rule,
            direct=row.direct,
            assault=row.assault,
            first_round=row.first_round,
            halves=row.halves,
            defends=row.defends,
            when=row.when,
        )
        for row in tables.combat.firing
    }


def target(tables: Tables) -> dict[str, TargetModifier]:
    """HAN-TM-01 to -08  The target modifiers by id."""
    return {row.id: _target(tables, row) for row in tables.combat.target}


def turns(tables: Tables, scenario: Scenario) -> dict[int, Turn]:
    """HAN-SP-23, HAN-SC-01  The turns of the scenario with the hours they stand for."""
    hours = {turn.number: turn.time for turn in tables.turns.turn}
    later = scenario.first_hour - scenario.first_turn
    played = scenario.played()
    if missing := [turn for turn in played if turn + later not in hours]:
        wrong = f"turn {missing[0]} stands for no hour of the track"
        raise DataError(f"{scenario.id}.toml", "first_hour", wrong)
    return {turn: Turn(turn, hours[turn + later]) for turn in played}


def mine_sites(tables: Tables, ground: Ground) -> frozenset[Hex]:
    """HAN-MI-01  The hexes where mines may be placed."""
    grid, sites = ground.map.grid, tables.areas.mine_sites
    west, east = sites.cols
    taken = {grid.hex(row.hex) for row in tables.victory.objective}
    return frozenset(
        h
        for h in ground.board - taken
        if west <= grid.column(h) <= east and ground.map.terrain[h] not in sites.not_terrain
    )


def control(read: MapReader, tables: Tables, scenario: Scenario) -> dict[Hex, Side]:
    """HAN-CT-01  Who holds which victory hex at the start; "others" are all not named."""
    known = tuple(row.hex for row in tables.victory.objective)
    named = {name for names in scenario.control.values() for name in names}
    found: dict[Hex, Side] = {}
    for side, names in scenario.control.items():
        for name in names:
            many = tuple(h for h in known if h not in named) if name == "others" else (name,)
            for h in read.hexes(f"control.{side}", many):
                if h in found:
                    raise DataError(read.file, f"control.{side}", f"{name} is listed twice")
                found[h] = side
    return dict(sorted(found.items()))


def objectives(
    tables: Tables, scenario: Scenario, grid: Grid, control: Mapping[Hex, Side]
) -> tuple[Objective, ...]:
    """HAN-VP-01 to -27  The hexes that score in the scenario, in the order of the table."""
    read = MapReader(HERE / "victory.toml", grid)
    known = {row.hex: row for row in tables.victory.objective}
    check_once(read.file, "objective", [row.hex for row in tables.victory.objective])
    used = set(chosen(read.file, "objectives", scenario.objectives, known))
    found = []
    for number, row in enumerate(row for row in known.values() if row.hex in used):
        h = read.hex(f"objective.{number}.hex", row.hex)
        if h not in control:
            raise DataError(f"{scenario.id}.toml", "control", f"nobody holds {row.hex}")
        found.append(Objective(h, row.name, row.rule, row.vp, control[h]))
    return tuple(found)


def sudden(tables: Tables, scenario: Scenario, grid: Grid) -> SuddenDeath:
    """HAN-VC-01  The sudden-death conditions the scenario uses."""
    read, used = MapReader(HERE / "victory.toml", grid), scenario.sudden_death
    return SuddenDeath(
        gette=read.hexes("sudden.gette", tables.victory.sudden.gette) if "gette" in used else (),
        tanks=tables.victory.sudden.tanks if "tanks" in used else 0,
        wiped_out="wiped_out" in used,
    )


def _where(
    read: MapReader, scenario_read: MapReader, scenario: Scenario, row: UnitRow
) -> Hex | None:
    """The set-up hex: the scenario's own, or the printed one."""
    if row.id in scenario.setup:
        return scenario_read.hex(f"setup.{row.id}", scenario.setup[row.id])
    return read.hex(f"unit.{row.id}.hex", row.hex) if row.hex else None


def _check_arrival(
    read: MapReader, formation: FormationRow, row: UnitRow, areas: Mapping[str, Area]
) -> None:
    """A unit has a set-up hex, or its formation a turn and an entry."""
    if bool(row.hex) == (formation.turn is not None) or bool(formation.area) == bool(row.hex):
        raise DataError(read.file, f"unit.{row.id}", "needs either hex, or turn and area")
    if formation.area and formation.area not in areas:
        raise DataError.unknown(read.file, f"{formation.id}.area", formation.area, areas)


def _unit(
    scenario: Scenario, formation: FormationRow, row: UnitRow, order: int, where: Hex | None
) -> UnitType:
    return UnitType(
        id=row.id,
        name=row.name,
        formation=formation.name,
        formation_id=formation.id,
        order=order,
        side=formation.side,
        kind=row.kind,
        mobility=row.mobility,
        family=row.afv,
        steps=row.steps,
        attack=row.a,
        reduced=row.reduced,
        defence=row.d,
        range=row.range,
        allowance=row.ma,
        loaded_allowance=row.loaded_ma,
        pioneer=row.stu_pio,
        setup=where,
        loaded=bool(row.loaded_ma) and (where is None or formation.id in scenario.loaded),
        arrival=formation.turn,
        area=formation.area,
    )


def _fire_marker(scenario: Scenario, row: FireMarkerRow) -> Marker:
    """HAN-IF-01, HAN-IF-04  As printed, or as the scenario limits it."""
    use = scenario.markers.get(row.id)
    first, last = use.turns if use else row.turns
    missions = row.missions[: use.missions] if use else row.missions
    return Marker(row.id, row.side, row.kind, "", first, last, missions)


def _target(tables: Tables, row: TargetRow) -> TargetModifier:
    """A target modifier, with the values of its terrain where it names one."""
    terrain = {t.id: t for t in tables.terrain.terrain}.get(row.id)
    return TargetModifier(
        id=row.id,
        title=row.title,
        rule=row.rule,
        direct=terrain.direct if terrain else row.direct,
        indirect=terrain.indirect if terrain else row.indirect,
        assault=terrain.assault if terrain else row.assault,
        defence=row.defence,
        soft_only=terrain is not None,
        when=row.when,
    )
