"""Something failed in the table itself: a sentence, where the report is, and how to go on."""

from __future__ import annotations

import contextlib
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from textual.worker import WorkerFailed

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError, visible
from wargame.store.folder import saves_folder
from wargame.store.whole import write_over
from wargame.tui.screens.dialog import Dialog
from wargame.tui.widgets.row import row

_LAST = 10
"""How many answers a report looks back."""
_KEPT = 40_000
"""How much of earlier reports is kept, in bytes."""
_SAID = {
    "failed": "The table made a mistake and had to stop what it was doing.",
    "undrawn": "A part of the screen could not be drawn; a notice stands in its place.",
}


def add_report(error: BaseException, campaign: Campaign | None) -> Path | None:
    """Write the traceback beside the save, after those before it; None where that fails."""
    path = campaign.path if campaign else None
    target = path.with_suffix(".report.txt") if path else saves_folder() / "table.report.txt"
    lines = [f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", ""]
    if campaign is not None:
        session = campaign.session
        lines.append(f"{campaign.scenario}, answer {session.n}, segment {session.segment}")
        lines += [f"{e.n} {e.side} {e.answer}" for e in session.entries[-_LAST:]]
        lines.append("")
    lines += traceback.format_exception(error.error if isinstance(error, WorkerFailed) else error)
    with contextlib.suppress(SaveError, OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        before = target.read_bytes()[-_KEPT:] if target.is_file() else b""
        write_over(target, before + "\n".join([*lines, ""]).encode())
        return target
    return None


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
