"""The scenario files of Hannut as frozen models (HAN-SC-01)."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from pydantic import Field

from wargame.content.scenario import ScenarioFile, ScenarioFolder
from wargame.content.toml import TomlModel
from wargame.games.hannut.data.files import HERE, Side

Condition: TypeAlias = Literal["gette", "tanks", "wiped_out"]


class MarkerUse(TomlModel):
    """HAN-CU-01  When a scenario gives an artillery or Stuka marker, and how many missions."""

    turns: tuple[int, int]
    missions: int | None = None


class Mines(TomlModel):
    """HAN-MI-01  Mines the French player places, or mines that lie there already."""

    place: int = 0
    fixed: tuple[str, ...] = ()


class Scenario(ScenarioFile):
    """A scenario file."""

    first_hour: int
    """The box of the turn track that the first turn stands for."""
    reinforcements: bool
    units: tuple[str, ...]
    loaded: tuple[str, ...]
    """Formations whose infantry starts loaded."""
    objectives: tuple[str, ...]
    tank_losses: bool
    """HAN-VC-01  Whether eliminated tank units change the score."""
    sudden_death: tuple[Condition, ...]
    mines: Mines
    control: dict[Side, tuple[str, ...]]
    markers: dict[str, MarkerUse] = Field(default_factory=dict)
    """Empty: every artillery and Stuka marker as printed."""
    setup: dict[str, str] = Field(default_factory=dict)
    """Hexes other than the printed ones, by unit."""


SCENARIOS = ScenarioFolder(HERE.parent / "scenarios", Scenario, get_args(Side))
