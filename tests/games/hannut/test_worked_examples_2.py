"""Worked examples EX-12 to EX-17 as positions with scripted dice."""

from __future__ import annotations

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    is_legal,
    left,
    notes,
    orders,
    play,
    position,
    rolled,
    states,
)


def test_HAN_MI_02_EX_12_mines_cost_and_attack() -> None:
    units = {"g.pr5.2": "1406"}
    session = actions("G-PR5", units, dice=[6], mines=["1306"])
    assert orders(session).reach("move g.pr5.2")[session.game.grid.hex("1306")] == 24 - 10
    assert orders(session).reach("move g.pr5.2 column")[session.game.grid.hex("1306")] == 24 - 8
    play(session, "move g.pr5.2 1406-1306")
    assert states(session, "g.pr5.2") == {"neutralized"}
    session = actions("G-PR5", units, dice=[10], mines=["1306"])
    play(session, "move g.pr5.2 1406-1306-1307")
    assert (at(session, "g.pr5.2"), states(session, "g.pr5.2")) == ("1307", set())
    session = actions("G-SR3-I", {"g.pj39.1": "1406"}, dice=[10], mines=["1306"])
    play(session, "move g.pj39.1 1406-1306")
    assert states(session, "g.pj39.1") == {"neutralized"}


def test_HAN_MO_01_EX_13_recovery_and_rally() -> None:
    units = {"g.pr35.hq": "1611", "g.pr35.1": "1411", "g.pr35.2": "1612", "a.2rc.1": "1211"}
    bad = {
        "g.pr35.hq": ["neutralized"],
        "g.pr35.1": ["demoralized"],
        "g.pr35.2": ["fatigued", "neutralized"],
        "a.2rc.1": ["opp used"],
    }
    session = position("german.ops.recover", units, drawn="G-PR35", states=bad, dice=[5, 4, 7, 8])
    assert session.segment == "hannut.german.react.forced"
    play(session, answers(session)[0])
    if asked(session).key == "retreat.forced":
        play(session, answers(session)[0])
    assert rolled(session) == [5, 4, 7, 8]
    assert states(session, "g.pr35.1") == {"demoralized", "dispersed", "opp used"}
    assert (
        session.game.grid.distance(
            session.game.grid.hex(at(session, "g.pr35.1")), session.game.grid.hex("1211")
        )
        == 4
    )
    assert states(session, "g.pr35.2") == {"neutralized"}
    assert states(session, "g.pr35.hq") == set()
    assert session.segment == "hannut.german.ops.actions"
    assert not is_legal(session, "move g.pr35.1 1510-1511")
    reach = orders(session).reach("move g.pr35.2")
    assert {session.game.grid.distance(session.game.grid.hex("1612"), h) for h in reach} == {1}


def test_HAN_CU_03_EX_14_the_last_marker_is_saved_and_opens_the_next_turn() -> None:
    units = {"a.1rc.1": "0706", "g.pr36.1": "2411"}
    session = position("both.ops", units, cup=["F-1RC", "G-PR36"], draws=[2, 1], turn=3)
    assert session.segment == "hannut.german.ops.actions"
    play(session, "pass")
    assert "F-1RC (1er régiment de cuirassiers (3e DLM)) is saved for the next turn." in notes(
        session
    )
    assert session.state.turn() == 4
    assert session.segment == "hannut.allied.ops.actions"
    assert session.state.cups["drawn"] == ["F-1RC"]
    assert "F-1RC" not in session.state.cups["cup"]
    assert "activated" not in session.state.units["a.1rc.hq"].states


def test_HAN_CU_03_EX_14_on_the_final_turn_the_last_marker_is_carried_out() -> None:
    units = {"a.1rc.1": "0706", "g.pr36.1": "2411"}
    session = position("both.ops", units, cup=["F-1RC", "G-PR36"], draws=[2, 1], turn=12)
    play(session, "pass")
    assert session.segment == "hannut.allied.ops.actions"
    play(session, "pass")
    assert session.state.ended is not None


def test_HAN_NE_08_EX_15_a_neutralized_unit_checks_before_it_retreats() -> None:
    units = {"a.11rdp1.2": "1315", "g.pr35.2": "1414"}
    shaken = {"a.11rdp1.2": ["neutralized"]}
    session = actions("G-PR35", units, states=shaken, dice=[4])
    play(session, "move g.pr35.2 1414-1314")
    goals = [a.split()[-1] for a in answers(session) if a.startswith("retreat")]
    assert sorted(goals) == ["1216", "1316", "1416"]
    play(session, "retreat a.11rdp1.2 1316")
    assert states(session, "a.11rdp1.2") == {"neutralized", "opp used", "dispersed"}
    session = actions("G-PR35", units, states=shaken, dice=[5])
    play(session, "move g.pr35.2 1414-1314", "retreat a.11rdp1.2 1316")
    assert at(session, "a.11rdp1.2") == "1315"
    assert asked(session).side == "german"
    play(session, "move g.pr35.2 1314-1414")
    assert left(session) == 0


def test_HAN_VC_01_EX_17_the_score_and_its_level() -> None:
    thisnes_to_merdorp = [
        "2011", "2111", "2112", "1802", "1901", "1905", "1609", "1707", "1203", "1204", "1205",
        "1206", "1006", "1110", "1011", "1315", "1316", "1416",
    ]  # fmt: skip
    french = ["a.1rc.1", "a.1rc.2", "a.1rc.3", "a.1rc.4", "a.2rc.1"]
    german = ["g.pr5.1", "g.pr5.2", "g.pr5.4"]
    lost = dict.fromkeys([*french, *german], "eliminated")
    units = {**lost, "g.pr35.1": "2411", "a.2rc.2": "0505"}
    session = position("both.end.victory", units, turn=12, control={"german": thisnes_to_merdorp})
    assert session.state.ended is not None
    assert session.state.ended.level == "French substantial"
    assert session.state.ended.reason == "points"
    assert notes(session)[-1].endswith(
        "20 for victory hexes, 5 for French tanks, less 3 for their own: 22 points."
    )
    more = [*thisnes_to_merdorp, "1015", "0705", "0706"]
    session = position("both.end.victory", units, turn=12, control={"german": more})
    assert session.state.ended is not None
    assert (session.state.ended.level, session.state.ended.winner) == ("draw", "")
