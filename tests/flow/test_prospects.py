"""The best attack on a hex, found among those that a game says are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.flow.table import choice, start
from tests.toy.content import BLUE, RED
from wargame.flow.ask import Ask, Odds, Outcome
from wargame.flow.prospects import Attacks, Prospect, Stake, Way, prospect
from wargame.hexes.grid import Hex
from wargame.model.events import Event, StateGained, UnitPlaced
from wargame.model.state import Side, UnitId

TARGET = "0802"
Chance = Callable[[set[UnitId]], int]


@dataclass
class _Plain(Attacks):
    """Attacks whose chance, in twelfths, depends on who takes part."""

    ways_: Sequence[Way]
    chance: Chance
    limit: int = 99
    room: int = 99
    seen: list[bool] = field(default_factory=list)

    def most(self, _g: Any) -> int:
        """As the test says."""
        return self.limit

    def renewed(self, _g: Any, _side: Side) -> Iterable[Event]:
        """Something that can be seen."""
        return [StateGained("r1", "renewed", "T")]

    def ways(self, g: Any, _side: Side, _target: Hex, *, fresh: bool) -> Iterable[Way]:
        """As the test says; whether the next turn has begun is written down."""
        self.seen.append(fresh and "renewed" in g.state.units["r1"].states)
        return self.ways_

    def has_room(self, g: Any, _side: Side, where: Hex) -> bool:
        """So many in a hex."""
        return len(g.board.at[where]) <= self.room

    def odds(self, _g: Any, _target: Hex, units: Sequence[UnitId]) -> Odds | None:
        """One outcome that kills."""
        n = self.chance(set(units))
        kill = Outcome("dead", Fraction(n, 12), loss={BLUE: 1})
        return Odds(str(n), (), (kill, Outcome("alive", Fraction(12 - n, 12)))) if n else None

    def question(self, _g: Any, _side: Side) -> Ask[str]:
        """No plan is made here."""
        return choice("done")

    def stake(self, _g: Any, _order: str) -> Stake:
        """Nothing."""
        return Stake((), ())

    def hit_back(self, _g: Any, _target: Hex, units: Sequence[UnitId]) -> Sequence[str]:
        """Nobody."""
        return [f"against {len(units)}"]


def _found(
    ways: Sequence[tuple[str, str, int]], chance: Chance, **more: Any
) -> tuple[Prospect, list[tuple[str, str]]]:
    """Who attacks from where; *ways* are a unit, a hex and a power, "r1+r2" for one that is carried."""
    g = start().game
    laid = []
    for words, name, power in ways:
        (unit, *takes), h = words.split("+"), g.grid.hex(name)
        facts = tuple(UnitPlaced(u, h, "T") for u in (unit, *takes))
        laid.append(Way(unit, h, power, facts, tuple(takes)))
    before = {u.id: u.hex for u in g.state.units.values()}
    found = prospect(g, _Plain(laid, chance, **more), RED, g.grid.hex(TARGET), fresh=False)
    assert before == {u.id: u.hex for u in g.state.units.values()}
    return found, [(way.unit, g.grid.name(way.hex)) for way in found.ways]


def test_whoever_adds_nothing_stays_out() -> None:
    """Factors 3, 2 and 1: five are a column, six are no other."""
    factors = {"r1": 3, "r2": 2, "r3": 1}
    found, by = _found(
        [("r3", "0702", 1), ("r1", "0701", 3), ("r2", "0702", 2)],
        lambda units: 8 if sum(factors[u] for u in units) >= 5 else 4,
    )
    assert [("r1", "0701"), ("r2", "0702")] == by
    assert ("8", ("r3",), ("against 2",)) == (
        found.odds.column if found.odds else "", found.others, found.back,
    )  # fmt: skip


def test_each_goes_where_it_does_most_and_there_is_room() -> None:
    ways = [("r1", "0701", 3), ("r1", "0702", 3), ("r2", "0702", 2), ("r2", "0701", 2)]
    _, by = _found(ways, len, room=1)
    assert [("r1", "0701"), ("r2", "0702")] == by


def test_no_more_attack_than_may_and_nobody_is_carried_twice() -> None:
    ways = [("r1", "0701", 3), ("r2", "0701", 2), ("r3", "0702", 1)]
    assert 2 == len(_found(ways, len, limit=2)[1])
    carried = [("r1+r3", "0701", 3), ("r2+r3", "0702", 2)]
    assert [("r1", "0701")] == _found(carried, len)[1]


def test_two_together_outweigh_what_one_alone_does_harm() -> None:
    """As two of another nation do, who cost a column and bring two."""
    chances = {1: 4, 2: 3, 3: 6}
    ways = [("r1", "0701", 3), ("r2", "0701", 2), ("r3", "0702", 1)]
    found, by = _found(ways, lambda units: chances[len(units)] if "r1" in units else 1)
    assert (3, "6") == (len(by), found.odds.column if found.odds else "")


def test_the_next_turn_is_begun_before_anybody_is_asked() -> None:
    g = start().game
    attacks = _Plain((), len)
    found = prospect(g, attacks, RED, g.grid.hex(TARGET), fresh=True)
    prospect(g, attacks, RED, g.grid.hex(TARGET), fresh=False)
    assert [True, False] == attacks.seen
    assert ((), None) == (found.ways, found.odds)
    assert "renewed" not in g.state.units["r1"].states
