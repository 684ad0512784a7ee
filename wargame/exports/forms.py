"""The files that a campaign can be made into, by name; making one is `files`' work."""

from __future__ import annotations

from collections.abc import Mapping

FORMS: Mapping[str, tuple[str, str]] = {
    "report": (".report.md", "what happened, losses and luck"),
    "course": (".course.txt", "the course of the battle in half a page"),
    "html": (".html", "one page with the map and a scrubber"),
    "text": (".txt", "the journal"),
    "cast": (".cast", "a recording for asciinema"),
    "svg": (".svg", "the position as a picture"),
}
"""Each form with the end of its file's name and what it is."""
