"""5.4, NOR-SU  Supply: HQ lines, unit lines, attachment in reach and the three statuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.games.normandy.referee.board import distance
from tests.games.normandy.referee.position import OTHER, Position, Unit
from tests.games.normandy.referee.zones import ezoc, held, own_zone

FORTRESS = "ge.hq.cherbourg"
FREE_HEXES = 4
UNIT_LINE = {"allied": 6, "german": 8}
REACH = ((2, 6), (4, 8), (8, 12), (24, 14))
"""NOR-SU-14  Last turn of a period, hexes from a beach."""


def passable(pos: Position, who: str, hex_: str, zone: frozenset[str]) -> bool:
    """5.4  Own-controlled land without enemy combat unit, EZOC only with a friend in it."""
    if not pos.playable(hex_) or not pos.controls(who, hex_):
        return False
    if pos.combat_at(hex_, OTHER[who]):
        return False
    return hex_ not in zone or held(pos, hex_, who)


def flood(
    pos: Position, who: str, starts: Iterable[str], limit: int | None = None
) -> dict[str, int]:
    """Hexes over land from the starts (not tested themselves) with the hexes entered."""
    zone = ezoc(pos, who)
    found = dict.fromkeys(starts, 0)
    todo = list(found)
    for here in todo:
        if limit is not None and found[here] == limit:
            continue
        for there in pos.near(here):
            if there in found or pos.barrier(here, there):
                continue
            if passable(pos, who, there, zone):
                found[there] = found[here] + 1
                todo.append(there)
    return found


def by_roads(pos: Position, who: str, starts: Iterable[str]) -> set[str]:
    """Hexes along joined roads, every river by an intact bridge only."""
    zone = ezoc(pos, who)
    found = {h for h in starts if pos.ground.on_road(h)}
    todo = sorted(found)
    for here in todo:
        for there in pos.near(here):
            if there in found or not pos.by_road(here, there):
                continue
            if passable(pos, who, there, zone):
                found.add(there)
                todo.append(there)
    return found


def sources(pos: Position, nation: str) -> frozenset[str]:
    """NOR-SU-07  Source hexes of a nationality; 8.2 names its own."""
    if pos.sources is not None:
        return pos.sources.get(nation, frozenset())
    if nation == "ge":
        areas = [a for a in pos.ground.entry if pos.areas.get(a, "german") == "german"]
        return frozenset(h for a in areas for h in pos.ground.entry[a])
    shore = {h for h, n in pos.ground.beaches.items() if n == nation}
    shore |= {h for h in pos.ports if pos.ground.ports[h] == nation}
    found = {h for h in shore if pos.controls("allied", h)}
    if nation == "us":
        areas = [a for a in "ABCD" if pos.areas.get(a) == "allied"]
        found |= {h for a in areas for h in pos.ground.entry[a]}
    return frozenset(found)


def hq_line(pos: Position, hq: Unit) -> bool:
    """NOR-SU-06  Up to four hexes over land to a road, then by road to a source.

    A source among the four hexes is reached too. The HQ's own hex is not tested.
    """
    near = flood(pos, hq.side, [hq.hex], FREE_HEXES)
    goals = sources(pos, hq.nation)
    return bool(goals & near.keys()) or bool(goals & by_roads(pos, hq.side, near))


def hqs(pos: Position, nation: str) -> list[Unit]:
    return [u for u in map(pos.units.__getitem__, sorted(pos.units)) if _is_hq(pos, u, nation)]


def _is_hq(pos: Position, unit: Unit, nation: str) -> bool:
    return unit.flag("hq") and unit.nation == nation and unit.hex in pos.ground.terrain


def best_status(pos: Position, unit: Unit) -> str:
    """NOR-SU-14, BD-04  out when the unit is too far inland or in the wrong zone, else in."""
    if not pos.campaign or unit.nation == "ge":
        return "in"
    if not own_zone(pos, unit.nation, unit.hex):
        return "out"
    limit = next((hexes for last, hexes in REACH if pos.turn <= last), None)
    beaches = [h for h, n in pos.ground.beaches.items() if n == unit.nation]
    far = limit is not None and min(distance(unit.hex, h) for h in beaches) > limit
    return "out" if far else "in"


def feeds(pos: Position, hq: Unit) -> bool:
    """NOR-SU-10  An HQ that is In Supply and was not displaced supplies its units."""
    return hq.id not in pos.mute and best_status(pos, hq) == "in" and hq_line(pos, hq)


def takes(hq: Unit, unit: Unit) -> bool:
    """6.2  Fortress Cherbourg takes only its own people."""
    if hq.id != FORTRESS:
        return True
    own = ("ge.gar.", "ge.far", "ge.709.", "ge.243.", "ge.91.", "ge.77.", "ge.pz206")
    return unit.id.startswith(own)


def line_limit(pos: Position, hq: Unit) -> int:
    """NOR-SU-05, OP-14"""
    return UNIT_LINE[hq.side] + (2 if hq.id in pos.operation else 0)


def hqs_in_reach(pos: Position, unit: Unit) -> list[str]:
    """NOR-SU-05  HQs to which the unit has a unit line, living or not, by id."""
    found = flood(pos, unit.side, [unit.hex], UNIT_LINE[unit.side] + 2)
    return [
        hq.id
        for hq in hqs(pos, unit.nation)
        if takes(hq, unit) and found.get(hq.hex, 99) <= line_limit(pos, hq)
    ]


def nearest_hq(pos: Position, unit: Unit) -> str | None:
    """1  Nearest HQ of the nationality in hexes, ties by id, whatever its room."""
    near = [hq for hq in hqs(pos, unit.nation) if takes(hq, unit)]
    key = [(distance(unit.hex, hq.hex), hq.id) for hq in near]
    return min(key)[1] if key else None


def room(hq: Unit) -> int:
    """NOR-SU-04, 6.2  Combat units an HQ takes."""
    if hq.id == "ge.hq.schlieben":
        return 8
    return 12 if hq.side == "german" else 15


def attachment_faults(pos: Position, chosen: Mapping[str, str]) -> list[str]:
    """NOR-SU-04  What is wrong with an attachment of units to HQs, in words."""
    faults = []
    load: dict[str, int] = {}
    reach = {i: hqs_in_reach(pos, pos.units[i]) for i in chosen}
    for unit_id, hq in sorted(chosen.items()):
        if hq not in reach[unit_id]:
            faults.append(f"{unit_id} has no line to {hq}")
        load[hq] = load.get(hq, 0) + pos.units[unit_id].combat
    for hq, count in sorted(load.items()):
        if count > room(pos.units[hq]):
            faults.append(f"{hq} has {count} combat units")
    divisions: dict[str, list[str]] = {}
    for unit_id in sorted(chosen):
        name = pos.units[unit_id].division
        if name is not None:
            divisions.setdefault(f"{pos.units[unit_id].nation} {name}", []).append(unit_id)
    for name, members in sorted(divisions.items()):
        common = set.intersection(*(set(reach[i]) for i in members))
        if common and len({chosen[i] for i in members}) > 1:
            faults.append(f"{name} could stay together")
    return faults


def status(pos: Position, unit: Unit) -> str:
    """NOR-SU-08 to 14  in, out or isolated."""
    if unit.hex.startswith("area:"):
        held_by = pos.areas.get(unit.hex[5:], "german")
        return "in" if held_by == unit.side else "out"
    plain = _plain(pos, unit)
    if plain == "in":
        plain = best_status(pos, unit)
    return _bettered(pos, unit, plain)


def _plain(pos: Position, unit: Unit) -> str:
    if unit.flag("hq"):
        if hq_line(pos, unit):
            return "in"
    elif any(feeds(pos, pos.units[h]) for h in hqs_in_reach(pos, unit)):
        return "in"
    found = flood(pos, unit.side, [unit.hex])
    goals = set(sources(pos, unit.nation))
    goals |= {h.hex for h in hqs(pos, unit.nation) if h.hex in found and hq_line(pos, h)}
    return "out" if goals & found.keys() else "isolated"


def _bettered(pos: Position, unit: Unit, plain: str) -> str:
    """NOR-SU-11 to 13  Each helps the status found before it; they do not build on each other."""
    if plain == "isolated" and (_at_cherbourg(pos, unit) or _dropped(pos, unit)):
        return "out"
    early = pos.campaign and unit.side == "german" and pos.turn <= 5
    return "in" if plain == "out" and early else plain


def _at_cherbourg(pos: Position, unit: Unit) -> bool:
    fortress = pos.units.get(FORTRESS)
    if fortress is None or unit.side != "german":
        return False
    if min(distance(unit.hex, h) for h in pos.ground.fortress) > 1:
        return False
    return fortress.hex in flood(pos, "german", [unit.hex], 3)


def _dropped(pos: Position, unit: Unit) -> bool:
    if unit.cls.name not in ("US-ABN", "CW-PAR") or not pos.campaign or pos.turn > 3:
        return False
    return min(distance(unit.hex, h) for h in pos.ground.beaches) <= 6


def statuses(pos: Position) -> dict[str, str]:
    """NOR-SU-15  All units of both sides from the same board."""
    return {i: status(pos, u) for i, u in sorted(pos.units.items())}


def attrition(die: int, before: str, now: str) -> int:
    """NOR-SU-09  Steps a combat unit loses that is Isolated a second time running."""
    return int(before == now == "isolated" and die >= 5)


def supported(pos: Position, unit: Unit) -> bool:
    """NOR-SL-07, 10, SU-13  Whether the unit counts as attached to a Supported HQ.

    The state `coast` marks a German unit that is In Supply by NOR-SU-13 alone.
    """
    if unit.hq == FORTRESS and FORTRESS in pos.units:
        return True
    if unit.has("coast") and any(pos.armies.get(h) == "ge7" for h in pos.supported):
        return True
    return unit.hq in pos.supported
