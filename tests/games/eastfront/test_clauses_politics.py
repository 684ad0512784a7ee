"""Political events of East Front, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.eastfront.laid import laid
from tests.games.eastfront.passes import notes, options, run
from tests.games.eastfront.table import table
from wargame.flow.ask import Refusal
from wargame.games.eastfront import nets, score
from wargame.games.eastfront.bounds import (
    DIRECTIVE,
    HUNGARY_IN,
    may_move,
    why_no_attack,
    why_no_end,
    why_not_enter,
)
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import rating
from wargame.games.eastfront.isolation import own_sources
from wargame.games.eastfront.production import yields
from wargame.games.eastfront.segments.chits import most_chits
from wargame.games.eastfront.segments.events import due
from wargame.games.eastfront.segments.partisans import period
from wargame.games.eastfront.state import (
    DUMP,
    FINLAND_CLOSED,
    RESOURCES,
    STAND_FAST,
    SURPRISE,
    UNPREPARED,
    EfGame,
)
from wargame.games.eastfront.walk import INITIAL, Marcher, allowance

MOSCOW, LENINGRAD, KIEV, KHARKOV, STALINO = "3827", "2615", "2442", "3643", "3948"
VIIPURI = "2413"


def happen(g: EfGame, side: Side, *answers: str) -> EfGame:
    """The events of a side's player-turn."""
    assert run(g, "initial.events", *answers, side=side) is None
    return g


def events(g: EfGame) -> list[str]:
    """What the journal says has happened."""
    return [str(note["event"]) for note in notes(g, "event")]


def border(g: EfGame, inside: str, outside: str) -> tuple[str, str]:
    """A hex of one nation and its neighbour in another."""
    of, grid = g.content.nation, g.grid
    return next(
        (grid.name(a), grid.name(b))
        for a in sorted(g.content.land) if of[a] == inside
        for b in grid.neighbours[a] if of[b] == outside
    )  # fmt: skip


def barred(g: EfGame, unit: str, a: str, b: str) -> str:
    """The rule that keeps a unit from going from a hex into its neighbour; "" if none does."""
    found = why_not_enter(g, unit, g.grid.hex(a), g.grid.hex(b))
    return found.rule if found else ""


# -- 1941 -------------------------------------------------------------------------------------------


def test_events_belong_to_a_side_and_a_date() -> None:
    """EF-IN-02  Events of the own initial phase alone, in the order of their ids."""
    g = table(turn=2)
    assert [e[0] for e in due(g, "axis")] == ["EF-PE-03", "EF-PE-04"]
    assert [e[0] for e in due(g, "soviet")] == ["EF-PE-05", "EF-PE-06"]
    assert [e[0] for e in due(table(turn=53), "soviet")] == ["EF-PE-08", "EF-PE-09", "EF-PE-12"]
    assert [e[0] for e in due(table(turn=2, scenario="minsk"), "axis")] == []


def test_the_surprise_of_june() -> None:
    """EF-PE-01, EF-SU-10  The bonus turn of June 1941 is declared without a question, and costs no chit."""
    g = happen(table(clear=False, turn=1), "axis")
    assert g.state.tracks[SURPRISE] == "axis"
    ready = [u.id for u in g.state.units.values() if "ready chit" in u.states]
    assert ready, "no chit of an HQ was used up"


def test_june_1941() -> None:
    """EF-PE-02, EF-HC-05  Romanians, Finns and the 11th Army stay and do not attack; nobody enters."""
    eleventh = next(
        u.id for u in table().content.units.values()
        if u.formation == "11th Army" and u.side == "axis" and u.nation == "G"
    )  # fmt: skip
    home, abroad = border(table(), "R", "S")
    for turn, rule in ((1, "EF-PE-02"), (3, "")):
        g = table({"R-III": home, eleventh: home, "S-47": abroad}, turn=turn)
        g.set_track(FINLAND_CLOSED, int(turn == 1), rule="EF-PE-02")
        assert barred(g, "R-III", home, abroad) == rule
        assert barred(g, eleventh, home, abroad) == rule
        attack = why_no_attack(g, "R-III", g.grid.hex(abroad))
        assert (attack.rule if attack else "") == rule
        assert barred(g, "S-47", abroad, home) == rule
    g = table({"F-II": "2312", "S-47": VIIPURI}, turn=1)
    assert barred(g, "F-II", "2312", VIIPURI) == "EF-HC-05"
    assert barred(g, "S-47", VIIPURI, "2312") == "EF-HC-05"


def test_finland_and_romania_are_active() -> None:
    """EF-PE-03  Finland opens in T2, its army goes out in T3; never south, never east, not at Leningrad."""
    g = happen(table({"F-II": "2312"}, turn=2, dice=[1]), "axis")
    assert not g.state.tracks[FINLAND_CLOSED]
    assert "EF-PE-03" in events(g)
    assert barred(g, "F-II", "2312", VIIPURI) == "EF-PE-03"
    g = table({"F-II": "2312", "F-IV": "2614"}, turn=3, tracks={FINLAND_CLOSED: 0})
    assert barred(g, "F-II", "2312", VIIPURI) == ""
    assert barred(g, "F-IV", "2614", "2714") in ("", "EF-PE-03")
    assert barred(g, "F-IV", "2614", LENINGRAD) == "EF-PE-03", "row 15"
    assert barred(g, "F-IV", "3410", "3510") == "EF-PE-03", "column 35"
    attack = why_no_attack(g, "F-IV", g.grid.hex(LENINGRAD))
    assert attack is not None
    assert attack.rule == "EF-PE-03"
    assert g.board.zoc["axis"][g.grid.hex(VIIPURI)], "their ZOC reaches as any other"


@pytest.mark.parametrize(
    ("turn", "hex_", "able"),
    [(37, "1750", True), (37, "2453", True), (37, "4051", True), (37, "2442", False),
     (37, "4151", False), (38, "2442", True), (38, "4151", True)],
)  # fmt: skip
def test_romanians_stay_in_the_south(turn: int, hex_: str, able: bool) -> None:
    """EF-PE-03, EF-PE-13  Until T38 they end in Romania, or in rows 45-66 up to column 40."""
    g = table({"R-III": "1750"}, turn=turn)
    assert able == (why_no_end(g, "R-III", g.grid.hex(hex_)) is None)


def test_hungary() -> None:
    """EF-PE-04  3 or more in T2, of itself in T3; till then nobody moves out or in."""
    for turn, dice, at_war in ((2, [2], 0), (2, [3], 1), (3, [], 1)):
        g = happen(table({"H-RAP": "0846", "S-47": "1046"}, turn=turn, dice=dice), "axis")
        assert at_war == int(g.state.tracks.get(HUNGARY_IN, 0))
        assert at_war == events(g).count("EF-PE-04")
        assert bool(may_move(g, "H-RAP")) != bool(at_war)
    g = table({"H-RAP": "0846", "G-XII": "0845"}, turn=2)
    hungarian = next(h for h in g.grid.neighbours[g.grid.hex("0846")] if g.content.nation[h] == "H")
    assert why_no_end(g, "G-XII", hungarian) is not None
    assert g.grid.hex("0345") in own_sources(g, "axis"), "its sources serve the Axis all the time"
    g.set_track(HUNGARY_IN, 1, rule="EF-PE-04")
    assert why_no_end(g, "G-XII", hungarian) is None


def test_who_leaves_hungary() -> None:
    """EF-PE-04, EF-PE-13  Soviets enter once it is at war; two corps leave at once, the others from T38."""
    inside, outside = border(table(), "H", "S")
    for at_war, rule in ((0, "EF-PE-04"), (1, "")):
        g = table({"S-47": outside}, turn=3, tracks={HUNGARY_IN: at_war})
        assert barred(g, "S-47", outside, inside) == rule
    for unit, turn, rule in (
        ("H-RAP", 3, ""), ("H-CAR", 3, ""), ("H-III", 37, "EF-PE-04"), ("H-III", 38, ""),
    ):  # fmt: skip
        g = table({unit: inside}, turn=turn, tracks={HUNGARY_IN: 1})
        assert barred(g, unit, inside, outside) == rule
    assert events(happen(table(turn=38), "axis")) == ["EF-PE-13"]


def test_markers_come_off() -> None:
    """EF-PE-05  7 or more in T1, 4 or more in T2, all in T3."""
    for turn, dice, left in ((1, [6, 7], {"S-1"}), (2, [3, 4], {"S-1"}), (3, [], set())):
        units = {"S-1": "1231", "S-47": "1431"}
        g = table(units, turn=turn, dice=dice, states={u: [UNPREPARED] for u in units})
        happen(g, "soviet")
        assert left == {u for u in units if UNPREPARED in g.state.units[u].states}


def test_unprepared_units() -> None:
    """EF-PE-05  They have half their MA, rounded up, and take no train."""
    g = table({"S-1": MOSCOW, "S-13M": MOSCOW}, turn=2)
    free = {u: allowance(g, u, INITIAL) for u in ("S-1", "S-13M")}
    for u, whole in free.items():
        g.gain(u, UNPREPARED, rule="EF-PE-05")
        assert allowance(g, u, INITIAL) == -(-whole // 2)
    found = options(run(g, "movement.ground", side="soviet", phase=5))
    assert not [answer for answer in found if answer.startswith("rail S-1")]


def test_orders_to_stand() -> None:
    """EF-PE-06  A Front HQ that rolls 4 or less keeps its units, those nearest to it, in EZOC."""
    units = {
        "S-HW": "1732", "S-HN": "2530", "S-47": "1632", "G-XII": "1631", "S-1": "2430", "G-VII": "2429",
        "S-21": "2230",
    }  # fmt: skip
    for dice, held in (([4, 5], {"S-1"}), ([5, 4], {"S-47"}), ([5, 5], set())):
        g = happen(table(units, turn=4, dice=dice), "soviet")
        assert held == {u for u in units if STAND_FAST in g.state.units[u].states}
    assert [e[0] for e in due(table(turn=5), "soviet")] == ["EF-PE-09"]


def test_who_stands_fast_stays_in_ezoc() -> None:
    """EF-PE-06  It may go from EZOC to EZOC, but not out of it, in initial movement."""
    units = {"S-47": "1632", "G-XII": "1631"}
    free, bound = table(units), table(units, states={"S-47": [STAND_FAST]})
    ways = [
        {h for h in Marcher(g, ("S-47",), INITIAL).field().left if g.grid.name(h) != "1632"}
        for g in (free, bound)
    ]
    assert any(not free.board.zoc["axis"][h] for h in ways[0])
    assert not any(not bound.board.zoc["axis"][h] for h in ways[1])


def test_the_directive() -> None:
    """EF-PE-07  Obeyed: no panzer group on the road to Moscow in T6-T9, 3 VP at the next count; or ignored."""
    ask = run(table(turn=6), "initial.events", side="axis")
    assert ["obey", "ignore"] == options(ask)
    g = happen(table(turn=6), "axis", "obey")
    assert (1, 3) == (g.state.tracks[DIRECTIVE], g.state.tracks[score.CREDIT])
    for turn, b, rule in (
        (6, "3027", "EF-PE-07"), (9, "3027", "EF-PE-07"), (10, "3027", ""), (6, "3035", ""),
    ):  # fmt: skip
        g.state.tracks["turn"] = turn
        assert barred(g, "G-XLVII", "2927", b) == rule, (turn, b)
    assert barred(g, "G-VII", "2927", "3027") == "", "other armies may"
    g = happen(table(turn=6), "axis", "ignore")
    assert not g.state.tracks.get(DIRECTIVE)
    assert not g.state.tracks.get(score.CREDIT)


@pytest.mark.parametrize(
    ("turn", "roll", "owner", "came"),
    [(10, 3, "soviet", (0, 0, 0)), (10, 4, "soviet", (1, 0, 0)), (10, 9, "soviet", (1, 1, 0)),
     (10, 9, "axis", (0, 0, 0)), (9, 9, "soviet", (0, 0, 0)), (74, 3, "soviet", (0, 0, 2))],
)  # fmt: skip
def test_lend_lease(turn: int, roll: int, owner: Side, came: tuple[int, int, int]) -> None:
    """EF-PE-08  From T10 by Arkhangelsk while it is Soviet: 4-8 an SP, 9-10 an SRP too; from T74 two by Tbilisi."""
    g = table(turn=turn, dice=[roll], own={owner: ["4102"]})
    dump, stuff = dict(g.state.layers[DUMP]), dict(g.state.layers.get(RESOURCES, {}))
    happen(g, "soviet")
    name = g.grid.hex

    def more(layer: str, was: dict[int, int], hex_: str) -> int:
        return g.state.layers.get(layer, {}).get(name(hex_), 0) - was.get(name(hex_), 0)

    north = more(DUMP, dump, "4102"), more(RESOURCES, stuff, "4102")
    assert came == (*north, more(DUMP, dump, "5764"))
    if turn == 74:
        lost = table(turn=turn, dice=[roll], own={"axis": ["5764"]})
        was = lost.state.layers[DUMP].get(name("5764"), 0)
        happen(lost, "soviet")
        assert was == lost.state.layers[DUMP].get(name("5764"), 0)


def test_collapse() -> None:
    """EF-PE-09, EF-VP-05  With Moscow and three of six cities Axis, n - 1 or less ends the war; from T5."""
    three = (MOSCOW, LENINGRAD, KIEV, KHARKOV)
    for turn, lost, roll, over in (
        (5, three, 2, True), (5, three, 3, False), (5, (*three, STALINO), 3, True),
        (5, three[:3], 1, False), (5, (*three[1:], STALINO), 1, False), (4, three, 1, False),
    ):  # fmt: skip
        g = table(turn=turn, own={"axis": lost}, dice=[roll])
        happen(g, "soviet")
        assert over == (g.state.ended is not None)
    g = happen(table(turn=5, own={"axis": three}, dice=[1]), "soviet")
    assert g.state.ended is not None
    assert ("axis", "Axis decisive") == (g.state.ended.winner, g.state.ended.level)


def test_moscow_lost() -> None:
    """EF-PE-10  Rail capacity -12, SRP -1, chits -2, reaction ratings at most 1, while it lasts."""
    for own, rail, srp, chits, react in (("soviet", 44, 3, 5, 2), ("axis", 32, 2, 3, 1)):
        g = table({"S-HW": "4924"}, turn=80, own={own: [MOSCOW]})
        assert rail == max(n for _, n in nets.capacities(g, "soviet"))
        assert (srp, chits) == (yields(g, "soviet").srp, most_chits(g, "soviet"))
        assert react == rating(g, "S-HW")


def test_dates_that_are_told() -> None:
    """EF-PE-11, EF-PE-12, EF-PE-23  First winter, "not a step back", the staff of the partisans."""
    for turn, side, event in ((22, "axis", 11), (53, "soviet", 12), (49, "soviet", 23)):
        found = events(happen(table(turn=turn, dice=[1]), side))  # type: ignore[arg-type]
        assert f"EF-PE-{event}" in found
    assert (8, 14) == (period(table(turn=48)).bands, period(table(turn=49)).bands)


NOTHING = Refusal("", "")


def test_an_hq_is_a_unit_of_its_army() -> None:
    """EF-PE-02, EF-PE-07, R-325  The 11th Army's HQ stays in June 1941, those of two panzer groups off the road to Moscow."""
    june = laid("eastfront.axis.movement.ground", {"A-H11": "1448", "A-H17": "1448"}, turn=1)
    assert {"A-H11": "EF-PE-02", "A-H17": ""} == {
        unit: (june.why_not(f"move {unit} 1448-1447") or NOTHING).rule
        for unit in ("A-H11", "A-H17")
    }
    july = laid(
        "eastfront.axis.movement.ground", dict.fromkeys(("A-HP2", "A-HP3", "A-HP4"), "2929"), turn=7,
        layout={"directive": 1},
    )  # fmt: skip
    assert ["EF-PE-07", "EF-PE-07", ""] == [
        (july.why_not(f"move A-HP{n} 2929-3029") or NOTHING).rule for n in (2, 3, 4)
    ]


def test_air_units_come_back_from_africa() -> None:
    """EF-PE-14  At Warsaw, in T80; those that an event took for good do not."""
    away: dict[str, str | dict[str, Any]] = {
        "A-JG51": {"box": "withdrawn", "back": 80},
        "A-JG54": {"box": "withdrawn"},
        "G-VII": "0635",
    }
    for turn, there in ((79, -1), (80, 1)):
        session = laid("eastfront.axis.reinforcement.arrivals", away, turn=turn)
        units, warsaw = session.state.units, session.game.grid.hex("0635")
        assert (warsaw if there > 0 else -1, -1) == (units["A-JG51"].hex, units["A-JG54"].hex)
