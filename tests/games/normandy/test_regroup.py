"""Disorganization/Regroup Phase and the end of a player-turn (NOR-DR-01, -02, -06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import at, left, notes, position, states, track, unit
from wargame.flow.session import Session

INF, INF2, GR, GR2, GUN = "us.30.117th", "us.30.119th", "ge.275.gr983", "ge.275.gr985", "us.art.xix"


def phase(side: str, marks: dict[str, list[str]], **more: Any) -> Session:
    """After the Regroup Phase of a side: nothing is asked in it."""
    units = {INF: "1918", INF2: "1917", GR: "4229", GR2: "4230", **more.pop("units", {})}
    return position(f"{side}.regroup", units, states=marks, **more)


# -- worked example ---------------------------------------------------------------------------------


def test_example_15_two_stages() -> None:
    """EX-15, NOR-DR-01, NOR-DR-02  Shaken in defence: flipped at once, cleared after the own turn."""
    allied = phase("allied", {GR: ["disorganized"], INF: ["disorganized"]}, turn=20)
    assert (states(allied, GR), states(allied, INF)) == ({"regroup"}, {"disorganized"})
    german = phase("german", {GR: ["regroup"], INF: ["disorganized"]}, turn=20)
    assert (states(german, GR), states(german, INF)) == (set(), {"regroup"})
    later = phase("allied", {INF: ["regroup"]}, turn=21)
    assert states(later, INF) == set()


# -- the rules --------------------------------------------------------------------------------------


def test_only_the_phasing_sides_markers_come_off() -> None:
    """NOR-DR-01  All of them, automatically."""
    session = phase("allied", {INF: ["regroup"], INF2: ["regroup"], GR: ["regroup"]})
    assert [states(session, u) for u in (INF, INF2, GR)] == [set(), set(), {"regroup"}]
    assert notes(session, "cleared") == [{"units": (INF, INF2)}]


def test_the_other_side_flips_all_that_may() -> None:
    """NOR-DR-02, R-119  Unasked."""
    session = phase("allied", {GR: ["disorganized"], GR2: ["disorganized", "reduced"]})
    assert (states(session, GR), states(session, GR2)) == ({"regroup"}, {"regroup", "reduced"})
    assert notes(session, "flipped") == [{"units": (GR, GR2)}]


def test_the_isolated_stay_as_they_are() -> None:
    """NOR-DR-06  No die."""
    session = phase("allied", {GR: ["disorganized", "isolated"]}, dice=(1,))
    assert states(session, GR) == {"disorganized", "isolated"}
    assert not notes(session, "flipped")


@pytest.mark.parametrize(
    ("dice", "first", "second"),
    [((3, 4), "regroup", "disorganized"), ((4, 3), "disorganized", "regroup")],
)
def test_out_of_supply_on_1_to_3(dice: tuple[int, ...], first: str, second: str) -> None:
    """NOR-DR-06  A die each, in the order of ids."""
    marks = ["disorganized", "out of supply"]
    session = phase("allied", {GR: marks, GR2: marks}, dice=dice)
    assert first in states(session, GR)
    assert second in states(session, GR2)


def test_off_the_map_too() -> None:
    """NOR-DR-02  Its markers, wherever they are."""
    session = phase("allied", {GR: ["disorganized"]}, units={GR: "area C"})
    assert (at(session, GR), states(session, GR)) == ("area C", {"regroup"})


def test_no_marker_no_phase() -> None:
    """Section 3  Skipped when no marker is on the map."""
    session = phase("allied", {}, dice=(1,))
    assert not notes(session, "cleared")
    assert not notes(session, "flipped")


# -- the end of a player-turn -----------------------------------------------------------------------


@pytest.mark.parametrize("side", ["allied", "german"])
def test_what_lasts_a_player_turn_ends(side: str) -> None:
    """NOR-CO-15, NOR-CO-16, NOR-CO-25, NOR-EN-06, NOR-RP-06  For both sides."""
    marks = {INF: ["fought", "replaced"], GR: ["fell back"], GUN: ["fired", "reduced"]}
    session = phase(side, marks, units={GUN: "1916"}, tracks={"naval us": 1, "naval cw": 1})
    assert [states(session, u) & {"fought", "replaced", "fell back", "fired"} for u in marks] == [
        set(), set(), set(),
    ]  # fmt: skip
    assert (track(session, "naval us"), track(session, "naval cw")) == (0, 0)
    assert "reduced" in unit(session, GUN).states


@pytest.mark.parametrize(("side", "stays"), [("allied", False), ("german", True)])
def test_bombed_hexes_until_the_end_of_the_allied_turn(side: str, stays: bool) -> None:
    """NOR-CB-05, 4.13  Rubble is for good."""
    session = phase(side, {}, bombed=["2018"], rubble=["2018"])
    assert bool(session.state.layers.get("bombed")) == stays
    assert session.state.layers["rubble"]
    assert left(session) == 0
