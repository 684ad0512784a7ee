"""Replacement Phase: points, rest, divisions that go, the boundary, German rebuilding (NOR-RP, NOR-BD)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.asks.boundary import LINE, BoundaryAsk, line, runs
from wargame.games.normandy.asks.rebuilding import (
    DISSOLVED_ON,
    can_transfer,
    dissolvable,
    dissolve_ask,
    merge_ask,
    mergers,
    transfer_ask,
)
from wargame.games.normandy.asks.replacing import (
    EVER,
    EXTRA,
    KEPT,
    at_rest,
    choosing,
    points_ask,
    price_of,
    replaceable,
    rest_ask,
    rested,
)
from wargame.games.normandy.data.files import NATION_TITLES, Nation, Side
from wargame.games.normandy.entry import withdrawing
from wargame.games.normandy.harm import gain_step, take_off
from wargame.games.normandy.state import (
    ARMY,
    DISSOLVED,
    ELIMINATED,
    EXERTED,
    MERGED,
    NATIONS,
    REPLACED,
    WITHDRAWN,
    NorGame,
    nation_of,
    steps,
)
from wargame.games.normandy.works import keep_works
from wargame.games.normandy.zones import beyond
from wargame.model.state import UnitId
from wargame.rules.phases import clear_together

RESTING = "resting"
"""List: NOR-RP-09 nations that chose with their points who rests, and whom."""


def _number(g: NorGame, track: str) -> int:
    return int(g.state.tracks.get(track, 0))


# -- points -----------------------------------------------------------------------------------------


@segment("normandy.replacement")
async def replacement(g: NorGame, side: Side, rolled: int = 0) -> Next:
    """NOR-RP-01 to -06  The dice first; then one question deals the points out."""
    if not rolled:
        g.keep(rolled=1)
        for nation in NATIONS[side]:
            _receive(g, nation)
        return AGAIN
    if able := replaceable(g, side):
        chosen_by = choosing(g, side)
        given = await g.ask(points_ask(g, side, able, chosen_by))
        resting = at_rest(given)
        for unit in sorted(u for u, n in given.items() if n and u in g.state.units):
            _restore(g, unit)
        if chosen_by:
            g.set_list(RESTING, (*chosen_by, *resting), rule="NOR-RP-09")
    for nation in NATIONS[side]:
        _lapse(g, nation)
    return DONE


def _receive(g: NorGame, nation: Nation) -> None:
    """NOR-RP-04  The points of a turn; nothing is thrown where every die gives 0 (R-114)."""
    content, sea = g.content, g.state.tracks["sea"]
    if nation == "ge":
        level = _number(g, "level")
        throw = dice.german_replacements(content, level, withdrawn=withdrawing(g))
    else:
        throw = dice.replacements(content, nation, g.state.turn(), sea)  # type: ignore[arg-type]
    gained = 0
    if not throw.gives_only("0"):
        name = NATION_TITLES[nation]
        by: Side = "german" if nation == "ge" else "allied"
        gained = int(throw.roll(g, "replacement_points", by=by, nation=name).result)
    if nation == "cw":
        gained = min(gained, content.replacement.pool.cw_most - _number(g, EVER))
        g.set_track(EVER, _number(g, EVER) + gained, rule="NOR-RP-04")
    track = f"{KEPT} {nation}"
    kept = _number(g, track)
    if gained or kept:
        g.note(
            "receives_replacements",
            rule="NOR-RP-04",
            nation=NATION_TITLES[nation],
            points=gained,
            kept=kept,
        )
        g.set_track(track, kept + gained, rule="NOR-RP-04")


def _restore(g: NorGame, unit_id: UnitId) -> None:
    """NOR-RP-05, NOR-RP-06  A step for its price; points that may lapse are spent first (NOR-RP-08)."""
    nation, price = nation_of(g, unit_id), price_of(g, unit_id)
    track = f"{KEPT} {nation}"
    own = min(price, _number(g, track))
    g.set_track(track, _number(g, track) - own, rule="NOR-RP-05")
    if price > own:
        g.set_track(EXTRA, _number(g, EXTRA) - (price - own), rule="NOR-RP-08")
    g.note("restored", rule="NOR-RP-05", unit=unit_id)
    gain_step(g, unit_id, rule="NOR-RP-05")
    g.gain(unit_id, REPLACED, rule="NOR-RP-06")


def _lapse(g: NorGame, nation: Nation) -> None:
    """NOR-RP-04  Up to so many points are kept, the rest lapse."""
    track, most = f"{KEPT} {nation}", g.content.replacement.pool.kept
    if _number(g, track) > most:
        g.note(
            "points_lapse",
            rule="NOR-RP-04",
            nation=NATION_TITLES[nation],
            points=_number(g, track) - most,
        )
        g.set_track(track, most, rule="NOR-RP-04")


# -- rest -------------------------------------------------------------------------------------------


@segment("normandy.replacement.rest")
async def rest(g: NorGame, side: Side) -> Next:
    """NOR-RP-09  A die for one unit of each nation, unasked where only one may (R-115); then exertion is forgotten.

    Who was named with the points is not asked about again.
    """
    said = [str(name) for name in g.state.lists.get(RESTING, ())]
    for nation, able in rested(g, side).items():
        units = [u for u in able if u in said] if nation in said else able
        if not units:
            continue
        unit = units[0] if len(units) == 1 else await g.ask(rest_ask(g, side, nation, able))
        if unit:
            _rest(g, unit)
    if said:
        g.set_list(RESTING, (), rule="NOR-RP-09")
    clear_together(g, EXERTED, side=side, rule="NOR-RP-09")
    return DONE


def _rest(g: NorGame, unit_id: UnitId) -> None:
    won = dice.rest(g.content).roll(g, "rest", unit=unit_id).result != "nothing"
    g.note("restored" if won else "not_rested", rule="NOR-RP-09", unit=unit_id)
    if won:
        gain_step(g, unit_id, rule="NOR-RP-09")


# -- divisions that go ------------------------------------------------------------------------------


@segment("normandy.replacement.dissolve")
async def dissolve(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - the Allies alone
    """NOR-RP-08  Once, before the points are dealt out (R-121); its steps become points that never lapse."""
    name = await g.ask(dissolve_ask(g))
    if not name:
        return DONE
    formation = g.content.formations[name]
    gained = sum(steps(g, unit) for unit in formation.units)
    g.note("dissolved", rule="NOR-RP-08", formation=formation.name, points=gained)
    for unit in formation.units:
        _remove(g, unit, DISSOLVED, rule="NOR-RP-08")
    g.set_track(EXTRA, gained, rule="NOR-RP-08")
    g.set_track(DISSOLVED_ON, g.state.turn(), rule="NOR-RP-08")
    return DONE


@segment("normandy.replacement.leave")
async def leave(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - the Allies alone
    """NOR-RP-10  On its turn, wherever its units are; no losses."""
    for name in _leaving(g):
        g.note("withdrawn", rule="NOR-RP-10", formation=g.content.formations[name].name)
        for unit in _staying(g, name):
            _remove(g, unit, WITHDRAWN, rule="NOR-RP-10")
    return DONE


def _leaving(g: NorGame) -> list[str]:
    """NOR-RP-10  Divisions that leave this turn and have anybody left."""
    turn, known = g.state.turn(), g.content.formations
    rows = g.content.replacement.leaves
    due = [row.formation for row in rows if row.turn == turn and row.formation in known]
    return [name for name in due if _staying(g, name)]


def _staying(g: NorGame, name: str) -> list[UnitId]:
    """Its units in the game, on the map or off it."""
    units = [g.state.units[u] for u in g.content.formations[name].units]
    return [u.id for u in units if u.hex >= 0 or u.box not in ("", ELIMINATED, WITHDRAWN)]


def _remove(g: NorGame, unit_id: UnitId, box: str, *, rule: str) -> None:
    where = g.state.units[unit_id].hex
    take_off(g, unit_id, box, rule=rule)
    if where >= 0:
        keep_works(g, where)


# -- the boundary -----------------------------------------------------------------------------------


@segment("normandy.replacement.boundary")
async def boundary(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - the Allies alone
    """NOR-BD-01, NOR-BD-03, NOR-BD-06  One change; nobody is forced to leave, but it is told."""
    old = line(g)
    new = await g.ask(BoundaryAsk(g))
    if not new:
        return DONE
    before = _foreign(g)
    for first, last, column in runs(old, new):
        g.note("boundary", rule="NOR-BD-03", column=column, first=first, last=last)
    g.set_list(LINE, new, rule="NOR-BD-03")
    crossed = tuple(sorted(_foreign(g) - before))
    if crossed:
        g.note("wrong_side", rule="NOR-BD-06", units=crossed)
    return DONE


def _foreign(g: NorGame) -> set[UnitId]:
    """NOR-BD-04  Units in the zone of the other nation."""
    units, kinds, now = g.state.units, g.content.units, line(g)
    foreign = {nation: beyond(g.content, now, nation) for nation in NATIONS["allied"]}
    return {u for u in g.board.on_map["allied"] if foreign[kinds[u].nation] >> units[u].hex & 1}


# -- German rebuilding ------------------------------------------------------------------------------


@segment("normandy.replacement.merge")
async def merge(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - the German alone
    """NOR-RP-07  One pass: two cadres become one unit with a step more, free of charge and loss."""
    pair = await g.ask(merge_ask(g))
    if pair is None:
        return DONE
    g.note("merged", rule="NOR-RP-07", unit=pair.kept, gone=pair.gone)
    _remove(g, pair.gone, MERGED, rule="NOR-RP-07")
    gain_step(g, pair.kept, rule="NOR-RP-07")
    return AGAIN if any(True for _ in mergers(g)) else DONE


@segment("normandy.replacement.transfer")
async def transfer(g: NorGame, side: Side) -> Next:  # noqa: ARG001 - the German alone
    """NOR-SL-06  One HQ a phase changes its army; its units go with it by their attachment."""
    chosen = await g.ask(transfer_ask(g))
    if chosen is not None:
        hq, army = chosen
        g.note("transferred", rule="NOR-SL-06", unit=hq, army=g.content.armies[army].title)
        g.tie(hq, ARMY, army, rule="NOR-SL-06")
    return DONE


# -- conditions -------------------------------------------------------------------------------------


def _played(g: NorGame, _: Side) -> bool:
    return g.content.plays("replacements")


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "replacements_played": _played,
    "dissolving_possible": lambda g, side: _played(g, side) and bool(dissolvable(g)),
    "division_leaves": lambda g, side: _played(g, side) and bool(_leaving(g)),
    "boundary_played": lambda g, _: g.content.plays("boundary") and bool(line(g)),
    "merging_possible": lambda g, side: _played(g, side) and any(True for _ in mergers(g)),
    "transfer_possible": lambda g, side: _played(g, side) and can_transfer(g),
}
"""The conditions of its steps."""
