"""Leaving: Ctrl-C asks first, and nothing that is unsaved is left without a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.widgets import Input

from wargame.store import rescue
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import resolve
from wargame.tui.screens.dialog import Dialog, TextDialog, tell
from wargame.tui.shell import shell_of
from wargame.tui.widgets.row import row


class LeaveDialog(Dialog):
    """Whether to leave the program."""


class UnsavedDialog(Dialog):
    """What to do with a game that the disk refused."""


def leave_program(app: App[Any]) -> None:
    """End the program, once nothing is unsaved."""
    safely(app, lambda: app.exit(0))


def safely(app: App[Any], leave: Callable[[], object]) -> None:
    """Try again to save what is unsaved, then leave; where that fails, ask."""
    play = shell_of(app).play
    said = play.campaign.unsaved() if play is not None else ""
    if play is None or not said:
        leave()
        return
    campaign = play.campaign

    def chosen(value: str | None) -> None:
        match value:
            case "again":
                safely(app, leave)
            case "elsewhere":
                _elsewhere(app, campaign, leave)
            case "without":
                campaign.close()
                leave()

    choices = [
        ("again", "try again", "again"),
        ("elsewhere", "save elsewhere", "elsewhere"),
        ("without", "leave without saving", "without"),
        ("no", "stay", ""),
    ]
    told = row(f"Leaving now loses what was played since, up to answer {campaign.session.n}.")
    app.push_screen(UnsavedDialog("Not saved", [row(said), told], choices, weighty=True), chosen)


def let_go(app: App[Any]) -> None:
    """Another game comes, or none: what is still unsaved is kept for the next start."""
    if play := shell_of(app).play:
        if said := rescue.keep(play.campaign):
            app.notify(said, severity="warning")
        play.close()


def _elsewhere(app: App[Any], campaign: Campaign, leave: Callable[[], object]) -> None:
    """Ask where, and leave when it is there."""

    def named(text: str | None) -> None:
        if not text:
            safely(app, leave)
            return
        try:
            campaign.save_elsewhere(resolve(text))
        except SaveError as error:
            safely(app, leave)
            tell(app, "Not saved there", str(error))
        else:
            leave()

    app.push_screen(TextDialog("Save elsewhere", "A name in the saves folder, or a path."), named)


def ask_leave(app: App[Any]) -> None:
    """Copy a selection; else ask whether to leave, and leave when asked twice."""
    typed = app.focused
    if isinstance(app.screen, UnsavedDialog):
        return
    if isinstance(app.screen, LeaveDialog):
        app.screen.dismiss("yes")
    elif isinstance(typed, Input) and typed.selected_text:
        typed.action_copy()
    elif app.screen.get_selected_text():
        app.screen.action_copy_text()
        app.screen.clear_selection()  # so that the key asks when it is pressed again
        app.notify("Copied.")
    else:
        app.push_screen(_dialog(app), lambda value: leave_program(app) if value else None)


def _dialog(app: App[Any]) -> LeaveDialog:
    said, play = "No game is open.", shell_of(app).play
    if play is not None:
        saved = (
            "is not saved" if play.campaign.failing or play.campaign.path is None else "is saved"
        )
        said = f"The game {saved}, up to answer {play.campaign.session.n}."
    choices = [("yes,choose", "leave the program", "yes"), ("no", "stay", "")]
    return LeaveDialog("Leave the program?", [row(said)], choices, weighty=True)
