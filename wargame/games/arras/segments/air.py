"""Air missions: strikes, interdiction, interception (ARR-AR, ARR-GE)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from wargame.content.figures import runs
from wargame.flow.ask import DONE_WORD, PASS, About, Choice, Odds, Option, Outcome, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.arras.bombard import (
    needed,
    strike_hexes,
    strike_odds,
    strike_targets,
    strike_throw,
)
from wargame.games.arras.content import ArrasContent
from wargame.games.arras.data.files import Interception, Side
from wargame.games.arras.state import (
    AIR_BOX,
    DOWN,
    FLOWN,
    GROUNDED,
    INTERCEPTED,
    INTERDICTION,
    OTHER,
    ArrasGame,
    disrupt,
    grounds_at,
    in_force,
    kind_of,
    place_name,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.modifiers import Modifiers, added_up, applied
from wargame.rules.table import Throw

Flight = tuple[Option, "Mission | None"]


@dataclass(frozen=True, slots=True)
class Mission:
    """One air mission as declared."""

    unit: UnitId
    strike: bool
    hex: Hex = OFF
    area: str = ""
    """ARR-GE-03  The Allied entry area of an interdiction, where it is one."""


@segment("arras.air")
async def air(g: ArrasGame, side: Side) -> Next:
    """ARR-AR-02, ARR-AR-10  One pass: one mission; done ends the segment."""
    flights = missions(g, side)
    if not flights:
        return DONE
    flights.append((Option(DONE_WORD, "No further mission"), None))
    prompt = "Which air unit flies a mission, and where? Or end the segment (done)."
    mission = await g.ask(
        Choice(
            side,
            "air.mission",
            prompt,
            flights,
            rule="ARR-AR-02",
            explain=_why(g, side),
            odds=partial(_mission_odds, g),
        )
    )
    if mission is None:
        return DONE
    await fly(g, side, mission)
    return AGAIN


def _mission_odds(g: ArrasGame, mission: Mission) -> Odds | None:
    """ARR-AR-08  The die for the first target of a strike."""
    if not mission.strike:
        return None
    air = g.content.air[mission.unit]
    first = strike_targets(g, air.strike, mission.hex, air.side)[0]
    return strike_odds(g, air.id, first, ", if not intercepted")


async def fly(g: ArrasGame, side: Side, mission: Mission) -> None:
    """ARR-AR-02, ARR-GE-02  Placed, perhaps intercepted, then carried out."""
    unit = g.state.units[mission.unit]
    g.set_number(unit.id, FLOWN, unit.numbers.get(FLOWN, 0) + 1, rule="ARR-AR-10")
    if mission.strike:
        g.note("strikes", rule="ARR-AR-02", unit=unit.id, where=mission.hex)
    elif mission.area:
        g.note("interdicts_area", rule="ARR-GE-02", unit=unit.id, area=mission.area)
    else:
        g.note("interdicts", rule="ARR-GE-02", unit=unit.id, where=mission.hex)
    if not await intercept(g, OTHER[side], mission):
        return
    if mission.strike:
        await strike(g, side, mission)
    else:
        interdict(g, mission)


# -- what may be flown -------------------------------------------------------------------------


def ready(g: ArrasGame, side: Side) -> list[Unit]:
    """ARR-AR-09, ARR-AR-12  Air units neither down nor grounded, by id."""
    return [
        u
        for u in map(g.state.units.__getitem__, g.content.air)
        if u.side == side and u.box == AIR_BOX and not u.states & {DOWN, GROUNDED}
    ]


def sorties(g: ArrasGame, side: Side) -> list[Unit]:
    """ARR-AR-10, ARR-EV-06  Ready air units with a mission left in this player turn."""
    most = 2 if side == "allied" and in_force(g, "max_air") else 1
    return [u for u in ready(g, side) if u.numbers.get(FLOWN, 0) < most]


def missions(g: ArrasGame, side: Side) -> list[Flight]:
    """ARR-AR-02, ARR-GE-02  Every mission that may be flown now."""
    found: list[Flight] = []
    units = sorties(g, side)
    ratings = {unit.id: g.content.air[unit.id].strike for unit in units}
    targets = strike_hexes(g, ratings.values(), side) if units else {}
    for unit in units:
        found += _strikes(g.content, unit.id, targets[ratings[unit.id]])
        if side == "german":
            found += _interdictions(g, unit)
    return found


@lru_cache(maxsize=64)
def _strikes(content: ArrasContent, unit: UnitId, hexes: tuple[Hex, ...]) -> tuple[Flight, ...]:
    return tuple(_strike(content, unit, where) for where in hexes)


@lru_cache(maxsize=4096)
def _strike(content: ArrasContent, unit: UnitId, where: Hex) -> Flight:
    label = f"{content.air[unit].name} strikes {content.map.numbered(where)}"
    option = Option(f"strike {content.grid.name(where)} with {unit}", label, (unit,), (where,))
    return option, Mission(unit, strike=True, hex=where)


def _interdictions(g: ArrasGame, unit: Unit) -> list[Flight]:
    """ARR-GE-02, ARR-GE-03  Road hexes, and Allied entry areas where any are used."""
    name = g.content.air[unit.id].name
    laid = g.state.marked(INTERDICTION)
    found: list[Flight] = []
    if g.content.scenario.reinforcements:
        for area in sorted(g.content.areas.values(), key=lambda a: a.id):
            count = sum(1 for m in laid if m.box == area.id)
            if area.side == "allied" and count < g.content.entry.entry.interdiction_most:
                option = Option(
                    f"interdict {area.id} with {unit.id}", f"{name} interdicts the {area.name}",
                    (unit.id,), area.hexes,
                )  # fmt: skip
                found.append((option, Mission(unit.id, strike=False, area=area.id)))
    return [*found, *_road_flights(g.content, unit.id, frozenset(m.hex for m in laid))]


@lru_cache(maxsize=64)
def _road_flights(
    content: ArrasContent, unit: UnitId, marked: frozenset[Hex]
) -> tuple[Flight, ...]:
    """ARR-GE-03  An interdiction of every road hex; a second marker there adds nothing (R-05)."""
    if marked:
        every = _road_flights(content, unit, frozenset())
        return tuple(f for f in every if f[1] is None or f[1].hex not in marked)
    name, flights = content.air[unit].name, list[Flight]()
    for where in sorted(content.road_hexes):
        answer = f"interdict {content.grid.name(where)} with {unit}"
        option = Option(
            answer, f"{name} interdicts {content.map.numbered(where)}", (unit,), (where,)
        )
        flights.append((option, Mission(unit, strike=False, hex=where)))
    return tuple(flights)


def _why(g: ArrasGame, side: Side) -> Callable[[str], Refusal | None]:
    """Explains a mission that is not offered."""

    def explain(text: str) -> Refusal | None:
        words = text.split()
        if len(words) != 4 or words[0] not in ("strike", "interdict") or words[2] != "with":
            return None
        unit = g.state.units.get(words[3])
        if unit is None or unit.id not in g.content.air:
            return Refusal(f'There is no air unit "{words[3]}".', "ARR-AR-13", tuple(g.content.air))
        if unit.side != side:
            return Refusal(f"{unit.id} belongs to the other side.", "ARR-AR-01")
        if unit not in ready(g, side):
            state = DOWN if DOWN in unit.states else GROUNDED
            back = f" until turn {unit.numbers.get('returns', 0)}" if state == DOWN else ""
            return Refusal(f"{unit.id} is {state}{back}.", "ARR-AR-12")
        if unit not in sorties(g, side):
            return Refusal(f"{unit.id} has flown its mission of this turn.", "ARR-AR-10")
        return _why_not_there(g, side, words[0], words[1], unit)

    return explain


def _why_not_there(g: ArrasGame, side: Side, verb: str, place: str, unit: Unit) -> Refusal | None:
    if verb == "interdict" and side == "allied":
        return Refusal("Only the German side interdicts.", "ARR-GE-02")
    if verb == "interdict" and place.upper() in g.content.areas:
        area = g.content.areas[place.upper()]
        if area.side == "allied" and g.content.scenario.reinforcements:
            return Refusal(f"{area.id} carries all markers that count.", "ARR-RE-06")
        return Refusal(f"{area.id} is no Allied entry area of this scenario.", "ARR-GE-03")
    try:
        where = g.grid.hex(place)
    except ValueError as error:
        return Refusal(str(error), "ARR-AR-02")
    if verb == "interdict":
        if where in g.content.road_hexes:
            return Refusal(f"{place} carries a marker already.", "ARR-GE-03")
        return Refusal(f"{place} is not a road hex.", "ARR-GE-03")
    if not grounds_at(g, where, OTHER[side]):
        return Refusal(f"There is no enemy ground unit in {place}.", "ARR-AR-14")
    rating = g.content.air[unit.id].strike
    return Refusal(
        f"Nothing undisrupted in {place} would be hurt even by a 6 (rating {rating:+d}).",
        "ARR-AR-14",
    )


def _announce(g: ArrasGame, mission: Mission) -> str:
    name = g.content.air[mission.unit].name
    place = f"entry area {mission.area}" if mission.area else place_name(g, mission.hex)
    return f"{name} {'strikes' if mission.strike else 'interdicts'} {place}."


# -- interception ------------------------------------------------------------------------------


async def intercept(g: ArrasGame, side: Side, mission: Mission) -> bool:
    """ARR-AR-03, ARR-AR-11  The other player may send one interceptor; True if the mission goes on."""
    able = [u for u in ready(g, side) if INTERCEPTED not in u.states]
    if not able:
        return True
    g.enter("intercept", rule="ARR-AR-03")
    choices: list[tuple[Option, UnitId | None]] = [
        (
            Option(f"intercept with {u.id}", f"Intercept with {g.content.air[u.id].name}", (u.id,)),
            u.id,
        )
        for u in able
    ]
    choices.append((Option(PASS, "Do not intercept"), None))
    prompt = f"{_announce(g, mission)} Does a fighter intercept it?"
    odds = partial(_dogfight_odds, g, mission.unit)
    about = About(hexes=() if mission.hex == OFF else (mission.hex,))
    sent = await g.ask(
        Choice(side, "air.intercept", prompt, choices, rule="ARR-AR-11", odds=odds, about=about)
    )
    goes_on = True
    if sent is not None:
        g.gain(sent, INTERCEPTED, rule="ARR-AR-10")
        goes_on = _dogfight(g, sent, mission)
    g.enter("", rule="ARR-AR-03")
    return goes_on


def interception_shifts(g: ArrasGame, fighter: UnitId, unit: UnitId) -> Modifiers:
    """ARR-AR-04, ARR-EV-06  What is added to the interception die."""
    air, effort = g.content.air, g.content.interception.max_air_effort
    helped = air[fighter].side == "german" and in_force(g, "max_air")  # ARR-EV-06
    ratings = {"interceptor": air[fighter].air, "mission": -air[unit].air}
    return applied({**ratings, "effort": effort * helped})


def interception_throw(g: ArrasGame, fighter: UnitId, other: UnitId) -> Throw[Interception]:
    """ARR-AR-04, ARR-AR-06  Chart intercept, about to be read."""
    return Throw(
        "intercept",
        lambda _, total: g.content.intercepted(total),
        "ARR-AR-04",
        added=interception_shifts(g, fighter, other),
        facts={"basis": "total"},
    )


def _dogfight_odds(g: ArrasGame, other: UnitId, fighter: UnitId) -> Odds:
    """ARR-AR-04, ARR-AR-06  The die of chart intercept."""
    throw, air = interception_throw(g, fighter, other), g.content.air
    words = {row.id: row.text for row in g.content.interception.result}
    known: dict[Interception, Outcome] = {
        "interceptor_down": Outcome(words["interceptor_down"], loss={air[fighter].side: 1}),
        "continues": Outcome(words["continues"]),
        "aborted": Outcome(words["aborted"], back={air[other].side: 1}),
        "mission_down": Outcome(words["mission_down"], loss={air[other].side: 1}),
    }
    found = tuple(outcome for outcome in throw.outcomes(known) if outcome.chance)
    return Odds("total", throw.added, found, f"die {added_up(throw.added):+d}")


def _dogfight(g: ArrasGame, fighter: UnitId, mission: Mission) -> bool:
    """ARR-AR-04, ARR-AR-06  The die of chart intercept; True if the mission goes on."""
    rows = g.content.interception.result
    labels = {row.id: n for row, n in zip(rows, runs([r.up_to for r in rows]), strict=True)}
    throw = interception_throw(g, fighter, mission.unit)
    result = throw.roll(g, "interception", row=labels.__getitem__, unit=fighter).result
    match result:
        case "interceptor_down":
            shoot_down(g, fighter)
        case "aborted":
            g.gain(mission.unit, GROUNDED, rule="ARR-AR-12")
            return False
        case "mission_down":
            shoot_down(g, mission.unit)
            return False
    return True


def shoot_down(g: ArrasGame, unit: UnitId) -> None:
    """ARR-AR-05  It returns two turns later."""
    g.gain(unit, DOWN, rule="ARR-AR-05")
    back = g.state.turn() + g.content.interception.down_turns
    g.set_number(unit, "returns", back, rule="ARR-AR-05")
    if back <= g.content.scenario.last_turn:
        g.note("returns", rule="ARR-AR-05", unit=unit, turn=back)


# -- strikes and interdiction ------------------------------------------------------------------


async def strike(g: ArrasGame, side: Side, mission: Mission) -> None:
    """ARR-AR-07, ARR-AR-14  Every target is rolled for once, in the striker's order."""
    rating = g.content.air[mission.unit].strike
    left = strike_targets(g, rating, mission.hex, side)
    while left:
        choices = [
            (Option(f"target {u}", _chance(g, rating, u), (u,), (mission.hex,)), u) for u in left
        ]
        prompt = "The strike goes on: which unit is rolled for next?"
        odds = partial(strike_odds, g, mission.unit)
        target = await g.settle(
            Choice(side, "air.target", prompt, choices, rule="ARR-AR-14", odds=odds, each=True)
        )
        left.remove(target)
        if not _bomb(g, mission, target):
            return


def _chance(g: ArrasGame, rating: int, target: UnitId) -> str:
    return f"{kind_of(g, target).name}, disrupted on {needed(g, rating, target, air=True)}+"


def _bomb(g: ArrasGame, mission: Mission, target: UnitId) -> bool:
    """ARR-AR-08  One die on one target; False if the striker is shot down."""
    throw = strike_throw(g, mission.unit, target)
    result = throw.roll(
        g, "air_strike", row="total", rule="ARR-AR-07", unit=mission.unit, target=target
    ).result
    if result == "striker_down":
        shoot_down(g, mission.unit)
        return False
    if result == "disrupted":
        disrupt(g, target, rule="ARR-AR-08")
    return True


def interdict(g: ArrasGame, mission: Mission) -> None:
    """ARR-GE-02, ARR-AR-15  The marker is laid on the road hex or the entry area."""
    place = mission.area or g.grid.name(mission.hex)
    number = sum(1 for m in g.state.markers.values() if m.box == mission.area != "")
    g.lay(
        f"interdiction-{place}" + (f"-{number + 1}" if number else ""), INTERDICTION,
        side="german", where=mission.hex, box=mission.area, rule="ARR-GE-03",
    )  # fmt: skip
