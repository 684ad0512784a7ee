"""Victory points, margin, level, sudden death (ARR-VI-02, ARR-VI-03)."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.flow.standings import Prize
from wargame.games.arras.data.files import Side
from wargame.games.arras.state import (
    DISRUPTED,
    ELIMINATED,
    LOST,
    OTHER,
    ROMMEL,
    ArrasGame,
    ground_units,
    kind_of,
)
from wargame.rules.arrivals import waiting

SIDES: tuple[Side, Side] = ("allied", "german")


@dataclass(frozen=True, slots=True)
class Score:
    """The points as they stand."""

    objectives: dict[Side, int]
    kills: dict[Side, int]
    """Points a side has for enemy units in the eliminated box, Rommel included."""
    bonus: int

    @property
    def margin(self) -> int:
        """ARR-VI-03  Allied points less German points, the bonus included."""
        return self.total("allied") - self.total("german")

    def total(self, side: Side) -> int:
        """ARR-VI-03  All points of a side."""
        return self.objectives[side] + self.kills[side] + self.bonus * (side == "allied")


def score(g: ArrasGame) -> Score:
    """ARR-VI-03  Objectives, kills and the bonus."""
    content = g.content
    held: dict[Side, int] = {side: _objectives(g, side) for side in SIDES}
    kills: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for unit in g.state.units.values():
        if unit.box == ELIMINATED and unit.id in content.units:
            kills[OTHER[unit.side]] += content.victory.kill[kind_of(g, unit.id).kind]
    if g.state.units[ROMMEL].box == LOST:
        kills["allied"] += content.victory.rommel_lost  # R-04, ARR-EV-09
    return Score(held, kills, content.scenario.allied_bonus)


def prizes(g: ArrasGame) -> list[Prize]:
    """ARR-VI-04  The objectives and what they are worth."""
    return [Prize(o.hex, o.name, o.vp) for o in g.content.objectives]


def _objectives(g: ArrasGame, side: Side) -> int:
    if side not in g.content.scenario.scoring:
        return 0
    return sum(o.vp for o in g.content.objectives if g.state.control.get(o.hex) == side)


def sudden_death(g: ArrasGame) -> Side | str | None:
    """ARR-VI-02  The side that wins at once, "" for a draw, None if nobody does."""
    beaten = [side for side in SIDES if _is_beaten(g, side)]
    if len(beaten) == len(SIDES):
        return ""
    return OTHER[beaten[0]] if beaten else None


def _is_beaten(g: ArrasGame, side: Side) -> bool:
    """ARR-VI-02  All its ground units on the map disrupted; with none there, none still to come."""
    units = ground_units(g, side)
    if units:
        return all(DISRUPTED in u.states for u in units)
    return not waiting(g, side)
