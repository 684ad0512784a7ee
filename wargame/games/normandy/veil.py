"""NOR-WX-02  The forecast is known to the Allied player alone until its turn comes."""

from __future__ import annotations

from typing import Any

from wargame.flow.game import Game
from wargame.flow.record import Entry
from wargame.flow.veil import Level
from wargame.model import events as ev
from wargame.model.state import Side, State

FORECAST = "forecast"
"""Track, and the kind of its roll: the weather of the next turn."""
REVEALED = "weather_of_turn"
"""The note that shows both sides the weather of this turn."""
_KNOWS: Side = "allied"
_CHART = "weather"
"""NOR-WX-01  Read for the forecast alone."""


class NormandyVeil:
    """One secret: a roll, what the chart made of it, and the track that keeps it."""

    looks = False

    def cover(self, state: State, g: Game[Any], side: Side) -> None:  # noqa: ARG002
        """NOR-WX-04  The other track of the display lies face down."""
        if side != _KNOWS:
            state.tracks.pop(FORECAST, None)

    def tell(self, event: ev.Event, g: Game[Any], side: Side) -> ev.Event | None:  # noqa: ARG002
        """NOR-WX-02  Dice, chart and track are not seen."""
        if side == _KNOWS:
            return event
        match event:
            case ev.DiceRolled(kind) if kind == FORECAST:
                return None
            case ev.ChartRead(chart) if chart == _CHART:
                return None
            case ev.TrackSet(name) if name == FORECAST:
                return None
        return event

    def answer(self, entry: Entry, g: Game[Any], side: Side) -> str:  # noqa: ARG002
        """Nothing that is said is secret."""
        return entry.answer

    def lays_open(self, event: ev.Event, state: State) -> bool:  # noqa: ARG002
        """NOR-WX-02  The weather that has come."""
        match event:
            case ev.Noted(what):
                return what == REVEALED
        return False

    def level(self, state: State) -> Level:
        """Shown to the Allied player when he asks for it."""
        return "aside" if state.tracks.get(FORECAST) else "open"


VEIL = NormandyVeil()
