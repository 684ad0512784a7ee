"""Combat, production, partisans, works, forces, events and victory as frozen models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from wargame.content.toml import HexNumber, TomlModel
from wargame.games.eastfront.data.files import Side

Result = Literal["A2", "A1", "NE", "EX", "BR", "DR", "D1", "D2", "D3", "DE"]
ALL_STEPS = -1
"""EF-CB-20  Every step of the defender."""


class ResultRow(TomlModel):
    """EF-CB-20  What a result of the table means: steps lost, hexes of retreat."""

    code: Result
    attacker: int
    defender: int
    """ALL_STEPS for everything."""
    retreat: int
    second: bool = False
    """EF-CB-28  Combat-motorised attackers may advance a second hex."""


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]
    result: tuple[ResultRow, ...]


class Output(TomlModel):
    """EF-SP-10  What a side gets in a turn."""

    sp: int
    srp: int
    inf: int
    arm: int
    air: int


class OutputRow(TomlModel):
    """EF-SP-10  A period of table 4.7, both turns included."""

    turns: tuple[int, int]
    axis: Output
    soviet: Output

    def of(self, side: Side) -> Output:
        """What a side gets in each turn of it."""
        return self.axis if side == "axis" else self.soviet


class FactoriesRow(TomlModel):
    """EF-SP-25"""

    points_a_sp: int
    points_an_arm: int
    least: int
    grozny: HexNumber
    grozny_sp: int
    ploesti: HexNumber


class MinorRow(TomlModel):
    """EF-SP-26"""

    every: int
    last: int | None = None


class SavedRow(TomlModel):
    """EF-SP-26"""

    most: int


class ProductionFile(TomlModel):
    """production.toml"""

    period: tuple[OutputRow, ...]
    factories: FactoriesRow
    minor: dict[str, MinorRow]
    saved: SavedRow


class BandsRow(TomlModel):
    """EF-PT-10  Bands allowed, new ones a turn."""

    turns: tuple[int, int]
    bands: int
    new: int
    even: bool = False
    """In even turns only."""


class LaterRow(TomlModel):
    """A modifier from a turn on."""

    turn: int
    drm: int


class BandAttack(TomlModel):
    """EF-PT-10"""

    occupied: int
    near: int
    cover: int
    later: LaterRow
    success: int
    great: int
    lost: int
    lost_guarded: int


class SweepRow(TomlModel):
    """EF-PT-14"""

    trained: int
    further: int
    cover: int
    eliminated: int
    driven: int
    underground: int


class BandPlaces(TomlModel):
    """EF-PT-11, EF-PT-19"""

    away: int
    back_after: int


class BandPath(TomlModel):
    """EF-PT-15"""

    cost: int


class PartisansFile(TomlModel):
    """partisans.toml"""

    period: tuple[BandsRow, ...]
    attack: BandAttack
    sweep: SweepRow
    place: BandPlaces
    path: BandPath


class Work(TomlModel):
    """EF-EN-10  An engineering function."""

    id: str
    title: str
    by: tuple[Literal["RE", "CE", "X"], ...]
    mark: Literal["C", "D", "R"]
    level: int
    slow: dict[str, int] = Field(default_factory=dict)
    """The countdown of those who take longer."""
    hexes: dict[str, int] = Field(default_factory=dict)
    """How many hexes an engineer starts at once, 1 where not named."""
    sp: int = 0
    srp: int = 0


class EvacuationRow(TomlModel):
    """4.10  Rail capacity a factory point; turns until it works again."""

    rail: int
    reopens: int


class OilRow(TomlModel):
    """4.10  Turns a demolished oil field gives nothing."""

    out: int


class WorksFile(TomlModel):
    """works.toml"""

    work: tuple[Work, ...]
    evacuation: EvacuationRow
    oil: OilRow


class NearRow(TomlModel):
    """An enemy within so many hexes of one of these."""

    hexes: tuple[HexNumber, ...]
    within: int


class BeyondRow(TomlModel):
    """An enemy in this row or farther south and this column or farther east."""

    row: int
    column: int


class Conditional(TomlModel):
    """EF-RF-12  A conditional reinforcement; every condition that it names must hold."""

    id: str
    side: Side
    title: str
    turns: tuple[int, int] | None = None
    near: NearRow | None = None
    lost: tuple[tuple[HexNumber, ...], ...] = ()
    """All hexes of one row in enemy hands."""
    beyond: BeyondRow | None = None
    after_surprise: int | None = None
    """So many turns after an enemy surprise turn."""
    before: int | None = None
    nation: str = ""
    """An enemy unit in this nation."""
    from_: int = Field(alias="from", default=0)
    holds: HexNumber | None = None
    """Own, or `capital_at_sea`."""
    capital_at_sea: str = ""
    at_once: tuple[str, ...] = ()
    """Units that come now instead of on their dates."""
    entry: tuple[HexNumber, ...] = ()
    for_: int = Field(alias="for", default=0)
    """Turns until it leaves again; 0 = it stays."""


class ReactionForce(TomlModel):
    """EF-RF-14 to EF-RF-16  A reaction force."""

    id: str
    side: Side
    title: str
    within: int = 0
    """An enemy ground unit so near wakes it."""
    hexes: tuple[HexNumber, ...] = ()
    nation: str = ""
    """Any hex of a nation, in place of `hexes`."""
    rows: tuple[int, int] | None = None
    from_: int = Field(alias="from", default=0)
    leash: int = 0
    home: bool = False
    """The leash is its nation."""
    anywhere: bool = False
    """EF-RF-14  Placed anywhere in its nation."""
    but_around: HexNumber | None = None
    bands: int = 0
    """So many active bands wake it; it goes home below `stand_down`."""
    stand_down: int = 0
    release: int


class RestRow(TomlModel):
    """EF-RF-14  Turns without an enemy until it goes home, and a step regained in the box."""

    turns: int
    step: int


class ForcesFile(TomlModel):
    """forces.toml"""

    conditional: tuple[Conditional, ...]
    reaction: tuple[ReactionForce, ...]
    rest: RestRow


class CountRow(TomlModel):
    """EF-VP-02  A count and its baseline."""

    turn: int
    axis: int
    soviet: int


class AxisSudden(TomlModel):
    """EF-VP-05"""

    all: tuple[HexNumber, ...]
    either: tuple[HexNumber, ...]


class SovietSudden(TomlModel):
    """EF-VP-06"""

    all: tuple[HexNumber, ...]
    decisive_through: int
    marginal_through: int


class CollapseRow(TomlModel):
    """EF-PE-09"""

    from_: int = Field(alias="from")
    capital: HexNumber
    cities: tuple[HexNumber, ...]
    least: int


class VictoryFile(TomlModel):
    """victory.toml"""

    count: tuple[CountRow, ...]
    axis_sudden: AxisSudden
    soviet_sudden: SovietSudden
    collapse: CollapseRow
