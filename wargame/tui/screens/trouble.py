"""Something failed in the table itself: a sentence, where the report is, and how to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from wargame.store.campaign import Campaign
from wargame.store.errors import visible
from wargame.tui.screens.dialog import Dialog
from wargame.tui.widgets.row import row

_SAID = {
    "failed": "The table made a mistake and had to stop what it was doing.",
    "undrawn": "A part of the screen could not be drawn; a notice stands in its place.",
}


def stopped(campaign: Campaign | None, report: Path | None) -> str:
    """What is said in the terminal when the whole program had to stop."""
    said = ["The table made a mistake and stopped."]
    if campaign is not None:
        n = campaign.session.n
        said.append(f"Every answer up to {n} is kept; start again to resume at answer {n}.")
    if report is not None:
        said.append(f"The report is in {report}.")
    return visible(" ".join(said))


class TroubleDialog(Dialog):
    """What the player is told; "resume" goes on, "" (Escape) too."""

    def __init__(
        self,
        error: BaseException,
        kind: Literal["failed", "undrawn"],
        report: Path | None,
        campaign: Campaign | None,
    ) -> None:
        where = f"The report is in {report}." if report else "No report could be written."
        rows = [
            row(_SAID[kind], hang=2),
            row((f"({type(error).__name__}: {error})", "dim"), hang=2),
            row(""),
            row((_kept(campaign), "strong")),
            row(where, hang=2),
        ]
        choices = [
            ("choose,resume", "go on", "resume"),
            ("menu", "main menu", "menu"),
            ("quit", "quit", "quit"),
        ]
        fitting = choices if campaign or kind == "undrawn" else choices[1:]
        super().__init__("Something went wrong", rows, fitting, weighty=True)


def _kept(campaign: Campaign | None) -> str:
    """That nothing is lost."""
    if campaign is None:
        return "No game was open."
    n = campaign.session.n
    if campaign.failing or campaign.path is None:
        return f"Your game goes on at answer {n}, but it is not on disk."
    return f"Your game is safe: every answer up to {n} is kept."
