"""Fire columns: attack less defence plus every modifier, for each kind of attack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from wargame.flow.ask import Odds, Outcome
from wargame.games.hannut.content import HannutContent
from wargame.games.hannut.data.files import FILES, Attack, FiringModifier, Result
from wargame.games.hannut.state import (
    COLUMN,
    FATIGUED,
    LOADED,
    MOVED,
    NEUTRALIZED,
    OOC,
    OTHER,
    HannutGame,
    attack,
    has,
    is_dispersed,
    kind_of,
    mobility,
    units_at,
    weapon_range,
    where_is,
)
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import Side, UnitId
from wargame.rules.modifiers import Modifiers, added_up, of_rows
from wargame.rules.table import Throw

NOTHING: Result = "-"
TOO_LOW = "HAN-GE-02"


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack on one unit before the dice are thrown."""

    target: UnitId
    number: int
    """A - D + modifiers, or the printed column + modifiers, before HAN-GE-02."""
    numbers: Mapping[str, Any]
    """What led to it, and under "basis" the words for it."""
    shifts: Modifiers
    firer: UnitId = ""
    eased: Modifiers = ()
    """What has lowered D already; the odds tell it, the journal its sum alone."""

    @property
    def reckoned(self) -> str:
        """The numbers in words, with what has lowered D."""
        told = ", ".join(f"{name} {value:+d}" for name, value in self.eased)
        return f"{self.basis} ({told})" if told else self.basis

    @property
    def basis(self) -> str:
        """The numbers in words."""
        return FILES.words()[str(self.numbers["basis"])].format(**self.numbers)

    @property
    def text(self) -> str:
        """The numbers as a player would say them."""
        added = "".join(f" {value:+d} ({name})" for name, value in self.shifts)
        return f"{self.basis}{added} = {self.number}"


# -- direct fire ----------------------------------------------------------------------------------


def direct(
    g: HannutGame, firer: UnitId, target: UnitId, *, moved: bool = False, column: bool | None = None
) -> Shot:
    """HAN-GE-01, HAN-DF-01  The shot; *column* is the firer's posture if it changes it first."""
    distance = g.grid.distance(where_is(g, firer), where_is(g, target))
    in_column = has(g, firer, COLUMN) if column is None else column
    return _shot(
        g,
        firer,
        target,
        defence=kind_of(g, target).defence,
        shifts=(
            *_firing_direct(g, firer, distance, moved=moved, column=in_column),
            *_target(g, target, "direct"),
        ),
    )


def _firing_direct(
    g: HannutGame, firer: UnitId, distance: int, *, moved: bool, column: bool
) -> Modifiers:
    """HAN-FM-01 to -09  The firer's lines for direct fire."""
    states = g.state.units[firer].states
    times = (
        ("fatigued", FATIGUED in states),  # HAN-FM-01, HAN-FA-01
        ("neutralized", NEUTRALIZED in states),  # HAN-FM-02, HAN-NE-04
        ("column", column),  # HAN-FM-03
        ("moved", moved),  # HAN-FM-05
        ("dispersed", is_dispersed(g, firer)),  # HAN-FM-07
        ("ooc", OOC in states),  # HAN-FM-09, HAN-OC-04
        ("distance", max(distance - 1, 0)),  # HAN-FM-06
    )
    return _direct_lines(g.content, times)


@lru_cache(maxsize=512)
def _direct_lines(content: HannutContent, times: tuple[tuple[str, int], ...]) -> Modifiers:
    return of_rows(content.firing, dict(times), lambda line: (line.title, line.direct))


def why_no_shot(
    g: HannutGame, firer: UnitId, target: UnitId, *, moved: bool = False, column: bool | None = None
) -> tuple[str, str] | None:
    """HAN-DF-01  Why a unit may not fire at a target: (reason, rule); None if it may."""
    wrong = _why_no_line(g, firer, target)
    if wrong is None:
        shot = direct(g, firer, target, moved=moved, column=column)
        if g.content.fire_column(shot.number) is None:
            return f"The column would be {shot.text}, below -1: no shot is permitted.", TOO_LOW
    return wrong


def _why_no_line(g: HannutGame, firer: UnitId, target: UnitId) -> tuple[str, str] | None:
    """HAN-DF-01  What stands between a unit and a target, whatever the chart says."""
    kind, goal = kind_of(g, firer), kind_of(g, target)
    at, there = where_is(g, firer), where_is(g, target)
    if has(g, firer, LOADED):
        return f"{kind.name} is loaded and may not fire.", "HAN-LO-01"
    if at < 0 or there < 0 or goal.side == kind.side:
        return f"{goal.name} is no enemy unit on the map.", "HAN-DF-01"
    distance, most = g.grid.distance(at, there), weapon_range(g, firer)
    if distance > most:
        shaken = most < kind.range
        rule = "HAN-NE-07" if shaken and has(g, firer, NEUTRALIZED) else "HAN-DF-01"
        rule = "HAN-DE-04" if shaken and rule == "HAN-DF-01" else rule
        return f"{goal.name} is {distance} hexes away; {kind.name} reaches {most}.", rule
    trace = g.content.sight.trace(at, there)
    if not trace.clear:
        name = g.grid.name(trace.blocked) if trace.blocked >= 0 else "the map's edge"
        return f"The line of sight to {goal.name} is blocked at {name}: {trace.why}.", "HAN-LS-02"
    return None


def permitted(g: HannutGame, firer: UnitId, target: UnitId) -> Shot | None:
    """HAN-DF-01  The shot of a unit that stands as it is; None where it may not fire."""
    if _why_no_line(g, firer, target) is not None:
        return None
    shot = direct(g, firer, target)
    return None if g.content.fire_column(shot.number) is None else shot


def targets_in_sight(g: HannutGame, firer: UnitId) -> list[UnitId]:
    """HAN-DF-01  Enemy units within range and LOS, nearest hexes first, HQs too."""
    enemy, most = OTHER[kind_of(g, firer).side], weapon_range(g, firer)
    seen = g.content.sight.seen_among(where_is(g, firer), most, g.board.here[enemy])
    return [u for h in seen for u in units_at(g, h, enemy)]


# -- indirect fire and mines ----------------------------------------------------------------------


def indirect(g: HannutGame, target: UnitId, column: int, name: str) -> Shot:
    """HAN-GE-01, HAN-IF-03, HAN-CRT-03, HAN-RP-03  The printed column and the target's lines; D plays no part."""
    shifts = _target(g, target, "indirect")
    numbers = {"basis": "printed", "battery": name, "printed": column}
    return Shot(target, column + added_up(shifts), numbers, shifts)


# -- assault --------------------------------------------------------------------------------------


def assault_by_attacker(
    g: HannutGame,
    firer: UnitId,
    target: UnitId,
    came_from: Hex,
    round_number: int,
    *,
    column: bool | None = None,
) -> Shot:
    """HAN-AS-03  An attacker fires at a defender; *column* is its posture if it changes it first."""
    states, where = g.state.units[firer].states, where_is(g, target)
    times = {
        "distance": True,  # HAN-FM-06
        "fatigued": FATIGUED in states,  # HAN-FM-01, HAN-FA-02
        "column": has(g, firer, COLUMN) if column is None else column,  # HAN-FM-03
        "stupio": kind_of(g, firer).pioneer,  # HAN-FM-04
        "moved": MOVED in states,  # HAN-FM-05
        "dispersed": is_dispersed(g, firer, where),  # HAN-FM-07, HAN-DI-04
        "river": side_key(came_from, where) in g.content.water,  # HAN-FM-08, HAN-AS-10
    }
    shifts = (*_firing_assault(g, times, round_number), *_target(g, target, "assault"))
    if g.content.map.elevation[where] > g.content.map.elevation[came_from]:
        higher = g.content.target["higher"]
        shifts = (*shifts, (higher.title, higher.assault))  # HAN-TM-06
    lines = g.content.target
    eased = tuple(
        (lines[name].title, lines[name].defence)  # HAN-TM-07, HAN-TM-08, HAN-NE-03, HAN-OC-03
        for name, states in (("neutralized", {NEUTRALIZED, LOADED}), ("ooc", {OOC}))
        if g.state.units[target].states & states  # HAN-AS-02: a loaded one will be Neutralized
    )
    defence = kind_of(g, target).defence + added_up(eased)
    return replace(_shot(g, firer, target, defence=defence, shifts=shifts), eased=eased)


def assault_by_defender(
    g: HannutGame,
    firer: UnitId,
    target: UnitId,
    round_number: int,
    *,
    column: bool | None = None,
) -> Shot:
    """HAN-AS-09  A defender fires back whatever its state; attackers get no cover.

    *column* is the posture of a target that changes it before it enters.
    """
    states = g.state.units[firer].states
    times = {
        "distance": True,
        "fatigued": FATIGUED in states,
        "column": COLUMN in states,
        "dispersed": is_dispersed(g, firer),
    }
    posture = _posture(g, target, "assault", at=where_is(g, firer), column=column)
    shifts = (*_firing_assault(g, times, round_number), *posture)
    return _shot(g, firer, target, defence=kind_of(g, target).defence, shifts=shifts)


def _firing_assault(g: HannutGame, times: Mapping[str, int], round_number: int) -> Modifiers:
    """HAN-AS-03  Some of the firer's lines count in the first round only."""

    def read(line: FiringModifier) -> tuple[str, int]:
        counts = round_number == 1 or not line.first_round
        return line.title, (line.assault or 0) if counts else 0

    return of_rows(g.content.firing, times, read)


# -- common ---------------------------------------------------------------------------------------


def _shot(g: HannutGame, firer: UnitId, target: UnitId, *, defence: int, shifts: Modifiers) -> Shot:
    """HAN-GE-01, HAN-GE-06  One firer, one target: A - D + modifiers."""
    factor, basis = attack(g, firer), "factors"
    if kind_of(g, firer).at_gun and mobility(g, target) == "infantry":
        factor, basis = (factor + 1) // 2, "halved"  # HAN-FM-10, HAN-AT-01
    number = factor - defence + added_up(shifts)
    numbers = {"basis": basis, "attack": factor, "defence": defence}
    return Shot(target, number, numbers, shifts, firer)


def _target(g: HannutGame, target: UnitId, how: Attack) -> Modifiers:
    """HAN-TM-01 to HAN-TM-05, HAN-TM-09  Cover, for soft targets only, and posture."""
    covered = where_is(g, target) in g.content.rough and kind_of(g, target).soft
    terrain = g.content.map.terrain[where_is(g, target)]
    return (*_target_lines(g.content, ((terrain, covered),), how), *_posture(g, target, how))


def _posture(
    g: HannutGame, target: UnitId, how: Attack, *, at: Hex = OFF, column: bool | None = None
) -> Modifiers:
    """HAN-TM-04, HAN-TM-05  In Column and Dispersed, in the hex where it is fired at."""
    in_column = has(g, target, COLUMN) if column is None else column
    times = (("column", in_column), ("dispersed", is_dispersed(g, target, at)))
    return _target_lines(g.content, times, how)


@lru_cache(maxsize=512)
def _target_lines(
    content: HannutContent, times: tuple[tuple[str, int], ...], how: Attack
) -> Modifiers:
    return of_rows(content.target, dict(times), lambda line: (line.title, line.worth(how)))


def roll_shot(
    g: HannutGame, shot: Shot, kind: str, *, rule: str, by: str = "", **facts: Any
) -> Result:
    """HAN-CRT-01, HAN-CRT-09, HAN-RP-05  Two dice, read on the table; red results spare AFVs."""
    throw = shot_throw(g, shot, rule)
    return throw.roll(g, kind, by=by, unit=shot.firer, target=shot.target, **facts).result


def shot_throw(g: HannutGame, shot: Shot, rule: str = "HAN-CRT-01") -> Throw[Result]:
    """HAN-CRT-10, HAN-CRT-11  The table about to be read for a shot that may be fired."""
    afv, column = kind_of(g, shot.target).afv, g.content.fire_column(shot.number)
    assert column is not None, shot.text
    return Throw(
        "crt",
        lambda natural, _: g.content.fire_result(column, natural, afv=afv),
        rule,
        dice=2,
        column=str(column),
        shifts=shot.shifts,
        facts=shot.numbers,
    )


def prospects(side: Side, *, neutralized: bool = False) -> dict[Result, Outcome]:
    """HAN-CRT-02  The results against a unit of *side* in a few letters, for a narrow panel.

    One that is Neutralized already checks its morale instead (HAN-GE-03).
    """
    return {
        "-": Outcome("no effect"),
        "N": Outcome("formation check" if neutralized else "Neutralized", shaken={side: 1}),
        "Z": Outcome("back or check" if neutralized else "falls back or N", back={side: 1}),
        "1": Outcome("loses a step", loss={side: 1}),
    }


def shot_odds(g: HannutGame, shot: Shot, chance: Fraction = Fraction(1)) -> Odds:
    """HAN-CRT-02  Exact chances of each result, after a check that passes with *chance*."""
    throw, pinned = shot_throw(g, shot), has(g, shot.target, NEUTRALIZED)
    told = throw.outcomes(prospects(kind_of(g, shot.target).side, neutralized=pinned))
    outcomes = [replace(o, chance=o.chance * chance) for o in told if o.chance]
    if chance != 1:
        outcomes.insert(0, Outcome("check fails", 1 - chance))
    return Odds(throw.column, shot.shifts, tuple(outcomes), shot.reckoned, shot_needs(g, shot))


def shot_needs(g: HannutGame, shot: Shot) -> str:
    """HAN-GE-01, HAN-CRT-01  How far the next column is whose results are others, and what is lost."""
    column, afv = g.content.fire_column(shot.number), kind_of(g, shot.target).afv
    assert column is not None, shot.text
    now = g.content.fire_odds(column, afv=afv)
    higher = (c for c in sorted(g.content.crt) if c > column)
    better = next((c for c in higher if g.content.fire_odds(c, afv=afv) != now), None)
    if better is None:
        return "This is the best column."
    lost = ", ".join(f"{name} {value:+d}" for name, value in shot.shifts if value < 0)
    why = f"; lost now: {lost}" if lost else ""
    return f"column {better} needs {better - shot.number:+d}{why}."
