"""All that whoever mends the program wants to know of a game, in one text that names no player."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from wargame.exports.installation import fact_lines, installation
from wargame.exports.lines import clean
from wargame.flow.verify import Verdict
from wargame.store.campaign import Campaign
from wargame.store.errors import SaveError
from wargame.store.home import reports_folder
from wargame.store.revive import FOLD_ERRORS
from wargame.store.save import lines_of
from wargame.store.whole import write_new

_LAST = 10
"""How many answers are told beside the save."""
SENT = (
    "It names no player and holds no note, bookmark or PIN; it holds every answer, and so what either "
    "side keeps secret."
)
_HEAD = (
    "A report of the wargame program, to be sent to whoever mends it.",
    SENT,
    "All from the first line that begins with a brace is the save: in a file of its own it opens.",
)


def report(
    campaign: Campaign | None,
    *,
    wrong: BaseException | str = "",
    verdict: Verdict | None = None,
    facts: Sequence[str] | None = None,
) -> str:
    """The text: what went wrong, versions and doctor, the proof, the last answers, the save.

    *facts* are the doctor's lines, those that need no terminal if left out.
    """
    lines = [*_HEAD, "", f"written: {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC"]
    lines += [f"system: {sys.platform}", *(fact_lines(installation()) if facts is None else facts)]
    if wrong:
        told = wrong if isinstance(wrong, str) else "".join(traceback.format_exception(wrong))
        lines += ["", "what went wrong:", *(f"  {line}" for line in told.rstrip().splitlines())]
    if campaign is not None:
        lines += ["", *_told(campaign, verdict), "", *nameless(campaign)]
    body = (x if x.startswith('{"') else _private(x, campaign) for x in lines)
    return "".join(f"{line}\n" for line in body)


def _private(line: str, campaign: Campaign | None) -> str:
    """A line without the name of the save, which may tell who plays, and of the folder of its owner."""
    if campaign and campaign.path:
        line = line.replace(str(campaign.path), "the save").replace(campaign.path.name, "the save")
    return clean(line).replace(str(Path.home()), "~")


def nameless(campaign: Campaign) -> list[str]:
    """The lines of a save without names of players, notes, bookmarks and PINs; its proof holds."""
    header = replace(campaign.session.header, players={})
    kept = [remark for remark in campaign.remarks if remark.kind == "rules"]
    return lines_of(header, [*campaign.chronicle, *kept])


def _told(campaign: Campaign, verdict: Verdict | None) -> Iterator[str]:
    """The campaign in a few lines."""
    session = campaign.session
    header = session.header
    yield f"scenario: {campaign.scenario}, ruleset {header.ruleset}"
    yield f"begun with: version {header.program or 'unknown'}, format {header.format}"
    yield f"at: answer {session.n}, segment {session.segment or '(over)'}"
    yield f"chain: {session.chain}"
    if verdict is not None:
        said = "it holds" if verdict.ok else f"answer {verdict.first_bad}: {verdict.reason}"
        yield f"proof: {said}"
    yield from (f"notice: {notice}" for notice in campaign.notices)
    if campaign.takebacks:
        yield f"takebacks: {len(campaign.takebacks)}"
    yield "last answers:"
    yield from (f"  {e.n} {e.side} {e.segment} {e.answer}" for e in session.entries[-_LAST:])


def write_fault(error: BaseException, campaign: Campaign | None) -> Path | None:
    """Write down a fault of the program; where, None if that failed."""
    try:
        text = report(campaign, wrong=error)
    except FOLD_ERRORS:  # the record itself is what fails
        text = report(None, wrong=error)
    folder = reports_folder()
    stamp = f"fault-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path, number = folder / f"{stamp}.txt", 1
        while path.exists():
            number += 1
            path = folder / f"{stamp}-{number}.txt"
        write_new(path, text.encode(errors="replace"))
    except (OSError, SaveError):
        return None
    return path
