"""The full check of a record: play every answer through the rules and compare all it caused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import GameDefinition
from wargame.flow.lab import prepare_lab
from wargame.flow.record import Entry, Header
from wargame.flow.session import RulesBug, Session


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verification found."""

    ok: bool
    answers: int
    rolls: int
    chain: str
    first_bad: int | None
    reason: str = ""


def verify(definition: GameDefinition, header: Header, entries: Sequence[Entry]) -> Verdict:
    """Replay *entries* from the start; `first_bad` is the first answer that differs."""
    try:
        session = Session.start(definition, header, prepare_lab(definition, header.lab))
    except (RulesBug, ValueError, LookupError) as error:
        return Verdict(False, 0, 0, header.genesis(), 0, f"it cannot be opened: {error}")
    for entry in entries:
        reason = _play(session, entry)
        if reason:
            return Verdict(False, entry.n, session.state.drawn, session.chain, entry.n, reason)
    return Verdict(True, len(entries) - 1, session.state.drawn, session.chain, None)


def _play(session: Session, entry: Entry) -> str:
    """Give the answer of *entry*; what differs from the record, "" if nothing."""
    if entry.n > 0:
        try:
            session.answer(entry.answer)
        except (IllegalAnswer, RulesBug) as error:
            return str(error)
    if session.entries[-1].chain != entry.chain:
        return "it caused other events than the record says"
    return "" if session.entries[-1] == entry else "its line says something else than its chain"
