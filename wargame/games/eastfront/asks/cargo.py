"""Orders of sea transport: `ship S-47 by N-XT 3058`, `ship 2sp by N-XT+N-XC 2755-3058` (EF-NV-14, EF-NV-15)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from wargame.flow.ask import Option, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.eastfront import bounds
from wargame.games.eastfront.asks.naval import GRAMMAR, stops, why_not_sail
from wargame.games.eastfront.content import EastFrontContent
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.sea import (
    at_sea,
    free_transport,
    frozen_sea,
    group_of,
    groups,
    port_capacity,
    sea_path,
    water_of,
)
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    BOUND,
    DUMP,
    LANDED,
    MOVED,
    OTHER,
    RAILED,
    RESOURCES,
    SHIPPED,
    SHIPPED_LATE,
    SPENT,
    WORKING,
    EfGame,
    class_of,
    enemy_zoc,
    on_map,
    place_name,
    steps,
    unit_name,
    weather_at,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

PORT_USED = "port used"
"""Layer: loading and unloading at a port in this player-turn."""
GOODS = {"sp": DUMP, "srp": RESOURCES}
LATE = 8
"""The phase of exploitation; in 5 units go by sea in place of their march, in 8 in place of exploitation (R-298)."""


class Ship(NamedTuple):
    """EF-NV-14, EF-NV-15  Units and goods go with a transport, the first of *groups*, and those who escort it."""

    units: tuple[UnitId, ...]
    sp: int
    srp: int
    groups: tuple[UnitId, ...]
    to: Hex
    via: tuple[Hex, ...] = ()

    @property
    def goods(self) -> dict[str, int]:
        """Points by kind, those there are."""
        return {kind: n for kind, n in (("sp", self.sp), ("srp", self.srp)) if n}


def bulk(g: EfGame, unit: UnitId) -> int:
    """EF-NV-14  Steps of a unit as cargo."""
    return max(1, steps(g, unit))


def size_of(g: EfGame, order: Ship) -> int:
    """EF-NV-14  Steps and points of a cargo."""
    return sum(bulk(g, u) for u in order.units) + order.sp + order.srp


def port_left(g: EfGame, port: Hex) -> int:
    """EF-NV-14  Steps and SP that a port may still take in this player-turn."""
    return port_capacity(g, port) - g.state.layers.get(PORT_USED, {}).get(port, 0)


def is_friendly(g: EfGame, side: Side, to: Hex) -> bool:
    """Whether a hex is a port of a side, where nobody has to land."""
    return to in g.content.ports and g.state.control.get(to) == side


_DONE = {
    WORKING: "is at work", SHIPPED_LATE: "has gone by sea", SHIPPED: "has gone by sea",
    BOUND: "is bound to a delayed attack", MOVED: "has moved", RAILED: "has gone by rail",
}  # fmt: skip


def why_not_board(g: EfGame, unit_id: UnitId, phase: int) -> Refusal | None:
    """EF-NV-14  Why a unit does not go by sea in a phase at all; None if it may."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    barred = (WORKING, *((SHIPPED_LATE, BOUND) if phase == LATE else (MOVED, RAILED, SHIPPED)))
    if done := next((state for state in barred if state in unit.states), ""):
        return Refusal(f"{name} {_DONE[done]}; it does not board.", "EF-NV-14")
    if class_of(g, unit_id).static:
        return Refusal(f"{name} is static; it does not board.", "EF-NV-14")
    if enemy_zoc(g, unit.side, unit.hex):
        return Refusal(f"{name} stands in an enemy ZOC.", "EF-NV-14")
    return bounds.may_move(g, unit_id)


def why_not_ship(g: EfGame, side: Side, order: Ship, phase: int) -> Refusal | None:
    """EF-NV-14, EF-NV-15  Why a cargo does not go by sea; None if it does."""
    return _why_not_aboard(g, side, order, phase) or _why_not_ashore(g, side, order)


def _why_not_aboard(g: EfGame, side: Side, order: Ship, phase: int) -> Refusal | None:
    """EF-NV-14  Why a cargo does not leave, wherever it would go."""
    start = place_of(g, order)
    for unit_id in order.units:
        unit, name = g.state.units[unit_id], unit_name(g, unit_id)
        if unit.hex != start:
            said = f"{name} boards in a port, with a group that lies there ready."
            return Refusal(said, "EF-NV-14")
        if refusal := why_not_board(g, unit_id, phase):
            return refusal
    return _why_not_loaded(g, side, order)


def _why_not_ashore(g: EfGame, side: Side, order: Ship) -> Refusal | None:
    """EF-NV-14, EF-NV-15  Why a cargo that may leave does not get to where it goes."""
    to, size = order.to, size_of(g, order)
    if is_friendly(g, side, to):
        if size > (most := port_left(g, to)):
            said = f"{size} are too many; {place_name(g, to)} handles {most} now (steps, SP, SRP)."
            return Refusal(said, "EF-NV-14")
        if is_cut(g, side, to) and not water_of(g, to):
            return Refusal(f"{place_name(g, to)} is cut off and has no open water.", "EF-NV-14")
    elif refusal := _why_no_landing(g, side, order, size):
        return refusal
    goal, via = goal_of(g, side, order)
    if goal < 0:
        return Refusal(f"{place_name(g, to)} is out of reach of the ships.", "EF-NV-11")
    return (
        why_not_sail(g, side, order.groups, goal, via)
        or next((no for u in order.units if (no := bounds.why_no_end(g, u, to))), None)
        or (why_full(g, side, to, list(order.units)) if order.units else None)
    )


def place_of(g: EfGame, order: Ship) -> Hex:
    """Where the transport lies."""
    return g.state.units[order.groups[0]].hex


def _why_not_loaded(g: EfGame, side: Side, order: Ship) -> Refusal | None:
    """EF-NV-14, EF-SP-11  What the ships, the port they lie in and its stocks allow, wherever it goes."""
    carrier, start, size = g.state.units[order.groups[0]], place_of(g, order), size_of(g, order)
    if start not in g.content.ports or SPENT in carrier.states:
        return Refusal(f"{unit_name(g, carrier.id)} does not lie ready in a port.", "EF-NV-14")
    for called, most in (
        (f"{unit_name(g, carrier.id)} carries", free_transport(g, carrier)),
        (f"{place_name(g, start)} handles", port_left(g, start)),
    ):
        if size > most:
            return Refusal(
                f"{size} are too many; {called} {most} now (steps, SP, SRP).", "EF-NV-14"
            )
    for kind, points in order.goods.items():
        stock = g.state.layers.get(GOODS[kind], {}).get(start, 0)
        if points > stock or g.state.control.get(start) != side:
            return Refusal(f"{place_name(g, start)} holds {stock} {kind.upper()}.", "EF-SP-11")
    return None


def goal_of(g: EfGame, side: Side, order: Ship) -> tuple[Hex, tuple[Hex, ...]]:
    """Where the force ends, and by way of what: the port, or the water off a coast; -1 for nowhere."""
    if is_friendly(g, side, order.to):
        return order.to, order.via
    ends = {n for n in g.grid.neighbours[order.to] if n in g.content.sea and not frozen_sea(g, n)}
    if order.via and order.via[-1] in ends:
        return order.via[-1], order.via[:-1]
    starts = order.via[-1:] or water_of(g, place_of(g, order))
    path = sea_path(g, side, starts, ends)
    return (path[-1], order.via) if path else (-1, ())


def _why_no_landing(g: EfGame, side: Side, order: Ship, size: int) -> Refusal | None:
    """EF-NV-15  Landings: few steps, on an open enemy coast of clear ground or a town, no blizzard."""
    to, name = order.to, place_name(g, order.to)
    rows, group, kind = g.content.limits.naval, order.groups[0], g.content.place_kind(to)
    fits = kind == "town" or (g.content.map.terrain[to] == "clear" and not kind)
    if g.state.control.get(to) != OTHER[side] or not fits or to not in g.content.land:
        said = f"{name} is no enemy coast of clear ground or a town."
        return Refusal(said, "EF-NV-15")
    if order.goods:
        return Refusal(f"Goods go ashore in ports; {name} is none of yours.", "EF-NV-15")
    if group_of(g, group).type != "transport":
        said = f"{unit_name(g, group)} is no transport group; others land nobody."
        return Refusal(said, "EF-NV-15")
    if size + (ashore := g.state.units[group].numbers.get(LANDED, 0)) > rows.landing:
        said = f"{size + ashore} steps are too many; {rows.landing} of a transport group land in a player-turn."
        return Refusal(said, "EF-NV-15")
    if g.board.here[OTHER[side]][to]:
        return Refusal(f"Enemy units stand in {name}; nobody lands there.", "EF-NV-15")
    if weather_at(g, to) == "B":
        return Refusal(f"Nobody lands in {name} in a blizzard.", "EF-NV-15")
    return None


class ShipVerb(Verb[Ship]):
    """`ship UNIT by GROUP HEX`: sea transport, or a landing on an enemy coast; `ship 2sp by GROUP HEX`: goods."""

    words, form, one_in, staged = ("ship",), "ship UNIT by GROUP HEX", 6, True

    def __init__(self, g: EfGame, side: Side, phase: int) -> None:
        self.g, self.side, self.phase = g, side, phase

    def _cargoes(self) -> Iterator[Ship]:
        """Units beside a transport, one by one, and goods of its port: one, and as many as go."""
        g = self.g
        for group in groups(g, self.side):
            room = 0 if at_sea(g, group) else free_transport(g, group)
            if room <= 0:
                continue
            room = min(room, port_left(g, group.hex))
            for unit in on_map(g, self.side):
                if unit.hex == group.hex and class_of(g, unit.id).id != "PA":
                    yield Ship((unit.id,), 0, 0, (group.id,), -1)
            for kind, layer in GOODS.items():
                most = min(room, g.state.layers.get(layer, {}).get(group.hex, 0))
                for n in sorted({1, most} if most > 0 else ()):
                    sp, srp = (n, 0) if kind == "sp" else (0, n)
                    yield Ship((), sp, srp, (group.id,), -1)

    def heads(self) -> Iterator[Option]:
        """Cargoes with transports beside them."""
        for order in self._cargoes():
            if next(self._ends(order), None) is not None:
                yield self._head(order)

    def _head(self, order: Ship) -> Option:
        g = self.g
        names = [unit_name(g, u) for u in order.units]
        names += [f"{n} {kind.upper()}" for kind, n in order.goods.items()]
        label = f"{', '.join(names)} with {unit_name(g, order.groups[0])}"
        where = () if order.units else (place_of(g, order),)
        return Option(_written(order), label, (*order.units, *order.groups), where)

    def _ends(self, order: Ship) -> Iterator[Hex]:
        g, (group,) = self.g, order.groups
        if _why_not_aboard(g, self.side, order, self.phase) is not None:
            return
        lands = not order.goods and group_of(g, group).type == "transport"
        for h in _coast_near(g.content, place_of(g, order), group_of(g, group).ma + 1):
            if not lands and not is_friendly(g, self.side, h):
                continue
            if _why_not_ashore(g, self.side, order._replace(to=h)) is None:
                yield h

    def orders(self, head: Option) -> Iterator[Option]:
        """Ports and coasts in reach."""
        order = next(o for o in self._cargoes() if _written(o) == head.answer)
        for to in self._ends(order):
            name = self.g.grid.name(to)
            label = f"{head.label} to {place_name(self.g, to)}"
            yield Option(f"{head.answer} {name}", label, head.units, (to,))

    def read(self, words: Words) -> tuple[str, Ship]:
        """Cargo, groups, hex or hexes; raises IllegalAnswer."""
        g = self.g
        units, goods = _cargo(words)
        words.expect("by", self.form)
        ships, (*via, to) = words.stack(), stops(g, words)
        words.end()
        if any(u not in g.content.units for u in units) or any(
            s not in g.content.naval for s in ships
        ):
            raise refuse(f"Write {self.form}.", "EF-NV-14")
        if {g.state.units[u].side for u in (*units, *ships)} != {self.side}:
            raise refuse("All must be yours.", "EF-NV-14")
        if via and via[0] == g.state.units[ships[0]].hex:
            del via[0]
        ordered = (ships[0], *sorted(ships[1:]))
        order = Ship(tuple(sorted(units)), goods["sp"], goods["srp"], ordered, to, tuple(via))
        if not size_of(g, order):
            raise refuse(f"Write {self.form}.", "EF-NV-14")
        allow(why_not_ship(g, self.side, order, self.phase))
        path = "-".join(g.grid.name(h) for h in (*via, to))
        return f"{_written(order)} {path}", order


@cache
def _coast(content: EastFrontContent) -> Sequence[Hex]:
    """Land hexes at the sea, and ports, ascending."""
    near = content.grid.neighbours
    return [
        h for h in sorted(content.land)
        if h in content.ports or any(n in content.sea for n in near[h])
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _coast_near(content: EastFrontContent, start: Hex, far: int) -> Sequence[Hex]:
    """Those of them within a distance of another hex, ascending."""
    return [h for h in _coast(content) if h != start and content.grid.distance(h, start) <= far]


def _written(order: Ship) -> str:
    """The order up to the way."""
    cargo = "+".join((*order.units, *(f"{n}{kind}" for kind, n in order.goods.items())))
    return f"ship {cargo} by {'+'.join(order.groups)}"


_POINTS = re.compile(r"(\d+)(sp|srp)")


def _cargo(words: Words) -> tuple[list[UnitId], dict[str, int]]:
    """What is named as cargo: units and points joined by plus signs, "S-47+2sp"."""
    goods, units = dict.fromkeys(GOODS, 0), list[UnitId]()
    if words.next.isdigit():
        points = int(words.word())
        goods[words.one_of("goods", list(GOODS))] = points
        return units, goods
    if "+" not in words.next and not _POINTS.fullmatch(words.next):
        return [words.unit()], goods
    for part in words.word().split("+"):
        if found := _POINTS.fullmatch(part):
            goods[found[2]] += int(found[1])
        else:
            units.append(Words(words.g, part, GRAMMAR).unit())
    if len(set(units)) < len(units):
        raise refuse("A unit is named twice.", "EF-NV-14")
    return units, goods
