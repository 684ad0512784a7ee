"""The full check of a record: play every answer through the rules and compare all it caused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.lab import prepare_lab
from wargame.flow.opening import digest_of, opening_fault
from wargame.flow.record import FORMAT, Entry, Header
from wargame.flow.session import RulesBug, Session, open_table
from wargame.model.codec import same_position
from wargame.model.events import Decided


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verification found."""

    ok: bool
    answers: int
    rolls: int
    chain: str
    first_bad: int | None
    reason: str = ""


def verify(
    definition: GameDefinition,
    header: Header,
    entries: Sequence[Entry],
    released: Collection[str] = (),
) -> Verdict:
    """Replay *entries* from the start; `first_bad` is the first answer that differs.

    The opening must be the scenario's own: that of today, or one of those *released* (their prints).

    Where the game's data have changed since, what was weighed for a decision may be told in another way.
    """
    try:
        if fault := opening_fault(definition, header, released):
            return Verdict(False, 0, 0, header.genesis(), 0, fault)
        session = Session.start(definition, header, prepare_lab(definition, header.lab))
    except (RulesBug, ValueError, LookupError, TypeError, AttributeError) as error:
        return Verdict(False, 0, 0, header.genesis(), 0, f"it cannot be opened: {error}")
    table, chain = open_table(definition, header), session.chain
    changed = header.digest != digest_of(definition, header.scenario)
    for entry in entries:
        reason = _play(session, entry)
        if header.format == FORMAT:
            reason = reason or _compare(session, entry, told_anew=changed)
        else:
            reason = reason or _compare_positions(session, table, entry)
        if reason:
            return Verdict(False, entry.n, session.state.drawn, session.chain, entry.n, reason)
        chain = entry.chain if changed else session.chain
    return Verdict(True, len(entries) - 1, session.state.drawn, chain, None)


def _play(session: Session, entry: Entry) -> str:
    """Give the answer of *entry*; what stands against it, "" if nothing."""
    if entry.n > 0:
        try:
            session.give_again(entry)
        except (IllegalAnswer, RulesBug, LookupError, TypeError, AttributeError) as error:
            return str(error)
    return ""


def _compare(session: Session, entry: Entry, *, told_anew: bool) -> str:
    """What differs from the record, "" if nothing."""
    if told_anew and _facts(session.entries[-1]) == _facts(entry):
        return ""
    if session.entries[-1].chain != entry.chain:
        return "it caused other events than the record says"
    return "" if session.entries[-1] == entry else "its line says something else than its chain"


def _facts(entry: Entry) -> Entry:
    """An entry without what was weighed in it, and without its text and chain."""
    events = tuple(e._replace(working=()) if isinstance(e, Decided) else e for e in entry.events)
    return entry._replace(events=events, body="", chain="")


def _compare_positions(session: Session, table: Game[Any], entry: Entry) -> str:
    """The same for a record of an older format, whose events held words that are now made when shown."""
    table.emit_all(entry.events)
    if same_position(session.state, table.state):
        return ""
    return "it led to another position than the record says"
