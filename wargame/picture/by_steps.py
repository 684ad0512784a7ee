"""Long work in steps: between two of them somebody may look at a key."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""Work that can be left alone for a while after each step; it returns what is made."""


def made(steps: Steps[T]) -> T:
    """What is made, all steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
