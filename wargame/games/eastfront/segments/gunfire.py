"""Naval gunfire for an attack and for its defence (EF-NV-16)."""

from __future__ import annotations

from dataclasses import replace

from wargame.flow.ask import DONE_WORD, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.battle import (
    attacker_of,
    battle,
    frame_of,
    gunfire,
    present,
    stakes,
)
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.odds import odds
from wargame.games.eastfront.sea import at_sea, group_of, groups, reduced
from wargame.games.eastfront.state import FIRED, SPENT, EfGame, place_name, unit_name
from wargame.model.state import UnitId


def in_reach(g: EfGame, side: str) -> list[UnitId]:
    """EF-NV-16  Operative groups of a side at sea next to the hex attacked or to one that attacks, by id."""
    own: Side = "axis" if side == "axis" else "soviet"
    now, units = stakes(g), g.state.units
    hexes = {now.target, *(units[u].hex for u in present(g, attacker_of(g)))}
    return sorted(
        unit.id
        for unit in groups(g, own)
        if group_of(g, unit.id).bombard and at_sea(g, unit) and not unit.states & {SPENT, FIRED}
        and any(g.grid.adjacent(unit.hex, h) for h in hexes)
    )  # fmt: skip


@segment("eastfront.battle.guns")
async def guns(g: EfGame, side: Side) -> Next:
    """EF-NV-16  One pass: a group fires, once in a player-turn, and is spent."""
    able, now = in_reach(g, side), stakes(g)
    if not able:
        return DONE

    def firing(unit: UnitId) -> tuple[UnitId, ...]:
        return (*now.guns, unit) if unit else now.guns

    choices = [
        (Option(f"gunfire {u}", f"Fire of {unit_name(g, u)} ({_bombard(g, u)})", (u,)), u)
        for u in able
    ]
    out = (Option(DONE_WORD, "No gunfire"), "")
    ask = Choice(
        side, "gunfire", f"Naval gunfire at {place_name(g, now.target)}?", [out, *choices],
        rule="EF-NV-16", quiet=DONE_WORD,
        odds=lambda u: odds(g, replace(battle(g), guns=gunfire(g, attacker_of(g), firing(u)))),
    )  # fmt: skip
    unit = await g.ask(ask)
    if not unit:
        return DONE
    g.gain(unit, FIRED, rule="EF-NV-16")
    g.gain(unit, SPENT, rule="EF-NV-16")
    g.note("gunfire", unit=unit, hex=now.target, points=_bombard(g, unit), rule="EF-NV-16")
    g.keep(frame_of(g), guns=firing(unit))
    return AGAIN


def _bombard(g: EfGame, unit: UnitId) -> int:
    return reduced(g, unit, group_of(g, unit).bombard)


def guns_bear(g: EfGame, side: str) -> bool:
    """EF-NV-16  Whether ships of the side of the step may fire."""
    return bool(in_reach(g, side))


WHEN = {"guns_bear": guns_bear}
