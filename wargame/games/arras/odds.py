"""Odds of an attack: factors, column, shifts, exact outcomes (ARR-CO-02, ARR-CO-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from wargame.content.figures import counted, in_halves
from wargame.flow.ask import Odds, Outcome
from wargame.games.arras.data.files import Result
from wargame.games.arras.state import (
    DISRUPTED,
    OTHER,
    RETREATED,
    ROMMEL,
    ArrasGame,
    attack,
    combat_units,
    defence,
    is_disrupted,
    is_night,
    kind_of,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId
from wargame.rules.modifiers import Modifiers, added_up, of_rows, worst
from wargame.rules.table import Throw, attack_needed, ratio_column, shifted


@dataclass(frozen=True, slots=True)
class Assessment:
    """An attack as it will be resolved."""

    attack_halves: int
    """ARR-CO-15  Twice the attack total, exact."""
    defence: int
    ratio: int
    """Number of the column the odds give, before shifts."""
    shifts: Modifiers
    column: int
    """Number of the final column."""
    forces: tuple[tuple[Side, int], tuple[Side, int]]
    """Attackers and defenders: side and units."""

    @property
    def attack(self) -> str:
        """The attack total as players say it: "5 1/2"."""
        return in_halves(self.attack_halves)


def assess(g: ArrasGame, targets: Sequence[Hex], attackers: Sequence[UnitId]) -> Assessment:
    """ARR-CO-02, ARR-CO-11, ARR-CO-14  Odds, shifts and final column of an attack."""
    side = g.state.units[attackers[0]].side
    power = sum(attack(g, u) * (1 if is_disrupted(g, u) else 2) for u in attackers)
    defenders = [u.id for h in targets for u in combat_units(g, h, OTHER[side])]
    strength = sum(_stands(g, u) for u in defenders)
    ratio = column_of(g, power, strength)
    shifts = _shifts(g, targets, attackers, defenders, strength)
    column = shifted(ratio, shifts, len(g.content.combat.columns) - 1)  # ARR-CO-14
    forces = (side, len(attackers)), (OTHER[side], len(defenders))
    return Assessment(power, strength, ratio, shifts, column, forces)


def column_of(g: ArrasGame, attack_halves: int, strength: int) -> int:
    """ARR-CO-11  The largest column whose ratio is not above attack to defence."""
    column = ratio_column(_ratios(g), attack_halves, 2 * strength)
    assert column is not None
    return column


def _ratios(g: ArrasGame) -> tuple[tuple[int, int], ...]:
    return tuple((column.attack, column.defence) for column in g.content.combat.columns)


def throw_of(g: ArrasGame, found: Assessment) -> Throw[str]:
    """ARR-CO-06, ARR-CO-07, ARR-CO-08  Chart crt, about to be read: "attacker/defender"."""
    entries, columns = g.content.crt[found.column], g.content.combat.columns
    return Throw(
        "crt",
        lambda die, _: "/".join(entries[die]),
        "ARR-CO-06",
        column=columns[found.column].name,
        shifts=found.shifts,
        facts={
            "basis": "odds",
            "attack": found.attack_halves,
            "defence": found.defence,
            "ratio": columns[found.ratio].name,
        },
    )


def odds(g: ArrasGame, targets: Sequence[Hex], attackers: Sequence[UnitId]) -> Odds:
    """ARR-CO-06  The exact chance of each entry of the final column."""
    return chances_of(g, assess(g, targets, attackers), _needs)


def chances_of(
    g: ArrasGame,
    found: Assessment,
    needs: Callable[[ArrasGame, Assessment], str] = lambda _, __: "",
    suffered: Callable[[Result], Result] = lambda result: result,
) -> Odds:
    """ARR-CO-06  The chance of each entry; *suffered*: what a result is to the defender."""
    entries = [g.content.crt[found.column][die] for die in range(1, 7)]
    counts = Counter((attacker, suffered(defender)) for attacker, defender in entries)
    outcomes = tuple(_outcome(g, found, entry, Fraction(n, 6)) for entry, n in counts.items())
    column = g.content.combat.columns[found.column].name
    return Odds(column, found.shifts, outcomes, basis(g, found), needs(g, found))


def _outcome(
    g: ArrasGame, found: Assessment, entry: tuple[Result, Result], chance: Fraction
) -> Outcome:
    """ARR-RS-01 to ARR-RS-07  An entry of chart crt: whom it strikes, and how."""

    def struck(*results: Result) -> dict[Side, int]:
        pairs = zip(entry, found.forces, strict=True)
        return {side: units for result, (side, units) in pairs if result in results}

    return Outcome(
        in_words(g, entry),
        chance,
        loss=struck("E"),
        back=struck("R1", "R2"),
        shaken=struck("D", "R1", "R2"),
        code="/".join(entry),
    )


def in_words(g: ArrasGame, entry: tuple[Result, Result]) -> str:
    """ARR-RS-01 to ARR-RS-07  An entry of chart crt in words: "defender disrupted"."""
    attacker, defender = entry
    if attacker == defender:
        word = g.content.combat.result[attacker]
        return word if attacker == "-" else f"both sides {word}"
    sides = (("attacker", attacker), ("defender", defender))
    return ", ".join(f"{who} {g.content.combat.result[code]}" for who, code in sides if code != "-")


def basis(g: ArrasGame, found: Assessment) -> str:
    """ARR-CO-11  The factors and the odds column, in words."""
    return f"{found.attack} against {found.defence} = {g.content.combat.columns[found.ratio].name}"


def account(g: ArrasGame, found: Assessment) -> str:
    """ARR-CO-05  The odds, every shift and the final column, in words."""
    shifts = "".join(f", {g.content.shifts[name].title} {value:+d}" for name, value in found.shifts)
    return f"{basis(g, found)}{shifts}; final column {g.content.combat.columns[found.column].name}"


def _needs(g: ArrasGame, found: Assessment) -> str:
    """What the next final column would take in attack factors, the shifts being the same."""
    columns = g.content.combat.columns
    ratio = found.column + 1 - added_up(found.shifts)
    if found.column == len(columns) - 1:
        return "This is the best column."
    if ratio >= len(columns):
        return "No attack factors can better this column."
    halves = attack_needed(_ratios(g)[ratio], 2 * found.defence) - found.attack_halves
    lacking = counted(in_halves(max(halves, 0)), "more attack factor")
    return f"{columns[found.column + 1].name} needs {lacking}."


def _stands(g: ArrasGame, unit: UnitId) -> int:
    """ARR-CO-02  Defence counts 0 for a unit that retreated into the hex this phase."""
    return 0 if RETREATED in g.state.units[unit].states else defence(g, unit)


def _shifts(
    g: ArrasGame,
    targets: Sequence[Hex],
    attackers: Sequence[UnitId],
    defenders: Sequence[UnitId],
    strength: int,
) -> Modifiers:
    """ARR-CO-14  Every shift of chart shifts that applies, by its id."""
    states, kinds, rommel = g.state.units, g.content.units, g.state.units[ROMMEL].hex
    shaken = sum(_stands(g, u) for u in defenders if DISRUPTED in states[u].states)
    guns = any(kinds[u].kind == "gun_88" and DISRUPTED not in states[u].states for u in defenders)
    armour = any(kinds[u].armour for u in attackers)
    fresh = {"disrupted": shaken * 2 >= strength, "gun88": guns and armour}  # ARR-CO-12, -13
    led = any(states[u].hex == rommel and states[u].side == "german" for u in attackers)
    more = {
        "night": is_night(g),
        "mixed": len({kinds[u].nation for u in attackers}) > 1,
        "rommel_att": led,  # ARR-EV-09
        "rommel_def": rommel in targets,
    }
    ground = worst(_of_chart(g, _ground(g, h, attackers)) for h in targets)
    return (*_of_chart(g, fresh), *ground, *_of_chart(g, more))


def _of_chart(g: ArrasGame, holds: Mapping[str, bool]) -> Modifiers:
    return of_rows(g.content.shifts, holds, lambda shift: (shift.id, shift.value))


def _ground(g: ArrasGame, where: Hex, attackers: Sequence[UnitId]) -> dict[str, bool]:
    """ARR-CO-14  Terrain, hill and water shifts of one defending hex."""
    content, terrain = g.content, g.content.map.terrain[where]
    origins = {g.state.units[u].hex for u in attackers}
    water = all((min(h, where), max(h, where)) in content.water for h in origins)
    return {
        **({terrain: True} if terrain in content.shifts else {}),
        "hill": where in content.hill and not origins & content.hill,
        "water": water,
    }


def kinds_named(g: ArrasGame, units: Sequence[UnitId]) -> str:
    """Unit names in a list; some have a comma of their own."""
    return "; ".join(kind_of(g, u).name for u in units)
