"""What the dice bring, who loses steps, who is Disorganized (NOR-CO-13, -18 to -20, -25)."""

from __future__ import annotations

from tests.games.normandy.hedgerow import (
    DECLARED,
    HEDGEROW,
    cell,
    hedgerow,
)
from tests.games.normandy.table import (
    answers,
    asked,
    events,
    is_legal,
    left,
    notes,
    play,
    position,
    refused_by,
    states,
    unit,
)
from wargame.model import events as ev

# -- the dice -----------------------------------------------------------------------------------------


def test_the_drm_is_limited() -> None:
    """NOR-CO-13: it stays between -6 and +6, and the record says what was cut."""
    session = position(
        "allied.combat",
        {"us.2.9th": "2217", "us.hq.v": "2415", "ge.352.gr914": "2218", "ge.hq.lxxxiv": "2320"},
        works={"2218": "entrenchment"},
        turn=13,
        weather="storm",
        sea="rough",
        dice=[6, 6],
    )
    play(session, "attack 2218 from us.2.9th")
    read = cell(session)
    assert sum(n for _, n in read.drm) == -6
    assert read.total == 6


def test_both_dice_are_read_alone_too() -> None:
    """NOR-CO-04, NOR-CO-18: the cell costs nothing, white costs the attacker a step, black the defender."""
    session = play(hedgerow([4, 2]), DECLARED, "allocate sp=1 us.art.xix")
    play(session, "done")
    read = cell(session)
    assert (read.total, read.result) == (7, "DX")
    assert notes(session, "white_costs") == [{"white": 4, "number": 4}]
    assert notes(session, "black_costs") == [{"black": 2, "number": 3}]
    assert left(session) == 0


# -- losses -------------------------------------------------------------------------------------------


def test_nobody_loses_a_second_step_before_everybody_has_lost_one() -> None:
    """NOR-CO-19"""
    session = play(hedgerow([1, 2]), DECLARED, "done", "done")  # A2 AX AR, attrition
    assert cell(session).result.startswith("A2")
    assert asked(session).side == "german", "three steps, three units: nothing to ask"
    assert all("reduced" in states(session, u) for u in ("us.30.117th", "us.30.120th"))


def test_steps_are_shared_out_by_the_owner() -> None:
    """NOR-CO-19, NOR-DR-07: combat units only, no second step first, all that is owed."""
    session = play(hedgerow([5, 5]), DECLARED, "allocate sp=1 us.art.xix", "allocate ge.art.84")
    assert asked(session).key == "combat.losses"
    assert asked(session).side == "german"
    assert refused_by(session, "done") == "NOR-CO-19"
    assert refused_by(session, "allocate ge.5fj.fjr14 ge.275.gr983") == "NOR-CO-19"
    assert is_legal(session, "allocate ge.5fj.fjr14")
    play(session, "allocate ge.5fj.fjr14")
    assert "cadre" in states(session, "ge.5fj.fjr14")


def test_alike_units_are_not_asked_about() -> None:
    """NOR-CO-19: the step of one of three alike regiments of a division is taken at once."""
    session = play(hedgerow([3, 6]), DECLARED, "allocate sp=1 us.art.xix", "done")
    hurt = [u for u in HEDGEROW if u.startswith("us.30") and "reduced" in states(session, u)]
    assert len(hurt) == 1
    assert asked(session).side == "german"


def test_steps_beyond_all_that_are_left_are_ignored() -> None:
    """NOR-CO-19: two steps, and D1 with attrition would be more than a lone cadre has."""
    alone = {"ge.275.gr983": "area A"}
    cadre = {"ge.5fj.fjr14": ["cadre"]}
    session = hedgerow([6, 2], units=alone, more_states=cadre)
    play(session, DECLARED, "allocate sp=1 us.art.xix", "done")
    assert cell(session).result.startswith("D1")
    assert notes(session, "beyond_steps")
    assert unit(session, "ge.5fj.fjr14").box == "eliminated"
    assert asked(session).key == "combat.advance"


# -- Disorganization ------------------------------------------------------------------------------------


def test_who_is_disorganized_again_loses_a_step() -> None:
    """NOR-DR-05, NOR-CO-20: a Regroup unit becomes Disorganized, a Disorganized one loses a step."""
    shaken = {"ge.5fj.fjr14": ["reduced", "disorganized"], "ge.275.gr983": ["regroup"]}
    session = hedgerow([4, 4], more_states=shaken, works={})
    play(session, DECLARED, "done", "done")
    assert cell(session).result == "DX"
    gained = [(e.unit, e.state, e.rule) for e in events(session, ev.StateGained)]
    assert ("ge.5fj.fjr14", "cadre", "NOR-DR-05") in gained
    assert ("ge.275.gr983", "disorganized", "NOR-DR-03") in gained


def test_a_unit_that_fell_back_defends_with_half() -> None:
    """NOR-CO-25, NOR-DR-03: half, and not a quarter if Disorganized too."""
    for marks in (["fell back"], ["disorganized"], ["fell back", "disorganized"]):
        session = hedgerow(more_states={"ge.5fj.fjr14": marks, "ge.275.gr983": marks})
        play(session, DECLARED)
        assert "12 against 3 1/2" in asked(session).prompt


def test_half_strength_out_of_supply() -> None:
    """NOR-SU-09: half in attack, full in defence."""
    out = ["out of supply"]
    session = hedgerow(more_states={"us.30.117th": out, "ge.275.gr983": out})
    play(session, DECLARED)
    assert "10 against 5" in asked(session).prompt


def test_marks_of_the_segment_go_with_it() -> None:
    """NOR-CO-09, NOR-CO-15, NOR-EN-06: who attacked is marked while the segment lasts."""
    session = play(hedgerow([4, 4]), DECLARED, "allocate sp=1 us.art.xix")
    assert {"attacked", "fought"} <= states(session, "us.30.117th")
    assert "fired" in states(session, "us.art.xix")
    assert [session.game.grid.name(m.hex) for m in session.state.marked("struck")] == ["1818"]
    play(session, "done")
    while asked(session).key.startswith("combat."):
        session.answer(answers(session)[0])
    assert not any("attacked" in u.states for u in session.state.units.values())
    assert not list(session.state.marked("struck"))
    assert not session.state.lists.get("binding")
