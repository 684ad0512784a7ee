"""5.4  Connected hexes and isolation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import networkx as nx

from tests.games.eastfront.referee.position import Position
from tests.games.eastfront.referee.zones import barred

SHORE = ("2713", "2814", "2815")
"""EF-IS-01  Lake hexes of Ladoga whose Soviet shore may be joined to Volkhov."""
VOLKHOV = "2915"


@lru_cache(maxsize=32)
def connected(p: Position, who: str) -> set[str]:
    """EF-IS-01  Hexes joined to a source or a port in sea connection.

    The hex a line begins in must be own and without enemies, but may lie in an EZOC (R-212). No
    line crosses a strait (4.2: not traceable) or the border of a closed country (EF-HC-05).
    """
    free = _free(p, who)
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(free)
    graph.add_edges_from((a, b) for a in free for b in p.near(a) if b in free and _leads(p, a, b))
    ports = p.ports.get(who, frozenset())
    found = _joined(graph, (p.own_sources(who) | ports) & free)
    ends = {
        b
        for a in found
        for b in p.near(a)
        if _held(p, b, who) and not p.enemy(b, who) and _leads(p, a, b)
    }
    if who == "soviet" and p.ladoga and VOLKHOV in found | ends:
        shore = ladoga_shore(p)
        over = _joined(graph, shore & free)
        ends |= shore | {
            b
            for a in over
            for b in p.near(a)
            if _held(p, b, who) and not p.enemy(b, who) and _leads(p, a, b)
        }
        found |= over
    return found | ends | ports | _bulgaria(p, who)


def _leads(p: Position, a: str, b: str) -> bool:
    return not p.strait(a, b) and not p.border(a, b)


def _joined(graph: nx.Graph, starts: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for start in starts:
        if start not in found:
            found |= nx.node_connected_component(graph, start)
    return found


def _free(p: Position, who: str) -> set[str]:
    shut = barred(p, who)
    return {
        h
        for h in p.ground.terrain
        if p.footed(h) and _held(p, h, who) and h not in shut and not p.enemy(h, who)
    }


def _held(p: Position, hex_: str, who: str) -> bool:
    """Own control; a lake has no controller (EF-HC-01: land), so that no line leads over its ice."""
    return p.land(hex_) and p.controller(hex_) == who


def ladoga_shore(p: Position) -> set[str]:
    shore = {"2715"} | {h for lake in SHORE for h in p.near(lake) if p.land(h)}
    return {h for h in shore if p.controller(h) == "soviet"}


def _bulgaria(p: Position, who: str) -> set[str]:
    """EF-HC-05  Connected for the Axis while it is closed."""
    if who != "axis" or "B" not in p.closed:
        return set()
    return {h for h, nation in p.ground.nation.items() if nation == "B" and p.land(h)}


def isolated(p: Position) -> set[str]:
    """EF-IS-02  Units of both sides, from one picture; bands need no line."""
    joined = {who: connected(p, who) for who in ("axis", "soviet")}
    return {u.id for u in p.units.values() if u.cls != "PA" and u.hex not in joined[u.who]}


def isolated_hexes(p: Position) -> set[str]:
    """EF-IS-02  Land hexes not connected for their controller."""
    joined = {who: connected(p, who) for who in ("axis", "soviet")}
    return {
        h
        for h in p.ground.terrain
        if p.land(h) and (who := p.controller(h)) and h not in joined[who]
    }
