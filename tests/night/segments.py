"""The scripts of Night patrol.  Questions are built on what their side knows, not on the truth."""

from __future__ import annotations

import itertools

from tests.night.content import (
    DECOY,
    FACE_DOWN,
    FLARE,
    MINEFIELDS,
    PLANS,
    RALLY,
    posts,
)
from tests.night.veil import VEIL
from tests.toy.asks import battle_ask, can_attack, movable, move_ask
from tests.toy.content import OTHER, RED, ToyGame
from tests.toy.segments.combat import resolve
from tests.toy.segments.turn import defeated
from wargame.flow.ask import PASS, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.flow.veil import known_to
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.rules.phases import clear


@segment("night.prepare")
async def prepare(g: ToyGame, side: Side) -> Next:
    """NGT-SU-02  A plan, the order of the units, a mine: all in secret."""
    plans = [(Option(f"plan {word}", f"Plan {word}"), word) for word in PLANS]
    plan = await g.ask(Choice(side, "night.plan", "Which plan?", plans, rule="NGT-SU-02"))
    g.set_track(f"plan.{side}", plan, rule="NGT-SU-02")
    for unit, post in zip(await _order(g, side), posts(g.content, side), strict=True):
        g.place(unit, g.grid.hex(post), rule="NGT-SU-02")
    fields = [(Option(f"mine {name}", f"Mine {name}"), name) for name in MINEFIELDS[side]]
    field = await g.ask(Choice(side, "night.mine", "Where is the mine?", fields, rule="NGT-SU-02"))
    g.lay(f"mine.{side}", "mine", rule="NGT-SU-02", side=side, where=g.grid.hex(field))
    return DONE


async def _order(g: ToyGame, side: Side) -> tuple[UnitId, ...]:
    units = [u.id for u in g.state.units.values() if u.side == side]
    ways = [
        (Option(f"deploy {' '.join(way)}", f"From north to south: {', '.join(way)}"), way)
        for way in itertools.permutations(units)
    ]
    return await g.ask(Choice(side, "night.deploy", "In which order?", ways, rule="NGT-SU-02"))


@segment("night.draw")
async def draw(g: ToyGame) -> Next:
    """NGT-CD-01  Each side draws two cards at the start of a turn."""
    g.set_track("turn", g.state.turn() + 1, rule="NGT-SQ-01")
    for side in OTHER:
        for _ in range(2):
            card = g.draw(f"deck.{side}", "card", by=side, rule="NGT-CD-01")
            g.pass_on(card, "", f"hand.{side}", rule="NGT-CD-01")
    return DONE


@segment("night.card")
async def card(g: ToyGame, side: Side) -> Next:
    """NGT-CD-02  A side may play one card; some are played face down."""
    hand = sorted(set(g.state.cups[f"hand.{side}"]))
    choices: list[tuple[Option, str]] = [(Option(f"play {c}", c.capitalize()), c) for c in hand]
    choices.append((Option(PASS, "Keep all cards"), ""))
    played = await g.ask(Choice(side, "night.card", "Play a card?", choices, rule="NGT-CD-02"))
    if not played:
        return DONE
    g.pass_on(played, f"hand.{side}", f"pile.{side}", rule="NGT-CD-02")
    if played == FLARE:
        await _flare(g, side)
    elif played == RALLY:
        for unit_id in g.board.on_map[side]:
            g.shed(unit_id, "shaken", rule="NGT-CD-02")
    elif played == DECOY:
        points = int(g.state.tracks[f"points.{side}"])
        g.set_track(f"points.{side}", points + 1, rule="NGT-CD-02")
    return DONE


async def _flare(g: ToyGame, side: Side) -> None:
    """NGT-CD-03  A flare turns up every enemy counter in a hex."""
    dark = sorted({g.state.units[u].hex for u in g.board.on_map[OTHER[side]] if _is_down(g, u)})
    if dark:
        choices = [(Option(g.grid.name(h), g.content.map.name(h), (), (h,)), h) for h in dark]
        ask = Choice(side, "night.flare", "Light up which hex?", choices, rule="NGT-CD-03")
        _turn_up(g, await g.ask(ask))


@segment("night.move")
async def move(g: ToyGame, side: Side) -> Next:
    """NGT-MV-01  One pass: one unit moves; a mine goes off where it ends."""
    known = known_to(VEIL, g, side)
    order = await g.ask(move_ask(known, side)) if any(movable(known, side)) else None
    if order is None:
        clear(g, "moved", side=side, rule="NGT-MV-01")
        return DONE
    unit_id, path = order
    g.move(unit_id, path, rule="NGT-MV-01")
    g.gain(unit_id, "moved", rule="NGT-MV-01")
    if path[-1] == g.content.objective:
        g.take(path[-1], side, rule="NGT-VC-01")
    for mine in [m for m in g.state.markers.values() if m.hex == path[-1] and m.side != side]:
        g.note("mine", rule="NGT-MN-01", where=path[-1])
        g.lift(mine.id, rule="NGT-MN-01")
        g.gain(unit_id, "shaken", rule="NGT-MN-01")
    return AGAIN


@segment("night.combat")
async def combat(g: ToyGame, side: Side) -> Next:
    """NGT-CB-01  One pass: one attack; all that take part are turned up before the die."""
    known = known_to(VEIL, g, side)
    order = await g.ask(battle_ask(known, side)) if can_attack(known, side) else None
    if order is None:
        clear(g, "fought", side=side, rule="NGT-CB-01")
        return DONE
    for unit_id in order.units:
        g.gain(unit_id, "fought", rule="NGT-CB-01")
        _turn_up(g, g.state.units[unit_id].hex)
    _turn_up(g, order.target)
    result = resolve(g, order, dug_in=False)
    if result == "A":
        for unit_id in order.units:
            g.gain(unit_id, "shaken", rule="NGT-CB-01")
    elif result in ("R", "E"):
        for unit_id in list(g.board.at[order.target]):
            g.box(unit_id, "lost", rule="NGT-CB-01")
    return DONE if defeated(g) else AGAIN


@segment("night.end")
async def end(g: ToyGame) -> Next:
    """NGT-VC-01  After the last turn: the crossroads, then the secret points."""
    if g.state.turn() < g.content.scenario.last_turn:
        return DONE
    holder = g.state.control.get(g.content.objective, "")
    points = {side: int(g.state.tracks[f"points.{side}"]) for side in OTHER}
    best = max(points, key=lambda side: points[side])
    if not holder and points[best] > points[OTHER[best]]:
        holder = best
    level = "marginal" if holder else "draw"
    g.end(holder, level, "points", rule="NGT-VC-01", red=points[RED], blue=points[OTHER[RED]])
    return DONE


def _is_down(g: ToyGame, unit_id: UnitId) -> bool:
    return FACE_DOWN in g.state.units[unit_id].states


def _turn_up(g: ToyGame, where: Hex) -> None:
    """NGT-SE-05  Everything in a hex is turned up."""
    for unit_id in list(g.board.at[where]):
        if _is_down(g, unit_id):
            g.note("turned_up", rule="NGT-SE-05", unit=unit_id, where=where)
            g.shed(unit_id, FACE_DOWN, rule="NGT-SE-05")
