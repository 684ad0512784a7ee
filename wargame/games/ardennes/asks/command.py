"""The command of an impulse: which card, for which formation (ARD-AC, ARD-CD-04, ARD-SQ-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from wargame.content.figures import counted
from wargame.flow.ask import Option, Pick, Refusal, allow, refuse
from wargame.flow.hand import Use
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Verb
from wargame.games.ardennes import cards
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.front import nearest_to_enemy
from wargame.games.ardennes.state import ArdGame, by_number, kind_of, place_name, steps, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

WhyCorps: TypeAlias = Callable[[Card, Sequence[UnitId]], Refusal | None]
"""ARD-DX-05  Why an opening impulse may not name these units; None if it may."""
GRAMMAR = Grammar("ARD-CD-04", unit="ARD-AC-01", name=unit_name)


class Command(NamedTuple):
    """What a side does with its impulse."""

    kind: str
    """activate, deploy, event, discard or end."""
    card: str = ""
    units: tuple[UnitId, ...] = ()
    """Whom it activates."""
    corps: str = ""
    """ARD-AC-03  The corps of an army card."""
    cards: tuple[str, ...] = ()
    """Discarded."""
    what: str = ""
    """What an event is about, as it was written."""


def word_of(corps: str) -> str:
    """A corps in an answer: "I-SS"."""
    return corps.replace(" ", "-")


class CardVerb(Verb[Command]):
    """Orders of a card: the head is a card, with the corps where an army card names one."""

    does = "activate"
    """What a card is used for."""

    def __init__(
        self,
        g: ArdGame,
        side: Side,
        *,
        opening: bool = False,
        why_corps: WhyCorps = lambda _c, _u: None,
    ) -> None:
        self.g, self.side, self.opening = g, side, opening
        self._why_corps = why_corps

    def commands(self) -> list[Card]:
        """The command cards in hand."""
        return [card for card in cards.held(self.g, self.side) if card.commands]

    def named(self) -> Iterator[tuple[Card, str]]:
        """Each of them, an army card with every corps."""
        for card in self.commands():
            corps = cards.corps_of(self.g, card) if card.kind in ("army", "group") else [""]
            yield from ((card, one) for one in corps)

    def head_of(self, card: Card, corps: str) -> str:
        """The answer up to what follows."""
        return " ".join(filter(None, (self.words[0], card.id, word_of(corps))))

    def sample(self, pick: Pick) -> str:
        """Some order of some card; what they are called nobody reads."""
        heads = [*self.bare()]
        orders = [*self.whole(heads[pick(len(heads))])] if heads else []
        return orders[pick(len(orders))] if orders else ""

    def is_open(self) -> bool:
        """Whether any card can be used so now."""
        return any(self.bare())

    def bare(self) -> Iterable[str]:
        """The heads as they are written."""
        return (head.answer for head in self.heads())

    def whole(self, head: str) -> Iterable[str]:
        """The whole answers of a head as they are written."""
        return (head,)

    def title(self, card: Card, corps: str) -> str:
        """The card as a player calls it."""
        return f"{card.id} {card.title}" + (f", {corps} Corps" if corps else "")

    def card(self, words: Words) -> tuple[Card, str]:
        """The card, and the corps if it needs one; raises IllegalAnswer."""
        known = {card.id: card for card in self.commands()}
        if not known:
            raise refuse("No command card is in hand.", "ARD-CD-04")
        card = known[words.one_of("command card", {c.id: c.title for c in known.values()})]
        if card.kind not in ("army", "group"):
            return card, ""
        corps = {word_of(corps): corps for corps in cards.corps_of(self.g, card)}
        if not words.more:
            said = f"{card.title} commands one corps: name it ({', '.join(corps)})."
            raise refuse(said, "ARD-AC-03")
        return card, corps[words.one_of("corps", list(corps))]


class Activate(CardVerb):
    """ARD-AC-01 to -03  `activate G13`, `activate G42 I-SS`, `activate G36 de.2.2 de.77.26`."""

    words, form = ("activate",), "activate CARD [CORPS] [UNIT ...]"

    def heads(self) -> Iterator[Option]:
        """Cards whose formation can act."""
        for card, corps, able, those in self._open():
            units = self._nearest(card, those)
            names = ", ".join(unit_name(self.g, u) for u in units)
            label = f"{self.title(card, corps)}: {names}"
            answer = self._answer(card, corps, able, units)
            yield Option(answer, label, tuple(units), hexes_of(self.g, units))

    def bare(self) -> Iterator[str]:
        """The same as they are written."""
        return (self._answer(*one) for one in self._open())

    def sample(self, pick: Pick) -> str:
        """Some card; whom it activates is looked for once it is drawn."""
        found = [*self._open()]
        orders = [self._answer(*found[pick(len(found))])] if found else []
        return orders[pick(len(orders))] if orders else ""

    def _open(self) -> Iterator[tuple[Card, str, list[UnitId], list[UnitId]]]:
        """Cards and their corps, with who is able and among whom those are who would be activated."""
        for card, corps in self.named():
            able = cards.able(self.g, card, corps, opening=self.opening)
            for units in self._sets(card, able):
                if units and not self._bars(card, units):
                    yield card, corps, able, units

    def _bars(self, card: Card, units: list[UnitId]) -> bool:
        """ARD-DX-05  Whether an opening impulse may not name these."""
        return self.opening and bool(self._why_corps(card, self._nearest(card, units)))

    def _answer(self, card: Card, corps: str, able: list[UnitId], those: list[UnitId]) -> str:
        whole, units = self.head_of(card, corps), self._nearest(card, those)
        return whole if units == able else f"{whole} {' '.join(units)}"

    def uses(self, card: Card) -> list[Use]:
        """Whom the card can activate, the usual ones proposed; an army card a corps each."""
        found: list[Use] = []
        for one, corps, able, those in self._open():
            if one == card:
                units = self._nearest(card, those)
                which = f" of {corps} Corps" if corps else ""
                some = f"{len(units)} of " if len(units) < len(able) else ""
                if self._by_division(card):
                    div = kind_of(self.g, units[0]).div
                    which = f": {cards.division_title(self.g.content, self.side, div)}"
                title = f"activate {some}{counted(len(able), 'unit')}{which}"
                head, pool = self.head_of(card, corps), units_of(self.g, able)
                found.append(Use(title, pool=pool, named=tuple(units), head=head))
        return found

    def _sets(self, card: Card, able: list[UnitId]) -> list[list[UnitId]]:
        """Among whom those are who are activated: all; where an opening names divisions, each of them."""
        if not self._by_division(card):
            return [able]
        kinds = {u: kind_of(self.g, u).div for u in able}
        return [[u for u in able if kinds[u] == div] for div in dict.fromkeys(kinds.values())]

    def _by_division(self, card: Card) -> bool:
        """ARD-SC-01  Whether an opening lets the card activate one division of several."""
        return self.opening and self.g.content.scenario.by_division and card.kind != "division"

    def _nearest(self, card: Card, able: list[UnitId]) -> list[UnitId]:
        """All who may be activated; where a corps has too many those nearest to the enemy."""
        g, most = self.g, cards.most_units(self.g, card)
        if len(able) <= most:
            return able
        return by_number(g, nearest_to_enemy(g, able, self.side)[:most])

    def read(self, words: Words) -> tuple[str, Command]:
        """The card with whom it activates."""
        card, corps = self.card(words)
        able = cards.able(self.g, card, corps, opening=self.opening)
        units = self._units(words, card, corps) if words.more else able
        self._check(card, corps, units)
        text = self._answer(card, corps, able, units)
        return text, Command("activate", card.id, tuple(units), corps)

    def _units(self, words: Words, card: Card, corps: str) -> list[UnitId]:
        found: list[UnitId] = []
        every = cards.members(self.g, card, corps)
        while words.more:
            unit = words.unit()
            if unit not in every:
                said = f"{unit_name(self.g, unit)} is not of {self.title(card, corps)}."
                raise refuse(said, "ARD-AC-01")
            allow(cards.why_not_active(self.g, unit, opening=self.opening))
            if unit not in found:
                found.append(unit)
        return by_number(self.g, found)

    def _check(self, card: Card, corps: str, units: Sequence[UnitId]) -> None:
        most = cards.most_units(self.g, card)
        if not units:
            raise refuse(f"No unit of {self.title(card, corps)} may be activated now.", "ARD-AC-06")
        if len(units) > most:
            said = f"{self.title(card, corps)} activates {most} units at most: name them."
            raise refuse(said, "ARD-AC-02")
        allow(self._why_corps(card, units))


class Single(CardVerb):
    """ARD-AC-04  `single G13 de.26aa.26`: one unit of the formation's army instead."""

    words, form, one_in = ("single",), "single CARD UNIT", 5
    does = "a single unit of its army"

    def heads(self) -> Iterator[Option]:
        """Cards whose army has a unit that may act."""
        for card in self._open():
            label = f"{self.title(card, '')}: a single unit of its army"
            yield Option(self.head_of(card, ""), label)

    def bare(self) -> Iterator[str]:
        """The same as they are written."""
        return (self.head_of(card, "") for card in self._open())

    def _open(self) -> Iterator[Card]:
        return (card for card in self.commands() if any(self._able(card)))

    def orders(self, head: Option) -> Iterator[Option]:
        """A unit an order."""
        card = cards.card_of(self.g, head.answer.split()[1])
        for unit in self._able(card):
            where = self.g.state.units[unit].hex
            said = f"{self.title(card, '')}: {unit_name(self.g, unit)} alone"
            yield Option(f"{head.answer} {unit}", said, (unit,), (where,))

    def whole(self, head: str) -> Iterator[str]:
        """The same as they are written."""
        able = self._able(cards.card_of(self.g, head.split()[1]))
        return (f"{head} {unit}" for unit in able)

    def _able(self, card: Card) -> Iterator[UnitId]:
        found = cards.singles(self.g, card, opening=self.opening)
        return (u for u in found if self._why_corps(card, [u]) is None)

    def read(self, words: Words) -> tuple[str, Command]:
        """The card and the unit."""
        known = {card.id: card.title for card in self.commands()}
        card = cards.card_of(self.g, words.one_of("command card", known))
        unit = words.unit()
        words.end()
        if unit not in cards.singles(self.g, card, opening=self.opening):
            allow(cards.why_not_active(self.g, unit, opening=self.opening))
            raise refuse(
                f"{unit_name(self.g, unit)} is not of the army of {card.title}.", "ARD-AC-04"
            )
        allow(self._why_corps(card, [unit]))
        return f"single {card.id} {unit}", Command("activate", card.id, (unit,))


class Group(CardVerb):
    """ARD-AC-05  `group G32 3309`: a Kampfgruppe of the mechanized units of one hex."""

    words, form, one_in = ("group",), "group CARD HEX", 5
    does = "a Kampfgruppe of one hex"

    def heads(self) -> Iterator[Option]:
        """Cards whose corps has mechanized units together."""
        for card in self._open():
            yield Option(self.head_of(card, ""), f"{self.title(card, '')}: a Kampfgruppe")

    def bare(self) -> Iterator[str]:
        """The same as they are written."""
        return (self.head_of(card, "") for card in self._open())

    def _open(self) -> Iterator[Card]:
        return (card for card in self.commands() if self._able(card))

    def orders(self, head: Option) -> Iterator[Option]:
        """A hex an order."""
        g, card = self.g, cards.card_of(self.g, head.answer.split()[1])
        for where, units in self._able(card).items():
            said = f"{self.title(card, '')}: {', '.join(unit_name(g, u) for u in units)}"
            yield Option(f"{head.answer} {g.grid.name(where)}", said, tuple(units), (where,))

    def whole(self, head: str) -> Iterator[str]:
        """The same as they are written."""
        able = self._able(cards.card_of(self.g, head.split()[1]))
        return (f"{head} {self.g.grid.name(where)}" for where in able)

    def _able(self, card: Card) -> dict[Hex, list[UnitId]]:
        found = cards.groups(self.g, card, opening=self.opening)
        return {h: units for h, units in found.items() if self._why_corps(card, units) is None}

    def read(self, words: Words) -> tuple[str, Command]:
        """The card and the hex."""
        known = {card.id: card.title for card in self.commands()}
        card = cards.card_of(self.g, words.one_of("command card", known))
        where = words.hex()
        words.end()
        found = cards.groups(self.g, card, opening=self.opening)
        if where not in found:
            said = f"{place_name(self.g, where)} holds no two mechanized units of its corps that may act."
            if card.kind not in ("division", "corps"):
                said = f"{card.title} names no Kampfgruppe: a division or corps card does."
            near = [f"group {card.id} {self.g.grid.name(h)}" for h in found]
            raise refuse(said, "ARD-AC-05", *near[:3])
        allow(self._why_corps(card, found[where]))
        answer = f"group {card.id} {self.g.grid.name(where)}"
        return answer, Command("activate", card.id, tuple(found[where]))


def corps_named(g: ArdGame, units: Sequence[UnitId]) -> str:
    """ARD-DX-03, ARD-SC-01  What an opening impulse has named: the corps, in Skyline Drive the division."""
    kind = kind_of(g, units[0])
    return kind.div if g.content.scenario.by_division else kind.corps


def why_named_before(g: ArdGame, units: Sequence[UnitId]) -> Refusal | None:
    """ARD-DX-03, ARD-DX-05, ARD-SC-01  The opening impulses activate formations of different corps."""
    by_division = g.content.scenario.by_division
    names = {corps_named(g, [u]) for u in units}
    what = "division" if by_division else "corps"
    if len(names) > 1:
        return Refusal(f"An opening impulse activates units of one {what}.", "ARD-DX-05")
    if names & {*map(str, g.state.lists.get("opening", ()))}:
        return Refusal(f"The {what} has been activated in the opening.", "ARD-DX-05")
    return None


def hexes_of(g: ArdGame, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """Where units stand, ascending."""
    return tuple(sorted({g.state.units[u].hex for u in units}))


def units_of(g: ArdGame, units: Iterable[str]) -> tuple[Option, ...]:
    """Units as what may be named behind a head, with where they stand."""
    hexes = {u: g.state.units[u].hex for u in units}
    where = {u: f", {g.grid.name(h)}" if h >= 0 else "" for u, h in hexes.items()}
    return tuple(
        Option(u, f"{unit_name(g, u)}, {counted(steps(g, u), 'step')}{where[u]}", (u,), (hexes[u],))
        for u in hexes
    )
