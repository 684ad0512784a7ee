"""A question or notice in front of the table; keys are named in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.row import Row
from wargame.tui.widgets.rows import Rows

_AROUND = 6
"""Lines of a dialog beside its body: frame, title, keys."""
Choice = tuple[str, str, str]
"""Key, label, value."""


class Dialog(Guarded, ModalScreen[str | None]):
    """Text with a few keys to answer it; the result is the chosen value, "" for Escape."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 76; max-width: 96%; height: auto; max-height: 94%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    Dialog #title { text-style: bold; color: $primary; width: 1fr; }
    Dialog #body { height: auto; max-height: 100%; margin: 1 0 0 0; }
    Dialog #keys { height: auto; margin: 1 0 0 0; }
    """

    def __init__(
        self,
        title: str,
        body: Sequence[Row],
        choices: Sequence[Choice],
        *,
        at_end: bool = False,
        weighty: bool = False,
    ) -> None:
        super().__init__()
        self._heading, self._rows, self._choices = title, body, choices
        self._at_end = at_end
        self.weighty = weighty
        """Whether an answer cannot be taken back."""

    def compose(self) -> ComposeResult:
        """Title, body, keys."""
        with Vertical():
            yield Label(self._heading, id="title", markup=False)
            yield Rows(id="body")
            yield Static(id="keys")

    def on_mount(self) -> None:
        """Fill in."""
        body = self.query_one("#body", Rows)
        body.follow = self._at_end
        body.fill(self._rows)
        body.display = bool(self._rows)
        body.focus()
        body.styles.max_height = max(self.size.height * 94 // 100 - _AROUND, 4)
        parts: list[str | tuple[str, str]] = []
        for key, label, _ in self._choices:
            parts += [(f" {_shown(key)} ", "bold reverse"), f" {label}   "]
        self.query_one("#keys", Static).update(Content.assemble(*parts))

    def on_key(self, event: events.Key) -> None:
        """One of the named keys, or Escape."""
        for key, _, value in self._choices:
            if event.key in key.split(","):
                event.stop()
                self.dismiss(value)
                return
        if event.key == "escape":
            event.stop()
            self.dismiss("")

    def on_rows_selected(self) -> None:
        """Enter in the body is Enter in the dialog."""
        for key, _, value in self._choices:
            if "enter" in key.split(","):
                self.dismiss(value)


class TextDialog(Guarded, ModalScreen[str | None]):
    """Asks for one line of text; the result is "" if it was left."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; }
    TextDialog > Vertical {
        width: 70; max-width: 96%; height: auto;
        border: round $primary; background: $surface; padding: 0 1;
    }
    TextDialog #title { text-style: bold; color: $primary; }
    TextDialog #note { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="dialog.leave"),
    ]

    def __init__(self, title: str, note: str, text: str = "", *, secret: bool = False) -> None:
        super().__init__()
        self._heading, self._note, self._text, self._secret = title, note, text, secret

    def compose(self) -> ComposeResult:
        """Title, line, note."""
        with Vertical():
            yield Label(self._heading, id="title", markup=False)
            yield Input(self._text, id="text", password=self._secret)
            yield Label(self._note, id="note", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Done."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss("")


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
        Binding("escape", "leave", "Leave", id="dialog.leave"),
    ]

    def __init__(self, title: str, entries: Sequence[tuple[str, str, str]], note: str = "") -> None:
        super().__init__()
        self._heading, self._entries = title, entries
        """(key, label, id)"""
        self._note = note or "A key, or the arrows and Enter; Esc leaves."

    def compose(self) -> ComposeResult:
        """Title, list, note."""
        with Vertical():
            yield Label(self._heading, id="title", markup=False)
            yield Rows(id="list")
            yield Label(self._note, id="note", markup=False)

    def on_mount(self) -> None:
        """Fill in."""
        rows = self.query_one("#list", Rows)
        rows.fill(
            [Row(((f" {k:<3}", "key"), (label, "")), name) for k, label, name in self._entries], 0
        )
        rows.focus()

    def on_key(self, event: events.Key) -> None:
        """The key of an entry."""
        for key, _, value in self._entries:
            if event.character == key:
                event.stop()
                self.dismiss(value)
                return

    def on_rows_selected(self, event: Rows.Selected) -> None:
        """Enter or a click."""
        self.dismiss(event.rows.entries[event.index].id)

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss("")


def hotkeys(titles: Sequence[str]) -> list[str]:
    """A letter for each title: one of its own where possible."""
    taken: list[str] = []
    for title in titles:
        letters = [c for c in title.casefold() if c.isalnum() and c.isascii()]
        spare = [*letters, *"abcdefghijklmnopqrstuvwxyz0123456789"]
        taken.append(next((c for c in spare if c not in taken), " "))
    return taken


def _shown(key: str) -> str:
    first = key.split(",", maxsplit=1)[0]
    return {"enter": "Enter", "escape": "Esc", "space": "Space"}.get(first, first)
