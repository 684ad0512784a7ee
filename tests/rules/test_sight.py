"""Line of sight against a reckoning with nudged cube points, as the rule words it."""

from __future__ import annotations

from fractions import Fraction

from wargame.games.hannut.content import load_content
from wargame.hexes.grid import Grid, Hex
from wargame.rules.sight import Sight, Skyline

Cube = tuple[Fraction, Fraction, Fraction]
HAIR = (Fraction(1, 10**6), Fraction(2, 10**6), Fraction(-3, 10**6))


def rounded(point: Cube) -> tuple[int, int, int]:
    """The hex of a point: nearest whole numbers, the one moved farthest put right."""
    near = [round(x) for x in point]
    if sum(near):
        moved = [abs(n - x) for n, x in zip(near, point, strict=True)]
        worst = moved.index(max(moved))
        near[worst] -= sum(near)
    return near[0], near[1], near[2]


def oracle(grid: Grid, line: Skyline, a: Hex, b: Hex) -> bool:
    """HAN-LS-01 and HAN-LS-02 word for word, from the lower hex to the higher."""
    a, b = min(a, b), max(a, b)
    where = {(q, r): h for h, (q, r) in enumerate(grid.axial)}
    n = grid.distance(a, b)
    (aq, ar), (bq, br) = grid.axial[a], grid.axial[b]
    for sign in (1, -1):
        clear = True
        for i in range(1, n):
            q, r = (Fraction(x * (n - i) + y * i, n) for x, y in ((aq, bq), (ar, br)))
            cube = (q + sign * HAIR[0], r + sign * HAIR[1], -q - r + sign * HAIR[2])
            h = where.get(rounded(cube)[:2], -1)
            height = Fraction(line.level[a] * (n - i) + line.level[b] * i, n)
            if h not in line.board or line.level[h] + line.height[h] > height:
                clear = False
        if clear:
            return True
    return False


def test_the_oracle_agrees_on_the_whole_map() -> None:
    """HAN-LS-01, HAN-LS-02: exact fractions, two nudged traces."""
    content = load_content("campaign")
    grid, sight = content.grid, content.sight
    height = tuple(int(h in content.rough) for h in range(grid.size))
    line = Skyline(content.board, content.map.elevation, height, content.map.terrain)
    for a in range(0, grid.size, 5):
        for b in grid.within(a, 6)[1:]:
            assert sight.clear(a, b) == oracle(grid, line, a, b), (grid.name(a), grid.name(b))


def test_a_line_that_leaves_the_board_is_blocked() -> None:
    grid = Grid.of(5, 5)
    board = frozenset(h for h in range(grid.size) if h != grid.hex("0303"))
    flat = Skyline(board, (0,) * 25, (0,) * 25, ("clear",) * 25)
    sight = Sight(grid, flat)
    assert not sight.clear(grid.hex("0302"), grid.hex("0304"))
    assert sight.trace(grid.hex("0302"), grid.hex("0304")).blocked == -1
    assert grid.hex("0303") not in sight.seen_from(grid.hex("0302"), 3)


def test_those_seen_among_some_hexes_are_those_seen_of_them() -> None:
    content = load_content("campaign")
    mask = bytes(h % 3 == 0 for h in range(content.grid.size))
    for h in range(0, content.grid.size, 41):
        seen = [other for other in content.sight.seen_from(h, 6) if mask[other]]
        assert seen == content.sight.seen_among(h, 6, mask)
