"""Straight lines between hex centres, in exact whole numbers.

A line of distance n is sampled at its n + 1 points i/n; each point belongs to the hex whose
centre is nearest. Along the axis in which the line is longest every sample falls on a whole
number, so only the two other coordinates can lie halfway: a point then stands on the middle of a
hexside, between a northern and a southern hex, and never on a corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Axial: TypeAlias = tuple[int, int]
"""(q, r): q counts columns eastwards, r counts hexes southwards inside a column."""


def length(q: int, r: int) -> int:
    """Return the distance in hexes of the axial vector (q, r)."""
    return max(abs(q), abs(r), abs(q + r))


@lru_cache(maxsize=2048)
def traces(q: int, r: int) -> tuple[tuple[Axial, Axial], ...]:
    """Return for each sample from (0, 0) to (q, r) its southern and its northern hex.

    The two are equal except where the line meets the middle of a hexside.
    """
    n = length(q, r)
    if n == abs(q):
        step = q // n if n else 0
        return tuple(((i * step, _up(i * r, n)), (i * step, _down(i * r, n))) for i in range(n + 1))
    if n == abs(r):
        step = r // n
        return tuple(((_up(i * q, n), i * step), (_down(i * q, n), i * step)) for i in range(n + 1))
    step = (q + r) // n
    rows = [(_up(i * r, n), _down(i * r, n)) for i in range(n + 1)]
    return tuple(
        ((i * step - south, south), (i * step - north, north))
        for i, (south, north) in enumerate(rows)
    )


def _up(numerator: int, n: int) -> int:
    """Round numerator/n to the nearest whole number, halves upwards."""
    return (2 * numerator + n) // (2 * n) if n else 0


def _down(numerator: int, n: int) -> int:
    """Round numerator/n to the nearest whole number, halves downwards."""
    return -((n - 2 * numerator) // (2 * n)) if n else 0
