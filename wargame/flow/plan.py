"""Plans: what one line of a player means in single answers.

`all`, `all to 1305`, `none`, `react a b`, `on`, `move a+b 0405`, or answers with semicolons between
them.  `flow/at_table.py` gives the answers, each when its turn has come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from wargame.flow.ask import (
    Ask,
    IllegalAnswer,
    Option,
    PathAsk,
    Refusal,
    normal,
    way_out,
)
from wargame.flow.game import Game
from wargame.flow.session import Session
from wargame.flow.shorthand import ahead, find_place, find_unit, spelled_out, with_verb
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

ALL, NONE, REACT, ON = "all", "none", "react", "on"
PLANS: Final = {
    "all": "all who can act do their best, one after the other; `all to 1305` or `all at UNIT` says how",
    "none": "nobody acts: the answer that lets the question pass",
    "react": "these units act, each at its best chance: react UNIT UNIT",
    "on": "the move that was interrupted goes on to where it was going",
}
"""Words that stand for plans; answers between semicolons are one too."""
_PATH = re.compile(r"\d{4}(?:-\d{4})*")


@dataclass(frozen=True, slots=True)
class Reactor:
    """One of those who may act, with its answers, the best chance first."""

    unit: UnitId
    options: tuple[Option, ...]
    chances: tuple[Fraction, ...]
    """Of an effect on somebody else, an answer each; 0 where chance has no part."""


def able(ask: Ask[Any] | None, g: Game[Any]) -> dict[UnitId, list[Option]]:
    """Who may act at a question that units answer one after the other; {} at any other."""
    rows: dict[UnitId, list[Option]] = {}
    for option in ask.options() if ask is not None and ask.each else ():
        own = [u for u in option.units if ask and g.state.units[u].side == ask.side]
        for unit in (own or option.units)[:1]:
            rows.setdefault(unit, []).append(option)
    return rows


def reactors(ask: Ask[Any] | None, g: Game[Any]) -> tuple[Reactor, ...]:
    """The same with the chances of every answer, worked out for each."""
    found = []
    for unit, options in able(ask, g).items():
        rows = [(chance_of(ask, o.answer) or Fraction(0), o) for o in options] if ask else []
        rows.sort(key=lambda row: -row[0])
        found.append(Reactor(unit, tuple(o for _, o in rows), tuple(c for c, _ in rows)))
    return tuple(found)


def read_plan(session: Session, text: str) -> tuple[str, ...]:
    """The answers that a line means together; () where it is one answer, legal or not.

    Raises IllegalAnswer for a plan that cannot be made here.
    """
    ask = session.ask
    if ask is None or session.why_not(text) is None:
        return ()
    if ";" in text:
        return tuple(part for each in text.split(";") if (part := each.strip()))
    word, *rest = normal(text).split() or [""]
    if word in (ALL, REACT):
        return _each(session, ask, None if word == ALL else rest, rest if word == ALL else ())
    if word == NONE and not rest:
        out = "" if isinstance(ask, PathAsk) else way_out(ask)
        return (_or_refuse(out, "This question cannot be passed.", ask),)
    if word == ON and not rest:
        return (_or_refuse(onward(session), "No move was interrupted here.", ask),)
    if not rest or "+" not in word or not isinstance(ask, PathAsk):
        return _typed_group(session, ask, word, rest)
    verb, *rest = with_verb(ask, normal(text)).split()
    return _typed_group(session, ask, verb, rest)


def onward(session: Session) -> str:
    """The way on to where a move was going when something came between; "" where nothing did."""
    ask: object = session.ask  # seen by what it can do, whatever kind it is
    if session.ask is None or not isinstance(ask, PathAsk):
        return ""
    heads, words = ask.heads(), last_move(session)
    if not heads or not words:
        return ""
    went, head = {u for word in words for u in word.split("+")}, heads[0]
    goal = session.game.grid.hex(words[-1][-4:])
    there = {session.seen.state.units[u].hex for u in head.units} <= {goal}
    if there or any(set(h.units) != set(head.units) or not went >= set(h.units) for h in heads):
        return ""
    try:
        return ask.route(head.answer, [goal])
    except IllegalAnswer:
        return ""


def last_move(session: Session) -> list[str]:
    """The words of the last answer of the side asked, if that was a move in this segment; else []."""
    side = session.ask.side if session.ask else ""
    entry = next((e for e in reversed(session.entries) if e.side == side and e.n), None)
    words = entry.answer.split() if entry and entry.segment == session.segment else []
    return words if words and _PATH.fullmatch(words[-1]) else []


def left_behind(session: Session) -> Hex | None:
    """The hex in which the last move began; None where the last answer was no move."""
    words = last_move(session)
    return session.game.grid.hex(words[-1][:4]) if words else None


def together(ask: PathAsk, units: Sequence[UnitId], stops: Sequence[Hex]) -> tuple[str, ...]:
    """How *units* go through *stops* together: as a stack where the game has one, else each.

    All take the way of the slowest where they may.  Raises IllegalAnswer where one cannot come.
    """
    heads = ask.heads()
    joint = next((h for h in heads if set(h.units) == set(units)), None)
    if joint is not None:
        return (ask.route(joint.answer, stops),)
    alone = [next((h for h in heads if h.units == (u,)), None) for u in units]
    singles = [head.answer for head in alone if head is not None]
    if len(singles) < len(units):
        missing = next(u for u, head in zip(units, alone, strict=True) if head is None)
        raise IllegalAnswer(Refusal(f"{missing} cannot move now."))
    ways = {head: ask.route(head, stops) for head in singles}
    slowest = min(singles, key=lambda head: ask.reach(head).get(stops[-1], 0))
    path = ways[slowest].rpartition(" ")[2]
    return tuple(_same_way(ask, f"{head} {path}", way) for head, way in ways.items())


def _same_way(ask: PathAsk, wanted: str, own: str) -> str:
    try:
        ask.costs(wanted)
    except IllegalAnswer:
        return own
    return wanted


def _typed_group(
    session: Session, ask: Ask[Any], verb: str, rest: Sequence[str]
) -> tuple[str, ...]:
    """`move a+b 0405`, where the game has no such stack."""
    paths: object = ask
    if not isinstance(paths, PathAsk) or len(rest) != 2 or "+" not in rest[0]:
        return ()
    if not _PATH.fullmatch(rest[1]) or not any(h.answer.startswith(verb) for h in paths.heads()):
        return ()
    units = [find_unit(session, name) or name for name in rest[0].split("+")]
    stops = [session.game.grid.hex(name) for name in rest[1].split("-")]
    grid, known = session.game.grid, session.seen.state.units
    ways = [spelled_out(grid, [known[u].hex], stops) for u in units if u in known]
    if all(ways) and len(ways) == len(units):
        stack = any(set(units) <= set(head.units) for head in paths.heads())
        return (
            () if stack else tuple(f"{verb} {u} {way}" for u, way in zip(units, ways, strict=True))
        )
    return together(paths, units, ahead([known[u].hex for u in units[:1] if u in known], stops))


def _each(
    session: Session, ask: Ask[Any], names: Sequence[str] | None, goal: Sequence[str]
) -> tuple[str, ...]:
    """The best answers of these units, or of all; then the one that lets the rest pass."""
    rows = {row.unit: row for row in reactors(ask, session.seen)}
    if not rows:
        raise IllegalAnswer(Refusal("Nothing here is done by several units one after the other."))
    words = goal[1:] if goal and goal[0] in ("to", "at") else goal
    wanted = " ".join(words)
    if names is None:
        chosen = sorted(rows.values(), key=lambda row: -row.chances[0])
    else:
        units = [find_unit(session, name) or name for name in names]
        strange = next((unit for unit in units if unit not in rows), "")
        if strange or not units:
            others = ", ".join(rows)
            raise IllegalAnswer(
                Refusal(f"{strange or 'Nobody'} cannot act here; who can: {others}.")
            )
        chosen = [rows[unit] for unit in units]
    found = [_aimed(session, row, wanted) for row in chosen]
    if wanted and not any(found):
        raise IllegalAnswer(Refusal(f'No answer here has anything to do with "{wanted}".'))
    out = way_out(ask)
    return (*filter(None, found), *([out] if out else []))


def _aimed(session: Session, row: Reactor, wanted: str) -> str:
    """The best answer of a unit, or the best that ends in or aims at what is *wanted*; "" for none."""
    if not wanted:
        return row.options[0].answer
    unit, where = find_unit(session, wanted), find_place(session, wanted)
    return next(
        (
            option.answer
            for option in row.options
            if unit in option.units or (option.hexes and option.hexes[-1] == where)
        ),
        "",
    )


def _or_refuse(answer: str, why: str, ask: Ask[Any]) -> str:
    if not answer:
        raise IllegalAnswer(Refusal(why, ask.rule))
    return answer


def chance_of(ask: Ask[Any], answer: str) -> Fraction | None:
    """The chance that an answer has an effect on others; None where chance has no part."""
    odds = ask.odds(answer)
    return odds.effect(ask.side) if odds else None
