"""4.13, 5.11  Partisan bands: movement, attacks, sweeps, placing, modes.

What the text leaves open: ground modifiers are those of the band's own hex; a band moves over land,
and ends where no other band is (R-302); a rail hex is a target where the Axis holds it and no break
lies there yet, an HQ where it holds SPs.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.eastfront.referee.board import distance
from tests.games.eastfront.referee.position import Position, Unit

HARD = "fsm"
"""Forest, swamp, mountain."""


def bands(p: Position, *, active: bool) -> list[Unit]:
    found = (u for u in p.units.values() if u.cls == "PA")
    return [u for u in found if u.active == active]


def moves(p: Position, band: Unit) -> set[str]:
    """EF-PT-13  One hex; two if both that it enters are forest, swamp or mountain (R-240)."""
    near = _steps(p, band.hex)
    far = {
        h
        for mid in near
        if p.ground.terrain[mid] in HARD
        for h in _steps(p, mid)
        if p.ground.terrain[h] in HARD and h != band.hex
    }
    held = {u.hex for u in p.units.values() if u.cls == "PA"}
    return {h for h in near | far if not p.fighters(h, "axis") and h not in held}


def _steps(p: Position, hex_: str) -> set[str]:
    return {h for h in p.near(hex_) if p.land(h) and not p.border(hex_, h)}


# -- attacks ----------------------------------------------------------------------------------------


def targets(p: Position, where: str) -> set[tuple[str, str]]:
    """4.13  What a band in a hex may attack: a hex, and "rail", "stock" or "air"."""
    found = set()
    rail = {h for step in p.ground.rails if p.opened(step) for h in step}
    for h in (where, *p.near(where)):
        if p.controller(h) != "axis":
            continue
        if h in rail and h not in p.breaks:
            found.add((h, "rail"))
        if p.dumps.get(h) or any(u.cls == "HQ" and u.sp for u in p.at(h, "axis")):
            found.add((h, "stock"))
    return found


def guarded(p: Position, band: str, target: str) -> int:
    """4.13  -2 for an Axis combat unit in the target hex, -1 for one next to it or to the band."""
    if p.fighters(target, "axis"):
        return -2
    near = {*p.near(target), *p.near(band)}
    return -1 if any(p.fighters(h, "axis") for h in near) else 0


def attack_modifier(p: Position, band: str, target: str) -> int:
    hard = p.ground.terrain[band] in HARD
    return guarded(p, band, target) + hard + (p.turn >= 98)


def lost_to(p: Position, band: str, target: str) -> int:
    """The highest die that eliminates the band afterwards."""
    return 4 if guarded(p, band, target) else 2


# -- sweeps -----------------------------------------------------------------------------------------


def sweepers(p: Position, band: Unit) -> set[str]:
    """EF-PT-14  Who may sweep it: combat units in or next to its hex; underground a GS in its hex alone."""
    if band.active:
        near = (band.hex, *p.near(band.hex))
        return {u.id for h in near for u in p.fighters(h, "axis")}
    return {u.id for u in p.fighters(band.hex, "axis") if u.cls == "GS"}


def sweep_modifier(p: Position, band: Unit, who: Iterable[Unit]) -> int:
    """EF-PT-14  The first of them leads."""
    leader, *others = who
    trained = 2 if leader.is_("GS", "RM") else 0
    return trained + len(others) - 2 * (p.ground.terrain[band.hex] in HARD)


def swept(total: int, *, active: bool) -> str:
    if not active:
        return "gone" if total >= 9 else ""
    return "gone" if total >= 8 else "hides" if total >= 5 else ""


# -- placing, modes ---------------------------------------------------------------------------------


def havens(p: Position) -> set[str]:
    """EF-PT-11"""
    large = [u.hex for u in p.units.values() if u.who == "axis" and u.steps >= 2 and _fights(p, u)]
    held = {u.hex for u in p.units.values() if u.cls == "PA"}
    return {
        h
        for h, terrain in p.ground.terrain.items()
        if terrain in "fsrm" and p.ground.nation[h] == "S" and p.controller(h) == "axis"
        and h not in held and p.inside(h) and all(distance(h, other) >= 3 for other in large)
    }  # fmt: skip


def _fights(p: Position, unit: Unit) -> bool:
    return not p.values(unit).flag("serving")


def may_hide(p: Position, band: Unit) -> bool:
    """EF-PT-12  No Axis unit in or next to its hex."""
    return not any(p.at(h, "axis") for h in (band.hex, *p.near(band.hex)))


def allowed(turn: int) -> tuple[int, int]:
    """4.13  Bands on the map at most, and new ones in this 10.3."""
    for last, most in ((9, 0), (25, 4), (48, 8), (97, 14), (145, 20)):
        if turn <= last:
            return most, (0 if most == 0 else 1 if turn >= 49 or turn % 2 == 0 else 0)
    return 24, 1
