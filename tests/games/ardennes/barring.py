"""Roadblocks laid out by hand: the Germans of worked example W8 before Bastogne."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.ardennes.table import position
from wargame.flow.session import Session

ARMOR, MECH, FOOT = "de.3pz.2", "de.2.2", "de.77.26"
PARAS = "us.506.101"
W8 = {ARMOR: "2420", PARAS: "2118"}
INTO = f"move {ARMOR} 2420-2319"


def moving(units: Mapping[str, str] | None = None, **more: Any) -> Session:
    """Before German moves on December 18, the German alone, another unit of his far behind."""
    found = {FOOT: "3620", **(W8 if units is None else units)}
    return position("ops.german.move", found, **{"mode": "gs", "turn": 18, **more})
