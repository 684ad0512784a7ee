"""Standing orders: what units of a side do whenever they are asked, until that is revoked.

    order all never leave victory             stays in the hexes that decide the game
    order at_gun fire at tank 40%             fires at tanks at 40 % or better, at nothing else
    order a.2rc fire within 2 on opportunity  the units of a formation, at that kind of question
    order a.2rc.1+a.2rc.2 stand

They are said aside (`flow/aside.py`), so the record holds them and each decision names itself in it;
they lie in a list of the position.  A newer order goes before an older one.  A question is decided
only where the orders of its side leave one answer: a wanted one, or the only one not forbidden; the
rest is left to the player.  A game says in its own words what can be ordered: `Orders(...)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from wargame.flow.aside import Aside, Words
from wargame.flow.ask import (
    Ask,
    AttackAsk,
    IllegalAnswer,
    Option,
    PathAsk,
    nearest_words,
    refuse,
    way_out,
)
from wargame.flow.game import Game
from wargame.flow.script import RulesBug
from wargame.flow.seat import Decision
from wargame.model.state import Side, State, UnitId

ORDER, REVOKE, EVERYBODY, LEAVE = "order", "revoke", "all", "leave"
FORM: Final = "order WHO [never] ACT [at WHOM] [within HEXES] [CHANCE%] [victory] [on QUESTION]"
_LIST = "standing."
_PERCENT = re.compile(r"(\d{1,3})%")


def standing_orders(state: State, side: Side) -> list[str]:
    """The orders of a side as they were given, the oldest first."""
    return [str(text) for text in state.lists.get(_LIST + side, ())]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """Who does what, and when; the words in which it is given."""

    who: str
    """"all", a class of unit, a formation, or ids with plus signs between them."""
    act: str
    """How the answers begin that it wants or forbids; LEAVE: whatever takes a unit off its hex."""
    never: bool = False
    at: str = ""
    """The class or id of those it is done to."""
    within: int = 0
    """So many hexes at most; 0 for any."""
    percent: int = 0
    """The least chance of an effect on others."""
    victory: bool = False
    """Only where the unit stands in a hex that decides the game."""
    on: str = ""
    """The kind of question: the last part of its key."""

    @property
    def text(self) -> str:
        """The order as it is written."""
        parts = (
            self.who,
            "never" if self.never else "",
            self.act,
            f"at {self.at}" if self.at else "",
            f"within {self.within}" if self.within else "",
            f"{self.percent}%" if self.percent else "",
            "victory" if self.victory else "",
            f"on {self.on}" if self.on else "",
        )
        return " ".join(filter(None, parts))


@dataclass(frozen=True)
class Orders:
    """What can be ordered in a game: its asides, and the seat that carries the orders out."""

    acts: Sequence[str]
    """How answers begin that can be ordered: "fire", "retreat"."""
    questions: Sequence[str]
    """The last parts of the keys of the questions that an order may name."""
    sorts: Callable[[Any, UnitId], Iterable[str]]
    """Every word that a unit goes by: its class, its formation."""
    prized: Callable[[Any], Container[int]]
    """The hexes that decide the game."""

    @property
    def asides(self) -> Mapping[str, Aside]:
        """What its side says: `order ...` and `revoke N`."""
        return {
            ORDER: Aside("Standing orders", self._read, _give, lambda _g, _side: (), FORM),
            REVOKE: REVOKING,
        }

    # -- as a seat ----------------------------------------------------------------------------

    def plays(self, g: Game[Any], side: Side) -> bool:
        """Whether a side has given orders; raises RulesBug for one that nobody could have given."""
        return bool([*self._orders(g, side)])

    def decide(self, known: Game[Any], ask: Ask[Any]) -> Decision | None:
        """The best answer that is wanted, or the only one that is not forbidden."""
        question: object = ask  # seen by what it can do, whatever kind it is
        if isinstance(question, PathAsk | AttackAsk):
            return None
        out, orders = way_out(ask), [*self._orders(known, ask.side)]
        wanted: list[tuple[int, Option, str]] = []
        free, forbidden = [out] if out else [], []
        for option in ask.options():
            if option.answer == out:
                continue
            found = self._verdict(known, ask, option, orders)
            if found is None:
                free.append(option.answer)
            elif found[0]:
                wanted.append((_percent(ask, option), option, found[1]))
            else:
                forbidden.append((option.answer, found[1]))
        if wanted:
            wanted.sort(key=lambda row: -row[0])
            rows = tuple((o.answer, percent, text) for percent, o, text in wanted)
            return Decision(wanted[0][1].answer, rows)
        return Decision(free[0], tuple(forbidden)) if forbidden and len(free) == 1 else None

    def _orders(self, g: Game[Any], side: Side) -> Iterator[StandingOrder]:
        """The newest first; about units that have changed sides since, too."""
        if not g.state.lists.get(_LIST + side):
            return
        names = self._names(g, g.state.units)
        for text in reversed(standing_orders(g.state, side)):
            try:
                yield self._parse(text.split(), names, names)
            except IllegalAnswer as error:
                said = f'the standing order "{text}" of {side} cannot be read: {error}'
                raise RulesBug(said) from error

    def _verdict(
        self, g: Game[Any], ask: Ask[Any], option: Option, orders: Sequence[StandingOrder]
    ) -> tuple[bool, str] | None:
        """Whether an answer is wanted or forbidden, and by which order; None if no order is for it."""
        units = g.state.units
        own = [u for u in option.units or ask.about.units if units[u].side == ask.side]
        struck = [u for u in option.units or ask.about.against if units[u].side != ask.side]
        for order in orders:
            if not own or not all(self._goes_by(g, u, order.who) for u in own):
                continue
            if not _is_act(g, option, own, order.act) or ask.key.rpartition(".")[2] != (
                order.on or ask.key.rpartition(".")[2]
            ):
                continue
            if order.victory and not all(units[u].hex in self.prized(g) for u in own):
                continue
            meets = (
                (not order.at or any(self._goes_by(g, u, order.at) for u in struck))
                and (not order.within or _near(g, own, struck, order.within))
                and (not order.percent or _percent(ask, option) >= order.percent)
            )
            if meets or not order.never:
                return meets and not order.never, order.text
        return None

    def _goes_by(self, g: Game[Any], unit: UnitId, word: str) -> bool:
        return word == EVERYBODY or unit in word.split("+") or word in self.sorts(g, unit)

    # -- reading ------------------------------------------------------------------------------

    def _read(self, g: Game[Any], side: Side, words: Words) -> Words:
        """An order as it is written; raises IllegalAnswer with what could stand instead."""
        units = g.state.units
        mine, theirs = (
            self._names(g, [u for u in units if (units[u].side == side) is own])
            for own in (True, False)
        )
        return tuple(self._parse([word.casefold() for word in words], mine, theirs).text.split())

    def _names(self, g: Game[Any], units: Iterable[UnitId]) -> set[str]:
        return {word for u in units for word in (u, *self.sorts(g, u))}

    def _parse(self, words: Sequence[str], mine: set[str], theirs: set[str]) -> StandingOrder:
        left = [word for word in words if word not in ("in", "from", "hexes", "hex", "a", "or", "better")]  # fmt: skip
        if len(left) < 2:
            raise refuse(f"Write {FORM}.", "")
        for name in left[0].split("+"):
            _known("Nobody of yours", name, {EVERYBODY, *mine})
        never = left[1] == "never"
        acts, rest = (EVERYBODY, LEAVE, *self.acts), left[1 + never :]
        _known("Nothing", rest[0] if rest else "", acts)
        order = StandingOrder(left[0], rest[0], never)
        rest = rest[1:]
        while rest:
            word, *rest = rest
            percent = _PERCENT.fullmatch(word)
            if percent:
                order = replace(order, percent=int(percent[1]))
            elif word == "victory":
                order = replace(order, victory=True)
            elif word == "at" and rest:
                _known("None of theirs", rest[0], theirs)
                order = replace(order, at=rest.pop(0))
            elif word == "on" and rest:
                _known("No question", rest[0], self.questions)
                order = replace(order, on=rest.pop(0))
            elif word == "within" and rest and rest[0].isdecimal():
                order = replace(order, within=int(rest.pop(0)[:3]))
            else:
                raise refuse(f'"{word}" was not expected here. Write {FORM}.', "")
        return order


def _known(what: str, word: str, known: Iterable[str]) -> None:
    """Refuse a word that is none of those known."""
    names = sorted(known)
    if word not in names:
        short = f" There are {', '.join(names)}." if len(names) < 20 else ""
        close = nearest_words(word, names) or short
        raise refuse(f'{what} is called "{word}".{close} Write {FORM}.', "")


def set_orders(g: Game[Any], side: Side, texts: Sequence[str], *, rule: str = "") -> None:
    """From now on these stand, the oldest first."""
    g.set_list(_LIST + side, texts, rule=rule)


def _give(g: Game[Any], side: Side, words: Words) -> None:
    text = " ".join(words)
    before = [old for old in standing_orders(g.state, side) if old != text]
    set_orders(g, side, (*before, text))


def _read_number(g: Game[Any], side: Side, words: Words) -> Words:
    given = len(standing_orders(g.state, side))
    if words in {(EVERYBODY,), *((str(n),) for n in range(1, given + 1))} and given:
        return words
    if not given:
        raise refuse("No orders stand.", "")
    raise refuse("Say which.", "", *_revocable(g, side), f"{REVOKE} {EVERYBODY}")


def _revoke(g: Game[Any], side: Side, words: Words) -> None:
    left = standing_orders(g.state, side)
    if words[0] == EVERYBODY:
        left = []
    else:
        del left[int(words[0]) - 1]
    set_orders(g, side, left)


def _revocable(g: Game[Any], side: Side) -> Sequence[str]:
    return [f"{REVOKE} {n}" for n, _ in enumerate(standing_orders(g.state, side), 1)]


REVOKING: Final = Aside("Revoking them", _read_number, _revoke, _revocable, "revoke N, revoke all")
"""`revoke N`, `revoke all`: for every game whose orders lie in the list of this module."""


# -- answers -------------------------------------------------------------------------------------


def _is_act(g: Game[Any], option: Option, own: Sequence[UnitId], act: str) -> bool:
    """Whether an answer is the act of an order."""
    if act == LEAVE:
        stands = {g.state.units[u].hex for u in own}
        return option.answer == LEAVE or (bool(option.hexes) and option.hexes[-1] not in stands)
    return act in (EVERYBODY, option.answer.split()[0])


def _near(g: Game[Any], own: Sequence[UnitId], others: Sequence[UnitId], most: int) -> bool:
    units = g.state.units
    pairs = [(units[u].hex, units[v].hex) for u in own for v in others]
    return any(g.grid.distance(a, b) <= most for a, b in pairs if a >= 0 and b >= 0)


def _percent(ask: Ask[Any], option: Option) -> int:
    """The chance that an answer has an effect on others, in whole percent."""
    odds = ask.odds(option.answer)
    return int(odds.effect(ask.side) * 100) if odds else 0
