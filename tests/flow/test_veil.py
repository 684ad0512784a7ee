"""What a side may not know: permuting the other side's secrets changes nothing that it sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.flow.table import play, start
from tests.night import NIGHT
from tests.night.content import FACE_DOWN
from tests.night.story import LAST, STORY, TRUTH, tell, truth_but, unveiled
from tests.night.veil import SHEER
from tests.toy.content import OTHER
from wargame.flow.replay import Replay
from wargame.flow.session import Session
from wargame.flow.veil import BYSTANDER, UNKNOWN
from wargame.model.codec import state_to_json
from wargame.model.state import Side

VIEWERS = {"red": ("blue",), "blue": ("red",), BYSTANDER: ("red", "blue")}
"""Each viewer, and whose secrets are kept from it."""


def seen(session: Session, side: Side) -> tuple[Any, ...]:
    """Everything the kernel hands out for *side*, order included."""
    game, told = session.seen_by(side), session.told_to(side)
    ask = session.ask
    asked: tuple[object, ...] = ()
    if ask is not None and ask.side == side:
        asked = ask.prompt, tuple(ask.options()), session.barrier()
    position = repr(state_to_json(game.state))
    board = game.board.at, game.board.zoc, game.board.here, game.board.on_map
    replay = Replay(session.definition, session.header, session.entries, side)
    film = []
    for n in range(len(told)):
        replay.seek(n)
        film.append((repr(state_to_json(replay.game.state)), replay.next_where("battle")))
    events = [(e.n, event, repr(state_to_json(s))) for e, event, s in replay.told_events()]
    return position, board, tuple(told), asked, film, tuple(replay.entries), events


@pytest.mark.parametrize("side", VIEWERS)
@pytest.mark.parametrize("n", range(LAST + 1))
def test_the_secrets_of_others_change_nothing_that_a_side_is_given(side: Side, n: int) -> None:
    truth, otherwise = tell(n, TRUTH), tell(n, truth_but(*VIEWERS[side]))
    assert seen(truth, side) == seen(otherwise, side)


Hole = dict[str, Callable[..., object]]
HOLES: dict[str, Hole] = {
    "cover": {"cover": SHEER.cover},
    "tell": {"tell": SHEER.tell},
    "answer": {"answer": SHEER.answer},
}


@pytest.mark.parametrize("side", VIEWERS)
@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_veil_is_found(hole: str, side: Side) -> None:
    torn = unveiled(**HOLES[hole])
    truth, otherwise = (tell(LAST, secrets, torn) for secrets in (TRUTH, truth_but(*VIEWERS[side])))
    assert seen(truth, side) != seen(otherwise, side)


def test_a_side_knows_its_own_and_not_the_others() -> None:
    session = tell(10, TRUTH)
    red = session.seen_by("red").state
    assert ["flare"] == red.cups["hand.red"]
    assert [UNKNOWN, UNKNOWN] == red.cups["hand.blue"]
    assert ["decoy"] == red.cups["pile.red"]
    assert {"mine.red"} == red.markers.keys()
    assert ("west", UNKNOWN) == (red.tracks["plan.red"], red.tracks["plan.blue"])
    assert ["blue?1", "blue?2", "blue?3", "r1", "r2", "r3"] == list(red.units)
    everybody = session.seen_by(BYSTANDER).state
    assert not everybody.markers
    assert ["blue?1", "blue?2", "blue?3", "red?1", "red?2", "red?3"] == list(everybody.units)


def test_chance_to_come_is_seen_by_nobody() -> None:
    session = tell(10, TRUTH)
    assert session.state.script
    for side in VIEWERS:
        state = session.seen_by(side).state
        assert (0, 0, []) == (state.seed, state.drawn, state.script)


def test_what_was_told_of_secret_answers() -> None:
    told = tell(LAST, TRUTH).told_to("red")
    assert ["plan west", "deploy r1 r2 r3", "mine 0302"] == [e.answer for e in told[1:4]]
    assert ["hidden"] * 3 == [e.answer for e in told[4:7]]
    assert ["play decoy", f"play {UNKNOWN}"] == [told[7].answer, told[11].answer]
    assert "move blue? 0802-0702" == told[13].answer
    assert "attack 0403 from blue?" == told[15].answer


def test_a_revealed_counter_goes_by_its_name_from_then_on() -> None:
    session = tell(LAST, TRUTH)
    assert FACE_DOWN not in session.state.units["b2"].states
    assert "b2" in session.seen_by("red").state.units
    assert "b1" not in session.seen_by("red").state.units


def test_when_the_game_is_over_everything_lies_open() -> None:
    session = tell(len(STORY), TRUTH)
    assert session.state.ended is not None
    assert session.viewer is None
    for side in VIEWERS:
        assert session.seen_by(side) is session.game
        assert session.told_to(side) is session.entries
        assert not Replay(NIGHT, session.header, session.entries, side).veiled


def test_the_viewer_is_the_side_that_decides() -> None:
    session = tell(2, TRUTH)
    assert "red" == session.viewer
    assert session.seen is session.seen_by("red")
    session.answer("mine 0302")
    assert "blue" == session.viewer
    assert "hidden" == session.told[-1].answer


def test_without_a_veil_everybody_sees_the_table_itself() -> None:
    session = play(start(), 9)
    for side in OTHER:
        assert session.seen_by(side) is session.game
        assert session.told_to(side) is session.entries
    assert session.viewer is None


def test_the_view_is_made_once_a_position() -> None:
    session = tell(10, TRUTH)
    view = session.seen_by("red")
    assert view is session.seen_by("red")
    session.answer("pass")
    assert view is not session.seen_by("red")


def test_what_is_told_follows_takebacks() -> None:
    session = tell(9, TRUTH)
    before = list(session.told_to("blue"))
    session.answer("move r3 0104-0204")
    assert len(before) + 1 == len(session.told_to("blue"))
    session.undo(consent=True)
    assert before == session.told_to("blue")


def test_the_chain_value_of_what_was_told_is_the_same_in_every_program() -> None:
    """That which goes with the entries is good in one program alone."""
    session = tell(12, TRUTH)
    assert "8d09618f5bc7a094860611eaa3f94a0a" == session.chain_told("red")
    assert session.chain == session.chain_told(None) != session.chain_told("red")


def test_looking_changes_nothing() -> None:
    session = tell(12, TRUTH)
    plain, chain, length = state_to_json(session.state), session.chain, len(session.game.journal)
    for side in VIEWERS:
        seen(session, side)
    assert (plain, chain, length) == (
        state_to_json(session.state), session.chain, len(session.game.journal),
    )  # fmt: skip


def test_undo_stops_where_a_secret_could_be_found_out() -> None:
    session = tell(8, TRUTH)
    n, sentence = session.barrier()
    assert 8 == n
    assert sentence == (
        "Undo stops at answer 8, which showed what was not known before "
        "(Red 2 moves 0103-0203-0303-0403)."
    )


def test_undo_does_not_name_the_secret_answer_that_stops_it() -> None:
    n, sentence = tell(5, TRUTH).barrier()
    assert 3 == n
    assert "Undo stops at answer 3, which was the other side's decision (hidden)." == sentence


def test_a_veil_is_what_makes_secrets() -> None:
    assert NIGHT.secrets
    assert not start().definition.secrets
