"""The full check of a record: play every answer through the rules and compare all it caused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import GameDefinition
from wargame.flow.draws import draws, loaded_dice
from wargame.flow.game import Game
from wargame.flow.journal import Teller
from wargame.flow.lab import prepare_lab
from wargame.flow.opening import digest_of, opening_fault
from wargame.flow.record import FORMAT, Entry, Header, Takeback
from wargame.flow.session import RulesBug, Session, open_table
from wargame.model.codec import event_to_json, same_position
from wargame.model.events import Decided, Event

Cause: TypeAlias = Literal["", "rules", "tampered"]
_STUMBLES = (RulesBug, ValueError, LookupError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verification found."""

    ok: bool
    answers: int
    rolls: int
    chain: str
    first_bad: int | None
    reason: str = ""
    cause: Cause = ""
    """Whether rules or data were corrected since, or these very rules never made the record."""
    recorded: str = ""
    """The first event that differs, as the record has it; "" where it has none."""
    now: str = ""
    """What the rules of today do there; "" for nothing."""


def verify(
    definition: GameDefinition,
    header: Header,
    entries: Sequence[Entry],
    released: Collection[str] = (),
    turned: Mapping[int, str] | None = None,
    *,
    enough: Callable[[], bool] = bool,
) -> Verdict:
    """Replay *entries* from the start; `first_bad` is the first answer that differs.

    *enough* is asked before each answer and may end it early: what was replayed until then is the verdict's.

    The opening must be the scenario's own: that of today, or one of those *released* (their prints).

    Where the game's data have changed since, what was weighed for a decision may be told in another way.
    *turned* says where the chance of a strict game was turned (`Session.turned`).
    """
    try:
        if fault := opening_fault(definition, header, released):
            return Verdict(False, 0, 0, header.genesis(), 0, fault, "tampered")
        session = Session.start(definition, header, prepare_lab(definition, header.lab))
    except _STUMBLES as error:
        reason = f"it cannot be opened: {error}"
        return Verdict(False, 0, 0, header.genesis(), 0, reason, _cause(definition, header))
    session.turned.update(turned or {})
    table, chain = open_table(definition, header), session.chain
    changed = header.digest != digest_of(definition, header.scenario)
    for entry in entries:
        if enough():
            return Verdict(True, max(session.n, 0), session.state.drawn, chain, None)
        reason = _play(session, entry)
        if header.format == FORMAT:
            reason = reason or _compare(session, entry, told_anew=changed)
        else:
            reason = reason or _compare_positions(session, table, entry)
        if reason:
            bad = Verdict(False, entry.n, session.state.drawn, session.chain, entry.n, reason)
            return _explained(bad, session, entries)
        chain = entry.chain if changed else session.chain
    return Verdict(True, len(entries) - 1, session.state.drawn, chain, None)


def _cause(definition: GameDefinition, header: Header) -> Cause:
    """Why a record can differ from what the rules of today make of it."""
    same = header.ruleset == definition.ruleset
    return (
        "tampered" if same and header.digest == digest_of(definition, header.scenario) else "rules"
    )


def _explained(verdict: Verdict, session: Session, entries: Sequence[Entry]) -> Verdict:
    """The verdict with the first event that differs, recorded and now, and why it can.

    Dice that the seed never gave are nobody's correction, whatever rules the save was begun under.
    """
    definition, header, n = session.definition, session.header, verdict.answers
    turned = [
        Takeback(at, "", consent=False, chain="", salt=salt) for at, salt in session.turned.items()
    ]
    cause = _cause(definition, header)
    if cause == "rules" and loaded_dice(draws(definition, header, _laid(entries, turned))):
        return replace(verdict, cause="tampered", reason="its dice are not those of its seed")
    made = session.entries[n].events if session.n == n else ()
    pairs = zip_longest(entries[n].events, made)
    recorded, now = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    tell = Teller(definition, session.game, session.steps)
    return replace(verdict, cause=cause, recorded=_told(tell, recorded), now=_told(tell, now))


def _laid(entries: Sequence[Entry], turned: Sequence[Takeback]) -> list[Entry | Takeback]:
    """The answers that stand, with the places at which chance was turned between them."""
    found: list[Entry | Takeback] = []
    for entry in entries:
        found += [entry, *(mark for mark in turned if mark.to == entry.n)]
    return found


def _told(tell: Teller, event: Event | None) -> str:
    """An event in words, else by its name and fields."""
    if event is None:
        return ""
    line = tell.line(event)
    if line is not None:
        return line.text
    kind, *fields = event_to_json(event)
    return f"{kind} {', '.join(str(value) for value in fields if value not in ('', []))}"


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
