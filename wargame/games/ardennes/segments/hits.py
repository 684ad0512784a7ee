"""Hits absorbed: steps lost, retreats, being Dispersed (ARD-CR-01 to -17, ARD-RT-01 to -12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from wargame.flow.ask import About, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes.asks.listed import Explain, because, form
from wargame.games.ardennes.automaton import hits as rules
from wargame.games.ardennes.battle import Battle, alive, battle, remember
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.harm import disperse, entered, left, lose_step, losers, loss
from wargame.games.ardennes.retreat import MOST, Retreat, able, hexes_left, most_hexes
from wargame.games.ardennes.segments.react import come, is_early
from wargame.games.ardennes.state import (
    DISPERSED,
    ArdGame,
    automated,
    place_name,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

# -- losses -----------------------------------------------------------------------------------------


def lose(g: ArdGame, unit: UnitId, *, rule: str) -> None:
    """ARD-CR-01  A step is lost in this combat."""
    fight = battle(g)
    lost = {**fight.lost, unit: fight.lost.get(unit, 0) + 1}
    remember(g, steps=tuple(value for u in sorted(lost) for value in (u, lost[u])))
    lose_step(g, unit, rule=rule)


# -- the defender -----------------------------------------------------------------------------------


def standing(g: ArdGame, fight: Battle) -> list[UnitId]:
    """The defenders that still live and defend together, wherever they have gone, in ascending #."""
    return alive(g, fight.defenders)


def where_are(fight: Battle) -> Hex:
    """Where the defenders stand who are still together."""
    return fight.path[-1] if fight.path else fight.target


@segment("ardennes.ops.hits")
async def defenders_hits(g: ArdGame, side: Side) -> Next:
    """ARD-CR-17, ARD-CR-03 to -10  One pass: a hit of the defender."""
    fight = battle(g)
    units = standing(g, fight)
    if not fight.hits or not units:
        _after(g, fight, units)
        return DONE
    if automated(g, side):
        await _automatic(g, fight)
    else:
        await _own(g, side, fight, units)
    return AGAIN


def _after(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> None:
    """ARD-RT-06, ARD-CR-03  A retreat of two hexes leaves everybody Dispersed."""
    if len(fight.path) >= MOST:
        far = g.grid.distance
        gone = [u for u in units if far(g.state.units[u].hex, fight.target) >= MOST]
        disperse(g, gone, rule="ARD-RT-06")


async def _own(g: ArdGame, side: Side, fight: Battle, units: Sequence[UnitId]) -> None:
    """ARD-CR-17  The owner takes each hit as a step or as a hex."""
    apart = _may_part(g, side, fight, units)
    if apart and fight.parts and side == "allied":  # the next hit is a retreat
        await _go_apart(g, side, units)
        return
    here = [u for u in units if not fight.parts and g.state.units[u].hex == where_are(fight)]
    options: list[tuple[Option, tuple[str, str, tuple[Hex, ...]]]] = []
    for unit in losers(g, units, fight.lost):
        options.append((Option(f"lose {unit}", loss(g, unit), (unit,)), ("lose", unit, ())))
    for way in ways(g, fight, here):
        cost = sum(tolls(g, side, fight, able(g, here, fight.target), way))
        said = f", {cost} step{'s' * (cost > 1)} lost" if cost else ""
        label = f"Retreat to {place_name(g, way[-1])}{said}"
        answer = f"retreat {g.grid.write(way)}"
        options.append((Option(answer, label, tuple(here), way), ("retreat", "", way)))
    if apart:
        label = "Break up: every unit goes its own way"
        options.append((Option("retreat apart", label, tuple(units)), ("apart", "", ())))
    ask: Choice[tuple[str, str, tuple[Hex, ...]]] = Choice(
        side, "hits.defence",
        f"{fight.hits} hit{'s' * (fight.hits > 1)} on {place_name(g, fight.target)}: a step or a hex?",
        options, rule="ARD-CR-17", explain=_reasons(g, fight, units, here, options), about=About(tuple(units), (where_are(fight),), fight.units),
    )  # fmt: skip
    kind, unit, way = await g.settle(ask)
    if kind == "lose":
        lose(g, unit, rule="ARD-CR-17")
        remember(g, hits=battle(g).hits - 1)
    elif kind == "retreat":
        await _go_back(g, side, here, way)
    else:
        await _go_apart(g, side, units)


def _reasons(
    g: ArdGame,
    fight: Battle,
    units: Sequence[UnitId],
    here: Sequence[UnitId],
    options: Sequence[tuple[Option, Any]],
) -> Explain:
    """ARD-CR-01, ARD-RT-01 to -09  Why a step or a hex is not among the answers."""
    losses = form(g, "lose UNIT", "ARD-CR-17", partial(_why_no_loss, g, fight, units))
    retreats = form(g, "retreat HEX", "ARD-CR-17", partial(_why_no_retreat, g, fight, here))
    return because(options, losses, retreats)


def _why_no_loss(
    g: ArdGame, fight: Battle, units: Sequence[UnitId], unit: UnitId
) -> Refusal | None:
    """ARD-CR-01  Who may not lose the next step."""
    if unit not in units:
        return Refusal(f"No hit falls on {unit_name(g, unit)}.", "ARD-CR-01")
    if unit not in losers(g, units, fight.lost):
        said = f"{unit_name(g, unit)} has lost a step; others have not yet."
        return Refusal(said, "ARD-CR-01")
    return None


def _why_no_retreat(
    g: ArdGame, fight: Battle, here: Sequence[UnitId], where: Hex
) -> Refusal | None:
    """ARD-RT-03 to -09  Why they do not go back to a hex."""
    going = able(g, here, fight.target)
    if not going:
        return Refusal("Nobody there can retreat.", "ARD-RT-04")
    most = _most(g, fight, going)
    if len(fight.path) >= most:
        hexes = f"{most} hex{'es' * (most != 1)}"
        return Refusal(f"They go back {hexes} at most: what is left are steps.", "ARD-RT-03")
    return Retreat(g, fight.defender, going, fight.target, fight.path).why_not(where)


def ways(g: ArdGame, fight: Battle, here: Sequence[UnitId]) -> list[tuple[Hex, ...]]:
    """ARD-RT-01 to -09  The retreats that may be taken as the next hit: a hex, or two where one has no room."""
    going = able(g, here, fight.target)
    most = _most(g, fight, going)
    if not going or len(fight.path) >= most:
        return []
    found = Retreat(g, fight.defender, going, fight.target, fight.path)
    single = [(h,) for h in found.steps()]
    return [*single] if single or most < MOST else [*found.through_full()]


def _most(g: ArdGame, fight: Battle, going: Sequence[UnitId]) -> int:
    """ARD-RT-03, ARD-US-06  Hexes that those of a stack who can go may retreat."""
    attacked = alive(g, fight.defenders)
    return most_hexes(g, going, fight.target, infiltrated=fight.infiltrated, together=attacked)


def tolls(
    g: ArdGame, side: Side, fight: Battle, units: Sequence[UnitId], way: Sequence[Hex]
) -> list[bool]:
    """ARD-RT-08  Which hexes of a way cost a step."""
    paths = [(*fight.path, *way[:n]) for n in range(len(way))]
    found = (Retreat(g, side, tuple(units), fight.target, path) for path in paths)
    return [going.toll(h) for going, h in zip(found, way, strict=True)]


async def _go_back(g: ArdGame, side: Side, here: Sequence[UnitId], way: Sequence[Hex]) -> None:
    """ARD-RT-01, ARD-RT-04, ARD-RT-08  A stack goes back; who cannot go takes the hit as a step."""
    fight = battle(g)
    going = able(g, here, fight.target)
    cost = sum(tolls(g, side, fight, going, way))
    await step_back(g, side, going, way)
    remember(g, hits=max(battle(g).hits - len(way), 0), path=(*fight.path, *way))
    for unit in here:
        if unit not in going:
            lose(g, unit, rule="ARD-RT-04")
    for _ in range(cost):
        await _pay(g, side, going)


async def _pay(g: ArdGame, side: Side, units: Sequence[UnitId]) -> None:
    """ARD-RT-08  A step for a hex that costs one, chosen as a hit would be."""
    fight = battle(g)
    pays = losers(g, alive(g, tuple(units)), fight.lost)
    if not pays:
        return
    if automated(g, side):
        lose(g, rules.chosen(g, pays, fight), rule="ARD-RT-08")
        return
    rows = [(Option(f"lose {u}", loss(g, u), (u,)), u) for u in pays]
    ask: Choice[UnitId] = Choice(
        side, "hits.toll", "The retreat costs a step: whose?", rows, rule="ARD-RT-08",
        about=About(tuple(pays), (g.state.units[pays[0]].hex,)),
    )  # fmt: skip
    lose(g, await g.settle(ask), rule="ARD-RT-08")


# -- a stack that breaks up -------------------------------------------------------------------------


def _may_part(g: ArdGame, side: Side, fight: Battle, units: Sequence[UnitId]) -> bool:
    """ARD-RT-01, ARD-RT-02  Whether the units may go back each its own way.

    The Allied player may break up a stack at will; Germans where no hex has room for all of them.
    """
    going = able(g, units, fight.target)
    if len(fight.path) >= _most(g, fight, going):
        return False
    if not fight.parts:
        here = [u for u in units if g.state.units[u].hex == where_are(fight)]
        if len(able(g, here, fight.target)) <= 1:
            return False
        if side == "german" and ways(g, fight, here):
            return False
    return any(_own_way(g, side, fight, u).steps() for u in going)


def _own_way(g: ArdGame, side: Side, fight: Battle, unit: UnitId) -> Retreat:
    """ARD-RT-02  The retreat of a unit that goes its own way."""
    where = g.state.units[unit].hex
    path = () if where == fight.target else (where,)
    return Retreat(g, side, (unit,), fight.target, path)


async def _go_apart(g: ArdGame, side: Side, units: Sequence[UnitId]) -> None:
    """ARD-RT-02  Each unit in ascending # goes back a hex; who finds none takes the hit as a step."""
    before, going = g.state.substep, able(g, units, battle(g).target)
    g.enter("ardennes.react.split_stack", rule="ARD-RT-02")
    ends: list[Hex] = []
    for unit in units:
        fight = battle(g)
        found = _own_way(g, side, fight, unit)
        open_ = found.steps() if unit in going else []
        if not open_:
            lose(g, unit, rule="ARD-RT-04")
            continue
        rows = [
            (
                Option(
                    f"retreat {g.grid.name(h)}", f"Retreat to {place_name(g, h)}", (unit,), (h,)
                ),
                h,
            )
            for h in open_
        ]
        ask: Choice[Hex] = Choice(
            side, "react.split", f"{unit_name(g, unit)} goes back to which hex?", rows,
            rule="ARD-RT-02", about=About((unit,), (found.here,)),
        )  # fmt: skip
        where = await g.settle(ask)
        cost = found.toll(where)
        await step_back(g, side, [unit], (where,))
        ends.append(where)
        if cost:
            lose(g, unit, rule="ARD-RT-08")
    _parted(g, ends)
    g.enter(before, rule="ARD-RT-02")


def _parted(g: ArdGame, ends: Sequence[Hex]) -> None:
    """ARD-RT-02  The combat remembers a hex more, and where everybody is."""
    fight = battle(g)
    parts = tuple(v for u in alive(g, fight.defenders) for v in (u, g.state.units[u].hex))
    trails = fight.trails or tuple(dict.fromkeys(ends))
    path = (*fight.path, *ends[:1])
    remember(g, hits=max(fight.hits - 1, 0), parts=parts, trails=trails, path=path)


async def step_back(g: ArdGame, side: Side, units: Sequence[UnitId], way: Sequence[Hex]) -> None:
    """ARD-RT-12, ARD-HC-01  Units retreat; early German ones may meet a Roadblock or lose a Bridge."""
    start = g.state.units[units[0]].hex
    for unit in units:
        g.move(unit, (start, *way), how="retreats", rule="ARD-RT-01")
    entered(g, way, side)
    left(g, [start])
    if side == "german" and is_early(g):
        for n, where in enumerate(way):
            await come(g, units, where, [start, *way[:n]])


async def _automatic(g: ArdGame, fight: Battle) -> None:
    """ARD-CR-03 to -10  What the rules make of the next hit."""
    decided = rules.next_hit(g, fight)
    if decided.loser:
        lose(g, decided.loser, rule="ARD-CR-02")
        remember(g, hits=battle(g).hits - 1)
        return
    for units, way in decided.parts:
        await step_back(g, "allied", units, way)
    if fight.parts or len(decided.parts) > 1:
        _parted(g, [way[-1] for _, way in decided.parts])
    else:
        way = decided.parts[0][1]
        remember(g, hits=max(fight.hits - 1, 0), path=(*fight.path, *way))
    for unit in decided.pays:
        if g.state.units[unit].hex >= 0:
            lose(g, unit, rule="ARD-RT-08")


# -- Bug Out ----------------------------------------------------------------------------------------


async def bug_out(g: ArdGame) -> None:
    """ARD-CT-03  The whole stack goes back a hex before a chit is drawn; nobody is Dispersed by it."""
    fight = battle(g)
    units = standing(g, fight)
    if any(not hexes_left(g, u, fight.target) for u in units):
        return
    going = Retreat(g, fight.defender, tuple(units), fight.target)
    found = going.steps()
    if not found:
        return
    if automated(g, fight.defender):
        where = rules.best(g, fight, found, going)
    else:
        rows = [
            (Option(f"retreat {g.grid.name(h)}", f"To {place_name(g, h)}", tuple(units), (h,)), h)
            for h in found
        ]
        ask: Choice[Hex] = Choice(
            fight.defender, "retreat", "Bug out to which hex?", rows, rule="ARD-CT-03",
            about=About(tuple(units), (fight.target,)),
        )  # fmt: skip
        where = await g.settle(ask)
    cost = sum(tolls(g, fight.defender, fight, units, [where]))
    await step_back(g, fight.defender, units, (where,))
    remember(g, bugged_out=1, path=(where,))
    if cost:
        await _pay(g, fight.defender, units)


# -- the attacker -----------------------------------------------------------------------------------


@segment("ardennes.ops.counter")
async def attackers_hits(g: ArdGame, side: Side) -> Next:
    """ARD-CR-11 to -16  One pass: a hit of the attacker."""
    fight = battle(g)
    units = alive(g, fight.units)
    if not fight.counter or not units:
        return DONE
    if automated(g, side):
        _automatic_counter(g, fight, units)
        return AGAIN
    dispersed = all(DISPERSED in g.state.units[u].states for u in units)
    if dispersed and fight.absorbed == _ABSORBED_ONCE:
        remember(g, counter=fight.counter - 1, absorbed=_ABSORBED_TWICE)
        return AGAIN
    options = [(Option(f"lose {u}", loss(g, u), (u,)), u) for u in losers(g, units, fight.lost)]
    losses = form(g, "lose UNIT", "ARD-CR-11", partial(_why_no_loss, g, fight, units))
    if fight.absorbed and not dispersed:
        options.append((Option("disperse", "All are Dispersed: absorbs up to 2 hits"), ""))
    ask: Choice[UnitId] = Choice(
        side, "hits.attack", f"{fight.counter} hit{'s' * (fight.counter > 1)} on the attacker.",
        options, rule="ARD-CR-11", explain=because(options, losses), about=About(tuple(units), (fight.target,)),
    )  # fmt: skip
    unit = await g.settle(ask)
    if unit:
        lose(g, unit, rule="ARD-CR-11")
        remember(g, counter=fight.counter - 1, absorbed=max(fight.absorbed, _FIRST))
    else:
        disperse(g, units, rule="ARD-CR-12")
        remember(g, counter=fight.counter - 1, absorbed=_ABSORBED_ONCE)
    return AGAIN


_FIRST, _ABSORBED_ONCE, _ABSORBED_TWICE = 1, 2, 3
"""How far the attacker has come: a step lost; Dispersed; a second hit absorbed by that."""


def _automatic_counter(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> None:
    """ARD-CR-13 to -16  The four-hit list."""
    what = rules.next_counter(g, fight, units)
    if what == "disperse":
        disperse(g, units, rule="ARD-CR-15")
    elif what:
        lose(g, what, rule="ARD-CR-13")
    remember(g, counter=fight.counter - 1, absorbed=fight.absorbed + 1)


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {}
"""The conditions of its steps."""
