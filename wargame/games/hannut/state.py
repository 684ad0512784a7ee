"""What a position of Hannut means: who stands where, in which state, of which formation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from wargame.flow.ask import Refusal
from wargame.flow.game import Game
from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.data.counters import Formation, UnitType
from wargame.games.hannut.data.files import Mobility, Side
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import Marker, State, Unit, UnitId
from wargame.rules.arrivals import WAITING
from wargame.rules.stacking import Limit, over, together

HannutGame: TypeAlias = Game[HannutContent]

OTHER: dict[str, Side] = {"allied": "german", "german": "allied"}

NEUTRALIZED, FATIGUED, DEMORALIZED = "neutralized", "fatigued", "demoralized"
MORALE = ("steady", FATIGUED, DEMORALIZED)
"""HAN-MO-01, HAN-MO-03  The ladder of formation checks; below it a unit breaks."""
OOC, OPP, COLUMN = "out of command", "opp used", "in column"
DISPERSED, LOADED, REDUCED = "dispersed", "loaded", "reduced"
LASTING = (
    REDUCED, NEUTRALIZED, FATIGUED, DEMORALIZED, OOC, OPP, COLUMN, DISPERSED, LOADED,
)  # fmt: skip
"""Markers that outlast a segment, in the order they are shown."""

ACTIVATED = "activated"
"""HAN-CU-04  On an HQ: its formation has acted this turn."""
ACTED, MOVED, STAGED, RETREATED = "acted", "moved", "staged", "retreated"
BALKED = "_balked"
"""HAN-RE-02  Failed the check to retreat: no further try in this segment."""
ASSAULTING, DEFENDING, LEAVING = "assaulting", "defending", "leaving"
TRIED = "_tried "
"""HAN-RE-03  Followed by a mover's id: has attempted opportunity fire at it in its action."""
PASSING = (ACTED, MOVED, STAGED, RETREATED, BALKED, ASSAULTING, DEFENDING, LEAVING)
"""Flags that the close of a segment clears."""
STATES = (*LASTING, ACTED, MOVED, STAGED, RETREATED, ACTIVATED)
"""What a position file may put on a unit."""
ELIMINATED = "eliminated"
QUIET = (ACTED, MOVED, RETREATED, ACTIVATED, ASSAULTING, DEFENDING, LEAVING, OPP, ELIMINATED)
"""What the journal need not say, because the act behind it is told."""

MINES = "mines"
CUP, SAVED, DRAWN = "cup", "saved", "drawn"
"""Cups: the cup itself, the Saved box, the marker in play."""


def setup(content: HannutContent, seed: int) -> State:
    """HAN-SC-01  The fixed set-up; mines of the campaign come later."""
    state = State("hannut", content.scenario.id, seed)
    for kind in content.units.values():
        unit = Unit(kind.id, kind.side, kind.start)
        if kind.setup is None:
            unit.box = WAITING  # HAN-EN-01
        if kind.loaded:
            unit.states.add(LOADED)
        unit.numbers["steps"] = kind.steps
        state.units[kind.id] = unit
    for where in content.mines:
        name = f"mines-{content.grid.name(where)}"
        state.markers[name] = Marker(name, MINES, "allied", where)  # HAN-MI-01
    state.control = dict(content.control)
    state.tracks = {"turn": 1}
    state.cups = {SAVED: [], DRAWN: []}
    return state


# -- printed values and states --------------------------------------------------------------------


def kind_of(g: HannutGame, unit_id: UnitId) -> UnitType:
    """What is printed on a counter."""
    return g.content.units[unit_id]


def has(g: HannutGame, unit_id: UnitId, state: str) -> bool:
    """Whether a unit carries a marker."""
    return state in g.state.units[unit_id].states


def where_is(g: HannutGame, unit_id: UnitId) -> Hex:
    """The hex of a unit, OFF if it is not on the map."""
    return g.state.units[unit_id].hex


def mobility(g: HannutGame, unit_id: UnitId) -> Mobility:
    """HAN-LO-01  The movement class: a loaded unit is motorized."""
    return "motorized" if has(g, unit_id, LOADED) else kind_of(g, unit_id).mobility


def attack(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-GE-05  The present attack factor, full or reduced."""
    kind = kind_of(g, unit_id)
    return kind.reduced if has(g, unit_id, REDUCED) else kind.attack


def weapon_range(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-NE-07, HAN-DE-04  The printed range, 1 if Neutralized or Demoralized."""
    printed = kind_of(g, unit_id).range
    shaken = g.state.units[unit_id].states & {NEUTRALIZED, DEMORALIZED}
    return min(printed, g.content.limits.shaken_range) if shaken else printed


def is_dispersed(g: HannutGame, unit_id: UnitId, where: Hex = OFF) -> bool:
    """HAN-DI-01, HAN-DI-03, HAN-DI-04  Marked, or an AFV in woods, orchards or a village."""
    unit = g.state.units[unit_id]
    if DISPERSED in unit.states:
        return True
    stands = unit.hex if where == OFF else where
    return kind_of(g, unit_id).afv and stands in g.content.rough


# -- movement allowance, in half MPs --------------------------------------------------------------


def full_ma(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-LO-01, HAN-MV-03  The printed allowance, of the lorries if loaded, in half MPs."""
    kind = kind_of(g, unit_id)
    return 2 * (kind.loaded_allowance if has(g, unit_id, LOADED) else kind.allowance)


def current_ma(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-MV-02, HAN-OC-01  Half of it, rounded down to whole MPs, if Out of Command."""
    full = full_ma(g, unit_id)
    return full // 4 * 2 if has(g, unit_id, OOC) else full


def half_ma(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-MV-02, HAN-TE-10  Half the current allowance, rounded up to whole MPs."""
    return (current_ma(g, unit_id) + 2) // 4 * 2


def assault_part(g: HannutGame, unit_id: UnitId) -> int:
    """HAN-MV-02, HAN-TE-11  A quarter of the full allowance, rounded up to whole MPs."""
    whole, part = full_ma(g, unit_id) // 2, g.content.limits.assault_part
    return -(-whole // part) * 2


def spent(g: HannutGame, unit_id: UnitId) -> int:
    """Half MPs spent in the unit's present action."""
    return g.state.number(unit_id, "spent")


# -- who stands where -----------------------------------------------------------------------------


def in_order(g: HannutGame, units: Iterable[UnitId]) -> list[UnitId]:
    """Units in table order."""
    printed = g.content.units
    return sorted(units, key=lambda u: printed[u].order)


def units_at(g: HannutGame, where: Hex, side: str) -> list[UnitId]:
    """The side's units in a hex, in table order."""
    if not g.board.here[side][where]:
        return []
    printed = g.content.units
    found = [u for u in g.board.at[where] if printed[u].side == side]
    return in_order(g, found) if len(found) > 1 else found


def holds(g: HannutGame, where: Hex, side: str) -> bool:
    """Whether the side has any unit in a hex."""
    return g.board.here[side][where] > 0


def near_enemy(g: HannutGame, where: Hex, side: str, *, but: Hex = OFF) -> bool:
    """Whether an enemy of *side* stands next to a hex, those in the hex *but* left out."""
    here = g.board.here[OTHER[side]]
    return bool([h for h in g.grid.neighbours[where] if here[h] and h != but])


def nearest_enemy(g: HannutGame, where: Hex, side: str) -> Hex:
    """HAN-MO-04, HAN-IF-04  The hex of the nearest enemy unit, the lower id of equals; OFF if there is none."""
    units = g.state.units
    return g.grid.nearest(where, {units[u].hex for u in g.board.on_map[OTHER[side]]})


@cache
def _limits(content: HannutContent) -> tuple[Limit[UnitType], Limit[UnitType], Limit[UnitType]]:
    """HAN-ST-01, HAN-ST-02  Combat units, HQs, and combat units In Column."""
    table = content.limits
    said = f"{{hex}} would hold more than {table.stack} combat units and {table.stack_hqs} HQs."
    column = "{hex} would hold more than {most} combat units In Column."
    return (
        Limit(_combat_units, table.stack, said, "HAN-ST-01"),
        Limit(lambda kinds: len(kinds) - _combat_units(kinds), table.stack_hqs, said, "HAN-ST-01"),
        Limit(_combat_units, table.stack_columns, column, "HAN-ST-02"),
    )


def _combat_units(kinds: Sequence[UnitType]) -> int:
    return len([kind for kind in kinds if kind.combat_unit])


def why_full(
    g: HannutGame, where: Hex, units: Sequence[UnitId], *, column: bool = False
) -> Refusal | None:
    """HAN-ST-01, HAN-ST-02  Why units may not end in a hex, In Column; None if they may."""
    kinds = g.content.units
    side = kinds[units[0]].side
    if len(units) == 1 and not g.board.here[side][where]:  # an empty hex has room
        return None
    stack = [kinds[u] for u in together(g, side, where, units)]
    wrong = over(_limits(g.content)[:-1], stack, g.grid.name(where))
    return wrong or (why_no_column(g, where, units) if column else None)


def least_room(g: HannutGame) -> int:
    """HAN-ST-01, HAN-ST-02  So many units of a side may end in a hex whoever they are."""
    return min(limit.most for limit in _limits(g.content))


def why_no_column(g: HannutGame, where: Hex, units: Sequence[UnitId]) -> Refusal | None:
    """HAN-ST-02  Why units may not end In Column in a hex; None if they may."""
    side = kind_of(g, units[0]).side
    columns = [u for u in together(g, side, where, units) if u in units or has(g, u, COLUMN)]
    limit = _limits(g.content)[-1]
    return over([limit], [kind_of(g, u) for u in columns], g.grid.name(where))


def room(g: HannutGame, where: Hex, units: Sequence[UnitId]) -> bool:
    """HAN-ST-01  Whether *units* may end in a hex with those of their side already there."""
    return why_full(g, where, units) is None


# -- formations -----------------------------------------------------------------------------------


def formation_of(g: HannutGame, unit_id: UnitId) -> Formation:
    """The formation of a unit."""
    return g.content.formations[kind_of(g, unit_id).formation_id]


def on_map(g: HannutGame, formation: Formation) -> list[UnitId]:
    """The formation's units on the map, in table order."""
    return [u for u in formation.units if g.state.units[u].hex >= 0]


def active(g: HannutGame) -> Formation | None:
    """HAN-SP-08  The formation whose marker is in play."""
    drawn = g.state.cups[DRAWN]
    name = g.content.markers[drawn[0]].formation if drawn else ""
    return g.content.formations[name] if name else None


def active_formation(g: HannutGame) -> Formation:
    """The formation whose marker is in play; there must be one."""
    found = active(g)
    assert found is not None, "no formation is active"
    return found


def is_active(g: HannutGame, unit_id: UnitId) -> bool:
    """HAN-SP-18, HAN-RE-05  Whether the unit's side is the active one."""
    drawn = g.state.cups[DRAWN]
    return bool(drawn) and g.content.markers[drawn[0]].side == kind_of(g, unit_id).side


def hq_shaken(g: HannutGame, formation: Formation) -> bool:
    """HAN-FF-05, HAN-CM-04  Whether its HQ is Neutralized or eliminated."""
    hq = g.state.units.get(formation.hq, None)
    return hq is None or hq.box == ELIMINATED or NEUTRALIZED in hq.states


def acting(g: HannutGame) -> list[UnitId]:
    """Units whose action is open and not staged, in table order."""
    text = str(g.state.tracks.get("acting", ""))
    return text.split("+") if text else []


# -- control --------------------------------------------------------------------------------------


def claim(g: HannutGame, where: Hex) -> None:
    """HAN-CT-01  A steady combat unit alone in a victory hex takes control of it."""
    here = g.board.at[where]
    if not here or where not in g.state.control:
        return
    kinds = g.content.units
    sides = {kinds[u].side for u in here}
    if len(sides) == 1 and any(kinds[u].combat_unit and not has(g, u, DEMORALIZED) for u in here):
        g.take(where, sides.pop(), rule="HAN-CT-01")


def mine_at(g: HannutGame, where: Hex) -> str:
    """HAN-MI-01  The id of the mine marker in a hex, "" if there is none."""
    if where not in mined(g):
        return ""
    return next(m.id for m in g.state.marked(MINES) if m.hex == where)


def mined(g: HannutGame) -> frozenset[Hex]:
    """HAN-MI-01  Every hex with a mine marker."""
    return _mined(g, g.board.version_of(MINES))


@lru_cache(maxsize=4)
def _mined(g: HannutGame, _version: int) -> frozenset[Hex]:
    return frozenset(m.hex for m in g.state.marked(MINES))
