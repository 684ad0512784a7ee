"""What the table can lay over the map of Normandy: ZOC, reach, threat, control, boundary, corps."""

from __future__ import annotations

from wargame.content.figures import counted
from wargame.flow.face import Overlay, OverlayView
from wargame.games.normandy.armies import armies_of, attached, hqs, is_supported, operation
from wargame.games.normandy.data.files import NATION_TITLES, SIDE_TITLES, Nation
from wargame.games.normandy.state import (
    DISORGANIZED,
    REGROUP,
    NorGame,
    kind_of,
    on_map,
    unit_name,
)
from wargame.games.normandy.supply import lines_of
from wargame.games.normandy.walk import Walker, allowance
from wargame.games.normandy.zones import zone_of
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.overlays import (
    BAD,
    GOOD,
    NEUTRAL,
    control,
    ranges,
    reaches,
    supply,
    threat,
    zones,
)
from wargame.rules.supply import Net
from wargame.rules.walk import Member


def _units(g: NorGame, side: str) -> list[UnitId]:
    return [unit.id for unit in on_map(g, side)]


def _fit(g: NorGame, side: str) -> list[UnitId]:
    """NOR-CO-08  Who could attack: combat units in good order."""
    shaken = {DISORGANIZED, REGROUP}
    return [
        u.id
        for u in on_map(g, side)
        if kind_of(g, u.id).combat_unit and shaken.isdisjoint(u.states)
    ]


def alone(g: NorGame, unit: UnitId) -> Member:
    """NOR-MV-03  A unit by itself, with the half MPs of a whole tactical move."""
    return Walker(g, unit), allowance(g, unit)


def _touching(g: NorGame, where: Hex) -> tuple[Hex, ...]:
    return tuple(h for h in g.grid.neighbours[where] if h in g.content.land)


def _guns(g: NorGame, where: Hex) -> list[tuple[str, int]]:
    """NOR-CO-15  The support units in a hex with their range."""
    here = [u for u in g.board.at[where] if kind_of(g, u).support]
    return [(unit_name(g, u), kind_of(g, u).cls.range) for u in here]


def _in_range(g: NorGame, where: Hex, far: int) -> dict[Hex, int]:
    return {h: NEUTRAL for h in g.grid.within(where, far)[1:] if h in g.content.land}


def _points(g: NorGame) -> dict[Hex, str]:
    """NOR-VP-06, NOR-VP-08  Cities and beaches."""
    beaches = {h: "b" for hexes in g.content.beaches.values() for h in hexes}
    return {**dict.fromkeys(sorted(g.content.cities), "1"), **beaches}


def _net(g: NorGame, nation: Nation) -> Net:
    """NOR-SU-06  The lines of a nation's HQs."""
    return lines_of(g, nation).net


def _staffs(g: NorGame, nation: str) -> list[UnitId]:
    """Its HQs on the map, by id."""
    return [hq for hq in sorted(g.content.hqs) if _is_staff(g, hq, nation)]


def _is_staff(g: NorGame, hq: UnitId, nation: str) -> bool:
    return g.state.units[hq].hex >= 0 and kind_of(g, hq).nation == nation


def _boundary(g: NorGame, _: Hex) -> OverlayView:
    """NOR-BD-02  Whose zone each hex is."""
    tones = {"us": GOOD, "cw": BAD}
    tinted = {h: tones.get(zone_of(g, h) or "", NEUTRAL) for h in sorted(g.content.land)}
    columns = [int(n) for n in g.state.lists.get("boundary", ())]
    told = "no boundary is drawn"
    if columns:
        low, high = min(columns), max(columns)
        told = f"column {low} in every row" if low == high else f"columns {low} to {high}"
    signs = f"+ {NATION_TITLES['us']} zone, ! {NATION_TITLES['cw']} zone, · shared"
    return OverlayView("Inter-army boundary", {}, tinted, ("NOR-BD-02", told), signs)


def _corps(g: NorGame, where: Hex) -> OverlayView:
    """NOR-SU-04, NOR-SL-07, NOR-OP-04  Every corps by a letter: attachments, support, Operations."""
    labels, tinted, lines = dict[Hex, str](), dict[Hex, int](), list[str]()
    here = set(g.board.at[where])
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    running = {hq for side in SIDE_TITLES for a in armies_of(g, side) for hq in operation(g, a)}
    for side in SIDE_TITLES:
        for hq in hqs(g, side):
            letter, units = next(letters), attached(g, hq)
            supported = is_supported(g, hq)
            for unit in (hq, *units):
                at = g.state.units[unit].hex
                labels.setdefault(at, letter)
                tinted[at] = GOOD if supported else BAD
            if not here or hq in here or here & set(units):
                how = (
                    "in an Operation"
                    if hq in running
                    else "supported"
                    if supported
                    else "unsupported"
                )
                lines.append(f"{letter} {unit_name(g, hq)}: {counted(len(units), 'unit')}, {how}")
    signs = "+ Supported, ! Unsupported; letters: the corps"
    return OverlayView("Corps and their support", labels, tinted, lines, signs)


OVERLAYS = (
    *zones(SIDE_TITLES, "NOR-ZC-01"),
    *supply(NATION_TITLES, "NOR-SU-06", _net, _staffs, name=unit_name),
    ranges("Artillery range", _guns, _in_range, "· in range"),
    threat(SIDE_TITLES, _fit, alone, _touching, name=unit_name, far=11),
    reaches(SIDE_TITLES, _units, alone, name=unit_name),
    control("Cities and beaches", SIDE_TITLES, _points, "1 a city, b a beach", rule="NOR-VP-06"),
    Overlay("corps", "Corps and their support", _corps),
    Overlay("boundary", "Inter-army boundary", _boundary),
)
