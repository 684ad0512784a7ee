"""Odds before a commitment: exact chances as bars, the shifts, what the next column needs."""

from __future__ import annotations

from fractions import Fraction

from wargame.flow.ask import Odds
from wargame.tui.widgets.row import Row, row

_EIGHTHS = "▏▎▍▌▋▊▉█"


def odds_rows(odds: Odds, width: int, *, plain: bool = False) -> list[Row]:
    """The odds as rows: column and basis, shifts, a bar an outcome."""
    basis = f"  ({odds.basis})" if odds.basis else ""
    rows = [row("Odds ", (odds.column, "dice"), (basis, "dim"), hang=2)]
    if odds.shifts:
        shifts = ", ".join(f"{name} {value:+d}" for name, value in odds.shifts)
        rows.append(row(("shifts: ", "dim"), shifts, hang=2))
    words = dict(odds.words)
    names = max((len(name) for name, _ in odds.outcomes), default=0)
    shares = max((len(share(chance)) for _, chance in odds.outcomes), default=0)
    room = max(width - min(names, width // 2) - shares - 2, 4)
    for name, chance in odds.outcomes:
        label = name[: width // 2].ljust(min(names, width // 2))
        filled = bar(chance, room, plain=plain)
        rows.append(row(f"{label} ", (filled.ljust(room), "key"), f" {share(chance):>{shares}}"))
        if name in words:
            rows.append(row((f"  {words[name]}", "dim"), hang=2))
    if odds.needs:
        rows.append(row(("better: ", "dim"), odds.needs, hang=2))
    return rows


def bar(chance: Fraction, width: int, *, plain: bool = False) -> str:
    """A bar as long as the chance is high."""
    if plain:
        return "#" * round(chance * width)
    whole, part = divmod(round(chance * width * 8), 8)
    return "█" * whole + (_EIGHTHS[part - 1] if part else "")


def share(chance: Fraction) -> str:
    """A chance as sixths where it is sixths, and in per cent."""
    exact = f"{chance.numerator}/{chance.denominator}"
    if 6 % chance.denominator == 0:
        exact = f"{chance * 6}/6"
    elif 36 % chance.denominator == 0:
        exact = f"{chance * 36}/36"
    return f"{exact:>5} {round(chance * 100):>3}%"
