"""Railways of East Front clause by clause: usable hexes, nets, pots, captured track, trains (EF-RA)."""

from __future__ import annotations

import pytest

from tests.games.eastfront.played import position, until
from tests.games.eastfront.table import table
from tests.games.table import answers, at, is_legal, play, refusal, unit
from wargame.flow.session import Session
from wargame.games.eastfront import nets
from wargame.games.eastfront.asks.rail import RailVerb, rail_price
from wargame.games.eastfront.asks.supply import Rails, Train, TrainVerb
from wargame.games.eastfront.capture import pass_through
from wargame.games.eastfront.content import BROAD, STANDARD
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.state import (
    BULGARIA_CLOSED,
    CUT,
    DEMOLISHED,
    GAUGE,
    ISOLATED,
    MP,
    RESOURCES,
    UNPREPARED,
    EfGame,
)
from wargame.hexes.bits import members

AXIS, SOVIET = "axis.movement.ground", "soviet.movement.ground"
BREST, WARSAW, MINSK, MOSCOW, KIEV = "1135", "0635", "2032", "3827", "2843"
LINE = ("1235", "1334", "1435", "1534", "1634")
"""The broad-gauge line from Brest on."""


def usable(g: EfGame, side: Side, where: str) -> bool:
    """Whether a side may use a rail hex."""
    return bool(nets.usable(g, side) >> g.grid.hex(where) & 1)


def net_of(g: EfGame, side: Side, where: str) -> nets.RailNet:
    """The net of a hex."""
    found = nets.net_at(g, side, g.grid.hex(where))
    assert found is not None
    return found


# -- usable hexes and nets --------------------------------------------------------------------------


def test_usable_hexes() -> None:
    """EF-RA-10, EF-EN-17  Own control, own gauge, no break, no demolition, no enemy, no EZOC but where own units stand."""
    assert usable(table(), "soviet", MINSK)
    assert not usable(table(), "axis", MINSK)
    assert not usable(table(own={"axis": [MINSK]}), "axis", MINSK), "the gauge is foreign"
    standard = {GAUGE: {MINSK: STANDARD}}
    assert usable(table(own={"axis": [MINSK]}, layers=standard), "axis", MINSK)
    assert not usable(table(layers=standard), "soviet", MINSK)
    assert not usable(table(broken=[MINSK]), "soviet", MINSK)
    assert not usable(table(layers={DEMOLISHED: {MINSK: 1}}), "soviet", MINSK)
    assert not usable(table({"G-XII": "2033"}), "soviet", MINSK)
    assert usable(table({"G-XII": "2033", "S-47": MINSK}), "soviet", MINSK)
    assert usable(table({"G-S1": "2033"}), "soviet", MINSK)
    g = table({"G-S1": MINSK}, own={"soviet": [MINSK]})
    assert not usable(g, "soviet", MINSK), "an enemy unit stands there"


def test_lines_that_open_late() -> None:
    """EF-RA-10  A line is used from the turn in which it opens."""
    content = table().content
    opens = sorted({turn for turn in content.rail_steps.values() if turn > 1})
    assert opens
    first = opens[0]
    a, b = next(step for step, turn in sorted(content.rail_steps.items()) if turn == first)
    assert b not in content.rail_links(first - 1)[a]
    assert b in content.rail_links(first)[a]


def test_closed_countries_have_no_railways() -> None:
    """EF-RA-10, EF-HC-05  The rails of Bulgaria serve nobody while it is closed."""
    for shut in (1, 0):
        g = table(tracks={BULGARIA_CLOSED: shut})
        rails = [h for h in g.content.gauge if g.content.nation[h] == "B"]
        assert rails
        assert bool(shut) != any(nets.usable(g, "axis") >> h & 1 for h in rails)


def test_finland_is_a_net_of_its_own() -> None:
    """EF-RA-10  Its broad gauge serves the Axis inside Finland alone and never joins the other net."""
    g = table(turn=5, tracks={"finland closed": 0})
    finnish = net_of(g, "axis", "1814")
    assert {"F"} == {g.content.nation[h] for h in members(finnish.hexes)}
    assert not finnish.hexes & net_of(g, "axis", WARSAW).hexes
    assert finnish.fed


def test_nets() -> None:
    """EF-RA-11  Joined usable hexes are a net; it is fed with an own source in it."""
    g = table(turn=5)
    main = net_of(g, "soviet", MINSK)
    assert main.fed
    assert main.hexes >> g.grid.hex(MOSCOW) & 1
    cut = [g.grid.name(h) for h in g.content.rail_links(5)[g.grid.hex(MINSK)]]
    island = net_of(table(turn=5, broken=cut), "soviet", MINSK)
    assert (1, False) == (island.hexes.bit_count(), island.fed)


# -- capacity ---------------------------------------------------------------------------------------


def pots(g: EfGame, side: Side) -> list[int]:
    """The capacities of the nets of a side that have any, the greatest first."""
    return sorted((n for _, n in nets.capacities(g, side) if n), reverse=True)


@pytest.mark.parametrize(("turn", "soviet"), [(1, 20), (2, 36), (73, 36), (74, 44), (122, 50)])
def test_capacities(turn: int, soviet: int) -> None:
    """EF-RA-12, EF-RA-18  Table 4.15: the main nets and the Finnish one; the Soviet net grows by dates."""
    g = table(turn=turn, tracks={"finland closed": 0})
    assert [30, 5] == pots(g, "axis")
    assert soviet == pots(g, "soviet")[0]


def test_capacity_east_of_the_border() -> None:
    """EF-RA-15  Twelve points to T37, then eighteen."""
    assert [12, 12, 18] == [nets.east_left(table(turn=t)) for t in (3, 37, 38)]


def test_cut_nets_have_pots_of_their_own() -> None:
    """EF-RA-12  A Caucasus net apart has 10; any other 2 for a major city and 1 for a city."""
    g = table(turn=5)
    around = [
        g.grid.name(n) for n in g.content.rail_links(5)[g.grid.hex(MINSK)]
    ]  # fmt: skip
    island = table(turn=5, broken=around)
    assert 2 == dict(nets.capacities(island, "soviet"))[net_of(island, "soviet", MINSK)]
    links = g.content.rail_links(5)
    south = [g.grid.name(h) for h in g.content.gauge if links[h] and g.grid.row(h) == 55]
    apart = table(turn=5, broken=south)
    baku = {net: n for net, n in nets.capacities(apart, "soviet") if n == 10}
    assert 1 == len(baku)
    assert not next(iter(baku)).hexes >> g.grid.hex(MOSCOW) & 1


def test_a_net_that_is_cut() -> None:
    """EF-RA-12  The part with the most sources keeps the pot, the other has none till the next player-turn."""
    g = table(turn=5)
    nets.set_pots(g, "soviet")
    main = net_of(g, "soviet", MINSK)
    nets.spend(g, "soviet", main, 6, rule="EF-RA-14")
    around = g.content.rail_links(5)[g.grid.hex(MINSK)]
    g.set_layer("rail break", dict.fromkeys(around, 1), rule="EF-AR-10")
    assert 0 == nets.left(g, "soviet", net_of(g, "soviet", MINSK))
    assert 30 == nets.left(g, "soviet", net_of(g, "soviet", MOSCOW))
    g.set_layer("rail break", dict.fromkeys(around, 0), rule="EF-EN-15")
    assert 30 == nets.left(g, "soviet", net_of(g, "soviet", MINSK)), "joined again"


def test_nets_that_join() -> None:
    """EF-RA-12  The larger of the two pots serves both."""
    g = table(turn=5)
    around = [g.grid.name(n) for n in g.content.rail_links(5)[g.grid.hex(MINSK)]]
    g = table(turn=5, broken=around)
    nets.set_pots(g, "soviet")
    assert 2 == nets.left(g, "soviet", net_of(g, "soviet", MINSK))
    nets.spend(g, "soviet", net_of(g, "soviet", MOSCOW), 30, rule="EF-RA-14")
    g.set_layer("rail break", {g.grid.hex(h): 0 for h in around}, rule="EF-EN-15")
    joined = net_of(g, "soviet", MINSK)
    assert 6 == nets.left(g, "soviet", joined)
    nets.spend(g, "soviet", joined, 5, rule="EF-RA-14")
    assert 1 == nets.left(g, "soviet", joined)


def test_what_units_and_goods_cost() -> None:
    """EF-RA-19  Steps, one more for c/m; small units 1; an SRP adds 6."""
    g = table()
    for unit_id, price in (("G-XII", 3), ("G-XXIV", 5), ("G-S1", 1), ("A-H4", 1), ("G-RE3", 1)):
        assert price == rail_price(g, unit_id)
    assert 6 == g.content.limits.rail.srp
    assert 3 == g.content.works.evacuation.rail


# -- captured track ---------------------------------------------------------------------------------


def captured() -> EfGame:
    """Brest converted, the line behind it Axis and broad."""
    return table(turn=5, own={"axis": [BREST, *LINE]}, layers={GAUGE: {BREST: STANDARD}})


def test_captured_track() -> None:
    """EF-RA-13  Three broad hexes in a row from a standard one of a fed net, two points of SP, no units."""
    g = captured()
    tail = nets.tail(g, net_of(g, "axis", BREST).hexes)
    assert set(LINE[:3]) == {g.grid.name(h) for h in members(tail)} & set(LINE)
    assert 2 == Rails(g, "axis").tail_left()
    assert not usable(g, "axis", LINE[0])
    broken = table(
        turn=5, own={"axis": [BREST, *LINE]}, layers={GAUGE: {BREST: STANDARD}}, broken=[LINE[0]]
    )
    tail = nets.tail(broken, net_of(broken, "axis", BREST).hexes)
    assert not set(LINE) & {broken.grid.name(h) for h in members(tail)}, "W5: a break ends it"


def test_the_gauge_stays() -> None:
    """EF-RA-17  Control changes, gauge does not: what the Axis converted is no use to the Soviets."""
    g = captured()
    g.place("S-47", g.grid.hex(BREST), rule="EF-MV-11")
    pass_through(g, ("S-47",), g.grid.hex(BREST))
    assert ("soviet", STANDARD) == (
        g.state.control[g.grid.hex(BREST)], g.state.layers[GAUGE][g.grid.hex(BREST)],
    )  # fmt: skip
    assert not usable(g, "soviet", BREST)
    assert BROAD == g.state.layers[GAUGE][g.grid.hex(LINE[0])]


# -- trains -----------------------------------------------------------------------------------------


def soviet(units: dict[str, str], **more: object) -> Session:
    """A Soviet movement segment of T5."""
    return position(SOVIET, units, turn=5, **more)  # type: ignore[arg-type]


def capacity(session: Session, side: Side, where: str) -> int:
    """What the net of a hex has left."""
    g = session.game
    return nets.left(g, side, net_of(g, side, where))


def test_a_train() -> None:
    """EF-RA-14, EF-RA-12  Any length on one net, for its capacity; half the MA after it, no second train."""
    session = soviet({"S-47": MINSK, "S-44": MINSK})
    play(session, f"rail S-47 {MOSCOW}")
    assert (MOSCOW, 34) == (at(session, "S-47"), capacity(session, "soviet", MOSCOW))
    assert "EF-RA-14" == refusal(session, f"rail S-47 {MINSK}").rule
    for not_ours in ("G-II", "S-61", "V-WES3", "N-XC"):  # or no ground unit, or not on the map
        assert "EF-RA-14" == refusal(session, f"rail {not_ours} {MOSCOW}").rule
    assert "EF-PT-13" == refusal(session, f"rail S-P21 {MOSCOW}").rule
    assert is_legal(session, "move S-47 3827-3828-3829") or is_legal(
        session, "move S-47 3827-3727-3627"
    )
    assert "EF-MV-11" == refusal(session, "move S-47 3827-3828-3829-3830").rule
    play(session, "move S-44 2032-2033-2032")
    assert 2 == unit(session, "S-44").numbers[MP]
    assert is_legal(session, f"rail S-44 {MOSCOW}"), "two of four MP spent"


def test_no_train_after_a_long_march() -> None:
    """EF-RA-14  More than half the MA spent: the refusal tells how much."""
    session = soviet({"S-44": MINSK})
    play(session, "move S-44 2032-2033-1932-2032")
    found = refusal(session, f"rail S-44 {MOSCOW}")
    assert "EF-RA-14" == found.rule
    assert "spent 3 MP, more than half its MA of 4: 2." in found.reason


def test_trains_keep_out_of_zones() -> None:
    """EF-RA-14  Not from, to or through EZOC, an own unit there or not."""
    for zone in (MINSK, "2131"):
        session = soviet({"S-47": MINSK, "S-44": "2131", "G-XII": zone_of(zone)})
        start = "S-47" if zone == MINSK else "S-44"
        assert "EF-RA-14" == refusal(session, f"rail {start} {MOSCOW}").rule
    g = table(turn=5)
    main = net_of(g, "soviet", MINSK)
    assert nets.carried(g, "soviet", main, g.grid.hex(MOSCOW)) >> g.grid.hex(MINSK) & 1


def zone_of(where: str) -> str:
    """A land hex next to a hex, away from the railway."""
    g = table()
    h = g.grid.hex(where)
    return next(
        g.grid.name(n) for n in g.grid.neighbours[h]
        if n in g.content.land and n not in g.content.gauge and (h, False) in g.content.contact[n]
    )  # fmt: skip


def test_trains_that_do_not_run() -> None:
    """EF-RA-14, EF-RA-10  Off the railway, over a broken line, over a foreign gauge: each is refused."""
    session = soviet({"S-47": "2033", "S-44": MINSK}, rail_break={MOSCOW: 1})
    assert "EF-RA-14" == refusal(session, f"rail S-47 {MOSCOW}").rule
    found = refusal(session, f"rail S-44 {MOSCOW}")
    assert "EF-RA-14" == found.rule
    assert "Moscow" in found.reason
    assert "a Rail Break lies there" in found.reason
    foreign = position(
        AXIS, {"G-XII": WARSAW}, turn=5, control={"axis": [BREST, *LINE]}, gauge={BREST: STANDARD}
    )
    assert is_legal(foreign, f"rail G-XII {BREST}")
    found = refusal(foreign, f"rail G-XII {LINE[0]}")
    assert "EF-RA-14" == found.rule
    assert "its gauge is foreign" in found.reason


def test_a_pot_is_not_overdrawn() -> None:
    """EF-RA-12, EF-RA-16  The refusal names price and rest; an SRP on the net adds 6, three times at most."""
    session = soviet({"S-47": MINSK, "S-7M": MINSK}, srp={MOSCOW: 5})
    g = session.game
    nets.spend(g, "soviet", net_of(g, "soviet", MINSK), 34, rule="EF-RA-14")
    found = refusal(session, f"rail S-7M {MOSCOW}")
    assert "EF-RA-12" == found.rule
    assert "3 rail capacity" in found.reason
    assert "2 left" in found.reason
    assert not any(a.startswith("rail S-7M") for a in answers(session))
    play(session, f"srp {MOSCOW}")
    assert (8, 4) == (
        capacity(session, "soviet", MINSK), session.state.layers[RESOURCES][g.grid.hex(MOSCOW)],
    )  # fmt: skip
    play(session, f"rail S-7M {MOSCOW}", f"srp {MOSCOW}", f"srp {MOSCOW}")
    assert "EF-RA-16" == refusal(session, f"srp {MOSCOW}").rule
    assert 17 == capacity(session, "soviet", MINSK)


def test_an_srp_must_be_on_the_net() -> None:
    """EF-RA-16  Nothing for SRP of the other side, or where none lies."""
    session = soviet({"S-47": MINSK}, srp={"2033": 1})
    assert "EF-RA-16" == refusal(session, f"srp {KIEV}").rule
    found = refusal(session, "srp 2033")
    assert "EF-RA-16" == found.rule
    assert "no net" in found.reason


def test_what_would_be_right_is_a_ride_of_the_same_unit() -> None:
    """EF-RA-14  Who may go by rail, but not there, is told where; not where somebody else may."""
    session = position(AXIS, {"G-LI": WARSAW, "G-XX": WARSAW, "S-47": MINSK}, turn=5)
    assert is_legal(session, "rail G-XX 0335")
    near = refusal(session, f"rail G-LI {MINSK}").nearest
    assert near
    assert all(answer.startswith("rail G-LI ") for answer in near)


def test_trains_east_of_the_border() -> None:
    """EF-RA-15  Whatever uses a hex of the USSR counts against the limit, a way back to the west too."""
    control = {"axis": [BREST, *LINE]}
    gauge = dict.fromkeys([BREST, *LINE], STANDARD)
    units = {"G-XII": WARSAW, "G-VII": WARSAW, "G-IV": LINE[0]}
    session = position(AXIS, units, turn=5, control=control, gauge=gauge)
    play(session, f"rail G-XII {LINE[3]}", f"rail G-IV {WARSAW}", f"rail G-VII {LINE[2]}")
    assert 1 == nets.east_left(session.game), "3 + 4 + 4 of 12"
    session.game.place("G-XIII", session.game.grid.hex(WARSAW), rule="EF-RF-10")
    found = refusal(session, f"rail G-XIII {LINE[1]}")
    assert "EF-RA-15" == found.rule
    assert "takes 2; 1 are left" in found.reason
    assert is_legal(session, "rail G-XIII 0727"), "Königsberg lies in the west"


def test_unprepared_units_do_not_ride() -> None:
    """EF-RA-18, EF-EN-16  Nor those at work, nor fortifications."""
    session = soviet({"S-47": MINSK, "S-FR1": MINSK}, states={"S-47": [UNPREPARED]})
    assert "EF-RA-18" == refusal(session, f"rail S-47 {MOSCOW}").rule
    assert "EF-UN-01" == refusal(session, f"rail S-FR1 {MOSCOW}").rule


def test_w8_what_is_left_moves_supplies() -> None:
    """EF-RA-12, EF-RA-16, EF-SP-02  W8: 36 less 10, 6 for an SRP; the 32 left are what 12.2 has, of the same net."""
    units = {"S-24A": MINSK, "S-28A": MINSK, "S-27M": "2131", "S-HW": "2131", "S-RB2": "2131"}
    session = soviet(units, srp={MOSCOW: 1}, sp={MOSCOW: 40})
    play(session, *[f"rail {u} {KIEV}" for u in units], f"srp {MOSCOW}")
    assert 32 == capacity(session, "soviet", MOSCOW)
    until(session, "supply.move")
    found = refusal(session, f"train 33 sp from {MOSCOW} to {KIEV}")
    assert ("EF-SP-20", "The net has 32 rail capacity left.") == (found.rule, found.reason)
    assert "srp" not in {a.split()[0] for a in answers(session)}, "EF-RA-16: no SRP in 12.2"
    play(session, f"train 32 sp from {MOSCOW} to {KIEV}")
    found = refusal(session, f"train 1 sp from {MOSCOW} to {KIEV}")
    assert ("EF-SP-20", "The net has 0 rail capacity left.") == (found.rule, found.reason)


def test_where_a_train_goes_is_what_is_not_refused() -> None:
    """EF-RA-14, EF-SK-02, EF-IS-04  The hexes offered are those that are legal, in stacks, pockets and over the border too."""
    g = table(clear=False, turn=5, layers={CUT["soviet"]: {MOSCOW: 1}})
    cases: tuple[tuple[Side, int], ...] = (("axis", 3), ("soviet", 2))
    for side, most in cases:
        nets.set_pots(g, side)
        verb = RailVerb(g, side)
        asked = 0
        for unit_id in verb.way.riders():
            net = net_of(g, side, g.grid.name(g.state.units[unit_id].hex))
            able = [h for h in members(net.hexes) if verb.way.why(unit_id, h) is None]
            assert able == verb.way.ends(unit_id)
            asked += bool(able)
            if asked == most:
                break
        assert asked == most


def test_no_train_out_of_a_pocket() -> None:
    """EF-IS-04  Neither goods nor units leave an isolated hex by rail, nor come to one."""
    for cut in ((), (MINSK,), (KIEV,)):
        session = soviet({"S-24A": MINSK}, sp={MINSK: 2})
        g = session.game
        g.set_layer(CUT["soviet"], {g.grid.hex(h): 1 for h in cut}, rule="EF-IS-02")
        if MINSK in cut:
            g.gain("S-24A", ISOLATED, rule="EF-IS-02")
        assert bool(cut) != is_legal(session, f"rail S-24A {KIEV}")
        assert not cut or "EF-IS-04" == refusal(session, f"rail S-24A {KIEV}").rule
        found = TrainVerb(g, "soviet").why(Train("sp", 1, g.grid.hex(MINSK), g.grid.hex(KIEV)))
        assert ("EF-IS-04" if cut else None) == (found.rule if found else None)
