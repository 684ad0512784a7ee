"""Positions in which attackers or defenders are thrown back over bridges."""

from __future__ import annotations

from tests.games.normandy.strike import first, strike
from tests.games.normandy.table import answers, asked, play
from wargame.flow.session import Session


def vaucelles(*dice: int, who: str = "ge.21.pzgr125", by: str = "3617") -> Session:
    """The Germans are driven out of Caen, *by* the bridge of Vaucelles or beside it."""
    units = {
        "cw.3c.9th": "3416", "cw.3c.8th": "3416", "cw.3.9th": "3515", "cw.3.8th": "3515",
        "cw.hq.i": "3613", who: "3516", "ge.21.pzgr192": "3717",
    }  # fmt: skip
    session = strike(
        units, "attack 3516 from cw.3.8th cw.3.9th cw.3c.8th cw.3c.9th", "DR1", "DX DR2", "D1 DR1",
        states={"cw.hq.i": ["supported", "operation"]}, sp={"cw2": 4}, give="allocate sp=3",
        dice=dice,
    )  # fmt: skip
    first(session, "combat.losses")
    if asked(session).key == "combat.stand":
        play(session, "no")
    if asked(session).key == "combat.retreat":
        play(session, next(a for a in answers(session) if by in a))
    return session
