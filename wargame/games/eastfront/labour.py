"""Engineering: what may be started where, what it costs, how it ends (EF-EN)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wargame.flow.ask import Refusal
from wargame.games.eastfront.content import CITY, MAJOR_CITY, MOUNTAIN, SWAMP
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.data.tables import Work
from wargame.games.eastfront.isolation import is_cut
from wargame.games.eastfront.nets import (
    OWN_GAUGE,
    RailNet,
    carry,
    fed_hexes,
    left,
    net_at,
    nets,
    railway,
    usable,
)
from wargame.games.eastfront.sea import port_capacity
from wargame.games.eastfront.state import (
    AIRFIELD,
    BREAK,
    DEMOLISHED,
    DUMP,
    FACTORY,
    FORT,
    GAUGE,
    OIL_OUT,
    PORT_HITS,
    RAILED,
    RESOURCES,
    SP,
    WORKING,
    EfGame,
    class_of,
    enemy_zoc,
    fort_level,
    level,
    place_name,
    side_of,
    steps,
    unit_name,
)
from wargame.games.eastfront.supply import supply_of
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import Marker, UnitId

JOBS, WORK = "jobs", "work"
"""Number: hexes an engineer has started in this player-turn. Tie: the marker a combat unit builds at."""
EVACUATING, MOVED_FACTORIES = "evacuating", "factories moved"
"""Layer: factory points under evacuation. List: "turn points" of those that open again off the map."""
_AT_RAILWAY = ("convert", "restore", "mend rail", "blow rail")
_AT_PORT = ("mend port", "blow port")
DEMOLITIONS = ("blow rail", "blow port", "blow oil")
_BUILDERS = {
    "RE": "railway engineers",
    "CE": "construction engineers",
    "X": "a combat unit of 2 steps or more",
}
"""Who builds, in words."""


class Start(NamedTuple):
    """An engineering function begun."""

    work: str
    unit: UnitId
    where: Hex
    points: int = 0
    """Factory points that leave."""


def builder(g: EfGame, unit_id: UnitId) -> str:
    """EF-EN-10  What a unit counts as among those who work: RE, CE, X, "" for none."""
    cls = class_of(g, unit_id)
    if cls.id in ("RE", "CE"):
        return cls.id
    return "X" if cls.combat and steps(g, unit_id) > 1 else ""


def countdown(work: Work, who: str) -> int:
    """The level that a marker begins with."""
    return work.slow.get(who, work.level)


def marker_at(g: EfGame, side: str, mark: str, where: Hex) -> Marker | None:
    """EF-EN-14  The own marker of a kind in a hex."""
    found = g.state.markers.get(f"{mark}{g.grid.name(where)}")
    return found if found is not None and found.side == side else None


def why_not_start(g: EfGame, work: Work, unit_id: UnitId, where: Hex) -> Refusal | None:
    """EF-EN-10 to EF-EN-19  Why a unit does not start a function in a hex; None if it does."""
    unit, who, name = g.state.units[unit_id], builder(g, unit_id), unit_name(g, unit_id)
    if who not in work.by:
        able = " or ".join(_BUILDERS[b] for b in work.by if b in _BUILDERS)
        return Refusal(f"{name} cannot do that: it takes {able}.", "EF-EN-10")
    if unit.ties.get(WORK):
        return Refusal(f"{name} cannot start work now.", "EF-EN-18")
    if who == "X" and RAILED in unit.states:
        return Refusal(f"{name} went by rail.", "EF-EN-16")
    if unit.numbers.get(JOBS, 0) >= work.hexes.get(who, 1):
        return Refusal(f"{name} has work for this turn.", "EF-EN-10")
    if unit.numbers.get(JOBS, 0) and work.id != "convert":
        return Refusal(f"{name} has work for this turn.", "EF-EN-10")
    if enemy_zoc(g, unit.side, unit.hex) and work.id not in DEMOLITIONS:
        return Refusal(f"{name} stands in an enemy ZOC and may only demolish.", "EF-EN-16")
    side = side_of(g, unit_id)
    if g.state.control.get(where) != side:
        return Refusal(f"{place_name(g, where)} is not your own.", "EF-EN-10")
    if marker_at(g, side, work.mark, where) is not None:
        return Refusal(f"Work is under way in {place_name(g, where)}.", "EF-EN-14")
    if _repair_beside(g, side, work, where):
        return Refusal(
            f"In {place_name(g, where)} nothing is repaired that is built or blown up.", "EF-EN-14"
        )
    if where != unit.hex and not (work.id == "convert" and g.grid.adjacent(unit.hex, where)):
        reach = "in its own hex or one beside it" if work.id == "convert" else "in its own hex"
        said = f"{name} works {reach}, and stands in {place_name(g, unit.hex)}."
        return Refusal(said, "EF-EN-10")
    if work.id == "fort 1" and level(unit):
        return Refusal(f"{name} is out of supply.", "EF-EN-10")
    return _needs(g, side, work, where) or why_not_paid(g, side, work, where)


def _repair_beside(g: EfGame, side: Side, work: Work, where: Hex) -> bool:
    """EF-EN-14  Whether a repair and other work would be under way on the railway or port of a hex."""
    of_port = work.id.endswith("port")
    others = "CD" if work.mark == "R" else "R"
    found = [marker_at(g, side, mark, where) for mark in others]
    same = _AT_PORT if of_port else _AT_RAILWAY if work.id in _AT_RAILWAY else ()
    return any(m is not None and m.kind in same for m in found)


def _needs(g: EfGame, side: Side, work: Work, where: Hex) -> Refusal | None:
    """What the ground of a function must be."""
    layers, name = g.state.layers, place_name(g, where)
    ruined = bool(layers.get(DEMOLISHED, {}).get(where))
    fort = fort_level(g, where)
    if work.id == "convert":
        return _why_no_conversion(g, side, where, ruined=ruined)
    checks = {
        "restore": (ruined, "no demolished railway lies"),
        "mend rail": (bool(layers.get(BREAK, {}).get(where)), "no Rail Break lies"),
        "mend port": (bool(layers.get(PORT_HITS, {}).get(where)), "no port was hit"),
        "fort 1": (fort == 0, "a fort stands"),
        "fort 2": (layers.get(FORT, {}).get(where, 0) == 1, "no fort of level 1 stands"),
        "fort 3": (_may_be_fortress(g, where), "no fort of level 2 in a city or fortress stands"),
        "airfield": (_may_be_airfield(g, where), "no airfield can be laid out"),
        "blow rail": (railway(g, where) and not ruined, "no whole railway lies"),
        "blow port": (where in g.content.ports and port_capacity(g, where) > 0, "no port works"),
        "blow oil": (where in g.content.geography.oil and layers.get(OIL_OUT, {}).get(where, 0) <= g.state.turn(), "no oil flows"),
    }  # fmt: skip
    fine, said = checks[work.id]
    if not fine:
        return Refusal(f"In {name} {said}.", "EF-EN-10")
    return None


def _may_be_fortress(g: EfGame, where: Hex) -> bool:
    fit = (
        g.content.place_kind(where) in (CITY, MAJOR_CITY) or where in g.content.geography.fortresses
    )
    return fort_level(g, where) == 2 and fit


def _may_be_airfield(g: EfGame, where: Hex) -> bool:
    fit = g.content.map.terrain[where] not in (SWAMP, MOUNTAIN)
    return fit and not g.state.layers.get(AIRFIELD, {}).get(where)


def _why_no_conversion(g: EfGame, side: Side, where: Hex, *, ruined: bool) -> Refusal | None:
    """EF-EN-10, EF-EN-19  Rail of the other gauge, joined to the own net, three hexes from a railhead."""
    name, gauge = place_name(g, where), g.state.layers.get(GAUGE, {}).get(where)
    if gauge is None or gauge == OWN_GAUGE[side] or ruined:
        return Refusal(f"No railway of the other gauge lies in {name}.", "EF-EN-10")
    if enemy_zoc(g, side, where):
        return Refusal(f"{name} lies in an enemy ZOC.", "EF-EN-10")
    links = g.content.rail_links(g.state.turn())
    started = {
        m.hex for m in g.state.markers.values()
        if m.side == side and m.kind == "convert" and m.count == g.content.work["convert"].level
    }  # fmt: skip
    own = usable(g, side)
    line, queue = {where}, [where]
    for h in queue:
        fresh = [n for n in links[h] if n in started and n not in line]
        line.update(fresh)
        queue += fresh
    if not any(own >> n & 1 for h in line for n in links[h]):
        return Refusal(f"{name} is not joined to a net of yours.", "EF-EN-10")
    most = g.content.limits.engineers.a_railhead
    if len(line) > most:
        return Refusal(f"{most} hexes a turn are the most from one railhead.", "EF-EN-19")
    return None


# -- costs ------------------------------------------------------------------------------------------


def sp_payers(g: EfGame, side: Side, where: Hex) -> list[tuple[str, int]]:
    """EF-SP-13, 4.10  Who may pay SP for work in a hex: its dump first, then HQs and dumps near."""
    units = [u for u in g.board.on_map[side] if u in g.content.units]
    return supply_of(g, side).payers([where], units)


def srp_hex(g: EfGame, side: Side, where: Hex) -> Hex | None:
    """4.10  Where an SRP for work in a hex comes from: the hex, or a net that contains or touches it."""
    layer = g.state.layers.get(RESOURCES, {})
    if layer.get(where):
        return where
    near = {where, *g.grid.neighbours[where]}
    for net in nets(g, side):
        if any(net.hexes >> h & 1 for h in near):
            for h in members(net.hexes):
                if layer.get(h):
                    return h
    return None


def why_not_paid(g: EfGame, side: Side, work: Work, where: Hex) -> Refusal | None:
    """4.10  What is missing to pay for a function."""
    if work.sp and sum(n for _, n in sp_payers(g, side, where)) < work.sp:
        return Refusal(f"{work.title} takes {work.sp} SP; fewer are near.", "EF-EN-10")
    if work.srp and srp_hex(g, side, where) is None:
        return Refusal(f"{work.title} takes an SRP; none is near.", "EF-EN-10")
    return None


def take_sp(g: EfGame, payers: Iterable[tuple[str, int]], points: int, *, rule: str) -> int:
    """SP taken from HQs and dumps in order; how many were there."""
    taken = 0
    for name, stock in payers:
        n = min(stock, points - taken)
        if n <= 0:
            continue
        taken += n
        if name in g.state.units:
            g.set_number(name, SP, stock - n, rule=rule)
        else:
            g.set_layer(DUMP, {g.grid.hex(name): stock - n}, rule=rule)
        g.note("pays", who=name, points=n, rule=rule)
    return taken


def start(g: EfGame, side: Side, order: Start) -> None:
    """EF-EN-03, EF-EN-13  A function begins: its marker is laid and paid for."""
    if order.work == "evacuate":
        evacuate(g, order.where, order.points)
        return
    work, who = g.content.work[order.work], builder(g, order.unit)
    if work.sp:
        take_sp(g, sp_payers(g, side, order.where), work.sp, rule="EF-EN-10")
    if work.srp and (source := srp_hex(g, side, order.where)) is not None:
        g.set_layer(RESOURCES, {source: g.state.layers[RESOURCES][source] - 1}, rule="EF-SP-21")
    marker = f"{work.mark}{g.grid.name(order.where)}"
    g.lay(
        marker,
        work.id,
        side=side,
        where=order.where,
        count=max(1, countdown(work, who)),
        rule="EF-EN-10",
    )
    g.note("works", unit=order.unit, work=work.id, hex=order.where, rule="EF-EN-10")
    g.gain(order.unit, WORKING, rule="EF-EN-10")
    jobs = g.state.units[order.unit].numbers.get(JOBS, 0)
    g.set_number(order.unit, JOBS, jobs + 1, rule="EF-EN-10")
    if who == "X" and work.mark == "C":
        g.tie(order.unit, WORK, marker, rule="EF-EN-18")


def abandon(g: EfGame, unit_id: UnitId) -> None:
    """EF-EN-18  A combat unit that leaves its work gives it up."""
    marker = g.state.units[unit_id].ties.get(WORK, "")
    if marker:
        if marker in g.state.markers:
            g.lift(marker, rule="EF-EN-18")
        g.tie(unit_id, WORK, "", rule="EF-EN-18")


# -- factories --------------------------------------------------------------------------------------


def evacuable(g: EfGame, where: Hex) -> int:
    """4.10  Factory points of a hex that can leave now: an SRP and rail capacity each."""
    points = g.state.layers.get(FACTORY, {}).get(where, 0)
    if not points or g.state.control.get(where) != "soviet" or is_cut(g, "soviet", where):
        return 0
    if marker_at(g, "soviet", "C", where) is not None or not fed_hexes(g, "soviet") >> where & 1:
        return 0
    net = net_at(g, "soviet", where)
    assert net is not None
    srp = g.state.layers.get(RESOURCES, {})
    there = sum(n for h, n in srp.items() if net.hexes >> h & 1)
    return min(points, there, left(g, "soviet", net) // g.content.works.evacuation.rail)


def evacuate(g: EfGame, where: Hex, points: int) -> None:
    """4.10  Factory points of a hex begin to leave."""
    net = net_at(g, "soviet", where)
    assert net is not None
    _take_srp(g, net, points)
    carry(g, "soviet", net, points * g.content.works.evacuation.rail, east=False, rule="EF-RA-19")
    work = g.content.work["evacuate"]
    g.lay(
        f"C{g.grid.name(where)}",
        work.id,
        side="soviet",
        where=where,
        count=work.level,
        rule="EF-EN-10",
    )
    g.set_layer(EVACUATING, {where: points}, rule="EF-EN-10")
    g.note("evacuates", hex=where, points=points, rule="EF-EN-10")


def _take_srp(g: EfGame, net: RailNet, points: int) -> None:
    stocks = g.state.layers.get(RESOURCES, {})
    for h in [h for h in sorted(stocks) if net.hexes >> h & 1]:
        stock = stocks[h]
        n = min(stock, points)
        if n:
            g.set_layer(RESOURCES, {h: stock - n}, rule="EF-SP-21")
            points -= n
