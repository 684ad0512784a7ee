"""The player's charts of Arras that are worked out; the others take their numbers in charts.toml."""

from __future__ import annotations

from collections import Counter

from wargame.content.chart import Rows, chart_book
from wargame.content.figures import falls, margin, runs, signed, span
from wargame.games.arras.content import DICE, ArrasContent
from wargame.games.arras.data.files import FILES


def _crt(content: ArrasContent) -> Rows:
    entries = content.combat.crt
    return [(str(die), *("/".join(entry) for entry in entries[die])) for die in DICE]


def _ratings(content: ArrasContent) -> Rows:
    """The least and the best rating of anything that bombards, of all scenarios."""
    guns = (row.get("bombard", 0) for each in content.listed.formation for row in each["units"])
    ratings = {*guns, *(unit.strike for unit in content.listed.air)}
    return [("artillery or strike rating", f"{signed(min(ratings))} to {signed(max(ratings))}")]


def _bombard_odds(content: ArrasContent) -> Rows:
    table = content.bombardment
    terrain = {row.id: row.bombard for row in content.terrain.terrain}
    open_to = [terrain["clear"], terrain["village"], terrain["city"]]
    targets = open_to + [modifier + table.armour for modifier in open_to]
    return [
        (
            signed(rating),
            *(str(sum(d + rating + m >= table.needed for d in DICE)) for m in targets),
        )
        for rating in (-1, 0, 1)
    ]


def _intercept(content: ArrasContent) -> Rows:
    rows = content.interception.result
    labels = runs([row.up_to for row in rows])
    return [(label, row.text) for label, row in zip(labels, rows, strict=True)]


def _intercept_odds(content: ArrasContent) -> Rows:
    rows = []
    for net in range(-2, 3):
        seen = Counter(content.intercepted(die + net) for die in DICE)
        rows.append((signed(net), *(str(seen[row.id]) for row in content.interception.result)))
    return rows


def _reinforcement(content: ArrasContent) -> Rows:
    if not content.scenario.reinforcements:
        return [("any", "no reinforcements in this scenario")]
    die, turns = content.entry.entry, len(content.printed_turns)
    each = f"{signed(die.interdiction)} to the die, at most {signed(die.interdiction_most)}"
    return [
        ("1", "none"),
        *((str(turn), span(1, min(turn - 1, 6))) for turn in range(2, turns + 1)),
        ("each interdiction marker on the area", each),
        ("Refugees Clog the Road", f"{signed(die.refugees)} to the die, both sides"),
    ]


def _events(content: ArrasContent) -> Rows:
    return [
        (
            ", ".join(map(str, event.rolls)),
            event.title,
            str(sum(6 - abs(roll - 7) for roll in event.rolls)),
            event.effect,
        )
        for event in content.events.values()
    ]


def _victory(content: ArrasContent) -> Rows:
    bands = content.scenario.band
    labels = falls([band.at_least for band in bands], margin)
    return [(label, band.level) for label, band in zip(labels, bands, strict=True)]


def _points(content: ArrasContent) -> Rows:
    points = content.victory.kill.items()
    return [(kind.replace("_", " "), str(number)) for kind, number in points]


def _chances(content: ArrasContent) -> Rows:
    rows = []
    for column, results in zip(content.combat.columns, content.crt, strict=True):
        attacker = Counter(entry[0] for entry in results.values())
        defender = Counter(entry[1] for entry in results.values())
        lost = attacker["R1"] + attacker["R2"] + attacker["E"]
        counts = [attacker["-"], lost, *(defender[r] for r in ("-", "D", "R1", "R2", "E"))]
        rows.append((column.name, *map(str, counts)))
    return rows


arras_charts = chart_book(
    FILES.data("charts.toml"),
    _crt, _ratings, _bombard_odds, _intercept, _intercept_odds, _reinforcement, _events, _victory, _points, _chances,
)  # fmt: skip
"""Every chart of a scenario by name."""
