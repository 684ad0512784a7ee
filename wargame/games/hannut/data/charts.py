"""The player's charts of Hannut, worked out from the tables the engine uses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wargame.content.chart import Chart, ChartRow, read_charts, with_rows
from wargame.content.figures import in_halves, signed, span
from wargame.games.hannut.data import build, odds
from wargame.games.hannut.data.files import (
    SIDE_TITLES,
    ByMobility,
    FiringRow,
    Mission,
    Tables,
)
from wargame.games.hannut.data.scenario import Scenario

CHARTS = Path(__file__).with_name("charts.toml")
Rows = list[tuple[str, ...]]


def hannut_charts(tables: Tables, scenario: Scenario) -> dict[str, Chart]:
    """Every chart by name; those that speak of turns and victory are the scenario's own."""
    charts = read_charts(CHARTS)
    for name, rows in _ROWS.items():
        lines = tuple(ChartRow(row[0], row[1:]) for row in rows(tables, scenario))
        charts[name] = with_rows(charts[name], lines)
    return charts


def _crt(tables: Tables, _: Scenario) -> Rows:
    combat, table = tables.combat, build.crt(tables)
    names = {column: name.title() for name, column in combat.calibre_column.items()}
    names[combat.mine_column] = "Mine"
    rows: Rows = [("Art/Air", *(names.get(column, "") for column in combat.columns), "")]
    for roll in odds.ROLLS:
        cells = [table[column][roll] for column in combat.columns]
        blank = set(cells) == {"-"}
        colour = "-" if blank else "red" if roll in combat.red else "black"
        rows.append((str(roll), *cells, colour))
    return rows


def _fire_odds(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = []
    for column, results in build.crt(tables).items():
        afv = odds.fire_odds(results, tables.combat.red)
        soft = odds.fire_odds(results, ())
        rows.append((str(column), *map(str, afv.values()), *map(str, soft.values())))
    return rows


def _rolls(tables: Tables, _: Scenario) -> Rows:
    natural = tables.checks.factors.natural
    return [(str(n), str(odds.or_less(n)), str(odds.check_odds(n, natural))) for n in odds.ROLLS]


def _firing(tables: Tables, _: Scenario) -> Rows:
    return [(row.title, *_firing_cells(row), row.when) for row in tables.combat.firing]


def _firing_cells(row: FiringRow) -> tuple[str, str]:
    if row.halves:
        return "A halved", "A halved"
    if row.assault is None:
        return signed(row.direct), "not allowed"
    when = ", round 1" if row.first_round else ""
    return signed(row.direct), f"{signed(row.assault)}{when}"


def _target(tables: Tables, _: Scenario) -> Rows:
    return [
        (
            row.title,
            signed(row.direct),
            signed(row.indirect),
            f"D {signed(row.defence)}" if row.defence else signed(row.assault),
            row.when,
        )
        for row in build.target(tables).values()
    ]


def _movement(tables: Tables, _: Scenario) -> Rows:
    table = tables.terrain
    rows: Rows = [(row.title, *_prices(row)) for row in table.terrain]
    rows.append(("cliff hexside", *_prices(table.cliff, "+")))
    rows.append(("main road (In Column)", *_prices(table.road.main)))
    rows.append(("secondary road (In Column)", *_prices(table.road.secondary)))
    rows.append(("stream hexside, no bridge", *_prices(table.stream, "+")))
    rows.append(("mines in the hex entered", *_prices(table.mines, "+")))
    rows.append(("firing during movement", *["half MA"] * 3))
    rows.append(("assault", *[f"1/{tables.limits.assault_part} of full MA + the hex"] * 3))
    return rows


def _prices(row: ByMobility, sign: str = "") -> tuple[str, ...]:
    return tuple(f"{sign}{in_halves(h)}" for h in (row.infantry, row.motorized, row.tracked))


def _terrain(tables: Tables, _: Scenario) -> Rows:
    rows: Rows = [
        (
            row.title,
            f"yes (height {signed(row.height)})" if row.height else "no",
            " / ".join(signed(n) for n in (row.direct, row.indirect, row.assault)),
            "Dispersed" if row.disperses else "-",
        )
        for row in tables.terrain.terrain
    ]
    river = next(row for row in tables.combat.firing if row.id == "river")
    rows.append(("stream", "no", f"assault {signed(river.assault or 0)} round 1", "same"))
    rows.append(("cliff", "no", "-", "movement only"))
    rows.append(("railway", "no", "-", "drawing only"))
    return rows


def _reaction(tables: Tables, _: Scenario) -> Rows:
    table = tables.checks.reaction
    return [
        ("German tank and AT", str(table.german_tank_or_at)),
        ("all other", str(table.other)),
        ("Out of Command", signed(table.out_of_command)),
        ("Neutralized", signed(table.neutralized)),
        ("Fatigued", signed(table.fatigued)),
        ("Demoralized", signed(table.demoralized)),
        ("each hex of distance", signed(table.distance)),
    ]


def _reaction_odds(tables: Tables, _: Scenario) -> Rows:
    table = tables.checks.reaction
    rows: Rows = []
    for label, basic in (
        ("German tank or AT", table.german_tank_or_at),
        ("any other", table.other),
    ):
        needed = [basic - table.distance * far for far in (1, 2, 3)]
        rows.append((label, *(f"{n} ({odds.or_less(n)})" for n in needed)))
    return rows


def _factors(tables: Tables, _: Scenario) -> Rows:
    table = tables.checks.factors
    return [
        ("Germans", str(table.german)),
        ("French", str(table.allied)),
        ("Demoralized", signed(table.demoralized)),
        ("Fatigued", signed(table.fatigued)),
        ("HQ Neutralized or eliminated", signed(table.hq)),
        ("Neutralized unit", signed(table.neutralized)),
        ("never lower than", str(table.least)),
    ]


def _states(tables: Tables, _: Scenario) -> Rows:
    return [
        (row.title, row.letter, row.set_by, row.effects, row.removed_by)
        for row in tables.states.state
    ]


def _artillery(tables: Tables, scenario: Scenario) -> Rows:
    return [
        (
            marker.id,
            SIDE_TITLES[marker.side],
            span(marker.first_turn, marker.last_turn),
            "; ".join(_mission(mission) for mission in marker.missions),
        )
        for marker in build.fire_markers(tables, scenario)
        if marker.kind == "artillery"
    ]


def _mission(mission: Mission) -> str:
    text = f"{mission.name} {mission.calibre.title()}"
    return f"{text} (turns {span(*mission.turns)} only)" if mission.turns else text


def _stukas(tables: Tables, scenario: Scenario) -> Rows:
    rows: list[tuple[int, int, str]] = []
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        found = [
            marker.id
            for marker in build.fire_markers(tables, scenario)
            if marker.kind == "stuka" and marker.in_cup(turn)
        ]
        text = ", ".join(found) or "none"
        if rows and rows[-1][2] == text:
            rows[-1] = (rows[-1][0], turn, text)
        else:
            rows.append((turn, turn, text))
    return [(span(first, last), text) for first, last, text in rows]


def _transmission(tables: Tables, _: Scenario) -> Rows:
    table = tables.indirect.transmission
    return [
        ("German", f"{table.german} or less"),
        ("French", f"{table.allied} or less"),
        ("observer is a Neutralized HQ", f"{signed(table.neutralized_hq)} to the roll"),
        ("observer is an armoured-car unit", f"{signed(table.armoured_car)} to the roll"),
        ("hexes from observer to target, at most", str(tables.indirect.observe)),
    ]


def _formations(tables: Tables, scenario: Scenario) -> Rows:
    rows: Rows = []
    for row in tables.units.formation:
        used = [u for u in row.units if u.id in scenario.units or "all" in scenario.units]
        if used:
            side, command = SIDE_TITLES[row.side], str(row.command)
            rows.append((row.id, side, row.name, row.marker, command, str(len(used))))
    return rows


def _reinforcements(tables: Tables, scenario: Scenario) -> Rows:
    entries = {area.id: area.hex for area in tables.areas.area}
    rows: Rows = [
        (row.id, str(row.turn), f"{row.area} ({entries[row.area]})")
        for row in sorted(tables.units.formation, key=lambda row: row.turn or 0)
        if row.turn is not None
    ]
    return rows if scenario.reinforcements else [("none", "-", "no reinforcements")]


def _limits(tables: Tables, _: Scenario) -> Rows:
    table = tables.limits
    return [
        ("combat units of a side in a hex", str(table.stack)),
        ("HQs in addition", str(table.stack_hqs)),
        ("combat units In Column ending in a hex", str(table.stack_columns)),
        ("attackers in an assault", str(table.attackers)),
        ("rounds of an assault", str(table.rounds)),
        ("hexes of a retreat", str(table.retreat)),
        ("hexes of a Neutralized unit's voluntary retreat", str(table.retreat_neutralized)),
        ("range of a Neutralized or Demoralized unit", str(table.shaken_range)),
        ("turns until a lost HQ returns", str(table.hq_return)),
    ]


def _turns(tables: Tables, scenario: Scenario) -> Rows:
    return [(str(turn.number), turn.time) for turn in build.turns(tables, scenario).values()]


def _objectives(tables: Tables, scenario: Scenario) -> Rows:
    german = scenario.control["german"]
    return [
        (
            row.hex,
            row.name,
            str(row.vp),
            SIDE_TITLES["german" if row.hex in german else "allied"],
            row.rule,
        )
        for row in tables.victory.objective
        if row.hex in scenario.objectives or "all" in scenario.objectives
    ]


def _victory(tables: Tables, scenario: Scenario) -> Rows:
    rows: Rows = []
    high: int | None = None
    for band in scenario.band:
        rows.append((span(band.at_least, high), band.level))
        high = None if band.at_least is None else band.at_least - 1
    if scenario.tank_losses:
        rows.append(("each tank unit eliminated", "+1 if French, -1 if German"))
    sudden = tables.victory.sudden
    texts = {
        "gette": (
            f"Germans control {', '.join(sudden.gette)} at the end of a turn",
            "German decisive",
        ),
        "tanks": (f"{sudden.tanks} German tank units eliminated", "French decisive"),
        "wiped_out": ("a side has no combat unit left and none to enter", "the other side wins"),
    }
    return [*rows, *(texts[condition] for condition in scenario.sudden_death)]


_ROWS: dict[str, Callable[[Tables, Scenario], Rows]] = {
    "crt": _crt,
    "fire_odds": _fire_odds,
    "rolls": _rolls,
    "firing": _firing,
    "target": _target,
    "movement": _movement,
    "terrain": _terrain,
    "reaction": _reaction,
    "reaction_odds": _reaction_odds,
    "factors": _factors,
    "states": _states,
    "artillery": _artillery,
    "stukas": _stukas,
    "transmission": _transmission,
    "formations": _formations,
    "reinforcements": _reinforcements,
    "limits": _limits,
    "turns": _turns,
    "objectives": _objectives,
    "victory": _victory,
}
