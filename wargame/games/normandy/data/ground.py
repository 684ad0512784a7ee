"""Terrain and combat of Normandy as frozen models: terrain.toml, combat.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from wargame.content.toml import TomlModel
from wargame.games.normandy.data.files import Mobility, Nation, RiverId, UpTo


class Steps(TomlModel):
    """Half MPs by mobility."""

    foot: int = 0
    mech: int = 0

    def price(self, mobility: Mobility) -> int:
        """Half MPs."""
        return self.foot if mobility == "foot" else self.mech


class Added(Steps):
    """What lies on a hex beside its terrain: half MPs to enter, and the DRM of attacks into it."""

    drm: int = 0


class TerrainRow(Steps):
    """A row of chart terrain; a cost of 0 is prohibited."""

    id: str
    title: str
    by_road: int = 0
    """For mech that may come by road only, where the rate of the road does not apply."""
    drm: int
    exempt: bool = False
    """NOR-CO-08"""
    arms: bool = False
    """NOR-CO-22  Combined arms count."""
    attrition: int = 0
    """Added to the attacker's attrition number."""
    builds: bool = False
    """NOR-EN-06"""
    shelter: bool = False
    """NOR-ZC-01  No enemy ZOC reaches into it."""
    stand: bool = False
    """NOR-CO-21"""
    rubble: bool = False
    """NOR-CB-05"""

    @property
    def land(self) -> bool:
        """NOR-MV-07  Neither sea nor out of play."""
        return self.foot > 0


class RiverRow(TomlModel):
    """A class of river; a price left out is not allowed."""

    id: RiverId
    title: str
    foot: int | None = None
    """Half MPs added where no bridge on a road is used."""
    mech: int | None = None
    drm: int
    drm_bridge: int
    """At an intact bridge."""
    shuts: bool = False
    """NOR-ZC-01, NOR-SU-05  No ZOC and no supply without an intact bridge."""
    attackers: tuple[Mobility, ...]
    """NOR-CO-11  Who may attack without an intact bridge."""

    def price(self, mobility: Mobility) -> int | None:
        """Half MPs added without a bridge; None where the river cannot be crossed so."""
        return self.foot if mobility == "foot" else self.mech


class Roads(TomlModel):
    """NOR-MV-04  Half MPs from hex to hex joined by a road."""

    primary: Steps
    secondary: Steps
    wet_mech: int

    def rate(self, cls: str, mobility: Mobility) -> int:
        """The rate of a class of road in good weather, without interdiction."""
        return (self.primary if cls == "primary" else self.secondary).price(mobility)


class AddedRows(TomlModel):
    """What is added to terrain: table [added]."""

    heights: Added
    improved: Added
    entrenchment: Added
    fortress: Added
    rubble: Added
    bombed: Added
    targeted: Added
    leaving_zoc: Added
    leaving_map: Added
    east_edge: Added


class TerrainFile(TomlModel):
    """terrain.toml"""

    terrain: tuple[TerrainRow, ...]
    river: tuple[RiverRow, ...]
    road: Roads
    added: AddedRows


# -- combat ---------------------------------------------------------------------------------------


class Column(TomlModel):
    """NOR-CO-12  A ratio column."""

    name: str
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the combat results table."""

    code: str
    attacker: int = 0
    """Steps the attacker loses."""
    attackers_shaken: bool = False
    """AX"""
    attackers_retreat: bool = False
    """AR"""
    defender: int = 0
    defenders_shaken: bool = False
    """DX"""
    retreat: int = 0
    """Hexes the defenders retreat."""


_WORD = re.compile(r"-|A[XR]|DX|[AD]\d|DR\d")


def _result(code: str) -> Result:
    """A cell such as "A1 DX DR1"; "-" is nothing."""
    words = code.split()
    if strange := [word for word in words if not _WORD.fullmatch(word)]:
        raise ValueError(f"{strange[0]} is no result")
    numbers = {word[:-1]: int(word[-1]) for word in words if word[-1].isdigit()}
    return Result(
        code,
        attacker=numbers.get("A", 0),
        attackers_shaken="AX" in words,
        attackers_retreat="AR" in words,
        defender=numbers.get("D", 0),
        defenders_shaken="DX" in words,
        retreat=numbers.get("DR", 0),
    )


Cell: TypeAlias = Annotated[Result, BeforeValidator(_result)]


class SupportSpent(TomlModel):
    """NOR-CO-14  The DRM by support points spent."""

    attack: tuple[int, ...]
    attack_most: int
    attack_most_operation: int
    defence: tuple[int, ...]

    @property
    def defence_most(self) -> int:
        """Support points a defender may spend."""
        return len(self.defence) - 1


class Artillery(TomlModel):
    """NOR-CO-15  Rating points that count."""

    attack_most: int
    attack_most_operation: int
    defence_most: int


class Naval(TomlModel):
    """NOR-CO-16"""

    reach: int
    last_turn: int
    uses: int


class Front(TomlModel):
    """NOR-CO-23  Stacking points of an attack."""

    front: int
    front_operation: int


class Marks(TomlModel):
    """Numbers that the conditions of the modifiers speak of."""

    division: int
    division_least: int
    concentric: int
    cutters_turn: int
    cutters_nation: Nation
    cutters_terrain: str


class Modifier(TomlModel):
    """A row of chart modifiers; that of the Bombed marker takes its value from terrain.toml."""

    id: str
    title: str
    rule: str
    value: int = 0
    when: str


class NumberRow(UpTo):
    """An attrition number by the other side's steps."""

    number: int


class White(TomlModel):
    """What changes the attacker's number."""

    position: int
    bombed: int
    ground_support: int
    ground_support_points: int


class Black(TomlModel):
    """What changes the defender's number."""

    artillery: int
    artillery_lead: int
    improved: int
    entrenchment: int


class Attrition(TomlModel):
    """NOR-CO-18"""

    least: int
    most: int
    attacker: tuple[NumberRow, ...]
    defender: tuple[NumberRow, ...]
    white: White
    black: Black


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[Column, ...]
    drm_most: int
    support: SupportSpent
    artillery: Artillery
    naval: Naval
    size: Front
    marks: Marks
    modifier: tuple[Modifier, ...]
    attrition: Attrition
    crt: dict[int, tuple[Cell, ...]]
