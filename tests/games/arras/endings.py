"""Recorded games that end in every way Arras can end: how they are made, written and read.

`python -m tests.games.arras.endings` plays until each end is reached and writes the files anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.games.arras.player import reply
from tests.games.endings import Ending, Endings
from wargame.flow.lab import Position
from wargame.games.arras import GAME

FOLDER = Path(__file__).parent / "endings"
SUDDEN = "sudden death"


def near_the_end(scenario: str, segment: str, units: dict[str, str], **more: Any) -> dict[str, Any]:
    """A lab position with nothing but these units."""
    states = more.pop("states", {})
    return Position(
        scenario=scenario, turn=more.pop("turn", 3), segment=f"arras.{segment}", clear=True,
        units={u: {"hex": h, "states": states.get(u, [])} for u, h in units.items()}, **more,
    ).model_dump(mode="json")  # fmt: skip


CORNERED = {"de-sr14-1": "2401", "uk-6dli": "2402", "uk-8dli": "2301"}
"""A German battalion in the corner of the map, shut in by two British ones."""
TRAPPED = {"uk-8dli": "0101", "de-sr7-1": "0102", "de-sr7-2": "0202"}

ENDINGS = (
    Ending("campaign-allied-decisive", "campaign", "allied", "Allied decisive"),
    Ending("campaign-allied-marginal", "campaign", "allied", "Allied marginal"),
    Ending("campaign-draw", "campaign", "", "draw", ("allied", "german")),
    Ending("campaign-german-marginal", "campaign", "german", "German marginal", ("german",)),
    Ending("campaign-german-decisive", "campaign", "german", "German decisive", ("german",)),
    Ending(
        "campaign-sudden-death-allied", "campaign", "allied", SUDDEN,
        reason="enemy_gone",
        lab=near_the_end("campaign", "german.supply", CORNERED),
    ),
    Ending(
        "campaign-sudden-death-german", "campaign", "german", SUDDEN,
        reason="enemy_disrupted",
        lab=near_the_end("campaign", "allied.supply", TRAPPED),
    ),
    Ending(
        "campaign-sudden-death-both", "campaign", "", "draw",
        reason="all_disrupted",
        lab=near_the_end(
            "campaign", "german.combat", CORNERED, states={"de-sr14-1": ["disrupted"]}, dice=(6,)
        ),
    ),
    Ending("learning-allied-win", "learning", "allied", "Allied win"),
    Ending("learning-draw", "learning", "", "draw"),
    Ending("learning-german-win", "learning", "german", "German win"),
    Ending(
        "learning-sudden-death-allied", "learning", "allied", SUDDEN,
        reason="enemy_gone",
        lab=near_the_end("learning", "german.supply", {"de-sr6-1": "1407", "uk-6dli": "1408"}),
    ),
    Ending(
        "learning-sudden-death-german", "learning", "german", SUDDEN,
        reason="enemy_disrupted",
        lab=near_the_end("learning", "allied.supply", {"uk-6dli": "0907", "de-sr6-1": "1008"}),
    ),
)  # fmt: skip

RECORDED = Endings(GAME, FOLDER, ENDINGS, reply)


def main() -> None:
    """Write every file anew."""
    for ending in ENDINGS:
        RECORDED.record(ending)


if __name__ == "__main__":
    main()
