"""The player's charts of Arras, worked out from the tables the engine uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from wargame.content.chart import Chart, ChartRow, read_charts, with_rows
from wargame.content.figures import in_halves, signed, span
from wargame.games.arras.data.files import (
    Interception,
    InterceptionFile,
    Result,
    Scenario,
    ShiftRow,
    Tables,
)

CHARTS = Path(__file__).with_name("charts.toml")
DICE = range(1, 7)
Rows = list[tuple[str, ...]]


def arras_charts(tables: Tables, scenario: Scenario) -> dict[str, Chart]:
    """Every chart by name; those that speak of victory are the scenario's own."""
    charts = read_charts(CHARTS)
    for name, rows in _ROWS.items():
        lines = tuple(ChartRow(row[0], row[1:]) for row in rows(tables, scenario))
        charts[name] = with_rows(charts[name], lines)
    return charts


def shift_value(tables: Tables, shift: ShiftRow) -> int:
    """ARR-CO-14  A shift's columns, from the terrain table where it has no value of its own."""
    if shift.value is not None:
        return shift.value
    terrain = {row.id: row.shift for row in tables.terrain.terrain}
    return {"hill": tables.terrain.hill.shift, "water": tables.terrain.water.shift, **terrain}[
        shift.id
    ]


def crt_entry(entry: str) -> tuple[Result, Result]:
    """An entry of the combat table as (attacker, defender)."""
    results: dict[str, Result] = {"-": "-", "D": "D", "R1": "R1", "R2": "R2", "E": "E"}
    attacker, _, defender = entry.partition("/")
    return results[attacker], results[defender]


def intercepted(table: InterceptionFile, total: int) -> Interception:
    """ARR-AR-04  The result of an interception total."""
    rows = (row for row in table.result if row.up_to is None or total <= row.up_to)
    return next(rows).id


def _terrain(tables: Tables, _: Scenario) -> Rows:
    table = tables.terrain
    rows: Rows = [
        (
            row.title,
            *(in_halves(halves) for halves in (row.foot, row.wheeled, row.tracked)),
            signed(row.shift),
            signed(row.bombard),
        )
        for row in table.terrain
    ]
    hill = f"{signed(table.hill.shift)} if no attacker stands on a hill"
    rows.append(("hill", *[f"+{in_halves(table.hill.cost)}"] * 3, hill, signed(table.hill.bombard)))
    water = f"{signed(table.water.shift)} (water)"
    road_only = ["road cost only"] * 3
    rows.append(("stream, no road across", *[f"+{in_halves(table.water.stream)}"] * 3, water, ""))
    rows.append(("stream, road across", *road_only, water, ""))
    rows.append(("river, no bridge", *["prohibited"] * 3, "no combat", ""))
    rows.append(("river, bridged", *road_only, water, ""))
    for label, halves in (
        ("main road step", table.road.main),
        ("minor road step", table.road.minor),
        ("into a city hex by any road", table.road.city),
    ):
        rows.append((label, *[in_halves(halves)] * 3, "", ""))
    return rows


def _crt(tables: Tables, _: Scenario) -> Rows:
    return [(str(die), *tables.combat.crt[die]) for die in DICE]


def _shifts(tables: Tables, _: Scenario) -> Rows:
    return [(s.title, signed(shift_value(tables, s)), s.when) for s in tables.combat.shift]


def _bombard(tables: Tables, _: Scenario) -> Rows:
    table = tables.bombardment
    ratings = {unit.bombard for f in tables.units.formation for unit in f.units}
    ratings |= {unit.strike for unit in tables.units.air}
    rows: Rows = [
        ("disrupted at a total of", f"{table.needed} or more"),
        ("artillery or strike rating", f"{signed(min(ratings))} to {signed(max(ratings))}"),
    ]
    for row in tables.terrain.terrain:
        rows.append((f"target in {row.title}", signed(row.bombard)))
    rows.append(("target on a hill", signed(tables.terrain.hill.bombard)))
    rows.append(("target is armour", signed(table.armour)))
    rows.append(("Maximum Allied Air Effort, Allied strikes", signed(table.max_air_effort)))
    rows.append(("striker shot down on a natural", span(1, table.striker_down.alone)))
    rows.append(("striker shot down, flak in the hex", span(1, table.striker_down.flak)))
    return rows


def _bombard_odds(tables: Tables, _: Scenario) -> Rows:
    table = tables.bombardment
    terrain = {row.id: row.bombard for row in tables.terrain.terrain}
    open_to = [terrain["clear"], terrain["village"], terrain["city"]]
    targets = open_to + [modifier + table.armour for modifier in open_to]
    return [
        (
            signed(rating),
            *(str(sum(d + rating + m >= table.needed for d in DICE)) for m in targets),
        )
        for rating in (-1, 0, 1)
    ]


def _intercept(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = []
    low: int | None = None
    for row in tables.interception.result:
        rows.append((span(low, row.up_to), row.text))
        low = None if row.up_to is None else row.up_to + 1
    effort = f"{signed(tables.interception.max_air_effort)} to German rolls"
    rows.append(("Maximum Allied Air Effort", effort))
    rows.append(("unit shot down", f"returns {tables.interception.down_turns} turns later"))
    return rows


def _intercept_odds(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = []
    for net in range(-2, 3):
        seen = Counter(intercepted(tables.interception, die + net) for die in DICE)
        rows.append((signed(net), *(str(seen[row.id]) for row in tables.interception.result)))
    return rows


def _air(tables: Tables, _: Scenario) -> Rows:
    return [
        (unit.name, unit.side.title(), signed(unit.air), signed(unit.strike))
        for unit in tables.units.air
    ]


def _reinforcement(tables: Tables, scenario: Scenario) -> Rows:
    rows: Rows = [("1", "none")]
    for turn in range(2, len(tables.turns.turn) + 1):
        rows.append((str(turn), span(1, min(turn - 1, 6))))
    die = tables.areas.entry
    each = f"{signed(die.interdiction)} to the die, at most {signed(die.interdiction_most)}"
    rows.append(("each interdiction marker on the area", each))
    rows.append(("Refugees Clog the Road", f"{signed(die.refugees)} to the die, both sides"))
    return rows if scenario.reinforcements else [("any", "no reinforcements in this scenario")]


def _events(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = []
    for event in tables.events.event:
        ways = sum(6 - abs(roll - 7) for roll in event.rolls)
        rolls = ", ".join(str(roll) for roll in event.rolls)
        rows.append((rolls, event.title, str(ways), event.effect))
    return rows


def _turns(tables: Tables, scenario: Scenario) -> Rows:
    return [
        (str(turn.number), f"{turn.date} {turn.time}", turn.light)
        for turn in tables.turns.turn
        if scenario.first_turn <= turn.number <= scenario.last_turn
    ]


def _victory(_: Tables, scenario: Scenario) -> Rows:
    rows: Rows = []
    high: int | None = None
    for band in scenario.band:
        low = band.at_least
        rows.append((_margin(low, high), band.level))
        high = None if low is None else low - 1
    rows.append(("Allied points for the day gained", signed(scenario.allied_bonus)))
    return rows


def _margin(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{signed(low)} to {signed(high)}"
    return f"{signed(high or 0)} or less" if low is None else f"{signed(low)} or more"


def _points(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = [
        (kind.replace("_", " "), str(points)) for kind, points in tables.victory.kill.items()
    ]
    return [*rows, ("Rommel lost", str(tables.victory.rommel_lost))]


def _objectives(tables: Tables, scenario: Scenario) -> Rows:
    return [
        (row.name, row.hex, str(row.vp), row.control.title())
        for row in tables.victory.objective
        if row.hex in scenario.objectives or "all" in scenario.objectives
    ]


def _chances(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = []
    for number, column in enumerate(tables.combat.columns):
        entries = [crt_entry(tables.combat.crt[die][number]) for die in DICE]
        attacker = Counter(entry[0] for entry in entries)
        defender = Counter(entry[1] for entry in entries)
        lost = attacker["R1"] + attacker["R2"] + attacker["E"]
        counts = [attacker["-"], lost, *(defender[r] for r in ("-", "D", "R1", "R2", "E"))]
        rows.append((column.name, *(str(count) for count in counts)))
    return rows


_ROWS: dict[str, Callable[[Tables, Scenario], Rows]] = {
    "terrain": _terrain,
    "crt": _crt,
    "shifts": _shifts,
    "bombard": _bombard,
    "bombard_odds": _bombard_odds,
    "intercept": _intercept,
    "intercept_odds": _intercept_odds,
    "air": _air,
    "reinforcement": _reinforcement,
    "events": _events,
    "turns": _turns,
    "victory": _victory,
    "points": _points,
    "objectives": _objectives,
    "chances": _chances,
}
