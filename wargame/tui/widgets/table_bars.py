"""The bars of the table: status above, prompt below, tabs over the panels."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from wargame.tui.asks.desk import Say
from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.row import row, wrap

Part = str | tuple[str, str]
_LINES, _MOST = 5, 9
"""Lines of the prompt, usually and at most."""
_SHORTEST = 4
"""Characters of a key's label that still say something."""


class StatusLine(Guarded, Static):
    """One line: what is played on the left, the save on the right."""

    DEFAULT_CSS = """
    StatusLine { height: 1; background: $panel; color: $foreground; }
    """

    def show(self, left: Sequence[Part], right: Part, whole: int) -> None:
        """Show both ends; where they do not fit the name of the save goes, then more of the right
        end as far as the first *whole* parts of the left one want its room, then its other parts.
        """
        heads = [Content.assemble(*left[:n]) for n in range(len(left), whole, -1)]
        need, tails = (
            Content.assemble(*left[:whole]),
            [Content.assemble(p) for p in _shorter(right)],
        )
        width = self.size.width
        if tails[0].cell_length + heads[0].cell_length >= width:
            tails = tails[1:]
        tail = next((t for t in tails if t.cell_length + need.cell_length < width), tails[-1])
        room = max(width - tail.cell_length - 1, 0)
        head = next((h for h in heads if h.cell_length <= room), need).truncate(room, ellipsis=True)
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
        self._shown: list[Part] = []

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
        vital: Container[str] = (),
    ) -> None:
        """Show a question; a message takes the place of the hint.

        Where all does not fit, the keys that are *vital* stay: the hint goes first, then other keys.
        For a long question beside a long message the bar grows: neither is cut.
        """
        width = max(self.size.width - 2, 20)
        told: list[Part] = []
        if said is not None:
            told.append((said.text, "bold $error" if said.bad else "bold $success"))
            told.append((f" {said.rule}" if said.rule else "", "$rule"))
        need = _lines_of(keys, width)
        top = _height([*asked, "\n", *told], width) if told else _height(asked, width)
        lines: list[Part] = [*asked, *(["\n", *told] if told else [])]
        height = max(_LINES, min(top + min(need, 2), _MOST))
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
        wanted = need if said is None else max(need, 1)
        if not (said and said.bad) and top + _height([hint], width) + min(wanted, 2) <= height:
            lines += ["\n", hint]
        above = _height(lines, width)
        room = max(height - above, 1)
        shown = fitting(keys, vital, width, room)
        parts, self._spots = laid_out(shown, width, (above, room))
        lines += ["\n", *parts]
        if lines != self._shown:
            self._shown = lines
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


def _shorter(part: Part) -> list[Part]:
    """What stands between dots, then less of it: "saved · name · answer 3", "saved · answer 3",
    "answer 3", nothing; a warning keeps its first words.
    """
    text, style = (part, "") if isinstance(part, str) else part
    first, *more = text.split(" · ")
    if not more:
        return [part, part]
    last = (f"{first} ",) if style else (more[-1], "")
    return [(words, style) for words in (text, f"{first} · {more[-1]}", *last)]


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


def fitting(
    keys: Sequence[tuple[str, str]], vital: Container[str], width: int, room: int
) -> list[tuple[str, str]]:
    """The keys that fit on *room* lines, in their order: first those that are *vital*, with as
    much of their labels as there is room for, then the others.
    """
    kept = [key for key in keys if key[0] in vital]
    while _lines_of(kept, width) > room:
        longest = max(range(len(kept)), key=lambda n: len(kept[n][1]))
        name, what = kept[longest]
        if len(what) <= _SHORTEST:
            break
        kept[longest] = (name, f"{what[:-2].rstrip()}…")
    short = dict(kept)
    for key in keys:
        more = [(k, short.get(k, what)) for k, what in keys if k in short or k == key[0]]
        if key[0] not in short and _lines_of(more, width) <= room:
            short[key[0]] = key[1]
    return [(key, short[key]) for key, _ in keys if key in short]


def _lines_of(keys: Sequence[tuple[str, str]], width: int) -> int:
    """On how many lines keys stand."""
    _, spots = laid_out(keys, width, (0, len(keys) + 1))
    return spots[-1][0] + 1 if spots else 0
