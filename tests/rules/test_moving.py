"""Orders of movement: heads, reach, routes, prices and samples all follow from what a game says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.flow.table import picker, start
from wargame.flow.ask import DONE_WORD, IllegalAnswer, Option, Pick, Refusal
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, OrderAsk
from wargame.hexes.field import Costs
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model.state import UnitId
from wargame.rules import walk
from wargame.rules.moving import MoveVerb
from wargame.rules.onward import onward
from wargame.rules.walk import Field, Mover, Path, Step

GRAMMAR = Grammar("T-ORDER")
BUDGET = 8
GATES = ("0101", "0106")
"""Where r3 enters."""


@dataclass
class Foot(Mover):
    """The toy's ground, with no rules besides."""

    grid: Grid
    costs: Costs
    rule: str = "T-FAR"
    bars: tuple[()] = ()
    single: Refusal | None = None

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """The map's edge."""
        return Refusal(f"No way from {self.grid.name(a)} to {self.grid.name(b)}.", self.rule)

    def ground(self, a: Hex, b: Hex) -> str:
        """The price tells it."""
        return f"{self.grid.name(a)} to {self.grid.name(b)}"


@dataclass(frozen=True)
class Go:
    """A unit and its way."""

    unit: UnitId
    path: Path = ()

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The unit alone."""
        return (self.unit,)

    @property
    def head(self) -> str:
        """Without its way."""
        return f"go {self.unit}"

    def along(self, path: Path) -> Go:
        """By a way."""
        return replace(self, path=path)

    def write(self, g: Any) -> str:
        """With its way."""
        return f"{self.head} {g.grid.write(self.path)}"


class Goes(MoveVerb[Go]):
    """Units of red that stand on the map, and one that enters by a gate."""

    words, form, grammar = ("go",), "go UNIT PATH", GRAMMAR

    def __init__(self, g: Any, full: str = "") -> None:
        self.g, self.known = g, {}
        self._full = g.grid.hex(full) if full else OFF
        self._foot = Foot(g.grid, Costs(g.grid, g.content.entry))

    def movers(self) -> Iterator[Go]:
        """All of red."""
        return (Go(u.id) for u in self.g.state.units.values() if u.side == "red")

    def option(self, mover: Go) -> Option:
        """By its id."""
        return Option(mover.head, mover.unit, mover.units)

    def mover(self, words: Words) -> Go:
        """A unit."""
        return Go(words.unit())

    def order(self, words: Words) -> Go:
        """A unit and a path from where it stands."""
        unit = words.unit()
        return Go(unit, words.path(self.g.state.units[unit].hex))

    def begun(self, mover: Go) -> Iterator[tuple[Go, Field]]:
        """From its hex, or from each gate."""
        here = self.g.state.units[mover.unit].hex
        for h in [here] if here >= 0 else map(self.g.grid.hex, GATES):
            yield replace(mover, path=(h,)), walk.reach(self._foot, h, BUDGET)

    def onward(self, order: Go, left: int, stops: Sequence[Hex]) -> Go:
        """The cheapest way on."""
        return replace(order, path=onward(self._foot, order.path, left, stops))

    def why_no_end(self, mover: Go, h: Hex) -> Refusal | None:
        """One hex is full."""
        return Refusal(f"{mover.unit} finds it full.", "T-FULL") if h == self._full else None

    def why_no_way(self, mover: Go, goal: Hex) -> Refusal:
        """Too far."""
        return Refusal(f"{mover.unit} never gets to {self.g.grid.name(goal)}.", "T-FAR")

    def steps(self, order: Go) -> Sequence[Step]:
        """As its ground prices them."""
        why = self.why_no_end(order, order.path[-1])
        if why is not None:
            raise IllegalAnswer(why)
        return walk.follow(self._foot, order.path, BUDGET).steps

    def some(self, pick: Pick) -> Iterator[Go]:
        """One of them."""
        movers = list(self.movers())
        return iter([movers[pick(len(movers))]])


def asked(full: str = "", *, enters: bool = False) -> OrderAsk[Go | None]:
    """The question on the toy's table; r3 off the map if it enters."""
    g = start().game
    if enters:
        g.box("r3", "waiting", rule="TOY-SQ-01")
    verbs = [Goes(g, full), Done[Go | None](DONE_WORD, "End", None, one_in=9)]
    return OrderAsk(g, verbs, side="red", key="t.go", prompt="Who?", rule="T-ORDER")


def refused(ask: OrderAsk[Go | None], text: str) -> str:
    """The rule that refuses an answer."""
    with pytest.raises(IllegalAnswer) as caught:
        ask.read(text)
    return caught.value.refusal.rule


def test_heads_are_the_movers_and_reach_leaves_out_where_they_stand_and_may_not_stop() -> None:
    ask, hex_of = asked(full="0203"), start().game.grid.hex
    assert ["go r1", "go r2", "go r3"] == [head.answer for head in ask.heads()]
    reach = ask.reach("go r2")
    assert sorted(reach) == list(reach)
    assert hex_of("0103") not in reach
    assert hex_of("0203") not in reach
    assert BUDGET - 2 == reach[hex_of("0303")]


def test_a_route_is_the_cheapest_and_leads_through_every_stop() -> None:
    ask, hex_of = asked(full="0203"), start().game.grid.hex
    assert "go r2 0103-0203-0303" == ask.route("go r2", [hex_of("0303")])
    by_north = ask.route("go r2", [hex_of("0102"), hex_of("0103"), hex_of("0203"), hex_of("0303")])
    assert "go r2 0103-0102-0103-0203-0303" == by_north
    with pytest.raises(IllegalAnswer, match="never gets to 0806"):
        ask.route("go r2", [hex_of("0806")])
    with pytest.raises(IllegalAnswer, match="finds it full"):
        ask.route("go r2", [hex_of("0203")])


def test_what_is_listed_is_read_and_priced_and_nothing_else_is() -> None:
    ask = asked(full="0203")
    orders = [option.answer for option in ask.options() if option.answer != DONE_WORD]
    assert len(orders) == sum(len(ask.reach(head.answer)) for head in ask.heads())
    for answer in orders[::9]:
        text, order = ask.read(answer.upper())
        assert order is not None
        assert (answer, order.path[-1]) == (text, ask.costs(answer)[-1][0])
    assert [1, 1] == [cost for _, cost, _ in ask.costs("go r2 0203-0303")]
    assert "T-FULL" == refused(ask, "go r2 0103-0203")
    assert "T-ORDER" == refused(ask, "go r2 0103-0303")
    assert "T-ORDER" == refused(ask, "go r2 0103-0102 fast")
    assert "T-FAR" == refused(ask, "go r1 0102-0202-0302-0402-0502")


def test_who_enters_takes_the_gate_that_leaves_most() -> None:
    ask, hex_of = asked(enters=True), start().game.grid.hex
    assert ask.route("go r3", [hex_of("0102")]).startswith("go r3 0101-")
    assert ask.route("go r3", [hex_of("0105")]).startswith("go r3 0106-")
    assert BUDGET == ask.reach("go r3")[hex_of("0106")]


def test_samples_are_legal() -> None:
    ask, pick = asked(full="0203", enters=True), picker(5)
    found = {ask.sample(pick) for _ in range(30)}
    assert len(found) > 9
    for text in found - {DONE_WORD}:
        assert ask.read(text)[0] == text
