"""Which pictures a terminal draws: what it is asked, and what its answer tells."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Final, Literal, NamedTuple, TypeAlias

Way: TypeAlias = Literal["", "kitty", "sixel"]

QUERY: Final = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24,U=1;AAAA\x1b\\\x1b[>q\x1b[16t\x1b[c"
"""A picture of one pixel, under letters and not to be shown, its name, the size of a cell; what all answer comes last."""
REPLIES: Final = re.compile(
    rb"\x1b_G[^\x1b]*\x1b\\|\x1bP>\|[^\x1b]*\x1b\\|\x1b\[6;\d+;\d+t|\x1b\[\?[\d;]*c"
)
"""The answers, none of which is ever typed."""
BEGUN: Final = re.compile(rb"\x1b(_[^\x1b]*\x1b?|P>[^\x1b]*\x1b?|\[\?[\d;]*|\[6;[\d;]*)\Z")
"""An answer of which the end has not come yet."""
LAST: Final = re.compile(rb"\x1b\[\?([\d;]*)c")
PATIENCE: Final = 0.5
"""Seconds a terminal may take to answer."""
_CELL: Final = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
_SIXEL: Final = b"4"
_NO_PLACES: Final = (b"WezTerm", b"Konsole")
"""They take pictures by the way of kitty, but not under letters, as the table lays them; older kitties answer nothing."""
_PARTS: Final = {"resvg_py": "resvg-py", "PIL": "pillow"}


class Spoken(NamedTuple):
    """How a terminal takes pictures."""

    way: Way = ""
    cell: tuple[int, int] = (0, 0)
    """Width and height in pixels of the room of one letter."""
    why: str = ""
    """Why there are none."""


def spoken(answer: bytes, window: tuple[int, int] = (0, 0)) -> Spoken:
    """What an answer to the query tells; *window*: a cell in pixels as the system knows it."""
    if not answer:
        return Spoken(why="the terminal does not answer when it is asked for pictures")
    found = _CELL.search(answer)
    cell = (int(found[2]), int(found[1])) if found else window
    last = LAST.search(answer)
    way: Way = ""
    if re.search(rb"\x1b_Gi=31[^\x1b;]*;OK", answer) and not any(
        name in answer for name in _NO_PLACES
    ):
        way = "kitty"
    elif last and _SIXEL in last[1].split(b";"):
        way = "sixel"
    if not way:
        return Spoken(
            why="the terminal answers that it draws neither sixel nor kitty graphics under letters (kitty does from 0.28 on)"
        )
    if min(cell) <= 0:
        return Spoken(why="the terminal does not tell how large its letters are")
    return Spoken(way, cell)


def missing() -> str:
    """What must be installed for a board that is drawn, "" if it is there."""
    absent = [name for module, name in _PARTS.items() if not _found(module)]
    if not absent:
        return ""
    return (
        f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} not installed: "
        "`pipx install 'wargame[pictures]'`, or `pip install 'wargame[pictures]'`"
    )


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # it stands in sys.modules as not to be had
        return False
