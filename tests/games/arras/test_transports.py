"""Lifting, dropping and picking up: ARR-MV-11..12, ARR-UN-03."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    costs,
    heads,
    is_legal,
    moves,
    play,
    position,
    reach,
    refusal,
    unit,
    where,
)
from wargame.flow.session import Session


def column(**states: list[str]) -> Session:
    """A transport and a battalion in 1207, another in 1106, a third on the road at 1107."""
    return position(
        "allied.movement",
        units={"uk-tr-1": "1207", "uk-6dli": "1207", "uk-9dli": "1106", "uk-8dli": "1107"},
        states={name.replace("_", "-"): found for name, found in states.items()},
    )


# -- pairs from the start ------------------------------------------------------------------------


def test_ARR_MV_11_a_pair_moves_as_one_at_wheeled_costs() -> None:
    session = position("allied.movement", units={"uk-tr-1": "0705", "uk-6dli": "0705"})
    assert [4] == costs(session, "move uk-tr-1 with uk-6dli 0806")  # woods
    assert [2] == costs(session, "move uk-6dli 0806")
    play(session, "move uk-tr-1 with uk-6dli 0806")
    assert {"0806"} == {where(session, u) for u in ("uk-tr-1", "uk-6dli")}


def test_ARR_MV_11_either_may_be_named_first() -> None:
    session = column()
    entry = session.answer("move uk-6dli with uk-tr-1 1106-1107-1108")
    assert "move uk-tr-1 with uk-6dli 1207-1106-1107-1108" == entry.answer


def test_ARR_MV_11_both_are_done_afterwards() -> None:
    session = play(column(), "move uk-tr-1 with uk-6dli 1106")
    assert {"move uk-tr-1", "move uk-6dli"}.isdisjoint(heads(session))
    assert "ARR-SQ-02" == refusal(session, "move uk-6dli 1105").rule
    assert not [head for head in heads(session) if "uk-tr-1" in head]  # one passenger a phase


def test_ARR_MV_11_one_transport_one_passenger() -> None:
    refused = refusal(column(), "move uk-tr-1 with uk-6dli 1106 lift uk-9dli 1107")
    assert refused.rule == "ARR-MV-11"


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("move uk-tr-1 with uk-9dli 1106", "ARR-MV-11"),  # it is not there
        ("move uk-6dli with uk-8dli 1106", "ARR-MV-11"),  # no transport
        ("move uk-tr-1 with uk-air 1106", "ARR-MV-11"),
        ("move uk-tr-1 with de-rommel 1106", "ARR-MV-11"),
        ("move uk-tr-1 drop 1106", "ARR-MV-11"),  # it carries nobody
        ("move uk-tr-1 with uk-6dli drop 1106", "ARR-MV-11"),  # nothing was carried
    ],
)
def test_ARR_MV_11_pairs_that_cannot_be(answer: str, rule: str) -> None:
    assert rule == refusal(column(), answer).rule


def test_ARR_MV_11_a_passenger_that_moved_stays() -> None:
    session = play(column(), "move uk-6dli 1106")
    assert "ARR-MV-11" == refusal(session, "move uk-tr-1 1106 lift uk-6dli 1107").rule


def test_ARR_MV_11_afterwards_they_are_two_units() -> None:
    session = play(column(), "move uk-tr-1 with uk-6dli 1206", "done")
    assert set() == unit(session, "uk-tr-1").states & {"disrupted"}
    assert ("1206", "1206") == (where(session, "uk-tr-1"), where(session, "uk-6dli"))


# -- drop and go on ------------------------------------------------------------------------------


def test_ARR_MV_11_dropping_is_free_and_the_transport_goes_on() -> None:
    session = column()
    answer = "move uk-tr-1 with uk-6dli 1106-1107 drop 1108-1109-1009-0908-0808"
    assert [2, 1, 1, 1, 1, 1, 1] == costs(session, answer)
    assert "ARR-ST-01" not in str(session.why_not(answer))
    play(session, answer)
    assert ("0808", "1107") == (where(session, "uk-tr-1"), where(session, "uk-6dli"))
    assert "move uk-6dli" not in heads(session)  # its move is over


def test_ARR_MV_11_no_drop_where_they_may_not_stop() -> None:
    session = position(
        "allied.movement",
        units={
            "uk-tr-1": "1207", "uk-6dli": "1207", "uk-9dli": "1106", "uk-8dli": "1106",
            "uk-1wg": "1106", "uk-tr-2": "1105",
        },
    )  # fmt: skip
    assert "ARR-ST-01" == refusal(session, "move uk-tr-1 with uk-6dli 1106 drop 1107").rule
    assert is_legal(session, "move uk-tr-1 with uk-6dli 1106-1107 drop 1108")


def test_ARR_MV_01_dropping_in_a_zoc_does_not_free_the_transport() -> None:
    units = {"uk-tr-1": "0908", "uk-6dli": "0908", "de-k7": "0708"}
    session = position("allied.movement", units=units)
    assert is_legal(session, "move uk-tr-1 with uk-6dli 0808")
    assert "ARR-MV-01" == refusal(session, "move uk-tr-1 with uk-6dli 0808 drop 0908").rule


def test_ARR_MV_11_the_way_on_is_offered() -> None:
    session = column()
    grid = session.game.grid
    stops = [grid.hex("1107"), grid.hex("0808")]
    answer = moves(session).route("move uk-tr-1 with uk-6dli drop", stops)
    assert answer.startswith("move uk-tr-1 with uk-6dli 1207-1107 drop 1107-")
    assert is_legal(session, answer)


def test_ARR_MV_11_one_and_many_carry_in_the_same_words() -> None:
    ask = moves(column())
    labels = [option.label for option in ask.heads() if " with " in option.answer]
    assert "151st Brigade troop carriers (1) carrying 6th Durham Light Infantry" in labels
    assert any(label.endswith(", dropping it at the first stop") for label in labels)


# -- picked up on the way ------------------------------------------------------------------------


def test_ARR_MV_11_picking_up_on_the_way_costs_one() -> None:
    session = column()
    answer = "move uk-tr-1 1106 lift uk-9dli 1107-1108-1109-1009"
    assert [2, 2, 1, 1, 1, 1] == costs(session, answer)
    assert "ARR-MV-07" == refusal(session, answer + "-0908").rule
    assert 0 == reach(session, "move uk-tr-1 lift uk-9dli")["1009"]
    play(session, answer)
    assert ("1009", "1009") == (where(session, "uk-tr-1"), where(session, "uk-9dli"))
    assert "1207" == where(session, "uk-6dli")


def test_ARR_MV_11_lifted_and_dropped_on_the_way() -> None:
    session = column()
    play(session, "move uk-tr-1 1106 lift uk-9dli 1105 drop 1104")
    assert ("1104", "1105") == (where(session, "uk-tr-1"), where(session, "uk-9dli"))


def test_ARR_MV_11_not_without_the_points_for_it() -> None:
    session = position("allied.movement", units={"uk-tr-1": "1207", "uk-9dli": "1004"})
    assert is_legal(session, "move uk-tr-1 1106-1105-1005-1004")  # 1 + 3 halves = 2 1/2
    assert is_legal(session, "move uk-tr-1 1106-1105-1005-1004 lift uk-9dli 1003")
    session = position("allied.movement", units={"uk-tr-1": "1207", "uk-9dli": "1204"})
    refused = refusal(session, "move uk-tr-1 1206-1205-1204-1104 lift uk-9dli 1103")
    assert refused.rule == "ARR-MV-11"


def test_ARR_MV_11_a_transport_that_stopped_in_a_zoc_picks_nobody_up() -> None:
    units = {"uk-tr-1": "0908", "uk-6dli": "0808", "de-k7": "0708"}
    session = position("allied.movement", units=units)
    refused = refusal(session, "move uk-tr-1 0808 lift uk-6dli 0908")
    assert refused.rule == "ARR-MV-11"
    assert "move uk-tr-1 lift uk-6dli" not in heads(session)


def test_ARR_MV_11_the_passenger_does_not_pay_again_for_the_zoc_left() -> None:
    units = {"uk-tr-1": "0808", "uk-6dli": "0908", "de-k7": "0708"}
    session = position("allied.movement", units=units)
    answer = "move uk-tr-1 0908 lift uk-6dli 1009-1109-1108"
    assert [3, 2, 1, 1, 1] == costs(session, answer)


# -- disrupted -----------------------------------------------------------------------------------


def test_ARR_MV_12_a_disrupted_transport_lifts_nothing() -> None:
    session = column(uk_tr_1=["disrupted"])
    assert "ARR-MV-12" == refusal(session, "move uk-tr-1 with uk-6dli 1106").rule
    assert "ARR-MV-12" == refusal(session, "move uk-tr-1 1106 lift uk-9dli 1105").rule
    assert is_legal(session, "move uk-tr-1 1106")


def test_ARR_MV_12_with_a_disrupted_passenger_the_pair_moves_one_hex() -> None:
    session = column(uk_6dli=["disrupted"])
    assert is_legal(session, "move uk-tr-1 with uk-6dli 1106")
    assert "ARR-MV-13" == refusal(session, "move uk-tr-1 with uk-6dli 1106-1107").rule
    grid = session.game.grid
    near = {grid.name(h) for h in grid.neighbours[grid.hex("1207")]}
    assert near == set(reach(session, "move uk-tr-1 with uk-6dli"))


def test_ARR_MV_12_also_when_it_is_picked_up_on_the_way() -> None:
    session = column(uk_9dli=["disrupted"])
    assert [2, 2, 0] == costs(session, "move uk-tr-1 1106 lift uk-9dli 1107")
    assert "ARR-MV-13" == refusal(session, "move uk-tr-1 1106 lift uk-9dli 1107-1108").rule
    play(session, "move uk-tr-1 1106 lift uk-9dli 1105")
    assert ("1105", "1105") == (where(session, "uk-tr-1"), where(session, "uk-9dli"))
    assert "disrupted" in unit(session, "uk-9dli").states


# -- who can be lifted ---------------------------------------------------------------------------


@pytest.mark.parametrize("rider", ["de-sr6-1", "de-ar78-1", "de-88-1"])
def test_ARR_UN_03_infantry_guns_and_88s_ride(rider: str) -> None:
    session = position("german.movement", units={"de-tr-1": "1317", rider: "1317"})
    assert f"move de-tr-1 with {rider}" in heads(session)


@pytest.mark.parametrize("rider", ["de-pj42-1", "de-lfl86", "de-k7", "de-pz25-1", "de-tr-2"])
def test_ARR_UN_03_units_with_vehicles_of_their_own_do_not(rider: str) -> None:
    session = position("german.movement", units={"de-tr-1": "1317", rider: "1317"})
    assert f"move de-tr-1 with {rider}" not in heads(session)
    assert "ARR-UN-03" == refusal(session, f"move de-tr-1 with {rider} 1316").rule


def test_ARR_UN_03_an_88_has_two_and_four_with_transport() -> None:
    south = "1313-1314-1315-1316-1417-1517-1518"
    session = position("german.movement", units={"de-tr-1": "1312", "de-88-1": "1312"})
    assert [1] * 4 == costs(session, "move de-88-1 1313-1314-1315-1316")
    assert "ARR-MV-07" == refusal(session, f"move de-88-1 {south}").rule
    assert [1] * 7 == costs(session, f"move de-tr-1 with de-88-1 {south}")


def test_ARR_ST_02_a_transport_lifts_its_own_nation_only() -> None:
    units = {"uk-tr-1": "0706", "fr-11dp-1": "0705"}
    session = position("allied.movement", units=units)
    assert "ARR-ST-02" == refusal(session, "move uk-tr-1 0705 lift fr-11dp-1 0704").rule


# -- reinforcements ------------------------------------------------------------------------------


def arrivals(**more: str) -> Session:
    units = {"uk-tr-5": "waiting", "uk-2rsf": "waiting", "fr-tr-3": "waiting"}
    named = {name.replace("_", "-"): place for name, place in more.items()}
    return position(
        "allied.movement",
        turn=7,
        units={**units, **named},
        states={u: ["passed"] for u in units},
    )


def test_ARR_MV_11_a_pair_enters_lifted() -> None:
    session = arrivals()
    answer = "enter uk-tr-5 with uk-2rsf 1401-1402-1403-1303-1304-1305-1306-1307"
    assert [1] * 8 == costs(session, answer)
    play(session, answer)
    assert ("1307", "1307") == (where(session, "uk-tr-5"), where(session, "uk-2rsf"))


def test_ARR_MV_11_dropped_in_the_entry_hex() -> None:
    session = play(arrivals(), "enter uk-tr-5 with uk-2rsf 1401 drop 1402-1403")
    assert ("1403", "1401") == (where(session, "uk-tr-5"), where(session, "uk-2rsf"))


def test_ARR_MV_11_an_entering_transport_picks_up_on_the_way() -> None:
    session = arrivals(uk_9dli="1402")
    answer = "enter uk-tr-5 1401-1402 lift uk-9dli 1403-1303"
    assert [1, 1, 2, 1, 1] == costs(session, answer)
    play(session, answer)
    assert ("1303", "1303") == (where(session, "uk-tr-5"), where(session, "uk-9dli"))
    assert "waiting" == where(session, "uk-2rsf")


def test_ARR_MV_11_but_nobody_who_still_waits() -> None:
    session = arrivals()
    assert "ARR-MV-11" == refusal(session, "enter uk-tr-5 1401-1402 lift uk-2rsf 1403").rule
    assert "ARR-RE-05" == refusal(session, "enter uk-tr-5 with uk-2rsf").rule


def test_ARR_RE_05_two_areas_make_no_pair() -> None:
    units = {"de-sstr-3": "waiting", "de-ssar-2": "waiting"}
    session = position(
        "german.movement", turn=4, units=units, states={u: ["passed"] for u in units}
    )
    assert "ARR-RE-05" == refusal(session, "enter de-sstr-3 with de-ssar-2 0115").rule


def test_ARR_MV_11_what_was_just_lifted_is_not_dropped_there() -> None:
    session = arrivals(uk_9dli="1402")
    answer = "enter uk-tr-5 1401-1402 lift uk-9dli 1402 drop 1402-1403"
    assert "ARR-MV-11" == refusal(session, answer).rule
    assert is_legal(session, "enter uk-tr-5 1401-1402 lift uk-9dli 1403 drop 1403-1303")
