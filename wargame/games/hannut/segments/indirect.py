"""Artillery missions and Stuka strikes (HAN-IF)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from wargame.flow.ask import PASS, Choice, Option, Refusal
from wargame.flow.script import AGAIN, DONE, Next, segment
from wargame.games.hannut.checks import Shifts
from wargame.games.hannut.data.files import Mission, Side
from wargame.games.hannut.effects import apply_result
from wargame.games.hannut.fire import indirect, roll_shot
from wargame.games.hannut.state import (
    DEMORALIZED,
    DRAWN,
    LOADED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    has,
    kind_of,
    nearest_enemy,
    units_at,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import Fact, UnitId
from wargame.rules.chance import at_most
from wargame.rules.table import Throw, or_less

GERMAN: Side = "german"


@dataclass(frozen=True, slots=True)
class Strike:
    """A target hex and its observer, "" for a Stuka strike."""

    hex: Hex
    observer: UnitId
    column: int
    name: str
    chance: Fraction = Fraction(1)
    """Of the transmission roll."""


# -- artillery ------------------------------------------------------------------------------------


@segment("hannut.ops.indirect")
async def artillery(g: HannutGame, side: Side) -> Next:
    """HAN-SP-17, HAN-IF-01  One pass: one mission, in the printed order; its owner may pass."""
    missions = g.content.missions(g.state.cups[DRAWN][0], g.state.turn())
    at = int(g.state.tracks.get("mission", 0))
    if at >= len(missions):
        return DONE
    g.set_track("mission", at + 1, rule="HAN-IF-01")
    strikes = list(artillery_strikes(g, side, missions[at]))
    if not strikes:
        g.note("no_observer", rule="HAN-IF-02", battery=missions[at].name)
        return AGAIN
    strike = await g.ask(_mission_ask(g, side, missions[at], strikes))
    if strike is not None and transmit(g, side, strike):
        await bombard(g, strike, where_is(g, strike.observer))
    return AGAIN


def artillery_strikes(g: HannutGame, side: Side, mission: Mission) -> Iterator[Strike]:
    """HAN-IF-02  Every observer with every hex it sees that holds enemies and no friend."""
    column = g.content.combat.calibre_column[mission.calibre]  # HAN-CRT-05 to -07
    here, enemies = g.board.here[side], g.board.here[OTHER[side]]
    for observer in observers(g, side):
        chance = at_most(transmission(g, side, observer)[0], always=2, never=12)
        at, most = where_is(g, observer), g.content.indirect.observe
        for h in g.content.sight.seen_among(at, most, enemies):
            if not here[h]:
                yield Strike(h, observer, column, mission.name, chance)


def observers(g: HannutGame, side: Side) -> list[UnitId]:
    """HAN-IF-02  HQs and armoured cars on the map, not Demoralized; in table order."""
    return [
        kind.id
        for kind in g.content.units.values()
        if kind.side == side and kind.observer and why_no_observer(g, kind.id) is None
    ]


def why_no_observer(g: HannutGame, unit: UnitId) -> tuple[str, str] | None:
    """HAN-IF-02, HAN-LO-01  Why a unit may not observe; None if it may."""
    kind = kind_of(g, unit)
    if not kind.observer:
        return f"{kind.name} is neither an HQ nor an armoured car.", "HAN-IF-02"
    if where_is(g, unit) < 0:
        return f"{kind.name} is not on the map.", "HAN-IF-02"
    if has(g, unit, DEMORALIZED) or has(g, unit, LOADED):
        return f"{kind.name} is Demoralized or loaded and may not observe.", "HAN-IF-02"
    if has(g, unit, NEUTRALIZED) and not kind.hq:
        return f"{kind.name} is a Neutralized armoured car and may not observe.", "HAN-IF-02"
    return None


def transmission(g: HannutGame, side: Side, observer: UnitId) -> tuple[int, Shifts]:
    """HAN-IF-02, HAN-NE-09, HAN-RP-09  The natural roll needed or less, and what is added to the roll."""
    table, kind = g.content.indirect.transmission, kind_of(g, observer)
    added: Shifts = []
    if kind.hq and has(g, observer, NEUTRALIZED):
        added.append(("Neutralized HQ", table.neutralized_hq))  # HAN-NE-09
    if kind.armoured_car:
        added.append(("armoured car", table.armoured_car))
    return table.needed(side) - sum(n for _, n in added), added


def transmit(g: HannutGame, side: Side, strike: Strike) -> bool:
    """HAN-IF-02, HAN-GE-07  The transmission roll; failed, the mission is lost."""
    _, added = transmission(g, side, strike.observer)
    needed, natural = g.content.indirect.transmission.needed(side), g.content.factors.natural
    read = or_less(needed, "fired", "lost", always=natural.success, never=natural.failure)
    facts: dict[str, Fact] = {"basis": "needed", "needed": needed}
    throw = Throw("transmission", read, "HAN-IF-02", dice=2, added=tuple(added), facts=facts)
    reading = throw.roll(g, "transmission", unit=strike.observer, battery=strike.name)
    return reading.result == "fired"


def _mission_ask(
    g: HannutGame, side: Side, mission: Mission, strikes: list[Strike]
) -> Choice[Strike | None]:
    """HAN-IF-01  "shell 1204 by g.sr3iii.hq", or pass."""
    choices: list[tuple[Option, Strike | None]] = [
        (
            Option(
                f"shell {g.grid.name(s.hex)} by {s.observer}",
                f"{g.content.map.numbered(s.hex)}, observed by {kind_of(g, s.observer).name}",
                (s.observer,),
                (s.hex,),
            ),
            s,
        )
        for s in strikes
    ]
    choices.append((Option(PASS, "The mission is not fired"), None))
    prompt = f"{mission.name} ({mission.calibre}): which hex does it shell, and who observes?"
    return Choice(
        side,
        "ops.mission",
        prompt,
        choices,
        rule="HAN-IF-01",
        explain=lambda words: _why_no_mission(g, side, words),
    )


def _why_no_mission(g: HannutGame, side: Side, words: str) -> Refusal | None:
    """HAN-IF-02  What is wrong with an observer and a hex."""
    parts = words.split()
    if len(parts) != 4 or parts[0] != "shell" or parts[3] not in g.content.units:
        return None
    observer = parts[3]
    if kind_of(g, observer).side != side:
        return Refusal(f"{kind_of(g, observer).name} is an enemy unit.", "HAN-IF-02")
    wrong = why_no_observer(g, observer)
    if wrong is not None:
        return Refusal(*wrong)
    try:
        target = g.grid.hex(parts[1])
    except ValueError as error:
        return Refusal(str(error), "HAN-IF-02")
    distance = g.grid.distance(where_is(g, observer), target)
    if distance > g.content.indirect.observe:
        return Refusal(f"{parts[1]} is {distance} hexes away; an observer sees 6.", "HAN-IF-02")
    trace = g.content.sight.trace(where_is(g, observer), target)
    if not trace.clear:
        name = g.grid.name(trace.blocked) if trace.blocked != OFF else "the map's edge"
        return Refusal(f"The line of sight is blocked at {name}: {trace.why}.", "HAN-LS-02")
    return Refusal(f"{parts[1]} must hold an enemy unit and none of your own.", "HAN-IF-02")


# -- Stukas ---------------------------------------------------------------------------------------


@segment("hannut.ops.stuka")
async def stuka(g: HannutGame, side: Side) -> Next:
    """HAN-IF-04, HAN-CRT-08  One strike, without observer or transmission; the owner may pass."""
    hexes = stuka_hexes(g, side)
    if not hexes:
        g.note("no_stuka", rule="HAN-IF-04")
        return DONE
    strike = await g.ask(_stuka_ask(g, side, hexes))
    if strike is not None:
        await bombard(g, strike, nearest_enemy(g, strike.hex, OTHER[side]))
    return DONE


def stuka_hexes(g: HannutGame, side: Side) -> list[Hex]:
    """HAN-IF-04  Enemy hexes neither occupied by nor next to a unit of the striker."""
    own = g.board.here[side]
    clear = g.content.indirect.stuka_clear
    hexes = sorted({where_is(g, u) for u in g.board.on_map[OTHER[side]]})
    return [h for h in hexes if not any(own[near] for near in g.grid.within(h, clear))]


def _stuka_ask(g: HannutGame, side: Side, hexes: list[Hex]) -> Choice[Strike | None]:
    """HAN-IF-04  "strike 1311", or pass."""
    column = g.content.combat.calibre_column["stuka"]
    choices: list[tuple[Option, Strike | None]] = [
        (
            Option(f"strike {g.grid.name(h)}", f"Stukas on {g.content.map.numbered(h)}", (), (h,)),
            Strike(h, "", column, "Stuka"),
        )
        for h in hexes
    ]
    choices.append((Option(PASS, "No strike"), None))
    return Choice(
        side,
        "ops.stuka",
        "The Stukas are overhead: which hex do they strike?",
        choices,
        rule="HAN-IF-04",
        explain=lambda words: _why_no_strike(g, side, words),
    )


def _why_no_strike(g: HannutGame, side: Side, words: str) -> Refusal | None:
    parts = words.split()
    if len(parts) != 2 or parts[0] != "strike" or parts[1] not in g.grid.names:
        return None
    where = g.grid.hex(parts[1])
    if not g.board.here[OTHER[side]][where]:
        return Refusal(f"{parts[1]} holds no enemy unit.", "HAN-IF-04")
    return Refusal(f"A German unit is in or next to {parts[1]}.", "HAN-IF-04")


# -- the effect -----------------------------------------------------------------------------------


async def bombard(g: HannutGame, strike: Strike, threat: Hex) -> None:
    """HAN-IF-03  Every unit in the hex at that moment, in table order, one roll each."""
    side = next(kind_of(g, u).side for u in g.board.at[strike.hex])
    for unit in units_at(g, strike.hex, side):
        if where_is(g, unit) != strike.hex:
            continue
        shot = indirect(g, unit, strike.column, strike.name)
        if g.content.fire_column(shot.number) is None:  # HAN-GE-02
            g.note("passed_over", rule="HAN-GE-02", unit=unit)
            continue
        kind = "artillery_fire" if strike.observer else "stuka_strike"
        result = roll_shot(g, shot, kind, by=OTHER[side], rule="HAN-IF-03", battery=strike.name)
        await apply_result(g, unit, result, threat)
