"""The data files of Ardennes as frozen models: states, days, scenarios; the words of all files."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import game_files
from wargame.content.toml import TomlModel

Side: TypeAlias = Literal["german", "allied"]
SIDE_TITLES: dict[str, str] = {"german": "German", "allied": "Allied"}
Mode: TypeAlias = Literal["2p", "gs"]
"""Two players; a German player against Allies run by the rules."""
UnitKind: TypeAlias = Literal["armor", "mech", "recon", "inf", "eng"]
Quality: TypeAlias = Literal["green", "regular", "elite"]
ArmyId: TypeAlias = Literal["6PzA", "5PzA", "7A", "1A", "3A", "21AG"]
Ratio: TypeAlias = tuple[int, int]
"""Attacker to defender."""
Procedure: TypeAlias = Literal["fuel", "supplemental", "replacements", "exit"]
"""What a small scenario plays without."""


class Day(TomlModel):
    """A day of December 1944."""

    number: int
    german_cards: int
    allied_cards: int
    clear: bool = False
    """ARD-WE-01  Aircraft fly."""
    german_replacements: tuple[int, int]
    """ARD-RP-01  Steps of infantry, of mechanized units."""
    allied_replacements: tuple[int, int]
    out_of_fuel: tuple[str, ...] = ()
    """ARD-FU-01  German divisions."""

    def cards(self, side: Side) -> int:
        """ARD-CD-02  The allotment of a side."""
        return self.german_cards if side == "german" else self.allied_cards

    def replacements(self, side: Side) -> tuple[int, int]:
        """ARD-RP-01  Steps of infantry, of mechanized units of a side."""
        return self.german_replacements if side == "german" else self.allied_replacements


class DaysFile(TomlModel):
    """days.toml"""

    day: tuple[Day, ...]


class WindowSources(TomlModel):
    """ARD-SC-01  The road hexes of these columns are sources, in place of those of the map."""

    german_column: int
    allied_column: int


class Scenario(ScenarioFile):
    """A scenario file."""

    units: tuple[str, ...]
    cards: tuple[str, ...]
    enters: dict[str, int] = Field(default_factory=dict)
    """The day on which a card joins, where it is not as printed."""
    due: dict[str, int] = Field(default_factory=dict)
    """The day on which a unit enters Reserve, where it is not as printed."""
    pile_of_all: bool = False
    """All cards form the pile each day."""
    by_division: bool = False
    """ARD-SC-01  The opening impulses name divisions, not corps."""
    first_level: int | None = None
    hand_first: int | None = None
    uses: tuple[Procedure, ...]
    sources: WindowSources | None = None
    points: dict[str, int] = Field(default_factory=dict)
    """VP by hex number, in place of those of the campaign."""


FILES = game_files(Path(__file__).parents[1], Scenario, SIDE_TITLES)
