"""Who comes and goes: landings, German reinforcements, off-map areas, the east edge (NOR-RF, NOR-OM)."""

from __future__ import annotations

from wargame.flow.ask import Choice, Option
from wargame.games.normandy import dice
from wargame.games.normandy.armies import leave_operation
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.entry import (
    NOW_TAKEN,
    area_for,
    capacity,
    entry_hexes,
    has_landed,
    holder,
    in_areas,
    interdiction_row,
    landing_price,
    preferred_beach,
    queue,
    why_no_area,
    why_no_landing,
)
from wargame.games.normandy.harm import LEFT_HALVES, destroy, eliminate, lose_step, take, take_off
from wargame.games.normandy.retreat import Going
from wargame.games.normandy.segments.retreat import clear_excess, pays
from wargame.games.normandy.state import (
    AREA,
    CADRE,
    DUE,
    HQ,
    LANDED,
    LEFT,
    NATIONS,
    OTHER,
    NorGame,
    due,
    kind_of,
    nearest_hq,
    place_name,
    strength,
    waiting,
    why_full,
)
from wargame.games.normandy.works import keep_works
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.choose import of_hexes
from wargame.rules.retreat import steps

# -- reinforcements ---------------------------------------------------------------------------------


def expects_late(g: NorGame, side: Side) -> bool:
    """NOR-RF-03  Whether reinforcements of a side may come late."""
    return side == "german" and bool(interdiction_row(g).late)


def the_late(g: NorGame, side: Side) -> None:
    """NOR-RF-03  At Interdiction Level 3 each German reinforcement of this turn may come a turn late."""
    row, turn = interdiction_row(g), g.state.turn()
    for unit in waiting(g, side):
        if DUE in unit.numbers or due(g, unit.id) != turn or entry_hexes(g, unit.id)[1]:
            continue
        throw = dice.late(g.content, row.level)
        if throw.roll(g, "late", unit=unit.id, by="allied").result == "late":
            g.note("is_late", rule="NOR-RF-03", unit=unit.id)
            g.set_number(unit.id, DUE, turn + 1, rule="NOR-RF-03")


def come_on(g: NorGame, unit: UnitId, where: Hex) -> None:
    """NOR-RF-03, NOR-OM-02  A unit appears on an entry hex, attached to the nearest HQ (NOR-SU-15)."""
    box = g.state.units[unit].box
    area = box.removeprefix(AREA) if box.startswith(AREA) else area_for(g, unit)[0].id
    g.note("enters", rule="NOR-RF-03" if box == WAITING else "NOR-OM-02", unit=unit, area=area)
    _appear(g, unit, where, "NOR-RF-03")


def _appear(g: NorGame, unit: UnitId, where: Hex, rule: str) -> None:
    if DUE in g.state.units[unit].numbers:
        g.set_number(unit, DUE, 0, rule=rule)
    g.place(unit, where, rule=rule)
    if not kind_of(g, unit).hq:
        g.tie(unit, HQ, nearest_hq(g.content, g.state, unit), rule="NOR-SU-15")
    if kind_of(g, unit).combat_unit:
        take(g, kind_of(g, unit).side, (where,))


def land(g: NorGame, unit: UnitId, beach: Hex) -> None:
    """NOR-RF-01, NOR-RF-02  A unit lands for its points of capacity."""
    nation = kind_of(g, unit).nation
    g.note("lands", rule="NOR-RF-01", unit=unit, where=beach)
    price = landing_price(g, unit)
    if price:
        g.set_track(f"landing {nation}", capacity(g, nation) - price, rule="NOR-RF-02")
    _appear(g, unit, beach, "NOR-RF-01")
    g.gain(unit, LANDED, rule="NOR-RF-01")


def land_all(g: NorGame) -> list[Hex]:
    """NOR-RF-02  All that fit, in the order of the queue, on the beaches of the order of battle: where."""
    beaches: list[Hex] = []
    for nation in NATIONS["allied"]:
        for unit in queue(g, nation):
            beach = preferred_beach(g, unit)
            if beach is not None and why_no_landing(g, unit) is None:
                land(g, unit, beach)
                beaches.append(beach)
    return beaches


def send_back(g: NorGame) -> None:
    """NOR-MV-06, R-385  Landed units that have not moved leave a beach that is too full, the latest first; no HQs."""
    for nation in NATIONS["allied"]:
        for beach in g.content.beaches.get(nation, ()):
            landed = [u.id for u in g.state.at(beach) if has_landed(g, u.id)]
            idle = [u for u in landed if kind_of(g, u).stacking]
            idle.sort(key=lambda u: (due(g, u), kind_of(g, u).order))
            while idle and why_full(g, "allied", beach, ()) is not None:
                unit = idle.pop()
                g.note("sent_back", rule="NOR-MV-06", unit=unit)
                take_off(g, unit, WAITING, rule="NOR-MV-06")


# -- leaving ----------------------------------------------------------------------------------------


def leave_map(g: NorGame, unit: UnitId, area: str) -> None:
    """NOR-OM-01, NOR-OM-02  Into an off-map area, finished for the turn."""
    before, where = g.state.units[unit].box, g.state.units[unit].hex
    if where >= 0:
        g.note("leaves_map", rule="NOR-OM-01", unit=unit, area=area)
    else:
        start = before.removeprefix(AREA)
        g.note("shifts", rule="NOR-OM-02", unit=unit, start=start, area=area)
    leave_operation(g, unit, rule="NOR-OP-17")
    g.box(unit, f"{AREA}{area}", rule="NOR-OM-01")
    if where >= 0:
        keep_works(g, where)


def leave_game(g: NorGame, unit: UnitId) -> None:
    """NOR-WN-04, NOR-WN-05  Out of the game by the east edge, for German points in halves."""
    kind, state, where = kind_of(g, unit), g.state.units[unit], g.state.units[unit].hex
    worth = g.content.victory.withdrawal
    halves = worth.hq if kind.hq else worth.artillery if kind.support else worth.unit
    if CADRE in state.states:
        halves = worth.cadre
    halves += int(g.state.tracks.get(LEFT_HALVES, 0))
    g.note("leaves_game", rule="NOR-WN-05", unit=unit)
    g.set_track(LEFT_HALVES, halves, rule="NOR-WN-05")
    take_off(g, unit, LEFT, rule="NOR-WN-04")
    keep_works(g, where)


# -- who holds an area ------------------------------------------------------------------------------


def _in_area(g: NorGame, area: str, side: Side) -> list[UnitId]:
    """The side's units in an area, by id."""
    box = f"{AREA}{area}"
    return sorted(u.id for u in _inside(g) if u.box == box and u.side == side)


def _fighters(g: NorGame, units: list[UnitId]) -> list[UnitId]:
    return [u for u in units if kind_of(g, u).combat_unit]


async def settle_areas(g: NorGame, side: Side) -> None:
    """NOR-OM-03  At the end of *side*'s Movement Phase: the weaker leave, then *side* takes what it alone is in."""
    if not g.content.plays("areas"):
        return
    inside = _inside(g)
    if not inside:
        return
    if {"allied", "german"} <= {unit.side for unit in inside}:
        for area in g.content.off_map.area:
            await _contest(g, area.id)
    mine = {unit.box for unit in _inside(g) if unit.side == side}
    for area in g.content.off_map.area:
        if f"{AREA}{area.id}" in mine:
            await _occupy(g, area.id, side)


def _inside(g: NorGame) -> list[Unit]:
    """Everybody off the map in an area."""
    return [g.state.units[unit] for unit in in_areas(g)]


async def _contest(g: NorGame, area: str) -> None:
    """NOR-OM-03, NOR-OM-06  Where both have combat units the weaker side leaves."""
    mine = {s: _in_area(g, area, s) for s in ("allied", "german")}
    fight = {s: _fighters(g, units) for s, units in mine.items()}
    if fight["allied"] and fight["german"]:
        loser = _weaker(g, fight, holder(g, area))
        await _displace(g, area, loser, mine[loser])


async def _occupy(g: NorGame, area: str, side: Side) -> None:
    """NOR-OM-03  Control; staffs and guns that the enemy has left behind go."""
    theirs = _in_area(g, area, OTHER[side])
    if holder(g, area) == side or not _fighters(g, _in_area(g, area, side)):
        return
    if _fighters(g, theirs):
        return
    await _displace(g, area, OTHER[side], theirs)
    g.note("area_taken", rule="NOR-OM-03", area=area, side=side)
    g.set_track(f"area {area}", side, rule="NOR-OM-03")
    scored = area in g.content.victory.area and not g.state.tracks.get(f"taken {area}")
    if side == "allied" and scored:
        g.set_track(f"taken {area}", NOW_TAKEN, rule="NOR-VP-07")


def _weaker(g: NorGame, fight: dict[str, list[UnitId]], held: str) -> Side:
    """NOR-OM-03, NOR-OM-06  The side with less strength; on a tie the one that came."""
    total = {s: sum(strength(g, u) for u in units) for s, units in fight.items()}
    if total["allied"] == total["german"]:
        return "allied" if held == "german" else "german"
    return "allied" if total["allied"] < total["german"] else "german"


async def _displace(g: NorGame, area: str, side: Side, units: list[UnitId]) -> None:
    """NOR-OM-03  To one adjacent friendly or empty area or an entry hex, each combat unit for a step."""
    if not units:
        return
    g.note("area_lost", rule="NOR-OM-03", units=tuple(units), area=area)
    losses = g.content.off_map.use.displaced
    left = [u for u in units if not _loses(g, u, losses)]
    places = _refuges(g, area, side, left)
    if not places:
        for unit in left:
            if kind_of(g, unit).hq:
                destroy(g, unit)
            else:
                eliminate(g, unit, rule="NOR-OM-03")  # no retreat: NOR-VP-05 names none
        return
    if not left:
        return
    prompt = f"Where do the units displaced from area {area} go?"
    goal = await g.settle(Choice(side, "area.displaced", prompt, places, rule="NOR-OM-03"))
    for unit in left:
        if isinstance(goal, str):
            g.box(unit, f"{AREA}{goal}", rule="NOR-OM-03")
        else:
            g.place(unit, goal, rule="NOR-OM-03")
            if kind_of(g, unit).combat_unit:
                take(g, side, (goal,))
    if not isinstance(goal, str):
        await _find_room(g, side, left, goal)


async def _find_room(g: NorGame, side: Side, units: list[UnitId], where: Hex) -> None:
    """NOR-OM-03, NOR-RT-04  Out of an entry hex that is too full they go on together; then the excess is lost."""
    for _ in range(g.content.limits.retreat.overstack):
        going = Going(g, side, where, 1, (where,), tuple(units))
        near = steps(going.rules, (where,)) if why_full(g, side, where, ()) and units else []
        if not near:
            break
        prompt = f"{place_name(g, where)} is overstacked: where do they go on?"
        hexes = of_hexes(g, near, "further {hex}", "on to {place}", *units)
        goal = await g.settle(Choice(side, "area.further", prompt, hexes, rule="NOR-RT-04"))
        units = [u for u in units if pays(g, going, u, (where, goal))]
        for unit in units:
            g.move(unit, (where, goal), how="falls_back", rule="NOR-RT-04")
            if kind_of(g, unit).combat_unit:
                take(g, side, (goal,))
        where = goal
    await clear_excess(g, side, units, where)


def _loses(g: NorGame, unit: UnitId, losses: int) -> bool:
    """Whether a unit is gone with its step."""
    if not kind_of(g, unit).combat_unit:
        return False
    return not all(lose_step(g, unit, rule="NOR-OM-03") for _ in range(losses))


def _refuges(
    g: NorGame, area: str, side: Side, units: list[UnitId]
) -> list[tuple[Option, str | Hex]]:
    """NOR-OM-03, NOR-OM-06  Areas beside it without enemy combat units, entry hexes without enemies (R-84)."""
    found: list[tuple[Option, str | Hex]] = []
    for near in g.content.areas[area].next:
        if any(why_no_area(g, unit, near) for unit in units[:1]):
            continue
        enemies = _fighters(g, _in_area(g, near, OTHER[side]))
        if not enemies:
            label = g.content.areas[near].name
            found.append((Option(f"shift {near}", f"to {label}", tuple(units)), near))
    for h in g.content.areas[area].hexes:
        if not g.board.here[OTHER[side]][h]:
            name, full = g.grid.name(h), why_full(g, side, h, tuple(units))
            label = f"to {name}" if full is None else f"to {name}, which has no room for all"
            found.append((Option(f"enter {name}", label, tuple(units), (h,)), h))
    return found
