"""Attacks from declaration to dice: the worked examples, and who gives what (NOR-CO-14 to -17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.normandy.hedgerow import (
    DECLARED,
    HEDGEROW,
    HEDGEROW_STATES,
    cell,
    hedgerow,
    proposed,
    rows,
)
from tests.games.normandy.table import (
    asked,
    notes,
    play,
    position,
    refused_by,
    states,
    track,
)
from wargame.flow.session import Session

# -- the worked examples ------------------------------------------------------------------------------


def carpiquet(dice: Sequence[int] = (3, 4)) -> Session:
    """EX-09  The Germans before 3415 on T1."""
    return position(
        "german.combat",
        {
            "cw.3c.9th": "3415",
            "cw.2cab": "3415",
            "cw.hq.i": "3613",
            "ge.12ss.ss-pzgr25": "3416",
            "ge.12ss.ss-pzr12": "3416",
            "ge.12ss.ss-pzgr26": "3219",
            "ge.21.pzgr192": "3515",
            "ge.716.gr736": "3515",
            "ge.hq.isspz": "3620",
        },
        states={
            "ge.716.gr736": ["cadre"],
            "ge.hq.isspz": ["supported"],
            "cw.hq.i": ["supported"],
        },
        turn=1,
        works={"3515": "improved"},
        weather="overcast",
        sea="moderate",
        ground=2,
        sp={"gepgw": 5, "cw2": 6},
        dice=dice,
    )


def test_ex_09_mandatory_combat_of_the_germans() -> None:
    """NOR-CO-07, NOR-CO-16, NOR-CO-18, NOR-AA-04, NOR-SU-04"""
    session = carpiquet()
    assert refused_by(session, "done") == "NOR-CO-07"
    assert refused_by(session, "attack 3415 from ge.21.pzgr192") == "NOR-CO-24"
    play(session, "attack 3415 from ge.12ss.ss-pzgr25 ge.12ss.ss-pzr12 ge.21.pzgr192")
    play(session, "allocate sp=1", "allocate naval-cw ground=1")
    read = cell(session)
    assert (read.column, read.total, read.result) == ("3:2", 5, "AX")
    assert dict(read.drm) == {"defender's naval gunfire": -1, "defender's Ground Support": -1}
    assert notes(session, "white_costs") == [{"white": 3, "number": 3}]
    assert not notes(session, "black_costs")
    play(session, "allocate ge.21.pzgr192")
    assert states(session, "ge.21.pzgr192") == {"reduced", "disorganized", "fought"}
    assert states(session, "ge.12ss.ss-pzr12") == {"disorganized", "fought"}
    assert not states(session, "cw.3c.9th")
    assert [track(session, n) for n in ("sp gepgw", "ground", "naval cw")] == [4, 1, 1]


def test_ex_10_a_prepared_hedgerow_attack() -> None:
    """NOR-CO-12 to -18, NOR-OP-13, NOR-SL-08, NOR-CO-19, NOR-RT-01, NOR-AD-01"""
    session = play(hedgerow([5, 5]), DECLARED, "allocate sp=1 us.art.xix", "allocate ge.art.84")
    read = cell(session)
    assert (read.column, read.total, read.result) == ("2:1", 10, "D1 DR1")
    assert dict(read.drm) == {
        "bocage": -2,
        "Improved Position": -1,
        "attacker's artillery": 2,
        "defender's artillery": -1,
        "Operation attack": 1,
        "division together": 1,
    }
    assert not notes(session, "white_costs")
    assert not notes(session, "black_costs")
    assert set(rows(session)) == {"ge.5fj.fjr14", "ge.275.gr983"}
    play(session, "allocate ge.275.gr983")
    assert states(session, "ge.275.gr983") >= {"reduced"}
    assert "reduced" in states(session, "us.art.xix")
    assert "reduced" in states(session, "ge.art.84")


def test_ex_19_an_unsupported_corps() -> None:
    """NOR-SL-07, NOR-CO-14: no point can be spent, no gun fires, two less to the dice."""
    session = position(
        "allied.combat",
        {
            "us.2.9th": "2217",
            "us.2.23rd": "2217",
            "us.2.38th": "2217",
            "us.hq.v": "2415",
            "us.art.v": "2416",
            "ge.352.gr914": "2218",
            "ge.hq.lxxxiv": "2320",
        },
        turn=13,
        weather="overcast",
        sea="rough",
        sp={"us1": 6},
        dice=[2, 6],
    )
    g = session.game
    assert g.content.ground.rows[g.grid.hex("2218")].id == "bocage"
    play(session, "attack 2218 from us.2.9th us.2.23rd us.2.38th")
    read = cell(session)
    assert read.column == "4:1"
    heights = dict(read.drm).pop("heights", 0)  # Hill 192
    assert {k: v for k, v in read.drm if k != "heights"} == {
        "bocage": -2,
        "no support point": -2,
        "division together": 1,
        "Unsupported attackers": -2,
    }
    assert read.total == 3 + heights
    assert notes(session, "white_costs") == [{"white": 2, "number": 3}]
    assert not notes(session, "black_costs")


# -- what the attacker gives --------------------------------------------------------------------------


def test_rows_of_the_attacker_and_what_is_proposed() -> None:
    """NOR-CO-14, NOR-CO-15, NOR-OP-13, NOR-AA-04: three points in an Operation attack, guns, aircraft."""
    session = play(hedgerow(ground=5), DECLARED)
    assert rows(session) == {"sp": 3, "us.art.xix": 1, "ground": 3}
    assert asked(session).key == "combat.support"
    assert proposed(session)["sp"] == 1
    assert "us.art.xix" in proposed(session)
    assert refused_by(session, "allocate sp=4") == "NOR-CO-14"
    assert refused_by(session, "allocate ground=4") == "NOR-AA-04"


def test_what_the_defence_may_need_is_not_proposed() -> None:
    """NOR-CO-14, NOR-AA-04: the last point of a purse and aircraft for a combat, before the German turn."""
    sp = {"us1": 1, "ge7": 2}
    assert set(proposed(play(hedgerow(ground=2, sp=sp), DECLARED))) == {"us.art.xix"}
    last = proposed(play(hedgerow(ground=2, sp=sp, first="german"), DECLARED))
    assert (last["sp"], last["ground"]) == (1, 2)


def test_guns_of_another_corps_are_no_row() -> None:
    """NOR-CO-15, NOR-CO-17"""
    session = play(hedgerow(ground=5), DECLARED)
    assert refused_by(session, "allocate us.art.v") == "NOR-CO-15"
    chances = asked(session).odds("allocate sp=1 us.art.xix")
    assert chances is not None
    assert sum(o.chance for o in chances.outcomes) == 1


def test_without_an_operation_two_points_and_two_air() -> None:
    """NOR-CO-14, NOR-AA-04"""
    session = hedgerow(ground=5, more_states={"us.hq.xix": ["supported"]})
    assert rows(play(session, DECLARED)) == {"sp": 2, "us.art.xix": 1, "ground": 2}
    for weather, most in {"overcast": 1, "rain": 1}.items():
        session = hedgerow(ground=5, weather=weather)
        assert rows(play(session, DECLARED))["ground"] == most
    assert "ground" not in rows(play(hedgerow(ground=5, weather="storm"), DECLARED))


def test_no_point_means_a_probe() -> None:
    """NOR-CO-14: no point is spent, two less to the dice."""
    session = play(hedgerow([6, 6]), DECLARED, "done")
    assert notes(session, "probe")
    assert dict(cell(play(session, "done")).drm)["no support point"] == -2


def test_points_come_from_one_army_with_a_unit_in_the_attack() -> None:
    """NOR-CO-14, NOR-SL-09: two armies could pay, one does."""
    session = hedgerow(
        units={"us.hq.viii": "2015"},
        more_states={"us.hq.viii": ["supported"]},
        turn=29,
        sp={"us1": 3, "us3": 2},
    )
    session = position(
        "allied.combat",
        {**HEDGEROW, "us.hq.viii": "2015"},
        states={**HEDGEROW_STATES, "us.hq.viii": ["supported"]},
        more={
            "us.30.117th": {"hq": "us.hq.viii"},
            "us.30.119th": {"hq": "us.hq.xix"},
            "us.30.120th": {"hq": "us.hq.xix"},
            "us.hq.viii": {"army": "us3"},
        },
        turn=29,
        weather="clear",
        sea="calm",
        sp={"us1": 3, "us3": 2},
    )
    play(session, DECLARED)
    assert {"us1": 3, "us3": 2}.items() <= rows(session).items()
    assert refused_by(session, "allocate us1=1 us3=1") == "NOR-CO-14"
    play(session, "allocate us3=2")
    assert (track(session, "sp us1"), track(session, "sp us3")) == (3, 0)


def test_out_of_supply_units_spend_nothing() -> None:
    """NOR-SU-09, NOR-SL-07 (R-145): no points, no guns; one unit In Supply of a Supported HQ is enough."""
    out = {u: ["out of supply"] for u in ("us.30.117th", "us.30.119th", "us.30.120th")}
    session = play(hedgerow(more_states=out, ground=5), DECLARED)
    assert rows(session) == {"ground": 3}
    del out["us.30.120th"]
    some = rows(play(hedgerow(more_states=out), DECLARED))
    assert (some["sp"], some["us.art.xix"]) == (3, 1)


def test_which_guns_may_fire() -> None:
    """NOR-CO-15, NOR-SL-07, NOR-SL-08, NOR-SU-09: range, supply, support, corps, once a player-turn."""
    barred: dict[str, dict[str, Any]] = {
        "has fired": {"more_states": {"us.art.xix": ["fired"]}},
        "not In Supply": {"more_states": {"us.art.xix": ["out of supply"]}},
        "or its HQ is": {"more_states": {"us.art.xix": ["isolated"]}},
        "is 5 hexes away and reaches 3": {"units": {"us.art.xix": "2014"}},
    }
    for why, laid in barred.items():
        session = play(hedgerow(**laid), DECLARED)
        assert "us.art.xix" not in rows(session)
        assert why in str(session.why_not("allocate us.art.xix"))
    near = {"us.art.v": "2017", "us.hq.v": "2015", "us.art.army": "2017"}
    session = hedgerow(units=near, more_states={"us.hq.v": ["supported"]})
    session = position(
        "allied.combat",
        {**HEDGEROW, **near},
        states={**HEDGEROW_STATES, "us.hq.v": ["supported"]},
        more={"us.art.v": {"hq": "us.hq.v"}, "us.art.army": {"hq": "us.hq.v"}}
        | {u: {"hq": "us.hq.xix"} for u in ("us.30.117th", "us.30.119th", "us.30.120th")},
        turn=25,
        weather="clear",
        sea="calm",
        sp={"us1": 3},
    )
    play(session, DECLARED)
    assert "us.art.v" not in rows(session), "another corps"
    assert "serves neither" in str(session.why_not("allocate us.art.v"))
    assert "us.art.army" in rows(session), "guns of the army"


def test_guns_over_the_limit_are_lost() -> None:
    """NOR-CO-15: three rating points count, four in an Operation attack."""
    guns = {"us.art.v": "2017", "us.art.vii": "2017"}
    hqs = {"us.art.v": {"hq": "us.hq.xix"}, "us.art.vii": {"hq": "us.hq.xix"}}
    for operation, most in ((["supported"], 3), (["supported", "operation"], 4)):
        session = position(
            "allied.combat",
            {**HEDGEROW, **guns},
            states={**HEDGEROW_STATES, "us.hq.xix": operation},
            more=hqs,
            turn=25,
            weather="clear",
            sea="calm",
            sp={"us1": 3},
            dice=[6, 6],
        )
        play(session, DECLARED, "allocate sp=1 us.art.v us.art.vii us.art.xix", "done")
        assert dict(cell(session).drm)["attacker's artillery"] == most
        assert all("fired" in states(session, gun) for gun in (*guns, "us.art.xix"))


def test_a_reduced_gun_fires_its_lower_rating_and_stays() -> None:
    """NOR-SL-08: reduced artillery fires with 1, a reduced flak with nothing."""
    session = hedgerow([6, 6], more_states={"us.art.xix": ["reduced"]})
    play(session, DECLARED, "allocate us.art.xix", "done")
    assert dict(cell(session).drm)["attacker's artillery"] == 1
    assert states(session, "us.art.xix") == {"reduced", "fired"}
    silent = hedgerow(more_states={"ge.art.84": ["reduced"]})
    play(silent, DECLARED, "done")
    assert "ge.art.84" not in rows(silent)
    assert "no shells left" in str(silent.why_not("allocate ge.art.84"))


def test_naval_gunfire() -> None:
    """NOR-CO-16: near the sea, Calm or Moderate, once for each nation, not after T34."""

    def fleets(why: str = "", **set_: Any) -> set[str]:
        wanted = {"turn": 13, "weather": "clear", "sea": "calm", "sp": {"us1": 2}, **set_}
        session = position(
            "allied.combat",
            {"us.1.16th": "2512", "us.hq.v": "2511", "ge.352.gr916": "2513", "ge.hq.isspz": "3620"},
            states={"us.hq.v": ["supported"]},
            **wanted,
        )
        play(session, "attack 2513 from us.1.16th")
        if why:
            assert why in str(session.why_not("allocate naval-us"))
        return {key for key in rows(session) if key.startswith("naval")}

    assert fleets() == {"naval-us", "naval-cw"}
    assert fleets("have fired", tracks={"naval us": 1}) == {"naval-cw"}
    assert fleets("Rough", sea="rough") == set()
    assert fleets("after T34", turn=35) == set()
    assert fleets(turn=34) == {"naval-us", "naval-cw"}
    inland = play(hedgerow(), DECLARED)
    assert not {key for key in rows(inland) if key.startswith("naval")}
    assert "more than 3 hexes" in str(inland.why_not("allocate naval-us"))


def test_one_naval_gunfire_in_a_combat() -> None:
    """NOR-CO-16"""
    session = play(carpiquet(), "attack 3415 from ge.12ss.ss-pzgr25 ge.12ss.ss-pzr12", "done")
    assert asked(session).key == "combat.defence"
    assert rows(session) == {"sp": 1, "ground": 1, "naval-cw": 1, "naval-us": 1}
    assert refused_by(session, "allocate naval-cw naval-us") == "NOR-CO-16"
    play(session, "allocate naval-us")
    assert (track(session, "naval us"), track(session, "naval cw")) == (1, 0)


# -- what the defender gives --------------------------------------------------------------------------


def test_the_defender_gives_a_point_and_two_rating_points() -> None:
    """NOR-CO-14, NOR-CO-15: he knows what the attacker has given."""
    guns = {"ge.wrf7": "1820", "ge.wrf8": "1820"}
    session = position(
        "allied.combat",
        {**HEDGEROW, **guns},
        states=HEDGEROW_STATES,
        more={gun: {"hq": "ge.hq.lxxxiv"} for gun in guns},
        turn=25,
        weather="clear",
        sea="calm",
        sp={"us1": 3, "ge7": 2},
        dice=[6, 6],
    )
    play(session, DECLARED, "allocate sp=1")
    assert asked(session).side == "german"
    assert rows(session) == {"sp": 1, "ge.art.84": 1, "ge.wrf7": 1, "ge.wrf8": 1}
    assert refused_by(session, "allocate sp=2") == "NOR-CO-14"
    play(session, "allocate sp=1 ge.wrf7 ge.wrf8")
    drm = dict(cell(session).drm)
    assert (drm["defender's support point"], drm["defender's artillery"]) == (-1, -2)
    assert track(session, "sp ge7") == 1


def test_who_has_nothing_to_give_is_not_asked() -> None:
    """NOR-CO-15, NOR-CO-17"""
    gone = {"ge.art.84": "area A"}
    session = hedgerow([6, 6], units=gone, sp={"us1": 3, "ge7": 0})
    play(session, DECLARED, "allocate sp=1")
    assert cell(session).result


def test_the_fortress_has_points_of_its_own() -> None:
    """NOR-SL-10: even Out of Supply, not Isolated; its points are not the army's."""

    def rows_of(state: str) -> dict[str, int]:
        session = position(
            "allied.combat",
            {
                "us.4.8th": "0906",
                "us.hq.vii": "1108",
                "ge.gar.b": "0905",
                "ge.hq.cherbourg": "0903",
                "ge.far": "0903",
                "ge.hq.lxxxiv": "2018",
            },
            states={
                "us.hq.vii": ["supported"],
                "ge.gar.b": [state],
                "ge.far": ["out of supply"],
                "ge.hq.lxxxiv": ["supported"],
            },
            more={"ge.gar.b": {"hq": "ge.hq.cherbourg"}, "ge.far": {"hq": "ge.hq.cherbourg"}},
            turn=9,
            weather="overcast",
            sea="rough",
            sp={"us1": 2, "ge7": 4},
            tracks={"fortress sp": 6},
        )
        play(session, "attack 0905 from us.4.8th", "allocate sp=1")
        return rows(session) if asked(session).key == "combat.defence" else {}

    assert rows_of("out of supply") == {"sp": 1, "ge.far": 1}
    assert rows_of("isolated") == {}
