"""The orders panel: what can be answered now, and what the answer would mean."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from wargame.tui.asks.view import Item, View
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.odds_bars import odds_rows
from wargame.tui.widgets.row import Row, Span, row, wrap
from wargame.tui.widgets.rows import Rows

_MARKS: dict[str, Span] = {
    "on": ("[x] ", "good"),
    "off": ("[ ] ", "dim"),
    "must": (" ! ", "bad"),
}
_STEPS = (6, 10, 14, 20, 28)
"""Lines of the preview, with its border: few sizes, since each change lays the screen out anew."""


class OrdersPanel(Guarded, Vertical):
    """Options above, preview and odds below."""

    DEFAULT_CSS = """
    OrdersPanel > #options { height: 1fr; min-height: 2; }
    OrdersPanel > #preview { max-height: 60%; border-top: dashed $primary 40%; }
    OrdersPanel.odds > #preview { max-height: 75%; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.plain = False
        """Whether only ASCII may be drawn."""
        self.keys: Sequence[str] = ()
        """The key of each row, as far as there are keys."""
        self._shown: View | None = None

    def compose(self) -> ComposeResult:
        """Two lists."""
        yield Rows(id="options")
        yield Rows(id="preview")

    def show(self, view: View) -> None:
        """Show another view; only what changed is drawn."""
        options = self.query_one("#options", Rows)
        was, self._shown = self._shown, view
        if (was is not None and was.odds is not None) != (view.odds is not None):
            self.set_class(view.odds is not None, "odds")
        if was is None or was.items != view.items:
            rows = [item_row(n, item, self._key(n)) for n, item in enumerate(view.items)]
            options.fill(rows, view.at)
        else:
            options.highlight(view.at)
        if was is None or (was.preview, was.odds, was.refusal, was.items) != (
            view.preview, view.odds, view.refusal, view.items,
        ):  # fmt: skip
            texts = [item.text for item in view.items]
            same = was is not None and texts == [item.text for item in was.items]
            self._show_preview(view, shrinks=not same)

    def on_resize(self) -> None:
        """Draw the bars anew."""
        if self._shown is not None:
            self._show_preview(self._shown, shrinks=True)

    def _show_preview(self, view: View, *, shrinks: bool) -> None:
        """Its lines grow with what is told; they shrink with another list, or where that is long."""
        width = max(self.size.width - 2, 20)
        rows = preview_rows(view, width, plain=self.plain)
        preview, lines = self.query_one("#preview", Rows), _height(rows, width)
        height = next((step for step in _STEPS if step > lines), _STEPS[-1]) if rows else 0
        options = [item_row(n, item, self._key(n)) for n, item in enumerate(view.items)]
        spare = self.size.height - _height(options, width)
        height = max(
            min(height, spare), min(height, lines + 1)
        )  # a long list takes the blank lines
        if preview.display != bool(rows):
            preview.display = bool(rows)
        now = preview.styles.height.value if preview.styles.height is not None else 0
        if rows and (height > now or (height < now and (shrinks or now > spare))):
            preview.styles.height = height
        preview.fill(rows)

    def _key(self, n: int) -> str:
        return self.keys[n] if n < len(self.keys) else ""


def item_row(n: int, item: Item, key: str) -> Row:
    """One option with its key."""
    number = f"{key or ' '} "
    mark = _MARKS.get(item.mark, ("", ""))
    note = f"  {item.note}" if item.note else ""
    text = (item.text, "strong" if item.here else "")
    return row((number, "key"), mark, text, (note, "dim"), id=str(n), hang=2)


def _height(rows: Sequence[Row], width: int) -> int:
    """Lines that rows take."""
    return sum(len(wrap(entry, width)) for entry in rows)


def preview_rows(view: View, width: int, *, plain: bool = False) -> list[Row]:
    """Refusal, costs or what will happen, and odds."""
    rows = [row((view.refusal, "bad"), hang=2)] if view.refusal else []
    rows += [row(line, hang=2) for line in view.preview]
    if view.odds is not None:
        rows += odds_rows(view.odds, width, plain=plain)
    return rows
