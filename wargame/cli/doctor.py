"""The doctor command: what this terminal and this installation can do."""

from __future__ import annotations

import os
from typing import Any

import click

from wargame.cli.decide import as_json
from wargame.cli.glyph_widths import measured_widths
from wargame.cli.out import document, say
from wargame.cli.pictures import picture_facts
from wargame.exports.installation import Facts, fact_lines, installation
from wargame.system import line_keys


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
        "keys": {**line_keys(), **_own_keys()},
    }
    order = ("terminal", "colours", "glyphs", "pictures", "keys", "versions", "folders")
    return {heading: {**facts, **own}[heading] for heading in order}


def _own_keys() -> dict[str, Any]:
    """The player's keymap file, and keys of the table that this terminal may keep."""
    from wargame.tui.run import key_facts  # noqa: PLC0415 - the other commands need no Textual

    return key_facts(os.environ)
