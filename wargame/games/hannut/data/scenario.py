"""The scenario files of Hannut as frozen models (HAN-SC-01)."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.errors import DataError
from wargame.content.toml import TomlModel, read_toml
from wargame.games.hannut.data.files import HERE, Side

SCENARIOS = HERE.parent / "scenarios"

Condition: TypeAlias = Literal["gette", "tanks", "wiped_out"]


class BoardLimits(TomlModel):
    """The columns and rows of the map in play, both ends included."""

    cols: tuple[int, int]
    rows: tuple[int, int]


class Band(TomlModel):
    """A level of victory from this score up; the last band has no `at_least`."""

    level: str
    winner: Literal["allied", "german", "draw"]
    at_least: int | None = None


class MarkerUse(TomlModel):
    """HAN-CU-01  When a scenario gives an artillery or Stuka marker, and how many missions."""

    turns: tuple[int, int]
    missions: int | None = None


class Mines(TomlModel):
    """HAN-MI-01  Mines the French player places, or mines that lie there already."""

    place: int = 0
    fixed: tuple[str, ...] = ()


class Scenario(TomlModel):
    """A scenario file."""

    id: str
    title: str
    turns: int
    minutes: int
    first_turn: int
    last_turn: int
    first_hour: int
    """The box of the turn track that the first turn stands for."""
    blurb: str
    reinforcements: bool
    units: tuple[str, ...]
    loaded: tuple[str, ...]
    """Formations whose infantry starts loaded."""
    objectives: tuple[str, ...]
    tank_losses: bool
    """HAN-VC-01  Whether eliminated tank units change the score."""
    sudden_death: tuple[Condition, ...]
    board: BoardLimits
    mines: Mines
    control: dict[Side, tuple[str, ...]]
    markers: dict[str, MarkerUse] = Field(default_factory=dict)
    """Empty: every artillery and Stuka marker as printed."""
    setup: dict[str, str] = Field(default_factory=dict)
    """Hexes other than the printed ones, by unit."""
    band: tuple[Band, ...]


def scenario_ids() -> tuple[str, ...]:
    """The scenarios there are, the longest first."""
    found = [read_scenario(path.stem) for path in sorted(SCENARIOS.glob("*.toml"))]
    return tuple(s.id for s in sorted(found, key=lambda s: (-s.minutes, s.id)))


@cache
def read_scenario(scenario_id: str) -> Scenario:
    """One scenario; an unknown one is refused with the nearest."""
    known = sorted(path.stem for path in SCENARIOS.glob("*.toml"))
    if scenario_id not in known:
        raise DataError.unknown("hannut/scenarios", "scenario", scenario_id, known)
    path = SCENARIOS / f"{scenario_id}.toml"
    scenario = read_toml(path, Scenario)
    if scenario.id != scenario_id:
        raise DataError(path, "id", f'must be "{scenario_id}", like the file')
    return scenario
