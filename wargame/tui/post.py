"""Two players at two tables: what the other one sent is taken in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from wargame.store.errors import SaveError
from wargame.store.folder import saves_folder
from wargame.store.post import SUFFIX, receive, said_of
from wargame.tui.asks.desk import Say
from wargame.tui.play import Play
from wargame.tui.screens.dialog import TextDialog
from wargame.tui.shell import Shell

_TAKE = "The other player's file, with its path. Answers are only added; a record that parted is refused."


def take_in(screen: Screen[Any], shell: Shell, refused: Callable[[str], object]) -> None:
    """Ask for a file; what goes on in it comes onto the table with its briefing, else *refused* hears why."""

    def take(text: str | None) -> None:
        if text and (problem := _take(shell, Path(text).expanduser())):
            refused(problem)

    dialog = TextDialog("Take in a file from the other player", _TAKE, _latest())
    screen.app.push_screen(dialog, take)


def _take(shell: Shell, path: Path) -> str:
    """Into the save it belongs to, which comes onto the table; why not, or ""."""
    play = shell.play
    if play is not None:
        if unsaved := play.campaign.unsaved():
            return unsaved
        play.close()
    try:
        arrival = receive(path)
    except SaveError as error:
        return _back(shell, play, str(error))
    told = said_of(arrival)
    if arrival.outcome not in ("new", "on"):
        return _back(shell, play, told)
    problem = shell.play_save(str(arrival.path))
    if not problem and shell.play is not None:
        shell.play.message = Say(told, bad=False)
        shell.press("table.briefing")
    return problem


def _back(shell: Shell, play: Play | None, told: str) -> str:
    """The game that was on the table goes on and says why; without one that is left to the caller."""
    path = play.campaign.path if play else None
    if path is None:
        return told
    if problem := shell.play_save(str(path)):
        return problem
    if shell.play is not None:
        shell.play.message = Say(told)
    return ""


def _latest() -> str:
    """The file beside the saves that came last, "" for none."""
    found = sorted(saves_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return str(found[-1]) if found else ""
