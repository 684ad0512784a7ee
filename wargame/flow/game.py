"""The facade a rule script sees: read the state, change it only by verbs that record events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from wargame.content.map import MapContent
from wargame.content.sequence import Step
from wargame.flow.ask import Ask, Choice
from wargame.flow.script import Question, RulesBug
from wargame.hexes.grid import OFF, Grid, Hex
from wargame.model import events as ev
from wargame.model.board import Board
from wargame.model.dice import die
from wargame.model.state import Fact, Scalar, Side, State, UnitId

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
K = TypeVar("K", bound="DataclassInstance")


class Content(Protocol):
    """What every game's content has, whatever else it holds."""

    @property
    def map(self) -> MapContent:
        """The printed map."""

    @property
    def drawn(self) -> MapContent:
        """The same as it is drawn: what the scenario leaves out of play can be seen."""

    @property
    def grid(self) -> Grid:
        """Its geometry."""

    @property
    def sequence(self) -> Step:
        """The turn sequence."""


C_co = TypeVar("C_co", bound=Content, covariant=True)
DRAWS: Final = "draws"
"""The list of the names that a position file has drawn next, apart from its dice."""


class Game(Generic[C_co]):
    """The position, the printed content and the verbs."""

    __slots__ = (
        "_before", "blank", "board", "content", "fate", "grid", "imagining", "journal", "options", "state",
    )  # fmt: skip

    def __init__(
        self,
        state: State,
        content: C_co,
        options: Mapping[str, str] | None = None,
        blank: int | None = None,
    ) -> None:
        assert isinstance(state.board, Board)
        self.state = state
        self.content = content
        self.grid: Grid = content.grid
        self.board: Board = state.board
        self.options: Mapping[str, str] = options or {}
        """What was chosen with the scenario."""
        self.blank = blank
        """What counts and tracks are that nobody has set; None where even 0 is to be written (`Layout`)."""
        self.journal: list[ev.Event] = []
        """Every event so far."""
        self._before: list[Any] = []
        """By event what it took the place of: what takes it back."""
        self.fate = ""
        """What numbers hang on besides seed and count (`flow/chance.py`)."""
        self.imagining = False
        """Whether the table stands as somebody imagines it (`flow/imagined.py`)."""

    async def ask(self, ask: Ask[T]) -> T:
        """Put a question to its side and wait for the answer."""
        if self.imagining:
            raise RulesBug(f"{ask.key} is asked on a table that is only imagined")
        answer: T = await Question(ask)
        return answer

    async def settle(self, choice: Choice[T]) -> T:
        """The answer to a question that is put only where there is a choice."""
        return choice.choices[0][1] if len(choice.choices) == 1 else await self.ask(choice)

    def emit(self, event: ev.Event) -> None:
        """Apply and record a fact: the single writer."""
        if self.imagining:
            raise RulesBug(f"{type(event).__name__} on a table that is only imagined")
        self._before.append(event.apply(self.state))
        self.journal.append(event)

    def emit_all(self, events: Iterable[ev.Event]) -> None:
        """Apply and record facts in order; those before one that cannot be applied stay."""
        if self.imagining:
            raise RulesBug("facts are recorded on a table that is only imagined")
        state, record, keep = self.state, self.journal.append, self._before.append
        for event in events:
            keep(event.apply(state))
            record(event)

    @contextmanager
    def many(self) -> Iterator[None]:
        """Emit or unwind many facts at once: the derived lookups catch up at the end."""
        self.state.board = None
        try:
            yield
        finally:
            self.state.board = self.board
            self.board.rebuild(self.state)

    def unwind(self, length: int) -> None:
        """Take facts back, newest first, until *length* are left."""
        if self.imagining:
            raise RulesBug("facts are taken back on a table that is only imagined")
        journal, before = self.journal, self._before
        while len(journal) > length:
            journal.pop().revert(self.state, before.pop())

    def forget(self) -> None:
        """Let go of the facts so far: they cannot be taken back any more."""
        self.journal.clear()
        self._before.clear()

    def roll(
        self,
        kind: str,
        *,
        rule: str,
        sides: int = 6,
        by: Side = "",
        unit: UnitId = "",
        **facts: Fact,
    ) -> int:
        """One die; *kind* names the roll in the game's words, *facts* go with it."""
        told = tuple(facts.items())
        return self._throw(
            ev.DiceRolled(kind, self.waiting(1, sides), sides, (), by, unit, told, rule)
        )[0]

    def roll_many(
        self,
        kind: str,
        count: int,
        *,
        rule: str,
        sides: int = 6,
        names: tuple[str, ...] = (),
        by: Side = "",
        unit: UnitId = "",
        **facts: Fact,
    ) -> tuple[int, ...]:
        """*count* dice thrown together, in order, by a side, for one of its units."""
        dice, told = self.waiting(count, sides), tuple(facts.items())
        return self._throw(ev.DiceRolled(kind, dice, sides, names, by, unit, told, rule))

    def waiting(self, count: int, sides: int) -> tuple[int, ...]:
        """What the next dice will be: those laid out first, then those of the seed.

        One laid out that shows more than the die has sides counts on from 1.
        """
        s = self.state
        laid = s.script
        return tuple(
            (laid[i] - 1) % sides + 1
            if i < len(laid)
            else die(s.seed, s.drawn + i, sides, self.fate)
            for i in range(count)
        )

    def _throw(self, event: ev.DiceRolled) -> tuple[int, ...]:
        """Record dice; those of a unit are its side's."""
        if event.unit and not event.by:
            event = event._replace(by=self.state.units[event.unit].side)
        self.emit(event)
        return event.dice

    def draw(self, cup: str, kind: str, *, rule: str, by: Side = "", item: str = "") -> str:
        """Take an item out of *cup* at random, or one that is laid out: *item*, or the next by name."""
        s = self.state
        items = s.cups[cup]
        assert items, f"nothing is left to draw from {cup}"
        if item := item or self.laid_out(cup):
            rest = list(s.lists.get(DRAWS, ()))
            if item in rest:
                rest.remove(item)
                self.set_list(DRAWS, rest, rule=rule)
            self.emit(ev.ItemDrawn(cup, item, 0, kind, by, rule))
            return item
        fallen = self.waiting(1, len(items))[0]
        item = items[(fallen - 1) % len(items)]
        self.emit(ev.ItemDrawn(cup, item, fallen, kind, by, rule))
        return item

    def laid_out(self, *cups: str) -> str:
        """The first of the names that a position file lays out which lies in one of *cups*; "" for none."""
        names = self.state.lists.get(DRAWS, ())
        if not names:
            return ""
        there = {item for cup in cups for item in self.state.cups.get(cup, ())}
        return next((str(name) for name in names if name in there), "")

    def note(self, what: str, *, rule: str, **facts: Fact) -> None:
        """Tell in the journal what no other fact tells; *what* is a name in the game's words."""
        self.emit(ev.Noted(what, tuple(facts.items()), rule))

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

    def mark(
        self, units: Iterable[UnitId], *gained: str, lost: Iterable[str] = (), rule: str
    ) -> None:
        """Let units take on states and shed others: one fact for all that change alike."""
        alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[UnitId]] = {}
        known, lost = self.state.units, tuple(lost)
        for unit in units:
            has = known[unit].states
            new = has.isdisjoint(gained)
            more = gained if new else tuple([state for state in gained if state not in has])
            less = tuple([state for state in lost if state in has]) if lost else ()
            if more or less:
                alike.setdefault((more, less), []).append(unit)
        for (more, less), those in alike.items():
            if len(those) + len(more) + len(less) > 2:
                self.emit(ev.UnitsMarked(tuple(those), more, less, rule))
            else:
                single = ev.StateGained if more else ev.StateLost
                self.emit(single(those[0], (*more, *less)[0], rule))

    def set_number(self, unit: UnitId, name: str, value: int, *, rule: str) -> None:
        """Set a count that goes with a unit."""
        if self.state.units[unit].numbers.get(name, self.blank) != value:
            self.emit(ev.NumberSet(unit, name, value, rule))

    def tie(self, unit: UnitId, tie: str, to: str, *, rule: str) -> None:
        """Tie a unit to something under a name ("" frees it)."""
        if self.state.units[unit].ties.get(tie, "") != to:
            self.emit(ev.Tied(unit, tie, to, rule))

    def turn_over(self, unit: UnitId, side: Side, *, rule: str) -> None:
        """Give a unit to another side."""
        if self.state.units[unit].side != side:
            self.emit(ev.UnitTurned(unit, side, rule))

    def set_track(self, name: str, value: Scalar, *, rule: str) -> None:
        """Set a track."""
        if self.state.tracks.get(name, self.blank) != value:
            self.emit(ev.TrackSet(name, value, rule))

    def set_list(self, name: str, items: Iterable[Scalar], *, rule: str) -> None:
        """Set a list; an empty one is gone."""
        new = tuple(items)
        if tuple(self.state.lists.get(name, ())) != new:
            self.emit(ev.ListSet(name, new, rule))

    def set_layer(self, layer: str, values: Mapping[int, int], *, rule: str) -> None:
        """Give places of a layer values in one event (0 = none); those that have them are left out."""
        now = self.state.layers.get(layer, {})
        changes = tuple((at, values[at]) for at in sorted(values) if now.get(at, 0) != values[at])
        if changes:
            self.emit(ev.LayerSet(layer, changes, rule))

    def take(self, where: Hex, side: Side, *, rule: str) -> None:
        """Give control of a hex to a side that has not got it."""
        if self.state.control.get(where) != side:
            self.emit(ev.HexTaken(where, side, rule))

    def lay(
        self,
        marker: str,
        kind: str,
        *,
        rule: str,
        side: Side = "",
        where: Hex = OFF,
        box: str = "",
        count: int = 1,
    ) -> None:
        """Lay a marker, or *count* of them, on a hex or in a box."""
        self.emit(ev.MarkerPlaced(marker, kind, side, where, box, count, rule))

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
        total: int = 0,
        drm: tuple[tuple[str, int], ...] = (),
        shifts: tuple[tuple[str, int], ...] = (),
        **facts: Fact,
    ) -> None:
        """Record which cell of a chart decided; *facts* are the numbers that led to the column."""
        told = tuple(facts.items())
        self.emit(ev.ChartRead(chart, column, row, result, total, drm, shifts, told, rule))

    def keep(self, frame: str = "", /, **values: Fact) -> None:
        """Let the open segment remember values, or the nearest one called *frame*; nothing secret."""
        at = self._frame(frame) if frame else len(self.state.frames) - 1
        for name, value in values.items():
            if self.state.frames[at].kept.get(name) != value:
                self.emit(ev.FrameSet(at, name, value))

    def keep_together(self, frame: str = "", /, **values: Fact) -> None:
        """The same, several values in one fact."""
        at = self._frame(frame) if frame else len(self.state.frames) - 1
        kept = self.state.frames[at].kept
        changed = tuple([(n, value) for n, value in values.items() if kept.get(n) != value])
        if len(changed) > 1:
            self.emit(ev.FrameFilled(at, changed))
        elif changed:
            self.emit(ev.FrameSet(at, *changed[0]))

    def kept(self, frame: str, kind: type[K]) -> K:
        """What the nearest open segment called *frame* was given and keeps, as a dataclass."""
        values = self.state.frames[self._frame(frame)].values
        return kind(**{name: values[name] for name in _names(kind) if name in values})

    def _frame(self, name: str) -> int:
        """The place of the nearest open segment of a name."""
        for at in range(len(self.state.frames) - 1, -1, -1):
            if self.state.frames[at].name == name:
                return at
        raise RulesBug(f"no segment called {name} is open")

    def decided(
        self,
        side: Side,
        what: str,
        chosen: str,
        working: Iterable[tuple[Scalar, ...]] = (),
        *,
        rule: str,
    ) -> None:
        """Record what a procedure of the rules decides for a side, a row for each candidate.

        *what* is never the key of a question: that is how the decisions of seats are told apart.
        """
        self.emit(ev.Decided(side, what, chosen, tuple(working), rule))

    def enter(self, substep: str, *, rule: str) -> None:
        """Name the interrupt that now runs inside the segment ("" = back to the segment)."""
        if self.state.substep != substep:
            self.emit(ev.SubstepEntered(substep, rule))

    def end(self, winner: Side, level: str, reason: str, *, rule: str, **facts: Fact) -> None:
        """End the game at once; the script must return right after."""
        self.emit(ev.GameEnded(winner, level, reason, tuple(facts.items()), rule))


@lru_cache(maxsize=64)
def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(kind))
