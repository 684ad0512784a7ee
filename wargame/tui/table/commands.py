"""Typed commands of the table: for everything that has a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame.content.errors import DataError, nearest
from wargame.exports.forms import FORMS
from wargame.flow.ask import IllegalAnswer
from wargame.flow.reasons import reach_lines, why_path
from wargame.flow.shorthand import expand, find_place, find_unit
from wargame.picture.layout import ZOOMS
from wargame.tui.asks.desk import Say
from wargame.tui.places import sought
from wargame.tui.screens.branching import ask_branch
from wargame.tui.screens.help import written
from wargame.tui.screens.key_tester import KeyTester
from wargame.tui.settings import CHOICES, with_value
from wargame.tui.table import conversations as flows
from wargame.tui.table import lessons, standing
from wargame.tui.table.panels import TABS
from wargame.tui.table.pins import manage_pin
from wargame.tui.typed_line import Typed
from wargame.tui.widgets.command_line import CommandLine

if TYPE_CHECKING:
    from wargame.flow.session import Session
    from wargame.tui.table.screen import TableScreen

Do = Callable[["TableScreen", str], object]


def run_command(table: TableScreen, typed: Typed) -> None:
    """Do what a typed command says."""
    COMMANDS[typed.command](table, typed.text)


def _undo(table: TableScreen, text: str) -> None:
    flows.take_back(table, int(text) if text.isdigit() else None)


def _go(table: TableScreen, text: str) -> None:
    play = table.play
    found = sought(play.session, text)
    if not found:
        named = f'"{text}" is no hex, place or unit on the map' if text else "Nothing was typed"
        flows.say(table, f"{named}: type a number as 1014, or how a name begins.")
        table.query_one(CommandLine).open(f"go {text}")
        return
    hexes = [where for where, _ in found]
    again = play.sought == text and play.cursor in hexes
    at = (hexes.index(play.cursor) + 1) % len(found) if again else 0
    play.sought = text
    play.look(hexes[at])
    more = f"{at + 1} of {len(found)}: {found[at][1]}. The same line again goes to the next."
    play.message = Say(more, bad=False) if len(found) > 1 else None
    table.refresh_view()


def _why(table: TableScreen, text: str) -> None:
    session = table.play.session
    if not text:
        table.action_why()
    elif told := _why_path(session, text):
        flows.say(table, told, bad=told.startswith("No"))
    else:
        answer = expand(session, text)
        refusal = session.why_not(answer)
        said = str(refusal) if refusal else f'"{answer}" is legal now.'
        flows.say(table, said, bad=refusal is not None)


def _why_path(session: Session, text: str) -> str:
    """The answer to "UNIT HEX" in a line; "" where the words are of another kind."""
    try:
        told = why_path(session, text)
    except ValueError as error:
        return f"No: {error}"
    if not told:
        return ""
    return told[0] if len(told) == 1 else f"{told[0]}, {told[-1].strip()}."


def _odds(table: TableScreen, text: str) -> None:
    session = table.play.session
    if session.ask is None or not text:
        flows.say(table, "Say of which answer." if session.ask else "The game is over.")
        return
    try:
        answer, _ = session.ask.read(expand(session, text))
    except IllegalAnswer as error:
        flows.say(table, str(error))
        return
    odds = session.definition.face.odds(session.seen, session.ask, answer)
    if odds is None:
        flows.say(table, "Chance has no part in this answer.", bad=False)
        return
    words = dict(odds.words)
    chances = (f"{words.get(name, name)} {float(p):.0%}" for name, p in odds.outcomes)
    flows.say(table, f"{odds.column}: {', '.join(chances)}.", bad=False)


def _reach(table: TableScreen, text: str) -> None:
    session = table.play.session
    unit = find_unit(session, text)
    if unit is None:
        flows.say(table, _no_unit(text))
        return
    _go(table, text)
    try:
        heading, *lines = reach_lines(session, unit)
    except IllegalAnswer as error:
        flows.say(table, str(error))
        return
    hexes = ", ".join(line.split()[0].rstrip(":") for line in lines)
    flows.say(table, f"{heading} {hexes}.", bad=False)


def _hex(table: TableScreen, text: str) -> None:
    if not text:
        table.action_panel("hex")
        return
    _go(table, text)
    if find_place(table.play.session, text) is not None:
        table.action_panel("hex")


def _unit(table: TableScreen, text: str) -> None:
    session = table.play.session
    unit = find_unit(session, text)
    if unit is None:
        flows.say(table, _no_unit(text))
    elif session.seen.state.units[unit].hex < 0:
        face = session.definition.face
        name = face.unit_name(session.seen, unit)
        flows.say(table, f"{name}: {'; '.join(face.unit_lines(session.seen, unit))}", bad=False)
    else:
        _hex(table, text)


def _no_unit(text: str) -> str:
    return f'There is no unit "{text}".' if text else "Say which unit, by its id or name."


def _status(table: TableScreen, _text: str) -> None:
    session = table.play.session
    face, game = session.definition.face, session.seen
    facts = [f"{name} {value}" for name, value in face.status(game)]
    flows.say(table, f"{'; '.join([face.turn_label(game), *facts])}.", bad=False)


def _map(table: TableScreen, text: str) -> None:
    if not text:
        table.map.action_centre()
    elif text.casefold() in {"in", "out", *ZOOMS}:
        _zoom(table, text)
    else:
        _go(table, text.casefold().removeprefix("around "))


def _rule(table: TableScreen, text: str) -> None:
    if not text:
        table.action_rule()
        return
    try:
        table.app.open_rulebook(table.play.definition, text)
    except DataError as error:
        flows.say(table, str(error))


def _save(table: TableScreen, text: str) -> None:
    if text:
        flows.save_copy(table, text)
    else:
        flows.ask_copy(table)


def _keys(table: TableScreen, text: str) -> None:
    match text.casefold():
        case "":
            table.action_help()
        case "test":
            table.app.push_screen(KeyTester(table.app.actions))
        case "write":
            flows.say(table, written(table.app), bad=False)
        case _:
            _unknown(table, text, ("test", "write"))


def _note(table: TableScreen, text: str) -> None:
    flows.leave_remark(table, "note", text) if text else flows.ask_remark(table, "note")


def _bookmark(table: TableScreen, text: str) -> None:
    flows.leave_remark(table, "bookmark", text) if text else flows.ask_remark(table, "bookmark")


def _set(table: TableScreen, text: str) -> None:
    name, _, value = text.casefold().partition(" ")
    settings = table.app.settings
    if not name:
        table.app.open_settings()
    elif name not in CHOICES:
        _unknown(table, name, CHOICES)
    elif value and value not in dict(CHOICES[name]):
        _unknown(table, value, dict(CHOICES[name]))
    else:
        changed = with_value(settings, name, value) if value else settings.turned(name)
        table.app.change_settings(changed)
        flows.say(table, f"{name.capitalize()}: {changed.title(name)}.", bad=False)


def _theme(table: TableScreen, text: str) -> None:
    _set(table, f"theme {text}".strip())


def _zoom(table: TableScreen, text: str) -> None:
    word = text.casefold()
    if word in {"in", "out", ""}:
        table.map.action_zoom(-1 if word == "out" else 1)
    elif word in ZOOMS:
        table.map.zoom = next(zoom for zoom in ZOOMS if zoom == word)
    else:
        _unknown(table, text, ("in", "out", *ZOOMS))


def _panel(table: TableScreen, text: str) -> None:
    names = {tab: tab for tab, _, _ in TABS} | {name.casefold(): tab for tab, _, name in TABS}
    if text.casefold() in names:
        table.action_panel(names[text.casefold()])
    else:
        _unknown(table, text, names)


def _teach(table: TableScreen, text: str) -> None:
    wanted = {"on": True, "off": False, "": not table.guide.on}.get(text.casefold())
    if wanted is None:
        _unknown(table, text, ("on", "off"))
    elif wanted != table.guide.on or table.guide.lessons is None:
        lessons.switch(table)


def _replay(table: TableScreen, text: str) -> None:
    play = table.play
    if text and not (text.isdigit() and int(text) <= play.session.n):
        flows.say(table, f"There are answers 0 to {play.session.n}; {text} is none of them.")
        return
    n = int(text) if text else None
    table.app.open_replay(play.campaign, n, play.session.viewer)


def _branch(table: TableScreen, text: str) -> None:
    play = table.play
    if text and not (text.isdigit() and int(text) <= play.session.n):
        flows.say(table, f"There are answers 0 to {play.session.n}; {text} is none of them.")
        return
    n = int(text) if text else play.session.n
    ask_branch(table.app, play.campaign, n, lambda why: flows.say(table, why))


def _export(table: TableScreen, text: str) -> None:
    form, _, name = text.partition(" ")
    if form.casefold() not in FORMS:
        _unknown(table, form, FORMS)
    else:
        flows.export_to(table, form.casefold(), name)


def _open(table: TableScreen, text: str) -> None:
    if not text:
        table.app.open_load(replay=False)
    elif problem := table.app.play_save(text):
        flows.say(table, problem)


def _unknown(table: TableScreen, word: str, known: object) -> None:
    names = [str(name) for name in known] if isinstance(known, dict | tuple) else []
    names = names or [str(name) for name in FORMS]
    near = nearest(word, names) if word else None
    listed = ", ".join(names)
    hint = f' The nearest is "{near}".' if near else ""
    table.play.message = Say(f'"{word}" is none of {listed}.{hint}' if word else f"Say {listed}.")
    table.refresh_view()


COMMANDS: dict[str, Do] = {
    "undo": _undo,
    "redo": lambda table, _: table.action_redo(),
    "go": _go,
    "why": _why,
    "odds": _odds,
    "reach": _reach,
    "hex": _hex,
    "unit": _unit,
    "status": _status,
    "options": lambda table, _: table.action_panel("orders"),
    "log": lambda table, _: table.action_panel("journal"),
    "rule": _rule,
    "briefing": lambda table, _: table.action_briefing(),
    "standing": standing.choose,
    "overlay": flows.choose_overlay,
    "zoom": _zoom,
    "map": _map,
    "centre": lambda table, _: table.map.action_centre(),
    "panel": _panel,
    "explain": lambda table, _: table.action_explain(),
    "teach": _teach,
    "note": _note,
    "bookmark": _bookmark,
    "replay": _replay,
    "branch": _branch,
    "save": _save,
    "report": lambda table, _: flows.open_report(table),
    "export": _export,
    "pin": lambda table, _: manage_pin(table),
    "theme": _theme,
    "set": _set,
    "charts": lambda table, _: table.action_charts(),
    "rules": lambda table, _: table.action_rulebook(),
    "keys": _keys,
    "help": lambda table, _: table.action_help(),
    "?": lambda table, _: table.action_help(),
    "menu": lambda table, _: table.action_menu(),
    "new": lambda table, _: table.app.open_new(),
    "saves": _open,
    "close": lambda table, _: table.app.leave_table(),
    "quit": lambda table, _: table.app.exit(0),
}
"""What each word of `commands.WORDS` does."""
