"""Mandatory combat: which hexes must be attacked, which declarations are legal (ARR-CO-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wargame.flow.ask import Odds, Refusal
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import DeclareAsk
from wargame.games.arras.asks.orders import unit_name
from wargame.games.arras.data.files import Side
from wargame.games.arras.odds import assess, basis, kinds_named, odds
from wargame.games.arras.state import (
    ATTACKED,
    DISRUPTED,
    DUTY,
    FIRED,
    FOUGHT,
    MUST,
    OTHER,
    ArrasGame,
    attack,
    combat_units,
    ground_units,
    kind_of,
    place_name,
)
from wargame.hexes.grid import Hex
from wargame.model.state import Unit, UnitId
from wargame.rules.declare import DeclareVerb, declare_ask


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack."""

    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]


# -- obligations -------------------------------------------------------------------------------


def snapshot(g: ArrasGame, side: Side) -> tuple[list[Unit], list[Hex]]:
    """ARR-CO-09  Attacker-able units, and the hexes that must be attacked."""
    able = [u for u in ground_units(g, side) if has_duty(g, u)]
    return able, sorted({h for u in able for h in to_attack(g, u.hex, side)})


def has_duty(g: ArrasGame, unit: Unit) -> bool:
    """ARR-CO-09  Whether a unit must attack what it touches."""
    return DISRUPTED not in unit.states and kind_of(g, unit.id).attack_duty


def to_attack(g: ArrasGame, where: Hex, side: Side) -> list[Hex]:
    """ARR-CO-09  The hexes that such a unit of *side* in a hex must attack, ascending."""
    held = g.board.held[OTHER[side]]
    near = sorted([h for h in g.content.contact[where] if held[h]])
    return [h for h in near if _holds_undisrupted(g, h, OTHER[side])]


def obligations(g: ArrasGame, side: Side) -> dict[Hex, tuple[UnitId, ...]]:
    """ARR-CO-09  Hexes still to be attacked, each with the unused able units that touch it."""
    done = fought(g)
    found: dict[Hex, tuple[UnitId, ...]] = {}
    able = [u for u in ground_units(g, side) if DUTY in u.states and ATTACKED not in u.states]
    for marker in sorted(g.state.marked(MUST), key=lambda m: m.hex):
        if marker.hex in done:
            continue
        if _holds_undisrupted(g, marker.hex, OTHER[side]):
            near = tuple(u.id for u in able if marker.hex in g.content.contact[u.hex])
            if near:
                found[marker.hex] = near
    return found


def _holds_undisrupted(g: ArrasGame, where: Hex, side: str) -> bool:
    if not g.board.at[where]:
        return False
    return any(DISRUPTED not in u.states for u in combat_units(g, where, side))


def fought(g: ArrasGame) -> set[Hex]:
    """ARR-CO-10  Hexes that have been attacked in this phase."""
    return {m.hex for m in g.state.marked(FOUGHT)}


# -- the question ------------------------------------------------------------------------------


def attack_ask(g: ArrasGame, side: Side) -> DeclareAsk[Attack | None]:
    """Which hexes are attacked by which units; done once nothing must be attacked."""
    return declare_ask(Declare(g, side), side, "phase", rule="ARR-CO-01", grammar=GRAMMAR)


GRAMMAR = Grammar("ARR-CO-10", verb="ARR-CO-10", unit="ARR-UN-02", name=unit_name)


class Declare(DeclareVerb[Attack]):
    """ARR-CO-09, ARR-CO-10  Units attack one or more hexes that all of them touch."""

    words, form = ("attack",), "attack HEX from UNIT UNIT"
    rule, duty = "ARR-CO-10", "ARR-CO-01"

    def __init__(self, g: ArrasGame, side: Side) -> None:
        self.g, self.side, self.must = g, side, obligations(g, side)
        self._fought = fought(g)
        held, touch = g.board.held[OTHER[side]], dict[UnitId, tuple[Hex, ...]]()
        for unit in ground_units(g, side):
            near = [h for h in g.content.contact[unit.hex] if held[h] and h not in self._fought]
            if near and why_no_attack(g, unit) is None:
                touch[unit.id] = tuple(near)
        self.touch = touch

    def order(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> Attack:
        """A declared attack."""
        return Attack(targets, units)

    def label(self, targets: tuple[Hex, ...], units: tuple[UnitId, ...]) -> str:
        """ARR-CO-11  The factors and the odds column."""
        return basis(self.g, assess(self.g, targets, units))

    def odds(self, words: Words) -> Odds:
        """ARR-CO-06  The chance of every entry of the column."""
        declared = self.read(words)[1]
        return odds(self.g, declared.targets, declared.units)

    # -- legality -----------------------------------------------------------------------------

    def why_no_target(self, target: Hex) -> Refusal | None:
        """ARR-CO-10  An enemy combat unit, not attacked in this phase."""
        name = self.g.grid.name(target)
        if not combat_units(self.g, target, OTHER[self.side]):
            return Refusal(f"{name} holds no enemy combat unit.", "ARR-CO-10")
        if target in self._fought:
            return Refusal(f"{name} has been attacked in this phase.", "ARR-CO-10")
        return None

    def why_no_attack(self, unit: UnitId, targets: tuple[Hex, ...]) -> Refusal | None:
        """ARR-CO-02, ARR-CO-10, ARR-CO-16  A unit that may attack and touches every hex."""
        g, here = self.g, self.g.state.units[unit]
        if here.side != self.side or unit not in g.content.units or here.hex < 0:
            return Refusal(f"{unit} is not a unit of yours on the map.", "ARR-CO-02")
        if refusal := why_no_attack(g, here):
            return refusal
        for target in targets:
            if target not in g.content.contact[here.hex]:
                river = g.grid.adjacent(here.hex, target)
                why = "an unbridged river lies between" if river else "it is not adjacent"
                said = f"{kind_of(g, unit).name} cannot attack {g.grid.name(target)}: {why}."
                return Refusal(said, "ARR-CO-16" if river else "ARR-CO-10")
        return None


def why_no_attack(g: ArrasGame, unit: Unit) -> Refusal | None:
    """ARR-CO-10, ARR-CO-17, ARR-CO-18  Why a unit on the map attacks nothing; None if it may."""
    name = kind_of(g, unit.id).name
    if ATTACKED in unit.states:
        return Refusal(f"{name} has attacked in this phase.", "ARR-CO-10")
    if FIRED in unit.states:
        return Refusal(f"{name} has bombarded in this player turn.", "ARR-CO-18")
    if attack(g, unit.id) <= 0:
        return Refusal(f"{name} has no attack factor.", "ARR-CO-17")
    return None


def describe(g: ArrasGame, targets: Sequence[Hex], units: Sequence[UnitId]) -> str:
    """The declaration in words."""
    hexes = " and ".join(place_name(g, h) for h in targets)
    return f"Attack on {hexes} by {kinds_named(g, units)}."
