"""What men build and destroy: bridges, Improved Positions, Entrenchments, rubble (NOR-EN, NOR-CB-05)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import RiverId, Side
from wargame.games.normandy.state import (
    BOMBED,
    BRIDGE,
    BUILDING,
    DOWN,
    FORTIFICATION,
    RUBBLE,
    TARGETED,
    WORKS,
    NorGame,
    combat_units,
    hexside_key,
    hexside_of,
    in_supply,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import Unit, UnitId

NOTHING: Final = 0
DIGGING: Final = 1
"""NOR-EN-02  The construction side of an Improved Position."""
IMPROVED: Final = 2
"""NOR-EN-01  An Improved Position."""
DEEPENING: Final = 3
"""NOR-EN-09  An Improved Position that is made an Entrenchment."""
ENTRENCHED: Final = 4
"""NOR-EN-09  An Entrenchment."""


# -- rivers and bridges -----------------------------------------------------------------------------


def river(g: NorGame, a: Hex, b: Hex) -> RiverId | None:
    """The class of river between two hexes; None for dry land."""
    row = g.content.rivers.get(side_key(a, b))
    return row.id if row else None


def stands(g: NorGame, a: Hex, b: Hex) -> bool:
    """NOR-MV-05  Whether an intact bridge joins two hexes."""
    printed = side_key(a, b) in g.content.map.bridges
    return printed and not bridge_state(g, a, b)


def bridge_state(g: NorGame, a: Hex, b: Hex) -> int:
    """0 intact or none, else DOWN or BUILDING."""
    return g.state.layers.get(BRIDGE, {}).get(hexside_key(g.content, a, b), 0)


def bridges(g: NorGame, state: int) -> list[HexsideKey]:
    """The bridges that are DOWN or BUILDING, ascending."""
    layer = g.state.layers.get(BRIDGE, {})
    return sorted(hexside_of(g.content, place) for place, value in layer.items() if value == state)


def standing_at(g: NorGame, where: Hex) -> list[HexsideKey]:
    """The intact bridges that touch a hex, ascending."""
    return [side for side in _bridges_at(g.content).get(where, ()) if not bridge_state(g, *side)]


@cache
def _bridges_at(content: NormandyContent) -> dict[Hex, tuple[HexsideKey, ...]]:
    """The printed bridges that touch a hex, ascending."""
    found: dict[Hex, tuple[HexsideKey, ...]] = {}
    for side in sorted(content.map.bridges):
        for h in side:
            found[h] = (*found.get(h, ()), side)
    return found


@cache
def bridge_ends(content: NormandyContent) -> int:
    """The hexes that printed bridges touch, as a set."""
    return content.grid.mask(_bridges_at(content))


def near_bridge(g: NorGame, bridge: HexsideKey, side: Side) -> list[Unit]:
    """NOR-EN-10  In Supply combat units on or next to one of its ends, by id."""
    near = members(_beside_bridge(g.content, bridge) & g.board.holding[side])
    found = [u for h in near for u in combat_units(g, h, side) if in_supply(u)]
    return sorted(found, key=lambda u: u.id)


@cache
def _beside_bridge(content: NormandyContent, bridge: HexsideKey) -> int:
    """The ends of a bridge and the hexes next to them, as a set."""
    ends = content.grid.mask(bridge)
    return ends | content.grid.spread(ends)


BUILDERS, _BY_NUMBER = "bridge builders", ("", "allied", "german")
"""NOR-EN-10  Layer: by bridge under construction who has begun it."""


def builder(g: NorGame, side: HexsideKey) -> str:
    """NOR-EN-10  The side whose bridge is under construction on a hexside; "" for nobody's."""
    place = hexside_key(g.content, *side)
    return _BY_NUMBER[g.state.layers.get(BUILDERS, {}).get(place, 0)]


def set_builder(g: NorGame, sides: Iterable[HexsideKey], who: str, *, rule: str) -> None:
    """NOR-EN-10  Whose they are; "" once they stand."""
    places = [hexside_key(g.content, *side) for side in sides]
    g.set_layer(BUILDERS, dict.fromkeys(places, _BY_NUMBER.index(who)), rule=rule)


def set_bridge(g: NorGame, side: HexsideKey, state: int, *, rule: str) -> None:
    """A bridge falls (DOWN), is being built (BUILDING) or stands again (0)."""
    tell_bridge(g, side, state, rule=rule)
    lay_bridges(g, [side], state, rule=rule)


def tell_bridge(g: NorGame, side: HexsideKey, state: int, *, rule: str) -> None:
    """What happens to a bridge."""
    what = {DOWN: "bridge_destroyed", BUILDING: "bridge_begun"}.get(state, "bridge_restored")
    g.note(what, rule=rule, where=side[0], to=side[1])


def lay_bridges(g: NorGame, sides: Iterable[HexsideKey], state: int, *, rule: str) -> None:
    """The bridges told of are DOWN or BUILDING, or stand again (0)."""
    places = [hexside_key(g.content, *side) for side in sides]
    g.set_layer(BRIDGE, dict.fromkeys(places, state), rule=rule)


# -- positions --------------------------------------------------------------------------------------


def works(g: NorGame, where: Hex) -> int:
    """What stands in a hex: NOTHING, DIGGING, IMPROVED, DEEPENING or ENTRENCHED."""
    return g.state.layers.get(WORKS, {}).get(where, NOTHING)


UNDUG = ("city", "marsh")
"""NOR-EN-06  Terrain in which nobody digs."""


@cache
def soft(content: NormandyContent) -> int:
    """NOR-EN-06  The hexes of all other terrain, as a set."""
    terrain = content.map.terrain
    return content.grid.mask([h for h in content.board if terrain[h] not in UNDUG])


@cache
def builders_of(content: NormandyContent, side: Side) -> frozenset[UnitId]:
    """NOR-EN-06  The combat units of a side that may dig."""
    flag, kinds = content.limits.engineering.builder, content.units.values()
    return frozenset([k.id for k in kinds if k.side == side and k.combat_unit and flag in k.flags])


def is_fort(g: NorGame, where: Hex) -> bool:
    """NOR-EN-08  A fortification of the set-up, which stands while unmanned."""
    return bool(g.state.layers.get(FORTIFICATION, {}).get(where))


def shelter(g: NorGame, where: Hex) -> int:
    """NOR-EN-12  What gives benefit in a hex: NOTHING, IMPROVED or ENTRENCHED."""
    found = works(g, where)
    return IMPROVED if found == DEEPENING else NOTHING if found == DIGGING else found


def set_works(g: NorGame, where: Hex, value: int, *, rule: str) -> None:
    """Begin, finish, lower or remove a position."""
    set_all_works(g, {where: value}, rule=rule)


def set_all_works(g: NorGame, values: Mapping[Hex, int], *, rule: str) -> None:
    """Begin, finish, lower or remove positions, in their order."""
    for where, value in values.items():
        g.note(WORKS_TOLD[value], rule=rule, where=where)
    g.set_layer(WORKS, values, rule=rule)
    if gone := [where for where, value in values.items() if not value and is_fort(g, where)]:
        g.set_layer(FORTIFICATION, dict.fromkeys(gone, 0), rule=rule)


WORKS_TOLD = {
    NOTHING: "works_gone",
    DIGGING: "works_begun",
    IMPROVED: "works_improved",
    DEEPENING: "works_deepened",
    ENTRENCHED: "works_entrenched",
}
"""The note that tells of each."""


def keep_works(g: NorGame, where: Hex) -> None:
    """NOR-EN-08  Positions go with the last combat unit in them; fortifications when an Ally enters."""
    if not works(g, where):
        return
    if is_fort(g, where):
        if combat_units(g, where, "allied"):
            set_works(g, where, NOTHING, rule="NOR-EN-08")
    elif not combat_units(g, where, "allied") and not combat_units(g, where, "german"):
        set_works(g, where, NOTHING, rule="NOR-EN-08")


# -- what bombs leave -------------------------------------------------------------------------------


def lying(g: NorGame, layer: str) -> list[str]:
    """The hexes on which something lies."""
    return [g.grid.name(h) for h, there in sorted(g.state.layers.get(layer, {}).items()) if there]


def is_rubble(g: NorGame, where: Hex) -> bool:
    """NOR-CB-05  A town or city in ruins."""
    return bool(g.state.layers.get(RUBBLE, {}).get(where))


def is_bombed(g: NorGame, where: Hex) -> bool:
    """NOR-CB-05  A Bombed marker until the end of the Allied player-turn."""
    return bool(g.state.layers.get(BOMBED, {}).get(where))


def are_bombed(g: NorGame, hexes: Iterable[Hex]) -> bool:
    """NOR-CB-05  Whether a Bombed marker lies on every one of some hexes."""
    laid = g.state.layers.get(BOMBED, {})
    return bool(laid) and all(laid.get(where) for where in hexes)


def is_targeted(g: NorGame, where: Hex) -> bool:
    """NOR-IT-05  Targeted interdiction."""
    return bool(g.state.layers.get(TARGETED, {}).get(where))
