"""Odds of an attack: columns, and every modifier by itself (NOR-CO-12 to -17)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from tests.games.normandy.look import OPEN, drm, look
from tests.games.normandy.table import asked, position, table
from wargame.cli.question import odds_lines
from wargame.games.normandy.odds import Stake, column_of

# -- columns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "name", "low"),
    [
        (1, 4, "1:3", True),
        (1, 3, "1:3", False),
        (3, 8, "1:3", False),
        (1, 2, "1:2", False),
        (7, 8, "1:2", False),
        (1, 1, "1:1", False),
        (3, 2, "3:2", False),
        (12, 5, "2:1", False),
        (11, 4, "2:1", False),
        (3, 1, "3:1", False),
        (5, 1, "4:1", False),
        (15, 2, "6:1", False),
        (9, 1, "8:1", False),
    ],
)
def test_the_highest_column_reached(attack: int, defence: int, name: str, low: bool) -> None:
    """NOR-CO-12"""
    content = table(OPEN).content
    column, below = column_of(content, attack, defence)
    assert (content.combat.columns[column].name, below) == (name, low)


def test_strengths_are_added_with_their_halves() -> None:
    """NOR-SU-09, NOR-DR-03, NOR-CO-25, NOR-CO-10: halves are kept, the defence is at least 1."""
    units = {**OPEN, "cw.3c.8th": "3415", "ge.ost642": "3416"}
    states = {
        "cw.3c.8th": ["reduced", "isolated"],
        "ge.12ss.ss-pzgr25": ["reduced", "disorganized"],
    }
    found = look(units, "3416", states)
    assert (found.attack, found.defence) == (8 + 2, 2 + 2)
    weak = {"cw.3c.9th": "3415", "ge.ost642": "3416"}
    assert look(weak, "3416", {"ge.ost642": ["disorganized"]}).defence == 2


def test_below_one_to_three() -> None:
    """NOR-CO-12: column 1:3 and two less."""
    units = {"cw.3c.9th": "3415", "ge.12ss.ss-pzgr25": "3416", "ge.12ss.ss-pzr12": "3416"}
    assert "ratio below 1:3" not in drm(units, "3416")
    assert drm(units, "3416", {"cw.3c.9th": ["reduced"]}) == {"ratio below 1:3": -2}


# -- ground -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("here", "target", "name", "value"),
    [
        ("3415", "3416", "clear", 0),
        ("1718", "1818", "bocage", -2),
        ("1818", "1819", "town", -2),
        ("3416", "3516", "city", -3),
    ],
)
def test_terrain(here: str, target: str, name: str, value: int) -> None:
    """NOR-CO-17, table 4.9"""
    found = drm({"us.1.16th": here, "ge.352.gr914": target}, target)
    assert found == ({name: value} if value else {})


@pytest.mark.parametrize("name", ["rough", "forest", "marsh"])
def test_other_terrain(name: str) -> None:
    """Table 4.9: found on the map, entered from a dry neighbour."""
    content = table(OPEN).content
    rows = content.ground.rows
    value = {"rough": -3, "forest": -3, "marsh": -1}[name]
    target, here = next(
        (h, n)
        for h in sorted(content.land)
        if rows[h].id == name and h not in content.heights
        for n in content.grid.neighbours[h]
        if n in content.land and (min(h, n), max(h, n)) not in content.rivers
    )
    units = {"us.1.16th": content.grid.name(here), "ge.352.gr914": content.grid.name(target)}
    assert drm(units, content.grid.name(target)) == {rows[target].title: value}


def test_heights_rubble_and_positions() -> None:
    """Table 4.9: one more each; an Entrenchment replaces the Improved Position, constructions give none."""
    units = {"us.2.9th": "2217", "ge.352.gr914": "2218"}
    assert drm(units, "2218") == {"bocage": -2, "heights": -1}
    city = {"cw.3.9th": "3416", "ge.21.pzgr192": "3516"}
    assert drm(city, "3516", rubble=["3516"]) == {"city": -3, "rubble": -1}
    for work, told in {
        "improved": {"Improved Position": -1},
        "entrenchment construction": {"Improved Position": -1},
        "entrenchment": {"Entrenchment": -2},
        "improved construction": {},
    }.items():
        assert drm(OPEN, "3416", works={"3416": work}) == told


def test_the_fortress_while_its_hq_lives() -> None:
    """Table 4.9, NOR-SU-11: with terrain and Entrenchment."""
    units = {"us.4.8th": "0904", "ge.gar.a": "0903", "ge.hq.cherbourg": "0903"}
    rest = {"city": -3, "Entrenchment": -2}
    works = {"0903": "entrenchment"}
    assert drm(units, "0903", works=works) == {**rest, "fortress": -1}
    del units["ge.hq.cherbourg"]
    assert drm(units, "0903", works=works) == rest


def test_rivers_by_half_the_strength() -> None:
    """Table 4.9: -2 at a bridge of a major river, -3 without; not if less than half attack across."""
    units = {"us.1.16th": "1918", "ge.352.gr914": "2018"}
    assert drm(units, "2018")["major river"] == -2
    assert drm(units, "2018", bridges={"1918/2018": "destroyed"})["major river"] == -3
    dry = {**units, "us.1.18th": "2017"}
    assert drm(dry, "2018")["major river"] == -2
    assert "major river" not in drm({**dry, "us.1.26th": "2017"}, "2018")


def test_a_minor_river_is_the_same_with_a_bridge() -> None:
    """Table 4.9: crossed at -1 with or without bridge."""
    units = {"us.1.16th": "1915", "ge.352.gr914": "1916"}
    for state in ("intact", "destroyed"):
        content = table(units).content
        side = tuple(sorted(map(content.grid.hex, ("1915", "1916"))))
        row = content.rivers[side]  # type: ignore[index]
        found = drm(units, "1916", bridges={"1915/1916": state})
        expected = row.drm_bridge if state == "intact" else row.drm
        assert found[row.title] == expected


def test_several_hexes_count_the_best_for_the_defender() -> None:
    """NOR-CO-09: terrain, position and river are looked at one by one."""
    units = {
        "cw.3c.9th": "3415", "ge.12ss.ss-pzgr25": "3416", "ge.21.pzgr192": "3515",
    }  # fmt: skip
    found = look(units, ["3416", "3515"], works={"3515": "improved"}, bombed=["3416"])
    assert dict(found.modifiers)["Improved Position"] == -1
    assert "Bombed marker on the target" not in dict(found.modifiers)
    assert found.defence == 14


# -- what is given --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "value"), [(0, -2), (1, 0), (2, 1), (3, 2)])
def test_support_points_of_the_attacker(points: int, value: int) -> None:
    """NOR-CO-14"""
    found = drm(OPEN, "3416", stake=Stake(points))
    assert found == ({"support points" if points else "no support point": value} if value else {})


def test_what_both_sides_may_add() -> None:
    """NOR-CO-14, NOR-CO-16, NOR-AA-04"""
    stake = Stake(1, naval="cw", ground=2)
    assert drm(OPEN, "3416", stake=stake) == {"naval gunfire": 1, "Ground Support": 2}
    answer = Stake(1, naval="us", ground=1)
    assert drm(OPEN, "3416", answer=answer) == {
        "defender's support point": -1,
        "defender's naval gunfire": -1,
        "defender's Ground Support": -1,
    }


# -- circumstances --------------------------------------------------------------------------------------


def test_bombed() -> None:
    """NOR-CB-05: two more for the attacker, his Attrition Number one less."""
    plain, bombed = look(OPEN, "3416"), look(OPEN, "3416", bombed=["3416"])
    assert dict(bombed.modifiers)["Bombed marker on the target"] == 2
    assert bombed.white == plain.white - 1


def test_operation_attack() -> None:
    """NOR-OP-13: half of the strength, exactly half is enough."""
    units = {**OPEN, "cw.hq.i": "3613", "cw.3c.8th": "3415", "cw.hq.xxx": "3114"}
    hqs = {"cw.hq.i": ["operation", "supported"], "cw.hq.xxx": ["supported"]}

    def led(second: str) -> bool:
        more = {"cw.3c.9th": {"hq": "cw.hq.i"}, "cw.3c.8th": {"hq": second}}
        return "Operation attack" in dict(look(units, "3416", hqs, more=more).modifiers)

    assert led("cw.hq.i")
    assert led("cw.hq.xxx")
    hqs["cw.3c.9th"] = ["reduced"]
    assert not led("cw.hq.xxx")


def test_unsupported_attackers() -> None:
    """NOR-SL-07: two less if half of the strength or more is of Unsupported HQs."""
    units = {**OPEN, "cw.hq.i": "3613", "cw.3c.8th": "3415", "cw.hq.xxx": "3114"}
    more = {"cw.3c.9th": {"hq": "cw.hq.i"}, "cw.3c.8th": {"hq": "cw.hq.xxx"}}

    def value(states: Mapping[str, Sequence[str]]) -> int:
        return dict(look(units, "3416", states, more=more).modifiers).get(
            "Unsupported attackers", 0
        )

    assert value({}) == -2
    assert value({"cw.hq.i": ["supported"]}) == -2
    assert value({"cw.hq.i": ["supported"], "cw.3c.8th": ["reduced"]}) == 0


def test_combined_arms() -> None:
    """Table 4.14: arm and inf, clear or town, neither arm nor hvy there; flak counts as hvy."""
    units = {"cw.3c.9th": "3415", "cw.2cab": "3415", "ge.12ss.ss-pzgr25": "3416"}
    assert drm(units, "3416") == {"combined arms": 1}
    assert drm({**units, "ge.12ss.ss-pzr12": "3416"}, "3416") == {}
    assert drm({**units, "ge.flk3.1": "3416"}, "3416") == {"heavy weapons in the target": -1}
    assert drm({**units, "ge.s101": "3416"}, "3416") == {"heavy weapons in the target": -1}
    assert drm({**OPEN, "ge.s101": "3416"}, "3416") == {}, "no armour attacks"


def test_hedgerow_cutters() -> None:
    """NOR-CO-22: from T25, in bocage, if every arm unit is US."""
    units = {"us.1.16th": "1718", "us.2a.cca": "1718", "ge.352.gr914": "1818"}
    assert "combined arms" not in drm(units, "1818", turn=24)
    assert drm(units, "1818", turn=25)["combined arms"] == 1
    british = {"cw.3.9th": "1718", "cw.27ab": "1718", "ge.352.gr914": "1818"}
    assert "combined arms" not in drm(british, "1818", turn=25)


def test_a_division_together() -> None:
    """Table 4.14, NOR-SU-04: three of a division, or both of one that has two on the map."""
    three = {"cw.3c.7th": "3415", "cw.3c.8th": "3415", "cw.3c.9th": "3415", "ge.ost642": "3416"}
    assert drm(three, "3416") == {"division together": 1}
    two = {u: h for u, h in three.items() if u != "cw.3c.7th"}
    assert drm(two, "3416") == {"division together": 1}
    assert drm({**two, "cw.3c.7th": "3115"}, "3416") == {}
    corps = {"cw.1ss": "3415", "cw.4ss": "3415", "ge.ost642": "3416"}
    assert drm(corps, "3416") == {}, "corps troops are no division"


def test_concentric() -> None:
    """Table 4.14: from three hexes or more."""
    two = {"cw.3c.9th": "3415", "cw.3.9th": "3315", "ge.ost642": "3416"}
    assert drm(two, "3416") == {}
    assert drm({**two, "cw.15.44th": "3515"}, "3416") == {"concentric attack": 1}


def test_state_of_the_defenders() -> None:
    """Table 4.14: all Disorganized; any Isolated."""
    units = {**OPEN, "ge.ost642": "3416"}
    one = {"ge.ost642": ["disorganized"]}
    assert drm(units, "3416", one) == {}
    both = {**one, "ge.12ss.ss-pzgr25": ["disorganized"]}
    assert drm(units, "3416", both) == {"all defenders Disorganized": 1}
    assert drm(units, "3416", {"ge.ost642": ["isolated"]}) == {"a defender Isolated": 1}


@pytest.mark.parametrize(("weather", "value"), [("rain", -1), ("storm", -2), ("clear", 0)])
def test_weather(weather: str, value: int) -> None:
    """NOR-WX-08: every attack by either side."""
    assert sum(drm(OPEN, "3416", weather=weather).values()) == value
    german = {"cw.3c.9th": "3415", "ge.12ss.ss-pzgr25": "3416"}
    assert sum(drm(german, "3415", weather=weather).values()) == value


def test_the_odds_of_a_declaration_name_what_is_thought_to_be_given() -> None:
    """NOR-CO-17  The support that is asked for afterwards stands behind the numbers; none, where none is."""
    units = {**OPEN, "cw.hq.i": "3414"}
    rich = position("allied.combat", units, states={"cw.hq.i": ["supported"]}, weather="clear", sea="rough", ground=2, sp={"cw2": 3})  # fmt: skip
    attack = next(o.answer for o in asked(rich).options() if o.answer.startswith("attack 3416 "))
    found = asked(rich).odds(attack)
    assert found is not None
    assert re.search(r"; if given: SP of British Second Army \d", found.basis)
    poor = position("allied.combat", units, weather="clear", sea="rough", sp={"cw2": 3})
    plain = asked(poor).odds(attack)
    assert plain is not None
    assert "if given" not in plain.basis


def test_the_lines_of_the_odds_speak_of_modifiers() -> None:
    """NOR-CO-13  No column is shifted: what is added to the dice is called as in the journal."""
    session = position("allied.combat", OPEN, weather="rain", sea="rough")
    attack = next(o.answer for o in asked(session).options() if o.answer.startswith("attack 3416 "))
    (line,) = [text for text in odds_lines(session, attack) if text.startswith("Column ")]
    assert "(modifiers: " in line
