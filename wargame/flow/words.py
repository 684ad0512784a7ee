"""Events in words: a game's sentences, filled with the facts of an event when it is shown.

A sentence is a template, "{unit:unit} enters from {area}."; what stands behind the colon says how a
fact reads (unit, units, hex, hexes, side, step, halves, else as Python formats it).  Where filling
in is not enough, a function of table and facts stands in its place.  What no words are given for
is shown as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from wargame.content.figures import in_halves
from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition, Sentence
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import Ending, Facts, UnitId

KERNEL: Mapping[str, Sentence] = {
    "skipped": "{step:step}: skipped.",
    "nothing to do": "{step:step}: nothing to do.",
}


class Wording(Formatter):
    """Says what events mean, with the names that a table has for things."""

    def __init__(self, definition: GameDefinition, game: Game[Any], steps: dict[str, Step]) -> None:
        self._words = {**KERNEL, **definition.words}
        self._face, self._game, self._steps = definition.face, game, steps
        self._sides = {side.id: side.title for side in definition.sides}

    def __call__(self, what: str, facts: Facts) -> str:
        """The sentence called *what*, filled in."""
        sentence = self._words.get(what)
        if sentence is None:
            return what
        if isinstance(sentence, str):
            return self.vformat(sentence, (), dict(facts))
        return sentence(self._game, dict(facts))

    def roll(self, event: ev.DiceRolled) -> str:
        """What dice were rolled for."""
        return self(event.kind, (("unit", event.unit), ("by", event.by), *event.facts))

    def draw(self, event: ev.ItemDrawn) -> str:
        """What a draw was for."""
        return self(event.kind, (("by", event.by), ("item", event.item)))

    def basis(self, event: ev.ChartRead) -> str:
        """The numbers that led to a column: the words "chart.NAME" of the chart; "" for none."""
        facts = (("total", event.total), *event.facts)
        name = f"chart.{event.chart}"
        return self(name, facts) if name in self._words else str(dict(facts).get("basis", ""))

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

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as its template wants it."""
        match format_spec:
            case "unit":
                return self.unit(value)
            case "hex":
                return self.hex(value)
            case "units":
                return ", ".join(self.unit(one) for one in value)
            case "hexes":
                return ", ".join(self.hex(one) for one in value)
            case "side":
                return self._sides.get(value, str(value))
            case "step":
                return self._steps[value].title if value in self._steps else str(value)
            case "halves":
                return in_halves(value)
        return str(super().format_field(value, format_spec))
