"""The odds of a plan, in numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.flow.test_plan import watched
from tests.games.arras.table import position
from tests.games.hannut.table import actions
from wargame.flow import planned
from wargame.flow.ask import IllegalAnswer
from wargame.flow.planned import PlanTold, plan_odds, plan_told
from wargame.flow.session import Session

IDLE = {"g.pr35.8": "2510", "a.1rc.1": "0505"}
"""Units of Hannut far away that keep the segment and the game open."""
TWO = {
    "uk-7rtr-d": "0808", "de-k7": "0708", "uk-1wg": "1111", "uk-6dli": "1111", "de-sr6-1": "1112",
}  # fmt: skip
FIRST, SECOND = "attack 0708 from uk-7rtr-d", "attack 1112 from uk-1wg uk-6dli"


def told(session: Session, line: str) -> PlanTold:
    """The odds of a plan, which it must be; nothing of what was imagined is left."""
    before = session.game.state.copy()
    found = plan_told(session, line)
    assert found is not None
    assert before == session.game.state
    return found


def chances(found: PlanTold) -> list[Fraction]:
    """The chance of each number of hexes, or of units struck."""
    return [outcome.chance for outcome in found.odds.outcomes]


def test_ARR_CO_06_two_attacks_are_one_distribution() -> None:
    # both are 3:2 in the end, where a 5 and a 6 of 6 drive the defender off
    found = told(position("allied.combat", units=TWO), f"{FIRST}; {SECOND}")
    assert [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)] == chances(found)
    assert [f"{n} of 2 hexes cleared" for n in range(3)] == [o.words for o in found.odds.outcomes]
    assert ("0708 cleared 33%; 1112 cleared 33%",) == found.lines


def test_ARR_RS_09_who_cannot_retreat_is_lost() -> None:
    # around 0708 stand enemies, or their ZOC lies: a 5 and a 6 eliminate
    units = TWO | {"uk-12l-a": "0608", "uk-12l-b": "0709", "uk-4rtr-lt": "0707"}
    (_, lost) = told(position("allied.combat", units=units), f"{FIRST}; {SECOND}").lines
    assert "lost on average: German 0.33" == lost


def test_ARR_CO_10_a_hex_is_attacked_once_in_a_plan_too() -> None:
    session = position("allied.combat", units=TWO)
    with pytest.raises(IllegalAnswer, match="has been attacked in this phase") as refused:
        plan_told(session, f"{SECOND}; attack 1112 from uk-1wg")
    assert "ARR-CO-10" == refused.value.refusal.rule


def test_positions_are_counted_and_too_many_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = position("allied.combat", units=TWO)
    assert 1 + 6 + 36 == plan_odds(session, [FIRST, SECOND]).positions
    monkeypatch.setattr(planned, "MOST", 42)
    with pytest.raises(IllegalAnswer, match="more than 42 outcomes"):
        plan_odds(session, [FIRST, SECOND])


def test_HAN_AS_03_fire_frees_an_assault_of_its_target_or_eases_it() -> None:
    """Column 3: 6 of 36 drive it off, 8 neutralize it, 1 takes a step, 21 nothing.

    Then column 4, 14 of 36 for Z and 1 for a step: it falls back, after a check of 5 or less (10 of
    36) if it is Neutralized; with a step lost before it is eliminated by the other.  In column 5,
    with D lowered, there are as many.
    """
    units = {**IDLE, "g.pr35.1": "1511", "g.pr35.2": "1511", "a.2rc.1": "1411"}
    line = "fire g.pr35.2 at a.2rc.1; assault 1411 from g.pr35.1"
    found = told(actions("G-PR35", units), line)
    z, check = Fraction(14, 36), Fraction(10, 36)
    cleared = Fraction(6 + 21 * z + 8 * z * check + 1 * (z + Fraction(1, 36)), 36)
    assert [1 - cleared, cleared] == chances(found)
    assert "assault 1411 from g.pr35.1: not given 17%. 1411 holds no enemy unit. [HAN-AS-01]" in (
        found.lines
    )


def test_HAN_AS_04_both_defenders_must_go() -> None:
    """Each attacker drives one off with 14 of 36, and eliminates none."""
    pair = {f"g.pr35.{n}": "1511" for n in (1, 2)} | {f"a.2rc.{n}": "1411" for n in (1, 2)}
    session = actions("G-PR35", {**IDLE, **pair})
    found = plan_odds(session, ["assault 1411 from g.pr35.1 g.pr35.2"])
    assert Fraction(14, 36) ** 2 == found.cleared[1]


def test_HAN_RE_03_those_who_fire_one_after_the_other_end_with_the_first_who_strikes() -> None:
    """Each 225 of 1,296: a check of 6 or less, then 2 to 6 in column 7."""
    session, _ = watched()
    miss = Fraction(1296 - 225, 1296)
    assert [miss**3, 1 - miss**3] == chances(told(session, "all"))
    assert [miss**2, 1 - miss**2] == chances(told(session, "react a.2rc.2 a.1rc.1"))


def test_one_answer_is_no_plan_and_a_move_no_attack() -> None:
    session = actions("G-PR35", {**IDLE, "g.pr35.1": "1511", "a.2rc.1": "1411"})
    assert plan_told(session, "assault 1411 from g.pr35.1") is None
    with pytest.raises(IllegalAnswer, match="Only fire and assaults"):
        plan_told(session, "move g.pr35.8 2510-2509; assault 1411 from g.pr35.1")
