"""Standing answers: how long they hold, what ends them, and that the log cannot tell them."""

from __future__ import annotations

import pytest

from tests.flow.table import asked
from tests.games.hannut.table import actions as hannut_actions
from tests.games.hannut.table import position as hannut_position
from tests.toy import TOY
from wargame.flow.ask import IllegalAnswer
from wargame.flow.lab import Position, prepare_lab
from wargame.flow.session import RulesBug, Session, new_header
from wargame.flow.standing_answers import Standing, Until
from wargame.flow.walker import Walker

PAST = ("move r1 0202-0302", "move r2 0203-0303", "move r3 0204-0203")
"""Two moves past a unit that may fire, and one out of its sight."""


def lay(dice: tuple[int, ...] = (), **units: str) -> Session:
    """Red is to move; a blue unit in 0403 may fire at what comes next to it."""
    placed = {"r1": "0202", "r2": "0203", "r3": "0204", "b1": "0403", **units}
    laid = Position(
        scenario="toy/crossroads", turn=2, segment="toy.red.move", clear=True, seed=7, dice=dice,
        units={unit: {"hex": where} for unit, where in placed.items()},
    )  # fmt: skip
    lab = laid.model_dump(mode="json")
    header = new_header(TOY, "toy/crossroads", 7, lab=lab, dice=dice)
    return Session.start(TOY, header, prepare_lab(TOY, lab))


def play(session: Session, standing: Standing, *answers: str) -> list[str]:
    """Give answers as a table does; the answers that were let pass in between."""
    assert standing in session.table_seats
    given = []
    for answer in answers:
        entry = session.answer(answer)
        given += [passed.answer for passed in session.entries[entry.n + 1 :]]
    return given


def stand(session: Session, until: Until) -> Standing:
    """A standing answer at the open question."""
    standing = Standing(session)
    play(session, standing, standing.give(session, until))
    return standing


def test_questions_of_the_kind_pass_until_the_segment_ends() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    assert ["pass"] == play(session, standing, PAST[1])
    assert "red" == asked(session).side
    play(session, standing, PAST[2])
    assert "toy.red.combat" == session.segment
    assert [] == standing.answers


def test_the_log_and_its_chain_are_those_of_passes_given_by_hand() -> None:
    by_hand, session = lay(), lay()
    for answer in (PAST[0], "pass", PAST[1], "pass", PAST[2]):
        by_hand.answer(answer)
    session.answer(PAST[0])
    play(session, stand(session, "end"), PAST[1], PAST[2])
    assert by_hand.chain == session.chain
    assert [e.line() for e in by_hand.entries] == [e.line() for e in session.entries]


def test_another_unit_or_target_on_offer_is_asked_about() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "new")
    assert [] == play(session, standing, PAST[1])  # another target
    assert ("blue", "fire.who") == (asked(session).side, asked(session).key)


@pytest.mark.parametrize("until", ["new", "better"])
def test_a_better_chance_is_asked_about_and_a_worse_one_passes(until: Until) -> None:
    units = {"a.2rc.1": "1613", "a.1rc.1": "0505", "g.pr35.4": "1311", "g.pr35.8": "2510"}
    session = hannut_actions("F-2RC", units)
    session.answer("move a.2rc.1 1613-1612-1511-1411-1410-1409")
    standing = stand(session, until)  # 25 in 144 at two hexes
    assert "react.retreat" == asked(session).key
    assert [] == play(session, standing, "pass")  # 35 in 144 at one hex
    assert ("german", "react.opportunity") == (asked(session).side, asked(session).key)
    assert ["pass", "pass"] == play(session, standing, "pass")  # two hexes, then three
    assert "allied" == asked(session).side


def test_a_chance_must_be_on_offer_for_a_better_one_to_be_awaited() -> None:
    session = lay()
    session.answer(PAST[0])
    assert ("end", "new") == Standing(session).limits(session)
    with pytest.raises(IllegalAnswer, match="nothing here has one"):
        Standing(session).give(session, "better")


@pytest.mark.parametrize("answers", [(), (*PAST[:1], "pass", PAST[1], "pass", PAST[2])])
def test_moves_and_attacks_of_its_own_a_side_cannot_let_pass(answers: tuple[str, ...]) -> None:
    session = lay()
    for answer in answers:
        session.answer(answer)
    assert () == Standing(session).limits(session)
    with pytest.raises(IllegalAnswer, match="it is about moves or attacks"):
        Standing(session).give(session, "end")


def test_batteries_of_its_own_a_side_can_let_pass_one_after_the_other() -> None:
    units = {"g.pr35.hq": "1111", "a.1rc.1": "1310"}
    session = hannut_position("german.ops.indirect", units, drawn="G-ART-75")
    standing = Standing(session)
    first = session.segment
    assert "ops.mission" == asked(session).key
    assert ["pass"] == play(session, standing, standing.give(session, "end"))
    assert first != session.segment


def test_another_kind_of_question_is_asked() -> None:
    session = lay(r2="0302")
    session.answer("move r1 0202-0301")
    session.answer("move r2 0302-0303")
    standing = stand(session, "end")
    play(session, standing, "pass", "attack 0403 from r2")
    assert ("blue", "combat.dig_in") == (asked(session).side, asked(session).key)


def test_it_ends_when_a_player_says_so() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    standing.end(standing.answers[0])
    assert [] == play(session, standing, PAST[1])
    assert "blue" == asked(session).side


def test_a_second_one_of_the_kind_takes_the_place_of_the_first() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "new")
    play(session, standing, PAST[1])
    play(session, standing, standing.give(session, "end"))
    assert ["end"] == [answer.until for answer in standing.answers]


def test_it_says_who_lets_what_pass_and_how_long() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    line = "Blue player passes on blue opportunity fire until the segment ends."
    assert [line] == standing.lines(session)


# -- taking back -----------------------------------------------------------------------------


def test_a_pass_goes_back_together_with_the_answer_that_called_for_it() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    play(session, standing, PAST[1])
    assert session.barrier()[0] == session.n == 4
    assert (2, 2) == (standing.goal(session), standing.barrier(session)[0])
    session.undo(standing.goal(session), consent=True)
    standing.taken_back(session)
    assert ("red", 2, 1) == (asked(session).side, session.n, len(standing.answers))
    assert ["pass"] == play(session, standing, session.redo[-1])
    assert [] == session.redo


def test_the_pass_given_at_the_question_itself_is_a_decision() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    barrier, reason = standing.barrier(session)
    assert 2 == barrier == session.n
    assert "other side's decision" in reason


def test_dice_stay_a_barrier() -> None:
    session = lay((5,))
    session.answer(PAST[0])
    session.answer("fire b1")
    session.answer(PAST[1])
    standing = stand(session, "end")
    assert (4, 3) == (standing.barrier(session)[0], standing.goal(session))


def test_going_back_to_before_it_was_given_ends_it() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    play(session, standing, PAST[1])
    session.undo(1, consent=True)
    standing.taken_back(session)
    assert ([], {}) == (standing.answers, session.by_table)
    assert "blue" == asked(session).side


def test_a_question_taken_back_to_is_asked() -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    play(session, standing, PAST[1])
    session.undo(3, consent=True)
    standing.taken_back(session)
    assert [] == standing.answers
    assert "blue" == asked(session).side


def test_a_fault_of_the_rules_is_left_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    session = lay()
    session.answer(PAST[0])
    standing = stand(session, "end")
    give = Walker.give

    def faulty(walker: Walker, value: object) -> None:
        if walker.ask is not None and walker.ask.key == "fire.who":
            raise KeyError(str(value))
        give(walker, value)

    monkeypatch.setattr(Walker, "give", faulty)
    assert [] == play(session, standing, PAST[1])
    assert ("fire.who", []) == (asked(session).key, standing.answers)
    with pytest.raises(RulesBug):
        session.answer("pass")
