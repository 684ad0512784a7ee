"""The table screen: map, panels and prompt around one open question."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from wargame.flow.ask import IllegalAnswer
from wargame.tui import typed_line
from wargame.tui.asks.desk import Say, told
from wargame.tui.asks.view import View
from wargame.tui.guide import Guide
from wargame.tui.map.marks import put_marks
from wargame.tui.map.view import MapView
from wargame.tui.outcome import Outcome
from wargame.tui.play import Play
from wargame.tui.save_facts import standing as save_standing
from wargame.tui.screens.branching import ask_branch
from wargame.tui.screens.curtain import drawn
from wargame.tui.table import conversations, lessons, standing, witness
from wargame.tui.table.commands import run_command
from wargame.tui.table.flash import Flash
from wargame.tui.table.handover import briefing_dialog, dialogs_after
from wargame.tui.table.keys import action_of, table_bindings
from wargame.tui.table.legend import legend
from wargame.tui.table.panels import Panels
from wargame.tui.table.prompt import USUAL_KEYS, show_prompt, spelled, status_parts
from wargame.tui.table.standing import StandingLine
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.guarded import Beside, Guarded
from wargame.tui.widgets.lesson import LessonCard
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_bars import PromptBar, StatusLine, TabStrip
from wargame.tui.widgets.table_map import TableMap
from wargame.tui.widgets.too_small import TooSmall


class TableScreen(Guarded, Screen[None]):
    """Where the game is played."""

    BINDINGS: ClassVar[list[BindingType]] = table_bindings()
    DEFAULT_CSS = """
    TableScreen #main { height: 1fr; visibility: hidden; }
    TableScreen #map, TableScreen Panels { visibility: visible; }
    TableScreen #map { width: 1fr; }
    TableScreen Panels:focus-within { border-left: heavy $accent; }
    TableScreen Panels:focus-within TabStrip { background: $accent; color: $background; }
    TableScreen .panel:focus, TableScreen .panel:focus-within { border-title-style: bold reverse; }
    """

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play
        self.panels = Panels(play)
        unasked = {"on": None, "always": True, "off": False}[self.shell.settings.teach]
        self.guide = Guide(play.session, unasked if play.teach is None else play.teach)
        self.noted: set[str] = set()
        self.flash = Flash(self)

    # -- building -----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Status, map and panels, prompt, command line."""
        yield StatusLine(id="status")
        with Beside(id="main"):
            yield TableMap(self.shell.settings)
            yield self.panels
        yield LessonCard(id="lesson")
        yield StandingLine()
        yield PromptBar(id="prompt")
        yield CommandLine(self._complete, id="command")
        yield TooSmall()

    def on_mount(self) -> None:
        """Lay the table."""
        self.map.show(self.play.game, self.play.definition)
        self.map.cursor = self.play.cursor
        self.map.focus()
        self.refresh_table()
        self._notices()
        lessons.explain(self)

    def on_screen_resume(self) -> None:
        """The terminal's cursor stands on the map again; nothing chosen before is given by Enter."""
        self.map.on_focus()
        if self.play.disarm():
            self.refresh_view()

    @property
    def map(self) -> MapView:
        """The map."""
        return self.query_one("#map", MapView)

    @property
    def line(self) -> CommandLine:
        """Where commands are typed."""
        return self.query_one(CommandLine)

    @property
    def card(self) -> LessonCard:
        """Where explanations are read."""
        return self.query_one(LessonCard)

    @property
    def question(self) -> object:
        """What presents the open question."""
        return self.play.controller

    # -- showing ------------------------------------------------------------------------------

    def refresh_table(self) -> None:
        """After the position has changed."""
        self.flash.stop()
        self.map.show(self.play.game, self.play.definition)
        with self.drawing():
            self.panels.show_position()
        with self.drawing():
            self.show_status()
        self.refresh_view()

    def refresh_view(self) -> None:
        """After the cursor or a choice has changed."""
        self.play.room = self.panels.room
        view = self.play.led_view()
        with self.drawing(), self.map.together():
            self.map.cursor = self.play.cursor
            put_marks(self.map, view.layers, self.play.overlay_view())
            game = self.play.game
            witness.mark(self.map, game.grid, self.play.deeds)
            witness.foretell(self.map, game.grid, self.play.definition.face.announced(game))
        with self.drawing():
            self.panels.show_view(spelled(view, self.shell.keys))
        self._show_prompt(view)

    def show_status(self) -> None:
        """The line above the map."""
        parts, whole = status_parts(self.play, self.size.width)
        self.query_one(StatusLine).show(parts, save_standing(self.play.campaign), whole)

    def _show_prompt(self, view: View) -> None:
        with self.drawing():
            self.query_one(StandingLine).tell(self.play, self.shell.keys)
            more = standing.key_hint(self.play)
            last = (("e", "explain"),) if self.guide.lessons else ()
            view = replace(view, keys=(*view.keys, *more, *USUAL_KEYS, *last))
            show_prompt(self.query_one(PromptBar), self.play, view, self.shell.keys, self.focused)

    def on_resize(self, event: events.Resize) -> None:
        """Fold or unfold the panels."""
        self.query_one(TooSmall).fit(event.size)
        self.panels.fold(*event.size)
        self.call_after_refresh(self.show_status)
        self.call_after_refresh(self.refresh_view)

    # -- the map and the lists ----------------------------------------------------------------

    async def on_map_view_cursor_moved(self) -> None:
        """Another hex is under the cursor; the message may tell of one it has left again."""
        if self.map.cursor != self.play.cursor:
            self.play.message = None
            self.play.point(self.map.cursor)
            lessons.fold(self)
            self.refresh_view()
        await asyncio.sleep(0)  # the panels say what they want drawn, before the first frame

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        """Enter or a double click on a hex."""
        if event.clicked:
            self.play.point(event.hex)
        self.action_ask("commit")

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        """The mouse rests on a hex: the inspector shows it."""
        self.panels.show_hex(self.play.cursor if event.hex is None else event.hex)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """A row was marked in one of the panels."""
        if event.rows.id == "options":
            self.play.pick(event.index)
            self.refresh_view()
        elif event.rows.id == "journal":
            conversations.show_line(self, event.index)

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """A row was chosen in one of the panels."""
        entry = event.rows.entries[event.index]
        if event.rows.id == "options" and self.play.controller:
            self.play.controller.pick(event.index)
            self.action_ask("commit")
        elif event.rows.id == "journal" and not self.panels.tell_earlier(event.index):
            conversations.show_line(self, event.index)
            self.map.focus()
        elif event.rows.id == "sequence":
            self.shell.open_rulebook(self.play.definition, entry.id)
        elif event.rows.id == "dice":
            self.shell.open_charts(self.play)

    async def on_prompt_bar_pressed(self, event: PromptBar.Pressed) -> None:
        """A key in the prompt bar was clicked."""
        if action := action_of(event.key, self.shell.keys):
            await self.run_action(action)

    def on_lesson_card_turned(self, _: LessonCard.Turned) -> None:
        """The page of an explanation was clicked."""
        lessons.turn(self)

    def on_tab_strip_wanted(self, event: TabStrip.Wanted) -> None:
        """A tab was clicked."""
        self.action_panel(event.tab)

    # -- answering ----------------------------------------------------------------------------

    def action_ask(self, action: str) -> None:
        """A key that belongs to the open question."""
        if self.play.controller is None and action == "commit":
            self.app.push_screen(briefing_dialog(self.play), self._noticed)
            return
        lessons.fold(self)
        if action.isdecimal():
            self.panels.bring("orders")  # the rows that the numbers mean
        self.show_outcome(self.play.act(action))

    def on_descendant_focus(self) -> None:
        """The keys go elsewhere: the prompt says where."""
        self._show_prompt(self.play.view())

    def action_cancel(self) -> None:
        """Back a step: out of a panel, an overlay, a choice."""
        if self.focused is not self.map:
            self.map.focus()
        elif lessons.put_away(self):
            return
        elif self.play.overlay is not None:
            self.play.switch_overlay(None)
        else:
            self.play.act("cancel")
        self.play.message = None
        self.refresh_view()

    def action_take_back(self) -> None:
        """Take back to before the selected journal line."""
        at = self.panels.journal.at
        told = self.play.book.told
        conversations.take_back(self, max(told[at].n - 1, 0) if 0 <= at < len(told) else None)

    def action_branch(self) -> None:
        """Play on from the selected journal line in a save of its own."""
        at, told = self.panels.journal.at, self.play.book.told
        n = told[at].n if 0 <= at < len(told) else self.play.session.n
        ask_branch(self.app, self.play.campaign, n, lambda why: conversations.say(self, why))

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show what an answer brought about."""
        if outcome is None:
            self.refresh_view()
            lessons.learn(self)
            return
        drawn(self.app, self.play.campaign, outcome.before, lambda: self._ceremony(outcome))
        if outcome.handover:
            self.panels.bring("orders")
            self.map.focus()
        conversations.clear_traces(self, outcome.before)
        self.refresh_table()
        self.flash.begin(self.map, outcome.deed.targets)
        self._notices()

    def _ceremony(self, outcome: Outcome) -> None:
        """The notices that follow an answer, one after the other, the first one at once; then what is new is explained."""
        waiting = dialogs_after(self.play, outcome, self.shell.settings)

        def go_on(value: str | None = None) -> None:
            self._noticed(value)
            if outcome.deed.ranked and self.shell.play is self.play:
                witness.mark(self.map, self.play.game.grid, self.play.deeds)
            if waiting and self.shell.play is self.play:
                scene = witness.scene_of(self.play, outcome)
                self.app.push_screen(witness.present(self, waiting.pop(0), scene), go_on)
            elif self.shell.play is self.play:
                lessons.explain(self)
                if value is not None:
                    self.map.keep_in_view()

        go_on()

    def _noticed(self, value: str | None) -> None:
        conversations.follow_notice(self, value or "")

    def _notices(self) -> None:
        if notices := self.play.campaign.notices:
            self.play.message = Say(" ".join(notices))
            notices.clear()
            self._show_prompt(self.play.view())

    # -- other keys ---------------------------------------------------------------------------

    def action_why(self) -> None:
        """Why not?"""
        self.play.why()
        self.refresh_view()
        lessons.learn(self)

    def action_panel(self, panel: str) -> None:
        """Bring a panel forward and give it the keys."""
        lessons.fold(self)
        self.panels.display = True
        wanted = self.panels.bring(panel)
        self.set_focus(self.map if wanted is self.focused else wanted)
        self.refresh_view()

    def action_command(self) -> None:
        """Type."""
        self.line.open(key=":")

    def action_type(self, word: str) -> None:
        """Begin a typed command; one that needs nothing more is done at once."""
        alone = word in typed_line.ALONE
        run_command(self, typed_line.Typed(word, "")) if alone else self.line.open(f"{word} ")

    def action_go_to(self) -> None:
        """Type a hex or a unit."""
        self.line.open("go ", key="g")

    def action_briefing(self) -> None:
        """What happened since this side decided last."""
        dialog = witness.present(self, briefing_dialog(self.play), ())
        self.app.push_screen(dialog, self._noticed)

    def action_rule(self) -> None:
        """The rule of the message shown, of the journal line, or of the question."""
        self.shell.open_rulebook(self.play.definition, self._rule())

    def action_alone(self) -> None:
        """The map takes the room of the panels, or gives it back."""
        self.panels.display ^= True
        self.map.focus()

    def action_legend(self) -> None:
        """What the map's signs mean."""
        few = self.app.console.color_system == "standard"
        self.app.push_screen(legend(self.play, self.shell.settings, few=few))

    def _rule(self) -> str:
        at, told = self.panels.journal.at, self.play.book.told
        if self.focused is self.panels.journal and 0 <= at < len(told) and told[at].line.rule:
            return told[at].line.rule
        if self.play.message is not None and self.play.message.rule:
            return self.play.message.rule
        if self.guide.page is not None:
            return self.guide.page.rule
        ask = self.play.session.ask
        return ask.rule if ask else ""

    # -- the command line ---------------------------------------------------------------------

    def _complete(self, text: str) -> list[str]:
        return typed_line.complete(self.play.session, text)

    def on_command_line_closed(self) -> None:
        """Back to the map; what the last line brought is read."""
        self.set_focus(self.map)  # at once: a line that is refused opens again
        self.play.message = None
        self.refresh_view()

    def on_command_line_listed(self, event: CommandLine.Listed) -> None:
        """Show how a line can go on; of a plan that is typed out, its odds."""
        if not event.lines:
            if ";" in self.line.value:
                run_command(self, typed_line.Typed("odds", self.line.value))
            return
        text = typed_line.listed(event.lines, 2 * self.size.width - 30)
        self.play.message = Say(text, bad=False)
        self._show_prompt(self.play.view())

    def on_command_line_entered(self, event: CommandLine.Entered) -> None:
        """An answer or a command was typed."""
        try:
            typed = typed_line.read_line(self.play.session, event.line)
        except IllegalAnswer as error:
            self.play.message = told(error.refusal)
            self.show_outcome(None)
            return
        if typed.command:
            run_command(self, typed)
        else:
            self.show_outcome(self.play.answer(typed.text))
