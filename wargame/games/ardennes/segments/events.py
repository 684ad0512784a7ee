"""What events do (ARD-EV-01): those of a command, Raise the Alarm, Manteuffel, Captured Fuel Dump cancelled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from wargame.flow.ask import NO, YES, Choice, Option
from wargame.flow.script import AGAIN, Next, then
from wargame.games.ardennes import cards, events
from wargame.games.ardennes.activation import FRAMES
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.roadblocks import lay, lift
from wargame.games.ardennes.segments.cards import refuel
from wargame.games.ardennes.state import (
    ACTIVE,
    DUE,
    ELIMINATED,
    IMPROVED,
    NIGHT,
    OTHER,
    ArdGame,
    automated,
    day,
    due_of,
    kind_of,
    mode_of,
    place_name,
)
from wargame.games.ardennes.walk import ALARM
from wargame.games.ardennes.works import blow, mend
from wargame.hexes.hexside import Side as HexsideKey
from wargame.model.state import UnitId
from wargame.rules import decks

_RULE = "ARD-EV-01"


async def happens(g: ArdGame, side: Side, card_id: str, what: str) -> Next:
    """ARD-EV-01  A card's event is used as a command."""
    card = cards.card_of(g, card_id)
    cards.use(g, side, card_id, rule=_RULE)
    g.note("event", rule=_RULE, card=card_id, about=what)
    assert card.event is not None
    return await _HAPPEN[card.event](g, card, what)


async def _crisis(g: ArdGame, _card: Card, _what: str) -> Next:
    """British units and cards due on one day come on the next."""
    crisis = g.content.limits.crisis
    for unit in events.late_units(g):
        g.set_number(unit, DUE, crisis.to, rule=_RULE)
    g.set_track("crisis", 1, rule=_RULE)
    return AGAIN


async def _bridge(g: ArdGame, _card: Card, what: str) -> Next:
    mend_bridge(g, what)
    return AGAIN


def mend_bridge(g: ArdGame, what: str) -> None:
    """Bridge Engineers mend a destroyed Bridge or build a new one."""
    side = hexside(g, what)
    g.note("bridge_mended", rule=_RULE, hexes=side)
    mend(g, *side, rule=_RULE)


def hexside(g: ArdGame, what: str) -> HexsideKey:
    """A hexside as an answer writes it."""
    a, b = what.split("|")
    first, second = g.grid.hex(a), g.grid.hex(b)
    return (first, second) if first < second else (second, first)


async def _commandos(g: ArdGame, card: Card, _what: str) -> Next:
    """Two players: a card of the other hand is lost at random; gs: the next Allied Level is lower."""
    if mode_of(g) == "gs":
        g.set_track("commandos", 1, rule=_RULE)
        return AGAIN
    enemy = OTHER[card.side]
    if decks.cards(g, cards.hand(enemy)):
        lost = g.draw(cards.hand(enemy), "commandos", rule=_RULE, by=card.side)
        g.pass_on(lost, "", cards.discards(enemy), rule=_RULE)
    return AGAIN


async def _hesitates(g: ArdGame, _card: Card, what: str) -> Next:
    """A division arrives later."""
    for kind in g.content.formations[("allied", what)]:
        if due_of(g, kind.id) < g.content.limits.hesitates.to:
            g.set_number(kind.id, DUE, g.content.limits.hesitates.to, rule=_RULE)
    return AGAIN


async def _fury(g: ArdGame, _card: Card, _what: str) -> Next:
    g.set_track("fury", 1, rule=_RULE)
    return AGAIN


async def _freeze(g: ArdGame, _card: Card, _what: str) -> Next:
    g.set_track("freeze", 1, rule=_RULE)
    return AGAIN


async def _manteuffel(g: ArdGame, _card: Card, what: str) -> Next:
    lift(g, g.grid.hex(what), rule=_RULE)
    return AGAIN


async def _stosser(g: ArdGame, _card: Card, what: str) -> Next:
    """The paratroops drop; 1 to 6 drift a hex, and in an Allied hex or off the map they are lost."""
    unit, aim = g.content.limits.paratroops.unit, g.grid.hex(what)
    roll = g.roll("drift", rule=_RULE, sides=10, unit=unit, target=aim)
    table = g.content.tables.drift.directions
    where = g.grid.around[aim][roll - 1] if roll <= len(table) else aim
    result = table[roll - 1] if roll <= len(table) else "on target"
    g.read_chart("drift", column="direction", row=str(roll), result=result, rule=_RULE, total=roll)
    lost = where < 0 or where not in g.content.board or bool(g.board.here["allied"][where])
    if lost:
        g.box(unit, ELIMINATED, rule=_RULE)
        return AGAIN
    g.place(unit, where, rule=_RULE)
    g.take(where, "german", rule="ARD-HC-01")
    return AGAIN


async def _fuel_dump(g: ArdGame, card: Card, what: str) -> Next:
    """A division is refuelled, unless the dumps were evacuated."""
    if await _evacuated(g):
        return AGAIN
    refuel(g, events.division_named(g, card.side, what), rule=_RULE)
    return AGAIN


async def _evacuated(g: ArdGame) -> bool:
    """ARD-EV-01  Dumps Evacuated cancels the dump: of the Allies' choice, of the automated ones the next."""
    alone = automated(g, "allied")
    cup = cards.aside("allied") if alone else cards.hand("allied")
    held = [c for c in sorted(g.state.cups.get(cup, [])) if cards.card_of(g, c).event == "dumps"]
    if alone:
        if held:
            g.pass_on(held[0], cup, cards.discards("allied"), rule=_RULE)
            g.note("dumps_evacuated", rule=_RULE)
        return bool(held)
    if not cards.suspected(g, "allied", "dumps"):
        return False
    rows = [(Option(YES, f"Play {cards.card_of(g, c).title}"), c) for c in held[:1]]
    ask: Choice[str] = Choice(
        "allied", "react.dumps", "The Germans capture a fuel dump.",
        [*rows, (Option(NO, "Let them have it"), "")], rule=_RULE, quiet=NO,
    )  # fmt: skip
    used = await g.ask(ask)
    if used:
        cards.use(g, "allied", used, rule=_RULE)
        g.note("dumps_evacuated", rule=_RULE)
    return bool(used)


async def _night_march(g: ArdGame, card: Card, what: str) -> Next:
    """A division moves, with more MP, and does not come near the enemy."""
    div = events.division_named(g, card.side, what)
    for kind in g.content.formations[(card.side, div)]:
        if events.may_march(g, kind.id):
            g.gain(kind.id, ACTIVE, rule=_RULE)
            g.gain(kind.id, NIGHT, rule=_RULE)
    return then(FRAMES[card.side], active=card.side, card=card.id, night=1)


async def _model(g: ArdGame, card: Card, what: str) -> Next:
    """A card comes back out of the discards."""
    g.pass_on(what, cards.discards(card.side), cards.hand(card.side), rule=_RULE)
    return AGAIN


async def _engineers(g: ArdGame, _card: Card, what: str) -> Next:
    """ARD-BR-02  A Bridge is blown on 8 or less, or a Roadblock laid, or an IP dug, without a roll."""
    word, _, where = what.rpartition(" ")
    if word == "roadblock":
        lay(g, g.grid.hex(where), rule=_RULE)
    elif word == "position":
        g.set_layer(IMPROVED, {g.grid.hex(where): 1}, rule=_RULE)
    else:
        await blast(g, hexside(g, what), g.content.tables.bridge.blown_well)
    return AGAIN


async def blast(g: ArdGame, side: HexsideKey, needed: int, modifier: int = 0) -> None:
    """ARD-BR-01, ARD-BR-02  A roll at or below a number destroys a Bridge, unless Operation Greif saves it."""
    roll = g.roll("demolition", rule="ARD-BR-02", sides=10, by="allied", hexes=side)
    total = roll + modifier
    gone = total <= needed
    g.read_chart(
        "bridge", column=str(needed), row=str(roll), result="destroyed" if gone else "stands",
        rule="ARD-BR-02", total=total, drm=(("Engineers", modifier),) if modifier else (),
    )  # fmt: skip
    if gone and not await saved_by_greif(g, side):
        blow(g, *side, rule="ARD-BR-02")


async def saved_by_greif(g: ArdGame, side: HexsideKey) -> bool:
    """ARD-EV-01  Operation Greif: the Bridge that would be destroyed stays intact."""
    held = [c for c in cards.held(g, "german") if c.event == "greif"]
    if not cards.suspected(g, "german", "greif"):
        return False
    before = g.state.substep
    g.enter("ardennes.react.greif", rule=_RULE)
    ends = f"{place_name(g, side[0])} - {place_name(g, side[1])}"
    rows = [(Option(f"event {c.id}", f"{c.title}: the Bridge stands"), c.id) for c in held[:1]]
    ask: Choice[str] = Choice(
        "german", "react.greif", f"The Bridge {ends} is about to go.",
        [*rows, (Option(NO, "Let it go"), "")], rule=_RULE, quiet=NO,
    )  # fmt: skip
    used = await g.ask(ask)
    g.enter(before, rule=_RULE)
    if used:
        cards.use(g, "german", used, rule=_RULE)
        g.note("greif", rule=_RULE, hexes=side)
    return bool(used)


async def _turns_north(g: ArdGame, _card: Card, _what: str) -> Next:
    """The units of a corps arrive sooner."""
    hurry(g, events.coming(g, g.content.limits.turns_north.corps))
    return AGAIN


async def _red_ball(g: ArdGame, _card: Card, what: str) -> Next:
    hurry(g, [what])
    return AGAIN


def hurry(g: ArdGame, units: list[UnitId]) -> None:
    """ARD-CA-01  Units on the calendar arrive a day sooner."""
    for unit in units:
        events.enters_reserve(g, unit, due_of(g, unit) - 1, rule=_RULE)


async def _rear_troops(g: ArdGame, _card: Card, what: str) -> Next:
    lay(g, g.grid.hex(what.rsplit(maxsplit=1)[-1]), rule=_RULE)
    return AGAIN


_HAPPEN: dict[str, Callable[[ArdGame, Card, str], Awaitable[Next]]] = {
    "crisis": _crisis,
    "bridge": _bridge,
    "commandos": _commandos,
    "hesitates": _hesitates,
    "fury": _fury,
    "freeze": _freeze,
    "manteuffel": _manteuffel,
    "stosser": _stosser,
    "fuel dump": _fuel_dump,
    "night march": _night_march,
    "model": _model,
    "engineers": _engineers,
    "turns north": _turns_north,
    "red ball": _red_ball,
    "rear troops": _rear_troops,
}


# -- Raise the Alarm --------------------------------------------------------------------------------


def may_alarm(g: ArdGame, side: str) -> bool:
    """ARD-EV-01  Whether the Allies are asked: before their first impulse, whichever cards they hold."""
    first = day(g) == g.content.scenario.first_turn and g.state.tracks.get("allied impulses") == 1
    return side == "allied" and first and bool(cards.suspected(g, side, "alarm"))


async def raise_alarm(g: ArdGame) -> None:
    """ARD-EV-01, ARD-DX-09  The units of one corps have their full allowance today."""
    held = [card for card in cards.held(g, "allied") if card.event == "alarm"]
    corps = sorted({kind_of(g, u).corps for u in g.board.on_map["allied"]}) if held else []
    g.enter("ardennes.react.alarm", rule=_RULE)
    rows = [(Option(f"alarm {c}", f"{c} Corps moves freely today"), c) for c in corps]
    ask: Choice[str] = Choice(
        "allied", "react.alarm", "Raise the alarm before the first impulse?",
        [*rows, (Option(NO, "No alarm"), "")], rule=_RULE, quiet=NO,
    )  # fmt: skip
    chosen = await g.ask(ask)
    g.enter("", rule=_RULE)
    if chosen:
        cards.use(g, "allied", held[0].id, rule=_RULE)
        g.set_track(ALARM, chosen, rule=_RULE)


# -- the deck of the automated Allies ---------------------------------------------------------------


def draw(g: ArdGame) -> Card | None:
    """ARD-CD-10  The top card of the Allied deck, which is made of its discards when it runs out; None for none."""
    deck = cards.deck("allied")
    if not decks.cards(g, deck):
        decks.gather(g, [cards.discards("allied")], deck, rule="ARD-CD-10")
    if not decks.cards(g, deck):
        return None
    return cards.card_of(
        g, decks.draw(g, deck, cards.discards("allied"), kind="card", rule="ARD-CD-10", by="allied")
    )
