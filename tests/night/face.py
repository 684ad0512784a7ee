"""How Night patrol reads to people, who may see only the back of a counter."""

from __future__ import annotations

from typing import Any

from tests.toy.content import BLUE, RED, ToyGame
from tests.toy.face import ToyFace
from wargame.flow.face import Counter
from wargame.flow.veil import UNKNOWN
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


class NightFace(ToyFace):
    """The toy's face, with backs of counters, cards and mines."""

    def unit_name(self, g: ToyGame, unit: UnitId) -> str:
        """The printed name, or that there is none to be seen."""
        if unit in g.content.units:
            return super().unit_name(g, unit)
        return f"{unit.partition(UNKNOWN)[0].capitalize()} counter"

    def counter(self, g: ToyGame, unit: UnitId) -> Counter:
        """The counter, or its back."""
        if unit in g.content.units:
            return super().counter(g, unit)
        found = g.state.units[unit]
        letters = "S" if "shaken" in found.states else ""
        return Counter(found.side, "???", "?-?", "?", "face down", letters, symbol="??")

    def unit_lines(self, g: ToyGame, unit: UnitId) -> list[str]:
        """What the inspector says."""
        if unit in g.content.units:
            return super().unit_lines(g, unit)
        return [self.unit_name(g, unit), ", ".join(sorted(g.state.units[unit].states)) or "unknown"]

    def hex_marks(self, g: ToyGame) -> dict[Hex, str]:
        """Mines too, where they are known."""
        mined = (marker.hex for marker in g.state.markers.values())
        return {**super().hex_marks(g), **dict.fromkeys(mined, "m")}

    def hex_lines(self, g: ToyGame, where: Hex) -> list[str]:
        """Mines that are known too."""
        mines = [f"{m.side} {m.kind}" for m in g.state.markers.values() if m.hex == where]
        return [*super().hex_lines(g, where), *mines]

    def status(self, g: ToyGame) -> list[tuple[str, str]]:
        """Hands and plans."""
        found = []
        for side in (RED, BLUE):
            cards = " ".join(g.state.cups[f"hand.{side}"]) or "no card"
            found.append((side, f"{g.state.tracks.get(f'plan.{side}', '-')} {cards}"))
        return found

    def reckoning(self, g: ToyGame) -> list[str]:
        """The crossroads, then points."""
        points = " to ".join(str(g.state.tracks[f"points.{side}"]) for side in (RED, BLUE))
        return [*super().reckoning(g), f"Points {points}."]

    def victory(self, g: ToyGame) -> dict[str, Any]:
        """The crossroads, then points."""
        points = " to ".join(str(g.state.tracks[f"points.{side}"]) for side in (RED, BLUE))
        return {**super().victory(g), "points": points}

    def allowance(self, g: ToyGame, unit: UnitId) -> float:
        """Movement points left, where they can be known."""
        return super().allowance(g, unit) if unit in g.content.units else 0.0

    def strength(self, g: ToyGame, unit: UnitId) -> str:
        """Its factors, where they can be seen."""
        return super().strength(g, unit) if unit in g.content.units else "?-?"

    def track(self, g: ToyGame) -> dict[str, Any]:
        """Tracks, decks, hands and piles."""
        return {**super().track(g), "cups": g.state.cups}
