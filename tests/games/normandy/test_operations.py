"""Operations declared, continued, ended; who goes first; carpet bombing announced (NOR-OP, NOR-CB)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.normandy.table import (
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
    states,
    track,
    unit,
)
from wargame.content.errors import DataError
from wargame.flow.allot import Allotment, Share
from wargame.flow.session import Session

CORPS = ("us.hq.v", "us.hq.vii", "us.hq.xix", "us.hq.viii", "cw.hq.viii", "cw.hq.xxx")
PANZERS = (
    "ge.12ss.ss-pzr12", "ge.12ss.ss-pzgr25", "ge.12ss.ss-pzgr26", "ge.21.pzr22", "ge.lehr.pzr130",
)  # fmt: skip
ALLIES = {
    "us.hq.v": "2514", "us.hq.vii": "1812", "us.hq.xix": "2013", "us.hq.viii": "1613",
    "cw.hq.viii": "3115", "cw.hq.xxx": "2914", "us.30.117th": "1817", "us.1.16th": "2515",
    "cw.50.69th": "2915",
}  # fmt: skip
GERMANS = {
    "ge.hq.isspz": "3620", "ge.hq.xlvii": "3420", "ge.hq.lxxxiv": "2020", "ge.352.gr916": "1919",
    **dict(zip(PANZERS, ("3520", "3519", "3419", "3320", "3321"), strict=True)),
}  # fmt: skip
HQS = ("ge.hq.isspz", "ge.hq.xlvii", "ge.hq.lxxxiv")
MECH = {u: {"hq": "ge.hq.isspz" if n < 3 else "ge.hq.xlvii"} for n, u in enumerate(PANZERS)}


def supported(*hqs: str) -> dict[str, list[str]]:
    """HQs that are paid for."""
    return {hq: ["supported"] for hq in hqs}


def laid(side: str, **more: Any) -> Session:
    """Before the declarations of a side, every HQ supported, with ten SP an army."""
    states_ = {**supported(*CORPS, *HQS), **more.pop("states", {})}
    ties = {**MECH, "us.30.117th": {"hq": "us.hq.xix"}, **more.pop("more", {})}
    tracks = {"turn": 20, "weather": "overcast", **more}
    sp = {"us1": 10, "cw2": 10, "ge7": 10, "gepgw": 10, **tracks.pop("sp", {})}
    units = {**ALLIES, **GERMANS, **tracks.pop("units", {})}
    return position(f"mutual.operations.{side}", units, states=states_, more=ties, sp=sp, **tracks)


def allied(**more: Any) -> Session:
    """Before the Allied declarations."""
    return laid("allied", **more)


def german(**more: Any) -> Session:
    """Before the German ones."""
    return laid("german", **more)


# -- beginning --------------------------------------------------------------------------------------


def test_an_operation_is_paid_at_once_and_notes_the_enemys_hexes() -> None:
    """NOR-OP-01, NOR-OP-04, NOR-OP-05, NOR-OP-08, NOR-VP-03  2 SP and 1 for each HQ."""
    session = allied()
    play(session, "allocate us.hq.vii us.hq.xix")
    assert (track(session, "sp us1"), track(session, "op us1")) == (6, 1)
    assert {"operation"} <= states(session, "us.hq.vii") & states(session, "us.hq.xix")
    assert unit(session, "us.hq.vii").numbers["operated"] == 20
    noted = session.state.lists["op us1 hexes"]
    assert noted == sorted(h for h, side in session.state.control.items() if side == "german")
    assert asked(session).key == "operation.german"


def test_each_army_has_one_and_the_two_are_declared_together() -> None:
    """NOR-OP-07, NOR-OP-11"""
    session = allied(turn=30)
    play(session, "allocate us.hq.vii cw.hq.viii cw.hq.xxx")
    assert (track(session, "op us1"), track(session, "op cw2")) == (1, 1)
    assert (track(session, "sp us1"), track(session, "sp cw2")) == (7, 6)


@pytest.mark.parametrize(("turn", "most"), [(24, 2), (25, 3)])
def test_two_hqs_and_from_turn_25_three(turn: int, most: int) -> None:
    """NOR-OP-07"""
    named = ["us.hq.v", "us.hq.vii", "us.hq.xix", "us.hq.viii"]
    session = allied(turn=turn)
    assert is_legal(session, " ".join(["allocate", *named[:most]]))
    assert refused_by(session, " ".join(["allocate", *named[: most + 1]])) == "NOR-OP-07"


def rows(session: Session) -> Sequence[Share]:
    """What may be named, in the order of the list."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return ask.rows()


def test_the_price_must_be_in_reserve() -> None:
    """NOR-OP-08"""
    session = allied(sp={"us1": 3, "cw2": 2})
    assert is_legal(session, "allocate us.hq.v")
    assert refused_by(session, "allocate us.hq.v us.hq.vii") == "NOR-OP-08"
    assert "would pay 4 SP for 2 HQs" in refusal(session, "allocate us.hq.v us.hq.vii").reason
    assert refused_by(session, "allocate cw.hq.viii") == "NOR-OP-08"
    assert "3 SP for 1 HQ; it has 2." in refusal(session, "allocate cw.hq.viii").reason
    notes = {row.key: row.note for row in rows(session)}
    assert notes["us.hq.v"].startswith("begins for 3 SP; ")
    assert notes["cw.hq.viii"].startswith("cannot begin for less than 3 SP; ")


def test_who_cannot_be_named() -> None:
    """NOR-OP-04, NOR-OP-07  Unsupported HQs, other units, the enemy's."""
    session = allied(states={"us.hq.v": []})
    assert refused_by(session, "allocate us.hq.v") == "NOR-OP-07"
    assert refused_by(session, "allocate us.1.16th") == "NOR-OP-04"
    assert refused_by(session, "allocate ge.hq.isspz") == "NOR-OP-04"
    assert refused_by(session, "allocate us.hq.xx") == "NOR-OP-07"


@pytest.mark.parametrize(("last", "legal"), [(19, False), (18, True)])
def test_an_hq_rests_a_full_turn(last: int, legal: bool) -> None:
    """NOR-OP-10  Last in one on Tn, again from Tn+2."""
    session = allied(more={"us.hq.v": {"operated": last}})
    assert is_legal(session, "allocate us.hq.v") is legal
    if not legal:
        assert refused_by(session, "allocate us.hq.v") == "NOR-OP-10"
        assert "again from turn 21" in refusal(session, "allocate us.hq.v").reason


def test_nothing_is_begun_unasked() -> None:
    """NOR-OP-01  The proposal declines."""
    session = allied()
    assert answers(session)[0] == "done"
    play(session, "done")
    assert not track(session, "op us1")


def test_nothing_is_asked_where_nobody_can_begin() -> None:
    """NOR-OP-03"""
    session = allied(sp={"us1": 2, "cw2": 2})
    assert asked(session).key == "operation.german"


# -- going on ---------------------------------------------------------------------------------------


def running(turn: int = 2, **more: Any) -> Session:
    """VII and XIX Corps are in an Operation."""
    row = {"turn": turn, "hqs": ["us.hq.vii", "us.hq.xix"], "hexes": ["1818"]}
    return allied(operations={"us1": row}, **more)


def test_continuing_costs_a_point_for_each_hq_and_is_proposed() -> None:
    """NOR-OP-02, NOR-OP-08, NOR-OP-09"""
    session = running()
    assert answers(session)[0] == "allocate us.hq.vii us.hq.xix"
    assert "2 of 4 turns" in asked(session).prompt
    play(session, "allocate us.hq.vii us.hq.xix")
    assert (track(session, "sp us1"), track(session, "op us1")) == (8, 3)
    assert session.state.lists["op us1 hexes"] == [session.game.grid.hex("1818")]


@pytest.mark.parametrize(
    ("gained", "said"),
    [
        (0, "no hexes gained so far, worth -2 VP"),
        (1, "1 hex gained so far, worth -2 VP"),
        (4, "4 hexes gained so far, worth no VP"),
        (6, "6 hexes gained so far, worth +2 VP"),
    ],
)
def test_what_a_running_operation_is_worth_is_told_before_it_is_ended(
    gained: int, said: str
) -> None:
    """NOR-OP-15, NOR-VP-03  In the question, and where the answer would end it."""
    noted = ["1818", "1819", "1820", "1918", "1919", "1920"]
    row = {"turn": 2, "hqs": ["us.hq.vii"], "hexes": noted}
    control = {h: "allied" if n < gained else "german" for n, h in enumerate(noted)}
    session = allied(operations={"us1": row}, control=control, units={"ge.352.gr916": "2119"})
    assert f"2 of 4 turns played; {said}." in asked(session).prompt
    ask = asked(session)
    assert isinstance(ask, Allotment)
    assert list(ask.account({})) == [f"the Operation of US First Army ends: {said}"]


def test_hqs_may_be_dropped_never_added() -> None:
    """NOR-OP-17"""
    session = running()
    assert refused_by(session, "allocate us.hq.vii us.hq.v") == "NOR-OP-17"
    play(session, "allocate us.hq.xix")
    assert track(session, "sp us1") == 9
    assert "operation" not in states(session, "us.hq.vii")
    assert "operation" in states(session, "us.hq.xix")
    assert notes(session, "dropped") == [{"unit": "us.hq.vii"}]
    assert not session.state.lists.get("ended")


def test_what_is_not_named_ends_and_waits_for_its_assessment() -> None:
    """NOR-OP-09, NOR-OP-15  It last ran the turn before (NOR-OP-10)."""
    session = running()
    unit(session, "us.hq.vii").numbers["operated"] = 19
    play(session, "done")
    assert track(session, "op us1") == 0
    assert session.state.lists["ended"] == ["us1"]
    assert "operation" not in states(session, "us.hq.vii")
    assert unit(session, "us.hq.vii").numbers["operated"] == 19
    assert notes(session, "not_continued")


def test_an_unsupported_hq_is_dropped_and_one_without_money_too() -> None:
    """NOR-OP-07, NOR-OP-08"""
    session = running(sp={"us1": 1})
    assert answers(session)[0] in ("allocate us.hq.xix", "allocate us.hq.vii")
    assert refused_by(session, "allocate us.hq.vii us.hq.xix") == "NOR-OP-08"
    poor = running(sp={"us1": 0, "cw2": 0})
    assert notes(poor, "cannot_pay")
    assert poor.state.lists["ended"] == ["us1"]


def test_an_operation_whose_staffs_are_unsupported_ends() -> None:
    """NOR-OP-07  Not supported in segment 3, so dropped in segment 4."""
    row = {"turn": 2, "hqs": ["us.hq.vii"], "hexes": ["1818"]}
    session = position(
        "mutual.support_levels.allied", {**ALLIES, **GERMANS}, turn=20, operations={"us1": row},
        sp={"us1": 5, "cw2": 0, "ge7": 0, "gepgw": 0}, sea="gale", weather="storm",
    )  # fmt: skip
    play(session, "allocate us.hq.v")
    assert notes(session, "none_supported")
    assert session.state.lists["ended"] == ["us1"]


# -- the German -------------------------------------------------------------------------------------


def test_EX_05_the_german_answers_an_operation_and_goes_first() -> None:
    """NOR-OP-06, NOR-OP-08, NOR-OP-10, NOR-OP-11, NOR-OP-12, NOR-SQ-03, NOR-AS-04  T10."""
    session = allied(turn=10, sp={"cw2": 9, "gepgw": 6}, level=2, dice=[1, 1, 4, 5])
    play(session, "allocate cw.hq.viii cw.hq.xxx")
    assert track(session, "sp cw2") == 5
    play(session, "allocate ge.hq.isspz ge.hq.xlvii")
    assert (track(session, "sp gepgw"), track(session, "op gepgw")) == (2, 1)
    assert asked(session).key == "operation.first"
    play(session, "yes")
    assert track(session, "first") == "german"
    assert asked(session).key == "army.german"
    play(session, "allocate gepgw=5")
    assert track(session, "sp gepgw") == 7
    play(session, "done", "done")
    assert session.state.frames[1].name == "normandy.players"
    assert any(frame.name == "normandy.german" for frame in session.state.frames)


def test_without_the_choice_the_allied_player_turn_comes_first() -> None:
    """NOR-SQ-03, NOR-OP-06"""
    session = german()
    play(session, "allocate ge.hq.isspz ge.hq.xlvii", "no")
    assert track(session, "first") == "allied"
    quiet = german()
    play(quiet, "done")
    assert asked(quiet).key == "army.german"


def test_the_german_needs_five_mech_units() -> None:
    """NOR-OP-12  I SS Corps has three, XLVII two."""
    session = german()
    assert refused_by(session, "allocate ge.hq.isspz") == "NOR-OP-12"
    assert "3 mech" in refusal(session, "allocate ge.hq.isspz").reason
    one = german(more={u: {"hq": "ge.hq.isspz"} for u in PANZERS[:4]})
    said = refusal(one, "allocate ge.hq.xlvii").reason
    assert "1 mech combat unit is attached to the HQs named; an Operation needs 5." == said
    assert is_legal(session, "allocate ge.hq.isspz ge.hq.xlvii")
    few = german(more={PANZERS[4]: {"hq": "ge.hq.lxxxiv"}})
    assert asked(few).key != "operation.german"
    told = {row.key: row.note for row in rows(session)}
    assert "2 of them mech combat (5 are needed)" in told["ge.hq.xlvii"]


def test_one_german_operation_of_one_army_and_long_rests() -> None:
    """NOR-OP-07, NOR-OP-10  Last ran on Tn, again from Tn+4."""
    session = german(more={u: {"hq": "ge.hq.isspz"} for u in PANZERS})
    assert refused_by(session, "allocate ge.hq.isspz ge.hq.lxxxiv") == "NOR-OP-07"
    soon = german(tracks={"op german last": 17})
    assert asked(soon).key != "operation.german"
    then = german(tracks={"op german last": 16})
    assert asked(then).key == "operation.german"


def test_a_running_german_operation_goes_on_without_its_tanks() -> None:
    """NOR-OP-09, NOR-OP-12  Counted at the declaration only; it cannot put the German first again."""
    row = {"gepgw": {"turn": 1, "hqs": ["ge.hq.isspz"], "hexes": []}}
    session = german(operations=row)
    play(session, "allocate ge.hq.isspz")
    assert (track(session, "op gepgw"), track(session, "sp gepgw")) == (2, 9)
    assert track(session, "op german last") == 20
    assert asked(session).key == "army.german"


def test_no_german_operation_begins_after_withdrawal() -> None:
    """NOR-WN-04  One that runs may go on."""
    session = german(turn=30, tracks={"withdrawn": 29})
    assert asked(session).key != "operation.german"
    row = {"gepgw": {"turn": 1, "hqs": ["ge.hq.isspz"], "hexes": []}}
    running_ = german(turn=30, tracks={"withdrawn": 29}, operations=row)
    assert is_legal(running_, "allocate ge.hq.isspz")


@pytest.mark.parametrize(("army", "side", "hqs", "run"), [
    ("us1", "allied", ["us.hq.xix"], 4), ("gepgw", "german", ["ge.hq.isspz", "ge.hq.xlvii"], 2),
])  # fmt: skip
def test_an_operation_that_has_run_its_turns_is_not_continued(
    army: str, side: str, hqs: list[str], run: int
) -> None:
    """NOR-OP-09  Four turns or two are the most, in a position laid out as well."""
    session = laid(side, operations={army: {"turn": run, "hqs": hqs}})
    if side == "allied":
        assert refused_by(session, f"allocate {' '.join(hqs)}") == "NOR-OP-09"
        play(session, "done")
    assert not track(session, f"op {army}")
    with pytest.raises(DataError, match=f"{run + 1} is more than {run}"):
        laid(side, operations={army: {"turn": run + 1, "hqs": hqs}})


def test_what_an_operation_takes_is_told_before_it_is_named() -> None:
    """NOR-OP-07, NOR-OP-08  How many HQs, of how many armies, for how much."""
    limit = "of one army, 2 SP and 1 for each."
    assert asked(laid("allied")).prompt.endswith(f"None runs; one takes up to 2 HQs {limit}")
    later = asked(laid("allied", turn=25)).prompt
    assert later.endswith(f"None runs; one takes up to 3 HQs {limit}")
