"""Lines of sight over levels and obstacles, in exact whole numbers, remembered once reckoned.

A line is traced twice, nudged by a hair to either side; one clear trace is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from wargame.hexes.field import Mask
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.hexes.line import traces


@dataclass(frozen=True, slots=True)
class Skyline:
    """What stands on the map: the board, the level of the ground, the height and name of terrain."""

    board: frozenset[Hex]
    level: tuple[int, ...]
    height: tuple[int, ...]
    terrain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Whether one hex sees another, and if not the first hex that blocks and why."""

    clear: bool
    blocked: Hex = OFF
    """OFF when the line is clear, or leaves the board."""
    why: str = ""


CLEAR = Trace(clear=True)
LEAVES = Trace(clear=False, why="the line leaves the board")


class Sight:
    """Who sees whom: two traces over ground and obstacles, one clear trace is enough."""

    __slots__ = ("_at", "_known", "_line", "_seen", "grid")

    def __init__(self, grid: Grid, line: Skyline) -> None:
        """Take the geometry and what stands on it."""
        self.grid = grid
        self._line = line
        self._at = {axial: h for h, axial in enumerate(grid.axial)}
        self._known: dict[tuple[Hex, Hex], frozenset[Hex]] = {}
        self._seen: dict[tuple[Hex, int], tuple[Hex, ...]] = {}

    def clear(self, a: Hex, b: Hex) -> bool:
        """Whether a and b see each other."""
        return not self.blocked_by(a, b)

    def blocked_by(self, a: Hex, b: Hex) -> frozenset[Hex]:
        """The hexes that block both traces, OFF among them beyond the board; empty: clear."""
        pair = (a, b) if a < b else (b, a)  # the same both ways
        found = self._known.get(pair)
        if found is None:
            found = self._known[pair] = self._reckon(*pair)
        return found

    def trace(self, a: Hex, b: Hex) -> Trace:
        """What the player at a is told about b: the blocking hex nearest to him."""
        blocks = self.blocked_by(a, b)
        if not blocks:
            return CLEAR
        on_board = blocks & self._line.board
        if not on_board:
            return LEAVES
        first = min(on_board, key=lambda h: (self.grid.distance(a, h), h))
        return Trace(clear=False, blocked=first, why=self._why(a, b, first))

    def seen_from(self, h: Hex, reach: int) -> tuple[Hex, ...]:
        """The hexes of the board up to a distance that are in LOS, `h` first, nearest first."""
        found = self._seen.get((h, reach))
        if found is None:
            found = self._seen[h, reach] = tuple(
                other
                for other in self.grid.within(h, reach)
                if other in self._line.board and self.clear(h, other)
            )
        return found

    def seen_among(self, h: Hex, reach: int, mask: Mask) -> list[Hex]:
        """Those of `seen_from` for which a mask is true: no other line is looked along."""
        near = [b for b in self.grid.within(h, reach) if mask[b]]
        board = self._line.board
        return [b for b in near if b in board and not self.blocked_by(h, b)] if near else near

    def _reckon(self, a: Hex, b: Hex) -> frozenset[Hex]:
        (aq, ar), (bq, br) = self.grid.axial[a], self.grid.axial[b]
        at, inner = self._at, traces(bq - aq, br - ar)[1:-1]
        blocks: set[Hex] = set()
        for trace in zip(*inner, strict=True):
            found = self._blocks(a, b, [at.get((aq + q, ar + r), OFF) for q, r in trace])
            if not found:
                return frozenset()
            blocks |= found
        return frozenset(blocks)

    def _blocks(self, a: Hex, b: Hex, inner: list[Hex]) -> set[Hex]:
        """Heights times n against the line times n, so that nothing is rounded."""
        n, line = len(inner) + 1, self._line
        start, end = line.level[a] * n, line.level[b] - line.level[a]
        return {
            h
            for i, h in enumerate(inner, start=1)
            if h not in line.board or (line.level[h] + line.height[h]) * n > start + end * i
        }

    def _why(self, a: Hex, b: Hex, h: Hex) -> str:
        """Whether the ground of a blocking hex is enough, or what stands on it is too high."""
        n, i, line = self.grid.distance(a, b), self.grid.distance(a, h), self._line
        ground_blocks = line.level[h] * n > line.level[a] * (n - i) + line.level[b] * i
        return "higher ground" if ground_blocks else f"{line.terrain[h]} in the way"
