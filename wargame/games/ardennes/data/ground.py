"""Terrain, places and tables of the d10 as frozen models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from wargame.content.toml import HexNumber, TomlModel


class TerrainRow(TomlModel):
    """ARD-MV-01  A row of the terrain table; MP."""

    id: str
    title: str
    inf: int
    mech: int
    frozen: int
    """Mech on a day of Ground Freeze."""
    open: bool = False
    close: bool = False
    last_resort: bool = False


class MoveRow(TomlModel):
    """ARD-MV-02, ARD-MV-08, ARD-ZC-02"""

    road: int
    leave_zoc: int
    strategic: int
    night_march: int


class DefenceRow(TomlModel):
    """ARD-AT-02  Factors."""

    city: int
    westwall: int
    river: int


class TerrainFile(TomlModel):
    """terrain.toml"""

    terrain: tuple[TerrainRow, ...]
    move: MoveRow
    defence: DefenceRow


class SourceRow(TomlModel):
    """ARD-SP-01"""

    allied: tuple[HexNumber, ...]
    german: tuple[HexNumber, ...]


class SectorsRow(TomlModel):
    """ARD-MV-09, ARD-RD-03  Corps areas and army sectors, a letter a hex."""

    corps: dict[str, str]
    army: dict[str, str]
    corps_rows: tuple[str, ...]
    army_rows: tuple[str, ...]


class RouteRow(TomlModel):
    """ARD-AD-11  A route."""

    cls: Literal["primary", "secondary"] = Field(alias="class")
    id: str
    name: str
    path: str


class FrontFile(TomlModel):
    """front.toml"""

    westwall: tuple[HexNumber, ...]
    left_bank: tuple[HexNumber, ...]
    german_at_start: tuple[HexNumber, ...]
    sources: SourceRow
    sectors: SectorsRow
    hold: dict[int, tuple[HexNumber, ...]]
    points: dict[int, tuple[HexNumber, ...]]
    route: tuple[RouteRow, ...]


class SurrenderRow(TomlModel):
    """ARD-SS-16  The highest roll that costs a step."""

    green: int
    regular: int
    elite: int


class WanderingRow(TomlModel):
    """ARD-AA-07"""

    rearward: int
    days: dict[int, int]


class AdvanceRow(TomlModel):
    """ARD-AD-11"""

    id: str
    title: str
    chances: tuple[int, ...]


class HoldRow(TomlModel):
    """ARD-CR-07 to ARD-CR-10"""

    cut_off: int
    retreated: int
    river: int
    costly: int


class DriftRow(TomlModel):
    """Operation Stösser"""

    directions: tuple[str, ...]


class BridgeRow(TomlModel):
    """ARD-BR-01, ARD-BR-02"""

    blown: int
    blown_well: int
    engineers: int


class TablesFile(TomlModel):
    """tables.toml"""

    surrender: SurrenderRow
    wandering: WanderingRow
    advance: tuple[AdvanceRow, ...]
    hold: HoldRow
    drift: DriftRow
    bridge: BridgeRow
