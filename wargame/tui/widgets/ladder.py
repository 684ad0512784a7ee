"""The levels of victory one below the other, the score's own among them."""

from __future__ import annotations

from wargame.flow.standings import Standings
from wargame.tui.widgets.row import Row, row


def ladder_rows(standing: Standings) -> list[Row]:
    """A row a level: its scores, its name, how many points it lies away; none without a scale."""
    rungs = standing.rungs()
    if not rungs:
        return []
    wide, long = (max(len(rung[n]) for rung in rungs) for n in (0, 1))
    rows = [row(""), row((f"Levels of victory; the score is {standing.figures}", "heading"))]
    for scores, level, away in rungs:
        here = away == "here"
        mark = "> " if here else "  "
        text = f"{mark}{scores:<{wide}}  {level:<{long}}"
        rows.append(row((text, "strong" if here else ""), (f"  {away}", "dim")))
    return rows
