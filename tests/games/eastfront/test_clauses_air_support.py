"""Air support of attacks in East Front, clause by clause (EF-AR-14, EF-AR-27, EF-SU-15)."""

from __future__ import annotations

import pytest

from tests.games.eastfront.played import key, layer, notes, position, readings, status, until
from tests.games.eastfront.table import table
from tests.games.table import asked, events, is_legal, play, refused_by
from wargame.flow.ask import OrdersAsk
from wargame.flow.journal import Teller
from wargame.flow.session import Session
from wargame.games.eastfront.state import (
    DUMP,
    FLOWN,
    EfGame,
)
from wargame.games.eastfront.support import net, points
from wargame.model import events as ev

FIRST = {"surprise": "axis"}
"""June 1941."""
BREST = {"G-XII": "1036", "G-XLIII": "1035", "S-28": "1135"}


# -- combat air --------------------------------------------------------------------------------------


def over_brest(*flown_: tuple[str, str], weather: str = "C") -> EfGame:
    """Air units with their missions over an Axis attack on Brest."""
    g = table({unit_id: "0635" for unit_id, _ in flown_}, tracks={"weather C": weather})
    for unit_id, code in flown_:
        g.tie(unit_id, "mission", f"{code} 1135", rule="test")
    return g


def test_net_bombing_points() -> None:
    """EF-AR-10, EF-AR-27  4-7 one, 8-13 two, 14 and more three; the same negative for the defender."""
    mine = [("A-KG3", "GS"), ("A-STG1", "GS"), ("A-STG2", "GS"), ("A-STG77", "GS")]
    theirs = [("V-WES4", "DS"), ("V-WES5", "DS"), ("V-LEN2", "DS"), ("V-BAL2", "DS")]
    found = {}
    for n in range(5):
        g = over_brest(*mine[:n])
        where = g.grid.hex("1135")
        found[points(g, "axis", where, attacker=True)] = net(g, where, "axis")
    assert {0: 0, 2: 0, 8: 2, 14: 3, 20: 3} == found
    g = over_brest(*mine[:1], *theirs)
    assert (6, -1) == (
        points(g, "soviet", g.grid.hex("1135"), attacker=False),
        net(g, g.grid.hex("1135"), "axis"),
    )


def test_what_tac_counts() -> None:
    """EF-AR-27, EF-WX-03  B half, rounded down in all; a fighter none unless it drops bombs; mud and snow halve."""
    where = "1135"
    for flown_, weather, tac in (
        ([("A-ROB", "GS")], "C", 1), ([("A-ROB", "GS"), ("V-WES4", "GS")], "C", 1),
        ([("A-JG51", "GS")], "C", 0), ([("A-JG51", "GB")], "C", 1),
        ([("A-STG1", "GS"), ("A-SKG", "GS"), ("A-KG26", "GS")], "C", 14),
        ([("A-STG1", "GS"), ("A-SKG", "GS"), ("A-JG51", "GB")], "M", 5),
        ([("A-STG1", "GS")], "S", 3),
    ):  # fmt: skip
        g = over_brest(*flown_, weather=weather)
        assert tac == points(g, "axis", g.grid.hex(where), attacker=True), flown_


def brest(
    *orders: str, dice: tuple[int, ...] = (), attack: str = "normal", **more: object
) -> Session:
    """An attack on Brest, declared; then orders of air support."""
    air = {
        "A-STG1": "0635",
        "A-STG77": "0935",
        "A-JG51": "0935",
        "V-WES5": "1634",
        "V-WES3": "1634",
    }
    session = position("axis.combat.declare", {**BREST, **air}, dice=dice, **more)  # type: ignore[arg-type]
    play(session, f"attack 1135 {attack} from G-XII G-XLIII")
    return play(until(session, "air.support"), *orders)


def test_w12_air_over_a_battle() -> None:
    """EF-AR-13, EF-AR-14  Example W12: 12 against 1 Tac, one interceptor turned back, all I1 but that one."""
    session = brest(
        "support GS A-JG51+A-STG1+A-STG77 1135", "support DS V-WES5 1135",
        dice=(5, 9, 10, 10, 10, 10, 1),
    )  # fmt: skip
    until(session, "air.intercept")
    play(session, "intercept V-WES3")
    assert 2 == dict(readings(session)[0].drm)["air"]
    assert ["I1", "I1", "I1", "I1", "I2"] == [
        status(session, u) for u in ("A-STG1", "A-STG77", "A-JG51", "V-WES5", "V-WES3")
    ]


def test_who_flies_over_which_attack_is_told() -> None:
    """EF-AR-14"""
    session = brest(
        "support GS A-STG1 1135", "support GB A-JG51 1135", "done", "support DS V-WES5 1135"
    )
    teller = Teller(session.definition, session.game, session.steps)
    told = [line.text for entry in session.entries for line in teller.lines(entry.events)]
    names = session.game.content.air
    for unit, over in (
        ("A-STG1", "in support of the attack on 1135 Brest"),
        ("A-JG51", "in support of the attack on 1135 Brest, with bombs"),
        ("V-WES5", "in defence of 1135 Brest"),
    ):
        assert f"{names[unit].name} flies {over}." in told, [
            t for t in told if "flies" in t or "JG" in t
        ]


def test_the_order_of_support() -> None:
    """EF-AR-14, EF-CB-02  GS to all attacks, DS to all, the same for hasty attacks of the other side; then interceptions, the phasing side's first."""
    units = {
        **BREST, "S-7M": "1233", "G-VI": "1133", "A-STG1": "0635", "A-STG2": "0935", "V-WES5": "1634",
        "V-BAL2": "1634", "A-JG51": "0935", "V-WES3": "1634",
    }  # fmt: skip
    session = position("axis.combat.declare", units, dice=(1,) * 12)
    play(session, "attack 1135 normal from G-XII G-XLIII")
    until(session, "strike")
    play(session, "attack 1133 hasty from S-7M")
    until(session, "air.support")
    seen = []
    for order in ("GS A-STG1 1135", "DS V-WES5 1135", "GS V-BAL2 1133", "DS A-STG2 1133"):
        assert "air.support" == key(session)
        seen.append(asked(session).side)
        play(session, f"support {order}")
        if "1135" in order:  # a hasty attack has room for one
            play(session, "done")
    assert ["axis", "soviet", "soviet", "axis"] == seen
    asks = []
    for unit_id in ("A-JG51", "", "V-WES3", ""):
        if key(session) != "air.intercept":
            break
        asks.append((asked(session).side, asked(session).prompt.split(":")[0]))
        play(session, f"intercept {unit_id}" if unit_id else "done")
    west = "Western District bombers B"
    assert ("axis", f"{west} over 1135 Brest") == asks[0]
    assert [side for side, _ in asks] == sorted((side for side, _ in asks), key="axis".__ne__)
    assert {"soviet", "axis"} == {side for side, _ in asks}


def test_support_needs_an_attack_that_waits() -> None:
    """EF-AR-14, EF-AR-11, EF-AR-12, EF-AR-27  A declared attack of this phase, in range, by who is ready."""
    session = brest(states={"A-STG77": ["flown"]})
    assert "EF-AR-14" == refused_by(session, "support GS A-STG1 1235")
    assert "EF-AR-11" == refused_by(session, "support GS A-STG77 1135")
    assert "EF-AR-27" == refused_by(session, "support GB A-STG1 1135"), (
        "only a fighter drops them so"
    )
    assert is_legal(session, "support GB A-JG51 1135")
    far = brest(more={"A-STG1": {"hex": "0630"}})
    assert "EF-AR-12" == refused_by(far, "support GS A-STG1 1135")
    storm = position("axis.combat.declare", {**BREST, "A-STG1": "0635"}, weather={"C": "B"})
    play(storm, "attack 1135 normal from G-XII G-XLIII")
    assert not is_legal(storm, "support GS A-STG1 1135"), "nobody flies in a blizzard (EF-AR-15)"


def test_a_delayed_attack_gets_its_air_later() -> None:
    """EF-AR-14, EF-CB-12  In 9.4, not in 7.4."""
    session = position(
        "axis.combat.declare", {**BREST, "A-STG1": "0635", "A-JG51": "0935"}, dice=(1,) * 9
    )
    play(session, "attack 1135 delayed from G-XII G-XLIII")
    until(session, "attack.confirm")
    assert "excombat" in session.state.frames[-1].name, "nobody was asked for air support before"
    play(session, "keep 1135")
    until(session, "air.support")
    assert is_legal(session, "support GS A-STG1 1135")


def test_one_over_a_hasty_attack() -> None:
    """EF-CB-11, EF-AR-26  At most one air unit a side, an interceptor counted."""
    session = brest("support GS A-STG1 1135", attack="hasty", dice=(1, 1, 5, 5, 5))
    assert not is_legal(session, "support GS A-STG77 1135")
    until(session, "air.support")
    play(session, "done") if asked(session).side == "axis" else None
    assert ("air.support", "soviet") == (key(session), asked(session).side)
    play(session, "support DS V-WES5 1135")
    session2 = brest("support GS A-STG1 1135", attack="hasty", dice=(1, 1, 5, 5, 5))
    until(session2, "air.intercept")
    play(session2, "intercept V-WES3")
    assert "air.intercept" != key(session2), "one is the most"
    while key(session) == "air.support":
        play(session, "done")
    asked_of = {asked(session).side} if key(session) == "air.intercept" else set()
    assert "soviet" not in asked_of, "with defensive support there is no room for an interceptor"


def test_a_dropped_attack_is_flown_for_nothing() -> None:
    """EF-AR-22, EF-AR-11, EF-CB-18  Who flew for it is I1 all the same."""
    session = brest("support GS A-STG1 1135")
    session.game.place("S-28", session.game.grid.hex("1634"), rule="test")
    while key(session).startswith("air."):
        play(session, "done")
    assert [{"hex": session.game.grid.hex("1135"), "side": "axis"}] == notes(session, "dropped")
    gained = {(e.unit, e.state) for e in events(session, ev.StateGained)}
    assert ("A-STG1", FLOWN) in gained, "12.1 has made it ready since"
    assert not readings(session)


def test_defensive_support_of_june_1941() -> None:
    """EF-SU-15, EF-SU-02  Each Soviet air unit comes up on 8 or more in the bonus turn; it is flown all the same."""
    for die, air in ((8, -1), (7, 0)):
        units = {**BREST, "V-WES4": "1634", "V-WES5": "1634", "V-LEN2": "1634"}
        session = position(
            "axis.bonus.combat.declare", units, dice=(die, die, die, 5, 5, 5), turn=1, surprise="axis", bonus=1,
        )  # fmt: skip
        play(session, "attack 1135 normal from G-XII G-XLIII")
        until(session, "air.support")
        play(session, "support DS V-LEN2+V-WES4+V-WES5 1135")
        while not readings(session):
            play(session, "done")
        assert air == dict(readings(session)[0].drm).get("air", 0)
        assert "I1" == status(session, "V-WES5")


# -- status -----------------------------------------------------------------------------------------


def test_status_is_made_good() -> None:
    """EF-AR-17, EF-SP-01  I2 to I1, I1 to operative, both sides; by net, by HQ in supply, by an SP for four."""
    units = {"A-STG1": "0635", "A-STG2": "0635", "V-WES3": "3827", "V-LEN1": "3827", "S-1": "3827"}
    marks = {"A-STG1": ["flown"], "A-STG2": ["hit"], "V-WES3": ["flown"], "V-LEN1": ["hit"]}
    session = position("axis.supply.air_status", units, states=marks)
    assert ["", "I1", "", "I1"] == [status(session, u) for u in marks]


def test_status_at_a_base_out_of_supply() -> None:
    """EF-AR-17  Off the nets nothing is mended, unless an SP in the hex is used up for up to four."""
    far = dict.fromkeys(("A-STG1", "A-STG2", "A-STG77", "A-KG1", "A-KG2"), "2033")
    for sp, mended, left in ((0, 0, 0), (1, 4, 0), (2, 5, 0), (3, 5, 1)):
        session = position(
            "axis.supply.air_status", {**far, "G-XII": "2033"}, sp={"2033": sp},
            states={u: ["flown"] for u in far}, control={"axis": ["2033"]},
        )  # fmt: skip
        assert mended == sum(not status(session, u) for u in far), sp
        assert left == layer(session, DUMP, "2033")


@pytest.mark.parametrize(
    ("weather", "side", "die", "mended"),
    [
        ("M", "axis", 4, True), ("M", "axis", 3, False), ("S", "axis", 3, False), ("F", "axis", 0, True),
        ("S", "soviet", 0, True), ("M", "soviet", 3, False), ("B", "axis", 0, False), ("B", "soviet", 0, False),
    ],
)  # fmt: skip
def test_status_by_weather(weather: str, side: str, die: int, mended: bool) -> None:
    """EF-AR-17  Mud and snow: 4 or more; Soviets in snow without a roll; blizzard: nothing."""
    unit_id, base = {"axis": ("A-STG1", "0635"), "soviet": ("V-WES3", "3827")}[side]
    session = position(
        "axis.supply.air_status", {unit_id: base, "S-1": "3827", "G-XII": "0635"}, dice=(die,) if die else (),
        states={unit_id: ["flown"]}, weather=dict.fromkeys("ABCD", weather),
    )  # fmt: skip
    assert mended == (status(session, unit_id) == "")
    assert [] == session.state.script


def test_a_blizzard_costs_no_supply() -> None:
    """EF-AR-17  Where nothing improves, no SP of the base is used up for it."""
    for weather, left_, found in (("C", 0, ""), ("B", 1, "I1")):
        session = position(
            "axis.supply.air_status", {"A-STG1": "1634"}, states={"A-STG1": ["flown"]},
            weather=dict.fromkeys("ABCD", weather), sp={"1634": 1}, control={"axis": ["1634"]},
        )  # fmt: skip
        assert (left_, found) == (layer(session, DUMP, "1634"), status(session, "A-STG1"))


def test_finns_fly_in_snow() -> None:
    """EF-AR-17"""
    session = position(
        "axis.supply.air_status", {"A-FIF": "1814"}, states={"A-FIF": ["flown"]}, weather={"A": "S"}
    )
    assert "" == status(session, "A-FIF")


def test_what_a_bonus_turn_leaves() -> None:
    """EF-SU-16, EF-AR-11  Units have their moves, attacks, missions and markers anew; the city rule is over."""
    units = {**BREST, "V-WES3": "1634"}
    marks = {
        "G-XII": ["moved", "attacked"],
        "S-28": ["reserve", "reacted"],
        "V-WES3": ["flew", "flown"],
    }
    session = position(
        "axis.bonus.supply.air_status", units, states=marks, more={"G-XII": {"mp": 3}}, turn=1,
        surprise="axis", bonus=1,
    )  # fmt: skip
    g = session.game
    for unit_id in marks:
        left_ = g.state.units[unit_id].states & {"moved", "attacked", "reserve", "reacted", "flew"}
        assert not left_, unit_id
    assert 0 == g.state.units["G-XII"].numbers.get("mp", 0)
    assert 0 == g.state.tracks["bonus"]
    assert "axis" == g.state.tracks["surprise"], "the player-turn is still one of surprise"


def shift(session: Session, answer: str) -> int:
    """What the air counts for in the odds of a support."""
    ask = asked(session)
    assert isinstance(ask, OrdersAsk)
    found = ask.odds(answer)
    assert found is not None
    assert found.basis.endswith("if nobody intercepts")
    return dict(found.shifts).get("air", 0)


def test_the_odds_of_a_support_are_those_of_the_attack_with_it() -> None:
    """EF-AR-10, EF-AR-14  Read before it is given, by either side; an escort adds nothing."""
    session = brest()
    assert 1 == shift(session, "support GS A-STG1 1135")
    assert 2 == shift(session, "support GS A-STG1+A-STG77 1135")
    assert 0 == shift(session, "support GS A-JG51 1135")
    play(session, "support GS A-STG1+A-STG77 1135", "done")
    assert "soviet" == asked(session).side
    assert 2 == shift(session, "support DS V-WES5 1135"), "12 against 1 is 11"


def test_support_is_named_in_words() -> None:
    """EF-AR-27, EF-AR-10  An escort and one that drops bombs are told apart; who brings no +1 says so."""
    ask = asked(brest())
    assert isinstance(ask, OrdersAsk)
    assert {
        "StG 1: for the attack on 1135 Brest", "JG 51: escort over 1135 Brest",
        "JG 51: bombs on 1135 Brest (no +1: 1 of 4 bombing points)",
    } <= {option.label for option in ask.others()}  # fmt: skip


def test_of_two_bombers_that_carry_both_must_reach_the_target() -> None:
    """EF-AR-12, EF-AR-16  Romanian bombers fly 10 hexes, KG 2 flies 16: what lies between is no target of theirs."""
    units = {"A-KG2": "0328", "A-ROB": "0328", "G-XII": "0937", "G-XLIII": "0629"}
    held = {"axis": ["0937", "0629"]}
    session = position("axis.initial.air", units, sp={"0328": 3}, control=held)
    assert "EF-AR-12" == refused_by(session, "fly AS A-KG2+A-ROB 0937")
    assert is_legal(session, "fly AS A-KG2+A-ROB 0629")
    ask = asked(session)
    assert isinstance(ask, OrdersAsk)
    offered = [
        o.answer for o in ask.opened(next(h for h in ask.others() if h.answer == "fly AS A-KG2"))
    ]
    assert "fly AS A-KG2+A-ROB 0629" in offered
    assert not [answer for answer in offered if session.why_not(answer) is not None]
