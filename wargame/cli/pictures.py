"""Whether the board can be shown as a picture here: asked of the terminal itself."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import Any

from wargame.picture.spoken import LAST, PATIENCE, QUERY, Spoken, missing, spoken
from wargame.system import key_by_key, letter_size


def picture_facts() -> dict[str, Any]:
    """What the terminal answers, and whether the table has its fifth zoom."""
    told, absent = _asked(), missing()
    why = "; ".join(reason for reason in (told.why, absent) if reason)
    facts: dict[str, Any] = {"terminal draws": told.way or "none"}
    if told.way:
        facts["a letter's room"] = "{} x {} pixels".format(*told.cell)
    return {
        **facts,
        "extra": "missing" if absent else "installed",
        "fifth zoom": f"no: {why}" if why else "yes",
    }


def _asked() -> Spoken:
    with key_by_key() as ready:
        if not ready:
            return Spoken(why="this is not a terminal")
        sys.stdout.write(QUERY)
        sys.stdout.flush()
        return spoken(_heard(), letter_size())


def _heard() -> bytes:
    """All that comes until the last answer, or until the terminal has had its time."""
    heard, end = b"", time.monotonic() + PATIENCE
    while not LAST.search(heard):
        left = end - time.monotonic()
        if left <= 0 or not select.select([sys.stdin], [], [], left)[0]:
            break
        more = os.read(sys.stdin.fileno(), 1024)
        if not more:
            break
        heard += more
    return heard
