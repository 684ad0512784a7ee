"""Movement held against the referee in crowded random positions (NOR-MV, NOR-ZC, NOR-SM, NOR-RV)."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.normandy.judged import crowd, judged
from tests.games.normandy.referee import moves, strategic, zones
from tests.games.normandy.table import asked
from wargame.flow.ask import PathAsk
from wargame.games.normandy.state import on_map


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_tactical_destinations_and_prices_are_the_referees(side: str, seed: int) -> None:
    """NOR-MV-03 to -09, NOR-ZC-01 to -04, NOR-BD-04, NOR-WX-08, NOR-IT-05"""
    session = crowd(f"{side}.tactical", Random(f"{side}{seed}"))
    g, pos, ask = session.game, judged(session.game), asked(session)
    assert isinstance(ask, PathAsk)
    zone = {
        g.grid.name(h)
        for h, n in enumerate(g.board.zoc["german" if side == "allied" else "allied"])
        if n
    }
    assert zone == set(zones.ezoc(pos, side))
    heads = {head.units[0] for head in ask.heads()}
    for unit in on_map(g, side):
        budget = 2 * moves.allowance(pos.units[unit.id])
        theirs = {
            h: max(budget - max(cost[0]), 0) if cost[0] != (-1, -1) else 0
            for h, cost in moves.destinations(pos, [unit.id]).items()
            if ":" not in h and h != "exit"
        }
        if unit.id not in heads:
            assert not theirs, unit.id
            continue
        found = {g.grid.name(h): left for h, left in ask.reach(f"move {unit.id}").items()}
        assert found.keys() == theirs.keys(), (unit.id, g.grid.name(unit.hex))
        assert all(n == theirs[h] for h, n in found.items()), unit.id


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_strategic_destinations_are_the_referees(side: str, seed: int) -> None:
    """NOR-SM-01 to -03, NOR-MV-10, NOR-SU-09, NOR-IT-04"""
    session = crowd(f"{side}.strategic", Random(f"s{side}{seed}"))
    g, pos = session.game, judged(session.game)
    ask: object = session.ask
    for unit in on_map(g, side):
        theirs = {h for h in strategic.destinations(pos, unit.id) if ":" not in h and h != "exit"}
        mine: set[str] = set()
        if isinstance(ask, PathAsk) and any(unit.id in head.units for head in ask.heads()):
            mine = {g.grid.name(h) for h in ask.reach(f"move {unit.id}")}
        assert mine == theirs, (unit.id, g.grid.name(unit.hex))
