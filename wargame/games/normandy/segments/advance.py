"""Advance after combat, decided at once (NOR-AD-01 to -04)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.normandy.asks.advance import advance_ask, advances_of, emptied
from wargame.games.normandy.battle import battle, remember
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.harm import drive_out, take
from wargame.games.normandy.state import NorGame
from wargame.games.normandy.works import keep_works


@segment("normandy.attack.advance")
async def advance(g: NorGame, side: Side) -> Next:
    """NOR-AD-01, NOR-AD-04, NOR-HQ-01  One pass: units that go the same way, until nobody can or wants."""
    fight = battle(g)
    ask = advance_ask(g, fight)
    order = await g.ask(ask) if ask.is_open() else None
    if order is None:
        return DONE
    for unit in order.units:
        start = g.state.units[unit].hex
        g.move(unit, (start, *order.path), how="advances", rule="NOR-AD-02")
        keep_works(g, start)
    take(g, side, order.path)
    remember(g, fight, advanced=(*fight.advanced, *order.units))
    await drive_out(g, side, order.path)
    return AGAIN


def _advance_possible(g: NorGame, _side: Side) -> bool:
    """NOR-AD-01"""
    fight = battle(g)
    return bool(emptied(g, fight)) and advances_of(g, fight).is_open()


WHEN: dict[str, Callable[[NorGame, Side], bool]] = {"advance_possible": _advance_possible}
"""The conditions of its steps."""
