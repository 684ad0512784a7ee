"""The questions of the movement segments: moves, Reserve markers, landings, ways off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from wargame.content.figures import in_halves
from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.flow.unit_verb import UnitVerb
from wargame.games.normandy.armies import hq_of, in_operation, in_operations
from wargame.games.normandy.asks.idle import RULES, Phase, why_idle
from wargame.games.normandy.asks.move import Move, why_not_done
from wargame.games.normandy.asks.orders import GRAMMAR, Order
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.entry import (
    EAST,
    area_of,
    has_landed,
    landers,
    on_from_area,
    open_beaches,
    preferred_beach,
    queue,
    way_off,
    why_no_area,
    why_no_landing,
)
from wargame.games.normandy.prices import FAR, steps_by_road
from wargame.games.normandy.state import (
    DISORGANIZED,
    LANDED,
    NATIONS,
    REGROUP,
    REPLACED,
    RESERVE,
    NorGame,
    in_supply,
    kind_of,
    on_map,
    touches_enemy,
    unit_name,
    why_full,
)
from wargame.games.normandy.walk import allowance
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import UnitId
from wargame.rules.onward import way_to

SPENT = "spent"
"""NOR-RV-02  A number of a unit: half MPs spent in this Tactical Movement Segment."""
ALL = "all"


def movement_ask(g: NorGame, side: Side, phase: Phase) -> MixedAsk[Order | None]:
    """NOR-MV-01, NOR-SM-01, NOR-RV-04  Who moves, lands, goes into Reserve or off the map; or done."""
    move = Move(g, side, phase)
    verbs: list[Verb[Order | None]] = [
        Done(
            DONE_WORD, "End the segment", None, why=lambda: _why_not_over(g, side, phase), one_in=8
        ),
        move,
    ]
    if phase == "tactical":
        verbs += [reserve_verb(g, side), Land(g)] if side == "allied" else [reserve_verb(g, side)]
    if phase != "reserve" and g.content.plays("areas"):
        verbs.append(Leave(g, side, move))
    return MixedAsk(
        g,
        verbs,
        side=side,
        key=f"movement.{phase}",
        prompt=lambda: f"{_TITLES[phase]}{_coming(g, move)} Or end the segment (done).",
        rule=RULES[phase],
        grammar=GRAMMAR,
    )


_TITLES: dict[Phase, str] = {
    "tactical": "Which unit moves, and where to?",
    "strategic": "Which unit marches along the roads, and where to?",
    "reserve": "Which unit in Reserve moves, and where to?",
}


def _coming(g: NorGame, move: Move) -> str:
    """NOR-RF-01 to -03  How many units wait to land, and how many are next, or wait to enter; "" for none."""
    if move.side == "allied" and move.phase == "tactical":
        return f"{_landing(g)}{_crowded(g)}"
    n = sum(not mover.path for mover in move.movers())
    if not n:
        return ""
    return f" {'1 unit waits' if n == 1 else f'{n} units wait'} to enter."


def _landing(g: NorGame) -> str:
    """NOR-RF-02  The queues, and how many of them are next as far as capacity and beaches allow."""
    now = len(list(able_to_land(g)))
    n = sum(len(queue(g, nation)) for nation in NATIONS["allied"])
    if not n:
        return ""
    unit = "1 unit waits" if n == 1 else f"{n} units wait"
    if not now:
        return f" {unit} to land, but none can now."
    first = f", {now} of them first" if now < n else ""
    return f" {unit} to land, on a beach{first}{': land all' if now > 1 else ''}."


def _crowded(g: NorGame) -> str:
    """NOR-MV-06  Beaches from which landed units go back at the end of the segment, if they stay."""
    at, beaches = g.board.at, [h for hexes in g.content.beaches.values() for h in hexes]
    full = [
        h for h in beaches
        if why_full(g, "allied", h, ()) and any(has_landed(g, unit) for unit in at[h])
    ]  # fmt: skip
    if not full:
        return ""
    names = " and ".join(g.grid.name(h) for h in full)
    are = "is" if len(full) == 1 else "are"
    return f" {names} {are} too full: who has landed there and stays goes back to the queue."


def _why_not_over(g: NorGame, side: Side, phase: Phase) -> Refusal | None:
    """NOR-MV-06  Landed units that have not moved go back by themselves: they hold nothing up."""
    if phase == "tactical" and side == "allied":
        units = g.state.units
        if [u for u in g.board.on_map[side] if LANDED in units[u].states and has_landed(g, u)]:
            return None
    return why_not_done(g, side)


# -- Reserve ----------------------------------------------------------------------------------------


def reserve_verb(g: NorGame, side: Side) -> UnitVerb[Order | None]:
    """NOR-RV-01, NOR-RV-07  "reserve UNIT" puts a marker on it, before or after its move."""
    return UnitVerb(
        g.grid,
        "reserve UNIT",
        lambda: in_operations(g, side),
        why=lambda unit, _: why_no_reserve(g, unit, side),
        value=lambda unit, _: Order("reserve", unit),
        label=lambda unit, _: f"{unit_name(g, unit)} into Reserve",
        one_in=6,
    )


def why_no_reserve(g: NorGame, unit_id: UnitId, side: Side) -> Refusal | None:
    """NOR-RV-03, NOR-RV-07, NOR-RV-08  Why a unit may not be put into Reserve; None if it may."""
    unit, kind, name = g.state.units[unit_id], kind_of(g, unit_id), unit_name(g, unit_id)
    if unit.side != side or unit.hex < 0 or not kind.combat_unit:
        return Refusal(f"{name} is not a combat unit of yours on the map.", "NOR-RV-07")
    if not in_operation(g, unit_id):
        hq = hq_of(g, unit_id)
        whose = unit_name(g, hq) if hq else "no HQ"
        return Refusal(f"{name} belongs to {whose}, which is in no Operation.", "NOR-RV-03")
    half, spent = allowance(g, unit_id, marking=True), unit.numbers.get(SPENT, 0)
    reasons = (
        (RESERVE in unit.states, "is in Reserve already"),
        (not in_supply(unit), "is not In Supply"),
        (DISORGANIZED in unit.states, "is Disorganized"),
        (REGROUP in unit.states, "is regrouping"),
        (REPLACED in unit.states, "got replacements this turn"),
        (touches_enemy(g, unit.hex, side), "stands next to an enemy"),
        (
            spent > half,
            f"has spent {in_halves(spent)} MP, more than half its MA: {in_halves(half)}",
        ),
    )
    for holds, said in reasons:
        if holds:
            return Refusal(f"{name} {said}.", "NOR-RV-07")
    most = g.content.limits.reserve.units
    hq = hq_of(g, unit_id)
    if sum(RESERVE in u.states and hq_of(g, u.id) == hq for u in on_map(g, side)) >= most:
        return Refusal(f"{unit_name(g, hq)} has {most} units in Reserve, the most.", "NOR-RV-08")
    return None


# -- landing ----------------------------------------------------------------------------------------


def able_to_land(g: NorGame) -> Iterator[UnitId]:
    """NOR-RF-01, NOR-RF-02  Who may land now, in the order of the queues."""
    for nation in NATIONS["allied"]:
        yield from landers(g, nation)


class Land(Verb[Order | None]):
    """NOR-RF-01, NOR-RF-02  "land UNIT", "land UNIT HEX", or "land all" in the order of the queue."""

    words, form = ("land",), "land UNIT HEX"

    def __init__(self, g: NorGame) -> None:
        self.g = g

    def heads(self) -> Iterator[Option]:
        """All at once, then each that may land."""
        able = list(able_to_land(self.g))
        if len(able) > 1:
            yield Option(f"land {ALL}", "Land all that fit, on their beaches", tuple(able))
        for unit in able:
            yield Option(f"land {unit}", unit_name(self.g, unit), (unit,))

    def is_open(self) -> bool:
        """Whether anybody may land."""
        return any(True for _ in able_to_land(self.g))

    def orders(self, head: Option) -> Iterable[Option]:
        """A beach an order."""
        if head.answer == f"land {ALL}":
            yield head
            return
        (unit,) = head.units
        for h in open_beaches(self.g, unit):
            name = self.g.content.map.numbered(h)
            label = f"{unit_name(self.g, unit)} lands at {name}"
            yield Option(f"land {unit} {self.g.grid.name(h)}", label, (unit,), (h,))

    def read(self, words: Words) -> tuple[str, Order]:
        """Who lands where; raises IllegalAnswer."""
        if words.takes(ALL):
            words.end()
            if not list(able_to_land(self.g)):
                raise refuse("Nobody can land now.", "NOR-RF-02")
            return f"land {ALL}", Order("land", ALL)
        unit = words.unit()
        allow(why_no_landing(self.g, unit))
        beach = words.hex() if words.more else preferred_beach(self.g, unit)
        words.end()
        beaches = open_beaches(self.g, unit)
        if beach not in beaches:
            names = " or ".join(map(self.g.grid.name, beaches))
            raise refuse(f"{unit_name(self.g, unit)} lands at {names}.", "NOR-RF-01")
        assert beach is not None
        return f"land {unit} {self.g.grid.name(beach)}", Order("land", unit, (beach,))


# -- off the map ------------------------------------------------------------------------------------


class Leave(Verb[Order | None]):
    """NOR-OM-01, NOR-OM-02, NOR-WN-04  "leave UNIT AREA" by the cheapest way; from one area to the next."""

    words, form, one_in = ("leave", "shift"), "leave UNIT AREA", 5

    def __init__(self, g: NorGame, side: Side, move: Move) -> None:
        self.g, self.side, self._move = g, side, move

    def heads(self) -> Iterator[Option]:
        """Units near a way off, and those in an area, each with the areas it can get to."""
        for unit in (mover.unit for mover in self._move.movers()):
            for area in self._areas(unit):
                if self._why_not(unit, area)[0] is None:
                    label = f"{unit_name(self.g, unit)} to {self._title(area)}"
                    yield Option(f"leave {unit} {area}", label, (unit,))

    def sample(self, pick: Pick) -> str:
        """The way to some area, of half a dozen units from a random one on."""
        for unit in (mover.unit for mover in islice(self._move.any(pick), 6)):
            areas = self._areas(unit)
            area = areas[pick(len(areas))]
            if self._is_near(unit, area) and self._why_not(unit, area)[0] is None:
                return f"leave {unit} {area}"
        return ""

    def _is_near(self, unit: UnitId, area: str) -> bool:
        """Whether a unit may get so far as a way off: most certainly do not."""
        g, start = self.g, self.g.state.units[unit].hex
        if start < 0:
            return True
        hexes = g.content.off_map.use.exits if area == EAST else g.content.areas[area].hexes
        return self._least(unit, hexes)(start) <= self._move.budget(unit)

    def is_open(self) -> bool:
        """Whoever may leave, or go on from an area, may move as well."""
        return False

    def _areas(self, unit: UnitId) -> Sequence[str]:
        now = area_of(self.g, unit)
        if now:
            return self.g.content.areas[now].next
        if self._move.side == "german" and self.g.state.tracks.get("withdrawn"):
            return (EAST,)
        return _every_area(self.g.content)

    def _title(self, area: str) -> str:
        return "the east edge, out of the game" if area == EAST else self.g.content.areas[area].name

    def read(self, words: Words) -> tuple[str, Order]:
        """Who leaves for where; raises IllegalAnswer."""
        unit = words.unit()
        known = [*(a.id for a in self.g.content.off_map.area), EAST]
        area = words.one_of("area", known)
        words.end()
        refusal, path = self._why_not(unit, area)
        allow(refusal)
        return f"leave {unit} {area}", Order("leave", unit, path, area)

    def _why_not(self, unit: UnitId, area: str) -> tuple[Refusal | None, tuple[Hex, ...]]:
        """Why a unit cannot leave for an area, or the cheapest way to do it."""
        g, phase = self.g, self._move.phase
        if area_of(g, unit):
            return self._why_no_shift(unit, area), ()
        idle = why_idle(g, unit, self.side, phase)
        if idle is not None:
            return idle, ()
        hexes, price, refusal = way_off(g, unit, area)
        if refusal is not None:
            return refusal, ()
        start = g.state.units[unit].hex
        budget = self._move.budget(unit)
        least = self._least(unit, hexes)
        if least(start) > budget - price:
            return self._too_far(unit, area, price), ()
        path = way_to(self._move.walker(unit), start, budget - price, hexes, least)
        return (None, path) if path else (self._too_far(unit, area, price), ())

    def _least(self, unit: UnitId, hexes: tuple[Hex, ...]) -> Callable[[Hex], int]:
        """By hex half MPs without which a unit certainly gets to none of some hexes."""
        if self._move.phase == "strategic":
            steps = steps_by_road(self.g.content, hexes)
            return lambda h: 2 * steps.get(h, FAR)
        grid, fast = self.g.grid, self._move.phase == "tactical" and kind_of(self.g, unit).mech
        return lambda h: (1 if fast else 2) * _far(grid, h, hexes)

    def _why_no_shift(self, unit: UnitId, area: str) -> Refusal | None:
        refusal = on_from_area(self.g, unit, self._move.phase)
        now = area_of(self.g, unit)
        if refusal is None and area not in self.g.content.areas[now].next:
            near = " or ".join(self.g.content.areas[now].next)
            return Refusal(f"Area {now} touches {near} only.", "NOR-OM-02")
        return refusal or why_no_area(self.g, unit, area)

    def _too_far(self, unit: UnitId, area: str, price: int) -> Refusal:
        g, exits = self.g, self.g.content.off_map.use.exits
        where = self._title(area)
        if area == EAST:
            where = f"the east edge ({', '.join(map(g.grid.name, exits))})"
        said = (
            f"{unit_name(g, unit)} cannot reach a way to {where} with {price // 2} MP left for it."
        )
        return Refusal(said, "NOR-WN-04" if area == EAST else "NOR-OM-01")


@cache
def _every_area(content: NormandyContent) -> tuple[str, ...]:
    """NOR-OM-01  The off-map areas."""
    return tuple(area.id for area in content.off_map.area)


@cache
def _far(grid: Grid, start: Hex, hexes: tuple[Hex, ...]) -> int:
    """How far the nearest of some hexes is."""
    return grid.distance(start, grid.nearest(start, hexes))
