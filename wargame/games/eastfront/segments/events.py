"""Political events, in the order of their ids (EF-IN-02, EF-PE)."""

from __future__ import annotations

from collections.abc import Callable

from wargame.flow.ask import Choice, Option
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.eastfront import forces, score
from wargame.games.eastfront.bounds import DIRECTIVE, FOR_GOOD, HUNGARY_IN
from wargame.games.eastfront.data.events import DatesRow
from wargame.games.eastfront.data.files import Side
from wargame.games.eastfront.defection import (
    bulgaria,
    crisis,
    finland,
    nation_leaves,
    past,
    romania,
)
from wargame.games.eastfront.production import FEWER_AIR, FEWER_SP
from wargame.games.eastfront.segments import surprise
from wargame.games.eastfront.state import (
    CLASS,
    DUMP,
    FINLAND_CLOSED,
    GONE,
    HELD,
    RESOURCES,
    STAND_FAST,
    UNPREPARED,
    EfGame,
    class_of,
    enemy_zoc,
    kind_of,
    on_map,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.arrivals import WAITING


def _dates(g: EfGame) -> DatesRow:
    return g.content.events.dates


def full(g: EfGame) -> bool:
    """Whether the scenario has the events of the whole war."""
    return g.content.plays("events")


# -- 1941 -------------------------------------------------------------------------------------------


def barbarossa(g: EfGame) -> None:
    """EF-PE-01  June 1941: surprise without cost, and an army that is not prepared."""
    for unit in surprised(g):
        g.gain(unit, UNPREPARED, rule="EF-PE-01")
    surprise.begin(g, "axis", ())


def surprised(g: EfGame) -> list[UnitId]:
    """EF-PE-01  Combat units west of column 30, those in Leningrad apart."""
    border, leningrad = 30, g.content.events.places.leningrad
    return [
        unit.id
        for unit in on_map(g, "soviet")
        if class_of(g, unit.id).combat
        and g.grid.column(unit.hex) < border
        and unit.hex != leningrad
    ]


def finland_and_romania(g: EfGame) -> None:
    """EF-PE-03  Finland's border opens."""
    past(g, "EF-PE-03")
    g.set_track(FINLAND_CLOSED, 0, rule="EF-PE-03")


def hungary(g: EfGame) -> None:
    """EF-PE-04  A roll, then of itself: Hungary goes to war."""
    row, turn = _dates(g).hungary, g.state.turn()
    sure = turn >= row.sure
    if sure or g.roll("hungary", sides=10, by="axis", needed=row.roll, rule="EF-PE-04") >= row.roll:
        g.set_track(HUNGARY_IN, 1, rule="EF-PE-04")
        past(g, "EF-PE-04")


def prepared(g: EfGame) -> None:
    """EF-PE-05  Unprepared units roll to be rid of the marker; in the third turn all are."""
    needed = _dates(g).prepared.get(g.state.turn())
    for unit in on_map(g, "soviet"):
        if UNPREPARED not in unit.states:
            continue
        if (
            needed is None
            or g.roll("prepared", sides=10, unit=unit.id, needed=needed, rule="EF-PE-05") >= needed
        ):
            g.shed(unit.id, UNPREPARED, rule="EF-PE-05")


def stand_fast(g: EfGame) -> None:
    """EF-PE-06  Front HQs that roll low order their units to stand."""
    row = _dates(g).stand_fast
    fronts = [u for u in on_map(g, "soviet") if kind_of(g, u.id).hq]
    strict = [
        hq.id for hq in fronts
        if g.roll("stand_fast", sides=10, unit=hq.id, needed=row.roll, rule="EF-PE-06") <= row.roll
    ]  # fmt: skip
    for unit in on_map(g, "soviet"):
        if not class_of(g, unit.id).combat or not enemy_zoc(g, "soviet", unit.hex) or not fronts:
            continue
        nearest = min(fronts, key=lambda hq, here=unit.hex: (g.grid.distance(here, hq.hex), hq.id))  # type: ignore[misc]
        if nearest.id in strict:
            g.gain(unit.id, STAND_FAST, rule="EF-PE-06")


async def directive(g: EfGame) -> None:
    """EF-PE-07  The July directive is obeyed, for victory points, or ignored."""
    row = _dates(g).directive
    choices = [
        (Option("obey", f"Obey: no panzer group on the road to Moscow; {row.vp} VP"), True),
        (Option("ignore", "Ignore it"), False),
    ]
    ask = Choice(
        "axis",
        "directive",
        "The directive of July: obey?",
        choices,
        rule="EF-PE-07",
        quiet="ignore",
    )
    if await g.ask(ask):
        g.set_track(DIRECTIVE, 1, rule="EF-PE-07")
        now = int(g.state.tracks.get(score.CREDIT, 0))
        g.set_track(score.CREDIT, now + row.vp, rule="EF-PE-07")
    past(g, "EF-PE-07")


def lend_lease(g: EfGame) -> None:
    """EF-PE-08  Convoys to Arkhangelsk; later also through Persia."""
    row, places = _dates(g).lend_lease, g.content.events.places
    control, turn = g.state.control, g.state.turn()
    if turn >= row.first and control.get(places.arkhangelsk) == "soviet":
        roll = g.roll("lend-lease", sides=10, by="soviet", rule="EF-PE-08")
        if roll >= row.sp:
            _add(g, DUMP, places.arkhangelsk, 1)
        if roll >= row.srp:
            _add(g, RESOURCES, places.arkhangelsk, 1)
    if turn >= row.south and control.get(places.tbilisi) == "soviet":
        _add(g, DUMP, places.tbilisi, row.south_sp)


def _add(g: EfGame, layer: str, where: Hex, points: int) -> None:
    there = g.state.layers.get(layer, {}).get(where, 0)
    g.set_layer(layer, {where: there + points}, rule="EF-PE-08")
    g.note("convoy", hex=where, points=points, stock=layer, rule="EF-PE-08")


def collapse(g: EfGame) -> None:
    """EF-PE-09  With Moscow and three more cities lost the Soviet Union may collapse."""
    row = g.content.victory.collapse
    lost = sum(g.state.control.get(h) == "axis" for h in row.cities)
    if g.state.turn() < row.from_ or g.state.control.get(row.capital) != "axis" or lost < row.least:
        return
    if g.roll("collapse", sides=10, by="axis", needed=lost - 1, rule="EF-PE-09") <= lost - 1:
        winner, level = score.LEVELS[0]
        g.end(winner, level, "collapse", rule="EF-PE-09")


# -- later ------------------------------------------------------------------------------------------


def africa(g: EfGame) -> None:
    """EF-PE-14  Air units leave for Africa, and come back."""
    back = _dates(g).africa.back
    kinds = ("F|A", "F|A", "B", "T")
    forces.demand(g, "axis", *(f"air {kind} back {back}" for kind in kinds))
    past(g, "EF-PE-14")


def italians(g: EfGame) -> None:
    """EF-PE-15  Italy leaves the war."""
    nation_leaves(g, "I", "EF-PE-15")
    past(g, "EF-PE-15")


def sicily(g: EfGame) -> None:
    """EF-PE-15  A step of SS panzers, or two of others, and two air units go to Sicily."""
    forces.demand(g, "axis", "steps GX|GP GP", "air any", "air any")
    g.note("event", event="Sicily", rule="EF-PE-15")


def bombers(g: EfGame) -> None:
    """EF-PE-16  Fighters go home to the Reich."""
    forces.demand(g, "axis", "air F", "air F", "air F")
    g.set_track(FEWER_AIR, 1, rule="EF-PE-16")
    past(g, "EF-PE-16")


def normandy(g: EfGame) -> None:
    """EF-PE-17  Panzers and air units go west; less supply comes."""
    forces.demand(g, "axis", *["steps GX|GP"] * 3, *["air any"] * 3)
    g.set_track(FEWER_SP, 2, rule="EF-PE-17")
    past(g, "EF-PE-17")


def guards(g: EfGame) -> None:
    """EF-PE-22  Armies become Guards in place, with their steps."""
    for unit, turn in sorted(g.content.events.guards.items()):
        if turn == g.state.turn() and unit in g.state.units and g.state.units[unit].box != GONE:
            g.tie(unit, CLASS, "SG", rule="EF-PE-22")
            g.note("guards", unit=unit, rule="EF-PE-22")


def levy(g: EfGame) -> None:
    """EF-PE-24  The Volkssturm stays for good."""
    found = forces.units_of(g, "RF-A1")
    past(g, "EF-PE-24")
    g.set_list(FOR_GOOD, found, rule="EF-PE-24")
    for unit in found:
        if g.state.units[unit].box == HELD:
            g.box(unit, WAITING, rule="EF-PE-24")
            g.set_number(unit, "back", g.state.turn(), rule="EF-PE-24")


# -- the segment ------------------------------------------------------------------------------------

Event = tuple[str, Side, Callable[[EfGame], bool], Callable[[EfGame], object], bool]
"""Id, side, when, what, and whether it is of the whole war."""


def _on(name: str) -> Callable[[EfGame], bool]:
    return lambda g: g.state.turn() == getattr(_dates(g), name)


EVENTS: tuple[Event, ...] = (
    ("EF-PE-01", "axis", lambda g: g.state.turn() == 1, barbarossa, False),
    ("EF-PE-03", "axis", lambda g: g.state.turn() == 2, finland_and_romania, True),
    ("EF-PE-04", "axis", lambda g: g.state.turn() in (2, 3) and not g.state.tracks.get(HUNGARY_IN), hungary, True),
    ("EF-PE-05", "soviet", lambda g: g.state.turn() <= 3, prepared, False),
    ("EF-PE-06", "soviet", lambda g: g.state.turn() <= _dates(g).stand_fast.last, stand_fast, False),
    ("EF-PE-07", "axis", lambda g: g.state.turn() == _dates(g).directive.turn, directive, True),
    ("EF-PE-08", "soviet", lambda g: g.state.turn() >= _dates(g).lend_lease.first, lend_lease, True),
    ("EF-PE-09", "soviet", lambda g: g.state.turn() >= _dates(g).collapse, collapse, True),
    ("EF-PE-11", "axis", _on("winter"), lambda g: past(g, "EF-PE-11"), True),
    ("EF-PE-12", "soviet", _on("not_a_step"), lambda g: past(g, "EF-PE-12"), True),
    ("EF-PE-13", "axis", _on("romania_home"), lambda g: past(g, "EF-PE-13"), True),
    ("EF-PE-14", "axis", lambda g: g.state.turn() == _dates(g).africa.turn, africa, True),
    ("EF-PE-15", "axis", lambda g: g.state.turn() == _dates(g).italy.turn, italians, True),
    ("EF-PE-15", "axis", lambda g: g.state.turn() == _dates(g).italy.sicily, sicily, True),
    ("EF-PE-16", "axis", _on("bombers"), bombers, True),
    ("EF-PE-17", "axis", _on("normandy"), normandy, True),
    ("EF-PE-18", "axis", lambda g: g.state.turn() >= _dates(g).finland.first, finland, True),
    ("EF-PE-19", "axis", lambda g: g.state.turn() >= _dates(g).romania.first, romania, True),
    ("EF-PE-20", "soviet", lambda g: g.state.turn() >= _dates(g).romania.first, bulgaria, True),
    ("EF-PE-21", "axis", lambda g: g.state.turn() >= _dates(g).hungarian.first, crisis, True),
    ("EF-PE-22", "soviet", lambda g: g.state.turn() in g.content.events.guards.values(), guards, True),
    ("EF-PE-23", "soviet", _on("staff"), lambda g: past(g, "EF-PE-23"), True),
    ("EF-PE-24", "axis", _on("levy"), levy, True),
)  # fmt: skip
"""EF-PE-02 and EF-PE-10 are limits while something lasts; EF-PE-25 follows others."""


def due(g: EfGame, side: str) -> list[Event]:
    """EF-IN-02  The events of a side that are looked at now, in the order of their ids."""
    return [e for e in EVENTS if e[1] == side and e[2](g) and (full(g) or not e[4])]


@segment("eastfront.initial.events")
async def events(g: EfGame, side: Side, n: int = 0) -> Next:
    """EF-IN-02  One event a pass, in the order of their ids."""
    if n >= len(EVENTS):
        return DONE
    event = EVENTS[n]
    g.keep(n=n + 1)
    if event[1] == side and (full(g) or not event[4]) and event[2](g):
        outcome = event[3](g)
        if outcome is not None:
            await outcome  # type: ignore[misc]
    return DONE if g.state.ended else AGAIN


def events_due(g: EfGame, side: str) -> bool:
    """EF-IN-02"""
    return bool(due(g, side))


WHEN = {"events_due": events_due}
