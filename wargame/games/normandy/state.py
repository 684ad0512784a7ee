"""What a position of Normandy means: who stands where, on which side of its counter, in which state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from wargame.flow.ask import Refusal
from wargame.flow.game import Game
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.counters import UnitType, names
from wargame.games.normandy.data.files import Nation, Side, StepSide
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.board import HOLDS, STANDS, HoldRule, NearRule, ZocRule
from wargame.model.state import State, Unit, UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.stacking import Limit, over, together

NorGame: TypeAlias = Game[NormandyContent]

OTHER: dict[str, Side] = {"allied": "german", "german": "allied"}
NATIONS: dict[str, tuple[Nation, ...]] = {"allied": ("us", "cw"), "german": ("ge",)}

REDUCED, CADRE = "reduced", "cadre"
DISORGANIZED, REGROUP = "disorganized", "regroup"
OUT, ISOLATED = "out of supply", "isolated"
RESERVE, REPLACED = "reserve", "replaced"
SUPPORTED, OPERATION = "supported", "operation"
LASTING = (
    REDUCED, CADRE, DISORGANIZED, REGROUP, OUT, ISOLATED, RESERVE, REPLACED, SUPPORTED, OPERATION,
)  # fmt: skip
"""Markers and sides of a counter, in the order they are shown."""

MOVED, MARCHED, LANDED, RODE = "moved", "marched", "landed", "rode"
"""Spent MP in Tactical Movement; used Strategic Movement; landed this turn; moved out of Reserve."""
ATTACKED, FOUGHT, FELL_BACK, FIRED = "attacked", "fought", "fell back", "fired"
"""Attacked in this segment; in this player-turn; retreated; fired its guns in this player-turn."""
EXERTED = "_exerted"
"""NOR-RP-09  Moved, attacked or retreated since its owner's last Replacement Phase."""
COAST = "_coast"
"""NOR-SU-13  In Supply by the coastal organisation alone."""
PASSING = (MOVED, MARCHED, LANDED, RODE, ATTACKED, FOUGHT, FELL_BACK, FIRED)
STATES = (*LASTING, *PASSING)
"""What a position file may put on a unit."""

AREA = "area "
"""NOR-OM-01  Followed by the id of the off-map area: a box."""
ELIMINATED, WITHDRAWN, DISSOLVED, MERGED, LEFT = (
    "eliminated", "withdrawn", "dissolved", "merged", "left",
)  # fmt: skip
AREAS = tuple(AREA + letter for letter in "ABCDE")
AREA_BOXES = frozenset(AREAS)
BOXES = (WAITING, *AREAS, ELIMINATED, WITHDRAWN, DISSOLVED, MERGED, LEFT)

HQ, ARMY = "hq", "army"
"""Ties: NOR-SU-04 the HQ a unit is attached to; NOR-AS-05 the pool of an HQ, if not its first one."""
DUE, FOUND_ISOLATED, SILENT, OPERATED = "due", "isolated", "silent", "operated"
"""Numbers: turn of arrival if not as printed; Supply Segments running found Isolated; Supply Segments
until a displaced HQ supplies again; the last turn in an Operation."""

BRIDGE, WORKS, FORTIFICATION = "bridge", "works", "fortification"
RUBBLE, BOMBED, TARGETED = "rubble", "bombed", "targeted"
"""Layers; see `works`."""
DOWN, BUILDING = 1, 2
"""Values of layer bridge: destroyed, under construction."""
AIR_UNIT, MUST, STRUCK = "air unit", "must attack", "struck"
"""Markers on hexes: carpet bombing, an open duty to attack, attacked in this segment."""


def setup(content: NormandyContent, seed: int) -> State:
    """NOR-SQ-04, NOR-AS-06  The fixed set-up; nobody places anything."""
    scenario = content.scenario
    state = State("normandy", scenario.id, seed)
    for kind in content.units.values():
        unit = Unit(kind.id, kind.side, kind.start)
        if kind.setup is None:
            unit.box = WAITING
        if kind.state != "full":
            unit.states.add(kind.state)
        if kind.hq and scenario.first_turn in scenario.supported:
            unit.states.add(SUPPORTED)
        state.units[kind.id] = unit
    for unit in state.units.values():
        if unit.hex >= 0 and not content.units[unit.id].hq:
            unit.ties[HQ] = nearest_hq(content, state, unit.id)
    allied = content.allied_at_start
    state.control = {h: "allied" if h in allied else "german" for h in sorted(content.land)}
    first = scenario.first_turn
    state.tracks = {
        "turn": first,
        "first": "allied",
        "weather": scenario.weather.get(first, "overcast"),
        "sea": scenario.sea.get(first, "moderate"),
        **{f"sp {army}": n for army, n in scenario.reserve.items()},
    }
    if content.off_map.fortress.hq in content.hqs:
        state.tracks["fortress sp"] = content.support.fortress.stock
    if content.boundary:
        state.lists["boundary"] = list(content.boundary)
    works = {h: WORKS_OF[kind] for h, kind in content.positions.items()}
    down = content.map.bridges - content.bridges
    state.layers = {
        name: layer
        for name, layer in (
            (WORKS, works),
            (FORTIFICATION, dict.fromkeys(works, 1)),
            (BRIDGE, {hexside_key(content, *side): DOWN for side in sorted(down)}),
        )
        if layer
    }
    return state


WORKS_OF = {"improved position": 2, "entrenchment": 4}
"""Values of layer works for finished positions; 1 and 3 are their construction sides (`works`)."""


def hexside_key(content: NormandyContent, a: Hex, b: Hex) -> int:
    """A hexside as a place of a layer."""
    low, high = side_key(a, b)
    return low * content.grid.size + high


def hexside_of(content: NormandyContent, place: int) -> HexsideKey:
    """The hexside that a place of a layer stands for."""
    return divmod(place, content.grid.size)


def nearest_hq(
    content: NormandyContent, state: State, unit_id: UnitId, among: Iterable[UnitId] | None = None
) -> UnitId:
    """NOR-SU-04  The nearest HQ on the map that takes the unit, ties to the lower id; "" for none.

    *among* are the HQs on the map, if they are known already.
    """
    where, far, units = state.units[unit_id].hex, content.grid.distance, state.units
    able = takers(content, unit_id)
    there = [hq for hq in (able if among is None else among) if hq in able and units[hq].hex >= 0]
    return min([(far(where, units[hq].hex), hq) for hq in there])[1] if there else ""


@cache
def takers(content: NormandyContent, unit_id: UnitId) -> frozenset[UnitId]:
    """NOR-SU-04  The HQs that take a unit, room and reach apart."""
    return frozenset(hq for hq in content.hqs if content.takes(hq, content.units[unit_id]))


# -- zones ------------------------------------------------------------------------------------------


@cache
def _reach(content: NormandyContent) -> tuple[tuple[tuple[Hex, int], ...], ...]:
    """NOR-ZC-01  By hex: where a ZOC may reach, each with the bridge it hangs on, -1 for none, -2 for
    water that shuts it off.
    """
    rows: list[tuple[tuple[Hex, int], ...]] = []
    for h in range(content.grid.size):
        found: list[tuple[Hex, int]] = []
        for near in content.grid.neighbours[h] if h in content.land else ():
            if near not in content.land or near in content.cities:
                continue
            river = content.rivers.get(side_key(h, near))
            if river is None or not river.shuts:
                found.append((near, -1))
            elif side_key(h, near) in content.map.bridges:
                found.append((near, hexside_key(content, h, near)))
        rows.append(tuple(found))
    return tuple(rows)


@cache
def _always(content: NormandyContent) -> tuple[tuple[Hex, ...], ...]:
    """By hex where a ZOC reaches whatever bridges stand."""
    return tuple(tuple(h for h, bridge in row if bridge < 0) for row in _reach(content))


def zoc(content: NormandyContent) -> ZocRule:
    """NOR-ZC-01  Combat units of strength 2 or more that are not Disorganized, not across shut water."""
    zoned = {kind.id for kind in content.units.values() if _least_zoc(content, kind)}
    reach, always = _reach(content), _always(content)

    def covers(state: State, side: str, where: Hex) -> tuple[Hex, ...]:
        firm = 0
        for unit in state.at(where):
            if unit.side == side and unit.id in zoned and not unit.states & _NO_ZOC:
                firm += 1
        if not firm:
            return ()
        near = always[where]
        if len(near) < len(reach[where]):
            down = state.layers.get(BRIDGE, {})
            near = tuple(h for h, bridge in reach[where] if bridge < 0 or not down.get(bridge))
        return near * firm

    return covers


_NO_ZOC = frozenset((CADRE, DISORGANIZED))


def _least_zoc(content: NormandyContent, kind: UnitType) -> bool:
    return kind.combat_unit and kind.strength("full") >= content.limits.control.zoc_strength


def beside_bridges(content: NormandyContent) -> NearRule:
    """NOR-ZC-01  A bridge concerns the ZOC of those who stand at its ends."""
    return lambda _layer, place: hexside_of(content, place)


def holds(content: NormandyContent) -> HoldRule:
    """NOR-MV-07, NOR-HQ-01  Combat units hold their hex; HQ and support units do not."""
    combat = fighters(content)
    return lambda _state, unit: HOLDS if unit.id in combat else STANDS


def in_enemy_zoc(g: NorGame, where: Hex, side: str) -> bool:
    """NOR-ZC-02  Whether a hex is in the ZOC of *side*'s enemy (EZOC)."""
    return g.board.zoc[OTHER[side]][where] > 0


def zone_makers(g: NorGame, where: Hex, side: str) -> list[UnitId]:
    """NOR-ZC-01  The units of *side* whose ZOC lies on a hex."""
    covers = zoc(g.content)
    near = (h for h in g.grid.neighbours[where] if where in covers(g.state, side, h))
    return [u.id for h in near for u in combat_units(g, h, side) if has_zoc(g, u)]


def has_zoc(g: NorGame, unit: Unit) -> bool:
    """NOR-ZC-01"""
    return _least_zoc(g.content, g.content.units[unit.id]) and not unit.states & _NO_ZOC


# -- units ------------------------------------------------------------------------------------------


def kind_of(g: NorGame, unit_id: UnitId) -> UnitType:
    """What is printed on a counter."""
    return g.content.units[unit_id]


def nation_of(g: NorGame, unit_id: UnitId) -> Nation:
    """us, cw or ge."""
    return g.content.units[unit_id].nation


def shown(unit: Unit) -> StepSide:
    """NOR-ST-01 to -03  The side of the counter that is up."""
    return "cadre" if CADRE in unit.states else "reduced" if REDUCED in unit.states else "full"


def strength(g: NorGame, unit_id: UnitId) -> int:
    """NOR-ST-01, NOR-ST-05  Current strength, before halving, open to both; 0 for HQ and support units."""
    return g.content.units[unit_id].strength(shown(g.state.units[unit_id]))


def rating(g: NorGame, unit_id: UnitId) -> int:
    """NOR-SL-08  Support rating of the side that is up."""
    return g.content.units[unit_id].rating(shown(g.state.units[unit_id]))


def steps(g: NorGame, unit_id: UnitId) -> int:
    """NOR-ST-01  Steps left."""
    return g.content.units[unit_id].steps_left(shown(g.state.units[unit_id]))


def is_shaken(unit: Unit) -> bool:
    """NOR-DR-03, NOR-DR-04  Disorganized or Regroup."""
    return DISORGANIZED in unit.states or REGROUP in unit.states


def in_supply(unit: Unit) -> bool:
    """NOR-SU-03  As found in the last Supply Segment."""
    return OUT not in unit.states and ISOLATED not in unit.states


@cache
def in_order(content: NormandyContent, side: Side) -> tuple[UnitId, ...]:
    """A side's units in the order of battle, wherever they are."""
    return tuple(kind.id for kind in content.units.values() if kind.side == side)


def on_map(g: NorGame, side: str) -> list[Unit]:
    """The side's units on the map, by id."""
    return [g.state.units[u] for u in g.board.on_map[side]]


@cache
def fighters(content: NormandyContent) -> frozenset[UnitId]:
    """The combat units of a scenario."""
    return frozenset(kind.id for kind in content.units.values() if kind.combat_unit)


def combat_units(g: NorGame, where: Hex, side: str) -> list[Unit]:
    """The side's combat units in a hex, by id."""
    if not g.board.held[side][where]:
        return []
    units, own = g.state.units, fighters_of(g.content, side)
    return [units[u] for u in g.board.at[where] if u in own]


@cache
def fighters_of(content: NormandyContent, side: str) -> frozenset[UnitId]:
    """The combat units of a side, wherever they are."""
    kinds = content.units.values()
    return frozenset([kind.id for kind in kinds if kind.combat_unit and kind.side == side])


def others_at(g: NorGame, where: Hex, side: str) -> list[Unit]:
    """NOR-HQ-01  The side's HQ and support units in a hex, by id."""
    units, kinds = g.state.units, g.content.units
    here = (units[u] for u in g.board.at[where] if not kinds[u].combat_unit)
    return [unit for unit in here if unit.side == side]


def touches_enemy(g: NorGame, where: Hex, side: str) -> bool:
    """An adjacent enemy: a combat unit in a neighbouring hex, regardless of ZOC."""
    held = g.board.held[OTHER[side]]
    return any(map(held.__getitem__, g.grid.neighbours[where]))


def division_of(g: NorGame, unit_id: UnitId) -> str:
    """NOR-SU-04  The id of its division, "" for corps, army and fortress troops."""
    return divisions(g.content)[unit_id]


@cache
def divisions(content: NormandyContent) -> dict[UnitId, str]:
    """NOR-SU-04  The same by unit."""
    formations = content.formations
    own = {unit: formations[kind.formation_id] for unit, kind in content.units.items()}
    return {unit: formation.id if formation.division else "" for unit, formation in own.items()}


def waiting(g: NorGame, side: str) -> list[Unit]:
    """NOR-RF-02  Units that wait, those due first in front, in the order of battle within a turn."""
    kinds = g.content.units
    found = [u for u in g.state.units.values() if u.box == WAITING and u.side == side]
    return sorted(found, key=lambda u: (due(g, u.id), kinds[u.id].order))


def due(g: NorGame, unit_id: UnitId) -> int:
    """The turn on which a unit arrives."""
    unit = g.state.units[unit_id]
    return unit.numbers.get(DUE) or g.content.units[unit_id].arrival or 1


# -- stacking ---------------------------------------------------------------------------------------


def _points(kinds: Sequence[UnitType]) -> int:
    return sum(kind.stacking for kind in kinds)


@cache
def _limits(content: NormandyContent) -> tuple[Limit[UnitType], ...]:
    most, said = (
        content.limits.stacking.most,
        "{hex} would hold {n} stacking points; {most} is the most.",
    )
    assert max(kind.stacking for kind in content.units.values()) <= most
    allies = "US and CW units never stack, as they would in {hex}."
    return (
        Limit(_points, most, said, "NOR-MV-06"),
        Limit(lambda kinds: len({kind.nation for kind in kinds}), 1, allies, "NOR-BD-05"),
    )


def has_room(g: NorGame, side: str, where: Hex) -> bool:
    """NOR-MV-06, NOR-BD-05  Whether a stack may stay as it is."""
    units, kinds = g.state.units, g.content.units
    stack = [kinds[u] for u in g.board.at[where] if units[u].side == side]
    few = sum([kind.stacking for kind in stack]) <= g.content.limits.stacking.most
    return few and len({kind.nation for kind in stack}) <= 1


def why_full(g: NorGame, side: str, where: Hex, coming: Sequence[UnitId]) -> Refusal | None:
    """NOR-MV-06, NOR-BD-05  Why *coming* may not end in a hex; None if they may."""
    if len(coming) == 1 and not g.board.at[where]:
        return None  # nobody alone is too many
    stack = [g.content.units[u] for u in together(g, side, where, coming)]
    return over(_limits(g.content), stack, g.grid.name(where))


def place_name(g: NorGame, where: Hex) -> str:
    """A hex as the journal writes it: its number, and the place or height if it has one."""
    return g.content.map.numbered(where)


def unit_name(g: NorGame, unit_id: UnitId) -> str:
    """A unit in running text: "16th, 1st Inf Div"; its nation tells two of one name apart: "US VIII Corps"."""
    return _names(g.content)[unit_id]


@cache
def _names(content: NormandyContent) -> dict[UnitId, str]:
    """Of all units."""
    return names(content.units)
