"""Allotting: numbers dealt out among rows, out of purses that hold only so much.

A game lists the rows (`Share`), what each purse holds and must give, and what else forbids a
share. The answer names the rows that get something: "allocate interdiction=5 ground=4"; a row that
gets one or nothing is named alone. Reading, sums, samples and the word for nothing follow from that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from wargame.flow.ask import (
    DONE_WORD,
    About,
    Odds,
    Option,
    Pick,
    Refusal,
    allow,
    nearest_words,
    normal,
    refuse,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

VERB = "allocate"
_WORD = re.compile(r"[^\s=,;]+|=")
_HEX = re.compile(r"\d{4}")
_normal = lru_cache(maxsize=4096)(normal)
"""Of keys, which come again and again."""
Amounts = dict[str, int]
"""How much each row gets, by its key; every row has a number."""


class Share(NamedTuple):
    """One row."""

    key: str
    """How the answer names it: one word."""
    title: str
    most: int
    least: int = 0
    price: int = 1
    """What one costs the purse."""
    purse: str = ""
    """Which purse pays; "" for none."""
    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    note: str = ""
    """What it has or does now, in a few words."""
    rule: str = ""
    """The rule of its bounds; "" for that of the question."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What rows are paid from."""

    title: str
    """What it holds, in the plural: "Air Points"."""
    holds: int
    must: int = 0
    """So much of it has to be given."""

    def of(self, n: int) -> str:
        """So many of it, in words: "1 step"."""
        return f"{n} {self.title.removesuffix('s') if n == 1 else self.title}"


_ABOUT_NOTHING = About()
_NOTHING: Mapping[str, int] = MappingProxyType({})


def _nothing_else(_: Mapping[str, int]) -> Refusal | None:
    return None


def _as_given(row: Share) -> Share:
    return row


class Allotment:
    """A question answered by numbers for its rows.

    *why_not* adds what purses do not say; *proposed* are the amounts that are offered first, legal ones where giving nothing is not; *account*
    says more about amounts than what is left in each purse; *explain* says why a word is no row;
    *nothing* is the label of giving nothing; *described* fills in what only a reader of a row wants to know.
    """

    kind, complete, each = "allot", False, False

    def __init__(
        self,
        side: Side,
        key: str,
        prompt: str | Callable[[], str],
        rows: Sequence[Share],
        purses: Mapping[str, Purse],
        *,
        rule: str,
        proposed: Callable[[], Mapping[str, int]] | Mapping[str, int] = _NOTHING,
        why_not: Callable[[Mapping[str, int]], Refusal | None] = _nothing_else,
        account: Callable[[Mapping[str, int]], Sequence[str]] = lambda _: (),
        explain: Callable[[str], Refusal | None] = lambda _: None,
        odds: Callable[[Mapping[str, int]], Odds | None] = lambda _: None,
        nothing: str = "Give nothing",
        about: About | Callable[[], About] = _ABOUT_NOTHING,
        described: Callable[[Share], Share] = _as_given,
    ) -> None:
        """Take the prompt, what is proposed and what it is about as functions where they cost much to work out."""
        if not rows:
            raise AssertionError(f"{key} asks {side} but has nothing to give to")
        self.side, self.key, self.rule = side, key, rule
        self._asks, self._offers, self._touches = prompt, proposed, about
        self._rows = {_normal(row.key): row for row in rows}
        self._purses, self._why_not, self._account, self._odds = purses, why_not, account, odds
        self._explain, self._nothing, self._described = explain, nothing, described

    # -- what every question says -------------------------------------------------------------

    @cached_property
    def prompt(self) -> str:
        """The question as a sentence."""
        return self._asks if isinstance(self._asks, str) else self._asks()

    @property
    def about(self) -> About:
        """Units and hexes in question."""
        return self._touches if isinstance(self._touches, About) else self._touches()

    @property
    def settled(self) -> str:
        """The answer where no row can get more than it must."""
        fixed = {row.key: row.least for row in self._rows.values() if row.most == row.least}
        return self.compose(fixed) if len(fixed) == len(self._rows) else ""

    def options(self) -> Sequence[Option]:
        """What is proposed, and nothing at all, as far as they are legal."""
        legal = {self.compose(amounts): amounts for amounts in self._offered()}
        return [Option(answer, self.told(amounts)) for answer, amounts in legal.items()]

    def _offered(self) -> Iterator[Amounts]:
        """The amounts of the options."""
        for amounts in (self._proposed, {row.key: 0 for row in self._rows.values()}):
            if self.refusal(amounts) is None:
                yield amounts

    def read(self, text: str) -> tuple[str, Amounts]:
        """The amounts in an answer; raises IllegalAnswer with the sum that does not come out."""
        amounts = self.amounts(text)
        allow(self.refusal(amounts))
        return self.compose(amounts), amounts

    def odds(self, answer: str) -> Odds | None:
        """The chances with these amounts."""
        return self._odds(self.read(answer)[1])

    def sample(self, pick: Pick) -> str:
        """Amounts at random; what is proposed where a few tries come to nothing."""
        for _ in range(4):
            amounts = self._some(pick)
            if self._unpaid(amounts) is None:
                return self.compose(amounts)
        return self.compose(next(self._offered()))

    # -- what the rows say --------------------------------------------------------------------

    def rows(self) -> Sequence[Share]:
        """The rows in the order in which they are shown."""
        return list(self._shown.values())

    @cached_property
    def _shown(self) -> dict[str, Share]:
        """The same by key."""
        return {row.key: self._described(row) for row in self._rows.values()}

    def proposed(self) -> Amounts:
        """What is offered first."""
        return dict(self._proposed)

    @cached_property
    def _proposed(self) -> Amounts:
        offers = self._offers() if callable(self._offers) else self._offers
        return {row.key: row.least for row in self._rows.values()} | dict(offers)

    def amounts(self, text: str) -> Amounts:
        """The amounts that *text* names, within the bounds of their rows; raises IllegalAnswer."""
        found = {row.key: 0 for row in self._rows.values()}
        said = normal(text)
        words = [] if said == DONE_WORD else _WORD.findall(said)
        words = words[1:] if words[:1] == [VERB] else words
        named: set[str] = set()
        while words:
            row = self._row(words)
            if row.key in named:
                raise refuse(f"{self._shown[row.key].title} is named twice.", self.rule)
            named.add(row.key)
            found[row.key] = self._number(row, words)
        return found

    def _row(self, words: list[str]) -> Share:
        """The row named by its key, or by a title that no other has; raises IllegalAnswer."""
        word = words[0]
        if found := self._rows.get(word):
            del words[0]
            return found
        titles = [(_WORD.findall(normal(row.title)), row) for row in self.rows()]
        called = [(title, row) for title, row in titles if title and words[: len(title)] == title]
        longest = max((len(title) for title, _ in called), default=0)
        best = [row for title, row in called if len(title) == longest]
        if len(best) == 1:
            del words[:longest]
            return best[0]
        allow(self._explain(word))
        near = f" It may be {' or '.join(r.key for r in best)}." if best else ""
        near = near or nearest_words(word, list(self._rows))
        said = f'"{word}" gets nothing here.{near}'
        raise refuse(said, self.rule, *(option.answer for option in self.options()))

    def _number(self, row: Share, words: list[str]) -> int:
        """The number behind a key; 1 where there is none. A hex is no number. Raises IllegalAnswer."""
        equals = words[:1] == ["="]
        rest = words[1:2] if equals else words[:1]
        if rest and rest[0].isdecimal() and (equals or not self._is_key(rest[0])):
            del words[: 1 + equals]
            return int(rest[0])
        if equals:
            raise refuse(
                f"{self._shown[row.key].title} gets a whole number, not {' '.join(rest) or 'nothing'}.",
                row.rule or self.rule,
            )
        return 1

    def _is_key(self, word: str) -> bool:
        """Whether it names a row, or a hex where rows are hexes: one that gets nothing is told so."""
        return word in self._rows or (
            _HEX.fullmatch(word) is not None and any(map(_HEX.fullmatch, self._rows))
        )

    def compose(self, amounts: Mapping[str, int]) -> str:
        """The answer in canonical notation (not checked)."""
        given = [row for row in self._rows.values() if amounts.get(row.key)]
        said = (row.key if row.most == 1 else f"{row.key}={amounts[row.key]}" for row in given)
        return " ".join([VERB, *said]) if given else DONE_WORD

    def told(self, amounts: Mapping[str, int]) -> str:
        """Amounts as a label: "Interdiction 5, Ground Support 4"."""
        given = [row for row in self.rows() if amounts.get(row.key)]
        said = (row.title if row.most == 1 else f"{row.title} {amounts[row.key]}" for row in given)
        return ", ".join(said) or self._nothing

    def account(self, amounts: Mapping[str, int]) -> Sequence[str]:
        """What each purse has left, and what else the game says."""
        spent = self._spent(amounts)
        sums = (
            f"{purse.title}: {spent[name]} of {purse.holds} given"
            for name, purse in self._purses.items()
        )
        return [*sums, *self._account(amounts)]

    def refusal(self, amounts: Mapping[str, int]) -> Refusal | None:
        """Why these amounts are not legal; None if they are."""
        for row in self._rows.values():
            n = amounts.get(row.key, 0)
            if not row.least <= n <= row.most:
                bound = f"at most {row.most}" if n > row.most else f"at least {row.least}"
                title = self._shown[row.key].title
                return Refusal(f"{title} gets {bound}, not {n}.", row.rule or self.rule)
        return self._unpaid(amounts)

    def _unpaid(self, amounts: Mapping[str, int]) -> Refusal | None:
        """Why amounts within the bounds of their rows are not legal; None if they are."""
        sums = self._spent(amounts) if self._purses else {}
        for name, purse in self._purses.items():
            spent = sums[name]
            if spent > purse.holds:
                are = "is" if purse.holds == 1 else "are"
                said = f"That takes {purse.of(spent)}; there {are} {purse.holds}."
                return Refusal(said, self.rule)
            if spent < purse.must:
                said = f"{purse.of(purse.must)} must be given; that is {spent}."
                return Refusal(said, self.rule)
        return self._why_not(amounts)

    # -- sums ---------------------------------------------------------------------------------

    def balance(self, row: Share, amounts: Mapping[str, int]) -> Amounts:
        """*amounts* with what *row* leaves to the one other row of a purse that must be spent whole.

        Where such a purse holds a single one, the row that gets it takes it from the one that had it.
        """
        purse = self._purses.get(row.purse)
        others = [r for r in self._rows.values() if r.purse == row.purse and r.key != row.key]
        if purse is None or purse.must != purse.holds:
            return {**amounts}
        if purse.holds == row.price:  # a single one: it goes to the row that is pointed at
            alone = {other.key: other.least for other in others}
            return {**amounts, **alone, row.key: min(row.least + 1, row.most)}
        if len(others) != 1 or others[0].price != row.price:
            return {**amounts}
        (other,) = others
        rest = purse.holds // row.price - amounts[row.key]
        return {**amounts, other.key: min(max(rest, other.least), other.most)}

    def _spent(self, amounts: Mapping[str, int]) -> dict[str, int]:
        """What each purse has paid."""
        sums = dict.fromkeys(self._purses, 0)
        for row in self._rows.values():
            n = amounts.get(row.key)
            if n and row.purse in sums:
                sums[row.purse] += row.price * n
        return sums

    def _some(self, pick: Pick) -> Amounts:
        """Each row in turn gets what is drawn; the last rows of a purse get what must still be given."""
        rows = list(self._rows.values())
        amounts = {row.key: row.least for row in rows}
        spent = self._spent(amounts)
        start = pick(len(rows))
        order = rows[start:] + rows[:start]
        for row in order:
            if more := pick(self._room(row, amounts, spent) + 1):
                self._give(row, more, amounts, spent)
        if not any(purse.must for purse in self._purses.values()):
            return amounts
        for row in order:
            purse = self._purses.get(row.purse)
            lacking = purse.must - spent[row.purse] if purse else 0
            if lacking > 0 and row.price:
                more = min(-(-lacking // row.price), self._room(row, amounts, spent))
                self._give(row, more, amounts, spent)
        return amounts

    def _give(self, row: Share, more: int, amounts: Amounts, spent: Amounts) -> None:
        """Let a row have so much more, and its purse pay for it."""
        amounts[row.key] += more
        if row.purse in spent:
            spent[row.purse] += more * row.price

    def _room(self, row: Share, amounts: Mapping[str, int], spent: Mapping[str, int]) -> int:
        """What a row can still get."""
        room = row.most - amounts[row.key]
        if not room or not row.price or row.purse not in self._purses:
            return room
        purse = self._purses[row.purse]
        return max(min(room, (purse.holds - spent[row.purse]) // row.price), 0)
