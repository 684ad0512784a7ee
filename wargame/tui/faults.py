"""Faults of the table itself: each is reported and told once, and the game goes on."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, Literal, Protocol

from textual.app import App
from textual.worker import WorkerFailed

from wargame.exports.fault_report import write_fault
from wargame.store.campaign import Campaign
from wargame.tui.play import Play
from wargame.tui.screens.trouble import TroubleDialog

_MOST = 20
"""So many faults without a key between them are more than the program can live with."""
Kind = Literal["failed", "undrawn"]
_Place = tuple[str, str, int]


class Ground(Protocol):
    """What stands after a fault."""

    @property
    def play(self) -> Play | None:
        """The game on the table."""

    def back_to_menu(self) -> None:
        """Close everything in front of the menu."""

    def leave_table(self) -> None:
        """Back to the menu, without the game."""

    def lay_again(self) -> None:
        """Put the game on a table of its own."""


class Faults:
    """What has gone wrong since the program was started."""

    def __init__(self, app: App[Any], ground: Ground) -> None:
        self._app, self._ground = app, ground
        self._told: set[_Place] = set()
        self._running_on = 0
        self.report: Path | None = None
        """Where the last one was written down."""
        self.pending = False
        """Whether one waits to be told."""

    def calm(self) -> None:
        """The player pressed a key, so the program can still be worked with."""
        self._running_on = 0

    def bearable(self) -> bool:
        """Whether the program can go on after one more fault."""
        self._running_on += 1
        return self._running_on <= _MOST

    def failed(self, error: Exception) -> None:
        """Something was not done: back to safe ground, then tell the player."""
        self._write(error)
        if not self._waiting():
            self.pending = True
            self._app.call_later(self._tell, error, "failed")

    def undrawn(self, error: Exception) -> None:
        """Something could not be shown: told the first time only, in front of what is there."""
        if _place(error) in self._told:
            return
        self._write(error)
        if not self._waiting():
            self.pending = True
            self._app.call_later(self._tell, error, "undrawn")

    def _write(self, error: Exception) -> None:
        if _place(error) in self._told and self.report is not None:
            return
        self._told.add(_place(error))
        play = self._ground.play
        self.report = written(error, play.campaign if play else None)

    def _waiting(self) -> bool:
        """Whether the player has a fault to read about already."""
        told = any(isinstance(screen, TroubleDialog) for screen in self._app.screen_stack)
        return self.pending or told

    def _tell(self, error: Exception, kind: Kind) -> None:
        self.pending = False
        play = self._ground.play
        if kind == "failed":
            self._ground.back_to_menu()
        dialog = TroubleDialog(error, kind, self.report, play.campaign if play else None)
        self._app.push_screen(dialog, lambda value: self._recover(value, kind))

    def _recover(self, value: str | None, kind: Kind) -> None:
        if value == "quit":
            self._app.exit(1)
        elif value == "menu":
            self._ground.leave_table()
        elif kind == "failed":
            self._ground.lay_again()


def written(error: BaseException, campaign: Campaign | None) -> Path | None:
    """Write down a fault, that of a worker as its own; where, None if that failed."""
    return write_fault(error.error if isinstance(error, WorkerFailed) else error, campaign)


def _place(error: BaseException) -> _Place:
    """What kind of fault it is, and the line of the program that raised it."""
    inner = error.error if isinstance(error, WorkerFailed) else error
    frames = traceback.extract_tb(inner.__traceback__)
    last = frames[-1] if frames else None
    return type(inner).__name__, last.filename if last else "", (last.lineno or 0) if last else 0
