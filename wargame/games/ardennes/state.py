"""What a position of Ardennes means: who stands where, with how many steps, in which state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from wargame.flow.ask import Refusal
from wargame.flow.game import Game
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.data.files import Mode, Side
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.board import NearRule, ZocRule
from wargame.model.state import State, Unit, UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.stacking import Limit, over, together

ArdGame: TypeAlias = Game[ArdennesContent]

OTHER: dict[str, Side] = {"german": "allied", "allied": "german"}

DISPERSED, OUT_OF_FUEL = "dispersed", "out of fuel"
LOW, OUT, ISOLATED = "low supply", "out of supply", "isolated"
SHORT = (LOW, OUT, ISOLATED)
"""ARD-SS-17  The degrees, the mildest first; a unit has one of them or is In Supply."""
LASTING = (DISPERSED, OUT_OF_FUEL, *SHORT)
"""Markers on a counter, in the order they are shown."""

ACTIVE, MOVED, STRATEGIC, ATTACKED = "active", "moved", "strategic", "attacked"
"""Of the Activation under way: may act, has moved, by Strategic Move, has attacked."""
FORMER, DEPLOYED, ACTED = "former", "deployed", "acted"
"""ARD-AC-06 activated in its side's last impulse; came out of Reserve in this impulse; ARD-AA-18 acted in it."""
AIR_SUPPLIED, NIGHT = "air supplied", "night march"
"""Air Resupply named for today; of a Night March."""
PASSING = (ACTIVE, MOVED, STRATEGIC, ATTACKED, FORMER, DEPLOYED, ACTED, AIR_SUPPLIED, NIGHT)
STATES = (*LASTING, *PASSING)
"""What a position file may put on a unit."""

IDLE = tuple(
    f"ardennes.ops.{side}.{step}"
    for side in OTHER
    for step in ("attack", "tactics", "answer", "recover")
)
"""Steps of an impulse that are not told of where nothing happened in them."""

RESERVE, ELIMINATED, EXITED, GONE, ASIDE = "reserve", "eliminated", "exited", "gone", "set aside"
"""Boxes: its corps' Reserve; lost; over the Meuse (ARD-MV-11); sent beyond the last day; comes by an event."""
BOXES = (WAITING, RESERVE, ELIMINATED, EXITED, GONE, ASIDE)
"""WAITING is the calendar."""

LOST, DUE, TODAY = "lost", "due", "today"
"""Numbers: steps lost; the day on which it enters Reserve if not as printed; Activations today (ARD-AC-10)."""

BRIDGE, ROADBLOCK, IMPROVED = "bridge", "roadblock", "improved"
"""Layers; see `works`."""
DOWN, BUILT = 1, 2
"""Values of layer bridge: destroyed; built by engineers, without a road."""
MODE = "mode"
"""Track: "2p" or "gs"."""


def setup(content: ArdennesContent, seed: int, mode: Mode = "2p") -> State:
    """ARD-HC-01, ARD-DX-01, ARD-DX-02  The set-up of a mode; nobody places anything."""
    state = State("ardennes", content.scenario.id, seed)
    for kind in content.units.values():
        start = kind.hex_by_mode.get(mode, kind.start)
        unit = Unit(kind.id, kind.side, start)
        if start < 0:
            unit.box = ASIDE if kind.event else WAITING if kind.due else RESERVE
        state.units[kind.id] = unit
    stands = {unit.hex: unit.side for unit in state.units.values()}
    german = {*content.front.german_at_start, *content.westwall}
    state.control = {
        h: stands.get(h, "german" if h in german else "allied") for h in sorted(content.board)
    }
    state.tracks = {"turn": content.scenario.first_turn, MODE: mode}
    dug_in = (content.units[u] for u in content.limits.start.improved if u in content.units)
    hexes = sorted({state.units[kind.id].hex for kind in dug_in} - {-1})
    if hexes:
        state.layers[IMPROVED] = dict.fromkeys(hexes, 1)
    state.cups["chits"] = sorted(content.chits)
    return state


def mode_of(g: ArdGame) -> Mode:
    """Two players, or a German player against Allies run by the rules."""
    return "gs" if g.state.tracks[MODE] == "gs" else "2p"


def automated(g: ArdGame, side: str) -> bool:
    """ARD-SQ-05  Whether the rules run a side."""
    return side == "allied" and mode_of(g) == "gs"


def day(g: ArdGame) -> int:
    """The date in December."""
    return int(g.state.tracks["turn"])


# -- zones ------------------------------------------------------------------------------------------


def hexside_key(content: ArdennesContent, a: Hex, b: Hex) -> int:
    """A hexside as a place of a layer."""
    low, high = side_key(a, b)
    return low * content.grid.size + high


def hexside_of(content: ArdennesContent, place: int) -> HexsideKey:
    """The hexside that a place of a layer stands for."""
    return divmod(place, content.grid.size)


@cache
def _reach(content: ArdennesContent) -> tuple[tuple[tuple[Hex, int, bool], ...], ...]:
    """ARD-ZC-01  By hex its neighbours: each with the river hexside between, -1 for none, and whether a
    bridge is printed on it.
    """
    bridges, rivers = content.map.bridges, content.rivers
    rows = []
    for h in range(content.grid.size):
        near = content.grid.neighbours[h] if h in content.board else ()
        sides = [(n, side_key(h, n)) for n in near if n in content.board]
        rows.append(
            tuple(
                (n, hexside_key(content, h, n) if s in rivers else -1, s in bridges)
                for n, s in sides
            )
        )
    return tuple(rows)


def zoc(content: ArdennesContent) -> ZocRule:
    """ARD-ZC-01, ARD-US-03, ARD-US-04, ARD-SS-08  The six hexes around, not over a river without Bridge."""
    reach, bracketed = _reach(content), {k.id for k in content.units.values() if k.bracketed}
    dry = [tuple(n for n, *_ in row) if all(r < 0 for _, r, _ in row) else () for row in reach]
    firm = {"german": content.built_up | content.westwall, "allied": content.built_up}

    def covers(state: State, side: str, where: Hex) -> tuple[Hex, ...]:
        if not exerts(state, side, where):
            return ()
        if dry[where]:
            return dry[where]
        layer = state.layers.get(BRIDGE, {})
        return tuple(
            [
                near
                for near, river, printed in reach[where]
                if river < 0 or (layer.get(river) != DOWN if printed else layer.get(river) == BUILT)
            ]
        )

    def exerts(state: State, side: str, where: Hex) -> bool:
        weak = 0
        for unit in state.at(where):
            if unit.side != side or DISPERSED in unit.states or ISOLATED in unit.states:
                continue
            if unit.id not in bracketed:
                return True
            weak += 1
        return weak > 1 or (weak == 1 and where in firm[side])

    return covers


def beside_bridges(content: ArdennesContent) -> NearRule:
    """ARD-ZC-01  A Bridge lets the ZOC of the stacks at its two ends pass, and of no other."""
    return lambda _layer, place: hexside_of(content, place)


def in_enemy_zoc(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-ZC-02  Whether a hex is in the ZOC of *side*'s enemy (EZOC)."""
    return g.board.zoc[OTHER[side]][where] > 0


def has_zoc(g: ArdGame, where: Hex, side: str) -> bool:
    """ARD-ZC-01  Whether the stack of a side in a hex has a ZOC."""
    return bool(g.board.covers(side, where)) or _has_zoc_alone(g, where, side)


def would_exert(g: ArdGame, units: Sequence[UnitId], where: Hex, side: str) -> bool:
    """ARD-ZC-01, ARD-US-03  Whether units would have a ZOC in a hex in which nobody stands."""
    able = [u for u in units if not g.state.units[u].states & _NO_ZOC]
    weak = len([u for u in able if kind_of(g, u).bracketed])
    town = where in g.content.built_up or (side == "german" and where in g.content.westwall)
    return weak < len(able) or weak > 1 or (weak == 1 and town)


def _has_zoc_alone(g: ArdGame, where: Hex, side: str) -> bool:
    """A stack that rivers shut in on all sides exerts its ZOC into no hex and yet has one."""
    if any(river < 0 for _, river, _ in _reach(g.content)[where]):
        return False
    kinds, firm = (
        g.content.units,
        g.content.built_up | (g.content.westwall if side == "german" else set()),
    )
    able = [u for u in stack(g, where, side) if not u.states & _NO_ZOC]
    weak = sum(kinds[u.id].bracketed for u in able)
    return weak < len(able) or weak > 1 or (weak == 1 and where in firm)


_NO_ZOC = frozenset((DISPERSED, ISOLATED))


# -- units ------------------------------------------------------------------------------------------


def kind_of(g: ArdGame, unit_id: UnitId) -> UnitType:
    """What is printed on a counter."""
    return g.content.units[unit_id]


def steps(g: ArdGame, unit_id: UnitId) -> int:
    """Steps left."""
    return g.content.units[unit_id].steps - g.state.units[unit_id].numbers.get(LOST, 0)


def strength(g: ArdGame, unit_id: UnitId) -> int:
    """Strength of the step shown."""
    return g.content.units[unit_id].value(g.state.units[unit_id].numbers.get(LOST, 0))


def rank(g: ArdGame, unit_id: UnitId) -> tuple[int, int]:
    """ARD-GE-07  The order of ascending #."""
    return kind_of(g, unit_id).rank


def by_number(g: ArdGame, units: Iterable[UnitId]) -> list[UnitId]:
    """ARD-GE-07  Units in ascending #."""
    return sorted(units, key=g.content.order.__getitem__)


def stack(g: ArdGame, where: Hex, side: str) -> list[Unit]:
    """The units of a side in a hex, in ascending #."""
    if not g.board.here[side][where]:
        return []
    here, units = g.board.at[where], g.state.units
    if len(here) == 1:
        return [units[here[0]]]
    return [units[u] for u in by_number(g, here) if units[u].side == side]


def on_map(g: ArdGame, side: str) -> list[Unit]:
    """The side's units on the map, by id."""
    return [g.state.units[u] for u in g.board.on_map[side]]


def carrying(g: ArdGame, side: str, mark: str) -> tuple[UnitId, ...]:
    """The side's units on the map with a state, by id."""
    return _carrying(g, side, mark, g.board.mapped, g.board.version_of_mark(mark))


@lru_cache(maxsize=64)
def _carrying(g: ArdGame, side: str, mark: str, _mapped: int, _marked: int) -> tuple[UnitId, ...]:
    units = g.state.units
    return tuple([u for u in g.board.on_map[side] if mark in units[u].states])


def in_supply(unit: Unit) -> bool:
    """ARD-SS-17  None of LowSupply, OutOfSupply and Isolated, as found in the last Supply Phase."""
    return not unit.states.intersection(SHORT)


def is_ready(unit: Unit) -> bool:
    """ARD-CC-01  In Supply and not Dispersed: a tactic may be played in its support."""
    return DISPERSED not in unit.states and in_supply(unit)


def army_of(g: ArdGame, unit_id: UnitId) -> str:
    """ARD-OB-01  The army of a unit today."""
    return g.content.army_of(kind_of(g, unit_id).corps, day(g))


def due_of(g: ArdGame, unit_id: UnitId) -> int:
    """The day on which a unit on the calendar enters Reserve."""
    return g.state.units[unit_id].numbers.get(DUE) or kind_of(g, unit_id).due or 0


def reserve(g: ArdGame, side: str) -> list[UnitId]:
    """Units of a side in Reserve, in ascending #."""
    found = (u.id for u in g.state.units.values() if u.box == RESERVE and u.side == side)
    return by_number(g, found)


# -- places, stacking -------------------------------------------------------------------------------


def is_vp(g: ArdGame, where: Hex) -> bool:
    """A VP hex."""
    return where in g.content.points


def hold_value(g: ArdGame, where: Hex) -> int:
    """The HV of a hex, 0 where it is no Position."""
    return g.content.hold.get(where, 0)


def is_empty(g: ArdGame, where: Hex) -> bool:
    """No unit of either side stands there; a Roadblock does not count."""
    return not g.board.at[where]


@cache
def _limits(content: ArdennesContent) -> tuple[Limit[int], ...]:
    """ARD-ST-01  Of the steps of each unit of a stack."""
    most = content.limits.stacking
    units, steps_ = (
        "{hex} would hold {n} units; {most} is the most.",
        "{hex} would hold {n} steps; {most} is the most.",
    )
    return (
        Limit(len, most.units, units, "ARD-ST-01"),
        Limit(sum, most.steps, steps_, "ARD-ST-01"),
    )


def why_full(g: ArdGame, side: str, where: Hex, coming: Sequence[UnitId]) -> Refusal | None:
    """ARD-ST-01  Why *coming* may not end in a hex; None if they may."""
    if len(coming) == 1 and not g.board.here[side][where]:
        return None
    stack_ = [steps(g, u) for u in together(g, side, where, coming)]
    return over(_limits(g.content), stack_, g.grid.name(where))


class Load(NamedTuple):
    """ARD-ST-01  How many stand in a hex."""

    units: int
    steps: int


def load_of(g: ArdGame, where: Hex) -> Load:
    """ARD-ST-01  What stands in a hex."""
    here = g.board.at[where]
    return Load(len(here), sum([steps(g, u) for u in here]))


def place_name(g: ArdGame, where: Hex) -> str:
    """A hex as the journal writes it: its number, and the place if it has one."""
    return g.content.map.numbered(where)


def unit_name(g: ArdGame, unit_id: UnitId) -> str:
    """A unit in running text."""
    return g.content.units[unit_id].title
