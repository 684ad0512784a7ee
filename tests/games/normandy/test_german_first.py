"""A game-turn in which the German moves first (NOR-OP-06, NOR-OP-16, NOR-CB-06, NOR-IT-06, NOR-SQ-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.normandy.table import (
    asked,
    at,
    events,
    is_legal,
    notes,
    play,
    position,
    states,
    table,
    track,
)
from wargame.flow.session import Session
from wargame.games.normandy.works import is_targeted
from wargame.model import events as ev

PANZERS = (
    "ge.12ss.ss-pzr12", "ge.12ss.ss-pzgr25", "ge.12ss.ss-pzgr26", "ge.21.pzr22", "ge.lehr.pzr130",
)  # fmt: skip
UNITS = {
    "us.hq.xix": "2013", "us.30.117th": "1817", "us.30.119th": "1918", "ge.hq.isspz": "3620",
    "ge.352.gr914": "1718", **dict(zip(PANZERS, ("3520", "3519", "3419", "3320", "3321"), strict=True)),
}  # fmt: skip
TIES = {
    **{u: {"hq": "ge.hq.isspz"} for u in PANZERS},
    **{u: {"hq": "us.hq.xix"} for u in ("us.30.117th", "us.30.119th")},
}
ALLIED, GERMAN = "normandy.allied", "normandy.german"


def turn(*, first: bool = True, marks: dict[str, list[str]] | None = None, **more: Any) -> Session:
    """T25, Clear: XIX Corps begins an Operation with bombers, I SS Panzer Corps answers."""
    content = table().content
    behind = [content.grid.name(h) for h in sorted(content.land) if content.grid.row(h) <= 16]
    laid = {
        "sp": {"us1": 10, "gepgw": 10}, "interdiction": 6, "sea": "calm", "control": {"allied": behind},
        **more,
    }  # fmt: skip
    session = position(
        "mutual.operations.allied", UNITS, turn=25, weather="clear", more=TIES,
        states={"us.hq.xix": ["supported"], "ge.hq.isspz": ["supported"], **(marks or {})}, **laid,
    )  # fmt: skip
    play(session, "allocate us.hq.xix", "allocate ge.hq.isspz", "yes" if first else "no")
    assert asked(session).key == "operation.carpet", "placed after the order is chosen"
    return play(session, "allocate 1818 1718 1717")


def until(session: Session, *keys: str, say: dict[str, str] | None = None) -> Session:
    """Play what ends a question ("done" where that is an answer, else the first) up to one of *keys*."""
    for _ in range(200):
        key = asked(session).key
        if key in keys:
            return session
        texts = [option.answer for option in asked(session).options()]
        wanted = (say or {}).get(key)
        plain = "done" if is_legal(session, "done") else texts[0]
        play(session, wanted if wanted and is_legal(session, wanted) else plain)
    raise AssertionError(asked(session).key)


def phases(session: Session) -> list[str]:
    """The steps entered on T25 from the player-turns on, in order."""
    names = [e.name for e in events(session, ev.SegmentEntered)]
    return names[names.index("normandy.players") :]


def spot(names: Sequence[str], name: str) -> int:
    """The place of the first step of that name."""
    assert name in names, (name, names)
    return names.index(name)


def test_the_whole_german_block_is_played_before_the_allied_one() -> None:
    """NOR-OP-16, NOR-OP-06, NOR-SQ-03  Segments 16-23, then 7-15, 24, 25; on the next turn 7-15 first."""
    session = turn(marks={"us.30.117th": ["disorganized"], "ge.352.gr914": ["disorganized"]})
    until(session, "support.allied", "air.split", say={"interdiction.aside": "aside 2"})
    names = phases(session)
    blocks = [n for n in names if n in (GERMAN, ALLIED, "normandy.end")]
    assert blocks == [GERMAN, ALLIED, "normandy.end"]
    german = [
        "replacement", "interdiction", "movement", "tactical", "strategic", "fighting",
        "engineering", "regroup", "over",
    ]  # fmt: skip
    allied = [
        "replacement", "movement", "tactical", "strategic", "carpet", "fighting", "engineering",
        "interdiction", "regroup", "over",
    ]  # fmt: skip
    line = [f"{GERMAN}.{n}" for n in german] + [f"{ALLIED}.{n}" for n in allied]
    wanted = {*line}
    assert [n for n in names[: spot(names, "normandy.end")] if n in wanted] == line
    assert (track(session, "turn"), track(session, "first")) == (26, "allied")


def test_the_default_order_for_the_same_declarations() -> None:
    """NOR-SQ-03  Without the choice the Allied block comes first."""
    names = phases(until(turn(first=False), "support.allied", "air.split"))
    blocks = [n for n in names if n in (GERMAN, ALLIED, "normandy.end")]
    assert blocks == [ALLIED, GERMAN, "normandy.end"]


def test_bombs_fall_where_they_were_placed_though_the_germans_have_left() -> None:
    """NOR-CB-06, NOR-CB-05  GR 914 walks out of 1718; the Air Units lie there until segment 10."""
    session = until(turn(), "movement.tactical")
    assert asked(session).side == "german"
    assert is_legal(session, "move ge.352.gr914 1718-1719")
    play(session, "move ge.352.gr914 1718-1719")
    lie = sorted(session.game.grid.name(m.hex) for m in session.state.marked("air unit"))
    assert lie == ["1717", "1718", "1818"]
    until(session, "carpet.next")
    assert asked(session).side == "allied"
    play(session, "bomb 1718")
    falls = [session.game.grid.name(row["where"]) for row in notes(session, "falls")]
    assert falls == ["1718"]
    assert at(session, "ge.352.gr914") == "1719"
    assert not states(session, "ge.352.gr914") & {"disorganized", "reduced", "cadre"}


def test_who_stays_under_the_bombs_is_hit() -> None:
    """NOR-CB-06  "may leave": nobody is warned off."""
    session = until(turn(), "carpet.next")
    before = len(events(session, ev.StateGained))
    session.state.script[:] = [6, 6]
    play(session, "bomb 1718")
    gained = {(e.unit, e.state) for e in events(session, ev.StateGained)[before:]}
    assert ("ge.352.gr914", "reduced") in gained


def test_regrouping_goes_by_the_phases_as_they_come() -> None:
    """NOR-OP-16, NOR-DR-01, NOR-DR-02  An American is flipped and cleared in one turn, a German flipped last."""
    marks = {"us.30.117th": ["disorganized"], "ge.12ss.ss-pzgr26": ["disorganized"]}
    session = until(turn(marks=marks), "movement.tactical")
    assert asked(session).side == "german"
    until(play(session, "done"), "movement.tactical")
    assert asked(session).side == "allied"
    assert states(session, "us.30.117th") == {"regroup"}
    assert "disorganized" in states(session, "ge.12ss.ss-pzgr26")
    until(session, "support.allied", "air.split")
    assert "regroup" not in states(session, "us.30.117th")
    assert "regroup" in states(session, "ge.12ss.ss-pzgr26")


def test_targeted_hexes_wait_for_the_next_german_movement_phase() -> None:
    """NOR-OP-16, NOR-IT-06, NOR-IT-05  Set aside before the roll, laid in segment 14, in force on T26."""
    session = until(turn(), "interdiction.aside")
    play(session, "aside 2")
    assert notes(session, "set_aside") == [{"points": 2}]
    assert track(session, "interdiction") == 4
    until(session, "interdiction.target", "support.allied", "air.split")
    assert asked(session).key == "interdiction.target"
    play(session, "target 3321")
    until(session, "support.allied", "air.split")
    assert is_targeted(session.game, session.game.grid.hex("3321"))
    assert track(session, "aside") == 0
