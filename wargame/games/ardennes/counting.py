"""Which VP hexes count for the German, told when one begins to count or ceases to (ARD-VC-01, ARD-SC-01)."""

from __future__ import annotations

from functools import lru_cache

from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import standing, zone_of
from wargame.games.ardennes.score import exit_points, german_points
from wargame.games.ardennes.state import BRIDGE, OTHER, ROADBLOCK, ArdGame, kind_of
from wargame.games.ardennes.supply import Lines, hostile, traced
from wargame.games.ardennes.works import printed, roadblock_mask, water
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL, UnitId

COUNTING = "counting"
"""The track that keeps what counted when it was judged last: hexes that count, then German ones that are cut off."""
NOTHING = "/"
"""No VP hex is German."""
BARS = {
    "zone": "an Allied ZOC lies on every way",
    "units": "Allied units stand on every way",
    "towns": "an Allied City or Town lies on every way",
    "roadblocks": "a Roadblock lies on every way",
    "bridges": "a Bridge on the way is down",
    "several": "more than one thing bars every way",
}
"""ARD-SP-02 to -06, ARD-RB-04  What keeps German Supply from a hex."""
_ALLIED_BARS = {
    **BARS,
    "zone": "a German ZOC lies on every way",
    "units": "German units stand on every way",
    "towns": "a German City or Town lies on every way",
    "westwall": "empty Westwall hexes lie on every way",
}
"""ARD-SP-02 to -08  What keeps Allied Supply from a hex."""


def judge(g: ArdGame) -> None:
    """ARD-VC-01  After every pass: VP hexes that count from now on, or no more, with the reason."""
    now, tracks = counted(g), g.state.tracks
    was = str(tracks[COUNTING]) if COUNTING in tracks else NOTHING
    if was == now:
        return
    g.set_track(COUNTING, now, rule="ARD-VC-01")
    before, cut_before = (_hexes(g, part) for part in was.split("/"))
    after, cut = (_hexes(g, part) for part in now.split("/"))
    total = sum(g.content.points[h] for h in before) + exit_points(g)
    for h in sorted({*before, *cut_before, *after, *cut}):
        worth, by, told = g.content.points[h], 0, ""
        if h in after and h not in before:
            told, by, why = "vp_counts", worth, "again" if h in cut_before else "taken"
        elif h in before and h not in after:
            told, by, why = "vp_ceases", -worth, why_cut(g, h) if h in cut else "lost"
        elif h in cut and h not in cut_before:
            told, why = "vp_waits", why_cut(g, h)
        if told:
            g.note(
                told, rule="ARD-VC-01", where=h, why=why, worth=worth, before=total,
                after=total + by,
            )  # fmt: skip
        total += by


def counted(g: ArdGame) -> str:
    """The VP hexes that count for the German, and those that are German and do not."""
    return _counted(g, g.board.ground, g.board.versions_of(_READ))


_READ = (CONTROL, ROADBLOCK, BRIDGE)


@lru_cache(maxsize=8)
def _counted(g: ArdGame, _ground: int, _read: tuple[int, ...]) -> str:
    german = german_points(g)
    if not german:
        return NOTHING
    reached = Lines(g, "german").reached
    parts = (members(german & reached), members(german & ~reached))
    return "/".join(" ".join(map(g.grid.name, hexes)) for hexes in parts)


def _hexes(g: ArdGame, part: str) -> list[Hex]:
    return [g.grid.hex(name) for name in part.split()]


def why_cut(g: ArdGame, where: Hex, side: Side = "german") -> str:
    """ARD-SP-02 to -08  The one thing without which Supply would reach a hex; "several" where it takes more."""
    lines, ground, board = Lines(g, side), water(g), g.content.board_mask
    own, foe = standing(g, side), OTHER[side]
    bars = {
        "zone": zone_of(g, foe) & ~own,
        "units": standing(g, foe),
        "towns": hostile(g, foe),
        "roadblocks": roadblock_mask(g) if side == "german" else 0,
        "westwall": 0 if side == "german" else g.content.westwall_mask & ~own,
    }
    for name in bars:
        free = board
        for other, bar in bars.items():
            free &= ~bar if other != name else board
        if traced(g.content, side, free, ground, lines.sources) >> where & 1:
            return name
    whole = traced(g.content, side, lines.free, printed(g.content), lines.sources)
    return "bridges" if whole >> where & 1 else "several"


def why_short(g: ArdGame, unit: UnitId) -> str:
    """ARD-SS-17  What keeps Supply from a unit on the map now; "" where it traces it."""
    where, side = g.state.units[unit].hex, kind_of(g, unit).side
    if where < 0 or Lines(g, side).reaches(where):
        return ""
    bars = BARS if side == "german" else _ALLIED_BARS
    return f"no Supply where it stands: {bars[why_cut(g, where, side)]}"
