"""How wide the terminal draws the glyphs that the map uses: asked of the terminal itself."""

from __future__ import annotations

import os
import re
import select
import sys
from typing import Any

from wargame.system import key_by_key

GLYPHS = "─│╱╲▀▄█░▒·•★⬢→↑⚑"
"""Each should be one cell wide."""
_WAIT = 0.3
"""Seconds a terminal may take to tell where its cursor is."""
_REPLY = re.compile(rb"\x1b\[(\d+);(\d+)R")


def measured_widths() -> dict[str, Any]:
    """Glyphs that do not take one cell, or why nobody knows."""
    with key_by_key() as ready:
        if not ready:
            return {"measured": "no: this is not a terminal"}
        try:
            widths = {glyph: _width(glyph) for glyph in GLYPHS}
        finally:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
    if None in widths.values():
        return {"measured": "no: the terminal does not tell where its cursor is"}
    wrong = {glyph: width for glyph, width in widths.items() if width != 1}
    return {"measured": "yes", "one cell wide": f"{len(GLYPHS) - len(wrong)} of {len(GLYPHS)}"} | {
        f"{glyph} (U+{ord(glyph):04X})": f"{width} cells" for glyph, width in wrong.items()
    }


def _width(glyph: str) -> int | None:
    """Cells by which the cursor moves, None if the terminal does not answer."""
    sys.stdout.write(f"\r{glyph}\x1b[6n")
    sys.stdout.flush()
    heard = b""
    while select.select([sys.stdin], [], [], _WAIT)[0]:
        heard += os.read(sys.stdin.fileno(), 32)
        found = _REPLY.search(heard)
        if found:
            return int(found[2]) - 1
    return None
