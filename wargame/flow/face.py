"""How a game's position reads to people: counters, overlays, and the Face that tells them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from wargame.flow.game import Game
from wargame.flow.standings import Announced, Arrival, Due, Standings
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId


@dataclass(frozen=True, slots=True)
class Counter:
    """What is printed on a unit's counter, ready to draw at any zoom."""

    side: Side
    code: str
    """Three letters: INF, ARM, ART..."""
    strength: str
    """The factors: "3-3-4"."""
    short: str
    """The two main factors for small counters: "3-3"."""
    name: str
    """Designation, at most nine characters."""
    letters: str = ""
    """One letter a state, without colour: D disrupted, M moved..."""
    spent: bool = False
    """Has nothing left to do now: drawn dim."""
    symbol: str = ""
    """Two or three width-stable characters for the NATO type."""
    below: bool = False
    """Lies under the others of its hex: aircraft and ships at their base."""


@dataclass(frozen=True, slots=True)
class OverlayView:
    """What an overlay lays on the map: a short label a hex, hexes to tint, lines to read."""

    title: str
    labels: Mapping[Hex, str] = field(default_factory=dict)
    tinted: Mapping[Hex, int] = field(default_factory=dict)
    """Hex to tone: 0 neutral, 1 good, 2 bad, 5 a line, 6 its narrow places, dots · + ! • *; 3 and 4 a side's ground."""
    lines: Sequence[str] = ()
    signs: str = ""
    """What labels and tones mean, in one line: "+ in supply, ! cut off"."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay the table offers: its key, name and how to compute it."""

    id: str
    title: str
    view: Callable[[Game[Any], Hex], OverlayView]
    """From the position and the cursor's hex."""
    whole: bool = False
    """Whether it tells of the whole map, with no hex in mind (OFF)."""


class Face(Protocol):
    """How a game's position reads to people: a game derives from it, and what has a body need not be said."""

    def unit_name(self, g: Game[Any], unit: UnitId) -> str:
        """The unit's name in running text: as printed."""
        return str(g.content.units[unit].name)

    def counter(self, g: Game[Any], unit: UnitId) -> Counter:
        """The counter as it stands now."""

    def unit_lines(self, g: Game[Any], unit: UnitId) -> list[str]:
        """Everything about a unit, for the inspector."""
        states = ", ".join(sorted(g.state.units[unit].states)) or "ready"
        return [self.unit_name(g, unit), f"strength {self.strength(g, unit)}", states]

    def hex_lines(self, g: Game[Any], where: Hex) -> list[str]:
        """Terrain, its effects, control, markers of a hex."""
        printed, holder = g.content.map, g.state.control.get(where)
        lines = [printed.name(where), printed.terrain[where], *printed.side_lines(where)]
        return [*lines, f"held by {holder}"] if holder else lines

    def hex_marks(self, g: Game[Any]) -> Mapping[Hex, str]:  # noqa: ARG002 - for those with none
        """By hex one or two characters for a marker or objective; asked for after every event."""
        return {}

    def signs(self, g: Game[Any]) -> Sequence[tuple[str, str]]:  # noqa: ARG002 - for those with none
        """What codes and letters of counters and marks of hexes mean, for the key to the map."""
        return ()

    def turn_label(self, g: Game[Any]) -> str:
        """Date and time of the turn."""
        return f"turn {g.state.turn()} of {g.content.scenario.last_turn}"

    def status(self, g: Game[Any]) -> list[tuple[str, str]]:  # noqa: ARG002 - none, in some games
        """Short facts for the status panel beside the score: event in force, marker drawn..."""
        return []

    def standing(self, g: Game[Any]) -> Standings:
        """Who stands how: the ending if there is one, else by points."""

    def arrivals(self, g: Game[Any]) -> Sequence[Arrival]:
        """The units still to come, the first to come first: those in the box "waiting"."""
        waiting = [u for u in g.state.units.values() if u.box == "waiting"]
        found = [(*self.comes(g, u.id), u) for u in waiting]
        arrivals = [Arrival(turn, u.side, u.id, area) for turn, area, u in found]
        return sorted(arrivals, key=lambda arrival: (arrival.turn, arrival.unit))

    def comes(self, g: Game[Any], unit: UnitId) -> tuple[int, str]:
        """When a unit comes at the earliest and where, as printed."""
        kind = g.content.units[unit]
        return kind.arrival or 1, g.content.areas[kind.area].name

    def victory(self, g: Game[Any]) -> dict[str, Any]:
        """The score as JSON values: margin, level, points by side, reasons."""
        now = self.standing(g)
        score = {"score": now.score} if now.bands else {}
        return {"level": now.level, "winner": now.winner, **score, "points": dict(now.points)}

    def reckoning(self, g: Game[Any]) -> list[str]:
        """The score in sentences: what each side has and for what."""
        now = self.standing(g)
        return [*(f"{side.title()}: {n}." for side, n in now.points.items()), f"{now.sentence}."]

    toll: Mapping[Side, str] = MappingProxyType({})
    """Tracks that count the steps a side has lost, where units lost tell too little."""
    worn: str = ""
    """The number of a unit that counts the steps it has lost; "" where there is none."""

    def due(self, g: Game[Any]) -> Sequence[Due]:  # noqa: ARG002 - nothing, in some games
        """What comes by its date, beside units."""
        return ()

    def forecast(self, g: Game[Any]) -> Sequence[str]:  # noqa: ARG002 - none, in some games
        """The weather that may come, a line each."""
        return ()

    def date(self, turn: int) -> str:
        """A turn as a calendar has it."""
        return f"Turn {turn}"

    def allowance(self, g: Game[Any], unit: UnitId) -> float:
        """Movement points the unit has now."""

    def reach(self, g: Game[Any], unit: UnitId) -> Mapping[Hex, int]:  # noqa: ARG002 - not told, in some games
        """Where a unit of either side could get to by itself, and half MPs left there; without its hex."""
        return {}

    def is_quiet(self, g: Game[Any], unit: UnitId) -> bool:  # noqa: ARG002 - no sector is, in some games
        """Whether nothing is planned where a unit stands: keys that go on to the next one leave it out."""
        return False

    def steps(self, g: Game[Any], unit: UnitId) -> int:
        """The steps it has left, 0 once it is eliminated; one where the game has none."""
        return g.state.units[unit].numbers.get("steps", 1)

    def strength(self, g: Game[Any], unit: UnitId) -> str:
        """Its present factors."""
        return self.counter(g, unit).strength

    def overlays(self) -> tuple[Overlay, ...]:
        """Overlays this game offers."""
        return ()

    def announced(self, g: Game[Any]) -> Sequence[Announced]:  # noqa: ARG002 - nothing waits, in most games
        """What is named and not yet carried out."""
        return ()

    def track(self, g: Game[Any]) -> dict[str, Any]:
        """Everything else a player sees: tracks and boxes as JSON values."""
        boxes: dict[str, list[UnitId]] = {}
        for unit in g.state.units.values():
            if unit.box:
                boxes.setdefault(unit.box, []).append(unit.id)
        return {**g.state.tracks, **boxes}
