"""Moves on the ground: `move G-XXIV+G-XII 1136-1236`, in any phase of movement (EF-MV-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from wargame.flow.ask import Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import movers, reaction_hqs, why_still
from wargame.games.eastfront.missions import Fly
from wargame.games.eastfront.state import EfGame, class_of, unit_name
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.walk import EXPLOITATION, Marcher
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.stack_move import StackVerb
from wargame.rules.walk import Path

GRAMMAR = Grammar("EF-MV-11", unit="EF-UN-01", name=unit_name)


class Move(NamedTuple):
    """Who goes, and every hex of the way, the one they stand in first."""

    units: tuple[UnitId, ...]
    path: Path = ()
    by: UnitId = ""
    """The HQ whose rating a reaction uses, if it was named."""

    @property
    def head(self) -> str:
        """The answer up to its path."""
        return f"move {'+'.join(self.units)}"

    def along(self, path: Path) -> Move:
        """The same by a path."""
        return self._replace(path=path)

    def write(self, g: EfGame) -> str:
        """The canonical notation."""
        by = f" by {self.by}" if self.by else ""
        return f"{self.head} {g.grid.write(self.path)}{by}"


class Moves(StackVerb[Move]):
    """EF-MV-11  Units of one hex go alone or together."""

    words, form, grammar = ("move",), "move UNIT PATH", GRAMMAR

    def __init__(
        self,
        g: EfGame,
        side: Side,
        phase: int,
        *,
        fit: Callable[[], Iterable[UnitId]] | None = None,
        why: Callable[[UnitId], Refusal | None] | None = None,
        bonus: bool = False,
    ) -> None:
        self.g, self.side, self.phase, self.bonus, self.known = g, side, phase, bonus, {}
        self._fit_of = fit or (lambda: movers(g, side, phase))
        self._why = why or (lambda unit: why_still(g, unit, phase))
        self._fit: Sequence[UnitId] | None = None
        self._marchers: dict[tuple[UnitId, ...], Marcher] = {}

    @property
    def fit(self) -> Sequence[UnitId]:
        """Units that may move, by id."""
        if self._fit is None:
            self._fit = tuple(self._fit_of())
        return self._fit

    @cached_property
    def _fit_set(self) -> frozenset[UnitId]:
        return frozenset(self.fit)

    @property
    def able(self) -> set[UnitId]:
        """Who may go, alone or with others."""
        return {unit for move in self.movers() for unit in move.units}

    def is_open(self) -> bool:
        """Whether anybody may go; the first who may will do."""
        return any(map(self._alone, self._fit_of())) or super().is_open()

    def movers(self) -> Iterator[Move]:
        """Single units, then all of a hex that may go; HQs and engineers exploit with others only."""
        together: dict[Hex, list[UnitId]] = {}
        for unit in self.fit:
            if self._alone(unit):
                yield Move((unit,))
            together.setdefault(self._start_of(unit), []).append(unit)
        for units in together.values():
            if len(units) > 1 and self._leads(units):
                yield Move(tuple(units))

    def _alone(self, unit: UnitId) -> bool:
        return self.phase != EXPLOITATION or class_of(self.g, unit).combat

    def _leads(self, units: Sequence[UnitId]) -> bool:
        """EF-EX-12  HQ and engineers follow a combat-motorised unit."""
        classes = [class_of(self.g, u) for u in units]
        follow = self.phase == EXPLOITATION and any(not cls.combat for cls in classes)
        return not follow or any(cls.cm for cls in classes)

    def some(self, pick: Pick) -> Iterator[Move]:
        """A few movers at random."""
        fit = self.fit
        for _ in range(3 if fit else 0):
            unit = fit[pick(len(fit))]
            start = self._start_of(unit)
            here = [u for u in self.g.board.at[start] if u in self._fit_set]
            mates = [u for u in here if u == unit or pick(2)]
            units = mates if pick(2) else [unit]
            if self._leads(units) and (len(units) > 1 or self._alone(unit)):
                yield Move(tuple(units))

    def mover(self, words: Words) -> Move:
        """Who goes; raises IllegalAnswer."""
        units = tuple(sorted(words.stack()))
        for unit in units:
            allow(self._foreign(unit) or self._why(unit))
        if len({self._start_of(u) for u in units}) > 1:
            raise refuse("The units of a stack start together, in one hex.", "EF-MV-11")
        if not self._leads(units) or (len(units) == 1 and not self._alone(units[0])):
            raise refuse("HQs and engineers exploit with a combat-motorised unit.", "EF-EX-12")
        return Move(units)

    def _foreign(self, unit: UnitId) -> Refusal | None:
        g = self.g
        if unit not in g.content.units or g.state.units[unit].side != self.side:
            return Refusal(f"{unit_name(g, unit)} is no ground unit of yours.", "EF-MV-11")
        return None

    def marcher(self, mover: Move) -> Marcher:
        """The stack as one that moves."""
        if mover.units not in self._marchers:
            found = Marcher(self.g, mover.units, self.phase, bonus=self.bonus)
            self._marchers[mover.units] = found
        return self._marchers[mover.units]

    def _start_of(self, unit: UnitId) -> Hex:
        return self.g.state.units[unit].hex


class Reactions(Moves):
    """EF-RX-12, EF-RX-14  One unit at a time; behind the way the HQ may be named whose rating is used:
    `move S-7M 2033-2134 by S-HW` (R-295).
    """

    form = "move UNIT PATH [by HQ]"

    def movers(self) -> Iterator[Move]:
        """Single units."""
        return (Move((unit,)) for unit in self.fit)

    def some(self, pick: Pick) -> Iterator[Move]:
        """A few of them at random."""
        fit = self.fit
        return (Move((fit[pick(len(fit))],)) for _ in range(3 if fit else 0))

    def mover(self, words: Words) -> Move:
        """Who goes; raises IllegalAnswer."""
        mover = super().mover(words)
        if len(mover.units) > 1:
            raise refuse(f"Units react one by one, not {len(mover.units)} together.", "EF-RX-14")
        return mover

    def order(self, words: Words) -> Move:
        """Who goes where, by whom."""
        order = super().order(words)
        if not words.takes("by"):
            return order
        hq, supply = words.unit(), supply_of(self.g, self.side)
        for unit in order.units:
            if hq not in reaction_hqs(self.g, unit, supply):
                name = unit_name(self.g, hq)
                raise refuse(f"{unit_name(self.g, unit)} does not react by {name}.", "EF-RX-12")
        return order._replace(by=hq)


class FlyBetween(Fly):
    """3 (5.2, 8.2) "in any mixture": missions of the phasing side between two moves; those left are asked for at the end."""

    one_in = 12

    def is_open(self) -> bool:
        """Missions alone do not make it a question of movement."""
        return False
