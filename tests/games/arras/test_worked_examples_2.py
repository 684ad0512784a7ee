"""Worked examples 11 to 17, with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.arras.table import (
    asked,
    attacks,
    charts,
    costs,
    crt,
    dice_of,
    disrupted,
    heads,
    is_legal,
    names,
    odds,
    play,
    position,
    reach,
    refusal,
    retreat_routes,
    struck,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras.state import attack, defence
from wargame.games.arras.supply import supply_of

FAR = {"uk-6dli": "1207", "de-sr6-2": "1317"}
"""Somebody of either side, so that the game goes on."""


# -- the reinforcement die (ARR-RE-02) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "markers", "die", "passes"),
    [(3, [], 2, True), (3, [], 3, False), (3, ["A-N"], 1, True), (3, ["A-N"], 2, False)],
)
def test_ARR_RE_02_we11_the_reinforcement_die(
    turn: int, markers: list[str], die: int, *, passes: bool
) -> None:
    session = position(
        "allied.reinforcement",
        turn=turn,
        units={**FAR, "uk-2rsf": "waiting"},
        set_={"interdiction": markers},
        dice=[die],
    )
    shifts = [("interdiction", 1)] if markers else []
    assert shifts == list(charts(session, "reinforcement")[-1].shifts)
    assert ("enter uk-2rsf" in heads(session)) == passes


def test_ARR_RE_02_we11_nothing_passes_on_turn_1() -> None:
    session = position(
        "allied.reinforcement",
        turn=1,
        units={**FAR, "uk-2rsf": "waiting"},
        more={"uk-2rsf": {"earliest": 1}},
        dice=[1],
    )
    assert [(1,)] == dice_of(session)
    assert "enter uk-2rsf" not in heads(session)


# -- Duisans (ARR-CO-14) ------------------------------------------------------------------------

DUISANS = {"de-k7": "0708", "uk-8dli": "0707", "uk-7rtr-d": "0707"}


def duisans(die: int, order: str) -> Session:
    session = position("allied.combat", turn=1, units={**DUISANS, "uk-7rtr-a": "0808"}, dice=[die])
    return play(session, "attack 0708 from uk-8dli uk-7rtr-d uk-7rtr-a", order)


def test_ARR_CO_14_we12_no_water_shift_where_one_attacker_has_none() -> None:
    session = duisans(3, "no")
    assert crt(session) == ("9 against 2 = 4:1", "3:1", {"village": -1}, "-/R1")


def test_ARR_RS_03_we12_without_an_order_it_retreats() -> None:
    routes = retreat_routes(duisans(3, "no"))["de-k7"]
    assert ["0609", "0709"] == [route for route in routes if len(route) == 4]
    assert {"0609", "0709"} == {route[:4] for route in routes}
    assert 2 == max(len(route.split("-")) for route in routes)


def test_ARR_RS_04_we12_under_orders_it_is_disrupted_in_place() -> None:
    session = duisans(3, "yes")
    assert "0708" == where(session, "de-k7")
    assert {"de-k7"} == struck(session)


def test_ARR_CO_14_we12_all_attackers_across_the_gy() -> None:
    session = position("allied.combat", turn=1, units=DUISANS, dice=[1])
    play(session, "attack 0708 from uk-8dli uk-7rtr-d", "no")
    shifts = {"village": -1, "water": -1}
    assert crt(session) == ("7 against 2 = 3:1", "3:2", shifts, "R1/-")
    assert "allied" == asked(session).side
    assert {"uk-8dli", "uk-7rtr-d"} == set(retreat_routes(session))


# -- mandatory combat (ARR-CO-09) ---------------------------------------------------------------

AGNY = {
    "uk-4rtr-a": "1212",
    "uk-4rtr-b": "1212",
    "de-sr6-1": "1112",
    "de-pj42-2": "1112",
    "de-sr6-2": "1312",
}


def agny() -> Session:
    return position("allied.combat", units=AGNY, states={"de-sr6-2": ["disrupted"]})


def test_ARR_CO_01_we13_the_undisrupted_must_be_attacked() -> None:
    session = agny()
    assert ["1112"] == names(session, attacks(session).obligatory())
    assert "ARR-CO-01" == refusal(session, "done").rule
    refused = refusal(session, "attack 1312 from uk-4rtr-a uk-4rtr-b")
    assert refused.rule == "ARR-CO-01"
    assert "1112" in refused.reason


@pytest.mark.parametrize(
    ("targets", "units", "basis", "column", "shifts"),
    [
        ("1112", "a b", "4 against 5 = 1:2", "1:3", {"village": -1}),
        ("1112", "a", "2 against 5 = 1:3", "1:3", {"village": -1}),
        ("1312", "b", "2 against 3 = 1:2", "1:2", {"disrupted": 1, "village": -1}),
        ("1112 1312", "a b", "4 against 8 = 1:2", "1:3", {"village": -1}),
    ],
)
def test_ARR_CO_12_we13_the_odds(
    targets: str, units: str, basis: str, column: str, shifts: dict[str, int]
) -> None:
    session = agny()
    answer = f"attack {targets} from {' '.join(f'uk-4rtr-{u}' for u in units.split())}"
    assert odds(session, answer) == (basis, column, shifts)
    assert is_legal(session, answer)


def test_ARR_CO_10_we13_after_one_attack_the_other_company_is_free() -> None:
    session = position("allied.combat", units=AGNY, states={"de-sr6-2": ["disrupted"]}, dice=[5])
    play(session, "attack 1112 from uk-4rtr-a", "no")  # 1:3, die 5: D/-
    assert [] == attacks(session).obligatory()
    assert is_legal(session, "attack 1312 from uk-4rtr-b")
    assert is_legal(session, "done")


def test_ARR_CO_01_we13_bombardment_empties_the_list() -> None:
    guns = {"uk-365fb": "1208", "uk-368fb": "1208"}
    session = position(
        "allied.artillery",
        units={**AGNY, **guns},
        states={"de-sr6-2": ["disrupted"]},
        dice=[5, 5],
    )
    play(session, "bombard de-sr6-1 with uk-365fb", "bombard de-pj42-2 with uk-368fb")
    assert session.segment == "arras.allied.combat.declare"
    assert [] == attacks(session).obligatory()
    assert is_legal(session, "done")


# -- supply (ARR-SU-03) -------------------------------------------------------------------------

RING = {"uk-9dli": "1412", "de-sr6-2": "1312", "de-sr14-1": "1511"}


@pytest.mark.parametrize(
    ("more", "states", "supplied"),
    [
        ({}, {}, False),
        ({}, {"de-sr14-1": ["disrupted"]}, True),
        ({"uk-4ey": "1411"}, {}, True),
        ({"uk-tr-1": "1411"}, {}, False),
    ],
)
def test_ARR_SU_03_we14_supply(
    more: dict[str, str], states: dict[str, list[str]], *, supplied: bool
) -> None:
    session = position("allied.supply", units={**RING, **more}, states=states)
    assert ("uk-9dli" not in disrupted(session)) == supplied


def test_ARR_SU_04_we14_the_net_says_the_same() -> None:
    session = position("allied.supply", units=RING)
    net = supply_of(session.game, "allied")
    grid = session.game.grid
    assert not net.reaches(grid.hex("1412"))
    assert net.reaches(grid.hex("1310"))


# -- the German order of phases (ARR-SQ-03) -----------------------------------------------------

DAINVILLE = {"uk-260at": "0811", "de-ar78-1": "0713", "de-pz25-1": "0613"}
PAST = "0612-0711-0710-0810-0910"


def dainville(die: int) -> Session:
    session = position("german.artillery", units=DAINVILLE, dice=[die])
    return play(session, "bombard uk-260at with de-ar78-1")


def test_ARR_SQ_03_we15_the_german_bombards_before_he_moves() -> None:
    session = dainville(3)
    grid = session.game.grid
    assert 3 == grid.distance(grid.hex("0713"), grid.hex("0811"))
    assert {"uk-260at"} == disrupted(session)
    assert session.segment == "arras.german.movement"
    assert [1, 1, 2, 2, 2] == costs(session, f"move de-pz25-1 {PAST}")
    assert "ARR-MV-14" == refusal(session, "move de-ar78-1 0714").rule
    play(session, f"move de-pz25-1 {PAST}")
    assert "0910" == where(session, "de-pz25-1")


def test_ARR_MV_01_we15_an_undisrupted_gun_stops_the_tanks() -> None:
    session = dainville(2)
    assert set() == disrupted(session)
    assert "ARR-MV-01" == refusal(session, f"move de-pz25-1 {PAST}").rule
    play(session, "move de-pz25-1 0612-0711")
    assert session.segment == "arras.german.combat.declare"
    assert ["0811"] == names(session, attacks(session).obligatory())


# -- refit (ARR-RF) -----------------------------------------------------------------------------

DEAD: Mapping[str, Mapping[str, Any]] = {
    "de-sr6-1": {"box": "eliminated", "eliminated": 3},
    "de-aa37": {"box": "eliminated", "eliminated": 2},
    "de-88-1": {"box": "eliminated", "eliminated": 4},
    "de-ss3-2": {"box": "eliminated", "eliminated": 5},
}
NO_EVENT = [3, 4]


def refit(*dice: int) -> Session:
    return position("german.refit", turn=5, units=FAR, more=DEAD, dice=dice)


def test_ARR_RF_04_we16_refit_brings_it_back_weaker() -> None:
    session = refit(3, *NO_EVENT)
    assert [(3,), (3, 4)] == dice_of(session)  # one die, then the event
    assert ("waiting", 6) == (
        where(session, "de-sr6-1"),
        unit(session, "de-sr6-1").numbers["earliest"],
    )
    assert (1, 2) == (attack(session.game, "de-sr6-1"), defence(session.game, "de-sr6-1"))


def test_ARR_RF_06_we16_a_four_is_out_for_good() -> None:
    session = refit(4, *NO_EVENT)
    assert {"eliminated"} == {where(session, u) for u in DEAD}


@pytest.mark.parametrize(("die", "passes"), [(5, True), (6, False)])
def test_ARR_RF_07_we16_it_rolls_from_turn_6(die: int, *, passes: bool) -> None:
    session = refit(3, *NO_EVENT, die)
    play(session, "done", *["done"] * 2)  # Allied movement and the two air segments
    assert session.segment == "arras.german.movement"
    assert [(die,)] == dice_of(session)[2:]
    assert "G-S" in session.game.content.units["de-sr6-1"].refit_area
    assert ("enter de-sr6-1" in heads(session)) == passes
    if passes:
        assert {"1218", "1418", "1518"} <= set(reach(session, "enter de-sr6-1"))


# -- exploitation (ARR-EX) ----------------------------------------------------------------------


def test_ARR_EX_01_we17_half_the_printed_allowance() -> None:
    session = position("allied.exploitation", units={**FAR, "fr-1cuir-1": "0507"})
    answer = "exploit fr-1cuir-1 0407-0306-0206-0105"
    assert [1, 1, 1, 1] == costs(session, answer)
    assert 0 == reach(session, "exploit fr-1cuir-1")["0105"]
    assert "ARR-EX-01" == refusal(session, f"{answer}-0104").rule


def test_ARR_EX_03_we17_a_slow_tank_cannot_leave_a_zoc() -> None:
    session = position(
        "allied.exploitation", units={"uk-7rtr-d": "0808", "de-k7": "0708", "uk-4rtr-lt": "1107"}
    )
    assert {} == reach(session, "exploit uk-7rtr-d")
    refused = refusal(session, "exploit uk-7rtr-d 0908")  # a main road step
    assert refused.rule == "ARR-EX-01"
    assert "1 1/2 MP in all, 1 is there" in refused.reason


def test_ARR_EX_03_we17_half_of_three_is_one_and_a_half() -> None:
    session = position("allied.exploitation", units={**FAR, "fr-2cuir-2": "0507"})
    assert [1, 1, 1] == costs(session, "exploit fr-2cuir-2 0407-0306-0206")
    assert not is_legal(session, "exploit fr-2cuir-2 0407-0306-0206-0105")
