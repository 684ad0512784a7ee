"""Orders as verbs: a question that takes orders is a list of verbs, each with its heads.

An order is a verb, a head and what follows the head: `move u1+u2 0912-0913`, `fire u1 at u7`,
`load u1`, `play blitz on u1`, `done`. A game writes one small class a verb and lists them:

    OrderAsk(g, [Done(DONE_WORD, "End the phase", one_in=10), Move(g, side)],
             side=side, key="movement.move", prompt="...", rule="X-MV-01", grammar=GRAMMAR)

*Head*: the answer up to what follows, with the set of units it commands (`Option.units`), put
together one by one. A verb lists single units, or whole stacks beside them; any other group is legal
too and is read (`Words.stack`), never listed. Nothing here multiplies heads by ways before
somebody asks for one head: `heads` is cheap, `orders(head)` and `reach(head)` work for one head.

*A verb without a path* (`Verb`): `orders(head)` are the whole answers of one head, by target; the
head itself where nothing follows (the default). *A verb with a path* (`PathVerb`): `reach(head)` is
where it may end, `route(head, stops)` the cheapest whole answer, `costs(text)` its price step by
step, `orders(head)` the cheapest way to each hex of the reach.

*Legality lives in `read`*: it takes the words after the verb, checks everything and gives the
canonical text with the value the script gets; a refusal carries the rule and, where the verb knows
better, the nearest legal answers. `heads`, `orders`, `reach` and `sample` offer only what `read`
takes; they may leave out what is legal too.

*The way out* is a verb as well: `Done(word, label, why)`; `why()` is its refusal (a stack over its
limit, a duty not met, an arrival not placed), None where it is legal.

Three questions are made of verbs. `OrderAsk` is for paths, with a way out. `MixedAsk` adds orders
without a path and what pointing means (`Verb.meant`). `DeclareAsk` is for attacks: one `AttackVerb`
and a way out. The faces see them by the protocols of `flow.ask` (PathAsk, OrdersAsk, AttackAsk) and
know no verb.

Sampling: the verbs are tried from the rarest (`one_in`) to the most common; the first that gives an
answer is taken, and one with `one_in` 1 is always tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeGuard, TypeVar

from wargame.flow.ask import (
    DONE_WORD,
    PASS,
    About,
    IllegalAnswer,
    Odds,
    Option,
    Pick,
    Refusal,
    allow,
    nearest,
    nearest_words,
    refuse,
)
from wargame.flow.game import Game
from wargame.flow.notation import Grammar, Words
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_MOST = 600
"""So many whole answers are listed at most; the heads of the others say what else there is."""


class Verb(Protocol[T_co]):
    """One kind of order, without a path. Games derive from it; what has a body need not be written."""

    words: tuple[str, ...]
    """How an order of this kind begins; the first is the canonical one."""
    form: str
    """How it is written: "fire UNIT at UNIT"."""
    one_in: int = 1
    """How rarely it is sampled."""
    staged: bool = False
    """Whether faces choose a head first (a unit's mission) and only then what follows: for very many orders."""

    def heads(self) -> Iterable[Option]:
        """Who can be told this now: single units and whole stacks; may be lazy."""

    def read(self, words: Words) -> tuple[str, T_co]:
        """The canonical order and its value from the words after the verb; raises IllegalAnswer."""

    def sample(self, pick: Pick) -> str:
        """Some legal answer, "" where a few tries find none; any order of any head."""
        heads = list(self.heads())
        orders = list(self.orders(heads[pick(len(heads))])) if heads else []
        return orders[pick(len(orders))].answer if orders else ""

    def is_open(self) -> bool:
        """Whether anybody can be told this now."""
        return any(True for _ in self.heads())

    def orders(self, head: Option) -> Iterable[Option]:
        """The whole answers of one head that are worth listing; may be lazy."""
        return (head,)

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterable[str]:  # noqa: ARG002 - for those that point at nothing
        """Answers, legal or not, that pointing *units* at a hex could mean."""
        return ()

    def close(self, text: str) -> Sequence[str]:
        """Legal answers like one that was refused without naming any: of its head, or the nearest heads."""
        heads = {head.answer.casefold(): head for head in self.heads()}
        said = text.casefold()
        begins = " ".join(said.split()[: max((len(head.split()) for head in heads), default=0)])
        about = [begins] if begins in heads else nearest(begins, list(heads))
        listed = {o.answer.casefold(): o.answer for head in about for o in self.orders(heads[head])}
        return tuple(listed[answer] for answer in nearest(said, list(listed)))

    def odds(self, words: Words) -> Odds | None:  # noqa: ARG002 - for those without chance
        """Exact chances of a legal order, from the words after the verb; None where there are none."""
        return None

    def head(self, units: Sequence[UnitId]) -> str:
        """The head that these units make together, not checked: how a group is put together."""
        return f"{self.words[0]} {'+'.join(units)}"


class PathVerb(Verb[T_co], Protocol[T_co]):
    """One kind of order with a path behind its head."""

    def close(self, text: str) -> Sequence[str]:  # noqa: ARG002 - for those that know none
        """None: paths like one that is refused are searched for, not listed."""
        return ()

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where *head* may end, and how many half movement points it has left there."""

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops* in order; raises IllegalAnswer."""

    def costs(self, words: Words) -> Sequence[tuple[Hex, int, str]]:
        """Each step of a legal order, from the words after the verb: hex, half MPs, why."""

    def waits(self, words: Words) -> Sequence[str]:  # noqa: ARG002 - nothing, in some games
        """What waits on the way of a legal order and at its end, a line each."""
        return ()


class AttackVerb(Verb[T_co], Protocol[T_co]):
    """An attack: hexes, and the units that attack all of them together."""

    def targets(self) -> Sequence[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""

    def obligatory(self) -> Sequence[Hex]:
        """Hexes that must still be attacked."""
        return ()

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Units that may attack all of *targets* together."""

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """The attack that is proposed for *targets*, with more of them or not: legal, if one is."""

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer in canonical notation (not checked)."""


class Done(Verb[T]):
    """The way out: `pass` or `done`, whichever is typed, with refusals of its own."""

    def __init__(
        self,
        word: str,
        label: str,
        value: T,
        *,
        why: Callable[[], Refusal | None] | None = None,
        bars: Callable[[], bool] | None = None,
        one_in: int = 1,
    ) -> None:
        """Take *bars*, whether anything stands in the way, where the sentence of it costs more to make."""
        self.words = (word, PASS, DONE_WORD)
        self.form, self.label, self.value, self.one_in = word, label, value, one_in
        self._why, self._bars = why, bars

    def heads(self) -> Iterable[Option]:
        """The word itself, where it is legal."""
        return () if self.why() else (Option(self.form, self.label),)

    def read(self, words: Words) -> tuple[str, T]:
        """The word alone; raises IllegalAnswer with what stands in the way."""
        words.end()
        allow(self.why())
        return self.form, self.value

    def sample(self, pick: Pick) -> str:  # noqa: ARG002 - one shape for all
        """The word, where it is legal."""
        return "" if (self._bars() if self._bars else self.why()) else self.form

    def close(self, text: str) -> Sequence[str]:  # noqa: ARG002 - it is one word
        """Nothing is like it."""
        return ()

    def why(self) -> Refusal | None:
        """What stands in the way; None if nothing does."""
        return self._why() if self._why else None


class OrderAsk(Generic[T]):
    """A question answered by a head and a path, or by the way out."""

    kind, complete, about, each, settled = "path", False, About(), False, ""

    def __init__(
        self,
        g: Game[Any],
        verbs: Sequence[Verb[T]],
        *,
        side: Side,
        key: str,
        prompt: str | Callable[[], str],
        rule: str,
        grammar: Grammar | None = None,
    ) -> None:
        """Take the prompt as a function where it is worth making only for who reads it."""
        self.g, self.verbs = g, verbs
        self.side, self.key, self.rule = side, key, rule
        self._prompt = prompt
        self.grammar = grammar or Grammar(rule)
        self._heads: tuple[Option, ...] | None = None

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    def is_open(self) -> bool:
        """Whether anything can be told but the way out."""
        return any(verb.is_open() for verb in self.verbs if type(verb) is not Done)

    # -- Ask ----------------------------------------------------------------------------------

    def options(self) -> Sequence[Option]:
        """Whole answers, head by head: those without a path, then the cheapest ways, not too many."""
        listed = (o for verb in (*self._plain, *self._paths) for o in _orders(verb))
        return list({option.answer: option for option in islice(listed, _MOST)}.values())

    def read(self, text: str) -> tuple[str, T]:
        """The order in *text*; raises IllegalAnswer with the rule, the numbers, and what is close."""
        words, verb = self._verb(text)
        try:
            return verb.read(words)
        except IllegalAnswer as error:
            refusal = error.refusal
            close = refusal.nearest or tuple(verb.close(words.text))
            if close == refusal.nearest:
                raise
            raise refuse(refusal.reason, refusal.rule, *close) from error

    def permits(self, text: str) -> str:
        """The order in *text* as it is written, "" where it is not legal; nothing close is looked for."""
        try:
            words, verb = self._verb(text)
            return verb.read(words)[0]
        except IllegalAnswer:
            return ""

    def odds(self, answer: str) -> Odds | None:
        """What the verb of an answer says of its chances; raises IllegalAnswer."""
        words, verb = self._verb(answer)
        return verb.odds(words)

    def sample(self, pick: Pick) -> str:
        """Some legal answer: the rarer verbs are tried first, each as often as it says."""
        ranked = sorted(self.verbs, key=attrgetter("one_in"), reverse=True)
        for verb in ranked:
            if verb.one_in == 1 or pick(verb.one_in) == 0:
                found = verb.sample(pick)
                if found:
                    return found
        found = next((text for verb in ranked if (text := verb.sample(pick))), "")
        if not found:
            raise AssertionError(f"{self.key} finds {self.side} no legal answer")
        return found

    # -- PathAsk ------------------------------------------------------------------------------

    def heads(self) -> Sequence[Option]:
        """Who can go: the answer up to the path."""
        if self._heads is None:
            self._heads = tuple(head for verb in self._paths for head in verb.heads())
        return self._heads

    def reach(self, head: str) -> Mapping[Hex, int]:
        """Where *head* may end, and half movement points left there; raises IllegalAnswer."""
        return self._path(head).reach(head)

    def route(self, head: str, stops: Sequence[Hex]) -> str:
        """The cheapest whole answer through *stops* in order; raises IllegalAnswer."""
        return self._path(head).route(head, stops)

    def costs(self, text: str) -> Sequence[tuple[Hex, int, str]]:
        """Each step of an answer: hex entered, half movement points, why; raises IllegalAnswer."""
        words, verb = self._verb(text)
        return verb.costs(words) if _has_path(verb) else ()

    def waits(self, text: str) -> Sequence[str]:
        """What waits on the way of an answer and at its end, a line each; raises IllegalAnswer."""
        words, verb = self._verb(text)
        return verb.waits(words) if _has_path(verb) else ()

    # -- verbs --------------------------------------------------------------------------------

    @property
    def _paths(self) -> list[PathVerb[T]]:
        return [verb for verb in self.verbs if _has_path(verb)]

    @property
    def _plain(self) -> list[Verb[T]]:
        return [verb for verb in self.verbs if not _has_path(verb)]

    def _verb(self, text: str) -> tuple[Words, Verb[T]]:
        """The verb of an answer, and the words behind it."""
        words = Words(self.g, text, self.grammar)
        first = words.word()
        for verb in self.verbs:
            if first in verb.words:
                return words, verb
        if first in (PASS, DONE_WORD):
            raise refuse("This question cannot be passed.", self.rule)
        close = nearest_words(first, [word for verb in self.verbs for word in verb.words])
        forms = " or ".join(verb.form for verb in self.verbs if verb.form)
        raise refuse(
            f'"{words.text}" is no order.{close} Write {forms}.', self.grammar.verb or self.rule
        )

    def _path(self, head: str) -> PathVerb[T]:
        first = head.partition(" ")[0]
        verb = next((v for v in self.verbs if first in v.words), None) or self._verb(head)[1]
        if not _has_path(verb):
            raise refuse(f'"{head}" goes nowhere.', self.grammar.order)
        return verb


class MixedAsk(OrderAsk[T]):
    """A question that takes orders without a path too: fire, assault, load, play a card."""

    _others: Sequence[Option] | None = None

    def others(self) -> Sequence[Option]:
        """Every order worth listing that is no path, of a staged verb its heads, and the way out."""
        if self._others is None:
            self._staged = {head: v for v in self._plain if v.staged for head in v.heads()}
            whole = (o for verb in self._plain if not verb.staged for o in _orders(verb))
            found = {option.answer: option for option in (*self._staged, *whole)}
            self._others = list(found.values())
        return self._others

    def opens(self, head: Option) -> bool:
        """Whether one of the others is the head of a staged order, no answer by itself."""
        self.others()
        return head in self._staged

    def opened(self, head: Option) -> Sequence[Option]:
        """The whole answers of such a head."""
        return list(self._staged[head].orders(head)) if self.opens(head) else ()

    def meant(self, units: Sequence[UnitId], where: Hex) -> Sequence[str]:
        """Answers, legal or not, that *units* could be meant to give by pointing at a hex."""
        return [text for verb in self.verbs for text in verb.meant(units, where)]


class DeclareAsk(OrderAsk[T]):
    """A question answered by hexes and the units that attack them, or by the way out."""

    kind = "attack"

    def __init__(
        self,
        g: Game[Any],
        attack: AttackVerb[T],
        out: Done[T],
        *,
        side: Side,
        key: str,
        prompt: str | Callable[[], str],
        rule: str,
        grammar: Grammar | None = None,
    ) -> None:
        verbs = (out, attack)
        super().__init__(g, verbs, side=side, key=key, prompt=prompt, rule=rule, grammar=grammar)
        self.targets, self.obligatory = attack.targets, attack.obligatory
        self.attackers, self.offered = attack.attackers, attack.offered
        self.compose = attack.compose


def _has_path(verb: Verb[T]) -> TypeGuard[PathVerb[T]]:
    """Whether a verb derives from PathVerb; looking at its members would take far longer."""
    return PathVerb in type(verb).__mro__


def _orders(verb: Verb[Any]) -> Iterable[Option]:
    """The whole answers of a verb, head by head, as they are wanted."""
    return (option for head in verb.heads() for option in verb.orders(head))
