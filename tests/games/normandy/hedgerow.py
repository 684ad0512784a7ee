"""The 30th Division before a dug-in hedgerow, and how its attack is read (EX-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.normandy.table import asked, events, position
from wargame.flow.allot import Allotment
from wargame.flow.session import Session
from wargame.model import events as ev

HEDGEROW = {
    "us.30.117th": "1918",
    "us.30.119th": "1918",
    "us.30.120th": "1918",
    "us.hq.xix": "2015",
    "us.art.xix": "2017",
    "ge.5fj.fjr14": "1818",
    "ge.275.gr983": "1818",
    "ge.hq.lxxxiv": "1820",
    "ge.art.84": "1820",
}
HEDGEROW_STATES = {
    "us.hq.xix": ["supported", "operation"],
    "ge.hq.lxxxiv": ["supported"],
    "ge.5fj.fjr14": ["reduced"],
}
DECLARED = "attack 1818 from us.30.117th us.30.119th us.30.120th"


def hedgerow(
    dice: Sequence[int] = (),
    *,
    units: Mapping[str, str] | None = None,
    more_states: Mapping[str, Sequence[str]] | None = None,
    **set_: Any,
) -> Session:
    """EX-10  The 30th Division before a dug-in hedgerow on T25."""
    wanted: dict[str, Any] = {
        "turn": 25,
        "weather": "clear",
        "sea": "calm",
        "works": {"1818": "improved"},
        "sp": {"us1": 3, "ge7": 2},
        **set_,
    }
    return position(
        "allied.combat",
        {**HEDGEROW, **(units or {})},
        states={**HEDGEROW_STATES, **(more_states or {})},
        dice=dice,
        **wanted,
    )


def rows(session: Session) -> dict[str, int]:
    """Key and most of each row of the open allotment."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return {row.key: row.most for row in ask.rows()}


def proposed(session: Session) -> dict[str, int]:
    """What the open allotment proposes, without what gets nothing."""
    ask = asked(session)
    assert isinstance(ask, Allotment)
    return {key: n for key, n in ask.proposed().items() if n}


def cell(session: Session) -> ev.ChartRead:
    """The last reading of the results table."""
    return [e for e in events(session, ev.ChartRead) if e.chart == "crt"][-1]
