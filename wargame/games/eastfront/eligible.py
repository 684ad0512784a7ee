"""Who may move in a phase, hold back, react, or exploit (EF-MV, EF-RX, EF-EX, EF-SU-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from wargame.flow.ask import Refusal
from wargame.games.eastfront import bounds
from wargame.games.eastfront.data.files import Side, from_date
from wargame.games.eastfront.score import all_held
from wargame.games.eastfront.state import (
    BOUND,
    EXPLOITED,
    GOES_ON,
    ISOLATED,
    MOVED,
    RAILED,
    REACTED,
    RESERVE,
    SHIPPED,
    SHIPPED_LATE,
    UNPREPARED,
    WORKING,
    EfGame,
    class_of,
    enemy_zoc,
    grounded,
    kind_of,
    level,
    on_map,
    unit_name,
)
from wargame.games.eastfront.supply import Supply, serves, supply_of
from wargame.games.eastfront.walk import (
    BONUS_MOVE,
    EXPLOITATION,
    INITIAL,
    REACTION,
    allowance,
    halfway,
    spent,
    told_half,
    world,
)
from wargame.model.state import Unit, UnitId

SURPRISE_HQS = "surprise hqs"
"""List: the HQs of the surprise turn; empty in June 1941 (EF-SU-12)."""
MARK: dict[int, str] = {
    BONUS_MOVE: MOVED, INITIAL: MOVED, REACTION: REACTED, EXPLOITATION: EXPLOITED,
}  # fmt: skip
"""What a unit is once it has moved in a phase."""


def why_still(g: EfGame, unit_id: UnitId, phase: int) -> Refusal | None:
    """Why a unit may not begin or go on with a move in a phase; None if it may."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if unit.hex < 0 or cls.id == "PA":
        return Refusal(f"{unit_name(g, unit_id)} is no unit that marches.", "EF-MV-11")
    if cls.static:
        return Refusal(f"{unit_name(g, unit_id)} is a fortification and never moves.", "EF-UN-01")
    if MARK[phase] in unit.states and GOES_ON not in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} has moved in this phase.", "EF-MV-11")
    if WORKING in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is at work and stays.", "EF-EN-10")
    if SHIPPED in unit.states and phase in (BONUS_MOVE, INITIAL):
        return Refusal(f"{unit_name(g, unit_id)} came by sea.", "EF-NV-14")
    if refusal := bounds.may_move(g, unit_id):
        return refusal
    if phase in (BONUS_MOVE, INITIAL):
        return _why_not_initial(g, unit, phase)
    if phase == EXPLOITATION:
        return why_no_exploitation(g, unit)
    return None


def _why_not_initial(g: EfGame, unit: Unit, phase: int) -> Refusal | None:
    """EF-RA-14, EF-SU-12"""
    if RAILED in unit.states and not halfway(g, unit.id, phase):
        return Refusal(f"{unit_name(g, unit.id)} went by rail.", "EF-RA-14")
    if phase == BONUS_MOVE and not surprises(g, unit):
        return Refusal(f"{unit_name(g, unit.id)} has no part in the surprise.", "EF-SU-12")
    return None


def surprises(g: EfGame, unit: Unit) -> bool:
    """EF-SU-12  Whether a unit qualifies for the bonus turn."""
    hqs = [str(hq) for hq in g.state.lists.get(SURPRISE_HQS, ())]
    within = g.content.limits.surprise.within
    return not hqs or any(
        g.grid.distance(unit.hex, g.state.units[hq].hex) <= within
        for hq in hqs
        if g.state.units[hq].hex >= 0
    )


def why_no_exploitation(g: EfGame, unit: Unit) -> Refusal | None:
    """EF-EX-10, EF-EX-12, EF-CB-12, EF-SP-17  Why a unit does not move in exploitation."""
    cls = class_of(g, unit.id)
    if BOUND in unit.states:
        return Refusal(f"{unit_name(g, unit.id)} is bound to a delayed attack.", "EF-CB-12")
    if SHIPPED_LATE in unit.states:
        return Refusal(f"{unit_name(g, unit.id)} came by sea.", "EF-NV-14")
    if level(unit) >= 2:
        return Refusal(f"{unit_name(g, unit.id)} is too short of supply to exploit.", "EF-SP-17")
    if RESERVE in unit.states or cls.cm:
        return None
    if cls.id in ("HQ", "RE", "CE"):
        return None  # with combat-motorised units only: the stack is looked at (EF-EX-12)
    return Refusal(
        f"{unit_name(g, unit.id)} is neither combat-motorised nor a Reserve.", "EF-EX-10"
    )


def movers(g: EfGame, side: Side, phase: int) -> tuple[UnitId, ...]:
    """Units of a side that may move in a phase, by id; those that have changed since are looked at again."""
    known, units = _known(g, side, phase, _read(g, phase)), grounded(g, side)
    if known.version != g.board.version:
        for unit in g.board.changed_among(units, known.version):
            known.fit[unit] = why_still(g, unit, phase) is None and _has_mp(g, unit, phase)
        known.version = g.board.version
        known.able = tuple([unit for unit in units if known.fit[unit]])
    return known.able


@dataclass(slots=True)
class _Known:
    """Who was found to move, and in which version of the table."""

    version: int = -1
    fit: dict[UnitId, bool] = field(default_factory=dict)
    able: tuple[UnitId, ...] = ()


@lru_cache(maxsize=8)
def _known(_g: EfGame, _side: Side, _phase: int, _read: tuple[object, ...]) -> _Known:
    return _Known()


def _read(g: EfGame, phase: int) -> tuple[object, ...]:
    """All that decides who may move but the unit itself."""
    tracks, units = g.state.tracks, g.state.units
    hqs = g.state.lists.get(SURPRISE_HQS, ()) if phase == BONUS_MOVE else ()
    at = (units[str(hq)].hex for hq in hqs)
    return (*world(g), tracks.get(bounds.HUNGARY_IN), *hqs, *at)


def _has_mp(g: EfGame, unit_id: UnitId, phase: int) -> bool:
    done = spent(g, unit_id, phase)
    return not done or allowance(g, unit_id, phase) > done  # each has 1 at least (EF-MV-12)


# -- reserves and reaction --------------------------------------------------------------------------


def rating(g: EfGame, hq: UnitId) -> int:
    """4.14, EF-PE-10  Units that an HQ may hold in Reserve, and react with."""
    kind = kind_of(g, hq)
    if kind.side == "axis":
        return kind.rating
    found = from_date(g.content.limits.hq.soviet_rating, g.state.turn())
    lost = all_held(g, "axis", (g.content.victory.collapse.capital,))
    return min(found, 1) if lost else found


def why_no_reserve(g: EfGame, unit_id: UnitId) -> Refusal | None:
    """EF-RX-10  Why a unit does not qualify for a Reserve marker, HQs apart; None if it does."""
    unit = g.state.units[unit_id]
    if not class_of(g, unit_id).combat:
        return Refusal(f"{unit_name(g, unit_id)} is no combat unit.", "EF-RX-10")
    if RESERVE in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is a Reserve already.", "EF-RX-10")
    if level(unit) > 1:
        return Refusal(
            f"{unit_name(g, unit_id)} is at U{level(unit)}; U0 and U1 may be Reserve.", "EF-RX-10"
        )
    if ISOLATED in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is isolated.", "EF-IS-04")
    if enemy_zoc(g, unit.side, unit.hex):
        return Refusal(f"{unit_name(g, unit_id)} stands in an enemy ZOC.", "EF-RX-10")
    if unit.states & {RAILED, SHIPPED}:
        by = "rail" if RAILED in unit.states else "sea"
        return Refusal(f"{unit_name(g, unit_id)} has gone by {by}.", "EF-RX-10")
    if WORKING in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is at work.", "EF-EN-18")
    if not halfway(g, unit_id, INITIAL):
        return Refusal(f"{unit_name(g, unit_id)} has {told_half(g, unit_id, INITIAL)}.", "EF-RX-10")
    return None


def keepers(g: EfGame, unit_id: UnitId, supply: Supply) -> list[UnitId]:
    """EF-RX-10, EF-SP-24  HQs in supply whose range covers a unit, by id."""
    units = g.state.units
    return [
        hq
        for hq in supply.covering(units[unit_id].hex)
        if not level(units[hq]) and serves(g, hq, unit_id)
    ]


def assigned(g: EfGame, wanted: list[tuple[UnitId, list[UnitId]]]) -> bool:
    """Whether units can share the ratings of the HQs that each may use."""
    room = {hq: rating(g, hq) for _, hqs in wanted for hq in hqs}
    return _match(sorted(wanted, key=lambda row: len(row[1])), room)


def _match(rows: list[tuple[UnitId, list[UnitId]]], room: dict[UnitId, int]) -> bool:
    if not rows:
        return True
    (_, hqs), *rest = rows
    for hq in hqs:
        if room[hq]:
            room[hq] -= 1
            if _match(rest, room):
                return True
            room[hq] += 1
    return False


def may_mark(g: EfGame, side: Side) -> Iterator[UnitId]:
    """EF-RX-10  Units that may be marked Reserve now, those marked before counted against the ratings."""
    supply = supply_of(g, side)
    held = [(u.id, keepers(g, u.id, supply)) for u in on_map(g, side) if RESERVE in u.states]
    held = [row for row in held if row[1]]
    left: dict[tuple[UnitId, ...], bool] = {(): False}
    for unit in on_map(g, side):
        if why_no_reserve(g, unit.id) is None:
            hqs = keepers(g, unit.id, supply)
            alike = tuple(hqs)
            if alike not in left:
                left[alike] = assigned(g, [*held, (unit.id, hqs)])
            if left[alike]:
                yield unit.id


REACTING = "reacting hqs"
"""List: HQs whose rating reactions of this phase have used, one entry each (EF-RX-12)."""


def why_no_reaction(g: EfGame, unit_id: UnitId) -> Refusal | None:
    """EF-RX-12  Why a unit does not react, HQs apart; None if it may."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if not cls.combat or cls.static:
        return Refusal(f"{unit_name(g, unit_id)} does not react.", "EF-RX-12")
    if REACTED in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} has reacted.", "EF-RX-12")
    if level(unit) > 1:
        return Refusal(
            f"{unit_name(g, unit_id)} is at U{level(unit)}; units at U0 and U1 react.", "EF-RX-12"
        )
    if ISOLATED in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is isolated.", "EF-RX-12")
    if UNPREPARED in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is unprepared.", "EF-RX-12")
    if unit.ties.get("work"):
        return Refusal(f"{unit_name(g, unit_id)} is at work.", "EF-EN-18")
    if refusal := bounds.may_move(g, unit_id):
        return refusal
    if RESERVE in unit.states:
        return None
    if not cls.cm:
        return Refusal(
            f"{unit_name(g, unit_id)} is neither combat-motorised nor a Reserve.", "EF-RX-12"
        )
    if enemy_zoc(g, unit.side, unit.hex):
        return Refusal(f"{unit_name(g, unit_id)} stands in an enemy ZOC.", "EF-RX-12")
    return None


def reaction_hqs(g: EfGame, unit_id: UnitId, supply: Supply, *, begun: bool = True) -> list[UnitId]:
    """EF-RX-12  HQs in supply within reach with rating left in this phase, the nearest first.

    Before the phase has *begun* all their rating is left, whatever the last one used.
    """
    used = [str(hq) for hq in g.state.lists.get(REACTING, ())] if begun else []
    where, far = g.state.units[unit_id].hex, g.content.limits.hq.reaction
    found = [
        (g.grid.distance(where, hq.hex), hq.id)
        for hq in supply.hqs()
        if g.grid.distance(where, hq.hex) <= far
        and not level(hq)
        and serves(g, hq.id, unit_id)
        and used.count(hq.id) < rating(g, hq.id)
    ]
    return [hq for _, hq in sorted(found)]


def why_no_reaction_hq(g: EfGame, unit_id: UnitId, supply: Supply) -> Refusal | None:
    """EF-RX-12  Why no HQ lets a unit react now; None if one does."""
    if reaction_hqs(g, unit_id, supply):
        return None
    far, where, name = (
        g.content.limits.hq.reaction,
        g.state.units[unit_id].hex,
        unit_name(g, unit_id),
    )
    serving = [hq for hq in supply.hqs() if not level(hq) and serves(g, hq.id, unit_id)]
    apart, nearest = min(
        ((g.grid.distance(where, hq.hex), hq.id) for hq in serving), default=(0, "")
    )
    if not nearest:
        said = f"No HQ in supply serves {name}; it reacts by one within {far} hexes."
    elif apart > far:
        said = f"{unit_name(g, nearest)}, the nearest HQ in supply, is {apart} hexes from {name}; it must be within {far}."
    else:
        near = sorted(hq.id for hq in serving if g.grid.distance(where, hq.hex) <= far)
        spent = ", ".join(f"{unit_name(g, hq)} {rating(g, hq)} of {rating(g, hq)}" for hq in near)
        said = f"The ratings of the HQs within {far} hexes of {name} are used up: {spent}."
    return Refusal(said, "EF-RX-12")


def reactors(g: EfGame, side: Side, *, begun: bool = True) -> Iterator[UnitId]:
    """EF-RX-12  Units of the non-phasing side that may react now, by id, looked at as they are wanted."""
    able = (u.id for u in on_map(g, side) if RESERVE in u.states or class_of(g, u.id).cm)
    return (
        u
        for u in able
        if why_no_reaction(g, u) is None and reaction_hqs(g, u, supply_of(g, side), begun=begun)
    )
