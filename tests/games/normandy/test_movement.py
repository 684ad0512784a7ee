"""Tactical, Strategic and Reserve Movement, zones of control, the boundary (NOR-MV, NOR-ZC, NOR-SM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    at,
    control,
    is_legal,
    play,
    position,
    refusal,
    refused_by,
    unit,
)
from wargame.flow.ask import IllegalAnswer, PathAsk
from wargame.flow.plan import read_plan
from wargame.flow.session import Session
from wargame.flow.shorthand import whole

INF, MECH, GR, SS = "us.30.117th", "us.2a.cca", "ge.352.gr914", "ge.12ss.ss-pzgr25"
FAR = {"us.90.357th": "1004", "ge.331.gr559": "5130"}
"""Somebody of each side with something left to do, out of the way."""


def moving(units: dict[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before a Tactical Movement Segment."""
    return position(f"{side}.tactical", {**FAR, **units}, **{"weather": "clear", **more})


def left(session: Session, unit_id: str, number: str) -> int | None:
    """Half MPs a unit has left in a hex; None where it does not get."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return ask.reach(f"move {unit_id}").get(session.game.grid.hex(number))


def costs(session: Session, answer: str) -> list[int]:
    """What each step costs, in half MPs."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return [cost for _, cost, _ in ask.costs(answer)]


# -- worked examples --------------------------------------------------------------------------------


def test_example_7_by_road_until_an_enemy_zone() -> None:
    """EX-07, NOR-MV-04, NOR-MV-05, NOR-ZC-02  Half MPs along the road, no road rate into the EZOC."""
    session = moving({"cw.7.22ndarmd": "2814", SS: "3416"})
    way = "move cw.7.22ndarmd 2814-2914-3015-3115-3215-3315"
    assert costs(session, way) == [1, 1, 1, 1, 2]
    assert left(session, "cw.7.22ndarmd", "3315") == 14
    assert refused_by(session, way + "-3316") == "NOR-ZC-02"
    play(session, way)
    assert at(session, "cw.7.22ndarmd") == "3315"


def test_example_7_bocage_takes_two() -> None:
    """EX-07, NOR-MV-03"""
    foot = "ge.91.gr1057"
    session = moving({foot: "1310"}, side="german")
    assert costs(session, f"move {foot} 1310-1210-1209") == [4, 4]
    assert left(session, foot, "1209") == 2
    said = refusal(session, f"move {foot} 1310-1210-1209-1108").reason
    assert said.startswith("1108 costs 6 MP in all, 5 are there")


@pytest.mark.parametrize(("weather", "far"), [("clear", 13), ("rain", 7)])
def test_example_13_out_of_reserve_along_the_road(weather: str, far: int) -> None:
    """EX-13, NOR-RV-04, NOR-RV-10, NOR-WX-08  Two thirds of 10 are 6; in Rain a hex of road costs 1."""
    hexes = [
        "1220",
        "1221",
        "1222",
        "1322",
        "1423",
        "1424",
        "1425",
        "1325",
        "1326",
        "1327",
        "1328",
        "1329",
        "1430",
    ]
    session = position(
        "allied.reserve", {"us.4a.cca": "1220"}, states={"us.4a.cca": ["reserve"]},
        weather=weather, turn=29,
    )  # fmt: skip
    assert is_legal(session, f"move us.4a.cca {'-'.join(hexes[:far])}")
    if far < len(hexes):
        assert refused_by(session, f"move us.4a.cca {'-'.join(hexes[: far + 1])}") == "NOR-MV-03"


# -- Tactical Movement ------------------------------------------------------------------------------


def test_a_unit_moves_once_and_need_not() -> None:
    """NOR-MV-01, NOR-MV-02"""
    session = moving({INF: "2516"})
    play(session, f"move {INF} 2516-2515")
    assert refused_by(session, f"move {INF} 2515-2514") == "NOR-MV-01"
    assert is_legal(session, "done")


def test_terrain_has_its_price_by_mobility() -> None:
    """NOR-MV-03  Bocage costs foot 2 and mech 3."""
    g = moving({INF: "1917", MECH: "1917"}).game
    assert g.content.map.terrain[g.grid.hex("1817")] == "bocage"
    session = moving({INF: "1917", MECH: "1917"})
    assert costs(session, f"move {INF} 1917-1817") == [4]
    assert costs(session, f"move {MECH} 1917-1817") == [6]


def test_one_hex_may_always_be_entered() -> None:
    """NOR-MV-03  The minimum move, not from an EZOC, not in Reserve, not with an MA of 0."""
    shaken = {"ge.91.gr1057": ["disorganized", "out of supply"]}
    session = moving({"ge.91.gr1057": "1310"}, side="german", states=shaken)
    assert left(session, "ge.91.gr1057", "1210") == 0
    near = moving({"ge.91.gr1057": "1310", "us.82.505thpir": "1410"}, side="german", states=shaken)
    assert left(near, "ge.91.gr1057", "1210") is None
    gun = moving({"ge.far": "0903"}, side="german")
    assert not [head for head in answers(gun) if "ge.far" in head]


def test_prices_of_rivers() -> None:
    """NOR-MV-05  A minor river costs foot 1 and mech 2 more; major is closed to mech, flooded to all."""
    g = moving({INF: "2516"}).game
    found: dict[str, tuple[str, str] | None] = dict.fromkeys(
        ("minor river", "major river", "flooded river")
    )
    for (a, b), cls in g.content.map.hexsides.items():
        if (a, b) in g.content.map.bridges or g.content.map.terrain[b] != "bocage":
            continue
        if g.content.map.terrain[a] in ("sea", "out of play") or found[cls] is not None:
            continue
        found[cls] = (g.grid.name(a), g.grid.name(b))
    extra = {"minor river": (2, 4), "major river": (6, None), "flooded river": (None, None)}
    for cls, pair in found.items():
        assert pair is not None, cls
        for who, more in zip((INF, MECH), extra[cls], strict=True):
            session = moving({who: pair[0]}, boundary=54)
            answer = f"move {who} {pair[0]}-{pair[1]}"
            if more is None:
                assert refused_by(session, answer) == "NOR-MV-05"
            else:
                assert costs(session, answer) == [(4 if who == INF else 6) + more]


def test_a_blown_bridge_takes_the_road_away() -> None:
    """NOR-MV-05, NOR-EN-11"""
    session = moving({"cw.7.22ndarmd": "3015"}, bridges={"3015/3115": "destroyed"})
    whole = moving({"cw.7.22ndarmd": "3015"})
    assert costs(whole, "move cw.7.22ndarmd 3015-3115") == [1]
    assert costs(session, "move cw.7.22ndarmd 3015-3115")[0] > 4


def test_the_enemy_and_the_sea_may_not_be_entered() -> None:
    """NOR-MV-07"""
    session = moving({INF: "2516", GR: "2517"})
    assert refused_by(session, f"move {INF} 2516-2517") == "NOR-MV-07"
    beach = moving({INF: "2511"})
    assert refused_by(beach, f"move {INF} 2511-2510") == "NOR-MV-07"


def test_seven_points_may_stand_in_a_hex() -> None:
    """NOR-MV-06  Passing through is free, ending is not; nobody ends above the limit."""
    full = {"us.1.16th": "2515", "us.1.18th": "2515", "us.1.26th": "2515"}
    session = moving({**full, INF: "2516"})
    assert refused_by(session, f"move {INF} 2516-2515") == "NOR-MV-06"
    assert is_legal(session, f"move {INF} 2516-2515-2514")
    assert is_legal(moving({**full, "us.art.v": "2516"}), "move us.art.v 2516-2515")


@pytest.mark.parametrize(
    ("marks", "half_mps"),
    [
        ([], 12), (["disorganized"], 6), (["regroup"], 6), (["out of supply"], 6), (["isolated"], 6),
        (["landed"], 6), (["disorganized", "out of supply"], 4), (["out of supply", "landed"], 2),
    ],
)  # fmt: skip
def test_allowances_are_halved_in_their_order(marks: list[str], half_mps: int) -> None:
    """NOR-MV-08, NOR-DR-03, NOR-DR-04, NOR-SU-09  Of 6: 3, and 3 halved up is 2, 3 halved down is 1."""
    session = moving({INF: "2516"}, states={INF: marks})
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    assert ask.reach(f"move {INF}")
    from wargame.games.normandy.walk import allowance

    assert allowance(session.game, INF) == half_mps


def test_staffs_and_guns_enter_a_zone_only_to_friends() -> None:
    """NOR-MV-09"""
    units = {"us.hq.v": "2514", "us.art.v": "2514", GR: "2517", INF: "2515"}
    session = moving(units)
    assert refused_by(session, "move us.hq.v 2514-2515-2516") == "NOR-MV-09"
    assert refused_by(session, "move us.art.v 2514-2515-2516") == "NOR-MV-09"
    play(session, f"move {INF} 2515-2516")
    assert is_legal(session, "move us.hq.v 2514-2515-2516")


# -- zones of control -------------------------------------------------------------------------------


def zone(session: Session, number: str, side: str = "german") -> int:
    """How often a side's ZOC lies on a hex."""
    return session.game.board.zoc[side][session.game.grid.hex(number)]


@pytest.mark.parametrize(
    ("who", "marks", "zoc"),
    [
        (GR, [], 1), (GR, ["reduced"], 1), (GR, ["cadre"], 0), (GR, ["disorganized"], 0),
        (GR, ["regroup"], 1), ("ge.bn100", [], 0), ("ge.wrf7", [], 0), ("ge.hq.lxxxiv", [], 0),
    ],
)  # fmt: skip
def test_who_has_a_zone(who: str, marks: list[str], zoc: int) -> None:
    """NOR-ZC-01, NOR-DR-03, NOR-DR-04  Combat units of strength 2 and more in good order."""
    session = moving({}, side="german")
    if who not in session.state.units:
        who = next(k.id for k in session.game.content.units.values() if k.kind == "G-BN")
    session = moving({who: "2517"}, states={who: marks})
    assert zone(session, "2516") == zoc


def test_zones_do_not_reach_into_cities_or_over_shut_water() -> None:
    """NOR-ZC-01  Saint-Lo is a city; the flooded Merderet stops a zone but at its bridges."""
    assert zone(moving({GR: "2019"}), "2018") == 0
    session = moving({"ge.91.gr1057": "1510"})
    g = session.game
    near = {g.grid.name(h) for h in g.grid.neighbours[g.grid.hex("1510")]}
    crossed = {n for n in near if (min(g.grid.hex(n), g.grid.hex("1510")),
                                   max(g.grid.hex(n), g.grid.hex("1510"))) in g.content.rivers}  # fmt: skip
    shut = {n for n in crossed if n != "1411"}
    assert all(zone(session, n) == 0 for n in shut)
    assert zone(session, "1411") == 1
    assert zone(moving({"ge.91.gr1057": "1510"}, bridges={"1411/1510": "destroyed"}), "1411") == 0


def test_leaving_a_zone_costs_more_and_a_second_one_needs_a_friend() -> None:
    """NOR-ZC-03, NOR-ZC-04"""
    units = {INF: "2516", MECH: "2516", GR: "2517"}
    session = moving(units)
    assert (
        costs(session, f"move {INF} 2516-2515")[0]
        == costs(moving({INF: "2516"}), f"move {INF} 2516-2515")[0] + 2
    )
    assert (
        costs(session, f"move {MECH} 2516-2515")[0]
        == costs(moving({MECH: "2516"}), f"move {MECH} 2516-2515")[0] + 4
    )
    assert refused_by(session, f"move {INF} 2516-2617") == "NOR-ZC-04"
    assert zone(session, "2617") == 1
    held = moving({**units, "us.1.16th": "2617"})
    assert is_legal(held, f"move {INF} 2516-2617")
    assert refused_by(held, f"move {INF} 2516-2617-2616") == "NOR-ZC-02"  # NOR-ZC-05


# -- the boundary -----------------------------------------------------------------------------------


def test_nobody_crosses_the_boundary_but_to_go_home() -> None:
    """NOR-BD-02, NOR-BD-04, NOR-BD-05, NOR-BD-06"""
    session = moving({INF: "2715", "cw.50.69th": "2717"}, boundary=27)
    assert refused_by(session, f"move {INF} 2715-2815") == "NOR-BD-04"
    assert refused_by(session, "move cw.50.69th 2717-2617") == "NOR-BD-04"
    assert refused_by(session, f"move {INF} 2715-2716-2717") == "NOR-BD-05"
    stray = moving({INF: "3015"}, boundary=27)
    assert refused_by(stray, f"move {INF} 3015-3115") == "NOR-BD-04"
    assert is_legal(stray, f"move {INF} 3015-2914")


# -- entering ---------------------------------------------------------------------------------------


def test_a_way_takes_control_and_forts() -> None:
    """NOR-AD-04, NOR-EN-08  Hexes passed through change hands; a fortification falls to an Ally."""
    session = moving({INF: "1710"}, works={"1608": "improved"}, forts=["1608"])
    assert control(session, "1608") == "german"
    play(session, f"move {INF} 1710-1709-1609")
    assert control(session, "1609") == "allied"
    g = session.game
    assert g.state.layers["works"][g.grid.hex("1608")] == 2


def test_a_position_goes_with_the_last_unit() -> None:
    """NOR-EN-08"""
    session = moving({INF: "2516"}, works={"2516": "improved"})
    play(session, f"move {INF} 2516-2515")
    assert not session.state.layers.get("works", {}).get(session.game.grid.hex("2516"))


@pytest.mark.parametrize(("die", "goes"), [(1, "waiting"), (2, "2519")])
def test_a_staff_that_is_entered_flees_or_is_lost(die: int, goes: str) -> None:
    """NOR-HQ-01, NOR-OP-17  Guns are eliminated; the HQ goes to the nearest friends 3 hexes off."""
    units = {
        INF: "2515",
        "ge.hq.lxxxiv": "2516",
        "ge.wrf7": "2516",
        GR: "2519",
        "ge.352.gr915": "2521",
    }
    session = moving(units, dice=[die], states={"ge.hq.lxxxiv": ["supported"]})
    play(session, f"move {INF} 2515-2516")
    assert (at(session, "ge.wrf7"), at(session, "ge.hq.lxxxiv")) == ("eliminated", goes)
    hq = unit(session, "ge.hq.lxxxiv")
    assert hq.numbers.get("due" if die == 1 else "silent") == (17 if die == 1 else 2)
    assert "supported" not in hq.states


def test_the_owner_chooses_among_equally_near_friends() -> None:
    """NOR-HQ-01"""
    units = {INF: "2515", "ge.hq.lxxxiv": "2516", GR: "2519", "ge.352.gr915": "2817"}
    session = moving(units, dice=[4])
    play(session, f"move {INF} 2515-2516")
    assert asked(session).side == "german"
    assert answers(session) == ["displace ge.hq.lxxxiv 2519", "displace ge.hq.lxxxiv 2817"]
    play(session, "displace ge.hq.lxxxiv 2817")
    assert at(session, "ge.hq.lxxxiv") == "2817"


def test_the_fortress_staff_and_one_without_friends_are_lost() -> None:
    """NOR-HQ-01  Fortress Cherbourg for good; without a friend to go to an HQ is destroyed."""
    session = moving({INF: "1004", "ge.hq.cherbourg": "0903"} | {"us.90.357th": "2516"})
    play(session, f"move {INF} 1004-0903")
    assert at(session, "ge.hq.cherbourg") == "eliminated"
    alone = position(
        "allied.tactical", {INF: "2515", "ge.hq.lxxxiv": "2516", "us.1.16th": "2511"}, dice=[5],
        weather="clear",
    )  # fmt: skip
    play(alone, f"move {INF} 2515-2516")
    assert at(alone, "ge.hq.lxxxiv") == "waiting"


def test_a_unit_goes_by_the_last_part_of_its_id_where_only_one_ends_so() -> None:
    units = {"cw.43.130th": "2814", "us.1.16th": "2513", "cw.3.9th": "2915"}
    session = position("allied.tactical", units)
    assert is_legal(session, "move 130th 2814-2815")
    assert is_legal(session, "move 130th, 43rd Wessex Div 2814-2815")
    said = refusal(session, "move 9th 2915-2916").reason
    assert '"9th" may be ' in said
    assert {"cw.3.9th", "us.2.9th"} <= set(said.rstrip(".").split())
    assert "There is no unit" in refusal(session, "move 131th 2814-2815").reason


# -- paths as they are typed -------------------------------------------------------------------------


def test_a_path_that_names_every_hex_is_meant_as_it_stands() -> None:
    """NOR-MV-05, NOR-ZC-04  Where a step is not allowed no way round is taken unasked; to a hex one is."""
    session = moving({MECH: "1912", INF: "1912"})
    assert whole(session, f"move {MECH} 1912-1913") == f"move {MECH} 1912-1913"
    assert refused_by(session, f"move {MECH} 1912-1913") == "NOR-MV-05"
    with pytest.raises(IllegalAnswer) as refused:
        whole(session, f"move {MECH} 1913")
    assert refused.value.refusal.nearest == (f"move {MECH} 1912-1813-1913",), (
        "the way round is told"
    )
    assert whole(session, f"move {MECH} 2014") == f"move {MECH} 1912-2013-2014", (
        "to a hex farther on"
    )
    zoc = moving({MECH: "1917", GR: "1818"})
    for path in ("1917-1918", "1917 1918"):
        assert whole(zoc, f"move {MECH} {path}") == f"move {MECH} 1917-1918"
    assert refused_by(zoc, f"move {MECH} 1917-1918") == "NOR-ZC-04"


def test_so_is_the_path_of_a_group() -> None:
    """NOR-MV-05  Each goes by it or nobody does."""
    session = moving({MECH: "1912", INF: "1912"})
    path = "1912-1913"
    said = read_plan(session, f"move {MECH}+{INF} {path}")
    assert said == (f"move {MECH} {path}", f"move {INF} {path}")


def test_a_destination_alone_is_answered_with_the_cheapest_way_there() -> None:
    session = position("allied.tactical", {"cw.7.22ndarmd": "2814", "cw.3.9th": "2915"})
    said = refusal(session, "move 22ndarmd 3115")
    assert "name every hex of the path" in said.reason
    (way,) = said.nearest
    assert way.startswith("move cw.7.22ndarmd 2814-")
    assert way.endswith("-3115")
    assert is_legal(session, way)
    assert () == refusal(session, "move 22ndarmd 4629").nearest, "nothing leads there this turn"
