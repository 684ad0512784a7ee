"""Reinforcement dice and the refit of the night turn (ARR-RE, ARR-RF)."""

from __future__ import annotations

from wargame.flow.script import DONE, Next, segment
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import (
    ELIMINATED,
    INTERDICTION,
    PASSED,
    REFIT,
    ArrasGame,
    area_of,
    in_force,
    kind_of,
)
from wargame.model.state import Fact, Unit, UnitId
from wargame.rules.arrivals import WAITING, due, waiting
from wargame.rules.modifiers import Modifiers, applied
from wargame.rules.table import Throw, or_less

PARALYSIS: dict[str, str] = {"german": "ARR-EV-03", "allied": "ARR-EV-04"}


@segment("arras.reinforcement")
async def reinforcement(g: ArrasGame, side: Side) -> Next:
    """ARR-RE-01, ARR-RE-03  One die for each waiting unit whose earliest turn has come."""
    units = who_rolls(g, side)
    if units and in_force(g, f"{side}_paralysis"):
        g.note("no_rolls", rule=PARALYSIS[side])
    else:
        for unit in units:
            _roll(g, unit)
    if side == "allied":
        for marker in g.state.marked(INTERDICTION):
            if marker.box:
                g.lift(marker.id, rule="ARR-GE-03")
    return DONE


def who_rolls(g: ArrasGame, side: Side) -> list[UnitId]:
    """ARR-RE-03, ARR-RE-04  Units that roll now, by id: due, waiting, not passed before."""
    ready = [u.id for u in waiting(g, side) if PASSED not in u.states]
    return due(g, ready, lambda u: g.state.number(u, "earliest", 1))


def modifiers(g: ArrasGame, unit_id: UnitId) -> Modifiers:
    """ARR-RE-06  What is added to a unit's reinforcement die."""
    die, area = g.content.entry.entry, area_of(g, unit_id)
    markers = len([m for m in g.state.marked(INTERDICTION) if m.box == area])
    interdiction = min(markers * die.interdiction, die.interdiction_most)
    refugees = die.refugees * in_force(g, "refugees")
    return applied({"interdiction": interdiction, "refugees": refugees})


def _roll(g: ArrasGame, unit_id: UnitId) -> None:
    """ARR-RE-02  A modified die below the turn number passes."""
    turn = g.state.turn()
    read = or_less(turn - 1, "enters", "waits")
    facts: dict[str, Fact] = {"turn": turn}
    added = modifiers(g, unit_id)
    throw = Throw("reinforcement", read, "ARR-RE-02", added=added, column="on_turn", facts=facts)
    passed = (
        throw.roll(
            g, "reinforcement", row="die", rule="ARR-RE-01", unit=unit_id, area=area_of(g, unit_id)
        ).result
        == "enters"
    )
    if passed:
        g.gain(unit_id, PASSED, rule="ARR-RE-02")


@segment("arras.refit")
async def refit(g: ArrasGame, side: Side) -> Next:
    """ARR-RF-01 to ARR-RF-03  One die for each unit lost by day; 1-3 returns it."""
    for unit in candidates(g, side):
        die = g.roll("refit", unit=unit.id, rule="ARR-RF-03")
        if die <= 3:
            g.gain(unit.id, REFIT, rule="ARR-RF-04")
            g.set_number(unit.id, "earliest", 6, rule="ARR-RF-07")
            g.box(unit.id, WAITING, rule="ARR-RF-07")
            g.note("refitted", rule="ARR-RF-04", unit=unit.id)
        else:
            g.note("out_for_good", rule="ARR-RF-06", unit=unit.id)
    return DONE


def candidates(g: ArrasGame, side: Side) -> list[Unit]:
    """ARR-RF-02, ARR-RF-05, ARR-RF-06  Eliminated on turns 1-4, of a kind that refits, by id."""
    return [
        u
        for u in sorted(g.state.units.values(), key=lambda u: u.id)
        if u.side == side
        and u.box == ELIMINATED
        and u.id in g.content.units
        and u.numbers["eliminated"] <= 4
        and kind_of(g, u.id).refits
    ]
