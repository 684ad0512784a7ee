"""EF-AU-04, EF-AU-05  What standing orders do with supply points and replacements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from wargame.flow.ask import DONE_WORD, Ask, Option
from wargame.games.eastfront.asks.supply import CARRIED_SP
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.nets import fed_hexes, usable
from wargame.games.eastfront.segments.chits import holds
from wargame.games.eastfront.standing.book import REPLACE, SUPPLY, Row, given
from wargame.games.eastfront.standing.roads import legal
from wargame.games.eastfront.state import (
    DUMP,
    ISOLATED,
    OTHER,
    SP,
    EfGame,
    attack_strength,
    on_map,
    unit_name,
)
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.grid import Hex

Stocks: TypeAlias = Sequence[tuple[Hex, int]]
"""Hexes and the SP that may leave them."""


_NOTHING: Mapping[Hex, int] = MappingProxyType({})


class Want(NamedTuple):
    """EF-AU-04  What an HQ or a hex shall hold."""

    who: str
    points: int
    rank: int
    text: str


def wants(g: EfGame, side: Side) -> list[Want]:
    """EF-AU-04  By rank, those without one last, then as they were given."""
    found = []
    for words in given(g.state, side, SUPPLY):
        who, points, *rank = words
        found.append(
            Want(who, int(points), int(rank[0]) if rank else 1000, " ".join((SUPPLY, *words)))
        )
    return sorted(found, key=lambda want: want.rank)


def supply(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-04  Fills what is wanted in the order of ranks; the rest stays where it is."""
    side: Side = "axis" if ask.side == "axis" else "soviet"
    found = wants(g, side)
    if not found:
        return None
    kept = {g.grid.hex(w.who): w.points for w in found if w.who not in g.content.units}
    for want in found:
        if want.who in g.content.units:
            answer = to_hq(g, ask, side, want, kept)
        else:
            where = g.grid.hex(want.who)
            short = want.points - _stock(g, where)
            answer = _train(g, ask, where, short, _sources(g, side, kept)) if short > 0 else ""
        if answer:
            return answer, want.text
    return DONE_WORD, SUPPLY


def _stock(g: EfGame, where: Hex) -> int:
    return g.state.layers.get(DUMP, {}).get(where, 0)


def _sources(g: EfGame, side: Side, kept: Mapping[Hex, int]) -> Stocks:
    """Stocks of a side with what they need not keep for themselves, by hex."""
    layer = sorted(g.state.layers.get(DUMP, {}).items())
    return [
        (h, n - kept.get(h, 0))
        for h, n in layer
        if n > kept.get(h, 0) and g.state.control.get(h) == side
    ]


def _train(g: EfGame, ask: Ask[Any], where: Hex, short: int, stocks: Stocks) -> str:
    """By rail from the nearest stock, as much as goes."""
    name = g.grid.name
    for start, spare in sorted(stocks, key=lambda row: (g.grid.distance(row[0], where), row[0])):
        way = f"sp from {name(start)} to {name(where)}"
        if answer := _most(ask, min(short, spare), f"train {{}} {way}"):
            return answer
    return ""


def _most(ask: Ask[Any], most: int, order: str) -> str:
    """An order for as many points as go, "" where not even one does."""
    if most < 1 or not legal(ask, order.format(1)):
        return ""
    return next(filter(None, (legal(ask, order.format(n)) for n in range(most, 0, -1))))


def to_hq(
    g: EfGame, ask: Ask[Any], side: Side, want: Want, kept: Mapping[Hex, int] = _NOTHING
) -> str:
    """By truck from the stock with the cheapest path; where none lies near, by rail to where trucks fetch it."""
    hq = g.state.units[want.who]
    kind = g.content.units[want.who]
    lift = kind.lift - hq.numbers.get(CARRIED_SP, 0)
    have = hq.numbers.get(SP, 0)
    short = min(want.points, holds(g.content, want.who)) - have
    short = min(short, lift)
    if hq.hex < 0 or short < 1:
        return ""
    most = kind.truck or g.content.limits.supply.truck
    costs = supply_of(g, side).paths.costs([hq.hex], most)
    near = sorted((costs[h], h, n) for h, n in _sources(g, side, kept) if h in costs)
    for _, h, spare in near:
        if answer := _most(
            ask, min(short, spare), f"truck {{}} from {g.grid.name(h)} to {want.who}"
        ):
            return answer
    far = [(h, n) for h, n in _sources(g, side, kept) if h not in costs]
    rails = usable(g, side) | fed_hexes(g, side)
    for _, h in sorted((n, h) for h, n in costs.items() if rails >> h & 1):
        if answer := _train(g, ask, h, short, far):
            return answer
    return ""


# -- replacements ---------------------------------------------------------------------------------


def replace(g: EfGame, ask: Ask[object]) -> Row | None:
    """EF-AU-05  The first of the list that can have a step or come back; points left are saved."""
    side: Side = "axis" if ask.side == "axis" else "soviet"
    orders = given(g.state, side, REPLACE)
    if not orders:
        return None
    names, text = orders[-1], " ".join((REPLACE, *orders[-1]))
    options = [option for option in ask.options() if option.units]
    for name in names:
        fit = [o for o in options if name in _called(g, o.units[0])]
        if fit:
            best = min(fit, key=lambda o: (-_worth(g, o.units[0]), o.units[0], o.answer))
            ends = [o for o in fit if o.units == best.units and o.hexes]
            return _placed(g, side, ends, text) if ends else (best.answer, text)
    return (DONE_WORD, text) if legal(ask, DONE_WORD) else None


def _placed(g: EfGame, side: Side, ends: Sequence[Option], text: str) -> Row:
    """R-352  Where a unit comes back: nearest to the HQ of its army, else to the front; and why there."""
    (unit, *_), goals, near = ends[0].units, list[Hex](), "the front"
    kind = g.content.units.get(unit)
    for u in on_map(g, side):
        if kind and g.content.units[u.id].hq and g.content.units[u.id].name == kind.formation:
            goals, near = [u.hex], unit_name(g, u.id)
    goals = goals or [
        u.hex for u in on_map(g, OTHER[side])
        if g.content.units[u.id].cls != "PA" and ISOLATED not in u.states
    ]  # fmt: skip
    far = {o.answer: min((g.grid.distance(o.hexes[0], h) for h in goals), default=0) for o in ends}
    best = min(ends, key=lambda o: (far[o.answer], o.hexes))
    return best.answer, text, f"the nearest to {near}"


def _called(g: EfGame, unit: str) -> tuple[str, ...]:
    kind = g.content.units.get(unit)
    return (unit, kind.cls) if kind else (unit, g.content.air[unit].type)


def _worth(g: EfGame, unit: str) -> int:
    """Higher strength first."""
    return int(attack_strength(g, unit)) if unit in g.content.units else 0
