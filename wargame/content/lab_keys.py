"""What a position file may say, told: lab.toml of a game, a line for every state, box and key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from wargame.content.toml import TomlModel, read_toml


class KeyTold(NamedTuple):
    """One thing that a position file may say."""

    kind: str
    """Where it stands: "file", "place" (of a unit), "set", "track" (of [set]), "unit", "state" or "box"."""
    key: str
    type: str
    meaning: str
    example: str
    """A line of TOML, below [set] or the table of a unit where it belongs there."""


class _LabFile(TomlModel):
    states: dict[str, str] = Field(default_factory=dict)
    boxes: dict[str, str] = Field(default_factory=dict)
    set: dict[str, tuple[str, str, str]] = Field(default_factory=dict)
    tracks: dict[str, str] = Field(default_factory=dict)
    unit: dict[str, tuple[str, str, str]] = Field(default_factory=dict)


def read_lab_keys(path: Path) -> Iterator[KeyTold]:
    """The keys, states and boxes of a game, in the order of its file."""
    file = read_toml(path, _LabFile)
    for key, told in file.set.items():
        yield KeyTold("set", key, *told)
    for name, meaning in file.tracks.items():
        yield KeyTold("track", name, "whole number", meaning, f'tracks = {{ "{name}" = 1 }}')
    for key, told in file.unit.items():
        yield KeyTold("unit", key, *told)
    for state, meaning in file.states.items():
        yield KeyTold("state", state, "state", meaning, f'states = ["{state}"]')
    for box, meaning in file.boxes.items():
        yield KeyTold("box", box, "box", meaning, f'box = "{box}"')
