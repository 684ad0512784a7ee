"""How a position of Normandy reads to people: names, counters, panels, victory."""

from __future__ import annotations

from wargame.flow.definition import Counter, Face
from wargame.flow.standings import Standings
from wargame.games.normandy.state import (
    NorGame,
    kind_of,
    rating,
    strength,
    unit_name,
)
from wargame.model.state import UnitId


class NormandyFace(Face):
    """Names, counters and panels."""

    def unit_name(self, g: NorGame, unit: UnitId) -> str:
        """The unit with its division."""
        return unit_name(g, unit)

    def counter(self, g: NorGame, unit: UnitId) -> Counter:
        """The counter as it stands."""
        kind = kind_of(g, unit)
        value = strength(g, unit) if kind.combat_unit else rating(g, unit)
        return Counter(
            side=kind.side,
            code=kind.kind.partition("-")[2],
            strength=f"{value}-{kind.allowance}",
            short=str(value),
            name=kind.name[:9],
        )

    def standing(self, g: NorGame) -> Standings:
        """Who stands how."""
        return Standings.of(g.state, "", "", {})

    def allowance(self, g: NorGame, unit: UnitId) -> float:
        """Printed movement points."""
        return kind_of(g, unit).allowance
