"""What tables of every game lay over the map: ZOC, supply, threat, control, ranges.

A game lists them and gives each the few facts it is made of. Of two sides the first that a game
names is drawn good (+), the second bad (!).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from wargame.content.figures import counted, in_halves, points
from wargame.flow.face import Overlay, OverlayView
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.rules.supply import Net
from wargame.rules.walk import Member, reach

NEUTRAL, GOOD, BAD, LINE, CHOKE = 0, 1, 2, 5, 6
_MOST = 6
"""So many hexes are told of, those on which most depends first."""
Titles = Mapping[Side, str]
"""The sides in their order, each with its title."""
Units = Callable[[Any, Side], Iterable[UnitId]]
"""Those of a side that are asked about."""
Names = Callable[[Any, UnitId], str]
"""What a unit is called."""


def zones(titles: Titles, rule: str) -> tuple[Overlay, ...]:
    """How often the ZOC of a side's stacks covers each hex."""

    def view(side: Side, g: Any, _: Hex) -> OverlayView:
        labels = {h: str(n) for h, n in enumerate(g.board.zoc[side]) if n}
        tinted, signs = dict.fromkeys(labels, _tone(titles, side)), "how many units reach the hex"
        return OverlayView(f"{titles[side]} zones of control", labels, tinted, (rule,), signs)

    return _by_side(titles, "ZOC", view)


def supply(
    titles: Titles, rule: str, net: Callable[[Any, Any], Net], units: Units, *, name: Names
) -> tuple[Overlay, ...]:
    """Lines of the *units* in the cursor's hex, else of all of a side, and where its *net* reaches.

    Hexes through which every line of a unit goes are marked, with how many units hang on them.
    """

    def view(side: Side, g: Any, where: Hex) -> OverlayView:
        lines, at = net(g, side), {u: g.state.units[u].hex for u in units(g, side)}
        chokes = lines.chokes(at.values())
        hang = {h: [u for u in at if at[u] in starts] for h, starts in chokes.items()}
        here = [u for u in at if at[u] == where]
        drawn = [lines.line(at[u]) for u in here or at]
        tinted = {h: GOOD if lines.reaches(h) else BAD for h in sorted(g.content.board)}
        tinted |= dict.fromkeys((h for line in drawn for h in line[1:]), LINE)
        tinted |= {h: CHOKE for h, starts in chokes.items() if not here or where in starts}
        labels = {h: f"*{len(hang[h])}" for h in chokes if tinted[h] == CHOKE}
        cut = "; ".join(name(g, u) for u in at if not lines.reaches(at[u]))
        told = [rule, f"out of supply: {cut}" if cut else "every unit is in supply"]
        for h in sorted(labels, key=lambda h: (-len(hang[h]), h))[:_MOST]:
            told.append(f"{g.grid.name(h)} cuts off {'; '.join(name(g, u) for u in hang[h])}")
        told += _supplied(g, lines, where, here, name)
        signs = "+ in, ! out, • lines, *2 only way of two"
        return OverlayView(f"{titles[side]} supply", labels, tinted, told, signs)

    return _by_side(titles, "supply", view)


def _supplied(g: Any, net: Net, where: Hex, here: Sequence[UnitId], name: Names) -> Iterator[str]:
    """The line of those in the cursor's hex."""
    line = net.line(where) if here else ()
    names = "; ".join(name(g, u) for u in here)
    if len(line) > 1:
        yield f"{names}: {g.grid.write(line)}"
    elif line:
        yield f"{names}: supplied where it stands"


def threat(
    titles: Titles,
    units: Units,
    mover: Callable[[Any, UnitId], Member],
    touch: Callable[[Any, Hex], Sequence[Hex]],
    *,
    name: Names,
    far: int,
) -> Overlay:
    """Which units no farther than *far* could move to the cursor's hex or to one that touches it."""

    def view(g: Any, goal: Hex) -> OverlayView:
        goals, labels = (goal, *touch(g, goal)), dict[Hex, str]()
        tinted, told = dict[Hex, int](), list[tuple[int, str]]()
        for unit in [unit for side in titles for unit in units(g, side)]:
            start = g.state.units[unit].hex
            walker, budget = mover(g, unit)
            near = g.grid.distance(start, goal) <= far
            left = reach(walker, start, budget).left if near else {}
            if costs := [budget - left[h] for h in goals if h in left]:
                labels[start], tinted[start] = (
                    points(min(costs)),
                    _tone(titles, g.state.units[unit].side),
                )
                told.append((min(costs), name(g, unit)))
        lines = [
            f"{who}: {in_halves(n)} MP" for n, who in sorted(told, key=lambda row: row[0]) if n
        ]
        if near_by := "; ".join(who for n, who in told if not n):
            lines.append(f"there or beside it: {near_by}")
        signs = f"MP it takes them; {_legend(titles)}"
        return OverlayView("Who can reach or touch this hex", labels, tinted, lines, signs)

    return Overlay("threat", "Who can reach this hex", view)


def reaches(
    titles: Titles, units: Units, mover: Callable[[Any, UnitId], Member], *, name: Names
) -> Overlay:
    """Where the *units* in the cursor's hex could go by themselves, with the most MP left of any."""

    def view(g: Any, where: Hex) -> OverlayView:
        most, lines, tone = dict[Hex, int](), list[str](), NEUTRAL
        for side in titles:
            for unit in (u for u in units(g, side) if g.state.units[u].hex == where):
                found, budget = reach_of(g, unit, mover), mover(g, unit)[1]
                lines.append(
                    f"{name(g, unit)}: {in_halves(budget)} MP, {counted(len(found), 'hex/hexes')}"
                )
                most.update({h: n for h, n in found.items() if n > most.get(h, -1)})
                tone = _tone(titles, side)
        labels = {h: points(n) for h, n in sorted(most.items())}
        tinted, told = dict.fromkeys(labels, tone), lines or ["nobody here who could go"]
        return OverlayView("Reach of those in this hex", labels, tinted, told, "MP left there")

    return Overlay("reach", "Reach of the units in this hex", view)


def reach_of(g: Any, unit: UnitId, mover: Callable[[Any, UnitId], Member]) -> dict[Hex, int]:
    """Where a unit gets to by itself, and half MPs left there; without its hex, {} off the map."""
    start = g.state.units[unit].hex
    if start < 0:
        return {}
    walker, budget = mover(g, unit)
    return {h: n for h, n in reach(walker, start, budget).left.items() if h != start}


def control(
    title: str, titles: Titles, labels: Callable[[Any], Mapping[Hex, str]], signs: str, *, rule: str
) -> Overlay:
    """Who controls the hexes that count, with short *labels*; *signs* tell what those mean."""

    def view(g: Any, _: Hex) -> OverlayView:
        tinted = {h: _tone(titles, side) for h, side in g.state.control.items()}
        return OverlayView(title, labels(g), tinted, (rule,), f"{signs}, {_legend(titles)}")

    return Overlay("control", title, view, whole=True)


def ranges(
    title: str,
    armed: Callable[[Any, Hex], Sequence[tuple[str, int]]],
    tones: Callable[[Any, Hex, int], Mapping[Hex, int]],
    signs: str,
) -> Overlay:
    """How far those *armed* in the cursor's hex fire, by name, and the *tones* of hexes so far away."""

    def view(g: Any, where: Hex) -> OverlayView:
        found = armed(g, where)
        tinted = tones(g, where, max(far for _, far in found)) if found else {}
        labels = {h: str(g.grid.distance(where, h)) for h in tinted}
        lines = [f"{name}: range {far}" for name, far in found] or ["nobody here fires so far"]
        return OverlayView(title, labels, tinted, lines, signs)

    return Overlay("range", title, view)


def _by_side(
    titles: Titles, what: str, view: Callable[[Side, Any, Hex], OverlayView]
) -> tuple[Overlay, ...]:
    return tuple(
        Overlay(f"{what.lower()}-{side}", f"{title} {what}", partial(view, side), whole=True)
        for side, title in titles.items()
    )


def _tone(titles: Titles, side: Side) -> int:
    """Good for the first side, bad for the second, neutral for nobody."""
    return 1 + list(titles).index(side) if side in titles else NEUTRAL


def _legend(titles: Titles) -> str:
    return ", ".join(f"{sign} {title}" for sign, title in zip("+!", titles.values(), strict=True))
