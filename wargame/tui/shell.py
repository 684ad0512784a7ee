"""The program as its screens and widgets know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from wargame.content.rulebook import Rulebook
from wargame.flow.chance import Seed
from wargame.flow.definition import GameDefinition
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.tui.clock import Clock
from wargame.tui.keymap import Action, Keymap
from wargame.tui.play import Play
from wargame.tui.settings import Settings


class Shell(Protocol):
    """What is shared by all screens, and how one leads to another."""

    @property
    def settings(self) -> Settings:
        """What the players have set."""

    @property
    def actions(self) -> Sequence[Action]:
        """Everything a key can do."""

    @property
    def keys(self) -> Keymap:
        """The keys of the actions."""

    @property
    def play(self) -> Play | None:
        """The game on the table."""

    @property
    def clock(self) -> Clock:
        """The time of what runs by itself."""

    def press(self, action: str) -> None:
        """Do as if the first key of an action had been pressed."""

    def change_settings(self, settings: Settings) -> None:
        """Take over and keep settings."""

    def play_new(
        self,
        scenario: str,
        *,
        players: dict[str, str] | None = None,
        teach: bool | None = None,
        options: Mapping[str, str] | None = None,
        seed: Seed | None = None,
        welcome: bool = False,
    ) -> str:
        """Begin a game; returns why that failed, or ""; *welcome*: what its opening drew is told."""

    def play_save(self, text: str, *, welcome: bool = False) -> str:
        """Go on with a save; returns why that failed, or ""; *welcome*: what happened last is told."""

    def replay_save(self, text: str) -> str:
        """Watch a save; returns why that failed, or ""."""

    def leave_table(self) -> None:
        """Back to the menu."""

    def open_new(self) -> None:
        """New game."""

    def open_load(self, *, replay: bool) -> None:
        """The list of saves."""

    def open_settings(self) -> None:
        """Settings."""

    def open_help(self, group: str = "") -> None:
        """All keys, those of a screen first."""

    def open_replay(self, game: Campaign, n: int | None = None, viewer: Side | None = "") -> None:
        """The scrubber."""

    def open_charts(self, play: Play) -> None:
        """All charts."""

    def open_rulebook(self, game: GameDefinition, rule: str) -> None:
        """The rulebook, at a rule."""

    def rulebook(self, game: GameDefinition) -> Rulebook:
        """A game's rulebook; raises DataError."""

    def own_up(self, error: Exception) -> bool:
        """A part failed at what it was doing; False if the fault is to stop the program."""

    def blot(self, error: Exception) -> bool:
        """A part failed to draw itself; False if the fault is to stop the program."""


@runtime_checkable
class Housed(Protocol):
    """An app that has the shell."""

    @property
    def shell(self) -> Shell:
        """The shell."""


def shell_of(app: object) -> Shell:
    """The shell of the app that is running."""
    assert isinstance(app, Housed), app
    return app.shell
