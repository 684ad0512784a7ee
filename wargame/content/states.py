"""The file in which a game tells the states of its units: states.toml."""

from __future__ import annotations

from wargame.content.toml import TomlModel


class StateRow(TomlModel):
    """A state of a unit; the letter tells it on the counter."""

    id: str
    title: str
    said: str = ""
    """How it reads within a sentence, where that is not the title."""
    letter: str
    rule: str
    set_by: str
    effects: str
    removed_by: str


class StatesFile(TomlModel):
    """states.toml; a game with markers adds their rows."""

    state: tuple[StateRow, ...]
