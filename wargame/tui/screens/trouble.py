"""Something failed in the table itself: a sentence, where the report is, and how to go on."""

from __future__ import annotations

import contextlib
import traceback
from datetime import UTC, datetime
from pathlib import Path

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import saves_folder
from wargame.store.whole import write_over
from wargame.tui.screens.dialog import Dialog
from wargame.tui.widgets.row import row

_LAST = 10


def write_report(error: BaseException, campaign: Campaign | None) -> Path | None:
    """Write the traceback beside the save; None where not even that works."""
    path = campaign.path if campaign else None
    target = path.with_suffix(".report.txt") if path else saves_folder() / "table.report.txt"
    lines = [f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", ""]
    if campaign is not None:
        session = campaign.session
        lines.append(f"{campaign.scenario}, answer {session.n}, segment {session.segment}")
        lines += [f"{e.n} {e.side} {e.answer}" for e in session.entries[-_LAST:]]
        lines.append("")
    lines += traceback.format_exception(error)
    with contextlib.suppress(SaveError, OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        write_over(target, "\n".join(lines).encode())
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
    return " ".join(said)


def trouble_dialog(error: BaseException, report: Path | None, campaign: Campaign | None) -> Dialog:
    """What the player is told."""
    where = f"The report is in {report}." if report else "No report could be written."
    safe = "No game was open."
    if campaign is not None:
        safe = f"Your game is safe: every answer up to {campaign.session.n} is kept."
        if campaign.failing or campaign.path is None:
            safe = f"Your game goes on at answer {campaign.session.n}, but it is not on disk."
    rows = [
        row("The table made a mistake and had to stop what it was doing.", hang=2),
        row((f"({type(error).__name__}: {error})", "dim"), hang=2),
        row(""),
        row((safe, "strong")),
        row(where, hang=2),
    ]
    choices = [("enter,r", "go on", "resume"), ("m", "main menu", "menu"), ("q", "quit", "quit")]
    return Dialog("Something went wrong", rows, choices if campaign else choices[1:])
