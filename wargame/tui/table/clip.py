"""What can be sent to the terminal's clipboard: a line of the journal, an address, the map as text."""

from __future__ import annotations

from wargame.exports.lines import clean, ruled
from wargame.tui.screens.branching import place_name
from wargame.tui.screens.dialog import PickDialog
from wargame.tui.table.conversations import say
from wargame.tui.table.table import Table

PARTS = {
    "line": "The journal line that is selected, else the last one",
    "address": "The address of this position, as SAVE@N",
    "board": "The map as it is shown, as text",
}
"""What can be copied, and how the list calls it."""
_SENT = "Sent to the clipboard (if the terminal lets a program set it): "


def choose_clip(table: Table, name: str = "") -> None:
    """Copy a part by name, or ask which."""
    known = [part for part in PARTS if name and part.startswith(name.casefold())]
    if known:
        copy(table, known[0])
    elif name:
        say(table, f'"{name}" is none of {", ".join(PARTS)}.')
    else:
        entries = [(part[0], text, part) for part, text in PARTS.items()]
        table.app.push_screen(PickDialog("Copy", entries), lambda part: copy(table, part or ""))


def copy(table: Table, part: str) -> None:
    """Send one of PARTS to the clipboard and say so."""
    play = table.play
    match part:
        case "line" if play.book.told:
            at = table.panels.journal.at
            told = play.book.told[at if 0 <= at < len(play.book.told) else -1]
            text = ruled(told.line.text, told.line.rule)
            what = text
        case "address":
            text = what = place_name(play.campaign, play.session.n)
        case "board":
            text, what = table.map.shown_text(), "the map as it is shown"
        case _:
            return
    table.app.copy_to_clipboard(clean(text))
    say(table, f"{_SENT}{clean(what)}", bad=False)
