"""What the table can lay over the map of Hannut: sight, range, command, the active formation."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.face import Overlay, OverlayView
from wargame.games.hannut.data.files import SIDE_TITLES
from wargame.games.hannut.state import (
    ACTED,
    MINES,
    HannutGame,
    active,
    formation_of,
    has,
    kind_of,
    on_map,
    units_at,
    weapon_range,
    where_is,
)
from wargame.games.hannut.walk import alone
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import BAD, GOOD, NEUTRAL, control, ranges, reaches, threat

FAR = 6
"""Hexes that the line-of-sight overlay looks: as far as an observer (HAN-IF-02)."""


def sight(g: HannutGame, where: Hex) -> OverlayView:
    """HAN-LS-01  What the cursor's hex sees, and what blocks the rest."""
    near = [h for h in g.grid.within(where, FAR)[1:] if h in g.content.board]
    traces = {h: g.content.sight.trace(where, h) for h in near}
    labels = {t.blocked: "#" for t in traces.values() if t.blocked >= 0}
    tinted = {h: GOOD if trace.clear else BAD for h, trace in traces.items()}
    blocked = ", ".join(g.grid.name(h) for h in sorted(labels))
    lines = [f"lines of sight are blocked in {blocked}"] if blocked else []
    title, signs = f"Line of sight from {g.grid.name(where)}", "+ seen, ! hidden, # in the way"
    return OverlayView(title, labels, tinted, lines, signs)


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
    spent = [u for u in on_map(g, found) if has(g, u, ACTED)]
    able = [u for u in on_map(g, found) if u not in spent]
    labels = {where_is(g, u): "-" for u in spent} | {where_is(g, u): "+" for u in able}
    tinted = {h: GOOD if label == "+" else NEUTRAL for h, label in labels.items()}
    signs = "+ may still act, - has acted"
    return OverlayView(f"Active: {found.name}", labels, tinted, signs=signs)


def _units(g: HannutGame, side: str) -> Sequence[UnitId]:
    return g.board.on_map[side]


def _name(g: HannutGame, unit: UnitId) -> str:
    return kind_of(g, unit).name


def _touching(g: HannutGame, where: Hex) -> Sequence[Hex]:
    """HAN-AS-01  From where it could be assaulted."""
    return g.grid.neighbours[where]


def _armed(g: HannutGame, where: Hex) -> list[tuple[str, int]]:
    """HAN-DF-01  The units in a hex with their range."""
    here = [u for side in SIDE_TITLES for u in units_at(g, where, side)]
    return [(kind_of(g, u).name, weapon_range(g, u)) for u in here]


def _labels(g: HannutGame) -> dict[Hex, str]:
    """HAN-CT-01, HAN-MI-01  Victory hexes by VP, and mines."""
    mines = {m.hex: "x" for m in g.state.marked(MINES)}
    return {o.hex: str(o.vp) for o in g.content.objectives} | mines


def _seen(g: HannutGame, where: Hex, far: int) -> dict[Hex, int]:
    return dict.fromkeys(g.content.sight.seen_from(where, far), GOOD)


OVERLAYS = (
    Overlay("sight", "Line of sight", sight),
    ranges("Range", _armed, _seen, "hexes away"),
    Overlay("command", "Command range", command),
    Overlay("formation", "Active formation", formation, whole=True),
    threat(SIDE_TITLES, _units, alone, _touching, name=_name, far=FAR),
    reaches(SIDE_TITLES, _units, alone, name=_name),
    control("Victory hexes", SIDE_TITLES, _labels, "points, x mines", rule="HAN-CT-01"),
)
