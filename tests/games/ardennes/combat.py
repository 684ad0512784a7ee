"""Combats of Ardennes laid out by hand: who fights whom where, and how far the combat has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tests.games.ardennes.table import position, table
from wargame.flow.session import Session
from wargame.games.ardennes.chits import Facts, Forces, facts, hits
from wargame.games.ardennes.content import load_content
from wargame.games.ardennes.state import OTHER, ArdGame, by_number, hexside_key

Units = Mapping[str, str]
Side = Literal["german", "allied"]
PZ, MECH, MECH2, RECON = "de.3pz.2", "de.2.2", "de.304.2", "de.2aa.2"
"""2 Pz: armor 5-3-2, mech 3-2-1 twice, recon [1]."""
FOOT, FOOT2 = "de.77.26", "de.39.26"
"""26 VG: inf 2-1 twice."""
PEIPER, VDH = "de.kgpeiper.1ss", "de.vdh.vdh"
R110, B110, R112, R109 = "us.110.28", "us.3-110.28", "us.112.28", "us.109.28"
"""28 Inf: 2-1; [1]; 3-2-1; 3-2-1."""


def forces(
    attackers: Units,
    defenders: Units,
    target: str = "2918",
    *,
    side: Side = "german",
    tactics: Sequence[str] = (),
    answer: str = "",
    doubled: Sequence[str] = (),
    **more: Any,
) -> tuple[ArdGame, Forces]:
    """A table and the forces of a combat on it."""
    g = table({**attackers, **defenders}, **more)
    ours, theirs = (tuple(by_number(g, units)) for units in (attackers, defenders))
    where = g.grid.hex(target)
    return g, Forces(side, where, ours, theirs, tuple(tactics), answer, tuple(doubled))


def scored(chit: str, known: Facts) -> tuple[int, int]:
    """Hits of a chit on the defender and on the attacker."""
    return hits(load_content("campaign").chits[chit], known)


def score(
    chit: str, attackers: Units, defenders: Units, *where: str, **more: Any
) -> tuple[int, int]:
    """The same, of a combat laid out."""
    g, fought = forces(attackers, defenders, *where, **more)
    return scored(chit, facts(g, fought))


def combat(
    stage: str,
    attackers: Units,
    defenders: Units,
    target: str = "2918",
    *,
    side: Side = "german",
    others: Units | None = None,
    kept: Mapping[str, Any] | None = None,
    quiet: bool = True,
    **more: Any,
) -> Session:
    """A combat that stands before a stage: "tactics", "answer", "chits", "hits", "counter", "advance".

    *others* are units that take no part, *kept* what the combat remembers besides. Unless it is
    *quiet* Germans who come into hexes call for the checks of a move.
    """
    content = load_content("campaign")
    rank = content.units

    def ordered(units: Units) -> tuple[str, ...]:
        return tuple(sorted(units, key=lambda u: (rank[u].rank, u)))

    grid = content.grid
    frame = {
        "attacker": side,
        "target": grid.hex(target),
        "units": ordered(attackers),
        "defenders": ordered(defenders),
        "origins": tuple(sorted({grid.hex(h) for h in attackers.values()})),
        **(kept or {}),
    }
    used = {u: ["attacked", *(more.get("states") or {}).get(u, ())] for u in attackers}
    more = {**more, "states": {**(more.get("states") or {}), **used}}
    enemy = OTHER[side]
    units = {**attackers, **defenders, **(others or {})}
    assert all(u.startswith("de") == (enemy == "german") for u in defenders)
    if quiet:  # no Roadblock, no Bridge is asked about
        bridges = tuple(sorted(hexside_key(content, *s) for s in content.map.bridges))
        more = {**more, "frames": {f"ops.{side}.activation": {"checked": 1, "bridges": bridges}}}
    frames = {**more.pop("frames", {}), f"ops.{side}.battle": frame}
    return position(f"ops.{side}.{stage}", units, active=[*attackers], frames=frames, **more)
