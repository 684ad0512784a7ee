"""Supply: what a line passes, roads, and the hex it starts from, on the map of the toy."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.toy.test_toy import lay
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Grid
from wargame.rules.supply import along, open_mask, within

GRID = Grid.of(6, 5)
EVERYWHERE = (1 << GRID.size) - 1
OPEN_LAND = Barriers(GRID, [0] * GRID.size)


def mask(*names: str) -> int:
    return GRID.mask(map(GRID.hex, names))


def test_a_line_passes_neither_enemies_nor_their_zoc_but_for_a_friend_there() -> None:
    g = lay("toy.red.move", r1="0203", r2="0303", b1="0403").game
    free = open_mask(g, "red", "blue", range(g.grid.size))
    zoc = {h for h in range(g.grid.size) if g.board.zoc["blue"][h]}
    friend = g.grid.hex("0303")
    assert friend in zoc
    shut = {h for h in range(g.grid.size) if not free >> h & 1}
    assert shut == (zoc | {g.grid.hex("0403")}) - {friend}
    assert open_mask(g, "red", "blue", [friend]) == 1 << friend


def test_roads_carry_supply_as_far_as_they_are_open() -> None:
    chain = ["0103", "0203", "0303", "0403"]
    links: list[tuple[int, ...]] = [()] * GRID.size
    for a, b in pairwise(chain):
        links[GRID.hex(a)] = (*links[GRID.hex(a)], GRID.hex(b))
    heads = {GRID.hex("0103"), GRID.hex("0601")}
    assert along(links, heads, EVERYWHERE) == mask(*chain, "0601")
    assert along(links, heads, EVERYWHERE & ~mask("0303", "0601")) == mask("0103", "0203")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_line_has_its_length(limit: int) -> None:
    head = GRID.hex("0303")
    assert within(GRID, 1 << head, limit, EVERYWHERE, OPEN_LAND) == GRID.mask(
        GRID.within(head, limit)
    )


def test_the_hex_a_line_starts_from_is_never_tested_but_no_line_goes_on_through_it() -> None:
    found = within(GRID, mask("0101"), 3, mask("0101"), OPEN_LAND)
    assert found == GRID.mask(GRID.within(GRID.hex("0101"), 1))


def test_no_line_crosses_a_barrier() -> None:
    walled = Barriers(GRID, [63] * GRID.size)
    assert within(GRID, mask("0303"), 3, EVERYWHERE, walled) == mask("0303")
