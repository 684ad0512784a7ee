"""Odds before a commitment: exact chances as bars, the shifts, what the next column needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from wargame.flow.ask import Odds
from wargame.flow.in_all import in_all
from wargame.model.state import Side
from wargame.tui.widgets.row import Row, row, wrap

_EIGHTHS = "▏▎▍▌▋▊▉█"
_NOBODY: Mapping[Side, str] = MappingProxyType({})

_SHORTEST = 6
"""Columns below which a bar tells nothing."""
_TEN = 10
_HEADING = 2
"""Lines of column and basis that may stand above the chances."""
_LONGEST = 5
"""Characters of a fraction beyond which nobody reads it."""


def odds_rows(
    odds: Odds, width: int, *, plain: bool = False, sides: Mapping[Side, str] = _NOBODY
) -> list[Row]:
    """The odds as rows: column and basis, what they come to in all, a line an outcome, shifts, what would
    better them. *sides* are their titles. A basis of many lines stands last: the chances are in sight.

    The chance comes first and the outcome in words last, with a bar where there is room beside.
    """
    basis = f"  ({odds.basis})" if odds.basis else ""
    rows = [row("Odds ", (odds.column, "dice"), (basis, "dim"), hang=2)]
    if last := len(wrap(rows[0], width)) > _HEADING:
        rows = [row("Odds ", (odds.column, "dice"), hang=2)]
    if whole := in_all(odds, sides):
        rows.append(row(("in all: ", "dim"), (whole, "strong"), hang=2))
    tenths = lcm(*(outcome.chance.denominator for outcome in odds.outcomes)) in (5, _TEN)
    shares = aligned([share(outcome.chance, tenths=tenths) for outcome in odds.outcomes])
    codes = max((len(outcome.code) for outcome in odds.outcomes), default=0)
    told = max(map(len, shares), default=0)
    labels = [f"{o.code:<{codes}} {o.words}" if o.code else o.words for o in odds.outcomes]
    if any(told + 1 + len(label) > width for label in labels):  # lines that break need no columns
        labels = [f"{o.code} {o.words}".lstrip() for o in odds.outcomes]
    longest = max(map(len, labels), default=0)
    room = width - told - longest - 2
    for label, chance, outcome in zip(labels, shares, odds.outcomes, strict=True):
        spans = [
            (f"{chance} ", "strong"),
            (label.ljust(longest) if room >= _SHORTEST else label, ""),
        ]
        if room >= _SHORTEST:
            spans.append((f" {bar(outcome.chance, room, plain=plain)}".rstrip(), "key"))
        rows.append(row(*spans, hang=len(chance) + 1))
    if odds.shifts:
        shifts = ", ".join(f"{name} {value:+d}" for name, value in odds.shifts)
        rows.append(row(("shifts: ", "dim"), shifts, hang=2))
    if odds.needs:
        rows.append(row(("better: ", "dim"), odds.needs, hang=2))
    if last:
        rows.append(row((f"from: {odds.basis}", "dim"), hang=2))
    return rows


def aligned(shares: Sequence[str]) -> list[str]:
    """Chances under each other, with no more blanks than they need; a long fraction only in per cent."""
    pairs = [text.split() for text in shares]
    if any(len(exact) > _LONGEST for exact, _ in pairs):
        return [f"{percent:>4}" for _, percent in pairs]
    exact, percent = (max((len(pair[n]) for pair in pairs), default=0) for n in (0, 1))
    return [f"{pair[0]:>{exact}} {pair[1]:>{percent}}" for pair in pairs]


def bar(chance: Fraction, width: int, *, plain: bool = False) -> str:
    """A bar as long as the chance is high."""
    if plain:
        return "#" * round(chance * width)
    whole, part = divmod(round(chance * width * 8), 8)
    return "█" * whole + (_EIGHTHS[part - 1] if part else "")


def share(chance: Fraction, *, tenths: bool = False) -> str:
    """A chance as sixths where it is sixths, or as tenths where all beside it are, and in per cent."""
    exact = f"{chance.numerator}/{chance.denominator}"
    if tenths:
        exact = f"{chance * _TEN}/{_TEN}"
    elif 6 % chance.denominator == 0:
        exact = f"{chance * 6}/6"
    elif 36 % chance.denominator == 0:
        exact = f"{chance * 36}/36"
    percent = f"{round(chance * 100)}%" if not 0 < chance < Fraction(1, 200) else "<1%"
    return f"{exact:>5} {percent:>4}"
