"""The political events (EF-PE) as frozen models: dates, rolls and places."""

from __future__ import annotations

from pydantic import Field

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.eastfront.data.files import ByDate


class HungaryRow(TomlModel):
    """EF-PE-04"""

    first: int
    roll: int
    sure: int


class StandFastRow(TomlModel):
    """EF-PE-06"""

    last: int
    roll: int


class DirectiveRow(TomlModel):
    """EF-PE-07"""

    turn: int
    last: int
    column: int
    rows: tuple[int, int]
    vp: int


class LendLeaseRow(TomlModel):
    """EF-PE-08"""

    first: int
    sp: int
    srp: int
    south: int
    south_sp: int


class AfricaRow(TomlModel):
    """EF-PE-14"""

    turn: int
    back: int
    at: HexNumber
    """Where those that left arrive again."""


class ItalyRow(TomlModel):
    """EF-PE-15"""

    turn: int
    sicily: int


class FinlandRow(TomlModel):
    """EF-PE-18"""

    first: int
    roll: int
    sure: int


class RomaniaRow(TomlModel):
    """EF-PE-19"""

    first: int
    roll: int
    near: int


class CrisisRow(TomlModel):
    """EF-PE-21"""

    first: int
    roll: int


class DatesRow(TomlModel):
    """Turns and rolls of the events."""

    finland_moves: int
    romania_home: int
    hungary: HungaryRow
    prepared: ByDate
    stand_fast: StandFastRow
    directive: DirectiveRow
    lend_lease: LendLeaseRow
    collapse: int
    winter: int
    not_a_step: int
    africa: AfricaRow
    italy: ItalyRow
    bombers: int
    normandy: int
    finland: FinlandRow
    romania: RomaniaRow
    hungarian: CrisisRow
    staff: int
    levy: int
    merging: int
    """EF-RF-19  The first turn of merging; steps of an army that comes of it."""
    army_steps: int


class PlacesRow(TomlModel):
    """Hexes that events ask about."""

    arkhangelsk: HexNumber
    tbilisi: HexNumber
    leningrad: HexNumber
    finland: tuple[HexNumber, ...]
    narva: HexNumber
    romania: tuple[HexNumber, ...]
    bucharest: HexNumber
    hungarians: tuple[str, ...]
    """EF-PE-04  Units that leave Hungary at once."""
    hungary: tuple[HexNumber, ...]


class CornerRow(TomlModel):
    """EF-PE-03  A row and a column that bound a country's army."""

    row: int
    column: int


class EventsFile(TomlModel):
    """events.toml"""

    dates: DatesRow
    places: PlacesRow
    finnish: CornerRow
    romanian: CornerRow
    levy: dict[str, HexNumber]
    """EF-PE-24  Where the Volkssturm stands up."""
    guards: dict[str, int] = Field(default_factory=dict)
    """EF-PE-22  The turn in which a unit becomes Guards."""
