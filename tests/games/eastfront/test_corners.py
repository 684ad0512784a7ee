"""Corners of the rules that an independent reading of them found."""

from __future__ import annotations

from tests.games.eastfront.table import table
from wargame.games.eastfront.bands import ways
from wargame.games.eastfront.labour import why_not_start
from wargame.games.eastfront.nets import usable
from wargame.games.eastfront.overrun import may_overrun
from wargame.games.eastfront.retreat import retreats
from wargame.games.eastfront.segments.partisans import targets
from wargame.games.eastfront.state import BULGARIA_CLOSED, DUMP, LEVEL, LOST
from wargame.games.eastfront.walk import HALVES, INITIAL, Marcher


def test_an_overrun_needs_the_odds_of_the_hexside_it_crosses() -> None:
    """EF-MV-17  20 to 2 do over open ground, not over a minor river."""
    g = table({"G-XXIV": "1123", "Q-MOS1": "1122"}, numbers={"Q-MOS1": {LOST: 1}})
    dry, wet, target = g.grid.hex("1123"), g.grid.hex("1022"), g.grid.hex("1122")
    assert may_overrun(g, ("G-XXIV",), dry, target) is None
    refusal = may_overrun(g, ("G-XXIV",), wet, target)
    assert refusal is not None
    assert "11:1" in refusal.reason
    g.place("G-XXIV", wet, rule="EF-MV-11")
    path = Marcher(g, ("G-XXIV",), INITIAL).field().path(target)
    assert len(path) > 2


def test_mountain_troops_overrun_in_the_mountains_at_less() -> None:
    """EF-UN-03  The modifier is one less severe for those trained."""
    g = table({"G-XLIX": "1045", "G-IV": "1045", "Q-MOS1": "1046"}, numbers={"Q-MOS1": {LOST: 1}})
    start, target = g.grid.hex("1045"), g.grid.hex("1046")
    assert "mountain" == g.content.map.terrain[target]
    told = [may_overrun(g, (unit,), start, target) for unit in ("G-XLIX", "G-IV")]
    assert ["12:1;", "13:1;"] == [refusal.reason.split()[5] for refusal in told if refusal]


def test_headquarters_stop_in_an_enemy_zoc() -> None:
    """EF-MV-14, EF-MV-18  They pay like tanks, but march on foot."""
    g = table({"A-HP2": "2034", "G-XXIV": "2034", "S-1": "1833"})
    hq, tanks = Marcher(g, ("A-HP2",), INITIAL), Marcher(g, ("G-XXIV",), INITIAL)
    inside = g.grid.hex("1933")
    assert hq.stop is not None
    assert tanks.stop is not None
    assert hq.stop[inside]
    assert not tanks.stop[inside]


def test_a_line_that_is_not_open_is_no_railway_yet() -> None:
    """EF-RA-10"""
    for turn, there in ((27, False), (28, True)):
        g = table(turn=turn)
        assert there == bool(usable(g, "soviet") >> g.grid.hex("4910") & 1)


def test_a_retreat_of_two_hexes_may_pass_a_full_one() -> None:
    """EF-CB-25  Room is looked at where the way ends."""
    full = ("S-6M", "S-4M", "S-8M")
    units = {"S-21": "2033", **dict.fromkeys(full, "2133"), "G-XXIV": "1933"}
    g = table(units, own={"soviet": ["2033"]})
    ways = retreats(g, "S-21", 2)
    assert any("2133" == g.grid.name(way[0]) for way in ways)
    assert not any("2133" == g.grid.name(way[-1]) for way in retreats(g, "S-21", 1))


def test_those_overrun_hold_nobody_in_the_hex_that_is_left() -> None:
    """EF-MV-17  Only the ZOC of other units is paid for."""
    units = {"G-XXIV": "1733", "S-5A": "1833", "S-1": "1933"}
    g = table(units, numbers={"S-5A": {LEVEL: 3}})
    field = Marcher(g, ("G-XXIV",), INITIAL)
    start, target = g.grid.hex("1733"), g.grid.hex("1833")
    assert g.board.zoc["soviet"][start]
    assert HALVES * (1 + 2 + 1) == field.costs[start][g.grid.direction(start, target)]


def test_bands_stay_out_of_a_closed_country() -> None:
    """EF-HC-05  Over the Danube lies Bulgaria."""
    for shut in (1, 0):
        g = table({"S-P19": "1059"}, turn=100, tracks={BULGARIA_CLOSED: shut})
        assert bool(shut) != (g.grid.hex("0959") in ways(g, "S-P19"))


def test_what_the_text_does_not_forbid_unprepared_units() -> None:
    """EF-PE-05, EF-EN-10  No rail, reaction or attack; but they blow up a railway and dig in."""
    g = table({"S-28": "1235"}, turn=1, states={"S-28": ["unprepared"]}, layers={DUMP: {"1235": 1}})
    for work in ("blow rail", "fort 1"):
        assert why_not_start(g, g.content.work[work], "S-28", g.grid.hex("1235")) is None


def test_a_line_that_is_not_open_is_not_blown_up() -> None:
    """EF-EN-10, EF-RA-10  Nor bombed, nor sabotaged: there is no railway yet."""
    for turn, there in ((27, False), (28, True)):
        g = table({"S-1": "4910"}, turn=turn)
        h = g.grid.hex("4910")
        assert there == (why_not_start(g, g.content.work["blow rail"], "S-1", h) is None)
        g.take(h, "axis", rule="EF-HC-02")
        assert there == ("rail" in targets(g, h))
