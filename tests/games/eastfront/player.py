"""A scripted player of East Front: marches at what can be attacked, attacks at good odds, else passes or picks a number."""

from __future__ import annotations

from wargame.flow.ask import AttackAsk, IllegalAnswer, PathAsk
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session
from wargame.hexes.grid import Hex

_GOOD = 0.5
"""The least chance to strike for which it attacks."""


def reply(session: Session) -> str:
    """The answer to the open question, the same for the same position."""
    ask: object = session.ask
    assert session.ask is not None
    if isinstance(ask, AttackAsk):
        return _attack(session) or "done"
    if isinstance(ask, PathAsk) and session.ask.key in ("move", "react"):
        return _march(session, ask) or "done"
    return session.ask.sample(Picker(session.n))


def _attack(session: Session) -> str:
    """The attack with the best chance to strike, if that is a good one."""
    ask: object = session.ask
    assert isinstance(ask, AttackAsk)
    best, found = _GOOD, ""
    for target in ask.targets():
        answer = ask.compose(*ask.offered([target]))
        try:
            odds = session.ask.odds(answer) if session.ask else None
        except IllegalAnswer:
            continue
        chance = float(odds.effect(session.ask.side)) if odds and session.ask else 0.0
        if chance > best:
            best, found = chance, answer
    return found


def _march(session: Session, ask: PathAsk) -> str:
    """The first unit that can come nearer to an enemy without standing next to him already."""
    g = session.game
    assert session.ask is not None
    foes = [u.hex for u in g.state.units.values() if u.side != session.ask.side and u.hex >= 0]

    def far(where: Hex) -> int:
        return min((g.grid.distance(where, h) for h in foes), default=0)

    for head in ask.heads():
        (start, *_) = head.hexes or (-1,)
        if len(head.units) > 1 or start < 0 or far(start) <= 1:
            continue
        reach = ask.reach(head.answer)
        goal = min(reach, key=lambda h: (far(h), -reach[h], h), default=start)
        if goal != start and far(goal) < far(start):
            return ask.route(head.answer, [goal])
    return ""
