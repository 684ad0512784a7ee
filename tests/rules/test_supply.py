"""Supply: what a line passes, roads, and the hex it starts from, on the map of the toy."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.toy.test_toy import lay
from wargame.hexes.field import Barriers
from wargame.hexes.grid import Grid
from wargame.rules.supply import Net, along, open_mask, shift, within

GRID = Grid.of(6, 5)
EVERYWHERE = (1 << GRID.size) - 1
OPEN_LAND = Barriers(GRID, [0] * GRID.size)


def mask(*names: str) -> int:
    return GRID.mask(map(GRID.hex, names))


def test_a_line_passes_neither_enemies_nor_their_zoc_but_for_a_friend_there() -> None:
    g = lay("toy.red.move", r1="0203", r2="0303", b1="0403").game
    free = open_mask(g, "red", "blue", g.grid.full)
    zoc = {h for h in range(g.grid.size) if g.board.zoc["blue"][h]}
    friend = g.grid.hex("0303")
    assert friend in zoc
    shut = {h for h in range(g.grid.size) if not free >> h & 1}
    assert shut == (zoc | {g.grid.hex("0403")}) - {friend}
    assert open_mask(g, "red", "blue", 1 << friend) == 1 << friend


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


def chain(*names: str) -> list[tuple[int, ...]]:
    """Links along a road."""
    links: list[tuple[int, ...]] = [()] * GRID.size
    for a, b in pairwise(map(GRID.hex, names)):
        links[a], links[b] = (*links[a], b), (*links[b], a)
    return links


def net(free: int = EVERYWHERE, *, far: int = 2, walls: Barriers = OPEN_LAND) -> Net:
    """A road along row 3 from the source in 0103."""
    links = chain("0103", "0203", "0303", "0403")
    return Net(GRID, [GRID.hex("0103")], free, links, far, walls, mask("0601"))


def line(found: Net, start: str) -> list[str]:
    """The line of a hex by names."""
    return [GRID.name(h) for h in found.line(GRID.hex(start))]


def test_a_line_goes_the_shortest_way_to_the_road_and_along_it() -> None:
    assert line(net(), "0403") == ["0403", "0303", "0203", "0103"]
    assert line(net(), "0305") == ["0305", "0304", "0303", "0203", "0103"]
    assert line(net(), "0103") == ["0103"]
    assert (line(net(far=1), "0305"), line(net(), "0601")) == ([], ["0601"])
    assert line(net(walls=Barriers(GRID, [63] * GRID.size)), "0304") == []


def test_a_hex_that_every_line_goes_through_is_found_with_who_hangs_on_it() -> None:
    # from 0403 by the road alone or round by 0204: only the road behind 0203 has no other way
    far, near = GRID.hex("0403"), GRID.hex("0203")
    found = {
        GRID.name(h): [GRID.name(s) for s in on] for h, on in net().chokes([far, near]).items()
    }
    assert found == {"0103": ["0203", "0403"], "0203": ["0403"]}
    # two hexes from 0305 there is no other hex of the road than 0303, and 0601 needs no line
    below, corner = GRID.hex("0305"), GRID.hex("0601")
    found_below = net().chokes([below, corner])
    assert [GRID.name(h) for h in found_below] == ["0103", "0203", "0303", "0304"]
    assert set(found_below.values()) == {(below,)}


def test_a_shift_names_who_loses_and_who_finds_supply_again() -> None:
    was = {"Red": [("r1", "One"), ("r2", "Two")], "Blue": []}
    now = {"Red": [("r2", "Two"), ("r3", "Three")], "Blue": [("b1", "Other")]}
    told = ["Red supply cut: Three", "Red supply restored: One", "Blue supply cut: Other"]
    assert told == list(shift(was, now))
    assert told[:1] == list(shift(was, now, ["r1", "b1"]))
