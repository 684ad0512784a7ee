"""Rare situations that a referee is called for: each ended otherwise than the rules say, once."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    events,
    is_legal,
    play,
    position,
    rolled,
    states,
)
from wargame.flow.session import Session
from wargame.flow.words import Wording
from wargame.model import events as ev


def pass_to(session: Session, key: str) -> Session:
    """Decline whatever is asked before a question of this kind."""
    while asked(session).key != key:
        session.answer("pass")
    return session


def checks(session: Session, why: str) -> list[str]:
    """Formation checks for a reason, in order."""
    say = Wording.of(session)
    return [told for e in events(session, ev.DiceRolled) if why in (told := say.roll(e))]


# -- assaults -------------------------------------------------------------------------------------


def test_a_broken_unit_that_has_left_the_assault_routs_at_once() -> None:
    """HAN-CM-04, HAN-MO-03, HAN-AS-04: it is not in the assault any more when its HQ dies there."""
    session = actions(
        "G-PR35",
        {"g.pr35.1": "1412", "g.pr35.2": "1412", "a.2rc.1": "1411", "a.2rc.3": "1411", "a.2rc.hq": "1411"},
        states={"a.2rc.1": ["demoralized"]},
        dice=[5, 7, 7, 7, 7, 2, 7, 7, 7, 12, 2],
    )  # fmt: skip
    play(session, "assault 1411 from g.pr35.1 g.pr35.2")
    pass_to(session, "assault.target")
    play(session, "fire g.pr35.1 at a.2rc.1", "fire g.pr35.2 at a.2rc.3")
    play(session, *(f"fire {u} at g.pr35.1" for u in ("a.2rc.hq", "a.2rc.1", "a.2rc.3")))
    play(session, "leave", "retreat 1310")
    pass_to(session, "assault.target")
    play(session, "fire g.pr35.1 at a.2rc.hq", "fire g.pr35.2 at a.2rc.3")
    play(session, "fire a.2rc.hq at g.pr35.1", "fire a.2rc.3 at g.pr35.1")
    assert at(session, "a.2rc.hq") == "eliminated"
    assert (asked(session).key, asked(session).side) == ("retreat.forced", "allied")
    play(session, "retreat 1210")
    assert len(checks(session, "HQ eliminated")) == 1  # the retreat comes before the next die
    play(session, asked(session).options()[0].answer)
    assert len(checks(session, "HQ eliminated")) == 2
    assert session.state.units["a.2rc.1"].states == {
        "demoralized",
        "dispersed",
        "opp used",
        "defending",
    }


def test_a_demoralized_defender_that_breaks_and_cannot_leave_loses_a_step() -> None:
    """HAN-AS-04, HAN-MO-03: the last hex was taken by a companion; it must stay, checks and breaks."""
    full = {
        "a.1rc.1": "1310",
        "a.1rc.2": "1310",
        "a.1rc.3": "1310",
        "a.1rc.4": "1410",
        "a.12rc.1": "1410",
    }
    session = actions(
        "G-PR35",
        {
            "g.pr35.1": "1412", "g.pr35.2": "1412", "g.pr35.4": "1510", "g.pr35.5": "1511", "g.pr35.6": "1311",
            "a.2rc.1": "1411", "a.2rc.3": "1411", **full,
        },
        states={"a.2rc.3": ["demoralized", "neutralized"]},
        dice=[5, 5, 7, 7, 3, 12],
    )  # fmt: skip
    play(session, "assault 1411 from g.pr35.1 g.pr35.2")
    pass_to(session, "assault.target")
    play(session, "fire g.pr35.1 at a.2rc.1", "fire g.pr35.2 at a.2rc.3")
    play(session, "fire a.2rc.1 at g.pr35.1", "fire a.2rc.3 at g.pr35.1", "leave", "leave")
    assert at(session, "a.2rc.1") == "1410"
    assert at(session, "a.2rc.3") == "1411"
    assert "reduced" in states(session, "a.2rc.3")


def test_a_z_has_no_effect_on_a_defender_that_must_leave_already() -> None:
    """HAN-AS-04, HAN-MO-03: an N has broken it, and nobody leaves until all results are in."""
    session = actions(
        "G-PR35",
        {"g.pr35.1": "1412", "g.pr35.2": "1412", "a.11rdp2.2": "1411", "a.2rc.1": "1411"},
        states={"a.11rdp2.2": ["demoralized", "neutralized"]},
        dice=[9, 6, 7, 7, 12],
    )  # fmt: skip
    play(session, "assault 1411 from g.pr35.1 g.pr35.2")
    pass_to(session, "assault.target")
    play(session, "fire g.pr35.1 at a.11rdp2.2", "fire g.pr35.2 at a.11rdp2.2")
    play(session, "fire a.2rc.1 at g.pr35.1", "fire a.11rdp2.2 at g.pr35.1")
    assert asked(session).key == "assault.give_way"
    assert all(answer.startswith("retreat") for answer in answers(session))
    assert rolled(session) == [9, 6, 7, 7, 12]


# -- stacking -------------------------------------------------------------------------------------


def halted_among_three() -> Session:
    """A company that a shot has halted on its way through a full hex."""
    units = {f"g.pr35.{n}": "1511" for n in (2, 4, 5)}
    session = actions("G-PR35", {"g.pr35.1": "1611", "a.2rc.1": "1411", **units}, dice=[2, 7])
    play(session, "move g.pr35.1 1611-1511-1510", "pass", "fire a.2rc.1 at g.pr35.1")
    assert at(session, "g.pr35.1") == "1511"
    return session


def test_a_unit_halted_in_a_full_hex_may_not_end_its_action_there_by_firing() -> None:
    """HAN-ST-01, HAN-SP-12: it goes on, or leaves the hex by an assault."""
    session = halted_among_three()
    found = session.why_not("fire g.pr35.1 at a.2rc.1")
    assert found is not None
    assert found.rule == "HAN-ST-01"
    assert is_legal(session, "move g.pr35.1 1511-1510")


def test_a_unit_halted_in_a_full_hex_may_leave_it_by_an_assault() -> None:
    """HAN-ST-01, HAN-AS-01: the action does not end in the full hex, so this is offered too."""
    session = halted_among_three()
    offered = [option.answer for option in asked(session).options()]
    assert "assault 1411 from g.pr35.1" in offered
    assert not any(answer.startswith(("fire", "stage", "done")) for answer in offered)


# -- reactions ------------------------------------------------------------------------------------


def shot_at_from_three_hexes(*more: str) -> Session:
    """A Neutralized company that a tank has missed at distance 3."""
    session = actions(
        "G-PR5", {"g.pr5.4": "2010", "a.12rc.4": "1808"},
        states={"a.12rc.4": ["neutralized", *more]}, dice=[7],
    )  # fmt: skip
    return play(session, "fire g.pr5.4 at a.12rc.4")


def test_the_chance_of_a_retreat_under_fire_counts_the_distance_to_the_firer() -> None:
    """HAN-RE-02, HAN-NE-08: 7 - 2 Neutralized - 3 hexes leave a roll of 2."""
    session = shot_at_from_three_hexes()
    assert asked(session).key == "react.return"
    labels = [o.label for o in asked(session).options() if o.answer.startswith("retreat")]
    assert labels
    assert all(label.endswith("on a roll of 2 or less") for label in labels)


def test_a_retreat_under_fire_that_cannot_succeed_is_not_offered() -> None:
    """HAN-GE-08: Fatigued as well, it would need less than 2."""
    session = shot_at_from_three_hexes("fatigued")
    assert "a.12rc.4" not in {u for option in asked(session).options() for u in option.units}
    assert asked(session).key != "react.return"


def test_a_stuka_strike_with_no_german_on_the_map_leaves_nothing_to_fall_back_from() -> None:
    """HAN-IF-04, HAN-FB-01, R-68: a Z cannot be answered by going anywhere."""
    units = {"a.2rc.1": "1311", "a.2rc.2": "1310"}
    session = position("german.ops.stuka", units, drawn="G-STUKA-1", dice=[6])
    play(session, "strike 1311")
    assert at(session, "a.2rc.1") == "1311"
    assert "neutralized" in states(session, "a.2rc.1")
