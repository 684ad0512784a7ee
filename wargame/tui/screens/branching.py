"""Plays on from an earlier position in a save of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import fresh
from wargame.tui.screens.dialog import TextDialog
from wargame.tui.shell import shell_of


def place_name(campaign: Campaign, n: int) -> str:
    """The address of a position: "arras@412"."""
    return f"{campaign.path.stem}@{n}" if campaign.path else f"answer {n}"


def ask_branch(app: App[Any], campaign: Campaign, n: int, fail: Callable[[str], None]) -> None:
    """Ask for the name of a branch at answer *n* and play it; a refusal goes to *fail*."""
    source = campaign.path
    if source is None:
        fail("This game is kept nowhere, so there is nothing to branch from.")
        return

    def done(name: str | None) -> None:
        if name is None:
            return
        if not name:
            fail("A save needs a name; nothing was branched.")
            return
        try:
            with Campaign.at(source, n) as earlier:
                path = earlier.branch_as(name)
        except SaveError as error:
            fail(str(error))
            return
        if problem := shell_of(app).play_save(str(path)):
            fail(problem)

    stem = fresh(f"{source.stem}-from-{n}").stem
    note = "The recorded game stays as it is; this one goes on by itself."
    app.push_screen(TextDialog(f"Play on from {place_name(campaign, n)} as", note, stem), done)
