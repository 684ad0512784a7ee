"""Explanations of a guided first turn as data: one short lesson for a segment, or a question in it."""

from __future__ import annotations

from functools import cache

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, asset, read_toml


class Lesson(TomlModel):
    """One [[lesson]] of a teach file."""

    at: tuple[str, ...]
    """Segments it belongs to: usually one, or the same segment of either side."""
    ask: str = ""
    """Key of the question it explains; "" for whatever is asked there first."""
    title: str
    rule: str
    text: str
    """What happens now, and why."""
    do: str = ""
    """A sensible first answer, and the keys that give it."""
    passing: bool = False
    """Told after the segment has run by itself, without a question."""
    only: tuple[str, ...] = ()
    """Scenarios it speaks of; none named: all."""
    turn: int = 0
    """The turn from which it is told, in place of what was told there before."""


class Lessons(TomlModel):
    """A teach file: the lessons of one game, and the scenarios that are taught unasked."""

    scenarios: tuple[str, ...]
    lesson: tuple[Lesson, ...]

    def within(self, scenario: str) -> Lessons:
        """What is told in a scenario."""
        told = tuple(found for found in self.lesson if not found.only or scenario in found.only)
        return self.model_copy(update={"lesson": told})

    def by(self, turn: int) -> Lessons:
        """What is told up to a turn, the latest first."""
        told = [found for found in self.lesson if found.turn <= turn]
        told.sort(key=lambda found: -found.turn)
        return self.model_copy(update={"lesson": tuple(told)})

    def asked(self, segment: str, ask: str) -> Lesson | None:
        """The lesson for a question: its own, else that of the segment."""
        there = [found for found in self.lesson if segment in found.at and not found.passing]
        exact = [found for found in there if found.ask == ask]
        return next(iter((*exact, *(found for found in there if not found.ask))), None)

    def passed(self, segment: str) -> Lesson | None:
        """The lesson for a segment that has run by itself."""
        return next((found for found in self.lesson if segment in found.at and found.passing), None)


@cache
def lessons_of(game: str) -> Lessons | None:
    """The lessons of a game; None where nobody wrote any."""
    try:
        path = asset("teach", f"{game}.toml")
    except DataError:
        return None
    return read_toml(path, Lessons)
