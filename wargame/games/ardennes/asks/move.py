"""Moves of an Activation: `move de.2.2+de.304.2 3118-3018`, `strategic UNIT PATH`, `exit UNIT` (ARD-MV-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from wargame.flow.ask import DONE_WORD, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.unit_verb import UnitVerb
from wargame.games.ardennes.activation import active_units
from wargame.games.ardennes.asks.awaiting import awaiting
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.roadblocks import stops
from wargame.games.ardennes.state import (
    ACTIVE,
    ISOLATED,
    NIGHT,
    OTHER,
    ArdGame,
    by_number,
    in_enemy_zoc,
    in_supply,
    kind_of,
    unit_name,
)
from wargame.games.ardennes.walk import LEFT, How, Marcher, marcher, still, why_still
from wargame.games.ardennes.works import HALVES
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.stack_move import StackVerb
from wargame.rules.walk import Path

GRAMMAR = Grammar("ARD-MV-13", unit="ARD-AC-01", name=unit_name)


class Move(NamedTuple):
    """Who goes, how, and every hex of the way, the one they stand in first."""

    verb: How
    units: tuple[UnitId, ...]
    path: Path = ()

    @property
    def head(self) -> str:
        """The answer up to its path."""
        return f"{self.verb} {'+'.join(self.units)}"

    def along(self, path: Path) -> Move:
        """The same by a path."""
        return self._replace(path=path)

    def write(self, g: ArdGame) -> str:
        """The canonical notation."""
        return f"{self.head} {g.grid.write(self.path)}"


class Moves(StackVerb[Move]):
    """ARD-MV-13  Active units of one hex go alone or together."""

    words, form, grammar = ("move",), "move UNIT PATH", GRAMMAR
    how: How = "move"

    def __init__(self, g: ArdGame, side: Side) -> None:
        self.g, self.side, self.known = g, side, {}
        self._marchers: dict[tuple[tuple[UnitId, ...], Path], Marcher] = {}
        self._fit: list[UnitId] | None = None

    def is_open(self) -> bool:
        """Whether anybody may go."""
        return bool(self.fit())

    def fit(self) -> list[UnitId]:
        """Active units that may move so, in ascending #."""
        if self._fit is None:
            active = active_units(self.g, self.side)
            self._fit = [u for u in active if self._bar(u) is None]
        return self._fit

    def why_not(self, unit: UnitId) -> Refusal | None:
        """Why a unit may not move so; None if it may."""
        if ACTIVE not in self.g.state.units[unit].states:
            return Refusal(f"{unit_name(self.g, unit)} is not active.", "ARD-AC-01")
        found = self._bar(unit)
        return Refusal(found[0].format(unit_name(self.g, unit)), found[1]) if found else None

    def _bar(self, unit: UnitId) -> tuple[str, str] | None:
        """The same of an active unit, with a gap for its name, and the rule."""
        return still(self.g, unit, self.how)

    def movers(self) -> Iterator[Move]:
        """Single units, then all of a hex that may go."""
        together: dict[tuple[Hex, bool], list[UnitId]] = {}
        for unit in self.fit():
            yield Move(self.how, (unit,))
            together.setdefault(self._start_of(unit), []).append(unit)
        for units in together.values():
            if len(units) > 1:
                yield Move(self.how, tuple(units))

    def some(self, pick: Pick) -> Iterator[Move]:
        """A few movers at random."""
        fit = self.fit()
        for _ in range(3 if fit else 0):
            unit = fit[pick(len(fit))]
            start = self._start_of(unit)
            mates = [u for u in fit if self._start_of(u) == start and (u == unit or pick(2))]
            yield Move(self.how, tuple(mates) if pick(2) else (unit,))

    def awaits(self, order: Move) -> Sequence[str]:
        """What waits on the way: Roadblock, Bridge, ZOC."""
        return awaiting(self.g, order.units, order.path)

    def mover(self, words: Words) -> Move:
        """Who goes; raises IllegalAnswer."""
        units = tuple(by_number(self.g, words.stack()))
        for unit in units:
            allow(self.why_not(unit))
        if len({self._start_of(u) for u in units}) > 1:
            raise refuse("The units of a stack start together, in one hex.", "ARD-MV-13")
        return Move(self.how, units)

    def marcher(self, mover: Move) -> Marcher:
        """The stack as one that moves; where its way begins is known for a Strategic Move alone."""
        return self._marcher(mover.units, ())

    def _marcher(self, units: tuple[UnitId, ...], trail: Path) -> Marcher:
        if (units, trail) not in self._marchers:
            self._marchers[units, trail] = marcher(self.g, units, self.how, trail)
        return self._marchers[units, trail]

    def _start_of(self, unit: UnitId) -> tuple[Hex, bool]:
        """Where a unit starts, and whether it goes on after its way was shut."""
        stands = self.g.state.units[unit]
        return stands.hex, bool(stands.numbers.get(LEFT))


class Strategic(Moves):
    """ARD-MV-08  By Road alone, farther, away from the enemy; no attack in this Activation."""

    words, form, one_in = ("strategic",), "strategic UNIT PATH", 4
    how: How = "strategic"

    def _bar(self, unit: UnitId) -> tuple[str, str] | None:
        """ARD-MV-08  It starts away from the enemy and on its own MPs alone."""
        g, stands = self.g, self.g.state.units[unit]
        if found := super()._bar(unit):
            return found
        here = g.board.here[OTHER[self.side]]
        if any(here[h] for h in g.grid.neighbours[stands.hex]):
            return "{} is next to an enemy unit.", "ARD-MV-08"
        if stands.states & {NIGHT, ISOLATED}:
            return "{} may not make a Strategic Move.", "ARD-MV-08"
        return None

    def marcher(self, mover: Move) -> Marcher:
        """ARD-RB-11, R-383  What it came through may call for no Roadblock any more, nor for a Bridge check."""
        return self._marcher(mover.units, mover.path[1:])


def exit_verb(g: ArdGame) -> Verb[Move]:
    """ARD-MV-11  `exit UNIT`: a mechanized German unit leaves over the Meuse."""
    return UnitVerb(
        g.grid,
        "exit UNIT",
        lambda: [u for u in active_units(g, "german") if _leaves(g, u)],
        why=lambda unit, _: why_no_exit(g, unit),
        value=lambda unit, _: Move("move", (unit,)),
        label=lambda unit, _: f"{unit_name(g, unit)} leaves the map over the Meuse",
        one_in=3,
    )


def _leaves(g: ArdGame, unit: UnitId) -> bool:
    """ARD-MV-11  Whether a unit may leave the map."""
    there = g.state.units[unit].hex in g.content.limits.exit.hexes
    return there and why_no_exit(g, unit) is None


@cache
def _exits(content: ArdennesContent) -> str:
    """Where units leave the map."""
    return ", ".join(map(content.grid.name, content.limits.exit.hexes))


def why_no_exit(g: ArdGame, unit: UnitId) -> Refusal | None:
    """ARD-MV-11, ARD-SS-03  Why a unit may not leave the map; None if it may."""
    kind, rule, stands = kind_of(g, unit), g.content.limits.exit, g.state.units[unit]
    name = unit_name(g, unit)
    if not g.content.plays("exit") or kind.side != "german" or not kind.mech:
        return Refusal(f"{name} may not leave the map.", "ARD-MV-11")
    if ACTIVE not in stands.states:
        return Refusal(f"{name} is not active.", "ARD-AC-01")
    if stands.hex not in rule.hexes:
        return Refusal(f"Units leave the map from {_exits(g.content)}.", "ARD-MV-11")
    if not in_supply(stands):
        return Refusal(f"{name} is not In Supply.", "ARD-SS-03")
    spent = stands.numbers.get(SPENT, 0)
    if not spent and (refusal := why_still(g, unit)):
        return refusal
    zone = in_enemy_zoc(g, stands.hex, "german")
    if spent and (zone or stops(g, stands.hex)):
        return Refusal(f"{name} was stopped on its way.", "ARD-ZC-02")
    price = (rule.price + (g.content.terrain.move.leave_zoc if zone else 0)) * HALVES
    if kind.allowance * HALVES - spent < price:
        return Refusal(f"{name} has no MP left.", "ARD-MV-11")
    return None


SPENT = "spent"
"""Number: half MPs that a unit on an exit hex has spent in this Activation (ARD-MV-11)."""


def move_ask(g: ArdGame, side: Side, *, night: bool) -> MixedAsk[Move | None]:
    """The question of the moves of an Activation."""
    verbs: list[Verb[Move | None]] = [Moves(g, side)]
    if not night:
        verbs.append(Strategic(g, side))
    if side == "german" and g.content.plays("exit"):
        verbs.append(exit_verb(g))
    done: Done[Move | None] = Done(DONE_WORD, "No more moves", None, one_in=8)
    return MixedAsk(
        g, [*verbs, done], side=side, key="move", rule="ARD-MV-13", grammar=GRAMMAR,
        prompt=lambda: f"Move active units ({len(active_units(g, side))} active).",
    )  # fmt: skip
