"""Orders of the fleet: `sail N-BL+N-BB 1016`, `load`, `land`, `route` (EF-NV-10 to EF-NV-15, EF-NV-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargame.flow.ask import Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.sea import (
    at_sea,
    frozen_sea,
    group_of,
    groups,
    port_capacity,
    reduced,
    routes,
    sea_of_port,
    sea_path,
    water_of,
    within_sail,
)
from wargame.games.eastfront.state import (
    LANDED,
    MOVED,
    OTHER,
    RAILED,
    SAILED,
    SHIPPED,
    SPENT,
    UNPREPARED,
    EfGame,
    class_of,
    enemy_zoc,
    on_map,
    place_name,
    steps,
    unit_name,
    weather_at,
    why_full,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId

GRAMMAR = Grammar("EF-NV-11", unit="EF-NV-10", name=unit_name)


class Sail(NamedTuple):
    """Groups that go together to a hex of the sea or into a port."""

    units: tuple[UnitId, ...]
    to: Hex
    via: tuple[Hex, ...] = ()
    """Water hexes that their player leads them through."""


class Ship(NamedTuple):
    """EF-NV-14, EF-NV-15  A ground unit goes with a transport from its port to another, or lands."""

    unit: UnitId
    group: UnitId
    to: Hex


class Route(NamedTuple):
    """EF-NV-24  A transport point serves a port, or does no more."""

    group: UnitId
    port: Hex


def left(g: EfGame, unit: Unit) -> int:
    """EF-NV-11  MP that a group has left in this player-turn."""
    return group_of(g, unit.id).ma - unit.numbers.get(SAILED, 0)


def start_of(g: EfGame, unit: Unit) -> list[Hex]:
    """Water hexes a group sails from: its own, or those at its port."""
    return [unit.hex] if at_sea(g, unit) else water_of(g, unit.hex)


def way(
    g: EfGame, side: Side, unit: Unit, to: Hex, via: Sequence[Hex] = ()
) -> tuple[tuple[Hex, ...], int]:
    """A shortest way of a group to a water hex or port through others, over water alone, and its price; () for none."""
    ends = set(water_of(g, to)) if to in g.content.ports else {to}
    path: tuple[Hex, ...] = ()
    for goal in (*({h} for h in via), ends):
        leg = sea_path(g, side, path[-1:] or start_of(g, unit), goal)
        if not leg:
            return (), 0
        path += leg[1:] if path else leg
    price = len(path) - 1 if at_sea(g, unit) else len(path)
    return path, price + (1 if to in g.content.ports else 0)


def why_not_sail(
    g: EfGame, side: Side, units: tuple[UnitId, ...], to: Hex, via: Sequence[Hex] = ()
) -> Refusal | None:
    """EF-NV-10, EF-NV-11, EF-WX-04  Why groups do not sail to a hex; None if they do."""
    hexes = {g.state.units[u].hex for u in units}
    if len(hexes) > 1:
        return Refusal("Groups that sail together start in one hex.", "EF-NV-10")
    if to in hexes:
        return Refusal(f"They are in {place_name(g, to)} already.", "EF-NV-11")
    port = to in g.content.ports
    if not port and (to not in g.content.sea or frozen_sea(g, to)):
        return Refusal(f"No ship goes to {place_name(g, to)}.", "EF-WX-04")
    if port and (g.state.control.get(to) != side or not water_of(g, to)):
        return Refusal(f"{place_name(g, to)} is no open port of yours.", "EF-NV-11")
    for unit_id in units:
        unit, name = g.state.units[unit_id], unit_name(g, unit_id)
        if SPENT in unit.states and not port and not _homeward(g, side, unit, to):
            return Refusal(f"{name} is spent and sails only towards a port of yours.", "EF-NV-10")
        if port and sea_of_port(g.content, to) != group_of(g, unit_id).sea:
            return Refusal(f"{name} does not reach that sea.", "EF-NV-23")
        path, price = way(g, side, unit, to, via)
        if not path or price > left(g, unit):
            return Refusal(
                f"{name} has {left(g, unit)} MP; {place_name(g, to)} takes {price or 'no way'}.",
                "EF-NV-11",
            )
    return None


def _homeward(g: EfGame, side: Side, unit: Unit, to: Hex) -> bool:
    """EF-NV-10  Whether a group comes nearer to an own port of its sea."""
    sea = group_of(g, unit.id).sea
    ends = {
        h for p in g.content.ports
        if g.state.control.get(p) == side and sea_of_port(g.content, p) == sea
        for h in water_of(g, p)
    }  # fmt: skip
    after = sea_path(g, side, [to], ends)
    return bool(after) and len(after) < len(sea_path(g, side, start_of(g, unit), ends))


class SailVerb(Verb[Sail]):
    """`sail N-BL+N-BB HEX`, or `sail N-XT 2554-2755-3058`: through the hexes named, else by a shortest way."""

    words, form, one_in, staged = ("sail",), "sail UNIT HEX", 3, True

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    def heads(self) -> Iterator[Option]:
        """Single groups, then all of a hex."""
        g, together = self.g, dict[Hex, list[UnitId]]()
        for unit in groups(g, self.side):
            if left(g, unit) > 0 and start_of(g, unit):
                yield Option(f"sail {unit.id}", f"{unit_name(g, unit.id)}: sail", (unit.id,))
                together.setdefault(unit.hex, []).append(unit.id)
        for units in together.values():
            if len(units) > 1:
                names = " + ".join(unit_name(g, u) for u in units)
                yield Option(f"sail {'+'.join(units)}", f"{names}: sail", tuple(units))

    def orders(self, head: Option) -> Iterator[Option]:
        """Ports and water hexes in reach."""
        for to in self._ends(head.units):
            if why_not_sail(self.g, self.side, head.units, to) is None:
                name = self.g.grid.name(to)
                yield Option(
                    f"{head.answer} {name}",
                    f"{head.label} to {place_name(self.g, to)}",
                    head.units,
                    (to,),
                )

    def _ends(self, units: tuple[UnitId, ...]) -> list[Hex]:
        g, unit = self.g, self.g.state.units[units[0]]
        most = min(left(g, g.state.units[u]) for u in units)
        seen = within_sail(g, self.side, start_of(g, unit), most)
        ports = [p for p in sorted(g.content.ports) if any(h in seen for h in water_of(g, p))]
        return [*ports, *sorted(seen)]

    def sample(self, pick: Pick) -> str:
        """Some group to some hex."""
        heads = list(self.heads())
        for _ in range(3 if heads else 0):
            head = heads[pick(len(heads))]
            ends = self._ends(head.units)
            for _ in range(3 if ends else 0):
                to = ends[pick(len(ends))]
                if why_not_sail(self.g, self.side, head.units, to) is None:
                    return f"{head.answer} {self.g.grid.name(to)}"
        return ""

    def read(self, words: Words) -> tuple[str, Sail]:
        """Groups and hex, or hexes to sail through; raises IllegalAnswer."""
        g = self.g
        units, names = tuple(sorted(words.stack())), words.word().split("-")
        words.end()
        for unit in units:
            if unit not in g.content.naval or g.state.units[unit].side != self.side:
                raise refuse(f"{unit} is no naval group of yours.", "EF-NV-10")
        try:
            *via, to = (g.grid.hex(name) for name in names)
        except ValueError as error:
            raise refuse(str(error), "EF-NV-11") from error
        if via and via[0] == g.state.units[units[0]].hex:
            del via[0]
        allow(why_not_sail(g, self.side, units, to, via))
        path = "-".join(g.grid.name(h) for h in (*via, to))
        return f"sail {'+'.join(units)} {path}", Sail(units, to, tuple(via))


PORT_USED = "port used"
"""Layer: loading and unloading at a port in this player-turn."""
CARRIED = "carried"
"""Number: steps and SP that a group has carried in this player-turn."""


def port_left(g: EfGame, port: Hex) -> int:
    """EF-NV-14  Steps and SP that a port may still take in this player-turn."""
    return port_capacity(g, port) - g.state.layers.get(PORT_USED, {}).get(port, 0)


def free_transport(g: EfGame, unit: Unit) -> int:
    """EF-NV-24, EF-NV-10  Transport points of a group that serve no route and have carried nothing."""
    assigned = sum(group == unit.id for group, _ in routes(g, unit.side))  # type: ignore[arg-type]
    worth = reduced(g, unit.id, group_of(g, unit.id).transport)
    return worth - assigned - unit.numbers.get(CARRIED, 0)


def why_not_ship(g: EfGame, side: Side, order: Ship) -> Refusal | None:
    """EF-NV-14, EF-NV-15  Why a ground unit does not go by sea; None if it does."""
    unit, group, to = g.state.units[order.unit], g.state.units[order.group], order.to
    name, size = unit_name(g, order.unit), max(1, steps(g, order.unit))
    if unit.states & {MOVED, RAILED, SHIPPED, UNPREPARED} or class_of(g, order.unit).static:
        return Refusal(f"{name} cannot board now.", "EF-NV-14")
    if unit.hex not in g.content.ports or group.hex != unit.hex or SPENT in group.states:
        return Refusal(f"{name} boards in a port, with a group that lies there ready.", "EF-NV-14")
    if enemy_zoc(g, side, unit.hex):
        return Refusal(f"{name} stands in an enemy ZOC.", "EF-NV-14")
    if size > free_transport(g, group) or size > port_left(g, unit.hex):
        return Refusal(f"{name} has {size} steps: too many for the ships or the port.", "EF-NV-14")
    if to in g.content.ports and g.state.control.get(to) == side:
        if size > port_left(g, to) or (is_cut(g, side, to) and not water_of(g, to)):
            return Refusal(f"{place_name(g, to)} takes no more.", "EF-NV-14")
    elif refusal := _why_no_landing(g, side, order, size):
        return refusal
    path, price = _passage(g, side, group, to)
    if not path or price > left(g, group):
        return Refusal(f"{place_name(g, to)} is out of reach of the ships.", "EF-NV-11")
    return why_full(g, side, to, [order.unit])


def _passage(g: EfGame, side: Side, group: Unit, to: Hex) -> tuple[tuple[Hex, ...], int]:
    """The way of a transport to a port, or to the water off a coast."""
    if to in g.content.ports and g.state.control.get(to) == side:
        return way(g, side, group, to)
    ends = {n for n in g.grid.neighbours[to] if n in g.content.sea and not frozen_sea(g, n)}
    path = sea_path(g, side, start_of(g, group), ends)
    return path, len(path)


def _why_no_landing(g: EfGame, side: Side, order: Ship, size: int) -> Refusal | None:
    """EF-NV-15  Landings: few steps, on an open enemy coast of clear ground or a town, no blizzard."""
    to, name = order.to, place_name(g, order.to)
    rows = g.content.limits.naval
    fits = g.content.map.terrain[to] == "clear" or g.content.place_kind(to) == "town"
    if g.state.control.get(to) != OTHER[side] or not fits or to not in g.content.land:
        return Refusal(f"Nobody lands in {name}.", "EF-NV-15")
    ashore = g.state.units[order.group].numbers.get(LANDED, 0)
    if size + ashore > rows.landing or group_of(g, order.group).type != "transport":
        return Refusal(
            f"{rows.landing} steps from a transport group are the most in a landing.", "EF-NV-15"
        )
    if g.board.here[OTHER[side]][to] or weather_at(g, to) == "B":
        return Refusal(f"Nobody lands in {name} now.", "EF-NV-15")
    return None


class ShipVerb(Verb[Ship]):
    """`ship UNIT by GROUP HEX`: sea transport, or a landing on an enemy coast."""

    words, form, one_in, staged = ("ship",), "ship UNIT by GROUP HEX", 6, True

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    def _pairs(self) -> list[tuple[UnitId, UnitId]]:
        g = self.g
        ships = [u for u in groups(g, self.side) if not at_sea(g, u) and free_transport(g, u) > 0]
        return [
            (u.id, s.id)
            for u in on_map(g, self.side)
            for s in ships
            if u.hex == s.hex and class_of(g, u.id).id != "PA"
        ]

    def heads(self) -> Iterator[Option]:
        """Units in port with transports beside them."""
        for unit, group in self._pairs():
            if next(self._ends(unit, group), None) is not None:
                label = f"{unit_name(self.g, unit)} with {unit_name(self.g, group)}"
                yield Option(f"ship {unit} by {group}", label, (unit, group))

    def _ends(self, unit: UnitId, group: UnitId) -> Iterator[Hex]:
        g = self.g
        coast = [
            h for h in sorted(g.content.land)
            if h in g.content.ports or any(n in g.content.sea for n in g.grid.neighbours[h])
        ]  # fmt: skip
        near = [
            h
            for h in coast
            if g.grid.distance(h, g.state.units[group].hex) <= group_of(g, group).ma + 1
        ]
        return (h for h in near if why_not_ship(g, self.side, Ship(unit, group, h)) is None)

    def orders(self, head: Option) -> Iterator[Option]:
        """Ports and coasts in reach."""
        for to in self._ends(*head.units[:2]):
            name = self.g.grid.name(to)
            yield Option(
                f"{head.answer} {name}",
                f"{head.label} to {place_name(self.g, to)}",
                head.units,
                (to,),
            )

    def read(self, words: Words) -> tuple[str, Ship]:
        """Unit, group, hex; raises IllegalAnswer."""
        unit = words.unit()
        words.expect("by", self.form)
        group, to = words.unit(), words.hex()
        words.end()
        g = self.g
        if unit not in g.content.units or group not in g.content.naval:
            raise refuse("Write ship UNIT by GROUP HEX.", "EF-NV-14")
        if {g.state.units[u].side for u in (unit, group)} != {self.side}:
            raise refuse("Both must be yours.", "EF-NV-14")
        order = Ship(unit, group, to)
        allow(why_not_ship(g, self.side, order))
        return f"ship {unit} by {group} {g.grid.name(to)}", order


class RouteVerb(Verb[Route]):
    """EF-NV-24  `route GROUP PORT`: a point of transport serves a port; `unroute GROUP PORT` ends that."""

    form, one_in, staged = "route UNIT HEX", 8, True

    def __init__(self, g: EfGame, side: Side, *, end: bool = False) -> None:
        self.g, self.side, self.end = g, side, end
        self.words = ("unroute",) if end else ("route",)

    def _ports(self, group: UnitId) -> list[Hex]:
        g, unit = self.g, self.g.state.units[group]
        if self.end:
            return sorted({port for u, port in routes(g, self.side) if u == group})
        if SPENT in unit.states or free_transport(g, unit) < 1:
            return []
        return [
            p for p in sorted(g.content.ports)
            if sea_of_port(g.content, p) == group_of(g, group).sea and g.state.control.get(p) == self.side
        ]  # fmt: skip

    def heads(self) -> Iterator[Option]:
        """Groups with points to give, or to take back."""
        for unit in groups(self.g, self.side):
            if self._ports(unit.id):
                yield Option(
                    f"{self.words[0]} {unit.id}",
                    f"{unit_name(self.g, unit.id)}: {'give up a route' if self.end else 'serve a route'}",
                    (unit.id,),
                )

    def orders(self, head: Option) -> Iterator[Option]:
        """Ports."""
        for port in self._ports(head.units[0]):
            name = self.g.grid.name(port)
            yield Option(
                f"{head.answer} {name}",
                f"{head.label} to {place_name(self.g, port)}",
                head.units,
                (port,),
            )

    def read(self, words: Words) -> tuple[str, Route]:
        """Group and port; raises IllegalAnswer."""
        group, port = words.unit(), words.hex()
        words.end()
        ok = group in self.g.content.naval and self.g.state.units[group].side == self.side
        if not ok or self.g.state.units[group].hex < 0 or port not in self._ports(group):
            raise refuse(f"{group} has no point for {place_name(self.g, port)}.", "EF-NV-24")
        return f"{self.words[0]} {group} {self.g.grid.name(port)}", Route(group, port)
