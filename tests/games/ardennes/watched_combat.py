"""Combats of the automated Allies, held against the referee (5.8 to 5.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

from tests.games.ardennes.judged import judged
from tests.games.ardennes.referee import chits as ref_chits
from tests.games.ardennes.referee import deploy as ref_deploy
from tests.games.ardennes.referee import front as ref_front
from tests.games.ardennes.referee import ground, orders
from tests.games.ardennes.referee import hits as ref_hits
from tests.games.ardennes.watch import Watch, Watcher, hexes
from wargame.games.ardennes import cards
from wargame.games.ardennes import chits as odds
from wargame.games.ardennes import state as st
from wargame.games.ardennes.activation import active_units
from wargame.games.ardennes.automaton import (
    advance,
    hits,
)
from wargame.games.ardennes.battle import Battle, alive, defending

# -- combat -----------------------------------------------------------------------------------------


def defensive(watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle, card: Any) -> Any:
    pos, target, here = judged(g), g.grid.name(fight.target), defending(g, fight)
    found = plain(g, fight, card)
    members = cards.members(g, card) if card.commands else None
    unit = ""
    if members is not None:
        left = 0 if pos.date == 16 and g.state.tracks.get("early reserve") else 9
        own = [m for m in members if m in pos.units]
        one = ref_deploy.joins_defence(pos, target, own, reserve_left=left)
        unit = one.id if one else ""
    tactic, comes = "", ("", "")
    if not unit and card.tactic and orders.may_support(pos, here, members):
        clear = g.content.days[st.day(g)].clear
        if orders.legal(pos, card.tactic, attacking=False, clear=clear):
            tactic = card.tactic
    if card.first > pos.date:
        tactic = ""
    if tactic == "bug out":
        force = [pos.units[u] for u in alive(g, fight.units)]
        tanks = sum("battalion" in t for t in fight.tactics)
        attack = ref_chits.attack_strength(force, target, tanks)
        defence = ref_chits.defense_strength([pos.units[u] for u in here])
        near = ref_front.unsafe(pos, target, "allied") or attack >= 3 * defence
        vp = bool(ground.vp(target))
        tactic = tactic if near and not vp and orders.lossless(pos, target) else ""
    if tactic == "reinforce battle":
        comes = orders.reinforcement(pos, target, _busy(g), attacking=False)
    ours = (found.unit, found.tactic, _comes(g, found))
    watch.see("defensive draw", f"{card.id} {target}", ours, (unit, tactic, comes))
    return found


def _busy(g: st.ArdGame) -> set[str]:
    units = g.state.units.values()
    return {u.id for u in units if u.states & {st.MOVED, st.ATTACKED}}


def _comes(g: st.ArdGame, found: Any) -> tuple[str, str]:
    return (found.units[0], g.grid.name(found.path[-1])) if found.path else ("", "")


def offensive(watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle, *drawn: Any) -> Any:
    """CC-04, 5.16.4; drawn: the card, and the action card's bonus."""
    card, bonus = drawn
    pos, target, own = judged(g), g.grid.name(fight.target), alive(g, fight.units)
    found = plain(g, fight, card, bonus)
    members = cards.members(g, card) if card.commands else None
    clear = g.content.days[st.day(g)].clear
    tactic = ""
    for name, of in ((card.tactic if card.first <= pos.date else "", members), (bonus, None)):
        good = name and orders.legal(pos, name, attacking=True, clear=clear)
        if not tactic and good and orders.may_support(pos, own, of):
            tactic = name
    comes, joins = ("", ""), set[str]()
    if tactic == "reinforce battle":
        comes = orders.reinforcement(pos, target, _busy(g) | {*own}, attacking=True)
    if tactic == "assault coordination":
        joins = orders.coordinated(pos, target, {*active_units(g, "allied"), *own})
    ours = (found.tactic, _comes(g, found), {*found.units} if not found.path else set())
    watch.see("tactic", f"{card.id} {bonus} {target}", ours, (tactic, comes, joins))
    return found


def next_hit(watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle) -> Any:
    pos, units = judged(g), alive(g, fight.defenders)
    checks: list[tuple[int, int]] = []
    with mock.patch.object(type(g), "roll", _listening(type(g), checks)):
        found = plain(g, fight)
    stack = [pos.units[u] for u in units]
    loss = ref_hits.weaker(stack, fight.lost)
    if fight.parts:
        watch.seen["hit of a broken stack"] += 1
        return found
    h, target = stack[0].hex, g.grid.name(fight.target)
    origins = sorted({pos.units[u].hex for u in alive(g, fight.units)}) or hexes(g, fight.origins)
    gone = len(fight.path)
    limit = 1 if "infiltration" in fight.tactics else 2
    ways = ref_hits.choose(pos, h, target, origins, gone, names=units) if gone < limit else []
    parts = (
        {} if ways or gone >= limit else ref_hits.split(pos, h, target, origins, gone, names=units)
    )
    where = dict.fromkeys(units, ways[0].hex) if ways else parts
    ours: dict[str, str] = {u: g.grid.name(way[-1]) for us, way in found.parts for u in us}
    steps_left = sum(len(u.steps) for u in stack)
    hopeless = fight.hits >= steps_left or ref_hits.loses_zoc(pos, h, fight.lost, units)
    needed: list[int] = []
    if where and not hopeless:
        needed = [ref_hits.hold_target(pos, h, origins, target, gone, names=units)]
        where = where if checks and checks[0][1] > needed[0] else {}
    told = ours, [n for n, _ in checks]
    watch.see("hit", f"{fight.hits} {h} {units}", told, (where, needed))
    if found.loser:
        watch.see("loss", h, found.loser, loss)
    return found


def _listening(game: Any, checks: list[tuple[int, int]]) -> Callable[..., int]:
    """Dice as they are, the numbers of HoldChecks noted with what was rolled."""
    plain: Callable[..., int] = game.roll

    def roll(g: st.ArdGame, kind: str, **more: Any) -> int:
        rolled = plain(g, kind, **more)
        checks.append((more["needed"], rolled))
        return rolled

    return roll


def counter(
    watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle, units: Sequence[str]
) -> Any:
    if not fight.absorbed:
        watch.before = judged(g)
    found = plain(g, fight, units)
    assert watch.before is not None
    n = fight.absorbed
    one, two = (ref_hits.allied_attacker(watch.before, list(fight.units), k) for k in (n, n + 1))
    gone = {u: len(x.steps) for u, x in one.units.items()}
    left = {u: len(x.steps) for u, x in two.units.items()}
    lost = [u for u in gone if left.get(u, 0) < gone[u]]
    watch.see("attacker's hit", n, "" if found == hits.DISPERSE else found, lost[0] if lost else "")
    return found


def attempt(
    watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle, units: Sequence[str]
) -> Any:
    pos, found, target = judged(g), plain(g, fight, units), g.grid.name(fight.target)
    chance = ref_hits.advance_chance(target, fight.groups)
    if not ref_hits.may_advance(pos, tuple(units), target) or advance.over_limit(g, fight, units):
        chance = 0
    watch.see("advance", f"{units} {target}", found.needed, chance)
    return found


def groups(watch: Watch, plain: Watcher, g: st.ArdGame, fight: Battle) -> Any:
    pos, found = judged(g), plain(g, fight)
    fit = [
        u for u in alive(g, fight.units) if not pos.units[u].dispersed and not pos.units[u].no_fuel
    ]
    if not fight.advanced and not fight.crossed:
        edges = {frozenset((pos.units[u].hex, g.grid.name(fight.target))) for u in fit}
        if not edges & (ground.MINOR | ground.MAJOR):
            watch.see("advance groups", "", found, orders.advancers(pos, fit))
    return found


def span(watch: Watch, plain: Watcher, g: st.ArdGame, fought: odds.Forces) -> Any:
    found, pos = plain(g, fought), judged(g)
    units, foes = ([pos.units[u] for u in side] for side in (fought.units, fought.defenders))
    screen = fought.answer == "screen"
    most = ref_chits.maximum(units, foes, len(fought.tactics), screen=screen)
    if not g.state.tracks.get("fury"):
        drawn = ref_chits.draws(ref_chits.minimum(foes), most)
        watch.see(
            "draw", g.grid.name(fought.target), (found.least, found.most), (drawn[0], drawn[-1])
        )
    said = {"attack": " ".join(fought.tactics), "defense": fought.answer}
    fight = ref_chits.fight(pos, units, g.grid.name(fought.target), said)
    if fought.doubled:
        return found
    theirs: dict[tuple[int, int], Any] = {}
    for score, chance in ref_chits.chances(fight, found.most).items():
        key = ref_chits.adjust(pos, foes, score)
        theirs[key] = theirs.get(key, 0) + chance
    watch.see("chances", g.grid.name(fought.target), odds.chances(g, fought, found.most), theirs)
    return found
