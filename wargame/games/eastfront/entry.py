"""What a step costs by the map, the weather and who goes, whatever stands there (EF-MV-10, EF-WX-05)."""

from __future__ import annotations

from functools import lru_cache

from wargame.games.eastfront.content import (
    LAKE,
    MAJOR_RIVER,
    MINOR_RIVER,
    STRAIT,
    EastFrontContent,
)
from wargame.games.eastfront.data.files import Weather
from wargame.games.eastfront.data.ground import SURFACE
from wargame.hexes.grid import Hex


@lru_cache(maxsize=1 << 16)
def way_of(content: EastFrontContent, a: Hex, b: Hex) -> str:
    """The terrain that a step enters; "" where the map has no such step."""
    if content.rows[b] is None or b not in content.board or content.water(a, b) == STRAIT:
        return ""
    return content.map.terrain[b]


@lru_cache(maxsize=1 << 16)
def price_of(
    content: EastFrontContent,
    step: tuple[Hex, Hex],
    now: tuple[Weather, bool],
    who: tuple[bool, bool],
) -> int:
    """The hex and hexside of a step by weather and ice, for who goes on foot or not, trained for it or not, in MP."""
    (a, b), (weather, frozen), (foot, fit) = step, now, who
    move, row = content.terrain.move, content.rows[b]
    more = move.blizzard if weather == "B" else 0
    if content.highway(a, b):
        return (move.highway_mud if weather == "M" else move.highway) + more
    assert row is not None
    base = row.price(SURFACE[weather], foot or row.id == LAKE)
    if fit and weather != "M":
        base = min(base, content.terrain.trained[row.id])
    if not base:
        return 0
    kind = content.water(a, b)
    if kind in (MINOR_RIVER, MAJOR_RIVER) and not frozen:
        water = content.terrain.water[kind]
        base += {"M": water.mud, "S": water.snow, "B": water.snow}.get(weather, water.dry)
    return base + more
