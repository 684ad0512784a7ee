"""What the table can lay over the map of East Front: ZOC, supply, rails, isolation, control, weather, VP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.flow.face import Overlay, OverlayView
from wargame.games.eastfront.air import flyers, operative
from wargame.games.eastfront.data.counters import AIR_TITLES
from wargame.games.eastfront.data.files import SIDE_TITLES, SIDES, WEATHER_TITLES, Side
from wargame.games.eastfront.declared import attackers, listed
from wargame.games.eastfront.eligible import rating
from wargame.games.eastfront.isolation import connected
from wargame.games.eastfront.nets import left, nets, tail
from wargame.games.eastfront.state import (
    BREAK,
    DEMOLISHED,
    GAUGE,
    RESERVE,
    SP,
    EfGame,
    class_of,
    frozen_at,
    kind_of,
    level,
    on_map,
    place_name,
    unit_name,
    weather_at,
)
from wargame.games.eastfront.supply import serves, supply_of
from wargame.games.eastfront.tracing import hanging, rails_of
from wargame.games.eastfront.walk import INITIAL, Marcher
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import BAD, CHOKE, GOOD, LINE, NEUTRAL, control, reaches, threat, zones
from wargame.rules.walk import Member

_NAMED = 6
"""So many units are named where a line is narrow."""


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


def _fighters(g: EfGame, side: str) -> list[UnitId]:
    """EF-UN-06  Combat units that attack."""
    return [u for u in _fit(g, side) if class_of(g, u).attack]


def _touching(g: EfGame, where: Hex) -> tuple[Hex, ...]:
    return tuple(h for h in g.grid.neighbours[where] if h in g.content.land)


def _supply(g: EfGame, where: Hex) -> OverlayView:
    """EF-SP-15, EF-SP-16, EF-SP-27  Sources, who is fed now, levels; of the cursor's units by what, and what cuts it."""
    tinted, lines, labels = dict[Hex, int](), list[str](), dict[Hex, str]()
    for side, title in SIDE_TITLES.items():
        own: Side = "axis" if side == "axis" else "soviet"
        supply, cut = supply_of(g, own), list[str]()
        labels |= {h: "S" for h in g.content.sources[own] if g.state.control.get(h) == own}
        for unit in on_map(g, side):
            if not _eats(g, unit.id):
                continue
            fed = supply.supplied(unit.id)
            tinted[unit.hex] = GOOD if fed and tinted.get(unit.hex) != BAD else BAD
            worst = max(level(unit), int(labels.get(unit.hex, "U0")[1:] or 0))
            if worst:
                labels[unit.hex] = f"U{worst}"
            if not fed:
                cut.append(f"{unit_name(g, unit.id)} in {place_name(g, unit.hex)}")
        lines.append(f"{title} without supply now: {'; '.join(cut) or 'nobody'}")
    here = [u for u in g.board.at[where] if _eats(g, u)] if where >= 0 else []
    told = [_fed_by(g, u) for u in here]
    if here:
        way, hang = _hangs(g, here)
        tinted |= dict.fromkeys(way - {where}, LINE) | dict.fromkeys(hang, CHOKE)
        labels |= {h: f"*{len(units)}" for h, units in hang.items()}
        told += _cuts(g, hang)
    return OverlayView(
        "Supply", labels, tinted, told + lines,
        "+ fed, ! not fed; • the line, *2 the only railway of two; S a source, U1 to U4 the level",
    )  # fmt: skip


def _eats(g: EfGame, unit: UnitId) -> bool:
    """EF-PT-16  Ground units but for bands."""
    return unit in g.content.units and kind_of(g, unit).cls != "PA"


def _hangs(g: EfGame, here: Sequence[UnitId]) -> tuple[set[Hex], dict[Hex, list[UnitId]]]:
    """EF-SP-15, EF-SP-27  The lines of some units, and the rail hexes that all ways of one need, with all who hang there."""
    side = kind_of(g, here[0]).side
    lines, trails = rails_of(g, side)
    way = {h for u in here if trails[u] for h in (*trails[u], *lines.line(trails[u][-1]))}
    return way, hanging(lines, trails, here)


def _cuts(g: EfGame, hang: Mapping[Hex, Sequence[UnitId]]) -> list[str]:
    """The narrowest place of the line, with who hangs on it."""
    if not hang:
        return []
    most = max(map(len, hang.values()))
    first, *more = [h for h, units in hang.items() if len(units) == most]
    names = "; ".join(unit_name(g, u) for u in hang[first][:_NAMED])
    rest = f" and {most - _NAMED} more" if most > _NAMED else ""
    others = f", as would {len(more)} more hexes" if more else ""
    return [f"{place_name(g, first)} cuts the railway to {names}{rest}{others}"]


def _fed_by(g: EfGame, unit: UnitId) -> str:
    """EF-SP-27  What feeds a unit, with the path cost."""
    here, name = g.state.units[unit], unit_name(g, unit)
    supply = supply_of(g, kind_of(g, unit).side)
    if not supply.supplied(unit):
        return f"{name}: U{level(here)}, nothing feeds it"
    hqs = [
        f"{unit_name(g, hq.id)} ({supply.near(hq.id)[here.hex]})"
        for hq in supply.hqs()
        if serves(g, hq.id, unit) and here.hex in supply.near(hq.id) and hq.id != unit
    ]
    head = supply.to_heads.get(here.hex)
    rail = [f"a railway or source ({head})"] if head is not None else []
    return f"{name}: U{level(here)}, path costs to {', '.join([*rail, *hqs])}"


def _hqs(g: EfGame, where: Hex) -> OverlayView:
    """EF-SP-13, EF-RX-10  How far HQs reach: those of the cursor's hex, else all; R marks Reserves."""
    tinted, lines = dict[Hex, int](), list[str]()
    found = [u for side in SIDES for u in supply_of(g, side).hqs()]
    for hq in [u for u in found if u.hex == where] or found:
        side = kind_of(g, hq.id).side
        most = kind_of(g, hq.id).range
        near = [h for h, cost in supply_of(g, side).near(hq.id).items() if cost <= most]
        tinted |= dict.fromkeys(near, 3 if side == "axis" else 4)
        sp = hq.numbers.get(SP, 0)
        lines.append(
            f"{unit_name(g, hq.id)} in {place_name(g, hq.hex)}: {sp} SP, range {most}, "
            f"rating {rating(g, hq.id)}"
        )
    reserves = {u.hex: "R" for side in SIDES for u in on_map(g, side) if RESERVE in u.states}
    labels = {**reserves, **{u.hex: "H" for u in found}}
    return OverlayView(
        "Headquarters", labels, tinted, lines, "H an HQ, R a Reserve; tinted: in range"
    )


def _bases(g: EfGame, where: Hex) -> OverlayView:
    """EF-AR-11, EF-AR-12  Air units ready at each base; how far those of the cursor's hex fly."""
    labels, lines, tinted = dict[Hex, str](), list[str](), dict[Hex, int]()
    for side, tone in (("axis", GOOD), ("soviet", BAD)):
        for base in sorted({u.hex for u in flyers(g, "axis" if side == "axis" else "soviet")}):
            units = [g.state.units[u] for u in g.board.at[base] if u in g.content.air]
            labels[base] = f"{sum(operative(u) for u in units)}/{len(units)}"
            tinted[base] = tone
    here = [u for u in g.board.at[where] if u in g.content.air] if where >= 0 else []
    for unit in here:
        kind = g.content.air[unit]
        ready = "ready" if operative(g.state.units[unit]) else "not ready"
        lines.append(f"{kind.name}: {AIR_TITLES[kind.type]}, range {kind.range}, {ready}")
    far = max((g.content.air[u].range for u in here), default=0)
    tinted |= {h: NEUTRAL for h in g.grid.within(where, far)[1:] if h not in tinted} if far else {}
    signs = "1/3: one of three ready; + Axis, ! Soviet, · within range of this base"
    return OverlayView("Air bases", labels, tinted, lines, signs)


def _attacks(g: EfGame, _where: Hex) -> OverlayView:
    """EF-CB-17  Attacks that are declared, in their order, with type; the arrows on the map say from where."""
    tinted, lines = dict[Hex, int](), list[str]()
    for side in SIDES:
        for n, (target, kind) in enumerate(listed(g, side), 1):
            tinted[target] = BAD
            names = ", ".join(unit_name(g, u) for u in attackers(g, side, target))
            lines.append(f"{n} {kind} on {place_name(g, target)}: {names}")
    signs = "N normal, H hasty, D delayed, E exploitation; ! target"
    return OverlayView("Declared attacks", {}, tinted, lines or ["none is declared"], signs)


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
    signs = "dotted by side: fed nets; · not fed; ! captured track; x break, d demolished, c under conversion, g foreign gauge"
    return OverlayView("Railways", _track(g), tinted, lines, signs)


def _track(g: EfGame) -> dict[Hex, str]:
    """EF-RA-10, EF-RA-17, EF-EN-10  What is the matter with a rail hex."""
    layers, control = g.state.layers, g.state.control
    standard = {1: "axis", 2: "soviet"}
    gauge = layers.get(GAUGE, {})
    labels = {h: "g" for h, n in gauge.items() if control.get(h) != standard.get(n)}
    labels |= {m.hex: "c" for m in g.state.markers.values() if m.kind == "convert"}
    labels |= {h: "x" for h, n in layers.get(BREAK, {}).items() if n}
    return labels | {h: "d" for h, n in layers.get(DEMOLISHED, {}).items() if n}


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
    Overlay("supply", "Supply", _supply),
    Overlay("hqs", "Headquarters", _hqs),
    Overlay("rails", "Railways", _rails, whole=True),
    Overlay("isolation", "Isolation", _isolated, whole=True),
    Overlay("attacks", "Declared attacks", _attacks, whole=True),
    Overlay("air", "Air bases", _bases),
    threat(SIDE_TITLES, _fighters, alone, _touching, name=unit_name, far=8),
    reaches(SIDE_TITLES, _fit, alone, name=unit_name),
    control("VP hexes", SIDE_TITLES, _vp, "the points of each", rule="EF-VP-01"),
    Overlay("weather", "Weather", _weather, whole=True),
)
