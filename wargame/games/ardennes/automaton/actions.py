"""Action cards of the automated Allies: what is done in a situation (ARD-AA-10, -20, -21, 5.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from wargame.games.ardennes.activation import under_way
from wargame.games.ardennes.automaton.attack import (
    Force,
    Plan,
    Refused,
    Searches,
    plan_row,
    ranked,
    reaches,
    value,
)
from wargame.games.ardennes.automaton.goes import GOES, Found, Row, Stack, Unfit, Way, lost_ground
from wargame.games.ardennes.data.cards import ActionCard
from wargame.games.ardennes.data.files import Ratio
from wargame.games.ardennes.front import proximate_enemies, standing, too_few_to_attack
from wargame.games.ardennes.line import line_of
from wargame.games.ardennes.score import german_points
from wargame.games.ardennes.state import (
    ACTED,
    ACTIVE,
    ISOLATED,
    LOW,
    OUT,
    OUT_OF_FUEL,
    TODAY,
    ArdGame,
    by_number,
    day,
    stack,
)
from wargame.hexes.bits import members
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId


@dataclass(frozen=True)
class Deed:
    """What an action card makes a stack do."""

    line: str
    """Situation and action."""
    units: tuple[UnitId, ...]
    path: Way = ()
    attack: Plan | None = None


# -- attacks ----------------------------------------------------------------------------------------


def _targets(own: Stack, situation: str) -> tuple[list[Hex], Ratio]:
    """The hexes that a situation speaks of, and the ratio it wants."""
    g, odds = own.g, own.g.content.actions.odds
    if situation == "vplost":
        return members(_lost_to_germans(g)), odds.vplost
    near = proximate_enemies(g, own.where, "allied")
    if situation == "flank":
        return [h for h in near if _is_worn(g, h)], odds.flank
    return near, _weak(g)


def _lost_to_germans(g: ArdGame) -> int:
    """VPLOST: VP hexes that the Germans took and stand in."""
    return german_points(g) & standing(g, "german")


def _is_worn(g: ArdGame, h: Hex) -> bool:
    """FLANK: whether all Germans of a hex are short of Supply or without fuel."""
    worn = {LOW, OUT, ISOLATED, OUT_OF_FUEL}
    return all(u.states & worn for u in stack(g, h, "german"))


def _weak(g: ArdGame) -> Ratio:
    """WEAK: the ratio of the day."""
    odds = g.content.actions.odds
    return odds.weak_early if day(g) <= odds.early_until else odds.weak


def attacks_at(g: ArdGame, target: Hex, attack: int) -> bool:
    """ARD-AA-20  Whether a strength is enough for some action card to make an attack on a hex."""
    odds = g.content.actions.odds
    wanted = [_weak(g)]
    if _is_worn(g, target):
        wanted.append(odds.flank)
    if _lost_to_germans(g) >> target & 1:
        wanted.append(odds.vplost)
    defence = value(g, target)
    return any(reaches(attack, defence, ratio) for ratio in wanted)


def attack_of(
    own: Stack, others: Sequence[Stack], situation: str
) -> tuple[Plan, list[Row]] | Unfit:
    """WEAK, FLANK, VPLOST: the best attack that the force of this stack can make, with every other (ARD-AA-21)."""
    g = own.g
    targets, wanted = _targets(own, situation)
    done = under_way(g)
    struck = done.struck if done else ()
    if not set(targets) - {*struck}:
        return Unfit("struck", len(targets)) if targets else Unfit(f"{situation}: nobody")
    mates = [other.units for other in others if other.units != own.units]
    force = Force(g, [own.units, *mates], own.searches)
    found = {h: force.against(h, wanted) for h in targets if h not in struck}
    plans = ranked(g, [plan for plan in found.values() if isinstance(plan, Plan)])
    if not plans:
        return _no_attack(
            own, {h: no for h, no in found.items() if isinstance(no, Refused)}, wanted
        )
    rows: list[Row] = [plan_row(g, plan) for plan in plans]
    return plans[0], [*rows, *plans[0].working]


def _no_attack(own: Stack, found: Mapping[Hex, Refused], wanted: Ratio) -> Unfit:
    """Why a stack makes no attack: the best ratio falls short, or what keeps it from each hex."""
    g = own.g
    if own.guards and too_few_to_attack(g, own.where):
        return Unfit("few", len(found))
    short = {h: Fraction(no.attack, no.defence) for h, no in found.items() if no.why == "short"}
    best = max(short, key=lambda h: (short[h], -h), default=-1)
    reached = [no for no in found.values() if no.why in ("low", "brackets")]
    if best >= 0 and short[best] and not reached:
        no, (a, b) = found[best], wanted
        return Unfit("short", f"{no.attack} {no.defence} {a} {b}", own.aside([best]))
    barred = " ".join(f"{own.aside([h])} {no.why.replace(' ', '-')}" for h, no in found.items())
    return Unfit("no attack", len(found), barred)


# -- a card -----------------------------------------------------------------------------------------


def active_stacks(g: ArdGame, formation: Sequence[UnitId]) -> list[Stack]:
    """ARD-AA-10  The active stacks that have not acted and may, in ascending # of their leads."""
    limits, line, searches = g.content.limits.activation, line_of(g), Searches(g)
    found: dict[Hex, UnitId] = {}
    for unit in by_number(g, formation):
        where = g.state.units[unit].hex
        if where >= 0 and ACTIVE in g.state.units[unit].states:
            found.setdefault(where, unit)
    stacks = []
    for where, lead in found.items():
        units = [u.id for u in stack(g, where, "allied")]
        states = [g.state.units[u] for u in units]
        acted = any(ACTED in u.states or u.numbers.get(TODAY, 0) >= limits.a_day for u in states)
        if not acted:
            stacks.append(Stack(g, tuple(units), lead, line, searches))
    return stacks


@dataclass
class Trial:
    """What the stacks of a formation can do, and what does not fit them; good until the table changes."""

    stacks: list[Stack]
    unfit: dict[tuple[UnitId, str], Unfit] = field(default_factory=dict)
    """By lead unit and line."""
    known: tuple[object, ...] = ()
    """For whom, and how the table stood when the last card had found nothing."""


_LAST: list[Trial] = []


def _trial(g: ArdGame, formation: Sequence[UnitId]) -> Trial:
    """The last one, while nothing has changed since; cards that find nothing follow one upon the other."""
    if not _LAST or _LAST[0].known != (g, *formation, g.board.changes):
        _LAST[:] = [Trial(active_stacks(g, formation))]
    return _LAST[0]


def deed(g: ArdGame, card: ActionCard, formation: Sequence[UnitId]) -> Deed | None:
    """ARD-AA-20  What a card does: line by line, stack by stack; None for nothing. The working is told."""
    tried: list[Row] = []
    trial = _trial(g, formation)
    for number, line in enumerate(card.lines, 1):
        for own in trial.stacks:
            found = trial.unfit.get((own.lead, line)) or _one(own, trial.stacks, line)
            if isinstance(found, Unfit):
                trial.unfit[own.lead, line] = found
                tried.append((number, line, own.lead, *found, "does not fit"))
                continue
            done, rows, told = found
            g.decided(
                "allied", f"action {card.id}", f"line {number} {line}: {own.lead}",
                [*tried, (number, line, own.lead, *told, "fits"), *rows], rule="ARD-AA-20",
            )  # fmt: skip
            return done
    g.decided("allied", f"action {card.id}", "nothing", tried, rule="ARD-AA-20")
    trial.known = (g, *formation, g.board.changes)
    return None


def _one(own: Stack, stacks: Sequence[Stack], line: str) -> tuple[Deed, list[Row], Row] | Unfit:
    """What a line does with a stack, the candidates, and what there is to tell of it; or why it does not fit."""
    situation, action = line.split()
    if action == "hold":
        return Deed(line, own.units), [], ()
    if line in GOES or situation == "vplost":
        there = GOES.get(line, lost_ground)(own)
        if isinstance(there, Found):
            return Deed(line, own.units, own.way(there.best)), there.rows, there.told
        if line in GOES:
            return there
    attack = attack_of(own, stacks, situation)
    if isinstance(attack, Unfit):
        return attack
    return Deed(line, attack[0].units, attack=attack[0]), attack[1], ()
