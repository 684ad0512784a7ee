"""Fire: the table, firing and target modifiers, direct fire (HAN-CRT, HAN-FM, HAN-TM, HAN-GE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from tests.games.hannut.table import (
    actions,
    asked,
    at,
    columns,
    is_legal,
    play,
    refusal,
    refused_by,
    rolled,
    states,
)
from wargame.games.hannut.content import load_content
from wargame.games.hannut.data.files import Result
from wargame.games.hannut.fire import (
    Shot,
    assault_by_attacker,
    assault_by_defender,
    direct,
    indirect,
    shot_odds,
    why_no_shot,
)
from wargame.hexes.grid import Hex

NEAR = {"g.pr35.1": "1411", "a.2rc.1": "1311"}
FAR = {"g.pr35.1": "1513", "a.2rc.1": "1313"}


def direct_shot(
    units: dict[str, str],
    states: Mapping[str, Sequence[str]] | None = None,
    *,
    pair: tuple[str, str] = ("g.pr35.1", "a.2rc.1"),
    moved: bool = False,
) -> Shot:
    """The shot of the first of a pair at the second."""
    session = actions("G-PR35", {"g.pr35.8": "2510", **units}, states=states or {})
    return direct(session.game, *pair, moved=moved)


def beside(terrain: str) -> tuple[str, str]:
    """A clear hex and a hex of this terrain next to it, on one level, no water between."""
    content = load_content("campaign")
    grid, ground = content.grid, content.map.terrain
    for h in range(grid.size):
        for near in grid.neighbours[h]:
            flat = content.map.elevation[h] == content.map.elevation[near]
            dry = (min(h, near), max(h, near)) not in content.water
            if ground[h] == "clear" and ground[near] == terrain and flat and dry:
                return grid.name(h), grid.name(near)
    raise AssertionError(terrain)


def melee(
    states: Mapping[str, Sequence[str]] | None = None,
    *,
    attacker: str = "g.pr35.1",
    defender: str = "a.11rdp1.2",
    where: tuple[str, str] = ("1411", "1311"),
    number: int = 1,
) -> tuple[int, int]:
    """Columns of the attacker and of the defender in a round of an assault."""
    units = {attacker: where[0], defender: where[1]}
    session = actions("G-PR36", {**units, "g.pr36.8": "2510"}, states=states or {})
    g = session.game
    start: Hex = g.grid.hex(where[0])
    ahead = assault_by_attacker(g, attacker, defender, start, number)
    g.move(attacker, (start, g.grid.hex(where[1])), rule="LAB")
    return ahead.number, assault_by_defender(g, defender, attacker, number).number


# -- the table ------------------------------------------------------------------------------------


def test_the_table_and_its_columns() -> None:
    """HAN-CRT-01, HAN-CRT-02, HAN-CRT-09, HAN-RP-01, HAN-RP-02"""
    crt = load_content("campaign").crt
    assert list(crt) == list(range(-1, 9))
    assert all(list(column) == list(range(2, 13)) for column in crt.values())
    assert {r for column in crt.values() for r in column.values()} == {"-", "N", "Z", "1"}
    assert (crt[0][8], crt[3][6], crt[7][9], crt[-1][12]) == ("-", "N", "N", "N")


def test_mines_and_guns_use_the_printed_columns() -> None:
    """HAN-CRT-03, HAN-CRT-04, HAN-CRT-05, HAN-CRT-06, HAN-CRT-07, HAN-CRT-08, HAN-RP-03"""
    content = load_content("campaign")
    assert content.combat.mine_column == 2
    assert content.combat.calibre_column == {"light": 4, "medium": 5, "heavy": 6, "stuka": 8}


@pytest.mark.parametrize(
    ("unit", "hurt"), [("a.2rc.1", False), ("a.12rc.1", False), ("a.ac25", True)]
)
def test_red_results_spare_afvs_and_armoured_cars(unit: str, hurt: bool) -> None:
    """HAN-CRT-10, HAN-CRT-11, HAN-RP-04, HAN-RP-05"""
    session = actions("G-PR35", {"g.pr35.4": "1411", unit: "1311"}, dice=[10])
    play(session, f"fire g.pr35.4 at {unit}")
    assert ("neutralized" in states(session, unit)) == hurt


def test_the_odds_are_those_of_the_resolver() -> None:
    """HAN-CRT-02, HAN-CRT-10: the chances are counted from the same table that is read."""
    session = actions("F-2RC", NEAR)
    odds = asked(session).odds("fire a.2rc.1 at g.pr35.1")
    assert odds is not None
    assert (odds.column, odds.loss) == ("7", {"german": Fraction(6, 36)})
    assert sum(told.chance for told in odds.outcomes) == 1


def test_red_chances_of_a_soft_target() -> None:
    """HAN-CRT-10: column 4 against a soft target, 15 / 6 / 14 / 1 in 36."""
    session = actions("F-11RDP-II", {"a.bie47": "1211", "g.sr33i.1": "1411"})
    shot = direct(session.game, "a.bie47", "g.sr33i.1")
    found = [told.chance * 36 for told in shot_odds(session.game, shot).outcomes]
    assert found == [15, 6, 14, 1]


# -- the column -----------------------------------------------------------------------------------


def test_the_column_is_attack_less_defence_plus_modifiers() -> None:
    """HAN-GE-01"""
    assert direct_shot(NEAR).number == 6 - 3
    assert direct_shot(NEAR, pair=("a.2rc.1", "g.pr35.1")).number == 8 - 1


def test_indirect_fire_takes_no_account_of_defence() -> None:
    """HAN-GE-01, HAN-IF-03"""
    session = actions("G-PR35", NEAR)
    assert indirect(session.game, "a.2rc.1", 4, "guns").number == 4


def test_a_column_above_eight_is_eight_and_below_minus_one_is_no_shot() -> None:
    """HAN-GE-02"""
    content = load_content("campaign")
    assert [content.fire_column(n) for n in (-2, -1, 8, 11)] == [None, -1, 8, 8]
    weak = {"g.pr35.hq": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", weak, states={"g.pr35.hq": ["fatigued"]})
    assert refused_by(session, "fire g.pr35.hq at a.2rc.1") == "HAN-GE-02"


@pytest.mark.parametrize(
    ("state", "change"),
    [
        ("fatigued", -1),
        ("neutralized", -1),
        ("in column", -1),
        ("dispersed", -1),
        ("out of command", -1),
    ],
)
def test_the_firers_condition_in_direct_fire(state: str, change: int) -> None:
    """HAN-FM-01, HAN-FM-02, HAN-FM-03, HAN-FM-07, HAN-FM-09, HAN-FA-01, HAN-NE-04, HAN-OC-04"""
    near = {"g.pr35.1": "1710", "a.2rc.1": "1611"}
    assert direct_shot(near, {"g.pr35.1": [state]}).number == direct_shot(near).number + change


def test_pioneers_have_no_bonus_in_direct_fire() -> None:
    """HAN-FM-04"""
    rifles, pioneers = (
        direct_shot({u: "1411", "a.2rc.1": "1311"}, pair=(u, "a.2rc.1"))
        for u in ("g.sr3iii.11", "g.pi39.1")
    )
    assert rifles.number == pioneers.number


def test_move_and_fire_costs_two_columns() -> None:
    """HAN-FM-05"""
    assert direct_shot(NEAR, moved=True).number == direct_shot(NEAR).number - 2


def test_each_hex_after_the_first_costs_a_column() -> None:
    """HAN-FM-06"""
    assert direct_shot(FAR).number == direct_shot(NEAR).number - 1


def test_at_guns_are_halved_only_against_unloaded_infantry() -> None:
    """HAN-FM-10, HAN-AT-01"""
    units = {"a.ac25": "1311", "g.sr3i.1": "1411"}
    pair = ("a.ac25", "g.sr3i.1")
    assert direct_shot(units, pair=pair).number == 4
    assert direct_shot(units, {"g.sr3i.1": ["loaded"]}, pair=pair).number == 7
    assert (
        direct_shot({"a.ac25": "1311", "g.pj39.1": "1411"}, pair=("a.ac25", "g.pj39.1")).number == 7
    )


@pytest.mark.parametrize(("terrain", "change"), [("woods", -1), ("orchards", -1), ("village", -2)])
def test_cover_helps_soft_targets_and_disperses_afvs(terrain: str, change: int) -> None:
    """HAN-TM-01, HAN-TM-02, HAN-TM-03, HAN-TM-09, HAN-DI-01"""
    open_hex, rough = beside(terrain)
    infantry = {"g.pr35.1": open_hex, "a.11rdp1.2": rough}
    assert direct_shot(infantry, pair=("g.pr35.1", "a.11rdp1.2")).number == 6 + change
    tanks = {"g.pr35.1": open_hex, "a.2rc.1": rough}
    assert direct_shot(tanks).number == 3 + 1
    assert direct_shot(tanks, pair=("a.2rc.1", "g.pr35.1")).number == 7 - 1
    session = actions("G-PR35", infantry)
    assert indirect(session.game, "a.11rdp1.2", 4, "guns").number == 4 + change


def test_in_column_and_dispersed_targets_are_easier_once() -> None:
    """HAN-TM-04, HAN-TM-05, HAN-DI-03"""
    road = {"g.pr35.1": "1710", "a.2rc.1": "1611"}
    assert direct_shot(road, {"a.2rc.1": ["in column"]}).number == 4
    assert direct_shot(road, {"a.2rc.1": ["dispersed"]}).number == 4
    open_hex, rough = beside("woods")
    tanks = {"g.pr35.1": open_hex, "a.2rc.1": rough}
    assert direct_shot(tanks, {"a.2rc.1": ["dispersed"]}).number == 4


def test_direct_fire_ignores_height_and_the_targets_state() -> None:
    """HAN-TM-06, HAN-TM-07, HAN-TM-08"""
    shaken = {"a.2rc.1": ["neutralized", "out of command"]}
    assert direct_shot(NEAR, shaken).number == direct_shot(NEAR).number


# -- assault columns ------------------------------------------------------------------------------


def test_an_assault_is_fought_at_range_zero() -> None:
    """HAN-FM-06, HAN-AS-09"""
    assert melee() == (6 + 1, 5 - 1 + 1)


@pytest.mark.parametrize(("number", "column"), [(1, 6), (2, 6), (3, 6)])
def test_fatigue_costs_a_column_in_every_round(number: int, column: int) -> None:
    """HAN-FM-01, HAN-FA-02"""
    assert melee({"g.pr35.1": ["fatigued"]}, number=number)[0] == column


@pytest.mark.parametrize("state", ["in column", "moved"])
def test_column_and_movement_count_in_the_first_round_only(state: str) -> None:
    """HAN-FM-03, HAN-FM-05"""
    road = ("1710", "1611")
    base = melee(where=road)[0]
    assert melee({"g.pr35.1": [state]}, where=road)[0] == base - 1
    assert melee({"g.pr35.1": [state]}, where=road, number=2)[0] == base


def test_pioneers_have_a_bonus_in_an_assault() -> None:
    """HAN-FM-04"""
    assert melee(attacker="g.pi39.1")[0] == melee(attacker="g.sr3iii.11")[0] + 1


@pytest.mark.parametrize("bridge", ["1709", "1608"])
def test_a_river_costs_three_in_the_first_round_over_a_bridge_too(bridge: str) -> None:
    """HAN-FM-08, HAN-AS-10"""
    content = load_content("campaign")
    side = sorted((content.grid.hex(bridge), content.grid.hex("1609")))
    wet = tuple(side) in content.water
    where = (bridge, "1609")
    assert melee(where=where)[0] == melee(where=where, number=2)[0] - 3 * wet
    assert wet == (bridge == "1709")


def test_a_higher_defender_costs_a_column() -> None:
    """HAN-TM-06"""
    content = load_content("campaign")
    grid, level = content.grid, content.map.elevation
    low, high = next(
        (h, near)
        for h in range(grid.size)
        for near in grid.neighbours[h]
        if level[near] > level[h]
        and not {h, near} & content.rough
        and (min(h, near), max(h, near)) not in content.water
    )
    there = (grid.name(low), grid.name(high))
    assert melee(where=there)[0] == 6
    assert melee(where=there[::-1])[0] == 7


def test_shaken_defenders_are_easier_and_fire_back_without_penalty() -> None:
    """HAN-TM-07, HAN-TM-08, HAN-NE-03, HAN-OC-03, HAN-AS-09"""
    base = melee()
    both = ["neutralized", "out of command"]
    assert melee({"a.11rdp1.2": ["neutralized"]}) == (base[0] + 1, base[1])
    assert melee({"a.11rdp1.2": both}) == (base[0] + 2, base[1])
    assert melee({"a.11rdp1.2": ["demoralized"]}) == base


def test_afvs_that_assault_into_cover_are_dispersed_both_ways() -> None:
    """HAN-DI-04, HAN-FM-07, HAN-TM-05"""
    where = beside("village")
    ahead, back = melee(where=where)
    assert ahead == 6 + 1 - 1 - 1
    assert back == 5 - 1 + 1 + 1


def test_at_guns_in_defence_are_halved_against_infantry() -> None:
    """HAN-FM-10, HAN-AS-09"""
    assert melee(attacker="g.sr3i.1", defender="a.ac25")[1] == 4 + 1


# -- results --------------------------------------------------------------------------------------


def test_n_neutralizes_and_a_second_n_is_a_check() -> None:
    """HAN-GE-03, HAN-MO-03"""
    units = {"g.pr35.4": "1411", "a.ac25": "1311"}
    session = actions("G-PR35", units, dice=[10])
    play(session, "fire g.pr35.4 at a.ac25")
    assert states(session, "a.ac25") == {"neutralized"}
    session = actions("G-PR35", units, states={"a.ac25": ["neutralized"]}, dice=[10, 9])
    play(session, "fire g.pr35.4 at a.ac25")
    assert states(session, "a.ac25") == {"neutralized", "fatigued"}
    assert rolled(session)[:2] == [10, 9]


def test_one_costs_a_step_and_a_check_and_no_neutralization() -> None:
    """HAN-GE-05"""
    session = actions("F-2RC", NEAR, dice=[4, 5])
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert states(session, "g.pr35.1") == {"reduced"}
    session = actions("F-2RC", NEAR, states={"g.pr35.1": ["reduced"]}, dice=[4])
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert at(session, "g.pr35.1") == "eliminated"


def test_each_unit_fires_alone_and_once() -> None:
    """HAN-GE-06, HAN-SP-13, HAN-SP-08"""
    session = actions(
        "F-2RC", {**NEAR, "a.2rc.2": "1311"}, dice=[7, 7], states={"g.pr35.1": ["demoralized"]}
    )
    play(session, "fire a.2rc.1 at g.pr35.1")
    while asked(session).side == "german":
        play(session, "pass")
    assert refused_by(session, "fire a.2rc.1 at g.pr35.1") == "HAN-SP-08"
    play(session, "fire a.2rc.2 at g.pr35.1")
    assert columns(session) == ["7", "7"]


def test_range_and_the_shaken_range() -> None:
    """HAN-DF-01, HAN-NE-07, HAN-DE-04"""
    session = actions("G-PR35", FAR, states={"g.pr35.1": ["neutralized"]})
    assert refused_by(session, "fire g.pr35.1 at a.2rc.1") == "HAN-NE-07"
    g = session.game
    assert why_no_shot(g, "a.2rc.1", "g.pr35.1") is None
    g.gain("a.2rc.1", "demoralized", rule="LAB")
    assert why_no_shot(g, "a.2rc.1", "g.pr35.1") == (
        f"1. (le.) Kp./Pz.Rgt. 35 is 2 hexes away; {g.content.units['a.2rc.1'].name} reaches 1.",
        "HAN-DE-04",
    )
    far = actions("G-PR35", {"g.pr35.1": "1613", "a.2rc.1": "1313"})
    assert refused_by(far, "fire g.pr35.1 at a.2rc.1") == "HAN-DF-01"


def test_a_blocked_line_of_sight_names_the_hex() -> None:
    """HAN-LS-01, HAN-LS-02"""
    content = load_content("campaign")
    grid, sight = content.grid, content.sight
    a, b = next(
        (h, far) for h in range(grid.size) for far in grid.ring(h, 2) if not sight.clear(h, far)
    )
    session = actions("G-PR35", {"g.pr35.4": grid.name(a), "a.2rc.1": grid.name(b)})
    found = refusal(session, "fire g.pr35.4 at a.2rc.1")
    assert found.rule == "HAN-LS-02"
    assert f"blocked at {grid.name(sight.trace(a, b).blocked)}" in found.reason


def test_loaded_units_hqs_and_moved_units() -> None:
    """HAN-LO-01, HAN-DF-01: an HQ may fire and be fired at; a loaded unit may not fire."""
    units = {"g.sr3i.1": "1411", "g.sr3i.hq": "1411", "a.12rc.hq": "1311"}
    session = actions("G-SR3-I", units, states={"g.sr3i.1": ["loaded"]})
    assert refused_by(session, "fire g.sr3i.1 at a.12rc.hq") == "HAN-LO-01"
    assert is_legal(session, "fire g.sr3i.hq at a.12rc.hq")


def test_a_result_letter_is_never_lost() -> None:
    """HAN-CRT-09: every letter has its consequence."""
    letters: tuple[Result, ...] = ("-", "N", "Z", "1")
    content = load_content("campaign")
    for column in content.crt:
        assert set(content.fire_odds(column, afv=False)) == set(letters)
