"""Commands for two players at two machines: send, receive."""

from __future__ import annotations

from pathlib import Path

import click

from wargame.cli.out import say, warn
from wargame.cli.save_argument import code_of, look_at, side_called, tell_notices
from wargame.cli.words import SAVE, SIDE
from wargame.exports.briefing import briefing_lines
from wargame.exports.files import beside
from wargame.flow.record import Takeback
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError, shown
from wargame.store.folder import named
from wargame.store.post import (
    Arrival,
    counted,
    parcel_name,
    receive,
    said_of,
    told,
    write_parcel,
)

DONE, PARTED = 0, 1


@click.command("send")
@click.argument("save", type=SAVE)
@click.option(
    "--to", "to", type=SIDE, required=True, metavar="SIDE", help="Who is to have the file."
)
@click.option(
    "--out", help="Name or path of the file; a telling name beside the saves if left out."
)
@click.option("--with-secrets", is_flag=True, help="Also of a game in which sides keep secrets.")
def send_command(save: str, *, to: str, out: str | None, with_secrets: bool) -> int:
    """Write SAVE into a file for the other player, to go by mail or a synced folder.

    It holds the whole record, but no PIN and no note of your own.
    """
    campaign = look_at(save)
    session, definition = campaign.session, campaign.definition
    side = side_called(definition, to)
    if session.secrets and not with_secrets:
        raise SaveError(
            f"{definition.title} keeps secrets from a side, and no part of the record can be left out "
            "of its proof: the file holds them all, though the table shows none. "
            "--with-secrets sends it all the same."
        )
    path = beside(out) if out else beside(parcel_name(campaign, side))
    write_parcel(campaign, side, path)
    say(f"{path} is for {definition.player(side, session.header.players)}: send it.")
    say(f"It is taken in by `wargame receive {path.name}`.")
    if session.ask is not None and session.ask.side != side:
        warn(f"wargame: the open question is for {definition.player(session.ask.side, {})}.")
    return code_of(campaign)


@click.command("receive")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", help="Keep it as a save of this name, whatever there is already.")
def receive_command(file: Path, name: str | None) -> int:
    """Take in a FILE that the other player sent: add what is new to the save it goes on from.

    A campaign that is not known here becomes a new save. Answers are only added; where the two records
    have parted, nothing is written and the answer is named.
    """
    arrival = receive(file, named(name).stem if name else "")
    with Campaign.open(arrival.path, write=False) as campaign:
        secret = campaign.session.secrets
        say(said_of(arrival))
        if arrival.outcome == "forked":
            for whose, records in (("here", arrival.ours), ("in the file", arrival.more)):
                say(f"  {whose}: {told(records[0], secret=secret)}, {counted(records)} in all")
            say(f"`wargame receive {file} --as NAME` keeps it beside yours.")
            return PARTED
        if arrival.outcome in ("new", "on"):
            _brief(campaign, arrival)
        tell_notices(campaign)
        return code_of(campaign)


def _brief(campaign: Campaign, arrival: Arrival) -> None:
    """What whoever decides now must know."""
    session = campaign.session
    for record in arrival.more:
        if isinstance(record, Takeback) and record.taken:
            agreed = "with consent" if record.consent else "before anything came out"
            say(f"Taken back to answer {record.to}, {agreed}.")
    if session.ask is None:
        say("The game is over.")
        return
    lines = list(briefing_lines(session, session.ask.side))
    if lines:
        say(f"Since the last turn of {campaign.definition.player(session.ask.side, {})}:")
    for line in lines:
        say(f"  {line}")
    who = campaign.definition.player(session.ask.side, session.header.players)
    say(f"{who} decides: {shown(session.ask.prompt)}")
