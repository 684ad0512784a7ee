"""Worked examples 1 to 10, with scripted dice."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    answers,
    asked,
    attacks,
    charts,
    costs,
    crt,
    dice_of,
    disrupted,
    events_of,
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
from wargame.model import events as ev

DICE = range(1, 7)


# -- two squadrons and a battalion (ARR-CO-03) --------------------------------------------------


def french_squadrons(die: int) -> Session:
    """Two S35 squadrons in 0409 against a disrupted battalion in 0410."""
    session = position(
        "allied.combat",
        units={"fr-1cuir-1": "0409", "fr-1cuir-2": "0409", "de-sr7-1": "0410"},
        states={"de-sr7-1": ["disrupted"]},
        dice=[die],
    )
    return play(session, "attack 0410 from fr-1cuir-1 fr-1cuir-2")


def test_ARR_CO_03_we01_two_french_squadrons() -> None:
    session = play(french_squadrons(5), "no")
    assert crt(session) == ("6 against 3 = 2:1", "3:1", {"disrupted": 1}, "-/R2")


def test_ARR_RS_06_we01_with_no_retreat_it_is_eliminated_and_the_turn_noted() -> None:
    session = play(french_squadrons(5), "yes")
    assert where(session, "de-sr7-1") == "eliminated"
    assert unit(session, "de-sr7-1").numbers["eliminated"] == 2


def test_ARR_RS_05_we01_otherwise_it_retreats_two_or_three_hexes() -> None:
    session = play(french_squadrons(5), "no")
    grid = session.game.grid
    routes = retreat_routes(session)["de-sr7-1"]
    assert {"0510", "0411", "0310"} == {route[:4] for route in routes}
    ends = [grid.distance(grid.hex("0410"), grid.hex(route[-4:])) for route in routes]
    assert {2, 3} == set(ends)
    assert all(far == len(route.split("-")) for far, route in zip(ends, routes, strict=True))
    play(session, "retreat de-sr7-1 0411-0412-0413")
    assert where(session, "de-sr7-1") == "0413"


def test_ARR_CO_08_we01_the_attackers_are_unharmed_on_every_die() -> None:
    for die in DICE:
        session = play(french_squadrons(die), "yes")
        assert {"0409"} == {where(session, u) for u in ("fr-1cuir-1", "fr-1cuir-2")}
        assert disrupted(session).isdisjoint({"fr-1cuir-1", "fr-1cuir-2"})


# -- the 88 shift (ARR-CO-13) -------------------------------------------------------------------


def squadrons_and_88(*shaken: str) -> Session:
    session = position(
        "allied.combat",
        units={
            "fr-1cuir-1": "0409",
            "fr-1cuir-2": "0409",
            "de-sr7-1": "0410",
            "de-88-2": "0410",
        },
        states={u: ["disrupted"] for u in shaken},
        dice=[4],
    )
    return play(session, "attack 0410 from fr-1cuir-1 fr-1cuir-2", "no")


def test_ARR_CO_04_we02_an_88_pulls_the_odds_down() -> None:
    session = squadrons_and_88("de-sr7-1")
    shifts = {"disrupted": 1, "gun88": -1}
    assert crt(session) == ("6 against 6 = 1:1", "1:1", shifts, "D/D")
    assert {"fr-1cuir-1", "fr-1cuir-2", "de-88-2"} == struck(session)  # de-sr7-1 is already


def test_ARR_CO_13_we02_a_disrupted_88_does_not() -> None:
    session = squadrons_and_88("de-sr7-1", "de-88-2")
    assert crt(session) == ("6 against 6 = 1:1", "3:2", {"disrupted": 1}, "-/D")
    assert {"de-88-2", "de-sr7-1"} == disrupted(session)


# -- roads, lifting, ZOCs, interdiction ---------------------------------------------------------


def test_ARR_MV_07_we03_main_roads_cost_half() -> None:
    session = position("allied.movement", turn=1, units={"uk-4rtr-a": "1008"})
    assert [2, 1, 1] == costs(session, "move uk-4rtr-a 1008-1108-1109-1009")
    assert "ARR-MV-07" == refusal(session, "move uk-4rtr-a 1008-1108-1109-1009-0908").rule
    assert 0 == reach(session, "move uk-4rtr-a")["1009"]


def test_ARR_MV_08_we03_the_city_has_no_main_road_rate() -> None:
    session = position("allied.movement", turn=1, units={"uk-4rtr-c": "1108"})
    assert [1, 2] == costs(session, "move uk-4rtr-c 1108-1109-1210")
    refused = refusal(session, "move uk-4rtr-c 1108-1109-1210-1310")
    assert refused.rule == "ARR-MV-07"
    assert "1310 costs 2 1/2 MP in all, 2 are there" in refused.reason
    assert "1310" not in reach(session, "move uk-4rtr-c")


LONG_WAY = "1106-1107-1108-1109-1009-0908-0808"


def test_ARR_MV_04_we04_a_lifted_battalion_goes_four() -> None:
    session = position(
        "allied.movement",
        turn=1,
        units={"uk-6dli": "1207", "uk-tr-1": "1207", "de-k7": "0708"},
    )
    pair = f"move uk-tr-1 with uk-6dli {LONG_WAY}"
    assert [2, 1, 1, 1, 1, 1, 1] == costs(session, pair)
    assert "ARR-MV-07" == refusal(session, f"move uk-6dli {LONG_WAY}").rule
    assert "ARR-MV-01" == refusal(session, f"{pair}-0908").rule
    play(session, pair)
    assert ("0808", "0808") == (where(session, "uk-6dli"), where(session, "uk-tr-1"))


def test_ARR_CO_09_we04_the_carried_battalion_must_attack_the_transport_adds_nothing() -> None:
    session = position(
        "allied.movement",
        turn=1,
        units={"uk-6dli": "1207", "uk-tr-1": "1207", "de-k7": "0708"},
    )
    play(session, f"move uk-tr-1 with uk-6dli {LONG_WAY}", "done")
    assert ["0708"] == names(session, attacks(session).obligatory())
    assert "ARR-CO-01" == refusal(session, "done").rule
    assert "ARR-CO-17" == refusal(session, "attack 0708 from uk-6dli uk-tr-1").rule
    assert "3 against 2 = 3:2" == odds(session, "attack 0708 from uk-6dli")[0]


def test_ARR_MV_02_we05_leaving_a_zoc_costs_one_more() -> None:
    session = position("allied.movement", turn=1, units={"uk-7rtr-lt": "0707", "de-k7": "0708"})
    assert [4, 2, 2] == costs(session, "move uk-7rtr-lt 0807-0806-0905")
    assert 0 == reach(session, "move uk-7rtr-lt")["0905"]


def test_ARR_MV_09_we06_one_hex_may_always_be_moved() -> None:
    session = position("allied.movement", turn=1, units={"uk-8dli": "0707", "de-k7": "0708"})
    assert [6] == costs(session, "move uk-8dli 0808")
    assert 0 == reach(session, "move uk-8dli")["0808"]
    assert "ARR-MV-01" == refusal(session, "move uk-8dli 0808-0908").rule


def test_ARR_MV_13_we06_but_not_into_a_zoc_when_disrupted() -> None:
    session = position(
        "allied.movement",
        turn=1,
        units={"uk-8dli": "0707", "de-k7": "0708"},
        states={"uk-8dli": ["disrupted"]},
    )
    assert "ARR-MV-13" == refusal(session, "move uk-8dli 0808").rule
    assert "0808" not in reach(session, "move uk-8dli")


def test_ARR_GE_03_we07_interdiction() -> None:
    session = position(
        "allied.movement", units={"uk-4rtr-a": "1008"}, set_={"interdiction": ["1108"]}
    )
    grid = session.game.grid
    assert {"1108", "1107", "1208", "1209", "1109", "1009", "1008"} == {
        grid.name(h) for h in (grid.hex("1108"), *grid.neighbours[grid.hex("1108")])
    }
    assert [4] == costs(session, "move uk-4rtr-a 1108")
    assert 0 == reach(session, "move uk-4rtr-a")["1108"]
    assert "ARR-MV-07" == refusal(session, "move uk-4rtr-a 1108-1109").rule


def test_ARR_GE_03_we07_nothing_is_left_of_the_marker_afterwards() -> None:
    session = position(
        "allied.movement", units={"uk-4rtr-a": "1008"}, set_={"interdiction": ["1108"]}
    )
    play(session, "move uk-4rtr-a 1108", "done")
    assert {} == session.state.markers


# -- interception, strike with flak -------------------------------------------------------------


def raid(dice: list[int]) -> Session:
    """RAF alone against a battalion far from the front, turn 3."""
    session = position(
        "allied.air",
        turn=3,
        units={"uk-6dli": "1207", "de-sr6-1": "1317"},
        states={"fr-air": ["down"]},
        dice=dice,
    )
    return play(session, "strike 1317 with uk-air")


def test_ARR_AR_06_we08_an_aborted_strike_grounds_the_air_unit() -> None:
    session = play(raid([4]), "intercept with de-jg27")
    assert [1] == [value for _, value in charts(session, "intercept")[-1].shifts]
    assert [(4,)] == dice_of(session)
    assert "grounded" in unit(session, "uk-air").states
    assert set() == disrupted(session)
    assert session.segment == "arras.german.air"
    assert is_legal(session, "strike 1207 with de-jg27")
    play(session, "strike 1207 with de-jg27")
    assert [] == [e for e in session.entries[-1].events if isinstance(e, ev.SubstepEntered)]


def test_ARR_AR_04_we08_an_interceptor_may_be_lost() -> None:
    session = play(raid([1, 4]), "intercept with de-zg26")
    assert () == charts(session, "intercept")[-1].shifts
    assert "down" in unit(session, "de-zg26").states
    assert 5 == unit(session, "de-zg26").numbers["returns"]
    assert {"de-sr6-1"} == disrupted(session)  # the strike continued
    assert session.segment == "arras.german.air"
    assert not is_legal(session, "strike 1207 with de-zg26")


def test_ARR_AR_05_we08_it_is_back_on_turn_5() -> None:
    session = position(
        "end.victory",
        turn=4,
        units={"uk-6dli": "1207", "de-sr6-1": "1317"},
        states={"de-zg26": ["down"]},
        more={"de-zg26": {"returns": 5}},
    )
    assert 5 == session.state.turn()
    assert "down" not in unit(session, "de-zg26").states


def flak_raid(dice: list[int]) -> Session:
    session = position(
        "allied.air",
        turn=3,
        units={"uk-6dli": "1207", "de-ar78-3": "1413", "de-88-1": "1413"},
        states={"fr-air": ["down"]},
        dice=dice,
    )
    return play(session, "strike 1413 with uk-air", "pass", "target de-88-1")


def test_ARR_AR_07_we09_each_target_is_rolled_for() -> None:
    session = flak_raid([4, 2])
    assert ["disrupted", "no effect"] == [read.result for read in charts(session, "bombard")]
    assert [(4,), (2,)] == dice_of(session)  # a 2 kills no more: the flak is disrupted
    assert {"de-88-1"} == disrupted(session)
    assert unit(session, "uk-air").states.isdisjoint({"down", "grounded"})


def test_ARR_AR_09_we09_the_surviving_striker_may_intercept() -> None:
    session = play(flak_raid([4, 2]), "strike 1207 with de-stg2")
    assert asked(session).side == "allied"
    assert "intercept with uk-air" in answers(session)


def test_ARR_AR_08_we09_flak_shoots_the_striker_down() -> None:
    session = flak_raid([2])
    assert ["striker shot down"] == [read.result for read in charts(session, "bombard")]
    assert set() == disrupted(session)
    assert 5 == unit(session, "uk-air").numbers["returns"]


# -- guns (ARR-BO) ------------------------------------------------------------------------------


def duisans_guns(target: str, die: int) -> Session:
    return position(
        "allied.artillery",
        turn=1,
        units={"uk-365fb": "0806", "uk-8dli": "0707", target: "0708"},
        dice=[die],
    )


@pytest.mark.parametrize(
    ("target", "die", "result"),
    [
        ("de-k7", 4, "no effect"),
        ("de-k7", 5, "disrupted"),
        ("de-pz25-1", 5, "no effect"),
        ("de-pz25-1", 6, "disrupted"),
    ],
)
def test_ARR_BO_05_we10_guns_on_a_village(target: str, die: int, result: str) -> None:
    session = duisans_guns(target, die)
    grid = session.game.grid
    assert 3 == grid.distance(grid.hex("0806"), grid.hex("0708"))
    play(session, f"bombard {target} with uk-365fb")
    assert result == charts(session, "bombard")[-1].result
    assert (target in disrupted(session)) == (result == "disrupted")


def test_ARR_BO_07_we10_somebody_must_observe() -> None:
    session = position(
        "allied.movement", turn=1, units={"uk-365fb": "0806", "uk-6dli": "1207", "de-k7": "0708"}
    )
    assert "move uk-365fb" in heads(session)
    play(session, "done", "done")
    assert [] == events_of(session, ev.DiceRolled)
    assert session.segment != "arras.allied.artillery"  # nothing could be bombarded
