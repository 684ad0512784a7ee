"""Formation factors, formation and reaction checks, the states of a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    is_legal,
    orders,
    play,
    position,
    refused_by,
    rolled,
    states,
)
from wargame.games.hannut import GAME
from wargame.games.hannut.checks import formation_factor, reaction_margin, reaction_numbers
from wargame.games.hannut.content import load_content
from wargame.games.hannut.state import current_ma, weapon_range
from wargame.rules.chance import passes

HQ = {"g.pr35.hq": "2411", "g.pr35.1": "1411", "a.2rc.hq": "1212", "a.2rc.1": "1211"}


def factor(
    unit: str,
    states: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, str] | None = None,
) -> int:
    session = actions("G-PR35", {**HQ, **(more or {})}, states=states or {})
    return formation_factor(session.game, unit)[0]


def test_the_basic_formation_factors() -> None:
    """HAN-FF-01, HAN-FF-02"""
    assert (factor("g.pr35.1"), factor("a.2rc.1")) == (8, 7)


@pytest.mark.parametrize(
    ("state", "needed"), [("demoralized", 5), ("fatigued", 6), ("neutralized", 7)]
)
def test_what_lowers_a_formation_factor(state: str, needed: int) -> None:
    """HAN-FF-03, HAN-FF-04, HAN-FF-06, HAN-DE-02, HAN-FA-03, HAN-NE-05"""
    assert factor("g.pr35.1", {"g.pr35.1": [state]}) == needed


def test_a_neutralized_or_eliminated_hq_lowers_it_and_counts_once_for_itself() -> None:
    """HAN-FF-05, HAN-CM-04"""
    assert factor("g.pr35.1", {"g.pr35.hq": ["neutralized"]}) == 7
    assert factor("g.pr35.hq", {"g.pr35.hq": ["neutralized"]}) == 7
    assert factor("g.pr35.1", more={"g.pr35.hq": "eliminated"}) == 7


def test_a_formation_factor_is_never_below_two() -> None:
    """HAN-FF-03, HAN-FF-06: the table of factors has its floor."""
    low = {"a.2rc.1": ["demoralized", "neutralized"], "a.2rc.hq": ["neutralized"]}
    assert factor("a.2rc.1", low) == 2


def test_natural_two_succeeds_and_natural_twelve_fails() -> None:
    """HAN-GE-07"""
    assert passes(2, 9, 2, always=2, never=12)
    assert not passes(12, 12, 12, always=2, never=12)
    assert passes(7, 7, 7, always=2, never=12)
    assert not passes(8, 8, 7, always=2, never=12)


def test_a_failed_check_goes_down_the_ladder() -> None:
    """HAN-MO-03, HAN-FT-01"""
    units = {"a.2rc.1": "1311", "g.pr35.1": "1411", "g.pr35.hq": "2411"}
    for before, after in (([], "fatigued"), (["fatigued"], "demoralized")):
        session = actions("F-2RC", units, states={"g.pr35.1": before}, dice=[4, 11])
        play(session, "fire a.2rc.1 at g.pr35.1")
        assert states(session, "g.pr35.1") == {"reduced", after}


def test_a_demoralized_unit_that_fails_retreats_or_loses_a_step() -> None:
    """HAN-MO-03"""
    units = {"a.2rc.1": "1311", "g.pr35.1": "1411"}
    session = actions("F-2RC", units, states={"g.pr35.1": ["demoralized"]}, dice=[4, 11])
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert session.segment == "hannut.german.react.forced"
    assert asked(session).rule == "HAN-MO-03"
    play(session, answers(session)[0])
    play(session, answers(session)[0])
    grid = session.game.grid
    assert grid.distance(grid.hex(at(session, "g.pr35.1")), grid.hex("1311")) == 3


# -- reaction checks ------------------------------------------------------------------------------


def test_the_basic_values_of_reaction_checks() -> None:
    """HAN-RC-01, HAN-RC-02"""
    content = load_content("campaign")
    value = {u: content.reaction_value(kind) for u, kind in content.units.items()}
    assert {value[u] for u in ("g.pr5.1", "g.pr5.hq", "g.pj39.1")} == {8}
    assert {value[u] for u in ("g.sr3i.1", "g.aa3.1", "a.2rc.1", "a.ac25")} == {7}


@pytest.mark.parametrize(
    ("state", "added"),
    [("out of command", 1), ("neutralized", 2), ("fatigued", 1), ("demoralized", 2)],
)
def test_what_is_added_to_a_reaction_check(state: str, added: int) -> None:
    """HAN-RC-03, HAN-RC-04, HAN-RC-05, HAN-RC-06, HAN-OC-05, HAN-NE-06, HAN-FA-04, HAN-DE-01"""
    session = actions("G-PR35", HQ, states={"a.2rc.1": [state]})
    assert reaction_margin(session.game, "a.2rc.1", 1) == 7 - 1 - added


def test_distance_and_all_states_are_cumulative() -> None:
    """HAN-RC-07, HAN-RC-08, HAN-RP-08"""
    bad = {"a.2rc.1": ["out of command", "neutralized", "fatigued"]}
    session = actions("G-PR35", HQ, states=bad)
    value, added = reaction_numbers(session.game, "a.2rc.1", 2)
    assert (value, sum(n for _, n in added)) == (7, 1 + 2 + 1 + 2)


def test_a_hopeless_reaction_is_not_offered() -> None:
    """HAN-GE-08"""
    units = {"g.pr35.1": "1411", "a.2rc.1": "1311"}
    hopeless = {"a.2rc.1": ["neutralized", "demoralized", "out of command"]}
    session = actions("G-PR35", units, states=hopeless, dice=[7])
    assert reaction_margin(session.game, "a.2rc.1", 1) == 1
    play(session, "fire g.pr35.1 at a.2rc.1")
    assert "react.return" not in session.segment


def test_a_reaction_check_has_no_automatic_success() -> None:
    """HAN-GE-08: 2 + 5 is more than a value would allow at any luck."""
    session = actions("G-PR35", HQ, states={"a.2rc.1": ["neutralized", "fatigued"]})
    assert reaction_margin(session.game, "a.2rc.1", 3) == 1


# -- states ---------------------------------------------------------------------------------------


def test_out_of_command_halves_movement_downwards() -> None:
    """HAN-OC-01, HAN-MV-02"""
    out = {"a.11rdp3.2": ["out of command"], "g.pr35.1": ["out of command"]}
    session = actions("G-PR35", {**HQ, "a.11rdp3.2": "0706"}, states=out)
    assert current_ma(session.game, "a.11rdp3.2") == 2 * 2
    assert current_ma(session.game, "g.pr35.1") == 6 * 2


@pytest.mark.parametrize(
    ("state", "rule"),
    [("out of command", "HAN-OC-02"), ("neutralized", "HAN-NE-02"), ("demoralized", "HAN-DM-01")],
)
def test_who_may_not_assault(state: str, rule: str) -> None:
    """HAN-OC-02, HAN-NE-02, HAN-DM-01, HAN-FM-02, HAN-FM-09"""
    units = {"g.pr35.1": "1411", "g.pr35.2": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"g.pr35.1": [state]})
    assert refused_by(session, "assault 1311 from g.pr35.1") == rule
    assert is_legal(session, "assault 1311 from g.pr35.2")


def test_a_neutralized_unit_moves_one_hex_at_any_cost_and_does_not_fire_too() -> None:
    """HAN-NE-01"""
    units = {"g.pr35.1": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units, states={"g.pr35.1": ["neutralized"]})
    assert all(left == 0 for left in orders(session).reach("move g.pr35.1").values())
    assert refused_by(session, "move g.pr35.1 1411-1412-1413") == "HAN-NE-01"
    assert refused_by(session, "fire g.pr35.1 at a.2rc.1 and move") == "HAN-NE-01"


def test_shaken_units_have_a_range_of_one() -> None:
    """HAN-NE-07, HAN-DE-04"""
    bad = {"g.pr35.1": ["neutralized"], "a.2rc.1": ["demoralized"]}
    session = actions("G-PR35", HQ, states=bad)
    assert [weapon_range(session.game, u) for u in bad] == [1, 1]


def test_a_demoralized_unit_never_acts_but_reacts() -> None:
    """HAN-DM-01, HAN-DE-03"""
    units = {"g.pr35.1": "1412", "g.pr35.2": "1612", "a.2rc.1": "1311"}
    bad = {"g.pr35.1": ["demoralized"], "a.2rc.1": ["demoralized"]}
    session = actions("G-PR35", units, states=bad)
    assert refused_by(session, "move g.pr35.1 1412-1413") == "HAN-DM-01"
    session = actions(
        "G-PR35", {"g.pr35.2": "1411", "a.2rc.1": "1211"}, states={"a.2rc.1": ["demoralized"]}
    )
    play(session, "move g.pr35.2 1411-1311")
    assert asked(session).side == "allied"


def test_recovery_is_rolled_once_and_one_rung_at_a_time() -> None:
    """HAN-MO-01, HAN-DE-03, HAN-SP-09, HAN-DM-01"""
    units = {"g.pr35.1": "2311", "a.2rc.1": "0505"}
    bad = {"g.pr35.1": ["demoralized"]}
    session = position("german.ops.recover", units, drawn="G-PR35", states=bad, dice=[3])
    assert states(session, "g.pr35.1") == {"fatigued"}
    assert rolled(session) == [3]
    assert is_legal(session, "move g.pr35.1 2311-2312")


def test_a_demoralized_unit_without_a_legal_hex_stays() -> None:
    """HAN-SP-10, HAN-MO-04, HAN-FB-02"""
    units = {"g.pr35.1": "2701", "a.2rc.1": "2602", "a.2rc.2": "2601", "a.2rc.3": "2702"}
    bad = {"g.pr35.1": ["demoralized"]}
    session = position("german.ops.recover", units, drawn="G-PR35", states=bad, dice=[11])
    assert at(session, "g.pr35.1") == "2701"


def test_rally_comes_after_recovery_hq_first() -> None:
    """HAN-MO-02, HAN-SP-11, HAN-RP-06"""
    units = {"g.pr35.1": "2311", "g.pr35.hq": "2411", "a.2rc.1": "0505"}
    bad = {"g.pr35.1": ["neutralized"], "g.pr35.hq": ["neutralized"]}
    session = position("german.ops.rally", units, drawn="G-PR35", states=bad, dice=[7, 7])
    assert states(session, "g.pr35.hq") == set()
    assert states(session, "g.pr35.1") == set()
    session = position("german.ops.rally", units, drawn="G-PR35", states=bad, dice=[8, 8])
    assert states(session, "g.pr35.1") == {"neutralized"}


def test_every_state_has_its_own_letter() -> None:
    """HAN-RP-07, HAN-RP-09: the counter shows states without colour."""
    letters = [row.letter for row in load_content("campaign").states.values()]
    assert len(set(letters)) == len(letters)
    bad = {"g.pr35.1": ["neutralized", "fatigued", "out of command", "opp used", "dispersed"]}
    session = actions("G-PR35", HQ, states=bad)
    assert GAME.face.counter(session.game, "g.pr35.1").letters == "NFOUS"
