"""The data files of East Front as frozen models: states, scenarios; the words of all files."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import game_files
from wargame.content.toml import TomlModel

Side: TypeAlias = Literal["axis", "soviet"]
SIDES: tuple[Side, ...] = ("axis", "soviet")
SIDE_TITLES: dict[str, str] = {"axis": "Axis", "soviet": "Soviet"}
Zone: TypeAlias = Literal["A", "B", "C", "D"]
"""EF-WX-01  A weather zone, by rows."""
ZONES: tuple[Zone, ...] = ("A", "B", "C", "D")
Weather: TypeAlias = Literal["C", "M", "F", "S", "B"]
"""Clear, mud, frost, snow, blizzard."""
WEATHER_TITLES: dict[str, str] = {
    "C": "clear", "M": "mud", "F": "frost", "S": "snow", "B": "blizzard",
}  # fmt: skip
Procedure: TypeAlias = Literal[
    "weather", "naval", "partisans", "events", "first events", "production", "counts", "evacuation"
]
"""What a small scenario plays without; "first events" are those of June 1941 alone."""
ByDate: TypeAlias = dict[int, int]
"""A number from each turn on."""


def from_date(rows: ByDate, turn: int) -> int:
    """The number of a table by date that counts in a turn; 0 before its first."""
    return next((rows[first] for first in sorted(rows, reverse=True) if first <= turn), 0)


class ScoreRow(TomlModel):
    """EF-SC-07  The points of a small scenario."""

    places: dict[str, int]
    """By hex number, for the Axis."""
    soviet_step: int
    isolated_steps: int
    axis_step: int


class Scenario(ScenarioFile):
    """A scenario file."""

    units: tuple[str, ...]
    """Ground, air and naval units."""
    uses: tuple[Procedure, ...]
    weather_from: int = 1
    """EF-SC-06  The first turn in which weather is rolled; Clear before."""
    production: dict[Side, int] = Field(default_factory=dict)
    """EF-SC-05  SP a turn in place of table 4.7, and nothing else."""
    rail: dict[Side, ByDate] = Field(default_factory=dict)
    """EF-SC-05  Capacity in place of table 4.15."""
    sources: dict[Side, tuple[str, ...]] = Field(default_factory=dict)
    """EF-SC-05  In place of those of the map."""
    source_columns: dict[Side, int] = Field(default_factory=dict)
    """EF-SC-05  The rail hexes of these columns are sources too."""
    arrive_at: dict[Side, tuple[str, ...]] = Field(default_factory=dict)
    """EF-SC-05  Where SP of a turn are placed, in place of the sources."""
    bases: dict[str, str] = Field(default_factory=dict)
    """EF-SC-04  Air units that stand elsewhere than printed; their number at these bases is not limited."""
    score: ScoreRow | None = None


FILES = game_files(Path(__file__).parents[1], Scenario, SIDE_TITLES)
