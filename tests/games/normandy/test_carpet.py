"""Carpet Bombing Resolution Segment (NOR-CB-02, NOR-CB-05, NOR-CB-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    at,
    events,
    left,
    notes,
    play,
    position,
    refused_by,
    states,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy.works import IMPROVED, NOTHING, works
from wargame.model import events as ev

TARGETS = ["1818", "1718", "1717"]
FRONT = {
    "us.30.117th": "1817",
    "us.30.119th": "1817",
    "us.30.120th": "1918",
    "us.hq.xix": "2015",
    "ge.5fj.fjr14": "1718",
    "ge.275.gr983": "1718",
    "ge.352.gr914": "1717",
}


def raid(
    dice: Sequence[int],
    units: Mapping[str, str] | None = None,
    states_: Mapping[str, Sequence[str]] | None = None,
    targets: Sequence[str] = TARGETS,
    **more: Any,
) -> Session:
    """Bombs on three hexes before Saint-Lô, T25."""
    return position(
        "allied.carpet", units or FRONT, states=states_, dice=dice, turn=25, weather="clear",
        sea="calm", carpet=list(targets), **more,
    )  # fmt: skip


def gained(session: Session) -> set[tuple[str, str]]:
    """Units and the states they got."""
    return {(e.unit, e.state) for e in events(session, ev.StateGained)}


def marked(session: Session, layer: str) -> set[str]:
    """Hexes that got a mark, whether or not they still have it."""
    found = [e for e in events(session, ev.LayerSet) if e.layer == layer]
    return {session.game.grid.name(at) for e in found for at, value in e.changes if value}


def results(session: Session) -> list[str]:
    """What the bombs did, in order."""
    return [e.result for e in events(session, ev.ChartRead) if e.chart == "bombs"]


def test_ex_14_carpet_bombing() -> None:
    """NOR-CB-05"""
    session = raid([2, 2, 3, 4, 5, 4], works={"1718": "improved", "1717": "improved"})
    assert asked(session).key == "carpet.next"
    assert set(answers(session)) == {"bomb 1818", "bomb 1718", "bomb 1717"}
    play(session, "bomb 1818")
    assert asked(session).key == "carpet.short"
    assert set(answers(session)) == {"short 1817", "short 1918"}
    play(session, "short 1817", "bomb 1718")
    hurt = [u for u in ("us.30.117th", "us.30.119th") if "reduced" in states(session, u)]
    assert len(hurt) == 1, "two alike regiments: nothing is asked"
    assert {"us.30.117th", "us.30.119th"} <= {u for u, s in gained(session) if s == "disorganized"}
    assert asked(session).key == "combat.losses"
    play(session, "allocate ge.5fj.fjr14")
    assert results(session) == ["short", "heavy", "crushing"]
    for german in ("ge.5fj.fjr14", "ge.275.gr983", "ge.352.gr914"):
        assert (german, "disorganized") in gained(session)
    assert "cadre" in states(session, "ge.352.gr914")
    g = session.game
    assert [works(g, g.grid.hex(h)) for h in ("1718", "1717")] == [NOTHING, NOTHING]
    assert marked(session, "bombed") == {"1718", "1717"}
    assert not list(session.state.marked("air unit"))
    assert left(session) == 0


def test_the_order_is_the_allied_players_and_nothing_is_called_off() -> None:
    """NOR-CB-05"""
    session = raid([1, 1, 6, 6, 6, 6])
    assert asked(session).side == "allied"
    assert refused_by(session, "pass") == "NOR-CB-05"
    assert refused_by(session, "bomb 1817") == "NOR-CB-05"
    play(session, "bomb 1717")
    assert refused_by(session, "bomb 1717") == "NOR-CB-05"


def test_what_stands_in_a_hex_is_told_before_it_is_bombed() -> None:
    """NOR-CB-05  Germans in a target, and one's own where bombs may fall short."""
    session = raid([1, 3])
    labels = {o.answer: o.label for o in asked(session).options()}
    assert labels["bomb 1718"] == "Bomb 1718: 2 units, 6 steps"
    assert labels["bomb 1818"] == "Bomb 1818 Hébécrevon: nobody in it"
    play(session, "bomb 1818")
    labels = {o.answer: o.label for o in asked(session).options()}
    assert labels["short 1817"] == "Short, on 1817: 2 units, 6 steps"


def test_short_is_likelier_beside_ones_own() -> None:
    """NOR-CB-05, table 4.13: a 4 is Short next to an Allied combat unit, Thin elsewhere."""
    near = raid([2, 2, 6, 6, 6, 6])
    assert results(play(near, "bomb 1818"))[:1] == ["short"]
    far = {"ge.352.gr914": "1717", "us.30.117th": "1917", "us.hq.xix": "1818"}
    assert results(play(raid([2, 2], far, targets=["1717"]))) == ["thin"]


def test_short_finds_the_nearest_hex_within_two() -> None:
    """NOR-CB-05: all in the hex are Disorganized, guns flip, HQs are spared; none within two: nothing."""
    units = {"us.30.117th": "1715", "us.art.v": "1715", "us.hq.v": "1715", "us.2.9th": "2014"}
    session = raid([1, 1], units, targets=["1717"])
    assert notes(session, "falls_short") == [{"where": session.game.grid.hex("1715")}]
    assert {("us.30.117th", "reduced"), ("us.30.117th", "disorganized")} <= gained(session)
    assert ("us.art.v", "reduced") in gained(session)
    assert not {s for u, s in gained(session) if u in {"us.hq.v", "us.2.9th"}}
    nobody = raid([1, 1], {"us.2.9th": "2014", "ge.352.gr914": "1717"}, targets=["1717"])
    assert notes(nobody, "nobody_hit")


def test_a_disorganized_unit_leaves_the_reserve() -> None:
    """NOR-DR-03: Short bombs take the marker."""
    units = {"us.30.117th": "1715", "ge.352.gr914": "1717"}
    session = raid([1, 1], units, {"us.30.117th": ["reserve"]}, targets=["1717"])
    lost = [(e.unit, e.state) for e in events(session, ev.StateLost)]
    assert ("us.30.117th", "reserve") in lost


def test_thin_disorganizes_one_of_the_germans_choice() -> None:
    """NOR-CB-05, NOR-DR-07: guns may be named and flip, an HQ may not."""
    units = {
        "ge.5fj.fjr14": "1717", "ge.275.gr983": "1717", "ge.wrf7": "1717", "ge.hq.lxxxiv": "1717",
        "us.30.117th": "2014",
    }  # fmt: skip
    session = raid([2, 3], units, targets=["1717"])
    assert asked(session).key == "carpet.thin"
    assert asked(session).side == "german"
    assert answers(session) == ["shake ge.275.gr983", "shake ge.5fj.fjr14", "shake ge.wrf7"]
    play(session, "shake ge.wrf7")
    assert ("ge.wrf7", "reduced") in gained(session)
    assert not {u for u, s in gained(session) if s == "disorganized"}


@pytest.mark.parametrize(
    ("dice", "steps", "before", "after"),
    [
        ((3, 3), 1, "entrenchment", IMPROVED),
        ((4, 4), 1, "improved", NOTHING),
        ((4, 4), 1, "improved construction", NOTHING),
        ((4, 5), 2, "entrenchment", NOTHING),
        ((6, 6), 3, "entrenchment", NOTHING),
    ],
)
def test_steps_and_positions(dice: Sequence[int], steps: int, before: str, after: int) -> None:
    """NOR-CB-05, table 4.13: Heavy, Crushing, Annihilating."""
    units = {"ge.5fj.fjr14": "1717", "ge.275.gr983": "1717", "us.30.117th": "2014"}
    session = raid(dice, units, targets=["1717"], works={"1717": before})
    if asked(session).key == "combat.losses":
        play(session, answers(session)[0])
    lost = sum(s in {"reduced", "cadre"} for _, s in gained(session))
    assert lost == steps
    assert works(session.game, session.game.grid.hex("1717")) == after


def test_who_was_disorganized_loses_a_step_more() -> None:
    """NOR-DR-05 (R-142)"""
    units = {"ge.5fj.fjr14": "1717", "us.30.117th": "2014"}
    session = raid([3, 3], units, {"ge.5fj.fjr14": ["disorganized"]}, targets=["1717"])
    assert "cadre" in states(session, "ge.5fj.fjr14")


def test_bridges_fall_on_one_to_three() -> None:
    """NOR-CB-05: each intact bridge that touches the hex, from Crushing up."""
    units = {"ge.21.pzgr125": "3617", "cw.3.9th": "3614"}
    session = raid([4, 5, 3], units, targets=["3617"])
    assert len(notes(session, "bridge_destroyed")) == 1
    assert left(session) == 0
    stands = raid([4, 5, 4], units, targets=["3617"])
    assert not notes(stands, "bridge_destroyed")
    heavy = raid([4, 4], units, targets=["3617"])
    assert not [e for e in events(heavy, ev.DiceRolled) if e.kind == "bombed_bridge"]


def test_rubble_in_towns_and_cities_only() -> None:
    """NOR-CB-05, NOR-CB-06: an empty hex is bombed all the same."""
    for target, is_rubble in (("3617", True), ("1819", True), ("1717", False)):
        session = raid([3, 3], {"cw.3.9th": "3614"}, targets=[target])
        assert marked(session, "rubble") == ({target} if is_rubble else set())
        assert marked(session, "bombed") == {target}
        assert results(session) == ["heavy"]


def test_a_hex_left_by_the_germans_is_bombed_where_the_mission_was_placed() -> None:
    """NOR-CB-06: who has gone is not hit."""
    units = {"ge.275.gr983": "1718", "us.30.117th": "2014"}
    session = raid([6, 6], units, targets=["1717"])
    assert at(session, "ge.275.gr983") == "1718"
    assert not states(session, "ge.275.gr983")
    assert unit(session, "ge.275.gr983").box == ""


def test_without_a_mission_nothing_is_asked() -> None:
    """NOR-CB-02"""
    session = position("allied.carpet", FRONT, turn=25, weather="clear", sea="calm")
    assert not asked(session).key.startswith("carpet")
