"""Who waits, who is due, and where they enter if their hexes are blocked."""

from __future__ import annotations

from tests.flow.table import start
from tests.toy.content import ToyGame
from wargame.rules.arrivals import WAITING, due, entries, waiting

RULE = "TOY-SQ-01"
TURNS = {"r3": 2, "r1": 1, "b2": 3}


def table() -> ToyGame:
    """Three units wait; it is turn 1."""
    g: ToyGame = start().game
    for unit in ("r3", "b2", "r1"):
        g.box(unit, WAITING, rule=RULE)
    return g


def test_those_who_wait_are_told_by_id_and_side() -> None:
    g = table()
    g.box("r2", "lost", rule=RULE)
    assert ["b2", "r1", "r3"] == [unit.id for unit in waiting(g)]
    assert ["r1", "r3"] == [unit.id for unit in waiting(g, "red")]


def test_a_unit_is_due_from_its_turn_on_and_only_while_it_waits() -> None:
    g = table()
    assert ["r1"] == due(g, ["r3", "r2", "r1"], TURNS.get)
    g.set_track("turn", 2, rule=RULE)
    assert ["r3", "r1"] == due(g, ["r3", "r2", "r1"], TURNS.get)
    g.place("r3", 5, rule=RULE)
    assert ["r1"] == due(g, ["r3", "r2", "r1"], TURNS.get)


def test_a_unit_of_no_turn_may_come_at_any_time() -> None:
    assert ["b2"] == due(table(), ["b2"], lambda _: None)


def test_hexes_beside_are_entered_only_where_every_listed_one_is_blocked() -> None:
    assert [2, 1] == entries([2, 1], [3, 4], lambda _: True)
    assert [1] == entries([2, 1], [3, 4], lambda h: h != 2)
    assert [4] == entries([2, 1], [3, 4], lambda h: h == 4)
    assert [] == entries([2, 1], [3, 4], lambda _: False)
