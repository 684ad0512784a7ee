"""The data files of Hannut as frozen models: terrain, tables, scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from wargame.content.areas import Area
from wargame.content.scenario import ScenarioFile
from wargame.content.shelf import game_files
from wargame.content.states import StateRow as StateOfAny
from wargame.content.toml import HexNumber, TomlModel
from wargame.hexes.grid import Edge

Side: TypeAlias = Literal["german", "allied"]
SIDE_TITLES: dict[str, str] = {"german": "German", "allied": "French"}
Mobility: TypeAlias = Literal["infantry", "motorized", "tracked"]
Family: TypeAlias = Literal["T", "C", "-"]
Result: TypeAlias = Literal["-", "N", "Z", "1"]
Attack: TypeAlias = Literal["direct", "indirect", "assault"]
Calibre: TypeAlias = Literal["light", "medium", "heavy", "stuka"]
MarkerKind: TypeAlias = Literal["formation", "artillery", "stuka"]
Kind: TypeAlias = Literal[
    "tank", "assault_gun", "infantry", "motorized", "armoured_car", "at_gun", "hq"
]
StateId: TypeAlias = Literal[
    "neutralized",
    "fatigued",
    "demoralized",
    "out of command",
    "opp used",
    "in column",
    "dispersed",
    "loaded",
]


class ByMobility(TomlModel):
    """Half MPs for each movement class."""

    infantry: int
    motorized: int
    tracked: int

    def price(self, mobility: Mobility) -> int:
        """Half MPs for a class."""
        return int(getattr(self, mobility))


class TerrainRow(ByMobility):
    """HAN-TE-01 to -04  A terrain: prices, height, what it gives a soft target and an AFV."""

    id: str
    title: str
    height: int
    direct: int
    indirect: int
    assault: int
    disperses: bool

    def modifier(self, attack: Attack) -> int:
        """HAN-TM-01 to -03  Columns for a soft target."""
        return int(getattr(self, attack))


class RoadRates(TomlModel):
    """HAN-TE-06, HAN-TE-07  Half MPs for a step along a road, In Column."""

    main: ByMobility
    secondary: ByMobility

    def rate(self, cls: str, mobility: Mobility) -> int:
        """The rate of a class of road."""
        return (self.main if cls == "main" else self.secondary).price(mobility)


class TerrainFile(TomlModel):
    """terrain.toml"""

    terrain: tuple[TerrainRow, ...]
    road: RoadRates
    stream: ByMobility
    cliff: ByMobility
    mines: ByMobility


class FiringModifier(TomlModel):
    """HAN-FM-01 to -10  What the firer's condition adds to the column."""

    id: str
    title: str
    rule: str
    direct: int = 0
    """For distance: for each hex after the first."""
    assault: int | None = None
    """None: such a unit may not assault."""
    first_round: bool = False
    """The assault value counts in round 1 only."""
    halves: bool = False
    """HAN-FM-10  Halves the attack factor instead, fractions up."""
    defends: bool = False
    """HAN-AS-09  Also applies to the fire of a defender in an assault."""
    when: str


class TargetModifier(TomlModel):
    """HAN-TM-01 to -08  What the target's place or condition adds to the column.

    A terrain takes its values from terrain.toml.
    """

    id: str
    title: str
    rule: str
    direct: int = 0
    indirect: int = 0
    assault: int = 0
    """Columns; a lower defence factor is in `defence`."""
    defence: int = 0
    """HAN-TM-07, HAN-TM-08  Added to the defence factor in an assault."""
    soft_only: bool = False
    """HAN-TM-09  A terrain: AFVs ignore it and use the Dispersed line."""
    when: str

    def worth(self, attack: Attack) -> int:
        """Columns, by the kind of attack."""
        return int(getattr(self, attack))


def _cells(row: str) -> list[str]:
    return row.split()


Cells: TypeAlias = Annotated[tuple[Result, ...], BeforeValidator(_cells)]


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[int, ...]
    crt: dict[int, Cells]
    red: tuple[int, ...]
    mine_column: int
    calibre_column: dict[Calibre, int]
    firing: tuple[FiringModifier, ...]
    target: tuple[TargetModifier, ...]


class Reaction(TomlModel):
    """HAN-RC-01 to -07  Basic values, and what is added to the roll."""

    german_tank_or_at: int
    other: int
    out_of_command: int
    neutralized: int
    fatigued: int
    demoralized: int
    distance: int


class Natural(TomlModel):
    """HAN-GE-07  Natural rolls that always succeed or fail."""

    success: int
    failure: int


class Factors(TomlModel):
    """HAN-FF-01 to -06  The formation factor and what changes it."""

    german: int
    allied: int
    demoralized: int
    fatigued: int
    hq: int
    neutralized: int
    least: int
    natural: Natural

    def basic(self, side: Side) -> int:
        """HAN-FF-01, HAN-FF-02"""
        return self.german if side == "german" else self.allied


class ChecksFile(TomlModel):
    """checks.toml"""

    reaction: Reaction
    factors: Factors


class StateRow(StateOfAny):
    """A row of chart states."""

    id: StateId


class Transmission(TomlModel):
    """HAN-IF-02  The number needed, and what is added to the roll."""

    german: int
    allied: int
    neutralized_hq: int
    armoured_car: int

    def needed(self, side: Side) -> int:
        """The number to roll or less."""
        return self.german if side == "german" else self.allied


class Mission(TomlModel):
    """HAN-IF-01  One fire mission; `turns` where it is not fired on all of its marker's."""

    name: str
    calibre: Calibre
    turns: tuple[int, int] | None = None

    def on(self, turn: int) -> bool:
        """Whether it is fired on a turn."""
        return self.turns is None or self.turns[0] <= turn <= self.turns[1]


class Marker(TomlModel):
    """HAN-CU-01, HAN-IF-01, HAN-IF-04  An Activation, artillery or Stuka marker."""

    id: str
    side: Side
    kind: MarkerKind
    formation: str = ""
    """The id of the formation it activates, empty for artillery and Stukas."""
    turns: tuple[int, int]
    """When it is put in the cup, first and last; a formation's depends on its units too."""
    missions: tuple[Mission, ...] = ()
    """In the order they are fired; the turns of each are checked when it is fired."""

    def in_cup(self, turn: int) -> bool:
        """HAN-CU-01  Whether the schedule gives it for a turn."""
        return self.turns[0] <= turn <= self.turns[1]


class IndirectFile(TomlModel):
    """indirect.toml"""

    observe: int
    stuka_clear: int
    transmission: Transmission
    marker: tuple[Marker, ...]


class Limits(TomlModel):
    """limits.toml  HAN-ST-01, HAN-ST-02, HAN-AS-01, HAN-AS-03, HAN-RE-02, HAN-CM-05, HAN-NE-07"""

    stack: int
    stack_hqs: int
    stack_columns: int
    attackers: int
    rounds: int
    assault_part: int
    retreat: int
    retreat_neutralized: int
    shaken_range: int
    hq_return: int


class Turn(TomlModel):
    """HAN-SP-23  An hour of the day."""

    number: int
    time: str


class MineSites(TomlModel):
    """HAN-MI-01  Where mines may be placed."""

    cols: tuple[int, int]
    not_terrain: tuple[str, ...]


class AreasFile(TomlModel):
    """areas.toml"""

    area: tuple[Area[Side], ...]
    home: dict[Side, Edge]
    mine_sites: MineSites


class Objective(TomlModel):
    """HAN-VP-01 to -27  A victory hex."""

    rule: str
    hex: HexNumber
    name: str
    vp: int


class SuddenDeath(TomlModel):
    """HAN-VC-01  The sudden-death conditions; a scenario leaves some out."""

    gette: tuple[HexNumber, ...]
    """(a) Hexes that give the German the game together; empty: not used."""
    tanks: int
    """(b) German tank units eliminated; 0: not used."""
    wiped_out: bool = True
    """(c) A side with no combat unit left and none to enter."""


class VictoryFile(TomlModel):
    """victory.toml"""

    objective: tuple[Objective, ...]
    sudden: SuddenDeath


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


FILES = game_files(Path(__file__).parents[1], Scenario, SIDE_TITLES)
