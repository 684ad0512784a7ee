"""Position files: what they may lay out, and what is refused; what must hold on every table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.table import position, states, track, unit
from wargame import games
from wargame.content.errors import DataError
from wargame.content.lab_keys import read_lab_keys
from wargame.flow.session import Session
from wargame.games.normandy import GAME
from wargame.games.normandy.armies import operation, turns_run
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.invariants import broken
from wargame.games.normandy.lab import NUMBERS
from wargame.games.normandy.state import AIR_UNIT, NorGame, hexside_key
from wargame.games.normandy.works import bridge_state, builder
from wargame.model import events as ev

INF, GR, HQ, GUN = "us.30.117th", "ge.275.gr983", "us.hq.xix", "us.art.xix"
UNITS = {INF: "1918", GR: "4229", HQ: "1916"}
CW_INF = "cw.50.69th"


def laid(units: dict[str, str] | None = None, **more: Any) -> Session:
    """A position before the German movement."""
    return position("german.tactical", {**UNITS, **(units or {})}, **more)


def wrong(said: str, units: dict[str, str] | None = None, **more: Any) -> None:
    """A position that is refused with a reason."""
    with pytest.raises(DataError, match=said):
        laid(units, **more)


# -- what may be laid out ---------------------------------------------------------------------------


def test_every_track_is_told() -> None:
    """A position file may set each number that is kept, by a name whose meaning can be looked up."""
    told = read_lab_keys(games.folder("normandy") / "lab.toml")
    assert {key.key for key in told if key.kind == "track"} == set(NUMBERS)


def test_steps_are_told_by_the_side_that_is_up() -> None:
    """NOR-ST-01, NOR-ST-02, NOR-ST-04  Three, two or one; none once eliminated."""
    units = {INF: "1918", GR: "4229", HQ: "1916", CW_INF: "eliminated", "ge.711.gr731": "4230"}
    shown = position("german.tactical", units, states={GR: ["reduced"]}).game
    steps = [GAME.face.steps(shown, u) for u in units]
    assert steps == [3, 2, 1, 0, 2]


def test_what_is_laid_out_on_hexes_is_told() -> None:
    """NOR-CB-05, NOR-IT-05, NOR-OP-04  Marked hexes and Operations stand in the tracks of a position."""
    marks: dict[str, Any] = {"rubble": ["1819"], "bombed": ["1718"], "targeted": ["3321", "3516"]}
    run = {"us1": {"turn": 2, "hqs": [HQ], "hexes": ["1818"]}}
    shown = laid(**marks, operations=run).game
    told = GAME.face.track(shown)
    assert {mark: told[mark] for mark in marks} == marks
    assert told["operations"] == run


def test_every_set_up_holds() -> None:
    """Both scenarios as printed break nothing."""
    for scenario, turn in (("campaign", 1), ("epsom", 10)):
        session = position("german.tactical", {}, clear=False, scenario=scenario, turn=turn)
        assert broken(session.game) == []


def test_operations_are_laid_out_whole() -> None:
    """NOR-OP-04, NOR-OP-09, NOR-VP-03  HQs, turns run, the hexes noted; one that has ended."""
    session = laid(
        operations={"us1": {"turn": 3, "hqs": [HQ], "hexes": ["1818", "1718"]}}, ended=["cw2"]
    )
    g = session.game
    assert (operation(g, "us1"), turns_run(g, "us1")) == ([HQ], 3)
    assert list(g.state.lists["op us1 hexes"]) == [g.grid.hex("1818"), g.grid.hex("1718")]
    assert list(g.state.lists["ended"]) == ["cw2"]
    assert {"operation", "supported"} <= states(session, HQ)
    assert unit(session, HQ).numbers["operated"] == 13


def test_bridges_belong_to_who_builds_them() -> None:
    """NOR-EN-10"""
    session = laid(bridges={"3321-3421": "german construction", "3516-3617": "destroyed"})
    g, a, b = session.game, *map(session.game.grid.hex, ("3321", "3421"))
    assert (bridge_state(g, a, b), builder(g, (a, b))) == (2, "german")


def test_bombs_ports_and_book_keeping() -> None:
    """NOR-CB-04, NOR-SL-11, NOR-RP-09, NOR-SU-13, NOR-RV-02"""
    session = laid(
        carpet=["1818", "1718"], ports={"isigny": 6}, rubble=["2018"], bombed=["2018"],
        more={INF: {"exerted": True, "spent": 2.5}, GR: {"coast": True}},
    )  # fmt: skip
    g = session.game
    assert [g.grid.name(m.hex) for m in g.state.marked(AIR_UNIT)] == ["1718", "1818"]
    assert track(session, "port isigny") == 6
    assert "_exerted" in unit(session, INF).states
    assert "_coast" in unit(session, GR).states
    assert unit(session, INF).numbers["spent"] == 5


def test_who_stands_controls_and_is_attached() -> None:
    """NOR-SU-04  Section 1: the nearest HQ that takes it."""
    session = laid({INF: "1818"})
    assert session.state.control[session.game.grid.hex("1818")] == "allied"
    assert unit(session, INF).ties["hq"] == HQ


def test_a_later_turn_has_what_earlier_ones_have_left() -> None:
    """NOR-AS-05, NOR-SL-11, NOR-RF-02  Third Army's HQs, ports of the set-up, landing capacity."""
    staff, armour = "us.hq.viii", "us.4a.cca"
    units = {staff: "1220", armour: "1222"}
    late = position("allied.combat", units, turn=30, sp={"us3": 5})
    assert (unit(late, staff).ties["army"], late.state.tracks["sp us3"]) == ("us3", 5)
    assert (track(late, "port courseulles"), track(late, "port isigny")) == (1, 0)
    assert (track(late, "level us"), track(late, "landing us")) == (3, 14)
    running = {"us3": {"hqs": [staff]}}
    assert track(position("allied.combat", units, turn=30, operations=running), "op us3") == 1
    parents = position("allied.combat", units, turn=30, operations={"us1": {"hqs": [staff]}})
    assert "army" not in unit(parents, staff).ties, "it stays until that Operation has ended"
    before = position("mutual.operations.allied", units, turn=28)
    assert "sp us3" not in before.state.tracks
    wrong("no HQ of us3", units, turn=27, operations=running)
    chosen = position(
        "allied.combat", units, turn=30, ports={"courseulles": 9}, tracks={"landing us": 2}
    )
    assert (track(chosen, "port courseulles"), track(chosen, "landing us")) == (9, 2)


# -- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "marks", "said"),
    [
        (INF, ["disorganized", "regroup"], "NOR-DR-02"),
        (INF, ["out of supply", "isolated"], "NOR-SU-02"),
        (INF, ["reduced", "cadre"], "NOR-ST-01"),
        (INF, ["reserve", "disorganized"], "NOR-DR-03"),
        (INF, ["reserve", "regroup"], "NOR-DR-04"),
        (INF, ["landed", "marched"], "NOR-MV-10"),
        (INF, ["supported"], "only an HQ can be supported"),
        (INF, ["operation"], "only an HQ can be operation"),
        (INF, ["fired"], "only artillery can be fired"),
        (HQ, ["disorganized"], "only a combat unit can be disorganized"),
        (HQ, ["reduced"], "no reduced side"),
        (GUN, ["regroup"], "only a combat unit can be regroup"),
        (GUN, ["cadre"], "only a combat unit can be cadre"),
        ("ge.709.gr729", ["reduced"], "no reduced side"),
    ],
)
def test_states_that_cannot_be(who: str, marks: list[str], said: str) -> None:
    """States that exclude each other, or that another counter has."""
    wrong(said, {who: UNITS.get(who, "4230")}, states={who: marks})


@pytest.mark.parametrize(
    ("units", "more", "said"),
    [
        ({GR: "1918"}, {}, "both sides stand in 1918"),
        ({CW_INF: "1918"}, {}, "US and CW units never stack"),
        ({"us.30.119th": "1918", "us.30.120th": "1918", "us.29.115th": "1918"}, {}, "8 stacking points"),
        ({INF: "1802"}, {}, "no land hex in play"),
        ({CW_INF: "area A"}, {}, "only US units are in off-map areas"),
        ({INF: "withdrawn"}, {}, "no unit for the box"),
        ({INF: "dissolved"}, {}, "no unit for the box"),
        ({INF: "merged"}, {}, "no unit for the box"),
        ({INF: "left"}, {}, "no unit for the box"),
        ({"ge.hq.xlvii": "4230"}, {"more": {INF: {"hq": "ge.hq.xlvii"}}}, "does not take it"),
        ({"ge.hq.cherbourg": "0903"}, {"more": {GR: {"hq": "ge.hq.cherbourg"}}}, "does not take it"),
        ({}, {"more": {HQ: {"army": "ge7"}}}, "army of another nation"),
        ({}, {"more": {INF: {"army": "us1"}}}, "no pool"),
        ({}, {"sp": {"us1": 21}}, "from 0 to 20"),
        ({}, {"sp": {"ge7": 15}}, "from 0 to 14"),
        ({}, {"tracks": {"fortress sp": 7}}, "from 0 to 6"),
        ({}, {"tracks": {"rp us": -1}}, "below 0"),
        ({}, {"boundary": [27] * 20 + [30] * 20}, "differs by 3"),
        ({}, {"boundary": [55] * 40}, "outside the map"),
        ({}, {"bridges": {"1918-1917": "destroyed"}}, "no road crosses a river"),
        ({}, {"bridges": {"3321-3421": "burning"}}, "state of a bridge"),
        ({}, {"works": {"1918": "castle"}}, "position"),
        ({}, {"carpet": ["1818", "1718", "1717", "1817"]}, "at most 3 Air Units"),
        ({}, {"ports": {"caen": 3}}, "port"),
        ({}, {"operations": {"us1": {"hqs": ["cw.hq.xxx"]}}}, "no HQ of us1"),
        ({}, {"operations": {"us1": {"length": 3}}}, "key of an Operation"),
        ({}, {"ended": ["us9"]}, "army"),
        ({}, {"tracks": {"vp british": 3}}, "track"),
        ({}, {"weather": "fog"}, "weather"),
        ({}, {"more": {INF: {"exerted": 1}}}, "neither true nor false"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be(units: dict[str, str], more: dict[str, Any], said: str) -> None:
    """Stacks, nations, places, ties, purses, bridges: refused with the reason."""
    wrong(said, units, **more)


def test_the_odon_has_no_areas_and_no_bombers() -> None:
    """Section 8.2"""
    small: dict[str, Any] = {"clear": False, "scenario": "epsom", "turn": 10}
    with pytest.raises(DataError, match="no off-map areas"):
        position("german.tactical", {}, areas={"odon": "allied"}, **small)
    with pytest.raises(DataError, match="no carpet bombing"):
        position("german.tactical", {}, carpet=["3217"], **small)


def test_levels_are_those_of_their_tables() -> None:
    """NOR-IT-04, NOR-SL-01"""
    wrong("20 is more than 3", level=20)
    wrong("50 is more than 6", tracks={"level us": 50})
    wrong("is not a whole number from 0", tracks={"level cw": -1})
    assert 3 == laid(level=3).state.tracks["level"]


# -- what must hold ---------------------------------------------------------------------------------


def faults(g: NorGame, *events: ev.Event) -> list[str]:
    """What is broken after some facts."""
    for event in events:
        g.emit(event)
    return broken(g)


def test_each_thing_that_must_never_be_is_found() -> None:
    """What a script could do wrong, one by one."""
    rule = "NOR-SQ-01"
    side: Side = "german"

    def table() -> NorGame:
        return laid().game

    g = table()
    where = g.grid.hex
    assert broken(g) == []
    assert "both sides stand in 1918" in faults(g, ev.UnitPlaced(GR, where("1918"), rule))[0]
    g = table()
    assert "does not control" in faults(g, ev.HexTaken(where("1918"), side, rule))[0]
    g = table()
    assert (
        "left the game and is moved"
        in faults(g, ev.StateGained(INF, "moved", rule), ev.UnitBoxed(INF, "eliminated", rule))[0]
    )
    g = table()
    assert (
        "nobody builds the bridge"
        in faults(g, ev.LayerSet("bridge", ((_key(g, "3321", "3421"), 2),), rule))[0]
    )
    g = table()
    assert (
        "no bridge lies between"
        in faults(g, ev.LayerSet("bridge", ((_key(g, "1917", "1918"), 1),), rule))[0]
    )
    g = table()
    assert "interdiction is -1" in faults(g, ev.TrackSet("interdiction", -1, rule))[0]
    g = table()
    assert "only an HQ is displaced" in faults(g, ev.NumberSet(INF, "silent", 2, rule))[0]


def _key(g: NorGame, a: str, b: str) -> int:
    return hexside_key(g.content, g.grid.hex(a), g.grid.hex(b))


def test_what_no_game_comes_to_is_no_position() -> None:
    """NOR-AS-05, NOR-SU-04, NOR-CB-03  Purses of armies to come, HQs that may not have a unit, a fifth mission."""
    wrong("cwc takes over on turn 24", turn=23, sp={"cwc": 3})
    assert track(laid(turn=24, sp={"cwc": 3}), "sp cwc") == 3
    for hq in ("ge.hq.isspz", "cw.hq.i"):
        wrong("does not take it", more={INF: {"hq": hq}})
    wrong("does not take it", {"ge.fjr6": "0904"}, more={"ge.fjr6": {"hq": "ge.hq.cherbourg"}})
    wrong("5 is more than 4", tracks={"carpets": 5})
