"""Declaring attacks: `attack 1818 from us.30.117th us.30.119th` (NOR-CO-07, -09, -11, -23, -24)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from wargame.flow.ask import Odds, Option, Pick, Refusal, allow
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import DeclareAsk
from wargame.games.normandy.asks.support import Support
from wargame.games.normandy.attackers import why_not_crossed, why_unfit
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.obligations import duty_of
from wargame.games.normandy.odds import assess, basis, odds
from wargame.games.normandy.stakes import Forces
from wargame.games.normandy.state import (
    ATTACKED,
    OTHER,
    NorGame,
    kind_of,
    unit_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.declare import DeclareVerb, declare_ask

GRAMMAR = Grammar("NOR-CO-09", verb="NOR-CO-09", unit="NOR-CO-09", name=unit_name)
NAMED = 2
"""Of the units that must attack so many are named: all of them would fill the screen."""
MOST = 6
"""A unit touches six hexes."""


def attack_ask(g: NorGame, side: Side, phase: str) -> DeclareAsk[Forces | None]:
    """NOR-CO-17  Which hexes are attacked by which units; done once nothing is owed."""
    declare = Declare(g, side, phase)
    return declare_ask(
        declare, side, "segment", rule="NOR-CO-01", grammar=GRAMMAR, bound=declare.bound
    )


class Declare(DeclareVerb[Forces]):
    """NOR-CO-09, NOR-CO-24  Units attack one or more hexes that all of them touch."""

    words, form = ("attack",), "attack HEX from UNIT UNIT"
    rule, duty = "NOR-CO-09", "NOR-CO-07"
    most = MOST

    def __init__(self, g: NorGame, side: Side, phase: str) -> None:
        self.g, self.side, self.phase = g, side, phase
        self.duty_ = duty_of(g, side, phase)
        self.touch = self.duty_.touch
        self.must = self.duty_.must

    def bound(self) -> str:
        """NOR-CO-07  Who must attack, some of them by name."""
        held = list(self.duty_.bound())
        names = "; ".join(unit_name(self.g, u) for u in held[:NAMED])
        more = f" and {len(held) - NAMED} more" if len(held) > NAMED else ""
        return f" Bound: {names}{more}." if held else ""

    def order(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> Forces:
        """A declared attack."""
        return Forces(self.side, targets, units)

    def label(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> str:
        """NOR-CO-12  Strengths, column and DRM with what is likely to be given."""
        forces = self.order(targets, units)
        stake = Support(self.g, forces, defence=False).proposed()
        return basis(self.g, assess(self.g, targets, units, stake))

    def odds(self, words: Words) -> Odds:
        """NOR-CO-18  The chances with what is proposed to be given, which their basis names."""
        forces = self.read(words)[1]
        support = Support(self.g, forces, defence=False)
        stake = support.proposed()
        found = odds(self.g, assess(self.g, forces.targets, forces.units, stake))
        given = support.given(stake)
        return replace(found, basis=f"{found.basis}; if given: {given}") if given else found

    # -- who and what -------------------------------------------------------------------------

    def targets(self) -> list[Hex]:
        """Hexes that may be attacked now, the obligatory ones first."""
        return [*self.must, *sorted(self.duty_.takers.keys() - self.must.keys())]

    def attackers(self, targets: Sequence[Hex]) -> Sequence[UnitId]:
        """Units that touch every one of *targets*, by id."""
        if len(targets) == 1:
            return self.duty_.possible(targets[0])
        return super().attackers(targets)

    # -- legality -----------------------------------------------------------------------------

    def why_no_target(self, target: Hex) -> Refusal | None:
        """NOR-CO-08, NOR-CO-09  An enemy combat unit, not attacked in this segment."""
        name = self.g.grid.name(target)
        if not self.g.board.held[OTHER[self.side]][target]:
            return Refusal(f"{name} holds no enemy combat unit.", "NOR-CO-08")
        if target in self.duty_.struck:
            return Refusal(f"{name} has been attacked in this segment.", "NOR-CO-09")
        return None

    def why_no_attack(self, unit: UnitId, targets: tuple[Hex, ...]) -> Refusal | None:
        """NOR-CO-09, NOR-CO-11  A unit that may attack and touches every hex."""
        if {*targets} <= {*self.touch.get(unit, ())}:
            return None
        g, here = self.g, self.g.state.units[unit]
        name = unit_name(g, unit)
        if here.side != self.side or here.hex < 0:
            return Refusal(f"{name} is not a unit of yours on the map.", "NOR-CO-09")
        if not kind_of(g, unit).combat_unit:
            return Refusal(f"{name} has no strength and does not attack.", "NOR-CO-08")
        if ATTACKED in here.states:
            return Refusal(f"{name} has attacked in this segment.", "NOR-CO-09")
        if refusal := why_unfit(g, unit, self.phase):
            return refusal
        for target in targets:
            if not g.grid.adjacent(here.hex, target):
                said = f"{name} in {g.grid.name(here.hex)} is not next to {g.grid.name(target)}."
                return Refusal(said, "NOR-CO-09")
            if refusal := why_not_crossed(g, unit, here.hex, target):
                return refusal
        return None

    def read(self, words: Words) -> tuple[str, Forces]:
        """A legal declaration; raises IllegalAnswer naming rule, unit and hex."""
        text, forces = super().read(words)
        allow(self.duty_.fault(forces.units, forces.targets))
        return text, forces

    def _stranded(self, targets: Collection[Hex], units: Collection[UnitId]) -> Hex | None:  # noqa: ARG002
        """NOR-CO-24 is looked at as a whole."""
        return None

    def why_not_done(self) -> Refusal | None:
        """NOR-CO-07  The segment cannot end while a duty is open."""
        name, duty = self.g.grid.name, self.duty_
        if not duty.hexes:
            return None
        owed = ", ".join(name(h) for h in duty.hexes)
        found = duty.some_attack()
        near = (self.compose(found[1], found[0]),) if found else ()
        return Refusal(f"Combat is mandatory: {owed} must still be attacked.", self.duty, near)

    # -- what is offered ----------------------------------------------------------------------

    def offered(self, targets: Sequence[Hex]) -> tuple[Sequence[Hex], Sequence[UnitId]]:
        """NOR-CO-23, NOR-CO-24  As many as the frontage holds, the bound and the strongest first."""
        able = self.attackers(targets)
        units, hexes = self.duty_.first(tuple(sorted(targets)), able) or (able, targets)
        return hexes, units

    def orders(self, head: Option) -> Iterator[Option]:
        """Attacks of a hex by all who can together, by each with those who must join it."""
        (target,) = head.hexes
        told = set[str]()
        for units, targets in self.duty_.offers(target):
            answer = self.compose(targets, units)
            if answer not in told:
                told.add(answer)
                yield Option(answer, self.label(targets, units), units, targets)

    def sample(self, pick: Pick) -> str:
        """A legal declaration at random; where one is owed there always is one."""
        duty = self.duty_
        for _ in range(4 if self.touch else 0):
            targets, units = self.draw(pick)
            whole = duty.filled(units, targets)
            if whole and duty.fault(whole, targets) is None:
                return self.compose(targets, whole)
        found = duty.some_attack() if duty.hexes else None
        return self.compose(found[1], found[0]) if found else ""
