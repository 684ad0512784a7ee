"""What a position file may say about Normandy, and which combinations cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from wargame.flow.lab import LAB
from wargame.games.normandy.armies import ENDED, armies, army_of_hq, hq_of
from wargame.games.normandy.asks.movement import SPENT
from wargame.games.normandy.facilities import is_held, support_level
from wargame.games.normandy.score import army_side, noted_hexes
from wargame.games.normandy.segments.army import due_armies, moving_hqs
from wargame.games.normandy.state import (
    AIR_UNIT,
    ARMY,
    BOMBED,
    BRIDGE,
    BUILDING,
    COAST,
    DOWN,
    DUE,
    EXERTED,
    FORTIFICATION,
    FOUND_ISOLATED,
    HQ,
    NATIONS,
    OPERATED,
    OPERATION,
    RUBBLE,
    SILENT,
    SUPPORTED,
    TARGETED,
    WORKS,
    NorGame,
    hexside_key,
    kind_of,
    nearest_hq,
)
from wargame.games.normandy.works import (
    DEEPENING,
    DIGGING,
    ENTRENCHED,
    IMPROVED,
    set_builder,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.phases import lift
from wargame.rules.setters import (
    Setter,
    UnitSetter,
    control,
    hexes,
    hexside,
    known,
    number,
    table,
    track,
    words,
)

WORK_NAMES = {
    "none": 0,
    "improved construction": DIGGING,
    "improved": IMPROVED,
    "entrenchment construction": DEEPENING,
    "entrenchment": ENTRENCHED,
}
BRIDGE_NAMES = {
    "intact": (0, ""),
    "destroyed": (DOWN, ""),
    "allied construction": (BUILDING, "allied"),
    "german construction": (BUILDING, "german"),
}
"""NOR-EN-10  State of a bridge, and whose construction it is."""


def _word(name: str, what: str, valid: Callable[[NorGame], Collection[str]]) -> Setter:
    """A word on a track: weather = "rain"."""

    def put(g: NorGame, value: Any) -> None:
        g.set_track(name, known(what, str(value), valid(g)), rule=LAB)

    return put


def _weathers(g: NorGame) -> Collection[str]:
    return g.content.weathers


def _set_sp(g: NorGame, value: Any) -> None:
    """Sp = { cw2 = 9 }: support points in Reserve."""
    for army, points in table(value).items():
        first = g.content.armies[known("army", army, g.content.armies)].first
        if g.state.turn() < first:
            raise ValueError(f"{army} takes over on turn {first} (NOR-AS-05)")
        track(f"sp {army}")(g, points)


def _set_works(g: NorGame, value: Any) -> None:
    """Works = { 1818 = "improved" }"""
    for name, what in table(value).items():
        (where,) = hexes(g, name, g.content.land, "is no land hex in play")
        g.set_layer(WORKS, {where: WORK_NAMES[known("position", what, WORK_NAMES)]}, rule=LAB)


def _set_bridges(g: NorGame, value: Any) -> None:
    """Bridges = { "1411-1510" = "destroyed" }"""
    for name, what in table(value).items():
        a, b = hexside(g, name)
        if (min(a, b), max(a, b)) not in g.content.map.bridges:
            raise ValueError(f"no road crosses a river between {name}")
        state, who = BRIDGE_NAMES[known("state of a bridge", what, BRIDGE_NAMES)]
        g.set_layer(BRIDGE, {hexside_key(g.content, a, b): state}, rule=LAB)
        set_builder(g, [(min(a, b), max(a, b))], who, rule=LAB)


def _layer(name: str) -> Setter:
    """Hexes with a mark, instead of those that have it."""

    def put(g: NorGame, value: Any) -> None:
        found = hexes(g, value, g.content.land, "is no land hex in play")
        old: dict[Hex, int] = dict.fromkeys(sorted(g.state.layers.get(name, {})), 0)
        g.set_layer(name, {**old, **dict.fromkeys(found, 1)}, rule=LAB)

    return put


def _set_boundary(g: NorGame, value: Any) -> None:
    """Boundary = 25, or a column for each row."""
    rows = value if isinstance(value, list) else [value] * g.grid.rows
    if len(rows) != g.grid.rows or not all(isinstance(n, int) for n in rows):
        raise ValueError(f"a column or {g.grid.rows} of them are wanted, not {value!r}")
    g.set_list("boundary", rows, rule=LAB)


def _set_ports(g: NorGame, value: Any) -> None:
    """Ports = { isigny = 6 }: the Victory Point Segment since which each is Allied (NOR-SL-11)."""
    ports = [port.id for port in g.content.facilities.values() if port.kind == "port"]
    for name, turn in table(value).items():
        track(f"port {known('port', name, ports)}")(g, turn)


def _set_carpet(g: NorGame, value: Any) -> None:
    """Carpet = ["1818", "1718", "1717"]: Air Units on their targets (NOR-CB-04)."""
    if not g.content.plays("carpet"):
        raise ValueError("no carpet bombing is flown in this scenario (NOR-CB-03)")
    found = hexes(g, value, g.content.land, "is no land hex in play")
    most = g.content.air.carpet.units
    if len(found) > most or len(set(found)) != len(found):
        raise ValueError(f"at most {most} Air Units lie on hexes of their own (NOR-CB-04)")
    lift(g, AIR_UNIT, rule=LAB)
    for where in found:
        marker = f"air-{g.grid.name(where)}"
        g.lay(marker, AIR_UNIT, where=where, side="allied", rule=LAB)


def _set_operations(g: NorGame, value: Any) -> None:
    """Operations = { us1 = { turn = 2, hqs = ["us.hq.v"], hexes = ["1818"] } } (NOR-OP-04, NOR-VP-03)."""
    for army, told in table(value).items():
        known("army", army, g.content.armies)
        row = table(told)
        for key in row:
            known("key of an Operation", key, ("turn", "hqs", "hexes"))
        for hq in row.get("hqs", ()):
            known("HQ", hq, g.content.hqs)
            if army == g.content.hqs[hq].later and army in {a.id for a in due_armies(g)}:
                g.tie(hq, ARMY, army, rule=LAB)
            if army_of_hq(g, hq) != army:
                raise ValueError(f"{hq} is no HQ of {army} (NOR-OP-07)")
            g.gain(hq, OPERATION, rule=LAB)
            g.gain(hq, SUPPORTED, rule=LAB)
            g.set_number(hq, OPERATED, g.state.turn(), rule=LAB)
        most = g.content.limits.operation.length(army_side(g, army))
        track(f"op {army}", most=most)(g, row.get("turn", 1))
        noted = hexes(g, row.get("hexes", []), g.content.land, "is no land hex in play")
        g.set_list(noted_hexes(g, army), noted, rule=LAB)


def _set_ended(g: NorGame, value: Any) -> None:
    """Ended = ["us1"]: armies whose Operation ended this turn and is to be assessed (NOR-OP-15)."""
    found = [known("army", army, g.content.armies) for army in words(value)]
    g.set_list(ENDED, found, rule=LAB)


def _set_areas(g: NorGame, value: Any) -> None:
    """Areas = { A = "allied" }: who controls them."""
    for area, side in table(value).items():
        if not g.content.plays("areas"):
            raise ValueError("this scenario has no off-map areas (NOR-OM-01)")
        known("area", area, g.content.areas)
        g.set_track(f"area {area}", known("side", side, g.board.here), rule=LAB)


def _set_tracks(g: NorGame, value: Any) -> None:
    """Tracks = { "vp allied" = 12 }: any other number that is kept."""
    for name, number_ in table(value).items():
        least, most = -999, None
        if name.startswith("level "):
            least, most = 0, max(row.level for row in g.content.support.level)
        elif name == "carpets":
            least, most = 0, g.content.air.carpet.missions
        track(known("track", name, NUMBERS), least, most=most)(g, number_)


def _set_level(g: NorGame, value: Any) -> None:
    """Level = 2: the Interdiction Level of the turn (NOR-IT-04)."""
    track("level", most=max(row.level for row in g.content.air.level))(g, value)


NUMBERS = (
    "vp allied", "vp german", "lost allied", "booked losses", "pockets", "gains us", "gains cw",
    "withdrawn", "left halves", "carpets", "carpet last", "mulberry-a", "mulberry-b",
    "level us", "level cw", "landing us", "landing cw", "rp us", "rp cw", "rp ge", "rp cw total",
    "naval us", "naval cw", "fortress sp", "op german last", "rp dissolved", "dissolved",
    "booked left", "compelled", "airborne lost", "taken A", "taken B", "taken C",
)  # fmt: skip
"""Tracks that hold a number, beside those with a key of their own."""

SET: Mapping[str, Setter] = {
    "weather": _word("weather", "weather", _weathers),
    "forecast": _word("forecast", "weather", _weathers),
    "sea": _word("sea", "sea", lambda g: g.content.seas),
    "first": _word("first", "side", lambda g: g.board.here),
    "sp": _set_sp,
    "works": _set_works,
    "forts": _layer(FORTIFICATION),
    "bridges": _set_bridges,
    "rubble": _layer(RUBBLE),
    "bombed": _layer(BOMBED),
    "targeted": _layer(TARGETED),
    "boundary": _set_boundary,
    "areas": _set_areas,
    "ports": _set_ports,
    "carpet": _set_carpet,
    "operations": _set_operations,
    "ended": _set_ended,
    "control": control,
    "tracks": _set_tracks,
    "interdiction": track("interdiction"),
    "ground": track("ground"),
    "aside": track("aside"),
    "level": _set_level,
}
"""Keys of [set]."""


def _tie(tie: str, valid: Callable[[NorGame], Collection[str]]) -> UnitSetter:
    def put(g: NorGame, unit: UnitId, value: Any) -> None:
        g.tie(unit, tie, known(tie, str(value), valid(g)), rule=LAB)

    return put


def _flag(state: str) -> UnitSetter:
    """A state that is book-keeping: true or false."""

    def put(g: NorGame, unit: UnitId, value: Any) -> None:
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is neither true nor false")  # noqa: TRY004 - of the file
        (g.gain if value else g.shed)(unit, state, rule=LAB)

    return put


def _attach(g: NorGame, unit: UnitId, value: Any) -> None:
    """Hq = "us.hq.v": one of its nation that may have it (NOR-SU-04)."""
    hq = known("HQ", str(value), g.content.hqs)
    if not g.content.takes(hq, kind_of(g, unit)):
        raise ValueError(f"{hq} does not take it (NOR-SU-04)")
    g.tie(unit, HQ, hq, rule=LAB)


UNIT: Mapping[str, UnitSetter] = {
    "hq": _attach,
    "army": _tie(ARMY, lambda g: g.content.armies),
    "due": number(DUE, least=1),
    "found_isolated": number(FOUND_ISOLATED),
    "silent": number(SILENT),
    "operated": number(OPERATED, least=1),
    "spent": number(SPENT, parts=2),
    "exerted": _flag(EXERTED),
    "coast": _flag(COAST),
}
"""Further keys of a unit: NOR-RV-02 MP spent in this segment, NOR-RP-09 exerted, NOR-SU-13 fed by the coast."""


def ready(g: NorGame, segment: str) -> None:  # noqa: ARG001 - the same for all
    """Control under the units that stand, an HQ for each; what earlier turns and segments have left."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        kind = kind_of(g, unit.id)
        if unit.hex >= 0 and kind.combat_unit and g.state.control.get(unit.hex) != unit.side:
            g.take(unit.hex, unit.side, rule=LAB)
        if unit.hex >= 0 and not kind.hq and not hq_of(g, unit.id):
            g.tie(unit.id, HQ, nearest_hq(g.content, g.state, unit.id), rule=LAB)
    _take_over(g)
    _open_ports(g)
    if not _is_ahead(g, "normandy.mutual.support_levels.allied"):
        _land(g)


def _is_ahead(g: NorGame, segment: str) -> bool:
    """Whether a segment of this turn, named by its id, is still to be played."""
    todo = {step for frame in g.state.frames for step in frame.todo}
    return any(step == segment or segment.startswith(f"{step}.") for step in todo)


def _take_over(g: NorGame) -> None:
    """NOR-AS-05  Armies that have taken over have a pool and their HQs, but those of the parent's Operation."""
    ahead = _is_ahead(g, "normandy.mutual.army_support.activation")
    for army in due_armies(g):
        if army.first == g.state.turn() and ahead:
            continue
        if f"sp {army.id}" not in g.state.tracks:
            g.set_track(f"sp {army.id}", 0, rule=LAB)
        for hq in moving_hqs(g, army.id):
            if ARMY not in g.state.units[hq].ties:
                g.tie(hq, ARMY, army.id, rule=LAB)


def _open_ports(g: NorGame) -> None:
    """NOR-SL-11  Ports that are Allied from the start, and still are, have worked since turn 2."""
    first = g.content.scenario.first_turn
    for port in g.content.facilities.values():
        name, since_start = f"port {port.id}", g.content.allied_at_start.issuperset(port.hexes)
        counted = name in g.state.tracks or g.state.turn() == first
        if port.kind == "port" and since_start and is_held(g, port) and not counted:
            g.set_track(name, first, rule=LAB)


def _land(g: NorGame) -> None:
    """NOR-SL-04, NOR-RF-02  Level and landing capacity of this turn, where the file says neither."""
    for nation in (n for n in NATIONS["allied"] if armies(g, n)):
        points, level = support_level(g, nation)
        room = points * g.content.support.points.by_facility
        found = (
            {"level": level, "landing": room} if g.content.plays("landing") else {"level": level}
        )
        for name, value in found.items():
            if f"{name} {nation}" not in g.state.tracks:
                g.set_track(f"{name} {nation}", value, rule=LAB)
