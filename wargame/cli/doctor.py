"""The doctor command: what this terminal and this installation can do."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from wargame.cli.decide import as_json
from wargame.cli.glyph_widths import measured_widths
from wargame.cli.out import document, say
from wargame.cli.pictures import picture_facts
from wargame.exports.installation import Facts, fact_lines, installation

if sys.platform != "win32":
    import termios


@click.command("doctor")
@as_json
def doctor_command(as_json: bool) -> None:
    """Check terminal, colours, glyphs, pictures, keys, versions and folders."""
    report = examine()
    if as_json:
        document(report)
        return
    for line in fact_lines(report):
        say(line)


def examine() -> Facts:
    """Everything the doctor looks at, by heading."""
    facts = installation()
    own = {
        "glyphs": measured_widths(),
        "pictures": picture_facts(),
        "keys": {**_keys(), **_own_keys()},
    }
    order = ("terminal", "colours", "glyphs", "pictures", "keys", "versions", "folders")
    return {heading: {**facts, **own}[heading] for heading in order}


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
