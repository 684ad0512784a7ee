"""Everything printed for a scenario of East Front: map, counters, tables, ready to look up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, partial
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from wargame.content.roster import check_on_board, roster
from wargame.content.scenario import chosen
from wargame.content.shelf import Shelf
from wargame.content.states import StatesFile
from wargame.games.eastfront.data.counters import (
    AirFile,
    AirUnit,
    ClassesFile,
    ClassId,
    NavalFile,
    NavalGroup,
    RosterFile,
    UnitClass,
    UnitType,
)
from wargame.games.eastfront.data.events import EventsFile
from wargame.games.eastfront.data.files import (
    FILES,
    SIDES,
    ZONES,
    Procedure,
    Scenario,
    Side,
    Zone,
)
from wargame.games.eastfront.data.ground import (
    GeographyFile,
    Port,
    TerrainFile,
    TerrainRow,
    WeatherFile,
)
from wargame.games.eastfront.data.limits import Limits
from wargame.games.eastfront.data.tables import (
    CombatFile,
    ForcesFile,
    Output,
    PartisansFile,
    ProductionFile,
    ResultRow,
    VictoryFile,
    Work,
    WorksFile,
)
from wargame.hexes.bits import mask_of
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

RULESET = "eastfront-7"
"""Changes when an answer could have another effect."""
CITY, MAJOR_CITY, TOWN = "city", "major city", "town"
SEA, LAKE, NOWHERE = "sea", "lake", "out of play"
MOUNTAIN, SWAMP, FOREST, ROUGH = "mountain", "swamp", "forest", "rough"
MINOR_RIVER, MAJOR_RIVER, STRAIT = "minor river", "major river", "strait"
STANDARD, BROAD = 1, 2
"""Values of layer gauge."""
SEA_NAMES = MappingProxyType(
    {"Black Sea": "Black", "Azov": "Black", "White Sea": "White", "White Sea (Dvina)": "White"}
)
"""EF-NV-23  Names of 6.5 for areas of the map that are called otherwise there."""


class Goal(NamedTuple):
    """A hex that counts for victory."""

    hex: Hex
    vp: int


class EastFrontContent(Shelf[Scenario]):
    """The printed matter of one scenario; tuples by hex are indexed by Hex."""

    terrain = FILES.table("terrain.toml", TerrainFile)
    geography = FILES.table("geography.toml", GeographyFile)
    weather = FILES.table("weather.toml", WeatherFile)
    classes = FILES.table("classes.toml", ClassesFile)
    combat = FILES.table("combat.toml", CombatFile)
    production = FILES.table("production.toml", ProductionFile)
    partisans = FILES.table("partisans.toml", PartisansFile)
    works = FILES.table("works.toml", WorksFile)
    forces = FILES.table("forces.toml", ForcesFile)
    events = FILES.table("events.toml", EventsFile)
    victory = FILES.table("victory.toml", VictoryFile)
    limits = FILES.table("limits.toml", Limits)
    listed = FILES.table("units.toml", RosterFile)
    listed_air = FILES.table("air.toml", AirFile)
    listed_naval = FILES.table("naval.toml", NavalFile)
    printed_states = FILES.table("states.toml", StatesFile)

    def plays(self, procedure: Procedure) -> bool:
        """Whether the scenario uses a procedure that a small one leaves out."""
        return procedure in self.scenario.uses

    # -- counters -----------------------------------------------------------------------------------

    @cached_property
    def _chosen(self) -> frozenset[str]:
        ground = [row["id"] for formation in self.listed.formation for row in formation["units"]]
        air = [unit.id for unit in self.listed_air.unit]
        naval = [group.id for group in self.listed_naval.group]
        every = (*ground, *air, *naval)
        return frozenset(chosen(self.read.file, "units", self.scenario.units, every))

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The ground units of the scenario by id, in the order of battle."""
        file = FILES.data("units.toml")
        known = roster(file, self.listed.formation, UnitType, self.grid)
        found = {unit.id: unit for unit in known.values() if unit.id in self._chosen}
        for unit in found.values():
            check_on_board(file, unit, self.board)
        return found

    @cached_property
    def hqs(self) -> tuple[str, ...]:
        """The HQs of both sides, by id."""
        return tuple(sorted(u for u, kind in self.units.items() if kind.hq))

    @cached_property
    def bands(self) -> tuple[str, ...]:
        """EF-PT-10  The partisan bands, by id."""
        return tuple(sorted(u for u, kind in self.units.items() if kind.cls == "PA"))

    @cached_property
    def air(self) -> dict[str, AirUnit]:
        """EF-AR-10, EF-SC-04  The air units of the scenario by id, each at its first base."""
        bases = {
            unit: self.read.hex(f"bases.{unit}", number)
            for unit, number in self.scenario.bases.items()
        }
        return {
            unit.id: unit.model_copy(update={"base": bases.get(unit.id, unit.base)})
            for unit in self.listed_air.unit
            if unit.id in self._chosen
        }

    @cached_property
    def naval(self) -> dict[str, NavalGroup]:
        """EF-NV-10  The naval groups of the scenario by id."""
        return {group.id: group for group in self.listed_naval.group if group.id in self._chosen}

    @cached_property
    def names(self) -> dict[str, str]:
        """Units of any kind in running text, by id."""
        ground = {u: kind.name for u, kind in self.units.items()}
        air = {u: kind.name for u, kind in self.air.items()}
        return {**ground, **air, **{u: group.name for u, group in self.naval.items()}}

    @cached_property
    def _dated(self) -> dict[int, dict[ClassId, UnitClass]]:
        now = {cls.id: cls for cls in self.classes.class_}
        found = {0: dict(now)}
        for change in sorted(self.classes.change, key=lambda change: change.turn):
            values = change.model_dump(exclude={"turn", "classes"}, exclude_none=True)
            for cls in change.classes:
                now[cls] = now[cls].model_copy(update=values)
            found[change.turn] = dict(now)
        return found

    @cache  # noqa: B019  a content lives as long as the program
    def classes_in(self, turn: int) -> Mapping[ClassId, UnitClass]:
        """EF-UN-02  What the classes are in a turn."""
        return self._dated[max(first for first in self._dated if first <= turn)]

    # -- ground -------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> tuple[TerrainRow | None, ...]:
        """The terrain of each hex; None for sea and what is out of play."""
        known = {row.id: row for row in self.terrain.terrain}
        return tuple(known.get(terrain) for terrain in self.map.terrain)

    @cached_property
    def land(self) -> frozenset[Hex]:
        """EF-HC-01  Hexes of the board that are neither water nor out of play."""
        wet = (SEA, LAKE, NOWHERE)
        return frozenset(h for h in self.board if self.map.terrain[h] not in wet)

    @cached_property
    def lakes(self) -> frozenset[Hex]:
        """Lake hexes of the board."""
        return frozenset(h for h in self.board if self.map.terrain[h] == LAKE)

    @cached_property
    def seas(self) -> frozenset[Hex]:
        """Sea hexes of the board."""
        return frozenset(h for h in self.board if self.map.terrain[h] == SEA)

    @cached_property
    def nation(self) -> tuple[str, ...]:
        """The nation of each hex in June 1941, a letter; "-" for water."""
        return tuple(
            self.geography.nations[self.grid.row(h) - 1][self.grid.column(h) - 1]
            for h in range(self.grid.size)
        )

    @cached_property
    def countries(self) -> dict[str, int]:
        """The hexes of each nation: sets of hexes."""
        of, size = self.nation, self.grid.size
        return {
            letter: mask_of((h for h in range(size) if of[h] == letter), size)
            for letter in sorted(set(of))
        }

    @cached_property
    def zone(self) -> tuple[Zone, ...]:
        """EF-WX-01  The weather zone of each hex."""
        by_row = {
            row: zone
            for zone in ZONES
            for row in range(self.weather.zones[zone][0], self.weather.zones[zone][1] + 1)
        }
        return tuple(by_row[self.grid.row(h)] for h in range(self.grid.size))

    @cached_property
    def scenario_bases(self) -> frozenset[Hex]:
        """EF-AR-12  Bases of the scenario with room for any number."""
        return frozenset(self.read.hex("bases", name) for name in self.scenario.bases.values())

    def place_kind(self, where: Hex) -> str:
        """What place stands in a hex: "town", "city", "major city", "" for none."""
        place = self.map.places.get(where)
        return place.kind if place else ""

    def water(self, a: Hex, b: Hex) -> str:
        """The river or strait on a hexside; "" for none."""
        return self.map.hexsides.get(side_key(a, b), "")

    def highway(self, a: Hex, b: Hex) -> bool:
        """Whether a highway crosses a hexside."""
        return side_key(a, b) in self.map.road_step

    @cached_property
    def contact(self) -> tuple[tuple[tuple[Hex, bool], ...], ...]:
        """EF-ZC-01  By hex: the land hexes around that a ZOC may reach, and whether over a major river."""

        def reached(h: Hex) -> tuple[tuple[Hex, bool], ...]:
            if h not in self.land:
                return ()
            return tuple(
                (b, self.water(h, b) == MAJOR_RIVER)
                for b in self.grid.neighbours[h]
                if b in self.land and self.water(h, b) != STRAIT
            )

        return tuple(reached(h) for h in range(self.grid.size))

    # -- railways -----------------------------------------------------------------------------------

    @cached_property
    def rail_steps(self) -> dict[HexsideKey, int]:
        """EF-RA-10  The steps of railways on the board, each with the turn in which it opens."""
        found: dict[HexsideKey, int] = {}
        for line in self.map.rails:
            opens = self.geography.opens.get(line.name, 0)
            for a, b in pairwise(line.path):
                if a in self.board and b in self.board:
                    key = side_key(a, b)
                    found[key] = min(opens, found.get(key, opens))
        return found

    @cached_property
    def rail_hexes(self) -> frozenset[Hex]:
        """Hexes of a railway, open or not."""
        return frozenset(h for step in self.rail_steps for h in step)

    @cache  # noqa: B019  a content lives as long as the program
    def rail_links(self, turn: int) -> tuple[tuple[Hex, ...], ...]:
        """EF-RA-10  By hex: the hexes one open rail step away in a turn, ascending."""
        found: dict[Hex, list[Hex]] = {}
        for (a, b), opens in sorted(self.rail_steps.items()):
            if opens <= turn:
                found.setdefault(a, []).append(b)
                found.setdefault(b, []).append(a)
        return tuple(tuple(sorted(found.get(h, ()))) for h in range(self.grid.size))

    @cached_property
    def gauge(self) -> dict[Hex, int]:
        """EF-RA-10  The gauge of each rail hex in June 1941."""
        standard = frozenset(self.geography.gauge.standard)
        return {h: STANDARD if h in standard else BROAD for h in sorted(self.rail_hexes)}

    # -- what places are worth ----------------------------------------------------------------------

    @cached_property
    def sources(self) -> dict[Side, tuple[Hex, ...]]:
        """EF-SP-15, EF-SC-05  The supply sources of each side, ascending."""
        own = self.scenario.sources
        if not own:
            return {side: tuple(sorted(self.geography.sources[side])) for side in SIDES}
        columns = self.scenario.source_columns
        return {
            side: tuple(
                sorted(
                    {
                        *self.read.hexes(f"sources.{side}", own[side]),
                        *(h for h in self.rail_hexes if self.grid.column(h) == columns[side]),
                    }
                )
            )
            for side in SIDES
        }

    @cached_property
    def points(self) -> dict[Hex, int]:
        """EF-VP-01, EF-SC-07  Victory points by hex."""
        score = self.scenario.score
        if score is not None:
            return {self.read.hex("score.places", n): vp for n, vp in score.places.items()}
        return {h: vp for vp, hexes in self.geography.vp.items() for h in hexes}

    @cached_property
    def objectives(self) -> tuple[Goal, ...]:
        """EF-VP-01  The hexes that count, with what they count."""
        return tuple(Goal(h, vp) for h, vp in sorted(self.points.items()))

    @cached_property
    def ports(self) -> dict[Hex, Port]:
        """EF-NV-14  The ports on the board."""
        return {port.hex: port for port in self.geography.port if port.hex in self.board}

    @cached_property
    def sea(self) -> dict[Hex, str]:
        """EF-NV-23  The sea of each water hex that has a name, as in table 6.5."""
        return {
            h: SEA_NAMES.get(area.name, area.name)
            for area in self.geography.area
            for h in area.hexes
            if h in self.board
        }

    @cached_property
    def forts(self) -> dict[Hex, int]:
        """Fort levels at the start; printed fortresses are not among them."""
        rows = self.geography.forts.values()
        return {h: row.level for row in rows for h in row.hexes if h in self.board}

    @cached_property
    def work(self) -> dict[str, Work]:
        """EF-EN-10  By id."""
        return {work.id: work for work in self.works.work}

    @cached_property
    def results(self) -> dict[str, ResultRow]:
        """EF-CB-20  What the codes of the combat table mean."""
        return {row.code: row for row in self.combat.result}

    def output(self, side: Side, turn: int) -> Output:
        """EF-SP-10, EF-SC-05  What a side gets in a turn before losses of industry."""
        own = self.scenario.production
        if own:
            return Output(sp=own[side], srp=0, inf=0, arm=0, air=0)
        row = next(r for r in self.production.period if r.turns[0] <= turn <= r.turns[1])
        return row.of(side)


load_content = cache(partial(EastFrontContent, FILES))
"""The printed matter of a scenario; an unknown id is refused with the nearest."""
