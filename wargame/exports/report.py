"""The after-action report: what happened turn by turn, losses, ground taken, luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import wrap

from wargame.content.sequence import Step
from wargame.exports.course import turning_lines
from wargame.exports.fairness import settled
from wargame.exports.journal import tell
from wargame.exports.sums import ground_lines, loss_lines, luck_lines
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Line, Teller, going_on, named_order
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.tally import side_in, stands, tally
from wargame.flow.words import Wording
from wargame.model import events as ev
from wargame.model.state import State

WIDTH = 88


def report_lines(definition: GameDefinition, replay: Replay, width: int = WIDTH) -> Iterator[str]:
    """The report in lines of at most *width* columns; continuation lines are set in."""
    return wrapped(_told(definition, replay), width)


def wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines of at most *width* columns; continuation lines are set in."""
    for line in lines:
        gap = " " * (len(line) - len(line.lstrip()))
        fits = len(line) <= width
        yield from [line] if fits else wrap(line, width, subsequent_indent=gap + "  " * bool(gap))


def _told(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    sums = tally(definition, replay)
    yield from _opening(definition, replay)
    chapters = _Chronicle(definition, replay)
    for entry, event, state in replay.told_events():
        for each in ev.singly((event,)):
            chapters.hear(entry, each, state)
    if turned := list(turning_lines(definition, replay)):
        yield from _headed("What turned it", turned)
    yield from chapters.lines()
    replay.seek(replay.last)
    yield from _headed("Losses", loss_lines(definition, replay, sums))
    yield from _headed("Ground", ground_lines(definition, replay, sums))
    yield from _headed("Luck", luck_lines(definition, replay, sums))


def _opening(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    header = replay.header
    title = f"{definition.title}: {definition.scenario(header.scenario).title}"
    yield from (title, "=" * len(title), "After-action report", "")
    if header.lab is not None:
        yield "A lab game, played from a position file."
    for side in definition.sides:
        yield f"{side.title}: {header.players.get(side.id) or 'player not named'}"
    replay.seek(replay.last)
    game, ended = replay.game, replay.game.state.ended
    if ended is None:
        yield f"Not finished: {definition.face.turn_label(game)}, after answer {replay.last}."
    else:
        titles = {side.id: side.title for side in definition.sides}
        winner = f"{titles[ended.winner]} won" if ended.winner in titles else "Nobody won"
        say = Wording.of(replay)
        yield f"Result: {winner}. {say(ended.level)} ({say.reason(ended)})."
    when = "Now" if ended is None else "At the end"
    for name, value in definition.facts(game):
        yield f"{when}, {name}: {value}"
    yield f"Answers: {replay.last}; rules {header.ruleset}"
    yield f"{settled(header)}."


def _headed(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield from ("", title, "-" * len(title))
    yield from lines


class _Chronicle:
    """Listens to the events in order and keeps the main ones, by game-turn and segment."""

    def __init__(self, definition: GameDefinition, replay: Replay) -> None:
        self._definition, self._replay = definition, replay
        self._teller = Teller(definition, replay.game, replay.steps)
        self._titles = {side.id: side.title for side in definition.sides}
        self._charts = definition.charts(replay.game.content)
        self._turns: dict[int, list[str]] = {}
        self._place: tuple[int, str] = (-1, "")
        self._order = ""
        """The last answer that was more than a word: what the dice are about."""
        self._heard = -1
        self._roll: ev.DiceRolled | None = None
        self._after: list[str] = []
        """What the last fight led to."""
        self._moves = 0
        self._plain: dict[str, Counter[str]] = {}
        """Results nobody ordered, by chart."""
        self._fighting = False
        self._sum: list[tuple[int, Line]] = []
        """What is to be told of a side that the rules run, by the events of the answer that come before it."""
        self._came = -1

    def hear(self, entry: Entry, event: ev.Event, state: State) -> None:
        """Take in one event; *state* is the position before it."""
        news = entry.n != self._heard
        if news:
            self._remark(entry.n)
        place = state.turn(), _heading(state, self._replay.steps, self._titles)
        if place != self._place and not isinstance(event, ev.TrackSet | ev.SegmentLeft):
            self._close()
            self._place, self._order = place, ""
        if news:
            self._order = entry.answer if " " in entry.answer else self._order
            self._sum_up(entry)
        self._came += 1
        self._tell_sum()
        match event:
            case ev.DiceRolled():
                self._roll = event
            case ev.ChartRead():
                self._read(entry, event)
            case ev.UnitMoved(unit, path, how) if how != "moves" and self._fighting:
                where = self._replay.game.grid.name(path[-1])
                self._after.append(f"{self._name(unit)} {self._teller.how(event)} to {where}")
            case ev.UnitMoved():
                self._moves += 1
                self._fighting = False
            case ev.UnitBoxed(unit, box) if box and stands(state, unit):
                where = self._replay.game.grid.name(state.units[unit].hex)
                self._tell(f"{self._name(unit)} in {where}: {box}")
            case ev.StateGained(unit, name) if self._fighting and self._definition.journal.is_told(
                name
            ):
                words = f"{self._teller.verb(unit, 'is')} {self._definition.journal.state(name)}"
                self._after.append(f"{self._name(unit)} {words}")
            case ev.HexTaken() | ev.GameEnded():
                line = self._teller.line(event)
                self._tell(line.text if line else "")

    def lines(self) -> Iterator[str]:
        """A section for each game-turn."""
        self._remark(self._replay.last + 1)
        self._close()
        labels: dict[int, str] = {}
        for told in tell(self._definition, self._replay):
            labels.setdefault(self._replay.game.state.turn(), told.turn)
        for turn, lines in self._turns.items():
            if lines:
                title = labels.get(turn, f"Turn {turn}")
                yield from _headed(title[:1].upper() + title[1:], lines)

    def _name(self, unit: str) -> str:
        return self._definition.face.unit_name(self._replay.game, unit)

    def _read(self, entry: Entry, event: ev.ChartRead) -> None:
        line = self._teller.line(event)
        told, roll, self._roll = line.text if line else "", self._roll, None
        told = going_on(told)
        if not self._order:
            chart = self._charts.get(event.chart)
            title = chart.title if chart else event.chart
            self._plain.setdefault(title, Counter())[self._teller.say.result(event)] += 1
            return
        self._flush()
        rolled = f"rolled {' + '.join(map(str, roll.dice))}; " if roll else ""
        self._write(f"{entry.n}. {self._about(roll)}: {rolled}{told}", 2)
        self._fighting = True

    def _about(self, roll: ev.DiceRolled | None) -> str:
        """What the dice are for where they name something, else the order behind them."""
        named = roll is not None and (roll.unit or roll.facts)
        return (
            self._teller.say.roll(roll)
            if roll and named
            else named_order(self._definition, self._replay.game, self._order)
        )

    def _sum_up(self, entry: Entry) -> None:
        """A new answer: what a side did by the rules is told where its turn begins."""
        self._sum, self._came = self._teller.summed(list(ev.singly(entry.events))), -1

    def _tell_sum(self) -> None:
        if self._sum and self._came >= self._sum[0][0]:
            for _, line in self._sum:
                self._write(line.text, 2)
            self._sum = []

    def _tell(self, text: str) -> None:
        """A fact that matters whether or not a fight led to it."""
        if self._fighting:
            self._after.append(text)
        else:
            self._write(text, 2)

    def _remark(self, n: int) -> None:
        """Answer *n* comes next: write down what stands in the margin of those before it."""
        for before in range(max(self._heard, 0), n):
            for line in self._replay.margin.get(before, ()):
                self._flush()
                self._write(f"{before}. {line.text}", 2)
        self._heard = n

    def _flush(self) -> None:
        """Write down what the last fight led to."""
        if self._after:
            self._write("; ".join(self._after), 6)
            self._after = []

    def _close(self) -> None:
        """The segment is over."""
        self._flush()
        self._fighting = False
        for title, found in self._plain.items():
            told = ", ".join(f"{result} {n}x" if n > 1 else result for result, n in found.items())
            self._write(f"{title}: {told}", 2)
        if self._moves:
            self._write(f"{self._moves} move{'s' if self._moves > 1 else ''}", 2)
        self._moves, self._plain = 0, {}

    def _write(self, text: str, indent: int) -> None:
        turn, heading = self._place
        lines = self._turns.setdefault(turn, [])
        if heading and heading != next((x for x in reversed(lines) if x[:1] != " "), ""):
            lines.append(heading)
        lines.append(" " * indent + text)


def _heading(state: State, steps: dict[str, Step], titles: dict[str, str]) -> str:
    """The side and segment that are running, interrupts apart: "German, Combat"."""
    step = next((steps[f.name] for f in reversed(state.frames) if f.name in steps), None)
    if step is None or step.repeat:
        return ""
    side = titles.get(step.side or side_in(state, steps), "")
    return f"{side}, {step.title}" if side else step.title
