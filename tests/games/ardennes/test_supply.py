"""Supply lines, degrees, Air Resupply, Surrender (ARD-SP, ARD-SS-16, ARD-SS-17, ARD-SS-18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.ardennes.table import (
    answers,
    asked,
    at,
    play,
    position,
    rolls,
    states,
    table,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import in_communication
from wargame.games.ardennes.reserves import Places
from wargame.games.ardennes.state import LOST, SHORT, ArdGame
from wargame.games.ardennes.supply import Lines, next_degree, supplied

ARMOR, MECH, FOOT, SCOUTS = "de.3pz.2", "de.2.2", "de.77.26", "de.2aa.2"
NINTH, MATES, PARAS, MILITIA = "us.9.2", "us.38.2", "us.501.101", "us.110.28"
SETUP = {
    "de.989.277": "3506", "de.752.326": "3405", "de.990.277": "3507", "de.991.277": "3507",
    "de.980.272": "3503", "us.393.99": "3407", "us.395.99": "3304", NINTH: "3406", MATES: "3406",
}  # fmt: skip
"""Around Krinkelt as the game begins."""


def laid(units: Mapping[str, str], **more: Any) -> ArdGame:
    """A table on December 18."""
    return table(units, **{"turn": 18, **more})


def fed(g: ArdGame, number: str, side: Side = "allied") -> bool:
    """Whether a unit in a hex can trace Supply."""
    return supplied(g, g.grid.hex(number), side)


def road_part(g: ArdGame, number: str, side: Side) -> bool:
    """Whether a hex belongs to the Road part of a side's lines."""
    return bool(Lines(g, side).road >> g.grid.hex(number) & 1)


def morning(units: Mapping[str, str], **more: Any) -> Session:
    """After the Supply Phase of December 18."""
    return position("supply.trace", units, **{"turn": 18, **more})


def state_of(session: Session, unit_id: str) -> str:
    """Its degree, "" for In Supply."""
    return next(iter(states(session, unit_id) & {*SHORT}), "")


# -- W4 -----------------------------------------------------------------------------------------------


def test_w4_a_road_hex_next_to_it() -> None:
    """W4, ARD-SP-01"""
    assert fed(laid(SETUP), "3406")


def test_w4_round_a_german_unit() -> None:
    """W4, ARD-SP-05  By 3407, where the 393rd stands."""
    g = laid({**SETUP, "de.kgknittel.1ss": "3306"})
    assert fed(g, "3406")


CUT = {
    **{k: v for k, v in SETUP.items() if k != "us.393.99"},
    ARMOR: "3305",
    MECH: "3306",
    "de.304.2": "3407",
}
"""Germans with ZOC in 3305, 3306 and 3407."""


def test_w4_cut_off_altogether() -> None:
    """W4, ARD-SS-17  OutOfSupply at once, Isolated the day after."""
    g = laid(CUT)
    assert not fed(g, "3406")
    assert not in_communication(g, g.grid.hex("3406"), "allied")
    assert state_of(morning(CUT), NINTH) == "out of supply"
    day_after = morning(
        CUT, states={NINTH: ["out of supply"], MATES: ["out of supply"]}, dice=[10, 10]
    )
    assert state_of(day_after, NINTH) == "isolated"


# -- the line -----------------------------------------------------------------------------------------


def test_sp_01_four_hexes_off_the_road() -> None:
    """ARD-SP-01  By Road any length; from the Road to the unit 4 hexes, whatever the ground."""
    g = laid({MILITIA: "2618"})
    lines = Lines(g, "allied")
    for where in sorted(g.content.board):
        if lines.reaches(where) and not lines.road >> where & 1:
            road = [h for h in range(g.grid.size) if lines.road >> h & 1]
            assert min(g.grid.distance(where, h) for h in road) <= 4


def test_sp_01_only_from_a_source_that_can_be_used() -> None:
    """5.3.1  A source with an enemy beside it gives nothing, unless a friend stands there."""
    shut = dict(zip(["us.501.101", "us.506.101", "us.502.101", "us.327.101", NINTH, MATES],
                    ["3501", "3601", "4005", "4010", "4014", "4021"], strict=True))  # fmt: skip
    assert not fed(laid({FOOT: "3520", **shut}), "3520", "german")
    assert fed(laid({FOOT: "3520"}), "3520", "german")


def test_sp_01_an_enemy_zoc_on_a_source() -> None:
    """5.3.1"""
    assert road_part(laid({FOOT: "3520", MILITIA: "1420"}), "4021", "german")
    assert not road_part(laid({FOOT: "3520", PARAS: "4020"}), "4021", "german")
    assert road_part(laid({FOOT: "3520", MECH: "4021", PARAS: "4020"}), "4021", "german")


def test_sp_01_a_unit_imagined_in_a_source_hex() -> None:
    """5.3.5  An empty source in enemy ZOC: a unit that came there would be in Supply, none behind it."""
    g = laid({FOOT: "3520", PARAS: "4020"})
    assert fed(g, "4021", "german")
    assert not road_part(g, "4021", "german")
    assert not fed(laid({FOOT: "3520", PARAS: "4021"}), "4021", "german")


def test_sp_02_no_enemy_roadblock() -> None:
    """ARD-SP-02, ARD-RB-04"""
    g = laid({FOOT: "2918"}, german=["3018"])
    assert road_part(g, "3018", "german")
    barred = laid({FOOT: "2918"}, german=["3018"], roadblocks=["3018"])
    assert not road_part(barred, "3018", "german")


OUR = [
    "3018-3118",
    "3016-3116",
    "3113-3214",
    "3212-3311",
    "3222-3321",
    "3323-3423",
    "3625-3724",
]
"""Its Bridges, and those of the Sauer."""


def test_sp_03_a_destroyed_bridge() -> None:
    """ARD-SP-03, ARD-HC-02, 5.3.2"""
    assert road_part(laid({FOOT: "3018"}), "3018", "german")
    assert not road_part(laid({FOOT: "3018"}, down=OUR), "3018", "german")


def test_sp_03_a_bridge_built_bears_the_part_off_the_road() -> None:
    """5.3.2, 5.3.3, ARD-EV-01  No Road runs over it; 2919 lies two hexes beyond."""
    far = {FOOT: "3520", PARAS: "1420"}
    assert not fed(laid(far, down=OUR), "2919", "german")
    g = laid(far, down=OUR, built=["3020-3119"])
    assert fed(g, "2919", "german")
    assert not road_part(g, "3020", "german")


def test_sp_04_no_enemy_town() -> None:
    """ARD-SP-04  Clervaux in German hands bars the Road through it; in Allied hands it bars the German one."""
    assert not road_part(laid({FOOT: "3520"}, german=["2818"]), "2818", "allied")
    assert road_part(laid({FOOT: "3520"}), "2818", "allied")
    assert not road_part(laid({FOOT: "2918"}), "2818", "german")
    assert road_part(laid({FOOT: "2918"}, german=["2818", "3018"]), "2818", "german")


def test_sp_04_the_units_own_town_is_exempt() -> None:
    """5.3.5  A phantom in a German-owned town can trace."""
    assert fed(laid({FOOT: "3520"}, german=["2818"]), "2818")


def test_sp_04_a_source_in_enemy_hands() -> None:
    """5.3.2  Luxembourg (3031), owned by the Germans, is no source."""
    assert road_part(laid({FOOT: "3520"}), "3031", "allied")
    assert not road_part(laid({FOOT: "3520"}, german=["3031"]), "3031", "allied")


def test_sp_05_sp_06_units_and_zoc() -> None:
    """ARD-SP-05, ARD-SP-06  Not through the enemy, nor his ZOC but where a friend stands."""
    g = laid({MECH: "2818", PARAS: "1420"})
    assert not road_part(g, "2818", "allied")
    assert not road_part(g, "2718", "allied")
    assert road_part(laid({MECH: "2818", PARAS: "2718"}), "2718", "allied")


def test_sp_06_a_bracketed_unit_bars_its_own_hex_alone() -> None:
    """ARD-SP-06, ARD-US-03"""
    g = laid({SCOUTS: "2718", PARAS: "1420"})
    assert not road_part(g, "2718", "allied")
    assert road_part(g, "2619", "allied")


def test_sp_07_a_river_on_the_way_allows_a_hex() -> None:
    """ARD-SP-07, 5.3.3  Beside the Road over the unbridged Our: yes; a hex farther: no."""
    g = laid({FOOT: "3520", PARAS: "1420"}, down=OUR)
    assert road_part(g, "3118", "german")
    assert fed(g, "3018", "german")
    assert fed(g, "3019", "german")
    assert not fed(g, "2918", "german")


def test_sp_07_not_over_the_meuse() -> None:
    """5.3.3  Germans hold all towns; before the fallen Bridges of the Meuse their lines end, river or no."""
    g = laid({FOOT: "3520", PARAS: "0101"})
    towns = [g.grid.name(h) for h in sorted(g.content.built_up)]
    meuse = ["-".join(g.grid.name(h) for h in side) for side in g.content.map.bridges]
    meuse = [
        m for m, side in zip(meuse, g.content.map.bridges, strict=True) if side in g.content.majors
    ]
    g = laid({FOOT: "3520", PARAS: "0101"}, german=towns, down=meuse)
    assert road_part(g, "1205", "german")
    assert not fed(g, "1104", "german")
    assert not fed(g, "1204", "german")


def test_sp_08_the_westwall() -> None:
    """ARD-SP-08  It bars Allied lines but where an Allied unit stands; a unit in it is exempt."""
    g = laid({PARAS: "1420", FOOT: "4014"})
    assert not road_part(g, "3118", "allied")
    assert road_part(laid({PARAS: "3118", FOOT: "4014"}), "3118", "allied")
    assert fed(g, "3118")


# -- degrees ------------------------------------------------------------------------------------------

LOW, OUT, ISO = SHORT


@pytest.mark.parametrize(
    ("was", "traces", "talks", "now"),
    [
        ("", True, True, ""), (LOW, True, True, ""), (OUT, True, False, ""), (ISO, True, False, ""),
        ("", False, True, LOW), (LOW, False, True, OUT), (OUT, False, True, OUT), (ISO, False, True, OUT),
        ("", False, False, OUT), (LOW, False, False, OUT), (OUT, False, False, ISO), (ISO, False, False, ISO),
    ],
)  # fmt: skip
def test_ss_17_every_degree(was: str, traces: bool, talks: bool, now: str) -> None:
    """ARD-SS-17, 5.3.6"""
    assert now == next_degree(was, traces=traces, talks=talks)


def test_ss_17_states_last_until_the_next_supply_phase() -> None:
    """ARD-SS-17, 5.3.6  A unit that traces is In Supply at once."""
    session = morning({FOOT: "3520"}, states={FOOT: ["isolated"]})
    assert "" == state_of(session, FOOT)


def test_ss_17_units_in_reserve_are_in_supply() -> None:
    """5.3.6"""
    session = morning({FOOT: "3520", PARAS: "reserve"}, states={PARAS: ["out of supply"]})
    assert "" == state_of(session, PARAS)


def test_sq_01_not_on_the_first_day() -> None:
    """3  On December 16 all are In Supply: nothing is traced."""
    session = position("supply.trace", {**CUT}, turn=16)
    assert "" == state_of(session, NINTH)


def test_ss_18_the_paratroops_never_trace() -> None:
    """ARD-SS-18"""
    around = {"us.501.101": "2317", "us.506.101": "2419", "us.502.101": "2219"}
    session = morning({"de.vdh.vdh": "2318", **around}, states={"de.vdh.vdh": ["low supply"]})
    assert "" == state_of(session, "de.vdh.vdh")


# -- Surrender ----------------------------------------------------------------------------------------


def test_w12_surrender() -> None:
    """W12, ARD-SS-16  Green loses on 1-6, Regular on 1-4, Elite on 1-2; each rolls 5."""
    units = {"us.422.106": "2318", MILITIA: "2518", PARAS: "2718", FOOT: "3520"}
    cut = {u: ["isolated"] for u in units if u != FOOT}
    session = position("supply.surrender", units, turn=18, mode="gs", states=cut, dice=[5, 5, 5])
    assert [5, 5, 5] == rolls(session, "surrender")
    assert [1, 0, 0] == [
        unit(session, u).numbers.get(LOST, 0) for u in ("us.422.106", MILITIA, PARAS)
    ]


def test_ss_16_germans_first_and_the_last_step() -> None:
    """ARD-SS-16, 5.3.6  German then Allied, by corps and #; a last step lost eliminates."""
    units = {FOOT: "2318", "us.422.106": "2518", MILITIA: "2718"}
    cut = {u: ["isolated"] for u in units}
    session = position(
        "supply.surrender", units, turn=18, mode="gs", states=cut, lost={FOOT: 1}, dice=[4, 5, 6]
    )
    assert at(session, FOOT) == "eliminated"
    assert 0 == unit(session, MILITIA).numbers.get(LOST, 0)
    assert 1 == unit(session, "us.422.106").numbers.get(LOST, 0)


# -- cards of the Supply Phase ---------------------------------------------------------------------------


def test_air_resupply_two_players() -> None:
    """ARD-EV-01  A stack is LowSupply instead of worse; from the 23rd on it is In Supply."""
    session = position("supply.bridges", CUT, turn=18, hands={"allied": ["AS05"]})
    while asked(session).side == "german":
        play(session, "no")
    play(session, "event AS05 3406")
    assert state_of(session, NINTH) == state_of(session, MATES) == LOW
    late = position("supply.bridges", CUT, turn=23, hands={"allied": ["AS05"]})
    while asked(late).side == "german":
        play(late, "no")
    play(late, "event AS05 3406")
    assert "" == state_of(late, NINTH)


def test_air_resupply_is_asked_whatever_the_hand() -> None:
    """ARD-CD-03  The question tells nothing of the hand."""
    session = position("supply.bridges", CUT, turn=18, hands={"allied": ["AS12"]})
    while asked(session).side == "german":
        play(session, "no")
    assert (asked(session).key, ["no"]) == ("events.supply", answers(session))


def test_nuts_two_players() -> None:
    """ARD-EV-01  One Surrender loss is ignored."""
    session = position(
        "supply.surrender", {PARAS: "2318", FOOT: "3520"}, turn=18, states={PARAS: ["isolated"]},
        dice=[1], hands={"allied": ["AS14"]},
    )  # fmt: skip
    play(session, "event AS14")
    assert 0 == unit(session, PARAS).numbers.get(LOST, 0)
    assert "AS14" in session.state.cups["allied out"]


def test_ss_14_isolated_units_bar_no_reserve() -> None:
    """ARD-SS-14  A regiment near keeps German Reserves away, an Isolated one does not."""
    units = {MECH: "2918", "de.304.2": "reserve", MILITIA: "2617"}
    free = {"german": ["3018", "2818"], "turn": 20}
    near = laid(units, **free)
    where = near.grid.hex("2817")
    found = Places(near, "german").why_not("de.304.2", where)
    assert found is not None
    assert "Proximate" in found.reason
    cut = laid(units, states={MILITIA: ["isolated"]}, **free)
    assert Places(cut, "german").why_not("de.304.2", where) is None


@pytest.mark.parametrize("side", ["german", "allied"])
def test_what_is_reached_is_where_a_line_begins(side: Side) -> None:
    """ARD-SP-01  The set of hexes and the net that draws lines agree."""
    lines = Lines(laid(SETUP), side)
    board = lines.g.content.board
    assert [h for h in board if lines.reaches(h)] == [h for h in board if lines.net.reaches(h)]
