"""Coming on the map and leaving it: entry hexes, landing, off-map areas (NOR-RF, NOR-OM, NOR-WN-04)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from wargame.content.figures import counted
from wargame.flow.ask import Refusal
from wargame.games.normandy.data.files import Nation, OffMapArea
from wargame.games.normandy.data.staff import LevelRow
from wargame.games.normandy.state import (
    AREA,
    AREA_BOXES,
    LANDED,
    MARCHED,
    MOVED,
    NorGame,
    due,
    in_enemy_zoc,
    is_shaken,
    kind_of,
    unit_name,
)
from wargame.games.normandy.walk import interdiction, strategic_allowance
from wargame.games.normandy.works import is_targeted
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING, entries

EAST = "east"
"""NOR-WN-04  Where German units go that leave the game."""
NOW_TAKEN = 2
"""NOR-VP-07  Track "taken A": the Allies hold it for the first time, unscored; 1 once it is scored."""


def interdiction_row(g: NorGame) -> LevelRow:
    """NOR-IT-04  The effects of the Interdiction Level in force."""
    return g.content.air.level[interdiction(g)]


# -- areas ------------------------------------------------------------------------------------------


def holder(g: NorGame, area: str) -> str:
    """NOR-OM-06  Who controls an off-map area; all are German at the start."""
    return str(g.state.tracks.get(f"area {area}", "german"))


def withdrawing(g: NorGame) -> bool:
    """NOR-WN-04  Whether Withdrawal has been declared."""
    return bool(g.state.tracks.get("withdrawn"))


def way_off(g: NorGame, unit_id: UnitId, area: str) -> tuple[tuple[Hex, ...], int, Refusal | None]:
    """NOR-OM-01, NOR-OM-04, NOR-WN-04  From which hexes a unit leaves to an area, for how many half MPs."""
    kind, use, added = kind_of(g, unit_id), g.content.off_map.use, g.content.terrain.added
    if not g.content.plays("areas"):
        return (), 0, Refusal("Nobody leaves the map in this scenario.", "NOR-OM-01")
    if area == EAST:
        if kind.side != "german" or not withdrawing(g):
            said = "Only German units leave by the east edge, once Withdrawal is declared."
            return (), 0, Refusal(said, "NOR-WN-04")
        return use.exits, added.east_edge.price(kind.mobility), None
    if refusal := why_no_area(g, unit_id, area):
        return (), 0, refusal
    return g.content.areas[area].hexes, added.leaving_map.price(kind.mobility), None


def why_no_area(g: NorGame, unit_id: UnitId, area: str) -> Refusal | None:
    """NOR-OM-04  Why a unit may go to no such area, from the map or from another; None if it may."""
    kind, use, name = kind_of(g, unit_id), g.content.off_map.use, unit_name(g, unit_id)
    if kind.side == "allied":
        said = "Of the Allies only US units go off the map."
        return None if kind.nation == use.nation else Refusal(said, "NOR-OM-04")
    if withdrawing(g):
        said = f"{name} may go to no area after Withdrawal: it leaves by the east edge."
        return Refusal(said, "NOR-OM-04")
    if area not in use.german:
        return Refusal(f"{name} may go to {' or '.join(use.german)} only.", "NOR-OM-04")
    return None


def in_areas(g: NorGame) -> Sequence[UnitId]:
    """NOR-OM-01  The units of both sides in off-map areas, in table order."""
    return _in_areas(g, g.board.mapped)


@lru_cache(maxsize=2)
def _in_areas(g: NorGame, _mapped: int) -> tuple[UnitId, ...]:
    """They hang on who is where off the map."""
    return tuple([unit.id for unit in g.state.units.values() if unit.box in AREA_BOXES])


_PREFIX = len(AREA)


def area_of(g: NorGame, unit_id: UnitId) -> str:
    """The off-map area a unit is in; "" for none."""
    box = g.state.units[unit_id].box
    return box[_PREFIX:] if box[:_PREFIX] == AREA else ""


def on_from_area(g: NorGame, unit_id: UnitId, phase: str) -> Refusal | None:
    """NOR-OM-02  Why a unit in an area may not go on now; None if it may."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    if phase != "strategic":
        return Refusal(f"{name} comes back in the Strategic Movement Segment.", "NOR-OM-02")
    if MOVED in unit.states or MARCHED in unit.states:
        return Refusal(f"{name} has finished its movement this turn.", "NOR-OM-01")
    if is_shaken(unit):
        return Refusal(f"{name} is Disorganized or regrouping.", "NOR-SM-03")
    return None


# -- reinforcements ---------------------------------------------------------------------------------


def area_for(g: NorGame, unit_id: UnitId) -> list[OffMapArea]:
    """NOR-RF-04, NOR-HQ-01  The areas by which a German unit may come on: its own or the next towards E."""
    kind, areas = kind_of(g, unit_id), g.content.areas
    if not g.content.plays("areas"):
        return [areas[kind.area]]
    order = [area.id for area in g.content.off_map.area]
    friendly = [a for a in order if holder(g, a) == "german"]
    if not kind.area or _returns(g, unit_id):
        return [areas[a] for a in friendly]
    later = [a for a in order[order.index(kind.area) :] if a in friendly]
    return [areas[a] for a in later[:1]]


def _returns(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-HQ-01  Whether an HQ comes back: later than it was printed to come, or held up for a turn."""
    kind = kind_of(g, unit_id)
    return kind.hq and due(g, unit_id) > (kind.arrival or 0) + 1


def entry_hexes(g: NorGame, unit_id: UnitId) -> tuple[list[Hex], Refusal | None]:
    """NOR-RF-03, NOR-RF-04, NOR-OM-02  Where a unit off the map may come on now, or why nowhere."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    area = area_of(g, unit_id)
    if area:
        return list(g.content.areas[area].hexes), None
    if unit.box != WAITING or unit.side != "german":
        return [], Refusal(f"{name} does not enter the map now.", "NOR-RF-03")
    if due(g, unit_id) > g.state.turn():
        return [], Refusal(f"{name} arrives on turn {due(g, unit_id)}.", "NOR-RF-03")
    if withdrawing(g):
        return [], Refusal("No reinforcements come after Withdrawal.", "NOR-WN-04")
    found: list[Hex] = []
    by = area_for(g, unit_id)
    if not by:
        said = f"No area by which {name} could come on is German-controlled: it waits."
        return [], Refusal(said, "NOR-RF-04")
    for place in by:
        found += entries(place.hexes, g.content.beside[place.id], lambda h: _is_free(g, h))
    if not found:
        said = f"Every entry hex of {name} is the enemy's or in his ZOC: it waits."
        return [], Refusal(said, "NOR-RF-04")
    return sorted(set(found)), None


def _is_free(g: NorGame, where: Hex) -> bool:
    return not g.board.held["allied"][where] and not in_enemy_zoc(g, where, "german")


def entry_price(g: NorGame, unit_id: UnitId, where: Hex, *, strategic: bool) -> int | None:
    """NOR-RF-03, NOR-OM-02  Half MPs of the entry hex; None where it cannot be entered."""
    kind, content = kind_of(g, unit_id), g.content
    if g.board.held["allied" if kind.side == "german" else "german"][where]:
        return None
    if area_of(g, unit_id):
        return min(strategic_allowance(g, unit_id), 2 * content.off_map.use.onward)
    if strategic:
        return 2 if where in content.map.road_hexes else None
    price = content.ground.rows[where].price(kind.mobility)
    if not price and where in content.map.road_hexes:
        price = content.ground.rows[where].by_road
    if price and kind.side == "german" and is_targeted(g, where):  # NOR-IT-05
        price += content.terrain.added.targeted.price(kind.mobility)
    return price or None


# -- landing ----------------------------------------------------------------------------------------


def capacity(g: NorGame, nation: Nation) -> int:
    """NOR-RF-02  Stacking points that a nation may still land this turn."""
    return int(g.state.tracks.get(f"landing {nation}", 0))


def landing_price(g: NorGame, unit_id: UnitId) -> int:
    """NOR-RF-02  Stacking points of a unit that lands; HQs are free, big mech units dearer in heavy seas."""
    kind = kind_of(g, unit_id)
    sea = g.content.seas[g.state.tracks["sea"]]  # type: ignore[index]
    return sea.heavy if kind.mech and kind.stacking == 2 else kind.stacking


def queue(g: NorGame, nation: Nation) -> list[UnitId]:
    """NOR-RF-02  Those of a nation that may land this turn, oldest first."""
    if not g.content.plays("landing"):
        return []
    turn, kinds = g.state.turn(), g.content.units
    found = [
        u.id
        for u in g.state.units.values()
        if u.box == WAITING and kinds[u.id].nation == nation and due(g, u.id) <= turn
    ]
    return sorted(found, key=lambda u: (due(g, u), kinds[u].order))


def open_beaches(g: NorGame, unit_id: UnitId) -> list[Hex]:
    """NOR-RF-01, NOR-MV-07  Its nation's beaches under Allied control, in table order.

    Where a German staff or gun stands a combat unit alone lands, and drives it out (R-147).
    """
    kind, germans = kind_of(g, unit_id), g.board.here["german"]
    beaches = g.content.beaches.get(kind.nation, ())
    held = [h for h in beaches if g.state.control.get(h) == "allied"]
    return [h for h in held if kind.combat_unit or not germans[h]]


def landers(g: NorGame, nation: Nation) -> list[UnitId]:
    """NOR-RF-02  Those of a nation that land next: the oldest of those that fit, in order."""
    room = capacity(g, nation)
    fit = [u for u in queue(g, nation) if landing_price(g, u) <= room and open_beaches(g, u)]
    return [u for u in fit if due(g, u) == due(g, fit[0])]


def why_no_landing(g: NorGame, unit_id: UnitId) -> Refusal | None:
    """NOR-RF-01, NOR-RF-02  Why a unit may not land now; None if it may."""
    unit, kind, name = g.state.units[unit_id], kind_of(g, unit_id), unit_name(g, unit_id)
    if kind.side != "allied" or unit.box != WAITING or not g.content.plays("landing"):
        return Refusal(f"{name} does not wait to land.", "NOR-RF-01")
    if due(g, unit_id) > g.state.turn():
        return Refusal(f"{name} arrives on turn {due(g, unit_id)}.", "NOR-RF-01")
    if not open_beaches(g, unit_id):
        return Refusal("No beach of its nation is open to it.", "NOR-RF-01")
    room, price = capacity(g, kind.nation), landing_price(g, unit_id)
    if price > room:
        needs = f"{counted(price, 'point')} of landing capacity"
        said = f"{name} needs {needs}; {counted(room, 'is/are')} left."
        return Refusal(said, "NOR-RF-02")
    first = next(iter(landers(g, kind.nation)))
    if due(g, first) < due(g, unit_id):
        said = f"{unit_name(g, first)} is older and still fits: it lands first."
        return Refusal(said, "NOR-RF-02")
    return None


def preferred_beach(g: NorGame, unit_id: UnitId) -> Hex | None:
    """NOR-RF-01  The beach of the order of battle if it is open, else the first that is."""
    kind, beaches = kind_of(g, unit_id), open_beaches(g, unit_id)
    wanted = g.content.areas[kind.area].hexes if kind.area in g.content.areas else ()
    return next((h for h in wanted if h in beaches), beaches[0] if beaches else None)


def has_landed(g: NorGame, unit_id: UnitId) -> bool:
    """NOR-MV-06  Landed this turn and has not moved since."""
    states = g.state.units[unit_id].states
    return LANDED in states and MOVED not in states
