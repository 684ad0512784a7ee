"""What dice came to that were read on no chart: told in the prompt, as no card shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import dropwhile, takewhile

from wargame.flow.journal import Line
from wargame.flow.record import Entry
from wargame.tui.asks.desk import Say

_ROOM = 220
"""Characters of a message that leaves the question its lines."""


def fell(entry: Entry, tell: Callable[[Entry], Sequence[Line]]) -> Say | None:
    """The dice of an answer and what followed from them, up to the next segment; None where none fell."""
    here = takewhile(lambda line: line.kind != "segment", tell(entry))
    said = ""
    for line in dropwhile(lambda line: line.kind != "dice", here):
        text = f"{line.text.rstrip('.')}."
        if said and len(said) + len(text) >= _ROOM:
            return Say(f"{said} …", bad=False)
        said = f"{said} {text}".lstrip()
    return Say(said, bad=False) if said else None
