"""Commands that look at a save: show, log, verify."""

from __future__ import annotations

from typing import Any

import click

from wargame.cli.decide import as_json
from wargame.cli.journal import log_lines, log_view
from wargame.cli.out import document, say
from wargame.cli.page import page
from wargame.cli.position import show_lines, show_view
from wargame.cli.saves import DAMAGED, DONE, code_of, look_at
from wargame.content.errors import DataError
from wargame.flow.replay import Replay
from wargame.flow.session import new_header
from wargame.flow.verify import Verdict, verify
from wargame.store.campaign import Campaign

NOT_HELD = 1


@click.command("show")
@click.argument("save")
@click.option("--side", help="Only what this side may know.")
@as_json
def show_command(save: str, side: str | None, as_json: bool) -> int:
    """Show the position of SAVE or SAVE@N."""
    campaign = look_at(save)
    sides = [info.id for info in campaign.definition.sides]
    if side is not None and side not in sides:
        raise DataError.unknown("command line", "--side", side, sides)
    if as_json:
        document(show_view(campaign))
    else:
        for line in show_lines(campaign):
            say(line)
    return code_of(campaign)


@click.command("log")
@click.argument("save")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    help="html is one page with the map and a scrubber.",
)
def log_command(save: str, form: str) -> int:
    """Tell the journal of SAVE with rule ids and dice."""
    campaign = look_at(save)
    session = campaign.session
    replay = Replay(session.definition, session.header, session.entries)
    match form:
        case "json":
            document(log_view(session.definition, replay))
        case "html":
            click.echo(page(session.definition, replay))
        case _:
            for line in log_lines(session.definition, replay):
                say(line)
    return code_of(campaign)


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
            f"Verified: {verdict.answers} answers and {verdict.rolls} dice and draws; "
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
