"""Who may assault what, and together with whom: `assault 1110 from A B` (HAN-AS-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from wargame.content.figures import counted, in_halves
from wargame.flow.ask import Odds, Option, Refusal, allow, refuse
from wargame.flow.notation import Words
from wargame.flow.orders import Verb
from wargame.games.hannut.asks.acting import (
    CARRIED,
    FIRED,
    fresh_units,
    leg,
    posture_text,
    read_posture,
    staged_units,
    why_idle,
    why_no_posture,
)
from wargame.games.hannut.odds import Assault, assault_odds
from wargame.games.hannut.state import (
    COLUMN,
    DEMORALIZED,
    LOADED,
    NEUTRALIZED,
    OOC,
    OTHER,
    STAGED,
    HannutGame,
    acting,
    active_formation,
    assault_part,
    current_ma,
    has,
    holds,
    in_order,
    kind_of,
    spent,
    where_is,
)
from wargame.games.hannut.walk import costs_for
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

BARRED = {
    NEUTRALIZED: "HAN-NE-02",
    OOC: "HAN-OC-02",
    DEMORALIZED: "HAN-DM-01",
    LOADED: "HAN-LO-01",
}
"""States in which nobody assaults."""


class Assaults(Verb[Assault]):
    """HAN-AS-01  Up to three units; with an action open, one of its units among them."""

    words, form, one_in = ("assault",), "assault HEX from UNIT UNIT", 2

    def __init__(self, g: HannutGame, opened: tuple[UnitId, ...]) -> None:
        self.g, self.must = g, opened
        self.enemy = OTHER[active_formation(g).side]

    def heads(self) -> Iterator[Option]:
        """Hexes, each with all that can assault it."""
        g = self.g
        for target in self._targets():
            units = in_order(g, {*self._pool(), *self.must})
            able = tuple(u for u in units if self._posture(u, target) is not None)
            name = g.grid.name(target)
            yield Option(f"assault {name}", name, able, (target,))

    def is_open(self) -> bool:
        """Whether any hex can be assaulted."""
        return any(True for _ in self._targets())

    def _targets(self) -> Iterator[Hex]:
        """Hexes that a unit of the open action, or any, can assault, ascending."""
        g, lead = self.g, self.must or self._pool()
        held, near = g.board.here[self.enemy], g.grid.neighbours
        for target in sorted({h for u in lead for h in near[where_is(g, u)] if held[h]}):
            if any(self._posture(u, target) is not None for u in lead):
                yield target

    def _pool(self) -> tuple[UnitId, ...]:
        return *fresh_units(self.g), *staged_units(self.g)

    def orders(self, head: Option) -> Iterator[Option]:
        """Every group."""
        must, (target,) = set(self.must), head.hexes
        for size in range(1, min(self.g.content.limits.attackers, len(head.units)) + 1):
            for units in combinations(head.units, size):
                if not must or must.intersection(units):
                    changes = tuple(u for u in units if self._posture(u, target))
                    yield self._option(Assault(target, units, changes))

    def read(self, words: Words) -> tuple[str, Assault]:
        """The hex, the attackers and the posture each takes; raises IllegalAnswer."""
        where, units, changes = words.hex(), list[UnitId](), list[UnitId]()
        words.expect("from", self.form)
        while words.more:
            unit = words.unit()
            if unit in units:
                raise refuse(f"{unit} is named twice.", "HAN-AS-01")
            units.append(unit)
            if read_posture(words, unit)[1]:
                changes.append(unit)
        order = Assault(where, tuple(in_order(self.g, units)), tuple(in_order(self.g, changes)))
        allow(self._why_not(order))
        return self._write(order), order

    def odds(self, words: Words) -> Odds | None:
        """HAN-AS-03  The first round, if nobody reacts."""
        return assault_odds(self.g, self.read(words)[1])

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
        """Assault an enemy hex next to a unit."""
        for u in units:
            foe = holds(self.g, where, OTHER[kind_of(self.g, u).side])
            if foe and self.g.grid.adjacent(where_is(self.g, u), where):
                yield f"assault {self.g.grid.name(where)} from {u}"

    # -- one order ----------------------------------------------------------------------------

    def _posture(self, u: UnitId, target: Hex) -> bool | None:
        """Whether it leaves its column first; None if it cannot take part."""
        g = self.g
        if not g.grid.adjacent(where_is(g, u), target):
            return None
        if why_no_assault(g, u, target) is None:
            return False
        leaves = has(g, u, COLUMN) and why_no_assault(g, u, target, changes=True) is None
        return True if leaves else None

    def _write(self, order: Assault) -> str:
        words = [
            u + posture_text(column=not has(self.g, u, COLUMN), changes=u in order.changes)
            for u in order.units
        ]
        return f"assault {self.g.grid.name(order.hex)} from {' '.join(words)}"

    def _option(self, order: Assault) -> Option:
        g, names = self.g, list[str]()
        for u in order.units:
            posture = f" {'leaves' if has(g, u, COLUMN) else 'takes'} column and"
            names.append(kind_of(g, u).name + (posture if u in order.changes else ""))
        does = "assaults" if len(names) == 1 else "assault"
        label = f"{', '.join(names)} {does} {g.grid.name(order.hex)}"
        return Option(self._write(order), label, order.units, (order.hex,))

    def _why_not(self, order: Assault) -> Refusal | None:
        g, most = self.g, self.g.content.limits.attackers
        if not holds(g, order.hex, self.enemy):
            return Refusal(f"{g.grid.name(order.hex)} holds no enemy unit.", "HAN-AS-01")
        if not 1 <= len(order.units) <= most:
            return Refusal(f"Up to {most} units assault together.", "HAN-AS-01")
        for u in order.units:
            wrong = why_no_assault(g, u, order.hex, changes=u in order.changes)
            if wrong is not None:
                return wrong
        if self.must and not set(self.must) & set(order.units):
            return Refusal("The unit whose action is open must take part.", "HAN-AS-01")
        return None


def why_no_assault(
    g: HannutGame, u: UnitId, target: Hex, *, changes: bool = False
) -> Refusal | None:
    """HAN-AS-01  Why a unit may not assault a hex; None if it may."""
    name, acts = kind_of(g, u).name, u in acting(g)
    if not acts and not has(g, u, STAGED):
        idle = why_idle(g, u)
        if idle is not None:
            return idle
    if unfit := why_unfit(g, u):
        return unfit
    if acts and leg(g) in (CARRIED, FIRED):
        rule = "HAN-LO-02" if leg(g) == CARRIED else "HAN-SP-15"
        return Refusal(f"{name} has already fired or loaded in this action.", rule)
    if not g.grid.adjacent(where_is(g, u), target):
        return Refusal(f"{name} is not next to {g.grid.name(target)}.", "HAN-AS-01")
    begun = acts or has(g, u, STAGED)
    if changes and (begun or why_no_posture(g, u, column=not has(g, u, COLUMN))):
        return Refusal(f"{name} may not change its posture now.", "HAN-CO-01")
    return why_unpaid(g, u, target, column=has(g, u, COLUMN) != changes)


def why_unfit(g: HannutGame, u: UnitId) -> Refusal | None:
    """HAN-AS-01, HAN-AT-01  Why a unit assaults nobody, wherever it stands; None if it may."""
    kind = kind_of(g, u)
    for state, rule in BARRED.items():
        if has(g, u, state):
            return Refusal(f"{kind.name} is {state} and may not assault.", rule)
    if not kind.assaults:
        return Refusal(f"{kind.name} is an AT gun or HQ and may not assault.", "HAN-AT-01")
    return None


def why_unpaid(g: HannutGame, u: UnitId, target: Hex, *, column: bool) -> Refusal | None:
    """HAN-SP-15, HAN-TE-11  The quarter and the hex must be paid from what is left."""
    name, where = kind_of(g, u).name, where_is(g, u)
    enter = costs_for(g, u, column=column)[where][g.grid.direction(where, target)]
    if not enter:
        said = f"{name} is In Column and no road leads to {g.grid.name(target)}."
        return Refusal(said, "HAN-CO-02")
    left, part = current_ma(g, u) - spent(g, u), assault_part(g, u)
    if part + enter <= left:
        return None
    said = f"{in_halves(part)} + {in_halves(enter)} MP; {counted(in_halves(left), 'is/are')} left"
    return Refusal(f"The assault costs {name} {said}.", "HAN-SP-15")
