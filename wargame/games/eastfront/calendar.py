"""The calendar: a turn is a quarter of a month, the first is the last of June 1941 (EF-SQ-01)."""

from __future__ import annotations

MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
QUARTERS = ("I", "II", "III", "IV")
_FIRST_YEAR, _FIRST = 1941, 23
"""Turn 1 is quarter 23 of 1941, counted from 0."""


def month_of(turn: int) -> str:
    """The month of a turn."""
    return MONTHS[(turn - 1 + _FIRST) // 4 % 12]


def date_of(turn: int) -> str:
    """A turn as players write it: "Jun IV 1941"."""
    quarter = turn - 1 + _FIRST
    return f"{month_of(turn)} {QUARTERS[quarter % 4]} {_FIRST_YEAR + quarter // 48}"


def phasing(frames: object) -> str:
    """The side whose player-turn it is, by the open segments; "" outside of one."""
    for frame in reversed(list(frames)):  # type: ignore[call-overload]
        for side in ("axis", "soviet"):
            if str(frame.name).startswith(f"eastfront.{side}"):
                return side
    return ""
