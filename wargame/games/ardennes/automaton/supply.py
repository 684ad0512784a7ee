"""What the automated Allies do in the Supply Phase: Air Resupply laid aside (ARD-EV-01)."""

from __future__ import annotations

from wargame.games.ardennes import cards
from wargame.games.ardennes.state import ISOLATED, OUT, ArdGame, automated, is_vp, stack, steps
from wargame.hexes.grid import Hex
from wargame.rules import decks


def resupplied(g: ArdGame) -> list[tuple[str, Hex]]:
    """ARD-EV-01  Each card laid aside with the stack it flies to: most steps, VP hexes first; none left: none."""
    if not automated(g, "allied"):
        return []
    held = [
        c
        for c in sorted(decks.cards(g, cards.aside("allied")))
        if cards.card_of(g, c).event == "air resupply"
    ]
    hexes = {
        g.state.units[u].hex
        for u in g.board.on_map["allied"]
        if g.state.units[u].states & {OUT, ISOLATED}
    }
    if not held or not hexes:
        return []

    def size(h: Hex) -> int:
        return sum(steps(g, u.id) for u in stack(g, h, "allied"))

    ranked = sorted(hexes, key=lambda h: (not is_vp(g, h), -size(h), g.grid.column(h), h))
    rows = [
        (g.grid.name(h), size(h), "VP" if is_vp(g, h) else "", g.grid.column(h)) for h in ranked
    ]
    g.decided("allied", "air resupply", g.grid.name(ranked[0]), rows, rule="ARD-EV-01")
    return list(zip(held, ranked, strict=False))
