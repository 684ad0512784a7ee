"""Why an answer is not on a list of Ardennes: what forbids it, then what would be right instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from wargame.flow.ask import IllegalAnswer, Option, Refusal, nearest
from wargame.flow.notation import Form, Grammar, Words
from wargame.flow.orders import Verb
from wargame.games.ardennes.state import ArdGame, unit_name

T = TypeVar("T")


class Barred(Verb[T]):
    """Orders of other impulses: refused with the rule that bars them."""

    form = ""

    def __init__(self, words: tuple[str, ...], why: Refusal) -> None:
        self.words, self.why = words, why

    def heads(self) -> tuple[Option, ...]:
        """None."""
        return ()

    def read(self, words: Words) -> tuple[str, T]:
        """Raises IllegalAnswer."""
        del words
        raise IllegalAnswer(self.why)


def barred_in_opening() -> Barred[Any]:
    """ARD-DX-06  What no card is played for in the opening."""
    said = "In the opening a card is played for an Activation, or as a tactic in its combats."
    return Barred(("deploy", "event", "discard"), Refusal(said, "ARD-DX-06"))


Explain = Callable[[str], Refusal | None]
_SHOWN = 3
"""Answers named instead."""


def form(g: ArdGame, words: str, rule: str, why: Callable[..., Refusal | None]) -> Explain:
    """Reasons for answers of a form, "advance UNIT HEX", from its units and hexes."""
    return Form(g, words, Grammar(rule, name=unit_name), why).explain


def because(rows: Sequence[tuple[Option, Any]], *reasons: Explain) -> Explain:
    """The first reason that is found, with the answers nearest to what was written."""

    def why(text: str) -> Refusal | None:
        found = next((refusal for one in reasons if (refusal := one(text))), None)
        if found is None or found.nearest:
            return found
        answers = [option.answer for option, _ in rows]
        return found._replace(nearest=nearest(text, answers, _SHOWN) or tuple(answers[:_SHOWN]))

    return why


class Written(Sequence[tuple[Option, T]]):
    """The rows of a question with very many of them: each is written when somebody looks at it."""

    def __init__(self, values: Sequence[T], write: Callable[[T], Option]) -> None:
        self._values, self._write = values, write

    @overload
    def __getitem__(self, at: int) -> tuple[Option, T]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[tuple[Option, T]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Option, T] | Sequence[tuple[Option, T]]:
        """A row, or some of them."""
        if isinstance(at, slice):
            return Written(self._values[at], self._write)
        value = self._values[at]
        return self._write(value), value

    def __len__(self) -> int:
        """How many there are."""
        return len(self._values)
