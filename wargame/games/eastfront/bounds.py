"""Where politics and orders let units go: closed countries, nations not at war, leashes (EF-PE, EF-RF-15, EF-HC-05)."""

from __future__ import annotations

from functools import cache

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.tables import ReactionForce
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    EfGame,
    kind_of,
    nation,
    place_name,
    unit_name,
)
from wargame.hexes.bits import mask_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

HUNGARY_IN, DIRECTIVE = "hungary", "directive"
"""Tracks: 1 once Hungary is at war (EF-PE-04); 1 while the directive is obeyed (EF-PE-07)."""
FOR_GOOD = "permanent"
"""List: reaction forces that stay for good, without a leash (EF-PE-24)."""
_ODESSA = "11th Army"
_PANZER = ("2nd Panzer Group", "3rd Panzer Group")


def why_not_enter(g: EfGame, unit_id: UnitId, a: Hex, b: Hex) -> Refusal | None:
    """Why a unit may not go from a hex into its neighbour, whatever it costs; None if it may."""
    here, there = g.content.nation[a], g.content.nation[b]
    if here != there and (refusal := _border(g, unit_id, here, there)):
        return refusal
    return _forbidden(g, unit_id, b)


def _border(g: EfGame, unit_id: UnitId, here: str, there: str) -> Refusal | None:
    """EF-HC-05, EF-PE-02, EF-PE-03, EF-PE-04, EF-PE-13  Why a border is not crossed."""
    dates, turn = g.content.events.dates, g.state.turn()
    of = nation(g, unit_id)
    tracks = g.state.tracks
    for letter, track, country in (
        ("F", FINLAND_CLOSED, "Finland"),
        ("B", BULGARIA_CLOSED, "Bulgaria"),
    ):
        if tracks.get(track) and letter in (here, there):
            return Refusal(f"{country} is closed: nobody crosses its border.", "EF-HC-05")
    if turn == 1 and (of in ("R", "F") or _is_of(g, unit_id, _ODESSA)):
        return Refusal(
            f"{unit_name(g, unit_id)} does not leave its country in June 1941.", "EF-PE-02"
        )
    if turn == 1 and of == "S" and there in ("R", "F"):
        return Refusal("Soviet units do not enter Romania or Finland in June 1941.", "EF-PE-02")
    if of == "F" and here == "F" and turn < dates.finland_moves:
        return Refusal(f"{unit_name(g, unit_id)} does not leave Finland yet.", "EF-PE-03")
    at_war = bool(tracks.get(HUNGARY_IN))
    if of == "S" and there == "H" and not at_war:
        return Refusal("Hungary is not at war: no Soviet unit enters it.", "EF-PE-04")
    if of == "H" and here == "H" and not _may_leave_hungary(g, unit_id):
        return Refusal(f"{unit_name(g, unit_id)} does not leave Hungary yet.", "EF-PE-04")
    return None


def _is_of(g: EfGame, unit_id: UnitId, *armies: str) -> bool:
    """R-325  Whether a unit belongs to one of these armies or panzer groups; its HQ does."""
    kind = g.content.units[unit_id]
    return (kind.name if kind.hq else kind.formation) in armies


def _may_leave_hungary(g: EfGame, unit_id: UnitId) -> bool:
    """EF-PE-04, EF-PE-13  The Rapid and the Carpathian corps at once, the others when armies leave home."""
    if g.state.turn() >= g.content.events.dates.romania_home:
        return True
    return unit_id in g.content.events.places.hungarians


def _forbidden(g: EfGame, unit_id: UnitId, b: Hex) -> Refusal | None:
    """EF-PE-03, EF-PE-07  Hexes that a unit never enters."""
    if not _barred(g, unit_id) >> b & 1:
        return None
    name = unit_name(g, unit_id)
    if nation(g, unit_id) == "F":
        return Refusal(f"{name} does not go so far from home.", "EF-PE-03")
    return Refusal(f"The directive keeps {name} away from the road to Moscow.", "EF-PE-07")


def _barred(g: EfGame, unit_id: UnitId) -> int:
    """EF-PE-03, EF-PE-07  The hexes that a unit never enters: a set of hexes."""
    if nation(g, unit_id) == "F":
        return _far_from_finland(g.content)
    directive = g.content.events.dates.directive
    obeyed = g.state.tracks.get(DIRECTIVE) and _is_of(g, unit_id, *_PANZER)
    now = obeyed and directive.turn <= g.state.turn() <= directive.last
    return _road_to_moscow(g.content) if now else 0


@cache
def _far_from_finland(content: EastFrontContent) -> int:
    grid, edge = content.grid, content.events.finnish
    far = (h for h in range(grid.size) if grid.row(h) >= edge.row or grid.column(h) >= edge.column)
    return mask_of(far, grid.size)


@cache
def _road_to_moscow(content: EastFrontContent) -> int:
    grid, directive = content.grid, content.events.dates.directive
    first, last = directive.rows
    east = (h for h in range(grid.size) if grid.column(h) >= directive.column)
    return mask_of((h for h in east if first <= grid.row(h) <= last), grid.size)


def shut_to(g: EfGame, unit_id: UnitId, a: Hex) -> int:
    """Where `why_not_enter` lets a unit in a hex not go, were the hexes its neighbours: a set of hexes."""
    here, found = g.content.nation[a], _barred(g, unit_id)
    for there, hexes in g.content.countries.items():
        if there != here and _border(g, unit_id, here, there):
            found |= hexes
    return found


def why_no_end(g: EfGame, unit_id: UnitId, where: Hex) -> Refusal | None:
    """EF-PE-03, EF-PE-04, EF-RF-15  Why a move may not end in a hex; None if it may."""
    if not no_ends(g, unit_id) >> where & 1:
        return None
    name = unit_name(g, unit_id)
    home, shut, row = _bonds(g, unit_id)
    if home and _to_the_north(g.content) >> where & 1:
        said = f"Romanian units stay in the south until 1942: {name} may not end there."
        return Refusal(said, "EF-PE-03")
    if shut and g.content.nation[where] == "H":
        return Refusal("Hungary is not at war: no other Axis unit ends a move there.", "EF-PE-04")
    assert row is not None
    if row.home or row.anywhere:
        return Refusal(f"{name} stays in its country.", "EF-RF-15")
    far = place_name(g, g.grid.nearest(where, _homes(g.content, row)))
    return Refusal(f"{name} may go {row.leash} hexes from {far} at most.", "EF-RF-15")


def no_ends(g: EfGame, unit_id: UnitId) -> int:
    """Where a move of a unit may not end: a set of hexes."""
    home, shut, row = _bonds(g, unit_id)
    found = _to_the_north(g.content) if home else 0
    if shut:
        found |= g.content.countries.get("H", 0)
    return found | _off_leash(g.content, row.id) if row is not None else found


def _bonds(g: EfGame, unit_id: UnitId) -> tuple[bool, bool, ReactionForce | None]:
    """EF-PE-03, EF-PE-04, EF-RF-15, EF-PE-24  Whether a unit stays in the south, and out of Hungary; its leash."""
    of = nation(g, unit_id)
    south = of == "R" and g.state.turn() < g.content.events.dates.romania_home
    shut = of not in ("H", "S") and not g.state.tracks.get(HUNGARY_IN)
    row = _forces(g.content).get(kind_of(g, unit_id).force)
    free = row is None or unit_id in g.state.lists.get(FOR_GOOD, ())
    return south, shut, None if free else row


@cache
def _forces(content: EastFrontContent) -> dict[str, ReactionForce]:
    return {row.id: row for row in content.forces.reaction}


@cache
def _to_the_north(content: EastFrontContent) -> int:
    """EF-PE-03  Outside Romania, north or east of where Romanians go: a set of hexes."""
    grid, south = content.grid, content.events.romanian
    abroad = (h for h in range(grid.size) if content.nation[h] != "R")
    far = (h for h in abroad if grid.row(h) < south.row or grid.column(h) > south.column)
    return mask_of(far, grid.size)


@cache
def _off_leash(content: EastFrontContent, force: str) -> int:
    """EF-RF-15  Too far from what a reaction force was raised for: a set of hexes."""
    row, grid = _forces(content)[force], content.grid
    every = (1 << grid.size) - 1
    if row.home or row.anywhere:
        return every & ~content.countries.get(row.nation, 0)
    near = {h for home in _homes(content, row) for h in grid.within(home, row.leash)}
    return every & ~mask_of(near, grid.size)


def _homes(content: EastFrontContent, row: ReactionForce) -> tuple[Hex, ...]:
    """The hexes that a force was raised for: its own, or land of its nation, or of some rows of it."""
    if row.hexes:
        return row.hexes
    low, high = row.rows or (1, content.grid.rows)
    return tuple(
        h for h in sorted(content.land)
        if content.nation[h] == row.nation and low <= content.grid.row(h) <= high
    )  # fmt: skip


def may_move(g: EfGame, unit_id: UnitId) -> Refusal | None:
    """EF-PE-04  Hungarian units do not move before their country is at war."""
    if not g.state.tracks.get(HUNGARY_IN) and nation(g, unit_id) == "H":
        return Refusal(f"Hungary is not at war: {unit_name(g, unit_id)} does not move.", "EF-PE-04")
    return None


def why_no_attack(g: EfGame, unit_id: UnitId, target: Hex) -> Refusal | None:
    """EF-PE-02, EF-PE-03, EF-HC-05  Why a unit may not attack a hex for political reasons."""
    turn, of = g.state.turn(), nation(g, unit_id)
    if turn == 1 and (of in ("R", "F") or _is_of(g, unit_id, _ODESSA)):
        return Refusal(f"{unit_name(g, unit_id)} does not attack in June 1941.", "EF-PE-02")
    if of == "F" and (
        turn < g.content.events.dates.finland_moves or target == g.content.events.places.leningrad
    ):
        return Refusal(f"{unit_name(g, unit_id)} does not attack there.", "EF-PE-03")
    if refusal := may_move(g, unit_id):
        return refusal
    return why_not_enter(g, unit_id, g.state.units[unit_id].hex, target)
