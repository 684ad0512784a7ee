"""Where a campaign has its chance from: who made the seed, and what waits after a takeback or in a branch."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, Literal, TypeAlias

Dice: TypeAlias = Literal["friendly", "strict"]
Origin: TypeAlias = Literal["", "hand", "drawn", "phrases"]


@dataclass(frozen=True, slots=True)
class Chance:
    """What is settled about chance when a campaign begins, beside the seed itself."""

    dice: Dice = "friendly"
    """Friendly: the same numbers wait after a takeback and in a branch; strict: others."""
    seed: Origin = ""
    """Chosen by hand, drawn by the program, made of two phrases; "" in saves that do not say."""
    salt: str = ""
    """Goes into every number and into the commitment; a seed chosen by hand has none."""
    phrases: tuple[str, ...] = ()
    """What the players typed, in the order of the sides."""

    def facts(self) -> dict[str, Any]:
        """As JSON values; what has nothing to say is left out."""
        said = {"dice": self.dice, "seed": self.seed, "salt": self.salt, "phrases": self.phrases}
        return {name: value for name, value in said.items() if value}

    @property
    def binds(self) -> bool:
        """Whether the chain proves it: a friendly game whose seed was chosen by hand is proved as ever."""
        return self.dice == "strict" or bool(self.salt or self.phrases)


UNSAID: Final = Chance()
"""Of saves that were begun before this was asked."""


Seed: TypeAlias = tuple[int, Chance]
"""A seed with what is settled about chance."""


class Fates:
    """What the numbers of each answer hang on besides the seed and how many there were before.

    In a strict game that is all that was decided, the answer itself included, and every time that chance
    was turned; in another one the salt alone.  What came of the answers has no part, so that a corrected
    rule leaves later dice as they were.
    """

    def __init__(self, chance: Chance, turned: Mapping[int, str] | None = None) -> None:
        self._salt, self._strict = chance.salt, chance.dice == "strict"
        self.turned: dict[int, str] = dict(turned or {})
        """By answer, the salt of chance that was turned after it (`Takeback.salt`)."""
        self._all: list[str] = []

    def of(self, n: int, answer: str) -> str:
        """The fate of answer *n*, all before it being known; "" where there is none."""
        if not self._strict:
            return self._salt
        before = self._all[n - 1] if n else self._salt
        text = f"{before} {self.turned.get(n - 1, '')} {answer}"
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def add(self, answer: str) -> None:
        """One answer more was given."""
        if self._strict:
            self._all.append(self.of(len(self._all), answer))

    def back(self, to: int, salt: str) -> None:
        """The answers after *to* are gone; with a salt chance goes on otherwise from there."""
        del self._all[to + 1 :]
        turn(self.turned, to, salt)


def turn(turned: MutableMapping[int, str], to: int, salt: str) -> None:
    """What was turned after answer *to* is gone; with a salt chance is turned there."""
    for place in [place for place in turned if place > to]:
        del turned[place]
    if salt:
        turned[to] = salt


def phrase_commitment(phrase: str) -> str:
    """What a player shows of a phrase before the other one has typed his."""
    return blake2b(f"wargame phrase {phrase}".encode(), digest_size=12).hexdigest()


def of_phrases(phrases: tuple[str, ...], dice: Dice = "friendly") -> Seed:
    """The seed that phrases make together, and its salt: 128 bits each, and nobody's choice."""
    text = " ".join(["wargame phrases", *map(phrase_commitment, phrases), *phrases])
    made = blake2b(text.encode(), digest_size=32).digest()
    return int.from_bytes(made[:16]), Chance(dice, "phrases", made[16:].hex(), phrases)
