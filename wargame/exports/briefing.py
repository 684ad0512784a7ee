"""What a side must know before it decides, in lines: what happened since its last turn."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.exports.lines import clean, ruled
from wargame.flow.journal import Teller
from wargame.flow.recap import last_turn, recap
from wargame.flow.session import Session
from wargame.model.state import Side


def briefing_lines(session: Session, side: Side) -> Iterator[str]:
    """Its own troops first, then draws, then the rest; nothing where nothing happened."""
    told = session.told_to(side)
    seen = session.seen_by(side)
    units = seen.state.units
    teller = Teller(session.definition, seen, session.steps)
    by = session.by_table
    first, end = last_turn(session.entries, side, session.steps, by, teller.ends_a_turn)
    found = recap(
        told[first:end], side, teller, lambda unit: units[unit].side if unit in units else ""
    )
    for title, lines in found.sections:
        kept = [line for line in lines if line.kind != "segment"]
        if kept:
            yield f"{title}:"
            yield from (f"  {clean(ruled(line.text, line.rule))}" for line in kept)
