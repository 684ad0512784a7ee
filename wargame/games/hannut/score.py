"""The score: victory hexes, and tank units lost (HAN-VC-01, HAN-VP-01 to HAN-VP-27)."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.games.hannut.data.files import Side
from wargame.games.hannut.state import ELIMINATED, HannutGame


@dataclass(frozen=True, slots=True)
class Score:
    """HAN-VC-01  The score as it stands."""

    hexes: int
    """VP of the victory hexes the Germans control."""
    french_lost: int
    german_lost: int
    """Eliminated tank units; HQs and armoured cars do not count."""
    total: int
    """S: the tank losses count only where the scenario says so."""


def score(g: HannutGame) -> Score:
    """HAN-VC-01, HAN-VP-01 to HAN-VP-27, HAN-RP-10  Hexes and, in the campaign, tank losses."""
    control = g.state.control
    hexes = sum(o.vp for o in g.content.objectives if control.get(o.hex) == "german")
    french, german = tanks_lost(g, "allied"), tanks_lost(g, "german")
    total = hexes + (french - german if g.content.scenario.tank_losses else 0)
    return Score(hexes, french, german, total)


def tanks_lost(g: HannutGame, side: Side) -> int:
    """HAN-VC-01  Tank units of a side eliminated."""
    kinds = g.content.units
    lost = [kinds[u.id] for u in g.state.units.values() if u.box == ELIMINATED]
    return len([kind for kind in lost if kind.side == side and kind.tank])
