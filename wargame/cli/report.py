"""The report command: a game as one file that can be sent to whoever mends the program."""

from __future__ import annotations

import click

from wargame.cli.doctor import examine
from wargame.cli.out import say, write_out
from wargame.cli.save_argument import code_of, opened
from wargame.cli.words import SAVE
from wargame.exports.fault_report import SENT, report
from wargame.exports.files import beside
from wargame.exports.installation import fact_lines
from wargame.flow.verify import Verdict
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.folder import address
from wargame.store.proof import verdict_of
from wargame.store.revive import FOLD_ERRORS


@click.command("report")
@click.argument("save", type=SAVE)
@click.option(
    "--out", help="Name or path of the file; NAME-report.txt beside the saves if left out."
)
@click.option("--about", default="", help="What went wrong, in your own words.")
def report_command(save: str, *, out: str | None, about: str) -> int:
    """Put SAVE without names, with versions, doctor and proof, into one text file to send."""
    stem = address(save)[0].stem
    try:
        campaign: Campaign | None = opened(save)
    except SaveError as error:
        campaign, about = None, f"{about}\nThe save cannot be opened: {error}".strip()
    verdict, failed = _verdict(campaign) if campaign else (None, "")
    wrong = "\n".join(part for part in (about, failed) if part)
    text = report(campaign, wrong=wrong, verdict=verdict, facts=fact_lines(examine()))
    path = beside(out or f"{stem}-report.txt")
    write_out(path, text)
    say(f"The report is in {path}. {SENT}")
    return code_of(campaign) if campaign else 0


def _verdict(campaign: Campaign) -> tuple[Verdict | None, str]:
    """Whether the record proves, and why nobody can tell."""
    try:
        return verdict_of(campaign), ""
    except FOLD_ERRORS as error:
        return None, f"The proof fails: {type(error).__name__}: {error}"
