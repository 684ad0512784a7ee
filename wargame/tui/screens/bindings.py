"""The keys of the screens that are imported when they open: they have to be known before."""

from __future__ import annotations

from textual.binding import Binding, BindingType

MENU_ENTRIES = (
    ("f", "First game", "a short scenario, explained as it goes", "first"),
    ("n", "New game", "choose a game and a scenario", "new"),
    ("l", "Load", "all saves", "load"),
    ("r", "Replay", "watch a save like a film", "replay"),
    ("b", "Rulebook", "read the rules of a game", "rules"),
    ("s", "Settings", "theme, glyphs, handover, dice", "settings"),
    ("q", "Quit", "", "quit"),
)
"""Key, label, note and id of each entry of the main menu."""
SPEEDS = (1, 2, 4, 8, 16)
"""How much faster a film may run."""


def _about(group: str) -> Binding:
    """The key that lists the keys of a screen."""
    keys, does = "f1,f9,question_mark", f"app.keys_of('{group}')"
    return Binding(keys, does, "What keys do here", show=False, id=f"{group}.help")


MENU: list[BindingType] = [
    _about("menu"),
    Binding("c", "go('continue')", "Continue", show=False, id="menu.continue"),
    Binding("u", "go('rescued')", "Bring back an unsaved game", show=False, id="menu.rescued"),
    *(
        Binding(key, f"go('{to}')", label, show=False, id=f"menu.{to}")
        for key, label, _, to in MENU_ENTRIES
    ),
]
NEW_GAME: list[BindingType] = [
    Binding("f1,f9", "app.keys_of('new')", "What keys do here", show=False, id="new.help"),
    Binding("escape", "leave", "Back", id="new.back"),
    Binding("space", "teach", "Explain as we go", id="new.teach"),
    Binding("m", "option", "How it is played, where there is a choice", id="new.option"),
    Binding("d", "dice", "Friendly or strict dice, and who makes the seed", id="new.dice"),
    Binding("tab", "app.focus_next", "Scenarios or names", id="new.other"),
]
LOAD: list[BindingType] = [
    _about("load"),
    Binding("escape", "leave", "Back", id="load.back"),
    Binding("r", "replay", "Replay", id="load.replay"),
    Binding("n", "rename", "Rename", id="load.rename"),
    Binding("c", "copy", "Copy", id="load.copy"),
    Binding("x,delete", "discard", "Delete", id="load.delete"),
    Binding("i", "take_in", "Take in a file", id="load.receive"),
    Binding("v", "recover", "Recover", id="load.recover"),
    Binding("t", "trash", "Trash", id="load.trash"),
    Binding("tab", "app.focus_next", "Campaigns or facts", id="load.other"),
]
TRASH: list[BindingType] = [
    _about("trash"),
    Binding("escape,t", "leave", "Back", id="trash.back"),
]
REPLAY: list[BindingType] = [
    Binding("left", "step(-1)", "Answer before", priority=True, id="replay.back"),
    Binding("right", "step(1)", "Next answer", priority=True, id="replay.next"),
    Binding(
        "pageup", "jump('segment', True)", "Segment before", priority=True, id="replay.segment_back"
    ),
    Binding(
        "pagedown", "jump('segment', False)", "Next segment", priority=True,
        id="replay.segment_next",
    ),
    Binding("left_square_bracket", "jump('turn', True)", "Turn before", id="replay.turn_back"),
    Binding("right_square_bracket", "jump('turn', False)", "Next turn", id="replay.turn_next"),
    Binding("comma", "jump('battle', True)", "Battle before", id="replay.battle_back"),
    Binding("full_stop", "jump('battle', False)", "Next battle", id="replay.battle_next"),
    Binding("home", "go(0)", "Start", priority=True, id="replay.start"),
    Binding("end", "go(999999)", "End", priority=True, id="replay.end"),
    Binding("space", "play", "Play or pause", id="replay.play"),
    Binding("g", "ask_number", "Go to", id="replay.go"),
    Binding("n", "mark(1)", "Next note, bookmark or takeback", id="replay.mark_next"),
    Binding("N", "mark(-1)", "Note, bookmark or takeback before", id="replay.mark_back"),
    Binding("m", "remark('bookmark')", "Bookmark here", id="replay.bookmark"),
    Binding("w", "remark('note')", "Note here", id="replay.note"),
    Binding("v", "marks", "All notes, bookmarks and takebacks", id="replay.marks"),
    Binding("c", "play_on", "Play on from here", id="replay.play_on"),
    _about("replay"),
    Binding("escape", "leave", "Leave", id="replay.leave"),
    *(
        Binding(str(n + 1), f"speed({n})", f"Speed {s}x", id=f"replay.speed_{s}")
        for n, s in enumerate(SPEEDS)
    ),
]  # fmt: skip
RULEBOOK: list[BindingType] = [
    Binding("escape", "leave", "Close", id="rulebook.close"),
    Binding("slash", "search", "Search", id="rulebook.search"),
    Binding("backspace", "back", "Back", id="rulebook.back"),
    Binding("tab", "other", "Chapters or text", priority=True, id="rulebook.other"),
]
CHARTS: list[BindingType] = [
    Binding("escape,f7", "leave", "Close", id="charts.close"),
    Binding("f1", "rule", "Rule", id="charts.rule"),
    Binding("tab", "app.focus_next", "Names or chart", id="charts.other"),
]
REPORT: list[BindingType] = [
    Binding("escape,q", "leave", "Close", id="report.close"),
    Binding("w", "write", "Write the report to a file", id="report.write"),
]
SITUATION: list[BindingType] = [
    _about("situation"),
    Binding("escape,v,q", "leave", "Close", id="situation.close"),
]
HELP: list[BindingType] = [
    Binding("escape,f9,q", "app.pop_screen", "Close", id="help.close"),
    Binding("t", "test", "Key tester", id="help.test"),
    Binding("w", "write", "Write a keymap file", id="help.write"),
]
SETTINGS: list[BindingType] = [
    _about("settings"),
    Binding("escape", "leave", "Close", id="settings.close"),
    Binding("right,space", "turn(1)", "Next value", id="settings.next"),
    Binding("left", "turn(-1)", "Value before", id="settings.back"),
]
