"""The player's charts of Hannut that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from itertools import groupby

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import falls, signed, span
from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.data.files import FILES, SIDE_TITLES, FiringModifier
from wargame.rules.chance import totals


def _crt(content: HannutContent) -> Rows:
    combat, table = content.combat, content.crt
    names = {column: name.title() for name, column in combat.calibre_column.items()}
    names[combat.mine_column] = "Mine"
    rows = [("Art/Air", *(names.get(column, "") for column in combat.columns), "")]
    for roll in totals():
        cells = [table[column][roll] for column in combat.columns]
        blank = set(cells) == {"-"}
        colour = "-" if blank else "red" if roll in combat.red else "black"
        rows.append((str(roll), *cells, colour))
    return rows


def _fire_odds(content: HannutContent) -> Rows:
    rows = []
    for column in content.combat.columns:
        afv, soft = (content.fire_odds(column, afv=afv) for afv in (True, False))
        rows.append((str(column), *map(str, afv.values()), *map(str, soft.values())))
    return rows


def _rolls(content: HannutContent) -> Rows:
    return [(str(n), str(content.reaction_odds(n)), str(content.check_odds(n))) for n in totals()]


def _firing(content: HannutContent) -> Rows:
    return [(row.title, *_firing_cells(row), row.when) for row in content.combat.firing]


def _firing_cells(row: FiringModifier) -> tuple[str, str]:
    if row.halves:
        return "A halved", "A halved"
    if row.assault is None:
        return signed(row.direct), "not allowed"
    when = ", round 1" if row.first_round else ""
    return signed(row.direct), f"{signed(row.assault)}{when}"


def _target(content: HannutContent) -> Rows:
    return [
        (
            row.title,
            signed(row.direct),
            signed(row.indirect),
            f"D {signed(row.defence)}" if row.defence else signed(row.assault),
            row.when,
        )
        for row in content.target.values()
    ]


def _terrain(content: HannutContent) -> Rows:
    return [
        (
            row.title,
            f"yes (height {signed(row.height)})" if row.height else "no",
            " / ".join(signed(n) for n in (row.direct, row.indirect, row.assault)),
            "Dispersed" if row.disperses else "-",
        )
        for row in content.terrain.terrain
    ]


def _reaction_odds(content: HannutContent) -> Rows:
    table = content.reaction
    units = {"German tank or AT": table.german_tank_or_at, "any other": table.other}
    rows = []
    for label, basic in units.items():
        needed = [basic - table.distance * far for far in (1, 2, 3)]
        rows.append((label, *(f"{n} ({content.reaction_odds(n)})" for n in needed)))
    return rows


def _artillery(content: HannutContent) -> Rows:
    rows = []
    for marker in content.fire_schedule:
        missions = [
            f"{m.name} {m.calibre.title()}" + (f" (turns {span(*m.turns)} only)" if m.turns else "")
            for m in marker.missions
        ]
        if marker.kind == "artillery":
            side = SIDE_TITLES[marker.side]
            rows.append((marker.id, side, span(*marker.turns), "; ".join(missions)))
    return rows


def _stukas(content: HannutContent) -> Rows:
    stukas = [marker for marker in content.fire_schedule if marker.kind == "stuka"]

    def in_cup(turn: int) -> str:
        return ", ".join(m.id for m in stukas if m.in_cup(turn)) or "none"

    rows = []
    for text, group in groupby(content.scenario.played(), in_cup):
        turns = list(group)
        rows.append((span(turns[0], turns[-1]), text))
    return rows


def _formations(content: HannutContent) -> Rows:
    return [
        (f.id, SIDE_TITLES[f.side], f.name, f.marker, str(f.command), str(len(f.units)))
        for f in content.formations.values()
    ]


def _reinforcements(content: HannutContent) -> Rows:
    if not content.scenario.reinforcements:
        return [("none", "-", "no reinforcements")]
    entries = {area.id: content.grid.name(area.hex) for area in content.areas.values()}
    late = [f for f in content.formations.values() if f.arrival is not None]
    late.sort(key=lambda f: f.arrival or 0)
    return [(f.id, str(f.arrival), f"{f.area} ({entries[f.area]})") for f in late]


def _objectives(content: HannutContent) -> Rows:
    name = content.grid.name
    return [
        (name(o.hex), o.name, str(o.vp), SIDE_TITLES[content.control[o.hex]], o.rule)
        for o in content.objectives
    ]


def _victory(content: HannutContent) -> Rows:
    bands, sudden = content.scenario.band, content.sudden
    labels = falls([band.at_least for band in bands])
    rows = [(label, band.level) for label, band in zip(labels, bands, strict=True)]
    if content.scenario.tank_losses:
        rows.append(("each tank unit eliminated", "+1 if French, -1 if German"))
    gette = ", ".join(content.grid.name(h) for h in sudden.gette)
    texts = {
        "gette": (f"Germans control {gette} at the end of a turn", "German decisive"),
        "tanks": (f"{sudden.tanks} German tank units eliminated", "French decisive"),
        "wiped_out": ("a side has no combat unit left and none to enter", "the other side wins"),
    }
    return [*rows, *(texts[condition] for condition in content.scenario.sudden_death)]


hannut_charts = chart_book(
    FILES.data("charts.toml"),
    _crt, _fire_odds, _rolls, _firing, _target, _terrain, _reaction_odds,
    _artillery, _stukas, _formations, _reinforcements, _objectives, _victory,
)  # fmt: skip
"""Every chart of a scenario by name."""
