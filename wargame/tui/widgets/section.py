"""A section of a text about how things stand, as rows."""

from __future__ import annotations

from wargame.exports.situation import Section
from wargame.tui.widgets.row import Row, row


def section_rows(section: Section) -> list[Row]:
    """An empty row, the heading, then the lines; what is marked with ">" stands out."""
    lines = [
        row((line, "strong" if line.startswith("> ") else ""), hang=4) for line in section.lines
    ]
    return [row(""), row((section.title, "heading")), *lines]
