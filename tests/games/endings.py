"""Recorded games that end in every way a game can end: how they are made, written and read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.fuzz import Picker
from wargame.flow.lab import prepare_lab
from wargame.flow.session import Session, new_header
from wargame.flow.words import Wording

Player = Callable[[Session], str]
"""Answers the open question."""


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
    reason: str = "points"
    options: Mapping[str, str] = field(default_factory=dict)
    """What was chosen with the scenario."""


@dataclass(frozen=True)
class Endings:
    """The recorded endings of a game, a file each."""

    definition: GameDefinition
    folder: Path
    endings: tuple[Ending, ...]
    player: Player | None = None
    """Who plays the clever sides."""

    def start(
        self, scenario: str, seed: int, lab: dict[str, Any] | None, options: Mapping[str, str]
    ) -> Session:
        """A game at its first question."""
        dice = lab["dice"] if lab else ()
        header = new_header(self.definition, scenario, seed, lab=lab, dice=dice, options=options)
        return Session.start(self.definition, header, prepare_lab(self.definition, lab))

    def play_out(self, ending: Ending, seed: int) -> Session:
        """A game of that kind to its end."""
        session = self.start(ending.scenario, seed, ending.lab, ending.options)
        pick = Picker(seed)
        while (ask := session.ask) is not None:
            clever = self.player if ask.side in ending.clever else None
            session.answer(clever(session) if clever else ask.sample(pick))
        return session

    def record(self, ending: Ending) -> None:
        """Play game after game until one ends so, and write it."""
        seed, session = next(
            (seed, session)
            for seed in count(1)
            if reaches(ending, session := self.play_out(ending, seed))
        )  # fmt: skip
        facts = {
            "scenario": ending.scenario,
            "seed": seed,
            "lab": ending.lab,
            "reason": why(session),
            **({"options": dict(ending.options)} if ending.options else {}),
        }
        lines = [json.dumps(facts), *(entry.answer for entry in session.entries[1:]), ""]
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{ending.name}.txt").write_text("\n".join(lines), encoding="utf-8")

    def replayed(self, ending: Ending) -> tuple[Session, str]:
        """The recorded game given again, and the reason it ended for when it was recorded."""
        text = (self.folder / f"{ending.name}.txt").read_text(encoding="utf-8")
        head, *answers = text.strip().split("\n")
        facts = json.loads(head)
        session = self.start(
            facts["scenario"], facts["seed"], facts["lab"], facts.get("options", {})
        )
        for answer in answers:
            session.answer(answer)
        return session, facts["reason"]

    def names(self) -> set[str]:
        """The files there should be."""
        return {f"{ending.name}.txt" for ending in self.endings}


def reaches(ending: Ending, session: Session) -> bool:
    """Whether a game ended as it should."""
    found = session.state.ended
    told = found and (found.winner, found.level, found.reason)
    return told == (ending.winner, ending.level, ending.reason)


def why(session: Session) -> str:
    """The reason a game ended for, in words."""
    assert session.state.ended is not None
    return Wording.of(session).reason(session.state.ended)
