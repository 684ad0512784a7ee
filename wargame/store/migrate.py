"""Older formats of a save brought up to the present one, a step at a time.

A step is a pure function from a parsed record (header or line) of format n to one of format n + 1.
Chain values are checked over the bytes as they stand, before any step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame.flow.record import FORMAT

Migration = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Mapping[int, Migration] = {}
"""Format n to the step that leads to n + 1; format 1 is the first, so there is none yet."""


def migrate(
    record: dict[str, Any],
    written: int,
    steps: Mapping[int, Migration] = STEPS,
    current: int = FORMAT,
) -> dict[str, Any]:
    """A record written in format *written* as the *current* format has it."""
    for number in range(written, current):
        record = steps[number](record)
    return record
