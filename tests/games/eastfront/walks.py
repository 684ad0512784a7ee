"""Steps and ways of East Front to be asked about: what one costs, where units get to."""

from __future__ import annotations

import pytest

from wargame.flow.ask import IllegalAnswer
from wargame.games.eastfront.state import (
    WEATHER,
    EfGame,
)
from wargame.games.eastfront.walk import (
    INITIAL,
    Marcher,
)
from wargame.hexes.grid import Hex

CM, FOOT = "G-XXIV", "G-XII"
GROUND = "axis.movement.ground"


def weather(found: str) -> dict[str, int | str]:
    """The same weather in every zone."""
    return dict.fromkeys(WEATHER.values(), found)


def plain(g: EfGame, a: Hex, b: Hex) -> bool:
    """Whether nothing but the terrain makes the price of a step."""
    return not g.content.water(a, b) and not g.content.highway(a, b)


def step_into(g: EfGame, terrain: str) -> tuple[Hex, Hex]:
    """A step in the USSR from open ground into a terrain, over no river and no highway."""
    for b in sorted(g.content.land):
        if g.content.map.terrain[b] != terrain or g.content.nation[b] != "S":
            continue
        for a in g.grid.neighbours[b]:
            if a in g.content.land and g.content.map.terrain[a] == "clear" and plain(g, a, b):
                return a, b
    raise AssertionError(terrain)


def over(g: EfGame, water: str) -> tuple[Hex, Hex]:
    """A step over a hexside of a kind between two clear hexes of the USSR, without a highway."""
    for b in sorted(g.content.land):
        for a in g.grid.neighbours[b]:
            clear = a in g.content.land and {
                g.content.map.terrain[h] for h in (a, b)
            } == {"clear"}  # fmt: skip
            ours = clear and g.content.nation[a] == g.content.nation[b] == "S"
            if ours and g.content.water(a, b) == water and not g.content.highway(a, b):
                return a, b
    raise AssertionError(water)


def price(g: EfGame, unit_id: str, a: Hex, b: Hex) -> float:
    """MP of a step for a unit that is put there; 0 where only a one-hex move leads."""
    g.place(unit_id, a, rule="EF-MV-10")
    return Marcher(g, (unit_id,), INITIAL).costs[a][g.grid.direction(a, b)] / 2


def reach(g: EfGame, *units: str, phase: int = INITIAL) -> set[str]:
    """Where a stack may go."""
    return {g.grid.name(h) for h in Marcher(g, units, phase).field().left}


def refused(g: EfGame, units: tuple[str, ...], *path: str, phase: int = INITIAL) -> str:
    """The rule under which a path is refused."""
    with pytest.raises(IllegalAnswer) as caught:
        Marcher(g, units, phase).follow(tuple(g.grid.hex(h) for h in path))
    return caught.value.refusal.rule


def zone(g: EfGame, side: str) -> set[str]:
    """The hexes in ZOC of a side."""
    return {g.grid.name(h) for h in range(g.grid.size) if g.board.zoc[side][h]}


def around(g: EfGame, where: str) -> set[str]:
    """A hex and its neighbours."""
    h = g.grid.hex(where)
    return {where, *(g.grid.name(n) for n in g.grid.neighbours[h])}
