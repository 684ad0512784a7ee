"""How the automated Allies absorb hits: HoldChecks, losses by #, retreats (ARD-CR-02 to -10, -13 to -16, ARD-RT-02, -10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wargame.flow.imagined import imagined
from wargame.games.ardennes.battle import Battle, alive
from wargame.games.ardennes.front import in_communication, is_surrounded
from wargame.games.ardennes.harm import losers
from wargame.games.ardennes.retreat import Retreat, hexes_left, most_hexes
from wargame.games.ardennes.state import (
    LOST,
    ArdGame,
    by_number,
    has_zoc,
    hold_value,
    kind_of,
    steps,
    why_full,
)
from wargame.games.ardennes.works import is_river
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import UnitId

DISPERSE: Final = "disperse"
Part = tuple[tuple[UnitId, ...], tuple[Hex, ...]]


@dataclass(frozen=True)
class Hit:
    """What becomes of a hit: a step lost by a unit, or a hex of retreat."""

    loser: UnitId = ""
    parts: tuple[Part, ...] = ()
    """ARD-RT-02  The stack, or what it breaks up into, each with the hex it goes to."""
    pays: tuple[UnitId, ...] = ()
    """ARD-RT-08  Units that lose a step by going there."""


def loser(g: ArdGame, units: Sequence[UnitId], fight: Battle) -> UnitId:
    """ARD-CR-01, ARD-CR-02  Nobody twice before all have lost; of two or more steps first, the highest # first."""
    open_ = losers(g, units, fight.lost)
    large = [u for u in open_ if steps(g, u) > 1]
    return by_number(g, large or open_)[-1]


def chosen(
    g: ArdGame, units: Sequence[UnitId], fight: Battle, among: Sequence[UnitId] = ()
) -> UnitId:
    """ARD-CR-01, ARD-CR-02  The same, told with what spoke for each; *among* are all who might have been."""
    found, open_ = loser(g, units, fight), {*losers(g, units, fight.lost)}
    rows = [
        (u, "" if u in open_ else "lost", "yes" if steps(g, u) > 1 else "", kind_of(g, u).number)
        for u in reversed(by_number(g, among or units))
    ]
    rows.sort(key=lambda row: (row[0] != found, row[1], row[2] != "yes"))
    if len(rows) > 1:
        g.decided("allied", "loss", found, rows, rule="ARD-CR-02")
    return found


# -- the defender -----------------------------------------------------------------------------------


def next_hit(g: ArdGame, fight: Battle) -> Hit:
    """ARD-CR-03 to -10  The hit that is absorbed next."""
    units = alive(g, fight.defenders)
    more = len(fight.path) < most_hexes(g, units, fight.target, infiltrated=fight.infiltrated)
    if fight.parts:  # ARD-RT-02: the next hit of a stack that has broken up is a retreat
        again = _parts_again(g, fight, units) if more else Hit()
        return again if again.parts else _stays(g, fight, units, far=not more)
    routes = _routes(g, fight, units) if more else []
    if not routes:
        return _stays(g, fight, units, far=not more)
    if hopeless := _hopeless(g, fight, units):
        counts = fight.hits, sum(steps(g, u) for u in units)
        g.decided("allied", "hit", "a hex", [(hopeless, *counts)], rule="ARD-CR-05")
    if hopeless or _gives_way(g, fight, units, routes):
        return _back(g, fight, units, routes)
    return Hit(chosen(g, units, fight))


def _stays(g: ArdGame, fight: Battle, units: Sequence[UnitId], *, far: bool) -> Hit:
    """ARD-CR-04  A step where no hex is left to go back, be it that they have gone as *far* as they may."""
    why = "gone as far as it may" if far else "no way back"
    rows: list[tuple[int | str, ...]] = [(why, len(fight.path))]
    if not far and not fight.parts:
        going = Retreat(g, "allied", tuple(units), fight.target, fight.path)
        rows += _passed_over(g, going, ())
    g.decided("allied", "hit", "a step", rows, rule="ARD-CR-04")
    return Hit(loser=chosen(g, units, fight))


def _hopeless(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> str:
    """ARD-CR-05  Why a stack goes back without a HoldCheck; "" if it makes one."""
    if fight.hits >= sum(steps(g, u) for u in units):
        return "as many hits as steps"
    return "no ZOC after a loss" if _loses_zoc(g, fight, units) else ""


def _routes(g: ArdGame, fight: Battle, here: Sequence[UnitId]) -> list[Hex]:
    """ARD-RT-04, ARD-RT-08, 5.9.5  The hexes of the best class that takes the stack, whole or broken up.

    A stack of the automated Allies leaves nobody behind.  A full hex saves nobody (R-238).
    """
    if any(not hexes_left(g, u, fight.target) for u in here):
        return []
    going = Retreat(g, "allied", tuple(here), fight.target, fight.path, room=False)
    return next((found for found in going.classes() if _parts(g, fight, here, found)), [])


def _loses_zoc(g: ArdGame, fight: Battle, here: Sequence[UnitId]) -> bool:
    """ARD-CR-05  Whether a step lost would leave a stack that has a ZOC without one."""
    where = g.state.units[here[0]].hex
    if not has_zoc(g, where, "allied"):
        return False
    unit = loser(g, here, fight)
    gone = steps(g, unit) == 1
    facts: list[ev.Event] = [ev.UnitBoxed(unit, "eliminated", "ARD-CR-05")] if gone else []
    if not gone:
        lost = g.state.units[unit].numbers.get(LOST, 0) + 1
        facts = [ev.NumberSet(unit, LOST, lost, "ARD-CR-05")]
    with imagined(g, facts):
        return not has_zoc(g, where, "allied")


def _gives_way(g: ArdGame, fight: Battle, here: Sequence[UnitId], routes: Sequence[Hex]) -> bool:
    """ARD-CR-06 to -10  The HoldCheck: above the number the stack retreats."""
    where, table = g.state.units[here[0]].hex, g.content.tables.hold
    cut_off = is_surrounded(g, where, "allied") or not in_communication(g, where, "allied")
    attackers = alive(g, fight.units)
    across = all(is_river(g, g.state.units[u].hex, fight.target) for u in attackers)
    going = Retreat(g, "allied", tuple(here), fight.target, fight.path)
    costly = all(going.toll(h) for h in routes)
    rows = (
        ("HV", hold_value(g, where)),
        ("steps", sum(steps(g, u) for u in here)),
        ("Surrounded or OutOfCommunication", table.cut_off * cut_off),
        ("retreated a hex", table.retreated * bool(fight.path)),
        ("attackers across a river", table.river * (across and not fight.path)),
        ("every route costs a step", table.costly * costly),
    )
    needed = sum(n for _, n in rows)
    roll = g.roll("hold", rule="ARD-CR-06", sides=10, by="allied", unit=here[0], needed=needed)
    result = "holds" if roll <= needed else "retreats"
    made = tuple((what, n) for what, n in rows if n)
    g.read_chart(
        "hold",
        column=str(needed),
        row=str(roll),
        result=result,
        rule="ARD-CR-06",
        total=roll,
        shifts=made,
    )
    return roll > needed


def _back(g: ArdGame, fight: Battle, here: Sequence[UnitId], routes: Sequence[Hex]) -> Hit:
    """ARD-RT-02, ARD-RT-10  The whole stack to the best hex with room for it; else it breaks up."""
    parts = _parts(g, fight, here, routes)
    whole, taken = len(parts) == 1, {way[-1] for _, way in parts}
    open_ = [h for h in routes if (why_full(g, "allied", h, here) is None if whole else h in taken)]
    best(g, fight, open_, Retreat(g, "allied", tuple(here), fight.target, fight.path))
    if not whole:
        g.note("breaks_up", rule="ARD-RT-02", units=tuple(here))
    pays = tuple(u for units, (h,) in parts for u in _tolls(g, fight, units, h))
    return Hit(parts=tuple(parts), pays=pays)


def _parts(g: ArdGame, fight: Battle, here: Sequence[UnitId], hexes: Sequence[Hex]) -> list[Part]:
    """ARD-RT-02  Who goes where in a class: all to the first hex with room, else each in ascending # to the
    first with room for it; [] if one finds none.
    """
    order = _ranked(g, fight, hexes)
    whole = next((h for h in order if why_full(g, "allied", h, here) is None), None)
    if whole is not None:
        return [(tuple(here), (whole,))]
    going: dict[Hex, list[UnitId]] = {}
    for unit in by_number(g, here):
        open_ = (h for h in order if why_full(g, "allied", h, [*going.get(h, ()), unit]) is None)
        goal = next(open_, None)
        if goal is None:
            return []
        going.setdefault(goal, []).append(unit)
    return [(tuple(units), (h,)) for h, units in going.items()]


def _parts_again(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> Hit:
    """ARD-RT-02  Every part of a stack that has broken up goes back another hex, without a HoldCheck."""
    parts: list[Part] = []
    pays: list[UnitId] = []
    coming: dict[Hex, list[UnitId]] = {}
    for where in dict.fromkeys(g.state.units[u].hex for u in units):
        here = [u for u in units if g.state.units[u].hex == where]
        going = Retreat(g, "allied", tuple(here), fight.target, (where,), room=False)
        for found in going.classes():
            order = _ranked(g, fight, found)
            fits = [h for h in order if not why_full(g, "allied", h, [*coming.get(h, ()), *here])]
            if fits:
                goal = best(g, fight, fits, going)
                coming.setdefault(goal, []).extend(here)
                parts.append((tuple(here), (goal,)))
                pays += _tolls(g, fight, here, goal, at=where)
                break
    return Hit(parts=tuple(parts), pays=tuple(pays))


def _tolls(
    g: ArdGame, fight: Battle, units: Sequence[UnitId], h: Hex, at: Hex | None = None
) -> tuple[UnitId, ...]:
    """ARD-RT-08  Who loses a step by going to a hex."""
    path = fight.path if at is None else (at,)
    costs = Retreat(g, "allied", tuple(units), fight.target, path).toll(h)
    return (chosen(g, units, fight),) if costs else ()


def best(g: ArdGame, fight: Battle, hexes: Sequence[Hex], going: Retreat) -> Hex:
    """ARD-RT-08, ARD-RT-10  The hex to which a stack goes back, with what spoke for each, those of other classes too."""
    ranked = _ranked(g, fight, hexes)
    rest = [h for found in going.classes() for h in _ranked(g, fight, found) if h not in hexes]
    far = _far(g, fight, [*ranked, *rest])
    working: list[tuple[int | str, ...]] = [
        (
            g.grid.name(h), "City/Town" if h in g.content.built_up else "", far[h],
            g.grid.column(h), _class(going, h),
        )
        for h in (*ranked, *rest)
    ]  # fmt: skip
    working += _passed_over(g, going, (*ranked, *rest))
    g.decided("allied", "retreat route", g.grid.name(ranked[0]), working, rule="ARD-RT-10")
    return ranked[0]


def _passed_over(g: ArdGame, going: Retreat, open_: Sequence[Hex]) -> list[tuple[int | str, ...]]:
    """ARD-RT-05, ARD-RT-06  The other hexes beside a stack, which are no candidates, and what bars each."""
    return [("shut", f"@{g.grid.name(h)}", what) for h, what in going.passed_over(open_)]


def _class(going: Retreat, h: Hex) -> str:
    """ARD-RT-07 to -09  In which class a hex is."""
    if going.fatal(h):
        return "last step"
    toll, last = going.toll(h), going.last_resort(h)
    return ("last resort, step" if toll else "last resort") if last else "step" if toll else "free"


def _ranked(g: ArdGame, fight: Battle, hexes: Sequence[Hex]) -> list[Hex]:
    """ARD-RT-10  City/Town, then closest to the attacker, then westernmost, then the lowest id."""
    far, built = _far(g, fight, hexes), g.content.built_up
    return sorted(hexes, key=lambda h: (h not in built, far[h], g.grid.column(h), h))


def _far(g: ArdGame, fight: Battle, hexes: Sequence[Hex]) -> dict[Hex, int]:
    """5.10.4  Hexes to the closest attacking hex."""
    origins = {g.state.units[u].hex for u in alive(g, fight.units)} or {*fight.origins}
    return {h: min(g.grid.distance(h, o) for o in origins) for h in hexes}


# -- the attacker -----------------------------------------------------------------------------------


def next_counter(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> UnitId:
    """ARD-CR-13 to -16  What absorbs the next hit: a unit's step, DISPERSE, or "" for nothing."""
    number = fight.absorbed + 1
    lost_before = sum(fight.lost.get(u, 0) for u in fight.units)
    n = sum(steps(g, u) for u in units)
    few = n < g.content.limits.automated.dispersed_below
    if number == 3 or (number == 2 and few):
        what = DISPERSE
    else:
        what = "nothing" if number == 4 and lost_before >= 2 else "a step"  # ARD-CR-16
    g.decided("allied", "counter", what, [(number, n, lost_before)], rule="ARD-CR-13")
    if what != "a step":
        return DISPERSE if what == DISPERSE else ""
    return _attacking_loser(g, fight, units)


def _attacking_loser(g: ArdGame, fight: Battle, units: Sequence[UnitId]) -> UnitId:
    """ARD-CR-13  Of the attacking stack with most steps (ties: the lowest # leads), by ARD-CR-02."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in by_number(g, units):
        stacks.setdefault(g.state.units[unit].hex, []).append(unit)
    open_ = losers(g, units, fight.lost)
    able = [own for own in stacks.values() if any(u in open_ for u in own)]
    first = max(
        able, key=lambda own: (sum(steps(g, u) for u in own), [-n for n in kind_of(g, own[0]).rank])
    )
    if len(able) > 1:
        told = sorted(able, key=lambda own: (own is not first, -sum(steps(g, u) for u in own)))
        rows = [(own[0], sum(steps(g, u) for u in own), kind_of(g, own[0]).number) for own in told]
        g.decided("allied", "losing stack", first[0], rows, rule="ARD-CR-13")
    return chosen(g, [u for u in first if u in open_], fight, first)
