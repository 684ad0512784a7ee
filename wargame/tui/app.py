"""The program at the terminal: wires screens, settings and campaigns together."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from wargame.content.errors import DataError
from wargame.content.rulebook import Rulebook
from wargame.content.rulings import whole_rulebook
from wargame.flow.chance import Seed
from wargame.flow.definition import GameDefinition
from wargame.model.state import Side
from wargame.picture.few import of_few_colours
from wargame.store import folder
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.seeds import seed_for
from wargame.tui.actions import actions_in, all_actions
from wargame.tui.clock import Clock, WallClock
from wargame.tui.faults import Faults, written
from wargame.tui.idle import Idle
from wargame.tui.key_queue import KeyQueue
from wargame.tui.keymap import bound, full_name, load_keymap
from wargame.tui.map.view import print_ahead
from wargame.tui.plain import AsciiOnly, NothingSteers
from wargame.tui.play import Play
from wargame.tui.private import ExcusedApp, table_driver
from wargame.tui.screens.curtain import drawn
from wargame.tui.screens.dialog import tell
from wargame.tui.screens.leave import ask_leave, leave_program, let_go, safely
from wargame.tui.screens.trouble import stopped
from wargame.tui.settings import Settings, load_settings, save_settings
from wargame.tui.shell import Shell
from wargame.tui.table.handover import opened_by_lot
from wargame.tui.table.keys import TYPING
from wargame.tui.table.screen import TableScreen
from wargame.tui.terminal import leave_on_signals
from wargame.tui.themes import TEXTUAL_THEMES, palette_for, with_frames
from wargame.tui.widgets.dice import last_reading
from wargame.tui.widgets.table_map import TableMap

_STARTED = 1.0
"""Seconds after which the first screens stand."""
_SIDES = ("side0", "side0_text", "side1", "side1_text")


class TableApp(ExcusedApp):
    """The whole program."""

    TITLE = "Wargame"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Input > .input--placeholder, Input > .input--suggestion { color: $text-muted; }
    .plain Dialog > Vertical, .plain PickDialog > Vertical, .plain TextDialog > Vertical,
    .plain SettingsScreen > Vertical { border: ascii $primary; }
    .plain Panels { border-left: ascii $primary; }
    .plain Panels.medium .panel, .plain Panels.large .panel { border-top: ascii $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding(
            "ctrl+z", "suspend_process", "To the shell", show=False, priority=True, id="app.suspend"
        ),
        Binding("ctrl+c", "ask_quit", "Leave?", show=False, priority=True, id="app.ask_quit"),
    ]

    def __init__(self, start: Callable[[TableApp], str] | None = None) -> None:
        super().__init__(driver_class=table_driver())
        self.settings: Settings = load_settings()
        self.actions = (*actions_in(self.BINDINGS), *all_actions())
        """Everything a key can do."""
        self.keys = load_keymap(self.actions)
        """The keys players gave to actions in a file."""
        self.clock: Clock = WallClock()
        """The time of what runs by itself."""
        self.play: Play | None = None
        """The game on the table."""
        self.strict = False
        """Whether a mistake of the table ends the program at once (tests)."""
        self.faults = Faults(self, self)
        """What has gone wrong in the table itself."""
        self.stopped = False
        """Whether a mistake ended the program."""
        self._harmless, self._ascii = NothingSteers(), AsciiOnly()
        self.typed = KeyQueue(self, super().on_event, self._works_always, self._opens_line)
        """The keys pressed and not yet looked at."""
        self.idle = Idle(lambda: print_ahead(self.screen, self.typed.rest))
        """What is done between frames."""
        self._start = start
        self._menu: Screen[None] | None = None
        """The screen that the others stand on, once there is one."""
        self._books: dict[str, Rulebook] = {}

    @property
    def shell(self) -> Shell:
        """The program as its screens know it."""
        return self

    def on_mount(self) -> None:
        """What was asked for on the command line, or else the menu."""
        for theme in TEXTUAL_THEMES:
            self.register_theme(theme)
        self._apply_settings()
        self.set_keymap(dict(self.keys.keys))
        if not self.is_headless:
            leave_on_signals(self.exit)
        if not gc.isenabled():
            self.set_timer(_STARTED, self.idle.begin)
        problem = self._start(self) if self._start else ""
        self._stand()
        if problem:
            tell(self, "This did not work", problem)
        if self.keys.problems:
            tell(self, f"Some keys in {self.keys.path} stay as they were", *self.keys.problems)

    async def action_quit(self) -> None:
        """Ctrl-Q."""
        leave_program(self)

    def action_ask_quit(self) -> None:
        """Ctrl-C."""
        ask_leave(self)

    # -- games --------------------------------------------------------------------------------

    def play_new(
        self,
        scenario: str,
        *,
        seed: Seed | None = None,
        name: str = "",
        players: dict[str, str] | None = None,
        teach: bool | None = None,
        options: Mapping[str, str] | None = None,
        welcome: bool = False,
    ) -> str:
        """Begin a game; returns why that failed, or ""; *welcome*: what its opening drew is told."""
        number, chance = seed or seed_for(None)
        new = partial(Campaign.new, players=players, options=options, chance=chance)
        try:
            folder.saves_folder().mkdir(parents=True, exist_ok=True)
            path = folder.named(name) if name else folder.fresh(scenario.replace("/", "-"))
            campaign = new(scenario, number, path)
        except (SaveError, DataError) as error:
            return str(error)
        except OSError as error:
            kept = new(scenario, number, None)
            return self._without_save(kept, error)
        self.lay(campaign, teach=teach, welcome=welcome and opened_by_lot(campaign))
        return ""

    def play_save(self, text: str, *, welcome: bool = False) -> str:
        """Go on with a save, or look at a position "name@12"; returns why that failed, or ""; *welcome* tells the news."""
        try:
            path, n = folder.address(text)
            if self.play is not None and self.play.campaign.path == path:
                self.play.close()
            campaign = Campaign.open(path, shared=True) if n is None else Campaign.at(path, n)
        except (SaveError, DataError) as error:
            return str(error)
        self.lay(campaign, welcome=welcome)
        return ""

    def replay_save(self, text: str) -> str:
        """Watch a save; returns why that failed, or ""."""
        try:
            path, n = folder.address(text)
            campaign = Campaign.open(path, write=False)
        except (SaveError, DataError) as error:
            return str(error)
        self._stand()
        self.open_replay(campaign, n)
        return ""

    def lay(self, campaign: Campaign, *, teach: bool | None = None, welcome: bool = False) -> None:
        """Put a campaign on the table, in place of what lies there."""
        let_go(self)
        self.play = Play(campaign, teach=teach)
        self._clear()
        self.show_table(self.play, welcome=welcome)

    def leave_table(self) -> None:
        """Back to the menu, once nothing is unsaved."""
        safely(self, self._leave)

    def _leave(self) -> None:
        let_go(self)
        self.play = None
        self.back_to_menu()

    # -- screens ------------------------------------------------------------------------------

    def open_new(self) -> None:
        """New game."""
        from wargame.tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen())

    def open_load(self, *, replay: bool) -> None:
        """The list of saves."""
        from wargame.tui.screens.load import LoadScreen

        self.push_screen(LoadScreen(replay=replay))

    def open_settings(self) -> None:
        """Settings."""
        from wargame.tui.screens.settings_screen import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_help(self, group: str = "") -> None:
        """All keys, those of a screen first."""
        from wargame.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(group))

    def action_keys_of(self, group: str) -> None:
        """All keys, asked for on a screen that is not the table."""
        self.open_help(group)

    def open_replay(self, game: Campaign, n: int | None = None, viewer: Side | None = "") -> None:
        """The scrubber, with what *viewer* may know; of a save from the list what everybody may."""
        from wargame.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(game, n, viewer))

    def open_charts(self, play: Play) -> None:
        """All charts; F1 there opens the rule."""
        from wargame.tui.screens.charts import ChartsScreen

        charts = play.definition.charts(play.game.content)

        def closed(rule: str | None) -> None:
            if rule:
                self.open_rulebook(play.definition, rule)

        reading = last_reading(play.session.told)
        basis = play.words.basis(reading) if reading else ""
        self.push_screen(ChartsScreen(charts, reading, basis), closed)

    def open_rulebook(self, game: GameDefinition, rule: str) -> None:
        """The rulebook, at a rule."""
        from wargame.tui.screens.rulebook import RulebookScreen

        try:
            book = self.rulebook(game)
            found = book.find(rule).id if rule else ""
        except DataError as error:
            tell(self, "No such rule", str(error))
            return
        self.push_screen(RulebookScreen(book, found))

    def rulebook(self, game: GameDefinition) -> Rulebook:
        """A game's rulebook; raises DataError."""
        if game.id not in self._books:
            self._books[game.id] = Rulebook.of(whole_rulebook(game.id, game.title))
        return self._books[game.id]

    # -- settings -----------------------------------------------------------------------------

    def change_settings(self, settings: Settings) -> None:
        """Take over and keep settings."""
        if settings.mouse != self.settings.mouse:
            self.hold_mouse(on=settings.mouse == "on")
        self.settings = settings
        self._apply_settings()
        if problem := save_settings(settings):
            self.notify(problem, severity="warning")
        for view in (v for screen in self.screen_stack for v in screen.query(TableMap)):
            view.wear(settings)

    def _apply_settings(self) -> None:
        self.theme = self.settings.theme
        self.set_class(self.settings.plain, "plain")
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through before it is shown."""
        own = [self._harmless, self._ascii] if self.settings.plain else [self._harmless]
        return [*super().get_line_filters(), *own]

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, and what a terminal of 16 colours shows in their place."""
        found = {**TEXTUAL_THEMES[0].variables, **super().get_css_variables()}
        if self.console.color_system == "standard":
            told = of_few_colours(palette_for(self.theme)).colours
            found |= {name.replace("_", "-"): told[name] for name in _SIDES}
            found["rule"] = found["foreground"]
            if not self.current_theme.dark:  # a dark blue would come out as grey
                found["primary"] = found["side0"]
        return with_frames(found)

    # -- keys ---------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys are taken one after the other; nothing answers a notice before it can be read."""
        fresh = isinstance(event, events.InputEvent) and not event.is_forwarded
        if fresh and isinstance(event, events.Key):
            self.faults.calm()
            self.typed.take(event)
        elif fresh and isinstance(event, events.MouseDown) and self.typed.ahead(event.time):
            return
        elif not (fresh and self.typed.unseen(event)):
            await super().on_event(event)

    def press(self, action: str) -> None:
        """Do as if the first key of an action had been pressed."""
        if keys := self.keys.keys_for(full_name(action)):
            self.typed.take(events.Key(keys[0], None), sure=True)

    def _works_always(self, key: str) -> bool:
        """Whether a key belongs to the program itself."""
        return bool(bound(actions_in(self.BINDINGS), self.keys, key))

    def _opens_line(self, key: str) -> bool:
        """Whether a key of the table opens a line to type in."""
        return any(key in self.keys.keys_for(f"table.{name}") for name in TYPING)

    def post_display_hook(self) -> None:
        """The screen in front was drawn."""
        self.idle.drawn()
        if self.screen_stack:
            self.typed.shown(self.screen)

    def excuse(self, error: Exception) -> bool:
        """A fault in taking a message or doing what a key asks for stops nothing else."""
        return self.own_up(error)

    def survive(self, error: Exception) -> bool:
        """A fault that nothing caught: go on if that can be borne, else end with a sentence."""
        if self.strict:
            return False
        if not (self.is_running and self.faults.bearable() and self.own_up(error)):
            self.collapse(error)
        return True

    def collapse(self, error: Exception) -> None:
        """End with a sentence."""
        campaign = self.play.campaign if self.play else None
        self.faults.report = written(error, campaign)
        self.stopped = True
        self.panic(stopped(campaign, self.faults.report))

    def own_up(self, error: Exception) -> bool:
        """Never lose the game: report, say a sentence, offer to go on; False if not wanted."""
        if not self.strict:
            self.faults.failed(error)
        return not self.strict

    def blot(self, error: Exception) -> bool:
        """A part of the screen stays blank: report, say so once; False if not wanted."""
        if not self.strict:
            self.faults.undrawn(error)
        return not self.strict

    def lay_again(self) -> None:
        """After a fault: the game on a table of its own."""
        if self.play is not None:
            self.play = Play(self.play.campaign, teach=self.play.teach)
            self.show_table(self.play)

    def show_table(self, play: Play, *, welcome: bool = False) -> None:
        """Lay a game on the table, behind the curtain if that is wanted; *welcome*: tell what happened."""
        news = welcome and not play.campaign.notices  # a notice is to be read first
        self.push_screen(TableScreen(play))
        drawn(self, play.campaign, "", lambda: self.press("briefing") if news else None)

    def back_to_menu(self) -> None:
        """Close everything in front of the menu."""
        self._clear()
        self._stand()

    def _clear(self) -> None:
        while len(self.screen_stack) > 1 and self.screen is not self._menu:
            self.pop_screen()

    def _stand(self) -> None:
        """Something must stand on the bare screen; a game that is laid at once does without the menu."""
        if len(self.screen_stack) == 1:
            from wargame.tui.screens.menu import MenuScreen

            self._menu = MenuScreen()
            self.push_screen(self._menu)

    def _without_save(self, campaign: Campaign, error: OSError) -> str:
        """The folder takes no save: play in memory, and say so."""
        reason = (error.strerror or str(error)).lower()
        campaign.notices.append(f"This game is kept nowhere: the saves folder fails ({reason}).")
        self.lay(campaign)
        return ""
