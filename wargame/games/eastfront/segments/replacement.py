"""Replacements: steps, rebuilt units, air units (EF-RP)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.ask import DONE_WORD, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.air import has_room
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.harm import NEVER_BACK
from wargame.games.eastfront.isolation import is_cut, own_sources
from wargame.games.eastfront.nets import nets
from wargame.games.eastfront.production import MINORS, rp_track
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    FLOWN,
    HIT,
    ISOLATED,
    LEVEL,
    LOST,
    OUT,
    POOL,
    REGAINED,
    SP,
    EfGame,
    class_of,
    enemy_zoc,
    kind_of,
    level,
    most_steps,
    nation,
    on_map,
    place_name,
    steps,
    unit_name,
)
from wargame.games.eastfront.supply import serves, supply_of
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

ARMOUR = frozenset(("CV",))
"""EF-RP-10  Classes beside armoured ones that take armour points."""


def kind_of_points(g: EfGame, unit_id: UnitId) -> str:
    """EF-RP-10, EF-RP-14  "arm" or "inf", what a unit takes."""
    cls = class_of(g, unit_id)
    return "arm" if cls.armoured or cls.id in ARMOUR or cls.deliberate else "inf"


Bill = tuple[tuple[str, int], ...]
"""Tracks that pay, with their points."""


def bill(g: EfGame, unit_id: UnitId, points: int) -> Bill | None:
    """EF-RP-15, EF-SP-26  What pays so many points of a unit's kind; None if they are not there.

    Infantry points go first; two of armour stand for each that is missing (R-226).
    """
    side, kind = g.state.units[unit_id].side, kind_of_points(g, unit_id)
    of = nation(g, unit_id)
    if of in MINORS and kind == "inf":
        track = f"rp {of}"
        return ((track, points),) if _saved(g, track) >= points else None
    arm, inf = rp_track(side, "arm"), rp_track(side, "inf")
    own = 0 if kind == "arm" else min(points, _saved(g, inf))
    price = points if kind == "arm" else 2 * (points - own)
    if _saved(g, arm) < price:
        return None
    return tuple(row for row in ((inf, own), (arm, price)) if row[1])


def _saved(g: EfGame, track: str) -> int:
    return int(g.state.tracks.get(track, 0))


def price_of(g: EfGame, unit_id: UnitId, n: int = 0) -> int:
    """EF-RP-10, EF-RP-11, EF-RP-13, EF-RP-14  Points for a step, or for a unit rebuilt with *n* steps."""
    rows, cls = g.content.limits.replacements, class_of(g, unit_id)
    if cls.deliberate:
        return 2
    if cls.engineer or not n:
        return 1
    return rows.rebuild if n == 1 else rows.rebuild_strong


def spend(g: EfGame, paid: Bill, rule: str) -> None:
    """Points are used up."""
    for track, n in paid:
        g.set_track(track, _saved(g, track) - n, rule=rule)


def restorable(g: EfGame, side: Side) -> list[UnitId]:
    """EF-RP-10, EF-PE-19  Units that can get a step back now, by id; none that has changed sides."""
    near = _within(g, side)
    worn = [u for u in on_map(g, side) if u.numbers.get(LOST)]
    return [u.id for u in worn if why_not_restored(g, side, u, near) is None]


def why_not_restored(
    g: EfGame, side: Side, unit: Unit, near: Callable[[Unit], bool]
) -> Refusal | None:
    """EF-RP-10  Why a unit on the map gets no step; None if it does."""
    if refusal := _unfit(g, side, unit):
        return refusal
    name, points = unit_name(g, unit.id), price_of(g, unit.id)
    if unit.numbers.get(REGAINED, 0) >= (most := g.content.limits.replacements.a_unit):
        return Refusal(f"{name} has got its {most} steps of this turn.", "EF-RP-10")
    if bill(g, unit.id, points) is None:
        return _unpaid(g, unit.id, points)
    if full := why_full(g, side, unit.hex, (), {unit.id: steps(g, unit.id) + 1}):
        return full
    if not near(unit):
        said = f"{name} is in range of no HQ in supply that serves it, and in no city on a fed net."
        return Refusal(said, "EF-RP-10")
    return None


def _unfit(g: EfGame, side: Side, unit: Unit) -> Refusal | None:
    """EF-RP-10, EF-RP-16, EF-RF-14, EF-IS-04  What of a unit itself forbids replacements."""
    name, kind = unit_name(g, unit.id), kind_of(g, unit.id)
    if not class_of(g, unit.id).combat or kind.side != side:
        return Refusal(f"{name} takes no replacements.", "EF-RP-10")
    if not unit.numbers.get(LOST):
        return Refusal(f"{name} has all its {most_steps(g, unit.id)} steps.", "EF-RP-16")
    if kind.force.startswith("RF"):
        return Refusal(f"{name} is a reaction force and mends in its box.", "EF-RF-14")
    if level(unit):
        return Refusal(f"{name} is at U{level(unit)}; steps go to units at U0.", "EF-RP-10")
    if ISOLATED in unit.states:
        return Refusal(f"{name} is isolated.", "EF-IS-04")
    if enemy_zoc(g, side, unit.hex):
        return Refusal(f"{name} stands in an enemy ZOC.", "EF-RP-10")
    return None


def _unpaid(g: EfGame, unit_id: UnitId, points: int) -> Refusal:
    """EF-RP-10, EF-SP-26  What is wanting in the purse."""
    of, kind = nation(g, unit_id), kind_of_points(g, unit_id)
    name = unit_name(g, unit_id)
    if of in MINORS and kind == "inf":
        saved = _saved(g, f"rp {of}")
        said = f"{name} takes {points} infantry RP of its own nation; saved: {saved}."
        return Refusal(said, "EF-SP-26")
    saved = _saved(g, rp_track(g.state.units[unit_id].side, kind))
    return Refusal(f"{name} takes {points} {kind} RP; saved: {saved}.", "EF-RP-10")


def _within(g: EfGame, side: Side) -> Callable[[Unit], bool]:
    """EF-RP-10  Whether a unit stands in a city on a fed net, or in range of an HQ in supply that serves it."""
    supply, cities = supply_of(g, side), _cities(g, side)

    def near(unit: Unit) -> bool:
        return unit.hex in cities or any(
            serves(g, hq, unit.id) and not level(g.state.units[hq])
            for hq in supply.covering(unit.hex)
        )

    return near


def _cities(g: EfGame, side: Side) -> frozenset[Hex]:
    """EF-RP-10  Cities of a fed net."""
    hexes = 0
    for net in nets(g, side):
        if net.fed:
            hexes |= net.hexes
    kinds = ("city", "major city")
    return frozenset(
        h for h, p in g.content.map.places.items() if p.kind in kinds and hexes >> h & 1
    )


def homes(g: EfGame, side: Side, unit_id: UnitId, n: int) -> list[Hex]:
    """EF-RP-11, EF-RP-13  Sources, and major cities of the main net, with room for a unit of *n* steps."""
    main = max((n for n in nets(g, side) if n.fed), key=lambda net: net.rank, default=None)
    places = g.content.map.places.items() if main else ()
    major = [h for h, p in places if p.kind == "major city" and main and main.hexes >> h & 1]
    found = sorted({*own_sources(g, side), *(() if kind_of(g, unit_id).hq else major)})
    return [
        h for h in found
        if not is_cut(g, side, h) and why_full(g, side, h, [unit_id], {unit_id: n}) is None
    ]  # fmt: skip


def rebuildable(g: EfGame, side: Side) -> list[tuple[UnitId, int, Bill]]:
    """EF-RP-11, EF-RP-13  Units of the pool that can come back: with steps, and what pays for them."""
    return [
        (unit.id, n, _bill_of(g, unit.id, n) or ())
        for unit in sorted(
            (u for u in g.state.units.values() if u.box == POOL and u.id in g.content.units),
            key=lambda u: u.id,
        )
        for n in ((1, 2) if most_steps(g, unit.id) > 1 else (1,))
        if why_not_rebuilt(g, side, unit, n) is None
    ]


def _bill_of(g: EfGame, unit_id: UnitId, n: int) -> Bill | None:
    """EF-RP-13  An HQ costs nothing."""
    return () if kind_of(g, unit_id).hq else bill(g, unit_id, price_of(g, unit_id, n))


def why_not_rebuilt(g: EfGame, side: Side, unit: Unit, n: int) -> Refusal | None:
    """EF-RP-11, EF-RP-13, EF-RF-18  Why a unit does not come back with *n* steps; None if it does."""
    name, kind = unit_name(g, unit.id), kind_of(g, unit.id)
    if class_of(g, unit.id).id in NEVER_BACK or kind.force.startswith("RF"):
        return Refusal(f"{name} never comes back.", "EF-RF-18")
    if unit.side != side or kind.side != side or unit.box != POOL:
        return Refusal(f"{name} is not among your units that may be rebuilt.", "EF-RP-11")
    if n > min(2, most_steps(g, unit.id)):
        most = min(2, most_steps(g, unit.id))
        return Refusal(f"{name} comes back with {most} steps at most.", "EF-RP-11")
    back = unit.numbers.get(OUT, 0) + g.content.limits.replacements.hq_after
    if kind.hq and g.state.turn() < back:
        return Refusal(f"{name} returns in turn {back}.", "EF-RP-13")
    if _bill_of(g, unit.id, n) is None:
        return _unpaid(g, unit.id, price_of(g, unit.id, n))
    return None


def _explain(g: EfGame, side: Side) -> Callable[[str], Refusal | None]:
    """Why a unit that an answer names gets no step, or is not rebuilt."""

    def told(text: str) -> Refusal | None:
        ids = {unit.casefold(): unit for unit in g.content.units}
        verb, name, n = (*text.casefold().split(), "", "", "")[:3]
        if name not in ids or verb not in ("restore", "rebuild"):
            return None
        unit = g.state.units[ids[name]]
        if verb == "rebuild":
            found = why_not_rebuilt(g, side, unit, int(n) if n.isdecimal() else 1)
            said = f"No source or major city has room for {unit_name(g, unit.id)}."
            return found or Refusal(said, "EF-RP-11")
        if unit.side != side or unit.hex < 0:
            said = f"{unit_name(g, unit.id)} is no unit of yours on the map."
            return Refusal(said, "EF-RP-10")
        return why_not_restored(g, side, unit, _within(g, side))

    return told


@segment("eastfront.replacement.ground")
async def ground(g: EfGame, side: Side) -> Next:
    """EF-RP-01, EF-RP-10, EF-RP-11  One pass: a step, or a unit rebuilt."""
    choices: list[tuple[Option, tuple[UnitId, int, Bill]]] = []
    for u in restorable(g, side):
        option = Option(f"restore {u}", f"A step for {unit_name(g, u)} in {_at(g, u)}", (u,))
        choices.append((option, (u, 0, bill(g, u, price_of(g, u)) or ())))
    for u, n, paid in rebuildable(g, side):
        if homes(g, side, u, n):
            label = f"Rebuild {unit_name(g, u)} with {n} step{'s' if n > 1 else ''}"
            choices.append((Option(f"rebuild {u} {n}", label, (u,)), (u, n, paid)))
    if not choices:
        return DONE
    out = (Option(DONE_WORD, "No more"), ("", 0, ()))
    said = ", ".join(
        f"{kind} {g.state.tracks.get(rp_track(side, kind), 0)}" for kind in ("inf", "arm")
    )
    ask = Choice(
        side, "replacements", f"Replacement points: {said}.", [*choices, out],
        rule="EF-RP-10", quiet=DONE_WORD, explain=_explain(g, side),
    )  # fmt: skip
    chosen, n, paid = await g.ask(ask)
    if not chosen:
        return DONE
    spend(g, paid, "EF-RP-10")
    if n:
        await rebuild(g, side, chosen, n)
    else:
        unit = g.state.units[chosen]
        g.set_number(chosen, LOST, unit.numbers[LOST] - 1, rule="EF-RP-10")
        g.set_number(chosen, REGAINED, unit.numbers.get(REGAINED, 0) + 1, rule="EF-RP-10")
        g.note("restored", unit=chosen, rule="EF-RP-10")
    return AGAIN


def _at(g: EfGame, unit: UnitId) -> str:
    return place_name(g, g.state.units[unit].hex)


async def rebuild(g: EfGame, side: Side, unit: UnitId, n: int) -> None:
    """EF-RP-11  A unit comes back with so many steps."""
    name = unit_name(g, unit)
    choices = [
        (
            Option(
                f"place {unit} {g.grid.name(h)}", f"{name} in {place_name(g, h)}", (unit,), (h,)
            ),
            h,
        )
        for h in homes(g, side, unit, n)
    ]
    ask = Choice(side, "replacements.place", f"{name} is rebuilt. Where?", choices, rule="EF-RP-11")
    where = await g.settle(ask)
    for number in (LEVEL, OUT, SP):
        g.set_number(unit, number, 0, rule="EF-RP-11")
    g.set_number(unit, LOST, max(0, most_steps(g, unit) - n), rule="EF-RP-11")
    g.set_number(unit, REGAINED, g.content.limits.replacements.a_unit, rule="EF-RP-11")
    g.place(unit, where, rule="EF-RP-11")
    g.note("rebuilt", unit=unit, hex=where, rule="EF-RP-11")


@segment("eastfront.replacement.air")
async def air(g: EfGame, side: Side) -> Next:
    """EF-RP-02, EF-RP-12  One pass: an eliminated air unit returns as I2 at a source city."""
    found = air_returns(g, side)
    if not found:
        return DONE
    choices = [
        (
            Option(
                f"return {u} {g.grid.name(h)}",
                f"{unit_name(g, u)} returns to {place_name(g, h)}",
                (u,),
                (h,),
            ),
            (u, h),
        )
        for u, hexes in found
        for h in hexes
    ]
    out = (Option(DONE_WORD, "No more"), ("", -1))
    points = g.state.tracks.get(rp_track(side, "air"), 0)
    ask = Choice(
        side, "replacements.air", f"Air replacement points: {points}.", [*choices, out],
        rule="EF-RP-12", quiet=DONE_WORD, explain=lambda text: _why_no_return(g, side, text),
    )  # fmt: skip
    back, where = await g.ask(ask)
    if not back:
        return DONE
    spend(g, ((rp_track(side, "air"), air_price(g, back)),), "EF-RP-12")
    g.set_number(back, OUT, 0, rule="EF-RP-12")
    g.shed(back, FLOWN, rule="EF-RP-12")
    g.place(back, where, rule="EF-RP-12")
    g.gain(back, HIT, rule="EF-RP-12")
    return AGAIN


def _why_no_return(g: EfGame, side: Side, text: str) -> Refusal | None:
    """EF-RP-12  Why an air unit that an answer names does not return, or not to that base."""
    verb, name, base = (*text.split(), "", "", "")[:3]
    unit = {unit.casefold(): unit for unit in g.content.air}.get(name)
    if verb != "return" or unit is None:
        return None
    said = unit_name(g, unit)
    if g.state.units[unit].side != side or g.state.units[unit].box != POOL:
        return Refusal(f"{said} is not among your eliminated air units.", "EF-RP-12")
    saved = _saved(g, rp_track(side, "air"))
    if saved < air_price(g, unit):
        return Refusal(f"{said} takes {air_price(g, unit)} air RP; saved: {saved}.", "EF-RP-12")
    where = base or "that base"
    return Refusal(
        f"{said} returns to a city that is an own source and has room; {where} is none.", "EF-RP-12"
    )


def air_price(g: EfGame, unit: UnitId) -> int:
    """EF-RP-12"""
    return 2 if g.content.air[unit].type in ("D", "A") else 1


def air_returns(g: EfGame, side: Side) -> list[tuple[UnitId, list[Hex]]]:
    """EF-RP-12  Air units that can return, with the source cities that have room."""
    points = int(g.state.tracks.get(rp_track(side, "air"), 0))
    sources = [h for h in own_sources(g, side) if g.content.place_kind(h) in ("city", "major city")]
    found = []
    for unit_id in sorted(g.content.air):
        unit = g.state.units[unit_id]
        if unit.side == side and unit.box == POOL and air_price(g, unit_id) <= points:
            hexes = [h for h in sources if has_room(g, unit_id, h)]
            if hexes:
                found.append((unit_id, hexes))
    return found


def may_replace(g: EfGame, side: str) -> bool:
    """EF-RP-01"""
    own: Side = "axis" if side == "axis" else "soviet"
    return bool(restorable(g, own) or rebuildable(g, own))


def may_replace_air(g: EfGame, side: str) -> bool:
    """EF-RP-02"""
    own: Side = "axis" if side == "axis" else "soviet"
    return bool(air_returns(g, own))


WHEN = {"may_replace": may_replace, "may_replace_air": may_replace_air}
