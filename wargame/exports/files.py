"""A campaign as the text of a file, in each of its forms, and written down."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from wargame.exports.camera import Size
from wargame.exports.cast import cast_lines
from wargame.exports.course import course_lines
from wargame.exports.forms import FORMS
from wargame.exports.journal import log_lines, log_view, segment_title
from wargame.exports.lines import clean
from wargame.exports.margin import margin
from wargame.exports.page import page
from wargame.exports.report import WIDTH, report_lines, wrapped
from wargame.exports.still import still
from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import saves_folder
from wargame.store.whole import write_over

SCREEN = Size(80, 24)
"""Of a recording, if nothing is said."""


def place(campaign: Campaign, form: str, name: str) -> Path:
    """Where a campaign in a form goes: beside the saves, or where *name* says."""
    suffix, _ = FORMS[form]
    stem = campaign.path.stem if campaign.path else campaign.definition.id
    return beside(name or f"{stem}{suffix}")


def beside(name: str) -> Path:
    """A file in the saves folder, or where a path that was written out leads."""
    written_out = os.sep in name or name.startswith("~")
    return Path(name).expanduser() if written_out else saves_folder() / name


def export(campaign: Campaign, form: str, viewer: Side | None, path: Path) -> None:
    """Write a campaign in a form, over an older file of that name; raises SaveError."""
    try:
        write_over(path, exported(campaign, form, viewer).encode())
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}.") from error


def exported(campaign: Campaign, form: str, viewer: Side | None) -> str:
    """A campaign in a form as a side may see it (None: everything)."""
    if form == "svg":
        return still_of(campaign, viewer)
    replay = replay_of(campaign, viewer)
    colour = not os.environ.get("NO_COLOR")
    lines = log_in(form, campaign.definition, replay, screen=SCREEN, colour=colour)
    return "".join(f"{line}\n" for line in lines)


def replay_of(campaign: Campaign, viewer: Side | None) -> Replay:
    """A campaign as a side may see it (None: everything), with what stands in its margin."""
    session = campaign.session
    replay = Replay(session.definition, session.header, session.entries, viewer)
    replay.margin = margin(campaign, viewer)
    return replay


def report_of(campaign: Campaign, viewer: Side | None, width: int) -> list[str]:
    """The report in lines of at most *width* columns."""
    replay = replay_of(campaign, viewer)
    return [clean(line) for line in report_lines(campaign.definition, replay, width)]


def course_of(campaign: Campaign, viewer: Side | None, width: int) -> list[str]:
    """The course of the battle in lines of at most *width* columns."""
    replay = replay_of(campaign, viewer)
    return [clean(line) for line in wrapped(course_lines(campaign.definition, replay), width)]


def log_in(
    form: str,
    definition: GameDefinition,
    replay: Replay,
    *,
    screen: Size = SCREEN,
    colour: bool = True,
) -> Iterator[str]:
    """The lines of a log in a form: json, html, report, cast, else text."""
    match form:
        case "json":
            yield json.dumps(log_view(definition, replay), indent=1)
        case "html":
            yield page(definition, replay)
        case "report":
            yield from map(clean, report_lines(definition, replay, WIDTH))
        case "course":
            yield from map(clean, wrapped(course_lines(definition, replay), WIDTH))
        case "cast":
            yield from cast_lines(definition, replay, screen, colour=colour)
        case _:
            yield from map(clean, log_lines(definition, replay))


def still_of(campaign: Campaign, side: Side | None) -> str:
    """The position, with the moves of the last answer, as SVG."""
    session = campaign.session
    definition, game = session.definition, session.seen_by(side)
    title = f"{definition.title}: {definition.scenario(session.header.scenario).title}"
    facts = [definition.face.turn_label(game), segment_title(session), f"after answer {session.n}"]
    facts += [f"{name} {value}" for name, value in definition.facts(game)[:1]]
    line = "   \u00b7   ".join(fact for fact in facts if fact)
    events = session.told_to(side)[-1].events
    return still(definition, game, title=title, line=line, events=events)
