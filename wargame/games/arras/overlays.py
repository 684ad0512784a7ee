"""What the table can lay over the map of Arras: ZOC, supply, range, threat, control."""

from __future__ import annotations

from wargame.content.figures import in_halves, points
from wargame.flow.definition import Overlay, OverlayView
from wargame.games.arras.data.files import Side
from wargame.games.arras.odds import kinds_named
from wargame.games.arras.score import SIDES
from wargame.games.arras.segments.artillery import observed, range_of
from wargame.games.arras.state import (
    DISRUPTED,
    ArrasGame,
    ground_units,
    kind_of,
)
from wargame.games.arras.supply import SupplyNet
from wargame.games.arras.walk import Walker, allowance
from wargame.hexes.grid import Hex
from wargame.model.state import Unit
from wargame.rules.walk import reach


def _zoc(side: Side) -> Overlay:
    def view(g: ArrasGame, _cursor: Hex) -> OverlayView:
        held = {h: 2 if side == "german" else 1 for h in range(g.grid.size) if g.board.zoc[side][h]}
        labels = {h: str(g.board.zoc[side][h]) for h in held}
        title = f"{side.capitalize()} zones of control"
        return OverlayView(title, labels, held, ("ARR-ZC-02",), "how many units reach the hex")

    return Overlay(f"zoc-{side}", f"{side.capitalize()} ZOC", view)


def _supply(side: Side) -> Overlay:
    def view(g: ArrasGame, _cursor: Hex) -> OverlayView:
        net = SupplyNet(g, side)
        tones = {h: 1 if net.reaches(h) else 2 for h in sorted(g.content.board)}
        cut = [u.id for u in ground_units(g, side) if not net.reaches(u.hex)]
        lines = [f"out of supply: {kinds_named(g, cut)}"] if cut else ["every unit is in supply"]
        signs = "+ in supply, ! cut off"
        return OverlayView(f"{side.capitalize()} supply", {}, tones, ("ARR-SU-03", *lines), signs)

    return Overlay(f"supply-{side}", f"{side.capitalize()} supply", view)


def _range(g: ArrasGame, cursor: Hex) -> OverlayView:
    """ARR-BO-02, ARR-BO-07  Range of the artillery in the hex; good where it is observed."""
    guns = [u for u in g.state.at(cursor) if u.id in g.content.units and kind_of(g, u.id).artillery]
    if not guns:
        return OverlayView("Artillery range", {}, {}, ("There is no artillery in this hex.",))
    reach, side = max(range_of(g, u.id) for u in guns), kind_of(g, guns[0].id).side
    near = [h for h in g.grid.within(cursor, reach) if h != cursor and h in g.content.board]
    seen = observed(g, side)
    tones = {h: seen >> h & 1 for h in near}
    signs = "+ observed, · not observed"
    return OverlayView(f"Range {reach} hexes", {}, tones, (f"{signs}  ARR-BO-07",), signs)


def _threat(g: ArrasGame, cursor: Hex) -> OverlayView:
    """ARR-MV-07  Units of either side that could move to the hex or next to it."""
    found: dict[Hex, str] = {}
    tones: dict[Hex, int] = {}
    lines = []
    for side in SIDES:
        for unit in ground_units(g, side):
            if kind_of(g, unit.id).combat_unit and DISRUPTED not in unit.states:
                cost = _nearest_cost(g, unit, cursor)
                if cost is not None:
                    found[unit.hex] = points(cost)
                    tones[unit.hex] = 1 if side == "allied" else 2
                    lines.append(f"{kind_of(g, unit.id).name}: {in_halves(cost)} MP")
    signs = "MP it takes them; + Allied, ! German"
    return OverlayView("Who can reach or touch this hex", found, tones, tuple(lines), signs)


def _nearest_cost(g: ArrasGame, unit: Unit, goal: Hex) -> int | None:
    if g.grid.distance(unit.hex, goal) > 9:
        return None
    walker = Walker(g, unit.id)
    budget = allowance(g, unit.id, unit.hex)
    left = reach(walker, unit.hex, budget).left
    costs = [budget - left[h] for h in (goal, *g.content.contact[goal]) if h in left]
    return min(costs, default=None)


def _control(g: ArrasGame, _cursor: Hex) -> OverlayView:
    """ARR-VI-04  Objectives, their points and who holds them."""
    labels = {
        o.hex: f"{o.vp}{'A' if g.state.control[o.hex] == 'allied' else 'G'}"
        for o in g.content.objectives
    }
    tones = {o.hex: 1 if g.state.control[o.hex] == "allied" else 2 for o in g.content.objectives}
    signs = "their points, A Allied, G German"
    return OverlayView("Objectives", labels, tones, ("ARR-VI-04",), signs)


ALL = (
    _zoc("allied"),
    _zoc("german"),
    _supply("allied"),
    _supply("german"),
    Overlay("range", "Artillery range and observation", _range),
    Overlay("threat", "Who can reach this hex", _threat),
    Overlay("control", "Objectives", _control),
)
