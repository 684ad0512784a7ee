"""What applies is told by name in the order of the rules; what comes to nothing is not."""

from __future__ import annotations

from wargame.rules.modifiers import added_up, applied, of_rows, worst

ROWS = {"wood": ("a wood", -1), "river": ("a river", -2), "flat": ("flat ground", 0)}


def test_what_does_not_hold_or_comes_to_nothing_is_not_told() -> None:
    assert (("rating", 2), ("river", -1)) == applied({"rating": 2, "wood": 0, "river": -1})
    assert () == applied({})


def test_rows_count_as_often_as_they_apply_in_the_order_they_are_asked_for() -> None:
    times = {"river": 2, "flat": 1, "wood": True}
    assert (("a river", -4), ("a wood", -1)) == of_rows(ROWS, times, lambda row: row)
    assert () == of_rows(ROWS, {"wood": False}, lambda row: row)


def test_the_worst_of_several_hexes_counts_and_the_first_of_equals() -> None:
    hill, wood = (("hill", -1), ("night", -1)), (("wood", -2),)
    assert hill == worst([(("clear", 1),), hill, wood])
    assert -2 == added_up(hill)
