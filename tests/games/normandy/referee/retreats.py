"""5.10, NOR-RT  Retreat: the category of every step, whole routes and where they end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.games.normandy.referee.board import distance, side
from tests.games.normandy.referee.position import Position, Unit
from tests.games.normandy.referee.zones import STACK_LIMIT, ezoc, held, load


@dataclass(frozen=True)
class Step:
    """One hex of a retreat. `rank` is a, b or c; `river` marks an unbridged major hexside."""

    hex: str
    rank: str
    river: bool = False

    def price(self, mech: bool) -> int:
        """Steps each unit loses; 9 stands for elimination (NOR-RT-02, 03)."""
        if self.river and mech:
            return 9
        return int(self.rank == "c") + int(self.river)


@dataclass(frozen=True)
class Route:
    steps: tuple[Step, ...]
    done: bool
    """False when no step was left and the units are eliminated (NOR-RT-02 d)."""

    @property
    def end(self) -> str:
        return self.steps[-1].hex

    def price(self, mech: bool) -> int:
        return 9 if not self.done else sum(step.price(mech) for step in self.steps)


def legal(pos: Position, units: Iterable[Unit], a: str, b: str, near: Iterable[str]) -> bool:
    """NOR-RT-02, 03  A hex that may be entered at all, never nearer to the attackers.

    A hex with any enemy unit is closed: nobody runs over HQs while retreating.
    """
    group = list(units)
    if not pos.playable(b) or any(u.side != group[0].side for u in pos.at(b)):
        return False
    attackers = list(near)
    if attackers and _nearest(b, attackers) < _nearest(a, attackers):
        return False
    if pos.ground.rivers.get(side(a, b)) == "flooded" and not pos.intact(a, b):
        return False
    marsh = pos.ground.terrain[b] == "m" and any(u.mech and u.combat for u in group)
    return not marsh or pos.by_road(a, b)


def _nearest(hex_: str, hexes: Iterable[str]) -> int:
    return min(distance(hex_, h) for h in hexes)


def rank(pos: Position, who: str, hex_: str, zone: frozenset[str], ids: frozenset[str]) -> str:
    """NOR-RT-02  a without EZOC, b EZOC with a friendly combat unit, c EZOC."""
    if hex_ not in zone:
        return "a"
    return "b" if held(pos, hex_, who, ids) else "c"


def next_steps(
    pos: Position, units: Iterable[Unit], here: str, attackers: Iterable[str]
) -> list[Step]:
    """NOR-RT-02, 03, 05  The steps the owner may choose from; none means elimination.

    Steps over an unbridged major hexside never bind the choice; the owner may add one to it
    when no step without such a river is of a better category.
    """
    group = list(units)
    who = group[0].side
    ids = frozenset(u.id for u in group)
    zone = ezoc(pos, who)
    dry: list[Step] = []
    wet: list[Step] = []
    for there in pos.near(here):
        if legal(pos, group, here, there, attackers):
            river = pos.ground.rivers.get(side(here, there)) == "major"
            river = river and not pos.intact(here, there)
            found = Step(there, rank(pos, who, there, zone, ids), river)
            (wet if river else dry).append(found)
    dry += [Step(goal, "a") for goal in exits(pos, group[0], here)]
    best = min((s.rank for s in dry or wet), default="d")
    return [s for s in dry if s.rank == best] + [s for s in wet if s.rank <= best]


def exits(pos: Position, unit: Unit, here: str) -> list[str]:
    """NOR-RT-05  Ways off the map from a hex: entry hexes of friendly areas, later the east."""
    if pos.window is not None:
        return []
    if unit.side == "german" and pos.withdrawn:
        return ["exit"] if here.startswith("54") else []
    if unit.nation == "cw":
        return []
    areas = [a for a in sorted(pos.ground.entry) if here in pos.ground.entry[a]]
    return [f"area:{a}" for a in areas if pos.areas.get(a, "german") == unit.side]


def routes(
    pos: Position, unit_ids: Iterable[str], length: int, attackers: Iterable[str]
) -> list[Route]:
    """NOR-RT-01  Every route the owner may choose for units that retreat together.

    Category first at every step; of the routes left those that end farthest from the
    defended hex (at most its length away). Routes that break off stand last.
    """
    units = tuple(pos.units[i] for i in unit_ids)
    start = units[0].hex
    found = _walk(_Way(pos, units, tuple(sorted(set(attackers)))), start, length, ())
    whole = [r for r in found if r.done]
    if not whole:
        return found
    best = max(_away(start, r, length) for r in whole)
    return [r for r in whole if _away(start, r, length) == best]


def _away(start: str, route: Route, length: int) -> int:
    if ":" in route.end or route.end == "exit":
        return length
    return min(length, distance(start, route.end))


@dataclass(frozen=True)
class _Way:
    pos: Position
    units: tuple[Unit, ...]
    near: tuple[str, ...]


def _walk(way: _Way, here: str, length: int, gone: tuple[Step, ...]) -> list[Route]:
    if length == 0:
        return [Route(gone, done=True)]
    steps = next_steps(way.pos, way.units, here, way.near)
    if not steps:
        return [Route(gone, done=False)]
    found = []
    for step in steps:
        if ":" in step.hex or step.hex == "exit":
            found.append(Route((*gone, step), done=True))
        else:
            found += _walk(way, step.hex, length - 1, (*gone, step))
    return found


def back_steps(pos: Position, unit_ids: Iterable[str], targets: Iterable[str]) -> list[Step]:
    """NOR-RT-06  AR: one hex, not next to the hex attacked if the category has another.

    A hex over an unbridged major river is no such other hex (R-96), unless there is none but these.
    """
    units = [pos.units[i] for i in unit_ids]
    hexes = list(targets)
    steps = next_steps(pos, units, units[0].hex, hexes)
    apart = [s for s in steps if _leaves(s.hex) or all(distance(s.hex, h) > 1 for h in hexes)]
    dry = [s for s in steps if not s.river]
    ranks = {s.rank for s in apart if s in dry or not dry}
    return [s for s in steps if s in apart or s.rank not in ranks]


def _leaves(goal: str) -> bool:
    """NOR-RT-05  Off the map."""
    return ":" in goal or goal == "exit"


def overstacked(pos: Position, unit_ids: Iterable[str], hex_: str) -> bool:
    """NOR-RT-04  Above the limit, or with the other Allied nationality."""
    ids = set(unit_ids)
    units = [pos.units[i] for i in sorted(ids)]
    there = [u for u in pos.at(hex_) if u.id not in ids and u.side == units[0].side]
    mixed = any(u.nation != units[0].nation for u in there)
    return mixed or load(pos, hex_, ids) + sum(u.stacking for u in units) > STACK_LIMIT


@dataclass(frozen=True)
class Stop:
    """Where units come to rest: the extra steps taken and points above what the hex holds."""

    route: Route
    excess: int


def settle(
    pos: Position, unit_ids: Iterable[str], end: str, attackers: Iterable[str]
) -> list[Stop]:
    """NOR-RT-04  From an overstacked hex one hex further, up to two more, by the same rules.

    The units go on together; no further step leaves them where they are, the excess lost.
    """
    units = tuple(pos.units[i] for i in unit_ids)
    way = _Way(pos, units, tuple(sorted(set(attackers))))
    return _settle(way, end, ())


def _settle(way: _Way, here: str, gone: tuple[Step, ...]) -> list[Stop]:
    excess = surplus(way.pos, [u.id for u in way.units], here)
    steps = next_steps(way.pos, way.units, here, way.near) if excess and len(gone) < 2 else []
    if not steps:
        return [Stop(Route(gone, done=True), excess)]
    return [stop for step in steps for stop in _settle(way, step.hex, (*gone, step))]


def surplus(pos: Position, unit_ids: Iterable[str], hex_: str) -> int:
    """NOR-RT-04  Stacking points too many; all of them beside the other nationality."""
    ids = set(unit_ids)
    if hex_ not in pos.ground.terrain or not overstacked(pos, ids, hex_):
        return 0
    points = sum(pos.units[i].stacking for i in ids)
    there = [u for u in pos.at(hex_) if u.id not in ids]
    if any(u.nation != pos.units[min(ids)].nation for u in there):
        return points
    return load(pos, hex_, ids) + points - STACK_LIMIT
