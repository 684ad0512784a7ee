"""Movement on the ground in every phase of it, marches, Reserve markers (EF-MV, EF-RX-10, EF-EX)."""

from __future__ import annotations

from functools import partial

from wargame.content.figures import counted
from wargame.flow.ask import DONE_WORD, Choice, Listed, Option
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.script import AGAIN, DONE, Next, done, segment, then
from wargame.games.eastfront import capture
from wargame.games.eastfront.asks.move import GRAMMAR, FlyBetween, Move, Moves
from wargame.games.eastfront.asks.rail import Boost, BoostVerb, Rail, RailVerb, rail_price
from wargame.games.eastfront.asks.refusals import reserves
from wargame.games.eastfront.asks.works import start_verbs
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import MARK, may_mark, movers
from wargame.games.eastfront.harm import eliminate
from wargame.games.eastfront.labour import Start, abandon, start
from wargame.games.eastfront.missions import Flight, codes, fly, missions
from wargame.games.eastfront.nets import boost, carry, eastern, net_at, set_pots
from wargame.games.eastfront.standing.book import tidy
from wargame.games.eastfront.state import (
    BONUS,
    FERRIED,
    GOES_ON,
    MP,
    OTHER,
    RAILED,
    RESERVE,
    RESOURCES,
    EfGame,
    class_of,
    enemy_zoc,
    on_map,
    place_name,
    stack,
    unit_name,
)
from wargame.games.eastfront.walk import (
    BONUS_MOVE,
    EXPLOITATION,
    HALVES,
    INITIAL,
    REACTION,
    RUN,
    Marcher,
    spent,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.march import OPEN, THERE, Spent, Units, Way, march, marched, watchers
from wargame.rules.phases import clear
from wargame.rules.walk import Member

Order = Move | Rail | Boost | Start | Flight | None


@segment("eastfront.movement.ground")
async def ground(
    g: EfGame,
    side: Side,
    phase: int,
    *,
    begun: int = 0,
    went: tuple[int | str, ...] = (),
    over: int = 0,
) -> Next:
    """EF-MV-03, EF-MV-04, EF-MV-22, EF-EX-02, EF-EX-13, EF-SU-13  One pass: the other side's missions, or one order of the phasing side."""
    if not begun:
        g.keep(begun=1)
        _begin(g, side, phase)
        await missions(g, OTHER[side], phase)
        return AGAIN
    if went:
        g.keep(went=())
        if over:
            g.keep(over=0)
        arrived(g, went, phase, over=bool(over))
        return AGAIN
    ask = ground_ask(g, side, phase)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        await missions(g, side, phase)
        await missions(g, OTHER[side], phase)
        clear(g, GOES_ON, rule="EF-MV-17")
        if phase == INITIAL:
            tidy(g, side)
        return DONE
    if isinstance(order, Move):
        if _held(g, side, order.path[-1]):
            g.keep(over=1)
        for unit in order.units:
            abandon(g, unit)
        return then(
            "eastfront.march",
            side=side,
            into="went",
            units=order.units,
            rest=order.path[1:],
            phase=phase,
        )
    if isinstance(order, Flight):
        await fly(g, side, order)
    else:
        _carry_out(g, side, order)
    return AGAIN


def _begin(g: EfGame, side: Side, phase: int) -> None:
    """EF-RA-12, EF-SU-02  What a phase of movement begins with."""
    if phase == BONUS_MOVE:
        g.set_track(BONUS, 1, rule="EF-SU-02")
    if phase == INITIAL:
        set_pots(g, side)
        if ferried := g.state.layers.get(FERRIED[side]):
            g.set_layer(FERRIED[side], dict.fromkeys(sorted(ferried), 0), rule="EF-NV-20")


def ground_ask(g: EfGame, side: Side, phase: int) -> MixedAsk[Order]:
    """The question of a phase of movement; it may be ended at once (EF-SQ-11)."""
    moves = Moves(g, side, phase)
    verbs: list[Verb[Order]] = [moves]
    if phase == INITIAL:
        verbs += [RailVerb(g, side), BoostVerb(g, side), *start_verbs(g, side)]
    if codes(g, side, phase):
        verbs.append(FlyBetween(g, side, phase))
    out: Done[Order] = Done(DONE_WORD, "No more moves", None, one_in=10)
    return MixedAsk(
        g, [*verbs, out], side=side, key="move", rule="EF-MV-11", grammar=GRAMMAR,
        prompt=lambda: f"Move: {counted(len(moves.able), 'unit')} may still go.",
    )  # fmt: skip


def _carry_out(g: EfGame, side: Side, order: Rail | Boost | Start) -> None:
    """An order of railways or engineers."""
    if isinstance(order, Rail):
        ride(g, side, order)
    elif isinstance(order, Boost):
        net = net_at(g, side, order.where)
        assert net is not None
        srp = g.state.layers[RESOURCES][order.where]
        g.set_layer(RESOURCES, {order.where: srp - 1}, rule="EF-RA-16")
        boost(g, side, net)
        g.note("srp", side=side, hex=order.where, rule="EF-RA-16")
    else:
        start(g, side, order)


def ride(g: EfGame, side: Side, order: Rail) -> None:
    """EF-RA-14  A unit goes by rail, whatever the way."""
    here = g.state.units[order.unit].hex
    net = net_at(g, side, here)
    assert net is not None
    east = eastern(g, side, net.hexes, here, order.to)
    carry(g, side, net, rail_price(g, order.unit), east=east, rule="EF-RA-14")
    abandon(g, order.unit)
    g.note("rides", unit=order.unit, hex=order.to, rule="EF-RA-14")
    g.place(order.unit, order.to, rule="EF-RA-14")
    g.gain(order.unit, RAILED, rule="EF-RA-14")


def _held(g: EfGame, side: Side, where: Hex) -> list[UnitId]:
    """Enemies that an overrun eliminates."""
    found = stack(g, where, OTHER[side])
    return [u.id for u in found] if any(class_of(g, u.id).zones for u in found) else []


def arrived(g: EfGame, handed: tuple[int | str, ...], phase: int, *, over: bool) -> None:
    """EF-MV-15  MP are recorded; who has overrun may go on, the others have moved."""
    how, went = marched(handed)
    name = RUN if phase in (EXPLOITATION, REACTION) else MP
    for unit, half in went.items():
        whole = spent(g, unit, phase) + -(-half // HALVES)
        g.set_number(unit, name, whole, rule="EF-MV-15")
        g.gain(unit, MARK[phase], rule="EF-MV-15")
        if over or how == OPEN:
            g.gain(unit, GOES_ON, rule="EF-MV-17")
        else:
            g.shed(unit, GOES_ON, rule="EF-MV-17")
        if phase in (EXPLOITATION, REACTION):
            g.shed(unit, RESERVE, rule="EF-RX-10")


class March:
    """What rules/march asks of this game."""

    def __init__(self, units: Units, rest: Way, phase: int, *, bonus: bool) -> None:
        self.units, self.rest, self.phase, self.bonus = units, rest, phase, bonus

    def member(self, g: EfGame, unit: UnitId) -> Member:
        """EF-MV-11  The stack's prices, and what the poorest has left."""
        units = tuple(u for u in self.units if g.state.units[u].hex == g.state.units[unit].hex)
        mover = Marcher(g, units or (unit,), self.phase, bonus=self.bonus)
        return mover, mover.left

    def stirs(self, g: EfGame, units: Units, where: Hex) -> bool:
        """Whether units of the other side are there or come next, in the air and at sea too."""
        side: Side = g.content.units[units[0]].side
        ahead = self.rest[self.rest.index(where) + 1 :][:1] if where in self.rest else ()
        return any(capture.stirs(g, side, h) for h in (where, *ahead))

    def go(self, g: EfGame, units: Units, path: Way) -> None:
        """They move along a path; hexes on which nothing stirs change hands at once."""
        for unit in units:
            g.move(unit, path, rule="EF-MV-11")
        side: Side = g.content.units[units[0]].side
        for where in path[1:]:
            if not capture.stirs(g, side, where):
                capture.pass_through(g, units, where)

    async def arrived(self, g: EfGame, units: Units, where: Hex) -> bool:
        """EF-HC-02, EF-SQ-12  What lies and bases in the hex changes hands; who watches it may fly a mission."""
        await capture.enter(g, units, where)
        side: Side = g.content.units[units[0]].side
        if OTHER[side] in watchers(g, side, where) and self.phase in (INITIAL, EXPLOITATION):
            await missions(g, OTHER[side], self.phase)
        return True


@segment("eastfront.march")
async def marching(
    g: EfGame, *, side: Side, units: Units, rest: Way, phase: int, spent: Spent = ()
) -> Next:
    """EF-MV-17, EF-ZC-04  One stretch of a march: what stands in its way is overrun or pushed aside first."""
    bonus = bool(g.state.tracks.get(BONUS)) and phase == REACTION
    first = rest[0]
    if held := _held(g, side, first):
        g.note("overrun", unit=units[0], hex=first, rule="EF-MV-17")
        for unit in held:
            eliminate(g, unit, rule="EF-MV-17")
        paid = _overrun_price(g, units, first, phase, spent, bonus=bonus)
        for unit in units:
            g.move(unit, (g.state.units[unit].hex, first), how="overruns", rule="EF-MV-17")
        await capture.enter(g, units, first)
        return _back(units, paid)
    if stack(g, first, OTHER[side]):
        await capture.displace(g, side, first)
    return await march(g, March(units, rest, phase, bonus=bonus), units, rest, spent)


def _overrun_price(
    g: EfGame, units: Units, where: Hex, phase: int, spent: Spent, *, bonus: bool
) -> Spent:
    """EF-MV-17  What those who overrun have spent: the hex and two MP more."""
    mover = Marcher(g, units, phase, bonus=bonus)
    price = mover.costs[mover.start][g.grid.direction(mover.start, where)]
    more = g.content.terrain.move.overrun * HALVES
    return tuple(n + price + more for n in spent or (0,) * len(units))


def _back(units: Units, spent: Spent) -> Next:
    facts = [fact for both in zip(units, spent, strict=True) for fact in both]
    return done((THERE, *facts))


# -- reserves ---------------------------------------------------------------------------------------


@segment("eastfront.movement.reserve")
async def reserve(g: EfGame, side: Side, begun: int = 0) -> Next:
    """EF-RX-10, EF-RX-16  One pass: a unit is marked Reserve, or released."""
    if not begun:
        g.keep(begun=1)
        for unit in on_map(g, side):
            if RESERVE in unit.states and enemy_zoc(g, side, unit.hex):
                g.shed(unit.id, RESERVE, rule="EF-RX-10")
        return AGAIN
    if not may_hold_back(g, side):
        return DONE
    out = (Option(DONE_WORD, "No more"), "")
    ask = Choice(
        side, "reserve", "Mark units as Reserve?", Listed(out, partial(_changes, g, side)),
        rule="EF-RX-10", quiet=DONE_WORD, explain=reserves(g, side),
    )  # fmt: skip
    chosen = await g.ask(ask)
    if not chosen:
        return DONE
    if RESERVE in g.state.units[chosen].states:
        g.shed(chosen, RESERVE, rule="EF-RX-10")
    else:
        g.gain(chosen, RESERVE, rule="EF-RX-10")
    return AGAIN


def _changes(g: EfGame, side: Side) -> list[tuple[Option, UnitId]]:
    """Whom the markers may be given to now, and who may give his back."""
    given = [
        (Option(f"reserve {u}", f"{unit_name(g, u)}, {_at(g, u)}", (u,)), u)
        for u in may_mark(g, side)
    ]
    marked = (u.id for u in on_map(g, side) if RESERVE in u.states)
    return given + [
        (Option(f"release {u}", f"{unit_name(g, u)} is no Reserve any more", (u,)), u)
        for u in marked
    ]


def _at(g: EfGame, unit: UnitId) -> str:
    return place_name(g, g.state.units[unit].hex)


def may_exploit(g: EfGame, side: str) -> bool:
    """EF-EX-10  Whether anybody moves in exploitation."""
    own: Side = "axis" if side == "axis" else "soviet"
    return bool(movers(g, own, EXPLOITATION))


def may_hold_back(g: EfGame, side: str) -> bool:
    """EF-RX-10  Whether a unit may be marked, or one is."""
    own: Side = "axis" if side == "axis" else "soviet"
    return any(RESERVE in u.states for u in on_map(g, own)) or any(True for _ in may_mark(g, own))


def surprise_turn(g: EfGame, side: str) -> bool:
    """EF-SU-01  Whether the player-turn is one of surprise."""
    return g.state.tracks.get("surprise") == _phasing(g, side)


def _phasing(g: EfGame, side: str) -> str:
    if side:
        return side
    names = [frame.name for frame in g.state.frames]
    return "axis" if "eastfront.axis" in names else "soviet"


WHEN = {
    "may_exploit": may_exploit,
    "may_hold_back": may_hold_back,
    "surprise_turn": surprise_turn,
}
