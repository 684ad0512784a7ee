"""Counters, formations, markers, areas and modifiers of Hannut as the rules look at them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wargame.games.hannut.data.files import (
    Edge,
    Family,
    Kind,
    MarkerKind,
    Mission,
    Mobility,
    Side,
)
from wargame.hexes.grid import Hex

_NO_ASSAULT = frozenset({"at_gun", "hq"})


@dataclass(frozen=True)  # without slots, so that what follows from the kind is worked out once
class UnitType:
    """What is printed on a counter."""

    id: str
    name: str
    formation: str
    """The name of its formation."""
    formation_id: str
    order: int
    """Its place in the order of battle, from 0: the table order of the rules."""
    side: Side
    kind: Kind
    mobility: Mobility
    """The movement class; a loaded unit is motorized (HAN-LO-01)."""
    family: Family
    """The AFV column: T tanks, C armoured cars, - soft."""
    steps: int
    attack: int
    reduced: int
    """The attack factor after a step loss; 0 for a unit of one step."""
    defence: int
    range: int
    allowance: int
    """Movement points, whole."""
    loaded_allowance: int
    """HAN-LO-01  Movement points when loaded; 0 for a unit that does not load."""
    pioneer: bool
    """HAN-FM-04, HAN-MI-02  Sturmpioniere."""
    setup: Hex | None
    loaded: bool
    """Starts or enters loaded."""
    arrival: int | None
    """HAN-EN-01  Earliest turn of a reinforcement."""
    area: str
    """HAN-EN-01  Entry of a reinforcement."""

    @cached_property
    def hq(self) -> bool:
        """A headquarters."""
        return self.kind == "hq"

    @cached_property
    def combat_unit(self) -> bool:
        """Any unit that is not an HQ."""
        return self.kind != "hq"

    @cached_property
    def afv(self) -> bool:
        """HAN-CRT-10, HAN-TM-09, HAN-DI-01  Tank or armoured-car family."""
        return self.family != "-"

    @cached_property
    def soft(self) -> bool:
        """HAN-CRT-10, HAN-TM-09  Hurt by red results, helped by cover."""
        return self.family == "-"

    @cached_property
    def tank(self) -> bool:
        """HAN-VC-01  Counts for victory when eliminated."""
        return self.kind == "tank"

    @cached_property
    def at_gun(self) -> bool:
        """HAN-FM-10, HAN-AT-01"""
        return self.kind == "at_gun"

    @cached_property
    def armoured_car(self) -> bool:
        """HAN-IF-02  May observe."""
        return self.kind == "armoured_car"

    @cached_property
    def observer(self) -> bool:
        """HAN-IF-02  HQs and armoured cars."""
        return self.hq or self.armoured_car

    @cached_property
    def assaults(self) -> bool:
        """HAN-AT-01  Neither AT gun nor HQ."""
        return self.kind not in _NO_ASSAULT

    @cached_property
    def loads(self) -> bool:
        """HAN-LO-01  Has lorries of its own."""
        return self.loaded_allowance > 0

    @cached_property
    def reacts_well(self) -> bool:
        """HAN-RC-01  German tanks, tank HQs and AT guns; not assault guns."""
        tank = self.family == "T" and self.kind != "assault_gun"
        return self.side == "german" and (tank or self.at_gun)

    def attack_with(self, steps: int) -> int:
        """HAN-GE-05  The attack factor with so many steps left."""
        return self.attack if steps >= self.steps else self.reduced


@dataclass(frozen=True, slots=True)
class Formation:
    """HAN-CM-01  A formation with its HQ, its marker and its units in table order."""

    id: str
    name: str
    side: Side
    marker: str
    command: int
    """HAN-CM-01  Command range in hexes."""
    hq: str
    """The id of its HQ."""
    units: tuple[str, ...]
    """Its units in the scenario, HQ included, in table order."""
    arrival: int | None
    area: str


@dataclass(frozen=True, slots=True)
class Marker:
    """HAN-CU-01  An Activation, artillery or Stuka marker."""

    id: str
    side: Side
    kind: MarkerKind
    formation: str
    """The id of the formation it activates, empty for artillery and Stukas."""
    first_turn: int
    last_turn: int
    """HAN-IF-01, HAN-IF-04  When it is put in the cup; a formation's depends on its units."""
    missions: tuple[Mission, ...]
    """HAN-IF-01  In the order they are fired; the turns of each are checked when it is fired."""

    def in_cup(self, turn: int) -> bool:
        """HAN-CU-01  Whether the schedule gives it for a turn."""
        return self.first_turn <= turn <= self.last_turn


@dataclass(frozen=True, slots=True)
class Area:
    """HAN-EN-01  An entry of reinforcements."""

    id: str
    side: Side
    name: str
    hex: Hex
    edge: Edge
    instead: tuple[Hex, ...]
    """The other hexes of the edge, the nearest first, of equally near ones the lower number."""


@dataclass(frozen=True, slots=True)
class Objective:
    """HAN-VP-01 to -27  A victory hex and its controller at the start."""

    hex: Hex
    name: str
    rule: str
    vp: int
    control: Side


@dataclass(frozen=True, slots=True)
class Turn:
    """HAN-SP-23  A box of the turn track."""

    number: int
    time: str


@dataclass(frozen=True, slots=True)
class FiringModifier:
    """HAN-FM-01 to -10  What the firer's condition adds to the column."""

    id: str
    title: str
    rule: str
    direct: int
    """For distance: for each hex after the first."""
    assault: int | None
    """None: such a unit may not assault."""
    first_round: bool
    """The assault value counts in round 1 only."""
    halves: bool
    """HAN-FM-10  Halves the attack factor instead, fractions up."""
    defends: bool
    """HAN-AS-09  Also applies to the fire of a defender in an assault."""
    when: str


@dataclass(frozen=True, slots=True)
class TargetModifier:
    """HAN-TM-01 to -08  What the target's place or condition adds to the column."""

    id: str
    title: str
    rule: str
    direct: int
    indirect: int
    assault: int
    """Columns; a lower defence factor is in `defence`."""
    defence: int
    """HAN-TM-07, HAN-TM-08  Added to the defence factor in an assault."""
    soft_only: bool
    """HAN-TM-09  AFVs ignore it and use the Dispersed line."""
    when: str


@dataclass(frozen=True, slots=True)
class SuddenDeath:
    """HAN-VC-01  The sudden-death conditions of a scenario."""

    gette: tuple[Hex, ...]
    """(a) Hexes that give the German the game together; empty: not used."""
    tanks: int
    """(b) German tank units eliminated; 0: not used."""
    wiped_out: bool
    """(c) A side with no combat unit left and none to enter."""
