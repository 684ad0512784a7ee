"""How numbers are written: with their sign, in halves, as spans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction


def signed(number: int) -> str:
    """+2, -1, or a plain 0."""
    return f"{number:+d}" if number else "0"


def in_halves(halves: int) -> str:
    """A number of halves as a player reads it: 1/2, 1, 1 1/2."""
    whole = str(halves // 2) if halves > 1 or not halves else ""
    return f"{whole} 1/2".strip() if halves % 2 else whole


_TWO_HOURS = 4
_ONE = ("1", "+1", "-1")


def counted(number: int | str, noun: str) -> str:
    """1 point, 2 points; a plural of its own stands behind a slash: hex/hexes."""
    one, _, many = noun.partition("/")
    return f"{number} {one if str(number) in _ONE else many or one + 's'}"


def points(halves: int) -> str:
    """Half movement points in little room: ½, 1, 1½."""
    return in_halves(halves).replace(" 1/2", "½").replace("1/2", "½")


def lasting(minutes: int) -> str:
    """A length of time, from two hours on in hours and half hours."""
    halves = round(minutes / 30)
    return f"{halves / 2:g} hours" if halves >= _TWO_HOURS else f"{minutes} minutes"


def percent(chance: Fraction) -> str:
    """A chance in whole per cent: 17%."""
    return f"{round(chance * 100)}%"


def span(low: int | None, high: int | None) -> str:
    """2-5, a single number, or an open end: 6 or more, 1 or less."""
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low}-{high}"


def runs(ends: Sequence[int | None]) -> list[str]:
    """Spans of rows that each run up to a number, from the lowest; the last is open."""
    starts = (None, *(None if end is None else end + 1 for end in ends))
    return [span(low, high) for low, high in zip(starts, ends, strict=False)]


def falls(
    starts: Sequence[int | None], write: Callable[[int | None, int | None], str] = span
) -> list[str]:
    """Spans of rows that each begin at a number, from the highest; the last is open."""
    ends = (None, *(None if start is None else start - 1 for start in starts))
    return [write(low, high) for low, high in zip(starts, ends, strict=False)]


def margin(low: int | None, high: int | None) -> str:
    """-5 to +5, with signs, or an open end."""
    if low is not None and high is not None:
        return f"{signed(low)} to {signed(high)}"
    return f"{signed(high or 0)} or less" if low is None else f"{signed(low)} or more"
