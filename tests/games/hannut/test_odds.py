"""What the odds say beside the chances (HAN-GE-01, HAN-CRT-01)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.frequencies import told
from tests.games.hannut.reckoned import reckoned
from tests.games.hannut.table import actions, asked
from wargame import games
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header

FIRE = {
    "assault.target fire", "ops.action assault", "ops.action fire", "ops.go_on fire", "ops.mission shell",
    "ops.stuka strike", "react.opportunity fire", "react.return fire",
}  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "needs"),
    [
        ("fire a.2rc.1 at g.pr35.4", "column 8 needs +1."),
        ("fire a.2rc.1 at g.pr35.4 and move", "column 6 needs +1; lost now: moved -2."),
        (
            "fire a.2rc.1 at g.pr35.1 and move",  # 4 and 5 are the same to armour
            "column 6 needs +2; lost now: moved -2, distance -1.",
        ),
        ("assault 1311 from a.2rc.1", "This is the best column."),
    ],
)
def test_the_odds_say_what_a_better_column_needs(answer: str, needs: str) -> None:
    """HAN-GE-01, HAN-CRT-01"""
    units = {"a.2rc.1": "1312", "g.pr35.4": "1311", "g.pr35.1": "1411", "a.1rc.1": "0505"}
    session = actions("F-2RC", units)
    odds = asked(session).odds(answer)
    assert odds is not None
    assert needs == odds.needs


def _compare(scenario: str, seed: int, answers: int) -> Counter[str]:
    """Play at random and hold all odds of every question's samples against the second reckoning."""
    definition, info = games.find(scenario)
    session = Session.start(definition, new_header(definition, info.id, seed))
    pick, seen = Picker(seed), Counter[str]()
    while (ask := session.ask) is not None and session.n < answers:
        for answer in {ask.sample(pick) for _ in range(3)}:
            odds = ask.odds(answer)
            if odds is not None:
                assert told(odds) in reckoned(session.game, ask.key, answer), answer
                seen[f"{ask.key} {answer.split()[0]}"] += 1
        session.answer(ask.sample(pick))
    return seen


def test_the_odds_are_those_of_the_tables_reckoned_a_second_time() -> None:
    """HAN-CRT-02, HAN-FM, HAN-TM, HAN-GE-02, HAN-GE-08, HAN-IF-02, HAN-IF-03, HAN-AS-03"""
    seen = _compare("hannut/orp", 2, 400) + _compare("hannut/campaign", 1, 700)
    assert FIRE <= seen.keys()
    assert seen.total() > 300


@pytest.mark.long
@pytest.mark.parametrize("seed", range(11, 17))
def test_the_odds_of_a_campaign_are_those_of_the_tables(seed: int) -> None:
    """The same over whole games."""
    seen = _compare("hannut/campaign", seed, 2500) + _compare("hannut/orp", seed, 200)
    assert seen.total() > 1000


@pytest.mark.parametrize(
    ("states", "words"),
    [
        ((), {"no effect", "Neutralized", "falls back or N", "loses a step"}),
        (("neutralized",), {"no effect", "formation check", "back or check", "loses a step"}),
    ],
)
def test_against_a_pinned_unit_the_odds_tell_of_a_check(
    states: tuple[str, ...], words: set[str]
) -> None:
    """HAN-GE-03"""
    units = {"a.2rc.1": "1312", "g.sr33i.1": "1311", "a.1rc.1": "0505", "g.pr35.8": "2510"}
    session = actions("F-2RC", units, states={"g.sr33i.1": states})
    odds = asked(session).odds("fire a.2rc.1 at g.sr33i.1")
    assert odds is not None
    assert words == {outcome.words for outcome in odds.outcomes}


def test_what_all_attackers_share_is_told_once_without_a_name() -> None:
    """HAN-AS-03, HAN-FM-08"""
    units = {"g.pr35.5": "1709", "g.pr35.6": "1608", "a.12rc.4": "1609", "g.pr35.8": "2510"}
    session = actions("G-PR35", units)
    odds = asked(session).odds("assault 1609 from g.pr35.5 g.pr35.6")
    assert odds is not None
    names = [name for name, _ in odds.shifts]
    assert 1 == names.count("distance")
    assert 1 == len([name for name in names if name.endswith("over a river")])
    assert any(name.startswith("5. (le.) Kp.") and "river" in name for name in names)
