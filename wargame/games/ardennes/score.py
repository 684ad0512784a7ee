"""Victory (ARD-VC-01, ARD-SC-01): VP hexes held in supply, units over the Meuse, sudden death."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from wargame.content.scenario import Band
from wargame.games.ardennes.state import (
    EXITED,
    ArdGame,
    day,
    in_supply,
    kind_of,
    on_map,
)
from wargame.games.ardennes.supply import Lines
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import CONTROL


class Score(NamedTuple):
    """What the German has."""

    held: dict[Hex, int]
    """ARD-VC-01  VP hexes that count, ascending, with their points."""
    cut: tuple[Hex, ...]
    """VP hexes that are German and out of German Supply."""
    exits: int

    @property
    def total(self) -> int:
        """German VP."""
        return sum(self.held.values()) + self.exits


def score(g: ArdGame) -> Score:
    """ARD-VC-01  As the position stands."""
    lines, german = Lines(g, "german"), members(german_points(g))
    held = {h: g.content.points[h] for h in german if lines.reaches(h)}
    return Score(held, tuple(h for h in german if h not in held), exit_points(g))


def german_points(g: ArdGame) -> int:
    """ARD-HC-01  The VP hexes that are German, as a set."""
    return _german_points(g, g.board.version_of(CONTROL))


@lru_cache(maxsize=8)
def _german_points(g: ArdGame, _control: int) -> int:
    control = g.state.control
    return g.grid.mask([h for h in g.content.points if h in control and control[h] == "german"])


def exit_points(g: ArdGame) -> int:
    """ARD-MV-11, ARD-VC-01  Points for steps over the Meuse, up to a limit."""
    if not g.content.plays("exit"):
        return 0
    figures = g.content.victory.exit
    gone = [u for u in g.state.units.values() if u.box == EXITED]
    kinds = [(kind_of(g, u.id), u.numbers.get("lost", 0)) for u in gone]
    steps = sum(kind.steps - lost for kind, lost in kinds if kind.mech and not kind.bracketed)
    return min(figures.points * steps, figures.most)


def band(g: ArdGame, total: int) -> Band:
    """ARD-VC-01  The level of victory of a number of German VP."""
    return g.content.band(total)


def german_breakthrough(g: ArdGame, found: Score) -> str:
    """ARD-VC-01  Why the German wins at once; "" if he does not."""
    if not g.content.plays("exit"):
        return ""
    rule = g.content.victory.german
    if found.total >= rule.points:
        return "enough"
    places = sum(h in found.held for h in rule.places)
    return "meuse" if places >= rule.held and across_meuse(g) >= rule.across else ""


def across_meuse(g: ArdGame) -> int:
    """ARD-VC-01  Mechanized German units without brackets, In Supply on the left bank of the Meuse."""
    units = (u for u in on_map(g, "german") if in_supply(u) and u.hex in g.content.left_bank)
    kinds = [kind_of(g, u.id) for u in units]
    return sum(kind.mech and not kind.bracketed for kind in kinds)


def offensive_fails(g: ArdGame, found: Score) -> bool:
    """ARD-VC-01  From a day on the German needs a few points to go on."""
    rule = g.content.victory.allied
    return g.content.plays("exit") and day(g) >= rule.first and found.total < rule.points
