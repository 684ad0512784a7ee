"""A scripted player of Ardennes: sensible enough to read, and the same in every run.

Cards name the formation with most units that may act; Germans go towards the nearest VP hex they lack, Allies
into VP hexes that stand empty; attacks are made at three to two and better; as many chits as may be are drawn; a
defender gives ground once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from wargame.flow.ask import DONE_WORD, Ask, Option
from wargame.flow.orders import DeclareAsk, MixedAsk, OrderAsk
from wargame.flow.session import Session
from wargame.games.ardennes.chits import Forces, attack_strength, defence_strength
from wargame.games.ardennes.state import ArdGame, is_empty, stack
from wargame.hexes.grid import Hex

GOOD = Fraction(3, 2)
"""An attack is made from this ratio up."""


def reply(session: Session) -> str:
    """The scripted player's answer to the open question."""
    ask, g = session.ask, session.game
    assert ask is not None
    if isinstance(ask, DeclareAsk):
        return _attack(g, ask)
    found = _REPLIES.get(ask.key, _first)(g, ask)
    return found if session.why_not(found) is None else _first(g, ask)


# -- cards ------------------------------------------------------------------------------------------


def _command(_g: ArdGame, ask: Ask[object]) -> str:
    """Reserves first; then the Activation of most units; else the impulse is over."""
    options = ask.options()
    came = [o.answer for o in options if o.answer.startswith("deploy")]
    acts = [o for o in options if o.answer.startswith("activate")]
    best = max(acts, key=lambda o: len(o.units), default=None)
    return came[0] if came else best.answer if best else _let_be(options)


def _let_be(options: Sequence[Option]) -> str:
    words = [o.answer for o in options]
    return next((w for w in ("pass", DONE_WORD, "no") if w in words), words[0])


# -- moves ------------------------------------------------------------------------------------------


def _move(g: ArdGame, ask: Ask[object]) -> str:
    """The first unit that comes nearer to a goal, stacks before single units."""
    assert isinstance(ask, OrderAsk | MixedAsk)
    heads = [h for h in ask.heads() if h.answer.startswith(("move", "strategic", "join"))]
    for head in sorted(heads, key=lambda h: (-len(h.units), h.answer)):
        best = _closest(g, ask, head)
        if best is not None:
            return ask.route(head.answer, [best])
    return DONE_WORD


def _closest(g: ArdGame, ask: OrderAsk[object] | MixedAsk[object], head: Option) -> Hex | None:
    """Where the head is nearer to a goal than now, most MP left; None for nowhere."""
    goals, far = _goals(g, ask.side), g.grid.distance
    where = g.state.units[head.units[0]].hex
    if not goals or (ask.side == "allied" and where in g.content.points):
        return None
    ends = [(min(far(h, goal) for goal in goals), -n, h) for h, n in ask.reach(head.answer).items()]
    best = min(ends, default=None)
    nearer = best is not None and best[0] < min(far(where, goal) for goal in goals)
    return best[2] if best is not None and nearer else None


def _goals(g: ArdGame, side: str) -> list[Hex]:
    """VP hexes that the German lacks; those that stand empty for the Allies."""
    open_ = [h for h in sorted(g.content.points) if g.state.control.get(h) != "german"]
    return open_ if side == "german" else [h for h in open_ if is_empty(g, h)]


# -- combat -----------------------------------------------------------------------------------------


def _attack(g: ArdGame, ask: DeclareAsk[Forces | None]) -> str:
    """The attack with the best ratio, of as many as may be; done where none is good."""
    side: str = ask.side
    enemy = "allied" if side == "german" else "german"
    best, found = (Fraction(0), 0), DONE_WORD
    for option in ask.options():
        if not option.answer.startswith("attack"):
            continue
        target = option.hexes[0]
        units = tuple(option.answer.partition(" from ")[2].split())
        theirs = tuple(u.id for u in stack(g, target, enemy))
        fought = Forces("german" if side == "german" else "allied", target, units, theirs)
        worth = Fraction(attack_strength(g, fought), defence_strength(g, fought)), len(units)
        if worth > best:
            best, found = worth, option.answer
    return found if best[0] >= GOOD else DONE_WORD


def _hold(_g: ArdGame, ask: Ask[object]) -> str:
    """A step where the stack has several, else a hex."""
    options = [o.answer for o in ask.options()]
    back = [a for a in options if a.startswith("retreat")]
    return back[0] if back else options[0]


def _first(_g: ArdGame, ask: Ask[object]) -> str:
    return ask.options()[0].answer


_REPLIES: dict[str, Callable[[ArdGame, Ask[object]], str]] = {
    "command": _command,
    "move": _move,
    "react.reinforce": _move,
    "hits.defence": _hold,
}
