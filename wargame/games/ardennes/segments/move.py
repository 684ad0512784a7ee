"""Moves of an Activation, and recovery (ARD-MV-13, ARD-AC-08, ARD-AC-09)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from itertools import pairwise

from wargame.flow.ask import DONE_WORD, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment, then
from wargame.games.ardennes.activation import activation, active_units, remember, tread
from wargame.games.ardennes.asks.listed import because, form
from wargame.games.ardennes.asks.move import SPENT, move_ask
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.harm import entered, left
from wargame.games.ardennes.roadblocks import beside
from wargame.games.ardennes.score import exit_points
from wargame.games.ardennes.segments.react import (
    active_hexes,
    clear_beside,
    clear_beside_active,
    come,
    stirs,
)
from wargame.games.ardennes.state import (
    ATTACKED,
    DISPERSED,
    EXITED,
    IMPROVED,
    ISOLATED,
    MOVED,
    OUT,
    STRATEGIC,
    ArdGame,
    automated,
    hexside_key,
    kind_of,
    place_name,
    unit_name,
    why_full,
)
from wargame.games.ardennes.walk import LEFT, How, allowance, marcher
from wargame.games.ardennes.works import has_position, is_river, roadblock_mask
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, UnitId
from wargame.rules.march import OPEN, Spent, Units, Way, march, marched
from wargame.rules.phases import clear
from wargame.rules.walk import Member


@segment("ardennes.ops.move")
async def moves(g: ArdGame, side: Side, begun: int = 0, done: Fact = ()) -> Next:
    """ARD-AC-08, ARD-RB-17  One pass: a stack is sent on its march; before the first Roadblocks are cleared.

    *done* stands in records before `ardennes-5`.
    """
    del done
    if side == "german" and not begun:
        g.keep(begun=1)
        await clear_beside_active(g)
    if automated(g, side):
        return DONE
    ask = move_ask(g, side, night=bool(activation(g).night))
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        _forget_spent(g)
        return DONE
    if not order.path:
        _exit(g, order.units[0])
        return AGAIN
    units, rest, spent = order.units, order.path[1:], _taken_up(g, order.units)
    if not spent:
        return then("ardennes.ops.march", units=units, rest=rest, how=order.verb)
    return then("ardennes.ops.march", units=units, rest=rest, how=order.verb, spent=spent)


def _taken_up(g: ArdGame, units: Units) -> Spent:
    """ARD-MV-13  What a stack that goes on after its way was shut has spent; () for one that starts."""
    over = [g.state.units[u].numbers.get(LEFT, 0) for u in units]
    if not any(over):
        return ()
    for unit in units:
        g.set_number(unit, LEFT, 0, rule="ARD-MV-13")
    whole = [allowance(g, u) for u in units]
    return tuple(n - left_ for n, left_ in zip(whole, over, strict=True))


def _forget_spent(g: ArdGame) -> None:
    """ARD-AC-08  The moves are over: nobody has anything left of his."""
    mark = g.board.version_of_mark
    if _anybody_has_spent(g, mark(SPENT), mark(LEFT)):
        clear(g, rule="ARD-AC-08", numbers=(SPENT, LEFT))


@lru_cache(maxsize=8)
def _anybody_has_spent(g: ArdGame, _spent: int, _left: int) -> bool:
    """Whether a unit has a number of a way that is over or was shut; the same until one is set."""
    counted = [u.numbers for u in g.state.units.values() if u.numbers]
    return any(n.get(SPENT) or n.get(LEFT) for n in counted)


def _exit(g: ArdGame, unit: UnitId) -> None:
    """ARD-MV-11  A unit is over the Meuse."""
    where = g.state.units[unit].hex
    g.note("exits", rule="ARD-MV-11", unit=unit)
    g.box(unit, EXITED, rule="ARD-MV-11")
    g.note("exit_points", rule="ARD-VC-01", points=exit_points(g))
    left(g, [where])


class March:
    """What rules/march asks of this game: the stack pays the most of its members' prices."""

    def __init__(self, units: Units, how: How, rest: Way) -> None:
        self.units, self.how, self.rest = units, how, rest
        self.ahead: list[Hex] = []

    def member(self, g: ArdGame, unit: UnitId) -> Member:
        """ARD-MV-13  A unit has its own allowance; the price is the stack's."""
        trail = self.rest if self.how == "strategic" else ()
        return marcher(g, self.units, self.how, trail), allowance(g, unit, self.how)

    def stirs(self, g: ArdGame, units: Units, where: Hex) -> bool:
        """Whether a check is due there, the hexes on the way being left behind."""
        if stirs(g, units, where, (g.state.units[units[0]].hex, *self.ahead)):
            return True
        self.ahead.append(where)
        return False

    def go(self, g: ArdGame, units: Units, path: Way) -> None:
        """They move along a path on which nothing stirs before its end."""
        step_along(g, units, path)

    async def arrived(self, g: ArdGame, units: Units, where: Hex) -> bool:
        """ARD-MV-13  The checks of a hex, in their order."""
        return await come(g, units, where, ())


def step_along(g: ArdGame, units: Units, path: Way, *, rule: str = "ARD-MV-13") -> None:
    """Units move together; hexes become theirs, hexsides of rivers are counted (ARD-MV-04, ARD-MV-05)."""
    side, crossed = kind_of(g, units[0]).side, []
    for a, b in pairwise(path):
        if is_river(g, a, b):
            crossed += [hexside_key(g.content, a, b)] * len(units)
    for unit in units:
        g.move(unit, path, rule=rule)
    g.mark(units, MOVED, rule=rule)
    if crossed:
        remember(g, crossed=(*activation(g).crossed, *crossed))
    if side == "german":
        tread(g, units, path)
    entered(g, path[1:], side)
    left(g, [path[0]])


@segment("ardennes.ops.march")
async def marching(
    g: ArdGame, units: Units, rest: Way, how: How, *, spent: Spent = (), trail: Way = ()
) -> Next:
    """ARD-MV-13  One pass: the next stretch, and what it stirs up."""
    here = g.state.units[units[0]].hex
    if how == "strategic":
        g.mark(units, STRATEGIC, rule="ARD-MV-08")
    found = await march(g, March(units, how, rest), units, rest, spent)
    where = _where(g, units)
    ahead = rest[: rest.index(where) + 1] if where != here and where in rest else ()
    way = (*trail, here, *ahead)
    if found.kind != "done":
        g.keep(trail=way[:-1] if ahead else trail)
        return found
    if not back_if_full(g, units, way):
        _note_spent(g, units, how, found.result)
    await _over(g, found.result)
    return found


async def _over(g: ArdGame, result: object) -> None:
    """ARD-RB-17  After a march Roadblocks of earlier Activations beside the stack are cleared."""
    assert isinstance(result, tuple)
    if not roadblock_mask(g):
        return
    units = [g.state.units[u] for u in marched(result)[1]]
    if units and units[0].side == "german":
        await clear_beside(g, sorted({u.hex for u in units if u.hex >= 0}))


def _where(g: ArdGame, units: Units) -> Hex:
    return g.state.units[units[0]].hex


def back_if_full(g: ArdGame, units: Units, way: Way) -> bool:
    """ARD-MV-13  A stack that was stopped unforeseen where it may not stay goes back the way it came, to the
    first hex in which it may; whether it did.
    """
    side, where = kind_of(g, units[0]).side, _where(g, units)
    if where < 0 or why_full(g, side, where, units) is None:
        return False
    back = [where]
    for h in reversed(way[:-1]):
        back.append(h)
        if why_full(g, side, h, units) is None:
            break
    g.note("goes_back", rule="ARD-MV-13", units=units, hexes=(where,))
    for unit in units:
        g.move(unit, tuple(back), rule="ARD-MV-13")
    return True


def _note_spent(g: ArdGame, units: Units, how: How, result: object) -> None:
    """ARD-MV-11, ARD-MV-13  What a unit has spent that may yet leave the map; what one has left whose way was shut."""
    assert isinstance(result, tuple)
    ended, paid = marched(result)
    for unit in units:
        spare = allowance(g, unit, how) - paid.get(unit, 0)
        if ended == OPEN and how == "move" and spare > 0:
            g.set_number(unit, LEFT, spare, rule="ARD-MV-13")
        if g.state.units[unit].hex in _exits(g):
            g.set_number(unit, SPENT, paid.get(unit, 0), rule="ARD-MV-11")


def _exits(g: ArdGame) -> Collection[Hex]:
    return g.content.limits.exit.hexes if g.content.plays("exit") else ()


# -- recovery ---------------------------------------------------------------------------------------


@segment("ardennes.ops.recover")
async def recover(g: ArdGame, side: Side, cleared: int = 0) -> Next:
    """ARD-AC-09  Active units that did nothing are Dispersed no more by themselves; others may dig in.

    Before that Roadblocks go beside which advances and reinforcements have ended (ARD-RB-20). A Night
    March is movement alone. *cleared* stands in records before `ardennes-5`.
    """
    del cleared
    if side == "german":
        await clear_beside_active(g)
    if activation(g).night:
        return DONE
    shaken = [u for u in resting(g, side) if DISPERSED in g.state.units[u].states]
    g.mark(shaken, MOVED, lost=(DISPERSED,), rule="ARD-AC-09")
    if automated(g, side):
        return DONE
    sites = digging(g, side)
    if not sites:
        return DONE
    rows = [
        (
            Option(
                f"dig {unit} {g.grid.name(h)}",
                f"{unit_name(g, unit)} digs in at {place_name(g, h)}",
                (unit,),
                (h,),
            ),
            (unit, h),
        )
        for h, unit in sites.items()
    ]
    rows.append((Option(DONE_WORD, "No more"), ("", -1)))
    ask: Choice[tuple[UnitId, Hex]] = Choice(
        side, "recover", "Build improved positions?",
        rows, rule="ARD-AC-09", each=True,
        explain=because(rows, form(g, "dig UNIT HEX", "ARD-AC-09", partial(_why_no_site, g, side))),
    )  # fmt: skip
    unit, where = await g.ask(ask)
    if not unit:
        return DONE
    g.set_layer(IMPROVED, {where: 1}, rule="ARD-IP-01")
    return AGAIN


def resting(g: ArdGame, side: str) -> list[UnitId]:
    """ARD-AC-09  Active units that have neither moved nor attacked, in ascending #."""
    did = {MOVED, ATTACKED}
    return [u for u in active_units(g, side) if not g.state.units[u].states & did]


def _why_no_site(g: ArdGame, side: str, unit_id: UnitId, where: Hex) -> Refusal | None:
    """ARD-AC-09, ARD-IP-01, ARD-US-05, ARD-SS-05  Why a unit builds no IP in a hex; None if it may."""
    unit, name, place = g.state.units[unit_id], unit_name(g, unit_id), place_name(g, where)
    if unit.hex != where or unit.side != side:
        return Refusal(f"{name} does not stand in {place}.", "ARD-AC-09")
    if where in g.content.built_up:
        return Refusal(f"{place} is a City or Town: it takes no IP.", "ARD-IP-01")
    if has_position(g, where):
        return Refusal(f"{place} has an IP.", "ARD-IP-01")
    if unit_id not in active_units(g, side):
        return Refusal(f"{name} is not active.", "ARD-AC-09")
    if unit_id not in resting(g, side):
        return Refusal(f"{name} has done something in this Activation.", "ARD-AC-09")
    if DISPERSED in unit.states:
        return Refusal(f"{name} is Dispersed and builds none.", "ARD-US-05")
    if unit.states & {OUT, ISOLATED}:
        return Refusal(f"{name} is OutOfSupply or worse and builds none.", "ARD-SS-05")
    return None


def digging(g: ArdGame, side: str) -> dict[Hex, UnitId]:
    """ARD-AC-09, ARD-IP-01, ARD-US-05, ARD-SS-05  Hexes where an IP may be built, each with a unit that may."""
    found: dict[Hex, UnitId] = {}
    for unit_id in resting(g, side):
        unit = g.state.units[unit_id]
        if unit.states & {DISPERSED, OUT, ISOLATED} or unit.hex in g.content.built_up:
            continue
        if not has_position(g, unit.hex):
            found.setdefault(unit.hex, unit_id)
    return dict(sorted(found.items()))


def _recovers(g: ArdGame, side: Side) -> bool:
    """ARD-AC-09, ARD-RB-20  Whether a Roadblock goes, or anybody who did nothing is Dispersed or may dig in."""
    if side == "german" and roadblock_mask(g) and any(beside(g, h) for h in active_hexes(g)):
        return True
    if activation(g).night:
        return False
    if any(DISPERSED in g.state.units[u].states for u in resting(g, side)):
        return True
    return not automated(g, side) and bool(digging(g, side))


def _by_hand(g: ArdGame, side: Side) -> bool:
    return not automated(g, side)


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {
    "played_by_hand": _by_hand,
    "anybody_recovers": _recovers,
}
"""The conditions of its steps."""
