"""What a campaign's record holds: a header, an entry for each answer, takebacks; all chained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from pydantic_core import to_json

from wargame.flow.chance import UNSAID, Chance
from wargame.model.codec import events_to_json
from wargame.model.dice import commitment
from wargame.model.events import BARRIERS, Event
from wargame.model.state import Side

FORMAT = 2


def compact(value: Any) -> str:
    """JSON in its one canonical spelling: no space, no letter escaped that need not be."""
    return to_json(value).decode()


def link(previous: str, body: str) -> str:
    """The chain value of *body* after *previous*."""
    return blake2b(f"{previous}{body}".encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Header:
    """Where a campaign starts."""

    game: str
    scenario: str
    ruleset: str
    digest: str
    seed: int
    state: dict[str, Any]
    """The position before the first event."""
    lab: dict[str, Any] | None = None
    """The position file this campaign came from; such a campaign is marked lab for ever."""
    players: dict[Side, str] = field(default_factory=dict)
    format: int = FORMAT
    """The format it is written in; later lines of the save may have a newer one."""
    options: dict[str, str] = field(default_factory=dict)
    """What was chosen with the scenario: who plays which side, optional rules..."""
    chance: Chance = UNSAID
    """Who made the seed, and whether dice are repeated."""
    program: str = ""
    """The version of the program that began it; "" in saves that do not say."""
    proof: str = ""
    """In a file of a newer format, the chain value of its header as it stands there."""

    @property
    def commitment(self) -> str:
        """The public fingerprint of its seed."""
        return commitment(self.seed, self.chance.salt)

    def genesis(self) -> str:
        """The chain value before the first entry."""
        if self.proof:
            return self.proof
        facts = [self.format, self.game, self.scenario, self.ruleset, self.seed]
        options = [self.options] if self.format > 1 else []
        chance = [self.chance.facts()] if self.chance.binds else []
        return link("", compact([*facts, *options, self.lab, self.state, *chance]))

    def line(self) -> str:
        """The header as one line of a save."""
        return compact(
            {
                "wargame": self.format,
                "game": self.game,
                "scenario": self.scenario,
                **({"options": self.options} if self.format > 1 else {}),
                "ruleset": self.ruleset,
                "digest": self.digest,
                "seed": self.seed,
                "commitment": self.commitment,
                **({"chance": self.chance.facts()} if self.chance.seed else {}),
                **({"program": self.program} if self.program else {}),
                "players": self.players,
                "lab": self.lab,
                "state": self.state,
                "chain": self.genesis(),
            }
        )


class Entry(NamedTuple):
    """One answer and everything it caused up to the next question (entry 0: the opening)."""

    n: int
    side: Side
    segment: str
    key: str
    answer: str
    events: tuple[Event, ...]
    open_events: int
    """How many of the last events belong to the pass that is still running."""
    open_answers: int
    """How many of the last answers were given in that pass."""
    body: str
    """Its text up to the chain value; "" where the text is as it would be written now."""
    chain: str
    format: int = FORMAT
    """The format its line is written in."""

    @property
    def rolled(self) -> bool:
        """Whether chance spoke in it."""
        return any(isinstance(event, BARRIERS) for event in self.events)

    def line(self) -> str:
        """The entry as one line of a save: its body and the chain value over it."""
        body = self.body or _text(self[:5], self.events, self[6:8])
        return f'{body[:-1]},"chain":"{self.chain}"}}'

    def without_text(self) -> Entry:
        """The entry once it is written: its text can be made again, that of an older format not."""
        return Entry(*self[:8], "", self.chain) if self.format == FORMAT else self


def _text(
    facts: tuple[int, Side, str, str, str], events: tuple[Event, ...], running: tuple[int, int]
) -> str:
    """What the chain value of an entry is computed over."""
    n, side, segment, key, answer = facts
    return compact(
        {
            "n": n,
            "side": side,
            "segment": segment,
            "key": key,
            "answer": answer,
            "events": events_to_json(events),
            "open": running,
        }
    )


def write_entry(
    previous: str,
    facts: tuple[int, Side, str, str, str],
    events: tuple[Event, ...],
    running: tuple[int, int],
) -> Entry:
    """The entry for (n, side, segment, key, answer), chained to *previous*."""
    body = _text(facts, events, running)
    return Entry(*facts, events, *running, body, link(previous, body))


def in_step(chains: Sequence[str], entries: Sequence[Entry]) -> int:
    """How many of the first *entries* are those of which *chains* was kept, looking from the end.

    Chain values are linked: where two are equal, all before them are.
    """
    same = min(len(chains), len(entries))
    while same and chains[same - 1] != entries[same - 1].chain:
        same -= 1
    return same


@dataclass(frozen=True, slots=True)
class Takeback:
    """Answers after *to* were taken back."""

    to: int
    by: Side
    consent: bool
    """Whether it crossed a barrier, with the other player's consent."""
    chain: str
    """The chain value of the position it returned to."""
    taken: tuple[Entry, ...] = field(default=(), compare=False)
    """The answers that went; its line does not hold them, the lines before it do.

    A branch of a strict game begins with a takeback of none, for the sake of its salt.
    """
    salt: str = ""
    """In a strict game, what chance hangs on from here; else the same numbers wait as before.

    The chain value of the last answer that went, so that nobody chooses it; in a branch a word that was drawn.
    """

    def line(self) -> str:
        """The takeback as one line of a save."""
        said = {"undo": self.to, "by": self.by, "consent": self.consent, "chain": self.chain}
        return compact({**said, "salt": self.salt} if self.salt else said)


@dataclass(frozen=True, slots=True)
class FormatMark:
    """From here on the lines of a save are written in another format than those before."""

    format: int = FORMAT

    def line(self) -> str:
        """The mark as one line of a save."""
        return compact({"format": self.format})


Record = Entry | Takeback


def chronicle(entries: Sequence[Entry], takebacks: Sequence[Takeback]) -> list[Record]:
    """All that was answered and taken back on the way to *entries*, in the order it happened.

    What was taken back only after them, in the rest of a game that went on, is left out.
    """
    standing, later = list(entries), list[Record]()
    for record in reversed(takebacks):
        if record.to < len(standing):
            later[:0] = [record, *standing[record.to + 1 :]]
            standing[record.to + 1 :] = record.taken
    return [*standing, *later]
