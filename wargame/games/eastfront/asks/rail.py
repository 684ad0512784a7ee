"""Orders of the railways within movement: `rail G-XII 0935`, `srp 0635` (EF-RA-14, EF-RA-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wargame.flow.ask import Option, Pick, Refusal, allow
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.flow.unit_verb import UnitVerb
from wargame.games.eastfront import bounds
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.nets import (
    OWN_GAUGE,
    RailNet,
    boosts,
    carried,
    east_left,
    eastern,
    left,
    net_at,
    nets,
    pots_of,
)
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    BREAK,
    CUT,
    DEMOLISHED,
    GAUGE,
    ISOLATED,
    MOVED,
    RAILED,
    RESOURCES,
    SHIPPED,
    UNPREPARED,
    WORKING,
    EfGame,
    class_of,
    enemy_zoc,
    on_map,
    place_name,
    side_of,
    steps,
    unit_name,
)
from wargame.games.eastfront.walk import INITIAL, halfway, told_half
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.choose import some


class Rail(NamedTuple):
    """A unit goes by rail."""

    unit: UnitId
    to: Hex


class Boost(NamedTuple):
    """EF-RA-16  An SRP in a hex is spent for the capacity of its net."""

    where: Hex


def rail_price(g: EfGame, unit_id: UnitId) -> int:
    """EF-RA-19  Capacity points of a unit: its steps, one more if combat-motorised; a small one 1."""
    cls = class_of(g, unit_id)
    return 1 if cls.small else steps(g, unit_id) + int(cls.cm)


def why_not_rail(g: EfGame, unit_id: UnitId) -> Refusal | None:
    """EF-RA-14, EF-RA-18, EF-IS-04  Why a unit does not go by rail at all; None if it may."""
    unit, name = g.state.units[unit_id], unit_name(g, unit_id)
    if RAILED in unit.states or SHIPPED in unit.states:
        return Refusal(f"{name} has gone by rail or sea.", "EF-RA-14")
    if WORKING in unit.states:
        return Refusal(f"{name} is at work.", "EF-EN-10")
    if UNPREPARED in unit.states:
        return Refusal(f"{name} is unprepared: no rail.", "EF-RA-18")
    if ISOLATED in unit.states:
        return Refusal(f"{name} is isolated.", "EF-IS-04")
    if class_of(g, unit_id).static:
        return Refusal(f"{name} is a fortification.", "EF-UN-01")
    if refusal := bounds.may_move(g, unit_id):
        return refusal
    if MOVED in unit.states and not halfway(g, unit_id, INITIAL):
        return Refusal(f"{name} has {told_half(g, unit_id, INITIAL)}.", "EF-RA-14")
    if enemy_zoc(g, unit.side, unit.hex):
        return Refusal(f"{name} stands in an enemy ZOC.", "EF-RA-14")
    return None


def why_no_train(g: EfGame, unit_id: UnitId, net: RailNet, to: Hex) -> Refusal | None:
    """EF-RA-14, EF-RA-15, EF-SK-02  Why a unit does not go to a hex of its net; None if it does."""
    unit = g.state.units[unit_id]
    side = side_of(g, unit_id)
    name, price = unit_name(g, unit_id), rail_price(g, unit_id)
    if to == unit.hex:
        return Refusal(f"{name} stands in {place_name(g, to)} already.", "EF-RA-14")
    if not carried(g, side, net, unit.hex) >> to & 1:
        why = _why_unusable(g, side, to)
        said = f"No usable railway leads {name} to {place_name(g, to)}{why}."
        return Refusal(said, "EF-RA-14")
    if is_cut(g, side, to):
        return Refusal(f"{place_name(g, to)} is isolated.", "EF-IS-04")
    there = left(g, side, net)
    if price > there:
        return Refusal(f"{name} takes {price} rail capacity; the net has {there} left.", "EF-RA-12")
    if price > east_left(g) and eastern(g, side, net.hexes, unit.hex, to):
        return Refusal(
            f"{name} takes {price}; {east_left(g)} are left east of the border.", "EF-RA-15"
        )
    return (
        why_full(g, side, to, [unit_id])
        or bounds.why_no_end(g, unit_id, to)
        or _abroad(g, unit_id, to)
    )


def _why_unusable(g: EfGame, side: Side, to: Hex) -> str:
    """EF-RA-10  What bars the railway of a hex, to stand after its name; "" if it is barred on the way."""
    layers = g.state.layers
    gauge = layers.get(GAUGE, {}).get(to)
    rows = (
        (gauge is None, "no railway lies there"),
        (g.state.control.get(to) != side, "it is not your own"),
        (bool(layers.get(DEMOLISHED, {}).get(to)), "it is demolished"),
        (bool(layers.get(BREAK, {}).get(to)), "a Rail Break lies there"),
        (gauge != OWN_GAUGE[side] and g.content.nation[to] != "F", "its gauge is foreign"),
        (enemy_zoc(g, side, to), "it lies in an enemy ZOC"),
    )
    found = next((said for bars, said in rows if bars), "")
    return found and f": {found}"


def _abroad(g: EfGame, unit_id: UnitId, to: Hex) -> Refusal | None:
    """EF-PE-02, EF-PE-03  A train does not carry a unit where it may not march."""
    return bounds.why_not_enter(g, unit_id, g.state.units[unit_id].hex, to)


class Railway:
    """The nets of a side as the question stands, looked up once."""

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side
        self._nets: list[RailNet] | None = None

    @property
    def nets(self) -> list[RailNet]:
        """The nets that have capacity left."""
        if self._nets is None:
            self._nets = [n for n in nets(self.g, self.side) if left(self.g, self.side, n)]
        return self._nets

    def net_of(self, where: Hex) -> RailNet | None:
        """The net a hex belongs to."""
        return next((net for net in self.nets if net.hexes >> where & 1), None)

    def riders(self) -> list[UnitId]:
        """Units that stand on a net and may ride."""
        return [u.id for u in on_map(self.g, self.side) if self.rides(u)]

    def rides(self, unit: Unit) -> bool:
        """Whether a unit of the side stands on a net and may ride."""
        return (
            self.g.content.units[unit.id].cls != "PA"
            and self.net_of(unit.hex) is not None
            and why_not_rail(self.g, unit.id) is None
        )

    def carries(self, unit: UnitId) -> bool:
        """Whether the net of a unit has capacity left for it."""
        net = self.net_of(self.g.state.units[unit].hex)
        return net is not None and left(self.g, self.side, net) >= rail_price(self.g, unit)

    def why(self, unit: UnitId, to: Hex) -> Refusal | None:
        """Why a unit does not ride to a hex."""
        if refusal := self._why_foreign(unit) or why_not_rail(self.g, unit):
            return refusal
        net = self.net_of(self.g.state.units[unit].hex)
        if net is None:
            where = self.g.state.units[unit].hex
            at, why = place_name(self.g, where), _why_unusable(self.g, self.side, where)
            said = f"{unit_name(self.g, unit)} stands on no usable railway in {at}{why}."
            return Refusal(said, "EF-RA-14")
        return why_no_train(self.g, unit, net, to)

    def _why_foreign(self, unit: UnitId) -> Refusal | None:
        g, name = self.g, unit_name(self.g, unit)
        if unit not in g.content.units or g.state.units[unit].side != self.side:
            return Refusal(f"{name} is no ground unit of yours.", "EF-RA-14")
        if g.content.units[unit].cls == "PA":
            return Refusal(f"{name} is a band: no train carries it.", "EF-PT-13")
        if g.state.units[unit].hex < 0:
            return Refusal(f"{name} is not on the map.", "EF-RA-14")
        return None

    def ends(self, unit: UnitId) -> list[Hex]:
        """The hexes that a train carries a unit to: those that `why` takes, what many share asked once."""
        able, fits = self._reach(unit)
        return list(filter(fits, able))

    def some_end(self, unit: UnitId, pick: Pick) -> Hex | None:
        """One of them."""
        able, fits = self._reach(unit)
        return some(able, lambda h: h if fits(h) else None, pick)

    def _reach(self, unit: UnitId) -> tuple[Sequence[Hex], Callable[[Hex], bool]]:
        """Hexes that a train reaches with a unit, and whether it may get off in one."""
        g, side, where = self.g, self.side, self.g.state.units[unit].hex
        net = self.net_of(where)
        if net is None or why_not_rail(g, unit) or rail_price(g, unit) > left(g, side, net):
            return (), bool
        cut, dear = g.state.layers.get(CUT[side], {}), rail_price(g, unit) > east_left(g)
        barred = bounds.no_ends(g, unit) | bounds.shut_to(g, unit, where)

        def fits(h: Hex) -> bool:
            return not (
                h == where
                or cut.get(h)
                or (dear and eastern(g, side, net.hexes, where, h))
                or (g.board.at[h] and why_full(g, side, h, [unit]))
            )

        return members(carried(g, side, net, where) & ~barred), fits


class RailVerb(UnitVerb[Rail]):
    """EF-RA-14  `rail UNIT HEX`."""

    staged = True

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.way = g, Railway(g, side)
        super().__init__(
            g.grid,
            "rail UNIT HEX",
            self.way.riders,
            self.way.ends,
            why=self.way.why,
            value=Rail,
            label=lambda unit, to: f"{unit_name(g, unit)} by rail to {place_name(g, to)}",
            one_in=4,
        )

    def heads(self) -> Iterator[Option]:
        """Who may ride, if its net carries that much."""
        for unit in self.way.riders():
            if self.way.carries(unit):
                yield Option(self.head([unit]), f"{unit_name(self.g, unit)} by rail", (unit,))

    def orders(self, head: Option) -> Iterator[Option]:
        """The hexes of the net that take it."""
        yield from super().orders(head._replace(hexes=self._able(head.units[0])))

    def _able(self, u: UnitId) -> tuple[Hex, ...]:
        return tuple(self.way.ends(u))

    def sample(self, pick: Pick) -> str:
        """Some unit to some hex."""

        def ride(unit: Unit) -> str | None:
            to = self.way.some_end(unit.id, pick) if self.way.rides(unit) else None
            return None if to is None else self._write(unit.id, to)

        return some(on_map(self.g, self.way.side), ride, pick) or ""


class BoostVerb(Verb[Boost]):
    """EF-RA-01, EF-RA-16  `srp HEX`: an SRP of a net is spent for more capacity there."""

    words, form, one_in = ("srp",), "srp HEX", 12

    def __init__(self, g: EfGame, side: Side) -> None:
        self.g, self.side = g, side

    def heads(self) -> Iterator[Option]:
        """Each SRP that may be spent."""
        g = self.g
        for where in sorted(g.state.layers.get(RESOURCES, {})):
            if self.why(where) is None:
                name = g.grid.name(where)
                yield Option(
                    f"srp {name}",
                    f"Spend an SRP in {place_name(g, where)} for rail capacity",
                    (),
                    (where,),
                )

    def why(self, where: Hex) -> Refusal | None:
        """EF-RA-16  Why no SRP is spent in a hex."""
        g, limits = self.g, self.g.content.limits.rail
        name = place_name(g, where)
        if g.state.control.get(where) != self.side or not g.state.layers.get(RESOURCES, {}).get(
            where
        ):
            return Refusal(f"No SRP of yours lies in {name}.", "EF-RA-16")
        net = net_at(g, self.side, where)
        if net is None or not pots_of(g, self.side, net):
            return Refusal(f"{name} lies on no net with capacity.", "EF-RA-16")
        if boosts(g, self.side, net) >= limits.srp_most:
            return Refusal(
                f"{limits.srp_most} SRP are the most for a net in a player-turn.", "EF-RA-16"
            )
        return None

    def read(self, words: Words) -> tuple[str, Boost]:
        """The hex; raises IllegalAnswer."""
        where = words.hex()
        words.end()
        allow(self.why(where))
        return f"srp {self.g.grid.name(where)}", Boost(where)
