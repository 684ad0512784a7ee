"""The openings of every scenario as they were ever released, by their prints."""

from __future__ import annotations

from functools import cache

from wargame import games
from wargame.content.toml import TomlModel, read_toml


class _Openings(TomlModel):
    """An openings.toml."""

    openings: dict[str, tuple[str, ...]]
    """By scenario, the prints of its openings, each way of its options."""


@cache
def released(game: str, scenario: str) -> tuple[str, ...]:
    """The prints of the openings that a scenario was released with; see `opening_print`."""
    path = games.folder(game) / "data" / "openings.toml"
    return read_toml(path, _Openings).openings.get(scenario, ()) if path.is_file() else ()
