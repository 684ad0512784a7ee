"""Hands are secret with two players (ARD-CD-02, ARD-CD-03): what a side is given depends on no other hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import answers, asked, play, position, table
from wargame import games
from wargame.flow.ask import IllegalAnswer
from wargame.flow.fuzz import Picker
from wargame.flow.journal import Teller
from wargame.flow.opening import new_header
from wargame.flow.recap import recap, since_decided
from wargame.flow.session import Session
from wargame.flow.veil import BYSTANDER, UNKNOWN
from wargame.games.ardennes import cards
from wargame.games.ardennes.veil import VEIL
from wargame.model import events as ev
from wargame.model.codec import state_to_json

UNITS = {"de.3pz.2": "3219", "de.77.26": "3220", "us.110.28": "2618"}
EVERY = [f"A{n:02}" for n in range(1, 9)]
SECRETS = (["A07", "A08", "AS02"], ["AS13", "AS05", "A30"])
"""Two hands of the Allies; what is in neither is in deck and box."""


def told(hand: Sequence[str], *said: str, step: str = "ops.german.command", **more: Any) -> Session:
    """The same public story with another Allied hand, deck and box."""
    rest = [c for c in (*EVERY, "A30") if c not in hand]
    box = [c for c in ("AS02", "AS05", "AS13") if c not in hand]
    tokens = ["?1", "?2", "?3"][: len(box)]
    session = position(
        step, UNITS, hands={"german": ["G13", "GS04", "GS06"], "allied": list(hand)},
        cups={
            "allied deck": [*rest, *tokens], "allied box": box, "allied discards": [],
            "german deck": ["G14", "?1"], "german box": ["GS01", "GS05"], "german discards": ["G15"],
        },
        tracks={"allied pile": 3, "german pile": 2}, dice=[1] * 6, **more,
    )  # fmt: skip
    return play(session, *said)


def seen(session: Session, side: str) -> tuple[Any, ...]:
    """Everything the kernel hands out for a side."""
    ask = session.ask
    question: tuple[Any, ...] = (ask.side, ask.key) if ask else ()
    if ask is not None and ask.side == side:
        question = (*question, ask.prompt, [o.answer for o in ask.options()])
    return repr(state_to_json(session.seen_by(side).state)), tuple(session.told_to(side)), question


STORIES: dict[str, tuple[str, ...]] = {
    "command": (),
    "activation": ("activate G13", "done"),
    "discard": ("discard G13",),
    "pass": ("pass",),
}


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("side", ["german", BYSTANDER])
def test_cd_03_the_other_hand_changes_nothing(story: str, side: str) -> None:
    """ARD-CD-03, ARD-CD-09  Not how many of it are supplemental either."""
    first, second = (told(hand, *STORIES[story]) for hand in SECRETS)
    assert seen(first, side) == seen(second, side)


@pytest.mark.parametrize("step", ["supply.bridges", "supply.trace"])
def test_cd_03_nor_do_the_steps_of_a_morning(step: str) -> None:
    """ARD-CD-03, ARD-EV-01  Questions of the Supply Phase and of fuel are put whatever is in hand."""
    first, second = (told(hand, step=step, turn=23) for hand in SECRETS)
    assert (asked(first).side, asked(first).key) == (asked(second).side, asked(second).key)
    assert seen(first, "german") == seen(second, "german")


def test_cd_03_the_owner_sees_his_hand() -> None:
    """ARD-CD-03"""
    known = told(SECRETS[0]).seen_by("allied").state.cups
    assert sorted(SECRETS[0]) == sorted(known["allied hand"])
    assert [UNKNOWN] * 3 == known["german hand"]
    assert [UNKNOWN] * 2 == known["german deck"]
    assert [] == known["german box"]
    assert ["G15"] == known["german discards"]


def test_cd_02_a_pile_shows_how_many_cards_are_left() -> None:
    """ARD-CD-02  As many face down as may be drawn today."""
    known = told(SECRETS[0]).seen_by("german").state.cups
    assert [UNKNOWN] * 3 == known["allied deck"]
    assert [UNKNOWN] * 3 == known["allied hand"]


def test_a_german_alone_has_no_secrets() -> None:
    """The hand of a player alone lies open, and no screen is curtained."""
    session = told(SECRETS[0], mode="gs")
    assert "open" == VEIL.level(session.state)
    assert {"G13", "GS04", "GS06"} <= {*session.seen_by(BYSTANDER).state.cups["german hand"]}
    assert "curtain" == VEIL.level(told(SECRETS[0]).state)


def test_cd_04_a_card_played_lies_open() -> None:
    """ARD-CD-04  What is played or discarded is seen by both."""
    session = told(SECRETS[0], "discard G13")
    assert "G13" in session.seen_by("allied").state.cups["german discards"]
    assert "allied" == asked(session).side
    assert any(a.startswith("discard") for a in answers(session))


@pytest.mark.parametrize(
    ("hand", "discarded", "mode", "asked_for"),
    [
        (["G13"], [], "2p", True),
        (["G13"], ["GS08"], "2p", False),
        ([], [], "2p", False),
        (["G13"], [], "gs", False),
        (["GS08"], [], "gs", True),
    ],
)
def test_cd_03_a_card_may_be_in_hand_unless_it_lies_open(
    hand: list[str], discarded: list[str], mode: str, *, asked_for: bool
) -> None:
    """ARD-CD-03  A question is put whatever is in hand, but not where everybody can tell the answer."""
    g = table(
        UNITS, mode=mode, hands={"german": hand},
        cups={"german box": [] if discarded else ["GS08"] * (hand != ["GS08"]), "german discards": discarded},
    )  # fmt: skip
    assert bool(cards.suspected(g, "german", cards.card_of(g, "GS08").event or "")) == asked_for


def test_cd_03_a_german_alone_takes_back_a_card_that_he_played() -> None:
    """ARD-CD-03: it was hidden from nobody; of two players the other one has seen it"""
    for mode, free in (("gs", True), ("2p", False)):
        definition, info = games.find("ardennes/skyline")
        header = new_header(definition, info.id, 5, options={"mode": mode})
        session = Session.start(definition, header)
        assert session.ask is not None
        played = next(o.answer for o in session.ask.options() if o.answer.startswith("activate"))
        session.answer(played)
        if free:
            session.undo()
            assert session.n == 0
        else:
            with pytest.raises(IllegalAnswer, match="showed what was not known before"):
                session.undo()


def test_the_attacker_is_told_of_the_chits_that_fell_behind_the_curtain() -> None:
    """ARD-CH-01, ARD-CD-03: the defender was asked next; where nothing is hidden the attacker has seen them"""
    session = _attacked()
    drawn = session.entries[-1]
    assert drawn.key == "chits"
    assert session.ask is not None
    assert session.ask.side == "allied"
    session.answer(session.ask.sample(lambda _: 0))
    entries = session.entries
    assert since_decided(entries, "german", curtained=True) == drawn.n
    assert since_decided(entries, "german", curtained=False) == drawn.n + 1
    units, teller = session.state.units, Teller(session.definition, session.game, session.steps)
    news = recap(
        entries[drawn.n :], "german", teller, lambda u: units[u].side if u in units else ""
    )
    assert len(news.drawn) == sum(isinstance(e, ev.ItemDrawn) for e in drawn.events) > 0


def _attacked() -> Session:
    """A game of two that stands where the defender is asked about hits, right after chits were drawn."""
    definition, info = games.find("ardennes/skyline")
    for seed in range(1, 40):
        header = new_header(definition, info.id, seed, options={"mode": "2p"})
        session, pick = Session.start(definition, header), Picker(seed)
        while session.ask is not None:
            entry = session.entries[-1]
            if entry.key == "chits" and entry.side == "german" and session.ask.side == "allied":
                return session
            session.answer(session.ask.sample(pick))
    raise AssertionError("nobody was hit")
