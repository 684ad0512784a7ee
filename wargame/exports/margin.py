"""What stands in the margin of a game: notes, bookmarks and takebacks, where they were made."""

from __future__ import annotations

from wargame.exports.lines import clean
from wargame.flow.journal import Line, Teller, sentence
from wargame.flow.record import Entry, Takeback
from wargame.model.state import Side
from wargame.store.campaign import Campaign
from wargame.store.remark import MARKS, Remark

KIND = "remark"
"""Of its lines in a journal."""
_TOLD = 3
"""Answers of one takeback that are told in words."""


def marks_of(campaign: Campaign, viewer: Side | None = None) -> list[Remark]:
    """Notes and bookmarks in the order of the game: those that *viewer* may read."""
    open_to_all = viewer is None or not campaign.session.secrets
    marks = [remark for remark in campaign.remarks if remark.kind in MARKS]
    marks = [remark for remark in marks if open_to_all or remark.author in ("", viewer)]
    return sorted(marks, key=lambda remark: remark.place)


def margin(campaign: Campaign, viewer: Side | None = None) -> dict[int, tuple[Line, ...]]:
    """By answer what *viewer* may read beside it.

    What belongs to an answer that was taken back itself stands at the last one before it.
    """
    found: dict[int, tuple[Line, ...]] = {}
    last = campaign.session.n
    lowest, takebacks = last, []
    for record in reversed(campaign.takebacks):
        lowest = min(lowest, record.to)
        takebacks.append((lowest, took_back(campaign, record, viewer)))
    marks = [(min(mark.place, last), _noted(mark)) for mark in marks_of(campaign, viewer)]
    for place, text in (*marks, *reversed(takebacks)):
        found[place] = (*found.get(place, ()), Line(clean(text), "", KIND))
    return found


def _noted(mark: Remark) -> str:
    return f"{mark.kind.capitalize()}: {' '.join(mark.text.split())}"


def took_back(campaign: Campaign, record: Takeback, viewer: Side | None) -> str:
    """Who took back which answers; what they were is kept back with a game's other secrets."""
    if not record.taken and record.salt:
        return "Here this game branched off; other dice fall from here"
    titles = {side.id: side.title for side in campaign.definition.sides}
    consent = ", the other side consenting" if record.consent else ""
    consent += "; other dice fall from here" if record.salt else ""
    first, count = record.to + 1, len(record.taken)
    which = f"answer {first}" if count == 1 else f"answers {first} to {record.to + count}"
    told = f"The {titles.get(record.by, record.by)} side took back {which}{consent}"
    if viewer is not None and campaign.session.secrets:
        return told
    more = [f"and {count - _TOLD} more"] if count > _TOLD else []
    return f"{told}: {'; '.join([*(_said(campaign, e) for e in record.taken[:_TOLD]), *more])}"


def _said(campaign: Campaign, entry: Entry) -> str:
    session = campaign.session
    lines = list(Teller(session.definition, session.game, session.steps).lines(entry.events))
    return sentence(session.definition, session.game, entry, lines).rstrip(".")
