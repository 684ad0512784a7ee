"""Positions before a Replacement Phase and a Victory Point Segment."""

from __future__ import annotations

from typing import Any

from tests.games.normandy.table import position, track
from wargame.flow.session import Session

FAR = {"us.90.357th": "2712", "ge.331.gr559": "5130", "ge.331.gr558": "5230"}
"""Somebody of each side with something left to do, out of the way."""
INF, GR, GR2 = "us.30.117th", "ge.275.gr983", "ge.275.gr985"
STANDING = {INF: "1918", GR: "4229"}
CITIES = [
    "0804", "0903", "0926", "1207", "1220", "1430", "1613", "1726", "1739", "2018", "2331", "2426",
    "2814", "2919", "2932", "3125", "3128", "3516", "3617", "3924", "4229", "4537", "4633", "4717",
]  # fmt: skip


def replacing(units: dict[str, str], *, side: str = "allied", **more: Any) -> Session:
    """Before a Replacement Phase, T13 unless another turn is given."""
    return position(f"{side}.replacement", {**FAR, **units}, **{"weather": "clear", **more})


def ending(units: dict[str, str] | None = None, **more: Any) -> Session:
    """From the Victory Point Segment on; a German field force and all beaches stand."""
    placed = {**STANDING, **(units or {})}
    return position("end.victory", placed, **{"weather": "clear", **more})


def cities(count: int) -> dict[str, Any]:
    """So many city hexes Allied, the others German."""
    held = [h for h in CITIES if h != "4229"][:count]
    return {"control": {"allied": held, "german": [h for h in CITIES if h not in held]}}


def vp(session: Session) -> tuple[int, int]:
    """Both tracks."""
    return track(session, "vp allied"), track(session, "vp german")
