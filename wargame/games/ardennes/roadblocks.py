"""Roadblocks: where one may be laid, which is chosen, what clears it (ARD-RB-07 to -21); Bridges in danger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from wargame.flow.ask import Refusal
from wargame.games.ardennes.front import best_hold
from wargame.games.ardennes.state import (
    ROADBLOCK,
    ArdGame,
    day,
    hold_value,
    is_empty,
    is_vp,
    mode_of,
    place_name,
)
from wargame.games.ardennes.supply import Lines, LinesPast
from wargame.games.ardennes.works import has_roadblock, road, roadblock_mask, water
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import Side as HexsideKey
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId


def why_no_roadblock(
    g: ArdGame, where: Hex, but: Collection[UnitId] = (), lines: Lines | None = None
) -> Refusal | None:
    """ARD-RB-08 to -14  Why no Roadblock may be laid in a hex; *but* are the Germans who cause it."""
    found = _unfit(g, where, but, lines or Lines(g, "allied"))
    return Refusal(found[0].format(place_name(g, where)), found[1]) if found else None


def _unfit(g: ArdGame, where: Hex, but: Collection[UnitId], lines: Lines) -> tuple[str, str] | None:
    """The same, with a gap for its name, and the rule: for those who look at many hexes and name none."""
    limits = g.content.limits.roadblock
    if where not in g.content.road_positions or not is_empty(g, where):
        return "{} is no empty Position on a Road.", "ARD-RB-08"
    if has_roadblock(g, where):
        return "A Roadblock lies in {} already.", "ARD-RB-08"
    hold = hold_value(g, where)
    if day(g) >= limits.vp_only_from and not is_vp(g, where):
        return "{} is no VP hex.", "ARD-RB-14"
    if hold >= limits.strong and not is_vp(g, where):
        return f"{{}} has HV {hold} and is no VP hex.", "ARD-RB-13"
    if hold < limits.strong and g.board.zoc["allied"][where]:
        return "{} is in an Allied ZOC.", "ARD-RB-12"
    if where in g.content.built_up and g.state.control.get(where) == "german":
        return "{} is German.", "ARD-RB-10"
    if _germans_beside(g, where, but):
        return "{} is next to another German unit.", "ARD-RB-11"
    return None if lines.reaches(where) else ("{} is not in Allied Supply.", "ARD-RB-09")


def _germans_beside(g: ArdGame, where: Hex, but: Collection[UnitId]) -> bool:
    here, units = g.board.here["german"], g.state.units
    near = [h for h in g.grid.neighbours[where] if here[h]]
    return any(units[u].side == "german" and u not in but for h in near for u in g.board.at[h])


def candidates(
    g: ArdGame, where: Hex, units: Sequence[UnitId], trail: Iterable[Hex] = ()
) -> list[Hex]:
    """ARD-RB-07, ARD-RB-21, R-383  Beside a hex that Germans have entered, or would enter, the best first.

    *trail* are the hexes that they have stood in during this Activation.
    """
    near = g.content.sites_beside[where]
    if not near:
        return []
    passed = {where, *trail}
    there = g.state.units[units[0]].hex == where
    lines = Lines(g, "allied") if there else LinesPast(g, "allied", units, where, passed)
    fit = [h for h in near if h not in passed and _unfit(g, h, units, lines) is None]
    return best_hold(g, fit) if fit else fit


def anywhere(g: ArdGame, among: int = -1) -> Iterator[Hex]:
    """ARD-TC-01  Candidates of a card among some hexes, ascending: ARD-RB-11 bars hexes next to any German."""
    lines = Lines(g, "allied")
    sites = (h for h in sorted(g.content.road_positions) if among >> h & 1)
    return (h for h in sites if _unfit(g, h, (), lines) is None)


def stops(g: ArdGame, where: Hex) -> bool:
    """ARD-RB-05  Whether a German who enters a hex must stop: a Road joins it to a Roadblock."""
    blocks = roadblock_mask(g)
    if not blocks:
        return False
    return any(road(g, where, h) for h in g.grid.neighbours[where] if blocks >> h & 1)


def beside(g: ArdGame, where: Hex) -> list[Hex]:
    """Hexes with a Roadblock next to a hex, the westernmost first."""
    blocks = roadblock_mask(g)
    if not blocks:
        return []
    found = [h for h in g.grid.neighbours[where] if blocks >> h & 1]
    return sorted(found, key=lambda h: (g.grid.column(h), h))


def lay(g: ArdGame, where: Hex, *, rule: str) -> None:
    """A Roadblock is laid."""
    g.set_layer(ROADBLOCK, {where: 1}, rule=rule)


def lift(g: ArdGame, where: Hex, *, rule: str) -> None:
    """A Roadblock goes."""
    g.set_layer(ROADBLOCK, {where: 0}, rule=rule)


def due_bridges(g: ArdGame, where: Hex, trail: Collection[Hex] = ()) -> list[HexsideKey]:
    """ARD-BR-01, ARD-BR-02, R-383  Intact Bridges beside a hex whose far hex is not German, nor on the *trail* of those
    who come, the westernmost far hex first; from December 17 on. A German alone is spared those whose far hex has no
    HV: no roll can fell them.
    """
    beside_it = water(g).bridges[where]
    if not beside_it or day(g) < g.content.limits.early.bridges_from:
        return []
    far = [b if a == where else a for a, b in beside_it]
    found = [h for h in far if g.state.control.get(h) != "german" and h not in trail]
    if mode_of(g) == "gs":
        found = [h for h in found if h in g.content.hold]
    found.sort(key=lambda h: (g.grid.column(h), h))
    return [side_key(where, h) for h in found]
