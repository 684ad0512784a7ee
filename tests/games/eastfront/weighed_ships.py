"""What the program says of ships held against what the referee says."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.eastfront.differences import Differences
from tests.games.eastfront.referee import lines, ships
from tests.games.eastfront.referee.fleet import FLEET
from tests.games.eastfront.referee.position import OTHER, Position
from wargame.games.eastfront import fleet, naval_odds, sailing, sea
from wargame.games.eastfront import state as st
from wargame.games.eastfront.asks.naval import way, why_not_sail
from wargame.games.eastfront.isolation import connected


def at_sea(g: st.EfGame, p: Position, side: Any, random: Random, found: Differences) -> None:
    """5.8  Ports, ways, reaction, sea connection, straits."""
    for port in ships.ports(p):
        found.same("port", sea.port_capacity(g, g.grid.hex(port)), ships.capacity(p, port), port)
    his = sea.joined_ports(g, side, connected(g, side))
    mine = ships.joined(p, side, lines.connected(p, side))
    found.same("routes", {g.grid.name(h): n for h, n in his.items()}, mine, side)
    afloat = [group for group in p.fleet.values() if group.printed.who == side]
    for group in afloat:
        if group.hex in ships.ports(p):
            his_havens = {g.grid.name(h) for h in fleet.havens(g, group.id, g.grid.hex(group.hex))}
            found.same("havens", his_havens, ships.havens(p, group), group.id)
    for group in random.sample(afloat, min(len(afloat), 4)):
        _sails(g, p, group.id, found)
        ends = sorted(ships.sails(p, group))
        if ends:
            _met(g, p, group.id, random.choice(ends), found)
    for a, b in p.ground.straits:
        for x, y in ((a, b), (b, a)):
            his_way = sea.may_cross(g, side, g.grid.hex(x), g.grid.hex(y))
            found.same("strait", his_way, ships.crosses(p, side, x, y), f"{side} {x} {y}")


def _sails(g: st.EfGame, p: Position, name: str, found: Differences) -> None:
    """EF-NV-10, EF-NV-11  Where a group may go, and at which price."""
    unit, who = g.state.units[name], g.content.naval[name].side
    ends = [*g.content.ports, *(h for h in g.content.sea if g.content.sea[h] == FLEET[name].sea)]
    his = {
        g.grid.name(h): way(g, who, unit, h)[1]
        for h in ends
        if why_not_sail(g, who, (name,), h) is None
    }
    found.same("sails", set(his.items()), set(ships.sails(p, p.fleet[name]).items()), name)


def _met(g: st.EfGame, p: Position, name: str, to: str, found: Differences) -> None:
    """EF-NV-12, EF-NV-13  Who reacts to a way of a group, and what the dice come to."""
    side: Any = FLEET[name].who
    enemy: Any = OTHER[side]
    path = way(g, side, g.state.units[name], g.grid.hex(to))[0]
    his = {(u, g.grid.name(h)) for u, h in sailing.reactors(g, enemy, FLEET[name].sea, path)}
    mine = ships.reactors(p, enemy, [g.grid.name(h) for h in path])
    found.same("reactors", his, mine, name)
    for group in sorted({u for u, _ in mine}):
        ahead = naval_odds.lead(g, [group], [name])
        found.same("ahead", ahead, ships.ahead(p, [group], [name]), f"{group} {name}")
        met = 4 if FLEET[group].kind == "submarine" else 6
        found.same("contact", naval_odds.contact(g, group), met, group)
    for total in range(-4, 15):
        found.same("hits", naval_odds.hits(g, total), ships.hits(total), str(total))
