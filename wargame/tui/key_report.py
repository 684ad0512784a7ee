"""What there is to say about the keys of this player at this terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wargame.tui.keymap import Action, Keymap, bound, keymap_file, shown

_SAME = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+j": "enter",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
}
"""Keys that a terminal sends as others."""
_NEVER = ("super+", "hyper+", "meta+", "ctrl+shift+", "ctrl+alt+shift+")


@dataclass(frozen=True, slots=True)
class Terminal:
    """A kind of terminal that keeps keys for itself."""

    name: str
    variable: str
    """What the environment says there..."""
    value: str
    """...and how that begins, "" for anything."""
    keys: tuple[str, ...]
    why: str


TERMINALS = (
    Terminal("VTE (GNOME Terminal and others)", "VTE_VERSION", "", ("f1", "f10", "f11"),
             "help, menu and full screen of its window"),
    Terminal("Terminal of macOS", "TERM_PROGRAM", "Apple_Terminal",
             ("home", "end", "pageup", "pagedown", "f11"), "it scrolls, or shows the desktop"),
    Terminal("VS Code", "TERM_PROGRAM", "vscode", ("f1", "f3", "f5", "f6", "f10", "ctrl+q"),
             "commands of the editor"),
    Terminal("Windows Terminal", "WT_SESSION", "", ("f11",), "full screen"),
    Terminal("tmux", "TMUX", "", ("ctrl+b",), "its own prefix, unless another is set"),
    Terminal("screen", "STY", "", ("ctrl+a",), "its own prefix, unless another is set"),
    Terminal("the Linux console", "TERM", "linux", ("shift+tab", "ctrl+left", "ctrl+right"),
             "they come as other keys"),
)  # fmt: skip
"""Terminals by what they do not pass on unless they are told to."""


def keymap_facts(keymap: Keymap) -> dict[str, str]:
    """The keymap file: where it is or would be, whether it is read, what is wrong in it."""
    if keymap.path is None:
        return {"keymap file": f"none; it would be {keymap_file()}"}
    n = len(keymap.keys)
    read = f"yes, {n} key{'' if n == 1 else 's'} changed" if n or not keymap.problems else "nothing"
    found = {"keymap file": str(keymap.path), "keymap is read": read}
    for number, problem in enumerate(keymap.problems, 1):
        found[f"keymap problem {number}"] = problem
    return found


def undelivered(
    actions: Sequence[Action], keymap: Keymap, environment: Mapping[str, str]
) -> dict[str, str]:
    """Keys in use that may not arrive here, by who keeps them."""
    found: dict[str, str] = {}
    for terminal in TERMINALS:
        there = environment.get(terminal.variable)
        if there is None or not there.startswith(terminal.value):
            continue
        kept = [_meaning(actions, keymap, key) for key in terminal.keys]
        if kept := [text for text in kept if text]:
            found[f"may be kept by {terminal.name}"] = f"{', '.join(kept)}: {terminal.why}"
    for name, given in keymap.keys.items():
        for key in given.split(","):
            if key in _SAME:
                found[f"{shown(key)} for {name}"] = f"comes as {shown(_SAME[key])}"
            elif key.startswith(_NEVER):
                found[f"{shown(key)} for {name}"] = "is sent by few terminals"
    return found


def _meaning(actions: Sequence[Action], keymap: Keymap, key: str) -> str:
    """A key with the first action it has, "" for none."""
    does = bound(actions, keymap, key)
    return f"{shown(key)} ({does[0].id})" if does else ""
