"""Cards: decks and hands, what a card commands, whom it may activate (ARD-CD, ARD-AC)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from wargame.flow.ask import Refusal
from wargame.flow.game import DRAWS
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.counters import UnitType
from wargame.games.ardennes.state import (
    DEPLOYED,
    FORMER,
    OUT_OF_FUEL,
    RESERVE,
    TODAY,
    ArdGame,
    day,
    mode_of,
    unit_name,
)
from wargame.model.state import UnitId
from wargame.rules import decks

UNSEEN: Final = "?"
"""Begins what stands in a deck for a supplemental card that was shuffled in unseen (ARD-CD-09)."""


@cache
def division_title(content: ArdennesContent, side: str, div: str) -> str:
    """A division as its card is called: "2 Pz", not "2"."""
    of = (c.title for c in content.cards.values() if (c.side, c.formation) == (side, (div,)))
    return next(of, div)


def deck(side: str) -> str:
    """The cards of a side that may be drawn."""
    return f"{side} deck"


def box(side: str) -> str:
    """ARD-CD-09  Supplemental cards that are available."""
    return f"{side} box"


def hand(side: str) -> str:
    """ARD-CD-03"""
    return f"{side} hand"


def discards(side: str) -> str:
    """Cards used or discarded today."""
    return f"{side} discards"


def aside(side: str) -> str:
    """Cards of the automated Allies that wait for their moment."""
    return f"{side} aside"


def out(side: str) -> str:
    """Cards that are out of play."""
    return f"{side} out"


def pile(side: str) -> str:
    """ARD-CD-02  The track that says how many cards may still be drawn today."""
    return f"{side} pile"


def card_of(g: ArdGame, card_id: str) -> Card:
    """What is printed on a card."""
    return g.content.cards[card_id]


def held(g: ArdGame, side: str) -> list[Card]:
    """ARD-CD-03  The cards in a hand, by id; under the veil those that are seen."""
    known = g.content.cards
    return [known[c] for c in sorted(decks.cards(g, hand(side))) if c in known]


def suspected(g: ArdGame, side: str, event: str = "") -> list[Card]:
    """ARD-CD-03  Cards that a hand may hold for all that the others can know; of a German alone those it holds.

    A question that only a card can answer is put where one of these could, so that it tells nothing.
    """
    if mode_of(g) == "gs" or not decks.cards(g, hand(side)):
        found = held(g, side)
    else:
        shown = {c for cup in (discards(side), out(side)) for c in decks.cards(g, cup)}
        found = [card for card in _of_side(g.content, side) if card.id not in shown]
    return [card for card in found if not event or card.event == event]


@cache
def _of_side(content: ArdennesContent, side: str) -> tuple[Card, ...]:
    return tuple(card for card in content.cards.values() if card.side == side)


def left(g: ArdGame, side: str) -> int:
    """Cards that may still be drawn today."""
    return min(int(g.state.tracks.get(pile(side), 0)), len(decks.cards(g, deck(side))))


def has_cards(g: ArdGame, side: str) -> bool:
    """ARD-SQ-04  Whether a side has a hand or a draw pile."""
    return bool(decks.cards(g, hand(side))) or left(g, side) > 0


def draw(g: ArdGame, side: str, to: str, *, rule: str) -> str:
    """ARD-CD-02, ARD-CD-09  The top card of the pile; one shuffled in unseen is drawn out of its box."""
    g.set_track(pile(side), int(g.state.tracks.get(pile(side), 0)) - 1, rule=rule)
    instead = _laid_out_unseen(g, side) if g.state.lists.get(DRAWS) else ""
    card = g.draw(deck(side), "card", rule=rule, by=side, item=instead)
    if card.startswith(UNSEEN):
        card = g.draw(box(side), "supplemental", rule="ARD-CD-09", by=side)
    g.pass_on(card, "", to, rule=rule)
    return card


def _laid_out_unseen(g: ArdGame, side: str) -> str:
    """The card that is drawn where a position file lays out one of the box; "" where it does not."""
    named = g.laid_out(deck(side), box(side))
    unseen = [c for c in decks.cards(g, deck(side)) if c.startswith(UNSEEN)]
    return unseen[0] if unseen and named in decks.cards(g, box(side)) else ""


def use(g: ArdGame, side: str, card_id: str, *, rule: str) -> None:
    """ARD-CD-04, ARD-SQ-06  A card is spent and counts for the Level; an event marked "once" leaves the game."""
    card = card_of(g, card_id)
    gone = card.once and rule != "ARD-CD-05"
    g.pass_on(card_id, hand(side), out(side) if gone else discards(side), rule=rule)
    if side == "german" and g.state.tracks.get("acting") == "german":
        g.set_track("played", int(g.state.tracks.get("played", 0)) + 1, rule="ARD-SQ-06")


# -- formations -------------------------------------------------------------------------------------


def belongs(g: ArdGame, card: Card, unit_id: UnitId) -> bool:
    """ARD-CD-05  Whether a unit is of the card's formation."""
    return unit_id in _formation(g.content, card.id, _era(g))


def commands_any(g: ArdGame, card: Card, units: Iterable[UnitId]) -> bool:
    """ARD-CD-05  Whether any of these units is of the card's formation."""
    return not _formation(g.content, card.id, _era(g)).isdisjoint(units)


def _era(g: ArdGame) -> int:
    """ARD-OB-01  One day for all on which the same units make up every formation."""
    return _eras(g.content, day(g))


@cache
def _eras(content: ArdennesContent, today: int) -> int:
    ends = {content.limits.armies.switch.through}
    ends |= {card.also.through for card in content.cards.values() if card.also}
    return min((end for end in ends if end >= today), default=max(ends) + 1)


def _covers(content: ArdennesContent, card: Card, kind: UnitType, today: int) -> bool:
    if kind.side != card.side:
        return False
    if card.kind == "division":
        return kind.div in card.formation
    if card.kind == "corps":
        also = card.also
        counted = also is not None and kind.corps == also.corps and today <= also.through
        return kind.corps in card.formation or counted
    return content.army_of(kind.corps, today) in card.formation


@lru_cache(maxsize=512)
def _members(content: ArdennesContent, card_id: str, today: int) -> tuple[UnitId, ...]:
    """The units of a card's formation on a day, in ascending #."""
    card = content.cards[card_id]
    found = (kind for kind in content.units.values() if _covers(content, card, kind, today))
    return tuple(kind.id for kind in sorted(found, key=lambda kind: (kind.rank, kind.id)))


@lru_cache(maxsize=512)
def _formation(content: ArdennesContent, card_id: str, today: int) -> frozenset[UnitId]:
    """The same as a set."""
    return frozenset(_members(content, card_id, today))


@lru_cache(maxsize=512)
def _army(content: ArdennesContent, card_id: str, today: int) -> tuple[UnitId, ...]:
    """ARD-AC-04  The units of the armies to which a card's formation belongs on a day, in ascending #."""
    card, kinds = content.cards[card_id], content.units
    own = [kinds[u].corps for u in _members(content, card_id, today)]
    if card.kind == "corps":  # ARD-OB-01: not those who are only counted with it for a time
        own = [corps for corps in own if corps in card.formation]
    armies = {content.army_of(corps, today) for corps in own}
    found = (
        kind
        for kind in kinds.values()
        if kind.side == card.side and content.army_of(kind.corps, today) in armies
    )
    return tuple(kind.id for kind in sorted(found, key=lambda kind: content.order[kind.id]))


@lru_cache(maxsize=512)
def _mechanized(content: ArdennesContent, card_id: str, today: int) -> tuple[UnitId, ...]:
    """ARD-AC-05  The mechanized units of the corps to which a card's formation belongs, in ascending #."""
    kinds = content.units
    corps = {kinds[u].corps for u in _members(content, card_id, today)}
    found = [k.id for k in kinds.values() if k.side == "german" and k.mech and k.corps in corps]
    return tuple(sorted(found, key=content.order.__getitem__))


@lru_cache(maxsize=512)
def _corps(content: ArdennesContent, card_id: str, today: int) -> tuple[str, ...]:
    found = {content.units[u].corps for u in _members(content, card_id, today)}
    return tuple(sorted(found, key=lambda corps: content.corps[corps][0].corps_number))


def corps_of(g: ArdGame, card: Card) -> list[str]:
    """ARD-AC-03  The corps that an army or army group card may name, lowest corps number first."""
    return [*_corps(g.content, card.id, _era(g))]


def members(g: ArdGame, card: Card, corps: str = "") -> list[UnitId]:
    """ARD-AC-01 to -03  All units of the formation that a card commands, in ascending #."""
    found = _members(g.content, card.id, _era(g))
    return [*(_of_corps(g.content, found, corps) if corps else found)]


@lru_cache(maxsize=512)
def _of_corps(
    content: ArdennesContent, units: tuple[UnitId, ...], corps: str
) -> tuple[UnitId, ...]:
    return tuple(u for u in units if content.units[u].corps == corps)


def most_units(g: ArdGame, card: Card) -> int:
    """ARD-AC-01 to -03  How many units a card activates; one of a division or an army group all."""
    times = g.content.limits.activation.corps_times
    return 99 if card.kind in ("division", "group") else times * card.value


def fit(g: ArdGame, side: str, *, opening: bool = False) -> frozenset[UnitId]:
    """ARD-AC-06, ARD-AC-10, ARD-DX-05  The units of a side on the map that may be activated now."""
    return _fit(g, side, 1 if opening else g.content.limits.activation.a_day, g.board.version)


@lru_cache(maxsize=8)
def _fit(g: ArdGame, side: str, most: int, _version: int) -> frozenset[UnitId]:
    units = g.state.units
    return frozenset(
        [
            unit_id
            for unit_id in g.board.on_map[side]
            if _NOT_AGAIN.isdisjoint((unit := units[unit_id]).states)
            and (TODAY not in unit.numbers or unit.numbers[TODAY] < most)
        ]
    )


_NOT_AGAIN = frozenset((FORMER, DEPLOYED))
"""ARD-AC-06, ARD-RD-12  States that keep a unit out of an Activation in this impulse."""


def why_not_active(g: ArdGame, unit_id: UnitId, *, opening: bool = False) -> Refusal | None:
    """ARD-AC-06, ARD-AC-10, ARD-DX-05  Why a unit may not be activated; None if it may."""
    unit = g.state.units[unit_id]
    if unit_id in fit(g, unit.side, opening=opening):
        return None
    name = unit_name(g, unit_id)
    if unit.hex < 0:
        return Refusal(f"{name} is not on the map.", "ARD-AC-01")
    if FORMER in unit.states:
        last = "in this impulse" if mode_of(g) == "gs" else "in the last impulse of its side"
        return Refusal(f"{name} was activated {last}.", "ARD-AC-06")
    if DEPLOYED in unit.states:
        return Refusal(f"{name} came out of Reserve in this impulse.", "ARD-RD-12")
    if opening:
        return Refusal(f"{name} has been activated in the opening.", "ARD-DX-05")
    return Refusal(f"{name} has been activated twice today.", "ARD-AC-10")


def able(g: ArdGame, card: Card, corps: str = "", *, opening: bool = False) -> list[UnitId]:
    """ARD-AC-01, ARD-AC-02  Units of a card's formation that may be activated now, in ascending #."""
    free = fit(g, card.side, opening=opening)
    return [u for u in members(g, card, corps) if u in free]


def singles(g: ArdGame, card: Card, *, opening: bool = False) -> list[UnitId]:
    """ARD-AC-04  Units of the formation's army, one of which the card may activate instead."""
    free = fit(g, card.side, opening=opening)
    return [u for u in _army(g.content, card.id, _era(g)) if u in free]


def groups(g: ArdGame, card: Card, *, opening: bool = False) -> dict[int, list[UnitId]]:
    """ARD-AC-05  Kampfgruppen: by hex its mechanized units of the card's corps, two or more."""
    if card.side != "german" or card.kind not in ("division", "corps"):
        return {}
    free, found = fit(g, card.side, opening=opening), dict[int, list[UnitId]]()
    for unit in _mechanized(g.content, card.id, _era(g)):
        if unit in free:
            found.setdefault(g.state.units[unit].hex, []).append(unit)
    return {h: units for h, units in sorted(found.items()) if len(units) > 1}


def to_deploy(g: ArdGame, card: Card, corps: str = "") -> list[UnitId]:
    """ARD-AC-07  Units of the formation in Reserve, in ascending #."""
    units = g.state.units
    found = [u for u in members(g, card, corps) if units[u].box == RESERVE]
    return [u for u in found if OUT_OF_FUEL not in units[u].states]


def most_deployed(card: Card) -> int:
    """ARD-AC-07  How many a card deploys; a division card all."""
    return 99 if card.kind == "division" else card.value


def fuelless(g: ArdGame, card: Card) -> bool:
    """ARD-FU-01  Whether a division card must be discarded as it is drawn."""
    if card.kind != "division" or card.side != "german":
        return False
    return any(div in dry(g) for div in card.formation)


def dry(g: ArdGame) -> list[str]:
    """ARD-FU-01  German divisions without fuel today."""
    return [str(div) for div in g.state.lists.get("dry", ())]
