"""Where a player may deploy Reserves (ARD-RD-11, ARD-RD-12, 5.13)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from wargame.flow.ask import Refusal
from wargame.games.ardennes.data.cards import Card
from wargame.games.ardennes.front import proximate_hexes, proximate_to
from wargame.games.ardennes.state import (
    ISOLATED,
    OTHER,
    ArdGame,
    day,
    due_of,
    in_enemy_zoc,
    in_supply,
    kind_of,
    on_map,
    place_name,
    steps,
    unit_name,
    why_full,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.works import has_roadblock
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


def why_no_card(g: ArdGame, card: Card, unit_id: UnitId) -> Refusal | None:
    """ARD-RD-12  The OKW reserve needs an army or army group card on the first day it could enter."""
    kind = kind_of(g, unit_id)
    if not kind.okw or card.kind in ("army", "group") or day(g) > due_of(g, unit_id):
        return None
    said = f"{unit_name(g, unit_id)} is of the OKW reserve: today an army card alone releases it."
    return Refusal(said, "ARD-RD-12")


class Places:
    """Where the Reserve units of a side may be placed; good until the table changes."""

    def __init__(self, g: ArdGame, side: str) -> None:
        self.g, self.side = g, side
        self.lines = Lines(g, side)  # type: ignore[arg-type]
        self._mates: dict[str, list[Hex]] = {}
        self._open: dict[tuple[str, str], list[Hex]] = {}
        self._room: dict[tuple[str, str, int], list[Hex]] = {}

    def hexes(self, unit_id: UnitId) -> list[Hex]:
        """The hexes that take a unit, ascending."""
        kind = kind_of(self.g, unit_id)
        alike = kind.army, kind.corps
        if alike not in self._open:
            worth = self._worth(unit_id)
            self._open[alike] = [h for h in worth if self._why_closed(unit_id, h) is None]
        size = *alike, steps(self.g, unit_id)
        if size not in self._room:
            self._room[size] = [
                h for h in self._open[alike] if why_full(self.g, self.side, h, [unit_id]) is None
            ]
        return self._room[size]

    def _worth(self, unit_id: UnitId) -> list[Hex]:
        """Hexes worth looking at."""
        if self.side == "german":
            near = {
                h for other in self._friends(unit_id) for h in self.g.grid.within(other, self._far)
            }
            return sorted({*self.entries(unit_id), *near} & self.g.content.board)
        area = self.g.content.area_hexes.get(kind_of(self.g, unit_id).corps, ())
        return sorted(h for h in area if self.lines.road >> h & 1)

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
        g, name = self.g, self.g.grid.name(where)
        if where not in g.content.board:
            return Refusal(f"{name} is not on the board in play.", self.rule)
        if g.board.here[OTHER[self.side]][where]:
            return Refusal(f"The enemy stands in {place_name(g, where)}.", self.rule)
        if in_enemy_zoc(g, where, self.side):
            return Refusal(f"{place_name(g, where)} is in an enemy ZOC.", self.rule)
        why = self._why_german if self.side == "german" else self._why_allied
        return why(unit_id, where)

    @property
    def rule(self) -> str:
        """The rule of this side's deployment."""
        return "ARD-RD-12" if self.side == "german" else "ARD-RD-11"

    # -- German -------------------------------------------------------------------------------

    @property
    def _far(self) -> int:
        return self.g.content.limits.deploy.near_corps

    def entries(self, unit_id: UnitId) -> tuple[Hex, ...]:
        """ARD-RD-12  The source hexes of its army's sector."""
        okw, kind = self.g.content.limits.okw, kind_of(self.g, unit_id)
        found = okw.entries[kind.army]
        also = kind.corps == okw.also.corps and day(self.g) >= okw.also.first
        return (*found, *okw.also.hexes) if also else found

    def _friends(self, unit_id: UnitId) -> list[Hex]:
        g, corps = self.g, kind_of(self.g, unit_id).corps
        if corps not in self._mates:
            units = [u for u in on_map(g, "german") if kind_of(g, u.id).corps == corps]
            self._mates[corps] = [u.hex for u in units if in_supply(u)]
        return self._mates[corps]

    def _why_german(self, unit_id: UnitId, where: Hex) -> Refusal | None:
        g = self.g
        if where in self.entries(unit_id):
            return None
        if has_roadblock(g, where):
            return Refusal(f"A Roadblock bars {place_name(g, where)}.", "ARD-RB-02")
        if min((g.grid.distance(h, where) for h in self._friends(unit_id)), default=99) > self._far:
            said = f"{place_name(g, where)} is no entry hex of its army and more than {self._far} hexes from its corps."
            return Refusal(said, self.rule)
        if not self.lines.reaches(where):
            return Refusal(f"{place_name(g, where)} would be out of Supply.", self.rule)
        return self._why_proximate(where)

    # -- Allied -------------------------------------------------------------------------------

    def _in_area(self, unit_id: UnitId, where: Hex) -> bool:
        """ARD-MV-10, ARD-MV-12  The corps area; for the British the left bank of the Meuse."""
        return where in self.g.content.area_hexes.get(kind_of(self.g, unit_id).corps, ())

    def _why_allied(self, unit_id: UnitId, where: Hex) -> Refusal | None:
        g = self.g
        if not self._in_area(unit_id, where):
            corps = kind_of(g, unit_id).corps
            return Refusal(
                f"{place_name(g, where)} is outside the area of {corps} Corps.", "ARD-MV-10"
            )
        if not self.lines.reaches(where):
            return Refusal(f"{place_name(g, where)} would be out of Supply.", self.rule)
        if not self.lines.road >> where & 1:
            return Refusal(f"No Road joins {place_name(g, where)} to an Allied source.", self.rule)
        return None if g.board.here["allied"][where] else self._why_proximate(where)

    @cached_property
    def _enemies(self) -> int:
        units = on_map(self.g, OTHER[self.side])
        return self.g.grid.mask(u.hex for u in units if ISOLATED not in u.states)

    @cached_property
    def _close(self) -> int:
        return proximate_to(self.g, self._enemies, self.side)

    def _why_proximate(self, where: Hex) -> Refusal | None:
        """ARD-SS-14  Isolated units do not count."""
        if self.g.board.covers(self.side, where):
            near = bool(proximate_hexes(self.g, where, self.side) & self._enemies)
        else:
            near = bool(self._close >> where & 1)
        if not near:
            return None
        return Refusal(f"{place_name(self.g, where)} is Proximate to the enemy.", self.rule)
