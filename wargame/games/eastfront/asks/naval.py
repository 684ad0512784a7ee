"""Orders of the fleet: `sail N-BL+N-BB 1016`, `route N-BT 1514` (EF-NV-10, EF-NV-11, EF-NV-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargame.flow.ask import Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Verb
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.sea import (
    at_sea,
    free_transport,
    frozen_sea,
    group_of,
    groups,
    routes,
    sea_of_port,
    sea_path,
    water_of,
    within_sail,
)
from wargame.games.eastfront.state import (
    SAILED,
    SPENT,
    EfGame,
    place_name,
    unit_name,
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


class Route(NamedTuple):
    """EF-NV-24  A transport point serves a port, or does no more."""

    group: UnitId
    port: Hex


def left(g: EfGame, unit: Unit) -> int:
    """EF-NV-11  MP that a group has left in this player-turn."""
    return group_of(g, unit.id).ma - unit.numbers.get(SAILED, 0)


def start_of(g: EfGame, unit: Unit) -> tuple[Hex, ...]:
    """Water hexes a group sails from: its own, or those at its port."""
    return (unit.hex,) if at_sea(g, unit) else water_of(g, unit.hex)


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
        for units in self._sailors():
            names = " + ".join(unit_name(self.g, u) for u in units)
            yield Option(f"sail {'+'.join(units)}", f"{names}: sail", units)

    def _sailors(self) -> Iterator[tuple[UnitId, ...]]:
        """Who may sail, alone or together."""
        g, together = self.g, dict[Hex, list[UnitId]]()
        for unit in groups(g, self.side):
            if left(g, unit) > 0 and start_of(g, unit):
                yield (unit.id,)
                together.setdefault(unit.hex, []).append(unit.id)
        yield from (tuple(units) for units in together.values() if len(units) > 1)

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
        ports = [p for p in sorted(g.content.ports) if not seen.isdisjoint(water_of(g, p))]
        return [*ports, *sorted(seen)]

    def sample(self, pick: Pick) -> str:
        """Some group to some hex."""
        able = list(self._sailors())
        for _ in range(3 if able else 0):
            units = able[pick(len(able))]
            ends = self._ends(units)
            for _ in range(3 if ends else 0):
                to = ends[pick(len(ends))]
                if why_not_sail(self.g, self.side, units, to) is None:
                    return f"sail {'+'.join(units)} {self.g.grid.name(to)}"
        return ""

    def read(self, words: Words) -> tuple[str, Sail]:
        """Groups and hex, or hexes to sail through; raises IllegalAnswer."""
        g = self.g
        units, (*via, to) = tuple(sorted(words.stack())), stops(g, words)
        words.end()
        for unit in units:
            if unit not in g.content.naval or g.state.units[unit].side != self.side:
                raise refuse(f"{unit} is no naval group of yours.", "EF-NV-10")
            if g.state.units[unit].hex < 0:
                raise refuse(f"{unit_name(g, unit)} is not on the map.", "EF-NV-10")
        if via and via[0] == g.state.units[units[0]].hex:
            del via[0]
        allow(why_not_sail(g, self.side, units, to, via))
        path = "-".join(g.grid.name(h) for h in (*via, to))
        return f"sail {'+'.join(units)} {path}", Sail(units, to, tuple(via))


def stops(g: EfGame, words: Words) -> list[Hex]:
    """A hex, or hexes joined by dashes that ships go through to the last; raises IllegalAnswer."""
    try:
        return [g.grid.hex(name) for name in words.word().split("-")]
    except ValueError as error:
        raise refuse(str(error), "EF-NV-11") from error


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
