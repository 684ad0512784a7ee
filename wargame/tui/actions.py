"""Every action a key can be given to: the bindings of all screens and widgets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from textual.binding import Binding, BindingType

from wargame.tui.keymap import Action
from wargame.tui.screens import bindings
from wargame.tui.screens.curtain import Curtain
from wargame.tui.screens.dialog import Dialog, PickDialog, TextDialog
from wargame.tui.table.conversations import GAME_ACTIONS
from wargame.tui.table.pins import PIN_ACTIONS
from wargame.tui.table.screen import TableScreen
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_map import TableMap

OWNERS: tuple[Sequence[BindingType], ...] = (
    TableScreen.BINDINGS,
    TableMap.BINDINGS,
    Rows.BINDINGS,
    CommandLine.BINDINGS,
    Dialog.BINDINGS,
    PickDialog.BINDINGS,
    TextDialog.BINDINGS,
    Curtain.BINDINGS,
    bindings.MENU,
    bindings.NEW_GAME,
    bindings.LOAD,
    bindings.TRASH,
    bindings.REPLAY,
    bindings.RULEBOOK,
    bindings.CHARTS,
    bindings.REPORT,
    bindings.SITUATION,
    bindings.HELP,
    bindings.SETTINGS,
)
"""All keys, in the order of the keymap file."""


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action with its keys, by its place in the program."""
    found = [action for owner in OWNERS for action in actions_in(owner)]
    return (*found, *GAME_ACTIONS, *PIN_ACTIONS)


def actions_in(bindings: Iterable[BindingType]) -> list[Action]:
    """The actions among some bindings."""
    return [
        Action(b.id, tuple(b.key.split(",")), b.description)
        for b in bindings
        if isinstance(b, Binding) and b.id
    ]
