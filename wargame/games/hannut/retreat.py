"""Where a unit may fall back or retreat to: threat, classes of hexes, room (HAN-FB-01)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.ask import Refusal
from wargame.games.hannut.state import (
    BALKED,
    NEUTRALIZED,
    OTHER,
    RETREATED,
    HannutGame,
    has,
    kind_of,
    near_enemy,
    room,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Once, Path, Rules, steps, ways, why_no_step


class Threat(NamedTuple):
    """HAN-FB-01  What a unit retreats from."""

    hexes: tuple[Hex, ...]
    """Distance is that to the nearest of them."""
    ignored: Hex = OFF
    """Enemies in this hex do not count as adjacent: the hex of an assault."""
    barred: tuple[Hex, ...] = ()
    """Hexes that are not legal though empty: where attackers came from."""
    any_way: bool = False
    """HAN-FB-01  An attacker thrown out of an assault hex: every legal hex is class 1 or 2."""


def from_hex(where: Hex) -> Threat:
    """The firer, the observer, the mover, the nearest enemy."""
    return Threat((where,))


def from_attackers(assault: Hex, origins: tuple[Hex, ...]) -> Threat:
    """HAN-FB-01  A defender leaving an assault."""
    return Threat(origins, ignored=assault, barred=origins)


def thrown_back(assault: Hex) -> Threat:
    """HAN-FB-01  An attacker that cannot withdraw to its own hex."""
    return Threat((assault,), ignored=assault, any_way=True)


def legal(g: HannutGame, unit_id: UnitId, threat: Threat) -> list[Hex]:
    """HAN-FB-01, HAN-FB-02  The hexes of the first class that is not empty, ascending."""
    return steps(rules_of(g, unit_id, threat), (where_is(g, unit_id),))


def paths(
    g: HannutGame, unit_id: UnitId, threat: Threat, most: int, *, whole: bool = False
) -> list[Path]:
    """HAN-FB-01  Retreats of up to *most* hexes; with *whole* as long as they can be."""
    return ways(rules_of(g, unit_id, threat), where_is(g, unit_id), 1, most, whole=whole)


def longest(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-RE-02, HAN-NE-08  How many hexes a unit may retreat of its own will."""
    limits = g.content.limits
    return limits.retreat_neutralized if has(g, unit_id, NEUTRALIZED) else limits.retreat


def why_no_retreat(g: HannutGame, threat: Threat, unit_id: UnitId, way: Path) -> Refusal | None:
    """HAN-RE-02, HAN-FB-01  Why a unit may not retreat by a way of its own will; None if it may."""
    name, most = kind_of(g, unit_id).name, longest(g, unit_id)
    if has(g, unit_id, RETREATED):
        return Refusal(f"{name} has already retreated in this segment.", "HAN-RE-02")
    if has(g, unit_id, BALKED):
        return Refusal(f"{name} has failed its check to retreat.", "HAN-RE-02")
    if len(way) > most:
        return Refusal(
            f"{name} may retreat {counted(most, 'hex/hexes')}, not {len(way)}.", "HAN-RE-02"
        )
    return why_no_step(rules_of(g, unit_id, threat), where_is(g, unit_id), way)


def rules_of(g: HannutGame, unit_id: UnitId, threat: Threat) -> Rules:
    """HAN-FB-01, HAN-FB-02, HAN-ST-01  What shuts a hex to a unit, and which class an open one is of."""
    side, name, distance = kind_of(g, unit_id).side, g.grid.name, g.grid.distance
    enemies, any_way = g.board.here[OTHER[side]], threat.any_way or not threat.hexes
    board, own = g.content.board, g.board.here[side]
    only = partial(distance, threat.hexes[0]) if len(threat.hexes) == 1 else None
    far = Once(only or (lambda h: min([distance(h, other) for other in threat.hexes])))
    has_room = Once(lambda h: room(g, h, (unit_id,)))
    beside = Once(lambda h: near_enemy(g, h, side, but=threat.ignored))

    def shut(path: Path, where: Hex) -> Refusal | None:
        if where not in board:
            return Refusal(f"{name(where)} is outside the scenario's area.", "HAN-FB-02")
        if enemies[where]:
            return Refusal(f"{name(where)} holds an enemy unit.", "HAN-FB-02")
        if where in threat.barred:
            return Refusal(f"Attackers came from {name(where)}.", "HAN-FB-01")
        if not any_way and far[where] < far[path[-1]]:
            return Refusal(f"{name(where)} is nearer to the enemy.", "HAN-FB-01")
        if own[where] and not has_room[where]:
            return Refusal(f"{name(where)} has no room.", "HAN-ST-01")
        return None

    def rank(path: Path, where: Hex) -> int:
        farther = any_way or far[where] > far[path[-1]]
        return (0 if farther else 2) + beside[where]

    return Rules(g.grid, "HAN-FB-01", shut, rank)
