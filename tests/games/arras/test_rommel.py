"""Rommel as a leader on the map (ARR-EV-09)."""

from __future__ import annotations

import pytest

from tests.games.arras.battle import RIFLES, TWO_S35, attack, battle, shifts
from tests.games.arras.table import (
    answers,
    asked,
    dice_of,
    disrupted,
    is_legal,
    play,
    position,
    refusal,
    where,
)
from wargame.flow.session import Session
from wargame.games.arras.invariants import broken

WITH_RIFLES = {**RIFLES, "de-rommel": "0410"}
THREE_S35 = {**TWO_S35, "fr-2cuir-1": "0409"}


def moving(states: dict[str, list[str]] | None = None, **units: str) -> Session:
    """The German movement phase, the enemy far away."""
    laid = {name.replace("_", "-"): place for name, place in units.items()}
    return position("german.movement", units={"uk-6dli": "2001", **laid}, states=states or {})


def test_ARR_EV_09_one_column_for_his_attacks_and_one_against_attacks_on_him() -> None:
    strong = battle(WITH_RIFLES, TWO_S35, segment="german.combat")
    assert {"rommel_att": 1} == shifts(strong, "0409")
    assert {"rommel_def": -1} == shifts(battle(TWO_S35, WITH_RIFLES), "0410")
    elsewhere = battle({**WITH_RIFLES, "de-k7": "0411"}, {"fr-1cuir-1": "0509"},
                       segment="german.combat")  # fmt: skip
    assert {"rommel_att": 1} == shifts(elsewhere, "0509")


def test_ARR_EV_09_he_moves_6_alone_through_enemy_zones_and_ends_with_a_combat_unit() -> None:
    game = position(
        "german.movement",
        units={"de-k7": "1015", "de-sr6-1": "1010", "de-tr-1": "1012", "de-rommel": "1015",
               "uk-6dli": "0912"},
    )  # fmt: skip
    path = "1015-1014-1013-1012-1011-1010"
    assert is_legal(game, f"move de-rommel {path}")
    assert "ARR-EV-09" == refusal(game, "move de-rommel 1015-1014-1013-1012").rule
    assert not is_legal(game, "move de-rommel 1015-1014-0914-0913-0912")
    play(game, f"move de-rommel {path}")
    assert "1010" == where(game, "de-rommel")
    assert not is_legal(game, "move de-rommel 1010-1011")


def test_ARR_EV_09_he_may_go_with_a_unit_that_leaves_his_hex() -> None:
    for answer, ends in (("yes", "1016"), ("no", "1015")):
        game = moving(de_k7="1015", de_sr6_1="1015", de_rommel="1015")
        play(game, "move de-k7 1015-1016")
        assert ("rommel.follow", "german") == (asked(game).key, asked(game).side)
        play(game, answer)
        assert ends == where(game, "de-rommel")


def test_ARR_EV_09_he_must_go_with_the_last_even_after_moving_alone() -> None:
    game = moving(de_k7="1015", de_sr6_1="1013", de_rommel="1015")
    play(game, "move de-rommel 1015-1014-1013", "move de-sr6-1 1013-1012")
    assert "1012" == where(game, "de-rommel")


def test_ARR_EV_09_after_moving_alone_he_may_still_go_with_others() -> None:
    game = moving(de_k7="1015", de_sr6_1="1013", de_sr6_2="1013", de_rommel="1015")
    play(game, "move de-rommel 1015-1014-1013", "move de-sr6-1 1013-1012")
    assert "rommel.follow" == asked(game).key
    play(game, "no")
    assert "1013" == where(game, "de-rommel")


def test_ARR_EV_09_a_leaving_transport_does_not_take_him() -> None:
    game = moving(de_k7="1015", de_tr_1="1015", de_rommel="1015")
    play(game, "move de-tr-1 1015-1016")
    assert "1015" == where(game, "de-rommel")


def test_ARR_EV_09_he_goes_with_a_retreating_unit_and_must_with_the_last() -> None:
    game = battle(THREE_S35, {**WITH_RIFLES, "de-aa37": "0410"}, 6)
    attack(game, "0410")
    assert "combat.retreat" == asked(game).key
    ways = answers(game)
    play(game, next(way for way in ways if way.startswith("retreat de-sr7-1 0411")))
    assert "rommel.follow" == asked(game).key
    play(game, "no")
    assert "0410" == where(game, "de-rommel")
    play(game, next(way for way in answers(game) if way.startswith("retreat de-aa37")))
    assert where(game, "de-aa37") == where(game, "de-rommel")


def test_ARR_EV_09_he_may_go_along_in_an_advance() -> None:
    game = battle(
        {**WITH_RIFLES, "de-pz25-1": "0410", "de-pz25-2": "0410"}, {"uk-12l-a": "0409"}, 4,
        segment="german.combat",
    )  # fmt: skip
    attack(game, "0409")
    play(game, "advance de-pz25-1 0409")
    assert "rommel.follow" == asked(game).key
    play(game, "yes")
    assert "0409" == where(game, "de-rommel")


@pytest.mark.parametrize(("die", "fate"), [(1, "lost"), (2, "0616"), (6, "0616")])
def test_ARR_EV_09_without_escort_he_is_lost_on_a_1_or_joins_the_nearest(
    die: int, fate: str
) -> None:
    others = {"de-sr6-1": "0616", "de-sr6-2": "1616"}
    game = battle(TWO_S35, {**WITH_RIFLES, **others}, 6, die)
    attack(game, "0410", answer="yes")
    assert [(6,), (die,)] == dice_of(game)[:2]
    assert fate == where(game, "de-rommel")


def test_ARR_EV_09_the_german_player_chooses_among_ties() -> None:
    game = battle(TWO_S35, {**WITH_RIFLES, "de-sr6-1": "0414", "de-sr6-2": "0406"}, 6, 3)
    attack(game, "0410", answer="yes")
    assert ("rommel.escort", "german") == (asked(game).key, asked(game).side)
    assert ["place de-rommel 0406", "place de-rommel 0414"] == answers(game)
    assert [] == broken(game.game)  # he stands alone only while this is asked
    play(game, "place de-rommel 0414")
    assert "0414" == where(game, "de-rommel")


def test_ARR_EV_09_with_nobody_to_join_he_is_lost() -> None:
    game = battle(TWO_S35, WITH_RIFLES, 6, 6)
    attack(game, "0410", answer="yes")
    assert "lost" == where(game, "de-rommel")
    assert 3 == game.definition.face.victory(game.game)["points"]["allied"]["kills"] - 2


def test_ARR_EV_09_his_stack_recovers_out_of_supply() -> None:
    units = {"de-k7": "0101", "de-tr-1": "0101", "de-rommel": "0101", "uk-8dli": "0202"}
    units |= {"de-aa37": "2401", "uk-6dli": "2402"}
    states = {u: ["disrupted"] for u in ("de-k7", "de-tr-1", "de-aa37")}
    game = position("german.recovery", units=units, states=states)
    assert {"de-aa37"} == disrupted(game)
