"""Worked examples EX-01 to EX-11 as positions with scripted dice."""

from __future__ import annotations

from itertools import pairwise

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    columns,
    control,
    is_legal,
    left,
    orders,
    play,
    position,
    refusal,
    rolled,
    states,
)
from wargame.games.hannut.content import load_content
from wargame.games.hannut.state import assault_part, current_ma, half_ma
from wargame.games.hannut.walk import Walker


def test_HAN_DF_01_EX_01_fire_step_loss_return_fire_and_z() -> None:
    session = actions("F-2RC", {"a.2rc.1": "1311", "g.pr35.1": "1411"}, dice=[4, 9, 6, 4])
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert states(session, "g.pr35.1") == {"reduced", "fatigued"}
    assert asked(session).side == "german"
    assert session.segment == "hannut.german.react.return"
    play(session, "fire g.pr35.1 at a.2rc.1")
    assert columns(session) == ["7", "0"]
    assert [a for a in answers(session) if a != "stand"] == ["back 1211", "back 1212", "back 1312"]
    play(session, "stand")
    assert states(session, "a.2rc.1") == {"neutralized"}
    assert not is_legal(session, "move a.2rc.1 1311-1211")
    assert left(session) == 0


def test_HAN_FM_10_EX_02_at_guns_are_halved_against_infantry_and_red_spares_tanks() -> None:
    units = {"a.bie47": "1211", "g.sr33i.1": "1411"}
    session = actions("F-11RDP-II", units, dice=[10])
    play(session, "fire a.bie47 at g.sr33i.1")
    assert columns(session) == ["4"]
    assert states(session, "g.sr33i.1") == {"neutralized"}
    session = actions("F-11RDP-II", {"a.bie47": "1211", "g.pr35.1": "1411"}, dice=[10])
    play(session, "fire a.bie47 at g.pr35.1")
    assert columns(session) == ["7"]
    assert states(session, "g.pr35.1") == set()


def test_HAN_TM_09_EX_03_an_armoured_car_in_a_village_is_dispersed_not_covered() -> None:
    for dice, expected in ((11, set()), (3, {"reduced"})):
        units = {"g.pr5.4": "1804", "a.12rc.1": "1802"}
        session = actions("G-PR5", units, dice=[dice, 2])
        play(session, "fire g.pr5.4 at a.12rc.1")
        assert columns(session) == ["6"]
        assert states(session, "a.12rc.1") == expected


def test_HAN_GE_04_EX_04_z_against_infantry_in_a_village() -> None:
    units = {"g.sr3iii.14": "1404", "a.11rdp3.2": "1204"}
    session = actions("G-SR3-III", units, dice=[5])
    play(session, "fire g.sr3iii.14 at a.11rdp3.2")
    assert columns(session) == ["3"]
    assert answers(session) == ["back 1103", "back 1104", "stand"]
    play(session, "back 1104")
    assert states(session, "a.11rdp3.2") == {"opp used", "dispersed"}
    session = actions("G-SR3-III", units, dice=[5])
    play(session, "fire g.sr3iii.14 at a.11rdp3.2", "stand")
    assert states(session, "a.11rdp3.2") == {"neutralized"}


def test_HAN_TE_08_EX_05_movement_costs() -> None:
    content = load_content("campaign")

    def price(mobility: str, route: str, *, column: bool = False) -> int:
        table = content.entry_cost_column if column else content.entry_cost
        path = content.grid.route(route)
        costs = table[mobility]  # type: ignore[index]
        return sum(costs[a][content.grid.direction(a, b)] for a, b in pairwise(path))

    assert price("tracked", "2311-2212-2111-2011-1910-1811-1710-1611", column=True) == 14
    assert price("tracked", "2109-2009-1909-1809-1709") == 16
    assert [price(m, "1709-1609") for m in ("tracked", "motorized")] == [8, 6]
    assert price("tracked", "1709-1609", column=True) == 2
    assert [price(m, "1305-1205") for m in ("infantry", "motorized", "tracked")] == [4, 12, 12]
    assert price("tracked", "1306-1206") == 8
    assert price("infantry", "2011-1910-1811-1710-1709-1609", column=True) == 5
    assert [price(m, "1103-1003") for m in ("infantry", "motorized", "tracked")] == [4, 10, 8]
    assert price("tracked", "1104-1005", column=True) == 2
    assert price("tracked", "1104-1005") == 8


def test_HAN_MV_02_EX_06_fractions() -> None:
    units = {"a.11rdp3.2": "1204", "a.11rdp3.3": "1205", "g.pr5.1": "1605", "g.pr5.2": "1606"}
    out = {"a.11rdp3.3": ["out of command"], "g.pr5.2": ["out of command"]}
    session = actions("G-PR5", units, states=out)
    g = session.game
    assert (half_ma(g, "a.11rdp3.2"), assault_part(g, "a.11rdp3.2")) == (6, 4)
    assert (current_ma(g, "a.11rdp3.3"), half_ma(g, "a.11rdp3.3")) == (4, 2)
    assert (half_ma(g, "g.pr5.1"), assault_part(g, "g.pr5.1")) == (12, 6)
    assert (current_ma(g, "g.pr5.2"), half_ma(g, "g.pr5.2")) == (12, 6)


def test_HAN_LO_02_EX_06_unloading_and_loading_leave_half() -> None:
    units = {"g.sr3i.1": "2005", "a.12rc.4": "1905"}
    session = actions("G-SR3-I", units, states={"g.sr3i.1": ["loaded"], "a.12rc.4": ["opp used"]})
    play(session, "unload g.sr3i.1")
    assert max(orders(session).reach("move g.sr3i.1").values()) == 2
    assert is_legal(session, "fire g.sr3i.1 at a.12rc.4")
    session = actions("G-SR3-I", {"g.sr3i.1": "2005"})
    play(session, "load g.sr3i.1")
    g = session.game
    assert Walker(g, ("g.sr3i.1",), column=False, leg="half").any_step()
    assert half_ma(g, "g.sr3i.1") == 14


def test_HAN_RE_03_EX_07_opportunity_fire_on_a_column() -> None:
    units = {
        "g.pr35.1": "1611", "g.pr35.2": "1611", "a.2rc.1": "1311", "a.12rc.4": "1609",
    }  # fmt: skip
    column = {"g.pr35.1": ["in column"], "g.pr35.2": ["in column"]}
    session = actions("G-PR35", units, states=column, dice=[5, 6])
    play(session, "move g.pr35.1+g.pr35.2 1611-1510")
    while asked(session).key == "react.retreat":
        play(session, "pass")
    assert session.segment == "hannut.allied.react.opportunity"
    play(session, "fire a.2rc.1 at g.pr35.1")
    assert columns(session) == ["8"]
    assert answers(session) == ["back 1611", "stand"]
    play(session, "back 1611")
    assert "opp used" in states(session, "a.2rc.1")
    assert at(session, "g.pr35.1") == "1611"
    assert at(session, "g.pr35.2") == "1510"
    assert orders(session).open == ("g.pr35.2",)
    assert is_legal(session, "move g.pr35.2 1510-1411")


def test_HAN_AS_03_EX_08_assault_over_the_gette() -> None:
    units = {"a.11rdp3.2": "1204", "g.sr3iii.11": "1304", "g.pi39.1": "1304"}
    session = actions(
        "G-SR3-III", units, dice=[8, 7, 5, 9, 4, 7, 6, 3, 8], control={"allied": ["1204"]}
    )
    play(session, "assault 1204 from g.sr3iii.11 g.pi39.1")
    assert session.segment == "hannut.allied.assault.retreat"
    play(session, "pass", "fire a.11rdp3.2 at g.sr3iii.11")
    play(session, "fire a.11rdp3.2 at g.sr3iii.11")
    play(session, "stand")
    assert columns(session) == ["2", "3", "6"]
    assert states(session, "a.11rdp3.2") == {"neutralized"}
    assert (at(session, "g.sr3iii.11"), states(session, "g.sr3iii.11")) == ("1304", {"neutralized"})
    assert session.segment == "hannut.german.ops.assault.between1"
    play(session, "pass", "pass")
    assert columns(session)[3:] == ["7", "6"]
    assert states(session, "a.11rdp3.2") == {"neutralized", "reduced"}
    play(session, "pass", "pass")
    assert columns(session)[5:] == ["7", "4"]
    assert at(session, "a.11rdp3.2") == "eliminated"
    assert (at(session, "g.pi39.1"), states(session, "g.pi39.1")) == ("1204", {"fatigued"})
    assert control(session, "1204") == "german"
    assert left(session) == 0


def test_HAN_AS_06_EX_09_tanks_assault_a_village_over_a_bridge() -> None:
    units = {"g.pr35.5": "1709", "a.12rc.4": "1609"}
    session = actions("G-PR35", units, dice=[10, 10, 2, 2, 8, 7, 7, 7, 6])
    play(session, "assault 1609 from g.pr35.5")
    play(session, *["pass"] * 2)
    assert columns(session) == ["2", "5"]
    assert states(session, "a.12rc.4") == {"neutralized"}
    play(session, "pass", "pass")
    assert columns(session)[2:] == ["6", "5"]
    assert states(session, "a.12rc.4") == {"neutralized", "reduced", "fatigued"}
    play(session, "pass", "pass")
    assert columns(session)[4:] == ["4", "2"]
    assert at(session, "g.pr35.5") == "1709"
    assert states(session, "g.pr35.5") == {"reduced", "fatigued"}
    assert left(session) == 0


def test_HAN_NE_09_EX_10_artillery_with_a_neutralized_observer() -> None:
    units = {"g.sr3iii.hq": "1404", "a.11rdp3.2": "1204", "a.ac25": "1204"}
    shaken = {"g.sr3iii.hq": ["neutralized"]}
    session = position(
        "german.ops.indirect", units, drawn="G-ART-75", states=shaken, dice=[7, 8, 11]
    )
    play(session, "shell 1204 by g.sr3iii.hq")
    assert columns(session) == ["2", "2"]
    assert states(session, "a.11rdp3.2") == set()
    assert states(session, "a.ac25") == {"neutralized"}
    session = position("german.ops.indirect", units, drawn="G-ART-75", states=shaken, dice=[8])
    play(session, "shell 1204 by g.sr3iii.hq")
    assert columns(session) == []
    assert rolled(session) == [8]


def test_HAN_IF_04_EX_11_a_stuka_strike() -> None:
    units = {"a.2rc.1": "1311", "a.2rc.hq": "1311", "g.pr35.1": "1711"}
    session = position("german.ops.stuka", units, drawn="G-STUKA-1", dice=[9, 8])
    play(session, "strike 1311")
    assert columns(session) == ["8", "8"]
    assert states(session, "a.2rc.1") == states(session, "a.2rc.hq") == set()
    session = position("german.ops.stuka", units, drawn="G-STUKA-1", dice=[9, 5, 7])
    play(session, "strike 1311")
    assert states(session, "a.2rc.1") == {"reduced"}


def test_HAN_GE_02_EX_16_a_column_below_minus_one_is_not_permitted() -> None:
    units = {"g.pr35.6": "1313", "a.2rc.2": "1513"}
    bad = {"g.pr35.6": ["fatigued", "out of command"], "a.2rc.2": ["opp used"]}
    session = actions("G-PR35", units, states=bad, dice=[12])
    shot = "fire g.pr35.6 at a.2rc.2"
    assert is_legal(session, shot)
    found = refusal(session, f"{shot} and move")
    assert found.rule == "HAN-GE-02"
    assert "= -2" in found.reason
    play(session, shot)
    assert columns(session) == ["0"]
    assert states(session, "a.2rc.2") == {"opp used"}
