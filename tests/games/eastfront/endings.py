"""Recorded games that end in every way East Front can end, but for concession, which is said aside.

`python -m tests.games.eastfront.endings` plays until each end is reached and writes the files anew.
The Minsk Pocket is played whole; the others from positions with few units in the turn of their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.games.eastfront.player import reply
from tests.games.endings import Ending, Endings
from wargame.flow.lab import Position
from wargame.games.eastfront import GAME
from wargame.games.eastfront.content import load_content

FOLDER = Path(__file__).parent / "endings"
BOTH = ("axis", "soviet")
WINNERS = {
    "Axis decisive": "axis", "Axis marginal": "axis", "Draw": "draw",
    "Soviet marginal": "soviet", "Soviet decisive": "soviet",
}  # fmt: skip
BEFORE = {
    "Axis decisive": 400, "Axis marginal": 100, "Draw": -40, "Soviet marginal": -200, "Soviet decisive": -400,
}  # fmt: skip
"""The score of the campaign before its last count."""
LOST = {"Axis decisive": 60, "Axis marginal": 45}
"""Soviet steps lost in the pocket before its last player-turn."""
VICTORY = load_content("campaign").victory
CREDIT = {
    "Axis decisive": 115, "Axis marginal": 108, "Draw": 99, "Soviet marginal": 92, "Soviet decisive": 91,
}  # fmt: skip
"""The least that the Axis counts for a level at the end of Barbarossa, the most for the last one."""
NOTHING = 47
"""What it counts with so few units, but for what it is given."""


FEW = {"G-XII": "0150", "S-4": "3827"}
AWAY = {"G-XII": "0150", "S-4": "6232"}
CAPITALS = {"soviet": [load_content("campaign").grid.name(h) for h in VICTORY.soviet_sudden.all]}


def last(scenario: str, units: dict[str, str], **more: Any) -> dict[str, Any]:
    """The last Soviet player-turn, with a corps of each side."""
    turns = load_content(scenario).scenario.last_turn
    return at(turns, "soviet", scenario, units, **more)


def at(
    turn: int,
    side: str,
    scenario: str,
    units: dict[str, str],
    dice: Sequence[int] = (),
    **more: Any,
) -> dict[str, Any]:
    """A player-turn of a side, from its movement on."""
    return Position(
        scenario=scenario, turn=turn, segment=f"eastfront.{side}.movement.ground", clear=True, seed=1,
        dice=tuple(dice),
        units={unit: {"hex": where} for unit, where in units.items()}, set=more,
    ).model_dump(mode="json")  # fmt: skip


def _minsk(level: str, winner: str) -> Ending:
    lab = {"G-XII": "2032", "S-4": "2530"}, LOST.get(level)
    start = last("minsk", lab[0], soviet_lost=lab[1]) if lab[1] else None
    return Ending(_name("minsk", level), "minsk", winner, level, BOTH, lab=start)


def _campaign(level: str, winner: str) -> Ending:
    start = last("campaign", FEW, score=BEFORE[level], control=CAPITALS)
    return Ending(_name("campaign", level), "campaign", winner, level, BOTH, lab=start)


def _barbarossa(level: str, winner: str) -> Ending:
    start = at(25, "axis", "barbarossa", FEW, credit=CREDIT[level] - NOTHING)
    return Ending(_name("barbarossa", level), "barbarossa", winner, level, BOTH, lab=start)


def _cities(scenario: str, turn: int) -> Ending:
    """EF-VP-05  The Axis holds the cities, and strips of land join them to Minsk and Warsaw."""
    grid = load_content(scenario).grid
    ends = (grid.hex("0635"), *VICTORY.axis_sudden.all, VICTORY.axis_sudden.either[0])
    land = {h for end in ends for h in grid.line(grid.hex("2032"), end)}
    held = {"axis": [grid.name(h) for h in sorted(land)]}
    start = at(turn, "axis", scenario, {"G-XII": "0635", "S-4": "6232"}, control=held)
    name, level = f"{scenario}-sudden-axis", "Axis decisive"
    return Ending(name, scenario, "axis", level, BOTH, lab=start, reason="cities")


def _capitals(scenario: str, turn: int, level: str = "Soviet decisive") -> Ending:
    """EF-VP-06"""
    start = at(turn, "soviet", scenario, FEW, control=CAPITALS)
    name = f"{scenario}-sudden-{level.lower().replace(' ', '-')}"
    return Ending(name, scenario, "soviet", level, BOTH, lab=start, reason="capitals")


def _collapse(scenario: str, turn: int) -> Ending:
    """EF-PE-09  The Axis holds Moscow and the other cities; the die of the weather, then the one that counts."""
    grid, rows = load_content(scenario).grid, VICTORY.collapse
    held = {"axis": [grid.name(h) for h in (rows.capital, *rows.cities)]}
    start = at(turn, "axis", scenario, AWAY, dice=(5, 1), control=held)
    name, level = f"{scenario}-collapse", "Axis decisive"
    return Ending(name, scenario, "axis", level, BOTH, lab=start, reason="collapse")


def _name(scenario: str, level: str) -> str:
    return f"{scenario}-{level.lower().replace(' ', '-')}"


ENDINGS = (
    *(_minsk(level, winner) for level, winner in WINNERS.items()),
    *(_campaign(level, winner) for level, winner in WINNERS.items()),
    *(_barbarossa(level, winner) for level, winner in WINNERS.items()),
    _cities("campaign", 60),
    _cities("barbarossa", 20),
    _collapse("campaign", 60),
    _capitals("campaign", 168),
    _capitals("campaign", 178, "Soviet marginal"),
    _capitals("barbarossa", 20),
)
LEVELS = {
    scenario: {band.level for band in load_content(scenario).scenario.band}
    for scenario in ("barbarossa", "campaign", "minsk")
}
RECORDED = Endings(GAME, FOLDER, ENDINGS, reply)


def main() -> None:
    """Write every file anew."""
    for ending in ENDINGS:
        RECORDED.record(ending)


if __name__ == "__main__":
    main()
