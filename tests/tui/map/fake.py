"""A terminal that shows pictures, as much of it as the tests need: text in, pixels out."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode

from PIL import Image

_ROWS = "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c"
_PART = re.compile(
    r"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\|\x1bP([^q]*q[^\x1b]*)\x1b\\|\x1b\[(\d+)C|\x1b([78])"
    r"|\x1b\[38;2;(\d+);(\d+);(\d+)m|(\U0010eeee[" + _ROWS + r"]{2})|(\n)|(.)"
)


class FakeTerminal:
    """Of so many columns and lines; a letter takes so many pixels."""

    def __init__(self, size: tuple[int, int], cell: tuple[int, int]) -> None:
        self.cell = cell
        self.screen = Image.new("RGB", (size[0] * cell[0], size[1] * cell[1]))
        self.held: dict[int, Image.Image] = {}
        """What kitty keeps, by number."""
        self.sent: list[int] = []
        self._open: dict[str, str] = {}
        self._data = ""
        self._at = self._saved = (0, 0)
        self._number = 0

    def take(self, text: str, at: tuple[int, int] = (0, 0)) -> None:
        """Show what is written from a line and column on; a new line begins below its first column."""
        self._at, left = at, at[1]
        for found in _PART.finditer(text):
            keys, data, six, ahead, kept, red, green, blue, place, line, char = found.groups()
            y, x = self._at
            if keys is not None:
                self._graphics(keys, data)
            elif six is not None:
                self.screen.paste(sixel_image(six), (x * self.cell[0], y * self.cell[1]))
            elif ahead:
                self._at = y, x + int(ahead)
            elif kept:
                self._saved, self._at = (self._at, self._at) if kept == "7" else (self._saved,) * 2
            elif red is not None:
                self._number = int(red) << 16 | int(green) << 8 | int(blue)
            elif place:
                self._place(_ROWS.index(place[1]), _ROWS.index(place[2]))
                self._at = y, x + 1
            elif line:
                self._at = y + 1, left
            elif char:
                self._at = y, x + 1

    def _graphics(self, keys: str, data: str) -> None:
        told = dict(pair.split("=") for pair in keys.split(","))
        if told.get("a") == "d":
            assert told["d"] == "I"
            del self.held[int(told["i"])]
            return
        if "a" in told:
            assert (told["a"], told["U"], told["f"], told["o"]) == ("T", "1", "24", "z")
            self._open, self._data = told, ""
        assert len(data) <= 4096
        self._data += data
        if told["m"] == "0":
            size = int(self._open["s"]), int(self._open["v"])
            raw = zlib.decompress(b64decode(self._data))
            self.sent.append(int(self._open["i"]))
            self.held[self.sent[-1]] = Image.frombytes("RGB", size, raw)

    def _place(self, row: int, column: int) -> None:
        (wide, high), (y, x) = self.cell, self._at
        box = column * wide, row * high, (column + 1) * wide, (row + 1) * high
        self.screen.paste(self.held[self._number].crop(box), (x * wide, y * high))


def sixel_image(text: str) -> Image.Image:
    """What a terminal makes of a picture in sixel."""
    head = re.match(r'[\d;]*q"1;1;(\d+);(\d+)', text)
    assert head
    image = Image.new("RGB", (int(head[1]), int(head[2])))
    colours: dict[int, tuple[int, ...]] = {}
    x = y = colour = 0
    for found in re.finditer(r"#(\d+)((?:;\d+){4})?|!(\d+)(.)|([$-])|([?-~])", text[head.end() :]):
        number, defined, many, counted, move, letter = found.groups()
        if number:
            colour = int(number)
            if defined:
                parts = [int(part) for part in defined[1:].split(";")]
                assert parts[0] == 2
                colours[colour] = tuple(round(part * 2.55) for part in parts[1:])
        elif move:
            x, y = 0, y + 6 * (move == "-")
        else:
            bits = ord(counted or letter) - 63
            end = x + int(many or 1)
            for n in (n for n in range(6) if bits >> n & 1):
                image.paste(colours[colour], (x, y + n, end, y + n + 1))
            x = end
    return image
