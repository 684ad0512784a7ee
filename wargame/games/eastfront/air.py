"""Air units: bases and their room, values by date, status, flight from a captured base (EF-AR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from wargame.flow.ask import DONE_WORD, Option
from wargame.flow.orders import Done, Verb
from wargame.games.eastfront.content import CITY, MAJOR_CITY, TOWN, EastFrontContent
from wargame.games.eastfront.data.counters import AirUnit
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import eliminate
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.state import (
    AIRFIELD,
    FLOWN,
    HIT,
    EfGame,
    kind_of,
    stack,
    weather_at,
)
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import CONTROL, Unit, UnitId

LANDS = "lands"
"""Tie: the base an air unit returns to, if not its own (EF-AR-12)."""
TITLES = {
    "TF": "transfer", "AF": "airfield attack", "RB": "rail bombing", "HA": "harassment",
    "NS": "naval strike", "AS": "air supply",
}  # fmt: skip
"""Table 4.8  The missions by name."""
REST: Final = "rest"
REST_ORDER: Final = "`order air rest` lets these pass."
"""EF-AU-06  Behind the questions that it answers."""
RESTING: Final = "air rests"
"""List: the sides whose air units fly no more in this player-turn (R-293)."""


def rests(g: EfGame, side: Side) -> bool:
    """R-293  Whether a side is asked for no flight any more until the player-turn ends."""
    return side in g.state.lists.get(RESTING, ())


def rest(g: EfGame, side: Side, said: str) -> None:
    """A side flies no more now; where it has *said* so, not until the player-turn ends."""
    if said == REST:
        g.set_list(RESTING, (*g.state.lists.get(RESTING, ()), side), rule="EF-AR-11")
        g.note("air_rests", side=side, rule="EF-AR-11")


class Rest(Done[Any]):
    """The word for no flight any more until the player-turn ends: an order of all who could fly."""

    def __init__(self, units: tuple[UnitId, ...]) -> None:
        super().__init__(REST, "Rest: nobody flies any more in this player-turn", REST, one_in=40)
        self.units = units

    def heads(self) -> Iterable[Option]:
        """The word, with those it is about."""
        return (Option(self.form, self.label, self.units),)

    def is_open(self) -> bool:
        """It is no reason to ask."""
        return False


def ways_out(label: str, able: Iterable[Unit]) -> tuple[Verb[Any], ...]:
    """What is answered instead of a flight: none now, or none in this player-turn."""
    return Done(DONE_WORD, label, DONE_WORD, one_in=2), Rest(tuple(u.id for u in able))


def plane(g: EfGame, unit_id: UnitId) -> AirUnit:
    """The printed values of an air unit."""
    return g.content.air[unit_id]


def flyers(g: EfGame, side: Side) -> list[Unit]:
    """The air units of a side at a base, by id."""
    units = g.state.units
    return [units[u] for u in _based(g, side, g.board.mapped)]


@lru_cache(maxsize=8)
def _based(g: EfGame, side: Side, _mapped: int) -> tuple[UnitId, ...]:
    """The air units of a side on the map, by id."""
    units = g.state.units
    return tuple([u for u in _aircraft(g.content) if units[u].hex >= 0 and units[u].side == side])


@cache
def _aircraft(content: EastFrontContent) -> tuple[UnitId, ...]:
    """All air units, by id."""
    return tuple(sorted(content.air))


def operative(unit: Unit) -> bool:
    """EF-AR-11  Neither I1 nor I2."""
    return unit.states.isdisjoint(_DOWN)


_DOWN = frozenset((FLOWN, HIT))


def fighter(g: EfGame, unit_id: UnitId) -> int:
    """EF-AR-10, EF-AR-20, EF-AR-21  The fighter value this turn."""
    printed, rows = plane(g, unit_id), g.content.limits.air
    value, turn = printed.fighter, g.state.turn()
    if printed.type == "F" and printed.side == "soviet" and turn >= rows.fighters_later.turn:
        value += rows.fighters_later.by
    if printed.type == "F" and printed.side == "axis" and turn >= rows.fighters_decline.turn:
        value += rows.fighters_decline.by
    return value


def room(g: EfGame, side: Side, where: Hex) -> int:
    """EF-AR-12  How many air units of a side a hex can base; 0 where it is no base of its."""
    rows = g.content.limits.air.bases
    if g.state.control.get(where) != side:
        return 0
    found = [rows[kind] for kind in (CITY, MAJOR_CITY, TOWN) if g.content.place_kind(where) == kind]
    if g.state.layers.get(AIRFIELD, {}).get(where):
        found.append(rows["airfield"])
    if any(kind_of(g, u.id).hq for u in stack(g, where, side)):
        found.append(rows["hq"])
    most = max(found, default=0)
    return 99 if most and where in g.content.scenario_bases else most


def based(g: EfGame, side: Side, where: Hex) -> list[UnitId]:
    """The air units of a side at a base, by id."""
    at = g.board.at[where]
    return [u for u in at if u in g.content.air and g.state.units[u].side == side]


def has_room(g: EfGame, unit_id: UnitId, where: Hex, coming: int = 1) -> bool:
    """EF-AR-12, EF-IS-04  Whether an air unit may come to a base, among so many that come."""
    side, name = plane(g, unit_id).side, g.grid.name(where)
    most = room(g, side, where)
    if not most or is_cut(g, side, where):
        return False
    told = [u.id for u in flyers(g, side) if u.ties and u.ties.get(LANDS) == name]
    return len({*based(g, side, where), *told} - {unit_id}) + coming <= most


def bases(g: EfGame, unit_id: UnitId, within: int) -> list[Hex]:
    """EF-AR-12  Bases with room for an air unit within a distance of where it is, the nearest first."""
    start, known = g.state.units[unit_id].hex, base_hexes(g, plane(g, unit_id).side)
    return [h for h in others_near(g.grid, start, within, known) if has_room(g, unit_id, h)]


@lru_cache(maxsize=512)
def others_near(grid: Grid, start: Hex, far: int, hexes: tuple[Hex, ...]) -> Sequence[Hex]:
    """Other hexes among some within a distance, the nearest first."""
    known = sorted((grid.distance(start, h), h) for h in hexes)
    return [h for away, h in known if 0 < away <= far]


def base_hexes(g: EfGame, side: Side) -> tuple[Hex, ...]:
    """EF-AR-12  Own hexes among which every base of a side is: places, airfields and HQs, ascending."""
    read, units = g.board.version_of, g.state.units
    hqs = tuple([units[u].hex for u in g.content.hqs if units[u].side == side])
    return _base_hexes(g, side, hqs, (read(CONTROL), read(AIRFIELD)))


@lru_cache(maxsize=4)
def _base_hexes(
    g: EfGame, side: Side, hqs: tuple[Hex, ...], _version: tuple[int, ...]
) -> tuple[Hex, ...]:
    control = g.state.control
    found = {*g.content.map.places, *g.state.layers.get(AIRFIELD, ()), *hqs}
    return tuple(sorted(h for h in found if control.get(h) == side))


def flying_weather(g: EfGame, target: Hex) -> bool:
    """EF-WX-03  No missions but transfers in a blizzard."""
    return weather_at(g, target) != "B"


def in_range(g: EfGame, unit_id: UnitId, target: Hex) -> bool:
    """EF-AR-12  Range in hexes from the base to the target."""
    return g.grid.distance(g.state.units[unit_id].hex, target) <= plane(g, unit_id).range


@lru_cache(maxsize=256)
def around(grid: Grid, base: Hex, far: int) -> tuple[Hex, ...]:
    """The hexes in range of a base, the nearest first."""
    return grid.within(base, far)


def worsen(g: EfGame, unit_id: UnitId, *, rule: str) -> None:
    """EF-AR-10  One status worse: operative, I1, I2, eliminated."""
    states = g.state.units[unit_id].states
    if HIT in states:
        eliminate(g, unit_id, rule=rule)
    elif FLOWN in states:
        hit(g, unit_id, rule=rule)
    else:
        g.gain(unit_id, FLOWN, rule=rule)


def at_random(g: EfGame, by: Side, owner: Side, where: Hex) -> UnitId:
    """EF-AR-19  One of a side's air units at a base, "" for none: a die picks it where there are several."""
    there = sorted(based(g, owner, where))
    if len(there) < 2:
        return there[0] if there else ""
    return there[g.roll("airfield", sides=len(there), by=by, rule="EF-AR-19") - 1]


def hit(g: EfGame, unit_id: UnitId, *, rule: str) -> None:
    """EF-AR-11  It becomes I2."""
    g.shed(unit_id, FLOWN, rule=rule)
    g.gain(unit_id, HIT, rule=rule)


def evict(g: EfGame, side: Side, where: Hex) -> None:
    """EF-HC-03, EF-AR-18  Air units at a base that falls: they fly off as I2 to the nearest base, or are lost."""
    rows = g.content.limits.air
    for unit_id in based(g, side, where):
        roll = g.roll("air_escape", sides=10, unit=unit_id, needed=rows.captured, rule="EF-HC-03")
        found = bases(g, unit_id, plane(g, unit_id).range)
        if roll < rows.captured or not found:
            eliminate(g, unit_id, rule="EF-HC-03")
            continue
        hit(g, unit_id, rule="EF-HC-03")
        g.place(unit_id, found[0], rule="EF-HC-03")
