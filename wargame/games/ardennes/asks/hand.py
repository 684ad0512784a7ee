"""A hand as it lies before its player: each card with its three uses, open or not and why (ARD-CD-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from wargame.flow.ask import DONE_WORD, PASS, IllegalAnswer, Option
from wargame.flow.hand import Held, Use
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.games.ardennes import cards
from wargame.games.ardennes.asks.command import (
    GRAMMAR,
    Activate,
    CardVerb,
    Command,
    Group,
    Single,
)
from wargame.games.ardennes.asks.listed import Barred
from wargame.games.ardennes.asks.other_uses import Deploy, Discard, Happen
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.charts import ardennes_charts
from wargame.games.ardennes.state import ArdGame, mode_of
from wargame.model.state import Side
from wargame.rules import decks

_KINDS = {
    "division": "division", "corps": "corps", "army": "army", "group": "army group",
    "event": "event", "none": "no command",
}  # fmt: skip


class CommandAsk(MixedAsk[Command]):
    """ARD-CD-04  The question of an impulse, with the hand that answers it."""

    g: ArdGame

    def hand(self) -> list[Held]:
        """Every card that is held."""
        return [self._held(card) for card in cards.held(self.g, self.side)]

    def piles(self) -> str:
        """The hand, what may still be drawn today, the discards."""
        g, side = self.g, self.side
        held, spent = decks.cards(g, cards.hand(side)), decks.cards(g, cards.discards(side))
        return f"{len(held)} in hand, {cards.left(g, side)} to draw today, {len(spent)} spent"

    def _held(self, card: Card) -> Held:
        note = f"{_KINDS[card.kind]} {card.value}" if card.commands else _KINDS[card.kind]
        alike = [c for c in cards.held(self.g, self.side) if c.title == card.title]
        if card.tactic and len({c.tactic for c in alike}) > 1:
            note += f", {card.tactic}"
        uses = [use for verb in self.verbs for use in self._uses(card, verb)]
        if card.tactic:
            uses.append(Use(f"as {card.tactic}", why="in an attack, when it asks for tactics"))
        return Held(card.id, card.title, note, printed(self.g.content, card), tuple(uses))

    def _uses(self, card: Card, verb: Verb[Command]) -> Iterator[Use]:
        """What a verb does with the card; one that cannot be given now says why."""
        match verb:
            case Activate() if card.commands:
                found = [
                    Use("", head=verb.head_of(card, one)) for c, one in verb.named() if c == card
                ]
                yield from verb.uses(card) or [self._closed(verb.does, found[0].head)]
            case Deploy() | Single() | Group() if card.commands:
                yield from self._listed(card, verb)
            case Happen() if card.event:
                found = list(self._listed(card, verb))
                yield from found or [self._closed(verb.does, f"event {card.id}")]
            case Barred(why=why) if card.event and "event" in verb.words:
                yield Use(Happen.does, why=why.reason)
            case Discard():
                held = [Option(c.id, f"{c.id} {c.title}") for c in cards.held(self.g, self.side)]
                yield Use(verb.does, pool=tuple(held), named=(card.id,), head="discard")

    def _listed(self, card: Card, verb: CardVerb) -> Iterator[Use]:
        """The heads of the card, each with its whole answers."""
        for head in verb.heads():
            if head.answer.split()[1] == card.id:
                found = tuple(verb.orders(head))
                said = found[0].label.partition(": ")[2] if len(found) == 1 else ""
                told = said.startswith(verb.does)
                yield Use(said if told else ": ".join(filter(None, (verb.does, said))), found)

    def _closed(self, title: str, answer: str) -> Use:
        """A use that is not open, with what is said of it."""
        try:
            self.read(answer)
        except IllegalAnswer as error:
            return Use(title, why=error.refusal.reason)
        return Use(title, why="Nobody could be named.")


def printed(content: ArdennesContent, card: Card) -> tuple[str, ...]:
    """What stands on a card: whom it commands, its event, its tactic."""
    lines = []
    if card.commands:
        lines.append(f"{card.id}: commands {', '.join(card.formation)}; Command Value {card.value}")
    if card.event:
        days = f" from December {card.first}" if card.first > _FIRST else ""
        lines.append(f"{card.id}: event{days}: {_said(content, 'events', card.title, 1)}")
    if card.tactic:
        reach = f" ({card.range} hexes)" if card.range else ""
        lines.append(f"Tactic {card.tactic}{reach}: {_said(content, 'tactics', card.tactic, 1)}")
    return tuple(lines)


_FIRST = 16
"""The first day of the game: what may be used from then on may always be."""


@cache
def _rows(content: ArdennesContent, chart: str) -> dict[str, tuple[str, ...]]:
    return {row.label: row.cells for row in ardennes_charts(content)[chart].rows}


def _said(content: ArdennesContent, chart: str, name: str, column: int) -> str:
    """A cell of a chart; "" where the name has no row."""
    found = _rows(content, chart).get(name, ())
    return found[column] if len(found) > column else ""


def command_ask(
    g: ArdGame, side: Side, verbs: Iterable[Verb[Command]], *, opening: bool = False
) -> CommandAsk:
    """The question of an impulse: one of these verbs, or the end; an *opening* passed over is one impulse lost."""
    alone = mode_of(g) == "gs"
    ends = alone and bool(g.state.tracks.get("played"))  # ARD-SQ-04, ARD-SQ-05
    word = DONE_WORD if alone else PASS
    label = "End the impulse" if ends else "Pass: no more impulses today"
    if opening:  # ARD-DX-03
        label = "Pass: this impulse is lost"
    out = Done(word, label, Command("end"), one_in=4 if alone else 12)
    return CommandAsk(
        g,
        [*verbs, out],
        side=side,
        key="command",
        prompt="Play a card: for its formation, its event or not at all?",
        rule="ARD-CD-04",
        grammar=GRAMMAR,
    )
