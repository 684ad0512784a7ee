"""Day End: rest and repair, replacements, victory, the next day (ARD-BR-03, ARD-RP-01, ARD-VC-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame.flow.allot import Allotment, Purse, Share
from wargame.flow.ask import Refusal
from wargame.flow.script import DONE, Next, segment
from wargame.games.ardennes import cards
from wargame.games.ardennes.automaton.replace import replaced
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.front import is_proximate
from wargame.games.ardennes.harm import left
from wargame.games.ardennes.score import (
    band,
    german_breakthrough,
    offensive_fails,
    score,
)
from wargame.games.ardennes.segments.command import PASSED
from wargame.games.ardennes.state import (
    DISPERSED,
    ELIMINATED,
    LOST,
    OUT_OF_FUEL,
    TODAY,
    ArdGame,
    automated,
    by_number,
    day,
    in_enemy_zoc,
    in_supply,
    kind_of,
    on_map,
    place_name,
    stack,
    steps,
    unit_name,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.works import fallen, mend
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules import decks
from wargame.rules.phases import clear, next_turn

SIDES: tuple[Side, ...] = ("german", "allied")
PASSING = (
    "impulse", "allied impulses", "opening", "played", "levels", "level", "discarded", "freeze",
    "fury", "fuel priority", "early reserve", "alarm",
)  # fmt: skip
"""Tracks of a day."""


@segment("ardennes.end.status")
async def status(g: ArdGame) -> Next:
    """ARD-SS-18, ARD-BR-03  Who is away from the enemy is Dispersed no more; paratroops, bridges."""
    for side in SIDES:
        for unit in on_map(g, side):
            if DISPERSED in unit.states and not is_proximate(g, unit.hex, side):
                g.shed(unit.id, DISPERSED, rule="ARD-SQ-01")
    _paratroops(g)
    for side in SIDES:
        lines = Lines(g, side)
        for bridge in fallen(g):
            own = all(g.state.control.get(h) == side and lines.reaches(h) for h in bridge)
            if own and not any(is_proximate(g, h, side) for h in bridge):
                g.note("bridge_mended", rule="ARD-BR-03", hexes=bridge)
                mend(g, *bridge, rule="ARD-BR-03")
    return DONE


def _paratroops(g: ArdGame) -> None:
    """ARD-SS-18  VDH is lost unless another German unit is near."""
    rule = g.content.limits.paratroops
    unit = g.state.units.get(rule.unit)
    if unit is None or unit.hex < 0 or day(g) < rule.removed_from:
        return
    far = g.grid.distance
    others = [u for u in on_map(g, "german") if u.id != unit.id]
    if not any(far(unit.hex, u.hex) <= rule.near for u in others):
        where = unit.hex
        g.box(unit.id, ELIMINATED, rule="ARD-SS-18")
        left(g, [where])


# -- replacements -----------------------------------------------------------------------------------


@segment("ardennes.end.replacements")
async def replacements(g: ArdGame, side: Side) -> Next:
    """ARD-RP-01  Steps for infantry and for mechanized units, one a unit."""
    infantry, mech = g.content.days[day(g)].replacements(side)
    able = eligible(g, side)
    if automated(g, side):
        for unit in replaced(g, able, infantry, mech):
            regain(g, unit)
        return DONE
    rows = [
        Share(
            unit, unit_name(g, unit), 1,
            purse="mech" if kind_of(g, unit).mech else "infantry",
            units=(unit,), hexes=(g.state.units[unit].hex,), note=_regained(g, unit),
        )
        for unit in able
    ]  # fmt: skip
    purses = {
        "infantry": Purse("infantry steps", infantry),
        "mech": Purse("mechanized steps", mech),
    }
    rows = [row for row in rows if purses[row.purse].holds]
    if not rows:
        return DONE
    ask = Allotment(
        side, "replacements", "Which units regain a step?", rows, purses,
        rule="ARD-RP-01", proposed=proposal(g, able, infantry, mech), nothing="No replacements",
        why_not=lambda given: why_too_many(g, side, given),
    )  # fmt: skip
    for unit, step in sorted((await g.ask(ask)).items()):
        if step:
            regain(g, unit)
    return DONE


def _regained(g: ArdGame, unit: UnitId) -> str:
    kind, lost, n = kind_of(g, unit), g.state.units[unit].numbers.get(LOST, 0), steps(g, unit)
    return f"{n} to {n + 1} steps, strength {kind.value(lost)} to {kind.value(lost - 1)}"


def regain(g: ArdGame, unit: UnitId) -> None:
    """ARD-RP-01  A step is restored."""
    g.set_number(unit, LOST, g.state.units[unit].numbers[LOST] - 1, rule="ARD-RP-01")


def eligible(g: ArdGame, side: str) -> list[UnitId]:
    """ARD-RP-01, ARD-SS-02  Units on the map, In Supply, out of enemy ZOC, that have lost a step; by #."""
    found = [u for u in on_map(g, side) if u.numbers.get(LOST) and in_supply(u)]
    open_ = [u for u in found if not in_enemy_zoc(g, u.hex, side)]
    return by_number(g, (u.id for u in open_ if not full(g, side, u.hex)))


def why_too_many(g: ArdGame, side: str, given: Mapping[UnitId, int]) -> Refusal | None:
    """ARD-ST-01  Why steps may not be given so: a hex would hold too many (R-148)."""
    most = g.content.limits.stacking.steps
    for where in sorted({g.state.units[u].hex for u, n in given.items() if n}):
        here = [u.id for u in stack(g, where, side)]
        n = sum(steps(g, u) + given.get(u, 0) for u in here)
        if n > most:
            said = f"{place_name(g, where)} would hold {n} steps; {most} is the most."
            return Refusal(said, "ARD-ST-01")
    return None


def full(g: ArdGame, side: str, where: Hex) -> bool:
    """ARD-ST-01  Whether another step would be too many in a hex (R-148)."""
    here = [u.id for u in stack(g, where, side)]
    return sum(steps(g, u) for u in here) >= g.content.limits.stacking.steps


def proposal(g: ArdGame, able: list[UnitId], infantry: int, mech: int) -> dict[UnitId, int]:
    """Those first who have lost most, as far as their hexes have room."""
    left_, found = {False: infantry, True: mech}, dict[UnitId, int]()
    share = {u: g.state.units[u].numbers[LOST] / kind_of(g, u).steps for u in able}
    for unit in sorted(able, key=lambda u: -share[u]):
        kind = kind_of(g, unit)
        if left_[kind.mech] and why_too_many(g, kind.side, {**found, unit: 1}) is None:
            left_[kind.mech] -= 1
            found[unit] = 1
    return found


def _replacements_played(g: ArdGame, _side: str) -> bool:
    return g.content.plays("replacements") and any(
        any(g.content.days[day(g)].replacements(side)) for side in SIDES
    )


# -- victory, the next day --------------------------------------------------------------------------


@segment("ardennes.end.victory")
async def victory(g: ArdGame) -> Next:
    """ARD-VC-01  The German condition is tested first; on the last day the points decide."""
    found = score(g)
    g.note(
        "score", rule="ARD-VC-01", points=found.total, exits=found.exits,
        held=tuple(found.held), cut=found.cut,
    )  # fmt: skip
    if why := german_breakthrough(g, found):
        g.end("german", "Automatic German victory", why, rule="ARD-VC-01", points=found.total)
    elif offensive_fails(g, found):
        g.end("allied", "Automatic Allied victory", "stopped", rule="ARD-VC-01", points=found.total)
    elif day(g) >= g.content.scenario.last_turn:
        level = band(g, found.total)
        g.end(level.side, level.level, "points", rule="ARD-VC-01", points=found.total)
    return DONE


@segment("ardennes.end.advance")
async def advance(g: ArdGame) -> Next:
    """ARD-CD-02, ARD-CD-03, ARD-CD-09  Used cards are available again, the date goes on; hands stay."""
    for side in SIDES:
        _gather(g, side)
    for name in (*PASSING, *(PASSED + side for side in SIDES), *(cards.pile(s) for s in SIDES)):
        if g.state.tracks.get(name):
            g.set_track(name, 0, rule="ARD-SQ-01")
    g.set_list("dry", (), rule="ARD-FU-01")
    g.set_list("opening", (), rule="ARD-DX-05")
    clear(g, OUT_OF_FUEL, rule="ARD-FU-01", numbers=(TODAY,))
    next_turn(g, rule="ARD-SQ-01")
    return DONE


def _gather(g: ArdGame, side: Side) -> None:
    """Discards go back to the deck, supplemental ones to their box; what was shuffled in unseen goes out again."""
    deck = [c for c in decks.cards(g, cards.deck(side)) if not c.startswith(cards.UNSEEN)]
    used = decks.cards(g, cards.discards(side))
    boxed = g.content.plays("supplemental") and not automated(g, side)
    back = [c for c in used if boxed and cards.card_of(g, c).kind == "event"]
    again = sorted([*deck, *(c for c in used if c not in back)])
    if used:
        g.fill(cards.discards(side), (), rule="ARD-CD-02")
    if again != decks.cards(g, cards.deck(side)):
        g.fill(cards.deck(side), tuple(again), rule="ARD-CD-02")
    if back:
        box = sorted([*decks.cards(g, cards.box(side)), *back])
        g.fill(cards.box(side), tuple(box), rule="ARD-CD-09")


WHEN: dict[str, Callable[[ArdGame, Side], bool]] = {"replacements_played": _replacements_played}
"""The conditions of its steps."""
