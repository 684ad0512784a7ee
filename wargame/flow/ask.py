"""Questions to a side: what is legal is computed here once, and every face reads it from here."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload, runtime_checkable

from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as Hexside
from wargame.model.state import Side, UnitId

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Pick = Callable[[int], int]
"""Pick(n) gives a number from 0 to n - 1: how samplers are told what to try."""

PASS, DONE_WORD, YES, NO = "pass", "done", "yes", "no"
_SAME = {"y": YES, "n": NO, "p": PASS, "end": DONE_WORD}
_EITHER = {PASS: DONE_WORD, DONE_WORD: PASS}
_FEW = 5
"""So many legal answers are all named when another is refused."""


class Refusal(NamedTuple):
    """Why an answer is not legal now, in a sentence a player understands."""

    reason: str
    rule: str = ""
    nearest: tuple[str, ...] = ()
    """Legal answers close to what was meant."""

    def __str__(self) -> str:
        text = self.reason + (f" [{self.rule}]" if self.rule else "")
        return text + (f" Legal instead: {'; '.join(self.nearest)}." if self.nearest else "")


class IllegalAnswer(ValueError):  # noqa: N818 - named for what happened
    """The answer given is not one of the legal ones; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(reason: str, rule: str, *near: str) -> IllegalAnswer:
    """The exception for an answer that a rule forbids, *near* being legal answers like it."""
    return IllegalAnswer(Refusal(reason, rule, near))


def allow(refusal: Refusal | None) -> None:
    """Raise a refusal as IllegalAnswer; None is none."""
    if refusal is not None:
        raise IllegalAnswer(refusal)


class Option(NamedTuple):
    """One legal answer in canonical notation, with what it touches on the map."""

    answer: str
    label: str
    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    form: str = ""
    """For the head of an order: how the whole order is typed, with PATH where hexes go."""
    hexsides: tuple[Hexside, ...] = ()
    """What it touches that lies between hexes: a bridge, a river line."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that can happen, up to where somebody decides next: hits, then, not losses.

    The amounts are units or steps by side; one that stands for several results says the least.
    """

    words: str
    chance: Fraction = Fraction(1)
    loss: Mapping[Side, int] = field(default_factory=dict)
    back: Mapping[Side, int] = field(default_factory=dict)
    shaken: Mapping[Side, int] = field(default_factory=dict)
    code: str = ""
    """What the chart says, where that is no word: "D/R1"."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances of each outcome, computed by the code that resolves it."""

    column: str
    shifts: tuple[tuple[str, int], ...]
    outcomes: tuple[Outcome, ...]
    basis: str = ""
    needs: str = ""
    """What the next better column would take."""

    @property
    def loss(self) -> dict[Side, Fraction]:
        """What each side loses on average."""
        return self._mean(lambda outcome: outcome.loss)

    @property
    def back(self) -> dict[Side, Fraction]:
        """What of each side goes back on average."""
        return self._mean(lambda outcome: outcome.back)

    @property
    def shaken(self) -> dict[Side, Fraction]:
        """What of each side is shaken on average."""
        return self._mean(lambda outcome: outcome.shaken)

    def effect(self, side: Side) -> Fraction:
        """The chance that anybody but *side*, which answers, is struck in any way."""
        struck = (o.chance for o in self.outcomes if {*o.loss, *o.back, *o.shaken} - {side})
        return sum(struck, Fraction(0))

    def _mean(self, amounts: Callable[[Outcome], Mapping[Side, int]]) -> dict[Side, Fraction]:
        sides, zero = dict.fromkeys(s for o in self.outcomes for s in amounts(o)), Fraction(0)
        shares = {s: [o.chance * amounts(o).get(s, 0) for o in self.outcomes] for s in sides}
        return {s: sum(each, zero) for s, each in shares.items()}


@dataclass(frozen=True, slots=True)
class About:
    """What a question is about, for whoever does not read the prompt; *first* is the number of its first row."""

    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    against: tuple[UnitId, ...] = ()
    """The units on the other side of it."""
    in_order: bool = False
    """Whether its rows stay where they are wherever the player points: it is put again and again."""
    first: int = 1


class Ask(Protocol[T_co]):
    """One question to one side."""

    @property
    def side(self) -> Side:
        """Who must decide."""

    @property
    def key(self) -> str:
        """Stable dotted name: "combat.no_retreat"."""

    @property
    def kind(self) -> str:
        """Which controller presents it: "choice", "path", "attack"."""

    @property
    def prompt(self) -> str:
        """The question as a sentence."""

    @property
    def rule(self) -> str:
        """The rule that asks."""

    @property
    def about(self) -> About:
        """Units and hexes in question; empty where the prompt alone says it."""

    @property
    def complete(self) -> bool:
        """Whether `options` is all there is, or a sample."""

    @property
    def each(self) -> bool:
        """Whether units answer it one after the other: it is put again until none is left, or wants."""

    @property
    def settled(self) -> str:
        """The answer that all others lead to the same position as; "" where it matters."""

    def options(self) -> Sequence[Option]:
        """Legal answers: all of them, or a useful sample."""

    def read(self, text: str) -> tuple[str, T_co]:
        """The canonical form and the value of an answer; raises IllegalAnswer."""

    def odds(self, answer: str) -> Odds | None:
        """Exact chances of a legal answer; None where chance has no part. Raises IllegalAnswer."""

    def sample(self, pick: Pick) -> str:
        """Some legal answer, chosen by *pick*."""


@runtime_checkable
class PathAsk(Protocol):
    """A question whose answers are a head ("move uk-4rtr-a") and a path."""

    def heads(self) -> Sequence[Option]:
        """Who can go: the answer up to the path."""

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where *head* may end, and how many half movement points it has left there."""

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops* in order; raises IllegalAnswer."""

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:
        """Each step of an answer: hex entered, half movement points, why."""

    def waits(self, text: str) -> Sequence[str]:
        """What waits on the way of an answer and at its end, a line each."""


@runtime_checkable
class OrdersAsk(PathAsk, Protocol):
    """A path question that takes other orders too: fire, assault, load, pass."""

    def others(self) -> Sequence[Option]:
        """Every legal answer that is no path; of orders given in two stages the first."""

    def opens(self, head: Option) -> bool:
        """Whether one of the others is such a first stage, and no answer by itself."""

    def opened(self, head: Option) -> Sequence[Option]:
        """The whole answers of a first stage."""

    def meant(self, units: Sequence[UnitId], where: Hex) -> Sequence[str]:
        """Answers, legal or not, that *units* could be meant to give by pointing at a hex."""


@runtime_checkable
class AttackAsk(Protocol):
    """A question whose answers name target hexes and attacking units."""

    def targets(self) -> Sequence[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""

    def obligatory(self) -> Sequence[Hex]:
        """Hexes that must still be attacked."""

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Units that may attack all of *targets* together."""

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """The attack that is proposed for *targets*, with more of them or not: legal, if one is."""

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in canonical notation (not checked)."""


def way_out(ask: Ask[Any]) -> str:
    """The answer that lets a question pass, where its options hold one; "" otherwise."""
    quiet = NO if isinstance(ask, Choice) and ask.quiet == NO else ""
    return min({option.answer for option in ask.options()} & {PASS, DONE_WORD}, default=quiet)


def normal(text: str) -> str:
    """Forgive case and spaces, never meaning."""
    words = " ".join(text.split()).casefold()
    return _SAME.get(words, words)


def nearest(text: str, known: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """Known words close to *text*, in whatever case, best first."""
    words = {word.casefold(): word for word in known}
    return tuple(words[w] for w in difflib.get_close_matches(text.casefold(), [*words], most, 0.5))


def nearest_words(word: str, known: Sequence[str]) -> str:
    """A sentence that names the known words closest to one in an answer; "" if none is close."""
    return f" The nearest: {', '.join(close)}." if (close := nearest(word, known)) else ""


class Listed(Sequence[T]):
    """A sequence of which only the first is known; the rest is made when somebody looks."""

    def __init__(self, first: T, rest: Callable[[], Sequence[T]]) -> None:
        self._first, self._rest = first, rest
        self._all: Sequence[T] = ()

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        """The first costs nothing."""
        return self._first if at == 0 else self._whole()[at]

    def __len__(self) -> int:
        """How many there are."""
        return len(self._whole())

    def __bool__(self) -> bool:
        """There is a first."""
        return True

    def _whole(self) -> Sequence[T]:
        self._all = self._all or (self._first, *self._rest())
        return self._all


class Choice(Generic[T]):
    """A question with all its legal answers listed.

    *explain* says why another answer is not legal; *meant* turns another spelling into the listed one;
    *odds* tells the chances of a value that is not None.  With *each* the units of the answers act one
    after the other; *settled* is an answer that all others lead to the same position as.
    """

    __slots__ = (
        "_drawn", "_explain", "_meant", "_odds", "_settled", "_values", "about", "choices", "each", "key", "kind",
        "prompt", "quiet", "rule", "side",
    )  # fmt: skip
    complete = True

    def __init__(
        self,
        side: Side,
        key: str,
        prompt: str,
        choices: Sequence[tuple[Option, T]],
        *,
        rule: str,
        explain: Callable[[str], Refusal | None] | None = None,
        kind: str = "choice",
        quiet: str = "",
        meant: Callable[[str], str] | None = None,
        odds: Callable[[Any], Odds | None] | None = None,
        about: About = About(),
        each: bool = False,
        settled: str = "",
    ) -> None:
        if not choices:
            raise AssertionError(f"{key} asks {side} but offers nothing")
        self.side, self.key, self.prompt, self.rule, self.kind = side, key, prompt, rule, kind
        self.choices, self.about, self.each, self._settled = choices, about, each, settled
        self.quiet = quiet
        """The answer that does least, "" if none does: samplers give it every other time."""
        self._explain, self._meant, self._odds = explain, meant, odds
        self._values: dict[str, tuple[str, T]] = {}
        self._drawn = choices[0]  # what was sampled last is what is read next

    @property
    def settled(self) -> str:
        """What the game says, or the only answer there is."""
        return self._settled or (self.choices[0][0].answer if len(self.choices) == 1 else "")

    def options(self) -> Sequence[Option]:
        """All legal answers."""
        return [option for option, _ in self.choices]

    def read(self, text: str) -> tuple[str, T]:
        """The value behind *text*; raises IllegalAnswer with the nearest legal answers."""
        drawn, value = self._drawn
        if drawn.answer == text:
            return text, value
        for option, value in self.choices:
            if option.answer == text:
                return text, value
        values = self._by_words()
        words = self._meant(normal(text)) if self._meant else normal(text)
        found = values.get(words) or values.get(_EITHER.get(words, words))
        if found is None and words in _EITHER and self.quiet == NO:
            return values[NO]
        if found is None:
            raise IllegalAnswer(self._refuse(words))
        return found

    def odds(self, answer: str) -> Odds | None:
        """The chances of what an answer stands for."""
        value = self.read(answer)[1]
        return None if value is None or self._odds is None else self._odds(value)

    def sample(self, pick: Pick) -> str:
        """One of the options."""
        if self.quiet and pick(2):
            return self.quiet
        self._drawn = self.choices[pick(len(self.choices))]
        return self._drawn[0].answer

    def _by_words(self) -> dict[str, tuple[str, T]]:
        """The choices by their forgiving form, built when first needed."""
        if not self._values:
            self._values = {normal(o.answer): (o.answer, value) for o, value in self.choices}
        return self._values

    def _refuse(self, words: str) -> Refusal:
        answers = tuple(option.answer for option, _ in self.choices)
        shown = answers
        if len(answers) > _FEW:
            close = nearest(words, list(self._by_words()))
            shown = tuple(self._by_words()[near][0] for near in close) or answers[:_FEW]
        if self._explain and (refusal := self._explain(words)):
            return refusal if refusal.nearest else refusal._replace(nearest=shown)
        said = f'"{words}" is not an answer to this question.'
        passed = "This question cannot be passed."
        return Refusal(passed if words in _EITHER else said, self.rule, shown)


def yes_or_no(
    side: Side, key: str, prompt: str, *, yes: str = "Yes", no: str = "No", **more: Any
) -> Choice[bool]:
    """A question answered by yes or no; *more* is for the `Choice`: its rule, its odds."""
    return Choice(side, key, prompt, [(Option(YES, yes), True), (Option(NO, no), False)], **more)
