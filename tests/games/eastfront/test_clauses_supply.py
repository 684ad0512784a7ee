"""Supply, politics, partisans, forces, victory of East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import awaited, options, rolls, run
from tests.games.eastfront.table import table
from wargame.games.eastfront import forces, nets, score, supply
from wargame.games.eastfront.segments import judgement
from wargame.games.eastfront.segments.chits import break_chit, makers
from wargame.games.eastfront.segments.events import barbarossa
from wargame.games.eastfront.segments.reinforcement import reaction_forces_due
from wargame.games.eastfront.segments.surprise import window
from wargame.games.eastfront.state import (
    CUT,
    DUMP,
    FINLAND_OUT,
    HELD,
    LEVEL,
    LOST,
    READY_CHIT,
    RESOURCES,
    SP,
    UNPREPARED,
    WEATHER,
    EfGame,
)

OPEN = "2230"


def levels(g: EfGame, turns: range) -> list[int]:
    """The level of S-1 after its own judgement of each turn, without supply."""
    found = []
    for turn in turns:
        g.state.tracks["turn"] = turn
        judgement._set_level(g, "S-1", fed=False, own=True, bonus=0)
        found.append(g.state.units["S-1"].numbers[LEVEL])
    return found


def test_a_garrison_holds_out_eight_turns() -> None:
    """EF-SP-29  In a major city U2 is the worst for eight game-turns after the first judgement."""
    assert [1, *[2] * 8, 3, 4] == levels(table({"S-1": "0635"}), range(3, 14))
    assert [1, 2, 3, 4, 4] == levels(table({"S-1": OPEN}), range(3, 8))


def test_everybody_is_judged() -> None:
    """EF-SP-04, EF-SP-16  Units of both sides in each player-turn; only those of the phasing side sink deeper."""
    g = table({"G-XII": "4030", "S-47": "0334", "G-VII": "0635"}, turn=30, dice=[10] * 9)
    found = []
    for side in ("axis", "soviet", "axis", "soviet"):
        run(g, "supply.judgement", side=side, bonus=0)
        units = (g.state.units[u] for u in ("G-XII", "S-47", "G-VII"))
        found.append(tuple(unit.numbers.get(LEVEL, 0) for unit in units))
    assert found == [(1, 1, 0), (1, 2, 0), (2, 2, 0), (2, 3, 0)]


def test_levels_of_a_bonus_turn() -> None:
    """EF-SU-16  No level rises above 1 in the bonus turn."""
    for was, now in ((0, 1), (1, 1), (2, 2), (3, 3)):
        g = table({"S-1": OPEN}, numbers={"S-1": {LEVEL: was}})
        judgement._set_level(g, "S-1", fed=False, own=True, bonus=1)
        assert now == g.state.units["S-1"].numbers.get(LEVEL, 0)


@pytest.mark.parametrize(
    ("level", "weather", "cut", "most"),
    [(3, "C", 0, 3), (4, "C", 0, 5), (3, "C", 1, 5), (4, "S", 1, 8), (2, "S", 1, 0)],
)
def test_attrition(level: int, weather: str, cut: int, most: int) -> None:
    """EF-SP-18  U3 loses a step at 3 or less, U4 at 5; isolated +2, Axis in snow +1."""
    for roll, lost in ((most, 1), (most + 1, 0)):
        if not most:
            continue
        g = table(
            {"G-XLVII": OPEN},
            turn=20,
            numbers={"G-XLVII": {LEVEL: level}},
            states={"G-XLVII": ["isolated"] if cut else []},
            tracks={"weather B": weather},
            dice=[roll],
        )
        judgement.attrition(g, "axis")
        assert lost == g.state.units["G-XLVII"].numbers.get(LOST, 0)
    if not most:
        g = table({"G-XLVII": OPEN}, numbers={"G-XLVII": {LEVEL: level}})
        judgement.attrition(g, "axis")
        assert not g.state.units["G-XLVII"].numbers.get(LOST, 0)


def test_first_winter() -> None:
    """EF-WX-06  In T22-T36 a blizzard takes a step of an Axis hex in the open on a 1, the largest unit's."""
    for turn, roll, lost in ((22, 1, 1), (22, 2, 0), (37, 1, 0)):
        g = table({"G-XLVII": OPEN}, turn=turn, tracks={"weather B": "B"}, dice=[roll])
        assert awaited(judgement.winter_losses(g, "axis"), []) is None
        assert lost == g.state.units["G-XLVII"].numbers.get(LOST, 0)


def test_the_owner_says_whom_the_frost_takes() -> None:
    """EF-WX-06, EF-UN-04  The largest unit; the owner chooses among equals; in a town, in zone D, no Finn, nobody."""
    units = {"G-XLVII": OPEN, "G-IX": OPEN, "G-XIII": OPEN, "G-S1": OPEN}
    blizzard: dict[str, int | str] = dict.fromkeys(WEATHER.values(), "B")
    for taken in ("G-IX", "G-XLVII"):
        g = table(units, turn=22, tracks=blizzard, dice=[1])
        assert ["frost G-IX", "frost G-XLVII"] == options(
            awaited(judgement.winter_losses(g, "axis"), [])
        )
        g = table(units, turn=22, tracks=blizzard, dice=[1])
        awaited(judgement.winter_losses(g, "axis"), [f"frost {taken}"])
        assert [taken] == [u for u in units if g.state.units[u].numbers.get(LOST)]
    for unit_id, where in (("G-IX", "2231"), ("G-IX", "2555"), ("F-II", OPEN)):
        g = table({unit_id: where}, turn=22, tracks=blizzard)
        awaited(judgement.winter_losses(g, "axis"), [])
        assert not rolls(g), where


def test_stock_of_an_isolated_hex() -> None:
    """EF-SP-22  A dump in an isolated hex pays and feeds two points away, another four."""
    for cut, path in ((0, 4), (1, 2)):
        g = table({"S-1": OPEN}, layers={DUMP: {OPEN: 2}, CUT["soviet"]: {OPEN: cut}})
        head = next(h for h in supply.few_heads(g, "soviet") if h.name == OPEN)
        assert path == head.path
        reach = {
            h
            for h in range(g.grid.size)
            if (OPEN, 2) in supply.supply_of(g, "soviet").payers([h], ["S-1"])
        }
        far = supply.supply_of(g, "soviet").paths.costs([g.grid.hex(OPEN)], path)
        assert set(far) == reach


def test_an_hq_that_traces_to_a_stock_feeds_those_in_its_range() -> None:
    """EF-SP-15, EF-SP-27, EF-SP-22  Through an HQ six from a dump; not from a dump that is cut off, and not seven away."""
    for hq, far, cut, fed in (("2234", 6, 0, True), ("2234", 6, 1, False), ("2235", 7, 0, False)):
        g = table(
            {"S-HW": hq, "S-47": "2236"},
            numbers={"S-HW": {SP: 0}},
            layers={DUMP: {OPEN: 1}, CUT["soviet"]: {OPEN: cut}},
        )
        lost = [h for h, side in g.state.control.items() if side == "soviet"]
        g.state.control.update(dict.fromkeys(lost, "axis"))
        g.state.control[g.grid.hex(OPEN)] = "soviet"
        of = supply.supply_of(g, "soviet")
        cost = of.paths.costs([g.grid.hex(OPEN)], 20)
        assert far == cost[g.state.units["S-HW"].hex]
        assert cost[g.state.units["S-47"].hex] > far
        assert of.in_range("S-HW", g.state.units["S-47"].hex)
        found = supply.judge(g, "soviet")
        assert ({"S-HW", "S-47"} if fed else set()) == found.units, (hq, cut)
        assert (((OPEN, 1),) if fed else ()) == found.used


def test_chits() -> None:
    """EF-SP-19  Four SP and an SRP in its hex make a chit; broken down it gives two and one."""
    for sp, srp, able in ((4, 1, True), (3, 1, False), (4, 0, False)):
        g = table({"A-HP2": "0635"}, numbers={"A-HP2": {SP: sp}}, layers={RESOURCES: {"0635": srp}})
        g.shed("A-HP2", READY_CHIT, rule="EF-SP-19")
        assert able == ("A-HP2" in makers(g, "axis"))
    g = table({"A-HP2": "0635"}, states={"A-HP2": [READY_CHIT]}, numbers={"A-HP2": {SP: 9}})
    where = g.grid.hex("0635")
    sp, srp = g.state.layers[DUMP][where], g.state.layers[RESOURCES].get(where, 0)
    break_chit(g, "A-HP2")
    assert (10, sp + 1) == (g.state.units["A-HP2"].numbers[SP], g.state.layers[DUMP][where])
    assert srp + 1 == g.state.layers[RESOURCES][where]


def test_windows_of_surprise() -> None:
    """EF-SU-10  One chance in each window; that of June 1941 is no question."""
    open_in = {
        side: [t for t in range(1, 188) if window(table(turn=t), side)]
        for side in ("axis", "soviet")
    }
    assert [*range(42, 54)] == open_in["axis"]
    soviet = [*range(22, 30), *range(67, 74), *range(142, 148), *range(170, 174)]
    assert soviet == open_in["soviet"]


def test_unprepared() -> None:
    """EF-PE-01  Combat units west of column 30 but those in Leningrad; never an HQ."""
    g = table({"S-1": "2931", "S-44": "3031", "S-2": "2615", "S-HW": "2032"}, turn=1)
    barbarossa(g)
    marked = {u for u in ("S-1", "S-44", "S-2", "S-HW") if UNPREPARED in g.state.units[u].states}
    assert {"S-1"} == marked


def test_a_reaction_force_mends_at_home() -> None:
    """EF-RF-14  A step each four turns in the box, while no enemy is near."""
    g = table(turn=20, numbers={"Q-MOS1": {LOST: 1, forces.RESTING: 16}})
    assert HELD == g.state.units["Q-MOS1"].box
    assert reaction_forces_due(g, "soviet")
    row = next(r for r in g.content.forces.reaction if r.id == "RF-S1")
    g.state.tracks["turn"] = 19
    forces.rest(g, row)
    assert 1 == g.state.units["Q-MOS1"].numbers[LOST]
    g.state.tracks["turn"] = 20
    forces.rest(g, row)
    assert not g.state.units["Q-MOS1"].numbers.get(LOST)


def test_capacity_with_moscow_lost() -> None:
    """EF-PE-10, EF-RA-12  The Soviet main net loses 12 while Moscow is Axis."""
    for own, most in ((), 36), (("3827",), 24):
        g = table(turn=5, own={"axis": own})
        assert most == max(n for _, n in nets.capacities(g, "soviet"))


@pytest.mark.parametrize(
    ("points", "held", "level"),
    [
        (240, True, "Axis decisive"), (239, True, "Axis marginal"), (79, True, "Draw"),
        (-79, True, "Draw"), (-80, True, "Soviet marginal"), (-240, True, "Soviet decisive"),
        (-240, False, "Draw"), (-80, False, "Draw"), (-79, False, "Axis marginal"),
        (79, False, "Axis marginal"), (80, False, "Axis decisive"),
    ],
)  # fmt: skip
def test_levels_of_victory(points: int, held: bool, level: str) -> None:
    """EF-VP-04, EF-VP-06  The bands; without the capitals the Soviets cannot win."""
    g = table()
    for h in g.content.victory.soviet_sudden.all if held else ():
        g.state.control[h] = "soviet"
    assert level == score.level_of(g, points)[1]


def test_isolated_places_count_for_nobody() -> None:
    """EF-VP-01, EF-HC-04, EF-PE-18  A VP hex in a pocket scores for none; nor does Helsinki after the armistice."""
    g = table(clear=False, turn=1)
    assert 190 == score.total(g, "axis") + score.total(g, "soviet")
    g.set_track(FINLAND_OUT, 1, rule="EF-PE-18")
    assert 186 == score.total(g, "axis") + score.total(g, "soviet")
    deep = table({"G-XXIV": "3827"}, turn=5)
    assert deep.grid.hex("3827") not in score.holds(deep, "axis")
