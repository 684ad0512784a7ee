"""The journal as one self-contained page: the map, the counters and a scrubber, no network."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from wargame.cli.journal import Told, heading, tell
from wargame.cli.svg import centre, map_svg
from wargame.flow.definition import GameDefinition
from wargame.flow.replay import Replay
from wargame.model.state import UnitId

_TEMPLATE = Path(__file__).with_name("page.html")


def page(definition: GameDefinition, replay: Replay) -> str:
    """The whole page as HTML."""
    grid = replay.game.grid
    data = {
        "sides": {side.id: side.colour for side in definition.sides},
        "centres": [centre(grid, h) for h in range(grid.size)],
        "hexes": grid.names,
        "steps": _steps(definition, replay),
    }
    parts = {
        "@TITLE@": escape(heading(definition, replay.header)),
        "@MAP@": map_svg(replay.game.content.map, '<g id="units"></g>\n'),
        "@DATA@": _script_safe(data),
    }
    text = _TEMPLATE.read_text(encoding="utf-8")
    return re.sub("@[A-Z]+@", lambda mark: parts[mark[0]], text)


def _script_safe(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    plain = json.dumps(value, separators=(",", ":"))
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _steps(definition: GameDefinition, replay: Replay) -> list[dict[str, Any]]:
    """Each answer with its journal lines and the counters that changed."""
    steps: list[dict[str, Any]] = []
    seen: dict[UnitId, list[Any]] = {}
    for told in tell(definition, replay):
        touched = _touched(told) if steps else sorted(replay.game.state.units)
        now = {unit: _counter(definition, replay, unit) for unit in touched}
        changed = {unit: value for unit, value in now.items() if seen.get(unit) != value}
        seen.update(changed)
        steps.append(
            {
                "who": told.side,
                "where": told.segment,
                "turn": told.turn,
                "answer": told.entry.answer,
                "lines": [[line.text, line.rule, line.kind] for line in told.lines],
                "units": changed,
            }
        )
    return steps


def _touched(told: Told) -> list[UnitId]:
    units = {getattr(event, "unit", "") for event in told.entry.events}
    return sorted(unit for unit in units if unit)


def _counter(definition: GameDefinition, replay: Replay, unit: UnitId) -> list[Any]:
    """A counter for drawing: hex, side, code, factors, letters, name; only a -1 off the map."""
    where = replay.game.state.units[unit].hex
    if where < 0:
        return [where]
    counter = definition.face.counter(replay.game, unit)
    name = definition.face.unit_name(replay.game, unit)
    return [where, counter.side, counter.code, counter.short, counter.letters, name]
