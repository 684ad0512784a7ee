"""Isolation of East Front clause by clause (EF-IS)."""

from __future__ import annotations

from tests.games.eastfront.passes import run
from tests.games.eastfront.played import position
from tests.games.eastfront.table import table
from tests.games.eastfront.walks import CM
from tests.games.table import refusal
from wargame.games.eastfront import isolation, supply
from wargame.games.eastfront.state import (
    CUT,
    DUMP,
    ISOLATED,
    EfGame,
)

POCKET = {"S-47": "2033", "G-VII": "1932", "G-IX": "2034", "G-XIII": "2132", "G-IV": "2031"}


def cut_units(g: EfGame) -> set[str]:
    """The units that are isolated."""
    return {u.id for u in g.state.units.values() if ISOLATED in u.states}


def test_a_pocket() -> None:
    """EF-IS-01, EF-IS-02  No chain of own hexes free of enemies and EZOC to a source: unit and hex are isolated."""
    g = table(POCKET)
    g.state.control.update(dict.fromkeys((g.grid.hex(h) for h in ("1932", "2034", "2132")), "axis"))
    run(g, "isolation")
    assert "S-47" in cut_units(g)
    assert isolation.is_cut(g, "soviet", g.grid.hex("2033"))
    open_ = table({"S-47": "2033", "G-IX": "2034"})
    run(open_, "isolation")
    assert "S-47" not in cut_units(open_)
    assert not isolation.is_cut(open_, "soviet", open_.grid.hex("2033"))


def test_both_sides_from_one_picture() -> None:
    """EF-IS-02, EF-IN-03  Units of both sides in each isolation segment: a spearhead is isolated beside a pocket."""
    g = table({**POCKET, CM: "2828", "S-44": "3827"})
    run(g, "isolation")
    assert {"S-47", CM} <= cut_units(g)
    assert "S-44" not in cut_units(g)


def test_isolation_is_kept() -> None:
    """EF-IS-03  What opens the pocket later changes nothing before the next segment."""
    g = table(POCKET)
    run(g, "isolation")
    for unit_id in POCKET:
        if unit_id != "S-47":
            g.place(unit_id, g.grid.hex("0635" if unit_id == "G-VII" else "0735"), rule="EF-CB-25")
    g.state.control.update({h: "soviet" for h in g.content.land if g.content.nation[h] == "S"})
    assert "S-47" in cut_units(g)
    run(g, "isolation")
    assert "S-47" not in cut_units(g)


def test_own_units_open_a_chain() -> None:
    """EF-IS-01, EF-ZC-03  A hex in EZOC with an own combat unit is no bar."""
    units = {"G-VII": "1733", "S-47": "2033", "S-44": "2034"}
    g = table(units)
    free = isolation.free_mask(g, "soviet")
    assert free >> g.grid.hex("2033") & 1
    near = next(h for h in g.grid.neighbours[g.grid.hex("1733")] if h in g.content.land)
    assert not free >> near & 1
    g.place("S-47", near, rule="EF-MV-11")
    assert isolation.free_mask(g, "soviet") >> near & 1


def test_isolation_is_not_supply() -> None:
    """EF-IS-04  A pocket with a stock is isolated and in supply; a unit far from any head is neither cut nor fed."""
    g = table(POCKET, layers={DUMP: {"2033": 3}})
    run(g, "isolation")
    assert "S-47" in cut_units(g)
    assert "S-47" in supply.judge(g, "soviet").units
    far = table({"S-47": "2033"}, turn=5)
    heads = supply.Supply(far, "soviet").to_heads
    joined = isolation.connected(far, "soviet")
    lonely = next(h for h in sorted(far.content.land) if joined >> h & 1 and h not in heads)
    far.place("S-47", lonely, rule="EF-MV-11")
    run(far, "isolation")
    assert "S-47" not in cut_units(far)
    assert "S-47" not in supply.judge(far, "soviet").units


def test_nothing_comes_into_isolated_hexes() -> None:
    """EF-IS-04  No train goes to one."""
    session = position("soviet.movement.ground", {"S-47": "2032"}, turn=5)
    g = session.game
    g.set_layer(CUT["soviet"], {g.grid.hex("3827"): 1}, rule="EF-IS-02")
    assert "EF-IS-04" == refusal(session, "rail S-47 3827").rule
