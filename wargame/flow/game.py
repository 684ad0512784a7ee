"""The facade a rule script sees: read the state, change it only by verbs that record events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from wargame.content.map import MapContent
from wargame.content.sequence import Step
from wargame.flow.ask import Ask
from wargame.flow.script import Question
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model import events as ev
from wargame.model.board import Board
from wargame.model.dice import die, mix
from wargame.model.state import Scalar, Side, State, UnitId

T = TypeVar("T")


class Content(Protocol):
    """What every game's content has, whatever else it holds."""

    @property
    def map(self) -> MapContent:
        """The printed map."""

    @property
    def grid(self) -> Grid:
        """Its geometry."""

    @property
    def sequence(self) -> Step:
        """The turn sequence."""


C_co = TypeVar("C_co", bound=Content, covariant=True)


class Game(Generic[C_co]):
    """The position, the printed content and the verbs."""

    __slots__ = ("board", "content", "grid", "journal", "state")

    def __init__(self, state: State, content: C_co) -> None:
        assert state.board is not None
        self.state = state
        self.content = content
        self.grid: Grid = content.grid
        self.board: Board = state.board
        self.journal: list[tuple[ev.Event, Any]] = []
        """Every event so far, each with what takes it back."""

    async def ask(self, ask: Ask[T]) -> T:
        """Put a question to its side and wait for the answer."""
        answer: T = await Question(ask)
        return answer

    def emit(self, event: ev.Event) -> None:
        """Apply and record a fact: the single writer."""
        self.journal.append((event, event.apply(self.state)))

    def emit_all(self, events: Iterable[ev.Event]) -> None:
        """Apply and record facts in order; those before one that cannot be applied stay."""
        state, record = self.state, self.journal.append
        for event in events:
            record((event, event.apply(state)))

    @contextmanager
    def many(self) -> Iterator[None]:
        """Emit or unwind many facts at once: the derived lookups catch up at the end."""
        self.state.board = None
        try:
            yield
        finally:
            self.state.board = self.board
            for unit in self.state.units.values():
                self.board.refresh(unit)

    def unwind(self, length: int) -> None:
        """Take facts back, newest first, until *length* are left."""
        journal = self.journal
        while len(journal) > length:
            event, old = journal.pop()
            event.revert(self.state, old)

    def roll(self, why: str, *, rule: str, sides: int = 6) -> int:
        """One die."""
        return self.roll_many(why, 1, rule=rule, sides=sides)[0]

    def roll_many(self, why: str, count: int, *, rule: str, sides: int = 6) -> tuple[int, ...]:
        """*count* dice thrown together, in order."""
        s = self.state
        dice = tuple(
            s.script[i] if i < len(s.script) else die(s.seed, s.drawn + i, sides)
            for i in range(count)
        )
        self.emit(ev.DiceRolled(why, dice, sides, rule))
        return dice

    def draw(self, cup: str, why: str, *, rule: str) -> str:
        """Take an item out of *cup* at random."""
        s = self.state
        items = s.cups[cup]
        assert items, f"nothing is left to draw from {cup}"
        number = s.script[0] if s.script else mix(s.seed, s.drawn) % len(items) + 1
        item = items[(number - 1) % len(items)]
        self.emit(ev.ItemDrawn(cup, item, number, why, rule))
        return item

    def note(self, text: str, *, rule: str) -> None:
        """Write a line in the journal."""
        self.emit(ev.Noted(text, rule))

    def move(self, unit: UnitId, path: tuple[Hex, ...], *, how: str = "moves", rule: str) -> None:
        """Move a unit along *path*, whose first hex is where it stands."""
        assert path[0] == self.state.units[unit].hex, f"{unit} does not stand where its path starts"
        assert OFF < path[-1] < self.grid.size, f"{unit} moves off the map"
        self.emit(ev.UnitMoved(unit, path, how, rule))

    def place(self, unit: UnitId, where: Hex, *, rule: str) -> None:
        """Put a unit on the map."""
        assert OFF < where < self.grid.size, f"{unit} is placed off the map"
        self.emit(ev.UnitPlaced(unit, where, rule))

    def box(self, unit: UnitId, box: str, *, rule: str) -> None:
        """Put a unit in a box off the map."""
        self.emit(ev.UnitBoxed(unit, box, rule))

    def gain(self, unit: UnitId, state: str, *, rule: str) -> None:
        """Mark a unit with a state it does not have yet."""
        if state not in self.state.units[unit].states:
            self.emit(ev.StateGained(unit, state, rule))

    def shed(self, unit: UnitId, state: str, *, rule: str) -> None:
        """Take a state off a unit that has it."""
        if state in self.state.units[unit].states:
            self.emit(ev.StateLost(unit, state, rule))

    def set_number(self, unit: UnitId, name: str, value: int, *, rule: str) -> None:
        """Set a count that goes with a unit."""
        if self.state.units[unit].numbers.get(name) != value:
            self.emit(ev.NumberSet(unit, name, value, rule))

    def set_track(self, name: str, value: Scalar, *, rule: str) -> None:
        """Set a track."""
        if self.state.tracks.get(name) != value:
            self.emit(ev.TrackSet(name, value, rule))

    def take(self, where: Hex, side: Side, *, rule: str) -> None:
        """Give control of a hex to a side that has not got it."""
        if self.state.control.get(where) != side:
            self.emit(ev.HexTaken(where, side, rule))

    def lay(
        self, marker: str, kind: str, *, rule: str, side: Side = "", where: Hex = OFF, box: str = ""
    ) -> None:
        """Lay a marker on a hex or in a box."""
        self.emit(ev.MarkerPlaced(marker, kind, side, where, box, rule))

    def lift(self, marker: str, *, rule: str) -> None:
        """Take a marker off the table."""
        self.emit(ev.MarkerRemoved(marker, rule))

    def fill(self, cup: str, items: tuple[str, ...], *, rule: str) -> None:
        """Lay out a cup, deck or pile anew."""
        self.emit(ev.CupFilled(cup, items, rule))

    def pass_on(self, item: str, source: str, target: str, *, rule: str) -> None:
        """Move a known item between cups, hands or piles ("" = nowhere)."""
        self.emit(ev.ItemMoved(item, source, target, rule))

    def read_chart(
        self,
        chart: str,
        *,
        column: str,
        row: str,
        result: str,
        rule: str,
        basis: str = "",
        shifts: tuple[tuple[str, int], ...] = (),
    ) -> None:
        """Record which cell of a chart decided."""
        self.emit(ev.ChartRead(chart, column, row, result, basis, shifts, rule))

    def enter(self, substep: str, *, rule: str) -> None:
        """Name the interrupt that now runs inside the segment ("" = back to the segment)."""
        if self.state.substep != substep:
            self.emit(ev.SubstepEntered(substep, rule))

    def end(self, winner: Side, level: str, reason: str, *, rule: str) -> None:
        """End the game at once; the script must return right after."""
        self.emit(ev.GameEnded(winner, level, reason, rule))
