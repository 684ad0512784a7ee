"""Orders of East Front as the table offers them: what no unit carries out is on the list too."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.games.eastfront.laid import GAME, asked, laid, way_out
from wargame.flow.allot import Allotment
from wargame.flow.ask import IllegalAnswer
from wargame.flow.at_table import Plans
from wargame.flow.session import Session
from wargame.flow.shorthand import expand
from wargame.tui.asks import Controller, Desk, Give, Say, controller

Units: TypeAlias = dict[str, str | dict[str, Any]]


def at_table(session: Session) -> Controller:
    """The open question as the table presents it."""
    assert session.ask is not None
    return controller(Desk(session.game, GAME, session.ask), 0)


def rows(found: Controller) -> list[str]:
    """What its list says."""
    return [item.text for item in found.view().items]


def given(found: Controller, *texts: str) -> str:
    """The answer that comes of pointing at one row after another."""
    for text in texts:
        found.pick(next(n for n, item in enumerate(rows(found)) if text in item))
        move = found.act("commit")
        while move is None and text in rows(found)[found.view().at]:
            move = found.act("commit")
    assert isinstance(move, Give), rows(found)
    return move.answer


def test_trucks_are_ordered_from_the_list_with_whom_they_reach_behind() -> None:
    units: Units = {"A-HP2": {"hex": "1036", "sp": 4}, "A-H9": "1035", "A-H4": "0935"}
    session = laid("eastfront.axis.supply.movement", units, layout={"sp": {"0934": 3}})
    found = at_table(session)
    assert {"2nd Panzer Group", "By truck from 0934"} <= set(rows(found))
    assert "truck 1 from A-HP2 to A-H9" == given(found, "2nd Panzer Group", "9th Army: 1 SP")
    found = at_table(session)
    assert "truck 3 from 0934 to A-H9" == given(found, "By truck from 0934", "9th Army: 3 SP")
    session.answer("truck 3 from 0934 to A-H9")


def test_a_stock_goes_by_rail_as_far_as_its_net_carries_it() -> None:
    """EF-SP-20  Forty points lie there, the net carries thirty; whoever takes a train is asked where to."""
    session = laid("eastfront.axis.supply.movement", {"A-H4": "0935"}, layout={"sp": {"0635": 40}})
    trains = [f"{n} SP from 0635 Warsaw by rail" for n in (1, 15, 30)]
    assert trains == [
        text for text in rows(at_table(session)) if text.endswith(" SP from 0635 Warsaw by rail")
    ]
    for text in trains:
        found = at_table(session)
        found.pick(rows(found).index(text))
        assert found.act("commit") is None
        assert rows(found), text


def test_an_srp_for_the_railways_is_on_the_list() -> None:
    session = laid(
        "eastfront.axis.movement.ground", {"G-VII": "0634"}, turn=3, layout={"srp": {"0635": 2}}
    )
    assert "srp 0635" == given(at_table(session), "Spend an SRP in 0635 Warsaw")


def test_factories_leave_from_the_list() -> None:
    session = laid(
        "eastfront.soviet.movement.ground", {"S-P20": "3028"}, turn=3, layout={"srp": {"3827": 2}}
    )
    found = given(at_table(session), "Evacuate 2 factory points from 3643 Kharkov")
    assert "evacuate 3643 2" == found


def why_not(session: Session, answer: str) -> str:
    """What is said to an answer that is refused."""
    refusal = session.why_not(answer)
    assert refusal is not None
    return refusal.reason


def test_units_that_go_together_are_joined_by_a_plus_and_the_refusal_says_so() -> None:
    session = laid("eastfront.axis.movement.ground", {"G-VII": "0934", "G-IX": "0934"}, turn=3)
    assert "joined by a plus: G-VII+G-IX" in why_not(session, "move G-VII G-IX 0934-0933")
    assert session.why_not("move G-VII + G-IX 0934-0933") is None


def test_who_has_moved_too_far_is_told_how_far_and_what_is_open_to_him() -> None:
    units: Units = {
        "G-VII": {"hex": "0934", "mp": 4},
        "G-IX": {"hex": "0934", "states": ["railed"]},
    }
    session = laid("eastfront.axis.combat.declare", {**units, "S-47": "0933"}, turn=3)
    said = why_not(session, "attack 0933 normal from G-VII")
    assert "spent 4 MP, more than half its MA of 5: 3: no normal attack, a hasty one alone." in said
    said = why_not(session, "attack 0933 normal from G-IX")
    assert "IX Corps has gone by rail: no normal attack, a hasty one alone." == said


def test_headquarters_that_nobody_leads_are_not_counted_among_those_who_still_go() -> None:
    units = {"A-HP2": "0934", "A-H4": "0935", "G-XLVII": "0934", "S-47": "1833"}
    session = laid("eastfront.axis.exploit.move", units, turn=3)
    assert session.ask is not None
    assert session.ask.prompt.startswith("Move: 2 units may still go")
    alone = laid("eastfront.axis.exploit.move", {**units, "A-HP2": "0935"}, turn=3)
    assert alone.ask is not None
    assert alone.ask.prompt.startswith("Move: 1 unit may still go")


def test_attacks_of_the_exploitation_are_called_so() -> None:
    units = {"G-XLVII": "1733", "S-47": "1833", "A-HP2": "1733"}
    session = laid("eastfront.axis.excombat.declare", units, turn=3)
    assert session.ask is not None
    labels = {option.label for option in session.ask.options()}
    assert any(label.startswith("Exploitation attack on 1833") for label in labels), labels


def test_points_that_arrive_are_told_what_the_railway_there_will_carry() -> None:
    session = laid("eastfront.axis.reinforcement.arrivals", {"G-VII": "0934"}, turn=3)
    while asked(session) != ("axis", "arrivals.supply"):
        session.answer(way_out(session))
    assert isinstance(session.ask, Allotment)
    notes = {row.key: row.note for row in session.ask.rows()}
    assert "its railway carries 30" == notes["0328"]
    assert "its railway carries 5" == notes["1814"], "Helsinki's own net"


FIELD = {"G-VII": "1733", "G-IX": "1732", "A-HP2": "1634", "S-47": "1833"}


def test_the_type_of_an_attack_is_chosen_by_a_key() -> None:
    """EF-CB-10 to EF-CB-12  Normal as it is proposed; the key goes on to hasty, delayed and back."""
    session = laid("eastfront.axis.combat.declare", FIELD, turn=3)
    found = at_table(session)
    found.act("commit")
    found.act("all")
    found.act("all")
    assert found.view().hint.startswith("Normal attack on 1833")
    assert ("w", "hasty instead") in found.view().keys
    kinds = []
    for _ in range(4):
        kinds.append(found.view().answer.split()[2])
        found.act("waypoint")
    assert ["normal", "hasty", "delayed", "normal"] == kinds
    found.act("waypoint")
    move = found.act("commit")
    assert isinstance(move, Give)
    assert move.answer.split()[2] == "delayed"
    session.answer(move.answer)


def test_a_type_that_a_unit_may_not_make_is_left_for_one_that_all_may() -> None:
    """EF-CB-10  Who came too far is offered a hasty attack, and nothing else to change to."""
    units: Units = {**FIELD, "G-IX": {"hex": "1732", "mp": 4}, "G-VII": {"hex": "1733", "mp": 4}}
    found = at_table(laid("eastfront.axis.combat.declare", units, turn=3))
    found.act("commit")
    assert found.view().hint.startswith("Hasty attack on 1833")
    assert "w" not in dict(found.view().keys)
    assert isinstance(found.act("waypoint"), Say)


def test_aircraft_that_could_only_rest_are_not_offered_one_by_one() -> None:
    """EF-AR-12, EF-AR-14  Those in range of an attack are on the list, and the order that rests all."""
    far, near = ("STG1", "STG77", "JG51"), ("KG1", "KG2", "KG3", "KG53", "KG54", "KG76", "KG77")
    air = {f"A-{name}": "0934" if name in far else "1634" for name in (*far, *near)}
    session = laid(
        "eastfront.axis.combat.declare",
        {**FIELD, **air, "A-STG2": "1634", "A-KG51": "1634"},
        turn=3,
    )
    session.answer("attack 1833 normal from G-VII G-IX")
    while asked(session) != ("axis", "air.support"):
        session.answer(way_out(session))
    found = at_table(session)
    assert not any("JG 51" in text or "StG 77" in text for text in rows(found)), rows(found)
    assert any("StG 2" in text for text in rows(found))
    assert "Rest" in dict(found.view().keys)["a"]
    found.act("all")
    assert isinstance(move := found.act("commit"), Give)
    assert move.answer == "rest"


def test_points_are_proposed_for_sources_near_a_headquarters() -> None:
    """EF-RF-11  Not for Szeged and Belgrade, though their railway carries as much."""
    units = {"G-VII": "0934", "A-H4": "0935", "A-HP4": "0930"}
    session = laid("eastfront.axis.reinforcement.arrivals", units, turn=3)
    while asked(session) != ("axis", "arrivals.supply"):
        session.answer(way_out(session))
    assert isinstance(session.ask, Allotment)
    found = {place: n for place, n in session.ask.proposed().items() if n}
    assert {"0328": 8, "0335": 6} == found


def test_refusals_of_trains_and_engineers_say_what_bars_them() -> None:
    """EF-RA-10, EF-EN-10  The gauge of the hex it stands in, who builds, and where an engineer works."""
    units = {"G-XX": "1135", "G-VII": "0935", "G-RE3": "0935", "S-47": "2032"}
    session = laid("eastfront.axis.movement.ground", units, turn=3)
    said = why_not(session, "rail G-XX 0935")
    assert "XX Corps stands on no usable railway in 1135 Brest: its gauge is foreign." == said
    said = why_not(session, "rail G-VII 1135")
    assert said.endswith("to 1135 Brest: its gauge is foreign."), said
    said = why_not(session, "start convert G-VII 0935")
    assert "VII Corps cannot do that: it takes railway engineers or construction engineers." == said
    said = why_not(session, "start convert G-RE3 1135")
    works = "Railway Engineers 3 works in its own hex or one beside it"
    assert f"{works}, and stands in 0935 Siedlce." == said


def test_a_way_may_name_the_hex_it_begins_in_also_in_an_enemy_zone() -> None:
    """EF-MV-14  Foot stops in a ZOC that it enters, not in one that it leaves."""
    session = laid("eastfront.soviet.movement.ground", {"S-44": "2032", "G-XLVII": "1932"}, turn=3)
    assert "move S-44 2032-2031-2030" == expand(session, "move S-44 2030")
    assert "move S-44 2032-2031-2030" == expand(session, "move S-44 2032-2030")


def test_a_stack_that_may_not_go_on_is_refused_as_the_stack_that_it_is() -> None:
    """EF-MV-17  Of three that stand there, by what bars the two that were named; not the first of them alone."""
    units = {"G-LVII": "1130", "G-VIII": "1130", "G-VI": "1130", "S-6C": "1031"}
    session = laid("eastfront.axis.movement.ground", units, turn=3)
    with pytest.raises(IllegalAnswer) as refused:
        session.answer(Plans(session).begin("move G-LVII+G-VIII 1130-1031-1131"))
    assert "The overrun in 1031 is fought first." in str(refused.value)


def test_a_standing_order_of_supply_for_a_corps_is_refused_as_such() -> None:
    """EF-AU-04  Not as a hex number that is misspelt."""
    session = laid("eastfront.axis.movement.ground", {"G-VII": "0934", "A-H4": "0935"}, turn=3)
    said = why_not(session, "order supply G-VII 4")
    assert "VII Corps is no HQ of yours that holds SP." == said
    assert session.why_not("order supply A-H4 4") is None
    assert session.why_not("order supply 0935 4") is None


def test_anti_air_fire_is_told_as_the_one_number_that_aborts() -> None:
    """EF-AR-25"""
    session = laid("eastfront.axis.initial.air", {"A-KG3": "0635", "V-WES3": "2032"}, turn=3)
    assert session.ask is not None
    found = session.ask.odds("fly AF A-KG3 2032")
    assert found is not None
    assert "anti-air fire aborts each on a 1" in found.basis
