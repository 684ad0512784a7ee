"""Reading a chart with dice: its chances before they fall, the record when they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from wargame.flow.ask import Outcome
from wargame.flow.game import Game
from wargame.model.state import Fact, Side, UnitId
from wargame.rules.chance import chances, passes
from wargame.rules.modifiers import Modifiers, added_up

Cell = TypeVar("Cell", bound=str)


@dataclass(frozen=True, slots=True)
class Reading(Generic[Cell]):
    """What the dice gave."""

    natural: int
    total: int
    result: Cell


@dataclass(frozen=True, slots=True)
class Throw(Generic[Cell]):
    """A chart about to be read: so many dice, what is added to them, what every roll gives."""

    chart: str
    read: Callable[[int, int], Cell]
    """From the natural roll and the total to the result."""
    rule: str
    dice: int = 1
    sides: int = 6
    added: Modifiers = ()
    """To the roll."""
    column: str = ""
    shifts: Modifiers = ()
    """That led to the column, as they are recorded."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """The numbers that led to column and result, as they are recorded."""

    def result(self, natural: int) -> Cell:
        """What a natural roll gives."""
        return self.read(natural, natural + added_up(self.added))

    def gives_only(self, result: Cell) -> bool:
        """Whether every roll gives the same, so that nobody need throw."""
        every = range(self.dice, self.dice * self.sides + 1)
        return all(self.result(natural) == result for natural in every)

    def chances(self) -> dict[Cell, Fraction]:
        """The exact chance of each result."""
        return chances(self.result, self.dice, self.sides)

    def outcomes(self, known: Mapping[Cell, Outcome]) -> tuple[Outcome, ...]:
        """What the results mean that can come, in the order of *known*, each with its chance."""
        found = self.chances()
        return tuple(
            replace(told, chance=found[result]) for result, told in known.items() if result in found
        )

    def roll(
        self,
        g: Game[Any],
        kind: str,
        *,
        row: str | Callable[[Cell], str] = "",
        rule: str = "",
        by: Side = "",
        unit: UnitId = "",
        **facts: Fact,
    ) -> Reading[Cell]:
        """Throw the dice and record what they gave; the row is the natural roll if nothing is said.

        *rule* is that of the roll where it is not the chart's; *facts* go with the dice.
        """
        why = rule or self.rule
        faces = g.roll_many(
            kind, self.dice, sides=self.sides, names=(), rule=why, by=by, unit=unit, **facts
        )
        natural, result = sum(faces), self.result(sum(faces))
        total = natural + added_up(self.added)
        g.read_chart(
            self.chart,
            column=self.column,
            row=row(result) if callable(row) else row or str(natural),
            result=result,
            rule=self.rule,
            total=total,
            drm=self.added,
            shifts=self.shifts,
            **self.facts,
        )
        return Reading(natural, total, result)


def or_less(
    needed: int, won: str = "succeeds", lost: str = "fails", *, always: int = 0, never: int = 999
) -> Callable[[int, int], str]:
    """A check read: a total of *needed* or less wins, with naturals that always win or lose."""

    def read(natural: int, total: int) -> str:
        return won if passes(natural, total, needed, always=always, never=never) else lost

    return read


def ratio_column(
    columns: tuple[tuple[int, int], ...], attack: int, defence: int, below: int | None = 0
) -> int | None:
    """The last column (attack to defence, ascending) whose ratio is not above that of the forces.

    *below* is the answer where the forces do not even reach the first: a column, or None for a
    refusal.
    """
    reached = [n for n, (a, d) in enumerate(columns) if attack * d >= defence * a]
    return reached[-1] if reached else below


def attack_needed(column: tuple[int, int], defence: int) -> int:
    """The least attack that reaches a column."""
    attackers, defenders = column
    return -(-defence * attackers // defenders)


def shifted(column: int, shifts: Modifiers, last: int, first: int = 0) -> int:
    """A column after its shifts, held within the table."""
    return min(max(column + added_up(shifts), first), last)
