"""What position files of every game may set, and what they may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.flow.table import start
from wargame.rules import setters


def test_control_is_written_from_either_end() -> None:
    game = start().game
    where = game.grid.name(game.content.objective)
    game.take(game.content.objective, "blue", rule="TOY-CB-01")
    for value, side in (({"red": [where]}, "red"), ({where: "blue"}, "blue")):
        setters.control(game, value)
        assert game.state.control[game.content.objective] == side


def test_numbers_cups_and_tracks() -> None:
    game = start().game
    setters.number("spent", parts=2)(game, "r1", 1.5)
    setters.track("mission", least=1, less=1)(game, 3)
    setters.cup("hand", "card", lambda _: ("a", "b"))(game, ["b", "a"])
    assert game.state.number("r1", "spent") == 3
    assert game.state.tracks["mission"] == 2
    assert game.state.cups["hand"] == ["a", "b"]


@pytest.mark.parametrize(
    ("setter", "value", "message"),
    [
        (setters.control, "red", "no table"),
        (setters.control, {"green": ["0101"]}, 'there is no side "green"'),
        (setters.control, {"red": ["0101"]}, "no hex whose control counts"),
        (setters.track("mission", least=1), 0, "not a whole number from 1"),
        (setters.track("mission"), True, "not a whole number"),
        (setters.cup("hand", "card", lambda _: ("ace",)), "aec", "nearest: ace"),
        (setters.cup("hand", "card", lambda _: ("ace",)), ["ace", "ace"], "too many"),
        (setters.cup("hand", "card", lambda _: ("a", "b"), most=1), ["a", "b"], "too many"),
        (setters.cup("hand", "card", lambda _: ("a",)), 3, "neither a word nor a list"),
    ],
)
def test_what_cannot_be_set_is_refused(setter: setters.Setter, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        setter(start().game, value)


def test_parts_of_a_number_are_counted() -> None:
    with pytest.raises(ValueError, match="in parts of 1/2"):
        setters.number("spent", parts=2)(start().game, "r1", 0.25)
