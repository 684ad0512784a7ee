"""Movement of East Front clause by clause: prices, allowances, overruns, ZOC, stacking, control, classes."""

from __future__ import annotations

import pytest

from tests.games.eastfront.played import position
from tests.games.eastfront.table import table
from tests.games.eastfront.walks import (
    CM,
    FOOT,
    GROUND,
    around,
    over,
    price,
    reach,
    refused,
    step_into,
    weather,
)
from tests.games.table import at, control, is_legal, play, refusal, unit
from wargame.games.eastfront.content import MAJOR_RIVER, MINOR_RIVER, STRAIT
from wargame.games.eastfront.eligible import why_still
from wargame.games.eastfront.overrun import may_overrun
from wargame.games.eastfront.state import (
    CUT,
    FORT,
    FROZEN,
    HARASSED,
    LEVEL,
    LOST,
    MP,
    RESERVE,
    UNPREPARED,
    WEATHER,
    EfGame,
    defence_halves,
)
from wargame.games.eastfront.walk import (
    BONUS_MOVE,
    EXPLOITATION,
    INITIAL,
    REACTION,
    Marcher,
    allowance,
)

# -- prices -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "dry", "frost", "mud", "snow"),
    [
        ("clear", (1, 1), (1, 1), (3, 2), (2, 1)), ("steppe", (1, 1), (1, 1), (3, 2), (2, 1)),
        ("forest", (3, 2), (3, 2), (4, 3), (3, 2)), ("swamp", (4, 3), (2, 2), (0, 4), (2, 2)),
        ("rough", (2, 2), (2, 2), (4, 3), (3, 2)), ("mountain", (4, 3), (4, 3), (6, 4), (5, 4)),
    ],
)  # fmt: skip
def test_prices_of_terrain(
    terrain: str, dry: tuple[int, int], frost: tuple[int, int], mud: tuple[int, int],
    snow: tuple[int, int],
) -> None:  # fmt: skip
    """EF-MV-10, EF-MV-18  Table 4.2 for c/m and foot; a blizzard adds 1; HQ, RE and CE pay as c/m."""
    blizzard = tuple(n + 1 for n in snow)
    for now, row in zip("CFMSB", (dry, frost, mud, snow, blizzard), strict=True):
        g = table(tracks=weather(now), turn=40)
        a, b = step_into(g, terrain)
        assert list(row) == [price(g, CM, a, b), price(g, FOOT, a, b)], now
        assert row[0] == price(g, "A-H4", a, b) == price(g, "G-RE3", a, b)


def test_trained_units() -> None:
    """EF-UN-03  Mountain costs 2, rough and forest 1 for those trained, but in mud."""
    for unit_id, terrain, dry, mud in (
        ("G-XLIX", "mountain", 2, 4), ("G-XLIX", "rough", 1, 3), ("G-XLIX", "forest", 2, 3),
        ("S-6C", "forest", 1, 4), ("S-6C", "rough", 2, 4),
    ):  # fmt: skip
        for now, cost in (("C", dry), ("F", dry), ("M", mud)):
            g = table(tracks=weather(now), turn=40)
            assert cost == price(g, unit_id, *step_into(g, terrain)), (unit_id, terrain, now)


def test_prices_of_rivers_and_highways() -> None:
    """EF-MV-10, EF-WX-04  Rivers +1, +2, in mud +2, +3, frozen nothing; a highway 1, in mud 2, without the river."""
    for water, dry, mud in ((MINOR_RIVER, 1, 2), (MAJOR_RIVER, 2, 3)):
        for now, frozen, cost in (
            ("C", 0, 1 + dry), ("M", 0, 2 + mud), ("S", 0, 1 + dry), ("S", 1, 1), ("F", 1, 1),
        ):  # fmt: skip
            ice = dict.fromkeys(FROZEN.values(), frozen)
            g = table(tracks={**weather(now), **ice}, turn=40)
            assert cost == price(g, FOOT, *over(g, water)), (water, now, frozen)
    g = table()
    roads = [
        (a, b) for b in sorted(g.content.land) for a in g.grid.neighbours[b]
        if g.content.highway(a, b) and g.content.water(a, b)
    ]  # fmt: skip
    for now, cost in (("C", 1), ("M", 2), ("S", 1), ("B", 2)):
        g = table(tracks=weather(now), turn=40)
        assert cost == price(g, CM, *roads[0])


def test_prices_of_zones() -> None:
    """EF-MV-10, EF-MV-12, EF-MV-14  EZOC +1, from one to the next c/m +2 more; harassment +2, on a highway too."""
    g = table({CM: "1932", "S-47": "2034"})
    assert 2 == price(g, CM, g.grid.hex("1932"), g.grid.hex("2033"))
    assert 4 == price(g, CM, g.grid.hex("2033"), g.grid.hex("2133"))
    assert 0 == price(g, FOOT, g.grid.hex("2033"), g.grid.hex("2133"))
    g.set_layer(HARASSED, {g.grid.hex("2033"): 1}, rule="EF-AR-10")
    assert 4 == price(g, CM, g.grid.hex("1932"), g.grid.hex("2033"))


def test_zones_stop_foot() -> None:
    """EF-MV-14  Foot stop on entering EZOC; c/m go on while MP remain."""
    way = ("1932", "2033", "2032")
    g = table({FOOT: "1932", CM: "1932", "S-47": "2034"})
    Marcher(g, (CM,), INITIAL).follow(tuple(g.grid.hex(h) for h in way))
    assert "EF-MV-14" == refused(g, (FOOT,), *way)
    assert "EF-MV-14" == refused(g, (CM, FOOT), *way), "a stack goes as its foot do"


def test_a_stack_pays_its_dearest_price() -> None:
    """EF-MV-11  One at a time or as stacks; the most of the members' prices, the least of their MP."""
    g = table({CM: "2329", FOOT: "2329"})
    a, b = g.grid.hex("2329"), g.grid.hex("2230")
    for units, cost, left in (((CM,), 3, 6), ((FOOT,), 2, 5), ((CM, FOOT), 3, 5)):
        marcher = Marcher(g, units, INITIAL)
        assert (cost, left) == (
            marcher.costs[a][g.grid.direction(a, b)] / 2,
            marcher.left / 2,
        )


def test_mp_are_recorded_and_not_saved() -> None:
    """EF-MV-11, EF-MV-15  What is spent in 5.2 is noted; what is left is lost with the move."""
    session = position(GROUND, {FOOT: "2033", "G-IX": "2033"})
    play(session, f"move {FOOT} 2033-2034-2134")
    assert 2 == unit(session, FOOT).numbers[MP]
    assert "EF-MV-11" == refusal(session, f"move {FOOT} 2134-2135").rule
    play(session, "move G-IX 2033-2034")
    assert 1 == unit(session, "G-IX").numbers[MP]


# -- allowances -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit_id", "now", "turn", "found"),
    [
        (CM, "C", 20, (6, 4, 3, 2, 2)), (FOOT, "C", 20, (5, 4, 3, 2, 2)),
        (FOOT, "S", 20, (4, 3, 2, 2, 2)), (FOOT, "B", 20, (3, 2, 2, 2, 2)),
        (CM, "S", 20, (6, 4, 3, 2, 2)), (CM, "B", 20, (5, 3, 3, 2, 2)),
        (FOOT, "S", 40, (5, 4, 3, 2, 2)), (FOOT, "B", 40, (4, 3, 2, 2, 2)),
        ("S-47", "S", 20, (4, 3, 2, 2, 2)), ("S-47", "B", 20, (3, 2, 2, 2, 2)),
        ("S-4A", "C", 20, (4, 3, 2, 2, 2)),
    ],
)  # fmt: skip
def test_allowances(unit_id: str, now: str, turn: int, found: tuple[int, ...]) -> None:
    """EF-MV-12, EF-WX-05, EF-WX-07  MA by supply level: -2 or -1, half, 2 at most; snow and blizzard of its own hex."""
    g = table({unit_id: "2033"}, turn=turn, tracks={WEATHER["C"]: now})
    for level, most in enumerate(found):
        g.set_number(unit_id, LEVEL, level, rule="EF-SP-16")
        assert most == allowance(g, unit_id, INITIAL), level


def test_allowances_of_events() -> None:
    """EF-MV-12, EF-UN-01, EF-PE-05  Ploesti lost takes 1 of Axis c/m; unprepared move half; static ones not at all."""
    ploesti = table().content.production.factories.ploesti
    g = table({CM: "2033", FOOT: "2033", "S-47": "2135", "S-FR1": "1829"})
    g.state.control[ploesti] = "soviet"
    assert (5, 5) == (allowance(g, CM, INITIAL), allowance(g, FOOT, INITIAL))
    g.state.control[ploesti] = "axis"
    g.set_layer(CUT["axis"], {ploesti: 1}, rule="EF-IS-02")
    assert 5 == allowance(g, CM, INITIAL), "isolated oil is lost in this sense (EF-SP-25)"
    g.gain("S-47", UNPREPARED, rule="EF-PE-01")
    assert (2, 0) == (allowance(g, "S-47", INITIAL), allowance(g, "S-FR1", INITIAL))
    refusal = why_still(g, "S-FR1", INITIAL)
    assert refusal is not None
    assert "EF-UN-01" == refusal.rule


def test_allowance_is_at_least_one() -> None:
    """EF-MV-12, EF-WX-05  Never below 1."""
    g = table({"G-SI1": "2033"}, turn=20, tracks={WEATHER["C"]: "B"}, numbers={"G-SI1": {LEVEL: 1}})
    assert 1 == allowance(g, "G-SI1", INITIAL), "siege artillery: 3 - 2 - 1"


# -- one-hex moves ----------------------------------------------------------------------------------


def test_a_one_hex_move() -> None:
    """EF-MV-13  A unit that has not moved enters any passable hex at any cost; not after a step."""
    g = table({FOOT: "2033"}, numbers={FOOT: {LEVEL: 4}})
    a, b = step_into(g, "mountain")
    g.place(FOOT, a, rule="EF-MV-13")
    assert Marcher(g, (FOOT,), INITIAL).field().left[b] == 0
    g.set_number(FOOT, MP, 1, rule="EF-MV-15")
    assert b not in Marcher(g, (FOOT,), INITIAL).field().left


def test_a_one_hex_move_from_zone_to_zone() -> None:
    """EF-MV-13  Foot go so from EZOC to EZOC, but not across a river; c/m may pay for it."""
    g = table({FOOT: "2033", CM: "2033", "S-47": "2034"})
    assert "2133" in reach(g, FOOT)
    a, b = over(g, MINOR_RIVER)
    third = next(
        h for h in g.grid.neighbours[a]
        if h in g.grid.neighbours[b] and {a, b} <= {n for n, river in g.content.contact[h] if not river}
    )  # fmt: skip
    units = {FOOT: g.grid.name(a), CM: g.grid.name(a), "S-47": g.grid.name(third)}
    g = table(units, numbers={FOOT: {LEVEL: 4}})
    assert b not in Marcher(g, (FOOT,), INITIAL).field().left
    assert b in Marcher(g, (CM,), INITIAL).field().left


def test_swamps_in_mud() -> None:
    """EF-MV-10, EF-MV-13  "P": c/m enter a swamp in mud by a one-hex move alone."""
    g = table(tracks=weather("M"), turn=40)
    a, b = step_into(g, "swamp")
    g.place(CM, a, rule="EF-MV-13")
    assert Marcher(g, (CM,), INITIAL).field().left[b] == 0
    g.set_number(CM, MP, 1, rule="EF-MV-15")
    assert b not in Marcher(g, (CM,), INITIAL).field().left


# -- hexes that are not entered ---------------------------------------------------------------------


def test_where_nobody_goes() -> None:
    """EF-MV-16, EF-MV-20, EF-MV-21, EF-SC-03  Not into enemies, not into the sea, not off the map."""
    g = table({FOOT: "2033", "S-47": "2034"})
    assert "EF-MV-17" == refused(g, (FOOT,), "2033", "2034")
    assert "EF-RX-13" == refused(g, (FOOT,), "2033", "2034", phase=REACTION)
    coast = table({FOOT: "0925"})
    sea = sorted(h for h in around(coast, "0925") if coast.grid.hex(h) not in coast.content.land)
    assert sea
    for h in sea:
        assert "EF-MV-20" == refused(coast, (FOOT,), "0925", h)
    minsk = table({"S-47": "2633"}, scenario="minsk")
    assert "EF-SC-03" == refused(minsk, ("S-47",), "2633", "2733")


def test_frozen_lakes() -> None:
    """EF-WX-04  A frozen lake is entered by foot for 2 MP, never by c/m; open, by nobody."""
    for ice, foot in ((1, True), (0, False)):
        g = table(tracks={**weather("S"), **dict.fromkeys(FROZEN.values(), ice)}, turn=40)
        lake = g.grid.hex("3410")
        shore = next(h for h in g.grid.neighbours[lake] if h in g.content.land)
        for unit_id, able in (("S-47", foot), ("S-7M", False)):
            g.place(unit_id, shore, rule="EF-WX-04")
            assert able == (lake in Marcher(g, (unit_id,), INITIAL).field().left)
        if ice:
            assert 2 == price(g, "S-47", shore, lake)


def test_straits() -> None:
    """EF-MV-19, EF-WX-04, R-288  Foot, HQs too, cross as their whole move: to an own shore, or with more ships within 3 hexes; that sea never freezes."""
    g = table(turn=40)
    a, b = next(
        (x, y) for x in sorted(g.content.land) for y in g.grid.neighbours[x]
        if y in g.content.land and g.content.water(x, y) == STRAIT
    )  # fmt: skip
    ends = g.grid.name(a), g.grid.name(b)
    ice = dict.fromkeys(FROZEN.values(), 1)
    ships = {"N-RO": ends[0]}
    cases: tuple[tuple[bool, dict[str, int | str], dict[str, str], bool], ...] = (
        (False, {}, {}, False), (True, {}, {}, True), (False, dict[str, int | str](ice), {}, False),
        (False, {}, ships, True), (False, {}, {**ships, "N-XC": "4058"}, False),
    )  # fmt: skip
    for own, tracks, near, able in cases:
        g = table({FOOT: ends[0], CM: ends[0], "A-H11": ends[0], **near}, turn=40, tracks=tracks)
        g.state.control.update({a: "axis", b: "axis" if own else "soviet"})
        field = Marcher(g, (FOOT,), INITIAL).field().left
        assert able == (b in field)
        assert not able or field[b] == 0
        assert able == (b in Marcher(g, ("A-H11",), INITIAL).field().left)
        assert b not in Marcher(g, (CM,), INITIAL).field().left
        assert "EF-MV-19" == refused(g, (CM,), *ends)


# -- overruns ---------------------------------------------------------------------------------------


def odds(g: EfGame, target: str, *units: str) -> bool:
    """Whether units of 2033 overrun a hex."""
    return may_overrun(g, units, g.grid.hex("2033"), g.grid.hex(target)) is None


def test_odds_of_an_overrun() -> None:
    """EF-MV-17, EF-CB-20  Ten times the defence, halved for supply on both sides; each DRM point asks one more."""
    units = {CM: "2033", "S-5C": "1932", "S-6C": "2034"}
    g = table(units)
    assert 4 == defence_halves(g, "S-6C")
    assert odds(g, "2034", CM), "20 to 2"
    g.set_number(CM, LOST, 1, rule="EF-CB-23")
    assert not odds(g, "2034", CM), "15 to 2"
    g.set_number("S-6C", LEVEL, 3, rule="EF-SP-16")
    assert odds(g, "2034", CM), "15 to 1"
    g.set_number(CM, LEVEL, 2, rule="EF-SP-16")
    assert not odds(g, "2034", CM), "7 1/2 to 1"
    g = table({CM: "2033", "G-SI1": "2033", "S-6C": "2034"}, numbers={CM: {LOST: 1}})
    assert not odds(g, "2034", CM, "G-SI1"), "artillery overruns nobody (4.1)"
    g = table({CM: "2033", "S-6C": "2132"})
    assert not odds(g, "2132", CM), "20 to 2 are not 11 to 1 in a forest"


def test_no_overrun_of_cities_and_forts() -> None:
    """EF-MV-17  A fort of level 1 asks for 11:1; level 2, fortresses, cities and major cities are not overrun."""
    units = {CM: "2033", "G-XLVII": "2033", "S-6C": "2034"}
    for fort, able in ((0, True), (1, True), (2, False)):
        assert able == odds(table(units, layers={FORT: {"2034": fort}}), "2034", CM, "G-XLVII")
    assert not odds(table(units, layers={FORT: {"2034": 1}}), "2034", CM), "10 to 1 is not 11"
    assert not odds(table({CM: "2033", "G-XLVII": "2033", "S-6C": "2032"}), "2032", CM, "G-XLVII")


def test_an_overrun_is_paid_and_goes_on() -> None:
    """EF-MV-17, EF-MV-22, EF-EX-13, EF-MV-15  The hex and 2 MP more; the defenders are gone, the units may go on."""
    session = position(GROUND, {CM: "2033", "S-6C": "2034"})
    play(session, f"move {CM} 2033-2034")
    assert ("2034", -1) == (at(session, CM), unit(session, "S-6C").hex)
    assert 3 == unit(session, CM).numbers[MP]
    assert "axis" == control(session, "2034")
    assert "EF-MV-11" == refusal(session, f"move {CM} 2034-2134-2133-2132-2131").rule
    play(session, f"move {CM} 2034-2134")
    assert 4 == unit(session, CM).numbers[MP]


def test_an_overrun_needs_mp_of_all() -> None:
    """EF-MV-17  Every unit must have the hex and 2 MP left; EZOC of others stops foot as usual."""
    g = table({CM: "2033", FOOT: "2033", "S-6C": "2034"}, numbers={FOOT: {MP: 3}})
    assert "2034" in reach(g, CM)
    assert "2034" not in reach(g, CM, FOOT)
    assert "EF-RX-13" == refused(g, (CM,), "2033", "2034", phase=REACTION)
    assert "2034" in reach(g, CM, phase=EXPLOITATION)
    assert "2034" in reach(g, CM, phase=BONUS_MOVE)


# -- exploitation -----------------------------------------------------------------------------------


def test_who_exploits() -> None:
    """EF-EX-02, EF-EX-10, EF-EX-12  c/m of U0 and U1 with full MA, Reserves; not foot, nor those at U2."""
    g = table({CM: "2033", FOOT: "2033", "G-IX": "2033"}, states={"G-IX": [RESERVE]}, turn=3)
    g.set_number(CM, MP, 6, rule="EF-MV-15")
    assert 6 == allowance(g, CM, EXPLOITATION)
    assert "2034" in reach(g, CM, phase=EXPLOITATION)
    for unit_id, rule in ((CM, None), ("G-IX", None), (FOOT, "EF-EX-10")):
        refusal = why_still(g, unit_id, EXPLOITATION)
        assert rule == (refusal.rule if refusal else None)
    assert 3 == allowance(g, "G-IX", EXPLOITATION), "half of 5, rounded up (EF-RX-11)"
    g.set_number(CM, LEVEL, 2, rule="EF-SP-16")
    refusal = why_still(g, CM, EXPLOITATION)
    assert refusal is not None
    g.set_number(CM, LEVEL, 1, rule="EF-SP-16")
    assert why_still(g, CM, EXPLOITATION) is None


def test_hqs_and_engineers_at_u2_do_not_exploit() -> None:
    """EF-EX-12, EF-SP-17  "U2: no exploitation" holds for those too who go with a c/m unit."""
    units = {CM: "2033", "A-HP2": "2033", "G-RE3": "2033"}
    for worn, able in (("", True), ("A-HP2", False), ("G-RE3", False)):
        numbers = {worn: {LEVEL: 2}} if worn else {}
        session = position("axis.exploit.move", units, more=numbers)
        for follower in ("A-HP2", "G-RE3"):
            order = f"move {follower}+{CM} 2033-2034"
            assert is_legal(session, order) == (able or follower != worn), order
        if worn:
            assert "EF-SP-17" == refusal(session, f"move {worn}+{CM} 2033-2034").rule


def test_exploitation_after_june_1941() -> None:
    """EF-SU-13, EF-EX-10  In T1 after the surprise c/m have half MA in exploitation, in the bonus turn all."""
    g = table({CM: "2033"}, turn=1, tracks={"surprise": "axis"})
    assert (6, 3) == (allowance(g, CM, BONUS_MOVE), allowance(g, CM, EXPLOITATION))
    later = table({CM: "2033", FOOT: "2033"}, turn=45, tracks={"surprise": "axis"})
    assert (3, 3, 6) == (
        allowance(later, CM, BONUS_MOVE), allowance(later, FOOT, BONUS_MOVE),
        allowance(later, CM, EXPLOITATION),
    )  # fmt: skip


def test_leaving_zones_in_exploitation() -> None:
    """EF-EX-11, EF-EX-13  A c/m unit in EZOC may leave it; EZOC to EZOC +2; it may overrun."""
    g = table({CM: "2033", "S-47": "2034"})
    left = Marcher(g, (CM,), EXPLOITATION).field().left
    assert (12 - 2, 12 - 8) == (left[g.grid.hex("1932")], left[g.grid.hex("2133")])


def test_hqs_follow() -> None:
    """EF-EX-12  HQ, RE and CE go with a c/m unit they stand with, at MA 3; not alone."""
    session = position("axis.exploit.move", {CM: "2033", "A-HP2": "2033", "G-RE3": "2135"})
    assert "EF-EX-12" == refusal(session, "move A-HP2 2033-2034").rule
    assert "EF-MV-11" == refusal(session, f"move A-HP2+{CM} 2033-2034-2134-2133-2132").rule
    play(session, f"move A-HP2+{CM} 2033-2034-2134")
    assert "2134" == at(session, "A-HP2")
