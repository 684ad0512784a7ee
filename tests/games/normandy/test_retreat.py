"""Ways back, what they cost, where they end (NOR-RT-01 to -05)."""

from __future__ import annotations

from tests.games.normandy.falling_back import LONE, open_field, ways
from tests.games.normandy.strike import first, strike
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    control,
    is_legal,
    left,
    notes,
    play,
    refused_by,
    states,
    table,
    track,
    unit,
)
from wargame.games.normandy.asks.fall_back import settled
from wargame.games.normandy.retreat import Going, write

# -- ways back ------------------------------------------------------------------------------------------


HEDGE = {"us.1.16th": "1817", "us.30.117th": "1918", "ge.275.gr983": "1818"}


def test_ex_12_retreat_preference() -> None:
    """NOR-RT-02"""
    back = (["ge.275.gr983"], 1, ["1918"])
    assert ways(HEDGE, *back) == {"1718"}
    assert ways({**HEDGE, "ge.5fj.fjr14": "1819"}, *back) == {"1718"}
    more = {**HEDGE, "us.2.9th": "1719"}
    assert ways({**more, "ge.5fj.fjr14": "1819"}, *back) == {"1819"}
    assert ways(more, *back) == {"1718", "1717", "1819", "1917"}


def test_nobody_is_asked_whose_every_way_is_his_end() -> None:
    """R-374: a cadre that each of four ways costs its last step; not one that would live, nor with a gun to save."""
    units = {**HEDGE, "us.2.9th": "1719"}

    def going(shown: list[str], **more: str) -> Going:
        g = table({**units, **more}, states={"ge.275.gr983": shown}, turn=13)
        start, foe = g.grid.hex("1818"), g.grid.hex("1918")
        return Going(g, "german", start, 1, (foe,), ("ge.275.gr983",), tuple(more))

    cadre = going(["cadre"])
    told = settled(cadre)
    assert told is not None
    assert (len(cadre.ways), told.way) == (4, cadre.ways[0])
    assert {cadre.end("ge.275.gr983", way) for way in cadre.ways} == {(1, False)}
    assert settled(going(["reduced"])) is None
    assert settled(going(["cadre"], **{"ge.art.84": "1818"})) is None


def test_a_cadre_without_a_way_to_live_is_lost_unasked() -> None:
    """R-374"""
    units = {**HEDGE, "us.2.9th": "1719", "us.hq.v": "2017"}
    session = strike(
        units, "attack 1818 from us.30.117th", "DR1",
        states={"us.hq.v": ["supported"], "ge.275.gr983": ["cadre"]}, sp={"us1": 3},
    )  # fmt: skip
    assert unit(session, "ge.275.gr983").box == "eliminated"
    assert notes(session, "through_zoc") == [{"unit": "ge.275.gr983"}]
    assert not [e for e in session.entries if e.key == "combat.retreat"]


def test_the_farthest_of_the_open_routes() -> None:
    """NOR-RT-01: the category of each step first, then the distance reached."""
    found = ways(HEDGE, ["ge.275.gr983"], 2, ["1918"])
    g = table(HEDGE)
    start = g.grid.hex("1818")
    assert found
    assert {g.grid.distance(start, g.grid.hex(path.split("-")[-1])) for path in found} == {2}
    assert all(path.startswith("1718-") for path in found)


def test_nobody_comes_back_into_the_hex_that_is_left() -> None:
    """NOR-RT-01, NOR-RT-04, R-97: out of an overstacked hex it is on, not home."""
    lehr = {f"ge.lehr.{name}": "3416" for name in ("pzglr901", "pzglr902", "pzr130")}
    units = {
        **lehr, "ge.21.pzgr125": "3516", "ge.21.pzr22": "3516", "cw.1ss": "3417",
    }  # fmt: skip
    found = ways(units, ["ge.21.pzgr125", "ge.21.pzr22"], 1, ["3417"])
    assert found
    assert not [way for way in found if way.endswith("3516")]


def test_never_nearer_to_the_attackers_nor_into_the_enemy() -> None:
    """NOR-RT-02, NOR-RT-03: a hex with enemy units of any kind is shut (R-97)."""
    units = {"cw.3c.9th": "3416", "ge.21.pzgr192": "3417"}
    back = (["ge.21.pzgr192"], 1, ["3416"])
    found = ways(units, *back)
    assert {"3317", "3418"} <= found
    assert not found & {"3316", "3416"}, "in EZOC, held"
    assert "3418" not in ways({**units, "cw.hq.i": "3418"}, *back)
    around = ways(units, ["ge.21.pzgr192"], 2, ["3416"])
    assert not [path for path in around if "3416" in path]


def test_rivers() -> None:
    """NOR-RT-03: floods shut without bridge; over an unbridged major river only by choice or need."""
    units = {"cw.3c.9th": "3416", "ge.711.gr731": "3417"}
    back = (["ge.711.gr731"], 1, ["3416"])
    assert "3517" in ways(units, *back), "across the Orne: the owner may choose it"
    assert "3317" in ways(units, *back), "and need not"
    down = {"1411/1510": "destroyed"}
    flood = {"us.82.505thpir": "1411", "ge.91.gr1057": "1310"}
    back = (["us.82.505thpir"], 1, ["1310"])
    assert "1510" in ways(flood, *back)
    assert "1510" not in ways(flood, *back, bridges=down)


RING = {"cw.3.9th": "3316", "cw.15.44th": "3318", "cw.15.46th": "3318", "cw.3.8th": "3516"}
"""Enemies on every side of 3417 but the Orne."""


def test_crossing_costs() -> None:
    """NOR-RT-03, NOR-VP-05: foot loses a step each, mech is eliminated."""
    attack = "attack 3417 from cw.2cab cw.3.8th cw.3.9th cw.3c.8th"
    held = {**RING, "cw.15.44th": "3418", "cw.15.46th": "3317"}
    for other, box, points in (("ge.275.gr983", "", 0), ("ge.17ss.ss-pzgr37", "eliminated", 1)):
        session = open_field(
            "DR1", units={**held, other: "3417"}, attack=attack,
            states_={u: ["regroup"] for u in ("cw.15.44th", "cw.15.46th", "cw.3c.9th")},
        )  # fmt: skip
        crossed = notes(session, "crossing") or notes(session, "no_bridge_back")
        assert crossed == [{"unit": other}]
        assert unit(session, other).box == box
        assert track(session, "pockets") == points
        if not box:
            assert at(session, other) == "3517"
            assert states(session, other) & {"reduced", "cadre"}


def test_zones_cost_a_step_on_entering() -> None:
    """NOR-RT-02 (c), NOR-VP-05: who dies of it was not without a retreat."""
    ring = {"cw.3.9th": "3217", "cw.15.44th": "3618", "cw.15.46th": "3318", "cw.3.8th": "3516"}
    quiet = {u: ["regroup"] for u in (*ring, "cw.3c.9th")}
    attack = "attack 3417 from cw.2cab cw.3c.8th"
    for shown, box in (([], ""), (["cadre"], "eliminated")):
        session = open_field(
            "DR1", units={**ring, **LONE}, attack=attack,
            states_={**quiet, "ge.711.gr731": shown},
        )  # fmt: skip
        assert asked(session).key == "combat.retreat"
        play(session, "retreat ge.711.gr731 3317")
        assert notes(session, "through_zoc") == [{"unit": "ge.711.gr731"}]
        assert unit(session, "ge.711.gr731").box == box
        assert track(session, "pockets") == 0


def test_no_way_eliminates() -> None:
    """NOR-RT-02 (d), NOR-VP-05, NOR-DR-07, NOR-HQ-01: enemies all round; the staff is displaced, guns go."""
    ring = {
        "cw.3.9th": "3316", "cw.15.44th": "3418", "cw.15.46th": "3317", "cw.3.8th": "3516",
        "cw.15.227th": "3517", "ge.hq.isspz": "3417", "ge.wrf7": "3417", "ge.12ss.ss-pzr12": "3823",
    }  # fmt: skip
    quiet = {u: ["regroup"] for u in (*ring, "cw.3c.9th") if u.startswith("cw")}
    session = open_field(
        "DR1", units={**ring, **LONE}, states_=quiet, attack="attack 3417 from cw.2cab cw.3c.8th",
        dice=[4],
    )  # fmt: skip
    assert notes(session, "no_way") == [{"unit": "ge.711.gr731"}]
    assert unit(session, "ge.711.gr731").box == "eliminated"
    assert unit(session, "ge.wrf7").box == "eliminated"
    assert track(session, "pockets") == 1
    assert at(session, "ge.hq.isspz") == "3823"
    assert left(session) == 0


def test_stacks_go_together_or_singly() -> None:
    """NOR-RT-01, NOR-RT-06: all, each alone; the HQ goes with the last, guns may be left."""
    units = {
        "ge.716.gr736": "3417", "ge.711.gr731": "3417", "ge.hq.isspz": "3417", "ge.art.84": "3417",
    }  # fmt: skip
    session = open_field("DR1", units=units, give="allocate sp=2")
    assert asked(session).key == "combat.retreat"
    heads = {text.rsplit(" ", 1)[0] for text in answers(session)}
    assert heads == {
        "retreat ge.711.gr731+ge.716.gr736+ge.art.84",
        "retreat ge.711.gr731+ge.716.gr736",
        "retreat ge.711.gr731",
        "retreat ge.716.gr736",
    }
    assert refused_by(session, "retreat cw.2cab 3317") == "NOR-RT-01"
    assert refused_by(session, "retreat ge.711.gr731 3416") == "NOR-RT-03"
    assert refused_by(session, "retreat ge.711.gr731 3316") == "NOR-RT-02"
    assert refused_by(session, "retreat ge.711.gr731 3317-3217") == "NOR-RT-04"
    assert refused_by(session, "retreat ge.711.gr731+ge.art.84 3317") == "NOR-RT-01"
    assert is_legal(session, "retreat ge.711.gr731+ge.716.gr736+ge.art.84+ge.hq.isspz 3317")
    play(session, "retreat ge.711.gr731 3317")
    assert at(session, "ge.hq.isspz") == "3417"
    play(session, "retreat ge.716.gr736 3418")
    assert at(session, "ge.716.gr736") == "3418"
    assert at(session, "ge.hq.isspz") == "3418"
    assert at(session, "ge.art.84") == "3417", "left behind"
    assert {"fell back"} <= states(session, "ge.716.gr736")
    assert control(session, "3418") == "german"


def test_guns_go_along() -> None:
    """NOR-RT-06, NOR-DR-07: they are neither foot nor mech and lose nothing."""
    units = {**LONE, "ge.hq.isspz": "3417", "ge.art.84": "3417"}
    session = open_field("DR1", units=units)
    play(session, "retreat ge.711.gr731+ge.art.84 3517")
    assert "cadre" in states(session, "ge.711.gr731")
    assert {at(session, u) for u in units} == {"3517"}
    assert "reduced" not in states(session, "ge.art.84")


def test_dr3_leads_three_hexes_back() -> None:
    """NOR-RT-01: shorter ways and longer ones are refused."""
    session = open_field("D1 DX DR3", units={**LONE, "ge.21.pzgr192": "3417"}, give="allocate sp=2")
    first(session, "combat.losses")
    path = answers(session)[0].split()[-1]
    assert len(path.split("-")) == 3
    head = answers(session)[0].rsplit(" ", 1)[0]
    assert refused_by(session, f"{head} {path.split('-')[0]}") == "NOR-RT-01"


def test_one_way_is_taken_unasked() -> None:
    """NOR-RT-02: the only free hex of a lone unit; in works it could stand, here it may not."""
    units = {
        "us.1.16th": "1817", "us.30.117th": "1918", "us.30.119th": "1918", "us.30.120th": "1918",
        "us.hq.xix": "2015", "ge.5fj.fjr14": "1818",
    }  # fmt: skip
    session = strike(
        units, "attack 1818 from us.1.16th us.30.117th us.30.119th us.30.120th", "DR1",
        states={"us.hq.xix": ["supported"]}, sp={"us1": 2},
    )  # fmt: skip
    assert at(session, "ge.5fj.fjr14") == "1718"
    assert asked(session).key == "combat.advance"


# -- overstacking, the edge -----------------------------------------------------------------------------


def test_overstacked_units_go_farther() -> None:
    """NOR-RT-04: one hex further out of a hex that is full."""
    full = {"ge.352.gr914": "1718", "ge.352.gr915": "1718", "ge.352.gr916": "1718"}
    found = ways({**HEDGE, **full}, ["ge.275.gr983"], 1, ["1918"])
    g = table(HEDGE)
    neighbours = {g.grid.name(h) for h in g.grid.neighbours[g.grid.hex("1718")]}
    assert found
    assert {path.split("-")[0] for path in found} == {"1718"}
    assert {path.split("-")[1] for path in found} <= neighbours
    assert all(len(path.split("-")) == 2 for path in found)


def test_the_cheapest_way_is_named_first_and_each_tells_its_cost() -> None:
    """NOR-RT-03, NOR-RT-04: where one armoured unit is too many, not all of them over the Orne."""
    units = {
        "ge.12ss.ss-pzgr25": "3615", "ge.12ss.ss-pzr12": "3615", "ge.lehr.pzr130": "3615",
        "ge.12ss.ss-pzgr26": "3616", "ge.lehr.pzglr901": "3417", "ge.21.pzr22": "3516",
        "cw.2cab": "3514", "cw.4ab": "3614", "cw.6.5thpara": "3715",
        "cw.3c.9th": "3415", "ge.21.pzgr192": "3617",
    }  # fmt: skip
    g = table(units, turn=13)
    start, foes = g.grid.hex("3615"), (g.grid.hex("3514"), g.grid.hex("3614"))
    going = Going(
        g, "german", start, 1, foes, tuple(sorted(u for u in units if units[u] == "3615"))
    )
    told = {write(g, way): going.cost(way) for way in going.ways}
    assert next(iter(told)) == "3616-3516-3417"
    assert told["3616-3516-3417"] == ", for 3 steps"
    assert told["3616-3516-3517"] == ", and all is lost"


def test_the_excess_is_eliminated() -> None:
    """NOR-RT-04, NOR-VP-05: two hexes further at most; then what is too many is lost (R-94)."""
    units = {
        "us.hq.xix": "2015", "us.30.117th": "1918", "us.30.119th": "1918", "us.30.120th": "1918",
        "us.1.16th": "1817", "ge.275.gr983": "1818",
    }  # fmt: skip
    g = table(units)
    kinds = [u for u in sorted(g.content.units) if u.startswith("ge.") and u not in units]
    kinds = [u for u in kinds if g.content.units[u].stacking == 2]
    taken = {g.grid.hex(h) for h in ("1817", "1918", "1818", "1917", "1717", "1819")}
    crowd = {}
    for h in sorted(h for h in g.grid.within(g.grid.hex("1718"), 2) if h in g.content.land):
        for _ in range(3 if h not in taken else 0):
            crowd[kinds.pop()] = g.grid.name(h)
    session = strike(
        {**units, **crowd}, "attack 1818 from us.1.16th us.30.117th us.30.119th us.30.120th", "DR1",
        states={"us.hq.xix": ["supported"]}, sp={"us1": 2},
    )  # fmt: skip
    first(session, "combat.retreat")
    assert notes(session, "no_room_back") == [{"unit": "ge.275.gr983"}]
    assert unit(session, "ge.275.gr983").box == "eliminated"
    assert track(session, "pockets") == 1


def test_beside_the_other_nation_is_overstacked() -> None:
    """NOR-RT-04, NOR-BD-05: go on, or be the excess."""
    units = {
        "us.1.16th": "1818",
        "ge.275.gr983": "1918",
        "cw.3.9th": "1718",
        "ge.5fj.fjr14": "1817",
    }
    found = ways(units, ["us.1.16th"], 1, ["1918"])
    assert "1718" not in found


def test_off_the_map() -> None:
    """NOR-RT-05, NOR-OM-04: an entry hex of an own area; after Withdrawal the east edge, for nothing."""
    units = {"ge.275.gr983": "0134", "us.1.16th": "0234"}
    back = (["ge.275.gr983"], 2, ["0234"])
    assert "A" in ways(units, *back)
    assert "0133" not in {path[:4] for path in ways(units, *back)}, "EZOC, and the area is free"
    assert "A" not in ways(units, *back, areas={"A": "allied"})
    assert "A" not in ways(units, *back, tracks={"withdrawn": 20})
    us = {"us.1.16th": "0134", "ge.275.gr983": "0234"}
    assert "A" not in ways(us, ["us.1.16th"], 1, ["0234"])
    assert "A" in ways(us, ["us.1.16th"], 1, ["0234"], areas={"A": "allied"})
    cw = {"cw.3.9th": "0134", "ge.275.gr983": "0234"}
    assert "A" not in ways(cw, ["cw.3.9th"], 1, ["0234"], areas={"A": "allied"})
    east = {"ge.275.gr983": "5428", "us.1.16th": "5328"}
    assert "east" in ways(east, ["ge.275.gr983"], 1, ["5328"], tracks={"withdrawn": 20})
    assert "D" in ways(east, ["ge.275.gr983"], 1, ["5328"])


def test_retreat_into_an_area() -> None:
    """NOR-RT-05: the unit is in the area and is asked nothing more."""
    units = {
        "us.30.117th": "0234", "us.30.119th": "0234", "us.30.120th": "0234", "us.hq.xix": "0334",
        "us.hq.v": "2511", "ge.275.gr983": "0134",
    }  # fmt: skip
    session = strike(
        units, "attack 0134 from us.30.117th us.30.119th us.30.120th", "DR1",
        states={"us.hq.xix": ["supported"]}, sp={"us1": 2}, boundary=54,
    )  # fmt: skip
    if asked(session).key == "combat.retreat":
        play(session, "retreat ge.275.gr983 A")
    assert unit(session, "ge.275.gr983").box == "area A"
    assert notes(session, "off_map") == [{"unit": "ge.275.gr983"}]
