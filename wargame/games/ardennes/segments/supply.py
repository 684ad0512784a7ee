"""Supply Phase: engineers and aircraft, states of supply, surrender, Roadblocks left behind (ARD-SP, ARD-SS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from wargame.flow.ask import NO, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes import cards, events
from wargame.games.ardennes.asks import about
from wargame.games.ardennes.asks.listed import because
from wargame.games.ardennes.automaton.supply import resupplied
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import communication, standing, zone_of
from wargame.games.ardennes.harm import lose_step
from wargame.games.ardennes.roadblocks import lift
from wargame.games.ardennes.segments.events import mend_bridge
from wargame.games.ardennes.state import (
    AIR_SUPPLIED,
    ISOLATED,
    LOW,
    SHORT,
    ArdGame,
    automated,
    by_number,
    carrying,
    day,
    kind_of,
    place_name,
    stack,
    unit_name,
)
from wargame.games.ardennes.supply import degree, states_now
from wargame.games.ardennes.works import roadblocks
from wargame.hexes.field import flood
from wargame.hexes.grid import Hex
from wargame.rules.phases import clear

SIDES: tuple[Side, ...] = ("german", "allied")
_NUTS, _AIR, _BRIDGE = "nuts", "air resupply", "bridge"


class _Given(NamedTuple):
    """A card of the Supply Phase and what it is about."""

    card: str
    what: str = ""
    where: Hex = -1


@segment("ardennes.supply.bridges")
async def engineers(g: ArdGame, side: Side) -> Next:
    """ARD-EV-01  One pass: Bridge Engineers at work, or Air Resupply named for a stack.

    With two players the question is put whenever a card that may be in hand could do something.
    """
    if automated(g, side):
        return DONE
    found = [*_offers(g, side, cards.held(g, side))]
    if not found and not any(True for _ in _offers(g, side, cards.suspected(g, side))):
        return DONE
    ask = Choice(
        side,
        "events.supply",
        "Use a card of the Supply Phase?",
        [*found, (Option(NO, "No card"), _Given(""))],
        rule="ARD-EV-01",
        quiet=NO,
        meant=lambda text: text.replace("-", "|"),
        explain=because(found, partial(_why_not, g, side)),
    )
    given = await g.ask(ask)
    if not given.card:
        return DONE
    cards.use(g, side, given.card, rule="ARD-EV-01")
    if given.where < 0:
        mend_bridge(g, given.what)
    else:
        for unit in stack(g, given.where, side):
            g.gain(unit.id, AIR_SUPPLIED, rule="ARD-EV-01")
    return AGAIN


def _why_not(g: ArdGame, side: Side, text: str) -> Refusal | None:
    """ARD-EV-01  Why a card is not used so in the Supply Phase; None for an answer that names none."""
    verb, _, rest = text.partition(" ")
    word, _, what = rest.partition(" ")
    if verb != "event" or not word:
        return None
    card = next((c for c in cards.held(g, side) if c.id.casefold() == word), None)
    if card is None:
        return Refusal(f'No card "{word}" is in your hand.', "ARD-CD-03")
    if card.event == _BRIDGE:
        return about.why_not(g, card, what)
    if card.event == _AIR:
        return Refusal(
            f"{card.title} names the hex of a stack that is short of supply.", "ARD-EV-01"
        )
    return Refusal(f"{card.title} is no card of the Supply Phase.", "ARD-EV-01")


def _offers(g: ArdGame, side: Side, hand: Sequence[Card]) -> Iterator[tuple[Option, _Given]]:
    """What cards of a hand can do now, the first of each kind."""
    held = {str(card.event): card for card in reversed(hand)}
    if card := held.get(_BRIDGE):
        for what, label, _, hexes in events.choices(g, card):
            option = Option(f"event {card.id} {what}", f"{card.title}: {label}", (), hexes)
            yield option, _Given(card.id, what)
    if card := held.get(_AIR):
        worse, late = states_now(g, side), _is_late(g)
        for where in sorted({g.state.units[u].hex for u in g.board.on_map[side]}):
            units = stack(g, where, side)
            short = any(worse[u.id] and (late or worse[u.id] != LOW) for u in units)
            if short and not any(AIR_SUPPLIED in u.states for u in units):
                answer = f"event {card.id} {g.grid.name(where)}"
                names = ", ".join(unit_name(g, u.id) for u in units)
                label = f"{card.title}: {names} in {place_name(g, where)}"
                option = Option(answer, label, tuple(u.id for u in units), (where,))
                yield option, _Given(card.id, where=where)


@segment("ardennes.supply.trace")
async def trace(g: ArdGame) -> Next:
    """ARD-SS-17, ARD-SS-18  The state of every unit of both sides, found on the same board; then the aircraft."""
    paratroops = g.content.limits.paratroops.unit
    found = [states_now(g, side, (paratroops,)) for side in SIDES]
    for states in found:
        for unit, state in states.items():
            if state or g.state.units[unit].states:
                set_degree(g, unit, state)
    for unit in sorted(g.state.units):
        if g.state.units[unit].hex < 0 and g.state.units[unit].states:
            set_degree(g, unit, "")
    flown = [u.id for u in g.state.units.values() if AIR_SUPPLIED in u.states]
    for unit in by_number(g, flown):
        relieve(g, unit)
    clear(g, AIR_SUPPLIED, rule="ARD-EV-01")
    for card, where in resupplied(g):
        g.pass_on(card, cards.aside("allied"), cards.discards("allied"), rule="ARD-EV-01")
        for unit_ in stack(g, where, "allied"):
            relieve(g, unit_.id)
    return DONE


def relieve(g: ArdGame, unit: str) -> None:
    """ARD-EV-01  Air Resupply: LowSupply instead of worse today, from a day on In Supply."""
    late = _is_late(g)
    worse = degree(g.state.units[unit])
    if worse and (late or worse != LOW):
        set_degree(g, unit, "" if late else LOW, rule="ARD-EV-01")


def _is_late(g: ArdGame) -> bool:
    """ARD-EV-01  Whether Air Resupply brings units In Supply, not to LowSupply alone."""
    return day(g) >= g.content.limits.weather.full_resupply_from


def set_degree(g: ArdGame, unit: str, state: str, *, rule: str = "ARD-SS-17") -> None:
    """ARD-SS-17  A unit is in one degree, or In Supply."""
    there = g.state.units[unit].states
    for other in SHORT if there else ():
        if other != state and other in there:
            g.shed(unit, other, rule=rule)
    if state:
        g.gain(unit, state, rule=rule)


@segment("ardennes.supply.surrender")
async def surrender(g: ArdGame) -> Next:
    """ARD-SS-16  A roll for each Isolated unit, the Germans first, by corps and #."""
    table = g.content.tables.surrender
    for side in SIDES:
        found = [u for u in g.board.on_map[side] if ISOLATED in g.state.units[u].states]
        for unit in sorted(found, key=lambda u: (kind_of(g, u).corps_number, kind_of(g, u).number)):
            quality = kind_of(g, unit).quality
            needed = getattr(table, quality)
            roll = g.roll("surrender", rule="ARD-SS-16", sides=10, unit=unit)
            lost = roll <= needed
            result = "step" if lost else "holds"
            g.read_chart(
                "surrender",
                column=quality,
                row=str(roll),
                result=result,
                rule="ARD-SS-16",
                total=roll,
            )
            if lost and not await _ignored(g, side, unit):
                lose_step(g, unit, rule="ARD-SS-16")
    return DONE


async def _ignored(g: ArdGame, side: Side, unit: str) -> bool:
    """ARD-EV-01  "Nuts!": one loss is ignored; the automated Allies do it with the first."""
    if side != "allied":
        return False
    cup = cards.aside(side) if automated(g, side) else cards.hand(side)
    held = [c for c in sorted(g.state.cups.get(cup, [])) if cards.card_of(g, c).event == _NUTS]
    if automated(g, side):
        if held:
            g.note("nuts", rule="ARD-EV-01", unit=unit)
            g.pass_on(held[0], cup, cards.out(side), rule="ARD-EV-01")
        return bool(held)
    if not cards.suspected(g, side, _NUTS):
        return False
    rows = [
        (Option(f"event {c}", f"{cards.card_of(g, c).title} The loss is ignored"), c) for c in held
    ]
    ask: Choice[str] = Choice(
        side,
        "react.nuts",
        f"{unit_name(g, unit)} would lose a step.",
        [*rows, (Option(NO, "It loses a step"), "")],
        rule="ARD-EV-01",
        quiet=NO,
    )
    used = await g.ask(ask)
    if used:
        g.note("nuts", rule="ARD-EV-01", unit=unit)
        cards.use(g, side, used, rule="ARD-EV-01")
    return bool(used)


@segment("ardennes.supply.roadblocks")
async def abandoned(g: ArdGame) -> Next:
    """ARD-RB-16  A Roadblock out of Communication with the Germans or with the Allies goes."""
    for where in roadblocks(g):
        if not _reached_by_germans(g, where) or not communication(g, "allied") >> where & 1:
            lift(g, where, rule="ARD-RB-16")
    return DONE


def _reached_by_germans(g: ArdGame, where: Hex) -> bool:
    """Whether a path leads to a German unit without passing an Allied unit or an Allied ZOC hex."""
    free = g.content.board_mask & ~standing(g, "allied") & ~zone_of(g, "allied")
    paths = flood(g.grid, 1 << where, free)
    return bool(g.grid.spread(paths) & standing(g, "german"))


def _not_first_day(g: ArdGame, _side: str) -> bool:
    """On the first day all are In Supply."""
    return day(g) > g.content.scenario.first_turn


def _anybody_isolated(g: ArdGame, _side: str) -> bool:
    return any(carrying(g, side, ISOLATED) for side in SIDES)


def _roadblocks_stand(g: ArdGame, _side: str) -> bool:
    return bool(roadblocks(g))


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {
    "not_first_day": _not_first_day,
    "anybody_isolated": _anybody_isolated,
    "roadblocks_stand": _roadblocks_stand,
}
"""The conditions of its steps."""
