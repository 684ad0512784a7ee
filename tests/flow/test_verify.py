"""The full check finds whatever was tampered with, at the right answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.flow.table import header, play, start
from tests.toy import TOY
from tests.toy.content import ToyGame
from wargame.flow.record import Entry, write_entry
from wargame.flow.script import SEGMENTS, Next, then
from wargame.flow.session import Session
from wargame.flow.verify import verify
from wargame.model import events as ev
from wargame.model.codec import opening_print, state_from_json


def forged(entries: list[Entry], n: int, answer: str) -> list[Entry]:
    """The record with another answer at *n*, and all chain values computed anew."""
    found = entries[:n]
    for old in entries[n:]:
        said = answer if old.n == n else old.answer
        facts = (old.n, old.side, old.segment, old.key, said)
        found.append(
            write_entry(found[-1].chain, facts, old.events, (old.open_events, old.open_answers))
        )
    return found


def test_an_honest_game_verifies() -> None:
    session = play(start(4))
    verdict = verify(TOY, session.header, session.entries)
    assert verdict.ok
    assert verdict.first_bad is None
    assert (verdict.answers, verdict.chain) == (session.n, session.chain)
    assert verdict.rolls == session.state.drawn > 0


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_forged_answer_is_found_at_its_number(n: int) -> None:
    session = play(start(4))
    assert session.entries[n].answer != "pass"
    verdict = verify(TOY, session.header, forged(session.entries, n, "pass"))
    assert (verdict.ok, verdict.first_bad) == (False, n)


def test_a_forged_die_is_found() -> None:
    session = play(start(4))
    n = next(entry.n for entry in session.entries if entry.n and entry.rolled)
    entries = list(session.entries)
    old = entries[n]
    events = tuple(_loaded(event) for event in old.events)
    facts = (old.n, old.side, old.segment, old.key, old.answer)
    running = (old.open_events, old.open_answers)
    entries[n] = write_entry(entries[n - 1].chain, facts, events, running)
    assert verify(TOY, session.header, entries).first_bad == n


def test_an_answer_changed_in_its_line_only_is_found() -> None:
    session = play(start(4))
    entries = list(session.entries)
    entries[3] = entries[3]._replace(answer=entries[3].answer.upper())
    assert verify(TOY, session.header, entries).first_bad == 3


def test_an_answer_after_the_end_is_found() -> None:
    session = play(start(4))
    last = session.entries[-1]
    facts = (last.n + 1, last.side, last.segment, last.key, "pass")
    more = write_entry(last.chain, facts, (), (0, 0))
    verdict = verify(TOY, session.header, [*session.entries, more])
    assert verdict.first_bad == last.n + 1
    assert "over" in verdict.reason


def test_another_seed_is_found_at_the_opening() -> None:
    session = play(start(4))
    other = replace(header(5), state=header(5).state)
    assert verify(TOY, other, session.entries).first_bad == 0


def test_a_changed_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(start(4))

    async def nothing(_g: ToyGame) -> Next:
        return then("no such segment")

    monkeypatch.setitem(SEGMENTS, "toy.weather", nothing)
    verdict = verify(TOY, session.header, session.entries)
    assert (verdict.ok, verdict.first_bad) == (False, 0)


def test_a_corrected_rule_is_told_from_a_forgery(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(start(4))
    n = next(e.n for e in session.entries if any(isinstance(x, ev.HexTaken) for x in e.events))
    monkeypatch.setattr("wargame.flow.game.Game.take", lambda *_, **__: None)
    for ruleset, cause in ((TOY.ruleset, "tampered"), ("2", "rules")):
        game = replace(TOY, ruleset=ruleset)
        verdict = verify(game, session.header, session.entries)
        assert (verdict.ok, verdict.first_bad, verdict.cause) == (False, n, cause)
        assert "takes" in verdict.recorded
        assert "takes" not in verdict.now


def test_loaded_dice_are_nobodys_correction() -> None:
    session = play(start(4))
    entries = list(session.entries)
    for n in range(1, len(entries)):
        old = entries[n]
        facts = (old.n, old.side, old.segment, old.key, old.answer)
        events = tuple(map(_loaded, old.events))
        running = (old.open_events, old.open_answers)
        entries[n] = write_entry(entries[n - 1].chain, facts, events, running)
    verdict = verify(replace(TOY, ruleset="2"), session.header, entries)
    assert (verdict.ok, verdict.cause) == (False, "tampered")
    assert "not those of its seed" in verdict.reason


def test_answers_taken_back_leave_a_record_that_verifies() -> None:
    session = start(4)
    play(session, 5)
    session.undo(2, consent=True)
    play(session, seed=9)
    assert verify(TOY, session.header, session.entries).ok
    assert isinstance(session, Session)


def _loaded(event: ev.Event) -> ev.Event:
    if isinstance(event, ev.DiceRolled):
        return event._replace(dice=tuple(7 - die for die in event.dice))
    return event._replace(roll=event.roll + 1) if isinstance(event, ev.ItemDrawn) else event


def with_opening(**changes: object) -> Session:
    """A game played through from an opening that was changed, its record whole and well chained."""
    opening = header(4)
    changed = replace(opening, state={**opening.state, **changes}, digest="foreign")
    return play(Session.start(TOY, changed))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"script": [6, 6, 6]}, "dice were laid out"),
        ({"seed": 5}, "seed"),
        ({"drawn": 1}, "laid out as the scenario says"),
        ({"tracks": {"turn": 2}}, "laid out as the scenario says"),
    ],
)
def test_loaded_dice_and_a_table_laid_out_otherwise_are_found_whatever_the_digest(
    changes: dict[str, object], reason: str
) -> None:
    session = with_opening(**changes)
    verdict = verify(TOY, session.header, session.entries)
    assert (verdict.ok, verdict.first_bad) == (False, 0)
    assert reason in verdict.reason


def test_an_opening_that_was_released_once_is_proved() -> None:
    session = with_opening(tracks={**header(4).state["tracks"], "of-old": 1})
    released = [opening_print(state_from_json(session.header.state))]
    assert not verify(TOY, session.header, session.entries).ok
    assert verify(TOY, session.header, session.entries, released).ok
