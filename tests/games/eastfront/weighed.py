"""What the program says of a position held against what the referee says; each difference is a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.judged import SIDES, names
from tests.games.eastfront.referee import (
    after,
    battle,
    lines,
    moves,
    overruns,
    politics,
    rails,
    supply,
    zones,
)
from tests.games.eastfront.referee.battle import Attack
from tests.games.eastfront.referee.position import OTHER, Position, Unit
from tests.games.eastfront.weighed_after import judgement
from tests.games.eastfront.weighed_bands import bands
from tests.games.eastfront.weighed_ships import at_sea
from tests.games.eastfront.weighed_works import engineers
from wargame.games.eastfront import isolation, nets, odds, retreat, stacking, strength, walk
from wargame.games.eastfront import state as st
from wargame.games.eastfront import supply as fed
from wargame.games.eastfront.asks.attack import KINDS
from wargame.games.eastfront.asks.attack import Attack as AttackVerb
from wargame.games.eastfront.asks.rail import rail_price
from wargame.games.eastfront.eligible import movers
from wargame.games.eastfront.payment import payers
from wargame.games.eastfront.strength import Battle
from wargame.games.eastfront.walk import Marcher

FAR = 8
"""EF-SP-27  The longest path anybody traces for himself."""


def everything(g: st.EfGame, p: Position, random: Random, *, laid: bool = False) -> Differences:
    """All that is compared in one position; in one that is *laid* out for it, what changes it or needs it untouched too."""
    found = Differences()
    for side in SIDES:
        on_the_map(g, p, side, found)
        railways(g, p, side, found)
        supplied(g, p, side, found)
        marches(g, p, side, random, found)
        attacks(g, p, side, random, found)
        if p.window is None:
            at_sea(g, p, side, random, found)
        if laid:
            engineers(g, p, side, found)
    if laid and p.window is None:
        bands(g, p, random, found)
    if laid:
        judgement(g, p, random.choice(SIDES), found)
    return found


# -- zones, connection -------------------------------------------------------------------------------


def on_the_map(g: st.EfGame, p: Position, side: Any, found: Differences) -> None:
    """5.1, 5.3, 5.4"""
    zoc = g.board.zoc[OTHER[side]]
    seen = {g.grid.name(h) for h in g.content.board if zoc[h]}
    found.same("ZOC", seen, {h for h in zones.ezoc(p, side) if p.inside(h)}, side)
    joined = names(g, isolation.connected(g, side))
    found.same("connected", joined, lines.connected(p, side), side)
    for hex_, stack in p.by_hex.items():
        mine = [u for u in stack if u.who == side]
        if mine:
            full = stacking.why_full(g, side, g.grid.hex(hex_), [])
            found.same("stacking", full is None, zones.fits(p, hex_, mine), hex_)


def mixed(g: st.EfGame, p: Position, random: Random, found: Differences) -> None:
    """5.1  Stacks that may be too big."""
    for side in SIDES:
        hexes = [h for h in p.by_hex if p.at(h, side)]
        pool = [u for u in p.units.values() if u.who == side and u.cls != "PA"]
        for hex_ in hexes:
            coming = random.sample(pool, min(len(pool), random.randrange(1, 4)))
            there = {u.id: u for u in (*p.at(hex_, side), *coming)}
            full = stacking.why_full(g, side, g.grid.hex(hex_), [u.id for u in coming])
            found.same("stack", full is None, zones.fits(p, hex_, there.values()), hex_)


# -- rail and supply ---------------------------------------------------------------------------------


def railways(g: st.EfGame, p: Position, side: Any, found: Differences) -> None:
    """5.10, 4.15"""
    found.same("usable", names(g, nets.usable(g, side)), rails.usable(p, side), side)
    mine = {(tuple(sorted(n.hexes)), n.fed, n.pot) for n in rails.nets(p, side)}
    his = {
        (tuple(sorted(names(g, net.hexes))), net.fed, pot) for net, pot in nets.capacities(g, side)
    }
    found.same("nets", his, mine, side)
    if side == "axis":
        whole = names(g, nets.fed_hexes(g, side)) - supply.fed_nets(p, side)
        found.same("tail", whole, rails.tail(p))
    for unit in _units(p, side):
        found.same("rail cost", rail_price(g, unit.id), rails.cost(p, unit), unit.id)


def supplied(g: st.EfGame, p: Position, side: Any, found: Differences) -> None:
    """5.17.4, 5.17.5"""
    view, his = supply.lines(p, side), fed.supply_of(g, side)
    costs = _costs(g, p, his.to_heads)
    mine = {(h, n) for h, n in view.costs.items() if n <= FAR}
    found.same("path costs", {(h, n) for h, n in costs if n <= FAR}, mine, side)
    found.same(
        "supplied",
        {u.id for u in _units(p, side) if his.supplied(u.id)},
        view.supplied(),
        side,
    )
    for hq in _units(p, side):
        if hq.cls == "HQ":
            near = set(view.to([hq.hex], hq.range + 2).items())
            found.same("range", _costs(g, p, his.near(hq.id)), near, hq.id)


def _costs(g: st.EfGame, p: Position, found: Mapping[int, int]) -> set[tuple[str, int]]:
    """Path costs by hex; no path begins in a lake where nobody stands."""
    named = {(g.grid.name(h), n) for h, n in found.items()}
    return {(h, n) for h, n in named if p.footed(h)}


def _units(p: Position, side: str) -> list[Unit]:
    return [u for u in p.units.values() if u.who == side and u.cls != "PA"]


# -- movement ----------------------------------------------------------------------------------------


def marches(g: st.EfGame, p: Position, side: Any, random: Random, found: Differences) -> None:
    """5.9  Every unit that may move goes alone; stacks overrun."""
    for phase in (walk.INITIAL, walk.REACTION):
        for unit_id in movers(g, side, phase):
            fresh = not walk.spent(g, unit_id, phase)
            if fresh and random.random() < (1 if phase == walk.INITIAL else 0.3):
                _march(g, p, p.units[unit_id], phase, found)
    for hex_ in sorted(h for h in p.by_hex if p.fighters(h, side)):
        _overruns(g, p, hex_, random, found)


def _march(g: st.EfGame, p: Position, unit: Unit, phase: int, found: Differences) -> None:
    mp = moves.allowance(p, unit, _halved(g, p, unit, phase))
    found.same("MA", walk.allowance(g, unit.id, phase), mp, unit.id)
    railed = phase == walk.INITIAL and st.RAILED in g.state.units[unit.id].states
    mp = -(-mp // 2) if railed else mp  # EF-RA-14
    marcher = Marcher(g, (unit.id,), phase)
    field = marcher.field().left
    overrun = {h for h in field if marcher._overruns(h)}
    his = {
        g.grid.name(h): mp - left // walk.HALVES
        for h, left in field.items()
        if h not in overrun and h != marcher.start
    }
    theirs = _reach(p, unit, mp, phase, fresh=not railed)
    found.same("reach", set(his.items()), set(theirs.items()), unit.id)
    ends = {h for h in his if marcher.why_no_end(g.grid.hex(h)) is None}
    mine = {h for h in his if moves.may_stop(p, unit, h) and politics.may_end(p, unit, h)}
    if not unit.id.startswith(("Q-", "C-")):  # EF-RF-15, leashes, is not the referee's
        found.same("end", ends, mine, unit.id)


def _halved(g: st.EfGame, p: Position, unit: Unit, phase: int) -> tuple[str, ...]:
    """EF-RX-12  A unit that reacts has half its MA, a c/m Reserve all of it."""
    whole = st.RESERVE in g.state.units[unit.id].states and p.values(unit).mobile
    return ("down",) if phase == walk.REACTION and not whole else ()


def _reach(p: Position, unit: Unit, mp: int, phase: int, *, fresh: bool) -> dict[str, int]:
    """With politics and orders to stand."""
    feared = zones.ezoc(p, unit.who)
    pinned = unit.ordered and phase == walk.INITIAL and unit.hex in feared

    def free(a: str, b: str) -> bool:
        return politics.may_enter(p, unit, a, b) and not (pinned and b not in feared)

    return moves.reach(p, unit, mp, fresh=fresh, free=free)


def _overruns(g: st.EfGame, p: Position, hex_: str, random: Random, found: Differences) -> None:
    """EF-MV-17  Who could overrun what stands next to a hex: alone, or all together."""
    side: Any = p.by_hex[hex_][0].who
    able = [p.units[u] for u in movers(g, side, walk.INITIAL) if p.units[u].hex == hex_]
    able = [u for u in able if not walk.spent(g, u.id, walk.INITIAL)]
    able = [u for u in able if st.RAILED not in g.state.units[u.id].states]
    stacks = [tuple(able)] if able else []
    stacks += [(u,) for u in able if random.random() < 0.5]
    for units in stacks:
        marcher = Marcher(g, tuple(u.id for u in units), walk.INITIAL)
        for target in p.near(hex_):
            if not moves.occupied(p, side, target):
                continue
            h = g.grid.hex(target)
            price = marcher.costs[marcher.start][g.grid.direction(marcher.start, h)]
            his = price // walk.HALVES if 0 < price <= marcher.left else None
            mine = overrun_price(p, units, target)
            found.same("overrun", his, mine, f"{[u.id for u in units]} {hex_} {target}")


def overrun_price(p: Position, units: tuple[Unit, ...], target: str) -> int | None:
    """MP of an overrun straight from where the stack stands, None if it cannot."""
    prices = [overruns.cost(p, u, target) for u in units]
    known = [n for n in prices if n is not None]
    least = min(moves.allowance(p, u) for u in units)
    if len(known) < len(prices) or not all(politics.may_enter(p, u, u.hex, target) for u in units):
        return None
    dear = max(known)
    return dear if dear <= least and overruns.strong_enough(p, units, target) else None


# -- combat ------------------------------------------------------------------------------------------


def attacks(g: st.EfGame, p: Position, side: Any, random: Random, found: Differences) -> None:
    """5.13  Attacks that may be declared, with their odds; retreats from their targets."""
    phase = 3 if p.bonus else 7
    view = supply.lines(p, side)
    verb = AttackVerb(g, side, phase)
    for target in verb.targets():
        name = g.grid.name(target)
        for kind in KINDS[phase]:
            able = verb.able(target, kind)
            some = [u for u in able if random.random() < 0.6]
            for units in (able, some):
                if units:
                    _attack(g, view, Battle(side, target, kind, tuple(units)), found)
        for defender in p.fighters(name, OTHER[side]):
            _retreat(g, p, defender, found)


def _attack(g: st.EfGame, view: supply.Lines, now: Battle, found: Differences) -> None:
    p = view.position
    target = g.grid.name(now.target)
    units = tuple(p.units[u] for u in now.units)
    given = Attack(
        units,
        target,
        now.kind,
        oc=strength.covered(g, now),
        defenders=overruns.defenders(p, now.side, target),
        engineers=any(u.cls == "CE" for a in units for u in p.at(a.hex, now.side)),
        june=p.bonus and now.side == "axis",
    )
    if now.kind == "normal":
        paying = {(payer.name, u) for payer in payers(g, now) for u in payer.reached}
        found.same("payers", paying, {(n, u.id) for u in units for n in view.payers(u)}, target)
    of = f"{target} {now.kind} by {[u.id for u in units]}"
    sums = battle.attack_total(p, given), battle.defence_total(p, given.defenders)
    his = (int(strength.attack(g, now)), strength.defence(g, now))
    found.same("odds", his, sums, of)
    found.same("column", strength.column(g, now), battle.column(*sums), of)
    added = Counter[str]()
    for name, n in strength.modifiers(g, now):
        added[CASES.get(name, name)] += n
    mine = battle.modifiers(p, given)
    found.same("modifiers", {n: k for n, k in added.items() if k}, mine, of)
    column = battle.column(*sums)
    if column is not None:
        limit = battle.total(p, given)
        reading = odds.throw(g, now)
        his_results = [reading.read(r, r + sum(n for _, n in reading.added)) for r in range(1, 11)]
        found.same(
            "results", his_results, [battle.result(r, limit, column) for r in range(1, 11)], of
        )


CASES = {
    "chit": "oc",
    "directions": "hexes",
    "gunfire": "guns",
    "minor allies": "minor",
    "frozen lake": "lake",
    "mud": "weather",
    "snow": "weather",
    "blizzard": "weather",
    "first winter": "winter",
}


def _retreat(g: st.EfGame, p: Position, unit: Unit, found: Differences) -> None:
    if after.static(p, unit):
        return
    for length in (1, 2):
        view = after.retreat(p, unit.who, unit.hex)
        his = {tuple(map(g.grid.name, way)): way for way in retreat.retreats(g, unit.id, length)}
        mine = after.paths(view, unit, length)
        of = f"{unit.id} {unit.hex} {length}"
        found.same("retreat", set(his), mine, of)
        for way in set(his) & mine:
            toll = retreat.price(g, unit.id, his[way])
            found.same("toll", toll, after.toll(view, unit, way), f"{of} {way}")
