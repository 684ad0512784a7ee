"""German air units and interdiction: ARR-GE-01..03."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    answers,
    costs,
    is_legal,
    play,
    position,
    reach,
    refusal,
    where,
)
from wargame.flow.session import Session

FAR = {"uk-6dli": "1207", "de-sr6-2": "1317"}
NO_EVENT = [3, 4]


def marked(*places: str, **units: str) -> Session:
    named = {name.replace("_", "-"): where for name, where in units.items()}
    return position("allied.movement", units=named, set_={"interdiction": list(places)})


def test_ARR_GE_01_the_german_has_four_air_units() -> None:
    session = position("german.air", units=FAR)
    flyers = {answer.split()[-1] for answer in answers(session) if " with " in answer}
    assert {"de-stg2", "de-lg2", "de-zg26", "de-jg27"} == flyers


def test_ARR_GE_02_an_air_unit_may_interdict_the_roads() -> None:
    session = position("german.air", units=FAR, states={"uk-air": ["down"], "fr-air": ["down"]})
    play(session, "interdict 1108 with de-stg2")
    marker = next(iter(session.state.markers.values()))
    assert session.game.grid.hex("1108") == marker.hex
    assert not is_legal(session, "strike 1207 with de-stg2")  # it has flown
    assert "ARR-GE-03" == refusal(session, "interdict 1108 with de-lg2").rule  # once a hex
    assert "ARR-GE-03" == refusal(session, "interdict 0202 with de-lg2").rule  # no road


def test_ARR_GE_02_it_acts_in_the_next_allied_turn() -> None:
    down = {"uk-air": ["down"], "fr-air": ["down"]}
    session = position(
        "german.air",
        units={"uk-12l-a": "1107", "de-sr6-2": "1317"},
        states=down,
        more={u: {"returns": 9} for u in down},
        dice=NO_EVENT,
    )
    play(session, "interdict 1108 with de-stg2", "done", "done")
    assert (3, "arras.allied.movement") == (session.state.turn(), session.segment)
    assert [4] == costs(session, "move uk-12l-a 1108")  # 1, and 1 for the marker
    play(session, "done")
    assert {} == session.state.markers


def test_ARR_GE_02_it_hinders_reinforcements() -> None:
    units = {**FAR, "uk-2rsf": "waiting"}
    session = position("german.air", units=units, dice=[*NO_EVENT, 2])
    play(session, "interdict A-N with de-stg2", "pass", "done", "done")
    assert 3 == session.state.turn()
    assert "ARR-RE-02" == refusal(session, "enter uk-2rsf 1401").rule  # 2 + 1 is not less than 3
    assert {} == session.state.markers  # gone with the rolls


def test_ARR_GE_03_no_road_rate_on_covered_steps_and_one_point_once() -> None:
    session = marked("1108", uk_12l_a="1106")
    # 1107 is covered: 1 + 1; 1108 1; to 1109 the Scarpe counts as a stream: 2.
    assert [4, 2] == costs(session, "move uk-12l-a 1107-1108")
    assert not is_legal(session, "move uk-12l-a 1107-1108-1109")
    assert [4, 2, 2] == costs(session, "move uk-12l-a 1107-1008-1007")


def test_ARR_GE_03_on_steps_that_start_or_end_in_a_covered_hex() -> None:
    session = marked("1108", uk_12l_a="1107")
    assert [4] == costs(session, "move uk-12l-a 1106")  # out of a covered hex
    session = marked("1108", uk_12l_a="1105")
    assert [1, 4] == costs(session, "move uk-12l-a 1106-1107")


def test_ARR_GE_03_overlapping_markers_are_not_added() -> None:
    assert [4] == costs(marked("1108", "1107", "1109", uk_12l_a="1106"), "move uk-12l-a 1107")


def test_ARR_GE_03_a_minor_road_cancels_nothing_either() -> None:
    session = marked("0806", uk_12l_a="0807")
    assert [6] == costs(session, "move uk-12l-a 0806")  # woods 2, and 1
    session = marked("1309", uk_12l_a="1309")
    assert [6] == costs(session, "move uk-12l-a 1409")  # 1, the bridge 1, and 1


def test_ARR_GE_03_a_pair_pays_once() -> None:
    session = marked("1106", uk_tr_1="1207", uk_6dli="1106")
    # to 1106: 1 and 1; picking up 1; on to 1105: 1 more would be 4 in all.
    assert [4, 2, 2] == costs(session, "move uk-tr-1 1106 lift uk-6dli 1105")
    assert "1105" in reach(session, "move uk-tr-1 lift uk-6dli")
    session = marked("1106", uk_tr_1="1207", uk_6dli="1207")
    assert [4, 2, 2] == costs(session, "move uk-tr-1 with uk-6dli 1106-1105-1104")


def test_ARR_GE_03_paid_once_also_after_dropping() -> None:
    session = marked("1106", uk_tr_1="1207", uk_6dli="1207")
    assert [4, 2, 2] == costs(session, "move uk-tr-1 with uk-6dli 1106 drop 1105-1104")


def test_ARR_GE_03_an_entry_hex_may_be_covered() -> None:
    session = position(
        "allied.movement",
        units={**FAR, "uk-2rsf": "waiting", "uk-tr-5": "waiting"},
        states={"uk-2rsf": ["passed"], "uk-tr-5": ["passed"]},
        set_={"interdiction": ["1402"]},
    )
    assert [4] == costs(session, "enter uk-2rsf 1401")  # no main-road price, and 1
    assert not is_legal(session, "enter uk-2rsf 1401-1402")
    assert [4, 2, 2] == costs(session, "enter uk-tr-5 1401-1402-1403")


def test_ARR_GE_03_refugees_on_top_do_not_double_anything() -> None:
    session = position(
        "allied.movement",
        units={"uk-12l-a": "1107"},
        set_={"interdiction": ["1108"], "events": ["refugees"]},
    )
    assert [4, 4] == costs(session, "move uk-12l-a 1108-1109")


def test_ARR_GE_03_germans_are_unaffected() -> None:
    session = position(
        "german.movement", units={"de-k7": "1107", "uk-6dli": "1401"},
        set_={"interdiction": ["1108"]},
    )  # fmt: skip
    assert [1, 1] == costs(session, "move de-k7 1108-1109")


def test_ARR_GE_03_markers_of_turn_4_are_removed_unused() -> None:
    session = position("end.victory", turn=4, units=FAR, set_={"interdiction": ["1108", "A-N"]})
    assert 5 == session.state.turn()
    assert {} == session.state.markers


@pytest.mark.parametrize(("turn", "left"), [(3, 1), (4, 0)])
def test_ARR_GE_03_by_day_they_wait_for_the_movement_phase(turn: int, left: int) -> None:
    session = position("end.victory", turn=turn, units=FAR, set_={"interdiction": ["1108"]})
    assert session.segment == "arras.allied.movement"
    assert left == len(session.state.markers)
    assert "1207" == where(session, "uk-6dli")


def test_ARR_GE_03_refugees_take_all_road_rates_away() -> None:
    session = position("allied.movement", units={"uk-12l-a": "1107"}, set_={"events": ["refugees"]})
    assert [2, 4] == costs(session, "move uk-12l-a 1108-1109")  # the Scarpe counts again
    session = position(
        "german.movement",
        units={"de-k7": "1316", "uk-6dli": "1401"},
        set_={"events": ["refugees"]},
    )
    assert [2, 2] == costs(session, "move de-k7 1315-1314")
