"""Typed commands of the table: for everything that has a key."""

from __future__ import annotations

from collections.abc import Callable

from wargame.content.errors import DataError, nearest
from wargame.exports.forms import FORMS
from wargame.flow.ask import IllegalAnswer
from wargame.flow.planned import plan_told
from wargame.flow.reasons import reach_lines, why_path
from wargame.flow.session import Session
from wargame.flow.shorthand import expand, find_place, find_unit
from wargame.flow.whatif import what_if, what_if_lines
from wargame.picture.layout import ZOOMS
from wargame.tui.asks.desk import Say
from wargame.tui.keymap import written
from wargame.tui.places import sought
from wargame.tui.screens.branching import ask_branch
from wargame.tui.screens.leave import leave_program
from wargame.tui.settings import CHOICES, with_value
from wargame.tui.table import conversations, lessons, standing
from wargame.tui.table.clip import choose_clip
from wargame.tui.table.panels import TABS
from wargame.tui.table.pins import manage_pin
from wargame.tui.table.table import Table
from wargame.tui.typed_line import Typed

Do = Callable[[Table, str], object]


def run_command(table: Table, typed: Typed) -> None:
    """Do what a typed command says."""
    COMMANDS[typed.command](table, typed.text)


def _undo(table: Table, text: str) -> None:
    conversations.take_back(table, int(text) if text.isdigit() else None)


def _go(table: Table, text: str) -> None:
    play = table.play
    found = sought(play.session, text)
    if not found:
        named = f'"{text}" is no hex, place or unit on the map' if text else "Nothing was typed"
        conversations.say(table, f"{named}: type a number as 1014, or how a name begins.")
        table.line.open(f"go {text}")
        return
    hexes = [each.hex for each in found]
    again = play.sought == text and play.cursor in hexes
    at = (hexes.index(play.cursor) + 1) % len(found) if again else 0
    play.sought = text
    play.point(hexes[at], found[at].unit)
    more = f"{at + 1} of {len(found)}: {found[at].label}. The same line again goes to the next."
    play.message = Say(more, bad=False) if len(found) > 1 else None
    lessons.fold(table)
    table.refresh_view()


def _why(table: Table, text: str) -> None:
    session = table.play.session
    if not text:
        table.play.why()
        table.refresh_view()
    elif text.startswith("@"):
        conversations.tell_why(table, text)
    elif told := _why_path(session, text):
        conversations.say(table, told, bad=told.startswith("No"))
    else:
        answer = expand(session, text)
        refusal = session.why_not(answer)
        said = str(refusal) if refusal else f'"{answer}" is legal now.'
        conversations.say(table, said, bad=refusal is not None)


def _why_path(session: Session, text: str) -> str:
    """The answer to "UNIT HEX" in a line; "" where the words are of another kind."""
    try:
        told = why_path(session, text)
    except ValueError as error:
        return f"No: {error}"
    if not told:
        return ""
    return told[0] if len(told) == 1 else f"{told[0]}, {told[-1].strip()}."


def _odds(table: Table, text: str) -> None:
    session = table.play.session
    if session.ask is None or not text:
        conversations.say(table, "Say of which answer." if session.ask else "The game is over.")
        return
    try:
        plan = plan_told(session, text)
        odds = plan.odds if plan else session.ask.odds(session.ask.read(expand(session, text))[0])
    except IllegalAnswer as error:
        conversations.say(table, str(error))
        return
    if odds is None:
        conversations.say(table, "Chance has no part in this answer.", bad=False)
        return
    chances = ", ".join(f"{told.words} {float(told.chance):.0%}" for told in odds.outcomes)
    assumed = [f"Assumed: {odds.basis}"] if plan and odds.basis else []
    more = [*plan.lines, *assumed] if plan else []
    conversations.say(table, f"{odds.column}: {'. '.join([chances, *more])}.", bad=False)


def _what(table: Table, text: str) -> None:
    session = table.play.session
    where = find_place(session, text) if text else table.play.cursor
    if where is None:
        conversations.say(table, f'"{text}" is no hex, place or unit on the map.')
        return
    table.play.point(where)
    try:
        told = what_if_lines(session, what_if(session, where))
    except IllegalAnswer as error:
        conversations.say(table, str(error))
        return
    conversations.say(table, f"{'; '.join(line.strip() for line in told)}.", bad=False)


def _reach(table: Table, text: str) -> None:
    session = table.play.session
    unit = find_unit(session, text)
    if unit is None:
        conversations.say(table, _no_unit(text))
        return
    _go(table, text)
    try:
        heading, *lines = reach_lines(session, unit)
    except IllegalAnswer as error:
        conversations.say(table, str(error))
        return
    hexes = ", ".join(line.split()[0].rstrip(":") for line in lines)
    conversations.say(table, f"{heading} {hexes}.", bad=False)


def _hex(table: Table, text: str) -> None:
    if not text:
        table.action_panel("hex")
        return
    _go(table, text)
    if find_place(table.play.session, text) is not None:
        table.action_panel("hex")


def _unit(table: Table, text: str) -> None:
    session = table.play.session
    unit = find_unit(session, text)
    if unit is None:
        conversations.say(table, _no_unit(text))
    elif session.seen.state.units[unit].hex < 0:
        face = session.definition.face
        name = face.unit_name(session.seen, unit)
        conversations.say(
            table, f"{name}: {'; '.join(face.unit_lines(session.seen, unit))}", bad=False
        )
    else:
        _hex(table, text)


def _no_unit(text: str) -> str:
    return f'There is no unit "{text}".' if text else "Say which unit, by its id or name."


def _status(table: Table, _text: str) -> None:
    session = table.play.session
    face, game = session.definition.face, session.seen
    facts = [f"{name} {value}" for name, value in session.definition.facts(game)]
    conversations.say(table, f"{'; '.join([face.turn_label(game), *facts])}.", bad=False)


def _map(table: Table, text: str) -> None:
    if not text:
        table.map.action_centre()
    elif text.casefold() in {"in", "out", *ZOOMS, "picture"}:
        _zoom(table, text)
    else:
        _go(table, text.casefold().removeprefix("around "))


def _rule(table: Table, text: str) -> None:
    if not text:
        table.action_rule()
        return
    try:
        table.shell.open_rulebook(table.play.definition, text)
    except DataError as error:
        conversations.say(table, str(error))


def _save(table: Table, text: str) -> None:
    if text:
        conversations.save_copy(table, text)
    else:
        conversations.ask_copy(table)


def _keys(table: Table, text: str) -> None:
    match text.casefold():
        case "":
            table.shell.open_help()
        case "test":
            from wargame.tui.screens.key_tester import KeyTester  # noqa: PLC0415 - when it opens

            table.app.push_screen(KeyTester(table.shell.actions))
        case "write":
            conversations.say(table, written(table.shell.actions), bad=False)
        case _:
            _unknown(table, text, ("test", "write"))


def _note(table: Table, text: str) -> None:
    conversations.leave_remark(table, "note", text) if text else conversations.ask_remark(
        table, "note"
    )


def _bookmark(table: Table, text: str) -> None:
    conversations.leave_remark(table, "bookmark", text) if text else conversations.ask_remark(
        table, "bookmark"
    )


def _set(table: Table, text: str) -> None:
    name, _, value = text.casefold().partition(" ")
    settings = table.shell.settings
    if not name:
        table.shell.open_settings()
        stand = ", ".join(f"{each} {settings.value(each)}" for each in CHOICES)
        conversations.say(table, f"Settings: {stand}. To change one: set theme dark.", bad=False)
    elif name not in CHOICES:
        _unknown(table, name, CHOICES)
    elif value and value not in dict(CHOICES[name]):
        _unknown(table, value, dict(CHOICES[name]))
    else:
        changed = with_value(settings, name, value) if value else settings.turned(name)
        table.shell.change_settings(changed)
        conversations.say(table, f"{name.capitalize()}: {changed.title(name)}.", bad=False)


def _theme(table: Table, text: str) -> None:
    _set(table, f"theme {text}".strip())


def _zoom(table: Table, text: str) -> None:
    word = text.casefold()
    if word in {"in", "out", ""}:
        table.map.action_zoom(-1 if word == "out" else 1)
    elif word in ZOOMS:
        table.map.zoom = next(zoom for zoom in ZOOMS if zoom == word)
    elif word == "picture":
        table.map.run_worker(_picture(table))
    else:
        _unknown(table, text, ("in", "out", *ZOOMS, "picture"))


async def _picture(table: Table) -> None:
    if why := await table.map.draw_board():
        conversations.say(table, f"The board cannot be shown as a picture: {why}.")


def _panel(table: Table, text: str) -> None:
    names = {tab: tab for tab, _, _ in TABS} | {name.casefold(): tab for tab, _, name in TABS}
    if text.casefold() in names:
        table.action_panel(names[text.casefold()])
    else:
        _unknown(table, text, names)


def _teach(table: Table, text: str) -> None:
    wanted = {"on": True, "off": False, "": not table.guide.on}.get(text.casefold())
    if wanted is None:
        _unknown(table, text, ("on", "off"))
    elif wanted != table.guide.on or table.guide.lessons is None:
        lessons.switch(table)


def _replay(table: Table, text: str) -> None:
    play = table.play
    if text and not (text.isdigit() and int(text) <= play.session.n):
        conversations.say(
            table, f"There are answers 0 to {play.session.n}; {text} is none of them."
        )
        return
    n = int(text) if text else None
    table.shell.open_replay(play.campaign, n, play.session.viewer)


def _branch(table: Table, text: str) -> None:
    play = table.play
    if text and not (text.isdigit() and int(text) <= play.session.n):
        conversations.say(
            table, f"There are answers 0 to {play.session.n}; {text} is none of them."
        )
        return
    n = int(text) if text else play.session.n
    ask_branch(table.app, play.campaign, n, lambda why: conversations.say(table, why))


def _export(table: Table, text: str) -> None:
    form, _, name = text.partition(" ")
    if form.casefold() not in FORMS:
        _unknown(table, form, FORMS)
    else:
        conversations.export_to(table, form.casefold(), name)


def _open(table: Table, text: str) -> None:
    if not text:
        table.shell.open_load(replay=False)
    elif problem := table.shell.play_save(text):
        conversations.say(table, problem)


def _unknown(table: Table, word: str, known: object) -> None:
    names = [str(name) for name in known] if isinstance(known, dict | tuple) else []
    names = names or [str(name) for name in FORMS]
    near = nearest(word, names) if word else None
    listed = ", ".join(names)
    hint = f' The nearest is "{near}".' if near else ""
    table.play.message = Say(f'"{word}" is none of {listed}.{hint}' if word else f"Say {listed}.")
    table.refresh_view()


COMMANDS: dict[str, Do] = {
    "undo": _undo,
    "redo": lambda table, _: table.show_outcome(table.play.redo()),
    "go": _go,
    "why": _why,
    "odds": _odds,
    "what": _what,
    "reach": _reach,
    "hex": _hex,
    "unit": _unit,
    "situation": lambda table, _: conversations.open_situation(table),
    "status": _status,
    "options": lambda table, _: table.action_panel("orders"),
    "log": lambda table, _: table.action_panel("journal"),
    "rule": _rule,
    "briefing": lambda table, _: table.action_briefing(),
    "standing": standing.choose,
    "overlay": conversations.choose_overlay,
    "zoom": _zoom,
    "map": _map,
    "centre": lambda table, _: table.map.action_centre(),
    "panel": _panel,
    "explain": lambda table, _: lessons.turn(table),
    "teach": _teach,
    "note": _note,
    "bookmark": _bookmark,
    "replay": _replay,
    "branch": _branch,
    "save": _save,
    "report": lambda table, _: conversations.open_report(table),
    "course": lambda table, _: conversations.open_course(table),
    "export": _export,
    "pin": lambda table, _: manage_pin(table),
    "theme": _theme,
    "set": _set,
    "clip": choose_clip,
    "charts": lambda table, _: table.shell.open_charts(table.play),
    "rules": lambda table, _: table.shell.open_rulebook(table.play.definition, ""),
    "keys": _keys,
    "help": lambda table, _: table.shell.open_help(),
    "?": lambda table, _: table.shell.open_help(),
    "menu": lambda table, _: conversations.game_menu(table),
    "new": lambda table, _: table.shell.open_new(),
    "saves": _open,
    "close": lambda table, _: table.shell.leave_table(),
    "quit": lambda table, _: leave_program(table.app),
}
"""What each word of `typed_line.WORDS` does."""
