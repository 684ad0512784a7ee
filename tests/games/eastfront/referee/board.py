"""Sections 4.2, 7  The printed map: hexes, neighbours, distances, hexsides, lines.

Hexes are the printed numbers as text, column first: `"1135"`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

Side = tuple[str, str]
"""A hexside: its two hexes in the order of their numbers."""

SIZE = 66


def number(col: int, row: int) -> str:
    return f"{col:02d}{row:02d}"


def column(hex_: str) -> int:
    return int(hex_[:2])


def row(hex_: str) -> int:
    return int(hex_[2:])


def side(a: str, b: str) -> Side:
    return (a, b) if a < b else (b, a)


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """1  Flat-top hexes, even columns half a hex higher: N, NE, SE, S, SW, NW; none off the map."""
    return tuple(h for h in around(hex_) if h is not None)


@cache
def around(hex_: str) -> tuple[str | None, ...]:
    """The six directions in turn, None where the map ends; i and i + 3 are opposite."""
    c, r = column(hex_), row(hex_)
    up = r - 1 if c % 2 == 0 else r
    six = ((c, r - 1), (c + 1, up), (c + 1, up + 1), (c, r + 1), (c - 1, up + 1), (c - 1, up))
    return tuple(number(x, y) if 1 <= x <= SIZE and 1 <= y <= SIZE else None for x, y in six)


@cache
def distance(a: str, b: str) -> int:
    """Hexes from `a` to `b` over the grid, whatever lies between."""
    (xa, ya), (xb, yb) = _slanted(a), _slanted(b)
    dx, dy = xa - xb, ya - yb
    return max(abs(dx), abs(dy), abs(dx + dy))


def _slanted(hex_: str) -> tuple[int, int]:
    c, r = column(hex_), row(hex_)
    return c, r - (c + c % 2) // 2 + c % 2


@dataclass(frozen=True)
class Place:
    """A town, city or major city."""

    name: str
    kind: str
    vp: int = 0
    port: str = ""
    fortress: int = 0
    factory: int = 0
    oil: int = 0
    sea: str = ""


@dataclass(frozen=True)
class Ground:
    """What is printed on the map."""

    terrain: Mapping[str, str]
    nation: Mapping[str, str]
    places: Mapping[str, Place]
    highways: frozenset[Side]
    rivers: Mapping[Side, str]
    rails: Mapping[Side, int]
    """Line step to the turn it opens; the earliest of several lines."""
    straits: frozenset[Side]
    seas: Mapping[str, frozenset[str]]
    forts: Mapping[str, tuple[int, str]]
    sources: Mapping[str, Mapping[str, str]]
    """Side to hex to name."""

    def kind(self, hex_: str) -> str:
        return self.places[hex_].kind if hex_ in self.places else ""

    def fortress(self, hex_: str) -> bool:
        return hex_ in self.places and self.places[hex_].fortress > 0

    def broad(self, hex_: str) -> bool:
        """7.4  Broad in the USSR and Finland, standard elsewhere."""
        return self.nation[hex_] in "SF"

    def called(self, name: str) -> str:
        return next(h for h, place in self.places.items() if place.name == name)


def _grid(rows: Iterable[str]) -> dict[str, str]:
    return {number(c, r): code for r, line in enumerate(rows, 1) for c, code in enumerate(line, 1)}


def _steps(path: str) -> list[Side]:
    return [side(a, b) for a, b in pairwise(path.split())]


def _rails(lines: Iterable[tuple[int, str]]) -> dict[Side, int]:
    found: dict[Side, int] = {}
    for opens, path in lines:
        for step in _steps(path):
            found[step] = min(opens, found.get(step, opens))
    return found


@cache
def printed() -> Ground:
    data: dict[str, Any] = json.loads(Path(__file__).with_name("map.json").read_text("utf-8"))
    return Ground(
        terrain=_grid(data["terrain"]),
        nation=_grid(data["nations"]),
        places={h: Place(**values) for h, values in data["places"].items()},
        highways=frozenset(step for path in data["highways"] for step in _steps(path)),
        rivers={side(*p.split()): kind for kind, *pairs in data["rivers"] for p in pairs},
        rails=_rails(data["rail"]),
        straits=frozenset(side(*pair.split()) for pair in data["straits"]),
        seas={name: frozenset(hexes.split()) for name, hexes in data["seas"].items()},
        forts={h: (level, owner) for h, (level, owner) in data["forts"].items()},
        sources=data["sources"],
    )
