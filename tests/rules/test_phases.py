"""The end of a phase: flags, counts and markers of whoever is meant, and no event for nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.flow.table import header, start
from tests.toy import TOY
from wargame.flow.opening import open_table
from wargame.model import events as ev
from wargame.rules.phases import clear, clear_together, lift, next_turn

RULE = "TOY-SQ-01"


def test_states_come_off_one_side_in_the_order_named() -> None:
    g = start().game
    for unit in ("r1", "b1"):
        for state in ("moved", "fought", "shaken"):
            g.gain(unit, state, rule=RULE)
    before = len(g.journal)
    clear(g, "moved", "fought", side="red", rule=RULE)
    told = list(g.journal[before:])
    assert [ev.StateLost("r1", "moved", RULE), ev.StateLost("r1", "fought", RULE)] == told
    assert {"shaken"} == g.state.units["r1"].states
    assert {"moved", "fought", "shaken"} == g.state.units["b1"].states


def test_numbers_go_back_and_states_are_found_by_their_names() -> None:
    g = start().game
    g.gain("r1", "_tried b2", rule=RULE)
    g.gain("r1", "_tried b1", rule=RULE)
    g.set_number("r1", "spent", 3, rule=RULE)
    before = len(g.journal)
    clear(g, numbers=("spent",), also=lambda state: state.startswith("_tried"), rule=RULE)
    assert [
        ev.StateLost("r1", "_tried b1", RULE),
        ev.StateLost("r1", "_tried b2", RULE),
        ev.NumberSet("r1", "spent", 0, RULE),
    ] == list(g.journal[before:])


def test_those_who_shed_the_same_do_so_in_one_fact() -> None:
    g = start().game
    for unit in ("r1", "r2", "b1"):
        g.gain(unit, "moved", rule=RULE)
    g.gain("r2", "fought", rule=RULE)
    before = len(g.journal)
    clear_together(g, "fought", "moved", rule=RULE)
    assert [
        ev.UnitsMarked(("r1", "b1"), (), ("moved",), RULE),
        ev.UnitsMarked(("r2",), (), ("fought", "moved"), RULE),
    ] == list(g.journal[before:])
    assert all(not g.state.units[unit].states for unit in ("r1", "r2", "b1"))
    g.unwind(before)
    assert [{"moved"}, {"moved", "fought"}] == [g.state.units[u].states for u in ("r1", "r2")]
    clear_together(g, "flown", rule=RULE)
    assert before == len(g.journal)


def test_units_take_on_and_shed_states_together_and_those_who_have_them_are_left_out() -> None:
    g = start().game
    g.gain("r1", "moved", rule=RULE)
    g.gain("r2", "tired", rule=RULE)
    before = len(g.journal)
    g.mark(("r1", "r2", "b1"), "tired", lost=("moved",), rule=RULE)
    assert [
        ev.UnitsMarked(("r1",), ("tired",), ("moved",), RULE),
        ev.StateGained("b1", "tired", RULE),
    ] == list(g.journal[before:])
    assert {"tired"} == g.state.units["r1"].states == g.state.units["r2"].states


def test_markers_of_a_kind_are_lifted_and_the_others_stay() -> None:
    g = start().game
    for name, kind in (("m2", "mine"), ("m1", "mine"), ("f1", "fort")):
        g.lay(name, kind, side="red", where=3, rule=RULE)
    assert ["m1", "m2"] == [marker.id for marker in g.state.marked("mine")]
    lift(g, "mine", rule=RULE)
    assert ["f1"] == list(g.state.markers)


def test_the_turn_goes_on_and_is_told() -> None:
    g = start().game
    turn = g.state.turn()
    assert turn + 1 == next_turn(g, rule=RULE) == g.state.turn()
    assert ev.Noted("turn", (("turn", turn + 1),), RULE) == g.journal[-1]


@pytest.mark.parametrize("blank", [None, 0])
def test_nought_over_nothing_is_a_fact_only_where_a_game_has_no_blank(blank: int | None) -> None:
    g = open_table(replace(TOY, table=replace(TOY.table, blank=blank)), header())
    g.set_number("r1", "spent", 0, rule=RULE)
    g.set_track("mud", 0, rule=RULE)
    assert (0 if blank == 0 else 2) == len(g.journal)
    g.set_number("r1", "spent", 3, rule=RULE)
    g.set_number("r1", "spent", 0, rule=RULE)
    g.set_track("mud", 1, rule=RULE)
    g.set_track("mud", 0, rule=RULE)
    last = [(e.name, e.value) for e in g.journal[-4:] if isinstance(e, ev.NumberSet | ev.TrackSet)]
    assert [("spent", 3), ("spent", 0), ("mud", 1), ("mud", 0)] == last
