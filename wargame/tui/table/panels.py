"""The panels beside the map: tabs in a small terminal, side by side in a large one."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.widget import Widget

from wargame.flow.face import OverlayView
from wargame.hexes.grid import Hex
from wargame.tui.asks.desk import LONG
from wargame.tui.asks.view import View
from wargame.tui.clock import Ticker
from wargame.tui.keymap import shown
from wargame.tui.play import Play
from wargame.tui.table.keys import ROW_NUMBERS
from wargame.tui.table.thought import REST, Thought
from wargame.tui.widgets.book import EARLIER
from wargame.tui.widgets.dice import dice_rows
from wargame.tui.widgets.guarded import Box, Stacked
from wargame.tui.widgets.inspector import hex_rows, now_rows, overlay_rows
from wargame.tui.widgets.orders_panel import OrdersPanel
from wargame.tui.widgets.row import Row, row
from wargame.tui.widgets.rows import Rows
from wargame.tui.widgets.sequence import track_rows
from wargame.tui.widgets.table_bars import TabStrip

TABS = (
    ("orders", "F2", "Orders"),
    ("hex", "F3", "Hex"),
    ("sequence", "F4", "Turn"),
    ("journal", "F5", "Journal"),
    ("dice", "F6", "Dice"),
)
_UPPER = ("orders", "dice", "hex")
_LOWER = ("sequence", "journal")
_ROLLS = 12
"""How many answers back the dice panel looks."""
_BELOW = 5
"""Lines of the orders panel below its list, and the one that tells how many rows are left out."""
_TOLD = 6
"""Lines of an overlay that stand below the orders while the hex panel is away."""


class Panels(Box):
    """Orders, hex, sequence, journal, dice."""

    DEFAULT_CSS = """
    Panels { width: 37; height: 1fr; border-left: solid $primary; }
    Panels #boxes { height: 1fr; visibility: hidden; }
    Panels Stacked { height: 1fr; }
    Panels #lower, Panels .panel { visibility: visible; }
    Panels .panel { height: 1fr; }
    Panels.medium { width: 46; }
    Panels.medium #upper { height: 3fr; }
    Panels.medium #lower { height: 2fr; }
    Panels.large { width: 92; }
    Panels.large #boxes { layout: horizontal; }
    Panels.medium .panel, Panels.large .panel { border-top: solid $primary; border-title-color: $primary; }
    Panels.large #lower { border-left: solid $primary; }
    .plain Panels.large #lower { border-left: ascii $primary; }
    Panels.large #dice { height: 10; }
    Panels.large #sequence { height: 2fr; }
    Panels.large #journal { height: 3fr; }
    """

    def __init__(self, play: Play) -> None:
        super().__init__(id="panels")
        self.play = play
        self.thought = Thought(play)
        """What could be brought against the cursor's hex."""
        self._rest: Ticker | None = None
        self._view = View("")
        self.active = "orders"
        """The panel in front."""
        self.size_class = "small"
        self._told = -1
        self._now: list[Row] | None = None
        """What is told of the position below every hex, until it changes."""
        keys = [self.shell.keys.keys_for(f"table.option_{n}") for n in ROW_NUMBERS]
        self._row_keys = tuple(shown(key[0]) if key else "" for key in keys)
        self._size_up(*self.app.size)

    def compose(self) -> ComposeResult:
        """Tabs, then two groups of panels."""
        yield TabStrip(self._tabs(), id="tabs")
        with Box(id="boxes"):
            with Stacked(id="upper"):
                yield self._named(OrdersPanel(id="orders"))
                yield self._named(Rows(id="dice", follow=True))
                yield self._named(Rows(id="hex"))
            with Stacked(id="lower"):
                yield self._named(Rows(id="sequence"))
                yield self._named(Rows(id="journal", follow=True))

    def on_mount(self) -> None:
        """Show the panels that have room."""
        self._arrange()

    @property
    def journal(self) -> Rows:
        """The journal."""
        return self.query_one("#journal", Rows)

    @property
    def orders(self) -> OrdersPanel:
        """The orders panel."""
        return self.query_one(OrdersPanel)

    @property
    def room(self) -> int:
        """How many rows of a question stand in their panel, a line each, with a line of what they mean."""
        return min(max(LONG, self.orders.size.height - _BELOW), len(ROW_NUMBERS))

    # -- showing ------------------------------------------------------------------------------

    def show_position(self) -> None:
        """After the position has changed."""
        self._now = None
        session = self.play.session
        root = self.play.game.content.sequence
        rows, at = track_rows(root, session.segment, self.play.definition)
        sequence = self.query_one("#sequence", Rows)
        sequence.fill(rows, at)
        sequence.centre_row(at)
        recent = session.told[-_ROLLS:]
        dice = dice_rows(recent, self.play.words) or [row(("No dice yet.", "dim"))]
        self.query_one("#dice", Rows).fill(dice)
        self._show_journal()

    def show_view(self, view: View) -> None:
        """After the cursor or a choice has changed."""
        self._view, self.thought.plan = view, view.plan
        self.orders.plain = self.app.has_class("plain")
        self.orders.keys = self._row_keys
        self.orders.sides = {side.id: side.title for side in self.play.definition.sides}
        overlay = self.play.overlay_view()
        alone = not self.query_one("#hex", Rows).display
        if alone or view.plan:
            more = _told(overlay) if alone else ()
            thought = self.thought.lines if view.plan or view.odds is None else ()
            told = (*view.preview, *thought) if view.answer else (*thought, *view.preview)
            view = replace(
                view, preview=(*told, *more)
            )  # one's own way before what the enemy could do
        self.orders.show(view)
        self.show_hex(self.play.cursor)
        self._await_rest()

    def _await_rest(self) -> None:
        """What if is worked out when the cursor has rested a while."""
        if self._rest is not None:
            self._rest.stop()
        due = self.thought.is_due
        self._rest = self.shell.clock.every(self, REST, self._think, pause=False) if due else None

    def _think(self) -> None:
        with self.drawing():
            self.thought.think()
            self.show_view(self._view)

    def show_hex(self, where: Hex) -> None:
        """Everything about a hex, and what the overlay says."""
        panel = self.query_one("#hex", Rows)
        if not panel.display:
            return
        with self.drawing():
            game, definition = self.play.game, self.play.definition
            if self._now is None:
                self._now = now_rows(game, definition)
            rows = [*hex_rows(game, definition, where), *self._now]
            overlay = self.play.overlay_view()
            if overlay is not None:
                rows = [*overlay_rows(overlay), row(""), *rows]
            told = () if self.thought.plan else self.thought.lines
            if told and where == self.play.cursor:
                rows = [
                    row(("What if", "heading")),
                    *(row(line, hang=4) for line in told),
                    row(""),
                    *rows,
                ]
            panel.fill(rows)

    def _show_journal(self) -> None:
        book = self.play.book
        kept = book.follow(self.play.session.told)
        if kept == self._told and len(book.told) >= kept:
            self.journal.at = -1
            self.journal.extend(book.rows(kept))
        else:
            self.journal.fill(book.rows())
        self._told = len(book.told)

    def tell_earlier(self, index: int) -> bool:
        """Tell more of what came before, if that is what a line of the journal stands for."""
        book = self.play.book
        if book.told[index].line.kind != EARLIER:
            return False
        was = len(book.told)
        book.reach_back()
        self._show_journal()
        self.journal.highlight(len(book.told) - was)
        return True

    # -- folding ------------------------------------------------------------------------------

    def fold(self, width: int, height: int) -> None:
        """Fit the panels to the terminal."""
        if self._size_up(width, height):
            self.update_node_styles()
        self._arrange()

    def bring(self, panel: str) -> Widget:
        """Show a panel and return what takes its keys."""
        self.active = panel
        self._arrange()
        return self.query_one("#options" if panel == "orders" else f"#{panel}")

    def _size_up(self, width: int, height: int) -> bool:
        """Tell how much room there is; whether that is another class of size than before."""
        was = self.size_class
        large = width >= 170 and height >= 48
        medium = not large and width >= 110 and height >= 32
        self.size_class = "large" if large else "medium" if medium else "small"
        self.set_class(large, "large", update=False)
        self.set_class(medium, "medium", update=False)
        return self.size_class != was

    def _tabs(self) -> list[tuple[str, str, str]]:
        """Panel, key, name of each tab."""
        return [(tab, self.shell.keys.spelled(f"{{panel_{tab}}}"), name) for tab, _, name in TABS]

    def _named(self, panel: Widget) -> Widget:
        """A panel with its name and key in its border."""
        key, name = next((key, name) for tab, key, name in self._tabs() if tab == panel.id)
        panel.border_title = f"{name} {key}"
        return panel.add_class("panel", update=False)

    def _arrange(self) -> None:
        seen = self._visible()
        for tab, _, _ in TABS:
            self.query_one(f"#{tab}").display = tab in seen
        self.query_one("#upper").display = any(tab in seen for tab in _UPPER)
        self.query_one("#lower").display = any(tab in seen for tab in _LOWER)
        tabs = self.query_one(TabStrip)
        tabs.display = self.size_class != "large"
        tabs.show(self.active)
        self.show_hex(self.play.cursor)
        self.call_after_refresh(self._centre)

    def _centre(self) -> None:
        sequence = self.query_one("#sequence", Rows)
        sequence.centre_row(sequence.at)

    def _visible(self) -> set[str]:
        if self.size_class == "large":
            return {tab for tab, _, _ in TABS}
        if self.size_class == "medium":
            return {"orders" if self.active == "journal" else self.active, "journal"}
        return {self.active}


def _told(overlay: OverlayView | None) -> tuple[str, ...]:
    """An overlay in a few lines."""
    if overlay is None:
        return ()
    signs = f": {overlay.signs}" if overlay.signs else ""
    return (f"{overlay.title}{signs}", *overlay.lines[:_TOLD])
