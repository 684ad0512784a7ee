"""What the names in events of Ardennes say: words.toml, and a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wargame.flow.definition import Sentence
from wargame.games.ardennes.data.files import FILES


@cache
def words() -> Mapping[str, Sentence]:
    """Everything by its name."""
    return {**FILES.words()}
