"""Odds of an attack: strengths, column, DRM, Attrition Numbers, exact outcomes (NOR-CO-12 to -18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from wargame.content.figures import in_halves, signed
from wargame.flow.ask import Odds, Outcome
from wargame.games.normandy import dice
from wargame.games.normandy.armies import halves, is_operation_attack
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import Side, row_of
from wargame.games.normandy.data.ground import Result
from wargame.games.normandy.drm import Aim, modifiers
from wargame.games.normandy.state import (
    DISORGANIZED,
    FELL_BACK,
    OTHER,
    NorGame,
    combat_units,
    rating,
    steps,
    strength,
)
from wargame.games.normandy.works import ENTRENCHED, IMPROVED
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.modifiers import Modifiers, added_up
from wargame.rules.table import ratio_column


class Stake(NamedTuple):
    """NOR-CO-14 to -16, NOR-AA-04  What one side gives to an attack."""

    sp: int = 0
    purse: str = ""
    """The army that pays, or "fortress"."""
    guns: tuple[UnitId, ...] = ()
    naval: str = ""
    """The nation whose ships fire; "" for none."""
    ground: int = 0
    """Ground Support points."""


NOTHING = Stake()


class Assessment(NamedTuple):
    """An attack as it will be resolved."""

    side: Side
    attack: int
    """Twice the attacking strength."""
    defence: int
    """Twice the defending strength, at least 2."""
    column: int
    modifiers: Modifiers
    white: int
    """The attacker's Attrition Number."""
    black: int
    """The defender's."""
    drm: int
    """NOR-CO-13  The sum of the modifiers within its limits."""
    steps: tuple[int, int]
    """Of attackers and defenders."""
    units: tuple[int, int]


class Effect(NamedTuple):
    """NOR-CO-18  What an attack comes to: the cell, and attrition with its steps."""

    hits: int
    """Steps the attacker loses."""
    attackers_shaken: bool
    recoil: int
    losses: int
    defenders_shaken: bool
    retreat: int

    @property
    def code(self) -> str:
        """As the chart writes it, attrition counted in: "A2 D1 DX DR1"."""
        parts = (
            (f"A{self.hits}", self.hits),
            ("AX", self.attackers_shaken),
            ("AR", self.recoil),
            (f"D{self.losses}", self.losses),
            ("DX", self.defenders_shaken),
            (f"DR{self.retreat}", self.retreat),
        )
        return " ".join(text for text, holds in parts if holds) or "-"


def defenders_of(g: NorGame, side: Side, targets: Sequence[Hex]) -> list[UnitId]:
    """NOR-CO-10  All enemy combat units in the hexes that *side* attacks."""
    return [u.id for h in targets for u in combat_units(g, h, OTHER[side])]


_LESSENED = frozenset((DISORGANIZED, FELL_BACK))


def stands_at(g: NorGame, unit: Unit) -> int:
    """NOR-DR-03, NOR-CO-25  Twice the strength in defence: half, once, if Disorganized or beaten back."""
    whole, states = 2 * strength(g, unit.id), unit.states
    if states.isdisjoint(_LESSENED):
        return whole
    rules = g.content.limits.retreat
    parts = {DISORGANIZED: rules.disorganized, FELL_BACK: rules.again}
    return whole // max(n for state, n in parts.items() if state in states)


def gun_points(g: NorGame, guns: Sequence[UnitId], most: int) -> int:
    """NOR-CO-15  Whole ratings; what exceeds the limit is lost."""
    return min(sum([rating(g, gun) for gun in guns]), most) if guns else 0


def gun_limits(g: NorGame, *, led: bool) -> tuple[int, int]:
    """NOR-CO-15, NOR-OP-13  Rating points that count, of attacker and defender; *led*: by an Operation."""
    rules = g.content.combat.artillery
    return rules.attack_most_operation if led else rules.attack_most, rules.defence_most


def assess(
    g: NorGame,
    targets: Sequence[Hex],
    attackers: Sequence[UnitId],
    stake: Stake = NOTHING,
    answer: Stake = NOTHING,
) -> Assessment:
    """NOR-CO-12 to -18  Column, DRM and Attrition Numbers of an attack with what both sides give."""
    units = g.state.units
    side: Side = units[attackers[0]].side  # type: ignore[assignment]
    defenders = defenders_of(g, side, targets)
    strong, led = {u: halves(g, u) for u in attackers}, is_operation_attack(g, attackers)
    attack = sum(strong.values())
    defence = max(sum([stands_at(g, units[u]) for u in defenders]), 2)
    column, low = column_of(g.content, attack, defence)
    most = gun_limits(g, led=led)
    guns = gun_points(g, stake.guns, most[0]), gun_points(g, answer.guns, most[1])
    given = (_given(g, stake, guns[0]), _given(g, answer, guns[1]))
    aim = Aim.at(g, targets)
    added = modifiers(g, aim, strong, defenders, given, side=side, low=low, led=led)
    limit = g.content.combat.drm_most
    here = sum([steps(g, u) for u in attackers]), sum([steps(g, u) for u in defenders])
    covered, bombed = aim.shelter > 0, aim.bombed
    white = _white(g.content, here[1], aim.attrition, stake.ground, covered=covered, bombed=bombed)
    black = _black(g.content, here[0], aim.shelter, guns[0] - guns[1])
    drm = min(max(added_up(added), -limit), limit)
    both = len(attackers), len(defenders)
    return Assessment(side, attack, defence, column, added, white, black, drm, here, both)


@cache
def _ratios(content: NormandyContent) -> tuple[tuple[int, int], ...]:
    return tuple([(row.attack, row.defence) for row in content.combat.columns])


def column_of(content: NormandyContent, attack: int, defence: int) -> tuple[int, bool]:
    """NOR-CO-12  The column of a ratio, and whether the forces do not even reach the first."""
    found = ratio_column(_ratios(content), attack, defence, below=None)
    return (0, True) if found is None else (found, False)


def _given(g: NorGame, stake: Stake, guns: int) -> tuple[int, int, int, int]:
    """Support points, rating points, naval gunfire, Ground Support."""
    rows = g.content.modifiers
    naval = rows["naval"].value if stake.naval else 0
    return stake.sp, guns, naval, stake.ground and stake.ground * rows["ground support"].value


@lru_cache(maxsize=1024)
def _white(
    content: NormandyContent,
    defending: int,
    harder: int,
    ground: int,
    *,
    covered: bool,
    bombed: bool,
) -> int:
    """NOR-CO-18  The attacker's number; of several hexes the hardest counts, and any that is covered."""
    table = content.combat.attrition
    number = row_of(table.attacker, defending).number + harder
    if covered:
        number += table.white.position
    if bombed:
        number += table.white.bombed
    if ground >= table.white.ground_support_points:
        number += table.white.ground_support
    return min(max(number, table.least), table.most)


@lru_cache(maxsize=1024)
def _black(content: NormandyContent, attacking: int, best: int, lead: int) -> int:
    """NOR-CO-18  The defender's number; of several hexes the best position counts."""
    table = content.combat.attrition
    number = row_of(table.defender, attacking).number
    if lead >= table.black.artillery_lead:
        number += table.black.artillery
    if best:
        number += {IMPROVED: table.black.improved, ENTRENCHED: table.black.entrenchment}[best]
    return min(max(number, table.least), table.most)


# -- chances ----------------------------------------------------------------------------------------


def outcome(g: NorGame, found: Assessment, white: int, black: int) -> tuple[Result, int, int]:
    """NOR-CO-18  What two dice bring: the cell, and the steps that attacker and defender lose."""
    read = dice.cell_of(g.content, found.column, found.drm)
    code, first, second = dice.fallen(read, found.white, found.black, (white, black))
    cell = cells(g.content)[found.column, code]
    return cell, cell.attacker + first, cell.defender + second


@cache
def cells(content: NormandyContent) -> dict[tuple[int, str], Result]:
    """NOR-CO-18  The cells of the table by column and code."""
    return {
        (column, cell.code): cell
        for column, lines in enumerate(content.crt)
        for cell in lines.values()
    }


def odds(g: NorGame, found: Assessment) -> Odds:
    """NOR-CO-18  The exact chance of every outcome of both dice."""
    chances = _thrown(g.content, *_cell(found))
    outcomes = tuple(_outcome(found, effect, chance) for effect, chance in chances.items())
    column = g.content.combat.columns[found.column].name
    return Odds(column, found.modifiers, outcomes, basis(g, found), needs(g, found))


@lru_cache(maxsize=1024)
def _thrown(
    content: NormandyContent, column: int, drm: int, white: int, black: int
) -> dict[Effect, Fraction]:
    """NOR-CO-18  How likely each effect is."""
    cells = {cell.code: cell for cell in content.crt[column].values()}
    effects: dict[Effect, Fraction] = {}
    for (code, first, second), chance in dice.battle(content, column, drm, white, black).items():
        cell = cells[code]
        effect = Effect(
            cell.attacker + first,
            cell.attackers_shaken,
            int(cell.attackers_retreat),
            cell.defender + second,
            cell.defenders_shaken,
            cell.retreat,
        )
        effects[effect] = effects.get(effect, Fraction(0)) + chance
    return effects


def _outcome(found: Assessment, effect: Effect, chance: Fraction) -> Outcome:
    side, enemy = found.side, OTHER[found.side]
    steps_, units = found.steps, found.units
    loss = {side: min(effect.hits, steps_[0]), enemy: min(effect.losses, steps_[1])}
    shaken = {side: units[0] * effect.attackers_shaken, enemy: units[1] * effect.defenders_shaken}
    back = {side: units[0] * bool(effect.recoil), enemy: units[1] * bool(effect.retreat)}

    def told(values: Mapping[Side, int]) -> dict[str, int]:
        return {who: n for who, n in values.items() if n}

    words = in_words(effect)
    return Outcome(words, chance, told(loss), told(back), told(shaken), effect.code)


def in_words(effect: Effect) -> str:
    """An effect as a sentence: "attacker loses 1 step; defender is Disorganized, retreats 2"."""
    sides = (
        ("attacker", effect.hits, effect.attackers_shaken, effect.recoil),
        ("defender", effect.losses, effect.defenders_shaken, effect.retreat),
    )
    told = []
    for who, lost, shaken, back in sides:
        parts = [f"loses {lost} step{'s' * (lost > 1)}"] if lost else []
        parts += ["is Disorganized"] if shaken else []
        parts += [f"retreats {back}"] if back else []
        if parts:
            told.append(f"{who} {', '.join(parts)}")
    return "; ".join(told) or "no effect"


def basis(g: NorGame, found: Assessment) -> str:
    """NOR-CO-12, NOR-CO-13  "12 against 5 = 2:1, DRM +6 (cut from +8), attrition 4/2"."""
    name = g.content.combat.columns[found.column].name
    forces = f"{in_halves(found.attack)} against {in_halves(found.defence)} = {name}"
    whole = added_up(found.modifiers)
    cut = "" if whole == found.drm else f" (cut from {signed(whole)})"
    return f"{forces}, DRM {signed(found.drm)}{cut}, attrition {found.white}/{found.black}"


def needs(g: NorGame, found: Assessment) -> str:
    """NOR-CO-12  What the next better column would take."""
    columns = g.content.combat.columns
    if found.column == len(columns) - 1:
        return "This is the best column."
    row = columns[found.column + 1]
    lacking = -(-found.defence * row.attack // row.defence) - found.attack
    return f"{row.name} needs {in_halves(lacking)} more strength."


def worth(g: NorGame, found: Assessment) -> Fraction:
    """What an attack may be expected to bring its side, in steps; for proposals only."""
    return _worth(g.content, *_cell(found))


@lru_cache(maxsize=1024)
def _worth(content: NormandyContent, column: int, drm: int, white: int, black: int) -> Fraction:
    value = Fraction(0)
    for effect, chance in _thrown(content, column, drm, white, black).items():
        gain = Fraction(effect.losses - effect.hits) + bool(effect.retreat)
        gain += Fraction(effect.defenders_shaken - effect.attackers_shaken - effect.recoil, 2)
        value += chance * gain
    return value


def _cell(found: Assessment) -> tuple[int, int, int, int]:
    """All that decides how the dice are read."""
    return found.column, found.drm, found.white, found.black
