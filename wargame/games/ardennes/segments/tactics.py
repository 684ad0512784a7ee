"""Tactics of both sides in a combat (ARD-CC-01 to -05, ARD-CT-01 to -11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import DONE_WORD, About, Choice, Odds, Option, Outcome
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes import cards
from wargame.games.ardennes.activation import activation
from wargame.games.ardennes.activation import remember as remember_active
from wargame.games.ardennes.asks.listed import because
from wargame.games.ardennes.asks.reinforce import Joining, reinforce_ask
from wargame.games.ardennes.automaton import tactics as automatic
from wargame.games.ardennes.battle import Battle, alive, battle, defending, remember
from wargame.games.ardennes.chits import Forces
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.odds import odds
from wargame.games.ardennes.segments.deploy import enter_from_reserve
from wargame.games.ardennes.segments.events import draw
from wargame.games.ardennes.segments.hits import bug_out
from wargame.games.ardennes.segments.move import back_if_full, step_along
from wargame.games.ardennes.segments.react import come
from wargame.games.ardennes.state import (
    ATTACKED,
    ArdGame,
    automated,
    place_name,
    unit_name,
)
from wargame.games.ardennes.tactics import (
    BUG_OUT,
    COORDINATION,
    REINFORCE,
    Support,
    joining,
    opening_bars,
    playable,
    ready,
    why_no_attack,
    why_not_from_hand,
)
from wargame.games.ardennes.works import has_roadblock, is_wet
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def forces(g: ArdGame, fight: Battle) -> Forces:
    """The combat as the chits see it."""
    doubled = [
        role
        for role, held in (("attacker", fight.cards), ("defender", (fight.answer_card,)))
        if any(card and card in g.content.cards and cards.card_of(g, card).doubled for card in held)
    ]
    return Forces(
        fight.attacker,
        fight.target,
        tuple(alive(g, fight.units)),
        tuple(defending(g, fight)),
        fight.tactics,
        fight.answer,
        tuple(doubled),
    )


def support(g: ArdGame, fight: Battle, *, attacking: bool) -> Support:
    """Whom a tactic of a side would support."""
    side = fight.attacker if attacking else fight.defender
    units = alive(g, fight.units) if attacking else defending(g, fight)
    return Support(side, attacking, fight.target, tuple(units))


# -- attacker ---------------------------------------------------------------------------------------


@segment("ardennes.ops.tactics")
async def attackers_tactics(g: ArdGame, side: Side) -> Next:
    """ARD-CC-02, ARD-CC-04  One pass: a tactic of the attacker, as many as his card has value."""
    fight = battle(g)
    if automated(g, side):
        await _drawn_attacking(g)
        return DONE
    done = activation(g)
    if done.tactics >= done.value or not ready(g, alive(g, fight.units)):
        return DONE
    helped = support(g, fight, attacking=True)
    if next(playable(g, helped, cards.suspected(g, side)), None) is None:
        return DONE
    found = playable(g, helped, cards.held(g, side))
    fought = forces(g, fight)
    rows = [
        (Option(f"play {c.id}", f"{c.title}: {c.tactic}{_who(g, fight, c)}"), c.id) for c in found
    ]
    rows.append((Option(DONE_WORD, "No more tactics"), ""))
    ask: Choice[str] = Choice(
        side, "tactics.attack",
        f"Play a tactic for the attack on {place_name(g, fight.target)} ({done.value - done.tactics} left)?",
        rows, rule="ARD-CC-02", explain=because(rows, partial(why_not_from_hand, g, helped)),
        quiet=DONE_WORD, about=About(fight.units, (fight.target,), fight.defenders),
        odds=partial(_odds, g, fought),
    )  # fmt: skip
    played = await g.ask(ask)
    if not played:
        return DONE
    remember_active(g, tactics=done.tactics + 1)
    await play(g, side, played)
    return AGAIN


def _who(g: ArdGame, fight: Battle, card: Card) -> str:
    """ARD-CT-02  Of an Assault Coordination: how many could join, before the card is spent."""
    if card.tactic != COORDINATION:
        return ""
    able = len(joining(g, fight.attacker, fight.target, fight.units))
    return f" ({able} can join)" if able else " (nobody can join)"


def _odds(g: ArdGame, fought: Forces, card: str) -> Odds:
    """The chances with a tactic more and all whom it lets join, or as they stand."""
    tactic = cards.card_of(g, card).tactic if card else None
    more = (*fought.tactics, tactic) if tactic else fought.tactics
    units = fought.units
    if tactic == COORDINATION:
        units = (*units, *joining(g, fought.side, fought.target, units))
    return odds(g, Forces(fought.side, fought.target, units, fought.defenders, more, fought.answer))


async def play(g: ArdGame, side: Side, card_id: str) -> None:
    """ARD-CD-04, ARD-CD-05, ARD-CC-15  A card is spent as the attacker's tactic; one without effect counts too."""
    fight, card = battle(g), cards.card_of(g, card_id)
    assert card.tactic is not None
    cards.use(g, side, card_id, rule="ARD-CD-05")
    g.note("tactic", rule="ARD-TC-01", side=side, card=card_id, tactic=card.tactic)
    remember(g, tactics=(*fight.tactics, card.tactic), cards=(*fight.cards, card_id))
    if card.tactic == COORDINATION:
        await coordinate(g, side)
    elif card.tactic == REINFORCE:
        await reinforce(g, side, attacking=True)


async def coordinate(g: ArdGame, side: Side) -> None:
    """ARD-CT-02  Inactive stacks next to the target join the attack."""
    fight = battle(g)
    able = joining(g, side, fight.target, fight.units)
    if not able:
        return
    rows = [Share(u, unit_name(g, u), 1, units=(u,), hexes=(g.state.units[u].hex,)) for u in able]
    ask = Allotment(
        side, "tactics.join", "Who joins the attack?", rows, {"": Purse("units", len(able))},
        rule="ARD-CT-02", proposed=dict.fromkeys(able, 1), nothing="Nobody joins",
    )  # fmt: skip
    chosen = await g.ask(ask)
    join(g, [u for u in able if chosen[u]])


def join(g: ArdGame, units: Sequence[UnitId]) -> None:
    """Units take part in the attack from where they stand."""
    fight = battle(g)
    g.mark(units, ATTACKED, rule="ARD-CT-02")
    origins = {*fight.origins, *(g.state.units[u].hex for u in units)}
    remember(g, units=(*fight.units, *units), origins=tuple(sorted(origins)))


# -- defender ---------------------------------------------------------------------------------------


@segment("ardennes.ops.answer")
async def defenders_tactic(g: ArdGame, side: Side) -> Next:
    """ARD-CC-03, ARD-CC-05, ARD-CC-14, ARD-US-08  The defender's one tactic; the automated Allies draw."""
    fight = battle(g)
    if not ready(g, defending(g, fight)):
        if automated(g, side):
            g.note("no_draw", rule="ARD-CC-01")
        return DONE
    if automated(g, side):
        await _drawn_defending(g)
        return DONE
    if opening_bars(g, side):
        return DONE
    helped = support(g, fight, attacking=False)
    if next(playable(g, helped, cards.suspected(g, side)), None) is None:
        return DONE
    found = playable(g, helped, cards.held(g, side))
    rows = [(Option(f"play {c.id}", f"{c.title}: {c.tactic}"), c.id) for c in found]
    rows.append((Option(DONE_WORD, "No tactic"), ""))
    fought = forces(g, fight)
    ask: Choice[str] = Choice(
        side, "tactics.defence", f"Play a tactic in defence of {place_name(g, fight.target)}?",
        rows, rule="ARD-CC-03", explain=because(rows, partial(why_not_from_hand, g, helped)),
        quiet=DONE_WORD, about=About(fight.defenders, (fight.target,), fight.units),
        odds=partial(_answered, g, fought),
    )  # fmt: skip
    played = await g.ask(ask)
    if not played:
        return DONE
    card = cards.card_of(g, played)
    assert card.tactic is not None
    cards.use(g, side, played, rule="ARD-CD-05")
    g.note("tactic", rule="ARD-TC-01", side=side, card=played, tactic=card.tactic)
    remember(g, answer=card.tactic, answer_card=played)
    if card.tactic == REINFORCE:
        await reinforce(g, side, attacking=False)
    elif card.tactic == BUG_OUT:
        await bug_out(g)
    return DONE


def _answered(g: ArdGame, fought: Forces, card: str) -> Odds:
    """The chances with an answer; who bugs out fights no combat (ARD-CT-03)."""
    answer = cards.card_of(g, card).tactic if card else None
    if answer == BUG_OUT:
        return Odds("no combat", (), (Outcome("they slip away before a chit is drawn"),))
    return odds(
        g,
        Forces(
            fought.side, fought.target, fought.units, fought.defenders, fought.tactics, answer or ""
        ),
    )


# -- the automated Allies ---------------------------------------------------------------------------


async def _drawn_attacking(g: ArdGame) -> None:
    """ARD-CC-04, ARD-AA-21  One card is drawn for the attack."""
    fight, card = battle(g), draw(g)
    if card is None:
        return
    found = automatic.offensive(g, fight, card, fight.bonus or None)  # type: ignore[arg-type]
    if not found.tactic:
        return
    g.note("tactic", rule="ARD-TC-01", side="allied", card=found.card, tactic=found.tactic)
    remember(g, tactics=(found.tactic,), cards=(found.card,))
    if found.tactic == COORDINATION:
        join(g, found.units)
    elif found.path:
        await come_up(g, found.units, found.path, attacking=True)


async def _drawn_defending(g: ArdGame) -> None:
    """ARD-CC-05, ARD-DX-07  One card is drawn for the defence, in the opening too: a unit, or its tactic."""
    fight = battle(g)
    card = draw(g)
    if card is None:
        return
    g.enter("ardennes.react.tactic", rule="ARD-CC-05")
    found = automatic.defensive(g, fight, card)
    if found.unit:
        enter_from_reserve(g, found.unit, fight.target, found.free, rule="ARD-CC-05")
        remember(g, defenders=(*fight.defenders, found.unit))
    elif found.tactic:
        g.note("tactic", rule="ARD-TC-01", side="allied", card=card.id, tactic=found.tactic)
        remember(g, answer=found.tactic, answer_card=card.id)
        if found.path:
            await come_up(g, found.units, found.path, attacking=False)
        elif found.tactic == BUG_OUT:
            await bug_out(g)
    g.enter("", rule="ARD-CC-05")


# -- Reinforce Battle -------------------------------------------------------------------------------


async def reinforce(g: ArdGame, side: Side, *, attacking: bool) -> None:
    """ARD-CT-08, ARD-CT-10  A stack that neither moved nor attacked comes up and takes part."""
    fight = battle(g)
    ask = reinforce_ask(g, Joining(side, fight.target, tuple(defending(g, fight)), attacking))
    if not ask.is_open():
        return
    before = g.state.substep
    g.enter("ardennes.react.reinforce", rule="ARD-CT-08")
    order = await g.ask(ask)
    if order is not None:
        await come_up(g, order.units, order.path, attacking=attacking)
    g.enter(before, rule="ARD-CT-08")


async def come_up(
    g: ArdGame, units: Sequence[UnitId], path: Sequence[int], *, attacking: bool
) -> None:
    """ARD-CT-08, ARD-MV-13  A stack goes hex by hex, with the checks of a move, and joins where it gets there.

    Its way may be shut before its goal; it does not stay where there is no room.
    """
    trail = [path[0]]
    for where in path[1:]:
        if trail[1:] and _is_shut(g, trail[-1], where):
            break
        step_along(g, tuple(units), (trail[-1], where), rule="ARD-CT-08")
        goes_on = await come(g, units, where, trail)
        trail.append(where)
        if not goes_on:
            break
    back_if_full(g, tuple(units), tuple(trail))
    fight, there = battle(g), g.state.units[units[0]].hex
    if not attacking:
        if there == fight.target:
            remember(g, defenders=(*fight.defenders, *units))
        return
    join(g, [u for u in units if why_no_attack(g, u, fight.target) is None])


def _is_shut(g: ArdGame, a: Hex, b: Hex) -> bool:
    """Whether what a stack has stirred up bars its next step: a Bridge is gone, a Roadblock laid."""
    return has_roadblock(g, b) or is_wet(g, a, b)


def battle_goes_on(g: ArdGame, _side: str) -> bool:
    """ARD-CT-03  Whether chits are drawn: the defender has not bugged out."""
    fight = battle(g)
    return not fight.bugged_out and bool(defending(g, fight)) and bool(alive(g, fight.units))


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {"battle_goes_on": battle_goes_on}
"""The conditions of its steps."""
