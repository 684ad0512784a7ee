"""The counters of Hannut: what is printed on them."""

from __future__ import annotations

from functools import cached_property

from pydantic import Field

from wargame.content.roster import CounterModel
from wargame.content.toml import TomlModel
from wargame.games.hannut.data.files import Family, Kind, Mobility, Side

_NO_ASSAULT = frozenset({"at_gun", "hq"})


class UnitType(CounterModel):
    """What is printed on a counter, with what its formation says of it."""

    side: Side
    kind: Kind = Field(alias="type")
    mobility: Mobility = Field(alias="class")
    """The movement class; a loaded unit is motorized (HAN-LO-01)."""
    family: Family = Field(alias="afv", default="-")
    """The AFV column: T tanks, C armoured cars, - soft."""
    attack: int = Field(alias="a")
    reduced: int = 0
    """The attack factor after a step loss; 0 for a unit of one step."""
    defence: int = Field(alias="d")
    range: int
    allowance: int = Field(alias="ma")
    """Movement points, whole."""
    loaded_allowance: int = Field(alias="loaded_ma", default=0)
    """HAN-LO-01  Movement points when loaded; 0 for a unit that does not load."""
    pioneer: bool = Field(alias="stu_pio", default=False)
    """HAN-FM-04, HAN-MI-02  Sturmpioniere."""
    loaded: bool = False
    """Starts or enters loaded."""

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """HAN-GE-05  The sides of the counter, the best first; only one with a reduced factor has two."""
        return ("full", "reduced") if self.reduced else ("full",)

    @cached_property
    def steps(self) -> int:
        """As many as sides."""
        return len(self.sides)

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


class Formation(TomlModel):
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
    arrival: int | None = Field(alias="turn", default=None)
    area: str = ""
