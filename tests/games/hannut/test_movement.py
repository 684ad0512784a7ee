"""Movement: costs, posture, stacking, loading, mines, reinforcements."""

from __future__ import annotations

import pytest

from tests.games.hannut.table import (
    actions,
    answers,
    asked,
    at,
    is_legal,
    orders,
    plain,
    play,
    position,
    refusal,
    refused_by,
    rolled,
    states,
)
from wargame.games.hannut.content import load_content
from wargame.games.hannut.data.files import Mobility
from wargame.games.hannut.segments.setup import mines_left
from wargame.hexes.hexside import side_key

CLASSES: tuple[Mobility, ...] = ("infantry", "motorized", "tracked")


def reach(units: dict[str, str], head: str, drawn: str, **more: object) -> dict[str, float]:
    """Hexes a mover may end in, and whole MPs left."""
    session = actions(drawn, units, **more)
    grid = session.game.grid
    return {grid.name(h): left / 2 for h, left in orders(session).reach(head).items()}


@pytest.mark.parametrize(
    ("terrain", "halves"),
    [("clear", (2, 4, 4)), ("orchards", (2, 6, 6)), ("woods", (2, 6, 6)), ("village", (2, 6, 8))],
)
def test_terrain_costs(terrain: str, halves: tuple[int, int, int]) -> None:
    """HAN-TE-01, HAN-TE-02, HAN-TE-03, HAN-TE-04, HAN-MV-03"""
    content = load_content("campaign")
    grid = content.grid
    a, b = next(
        (h, near)
        for h in range(grid.size)
        for near in grid.neighbours[h]
        if content.map.terrain[near] == terrain and side_key(h, near) not in content.map.hexsides
    )
    d = grid.direction(a, b)
    assert tuple(content.entry_cost[m][a][d] for m in CLASSES) == halves


@pytest.mark.parametrize(("cls", "extra"), [("cliff", (2, 6, 4)), ("stream", (2, 6, 4))])
def test_hexside_costs(cls: str, extra: tuple[int, int, int]) -> None:
    """HAN-TE-05, HAN-TE-08"""
    content = load_content("campaign")
    grid, flat = content.grid, {"infantry": 2, "motorized": 4, "tracked": 4}
    a, b = next(
        side
        for side, found in sorted(content.map.hexsides.items())
        if found == cls
        and side not in content.map.bridges
        and content.map.terrain[side[1]] == "clear"
    )
    d = grid.direction(a, b)
    found = tuple(content.entry_cost[m][a][d] - flat[m] for m in CLASSES)
    assert found == extra


def test_road_costs_are_for_units_in_column_on_either_class_of_road() -> None:
    """HAN-TE-06, HAN-TE-07, HAN-CO-02"""
    content = load_content("campaign")
    grid = content.grid
    for cls in ("main", "secondary"):
        a, b = next(side for side, road in sorted(content.map.road_step.items()) if road == cls)
        d = grid.direction(a, b)
        assert tuple(content.entry_cost_column[m][a][d] for m in CLASSES) == (1, 2, 2)


def test_a_unit_in_column_follows_roads_only() -> None:
    """HAN-CO-02"""
    session = actions("G-PR35", {"g.pr35.1": "2311"}, states={"g.pr35.1": ["in column"]})
    assert refused_by(session, "move g.pr35.1 2311-2312") == "HAN-CO-02"
    assert is_legal(session, "move g.pr35.1 2311-2212")
    assert is_legal(session, "move g.pr35.1 open 2311-2312")


def test_column_is_taken_on_a_road_only_at_the_start_and_not_while_neutralized() -> None:
    """HAN-CO-01"""
    session = actions("G-PR35", {"g.pr35.1": "1513", "g.pr35.2": "2311"})
    assert refused_by(session, "move g.pr35.1 column 1513-1413") == "HAN-CO-01"
    shaken = actions("G-PR35", {"g.pr35.2": "2311"}, states={"g.pr35.2": ["neutralized"]})
    assert refused_by(shaken, "move g.pr35.2 column 2311-2212") == "HAN-CO-01"
    play(session, "column g.pr35.2")
    assert states(session, "g.pr35.2") == {"in column"}
    assert refused_by(session, "open g.pr35.2") == "HAN-SP-08"


def test_bridges_help_all_and_road_gaps_only_columns() -> None:
    """HAN-CO-03"""
    content = load_content("campaign")
    grid = content.grid
    step = (grid.hex("1306"), grid.hex("1206"))
    assert content.entry_cost["tracked"][step[0]][grid.direction(*step)] == 8
    gap = (grid.hex("1104"), grid.hex("1005"))
    assert content.entry_cost["tracked"][gap[0]][grid.direction(*gap)] == 8
    assert content.entry_cost_column["tracked"][gap[0]][grid.direction(*gap)] == 2


@pytest.mark.parametrize(("dice", "answer"), [([10], ""), ([5], "back")])
def test_neutralization_and_falling_back_end_a_column(dice: list[int], answer: str) -> None:
    """HAN-CO-04"""
    units = {"g.pr35.1": "1710", "a.ac25": "1611"}
    session = actions("G-PR35", units, states={"a.ac25": ["in column"]}, dice=dice)
    play(session, "fire g.pr35.1 at a.ac25")
    if answer:
        play(session, next(a for a in answers(session) if a.startswith(answer)))
    assert "in column" not in states(session, "a.ac25")


def test_stacking_three_combat_units_and_two_hqs() -> None:
    """HAN-ST-01"""
    units = {
        "g.pr35.1": "2411", "g.pr35.2": "2411", "g.pr35.4": "2411", "g.pr35.5": "2412",
        "g.pr35.hq": "2412",
    }  # fmt: skip
    session = actions("G-PR35", units)
    found = refusal(session, "move g.pr35.5 2412-2411")
    assert (found.rule, "3 combat units" in found.reason) == ("HAN-ST-01", True)
    assert is_legal(session, "move g.pr35.5 2412-2411-2311")
    assert is_legal(session, "move g.pr35.hq 2412-2411")


def test_two_columns_may_end_in_a_hex() -> None:
    """HAN-ST-02"""
    units = {"g.pr35.1": "2212", "g.pr35.2": "2212", "g.pr35.4": "2311"}
    column = {u: ["in column"] for u in units}
    session = actions("G-PR35", units, states=column)
    assert refused_by(session, "move g.pr35.4 2311-2212") == "HAN-ST-02"
    assert is_legal(session, "move g.pr35.4 2311-2212-2111")
    assert refused_by(actions("G-PR35", units, states={"g.pr35.1": ["in column"]}), "column g.x")


def test_enemy_hexes_are_closed_and_there_are_no_zones_of_control() -> None:
    """HAN-ST-03, HAN-SP-12"""
    units = {"g.pr35.1": "1411", "a.2rc.1": "1311"}
    session = actions("G-PR35", units)
    assert refused_by(session, "move g.pr35.1 1411-1311") == "HAN-ST-03"
    assert is_legal(session, "move g.pr35.1 1411-1412-1312")


def test_the_minimum_move_takes_one_hex_at_any_cost() -> None:
    """HAN-MV-01"""
    out = {"a.11rdp3.5": ["out of command"]}
    session = actions("F-11RDP-III", {"a.11rdp3.5": "1305"}, states=out)
    assert is_legal(session, "move a.11rdp3.5 1305-1205")
    found = refusal(session, "move a.11rdp3.5 1305-1205-1105")
    assert found.rule == "HAN-MV-02"


def test_half_is_rounded_up_and_the_price_of_fire() -> None:
    """HAN-MV-02, HAN-TE-10, HAN-SP-14, HAN-DF-02"""
    units = {"a.11rdp3.2": "1309", "g.pr35.1": "1411"}
    session = actions("F-11RDP-III", units, states={"g.pr35.1": ["opp used"]}, dice=[7])
    play(session, "move a.11rdp3.2 1309-1310")
    while asked(session).side == "german":
        play(session, "pass")
    assert "fire a.11rdp3.2 at g.pr35.1" in plain(session)
    play(session, "fire a.11rdp3.2 at g.pr35.1")
    session = actions(
        "F-11RDP-III", {**units, "a.11rdp3.2": "1106"}, states={"g.pr35.1": ["opp used"]}
    )
    assert refused_by(session, "fire a.11rdp3.2 at g.pr35.1") == "HAN-DF-01"


def test_fire_first_and_then_half_a_move() -> None:
    """HAN-SP-14, HAN-DF-02, HAN-FM-05"""
    units = {"g.pr35.1": "1411", "a.11rdp1.2": "1311"}
    session = actions("G-PR35", units, states={"a.11rdp1.2": ["demoralized"]}, dice=[7])
    play(session, "fire g.pr35.1 at a.11rdp1.2 and move")
    while asked(session).side == "allied":
        play(session, "pass")
    assert max(orders(session).reach("move g.pr35.1").values()) <= 12 - 4
    assert refused_by(session, "move g.pr35.1 1411-1412-1413-1414-1415")
    assert refused_by(session, "fire g.pr35.1 at a.11rdp1.2") == "HAN-DF-02"


def test_a_stack_moves_together_and_each_member_may_fire() -> None:
    """HAN-SP-12, HAN-DF-02"""
    units = {"g.pr35.1": "1612", "g.pr35.2": "1612", "a.11rdp1.2": "1311"}
    bad = {"a.11rdp1.2": ["demoralized", "neutralized"]}
    session = actions("G-PR35", units, states=bad, dice=[7, 7])
    play(session, "move g.pr35.1+g.pr35.2 1612-1512-1412")
    while asked(session).side == "allied":
        play(session, "pass")
    shots = [f"fire {u} at a.11rdp1.2" for u in ("g.pr35.1", "g.pr35.2")]
    assert [a for a in plain(session) if a.startswith("fire")] == shots
    play(session, shots[0])
    while asked(session).side == "allied":
        play(session, "pass")
    assert refused_by(session, "move g.pr35.2 1412-1512") == "HAN-DF-02"
    assert is_legal(session, shots[1])


# -- loading --------------------------------------------------------------------------------------


def test_a_loaded_unit_is_motorized_and_does_nothing_but_move() -> None:
    """HAN-LO-01"""
    units = {"g.sr3i.1": "2004", "a.12rc.4": "1903"}
    loaded = {"g.sr3i.1": ["loaded"]}
    far = reach(units, "move g.sr3i.1", "G-SR3-I", states=loaded)
    assert max(far.values()) == 14 - 2
    session = actions("G-SR3-I", units, states=loaded)
    assert refused_by(session, "fire g.sr3i.1 at a.12rc.4") == "HAN-LO-01"
    assert refused_by(session, "assault 1903 from g.sr3i.1") == "HAN-LO-01"


def test_loading_once_an_action_and_never_while_neutralized() -> None:
    """HAN-LO-02, HAN-SP-16"""
    session = actions("G-SR3-I", {"g.sr3i.1": "2304"}, states={"g.sr3i.1": ["loaded"]})
    assert refused_by(session, "load g.sr3i.1") == "HAN-LO-02"
    play(session, "unload g.sr3i.1")
    assert refused_by(session, "load g.sr3i.1") == "HAN-SP-08"
    assert refused_by(session, "move g.sr3i.1 2304-2305-2306-2307")
    shaken = actions("G-SR3-I", {"g.sr3i.1": "2304"}, states={"g.sr3i.1": ["neutralized"]})
    assert refused_by(shaken, "load g.sr3i.1") == "HAN-LO-02"


def test_a_unit_that_unloads_and_moves_does_not_fire_or_assault() -> None:
    """HAN-LO-02"""
    units = {"g.sr3i.1": "1513", "a.2rc.1": "1313"}
    bad = {"g.sr3i.1": ["loaded"], "a.2rc.1": ["opp used", "demoralized", "neutralized"]}
    session = actions("G-SR3-I", units, states=bad)
    play(session, "unload g.sr3i.1")
    play(session, "move g.sr3i.1 1513-1413")
    while asked(session).side == "allied":
        play(session, "pass")
    assert refused_by(session, "fire g.sr3i.1 at a.2rc.1") == "HAN-LO-02"
    assert refused_by(session, "assault 1313 from g.sr3i.1") == "HAN-LO-02"


def test_french_units_never_load() -> None:
    """HAN-LO-03"""
    session = actions("F-11RDP-III", {"a.11rdp3.2": "1204"})
    assert refused_by(session, "load a.11rdp3.2") == "HAN-LO-03"


def test_loading_draws_opportunity_fire_once() -> None:
    """HAN-LO-04, HAN-RE-01"""
    units = {"g.sr3i.1": "1411", "a.2rc.1": "1311"}
    session = actions("G-SR3-I", units, dice=[12])
    play(session, "load g.sr3i.1")
    assert session.segment == "hannut.allied.react.opportunity"
    play(session, "fire a.2rc.1 at g.sr3i.1")
    assert asked(session).side == "german"


# -- mines ----------------------------------------------------------------------------------------


def test_four_mines_are_placed_where_they_may_lie() -> None:
    """HAN-MI-01"""
    session = position("allied.setup.mines", clear=False, turn=1)
    g = session.game
    hexes = {g.grid.hex(a.split()[1]) for a in answers(session)}
    assert {g.grid.column(h) for h in hexes} == set(range(8, 18))
    assert not any(g.content.map.terrain[h] == "village" or h in g.state.control for h in hexes)
    play(session, "mine 1303", "mine 1306", "mine 1404")
    assert not is_legal(session, "mine 1404")
    play(session, "mine 1405")
    assert mines_left(g) == 0
    assert "mine" not in asked(session).key


def test_mines_cost_and_attack_germans_but_only_slow_the_french() -> None:
    """HAN-TE-09, HAN-MI-02, HAN-CRT-04"""
    session = actions("F-1RC", {"a.1rc.1": "1406"}, mines=["1306"])
    assert orders(session).reach("move a.1rc.1")[session.game.grid.hex("1306")] == 24 - 4 - 6
    play(session, "move a.1rc.1 1406-1306")
    assert rolled(session) == []
    content = load_content("campaign")
    assert content.mine_cost == {"infantry": 2, "motorized": 8, "tracked": 6}


def test_pioneers_clear_mines() -> None:
    """HAN-MI-02"""
    session = actions(
        "G-SR3-III", {"g.pi39.1": "1406", "g.sr3iii.11": "1406"}, dice=[8], mines=["1306"]
    )
    assert refused_by(session, "clear g.sr3iii.11 1306") == "HAN-MI-02"
    play(session, "clear g.pi39.1 1306")
    assert not [m for m in session.state.markers.values() if m.hex >= 0]
    held = actions("G-SR3-III", {"g.pi39.1": "1406", "a.1rc.1": "1306"}, mines=["1306"])
    assert refused_by(held, "clear g.pi39.1 1306") == "HAN-MI-02"


# -- reinforcements -------------------------------------------------------------------------------


def test_reinforcements_enter_at_their_hex_and_move_on() -> None:
    """HAN-EN-01, HAN-CM-03"""
    waiting = {"g.pr6.1": "waiting", "g.pr6.2": "waiting"}
    session = actions("G-PR6", waiting, turn=2)
    grid = session.game.grid
    far = orders(session).reach("enter g.pr6.1 column")
    assert far[grid.hex("2704")] == 24 - 2
    assert orders(session).reach("enter g.pr6.1")[grid.hex("2704")] == 24 - 8
    play(session, "enter g.pr6.1 column 2704-2605")
    assert (at(session, "g.pr6.1"), states(session, "g.pr6.1")) == ("2605", {"in column"})
    assert "acted" in session.state.units["g.pr6.1"].states
    early = actions("G-PR5", {"g.pr5.1": "2405", "g.pr6.1": "waiting"}, turn=1)
    assert refused_by(early, "enter g.pr6.1 2704") == "HAN-EN-01"


def test_a_held_entry_hex_is_replaced_by_the_nearest_of_its_edge() -> None:
    """HAN-EN-01"""
    held = {"g.pr6.1": "waiting", "a.2rc.1": "2704"}
    session = actions("G-PR6", held, turn=2)
    assert refused_by(session, "enter g.pr6.1 2704") == "HAN-EN-01"
    assert is_legal(session, "enter g.pr6.1 2703")
    full = {"g.pr6.1": "waiting", **{f"g.pr6.{n}": "2704" for n in (2, 4, 5)}}
    session = actions("G-PR6", full, turn=2)
    assert refused_by(session, "enter g.pr6.1 2704") == "HAN-ST-01"
    assert is_legal(session, "enter g.pr6.1 2703")
    assert is_legal(session, "enter g.pr6.1 2704-2604")


def test_the_learning_scenario_begins_with_its_mines() -> None:
    """HAN-MI-01, HAN-SC-01"""
    session = actions("G-PR5", {"g.pr5.1": "1406"}, scenario="orp", dice=[6], turn=1)
    marked = {session.game.grid.name(m.hex) for m in session.state.markers.values()}
    assert marked == {"1303", "1306"}
    play(session, "move g.pr5.1 1406-1306")
    assert states(session, "g.pr5.1") == {"neutralized"}
