"""What the table can lay over the map of East Front: ZOC, supply, rails, isolation, control, weather, VP."""

from __future__ import annotations

from collections.abc import Mapping

from wargame.flow.definition import Overlay, OverlayView
from wargame.games.eastfront.data.files import SIDE_TITLES, WEATHER_TITLES, Side
from wargame.games.eastfront.isolation import connected
from wargame.games.eastfront.nets import left, nets, tail
from wargame.games.eastfront.state import (
    EfGame,
    frozen_at,
    kind_of,
    on_map,
    place_name,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.supply import supply_of
from wargame.games.eastfront.walk import INITIAL, Marcher
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import BAD, GOOD, NEUTRAL, control, reaches, zones
from wargame.rules.walk import Member


def alone(g: EfGame, unit: UnitId) -> Member:
    """EF-MV-11  A unit by itself, with the half MPs of a whole move."""
    mover = Marcher(g, [unit], INITIAL)
    return mover, mover.left


def can_march(g: EfGame, unit: UnitId) -> bool:
    """Whether a unit is one that marches."""
    return (
        unit in g.content.units
        and g.state.units[unit].hex >= 0
        and kind_of(g, unit).cls not in ("PA", "FR")
    )


def _fit(g: EfGame, side: str) -> list[UnitId]:
    return [u.id for u in on_map(g, side) if can_march(g, u.id)]


def _supply(g: EfGame, _where: Hex) -> OverlayView:
    tinted, lines = dict[Hex, int](), list[str]()
    for side, title in SIDE_TITLES.items():
        own: Side = "axis" if side == "axis" else "soviet"
        supply = supply_of(g, own)
        cut = []
        for unit in on_map(g, side):
            if kind_of(g, unit.id).cls == "PA":
                continue
            fed = supply.supplied(unit.id)
            tinted[unit.hex] = GOOD if fed and tinted.get(unit.hex) != BAD else BAD
            if not fed:
                cut.append(f"{unit_name(g, unit.id)} in {place_name(g, unit.hex)}")
        lines.append(f"{title} without supply now: {'; '.join(cut) or 'nobody'}")
    return OverlayView("Supply", {}, tinted, lines, "· fed by net or HQ, ! not fed")


def _rails(g: EfGame, _where: Hex) -> OverlayView:
    tinted, lines = dict[Hex, int](), list[str]()
    for side, title in SIDE_TITLES.items():
        own: Side = "axis" if side == "axis" else "soviet"
        fed = 0
        for net in nets(g, own):
            for h in members(net.hexes):
                tinted[h] = (3 if side == "axis" else 4) if net.fed else NEUTRAL
            if net.fed:
                fed |= net.hexes
                lines.append(
                    f"{title} net of {net.hexes.bit_count()} hexes, capacity left {left(g, own, net)}"
                )
        if side == "axis":
            tinted.update(dict.fromkeys(members(tail(g, fed)), BAD))
    return OverlayView(
        "Railways", {}, tinted, lines, "each side's fed nets; neutral: not fed; ! captured track"
    )


def _isolated(g: EfGame, _where: Hex) -> OverlayView:
    tinted = {}
    for side in SIDE_TITLES:
        own: Side = "axis" if side == "axis" else "soviet"
        joined = connected(g, own)
        for h, who in g.state.control.items():
            if who == side and not joined >> h & 1:
                tinted[h] = BAD
    return OverlayView("Isolation", {}, tinted, (), "! not joined to a source now")


def _weather(g: EfGame, _where: Hex) -> OverlayView:
    labels = {h: weather_at(g, h) for h in sorted(g.content.land)}
    tinted = {h: NEUTRAL for h in labels if frozen_at(g, h)}
    known = sorted({f"{letter} {WEATHER_TITLES[letter]}" for letter in labels.values()})
    return OverlayView("Weather", labels, tinted, (), f"{', '.join(known)}; tinted: frozen")


def _vp(g: EfGame) -> Mapping[Hex, str]:
    """EF-VP-01  Victory points by hex."""
    return {h: str(n) for h, n in g.content.points.items()}


OVERLAYS = (
    *zones(SIDE_TITLES, "EF-ZC-01"),
    Overlay("supply", "Supply", _supply, whole=True),
    Overlay("rails", "Railways", _rails, whole=True),
    Overlay("isolation", "Isolation", _isolated, whole=True),
    reaches(SIDE_TITLES, _fit, alone, name=unit_name),
    control("VP hexes", SIDE_TITLES, _vp, "the points of each", rule="EF-VP-01"),
    Overlay("weather", "Weather", _weather, whole=True),
)
