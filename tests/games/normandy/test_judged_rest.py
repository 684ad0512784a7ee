"""Replacements, rest, merging, engineering and targets held against the referee in random positions."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.games.normandy.judged import crowd, judged
from tests.games.normandy.referee import allowed
from tests.games.normandy.referee.board import side as hexside
from tests.games.normandy.referee.position import Position
from wargame.games.normandy.asks.blowing import doomed
from wargame.games.normandy.asks.building import (
    bridge_nations,
    is_ready,
    why_not_dug,
)
from wargame.games.normandy.asks.rebuilding import why_not_merged
from wargame.games.normandy.asks.replacing import price_of, why_no_rest, why_not_replaced
from wargame.games.normandy.asks.targets import why_no_target
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    BUILDING,
    DOWN,
    NATIONS,
    SUPPORTED,
    NorGame,
    combat_units,
    kind_of,
    on_map,
)
from wargame.games.normandy.works import IMPROVED, bridges, set_bridge, set_builder, works

SIDES: tuple[Side, Side] = ("allied", "german")
SEEDS = range(20)


def laid(seed: int, name: str) -> tuple[NorGame, Position]:
    """A crowded position, some of its HQs Supported."""
    random = Random(f"{name}{seed}")
    g = crowd("allied.tactical", random).game
    for unit in (u for side in SIDES for u in on_map(g, side)):
        if kind_of(g, unit.id).hq and random.random() < 0.7:
            g.gain(unit.id, SUPPORTED, rule="NOR-SL-04")
    return g, judged(g)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_rebuilt_rests_and_merges(seed: int) -> None:
    """NOR-RP-05, NOR-RP-06, NOR-RP-07, NOR-RP-09"""
    g, pos = laid(seed, "rebuilt")
    units = [u.id for side in SIDES for u in on_map(g, side)]
    for unit in units:
        theirs = pos.units[unit]
        assert (why_not_replaced(g, unit) is None) == allowed.may_be_replaced(pos, theirs), unit
        assert (why_no_rest(g, unit) is None) == allowed.may_rest(pos, theirs), unit
        if kind_of(g, unit).combat_unit:
            assert price_of(g, unit) == allowed.replacement_price(theirs)
    for a, b in permutations(units, 2):
        merged = allowed.may_merge(pos, pos.units[a], pos.units[b])
        assert (why_not_merged(g, a, b) is None) == merged, (a, b)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_digs_where(seed: int) -> None:
    """NOR-EN-06, NOR-SL-07, NOR-DR-03"""
    g, pos = laid(seed, "digs")
    for side in SIDES:
        for where in sorted({u.hex for u in on_map(g, side)}):
            units = combat_units(g, where, side)
            theirs = any(allowed.may_dig(pos, pos.units[u.id]) for u in units)
            if works(g, where) != IMPROVED:  # NOR-EN-09: the German deepens it
                assert (why_not_dug(g, where, side) is None) == theirs, g.grid.name(where)


@pytest.mark.parametrize("seed", SEEDS)
def test_which_bridges_are_built_and_blown(seed: int) -> None:
    """NOR-EN-10, NOR-EN-11"""
    g, pos = laid(seed, "bridges")
    name = g.grid.name
    for bridge in bridges(g, DOWN):
        ends = hexside(*map(name, bridge))
        for side in SIDES:
            theirs = {n for n in NATIONS[side] if allowed.may_build(pos, n, ends)}
            assert set(bridge_nations(g, bridge, side)) <= theirs
            set_bridge(g, bridge, BUILDING, rule="NOR-EN-10")
            set_builder(g, [bridge], side, rule="NOR-EN-10")
            assert is_ready(g, bridge, side) == bool(theirs)
            set_bridge(g, bridge, DOWN, rule="NOR-EN-10")
    theirs_down = {
        b for b in g.content.map.bridges if allowed.may_demolish(pos, hexside(*map(name, b)))
    }
    assert set(doomed(g)) == theirs_down


@pytest.mark.parametrize("seed", SEEDS)
def test_which_hexes_are_targeted(seed: int) -> None:
    """NOR-IT-05"""
    g, pos = laid(seed, "targets")
    for where in sorted(g.content.land):
        if g.grid.name(where) not in pos.targeted:
            free = why_no_target(g, where) is None
            assert free == allowed.may_be_targeted(pos, g.grid.name(where)), g.grid.name(where)
