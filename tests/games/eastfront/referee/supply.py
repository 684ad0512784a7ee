"""5.17  Supply paths, heads, who is supplied, judgement."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil

import networkx as nx

from tests.games.eastfront.referee import rails
from tests.games.eastfront.referee.board import row
from tests.games.eastfront.referee.position import Position, Unit
from tests.games.eastfront.referee.tables import PATH
from tests.games.eastfront.referee.zones import barred

PLACES = ("town", "city", "major_city")


def entry(p: Position, who: str, a: str, b: str) -> int:
    """EF-SP-14, 4.2  Path cost from `a` into its neighbour `b`."""
    lake = p.ground.terrain[b] == "l"
    if not lake and (p.highway(a, b) or p.ground.kind(b) in PLACES):
        cost = 1
    else:
        cost = PATH[p.ground.terrain[b]]
    foul = p.sky(b) in "MB"  # EF-WX-03
    band = who == "axis" and b in p.active and not p.fighters(b, who)  # EF-PT-15
    return cost + foul + 2 * band


def paths(p: Position, who: str) -> nx.DiGraph:
    """EF-SP-14  Every step a supply path of this side may take, with its cost.

    A step leads into a hex free of enemy units and EZOC; where the path starts is not looked at.
    """
    shut = barred(p, who)
    if who == "soviet":
        shut = shut - p.active  # EF-PT-18: a friendly hex like one that holds a unit
    graph: nx.DiGraph = nx.DiGraph()
    for a in p.ground.terrain:
        if not p.footed(a):
            continue
        for b in p.near(a):
            if p.footed(b) and b not in shut and not p.enemy(b, who) and not _cut(p, a, b):
                graph.add_edge(b, a, cost=entry(p, who, a, b))
    return graph


def _cut(p: Position, a: str, b: str) -> bool:
    return p.strait(a, b) or p.border(a, b)


@lru_cache(maxsize=8)
def lines(p: Position, who: str) -> Lines:
    return Lines(p, who)


class Lines:
    """Path costs of one side in one position; the graph runs from heads to units."""

    def __init__(self, p: Position, who: str) -> None:
        self.position = p
        self.who = who
        self.graph = paths(p, who)
        self.heads = heads(p, who)
        self.costs = self.to(self.heads)
        self._known: dict[tuple[str, int], dict[str, int]] = {}

    def to(self, ends: Iterable[str], limit: int | None = None) -> dict[str, int]:
        """Hex to the cost of its best path to one of `ends`."""
        known = [h for h in sorted(ends) if self._may_end(h)]
        self.graph.add_nodes_from(known)
        if not known:
            return {}
        found: dict[str, int] = nx.multi_source_dijkstra_path_length(
            self.graph, known, cutoff=limit, weight="cost"
        )
        return found

    def _may_end(self, hex_: str) -> bool:
        return self.position.footed(hex_)

    def supplied(self) -> set[str]:
        """EF-SP-27  Units supplied without dumps: by a head, or by an HQ that is."""
        p = self.position
        mine = [u for u in p.units.values() if u.who == self.who and u.cls != "PA"]
        hqs = [u for u in mine if u.cls == "HQ" and self.costs.get(u.hex, 999) <= u.trace]
        reach = {hq.id: self.to([hq.hex], hq.range + 2) for hq in hqs}
        found = {hq.id for hq in hqs}
        for unit in mine:
            if unit.cls == "HQ":
                continue
            more = farther(p, unit)
            near = self.costs.get(unit.hex, 999) <= 4 + more
            if near or any(
                serves(p, hq, unit) and reach[hq.id].get(unit.hex, 999) <= hq.range + more
                for hq in hqs
            ):
                found.add(unit.id)
        return found

    def payers(self, unit: Unit) -> set[str]:
        """EF-SP-13, EF-SP-22  HQs and dumps with SPs that have the unit's hex in range."""
        p = self.position
        reaches = [
            (hq.id, hq.hex, hq.range)
            for hq in p.units.values()
            if hq.who == self.who and hq.sp and serves(p, hq, unit)
        ]
        reaches += [
            (dump, dump, 2 if dump in p.cut.get(self.who, ()) else 4)
            for dump, stock in p.dumps.items()
            if stock and p.controller(dump) == self.who
        ]
        return {name for name, hex_, limit in reaches if unit.hex in self._around(hex_, limit)}

    def _around(self, hex_: str, limit: int) -> dict[str, int]:
        if (hex_, limit) not in self._known:
            self._known[hex_, limit] = self.to([hex_], limit)
        return self._known[hex_, limit]


def heads(p: Position, who: str) -> set[str]:
    """EF-SP-15, 30  Sources, hexes of fed nets with the captured tail, ports in sea supply."""
    found = set(p.own_sources(who)) | set(p.sea_heads.get(who, ())) | fed_nets(p, who)
    if who == "axis":
        found |= rails.tail(p)
    return found


def fed_nets(p: Position, who: str) -> set[str]:
    return {h for net in rails.nets(p, who) if net.fed for h in net.hexes}


def road_of_life(p: Position) -> set[str]:
    """EF-SP-30  Heads for 8 units together (12 when frozen)."""
    if not p.ladoga:
        return set()
    return {h for h in ("2714", "2715") if p.controller(h) == "soviet"}


def farther(p: Position, unit: Unit) -> int:
    """EF-SP-28  What both limits of a unit gain."""
    trained = unit.is_("FN", "CV") or p.values(unit).flag("mountain") or unit.alpine
    hard = trained and p.ground.terrain[unit.hex] in "fms"
    return 2 if hard or row(unit.hex) <= 12 else 0


def serves(p: Position, hq: Unit, unit: Unit) -> bool:
    """EF-SP-13  Whom an HQ serves by nationality."""
    if hq.who == "soviet":
        return True
    mine, his = hq.folk, unit.folk
    if mine == "G":
        return his != "F"
    return his == mine or (his == "G" and (mine != "F" or p.ground.nation[unit.hex] == "F"))


def judged(level: int, supplied: bool, phasing: bool) -> int:
    """EF-SP-16"""
    if supplied:
        return 0
    if phasing:
        return min(level + 1, 4)
    return max(level, 1)


def attrition(p: Position, unit: Unit, phasing: bool) -> int:
    """EF-SP-18  Highest d10 that costs a step after the level change; 0 for no roll."""
    if not phasing or unit.level < 3:
        return 0
    limit = 3 if unit.level == 3 else 5
    cold = unit.who == "axis" and unit.folk != "F" and p.turn <= 36 and p.sky(unit.hex) in "SB"
    return limit + 2 * unit.isolated + cold


def attack_cost(points: int | Fraction) -> int:
    """EF-SP-13  SPs of a normal or delayed attack: one per 20 points or fraction."""
    return ceil(Fraction(points) / 20)
