"""Where a player may deploy Reserves (ARD-RD-11, ARD-RD-12, 5.13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from wargame.flow.ask import Refusal
from wargame.games.ardennes.content import ArdennesContent
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import (
    around,
    close_hexes,
    near_enemy,
    proximate_hexes,
    standing,
    without,
    zone_of,
)
from wargame.games.ardennes.state import (
    ISOLATED,
    OTHER,
    ArdGame,
    Load,
    army_of,
    day,
    due_of,
    in_supply,
    kind_of,
    load_of,
    on_map,
    place_name,
    steps,
    unit_name,
    why_full,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.works import roadblock_mask
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def why_no_card(g: ArdGame, card: Card, unit_id: UnitId) -> Refusal | None:
    """ARD-RD-12  The OKW reserve needs an army or army group card on the first day it could enter."""
    kind = kind_of(g, unit_id)
    if not kind.okw or card.kind in ("army", "group") or day(g) > due_of(g, unit_id):
        return None
    said = f"{unit_name(g, unit_id)} is of the OKW reserve: today an army card alone releases it."
    return Refusal(said, "ARD-RD-12")


class Bar(NamedTuple):
    """Hexes that take nobody out of Reserve, and why."""

    hexes: int
    """As a set."""
    said: str
    """With a gap for the place."""
    rule: str


class Places:
    """Where the Reserve units of a side may be placed; good until the table changes."""

    def __init__(self, g: ArdGame, side: Side) -> None:
        self.g, self.side = g, side
        self.lines = Lines(g, side)
        self._mates: dict[str, int] = {}
        self._open: dict[tuple[str, str], int] = {}
        self._room: dict[tuple[str, str, int], list[Hex]] = {}
        self._loads: dict[Hex, Load] = {}

    def hexes(self, unit_id: UnitId) -> list[Hex]:
        """The hexes that take a unit, ascending."""
        kind, friends = kind_of(self.g, unit_id), standing(self.g, self.side)
        alike = kind.army, kind.corps
        if alike not in self._open:
            worth = self._worth(unit_id)
            for bar in self._bars(unit_id):
                worth &= ~bar.hexes
            self._open[alike] = worth & ~self._near(unit_id, worth)
        size = *alike, steps(self.g, unit_id)
        if size not in self._room:
            found = self._open[alike]
            full = [h for h in members(found & friends) if self._is_full(h, size[-1])]
            self._room[size] = members(found & ~self.g.grid.mask(full))
        return self._room[size]

    def _is_full(self, h: Hex, more: int) -> bool:
        """ARD-ST-01  Whether a hex with friends takes no unit of so many steps."""
        if h not in self._loads:
            self._loads[h] = load_of(self.g, h)
        load, most = self._loads[h], self.g.content.limits.stacking
        return load.units >= most.units or load.steps + more > most.steps

    def _worth(self, unit_id: UnitId) -> int:
        """Hexes worth looking at."""
        g = self.g
        if self.side == "allied":
            return _area(g.content, kind_of(g, unit_id).corps)
        return (self._entries(unit_id) | self._around(unit_id)) & g.content.board_mask

    def why_not(self, unit_id: UnitId, where: Hex) -> Refusal | None:
        """ARD-RD-11, ARD-RD-12, ARD-ST-01  Why a unit may not be placed in a hex; None if it may."""
        full = why_full(self.g, self.side, where, [unit_id])
        return self._why_closed(unit_id, where) or full

    def why_none(self, units: Collection[UnitId], unit_id: UnitId, where: Hex) -> Refusal | None:
        """ARD-AC-07  The same of whoever is named, where a card brings these *units* on."""
        if unit_id not in units:
            said = f"{unit_name(self.g, unit_id)} is none of the Reserve that this card brings on."
            return Refusal(said, "ARD-AC-07")
        return self.why_not(unit_id, where)

    def _why_closed(self, unit_id: UnitId, where: Hex) -> Refusal | None:
        """Why no unit of its corps may be placed in a hex, however much room there is."""
        g = self.g
        if where not in g.content.board:
            return Refusal(f"{g.grid.name(where)} is not on the board in play.", self.rule)
        for bar in self._bars(unit_id):
            if bar.hexes >> where & 1:
                return Refusal(bar.said.format(place_name(g, where)), bar.rule)
        if self._near(unit_id, 1 << where):
            return Refusal(f"{place_name(g, where)} is Proximate to the enemy.", self.rule)
        return None

    def _bars(self, unit_id: UnitId) -> list[Bar]:
        """What keeps a unit out, apart from the enemy's being Proximate."""
        more = self._german_bars if self.side == "german" else self._allied_bars
        return [
            Bar(standing(self.g, OTHER[self.side]), "The enemy stands in {}.", self.rule),
            Bar(zone_of(self.g, OTHER[self.side]), "{} is in an enemy ZOC.", self.rule),
            *more(unit_id),
        ]

    @property
    def rule(self) -> str:
        """The rule of this side's deployment."""
        return "ARD-RD-12" if self.side == "german" else "ARD-RD-11"

    # -- German -------------------------------------------------------------------------------

    def entries(self, unit_id: UnitId) -> tuple[Hex, ...]:
        """ARD-RD-12  The source hexes of its army's sector."""
        okw, kind = self.g.content.limits.okw, kind_of(self.g, unit_id)
        found = okw.entries[kind.army]
        also = kind.corps == okw.also.corps and day(self.g) >= okw.also.first
        return (*found, *okw.also.hexes) if also else found

    def _entries(self, unit_id: UnitId) -> int:
        """The same as a set."""
        return self.g.grid.mask(self.entries(unit_id))

    def _around(self, unit_id: UnitId) -> int:
        """ARD-RD-12  Hexes near friends of its corps who are In Supply."""
        g, corps = self.g, kind_of(self.g, unit_id).corps
        if corps not in self._mates:
            units = [u for u in on_map(g, "german") if kind_of(g, u.id).corps == corps]
            friends = g.grid.mask([u.hex for u in units if in_supply(u)])
            self._mates[corps] = around(g, friends, g.content.limits.deploy.near_corps)
        return self._mates[corps]

    def _german_bars(self, unit_id: UnitId) -> Iterator[Bar]:
        """ARD-RD-12, ARD-MV-09  Other sectors; outside its entry hexes Roadblocks, too far from its corps, no Supply."""
        g, far = self.g, self.g.content.limits.deploy.near_corps
        outside = ~self._entries(unit_id)
        alone = f"{{}} is no entry hex of its army and more than {far} hexes from its corps."
        yield Bar(roadblock_mask(g) & outside, "A Roadblock bars {}.", "ARD-RB-02")
        yield Bar(~self._around(unit_id) & outside, alone, self.rule)
        yield Bar(~self.lines.reached & outside, "{} would be out of Supply.", self.rule)
        if day(g) <= g.content.limits.early.boundaries_until:
            foreign = ~_sector(g.content, army_of(g, unit_id))
            yield Bar(foreign, "{} lies in another army's sector.", "ARD-MV-09")

    # -- Allied -------------------------------------------------------------------------------

    def _allied_bars(self, unit_id: UnitId) -> Iterator[Bar]:
        """ARD-MV-10, ARD-MV-12  Outside the corps area, for the British the left bank; no Supply; no Road."""
        corps, rule = kind_of(self.g, unit_id).corps, self.rule
        outside = f"{{}} is outside the area of {corps} Corps."
        yield Bar(~_area(self.g.content, corps), outside, "ARD-MV-10")
        yield Bar(~self.lines.reached, "{} would be out of Supply.", rule)
        yield Bar(~self.lines.road, "No Road joins {} to an Allied source.", rule)

    # -- the enemy ----------------------------------------------------------------------------

    def _near(self, unit_id: UnitId, hexes: int) -> int:
        """ARD-RD-11, ARD-RD-12  Which of these hexes have the enemy Proximate where that counts: not where
        friends of an Allied unit stand, nor in an entry hex. Isolated enemies do not count (ARD-SS-14).
        """
        g, close = self.g, close_hexes(self.g, self.side, ISOLATED)
        if self.side == "allied":
            return hexes & close & ~standing(g, "allied")
        counts = hexes & ~self._entries(unit_id)
        far = g.content.limits.front.proximate
        doubtful = counts & ~close & standing(g, "german") & near_enemy(g, "german", far, ISOLATED)
        enemies = without(g, "allied", ISOLATED)
        found = counts & close
        for h in members(doubtful):  # its own ZOC is left out there
            if g.board.covers("german", h) and proximate_hexes(g, h, "german") & enemies:
                found |= 1 << h
        return found


@cache
def _sector(content: ArdennesContent, army: str) -> int:
    """ARD-MV-09  The hexes of a German army's sector."""
    of = content.army_sector
    return content.grid.mask(h for h in range(content.grid.size) if of[h] == army)


@cache
def _area(content: ArdennesContent, corps: str) -> int:
    """ARD-MV-10, ARD-MV-12  The area of a corps as a set of hexes."""
    return content.grid.mask(content.area_hexes.get(corps, ()))
