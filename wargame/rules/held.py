"""What a frame holds (an attack, an Activation) as an object of a game's own, made once for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from wargame.model.state import Frame

T = TypeVar("T")


class Held(Generic[T]):
    """The object of the frame that was asked last: what a frame was given and keeps is replaced, never changed."""

    def __init__(self, made: Callable[..., T]) -> None:
        """Take what makes it out of the frame's values."""
        self._made = made
        self._args: Mapping[str, Any] | None = None
        self._kept: Mapping[str, Any] | None = None
        self._found: T | None = None

    def of(self, frame: Frame) -> T:
        """The object of a frame."""
        found = self._found
        if found is None or frame.kept is not self._kept or frame.args is not self._args:
            found = self._found = self._made(**frame.values)
            self._args, self._kept = frame.args, frame.kept
        return found
