"""The journal as one self-contained page: the map, the counters and a scrubber, no network."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from wargame.exports.course import course_lines
from wargame.exports.journal import Told, heading, tell
from wargame.exports.still import LIFT
from wargame.flow.deed import deed_at
from wargame.flow.definition import GameDefinition
from wargame.flow.journal import sentence
from wargame.flow.replay import Replay
from wargame.hexes.grid import OFF, Hex
from wargame.model import events as ev
from wargame.model.state import UnitId
from wargame.picture.svg_counters import (
    badge_svg,
    card_svg,
    counter_svg,
    defs,
    depth_svg,
    shade_svg,
)
from wargame.picture.svg_map import centre, map_svg

_TEMPLATE = Path(__file__).with_name("page.html")
_LAYERS = '<g id="struck"></g><g id="units"></g><g id="moves"></g><g id="marks"></g>\n'


def page(definition: GameDefinition, replay: Replay) -> str:
    """The whole page as HTML."""
    parts = {
        "@TITLE@": escape(heading(definition, replay.header)),
        "@NAME@": escape(_name(definition, replay)),
        "@MAP@": map_svg(replay.game.content.drawn, f"{defs()}\n{_LAYERS}"),
        "@COURSE@": escape("\n".join(course_lines(definition, replay))),
        "@DATA@": _script_safe(_Film(definition, replay).data()),
    }
    text = _TEMPLATE.read_text(encoding="utf-8")
    return re.sub("@[A-Z]+@", lambda mark: parts[mark[0]], text)


def _name(definition: GameDefinition, replay: Replay) -> str:
    return f"{definition.title}: {definition.scenario(replay.header.scenario).title}"


def _script_safe(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    plain = json.dumps(value, separators=(",", ":"))
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


class _Film:
    """Goes through the game once and notes at each answer what is drawn otherwise."""

    def __init__(self, definition: GameDefinition, replay: Replay) -> None:
        self._definition, self._replay = definition, replay
        self._colours = {side.id: side.colour % 2 for side in definition.sides}
        self._looks: dict[tuple[Any, ...], int] = {}
        self._badges: dict[str, int] = {}
        self._marked: dict[Hex, int] = {}
        self._seen: dict[UnitId, list[int]] = {}
        self._first = True

    def data(self) -> dict[str, Any]:
        """Everything the page's script needs."""
        grid = self._replay.game.grid
        steps = [self._step(told) for told in tell(self._definition, self._replay)]
        return {
            "steps": steps,
            "looks": list(self._looks),
            "badges": list(self._badges),
            "cards": [
                [card_svg(colour), card_svg(colour, spent=True), shade_svg(colour)]
                for colour in (0, 1)
            ],
            "depth": depth_svg("@"),
            "lift": LIFT,
            "sides": [[side.title, side.colour % 2] for side in self._definition.sides],
            "centres": [centre(grid, h) for h in range(grid.size)],
            "hexes": [grid.name(h) for h in range(grid.size)],
        }

    def _step(self, told: Told) -> dict[str, Any]:
        state = self._replay.game.state
        everyone = self._first or self._replay.veiled  # counters face down have no id to go by
        touched = sorted({*state.units, *self._seen}) if everyone else _touched(told)
        now = {unit: self._counter(unit) for unit in touched}
        changed = {unit: value for unit, value in now.items() if self._seen.get(unit) != value}
        self._seen.update(changed)
        events, replay = told.entry.events, self._replay
        deed = deed_at(replay)
        title = sentence(self._definition, replay.game, told.entry, told.lines)
        step = {
            "who": told.side,
            "where": told.segment,
            "turn": told.turn,
            "answer": title,
            "lines": [[x.text, x.rule, x.kind] for x in told.lines if x.text != title],
            "units": changed,
            "marks": self._marks(),
            "moves": [event.path for event in events if isinstance(event, ev.UnitMoved)],
            "struck": deed.targets,
            "shots": deed.shots,
        }
        self._first = False
        return {key: value for key, value in step.items() if value}

    def _counter(self, unit: UnitId) -> list[int]:
        """Where a counter lies and how it looks; only a -1 off the map."""
        game, face = self._replay.game, self._definition.face
        found = game.state.units.get(unit)
        if found is None or found.hex < 0:
            return [-1]
        counter = face.counter(game, unit)
        colour = self._colours.get(counter.side, 0)
        weight = sum(int(number) for number in re.findall(r"\d+", counter.short))
        words = f"{face.unit_name(game, unit)} {counter.strength} {counter.letters}".rstrip()
        look = counter_svg(counter, colour), weight, colour, int(counter.spent), words
        return [found.hex, self._looks.setdefault(look, len(self._looks))]

    def _marks(self) -> dict[int, int]:
        """Badges that came, went or changed: by hex their number, -1 for none."""
        game, control = self._replay.game, self._replay.game.state.control
        marks = self._definition.face.hex_marks(game)
        changed: dict[int, int] = {}
        for h in sorted({*self._marked, *control, *marks} - {OFF}):
            holder = self._colours.get(control.get(h, ""), -1)
            badge = badge_svg(marks.get(h, ""), holder)
            number = self._badges.setdefault(badge, len(self._badges)) if badge else -1
            if self._marked.get(h, -1) != number:
                changed[h] = self._marked[h] = number
        return changed


def _touched(told: Told) -> list[UnitId]:
    units = {getattr(event, "unit", "") for event in ev.singly(told.entry.events)}
    return sorted(unit for unit in units if unit)
