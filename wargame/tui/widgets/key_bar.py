"""Lines that name keys: each key stands as the player has set it, and a click presses it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.widgets import Static

from wargame.tui.widgets.guarded import Guarded
from wargame.tui.widgets.table_bars import Part, laid_out

_KEY = re.compile(r"(\{[a-z_.0-9]+\})")
_PIECE = re.compile(r"(\n| {2,})")
_GAP = 3


class _Keys(Guarded, Static):
    """A line of keys, each of which can be clicked."""

    def __init__(self, *, id: str | None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._spots: list[tuple[int, int, int, str]] = []
        """Where something can be clicked: line, first column, column after the last, action."""

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        at = event.get_content_offset(self)
        for line, start, end, action in self._spots:
            if at is not None and at.y == line and start <= at.x < end:
                self.shell.press(action)
                return


class KeyBar(_Keys):
    """What a screen can do: "{load.copy} copy   {load.back} back"; two blanks end a piece."""

    def __init__(self, text: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = text

    def on_mount(self) -> None:
        """Spell the keys."""
        parts: list[Part] = []
        line = column = 0
        for piece in _PIECE.split(self._text):
            if piece == "\n":
                line, column = line + 1, 0
                parts.append(piece)
                continue
            start, named = column, ""
            for word in _KEY.split(piece):
                text = self.shell.keys.spelled(word)
                parts.append((text, "bold") if text != word else text)
                end = column + cell_len(text)
                if text != word:
                    first, named = not named, word[1:-1]
                    self._spots.append((line, start if first else column, end, named))
                elif named and text:
                    self._spots.append((line, column, end, self._spots[-1][3]))
                column = end
        self.update(Content.assemble(*parts))


class KeyRow(_Keys):
    """The keys of a dialog, each with what it does, on as many lines as they need."""

    def __init__(self, choices: Sequence[tuple[str, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._choices = choices
        """Action and label."""

    def lines(self, width: int) -> int:
        """How many lines they need in *width* columns."""
        _, spots = self._laid(self._spelled(), width)
        return 1 + max((line for line, *_ in spots), default=0)

    def on_resize(self) -> None:
        """Lay the keys out."""
        keys = self._spelled()
        parts, spots = self._laid(keys, self.size.width)
        self.styles.height = self.lines(self.size.width)
        named = {key: action for (key, _), (action, _) in zip(keys, self._choices, strict=True)}
        self._spots = [(line, start, end, named[key]) for line, start, end, key in spots]
        self.update(Content.assemble(*parts))

    def _spelled(self) -> list[tuple[str, str]]:
        """The keys as they are spelled, each with its label."""
        return [
            (self.shell.keys.spelled(f"{{{action}}}"), label) for action, label in self._choices
        ]

    @staticmethod
    def _laid(
        keys: Sequence[tuple[str, str]], width: int
    ) -> tuple[list[Part], list[tuple[int, int, int, str]]]:
        return laid_out(keys, max(width, 20), (0, len(keys)), gap=_GAP)
