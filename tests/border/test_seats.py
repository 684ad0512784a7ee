"""Seats decide by orders, on or as a proposal; asides are said at any question and change no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.border import BORDER
from tests.border.seats import ASIDES, Fire
from tests.border.table import SCENARIO, asked, hexes, lay, start, where
from tests.flow.test_resume import resumed
from tests.flow.test_undo import snapshot
from tests.toy.content import ToyGame
from wargame import games
from wargame.cli.line.loop import LineMode
from wargame.flow.ask import IllegalAnswer
from wargame.flow.definition import Wording
from wargame.flow.journal import Teller
from wargame.flow.record import Entry
from wargame.flow.script import RulesBug
from wargame.flow.seat import Decision, is_by_seat
from wargame.flow.session import Session, new_header
from wargame.flow.verify import verify
from wargame.model import events as ev
from wargame.store.campaign import Campaign
from wargame.store.load import load
from wargame.tui.play import Play

Lists = dict[str, tuple[int, ...] | tuple[str, ...]]
EAST = "march r1 0203-0303-0403"


def watched(word: str, dice: tuple[int, ...] = ()) -> Session:
    """Red is about to march into a hex that Blue watches, with orders for its fire."""
    orders: tuple[str, ...] = (word,) if word else ()
    lists: Lists = {"watch.blue": hexes("0303", "0403"), "orders.blue": orders}
    return lay("border.red.order", {"r1": "0203", "b1": "0806"}, dice=dice, lists=lists)


def decided(entry: Entry) -> ev.Decided:
    """What a seat's entry opens with."""
    assert isinstance(entry.events[0], ev.Decided)
    return entry.events[0]


# -- seats -----------------------------------------------------------------------------------


def test_a_seat_decides_and_each_decision_is_an_entry_with_its_working() -> None:
    session = watched("hold")
    entry = session.answer(EAST)
    first, second = session.entries[entry.n + 1 :]
    assert ("blue", "border.react", "pass") == (first.side, first.key, first.answer)
    working = (("fire", 2), ("hold", 1))
    assert ev.Decided("blue", "border.react", "pass", working, "BRD-MV-03") == decided(first)
    assert [False, True, True] == [is_by_seat(e) for e in (entry, first, second)]
    assert (("red", "border.order"), "0403") == (asked(session), where(session, "r1"))


def test_the_journal_tells_what_orders_decided() -> None:
    session = watched("hold")
    session.answer(EAST)
    tell = Teller(BORDER, session.game, session.steps).line
    line = tell(session.entries[-1].events[0])
    assert line is not None
    assert ("The Blue side decides by its orders: pass.", "BRD-MV-03") == (line.text, line.rule)
    row = ev.Decided("blue", "holds", "b1", (), "BRD-BT-01")
    words = replace(BORDER, journal=Wording(lambda: {"holds": "{chosen:unit} holds."}))
    line = Teller(words, session.game, session.steps).line(row)
    assert line is not None
    assert "Blue 1 holds." == line.text


def test_without_orders_its_player_is_asked() -> None:
    session = watched("")
    session.answer(EAST)
    assert ("blue", "border.react") == asked(session)
    assert session.proposal is None


def test_a_proposal_is_accepted_or_answered_otherwise() -> None:
    session, other = watched("propose", (1, 1)), watched("propose")
    for each in (session, other):
        each.answer(EAST)
    assert Decision("fire", (("fire", 2), ("hold", 1)), confirm=True) == session.proposal
    assert session.why_not("accept") is None
    entry = session.answer("accept")
    assert ("fire", False) == (entry.answer, is_by_seat(entry))
    assert "pass" == other.answer("pass").answer


def test_accept_is_no_answer_where_nothing_is_proposed() -> None:
    session = watched("")
    session.answer(EAST)
    with pytest.raises(IllegalAnswer):
        session.answer("accept")


def test_undo_goes_past_what_seats_decided_to_the_last_answer_of_a_player() -> None:
    session = watched("hold")
    before = snapshot(session)
    session.answer(EAST)
    after = snapshot(session)
    assert 3 == session.barrier()[0] == session.n  # the other side's decision, seat or not
    with pytest.raises(IllegalAnswer, match="other side's decision"):
        session.undo()
    session.undo(consent=True)
    assert before == snapshot(session)
    session.answer(session.redo[-1])
    assert (after, []) == (snapshot(session), session.redo)


def test_undo_never_stops_where_a_seat_would_decide_again() -> None:
    session = watched("hold")
    session.answer(EAST)
    assert 0 == session.undo(2, consent=True).to


def test_what_seats_alone_have_answered_cannot_be_taken_back() -> None:
    first = BORDER.load(SCENARIO).sequence

    class Always:
        def plays(self, _g: ToyGame, side: str) -> bool:
            return side == "red"

        def decide(self, _known: ToyGame, _ask: object) -> Decision:
            return Decision("pass")

    game = replace(BORDER, seats=(Always(),))
    session = Session.start(game, new_header(game, SCENARIO, 1))
    session.settle()
    assert (first.id, "blue") == ("border.game", asked(session)[0])
    with pytest.raises(IllegalAnswer, match="no answer to take back"):
        session.undo(consent=True)


def test_recorded_decisions_are_never_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = watched("hold")
    session.answer(EAST)
    monkeypatch.setattr(Fire, "decide", lambda *_: Decision("fire"))
    assert snapshot(session) == snapshot(resumed(session))
    laid = start()
    laid.answer("orders hold")
    verdict = verify(laid.definition, laid.header, laid.entries)
    assert (True, "") == (verdict.ok, verdict.reason)


def test_a_decision_inside_an_unfinished_pass_is_given_again_as_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two sides react in one pass: the first by its orders, the second is a player."""
    here = hexes("0403")
    lists: Lists = {"watch.blue": here, "watch.red": here, "orders.blue": ("hold",)}
    monkeypatch.setattr(
        "tests.border.marches.watchers",
        lambda g, _side, at: ["blue", "red"] if at in g.state.lists["watch.blue"] else [],
    )
    session = lay("border.red.order", {"r1": "0203", "b1": "0806"}, lists=lists)
    session.answer(EAST)
    assert (("red", "border.react"), 1) == (asked(session), session.entries[-1].open_answers)
    assert is_by_seat(session.entries[-1])
    assert snapshot(session) == snapshot(resumed(session))


def test_an_illegal_decision_leaves_the_question_to_its_player() -> None:
    class Wrong(Fire):
        def decide(self, *_: object) -> Decision:
            return Decision("retreat")

    session = watched("hold")
    session.definition = replace(BORDER, seats=(Wrong(),))
    session.answer(EAST)
    assert ("blue", "border.react") == asked(session)


def test_a_save_that_breaks_off_before_a_decision_settles_when_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "MODULES", {"border": "tests.border:BORDER"})
    path = tmp_path / "a.wg"
    with Campaign.new(SCENARIO, 1, path) as campaign:
        for answer in ("pass", "orders fire", "watch 0303 0402 0403 0401 0502", "pass"):
            campaign.answer(answer)
        while not is_by_seat(campaign.session.entries[-1]):
            ask = campaign.session.ask
            assert ask is not None
            ways = [o.answer for o in ask.options() if o.answer.startswith("march r")]
            campaign.answer(ways[-1] if ways else "pass")
        entries = list(campaign.session.entries)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]))
    with Campaign.open(path) as again:
        assert entries == again.session.entries
    assert whole == path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]))
    with Campaign.open(path, write=False) as looked:
        assert entries[:-1] == looked.session.entries


# -- asides ----------------------------------------------------------------------------------


def test_an_aside_touches_its_list_and_the_question_stays() -> None:
    session = start()
    before = session.ask
    entry = session.answer("Orders HOLD")
    assert ("red", "aside", "orders hold") == (entry.side, entry.key, entry.answer)
    assert before is session.ask
    assert ["hold"] == session.state.lists["orders.red"]
    session.answer("orders off")
    assert "orders.red" not in session.state.lists


def test_an_aside_that_is_refused_changes_nothing() -> None:
    session = start()
    before = snapshot(session)
    with pytest.raises(IllegalAnswer, match="fire, hold, propose or off"):
        session.answer("orders attack")
    assert session.why_not("watch 9999") is not None
    assert before == snapshot(session)


def test_an_aside_in_the_middle_of_a_pass_is_given_again_in_its_place() -> None:
    session = watched("", (4,))
    session.answer(EAST)
    for answer in ("orders propose", "watch 0303"):
        session.answer(answer)
        assert snapshot(session) == snapshot(resumed(session))
    assert (2, "fire") == (session.entries[-1].open_answers, session.proposal and "fire")
    seen = snapshot(session)
    session.undo()
    session.answer(session.redo[-1])
    assert (seen, []) == (snapshot(session), session.redo)
    session.answer("accept")
    assert ("red", "border.order") == asked(session)


def test_orders_given_aside_bite_at_once() -> None:
    session = watched("")
    session.answer(EAST)
    entry = session.answer("orders hold")
    assert ["pass", "pass"] == [e.answer for e in session.entries[entry.n + 1 :]]


def test_a_concession_in_the_middle_of_a_battle_ends_the_game_and_can_be_taken_back() -> None:
    session = lay("border.red.combat", {"r1": "0303", "b1": "0403"})
    session.answer("attack 0403 from 0303")
    assert ("red", "border.tactics") == asked(session)
    before = snapshot(session)
    session.answer("concede")
    ended = session.state.ended
    assert ended is not None
    assert (None, "blue", []) == (session.ask, ended.winner, session.state.frames)
    assert snapshot(session) == snapshot(resumed(session))
    session.undo()
    assert before == snapshot(session)


def test_an_aside_may_touch_only_lists_and_the_ending() -> None:
    def walks(g: ToyGame, side: str, _words: tuple[str, ...]) -> None:
        g.set_track("turn", 3, rule=side)

    session = start()
    cheat = replace(ASIDES["concede"], say=walks)
    session.definition = replace(BORDER, asides={"concede": cheat})
    before = snapshot(session)
    with pytest.raises(RulesBug, match="said aside, but caused TrackSet"):
        session.answer("concede")
    assert before == snapshot(session)


def test_the_other_side_hears_that_something_was_said_and_not_what() -> None:
    session = start()
    session.answer("watch 0403")
    assert "hidden" == session.told_to("blue")[-1].answer
    assert "watch.red" not in session.seen_by("blue").state.lists
    assert hexes("0403") == tuple(session.seen_by("red").state.lists["watch.red"])


def to_a_proposal(session: Session, give: Callable[[str], object]) -> None:
    """Red proposes to fire at whoever marches from Blue's side; a Blue unit does."""
    give("orders propose")
    give("watch 0602 0601 0702 0502 0501 0603 0604")
    while asked(session)[1] != "border.react":
        ask = session.ask
        ways = [o.answer for o in ask.options() if "-" in o.answer] if ask else []
        give(ways[-1] if ways and asked(session)[0] == "blue" else "pass")


def accepted(session: Session) -> tuple[str, bool]:
    """The last answer about fire, and whether a seat gave it."""
    entry = next(e for e in reversed(session.entries) if e.key == "border.react")
    return entry.answer, is_by_seat(entry)


@pytest.fixture
def campaign(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Campaign]:
    """A saved game at its first question."""
    monkeypatch.setattr(games, "MODULES", {"border": "tests.border:BORDER"})
    with Campaign.new(SCENARIO, 1, tmp_path / "a.wg") as found:
        yield found
    assert [] == load(tmp_path / "a.wg").problems


def test_line_mode_shows_proposals_and_asides_and_takes_both(campaign: Campaign) -> None:
    said: list[str] = []
    mode = LineMode(campaign, lambda: None, said.append)
    mode.ask_all()
    assert "At any question of yours: orders fire; orders hold" in "\n".join(said)
    to_a_proposal(campaign.session, mode.take)
    mode.ask_all()
    assert "Proposed by your orders: fire. `accept` gives it." in said
    mode.take("accept")
    assert ("fire", False) == accepted(campaign.session)


def test_the_table_says_what_is_proposed_and_takes_it(campaign: Campaign) -> None:
    play = Play(campaign)
    to_a_proposal(campaign.session, play.answer)
    assert play.message is not None
    assert 'Your orders propose "fire". {commit} twice gives it.' == play.message.text
    assert ("Enter", "as your orders propose") == play.view().keys[0]
    assert play.act("commit") is None
    assert 'By your orders: "fire". {commit} again gives it.' == play.message.text
    assert play.act("commit") is not None
    assert ("fire", False) == accepted(campaign.session)
