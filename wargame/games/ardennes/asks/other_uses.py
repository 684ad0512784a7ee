"""What else a card is used for: Reserves come on, its event happens, it is thrown away (ARD-AC-07, ARD-EV-01, ARD-CD-08)."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.flow.ask import IllegalAnswer, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.games.ardennes import cards, events
from wargame.games.ardennes.asks import about
from wargame.games.ardennes.asks.command import CardVerb, Command
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.reserves import why_no_card
from wargame.games.ardennes.state import unit_name
from wargame.model.state import UnitId


class Deploy(CardVerb):
    """ARD-AC-07  `deploy G20`: Reserves of the formation come on instead."""

    words, form, one_in = ("deploy",), "deploy CARD [CORPS]", 2
    does = "deploy from Reserve"

    def heads(self) -> Iterator[Option]:
        """Cards with somebody in Reserve."""
        for card, corps in self.named():
            if units := self._able(card, corps):
                said = ", ".join(unit_name(self.g, u) for u in units)
                label = f"{self.title(card, corps)}: deploy from Reserve ({said})"
                yield Option(self.head_of(card, corps), label, tuple(units))

    def bare(self) -> Iterator[str]:
        """The same as they are written."""
        return (
            self.head_of(card, corps) for card, corps in self.named() if self._able(card, corps)
        )

    def _able(self, card: Card, corps: str) -> list[UnitId]:
        found = cards.to_deploy(self.g, card, corps)
        return [u for u in found if why_no_card(self.g, card, u) is None]

    def read(self, words: Words) -> tuple[str, Command]:
        """The card."""
        card, corps = self.card(words)
        words.end()
        if not self._able(card, corps):
            for unit in cards.to_deploy(self.g, card, corps):
                allow(why_no_card(self.g, card, unit))
            raise refuse(f"{self.title(card, corps)} has no unit in Reserve.", "ARD-AC-07")
        return self.head_of(card, corps), Command("deploy", card.id, corps=corps)


class Happen(CardVerb):
    """ARD-EV-01  `event GS08`, `event GS02 3113|3214`: the event of a supplemental card."""

    words, form, one_in = ("event",), "event CARD ...", 2
    does = "its event"

    def events(self) -> list[Card]:
        """The cards in hand whose event may be used as a command now."""
        found = [card for card in cards.held(self.g, self.side) if card.event]
        return [card for card in found if events.why_not_now(self.g, card) is None]

    def heads(self) -> Iterator[Option]:
        """Cards whose event can happen."""
        for card in self.events():
            if events.may_happen(self.g, card):
                yield Option(f"event {card.id}", f"{card.id} {card.title}")

    def bare(self) -> Iterator[str]:
        """The same as they are written."""
        return (f"event {c.id}" for c in self.events() if events.may_happen(self.g, c))

    def orders(self, head: Option) -> Iterator[Option]:
        """What it can be about."""
        card = cards.card_of(self.g, head.answer.split()[1])
        for what, label, units, hexes in events.choices(self.g, card):
            yield Option(f"{head.answer} {what}".strip(), f"{card.title}: {label}", units, hexes)

    def whole(self, head: str) -> Iterator[str]:
        """The same as they are written."""
        found = events.choices(self.g, cards.card_of(self.g, head.split()[1]))
        return (f"{head} {one.what}".strip() for one in found)

    def read(self, words: Words) -> tuple[str, Command]:
        """The card and what it is about."""
        held = [card for card in cards.held(self.g, self.side) if card.event]
        if not held:
            raise refuse("No card with an event is in hand.", "ARD-EV-01")
        allow(self._why_no_event(words.next))
        card = cards.card_of(self.g, words.one_of("event card", {c.id: c.title for c in held}))
        allow(events.why_not_now(self.g, card))
        found = {what.casefold(): what for what, *_ in events.choices(self.g, card)}
        said = " ".join(iter(words.word, ""))
        said = next((one for one in (said, said.replace("-", "|")) if one in found), said)
        if said not in found:
            close = [f"event {card.id} {what}".strip() for what in list(found.values())[:3]]
            raise IllegalAnswer(about.why_not(self.g, card, said)._replace(nearest=tuple(close)))
        what = found[said]
        return f"event {card.id} {what}".strip(), Command("event", card.id, what=what)

    def _why_no_event(self, word: str) -> Refusal | None:
        """ARD-CD-04  Of a card that has none."""
        for card in cards.held(self.g, self.side):
            if card.id.casefold() == word and not card.event:
                return Refusal(f"{card.id} {card.title} has no event.", "ARD-CD-04")
        return None


class Discard(CardVerb):
    """ARD-CD-08  `discard G03 G05`: any number of cards."""

    words, form, one_in = ("discard",), "discard CARD [CARD ...]", 8
    does = "discard, alone or with others"

    def heads(self) -> Iterator[Option]:
        """Each card alone; more are named together."""
        for card in cards.held(self.g, self.side):
            yield Option(f"discard {card.id}", f"Discard {card.id} {card.title}")

    def read(self, words: Words) -> tuple[str, Command]:
        """The cards."""
        known = {card.id: card.title for card in cards.held(self.g, self.side)}
        found = [words.one_of("card", known)]
        while words.more:
            found.append(words.one_of("card", known))
        named = tuple(sorted(set(found)))
        return f"discard {' '.join(named)}", Command("discard", cards=named)

    def sample(self, pick: Pick) -> str:
        """One to three cards."""
        held = [card.id for card in cards.held(self.g, self.side)]
        found = sorted({held[pick(len(held))] for _ in range(1 + pick(3))}) if held else []
        return f"discard {' '.join(found)}" if found else ""
