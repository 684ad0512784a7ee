"""The sequence of play: administrative phase, cup, saved marker, activation, close (HAN-SP)."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    is_legal,
    notes,
    orders,
    play,
    position,
    refused_by,
    rolled,
    states,
)
from wargame.content.sequence import walk
from wargame.flow.session import Session, new_header
from wargame.games.hannut import GAME
from wargame.games.hannut.content import load_content
from wargame.games.hannut.segments.admin import contents
from wargame.games.hannut.words import words
from wargame.model import events as ev
from wargame.model.dice import mix

BOTH = {"g.pr35.1": "2411", "a.1rc.1": "0505"}


def start(scenario: str, seed: int = 1) -> Session:
    """A fresh game."""
    return Session.start(GAME, new_header(GAME, scenario, seed))


def test_a_turn_has_an_administrative_and_an_operations_phase() -> None:
    """HAN-SP-01, HAN-SP-05, HAN-SP-23"""
    steps = [step.id for step in walk(load_content("campaign").sequence)]
    found = [steps.index(f"hannut.both.{name}") for name in ("admin", "ops", "end")]
    assert found == sorted(found)


def test_hqs_flip_opp_used_goes_and_command_is_judged_once() -> None:
    """HAN-SP-02, HAN-SP-03, HAN-SP-04, HAN-CU-04, HAN-CM-01, HAN-CM-02"""
    units = {"g.pr35.hq": "2411", "g.pr35.1": "1811", "g.pr35.2": "1711", "a.1rc.1": "0505"}
    marked = {"g.pr35.hq": ["activated"], "g.pr35.2": ["opp used"]}
    session = position("both.admin.flip", units, states=marked)
    assert states(session, "g.pr35.hq") == set()
    assert states(session, "g.pr35.1") == set()
    assert states(session, "g.pr35.2") == {"out of command"}
    assert states(session, "a.1rc.1") == {"out of command"}


def test_a_unit_that_moves_into_range_stays_out_of_command() -> None:
    """HAN-CM-02, HAN-OC-01"""
    units = {"g.pr35.hq": "2411", "g.pr35.2": "1711", "a.1rc.1": "0505"}
    session = actions("G-PR35", units, states={"g.pr35.2": ["out of command"]})
    play(session, "move g.pr35.2 1711-1811")
    assert "out of command" in states(session, "g.pr35.2")


def test_reinforcements_are_in_command() -> None:
    """HAN-CM-03"""
    session = actions("G-PR6", {"g.pr6.1": "waiting", "g.pr6.2": "waiting"}, turn=2)
    play(session, "enter g.pr6.1 2704")
    assert "out of command" not in states(session, "g.pr6.1")


def test_a_lost_hq_shakes_its_formation_at_once() -> None:
    """HAN-CM-04, HAN-FF-05"""
    units = {
        "g.pr35.4": "1411", "a.2rc.hq": "1311", "a.2rc.1": "1012", "a.2rc.2": "0912",
        "g.pr35.8": "2510",
    }  # fmt: skip
    session = actions("G-PR35", units, dice=[2, 7, 6])
    play(session, "fire g.pr35.4 at a.2rc.hq")
    assert at(session, "a.2rc.hq") == "eliminated"
    assert rolled(session) == [2, 7, 6]
    assert states(session, "a.2rc.1") == {"fatigued"}
    assert states(session, "a.2rc.2") == set()


def test_a_lost_hq_returns_two_turns_later_neutralized() -> None:
    """HAN-CM-05"""
    units = {"a.2rc.hq": "eliminated", "a.2rc.1": "1012", "a.2rc.2": "0912", "g.pr35.1": "2411"}
    late = {"a.2rc.hq": {"lost": 2}}
    session = position("both.admin.hq_return", units, more=late, turn=4)
    assert answers(session) == ["place a.2rc.hq 0912", "place a.2rc.hq 1012"]
    play(session, "place a.2rc.hq 0912")
    assert (at(session, "a.2rc.hq"), states(session, "a.2rc.hq")) == ("0912", {"neutralized"})
    early = position("both.admin.flip", units, more={"a.2rc.hq": {"lost": 3}}, turn=4)
    assert at(early, "a.2rc.hq") == "eliminated"


def test_the_cup_holds_formations_on_the_map_or_due_and_the_fire_markers() -> None:
    """HAN-CU-01"""
    session = start("campaign")
    g = session.game
    found = contents(g)
    assert list(found) == sorted(found)
    assert {"G-PR5", "F-1RC", "G-ART-75", "G-STUKA-1", "G-STUKA-2"} <= set(found)
    assert not {"G-PR6", "F-29RD", "G-ART-KORPS", "F-ART-71"} & set(found)
    later = position("both.ops", clear=False, turn=5, saved="G-PR5")
    inside = set(later.state.cups["cup"])
    assert {"F-29RD", "G-PR6", "G-ART-KORPS", "F-ART-71", "G-STUKA-1"} - {
        later.state.cups["drawn"][0]
    } <= inside
    assert "G-STUKA-2" not in inside


def test_draws_are_even_from_the_sorted_cup() -> None:
    """HAN-SP-06, HAN-SP-07, HAN-RP-12"""
    cup = ["F-1RC", "G-PR35", "G-PR36"]
    units = {**BOTH, "g.pr36.1": "2510"}
    for number, marker in enumerate(cup, start=1):
        session = position("both.ops", units, cup=cup, draws=[number])
        assert session.state.cups["drawn"] == [marker]
        assert asked(session).side == ("allied" if marker[0] == "F" else "german")


def test_the_saved_marker_opens_the_turn_without_a_draw() -> None:
    """HAN-CU-02"""
    session = position("both.ops", BOTH, saved="F-1RC", cup=["G-PR35"])
    assert session.state.cups["drawn"] == ["F-1RC"]
    assert [e for e in notes(session) if "Saved box" in e]
    assert session.state.cups["saved"] == []


def test_the_last_marker_is_saved_and_not_carried_out() -> None:
    """HAN-SP-21, HAN-SP-22, HAN-CU-03"""
    session = position("both.ops", BOTH, cup=["G-PR35"], turn=3)
    assert "G-PR35 (Panzer-Regiment 35 (4. Pz.Div.)) is saved for the next turn." in notes(session)
    assert session.state.turn() == 4
    assert session.state.cups["drawn"] == ["G-PR35"]


def test_a_saved_marker_of_the_final_turn_is_carried_out() -> None:
    """HAN-CU-03"""
    session = position("both.ops", BOTH, cup=["G-PR35"], turn=12)
    assert session.segment == "hannut.german.ops.actions"


def test_the_marker_of_a_dead_formation_leaves_the_cup() -> None:
    """HAN-CU-01"""
    units = {"a.2rc.1": "1311", "a.2rc.2": "0505", "g.pr35.1": "1411", "g.pr36.1": "2510"}
    session = position(
        "allied.ops.actions", units, drawn="F-2RC", cup=["G-PR35", "G-PR36"],
        states={"g.pr35.1": ["reduced"]}, dice=[3],
    )  # fmt: skip
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert session.state.cups["cup"] == ["G-PR36"]
    assert "G-PR35 (Panzer-Regiment 35 (4. Pz.Div.)) leaves the game." in notes(session)


def test_the_close_flips_the_hq_and_clears_the_flags() -> None:
    """HAN-SP-20, HAN-CU-04, HAN-SP-08"""
    units = {"g.pr35.hq": "2411", "g.pr35.1": "2411", "g.pr36.1": "2510", "a.1rc.1": "0505"}
    session = actions("G-PR35", units, cup=["F-1RC", "G-PR36"])
    play(session, "move g.pr35.1 2411-2412", "pass")
    assert "activated" in session.state.units["g.pr35.hq"].states
    assert "acted" not in session.state.units["g.pr35.1"].states
    assert session.state.number("g.pr35.1", "spent") == 0


def test_only_the_active_formation_acts_each_unit_once() -> None:
    """HAN-SP-08, HAN-SP-18"""
    units = {"g.pr35.1": "2411", "g.pr35.2": "2411", "g.pr36.1": "2510", "a.1rc.1": "0505"}
    session = actions("G-PR35", units)
    assert refused_by(session, "move g.pr36.1 2510-2509") == "HAN-SP-18"
    play(session, "move g.pr35.1 2411-2412")
    assert refused_by(session, "move g.pr35.1 2412-2411") == "HAN-SP-08"
    assert is_legal(session, "move g.pr35.2 2411-2412")


def test_moving_uses_some_or_all_points() -> None:
    """HAN-SP-12"""
    session = actions("G-PR35", {"g.pr35.1": "2411", "a.1rc.1": "0505"})
    left = orders(session).reach("move g.pr35.1").values()
    assert min(left) == 0
    assert max(left) == 24 - 4


def test_an_artillery_or_stuka_marker_means_indirect_fire() -> None:
    """HAN-SP-17, HAN-RP-11"""
    units = {**BOTH, "g.pr35.hq": "0605"}
    session = position("both.ops", units, cup=["G-ART-75", "G-PR35"], draws=[1])
    assert session.segment == "hannut.german.ops.indirect"
    session = position("both.ops", BOTH, cup=["G-PR35", "G-STUKA-1"], draws=[2])
    assert session.segment == "hannut.german.ops.stuka"


def test_a_stuka_marker_can_be_saved_past_its_schedule() -> None:
    """HAN-CU-02"""
    session = position("both.ops", BOTH, saved="G-STUKA-1", turn=9)
    assert session.segment == "hannut.german.ops.stuka"


def test_two_scenarios() -> None:
    """HAN-SC-01"""
    assert {info.id: info.turns for info in GAME.scenarios} == {"campaign": 12, "orp": 4}
    orp = start("orp")
    assert orp.state.turn() == 1
    assert GAME.face.turn_label(orp.game) == "Turn 1 of 4, 1200"
    assert {g for g in orp.state.units if g.startswith("g.pr5")} == {
        "g.pr5.hq", "g.pr5.1", "g.pr5.2", "g.pr5.4",
    }  # fmt: skip
    assert refused_by(
        actions("G-PR5", {"g.pr5.1": "1905"}, scenario="orp", turn=2), "move g.pr5.1 1905-2005"
    ) in ("HAN-SC-01", "HAN-CO-02")


def test_nested_reactions_always_end() -> None:
    """HAN-RE-01: no pass of a random game takes many answers."""
    for seed in range(4):
        session = start("orp", seed)
        count = 0

        def pick(n: int, seed: int = seed) -> int:
            nonlocal count
            count += 1
            return mix(seed, count) % n

        while session.ask is not None and session.n < 3000:
            session.answer(session.ask.sample(pick))
            assert session.entries[-1].open_answers <= 30
        assert session.state.ended is not None


def test_every_automatic_step_is_logged_with_its_rule() -> None:
    """HAN-SP-02, HAN-SP-03, HAN-SP-04, HAN-SP-06, HAN-SP-22, HAN-SP-23"""
    session = position("both.ops", BOTH, cup=["G-PR35"], turn=3)
    entered = {e.name for e in session.game.journal if isinstance(e, ev.SegmentEntered)}
    for name in ("flip", "command", "opp", "cup"):
        assert f"hannut.both.admin.{name}" in entered
    assert {"hannut.both.ops.save_last", "hannut.both.end.advance"} <= entered


def test_a_marker_that_is_drawn_is_told_with_who_it_is() -> None:
    """HAN-CU-01, HAN-IF-01"""
    assert str(words()["G-SR3-I"]).startswith("G-SR3-I (I./Schützen-Regiment 3")
    assert ("F-ART-76 (artillery)", "G-STUKA-1 (Stukas)") == (
        words()["F-ART-76"],
        words()["G-STUKA-1"],
    )
