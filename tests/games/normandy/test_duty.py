"""Mandatory combat: who is bound, what an attack must include, when a duty is gone (NOR-CO-07 to -11, -23, -24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.normandy.table import (
    CAMPAIGN,
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refused_by,
    states,
    table,
)
from wargame.flow.ask import DONE_WORD, AttackAsk
from wargame.flow.fuzz import Picker
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME
from wargame.games.normandy.obligations import Duty, binding_pairs
from wargame.games.normandy.state import NorGame

FIELD, EAST, WEST = "3415", "3416", "3514"
"""Clear hexes next to one another north of Caen, no river between."""


def pairs(g: NorGame, side: str = "allied", phase: str = "combat") -> set[tuple[str, str]]:
    """Binding pairs: unit and hex number."""
    return {(u, g.grid.name(h)) for u, h in binding_pairs(g, side, phase)}  # type: ignore[arg-type]


def bound(states_: Sequence[str] = (), where: str = FIELD, **set_: Any) -> bool:
    """Whether a Canadian brigade is bound to a regiment in 3416 (or that beside it)."""
    g = table(
        {"cw.3c.9th": where, "ge.12ss.ss-pzgr25": EAST}, states={"cw.3c.9th": states_}, **set_
    )
    return bool(pairs(g))


def proposed(session: Session, where: str) -> str:
    """The attack of a hex with which the table begins."""
    ask = asked(session)
    assert isinstance(ask, AttackAsk)
    return ask.compose(*ask.offered([session.game.grid.hex(where)]))


# -- NOR-CO-08 ------------------------------------------------------------------------------------------


def test_a_unit_in_the_open_is_bound() -> None:
    """NOR-CO-01, NOR-CO-07"""
    g = table({"cw.3c.9th": FIELD, "ge.12ss.ss-pzgr25": EAST})
    assert pairs(g) == {("cw.3c.9th", EAST)}
    assert pairs(g, "german") == {("ge.12ss.ss-pzgr25", FIELD)}


@pytest.mark.parametrize(
    "state", ["disorganized", "regroup", "reserve", "cadre", "replaced", "isolated"]
)
def test_states_that_exempt(state: str) -> None:
    """NOR-CO-08 (4): the marker of Reserve too, while the unit has not moved out of it."""
    assert not bound([state])


def test_states_that_do_not_exempt() -> None:
    """NOR-CO-08: reduced and Out of Supply units are bound."""
    assert bound(["reduced"])
    assert bound(["out of supply"])


@pytest.mark.parametrize(
    ("where", "enemy"),
    [("1718", "1818"), ("2018", "2019"), ("2217", "2218"), ("1612", "1711")],
)
def test_terrain_exempts(where: str, enemy: str) -> None:
    """NOR-CO-02, NOR-CO-08 (1): bocage, rough, forest, marsh, town, city."""
    g = table({"us.2.9th": where, "ge.352.gr914": enemy})
    exempt = g.content.ground.rows[g.grid.hex(where)].exempt
    assert exempt
    assert not pairs(g)


def test_own_finished_positions_exempt() -> None:
    """NOR-CO-08 (3), NOR-EN-12: the construction side gives no benefit."""
    assert not bound(works={FIELD: "improved"})
    assert not bound(works={FIELD: "entrenchment"})
    assert not bound(works={FIELD: "entrenchment construction"})
    assert bound(works={FIELD: "improved construction"})


def test_one_step_units_staffs_and_guns_are_not_bound_and_bind_nobody() -> None:
    """NOR-CO-08 (4), (6): strength 1; an HQ alone in Y."""
    g = table({"ge.ost642": FIELD, "cw.3c.9th": EAST})
    assert not pairs(g, "german")
    g = table({"cw.3c.9th": FIELD, "ge.hq.isspz": EAST, "ge.wrf7": EAST})
    assert not pairs(g)


def test_every_river_exempts() -> None:
    """NOR-CO-08 (2), NOR-CO-11"""
    content = table({"us.1.16th": "2412"}).content
    clear = {h for h in content.land if content.ground.rows[h].id == "clear"}
    minor = [s for s, row in content.rivers.items() if row.id == "minor river" and {*s} <= clear]
    a, b = map(content.grid.name, min(minor))
    assert not pairs(table({"us.1.16th": a, "ge.352.gr914": b}))


def test_reserve_units_that_moved_are_bound_in_their_own_segment() -> None:
    """NOR-RV-06, NOR-RV-11, NOR-CO-08: those that did not move take no part."""
    units = {"cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "cw.3c.7th": FIELD, "ge.12ss.ss-pzgr25": EAST}
    states_ = {"cw.3c.9th": ["reserve", "rode"], "cw.3c.8th": ["reserve"]}
    g = table(units, states=states_)
    assert pairs(g, phase="reserve") == {("cw.3c.9th", EAST)}
    assert pairs(g) == {("cw.3c.7th", EAST)}


# -- what may attack --------------------------------------------------------------------------------


def fight(
    units: Mapping[str, str],
    states_: Mapping[str, Sequence[str]] | None = None,
    segment: str = "allied.combat",
    **set_: Any,
) -> Session:
    """A Combat Segment."""
    wanted = {"turn": 13, "weather": "overcast", "sea": "rough", **set_}
    return position(segment, units, states=states_, **wanted)


TWO = {"cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "ge.12ss.ss-pzgr25": EAST, "ge.21.pzgr192": "3515"}


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("disorganized", "NOR-DR-03"),
        ("regroup", "NOR-DR-04"),
        ("replaced", "NOR-RP-06"),
        ("reserve", "NOR-RV-09"),
    ],
)
def test_who_may_not_attack(state: str, rule: str) -> None:
    """NOR-DR-03, NOR-DR-04, NOR-RP-06, NOR-RV-09"""
    session = fight(TWO, {"cw.3c.8th": [state]})
    assert refused_by(session, "attack 3416 from cw.3c.8th") == rule
    assert refused_by(session, "attack 3416 from cw.3c.9th cw.3c.8th") == rule


def test_cadres_and_isolated_units_may_attack_unbound() -> None:
    """NOR-CO-08: exempt is not forbidden."""
    session = fight({"cw.3c.9th": FIELD, "ge.12ss.ss-pzgr25": EAST}, {"cw.3c.9th": ["cadre"]})
    assert is_legal(session, "attack 3416 from cw.3c.9th")
    assert is_legal(session, "done")


def test_targets_and_attackers_of_an_attack() -> None:
    """NOR-CO-09: an enemy combat unit, adjacent to all; a misspelt attack names a legal one."""
    session = fight({**TWO, "cw.3c.7th": "3414", "ge.wrf7": "3417"})
    assert refused_by(session, "attack 3417 from cw.3c.9th") == "NOR-CO-08"
    assert refused_by(session, "attack 3416 from cw.3c.7th") == "NOR-CO-09"
    assert refused_by(session, "attack 3416 from ge.21.pzgr192") == "NOR-CO-09"
    assert refused_by(session, "attack 3416") == "NOR-CO-09"


def test_once_each_in_a_segment() -> None:
    """NOR-CO-09"""
    session = fight({**TWO, "cw.3.9th": "3516"}, dice=[3, 6])
    play(session, "attack 3515 from cw.3c.9th cw.3c.8th")
    while asked(session).key != "combat.attack":
        session.answer(answers(session)[0])
    assert refused_by(session, "attack 3416 from cw.3c.9th") in {"NOR-CO-09", "NOR-DR-03"}
    assert refused_by(session, "attack 3515 from cw.3.9th") == "NOR-CO-09"


def test_flooded_major_and_marsh() -> None:
    """NOR-CO-11: no attack over floods without bridge; mech neither over a major river nor into marsh."""
    bridge = {"1411/1510": "destroyed"}
    units = {"us.82.508thpir": "1411", "ge.91.gr1058": "1510", "us.82.505thpir": "1611"}
    assert is_legal(fight(units), "attack 1510 from us.82.508thpir")
    assert (
        refused_by(fight(units, bridges=bridge), "attack 1510 from us.82.508thpir") == "NOR-CO-11"
    )
    orne = {"cw.11.29tharmd": "3516", "cw.11.159th": "3516", "cw.3.9th": "3516"}
    orne |= {"ge.21.pzgr125": "3617"}
    down = {"3516/3617": "destroyed"}
    assert is_legal(fight(orne), "attack 3617 from cw.11.29tharmd")
    assert refused_by(fight(orne, bridges=down), "attack 3617 from cw.11.29tharmd") == "NOR-CO-11"
    assert is_legal(fight(orne, bridges=down), "attack 3617 from cw.3.9th")


def test_frontage() -> None:
    """NOR-CO-23, NOR-OP-13: eight stacking points, ten in an Operation attack."""
    units = {
        "cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "cw.3c.7th": FIELD,
        "cw.15.44th": "3315", "cw.15.46th": "3315",
        "ge.12ss.ss-pzgr25": EAST, "cw.hq.i": "3613",
    }  # fmt: skip
    every = "attack 3416 from cw.15.44th cw.15.46th cw.3c.7th cw.3c.8th cw.3c.9th"
    assert refused_by(fight(units), every) == "NOR-CO-23"
    assert is_legal(fight(units), every.replace(" cw.15.44th", ""))
    led = {"cw.hq.i": ["operation", "supported"]}
    assert is_legal(fight(units, led), every)
    assert proposed(fight(units, led), EAST) == every
    assert is_legal(fight(units), proposed(fight(units), EAST)), "as many as the frontage holds"


def test_us_and_cw_never_attack_together() -> None:
    """NOR-BD-05, NOR-CO-24, 5.8 (7): the attack of one nation releases the other."""
    units = {"us.1.16th": "3315", "cw.3c.9th": FIELD, "ge.12ss.ss-pzgr25": EAST}
    session = fight(units, dice=[3, 6])
    assert refused_by(session, "attack 3416 from us.1.16th cw.3c.9th") == "NOR-BD-05"
    assert is_legal(session, "attack 3416 from cw.3c.9th")
    play(session, "attack 3416 from us.1.16th")
    assert notes(session, "released") == [{"units": ("cw.3c.9th",)}]


# -- NOR-CO-24 ----------------------------------------------------------------------------------------


def test_a_bound_unit_without_another_duty_must_join() -> None:
    """NOR-CO-24, NOR-CO-07: two in 3415, both bound to 3416 only; the refusal names who is missing."""
    session = fight({"cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "ge.12ss.ss-pzgr25": EAST})
    assert refused_by(session, "done") == "NOR-CO-07"
    refusal = session.why_not("attack 3416 from cw.3c.9th")
    assert refusal is not None
    assert refusal.rule == "NOR-CO-24"
    assert "8th" in refusal.reason
    assert is_legal(session, "attack 3416 from cw.3c.9th cw.3c.8th")


def test_a_unit_with_two_duties_may_stay_out() -> None:
    """NOR-CO-24: 3416 is attacked by one, the other keeps 3515 for itself."""
    session = fight(TWO, works={}, dice=[3, 6])
    assert is_legal(session, "attack 3416 from cw.3c.9th")
    assert is_legal(session, "attack 3515 from cw.3c.9th")


def test_an_attack_may_not_strand_a_hex() -> None:
    """NOR-CO-24: both to 3416 would leave 3515 to nobody, though one could be left to it."""
    session = fight(TWO)
    refusal = session.why_not("attack 3416 from cw.3c.9th cw.3c.8th")
    assert refusal is not None
    assert refusal.rule == "NOR-CO-24"
    assert "3515" in refusal.reason
    assert is_legal(session, "attack 3416 3515 from cw.3c.9th cw.3c.8th")


def test_a_lone_unit_attacks_all_its_hexes_together() -> None:
    """NOR-CO-09, NOR-CO-24, 5.8 (6)"""
    units = {u: h for u, h in TWO.items() if u != "cw.3c.8th"}
    session = fight(units)
    assert refused_by(session, "attack 3416 from cw.3c.9th") == "NOR-CO-24"
    assert is_legal(session, "attack 3416 3515 from cw.3c.9th")
    assert all("3416 3515" in text for text in answers(session) if text.startswith("attack"))
    assert proposed(session, EAST) == "attack 3416 3515 from cw.3c.9th"


def test_units_without_room_in_the_frontage_are_released() -> None:
    """NOR-CO-23, NOR-CO-24: the attacker chooses who fills it; the fifth brigade owes nothing."""
    units = {
        "cw.3c.9th": FIELD, "cw.3c.8th": FIELD, "cw.3c.7th": FIELD,
        "cw.3.8th": "3315", "cw.3.9th": "3315",
        "ge.12ss.ss-pzgr25": EAST,
    }  # fmt: skip
    session = fight(units, dice=[3, 6])
    play(session, "attack 3416 from cw.3.8th cw.3c.7th cw.3c.8th cw.3c.9th")
    assert notes(session, "released") == [{"units": ("cw.3.9th",)}]


def test_the_segment_ends_once_nothing_is_owed() -> None:
    """NOR-CO-07, 5.8 (5): a hex that nobody can attack any more is no duty."""
    session = fight(TWO, {"cw.3c.8th": ["disorganized"]}, dice=[3, 6])
    assert refused_by(session, "done") == "NOR-CO-07"
    play(session, "attack 3416 3515 from cw.3c.9th")
    while asked(session).key.startswith("combat."):
        session.answer(answers(session)[0])
    assert "attacked" not in states(session, "cw.3c.9th")


def test_contact_made_by_an_advance_is_no_duty() -> None:
    """NOR-CO-07, 5.8 (4): the pairs are those of the start of the segment."""
    units = {
        "cw.3c.9th": FIELD, "cw.3c.8th": "3315", "ge.ost642": EAST, "ge.12ss.ss-pzgr25": "3417",
    }  # fmt: skip
    session = fight(units, dice=[6, 6])
    play(session, "attack 3416 from cw.3c.8th cw.3c.9th")
    while not any(text.startswith("advance cw.3c.8th") for text in answers(session)):
        session.answer(answers(session)[0])
    play(session, "advance cw.3c.8th 3416")
    while asked(session).key == "combat.advance":
        play(session, "pass")
    assert asked(session).key != "combat.attack"


# -- attacks out of Reserve -------------------------------------------------------------------------


def test_reserve_attacks() -> None:
    """NOR-RV-05, NOR-RV-06, NOR-RV-09, NOR-RV-11: those that moved must and may, others may not."""
    units = {
        "cw.11.29tharmd": FIELD, "cw.11.159th": FIELD, "cw.3c.9th": FIELD, "ge.12ss.ss-pzgr25": EAST,
    }  # fmt: skip
    marks = {"cw.11.29tharmd": ["reserve", "rode"], "cw.11.159th": ["reserve"]}
    session = fight(units, marks, "allied.reserve.combat", dice=[3, 6])
    assert refused_by(session, "done") == "NOR-CO-07"
    assert refused_by(session, "attack 3416 from cw.11.159th") == "NOR-RV-11"
    assert refused_by(session, "attack 3416 from cw.3c.9th") == "NOR-RV-11"
    assert is_legal(session, "attack 3416 from cw.11.29tharmd")


def test_a_hex_may_be_attacked_again_out_of_reserve() -> None:
    """NOR-RV-11, NOR-CO-09: once a segment."""
    units = {
        "cw.3c.9th": FIELD, "cw.11.29tharmd": "3315", "ge.12ss.ss-pzgr25": EAST,
        "ge.12ss.ss-pzr12": EAST,
    }  # fmt: skip
    session = fight(units, {"cw.11.29tharmd": ["reserve"]}, dice=[5, 6])
    play(session, "attack 3416 from cw.3c.9th")
    while asked(session).key.startswith("combat."):
        session.answer(answers(session)[0])
    assert asked(session).key == "movement.reserve"
    play(session, "move cw.11.29tharmd 3315-3415")
    assert asked(session).key == "combat.attack"
    assert refused_by(session, "attack 3416 from cw.3c.9th") in {"NOR-RV-11", "NOR-DR-03"}
    assert is_legal(session, "attack 3416 from cw.11.29tharmd")


def test_what_another_hex_needs_is_left_to_it_in_the_attack_proposed() -> None:
    """NOR-CO-24  All three together would leave 3416 to nobody."""
    session = fight({
        "cw.3c.9th": FIELD, "cw.3.8th": WEST, "cw.3.9th": WEST,
        "ge.12ss.ss-pzgr25": EAST, "ge.21.pzgr192": "3515",
    })  # fmt: skip
    assert proposed(session, "3515") == "attack 3515 from cw.3.8th cw.3.9th"
    assert proposed(session, "3416") == "attack 3416 from cw.3c.9th"


def test_what_an_attack_leaves_is_known_before_it_is_marked() -> None:
    """NOR-CO-09, NOR-CO-24  In random play: duties after a declaration are those that would be found anew."""
    session, pick, compared = Session.start(GAME, new_header(GAME, CAMPAIGN, 3)), Picker(3), 0
    g = session.game
    while session.ask is not None and session.n < 400:
        ask = session.ask
        answer, side = ask.sample(pick), ask.side
        if ask.key != "combat.attack" or answer == DONE_WORD:
            session.answer(answer)
            continue
        phase = str(g.state.frames[-1].args["phase"])
        forces = ask.read(answer)[1]
        before = Duty(g, side, phase)  # type: ignore[arg-type]
        free, spared = before.released(forces.units, forces.targets)
        bound = {*before.bound()} - {*forces.units, *free}
        owed = {*before.hexes} - {*forces.targets, *spared}
        session.answer(answer)
        if session.ask is not None and session.ask.key == "combat.support":
            found = Duty(g, side, phase)  # type: ignore[arg-type]
            assert (sorted(bound), sorted(owed)) == (found.bound(), found.hexes)
            compared += 1
    assert compared
