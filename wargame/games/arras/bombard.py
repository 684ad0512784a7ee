"""Chances and numbers of bombardment, for artillery and aircraft (chart bombard)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wargame.flow.ask import Odds, Outcome
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.state import (
    DISRUPTED,
    OTHER,
    ArrasGame,
    ground_units,
    grounds_at,
    in_force,
    kind_of,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.modifiers import Modifiers, added_up, applied
from wargame.rules.table import Throw


def modifiers(g: ArrasGame, rating: int, target: UnitId, *, air: bool) -> Modifiers:
    """ARR-BO-05, ARR-BO-06  What is added to the die, named, zeros left out."""
    effort = air and _is_aided(g, kind_of(g, target).side)
    armour = kind_of(g, target).armour
    return _modifiers(g.content, rating, armour, g.state.units[target].hex, effort)


def _is_aided(g: ArrasGame, side: str) -> bool:
    """ARR-EV-06  Whether the maximum air effort helps against the units of a side."""
    return side == "german" and in_force(g, "max_air")


def _modifiers(
    content: ArrasContent, rating: int, armour: bool, where: Hex, effort: bool
) -> Modifiers:
    table = content.bombardment
    ground = {content.map.terrain[where]: content.bombard_modifier[where]}
    more = {"armour": table.armour * armour, "effort": table.max_air_effort * effort}
    return applied({"rating": rating, **ground, **more})


def needed(g: ArrasGame, rating: int, target: UnitId, *, air: bool = False) -> int:
    """ARR-BO-04  The lowest die that disrupts; more than 6 is hopeless."""
    effort = air and _is_aided(g, kind_of(g, target).side)
    armour = kind_of(g, target).armour
    return _needed(g.content, rating, armour, g.state.units[target].hex, effort)


@lru_cache(maxsize=8192)
def _needed(content: ArrasContent, rating: int, armour: bool, where: Hex, effort: bool) -> int:
    added = added_up(_modifiers(content, rating, armour, where, effort))
    return max(content.bombardment.needed - added, 1)


def shell_throw(g: ArrasGame, battery: UnitId, target: UnitId) -> Throw[str]:
    """ARR-BO-04  Chart bombard, about to be read for a gun."""
    added = modifiers(g, kind_of(g, battery).bombard, target, air=False)
    least = g.content.bombardment.needed
    return Throw(
        "bombard",
        lambda _, total: "disrupted" if total >= least else "no_effect",
        "ARR-BO-04",
        added=added,
    )


def shell_odds(g: ArrasGame, battery: UnitId, target: UnitId) -> Odds:
    """ARR-BO-04  The die of one gun."""
    throw, need = shell_throw(g, battery, target), needed(g, kind_of(g, battery).bombard, target)
    outcomes = throw.outcomes(_results(g, target))
    return Odds("artillery", throw.added, outcomes, f"disrupted on {need} or more")


def strike_odds(g: ArrasGame, striker: UnitId, target: UnitId, condition: str = "") -> Odds:
    """ARR-AR-08  The die for one target."""
    air, throw = g.content.air[striker], strike_throw(g, striker, target)
    need = needed(g, air.strike, target, air=True)
    down = Outcome("striker shot down", loss={air.side: 1})
    return Odds(
        "air strike",
        throw.added,
        throw.outcomes({**_results(g, target), "striker_down": down}),
        f"{kind_of(g, target).name}: disrupted on {need} or more{condition}",
    )


def _results(g: ArrasGame, target: UnitId) -> dict[str, Outcome]:
    """What chart bombard says of a target."""
    hit = Outcome("disrupted", shaken={kind_of(g, target).side: 1})
    return {"disrupted": hit, "no_effect": Outcome("no effect")}


def strike_throw(g: ArrasGame, striker: UnitId, target: UnitId) -> Throw[str]:
    """ARR-AR-08  Chart bombard, about to be read for an aircraft over the target's hex."""
    air, least = g.content.air[striker], g.content.bombardment.needed
    down = flak_kills_on(g, g.state.units[target].hex, air.side)

    def read(natural: int, total: int) -> str:
        if natural <= down:
            return "striker_down"
        return "disrupted" if total >= least else "no_effect"

    added = modifiers(g, air.strike, target, air=True)
    return Throw(
        "bombard", read, "ARR-AR-08", added=added, facts={"basis": "flak" if down > 1 else ""}
    )


def strike_targets(g: ArrasGame, rating: int, where: Hex, side: str) -> list[UnitId]:
    """ARR-AR-14  Enemy ground units in a hex that are undisrupted and that a 6 would disrupt."""
    here = [u.id for u in grounds_at(g, where, OTHER[side]) if DISRUPTED not in u.states]
    return [u for u in here if needed(g, rating, u, air=True) <= 6]


def strike_hexes(g: ArrasGame, ratings: Iterable[int], side: str) -> dict[int, tuple[Hex, ...]]:
    """ARR-AR-14  By rating of an air unit the hexes with something to strike for it, ascending."""
    kinds, aided = g.content.units, _is_aided(g, OTHER[side])
    whole = [u for u in ground_units(g, OTHER[side]) if DISRUPTED not in u.states]
    armour = {u.hex for u in whole if kinds[u.id].armour}
    others = {u.hex for u in whole if not kinds[u.id].armour}
    hexes = {}
    for rating in ratings:
        hard, soft = (_promising(g.content, rating, kind, aided) for kind in (True, False))
        hexes[rating] = tuple(sorted(armour & hard | others & soft))
    return hexes


@lru_cache(maxsize=32)
def _promising(content: ArrasContent, rating: int, armour: bool, effort: bool) -> frozenset[Hex]:
    """ARR-BO-04, ARR-BO-05  The hexes in which a 6 disrupts."""
    every = range(content.grid.size)
    return frozenset(h for h in every if _needed(content, rating, armour, h, effort) <= 6)


def flak_kills_on(g: ArrasGame, where: Hex, side: str) -> int:
    """ARR-AR-08  The highest natural die that shoots a striker of *side* down over a hex."""
    table = g.content.bombardment.striker_down
    flak = any(
        kind_of(g, u.id).flak and DISRUPTED not in u.states
        for u in grounds_at(g, where, OTHER[side])
    )
    return table.flak if flak else table.alone
