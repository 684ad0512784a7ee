"""Missions of artillery and strikes of Stukas: which hex, and who observes (HAN-IF)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from wargame.flow.ask import PASS, Choice, Odds, Option, Refusal
from wargame.flow.notation import Form, Grammar
from wargame.flow.orders import Done, MixedAsk
from wargame.flow.unit_verb import UnitVerb
from wargame.games.hannut.data.files import Mission, Side
from wargame.games.hannut.fire import indirect
from wargame.games.hannut.odds import shots_odds
from wargame.games.hannut.state import (
    DEMORALIZED,
    LOADED,
    NEUTRALIZED,
    OTHER,
    HannutGame,
    has,
    kind_of,
    units_at,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId
from wargame.rules.chance import at_most
from wargame.rules.choose import of_hexes
from wargame.rules.modifiers import Modifiers, added_up, applied

GRAMMAR = Grammar("HAN-IF-01", path="HAN-IF-02", name=lambda g, unit: kind_of(g, unit).name)
STUKAS = Grammar("HAN-IF-04")


@dataclass(frozen=True, slots=True)
class Strike:
    """A target hex and its observer, "" for a Stuka strike."""

    hex: Hex
    observer: UnitId
    column: int
    name: str
    chance: Fraction = Fraction(1)
    """Of the transmission roll."""


def mission_ask(g: HannutGame, side: Side, mission: Mission) -> MixedAsk[Strike | None]:
    """HAN-IF-01, HAN-IF-02  "shell 1204 by g.sr3iii.hq": an observer and a hex it sees; or pass."""
    column = g.content.combat.calibre_column[mission.calibre]  # HAN-CRT-05 to -07
    most, enemies = g.content.indirect.observe, g.board.here[OTHER[side]]

    def strike(observer: UnitId, where: Hex) -> Strike:
        chance = at_most(transmission(g, side, observer)[0], always=2, never=12)
        return Strike(where, observer, column, mission.name, chance)

    shell = UnitVerb(
        g.grid,
        "shell HEX by UNIT",
        lambda: observers(g, side),
        lambda u: g.content.sight.seen_among(where_is(g, u), most, enemies),
        why=lambda u, h: _why_no_mission(g, side, u, h),
        value=strike,
        label=lambda u, h: f"{g.content.map.numbered(h)}, observed by {kind_of(g, u).name}",
        odds=partial(_strike_odds, g),
    )
    return MixedAsk(
        g,
        [shell, Done[Strike | None](PASS, "The mission is not fired", None, one_in=9)],
        side=side,
        key="ops.mission",
        prompt=f"{mission.name} ({mission.calibre}): which hex does it shell, and who observes?",
        rule="HAN-IF-01",
        grammar=GRAMMAR,
    )


def _why_no_mission(g: HannutGame, side: Side, observer: UnitId, target: Hex) -> Refusal | None:
    """HAN-IF-02, HAN-LS-02  What is wrong with an observer and a hex; None if nothing is."""
    name, most = g.grid.name(target), g.content.indirect.observe
    if kind_of(g, observer).side != side:
        return Refusal(f"{kind_of(g, observer).name} is an enemy unit.", "HAN-IF-02")
    wrong = why_no_observer(g, observer)
    if wrong is not None:
        return wrong
    distance = g.grid.distance(where_is(g, observer), target)
    if distance > most:
        return Refusal(f"{name} is {distance} hexes away; an observer sees {most}.", "HAN-IF-02")
    trace = g.content.sight.trace(where_is(g, observer), target)
    if not trace.clear:
        at = g.grid.name(trace.blocked) if trace.blocked != OFF else "the map's edge"
        return Refusal(f"The line of sight is blocked at {at}: {trace.why}.", "HAN-LS-02")
    if g.board.here[side][target] or not g.board.here[OTHER[side]][target]:
        return Refusal(f"{name} must hold an enemy unit and none of your own.", "HAN-IF-02")
    return None


def observers(g: HannutGame, side: Side) -> list[UnitId]:
    """HAN-IF-02  HQs and armoured cars on the map, not Demoralized; in table order."""
    return [
        kind.id
        for kind in g.content.units.values()
        if kind.side == side and kind.observer and why_no_observer(g, kind.id) is None
    ]


def why_no_observer(g: HannutGame, unit: UnitId) -> Refusal | None:
    """HAN-IF-02, HAN-LO-01  Why a unit may not observe; None if it may."""
    kind = kind_of(g, unit)
    if not kind.observer:
        return Refusal(f"{kind.name} is neither an HQ nor an armoured car.", "HAN-IF-02")
    if where_is(g, unit) < 0:
        return Refusal(f"{kind.name} is not on the map.", "HAN-IF-02")
    if has(g, unit, DEMORALIZED) or has(g, unit, LOADED):
        return Refusal(f"{kind.name} is Demoralized or loaded and may not observe.", "HAN-IF-02")
    if has(g, unit, NEUTRALIZED) and not kind.hq:
        return Refusal(
            f"{kind.name} is a Neutralized armoured car and may not observe.", "HAN-IF-02"
        )
    return None


def transmission(g: HannutGame, side: Side, observer: UnitId) -> tuple[int, Modifiers]:
    """HAN-IF-02, HAN-NE-09, HAN-RP-09  The natural roll needed or less, and what is added to the roll."""
    table, kind = g.content.indirect.transmission, kind_of(g, observer)
    shaken_hq = kind.hq and has(g, observer, NEUTRALIZED)  # HAN-NE-09
    added = applied(
        {
            "Neutralized HQ": table.neutralized_hq * shaken_hq,
            "armoured car": table.armoured_car * kind.armoured_car,
        }
    )
    return table.needed(side) - added_up(added), added


def stuka_hexes(g: HannutGame, side: Side) -> list[Hex]:
    """HAN-IF-04  Enemy hexes neither occupied by nor next to a unit of the striker."""
    own = g.board.here[side]
    clear = g.content.indirect.stuka_clear
    hexes = sorted({where_is(g, u) for u in g.board.on_map[OTHER[side]]})
    return [h for h in hexes if not any(own[near] for near in g.grid.within(h, clear))]


def stuka_ask(g: HannutGame, side: Side, hexes: list[Hex]) -> Choice[Strike | None]:
    """HAN-IF-04  "strike 1311", or pass."""
    column = g.content.combat.calibre_column["stuka"]
    places = of_hexes(g, hexes, "strike {hex}", "Stukas on {place}")
    choices: list[tuple[Option, Strike | None]] = [
        (option, Strike(h, "", column, "Stuka")) for option, h in places
    ]
    choices.append((Option(PASS, "No strike"), None))
    return Choice(
        side,
        "ops.stuka",
        "The Stukas are overhead: which hex do they strike?",
        choices,
        rule="HAN-IF-04",
        explain=Form(g, "strike HEX", STUKAS, partial(_why_no_strike, g, side)).explain,
        odds=partial(_strike_odds, g),
    )


def _why_no_strike(g: HannutGame, side: Side, where: Hex) -> Refusal:
    """HAN-IF-04  What is wrong with a hex that is not listed."""
    if not g.board.here[OTHER[side]][where]:
        return Refusal(f"{g.grid.name(where)} holds no enemy unit.", "HAN-IF-04")
    return Refusal(f"A German unit is in or next to {g.grid.name(where)}.", "HAN-IF-04")


def _strike_odds(g: HannutGame, strike: Strike) -> Odds | None:
    """HAN-IF-03  The chances against all units of the hex together, a roll each."""
    side = kind_of(g, g.board.at[strike.hex][0]).side
    shots = [indirect(g, u, strike.column, strike.name) for u in units_at(g, strike.hex, side)]
    able = [shot for shot in shots if g.content.fire_column(shot.number) is not None]
    if not able:
        return None
    found = shots_odds(g, able, strike.chance)
    if len(able) == 1:
        return found
    return replace(found, basis=f"{found.basis}; if nobody leaves before the last roll")
