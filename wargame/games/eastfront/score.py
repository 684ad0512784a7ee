"""Victory points, counts, sudden death and the small scenario's score (EF-VP, EF-SC-07)."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.content.scenario import band_of
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.tables import CountRow
from wargame.games.eastfront.harm import TOLL
from wargame.games.eastfront.isolation import connected
from wargame.games.eastfront.state import FINLAND_OUT, ISOLATED, EfGame, on_map, steps
from wargame.hexes.grid import Hex

SCORE, CREDIT = "score", "credit"
"""Tracks: the campaign score (EF-VP-03), VP that the Axis gets at its next count (EF-PE-07)."""
COUNTED: dict[str, str] = {"axis": "counted axis", "soviet": "counted soviet"}
"""Tracks: VP of a side at its last count."""
QUARTERS = "quarters"
"""List: the quarter scores so far."""
LEVELS = (
    ("axis", "Axis decisive"),
    ("axis", "Axis marginal"),
    ("draw", "Draw"),
    ("soviet", "Soviet marginal"),
    ("soviet", "Soviet decisive"),
)


def holds(g: EfGame, side: Side) -> dict[Hex, int]:
    """EF-VP-01, EF-HC-04  The VP hexes that a side controls and that are connected, with their points."""
    joined, control = connected(g, side), g.state.control
    out = bool(g.state.tracks.get(FINLAND_OUT))
    return {
        h: vp
        for h, vp in sorted(g.content.points.items())
        if control.get(h) == side and joined >> h & 1 and not (out and g.content.nation[h] == "F")
    }


def total(g: EfGame, side: Side) -> int:
    """EF-VP-01  Victory points of a side now."""
    return sum(holds(g, side).values())


def count_of(g: EfGame) -> CountRow | None:
    """EF-VP-02  The count of this turn, if it is one."""
    return next((row for row in g.content.victory.count if row.turn == g.state.turn()), None)


def all_held(g: EfGame, side: Side, hexes: tuple[Hex, ...]) -> bool:
    """Whether a side controls every hex of a row."""
    return all(g.state.control.get(h) == side for h in hexes)


def axis_sudden(g: EfGame) -> bool:
    """EF-VP-05  The cities that end the war for the Axis, its own and connected."""
    rows, held = g.content.victory.axis_sudden, holds(g, "axis")
    joined = connected(g, "axis")

    def own(h: Hex) -> bool:
        return h in held or (g.state.control.get(h) == "axis" and bool(joined >> h & 1))

    return all(own(h) for h in rows.all) and any(own(h) for h in rows.either)


@dataclass(frozen=True)
class Points:
    """EF-SC-07  The score of the small scenario."""

    places: int
    steps: int
    isolated: int
    lost: int

    @property
    def total(self) -> int:
        """In the Axis' favour."""
        return self.places + self.steps + self.isolated - self.lost


def points(g: EfGame) -> Points:
    """EF-SC-07  Places held and joined, Soviet steps lost and isolated, Axis steps lost."""
    row = g.content.scenario.score
    assert row is not None
    cut = sum(steps(g, u.id) for u in on_map(g, "soviet") if ISOLATED in u.states)
    toll = {side: int(g.state.tracks.get(track, 0)) for side, track in TOLL.items()}
    return Points(
        total(g, "axis"),
        toll["soviet"] * row.soviet_step,
        cut // row.isolated_steps,
        toll["axis"] * row.axis_step,
    )


def score_now(g: EfGame) -> int:
    """What decides the scenario, in the Axis' favour, as it stands."""
    if g.content.scenario.score is not None:
        return points(g).total
    if g.content.plays("counts"):
        return int(g.state.tracks.get(SCORE, 0))
    return total(g, "axis")


def level_of(g: EfGame, score: int) -> tuple[str, str]:
    """EF-VP-04, EF-VP-06  Winner and level that a score gives at the end of the game."""
    band = band_of(g.content.scenario.band, score)
    if not g.content.plays("counts"):
        return band.winner, band.level
    if all_held(g, "soviet", g.content.victory.soviet_sudden.all):
        return band.winner, band.level
    draw_from, draw_to = _draw_band(g)
    if score < draw_from:
        return LEVELS[2]
    return LEVELS[1] if score <= draw_to else LEVELS[0]


def deciding(g: EfGame) -> str:
    """The rule by which the score decides a game that is played to its end."""
    if g.content.scenario.score is not None:
        return "EF-SC-07"
    return "EF-VP-04" if g.content.plays("counts") else "EF-VP-07"


def _draw_band(g: EfGame) -> tuple[int, int]:
    """EF-VP-04  The lowest and the highest score of a draw."""
    bands = g.content.scenario.band
    n = next(n for n, band in enumerate(bands) if band.winner == "draw")
    return int(bands[n].at_least or 0), int(bands[n - 1].at_least or 0) - 1


def concede(g: EfGame, side: str) -> None:
    """EF-VP-08  The other side has won, decisively (R-292)."""
    winner, level = LEVELS[4 if side == "axis" else 0]
    g.end(winner, level, "concedes", rule="EF-VP-08")
