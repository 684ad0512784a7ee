"""How the automated Allies deploy Reserves: Methods A and B, OutOfContact, Roadblock units (ARD-RD-01 to -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.ardennes.table import h, names, table
from wargame.games.ardennes.automaton.deploy import (
    NOWHERE,
    Search,
    is_spare,
    place_a,
    place_b,
    replacement,
    spare,
)
from wargame.games.ardennes.front import is_proximate
from wargame.games.ardennes.state import ArdGame
from wargame.model import events as ev

_BRITISH = "X" * 3
"""The British corps."""

U501, U506, U502, U327, CCB = (
    "us.501.101", "us.506.101", "us.502.101", "us.327.101", "us.ccb-10.10ad",
)  # fmt: skip
ENG, ENG2, PANZER, FAR = "us.35eng", "us.158eng", "de.3pz.2", "de.980.272"
W10 = {
    **dict.fromkeys((U501, U506, U502, U327, CCB), "reserve"),
    ENG: "2220", ENG2: "2220", PANZER: "2518",
}  # fmt: skip


def board(units: Mapping[str, str] = W10, **more: Any) -> ArdGame:
    """A table of a German alone on December 18."""
    return table(units, **{"mode": "gs", "turn": 18, **more})


def hexes(g: ArdGame, unit: str) -> list[str]:
    """Method A for a unit, in ascending order."""
    return names(g, Search(g, unit).method_a())


def written(g: ArdGame, where: int) -> str:
    """A hex found, "" for none."""
    return "" if where == NOWHERE else g.grid.name(where)


def rows(g: ArdGame) -> Sequence[tuple[Any, ...]]:
    """The working of the last decision."""
    return [e for e in g.journal if isinstance(e, ev.Decided)][-1].working


# -- Method A ---------------------------------------------------------------------------------------


def test_w10_method_a() -> None:
    """W10, ARD-RD-03 to -06, ARD-RD-09"""
    g = board()
    assert hexes(g, U501) == [
        "2218", "2316", "2416", "2419", "2516", "2619", "2621", "2716", "2818", "2820",
    ]  # fmt: skip
    assert written(g, place_a(g, U501).where) == "2218"
    assert len(rows(g)) == 10
    g.place(U501, h("2218"), rule="lab")
    assert written(g, place_a(g, U506).where) == "2316"


def test_every_candidate_is_told_with_its_criteria() -> None:
    """ARD-RD-09: class, HV, column, distance to a German."""
    g = board()
    place_a(g, U501)
    assert ("2218", 2, 4, 22, 3) == rows(g)[0]


def test_never_in_a_german_town() -> None:
    """ARD-RD-01"""
    assert "2316" not in hexes(board(german=["2316"]), U501)
    assert "2218" in hexes(board(german=["2218"]), U501), "a village is no Town"


def test_never_in_danger() -> None:
    """ARD-RD-01: judged as if the unit stood there."""
    around = {"de.2.2": "2417", "de.304.2": "2115", PANZER: "2317"}
    found = hexes(board({**W10, **around}), U501)
    assert "2316" not in found
    assert found


def test_a_roadblock_counts_as_empty() -> None:
    """ARD-RB-01: its hex may be taken, but Proximity is not traced through it."""
    assert "2218" in hexes(board(roadblocks=["2218"]), U501)


def test_no_position_no_candidate() -> None:
    """ARD-RD-04: an empty Position."""
    g = board()
    found = Search(g, U501).method_a()
    assert all(x in g.content.hold and not g.board.at[x] for x in found)


def test_in_supply_were_it_occupied() -> None:
    """ARD-RD-04: a hex no line reaches is out."""
    ring = {
        "de.2.2": "2215", "de.304.2": "2217", "de.77.26": "2416", "de.39.26": "2417", PANZER: "2317",
        "de.78.26": "2415",
    }  # fmt: skip
    assert "2316" not in hexes(board({**W10, **ring}), U501)


def test_isolated_germans_do_not_count() -> None:
    """ARD-SS-14: Proximity to an Isolated German opens no hex."""
    assert hexes(board(states={PANZER: ["isolated"]}), U501) == []


def test_an_allied_zoc_bars_weak_hexes() -> None:
    """ARD-RD-06: below HV 5; two [units] together have a ZOC."""
    assert {"2219", "2319"}.isdisjoint(hexes(board(), U501))
    assert {"2219", "2319"} <= set(hexes(board({**W10, ENG2: "reserve", ENG: "1031"}), U501))


def test_rd_05_proximate_to_a_german() -> None:
    """ARD-RD-05: with the German elsewhere other hexes of the same area; with none near the area nothing."""
    g = board()
    assert all(is_proximate(g, x, "allied") for x in Search(g, U501).method_a())
    west = hexes(board({**W10, PANZER: "2118"}), U501)
    assert "2518" not in hexes(g, U501)
    assert set(hexes(g, U501)) - set(west)
    assert set(west) - set(hexes(g, U501))
    assert hexes(board({**W10, PANZER: "3503"}), U501) == []


@pytest.mark.parametrize(("turn", "areas"), [(16, {"XVIII", "VIII"}), (17, {"XVIII"})])
def test_corps_areas(turn: int, areas: set[str]) -> None:
    """ARD-RD-03, ARD-DX-14: its own; on December 16 the XVIII Corps in that of the VIII too."""
    g = board({"us.422.106": "reserve", PANZER: "2512"}, turn=turn)
    found = Search(g, "us.422.106").method_a()
    assert {g.content.corps_area[x] for x in found} == areas
    assert ("2514" in hexes(g, "us.422.106")) == (turn == 16)


def test_the_british_stay_on_the_left_bank() -> None:
    """ARD-MV-12, ARD-RD-03: all of their area lies there."""
    british = next(u for u, k in board().content.units.items() if k.corps == _BRITISH)
    g = board({british: "reserve", PANZER: "0613"}, turn=21)
    found = Search(g, british).method_a()
    assert found
    assert set(found) <= g.content.left_bank


# -- ties -------------------------------------------------------------------------------------------


def test_classes_of_nearness() -> None:
    """ARD-RD-09: within three hexes of its division, corps, army, none."""
    search = Search(board(), U501)
    assert search.rank(h("2419"))[0] == 2
    assert search.rank(h("2820"))[0] == 4
    g = board({**W10, U506: "2218"})
    assert Search(g, U501).rank(h("2316"))[0] == 1
    g = board({U501: "reserve", PANZER: "2518", "us.317.80": "2220"}, turn=20)
    assert Search(g, U501).rank(h("2218"))[0] == 3


def test_then_hv_west_and_near() -> None:
    """ARD-RD-09: highest HV, westernmost, closest to a German, lowest id."""
    search = Search(board(), U501)
    key = search.rank(h("2419"))
    assert (-3, 24, h("2419")) == (key[1], key[2], key[4])
    assert search.rank(h("2218")) < search.rank(h("2419"))


# -- Method B ---------------------------------------------------------------------------------------


def test_b_first_joins_its_division() -> None:
    """ARD-RD-07: with a unit of its division In Supply and in Communication."""
    g = board({U501: "reserve", U506: "1531", PANZER: "3620"})
    assert written(g, place_b(g, U501).where) == "1531"
    g = board({U501: "reserve", U506: "1531", PANZER: "3620"}, states={U506: ["low supply"]})
    assert written(g, place_b(g, U501).where) == ""


def test_b_joins_within_stacking() -> None:
    """ARD-RD-07, ARD-ST-01"""
    units = {U501: "reserve", U506: "1531", U502: "1531", U327: "1531", PANZER: "3620"}
    g = board(units)
    assert written(g, place_b(g, U501).where) == ""


def test_b_then_near_friends_and_enemies() -> None:
    """ARD-RD-08: within three of its army and four of a German, in its corps' area, in Supply."""
    g = board()
    method, found = Search(g, U501).method_b()
    far = g.grid.distance
    assert found
    assert method == "B2"
    assert all(far(x, h("2220")) <= 3 and far(x, h("2518")) <= 4 for x in found)
    assert "2319" in names(g, found), "an Allied ZOC does not matter to B"


# -- OutOfContact -----------------------------------------------------------------------------------


def test_out_of_contact_units_are_spare() -> None:
    """ARD-RD-02, ARD-RD-10"""
    g = board({U501: "1531", PANZER: "3620"})
    assert [U501] == spare(g, [U501])


@pytest.mark.parametrize("state", ["dispersed", "isolated"])
def test_dispersed_and_isolated_are_not(state: str) -> None:
    """ARD-US-09, ARD-SS-15"""
    assert spare(board({U501: "1531", PANZER: "3620"}, states={U501: [state]}), [U501]) == []


def test_a_held_vp_hex_keeps_its_unit() -> None:
    """5.1.6, ARD-AA-11: however strong the stack."""
    units = {U501: "2220", U506: "2220", PANZER: "2422"}
    assert not is_spare(board(units), U501)


def test_the_lowest_of_a_strong_stack() -> None:
    """ARD-RD-10 (b): five steps, or eight points, not Surrounded; it alone."""
    units = {U501: "2218", U327: "2218", PANZER: "2418"}
    g = board(units)
    assert [U501] == spare(g, [U501, U327])
    assert spare(board({U501: "2218", PANZER: "2418"}), [U501]) == []


def test_it_is_placed_as_if_it_had_left() -> None:
    """ARD-RD-02: judged with the unit off the map, and nothing is left behind by the look."""
    g = board({U501: "1531", ENG: "2220", PANZER: "2518"})
    assert written(g, place_a(g, U501).where) != ""
    assert g.grid.name(g.state.units[U501].hex) == "1531"


# -- the unit that replaces a Roadblock -------------------------------------------------------------


def test_w9_the_same_division() -> None:
    """W9, ARD-RB-19: the closest Allied unit is of the 101st."""
    g = board({U506: "2118", U501: "reserve", U327: "reserve", PANZER: "2319"})
    assert replacement(g, h("2220")) == U501


def test_then_corps_then_army() -> None:
    """ARD-RB-19: of the VIII Corps, then of the First Army; nobody of the Third."""
    units = {U506: "2118", PANZER: "2319", "us.117.30": "reserve", "us.317.80": "reserve"}
    assert replacement(board({**units, CCB: "reserve"}), h("2220")) == CCB
    assert replacement(board(units), h("2220")) == "us.117.30"
    assert replacement(board({**units, "us.117.30": "waiting"}), h("2220")) == ""


def test_reserve_before_out_of_contact() -> None:
    """ARD-RB-18"""
    units = {U506: "2118", U501: "1531", U327: "reserve", PANZER: "2319"}
    assert replacement(board(units), h("2220")) == U327
    del units[U327]
    assert replacement(board(units), h("2220")) == U501


def test_one_reserve_unit_on_the_first_day() -> None:
    """ARD-DX-13, ARD-DX-09: none more; OutOfContact units come from an adjacent hex alone."""
    units = {U506: "2118", U327: "reserve", PANZER: "2319"}
    g = board(units, turn=16, tracks={"early reserve": 1})
    assert replacement(g, h("2220")) == ""
    assert (
        replacement(board({U506: "2118", U501: "1531", PANZER: "2319"}, turn=16), h("2220")) == ""
    )
    assert replacement(board(units, turn=16), h("2220")) == U327


def test_nobody_at_all() -> None:
    """ARD-RB-18"""
    assert replacement(board({PANZER: "2319"}), h("2220")) == ""
