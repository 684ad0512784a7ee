"""Every clause of the longer rules, each in a position of its own."""

from __future__ import annotations

from tests.games.hannut.table import (
    FAR,
    actions,
    answers,
    asked,
    at,
    hexes,
    is_legal,
    named,
    orders,
    play,
    position,
    refusal,
    refused_by,
    rolled,
    states,
    unit,
)
from wargame.flow.session import Session
from wargame.games.hannut.retreat import from_hex, legal


def pass_until(session: Session, side: str) -> None:
    """Let everything pass until *side* decides."""
    while asked(session).side != side:
        play(session, "pass")


# -- HAN-CU-04: the activated face of an HQ --------------------------------------------------------


def test_the_activated_face_of_an_hq_has_no_other_effect() -> None:
    """HAN-CU-04"""
    units = {"g.pr35.hq": "1411", "g.pr35.1": "2411", "a.2rc.1": "1311", "a.1rc.1": "0505"}
    marked = {"g.pr35.hq": ["activated"]}
    for flags in ({}, marked):
        session = position("german.ops.indirect", units, drawn="G-ART-75", states=flags, dice=[7])
        assert is_legal(session, "shell 1311 by g.pr35.hq")
    session = actions("F-2RC", {**units, "a.2rc.1": "1212"}, states=marked)
    play(session, "move a.2rc.1 1212-1311")
    assert any(answer.startswith("retreat g.pr35.hq") for answer in answers(session))


def test_a_formation_that_has_acted_has_no_marker_left_this_turn() -> None:
    """HAN-CU-04, HAN-SP-20"""
    units = {"g.pr35.hq": "2411", "g.pr35.1": "2411", "g.pr36.1": "2510", "a.1rc.1": "0505"}
    session = actions("G-PR35", units, cup=["F-1RC", "G-PR36"])
    play(session, "pass")
    assert "activated" in unit(session, "g.pr35.hq").states
    assert "G-PR35" not in (*session.state.cups["cup"], *session.state.cups["drawn"])


# -- HAN-CM-03, HAN-CM-05: command ------------------------------------------------------------------


def test_a_reinforcement_far_from_its_hq_is_in_command_until_the_next_administrative_phase() -> (
    None
):
    """HAN-CM-03, HAN-CM-02"""
    units = {"g.pr6.1": "waiting", "g.pr6.hq": "eliminated", "a.1rc.1": "0505"}
    lost = {"g.pr6.hq": {"lost": 2}}
    session = actions("G-PR6", {**units, "g.pr6.2": "waiting"}, turn=2, more=lost)
    play(session, "enter g.pr6.1 2704")
    assert "out of command" not in states(session, "g.pr6.1")
    later = position("both.admin.flip", {**units, "g.pr6.1": "2704"}, turn=3, more=lost)
    assert "out of command" in states(later, "g.pr6.1")


def returning_to(units: dict[str, str], *, turn: int = 4) -> Session:
    """The Administrative Phase with the HQ of the 2e Cuirassiers lost in turn 2."""
    lost = {"a.2rc.hq": {"lost": 2}}
    placed = {"a.2rc.hq": "eliminated", "g.pr35.1": "2411", "g.pr35.hq": "2411", **units}
    return position("both.admin.hq_return", placed, more=lost, turn=turn)


def test_a_lost_hq_needs_room_for_an_hq_and_waits_where_no_hex_has_it() -> None:
    """HAN-CM-05, HAN-ST-01"""
    two = {"a.1rc.hq": "1012", "a.12rc.hq": "1012"}
    session = returning_to({"a.2rc.1": "1012", "a.2rc.2": "0912", **two})
    assert at(session, "a.2rc.hq") == "0912"  # the only hex with room: nobody is asked
    session = returning_to({"a.2rc.1": "1012", **two})
    assert at(session, "a.2rc.hq") == "eliminated"
    session = returning_to({"a.2rc.1": "1012", "a.1rc.hq": "1012"}, turn=5)
    assert at(session, "a.2rc.hq") == "1012"  # it has waited a turn


def test_a_returned_hq_is_neutralized_and_otherwise_normal_before_the_command_check() -> None:
    """HAN-CM-05, HAN-SP-03"""
    session = returning_to({"a.2rc.1": "1012"})
    assert states(session, "a.2rc.hq") == {"neutralized"}
    assert unit(session, "a.2rc.hq").numbers["steps"] == 1
    assert "out of command" not in states(session, "a.2rc.1")


def test_the_german_places_his_hq_first() -> None:
    """HAN-CM-05"""
    units = {
        "a.2rc.hq": "eliminated", "a.2rc.1": "1012", "a.2rc.2": "0912",
        "g.pr35.hq": "eliminated", "g.pr35.1": "2411", "g.pr35.2": "2412",
    }  # fmt: skip
    lost = {"a.2rc.hq": {"lost": 2}, "g.pr35.hq": {"lost": 2}}
    session = position("both.admin.hq_return", units, more=lost, turn=4)
    assert answers(session) == ["place g.pr35.hq 2411", "place g.pr35.hq 2412"]
    play(session, "place g.pr35.hq 2412")
    assert (asked(session).side, asked(session).key) == ("allied", "admin.hq_return")


def test_an_hq_whose_combat_units_are_still_to_enter_waits() -> None:
    """HAN-CM-05"""
    units = {"g.pr6.hq": "eliminated", "g.pr6.1": "waiting", "g.pr35.1": "2411", "a.1rc.1": "0505"}
    session = position("both.admin.flip", units, more={"g.pr6.hq": {"lost": 1}}, turn=3)
    assert at(session, "g.pr6.hq") == "eliminated"
    later = position(
        "both.admin.flip", {**units, "g.pr6.1": "2704"}, more={"g.pr6.hq": {"lost": 1}}, turn=4
    )
    assert at(later, "g.pr6.hq") == "2704"


def test_an_hq_without_combat_units_never_returns_but_stays_while_it_lives() -> None:
    """HAN-CM-05, HAN-CU-01"""
    gone = {"a.2rc.hq": "eliminated", "g.pr35.1": "2411", "a.1rc.1": "0505"}
    session = position("both.admin.flip", gone, more={"a.2rc.hq": {"lost": 2}}, turn=6)
    assert at(session, "a.2rc.hq") == "eliminated"
    alive = {**gone, "a.2rc.hq": "1012"}
    session = position("both.admin.flip", alive, turn=6)
    assert at(session, "a.2rc.hq") == "1012"
    assert "F-2RC" in {*session.state.cups["cup"], *session.state.cups["drawn"]}


def test_an_hq_returns_each_time_it_is_lost() -> None:
    """HAN-CM-05"""
    units = {"g.pr35.4": "1411", "a.2rc.hq": "1311", "a.2rc.1": "1012", "g.pr35.8": "2510"}
    session = actions("G-PR35", units, more={"a.2rc.hq": {"lost": 1}}, turn=5, dice=[2, 7])
    play(session, "fire g.pr35.4 at a.2rc.hq")
    assert (at(session, "a.2rc.hq"), unit(session, "a.2rc.hq").numbers["lost"]) == ("eliminated", 5)
    again = position("both.admin.flip", {**units, "a.2rc.hq": "eliminated"}, turn=7,
                     more={"a.2rc.hq": {"lost": 5}})  # fmt: skip
    assert at(again, "a.2rc.hq") == "1012"


# -- HAN-ST-01: stacking ----------------------------------------------------------------------------


def test_the_limit_of_hqs_is_two_beside_three_combat_units() -> None:
    """HAN-ST-01"""
    three = {f"g.pr35.{n}": "2411" for n in (1, 2, 4)}
    units = {**three, "g.pr36.hq": "2411", "g.pr35.hq": "2412", "a.1rc.1": "0505"}
    assert is_legal(actions("G-PR35", units), "move g.pr35.hq 2412-2411")
    session = actions("G-PR35", {**units, "g.sr3i.hq": "2411"})
    assert refused_by(session, "move g.pr35.hq 2412-2411") == "HAN-ST-01"
    assert is_legal(session, "move g.pr35.hq 2412-2411-2311")


def test_a_retreat_step_does_not_end_in_a_full_hex() -> None:
    """HAN-ST-01, HAN-FB-01"""
    units = {**FAR, "a.2rc.1": "1311", "g.pr35.1": "1411"}
    full = {f"a.12rc.{n}": "1211" for n in (1, 2, 3)}
    session = actions("G-PR35", {**units, **full})
    threat = from_hex(*hexes(session, "1411"))
    assert "1211" not in named(session, legal(session.game, "a.2rc.1", threat))
    two = actions("G-PR35", {**units, **{u: h for u, h in full.items() if u != "a.12rc.3"}})
    assert "1211" in named(two, legal(two.game, "a.2rc.1", threat))


def test_a_unit_is_not_staged_in_a_full_hex() -> None:
    """HAN-ST-01, HAN-AS-01"""
    units = {**FAR, "g.pr35.1": "1412", "a.2rc.1": "1311"}
    full = {f"g.pr35.{n}": "1411" for n in (2, 4, 5)}
    quiet = {"a.2rc.1": ["demoralized", "neutralized", "opp used"]}
    for others, refused in ((full, True), ({"g.pr35.2": "1411"}, False)):
        session = actions("G-PR35", {**units, **others}, states=quiet)
        if refused:
            assert refused_by(session, "move g.pr35.1 1412-1411") == "HAN-ST-01"
            continue
        play(session, "move g.pr35.1 1412-1411")
        pass_until(session, "german")
        assert is_legal(session, "stage g.pr35.1")


# -- HAN-MV-01: the minimum move --------------------------------------------------------------------

SLOW = {"a.11rdp3.5": ["out of command"]}


def test_the_minimum_move_is_the_whole_action() -> None:
    """HAN-MV-01"""
    session = actions(
        "F-11RDP-III", {**FAR, "a.11rdp3.5": "1305", "a.11rdp3.1": "0505"}, states=SLOW
    )
    play(session, "move a.11rdp3.5 1305-1205")
    assert "acted" in unit(session, "a.11rdp3.5").states


def test_a_unit_that_has_spent_anything_has_no_minimum_move() -> None:
    """HAN-MV-01"""
    units = {**FAR, "a.11rdp3.5": "1305"}
    session = actions("F-11RDP-III", units, states=SLOW, more={"a.11rdp3.5": {"spent": 0.5}})
    assert refused_by(session, "move a.11rdp3.5 1305-1205") == "HAN-MV-02"


def test_a_demoralized_unit_has_no_minimum_move() -> None:
    """HAN-MV-01, HAN-DM-01"""
    session = actions(
        "F-11RDP-III", {**FAR, "a.11rdp3.5": "1305", "a.11rdp3.1": "1204"},
        states={"a.11rdp3.5": ["demoralized"]},
    )  # fmt: skip
    assert refused_by(session, "move a.11rdp3.5 1305-1205") == "HAN-DM-01"


def test_a_unit_that_unloaded_in_this_action_has_no_minimum_move() -> None:
    """HAN-MV-01, HAN-LO-02"""
    units = {"g.sr3iii.11": "1305", "g.sr3iii.12": "2510", "a.1rc.1": "0505"}
    slow = ["out of command"]
    session = actions("G-SR3-III", units, states={"g.sr3iii.11": ["loaded", *slow]})
    play(session, "unload g.sr3iii.11")
    pass_until(session, "german")
    unloaded = is_legal(session, "move g.sr3iii.11 1305-1205")
    fresh = actions("G-SR3-III", units, states={"g.sr3iii.11": slow})
    assert (is_legal(fresh, "move g.sr3iii.11 1305-1205"), unloaded) == (True, False)


def test_the_minimum_move_is_no_way_into_an_assault() -> None:
    """HAN-MV-01, HAN-SP-15"""
    units = {**FAR, "g.pr35.5": "1709", "a.12rc.4": "1609"}
    session = actions("G-PR35", units, more={"g.pr35.5": {"spent": 6}})
    found = refusal(session, "assault 1609 from g.pr35.5")
    assert (found.rule, "3 + 4 MP; 6 are left" in found.reason) == ("HAN-SP-15", True)


# -- HAN-CO-03: bridges and road gaps ---------------------------------------------------------------


def price(session: Session, unit_id: str, a: str, b: str, *, column: bool = False) -> int:
    """What a single step costs, in half MPs."""
    head = f"move {unit_id}{' column' if column else ''}"
    (step,) = orders(session).costs(f"{head} {a}-{b}")
    return step[1]


def test_a_bridge_takes_away_the_stream_for_every_unit() -> None:
    """HAN-CO-03, HAN-TE-06"""
    over = actions("F-1RC", {"a.1rc.1": "0214", "g.pr35.1": "2510"})
    assert price(over, "a.1rc.1", "0214", "0215") == 4
    assert price(over, "a.1rc.1", "0214", "0215", column=True) == 2
    through = actions("F-1RC", {"a.1rc.1": "0114", "g.pr35.1": "2510"})
    assert price(through, "a.1rc.1", "0114", "0215") == 8


def test_a_road_gap_takes_away_the_cliff_for_columns_alone() -> None:
    """HAN-CO-03"""
    session = actions("F-1RC", {"a.1rc.1": "1104", "g.pr35.1": "2510"})
    assert price(session, "a.1rc.1", "1104", "1005") == 8
    assert price(session, "a.1rc.1", "1104", "1005", column=True) == 2


# -- HAN-LO-04: loading and unloading draw fire -----------------------------------------------------


def test_unloading_draws_fire_once_after_the_change_of_state() -> None:
    """HAN-LO-04, HAN-RE-03"""
    units = {"g.sr3i.1": "1411", "a.2rc.1": "1311", "g.sr3i.2": "2510", "a.1rc.1": "0505"}
    session = actions("G-SR3-I", units, states={"g.sr3i.1": ["loaded"]}, dice=[2, 7])
    play(session, "unload g.sr3i.1")
    assert session.segment == "hannut.allied.react.opportunity"
    assert "loaded" not in states(session, "g.sr3i.1")
    assert not any(answer.startswith("retreat") for answer in answers(session))
    play(session, "fire a.2rc.1 at g.sr3i.1")
    assert (asked(session).side, asked(session).key) == ("german", "ops.go_on")


def test_a_try_that_failed_at_a_loading_unit_is_the_only_one_in_its_action() -> None:
    """HAN-LO-04, HAN-RE-03"""
    units = {"g.sr3i.1": "1411", "a.2rc.1": "1311", "g.sr3i.2": "2510", "a.1rc.1": "0505"}
    session = actions("G-SR3-I", units, dice=[12])
    play(session, "load g.sr3i.1", "fire a.2rc.1 at g.sr3i.1", "move g.sr3i.1 1411-1412")
    assert asked(session).key == "react.retreat"
    play(session, "pass")
    assert (asked(session).side, rolled(session)) == ("german", [12])


# -- HAN-EN-01: reinforcements ------------------------------------------------------------------------


def test_a_unit_enters_on_any_turn_after_its_own() -> None:
    """HAN-EN-01"""
    waiting = {"g.pr6.1": "waiting", "g.pr6.2": "waiting", "a.1rc.1": "0505"}
    for turn in (2, 3, 7):
        assert is_legal(actions("G-PR6", waiting, turn=turn), "enter g.pr6.1 2704")


def test_infantry_enters_loaded_and_in_either_posture() -> None:
    """HAN-EN-01, HAN-CO-01"""
    session = actions("G-SR3-II", {}, turn=2, clear=False)
    heads = {head.answer for head in orders(session).heads()}
    assert {"enter g.sr3ii.6", "enter g.sr3ii.6 column"} <= heads
    play(session, "enter g.sr3ii.6 column 2701")
    pass_until(session, "german")
    assert {"loaded", "in column"} <= states(session, "g.sr3ii.6")


def test_of_equally_near_entry_hexes_the_lower_number_is_taken() -> None:
    """HAN-EN-01"""
    held = {"g.pr6.1": "waiting", "g.pr6.2": "waiting", "a.2rc.1": "2704"}
    session = actions("G-PR6", held, turn=2)
    assert is_legal(session, "enter g.pr6.1 2703")
    assert refused_by(session, "enter g.pr6.1 2705") == "HAN-EN-01"
    more = actions("G-PR6", {**held, "a.2rc.2": "2703"}, turn=2)
    assert is_legal(more, "enter g.pr6.1 2705")


def test_entering_draws_reactions() -> None:
    """HAN-EN-01, HAN-RE-01"""
    units = {"g.pr6.1": "waiting", "g.pr6.2": "waiting", "a.2rc.1": "2604"}
    session = actions("G-PR6", units, turn=2)
    play(session, next(a for a in answers(session) if a.startswith("enter g.pr6.1")))
    assert asked(session).side == "allied"
    assert asked(session).key.startswith("react.")
