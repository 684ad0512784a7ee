"""Longer conversations of the table: taking back, overlays, the game menu, typed commands."""

from __future__ import annotations

from wargame.exports.files import beside
from wargame.flow.ask import IllegalAnswer
from wargame.flow.reckoning import why_so
from wargame.flow.shorthand import find_overlay
from wargame.model.state import Side
from wargame.store.errors import SaveError, shown
from wargame.store.pin import has_pin, pin_fits
from wargame.store.post import parcel_name, write_parcel
from wargame.store.remark import RemarkKind
from wargame.tui.asks.desk import Say
from wargame.tui.keymap import Action
from wargame.tui.places import place_of
from wargame.tui.remarks import author_of
from wargame.tui.screens.branching import place_name
from wargame.tui.screens.curtain import drawn
from wargame.tui.screens.dialog import Dialog, PickDialog, TextDialog, hotkeys
from wargame.tui.screens.leave import leave_program
from wargame.tui.table import lessons, standing
from wargame.tui.table.concession import concede, word_of
from wargame.tui.table.pins import manage_pin
from wargame.tui.table.table import Table
from wargame.tui.widgets.book import EARLIER
from wargame.tui.widgets.row import row

_GAME = (
    ("s", "Save a copy under another name", "copy"),
    ("b", "Leave a bookmark here", "bookmark"),
    ("n", "Leave a note here", "note"),
    ("o", "Send the game to the other player, as a file", "send"),
    ("r", "Replay this game from the start", "replay"),
    ("a", "After-action report: losses, ground, luck", "report"),
    ("p", "A PIN for the side that decides", "pin"),
    ("c", "Concede: the other side has won", "concede"),
    ("t", "Settings", "settings"),
    ("k", "All keys", "help"),
    ("l", "Leave the table, back to the main menu (all is saved)", "leave"),
    ("q", "Quit the program (all is saved)", "quit"),
)
GAME_ACTIONS = tuple(Action(f"game.{to}", (key,), text) for key, text, to in _GAME)
"""What the keys of the game menu do."""
_ALONE = "What has come out is known then; the save keeps a note of it."
"""What is said of going behind a die where nobody else plays."""
_SAME_DICE = "The dice are friendly: the same numbers wait."
_OTHER_DICE = "The dice are strict: other numbers will fall from there."
_LISTED = 6
"""The most answers that are named before they are taken back."""
_SECRETS = "It holds what the sides keep secret too: no part can be left out of its proof."
_MENU = tuple((f"game.{to}", text, to) for _, text, to in _GAME)


def say(table: Table, text: str, *, bad: bool = True) -> None:
    """Put a message into the prompt bar."""
    table.play.message = Say(text, bad=bad)
    table.refresh_view()


def show_line(table: Table, index: int) -> None:
    """Jump to what a journal line tells of."""
    play = table.play
    told = play.book.told[index]
    if told.line.kind == EARLIER:
        say(table, "{rows.choose} tells more of what came before.", bad=False)
        return
    entry, where = play.session.told[told.n], place_of(told.line, play.game)
    if where is not None:
        play.look(where)
    answer = f": {entry.answer}" if entry.answer else " (opening)"
    place = f"Answer {told.n}{answer} ({place_name(play.campaign, told.n)})"
    keys = "{take_back} takes back to before it, {branch} plays on from it; {rule} shows its rule"
    if told.line.kind in ("dice", "result"):
        keys += f", `why @{told.n}` how it came out so"
    say(table, f"{place}. {keys}.", bad=False)


def tell_why(table: Table, text: str) -> None:
    """Why an answer came out as it did: "@412"."""
    session = table.play.session
    try:
        heading, *lines = why_so(session, text, session.viewer)
    except IllegalAnswer as error:
        say(table, str(error))
        return
    rows = [row(line, hang=len(line) - len(line.lstrip()) + 2) for line in lines]
    table.app.push_screen(Dialog(heading, rows, [("escape", "", "close")]))


def take_back(table: Table, to: int | None) -> None:
    """Take back to answer *to*; across the barrier only with the other player's consent."""
    play = table.play
    session = play.session
    if session.n == 0:
        say(table, "There is nothing to take back yet.")
        return
    goal = play.standing.goal(session) if to is None else to
    barrier, reason = play.standing.barrier(session)
    if play.campaign.read_only or not 0 <= goal < session.n or goal >= barrier:
        _undo(table, goal, consent=False)
        return
    side = session.ask.side if session.ask else session.entries[-1].side
    rival = play.definition.other(side)
    alone, other = play.definition.automated(play.game, rival), play.side_title(rival)
    strict = session.header.chance.dice == "strict"
    gone = play.gone(goal)
    more = [f"and {len(gone) - _LISTED} more"] if len(gone) > _LISTED else []
    rows = [
        row(reason, hang=2),
        row(""),
        row(("What is taken back:", "heading")),
        *(row(f"  {line}", hang=4) for line in (*gone[:_LISTED], *more)),
        row(""),
        row(_ALONE if alone else f"Going back to answer {goal} needs the consent of the {other} "
            "player, and the save keeps a note of it."),
        row(_OTHER_DICE if strict else _SAME_DICE),
    ]  # fmt: skip
    agreed = "take it back" if alone else f"the {other} player agrees"
    choices = [("yes", agreed, "yes"), ("no,choose", "leave it", "")]

    def decided(value: str | None) -> None:
        if value != "yes":
            say(table, reason)
        elif alone or not has_pin(play.campaign, rival):
            _undo(table, goal, consent=True)
        else:
            note = f"Answers {goal + 1} to {session.n} go, if you agree."
            pin = TextDialog(f"The {other} player's PIN", note, secret=True)
            table.app.push_screen(pin, consented)

    def consented(pin: str | None) -> None:
        if pin is not None and pin_fits(play.campaign, rival, pin):
            _undo(table, goal, consent=True)
        else:
            say(table, f"Without the PIN of the {other} player nothing is taken back.")

    table.app.push_screen(Dialog("Take back?", rows, choices, weighty=True), decided)


def _undo(table: Table, goal: int, *, consent: bool) -> None:
    session = table.play.session
    before = session.ask.side if session.ask else ""
    table.play.undo(goal, consent=consent)
    drawn(table.app, table.play.campaign, before, lambda: None)
    clear_traces(table, before)
    table.refresh_table()
    lessons.go_back(table)


def clear_traces(table: Table, before: Side) -> None:
    """Where there are secrets, leave nothing of what the player before did at the keyboard."""
    if table.play.session.viewer not in (None, before):
        table.line.forget()
        table.map.cursor = table.play.cursor
        table.map.centre()


def choose_overlay(table: Table, name: str = "") -> None:
    """Switch an overlay on or off, by name or from a list."""
    play = table.play
    overlays = play.definition.face.overlays()
    if not overlays:
        say(table, "This game has no overlays.")
        return

    def chosen(value: str | None) -> None:
        if value:
            found = next((o for o in overlays if o.id == value), None)
            play.switch_overlay(found)
            table.refresh_view()

    if name:
        found = find_overlay(play.session, name)
        chosen(found.id if found else "none")
        return
    keys = hotkeys([overlay.title for overlay in overlays])
    entries = [
        (key, o.title + ("  (on)" if o is play.overlay else ""), o.id)
        for key, o in zip(keys, overlays, strict=True)
    ]
    entries.append(("-", "None", "none"))
    table.app.push_screen(PickDialog("Overlay", entries), chosen)


def game_menu(table: Table) -> None:
    """The menu on F10."""

    def chosen(value: str | None) -> None:
        match value:
            case "copy":
                ask_copy(table)
            case "bookmark":
                ask_remark(table, "bookmark")
            case "note":
                ask_remark(table, "note")
            case "send":
                ask_send(table)
            case "pin":
                manage_pin(table)
            case "replay" | "report" | "concede":
                follow_notice(table, value)
            case "settings":
                table.shell.open_settings()
            case "help":
                table.shell.open_help()
            case "leave":
                table.shell.leave_table()
            case "quit":
                leave_program(table.app)

    open_now = [entry for entry in _MENU if entry[2] != "concede" or word_of(table.play)]
    table.app.push_screen(PickDialog("Game", open_now), chosen)


def follow_notice(table: Table, value: str) -> None:
    """Do what was chosen in a notice between two questions, or at the end of the game."""
    match value:
        case "replay":
            table.shell.open_replay(table.play.campaign, viewer=table.play.session.viewer)
        case "report":
            open_report(table)
        case "course":
            open_course(table)
        case "leave":
            table.shell.leave_table()
        case "concede":
            concede(table)
        case "pass":
            table.action_ask("pass")
        case "standing":
            standing.choose(table)
        case _ if value.startswith("ask "):  # after the table has been taken up again
            for action in value.split()[1:]:
                table.call_later(table.action_ask, action)


def open_situation(table: Table) -> None:
    """How things stand, as the side at the table may know it."""
    from wargame.tui.screens.situation import SituationScreen  # noqa: PLC0415 - when it opens

    table.app.push_screen(SituationScreen(table.play))


def open_report(table: Table) -> None:
    """What happened so far, as the side at the table may know it."""
    from wargame.exports.files import report_of  # noqa: PLC0415 - few games are exported
    from wargame.tui.screens.report import ReportScreen  # noqa: PLC0415 - when it opens

    campaign, viewer = table.play.campaign, table.play.session.viewer

    def closed(value: str | None) -> None:
        if value == "export":
            export_to(table, "report", "")

    table.app.push_screen(ReportScreen(lambda width: report_of(campaign, viewer, width)), closed)


def open_course(table: Table) -> None:
    """The course of the battle, to read and to write to a file for a friend."""
    from wargame.exports.files import course_of  # noqa: PLC0415 - few games are exported
    from wargame.tui.screens.report import ReportScreen  # noqa: PLC0415 - when it opens

    campaign, viewer = table.play.campaign, table.play.session.viewer

    def closed(value: str | None) -> None:
        if value == "export":
            export_to(table, "course", "")

    screen = ReportScreen(
        lambda width: course_of(campaign, viewer, width), "The course of the battle"
    )
    table.app.push_screen(screen, closed)


def export_to(table: Table, form: str, name: str) -> None:
    """Write the game in a form to a file, after asking where another would go for it, and say where."""
    from wargame.exports.files import export, place  # noqa: PLC0415 - few games are exported

    campaign = table.play.campaign
    path = place(campaign, form, name)

    def write(value: str | None) -> None:
        if not value:
            say(table, f"{path} stays as it was.", bad=False)
            return
        try:
            export(campaign, form, table.play.session.viewer, path)
        except SaveError as error:
            say(table, str(error))
        else:
            say(table, f"Written to {path}.", bad=False)

    if not path.is_file():
        write("yes")
        return
    choices = [("yes", "replace it", "yes"), ("no", "leave it", "")]
    table.app.push_screen(Dialog("Replace it?", [row(f"{path} exists.")], choices), write)


def ask_copy(table: Table) -> None:
    """Ask for the name of a copy."""
    path = table.play.campaign.path
    stem = f"{path.stem}-copy" if path else table.play.definition.id
    note = "The game goes on in the save it is in; the copy stays as it is now."
    dialog = TextDialog("Save a copy as", note, stem)
    table.app.push_screen(dialog, lambda name: save_copy(table, name))


def save_copy(table: Table, name: str | None) -> None:
    """Write this position as a save of its own; a game that may not be changed goes on there."""
    if name is None:
        return
    if not name:
        say(table, "A save needs a name; nothing was copied.")
        return
    try:
        path = table.play.campaign.branch_as(name)
    except SaveError as error:
        say(table, str(error))
        return
    if table.play.campaign.read_only:
        table.shell.play_save(str(path))
    else:
        say(table, f"Copied to {path.stem}.", bad=False)


def ask_send(table: Table) -> None:
    """A file for the side that decides, or else for the other one, to go by mail or a synced folder."""
    play = table.play
    session, definition = play.session, play.definition
    last = session.ask.side if session.ask else definition.other(session.entries[-1].side)
    note = f"{play.player(last)} gets it. A file beside the saves, or a path."

    def done(name: str | None) -> None:
        if not name:
            return
        path = beside(name)
        try:
            write_parcel(play.campaign, last, path)
        except SaveError as error:
            say(table, str(error))
            return
        say(table, f"{shown(path)} is for {play.player(last)}: send it.", bad=False)

    name = parcel_name(play.campaign, last)
    told = f"{note} {_SECRETS}" if session.secrets else note
    table.app.push_screen(TextDialog("Send the game to the other player", told, name), done)


def ask_remark(table: Table, kind: RemarkKind) -> None:
    """Ask for the text of a bookmark or note at this position."""
    note = "What the save is to remember of this position; the replay lists it."
    dialog = TextDialog(kind.capitalize(), note)
    table.app.push_screen(dialog, lambda text: leave_remark(table, kind, text))


def leave_remark(table: Table, kind: RemarkKind, text: str | None) -> None:
    """Keep a bookmark or note at this position."""
    if text is None:
        return
    if not text:
        say(table, f"A {kind} without a text is not kept.")
        return
    try:
        campaign, viewer = table.play.campaign, table.play.session.viewer
        mark = campaign.remark(kind, text, **author_of(campaign, viewer))
    except SaveError as error:
        say(table, str(error))
        return
    say(table, f"The {kind} is in the save; the journal and the replay show it.", bad=False)
    table.play.book.forget(mark.place)
    table.refresh_table()
