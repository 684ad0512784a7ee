"""AR, and bridges blown behind a retreat (NOR-RT-06, NOR-EN-11)."""

from __future__ import annotations

from tests.games.normandy.falling_back import ways
from tests.games.normandy.recoiling import vaucelles
from tests.games.normandy.table import (
    answers,
    asked,
    at,
    is_legal,
    notes,
    play,
    position,
    table,
)

# -- AR -------------------------------------------------------------------------------------------------


def test_attackers_thrown_back() -> None:
    """NOR-RT-06: one hex from where each stack stood, not next to the hex attacked if it can be helped."""
    units = {
        "us.30.117th": "1918", "us.30.119th": "1817", "us.hq.xix": "2015",
        "ge.5fj.fjr14": "1818", "ge.5fj.fjr13": "1818", "ge.275.gr983": "1818",
    }  # fmt: skip
    session = position(
        "allied.combat", units, turn=13, weather="overcast", sea="rough", dice=[1, 1],
    )  # fmt: skip
    play(session, "attack 1818 from us.30.117th us.30.119th")
    while asked(session).key in {"combat.losses", "combat.defence"}:
        play(session, answers(session)[0])
    g = session.game
    while asked(session).key == "combat.retreat":
        assert asked(session).side == "allied"
        play(session, answers(session)[0])
    target = g.grid.hex("1818")
    for unit_id, start in (("us.30.117th", "1918"), ("us.30.119th", "1817")):
        where = session.state.units[unit_id].hex
        assert g.grid.distance(where, g.grid.hex(start)) == 1
        assert g.grid.distance(where, target) == 2
    assert not notes(session, "no_way")


def test_units_that_did_not_attack_stay_and_keep_the_staff() -> None:
    """NOR-RT-06 (R-93): an HQ goes back only where no friendly combat unit stays."""
    units = {"us.30.117th": "1918", "us.2.9th": "1918", "us.hq.xix": "1918", "ge.5fj.fjr14": "1818"}
    units |= {"ge.5fj.fjr13": "1818", "ge.275.gr983": "1818"}
    session = position(
        "allied.combat", units, turn=13, weather="overcast", sea="rough", dice=[1, 1]
    )
    play(session, "attack 1818 from us.30.117th")
    while asked(session).key.startswith("combat."):
        play(session, answers(session)[0] if asked(session).key != "combat.attack" else "done")
    assert at(session, "us.2.9th") == "1918"
    assert at(session, "us.hq.xix") == "1918"
    assert at(session, "us.30.117th") != "1918"


def test_a_near_hex_only_if_the_category_has_no_other() -> None:
    """NOR-RT-06, NOR-RT-03: nobody is forced over a river to get away from the hex (R-96)."""
    units = {"us.30.117th": "1918", "ge.5fj.fjr14": "1818"}
    back = (["us.30.117th"], 1, ["1818"])
    free = ways(units, *back, recoils=True)
    g = table(units)
    assert free
    assert all(g.grid.distance(g.grid.hex(h), g.grid.hex("1818")) == 2 for h in free)


# -- demolition -----------------------------------------------------------------------------------------


def test_a_bridge_is_blown_behind_a_retreat() -> None:
    """NOR-EN-11: 1-3, once, by the German; crossed, or at the hex that was left."""
    for die, stands in ((3, False), (4, True)):
        session = vaucelles(die)
        assert asked(session).key == "combat.demolish"
        assert asked(session).side == "german"
        assert set(answers(session)) == {"blow 3516-3617", "pass"}
        play(session, "blow 3516-3617")
        assert bool(notes(session, "bridge_destroyed")) is not stands
        assert asked(session).key == "combat.advance", "one try only"


def test_the_try_may_be_passed_and_is_the_germans_alone() -> None:
    """NOR-EN-11"""
    session = play(vaucelles(), "pass")
    assert asked(session).key == "combat.advance"
    assert is_legal(session, "pass")
