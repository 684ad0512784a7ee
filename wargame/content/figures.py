"""How numbers are written: with their sign, in halves, as spans."""

from __future__ import annotations


def signed(number: int) -> str:
    """+2, -1, or a plain 0."""
    return f"{number:+d}" if number else "0"


def in_halves(halves: int) -> str:
    """A number of halves as a player reads it: 1/2, 1, 1 1/2."""
    whole = str(halves // 2) if halves > 1 or not halves else ""
    return f"{whole} 1/2".strip() if halves % 2 else whole


def points(halves: int) -> str:
    """Half movement points in little room: ½, 1, 1½."""
    return in_halves(halves).replace(" 1/2", "½").replace("1/2", "½")


def span(low: int | None, high: int | None) -> str:
    """2-5, a single number, or an open end: 6 or more, 1 or less."""
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low}-{high}"
