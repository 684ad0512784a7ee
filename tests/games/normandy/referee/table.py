"""Positions for tests out of short lines: `id hex class shown hq division states`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.normandy.referee.board import Ground, ground_from
from tests.games.normandy.referee.position import Position, position_from

POOLS = {
    "us.hq.v": "us1",
    "us.hq.vii": "us1",
    "us.hq.xix": "us1",
    "us.hq.viii": "us1",
    "cw.hq.i": "cw2",
    "cw.hq.viii": "cw2",
    "cw.hq.xxx": "cw2",
    "ge.hq.lxxxiv": "ge7",
    "ge.hq.schlieben": "ge7",
    "ge.hq.iifj": "ge7",
    "ge.hq.isspz": "gepgw",
    "ge.hq.iisspz": "gepgw",
    "ge.hq.xlvii": "gepgw",
}
"""6.2  Pools of the HQs that tests name, before T24."""


@cache
def ground() -> Ground:
    """The campaign map of the fixture."""
    text = Path(__file__).with_name("map.json").read_text(encoding="utf-8")
    return ground_from(json.loads(text))


def units(text: str) -> dict[str, dict[str, Any]]:
    """One unit a line: id, hex, class, then `F`, `R` or `C`, then `key=value` in any order.

    Keys are hq, division, army, supply; every other word is a state.
    """
    found = {}
    for line in text.strip().splitlines():
        unit_id, hex_, cls, *words = line.split()
        row: dict[str, Any] = {"hex": hex_, "class": cls, "states": []}
        for word in words:
            if word in "FRC":
                row["shown"] = word
            elif "=" in word:
                key, value = word.split("=")
                row[key] = value
            else:
                row["states"].append(word)
        found[unit_id] = row
    return found


def table(text: str = "", **values: Any) -> Position:
    """A position on the campaign map; every HQ named by a unit is Supported unless told."""
    rows = units(text)
    named = {row["hq"] for row in rows.values() if "hq" in row}
    values.setdefault("supported", sorted(named))
    values.setdefault("armies", POOLS)
    return position_from({"units": rows, **values}, ground())


def hexes(text: str) -> list[str]:
    """Hexes written with blanks between."""
    return text.split()
