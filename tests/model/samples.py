"""A small table, and any event that can happen on it."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model import events as ev
from wargame.model.board import ABSENT, HOLDS, STANDS, Board
from wargame.model.codec import attach
from wargame.model.state import Frame, Marker, Side, State, Unit

GRID = Grid.of(5, 4)
SIDES = ("red", "blue")
NAME = st.sampled_from(("turn", "weather", "x", "y"))
WORD = st.sampled_from(("shaken", "moved", "é"))
ITEMS = st.lists(st.sampled_from("abc"), max_size=4).map(tuple)


def reach(state: State, side: Side, where: Hex) -> tuple[int, ...]:
    """A ZOC on the hexes around, which reads what stands there, a track, a layer and ties.

    Not in rain; not by shaken units; a unit alone counts only where there is no ice; where two are
    bracketed, so that one is tied to the other, it reaches the hex itself twice.
    """
    stack = [u for u in state.at(where) if u.side == side and "shaken" not in u.states]
    if not stack or state.tracks.get("weather") == "é":
        return ()
    if len(stack) == 1 and state.layers.get("ice", {}).get(where):
        return ()
    bracketed = {u.id for u in stack} & {u.ties.get("shaken", "") for u in stack}
    return GRID.neighbours[where] + (where,) * (2 * len(bracketed))


def weight(state: State, unit: Unit) -> int:
    """A unit that has moved only stands; one with steps lost lies in nobody's way in rain."""
    if unit.numbers.get("x", 0) > 0 and state.tracks.get("weather") == "é":
        return ABSENT
    return STANDS if "moved" in unit.states else HOLDS


def table() -> State:
    """Four units, a marker, a track, a cup, two frames."""
    state = State("sample", "sample/one", 3, script=[2, 6, 1])
    for name, side, where in (("r1", "red", 0), ("r2", "red", 0), ("b1", "blue", 9)):
        state.units[name] = Unit(name, side, where)
    state.lists["watched"] = [4, "x"]
    state.layers["forts"] = {3: 2, 9: 1}
    state.units["r1"].ties["hq"] = "r2"
    state.units["b2"] = Unit("b2", "blue", OFF, "reserve", {"shaken"}, {"steps": 2})
    state.markers["m1"] = Marker("m1", "mine", "red", 4)
    state.tracks.update(turn=1, weather="clear")
    state.control[4] = "red"
    state.cups.update(bag=["a", "b", "a"], hand=[])
    state.frames = [
        Frame("root", {}, ("x", "leaf", "y")),
        Frame("leaf", {"side": "red"}, ("a", "b"), {"n": 1}),
    ]
    attach(state, fresh_board())
    return state


def fresh_board() -> Board:
    """A board that knows nothing yet."""
    return Board(GRID, SIDES, reach, weight, ("weather", "ice"))


def possible(state: State) -> st.SearchStrategy[ev.Event]:
    """Events that can happen on *state*, made once for tables on which the same lies."""
    frame = (state.frames[-1].name, tuple(state.frames[-1].todo)) if state.frames else None
    cups = tuple((cup, tuple(sorted(held))) for cup, held in sorted(state.cups.items()) if held)
    there = _of_what_lies_there(tuple(sorted(state.markers)), frame, cups)
    return st.one_of(_always(tuple(sorted(state.units))), *there)


@cache
def _always(units: tuple[str, ...]) -> st.SearchStrategy[ev.Event]:
    """Events that need nothing but units."""
    rule = st.just("R-1")
    side, hexes = st.sampled_from(SIDES), st.integers(0, GRID.size - 1)
    unit = st.sampled_from(units)
    number, some = st.integers(-5, 5), st.sets(unit).map(sorted).map(tuple)
    dice = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)
    paths = st.lists(hexes, min_size=1, max_size=3).map(tuple)
    mark, shifts = st.sampled_from(("m1", "m2", "m3")), st.just((("river", -1),))
    names, places = st.sampled_from(((), ("white", "black"))), st.integers(0, 12)
    facts = st.sampled_from(((), (("n", 3), ("units", ("r1", "b1")), ("hexes", (4, 5)))))
    values = st.dictionaries(places, st.integers(0, 3), max_size=3).map(lambda d: tuple(d.items()))
    target = st.sampled_from(("bag", "hand", "pile"))
    found: list[st.SearchStrategy[ev.Event]] = [
        st.builds(ev.UnitMoved, unit, paths, st.just("moves"), rule),
        st.builds(ev.UnitPlaced, unit, hexes, rule),
        st.builds(ev.UnitBoxed, unit, st.sampled_from(("lost", "")), rule),
        st.builds(ev.StateGained, unit, WORD, rule),
        st.builds(ev.StateLost, unit, WORD, rule),
        st.builds(ev.UnitsMarked, some, ITEMS, ITEMS, rule),
        st.builds(ev.Tied, unit, WORD, st.sampled_from(("r2", "")), rule),
        st.builds(ev.UnitTurned, unit, side, rule),
        st.builds(ev.ListSet, NAME, ITEMS, rule),
        st.builds(ev.LayerSet, st.sampled_from(("forts", "ice")), values, rule),
        st.builds(ev.NumberSet, unit, NAME, number, rule),
        st.builds(ev.MarkerPlaced, mark, WORD, side, hexes, st.just(""), st.integers(1, 3), rule),
        st.builds(ev.TrackSet, NAME, number | WORD, rule),
        st.builds(ev.HexTaken, hexes, side, rule),
        st.builds(ev.DiceRolled, WORD, dice, st.just(6), names, side, unit, facts, rule),
        st.builds(ev.CupFilled, target, ITEMS, rule),
        st.builds(ev.ChartRead, WORD, WORD, WORD, WORD, number, shifts, shifts, facts, rule),
        st.builds(ev.Noted, WORD, facts, rule),
        st.builds(ev.Decided, side, WORD, WORD, st.just((("a", 1), ("b", 2))), rule),
        st.builds(ev.SegmentEntered, WORD, st.just((("n", 3), ("side", "red"))), ITEMS),
        st.builds(ev.SubstepEntered, WORD, rule),
        st.builds(ev.GameEnded, side, WORD, WORD, facts, rule),
        st.builds(ev.ItemMoved, st.just("z"), st.just(""), target, rule),
    ]
    return st.one_of(found)


@cache
def _of_what_lies_there(
    markers: tuple[str, ...],
    frame: tuple[str, tuple[str, ...]] | None,
    cups: tuple[tuple[str, tuple[str, ...]], ...],
) -> tuple[st.SearchStrategy[ev.Event], ...]:
    """Events that need a marker, a frame or something in a cup."""
    rule, number = st.just("R-1"), st.integers(-5, 5)
    found: list[st.SearchStrategy[ev.Event]] = []
    if markers:
        found.append(st.builds(ev.MarkerRemoved, st.sampled_from(markers), rule))
    if frame:
        name, todo = frame
        found += [
            st.builds(ev.SegmentLeft, st.just(name)),
            st.builds(ev.SegmentRepeated, ITEMS),
            st.builds(ev.FrameSet, st.just(0), NAME, number | WORD | ITEMS),
            st.builds(ev.FrameFilled, st.just(0), st.just((("n", 3), ("units", ("r1",))))),
        ]
        if todo:
            found.append(st.builds(ev.SegmentStepped, st.sampled_from(todo)))
    for cup, held in cups:
        item = st.sampled_from(held)
        found.append(st.builds(ev.ItemDrawn, st.just(cup), item, number, WORD, rule))
        target = st.sampled_from(("bag", "hand", "pile", ""))
        found.append(st.builds(ev.ItemMoved, item, st.just(cup), target, rule))
    return tuple(found)
