"""Retreat after battles of East Front, clause by clause (EF-CB-24 to EF-CB-26, EF-SK-03)."""

from __future__ import annotations

from tests.games.eastfront.played import fought, key, lost, notes, readings
from tests.games.eastfront.table import table
from tests.games.table import answers, asked, at, play
from wargame.flow.session import Session
from wargame.games.eastfront.retreat import price, retreats

FIELD = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833", "A-HP2": "1634"}
ATTACK = "attack 1833 normal from G-IX G-VII"
ARMOUR = {"G-XXIV": "1733", "G-XLVI": "1732", "A-HP2": "1634"}
STRIKE = "attack 1833 normal from G-XLVI G-XXIV"


def ways(session: Session) -> set[str]:
    """Where the unit that is asked about may go."""
    return {answer.split()[2] for answer in answers(session)}


def test_w10_a_retreat_over_the_niemen() -> None:
    """EF-CB-25, EF-CB-24  Example W10: not farther from the source; armour pays for the river but on rails."""
    units = {"S-21": "1532", "S-17M": "1532", "G-VII": "1433", "G-IX": "1533", "G-XII": "1633"}
    g = table(units)
    names = {g.grid.write(way) for way in retreats(g, "S-21", 1)}
    assert {"1531", "1632"} == names
    cost = {
        u: {g.grid.write(w): price(g, u, w) for w in retreats(g, u, 1)} for u in ("S-21", "S-17M")
    }
    assert {"S-21": {"1531": 0, "1632": 0}, "S-17M": {"1531": 0, "1632": 1}} == cost
    shut = table({**units, "G-XXIV": "1531"})
    assert {"1632"} == {shut.grid.write(way) for way in retreats(shut, "S-21", 1)}
    assert [1, 2] == [price(shut, u, retreats(shut, u, 1)[0]) for u in ("S-21", "S-17M")]


def test_a_frozen_river_costs_armour_nothing() -> None:
    """EF-CB-25, EF-ZC-01  Nor does a highway or rail hexside over it."""
    units = {"S-17M": "1532"}
    for frozen, where, cost in ((0, "1632", 1), (1, "1632", 0), (0, "1531", 0)):
        g = table(units, tracks={"frozen B": frozen})
        assert cost == price(g, "S-17M", (g.grid.hex(where),))
        assert 0 == price(table({"S-21": "1532"}), "S-21", (g.grid.hex(where),)), (
            "foot pays nothing"
        )


def test_exactly_so_many_hexes() -> None:
    """EF-CB-24  D2: a way of two hexes that ends two hexes from the start."""
    units = {**ARMOUR, "S-47": "1833", "S-1": "1833"}
    session = fought(units, STRIKE, "D2")
    while key(session) == "losses":
        play(session, answers(session)[0])
    assert "retreat" == key(session)
    g, start = session.game, session.game.grid.hex("1833")
    for way in ways(session):
        route = g.grid.route(way)
        assert (2, 2) == (len(route), g.grid.distance(start, route[-1]))


def test_each_unit_has_its_own_way() -> None:
    """EF-CB-24  One unit after another, all by the position before the first moved; then all are moved."""
    units = {**ARMOUR, "S-47": "1833", "S-1": "1833"}
    session = fought(units, STRIKE, "DR")
    first = ways(session)
    play(session, "retreat S-1 1932")
    assert "1833" == at(session, "S-1"), "named, not moved"
    assert first == ways(session), "the first neither helps nor hinders"
    play(session, "retreat S-47 1933")
    assert ("1932", "1933") == (at(session, "S-1"), at(session, "S-47"))


def test_a_zoc_costs_a_step() -> None:
    """EF-CB-25, EF-ZC-03  Hexes free of ZOC first; an own combat unit makes one free; each other costs a step."""
    ring = {"G-XII": "1934", "G-II": "2032"}
    assert {"1932", "1933"} == ways(fought(FIELD, ATTACK, "DR"))
    shut = fought({**FIELD, **ring}, ATTACK, "DR")
    assert all("loses 1" in option.label for option in asked(shut).options())
    play(shut, answers(shut)[0])
    assert [1] == lost(shut, "S-47")
    held = fought({**FIELD, **ring, "S-2": "1932"}, ATTACK, "DR")
    assert ("1932", [0]) == (at(held, "S-47"), lost(held, "S-47"))


def test_no_way_back() -> None:
    """EF-CB-25  Without an open hex the unit is eliminated; not over a strait, a lake, a closed border."""
    ring = {"G-XII": "1932", "G-II": "1933", "G-V": "1834", "G-XLIII": "1832"}
    session = fought({**FIELD, **ring}, ATTACK, "DR")
    assert "gone" == at(session, "S-47")
    assert ["S-47"] == [n["unit"] for n in notes(session, "no_way_back")]


def test_no_way_leaves_anything_of_it() -> None:
    """EF-CB-25, EF-AU-01, R-353  A unit of one step between ZOCs is lost on each way: told, not asked; one of two steps is asked."""
    ring = {"G-XII": "1934", "G-II": "2032"}
    doomed = fought({**FIELD, **ring}, ATTACK, "DR", more={"S-47": {"steps": 1}})
    assert "retreat" != key(doomed)
    assert "gone" == at(doomed, "S-47")
    assert ["S-47"] == [n["unit"] for n in notes(doomed, "no_way_alive")]
    asked_ = fought({**FIELD, **ring}, ATTACK, "DR")
    assert "retreat" == key(asked_)
    assert not notes(asked_, "no_way_alive")


def test_room_counts_those_who_went_before() -> None:
    """EF-CB-25, EF-SK-01  A hex with room goes before one that would hold too many, those named before counted."""
    units = {**ARMOUR, "S-47": "1833", "S-1": "1833", "S-5": "1932", "S-13M": "1932"}
    session = fought(units, STRIKE, "DR")
    assert {"1932", "1933"} == ways(session)
    play(session, "retreat S-1 1932")
    assert ("1932", "1933") == (at(session, "S-1"), at(session, "S-47")), (
        "one way was left: nobody is asked"
    )


def test_too_many_in_a_hex_go_on() -> None:
    """EF-SK-03, EF-CB-25  Where every open hex is full it goes there all the same, and then one hex farther, or is lost."""
    full = {
        "S-5": "1932",
        "S-13M": "1932",
        "S-4": "1932",
        "S-10": "1933",
        "S-27": "1933",
        "S-8": "1933",
    }
    session = fought({**FIELD, **full}, ATTACK, "DR")
    assert {"1932", "1933"} == ways(session)
    play(session, "retreat S-47 1932")
    assert "retreat" == key(session), "and on from there"
    onward = ways(session)
    assert onward
    assert not onward & {"1932", "1933"}
    play(session, answers(session)[0])
    assert at(session, "S-47") in onward
    ring = {"G-XII": "1831", "G-II": "1931", "G-V": "2032", "G-XLIII": "2033"}
    lost_ = fought({**FIELD, **full, **ring}, ATTACK, "DR")
    while key(lost_) == "retreat":
        play(lost_, answers(lost_)[0])
    assert "gone" == at(lost_, "S-47")


def test_second_hex_is_judged_from_the_first() -> None:
    """EF-CB-25  "Not farther from the source nearest to the hex being left": judged for each hex of the way."""
    g = table({"S-21": "1532"})
    sources = [h for h in g.content.sources["soviet"] if g.state.control[h] == "soviet"]
    found = retreats(g, "S-21", 2)
    assert found
    for way in found:
        here = g.grid.hex("1532")
        for h in way:
            near = g.grid.nearest(here, sources)
            assert g.grid.distance(h, near) <= g.grid.distance(here, near)
            here = h


def test_static_units_stay_and_die() -> None:
    """EF-CB-26, EF-CB-28  MA 0 is eliminated instead; example W1: Brest, no second hex after D1."""
    units = {
        "S-28": "1135", "S-FR2": "1135", "G-XII": "1136", "G-XXIV": "1136", "G-XLIII": "1035",
        "G-XLVII": "1035", "G-LIII": "1036", "A-HP2": "1036",
    }  # fmt: skip
    marks = {"S-28": ["unprepared"], "S-FR2": ["unprepared"], "A-HP2": ["used chit"]}
    session = fought(
        units, "attack 1135 normal from G-LIII G-XII G-XLIII G-XLVII G-XXIV", "D1",
        states=marks, turn=1, surprise="axis", bonus=1, segment="bonus.combat.declare",
    )  # fmt: skip
    assert ("5:1", 0) == (readings(session)[0].column, sum(n for _, n in readings(session)[0].drm))
    assert ("stand", "soviet") == (key(session), asked(session).side)
    play(session, "retreat")
    while key(session) == "retreat":
        play(session, "retreat S-28 1235")
    assert (["gone", "1235"], [1]) == (
        [at(session, u) for u in ("S-FR2", "S-28")],
        lost(session, "S-28"),
    )
    assert not notes(session, "pays"), "the chit carries it"
    play(session, "advance G-XXIV 1135")
    assert not any(a.startswith("advance G-XXIV") for a in answers(session)), (
        "D1 gives no second hex"
    )


def test_headquarters_go_with_the_stack() -> None:
    """EF-CB-26  HQs and engineers go back up to three hexes, and lose nothing by ZOC or rivers."""
    session = fought({**FIELD, "S-HW": "1833"}, ATTACK, "DR")
    play(session, "retreat S-47 1932") if "S-47" in answers(session)[0] else None
    lengths = {len(way.split("-")) for way in ways(session)}
    assert {1, 2, 3} == lengths
    g = table({**FIELD, "G-XII": "1934", "G-II": "2032", "S-HW": "1833", "S-1": "1833"})
    assert {0} == {price(g, "S-HW", way) for way in retreats(g, "S-HW", 1)}
    assert {1} == {price(g, "S-1", way) for way in retreats(g, "S-1", 1)}
