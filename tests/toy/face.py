"""How the toy reads to people."""

from __future__ import annotations

from typing import Any

from tests.toy.content import BLUE, RED, ToyGame
from wargame.flow.definition import Counter, Overlay
from wargame.flow.standings import Arrival, Standings
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import zones


class ToyFace:
    """Names, counters and panels."""

    def unit_name(self, g: ToyGame, unit: UnitId) -> str:
        """The printed name."""
        return g.content.units[unit].name

    def counter(self, g: ToyGame, unit: UnitId) -> Counter:
        """The counter as it stands."""
        row, states = g.content.units[unit], g.state.units[unit].states
        factors = self.strength(g, unit)
        return Counter(
            side=row.side,
            code="INF",
            strength=factors,
            short=str(row.strength),
            name=row.name,
            letters="S" if "shaken" in states else "",
            spent=bool(states & {"moved", "fought"}),
            symbol="><",
        )

    def unit_lines(self, g: ToyGame, unit: UnitId) -> list[str]:
        """What the inspector says."""
        states = ", ".join(sorted(g.state.units[unit].states)) or "ready"
        return [self.unit_name(g, unit), f"strength {g.content.units[unit].strength}", states]

    def hex_lines(self, g: ToyGame, where: Hex) -> list[str]:
        """Terrain and control."""
        holder = g.state.control.get(where, "nobody")
        return [g.content.map.name(where), g.content.map.terrain[where], f"held by {holder}"]

    def hex_mark(self, g: ToyGame, where: Hex) -> str:
        """The objective has a star."""
        return "*" if where == g.content.objective else ""

    def turn_label(self, g: ToyGame) -> str:
        """Turn of turns."""
        return f"turn {g.state.turn()} of {g.content.turns}"

    def status(self, g: ToyGame) -> list[tuple[str, str]]:
        """The weather."""
        return [("weather", str(g.state.tracks.get("weather", "unknown")))]

    def standing(self, g: ToyGame) -> Standings:
        """The crossroads are all there is to win."""
        holder = g.state.control.get(g.content.objective, "")
        points = {side: int(side == holder) for side in (RED, BLUE)}
        return Standings.of(g.state, "marginal" if holder else "draw", holder, points)

    def arrivals(self, g: ToyGame) -> list[Arrival]:
        """Who waits beside the map."""
        waiting = [u for u in g.state.units.values() if u.box == "waiting"]
        return [Arrival(2, u.side, u.id, "the road") for u in waiting]

    def victory(self, g: ToyGame) -> dict[str, Any]:
        """Who holds the crossroads."""
        return {"holder": g.state.control.get(g.content.objective, "")}

    def reckoning(self, g: ToyGame) -> list[str]:
        """Who holds the crossroads, as a sentence."""
        holder = g.state.control.get(g.content.objective, "")
        return [f"{holder.title() or 'Nobody'} holds the crossroads."]

    def allowance(self, g: ToyGame, unit: UnitId) -> float:
        """Movement points left this phase."""
        spent = g.state.units[unit].states & {"moved", "shaken"}
        return 0.0 if spent else g.content.movement / 2

    def strength(self, g: ToyGame, unit: UnitId) -> str:
        """Strength and movement."""
        return f"{g.content.units[unit].strength}-{g.content.movement // 2}"

    def overlays(self) -> tuple[Overlay, ...]:
        """Red's zone of control."""
        return zones({RED: "Red"}, "TOY-MV-04")

    def track(self, g: ToyGame) -> dict[str, Any]:
        """Tracks and lost units."""
        lost = [u.id for u in g.state.units.values() if u.box == "lost"]
        return {**g.state.tracks, "lost": lost}
