"""The typed command line: completion by Tab and the right arrow, history by up and down."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from wargame.tui.widgets.guarded import Guarded

_HINT = "an answer or a command; {command.complete} completes, {command.close} closes"
Completer = Callable[[str], list[str]]


class CommandLine(Guarded, Input):
    """An input line that is shown only while something is typed."""

    DEFAULT_CSS = """
    CommandLine { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
    CommandLine.open { display: block; }
    CommandLine:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="command.close"),
        Binding("tab", "complete", "Complete", show=False, priority=True, id="command.complete"),
        Binding("up", "recall(-1)", "Earlier line", show=False, id="command.earlier"),
        Binding("down", "recall(1)", "Later line", show=False, id="command.later"),
    ]

    class Entered(Message):
        """A line was typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Closed(Message):
        """The line was left."""

    class Listed(Message):
        """Several lines go on from what is typed, or none does."""

        def __init__(self, lines: list[str]) -> None:
            super().__init__()
            self.lines = lines

    def __init__(self, completer: Completer, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(
            id=id,
            suggester=_FromAsk(completer),
            select_on_focus=False,
        )
        self._complete = completer
        self._past: list[str] = []
        self._place = 0

    def on_mount(self) -> None:
        """Name the keys."""
        self.placeholder = self.shell.keys.spelled(_HINT)

    def open(self, text: str = "", *, key: str = "") -> None:
        """Show the line and take the keys at once; while it is open, *key* is typed into it."""
        if self.screen.focused is self:
            self.insert_text_at_cursor(key)
            return
        self.add_class("open")
        self.display = True
        self.value = text
        self._place = len(self._past)
        self.cursor_position = len(text)
        self.screen.set_focus(self)  # at once: the next key may be here already

    def forget(self) -> None:
        """Forget every line typed so far: another player sits down."""
        self._past.clear()
        self._place = 0

    def action_close(self) -> None:
        """Hide the line."""
        self.remove_class("open")
        self.display = False
        self.value = ""
        self.post_message(self.Closed())

    def action_complete(self) -> None:
        """Take over what all completions have in common."""
        found = self._complete(self.value)
        common = _common(found) if found else ""
        if len(common) > len(self.value):
            self.value = common
            self.cursor_position = len(common)
        if len(found) != 1:
            self.post_message(self.Listed(found))

    def action_recall(self, by: int) -> None:
        """An earlier or later line."""
        self._place = min(max(self._place + by, 0), len(self._past))
        self.value = self._past[self._place] if self._place < len(self._past) else ""
        self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Hand over the line."""
        line = self.value.strip()
        self.action_close()
        if line:
            self._past.append(line)
            self.post_message(self.Entered(line))


class _FromAsk(Suggester):
    """The first completion, shown dim."""

    def __init__(self, completer: Completer) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = completer

    async def get_suggestion(self, value: str) -> str | None:
        """A line that begins so."""
        found = self._complete(value)
        return found[0] if found else None


def _common(lines: list[str]) -> str:
    first, last = min(lines), max(lines)
    length = next((n for n, c in enumerate(first) if n >= len(last) or last[n] != c), len(first))
    return first[:length]
