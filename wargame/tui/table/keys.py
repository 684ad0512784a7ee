"""Every key of the table, with an id for a keymap file and a sentence for the help screen."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from wargame.tui.keymap import Keymap, shown

_NONE = Keymap()
_ASK = (
    ("enter", "commit", "Give the highlighted answer, take a unit, go to the cursor's hex"),
    ("tab", "next", "Next option, unit of the stack, or attacker"),
    ("shift+tab", "back", "The one before"),
    ("space", "toggle", "Bring an attacker in or leave it out"),
    ("a", "all", "All attackers or none, the whole stack, or all who are asked, in turn"),
    ("t", "target", "Add the cursor's hex to the attack, or drop it"),
    ("w", "waypoint", "Set a point the path must pass, or choose another manner of attack"),
    ("semicolon", "then", "Set this order aside and tell another unit"),
    ("y", "yes", "Answer yes"),
    ("n", "no", "Answer no"),
    ("p", "pass", "Pass, or end this segment"),
)
_TABLE = (
    ("escape", "cancel", "Go back a step; close a panel or overlay"),
    ("u", "undo", "Take back the last answer"),
    ("U", "redo", "Give it again"),
    ("question_mark", "why", "Why not? The rule that stops this unit or option at the cursor"),
    ("o", "overlays", "Overlays: zones of control, supply..."),
    ("colon", "command", "Type an answer or a command"),
    ("g", "go_to", "Go to a hex or unit by name"),
    ("b", "briefing", "What happened since the last turn of this side"),
    (
        "v",
        "type('situation')",
        "The situation: front, margin to each level of victory, losses, arrivals",
    ),
    ("T", "take_back", "Take back to the journal line that is selected"),
    ("B", "branch", "Play on from that journal line in a save of its own"),
    ("S", "standing", "Let all questions of this kind pass for a while, or end that"),
    ("e", "explain", "Explain what is asked here; the next page"),
    ("E", "teach", "Explanations on or off"),
    ("z", "alone", "The map alone on the screen, and back"),
    (
        "ctrl+y",
        "clip",
        "Copy a journal line, the address of this position or the map to the clipboard",
    ),
    ("m", "legend", "What the signs, colours, letters and digits of the map mean"),
    ("f1", "rule", "The rule that governs this question"),
    ("f2", "panel('orders')", "Panel: orders"),
    ("f3", "panel('hex')", "Panel: the hex under the cursor"),
    ("f4", "panel('sequence')", "Panel: the turn sequence"),
    ("f5", "panel('journal')", "Panel: journal"),
    ("f6", "panel('dice')", "Panel: dice"),
    ("f7", "charts", "All charts, the last result lit"),
    ("f8", "rulebook", "The rulebook"),
    ("f9", "help", "All keys"),
    ("f10", "menu", "Game menu: copy, note, replay, report, PIN, concede, settings, leave"),
)
_WORDS = {
    "undo": "undo",
    "redo": "redo",
    "overlays": "overlay",
    "standing": "standing",
    "explain": "explain",
    "teach": "teach",
    "clip": "clip",
    "charts": "charts",
    "rulebook": "rules",
    "help": "help",
    "menu": "menu",
}
"""Keys that do what a typed word does."""
_ROWS = "123456789ACDFGHIJKLMNOPQRVWXYZ"
"""The keys of the rows: digits, then the capital letters that mean nothing else."""
ROW_NUMBERS = range(1, len(_ROWS) + 1)
TYPING = ("command", "go_to")
"""What opens the command line: taken before anything else, so that a line sent in one go lands there."""
_STEPS = ("map.west", "map.south", "map.north", "map.east")
_MAP = (
    ("{map.nearer}  {map.farther}  {map.theatre}", "Zoom in and out; the whole map and back"),
    ("{map.centre}", "Bring the cursor to the middle of the view"),
    ("{option_1} to {option_9}", "Pick the numbered option, unit or attacker"),
    ("{option_10} to {option_30}", "The same for rows after the ninth"),
)
_LISTS = (
    ("{rows.first} {rows.last} {rows.page_up} {rows.page_down}", "In lists and texts"),
    ("{app.quit}", "Leave the program; everything is saved"),
    ("{app.ask_quit}", "Copy what is selected, or ask whether to leave"),
    ("{app.suspend}", "To the shell; fg comes back"),
)


def table_bindings() -> list[BindingType]:
    """The bindings of the table screen."""
    found: list[BindingType] = [
        Binding(key, f"ask('{action}')", text, show=False, tooltip=text, id=f"table.{action}")
        for key, action, text in _ASK
    ]
    found += [
        Binding(
            key,
            _act(action),
            text,
            show=False,
            tooltip=text,
            priority=action in TYPING,
            id=f"table.{_name(action)}",
        )
        for key, action, text in _TABLE
    ]
    found += [
        Binding(key, f"ask('{n}')", f"Option {n}", show=False, id=f"table.option_{n}")
        for n, key in zip(ROW_NUMBERS, _ROWS, strict=True)
    ]
    return found


def key_lines(keymap: Keymap = _NONE) -> list[tuple[str, str, str]]:
    """Key, meaning and action ("" if none can be run from a list), for the help screen."""
    return [
        (_steps(keymap), "Move the cursor", ""),
        *((keymap.spelled(key), text, "") for key, text in _MAP),
        *((label(shown(key), keymap), text, f"ask('{name}')") for key, name, text in _ASK),
        *((label(shown(key), keymap), text, _act(name)) for key, name, text in _TABLE),
        *((keymap.spelled(key), text, "") for key, text in _LISTS),
    ]


def action_of(text: str, keymap: Keymap = _NONE) -> str:
    """The action of a key as it stands in the prompt bar, "" for none."""
    acts = {key: f"ask('{action}')" for key, action, _ in _ASK}
    acts |= {key: _act(name) for key, name, _ in _TABLE}
    return next((act for key, act in acts.items() if label(shown(key), keymap) == text), "")


def label(text: str, keymap: Keymap) -> str:
    """The key a player has given to what the prompt bar calls "u" or "Enter"."""
    for key, action, _ in (*_ASK, *_TABLE) if keymap.keys else ():
        given = keymap.keys.get(f"table.{_name(action)}")
        if given and shown(key) == text:
            return shown(given.split(",", maxsplit=1)[0])
    return text


def _steps(keymap: Keymap) -> str:
    """The keys that move the cursor."""
    if not any(name in keymap.keys for name in _STEPS):
        return "arrows, h j k l"
    return " ".join(shown(key) for name in _STEPS for key in keymap.keys_for(name))


def _name(action: str) -> str:
    return action.replace("('", "_").replace("')", "")


def _act(name: str) -> str:
    """What a key of the table does."""
    return f"type('{_WORDS[name]}')" if name in _WORDS else name
