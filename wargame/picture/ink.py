"""Cells of the map: a character and the ink it is printed with, before any theme."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Ink(NamedTuple):
    """How a cell is printed, by the names of roles that a palette turns into colours."""

    fore: str
    """Role of the character: "number", "river", "side0_text"..., or a ground."""
    back: str
    """Role of the paper: "table", "cursor"..., or a ground such as "@woods^1|good"."""
    attr: str = ""
    """Letters of b bold, u underlined, r printed in reverse, d dim."""


@cache
def ink(fore: str, back: str, attr: str = "") -> Ink:
    """The one Ink of these roles, so that neighbours compare by identity."""
    return Ink(fore, back, attr)


@cache
def tinted(base: Ink, tone: str) -> Ink:
    """*base* on paper washed with a tone; only terrain takes a wash."""
    if not base.back.startswith("@"):
        return base
    return ink(base.fore, f"{base.back}|{tone}", base.attr)


@cache
def framed(base: Ink, frame: str) -> Ink:
    """A hexside cell of a frame: filled, in reverse that stays where colour is stripped.

    The frame of a mere choice only colours the outline.
    """
    if frame == "choice":
        return base if base.attr else ink(frame, base.back, "b")
    return ink(frame, f"{frame}_text", "r")


def ground(terrain: str, level: int) -> str:
    """The role of a hex's paper."""
    return f"@{terrain}^{level}" if level else f"@{terrain}"


class Sheet:
    """Rows of cells that can be printed on and copied back from."""

    __slots__ = ("chars", "height", "inks", "width")

    def __init__(self, width: int, height: int, paper: Ink) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.inks = [[paper] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, with_ink: Ink) -> None:
        """Print *text* from (y, x) to the right."""
        end = x + len(text)
        self.chars[y][x:end] = text
        self.inks[y][x:end] = [with_ink] * len(text)

    def lay(self, y: int, x: int, char: str, with_ink: Ink) -> None:
        """Print one character."""
        self.chars[y][x] = char
        self.inks[y][x] = with_ink

    def restore(self, other: Sheet, y: int, start: int, end: int) -> None:
        """Take over part of a row from a sheet of the same size."""
        self.chars[y][start:end] = other.chars[y][start:end]
        self.inks[y][start:end] = other.inks[y][start:end]

    def copy(self) -> Sheet:
        """A second sheet with the same print."""
        twin = Sheet(0, 0, ink("outline", "table"))
        twin.width, twin.height = self.width, self.height
        twin.chars = [list(row) for row in self.chars]
        twin.inks = [list(row) for row in self.inks]
        return twin

    def text(self) -> str:
        """The characters alone, without trailing blanks."""
        return "\n".join("".join(row).rstrip() for row in self.chars) + "\n"
