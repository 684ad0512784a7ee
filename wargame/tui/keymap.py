"""The players' own keys: a file that names actions; what is wrong in it is said, the rest holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from textual.keys import KEY_ALIASES, Keys, format_key

from wargame.content.errors import DataError
from wargame.content.toml import read_text
from wargame.store.errors import SaveError
from wargame.store.home import config_folder
from wargame.store.whole import write_new
from wargame.tui.private import key_of

FILE = "keymap.toml"
_MODIFIERS = ("ctrl", "shift", "alt", "super", "hyper", "meta")
_LISTS = (
    "dialog",
    "menu",
    "new",
    "load",
    "trash",
    "settings",
    "rulebook",
    "charts",
    "report",
    "situation",
    "help",
)
_TOGETHER = (
    ("app", "table", "map"),
    ("app", "table", "rows"),
    ("app", "replay", "map"),
    ("app", "curtain"),
    ("app", "rows", "pick", "game"),
    ("app", "rows", "pick", "pin"),
    *(("app", "rows", group) for group in _LISTS),
)
"""Groups of actions whose keys work at the same time."""
_TYPED = ("command", "text")
"""Groups of actions that work while a line is typed."""
_YIELDING = re.compile(r"table\.option_\d\d")
"""Actions that leave their key to any other that a player gives it to: the rows after the ninth."""
_NAMED = re.compile(r"\{([a-z][a-z_0-9]*(?:\.[a-z_0-9]+)?)\}")
_SIGNS = {
    "question_mark": "?",
    "colon": ":",
    "semicolon": ";",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "escape": "Esc",
    "shift+tab": "Shift+Tab",
    "enter": "Enter",
    "tab": "Tab",
    "space": "Space",
    "backspace": "Backspace",
    "delete": "Del",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
}
_HEAD = """\
# The keys of the table.  Take the # away from a line and change its key; what is left out keeps
# its key.  Several keys: "u,ctrl+z".  The key tester, in the list of all keys, shows their names.
"""


@dataclass(frozen=True, slots=True)
class Action:
    """What a key can do."""

    id: str
    keys: tuple[str, ...]
    """Its keys unless the file says otherwise."""
    text: str


@dataclass(frozen=True, slots=True)
class Keymap:
    """The keys a file gives to actions."""

    path: Path | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    """Action to its keys, with commas between."""
    problems: Sequence[str] = ()
    """What in the file is wrong, a sentence each."""
    usual: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Every action with the keys it has unless the file says otherwise."""

    def keys_for(self, name: str) -> tuple[str, ...]:
        """The keys of an action of whatever group, none if there is no such action."""
        given = self.keys.get(name)
        return tuple(given.split(",")) if given else self.usual.get(name, ())

    def spelled(self, text: str) -> str:
        """Prose in which each {action} is replaced by the key it has; the table's go by name alone."""

        def key(found: re.Match[str]) -> str:
            name = full_name(found[1])
            if keys := self.keys_for(name):
                return shown(keys[0])
            return "no key" if name in self.usual else found[0]

        return _NAMED.sub(key, text)


def full_name(name: str) -> str:
    """An action as the keymap file calls it: "undo" is "table.undo"."""
    return name if "." in name else f"table.{name}"


def shown(key: str) -> str:
    """A key as it stands on the keyboard."""
    if key in _SIGNS or len(key) == 1:
        return _SIGNS.get(key, key)
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    *modifiers, last = key.split("+")
    last = shown(last) if last in _SIGNS else format_key(last)
    if modifiers and len(last) == 1:
        last = last.upper()
    return "+".join([*(name.capitalize() for name in modifiers), last])


def keymap_file() -> Path:
    """Where the file lies, if there is one."""
    return config_folder() / FILE


def load_keymap(actions: Sequence[Action]) -> Keymap:
    """The players' keys; a line that is wrong is left out and told."""
    path = keymap_file()
    usual = {action.id: action.keys for action in actions}
    if not path.exists():
        return Keymap(usual=usual)
    try:
        text = read_text(path)
        raw = tomllib.loads(text)
    except DataError as error:
        return Keymap(path, {}, (str(error),), usual)
    except (ValueError, RecursionError) as error:
        return Keymap(path, {}, (f"{path.name} cannot be read: {error}.",), usual)
    known = {action.id: action for action in actions}
    keys: dict[str, str] = {}
    problems: list[str] = []
    for name, value in _flat(raw):
        try:
            keys[name] = _read(_Line(path, _placed(text, name)), name, value, known)
        except DataError as error:
            problems.append(str(error))
    for name, sentence in _clashes(known, keys):
        problems.append(str(DataError(path, _placed(text, name), sentence)))
        del keys[name]
    for name in filter(_YIELDING.fullmatch, usual):
        taken = {k for other in keys if _meet(name, other) for k in keys[other].split(",")}
        usual[name] = tuple(key for key in usual[name] if key not in taken)
    return Keymap(path, keys, tuple(problems), usual)


def write_keymap(actions: Sequence[Action]) -> Path:
    """Write a file with every action, commented out; raises SaveError where there is one."""
    path = keymap_file()
    if path.exists():
        raise SaveError(
            f"{path} is there already and was left alone. Change it and start the program again."
        )
    lines = [_HEAD]
    group = ""
    for action in actions:
        head, _, name = action.id.partition(".")
        if head != group:
            lines.append(f"\n[{head}]\n")
            group = head
        lines.append(f'# {name} = "{",".join(action.keys)}"  # {action.text}\n')
    path.parent.mkdir(parents=True, exist_ok=True)
    write_new(path, "".join(lines).encode())
    return path


def written(actions: Sequence[Action]) -> str:
    """Write a file to change keys in; says where, or why that failed."""
    try:
        path = write_keymap(actions)
    except SaveError as error:
        return str(error)
    return f"Every action with its key is in {path}. Change it and start the program again."


def bound(actions: Sequence[Action], keymap: Keymap, key: str) -> list[Action]:
    """The actions a key stands for now."""
    return [action for action in actions if key in keys_of(action, keymap)]


def keys_of(action: Action, keymap: Keymap) -> tuple[str, ...]:
    """The keys of an action now."""
    return keymap.keys_for(action.id) if action.id in keymap.usual else action.keys


def key_name(text: str) -> str:
    """A key as the program calls it: "?" is "question_mark"; "" if there is no such key."""
    *modifiers, key = text.split("+") if text not in {"+", "ctrl++"} else [text]
    if any(modifier not in _MODIFIERS for modifier in modifiers):
        return ""
    if len(key) == 1 and key.isprintable() and key != " ":
        key = key_of(key)
    elif key not in _names():
        return ""
    return "+".join([*modifiers, key])


def _names() -> set[str]:
    plain = {key.value for key in Keys if "+" not in key.value and "<" not in key.value}
    signs = {key_of(chr(code)) for code in range(33, 127)}
    return plain | signs | {name for name in KEY_ALIASES if "+" not in name}


class _Line(NamedTuple):
    """Where in the file something stands."""

    path: Path
    place: str


def _flat(raw: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in raw.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _read(line: _Line, name: str, value: Any, known: Mapping[str, Action]) -> str:
    """The keys of one line; raises DataError."""
    if name not in known:
        raise DataError.unknown(*line, name, known)
    words = value.split(",") if isinstance(value, str) and value != "," else value
    words = [","] if words == "," else words
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        raise DataError(*line, "a key must stand here, or several with commas between")
    found = []
    for word in words:
        key = key_name(word.strip())
        if not key:
            raise DataError(*line, f'"{word}" is not a key', _names(), word.split("+")[-1])
        if name.partition(".")[0] in _TYPED and len(word.strip()) == 1:
            raise DataError(*line, f'"{word}" is needed to type with')
        found.append(key)
    return ",".join(found)


def _clashes(known: Mapping[str, Action], keys: Mapping[str, str]) -> list[tuple[str, str]]:
    """Actions whose new key belongs to another action that works at the same time, and which."""
    lost: dict[str, str] = {}
    now = {name: set(keys.get(name, ",".join(known[name].keys)).split(",")) for name in known}
    for name in keys:
        for other in known:
            if _YIELDING.fullmatch(other) and other not in keys:
                continue
            shared = now[name] & now[other] - (set(known[name].keys) & set(known[other].keys))
            if other != name and shared and _meet(name, other) and other not in lost:
                lost[name] = f'"{min(shared)}" is the key of {other} already'
                break
    return list(lost.items())


def _placed(text: str, name: str) -> str:
    """An action with the line of the file it stands on."""
    group = ""
    for n, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[([^\]]+)\]", line):
            group = head[1].strip()
        elif assigned := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            key = re.sub(r"[\"']", "", assigned[1])
            if (f"{group}.{key}" if group else key) == name:
                return f"line {n}, {name}"
    return name


def _meet(one: str, other: str) -> bool:
    first, second = one.partition(".")[0], other.partition(".")[0]
    return first == second or any({first, second} <= set(group) for group in _TOGETHER)
