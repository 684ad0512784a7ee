"""What a position of East Front means: who stands where, with how many steps, at what level of supply."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from wargame.flow.game import Game
from wargame.games.eastfront.content import MOUNTAIN, EastFrontContent
from wargame.games.eastfront.data.counters import ClassId, UnitClass, UnitType
from wargame.games.eastfront.data.files import ZONES, Side, Weather, Zone
from wargame.hexes.grid import Hex
from wargame.model.board import ABSENT, HOLDS, STANDS, HoldRule, ZocRule
from wargame.model.state import State, Unit, UnitId
from wargame.rules.arrivals import WAITING

EfGame: TypeAlias = Game[EastFrontContent]

OTHER: dict[str, Side] = {"axis": "soviet", "soviet": "axis"}

UNPREPARED, ISOLATED, RESERVE = "unprepared", "isolated", "reserve"
READY_CHIT, USED_CHIT = "ready chit", "used chit"
SPENT, FLOWN, HIT = "spent", "flown", "hit"
"""EF-NV-10 of a group; EF-AR-11 of an air unit: I1, I2."""
ACTIVE, STAND_FAST, WORKING = "active", "stand fast", "working"
"""EF-PT-11 of a band; EF-PE-06; EF-EN-10 has started an engineering function."""
LASTING = (
    UNPREPARED, ISOLATED, RESERVE, READY_CHIT, USED_CHIT, SPENT, FLOWN, HIT, ACTIVE, STAND_FAST,
    WORKING,
)  # fmt: skip
"""Markers on a counter, in the order they are shown."""
MOVED, RAILED, SHIPPED, EXPLOITED, REACTED = "moved", "railed", "shipped", "exploited", "reacted"
"""Of the player-turn: moved in 5.2, by rail, by sea; in 8.2; in segment 6."""
SHIPPED_LATE = "shipped late"
"""By sea in 8.1, in place of exploitation (EF-NV-14)."""
ATTACKED, ATTACKED_LATE, BOUND = "attacked", "attacked late", "bound"
SWEPT, FIRED = "swept", "fired"
"""Attacked in phase 7, in phase 9; bound to a delayed attack (EF-CB-12); EF-PT-14; EF-NV-16."""
FLEW = "flew"
"""EF-AR-11  Has flown its mission of the player-turn."""
TRUCKED, NAVAL_REACTED, GOES_ON = "trucked", "reacted at sea", "goes on"
"""EF-SP-12; EF-NV-12; has overrun and may move on (EF-MV-17)."""
PASSING = (
    MOVED, RAILED, SHIPPED, EXPLOITED, REACTED, ATTACKED, ATTACKED_LATE, BOUND, SWEPT, FIRED, FLEW,
    TRUCKED, NAVAL_REACTED, GOES_ON, SHIPPED_LATE,
)  # fmt: skip
STATES = (*LASTING, *PASSING)
"""What a position file may put on a unit."""

POOL, GONE, HELD, WITHDRAWN = "pool", "gone", "held", "withdrawn"
"""Boxes: may be rebuilt (EF-RF-18); lost for good; bands, reaction forces and conditional units; by an event."""
BOXES = (WAITING, POOL, GONE, HELD, WITHDRAWN)
"""WAITING is the calendar."""

LOST, LEVEL, MP, MOST, SINCE = "lost", "level", "mp", "most", "since"
"""Numbers: steps lost; supply level 0-4; MP spent in 5.2; steps at most, if not as printed (EF-RF-19,
EF-RP-16); the turn in which a garrison was first judged unsupplied (EF-SP-29)."""
SP, OUT, REGAINED, SAILED, AT_SEA = "sp", "out", "regained", "sailed", "at sea"
LANDED = "landed"
"""SP that an HQ carries; turn of elimination; steps regained in this phase; MP sailed in this
player-turn; player-turns at sea (EF-NV-21); steps that a group has put ashore in this player-turn, 1 for a unit
that landed in it (EF-NV-15)."""
CLASS, MISSION, TARGET = "class", "mission", "target"
"""Ties: the class if not as printed (EF-PE-22, EF-RF-19); what an air unit flies in a combat phase, "GS 1135";
the hex of its declared attack."""

GAUGE, BREAK, DEMOLISHED, FORT, AIRFIELD = "gauge", "rail break", "demolished", "fort", "airfield"
PORT_HITS, OIL_OUT, FACTORY, DUMP, RESOURCES = "port hits", "oil out", "factory", "sp", "srp"
HARASSED = "harassed"
CUT: dict[str, str] = {"axis": "cut axis", "soviet": "cut soviet"}
"""Layers by hex: gauge of rail hexes; 1 where a Rail Break or demolition lies; fort level; base built;
hits; the turn from which a field works again; factory points; SP and SRP; 1 harassed;
EF-IS-02 hexes of a side that are isolated."""
ROUTES: dict[str, str] = {"axis": "routes axis", "soviet": "routes soviet"}
"""Lists: EF-NV-24  Transport points on routes, "N-BT 1514" for a point of a group that serves a port."""
FERRIED: dict[str, str] = {"axis": "ferried axis", "soviet": "ferried soviet"}
"""Layers: EF-NV-20  SP that the points of a port's route have carried in its owner's 12.2; those feed nobody until his next."""
FROZEN: dict[Zone, str] = {zone: f"frozen {zone}" for zone in ZONES}
WEATHER: dict[Zone, str] = {zone: f"weather {zone}" for zone in ZONES}
FINLAND_CLOSED, BULGARIA_CLOSED = "finland closed", "bulgaria closed"
FINLAND_OUT = "finland out"
"""Track: 1 after the armistice; Helsinki counts for nobody (EF-PE-18)."""
BONUS, SURPRISE = "bonus", "surprise"
"""Tracks: 1 while a bonus turn is played; the side whose player-turn is one of surprise, or ""."""
CLOSED = (("F", FINLAND_CLOSED), ("B", BULGARIA_CLOSED))
"""EF-HC-05  Nations that may be closed, with the track that says so."""
ZONE_READS = (*FROZEN.values(), FINLAND_CLOSED, BULGARIA_CLOSED, BONUS)
"""What ZOC depends on beside units."""
ZONE_MARKS = (UNPREPARED, LEVEL, LOST, CLASS)
MARKS = (*ZONE_MARKS, ACTIVE)
"""What of units is read where railways, supply and ZOC are worked out once for many questions."""


def setup(content: EastFrontContent, seed: int, rear_area_orders: str = "off") -> State:  # noqa: ARG001 - nothing lies otherwise on the table
    """EF-SC-01, EF-SC-02, EF-HC-01, EF-WX-07  The set-up; nobody places anything, and nothing is frozen."""
    state = State("eastfront", content.scenario.id, seed)
    for kind in content.units.values():
        unit = Unit(kind.id, kind.side, kind.start)
        if kind.setup is None:
            unit.box = WAITING if kind.arrival else HELD
        if kind.sp:
            unit.numbers[SP] = kind.sp
        if kind.oc:
            unit.states.add(READY_CHIT)
        state.units[kind.id] = unit
    printed = [(row.id, row.side, row.turn, row.base) for row in content.air.values()]
    printed += [(row.id, row.side, row.turn, row.port) for row in content.naval.values()]
    for unit_id, side, turn, where in printed:
        unit = Unit(unit_id, side)
        if turn == 1:
            unit.hex = where
        else:
            unit.box = WAITING if turn else HELD
        state.units[unit_id] = unit
    nation = content.nation
    state.control = {
        h: "soviet" if nation[h] == "S" or h in content.geography.soviet_abroad else "axis"
        for h in sorted(content.land)
    }
    state.tracks = {
        "turn": content.scenario.first_turn,
        **dict.fromkeys(WEATHER.values(), "C"),
        **dict.fromkeys(FROZEN.values(), 0),
        FINLAND_CLOSED: 1,
        BULGARIA_CLOSED: 1,
        SURPRISE: "",
        BONUS: 0,
    }
    state.lists = {
        ROUTES[side]: [entry for entry in entries if entry.split()[0] in content.naval]
        for side, entries in content.geography.routes.items()
    }
    layers = {
        GAUGE: content.gauge,
        FORT: content.forts,
        FACTORY: {h: n for h, n in content.geography.factories.items() if h in content.board},
        DUMP: content.geography.sp if content.plays("production") else {},
        RESOURCES: content.geography.srp if content.plays("production") else {},
    }
    state.layers = {name: dict(sorted(layer.items())) for name, layer in layers.items() if layer}
    return state


# -- zones ------------------------------------------------------------------------------------------


def border_shut(state: State, content: EastFrontContent, a: Hex, b: Hex) -> bool:
    """EF-HC-05  Whether the border of a closed country lies between two hexes."""
    here, there = content.nation[a], content.nation[b]
    return here != there and any(
        letter in (here, there) and bool(state.tracks.get(track)) for letter, track in CLOSED
    )


def zoc(content: EastFrontContent) -> ZocRule:
    """The ZOC rule of a scenario."""

    def covered(state: State, side: str, where: Hex) -> tuple[Hex, ...]:
        """EF-ZC-01, EF-ZC-02, EF-ZC-04  Its own hex, and those around unless something shuts them off."""
        widest = "none"
        for unit in state.at(where):
            kind = content.units.get(unit.id)
            if (
                unit.side != side
                or kind is None
                or unit.numbers.get(LEVEL, 0) == content.limits.supply.worst
            ):
                continue
            zone = content.classes_in(1)[class_id(unit, kind)].zoc
            if zone == "usual" and not (UNPREPARED in unit.states and state.tracks.get(BONUS)):
                widest = zone
                break
            if zone != "none":
                widest = "own"
        if widest == "none":
            return ()
        if widest == "own":
            return (where,)
        zones, tracks = content.zone, state.tracks
        return (
            where,
            *(
                b
                for b, river in content.contact[where]
                if not (river and not tracks.get(FROZEN[zones[b]]))
                and not border_shut(state, content, where, b)
            ),
        )

    return covered


def holds(content: EastFrontContent) -> HoldRule:
    """What units are in each other's way: aircraft, ships and bands are not; only combat units hold."""

    def weight(_state: State, unit: Unit) -> int:
        kind = content.units.get(unit.id)
        if kind is None or kind.cls == "PA":
            return ABSENT
        return STANDS if kind.cls in ("HQ", "RE", "CE") else HOLDS

    return weight


# -- units ------------------------------------------------------------------------------------------


def class_id(unit: Unit, kind: UnitType) -> ClassId:
    """The class of a ground unit: as printed, Guards, or merged (EF-PE-22, EF-RF-19)."""
    return unit.ties.get(CLASS) or kind.cls  # type: ignore[return-value]


def kind_of(g: EfGame, unit_id: UnitId) -> UnitType:
    """The printed values of a ground unit."""
    return g.content.units[unit_id]


def class_of(g: EfGame, unit_id: UnitId) -> UnitClass:
    """EF-UN-01, EF-UN-02  The class of a ground unit as it is this turn."""
    state, content = g.state, g.content
    ties = state.units[unit_id].ties
    cls = ties[CLASS] if CLASS in ties else content.units[unit_id].cls
    return content.classes_in(state.tracks["turn"])[cls]  # type: ignore[index]


def is_ground(g: EfGame, unit_id: UnitId) -> bool:
    """Whether it is a ground unit, a band among them."""
    return unit_id in g.content.units


def most_steps(g: EfGame, unit_id: UnitId) -> int:
    """EF-RP-16  The steps a unit may have."""
    numbers, known = g.state.units[unit_id].numbers, g.content.units
    if most := numbers.get(MOST):
        return most
    return (known if unit_id in known else g.content.naval)[unit_id].steps


def steps(g: EfGame, unit_id: UnitId) -> int:
    """Steps left of a ground unit or naval group."""
    return most_steps(g, unit_id) - g.state.units[unit_id].numbers.get(LOST, 0)


def level(unit: Unit) -> int:
    """EF-SP-16  Its supply level, 0 to 4."""
    return unit.numbers.get(LEVEL, 0)


def side_of(g: EfGame, unit_id: UnitId) -> Side:
    """Whose a unit is now: Romanians may have changed sides (EF-PE-19)."""
    return g.state.units[unit_id].side  # type: ignore[return-value]


def nation(g: EfGame, unit_id: UnitId) -> str:
    """Whose unit it is: G, R, H, F, I, K or S."""
    soviet = g.state.units[unit_id].side == "soviet"
    return "S" if soviet else g.content.units[unit_id].nation


def trained(g: EfGame, unit_id: UnitId, terrain: str) -> bool:
    """EF-UN-03  Whether a unit is trained for a terrain."""
    cls = class_of(g, unit_id)
    if terrain in (MOUNTAIN, "rough"):
        return cls.mountain or kind_of(g, unit_id).mountain
    return terrain == "forest" and cls.forest


def stack(g: EfGame, where: Hex, side: str) -> list[Unit]:
    """The ground units of a side in a hex but for bands, by id."""
    if not g.board.here[side][where]:
        return []
    units, printed = g.state.units, g.content.units
    found = [units[u] for u in g.board.at[where] if u in printed]
    return [u for u in found if u.side == side and printed[u.id].cls != "PA"]


def combat_units(g: EfGame, where: Hex, side: str) -> list[Unit]:
    """EF-UN-06  The combat units of a side in a hex, by id."""
    there = stack(g, where, side)
    return [u for u in there if class_of(g, u.id).combat] if there else there


def on_map(g: EfGame, side: str) -> list[Unit]:
    """The side's ground units on the map, by id, bands among them."""
    return [*map(g.state.units.__getitem__, grounded(g, side))]


def grounded(g: EfGame, side: str) -> tuple[UnitId, ...]:
    """Their ids."""
    return _grounded(g, side, g.board.mapped)


@lru_cache(maxsize=8)
def _grounded(g: EfGame, side: str, _mapped: int) -> tuple[UnitId, ...]:
    return tuple([u for u in g.board.on_map[side] if u in g.content.units])


def enemy_zoc(g: EfGame, side: str, where: Hex) -> bool:
    """EF-ZC-01  Whether a hex lies in a ZOC of the other side, for movement."""
    return bool(g.board.zoc[OTHER[side]][where])


def free_of_zoc(g: EfGame, side: str, where: Hex) -> bool:
    """EF-ZC-03  The same for supply, isolation and retreat: own combat units cancel it."""
    return not g.board.zoc[OTHER[side]][where] or bool(g.board.held[side][where])


# -- weather ----------------------------------------------------------------------------------------


def weather_at(g: EfGame, where: Hex) -> Weather:
    """EF-WX-07  The weather of the zone of a hex."""
    return weather_in(g, g.content.zone[where])


def weather_in(g: EfGame, zone: Zone) -> Weather:
    """EF-WX-01  The weather of a zone until the next roll."""
    return g.state.tracks[WEATHER[zone]]  # type: ignore[return-value]


def frozen_at(g: EfGame, where: Hex) -> bool:
    """EF-WX-04  Whether rivers, lakes and swamps of the zone of a hex are frozen."""
    return bool(g.state.tracks[FROZEN[g.content.zone[where]]])


# -- strengths --------------------------------------------------------------------------------------


def attack_strength(g: EfGame, unit_id: UnitId) -> Fraction:
    """EF-CB-20, EF-SP-17  Steps by attack strength, halved at U2 and U3, nothing at U4."""
    return Fraction(attack_halves(g, unit_id), 2)


def attack_halves(g: EfGame, unit_id: UnitId) -> int:
    """The same in halves."""
    short = level(g.state.units[unit_id])
    if short >= g.content.limits.supply.worst:
        return 0
    return steps(g, unit_id) * class_of(g, unit_id).attack * (1 if short >= 2 else 2)


def defence_halves(g: EfGame, unit_id: UnitId) -> int:
    """EF-CB-20, EF-SP-17  Steps by defence strength, halved at U3 and U4; in halves."""
    whole = steps(g, unit_id) * class_of(g, unit_id).defence
    return whole if level(g.state.units[unit_id]) >= 3 else 2 * whole


def fort_level(g: EfGame, where: Hex) -> int:
    """The fort of a hex; a printed fortress counts for whoever holds it."""
    built = g.state.layers.get(FORT, {}).get(where, 0)
    return max(built, g.content.geography.fortresses.get(where, 0))


def place_name(g: EfGame, where: Hex) -> str:
    """A hex as the journal writes it: its number, and the place if it has one."""
    return g.content.map.numbered(where)


def unit_name(g: EfGame, unit_id: UnitId) -> str:
    """A unit of any kind in running text."""
    return g.content.names.get(unit_id, unit_id)
