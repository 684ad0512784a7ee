"""Where politics and orders let units go: closed countries, nations not at war, leashes (EF-PE, EF-RF-15, EF-HC-05)."""

from __future__ import annotations

from wargame.flow.ask import Refusal
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    FINLAND_CLOSED,
    EfGame,
    kind_of,
    nation,
    place_name,
    unit_name,
)
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
    of, name = nation(g, unit_id), unit_name(g, unit_id)
    tracks = g.state.tracks
    for letter, track, country in (
        ("F", FINLAND_CLOSED, "Finland"),
        ("B", BULGARIA_CLOSED, "Bulgaria"),
    ):
        if tracks.get(track) and letter in (here, there):
            return Refusal(f"{country} is closed: nobody crosses its border.", "EF-HC-05")
    if turn == 1 and (of in ("R", "F") or kind_of(g, unit_id).formation == _ODESSA):
        return Refusal(f"{name} does not leave its country in June 1941.", "EF-PE-02")
    if turn == 1 and of == "S" and there in ("R", "F"):
        return Refusal("Soviet units do not enter Romania or Finland in June 1941.", "EF-PE-02")
    if of == "F" and here == "F" and turn < dates.finland_moves:
        return Refusal(f"{name} does not leave Finland yet.", "EF-PE-03")
    at_war = bool(tracks.get(HUNGARY_IN))
    if of == "S" and there == "H" and not at_war:
        return Refusal("Hungary is not at war: no Soviet unit enters it.", "EF-PE-04")
    if of == "H" and here == "H" and not _may_leave_hungary(g, unit_id):
        return Refusal(f"{name} does not leave Hungary yet.", "EF-PE-04")
    return None


def _may_leave_hungary(g: EfGame, unit_id: UnitId) -> bool:
    """EF-PE-04, EF-PE-13  The Rapid and the Carpathian corps at once, the others when armies leave home."""
    if g.state.turn() >= g.content.events.dates.romania_home:
        return True
    return unit_id in g.content.events.places.hungarians


def _forbidden(g: EfGame, unit_id: UnitId, b: Hex) -> Refusal | None:
    """EF-PE-03, EF-PE-07  Hexes that a unit never enters."""
    grid, dates, turn = g.grid, g.content.events.dates, g.state.turn()
    of = nation(g, unit_id)
    finnish = g.content.events.finnish
    if of == "F" and (grid.row(b) >= finnish.row or grid.column(b) >= finnish.column):
        return Refusal(f"{unit_name(g, unit_id)} does not go so far from home.", "EF-PE-03")
    directive = dates.directive
    if (
        g.state.tracks.get(DIRECTIVE)
        and directive.turn <= turn <= directive.last
        and kind_of(g, unit_id).formation in _PANZER
        and grid.column(b) >= directive.column
        and directive.rows[0] <= grid.row(b) <= directive.rows[1]
    ):
        name = unit_name(g, unit_id)
        return Refusal(f"The directive keeps {name} away from the road to Moscow.", "EF-PE-07")
    return None


def why_no_end(g: EfGame, unit_id: UnitId, where: Hex) -> Refusal | None:
    """EF-PE-03, EF-PE-04, EF-RF-15  Why a move may not end in a hex; None if it may."""
    grid, turn, dates = g.grid, g.state.turn(), g.content.events.dates
    of, there = nation(g, unit_id), g.content.nation[where]
    if of == "R" and turn < dates.romania_home and there != "R":
        south = g.content.events.romanian
        if grid.row(where) < south.row or grid.column(where) > south.column:
            name = unit_name(g, unit_id)
            return Refusal(
                f"Romanian units stay in the south until 1942: {name} may not end there.",
                "EF-PE-03",
            )
    if there == "H" and of not in ("H", "S") and not g.state.tracks.get(HUNGARY_IN):
        return Refusal("Hungary is not at war: no other Axis unit ends a move there.", "EF-PE-04")
    return _leash(g, unit_id, where)


def _leash(g: EfGame, unit_id: UnitId, where: Hex) -> Refusal | None:
    """EF-RF-15, EF-PE-24  Reaction forces stay near what they were raised for, until they are for good."""
    force = kind_of(g, unit_id).force
    row = next((row for row in g.content.forces.reaction if row.id == force), None)
    if row is None or unit_id in g.state.lists.get(FOR_GOOD, ()):
        return None
    name = unit_name(g, unit_id)
    if row.home or row.anywhere:
        if g.content.nation[where] != row.nation:
            return Refusal(f"{name} stays in its country.", "EF-RF-15")
        return None
    homes = row.hexes or _nation_hexes(g, row.nation, row.rows)
    if min(g.grid.distance(where, h) for h in homes) > row.leash:
        far = place_name(g, g.grid.nearest(where, homes))
        return Refusal(f"{name} may go {row.leash} hexes from {far} at most.", "EF-RF-15")
    return None


def _nation_hexes(g: EfGame, letter: str, rows: tuple[int, int] | None) -> tuple[Hex, ...]:
    """The land hexes of a nation, or those of some rows of it."""
    low, high = rows or (1, g.grid.rows)
    return tuple(
        h for h in sorted(g.content.land)
        if g.content.nation[h] == letter and low <= g.grid.row(h) <= high
    )  # fmt: skip


def may_move(g: EfGame, unit_id: UnitId) -> Refusal | None:
    """EF-PE-04  Hungarian units do not move before their country is at war."""
    if nation(g, unit_id) == "H" and not g.state.tracks.get(HUNGARY_IN):
        return Refusal(f"Hungary is not at war: {unit_name(g, unit_id)} does not move.", "EF-PE-04")
    return None


def why_no_attack(g: EfGame, unit_id: UnitId, target: Hex) -> Refusal | None:
    """EF-PE-02, EF-PE-03, EF-HC-05  Why a unit may not attack a hex for political reasons."""
    turn, of, name = g.state.turn(), nation(g, unit_id), unit_name(g, unit_id)
    if turn == 1 and (of in ("R", "F") or kind_of(g, unit_id).formation == _ODESSA):
        return Refusal(f"{name} does not attack in June 1941.", "EF-PE-02")
    if of == "F" and (
        turn < g.content.events.dates.finland_moves or target == g.content.events.places.leningrad
    ):
        return Refusal(f"{name} does not attack there.", "EF-PE-03")
    if refusal := may_move(g, unit_id):
        return refusal
    return why_not_enter(g, unit_id, g.state.units[unit_id].hex, target)
