"""Commands that look at a save: show, log, verify."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from wargame.cli.decide import as_json, side_option
from wargame.cli.out import document, say, write_out
from wargame.cli.position import show_lines, show_view
from wargame.cli.save_argument import DAMAGED, DONE, code_of, look_at, side_of
from wargame.cli.words import SAVE
from wargame.exports.camera import Size
from wargame.exports.cast import LEAST, MOST
from wargame.exports.fairness import dice_lines, dice_view, settled
from wargame.exports.files import log_in, replay_of, still_of
from wargame.exports.lines import clean
from wargame.exports.raster import png as raster
from wargame.flow.verify import Verdict
from wargame.store.campaign import Campaign
from wargame.store.errors import shown
from wargame.store.proof import verdict_of

NOT_HELD = 1


@click.command("show")
@click.argument("save", type=SAVE)
@side_option
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the position into this file.")
@click.option("--png", type=click.Path(path_type=Path), help="The same as a bitmap (an extra).")
@as_json
def show_command(
    save: str, *, side: str | None, svg: Path | None, png: Path | None, as_json: bool
) -> int:
    """Show the position of SAVE or SAVE@N."""
    campaign = look_at(save)
    side = side_of(campaign, side)
    for path in filter(None, (svg, png)):
        drawing = still_of(campaign, side)
        write_out(path, raster(drawing) if path is png else drawing)
        if not as_json:
            say(f"The position is drawn in {path}.")
    if as_json:
        document(show_view(campaign, side))
    elif svg is None and png is None:
        for line in show_lines(campaign, side):
            say(line)
    return code_of(campaign)


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
@click.argument("save", type=SAVE)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "report", "course", "cast"]),
    default="text",
    help="html: one page with the map and a scrubber; report: what happened, losses, luck; "
    "course: the battle in half a page; "
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
    replay = replay_of(campaign, side_of(campaign, side))
    colour = not (plain or os.environ.get("NO_COLOR"))
    lines = log_in(form, campaign.definition, replay, screen=size, colour=colour)
    if out is None:
        for line in lines:
            click.echo(line)
    else:
        write_out(out, "".join(f"{line}\n" for line in lines))
        say(f"The {_CALLED[form]} is in {out}.")
    return code_of(campaign)


_CALLED = {
    "text": "journal",
    "json": "journal",
    "html": "page",
    "report": "report",
    "course": "course of the battle",
    "cast": "recording",
}


@click.command("verify")
@click.argument("save", type=SAVE)
@as_json
@click.option("--dice", is_flag=True, help="List takebacks and every number drawn, with what for.")
def verify_command(save: str, *, as_json: bool, dice: bool) -> int:
    """Play the log of SAVE again from the start and compare every event, die and chain value."""
    campaign = look_at(save)
    verdict = verdict_of(campaign)
    if as_json:
        document({**_view(verdict), **(dice_view(campaign) if dice else {})})
    else:
        for line in (*(dice_lines(campaign) if dice else ()), *_lines(campaign, verdict)):
            say(line)
    if campaign.damaged:
        return DAMAGED
    return DONE if verdict.ok else NOT_HELD


def _lines(campaign: Campaign, verdict: Verdict) -> Iterator[str]:
    """The verdict in sentences."""
    definition, header = campaign.definition, campaign.session.header
    if verdict.ok:
        yield (
            f"Verified to answer {verdict.answers}, with {verdict.rolls} dice and draws; "
            f"chain {verdict.chain}."
        )
        yield f"{settled(header)}."
        return
    yield f"Not verified: answer {verdict.first_bad}: {verdict.reason}."
    if verdict.cause == "rules":
        yield (
            f"Rules or data were corrected since: it was begun under rules {shown(header.ruleset)}, and this "
            f"program has {definition.ruleset}. Its dice are those of its seed."
        )
    elif verdict.cause == "tampered":
        yield "The record was changed: the rules and data that it names never made it."
    if verdict.recorded or verdict.now:
        yield f"The first difference. Recorded: {verdict.recorded or 'nothing'}."
        yield f"Now: {verdict.now or 'nothing'}."


def _view(verdict: Verdict) -> dict[str, Any]:
    return {
        "ok": verdict.ok,
        "answers": verdict.answers,
        "rolls": verdict.rolls,
        "chain": verdict.chain,
        "first_bad": verdict.first_bad,
        "reason": verdict.reason,
        "cause": verdict.cause or None,
        "recorded": verdict.recorded or None,
        "now": verdict.now or None,
    }
