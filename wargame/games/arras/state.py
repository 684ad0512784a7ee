"""What a position of Arras means: who is where, disrupted, paralysed, in an enemy ZOC."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from wargame.flow.ask import Refusal
from wargame.flow.game import Game
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.counters import UnitType
from wargame.games.arras.data.files import Side
from wargame.hexes.grid import Hex
from wargame.model.board import HOLDS, STANDS, HoldRule, ZocRule
from wargame.model.state import Scalar, State, Unit, UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.phases import clear
from wargame.rules.stacking import Limit, over

ArrasGame: TypeAlias = Game[ArrasContent]

ROMMEL = "de-rommel"
OTHER: dict[str, Side] = {"allied": "german", "german": "allied"}

DISRUPTED, REFIT, PASSED, RETREATED = "disrupted", "refit", "passed", "retreated"
MOVED, ENTERED, FIRED, ATTACKED, EXPLOITED = "moved", "entered", "fired", "attacked", "exploited"
LIFTED = "carried"
GROUNDED, DOWN, FLOWN, INTERCEPTED = "grounded", "down", "flown", "intercepted"
PHASE_MARKS = (MOVED, ENTERED, LIFTED, FIRED, ATTACKED, EXPLOITED, RETREATED)
"""ARR-SQ-06  What the end of a player turn takes off."""
DUTY = "_duty"
"""ARR-CO-09  In the combat phase's snapshot of attacker-able units."""

READY = "ready"
"""What a position file calls a unit in no state at all."""
STATES = (
    DISRUPTED, MOVED, ENTERED, FIRED, ATTACKED, EXPLOITED, REFIT, PASSED, RETREATED,
    GROUNDED, DOWN, INTERCEPTED, READY,
)  # fmt: skip
"""What a position file may put on a unit."""

AIR_BOX, ELIMINATED, OFF_MAP, LOST = "air", "eliminated", "off map", "lost"
BOXES = (ELIMINATED, WAITING, AIR_BOX, OFF_MAP, LOST)
MUST, FOUGHT, INTERDICTION = "must attack", "fought", "interdiction"
QUIET = (
    MOVED, ENTERED, LIFTED, FIRED, ATTACKED, EXPLOITED, RETREATED, PASSED, REFIT, DUTY, INTERCEPTED,
    MUST, FOUGHT,
)  # fmt: skip
"""States and markers that the journal does not tell: the moves and fights themselves do."""


def setup(content: ArrasContent, seed: int) -> State:
    """ARR-SQ-06, ARR-PL-01  The fixed set-up; nobody places anything."""
    state = State("arras", content.scenario.id, seed)
    for kind in content.units.values():
        unit = Unit(kind.id, kind.side, kind.start)
        if kind.setup is None:
            unit.box = WAITING
            unit.numbers["earliest"] = kind.arrival or 1
        state.units[kind.id] = unit
    state.units[ROMMEL] = Unit(ROMMEL, "german", box=OFF_MAP)
    for air in content.air.values():
        state.units[air.id] = Unit(air.id, air.side, box=AIR_BOX)
    state.control = {o.hex: o.control for o in content.objectives}
    state.tracks = {"turn": content.scenario.first_turn - 1, "events": "", "coming": ""}
    return state


def zoc(content: ArrasContent) -> ZocRule:
    """ARR-ZC-01, ARR-ZC-02  Undisrupted combat units hold every contact-adjacent hex, each for itself."""
    combat, contact = _combat(content), content.contact

    def covers(state: State, side: str, where: Hex) -> tuple[Hex, ...]:
        firm = 0
        for unit in state.at(where):
            if unit.side == side and DISRUPTED not in unit.states and unit.id in combat:
                firm += 1
        return contact[where] if firm == 1 else contact[where] * firm

    return covers


def holds(content: ArrasContent) -> HoldRule:
    """ARR-MV-15  Combat units hold their hex; transports, leaders and aircraft do not."""
    combat = _combat(content)
    return lambda _state, unit: HOLDS if unit.id in combat else STANDS


def _combat(content: ArrasContent) -> frozenset[UnitId]:
    return frozenset(kind.id for kind in content.units.values() if kind.combat_unit)


def is_disrupted(g: ArrasGame, unit_id: UnitId) -> bool:
    """Whether the unit carries a disruption marker."""
    return DISRUPTED in g.state.units[unit_id].states


def kind_of(g: ArrasGame, unit_id: UnitId) -> UnitType:
    """What is printed on a ground unit's counter."""
    return g.content.units[unit_id]


def area_of(g: ArrasGame, unit_id: UnitId) -> str:
    """ARR-RE-03, ARR-RF-07  The entry area where a unit waits."""
    kind = kind_of(g, unit_id)
    refitted = REFIT in g.state.units[unit_id].states
    return kind.refit_area if refitted or not kind.area else kind.area


def attack(g: ArrasGame, unit_id: UnitId) -> int:
    """ARR-UN-01, ARR-RF-04  The attack factor as printed, less 1 after a refit."""
    return kind_of(g, unit_id).attack - (REFIT in g.state.units[unit_id].states)


def defence(g: ArrasGame, unit_id: UnitId) -> int:
    """ARR-RF-04  The defence factor, less 1 after a refit; never halved (ARR-CO-15)."""
    return kind_of(g, unit_id).defence - (REFIT in g.state.units[unit_id].states)


def place_name(g: ArrasGame, where: Hex) -> str:
    """A hex as the journal writes it: its number, and the place or height if it has one."""
    number, name = g.grid.name(where), g.content.map.name(where)
    return number if name == number else f"{number} ({name})"


def ground_units(g: ArrasGame, side: str) -> list[Unit]:
    """The side's ground units on the map, by id; leaders are none."""
    units, known = g.state.units, g.content.units
    return [units[u] for u in g.board.on_map[side] if u in known]


def combat_units(g: ArrasGame, where: Hex, side: str) -> list[Unit]:
    """The side's combat units in a hex, by id."""
    if not g.board.held[side][where]:
        return []
    units, kinds = g.state.units, g.content.units
    return [units[u] for u in g.board.at[where] if u in kinds and kinds[u].combat_unit]


def grounds_at(g: ArrasGame, where: Hex, side: str) -> list[Unit]:
    """The side's ground units in a hex, by id."""
    if not g.board.here[side][where]:
        return []
    units = g.content.units
    return [u for u in g.state.at(where) if u.side == side and u.id in units]


def in_enemy_zoc(g: ArrasGame, where: Hex, side: str) -> bool:
    """ARR-ZC-02  Whether a hex is in the ZOC of *side*'s enemy (EZOC)."""
    return g.board.zoc[OTHER[side]][where] > 0


def zone_makers(g: ArrasGame, where: Hex, side: str) -> list[UnitId]:
    """ARR-ZC-01  The undisrupted combat units of *side* whose ZOC lies on a hex."""
    near = (u for h in g.content.contact[where] for u in combat_units(g, h, side))
    return [u.id for u in near if DISRUPTED not in u.states]


def in_force(g: ArrasGame, event: str) -> bool:
    """ARR-EV-08  Whether an event rolled earlier acts in this game-turn."""
    return event in _listed(g.state.tracks.get("events", ""))


@lru_cache(maxsize=16)
def _listed(events: Scalar) -> frozenset[str]:
    return frozenset(str(events).split())


def is_night(g: ArrasGame) -> bool:
    """ARR-NI-01"""
    return g.content.is_night(g.state.turn())


def near_rommel(g: ArrasGame, where: Hex) -> bool:
    """ARR-EV-03  In Rommel's hex or within 2 hexes of it."""
    rommel = g.state.units[ROMMEL]
    return rommel.hex >= 0 and g.grid.distance(rommel.hex, where) <= 2


def is_paralysed(g: ArrasGame, side: str, where: Hex) -> bool:
    """ARR-EV-03, ARR-EV-04  Whether paralysis holds a unit of *side* in a hex."""
    if not in_force(g, f"{side}_paralysis"):
        return False
    return side == "allied" or not near_rommel(g, where)


def disrupt(g: ArrasGame, unit_id: UnitId, *, rule: str) -> None:
    """ARR-RS-02, ARR-RS-08  Mark a unit; a second disruption has no further effect."""
    g.gain(unit_id, DISRUPTED, rule=rule)


def eliminate(g: ArrasGame, unit_id: UnitId, *, rule: str) -> None:
    """ARR-RS-07  To the eliminated box with the number of the turn."""
    for state in (DISRUPTED, RETREATED):
        g.shed(unit_id, state, rule=rule)
    g.set_number(unit_id, "eliminated", g.state.turn(), rule=rule)
    g.box(unit_id, ELIMINATED, rule=rule)


def take_objectives(g: ArrasGame, side: Side, path: tuple[Hex, ...]) -> None:
    """ARR-VI-04  A combat unit takes each objective it enters or passes through."""
    for where in path:
        if where in g.state.control:
            g.take(where, side, rule="ARR-VI-04")


def end_player_turn(g: ArrasGame, side: str) -> None:
    """ARR-SQ-06  The phase markers of the side come off."""
    clear(g, *PHASE_MARKS, side=side, rule="ARR-SQ-06")


def _combat_units(kinds: Sequence[UnitType]) -> int:
    return len([kind for kind in kinds if kind.combat_unit])


_MOST = "{hex} would hold {n} %s; {most} is the most."
_ALLIES = "British and French units may not end stacked in {hex}."
STACKING: tuple[Limit[UnitType], ...] = (
    Limit(_combat_units, 3, _MOST % "combat units", "ARR-ST-01"),
    Limit(lambda kinds: len(kinds) - _combat_units(kinds), 3, _MOST % "transports", "ARR-ST-01"),
    Limit(lambda kinds: len({kind.nation for kind in kinds}), 1, _ALLIES, "ARR-ST-02"),
)


def why_full(g: ArrasGame, side: str, where: Hex, coming: tuple[UnitId, ...]) -> Refusal | None:
    """ARR-ST-01, ARR-ST-02  Why *coming* may not end in a hex; None if they may."""
    if not g.board.here[side][where]:
        return None
    kinds, units = g.content.units, dict.fromkeys((*g.board.at[where], *coming))
    stack = [kind for u in units if (kind := kinds.get(u)) and kind.side == side]
    if len(stack) <= 3 and len({kind.nation for kind in stack}) == 1:  # at none of the limits
        return None
    return over(STACKING, stack, g.grid.name(where))
