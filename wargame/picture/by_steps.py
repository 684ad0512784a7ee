"""Long work in steps: between two of them somebody may look at a key."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""Work that can be left alone for a while after each step; it returns what is made."""


class Work(Generic[T]):
    """Steps to be gone through one by one; then there is what they *made*."""

    made: T

    def __init__(self, steps: Steps[T]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[None]:
        self.made = yield from self._steps


def made(steps: Steps[T]) -> T:
    """What is made, all steps at once."""
    work = Work(steps)
    for _ in work:
        pass
    return work.made
