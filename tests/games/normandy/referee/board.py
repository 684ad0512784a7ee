"""Section 7  The map: hexes, neighbours, distances, hexsides, roads and bridges.

Hexes are the printed numbers as text, column first: `"1810"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Side = tuple[str, str]
"""A hexside: its two hexes in the order of their numbers."""


def column(hex_: str) -> int:
    return int(hex_[:2])


def row(hex_: str) -> int:
    return int(hex_[2:])


def number(col: int, line: int) -> str:
    return f"{col:02d}{line:02d}"


def side(a: str, b: str) -> Side:
    return (a, b) if a < b else (b, a)


def neighbours(hex_: str, columns: int = 54, rows: int = 40) -> tuple[str, ...]:
    """1  Flat-top hexes, even columns half a hex higher; hexes off the map are left out."""
    col, line = column(hex_), row(hex_)
    up = line - 1 if col % 2 == 0 else line
    near = ((col, line - 1), (col, line + 1), *((col + d, up + e) for d in (-1, 1) for e in (0, 1)))
    return tuple(sorted(number(c, r) for c, r in near if 1 <= c <= columns and 1 <= r <= rows))


def distance(a: str, b: str) -> int:
    """Hexes from `a` to `b` over the grid, whatever lies between."""
    qa, ra = _axial(a)
    qb, rb = _axial(b)
    dq, dr = qa - qb, ra - rb
    return max(abs(dq), abs(dr), abs(dq + dr))


def _axial(hex_: str) -> tuple[int, int]:
    col, line = column(hex_), row(hex_)
    return col, line - (col - col % 2) // 2


def adjacent(a: str, b: str) -> bool:
    return distance(a, b) == 1


@dataclass(frozen=True)
class Ground:
    """What is printed on the map."""

    terrain: Mapping[str, str]
    """Hex to code of table 4.9; every hex of the grid is in it."""
    rivers: Mapping[Side, str]
    """Hexside to minor, major or flooded."""
    bridges: frozenset[Side]
    destroyed: frozenset[Side]
    """Bridges down at the start."""
    roads: Mapping[Side, str]
    """Pair of joined hexes to primary or secondary."""
    beaches: Mapping[str, str]
    """Hex to nationality."""
    ports: Mapping[str, str]
    cities: frozenset[str]
    heights: frozenset[str]
    entry: Mapping[str, tuple[str, ...]]
    """Area to its entry hexes."""
    fortress: frozenset[str]
    fortifications: Mapping[str, str]
    """Hex to improved or entrenchment, at the start."""
    allied: frozenset[str]
    """Hexes under Allied control at the start."""

    def land(self, hex_: str) -> bool:
        return self.terrain.get(hex_, "x") not in "~x"

    def on_road(self, hex_: str) -> bool:
        return any(side(hex_, other) in self.roads for other in neighbours(hex_))


def ground_from(data: Mapping[str, Any]) -> Ground:
    """The map from plain rows, hexsides ("1006 1105"), bridges and roads."""
    terrain = {
        number(c, r): code
        for r, line in enumerate(data["terrain"], 1)
        for c, code in enumerate(line, 1)
    }
    return Ground(
        terrain=terrain,
        rivers={s: kind for kind, pairs in data["rivers"].items() for s in sides(pairs)},
        bridges=frozenset(sides(data["bridges"])),
        destroyed=frozenset(sides(data["destroyed"])),
        roads={s: kind for kind, pairs in data["roads"].items() for s in sides(pairs)},
        beaches=dict(data["beaches"]),
        ports=dict(data["ports"]),
        cities=frozenset(data["cities"]),
        heights=frozenset(data["heights"]),
        entry={area: tuple(hexes) for area, hexes in data["entry"].items()},
        fortress=frozenset(data["fortress"]),
        fortifications={h: kind for kind, hexes in data["fortifications"].items() for h in hexes},
        allied=frozenset(data["allied_control"]),
    )


def sides(pairs: Iterable[str]) -> list[Side]:
    """Hexsides written as two numbers with a blank between."""
    return [side(*pair.split()) for pair in pairs]


def road_path(ground: Ground, hexes: Iterable[str]) -> bool:
    """Whether a road joins each of these hexes to the next."""
    return all(side(a, b) in ground.roads for a, b in pairwise(hexes))
