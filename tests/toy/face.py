"""How the toy reads to people."""

from __future__ import annotations

from tests.toy.content import BLUE, RED, ToyGame
from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.standings import Standings
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import zones


class ToyFace(Face):
    """Counters and victory; the rest is as every game tells it."""

    def counter(self, g: ToyGame, unit: UnitId) -> Counter:
        """The counter as it stands."""
        kind, states = g.content.units[unit], g.state.units[unit].states
        return Counter(
            side=kind.side,
            code="INF",
            strength=f"{kind.strength}-{g.content.movement // 2}",
            short=str(kind.strength),
            name=kind.name,
            letters="S" if "shaken" in states else "",
            spent=bool(states & {"moved", "fought"}),
            symbol="><",
        )

    def hex_marks(self, g: ToyGame) -> dict[Hex, str]:
        """TOY-VC-02  The objective has a star."""
        return {g.content.objective: "*"}

    def status(self, g: ToyGame) -> list[tuple[str, str]]:
        """The weather."""
        return [("weather", str(g.state.tracks.get("weather", "unknown")))]

    def standing(self, g: ToyGame) -> Standings:
        """TOY-VC-02  The crossroads are all there is to win."""
        holder = g.state.control.get(g.content.objective, "")
        points = {side: int(side == holder) for side in (RED, BLUE)}
        return Standings.of(g.state, "marginal" if holder else "draw", holder, points)

    def allowance(self, g: ToyGame, unit: UnitId) -> float:
        """TOY-MV-01, TOY-MV-04  Movement points left this phase."""
        spent = g.state.units[unit].states & {"moved", "shaken"}
        return 0.0 if spent else g.content.movement / 2

    def overlays(self) -> tuple[Overlay, ...]:
        """Zones of control."""
        return tuple(zones({RED: "Red", BLUE: "Blue"}, "TOY-MV-04"))
