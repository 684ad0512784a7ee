"""The typed command line: answers, a few words of the table itself, and completion for both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wargame.exports.forms import FORMS
from wargame.flow.ask import AttackAsk, OrdersAsk, PathAsk
from wargame.flow.plan import ALL, PLANS, REACT, able
from wargame.flow.session import Session
from wargame.flow.shorthand import whole
from wargame.picture.layout import ZOOMS
from wargame.tui.settings import CHOICES

WORDS: dict[str, str] = {
    "undo": "take back the last answer, or to answer N",
    "redo": "give again what was taken back",
    "go": "put the cursor on a hex, place or unit",
    "why": "why an answer is not legal, or a unit cannot go somewhere; @N: how answer N came out",
    "odds": "the chances of an answer before it is given, or of a plan: odds ANSWER; ANSWER",
    "what": "what can still be brought against an enemy in a hex, or by him against yours",
    "reach": "the hexes that a unit of either side may go to",
    "hex": "go to a hex and tell what lies there",
    "unit": "go to a unit and tell all about it",
    "situation": "front, margin to each level of victory, losses, what arrives",
    "status": "the turn, the score and who is to decide",
    "options": "bring the list of what can be answered forward",
    "log": "bring the journal forward",
    "rule": "open a rule, or the one that asks",
    "briefing": "what happened since the last turn of this side",
    "standing": "let such questions pass: end, new or better; off ends that",
    "overlay": "switch an overlay on or off",
    "zoom": "nearer or farther: in, out, close, normal, wide, theatre, picture",
    "map": "the same; with a hex, go there",
    "centre": "bring the cursor to the middle of the view",
    "panel": "bring a panel forward: orders, hex, sequence, journal, dice",
    "explain": "explain what is asked here; the next page",
    "teach": "explanations on or off",
    "note": "leave a note here, with its text",
    "bookmark": "leave a bookmark here, with its text",
    "replay": "watch this game, from its start or from answer N",
    "branch": "play on from here, or from answer N, in a save of its own",
    "save": "save a copy under a name",
    "report": "what happened so far: losses, ground taken, luck",
    "course": "the battle so far in half a page: what turned it, losses, ground, luck",
    "export": "write a file: report, course, html, text, cast or svg",
    "pin": "set, change or take away the PIN of the side that decides",
    "theme": "change the colours: paper, dark, high-contrast, mono",
    "set": "change a setting, as in: set curtain always",
    "clip": "copy a journal line, the address of this position or the map as text to the clipboard",
    "charts": "all tables",
    "rules": "the rulebook",
    "keys": "all keys; test them with: keys test; a file to change them with: keys write",
    "help": "all keys and commands",
    "?": "the same",
    "menu": "the game menu",
    "new": "begin another game; this one is saved",
    "saves": "open another save, by name or from the list",
    "close": "back to the main menu; all is saved",
    "quit": "leave the program; all is saved",
}
"""Commands of the table; everything else typed is an answer."""

ANSWERS: dict[str, str] = {
    **PLANS,
    "order": "what units do unasked until it is revoked, as in: order all never leave victory",
    "revoke": "end a standing order by its number, or all",
}
"""What can be typed in place of an answer, where it means something."""
ALONE = {
    "undo", "redo", "what", "situation", "status", "options", "log", "map", "briefing", "explain", "teach",
    "overlay", "standing", "centre", "clip", "pin", "charts", "rules", "keys", "help", "report", "course",
    "?", "menu", "new", "saves", "close", "quit",
}  # fmt: skip
"""Commands that mean something without a word after them."""
_WITH: dict[str, tuple[str, ...]] = {
    "standing": ("end", "new", "better", "off"),
    "zoom": ("in", "out", *ZOOMS, "picture"),
    "map": ("in", "out", *ZOOMS, "picture"),
    "panel": ("orders", "hex", "sequence", "journal", "dice"),
    "teach": ("on", "off"),
    "export": tuple(FORMS),
    "theme": tuple(value for value, _ in CHOICES["theme"]),
    "clip": ("line", "address", "board"),
    "set": tuple(CHOICES),
    "keys": ("test", "write"),
}
"""What may stand after a command, where that is always the same."""
_MOST = 40


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line means: a command of the table with its argument, or an answer."""

    command: str
    """One of WORDS, or "" for an answer."""
    text: str


def read_line(session: Session, line: str) -> Typed:
    """Understand a typed line; a head with a hex becomes the cheapest route there.

    Raises IllegalAnswer where no way leads there.
    """
    text = " ".join(line.split()).lstrip(": ")
    word, _, rest = text.partition(" ")
    if word.casefold() in WORDS and session_refuses(session, text):
        return Typed(word.casefold(), rest)
    return Typed("", whole(session, text))


def session_refuses(session: Session, text: str) -> bool:
    """Whether *text* is no legal answer now."""
    return session.why_not(text) is not None


def complete(session: Session, text: str) -> list[str]:
    """Lines that begin as *text* does, answers first; for an empty one every command."""
    start = text.casefold()
    found: list[str] = []
    if not start.strip():
        return [*_way_out(session), *WORDS]
    known = (*WORDS, *ANSWERS)
    for line in (*_answers(session, start), *known, *_arguments(session, start)):
        if line.casefold().startswith(start) and line not in found:
            found.append(line)
        if len(found) >= _MOST:
            break
    return found


def listed(lines: Sequence[str], room: int) -> str:
    """Several lines in one, as many as have room in so many cells, and how many more there are."""
    shown = 0
    for line in lines:
        room -= len(line) + 2
        if room < 0:
            break
        shown += 1
    shown = max(shown, 1)
    more = f"  … {len(lines) - shown} more" if shown < len(lines) else ""
    return "  ".join(lines[:shown]) + more


def _arguments(session: Session, start: str) -> Iterator[str]:
    """How a command goes on."""
    word, blank, rest = start.partition(" ")
    if not blank:
        return
    first, more, _ = rest.partition(" ")
    found: Iterable[str] = _WITH.get(word, ())
    if word == "overlay":
        found = (overlay.title for overlay in session.definition.face.overlays())
    elif word == "go":
        found = (place.name for place in session.game.content.map.places.values())
    elif word == "set" and more and first in CHOICES:
        found = (f"{first} {value}" for value, _ in CHOICES[first])
    yield from (f"{word} {argument}" for argument in found)


def _way_out(session: Session) -> Iterator[str]:
    """The answer that passes or ends, where there is one."""
    for word in ("pass", "done"):
        if session.ask is not None and not session_refuses(session, word):
            yield session.ask.read(word)[0]
            break


def _answers(session: Session, start: str) -> Iterator[str]:
    ask = session.ask
    if ask is None:
        return
    yield from _way_out(session)
    if units := able(ask, session.seen):
        yield from (ALL, *(f"{REACT} {unit}" for unit in units))
    if isinstance(ask, AttackAsk):
        yield from _attacks(ask)
    elif isinstance(ask, PathAsk):
        yield from _paths(session, ask, start)
    else:
        yield from (option.answer for option in ask.options())


def _attacks(ask: AttackAsk) -> Iterator[str]:
    for target in ask.targets():
        yield ask.compose(*ask.offered([target]))
        yield from (ask.compose([target], [unit]) for unit in ask.attackers([target]))


def _paths(session: Session, ask: PathAsk, start: str) -> Iterator[str]:
    """Heads, or for a head that is typed out, the hexes it can reach; then other orders."""
    name = session.game.grid.name
    for head in ask.heads():
        if start.startswith(head.answer.casefold() + " "):
            yield from (f"{head.answer} {name(where)}" for where in sorted(ask.reach(head.answer)))
        else:
            yield head.answer
    if isinstance(ask, OrdersAsk):
        for order in ask.others():
            whole = ask.opened(order) if start.startswith(order.answer.casefold() + " ") else ()
            yield from (option.answer for option in whole or (order,))
