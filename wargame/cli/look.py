"""Commands that look at a save: show, log, verify."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from wargame.cli.camera import Size
from wargame.cli.cast import LEAST, MOST, cast_lines
from wargame.cli.decide import as_json, side_option
from wargame.cli.journal import log_lines, log_view
from wargame.cli.out import clean, document, say
from wargame.cli.page import page
from wargame.cli.position import show_lines, show_view
from wargame.cli.question import where
from wargame.cli.report import WIDTH as REPORT_WIDTH
from wargame.cli.report import report_lines
from wargame.cli.saves import DAMAGED, DONE, code_of, look_at, side_of
from wargame.cli.still import still
from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.flow.session import new_header
from wargame.flow.verify import Verdict, verify
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.whole import write_over

NOT_HELD = 1


@click.command("show")
@click.argument("save")
@side_option
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the position into this file.")
@as_json
def show_command(save: str, side: str | None, svg: Path | None, as_json: bool) -> int:
    """Show the position of SAVE or SAVE@N."""
    campaign = look_at(save)
    side = side_of(campaign, side)
    if svg is not None:
        write_over(svg, _still(campaign, side).encode())
        if not as_json:
            say(f"The position is drawn in {svg}.")
    if as_json:
        document(show_view(campaign, side))
    elif svg is None:
        for line in show_lines(campaign, side):
            say(line)
    return code_of(campaign)


def _still(campaign: Campaign, side: Side | None) -> str:
    session = campaign.session
    definition, game = session.definition, session.seen_by(side)
    title = f"{definition.title}: {definition.scenario(session.header.scenario).title}"
    segment = where(session).partition(", ")[2]
    facts = [definition.face.turn_label(game), segment, f"after answer {session.n}"]
    facts += [f"{name} {value}" for name, value in definition.face.status(game)[:1]]
    line = "   \u00b7   ".join(fact for fact in facts if fact)
    events = session.told_to(side)[-1].events
    return still(definition, game, title=title, line=line, events=events)


def _size(ctx: click.Context, param: click.Parameter, value: str) -> Size:
    """Columns and lines of a terminal, written 120x40; complains of what no recording can have."""
    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", value.strip().lower())
    if found is None:
        wrong = f'"{clean(value)}" is no size; give columns and lines, as in 120x40.'
        raise click.BadParameter(wrong, ctx, param)
    size = Size(int(found[1]), int(found[2]))
    if not all(low <= n <= high for low, n, high in zip(LEAST, size, MOST, strict=True)):
        least, most = ("x".join(map(str, limit)) for limit in (LEAST, MOST))
        raise click.BadParameter(f"{value} is out of range: from {least} to {most}.", ctx, param)
    return size


@click.command("log")
@click.argument("save")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "report", "cast"]),
    default="text",
    help="html: one page with the map and a scrubber; report: what happened, losses, luck; "
    "cast: an asciinema recording.",
)
@side_option
@click.option("--out", type=click.Path(path_type=Path), help="Write into this file.")
@click.option("--size", callback=_size, default="80x24", help="Of a cast: columns x lines.")
@click.option("--plain", is_flag=True, help="A cast without colours, as under NO_COLOR.")
def log_command(
    save: str, form: str, side: str | None, *, out: Path | None, size: Size, plain: bool
) -> int:
    """Tell the journal of SAVE with rule ids and dice."""
    campaign = look_at(save)
    session = campaign.session
    viewer = side_of(campaign, side)
    replay = Replay(session.definition, session.header, session.entries, viewer)
    colour = not (plain or os.environ.get("NO_COLOR"))
    lines = _log(session.definition, replay, form, (size, colour))
    if out is None:
        for line in lines:
            click.echo(line)
    else:
        write_over(out, "".join(f"{line}\n" for line in lines).encode())
        say(f"The {_CALLED[form]} is in {out}.")
    return code_of(campaign)


def exported(campaign: Campaign, form: str, viewer: Side | None, width: int = REPORT_WIDTH) -> str:
    """A campaign as the text of a file: any form of the log, or "svg" for its position.

    A report has lines of at most *width* columns.
    """
    if form == "svg":
        return _still(campaign, viewer)
    session = campaign.session
    replay = Replay(session.definition, session.header, session.entries, viewer)
    if form == "report":
        lines: Iterator[str] = map(clean, report_lines(session.definition, replay, width))
        return "".join(f"{line}\n" for line in lines)
    screen = (Size(80, 24), not os.environ.get("NO_COLOR"))
    return "".join(f"{line}\n" for line in _log(session.definition, replay, form, screen))


_CALLED = {
    "text": "journal",
    "json": "journal",
    "html": "page",
    "report": "report",
    "cast": "recording",
}


def _log(
    definition: GameDefinition, replay: Replay, form: str, screen: tuple[Size, bool]
) -> Iterator[str]:
    match form:
        case "json":
            yield json.dumps(log_view(definition, replay), indent=1)
        case "html":
            yield page(definition, replay)
        case "report":
            yield from map(clean, report_lines(definition, replay))
        case "cast":
            size, colour = screen
            yield from cast_lines(definition, replay, size, colour=colour)
        case _:
            yield from map(clean, log_lines(definition, replay))


@click.command("verify")
@click.argument("save")
@as_json
def verify_command(save: str, as_json: bool) -> int:
    """Play the log of SAVE again from the start and compare every event, die and chain value."""
    campaign = look_at(save)
    verdict = _verdict(campaign)
    if as_json:
        document(_view(verdict))
    elif verdict.ok:
        say(
            f"Verified to answer {verdict.answers}, with {verdict.rolls} dice and draws; "
            f"chain {verdict.chain}."
        )
    else:
        say(f"Not verified: answer {verdict.first_bad}: {verdict.reason}.")
    if campaign.damaged:
        return DAMAGED
    return DONE if verdict.ok else NOT_HELD


def _verdict(campaign: Campaign) -> Verdict:
    """The kernel's verdict; damage to the file and a changed opening count against it."""
    session = campaign.session
    header = session.header
    lab = header.lab
    dice = [int(die) for die in lab.get("dice", ())] if lab else []
    fresh = new_header(session.definition, header.scenario, header.seed, lab=lab, dice=dice)
    verdict = verify(session.definition, header, session.entries)
    if verdict.ok and fresh.digest == header.digest and fresh.state != header.state:
        reason = "the table was not laid out as the scenario says"
        return Verdict(False, 0, verdict.rolls, verdict.chain, 0, reason)
    if verdict.ok and campaign.damaged:
        bad = len(session.entries)
        reason = "the save is damaged there"
        return Verdict(False, verdict.answers, verdict.rolls, verdict.chain, bad, reason)
    return verdict


def _view(verdict: Verdict) -> dict[str, Any]:
    return {
        "ok": verdict.ok,
        "answers": verdict.answers,
        "rolls": verdict.rolls,
        "chain": verdict.chain,
        "first_bad": verdict.first_bad,
        "reason": verdict.reason,
    }
