"""What the table can lay over the map of Hannut: sight, range, command, the active formation."""

from __future__ import annotations

from wargame.flow.definition import Overlay, OverlayView
from wargame.games.hannut.state import (
    ACTED,
    HannutGame,
    active,
    formation_of,
    has,
    kind_of,
    mine_at,
    on_map,
    units_at,
    weapon_range,
    where_is,
)
from wargame.hexes.grid import Hex

FAR = 6
"""Hexes that the line-of-sight overlay looks: as far as an observer (HAN-IF-02)."""
NEUTRAL, GOOD, BAD = 0, 1, 2


def sight(g: HannutGame, where: Hex) -> OverlayView:
    """HAN-LS-01  What the cursor's hex sees, and what blocks the rest."""
    tinted: dict[Hex, int] = {}
    labels: dict[Hex, str] = {}
    for h in g.grid.within(where, FAR)[1:]:
        if h not in g.content.board:
            continue
        trace = g.content.sight.trace(where, h)
        tinted[h] = GOOD if trace.clear else BAD
        if trace.blocked >= 0:
            labels[trace.blocked] = "#"
    lines = [f"{g.grid.name(h)} blocks a line of sight" for h in sorted(labels)]
    title, signs = f"Line of sight from {g.grid.name(where)}", "+ seen, ! hidden, # in the way"
    return OverlayView(title, labels, tinted, lines, signs)


def fire_range(g: HannutGame, where: Hex) -> OverlayView:
    """HAN-DF-01  Where units in the cursor's hex can fire, and how far it is."""
    units = [u for side in ("german", "allied") for u in units_at(g, where, side)]
    most = max((weapon_range(g, u) for u in units), default=0)
    labels = {h: str(g.grid.distance(where, h)) for h in g.content.sight.seen_from(where, most)}
    lines = [f"{kind_of(g, u).name}: range {weapon_range(g, u)}" for u in units]
    tinted = dict.fromkeys(labels, GOOD)
    return OverlayView("Range", labels, tinted, lines or ["no unit here"], "hexes away")


def command(g: HannutGame, where: Hex) -> OverlayView:
    """HAN-CM-01  Command range of the formation in the cursor's hex, else of the active one."""
    here = g.board.at[where]
    formation = formation_of(g, here[0]) if here else active(g)
    if formation is None:
        return OverlayView("Command range", lines=["no formation here"])
    hq = where_is(g, formation.hq)
    tinted = dict.fromkeys(g.grid.within(hq, formation.command), GOOD) if hq >= 0 else {}
    labels = {where_is(g, u): "HQ" if u == formation.hq else "o" for u in on_map(g, formation)}
    title, signs = f"Command range of {formation.name}", "HQ, o its units, + in range"
    return OverlayView(title, labels, tinted, [f"{formation.command} hexes"], signs)


def formation(g: HannutGame, where: Hex) -> OverlayView:  # noqa: ARG001 - the same wherever it is
    """HAN-SP-08  The active formation: + may still act, - has acted."""
    found = active(g)
    if found is None:
        return OverlayView("Active formation", lines=["none"])
    labels: dict[Hex, str] = {}
    for unit in on_map(g, found):
        if not has(g, unit, ACTED) or where_is(g, unit) not in labels:
            labels[where_is(g, unit)] = "-" if has(g, unit, ACTED) else "+"
    tinted = {h: GOOD if label == "+" else NEUTRAL for h, label in labels.items()}
    signs = "+ may still act, - has acted"
    return OverlayView(f"Active: {found.name}", labels, tinted, signs=signs)


def control(g: HannutGame, where: Hex) -> OverlayView:  # noqa: ARG001
    """HAN-CT-01  Victory hexes by side and VP, and mines."""
    labels = {o.hex: str(o.vp) for o in g.content.objectives}
    labels |= {h: "x" for h in sorted(g.content.board) if mine_at(g, h)}
    tinted = {h: GOOD if side == "german" else BAD for h, side in g.state.control.items()}
    signs = "points, x mines, + German, ! French"
    return OverlayView("Victory hexes and mines", labels, tinted, signs=signs)


OVERLAYS = (
    Overlay("sight", "Line of sight", sight),
    Overlay("range", "Range", fire_range),
    Overlay("command", "Command range", command),
    Overlay("formation", "Active formation", formation),
    Overlay("control", "Victory hexes", control),
)
