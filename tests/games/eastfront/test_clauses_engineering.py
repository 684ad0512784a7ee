"""Engineering of East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.laid import laid
from tests.games.eastfront.passes import Found, options, refused, run
from tests.games.eastfront.table import table
from wargame.games.eastfront.capture import pass_through, seize
from wargame.games.eastfront.content import BROAD, STANDARD, load_content
from wargame.games.eastfront.data.files import SIDES
from wargame.games.eastfront.labour import why_not_start
from wargame.games.eastfront.production import lost_factories
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DEMOLISHED,
    DUMP,
    FACTORY,
    FORT,
    GAUGE,
    LEVEL,
    OIL_OUT,
    PORT_HITS,
    RESOURCES,
    WORKING,
    EfGame,
    fort_level,
)

RE, CORPS, FOE = "G-RE3", "G-XII", "S-47"
CE = min(
    u.id for u in load_content("campaign").units.values() if u.cls == "CE" and u.side == "axis"
)
BREST, LINE = "1135", ("1235", "1334", "1435", "1534", "1634")
WARSAW, DANZIG, CHELM = "0635", "0328", "0838"
STOCK = {DUMP: {WARSAW: 9, BREST: 9}, RESOURCES: {WARSAW: 5}}


def site(units: dict[str, str], **more: object) -> EfGame:
    """The line east of Brest in Axis hands, Brest converted, stocks at Warsaw."""
    layers = {GAUGE: {BREST: STANDARD}, **STOCK, **more.pop("layers", {})}  # type: ignore[dict-item]
    return table(units, own={"axis": [BREST, *LINE]}, layers=layers, **more)  # type: ignore[arg-type]


def works(g: EfGame, *answers: str, side: str = "axis", phase: int = 5) -> Found:
    """Segment 5.2."""
    return run(g, "movement.ground", *answers, side=side, phase=phase)


def count(g: EfGame, side: str = "axis") -> None:
    """Phase 4."""
    assert run(g, "engineering.initial", side=side) is None


def markers(g: EfGame) -> dict[str, int]:
    """Engineering markers with their levels."""
    return {m.id: m.count for m in g.state.markers.values()}


def gauge(g: EfGame, where: str) -> int:
    """The gauge of a hex."""
    return g.state.layers[GAUGE][g.grid.hex(where)]


# -- markers ----------------------------------------------------------------------------------------


def test_w7_conversion() -> None:
    """EF-EN-01, EF-EN-02, EF-EN-03, EF-EN-11  W7: two hexes started in 5.2; the enemy's phase 4 changes nothing, the own one ends it."""
    g = site({RE: "1235"})
    works(g, f"start convert {RE} 1235", f"start convert {RE} 1334")
    assert {"C1235": 1, "C1334": 1} == markers(g)
    assert BROAD == gauge(g, "1235")
    assert WORKING in g.state.units[RE].states
    count(g, "soviet")
    assert {"C1235": 1, "C1334": 1} == markers(g)
    count(g)
    assert {} == markers(g)
    assert [STANDARD, STANDARD, BROAD] == [gauge(g, h) for h in LINE[:3]]


def test_w7_a_demolition() -> None:
    """EF-EN-10, EF-EN-12, EF-HC-03  W7: laid in 5.2 it works in the own phase 4, unless the enemy came in between."""
    for comes, blown in (("", 1), (CORPS, 0)):
        g = table({"S-RB2": "2131", **({comes: "2031"} if comes else {})})
        works(g, "start blow-rail S-RB2 2131", side="soviet")
        assert {"D2131": 1} == markers(g)
        g.box("S-RB2", "pool", rule="EF-EN-10")
        if comes:
            pass_through(g, [comes], g.grid.hex("2131"))
            assert {} == markers(g)
        count(g, "soviet")
        assert blown == g.state.layers.get(DEMOLISHED, {}).get(g.grid.hex("2131"), 0), (
            "no engineer need stay"
        )


def test_w7_a_repair() -> None:
    """EF-EN-04, EF-EN-15  W7: a Repair marker comes off in phase 11 with the break, in the owner's turn alone."""
    g = site({RE: BREST}, broken=[BREST])
    works(g, f"start mend-rail {RE} {BREST}")
    assert g.state.layers[BREAK][g.grid.hex(BREST)]
    run(g, "engineering.secondary", side="soviet")
    assert [f"R{BREST}"] == list(markers(g))
    run(g, "engineering.secondary", side="axis")
    assert {} == markers(g)
    assert not g.state.layers.get(BREAK, {}).get(g.grid.hex(BREST))


def test_levels_come_down_one_a_turn() -> None:
    """EF-EN-01, EF-EN-02, EF-EN-12  C4 takes four own turns; without its builder it is given up in the next phase 4."""
    g = site({CORPS: "1235"}, layers={DUMP: {"1235": 1}})
    works(g, f"start fort-1 {CORPS} 1235")
    for left in (3, 2, 1):
        count(g)
        assert {"C1235": left} == markers(g)
    count(g)
    assert ({}, 1) == (markers(g), fort_level(g, g.grid.hex("1235")))
    g = site({CE: "1235"}, layers={DUMP: {"1235": 1}})
    works(g, f"start fort-1 {CE} 1235")
    assert {"C1235": 2} == markers(g)
    g.place(CE, g.grid.hex(BREST), rule="EF-EN-12")
    count(g)
    assert ({}, 0) == (markers(g), fort_level(g, g.grid.hex("1235")))


def test_order_of_completion() -> None:
    """EF-EN-12  Conversions first, then demolitions, then the rest, by hex."""
    g = site({RE: "1235", CE: BREST, CORPS: BREST})
    for marker, kind, hex_ in (
        (f"C{BREST}", "airfield", BREST), (f"D{BREST}", "blow rail", BREST), ("C1235", "convert", "1235"),
    ):  # fmt: skip
        g.lay(marker, kind, side="axis", where=g.grid.hex(hex_), count=1, rule="EF-EN-12")
    count(g)
    told = [repr(e) for e in g.journal if "finished" in repr(e)]
    assert [
        kind in said for kind, said in zip(("convert", "blow rail", "airfield"), told, strict=True)
    ] == [True] * 3


# -- what may be started ----------------------------------------------------------------------------


def test_started_in_initial_movement_alone() -> None:
    """EF-EN-03, EF-EN-13  Not in a bonus turn, nor in exploitation."""
    assert [a for a in options(works(site({RE: "1235"}))) if a.startswith("start")]
    for phase in (2, 8):
        g = site(
            {RE: "1235", "G-XLVII": "1235"},
            tracks={"surprise": "axis", "bonus": int(phase == 2)},
            turn=1,
        )
        ask = works(g, phase=phase)
        assert ask is None or not [a for a in options(ask) if a.startswith("start")]


def test_one_of_a_kind_in_a_hex() -> None:
    """EF-EN-14  One construction and one demolition a hex; no repair of what is built or blown up."""
    g = site({CE: BREST, "G-RE4": BREST, RE: BREST}, layers={DUMP: {BREST: 9}}, broken=[BREST])
    ask = works(g, f"start mend-rail {RE} {BREST}")
    assert refused(ask, f"start blow-rail G-RE4 {BREST}") == "EF-EN-14"
    ask = works(g, f"start airfield {CE} {BREST}")
    assert {f"R{BREST}", f"C{BREST}"} == set(markers(g)), "another object"
    assert refused(ask, f"start mend-rail G-RE4 {BREST}") == "EF-EN-14"


@pytest.mark.parametrize(
    ("work", "by", "level", "sp", "srp"),
    [
        ("convert", {"RE", "CE"}, 1, 0, 0), ("mend rail", {"RE", "CE"}, 0, 0, 0), ("mend port", {"CE"}, 0, 1, 0),
        ("fort 1", {"CE", "X"}, 2, 1, 0), ("fort 2", {"CE"}, 4, 2, 1), ("fort 3", {"CE"}, 6, 3, 1),
        ("airfield", {"CE"}, 1, 1, 0), ("blow rail", {"RE", "CE", "X"}, 1, 0, 0), ("blow port", {"CE"}, 2, 0, 0),
        ("blow oil", {"CE"}, 2, 0, 0), ("restore", {"RE", "CE"}, 1, 0, 0),
    ],
)  # fmt: skip
def test_functions(work: str, by: set[str], level: int, sp: int, srp: int) -> None:
    """EF-EN-10  Who does what, how long it takes, what it costs, as table 4.10 has it."""
    row = load_content("campaign").work[work]
    assert (by, level, sp, srp) == (set(row.by), row.level, row.sp, row.srp)


def test_payment() -> None:
    """EF-EN-10, EF-SP-21  SP of the hex or a payer near, an SRP of the net, paid when it begins."""
    forts = {FORT: {BREST: 2}}
    g = site({CE: BREST}, layers=forts)
    works(g, f"start fort-3 {CE} {BREST}")
    sp, srp = g.state.layers[DUMP][g.grid.hex(BREST)], g.state.layers[RESOURCES][g.grid.hex(WARSAW)]
    assert (6, 4) == (sp, srp)
    assert {f"C{BREST}": 6} == markers(g)
    g = site({CE: BREST}, layers={**forts, DUMP: {BREST: 2, WARSAW: 0}})
    assert why_not_start(g, g.content.work["fort 3"], CE, g.grid.hex(BREST)) is not None
    g = site({CE: "1235"}, layers={FORT: {"1235": 2}})
    assert why_not_start(g, g.content.work["fort 3"], CE, g.grid.hex("1235")) is not None, "no city"


def test_forts_want_supply() -> None:
    """EF-EN-10  Nobody out of supply builds a fort of level 1."""
    for level, able in ((0, True), (1, False)):
        g = site({CORPS: BREST}, layers={FORT: {}}, numbers={CORPS: {LEVEL: level}})
        hex_ = g.grid.hex("1235")
        g.place(CORPS, hex_, rule="EF-EN-10")
        assert able == (why_not_start(g, g.content.work["fort 1"], CORPS, hex_) is None)


def test_what_works_do() -> None:
    """EF-EN-10, EF-EN-17  Airfields, ports and oil fields blown up, a demolished line restored in own gauge."""
    for work, hex_, layer, value in (
        ("airfield", BREST, AIRFIELD, 1), ("blow port", DANZIG, PORT_HITS, 4), ("blow port", "2156", PORT_HITS, 2),
        ("blow oil", "1356", OIL_OUT, 28), ("blow rail", WARSAW, DEMOLISHED, 1),
    ):  # fmt: skip
        g = site({CE: hex_}, turn=3, layers={DUMP: {hex_: 3}})
        works(g, f"start {work.replace(' ', '-')} {CE} {hex_}")
        (left,) = markers(g).values()
        g.state.tracks["turn"] = 4
        for _ in range(left):
            assert not g.state.layers.get(layer, {}).get(g.grid.hex(hex_))
            count(g)
        assert value == g.state.layers[layer][g.grid.hex(hex_)]
    for who, level in ((RE, 1), (CE, 2)):
        g = site({who: BREST}, layers={DEMOLISHED: {BREST: 1}, GAUGE: {BREST: BROAD}})
        works(g, f"start restore {who} {BREST}")
        assert {f"C{BREST}": level} == markers(g)
        for _ in range(level):
            count(g)
        assert (STANDARD, 0) == (
            gauge(g, BREST),
            g.state.layers.get(DEMOLISHED, {}).get(g.grid.hex(BREST), 0),
        )


def test_evacuation() -> None:
    """EF-EN-10  An SRP and three capacity a point; three turns, then gone, and open again eight turns later."""
    g = table(turn=5, layers={RESOURCES: {"3827": 6}})
    run(g, "isolation")
    before = lost_factories(g)
    from_, srp = g.grid.hex("3643"), g.state.layers[RESOURCES][g.grid.hex("3827")]
    points = g.state.layers[FACTORY][from_]
    ask = works(g, side="soviet")
    assert f"evacuate 3643 {points}" in options(ask)
    works(g, "evacuate 3643", side="soviet")
    assert {"C3643": 3} == markers(g)
    assert srp - points == g.state.layers[RESOURCES].get(g.grid.hex("3827"), 0)
    assert before + points == lost_factories(g)
    for turn in (6, 7, 8):
        g.state.tracks["turn"] = turn
        count(g, "soviet")
    assert 0 == g.state.layers[FACTORY].get(from_, 0)
    for turn, lost in ((15, points), (16, 0)):
        g.state.tracks["turn"] = turn
        assert before + lost == lost_factories(g)


def test_a_part_of_a_factory_leaves() -> None:
    """EF-EN-10  Its player says how many points; one marker serves those, the others work on."""
    g = table(turn=5, layers={RESOURCES: {"3827": 6}})
    before, points = lost_factories(g), g.state.layers[FACTORY][g.grid.hex("3643")]
    assert points > 1
    ask = works(g, side="soviet")
    assert refused(ask, f"evacuate 3643 {points + 1}") == "EF-EN-10"
    works(g, "evacuate 3643 1", side="soviet")
    assert ({"C3643": 3}, before + 1) == (markers(g), lost_factories(g))
    assert 5 == g.state.layers[RESOURCES][g.grid.hex("3827")]
    for _ in range(3):
        count(g, "soviet")
    assert points - 1 == g.state.layers[FACTORY][g.grid.hex("3643")]


def test_engineers_near_the_enemy() -> None:
    """EF-EN-16  In EZOC they only demolish; those that came by rail may work."""
    g = site({RE: "1235", FOE: "1335"})
    hex_ = g.grid.hex("1235")
    found = why_not_start(g, g.content.work["convert"], RE, hex_)
    assert found is not None
    assert "EF-EN-16" == found.rule
    assert why_not_start(g, g.content.work["blow rail"], RE, hex_) is None
    g = site({RE: "1235"}, states={RE: ["railed"]})
    assert why_not_start(g, g.content.work["convert"], RE, hex_) is None


def test_corps_that_build() -> None:
    """EF-EN-18  A combat unit at work does not move; who leaves the hex gives it up."""
    g = site({CORPS: "1235"}, layers={DUMP: {"1235": 1}})
    ask = works(g, f"start fort-1 {CORPS} 1235")
    assert ask is None or not [a for a in options(ask) if a.startswith("move") and CORPS in a]
    run(g, "end.oc", side="axis")
    assert "C1235" == g.state.units[CORPS].ties["work"], "it is bound next turn too"


def test_three_hexes_from_a_railhead() -> None:
    """EF-EN-19  However many engineers work there."""
    g = site({RE: "1235", "G-RE4": "1435"})
    works(g, f"start convert {RE} 1235", f"start convert {RE} 1334", "start convert G-RE4 1435")
    assert 3 == len(markers(g))
    found = why_not_start(g, g.content.work["convert"], "G-RE4", g.grid.hex("1534"))
    assert found is not None
    assert "EF-EN-19" == found.rule


def test_enemy_engineers_interrupt_too() -> None:
    """EF-EN-10, EF-HC-02  Any enemy unit in the hex ends the work; control is for combat units and HQs."""
    g = site({RE: BREST})
    where = g.grid.hex("1235")
    g.take(where, "axis", rule="EF-HC-02")
    g.lay("C1235", "convert", side="axis", where=where, count=1, rule="EF-EN-10")
    assert not pass_through(g, ["S-RB2"], where)
    assert ("axis", {}) == (g.state.control[where], markers(g))


def test_a_factory_town_retaken_works_again() -> None:
    """EF-SP-25, EF-HC-03  The evacuation that its loss broke off counts no more once it is Soviet again."""
    g = table(turn=5, layers={RESOURCES: {"3827": 6}})
    before, where = lost_factories(g), g.grid.hex("3643")
    works(g, "evacuate 3643", side="soviet")
    for side in SIDES:
        seize(g, side, where)
    assert ({}, before) == (markers(g), lost_factories(g))


def test_oil_that_flows_again_can_be_blown_up_again() -> None:
    """EF-EN-10 "oil value 0 for 24 turns": out until T55, it is demolished anew from T55 on and not before."""
    for turn, able in ((54, False), (55, True)):
        session = laid(
            "eastfront.soviet.movement.ground", {"S-SE2": "5960"}, turn=turn,
            layout={"oil_out": {"5960": 55}},
        )  # fmt: skip
        assert able == (session.why_not("start blow-oil S-SE2 5960") is None)
