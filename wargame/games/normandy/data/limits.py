"""The limits of procedures and the points of victory of Normandy as frozen models."""

from __future__ import annotations

from typing import Literal

from wargame.content.toml import TomlModel
from wargame.games.normandy.data.files import Flag, Mobility, Nation, Side, UpTo


class Part(TomlModel):
    """A part of a whole: 1 of so many, halves up or down."""

    part: int
    up: bool

    def of(self, whole: int) -> int:
        """The part of a number."""
        return -(-whole // self.part) if self.up else whole // self.part


class Ratio(TomlModel):
    """A fraction, rounded down."""

    num: int
    den: int

    def of(self, whole: int) -> int:
        """So much of a number."""
        return whole * self.num // self.den


class Stacking(TomlModel):
    """NOR-MV-06"""

    most: int


class Movement(TomlModel):
    """NOR-MV-08, NOR-SU-09"""

    shaken: Part
    unsupplied: Part
    reserve: Part
    landed: Part
    strategic_unsupplied: int


class ZocLimit(TomlModel):
    """NOR-ZC-01, NOR-CO-08"""

    zoc_strength: int


class ReserveLimits(TomlModel):
    """NOR-RV-04, NOR-RV-08"""

    move: Ratio
    units: int


class SupplyLimits(TomlModel):
    """NOR-SU-05 to -13"""

    us: int
    cw: int
    ge: int
    operation: int
    road: int
    attack: int
    attrition: int
    coast_turn: int
    coast_army: str
    airborne_turn: int
    airborne_reach: int
    airborne: tuple[str, ...]

    def reach(self, nation: Nation) -> int:
        """NOR-SU-05  Hexes of the unit line."""
        return {"us": self.us, "cw": self.cw, "ge": self.ge}[nation]


class BuildUp(UpTo):
    """NOR-SU-14"""

    reach: int


class HqLimits(TomlModel):
    """NOR-HQ-01"""

    flight: int
    destroyed: int
    returns: int
    silent: int


class OperationLimits(TomlModel):
    """NOR-OP-07 to -12"""

    initiate: int
    initiate_hq: int
    continue_hq: int
    hqs: int
    hqs_late: int
    late_turn: int
    allied_turns: int
    german_turns: int
    rest: int
    german_rest: int
    german_mech: int

    def length(self, side: Side) -> int:
        """NOR-OP-09  Turns that an Operation runs at most."""
        return self.allied_turns if side == "allied" else self.german_turns

    def most_hqs(self, side: Side, turn: int) -> int:
        """NOR-OP-07  HQs an Operation may name."""
        return self.hqs_late if side == "allied" and turn >= self.late_turn else self.hqs


class Engineering(TomlModel):
    """NOR-EN-06, NOR-EN-09, NOR-EN-10"""

    improved: dict[Nation, int]
    entrenchments: dict[Nation, int]
    bridges: dict[Nation, int]
    builder: Flag


class Demolition(TomlModel):
    """NOR-EN-11"""

    tries: int
    phase: int
    retreat: int


class Boundary(TomlModel):
    """NOR-BD-03"""

    shift: int
    step: int
    first: int
    last: int


class Stand(TomlModel):
    """NOR-CO-21"""

    most: int
    steps: int


class RetreatLimits(TomlModel):
    """NOR-RT-02 to -06, NOR-CO-25, NOR-DR-03"""

    zoc: int
    major: int
    overstack: int
    attackers: int
    stand: Stand
    again: int
    disorganized: int


class Advance(TomlModel):
    """NOR-AD-02  Hexes of the advance by what emptied the hex."""

    result: Literal["DR1", "DR2", "DR3", "DR4", "eliminated"]
    mech: int
    foot: int

    def length(self, mobility: Mobility) -> int:
        """Hexes, that of the defenders included."""
        return self.foot if mobility == "foot" else self.mech


class Regroup(TomlModel):
    """NOR-DR-06"""

    unsupplied: int


class Limits(TomlModel):
    """limits.toml"""

    stacking: Stacking
    movement: Movement
    control: ZocLimit
    reserve: ReserveLimits
    supply: SupplyLimits
    build_up: tuple[BuildUp, ...]
    hq: HqLimits
    operation: OperationLimits
    engineering: Engineering
    demolition: Demolition
    boundary: Boundary
    retreat: RetreatLimits
    advance: tuple[Advance, ...]
    regroup: Regroup


class OperationRow(TomlModel):
    """NOR-VP-03  VP by hexes gained; the last row of a side has no `at_least`."""

    side: Side
    at_least: int | None = None
    vp: int


class VictoryPoints(TomlModel):
    """NOR-VP-03 to -09"""

    operation_most: int
    loss_steps: int
    loss: int
    pocket: int
    hq: int
    city: int
    beach: int
    airborne: int
    airborne_formation: str


class Withdrawal(TomlModel):
    """NOR-WN-02 to -06, NOR-VP-13; VP of units that leave in halves"""

    first: int
    must_cities: int
    must_cities_first: int
    must_areas: tuple[str, ...]
    must_turn: int
    price: int
    unit: int
    cadre: int
    hq: int
    artillery: int
    most: int
    turns: int
    shaded: int

    def cost(self, turn: int) -> int:
        """NOR-WN-03  VP of a declaration before it must be made."""
        return self.price * (self.must_turn - turn)


class SuddenDeath(TomlModel):
    """NOR-VP-11, NOR-VP-12"""

    beaches: int
    field_first: int
    field_strength: int


class VictoryFile(TomlModel):
    """victory.toml"""

    operation: tuple[OperationRow, ...]
    points: VictoryPoints
    area: dict[str, int]
    withdrawal: Withdrawal
    sudden: SuddenDeath
