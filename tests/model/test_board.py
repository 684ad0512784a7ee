"""What is derived of a position is right at once, whatever it reads, and after taking back."""

from __future__ import annotations

from tests.model.samples import GRID, table
from wargame.model import events as ev
from wargame.model.board import ABSENT, HOLDS, Board
from wargame.model.state import Side, State, Unit

RULE = "R-1"


def board_of(state: State) -> Board:
    assert isinstance(state.board, Board)
    return state.board


def test_a_bracketed_pair_that_parts_loses_its_zoc() -> None:
    """A unit has a ZOC only while it is stacked with another one."""

    def pairs(state: State, side: Side, where: int) -> tuple[int, ...]:
        stack = [unit for unit in state.at(where) if unit.side == side]
        return GRID.neighbours[where] if len(stack) > 1 else ()

    state = table()
    state.board = board = Board(GRID, ("red", "blue"), pairs)
    board.refresh_all(state)
    assert GRID.neighbours[0] == board.covers("red", 0)
    parted = ev.UnitMoved("r1", (0, 1, 2), "moves", RULE)
    old = parted.apply(state)
    assert ((), ()) == (board.covers("red", 0), board.covers("red", 2))
    assert 0 == sum(board.zoc["red"])
    parted.revert(state, old)
    assert GRID.neighbours[0] == board.covers("red", 0)
    assert len(GRID.neighbours[0]) == sum(board.zoc["red"])


def test_a_declared_track_and_layer_are_read_again_when_they_change() -> None:
    state = table()
    board = board_of(state)
    rain = ev.TrackSet("weather", "é", RULE)
    old = rain.apply(state)
    assert (0, 0) == (sum(board.zoc["red"]), sum(board.zoc["blue"]))
    rain.revert(state, old)
    assert GRID.neighbours[9] == board.covers("blue", 9)
    ice = ev.LayerSet("ice", ((9, 1), (0, 1)), RULE)
    before = ice.apply(state)
    assert () == board.covers("blue", 9)
    assert GRID.neighbours[0] == board.covers("red", 0)  # two stand there
    ice.revert(state, before)
    assert GRID.neighbours[9] == board.covers("blue", 9)


def test_a_tie_and_a_change_of_side_count_at_once() -> None:
    state = table()
    board = board_of(state)
    ev.Tied("r1", "shaken", "r2", RULE).apply(state)
    assert 2 == board.covers("red", 0).count(0)
    turned = ev.UnitTurned("r2", "blue", RULE)
    old = turned.apply(state)
    assert (["r1"], ["b1", "r2"]) == (board.on_map["red"], board.on_map["blue"])
    assert 0 == board.covers("red", 0).count(0)
    assert GRID.neighbours[0] == board.covers("blue", 0)
    turned.revert(state, old)
    assert 2 == board.covers("red", 0).count(0)


def test_a_unit_holds_stands_or_lies_in_nobodys_way() -> None:
    state = table()
    board = board_of(state)

    def counted() -> tuple[int, int, list[str]]:
        assert bool(board.held["blue"][9]) == bool(board.holding["blue"] >> 9 & 1)
        return board.here["blue"][9], board.held["blue"][9], board.at[9]

    assert (1, 1, ["b1"]) == counted()
    ev.StateGained("b1", "moved", RULE).apply(state)
    assert (1, 0, ["b1"]) == counted()
    ev.NumberSet("b1", "x", 1, RULE).apply(state)
    assert (1, 0, ["b1"]) == counted()
    ev.TrackSet("weather", "é", RULE).apply(state)
    assert (0, 0, ["b1"]) == counted()


def test_versions_grow_and_never_shrink() -> None:
    state = table()
    board = board_of(state)

    def versions() -> tuple[int, ...]:
        return board.version, *map(board.version_of, ("ice", "forts", "turn"))

    first = versions()
    fort = ev.LayerSet("forts", ((3, 0),), RULE)
    old = fort.apply(state)
    assert (first[0], first[1], first[2] + 1, first[3]) == versions()
    fort.revert(state, old)
    assert (first[0], first[1], first[2] + 2, first[3]) == versions()
    turn = ev.TrackSet("turn", 2, RULE)
    turn.revert(state, turn.apply(state))
    assert first[3] + 2 == board.version_of("turn")
    board.rebuild(state)
    assert all(now > then for now, then in zip(versions(), first, strict=True))


def test_a_place_of_a_layer_concerns_the_stacks_that_are_named() -> None:
    state, asked = table(), list[int]()

    def rule(state: State, side: Side, where: int) -> tuple[int, ...]:
        asked.append(where)
        flooded = state.layers.get("flood", {}).get(where)
        return (where,) if any(u.side == side for u in state.at(where)) and not flooded else ()

    def weight(state: State, unit: Unit) -> int:
        return ABSENT if state.layers.get("flood", {}).get(unit.hex) else HOLDS

    state.board = board = Board(
        GRID, ("red", "blue"), rule, weight, ("flood",), near=lambda _, place: (place, place + 1)
    )
    board.refresh_all(state)
    asked.clear()
    flood, ground = ev.LayerSet("flood", ((9, 1),), RULE), board.ground
    old = flood.apply(state)
    assert ({9}, 0, 0) == (set(asked), board.held["blue"][9], board.zoc["blue"][9])
    assert (0, True) == (board.holding["blue"] >> 9 & 1, board.ground != ground)
    flood.revert(state, old)
    assert (1, 1) == (board.held["blue"][9], board.zoc["blue"][9])
    fresh = board.blank()
    fresh.refresh_all(state)
    assert (fresh.zoc, fresh.held, fresh.here) == (board.zoc, board.held, board.here)
    asked.clear()
    ev.LayerSet("ice", ((9, 1),), RULE).apply(state)
    assert asked == []


def test_a_mark_that_no_rule_reads_is_not_asked_about() -> None:
    state = table()
    asked: list[int] = []

    def rule(state: State, side: Side, where: int) -> tuple[int, ...]:
        asked.append(where)
        return () if any("shaken" in u.states for u in state.at(where) if u.side == side) else (3,)

    state.board = board = Board(GRID, ("red", "blue"), rule, marks=("shaken",))
    board.refresh_all(state)
    asked.clear()
    version = board.version
    moved, spent = ev.StateGained("b1", "moved", RULE), ev.NumberSet("b1", "spent", 2, RULE)
    moved.revert(state, moved.apply(state))
    spent.revert(state, spent.apply(state))
    assert ([], version + 4) == (asked, board.version)
    both = ev.UnitsMarked(("b1", "r1"), ("moved",), (), RULE)
    both.revert(state, both.apply(state))
    assert ([], version + 6) == (asked, board.version)
    assert ["r1", "b1"] == board.changed_among(("r1", "b1"), version + 5)
    assert [] == board.changed_among(("r1", "b1"), version + 6)
    together = ev.UnitsMarked(("b1",), ("shaken", "moved"), (), RULE)
    old = together.apply(state)
    assert ([9], ()) == (asked, board.covers("blue", 9))
    together.revert(state, old)
    asked.clear()
    ev.StateGained("b1", "shaken", RULE).apply(state)
    assert ([9], ()) == (asked, board.covers("blue", 9))


def test_a_stack_that_nobody_stands_in_covers_nothing() -> None:
    """The rule is asked only where somebody stands."""
    state = table()
    asked: list[int] = []

    def rule(_state: State, _side: Side, where: int) -> tuple[int, ...]:
        asked.append(where)
        return (where,)

    state.board = board = Board(GRID, ("red", "blue"), rule, lambda _state, _unit: HOLDS)
    board.refresh_all(state)
    asked.clear()
    ev.UnitBoxed("b1", "lost", RULE).apply(state)
    assert ([], ()) == (asked, board.covers("blue", 9))
    state.units["b3"] = Unit("b3", "blue", 9)
    state.touch("b3")
    assert ([9], (9,)) == (asked, board.covers("blue", 9))


def test_a_unit_is_known_to_have_changed_and_no_other_is() -> None:
    state = table()
    board = board_of(state)
    units, before = sorted(state.units), board.version
    assert [] == board.changed_among(units, before)
    tie = ev.Tied("r1", "shaken", "r2", RULE)
    old = tie.apply(state)
    tied = board.version
    assert ["r1"] == board.changed_among(units, before)
    assert [] == board.changed_among(units, tied)
    assert [] == board.changed_among(["r2"], before)
    tie.revert(state, old)
    assert ["r1"] == board.changed_among(units, tied)
    later = board.version
    board.rebuild(state)
    assert units == board.changed_among(units, later)


def test_versions_of_several_are_those_of_each() -> None:
    state = table()
    board = board_of(state)
    names = ("mud", "turn")
    before = board.versions_of(names)
    assert (board.version_of("mud"), board.version_of("turn")) == before
    ev.TrackSet("mud", 1, RULE).apply(state)
    after = board.versions_of(names)
    assert (board.version_of("mud"), board.version_of("turn")) == after
    assert (True, False) == (after[0] > before[0], after[1] > before[1])
    board.rebuild(state)
    assert all(now > was for now, was in zip(board.versions_of(names), after, strict=True))


def test_who_is_on_the_map_or_in_a_box_has_a_number_that_moves_do_not_change() -> None:
    state = table()
    board = board_of(state)
    at_first = board.mapped
    ev.UnitMoved("r1", (state.units["r1"].hex, 12), "moves", RULE).apply(state)
    assert at_first == board.mapped
    gone = ev.UnitBoxed("r1", "lost", RULE)
    old = gone.apply(state)
    left = board.mapped
    assert left > at_first
    ev.UnitBoxed("r1", "found", RULE).apply(state)
    elsewhere = board.mapped
    assert elsewhere > left
    gone.revert(state, old)
    assert board.mapped > elsewhere
    back = board.mapped
    ev.UnitTurned("r1", "blue", RULE).apply(state)
    assert board.mapped > back


def test_the_hexes_of_a_side_are_a_set_that_follows_control() -> None:
    state = table()
    state.control = {2: "red", 5: "blue", 9: "red"}
    board = board_of(state)
    board.rebuild(state)
    taken = ev.HexTaken(5, "red", RULE), ev.HexTaken(2, "blue", RULE), ev.HexTaken(7, "blue", RULE)
    before = board.owned(state, "red"), board.owned(state, "blue")
    assert before == (1 << 2 | 1 << 9, 1 << 5)
    old = [event.apply(state) for event in taken]
    after = 1 << 5 | 1 << 9, 1 << 2 | 1 << 7
    assert after == (board.owned(state, "red"), board.owned(state, "blue"))
    assert 0 == board.owned(state, "green")
    board.rebuild(state)
    assert after == (board.owned(state, "red"), board.owned(state, "blue"))
    for event, holder in zip(reversed(taken), reversed(old), strict=True):
        event.revert(state, holder)
    assert before == (board.owned(state, "red"), board.owned(state, "blue"))


def test_a_mark_has_another_version_whenever_anybody_takes_it_on_or_sheds_it() -> None:
    state = table()
    board = board_of(state)
    known = board.version_of_mark("spent")
    ev.UnitMoved("r1", (0, 1), "moves", RULE).apply(state)
    ev.StateGained("r1", "moved", RULE).apply(state)
    assert known == board.version_of_mark("spent")
    for fact in (
        ev.StateGained("b1", "spent", RULE),
        ev.StateLost("b1", "spent", RULE),
        ev.UnitsMarked(("r1", "b1"), ("spent",), (), RULE),
        ev.NumberSet("r2", "spent", 2, RULE),
    ):
        old = fact.apply(state)
        assert known < (known := board.version_of_mark("spent"))
        fact.revert(state, old)  # type: ignore[arg-type]
        assert known < (known := board.version_of_mark("spent"))
        fact.apply(state)
        known = board.version_of_mark("spent")
    board.rebuild(state)
    assert known < board.version_of_mark("spent")
