"""Which headquarters every unit belongs to: the proposal and its changes (NOR-SU-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.normandy.table import (
    answers,
    asked,
    is_legal,
    notes,
    play,
    position,
    refusal,
    refused_by,
)
from wargame.flow.session import Session
from wargame.games.normandy.armies import hq_of, is_supported
from wargame.games.normandy.asks.attaching import Attachments
from wargame.games.normandy.content import load_content
from wargame.games.normandy.state import unit_name

CONTENT = load_content("campaign")
LAND = tuple(CONTENT.grid.name(h) for h in sorted(CONTENT.land))
QUIET = {"us.101.501stpir": "1812", "ge.331.gr559": "5130"}
"""A unit of each side far from everything, so that the table is never empty."""


def attaching(units: Mapping[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before the attachments of a side; all land is its own."""
    rest = {"turn": 30, "control": {side: list(LAND)}, **more}
    return position(f"mutual.supply.{side}", {**QUIET, **units}, **rest)


def hq(session: Session, unit_id: str) -> str:
    """The HQ a unit is attached to."""
    return hq_of(session.game, unit_id)


def test_last_turns_hq_is_kept_where_it_is_in_reach_else_the_nearest() -> None:
    """NOR-SU-04, section 5.4"""
    units = {"us.hq.v": "2514", "us.hq.xix": "2014", "us.1.16th": "2016", "us.29.115th": "2515"}
    session = attaching(
        units, more={"us.1.16th": {"hq": "us.hq.v"}, "us.29.115th": {"hq": "us.hq.xix"}}
    )
    assert (hq(session, "us.1.16th"), hq(session, "us.29.115th")) == ("us.hq.v", "us.hq.xix")
    far = attaching({**units, "us.1.16th": "1918"}, more={"us.1.16th": {"hq": "us.hq.v"}})
    assert hq(far, "us.1.16th") == "us.hq.xix"
    assert asked(session).key == "supply.attach"
    assert answers(session)[0] == "done"


def test_a_division_goes_together_to_the_nearest_for_all() -> None:
    """NOR-SU-04  One order moves it whole."""
    units = {"us.hq.v": "2514", "us.hq.xix": "2014", "us.1.16th": "2314", "us.1.18th": "2214",
             "us.1.26th": "2414"}  # fmt: skip
    session = attaching(units, more={"us.1.18th": {"hq": "us.hq.xix"}})
    first = ("us.1.16th", "us.1.18th", "us.1.26th")
    assert {hq(session, u) for u in first} == {"us.hq.v"}
    play(session, "attach us.1.18th us.hq.xix")
    assert {hq(session, u) for u in first} == {"us.hq.xix"}
    assert asked(session).key == "supply.attach"
    play(session, "done")
    assert asked(session).side == "german" or asked(session).key != "supply.attach"


def test_a_division_that_no_hq_can_take_whole_is_split() -> None:
    """NOR-SU-04, R-105"""
    units = {"us.hq.v": "2514", "us.hq.xix": "1614", "us.1.16th": "2516", "us.1.18th": "1616"}
    session = attaching(units)
    assert (hq(session, "us.1.16th"), hq(session, "us.1.18th")) == ("us.hq.v", "us.hq.xix")


def test_what_an_order_may_not_do() -> None:
    """NOR-SU-04, NOR-SU-05"""
    units = {"us.hq.v": "2514", "us.hq.xix": "2014", "us.hq.vii": "1612", "us.1.16th": "2515",
             "cw.hq.xxx": "2814", "cw.50.69th": "2815"}  # fmt: skip
    session = attaching(units)
    for text, rule in (
        ("attach us.1.16th us.hq.vii", "NOR-SU-05"), ("attach us.1.16th cw.hq.xxx", "NOR-SU-04"),
        ("attach us.1.16th us.hq.v", "NOR-SU-04"), ("attach us.hq.v us.hq.xix", "NOR-SU-04"),
        ("attach us.1.16th us.hq.xx", "NOR-SU-04"), ("attach us.1.16th", "NOR-SU-04"),
        ("attach ge.331.gr559 us.hq.v", "NOR-SU-04"), ("attach us.1.16th cw.50.69th", "NOR-SU-04"),
    ):  # fmt: skip
        assert refused_by(session, text) == rule, text
    assert "no line of 6 hexes" in refusal(session, "attach us.1.16th us.hq.vii").reason
    assert is_legal(session, "attach us.1.16th us.hq.xix")


def test_the_fortress_takes_its_own_people_only() -> None:
    """NOR-SU-04, section 6.2"""
    units = {
        "ge.hq.cherbourg": "0903",
        "ge.hq.schlieben": "1106",
        "ge.gar.b": "0904",
        "ge.352.gr914": "0905",
    }
    session = attaching(units, side="german")
    assert (hq(session, "ge.gar.b"), hq(session, "ge.352.gr914")) == (
        "ge.hq.cherbourg",
        "ge.hq.schlieben",
    )
    assert refused_by(session, "attach ge.352.gr914 ge.hq.cherbourg") == "NOR-SU-04"


def crowd(count: int) -> dict[str, str]:
    """So many German units of no or different divisions, within reach of two staffs."""
    kinds = CONTENT.units.values()
    single: dict[str, str] = {}
    for kind in kinds:
        row = CONTENT.formations[kind.formation_id]
        if kind.nation == "ge" and kind.combat_unit and kind.id not in QUIET:
            single.setdefault(row.id if row.division else kind.id, kind.id)
    hexes = [f"{c}{r}" for c in range(22, 28) for r in range(26, 31)]
    return dict(zip(list(single.values())[:count], hexes, strict=False))


def test_an_hq_has_room_for_so_many_combat_units() -> None:
    """NOR-SU-04  Twelve German ones; the thirteenth goes to the next HQ, or to none and is Unsupported."""
    one = attaching({"ge.hq.lxxxiv": "2428", **crowd(13)}, side="german")
    names = list(crowd(13))
    alone = [u for u in names if not hq(one, u)]
    assert len(alone) == 1
    assert notes(one, "no_room")
    assert not is_supported(one.game, alone[0])
    two = attaching({"ge.hq.lxxxiv": "2428", "ge.hq.iifj": "2725", **crowd(13)}, side="german")
    assert all(hq(two, u) for u in names)
    full = [h for h in ("ge.hq.lxxxiv", "ge.hq.iifj") if sum(hq(two, u) == h for u in names) == 12]
    other = next(u for u in names if hq(two, u) != full[0]) if full else ""
    assert other
    assert refused_by(two, f"attach {other} {full[0]}") == "NOR-SU-04"
    assert "room for 0" in refusal(two, f"attach {other} {full[0]}").reason
    many = attaching({"ge.hq.lxxxiv": "2428", "ge.hq.iifj": "2725", **crowd(26)}, side="german")
    left = [unit_name(many.game, u) for u in crowd(26) if not hq(many, u)]
    assert len(left) == 2
    said = asked(many).prompt
    assert all(name in said for name in left), said
    assert "No HQ has room for" in said


def test_nothing_is_asked_where_every_unit_has_one_hq() -> None:
    """NOR-SU-04"""
    session = attaching({"us.hq.v": "2514", "us.1.16th": "2515"})
    assert asked(session).side == "german" or asked(session).key != "supply.attach"
    assert hq(session, "us.1.16th") == "us.hq.v"


def test_a_unit_that_can_trace_to_nobody_belongs_to_the_nearest() -> None:
    """NOR-SU-04, section 1, R-105  Whatever it had before; it takes up none of its room."""
    units = {"us.hq.v": "2514", "us.hq.xix": "2415", "us.1.16th": "2515", "us.29.115th": "2325"}
    session = attaching(units, more={"us.29.115th": {"hq": "us.hq.v"}})
    assert hq(session, "us.29.115th") == "us.hq.xix"
    assert "2 can trace to none" in asked(session).prompt
    assert refused_by(session, "attach us.29.115th us.hq.v") == "NOR-SU-05"
    found = Attachments(session.game, "allied")
    found.attach(["us.29.115th"], "us.hq.xix")
    found.attach(["us.1.16th"], "us.hq.v")
    assert (found.room("us.hq.xix"), found.room("us.hq.v")) == (15, 14)


def test_an_hq_with_room_for_one_more_says_so_in_the_singular() -> None:
    """NOR-SU-04  A division of two does not fit where there is room for 1 combat unit."""
    pair, full = ("ge.84.gr1051", "ge.84.gr1052"), crowd(11)
    ties = {u: {"hq": "ge.hq.iifj" if u in pair else "ge.hq.lxxxiv"} for u in (*full, *pair)}
    units = {"ge.hq.lxxxiv": "2428", "ge.hq.iifj": "2725", **full, **dict.fromkeys(pair, "2525")}
    session = attaching(units, side="german", more=ties)
    reason = refusal(session, f"attach {pair[0]} ge.hq.lxxxiv").reason
    assert reason == "LXXXIV Corps has room for 1 combat unit more; that would be 2."
