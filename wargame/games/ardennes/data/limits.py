"""Numbers of the rules that belong to no table, and the figures of victory."""

from __future__ import annotations

from pydantic import Field

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.ardennes.data.files import ArmyId, Ratio, Side


class Stacking(TomlModel):
    """ARD-ST-01"""

    units: int
    steps: int


class SupplyLimits(TomlModel):
    """ARD-SP-01  Hexes off the road."""

    off_road: int


class Front(TomlModel):
    """ARD-GE-04, ARD-GE-06, ARD-RD-10"""

    proximate: int
    reach: int
    stack_steps: int
    stack_points: int


class CardLimits(TomlModel):
    """ARD-CD-03, ARD-CD-07, ARD-CD-09"""

    hand: int
    hand_first: int
    supplemental: dict[Side, int]
    supplemental_late: dict[Side, int]
    late: int
    no_command_exception: int


class LevelLimits(TomlModel):
    """ARD-SQ-06, ARD-DX-04  The Allied Command Level."""

    more: int
    first: int
    last: int
    commandos: int
    least: int


class ActivationLimits(TomlModel):
    """ARD-AC-02, ARD-AC-10, ARD-DX-03"""

    corps_times: int
    a_day: int
    opening: int


class Early(TomlModel):
    """ARD-MV-09, ARD-BR-01"""

    boundaries_until: int
    bridges_from: int


class December16(TomlModel):
    """ARD-DX-08, ARD-DX-13"""

    over_bridge: int
    from_reserve: int


class RoadblockLimits(TomlModel):
    """ARD-RB-12 to ARD-RB-14"""

    strong: int
    vp_only_from: int


class Deploy(TomlModel):
    """ARD-RD-02, ARD-RD-06 to -09, ARD-RD-12"""

    late: int
    strong: int
    near_friend: int
    near_enemy: int
    near_corps: int


class Automated(TomlModel):
    """ARD-CC-05, ARD-CR-14, ARD-AA-04, ARD-AD-09"""

    reinforced_below: int
    dispersed_below: int
    reinforce_from: int
    ratio: Ratio
    advance_value: int


class British(TomlModel):
    """ARD-MV-12"""

    corps: str
    across_from: int
    near: int


class Exit(TomlModel):
    """ARD-MV-11"""

    hexes: tuple[HexNumber, ...]
    price: int


class Paratroops(TomlModel):
    """ARD-SS-18"""

    unit: str
    removed_from: int
    near: int


class WeatherLimits(TomlModel):
    """ARD-EV-01  Air Resupply."""

    full_resupply_from: int


class Manteuffel(TomlModel):
    """ARD-EV-01"""

    near: int
    army: ArmyId


class FuelDump(TomlModel):
    """ARD-EV-01"""

    west_of: int


class Crisis(TomlModel):
    """ARD-EV-01"""

    nation: str
    due: int
    to: int


class Hesitates(TomlModel):
    """ARD-EV-01"""

    divisions: tuple[str, ...]
    to: int


class TurnsNorth(TomlModel):
    """ARD-EV-01"""

    corps: str
    days: int


class Engineers(TomlModel):
    """ARD-EV-01"""

    near: int


class AlsoEnters(TomlModel):
    """ARD-RD-12  A corps with entry hexes of its own from a day on."""

    corps: str
    hexes: tuple[HexNumber, ...]
    first: int = Field(alias="from")


class Okw(TomlModel):
    """ARD-RD-12"""

    entries: dict[ArmyId, tuple[HexNumber, ...]]
    also: AlsoEnters


class Switch(TomlModel):
    """ARD-OB-01"""

    corps: str
    to: ArmyId
    through: int


class Armies(TomlModel):
    """ARD-OB-01"""

    switch: Switch


class Start(TomlModel):
    """ARD-OB-01"""

    improved: tuple[str, ...]


class Limits(TomlModel):
    """limits.toml"""

    stacking: Stacking
    supply: SupplyLimits
    front: Front
    cards: CardLimits
    level: LevelLimits
    activation: ActivationLimits
    early: Early
    dec16: December16
    roadblock: RoadblockLimits
    deploy: Deploy
    automated: Automated
    british: British
    exit: Exit
    paratroops: Paratroops
    weather: WeatherLimits
    manteuffel: Manteuffel
    fuel_dump: FuelDump
    crisis: Crisis
    hesitates: Hesitates
    turns_north: TurnsNorth
    engineers: Engineers
    okw: Okw
    armies: Armies
    start: Start


class ExitPoints(TomlModel):
    """ARD-VC-01"""

    points: int
    most: int


class GermanAutomatic(TomlModel):
    """ARD-VC-01"""

    points: int
    places: tuple[HexNumber, ...]
    held: int
    across: int


class AlliedAutomatic(TomlModel):
    """ARD-VC-01"""

    points: int
    first: int


class VictoryFile(TomlModel):
    """victory.toml"""

    exit: ExitPoints
    german: GermanAutomatic
    allied: AlliedAutomatic
