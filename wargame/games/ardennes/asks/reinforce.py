"""Reinforce Battle: `join us.119.30 2014-2013`: a stack comes up and takes part (ARD-CT-08, ARD-CT-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wargame.flow.ask import DONE_WORD, Refusal, allow
from wargame.flow.orders import Done, OrderAsk
from wargame.games.ardennes.asks.move import GRAMMAR, Move, Moves
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import (
    ATTACKED,
    MOVED,
    ArdGame,
    by_number,
    kind_of,
    on_map,
    place_name,
    strength,
    unit_name,
)
from wargame.games.ardennes.walk import How, Marcher, why_still
from wargame.games.ardennes.works import is_major, is_wet
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.walk import Field


@dataclass(frozen=True)
class Joining:
    """A combat that a stack may come up to."""

    side: Side
    target: Hex
    defenders: tuple[UnitId, ...]
    attacking: bool


class Joins(Moves):
    """ARD-CT-08  Units that have neither moved nor attacked, active or not."""

    words, form = ("join",), "join UNIT PATH"
    how: How = "join"

    def __init__(self, g: ArdGame, joining: Joining) -> None:
        super().__init__(g, joining.side)
        self.joining = joining

    def fit(self) -> list[UnitId]:
        """Those who could come up, in ascending #."""
        g, target = self.g, self.joining.target
        far, most = g.grid.distance, g.content.longest_move
        near = (u.id for u in on_map(g, self.side) if far(u.hex, target) <= most)
        return by_number(g, (u for u in near if self.why_not(u) is None))

    def is_open(self) -> bool:
        """Whether anybody gets there."""
        return any(True for _ in self.movers())

    def movers(self) -> Iterator[Move]:
        """Those who get there."""
        return (mover for mover in super().movers() if self._ends_somewhere(mover))

    def _ends_somewhere(self, mover: Move) -> bool:
        field = self.marcher(mover).field()
        start = self.g.state.units[mover.units[0]].hex
        return any(h != start and self.why_no_end(mover, h) is None for h in field.left)

    def why_not(self, unit: UnitId) -> Refusal | None:
        """ARD-CT-08  Why a unit may not come up; None if it may."""
        states, name = self.g.state.units[unit].states, unit_name(self.g, unit)
        if kind_of(self.g, unit).side != self.side:
            return Refusal(f"{name} is an enemy.", "ARD-CT-08")
        if states & {MOVED, ATTACKED}:
            return Refusal(f"{name} has moved or attacked in this Activation.", "ARD-CT-08")
        if unit in self.joining.defenders or self.g.state.units[unit].hex == self.joining.target:
            return Refusal(f"{name} takes part already.", "ARD-CT-08")
        return why_still(self.g, unit, self.how)

    def why_no_end(self, mover: Move, h: Hex) -> Refusal | None:
        """ARD-CT-08, ARD-CT-10  It must end where it can take part."""
        g, joining = self.g, self.joining
        if not joining.attacking:
            if h != joining.target:
                said = f"It must come into {place_name(g, joining.target)}."
                return Refusal(said, "ARD-CT-08")
            coming = sum(strength(g, u) for u in mover.units)
            there = sum(strength(g, u) for u in joining.defenders)
            if self.side == "german" and coming > there:
                said = f"The reinforcement has strength {coming}, the defenders {there}."
                return Refusal(said, "ARD-CT-10")
            return super().why_no_end(mover, h)
        if not g.grid.adjacent(h, joining.target) or _barred(g, h, joining.target):
            said = f"It must end where it can attack {place_name(g, joining.target)}."
            return Refusal(said, "ARD-CT-08")
        return super().why_no_end(mover, h)

    def marcher(self, mover: Move) -> Marcher:
        """As a mover of full allowance; a defender may enter the hex under attack."""
        return super().marcher(mover)

    def begun(self, mover: Move) -> Iterator[tuple[Move, Field]]:
        """From where it stands."""
        allow(next((why for u in mover.units if (why := self.why_not(u))), None))
        yield from super().begun(mover)


def _barred(g: ArdGame, a: Hex, b: Hex) -> bool:
    """ARD-AT-01  A major river without Bridge."""
    return is_major(g, a, b) and is_wet(g, a, b)


def reinforce_ask(g: ArdGame, joining: Joining) -> OrderAsk[Move | None]:
    """The question who comes up."""
    done: Done[Move | None] = Done(DONE_WORD, "Nobody comes up", None, one_in=3)
    return OrderAsk(
        g, [Joins(g, joining), done], side=joining.side, key="react.reinforce",
        prompt=lambda: f"Reinforce the battle for {place_name(g, joining.target)} with a stack?",
        rule="ARD-CT-08", grammar=GRAMMAR,
    )  # fmt: skip
