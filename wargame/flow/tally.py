"""What a recorded game adds up to: dice and charts against expectation, losses, ground taken.

Everything comes from the events of the record; no rule is run.  Dice that a position file laid out
are no chance: they, and the charts read with them, are left out.  Draws from cups are not rated.

A roll counts for the side that made it; one that names none, as in saves of format 1, for the side
of the interrupt, segment or phase in which it fell, and in a step of neither side for nobody.  Its
kind is its name in words, or else the title of the segment.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from wargame.content.chart import Chart
from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition
from wargame.flow.opening import segment_id
from wargame.flow.replay import Replay
from wargame.flow.words import Wording
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Side, State, UnitId

_MANY = 400
"""With more dice than this the normal curve stands in for the exact sum: they agree to 0.1%."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """Fair dice of one size that belong together."""

    side: Side
    kind: str
    faces: int
    count: int
    total: int

    @property
    def mean(self) -> float:
        """What a die showed on average."""
        return self.total / self.count

    @property
    def expected(self) -> float:
        """The sum that chance gives on average: 3.5 a die of six."""
        return self.count * (self.faces + 1) / 2

    @property
    def spread(self) -> float:
        """The exact standard deviation of the sum."""
        return sqrt(self.count * (self.faces**2 - 1) / 12)

    @property
    def chance(self) -> float:
        """The chance of a sum at least so far from the expected one, on either side."""
        return chance_of_straying(self.count, self.faces, self.total)

    def __add__(self, other: Rolls) -> Rolls:
        kind = self.kind if self.kind == other.kind else ""
        count, total = self.count + other.count, self.total + other.total
        return Rolls(self.side, kind, self.faces, count, total)


class Reading(NamedTuple):
    """How often a cell came up in a chart."""

    cell: str
    had: int
    expected: float
    spread: float
    """The exact standard deviation of `had`."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What a side's rolls found in a chart, against what the columns they were read in hold."""

    side: Side
    chart: str
    count: int
    cells: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that left the map for a box."""

    n: int
    turn: int
    side: Side
    unit: UnitId
    box: str
    hex: Hex
    returned: bool = False
    """Whether it came out of that box again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A hex that changed hands; `before` is "" where nobody held it."""

    n: int
    turn: int
    hex: Hex
    side: Side
    before: Side


@dataclass(slots=True)
class Tally:
    """The sums of a game."""

    rolls: list[Rolls] = field(default_factory=list)
    """By side and kind, in the order they first came up."""
    readings: list[Readings] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    ground: list[Taken] = field(default_factory=list)
    marked: Counter[tuple[Side, str]] = field(default_factory=Counter)
    """How often units of a side came into a state by an answer in which chance spoke."""
    laid_out: int = 0
    """Dice that a position file laid out, left out of `rolls`."""
    toll: Counter[tuple[Side, int]] = field(default_factory=Counter)
    """What a side lost in a turn: units, or steps where a game counts those (`Face.toll`, `Face.worn`)."""
    restored: Counter[Side] = field(default_factory=Counter)
    """Steps that units were given back."""
    outside: int = 0
    """Charts read whose chances cannot be told from the chart alone, left out of `readings`."""

    def of_side(self, side: Side) -> list[Rolls]:
        """All dice of a side, one sum for each size of die."""
        sums: dict[int, Rolls] = {}
        for rolls in self.rolls:
            if rolls.side == side:
                sums[rolls.faces] = sums[rolls.faces] + rolls if rolls.faces in sums else rolls
        return [Rolls(side, "", r.faces, r.count, r.total) for r in sums.values()]


def tally(definition: GameDefinition, replay: Replay) -> Tally:
    """Add up a record to its end; the replay is only asked what things are called."""
    charts = definition.charts(replay.game.content)
    adder = _Adder(Wording.of(replay), charts, replay.steps)
    adder.tolls = {track: side for side, track in definition.face.toll.items()}
    adder.worn = definition.face.worn
    adder.kept = definition.journal.kept
    return adder.add(replay)


def stands(state: State, unit: UnitId) -> bool:
    """Whether a unit stands on the map; one that lies face down has no id to tell it by."""
    found = state.units.get(unit)
    return found is not None and found.hex >= 0


def side_in(state: State, steps: dict[str, Step]) -> Side:
    """The side whose step is running: the interrupt, else the innermost segment that has one."""
    inner = steps.get(segment_id(state, steps))
    if inner is not None and inner.side:
        return inner.side
    for frame in reversed(state.frames):
        step = steps.get(frame.name)
        side = str(frame.args.get("side", "")) or (step.side if step else "")
        if side:
            return side
    return ""


class _Adder:
    """Goes through the events once."""

    def __init__(self, say: Wording, charts: Mapping[str, Chart], steps: dict[str, Step]) -> None:
        self._say, self._charts, self._steps = say, charts, steps
        self._out = Tally()
        self._sums: dict[tuple[Side, str, int], Rolls] = {}
        self._fair: tuple[ev.DiceRolled, Side] | None = None
        """The fair roll that no chart has been read with yet, and whose it was."""
        self.tolls: Mapping[str, Side] = {}
        """Tracks that count steps lost, each with its side; none, and nothing *worn*: units are counted."""
        self.worn = ""
        """The number of a unit that counts the steps it has lost."""
        self.kept: Container[str] = frozenset()
        """Boxes whose units are no losses."""
        self._read: dict[tuple[Side, str], list[tuple[dict[str, float], str]]] = defaultdict(list)

    def add(self, replay: Replay) -> Tally:
        for entry, event, state in replay.told_events():
            match event:
                case ev.DiceRolled():
                    self._roll(event, state)
                case ev.ChartRead():
                    self._chart(event)
                case ev.UnitBoxed(_, box) if box in self.kept:
                    pass
                case ev.UnitBoxed(unit, box) if box and stands(state, unit):
                    old = state.units[unit]
                    loss = Loss(entry.n, state.turn(), old.side, unit, box, old.hex)
                    self._out.losses.append(loss)
                    self._out.toll[old.side, loss.turn] += not (self.tolls or self.worn)
                case ev.TrackSet(name, value) if name in self.tolls:
                    lost = int(value) - int(state.tracks.get(name, 0))
                    self._out.toll[self.tolls[name], state.turn()] += lost
                case ev.NumberSet(unit, self.worn, value) if stands(state, unit):
                    self._wear(state, unit, value)
                case ev.UnitBoxed(unit) | ev.UnitPlaced(unit) if not stands(state, unit):
                    self._return(unit)
                case ev.HexTaken(where, side):
                    before = state.control.get(where, "")
                    self._out.ground.append(Taken(entry.n, state.turn(), where, side, before))
                case ev.StateGained() | ev.UnitsMarked() if entry.rolled:
                    self._mark(event, state)
        self._sum_up()
        return self._out

    def _mark(self, event: ev.Event, state: State) -> None:
        for one in ev.singly((event,)):
            if isinstance(one, ev.StateGained) and one.unit in state.units:
                self._out.marked[state.units[one.unit].side, one.state] += 1

    def _wear(self, state: State, unit_id: UnitId, value: int) -> None:
        unit = state.units[unit_id]
        lost = value - unit.numbers.get(self.worn, 0)
        self._out.toll[unit.side, state.turn()] += max(lost, 0)
        self._out.restored[unit.side] += max(-lost, 0)

    def _roll(self, event: ev.DiceRolled, state: State) -> None:
        self._fair = None
        if state.script:
            self._out.laid_out += len(event.dice)
            return
        step = self._steps.get(segment_id(state, self._steps))
        side = event.by or side_in(state, self._steps)
        kind = self._say.kind(event) or (step.title if step else event.kind)
        one = Rolls(side, kind, event.sides, len(event.dice), sum(event.dice))
        key = side, kind, event.sides
        self._sums[key] = self._sums[key] + one if key in self._sums else one
        self._fair = event, side

    def _chart(self, event: ev.ChartRead) -> None:
        if self._fair is None:
            return
        (roll, side), self._fair = self._fair, None
        chart = self._charts.get(event.chart)
        chances = chart and column_chances(chart, event.column, roll)
        if not (chart and chances) or event.row != str(sum(roll.dice)):
            self._out.outside += 1
            return
        self._read[side, event.chart].append((chances, chart.cell(event.column, event.row)))

    def _return(self, unit: UnitId) -> None:
        losses = self._out.losses
        for at in range(len(losses) - 1, -1, -1):
            old = losses[at]
            if old.unit == unit:
                losses[at] = Loss(old.n, old.turn, old.side, unit, old.box, old.hex, returned=True)
                return

    def _sum_up(self) -> None:
        self._out.rolls = list(self._sums.values())
        for (side, name), read in self._read.items():
            self._out.readings.append(_readings(side, name, read))


def _readings(side: Side, chart: str, read: Sequence[tuple[dict[str, float], str]]) -> Readings:
    cells: dict[str, list[float]] = {}
    for chances, _ in read:
        for cell, chance in chances.items():
            sums = cells.setdefault(cell, [0.0, 0.0])
            sums[0] += chance
            sums[1] += chance * (1 - chance)
    had = Counter(cell for _, cell in read)
    found = tuple(Reading(cell, had[cell], p, sqrt(max(v, 0.0))) for cell, (p, v) in cells.items())
    return Readings(side, chart, len(read), found)


def column_chances(chart: Chart, column: str, roll: ev.DiceRolled) -> dict[str, float] | None:
    """The chance of each cell of a column; None unless every total of the dice has its own row."""
    ways = ways_of(len(roll.dice), roll.sides)
    labels = {row.label for row in chart.rows}
    if column not in chart.columns or any(str(total) not in labels for total in ways):
        return None
    found: dict[str, float] = {}
    for total, chance in ways.items():
        cell = chart.cell(column, str(total))
        found[cell] = found.get(cell, 0.0) + chance
    return found


@cache
def ways_of(count: int, faces: int) -> dict[int, float]:
    """The chance of each sum of some fair dice."""
    chances = [1.0]
    for _ in range(count):
        upto = [0.0, *accumulate(chances)]
        last = len(chances)
        chances = [
            (upto[min(k, last)] - upto[max(k - faces, 0)]) / faces for k in range(1, last + faces)
        ]
    return {count + k: chance for k, chance in enumerate(chances)}


def chance_of_straying(count: int, faces: int, total: int) -> float:
    """The chance that fair dice add up to a sum at least as far from the expected one as *total*."""
    off = abs(total - count * (faces + 1) / 2)
    if not off:
        return 1.0
    if count > _MANY:  # half a point closer: a sum is a whole number
        return 2 * NormalDist(0, sqrt(count * (faces**2 - 1) / 12)).cdf(0.5 - off)
    middle = count * (faces + 1) / 2
    return min(sum(p for k, p in ways_of(count, faces).items() if abs(k - middle) >= off), 1.0)


def in_words(rolls: Rolls) -> str:
    """How unusual a sum is, in plain words."""
    chance = rolls.chance
    if chance > 1 / 3:
        return "as expected"
    way = "high" if rolls.total > rolls.expected else "low"
    often = f"1 game in {round(1 / chance)} is as far off" if chance > 1e-6 else "hardly ever seen"
    for least, words in ((0.1, "a little"), (0.03, "rather"), (0.005, "very")):
        if chance > least:
            return f"{words} {way}: {often}"
    return f"extremely {way}: {often}"
