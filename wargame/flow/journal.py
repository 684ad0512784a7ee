"""Events as lines a player reads: what happened, with rule ids, dice and modifiers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.record import Entry
from wargame.flow.words import Wording
from wargame.hexes.grid import Grid, Hex
from wargame.model import events as ev
from wargame.model.state import UnitId

_WORDS = {"pass": "passes", "done": "is done", "yes": "says yes", "no": "says no"}
"""What a side does that answers in a word."""
_RUN = 3
"""So many lines after each other that say the same of units or hexes are one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal."""

    text: str
    rule: str
    kind: str
    """"move", "dice", "result", "state", "segment", "note", "working", "summary", "end", "remark": how to set it."""
    hexes: tuple[Hex, ...] = ()
    units: tuple[UnitId, ...] = ()
    alike: str = ""
    """How many such lines read as one, with {} for how many: "{} units are isolated"."""
    item: str = ""
    """Who or what it is among them."""


class Teller:
    """Tells events in words; names come from the game's face."""

    def __init__(self, definition: GameDefinition, game: Game[Any], steps: dict[str, Step]) -> None:
        self._face, self._steps = definition.face, steps
        self.game = game
        """The table whose names it uses."""
        self._definition = definition
        self.say = Wording(definition, game, steps)
        """What the names in events mean."""
        self._quiet = frozenset(definition.journal.quiet)
        self._sides = {side.id: side.title for side in definition.sides}

    def summary(self, events: Iterable[ev.Event]) -> list[Line]:
        """What a side did that the rules run, in a few lines; none where it did nothing, or no game sums it up."""
        return [line for _, line in self.summed(list(ev.singly(events)))]

    def ends_a_turn(self, entry: Entry) -> bool:
        """Whether a side that the rules run has had its turn after an answer, or part of it."""
        return bool(self.summary(entry.events))

    def summed(self, events: Sequence[ev.Event]) -> list[tuple[int, Line]]:
        """The same of events that are of one unit each, every line with the event before which it is told."""
        sums_up = self._definition.journal.sums_up
        found = sums_up(self.game, events) if sums_up else None
        said = found.said if found else ()
        at = found.at if found else 0
        return [
            (at, Line(text, rule, "summary", hexes, units)) for text, rule, hexes, units in said
        ]

    def lines(self, events: Sequence[ev.Event], *, summed: bool = True) -> Iterator[Line]:
        """A line for each event that means something to a player; a march in stages is one.

        What a side did that the rules run is *summed* up first.
        """
        events = list(ev.singly(events))
        summary = self.summed(events) if summed else []
        begins = summary[0][0] if summary else 0
        yield from self._lines(events[:begins])
        yield from (line for _, line in summary)
        yield from self._lines(events[begins:])

    def _lines(self, events: Sequence[ev.Event]) -> Iterator[Line]:
        gone = {(e.unit, e.rule) for e in events if isinstance(e, ev.UnitBoxed) and e.box}
        facts = [dict(e.facts) for e in events if isinstance(e, ev.Noted)]
        said = {(f["unit"], f["where"]) for f in facts if {"unit", "where"} <= f.keys()}
        said |= {(e.unit, e.path[0]) for e in events if isinstance(e, ev.UnitMoved)}
        decided = {e.rule for e in events if isinstance(e, ev.Decided)}
        march: ev.UnitMoved | None = None
        for event, after in itertools.zip_longest(events, events[1:]):
            if isinstance(event, ev.UnitPlaced) and event[:2] in said:
                continue  # a note or its move tells where it comes
            if isinstance(event, ev.StateLost) and (event.unit, event.rule) in gone:
                continue  # what a unit sheds as it leaves the map
            if isinstance(event, ev.LayerSet) and event.rule in decided:
                continue  # told as what was decided
            if isinstance(event, ev.UnitMoved) and march is not None and _goes_on(march, event):
                march = march._replace(path=march.path + event.path[1:])
                continue
            line = self.line(event)
            if line is None or self._is_said_again(line, after):
                continue
            if march is not None:
                yield self._march(march)
            march = event if isinstance(event, ev.UnitMoved) else None
            if march is None:
                yield line
                yield from self._working(event)
        if march is not None:
            yield self._march(march)

    def _working(self, event: ev.Event) -> Iterator[Line]:
        """What was weighed for a decision, candidate by candidate."""
        if isinstance(event, ev.Decided):
            hexes = candidates(event, self.game.grid)
            for text in self.say.working(event):
                yield Line(text, event.rule, "working", hexes)

    def _is_said_again(self, line: Line, after: ev.Event | None) -> bool:
        """Whether a heading is followed by the note that its segment had nothing to do."""
        if line.kind != "segment" or not isinstance(after, ev.Noted):
            return False
        return after.what == "nothing to do"

    def line(self, event: ev.Event) -> Line | None:
        """The line for one event; None for book-keeping."""
        if isinstance(event, ev.UnitsMarked):
            told = [line.text for each in event.singly() if (line := self._of_unit(each))]
            return Line("; ".join(told), event.rule, "state", (), event.units) if told else None
        line = self._of_unit(event) or self._of_chance(event) or self._of_table(event)
        cites = self._definition.journal.cites
        rule = cites(self.game, event) if line and cites else ""
        return replace(line, rule=rule) if line and rule else line

    def _of_unit(self, event: ev.Event) -> Line | None:
        """What happened to a unit."""
        match event:
            case ev.UnitMoved():
                return self._march(event)
            case ev.UnitPlaced(unit, where, rule):
                be = self.verb(unit, "is placed on")
                text = f"{self._unit(unit)} {be} {self._hex(where)}"
                return Line(text, rule, "move", (where,), (unit,))
            case ev.UnitBoxed(unit, box, rule) if box and box not in self._quiet:
                return Line(f"{self._unit(unit)}: {self.say.name(box)}", rule, "state", (), (unit,))
            case ev.StateGained(unit, state, rule) if self._definition.journal.is_told(state):
                return self._state(unit, "is", state, rule)
            case ev.StateLost(unit, state, rule) if self._definition.journal.is_told_lost(state):
                return self._state(unit, "is no longer", state, rule)
            case ev.NumberSet(unit, _, _, rule) if told := self.say.number(event):
                return Line(told, rule, "state", (), (unit,))
            case ev.Tied(unit, _, _, rule) if told := self.say.tie(event):
                return Line(told, rule, "note", (), (unit,))
        return None

    def _of_chance(self, event: ev.Event) -> Line | None:
        """What fell, was drawn or was read from a chart."""
        match event:
            case ev.DiceRolled(_, dice, unit=unit):
                shown = " + ".join(map(str, dice))
                total = f" = {sum(dice)}" if len(dice) > 1 else ""
                text = f"{self.say.roll(event)}: rolled {shown}{total}"
                return Line(text, event.rule, "dice", (), (unit,) if unit else ())
            case ev.ItemDrawn(_, item):
                return Line(
                    f"{self.say.draw(event)}: drew {self.say.name(item)}", event.rule, "dice"
                )
            case ev.ChartRead():
                return self._chart(event)
        return None

    def _of_table(self, event: ev.Event) -> Line | None:
        """What happened to the map and to the game as a whole."""
        match event:
            case ev.Noted("nothing to do", (("step", step),)) if step in self._quiet:
                return None
            case ev.Noted(what, facts, rule):
                return Line(self.say(what, facts), rule, "note")
            case ev.Decided():
                return Line(self.say.decided(event), event.rule, "note")
            case ev.HexTaken(where, side, rule):
                text = f"The {self._sides.get(side, side)} side takes {self._hex(where)}"
                many = f"The {self._sides.get(side, side)} side takes {{}} hexes"
                return Line(text, rule, "note", (where,), (), many, self._hex(where))
            case ev.LayerSet(layer, changes, rule) if layer in self._definition.journal.layers:
                comes, goes = self._definition.journal.layers[layer]
                said = [(h, text) for h, value in changes if (text := comes if value else goes)]
                told = "; ".join(text.format(self._hex(h)) for h, text in said)
                return Line(told, rule, "note", tuple(h for h, _ in said)) if said else None
            case ev.MarkerPlaced(_, kind, _, where, box, _, rule) if kind not in self._quiet:
                place = self._hex(where) if where >= 0 else box
                text = capitalised(f"{kind} marker on {place}")
                return Line(text, rule, "note", (where,) if where >= 0 else ())
            case ev.SegmentEntered(name):
                return self._segment(name)
            case ev.GameEnded(winner, level, _, _, rule):
                who = self._sides.get(winner, "nobody")
                reason = self.say.reason(event)
                text = f"The game is over: {self.say(level)} ({reason}); winner: {who}"
                return Line(text, rule, "end")
        return None

    def _march(self, event: ev.UnitMoved) -> Line:
        unit, path, how, rule = event
        name = self.game.grid.name
        way = self.game.grid.write(path)
        if how in self._definition.journal.goal_first and len(path) > 1:
            way = f"{name(path[-1])} from {name(path[0])}"
        who = self._unit(unit)
        many = f"{{}} units {plural(self.say(how))}"
        return Line(f"{who} {self.how(event)} {way}", rule, "move", path, (unit,), many, who)

    def _chart(self, event: ev.ChartRead) -> Line:
        say = self.say
        if told := say.told(event):
            return Line(told, event.rule, "result")
        shifts, column = say.shifts(event), say.column(event)
        parts = [
            say.basis(event),
            shifts and f"{self._definition.journal.shifted} {shifts}",
            column and f"column {column}",
            f"{say.row(event)}: {say.result(event)}",
            say.instead(event),
        ]
        text = capitalised("; ".join(part for part in parts if part))
        return Line(text, event.rule, "result")

    def verb(self, unit: UnitId, words: str) -> str:
        """What a unit does, in the number of its name: "moves", or "move"."""
        return plural(words) if unit in self._definition.journal.plural_units else words

    def how(self, event: ev.UnitMoved) -> str:
        """How a unit moved, as a verb in the number of its name."""
        return self.verb(event.unit, self.say(event.how))

    def _state(self, unit: UnitId, be: str, state: str, rule: str) -> Line:
        who, named = self._unit(unit), self._definition.journal.state(state)
        text = f"{who} {self.verb(unit, be)} {named}"
        return Line(text, rule, "state", (), (unit,), f"{{}} units {plural(be)} {named}", who)

    def _segment(self, name: str) -> Line | None:
        step = self._steps.get(name)
        if step is None or step.repeat:
            return None
        return Line(step.title, step.rule, "segment")

    def _unit(self, unit: UnitId) -> str:
        return self.say.unit(unit)

    def _hex(self, where: Hex) -> str:
        return self.say.hex(where)


def gathered(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines with each run that says the same as one, which names them all; marches keep their paths."""
    for _, run in itertools.groupby(lines, lambda x: x.alike and (x.alike, x.rule, x.kind)):
        group = list(run)
        if len(group) < _RUN or not group[0].alike or group[0].kind == "move":
            yield from group
        else:
            yield as_one(group, len(group))


def as_one(group: Sequence[Line], most: int) -> Line:
    """Lines that say the same as one, which names at most so many."""
    items = list(dict.fromkeys(line.item for line in group))
    more = f" and {len(items) - most} more" if len(items) > most else ""
    text = f"{group[0].alike.format(len(items))}: {', '.join(items[:most])}{more}"
    hexes = dict.fromkeys(h for line in group for h in line.hexes)
    units = dict.fromkeys(u for line in group for u in line.units)
    return replace(group[0], text=text, hexes=tuple(hexes), units=tuple(units))


def candidates(event: ev.Decided, grid: Grid) -> tuple[Hex, ...]:
    """The hexes that were weighed for a decision, in their order."""
    words = (str(word) for row in event.working for word in row)
    known = {*grid.names}
    return tuple(dict.fromkeys(grid.hex(word) for word in words if word in known))


def capitalised(text: str) -> str:
    """A sentence as it begins."""
    return text[:1].upper() + text[1:]


def going_on(text: str) -> str:
    """A sentence within another one; a factor like "A 4" keeps its letter."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def named_order(definition: GameDefinition, game: Game[Any], order: str) -> str:
    """An answer as a sentence begins it, with units by their names."""
    name, units = definition.face.unit_name, game.state.units
    parts = [
        "; ".join(name(game, word) for word in words) if are_units else " ".join(words)
        for are_units, words in itertools.groupby(order.split(), units.__contains__)
    ]
    return capitalised(" ".join(parts))


def sentence(
    definition: GameDefinition, game: Game[Any], entry: Entry, lines: Sequence[Line]
) -> str:
    """What a side answered, as a sentence: who moves where, or what it says, with units by names."""
    side = next((side.title for side in definition.sides if side.id == entry.side), entry.side)
    word = _WORDS.get(entry.answer)
    if word:
        return f"The {side} side {word}"
    answer = entry.answer.replace("+", " ")
    moves = [x for x in lines if x.kind == "move" and not set(answer.split()).isdisjoint(x.units)]
    if len(moves) > 1:
        names = [definition.face.unit_name(game, x.units[0]) for x in moves]
        ways = {x.text.removeprefix(name) for x, name in zip(moves, names, strict=True)}
        if len(ways) == 1:
            return f"{', '.join(names[:-1])} and {names[-1]} {plural(ways.pop().lstrip())}"
    return moves[0].text if moves else f"{side}: {named_order(definition, game, answer)}"


def plural(words: str) -> str:
    """A verb of the third person with what follows it, for several: "is carried", "falls back"."""
    verb, gap, rest = words.partition(" ")
    many = "are" if verb == "is" else verb.removesuffix("s")
    return f"{many}{gap}{rest}"


def _goes_on(march: ev.UnitMoved, event: ev.UnitMoved) -> bool:
    """Whether the same unit moves on from where it came to, in the same way."""
    same = (march.unit, march.how, march.rule) == (event.unit, event.how, event.rule)
    return same and march.path[-1] == event.path[0]
