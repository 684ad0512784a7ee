"""Impulses: the opening, a command a pass, what an impulse leaves behind (ARD-SQ-03 to -06, ARD-DX-03 to -06)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wargame.flow.orders import Verb
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.ardennes import cards
from wargame.games.ardennes.activation import FRAMES
from wargame.games.ardennes.asks.command import (
    Activate,
    Command,
    Group,
    Single,
    corps_named,
    why_named_before,
)
from wargame.games.ardennes.asks.hand import command_ask
from wargame.games.ardennes.asks.listed import barred_in_opening
from wargame.games.ardennes.asks.other_uses import Deploy, Discard, Happen
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.segments.cards import fill_hand
from wargame.games.ardennes.segments.events import happens, may_alarm, raise_alarm
from wargame.games.ardennes.segments.impulse import play
from wargame.games.ardennes.state import (
    ACTED,
    ACTIVE,
    ATTACKED,
    DEPLOYED,
    FORMER,
    MOVED,
    NIGHT,
    OTHER,
    STRATEGIC,
    TODAY,
    ArdGame,
    automated,
    day,
    mode_of,
)
from wargame.model.state import Unit
from wargame.rules import decks

PASSED = "passed "
"""ARD-SQ-04  Followed by a side: a track, 1 once it takes no further impulse today."""


# -- the opening ------------------------------------------------------------------------------------


@segment("ardennes.ops.opening")
async def opening(g: ArdGame, side: Side, played: int = 0) -> Next:
    """ARD-DX-03, ARD-DX-05, ARD-DX-06  One pass: an opening impulse, or what comes after its Activation."""
    if played:
        _activation_over(g)
        await fill_hand(g, side)
        _impulse_over(g, side)
        return DONE
    _begin(g, side)
    g.set_track("opening", int(g.state.tracks.get("opening", 0)) + 1, rule="ARD-DX-03")

    def why(_card: object, units: Sequence[str]) -> Any:
        return why_named_before(g, units)

    verbs = [
        Activate(g, side, opening=True, why_corps=why),
        Single(g, side, opening=True, why_corps=why),
        Group(g, side, opening=True, why_corps=why),
        barred_in_opening(),
    ]
    command = await g.ask(command_ask(g, side, verbs, opening=True))
    if command.kind == "end":
        g.note("opening_lost", rule="ARD-DX-03")
        _impulse_over(g, side)
        return DONE
    named = [*g.state.lists.get("opening", ()), corps_named(g, command.units)]
    g.set_list("opening", named, rule="ARD-DX-05")
    g.keep(played=1)
    return _activate(g, side, command)


def _opening_played(g: ArdGame, _side: str) -> bool:
    """ARD-DX-03  Two players, December 16."""
    return mode_of(g) == "2p" and day(g) == g.content.scenario.first_turn


def _opening_is_over(g: ArdGame, _side: str) -> bool:
    most = g.content.limits.activation.opening
    return int(g.state.tracks.get("opening", 0)) >= most or not cards.has_cards(g, "german")


# -- impulses ---------------------------------------------------------------------------------------


@segment("ardennes.ops.command")
async def command(g: ArdGame, side: Side, begun: int = 0, played: int = 0, last: int = 0) -> Next:
    """ARD-SQ-03, ARD-SQ-05  One pass: one command. Two players: an impulse has one; German alone: any number."""
    del last
    if automated(g, side):
        return await play(g, begun=begun, played=played)
    if played:
        _activation_over(g)
        g.keep(played=0)
        if mode_of(g) == "2p":
            await fill_hand(g, side)
            _impulse_over(g, side)
            return DONE
        return AGAIN
    if not begun:
        await _start(g, side)
        g.keep(begun=1)
        return AGAIN
    wanted = await g.ask(command_ask(g, side, _verbs(g, side)))
    if wanted.kind == "end":
        return await _pass(g, side)
    if wanted.kind == "discard":
        return await _discard(g, side, wanted)
    g.keep(played=1)
    if wanted.kind == "activate":
        return _activate(g, side, wanted)
    if wanted.kind == "deploy":
        return _deploy(g, side, wanted)
    return await happens(g, side, wanted.card, wanted.what)


async def _start(g: ArdGame, side: Side) -> None:
    """ARD-CD-03, ARD-EV-01  The impulse begins: gs fills the hand first, the Allies may raise the alarm."""
    _begin(g, side)
    if mode_of(g) == "gs" and int(g.state.tracks["impulse"]) > 1:
        await fill_hand(g, side)
    if may_alarm(g, side):
        await raise_alarm(g)


def _begin(g: ArdGame, side: Side) -> None:
    g.set_track("acting", side, rule="ARD-SQ-03")
    count = "impulse" if side == "german" else "allied impulses"
    g.set_track(count, int(g.state.tracks.get(count, 0)) + 1, rule="ARD-SQ-03")


def _verbs(g: ArdGame, side: Side) -> list[Verb[Command]]:
    """ARD-CD-08, ARD-DX-06  What a card may be used for; the opening of a German alone knows Activations alone."""
    if first_impulse(g, side):
        return [Activate(g, side), Single(g, side), Group(g, side), barred_in_opening()]
    found: list[Verb[Command]] = [
        Activate(g, side),
        Deploy(g, side),
        Happen(g, side),
        Single(g, side),
        Group(g, side),
    ]
    fresh = not g.state.tracks.get("played") and not g.state.tracks.get("discarded")
    return [*found, Discard(g, side)] if mode_of(g) == "2p" or fresh else found


def first_impulse(g: ArdGame, side: str) -> bool:
    """ARD-DX-04, ARD-DX-06  The First Impulse of a German player alone."""
    first = day(g) == g.content.scenario.first_turn and g.state.tracks.get("impulse") == 1
    return first and side == "german" and mode_of(g) == "gs"


def _activate(g: ArdGame, side: Side, wanted: Command) -> Next:
    """ARD-AC-01 to -06  The card is spent, its units are active."""
    card = cards.card_of(g, wanted.card)
    cards.use(g, side, card.id, rule="ARD-CD-04")
    g.note("activates", rule="ARD-AC-01", card=card.id, units=wanted.units)
    g.mark(wanted.units, ACTIVE, rule="ARD-AC-01")
    for unit in wanted.units:
        today = g.state.units[unit].numbers.get(TODAY, 0)
        g.set_number(unit, TODAY, today + 1, rule="ARD-AC-10")
    return then(FRAMES[side], active=side, card=card.id, value=card.value)


def _deploy(g: ArdGame, side: Side, wanted: Command) -> Next:
    """ARD-AC-07  The card is spent, Reserves come on."""
    card = cards.card_of(g, wanted.card)
    cards.use(g, side, card.id, rule="ARD-CD-04")
    return then(
        f"ardennes.ops.{side}.deploy",
        card=card.id,
        corps=wanted.corps,
        left=cards.most_deployed(card),
    )


async def _discard(g: ArdGame, side: Side, wanted: Command) -> Next:
    """ARD-CD-08  Cards are thrown away and made good; with two players that is the impulse."""
    decks.discard(g, wanted.cards, cards.hand(side), cards.discards(side), rule="ARD-CD-08")
    g.note("discards", rule="ARD-CD-08", side=side, count=len(wanted.cards))
    if mode_of(g) == "2p":
        await fill_hand(g, side)
        _impulse_over(g, side)
        return DONE
    g.set_track("discarded", 1, rule="ARD-CD-08")
    await fill_hand(g, side)
    return AGAIN


async def _pass(g: ArdGame, side: Side) -> Next:
    """ARD-SQ-04, ARD-SQ-05  No card: the side is done for today; gs: after cards it is the end of the impulse.

    ARD-CD-03  With two players a pass is an impulse: the hand is filled up after it.
    """
    if mode_of(g) == "2p" or not g.state.tracks.get("played"):
        g.set_track(PASSED + side, 1, rule="ARD-SQ-04")
        g.note("passes", rule="ARD-SQ-04", side=side)
    if mode_of(g) == "2p":
        await fill_hand(g, side)
    _impulse_over(g, side)
    return DONE


def _activation_over(g: ArdGame) -> None:
    """ARD-AC-06  Who was activated is so marked; what he has done is forgotten."""
    g.note("activation_over", rule="ARD-AC-08")
    marked = _marked(g, *_OF_ACTIVATION)
    acted = [u.id for u in marked if ACTIVE in u.states and NIGHT not in u.states]
    g.mark(acted, FORMER if mode_of(g) == "gs" else _FRESH, lost=_OF_ACTIVATION, rule="ARD-AC-06")
    g.mark([u.id for u in marked], lost=_OF_ACTIVATION, rule="ARD-AC-08")


_OF_ACTIVATION = (ACTIVE, MOVED, STRATEGIC, ATTACKED, NIGHT)
_FRESH = "_fresh"
"""Two players: activated in the impulse under way."""


def _impulse_over(g: ArdGame, side: Side) -> None:
    """ARD-AC-06  Two players: those of this impulse may not act in the next; gs: all may again."""
    marked = _marked(g, FORMER, DEPLOYED, ACTED, _FRESH)
    own = [u.id for u in marked if u.side == side]
    fresh = [u for u in own if _FRESH in g.state.units[u].states]
    g.mark(fresh, FORMER, lost=(_FRESH, DEPLOYED, ACTED), rule="ARD-AC-06")
    g.mark([u for u in own if u not in fresh], lost=(FORMER, DEPLOYED, ACTED), rule="ARD-AC-06")
    g.mark([u.id for u in marked], lost=(DEPLOYED, ACTED), rule="ARD-RD-12")
    g.set_track("discarded", 0, rule="ARD-CD-08")
    g.set_track("acting", "", rule="ARD-SQ-03")


def _marked(g: ArdGame, *states: str) -> list[Unit]:
    """Units with any of some states, found in one look at the table."""
    wanted = frozenset(states)
    return [u for u in g.state.units.values() if u.states and wanted & u.states]


# -- whose turn it is -------------------------------------------------------------------------------


def _impulse_open(g: ArdGame, side: str) -> bool:
    """ARD-SQ-04, ARD-SQ-05  Whether a side has an impulse now."""
    if automated(g, side):
        return True
    if g.state.tracks.get(PASSED + side) or not cards.has_cards(g, side):
        return False
    return not (side == "german" and _after_opening(g))


def _after_opening(g: ArdGame) -> bool:
    """ARD-DX-03  After the three impulses of the opening the Allies are next."""
    return bool(g.state.tracks.get("opening")) and not g.state.tracks.get("allied impulses")


def _day_is_over(g: ArdGame, _side: str) -> bool:
    """ARD-SQ-04, ARD-SQ-05  Nobody has an impulse left; gs: after the last Allied impulse."""
    if mode_of(g) == "gs":
        return bool(g.state.tracks.get(PASSED + "allied"))
    over = [g.state.tracks.get(PASSED + s) or not cards.has_cards(g, s) for s in OTHER]
    return all(over)


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {
    "opening_played": _opening_played,
    "opening_is_over": _opening_is_over,
    "impulse_open": _impulse_open,
    "day_is_over": _day_is_over,
}
"""The conditions of its steps."""
