"""What the table can write to a file; the text itself is made by whoever started the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import saves_folder
from wargame.store.whole import write_over


class Exporter(Protocol):
    """Makes the text of a file."""

    def __call__(
        self, campaign: Campaign, form: str, viewer: Side | None, width: int = ..., /
    ) -> str:
        """A campaign in a form, as a side may see it (None: everything); *width* of a report."""


FORMS: Mapping[str, tuple[str, str]] = {
    "report": (".report.md", "what happened, losses and luck"),
    "html": (".html", "one page with the map and a scrubber"),
    "text": (".txt", "the journal"),
    "cast": (".cast", "a recording for asciinema"),
    "svg": (".svg", "the position as a picture"),
}
"""Each form with the end of its file's name and what it is."""


def export(make: Exporter, campaign: Campaign, form: str, viewer: Side | None, name: str) -> Path:
    """Write a campaign in a form beside the saves, or where *name* says; raises SaveError."""
    suffix, _ = FORMS[form]
    stem = campaign.path.stem if campaign.path else campaign.definition.id
    path = Path(name).expanduser() if name else saves_folder() / f"{stem}{suffix}"
    try:
        write_over(path, make(campaign, form, viewer).encode())
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}.") from error
    return path
