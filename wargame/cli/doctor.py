"""The doctor command: what this terminal and this installation can do."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from importlib.metadata import version
from typing import Any

import click

from wargame.cli.decide import as_json
from wargame.cli.glyph_widths import measured_widths
from wargame.cli.out import document, say
from wargame.content.toml import asset
from wargame.store.folder import saves_folder

if sys.platform != "win32":
    import termios

SMALLEST = (80, 24)
_PARTS = ("wargame", "textual", "rich", "pydantic", "click", "platformdirs")


@click.command("doctor")
@as_json
def doctor_command(as_json: bool) -> None:
    """Check terminal, colours, glyphs, keys, versions and folders."""
    report = examine()
    if as_json:
        document(report)
        return
    for heading, facts in report.items():
        say(f"{heading}:")
        for name, value in facts.items():
            say(f"  {name}: {value}")


def examine() -> dict[str, dict[str, Any]]:
    """Everything the doctor looks at, by heading."""
    return {
        "terminal": _terminal(),
        "colours": _colours(),
        "glyphs": measured_widths(),
        "keys": {**_keys(), **_own_keys()},
        "versions": {"python": platform.python_version(), **{p: version(p) for p in _PARTS}},
        "folders": _folders(),
    }


def _terminal() -> dict[str, Any]:
    size = shutil.get_terminal_size()
    enough = size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1]
    return {
        "columns": size.columns,
        "lines": size.lines,
        "large enough": "yes" if enough else f"no: the table wants {SMALLEST[0]} x {SMALLEST[1]}",
        "is a terminal": "yes" if sys.stdin.isatty() and sys.stdout.isatty() else "no",
        "TERM": os.environ.get("TERM", ""),
        "encoding": sys.stdout.encoding,
    }


def _colours() -> dict[str, Any]:
    if "NO_COLOR" in os.environ:
        depth = "none (NO_COLOR is set); sides differ by letters and frames"
    elif os.environ.get("COLORTERM", "") in {"truecolor", "24bit"}:
        depth = "16 million"
    elif "256" in os.environ.get("TERM", ""):
        depth = "256"
    else:
        depth = "16"
    return {"depth": depth}


def _keys() -> dict[str, Any]:
    """How the terminal's line discipline treats keys the table uses."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return {"checked": "no: the input is not a terminal"}
    settings = termios.tcgetattr(sys.stdin)
    erase = settings[6][termios.VERASE]
    held = bool(settings[0] & termios.IXON)
    return {
        "backspace sends": f"0x{ord(erase):02x}" if isinstance(erase, bytes) else str(erase),
        "Ctrl-S and Ctrl-Q": "stop and start output outside the table" if held else "free",
    }


def _own_keys() -> dict[str, Any]:
    """The player's keymap file, and keys of the table that this terminal may keep."""
    from wargame.tui.run import key_facts  # noqa: PLC0415 - the other commands need no Textual

    return key_facts(os.environ)


def _folders() -> dict[str, Any]:
    saves = saves_folder()
    here = saves
    while not here.exists() and here != here.parent:
        here = here.parent
    return {
        "saves": str(saves),
        "saves can be written": "yes" if os.access(here, os.W_OK) else "no",
        "maps and rulebooks": str(asset("maps").parent),
    }
