"""The geometry of the front: open, Surrounded, Proximate, Communication, the Line (ARD-GE, ARD-RD-10, ARD-AA-05, -11)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.games.ardennes.judged import crowd
from tests.games.ardennes.table import names, table
from wargame.games.ardennes.contact import is_out_of_contact
from wargame.games.ardennes.front import (
    best_hold,
    close_hexes,
    hexes_to_enemy,
    in_communication,
    in_danger,
    is_proximate,
    is_surrounded,
    is_trapped,
    is_wandering,
    open_neighbours,
    protects_vp,
    proximate_enemies,
    proximate_hexes,
    too_few_to_attack,
)
from wargame.games.ardennes.line import Line, reach_set
from wargame.games.ardennes.state import OTHER as OTHER_SIDE
from wargame.games.ardennes.state import ArdGame, by_number, has_zoc, on_map
from wargame.hexes.bits import members

PARAS, MATES, THIRD = "us.501.101", "us.506.101", "us.502.101"
ARMOR, MECH, OTHER, SCOUTS = "de.3pz.2", "de.2.2", "de.304.2", "de.2aa.2"


def laid(units: Mapping[str, str], **more: Any) -> ArdGame:
    """A table on December 18."""
    return table(units, **{"turn": 18, **more})


def opened(g: ArdGame, number: str, side: str = "allied") -> set[str]:
    """Open neighbours by number."""
    return set(names(g, open_neighbours(g, g.grid.hex(number), side)))


# -- open neighbours, Surrounded, danger --------------------------------------------------------------


def test_ge_01_w6_rivers_shut_and_bridges_do_not() -> None:
    """ARD-GE-01, W6  The 112th in Ouren: 3115 over the river, a German at the Bridge in 3116."""
    g = laid({"us.112.28": "3016", "de.156.116": "3115", "de.16pz.116": "3116"})
    assert {"3015", "2915", "2916", "3017"} == opened(g, "3016")
    assert not is_surrounded(g, g.grid.hex("3016"), "allied")


def test_ge_01_enemy_zoc_unless_a_friend_is_there() -> None:
    """ARD-GE-01"""
    g = laid({PARAS: "2318", ARMOR: "2418"})
    assert {"2218", "2219", "2319"} == opened(g, "2318")
    g = laid({PARAS: "2318", ARMOR: "2418", MATES: "2317"})
    assert {"2218", "2219", "2319", "2317"} == opened(g, "2318")


def test_ge_01_roadblocks_shut_germans_alone() -> None:
    """ARD-GE-01"""
    assert "2319" not in opened(laid({ARMOR: "2318"}, roadblocks=["2319"]), "2318", "german")
    assert "2319" in opened(laid({PARAS: "2318"}, roadblocks=["2319"]), "2318")


def test_ge_01_nothing_off_the_map() -> None:
    """ARD-GE-01  The window of Skyline Drive ends with row 15."""
    g = laid({"us.110.28": "2415"}, scenario="skyline", turn=16)
    assert all(n[2:] >= "15" for n in opened(g, "2415"))


def test_ge_02_surrounded() -> None:
    """ARD-GE-02  No open neighbour; that is not danger, but it is avoided like it."""
    g = laid({PARAS: "2318", ARMOR: "2418", MECH: "2219"})
    where = g.grid.hex("2318")
    assert set() == opened(g, "2318")
    assert is_surrounded(g, where, "allied")
    assert not in_danger(g, where, "allied")
    assert is_trapped(g, where, "allied")


@pytest.mark.parametrize(
    ("second", "left", "danger"),
    [
        ("2220", {"2218"}, True),
        ("2320", {"2218", "2219"}, True),
        ("2120", {"2218", "2219", "2319"}, False),
    ],
)
def test_ge_03_in_danger(second: str, left: set[str], danger: bool) -> None:
    """ARD-GE-03  One open neighbour, or two that are adjacent; three are safe."""
    g = laid({PARAS: "2318", ARMOR: "2418", MECH: second})
    assert left == opened(g, "2318")
    assert danger == in_danger(g, g.grid.hex("2318"), "allied")


def test_ge_03_two_that_are_apart_are_safe() -> None:
    """ARD-GE-03  A [unit] alone takes its own hex and no other."""
    g = laid({PARAS: "2318", ARMOR: "2418", SCOUTS: "2219"})
    assert {"2218", "2319"} == opened(g, "2318")
    assert not in_danger(g, g.grid.hex("2318"), "allied")


# -- proximity ----------------------------------------------------------------------------------------


def near(g: ArdGame, number: str, side: str = "allied") -> list[str]:
    """The hexes of enemies Proximate to a hex."""
    return names(g, proximate_enemies(g, g.grid.hex(number), side))


def test_ge_04_three_hexes() -> None:
    """ARD-GE-04  The own ZOC of the unit that is looked at is left out."""
    assert ["2321"] == near(laid({PARAS: "2318", ARMOR: "2321"}), "2318")
    assert [] == near(laid({PARAS: "2318", ARMOR: "2322"}), "2318")


def test_ge_04_zoc_between() -> None:
    """ARD-GE-04  Another Allied unit's ZOC on 2319 bars the only way of three hexes."""
    assert [] == near(laid({PARAS: "2318", ARMOR: "2321", MATES: "2219"}), "2318")


def test_ge_04_units_and_roadblocks_between() -> None:
    """ARD-GE-04, ARD-RB-03"""
    assert ["2320"] == near(laid({PARAS: "2318", ARMOR: "2321", MECH: "2320"}), "2318")
    assert [] == near(laid({PARAS: "2318", ARMOR: "2321"}, roadblocks=["2320"]), "2318")


def test_ge_04_adjacent_is_proximate_but_over_a_river() -> None:
    """ARD-GE-04  Through any ZOC, not over a river without Bridge, the last step included."""
    assert ["2319"] == near(laid({PARAS: "2318", ARMOR: "2319", MATES: "2219"}), "2318")
    over = {"us.112.28": "3016", "de.156.116": "3115"}
    assert ["3115"] == near(laid(over), "3016")  # round by the Bridge of Ouren, two hexes
    assert [] == near(laid(over, down=["3016-3116"]), "3016")


def test_ge_04_a_fallen_bridge_bars_it() -> None:
    """ARD-GE-04, ARD-BR-03"""
    assert ["3116"] == near(laid({"us.112.28": "3016", ARMOR: "3116"}), "3016")
    assert [] == near(laid({"us.112.28": "3016", ARMOR: "3116"}, down=["3016-3116"]), "3016")


def test_distances_leave_the_start_out() -> None:
    """5  Distances count hexes, excluding the start."""
    assert 3 == hexes_to_enemy(
        laid({PARAS: "2318", ARMOR: "2321"}), laid({}).grid.hex("2318"), "allied"
    )


# -- communication ------------------------------------------------------------------------------------

RING = {ARMOR: "2418", MECH: "2219"}
"""Around 2318."""


def test_ge_05_shut_in() -> None:
    """ARD-GE-05"""
    g = laid({PARAS: "2318", **RING})
    assert not in_communication(g, g.grid.hex("2318"), "allied")
    assert in_communication(laid({PARAS: "2318"}), g.grid.hex("2318"), "allied")


def test_ge_05_a_friend_opens_a_zoc() -> None:
    """ARD-GE-05  Free of enemy ZOC unless a friendly unit is in the hex."""
    g = laid({PARAS: "2318", MATES: "2218", **RING})
    assert in_communication(g, g.grid.hex("2318"), "allied")


def test_ge_05_roadblocks_bar_the_german_one() -> None:
    """ARD-GE-05"""
    shut = ["2317", "2319", "2218", "2219", "2418", "2419"]
    g = laid({ARMOR: "2318"}, roadblocks=shut)
    assert not in_communication(g, g.grid.hex("2318"), "german")
    g = laid({PARAS: "2318"}, roadblocks=shut)
    assert in_communication(g, g.grid.hex("2318"), "allied")


def test_ge_05_not_over_the_meuse_but_over_lesser_rivers() -> None:
    """ARD-GE-05  Shut in at Andenne before the Meuse; shut in beyond the Our, over which Communication runs."""
    g = laid({"us.334.84": "0906", ARMOR: "0807", MECH: "1006"})
    assert not in_communication(g, g.grid.hex("0906"), "allied")
    g = laid({"us.112.28": "3115", ARMOR: "3214", MECH: "3216"}, down=["3016-3116"])
    assert in_communication(g, g.grid.hex("3115"), "allied")


# -- the Line -----------------------------------------------------------------------------------------


def reached(g: ArdGame) -> set[str]:
    """The reach set by number."""
    return set(names(g, members(reach_set(g))))


def test_ge_06_reach_is_six_hexes() -> None:
    """ARD-GE-06  Hexes, not MP; where the Germans stand included; a [unit] alone lays no ZOC in the way."""
    found = reached(laid({ARMOR: "2318", PARAS: "1420"}))
    assert {"2318", "2312"} <= found
    assert "2311" not in found


def test_ge_06_dispersed_germans_reach_nothing() -> None:
    """ARD-GE-06"""
    assert set() == reached(laid({ARMOR: "2318"}, states={ARMOR: ["dispersed"]}))


def test_ge_06_it_ends_in_allied_zoc_units_roadblocks_rivers() -> None:
    """ARD-GE-06"""
    found = reached(laid({ARMOR: "2318", PARAS: "2315"}))
    assert "2316" in found
    assert not {"2315", "2314"} & found
    assert "2319" not in reached(laid({ARMOR: "2318"}, roadblocks=["2319"]))
    assert "3018" in reached(laid({MECH: "3118"}))
    assert "3018" not in reached(laid({MECH: "3118"}, down=["3018-3118", "3016-3116", "3113-3214"]))


def test_ge_06_a_start_in_allied_zoc_goes_on() -> None:
    """ARD-GE-06  It ends in the first ZOC hex it enters; it has not entered the one it starts in."""
    found = reached(laid({ARMOR: "2318", PARAS: "2317"}))
    assert {"2419", "2318", "2319"} <= found
    assert "2320" in found


def test_ge_06_a_gap() -> None:
    """ARD-GE-06  One regiment in the way: its going lets the Germans see hexes farther than beside it."""
    units = {ARMOR: "2318", PARAS: "2316", MATES: "2014", THIRD: "2614"}
    g = laid(units)
    assert Line(g).gap([PARAS])
    far = laid({ARMOR: "2318", PARAS: "1316"})
    assert not Line(far).gap([PARAS])


def test_ge_06_a_move_counts_from_its_new_hex() -> None:
    """5.1.9  A hex back along the same line makes no Gap where it closes as much."""
    g = laid({ARMOR: "2318", PARAS: "2316", MATES: "2014", THIRD: "2614"})
    assert Line(g).gap([PARAS], g.grid.hex("1316"))


def test_ge_06_half_a_stack_makes_no_gap() -> None:
    """5.1.9  Who stays keeps the ZOC."""
    g = laid({ARMOR: "2318", PARAS: "2316", MATES: "2316"})
    assert not Line(g).gap([PARAS])


def test_ge_06_plug() -> None:
    """5.1.10  Beside the road a unit takes VP and Primary-route hexes out of reach; bracketed alone it has no ZOC."""
    g = laid({ARMOR: "2318", PARAS: "1420", "us.44eng": "1420"})
    assert Line(g).plugs([PARAS], g.grid.hex("2220"))
    assert not Line(g).plugs([PARAS], g.grid.hex("2418"))
    assert not Line(g).plugs([PARAS], g.grid.hex("1420"))
    open_field = g.grid.hex("2320")
    assert Line(g).plugs([PARAS], open_field)
    assert not Line(g).plugs(["us.44eng"], open_field)


# -- OutOfContact, Wandering, Protect VP ----------------------------------------------------------------


def test_rd_10_far_from_the_enemy() -> None:
    """ARD-RD-10 (a)  Not Proximate, and no Gap without it."""
    g = laid({ARMOR: "2318", PARAS: "1316"})
    assert is_out_of_contact(g, PARAS)
    assert not is_out_of_contact(laid({ARMOR: "2318", PARAS: "2217"}), PARAS)


def test_rd_10_the_lowest_of_a_strong_stack() -> None:
    """ARD-RD-10 (b)  5 steps or 8 strength points of the whole hex; only its lowest #."""
    units = {ARMOR: "2418", PARAS: "2220", MATES: "2220", "us.327.101": "2220"}
    g = laid({**units, MECH: "2319"}, lost={"us.327.101": 2})
    assert by_number(g, units)
    assert is_out_of_contact(g, PARAS)
    assert not is_out_of_contact(g, MATES)
    weak = laid({ARMOR: "2418", MECH: "2319", PARAS: "2220", MATES: "2220"})
    assert not is_out_of_contact(weak, PARAS)


@pytest.mark.parametrize("state", ["dispersed", "isolated"])
def test_rd_10_states(state: str) -> None:
    """ARD-RD-10, ARD-US-09, ARD-SS-15"""
    assert not is_out_of_contact(
        laid({ARMOR: "2318", PARAS: "1316"}, states={PARAS: [state]}), PARAS
    )


def test_rd_10_in_communication() -> None:
    """ARD-RD-10"""
    strong = {PARAS: "2318", MATES: "2318", "us.327.101": "2318"}
    g = laid({**strong, ARMOR: "2418", MECH: "2219"}, lost={"us.327.101": 1})
    assert not is_out_of_contact(g, PARAS)


def test_aa_05_wandering() -> None:
    """5.1.7  Out of Communication, not in a City/Town, not Surrounded."""
    g = laid({PARAS: "2318", **RING})
    assert not is_wandering(g, g.grid.hex("2318"))
    ring = ["2315", "2321", "2617", "2620", "2017", "2020"]
    germans = [ARMOR, MECH, OTHER, "de.60.116", "de.156.116", "de.130pz.lehr"]
    cut = dict(zip(germans, ring, strict=True))
    g = laid({PARAS: "2318", **cut})
    assert is_wandering(g, g.grid.hex("2318"))
    assert not is_wandering(laid({PARAS: "2220", **cut}), g.grid.hex("2220"))
    assert not is_wandering(laid({PARAS: "2318"}), g.grid.hex("2318"))


def test_aa_11_protect_vp() -> None:
    """ARD-AA-11  A VP hex Proximate to a German or within 2 hexes of one; under 4 steps it does not attack."""
    g = laid({PARAS: "2220", ARMOR: "2318"})
    assert protects_vp(g, g.grid.hex("2220"))
    assert not protects_vp(laid({PARAS: "2220", ARMOR: "2620"}), g.grid.hex("2220"))
    assert not protects_vp(laid({PARAS: "2219", ARMOR: "2318"}), g.grid.hex("2219"))
    assert too_few_to_attack(g, g.grid.hex("2220"))
    assert not too_few_to_attack(laid({PARAS: "2220", MATES: "2220"}), g.grid.hex("2220"))


def test_ge_07_ties() -> None:
    """ARD-GE-07, ARD-RB-21  Highest HV, westernmost, lowest id; units by #, then corps (VIII before XVIII)."""
    g = laid({ARMOR: "2318"})
    some = [g.grid.hex(n) for n in ("2419", "2319", "2219", "2220", "2218")]
    assert ["2220", "2218", "2419", "2219", "2319"] == names(g, best_hold(g, some))
    assert ["us.110.28", "us.422.106", "us.44eng"] == by_number(
        g, ["us.44eng", "us.422.106", "us.110.28"]
    )
    assert has_zoc(g, g.grid.hex("2318"), "german")


@pytest.mark.parametrize("seed", range(4))
def test_a_search_from_all_enemies_finds_what_a_search_from_each_hex_does(seed: int) -> None:
    """ARD-GE-04  With rivers, Roadblocks, ZOC and units of both sides in the way."""
    g = crowd("ops.german.command", Random(seed)).game
    for side in ("allied", "german"):
        enemies = g.grid.mask(u.hex for u in on_map(g, OTHER_SIDE[side]))
        near = close_hexes(g, side)
        for h in sorted(g.content.board):
            exact = bool(proximate_hexes(g, h, side) & enemies)
            assert exact == is_proximate(g, h, side)
            if not g.board.covers(side, h) and not g.board.here[OTHER_SIDE[side]][h]:
                assert exact == bool(near >> h & 1)
