"""Declaring an attack: `attack 2918 from de.2.2 de.304.2` (ARD-AT-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.flow.ask import DONE_WORD, Odds, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import AttackVerb, DeclareAsk, Done
from wargame.games.ardennes.activation import activation, active_units
from wargame.games.ardennes.chits import Forces
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.odds import odds
from wargame.games.ardennes.state import (
    ATTACKED,
    LOW,
    OTHER,
    STRATEGIC,
    ArdGame,
    by_number,
    kind_of,
    place_name,
    stack,
    unit_name,
)
from wargame.games.ardennes.tactics import why_no_attack
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

GRAMMAR = Grammar("ARD-AT-01", name=unit_name)


class Attack(AttackVerb[Forces]):
    """ARD-AT-01  Active units next to one enemy hex; each unit and each hex once an Activation."""

    words, form = ("attack",), "attack HEX from UNIT [UNIT ...]"

    def __init__(self, g: ArdGame, side: Side) -> None:
        self.g, self.side = g, side
        self._struck = {*activation(g).struck}
        self._fit = [u for u in active_units(g, side) if self._may(u)]

    def _may(self, unit: UnitId) -> bool:
        return not self.g.state.units[unit].states & {ATTACKED, STRATEGIC}

    def targets(self) -> Sequence[Hex]:
        """Enemy hexes that somebody may attack, ascending."""
        return [*self._open()]

    def _open(self) -> Iterator[Hex]:
        """The same, one after the other."""
        units, beside = self.g.state.units, self.g.grid.neighbours
        held = self.g.board.here[OTHER[self.side]]
        near = {h for u in self._fit for h in beside[units[u].hex] if held[h]}
        return (h for h in sorted(near - self._struck) if self._all([h]))

    def _all(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """ARD-SS-04  The most that may attack together: without those that may not lead; () for nobody."""
        able = self.attackers(targets)
        tails = (able[n:] for n in range(len(able)))
        return next((units for units in tails if self._stands_alone(units)), ())

    def _stands_alone(self, units: Sequence[UnitId]) -> bool:
        """ARD-US-01, ARD-SS-04  No attack of [units] alone, nor led by a LowSupply Ally."""
        large = any(not kind_of(self.g, u).bracketed for u in units)
        return large and why_no_lead(self.g, self.side, units) is None

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Who may attack it, in ascending #."""
        if len(targets) != 1:
            return []
        units, near = self.g.state.units, self.g.grid.neighbours[targets[0]]
        beside = [u for u in self._fit if units[u].hex in near]
        return [u for u in beside if why_no_attack(self.g, u, targets[0]) is None]

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """Everybody who may."""
        return targets, self.attackers(targets)

    def compose(self, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
        """The answer (not checked)."""
        names = " ".join(self.g.grid.name(h) for h in targets)
        return f"attack {names} from {' '.join(by_number(self.g, units))}"

    def is_open(self) -> bool:
        """Whether anybody may attack."""
        return any(True for _ in self._open())

    def heads(self) -> Iterator[Option]:
        """Each target with all who may attack it, and each of them alone."""
        for target, units in self._some():
            names = ", ".join(unit_name(self.g, u) for u in units)
            label = f"{place_name(self.g, target)} by {names}"
            yield Option(self.compose([target], units), label, tuple(units), (target,))

    def _some(self) -> Iterator[tuple[Hex, Sequence[UnitId]]]:
        """The same as hexes and units."""
        for target in self.targets():
            able = self._all([target])
            for units in (able, *([u] for u in able if len(able) > 1)):
                if self._stands_alone(units):
                    yield target, units

    def read(self, words: Words) -> tuple[str, Forces]:
        """A legal declaration; raises IllegalAnswer."""
        target = words.hex()
        words.expect("from", self.form)
        units: list[UnitId] = []
        while words.more:
            unit = words.unit()
            if unit not in units:
                units.append(unit)
        self._check(target, units)
        ordered = tuple(by_number(self.g, units))
        enemies = tuple(u.id for u in stack(self.g, target, OTHER[self.side]))
        return self.compose([target], ordered), Forces(self.side, target, ordered, enemies)

    def _check(self, target: Hex, units: Sequence[UnitId]) -> None:
        g, name = self.g, place_name(self.g, target)
        if not g.board.here[OTHER[self.side]][target]:
            raise refuse(f"No enemy stands in {name}.", "ARD-AT-01")
        if target in self._struck:
            raise refuse(f"{name} has been attacked in this Activation.", "ARD-AT-01")
        active = active_units(g, self.side)
        for unit in units:
            if unit not in active:
                raise refuse(f"{unit_name(g, unit)} is not active.", "ARD-AC-01")
            if not self._may(unit):
                said = (
                    "has attacked"
                    if ATTACKED in g.state.units[unit].states
                    else "made a Strategic Move"
                )
                raise refuse(f"{unit_name(g, unit)} {said} in this Activation.", "ARD-AT-01")
            allow(why_no_attack(g, unit, target))
        if not units:
            raise refuse("Name the units that attack.", "ARD-AT-01")
        if all(kind_of(g, u).bracketed for u in units):
            raise refuse("A [unit] may not attack on its own.", "ARD-US-01")
        allow(why_no_lead(g, self.side, units))

    def odds(self, words: Words) -> Odds | None:
        """The chances with the most chits that may be drawn now."""
        return odds(self.g, self.read(words)[1])

    def sample(self, pick: Pick) -> str:
        """Some attack."""
        found = [*self._some()]
        if not found:
            return ""
        target, units = found[pick(len(found))]
        return self.compose([target], units)


def why_no_lead(g: ArdGame, side: Side, units: Sequence[UnitId]) -> Refusal | None:
    """ARD-SS-04  Why these may not attack together: the Allied lead, the lowest #, is LowSupply."""
    lead = by_number(g, units)[0]
    if side != "allied" or LOW not in g.state.units[lead].states:
        return None
    return Refusal(f"{unit_name(g, lead)} leads and is LowSupply.", "ARD-SS-04")


def attack_ask(g: ArdGame, side: Side) -> DeclareAsk[Forces | None]:
    """The question of an attack, or no more."""
    out: Done[Forces | None] = Done(DONE_WORD, "No more attacks", None, one_in=4)
    return DeclareAsk(
        g, Attack(g, side), out, side=side, key="attack", prompt="Attack with active units?",
        rule="ARD-AT-01", grammar=GRAMMAR,
    )  # fmt: skip
