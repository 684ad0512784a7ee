"""A hand of cards: what is printed on each, and the ways in which it may be used now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from wargame.flow.ask import Option


@dataclass(frozen=True, slots=True)
class Use:
    """One way to use a card: a single answer, one of several, or a head with a choice of names."""

    title: str
    options: tuple[Option, ...] = ()
    """Whole answers."""
    pool: tuple[Option, ...] = ()
    """What may be named behind the head instead: the answer of each is its word."""
    named: tuple[str, ...] = ()
    """The words that are proposed."""
    head: str = ""
    why: str = ""
    """Why it is not open now."""

    @property
    def touched(self) -> tuple[Option, ...]:
        """What is lit on the map: the answers, or what is proposed of the pool."""
        return self.options or tuple(option for option in self.pool if option.answer in self.named)

    @property
    def answer(self) -> str:
        """What it says as it is proposed; "" where something must be chosen first, or it is closed."""
        if self.pool:
            return self.compose(self.named)
        return self.options[0].answer if len(self.options) == 1 else ""

    def compose(self, named: Sequence[str]) -> str:
        """The answer that names these words of the pool, in its order; the head alone for all."""
        words = [option.answer for option in self.pool if option.answer in named]
        return " ".join([self.head, *words]) if words else ""


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand."""

    id: str
    title: str
    note: str
    """What kind of card it is, in a word or two."""
    lines: tuple[str, ...]
    """What is printed on it."""
    uses: tuple[Use, ...]


@runtime_checkable
class HandAsk(Protocol):
    """A question that is answered with a card."""

    def hand(self) -> Sequence[Held]:
        """Every card that is held, with what it may be used for."""

    def piles(self) -> str:
        """How many cards are held, to be drawn, and spent, in a few words."""
