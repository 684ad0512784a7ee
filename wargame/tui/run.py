"""The door to the table for the commands: runs it, or tells about its keys."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from wargame import games
from wargame.flow.chance import Seed
from wargame.store import rescue
from wargame.store.errors import visible
from wargame.store.home import settle
from wargame.tui.app import TableApp
from wargame.tui.key_report import keymap_facts, undelivered

_READ = 20
"""Seconds that a notice of the start stands."""


def run_table(
    target: str | None = None,
    *,
    seed: Seed | None = None,
    name: str | None = None,
    replay: bool = False,
    mouse: bool = True,
) -> int:
    """Open the table at its menu, at a scenario ("arras/learning"), or at a save."""

    def start(app: TableApp) -> str:
        for sentence in moved:
            app.notify(sentence, timeout=_READ)
        if target is None:
            return ""
        if replay:
            return app.replay_save(target)
        if _is_scenario(target):
            return app.play_new(target, seed=seed, name=name or "")
        return app.play_save(target)

    moved = settle()
    app = TableApp(start)
    code = app.run(mouse=mouse and app.settings.mouse == "on")
    kept = ""
    if app.play is not None:
        kept = rescue.keep(app.play.campaign)
        app.play.close()
    if kept:
        sys.stderr.write(f"wargame: {visible(kept)}\n")
    return 1 if app.stopped or kept else code or 0


def key_facts(environment: Mapping[str, str]) -> dict[str, str]:
    """The player's keymap file, and keys of the table that this terminal may keep."""
    settle()
    app = TableApp()
    return {**keymap_facts(app.keys), **undelivered(app.actions, app.keys, environment)}


def _is_scenario(text: str) -> bool:
    head = text.strip().casefold().partition("/")[0]
    return "/" in text and head in games.MODULES and not Path(text).exists()
