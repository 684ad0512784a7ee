"""What the table can lay over the map of Ardennes: ZOC, supply, Positions, VP, routes, reach, sectors."""

from __future__ import annotations

from wargame.flow.face import Overlay, OverlayView
from wargame.games.ardennes.data.files import SIDE_TITLES, Side
from wargame.games.ardennes.line import reach_set
from wargame.games.ardennes.state import (
    DISPERSED,
    ISOLATED,
    OUT_OF_FUEL,
    ArdGame,
    day,
    in_enemy_zoc,
    kind_of,
    on_map,
    place_name,
    unit_name,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.walk import Marcher, allowance
from wargame.games.ardennes.works import has_roadblock
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import (
    BAD,
    GOOD,
    NEUTRAL,
    control,
    reaches,
    supply,
    threat,
    zones,
)
from wargame.rules.supply import Net
from wargame.rules.walk import Member

_FAR = 12
"""No unit threatens a hex farther away: 9 MP and 2 by Night March, then the hex beside it."""


def can_march(g: ArdGame, unit: UnitId) -> bool:
    """ARD-US-05, ARD-US-10, ARD-SS-09, ARD-SS-11  Whether a unit could move if it had not moved yet."""
    here = g.state.units[unit]
    if here.hex < 0 or here.states & {DISPERSED, OUT_OF_FUEL}:
        return False
    pinned = kind_of(g, unit).mech or in_enemy_zoc(g, here.hex, here.side)
    return not (ISOLATED in here.states and pinned)


def alone(g: ArdGame, unit: UnitId) -> Member:
    """ARD-MV-01  A unit by itself, with the half MPs of a whole move."""
    return Marcher(g, [unit]), allowance(g, unit)


def _units(g: ArdGame, side: str) -> list[UnitId]:
    return [unit.id for unit in on_map(g, side)]


def _fit(g: ArdGame, side: str) -> list[UnitId]:
    return [unit for unit in _units(g, side) if can_march(g, unit)]


def _touching(g: ArdGame, where: Hex) -> tuple[Hex, ...]:
    """ARD-AT-01  The hexes from which a hex is attacked."""
    return tuple(h for h in g.grid.neighbours[where] if h in g.content.board)


def _net(g: ArdGame, side: Side) -> Net:
    """ARD-SP-01  Road from a source, then a few hexes."""
    return Lines(g, side).net


def _vp(g: ArdGame) -> dict[Hex, str]:
    """ARD-VC-01  Points by hex."""
    return {h: str(n) for h, n in sorted(g.content.points.items())}


def _positions(g: ArdGame, where: Hex) -> OverlayView:
    """ARD-RB-07, ARD-CR-03  The Hold Value of each Position; Roadblocks stand out."""
    hold = g.content.hold
    labels = {h: f"#{n}" if has_roadblock(g, h) else str(n) for h, n in sorted(hold.items())}
    strong = g.content.limits.roadblock.strong
    tinted = {h: GOOD if n >= strong else NEUTRAL for h, n in sorted(hold.items())}
    lines = ["ARD-RB-07", f"{len(hold)} Positions"]
    if where in hold:
        lines.append(f"{place_name(g, where)}: HV {hold[where]}")
    signs = f"Hold Values, + {strong} or more; # a Roadblock"
    return OverlayView("Positions", labels, tinted, lines, signs)


def _routes(g: ArdGame, _: Hex) -> OverlayView:
    """ARD-AD-11  Primary and Secondary routes."""
    primary, secondary = g.content.routes
    labels = {**dict.fromkeys(sorted(secondary), "2"), **dict.fromkeys(sorted(primary), "1")}
    tinted = {h: GOOD if h in primary else NEUTRAL for h in sorted(labels)}
    return OverlayView("Routes", labels, tinted, ("ARD-AD-11",), "1 Primary, 2 Secondary")


def _front(g: ArdGame, _: Hex) -> OverlayView:
    """ARD-GE-06  Where the Germans reach before an Allied ZOC stops them, and what they threaten there."""
    reached = members(reach_set(g))
    points, primary = g.content.points, g.content.routes[0]
    labels = {
        h: str(points[h]) if h in points else "1" for h in reached if h in points or h in primary
    }
    tinted = {h: BAD if h in labels else NEUTRAL for h in reached}
    open_ = [h for h in reached if h in points and g.state.control.get(h) != "german"]
    named = "; ".join(f"{place_name(g, h)} ({points[h]})" for h in open_) or "none"
    lines = ("ARD-GE-06", f"VP hexes open to the Germans: {named}")
    steps = g.content.limits.front.reach
    signs = f"· within {steps} hexes of a German, ! VP hexes and Primary routes there"
    return OverlayView("Reach of the Germans", labels, tinted, lines, signs)


def _sectors(g: ArdGame, where: Hex) -> OverlayView:
    """ARD-RD-03, ARD-MV-09  Allied corps areas by letter, German army sectors by tone."""
    front, board = g.content.front.sectors, sorted(g.content.board)
    letters = {corps: letter for letter, corps in front.corps.items()}
    tones = dict(zip(front.army.values(), (GOOD, BAD, NEUTRAL), strict=True))
    labels = {h: letters[g.content.corps_area[h]] for h in board}
    tinted = {h: tones[g.content.army_sector[h]] for h in board}
    lines = [
        "ARD-RD-03",
        "; ".join(f"{letter} {corps} Corps" for letter, corps in front.corps.items()),
    ]
    until = g.content.limits.early.boundaries_until
    binding = "bind" if day(g) <= until else "no longer bind"
    lines.append(f"German armies: their sectors {binding} (through December {until})")
    if where in g.content.board:
        area, army = g.content.corps_area[where], g.content.army_sector[where]
        lines.append(f"{place_name(g, where)}: {area} Corps; {army}")
    marks = zip("+!·", front.army.values(), strict=True)
    signs = "letters: Allied corps; " + ", ".join(f"{sign} {army}" for sign, army in marks)
    return OverlayView("Corps areas and army sectors", labels, tinted, lines, signs)


OVERLAYS = (
    *zones(SIDE_TITLES, "ARD-ZC-01"),
    *supply(SIDE_TITLES, "ARD-SP-01", _net, _units, name=unit_name),
    threat(SIDE_TITLES, _fit, alone, _touching, name=unit_name, far=_FAR),
    reaches(SIDE_TITLES, _fit, alone, name=unit_name),
    control("VP hexes", SIDE_TITLES, _vp, "the points of each", rule="ARD-VC-01"),
    Overlay("positions", "Positions and Roadblocks", _positions),
    Overlay("front", "Reach of the Germans", _front, whole=True),
    Overlay("routes", "Primary and Secondary routes", _routes, whole=True),
    Overlay("sectors", "Corps areas and army sectors", _sectors),
)
