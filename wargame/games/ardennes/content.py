"""Everything printed for a scenario of Ardennes: map, counters, cards, tables, ready to look up."""

from __future__ import annotations

from functools import cache, cached_property, partial
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from wargame.content.errors import DataError
from wargame.content.ground import CostsByDirection, Ground, ground_of, sides_of
from wargame.content.roster import check_on_board, roster
from wargame.content.scenario import chosen
from wargame.content.shelf import Shelf
from wargame.content.states import StatesFile
from wargame.games.ardennes.data.cards import (
    ActionCard,
    ActionsFile,
    Card,
    CardsFile,
    Chit,
    ChitsFile,
)
from wargame.games.ardennes.data.counters import RosterFile, UnitType
from wargame.games.ardennes.data.files import (
    FILES,
    ArmyId,
    Day,
    DaysFile,
    Procedure,
    Scenario,
    Side,
)
from wargame.games.ardennes.data.ground import FrontFile, TablesFile, TerrainFile, TerrainRow
from wargame.games.ardennes.data.limits import Limits, VictoryFile
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key

RULESET = "ardennes-6"
"""Changes when an answer could have another effect."""
Mobility: TypeAlias = Literal["inf", "mech", "frozen"]
"""Columns of the terrain table; "frozen" is mech on a day of Ground Freeze."""
MOBILITIES: tuple[Mobility, ...] = ("inf", "mech", "frozen")
CITY, TOWN = "city", "town"
RIVER, MAJOR = "river", "major river"


class Goal(NamedTuple):
    """A hex that counts for victory."""

    hex: Hex
    vp: int


class ArdennesContent(Shelf[Scenario]):
    """The printed matter of one scenario; tuples by hex are indexed by Hex, costs in MP."""

    terrain = FILES.table("terrain.toml", TerrainFile)
    front = FILES.table("front.toml", FrontFile)
    tables = FILES.table("tables.toml", TablesFile)
    """ARD-SS-16, ARD-AA-07, ARD-AD-11, ARD-CR-07"""
    cup = FILES.table("chits.toml", ChitsFile)
    """ARD-CH-01, ARD-CC-06, ARD-CC-07"""
    actions = FILES.table("actions.toml", ActionsFile)
    """ARD-AA-20"""
    listed_cards = FILES.table("cards.toml", CardsFile)
    listed = FILES.table("units.toml", RosterFile)
    """The counters of every scenario."""
    printed_days = FILES.table("days.toml", DaysFile)
    printed_states = FILES.table("states.toml", StatesFile)
    limits = FILES.table("limits.toml", Limits)
    victory = FILES.table("victory.toml", VictoryFile)

    def plays(self, procedure: Procedure) -> bool:
        """Whether the scenario uses a procedure that a small one leaves out."""
        return procedure in self.scenario.uses

    # -- counters, cards, days ----------------------------------------------------------------------

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The units of the scenario by id: as printed, or on the day the scenario says."""
        file, scenario = FILES.data("units.toml"), self.scenario
        known = roster(file, self.listed.formation, UnitType, self.grid)
        used = {*chosen(self.read.file, "units", scenario.units, known)}
        found = {}
        for unit in known.values():
            if unit.id not in used:
                continue
            check_on_board(file, unit, self.board)
            due = scenario.due.get(unit.id, unit.due)
            found[unit.id] = unit.model_copy(update={"due": due})
        return found

    @cached_property
    def order(self) -> dict[str, int]:
        """ARD-GE-07  The place of each unit in ascending #."""
        found = sorted(self.units.values(), key=lambda kind: (kind.rank, kind.id))
        return {kind.id: n for n, kind in enumerate(found)}

    @cached_property
    def formations(self) -> dict[tuple[Side, str], tuple[UnitType, ...]]:
        """ARD-AC-01  The units of each division or brigade of a side, in table order."""
        found: dict[tuple[Side, str], tuple[UnitType, ...]] = {}
        for unit in self.units.values():
            if unit.div:
                key = unit.side, unit.div
                found[key] = (*found.get(key, ()), unit)
        return found

    @cached_property
    def corps(self) -> dict[str, tuple[UnitType, ...]]:
        """ARD-AC-02  The units of each corps, by #."""
        found: dict[str, tuple[UnitType, ...]] = {}
        for unit in self.units.values():
            found[unit.corps] = (*found.get(unit.corps, ()), unit)
        return found

    def army_of(self, corps: str, day: int) -> ArmyId:
        """ARD-OB-01  The army of a corps on a day."""
        switch = self.limits.armies.switch
        if corps == switch.corps and day <= switch.through:
            return switch.to
        return self.corps[corps][0].army

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards of the scenario by id, in table order."""
        file, scenario = FILES.data("cards.toml"), self.scenario
        known = {card.id: card for card in self.listed_cards.card}
        if len(known) != len(self.listed_cards.card):
            raise DataError(file, "card", "an id stands twice")
        used = {*chosen(self.read.file, "cards", scenario.cards, known)}
        enters = scenario.enters
        return {
            card.id: card.model_copy(update={"enters": enters.get(card.id, card.enters)})
            for card in known.values()
            if card.id in used
        }

    @cached_property
    def chits(self) -> dict[str, Chit]:
        """ARD-CH-01  By id."""
        return {chit.id: chit for chit in self.cup.chit}

    @cached_property
    def action_cards(self) -> dict[str, ActionCard]:
        """ARD-AA-20  By id."""
        return {card.id: card for card in self.actions.card}

    @cached_property
    def days(self) -> dict[int, Day]:
        """The days of the scenario by date."""
        played = self.scenario.played()
        return {day.number: day for day in self.printed_days.day if day.number in played}

    # -- ground -------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground[TerrainRow]:
        """ARD-MV-03  No hexside is shut for good: bridges fall, rivers are crossed."""
        return ground_of(self.map, self.board, self.terrain.terrain)

    @cached_property
    def board_mask(self) -> int:
        """The board in play as a set of hexes."""
        return self.grid.mask(self.board)

    @cached_property
    def westwall_mask(self) -> int:
        """The hexes of the Westwall as a set."""
        return self.grid.mask(self.westwall)

    @cached_property
    def rivers(self) -> frozenset[HexsideKey]:
        """Hexsides of minor and major rivers."""
        return sides_of(self.map, RIVER, MAJOR)

    @cached_property
    def majors(self) -> frozenset[HexsideKey]:
        """ARD-MV-03  Hexsides of the Meuse and the Moselle."""
        return sides_of(self.map, MAJOR)

    @cached_property
    def prices(self) -> dict[Mobility, CostsByDirection]:
        """ARD-MV-01, ARD-MV-02  By hex left and direction: the road, or the terrain entered; rivers apart."""

        def price(a: Hex, b: Hex, mobility: Mobility) -> int:
            if self.ground.road(a, b):
                return self.terrain.move.road
            return int(getattr(self.ground.rows[b], mobility))

        return self.ground.prices(MOBILITIES, price)

    @cached_property
    def road_positions(self) -> frozenset[Hex]:
        """ARD-RB-08  Positions on Road hexes: where a Roadblock may lie."""
        return frozenset(self.hold.keys() & self.road_hexes)

    @cached_property
    def sites_beside(self) -> tuple[tuple[Hex, ...], ...]:
        """ARD-RB-07  By hex the Positions on Roads next to it, in the order of its neighbours."""
        sites, beside = self.road_positions, self.grid.neighbours
        return tuple(tuple(n for n in beside[h] if n in sites) for h in range(self.grid.size))

    @cached_property
    def longest_move(self) -> int:
        """ARD-MV-02  Hexes beyond which no unit goes in a move that is not Strategic."""
        move = self.terrain.move
        most = max((unit.allowance for unit in self.units.values()), default=0)
        return (most + move.night_march) // move.road

    @cached_property
    def cities(self) -> frozenset[Hex]:
        """Hexes of kind city."""
        return self._places(CITY)

    @cached_property
    def towns(self) -> frozenset[Hex]:
        """Hexes of kind town."""
        return self._places(TOWN)

    @cached_property
    def built_up(self) -> frozenset[Hex]:
        """City/Town: no IP there, defenders disregard a hit."""
        return self.cities | self.towns

    def _places(self, kind: str) -> frozenset[Hex]:
        found = (h for h, place in self.map.places.items() if place.kind == kind)
        return frozenset(found) & self.board

    @cached_property
    def westwall(self) -> frozenset[Hex]:
        """ARD-SP-08, ARD-US-03"""
        return frozenset(self.front.westwall) & self.board

    @cached_property
    def left_bank(self) -> frozenset[Hex]:
        """ARD-MV-12, ARD-VC-01  Hexes west and north of the Meuse."""
        return frozenset(self.front.left_bank) & self.board

    @cached_property
    def beside_meuse(self) -> frozenset[Hex]:
        """ARD-MV-12  Hexes with a hexside of the Meuse."""
        names = self.map.hexside_names
        return frozenset(h for side in names if names[side] == "Meuse" for h in side) & self.board

    @cached_property
    def hold(self) -> dict[Hex, int]:
        """The Hold Value of each Position."""
        rows = self.front.hold.items()
        return {h: value for value, hexes in rows for h in hexes if h in self.board}

    @cached_property
    def points(self) -> dict[Hex, int]:
        """ARD-VC-01, ARD-SC-01  VP by hex."""
        own = self.scenario.points
        if own:
            return {self.read.hex("points", number): value for number, value in own.items()}
        rows = self.front.points.items()
        return {h: value for value, hexes in rows for h in hexes if h in self.board}

    @cached_property
    def objectives(self) -> tuple[Goal, ...]:
        """ARD-VC-01  The VP hexes, with what they count."""
        return tuple(Goal(h, vp) for h, vp in sorted(self.points.items()))

    @cached_property
    def route_mask(self) -> int:
        """ARD-AD-11  The hexes of Primary routes as a set."""
        return self.grid.mask(self.routes[0])

    @cached_property
    def points_mask(self) -> int:
        """The VP hexes as a set."""
        return self.grid.mask(self.points)

    @cached_property
    def hold_mask(self) -> int:
        """The Positions as a set."""
        return self.grid.mask(self.hold)

    @cached_property
    def routes(self) -> tuple[frozenset[Hex], frozenset[Hex]]:
        """ARD-AD-11  The hexes of Primary and of Secondary routes."""
        file = FILES.data("front.toml")
        found: dict[str, set[Hex]] = {"primary": set(), "secondary": set()}
        for row in self.front.route:
            path = [self.grid.hex(number) for number in row.path.split("-")]
            for a, b in pairwise(path):
                if side_key(a, b) not in self.map.road_step:
                    step = f"{self.grid.name(a)} to {self.grid.name(b)}"
                    raise DataError(file, f"route.{row.id}", f"no road leads from {step}")
            found[row.cls].update(path)
        return frozenset(found["primary"]) & self.board, frozenset(found["secondary"]) & self.board

    @cached_property
    def sources(self) -> dict[Side, tuple[Hex, ...]]:
        """ARD-SP-01  The source hexes of each side, ascending."""
        window = self.scenario.sources
        if window is None:
            found = self.front.sources
            return {"german": tuple(sorted(found.german)), "allied": tuple(sorted(found.allied))}
        roads = sorted(self.road_hexes)
        return {
            "german": tuple(h for h in roads if self.grid.column(h) == window.german_column),
            "allied": tuple(h for h in roads if self.grid.column(h) == window.allied_column),
        }

    @cached_property
    def source_mask(self) -> dict[Side, int]:
        """The same as sets."""
        return {side: self.grid.mask(hexes) for side, hexes in self.sources.items()}

    @cached_property
    def corps_area(self) -> tuple[str, ...]:
        """ARD-RD-03  The corps area of each hex."""
        return self._sector(self.front.sectors.corps_rows, self.front.sectors.corps)

    @cached_property
    def area_hexes(self) -> dict[str, frozenset[Hex]]:
        """ARD-MV-10, ARD-MV-12  The hexes of each corps area; of the British the left bank of the Meuse."""
        areas = sorted(self.front.sectors.corps.values())
        found = {a: frozenset(h for h in self.board if self.corps_area[h] == a) for a in areas}
        return {**found, self.limits.british.corps: self.left_bank}

    @cached_property
    def army_sector(self) -> tuple[str, ...]:
        """ARD-MV-09  The German army sector of each hex."""
        return self._sector(self.front.sectors.army_rows, self.front.sectors.army)

    def _sector(self, rows: tuple[str, ...], legend: dict[str, str]) -> tuple[str, ...]:
        grid = self.grid
        return tuple(legend[rows[grid.row(h) - 1][grid.column(h) - 1]] for h in range(grid.size))


load_content = cache(partial(ArdennesContent, FILES))
"""The printed matter of a scenario; an unknown id is refused with the nearest."""
