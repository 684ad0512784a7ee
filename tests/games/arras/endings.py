"""Recorded games that end in every way Arras can end: how they are made, written and read.

`python -m tests.games.arras.endings` plays until each end is reached and writes the files anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from tests.games.arras.player import reply
from wargame.flow.fuzz import Picker
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import Session, new_header
from wargame.flow.words import Wording
from wargame.games.arras import GAME

FOLDER = Path(__file__).parent / "endings"
SUDDEN = "sudden death"


@dataclass(frozen=True)
class Ending:
    """One way to end, and a kind of game that leads there."""

    name: str
    scenario: str
    winner: str
    level: str
    clever: tuple[str, ...] = ()
    """The sides that the scripted player plays; the others answer at random."""
    lab: dict[str, Any] | None = None
    """The position it starts from, None for the scenario's set-up."""


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
        lab=near_the_end("campaign", "german.supply", CORNERED),
    ),
    Ending(
        "campaign-sudden-death-german", "campaign", "german", SUDDEN,
        lab=near_the_end("campaign", "allied.supply", TRAPPED),
    ),
    Ending(
        "campaign-sudden-death-both", "campaign", "", "draw",
        lab=near_the_end(
            "campaign", "german.combat", CORNERED, states={"de-sr14-1": ["disrupted"]}, dice=(6,)
        ),
    ),
    Ending("learning-allied-win", "learning", "allied", "Allied win"),
    Ending("learning-draw", "learning", "", "draw"),
    Ending("learning-german-win", "learning", "german", "German win"),
    Ending(
        "learning-sudden-death-allied", "learning", "allied", SUDDEN,
        lab=near_the_end("learning", "german.supply", {"de-sr6-1": "1407", "uk-6dli": "1408"}),
    ),
    Ending(
        "learning-sudden-death-german", "learning", "german", SUDDEN,
        lab=near_the_end("learning", "allied.supply", {"uk-6dli": "0907", "de-sr6-1": "1008"}),
    ),
)  # fmt: skip


def start(scenario: str, seed: int, lab: dict[str, Any] | None) -> Session:
    """A game of Arras at its first question."""
    dice = lab["dice"] if lab else ()
    header = new_header(GAME, scenario, seed, lab=lab, dice=dice)
    return Session.start(GAME, header, prepare_lab(GAME, lab))


def play_out(ending: Ending, seed: int) -> Session:
    """A game of that kind to its end."""
    session, pick = start(ending.scenario, seed, ending.lab), Picker(seed)
    while (ask := session.ask) is not None:
        session.answer(reply(session) if ask.side in ending.clever else ask.sample(pick))
    return session


def reaches(ending: Ending, session: Session) -> bool:
    """Whether a game ended as it should."""
    found = session.state.ended
    sudden = ending.level == SUDDEN or "sudden" in ending.name
    return (
        found is not None
        and (found.winner, found.level) == (ending.winner, ending.level)
        and sudden == (found.reason != "points")
    )


def record(ending: Ending) -> None:
    """Play game after game until one ends so, and write it."""
    seed, session = next(
        (seed, session)
        for seed in count(1)
        if reaches(ending, session := play_out(ending, seed))
    )  # fmt: skip
    assert session.state.ended is not None
    facts = {
        "scenario": ending.scenario, "seed": seed, "lab": ending.lab,
        "reason": Wording.of(session).reason(session.state.ended),
    }  # fmt: skip
    lines = [json.dumps(facts), *(entry.answer for entry in session.entries[1:]), ""]
    (FOLDER / f"{ending.name}.txt").write_text("\n".join(lines), encoding="utf-8")


def replayed(ending: Ending) -> tuple[Session, str]:
    """The recorded game given again, and the reason it ended for when it was recorded."""
    head, *answers = (FOLDER / f"{ending.name}.txt").read_text(encoding="utf-8").strip().split("\n")
    facts = json.loads(head)
    session = start(facts["scenario"], facts["seed"], facts["lab"])
    for answer in answers:
        session.answer(answer)
    return session, facts["reason"]


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for ending in ENDINGS:
        record(ending)


if __name__ == "__main__":
    main()
