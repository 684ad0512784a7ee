"""What a side gets in a turn: supply points, resources, replacement points (EF-SP-10, EF-SP-25, EF-SP-26)."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.labour import EVACUATING, MOVED_FACTORIES, marker_at
from wargame.games.eastfront.score import all_held
from wargame.games.eastfront.state import FACTORY, OIL_OUT, EfGame
from wargame.hexes.grid import Hex

KINDS = ("inf", "arm", "air")
MINORS = ("R", "H", "F", "I")
OUT_TRACK: dict[str, str] = {
    "R": "romania out", "H": "hungary out", "F": "finland out", "I": "italy out",
}  # fmt: skip
"""Tracks: 1 once a nation has left the Axis (EF-PE-25)."""
FEWER_SP, FEWER_AIR = "fewer sp", "fewer air"
"""Tracks: what events take from the Axis each turn (EF-PE-17, EF-PE-16)."""


@dataclass(frozen=True)
class Yield:
    """What a side gets this turn."""

    sp: int
    srp: int
    inf: int
    arm: int
    air: int


def rp_track(side: str, kind: str) -> str:
    """The track of replacement points of a kind."""
    return f"rp {side} {kind}"


def lost_factories(g: EfGame) -> int:
    """EF-SP-25, EF-HC-04  Soviet factory points in Axis hands, isolated, leaving, or not yet open again."""
    printed, layer = g.content.geography.factories, g.state.layers.get(FACTORY, {})
    leaving = g.state.layers.get(EVACUATING, {})
    lost = 0
    for where in printed:
        if where not in g.content.board or g.content.nation[where] != "S":
            continue
        here = layer.get(where, 0)
        if g.state.control.get(where) != "soviet" or is_cut(g, "soviet", where):
            lost += here
        elif (mark := marker_at(g, "soviet", "C", where)) and mark.kind == "evacuate":
            lost += min(here, leaving.get(where, 0))
    for entry in g.state.lists.get(MOVED_FACTORIES, ()):
        opens, _, points = str(entry).partition(" ")
        if int(opens) > g.state.turn():
            lost += int(points)
    return lost


def oil_lost(g: EfGame, side: Side, where: Hex) -> bool:
    """EF-SP-25, EF-HC-04  Whether an oil hex gives its side nothing: lost, isolated, demolished."""
    out = g.state.layers.get(OIL_OUT, {}).get(where, 0) > g.state.turn()
    return where in g.state.control and (
        g.state.control[where] != side or is_cut(g, side, where) or out
    )


def yields(g: EfGame, side: Side) -> Yield:
    """EF-SP-10, EF-SP-25, EF-PE-10, EF-PE-16, EF-PE-17  The output of a side this turn."""
    found, rows = g.content.output(side, g.state.turn()), g.content.production.factories
    if g.content.scenario.production:
        return Yield(found.sp, found.srp, found.inf, found.arm, found.air)
    sp, arm, air, srp = found.sp, found.arm, found.air, found.srp
    if side == "axis":
        sp -= int(g.state.tracks.get(FEWER_SP, 0))
        air = max(1, air - int(g.state.tracks.get(FEWER_AIR, 0)))
        if oil_lost(g, "axis", rows.ploesti):
            sp //= 2
    else:
        lost = lost_factories(g)
        sp = max(rows.least, sp - lost // rows.points_a_sp)
        arm = max(rows.least, arm - lost // rows.points_an_arm)
        if oil_lost(g, "soviet", rows.grozny):
            sp = max(rows.least, sp - rows.grozny_sp)
        if all_held(g, "axis", (g.content.victory.collapse.capital,)):
            srp = max(0, srp - 1)
    return Yield(max(0, sp), srp, found.inf, arm, air)


def save_points(g: EfGame, side: Side, found: Yield) -> None:
    """EF-SP-26  Replacement points join those saved, to the most that may be saved."""
    for kind in KINDS:
        add_points(g, rp_track(side, kind), int(getattr(found, kind)))
    if side != "axis" or g.content.scenario.production:
        return
    for nation in MINORS:
        row = g.content.production.minor[nation]
        due = g.state.turn() % row.every == 0 and not (row.last and g.state.turn() > row.last)
        if due and not g.state.tracks.get(OUT_TRACK[nation]):
            add_points(g, f"rp {nation}", 1)


def add_points(g: EfGame, track: str, n: int) -> None:
    """EF-SP-26"""
    now = int(g.state.tracks.get(track, 0))
    most = g.content.production.saved.most
    g.set_track(track, min(most, now + n), rule="EF-SP-26")
