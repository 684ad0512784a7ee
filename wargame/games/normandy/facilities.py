"""Beaches, Mulberries and ports: what they are worth, and the Support Level they give (NOR-SL-04, -11, -12)."""

from __future__ import annotations

from functools import cache

from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Nation, row_of
from wargame.games.normandy.data.staff import Facility, FacilityKind
from wargame.games.normandy.state import NorGame
from wargame.hexes.grid import Hex

KINDS: tuple[FacilityKind, ...] = ("beach", "mulberry", "port")


@cache
def rows_of(content: NormandyContent, nation: Nation, kind: FacilityKind) -> tuple[Facility, ...]:
    """The facilities of a nation that are of a kind, in table order."""
    rows = content.facilities.values()
    return tuple([row for row in rows if row.nation == nation and row.kind == kind])


def is_held(g: NorGame, facility: Facility) -> bool:
    """NOR-SL-11  Every hex of it is Allied-controlled."""
    return not _hexes(g.content, facility.hexes) & ~g.board.owned(g.state, "allied")


@cache
def _hexes(content: NormandyContent, hexes: tuple[Hex, ...]) -> int:
    """Hexes as a set."""
    return content.grid.mask(hexes)


def stands(g: NorGame, facility: Facility) -> bool:
    """NOR-WX-07  A Mulberry is complete and no Gale has destroyed it."""
    turn = g.state.turn()
    return turn >= facility.first and not g.state.tracks.get(facility.id)


def opens(g: NorGame, port: Facility) -> int:
    """NOR-SL-11  The turn from which a port works, enemies apart; 0 while nobody counts."""
    since = int(g.state.tracks.get(f"port {port.id}", 0))
    if not since:
        return 0
    at_start = g.content.allied_at_start.issuperset(port.hexes)
    if at_start and since == g.content.scenario.first_turn:
        return g.content.support.ports.from_start
    return since + port.works


def is_threatened(g: NorGame, port: Facility) -> bool:
    """NOR-SL-11  A German combat unit stands near; Cherbourg follows its own line."""
    if port.later is not None:
        return False
    return bool(g.board.holding["german"] & _around(g.content, port.hexes))


@cache
def _around(content: NormandyContent, hexes: tuple[Hex, ...]) -> int:
    """NOR-SL-11  From where Germans threaten a port in these hexes: a set of hexes."""
    reach = content.support.ports.threat
    return content.grid.mask(h for at in hexes for h in content.grid.within(at, reach))


def is_working(g: NorGame, port: Facility) -> bool:
    """NOR-SL-11  A port that gives points, and supply, now."""
    first = opens(g, port)
    ready = bool(first) and g.state.turn() >= first
    return ready and is_held(g, port) and not is_threatened(g, port)


def points_of(g: NorGame, facility: Facility) -> int:
    """NOR-SL-11  What a facility is worth now, the sea apart."""
    last = facility.last
    if not is_held(g, facility) or (last is not None and g.state.turn() > last):
        return 0
    if facility.kind != "port":
        return facility.points if stands(g, facility) else 0
    if not is_working(g, facility):
        return 0
    late = facility.later
    if late is not None and g.state.turn() >= opens(g, facility) - facility.works + late.works:
        return late.points
    return facility.points


def facility_points(g: NorGame, nation: Nation) -> int:
    """NOR-SL-04, NOR-SL-12  The points of a nation after the sea, fractions of each kind down."""
    sea = g.content.seas[g.state.tracks["sea"]]  # type: ignore[index]
    sums = {k: sum([points_of(g, row) for row in rows_of(g.content, nation, k)]) for k in KINDS}
    return sum([points * sea.share(kind) // 2 for kind, points in sums.items() if points])


def support_level(g: NorGame, nation: Nation) -> tuple[int, int]:
    """NOR-SL-04  Facility points and Support Level; a scenario may fix the Level."""
    fixed = g.content.scenario.support_level.get(nation)
    if fixed is not None:
        return 0, fixed
    points = facility_points(g, nation)
    return points, row_of(g.content.support.level, points).level
