"""Recorded games that end in every way East Front can end by points.

`python -m tests.games.eastfront.endings` plays until each end is reached and writes the files anew.
The Minsk Pocket is played whole; the campaign from a position with few units in its last turn.
"""

from __future__ import annotations

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
CITIES = load_content("campaign").victory.soviet_sudden.all


def last(scenario: str, units: dict[str, str], **more: Any) -> dict[str, Any]:
    """The last Soviet player-turn, with a corps of each side."""
    turns = load_content(scenario).scenario.last_turn
    return Position(
        scenario=scenario, turn=turns, segment="eastfront.soviet.movement.ground", clear=True, seed=1,
        units={unit: {"hex": where} for unit, where in units.items()}, set=more,
    ).model_dump(mode="json")  # fmt: skip


def _minsk(level: str, winner: str) -> Ending:
    lab = {"G-XII": "2032", "S-4": "2530"}, LOST.get(level)
    start = last("minsk", lab[0], soviet_lost=lab[1]) if lab[1] else None
    return Ending(_name("minsk", level), "minsk", winner, level, BOTH, lab=start)


def _campaign(level: str, winner: str) -> Ending:
    held = {"soviet": [load_content("campaign").grid.name(h) for h in CITIES]}
    start = last("campaign", {"G-XII": "0150", "S-4": "3827"}, score=BEFORE[level], control=held)
    return Ending(_name("campaign", level), "campaign", winner, level, BOTH, lab=start)


def _name(scenario: str, level: str) -> str:
    return f"{scenario}-{level.lower().replace(' ', '-')}"


ENDINGS = (
    *(_minsk(level, winner) for level, winner in WINNERS.items()),
    *(_campaign(level, winner) for level, winner in WINNERS.items()),
)
LEVELS = {
    scenario: {band.level for band in load_content(scenario).scenario.band}
    for scenario in ("campaign", "minsk")
}
RECORDED = Endings(GAME, FOLDER, ENDINGS, reply)


def main() -> None:
    """Write every file anew."""
    for ending in ENDINGS:
        RECORDED.record(ending)


if __name__ == "__main__":
    main()
