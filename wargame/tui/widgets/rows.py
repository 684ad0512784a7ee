"""A scrolling list of rows by the line API: journal, options, tree, rulebook, saves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from wargame.tui.private import SpannedView
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.row import PLAIN, STYLES, Row, Span, wrap

_UNKNOWN_WIDTH = 60
"""For breaking lines before the first layout."""


class Rows(Guarded, SpannedView, can_focus=True):
    """Rows with one of them highlighted."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"rows--{name}" for name in (*STYLES, "cursor", "marked")
    }
    DEFAULT_CSS = """
    Rows { scrollbar-size-vertical: 1; overflow-x: hidden; overflow-y: scroll; }
    Rows > .rows--lit { text-style: bold reverse; color: $accent; }
    Rows > .rows--dim { color: $foreground 65%; }
    Rows > .rows--rule { color: $rule; }
    Rows > .rows--strong { text-style: bold; }
    Rows > .rows--heading { text-style: bold; color: $primary; }
    Rows > .rows--good { color: $success; }
    Rows > .rows--bad { color: $error; }
    Rows > .rows--dice { text-style: bold; color: $accent; }
    Rows > .rows--key { text-style: bold; color: $primary; }
    Rows > .rows--side0 { text-style: bold; background: $side0; color: $side0-text; }
    Rows > .rows--side1 { text-style: bold; background: $side1; color: $side1-text; }
    Rows > .rows--cursor { background: $primary; color: $background; text-style: bold; }
    Rows > .rows--marked { background: $primary 20%; color: $foreground; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False, id="rows.up"),
        Binding("down", "step(1)", "Down", show=False, id="rows.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="rows.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="rows.page_down"),
        Binding("home", "edge(0)", "First", show=False, id="rows.first"),
        Binding("end", "edge(-1)", "Last", show=False, id="rows.last"),
        Binding("enter", "select", "Choose", show=False, id="rows.choose"),
    ]

    longest: ClassVar[int] = 1000
    """Columns of a line, however wide the list is."""

    class Highlighted(Message):
        """The highlight moved."""

        def __init__(self, rows: Rows, index: int) -> None:
            super().__init__()
            self.rows, self.index = rows, index

        @property
        def control(self) -> Rows:
            """The list it happened in."""
            return self.rows

    class Selected(Highlighted):
        """A row was chosen by Enter or a click."""

    def __init__(self, *, id: str | None = None, follow: bool = False) -> None:  # noqa: A002
        super().__init__(id=id)
        self.entries: list[Row] = []
        self.at = -1
        """Index of the highlighted row, -1 for none."""
        self.follow = follow
        """Whether new rows at the end are scrolled into view."""
        self._starts: list[int] = []
        self._lines: list[tuple[int, Sequence[Span]]] = []
        self._width = 0
        self._styles: dict[str, Style] = {}
        self._plain = False
        """Whether only ASCII may be drawn."""
        self._strips: dict[object, Strip] = {}
        """The lines that were shown, by all that makes them look as they do."""

    # -- what it holds ------------------------------------------------------------------------

    def fill(self, entries: Sequence[Row], at: int = -1) -> None:
        """Show other rows."""
        self.entries = list(entries)
        self.at = min(at, len(self.entries) - 1)
        self._lay_out()
        if self.follow:
            self.scroll_end(animate=False, immediate=True)
        else:
            self.show_row(self.at)

    def extend(self, entries: Sequence[Row]) -> None:
        """Add rows at the end."""
        start = len(self.entries)
        self.entries.extend(entries)
        for n, entry in enumerate(entries, start):
            self._break(n, entry)
        self._resized()
        if self.follow:
            self.scroll_end(animate=False, immediate=True)

    def highlight(self, index: int) -> None:
        """Move the highlight and show it."""
        if index == self.at:
            self.show_row(index)
            return
        was, self.at = self.at, index
        for touched in (was, index):
            self._refresh_row(touched)
        self.show_row(index)

    def show_row(self, index: int) -> None:
        """Scroll so that the row can be seen."""
        if 0 <= index < len(self._starts):
            region = Region(0, self._starts[index], 1, self._height_of(index))
            self.scroll_to_region(region, animate=False, force=True, immediate=True)

    def centre_row(self, index: int) -> None:
        """Scroll so that the row stands a third down the list."""
        if 0 <= index < len(self._starts):
            top = self._starts[index] - self.size.height // 3
            self.scroll_to(0, max(top, 0), animate=False, force=True, immediate=True)

    # -- keys and mouse -----------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Highlight the next row that can be chosen."""
        n = self.at + by
        if self.at < 0:
            n = len(self.entries) - 1 if by < 0 else 0
        while 0 <= n < len(self.entries) and not self.entries[n].id:
            n += by
        if 0 <= n < len(self.entries):
            self._move(n)
        else:
            self.scroll_relative(y=by, animate=False, immediate=True)

    def action_page(self, by: int) -> None:
        """A screenful up or down."""
        if self.at < 0 or not any(entry.id for entry in self.entries):
            self.scroll_relative(y=by * self.size.height, animate=False, immediate=True)
            return
        line = self._starts[self.at] + by * max(self.size.height - 1, 1)
        self._move(self._near(self._row_at(min(max(line, 0), len(self._lines) - 1)), by))

    def action_edge(self, which: int) -> None:
        """The first or the last row."""
        if not any(entry.id for entry in self.entries):
            edge = self.scroll_end if which else self.scroll_home
            edge(animate=False, immediate=True)
        elif self.entries:
            n = len(self.entries) - 1 if which else 0
            self._move(self._near(n, -1 if which else 1))

    def action_select(self) -> None:
        """Choose the highlighted row."""
        if 0 <= self.at < len(self.entries) and self.entries[self.at].id:
            self.post_message(self.Selected(self, self.at))

    def on_click(self, event: events.Click) -> None:
        """Highlight the row under the mouse; choose it when it is highlighted already."""
        line = event.y + self.scroll_offset.y
        if not 0 <= line < len(self._lines):
            return
        n = self._row_at(line)
        if not self.entries[n].id:
            return
        if n == self.at:
            self.post_message(self.Selected(self, n))
        else:
            self._move(n)

    # -- drawing ------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Break the lines anew when the width has changed; the highlight or the end stays seen."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()
        if self.follow and self.at < 0:
            self.scroll_end(animate=False, immediate=True)
        else:
            self.show_row(self.at)

    def notify_style_update(self) -> None:
        """Forget colours of the old theme."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def drawn(self, crop: Region) -> list[Strip]:
        """The lines in view."""
        self._plain = self.app.has_class("plain")
        return super().drawn(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the visible part."""
        line = y + self.scroll_offset.y
        width = self.columns
        if not 0 <= line < len(self._lines):
            return Strip.blank(width, self._style(""))
        n, spans = self._lines[line]
        here = n == self.at and self.entries[n].id
        lit = ("cursor" if self.has_focus else "marked") if here else ""
        plain = self._plain
        known = lit, plain, width, *spans
        if known not in self._strips:
            self._strips[known] = self._strip(lit, plain, width, spans)
        return self._strips[known]

    def _strip(self, lit: str, plain: bool, width: int, spans: Sequence[Span]) -> Strip:
        segments = [
            Segment(text.translate(PLAIN) if plain else text, self._style(lit or style))
            for text, style in spans
        ]
        return Strip(segments).simplify().adjust_cell_length(width, self._style(lit))

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            if " on " in name:
                known = Style.parse(name)
            else:
                known = self.get_component_rich_style(f"rows--{name}") if name else self.rich_style
            self._styles[name] = known
        return self._styles[name]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as its lines at this width, where the height is automatic."""
        del container, viewport
        return self._height_at(width)

    def on_focus(self) -> None:
        """The highlight is stronger."""
        self._refresh_row(self.at)

    def on_blur(self) -> None:
        """The highlight is weaker."""
        self._refresh_row(self.at)

    # -- lines --------------------------------------------------------------------------------

    def _height_at(self, width: int) -> int:
        return sum(len(wrap(entry, self._room(width - 1))) for entry in self.entries)

    def _room(self, width: int) -> int:
        """Columns of a line in so many."""
        return max(min(width, self.longest), 8)

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width or _UNKNOWN_WIDTH
        self._starts, self._lines = [], []
        for n, entry in enumerate(self.entries):
            self._break(n, entry)
        self._resized()

    def _break(self, n: int, entry: Row) -> None:
        self._starts.append(len(self._lines))
        self._lines.extend((n, spans) for spans in wrap(entry, self._room(self._width)))

    def _resized(self) -> None:
        self.span(Size(self._width, len(self._lines)))
        self.refresh()

    def _row_at(self, line: int) -> int:
        return int(bisect_right(self._starts, line)) - 1

    def _height_of(self, index: int) -> int:
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self._lines)
        return end - self._starts[index]

    def _refresh_row(self, index: int) -> None:
        if 0 <= index < len(self._starts):
            self.refresh_lines(self._starts[index], self._height_of(index))

    def _near(self, n: int, by: int) -> int:
        """The row itself, or the next one that can be chosen, looking onwards and then back."""
        ahead = range(n, len(self.entries)) if by > 0 else range(n, -1, -1)
        behind = range(n, -1, -1) if by > 0 else range(n, len(self.entries))
        for m in chain(ahead, behind):
            if self.entries[m].id:
                return m
        return self.at

    def _move(self, index: int) -> None:
        if index != self.at:
            self.highlight(index)
            self.post_message(self.Highlighted(self, index))
