"""The map of the referee: hexes, neighbours, hexsides, terrain, places."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_RAW: dict[str, Any] = json.loads(Path(__file__).with_name("map.json").read_text())
WORDS = {".": "clear", "b": "broken", "w": "woods", "f": "forest"}
COLS = int(_RAW["cols"])
ROWS = int(_RAW["rows"])


def _pair(text: str) -> frozenset[str]:
    return frozenset(text.split("-"))


ROAD = frozenset(_pair(s) for s in _RAW["road"])
MAJOR = frozenset(_pair(s) for s in _RAW["major"])
MINOR = frozenset(_pair(s) for s in _RAW["minor"])
BRIDGES = frozenset(_pair(s) for s in _RAW["bridges"])
WESTWALL = frozenset(_RAW["westwall"])
PRIMARY = frozenset(_RAW["primary"])
SECONDARY = frozenset(_RAW["secondary"])
LEFT_BANK = frozenset(_RAW["left_bank"])
ROAD_HEXES = frozenset(h for side in ROAD for h in side)
HV: dict[str, int] = {h: int(v) for h, v in _RAW["hv"].items()}
SOURCES: dict[str, tuple[str, ...]] = {s: tuple(v) for s, v in _RAW["sources"].items()}
OOB: dict[str, dict[str, Any]] = _RAW["units"]


def parts(h: str) -> tuple[int, int]:
    """Column and row of a hex id CCRR."""
    return int(h[:2]), int(h[2:])


@cache
def neighbours(h: str) -> tuple[str, ...]:
    """The hexes beside h on the map; even columns lie half a hex north."""
    col, row = parts(h)
    shift = -1 if col % 2 == 0 else 0
    near = [(col, row - 1), (col, row + 1)]
    near += [(c, row + shift + d) for c in (col - 1, col + 1) for d in (0, 1)]
    return tuple(sorted(f"{c:02d}{r:02d}" for c, r in near if 1 <= c <= COLS and 1 <= r <= ROWS))


@cache
def distance(a: str, b: str) -> int:
    """Hexes from a to b, the start not counted."""
    (ca, ra), (cb, rb) = parts(a), parts(b)
    ya = ra * 2 + (1 if ca % 2 else 0)
    yb = rb * 2 + (1 if cb % 2 else 0)
    across, down = abs(ca - cb), abs(ya - yb)
    return across + max(0, (down - across) // 2)


def side(a: str, b: str) -> frozenset[str]:
    """The hexside between a and b."""
    return frozenset((a, b))


def terrain(h: str) -> str:
    """clear, broken, woods or forest."""
    col, row = parts(h)
    return WORDS[_RAW["terrain"][row - 1][col - 1]]


def kind(h: str) -> str:
    """city, town, village, or nothing."""
    place = _RAW["places"].get(h)
    return str(place[0]) if place else ""


def built_up(h: str) -> bool:
    """A City or Town (a village is neither)."""
    return kind(h) in ("city", "town")


def vp(h: str) -> int:
    """Victory points of the place in h."""
    place = _RAW["places"].get(h)
    return int(place[1]) if place else 0


def start_german(h: str) -> bool:
    """A place that the map gives to the Germans at the start."""
    place = _RAW["places"].get(h)
    return bool(place and place[2] == "german")


def hv(h: str) -> int:
    """Hold Value; 0 where the hex is no Position."""
    return HV.get(h, 0)


def area(h: str) -> str:
    """The Allied corps area of h."""
    col, row = parts(h)
    return str(_RAW["corps_legend"][_RAW["corps"][row - 1][col - 1]])


def sector(h: str) -> str:
    """The German army sector of h."""
    col, row = parts(h)
    return str(_RAW["sector_legend"][_RAW["sector"][row - 1][col - 1]])
