"""Supply: sources, lines, the three statuses, attrition (NOR-SU, NOR-HQ-01)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.games.normandy.table import (
    EPSOM,
    events,
    left,
    notes,
    position,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy.armies import is_supported
from wargame.games.normandy.content import load_content
from wargame.games.normandy.overlays import OVERLAYS
from wargame.games.normandy.supply import Lines, statuses
from wargame.games.normandy.supply_ground import sources
from wargame.model import events as ev

CONTENT = load_content("campaign")
LAND = tuple(CONTENT.grid.name(h) for h in sorted(CONTENT.land))
QUIET = {"us.101.501stpir": "1812", "ge.331.gr559": "5130"}
"""A unit of each side far from everything, so that the table is never empty."""


def status(
    units: Mapping[str, str], *, turn: int = 30, allied: Sequence[str] = LAND, **more: Any
) -> Session:
    """After the statuses are found: all land is Allied but for *german* where *allied* is not given."""
    whole = {"allied": list(allied), "german": [h for h in LAND if h not in {*allied}]}
    return position("mutual.supply.status", units, turn=turn, control=whole, **more)


def found(session: Session, *units: str) -> list[str]:
    """In, out or isolated, as it is marked."""
    words = {"out of supply": "out", "isolated": "isolated"}
    return [next((w for s, w in words.items() if s in states(session, u)), "in") for u in units]


# -- lines ------------------------------------------------------------------------------------------


def test_unit_lines_are_six_and_eight_hexes_and_two_more_in_an_operation() -> None:
    """NOR-SU-05, NOR-OP-14, NOR-SU-08"""
    units = {"us.hq.v": "2511", "us.1.16th": "2517", "us.1.18th": "2518", "us.1.26th": "2519"}
    assert found(status(units), "us.1.16th", "us.1.18th", "us.1.26th") == ["in", "out", "out"]
    row = {"us1": {"turn": 1, "hqs": ["us.hq.v"], "hexes": []}}
    busy = status(units, operations=row)
    assert found(busy, "us.1.16th", "us.1.18th", "us.1.26th") == ["in", "in", "in"]
    german = {"ge.hq.lxxxiv": "2020", "ge.352.gr914": "2028", "ge.352.gr915": "2029"}
    assert found(status(german, allied=()), "ge.352.gr914", "ge.352.gr915") == ["in", "out"]


def test_an_hq_line_is_four_hexes_and_then_a_road_to_a_source() -> None:
    """NOR-SU-06, NOR-SU-07  Without a source left everybody is Isolated."""
    units = {"ge.hq.lxxxiv": "2018", "ge.352.gr914": "2019"}
    assert found(status(units, allied=()), *units) == ["in", "in"]
    lost = status(units, allied=(), areas=dict.fromkeys("ABCDE", "allied"))
    assert found(lost, *units) == ["isolated", "isolated"]


def test_sources_are_beaches_ports_and_areas_of_the_nation() -> None:
    """NOR-SU-07, NOR-SL-11"""
    held = ["1810", "2511", "2711"]
    session = status({"us.hq.v": "2511"}, allied=held, turn=20, ports={"port-en-bessin": 3},
                     areas={"B": "allied", "E": "allied"})  # fmt: skip
    g, name = session.game, session.game.grid.name
    assert {name(h) for h in sources(g, "us")} == {"1810", "2511", "1640", "3040"}
    assert {name(h) for h in sources(g, "cw")} == {"2711"}
    german = {name(h) for h in sources(g, "ge")}
    assert german == {"0134", "0940", "4540", "5434", "5428"}


def test_the_small_scenario_names_its_sources() -> None:
    """Section 8.2"""
    session = position("mutual.supply.status", scenario=EPSOM, turn=10, clear=False)
    g = session.game
    assert {g.grid.name(h) for h in sources(g, "ge")} == {"3321", "3617", "3822"}
    assert set(statuses(g).values()) == {""}


def test_EX_06_supply_through_a_bridge_and_a_held_zone() -> None:
    """NOR-SU-05, NOR-ZC-05, NOR-SU-12  T2: 508th PIR over 1411-1510; without the bridge it is cut off."""
    units = {
        "us.82.508thpir": "1411", "us.82.505thpir": "1510", "us.4.8th": "1611", "us.82.325thgir": "1611",
        "us.hq.vii": "1810", "ge.91.gr1058": "1509",
    }  # fmt: skip
    held = ["1410", "1411", "1510", "1609", "1610", "1611", "1709", "1710", "1711", "1810", "1811"]
    more: dict[str, Any] = {"states": {"ge.91.gr1058": ["reduced"]}, "turn": 2, "allied": held}
    assert found(status(units, **more), "us.82.508thpir") == ["in"]
    alone = {u: h for u, h in units.items() if h != "1611"}
    assert found(status({**alone, "us.4.8th": "1711"}, **more), "us.82.508thpir") == ["in"]
    open_ = status({**alone, "us.4.8th": "1711", "us.82.505thpir": "1711"}, **more)
    assert found(open_, "us.82.508thpir") == ["out"], "1510 is in EZOC and nobody holds it"
    cut = {**more, "bridges": {"1411/1510": "destroyed"}}
    assert found(status(units, **cut), "us.82.508thpir") == ["out"]
    late = {**cut, "turn": 4}
    assert found(status(units, **late), "us.82.508thpir") == ["isolated"]
    other = {"us.4.12th" if u == "us.82.508thpir" else u: h for u, h in units.items()}
    assert found(status(other, **cut), "us.4.12th") == ["isolated"], "no airborne unit"


def test_enemy_control_zones_and_units_bar_a_line_unless_a_friend_is_there() -> None:
    """NOR-SU-05, NOR-SU-06"""
    units = {"us.hq.v": "2511", "us.1.16th": "2514"}
    strip = ["2511", "2512", "2513", "2514"]
    assert found(status(units, allied=strip), "us.1.16th") == ["in"]
    assert found(status(units, allied=["2511", "2512", "2514"]), "us.1.16th") == ["isolated"]
    enemy = {**units, "ge.352.gr914": "2413"}
    assert found(status(enemy, allied=strip), "us.1.16th") == ["isolated"]
    friends = {**enemy, "us.1.18th": "2513", "us.1.26th": "2512"}
    assert found(status(friends, allied=strip), "us.1.16th") == ["in"]


def test_the_first_hex_is_never_tested_and_the_last_one_is() -> None:
    """NOR-SU-05, R-108"""
    strip = ["2511", "2512", "2513"]
    units = {"us.hq.v": "2511", "us.1.16th": "2513", "ge.352.gr914": "2614"}
    session = status(units, allied=strip)
    assert session.game.board.zoc["german"][session.game.grid.hex("2513")]
    assert found(session, "us.1.16th") == ["in"]
    shut = {"us.hq.v": "2513", "us.1.16th": "2512", "ge.352.gr914": "2614"}
    other = status(shut, allied=strip)
    lines = Lines(other.game, "us")
    assert lines.traced["us.1.16th"] == []
    assert found(other, "us.1.16th", "us.hq.v") == ["out", "in"]


def test_only_hqs_of_the_own_nation_count() -> None:
    """NOR-SU-04, NOR-SU-08"""
    session = status({"cw.hq.xxx": "3112", "us.1.16th": "2613", "us.hq.v": "4025"}, allied=LAND)
    assert "cw.hq.xxx" not in Lines(session.game, "us").hqs
    assert found(session, "us.1.16th") == ["out"]


def test_a_displaced_hq_feeds_nobody_until_the_second_segment() -> None:
    """NOR-HQ-01, NOR-SU-10, R-109"""
    units = {"us.hq.v": "2511", "us.1.16th": "2512"}
    session = status(units, more={"us.hq.v": {"silent": 2}})
    assert found(session, "us.1.16th", "us.hq.v") == ["out", "in"]
    assert unit(session, "us.hq.v").numbers["silent"] == 1
    again = status(units, more={"us.hq.v": {"silent": 1}})
    assert found(again, "us.1.16th") == ["in"]


# -- reach, zones, exceptions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "far", "wanted"),
    [(2, "2517", "in"), (2, "2518", "out"), (4, "2519", "in"), (4, "2520", "out"), (8, "2524", "out"),
     (24, "2525", "in"), (24, "2526", "out"), (25, "2526", "in")],
)  # fmt: skip
def test_the_reach_of_the_build_up(turn: int, far: str, wanted: str) -> None:
    """NOR-SU-14  6 hexes on T1-T2, 8 on T3-T4, 12 on T5-T8, 14 until T24, then no limit."""
    near = CONTENT.grid.name(CONTENT.grid.hex(far) - 2)
    session = status({"us.1.16th": far, "us.hq.v": near}, turn=turn)
    if wanted == "out":
        assert "us.1.16th" in [u for n in notes(session, "reach") for u in n["units"]]
    assert found(session, "us.1.16th") == [wanted]


def test_an_hq_beyond_the_reach_supplies_nobody() -> None:
    """NOR-SU-10, NOR-SU-14"""
    session = status({"us.hq.v": "2518", "us.1.16th": "2516"}, turn=2)
    assert found(session, "us.hq.v", "us.1.16th") == ["out", "out"]


def test_out_of_supply_at_best_in_the_wrong_zone() -> None:
    """NOR-BD-04, NOR-BD-06"""
    units = {"us.hq.v": "2612", "us.1.16th": "2813"}
    session = status(units)
    assert found(session, "us.1.16th") == ["out"]
    assert notes(session, "wrong_zone") == [{"units": ("us.1.16th",)}]
    assert found(status(units, boundary=29), "us.1.16th") == ["in"]


@pytest.mark.parametrize(("turn", "wanted"), [(5, "in"), (6, "out")])
def test_the_coast_feeds_early_germans_who_are_supported_by_seventh_army(
    turn: int, wanted: str
) -> None:
    """NOR-SU-13, NOR-SL-07"""
    units = {"ge.hq.lxxxiv": "2018", "ge.352.gr914": "4229", "ge.hq.iifj": "1530"}
    session = status(
        units,
        allied=(),
        turn=turn,
        states={"ge.hq.iifj": ["supported"]},
        more={"ge.352.gr914": {"hq": "ge.hq.lxxxiv"}},
    )
    assert found(session, "ge.352.gr914") == [wanted]
    assert ("_coast" in unit(session, "ge.352.gr914").states) is (wanted == "in")
    assert is_supported(session.game, "ge.352.gr914") is (wanted == "in")
    alone = status(
        {**units, "ge.hq.lxxxiv": "2018"}, turn=turn, allied=[h for h in LAND if h != "4229"]
    )
    assert found(alone, "ge.352.gr914") == ["isolated"], "Isolated stays Isolated"


def test_round_the_fortress_nobody_is_isolated_while_its_hq_lives() -> None:
    """NOR-SU-11  In or next to a fortress hex, three hexes to the Fortress HQ."""
    units = {"ge.hq.cherbourg": "0903", "ge.gar.b": "0904", "ge.gar.a": "0905"}
    town = {"0903", "0804", "0904", "0905", "0805"}
    land = [h for h in LAND if h not in town]
    assert found(status(units, allied=land, turn=10), *units) == ["out", "out", "isolated"]
    gone = {u: h for u, h in units.items() if u != "ge.hq.cherbourg"}
    assert found(status(gone, allied=land, turn=10), "ge.gar.b") == ["isolated"]


def test_the_exceptions_do_not_build_on_each_other() -> None:
    """NOR-SU-11, NOR-SU-13  At Cherbourg on T5: raised to Out of Supply, not on to In Supply."""
    units = {"ge.hq.cherbourg": "0903", "ge.gar.b": "0904"}
    land = [h for h in LAND if h not in {"0903", "0804", "0904"}]
    assert found(status(units, allied=land, turn=5), *units) == ["out", "out"]


def test_off_the_map_supply_follows_the_area() -> None:
    """NOR-SU-15"""
    units = {"ge.352.gr914": "area A", "ge.352.gr915": "area B", **QUIET}
    session = status(units, turn=20, areas={"A": "allied"})
    assert found(session, "ge.352.gr914", "ge.352.gr915") == ["out", "in"]


def test_a_status_is_found_anew_and_told() -> None:
    """NOR-SU-01, NOR-SU-02, NOR-SU-03  What was marked before goes; nobody else's marks are touched."""
    units = {"us.hq.v": "2511", "us.1.16th": "2512", **QUIET}
    before = {"us.1.16th": ["out of supply"]}
    session = status(units, states=before)
    assert found(session, "us.1.16th") == ["in"]
    assert any(n["side"] == "allied" for n in notes(session, "in_supply")) is (
        found(session, "us.101.501stpir") == ["in"]
    )


# -- attrition --------------------------------------------------------------------------------------


def pocket(dice: list[int], *, before: int, unit_id: str = "ge.3fj.fjr5", **more: Any) -> Session:
    """One German unit with enemies' land all round it."""
    units = {unit_id: "1818", "us.1.16th": "2512", "us.hq.v": "2511"}
    return status(units, allied=[h for h in LAND if h != "1818"], dice=dice,
                  more={unit_id: {"found_isolated": before}}, **more)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "die", "reduced"), [(0, 6, False), (1, 4, False), (1, 5, True), (2, 6, True)]
)
def test_EX_18_the_second_time_running_a_five_costs_a_step(
    before: int, die: int, reduced: bool
) -> None:
    """NOR-SU-09"""
    session = pocket([die], before=before)
    assert unit(session, "ge.3fj.fjr5").numbers["isolated"] == before + 1
    thrown = [e for e in events(session, ev.DiceRolled) if e.kind == "isolation"]
    assert len(thrown) == (1 if before else 0)
    assert ("reduced" in states(session, "ge.3fj.fjr5")) is reduced


def test_a_better_status_between_begins_the_count_anew() -> None:
    """NOR-SU-09, EX-18"""
    session = status({"ge.hq.lxxxiv": "2018", "ge.3fj.fjr5": "2019"}, allied=(),
                     more={"ge.3fj.fjr5": {"found_isolated": 1}})  # fmt: skip
    assert unit(session, "ge.3fj.fjr5").numbers["isolated"] == 0
    assert not [e for e in events(session, ev.DiceRolled) if e.kind == "isolation"]


def test_all_dice_are_thrown_before_steps_are_lost_the_allies_first() -> None:
    """NOR-SU-09, NOR-SU-15, NOR-VP-05  A last step lost so is lost in a pocket."""
    units = {"ge.3fj.fjr5": "1818", "us.1.16th": "3030", "ge.3fj.fjr8": "4229"}
    session = position(
        "mutual.supply.status", units, turn=30, dice=[5, 5, 4],
        control={"allied": ["3030"], "german": [h for h in LAND if h != "3030"]},
        areas=dict.fromkeys("ABCDE", "allied"), states={"ge.3fj.fjr5": ["cadre"]},
        more={u: {"found_isolated": 1} for u in units},
    )  # fmt: skip
    thrown = [e.unit for e in events(session, ev.DiceRolled) if e.kind == "isolation"]
    assert thrown == ["us.1.16th", "ge.3fj.fjr5", "ge.3fj.fjr8"]
    order = [
        type(e).__name__
        for e in session.game.journal
        if (isinstance(e, ev.DiceRolled) and e.kind == "isolation")
        or (isinstance(e, ev.Noted) and e.what == "loses_step")
    ]
    assert order == ["DiceRolled"] * 3 + ["Noted"] * 2
    assert unit(session, "ge.3fj.fjr5").box == "eliminated"
    assert track(session, "pockets") == 1
    assert "reduced" in states(session, "us.1.16th")
    assert "reduced" not in states(session, "ge.3fj.fjr8")


def test_hqs_and_guns_do_not_starve() -> None:
    """NOR-SU-09  A combat unit."""
    session = pocket([6], before=3, unit_id="ge.wrf7")
    assert found(session, "ge.wrf7") == ["isolated"]
    assert not [e for e in events(session, ev.DiceRolled) if e.kind == "isolation"]


# -- the whole campaign -----------------------------------------------------------------------------


def test_all_statuses_of_the_set_up_are_found_in_few_steps() -> None:
    """NOR-SU-15  Every unit of the campaign, both sides: lines are found once a nation, not once a unit."""
    session = position("mutual.supply.status", turn=1, clear=False)
    g = session.game
    everybody = statuses(g)
    on_map = sum(u.hex >= 0 for u in g.state.units.values())
    assert len(everybody) == on_map
    assert _calls(lambda: statuses(g)) < 40 * on_map
    assert left(session) == 0


def _calls(work: Callable[[], object]) -> int:
    """How often a function was called: the same on every machine, however busy."""
    found = 0

    def count(_frame: object, event: str, _facts: object) -> None:
        nonlocal found
        found += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def test_the_table_shows_the_lines_of_the_headquarters() -> None:
    """NOR-SU-06  An overlay for each nation; who has no line is named."""
    shown = {overlay.id: overlay for overlay in OVERLAYS if overlay.id.startswith("supply")}
    assert set(shown) == {"supply-us", "supply-cw", "supply-ge"}
    session = status({"us.hq.v": "2514", "us.1.16th": "2515", "ge.hq.lxxxiv": "3030"})
    g = session.game
    american = shown["supply-us"].view(g, g.grid.hex("2514"))
    assert "every unit is in supply" in american.lines
    german = shown["supply-ge"].view(g, g.grid.hex("2514"))
    assert any("LXXXIV" in line for line in german.lines)
