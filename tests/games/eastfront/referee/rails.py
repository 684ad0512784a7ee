"""4.15, 5.10  Usable rail, supply nets, pots, captured track, rail costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import networkx as nx

from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.tables import soviet_main
from tests.games.eastfront.referee.zones import barred

SOVIET_MAIN = ("Moscow", "Gorky", "Kazan", "Kuybyshev", "Saratov")
CAUCASUS = ("Tbilisi", "Derbent")
HELSINKI = "1814"


@dataclass(frozen=True)
class Net:
    """EF-RA-11  A connected set of usable rail hexes of one side."""

    hexes: frozenset[str]
    fed: bool
    pot: int


def gauge(p: Position, hex_: str) -> str:
    """EF-EN-17, EF-RA-10: empty when demolished."""
    if hex_ in p.demolished:
        return ""
    if hex_ in p.standard:
        return "standard"
    return "broad" if hex_ in p.broad or p.ground.broad(hex_) else "standard"


def own_gauge(p: Position, hex_: str, who: str) -> bool:
    """EF-RA-10  Finland's broad net counts as the Axis' own inside nation F."""
    now = gauge(p, hex_)
    if who == "soviet":
        return now == "broad"
    return now == "standard" or (now == "broad" and p.ground.nation[hex_] == "F")


def open_hexes(p: Position, who: str) -> set[str]:
    """EF-RA-10  Rail hexes that meet every condition but gauge and demolition.

    Rail inside a closed country serves those inside (EF-HC-05: "as usual"); Bulgaria's does not.
    """
    shut = barred(p, who)
    on_line = {h for step in p.ground.rails if p.opened(step) for h in step}
    return {
        h
        for h in on_line
        if p.inside(h)
        and p.controller(h) == who
        and h not in p.breaks
        and h not in shut
        and not p.enemy(h, who)
        and not (p.ground.nation[h] == "B" and "B" in p.closed)
        and not (who == "axis" and h in p.active and not p.fighters(h, who))  # EF-PT-15
    }


def usable(p: Position, who: str) -> set[str]:
    return {h for h in open_hexes(p, who) if own_gauge(p, h, who)}


def _graph(p: Position, who: str) -> nx.Graph:
    hexes = usable(p, who)
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(hexes)
    for step in p.ground.rails:
        a, b = step
        same = a in hexes and b in hexes and gauge(p, a) == gauge(p, b)
        if same and p.opened(step) and not p.border(a, b):
            graph.add_edge(a, b)
    return graph


def components(p: Position, who: str) -> list[frozenset[str]]:
    return sorted((frozenset(c) for c in nx.connected_components(_graph(p, who))), key=sorted)


@lru_cache(maxsize=32)
def nets(p: Position, who: str) -> list[Net]:
    """EF-RA-11, 12  All nets of a side with the pot each would get at the start of 5.2."""
    found = components(p, who)
    sources = p.own_sources(who)
    main = _keeper(p, who, found, "main")
    rest = [net for net in found if net != main]
    holders = {"main": main, "second": _keeper(p, who, rest, "second")}
    return [
        Net(hexes=net, fed=bool(net & sources), pot=_pot(p, who, net, holders)) for net in found
    ]


def _fits(p: Position, who: str, net: frozenset[str], kind: str) -> bool:
    """Whether a net fits the main line of 4.15, or the Finnish or Caucasus line."""
    if who == "axis":
        sources = net & p.own_sources("axis")
        return bool(sources - {HELSINKI}) if kind == "main" else HELSINKI in net
    if p.sources is not None:  # EF-SC-05: one capacity for the area's sources
        return kind == "main" and bool(net & p.own_sources("soviet"))
    names = SOVIET_MAIN if kind == "main" else CAUCASUS
    return any(p.ground.called(name) in net for name in names)


def _keeper(
    p: Position, who: str, found: Iterable[frozenset[str]], kind: str
) -> frozenset[str] | None:
    """EF-RA-12  Most own supply sources, then rail hexes, then the lower hex id."""
    fitting = [net for net in found if _fits(p, who, net, kind)]
    sources = p.own_sources(who)
    return min(fitting, key=lambda n: (-len(n & sources), -len(n), min(n)), default=None)


def _pot(
    p: Position, who: str, net: frozenset[str], holders: dict[str, frozenset[str] | None]
) -> int:
    if net == holders["main"]:
        return _main(p, who)
    if net == holders["second"]:
        return 5 if who == "axis" else 10
    kinds = [p.ground.kind(h) for h in net]
    return 2 * kinds.count("major_city") + kinds.count("city")


def _main(p: Position, who: str) -> int:
    """4.15, EF-SC-05, EF-PE-10"""
    if p.sources is not None:
        return 10 if who == "axis" else (4 if p.turn == 1 else 8)
    if who == "axis":
        return 30
    lost = 12 if p.controller(p.ground.called("Moscow")) == "axis" else 0
    return max(0, soviet_main(p.turn) - lost)


def eastern(turn: int) -> int:
    """4.15  Axis sub-limit east of the June 1941 border."""
    return 12 if turn <= 37 else 18


def tail(p: Position) -> set[str]:
    """EF-RA-13  Captured broad track up to three hexes from a standard-gauge hex of a fed net."""
    fed = set().union(*(net.hexes for net in nets(p, "axis") if net.fed))
    heads = {h for h in fed if gauge(p, h) == "standard"}
    track = {
        h for h in open_hexes(p, "axis") if gauge(p, h) == "broad" and not own_gauge(p, h, "axis")
    }
    found: set[str] = set()
    rim = heads
    for _ in range(3):
        rim = {b for a in rim for b in p.near(a) if b in track and _joined(p, a, b)} - found
        found |= rim
    return found


def _joined(p: Position, a: str, b: str) -> bool:
    return p.rail(a, b) and not p.border(a, b)


def cost(p: Position, unit: Unit) -> int:
    """EF-RA-19  Capacity that a unit takes: its steps, +1 if c/m; small 1."""
    cls = p.values(unit)
    return 1 if cls.flag("small") else unit.steps + cls.mobile
