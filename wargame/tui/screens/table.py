"""The table screen: map, panels and prompt around one open question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from wargame.flow.journal import Line
from wargame.flow.session import segment_id
from wargame.hexes.grid import Hex
from wargame.tui import commands
from wargame.tui.asks.desk import Say
from wargame.tui.asks.view import View
from wargame.tui.map.view import MapView
from wargame.tui.marks import put_marks
from wargame.tui.places import hexes_in
from wargame.tui.play import Outcome, Play
from wargame.tui.screens import flows
from wargame.tui.screens.handover import briefing_dialog, dialogs_after
from wargame.tui.screens.keys import action_of, table_bindings
from wargame.tui.screens.panels import Panels
from wargame.tui.widgets.bar import PromptBar, StatusLine, TabStrip
from wargame.tui.widgets.command_line import CommandLine
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.table_map import TableMap

if TYPE_CHECKING:
    from wargame.tui.app import TableApp

_SMALLEST = (80, 24)


class TableScreen(Screen[None]):
    """Where the game is played."""

    app: TableApp
    BINDINGS: ClassVar[list[BindingType]] = table_bindings()
    DEFAULT_CSS = """
    TableScreen #main { height: 1fr; }
    TableScreen #map { width: 1fr; }
    TableScreen #too_small { display: none; width: 1fr; height: 1fr; padding: 1 2; }
    TableScreen.tiny #too_small { display: block; }
    TableScreen.tiny #main, TableScreen.tiny StatusLine, TableScreen.tiny PromptBar { display: none; }
    """

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play
        self.panels = Panels(play)
        self._explained: set[str] = set()

    # -- building -----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Status, map and panels, prompt, command line."""
        yield StatusLine(id="status")
        with Horizontal(id="main"):
            yield TableMap(self.app.settings)
            yield self.panels
        yield PromptBar(id="prompt")
        yield CommandLine(self._complete, id="command")
        yield Static("", id="too_small")

    def on_mount(self) -> None:
        """Lay the table."""
        self.map.show(self.play.game, self.play.definition)
        self.map.cursor = self.play.cursor
        self.map.focus()
        self.refresh_table()
        self._notices()
        self._explain()

    @property
    def map(self) -> MapView:
        """The map."""
        return self.query_one("#map", MapView)

    async def _dispatch_message(self, message: Message) -> None:
        """Take a message; a fault in doing so stops nothing else."""
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not self.app.own_up(error):
                raise

    # -- showing ------------------------------------------------------------------------------

    def refresh_table(self) -> None:
        """After the position has changed."""
        self.map.show(self.play.game, self.play.definition)
        self.panels.show_position()
        self.show_status()
        self.refresh_view()

    def refresh_view(self) -> None:
        """After the cursor or a choice has changed."""
        view = self.play.view()
        if view.focus is not None and view.focus != self.play.cursor:
            self.play.look(view.focus)
            view = self.play.view()
        if self.map.cursor != self.play.cursor:
            self.map.cursor = self.play.cursor
        put_marks(self.map, view.layers, self.play.overlay_view())
        self.panels.show_view(view)
        self._show_prompt(view)

    def show_status(self) -> None:
        """The line above the map."""
        play = self.play
        face, game = play.definition.face, play.game
        step = play.session.steps.get(_step_id(play))
        parts: list[str | tuple[str, str]] = [(f" {play.definition.title}", "bold")]
        if step is not None:
            parts.append(f" · {step.title}")
        parts.append(f" · {face.turn_label(game)}")
        parts += [f" · {name} {value}" for name, value in face.status(game)]
        self.query_one(StatusLine).show(parts, _save_state(play))

    def _show_prompt(self, view: View) -> None:
        play = self.play
        ask = play.session.ask
        asked: list[str | tuple[str, str]] = []
        if ask is not None:
            side = next(s for s in play.definition.sides if s.id == ask.side)
            colour = f"bold $side{side.colour}-text on $side{side.colour}"
            asked += [(f" {side.title} ", colour), (f" {ask.prompt}", "bold")]
            asked.append((f"  {ask.rule}", "$rule"))
        elif play.session.state.ended is not None:
            ended = play.session.state.ended
            winner = play.side_title(ended.winner) or "nobody"
            asked += [("The game is over: ", "bold"), f"{ended.level}; winner: {winner}"]
        keys = (*view.keys, ("?", "why not"), ("u", "undo"), ("F1", "rule"), ("F9", "all keys"))
        seen = dict(reversed(keys))
        ordered = tuple((key, seen[key]) for key in dict.fromkeys(key for key, _ in keys))
        self.query_one(PromptBar).show(asked, view.hint, play.message, ordered)

    def on_resize(self, event: events.Resize) -> None:
        """Fold or unfold the panels."""
        width, height = event.size
        tiny = width < _SMALLEST[0] or height < _SMALLEST[1]
        self.set_class(tiny, "tiny")
        self.query_one("#too_small", Static).update(
            f"The table needs {_SMALLEST[0]} x {_SMALLEST[1]} characters; this terminal has "
            f"{width} x {height}.\nMake it larger: nothing is lost."
        )
        self.panels.fold(width, height)
        self.call_after_refresh(self.show_status)
        self.call_after_refresh(self.refresh_view)

    # -- the map and the lists ----------------------------------------------------------------

    def on_map_view_cursor_moved(self, event: MapView.CursorMoved) -> None:
        """Another hex is under the cursor."""
        if event.hex != self.play.cursor:
            self.play.message = None
            self.play.look(event.hex)
            self.refresh_view()

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        """Enter or a double click on a hex."""
        self.play.look(event.hex)
        self.action_ask("commit")

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        """The mouse rests on a hex: the inspector shows it."""
        self.panels.show_hex(self.play.cursor if event.hex is None else event.hex)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """A row was marked in one of the panels."""
        if event.rows.id == "options" and self.play.controller:
            self.play.message = None
            self.play.controller.pick(event.index)
            self.refresh_view()
        elif event.rows.id == "journal":
            self._show_line(event.index)

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """A row was chosen in one of the panels."""
        entry = event.rows.entries[event.index]
        if event.rows.id == "options" and self.play.controller:
            self.play.controller.pick(event.index)
            self.action_ask("commit")
        elif event.rows.id == "journal":
            self._show_line(event.index)
            self.map.focus()
        elif event.rows.id == "sequence":
            self.app.open_rulebook(self.play.definition, entry.id)
        elif event.rows.id == "dice":
            self.action_charts()

    async def on_prompt_bar_pressed(self, event: PromptBar.Pressed) -> None:
        """A key in the prompt bar was clicked."""
        if action := action_of(event.key):
            await self.run_action(action)

    def on_tab_strip_wanted(self, event: TabStrip.Wanted) -> None:
        """A tab was clicked."""
        self.action_panel(event.tab)

    def _show_line(self, index: int) -> None:
        """Jump to what a journal line tells of."""
        told = self.play.book.told[index]
        entry = self.play.session.entries[told.n]
        where = self._place_of(told.line)
        if where is not None:
            self.play.look(where)
        answer = f": {entry.answer}" if entry.answer else " (opening)"
        text = f"Answer {told.n}{answer}. T takes back to before it; F1 shows its rule."
        self.play.message = Say(text, bad=False)
        self.refresh_view()

    def _place_of(self, line: Line) -> Hex | None:
        state = self.play.session.state
        hexes = line.hexes or [h for u in line.units if (h := state.units[u].hex) >= 0]
        hexes = hexes or hexes_in(line.text, self.play.game.grid)
        return hexes[-1] if hexes else None

    # -- answering ----------------------------------------------------------------------------

    def action_ask(self, action: str) -> None:
        """A key that belongs to the open question."""
        if self.play.controller is None and action == "commit":
            self.app.push_screen(briefing_dialog(self.play), self._ended_choice)
            return
        self._after(self.play.act(action))

    def action_cancel(self) -> None:
        """Back a step: out of a panel, an overlay, a choice."""
        if self.focused is not self.map:
            self.map.focus()
        elif self.play.overlay is not None:
            self.play.switch_overlay(None)
        else:
            self.play.act("cancel")
        self.play.message = None
        self.refresh_view()

    def action_undo(self) -> None:
        """Take back the last answer; beyond the barrier the other player is asked."""
        flows.take_back(self, None)

    def action_take_back(self) -> None:
        """Take back to before the selected journal line."""
        at = self.panels.journal.at
        told = self.play.book.told
        flows.take_back(self, max(told[at].n - 1, 0) if 0 <= at < len(told) else None)

    def action_redo(self) -> None:
        """Give again what was taken back."""
        self._after(self.play.redo())

    def _after(self, outcome: Outcome | None) -> None:
        """Show what an answer brought about."""
        if outcome is None:
            self.refresh_view()
            return
        if outcome.handover:
            self.map.focus()
        self.refresh_table()
        self._notices()
        self._explain()
        self._ceremony(outcome)

    @work
    async def _ceremony(self, outcome: Outcome) -> None:
        for dialog in dialogs_after(self.play, outcome, self.app.settings):
            self._ended_choice(await self.app.push_screen_wait(dialog))

    def _ended_choice(self, value: str | None) -> None:
        if value == "replay":
            self.app.open_replay(self.play.campaign)
        elif value == "leave":
            self.app.leave_table()

    def _explain(self) -> None:
        """Say what a segment is about when it first comes."""
        step = self.play.session.steps.get(_step_id(self.play))
        if step is None or step.id in self._explained:
            return
        self._explained.add(step.id)
        if self.app.settings.teach == "on" and step.note and self.play.message is None:
            self.play.message = Say(f"{step.title}: {step.note}", step.rule, bad=False)
            self._show_prompt(self.play.view())

    def _notices(self) -> None:
        notices = self.play.campaign.notices
        if notices:
            self.play.message = Say(" ".join(notices))
            notices.clear()
            self._show_prompt(self.play.view())

    # -- other keys ---------------------------------------------------------------------------

    def action_why(self) -> None:
        """Why not?"""
        self.play.why()
        self.refresh_view()

    def action_panel(self, panel: str) -> None:
        """Bring a panel forward and give it the keys."""
        self.panels.bring(panel).focus()
        self.refresh_view()

    def action_overlays(self) -> None:
        """Choose an overlay."""
        flows.choose_overlay(self)

    def action_command(self) -> None:
        """Type."""
        self.query_one(CommandLine).open()

    def action_go_to(self) -> None:
        """Type a hex or a unit."""
        self.query_one(CommandLine).open("go ")

    def action_briefing(self) -> None:
        """What happened since this side decided last."""
        self.app.push_screen(briefing_dialog(self.play), self._ended_choice)

    def action_rule(self) -> None:
        """The rule of the message shown, of the journal line, or of the question."""
        self.app.open_rulebook(self.play.definition, self._rule())

    def action_charts(self) -> None:
        """All charts."""
        self.app.open_charts(self.play)

    def action_rulebook(self) -> None:
        """The rulebook from its start."""
        self.app.open_rulebook(self.play.definition, "")

    def action_help(self) -> None:
        """All keys."""
        self.app.open_help()

    def action_menu(self) -> None:
        """The game menu."""
        flows.game_menu(self)

    def _rule(self) -> str:
        at, told = self.panels.journal.at, self.play.book.told
        if self.focused is self.panels.journal and 0 <= at < len(told) and told[at].line.rule:
            return told[at].line.rule
        if self.play.message is not None and self.play.message.rule:
            return self.play.message.rule
        ask = self.play.session.ask
        return ask.rule if ask else ""

    # -- the command line ---------------------------------------------------------------------

    def _complete(self, text: str) -> list[str]:
        return commands.complete(self.play.session, text)

    def on_command_line_closed(self) -> None:
        """Back to the map."""
        self.map.focus()

    def on_command_line_listed(self, event: CommandLine.Listed) -> None:
        """Show how a line can go on."""
        shown = "  ".join(line for line in event.lines[:8])
        more = len(event.lines) - 8
        text = shown + (f"  … {more} more" if more > 0 else "")
        self.play.message = Say(text, bad=False)
        self._show_prompt(self.play.view())

    def on_command_line_entered(self, event: CommandLine.Entered) -> None:
        """An answer or a command was typed."""
        typed = commands.read_line(self.play.session, event.line)
        if typed.command:
            flows.run_command(self, typed)
        else:
            self._after(self.play.answer(typed.text))


def _step_id(play: Play) -> str:
    return segment_id(play.session.state, play.session.steps)


def _save_state(play: Play) -> tuple[str, str]:
    """How the game stands on disk."""
    campaign: Any = play.campaign
    n = play.session.n
    if campaign.failing:
        return (f"NOT SAVED since the disk failed · answer {n} ", "bold $error")
    if campaign.read_only:
        return (f"looking only · answer {n} ", "bold $warning")
    if campaign.path is None:
        return (f"kept nowhere · answer {n} ", "bold $warning")
    return (f"saved · {campaign.path.stem} · {n} ", "")
