"""Declaring attacks, odds, obligations (ARR-CO-01..19)."""

from __future__ import annotations

import pytest

from tests.games.arras.battle import (
    RIFLES,
    TWO_S35,
    attack,
    battle,
    column,
    odds,
    order,
    results,
    shifts,
)
from tests.games.arras.table import (
    answers,
    asked,
    disrupted,
    events_of,
    is_legal,
    play,
    refusal,
    unit,
    where,
)
from wargame.model import events as ev


def test_ARR_CO_01_combat_is_mandatory_and_the_refusal_names_the_hex() -> None:
    game = battle(TWO_S35, RIFLES, 2)
    found = refusal(game, "done")
    assert ("ARR-CO-01", True) == (found.rule, "0410" in found.reason)
    attack(game, "0410")
    assert "arras.allied.exploitation" == game.segment


def test_ARR_CO_01_a_disrupted_enemy_need_not_be_attacked() -> None:
    game = battle(TWO_S35, RIFLES, states={"de-sr7-1": ["disrupted"]})
    assert is_legal(game, "done")
    assert is_legal(game, order(game, "0410"))


def test_ARR_CO_01_a_declaration_may_not_leave_another_hex_to_nobody() -> None:
    game = battle({"fr-1cuir-1": "0409"}, {**RIFLES, "de-k7": "0509"})
    found = refusal(game, "attack 0410 from fr-1cuir-1")
    assert ("ARR-CO-01", True) == (found.rule, "0509" in found.reason)
    assert is_legal(game, "attack 0410 0509 from fr-1cuir-1")


def test_ARR_CO_01_one_unit_for_each_hex_fulfils_the_obligation() -> None:
    game = battle(TWO_S35, {**RIFLES, "de-k7": "0509"}, 5)
    assert "0509" in refusal(game, "attack 0410 from fr-1cuir-1 fr-1cuir-2").reason
    attack(game, "0410", units=["fr-1cuir-1"])
    assert "ARR-CO-01" == refusal(game, "done").rule
    assert is_legal(game, "attack 0509 from fr-1cuir-2")


def test_ARR_CO_02_two_french_tanks_against_a_german_battalion_are_2_to_1() -> None:
    found = odds(battle(TWO_S35, RIFLES), "0410")
    assert ("2:1", "6 against 3 = 2:1", ()) == (found.column, found.basis, found.shifts)


def test_ARR_CO_03_one_column_up_for_a_disrupted_defender() -> None:
    game = battle(TWO_S35, RIFLES, states={"de-sr7-1": ["disrupted"]})
    assert ("3:1", {"disrupted": 1}) == (column(game, "0410"), shifts(game, "0410"))


def test_ARR_CO_04_one_column_down_for_an_88() -> None:
    game = battle({**TWO_S35, "fr-2cuir-1": "0409"}, {"de-88-1": "0410"})
    assert ("2:1", {"gun88": -1}) == (column(game, "0410"), shifts(game, "0410"))


def test_ARR_CO_05_no_retreat_is_ordered_after_the_odds_and_before_the_die() -> None:
    game = battle(TWO_S35, RIFLES, 2)
    play(game, order(game, "0410"))
    assert "arras.allied.combat.noretreat" == game.segment
    assert "german" == asked(game).side
    assert "6 against 3 = 2:1" in asked(game).prompt
    assert "final column 2:1" in asked(game).prompt
    assert 0 == game.state.drawn
    play(game, "yes")
    assert 1 == game.state.drawn


def test_ARR_CO_05_the_allied_player_orders_in_the_german_turn() -> None:
    game = battle(RIFLES, TWO_S35, segment="german.combat")
    play(game, order(game, "0409"))
    assert ("arras.german.combat.noretreat", "allied") == (game.segment, asked(game).side)


@pytest.mark.parametrize(("die", "attackers_hurt"), [(3, True), (5, False)])
def test_ARR_CO_06_either_player_may_suffer(die: int, attackers_hurt: bool) -> None:
    game = attack(battle({"fr-1cuir-1": "0409"}, RIFLES, die), "0410")
    hurt = {"fr-1cuir-1"} if attackers_hurt else {"de-sr7-1"}
    assert hurt == {e.unit for e in events_of(game, ev.StateGained) if e.state == "disrupted"}


def test_ARR_CO_07_the_3_to_1_column_goes_from_disruption_to_elimination() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0409"}
    found = []
    for die in range(1, 7):
        game = attack(battle(attackers, RIFLES, die), "0410")
        found += results(game)
        assert not set(attackers) & disrupted(game)
    assert ["-/D", "-/D", "-/R1", "-/R1", "-/R2", "-/E"] == found


GOOD = {
    "2:1": ("fr-2cuir-2",),
    "3:1": ("fr-1cuir-1",),
    "4:1": ("fr-2cuir-2", "fr-13bcc-1"),
    "5:1": ("fr-1cuir-1", "fr-2cuir-2"),
    "6:1": ("fr-1cuir-1", "fr-1cuir-2"),
}


@pytest.mark.parametrize("wanted", GOOD)
def test_ARR_CO_08_attackers_are_never_hurt_at_2_to_1_or_better(wanted: str) -> None:
    attackers = dict.fromkeys(GOOD[wanted], "0409")
    for die in range(1, 7):
        game = battle(attackers, {"de-aa37": "0410"}, die)
        assert wanted == column(game, "0410")
        attack(game, "0410")
        assert all("disrupted" not in unit(game, u).states for u in attackers)
        assert ["0409"] * len(attackers) == [where(game, u) for u in attackers]


def test_ARR_CO_08_the_guarantee_is_read_from_the_final_column() -> None:
    game = battle(TWO_S35, {"de-sr7-1": "0408"}, 1)  # village and water: 2:1 becomes 1:1
    assert "1:1" == column(game, "0408")
    attack(game, "0408")
    assert ["R2/-"] == results(game)


@pytest.mark.parametrize("idle", ["fr-76ra-1", "uk-206at"])
def test_ARR_CO_09_guns_and_anti_tank_units_are_never_forced(idle: str) -> None:
    game = battle({idle: "0409"}, RIFLES)
    assert is_legal(game, "done")
    assert is_legal(game, f"attack 0410 from {idle}")


def test_ARR_CO_09_disrupted_units_are_never_forced() -> None:
    game = battle({"fr-1cuir-1": "0409"}, RIFLES, states={"fr-1cuir-1": ["disrupted"]})
    assert is_legal(game, "done")


@pytest.mark.parametrize("forced", ["uk-4rtr-a", "fr-1cuir-1", "uk-4rtr-lt", "uk-12l-a", "uk-6dli"])
def test_ARR_CO_09_armour_recon_and_infantry_are_forced(forced: str) -> None:
    assert "ARR-CO-01" == refusal(battle({forced: "0409"}, RIFLES), "done").rule


def test_ARR_CO_09_the_attack_of_a_gun_fulfils_the_obligation() -> None:
    game = battle({"uk-6dli": "0409", "uk-206at": "0409"}, RIFLES, 5)
    attack(game, "0410", units=["uk-206at"])
    assert "combat.attack" != asked(game).key or is_legal(game, "done")


def test_ARR_CO_09_a_hex_that_becomes_adjacent_in_the_phase_is_no_obligation() -> None:
    game = battle({**TWO_S35, "fr-2cuir-1": "0611"}, {**RIFLES, "de-k7": "0412"}, 4)
    attack(game, "0410")
    play(game, "retreat de-sr7-1 0411", "advance fr-1cuir-1 0410", "done")
    assert is_legal(game, "done")


def test_ARR_CO_10_each_unit_and_each_hex_once_in_a_phase() -> None:
    game = battle({**TWO_S35, "fr-2cuir-1": "0411"}, {**RIFLES, "de-k7": "0509"}, 2)
    attack(game, "0410", units=["fr-1cuir-1", "fr-2cuir-1"])
    assert "ARR-CO-10" == refusal(game, "attack 0509 from fr-1cuir-1").rule
    assert "has been attacked" in refusal(game, "attack 0410 from fr-1cuir-2").reason
    assert is_legal(game, "attack 0509 from fr-1cuir-2")


def test_ARR_CO_10_one_attack_on_several_hexes_needs_contact_to_all_of_them() -> None:
    game = battle({**TWO_S35, "fr-2cuir-1": "0411"}, {**RIFLES, "de-k7": "0509"}, 1)
    found = refusal(game, "attack 0410 0509 from fr-1cuir-1 fr-2cuir-1")
    assert ("ARR-CO-10", True) == (found.rule, "0509" in found.reason)
    assert "6 against 5 = 1:1" == odds(game, "0410", "0509").basis
    attack(game, "0410", "0509")
    assert ["R2/-"] == results(game)


@pytest.mark.parametrize(
    ("attackers", "defenders", "wanted"),
    [
        (("fr-1cuir-1",), ("de-sr7-1", "de-k7", "de-sr7-2"), "1:3"),
        (("uk-12l-a",), ("de-sr7-1", "de-sr7-2"), "1:3"),
        (("fr-2cuir-2", "fr-1cuir-1"), ("de-sr7-1",), "3:2"),
        (("fr-1cuir-1", "fr-1cuir-2"), ("de-k7", "de-pj42-1"), "3:2"),
        (("fr-1cuir-1", "fr-2cuir-2"), ("de-k7",), "2:1"),
        (("fr-1cuir-1", "fr-1cuir-2", "fr-2cuir-1"), ("de-aa37",), "6:1"),
    ],
)  # fmt: skip
def test_ARR_CO_11_odds_are_rounded_down_to_a_column(
    attackers: tuple[str, ...], defenders: tuple[str, ...], wanted: str
) -> None:
    game = battle(dict.fromkeys(attackers, "0409"), dict.fromkeys(defenders, "0410"))
    assert wanted == column(game, "0410")


@pytest.mark.parametrize(
    ("shaken", "up"), [(("de-sr7-1",), True), (("de-k7",), False), (("de-k7", "de-aa37"), True)]
)
def test_ARR_CO_12_the_disrupted_must_hold_half_of_the_defence(
    shaken: tuple[str, ...], up: bool
) -> None:
    defenders = dict.fromkeys(("de-sr7-1", "de-k7", "de-aa37"), "0410")
    game = battle(TWO_S35, defenders, states={u: ["disrupted"] for u in shaken})
    assert up == ("disrupted" in shifts(game, "0410"))


def test_ARR_CO_12_all_attacked_hexes_count_together() -> None:
    states = {"de-k7": ["disrupted"]}
    game = battle(TWO_S35, {**RIFLES, "de-k7": "0509"}, states=states)
    assert {"disrupted": 1} == shifts(game, "0509", units=["fr-1cuir-1"])
    assert {} == shifts(game, "0410", "0509")


def test_ARR_CO_13_the_88_counts_undisrupted_and_against_armour_only() -> None:
    gun = {"de-88-1": "0410"}
    assert {"gun88": -1} == shifts(battle(TWO_S35, gun), "0410")
    assert {} == shifts(battle({"uk-6dli": "0409"}, gun), "0410")
    shaken = battle(TWO_S35, gun, states={"de-88-1": ["disrupted"]})
    assert {"disrupted": 1} == shifts(shaken, "0410")
    two = battle(TWO_S35, {**gun, "de-88-2": "0410"})
    assert {"gun88": -1} == shifts(two, "0410")
    mixed = battle({"uk-6dli": "0409", "uk-4rtr-a": "0411"}, gun)
    assert {"gun88": -1} == shifts(mixed, "0410")


@pytest.mark.parametrize(
    ("hexes", "wanted"),
    [
        (("0409", "0410"), {}),
        (("1211", "1111"), {"village": -1}),
        (("0703", "0803"), {"woods": -1}),
        (("1010", "1110"), {"city": -2}),
        (("1411", "1412"), {"hill": -1}),
        (("1413", "1412"), {}),
        (("0409", "0408"), {"village": -1, "water": -1}),
        (("1409", "1309"), {"water": -1}),
    ],
)
def test_ARR_CO_14_shifts_of_the_ground(hexes: tuple[str, str], wanted: dict[str, int]) -> None:
    here, there = hexes
    game = battle(dict.fromkeys(("fr-1cuir-1", "fr-1cuir-2"), here), {"de-sr7-1": there})
    assert wanted == shifts(game, there)


def test_ARR_CO_14_water_counts_only_if_every_attacker_is_behind_it() -> None:
    dry = battle({"fr-1cuir-1": "0409", "fr-1cuir-2": "0307"}, {"de-sr7-1": "0408"})
    assert {"village": -1} == shifts(dry, "0408")


def test_ARR_CO_14_night_and_mixed_nationalities() -> None:
    assert {"night": -1} == shifts(battle(TWO_S35, RIFLES, turn=5), "0410")
    mixed = battle({"fr-1cuir-1": "0409", "uk-12l-a": "0411"}, RIFLES)
    assert {"mixed": -1} == shifts(mixed, "0410")


def test_ARR_CO_14_only_the_worst_of_several_hexes_counts() -> None:
    game = battle({"fr-1cuir-1": "1211"}, {"de-sr7-1": "1111", "de-k7": "1212"})
    assert {"village": -1} == shifts(game, "1111", "1212")


def test_ARR_CO_14_the_column_is_held_within_the_table() -> None:
    low = battle({"uk-12l-a": "1010"}, {"de-sr7-1": "1110", "de-sr7-2": "1110"})
    assert "1:3" == column(low, "1110")
    high = battle(TWO_S35, {"de-aa37": "0410"}, states={"de-aa37": ["disrupted"]})
    assert "6:1" == column(high, "0410")


def test_ARR_CO_15_disrupted_attackers_count_half_exactly_and_defenders_in_full() -> None:
    one = battle(TWO_S35, RIFLES, states={"fr-1cuir-1": ["disrupted"]})
    assert "4 1/2 against 3 = 3:2" == odds(one, "0410").basis
    shaken = {u: ["disrupted"] for u in (*TWO_S35, *RIFLES)}
    assert "3 against 3 = 1:1" == odds(battle(TWO_S35, RIFLES, states=shaken), "0410").basis


def test_ARR_CO_16_no_attack_across_an_unbridged_river() -> None:
    game = battle({"uk-6dli": "1309", "uk-8dli": "1208"}, {"de-sr7-1": "1209"})
    found = refusal(game, "attack 1209 from uk-6dli")
    assert ("ARR-CO-16", True) == (found.rule, "river" in found.reason)
    assert is_legal(game, "attack 1209 from uk-8dli")


def test_ARR_CO_17_transports_add_nothing_and_share_the_fate_of_their_hex() -> None:
    game = battle({**TWO_S35, "fr-tr-1": "0409"}, {**RIFLES, "de-tr-1": "0410"}, 6)
    assert "6 against 3 = 2:1" == odds(game, "0410").basis
    assert "ARR-CO-17" == refusal(game, "attack 0410 from fr-tr-1").rule
    attack(game, "0410", answer="yes")
    assert ["eliminated", "eliminated"] == [where(game, u) for u in ("de-sr7-1", "de-tr-1")]


def test_ARR_CO_17_a_hex_with_transports_alone_is_no_target() -> None:
    game = battle(TWO_S35, {**RIFLES, "de-tr-1": "0509"})
    assert "ARR-CO-10" == refusal(game, "attack 0509 from fr-1cuir-1").rule


def test_ARR_CO_18_a_gun_that_bombarded_does_not_attack() -> None:
    game = battle({**TWO_S35, "fr-76ra-1": "0409"}, RIFLES, states={"fr-76ra-1": ["fired"]})
    assert "ARR-CO-18" == refusal(game, "attack 0410 from fr-76ra-1").rule


def test_ARR_CO_19_undisrupted_tanks_recon_and_infantry_may_advance() -> None:
    attackers = {**TWO_S35, "fr-11dp-1": "0409", "fr-76ra-1": "0411", "uk-206at": "0309"}
    game = attack(battle(attackers, {"de-aa37": "0410"}, 5), "0410")
    assert ["-/E"] == results(game)
    assert ("arras.allied.combat.advance", "allied") == (game.segment, asked(game).side)
    able = [f"advance {u} 0410" for u in ("fr-11dp-1", "fr-1cuir-1", "fr-1cuir-2")]
    assert [*able, "done"] == answers(game)
    play(game, "advance fr-1cuir-1 0410")
    assert "0410" == where(game, "fr-1cuir-1")
    assert [able[0], able[2], "done"] == answers(game)


def test_ARR_CO_19_disrupted_attackers_stay_and_units_that_did_not_attack_too() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0409"}
    game = battle(attackers, {"de-aa37": "0410"}, 6, states={"fr-1cuir-1": ["disrupted"]})
    attack(game, "0410", units=["fr-1cuir-1", "fr-1cuir-2"])
    assert ["advance fr-1cuir-2 0410", "done"] == answers(game)


def test_ARR_CO_19_advance_goes_up_to_stacking_and_ignores_enemy_zones() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0409", "fr-2cuir-2": "0411"}
    game = battle(attackers, {"de-aa37": "0410", "de-k7": "0510"}, 4)
    attack(game, "0410", units=[u for u in attackers if u != "fr-2cuir-2"])
    play(game, *(f"advance {u} 0410" for u in ("fr-1cuir-1", "fr-1cuir-2", "fr-2cuir-1")))
    assert "combat.advance" != asked(game).key
    assert ["0410"] * 3 == [where(game, u) for u in ("fr-1cuir-1", "fr-1cuir-2", "fr-2cuir-1")]


def test_ARR_CO_19_defenders_never_advance() -> None:
    game = attack(battle({"uk-12l-a": "0409"}, RIFLES, 1), "0410")
    assert "eliminated" == where(game, "uk-12l-a")
    assert game.ask is None or "combat.advance" != game.ask.key
