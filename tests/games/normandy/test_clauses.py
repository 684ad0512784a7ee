"""Rules with a sentence or two, each clause in a position of its own."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.games.normandy.falling_back import ways
from tests.games.normandy.strike import strike
from tests.games.normandy.table import (
    CAMPAIGN,
    answers,
    asked,
    at,
    events,
    is_legal,
    play,
    position,
    refused_by,
    states,
    table,
    track,
    unit,
)
from wargame.flow.ask import PathAsk
from wargame.flow.session import Session, new_header
from wargame.games.normandy import GAME
from wargame.games.normandy.harm import disorganize, lose_step
from wargame.games.normandy.state import kind_of, steps, strength
from wargame.games.normandy.walk import strategic_allowance
from wargame.model import events as ev

# -- the start --------------------------------------------------------------------------------------


def test_the_reserves_at_the_start() -> None:
    """NOR-AS-06  us1 6, cw2 6, ge7 4, gepgw 5; the armies to come have nothing yet."""
    session = Session.start(GAME, new_header(GAME, CAMPAIGN, 1))
    pools = {army: track(session, f"sp {army}") for army in session.game.content.armies}
    assert pools == {"us1": 6, "cw2": 6, "ge7": 4, "gepgw": 5, "us3": 0, "cwc": 0}


# -- support ----------------------------------------------------------------------------------------

GUNS = {
    "allied": {"us.hq.v": "2514", "us.art.v": "2514", "us.art.vii": "2514", "us.1.16th": "2515"},
    "german": {"ge.hq.isspz": "3620", "ge.wrf7": "3620", "ge.wrf8": "3620", "ge.352.gr916": "2120"},
}


@pytest.mark.parametrize(
    ("side", "army", "hq", "guns"),
    [
        ("allied", "us1", "us.hq.v", ["us.art.v", "us.art.vii"]),
        ("german", "gepgw", "ge.hq.isspz", ["ge.wrf7", "ge.wrf8"]),
    ],
)
def test_both_re_supply_as_many_guns_as_they_can_pay(
    side: str, army: str, hq: str, guns: list[str]
) -> None:
    """NOR-SL-03  One, all or none; not more than the purse, not a gun at its full rating."""
    units = {**GUNS["allied"], **GUNS["german"]}

    def before(points: int, marks: list[str]) -> Session:
        return position(
            f"mutual.support_levels.{side}", units, states=dict.fromkeys(guns, marks), turn=13,
            more={gun: {"hq": hq} for gun in guns}, sea="gale", sp={army: points},
        )  # fmt: skip

    rich = before(2, ["reduced"])
    assert is_legal(rich, f"allocate {guns[0]}")
    assert is_legal(rich, "done")
    play(rich, f"allocate {' '.join(guns)}")
    assert [states(rich, gun) for gun in guns] == [set(), set()]
    assert track(rich, f"sp {army}") == 0
    poor = before(1, ["reduced"])
    assert not is_legal(poor, f"allocate {' '.join(guns)}")
    play(poor, f"allocate {guns[1]}")
    assert [states(poor, gun) for gun in guns] == [{"reduced"}, set()]
    assert refused_by(before(2, []), f"allocate {guns[0]}") == "NOR-SL-08"


# -- steps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "sides"),
    [
        ("us.1.16th", [4, 2, 1]), ("ge.17ss.ss-pzbn17", [2, 1]), ("ge.709.gr729", [2, 1]),
        ("ge.st7", [1]), ("ge.ost642", [1]),
    ],
)  # fmt: skip
def test_printed_strength_gives_the_steps(who: str, sides: list[int]) -> None:
    """NOR-ST-01, NOR-ST-02, NOR-ST-03, NOR-ST-04  Of 3 three, of 2 full and cadre, of 1 one; then gone."""
    g = table({who: "2513" if who.startswith("us") else "2120", "us.2.9th": "2515"})
    found = []
    for count in range(len(sides), 0, -1):
        assert steps(g, who) == count
        found.append(strength(g, who))
        assert lose_step(g, who, rule="NOR-ST-04") is (count > 1)
    assert (found, g.state.units[who].box) == (sides, "eliminated")


def test_staffs_and_guns_have_one_step_and_no_strength() -> None:
    """NOR-ST-03  The reduced side of a gun is a rating, no second step."""
    g = table(
        {"us.hq.v": "2514", "us.art.v": "2514", "ge.wrf7": "3620"}, states={"us.art.v": ["reduced"]}
    )
    for who in ("us.hq.v", "us.art.v", "ge.wrf7"):
        assert (steps(g, who), strength(g, who)) == (1, 0)


@pytest.mark.parametrize("side", ["allied", "german"])
def test_strengths_are_printed_and_open(side: str) -> None:
    """NOR-ST-05  The veil takes nothing from any counter; what is printed is what fights."""
    units = {"ge.12ss.ss-pzgr25": "3416", "us.1.16th": "2513", "cw.3c.9th": "3415"}
    session = position("german.combat", units, states={"cw.3c.9th": ["reduced"]})
    before, seen = session.state.units, deepcopy(session.state)
    assert GAME.veil is not None
    GAME.veil.cover(seen, session.game, side)
    assert {u: (x.hex, x.states) for u, x in seen.units.items()} == {
        u: (x.hex, x.states) for u, x in before.items()
    }
    assert [strength(session.game, u) for u in units] == [4, 4, 2]


# -- attacks ----------------------------------------------------------------------------------------

PAIRS = {
    "cw.3c.9th": "3415", "cw.3c.8th": "3415", "ge.12ss.ss-pzgr25": "3416", "us.1.16th": "2513",
    "us.4.8th": "2513", "ge.711.gr731": "2514",
}  # fmt: skip
SKY: dict[str, Any] = {"turn": 13, "weather": "overcast", "sea": "rough"}


def fought(session: Session) -> Session:
    """Answer what an attack asks with what is proposed."""
    while (
        asked(session).key.startswith(("combat.", "hq.")) and asked(session).key != "combat.attack"
    ):
        session.answer(answers(session)[0])
    return session


def readings(session: Session) -> list[ev.ChartRead]:
    """What was read on the results table, in order."""
    return [e for e in events(session, ev.ChartRead) if e.chart == "crt"]


def test_every_attack_has_a_ratio_modifiers_and_two_dice_of_its_own() -> None:
    """NOR-CO-03  8 : 4 and 8 : 2, each with a sum of its own modifiers, two dice each."""
    session = position("allied.combat", PAIRS, dice=(2, 3, 5, 6), **SKY)
    fought(play(session, "attack 3416 from cw.3c.8th cw.3c.9th"))
    assert len(readings(session)) == 1
    fought(play(session, "attack 2514 from us.1.16th us.4.8th"))
    first, second = readings(session)
    assert (first.column, second.column) == ("2:1", "4:1")
    lines = sorted(session.game.content.crt[0])
    for row, thrown in ((first, 5), (second, 11)):
        assert row.drm, "no support point and no supported HQ at least"
        total = thrown + sum(n for _, n in row.drm)
        assert row.total == min(max(total, lines[0]), lines[-1])
    rolls = [(e.names, e.dice) for e in events(session, ev.DiceRolled) if e.kind == "combat"]
    assert rolls == [(("white", "black"), (2, 3)), (("white", "black"), (5, 6))]


def test_the_german_combat_phase_is_the_allied_one_with_germans_attacking() -> None:
    """NOR-CO-06, NOR-CO-01, NOR-CO-05, NOR-CO-17  The same duty, the same steps, the sides exchanged."""
    steps_of = {}
    for side, who, target in (
        ("allied", "cw.3c.8th cw.3c.9th", "3416"), ("german", "ge.12ss.ss-pzgr25", "3415"),
    ):  # fmt: skip
        units = {u: PAIRS[u] for u in ("cw.3c.9th", "ge.12ss.ss-pzgr25")}
        if side == "allied":
            units["cw.3c.8th"] = "3415"
        session = position(f"{side}.combat", units, dice=(5, 6), sp={"cw2": 3, "gepgw": 3}, **SKY)
        assert (asked(session).key, asked(session).side) == ("combat.attack", side)
        assert refused_by(session, "done") == "NOR-CO-07"
        play(session, f"attack {target} from {who}")
        fought(session)
        names = [e.name for e in events(session, ev.SegmentEntered) if f".{side}.attack." in e.name]
        steps_of[side] = [name.rsplit(".", 1)[1] for name in names]
        assert len(readings(session)) == 1
        order = ["roll", "losses", "defender_losses", "disorder", "retreat", "recoil", "advance"]
        played = [s for s in steps_of[side] if s in order]
        assert played == sorted(played, key=order.index)
    assert "roll" in steps_of["allied"]
    assert "roll" in steps_of["german"]


# -- interdiction -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "allowance"), [(0, 24), (1, 18), (2, 12), (3, 6)])
def test_the_level_slows_german_marches_alone(level: int, allowance: int) -> None:
    """NOR-IT-03, NOR-IT-04  "may be affected": not at Level 0, and never the Allies."""
    units = {"ge.lehr.pzr130": "4229", "us.4a.cca": "2513"}
    g = position("german.strategic", units, level=level, turn=13, weather="clear").game
    assert kind_of(g, "ge.lehr.pzr130").strategic == 24
    assert strategic_allowance(g, "ge.lehr.pzr130") == 2 * allowance
    assert strategic_allowance(g, "us.4a.cca") == 60


def test_targeted_hexes_cost_germans_more_and_the_allies_nothing() -> None:
    """NOR-IT-03, NOR-IT-05  +3 MP for mech units; nobody else feels it."""

    def left_after(side: str, who: str, targeted: list[str]) -> int:
        units = {who: "3320", "us.1.16th": "2513", "ge.331.gr559": "5130"}
        session = position(
            f"{side}.tactical", units, targeted=targeted, turn=13, weather="clear", boundary=25
        )
        ask = asked(session)
        assert isinstance(ask, PathAsk)
        return ask.reach(f"move {who}").get(session.game.grid.hex("3321"), -1)

    free, slow = (left_after("german", "ge.21.pzr22", found) for found in ([], ["3321"]))
    assert free - slow >= 6
    british = [left_after("allied", "cw.7.22ndarmd", found) for found in ([], ["3321"])]
    assert british[0] == british[1] > 0


# -- a friend in a hex ------------------------------------------------------------------------------

HEDGE = {"us.1.16th": "1817", "us.30.117th": "1918", "ge.275.gr983": "1818", "us.2.9th": "1719"}


def test_a_friend_cancels_the_zone_for_retreat_not_for_stopping() -> None:
    """NOR-ZC-05, NOR-RT-02, NOR-ZC-02  1819 lies in the ZOC of 1719 and 1918; a staff is no such friend."""
    back = (["ge.275.gr983"], 1, ["1918"])
    assert "1718" in ways(HEDGE, *back)
    assert ways({**HEDGE, "ge.5fj.fjr14": "1819"}, *back) == {"1819"}
    assert "1718" in ways({**HEDGE, "ge.hq.lxxxiv": "1819"}, *back), "only combat units"
    for friend, lost in (({"ge.5fj.fjr14": "1819"}, False), ({}, True)):
        session = strike(
            {**HEDGE, **friend, "us.hq.xix": "2013"}, "attack 1818 from us.1.16th us.30.117th", "DR1",
            states={"us.hq.xix": ["supported"]}, sp={"us1": 3}, give="allocate sp=2",
        )  # fmt: skip
        if lost:
            play(session, "retreat ge.275.gr983 1819")
        assert at(session, "ge.275.gr983") == "1819"
        assert steps(session.game, "ge.275.gr983") == 3 - lost
    stop = {"ge.275.gr983": "1820", "ge.5fj.fjr14": "1819", "us.2.9th": "1719", "us.1.16th": "2513"}
    moving = position("german.tactical", stop, turn=13, weather="clear")
    assert refused_by(moving, "move ge.275.gr983 1820-1819-1818") == "NOR-ZC-02"
    assert unit(moving, "ge.275.gr983").hex == moving.game.grid.hex("1820")


# -- bombers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("segment", ["allied.tactical", "allied.strategic"])
def test_no_ally_walks_under_the_bombs_and_germans_may(segment: str) -> None:
    """NOR-CB-05, NOR-CB-06  Until they have fallen, in both movement segments."""
    units = {"us.30.117th": "2513", "ge.331.gr559": "5130"}
    for targets, shut in ((["2614", "2615", "2515"], True), (["2018", "1918", "1919"], False)):
        session = position(segment, units, carpet=targets, turn=25, weather="clear", sea="calm")
        way = "move us.30.117th 2513-2614"
        assert is_legal(session, way) is not shut
        if shut:
            assert refused_by(session, way) == "NOR-CB-05"
    german = position(
        "german.tactical", {"ge.275.gr983": "1419", "us.1.16th": "2513"},
        carpet=["1418", "1517", "1518"], turn=25, weather="clear",
    )  # fmt: skip
    assert is_legal(german, "move ge.275.gr983 1419-1418")


def test_who_is_disorganized_is_in_reserve_no_more() -> None:
    """NOR-DR-03  The Reserve marker goes, as after a reserve attack that has failed."""
    session = position(
        "allied.reserve", {"us.4a.cca": "1220"}, states={"us.4a.cca": ["reserve"]}, turn=29
    )
    disorganize(session.game, "us.4a.cca", rule="NOR-CO-05")
    assert states(session, "us.4a.cca") == {"disorganized"}
