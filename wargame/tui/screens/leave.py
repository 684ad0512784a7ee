"""Ctrl-C: copies what is selected, else asks; a second one leaves."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.widgets import Input

from wargame.tui.play import Play
from wargame.tui.screens.dialog import Dialog
from wargame.tui.shell import shell_of
from wargame.tui.widgets.row import row


class LeaveDialog(Dialog):
    """Whether to leave the program."""


def ask_leave(app: App[Any]) -> None:
    """Copy a selection; else ask whether to leave, and leave when asked twice."""
    typed = app.focused
    if isinstance(app.screen, LeaveDialog):
        app.exit(0)
    elif isinstance(typed, Input) and typed.selected_text:
        typed.action_copy()
    elif app.screen.get_selected_text():
        app.screen.action_copy_text()
        app.screen.clear_selection()  # so that the key asks when it is pressed again
        app.notify("Copied.")
    else:
        app.push_screen(_dialog(shell_of(app).play), lambda value: app.exit(0) if value else None)


def _dialog(play: Play | None) -> LeaveDialog:
    said = "No game is open."
    if play is not None:
        campaign = play.campaign
        n = campaign.session.n
        said = f"Everything is saved, up to answer {n}."
        if campaign.failing or campaign.path is None:
            said = f"This game is NOT on disk: leaving loses it after answer {n}."
    choices = [("yes,choose", "leave the program", "yes"), ("no", "stay", "")]
    return LeaveDialog("Leave the program?", [row(said)], choices, weighty=True)
