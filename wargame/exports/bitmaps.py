"""Pictures in the two languages that terminals take them in."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from PIL import Image

_PIECE: Final = 4096
"""Letters that kitty takes at a time."""
_PLACE: Final = "\U0010eeee"
"""The letter in whose place kitty draws a cell of a picture."""
_COUNTED: Final = "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c"
"""The marks over it that count its row and column."""
_COLOURS: Final = 255
_BAND: Final = 6
"""Rows of pixels that a letter of sixel holds."""
_LEAST: Final = 4
"""From so many equal letters on, sixel counts them."""


def kitty_sent(number: int, image: Image.Image, columns: int, rows: int) -> str:
    """A picture handed over under a number, to be drawn in so many cells wherever they are written."""
    data = b64encode(zlib.compress(image.tobytes(), 1)).decode("ascii")
    pieces = [data[at : at + _PIECE] for at in range(0, len(data), _PIECE)]
    head = f"a=T,q=2,U=1,i={number},f=24,o=z,s={image.width},v={image.height},c={columns},r={rows}"
    sent = []
    for n, piece in enumerate(pieces):
        keys = f"{head if n == 0 else 'q=2'},m={int(n < len(pieces) - 1)}"
        sent.append(f"\x1b_G{keys};{piece}\x1b\\")
    return "".join(sent)


def kitty_gone(number: int) -> str:
    """The picture is wanted no more."""
    return f"\x1b_Ga=d,d=I,q=2,i={number}\x1b\\"


def kitty_cells(number: int, row: int, columns: range) -> str:
    """Some cells of a row of a picture."""
    red, green, blue = number >> 16 & 255, number >> 8 & 255, number & 255
    cells = "".join(f"{_PLACE}{_COUNTED[row]}{_COUNTED[column]}" for column in columns)
    return f"\x1b[38;2;{red};{green};{blue}m{cells}"


def sixel(image: Image.Image) -> str:
    """A picture, with the best 255 of its colours."""
    few = image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = few.getpalette() or []
    used = sorted(
        colour for _, colour in few.getcolors(_COLOURS + 1) or [] if isinstance(colour, int)
    )
    registers = "".join(
        f"#{n};2;" + ";".join(str(round(part / 2.55)) for part in palette[3 * n : 3 * n + 3])
        for n in used
    )
    wide, high = few.size
    rows = [few.tobytes()[y * wide : (y + 1) * wide] for y in range(high)]
    bands = (_band(rows[y : y + _BAND]) for y in range(0, high, _BAND))
    return f'\x1bP0;1q"1;1;{wide};{high}{registers}{"-".join(bands)}\x1b\\'


def _band(rows: list[bytes]) -> str:
    """Six rows, each of their colours after the other."""
    return "$".join(f"#{n}{''.join(_counted(_bits(rows, n)))}" for n in sorted({*b"".join(rows)}))


def _bits(rows: list[bytes], colour: int) -> bytes:
    """Which pixels of each column have a colour, as a letter."""
    total = 0
    for n, row in enumerate(rows):
        table = bytearray(256)
        table[colour] = 1 << n
        total |= int.from_bytes(row.translate(table), "big")
    return total.to_bytes(len(rows[0]), "big").translate(_LETTERS).rstrip(b"?")


def _counted(letters: bytes) -> Iterator[str]:
    for byte, run in groupby(letters):
        many = len(list(run))
        yield f"!{many}{chr(byte)}" if many >= _LEAST else chr(byte) * many


_LETTERS: Final = bytes(min(n + 63, 126) for n in range(256))
