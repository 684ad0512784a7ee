"""Output, trucks and surprise turns of East Front, clause by clause."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import idle, options, refused, rolls, run, where
from tests.games.eastfront.table import table
from wargame.games.eastfront import production
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.production import lost_factories, yields
from wargame.games.eastfront.segments.reaction import _passes
from wargame.games.eastfront.segments.surprise import DECLARED, may_surprise, pairs
from wargame.games.eastfront.state import (
    CUT,
    DUMP,
    LEVEL,
    OIL_OUT,
    READY_CHIT,
    RESOURCES,
    SP,
    SURPRISE,
    USED_CHIT,
    EfGame,
)
from wargame.games.eastfront.supply import supply_of

KHARKOV, STALINGRAD, GROZNY, PLOESTI, WARSAW = "3643", "5345", "5960", "1356", "0635"
OUTPUT = {
    1: ((14, 2, 2, 1, 1), (8, 2, 4, 1, 1)), 25: ((14, 2, 2, 1, 1), (8, 2, 4, 1, 1)),
    26: ((11, 2, 3, 1, 2), (10, 2, 5, 2, 2)), 50: ((14, 2, 2, 1, 2), (12, 3, 5, 3, 2)),
    74: ((12, 2, 4, 2, 2), (12, 3, 6, 3, 3)), 98: ((11, 2, 4, 2, 2), (13, 4, 6, 4, 3)),
    122: ((10, 2, 4, 1, 2), (15, 4, 6, 4, 4)), 146: ((8, 1, 3, 1, 1), (18, 4, 5, 4, 4)),
    170: ((5, 1, 1, 1, 1), (18, 4, 4, 4, 4)), 187: ((5, 1, 1, 1, 1), (18, 4, 4, 4, 4)),
}  # fmt: skip


# -- output -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", sorted(OUTPUT))
def test_output_by_turn(turn: int) -> None:
    """EF-SP-10  SP, SRP and replacement points of both sides, as table 4.7 has them."""
    g = table(turn=turn)
    for side, row in zip(("axis", "soviet"), OUTPUT[turn], strict=True):
        found = yields(g, side)  # type: ignore[arg-type]
        assert row == (found.sp, found.srp, found.inf, found.arm, found.air)


def test_factories() -> None:
    """EF-SP-25, EF-HC-04  Three points lost cost an SP, six an armour point, never below one; retaken and joined they work."""
    for own, cut, lost in (
        ((), (), 0), ((KHARKOV,), (), 4), ((KHARKOV, STALINGRAD), (), 7), ((), (KHARKOV,), 4),
    ):  # fmt: skip
        g = table(turn=60, own={"axis": own}, layers={CUT["soviet"]: dict.fromkeys(cut, 1)})
        assert lost == lost_factories(g)
        assert (12 - lost // 3, 3 - lost // 6) == (yields(g, "soviet").sp, yields(g, "soviet").arm)
    everything = [g.grid.name(h) for h in g.content.geography.factories]
    g = table(turn=20, own={"axis": everything})
    assert (1, 1) == (yields(g, "soviet").sp, yields(g, "soviet").arm)
    g.take(g.grid.hex(KHARKOV), "soviet", rule="EF-SP-25")
    assert lost_factories(g) == lost_factories(table(turn=20, own={"axis": everything})) - 4


@pytest.mark.parametrize(
    ("place", "owner", "change", "side", "less"),
    [
        (PLOESTI, "soviet", {}, "axis", 7), (PLOESTI, "axis", {CUT["axis"]: {PLOESTI: 1}}, "axis", 7),
        (PLOESTI, "axis", {OIL_OUT: {PLOESTI: 61}}, "axis", 7), (PLOESTI, "axis", {OIL_OUT: {PLOESTI: 60}}, "axis", 0),
        (GROZNY, "axis", {}, "soviet", 4), (GROZNY, "soviet", {}, "soviet", 0),
    ],
)  # fmt: skip
def test_oil(
    place: str, owner: str, change: dict[str, dict[str, int]], side: Side, less: int
) -> None:
    """EF-SP-25, EF-SP-10  Without Ploesti half the Axis SP, rounded down; without Grozny 4 Soviet SP less."""
    whole = yields(table(turn=60), side).sp
    g = table(turn=60, own={owner: [place]}, layers=change)
    assert whole - less == yields(g, side).sp


def test_points_saved() -> None:
    """EF-SP-26, EF-SP-10  Replacement points add up to six of a kind; allies get theirs by the calendar."""
    g = idle(table(turn=4, tracks={"rp axis inf": 5, "rp R": 6}))
    run(g, "reinforcement.arrivals", side="axis")
    assert (6, 1, 6) == tuple(g.state.tracks[t] for t in ("rp axis inf", "rp axis arm", "rp R"))
    due: dict[str, list[int]] = {}
    for turn in range(81, 97):
        g = table(turn=turn)
        production.save_points(g, "axis", yields(g, "axis"))
        for letter in "RHFI":
            if g.state.tracks.get(f"rp {letter}"):
                due.setdefault(letter, []).append(turn)
    assert due["R"] == list(range(81, 97))
    assert due["H"] == list(range(82, 97, 2))
    assert due["F"] == [84, 88, 92, 96]
    assert due["I"] == [84, 88], "to T88"


# -- trucks -----------------------------------------------------------------------------------------


def trucks(g: EfGame, *answers: str) -> list[str]:
    """What may go by truck, in its heads."""
    found = options(run(g, "supply.movement", *answers, side="axis"))
    return [answer for answer in found if answer.startswith("truck")]


def test_trucks() -> None:
    """EF-SP-12, EF-SP-11  An HQ sends or gets as much as its lift, over a path of six (Panzer Group eight), within its room."""
    g = table(
        {"A-HP2": "0635", "A-H4": "0535"},
        numbers={"A-HP2": {SP: 0}, "A-H4": {SP: 2}},
        layers={DUMP: {"0635": 9}},
    )
    lift, short = g.content.units["A-HP2"].lift, g.content.units["A-H4"].lift
    ask = run(g, "supply.movement", side="axis")
    assert ask is not None
    assert refused(ask, f"truck {lift + 1} from 0635 to A-HP2") == "EF-SP-12"
    run(g, "supply.movement", f"truck {lift} from 0635 to A-HP2", side="axis")
    assert (lift, 9 - lift) == (
        g.state.units["A-HP2"].numbers[SP],
        g.state.layers[DUMP][g.grid.hex("0635")],
    )
    ask = run(g, "supply.movement", side="axis")
    assert refused(ask, "truck 1 from A-HP2 to A-H4") == "EF-SP-12", "its lift is used up"
    g = table({"A-H4": "0635"}, numbers={"A-H4": {SP: 7}}, layers={DUMP: {"0635": 9}})
    assert short > 1
    assert (
        refused(run(g, "supply.movement", side="axis"), "truck 2 from 0635 to A-H4") == "EF-SP-12"
    ), "it holds eight"


def test_one_sp_is_trucked_once() -> None:
    """EF-SP-12  What came by truck this turn goes no farther by truck."""
    g = table({"A-HP2": "0635", "A-H4": "0535"}, numbers={"A-HP2": {SP: 0}, "A-H4": {SP: 2}})
    ask = run(g, "supply.movement", "truck 2 from A-H4 to A-HP2", side="axis")
    assert 2 == g.state.units["A-HP2"].numbers[SP]
    assert refused(ask, "truck 1 from A-HP2 to 0635") == "EF-SP-12"


def test_reach_of_trucks() -> None:
    """EF-SP-12, EF-SP-11  Six points of path, eight for a Panzer Group; SRP and hexes without an HQ never."""
    for hq, most in (("A-H4", 6), ("A-HP2", 8)):
        g = table({hq: "2030"}, own={"axis": ["2030"]}, layers={DUMP: {}})
        g.state.control.update(dict.fromkeys(g.content.land, "axis"))
        costs = supply_of(g, "axis").paths.costs([g.grid.hex("2030")], 9)
        near = next(h for h, n in sorted(costs.items()) if n == most)
        far = next(h for h, n in sorted(costs.items()) if n == most + 1)
        g.set_number(hq, SP, 2, rule="EF-SP-12")
        ask = run(g, "supply.movement", side="axis")
        assert ask is not None
        assert ask.read(f"truck 1 from {hq} to {g.grid.name(near)}")
        assert refused(ask, f"truck 1 from {hq} to {g.grid.name(far)}") == "EF-SP-12"
        assert refused(ask, "truck 1 from 2030 to 2031") == "EF-SP-12"


def test_an_hq_carries_its_sp() -> None:
    """EF-SP-11  SP and the chit of an HQ go with it; SRP stay where they lie."""
    g = table(
        {"A-HP2": WARSAW},
        numbers={"A-HP2": {SP: 5}},
        states={"A-HP2": [READY_CHIT]},
        layers={RESOURCES: {WARSAW: 2}},
    )
    g.place("A-HP2", g.grid.hex("0735"), rule="EF-SP-11")
    assert (5, True) == (
        g.state.units["A-HP2"].numbers[SP],
        READY_CHIT in g.state.units["A-HP2"].states,
    )
    assert 2 == g.state.layers[RESOURCES][g.grid.hex(WARSAW)]


# -- surprise turns ---------------------------------------------------------------------------------

HQS = {"A-HP2": WARSAW, "A-HP3": "0335"}


def ready(turn: int = 45, **more: object) -> EfGame:
    """Two HQs with ready chits, three hexes apart."""
    return table(HQS, turn=turn, states={hq: [READY_CHIT] for hq in HQS}, **more)  # type: ignore[arg-type]


def test_a_surprise_is_paid_with_two_chits() -> None:
    """EF-SU-01, EF-SU-11  Both are flipped and stay active; the chance is used up."""
    g = ready()
    assert may_surprise(g, "axis")
    assert ["pass", "surprise A-HP2 A-HP3"] == options(run(g, "initial.surprise", side="axis"))
    run(g, "initial.surprise", "surprise A-HP2 A-HP3", side="axis")
    assert "axis" == g.state.tracks[SURPRISE]
    assert all(USED_CHIT in g.state.units[hq].states for hq in HQS)
    assert not any(READY_CHIT in g.state.units[hq].states for hq in HQS)
    assert [45] == list(g.state.lists[DECLARED["axis"]])
    again = ready(turn=50)
    again.set_list(DECLARED["axis"], (45,), rule="EF-SU-10")
    assert not may_surprise(again, "axis")
    g = ready()
    run(g, "initial.surprise", "pass", side="axis")
    assert not g.state.tracks.get(SURPRISE)


@pytest.mark.parametrize(
    ("why", "able"),
    [("", True), ("unsupplied", False), ("mud", False), ("blizzard", False), ("frost", True), ("far", False), ("one", False)],
)  # fmt: skip
def test_who_may_surprise(why: str, *, able: bool) -> None:
    """EF-SU-11  HQs in supply, in clear, frost or snow, within eight hexes of each other."""
    g = ready()
    if why == "unsupplied":
        g.set_number("A-HP2", LEVEL, 1, rule="EF-SU-11")
    if why in ("mud", "blizzard", "frost"):
        for zone in "ABCD":
            g.set_track(f"weather {zone}", why[0].upper(), rule="EF-WX-01")
    if why == "far":
        g.place("A-HP3", g.grid.hex("1357"), rule="EF-SU-11")
    if why == "one":
        g.shed("A-HP3", READY_CHIT, rule="EF-SU-11")
    assert able == bool(pairs(g, "axis"))


def test_who_moves_in_a_bonus_turn() -> None:
    """EF-SU-12  Units within eight hexes of either HQ; in June 1941 every one."""
    units = {"G-XII": "0834", "G-VII": "2030"}
    for turn, hqs, able in ((45, ("A-HP2", "A-HP3"), {"G-XII"}), (1, (), {"G-XII", "G-VII"})):
        g = table({**HQS, **units}, turn=turn, tracks={SURPRISE: "axis", "bonus": 1})
        g.set_list("surprise hqs", hqs, rule="EF-SU-12")
        found = options(run(g, "movement.ground", side="axis", phase=2))
        assert able == {u for u in units if any(u in answer for answer in found)}


@pytest.mark.parametrize(
    ("turn", "roll", "moves"), [(1, 9, False), (1, 10, True), (45, 7, False), (45, 8, True)]
)
def test_reaction_in_a_bonus_turn(turn: int, roll: int, *, moves: bool) -> None:
    """EF-SU-14  Each unit rolls: 8 or more it moves, in June 1941 only on a 10; it has had its reaction either way."""
    g = table({"S-7M": "2032"}, turn=turn, tracks={SURPRISE: "axis"}, dice=[roll])
    assert moves == _passes(g, "S-7M")
    assert 1 == rolls(g)
    assert "2032" == where(g, "S-7M")
