"""The curtain: hides the table until the player who decides has it, with a PIN if they set one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input, Label

from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.pin import forget_pin, has_pin, pin_fits
from wargame.tui.screens.dialog import Dialog
from wargame.tui.shell import shell_of
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar
from wargame.tui.widgets.row import row


def wanted(campaign: Campaign, side: Side, mode: str) -> bool:
    """Whether the table is hidden before *side* decides: by option, for secrets, for a PIN."""
    if not side:
        return False
    session, veil = campaign.session, campaign.definition.veil
    hides = session.secrets and veil is not None and veil.level(session.state) == "curtain"
    needed = mode == "needed" and hides
    return mode == "always" or needed or has_pin(campaign, side)


def drawn(app: App[Any], campaign: Campaign, before: Side, then: Callable[[], object]) -> None:
    """Do *then* when the table may be seen: at once, or when the curtain is lifted.

    To be called before anything of the new position is shown.
    """
    shell = shell_of(app)
    ask = campaign.session.ask
    side = ask.side if ask else ""
    if side == before or not wanted(campaign, side, shell.settings.curtain):
        then()
        return

    def lifted(value: str | None) -> None:
        if value == "on":
            then()
        else:
            shell.leave_table()

    app.push_screen(Curtain(campaign, side), lifted)


class Curtain(Guarded, Screen[str]):
    """Names the next player and nothing else; the result is "on", or "leave" for the menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Go on", id="curtain.open"),
        Binding("f2", "forgot", "I forgot the PIN", id="curtain.forgot"),
        Binding("escape", "leave", "To the menu", id="curtain.leave"),
    ]
    DEFAULT_CSS = """
    Curtain { align: center middle; }
    Curtain > Vertical {
        width: 64; max-width: 96%; height: auto; border: round $primary; padding: 1 2;
    }
    Curtain > .side0 { border: round $side0-frame; }
    Curtain > .side1 { border: round $side1-frame; }
    Curtain #who { text-style: bold; padding: 0 1; }
    Curtain .side0 #who { background: $side0; color: $side0-text; }
    Curtain .side1 #who { background: $side1; color: $side1-text; }
    Curtain Label { width: 1fr; }
    Curtain #said { color: $error; height: auto; }
    Curtain #keys { margin-top: 1; }
    """

    def __init__(self, campaign: Campaign, side: Side) -> None:
        super().__init__()
        self._campaign, self._side = campaign, side
        names = campaign.session.header.players
        self._title = campaign.definition.player(side, {})
        self._name = campaign.definition.player(side, names)
        called = names.get(side, "")
        self._whom = (
            f"{called}, the {self._title} player" if called else f"the {self._title} player"
        )
        self._locked = has_pin(campaign, side)

    def compose(self) -> ComposeResult:
        """Who, what to do, a line for the PIN."""
        with Vertical(classes=self._campaign.definition.colour(self._side)):
            yield Label(f"{self._name} player", id="who", markup=False)
            yield Label("")
            yield Label(f"Hand over to {self._whom}.", markup=False)
            yield Label("Nobody else should look now.")
            if self._locked:
                yield Label("")
                yield Label("Your PIN:")
                yield Input(password=True, id="pin")
            yield Label("", id="said", markup=False)
            more = "   {curtain.forgot} I forgot my PIN" if self._locked else ""
            yield KeyBar(
                f"{{curtain.open}} show the table{more}   {{curtain.leave}} main menu", id="keys"
            )

    def on_mount(self) -> None:
        """The terminal's cursor must not stand where the map left it."""
        self.app.cursor_position = Offset(0, 0)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The PIN was typed."""
        event.stop()
        if pin_fits(self._campaign, self._side, event.value):
            self.dismiss("on")
            return
        event.input.value = ""
        self._say("That is not the PIN. Try again; there is no limit.")

    def action_open(self) -> None:
        """Show the table."""
        if self._locked:
            self.query_one(Input).focus()
        else:
            self.dismiss("on")

    def action_forgot(self) -> None:
        """Go on without the PIN, once that is confirmed; the save keeps a note."""
        if not self._locked:
            return

        def decided(value: str | None) -> None:
            if value == "yes":
                with contextlib.suppress(SaveError):  # a save for looking only takes no note
                    forget_pin(self._campaign, self._side, self._title)
                self.dismiss("on")

        rows = [row(f"This removes the PIN of the {self._title} player and is noted in the save.")]
        choices = [("yes", "remove it", "yes"), ("no,choose", "keep it", "")]
        self.app.push_screen(Dialog("Go on without the PIN?", rows, choices, weighty=True), decided)

    def action_leave(self) -> None:
        """To the main menu; the game is saved."""
        self.dismiss("leave")

    def _say(self, text: str) -> None:
        self.query_one("#said", Label).update(text)
