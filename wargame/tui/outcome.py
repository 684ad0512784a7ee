"""What an answer at the table brought about."""

from __future__ import annotations

from dataclasses import dataclass, field

from wargame.flow.deed import Deed
from wargame.flow.record import Entry
from wargame.model import events as ev
from wargame.model.state import Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer brought about."""

    entry: Entry
    before: Side
    """Who answered."""
    after: Side
    """Who decides now; "" when the game is over."""
    place: str
    """The segment in which the new question stands."""
    deed: Deed = field(default_factory=Deed)
    """What it did on the map."""
    passed: tuple[Entry, ...] = ()
    """What standing answers let pass after it."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The answer and what was let pass after it."""
        return (self.entry, *self.passed)

    @property
    def handover(self) -> bool:
        """Whether the other side decides now."""
        return bool(self.after) and self.after != self.before

    @property
    def drew(self) -> tuple[ev.ItemDrawn, ...]:
        """The markers, cards and chits that came out."""
        return tuple(
            event
            for entry in self.entries
            for event in entry.events
            if isinstance(event, ev.ItemDrawn)
        )

    @property
    def read_chart(self) -> bool:
        """Whether a result was read off a chart."""
        return any(isinstance(e, ev.ChartRead) for entry in self.entries for e in entry.events)
