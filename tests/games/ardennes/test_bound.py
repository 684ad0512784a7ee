"""Zones of control, units that are bound by their state, the first day (ARD-ZC, ARD-US, ARD-SS-06 to -13, ARD-DX-08, -09)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ardennes.marching import (
    ARMOR,
    COMMAND,
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
    costs,
    grounds,
    is_legal,
    play,
    reach,
    refusal,
    refused_by,
    unit,
)
from wargame.flow.session import Session
from wargame.games.ardennes.retreat import hexes_left, most_hexes
from wargame.games.ardennes.walk import Marcher

# -- zones ------------------------------------------------------------------------------------------


def zoc_of(units: dict[str, str], where: str, **more: Any) -> bool:
    """Whether a hex lies in an Allied ZOC."""
    g = moving({ARMOR: "3620", **units}, **more).game
    return bool(g.board.zoc["allied"][g.grid.hex(where)])


def test_zc_01_six_hexes_but_not_over_a_river() -> None:
    """ARD-ZC-01  2918 has a river towards 2819, and a Bridge towards 2818."""
    for where, expected in [("3018", True), ("2917", True), ("2819", False), ("2818", True)]:
        assert expected == zoc_of({REGIMENT: "2918"}, where)


def test_zc_01_a_fallen_bridge_carries_no_zoc() -> None:
    """ARD-ZC-01, ARD-BR-03"""
    assert not zoc_of({REGIMENT: "2918"}, "2818", down=["2818-2918"])


def test_us_03_a_bracketed_unit_alone() -> None:
    """ARD-US-03, 5.2.1, 5.2.2  None alone; one with a friend, with a second of its kind, in a town."""
    assert not zoc_of({COMPANY: "2919"}, "2918")
    assert zoc_of({COMPANY: "2919", "us.44eng": "2919"}, "2918")
    assert zoc_of({COMPANY: "2818"}, "2819")
    shaken = {REGIMENT: ["dispersed"]}
    assert not zoc_of({COMPANY: "2919", REGIMENT: "2919"}, "2918", states=shaken)


def test_us_03_germans_in_the_westwall() -> None:
    """ARD-US-03  A German [unit] alone in a Westwall hex has a ZOC, an Allied one has none."""
    scout = "de.2aa.2"
    g = moving({scout: "3119"}).game
    assert g.board.zoc["german"][g.grid.hex("3219")]
    assert not zoc_of({COMPANY: "3119"}, "3219")


def test_us_04_dispersed_units_have_no_zoc() -> None:
    """ARD-US-04"""
    assert not zoc_of({REGIMENT: "2918"}, "3018", states={REGIMENT: ["dispersed"]})


def test_ss_08_isolated_units_have_no_zoc() -> None:
    """ARD-SS-08  Even in a town."""
    assert not zoc_of({REGIMENT: "2818"}, "2819", states={REGIMENT: ["isolated"]})


def test_zc_02_entering_ends_a_move() -> None:
    """ARD-ZC-02"""
    session = moving({ARMOR: "3118", REGIMENT: "2918"}, turn=17)
    assert refused_by(session, f"move {ARMOR} 3118-3018-3017") == "ARD-ZC-02"


def test_zc_02_leaving_costs_one() -> None:
    """ARD-ZC-02  3018 to 3118 by Road."""
    session = moving({ARMOR: "3018", REGIMENT: "2918"}, turn=17)
    assert [4] == costs(session, f"move {ARMOR} 3018-3118")


def test_zc_02_out_and_into_another() -> None:
    """5.5.4  By way of a hex without."""
    session = moving({FOOT: "3018", REGIMENT: "2918"}, turn=17)
    assert refused_by(session, f"move {FOOT} 3018-2917") == "ARD-ZC-02"
    assert [4, 2, 2] == costs(session, f"move {FOOT} 3018-3017-2916-2917")


def test_zc_02_friends_do_not_cancel_it() -> None:
    """5.2.3  A German in 2917 opens no way through the ZOC."""
    session = moving({FOOT: "3018", MECH: "2917", REGIMENT: "2918"}, turn=17)
    assert refused_by(session, f"move {FOOT} 3018-2917") == "ARD-ZC-02"


# -- who may not move -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit_", "state", "rule"),
    [
        (FOOT, "dispersed", "ARD-US-05"),
        (ARMOR, "out of fuel", "ARD-US-10"),
        (ARMOR, "isolated", "ARD-SS-09"),
    ],
)
def test_units_that_stay(unit_: str, state: str, rule: str) -> None:
    """ARD-US-05, ARD-US-10, ARD-SS-09"""
    session = moving({unit_: "2019", MECH: "2118"}, states={unit_: [state]})
    assert refused_by(session, f"move {unit_} 2019-2119") == rule


def test_us_12_out_of_fuel_and_low_supply() -> None:
    """ARD-US-12  The states add up: LowSupply may move, without fuel it may not."""
    session = moving({ARMOR: "2019", MECH: "2019"}, states={ARMOR: ["low supply"]})
    assert is_legal(session, f"move {ARMOR} 2019-2119")
    both = {ARMOR: ["low supply", "out of fuel"]}
    session = moving({ARMOR: "2019", MECH: "2019"}, states=both)
    assert refused_by(session, f"move {ARMOR} 2019-2119") == "ARD-US-10"


def test_ss_06_out_of_supply_mech_moves_a_hex() -> None:
    """ARD-SS-06  Infantry is not so bound."""
    session = moving(
        {ARMOR: "2019", FOOT: "2019"}, states={u: ["out of supply"] for u in (ARMOR, FOOT)}
    )
    assert is_legal(session, f"move {ARMOR} 2019-2119")
    assert refused_by(session, f"move {ARMOR} 2019-2119-2118") == "ARD-SS-06"
    assert is_legal(session, f"move {FOOT} 2019-2119-2118")


def isolated(units: dict[str, str], unit_: str, **more: Any) -> Session:
    """A position with one unit Isolated."""
    return moving(units, states={unit_: ["isolated"]}, **more)


def test_ss_10_isolated_infantry_moves_a_hex() -> None:
    """ARD-SS-10"""
    session = isolated({FOOT: "2019"}, FOOT)
    assert is_legal(session, f"move {FOOT} 2019-2119")
    assert refused_by(session, f"move {FOOT} 2019-2119-2118") == "ARD-SS-10"


def test_ss_11_isolated_units_stay_in_a_zoc() -> None:
    """ARD-SS-11"""
    session = isolated({FOOT: "3018", REGIMENT: "2918", MECH: "3118"}, FOOT)
    assert refused_by(session, f"move {FOOT} 3018-3017") == "ARD-SS-11"


def test_ss_12_isolated_units_enter_no_enemy_town() -> None:
    """ARD-SS-12  2818 Clervaux, over its Bridge from 2918."""
    session = isolated({FOOT: "2918"}, FOOT, allied=["2818"])
    assert refused_by(session, f"move {FOOT} 2918-2818") == "ARD-SS-12"
    assert is_legal(isolated({FOOT: "2918"}, FOOT, german=["2818"]), f"move {FOOT} 2918-2818")


def test_ss_12_isolated_units_cross_no_destroyed_bridge() -> None:
    """ARD-SS-12, ARD-HC-02  A destroyed Bridge is the enemy's; an ordinary river is none."""
    session = isolated({FOOT: "2918"}, FOOT, german=["2818"], down=["2818-2918"])
    assert refused_by(session, f"move {FOOT} 2918-2818") == "ARD-SS-12"
    assert is_legal(isolated({FOOT: "3119"}, FOOT), f"move {FOOT} 3119-3019")


def test_ss_13_isolated_allies_enter_no_empty_westwall() -> None:
    """ARD-SS-13"""
    session = isolated({REGIMENT: "3219"}, REGIMENT, side="allied")
    assert refused_by(session, f"move {REGIMENT} 3219-3119") == "ARD-SS-13"
    held = isolated({REGIMENT: "3219", "us.112.28": "3119"}, REGIMENT, side="allied")
    assert is_legal(held, f"move {REGIMENT} 3219-3119")


def test_ss_18_paratroops_enter_no_city() -> None:
    """ARD-SS-18  Verviers 2503."""
    session = moving({"de.vdh.vdh": "2603"}, german=["2503"])
    assert refused_by(session, "move de.vdh.vdh 2603-2503") == "ARD-SS-18"


def test_ac_08_moves_come_first() -> None:
    """ARD-AC-08  Moves, then attacks, then recovery: after the moves nobody moves."""
    session = moving({ARMOR: "3018", REGIMENT: "2918"}, turn=17)
    play(session, "done")
    assert asked(session).key == "attack"
    play(session, "done")
    assert asked(session).key == "recover"


# -- December 16 ------------------------------------------------------------------------------------


def test_dx_08_the_second_unit_over_a_bridge_spends_all() -> None:
    """ARD-DX-08, 5.5.7, W5  Into the ZOC of the 110th too; a third may not cross."""
    third = ARMOR
    units = {MECH: "3118", MECH_2: "3118", third: "3118", REGIMENT: "2918"}
    session = moving(units, turn=16)
    assert refused_by(session, f"move {MECH}+{MECH_2} 3118-3018") == "ARD-DX-08"
    assert [2] == costs(session, f"move {MECH} 3118-3018")
    play(session, f"move {MECH} 3118-3018")
    assert 0 == reach(session, f"move {MECH_2}")["3018"]
    assert ["river, as if without Bridge"] == grounds(session, f"move {MECH_2} 3118-3018")
    play(session, f"move {MECH_2} 3118-3018")
    assert at(session, MECH_2) == "3018"
    assert refused_by(session, f"move {third} 3118-3018") == "ARD-DX-08"


def test_dx_08_the_second_begins_beside_the_bridge() -> None:
    """ARD-DX-08, 5.5.7"""
    session = moving({MECH: "3118", MECH_2: "3218"}, turn=16)
    play(session, f"move {MECH} 3118-3018")
    assert refused_by(session, f"move {MECH_2} 3218-3118-3018") == "ARD-DX-08"


def test_dx_08_the_next_day_is_free_of_it() -> None:
    """ARD-DX-08  Only on December 16."""
    session = moving({MECH: "3118", MECH_2: "3118"}, turn=17)
    play(session, f"move {MECH} 3118-3018")
    assert [2] == costs(session, f"move {MECH_2} 3118-3018")


def test_dx_09_allies_move_a_hex() -> None:
    """ARD-DX-09, 5.5.8  Whatever it costs; Raise the Alarm lifts it for a corps."""
    session = moving({COMMAND: "2619", ARMOR: "3318"}, side="allied", turn=16)
    way = next(a for a in answers(session) if a.startswith(f"move {COMMAND}"))
    assert 2 == len(way.split()[-1].split("-"))
    found = reach(session, f"move {COMMAND}")
    assert {"2519", "2518", "2618", "2620", "2718", "2719"} >= set(found)
    far = "move us.ccr-9.9ad 2619-2620-2621"
    assert refused_by(session, far) == "ARD-DX-09"
    alarmed = moving(
        {COMMAND: "2619", ARMOR: "3318"}, side="allied", turn=16, tracks={"alarm": "VIII"}
    )
    assert len(reach(alarmed, f"move {COMMAND}")) > 6


def test_dx_09_a_river_is_one_hex_too() -> None:
    """5.5.8"""
    session = moving({REGIMENT: "3020", ARMOR: "3318"}, side="allied", turn=16)
    assert is_legal(session, f"move {REGIMENT} 3020-3119")
    assert unit(session, REGIMENT).hex >= 0
    assert refusal(session, f"move {REGIMENT} 3020-2920-2820").rule == "ARD-DX-09"


def test_dx_09_reinforce_battle_is_free_of_it() -> None:
    """ARD-DX-09  A stack that comes up by Reinforce Battle has its full allowance."""
    g = moving({COMMAND: "2619", ARMOR: "3318"}, side="allied", turn=16).game
    assert Marcher(g, [COMMAND]).single is not None
    assert Marcher(g, [COMMAND], "join").single is None


# -- Night March, retreats ----------------------------------------------------------------------------


def test_night_march() -> None:
    """ARD-EV-01  2 MP more, never beside an enemy, no Strategic Move."""
    night = {"ops.german.activation": {"night": 1, "checked": 1}}
    session = moving(
        {ARMOR: "3118", MECH: "3620", COMPANY: "2918"}, turn=17, frames=night,
        states={ARMOR: ["night march"], MECH: ["night march"]},
    )  # fmt: skip
    assert 18 - 2 == reach(session, f"move {ARMOR}")["3218"]
    assert refused_by(session, f"move {ARMOR} 3118-3018") == "ARD-EV-01"
    assert not is_legal(session, f"strategic {ARMOR} 3118-3218")
    play(session, "done")
    assert asked(session).key not in {"attack", "recover"}


def most(units: dict[str, str], **more: Any) -> int:
    """How many hexes the stack of the first unit may retreat."""
    g = moving({**units, ARMOR: "3318"}, side="allied", **more).game
    where = g.state.units[next(iter(units))].hex
    return most_hexes(g, list(units), where)


def test_us_06_dispersed_units_retreat_a_hex() -> None:
    """ARD-US-06  And so do units stacked with them."""
    pair = {REGIMENT: "2618", "us.112.28": "2618"}
    assert 2 == most(pair)
    assert 1 == most(pair, states={REGIMENT: ["dispersed"]})


@pytest.mark.parametrize(
    ("unit_", "state", "hexes"),
    [
        (REGIMENT, "isolated", 1),
        (COMMAND, "isolated", 0),
        (COMMAND, "dispersed", 0),
        (COMMAND, "out of fuel", 0),
        (COMMAND, "out of supply", 2),
    ],
)
def test_retreats_of_units_that_are_bound(unit_: str, state: str, hexes: int) -> None:
    """ARD-SS-09, ARD-SS-10, ARD-US-10, ARD-RT-04"""
    g = moving({unit_: "2618", ARMOR: "3318"}, side="allied", states={unit_: [state]}).game
    assert hexes == hexes_left(g, unit_, g.grid.hex("2618"))
