"""The events of supplemental cards that are used as a command (ARD-EV-01): when, about what, what happens.

Reactions (Operation Greif, Raise the Alarm, Fuel Priority, Dumps Evacuated, "Nuts!", Manteuffel) stand where
they bite; what a card of the automated Allies does is in `automaton`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from wargame.flow.ask import Refusal
from wargame.games.ardennes import cards
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Card, Event
from wargame.games.ardennes.front import is_proximate
from wargame.games.ardennes.roadblocks import anywhere
from wargame.games.ardennes.state import (
    ASIDE,
    DEPLOYED,
    DUE,
    RESERVE,
    ArdGame,
    by_number,
    day,
    due_of,
    in_enemy_zoc,
    in_supply,
    is_empty,
    kind_of,
    place_name,
    stack,
    unit_name,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.works import (
    fallen,
    has_position,
    has_roadblock,
    is_major,
    is_river,
    stands,
    water,
)
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING


class About(NamedTuple):
    """What an event may be about."""

    what: str
    """As it is written behind the card; "" where there is nothing to say."""
    label: str
    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()


def why_not_now(g: ArdGame, card: Card) -> Refusal | None:
    """Why a card's event cannot be used as a command today; None if it can."""
    if card.when not in ("command", "supply or command", "command or reaction", "any"):
        return Refusal(f"{card.title} is no command.", "ARD-EV-01")
    if day(g) < card.first:
        return Refusal(f"{card.title} may be used from December {card.first} on.", "ARD-EV-01")
    if day(g) > card.through:
        return Refusal(f"{card.title} may be used through December {card.through}.", "ARD-EV-01")
    return None


def choices(g: ArdGame, card: Card) -> Iterator[About]:
    """What a card's event may be about now; none where it would do nothing."""
    assert card.event is not None
    return iter(_ABOUT[card.event](g, card))


def may_happen(g: ArdGame, card: Card) -> bool:
    """Whether a card's event would do anything now."""
    return any(True for _ in choices(g, card))


def why_nothing(g: ArdGame, card: Card) -> str:  # noqa: ARG001 - as the other functions of an event
    """Why an event can be about nothing now, in a sentence."""
    assert card.event is not None
    return _NOTHING.get(card.event, "It would do nothing now.")


# -- about what -------------------------------------------------------------------------------------


def _plain(g: ArdGame, card: Card) -> list[About]:  # noqa: ARG001
    return [About("", card.title)]


def late_units(g: ArdGame) -> list[UnitId]:
    """ARD-EV-01  Allied Command Crisis: British units that come on its day."""
    crisis = g.content.limits.crisis
    units = (u for u in g.state.units.values() if u.box == WAITING)
    found = (
        u.id
        for u in units
        if u.id.startswith(f"{crisis.nation}.") and due_of(g, u.id) == crisis.due
    )
    return by_number(g, found)


def _crisis(g: ArdGame, card: Card) -> list[About]:
    return [About("", card.title, tuple(late_units(g)))] if late_units(g) else []


def written(g: ArdGame, side: HexsideKey) -> str:
    """A hexside in an answer: "3113|3214"."""
    return f"{g.grid.name(side[0])}|{g.grid.name(side[1])}"


def mendable(g: ArdGame) -> Iterator[HexsideKey]:
    """ARD-EV-01  Bridge Engineers: destroyed Bridges, and minor rivers without one, within German Supply."""
    lines = Lines(g, "german")
    sides = sorted([*fallen(g), *_unbridged(g.content)])
    reached = lines.reached
    near = (side for side in sides if (reached >> side[0] | reached >> side[1]) & 1)
    return (side for side in near if why_no_bridge(g, side, lines) is None)


@cache
def _unbridged(content: ArdennesContent) -> tuple[HexsideKey, ...]:
    """Minor rivers in play over which no Bridge is printed."""
    rivers = content.rivers - content.majors - content.map.bridges
    return tuple(side for side in rivers if content.board.issuperset(side))


def why_no_bridge(g: ArdGame, side: HexsideKey, lines: Lines | None = None) -> Refusal | None:
    """ARD-EV-01  Why engineers cannot work on a hexside; None if they can."""
    if is_major(g, *side) and side not in g.content.map.bridges:
        return Refusal("No Bridge can be built over a major river.", "ARD-EV-01")
    if not is_river(g, *side) or stands(g, *side):
        return Refusal(f"Nothing is to be bridged at {written(g, side)}.", "ARD-EV-01")
    for h in side:
        if g.board.here["allied"][h]:
            return Refusal(f"An Allied unit stands in {place_name(g, h)}.", "ARD-EV-01")
        if in_enemy_zoc(g, h, "german") and not g.board.here["german"][h]:
            return Refusal(f"{place_name(g, h)} is in an Allied ZOC.", "ARD-EV-01")
    if not any((lines or Lines(g, "german")).reaches(h) for h in side):
        return Refusal(f"German Supply reaches neither end of {written(g, side)}.", "ARD-EV-01")
    return None


def _bridge(g: ArdGame, card: Card) -> Iterator[About]:
    del card
    down = {*fallen(g)}
    return (
        About(
            written(g, side),
            f"{'mend' if side in down else 'build'} a Bridge {place_name(g, side[0])} - {place_name(g, side[1])}",
            (),
            side,
        )
        for side in mendable(g)
    )


def _hesitates(g: ArdGame, card: Card) -> list[About]:
    del card
    hesitates, found = g.content.limits.hesitates, []
    for div in hesitates.divisions:
        units = tuple(u for u in _to_come(g, div) if due_of(g, u) < hesitates.to)
        if units:
            label = f"the {div} Airborne arrives on December {hesitates.to}"
            found.append(About(div, label, units))
    return found


def _to_come(g: ArdGame, div: str) -> list[UnitId]:
    """The units of an Allied division on the calendar."""
    return [
        k.id
        for k in g.content.formations.get(("allied", div), ())
        if g.state.units[k.id].box == WAITING
    ]


def _stosser(g: ArdGame, card: Card) -> Iterator[About]:
    del card
    unit = g.content.limits.paratroops.unit
    if unit not in g.state.units or g.state.units[unit].box != ASIDE:
        return
    for h in sorted(g.content.board):
        if is_empty(g, h) and h not in g.content.built_up:
            yield About(g.grid.name(h), f"drop in {place_name(g, h)}", (unit,), (h,))


def _fuel_dump(g: ArdGame, card: Card) -> list[About]:
    del card
    west = g.content.limits.fuel_dump.west_of
    there = any(
        g.board.here["german"][h] and g.grid.column(h) < west for h in sorted(g.content.points)
    )
    return (
        [
            About(_word(div), f"{cards.division_title(g.content, 'german', div)} is refuelled")
            for div in cards.dry(g)
        ]
        if there
        else []
    )


def _word(div: str) -> str:
    return div.replace(" ", "-")


def division_named(g: ArdGame, side: str, word: str) -> str:
    """A division by its word in an answer."""
    return next(div for s, div in g.content.formations if s == side and _word(div) == word)


def _night_march(g: ArdGame, card: Card) -> Iterator[About]:
    for (side, div), kinds in g.content.formations.items():
        units = tuple([k.id for k in kinds if may_march(g, k.id)]) if side == card.side else ()
        if units:
            title = cards.division_title(g.content, side, div)
            yield About(_word(div), f"{title}, movement only", units)


def may_march(g: ArdGame, unit_id: UnitId) -> bool:
    """ARD-EV-01, ARD-RD-12  On the map, and not out of Reserve in this impulse: a Night March takes it along."""
    unit = g.state.units[unit_id]
    return unit.hex >= 0 and DEPLOYED not in unit.states


def _model(g: ArdGame, card: Card) -> list[About]:
    """ARD-EV-01, ARD-FU-01  A card without fuel would be discarded as it is drawn: it cannot be taken."""
    found = [c for c in sorted(g.state.cups.get(cards.discards(card.side), [])) if c != card.id]
    able = [c for c in found if not cards.fuelless(g, cards.card_of(g, c))]
    return [About(c, f"take {c} {cards.card_of(g, c).title} into the hand") for c in able]


def _engineers(g: ArdGame, card: Card) -> Iterator[About]:
    del card
    yield from _blasts(g)
    yield from _blocks(g)
    yield from _digs(g)


def _blasts(g: ArdGame) -> Iterator[About]:
    """ARD-BR-02  Bridges that may be blown: the far hex not German-owned, the Germans at the other end or not."""
    if day(g) < g.content.limits.early.bridges_from:
        return
    sides = {s for beside in water(g).bridges for s in beside}
    open_ = [s for s in sorted(sides) if not any(g.board.here["german"][h] for h in s)]
    for s in open_:
        if any(g.state.control.get(h) != "german" for h in s):
            label = f"blow the Bridge {place_name(g, s[0])} - {place_name(g, s[1])}"
            yield About(written(g, s), label, (), s)


def _blocks(g: ArdGame) -> Iterator[About]:
    for h in anywhere(g):
        yield About(f"roadblock {g.grid.name(h)}", f"Roadblock in {place_name(g, h)}", (), (h,))


def _digs(g: ArdGame) -> Iterator[About]:
    for h in sorted({g.state.units[u].hex for u in g.board.on_map["allied"]}):
        lead = stack(g, h, "allied")[0]
        if h not in g.content.built_up and not has_position(g, h) and in_supply(lead):
            yield About(f"position {g.grid.name(h)}", f"IP in {place_name(g, h)}", (lead.id,), (h,))


def _turns_north(g: ArdGame, card: Card) -> list[About]:
    units = tuple(coming(g, g.content.limits.turns_north.corps))
    return [About("", card.title, units)] if units else []


def coming(g: ArdGame, corps: str = "") -> list[UnitId]:
    """Allied units on the calendar, of a corps or of all: the earliest first, then in ascending #."""
    units = (u for u in g.state.units.values() if u.box == WAITING and u.side == "allied")
    found = by_number(g, (u.id for u in units if not corps or kind_of(g, u.id).corps == corps))
    return sorted(found, key=lambda u: due_of(g, u))


def _red_ball(g: ArdGame, card: Card) -> list[About]:
    del card
    return [About(u, f"{unit_name(g, u)} arrives a day sooner", (u,)) for u in coming(g)]


def _manteuffel(g: ArdGame, card: Card) -> list[About]:
    del card
    found = [h for h in traffic_jams(g) if has_roadblock(g, h)]
    return [
        About(g.grid.name(h), f"the Roadblock in {place_name(g, h)} is removed", (), (h,))
        for h in found
    ]


def traffic_jams(g: ArdGame) -> list[Hex]:
    """ARD-EV-01  Manteuffel: hexes with a Roadblock near a unit of his army."""
    rule, layer = g.content.limits.manteuffel, g.state.layers.get("roadblock", {})
    units = [u for u in g.board.on_map["german"] if kind_of(g, u).army == rule.army]
    hexes = {g.state.units[u].hex for u in units}
    return sorted(h for h in layer if any(g.grid.distance(h, at) <= rule.near for at in hexes))


_ABOUT: dict[Event, Callable[[ArdGame, Card], Iterable[About]]] = {
    "crisis": _crisis,
    "bridge": _bridge,
    "commandos": _plain,
    "hesitates": _hesitates,
    "fury": _plain,
    "freeze": _plain,
    "manteuffel": _manteuffel,
    "stosser": _stosser,
    "fuel dump": _fuel_dump,
    "night march": _night_march,
    "model": _model,
    "engineers": _engineers,
    "turns north": _turns_north,
    "red ball": _red_ball,
    "rear troops": lambda g, _card: _blocks(g),
}
_NOTHING: dict[Event, str] = {
    "crisis": "No British unit is due on its day.",
    "bridge": "No river in German Supply is to be bridged.",
    "fuel dump": "No German unit stands in a VP hex far enough west, or nobody lacks fuel.",
    "manteuffel": "No Roadblock lies near the Fifth Panzer Army.",
    "model": "No card lies among the discards.",
    "stosser": "The paratroops have jumped.",
    "turns north": "No unit of the corps is on the calendar.",
}


def enters_reserve(g: ArdGame, unit_id: UnitId, due: int, *, rule: str) -> None:
    """ARD-CA-01  A unit's day on the calendar; one that is past or today brings it into Reserve at once."""
    if due <= day(g):
        g.set_number(unit_id, DUE, due, rule=rule)
        g.box(unit_id, RESERVE, rule=rule)
    else:
        g.set_number(unit_id, DUE, due, rule=rule)


def is_front_hex(g: ArdGame, where: Hex) -> bool:
    """Whether a German is Proximate to a hex."""
    return is_proximate(g, where, "allied")


def is_front(g: ArdGame, where: Hex) -> bool:
    """Whether an Allied stack In Supply has a German Proximate to it."""
    return in_supply(stack(g, where, "allied")[0]) and is_front_hex(g, where)
