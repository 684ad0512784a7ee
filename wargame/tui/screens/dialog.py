"""A question or notice in front of the table; keys are named in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Label

from wargame.tui.keymap import shown
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.key_bar import KeyBar, KeyRow
from wargame.tui.widgets.row import Row, row, wrap
from wargame.tui.widgets.rows import Rows

_AROUND = 6
"""Lines of a dialog beside its body: frame, title, the first line of keys."""
_LEAST = 4
"""Lines of the body, however little room there is."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_WIDEST, _BESIDE = 76, 6
"""Columns of a dialog, and those of its frame, its padding and a scroll bar."""
_STRIP = 10
"""Columns beside a card that show something; fewer show letters of what lies behind it."""
Body: TypeAlias = "Sequence[Row] | Callable[[int, int], list[Row]]"
"""Rows, or what makes rows that fit some columns and lines."""
Choice = tuple[str, str, str]
"""Names of keys with commas between, label, value."""
_KEYS = (
    ("choose", "enter", "The first answer of a dialog"),
    ("go_on", "space", "Close a notice"),
    ("yes", "y", "Yes, do it"),
    ("no", "n", "No, leave it"),
    ("again", "t", "Try again to save"),
    ("elsewhere", "e", "Save elsewhere"),
    ("without", "w", "Leave without saving"),
    ("delete", "x", "Delete"),
    ("pass", "p", "Pass without a look at the table"),
    ("standing", "S", "Let all such questions pass"),
    ("resume", "r", "Go on with the game"),
    ("replay", "r", "Replay the game"),
    ("report", "a", "The after-action report"),
    ("course", "c", "The battle in half a page"),
    ("menu", "m", "To the main menu"),
    ("quit", "q", "Quit the program"),
    ("leave", "escape", "Leave the dialog"),
)
"""Name, key, meaning of each key of the dialogs."""


class Dialog(Guarded, ModalScreen[str | None]):
    """Text with a few keys to answer it; the result is the chosen value, "" for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"answer('{name}')", text, show=False, priority=True, id=f"dialog.{name}")
        for name, key, text in _KEYS
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 76; max-width: 96%; height: auto; max-height: 94%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    Dialog.beside { background: transparent; }
    Dialog.beside.edge > Vertical { width: 100%; max-width: 100%; }
    Dialog.below { align: center bottom; }
    Dialog.above { align: center top; }
    Dialog #title { text-style: bold; color: $primary; width: 1fr; }
    Dialog > .side0 { border: round $side0-frame; }
    Dialog > .side1 { border: round $side1-frame; }
    Dialog .side0 #title { background: $side0; color: $side0-text; padding: 0 1; }
    Dialog .side1 #title { background: $side1; color: $side1-text; padding: 0 1; }
    Dialog #body { height: auto; max-height: 100%; margin: 1 0 0 0; }
    Dialog #foot { height: auto; margin: 1 0 0 0; }
    Dialog #keys { height: auto; margin: 1 0 0 0; }
    """

    def __init__(
        self,
        title: str,
        body: Body,
        choices: Sequence[Choice],
        *,
        foot: Sequence[Row] = (),
        rows: Sequence[Row] = (),
        through: Mapping[str, str] = NOTHING,
        at_end: bool = False,
        weighty: bool = False,
        colour: str = "",
    ) -> None:
        super().__init__()
        self._heading, self._body, self._choices = title, body, choices
        self._foot = foot
        """What stays in sight below the body."""
        self._rows = rows
        """What the question behind it offers, below the foot where there is room."""
        self._through = through
        """Actions of the table whose keys leave it, each with the result, while the rows are in sight."""
        self._offers = False
        self._high = 0
        """Lines that the body may have."""
        self._at_end = at_end
        self.weighty = weighty
        """Whether an answer cannot be taken back."""
        self.beside: Callable[[], tuple[int, int]] | None = None
        """What to leave in sight, as the first and the last line of the screen."""
        self.over: Widget | None = None
        """What that scrolls with: it may be laid out anew after the dialog was."""
        self._colour = colour
        """The colour of the side it is for: "side0", "side1", "" for no side."""

    def compose(self) -> ComposeResult:
        """Title, body, keys."""
        with Vertical(classes=self._colour):
            yield Label(self._heading, id="title", markup=False)
            yield Rows(id="body")
            yield Rows(id="foot")
            keys = [(f"dialog.{n.partition(',')[0]}", label) for n, label, _ in self._choices]
            yield KeyRow(keys, id="keys")

    def on_mount(self) -> None:
        """Fill in."""
        foot, body = self.query_one("#foot", Rows), self.query_one("#body", Rows)
        foot.can_focus = False
        body.follow = self._at_end
        body.focus()
        self._fill()
        if self.over is not None:
            self.watch(self.over, "scroll_y", self._fill, init=False)

    def on_resize(self) -> None:
        """What fits is another thing now."""
        self._fill()

    def _fill(self) -> None:
        width = min(_WIDEST, self.size.width * 96 // 100) - _BESIDE
        keys = self.query_one("#keys", KeyRow).lines(width) - 1
        below, shown = _lines(self._foot, width), self._foot
        spare = self._room() - _AROUND - _LEAST - keys
        self._offers = bool(self._rows) and _lines((*shown, *self._rows), width) <= spare
        if self._offers:
            shown = (*shown, *self._rows)
            below = _lines(shown, width)
        foot = self.query_one("#foot", Rows)
        foot.fill(shown)
        foot.display = bool(shown)
        below += keys
        height = max(self._room() - _AROUND - below, _LEAST)
        rows = self._body(width, height) if callable(self._body) else self._body
        body = self.query_one("#body", Rows)
        body.styles.max_height = self._high = height
        body.fill(rows)
        body.display = bool(rows)

    def spread(self) -> None:
        """Leave nothing else in sight: take the whole height."""
        self.beside = None
        self.remove_class("beside", "edge", "above", "below")
        self._fill()

    def holds(self, rows: Sequence[Row]) -> bool:
        """Whether rows fit into the body as it stands."""
        width = min(_WIDEST, self.size.width * 96 // 100) - _BESIDE
        return _lines(rows, width) <= self._high

    def _room(self) -> int:
        """Lines for all of it: below or above the scene that is to be seen, whichever has more."""
        whole = self.size.height * 94 // 100
        if self.beside is None:
            return whole
        first, last = self.beside()
        under = self.size.height - 1 - last
        above, below = first > under, under >= first
        self.add_class("beside")
        self.set_class(self.size.width - _WIDEST < _STRIP, "edge")
        self.set_class(above, "above")
        self.set_class(below, "below")
        return min(max(first, under), whole)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the keys of this dialog's choices mean anything in it."""
        if action != "answer":
            return super().check_action(action, parameters)
        return parameters[0] == "leave" or self._value(str(parameters[0])) is not None

    def on_key(self, event: events.Key) -> None:
        """A key of the question behind it, of which the rows tell."""
        for name, value in self._through.items() if self._offers else ():
            if event.key in self.shell.keys.keys_for(name):
                event.stop()
                self.dismiss(value)
                return

    def action_answer(self, name: str) -> None:
        """One of the named keys, or Escape."""
        self.dismiss(self._value(name) or "")

    def on_rows_selected(self) -> None:
        """Enter in the body is Enter in the dialog."""
        if (value := self._value("choose")) is not None:
            self.dismiss(value)

    def _value(self, name: str) -> str | None:
        """What the choice with this key gives; None if there is no such choice."""
        return next((v for names, _, v in self._choices if name in names.split(",")), None)


def _lines(rows: Sequence[Row], width: int) -> int:
    """How many lines rows take, with the empty one above them."""
    return sum(len(wrap(entry, width)) for entry in rows) + bool(rows)


_TEXT_KEYS = "{text.take} takes the line; {text.leave} leaves everything as it is."
_PICK_KEYS = "A key, or the arrows and {rows.choose}; {pick.leave} leaves."


class TextDialog(Guarded, ModalScreen[str | None]):
    """Asks for one line of text; the result is None if it was left."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; }
    TextDialog > Vertical {
        width: 70; max-width: 96%; height: auto;
        border: round $primary; background: $surface; padding: 0 1;
    }
    TextDialog #title { text-style: bold; color: $primary; }
    TextDialog #note, TextDialog #keys { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take the line", priority=True, id="text.take"),
        Binding("escape", "leave", "Leave", id="text.leave"),
    ]

    def __init__(self, title: str, note: str, text: str = "", *, secret: bool = False) -> None:
        super().__init__()
        self._heading, self._note, self._text, self._secret = title, note, text, secret

    def compose(self) -> ComposeResult:
        """Title, line, note, keys."""
        with Vertical():
            yield Label(self._heading, id="title", markup=False)
            yield Input(self._text, id="text", password=self._secret)
            yield KeyBar(self._note, id="note")
            yield KeyBar(_TEXT_KEYS, id="keys")

    def action_take(self) -> None:
        """Done."""
        self.dismiss(self.query_one(Input).value.strip())

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss(None)


class PickDialog(Guarded, ModalScreen[str | None]):
    """A short list, each entry with its own key; the result is the entry's id, "" for none."""

    DEFAULT_CSS = """
    PickDialog { align: center middle; }
    PickDialog > Vertical {
        width: 64; max-width: 96%; height: auto; max-height: 94%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    PickDialog #title { text-style: bold; color: $primary; }
    PickDialog #list { height: auto; max-height: 100%; }
    PickDialog #note { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="pick.leave"),
    ]

    def __init__(self, title: str, entries: Sequence[tuple[str, str, str]], note: str = "") -> None:
        super().__init__()
        self._heading, self._entries = title, entries
        """(key or action, label, id)"""
        self._note = f"{note}\n{_PICK_KEYS}" if note else _PICK_KEYS

    def compose(self) -> ComposeResult:
        """Title, list, note."""
        with Vertical():
            yield Label(self._heading, id="title", markup=False)
            yield Rows(id="list")
            yield KeyBar(self._note, id="note")

    def on_mount(self) -> None:
        """Fill in."""
        rows = self.query_one("#list", Rows)
        named = [(self._keys(key), label, name) for key, label, name in self._entries]
        rows.fill(
            [
                Row(((f" {shown(k[0]):<3}", "key"), (label, "")), name, 4)
                for k, label, name in named
            ],
            0,
        )
        rows.focus()

    def on_key(self, event: events.Key) -> None:
        """The key of an entry."""
        for key, _, value in self._entries:
            if event.key in self._keys(key) or event.character == key:
                event.stop()
                self.dismiss(value)
                return

    def _keys(self, key: str) -> tuple[str, ...]:
        """The keys of an entry: of an action of the keymap, or the character itself."""
        return self.shell.keys.keys_for(key) or (key,)

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Enter or a click."""
        self.dismiss(event.rows.entries[event.index].id)

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss("")


def tell(app: App[Any], title: str, *lines: str) -> None:
    """A sentence or a few in a box."""
    rows = [row(text, hang=2) for text in lines]
    app.push_screen(Dialog(title, rows, [("choose,go_on", "close", "")]))


def hotkeys(titles: Sequence[str]) -> list[str]:
    """A letter for each title: one of its own where possible."""
    taken: list[str] = []
    for title in titles:
        letters = [c for c in title.casefold() if c.isalnum() and c.isascii()]
        spare = [*letters, *"abcdefghijklmnopqrstuvwxyz0123456789"]
        taken.append(next((c for c in spare if c not in taken), " "))
    return taken
