"""Where a unit may fall back or retreat to: threat, classes of hexes, room (HAN-FB-01)."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.games.hannut.state import (
    OTHER,
    HannutGame,
    kind_of,
    near_enemy,
    room,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId

Path = tuple[Hex, ...]
"""The hexes entered, one or two."""


@dataclass(frozen=True, slots=True)
class Threat:
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


def legal(g: HannutGame, unit_id: UnitId, start: Hex, threat: Threat) -> list[Hex]:
    """HAN-FB-01, HAN-FB-02  The hexes of the first class that is not empty, ascending."""
    side, board, threats = kind_of(g, unit_id).side, g.content.board, threat.hexes
    distance, enemies = g.grid.distance, g.board.here[OTHER[side]]
    here = min([distance(start, t) for t in threats], default=0)
    classes: dict[int, list[Hex]] = {}
    for h in g.grid.neighbours[start]:
        if enemies[h] or h not in board or h in threat.barred:  # HAN-FB-02
            continue
        far = min([distance(h, t) for t in threats], default=1)
        if far < here and not threat.any_way:
            continue
        if room(g, h, (unit_id,)):  # HAN-ST-01
            worse = 0 if far > here or threat.any_way else 2
            rank = 1 + worse + near_enemy(g, h, side, but=threat.ignored)
            classes.setdefault(rank, []).append(h)
    return sorted(classes[min(classes)]) if classes else []


def paths(
    g: HannutGame, unit_id: UnitId, threat: Threat, most: int, *, whole: bool = False
) -> list[Path]:
    """HAN-FB-01  Retreats of up to *most* hexes; with *whole* as long as they can be."""
    start = where_is(g, unit_id)
    found: list[Path] = []
    for first in legal(g, unit_id, start, threat):
        on = legal(g, unit_id, first, threat) if most > 1 else []
        if not (whole and on):
            found.append((first,))
        found += [(first, second) for second in on]
    return found
