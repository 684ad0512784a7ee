"""Who may move, be lifted, enter or exploit now, and why not (ARR-MV, ARR-RE, ARR-EX)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from wargame.flow.ask import Option
from wargame.games.arras.content import ArrasContent, UnitType
from wargame.games.arras.data.files import Side
from wargame.games.arras.orders import Order, read_order, refuse
from wargame.games.arras.segments.reinforcement import PARALYSIS, area_of
from wargame.games.arras.state import (
    DISRUPTED,
    EXPLOITED,
    FIRED,
    MOVED,
    PASSED,
    ROMMEL,
    WAITING,
    ArrasGame,
    ground_units,
    is_paralysed,
    kind_of,
    stacking_refusal,
)
from wargame.games.arras.walk import PICK_UP, Walker, allowance
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

FETCH = -1
"""Place of the lift in a head whose way to the passenger is still to be found."""


def check_mover(g: ArrasGame, side: Side, order: Order, *, exploiting: bool) -> None:
    """Refuse a unit that may not move, enter or exploit now; raises IllegalAnswer."""
    unit = g.state.units[order.unit]
    if order.unit not in g.content.units and order.unit != ROMMEL:
        raise refuse(f"{order.unit} is an air unit; it flies missions.", "ARR-AR-02")
    if unit.side != side:
        raise refuse(f"{order.unit} belongs to the other side.", "ARR-SQ-02")
    if order.verb == "enter":
        _check_entrant(unit)
        return
    name = order.unit if order.unit == ROMMEL else kind_of(g, order.unit).name
    if unit.hex < 0:
        place = f"in the {unit.box} box" if unit.box else "off the map"
        raise refuse(f"{name} is not on the map: it is {place}.", "ARR-RE-04")
    if exploiting:
        _check_exploiter(g, unit, name)
    elif MOVED in unit.states:
        raise refuse(f"{name} has already moved in this phase.", "ARR-SQ-02")
    elif FIRED in unit.states:
        raise refuse(f"{name} has bombarded and cannot move too.", "ARR-MV-14")


def _check_entrant(unit: Unit) -> None:
    """ARR-RE-02, ARR-RE-03"""
    if unit.box != WAITING:
        raise refuse(f"{unit.id} is not waiting off the map.", "ARR-RE-02")
    if PASSED not in unit.states:
        raise refuse(f"{unit.id} has not passed its reinforcement roll.", "ARR-RE-02")


def _check_exploiter(g: ArrasGame, unit: Unit, name: str) -> None:
    """ARR-EX-01, ARR-EX-03"""
    if unit.id == ROMMEL or not kind_of(g, unit.id).mechanised:
        raise refuse(f"{name} is neither armour nor recon.", "ARR-EX-01")
    if DISRUPTED in unit.states:
        raise refuse(f"{name} is disrupted.", "ARR-EX-03")
    if EXPLOITED in unit.states:
        raise refuse(f"{name} has already exploited.", "ARR-EX-01")
    if is_paralysed(g, unit.side, unit.hex):
        raise refuse(f"Command paralysis holds {name}.", PARALYSIS[unit.side])


def check_passenger(g: ArrasGame, order: Order) -> None:
    """ARR-MV-11, ARR-MV-12  Refuse a pair that cannot be; raises IllegalAnswer."""
    if order.verb == "exploit":
        raise refuse("Lifted units do not exploit.", "ARR-EX-03")
    transport, kind = g.content.units.get(order.unit), g.content.units.get(order.passenger)
    if transport is None or not transport.transport:
        raise refuse(f"{order.unit} is no transport: it lifts nothing.", "ARR-MV-11")
    if kind is None or not kind.liftable:
        text = f"{order.passenger} cannot be lifted: only infantry, artillery and 88s can."
        raise refuse(text, "ARR-UN-03" if kind else "ARR-MV-11")
    carrier, rider = g.state.units[order.unit], g.state.units[order.passenger]
    if kind.nation != transport.nation:
        raise refuse(f"{transport.name} lifts only units of its own nation.", "ARR-ST-02")
    if order.verb == "enter" and order.starts_lifted:
        _check_entrant(rider)
        if area_of(g, order.unit) != area_of(g, order.passenger):
            raise refuse("The two do not wait in the same entry area.", "ARR-RE-05")
        return
    if DISRUPTED in carrier.states:
        raise refuse(f"{transport.name} is disrupted and lifts nothing.", "ARR-MV-12")
    if MOVED in rider.states:
        raise refuse(f"{kind.name} has already moved in this phase.", "ARR-MV-11")
    if FIRED in rider.states:
        raise refuse(f"{kind.name} has bombarded and cannot move too.", "ARR-MV-14")
    if rider.hex != order.path[order.lift_at]:
        where = g.grid.name(rider.hex) if rider.hex >= 0 else "off the map"
        raise refuse(f"{kind.name} is not there to be lifted; it is in {where}.", "ARR-MV-11")


def entry_hexes(g: ArrasGame, side: Side, order: Order) -> dict[Hex, bool]:
    """ARR-RE-05  Where an entrant may come on, and whether the hex is a listed one."""
    area = g.content.areas[area_of(g, order.unit)]
    coming = (order.unit, order.passenger) if order.starts_lifted else (order.unit,)
    walker = Walker(g, order.unit, lifted=order.starts_lifted)

    def is_open(where: Hex) -> bool:
        if walker.shut(where) or walker.zoc[where]:
            return False
        return stacking_refusal(g, side, where, coming) is None

    listed = {h: True for h in area.hexes if is_open(h)}
    return listed or {h: False for h in area.nearby if is_open(h)}


class Heads:
    """The beginnings of every legal order of the phase."""

    def __init__(self, g: ArrasGame, side: Side, *, exploiting: bool) -> None:
        self.g, self.side, self.exploiting = g, side, exploiting
        self._plain: list[Option] | None = None
        self._all: list[Option] | None = None

    def plain(self) -> Sequence[Option]:
        """All but the transports that fetch a passenger from another hex."""
        if self._plain is None:
            found = self._exploiters() if self.exploiting else self._movers()
            self._plain = list(found)
        return self._plain

    def all(self) -> Sequence[Option]:
        """Every head."""
        if self._all is None:
            extra = [] if self.exploiting else [o for t in self.carriers() for o in self.fetches(t)]
            self._all = [*self.plain(), *extra]
        return self._all

    def order(self, head: str) -> Order:
        """A head as an order whose path ends where it is not yet decided."""
        text = head.removesuffix(" drop")
        rider = ""
        if " lift " in text:
            text, rider = text.split(" lift ")
        order = read_order(
            self.g, text, ("exploit", "move") if self.exploiting else ("move", "enter")
        )
        if rider:
            order = replace(order, passenger=rider, lift_at=FETCH)
        return replace(order, drop_at=FETCH) if head.endswith(" drop") else order

    def carriers(self) -> list[Unit]:
        """ARR-MV-12  Transports that may still lift."""
        return self._carriers(self._ready())

    def _carriers(self, ready: Sequence[Unit]) -> list[Unit]:
        kinds = self.g.content.units
        return [u for u in ready if kinds[u.id].transport and DISRUPTED not in u.states]

    def fetches(self, carrier: Unit) -> list[Option]:
        """ARR-MV-11  Passengers in other hexes that a transport can drive to and take up."""
        g = self.g
        budget = allowance(g, carrier.id, carrier.hex, lifted=True) - PICK_UP
        walker = Walker(g, carrier.id)
        first = walker.leaving(carrier.hex)
        near = walker.reach(carrier.hex, max(budget, 0), minimum=False, first=first).cost
        kind = kind_of(g, carrier.id)
        return [
            self._pair("move", carrier, rider, "lift")
            for rider in self._riders(kind)
            if rider.hex != carrier.hex
            and rider.hex in near
            and not walker.zoc[rider.hex]
            and stacking_refusal(g, self.side, rider.hex, (carrier.id,)) is None
        ]

    def _ready(self) -> list[Unit]:
        return [
            u
            for u in ground_units(self.g, self.side)
            if MOVED not in u.states and FIRED not in u.states
        ]

    def _riders(self, carrier: UnitType) -> list[Unit]:
        kinds = self.g.content.units
        return [
            u
            for u in self._ready()
            if kinds[u.id].liftable and kinds[u.id].nation == carrier.nation
        ]

    def _movers(self) -> Iterator[Option]:
        g = self.g
        ready = self._ready()
        yield from [self._single("move", unit) for unit in ready]
        kinds, riders = g.content.units, defaultdict[Hex, list[Unit]](list)
        for unit in ready:
            if kinds[unit.id].liftable:
                riders[unit.hex].append(unit)
        for carrier in self._carriers(ready):
            for rider in riders.get(carrier.hex, ()):
                yield self._pair("move", carrier, rider, "with")
                yield self._pair("move", carrier, rider, "with", " drop")
        rommel = g.state.units[ROMMEL]
        if rommel.side == self.side and rommel.hex >= 0 and MOVED not in rommel.states:
            form = f"move {ROMMEL} PATH"
            yield Option(f"move {ROMMEL}", "Rommel", (ROMMEL,), (rommel.hex,), form)
        yield from self._entrants()

    def _entrants(self) -> Iterator[Option]:
        g = self.g
        waiting = [
            u
            for u in g.state.units.values()
            if u.box == WAITING and u.side == self.side and PASSED in u.states
        ]
        for unit in waiting:
            yield self._single("enter", unit)
        for carrier in waiting:
            if kind_of(g, carrier.id).transport:
                for rider in waiting:
                    same = area_of(g, carrier.id) == area_of(g, rider.id)
                    if same and kind_of(g, rider.id).liftable:
                        yield self._pair("enter", carrier, rider, "with")

    def _exploiters(self) -> Iterator[Option]:
        g, kinds = self.g, self.g.content.units
        for unit in ground_units(g, self.side):
            if not kinds[unit.id].mechanised or DISRUPTED in unit.states:
                continue
            if EXPLOITED not in unit.states and not is_paralysed(g, self.side, unit.hex):
                yield self._single("exploit", unit)

    def _single(self, verb: str, unit: Unit) -> Option:
        return _single(self.g.content, verb, unit.id, unit.hex)

    def _pair(self, verb: str, carrier: Unit, rider: Unit, how: str, tail: str = "") -> Option:
        names = f"{kind_of(self.g, carrier.id).name} carries {kind_of(self.g, rider.id).name}"
        label = f"{names}, drops it at the first stop" if tail else names
        where = (carrier.hex,) if carrier.hex >= 0 else ()
        answer = f"{verb} {carrier.id} {how} {rider.id}{tail}"
        lead = f"{verb} {carrier.id}" + (" PATH lift" if how == "lift" else " with")
        form = f"{lead} {rider.id} PATH" + (" drop PATH" if tail else "")
        return Option(answer, label, (carrier.id, rider.id), where, form)


@lru_cache(maxsize=8192)
def _single(content: ArrasContent, verb: str, unit: UnitId, where: Hex) -> Option:
    """The head of one unit; the same counters ask again and again."""
    answer, hexes = f"{verb} {unit}", (where,) if where >= 0 else ()
    return Option(answer, content.units[unit].name, (unit,), hexes, f"{answer} PATH")
