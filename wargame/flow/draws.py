"""Every number that chance gave in a record: for which answer, what for, and whether it was due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from wargame.flow.chance import Fates
from wargame.flow.definition import GameDefinition
from wargame.flow.game import Game
from wargame.flow.opening import open_table
from wargame.flow.record import Header, Record, Takeback
from wargame.model.events import DiceRolled, Event, ItemDrawn


@dataclass(frozen=True, slots=True)
class Draw:
    """One throw, or one item drawn."""

    n: int
    """The answer it belongs to."""
    at: int
    """The place of its first number in the stream."""
    event: DiceRolled | ItemDrawn
    due: bool
    """Whether the numbers are those that waited there."""
    gone: bool = False
    """Whether its answer was taken back later."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """What fell; nothing where an item was laid out by name."""
        event = self.event
        return event.dice if isinstance(event, DiceRolled) else (event.roll,) if event.roll else ()


def draws(
    definition: GameDefinition, header: Header, records: Sequence[Record]
) -> list[Draw | Takeback]:
    """All numbers of a record in the order they fell, with those that went by the takebacks between them."""
    game = open_table(definition, header)
    fates = Fates(header.chance)
    marks: list[int] = []
    found: list[Draw | Takeback] = []
    for record in records:
        if isinstance(record, Takeback):
            fates.back(record.to, record.salt)
            del marks[record.to + 1 :]
            game.unwind(marks[-1])
            found = [_after(each, record) for each in found]
            found.append(record)
            continue
        game.fate = fates.of(record.n, record.answer)
        for event in record.events:
            if isinstance(event, DiceRolled | ItemDrawn):
                at = game.state.drawn
                found.append(Draw(record.n, at, event, _is_due(game, event)))
            game.emit(event)
        fates.add(record.answer)
        marks.append(len(game.journal))
    return found


def _after(each: Draw | Takeback, record: Takeback) -> Draw | Takeback:
    """A draw with the mark that its answer was taken back, if it was."""
    return replace(each, gone=True) if isinstance(each, Draw) and each.n > record.to else each


def loaded_dice(found: Sequence[Draw | Takeback]) -> Draw | None:
    """The first number that chance never gave; None if all are due."""
    return next((each for each in found if isinstance(each, Draw) and not each.due), None)


def _is_due(game: Game[Any], event: Event) -> bool:
    """Whether chance gives what the record says."""
    match event:
        case DiceRolled():
            return event.dice == game.waiting(len(event.dice), event.sides)
        case ItemDrawn() if event.roll:
            items = game.state.cups[event.cup]
            roll = game.waiting(1, len(items))[0]
            return event.roll == roll and event.item == items[(roll - 1) % len(items)]
    return True
