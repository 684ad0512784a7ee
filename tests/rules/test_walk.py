"""Walking: the search and the check of a path agree, and every refusal has its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pytest

from tests.flow.table import picker
from wargame.flow.ask import IllegalAnswer, Refusal
from wargame.hexes.field import Costs
from wargame.hexes.grid import Grid, Hex
from wargame.rules.onward import onward, out_of_reach, way_to
from wargame.rules.walk import (
    Bar,
    Field,
    Mover,
    Path,
    Toll,
    follow,
    follow_together,
    is_plain,
    price,
    reach,
    reach_together,
    shut,
    stops_in,
    wander,
)

GRID = Grid.of(7, 7)
START = GRID.hex("0404")
WOOD = {GRID.hex(name) for name in ("0403", "0503", "0305", "0405", "0302")}
RIVER = {frozenset({START, GRID.hex("0504")}), frozenset({START, GRID.hex("0304")})}
_STANDS = GRID.hex("0401")
ENEMY = bytes(h == _STANDS for h in range(GRID.size))
ZOC = bytes(h in GRID.neighbours[_STANDS] for h in range(GRID.size))


def step_price(a: Hex, b: Hex) -> int:
    """2 in the open, 3 in a wood, no way over the river."""
    if b < 0 or frozenset({a, b}) in RIVER:
        return 0
    return 3 if b in WOOD else 2


TABLE = [tuple(step_price(h, b) for b in six) for h, six in enumerate(GRID.around)]
COSTS = Costs(GRID, TABLE)
FLAT = [tuple(2 if b >= 0 else 0 for b in six) for six in GRID.around]
_UNEVEN = GRID.mask(h for h in range(GRID.size) if FLAT[h] != TABLE[h])
HELD = Bar(ENEMY, lambda h: Refusal(f"The enemy holds {GRID.name(h)}.", "T-HELD"))


@dataclass
class Foot(Mover):
    """Tactical movement: the enemy bars his hexes, his ZOC stops and costs 2 to leave."""

    grid: Grid = GRID
    costs: Costs = COSTS
    rule: str = "T-FAR"
    name: str = ""
    bars: Sequence[Bar] = (HELD,)
    closed: int | None = None
    stop: bytes | None = ZOC
    toll: Toll | None = None
    single: Refusal | None = None
    minimum: bool = False
    rivers: bool = False

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """A river."""
        return Refusal(f"A river runs between {GRID.name(a)} and {GRID.name(b)}.", "T-RIVER")

    def stopped(self, h: Hex) -> Refusal:
        """A ZOC."""
        return Refusal(f"It must stop in {GRID.name(h)}.", "T-ZOC")

    def ground(self, a: Hex, b: Hex) -> str:  # noqa: ARG002 - one shape for all
        """Wood or open."""
        return "wood" if b in WOOD else "open"

    def leaving(self, h: Hex) -> int:
        """Two half MPs out of a ZOC."""
        return 2 if ZOC[h] else 0

    def leap(self, a: Hex, b: Hex) -> bool:
        """The minimum move, and a river for the whole allowance."""
        return (self.minimum and price(self, a, b)[0] > 0) or (
            self.rivers and frozenset({a, b}) in RIVER
        )


def path(text: str) -> Path:
    """A path as written."""
    return GRID.route(text)


def refused(act: Callable[[], object]) -> Refusal:
    """How it is refused."""
    with pytest.raises(IllegalAnswer) as caught:
        act()
    return caught.value.refusal


def every_path(mover: Mover, budget: int, most: int) -> Iterator[tuple[Hex, int]]:
    """The end of every legal path of up to *most* steps, and what is left there."""
    pending: list[Path] = [(START,)]
    while pending:
        way = pending.pop()
        for near in GRID.neighbours[way[-1]]:
            try:
                walked = follow(mover, (*way, near), budget)
            except IllegalAnswer:
                continue
            yield near, walked.left
            if len(way) < most:
                pending.append((*way, near))


COVERED = frozenset(GRID.hex(name) for name in ("0403", "0503", "0404"))


def _tolled(covered: frozenset[Hex] = COVERED) -> Toll:
    around = [
        tuple(0 if h in covered or b in covered else n for b, n in zip(six, row, strict=True))
        for h, (six, row) in enumerate(zip(GRID.around, TABLE, strict=True))
    ]
    return Toll("interdiction", covered, 2, COSTS, Costs(GRID, around))


MOVERS = {
    "plain": Foot(),
    "minimum": Foot(minimum=True),
    "river": Foot(rivers=True),
    "shaken": Foot(single=Refusal("One hex.", "T-ONE"), minimum=True),
    "toll": Foot(toll=_tolled()),
    "toll on the way": Foot(toll=_tolled(frozenset({GRID.hex("0403"), GRID.hex("0503")}))),
    "two bars": Foot(bars=(HELD, Bar(ZOC, lambda _: Refusal("In a ZOC.", "T-SHY"))), minimum=True),
    "lazy": Foot(costs=Costs(GRID, lambda h: TABLE[h])),
    "kept": Foot(costs=Costs(GRID, FLAT).but(_UNEVEN, lambda h: TABLE[h]), closed=1 << _STANDS),
}


@pytest.mark.parametrize("budget", [1, 3, 6])
@pytest.mark.parametrize("name", MOVERS)
def test_a_hex_is_reached_by_the_best_of_all_paths_that_can_be_followed(
    name: str, budget: int
) -> None:
    mover = MOVERS[name]
    best: dict[Hex, int] = {}
    for end, left in every_path(mover, budget, 3):
        best[end] = max(best.get(end, -1), left)
    found = reach(mover, START, budget)
    best.pop(START, None)
    assert best == {h: n for h, n in found.left.items() if h != START}
    for h, left in found.left.items():
        assert follow(mover, found.path(h), budget).left == left


@pytest.mark.parametrize("budget", [3, 6])
@pytest.mark.parametrize("fresh", [True, False])
def test_a_path_is_plain_where_its_prices_alone_make_it_legal(budget: int, *, fresh: bool) -> None:
    mover, said = Foot(closed=1 << _STANDS), list[bool]()
    ways: list[Path] = [(START,)]
    for way in ways:
        ways += [(*way, near) for near in GRID.neighbours[way[-1]] if len(way) < 5]
        try:
            follow(mover, way, budget, fresh=fresh)
            legal = True
        except IllegalAnswer:
            legal = False
        said.append(is_plain(mover, way, budget, fresh=fresh))
        assert said[-1] == legal
    assert {True, False} == set(said)
    assert not is_plain(Foot(closed=0, minimum=True), path("0404-0403"), 1)


@pytest.mark.parametrize("far", [0, 1, 2])
def test_the_way_to_the_nearest_of_some_hexes_is_the_cheapest_that_a_search_finds(far: int) -> None:
    for mover in (Foot(closed=1 << _STANDS), Foot(stop=None), MOVERS["lazy"]):
        found = reach(mover, START, 7)
        for a in range(GRID.size):
            goals = {a, GRID.size - 1 - a}
            ends = [h for h in goals if h in found.left and (h == START or not stops_in(mover, h))]
            best = max(ends, key=lambda h: (found.left[h], -h), default=None)
            way = way_to(mover, START, 7, goals, partial(_least, goals, far))
            assert way == (() if best is None else found.path(best))


def _least(goals: set[Hex], far: int, h: Hex) -> int:
    """A price that no way to the nearest of them undercuts."""
    return far * min(GRID.distance(h, goal) for goal in goals)


@pytest.mark.parametrize("name", MOVERS)
def test_a_way_that_is_drawn_can_be_followed(name: str) -> None:
    mover, ends = MOVERS[name], set[Hex]()
    for seed in range(40):
        way = wander(mover, START, 6, picker(seed))
        assert follow(mover, way, 6).left >= 0
        ends.add(way[-1])
    assert len(ends) > 4 or mover.single


def test_a_bar_that_the_prices_know_is_not_searched_again() -> None:
    looked: list[Hex] = []

    class Counted:
        def __getitem__(self, h: Hex) -> int:
            looked.append(h)
            return 0

    known = Bar(Counted(), lambda _: Refusal("Off the board.", "T-OFF"), priced=True)
    reach(Foot(bars=(known, HELD)), START, 6)
    assert looked == []
    assert shut(Foot(bars=(known, HELD)), START) is None
    assert looked == [START]


def test_nothing_is_drawn_where_nothing_can_be_entered() -> None:
    walls = Foot(costs=Costs(GRID, [(0,) * 6] * GRID.size))
    assert wander(walls, START, 6, picker(1)) == (START,)


def test_the_first_bar_that_is_true_says_why_a_hex_is_shut() -> None:
    mover = MOVERS["two bars"]
    assert shut(mover, GRID.hex("0401")) == Refusal("The enemy holds 0401.", "T-HELD")
    assert shut(mover, GRID.hex("0402")) == Refusal("In a ZOC.", "T-SHY")
    assert shut(mover, GRID.hex("0403")) is None
    assert shut(Foot(bars=()), GRID.hex("0401")) is None
    there, beside = 1 << _STANDS, GRID.spread(1 << _STANDS)
    assert [shut(Foot(closed=hexes), _STANDS) is None for hexes in (there, beside)] == [False, True]


@pytest.mark.parametrize(
    ("mover", "way", "budget", "refusal"),
    [
        (Foot(), "0404-0304", 6, Refusal("A river runs between 0404 and 0304.", "T-RIVER")),
        (Foot(), "0404-0403-0402-0401", 9, Refusal("It must stop in 0402.", "T-ZOC")),
        (Foot(stop=None), "0404-0403-0402-0401", 9, Refusal("The enemy holds 0401.", "T-HELD")),
        (MOVERS["shaken"], "0404-0403-0402", 9, Refusal("One hex.", "T-ONE")),
        (
            Foot(), "0404-0403-0503", 5,
            Refusal("0503 costs 3 MP in all, 2 1/2 are there: 0403 1 1/2 (wood), 0503 1 1/2 (wood).", "T-FAR"),
        ),
        (
            Foot(name="Tom"), "0404-0403", 2,
            Refusal("0403 costs Tom 1 1/2 MP in all, 1 is there: 0403 1 1/2 (wood).", "T-FAR"),
        ),
    ],
)  # fmt: skip
def test_a_path_is_refused_by_its_first_step_that_is_not_legal(
    mover: Mover, way: str, budget: int, refusal: Refusal
) -> None:
    assert refused(lambda: follow(mover, path(way), budget)) == refusal
    assert not is_plain(mover, path(way), budget)


def test_a_leap_takes_the_whole_allowance_and_only_as_the_first_step() -> None:
    mover = Foot(minimum=True)
    assert follow(mover, path("0404-0403"), 1)[:2] == ([(GRID.hex("0403"), 3, "wood")], 0)
    rivers = reach(Foot(rivers=True), START, 0).left
    assert rivers == {START: 0, GRID.hex("0504"): 0, GRID.hex("0304"): 0}
    river = follow(Foot(rivers=True), path("0404-0304"), 7)
    assert (river.steps[0].cost, river.left) == (7, 0)
    assert refused(lambda: follow(mover, path("0404-0403"), 1, fresh=False)).rule == "T-FAR"
    assert reach(mover, START, 1, fresh=False).left == {START: 1}


def test_what_starts_in_a_zoc_pays_to_leave_it_with_its_first_step() -> None:
    there = GRID.hex("0402")
    walked = follow(Foot(), path("0402-0403-0404"), 9)
    assert [(s.cost, s.why) for s in walked.steps] == [(5, "wood, leaving a ZOC"), (2, "open")]
    assert (walked.cost, walked.left) == (7, 2)
    assert reach(Foot(), there, 9).left[START] == 2
    assert reach(Foot(), there, 9, fresh=False).left[START] == 4


def test_a_toll_is_paid_once_and_prices_are_its_own_from_then_on() -> None:
    mover = Foot(toll=_tolled(frozenset({GRID.hex("0403")})))
    walked = follow(mover, path("0404-0403-0503"), 9)
    assert [(s.cost, s.why) for s in walked.steps] == [(5, "wood, interdiction"), (3, "wood")]
    assert walked.paid
    paid = follow(mover, path("0404-0403"), 9, paid=True)
    assert (paid.steps[0].cost, paid.left) == (3, 6)
    assert reach(mover, START, 9, paid=True).left[GRID.hex("0403")] == 6
    assert not follow(mover, path("0404-0503"), 9).paid


def test_a_way_goes_on_through_its_stops() -> None:
    mover = Foot(toll=_tolled(frozenset({GRID.hex("0403")})))
    way = onward(mover, path("0404-0403"), 6, [GRID.hex("0503"), GRID.hex("0603")])
    assert GRID.write(way) == "0404-0403-0503-0603"


@pytest.mark.parametrize(
    ("way", "goal", "rule"),
    [("0404-0403-0402", "0403", "T-ZOC"), ("0404", "0401", "T-HELD"), ("0404", "0707", "T-FAR")],
)
def test_a_stop_that_cannot_be_reached_says_why(way: str, goal: str, rule: str) -> None:
    assert refused(lambda: onward(Foot(), path(way), 4, [GRID.hex(goal)])).rule == rule
    if len(way) == 4:
        assert out_of_reach(Foot(), START, GRID.hex(goal), 4).rule == rule


def test_an_overrun_ends_the_path_in_a_hex_that_is_not_barred() -> None:
    goal = GRID.hex("0401")
    ends = bytes(h == goal for h in range(GRID.size))
    dear = [
        tuple(n + 4 if b == goal else n for b, n in zip(six, row, strict=True))
        for six, row in zip(GRID.around, TABLE, strict=True)
    ]
    mover = Foot(costs=Costs(GRID, dear), bars=(), stop=ends)
    assert reach(mover, START, 11).left[goal] == 0
    assert goal in reach(mover, GRID.hex("0402"), 8).left
    assert refused(lambda: follow(mover, path("0402-0401-0301"), 20)).rule == "T-ZOC"


def test_rails_are_a_mover_with_the_prices_of_the_line() -> None:
    line = path("0404-0405-0406-0407")
    links = {frozenset(pair) for pair in pairwise(line)}
    costs = Costs(GRID, lambda h: tuple(int(frozenset({h, b}) in links) for b in GRID.around[h]))
    train = Foot(costs=costs, bars=(), stop=None)
    assert {GRID.name(h): n for h, n in reach(train, START, 2).left.items()} == {
        "0404": 2, "0405": 1, "0406": 0,
    }  # fmt: skip


def test_lazy_prices_are_made_only_where_the_search_comes() -> None:
    made: list[Hex] = []

    def row(h: Hex) -> tuple[int, ...]:
        made.append(h)
        return TABLE[h]

    mover = Foot(costs=Costs(GRID, row))
    assert reach(mover, START, 4).left == reach(Foot(), START, 4).left
    assert len(made) == len(set(made)) < 20


# -- together ------------------------------------------------------------------------------------


CARTS = Costs(GRID, [tuple(2 * n for n in row) for row in TABLE])


def best_together(members: list[tuple[Mover, int]]) -> dict[Hex, int]:
    """Where all get to by one path of up to three steps, tried out."""
    best: dict[Hex, int] = {}
    pending: list[Path] = [(START,)]
    while pending:
        way = pending.pop()
        for near in GRID.neighbours[way[-1]]:
            try:
                paid = follow_together(members, (*way, near))
            except IllegalAnswer:
                continue
            left = min(walked.left for walked in paid.values())
            best[near] = max(best.get(near, -1), left)
            if len(way) < 3:
                pending.append((*way, near))
    best.pop(START, None)
    return best


@pytest.mark.parametrize(
    "members",
    [
        [(Foot(name="a"), 6)],
        [(Foot(name="a"), 6), (Foot(name="b"), 4)],
        [(Foot(name="a"), 3), (Foot(name="cart", costs=CARTS), 6)],
        [(Foot(name="a", minimum=True), 1), (Foot(name="b", minimum=True), 5)],
        [(Foot(name="a", minimum=True), 1), (Foot(name="b"), 5)],
        [
            (Foot(name="a", minimum=True, single=Refusal("One hex.", "T-ONE")), 6),
            (Foot(name="b"), 2),
        ],
    ],
)
def test_units_go_together_where_each_can_pay(members: list[tuple[Mover, int]]) -> None:
    found: Field = reach_together(members, START)
    assert {h: n for h, n in found.left.items() if h != START} == best_together(members)
    for h in found.left:
        assert set(follow_together(members, found.path(h))) == {mover.name for mover, _ in members}


def test_whoever_cannot_pay_is_named() -> None:
    members: list[tuple[Mover, int]] = [(Foot(name="a"), 9), (Foot(name="b"), 2)]
    refusal = refused(lambda: follow_together(members, path("0404-0403")))
    assert refusal.reason.startswith("0403 costs b 1 1/2 MP in all, 1 is there")
