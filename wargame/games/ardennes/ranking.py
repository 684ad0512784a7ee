"""Candidates in their order, their numbers by name, and the criterion that put the first before the second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.state import ArdGame, place_name, unit_name

Row: TypeAlias = Sequence[int | str]
_SHOWN = 3
"""So many candidates are told; the others are counted."""
LAST = ("a Position", "MP left", "Allied units there")
"""ARD-AA-17"""
_LISTED = ("VP", "Hold Value", "column", *LAST)
CRITERIA: dict[str, tuple[str, ...]] = {
    "danger": ("Hold Value", "hexes to a source of Supply", *LAST),
    "out": ("hexes away", *LAST),
    "vpopen": _LISTED,
    "vpthin": _LISTED,
    "vplost": _LISTED,
    "gap": _LISTED,
    "route": _LISTED,
    "idle": ("hexes to a German", *LAST),
    "attack": ("in or beside a VP hex", "ratio", "column"),
    "deploy": ("kinship near", "Hold Value", "column", "hexes to a German"),
    "retreat route": ("ground", "hexes to the attacker", "column"),
    "retreat class": ("class", "ground", "hexes to the attacker", "column"),
    "roadblock": ("Hold Value", "column"),
    "roadblock unit": ("kinship", "#"),
    "engineers": ("Hold Value",),
    "engineers near": ("hexes to a German",),
    "air resupply": ("VP hex", "steps", "column"),
    "replacements": ("share of steps lost", "#"),
    "wandering": ("MP left", "hexes to an Allied unit In Supply", "column"),
    "losing stack": ("steps", "#"),
}
"""By what candidates are ranked, in the order in which it is asked."""
_BEST = {
    "VP": "the higher",
    "Hold Value": "the higher",
    "column": "the westernmost",
    "hexes to a source of Supply": "the nearer",
    "hexes away": "the nearer",
    "hexes to a German": "the nearer",
    "hexes to the attacker": "the nearer",
    "hexes to an Allied unit In Supply": "the nearer",
    "MP left": "the more",
    "Allied units there": "the fewer",
    "ratio": "the higher",
    "steps": "the more",
    "share of steps lost": "the larger",
    "#": "the lower",
}
"""Which way a criterion counts."""
_FLAGS = ("VP", "yes")
"""What stands for a criterion that is met or not."""
_BUILT_UP = "City/Town"
"""ARD-RT-10  The ground that a retreat seeks."""
_KIN = ("division", "corps", "army")
"""ARD-RB-19, ARD-RD-09  Whom a unit is near or akin to, by the class that is ranked."""


def thing(g: ArdGame, word: int | str) -> str:
    """A unit, a hex or a Bridge by its name, anything else as it stands; "@2818" is a hex that was not ranked."""
    text = str(word).removeprefix("@")
    if text in g.content.units:
        return unit_name(g, text)
    return place_name(g, g.grid.hex(text)) if text in _hexes(g.content) else text.replace("|", "-")


def _hexes(content: ArdennesContent) -> frozenset[str]:
    return frozenset(map(content.grid.name, content.board))


def names(g: ArdGame, words: Sequence[int | str]) -> str:
    """Units or hexes by their names."""
    return ", ".join(thing(g, word) for word in words)


def ranked(
    g: ArdGame, what: str, rows: Sequence[Row], more: Callable[[Row], str] = lambda _row: ""
) -> str:
    """The candidates in their order with their numbers, and what put the first before the second.

    *more*: what there is to say of one besides.
    """
    criteria = CRITERIA[what]
    if not rows:
        return ""
    if len(rows) == 1:
        return f"The only one: {_told(g, criteria, rows[0], more)}."
    lines = [f"{n} {_told(g, criteria, row, more)}" for n, row in enumerate(rows[:_SHOWN], 1)]
    left = [f"and {len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
    first = f"{thing(g, rows[0][0])} comes first{_broken(g, criteria, rows[0], rows[1])}."
    return f"{'; '.join([*lines, *left])}\n{first}"


def _told(g: ArdGame, criteria: Sequence[str], row: Row, more: Callable[[Row], str]) -> str:
    numbers = [number(n, v) for n, v in zip(criteria, row[1:], strict=False) if v != ""]
    shown = "; ".join(filter(None, [", ".join(numbers), more(row)]))
    return f"{thing(g, row[0])} ({shown})" if shown else thing(g, row[0])


def number(name: str, value: int | str) -> str:
    """A number by its name: "Hold Value 3", "near its corps", "VP hex"."""
    kin = _kin(name, value)
    if kin or name == "class":
        return kin or str(value)
    if name == "ratio":
        return f"ratio {ratio(value)}"
    if name == "#":
        return f"#{value}"
    return name if value in _FLAGS else f"{name} {value}"


def ratio(value: int | str) -> str:
    """A ratio as it is spoken of: "3:1", "3:2"."""
    attack, _, defence = str(value).partition("/")
    return f"{attack}:{defence or 1}"


def _kin(name: str, value: int | str) -> str:
    """A class of kinship in words, "" for any other number."""
    if not name.startswith("kinship"):
        return ""
    kin = _KIN[int(value) - 1] if int(value) <= len(_KIN) else ""
    if name == "kinship":
        return f"of the same {kin}" if kin else "of another army"
    return f"near its {kin}" if kin else "near nobody of its army"


def by_corps(g: ArdGame, first: int | str, second: int | str, best: str) -> str:
    """ARD-GE-07  What decides between units of the same #: their corps; "" where they are no units."""
    kinds = [g.content.units.get(str(word)) for word in (first, second)]
    if None in kinds:
        return ""
    a, b = (f"{kind.corps} Corps" for kind in kinds if kind)
    return "" if a == b else f" by corps, the same # and {best}: {a} against {b}"


def _broken(g: ArdGame, criteria: Sequence[str], first: Row, second: Row) -> str:
    """The first criterion in which two candidates differ, with its numbers."""
    for name, a, b in zip(criteria, first[1:], second[1:], strict=False):
        if a == b:
            continue
        if kin := _kin(name, a):
            return f": {kin} against {_kin(name, b)}"
        if a in _FLAGS:
            return f": {name}"
        if (a, b) == (_BUILT_UP, ""):
            return f": a {_BUILT_UP} goes before other ground"
        shown = [value if value != "" else "no" for value in (a, b)]
        of = (ratio(a), ratio(b)) if name == "ratio" else shown
        best = f", {_BEST[name]}" if name in _BEST else ""
        return f" by {name}{best}: {of[0]} against {of[1]}"
    if criteria[-1] == "#" and (corps := by_corps(g, first[0], second[0], "the lower number")):
        return corps
    if len(first) > len(criteria):
        return " by the lowest hex number: all else is equal"
    return " by the last of the tie-breaks (all numbers are equal)"
