"""Air interdiction: targeted hexes, and the Level that slows German movement (NOR-IT)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.asks.targets import (
    TargetAsk,
    aside_ask,
    bridge_ask,
    most_targets,
    points_left,
    pool,
    room,
)
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.score import is_last_turn
from wargame.games.normandy.state import DOWN, TARGETED, NorGame
from wargame.games.normandy.works import set_bridge, standing_at
from wargame.hexes.grid import Hex


@segment("normandy.interdiction.targeted")
async def targeted(g: NorGame, side: Side, laid: int = 0) -> Next:  # noqa: ARG001 - the Allies alone
    """NOR-IT-01, NOR-IT-05, NOR-IT-06  One pass: one answer, a die for each hex that a bridge touches."""
    if room(g, laid) <= 0:
        return DONE
    hexes = await g.ask(TargetAsk(g, laid))
    if not hexes:
        return DONE
    for where in hexes:
        await _target(g, where)
    g.keep(laid=laid + len(hexes))
    return AGAIN


async def _target(g: NorGame, where: Hex) -> None:
    """NOR-IT-05  Points are spent, the marker is laid, a bridge may fall."""
    price = g.content.air.targeted.price
    g.set_track(pool(g), points_left(g) - price, rule="NOR-IT-05")
    g.note("targeted", rule="NOR-IT-05", where=where)
    g.set_layer(TARGETED, {where: 1}, rule="NOR-IT-05")
    if not standing_at(g, where):
        return
    throw = dice.targeted_bridge(g.content)
    found = throw.roll(g, "targeted_bridge", by="allied", where=where)
    if found.result == "destroyed":
        bridge = await g.settle(bridge_ask(g, where))
        set_bridge(g, bridge, DOWN, rule="NOR-IT-05")


@segment("normandy.interdiction.level")
async def level(g: NorGame, side: Side) -> Next:
    """NOR-IT-02 to -04, NOR-IT-06, NOR-AA-06  What is set aside comes off first; the die adds the rest."""
    if _may_set_aside(g):
        points = await g.ask(aside_ask(g))
        g.note("set_aside", rule="NOR-IT-06", points=points)
        g.set_track("aside", points, rule="NOR-IT-06")
        left = int(g.state.tracks["interdiction"]) - points
        g.set_track("interdiction", left, rule="NOR-IT-06")
    left = int(g.state.tracks.get("interdiction", 0))
    if not left:
        g.note("no_level", rule="NOR-AA-06")
        g.set_track("level", 0, rule="NOR-AA-06")
        return DONE
    found = dice.interdiction(g.content, left).roll(g, "interdiction", rule="NOR-IT-04", by=side)
    g.note("interdiction_level", rule="NOR-IT-04", level=int(found.result))
    g.set_track("level", int(found.result), rule="NOR-IT-04")
    return DONE


def _may_set_aside(g: NorGame) -> bool:
    """NOR-IT-06  The German goes first, and there is something the weather lets be targeted (R-118)."""
    enough = int(g.state.tracks.get("interdiction", 0)) >= g.content.air.targeted.price
    useful = _german_comes(g, after="german")
    return g.state.tracks.get("first") == "german" and enough and useful and most_targets(g) > 0


def _german_comes(g: NorGame, after: Side) -> bool:
    """Whether the German moves once more, in this turn or in another (R-110)."""
    return not is_last_turn(g) or (after == "allied" and g.state.tracks.get("first") != "german")


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {
    "targets_possible": lambda g, side: room(g, 0) > 0 and _german_comes(g, side),
}
"""The conditions of its steps."""
