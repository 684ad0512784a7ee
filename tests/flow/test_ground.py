"""Whose ground is whose, and in which part of the map anything goes on."""

from __future__ import annotations

from tests.toy.test_toy import lay
from wargame.flow.ground import ground, scene


def test_a_hex_belongs_to_the_side_that_stands_or_holds_nearest() -> None:
    session = lay("toy.red.move", r1="0102", b1="0502")
    game = session.game
    number = game.grid.hex
    mine = ground(game)
    assert ("red", "red", "blue") == tuple(mine[number(n)] for n in ("0101", "0202", "0402"))
    even = [h for h in range(game.grid.size) if h not in mine]
    assert even
    assert all(
        game.grid.distance(h, number("0102")) == game.grid.distance(h, number("0502")) for h in even
    )
    game.take(number("0302"), "blue", rule="LAB")
    assert "blue" == ground(game)[number("0302")]


def test_the_scene_reaches_from_corner_to_corner_of_what_is_on_the_map() -> None:
    session = lay("toy.red.move", r1="0103", b1="0502")
    grid = session.game.grid
    assert (grid.hex("0102"), grid.hex("0503")) == scene(session.game)
    assert (grid.hex("0101"), grid.hex("0503")) == scene(session.game, [grid.hex("0101")])
