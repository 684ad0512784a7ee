"""Card Preparation: calendar, fuel, supplemental cards, draw piles, hands (ARD-CA, ARD-FU, ARD-CD)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wargame.flow.ask import NO, About, Choice, Option
from wargame.flow.script import DONE, Next, segment
from wargame.games.ardennes import cards
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import (
    OUT_OF_FUEL,
    RESERVE,
    ArdGame,
    automated,
    by_number,
    day,
    due_of,
    mode_of,
)
from wargame.rules import decks
from wargame.rules.arrivals import WAITING

SIDES: Final[tuple[Side, ...]] = ("german", "allied")
ACTIONS, ACTION_DISCARDS = "actions", "action discards"
_FUEL: Final = "fuel priority"
"""An event, and the track that says it has been used today."""
_NOTHING: Final = About()


@segment("ardennes.cards.calendar")
async def calendar(g: ArdGame) -> Next:
    """ARD-CA-01, ARD-CD-06  Units due enter Reserve, cards join and leave the decks."""
    today, units = day(g), g.state.units.values()
    due = [u.id for u in units if u.box == WAITING and due_of(g, u.id) <= today]
    for unit in by_number(g, due):
        g.box(unit, RESERVE, rule="ARD-CA-01")
    if today == g.content.scenario.first_turn:
        _lay_out(g)
        return DONE
    for card in g.content.cards.values():
        if card.kind != "event" and _enters(g, card) == today:
            g.pass_on(card.id, "", cards.deck(card.side), rule="ARD-CA-01")
        elif card.kind == "event" and card.joins == today and automated(g, card.side):
            g.pass_on(card.id, "", cards.deck(card.side), rule="ARD-CD-10")
        if card.leaves == today:
            _remove(g, card)
    return DONE


def _enters(g: ArdGame, card: Card) -> int:
    """ARD-CA-01, ARD-EV-01  The day on which a command card joins; a Command Crisis holds British ones up."""
    crisis = g.content.limits.crisis
    held_up = g.state.tracks.get("crisis") and card.enters == crisis.due
    if not held_up or not any(u.startswith(f"{crisis.nation}.") for u in cards.members(g, card)):
        return card.enters
    return crisis.to


def _lay_out(g: ArdGame) -> None:
    """ARD-CD-01, ARD-CD-09, ARD-CD-10  The decks and boxes of the first day."""
    for side in SIDES:
        own = [card for card in g.content.cards.values() if card.side == side]
        alone = automated(g, side)
        events = [c for c in own if c.kind == "event" and not (alone and c.mode == "2p")]
        if not g.content.plays("supplemental"):
            commands = [c for c in own if c.enters <= day(g)]
            g.fill(cards.deck(side), tuple(c.id for c in commands), rule="ARD-SC-01")
            continue
        in_deck = [c for c in own if c.kind != "event" and c.enters <= day(g)]
        if alone:
            in_deck += [c for c in events if c.joins <= day(g)]
        else:
            g.fill(cards.box(side), tuple(c.id for c in events), rule="ARD-CD-09")
        g.fill(cards.deck(side), tuple(c.id for c in in_deck), rule="ARD-CD-01")
    if mode_of(g) == "gs":
        g.fill(ACTIONS, tuple(g.content.action_cards), rule="ARD-AA-20")


def _remove(g: ArdGame, card: Card) -> None:
    """ARD-CD-06  A No Command card is removed, wherever it lies."""
    for cup in (cards.deck(card.side), cards.hand(card.side), cards.discards(card.side)):
        if card.id in decks.cards(g, cup):
            g.pass_on(card.id, cup, cards.out(card.side), rule="ARD-CD-06")


# -- fuel -------------------------------------------------------------------------------------------


@segment("ardennes.cards.fuel")
async def fuel(g: ArdGame, side: Side) -> Next:
    """ARD-FU-01  The divisions of the calendar have no fuel today, unless a card in hand saves one."""
    divisions = list(g.content.days[day(g)].out_of_fuel)
    g.set_list("dry", divisions, rule="ARD-FU-01")
    for div in divisions:
        g.note("no_fuel", rule="ARD-FU-01", division=div)
        if not await _saved(g, side, div):
            dry_up(g, div)
    for card in cards.held(g, side):
        if cards.fuelless(g, card):
            g.pass_on(card.id, cards.hand(side), cards.discards(side), rule="ARD-FU-01")
            g.note("card_without_fuel", rule="ARD-FU-01", card=card.id)
    return DONE


def dry_up(g: ArdGame, div: str) -> None:
    """ARD-FU-01, ARD-US-12  Mechanized units of a division are OutOfFuel, wherever they are, on top of any other state."""
    for kind in g.content.formations.get(("german", div), ()):
        if kind.mech:
            g.gain(kind.id, OUT_OF_FUEL, rule="ARD-FU-01")


def refuel(g: ArdGame, div: str, *, rule: str) -> None:
    """ARD-EV-01  A division has fuel after all."""
    g.set_list("dry", [d for d in cards.dry(g) if d != div], rule=rule)
    for kind in g.content.formations.get(("german", div), ()):
        g.shed(kind.id, OUT_OF_FUEL, rule=rule)


async def _saved(g: ArdGame, side: Side, div: str) -> bool:
    """ARD-EV-01  Fuel Priority from the hand: it, or another card, is discarded and the division keeps its fuel."""
    units = tuple(k.id for k in g.content.formations.get(("german", div), ()))
    if not await _priority(
        g, side, f"{cards.division_title(g.content, side, div)} has no fuel today", About(units)
    ):
        return False
    refuel(g, div, rule="ARD-EV-01")
    return True


async def _priority(
    g: ArdGame, side: Side, why: str, about: About = _NOTHING, but: str = ""
) -> bool:
    """ARD-EV-01  Once a day, while cards are drawn: whether a card of the hand is given up for fuel."""
    held = [c for c in cards.held(g, side) if c.id != but and not cards.fuelless(g, c)]
    able = any(card.event == _FUEL for card in held)
    if g.state.tracks.get(_FUEL) or not cards.suspected(g, side, _FUEL):
        return False
    g.enter("ardennes.react.fuel", rule="ARD-EV-01")
    rows = [
        (Option(f"discard {c.id}", f"Discard {c.id} {c.title}, and it keeps its fuel"), c.id)
        for c in sorted(held if able else (), key=lambda c: (c.event != _FUEL, c.id))
    ]
    ask: Choice[str] = Choice(
        side,
        "react.fuel",
        f"{why}. Use Fuel Priority?",
        [*rows, (Option(NO, "It stays without fuel"), "")],
        rule="ARD-EV-01",
        quiet=NO,
        about=about,
    )
    given = await g.ask(ask)
    g.enter("", rule="ARD-EV-01")
    if not given:
        return False
    g.set_track(_FUEL, 1, rule="ARD-EV-01")
    g.note("fuel_priority", rule="ARD-EV-01", card=given)
    g.pass_on(given, cards.hand(side), cards.discards(side), rule="ARD-EV-01")
    return True


def _fuel_played(g: ArdGame, _side: str) -> bool:
    """ARD-FU-01  Whether the calendar names divisions today."""
    return g.content.plays("fuel") and bool(g.content.days[day(g)].out_of_fuel)


# -- decks ------------------------------------------------------------------------------------------


@segment("ardennes.cards.supplemental")
async def supplemental(g: ArdGame) -> Next:
    """ARD-CD-09  Some supplemental cards are shuffled in unseen: each is drawn out of its box when it comes up."""
    limits = g.content.limits.cards
    most = limits.supplemental_late if day(g) >= limits.late else limits.supplemental
    for side in SIDES:
        if automated(g, side):
            continue
        count = min(most[side], len(decks.cards(g, cards.box(side))))
        tokens = [f"{cards.UNSEEN}{n}" for n in range(1, count + 1)]
        g.fill(cards.deck(side), (*decks.cards(g, cards.deck(side)), *tokens), rule="ARD-CD-09")
    return DONE


def _supplemental_played(g: ArdGame, _side: str) -> bool:
    return g.content.plays("supplemental")


@segment("ardennes.cards.build")
async def build(g: ArdGame) -> Next:
    """ARD-CD-02, ARD-CD-10  As many cards as the day allots may be drawn; nobody knows which.

    The automated Allies draw from their whole deck.
    """
    today = g.content.days[day(g)]
    for side in (side for side in SIDES if not automated(g, side)):
        there = len(decks.cards(g, cards.deck(side)))
        count = there if g.content.scenario.pile_of_all else min(there, today.cards(side))
        g.set_track(cards.pile(side), count, rule="ARD-CD-02")
        g.note("pile", rule="ARD-CD-02", side=side, count=count)
    return DONE


@segment("ardennes.cards.hand")
async def hands(g: ArdGame) -> Next:
    """ARD-CD-03, ARD-DX-04  Hands are filled, the German one first."""
    for side in SIDES:
        if not automated(g, side):
            await fill_hand(g, side)
    return DONE


def hand_size(g: ArdGame, side: str) -> int:
    """ARD-CD-03, ARD-DX-04  Cards a hand is filled up to now."""
    limits, scenario = g.content.limits.cards, g.content.scenario
    first = day(g) == scenario.first_turn and not g.state.tracks.get("impulse")
    if side == "german" and first and mode_of(g) == "gs":
        return scenario.hand_first or limits.hand_first
    return limits.hand


async def fill_hand(g: ArdGame, side: Side) -> None:
    """ARD-CD-03, ARD-FU-01  Cards are drawn up to the size of the hand; those without fuel are drawn past."""
    drawn = 0
    while len(decks.cards(g, cards.hand(side))) < hand_size(g, side) and cards.left(g, side):
        card = cards.card_of(g, cards.draw(g, side, cards.hand(side), rule="ARD-CD-03"))
        drawn += 1
        if cards.fuelless(g, card) and not await _kept(g, side, card):
            g.pass_on(card.id, cards.hand(side), cards.discards(side), rule="ARD-FU-01")
            g.note("card_without_fuel", rule="ARD-FU-01", card=card.id)
    if drawn:
        g.note("hand_filled", rule="ARD-CD-03", side=side, count=drawn)


async def _kept(g: ArdGame, side: Side, card: Card) -> bool:
    """ARD-EV-01  Fuel Priority saves a card that was drawn, and its formation."""
    if not await _priority(g, side, f"{card.title} has no fuel", but=card.id):
        return False
    for div in card.formation:
        refuel(g, div, rule="ARD-EV-01")
    return True


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {
    "fuel_played": _fuel_played,
    "supplemental_played": _supplemental_played,
}
"""The conditions of its steps."""
