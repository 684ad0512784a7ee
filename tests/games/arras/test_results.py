"""Combat results and retreats (ARR-RS-01..10)."""

from __future__ import annotations

import pytest

from tests.games.arras.battle import RIFLES, TWO_S35, attack, battle, odds, order, results
from tests.games.arras.table import (
    answers,
    asked,
    disrupted,
    events_of,
    is_legal,
    notes,
    play,
    refusal,
    retreats,
    unit,
    where,
)
from wargame.flow.session import Session
from wargame.model import events as ev

THREE_S35 = {**TWO_S35, "fr-2cuir-1": "0409"}


def marks(game: Session, unit_id: str) -> list[str]:
    """The rules by which a unit was disrupted, in order."""
    gained = events_of(game, ev.StateGained)
    return [e.rule for e in gained if (e.unit, e.state) == (unit_id, "disrupted")]


def test_ARR_RS_01_no_effect_changes_nothing() -> None:
    game = battle(TWO_S35, RIFLES, 1)
    before = {u.id: (u.hex, "disrupted" in u.states) for u in game.state.units.values()}
    attack(game, "0410")
    assert ["-/-"] == results(game)
    assert "No effect." in notes(game)
    assert before == {u.id: (u.hex, "disrupted" in u.states) for u in game.state.units.values()}


def test_ARR_RS_02_disrupt_marks_the_unit_and_costs_its_zone_and_half_its_attack() -> None:
    game = attack(battle(TWO_S35, RIFLES, 2), "0410")
    assert (["-/D"], ["ARR-RS-02"]) == (results(game), marks(game, "de-sr7-1"))
    assert "0410" == where(game, "de-sr7-1")
    assert 0 == sum(game.game.board.zoc["german"])
    shaken = battle(TWO_S35, RIFLES, states={u: ["disrupted"] for u in TWO_S35})
    assert "3 against 3 = 1:1" == odds(shaken, "0410").basis


def test_ARR_RS_02_a_disrupted_unit_moves_one_hex() -> None:
    game = battle({"fr-1cuir-1": "0405"}, RIFLES, states={"fr-1cuir-1": ["disrupted"]},
                  segment="allied.movement")  # fmt: skip
    assert "ARR-MV-13" == refusal(game, "move fr-1cuir-1 0405-0404-0403").rule
    assert is_legal(game, "move fr-1cuir-1 0405-0404")


def test_ARR_RS_03_retreat_is_1_or_2_hexes_at_choice_and_disrupts() -> None:
    game = attack(battle(TWO_S35, RIFLES, 4), "0410")
    assert (["-/R1"], ["ARR-RS-03"]) == (results(game), marks(game, "de-sr7-1"))
    assert ("arras.allied.combat.retreat", "german") == (game.segment, asked(game).side)
    assert {1, 2} == {len(way.split()[2].split("-")) for way in retreats(game)}
    assert {"0310", "0411", "0510"} == {way.split()[2][:4] for way in retreats(game)}
    play(game, "retreat de-sr7-1 0411-0412")
    assert "0412" == where(game, "de-sr7-1")


def test_ARR_RS_04_retreat_under_no_retreat_disrupts_in_place() -> None:
    game = attack(battle(TWO_S35, RIFLES, 4), "0410", answer="yes")
    assert (["-/R1"], ["ARR-RS-04"]) == (results(game), marks(game, "de-sr7-1"))
    assert "0410" == where(game, "de-sr7-1")


def test_ARR_RS_05_retreat_two_stars_is_2_or_3_hexes_and_disrupts() -> None:
    game = attack(battle(TWO_S35, RIFLES, 6), "0410")
    assert (["-/R2"], ["ARR-RS-05"]) == (results(game), marks(game, "de-sr7-1"))
    assert {2, 3} == {len(way.split()[2].split("-")) for way in retreats(game)}


def test_ARR_RS_06_retreat_two_stars_under_no_retreat_eliminates() -> None:
    game = attack(battle(TWO_S35, RIFLES, 6), "0410", answer="yes")
    assert "eliminated" == where(game, "de-sr7-1")
    assert ["ARR-RS-06"] == [e.rule for e in events_of(game, ev.UnitBoxed) if e.box == "eliminated"]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_ARR_RS_07_elimination_removes_the_unit_with_its_turn(answer: str) -> None:
    game = attack(battle(THREE_S35, RIFLES, 6, turn=3), "0410", answer=answer)
    assert ["-/E"] == results(game)
    assert "eliminated" == where(game, "de-sr7-1")
    assert 3 == unit(game, "de-sr7-1").numbers["eliminated"]
    assert set() == unit(game, "de-sr7-1").states


def test_ARR_RS_08_a_second_disruption_has_no_further_effect() -> None:
    game = attack(battle(TWO_S35, RIFLES, 1, states={"de-sr7-1": ["disrupted"]}), "0410")
    assert ["-/D"] == results(game)
    assert "0410" == where(game, "de-sr7-1")
    assert ["LAB"] == marks(game, "de-sr7-1")


def test_ARR_RS_08_disruption_by_a_retreat_comes_before_the_first_step() -> None:
    game = attack(battle(TWO_S35, {**RIFLES, "de-tr-1": "0410", "de-k7": "0410"}, 5), "0410")
    assert ["-/D"] == results(game)
    game = battle(THREE_S35, {**RIFLES, "de-tr-1": "0410"}, 4)
    attack(game, "0410")
    assert "combat.retreat" == asked(game).key
    assert {"de-sr7-1", "de-tr-1"} == disrupted(game)


def test_ARR_RS_09_each_step_leads_one_hex_farther_away() -> None:
    game = attack(battle(TWO_S35, RIFLES, 6), "0410")
    grid = game.game.grid
    for way in retreats(game):
        path = [grid.hex(h) for h in way.split()[2].split("-")]
        assert [1, 2, 3][: len(path)] == [grid.distance(grid.hex("0410"), h) for h in path]


def test_ARR_RS_09_a_unit_ringed_by_enemy_zones_is_eliminated() -> None:
    game = attack(battle({**TWO_S35, "fr-2cuir-1": "0411"}, RIFLES, 3), "0410")
    assert ["-/R1"] == results(game)
    assert "eliminated" == where(game, "de-sr7-1")
    assert any("cannot retreat" in note for note in notes(game))


def test_ARR_RS_09_a_friendly_combat_unit_opens_a_hex_in_an_enemy_zone() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0411"}
    states = {"de-pj42-1": ["disrupted"]}
    game = battle(attackers, {**RIFLES, "de-pj42-1": "0510"}, 3, states=states)
    attack(game, "0410")
    assert {"0510"} == {way.split()[2][:4] for way in retreats(game)}
    lorry = battle(attackers, {**RIFLES, "de-tr-1": "0510"}, 3)
    attack(lorry, "0410")
    assert "eliminated" == where(lorry, "de-sr7-1")


def test_ARR_RS_09_an_enemy_transport_bars_the_way() -> None:
    game = attack(battle({**TWO_S35, "fr-tr-1": "0510"}, RIFLES, 4), "0410")
    assert {"0310", "0411"} == {way.split()[2][:4] for way in retreats(game)}


def test_ARR_RS_09_the_map_edge_stops_a_retreat() -> None:
    game = battle({"fr-1cuir-1": "0206", "fr-1cuir-2": "0206"}, {"de-sr7-1": "0106"}, 4)
    attack(game, "0106")
    assert {"0107"} == {way.split()[2][:4] for way in retreats(game)}
    cut = battle(
        {"fr-1cuir-1": "0206", "fr-1cuir-2": "0206", "fr-2cuir-1": "0208"}, {"de-sr7-1": "0106"}, 4
    )
    attack(cut, "0106")
    assert "eliminated" == where(cut, "de-sr7-1")


def test_ARR_RS_09_no_retreat_across_an_unbridged_river() -> None:
    game = battle({"uk-6dli": "1310", "uk-8dli": "1310"}, {"de-sr7-1": "1309"}, 4)
    attack(game, "1309")
    assert {"1409"} == {way.split()[2][:4] for way in retreats(game)}  # by the bridge


def test_ARR_RS_09_a_full_hex_may_be_passed_but_not_ended_in() -> None:
    full = dict.fromkeys(("de-k7", "de-sr7-2", "de-pi58"), "0411")
    game = attack(battle(TWO_S35, {**RIFLES, **full}, 4), "0410")
    ways = retreats(game)
    assert "retreat de-sr7-1 0411" not in ways
    assert "retreat de-sr7-1 0411-0412" in ways


def test_ARR_RS_09_british_and_french_do_not_end_in_one_hex() -> None:
    game = battle({"uk-6dli": "0409"}, RIFLES, 2, fr_11dp_1="0408")
    attack(game, "0410")
    ways = retreats(game)
    assert "retreat uk-6dli 0408" not in ways
    assert "retreat uk-6dli 0408-0407" in ways


def test_ARR_RS_09_units_go_one_by_one_in_any_order_and_each_reads_the_map_afresh() -> None:
    two = dict.fromkeys(("de-k7", "de-sr7-2"), "0411")
    game = battle(THREE_S35, {**RIFLES, "de-aa37": "0410", **two}, 4)
    attack(game, "0410")
    assert {"de-sr7-1", "de-aa37"} == {way.split()[1] for way in retreats(game)}
    play(game, "retreat de-sr7-1 0411")  # now it is full
    ways = retreats(game)
    assert {"de-aa37"} == {way.split()[1] for way in ways}
    assert "retreat de-aa37 0411" not in ways
    assert "retreat de-aa37 0310" in ways


def test_ARR_RS_09_attackers_retreat_by_the_same_rules() -> None:
    game = attack(battle({"fr-1cuir-1": "0409"}, RIFLES, 2), "0410")
    assert ["R1/-"] == results(game)
    assert "allied" == asked(game).side
    assert "0410" not in {way.split()[2][:4] for way in retreats(game)}
    assert "fr-1cuir-1" in disrupted(game)


def test_ARR_RS_09_a_unit_that_retreated_defends_at_nothing_in_the_same_phase() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0611"}
    game = battle(attackers, {**RIFLES, "de-k7": "0510"}, 4, 5)
    attack(game, "0410", units=list(TWO_S35))
    play(game, "retreat de-sr7-1 0510", "done")
    assert "3 against 2 = 3:2" == odds(game, "0510").basis
    assert () == odds(game, "0510").shifts
    attack(game, "0510")
    assert {"de-sr7-1", "de-k7"} <= disrupted(game)


def test_ARR_RS_09_alone_it_stands_at_6_to_1_and_earns_the_disrupted_shift() -> None:
    attackers = {**TWO_S35, "fr-2cuir-1": "0611"}
    game = battle(attackers, RIFLES, 4, states={"fr-2cuir-1": ["disrupted"]})
    attack(game, "0410", units=list(TWO_S35))
    play(game, "retreat de-sr7-1 0510", "done")
    found = odds(game, "0510")
    assert ("1 1/2 against 0 = 6:1", (("disrupted", 1),)) == (found.basis, found.shifts)


def test_ARR_RS_10_no_retreat_is_ordered_for_each_hex_and_binds_all_in_it() -> None:
    defenders = {**RIFLES, "de-tr-1": "0410", "de-k7": "0509"}
    game = battle({**TWO_S35, "fr-2cuir-1": "0409"}, defenders, 5)
    play(game, order(game, "0410", "0509"))
    assert "0410" in asked(game).prompt
    play(game, "yes")
    assert "0509" in asked(game).prompt
    assert 0 == game.state.drawn
    play(game, "no")
    assert ["-/R1"] == results(game)
    assert (["ARR-RS-04"], ["ARR-RS-04"]) == (marks(game, "de-sr7-1"), marks(game, "de-tr-1"))
    assert ["ARR-RS-03"] == marks(game, "de-k7")
    assert {"de-k7"} == {way.split()[1] for way in retreats(game)}


def test_ARR_RS_10_attackers_have_no_such_order() -> None:
    game = battle({"fr-1cuir-1": "0409"}, RIFLES, 2)
    play(game, order(game, "0410"))
    assert "german" == asked(game).side
    play(game, "yes")
    assert "combat.retreat" == asked(game).key
    assert all(answer.startswith("retreat fr-1cuir-1") for answer in answers(game))
