"""Advances that the program offers in games of a scripted player held against what the referee says."""

from __future__ import annotations

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.judged import judged
from tests.games.eastfront.player import reply
from tests.games.eastfront.referee import advance
from wargame.flow.session import Session, new_header
from wargame.games.eastfront import GAME
from wargame.games.eastfront.battle import battle, result


def advances(seed: int, scenario: str, answers: int) -> Differences:
    """Every question of an advance in the first answers of a game."""
    found = Differences()
    session = Session.start(GAME, new_header(GAME, scenario, seed))
    for _ in range(answers):
        if session.ask is None:
            break
        if session.ask.key == "advance":
            _advance(session, found)
        session.answer(reply(session))
    return found


def _advance(session: Session, found: Differences) -> None:
    g, ask = session.game, session.ask
    assert ask is not None
    p, now = judged(g), battle(g)
    target = g.grid.name(now.target)
    rows = [option.answer.split() for option in ask.options()]
    his = {(unit, h) for verb, unit, h in (row for row in rows if row[0] == "advance" and row[2:])}
    there = [p.units[u] for u in now.units if u in p.units]
    gone = session.state.frames[-1].values.get("gone", ())  # who went on may stand next to it again
    assert isinstance(gone, tuple)
    rest = [u for u in there if u.id not in gone]
    mine = {(u, target) for u in advance.first(p, rest, target)}
    of = f"{ask.side} {target}"
    if any(h == target for _, h in his):
        found.same("advance", {row for row in his if row[1] == target}, mine, of)
        return
    code = result(g).code
    for unit in (u for u in there if u.hex == target and any(u.id == who for who, _ in his)):
        ends = advance.second(p, unit, target, code=code, kind=now.kind, attackers=there)
        found.same("second hex", {h for u, h in his if u == unit.id}, ends, f"{of} {unit.id}")
