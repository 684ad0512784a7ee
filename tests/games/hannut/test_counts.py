"""How many orders are legal in fixed positions, worked out against the rules."""

from __future__ import annotations

from tests.games.hannut.table import actions, orders, plain

LONE = {"g.pr35.1": "1513", "a.1rc.1": "0505"}


def test_a_lone_tank_company_reaches_so_many_hexes() -> None:
    """HAN-SP-12, HAN-TE-01, HAN-TE-02, HAN-MV-02: a search by hand over terrain costs agrees."""
    session = actions("G-PR35", LONE)
    g = session.game
    costs, grid = g.content.entry_cost["tracked"], g.grid
    best = {grid.hex("1513"): 0}
    pending = [grid.hex("1513")]
    while pending:
        h = pending.pop()
        for d, near in enumerate(grid.around[h]):
            if near >= 0 and costs[h][d]:
                total = best[h] + costs[h][d]
                if total <= 24 and total < best.get(near, 99):
                    best[near] = total
                    pending.append(near)
    reach = orders(session).reach("move g.pr35.1")
    assert {h: 24 - cost for h, cost in best.items() if cost} == dict(reach)


def test_a_neutralized_unit_has_one_move_a_neighbour() -> None:
    """HAN-NE-01"""
    session = actions("G-PR35", LONE, states={"g.pr35.1": ["neutralized"]})
    assert len(orders(session).reach("move g.pr35.1")) == 6


def test_shots_of_a_unit_with_one_target() -> None:
    """HAN-SP-13, HAN-SP-14, HAN-CO-01: standing or before a move; on a road In Column too."""
    session = actions("G-PR35", {"g.pr35.1": "1513", "a.11rdp1.2": "1413"})
    assert [a for a in plain(session) if a.startswith("fire")] == [
        "fire g.pr35.1 at a.11rdp1.2",
        "fire g.pr35.1 at a.11rdp1.2 and move",
    ]
    road = actions("G-PR35", {"g.pr35.1": "1411", "a.11rdp1.2": "1311"})
    assert len([a for a in plain(road) if a.startswith("fire")]) == 4


def test_stacks_of_three_can_move_in_seven_ways() -> None:
    """HAN-SP-12, HAN-CO-01: three alone, three pairs, one three; off the road in one posture."""
    session = actions("G-PR35", {f"g.pr35.{n}": "1513" for n in (1, 2, 4)})
    assert len(orders(session).heads()) == 7
    road = actions("G-PR35", {f"g.pr35.{n}": "1411" for n in (1, 2, 4)})
    assert len(orders(road).heads()) == 14
