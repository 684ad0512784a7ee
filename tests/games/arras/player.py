"""A scripted player of Arras: sensible enough to read, and the same in every run.

Moves go towards the nearest objective the enemy holds, guns stay where they can fire, attacks are
made at good odds or because they must be, No Retreat is ordered where it loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from wargame.flow.ask import Ask, Option
from wargame.flow.orders import DeclareAsk, OrderAsk
from wargame.flow.session import Session
from wargame.games.arras.asks.attack import Attack
from wargame.games.arras.asks.orders import Order
from wargame.games.arras.state import ArrasGame, combat_units, ground_units, in_enemy_zoc, kind_of
from wargame.hexes.grid import Hex

GOOD = "2:1"
"""An attack that need not be made is made from this column up."""


def reply(session: Session) -> str:
    """The scripted player's answer to the open question."""
    ask, g = session.ask, session.game
    assert ask is not None
    if isinstance(ask, DeclareAsk):
        return attack(g, ask)
    if isinstance(ask, OrderAsk):
        return exploit(g, ask) if ask.key == "exploitation.move" else move(g, ask)
    return _REPLIES[ask.key](g, ask)


# -- movement ----------------------------------------------------------------------------------


def move(g: ArrasGame, ask: OrderAsk[Order | None]) -> str:
    """The first unit that can get closer to an enemy objective, pairs before single units."""
    heads = sorted(ask.heads(), key=lambda h: (" with " not in h.answer, h.answer))
    for head in heads:
        if " drop" in head.answer or " lift " in head.answer or not _wants_to_go(g, ask, head):
            continue
        best = _closest(g, ask, head)
        if best is not None:
            return ask.route(head.answer, [best])
    return "done"


def _wants_to_go(g: ArrasGame, ask: OrderAsk[Order | None], head: Option) -> bool:
    """Guns and empty lorries stay; so does a garrison of an objective."""
    lead = kind_of(g, head.units[-1]) if head.units[-1] in g.content.units else None
    if lead is None or lead.transport or lead.kind in ("artillery", "gun_88"):
        return False
    where = g.state.units[lead.id].hex
    guards = [u for u in combat_units(g, where, ask.side) if kind_of(g, u.id).kind == "infantry"]
    return where not in g.state.control or len(guards) > 1 or ask.side == "allied"


def _closest(g: ArrasGame, ask: OrderAsk[Order | None], head: Option) -> Hex | None:
    """Where the head is nearer to a goal than now; the cheapest such hex."""
    goals = _goals(g, ask.side)
    now = g.state.units[head.units[0]].hex
    far = min((g.grid.distance(now, goal) for goal in goals), default=0)
    ends = [
        (min(g.grid.distance(h, goal) for goal in goals), -left, h)
        for h, left in ask.reach(head.answer).items()
        if goals
    ]
    best = min(ends, default=None)
    return best[2] if best is not None and best[0] < far else None


def _goals(g: ArrasGame, side: str) -> list[Hex]:
    """Objectives that the enemy holds, or else the hexes where he stands."""
    held = [o.hex for o in g.content.objectives if g.state.control[o.hex] != side]
    enemy = "german" if side == "allied" else "allied"
    return held or sorted({u.hex for u in ground_units(g, enemy)})


def exploit(g: ArrasGame, ask: OrderAsk[Order | None]) -> str:
    """Onto an objective of the enemy, if one is open."""
    for head in ask.heads():
        for goal in sorted(set(_goals(g, ask.side)) & set(ask.reach(head.answer))):
            return ask.route(head.answer, [goal])
    return "done"


# -- combat ------------------------------------------------------------------------------------


def attack(g: ArrasGame, ask: DeclareAsk[Attack | None]) -> str:
    """The attack with the best column; done where none is good and none must be."""
    names = [column.name for column in g.content.combat.columns]
    best, found = -1, "done"
    for option in ask.options():
        odds = ask.odds(option.answer)
        if odds is not None and names.index(odds.column) > best:
            best, found = names.index(odds.column), option.answer
    return found if ask.obligatory() or best >= names.index(GOOD) else "done"


def _no_retreat(g: ArrasGame, ask: Ask[object]) -> str:
    """Ordered for an objective while elimination stays unlikely."""
    where = g.grid.hex(ask.prompt.split("Order the units in ")[1][:4])
    return "yes" if where in g.state.control else "no"


def _retreat(g: ArrasGame, ask: Ask[object]) -> str:
    """The shortest way to a hex that is not next to an enemy."""

    def worth(option: Option) -> tuple[bool, int, str]:
        return in_enemy_zoc(g, option.hexes[-1], ask.side), len(option.hexes), option.answer

    return min(ask.options(), key=worth).answer


def _advance(g: ArrasGame, ask: Ask[object]) -> str:
    """Onto objectives only."""
    goals = set(_goals(g, ask.side))
    found = [o.answer for o in ask.options() if set(o.hexes) & goals]
    return found[0] if found else "done"


# -- aircraft, guns, Rommel --------------------------------------------------------------------


def _likeliest(g: ArrasGame, ask: Ask[object]) -> str:  # noqa: ARG001 - one shape for all
    """The answer most likely to disrupt something."""
    best, found = Fraction(0), ask.options()[-1].answer
    for option in ask.options():
        odds = ask.odds(option.answer)
        chance = sum((o.chance for o in odds.outcomes if o.shaken), Fraction(0)) if odds else best
        if chance > best:
            best, found = chance, option.answer
    return found


def _first(g: ArrasGame, ask: Ask[object]) -> str:  # noqa: ARG001 - one shape for all
    return ask.options()[0].answer


_REPLIES: dict[str, Callable[[ArrasGame, Ask[object]], str]] = {
    "air.mission": _likeliest,
    "air.intercept": _first,
    "air.target": _likeliest,
    "artillery.fire": _likeliest,
    "combat.no_retreat": _no_retreat,
    "combat.retreat": _retreat,
    "combat.advance": _advance,
    "rommel.arrive": _first,
    "rommel.follow": _first,
    "rommel.escort": _first,
}
