"""Partisans: bands raised, hidden and active, their attacks, sweeps against them (EF-PT)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.ask import DONE_WORD, Choice, Odds, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront.air import at_random, based, worsen
from wargame.games.eastfront.asks.band_refusals import marches_not, raises_not, sweeps_not
from wargame.games.eastfront.band_odds import (
    COVER,
    TRAINED,
    attack_added,
    attack_odds,
    lost_to,
    struck,
    sweep_added,
    sweep_odds,
    swept,
)
from wargame.games.eastfront.bands import ways
from wargame.games.eastfront.content import ROUGH
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.tables import BandsRow
from wargame.games.eastfront.harm import leave
from wargame.games.eastfront.nets import railway
from wargame.games.eastfront.state import (
    ACTIVE,
    BREAK,
    DUMP,
    HELD,
    OUT,
    SP,
    SWEPT,
    EfGame,
    class_of,
    combat_units,
    kind_of,
    on_map,
    place_name,
    stack,
    steps,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.modifiers import added_up

MARCHED, STRUCK = "marched", "struck"
"""States of a band in 5.3: has moved, has attacked."""
CHANGED, RAISED = "changed", "raised"
"""State: has changed mode in 10.3. Track: bands raised in it."""


def bands(g: EfGame, *, active: bool | None = None) -> list[Unit]:
    """The bands on the map, by id; those of a mode alone if one is asked for."""
    found = [u for u in on_map(g, "soviet") if g.content.units[u.id].cls == "PA"]
    return [u for u in found if active is None or (ACTIVE in u.states) == active]


def period(g: EfGame) -> BandsRow:
    """EF-PT-10, EF-PE-23  The row of table 4.13 that counts now."""
    turn = g.state.turn()
    return next(r for r in g.content.partisans.period if r.turns[0] <= turn <= r.turns[1])


# -- the Soviet segment -----------------------------------------------------------------------------


@segment("eastfront.movement.partisan")
async def partisans(g: EfGame, side: Side) -> Next:
    """EF-PT-01, EF-PT-13, EF-PT-14  One pass: a band moves or attacks, or is swept."""
    choices = _band_orders(g) if side == "soviet" else _sweeps(g)
    if not choices:
        _clean(g)
        return DONE
    out = (Option(DONE_WORD, "No more"), ("", "", -1, ""))
    prompt = "Partisans: move and attack." if side == "soviet" else "Sweep the country?"
    rule = "EF-PT-13" if side == "soviet" else "EF-PT-14"
    ask = Choice(
        side, "bands", prompt, [out, *choices],
        rule=rule, quiet=DONE_WORD, odds=lambda row: _odds(g, *row),
        explain=marches_not(g, _has_done(g)) if side == "soviet" else sweeps_not(g),
    )  # fmt: skip
    what, unit, where, more = await g.ask(ask)
    if not what:
        _clean(g)
        return DONE
    if what == "march":
        here = g.state.units[unit].hex
        g.move(unit, (here, *ways(g, unit)[where]), rule="EF-PT-13")
        g.gain(unit, MARCHED, rule="EF-PT-13")
    elif what == "attack":
        attack(g, unit, where, more)
    else:
        await _sweep(g, unit, more)
    return AGAIN


def _has_done(g: EfGame) -> Callable[[UnitId], str]:
    """What bars a band from going on."""
    said = {STRUCK: "attacked: it does not go on", MARCHED: "gone already"}

    def told(band: UnitId) -> str:
        states = g.state.units[band].states
        return next((said[state] for state in said if state in states), "")

    return told


def _clean(g: EfGame) -> None:
    for unit in bands(g):
        for state in (MARCHED, STRUCK, SWEPT):
            g.shed(unit.id, state, rule="EF-PT-13")


Row = tuple[Option, tuple[str, UnitId, Hex, str]]
"""What is done, by or to a band, where; what it attacks, or who sweeps it."""


def _odds(g: EfGame, what: str, unit: UnitId, where: Hex, more: str) -> Odds | None:
    """EF-PT-10, EF-PT-14  The chances of an attack, and of a sweep that nobody joins."""
    if what == "attack":
        return attack_odds(g, g.state.units[unit], where)
    return sweep_odds(g, g.state.units[unit], [more]) if what == "sweep" else None


def _band_orders(g: EfGame) -> list[Row]:
    """EF-PT-13  What active bands may do: a hex of march, two from cover to cover, then an attack."""
    found: list[Row] = []
    for band in bands(g, active=True):
        name = unit_name(g, band.id)
        if MARCHED not in band.states and STRUCK not in band.states:
            for h in ways(g, band.id):
                answer = f"march {band.id} {g.grid.name(h)}"
                option = Option(answer, f"{name} to {place_name(g, h)}", (band.id,), (h,))
                found.append((option, ("march", band.id, h, "")))
        if STRUCK not in band.states:
            for h in (band.hex, *g.grid.neighbours[band.hex]):
                for what in targets(g, h):
                    label = f"{name} attacks the {TITLES[what]} in {place_name(g, h)}"
                    answer = f"attack {band.id} {g.grid.name(h)} {what}"
                    option = Option(answer, label, (band.id,), (h,))
                    found.append((option, ("attack", band.id, h, what)))
    return found


TITLES = {"rail": "railway", "stock": "supplies", "base": "air base"}


def targets(g: EfGame, where: Hex) -> list[str]:
    """EF-PT-10  What a band may attack in a hex: "rail", "stock", "base"."""
    if g.state.control.get(where) != "axis":
        return []
    layers = g.state.layers
    rail = railway(g, where) and not layers.get(BREAK, {}).get(where)
    hq = any(kind_of(g, u.id).hq and u.numbers.get(SP, 0) for u in stack(g, where, "axis"))
    stock = hq or layers.get(DUMP, {}).get(where)
    there = {"rail": rail, "stock": stock, "base": based(g, "axis", where)}
    return [what for what in TITLES if there[what]]


def attack(g: EfGame, unit: UnitId, where: Hex, what: str) -> None:
    """EF-PT-10, EF-PT-13  A band attacks something in a hex; it may be lost."""
    band = g.state.units[unit]
    more, most = added_up(attack_added(g, band, where)), lost_to(g, band, where)
    total = g.roll("partisans", sides=10, unit=unit, hex=where, more=more, rule="EF-PT-10") + more
    g.gain(unit, STRUCK, rule="EF-PT-13")
    if done := struck(g, total):
        _success(g, what, where, great=done == "great")
    if g.roll("band_lost", sides=10, unit=unit, needed=most, rule="EF-PT-10") <= most:
        disband(g, unit)


def _success(g: EfGame, what: str, where: Hex, *, great: bool) -> None:
    g.note("sabotage", hex=where, target=what, rule="EF-PT-10")
    if what == "rail":
        g.set_layer(BREAK, {where: 1}, rule="EF-PT-10")
        if great:
            _burn(g, where, 1)
    elif what == "stock":
        _burn(g, where, 2 if great else 1)
    elif what == "base":
        for _ in range(2 if great else 1):
            if unit := at_random(g, "soviet", "axis", where):
                worsen(g, unit, rule="EF-PT-10")


def _burn(g: EfGame, where: Hex, points: int) -> None:
    """SP lost: of the hex first, then of an HQ there."""
    there = g.state.layers.get(DUMP, {}).get(where, 0)
    n = min(points, there)
    if n:
        g.set_layer(DUMP, {where: there - n}, rule="EF-PT-10")
    for unit in stack(g, where, "axis"):
        stock = unit.numbers.get(SP, 0)
        if points - n > 0 and stock:
            lost = min(points - n, stock)
            g.set_number(unit.id, SP, stock - lost, rule="EF-PT-10")
            n += lost


def disband(g: EfGame, unit: UnitId) -> None:
    """EF-PT-19  An eliminated band returns to the box."""
    g.note("eliminated", unit=unit, rule="EF-PT-19")
    g.set_number(unit, OUT, g.state.turn(), rule="EF-PT-19")
    leave(g, unit, HELD, rule="EF-PT-19")


# -- sweeps -----------------------------------------------------------------------------------------


def _sweeps(g: EfGame) -> list[Row]:
    """EF-PT-14  Bands that Axis units beside them may sweep."""
    found: list[Row] = []
    for band in bands(g):
        if SWEPT in band.states:
            continue
        for by in sweepers(g, band):
            said = (
                f"{unit_name(g, by)} sweeps {place_name(g, band.hex)} for {unit_name(g, band.id)}"
            )
            option = Option(f"sweep {band.id} {by}", said, (band.id, by), (band.hex,))
            found.append((option, ("sweep", band.id, band.hex, by)))
    return found


async def _sweep(g: EfGame, band: UnitId, leader: UnitId) -> None:
    """EF-PT-14  A unit sweeps, with as many others as its player likes."""
    who = [leader]
    while able := [u for u in sweepers(g, g.state.units[band]) if u not in who]:
        joins = [(Option(f"join {u}", f"{unit_name(g, u)} joins the sweep", (u,)), u) for u in able]
        out = (Option(DONE_WORD, "Nobody else joins"), "")
        prompt = f"{unit_name(g, leader)} sweeps for {unit_name(g, band)}. Who joins?"
        ask = Choice(
            "axis", "bands.join", prompt, [out, *joins],
            rule="EF-PT-14", quiet=DONE_WORD,
            odds=lambda u: sweep_odds(g, g.state.units[band], [*who, *([u] if u else [])]),
        )  # fmt: skip
        if not (more := await g.ask(ask)):
            break
        who.append(more)
    sweep(g, band, who)


def sweepers(g: EfGame, band: Unit) -> list[UnitId]:
    """EF-PT-14  Axis units that may sweep a band, the best first: security and mountain troops."""
    hexes = (band.hex, *g.grid.neighbours[band.hex]) if ACTIVE in band.states else (band.hex,)
    found = [u for h in hexes for u in combat_units(g, h, "axis") if SWEPT not in u.states]
    if ACTIVE not in band.states:
        found = [u for u in found if class_of(g, u.id).id == "GS"]
    return [u.id for u in sorted(found, key=lambda u: (class_of(g, u.id).id not in TRAINED, u.id))]


def sweep(g: EfGame, unit: UnitId, who: list[UnitId]) -> None:
    """EF-PT-14  Units sweep together: the band is eliminated, driven underground, or nothing happens."""
    band = g.state.units[unit]
    more = added_up(sweep_added(g, band, who))
    for each in who:
        g.gain(each, SWEPT, rule="EF-PT-14")
    g.gain(unit, SWEPT, rule="EF-PT-14")
    total = (
        g.roll("sweep", sides=10, by="axis", unit=who[0], target=unit, more=more, rule="EF-PT-14")
        + more
    )
    end = swept(g, band, total)
    if end == "eliminated":
        disband(g, unit)
    elif end == "driven":
        g.shed(unit, ACTIVE, rule="EF-PT-14")


# -- phase 10.3 -------------------------------------------------------------------------------------


@segment("eastfront.replacement.partisan")
async def raise_bands(g: EfGame, side: Side, begun: int = 0) -> Next:
    """EF-RP-03, EF-PT-11, EF-PT-12  One pass: a band is raised, or changes its mode."""
    if not begun:
        g.keep(begun=1)
        g.set_track(RAISED, 0, rule="EF-PT-11")
        return AGAIN
    choices = [*_new(g), *_changes(g)]
    if not choices:
        _unmark(g)
        return DONE
    out = (Option(DONE_WORD, "No more"), ("", "", -1, ""))
    ask = Choice(
        side, "bands.raise", "Partisan bands.", [out, *choices], rule="EF-RP-03", quiet=DONE_WORD,
        explain=raises_not(g, _none_raised(g), CHANGED),
    )  # fmt: skip
    what, unit, where, _ = await g.ask(ask)
    if not what:
        _unmark(g)
        return DONE
    if what == "raise":
        g.set_number(unit, OUT, 0, rule="EF-PT-11")
        g.place(unit, where, rule="EF-PT-11")
        g.set_track(RAISED, int(g.state.tracks.get(RAISED, 0)) + 1, rule="EF-PT-11")
    else:
        g.gain(unit, CHANGED, rule="EF-PT-12")
        if ACTIVE in g.state.units[unit].states:
            g.shed(unit, ACTIVE, rule="EF-PT-12")
        else:
            g.gain(unit, ACTIVE, rule="EF-PT-12")
    return AGAIN


def _unmark(g: EfGame) -> None:
    for unit in bands(g):
        g.shed(unit.id, CHANGED, rule="EF-PT-12")


def _none_raised(g: EfGame) -> str:
    """EF-PT-10  Why no band is raised now, "" if one may be."""
    row, turn, out = period(g), g.state.turn(), len(bands(g))
    if not row.new:
        return f"No bands are raised before turn {row.turns[1] + 1}."
    if row.even and turn % 2:
        return f"Bands are raised in even turns now; this is turn {turn}."
    if int(g.state.tracks.get(RAISED, 0)) >= row.new:
        return f"{row.new} a segment is all that is raised now."
    return f"{out} bands are out; {row.bands} are the most now." if out >= row.bands else ""


def _new(g: EfGame) -> list[Row]:
    """EF-PT-10, EF-PT-11, EF-PT-19  The next band of the box, and where it may be raised."""
    turn = g.state.turn()
    if _none_raised(g):
        return []
    back = g.content.partisans.place.back_after
    free = [
        u.id for u in sorted(g.state.units.values(), key=lambda u: u.id)
        if u.box == HELD and u.id in g.content.units and g.content.units[u.id].cls == "PA"
        and not (u.numbers.get(OUT) and turn < u.numbers[OUT] + back)
    ]  # fmt: skip
    if not free:
        return []
    return [
        (
            Option(
                f"raise {free[0]} {g.grid.name(h)}",
                f"{unit_name(g, free[0])} in {place_name(g, h)}",
                (free[0],),
                (h,),
            ),
            ("raise", free[0], h, ""),
        )
        for h in havens(g)
    ]


def havens(g: EfGame) -> list[Hex]:
    """EF-PT-11  Hard country of the USSR in Axis hands, away from Axis combat units of two steps."""
    far = g.content.partisans.place.away
    strong = {u.hex for u in on_map(g, "axis") if class_of(g, u.id).combat and steps(g, u.id) > 1}
    shut = {h for where in sorted(strong) for h in g.grid.within(where, far - 1)}
    taken = {u.hex for u in bands(g)}
    return [
        h for h in sorted(g.content.land)
        if g.content.nation[h] == "S" and g.state.control.get(h) == "axis"
        and g.content.map.terrain[h] in (*COVER, ROUGH) and h not in shut and h not in taken
    ]  # fmt: skip


def _changes(g: EfGame) -> list[Row]:
    """EF-PT-12  Bands that may change their mode."""
    found: list[Row] = []
    for band in bands(g):
        if CHANGED in band.states:
            continue
        active = ACTIVE in band.states
        if active and _axis_near(g, band.hex):
            continue
        verb = "hide" if active else "rise"
        label = f"{unit_name(g, band.id)} {'goes underground' if active else 'becomes active'}"
        found.append(
            (Option(f"{verb} {band.id}", label, (band.id,)), ("change", band.id, band.hex, ""))
        )
    return found


def _axis_near(g: EfGame, where: Hex) -> bool:
    return any(stack(g, h, "axis") for h in (where, *g.grid.neighbours[where]))


def partisans_about(g: EfGame, side: str) -> bool:
    """EF-PT-01"""
    if not g.content.plays("partisans"):
        return False
    return bool(_band_orders(g)) if side == "soviet" else bool(_sweeps(g))


def bands_may_change(g: EfGame, side: str) -> bool:
    """EF-RP-03"""
    return side == "soviet" and g.content.plays("partisans") and bool(_new(g) or _changes(g))


WHEN = {"partisans_about": partisans_about, "bands_may_change": bands_may_change}
