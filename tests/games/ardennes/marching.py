"""Moves laid out by hand: who moves in the tests of movement, and the position before he does."""

from __future__ import annotations

from typing import Any

from tests.games.ardennes.table import position
from wargame.flow.session import Session

ARMOR, MECH, MECH_2, FOOT = "de.3pz.2", "de.2.2", "de.304.2", "de.77.26"
REGIMENT, COMPANY, COMMAND = "us.110.28", "us.3-110.28", "us.ccr-9.9ad"
FAR = {"us.22.4": "3628"}
"""An Allied unit out of the way."""


def moving(
    units: dict[str, str], *, side: str = "german", checks: bool = False, **more: Any
) -> Session:
    """Before the moves of an Activation, by default on December 20 (no army boundaries).

    Unless *checks*, its Roadblock check is behind it.
    """
    frames = {f"ops.{side}.activation": {"checked": int(not checks)}}
    return position(f"ops.{side}.move", {**FAR, **units}, **{"turn": 20, "frames": frames, **more})
