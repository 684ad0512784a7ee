"""What moves cost and where they lead; Strategic Moves, sectors, the Meuse, stacks (ARD-MV, ARD-ST, ARD-HC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.marching import (
    ARMOR,
    COMPANY,
    FOOT,
    MECH,
    MECH_2,
    REGIMENT,
    moving,
)
from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    control,
    costs,
    down,
    is_legal,
    play,
    position,
    reach,
    refused_by,
    states,
)
from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.session import Session
from wargame.games.ardennes.content import load_content

# -- worked examples --------------------------------------------------------------------------------


def test_w1_road_move_checks_and_a_bridge_destroyed() -> None:
    """W1, ARD-MV-02, ARD-RB-07, ARD-BR-01, 5.5.3"""
    peiper = "de.kgpeiper.1ss"
    session = moving(
        {peiper: "3309", "us.254eng": "2808"}, mode="gs", turn=18, dice=[8, 7, 9, 4], checks=True,
        german=["3309", "3308", "3410"],
    )  # fmt: skip
    way = f"move {peiper} 3309-3210-3110-3010-2909-2810-2709-2609"
    assert [2] * 7 == costs(session, way)
    play(session, way)
    assert at(session, peiper) == "2709"
    assert "2609" not in reach(session, f"move {peiper}")


def test_w2_zoc_and_ground_off_the_road() -> None:
    """W2, ARD-ZC-02, ARD-US-03, ARD-MV-02"""
    session = moving({ARMOR: "3018", REGIMENT: "2918", COMPANY: "2919"}, turn=17)
    assert refused_by(session, f"move {ARMOR} 3018-2917") == "ARD-ZC-02"
    assert [8, 4] == costs(session, f"move {ARMOR} 3018-3017-2916")
    assert 2 == reach(session, f"move {ARMOR}")["2916"]


def test_w3_a_river_takes_all_and_one_unit_a_hexside() -> None:
    """W3, ARD-MV-03, ARD-MV-04"""
    other = "de.39.26"
    session = moving({FOOT: "3119", other: "3119"}, turn=17)
    assert [8] == costs(session, f"move {FOOT} 3119-3019")
    assert refused_by(session, f"move {FOOT}+{other} 3119-3019") == "ARD-MV-04"
    play(session, f"move {FOOT} 3119-3019")
    assert at(session, FOOT) == "3019"
    assert refused_by(session, f"move {other} 3119-3019") == "ARD-MV-04"
    play(session, f"move {other} 3119-3020")
    assert at(session, other) == "3020"


# -- prices -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "foot", "mech"),
    [("2019-2119", 2, 2), ("2020-1920", 2, 4), ("2019-1918", 2, 6), ("2015-2114", 4, 8)],
)
def test_mv_01_prices_of_terrain(step: str, foot: int, mech: int) -> None:
    """ARD-MV-01  Clear 1/1, Broken 1/2, Woods 1/3, Forest 2/4 (half MPs)."""
    start = step[:4]
    session = moving({FOOT: start, ARMOR: start})
    assert [foot] == costs(session, f"move {FOOT} {step}")
    assert [mech] == costs(session, f"move {ARMOR} {step}")


@pytest.mark.parametrize(("step", "mech"), [("2020-1920", 2), ("2019-1918", 4), ("2015-2114", 6)])
def test_mv_01_ground_freeze(step: str, mech: int) -> None:
    """ARD-MV-01, ARD-EV-01  On a day of Ground Freeze mech pay 1, 2 and 3."""
    session = moving({ARMOR: step[:4]}, tracks={"freeze": 1})
    assert [mech] == costs(session, f"move {ARMOR} {step}")


def test_mv_02_road_only_through_its_hexside() -> None:
    """ARD-MV-02  2420 to 2319 by Road costs 1; 2420 to 2419 (Woods, a Road hex) costs 3."""
    session = moving({ARMOR: "2420"}, turn=16, allied=["2220"])
    assert [2] == costs(session, f"move {ARMOR} 2420-2319")
    assert [6] == costs(session, f"move {ARMOR} 2420-2419")


def test_mv_03_a_river_only_as_the_first_step() -> None:
    """ARD-MV-03, 5.5.6"""
    session = moving({FOOT: "3219"}, turn=17)
    assert refused_by(session, f"move {FOOT} 3219-3119-3019") == "ARD-MV-03"


def test_mv_03_no_major_river() -> None:
    """ARD-MV-03  The Meuse is not crossed without a Bridge."""
    session = moving({"us.334.84": "0906"}, side="allied")
    assert refused_by(session, "move us.334.84 0906-0806") == "ARD-MV-03"


def test_mv_03_the_river_waives_the_price_of_a_zoc() -> None:
    """5.5.2, 5.5.6"""
    session = moving({FOOT: "3119", REGIMENT: "3118"}, turn=17)
    assert [8] == costs(session, f"move {FOOT} 3119-3020")


def test_mv_05_one_unit_over_a_bridge_into_a_zoc() -> None:
    """ARD-MV-05"""
    session = moving({MECH: "3118", MECH_2: "3118", REGIMENT: "2918"}, turn=17)
    play(session, f"move {MECH} 3118-3018")
    assert refused_by(session, f"move {MECH_2} 3118-3018") == "ARD-MV-05"


def test_mv_05_two_together_are_too_many() -> None:
    """ARD-MV-05"""
    session = moving({MECH: "3118", MECH_2: "3118", REGIMENT: "2918"}, turn=17)
    assert refused_by(session, f"move {MECH}+{MECH_2} 3118-3018") == "ARD-MV-05"


def test_mv_05_any_number_where_no_enemy_looks() -> None:
    """ARD-MV-05, ARD-MV-06  Without a ZOC beyond it, a Bridge is Road to all."""
    session = moving({MECH: "3118", MECH_2: "3118"}, turn=17)
    assert [2] == costs(session, f"move {MECH}+{MECH_2} 3118-3018")
    play(session, f"move {MECH} 3118-3018")
    assert is_legal(session, f"move {MECH_2} 3118-3018")


def test_mv_06_a_bridge_built_without_a_road() -> None:
    """ARD-MV-06, ARD-EV-01  Engineers' Bridge: crossed at the price of the terrain."""
    session = moving({MECH: "3119"}, turn=17, built=["3019-3119"])
    assert [6] == costs(session, f"move {MECH} 3119-3019")


def test_mv_07_never_into_the_enemy() -> None:
    """ARD-MV-07"""
    session = moving({ARMOR: "3018", REGIMENT: "2918"}, turn=17)
    assert refused_by(session, f"move {ARMOR} 3018-2918") == "ARD-MV-07"


# -- Strategic Move ---------------------------------------------------------------------------------

ROAD = "3118-3218-3317-3417-3517"


def test_mv_08_four_more_by_road_alone() -> None:
    """ARD-MV-08"""
    session = moving({ARMOR: "3118", MECH: "3620"})
    assert 22 - 8 == reach(session, f"strategic {ARMOR}")["3517"]
    assert 14 - 8 == reach(session, f"move {ARMOR}")["3517"]
    assert refused_by(session, f"strategic {ARMOR} 3118-3117") == "ARD-MV-08"
    play(session, f"strategic {ARMOR} {ROAD}")
    assert {"moved", "strategic"} <= states(session, ARMOR)


def test_mv_08_nowhere_beside_an_enemy() -> None:
    """ARD-MV-08  Neither where it starts nor on its way, ZOC or none."""
    session = moving({ARMOR: "3018", COMPANY: "2918"}, turn=17)
    assert refused_by(session, f"strategic {ARMOR} 3018-3118") == "ARD-MV-08"
    session = moving({ARMOR: "3118", COMPANY: "2918"}, turn=17)
    assert refused_by(session, f"strategic {ARMOR} 3118-3018") == "ARD-MV-08"


def test_mv_08_no_attack() -> None:
    """ARD-MV-08  Who went so does not attack in that Activation."""
    session = moving({ARMOR: "3218", REGIMENT: "2918", MECH: "3018"}, turn=17, german=["3016"])
    play(session, f"strategic {ARMOR} 3218-3118", "done")
    assert ARMOR not in " ".join(answers(session))


# -- sectors, the Meuse -----------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "rule"), [(19, "ARD-MV-09"), (20, "")])
def test_mv_09_another_armys_sector(turn: int, rule: str) -> None:
    """ARD-MV-09  Until December 19."""
    content = load_content("campaign")
    grid = content.grid
    pairs = [
        (h, near) for h in sorted(content.board) for near in grid.neighbours[h]
        if content.army_sector[h] == "5PzA" and near in content.board
        and content.army_sector[near] == "7A" and content.ground.road(h, near)
        and (min(h, near), max(h, near)) not in content.rivers and grid.column(h) < 32
    ]  # fmt: skip
    step = f"{grid.name(pairs[0][0])}-{grid.name(pairs[0][1])}"
    session = moving({ARMOR: step[:4]}, turn=turn)
    found = session.why_not(f"move {ARMOR} {step}")
    assert rule == (found.rule if found else "")


def test_mv_10_corps_areas_do_not_bind_moves() -> None:
    """ARD-MV-10"""
    session = moving({"us.ccb-9.9ad": "2909"}, side="allied")
    assert is_legal(session, "move us.ccb-9.9ad 2909-3010")


def exiting(**more: Any) -> Session:
    """A panzer regiment at the Meuse exit 0112."""
    return moving({ARMOR: "0112"}, **more)


def test_mv_11_exit() -> None:
    """ARD-MV-11  A mechanized unit in full Supply leaves for 1 MP."""
    session = play(exiting(), f"exit {ARMOR}")
    assert at(session, ARMOR) == "exited"


def test_mv_11_only_from_the_hexes_named() -> None:
    """ARD-MV-11"""
    session = moving({ARMOR: "0113"})
    assert refused_by(session, f"exit {ARMOR}") == "ARD-MV-11"


def test_mv_11_only_mechanized() -> None:
    """ARD-MV-11"""
    assert refused_by(moving({FOOT: "0112"}), f"exit {FOOT}") == "ARD-MV-11"


def test_ss_03_low_supply_may_not_exit() -> None:
    """ARD-SS-03"""
    assert refused_by(exiting(states={ARMOR: ["low supply"]}), f"exit {ARMOR}") == "ARD-SS-03"


def test_mv_11_after_a_move_with_a_point_left() -> None:
    """ARD-MV-11  It may come and go in one Activation while an MP is left."""
    session = moving({ARMOR: "0113", MECH: "0114"})
    play(session, f"move {ARMOR} 0113-0112")
    assert is_legal(session, f"exit {ARMOR}")
    assert refused_by(session, f"exit {MECH}") == "ARD-MV-11"


def test_mv_11_not_where_a_zoc_has_stopped_it() -> None:
    """ARD-MV-11, ARD-ZC-02  An enemy ZOC ends movement, the step off the map too."""
    session = moving({ARMOR: "0113", MECH: "3620", "us.334.84": "0111"})
    play(session, f"move {ARMOR} 0113-0112")
    assert refused_by(session, f"exit {ARMOR}") == "ARD-ZC-02"


def test_mv_12_british_stay_on_the_left_bank() -> None:
    """ARD-MV-12  Until the 24th, unless Germans are near the Meuse."""
    unit_ = "br.29armd"
    session = moving({unit_: "0411"}, side="allied", turn=23)
    assert refused_by(session, f"move {unit_} 0411-0511") == "ARD-MV-12"
    assert is_legal(moving({unit_: "0411"}, side="allied", turn=24), f"move {unit_} 0411-0511")
    near = moving({unit_: "0411", ARMOR: "0714"}, side="allied", turn=23)
    assert is_legal(near, f"move {unit_} 0411-0511")


def test_mv_12_british_who_have_crossed_move_on() -> None:
    """ARD-MV-12  It forbids to cross, not to stay across."""
    unit_ = "br.29armd"
    session = moving({unit_: "0511"}, side="allied", turn=23)
    assert [way for way in answers(session) if way.startswith(f"move {unit_} 0511-06")]


# -- stacks -----------------------------------------------------------------------------------------


def test_mv_13_a_stack_pays_the_most_and_has_the_least() -> None:
    """5.5.1  Woods cost the mech 3; the infantry has 4."""
    session = moving({FOOT: "2019", ARMOR: "2019"})
    assert [6] == costs(session, f"move {FOOT}+{ARMOR} 2019-1918")
    assert 2 == reach(session, f"move {FOOT}+{ARMOR}")["1918"]
    play(session, f"move {FOOT}+{ARMOR} 2019-1918")
    assert at(session, FOOT) == at(session, ARMOR) == "1918"


def test_mv_13_only_from_one_hex() -> None:
    """5.5.1  Nobody is picked up."""
    session = moving({FOOT: "2019", ARMOR: "2020"})
    assert refused_by(session, f"move {FOOT}+{ARMOR} 2019-2119") == "ARD-MV-13"


def test_mv_13_a_unit_moves_once() -> None:
    """5.5.1"""
    session = moving({FOOT: "2019", ARMOR: "2019"})
    play(session, f"move {FOOT} 2019-2119")
    assert refused_by(session, f"move {FOOT} 2119-2118") == "ARD-MV-13"
    assert is_legal(session, f"move {ARMOR} 2019-2119")


def test_mv_13_only_active_units() -> None:
    """ARD-AC-01"""
    session = moving({FOOT: "2019", ARMOR: "2019"}, active=[FOOT])
    assert refused_by(session, f"move {ARMOR} 2019-2119") == "ARD-AC-01"


def test_mv_13_a_way_that_is_shut_leaves_what_is_left() -> None:
    """5.5.3, 5.5.5  The Bridge falls before it; with 5 MP left it goes another way, and then no more."""
    peiper, near = "de.kgpeiper.1ss", "us.254eng"
    session = moving(
        {peiper: "3110", near: "2808"}, mode="gs", turn=18, dice=[9, 3], german=["3210"]
    )
    play(session, f"move {peiper} 3110-3010-2909-2910")
    assert at(session, peiper) == "2909"
    assert down(session) == ["2909-2910"]
    assert refused_by(session, f"move {peiper} 2909-2910") == "ARD-MV-03"
    assert 6 == reach(session, f"move {peiper}")["2709"]
    play(session, f"move {peiper} 2909-3010")
    assert at(session, peiper) == "3010"
    assert asked(session).key != "move"


def test_mv_13_a_way_through_hexes_that_are_named() -> None:
    """ARD-MV-13  Each stretch the cheapest; past a ZOC no way leads on."""
    session = moving({ARMOR: "2420", REGIMENT: "2316"}, german=["2220"])
    ask, grid = asked(session), session.game.grid
    assert isinstance(ask, PathAsk)
    stops = [grid.hex("2319"), grid.hex("2219"), grid.hex("2220")]
    assert f"move {ARMOR} 2420-2319-2219-2220" == ask.route(f"move {ARMOR}", stops)
    with pytest.raises(IllegalAnswer, match="must stop"):
        ask.route(f"move {ARMOR}", [grid.hex("2317"), grid.hex("2318")])


def test_mv_13_why_a_hex_is_out_of_reach() -> None:
    """ARD-MV-13  With its price, or what bars it."""
    session = moving({ARMOR: "2420", REGIMENT: "2316"}, german=["2220"])
    ask, grid = asked(session), session.game.grid
    assert isinstance(ask, PathAsk)
    with pytest.raises(IllegalAnswer, match="out of reach"):
        ask.route(f"move {ARMOR}", [grid.hex("2013")])


def test_mv_13_back_where_it_may_stay() -> None:
    """5.5.10  A Bridge falls before a stack in a full hex: it goes back to where it may stay, and stays."""
    peiper = "de.kgpeiper.1ss"
    full = {"de.kghansen.1ss": "2909", "de.kgsandig.1ss": "2909"}
    session = moving({peiper: "3110", **full}, mode="gs", turn=18, dice=[9, 3], german=["3210"])
    play(session, f"move {peiper} 3110-3010-2909-2910")
    assert down(session) == ["2909-2910"]
    assert at(session, peiper) == "3010"
    assert refused_by(session, f"move {peiper} 3010-3110") == "ARD-MV-13"


def test_st_01_three_units_or_six_steps() -> None:
    """ARD-ST-01  At the end of a move; passing through is free."""
    full = {MECH: "2119", MECH_2: "2119"}
    session = moving({FOOT: "2019", **full})
    assert refused_by(session, f"move {FOOT} 2019-2119") == "ARD-ST-01"
    assert is_legal(session, f"move {FOOT} 2019-2119-2118")
    assert is_legal(moving({FOOT: "2019", **full}, lost={MECH: 2}), f"move {FOOT} 2019-2119")


def test_st_01_a_fourth_unit() -> None:
    """ARD-ST-01  Three units, however small."""
    small = dict.fromkeys(["de.2aa.2", "de.26aa.26", "de.116aa.116"], "2119")
    session = moving({"de.130aa.lehr": "2118", **small})
    assert refused_by(session, "move de.130aa.lehr 2118-2119") == "ARD-ST-01"


def test_hc_01_every_hex_entered_changes_hands() -> None:
    """ARD-HC-01  Passing through included; a ZOC takes nothing."""
    session = moving({ARMOR: "2420"}, allied=["2319", "2419", "2220", "2320"], turn=16)
    play(session, f"move {ARMOR} 2420-2319-2419")
    assert ["german", "german"] == [control(session, "2319"), control(session, "2419")]
    assert control(session, "2220") == "allied"


def test_hc_01_start_ownership() -> None:
    """ARD-HC-01  Germans own where they stand and every Westwall hex without an Allied unit."""
    session = position("ops.german.command", clear=False)
    owners = [control(session, h) for h in ("3609", "3119", "3512", "2220", "3118")]
    assert ["german", "german", "allied", "allied", "german"] == owners
