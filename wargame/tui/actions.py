"""Every action a key can be given to: the bindings of all screens and widgets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from textual.binding import Binding, BindingType

from wargame.tui.keymap import Action
from wargame.tui.screens.charts import ChartsScreen
from wargame.tui.screens.curtain import Curtain
from wargame.tui.screens.dialog import Dialog, PickDialog, TextDialog
from wargame.tui.screens.help import HelpScreen
from wargame.tui.screens.load import LoadScreen
from wargame.tui.screens.menu import MenuScreen
from wargame.tui.screens.new_game import NewGameScreen
from wargame.tui.screens.replay import ReplayScreen
from wargame.tui.screens.report import ReportScreen
from wargame.tui.screens.rulebook import RulebookScreen
from wargame.tui.screens.settings_screen import SettingsScreen
from wargame.tui.screens.trash import TrashScreen
from wargame.tui.table.conversations import GAME_ACTIONS
from wargame.tui.table.pins import PIN_ACTIONS
from wargame.tui.table.screen import TableScreen
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_map import TableMap

OWNERS = (
    TableScreen,
    TableMap,
    Rows,
    CommandLine,
    Dialog,
    PickDialog,
    TextDialog,
    Curtain,
    MenuScreen,
    NewGameScreen,
    LoadScreen,
    TrashScreen,
    ReplayScreen,
    RulebookScreen,
    ChartsScreen,
    ReportScreen,
    HelpScreen,
    SettingsScreen,
)
"""What has keys, in the order of the keymap file."""


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action with its keys, by its place in the program."""
    found = [action for owner in OWNERS for action in actions_in(owner.BINDINGS)]
    return (*found, *GAME_ACTIONS, *PIN_ACTIONS)


def actions_in(bindings: Iterable[BindingType]) -> list[Action]:
    """The actions among some bindings."""
    return [
        Action(b.id, tuple(b.key.split(",")), b.description)
        for b in bindings
        if isinstance(b, Binding) and b.id
    ]
