"""Strategic Movement: who marches, where to, how far (NOR-SM)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.normandy.table import (
    CAMPAIGN,
    asked,
    at,
    play,
    position,
    refusal,
    refused_by,
    unit,
)
from wargame.flow.ask import PathAsk
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME
from wargame.games.normandy.asks.idle import Phase, why_idle
from wargame.games.normandy.asks.move import Move
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.walk import strategic_allowance

INF, GR = "us.30.117th", "ge.352.gr914"


def marching(units: dict[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before a Strategic Movement Segment; somebody of each side stands ready on a road."""
    ready = {"us.90.358th": "0903", "ge.331.gr558": "4229"}
    return position(f"{side}.strategic", {**ready, **units}, **{"weather": "clear", **more})


def left(session: Session, unit_id: str, number: str) -> int | None:
    """Half MPs a unit has left in a hex; None where it does not get."""
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    return ask.reach(f"move {unit_id}").get(session.game.grid.hex(number))


def test_whoever_nothing_keeps_may_move_and_nobody_else() -> None:
    """NOR-MV-01, NOR-SM-01, NOR-RV-04  In random play, at every question, of both sides in each segment."""
    session, pick = Session.start(GAME, new_header(GAME, CAMPAIGN, 5)), Picker(5)
    g, found = session.game, 0
    sides: tuple[Side, Side] = ("allied", "german")
    phases: tuple[Phase, Phase, Phase] = ("tactical", "strategic", "reserve")
    while session.ask is not None and session.n < 250:
        for side, phase in product(sides, phases):
            going = [order.unit for order in Move(g, side, phase).movers() if order.path]
            free = [u for u in g.board.on_map[side] if why_idle(g, u, side, phase) is None]
            assert going == free
            found += len(free)
        session.answer(session.ask.sample(pick))
    assert found


def test_example_8_interdicted_panzers_on_the_road() -> None:
    """EX-08, NOR-IT-04, NOR-SM-03, NOR-MV-10  Strategic 24 is 12 at Level 2."""
    session = marching({"ge.lehr.pzr130": "4229"}, side="german", level=2)
    way = "4229-4228-4127-4027-4026-3925-3924-3923-3823-3822-3721-3720-3620"
    assert left(session, "ge.lehr.pzr130", "3620") == 0
    assert refused_by(session, f"move ge.lehr.pzr130 {way}-3619") == "NOR-SM-03"
    play(session, f"move ge.lehr.pzr130 {way}")
    assert at(session, "ge.lehr.pzr130") == "3620"
    tired = marching(
        {"ge.lehr.pzr130": "4228"}, side="german", states={"ge.lehr.pzr130": ["moved"]}
    )
    assert refused_by(tired, "move ge.lehr.pzr130 4228-4127") == "NOR-MV-10"


def test_marches_go_by_road_and_keep_away_from_the_enemy() -> None:
    """NOR-SM-03  On roads only, one MP a hex, never next to an enemy combat unit, only by whole bridges."""
    session = marching({INF: "2513"}, boundary=40)
    g = session.game
    ask = asked(session)
    assert isinstance(ask, PathAsk)
    reached = ask.reach(f"move {INF}")
    assert reached
    assert all(h in g.content.map.road_hexes for h in reached)
    far = min(reached, key=lambda h: reached[h])
    near = g.grid.neighbours[far][0]
    if near in g.content.land:
        close = marching({INF: "2513", GR: g.grid.name(near)}, boundary=40)
        ask = asked(close)
        assert isinstance(ask, PathAsk)
        assert far not in ask.reach(f"move {INF}")


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        (["moved"], "NOR-MV-10"), (["landed"], "NOR-MV-10"), (["reserve"], "NOR-SM-02"),
        (["disorganized"], "NOR-DR-03"), (["regroup"], "NOR-DR-04"), (["isolated"], "NOR-SU-09"),
        (["marched"], "NOR-SM-01"),
    ],
)  # fmt: skip
def test_who_may_not_march(marks: list[str], rule: str) -> None:
    """NOR-SM-01, NOR-SM-02, NOR-SM-03, NOR-MV-10, NOR-DR-03, NOR-DR-04, NOR-SU-09"""
    session = marching({INF: "2513"}, states={INF: marks})
    assert refused_by(session, f"move {INF} 2513-2514") == rule


def test_lorries_carry_foot_but_not_airborne_troops() -> None:
    """NOR-SM-04, NOR-SU-09  20 hexes for infantry, 10 for airborne; Out of Supply half."""
    units = {INF: "2512", "us.82.505thpir": "1810", "cw.1ss": "3613"}
    session = marching({k: v for k, v in units.items() if k != "cw.1ss"})
    g = session.game
    assert strategic_allowance(g, INF) == 40
    assert strategic_allowance(g, "us.82.505thpir") == 20
    out = marching({INF: "2512"}, states={INF: ["out of supply"]})
    assert strategic_allowance(out.game, INF) == 20


def test_a_march_starts_on_a_road_and_away_from_the_enemy() -> None:
    """NOR-SM-03"""
    session = marching({INF: "2516", GR: "2517"})
    assert "next to an enemy" in refusal(session, f"move {INF} 2516-2515").reason
    off = marching({INF: "2512"})
    assert refused_by(off, f"move {INF} 2512-2513") == "NOR-SM-03"


@pytest.mark.parametrize(("die", "flips"), [(1, True), (2, False)])
def test_the_worst_interdiction_strikes_guns_on_the_road_too(die: int, flips: bool) -> None:
    """NOR-IT-04, NOR-DR-07  A unit of the moved stack of the owner's choice: guns flip, a staff ignores it."""
    guns, staff = "ge.wrf7", "ge.hq.xlvii"
    session = marching({guns: "4229", staff: "4229"}, side="german", level=3, dice=[die])
    play(session, f"move {guns} 4229-4228", f"move {staff} 4229-4228", "done")
    assert ("reduced" in unit(session, guns).states) == flips
    assert not unit(session, staff).states & {"reduced", "disorganized"}
