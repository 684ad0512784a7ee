"""Rivers, Bridges, Roadblocks and improved positions as they stand (ARD-BR-03, ARD-HC-02, ARD-IP-01)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.state import (
    BRIDGE,
    BUILT,
    DOWN,
    IMPROVED,
    ROADBLOCK,
    ArdGame,
    hexside_key,
    hexside_of,
)
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

HALVES = 2
"""Half MPs in a whole one."""

# -- rivers and bridges -----------------------------------------------------------------------------


def is_river(g: ArdGame, a: Hex, b: Hex) -> bool:
    """Whether a river, minor or major, runs between two hexes."""
    return side_key(a, b) in g.content.rivers


def is_major(g: ArdGame, a: Hex, b: Hex) -> bool:
    """ARD-MV-03  Whether the Meuse or the Moselle runs between two hexes."""
    return side_key(a, b) in g.content.majors


def stands(g: ArdGame, a: Hex, b: Hex) -> bool:
    """ARD-BR-03  Whether an intact Bridge joins two hexes, printed or built."""
    state = g.state.layers.get(BRIDGE, {}).get(hexside_key(g.content, a, b), 0)
    return state != DOWN if side_key(a, b) in g.content.map.bridges else state == BUILT


def is_wet(g: ArdGame, a: Hex, b: Hex) -> bool:
    """A river without an intact Bridge between two hexes."""
    return is_river(g, a, b) and not stands(g, a, b)


def road(g: ArdGame, a: Hex, b: Hex) -> bool:
    """ARD-MV-02, ARD-BR-03  Whether a Road joins two hexes, its Bridge standing where it needs one."""
    if g.content.ground.road(a, b) is None:
        return False
    side = side_key(a, b)
    return side not in g.content.rivers or (side in g.content.map.bridges and stands(g, a, b))


def bridges_at(g: ArdGame, where: Hex) -> list[HexsideKey]:
    """The intact Bridges beside a hex, ascending."""
    return [*water(g).bridges[where]]


def fallen(g: ArdGame) -> list[HexsideKey]:
    """ARD-BR-03  Destroyed Bridges, ascending."""
    layer = g.state.layers.get(BRIDGE, {})
    return sorted(hexside_of(g.content, place) for place, value in layer.items() if value == DOWN)


def blow(g: ArdGame, a: Hex, b: Hex, *, rule: str) -> None:
    """ARD-BR-01, ARD-BR-02  The Bridge between two hexes is gone; one that engineers built leaves no trace."""
    printed = side_key(a, b) in g.content.map.bridges
    g.set_layer(BRIDGE, {hexside_key(g.content, a, b): DOWN if printed else 0}, rule=rule)


def mend(g: ArdGame, a: Hex, b: Hex, *, rule: str) -> None:
    """ARD-BR-03, ARD-EV-01  A printed Bridge stands again; elsewhere engineers build one."""
    printed = side_key(a, b) in g.content.map.bridges
    g.set_layer(BRIDGE, {hexside_key(g.content, a, b): 0 if printed else BUILT}, rule=rule)


@dataclass(frozen=True, eq=False)
class Water:
    """What lines do not cross while the same Bridges stand; one for all who ask meanwhile."""

    rivers: Barriers
    """Rivers without an intact Bridge."""
    majors: Barriers
    """Of these the major ones."""
    links: Sequence[Sequence[Hex]]
    """ARD-SP-01  By hex those one Road hexside away, the Bridge standing."""
    roads: Barriers
    """All hexsides but those."""
    bridges: Sequence[Sequence[HexsideKey]]
    """By hex the intact Bridges beside it, ascending."""
    ends: int
    """The hexes with one."""
    dry: Sequence[Sequence[Hex]]
    """By hex those beside it with no river between or an intact Bridge over it, ascending."""


def water(g: ArdGame) -> Water:
    """What is crossed now."""
    return _now(g, g.board.rewritten)


@lru_cache(maxsize=8)
def _now(g: ArdGame, _rewritten: int) -> Water:
    return _over(g, g.board.version_of(BRIDGE))


@lru_cache(maxsize=8)
def _over(g: ArdGame, _bridges: int) -> Water:
    layer = g.state.layers.get(BRIDGE)
    return _water(g.content, tuple(sorted(layer.items())) if layer else ())


@lru_cache(maxsize=64)
def _water(content: ArdennesContent, layer: tuple[tuple[int, int], ...]) -> Water:
    whole = printed(content)
    if not layer:
        return whole
    down = [hexside_of(content, place) for place, value in layer if value == DOWN]
    built = [hexside_of(content, place) for place, value in layer if value == BUILT]
    built = [side for side in built if side not in content.map.bridges]
    wide = [side for side in down if side in content.majors]
    links, bridges, dry = list(whole.links), list(whole.bridges), list(whole.dry)
    for a, b in (*down, *((b, a) for a, b in down)):
        links[a] = tuple(h for h in links[a] if h != b)
        dry[a] = tuple(h for h in dry[a] if h != b)
        bridges[a] = tuple(side for side in bridges[a] if b not in side)
    for a, b in (*built, *((b, a) for a, b in built)):
        dry[a] = tuple(sorted((*dry[a], b)))
        bridges[a] = tuple(sorted((*bridges[a], side_key(a, b))))
    rivers, majors = whole.rivers.shut(down, built), whole.majors.shut(wide, built)
    ends = content.grid.mask([h for h, beside in enumerate(bridges) if beside])
    return Water(rivers, majors, links, whole.roads.shut(down), bridges, ends, dry)


@cache
def printed(content: ArdennesContent) -> Water:
    """As it is printed: every Bridge stands, and engineers have built none."""
    board, built = content.board, content.map.bridges
    rivers, majors, links, roads, bridges, dry = [], [], [], [], [], []
    for h, six in enumerate(content.grid.around):
        wet, wide, along, over = 0, 0, [], []
        for d, near in enumerate(six):
            if near < 0 or near not in board or h not in board:
                wet |= 1 << d
                wide |= 1 << d
                continue
            side = side_key(h, near)
            if side in content.rivers and side not in built:
                wet |= 1 << d
                wide |= (side in content.majors) << d
            elif side in content.rivers:
                over.append(side)
            if content.ground.road(h, near) and (side not in content.rivers or side in built):
                along.append(near)
        rivers.append(wet)
        majors.append(wide)
        links.append(tuple(along))
        roads.append(sum(1 << d for d, near in enumerate(six) if near not in along))
        bridges.append(tuple(sorted(over)))
        dry.append(tuple(sorted(near for d, near in enumerate(six) if not wet >> d & 1)))
    shut = [Barriers(content.grid, sides) for sides in (rivers, majors, roads)]
    ends = content.grid.mask([h for h, beside in enumerate(bridges) if beside])
    return Water(shut[0], shut[1], links, shut[2], bridges, ends, dry)


# -- roadblocks, improved positions -----------------------------------------------------------------


def has_roadblock(g: ArdGame, where: Hex) -> bool:
    """Whether a Roadblock lies in a hex."""
    return bool(g.state.layers.get(ROADBLOCK, {}).get(where))


def roadblock_mask(g: ArdGame) -> int:
    """The hexes with a Roadblock as a set."""
    return _roadblock_mask(g, g.board.rewritten)


@lru_cache(maxsize=8)
def _roadblock_mask(g: ArdGame, _rewritten: int) -> int:
    return g.grid.mask(g.state.layers.get(ROADBLOCK, ()))


def roadblocks(g: ArdGame) -> list[Hex]:
    """Hexes with a Roadblock, the westernmost first (ARD-RB-21)."""
    found = (h for h, there in g.state.layers.get(ROADBLOCK, {}).items() if there)
    return sorted(found, key=lambda h: (g.grid.column(h), h))


def has_position(g: ArdGame, where: Hex) -> bool:
    """ARD-IP-01  Whether an improved position (IP) lies in a hex."""
    return bool(g.state.layers.get(IMPROVED, {}).get(where))
