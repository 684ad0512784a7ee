"""Standing answers and orders on the table: the line that tells of them, the key, the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from textual.widgets import Static

from wargame.flow.aside import told_aside
from wargame.flow.ask import IllegalAnswer
from wargame.flow.standing_answers import (
    LIMITS,
    Standing,
    StandingAnswer,
    Until,
    question_title,
    why_never,
)
from wargame.flow.standing_orders import ORDER, REVOKE, standing_orders
from wargame.tui.asks.desk import Say, told
from wargame.tui.keymap import Keymap
from wargame.tui.play import Play
from wargame.tui.screens.dialog import PickDialog
from wargame.tui.table.keys import label
from wargame.tui.table.table import Table
from wargame.tui.widgets.guarded import Guarded

KEY = "S"
_LETTERS, _DIGITS = 26, 9
_HOTKEYS: dict[Until, str] = {"end": "s", "new": "n", "better": "b"}


class StandingLine(Guarded, Static):
    """Above the prompt while a side lets something pass: what, how long, and the key that ends it."""

    DEFAULT_CSS = """
    StandingLine { display: none; height: auto; padding: 0 1; background: $panel; color: $warning; }
    StandingLine.stands { display: block; }
    """

    def tell(self, play: Play, keymap: Keymap) -> None:
        """Show what stands, or nothing."""
        lines = play.standing.lines(play.session)
        ends = f"{label(KEY, keymap)} ends it."
        self.set_class(bool(lines), "stands")
        text = "\n".join(f"{line.removesuffix('.')}: {ends}" for line in lines)
        if text != self.content:  # each update lays the whole screen out anew
            self.update(text)


def key_hint(play: Play) -> tuple[tuple[str, str], ...]:
    """The key in the prompt bar, where it does anything."""
    if play.standing.find(play.session) is not None:
        return ((KEY, "end letting pass"),)
    if play.standing.limits(play.session):
        return ((KEY, "pass all such"),)
    if play.standing.answers:
        return ((KEY, "end letting pass"),)
    return ((KEY, "standing orders"),) if orders(play) or offered(play) else ()


def orders(play: Play) -> list[str]:
    """The standing orders of the side asked."""
    ask = play.session.ask
    return standing_orders(play.game.state, ask.side) if ask else []


def _come(play: Play, text: str) -> str:
    """What an order comes to now, behind its words."""
    ask = play.session.ask
    side = ask.side if ask else ""
    come = told_aside(play.definition.asides, play.game, side, f"{ORDER} {text}")
    return come and f" - {come}"


def offered(play: Play) -> Sequence[str]:
    """Whole orders that the side asked could give now, where a game names them."""
    ask, aside = play.session.ask, play.definition.asides.get(ORDER)
    return aside.offers(play.game, ask.side) if ask and aside else ()


def choose(table: Table, text: str = "") -> None:
    """The key, or the typed command: "end", "new", "better", "off", or nothing for a list."""
    play = table.play
    word = text.casefold()
    if word == "off":
        _end(table, "")
    elif word:
        _give(table, word)
    elif not (entries := _entries(play)):
        none = f"No questions are let pass now. {why_never(play.session)}"
        form = _form(play)
        _say(table, f"{none} Orders that last are typed: {form}." if form else none)
    elif len(entries) == 1 and play.standing.answers:
        _end(table, "")
    else:
        lets = any(value in LIMITS for _, _, value in entries)
        title = f"Let {question_title(play.session)} pass" if lets else "Standing orders"
        note = "It ends with the segment, or by this key; an order lasts until it is revoked."
        table.app.push_screen(PickDialog(title, entries, note), lambda value: _chosen(table, value))


def _entries(play: Play) -> list[tuple[str, str, str]]:
    """What can be chosen: how long such questions pass, or what is to end."""
    session, standing = play.session, play.standing
    found: list[tuple[str, str, str]] = []
    if standing.find(session) is None:
        limits = standing.limits(session)
        found = [(_HOTKEYS[limit], LIMITS[limit], limit) for limit in limits]
    for n, answer in enumerate(standing.answers, 1):
        found.append((str(n), f"ask again about {answer.title}", str(n)))
    for n, text in enumerate(orders(play), 1):
        key = chr(ord("`") + n) if n <= _LETTERS else ""
        found.append((key.upper(), f"revoke: {text}{_come(play, text)}", f"{REVOKE} {n}"))
    for n, text in enumerate(offered(play), len(standing.answers) + 1):
        found.append((str(n) if n <= _DIGITS else "", text, text))
    return found


def _form(play: Play) -> str:
    """How orders that last are written; "" where there are none."""
    ask, aside = play.session.ask, play.definition.asides.get(ORDER)
    return aside.form if ask and aside and aside.fits(play.game, ask.side) else ""


def _chosen(table: Table, value: str | None) -> None:
    if value and value.startswith((REVOKE, ORDER)):
        table.show_outcome(table.play.answer(value))
    elif value and value.isdigit():
        _end(table, value)
    elif value:
        _give(table, value)


def _give(table: Table, word: str) -> None:
    until = next((limit for limit in get_args(Until) if limit == word), None)
    if until is None:
        known = ", ".join((*LIMITS, "off"))
        _say(table, f'"{word}" is no standing answer; there are {known}.')
        return
    try:
        outcome = table.play.let_pass(until)
    except IllegalAnswer as error:
        table.play.message = told(error.refusal)
        outcome = None
    table.show_outcome(outcome)


def _end(table: Table, number: str) -> None:
    """End the standing answer of this number, or all."""
    standing: Standing = table.play.standing
    ended: list[StandingAnswer] = list(standing.answers)
    if number:
        ended = ended[int(number) - 1 : int(number)]
    for answer in ended:
        standing.end(answer)
    asked = {f"the {table.play.side_title(a.side)} player is asked about {a.title}" for a in ended}
    text = f"From now on {' and '.join(sorted(asked))} again." if asked else "Nothing stands."
    _say(table, text, bad=not asked)


def _say(table: Table, text: str, *, bad: bool = True) -> None:
    table.play.message = Say(text, bad=bad)
    table.refresh_view()
