"""The orders panel: what can be answered now, and what the answer would mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from textual.app import ComposeResult

from wargame.model.state import Side
from wargame.tui.asks.view import Item, View
from wargame.tui.widgets.guarded import Stacked
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
_LEAST = 4
"""Lines of the preview, with its border, that a list leaves it."""
_BARS = 9
"""Lines of odds: rows that have some, by number or with a chance, leave out what they share for them."""
_SHARED = 10
"""Characters that are worth leaving out."""
_CUT = "…"
_GAP = re.compile(r" +")
_DONE = re.compile(r"[a-z]+ \d{4}\b.*")
"""What is done to a hex: "interdicts 1913 Wancourt"."""
_HOW_FAR = re.compile(r"(?<=[a-z] )\d+ to $")
"""How many hexes a retreat goes: "retreats 2 to"."""
_NOBODY: Mapping[Side, str] = MappingProxyType({})


class OrdersPanel(Stacked):
    """Options above, preview and odds below."""

    DEFAULT_CSS = """
    OrdersPanel > #options { height: 1fr; min-height: 2; }
    OrdersPanel > #preview { border-top: dashed $primary 40%; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.plain = False
        """Whether only ASCII may be drawn."""
        self.keys: Sequence[str] = ()
        """The key of each row, as far as there are keys."""
        self.sides: Mapping[Side, str] = {}
        """What the sides are called."""
        self._shown: View | None = None
        self._lines = 0
        """How many the list takes."""
        self._cut: set[int] = set()
        """The rows that are not shown in full."""

    def compose(self) -> ComposeResult:
        """Two lists."""
        yield Rows(id="options")
        yield Rows(id="preview")

    def show(self, view: View) -> None:
        """Show another view; only what changed is drawn."""
        was, self._shown = self._shown, view
        if was is None or (was.items, was.more) != (view.items, view.more):
            self._list(view)
        else:
            self.query_one("#options", Rows).highlight(view.at)
        if was is None or self._told(was) != self._told(view):
            texts = [item.text for item in view.items]
            same = was is not None and texts == [item.text for item in was.items]
            self._show_preview(view, shrinks=not same)

    def on_resize(self) -> None:
        """Break the list and draw the bars anew."""
        if self._shown is not None:
            self._list(self._shown)
            self._show_preview(self._shown, shrinks=True, resized=True)

    def _list(self, view: View) -> None:
        """The rows, shorter where they have no room; nothing below them changes their form."""
        numbers = range(view.first - 1, view.first - 1 + len(view.items))
        keys = [self.keys[n] if n < len(self.keys) else "" for n in numbers]
        rated = view.by_number or any("%" in item.note for item in view.items)
        room = self.size.height - _LEAST - bool(view.more)
        bars = _BARS if rated else 0
        rows = fitted(view.items, keys, self._width, room, bars)
        if view.more:
            rows.append(row((f"  {_CUT} {view.more} more", "dim")))
        self._cut = {n for n, entry in enumerate(rows[: len(view.items)]) if _CUT in entry.text}
        self._lines = _height(rows, self._width)
        self.query_one("#options", Rows).fill(rows, view.at)

    def _is_told(self, view: View) -> bool:
        """Whether what the highlighted row leaves out can be read elsewhere."""
        said = " ".join((view.hint, *view.preview)).lower()
        short = self.query_one("#options", Rows).entries[view.at].text
        return view.items[view.at].text.lower() in said and not short.endswith(_CUT)

    def _told(self, view: View) -> tuple[object, ...]:
        """What the lines below the list depend on."""
        at = view.at if self._cut else -1
        return view.preview, view.odds, view.refusal, view.items, at

    @property
    def _width(self) -> int:
        return max(self.size.width - 2, 20)

    def _show_preview(self, view: View, *, shrinks: bool, resized: bool = False) -> None:
        """It takes half the panel if the list leaves that. Else its lines grow with what is told, but not
        by one (two below a page of a list) that leaves it cut all the same; they shrink with another list, or where that is long
        and no odds are compared. With nothing to tell it stays, blank, if the list leaves room.
        """
        rows = preview_rows(view, self._width, plain=self.plain, sides=self.sides)
        if view.at in self._cut and not self._is_told(view):
            rows.insert(0, item_row(replace(view.items[view.at], mark="", here=True), ""))
        preview, lines = self.query_one("#preview", Rows), _height(rows, self._width)
        now = preview.styles.height.value if preview.styles.height is not None else 0
        height = next((step for step in _STEPS if step > lines), _STEPS[-1]) if rows else 0
        spare = self.size.height - self._lines
        stays = preview.display and now <= spare
        shrinks |= not preview.display
        least = self.size.height * 3 // 4 if view.odds is not None else _LEAST
        height = min(height, max(spare, min(lines + 1, least)))
        half = self.size.height // 2
        height = max(height, half) if spare >= half else height
        preview.display = bool(rows) or stays
        shrinks |= now > spare and view.odds is None
        near = 0 if resized else 2 if view.more else 1
        grows = height > now + near or now <= lines < height
        if rows and (grows or (height < now and shrinks)):
            preview.styles.height = height
        preview.fill(rows)


def fitted(
    items: Sequence[Item], keys: Sequence[str], width: int, room: int, bars: int = 0
) -> list[Row]:
    """The options as rows. Where they take more than *room* lines but *bars*, one of several lines that
    begins like the one above says only how it goes on; where that takes more than *room*, those that the
    next ones go on from are whole as long as there are lines for it, then the first of the others; what
    is left is cut to one line.
    """
    rows = [item_row(item, key) for item, key in zip(items, keys, strict=True)]
    if _height(rows, width) <= max(room - bars, len(rows)):
        return rows
    texts = [item.text for item in items]
    items = [
        item if _height([entry], width) == 1 else replace(item, text=_ditto(item.text, above))
        for item, above, entry in zip(items, ("", *texts), rows, strict=False)
    ]
    rows = [item_row(item, key) for item, key in zip(items, keys, strict=True)]
    if _height(rows, width) <= room:
        return rows
    spare, below = room - bars - len(rows), (*(item.text for item in items[1:]), "")
    spare = room - len(rows) if room < bars else spare
    leads = [
        text.startswith(_CUT) and not item.text.startswith(_CUT)
        for item, text in zip(items, below, strict=True)
    ]
    for n in sorted(range(len(rows)), key=lambda n: not leads[n]):
        more = _height([rows[n]], width) - 1
        if more <= spare:
            spare -= more
        else:
            ends = len(items[n].text) - _shared(items[n].text, texts[n + 1]) if leads[n] else 0
            rows[n] = item_row(_cut(items[n], width, ends), keys[n])
    return rows


def item_row(item: Item, key: str) -> Row:
    """One option with its key."""
    number = f"{key or ' '} "
    mark = _MARKS.get(item.mark, ("", ""))
    note = f"  {item.note}" if item.note else ""
    text = (item.text, "strong" if item.here else "")
    return row((number, "key"), mark, text, (note, "dim"), id="option", hang=2)


def _shared(text: str, other: str) -> int:
    """How much of two texts are words that both begin with."""
    pairs = enumerate(zip(text, other, strict=False))
    same = next((n for n, (a, b) in pairs if a != b), min(len(text), len(other)))
    return text.rfind(" ", 0, same) + 1


def _ditto(text: str, above: str) -> str:
    """What is left of a text without the words it begins with like another one; "2 to 0912" stays together."""
    start = _shared(text, above)
    if how_far := _HOW_FAR.search(text[:start]):
        start = how_far.start()
    return f"{_CUT} {text[start:]}" if start >= _SHARED else text


def _cut(item: Item, width: int, ends: int = 0) -> Item:
    """An item in one line: the end of its note goes, then the middle of its text. The last *ends* columns
    of that are what the rows below say otherwise: they stay if they leave it half; else whole words do.
    """
    room = width - len(item_row(replace(item, text="", note=""), "").text)
    note = _begun(item.note, max(room - len(item.text) - 2, room // 3))
    left = room - len(note) - 2 if note else room
    tail = ends if left // 3 < ends <= left // 2 else _last_words(item.text, left)
    return replace(item, text=shortened(item.text, left, tail), note=note)


def _last_words(text: str, room: int) -> int:
    """Columns that a text keeps at its end: what is done to a hex, else about a third that begins with a word."""
    done = _DONE.search(text)
    if done is not None and len(done[0]) <= room * 3 // 4:
        return len(done[0])
    ends = [len(text) - found.end() for found in _GAP.finditer(text)]
    return min((end for end in ends if room // 3 <= end <= room * 2 // 3), default=room // 3)


def _begun(note: str, room: int) -> str:
    """The words of a note that fit into so many columns."""
    if len(note) <= room:
        return note
    words = note[:room].rpartition(" ")[0].rstrip(" ,;:")
    return f"{words}{_CUT}" if words else ""


def shortened(text: str, room: int, tail: int) -> str:
    """A text in so many columns, the last *tail* of which show its end."""
    if len(text) <= room:
        return text
    return f"{text[: room - tail - 1].rstrip()}{_CUT}{text[len(text) - tail :].lstrip()}"


def _height(rows: Sequence[Row], width: int) -> int:
    """Lines that rows take."""
    return sum(len(wrap(entry, width)) for entry in rows)


def preview_rows(
    view: View, width: int, *, plain: bool = False, sides: Mapping[Side, str] = _NOBODY
) -> list[Row]:
    """Refusal, costs or what will happen, and odds; what these rest on is told once, by them."""
    rows = [row((view.refusal, "bad"), hang=2)] if view.refusal else []
    basis = view.odds.basis if view.odds is not None else None
    rows += [row(line, hang=2) for line in view.preview if line != basis]
    if view.odds is not None:
        rows += odds_rows(view.odds, width, plain=plain, sides=sides)
    return rows
