"""Events in words: a game's sentences, filled with the facts of an event when it is shown.

A sentence is a template, "{unit:unit} enters from {area}."; what stands behind the colon says how a
fact reads (`content/words.py`).  Where filling in is not enough, a function of table and facts
stands in its place.  What no words are given for is shown as it stands, as is the prose of saves
of format 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, Protocol

from wargame.content.figures import counted, in_halves, signed
from wargame.content.sequence import Step
from wargame.content.words import COUNTED
from wargame.flow.definition import GameDefinition, Sentence
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Ending, Facts, UnitId

KERNEL: Mapping[str, Sentence] = {
    "skipped": "{step:step}: skipped.",
    "decided": "The {side:side} side decides by its orders: {chosen}.",
    "nothing to do": "{step:step}: nothing to do.",
}


class Told(Protocol):
    """What has a table to tell of: a session, a replay."""

    @property
    def definition(self) -> GameDefinition:
        """The game system."""

    @property
    def game(self) -> Game[Any]:
        """The table."""

    @property
    def steps(self) -> dict[str, Step]:
        """The steps of its sequence by id."""


class Wording(Formatter):
    """Says what events mean, with the names that a table has for things."""

    def __init__(self, definition: GameDefinition, game: Game[Any], steps: dict[str, Step]) -> None:
        self._words = {**KERNEL, **definition.journal.words()}
        self._face, self._game, self._steps = definition.face, game, steps
        self._charts = definition.charts
        self._sides = {side.id: side.title for side in definition.sides}
        self.shift = definition.journal.shift
        """How a shift of a chart is called."""

    @classmethod
    def of(cls, told: Told) -> Wording:
        """The words for a session or a replay."""
        return cls(told.definition, told.game, told.steps)

    def __call__(self, what: str, facts: Facts = ()) -> str:
        """The sentence called *what*, filled in."""
        sentence = self._words.get(what)
        if sentence is None:
            return what
        if isinstance(sentence, str):
            return self.vformat(sentence, (), dict(facts))
        return sentence(self._game, dict(facts))

    def name(self, what: str) -> str:
        """How a box or an item is called; a sentence of the same name, with facts in it, is not meant."""
        found = self._words.get(what)
        return found if isinstance(found, str) and "{" not in found else what

    def roll(self, event: ev.DiceRolled) -> str:
        """What dice were rolled for."""
        return self(event.kind, (("unit", event.unit), ("by", event.by), *event.facts))

    def kind(self, event: ev.DiceRolled) -> str:
        """What kind of roll it was, in a word or two: its name; "" for one without words."""
        name = event.kind.replace("_", " ")
        return name[:1].upper() + name[1:] if event.kind in self._words else ""

    def number(self, event: ev.NumberSet) -> str:
        """What a number of a unit tells, in the words "number.NAME"; "" where there are none."""
        name = f"number.{event.name}"
        facts = (("unit", event.unit), ("number", event.value), ("rule", event.rule))
        return self(name, facts) if name in self._words else ""

    def tie(self, event: ev.Tied) -> str:
        """What a tie of a unit tells, in the words "tie.NAME"; "" where there are none, or it is free again."""
        name, facts = f"tie.{event.tie}", (("unit", event.unit), ("to", event.to))
        return self(name, facts) if event.to and name in self._words else ""

    def draw(self, event: ev.ItemDrawn) -> str:
        """What a draw was for."""
        return self(event.kind, (("by", event.by), ("item", event.item)))

    def column(self, event: ev.ChartRead) -> str:
        """The column a chart was read in; "" where it has none."""
        return self(event.column, event.facts)

    def row(self, event: ev.ChartRead) -> str:
        """The row it was read in; of dice with what was added to them, the sum: "7+3 = 10".

        Where a basis tells which dice do, they stand as they fell.
        """
        added = added_to(event)
        if added and event.row == str(event.total - added) and not self.basis(event):
            return f"{event.row}{added:+d} = {event.total}"
        return self(event.row, (*_numbers(event), *event.facts))

    def result(self, event: ev.ChartRead) -> str:
        """What a chart said."""
        name = f"{event.chart}.{event.result}"
        return self(name, event.facts) if name in self._words else event.result

    def told(self, event: ev.ChartRead) -> str:
        """A reading as one sentence in the words "chart.told"; "" where there are none."""
        name = f"{event.chart}.told"
        if name not in self._words:
            return ""
        natural = event.total - added_to(event)
        thrown = f"{natural}, {self.shifts(event)} = {event.total}" if event.drm else f"{natural}"
        read = {
            "column": self.column(event),
            "thrown": thrown,
            "shifts": self.shifts(event),
            "result": self.result(event),
        }
        return self(name, (*_numbers(event), *read.items(), *event.facts))

    def instead(self, event: ev.ChartRead) -> str:
        """Why a chart did not say what it prints, in the words "chart.other"; "" if it did."""
        name, printed = f"{event.chart}.other", ""
        if name in self._words:
            chart = self._charts(self._game.content)[event.chart]
            printed = chart.cell(event.column, event.row)
        return self(name, (("printed", printed),)) if printed not in ("", event.result) else ""

    def basis(self, event: ev.ChartRead) -> str:
        """The numbers that led to a column, in the words that the fact "basis" names; "" for none."""
        name = str(dict(event.facts).get("basis", ""))
        return self(name, (*_numbers(event), *event.facts))

    def shifts(self, event: ev.ChartRead) -> str:
        """Every shift with its columns, or what was added to the dice."""
        return ", ".join(
            f"{self.shift(name)} {value:+d}" for name, value in (*event.drm, *event.shifts)
        )

    def decided(self, event: ev.Decided) -> str:
        """What orders or a procedure decided, in the words for its *what* if there are any.

        These are "decides deploy" for "deploy u1": the rest is the fact "subject".
        """
        known = (f"decides {event.what}", f"decides {event.what.partition(' ')[0]}", event.what)
        what = next((name for name in known if name in self._words), "decided")
        return self(what, _decision(event))

    def working(self, event: ev.Decided) -> list[str]:
        """What was weighed for it, in lines, by the words "weighs deploy"; none where there are none."""
        known = (f"weighs {event.what}", f"weighs {event.what.partition(' ')[0]}")
        what = next((name for name in known if name in self._words), "")
        return self(what, _decision(event)).splitlines() if what else []

    def reason(self, ending: ev.GameEnded | Ending) -> str:
        """Why the game ended."""
        return self(ending.reason, ending.facts)

    def unit(self, unit: UnitId) -> str:
        """A unit's name."""
        return self._face.unit_name(self._game, unit)

    def hex(self, where: Hex) -> str:
        """A hex by number, with the place that lies in it."""
        place = self._game.content.map.places.get(where)
        number = self._game.grid.name(where)
        return f"{number} ({place.name})" if place else number

    def _spot(self, where: Hex) -> str:
        """A hex by number, with the place or the height in it."""
        number, name = self._game.grid.name(where), self._game.content.map.name(where)
        return number if name == number else f"{number} ({name})"

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as its template wants it."""
        if format_spec.startswith(COUNTED):
            return counted(value, format_spec.removeprefix(COUNTED))
        match format_spec:
            case "unit":
                return self.unit(value)
            case "hex":
                return self._spot(value)
            case "number":
                return self._game.grid.name(value)
            case "units":
                return "; ".join(self.unit(one) for one in value)
            case "hexes":
                return ", ".join(self._spot(one) for one in value)
            case "side":
                return self._sides.get(value, str(value))
            case "step":
                return self._steps[value].title if value in self._steps else str(value)
            case "halves":
                return in_halves(value)
            case "signed":
                return signed(value)
            case "word":
                return self(value)
        return str(super().format_field(value, format_spec))


def added_to(event: ev.ChartRead) -> int:
    """What was added to the dice of a reading in all."""
    return sum(value for _, value in event.drm)


def _numbers(event: ev.ChartRead) -> Facts:
    """What the dice came to, with what was added to them and as they fell."""
    added = added_to(event)
    return (("total", event.total), ("added", added), ("natural", event.total - added))


def _decision(event: ev.Decided) -> tuple[tuple[str, Any], ...]:
    """What the words of a decision may speak of."""
    subject = event.what.partition(" ")[2]
    told = (("side", event.side), ("chosen", event.chosen), ("subject", subject))
    return (*told, ("rows", event.working))
