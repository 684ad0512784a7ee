"""The course of a battle in half a page: how it ended, what turned it, luck, losses, ground.

What turned it are the answers after which the score, or the number of units on the map, had moved
most; where a chart was read, it is told how likely its result was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wargame.content.chart import Chart
from wargame.content.errors import DataError
from wargame.content.figures import counted
from wargame.exports.sums import loss_lines, taken_lines
from wargame.flow.deed import order_behind
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import Teller, going_on, named_order
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.flow.tally import Tally, in_words, tally, ways_of
from wargame.flow.words import Wording, added_to
from wargame.model import events as ev

_MOST = 6
"""Turning points that are told."""
_KINDS = ("result", "move", "state", "note", "dice", "end")
"""Which line of an answer says best what it was, the first kind first."""


@dataclass(frozen=True, slots=True)
class Turning:
    """An answer that moved the score or cost units."""

    n: int
    turn: str
    score: tuple[str, str]
    """Before and after, as written; equal where it did not move."""
    lost: tuple[str, ...]
    told: str
    chance: float
    """Of the result that was read last; 1 where no chart was."""
    weight: float


def course_lines(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    """The page in lines; the replay stands at its end afterwards."""
    sums = tally(definition, replay)
    found = turnings(definition, replay)
    replay.seek(replay.last)
    yield from _ending(definition, replay)
    if found:
        yield from ("", "What turned it:", *(f"  {_told(turning)}" for turning in found))
    yield from ("", "Losses:", *(f"  {line}" for line in loss_lines(definition, replay, sums)))
    yield from ("", "Ground:", *(f"  {line}" for line in taken_lines(definition, replay, sums)))
    if luck := list(_luck(definition, sums)):
        yield from ("", "Luck:", *(f"  {line}" for line in luck))
    if replay.margin:
        yield from ("", "Notes and takebacks:", *(f"  {line}" for line in _margin(replay)))


def turning_lines(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    """The answers that counted most, a line each."""
    return map(_told, turnings(definition, replay))


def turnings(definition: GameDefinition, replay: Replay) -> list[Turning]:
    """The answers that counted most, in the order they were given; of equals the last: what came of them stood."""
    charts, face = definition.charts(replay.game.content), definition.face
    found = []
    replay.seek(0)
    names = _names(definition, replay)
    for entry in replay.entries[1:]:
        if not any(isinstance(e, ev.HexTaken | ev.UnitBoxed | ev.ChartRead) for e in entry.events):
            continue
        replay.seek(entry.n - 1)
        before, turn = face.standing(replay.game), _turn(definition, replay)
        there = {u.id for u in replay.game.state.units.values() if u.hex >= 0}
        replay.seek(entry.n)
        now = face.standing(replay.game)
        units = replay.game.state.units
        lost = [u for u in sorted(there) if u not in units or units[u].hex < 0]
        moved = abs(now.score - before.score)
        if not moved and not lost:
            continue
        counted_up = not lost and turn != _turn(definition, replay)
        chance = 1.0 if counted_up else _chance(charts, entry)
        found.append(
            Turning(
                entry.n,
                turn,
                (before.figures, now.figures),
                tuple(names.get(unit, unit) for unit in lost),
                "the turn is over" if counted_up else _gist(definition, replay, entry),
                chance,
                2 * moved + len(lost) + (1 - chance),
            )
        )
    best = sorted(found, key=lambda turning: (-turning.weight, -turning.n))[:_MOST]
    return sorted(best, key=lambda turning: turning.n)


def _turn(definition: GameDefinition, replay: Replay) -> str:
    """The turn, without its date."""
    return definition.face.turn_label(replay.game).partition(",")[0]


def _names(definition: GameDefinition, replay: Replay) -> dict[str, str]:
    units = replay.game.state.units
    return {unit: definition.face.unit_name(replay.game, unit) for unit in units}


def _chance(charts: Mapping[str, Chart], entry: Entry) -> float:
    """How likely the result was that was read last in an answer."""
    roll: ev.DiceRolled | None = None
    chance = 1.0
    for event in entry.events:
        if isinstance(event, ev.DiceRolled):
            roll = event
        elif isinstance(event, ev.ChartRead) and roll is not None:
            chart = charts.get(event.chart)
            if chart and event.total - added_to(event) == sum(roll.dice):
                chance = _chance_of(chart, event, roll, chance)
    return chance


def _chance_of(chart: Chart, event: ev.ChartRead, roll: ev.DiceRolled, otherwise: float) -> float:
    """How likely dice, with what was added to them, were to come to a cell that says the same."""
    added = added_to(event)
    try:
        read = chart.cell(event.column, chart.line_of(event.row, event.total, added))
        cells = {
            total: chart.cell(event.column, chart.line_of(str(total), total + added, added))
            for total in ways_of(len(roll.dice), roll.sides)
        }
    except DataError:
        return otherwise  # its lines are no totals of the dice
    ways = ways_of(len(roll.dice), roll.sides)
    return sum(chance for total, chance in ways.items() if cells[total] == read)


def _gist(definition: GameDefinition, replay: Replay, entry: Entry) -> str:
    """What it was, in the words of the journal; for a roll that names nobody, the order behind it."""
    teller = Teller(definition, replay.game, replay.steps)
    lines = list(teller.lines(entry.events))
    best = next((x.text for kind in _KINDS for x in lines if x.kind == kind), entry.answer)
    roll = next((e for e in entry.events if isinstance(e, ev.DiceRolled)), None)
    if roll is None:
        return best
    order = order_behind(replay.entries, entry.n)
    named = roll.unit or roll.facts or not order
    about = teller.say.roll(roll) if named else named_order(definition, replay.game, order)
    name = any(best.startswith(name) for name in _names(definition, replay).values())
    return f"{about}: {best if name else going_on(best)}"


def _told(turning: Turning) -> str:
    parts = [f"Answer {turning.n}, {turning.turn}: {turning.told.removesuffix('.')}"]
    if turning.chance < 1:
        parts.append(f"a chance of {turning.chance:.0%}")
    if turning.lost:
        parts.append(f"off the map: {', '.join(turning.lost)}")
    before, after = turning.score
    if before != after:
        parts.append(f"score {before} to {after}")
    return "; ".join(parts)


def _ending(definition: GameDefinition, replay: Replay) -> Iterator[str]:
    game, header = replay.game, replay.header
    standing, ended = definition.face.standing(game), game.state.ended
    scenario = definition.scenario(header.scenario).title
    sides = " against ".join(definition.player(s.id, header.players) for s in definition.sides)
    yield f"{definition.title}: {scenario}. {sides}."
    say = Wording.of(replay)
    answers = counted(replay.last, "answer")
    if ended is None:
        yield f"Not finished: {definition.face.turn_label(game)}, after {answers}."
    else:
        won = definition.winner(ended.winner, header.players) or "Nobody"
        level = say(ended.level)
        yield f"{won} won: {level} ({say.reason(ended)}), after {answers}."
    if standing.bands:
        yield f"Score {standing.outlook}."


def _margin(replay: Replay) -> Iterator[str]:
    for n, lines in sorted(replay.margin.items()):
        yield from (f"Answer {n}: {line.text}" for line in lines)


def _luck(definition: GameDefinition, sums: Tally) -> Iterator[str]:
    for side in definition.sides:
        rolls = sums.of_side(side.id)
        told = [
            f"{counted(r.count, 'die/dice')}, {r.mean:.2f} on average, {in_words(r)}" for r in rolls
        ]
        if told:
            yield f"{side.title}: {'; '.join(told)}"
