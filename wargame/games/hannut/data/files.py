"""The data files of Hannut as frozen models, read together as one set of tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from wargame.content.toml import TomlModel, read_toml

HERE = Path(__file__).resolve().parent

Side: TypeAlias = Literal["german", "allied"]
SIDE_TITLES: dict[str, str] = {"german": "German", "allied": "French"}
Mobility: TypeAlias = Literal["infantry", "motorized", "tracked"]
Family: TypeAlias = Literal["T", "C", "-"]
Edge: TypeAlias = Literal["north", "south", "west", "east"]
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


class UnitRow(TomlModel):
    """One counter; without a set-up hex it arrives with its formation."""

    id: str
    name: str
    kind: Kind = Field(alias="type")
    mobility: Mobility = Field(alias="class")
    afv: Family = "-"
    a: int
    reduced: int = 0
    d: int
    range: int
    ma: int
    loaded_ma: int = 0
    stu_pio: bool = False
    hex: str = ""

    @property
    def steps(self) -> int:
        """A unit with a reduced factor has two."""
        return 2 if self.reduced else 1


class FormationRow(TomlModel):
    """HAN-CM-01  A formation, its marker, its command range and its counters."""

    id: str
    name: str
    side: Side
    marker: str
    command: int
    turn: int | None = None
    area: str = ""
    units: tuple[UnitRow, ...]


class UnitsFile(TomlModel):
    """units.toml"""

    formation: tuple[FormationRow, ...]


class ByMobility(TomlModel):
    """Half MPs for each movement class."""

    infantry: int
    motorized: int
    tracked: int

    def price(self, mobility: Mobility) -> int:
        """Half MPs for a class."""
        prices: dict[Mobility, int] = {
            "infantry": self.infantry,
            "motorized": self.motorized,
            "tracked": self.tracked,
        }
        return prices[mobility]


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
        found: dict[Attack, int] = {
            "direct": self.direct,
            "indirect": self.indirect,
            "assault": self.assault,
        }
        return found[attack]


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


class FiringRow(TomlModel):
    """HAN-FM-01 to -10  A firing modifier; `assault` is missing where assault is not allowed."""

    id: str
    title: str
    rule: str
    direct: int = 0
    assault: int | None = None
    first_round: bool = False
    halves: bool = False
    defends: bool = False
    when: str


class TargetRow(TomlModel):
    """HAN-TM-01 to -08  A target modifier; a terrain takes its values from terrain.toml."""

    id: str
    title: str
    rule: str
    direct: int = 0
    indirect: int = 0
    assault: int = 0
    defence: int = 0
    when: str


class CombatFile(TomlModel):
    """combat.toml"""

    columns: tuple[int, ...]
    crt: dict[int, str]
    red: tuple[int, ...]
    mine_column: int
    calibre_column: dict[Calibre, int]
    firing: tuple[FiringRow, ...]
    target: tuple[TargetRow, ...]


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


class StateRow(TomlModel):
    """A row of chart states; the letter tells the marker apart on the counter."""

    id: StateId
    title: str
    letter: str
    rule: str
    set_by: str
    effects: str
    removed_by: str


class StatesFile(TomlModel):
    """states.toml"""

    state: tuple[StateRow, ...]


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


class FireMarkerRow(TomlModel):
    """HAN-IF-01, HAN-IF-04  An artillery or Stuka marker and its turns in the campaign."""

    id: str
    side: Side
    kind: Literal["artillery", "stuka"]
    turns: tuple[int, int]
    missions: tuple[Mission, ...] = ()


class IndirectFile(TomlModel):
    """indirect.toml"""

    observe: int
    stuka_clear: int
    transmission: Transmission
    marker: tuple[FireMarkerRow, ...]


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


class TurnRow(TomlModel):
    """HAN-SP-23  An hour of the day."""

    number: int
    time: str


class TurnsFile(TomlModel):
    """turns.toml"""

    turn: tuple[TurnRow, ...]


class AreaRow(TomlModel):
    """HAN-EN-01  An entry of reinforcements."""

    id: str
    side: Side
    name: str
    hex: str
    edge: Edge


class MineSites(TomlModel):
    """HAN-MI-01  Where mines may be placed."""

    cols: tuple[int, int]
    not_terrain: tuple[str, ...]


class AreasFile(TomlModel):
    """areas.toml"""

    area: tuple[AreaRow, ...]
    home: dict[Side, Edge]
    mine_sites: MineSites


class ObjectiveRow(TomlModel):
    """HAN-VP-01 to -27  A victory hex."""

    rule: str
    hex: str
    name: str
    vp: int


class SuddenRow(TomlModel):
    """HAN-VC-01  The numbers of the sudden-death conditions."""

    gette: tuple[str, ...]
    tanks: int


class VictoryFile(TomlModel):
    """victory.toml"""

    objective: tuple[ObjectiveRow, ...]
    sudden: SuddenRow


@dataclass(frozen=True, slots=True)
class Tables:
    """Every data file that belongs to all scenarios."""

    units: UnitsFile
    terrain: TerrainFile
    combat: CombatFile
    checks: ChecksFile
    states: StatesFile
    indirect: IndirectFile
    limits: Limits
    turns: TurnsFile
    areas: AreasFile
    victory: VictoryFile


@cache
def read_tables() -> Tables:
    """All tables of the game."""
    return Tables(
        units=read_toml(HERE / "units.toml", UnitsFile),
        terrain=read_toml(HERE / "terrain.toml", TerrainFile),
        combat=read_toml(HERE / "combat.toml", CombatFile),
        checks=read_toml(HERE / "checks.toml", ChecksFile),
        states=read_toml(HERE / "states.toml", StatesFile),
        indirect=read_toml(HERE / "indirect.toml", IndirectFile),
        limits=read_toml(HERE / "limits.toml", Limits),
        turns=read_toml(HERE / "turns.toml", TurnsFile),
        areas=read_toml(HERE / "areas.toml", AreasFile),
        victory=read_toml(HERE / "victory.toml", VictoryFile),
    )
