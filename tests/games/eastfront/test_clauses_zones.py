"""Zones of control, stacking, control, classes of East Front clause by clause."""

from __future__ import annotations

from tests.games.eastfront.passes import awaited
from tests.games.eastfront.played import position
from tests.games.eastfront.table import table
from tests.games.eastfront.walks import (
    CM,
    FOOT,
    GROUND,
    around,
    plain,
    price,
    step_into,
    zone,
)
from tests.games.table import at, control, play, refusal, unit
from wargame.games.eastfront import bounds, capture
from wargame.games.eastfront.stacking import stacking_value, why_full
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    DUMP,
    FINLAND_CLOSED,
    FORT,
    FROZEN,
    LEVEL,
    LOST,
    MP,
    READY_CHIT,
    RESOURCES,
    SP,
    UNPREPARED,
    attack_strength,
    class_of,
    defence_halves,
)

# -- zones of control -------------------------------------------------------------------------------


def test_who_has_a_zone() -> None:
    """EF-ZC-01, EF-ZC-02, EF-ZC-04, EF-UN-06  Most classes; MI and FR in their own hex; others none; U4 none."""
    for unit_id, hexes in (
        ("S-47", around(table(), "2033")), ("Q-MOS1", {"2033"}), ("S-FR1", {"2033"}),
        ("S-HW", set()), ("S-RB2", set()),
    ):  # fmt: skip
        assert hexes == zone(table({unit_id: "2033"}), "soviet"), unit_id
    for unit_id in ("G-S1", "G-RE3", "A-H4", "G-SI1"):
        assert not zone(table({unit_id: "2033"}), "axis"), unit_id
    assert not zone(table({"S-47": "2033"}, numbers={"S-47": {LEVEL: 4}}), "soviet")
    assert zone(table({"S-47": "2033"}, numbers={"S-47": {LEVEL: 3}}), "soviet")


def test_zones_of_unprepared_units() -> None:
    """EF-ZC-02  Their own hex in the bonus turn of June 1941, all around after it."""
    for bonus, hexes in ((1, {"2033"}), (0, around(table(), "2033"))):
        g = table({"S-47": "2033"}, states={"S-47": [UNPREPARED]}, tracks={"bonus": bonus})
        assert hexes == zone(g, "soviet")


def test_where_zones_end() -> None:
    """EF-ZC-01, EF-WX-04, EF-HC-05  Not over an open major river, into water, or over a closed border."""
    for ice, held in ((0, {"1532", "1633", "1533", "1433"}), (1, around(table(), "1532"))):
        g = table({"S-47": "1532"}, tracks=dict.fromkeys(FROZEN.values(), ice))
        assert held == zone(g, "soviet"), ice
    g = table({FOOT: "0925"})
    land = {h for h in around(g, "0925") if g.grid.hex(h) in g.content.land}
    assert zone(g, "axis") <= land < around(g, "0925"), "Memel lies on the sea"
    border = next(
        (h, n) for h in sorted(g.content.land) for n in g.grid.neighbours[h]
        if g.content.nation[h] == "S" and n in g.content.land and g.content.nation[n] == "F"
        and not g.content.water(h, n)
    )  # fmt: skip
    here, there = (g.grid.name(h) for h in border)
    for shut in (1, 0):
        g = table({"S-47": here}, tracks={FINLAND_CLOSED: shut})
        assert bool(shut) != (there in zone(g, "soviet"))


def test_own_units_cancel_zones() -> None:
    """EF-ZC-03  For movement an own-held hex is EZOC still."""
    g = table({CM: "1932", FOOT: "2033", "S-47": "2034"})
    assert 2 == price(g, CM, g.grid.hex("1932"), g.grid.hex("2033"))


def test_units_without_zone_are_pushed_aside() -> None:
    """EF-ZC-04, EF-CB-30  Entered at normal cost; to the nearest combat unit within 3 hexes, else lost; an HQ keeps 2 SP."""
    units = {FOOT: "2033", "S-HW": "2034", "S-RB2": "2034", "S-47": "2236"}
    more = {"S-HW": {"sp": 5}}
    session = position(GROUND, units, more=more, states={"S-HW": [READY_CHIT]})
    play(session, f"move {FOOT} 2033-2034")
    assert ("2034", "2236", "2236") == (
        at(session, FOOT),
        at(session, "S-HW"),
        at(session, "S-RB2"),
    )
    hq = unit(session, "S-HW")
    assert (2, False) == (hq.numbers[SP], READY_CHIT in hq.states)
    assert 1 == unit(session, FOOT).numbers[MP]
    alone = position(GROUND, {FOOT: "2033", "S-RB2": "2034"})
    play(alone, f"move {FOOT} 2033-2034")
    assert -1 == unit(alone, "S-RB2").hex


def test_the_owner_chooses_where_they_go() -> None:
    """EF-ZC-04  His choice among equals; stacking applies."""
    units = {FOOT: "2033", "S-RB2": "2034", "S-47": "2135", "S-44": "2036"}
    session = position(GROUND, units)
    play(session, f"move {FOOT} 2033-2034", "displace S-RB2 2036")
    assert "2036" == at(session, "S-RB2")


# -- stacking ---------------------------------------------------------------------------------------


def test_stacking_values() -> None:
    """EF-SK-01, EF-UN-01  Two steps and more 2, one step 1, small units 0; SV 6 and 3 small, in mountains SV 4."""
    g = table({"G-VII": "2033", "G-IX": "2033", "G-XIII": "2033"})
    assert (2, 1, 0) == (
        stacking_value(g, "G-VII"),
        stacking_value(g, "G-SST"),
        stacking_value(g, "G-S1"),
    )
    at_most = g.grid.hex("2033")
    assert why_full(g, "axis", at_most, ["G-SST"]) is not None
    assert why_full(g, "axis", at_most, ["G-S1", "G-S2", "G-S3"]) is None
    assert why_full(g, "axis", at_most, ["G-S1", "G-S2", "G-S3", "G-RE3"]) is not None
    peak = step_into(g, "mountain")[1]
    assert why_full(g, "axis", peak, ["G-VII", "G-IX"]) is None
    assert why_full(g, "axis", peak, ["G-VII", "G-IX", "G-SST"]) is not None


def test_stacking_is_looked_at_where_a_move_ends() -> None:
    """EF-SK-02  Passing through a full hex is free, ending there is refused."""
    units = {FOOT: "1932", "G-VII": "2033", "G-IX": "2033", "G-XLIII": "2033"}
    session = position(GROUND, units)
    assert "EF-SK-01" == refusal(session, f"move {FOOT} 1932-2033").rule
    play(session, f"move {FOOT} 1932-2033-2133")
    assert "2133" == at(session, FOOT)


def test_nations_apart() -> None:
    """EF-SK-03, EF-UN-05  Hungarians never with Romanians; Finns with Finns and Germans only."""
    g = table()
    here = g.grid.hex("2033")
    for units, fine in (
        (("R-III", "H-RAP"), False), (("R-III", FOOT), True), (("H-RAP", FOOT), True),
        (("F-II", FOOT), True), (("F-II", "R-III"), False), (("F-II", "F-IV"), True),
    ):  # fmt: skip
        assert fine == (why_full(g, "axis", here, units) is None), units


# -- control ----------------------------------------------------------------------------------------


def test_control_at_the_start() -> None:
    """EF-HC-01  The USSR is Soviet, and Hanko; other countries are Axis; out-of-play hexes nobody's."""
    g = table(clear=False, turn=1)
    hanko = g.grid.hex("1514")
    for h in g.content.land:
        side = "soviet" if g.content.nation[h] == "S" or h == hanko else "axis"
        assert side == g.state.control[h]
    assert set(g.state.control) == set(g.content.land)


def test_control_changes_on_the_way() -> None:
    """EF-HC-02  Combat units and HQs take every enemy hex they go through; engineers do not."""
    units = {FOOT: "2033", "A-H4": "2033", "G-RE3": "2033"}
    session = position(GROUND, units)
    play(session, f"move {FOOT} 2033-2034-2134")
    assert ["axis", "axis"] == [control(session, h) for h in ("2034", "2134")]
    play(session, "move G-RE3 2033-2133", "move A-H4 2033-1933")
    assert ("soviet", "axis") == (control(session, "2133"), control(session, "1933"))


def test_what_falls_with_a_hex() -> None:
    """EF-HC-03, EF-EN-10  Forts and markers vanish, half the SP are captured, SRP lost; aircraft escape on 4 and more."""
    for roll, where in ((3, False), (4, True)):
        g = table(
            {FOOT: "2033", "V-WES5": "2034"}, own={"soviet": ["2034"]}, dice=[roll],
            layers={DUMP: {"2034": 5}, RESOURCES: {"2034": 2}, FORT: {"2034": 1}},
        )  # fmt: skip
        here = g.grid.hex("2034")
        for mark in ("C", "D", "R"):
            g.lay(f"{mark}2034", "blow rail", side="soviet", where=here, count=1, rule="EF-EN-10")
        g.place(FOOT, here, rule="EF-MV-11")
        assert awaited(capture.enter(g, (FOOT,), here), []) is None
        found = [g.state.layers[name].get(here, 0) for name in (DUMP, RESOURCES, FORT)]
        assert ([2, 0, 0], {}) == (found, g.state.markers)
        assert where == (g.state.units["V-WES5"].hex >= 0)
        assert "axis" == g.state.control[here]


def test_closed_countries() -> None:
    """EF-HC-05, EF-PE-02  Nobody crosses the border of a closed country; inside it units move."""
    g = table(turn=3)
    for letter, track in (("F", FINLAND_CLOSED), ("B", BULGARIA_CLOSED)):
        for side, unit_id in (("axis", FOOT), ("soviet", "S-47")):
            here, there = next(
                (h, n) for h in sorted(g.content.land) for n in g.grid.neighbours[h]
                if g.content.nation[h] == letter and n in g.content.land
                and g.content.nation[n] != letter and plain(g, h, n)
            )  # fmt: skip
            for shut in (1, 0):
                g = table({unit_id: g.grid.name(there)}, tracks={track: shut}, turn=3)
                refusal = bounds.why_not_enter(g, unit_id, there, here)
                assert bool(shut) == (refusal is not None and refusal.rule == "EF-HC-05"), side


# -- classes ----------------------------------------------------------------------------------------


def test_classes() -> None:
    """EF-UN-01  Strength is a step's: steps by table 4.1; class and number decide."""
    g = table({CM: "2033", FOOT: "2033", "S-47": "2135", "S-6M": "2236"})
    for unit_id, attack, defence in ((CM, 20, 16), (FOOT, 9, 9), ("S-47", 4, 6)):
        assert [attack, defence] == [attack_strength(g, unit_id), defence_halves(g, unit_id) / 2]
    g.set_number(CM, LOST, 1, rule="EF-CB-23")
    assert [15, 12] == [attack_strength(g, CM), defence_halves(g, CM) / 2]


def test_dated_classes() -> None:
    """EF-UN-02  T74 SA 3-4; T98 Soviet foot MA 5; T110 GP attack 4, GX 6; T146 GI 2-3, minor allies' attack 1."""
    rows = {
        "S-24A": [(73, 2, 3, 4), (74, 3, 4, 4), (97, 3, 4, 4), (98, 3, 4, 5)],
        "S-47": [(97, 2, 3, 4), (98, 2, 3, 5)],
        CM: [(109, 5, 4, 6), (110, 4, 4, 6)],
        FOOT: [(145, 3, 3, 5), (146, 2, 3, 5)],
        "R-III": [(145, 2, 2, 4), (146, 1, 2, 4)],
    }
    for unit_id, dates in rows.items():
        for turn, *found in dates:
            cls = class_of(table(turn=turn), unit_id)
            assert found == [cls.attack, cls.defence, cls.ma], (unit_id, turn)
    assert (
        6
        == next(c for c in table(turn=120).content.classes_in(120).values() if c.id == "GX").attack
    )


def test_combat_units() -> None:
    """EF-UN-06  Every ground unit but HQ, RE, CE and PA; AC, SI and GS without ZOC are combat units too."""
    g = table()
    kinds = g.content.classes_in(3)
    assert {"HQ", "RE", "CE", "PA"} == {cls.id for cls in kinds.values() if not cls.combat}
    assert {"HQ", "RE", "CE", "PA", "AC", "SI", "GS"} == {
        c.id for c in kinds.values() if c.zoc == "none"
    }
