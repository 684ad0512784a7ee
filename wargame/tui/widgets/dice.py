"""Dice as they fell: each roll with its purpose, the chart it was read on, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wargame.flow.record import Entry
from wargame.model import events as ev
from wargame.tui.widgets.row import Row, row


def dice_rows(entries: Iterable[Entry], word: Callable[[str], str]) -> list[Row]:
    """The rolls of some answers, in order; *word*: how a shift is called."""
    return [found for entry in entries for event in entry.events for found in _rows(event, word)]


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


def _rows(event: ev.Event, word: Callable[[str], str]) -> list[Row]:
    match event:
        case ev.DiceRolled(why, dice):
            total = f" = {sum(dice)}" if len(dice) > 1 else ""
            said = (f"  {event.rule}", "rule")
            return [row((faces(dice) + total, "dice"), f"  {why}", said, hang=4)]
        case ev.ItemDrawn(_, item, _, why, _, rule):
            return [row((f"<{item}>", "dice"), f"  {why}", (f"  {rule}", "rule"), hang=4)]
        case ev.ChartRead(_, column, label, result, _, _, shifts):
            basis = str(dict(event.facts).get("basis", ""))
            moved = ", ".join(f"{word(name)} {value:+d}" for name, value in shifts)
            facts = "; ".join(part for part in (basis, moved) if part)
            found = row((f"    {label}: ", "dim"), (result, "strong"), hang=6)
            if not column:
                return [row((f"    {facts}", "dim"), hang=6), found] if facts else [found]
            head = row(("    column ", "dim"), (column, "strong"), (f"  {facts}", "dim"), hang=6)
            return [head, found]
    return []
