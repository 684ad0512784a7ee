"""Allied Air Segment: the Air Points of the turn and their division (NOR-AA)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame.content.figures import counted
from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy import dice
from wargame.games.normandy.data.files import Side, WeatherId
from wargame.games.normandy.state import NorGame

INTERDICTION, GROUND = "interdiction", "ground"
"""Tracks, and the rows of the question."""
LAST = "air last"
"""The list of how they were divided when there were any."""
_COMBATS = 3
"""So many combats are proposed to be supported as far as the weather lets them."""


@segment("normandy.air.allied_air")
async def allied_air(g: NorGame, side: Side, points: int = -1) -> Next:
    """NOR-AA-01 to -03  The die first; then all of the points are divided."""
    if points < 0:
        g.keep(points=_receive(g, side))
        return AGAIN
    given: Mapping[str, int] = {}
    if points:
        given = await g.ask(split_ask(g, side, points))
        g.set_list(LAST, [given[INTERDICTION], given[GROUND]], rule="NOR-AA-02")
        g.note("air_shared", rule="NOR-AA-02", interdiction=given[INTERDICTION],
               support=given[GROUND])  # fmt: skip
    else:
        g.note("no_air", rule="NOR-AA-03")
    for track in (INTERDICTION, GROUND):
        g.set_track(track, given.get(track, 0), rule="NOR-AA-02")
    return DONE


def _receive(g: NorGame, side: Side) -> int:
    """NOR-AA-03  Nothing is thrown where every face gives 0 (R-101)."""
    revealed: WeatherId = g.state.tracks["weather"]  # type: ignore[assignment]
    throw = dice.air_points(g.content, revealed, g.state.turn())
    if throw.gives_only("0"):
        return 0
    return int(throw.roll(g, "air_points", rule="NOR-AA-01", by=side).result)


def split_ask(g: NorGame, side: Side, points: int) -> Allotment:
    """NOR-AA-02  All of them, in two parts; in weather as it was last time, its shares are proposed."""
    row = g.content.weathers[g.state.tracks["weather"]]  # type: ignore[index]
    in_combat = f"at most {row.support} in a combat"
    if row.support_operation != row.support:
        in_combat += f", {row.support_operation} in an Operation attack"
    hexes = (
        f"{counted(row.targeted, 'hex/hexes')} may be targeted"
        if row.targeted
        else "no hex may be targeted"
    )
    rows = [
        Share(INTERDICTION, "Interdiction", points, purse="air", rule="NOR-AA-02",
              note=f"{hexes}; what is left slows German movement"),
        Share(GROUND, "Ground Support", points, purse="air", note=in_combat, rule="NOR-AA-02"),
    ]  # fmt: skip
    return Allotment(
        side,
        "air.split",
        f"{points} Air Points: how many for Interdiction, how many for Ground Support?",
        rows,
        {"air": Purse("Air Points", points, must=points)},
        rule="NOR-AA-02",
        proposed=_proposed(g, points, row.support),
        account=lambda amounts: [_levels(g, amounts[INTERDICTION])],
    )


def _proposed(g: NorGame, points: int, support: int) -> dict[str, int]:
    """The shares of last time's combats, at most what the weather lets so many be given."""
    ground = min(points, support * _COMBATS)
    if last := [int(n) for n in g.state.lists.get(LAST, ())]:
        ground = min(points * last[1] // sum(last), ground)
    return {INTERDICTION: points - ground, GROUND: ground}


def _levels(g: NorGame, points: int) -> str:
    """NOR-IT-04  How the German would be slowed if all of these were left for it."""
    chances = dice.interdiction(g.content, points).chances()
    said = (f"{level} {float(chance):.0%}" for level, chance in sorted(chances.items()))
    return f"Interdiction Level, if none is spent on hexes: {', '.join(said)}"


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {}
"""The conditions of its steps."""
