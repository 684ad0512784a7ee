"""Who may be told to move: units, pairs, transports that fetch, reinforcements, Rommel (ARR-MV-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.ask import Pick
from wargame.games.arras.asks.eligible import SPENT, why_idle, why_no_pair
from wargame.games.arras.asks.legs import Legs
from wargame.games.arras.asks.orders import FETCH, Order
from wargame.games.arras.state import PASSED, ROMMEL, kind_of
from wargame.games.arras.walk import is_slow
from wargame.model.state import UnitId
from wargame.rules.arrivals import waiting

ONE_IN = 10
"""A sampler ends the phase, or sends for a passenger, once in so many answers."""


class Movers:
    """Orders that do not say yet where they lead."""

    def __init__(self, legs: Legs) -> None:
        self.legs, self.g, self.side = legs, legs.g, legs.side
        self._verb = "exploit" if legs.exploiting else "move"

    def every(self) -> Iterator[Order]:
        """Single units, then pairs, Rommel, reinforcements, and transports that fetch."""
        on_map = self._own
        ready = [u for u in on_map if u != ROMMEL and self._is_ready(u)]
        yield from map(self._single, ready)
        for unit in ready:
            yield from self._pairs(unit)
        if ROMMEL in on_map and self._is_ready(ROMMEL):
            yield self._single(ROMMEL)
        entrants = self.entrants()
        yield from map(self._single, entrants)
        for unit in entrants:
            yield from self._pairs(unit, entrants)
        for unit in ready:
            yield from self._fetches(unit)

    def ready(self) -> Iterator[Order]:
        """Units on the map that may go, one by one."""
        return (self._single(u) for u in self._own if self._is_ready(u))

    def entrants(self) -> list[UnitId]:
        """Units that may enter."""
        if self.legs.exploiting:
            return []
        coming = [u.id for u in waiting(self.g, self.side) if PASSED in u.states]
        return [u for u in coming if why_idle(self.g, self.side, u, "enter") is None]

    def some(self, pick: Pick) -> list[Order]:
        """What one unit can do, found by a few tries before everybody is gone through."""
        on_map = self._own
        tried = (on_map[pick(len(on_map))] for _ in range(6 if on_map else 0))
        unit = next(filter(self._is_ready, tried), "")
        if (not unit or pick(ONE_IN) == 0) and (entrants := self.entrants()):
            unit = entrants[pick(len(entrants))]
            return [self._single(unit), *self._pairs(unit, entrants)]
        if not unit:
            ready = [*filter(self._is_ready, on_map)]
            if not ready:
                return []
            unit = ready[pick(len(ready))]
        fetches = self._fetches(unit) if pick(ONE_IN) == 0 else ()
        return [self._single(unit), *self._pairs(unit), *fetches]

    @property
    def _own(self) -> Sequence[UnitId]:
        """ARR-EX-01  Units on the map, of a kind that may do this."""
        on_map = self.g.board.on_map[self.side]
        if not self.legs.exploiting:
            return on_map
        mechanised = self.g.content.mechanised
        return [u for u in on_map if u in mechanised]

    def _is_ready(self, unit: UnitId) -> bool:
        if not self.g.state.units[unit].states.isdisjoint(SPENT[self._verb]):
            return False
        return why_idle(self.g, self.side, unit, self._verb) is None

    def _single(self, unit: UnitId) -> Order:
        where = self.g.state.units[unit].hex
        return Order(self._verb, unit, (where,)) if where >= 0 else Order("enter", unit, ())

    def _pairs(self, carrier: UnitId, waiting: Sequence[UnitId] = ()) -> Iterator[Order]:
        """ARR-MV-11, ARR-RE-05  A transport with each passenger of its hex, or of those waiting."""
        if not self._lifts(carrier):
            return
        alone = self._single(carrier)
        for rider in waiting or self.g.board.at[alone.path[0]]:
            pair = alone._replace(passenger=rider)
            if why_no_pair(self.g, pair) is None:
                yield pair
                if not waiting:
                    yield pair._replace(drop_at=FETCH)

    def _fetches(self, carrier: UnitId) -> Iterator[Order]:
        """ARR-MV-11  Passengers in other hexes that a transport can drive to and take up."""
        g = self.g
        if not self._lifts(carrier) or is_slow(g, carrier):
            return
        near, alone = self.legs.near(carrier), self._single(carrier)
        for rider in g.board.on_map[self.side]:
            there = g.state.units[rider].hex
            if there in near:
                pair = why_no_pair(g, Order("move", carrier, (there,), rider))
                if pair is None and self.legs.why_no_end((carrier,), there) is None:
                    yield alone._replace(passenger=rider, lift_at=FETCH)

    def _lifts(self, unit: UnitId) -> bool:
        return not self.legs.exploiting and unit != ROMMEL and kind_of(self.g, unit).transport
