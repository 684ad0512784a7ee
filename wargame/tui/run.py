"""Runs the program at the terminal: at its menu, at a scenario, or at a save."""

from __future__ import annotations

from pathlib import Path

from wargame import games
from wargame.tui.app import TableApp
from wargame.tui.exports import Exporter


def run_table(
    target: str | None = None,
    *,
    seed: int | None = None,
    name: str | None = None,
    replay: bool = False,
    mouse: bool = True,
    exporter: Exporter | None = None,
) -> int:
    """Open the table at its menu, at a scenario ("arras/learning"), or at a save."""

    def start(app: TableApp) -> str:
        if target is None:
            return ""
        if replay:
            return app.replay_save(target)
        if _is_scenario(target):
            return app.play_new(target, seed=seed, name=name or "")
        return app.play_save(target)

    app = TableApp(start)
    app.exporter = exporter
    code = app.run(mouse=mouse and app.settings.mouse == "on")
    if app.play is not None:
        app.play.close()
    return 1 if app.stopped else code or 0


def _is_scenario(text: str) -> bool:
    head = text.strip().casefold().partition("/")[0]
    return "/" in text and head in games.MODULES and not Path(text).exists()
