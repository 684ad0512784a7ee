"""Victory points, Withdrawal, sudden death, the end of the game and of a turn (NOR-VP, NOR-WN, NOR-SQ-02)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.referee import victory as referee
from tests.games.normandy.table import (
    answers,
    asked,
    notes,
    play,
    position,
    refused_by,
    states,
    track,
    unit,
)
from wargame.flow.session import Session
from wargame.games.normandy import GAME
from wargame.games.normandy.score import (
    last_turn,
    net,
    odon,
    operation_points,
    prizes,
    shaded_left,
    standings,
    steps_lost,
    why_must_withdraw,
)

INF, GR, GR2 = "us.30.117th", "ge.275.gr983", "ge.275.gr985"
UNITS = {INF: "1918", GR: "4229"}
CITIES = [
    "0804", "0903", "0926", "1207", "1220", "1430", "1613", "1726", "1739", "2018", "2331", "2426",
    "2814", "2919", "2932", "3125", "3128", "3516", "3617", "3924", "4229", "4537", "4633", "4717",
]  # fmt: skip


def ending(units: dict[str, str] | None = None, **more: Any) -> Session:
    """From the Victory Point Segment on; a German field force and all beaches stand."""
    placed = {**UNITS, **(units or {})}
    return position("end.victory", placed, **{"weather": "clear", **more})


def cities(count: int) -> dict[str, Any]:
    """So many city hexes Allied, the others German."""
    held = [h for h in CITIES if h != "4229"][:count]
    return {"control": {"allied": held, "german": [h for h in CITIES if h not in held]}}


def vp(session: Session) -> tuple[int, int]:
    """Both tracks."""
    return track(session, "vp allied"), track(session, "vp german")


# -- worked example ---------------------------------------------------------------------------------


def test_example_17_turn_28() -> None:
    """EX-17, NOR-VP-02 to -06  Twelve cities, 147 steps, an Operation of 9 hexes, two in a pocket."""
    gained = ["1818", "1718", "1717", "1817", "1719", "1819", "1720", "1820", "1620"]
    held = [
        "2814",
        "1613",
        "1207",
        "0903",
        "0804",
        "3516",
        "3617",
        "2018",
        "1220",
        "0926",
        "1430",
        "1726",
    ]
    session = ending(
        {"us.hq.vii": "1916"},
        turn=28,
        control={"allied": [*gained, *held], "german": [h for h in CITIES if h not in held]},
        operations={"us1": {"turn": 4, "hqs": ["us.hq.vii"], "hexes": gained}},
        tracks={"lost allied": 147, "booked losses": 22, "pockets": 2},
    )  # fmt: skip
    assert vp(session) == (16, 2)
    assert not track(session, "withdrawn")
    assert track(session, "booked losses") == 24
    assert states(session, "us.hq.vii") <= {"supported"}


# -- Operations -------------------------------------------------------------------------------------

HEXES = ["1818", "1718", "1717", "1817", "1719", "1819", "1720", "1820"]


def operating(army: str, hq: str, gained: int, **more: Any) -> Session:
    """An Operation in its last turn that has gained so many hexes."""
    side = "german" if army.startswith("ge") else "allied"
    other = "german" if side == "allied" else "allied"
    held = {side: HEXES[:gained], other: HEXES[gained:]}
    return ending(
        {hq: "1916" if side == "allied" else "4230"},
        control=held,
        **{"operations": {army: {"turn": 4 if side == "allied" else 2, "hqs": [hq], "hexes": HEXES}}, **more},
    )  # fmt: skip


@pytest.mark.parametrize(("gained", "points"), [(8, 2), (6, 2), (5, 0), (3, 0), (2, -2), (0, -2)])
def test_an_allied_operation_is_judged(gained: int, points: int) -> None:
    """NOR-VP-03, NOR-OP-09, NOR-OP-15  In the turn in which it ends, by hexes gained."""
    session = operating("us1", "us.hq.vii", gained)
    assert vp(session) == (points, 0)
    assert notes(session, "operation_judged")[0]["gain"] == gained
    assert points == referee.operation_points("allied", gained)


@pytest.mark.parametrize(("gained", "points"), [(8, 3), (4, 3), (3, 0), (1, 0), (0, -1)])
def test_a_german_operation_is_judged(gained: int, points: int) -> None:
    """NOR-VP-03  On the German track."""
    session = operating("ge7", "ge.hq.lxxxiv", gained)
    assert vp(session) == (0, points)
    assert points == referee.operation_points("german", gained)


def test_one_that_goes_on_is_not_judged() -> None:
    """NOR-OP-09  Allied 4 turns, German 2."""
    for army, hq, turn in (("us1", "us.hq.vii", 3), ("ge7", "ge.hq.lxxxiv", 1)):
        more = {"operations": {army: {"turn": turn, "hqs": [hq], "hexes": HEXES}}}
        session = operating(army, hq, 8, **more)
        assert vp(session) == (0, 0)
        assert "operation" in states(session, hq)


def test_one_dropped_this_turn_is_judged() -> None:
    """NOR-OP-15, R-111  With control as it is now."""
    session = operating("us1", "us.hq.vii", 6, operations={}, ended=["us1"])
    assert vp(session) == (-2, 0)
    dropped = position(
        "end.victory", {**UNITS, "us.hq.vii": "1916"}, ended=["us1"], control={"allied": HEXES[:6]},
        operations={"us1": {"turn": 0, "hexes": HEXES}}, weather="clear",
    )  # fmt: skip
    assert vp(dropped) == (2, 0)
    assert not dropped.state.lists.get("ended")
    assert not dropped.state.lists.get("op us1 hexes")


@pytest.mark.parametrize(
    ("army", "hq", "points"), [("us1", "us.hq.vii", 2), ("cw2", "cw.hq.xxx", -2)]
)
def test_only_hexes_of_its_own_zone_count(army: str, hq: str, points: int) -> None:
    """NOR-VP-03  The shared column included; the German counts the whole map."""
    assert vp(operating(army, hq, 8))[0] == points
    assert vp(operating(army, hq, 8, boundary=17))[0] == {"us1": 0, "cw2": 2}[army]


@pytest.mark.parametrize(("so_far", "points"), [(0, 2), (4, 2), (5, 1), (6, 0)])
def test_gains_of_a_nation_are_limited(so_far: int, points: int) -> None:
    """NOR-VP-03  6 in the game for each; the last may be cut. Losses are never limited."""
    tracks = {"gains us": so_far}
    assert vp(operating("us1", "us.hq.vii", 8, tracks=tracks))[0] == points
    assert points == referee.operation_points("allied", 8, so_far)
    assert vp(operating("us1", "us.hq.vii", 0, tracks=tracks))[0] == -2
    g = operating("cw2", "cw.hq.xxx", 8, tracks=tracks, boundary=17).game
    assert operation_points(g, "cw2", 8) == 2


def test_all_are_judged_on_the_last_turn() -> None:
    """NOR-VP-03, R-111  Whichever that is."""
    more: dict[str, Any] = {
        "operations": {"us1": {"turn": 1, "hqs": ["us.hq.vii"], "hexes": HEXES}}
    }
    by_date = operating("us1", "us.hq.vii", 8, turn=40, **more)
    assert notes(by_date, "operation_judged")[0]["points"] == 2
    early = operating("us1", "us.hq.vii", 8, turn=30, tracks={"withdrawn": 23}, **more)
    assert notes(early, "operation_judged")[0]["points"] == 2


# -- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "booked", "points"), [(5, 0, 0), (6, 0, 1), (35, 3, 2), (36, 6, 0)]
)
def test_six_allied_steps_are_a_point(lost: int, booked: int, points: int) -> None:
    """NOR-VP-04  A running total; remainders carry over."""
    session = ending(tracks={"lost allied": lost, "booked losses": booked})
    assert vp(session) == (0, points)
    assert points == referee.loss_points(lost, booked)


def test_pockets_are_scored_once() -> None:
    """NOR-VP-05, R-122  One for each."""
    session = ending(tracks={"pockets": 3, "vp allied": -1})
    assert (vp(session), track(session, "pockets")) == ((2, 0), 0)


@pytest.mark.parametrize(("turn", "points"), [(12, 7), (13, 0), (16, 7)])
def test_cities_on_every_fourth_turn(turn: int, points: int) -> None:
    """NOR-VP-01, NOR-VP-02, NOR-VP-06"""
    assert vp(ending(turn=turn, **cities(7))) == (points, 0)


def test_areas_count_once() -> None:
    """NOR-VP-07  A 2, B 1, C 1, the first time; the others nothing."""
    held = dict.fromkeys("ACDE", "allied")
    assert vp(ending(areas=held)) == (3, 0)
    assert vp(ending(areas={**held}, tracks={"taken A": 1})) == (1, 0)


@pytest.mark.parametrize(
    ("turn", "holder", "units", "points"),
    [(29, "allied", 0, 0), (30, "allied", 3, -1), (30, "allied", 4, 0), (31, "german", 0, 0)],
)
def test_brittany(turn: int, holder: str, units: int, points: int) -> None:
    """NOR-OM-05  From T30 four US combat units must hold Area A."""
    names = ["us.79.313th", "us.79.314th", "us.79.315th", "us.8.13th"]
    there = dict.fromkeys(names[:units], "area A")
    session = ending(
        {**there, "us.hq.viii": "area A"}, turn=turn, areas={"A": holder}, tracks={"taken A": 1},
        **cities(0),
    )  # fmt: skip
    assert vp(session)[0] == points


def test_german_beaches_count_every_turn() -> None:
    """NOR-VP-08  3 each."""
    assert vp(ending(control={"german": ["1810", "2511"]})) == (0, 6)


def test_the_airborne_division() -> None:
    """NOR-VP-09  All three brigades eliminated: 2, once."""
    gone = dict.fromkeys(("cw.6.3rdpara", "cw.6.5thpara", "cw.6.6thairlanding"), "eliminated")
    assert vp(ending(gone)) == (0, 2)
    assert vp(ending(gone, tracks={"airborne lost": 1})) == (0, 0)
    assert vp(ending({**gone, "cw.6.6thairlanding": "3715"})) == (0, 0)


@pytest.mark.parametrize(
    ("halves", "booked", "points"), [(3, 0, 1), (7, 1, 2), (99, 30, 10), (80, 40, 0)]
)
def test_units_that_left(halves: int, booked: int, points: int) -> None:
    """NOR-WN-05  Halves summed over the game, 40 VP at most."""
    session = ending(tracks={"left halves": halves, "booked left": booked, "withdrawn": 8})
    assert vp(session)[1] == points


def test_ports_are_counted_from_a_victory_segment() -> None:
    """NOR-SL-11, R-112  A port that is lost begins again; Cherbourg's count never stops."""
    held = {"allied": ["0903", "0804", "1912"], "german": ["2110"]}
    session = ending(ports={"grandcamp": 7}, control=held)
    assert [track(session, f"port {p}") for p in ("cherbourg", "isigny", "grandcamp")] == [
        13,
        13,
        0,
    ]
    half = ending(control={"allied": ["0903"], "german": ["0804"]}, ports={"cherbourg": 9})
    assert track(half, "port cherbourg") == 9
    fresh = ending(control={"allied": ["0903"], "german": ["0804"]})
    assert track(fresh, "port cherbourg") == 0


# -- Withdrawal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "price"), [(20, 64), (28, 32), (34, 8)])
def test_a_free_declaration_has_its_price(turn: int, price: int) -> None:
    """NOR-WN-01, NOR-WN-02, NOR-WN-03  4 x (36 - n), after all other points."""
    session = ending(turn=turn, **cities(0))
    assert answers(session) == ["pass", "withdraw"]
    assert f"{price} VP" in asked(session).prompt
    play(session, "withdraw")
    assert notes(session, "withdrawal")[0]["turn"] == min(turn + 7, 40)
    assert (track(session, "withdrawn"), track(session, "compelled")) == (turn, 0)
    assert track(session, "vp german") == -price == -referee.withdrawal_price(turn)


def test_it_may_be_declined() -> None:
    """NOR-WN-01"""
    session = play(ending(turn=20, **cities(0)), "pass")
    assert not track(session, "withdrawn")
    assert track(session, "turn") == 21


def test_not_before_turn_20_and_not_twice() -> None:
    """NOR-WN-02"""
    assert asked(ending(turn=19, **cities(0))).key != "withdrawal"
    again = ending(turn=26, tracks={"withdrawn": 24}, **cities(0))
    assert asked(again).key != "withdrawal"


@pytest.mark.parametrize(
    ("turn", "count", "areas", "why"),
    [
        (24, 16, {}, "cities"),
        (23, 16, {}, ""),
        (24, 15, {}, ""),
        (13, 0, {"A": "allied", "B": "allied"}, "areas"),
        (25, 0, {"A": "allied"}, ""),
        (36, 0, {}, "turn"),
        (35, 0, {}, ""),
    ],
)
def test_when_it_must_be_declared(turn: int, count: int, areas: dict[str, str], why: str) -> None:
    """NOR-WN-02  16 cities from T24, Areas A and B, or T36: by itself, for nothing."""
    session = ending(turn=turn, areas=areas, **cities(count))
    forced = [n["why"] for n in notes(session, "withdrawal_forced")]
    assert forced == [why] * bool(why)
    assert track(session, "compelled") == bool(why)
    if why:
        assert track(session, "withdrawn") == turn
        assert track(session, "vp german") == 0
    else:
        assert why_must_withdraw(session.game) == ""


# -- the end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("declared", "last"), [(0, 40), (20, 27), (33, 40), (36, 40)])
def test_the_last_turn(declared: int, last: int) -> None:
    """NOR-WN-06  The seventh after the declaration, T40 at the latest."""
    g = position("german.tactical", UNITS, turn=19, tracks={"withdrawn": declared}).game
    assert last_turn(g) == last == referee.last_turn(declared or None)


@pytest.mark.parametrize(
    ("net_", "level", "winner"),
    [
        (90, "Allied decisive", "allied"), (89, "Allied marginal", "allied"),
        (70, "Allied marginal", "allied"), (69, "draw", ""), (50, "draw", ""),
        (49, "German marginal", "german"), (30, "German marginal", "german"),
        (29, "German decisive", "german"),
    ],
)  # fmt: skip
def test_the_bands(net_: int, level: str, winner: str) -> None:
    """NOR-VP-10  Allied track less German track after T40."""
    session = ending(
        turn=40, tracks={"vp allied": net_ + 5, "vp german": 5, "withdrawn": 36}, **cities(0)
    )
    ended = session.state.ended
    assert ended is not None
    assert (ended.level, ended.winner, ended.reason) == (level, winner, "points_of_victory")
    assert referee.result(net_ + 5, 5).casefold() == level.casefold()
    assert standings(session.game).level == level


def test_turns_not_played_count_for_the_allies() -> None:
    """NOR-VP-13, NOR-WN-06  24 for each shaded turn after the last; that one counts as any other."""
    session = ending(turn=32, tracks={"withdrawn": 25, "vp allied": 10}, **cities(5))
    assert session.state.ended is not None
    assert vp(session) == (10 + 5 + 48, 0)
    assert notes(session, "turns_not_played") == [{"count": 2, "points": 48}]
    assert shaded_left(session.game) * 24 == referee.early_end(32)
    none = ending(turn=31, tracks={"withdrawn": 24}, **cities(5))
    assert vp(none) == (72, 0)


def test_the_game_goes_on_before_its_last_turn() -> None:
    """NOR-WN-06"""
    session = ending(turn=31, tracks={"withdrawn": 25}, **cities(5))
    assert session.state.ended is None
    assert track(session, "turn") == 32


BEACHES = ["1810", "2511", "3112", "3413", "3613"]


@pytest.mark.parametrize(("held", "over"), [(3, False), (2, True), (0, True)])
def test_fewer_than_three_beaches(held: int, over: bool) -> None:
    """NOR-VP-11  The German wins at once, whatever the tracks say."""
    session = ending(
        control={"allied": BEACHES[:held], "german": BEACHES[held:]}, tracks={"vp allied": 200}
    )
    ended = session.state.ended
    assert (ended is not None) == over
    if ended is not None:
        assert (ended.winner, ended.level, ended.reason) == (
            "german", "German decisive", "beaches_lost",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("turn", "marks", "withdrawn", "over"),
    [
        (30, ["cadre"], 0, True),
        (29, ["cadre"], 0, False),
        (30, ["reduced"], 0, False),
        (30, ["cadre"], 26, False),
    ],
)
def test_no_german_field_force(turn: int, marks: list[str], withdrawn: int, over: bool) -> None:
    """NOR-VP-12  From T30, without Withdrawal: nobody of strength 2 or more on the map."""
    more = {GR2: "area C", "ge.hq.lxxxiv": "4230"}
    session = ending(
        more, turn=turn, states={GR: marks}, tracks={"withdrawn": withdrawn}, **cities(0)
    )
    if session.ask is not None and asked(session).key == "withdrawal":
        play(session, "pass")
    ended = session.state.ended
    assert (ended is not None) == over
    if ended is not None:
        assert (ended.winner, ended.reason) == ("allied", "field_force_gone")
        assert not notes(session, "turns_not_played")


def test_a_declaration_comes_before_sudden_death() -> None:
    """NOR-VP-12, NOR-WN-01  The order of section 9."""
    session = ending(turn=30, states={GR: ["cadre"]}, **cities(0))
    play(session, "withdraw")
    assert session.state.ended is None
    assert track(session, "withdrawn") == 30


# -- the next turn ----------------------------------------------------------------------------------


def test_the_turn_advances() -> None:
    """NOR-SQ-02, NOR-SQ-03, NOR-AA-04  What the turn left over is lost, the Level is kept for AS-04."""
    session = position(
        "end.indication", UNITS, interdiction=3, ground=2, aside=2, level=2, first="german",
        tracks={"landing us": 4, "rp us": 2}, targeted=["3321"], weather="clear",
    )  # fmt: skip
    turn = [e for e in notes(session, "turn") if e["turn"] == 14]
    assert turn
    assert (track(session, "turn"), track(session, "first")) == (14, "allied")
    assert (track(session, "level"), track(session, "rp us")) == (2, 2)
    assert session.state.layers["targeted"]


# -- the small scenario -----------------------------------------------------------------------------


def small(**more: Any) -> Session:
    """The Odon after T12, everybody where he began but for what is said."""
    units = more.pop("units", {})
    return position("end.victory", units, clear=False, scenario="epsom", **{"turn": 12, **more})


def test_the_odon_is_scored_at_the_end() -> None:
    """8.2  Hexes, the far bank, half the steps lost by either side."""
    session = small(
        control={"allied": ["3318", "3219", "3316"]},
        units={"cw.27ab": "3519"},
        states={"ge.12ss.ss-pzgr26": ["reduced"], "cw.3.8th": ["reduced"], "cw.3.9th": ["reduced"]},
    )
    now = odon(session.game)
    assert (now.hexes, now.beyond, now.british, now.german) == (11, 5, 16, 1)
    assert (now.allied_lost, now.german_lost) == (2, 1)
    ended = session.state.ended
    assert ended is not None
    assert (ended.level, ended.winner) == ("CW victory", "allied")
    assert {session.game.grid.name(p.hex): p.points for p in prizes(session.game)} == dict(
        referee.EPSOM.hexes
    )


@pytest.mark.parametrize(
    ("hexes", "score", "level"),
    [(["3318", "3217"], 7, "CW victory"), (["3219", "3316"], 6, "draw"), ([], 0, "German victory")],
)
def test_the_bands_of_the_odon(hexes: list[str], score: int, level: str) -> None:
    """8.2  7 or more, 4 to 6, 3 or less."""
    gone = {"ge.12ss.ss-pzgr26": "3218"}
    session = small(units=gone, control={"allied": hexes} if hexes else {})
    assert net(session.game) == score
    assert session.state.ended is not None
    assert session.state.ended.level == level


def test_steps_of_the_eliminated_count_and_hqs_do_not() -> None:
    """8.2, NOR-DR-07  From the side they began with."""
    units = {"cw.3.185th": "eliminated", "cw.art.4agra": "eliminated", "cw.hq.i": "waiting"}
    session = small(units=units)
    assert unit(session, "cw.3.185th").box == "eliminated"
    assert steps_lost(session.game, "allied") == 2 + 1


def test_out_of_supply_nobody_is_beyond_the_orne() -> None:
    """8.2"""
    session = small(units={"cw.27ab": "3519"}, states={"cw.27ab": ["out of supply"]})
    assert odon(session.game).beyond == 0


def test_no_campaign_points_on_the_odon() -> None:
    """8.2, R-111  Operations end unjudged; no tracks, no Withdrawal, no sudden death."""
    session = small(
        turn=11,
        operations={"gepgw": {"turn": 2, "hqs": ["ge.hq.isspz"], "hexes": ["3216"]}},
        tracks={"pockets": 2, "lost allied": 12},
    )
    assert track(session, "turn") == 12
    assert "operation" not in states(session, "ge.hq.isspz")
    assert vp(session) == (0, 0)
    assert not notes(session, "operation_judged")


# -- standings --------------------------------------------------------------------------------------


def test_who_stands_how() -> None:
    """NOR-VP-10  On the bands of the scenario, with the hexes that count."""
    g = position("german.tactical", UNITS, tracks={"vp allied": 60, "vp german": 3}).game
    now = standings(g)
    assert (now.score, now.level, dict(now.points)) == (57, "draw", {"allied": 60, "german": 3})
    assert len(prizes(g)) == 24 + 5
    small_ = standings(position("german.tactical", {}, clear=False, scenario="epsom", turn=10).game)
    assert [prize.points for prize in small_.prizes] == [5, 3, 3, 3, 2]


def test_what_is_refused() -> None:
    """NOR-WN-01"""
    session = ending(turn=20, **cities(0))
    assert refused_by(session, "surrender") == "NOR-WN-01"
    assert GAME.id == "normandy"
