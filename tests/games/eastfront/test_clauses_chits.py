"""Supply for attacks, offensive chits, naval gunfire of East Front, clause by clause (EF-SP-13, EF-SP-19, EF-NV-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.eastfront.played import key, layer, notes, position, readings, until
from tests.games.eastfront.table import table
from tests.games.table import answers, asked, is_legal, play, unit
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.payment import Payer, cost, payers, proposed, short
from wargame.games.eastfront.segments.chits import makers, most_chits
from wargame.games.eastfront.state import DUMP, FIRED, RESOURCES, SP, SPENT, EfGame
from wargame.games.eastfront.strength import (
    DELAYED,
    EXPLOIT,
    HASTY,
    NORMAL,
    Battle,
    covered,
)

FIELD = {"G-VII": "1733", "G-IX": "1732", "S-47": "1833", "A-HP2": "1634"}
ATTACK = "attack 1833 normal from G-IX G-VII"


def battle(g: EfGame, target: str, *units: str, kind: str = NORMAL) -> Battle:
    side: Side = g.content.units[units[0]].side
    return Battle(side, g.grid.hex(target), kind, units)


def ordered(
    units: Mapping[str, str] = FIELD,
    order: str = ATTACK,
    *,
    dice: Sequence[int] = (5,),
    **more: Any,
) -> Session:
    """An Axis attack, declared; the next question is that of its payment, if there is one."""
    session = position("axis.combat.declare", units, dice=dice, **more)
    play(until(session, "attack"), order)
    while key(session) in ("attack", "air.support", "strike"):
        play(session, "done")
    return session


# -- payment -----------------------------------------------------------------------------------------


def test_what_attacks_cost() -> None:
    """EF-SP-13, EF-CB-11, EF-CB-10, EF-CB-12  1 SP for 20 points or fraction, unhalved; hasty and exploiting ones nothing."""
    units = {"G-XXIV": "1733", "G-XLVI": "1733", "G-IX": "1732", "S-47": "1833"}
    g = table(units, numbers={"G-IX": {"level": 2}})
    assert 3 == cost(g, battle(g, "1833", "G-IX", "G-XLVI", "G-XXIV")), (
        "44 points: the half of U2 is paid in full"
    )
    assert 1 == cost(g, battle(g, "1833", "G-XXIV")), "20 points"
    assert 2 == cost(g, battle(g, "1833", "G-IX", "G-XXIV")), "29 points"
    kinds = {
        k: cost(g, battle(g, "1833", "G-XXIV", kind=k)) for k in (NORMAL, DELAYED, HASTY, EXPLOIT)
    }
    assert {NORMAL: 1, DELAYED: 1, HASTY: 0, EXPLOIT: 0} == kinds


def test_who_may_pay() -> None:
    """EF-SP-13, EF-SP-22  HQs within their range, dumps within path cost 4; of the right nation; 2 if the hex is isolated."""
    units = {**FIELD, "A-H4": "0635", "A-HR3": "1734"}
    g = table(
        units,
        numbers={"A-HP2": {SP: 4}, "A-HR3": {SP: 3}},
        layers={DUMP: {"1531": 2}},
        own={"axis": ["1531", "1632", "1633"]},
    )
    found = payers(g, battle(g, "1833", "G-IX", "G-VII"))
    assert {"A-HP2", "A-HR3"} <= {p.name for p in found}, "a minor HQ serves Germans"
    assert "A-H4" not in {p.name for p in found}, "out of range"
    rumanians = table({"R-III": "1733", "S-47": "1833", "A-HF": "1734"}, numbers={"A-HF": {SP: 3}})
    assert [] == payers(rumanians, battle(rumanians, "1833", "R-III")), "a Finnish HQ serves Finns"


def test_out_of_reach_of_whoever_pays() -> None:
    """EF-SP-13  Attackers whom nobody who pays reaches count half; the two-hex attack of W9."""
    grid = table().grid
    for number in ("1434", "1435", "1436", "1534", "1535", "1536", "1436", "1437", "1337"):
        g = table(
            {**FIELD, "G-IX": "1832", "A-HP2": number},
            numbers={"A-HP2": {SP: 9}},
            own={"axis": [number]},
        )
        fight = battle(g, "1833", "G-IX", "G-VII")
        found = payers(g, fight)
        if found and found[0].reached == {"G-VII"}:
            break
    assert {"G-VII"} == set(found[0].reached), "the other is one hex too far"
    assert ("G-IX",) == short(fight, found, {"A-HP2": 2})
    assert ("G-IX", "G-VII") == short(fight, found, {})
    units = {**FIELD, "G-IX": "1832", "A-HP2": number}
    session = ordered(units, more={"A-HP2": {"sp": 9}}, control={"axis": [number]})
    assert ("attack", 16) in readings(session)[0].facts, "12, and 9 by half, rounded down"
    assert 2 == sum(n["points"] for n in notes(session, "pays")), "paid for in full"
    assert grid.name(unit(session, "G-IX").hex) == "1832"


def test_the_payers_are_chosen() -> None:
    """EF-SP-13, EF-CB-33  With more SP than needed at several places the attacker says who pays; taken at resolution."""
    session = ordered({**FIELD, "A-H4": "1634"}, more={"A-HP2": {"sp": 3}, "A-H4": {"sp": 3}})
    assert ("attack.payers", "axis") == (key(session), asked(session).side)
    assert not is_legal(session, "allocate A-HP2=1"), "two SP it is"
    assert 3 == unit(session, "A-HP2").numbers[SP]
    play(session, "allocate A-HP2=1 A-H4=1")
    assert [2, 2] == [unit(session, u).numbers[SP] for u in ("A-HP2", "A-H4")]
    assert {"A-HP2": 1, "A-H4": 1} == {n["who"]: n["points"] for n in notes(session, "pays")}
    alone = ordered(more={"A-HP2": {"sp": 3}})
    assert "attack.payers" != key(alone), "one payer: nobody is asked"
    assert 1 == unit(alone, "A-HP2").numbers[SP]


def test_a_payer_says_whom_it_does_not_reach() -> None:
    """EF-SP-13  Whoever attacks out of reach of those who pay counts half: that is seen before."""
    units = {**FIELD, "G-IX": "1832", "A-HP2": "1533", "A-H4": "1931"}
    session = ordered(units, more={"A-HP2": {"sp": 3}, "A-H4": {"sp": 3}})
    ask = asked(session)
    assert isinstance(ask, Allotment)
    far = "holds 3 SP, too far from VII Corps"
    assert {"A-HP2": "holds 3 SP", "A-H4": far} == {row.key: row.note for row in ask.rows()}


def test_the_proposal_reaches_all_if_it_can() -> None:
    """EF-SP-13  Who reaches most pays first, and one SP goes to each who reaches somebody new."""
    a, b = Payer("A", 5, frozenset(("x", "y"))), Payer("B", 5, frozenset(("z",)))
    assert {"A": 2, "B": 1} == proposed([a, b], 3)
    assert {"A": 1} == proposed([a, b], 1)
    assert {"A": 3} == proposed([a, Payer("C", 9, frozenset(("x",)))], 3)
    assert {"A": 5, "C": 2} == proposed([a, Payer("C", 9, frozenset(("x",)))], 7)


def test_too_few_points() -> None:
    """EF-CB-33, EF-CB-10, EF-SP-17  Dropped, or made at half strength; units at U1 never attack unpaid."""
    session = ordered(more={"A-HP2": {"sp": 1}})
    assert ("attack.pay", {"unpaid", "drop"}) == (key(session), set(answers(session)))
    assert "takes 2 SP; 1 is there" in asked(session).prompt
    play(session, "unpaid")
    assert ("attack", 10) in readings(session)[0].facts, "21 by half"
    assert not notes(session, "pays")
    dropped = play(ordered(more={"A-HP2": {"sp": 1}}), "drop")
    assert not readings(dropped)
    assert 1 == len(notes(dropped, "dropped"))
    weak = play(ordered(more={"A-HP2": {"sp": 1}, "G-VII": {"level": 1}}), "unpaid")
    assert ("attack", 4) in readings(weak)[0].facts, "9 by half, without the corps at U1"
    paid = ordered(more={"A-HP2": {"sp": 2}, "G-VII": {"level": 1}})
    assert ("attack", 21) in readings(paid)[0].facts, "paid, it takes part"
    both = ordered(more={"A-HP2": {"sp": 1}, "G-VII": {"level": 1}, "G-IX": {"level": 1}})
    assert not readings(both), "nobody is left: dropped without a question"


def test_chances_tell_what_is_paid() -> None:
    """EF-CB-33, EF-SP-13  What is shown when an attack is declared is what would be fought now."""
    for sp, strength, said in ((2, "21 : 6", False), (1, "10 : 6", True)):
        session = until(
            position("axis.combat.declare", FIELD, more={"A-HP2": {"sp": sp}}), "attack"
        )
        found = asked(session).odds(ATTACK)
        assert found is not None
        assert (True, said) == (found.basis.startswith(strength), "unpaid" in found.basis)


# -- chits -------------------------------------------------------------------------------------------


def test_w9_a_chit_in_battle() -> None:
    """EF-SP-13, EF-CB-32, EF-SP-19  A covered attack pays nothing and has +1; one hex out of range, and it pays."""
    session = position(
        "axis.combat.declare", FIELD, states={"A-HP2": ["ready chit"]}, more={"A-HP2": {"sp": 2}}, dice=(5,)
    )  # fmt: skip
    assert ("attack.chit", ["done", "chit A-HP2"]) == (key(session), answers(session))
    play(session, "chit A-HP2")
    assert {"used chit"} == unit(session, "A-HP2").states & {"used chit", "ready chit"}
    play(session, ATTACK)
    assert {"chit": 1} == dict(readings(session)[0].drm)
    assert not notes(session, "pays")
    far = table({**FIELD, "G-XII": "1932"}, states={"A-HP2": ["used chit"]})
    assert covered(far, battle(far, "1833", "G-IX", "G-VII"))
    beyond = table(
        {"G-XII": "2033", "G-IX": "1732", "S-47": "1833", "A-HP2": "1135"},
        states={"A-HP2": ["used chit"]},
    )
    assert not covered(beyond, battle(beyond, "1833", "G-IX"))


def test_who_flips_a_chit() -> None:
    """EF-SP-13, EF-SP-24, EF-WX-03, EF-XC-10  An HQ in supply, not in mud; in 7.2 and in 9.2."""

    def offered(segment: str = "combat.declare", **more: Any) -> bool:
        states = {"A-HP2": ["ready chit"], "G-IX": ["exploited"], "G-VII": ["exploited"]}
        return key(position(f"axis.{segment}", FIELD, states=states, **more)) == "attack.chit"

    assert offered()
    assert offered("excombat.declare")
    assert not offered(more={"A-HP2": {"level": 1}})
    assert not offered(weather={"C": "M"})
    assert all(offered(weather={"C": weather}) for weather in "FSB")


def test_the_question_of_a_chit_names_the_hq_and_whom_it_reaches() -> None:
    """EF-SP-13"""
    one = position("axis.combat.declare", FIELD, states={"A-HP2": ["ready chit"]})
    assert "An offensive chit of 2nd Panzer Group?" == asked(one).prompt
    labels = {o.answer: o.label for o in asked(one).options()}
    assert labels["chit A-HP2"].endswith("uses its chit: it reaches 2 units next to an enemy")
    states = {"A-HP2": ["ready chit"], "A-H4": ["ready chit"]}
    two = position("axis.combat.declare", {**FIELD, "A-H4": "1634"}, states=states)
    assert "Who uses an offensive chit: 4th Army or 2nd Panzer Group?" == asked(two).prompt


def test_a_used_chit_lasts_for_the_player_turn() -> None:
    """EF-SP-13, EF-EP-02, EF-EP-11  Every covered attack of the player-turn; removed in 13.2, wherever; ready ones stay."""
    units = {**FIELD, "A-H4": "0635", "S-HW": "2032"}
    states = {"A-HP2": ["used chit"], "A-H4": ["ready chit"], "S-HW": ["used chit"]}
    session = position("axis.end.oc", units, states=states)
    left = {u: unit(session, u).states & {"used chit", "ready chit"} for u in states}
    assert {"A-HP2": set(), "A-H4": {"ready chit"}, "S-HW": {"used chit"}} == left, (
        "the other side's stays"
    )


def test_chits_are_made_and_broken_down() -> None:
    """EF-SP-03, EF-SP-19, EF-SP-21  In 12.3 alone: 4 SP and 1 SRP in the hex, an HQ in supply, one each; broken: 2 and 1."""
    stock: dict[str, Any] = {"srp": {"0635": 1}, "more": {"A-HP2": {"sp": 6}}}
    session = position("axis.supply.chits", {"A-HP2": "0635"}, **stock)
    assert ("chits", {"done", "make A-HP2"}) == (key(session), set(answers(session)))
    play(session, "make A-HP2")
    assert (2, 0) == (unit(session, "A-HP2").numbers[SP], layer(session, RESOURCES, "0635"))
    assert ["break A-HP2"] == [a for a in answers(session) if a != "done"], "one an HQ"
    play(session, "break A-HP2")
    assert (4, 1) == (unit(session, "A-HP2").numbers[SP], layer(session, RESOURCES, "0635"))
    used = position(
        "axis.supply.chits", {"A-HP2": "0635"}, states={"A-HP2": ["used chit"]}, **stock
    )
    assert "chits" != key(used), "a used one cannot be broken down, nor a second made"
    for short_ in (
        {"more": {"A-HP2": {"sp": 3}}},
        {"srp": {"0635": 0}},
        {"more": {"A-HP2": {"sp": 6, "level": 1}}},
    ):
        assert "chits" != key(position("axis.supply.chits", {"A-HP2": "0635"}, **(stock | short_)))


def test_how_many_chits_a_side_may_have() -> None:
    """EF-SP-19, EF-PE-10  4.14: Axis 6; Soviet 3, 5 from T50, 8 from T98."""
    assert [6, 6] == [most_chits(table(turn=t), "axis") for t in (1, 180)]
    assert [3, 3, 5, 5, 8] == [most_chits(table(turn=t), "soviet") for t in (1, 49, 50, 97, 98)]
    hqs = ("A-HP1", "A-HP2", "A-HP3", "A-HP4", "A-H4", "A-H9", "A-H16")
    g = table(
        dict.fromkeys(hqs, "0635"), numbers={"A-H16": {SP: 4}}, layers={RESOURCES: {"0635": 3}}
    )
    for hq in hqs[:5]:
        g.gain(hq, "ready chit", rule="test")
    assert ["A-H16"] == [u for u in makers(g, "axis") if u == "A-H16"]
    g.gain("A-H9", "ready chit", rule="test")
    assert [] == makers(g, "axis")


# -- naval gunfire -----------------------------------------------------------------------------------

ODESSA = {"R-III": "2352", "R-V": "2352", "S-47": "2453", "S-1": "2453"}


def fire(*orders: str, fleet: Mapping[str, str], kind: str = "hasty", **more: Any) -> Session:
    """A Romanian attack on Odessa, and what is said of gunfire."""
    session = position("axis.combat.declare", {**ODESSA, **fleet}, turn=5, dice=(9,), **more)
    play(until(session, "attack"), f"attack 2453 {kind} from R-III R-V")
    while key(session) in ("attack", "air.support", "strike", "attack.payers"):
        play(session, answers(session)[0] if key(session) == "attack.payers" else "done")
    return play(session, *orders)


@pytest.mark.parametrize(
    ("fleet", "drm"),
    [(("N-XC",), -1), (("N-XB", "N-XC"), -2), (("N-AZ",), 0), (("N-XB",), -1)],
)  # fmt: skip
def test_gunfire_for_the_defence(fleet: tuple[str, ...], drm: int) -> None:
    """EF-NV-16, EF-CB-21, EF-CB-11  Bombard 3-6 one, 7 and more two, against the attack; in hasty attacks too."""
    session = fire(fleet=dict.fromkeys(fleet, "2454"))
    for group in fleet:
        assert ("gunfire", "soviet") == (key(session), asked(session).side)
        play(session, f"gunfire {group}")
    assert drm == dict(readings(session)[0].drm).get("gunfire", 0)
    assert all({FIRED, SPENT} <= unit(session, group).states for group in fleet), "spent"


def test_gunfire_for_the_attack() -> None:
    """EF-NV-16  The attacker's ships first, then the defender's; both count."""
    session = fire(fleet={"N-FI": "2552", "N-XB": "2454"})
    assert ("gunfire", "axis") == (key(session), asked(session).side)
    play(session, "gunfire N-FI")
    assert ("gunfire", "soviet") == (key(session), asked(session).side)
    play(session, "done")
    assert 1 == dict(readings(session)[0].drm)["gunfire"]
    both = fire("gunfire N-FI", "gunfire N-XB", fleet={"N-FI": "2552", "N-XB": "2454"})
    assert "gunfire" not in dict(readings(both)[0].drm), "one against one"


def test_who_fires() -> None:
    """EF-NV-16, EF-NV-10  A group at sea, operative, next to the hexes of the attack, once a player-turn; half with one step of two."""
    assert "gunfire" != key(fire(fleet={"N-XB": "2453"})), "in port"
    assert "gunfire" != key(fire(fleet={"N-XB": "2656"})), "too far"
    assert "gunfire" != key(fire(fleet={"N-XT": "2454"})), "transports have no guns"
    for mark in (SPENT, FIRED):
        assert "gunfire" != key(fire(fleet={"N-XB": "2454"}, states={"N-XB": [mark]}))
    half = fire("gunfire N-XB", fleet={"N-XB": "2454"}, more={"N-XB": {"steps": 1}})
    assert -1 == dict(readings(half)[0].drm)["gunfire"], "5 by half is 3"


def test_guns_are_operative_again() -> None:
    """EF-NV-10, EF-NV-16, EF-EP-01  At the next 13.1, whoever's player-turn it is."""
    for side in ("axis", "soviet"):
        session = position(f"{side}.end.naval", {"N-XB": "2454"}, states={"N-XB": [FIRED, SPENT]})
        assert not unit(session, "N-XB").states & {FIRED, SPENT}
