"""Sets, changes and takes away the PIN of the side that decides."""

from __future__ import annotations

from wargame.model.state import Side
from wargame.store.errors import SaveError
from wargame.store.pin import has_pin, pin_fits, set_pin
from wargame.tui.asks.desk import Say
from wargame.tui.keymap import Action
from wargame.tui.screens.dialog import PickDialog, TextDialog
from wargame.tui.table.table import Table

PIN_ACTIONS = (
    Action("pin.change", ("c",), "Change the PIN"),
    Action("pin.remove", ("r",), "Take the PIN away"),
)
"""What the keys of the choice between them do."""
_CHOICES = (("pin.change", "Change it", "change"), ("pin.remove", "Take it away", "remove"))


def manage_pin(table: Table) -> None:
    """The PIN of the player at the keyboard: asked for the old one first."""
    ask = table.play.session.ask
    if ask is None:
        _say(table, "The game is over: nobody needs a PIN.")
    elif table.play.campaign.read_only:
        _say(table, table.play.campaign.read_only)
    elif has_pin(table.play.campaign, ask.side):
        _ask_old(table, ask.side)
    else:
        _ask_new(table, ask.side)


def _ask_old(table: Table, side: Side) -> None:
    who = table.play.side_title(side)

    def typed(text: str | None) -> None:
        if text is None:
            return
        if not pin_fits(table.play.campaign, side, text):
            _say(table, "That is not the PIN; it stays as it was.")
            return
        table.app.push_screen(PickDialog(f"The PIN of the {who} player", _CHOICES), chosen)

    def chosen(value: str | None) -> None:
        if value == "change":
            _ask_new(table, side)
        elif value == "remove":
            _keep(table, side, "")

    note = "At the curtain, {curtain.forgot} helps a player who forgot it."
    table.app.push_screen(
        TextDialog(f"The {who} player's PIN now", table.shell.keys.spelled(note), secret=True),
        typed,
    )


def _ask_new(table: Table, side: Side) -> None:
    who = table.play.side_title(side)
    note = "Letters or digits. The curtain asks for it before this side decides."
    if has_pin(table.play.campaign, side):
        note = "Letters or digits; an empty line takes the PIN away."

    def typed(first: str | None) -> None:
        if first is None:
            return
        if not first:
            _empty(table, side)
            return

        def again(second: str | None) -> None:
            if second == first:
                _keep(table, side, first)
            else:
                _say(table, "The two were not the same: no PIN was set.")

        table.app.push_screen(TextDialog("Once more", note, secret=True), again)

    table.app.push_screen(TextDialog(f"A PIN for the {who} player", note, secret=True), typed)


def _empty(table: Table, side: Side) -> None:
    """An empty PIN is none: one that was set is taken away."""
    if has_pin(table.play.campaign, side):
        _keep(table, side, "")
    else:
        _say(table, "An empty PIN is none: no PIN was set.")


def _keep(table: Table, side: Side, pin: str) -> None:
    try:
        set_pin(table.play.campaign, side, pin)
    except SaveError as error:
        _say(table, str(error))
        return
    who = table.play.side_title(side)
    said = f"The {who} player has a PIN now." if pin else f"The {who} player has no PIN any more."
    _say(table, said, bad=False)


def _say(table: Table, text: str, *, bad: bool = True) -> None:
    table.play.message = Say(text, bad=bad)
    table.refresh_view()
