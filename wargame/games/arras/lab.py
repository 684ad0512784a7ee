"""What a position file may say about Arras."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.arras.segments.air import Mission, interdict
from wargame.games.arras.state import (
    DOWN,
    ELIMINATED,
    FLOWN,
    OFF_MAP,
    OTHER,
    READY,
    ROMMEL,
    ArrasGame,
    combat_units,
)
from wargame.hexes.grid import OFF
from wargame.model.state import UnitId
from wargame.rules.setters import control, hexes, holders, known, number, words


def _event_words(g: ArrasGame, value: Any) -> str:
    found = {known("event", word, g.content.events) for word in words(value)}
    return " ".join(sorted(found - {"none"}))


def _set_events(g: ArrasGame, value: Any) -> None:
    """Events = ["refugees"]: in force in this turn."""
    g.set_track("events", _event_words(g, value), rule=LAB)


def _set_coming(g: ArrasGame, value: Any) -> None:
    """Coming = ["max_air"]: in force from the next turn."""
    g.set_track("coming", _event_words(g, value), rule=LAB)


def _set_interdiction(g: ArrasGame, value: Any) -> None:
    """Interdiction = ["1108", "A-N"]: markers on road hexes and Allied entry areas."""
    areas = [a.id for a in g.content.areas.values() if a.side == "allied"]
    roads = [word for word in words(value) if word not in areas]
    for area in [word for word in words(value) if word in areas]:
        interdict(g, Mission("de-stg2", strike=False, area=area))
    for where in hexes(g, roads, g.content.road_hexes, "is not a road hex"):
        if any(marker.hex == where for marker in g.state.markers.values()):
            raise ValueError(f"{g.grid.name(where)} carries a marker already (ARR-GE-03)")
        interdict(g, Mission("de-stg2", strike=False, hex=where))


def _set_control(g: ArrasGame, value: Any) -> None:
    """Control = { 1110 = "german" }: who holds objective hexes, where no combat unit tells."""
    control(g, value)
    for where, side in holders(g, value).items():
        if combat_units(g, where, OTHER[side]):
            held = "is held by the combat units that stand there (ARR-VI-04)"
            raise ValueError(f"{g.grid.name(where)} {held}")


def ready(g: ArrasGame, segment: str) -> None:
    """Fill in what a position left out, and refuse a turn that cannot be."""
    if g.state.turn() not in g.content.turns:
        known = f"{g.content.scenario.first_turn} to {g.content.scenario.last_turn}"
        raise ValueError(f"turn {g.state.turn()} is not played here (turns {known})")
    if segment in ("arras.turn", "arras.turn.start"):
        g.set_track("turn", g.state.turn() - 1, rule=LAB)  # the start segment advances it
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        g.shed(unit.id, READY, rule=LAB)
        if unit.id == ROMMEL and unit.hex == OFF and not unit.box:
            g.box(ROMMEL, OFF_MAP, rule=LAB)  # `clear` swept him off with the others
        if unit.numbers.get(ELIMINATED, 0) > g.state.turn():
            raise ValueError(f"{unit.id} is eliminated in a turn to come")
        if unit.box == ELIMINATED and ELIMINATED not in unit.numbers:
            g.set_number(unit.id, ELIMINATED, g.state.turn(), rule=LAB)
        if DOWN in unit.states and "returns" not in unit.numbers:
            back = g.state.turn() + g.content.interception.down_turns
            g.set_number(unit.id, "returns", back, rule=LAB)


SET: Mapping[str, Callable[[ArrasGame, Any], None]] = {
    "event": _set_events,
    "events": _set_events,
    "coming": _set_coming,
    "interdiction": _set_interdiction,
    "control": _set_control,
}
"""Keys of [set]."""

UNIT: Mapping[str, Callable[[ArrasGame, UnitId, Any], None]] = {
    "eliminated": number(ELIMINATED),
    "earliest": number("earliest"),
    "returns": number("returns"),
    "flown": number(FLOWN),
}
"""Further keys of a unit: turn of elimination, earliest turn, turn of return, missions flown."""
