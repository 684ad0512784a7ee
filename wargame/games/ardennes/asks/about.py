"""Why the event of a card cannot be about what was written behind it (ARD-EV-01)."""

from __future__ import annotations

import re
from collections.abc import Callable

from wargame.flow.ask import Refusal
from wargame.games.ardennes import cards, events
from wargame.games.ardennes.data.cards import Card, Event
from wargame.games.ardennes.roadblocks import why_no_roadblock
from wargame.games.ardennes.state import ArdGame, day, in_supply, is_empty, place_name, stack
from wargame.games.ardennes.works import has_position, has_roadblock, is_river, stands
from wargame.hexes.grid import Hex

_RULE = "ARD-EV-01"
_GAPS = re.compile(r"[|/-]")


def why_not(g: ArdGame, card: Card, said: str) -> Refusal:
    """What forbids it, as far as it can be read."""
    assert card.event is not None
    if not events.may_happen(g, card):
        return Refusal(events.why_nothing(g, card), _RULE)
    if not said:
        return Refusal(f"{card.title}: say what it is about.", _RULE)
    reason = _REASONS.get(card.event, _none_such)
    try:
        return reason(g, said)
    except ValueError as error:
        return Refusal(str(error), _RULE)


def _none_such(_g: ArdGame, said: str) -> Refusal:
    return Refusal(f'"{said}" does not stand behind this card.', _RULE)


def _hexside(g: ArdGame, said: str) -> tuple[Hex, Hex]:
    names = _GAPS.split(said)
    if len(names) != 2:
        raise ValueError(f'"{said}" is no hexside: name two hexes, as 2609-2709.')
    a, b = sorted(g.grid.hex(name) for name in names)
    if not g.grid.adjacent(a, b):
        raise ValueError(f"{g.grid.name(a)} is not next to {g.grid.name(b)}.")
    return a, b


def _bridge(g: ArdGame, said: str) -> Refusal:
    side = _hexside(g, said)
    return events.why_no_bridge(g, side) or _none_such(g, said)


def _drop(g: ArdGame, said: str) -> Refusal:
    where = g.grid.hex(said)
    place = place_name(g, where)
    if where in g.content.built_up:
        return Refusal(
            f"{place} is a City or Town: the drop is aimed at an empty hex outside.", _RULE
        )
    if not is_empty(g, where):
        return Refusal(f"A unit stands in {place}: the drop is aimed at an empty hex.", _RULE)
    return Refusal(f"{place} is not on the board in play.", _RULE)


def _roadblock(g: ArdGame, said: str) -> Refusal:
    where = g.grid.hex(said.removeprefix("roadblock").strip())
    return why_no_roadblock(g, where) or _none_such(g, said)


def _engineers(g: ArdGame, said: str) -> Refusal:
    if said.startswith("roadblock"):
        return _roadblock(g, said)
    if said.startswith("position"):
        return _position(g, g.grid.hex(said.removeprefix("position").strip()))
    return _blast(g, _hexside(g, said))


def _position(g: ArdGame, where: Hex) -> Refusal:
    place, there = place_name(g, where), stack(g, where, "allied")
    if not there:
        return Refusal(f"No Allied unit stands in {place}.", _RULE)
    if where in g.content.built_up:
        return Refusal(f"{place} is a City or Town: it takes no IP.", "ARD-IP-01")
    if has_position(g, where):
        return Refusal(f"{place} has an IP.", "ARD-IP-01")
    supplied = in_supply(there[0])
    said = "has no room for one" if supplied else "holds a stack that is not In Supply"
    return Refusal(f"{place} {said}.", _RULE)


def _blast(g: ArdGame, side: tuple[Hex, Hex]) -> Refusal:
    name, first = "-".join(map(g.grid.name, side)), g.content.limits.early.bridges_from
    if not is_river(g, *side) or not stands(g, *side):
        return Refusal(f"No Bridge stands at {name}.", "ARD-BR-02")
    if day(g) < first:
        return Refusal(f"Bridges are blown from December {first} on.", "ARD-DX-10")
    for h in side:
        if g.board.here["german"][h]:
            return Refusal(f"Germans stand in {place_name(g, h)}.", "ARD-BR-02")
    return Refusal(f"Both ends of {name} are German.", "ARD-BR-02")


def _jam(g: ArdGame, said: str) -> Refusal:
    where, rule = g.grid.hex(said), g.content.limits.manteuffel
    if not has_roadblock(g, where):
        return Refusal(f"No Roadblock lies in {place_name(g, where)}.", _RULE)
    far = f"No unit of the Fifth Panzer Army is within {rule.near} hexes of {place_name(g, where)}."
    return Refusal(far, _RULE)


def _discarded(g: ArdGame, said: str) -> Refusal:
    if said.upper() not in g.content.cards:
        return Refusal(f'There is no card "{said}".', _RULE)
    card = cards.card_of(g, said.upper())
    if cards.fuelless(g, card):
        return Refusal(f"{card.title} has no fuel today.", "ARD-FU-01")
    return Refusal(f"{card.id} {card.title} does not lie among the discards.", _RULE)


_REASONS: dict[Event, Callable[[ArdGame, str], Refusal]] = {
    "bridge": _bridge,
    "engineers": _engineers,
    "manteuffel": _jam,
    "model": _discarded,
    "rear troops": _roadblock,
    "stosser": _drop,
}
