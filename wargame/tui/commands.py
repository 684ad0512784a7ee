"""The typed command line: answers, a few words of the table itself, and completion for both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wargame.content.map import Place
from wargame.flow.ask import AttackAsk, IllegalAnswer, OrdersAsk, PathAsk
from wargame.flow.session import Session
from wargame.hexes.grid import Hex

WORDS: dict[str, str] = {
    "undo": "take back the last answer, or to answer N",
    "redo": "give again what was taken back",
    "go": "put the cursor on a hex or unit",
    "why": "say why an answer is not legal",
    "rule": "open a rule",
    "save": "save a copy under a name",
    "standing": "let such questions pass: end, new or better; off ends that",
    "overlay": "switch an overlay on or off",
    "charts": "all tables",
    "rules": "the rulebook",
    "help": "all keys",
    "menu": "the game menu",
    "quit": "leave the program",
}
"""Commands of the table; everything else typed is an answer."""

_MOST = 40
_HEXES = re.compile(r"^\d{4}(?:[- ]+\d{4})*$")


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line means: a command of the table with its argument, or an answer."""

    command: str
    """One of WORDS, or "" for an answer."""
    text: str


def read_line(session: Session, line: str) -> Typed:
    """Understand a typed line; a head with a hex becomes the cheapest route there."""
    text = " ".join(line.split())
    word, _, rest = text.partition(" ")
    if word.casefold() in WORDS and session_refuses(session, text):
        return Typed(word.casefold(), rest)
    return Typed("", expand(session, text))


def session_refuses(session: Session, text: str) -> bool:
    """Whether *text* is no legal answer now."""
    return session.why_not(text) is not None


def expand(session: Session, text: str) -> str:
    """The whole route for "move u1 0405", where that is not an answer as it stands."""
    ask = session.ask
    if ask is None or not session_refuses(session, text):
        return text
    if not isinstance(ask, PathAsk):
        return text
    for head in ask.heads():
        answer = head.answer.casefold()
        rest = text.casefold().removeprefix(answer).strip()
        if text.casefold().startswith(f"{answer} ") and _HEXES.match(rest):
            try:
                stops = [session.game.grid.hex(name) for name in re.split(r"[- ]+", rest)]
                return ask.route(head.answer, stops)
            except (IllegalAnswer, ValueError):
                return text
    return text


def complete(session: Session, text: str) -> list[str]:
    """Lines that begin as *text* does, answers first."""
    start = text.casefold()
    found: list[str] = []
    for line in (*_answers(session, start), *WORDS):
        if line.casefold().startswith(start) and line not in found:
            found.append(line)
        if len(found) >= _MOST:
            break
    return found


def find_place(session: Session, text: str) -> Hex | None:
    """A hex by number or name, or the hex of a unit."""
    game, wanted = session.seen, text.strip().casefold()
    try:
        return game.grid.hex(wanted)
    except ValueError:
        pass
    face = session.definition.face
    for unit in game.state.units.values():
        names = (unit.id.casefold(), face.unit_name(game, unit.id).casefold())
        if unit.hex >= 0 and wanted in names:
            return unit.hex
    places: dict[Hex, Place] = game.content.map.places
    return next((h for h, p in places.items() if p.name.casefold().startswith(wanted)), None)


def _answers(session: Session, start: str) -> Iterator[str]:
    ask = session.ask
    if ask is None:
        return
    for word in ("pass", "done"):
        if not session_refuses(session, word):
            yield ask.read(word)[0]
            break
    if isinstance(ask, AttackAsk):
        yield from _attacks(ask)
    elif isinstance(ask, PathAsk):
        yield from _paths(session, ask, start)
    else:
        yield from (option.answer for option in ask.options())


def _attacks(ask: AttackAsk) -> Iterator[str]:
    for target in ask.targets():
        units: Sequence[str] = ask.attackers([target])
        yield ask.compose([target], units)
        yield from (ask.compose([target], [unit]) for unit in units)


def _paths(session: Session, ask: PathAsk, start: str) -> Iterator[str]:
    """Heads, or for a head that is typed out, the hexes it can reach; then other orders."""
    name = session.game.grid.name
    for head in ask.heads():
        if start.startswith(head.answer.casefold() + " "):
            yield from (f"{head.answer} {name(where)}" for where in sorted(ask.reach(head.answer)))
        else:
            yield head.answer
    if isinstance(ask, OrdersAsk):
        yield from (order.answer for order in ask.others())
