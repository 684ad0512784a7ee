"""Engineering of East Front clause by clause: functions, countdowns, what interrupts them (EF-EN)."""

from __future__ import annotations

import pytest

from tests.games.eastfront.passes import run
from tests.games.eastfront.played import position
from tests.games.eastfront.table import table
from tests.games.table import answers, play, refusal, unit
from wargame.flow.ask import Refusal
from wargame.games.eastfront import nets
from wargame.games.eastfront.capture import pass_through
from wargame.games.eastfront.content import BROAD, STANDARD
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.eligible import reactors, why_no_reaction, why_no_reserve, why_still
from wargame.games.eastfront.labour import WORK, Start, abandon, evacuable, start, why_not_start
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DEMOLISHED,
    DUMP,
    FACTORY,
    FORT,
    GAUGE,
    LEVEL,
    OIL_OUT,
    PORT_HITS,
    RAILED,
    RESOURCES,
    WORKING,
    EfGame,
)
from wargame.games.eastfront.walk import INITIAL

BREST = "1135"
LINE = ("1235", "1334", "1435", "1534", "1634")
RE, CE, X = "G-RE3", "G-CE1", "G-XII"
AXIS = "axis.movement.ground"


def brest(units: dict[str, str], **more: object) -> EfGame:
    """Brest converted, the line behind it Axis and broad."""
    layers = {GAUGE: {BREST: STANDARD}, **more.pop("layers", {})}  # type: ignore[dict-item]
    return table(units, turn=5, own={"axis": [BREST, *LINE]}, layers=layers, **more)  # type: ignore[arg-type]


def begin(g: EfGame, work: str, unit_id: str, where: str) -> Refusal | None:
    """A function is started if it may be; why not."""
    side: Side = g.state.units[unit_id].side  # type: ignore[assignment]
    found = why_not_start(g, g.content.work[work], unit_id, g.grid.hex(where))
    if found is None:
        start(g, side, Start(work, unit_id, g.grid.hex(where)))
    return found


def refuses(g: EfGame, work: str, unit_id: str, where: str) -> str:
    """The rule under which a function is not started; "" if it may be."""
    found = why_not_start(g, g.content.work[work], unit_id, g.grid.hex(where))
    return found.rule if found else ""


def own_turn(g: EfGame, side: Side) -> None:
    """Engineering of a player-turn: phase 4 and phase 11, and what 13.3 clears for engineers."""
    run(g, "engineering.initial", side=side)
    for unit_id in g.board.on_map[side]:
        g.shed(unit_id, WORKING, rule="EF-EP-13")
        g.set_number(unit_id, "jobs", 0, rule="EF-EP-13")


def at_hex(g: EfGame, name: str, where: str) -> int:
    """What a layer holds in a hex."""
    return g.state.layers.get(name, {}).get(g.grid.hex(where), 0)


# -- countdowns -------------------------------------------------------------------------------------


def test_w7_a_line_is_converted() -> None:
    """EF-EN-01, EF-EN-02, EF-EN-11  W7: two C1 of T2 come off in the own phase 4 of T3, not in the enemy's."""
    g = brest({RE: "1235"})
    for h in LINE[:2]:
        assert begin(g, "convert", RE, h) is None
    assert {"C1235": 1, "C1334": 1} == {m.id: m.count for m in g.state.markers.values()}
    own_turn(g, "soviet")
    assert 2 == len(g.state.markers), "markers of the Axis wait for the Axis"
    assert BROAD == at_hex(g, GAUGE, "1235")
    own_turn(g, "axis")
    assert {} == g.state.markers
    assert [STANDARD, STANDARD] == [at_hex(g, GAUGE, h) for h in LINE[:2]]
    g.place(RE, g.grid.hex("1435"), rule="EF-MV-11")
    assert [None, None] == [begin(g, "convert", RE, h) for h in ("1435", "1534")]


@pytest.mark.parametrize(
    ("work", "who", "turns"),
    [
        ("fort 1", "G-CE1", 2),
        ("fort 1", "G-XII", 4),
        ("fort 2", "G-CE1", 4),
        ("fort 3", "G-CE1", 6),
    ],
)
def test_forts(work: str, who: str, turns: int) -> None:
    """EF-EN-01, EF-EN-10, EF-EN-12  C2, C4, C6; 1, 2, 3 SP, an SRP for levels 2 and 3; the engineer stays."""
    level = int(work[-1])
    where = "0635"
    g = table(
        {who: where}, turn=5,
        layers={DUMP: {where: 9}, RESOURCES: {where: 2}, FORT: {where: level - 1}},
    )  # fmt: skip
    assert begin(g, work, who, where) is None
    assert 9 - (max(1, level)) == at_hex(g, DUMP, where)
    assert 2 - (level > 1) == at_hex(g, RESOURCES, where)
    for n in range(turns):
        assert level - 1 == at_hex(g, FORT, where), n
        own_turn(g, "axis")
    assert level == at_hex(g, FORT, where)
    assert not g.state.units[who].ties.get(WORK)


def test_who_may_do_what() -> None:
    """EF-EN-10, EF-UN-01  Table 4.10: railway engineers, construction engineers, combat units of two steps."""
    g = table()
    by = {work.id: set(work.by) for work in g.content.works.work}
    assert {"RE", "CE"} == by["convert"] == by["restore"] == by["mend rail"]
    assert {"CE"} == by["mend port"] == by["fort 2"] == by["fort 3"] == by["airfield"]
    assert {"CE"} == by["blow port"] == by["blow oil"]
    assert {"CE", "X"} == by["fort 1"]
    assert {"RE", "CE", "X"} == by["blow rail"]
    assert "EF-EN-10" == refuses(brest({"G-SST": "1235"}), "blow rail", "G-SST", "1235"), "one step"
    assert "EF-EN-10" == refuses(brest({X: "1235"}), "convert", X, "1235")


def test_what_each_function_needs() -> None:
    """EF-EN-10, EF-EN-14  Own hexes, the right object, SP and SRP; the refusal says what is missing."""
    assert "EF-EN-10" == refuses(
        table({CE: "2033"}, own={"soviet": ["2033"]}), "blow rail", CE, "2033"
    )
    g = table({CE: "0635"}, turn=5, layers={DUMP: {"0635": 0}})
    found = why_not_start(g, g.content.work["airfield"], CE, g.grid.hex("0635"))
    assert found is not None
    assert "takes 1 SP" in found.reason
    for work in ("mend rail", "mend port", "restore", "blow oil", "fort 2", "fort 3"):
        assert "EF-EN-10" == refuses(g, work, CE, "0635"), work
    poor = table(
        {CE: "2033"}, turn=5, layers={DUMP: {"2033": 9}, FORT: {"2033": 1}, RESOURCES: {"2033": 0}}
    )
    poor.state.control[poor.grid.hex("2033")] = "axis"
    found = why_not_start(poor, poor.content.work["fort 2"], CE, poor.grid.hex("2033"))
    assert found is not None
    assert "SRP" in found.reason
    open_ = table(
        {CE: "2033"}, turn=5, layers={DUMP: {"2033": 9}, FORT: {"2033": 2}, RESOURCES: {"2033": 1}}
    )
    assert "EF-EN-10" == refuses(open_, "fort 3", CE, "2033"), "only in cities and fortresses"
    unfed = table({CE: "0635"}, turn=5, layers={DUMP: {"0635": 9}}, numbers={CE: {LEVEL: 1}})
    assert "EF-EN-10" == refuses(unfed, "fort 1", CE, "0635"), "out of supply"
    swamp = table({CE: "2135"}, turn=5, layers={DUMP: {"2135": 9}})
    assert "EF-EN-10" == refuses(swamp, "airfield", CE, "2135"), "a swamp"


# -- railways ---------------------------------------------------------------------------------------


def test_conversion_is_joined_to_the_net() -> None:
    """EF-EN-10  In or next to the engineer, from a usable hex or one begun this turn; RE two, CE one."""
    g = brest({RE: "1334", CE: "1235"})
    assert "EF-EN-10" == refuses(g, "convert", RE, "1334"), "nothing joins it yet"
    assert "EF-EN-10" == refuses(g, "convert", RE, "1634"), "too far from the engineer"
    assert begin(g, "convert", CE, "1235") is None
    assert "EF-EN-10" == refuses(g, "convert", CE, "1334"), "CE have one hex"
    assert [None, None] == [begin(g, "convert", RE, h) for h in ("1334", "1435")]
    assert "EF-EN-14" == refuses(brest_with_marker(), "convert", RE, "1235")


def brest_with_marker() -> EfGame:
    """Conversion of 1235 under way."""
    g = brest({RE: "1235"})
    g.lay("C1235", "convert", side="axis", where=g.grid.hex("1235"), count=1, rule="EF-EN-10")
    return g


def test_three_hexes_from_a_railhead() -> None:
    """EF-EN-19  At most three in a player-turn, however many engineers; the next turn three more."""
    g = brest({RE: "1334", "G-RE4": "1435", CE: "1235"})
    assert begin(g, "convert", CE, "1235") is None
    assert [None, None] == [begin(g, "convert", RE, h) for h in ("1334", "1435")]
    assert "EF-EN-19" == refuses(g, "convert", "G-RE4", "1534")
    own_turn(g, "axis")
    assert begin(g, "convert", "G-RE4", "1534") is None


def test_engineers_among_enemies() -> None:
    """EF-EN-16  In EZOC they only demolish; a hex in EZOC is not converted."""
    g = brest({RE: "1235", CE: "1235", "S-47": "1335"}, layers={DUMP: {"1235": 5}})
    for work in ("convert", "airfield", "fort 1"):
        who = RE if work == "convert" else CE
        assert "EF-EN-16" == refuses(g, work, who, "1235"), work
    assert begin(g, "blow rail", RE, "1235") is None
    g = brest({RE: BREST, X: "1235", "S-47": "1335"})
    assert "EF-EN-10" == refuses(g, "convert", RE, "1235"), "own units help supply alone (EF-ZC-03)"


def test_engineers_that_came_by_rail_work() -> None:
    """EF-EN-16  Rail-moved engineers may start; combat units that rode may not."""
    g = brest({RE: "1235", X: "1235"}, states={RE: [RAILED], X: [RAILED]})
    assert "EF-EN-16" == refuses(g, "blow rail", X, "1235")
    assert begin(g, "convert", RE, "1235") is None


def test_demolition() -> None:
    """EF-EN-10, EF-EN-17, EF-RA-10  D1 works in the own next phase 4, without an engineer; RE restore it in C1, CE in C2."""
    g = table({"S-RB2": "2131"}, turn=2)
    assert begin(g, "blow rail", "S-RB2", "2131") is None
    g.place("S-RB2", g.grid.hex("3827"), rule="EF-MV-11")
    assert nets.usable(g, "soviet") >> g.grid.hex("2131") & 1
    own_turn(g, "soviet")
    assert 1 == at_hex(g, DEMOLISHED, "2131")
    assert not nets.usable(g, "soviet") >> g.grid.hex("2131") & 1
    sappers = next(
        u for u, k in sorted(g.content.units.items()) if k.cls == "CE" and k.side == "soviet"
    )  # fmt: skip
    for who, turns in (("S-RB2", 1), (sappers, 2)):
        g.set_layer(DEMOLISHED, {g.grid.hex("2131"): 1}, rule="EF-EN-17")
        g.place(who, g.grid.hex("2131"), rule="EF-MV-11")
        assert begin(g, "restore", who, "2131") is None
        for _ in range(turns):
            assert at_hex(g, DEMOLISHED, "2131")
            own_turn(g, "soviet")
        assert not at_hex(g, DEMOLISHED, "2131")


def test_demolition_prevented() -> None:
    """EF-EN-10, EF-EN-12  W7: the marker goes without effect when an enemy combat unit takes the hex in between."""
    g = table({"S-RB2": "2132", X: "2031"}, turn=2, own={"soviet": ["2131"]})
    g.place("S-RB2", g.grid.hex("2131"), rule="EF-MV-11")
    assert begin(g, "blow rail", "S-RB2", "2131") is None
    g.place("S-RB2", g.grid.hex("2132"), rule="EF-ZC-04")
    g.place(X, g.grid.hex("2131"), rule="EF-MV-11")
    pass_through(g, (X,), g.grid.hex("2131"))
    assert {} == g.state.markers
    own_turn(g, "soviet")
    assert not at_hex(g, DEMOLISHED, "2131")


def test_repairs() -> None:
    """EF-EN-04, EF-EN-15, EF-EN-17  A Repair marker comes off in the own phase 11 and takes a Rail Break or one port hit."""
    g = table({"S-RB2": "2131"}, turn=5, broken=["2131"])
    assert not nets.usable(g, "soviet") >> g.grid.hex("2131") & 1, "a break blocks the hex"
    assert begin(g, "mend rail", "S-RB2", "2131") is None
    assert not nets.usable(g, "soviet") >> g.grid.hex("2131") & 1, "no help in 5.2"
    run(g, "engineering.secondary", side="axis")
    assert 1 == at_hex(g, BREAK, "2131"), "not in the enemy's phase"
    run(g, "engineering.secondary", side="soviet")
    assert (0, {}) == (at_hex(g, BREAK, "2131"), g.state.markers)
    assert nets.usable(g, "soviet") >> g.grid.hex("2131") & 1, "but in 12.2"
    port = table({CE: "0328"}, turn=5, layers={PORT_HITS: {"0328": 2}, DUMP: {"0328": 1}})
    assert begin(port, "mend port", CE, "0328") is None
    assert 0 == at_hex(port, DUMP, "0328")
    run(port, "engineering.secondary", side="axis")
    assert 1 == at_hex(port, PORT_HITS, "0328")


def test_repair_stands_alone() -> None:
    """EF-EN-14  One construction and one demolition in a hex; Repair with neither on the same object."""
    g = brest(
        {RE: "1235", "G-RE4": "1235", CE: "1235"}, broken=["1235"], layers={DUMP: {"1235": 9}}
    )
    assert begin(g, "mend rail", RE, "1235") is None
    assert "EF-EN-14" == refuses(g, "blow rail", "G-RE4", "1235")
    assert begin(g, "airfield", CE, "1235") is None, "another object"
    other = brest(
        {RE: "1235", "G-RE4": "1235", CE: "1235"}, broken=["1235"], layers={DUMP: {"1235": 9}}
    )
    assert begin(other, "blow rail", RE, "1235") is None
    assert "EF-EN-14" == refuses(other, "mend rail", "G-RE4", "1235")
    assert "EF-EN-14" == refuses(other, "blow rail", "G-RE4", "1235")
    assert begin(other, "airfield", CE, "1235") is None, "a construction beside a demolition"


# -- ports, oil, factories --------------------------------------------------------------------------


def test_ports_and_oil() -> None:
    """EF-EN-10  D2: a port takes four hits or two; an oil hex gives nothing for 24 turns; an airfield is laid out in C1."""
    g = table({CE: "0328"}, turn=5, layers={DUMP: {"0328": 2}})
    assert begin(g, "blow port", CE, "0328") is None
    for hits in (0, 4):
        own_turn(g, "axis")
        assert hits == at_hex(g, PORT_HITS, "0328"), "Danzig is a major port"
    assert begin(g, "airfield", CE, "0328") is None
    own_turn(g, "axis")
    assert 1 == at_hex(g, AIRFIELD, "0328")
    oil = g.grid.name(g.content.production.factories.ploesti)
    g = table({CE: oil}, turn=5)
    assert begin(g, "blow oil", CE, oil) is None
    own_turn(g, "axis")
    own_turn(g, "axis")
    assert 29 == at_hex(g, OIL_OUT, oil)


def test_factories_leave() -> None:
    """EF-EN-10, EF-RA-19  C3; an SRP and three capacity a point; on a fed net; they open again after eight turns."""
    g = table(turn=5)
    where = next(g.grid.name(h) for h, n in sorted(g.state.layers[FACTORY].items()) if n > 2)
    h = g.grid.hex(where)
    points = at_hex(g, FACTORY, where)
    g.set_layer(RESOURCES, dict.fromkeys(g.state.layers[RESOURCES], 0), rule="EF-SP-21")
    nets.set_pots(g, "soviet")
    assert 0 == evacuable(g, h), "no SRP"
    g.set_layer(RESOURCES, {g.grid.hex("3827"): 2}, rule="EF-SP-21")
    assert 2 == evacuable(g, h)
    net = nets.net_at(g, "soviet", h)
    assert net is not None
    nets.spend(g, "soviet", net, 31, rule="EF-RA-14")
    assert 1 == evacuable(g, h), "five capacity are left"
    start(g, "soviet", Start("evacuate", "", h, 1))
    assert (2, 1) == (nets.left(g, "soviet", net), at_hex(g, RESOURCES, "3827"))
    for _ in range(3):
        assert points == at_hex(g, FACTORY, where)
        own_turn(g, "soviet")
    assert points - 1 == at_hex(g, FACTORY, where)
    assert ["13 1"] == [*g.state.lists["factories moved"]]
    assert 0 == evacuable(table(turn=5, broken=[where]), h), "no fed net"


# -- what interrupts --------------------------------------------------------------------------------


def test_work_without_an_engineer() -> None:
    """EF-EN-12, EF-EN-10  C stays only if another engineer is there in the own phase 4; D needs none."""
    for there, kept in (("", False), ("G-CE2", True)):
        g = table({CE: "0635"}, turn=5, layers={DUMP: {"0635": 5}})
        assert begin(g, "fort 1", CE, "0635") is None
        g.place(CE, g.grid.hex("0735"), rule="EF-MV-11")
        if there:
            other = next(
                u for u, k in sorted(g.content.units.items())
                if k.cls == "CE" and k.side == "axis" and u != CE
            )  # fmt: skip
            g.place(other, g.grid.hex("0635"), rule="EF-MV-11")
        own_turn(g, "axis")
        assert kept == ("C0635" in g.state.markers)


def test_combat_units_at_work_are_frozen() -> None:
    """EF-EN-18, EF-EN-10  They do not react or become Reserve; when they go, the marker is removed."""
    g = table(
        {X: "0635", "G-XXIV": "0735", "A-HP2": "0635"},
        turn=5,
        layers={DUMP: {"0635": 5, "0735": 5}},
    )
    for unit_id, where in ((X, "0635"), ("G-XXIV", "0735")):
        assert begin(g, "fort 1", unit_id, where) is None
        found = [
            why_no_reserve(g, unit_id),
            why_no_reaction(g, unit_id),
            why_still(g, unit_id, INITIAL),
        ]
        assert ["EF-EN-18", "EF-EN-18", "EF-EN-10"] == [f.rule for f in found if f]
    assert "G-XXIV" not in reactors(g, "axis")
    own_turn(g, "axis")
    assert why_still(g, X, INITIAL) is None, "next turn it may go"
    abandon(g, X)
    assert ["C0735"] == sorted(g.state.markers)


def test_an_engineer_at_work_stays() -> None:
    """EF-EN-03, EF-EN-13, EF-EN-10  Work starts in 5.2 after a march; then no more moves this player-turn."""
    session = position(
        AXIS, {RE: BREST}, turn=5, control={"axis": [BREST, *LINE]}, gauge={BREST: STANDARD}
    )
    play(session, f"move {RE} 1135-1235", f"start convert {RE} 1235", f"start convert {RE} 1334")
    assert "EF-EN-10" == refusal(session, f"start convert {RE} 1435").rule
    assert "C1235" in session.state.markers
    assert WORKING in unit(session, RE).states
    again = position(
        AXIS, {RE: "1235"}, turn=5, control={"axis": [BREST, *LINE]}, gauge={BREST: STANDARD}
    )
    play(again, f"start convert {RE} 1235")
    assert "EF-EN-10" == refusal(again, f"move {RE} 1235-1135").rule
    assert "EF-EN-10" == refusal(again, f"rail {RE} {BREST}").rule
    exploit = position("axis.exploit.move", {RE: "1235", "G-XXIV": "1235"}, turn=5)
    assert not any(a.startswith("start") for a in answers(exploit)), "EF-EX-10"
    assert refusal(exploit, f"start convert {RE} 1235").rule
