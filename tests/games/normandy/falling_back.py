"""Retreats to look at: the ways back of units, and the Canadians before 3417."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.normandy.strike import strike
from tests.games.normandy.table import table
from wargame.flow.session import Session
from wargame.games.normandy.retreat import Going, write

FIELD = {"cw.3c.9th": "3416", "cw.3c.8th": "3416", "cw.2cab": "3416", "cw.hq.i": "3613"}
CANADIANS = "attack 3417 from cw.2cab cw.3c.8th cw.3c.9th"


def open_field(
    *wanted: str,
    units: Mapping[str, str],
    states_: Mapping[str, Sequence[str]] | None = None,
    attack: str = CANADIANS,
    **more: Any,
) -> Session:
    """Two Canadian brigades and an armoured one attack Germans in the clear."""
    return strike(
        {**FIELD, **units}, attack, *wanted,
        states={"cw.hq.i": ["supported"], **(states_ or {})}, sp={"cw2": 3}, **more,
    )  # fmt: skip


LONE = {"ge.711.gr731": "3417"}


def ways(
    units: Mapping[str, str],
    going: Sequence[str],
    length: int,
    foes: Sequence[str],
    states_: Mapping[str, Sequence[str]] | None = None,
    **more: Any,
) -> set[str]:
    """The ways of German units (or others) that go back together."""
    recoils = bool(more.pop("recoils", False))
    g = table(units, states=states_, **{"turn": 13, **more})
    start, side = g.state.units[going[0]].hex, g.state.units[going[0]].side
    near = tuple(g.grid.hex(h) for h in foes)
    found = Going(g, side, start, length, near, tuple(going), recoils=recoils)  # type: ignore[arg-type]
    return {write(g, way) for way in found.ways}
