"""Hits absorbed: steps lost, retreats, being Dispersed (ARD-CR-01 to -17, ARD-RT-01 to -12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wargame.flow.ask import About, Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.ardennes.automaton import hits as rules
from wargame.games.ardennes.battle import Battle, alive, battle, remember
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.harm import disperse, entered, left, lose_step, losers
from wargame.games.ardennes.retreat import MOST, Retreat, able, hexes_left, most_hexes
from wargame.games.ardennes.segments.react import come, is_early
from wargame.games.ardennes.state import (
    DISPERSED,
    ArdGame,
    automated,
    place_name,
    steps,
    unit_name,
)
from wargame.games.ardennes.tactics import INFILTRATION
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
        disperse(g, [u for u in units if g.state.units[u].hex != fight.target], rule="ARD-RT-06")


def _fewer(fight: Battle) -> int:
    """ARD-CT-04"""
    return 1 if INFILTRATION in fight.tactics else 0


async def _own(g: ArdGame, side: Side, fight: Battle, units: Sequence[UnitId]) -> None:
    """ARD-CR-17  The owner takes each hit as a step or as a hex."""
    here = [u for u in units if g.state.units[u].hex == where_are(fight)]
    options: list[tuple[Option, tuple[str, str, tuple[Hex, ...]]]] = []
    for unit in losers(g, here or units, fight.lost):
        label = f"{unit_name(g, unit)} loses a step ({steps(g, unit)} now)"
        options.append((Option(f"lose {unit}", label, (unit,)), ("lose", unit, ())))
    for way in ways(g, side, fight, here):
        names = g.grid.write(way)
        cost = Retreat(g, side, able(g, here, fight.target), fight.target, fight.path).toll(way[0])
        label = f"Retreat to {place_name(g, way[-1])}" + (", a step is lost" if cost else "")
        options.append((Option(f"retreat {names}", label, tuple(here), way), ("retreat", "", way)))
    ask: Choice[tuple[str, str, tuple[Hex, ...]]] = Choice(
        side, "hits.defence",
        f"{fight.hits} hit{'s' * (fight.hits > 1)} on {place_name(g, fight.target)}: a step or a hex?",
        options, rule="ARD-CR-17", about=About(tuple(here), (where_are(fight),), fight.units),
    )  # fmt: skip
    kind, unit, way = await g.settle(ask)
    if kind == "lose":
        lose(g, unit, rule="ARD-CR-17")
        remember(g, hits=battle(g).hits - 1)
        return
    await _go_back(g, side, here, way)


def ways(g: ArdGame, side: Side, fight: Battle, here: Sequence[UnitId]) -> list[tuple[Hex, ...]]:
    """ARD-RT-01 to -09  The retreats that may be taken as the next hit: a hex, or two where one has no room."""
    going = able(g, here, fight.target)
    if not going or len(fight.path) >= most_hexes(g, going, fight.target, fewer=_fewer(fight)):
        return []
    found = Retreat(g, side, going, fight.target, fight.path)
    single = [(h,) for h in found.steps()]
    if single or most_hexes(g, going, fight.target, fewer=_fewer(fight)) < MOST:
        return single  # type: ignore[return-value]
    return found.through_full()  # type: ignore[return-value]


async def _go_back(g: ArdGame, side: Side, here: Sequence[UnitId], way: Sequence[Hex]) -> None:
    """ARD-RT-01, ARD-RT-04, ARD-RT-08  A stack goes back; who cannot go takes the hit as a step."""
    fight = battle(g)
    going = able(g, here, fight.target)
    stays = [u for u in here if u not in going]
    tolls = Retreat(g, side, going, fight.target, fight.path).toll(way[0])
    await step_back(g, side, going, way)
    remember(g, hits=max(battle(g).hits - len(way), 0), path=(*fight.path, *way))
    for unit in stays:
        lose(g, unit, rule="ARD-RT-04")
    if tolls:
        alive_ = [u for u in going if g.state.units[u].hex >= 0]
        pays = losers(g, alive_, battle(g).lost)
        if pays:
            lose(g, pays[-1] if automated(g, side) else pays[0], rule="ARD-RT-08")


async def step_back(g: ArdGame, side: Side, units: Sequence[UnitId], way: Sequence[Hex]) -> None:
    """ARD-RT-12, ARD-HC-01  Units retreat; early German ones may meet a Roadblock or lose a Bridge."""
    start = g.state.units[units[0]].hex
    for unit in units:
        g.move(unit, (start, *way), how="retreats", rule="ARD-RT-01")
    entered(g, way, side)
    left(g, [start])
    if side == "german" and is_early(g):
        trail = [start, *way[:-1]]
        await come(g, units, way[-1], trail)


async def _automatic(g: ArdGame, fight: Battle) -> None:
    """ARD-CR-03 to -10  What the rules make of the next hit."""
    decided = rules.next_hit(g, fight)
    if decided.loser:
        lose(g, decided.loser, rule="ARD-CR-02")
        remember(g, hits=battle(g).hits - 1)
        return
    parts = decided.parts
    for units, way in parts:
        await step_back(g, "allied", units, way)
    whole = len(parts) == 1
    first = parts[0][1]
    now = battle(g)
    remember(g, hits=max(now.hits - 1, 0), path=(*now.path, *first[:1]))
    if not whole:
        remember(g, parts=tuple(v for units, way in parts for u in units for v in (u, way[-1])))
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
    found = Retreat(g, fight.defender, tuple(units), fight.target).steps()
    if not found:
        return
    way = (found[0],)
    if automated(g, fight.defender):
        way = (rules.best(g, fight, found),)
    elif len(found) > 1:
        rows = [
            (
                Option(
                    f"retreat {g.grid.name(h)}",
                    f"Retreat to {place_name(g, h)}",
                    tuple(units),
                    (h,),
                ),
                h,
            )
            for h in found
        ]
        ask: Choice[Hex] = Choice(
            fight.defender, "retreat", "Bug out to which hex?", rows, rule="ARD-CT-03",
            about=About(tuple(units), (fight.target,)),
        )  # fmt: skip
        way = (await g.ask(ask),)
    tolls = Retreat(g, fight.defender, tuple(units), fight.target).toll(way[0])
    await step_back(g, fight.defender, units, way)
    remember(g, bugged_out=1, path=way)
    if tolls:
        lose(g, losers(g, units, battle(g).lost)[-1], rule="ARD-RT-08")


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
    options = [
        (Option(f"lose {u}", f"{unit_name(g, u)} loses a step ({steps(g, u)} now)", (u,)), u)
        for u in losers(g, units, fight.lost)
    ]
    if fight.absorbed and not dispersed:
        options.append((Option("disperse", "All are Dispersed: absorbs up to 2 hits"), ""))
    ask: Choice[UnitId] = Choice(
        side, "hits.attack", f"{fight.counter} hit{'s' * (fight.counter > 1)} on the attacker.",
        options, rule="ARD-CR-11", about=About(tuple(units), (fight.target,)),
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
