"""Ranged artillery bombardment (ARR-BO-01..10)."""

from __future__ import annotations

import pytest

from tests.games.arras.table import (
    answers,
    asked,
    charts,
    disrupted,
    is_legal,
    play,
    position,
    refusal,
)
from wargame.flow.session import Session


def guns(
    segment: str = "allied.artillery",
    *dice: int,
    turn: int = 2,
    states: dict[str, list[str]] | None = None,
    **units: str,
) -> Session:
    """Batteries and targets by id."""
    laid = {name.replace("_", "-"): where for name, where in units.items()}
    return position(segment, turn=turn, units=laid, states=states or {}, dice=dice)


def test_ARR_BO_01_allied_artillery_fires_in_the_bombardment_phase() -> None:
    game = guns("allied.air", 4, uk_365fb="1005", uk_12l_a="1008", de_sr6_1="1010")
    play(game, "done")
    assert "arras.allied.artillery" == game.segment
    assert ["bombard de-sr6-1 with uk-365fb", "done"] == answers(game)
    play(game, "bombard de-sr6-1 with uk-365fb")
    assert {"de-sr6-1"} == disrupted(game)


def test_ARR_BO_01_only_artillery_bombards() -> None:
    game = guns(uk_365fb="1005", uk_12l_a="1008", uk_206at="1009", de_sr6_1="1010")
    assert "ARR-BO-01" == refusal(game, "bombard de-sr6-1 with uk-206at").rule
    german = guns("german.artillery", de_ar78_1="1012", de_88_1="1012", uk_6dli="1010")
    assert not is_legal(german, "bombard uk-6dli with de-88-1")


def reaches(segment: str, battery: str, row: int, turn: int = 2) -> bool:
    """Whether a battery in 1010 can hit a unit with a spotter beside it, rows north of it."""
    target, spotter, decoy = ("de-sr6-1", "uk-12l-a", "de-k7")
    if segment.startswith("german"):
        target, spotter, decoy = ("uk-6dli", "de-k7", "uk-12l-a")
    units = {battery: "1010", target: f"10{row:02}", spotter: f"09{row - 1:02}", decoy: "1009"}
    game = position(segment, turn=turn, units=units)
    found = game.why_not(f"bombard {target} with {battery}")
    assert found is None or "the range is" in found.reason
    return found is None


def test_ARR_BO_02_british_range_is_5_hexes() -> None:
    assert reaches("allied.artillery", "uk-365fb", 5)
    assert not reaches("allied.artillery", "uk-365fb", 4)


def test_ARR_BO_03_french_range_is_3_hexes() -> None:
    assert reaches("allied.artillery", "fr-76ra-1", 7)
    assert not reaches("allied.artillery", "fr-76ra-1", 6)


@pytest.mark.parametrize(("die", "hit"), [(1, False), (3, False), (4, True), (6, True)])
def test_ARR_BO_04_a_bombardment_disrupts_or_does_nothing(die: int, hit: bool) -> None:
    game = guns("allied.artillery", die, uk_365fb="1005", uk_12l_a="1008", de_sr6_1="1010")
    play(game, "bombard de-sr6-1 with uk-365fb")
    assert hit == ("de-sr6-1" in disrupted(game))
    assert ["disrupted" if hit else "no effect"] == [c.result for c in charts(game, "bombard")]


@pytest.mark.parametrize(
    ("where", "needed"), [("1010", 4), ("1008", 5), ("0806", 5), ("1110", 6), ("1413", 4)]
)
def test_ARR_BO_05_woods_villages_and_the_city_are_harder_to_hit(where: str, needed: int) -> None:
    for die, hit in ((needed - 1, False), (needed, True)):
        grid = guns(uk_6dli="1001").game.grid
        near = [grid.name(h) for h in grid.neighbours[grid.hex(where)]]
        units = {"uk-365fb": near[0], "uk-12l-a": near[0], "de-sr6-1": where}
        game = position("allied.artillery", units=units, dice=[die])
        play(game, "bombard de-sr6-1 with uk-365fb")
        assert hit == ("de-sr6-1" in disrupted(game))


@pytest.mark.parametrize("target", ["de-pz25-1", "de-pz25-4"])
def test_ARR_BO_06_armour_is_harder_to_hit(target: str) -> None:
    for die, hit in ((4, False), (5, True)):
        units = {"uk-365fb": "1007", "uk-12l-a": "1008", target: "1010"}
        game = position("allied.artillery", units=units, dice=[die])
        play(game, f"bombard {target} with uk-365fb")
        assert hit == (target in disrupted(game))


def test_ARR_BO_06_what_a_6_could_not_disrupt_is_not_offered() -> None:
    game = guns(
        "allied.artillery", uk_365fb="1108", uk_12l_a="1109", de_pz25_1="1110", de_k7="1010"
    )
    assert ["bombard de-k7 with uk-365fb", "done"] == answers(game)
    assert "Even a 6 would do nothing" in refusal(game, "bombard de-pz25-1 with uk-365fb").reason


def test_ARR_BO_07_an_observer_stands_within_2_hexes() -> None:
    answer = "bombard de-sr6-1 with uk-365fb"
    assert is_legal(guns(uk_365fb="1005", uk_12l_a="1008", de_sr6_1="1010"), answer)
    blind = guns(uk_365fb="1005", uk_12l_a="1007", de_sr6_1="1010", de_k7="1006")
    assert "ARR-BO-07" == refusal(blind, answer).rule


def test_ARR_BO_07_an_observer_on_a_hill_sees_4_hexes() -> None:
    answer = "bombard de-sr6-1 with uk-365fb"
    assert is_legal(guns(uk_365fb="1010", uk_12l_a="1014", de_sr6_1="1011"), answer)
    seen = guns(uk_365fb="1007", uk_12l_a="1014", de_sr6_1="1010")
    assert is_legal(seen, answer)


def test_ARR_BO_07_the_battery_observes_for_itself_but_no_lorry_and_nobody_disrupted() -> None:
    answer = "bombard de-sr6-1 with uk-365fb"
    assert is_legal(guns(uk_365fb="1008", de_sr6_1="1010"), answer)
    lorry = guns(uk_365fb="1005", uk_tr_1="1008", de_sr6_1="1010", de_k7="1006")
    assert "ARR-BO-07" == refusal(lorry, answer).rule
    shaken = guns(
        uk_365fb="1005", uk_12l_a="1008", de_sr6_1="1010", de_k7="1006",
        states={"uk-12l-a": ["disrupted"]},
    )  # fmt: skip
    assert "ARR-BO-07" == refusal(shaken, answer).rule


def test_ARR_BO_08_german_range_is_4_hexes() -> None:
    assert reaches("german.artillery", "de-ar78-1", 6)
    assert not reaches("german.artillery", "de-ar78-1", 5)


def test_ARR_BO_09_each_battery_fires_once_at_one_undisrupted_unit() -> None:
    game = guns("allied.artillery", 4, uk_365fb="1008", de_sr6_1="1010", de_k7="1010", de_tr_1="1010",
                uk_368fb="1008")  # fmt: skip
    play(game, "bombard de-sr6-1 with uk-365fb")
    assert "ARR-BO-09" == refusal(game, "bombard de-k7 with uk-365fb").rule
    again = refusal(game, "bombard de-sr6-1 with uk-368fb")
    assert ("ARR-BO-09", True) == (again.rule, "disrupted already" in again.reason)
    assert is_legal(game, "bombard de-tr-1 with uk-368fb")


def test_ARR_BO_09_a_disrupted_battery_does_not_fire() -> None:
    game = guns(
        uk_365fb="1008", uk_368fb="1008", de_sr6_1="1010", states={"uk-365fb": ["disrupted"]}
    )
    assert ["bombard de-sr6-1 with uk-368fb", "done"] == answers(game)


def test_ARR_BO_10_a_reinforcement_does_not_bombard_on_arrival() -> None:
    game = guns(
        uk_365fb="1008", uk_91fr="1008", de_sr6_1="1010", states={"uk-91fr": ["entered", "moved"]}
    )
    assert "ARR-BO-10" == refusal(game, "bombard de-sr6-1 with uk-91fr").rule
    assert "artillery.fire" == asked(game).key
