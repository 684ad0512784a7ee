"""Where units may go, against every path of up to four steps that a player could write."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.arras.table import LEARNING, moves, position
from wargame.flow.ask import IllegalAnswer
from wargame.flow.orders import OrderAsk
from wargame.flow.session import Session
from wargame.games.arras.asks.moves import Move
from wargame.games.arras.asks.orders import Order
from wargame.hexes.grid import Hex

STEPS = 4
FULL_THERE = {"ARR-ST-01", "ARR-ST-02", "ARR-EV-09"}
"""Rules against stopping in a hex; moving on from it may be legal."""


def left_after(ask: OrderAsk[Order | None], answer: str) -> int | str:
    """Half MPs left after a legal answer, or the rule that forbids it."""
    try:
        order = ask.read(answer)[1]
    except IllegalAnswer as error:
        return error.refusal.rule
    move = ask.verbs[1]
    assert isinstance(move, Move)
    assert order is not None
    return move.legs.walk(order).left


def legal_paths(
    ask: OrderAsk[Order | None], head: str, start: Hex | None
) -> Iterator[tuple[Hex, int]]:
    """Ends of all legal paths with the half MPs left, by trying every one."""
    grid = ask.g.grid
    first = [()] if start is None else [(start,)]
    pending: list[tuple[Hex, ...]] = [*first]
    while pending:
        path = pending.pop()
        nexts = grid.neighbours[path[-1]] if path else range(grid.size)
        for near in nexts:
            longer = (*path, near)
            found = left_after(ask, f"{head} {grid.write(longer)}")
            if isinstance(found, int):
                yield near, found
            if (isinstance(found, int) or found in FULL_THERE) and len(longer) <= STEPS:
                pending.append(longer)


def check(session: Session, head: str) -> None:
    """Reach says neither too much nor too little."""
    ask = moves(session)
    grid = ask.g.grid
    claimed = ask.reach(head)
    for where, left in claimed.items():
        assert left == left_after(ask, ask.route(head, [where])), (head, grid.name(where))
    words = head.split()
    start = None if words[0] == "enter" else session.state.units[words[1]].hex
    best: dict[Hex, int] = {}
    for end, left in legal_paths(ask, head, start):
        best[end] = max(best.get(end, -1), left)
    best.pop(-1 if start is None else start, None)
    missing = {grid.name(h) for h in best if h not in claimed}
    assert set() == missing, head
    worse = {grid.name(h) for h, left in best.items() if left > claimed[h]}
    assert set() == worse, head
    assert best or not claimed


CROWD = {
    "uk-4rtr-a": "1008", "uk-4rtr-b": "1109", "uk-6dli": "1109", "uk-8dli": "1109",
    "uk-4rtr-lt": "1108", "uk-12l-a": "0907", "uk-tr-1": "1207", "uk-9dli": "1207",
    "fr-1cuir-1": "0808", "fr-2cuir-2": "0606", "de-k7": "0708", "de-tr-1": "1106",
    "de-sr6-1": "1112", "de-tr-2": "1010",
}  # fmt: skip
ALLIED = [
    "move uk-4rtr-a", "move uk-4rtr-b", "move uk-6dli", "move uk-4rtr-lt", "move uk-12l-a",
    "move uk-tr-1", "move fr-1cuir-1", "move fr-2cuir-2", "move uk-tr-1 with uk-9dli",
]  # fmt: skip


@pytest.mark.parametrize("head", ALLIED)
def test_ARR_MV_07_reach_by_roads_zocs_and_stacking(head: str) -> None:
    check(position("allied.movement", units=CROWD), head)


@pytest.mark.parametrize("head", ALLIED)
def test_ARR_GE_03_reach_under_interdiction(head: str) -> None:
    markers = {"interdiction": ["1108", "0908", "0608"]}
    check(position("allied.movement", units=CROWD, set_=markers), head)


@pytest.mark.parametrize("head", ALLIED)
def test_ARR_EV_07_reach_among_refugees_and_paralysed(head: str) -> None:
    events = {"events": ["refugees", "allied_paralysis"], "interdiction": ["1108"]}
    check(position("allied.movement", units=CROWD, set_=events), head)


@pytest.mark.parametrize("head", ["move uk-4rtr-b", "move fr-1cuir-1", "move uk-tr-1 with uk-9dli"])
def test_ARR_MV_13_reach_of_the_disrupted(head: str) -> None:
    shaken = {u: ["disrupted"] for u in ("uk-4rtr-b", "fr-1cuir-1", "uk-9dli")}
    check(position("allied.movement", units=CROWD, states=shaken), head)


@pytest.mark.parametrize(
    "head", ["exploit uk-4rtr-a", "exploit uk-4rtr-lt", "exploit fr-1cuir-1", "exploit fr-2cuir-2"]
)
def test_ARR_EX_02_reach_in_exploitation(head: str) -> None:
    check(position("allied.exploitation", units=CROWD), head)


@pytest.mark.parametrize("head", ["move de-k7", "move de-sr6-1", "move de-tr-2", "move de-rommel"])
def test_ARR_MV_15_reach_of_the_germans(head: str) -> None:
    units = {**CROWD, "uk-tr-2": "0809", "de-rommel": "1112", "de-aa37": "0911"}
    check(position("german.movement", units=units), head)


@pytest.mark.parametrize("marker", [[], ["1401"], ["1303"]])
@pytest.mark.parametrize("head", ["enter uk-2rsf", "enter uk-tr-5", "enter uk-tr-5 with uk-2rsf"])
def test_ARR_RE_05_reach_of_reinforcements(head: str, marker: list[str]) -> None:
    session = position(
        "allied.movement",
        units={"uk-2rsf": "waiting", "uk-tr-5": "waiting", "de-sr6-1": "1201", "de-aa37": "1405"},
        states={"uk-2rsf": ["passed"], "uk-tr-5": ["passed"]},
        set_={"interdiction": marker},
    )
    check(session, head)


@pytest.mark.parametrize("head", ["move de-aa37", "move de-sspj-2", "move de-tr-4"])
def test_ARR_MV_16_reach_on_the_small_board(head: str) -> None:
    check(position("german.movement", clear=False, scenario=LEARNING), head)


# -- passengers fetched on the way -------------------------------------------------------------


@pytest.mark.parametrize("markers", [[], ["1106"], ["1004"]])
@pytest.mark.parametrize("shaken", [[], ["uk-9dli"]])
def test_ARR_MV_11_reach_of_a_transport_that_fetches(markers: list[str], shaken: list[str]) -> None:
    session = position(
        "allied.movement",
        units={"uk-tr-1": "1206", "uk-9dli": "1105", "de-aa37": "1003", "uk-6dli": "1206"},
        states={u: ["disrupted"] for u in shaken},
        set_={"interdiction": markers},
    )
    ask = moves(session)
    grid = ask.g.grid
    claimed = ask.reach("move uk-tr-1 lift uk-9dli")
    for where, left in claimed.items():
        answer = ask.route("move uk-tr-1 lift uk-9dli", [where])
        assert left == left_after(ask, answer)
    best: dict[Hex, int] = {}
    goal = grid.hex("1105")
    for way in ("1106-1105", "1205-1105", "1206-1106-1105", "1206-1205-1104-1105"):
        steps = way.removeprefix("1206-")
        head = f"move uk-tr-1 {steps} lift uk-9dli"
        for end, left in legal_paths(ask, head, goal):
            best[end] = max(best.get(end, -1), left)
    best.pop(goal, None)
    assert {grid.name(h) for h in best} <= {grid.name(h) for h in claimed}
    if not shaken:
        assert all(claimed[h] >= left for h, left in best.items())
