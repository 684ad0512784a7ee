"""Conditional reinforcements, reaction forces, withdrawals: conditions and what is demanded (EF-RF)."""

from __future__ import annotations

from functools import cache

from wargame.games.eastfront.air import flyers, plane
from wargame.games.eastfront.bounds import FOR_GOOD
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.tables import Conditional, ReactionForce
from wargame.games.eastfront.harm import leave
from wargame.games.eastfront.sea import at_sea, group_of, groups
from wargame.games.eastfront.segments.surprise import DECLARED
from wargame.games.eastfront.state import (
    ACTIVE,
    GONE,
    HELD,
    LOST,
    OTHER,
    WITHDRAWN,
    EfGame,
    class_of,
    on_map,
    steps,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

USED = "conditions used"
"""List: conditional reinforcements that have come, "CR-S2 18"."""
DEMANDS: dict[str, str] = {"axis": "withdrawals axis", "soviet": "withdrawals soviet"}
"""Lists: what must be withdrawn, a word each: "air F|A back 80", "steps GX|GP"."""
QUIET = "quiet"
"""Number: own turns that a reaction force has seen no enemy."""
RESTING = "resting"
"""Number: the turn since which a reaction force rests in its box."""


def enemies(g: EfGame, side: str) -> list[Hex]:
    """EF-RF-14  Hexes of enemy ground units, those in closed countries left out, ascending."""
    closed = {
        letter
        for letter, track in (("F", "finland closed"), ("B", "bulgaria closed"))
        if g.state.tracks.get(track)
    }
    found = {u.hex for u in on_map(g, OTHER[side]) if g.content.units[u.id].cls != "PA"}
    return sorted(h for h in found if g.content.nation[h] not in closed)


def near(g: EfGame, side: str, where: Hex, within: int) -> bool:
    """Whether an enemy ground unit stands within a distance of a hex."""
    return any(g.grid.distance(where, h) <= within for h in enemies(g, side))


def units_of(g: EfGame, force: str) -> list[UnitId]:
    """The units of a force, by id; naval groups too."""
    return list(_forces(g.content).get(force, ()))


@cache
def _forces(content: EastFrontContent) -> dict[str, list[UnitId]]:
    """By force: its units."""
    found: dict[str, list[UnitId]] = {}
    ground = {u: kind.force for u, kind in content.units.items()}
    ships = {u: group.force for u, group in content.naval.items()}
    for unit_id, force in sorted({**ground, **ships}.items()):
        found.setdefault(force, []).append(unit_id)
    return found


def row_of(g: EfGame, unit_id: UnitId) -> Conditional | None:
    """The conditional reinforcement a unit belongs to."""
    printed = g.content.units.get(unit_id) or g.content.naval.get(unit_id)
    force = printed.force if printed else ""
    return next((row for row in g.content.forces.conditional if row.id == force), None)


def used(g: EfGame, force: str) -> bool:
    """EF-RF-12  Once each."""
    return any(str(x).split()[0] == force for x in g.state.lists.get(USED, ()))


def use(g: EfGame, force: str) -> None:
    """EF-RF-12  A conditional reinforcement comes."""
    old = g.state.lists.get(USED, ())
    g.set_list(USED, (*old, f"{force} {g.state.turn()}"), rule="EF-RF-12")


def holds(g: EfGame, row: Conditional) -> bool:
    """EF-RF-12  Whether every condition that a row names holds now."""
    turn, enemy, control = g.state.turn(), OTHER[row.side], g.state.control
    first, last = row.turns or (turn, turn)
    if turn < max(row.from_, first) or turn > last:
        return False
    if row.before is not None and turn >= row.before:
        return False
    tests = list[bool]()
    if row.near:
        tests.append(any(near(g, row.side, h, row.near.within) for h in row.near.hexes))
    if row.lost:
        tests.append(any(all(control.get(h) == enemy for h in hexes) for hexes in row.lost))
    if row.beyond:
        south, east = row.beyond.row, row.beyond.column
        found = enemies(g, row.side)
        tests.append(any(g.grid.row(h) >= south and g.grid.column(h) >= east for h in found))
    if row.after_surprise is not None:
        past = g.state.lists.get(DECLARED[enemy], ())
        tests.append(any(turn >= int(t) + row.after_surprise for t in past))
    if row.nation:
        tests.append(any(g.content.nation[h] == row.nation for h in enemies(g, row.side)))
    if row.holds is not None:
        tests.append(control.get(row.holds) == row.side or _capital(g, enemy, row.capital_at_sea))
    return all(tests)


def _capital(g: EfGame, side: Side, sea: str) -> bool:
    return any(
        group_of(g, u.id).type == "capital" and group_of(g, u.id).sea == sea and at_sea(g, u)
        for u in groups(g, side)
    )


def leaving(g: EfGame, side: Side) -> list[tuple[UnitId, int]]:
    """EF-RF-12  Units of conditional reinforcements whose time is over."""
    found = []
    for row in g.content.forces.conditional:
        if row.side != side or not row.for_:
            continue
        came = [
            int(str(x).split()[1])
            for x in g.state.lists.get(USED, ())
            if str(x).split()[0] == row.id
        ]
        if came and g.state.turn() >= came[0] + row.for_:
            found += [
                (u, came[0] + row.for_) for u in units_of(g, row.id) if g.state.units[u].hex >= 0
            ]
    return found


# -- reaction forces --------------------------------------------------------------------------------


def homes(g: EfGame, row: ReactionForce) -> list[Hex]:
    """What a reaction force is raised for: its hexes, or those of its nation."""
    if row.hexes:
        return [h for h in row.hexes if h in g.content.board]
    return list(_at_home(g.content, row.id))


@cache
def _at_home(content: EastFrontContent, force: str) -> tuple[Hex, ...]:
    """The hexes of its nation that a reaction force is raised for, ascending."""
    row = next(row for row in content.forces.reaction if row.id == force)
    grid, (low, high) = content.grid, row.rows or (1, content.grid.rows)
    found = [
        h for h in sorted(content.land)
        if content.nation[h] == row.nation and low <= grid.row(h) <= high
    ]  # fmt: skip
    if row.but_around is not None:
        found = [h for h in found if grid.distance(h, row.but_around) > 1]
    return tuple(found)


def bands(g: EfGame) -> int:
    """EF-RF-14  Active bands in play."""
    found = (u for u in on_map(g, "soviet") if g.content.units[u.id].cls == "PA")
    return sum(ACTIVE in u.states for u in found)


def threatened(g: EfGame, row: ReactionForce) -> list[Hex]:
    """EF-RF-14  The hexes of a row that an enemy has come near, ascending; all, where bands wake it."""
    if row.bands:
        return [h for h in homes(g, row) if g.state.control.get(h) == row.side]
    foes = enemies(g, row.side)
    if row.hexes:
        return [h for h in homes(g, row) if any(g.grid.distance(h, e) <= row.within for e in foes)]
    mine = frozenset(homes(g, row))
    close = {h for e in foes for h in g.grid.within(e, row.within)}
    return sorted(close & mine)


def awake(g: EfGame, row: ReactionForce) -> bool:
    """EF-RF-14  Whether the trigger of a force holds and units of it wait in the box."""
    if g.state.turn() < row.from_ or not any(
        g.state.units[u].box == HELD for u in units_of(g, row.id)
    ):
        return False
    return bands(g) >= row.bands if row.bands else bool(threatened(g, row))


def out(g: EfGame, row: ReactionForce) -> list[UnitId]:
    """The units of a force on the map."""
    return [u for u in units_of(g, row.id) if g.state.units[u].hex >= 0]


def mending(g: EfGame, row: ReactionForce) -> bool:
    """EF-RF-14  Whether a unit of a force gets over its losses in the box."""
    units = (g.state.units[u] for u in units_of(g, row.id))
    return any(u.box == HELD and u.numbers.get(LOST) for u in units)


def rest(g: EfGame, row: ReactionForce) -> None:
    """EF-RF-14  A force without enemies near goes home after some turns, and mends there."""
    rows = g.content.forces.rest
    permanent = {str(x) for x in g.state.lists.get(FOR_GOOD, ())}
    for unit in units_of(g, row.id):
        stands = g.state.units[unit]
        if stands.hex >= 0 and unit not in permanent:
            calm = _calm(g, row)
            now = stands.numbers.get(QUIET, 0) + 1 if calm else 0
            g.set_number(unit, QUIET, now, rule="EF-RF-15")
            if now >= (1 if row.bands else rows.turns):
                g.note("goes_home", unit=unit, rule="EF-RF-15")
                leave(g, unit, HELD, rule="EF-RF-15")
                g.set_number(unit, RESTING, g.state.turn(), rule="EF-RF-14")
        elif stands.box == HELD and stands.numbers.get(LOST):
            since = stands.numbers.get(RESTING, g.state.turn())
            if since < g.state.turn() and not (g.state.turn() - since) % rows.turns:
                lost = stands.numbers[LOST] - rows.step
                g.set_number(unit, LOST, max(0, lost), rule="EF-RF-14")


def _calm(g: EfGame, row: ReactionForce) -> bool:
    """EF-RF-15  Whether no enemy is within the release distance."""
    if row.bands:
        return bands(g) < row.stand_down
    foes = enemies(g, row.side)
    found = homes(g, row)
    return not any(g.grid.distance(h, e) <= row.release for e in foes for h in found)


# -- withdrawals ------------------------------------------------------------------------------------


def demand(g: EfGame, side: Side, *kinds: str) -> None:
    """EF-RF-17  Something must be withdrawn in the next such segment."""
    old = [str(x) for x in g.state.lists.get(DEMANDS[side], ())]
    g.set_list(DEMANDS[side], (*old, *kinds), rule="EF-RF-17")


def title_of(kind: str) -> str:
    """What a demand asks for, in words."""
    what, types, *more = kind.split()
    named = types.replace("|", " or ")
    if what == "air":
        return "an air unit" if types == "any" else f"an air unit of type {named}"
    return f"a step of class {named}" + (f" (two of {more[0]})" if more else "")


def demanded(g: EfGame, side: Side, kind: str) -> list[UnitId]:
    """EF-RF-17  Units that a demand can take, by id."""
    what, types, *_ = kind.split()
    fits = frozenset(types.split("|"))
    if what == "air":
        return [u.id for u in flyers(g, side) if plane(g, u.id).type in fits or "any" in fits]
    return [u.id for u in on_map(g, side) if class_of(g, u.id).id in fits]


def withdraw(g: EfGame, unit: UnitId, kind: str) -> None:
    """EF-RF-17, EF-PE-14  A unit leaves for good, or for some turns; or a step of it does."""
    what, _, *rest_ = kind.split()
    g.note("withdrawn", unit=unit, rule="EF-RF-17")
    if what == "steps":
        if class_of(g, unit).id in rest_:
            demands = g.state.lists[DEMANDS["axis"]]
            g.set_list(DEMANDS["axis"], (f"steps {rest_[0]}", *demands), rule="EF-PE-15")
        if steps(g, unit) > 1:
            was = g.state.units[unit].numbers.get(LOST, 0)
            g.set_number(unit, LOST, was + 1, rule="EF-RF-17")
        else:
            leave(g, unit, GONE, rule="EF-RF-17")
        return
    leave(g, unit, WITHDRAWN, rule="EF-RF-17")
    if rest_:
        g.set_number(unit, "back", int(rest_[-1]), rule="EF-PE-14")
