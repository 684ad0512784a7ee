"""Attacks as they are declared: who may attack what, with which type; lists and ties (EF-CB-10 to EF-CB-18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from wargame.flow.ask import Refusal
from wargame.flow.standings import Announced
from wargame.games.eastfront import bounds
from wargame.games.eastfront.content import LAKE, STRAIT
from wargame.games.eastfront.data.files import SIDES, Side
from wargame.games.eastfront.segments.end import ATTACKS
from wargame.games.eastfront.state import (
    ATTACKED,
    ATTACKED_LATE,
    BOUND,
    EXPLOITED,
    OTHER,
    RAILED,
    REACTED,
    SHIPPED,
    TARGET,
    UNPREPARED,
    EfGame,
    class_of,
    combat_units,
    frozen_at,
    level,
    nation,
    place_name,
    unit_name,
)
from wargame.games.eastfront.strength import DELAYED, EXPLOIT, NORMAL, Battle
from wargame.games.eastfront.walk import BONUS_MOVE, INITIAL, halfway, told_half
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import UnitId

JOINED = "joined"
"""Tie: "1" on a unit that joined a delayed attack in phase 9 (EF-CB-12)."""
FIRST, LATE, IN_BONUS = 7, 9, 3
"""Combat phases: initial, exploitation, of a bonus turn."""


def phase_of(g: EfGame) -> int:
    """The combat phase that is played, by the open segments."""
    names = [frame.name for frame in g.state.frames]
    if any(".excombat" in name for name in names):
        return LATE
    return IN_BONUS if any(".bonus" in name for name in names) else FIRST


def called(kind: str) -> str:
    """A type of attack in words."""
    return "exploitation" if kind == EXPLOIT else kind


def mark(phase: int) -> str:
    """What a unit is once it has attacked in a phase."""
    return ATTACKED_LATE if phase == LATE else ATTACKED


def listed(g: EfGame, side: str) -> list[tuple[Hex, str]]:
    """Declared attacks of a side that wait, in their order, with their types."""
    return [_parsed(g.grid, str(entry)) for entry in g.state.lists.get(ATTACKS[side], ())]


@lru_cache(maxsize=256)
def _parsed(grid: Grid, entry: str) -> tuple[Hex, str]:
    number, _, kind = entry.partition(" ")
    return grid.hex(number), kind


def announced(g: EfGame) -> list[Announced]:
    """EF-CB-17  The attacks that are declared, numbered in their order: N normal, H hasty, D delayed, E exploitation."""
    return [
        Announced(
            target,
            sorted({g.state.units[u].hex for u in attackers(g, side, target)}),
            f"{kind[0].upper()}{n}",
        )
        for side in SIDES
        for n, (target, kind) in enumerate(listed(g, side), 1)
    ]


def due(g: EfGame, side: str, phase: int) -> list[tuple[Hex, str]]:
    """EF-CB-05  Those that are resolved in a phase: delayed ones in the last."""
    return [(h, kind) for h, kind in listed(g, side) if kind != DELAYED or phase == LATE]


def attackers(g: EfGame, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Units declared for an attack that are still next to it, by id."""
    name, printed = g.grid.name(target), g.content.units
    near = [g.state.units[u] for h in g.grid.neighbours[target] for u in g.board.at[h]]
    return tuple(
        sorted(
            u.id for u in near if u.side == side and u.id in printed and u.ties.get(TARGET) == name
        )
    )


def battle_of(g: EfGame, side: Side, target: Hex, kind: str) -> Battle:
    """A declared attack with those who are still there."""
    units = attackers(g, side, target)
    joined = tuple(u for u in units if g.state.units[u].ties.get(JOINED))
    return Battle(side, target, kind, units, joined)


def why_no_target(g: EfGame, side: Side, target: Hex) -> Refusal | None:
    """EF-CB-15, EF-CB-30  Why a hex is not attacked; None if it may be."""
    enemy = OTHER[side]
    units = combat_units(g, target, enemy)
    if not any(class_of(g, u.id).zones for u in units):
        return Refusal(
            f"In {place_name(g, target)} stands nobody to attack; such a hex is entered.",
            "EF-CB-30",
        )
    name = f"{g.grid.name(target)} "
    if any(str(entry).startswith(name) for entry in g.state.lists.get(ATTACKS[side], ())):
        return Refusal(f"{place_name(g, target)} is attacked already.", "EF-CB-15")
    return None


def why_no_part(g: EfGame, unit_id: UnitId, target: Hex, kind: str, phase: int) -> Refusal | None:
    """EF-CB-10 to EF-CB-15  Why a unit takes no part in an attack of a type; None if it does."""
    return why_no_attacker(g, unit_id, target, phase) or why_not_kind(g, unit_id, kind, phase)


def why_no_attacker(g: EfGame, unit_id: UnitId, target: Hex, phase: int) -> Refusal | None:
    """EF-CB-15  Why a unit takes no part in an attack of any type; None if it may."""
    where = g.state.units[unit_id].hex
    if where < 0 or not g.grid.adjacent(where, target):
        return Refusal(
            f"{unit_name(g, unit_id)} does not stand next to {g.grid.name(target)}.", "EF-CB-15"
        )
    return why_idle(g, unit_id, phase) or why_not_into(g, unit_id, target)


def why_idle(g: EfGame, unit_id: UnitId, phase: int) -> Refusal | None:
    """EF-CB-15, EF-UN-06  Why a unit attacks nobody in a phase; None if it may."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if not cls.combat or not cls.attack:
        return Refusal(f"{unit_name(g, unit_id)} does not attack.", "EF-UN-06")
    if unit.ties.get(TARGET) or mark(phase) in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} attacks once in a combat phase.", "EF-CB-15")
    if level(unit) >= g.content.limits.supply.worst:
        return Refusal(f"{unit_name(g, unit_id)} is at U4 and does not attack.", "EF-SP-17")
    if unit.ties.get("work"):
        return Refusal(f"{unit_name(g, unit_id)} is at work.", "EF-EN-18")
    return None


def why_not_into(g: EfGame, unit_id: UnitId, target: Hex) -> Refusal | None:
    """EF-CB-15  Why a unit does not attack a hex next to it; None if it may."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if refusal := bounds.why_no_attack(g, unit_id, target):
        return refusal
    if cls.cm and g.content.water(unit.hex, target) == STRAIT:
        return Refusal(
            f"{unit_name(g, unit_id)} does not cross the strait: foot units alone do.", "EF-CB-15"
        )
    lake = g.content.map.terrain[target] == LAKE
    if lake and not cls.deliberate and (cls.pays_as_cm or not frozen_at(g, target)):
        return Refusal(
            f"{unit_name(g, unit_id)} could not enter the lake {g.grid.name(target)}.", "EF-CB-15"
        )
    return None


def why_not_together(g: EfGame, units: Sequence[UnitId]) -> Refusal | None:
    """EF-SK-03  Why units do not attack together; None if they may."""
    if {"H", "R"} <= {nation(g, u) for u in units}:
        return Refusal("Hungarians and Romanians never attack together.", "EF-SK-03")
    return None


def why_not_kind(g: EfGame, unit_id: UnitId, kind: str, phase: int) -> Refusal | None:
    """EF-CB-10 to EF-CB-13  What a type asks of a unit."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if kind in (NORMAL, DELAYED):
        where = BONUS_MOVE if phase == IN_BONUS else INITIAL
        if unit.states & {RAILED, SHIPPED}:
            by = "rail" if RAILED in unit.states else "sea"
            return Refusal(
                f"{unit_name(g, unit_id)} has gone by {by}: no {kind} attack, a hasty one alone.",
                "EF-CB-10",
            )
        if not halfway(g, unit_id, where):
            said = f"{unit_name(g, unit_id)} has {told_half(g, unit_id, where)}: no {kind} attack, a hasty one alone."
            return Refusal(said, "EF-CB-10")
        if UNPREPARED in unit.states and not (cls.cm and kind == NORMAL):
            return Refusal(f"{unit_name(g, unit_id)} is unprepared.", "EF-CB-10")
        return None
    if UNPREPARED in unit.states:
        return Refusal(f"{unit_name(g, unit_id)} is unprepared.", "EF-PE-05")
    if cls.deliberate:
        return Refusal(
            f"{unit_name(g, unit_id)} attacks only in a normal or delayed attack.", "EF-CB-11"
        )
    if kind == EXPLOIT and not (EXPLOITED in unit.states or ATTACKED not in unit.states):
        return Refusal(f"{unit_name(g, unit_id)} has attacked and did not exploit.", "EF-CB-13")
    return None


def why_no_strike(g: EfGame, unit_id: UnitId, phase: int) -> Refusal | None:
    """EF-CB-14, EF-XC-12  Why a unit of the non-phasing side makes no hasty attack of its own; None if it may."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if not cls.cm and REACTED not in unit.states:
        return Refusal(
            f"{unit_name(g, unit_id)} did not react and is not combat-motorised.", "EF-CB-14"
        )
    if level(unit) > 2:
        return Refusal(f"{unit_name(g, unit_id)} is too short of supply.", "EF-CB-14")
    if phase == LATE and not cls.cm and ATTACKED in unit.states:
        return Refusal(
            f"{unit_name(g, unit_id)} has attacked and is not combat-motorised.", "EF-XC-12"
        )
    if any(h == unit.hex for h, _ in due(g, OTHER[unit.side], phase)):
        return Refusal(f"{unit_name(g, unit_id)} is attacked itself.", "EF-CB-14")
    return None


def declare(g: EfGame, side: Side, target: Hex, kind: str, units: Sequence[UnitId]) -> None:
    """EF-CB-17  An attack is declared; those of a delayed one are bound."""
    name = g.grid.name(target)
    old = g.state.lists.get(ATTACKS[side], ())
    g.set_list(ATTACKS[side], (*old, f"{name} {kind}"), rule="EF-CB-17")
    for unit in units:
        g.tie(unit, TARGET, name, rule="EF-CB-17")
        if kind == DELAYED:
            g.gain(unit, BOUND, rule="EF-CB-12")
    g.note("declared", units=tuple(units), hex=target, kind=kind, side=side, rule="EF-CB-17")


def drop(g: EfGame, side: Side, target: Hex) -> None:
    """EF-CB-18  An attack is over, or is dropped: nobody is declared for it any more."""
    name = g.grid.name(target)
    rest = [str(x) for x in g.state.lists.get(ATTACKS[side], ()) if not str(x).startswith(name)]
    g.set_list(ATTACKS[side], rest, rule="EF-CB-18")
    tied = [u for u in g.state.units.values() if u.ties and u.side == side]
    for unit in sorted(u.id for u in tied if u.ties.get(TARGET) == name):
        g.tie(unit, TARGET, "", rule="EF-CB-18")
        g.tie(unit, JOINED, "", rule="EF-CB-18")
        g.shed(unit, BOUND, rule="EF-CB-18")
