"""Sets of hexes as one big integer: bit h is set when hex h belongs to the set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Final

_ONE: Final = ord("1")
_TRUTH: Final = bytes.maketrans(b"01", b"\x00\x01")
_DIGITS: Final = b"0" + b"1" * 255
_FEW: Final = 100
"""Up to so many hexes, shifting bits one by one beats filling a whole map of digits."""
_HANDFUL: Final = 16
"""Up to so many members, taking off the lowest bit by bit beats writing the set out."""
_SPARSE: Final = 16
"""Up to one member in so many hexes, looking for members beats walking all hexes."""


def mask_of(hexes: Iterable[int], size: int) -> int:
    """Return the set of these hexes of a map of `size` hexes; -1 (off the map) is left out."""
    chosen = list(hexes)
    if len(chosen) > _FEW:
        return _many(chosen, size)
    mask = 0
    for h in chosen:
        if h >= 0:
            mask |= 1 << h
    return mask


def counted(counts: Sequence[int]) -> int:
    """Return the set of the places whose count is not 0."""
    try:
        plain = bytes(counts)
    except ValueError:  # more than 255 somewhere
        plain = bytes(map(bool, counts))
    return int(plain.translate(_DIGITS)[::-1] or b"0", 2)


def flags(mask: int, size: int) -> bytes:
    """Return 1 for each place of a set of hexes of a map of `size` hexes, 0 for every other."""
    return f"{mask:0{size}b}"[::-1].encode().translate(_TRUTH)


def members(mask: int) -> list[int]:
    """Return the hexes of a set in ascending order."""
    found: list[int] = []
    if mask.bit_count() <= _HANDFUL:
        while mask:
            lowest = mask & -mask
            found.append(lowest.bit_length() - 1)
            mask ^= lowest
        return found
    digits = f"{mask:b}"[::-1]
    if mask.bit_count() * _SPARSE > len(digits):
        return list(compress(range(len(digits)), digits.encode().translate(_TRUTH)))
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found


def _many(hexes: list[int], size: int) -> int:
    digits = bytearray(b"0") * (size + 1)  # the place after the last hex takes what is off the map
    for h in hexes:
        digits[h] = _ONE
    return int(digits[-2::-1], 2)
