"""Dice as they fell: each roll with its purpose, the chart it was read on, and the result."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.flow.record import Entry
from wargame.flow.words import Wording
from wargame.model import events as ev
from wargame.tui.widgets.row import Row, row


def dice_rows(entries: Iterable[Entry], say: Wording) -> list[Row]:
    """The rolls of some answers, in order."""
    return [found for entry in entries for event in entry.events for found in _rows(event, say)]


def last_reading(entries: Iterable[Entry]) -> ev.ChartRead | None:
    """The chart cell read last."""
    for entry in reversed(list(entries)):
        for event in reversed(entry.events):
            if isinstance(event, ev.ChartRead):
                return event
    return None


def faces(dice: Iterable[int]) -> str:
    """Dice as boxes: [3] [5]."""
    return " ".join(f"[{die}]" for die in dice)


def _rows(event: ev.Event, say: Wording) -> list[Row]:
    match event:
        case ev.DiceRolled(_, dice):
            total = f" = {sum(dice)}" if len(dice) > 1 else ""
            said = (f"  {event.rule}", "rule")
            return [row((faces(dice) + total, "dice"), f"  {say.roll(event)}", said, hang=4)]
        case ev.ItemDrawn(_, item):
            said = (f"  {event.rule}", "rule")
            return [row((f"<{say(item)}>", "dice"), f"  {say.draw(event)}", said, hang=4)]
        case ev.ChartRead() if told := say.told(event):
            return [row((f"    {told}", "strong"), hang=6)]
        case ev.ChartRead():
            facts = "; ".join(part for part in (say.basis(event), say.shifts(event)) if part)
            why = (f"; {instead}" if (instead := say.instead(event)) else "", "dim")
            read = (f"    {say.row(event)}: ", "dim")
            found = row(read, (say.result(event), "strong"), why, hang=6)
            column = say.column(event)
            if not column:
                return [found, row((f"    {facts}", "dim"), hang=6)] if facts else [found]
            head = row(("    column ", "dim"), (column, "strong"), (f"  {facts}", "dim"), hang=6)
            return [found, head]
    return []
