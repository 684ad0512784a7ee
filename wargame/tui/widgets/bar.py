"""The bars of the table: status above, prompt below, tabs over the panels."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from wargame.tui.asks.desk import Say
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.row import row, wrap

Part = str | tuple[str, str]


class StatusLine(Guarded, Static):
    """One line: what is played on the left, the save on the right."""

    DEFAULT_CSS = """
    StatusLine { height: 1; background: $panel; color: $foreground; }
    """

    def show(self, left: Sequence[Part], right: Part) -> None:
        """Show both ends; the left one gives way."""
        tail = Content.assemble(right)
        room = max(self.size.width - tail.cell_length - 1, 0)
        head = Content.assemble(*left).truncate(room, ellipsis=True)
        gap = " " * (room - head.cell_length + 1)
        self.update(Content.assemble(head, gap, tail), layout=False)


class PromptBar(Guarded, Static):
    """Who must decide what, what to do next, and the keys that answer it."""

    DEFAULT_CSS = """
    PromptBar { height: 5; background: $panel; color: $foreground; padding: 0 1; }
    """

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._spots: list[tuple[int, int, int, str]] = []
        """Where keys stand: line, first column, column after the last, key."""

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        for line, start, end, key in self._spots:
            if event.y == line and start <= event.x - 1 < end:
                self.post_message(self.Pressed(key))

    def show(
        self,
        asked: Sequence[Part],
        hint: str,
        said: Say | None,
        keys: Sequence[tuple[str, str]],
    ) -> None:
        """Show a question; a message takes the place of the hint."""
        lines: list[Part] = [*asked, "\n"]
        if said is not None:
            lines.append((said.text, "bold $error" if said.bad else "bold $success"))
            lines.append((f" {said.rule}" if said.rule else "", "$rule"))
        width = max(self.size.width - 2, 20)
        if said is None:
            lines.append(hint)
        elif not said.bad and _height([*lines, "\n", hint], width) < self.size.height:
            lines += ["\n", hint]
        above = _height(lines, width)
        parts, self._spots = laid_out(keys, width, (above, max(self.size.height - above, 1)))
        lines += ["\n", *parts]
        self.update(Content.assemble(*lines), layout=False)


class TabStrip(Guarded, Static):
    """The names of the panels in one line; a click or a function key brings one forward."""

    DEFAULT_CSS = """
    TabStrip { height: 1; background: $panel; color: $text-muted; }
    """

    class Wanted(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self, tabs: Sequence[tuple[str, str, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._tabs = tabs
        """Panel id, key, name."""
        self._ends: list[int] = []

    def show(self, active: str) -> None:
        """Show which panel is in front."""
        parts: list[Part] = []
        self._ends = []
        used = 0
        short = sum(len(name) + len(key) + 2 for _, key, name in self._tabs) > self.size.width
        for tab, key, name in self._tabs:
            label = f"{key.removeprefix('F')}{name} " if short else f"{key} {name} "
            parts.append((label, "bold reverse" if tab == active else ""))
            used += cell_len(label)
            self._ends.append(used)
        self.update(Content.assemble(*parts), layout=False)

    def on_click(self, event: events.Click) -> None:
        """Bring the panel forward whose name is under the mouse."""
        for (tab, _, _), end in zip(self._tabs, self._ends, strict=False):
            if event.x < end:
                self.post_message(self.Wanted(tab))
                return


def _height(parts: Sequence[Part], width: int) -> int:
    """How many lines some text takes."""
    text = "".join(part if isinstance(part, str) else part[0] for part in parts)
    return sum(len(wrap(row(line), width)) for line in text.split("\n"))


def laid_out(
    keys: Sequence[tuple[str, str]], width: int, place: tuple[int, int], *, gap: int = 2
) -> tuple[list[Part], list[tuple[int, int, int, str]]]:
    """Keys and what they do, below *place* lines, as many as fit on the room left there."""
    above, room = place
    parts: list[Part] = []
    spots: list[tuple[int, int, int, str]] = []
    used, lines = 0, 1
    for key, what in keys:
        length = cell_len(key) + cell_len(what) + 3 + gap
        if used and used + length > width:
            if lines == room:
                break
            lines, used = lines + 1, 0
            parts.append("\n")
        parts += [(f" {key} ", "bold reverse"), f" {what}{' ' * gap}"]
        spots.append((above + lines - 1, used, used + length - gap, key))
        used += length
    return parts, spots
