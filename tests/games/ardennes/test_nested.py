"""Interrupts inside interrupts: killed, saved, replayed, branched and taken back at every one of them (3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.ardennes.combat import PZ
from tests.games.ardennes.interrupts import STORIES, Story, march
from tests.games.ardennes.table import asked, play
from tests.night.story import write
from wargame.flow.ask import NO, PASS, way_out
from wargame.flow.replay import Replay
from wargame.flow.session import Session
from wargame.model.codec import state_to_json
from wargame.store.campaign import Campaign

SEGMENTS = {"react.clear": "react.roadblock_clear", "react.split": "react.split_stack"}
"""Interrupts that do not go by the key of their question."""


def facts(session: Session) -> tuple[object, ...]:
    """Where a game stands: the table, the question and its answers, the chain."""
    ask = asked(session)
    answers = [option.answer for option in ask.options()]
    table = state_to_json(session.state)
    return table, session.segment, ask.side, ask.key, ask.prompt, answers, session.chain


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_an_interrupt_is_taken_up_where_it_was_left(story: Story, tmp_path: Path) -> None:
    """3  At each question: killed with half a line written, opened, branched, replayed, taken back."""
    begin, said, keys = story
    session, stood = begin(), []
    for answer, key in zip((*said, ""), keys, strict=True):
        assert asked(session).key == key
        if key.startswith("react."):
            assert session.segment == f"ardennes.{SEGMENTS.get(key, key)}"
        stood.append(facts(session))
        save = write(tmp_path / "game.wg", session)
        with save.open("ab") as file:
            file.write(b'{"n":99,"side":"ger')
        with Campaign.open(save) as campaign:
            assert facts(campaign.session) == stood[-1]
            campaign.branch(tmp_path / "branch.wg")
            if answer:
                campaign.answer(answer)
        with Campaign.open(tmp_path / "branch.wg") as branch:
            assert facts(branch.session) == stood[-1]
            if answer:
                play(branch.session, answer)
        (tmp_path / "branch.wg").unlink()
        if answer:
            play(session, answer)
            assert facts(campaign.session) == facts(branch.session) == facts(session)
    _film(session, stood)
    _taken_back(session, said, stood)


def _film(session: Session, stood: list[tuple[object, ...]]) -> None:
    replay = Replay(session.definition, session.header, session.entries)
    for n in (*range(len(stood)), 0):
        replay.seek(n)
        assert state_to_json(replay.game.state) == stood[n][0]


def _taken_back(session: Session, said: tuple[str, ...], stood: list[tuple[object, ...]]) -> None:
    for n in reversed(range(len(said))):
        session.undo(n, consent=True)
        assert facts(session) == stood[n]
        play(session, *said[n:])
        assert facts(session) == stood[-1]
        session.undo(n, consent=True)


def test_a_reaction_is_let_pass_by_the_word_for_it() -> None:
    """ARD-RB-22  `pass` is its "no", so that one key lets it be and a standing answer can."""
    session = play(march(), f"move {PZ} 2420-2319-2318")
    assert way_out(asked(session)) == NO
    play(session, PASS)
    assert session.entries[-1].answer == NO
    assert asked(session).key == "react.roadblock"
