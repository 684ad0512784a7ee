"""Numbers of the rules that belong to no table."""

from __future__ import annotations

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.eastfront.data.files import ByDate

Steps = dict[int, int]
"""A value from each number on: the highest that is reached counts."""


class DatedModifier(TomlModel):
    """A modifier through a turn."""

    drm: int
    last: int


class ArmourRow(TomlModel):
    """EF-CB-22"""

    half: int
    fifth: int
    defence_third: int


class FightersRow(TomlModel):
    """EF-AR-20, EF-AR-21"""

    turn: int
    by: int


class StackingRow(TomlModel):
    """EF-SK-01"""

    value: int
    mountain: int
    small: int
    big: int


class ZonesRow(TomlModel):
    """EF-ZC-04"""

    displaced: int
    hq_keeps: int


class SupplyRow(TomlModel):
    """EF-SP-13 to EF-SP-30  Path costs, units, levels."""

    unit_path: int
    hq_path: int
    payer_path: int
    harder: int
    north_row: int
    isolated_path: int
    units_a_point: int
    points_an_attack: int
    holds: int
    truck: int
    garrison_turns: int
    garrison_level: int
    worst: int
    carry_max: int
    attrition: Steps
    attrition_isolated: int
    attrition_winter: int


class ChitsRow(TomlModel):
    """EF-SP-19  Making and breaking an offensive chit; how many a side may have."""

    sp: int
    srp: int
    back_sp: int
    back_srp: int
    axis: int
    soviet: ByDate
    moscow_lost: int


class HqRow(TomlModel):
    """4.14, EF-RX-12"""

    soviet_rating: ByDate
    reaction: int


class PlacingRow(TomlModel):
    """EF-RF-11"""

    most: int
    at: dict[HexNumber, int]


class RailRow(TomlModel):
    """EF-RA-12 to EF-RA-16, EF-PE-10"""

    axis_main: int
    east: ByDate
    finnish: int
    soviet_main: ByDate
    caucasus: int
    major_city: int
    city: int
    tail: int
    tail_points: int
    srp: int
    srp_most: int
    moscow_lost: int
    main_cities: tuple[HexNumber, ...]
    caucasus_cities: tuple[HexNumber, ...]
    helsinki: HexNumber


class SurpriseRow(TomlModel):
    """EF-SU-10 to EF-SU-17"""

    axis: tuple[tuple[int, int], ...]
    soviet: tuple[tuple[int, int], ...]
    chits: int
    apart: int
    within: int
    react: int
    react_first: int
    soviet_support: int
    airfield: int


class AttackRow(TomlModel):
    """EF-CB-21, EF-CB-13, EF-CB-34  Modifiers of an attack."""

    drm: int
    hasty: int
    exploiting: int
    delayed: int
    chit: int
    from_three: int
    isolated: int
    engineers: int
    unprepared: int
    minor_ally: int
    mud: int
    snow: DatedModifier
    blizzard: int
    blizzard_axis: int
    first_winter: int
    frozen_lake: int
    gunfire: Steps
    armour: ArmourRow
    surrender: int
    staff_retreat: int


class NavalRow(TomlModel):
    """EF-NV-12 to EF-NV-22"""

    react: int
    contact: int
    contact_submarine: int
    reactions: int
    hits: Steps
    difference: int
    major_port: int
    minor_port: int
    landing: int
    hostile: int
    sea_supply_path: int
    flee: int
    count: int
    shut_in: int
    mend: int
    strait: int
    ladoga: int
    ladoga_frozen: int


class AirRow(TomlModel):
    """EF-AR-10 to EF-AR-26"""

    most: int
    aborted: int
    eliminated: int
    net: Steps
    points_a_roll: int
    rail: int
    ship: int
    flak: int
    captured: int
    mend: int
    bases: dict[str, int]
    fighters_later: FightersRow
    fighters_decline: FightersRow


class EngineersRow(TomlModel):
    """EF-EN-19"""

    a_railhead: int


class ReplacementsRow(TomlModel):
    """EF-RP-10 to EF-RP-16"""

    a_unit: int
    rebuild: int
    rebuild_strong: int
    panzer_most: int
    panzer_sets: tuple[str, ...]
    """EF-RP-16  Units of two panzer divisions that may be split up when they arrive."""
    hq_after: int


class Limits(TomlModel):
    """limits.toml"""

    stacking: StackingRow
    zones: ZonesRow
    supply: SupplyRow
    chits: ChitsRow
    hq: HqRow
    placing: PlacingRow
    rail: RailRow
    surprise: SurpriseRow
    attack: AttackRow
    naval: NavalRow
    air: AirRow
    engineers: EngineersRow
    replacements: ReplacementsRow
