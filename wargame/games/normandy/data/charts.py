"""The player's charts of Normandy that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import falls, in_halves, runs, signed, span
from wargame.games.normandy import dice
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.counters import UnitType
from wargame.games.normandy.data.files import FILES, NATION_TITLES, SIDE_TITLES, UpTo
from wargame.games.normandy.data.ground import RiverRow, TerrainRow
from wargame.games.normandy.data.staff import Facility

_HALVES = {0: "0", 1: "half", 2: "full"}


def _labels(rows: Iterable[UpTo]) -> list[str]:
    return runs([row.up_to for row in rows])


def _pair(first: int, second: int) -> str:
    return str(first) if first == second else f"{first}/{second}"


# -- weather, sea, air ----------------------------------------------------------------------------


def _weather(content: NormandyContent) -> Rows:
    rows = content.sky.weather
    return [
        (
            label,
            row.title,
            signed(row.sea),
            _pair(row.support, row.support_operation),
            signed(row.drm),
            str(row.targeted),
        )
        for label, row in zip(_labels(rows), rows, strict=True)
    ]


def _weather_odds(content: NormandyContent) -> Rows:
    """A line for each month of the scenario that is rolled for, and the Great Storm."""
    rows: dict[str, tuple[str, ...]] = {}
    for turn in content.turns:
        throw, month = dice.weather(content, turn), content.turns[turn].month.title()
        label = "Great Storm" if turn in content.sky.storm.turns else month
        found = throw.chances()
        rows[label] = (label, *(str(int(36 * found.get(w, 0))) for w in content.weathers))
    return list(rows.values())


def _sea(content: NormandyContent) -> Rows:
    rows = content.sky.sea
    return [
        (
            label,
            row.title,
            *(_HALVES[n] for n in (row.beaches, row.mulberries, row.ports)),
            "yes" if row.naval else "no",
            "yes" if row.replacements else "none",
            str(row.heavy),
        )
        for label, row in zip(_labels(rows), rows, strict=True)
    ]


def _sea_odds(content: NormandyContent) -> Rows:
    rows = []
    for row in reversed(content.sky.weather):
        found = dice.sea(content, row.id).chances()
        rows.append((row.title, *(str(int(6 * found.get(sea, 0))) for sea in content.seas)))
    return rows


def _air_points(content: NormandyContent) -> Rows:
    points = content.air.points.items()
    return [(content.weathers[kind].title, *map(str, line)) for kind, line in points]


def _air_periods(content: NormandyContent) -> Rows:
    starts, rows = 1, []
    for row in content.air.period:
        rows.append((f"turns {span(starts, row.up_to)}", *[signed(row.modifier)] * 6))
        starts = (row.up_to or 0) + 1
    return rows


def _interdiction(content: NormandyContent) -> Rows:
    levels = content.air.level
    return [
        (
            label,
            str(row.level),
            *(str(row.strategic[printed]) for printed in (24, 14, 12, 10, 8)),
            in_halves(row.mech_primary),
            f"a moved stack: {span(1, row.struck)} disorganizes a unit; reinforcements: "
            f"{span(1, row.late)} is a turn late"
            if row.struck
            else "-",
        )
        for label, row in zip(_labels(levels), levels, strict=True)
    ]


def _bombs(content: NormandyContent) -> Rows:
    rows = content.air.bombs
    far, near = (dice.bombs(content, near=n).chances() for n in (False, True))
    return [
        (
            label,
            row.title,
            str(int(36 * far[row.id])),
            str(int(36 * near[row.id])),
            str(row.steps),
            row.effect,
        )
        for label, row in zip(_labels(rows), rows, strict=True)
    ]


# -- support, replacements ------------------------------------------------------------------------


def _facilities(content: NormandyContent) -> Rows:
    return [
        (
            row.title,
            " and ".join(content.grid.name(h) for h in row.hexes),
            NATION_TITLES[row.nation],
            f"{row.points}, later {row.later.points}" if row.later else str(row.points),
            _from(row),
        )
        for row in content.facilities.values()
    ]


def _from(row: Facility) -> str:
    if row.later:
        return f"{row.works} turns after it was taken, {row.later.points} after {row.later.works}"
    if row.works:
        return f"{row.works} turns after it was taken"
    return f"turn {span(row.first, row.last)}" if row.last else f"turn {row.first}"


def _levels(content: NormandyContent) -> Rows:
    rows, times = content.support.level, content.support.points.by_level
    labels = _labels(rows)
    return [
        (label, str(row.level), str(times * row.level))
        for label, row in zip(labels, rows, strict=True)
    ]


def _income(content: NormandyContent) -> Rows:
    levels = sorted(content.support.level, key=lambda row: row.level)
    dice = range(len(levels[0].income))
    return [(str(die + 1), *(str(row.income[die]) for row in levels)) for die in dice]


def _german_income(content: NormandyContent) -> Rows:
    rows = content.support.german_income
    return [(label, str(row.points)) for label, row in zip(_labels(rows), rows, strict=True)]


def _replacements(content: NormandyContent) -> Rows:
    rows, since = [], Counter[str]()
    for row in content.replacement.allied:
        label = f"{NATION_TITLES[row.nation]}, turns {span(since[row.nation] + 1, row.up_to)}"
        rows.append((label, *map(str, row.points)))
        since[row.nation] = row.up_to or 0
    read = dice.german_replacements(content, 0, withdrawn=False).result
    return [*rows, ("German, die less Level", *(read(die) for die in range(1, 7)))]


def _build_up(content: NormandyContent) -> Rows:
    if not content.plays("build_up"):
        return []
    since, rows = 1, []
    for row in content.limits.build_up:
        label = f"from an Allied unit to a beach, turns {span(since, row.up_to)}"
        rows.append((label, str(row.reach)))
        since = (row.up_to or 0) + 1
    return rows


# -- ground, combat -------------------------------------------------------------------------------


def _terrain(content: NormandyContent) -> Rows:
    table = content.terrain
    rows = [_terrain_row(row) for row in table.terrain if row.land]
    rows += [_river_row(row) for row in table.river]
    for name in ("primary", "secondary"):
        foot, mech = (table.road.rate(name, m) for m in ("foot", "mech"))
        rows.append((f"{name} road", in_halves(foot), in_halves(mech), "-", "instead of terrain"))
    added = table.added
    rows += [
        ("heights", "-", "-", signed(added.heights.drm), "beside the terrain"),
        ("Improved Position", "-", "-", signed(added.improved.drm), ""),
        ("Entrenchment", "-", "-", signed(added.entrenchment.drm), "in its place"),
        ("fortress", "-", "-", signed(added.fortress.drm), "beside both, while its HQ lives"),
    ]
    notes = {"rubble": "permanent", "bombed": "Allied units; until the end of the player-turn"}
    for name, note in notes.items():
        row = getattr(added, name)
        costs = (f"+{in_halves(row.foot)}", f"+{in_halves(row.mech)}")
        rows.append((name, *costs, signed(row.drm), note))
    return rows


def _terrain_row(row: TerrainRow) -> tuple[str, ...]:
    notes = {
        "need not attack": row.exempt,
        "no construction": not row.builds,
        "no enemy ZOC into it": row.shelter,
        "determined stand": row.stand,
    }
    mech = in_halves(row.mech) if row.mech else "road only"
    told = ", ".join(note for note, true in notes.items() if true)
    return row.title, in_halves(row.foot), mech, signed(row.drm), told


def _river_row(row: RiverRow) -> tuple[str, ...]:
    costs = [f"+{in_halves(n)}" if n else "by bridge only" for n in (row.foot, row.mech)]
    drm, bridge = signed(row.drm), signed(row.drm_bridge)
    notes = {
        "no ZOC or supply without a bridge": row.shuts,
        "mech attacks by bridge only": row.attackers == ("foot",),
        "attacks by bridge only": not row.attackers,
    }
    told = ", ".join(note for note, true in notes.items() if true)
    return row.title, *costs, drm if drm == bridge else f"{drm}, bridge {bridge}", told


def _crt(content: NormandyContent) -> Rows:
    return [
        (str(total), *(cell.code for cell in cells)) for total, cells in content.combat.crt.items()
    ]


def _support_spent(content: NormandyContent) -> Rows:
    spent = content.combat.support
    rows = [
        (
            f"{n} support points in attack",
            signed(value),
            "Operation attack only" * (n > spent.attack_most),
        )
        for n, value in enumerate(spent.attack)
    ]
    return [*rows, ("1 support point in defence", signed(spent.defence[1]), "")]


def _weather_modifiers(content: NormandyContent) -> Rows:
    return [(row.title, signed(row.drm), "every attack") for row in content.sky.weather if row.drm]


def _attrition(content: NormandyContent) -> Rows:
    table = content.combat.attrition
    columns = [(table.attacker, 1, 2), (table.defender, 2, 1)]
    rows = []
    for numbers, place, _ in columns:
        who = "defender" if place == 1 else "attacker"
        for label, row in zip(_labels(numbers), numbers, strict=True):
            cells = [str(row.number), "-"] if place == 1 else ["-", str(row.number)]
            rows.append((f"{who}'s steps {label}", *cells))
    ground = max(row.attrition for row in content.terrain.terrain)
    white, black = table.white, table.black
    most = f"{table.least} to {table.most}"
    return [
        *rows,
        ("target neither clear nor marsh", signed(ground), "-"),
        ("Improved Position", signed(white.position), signed(black.improved)),
        ("Entrenchment", signed(white.position), signed(black.entrenchment)),
        ("Bombed marker", signed(white.bombed), "-"),
        (
            f"Ground Support points, {white.ground_support_points} or more",
            signed(white.ground_support),
            "-",
        ),
        (f"artillery points ahead by {black.artillery_lead} or more", "-", signed(black.artillery)),
        ("the number stays", most, most),
    ]


# -- who there is ---------------------------------------------------------------------------------


def _armies(content: NormandyContent) -> Rows:
    names = {unit.id: unit.name for unit in content.units.values()}
    rows = []
    for army in content.armies.values():
        own = [names[row.id] for row in content.hqs.values() if army.id in (row.army, row.later)]
        start = content.scenario.reserve.get(army.id, 0)
        rows.append((army.title, str(start), str(army.cap), str(army.first), ", ".join(own)))
    return rows


def _formations(content: NormandyContent) -> Rows:
    return [
        (
            f.id,
            f.name,
            ", ".join(content.units[unit_id].name for unit_id in f.units),
        )
        for f in content.formations.values()
    ]


def _reinforcements(content: NormandyContent) -> Rows:
    late = [unit for unit in content.units.values() if unit.arrival is not None]
    rows = []
    for turn in sorted({unit.arrival for unit in late if unit.arrival is not None}):
        now = [unit for unit in late if unit.arrival == turn]
        rows.append((str(turn), *(_coming(content, now, side) for side in SIDE_TITLES)))
    return rows


def _coming(content: NormandyContent, units: list[UnitType], side: str) -> str:
    """Those of a side by area; a division by its name, with those that come where it is not whole."""
    found: dict[str, dict[str, list[str]]] = {}
    for unit in units:
        if unit.side == side:
            found.setdefault(unit.area, {}).setdefault(unit.formation_id, []).append(unit.name)
    texts = []
    for area, formations in found.items():
        names = [_arrived(content, formation, own) for formation, own in formations.items()]
        texts.append(f"{area}: {', '.join(names)}")
    return "; ".join(texts) or "-"


def _arrived(content: NormandyContent, formation_id: str, own: list[str]) -> str:
    formation, names = content.formations[formation_id], ", ".join(own)
    if not formation.division:
        return names
    whole = len(own) == len(formation.units)
    return formation.name if whole else f"{formation.name} ({names})"


def _areas(content: NormandyContent) -> Rows:
    name = content.grid.name
    return [
        (area.id, area.name, " ".join(map(name, area.hexes)), " ".join(area.next) or "-")
        for area in content.areas.values()
    ]


def _turns(content: NormandyContent) -> Rows:
    turns = content.turns.values()
    return [(str(t.number), t.date, "counted" if t.shaded else "") for t in turns]


# -- victory --------------------------------------------------------------------------------------


def _operation_points(content: NormandyContent) -> Rows:
    rows = []
    for side, title in SIDE_TITLES.items():
        own = [row for row in content.victory.operation if row.side == side]
        for label, row in zip(falls([row.at_least for row in own]), own, strict=True):
            cells = (signed(row.vp), "") if side == "allied" else ("", signed(row.vp))
            rows.append((f"{title} Operation that gained {label} hexes", *cells))
    return rows


def _victory(content: NormandyContent) -> Rows:
    bands, points = content.scenario.band, content.scenario.points
    labels = falls([band.at_least for band in bands])
    rows = [(label, band.level) for label, band in zip(labels, bands, strict=True)]
    if points is None:
        return rows
    rows += [(f"{goal.hex} {goal.name}, CW control", f"CW {goal.vp}") for goal in points.hex]
    beyond = f"a CW combat unit In Supply in {', '.join(points.beyond.hexes)}"
    return [
        *rows,
        (beyond, f"CW {points.beyond.vp}"),
        ("each side's losses", f"steps divided by {points.losses}, fractions down, to the other"),
    ]


normandy_charts = chart_book(
    FILES.data("charts.toml"),
    _weather, _weather_odds, _sea, _sea_odds, _air_points, _air_periods, _interdiction, _bombs,
    _facilities, _levels, _income, _german_income, _replacements, _build_up, _terrain, _crt,
    _support_spent, _weather_modifiers, _attrition, _armies, _formations, _reinforcements, _areas,
    _turns, _operation_points, _victory,
)  # fmt: skip
"""Every chart of a scenario by name."""
