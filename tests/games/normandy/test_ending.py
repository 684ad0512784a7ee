"""Withdrawal, sudden death, the end of the game and of a turn, the Odon (NOR-VP-10 to -13, NOR-WN, NOR-SQ-02)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.normandy.closing import GR, GR2, STANDING, cities, ending, vp
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
    prizes,
    shaded_after,
    standings,
    steps_lost,
    why_must_withdraw,
)
from wargame.games.normandy.words import words

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


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (25, "turn 32 is the last, and the Allies score 48 for 2 city counts not played"),
        (32, "turn 39 is the last, and the Allies score 24 for 1 city count not played"),
        (34, "turn 40 is the last"),
    ],
)
def test_a_declaration_tells_what_it_brings_the_allies(turn: int, said: str) -> None:
    """NOR-WN-06, NOR-VP-13  City counts that the game will not reach are told before, not at its end."""
    ask = asked(ending(turn=turn, **cities(0)))
    assert next(o.label for o in ask.options() if o.answer == "withdraw").endswith(f"VP; {said}")


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
    g = position("german.tactical", STANDING, turn=19, tracks={"withdrawn": declared}).game
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
    assert (ended.level, ended.winner, ended.reason) == (level, winner, "points")
    assert referee.result(net_ + 5, 5).casefold() == level.casefold()
    assert standings(session.game).level == level


def test_turns_not_played_count_for_the_allies() -> None:
    """NOR-VP-13, NOR-WN-06  24 for each shaded turn after the last; that one counts as any other."""
    session = ending(turn=32, tracks={"withdrawn": 25, "vp allied": 10}, **cities(5))
    assert session.state.ended is not None
    assert vp(session) == (10 + 5 + 48, 0)
    assert notes(session, "turns_not_played") == [{"count": 2, "points": 48}]
    assert shaded_after(session.game, session.state.turn()) * 24 == referee.early_end(32)
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
        "end.indication", STANDING, interdiction=3, ground=2, aside=2, level=2, first="german",
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
    g = position("german.tactical", STANDING, tracks={"vp allied": 60, "vp german": 3}).game
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


def status(session: Session) -> dict[str, str]:
    """What stands beside the turn."""
    return dict(GAME.face.status(session.game))


def test_what_compels_a_withdrawal_is_always_shown() -> None:
    """NOR-WN-02, NOR-WN-06  Cities held against those that compel it; once declared the last turn."""
    before = ending(turn=22, **cities(7))
    assert status(before)["Allied cities"] == "7 of 24; 16 compel a Withdrawal from turn 24 on"
    after = play(before, "withdraw")
    assert status(after)["Withdrawal"] == "declared on turn 22; turn 29 is the last"
    assert GAME.face.turn_label(after.game).startswith("Turn 23 of 29,")
    assert "Allied cities" not in status(after)


def test_missions_and_areas_are_shown_once_there_are_some() -> None:
    """NOR-CB-03, NOR-OM-03"""
    plain = status(ending(turn=26, **cities(0)))
    assert not {"carpet bombing", "Allied off-map areas"} & {*plain}
    tracks = {"carpets": 2, "carpet last": 25}
    shown = status(ending(turn=26, tracks=tracks, areas={"A": "allied"}, **cities(0)))
    assert shown["carpet bombing"] == "2 of 4 missions flown, the last on turn 25"
    assert shown["Allied off-map areas"] == "A"


@pytest.mark.parametrize(
    ("turn", "more", "why"),
    [
        (24, cities(16), "16 cities or more are Allied-controlled"),
        (21, {**cities(0), "areas": {"A": "allied", "B": "allied"}}, "Areas A and B"),
        (36, cities(0), "turn 36 is over"),
    ],
)
def test_a_compelled_withdrawal_says_why(turn: int, more: dict[str, Any], why: str) -> None:
    """NOR-WN-02"""
    session = ending(turn=turn, **more)
    (facts,) = notes(session, "withdrawal_forced")
    says = words()["withdrawal_forced"]
    assert callable(says)
    told = says(session.game, facts)
    assert told.startswith(f"The Germans must withdraw from Normandy: {why}")
    assert told.endswith(f"The last turn is {facts['turn']}.")
