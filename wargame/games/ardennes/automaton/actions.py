"""Action cards of the automated Allies: situations and what is done in them (ARD-AA-10, -11, -17, -20, -22, 5.15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from wargame.flow.imagined import imagined
from wargame.games.ardennes.activation import activation, is_activation
from wargame.games.ardennes.automaton.attack import Force, Plan, moved_by, plan_row, ranked
from wargame.games.ardennes.data.cards import ActionCard
from wargame.games.ardennes.data.files import Ratio
from wargame.games.ardennes.front import (
    Line,
    hexes_to_enemy,
    in_communication,
    in_danger,
    is_out_of_contact,
    is_proximate,
    is_trapped,
    protects_vp,
    proximate_enemies,
)
from wargame.games.ardennes.state import (
    ACTED,
    ACTIVE,
    DISPERSED,
    ISOLATED,
    LOW,
    OUT,
    OUT_OF_FUEL,
    TODAY,
    ArdGame,
    by_number,
    day,
    hold_value,
    in_supply,
    is_empty,
    is_vp,
    stack,
    steps,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.walk import Marcher, why_still
from wargame.hexes.grid import Hex
from wargame.model import events as ev
from wargame.model.state import UnitId
from wargame.rules.walk import Field

Way = tuple[Hex, ...]


@dataclass(frozen=True)
class Deed:
    """What an action card makes a stack do."""

    line: str
    """Situation and action."""
    units: tuple[UnitId, ...]
    path: Way = ()
    attack: Plan | None = None


@dataclass(frozen=True)
class Stack:
    """An active stack, and what it could do; good until the table changes."""

    g: ArdGame
    units: tuple[UnitId, ...]
    """All units of the hex, in ascending #."""
    lead: UnitId
    """The lowest # of the activated formation."""
    line: Line = field(compare=False)
    """The Line as it stands, one for all stacks."""

    @cached_property
    def where(self) -> Hex:
        """Its hex."""
        return self.g.state.units[self.lead].hex

    @cached_property
    def moves(self) -> bool:
        """Whether all of it may move."""
        return not any(why_still(self.g, u) for u in self.units) and not any(
            DISPERSED in self.g.state.units[u].states for u in self.units
        )

    @cached_property
    def _marcher(self) -> Marcher:
        return Marcher(self.g, self.units)

    @cached_property
    def _field(self) -> Field:
        """Where it gets to, whether or not it may stop there."""
        return self._marcher.field()

    @cached_property
    def ends(self) -> list[Hex]:
        """5.15  Reach: where it could end a normal move, its own hex left out."""
        if not self.moves:
            return []
        open_ = (h for h in sorted(self._field.left) if h != self.where)
        return [h for h in open_ if self._marcher.why_no_end(h) is None]

    def may_go(self, h: Hex, *, danger: bool = False) -> bool:
        """ARD-AA-11  Protect VP and preserve the Line; *danger*: it may end in danger of Surround."""
        if self._kept or (self._holds_line and self.line.gap(self.units, h)):
            return False
        return danger or not self.trapped_in(h)

    @cached_property
    def _kept(self) -> bool:
        """ARD-AA-11  Whether Protect VP holds it where it is."""
        return protects_vp(self.g, self.where)

    @cached_property
    def _holds_line(self) -> bool:
        """ARD-GE-06  Whether its leaving could make a Gap at all: the Germans reach a hex beside it."""
        return bool(self.line.reach & self.g.grid.spread(1 << self.where))

    def near_reach(self, h: Hex) -> bool:
        """ARD-GE-06  Whether a unit in a hex could take anything out of the Germans' reach."""
        return bool(self.line.reach & (1 << h | self.g.grid.spread(1 << h)))

    def trapped_in(self, h: Hex) -> bool:
        """ARD-GE-03  Whether it would be Surrounded or in danger there."""
        with imagined(self.g, [ev.UnitPlaced(u, h, "ARD-GE-03") for u in self.units]):
            return is_trapped(self.g, h, "allied")

    def way(self, h: Hex) -> Way:
        """The cheapest way to a hex."""
        return self._field.path(h)

    def last(self, h: Hex) -> tuple[int, int, int, Hex]:
        """ARD-AA-17  The order of hexes that are as good."""
        return moved_by(self.g, h, self._marcher.left_in(self._field, h))


Found = tuple[Hex, list[tuple[int | str, ...]]]
"""Where to go, with the candidates in their order."""


# -- where to go ------------------------------------------------------------------------------------


def _listed(own: Stack, hexes: Sequence[Hex], *, danger: bool = False) -> Found | None:
    """ARD-AA-20  Of several hexes the highest VP, then HV, then westernmost, then AA-17."""
    g, points = own.g, own.g.content.points

    def key(h: Hex) -> tuple[int, int, int, tuple[int, int, int, Hex]]:
        return -points.get(h, 0), -hold_value(g, h), g.grid.column(h), own.last(h)

    order = sorted((h for h in hexes if own.may_go(h, danger=danger)), key=key)
    if not order:
        return None
    rows: list[tuple[int | str, ...]] = [
        (g.grid.name(h), points.get(h, 0), hold_value(g, h), g.grid.column(h)) for h in order
    ]
    return order[0], rows


def _withdraw(own: Stack) -> Found | None:
    """DANGER: the hex out of danger with the highest HV, then closest to a source, then AA-17."""
    g, far = own.g, own.g.grid.distance
    if is_vp(g, own.where) or not in_danger(g, own.where, "allied"):
        return None
    safe = [h for h in own.ends if not own.trapped_in(h)]
    sources = g.content.sources["allied"]

    def key(h: Hex) -> tuple[int, int, tuple[int, int, int, Hex]]:
        return -hold_value(g, h), min(far(h, s) for s in sources), own.last(h)

    order = sorted(safe, key=key)
    rows: list[tuple[int | str, ...]] = [
        (g.grid.name(h), hold_value(g, h), key(h)[1]) for h in order
    ]
    return (order[0], rows) if order else None


def _restore(own: Stack) -> Found | None:
    """OUT: the nearest hex in Allied Supply, then AA-17."""
    g, lead = own.g, own.g.state.units[own.lead]
    short = not in_supply(lead) or not in_communication(g, own.where, "allied")
    lines = Lines(g, "allied")
    if not short or lines.reaches(own.where):
        return None
    found = [h for h in own.ends if lines.reaches(h) and own.may_go(h)]
    order = sorted(found, key=lambda h: (g.grid.distance(own.where, h), own.last(h)))
    rows: list[tuple[int | str, ...]] = [
        (g.grid.name(h), g.grid.distance(own.where, h)) for h in order
    ]
    return (order[0], rows) if order else None


def _occupy(own: Stack) -> Found | None:
    """VPOPEN: an empty Allied VP hex that a German is near."""
    g, reach = own.g, own.g.content.actions.reach
    found = [
        h
        for h in own.ends
        if is_vp(g, h)
        and is_empty(g, h)
        and g.state.control.get(h) != "german"
        and (hexes_to_enemy(g, h, "allied") <= reach.vpopen or is_proximate(g, h, "allied"))
    ]
    return _listed(own, found, danger=True)


def _join(own: Stack) -> Found | None:
    """VPTHIN: an Allied VP hex with few steps and a German near."""
    g, reach = own.g, own.g.content.actions.reach
    found = [
        h
        for h in own.ends
        if is_vp(g, h)
        and g.state.control.get(h) != "german"
        and sum(steps(g, u.id) for u in stack(g, h, "allied")) < reach.vpthin_steps
        and hexes_to_enemy(g, h, "allied") <= reach.vpthin
    ]
    return _listed(own, found, danger=True)


def _plug(own: Stack) -> Found | None:
    """GAP: a hex that takes a VP or Primary-route hex out of the Germans' reach."""
    return _listed(own, [h for h in own.ends if own.near_reach(h) and own.line.plugs(own.units, h)])


def _block(own: Stack) -> Found | None:
    """ROUTE: an empty Position on a Primary route, Proximate to a German."""
    g = own.g
    found = [
        h for h in own.ends if h in g.content.routes[0] and h in g.content.hold and is_empty(g, h)
    ]
    return _listed(own, [h for h in found if is_proximate(g, h, "allied")])


def _close(own: Stack) -> Found | None:
    """IDLE: the empty Position nearest to a German, then AA-17."""
    g = own.g
    if not is_out_of_contact(g, own.lead, own.line):
        return None
    found = [h for h in own.ends if h in g.content.hold and is_empty(g, h) and own.may_go(h)]
    order = sorted(found, key=lambda h: (hexes_to_enemy(g, h, "allied"), own.last(h)))
    rows: list[tuple[int | str, ...]] = [
        (g.grid.name(h), hexes_to_enemy(g, h, "allied")) for h in order
    ]
    return (order[0], rows) if order else None


_GOES: dict[str, Callable[[Stack], Found | None]] = {
    "danger withdraw": _withdraw,
    "out restore": _restore,
    "vpopen occupy": _occupy,
    "vpthin join": _join,
    "gap plug": _plug,
    "route block": _block,
    "idle close": _close,
}


# -- attacks ----------------------------------------------------------------------------------------


def _targets(own: Stack, situation: str) -> tuple[list[Hex], Ratio]:
    """The hexes that a situation speaks of, and the ratio it wants."""
    g, odds = own.g, own.g.content.actions.odds
    if situation == "vplost":
        lost = (h for h in sorted(g.content.points) if g.state.control.get(h) == "german")
        return [h for h in lost if g.board.here["german"][h]], odds.vplost
    near = proximate_enemies(g, own.where, "allied")
    if situation == "flank":
        worn = {LOW, OUT, ISOLATED, OUT_OF_FUEL}
        return [h for h in near if all(u.states & worn for u in stack(g, h, "german"))], odds.flank
    return near, odds.weak_early if day(g) <= odds.early_until else odds.weak


def attack_of(
    own: Stack, others: Sequence[Stack], situation: str
) -> tuple[Plan, list[tuple[int | str, ...]]] | None:
    """WEAK, FLANK, VPLOST: the best attack that the force of this stack can make, with every other (ARD-AA-21)."""
    g = own.g
    targets, wanted = _targets(own, situation)
    struck = activation(g).struck if is_activation(g) else ()
    force = Force(g, [own.units, *(other.units for other in others if other.units != own.units)])
    found = (force.against(h, wanted) for h in targets if h not in struck)
    plans = ranked(g, [plan for plan in found if plan is not None])
    if not plans:
        return None
    rows: list[tuple[int | str, ...]] = [plan_row(g, plan) for plan in plans]
    return plans[0], [*rows, *plans[0].working]


def _lost_ground(own: Stack) -> Found | None:
    """VPLOST: an empty German VP hex within reach goes before any attack."""
    g = own.g
    found = [
        h for h in own.ends if is_vp(g, h) and is_empty(g, h) and g.state.control.get(h) == "german"
    ]
    return _listed(own, found)


# -- a card -----------------------------------------------------------------------------------------


def active_stacks(g: ArdGame, formation: Sequence[UnitId]) -> list[Stack]:
    """ARD-AA-10  The active stacks that have not acted and may, in ascending # of their leads."""
    limits, line = g.content.limits.activation, Line(g)
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
            stacks.append(Stack(g, tuple(units), lead, line))
    return stacks


def deed(g: ArdGame, card: ActionCard, formation: Sequence[UnitId]) -> Deed | None:
    """ARD-AA-20  What a card does: line by line, stack by stack; None for nothing. The working is told."""
    tried: list[tuple[int | str, ...]] = []
    stacks = active_stacks(g, formation)
    for number, line in enumerate(card.lines, 1):
        situation, action = line.split()
        for own in stacks:
            found = _one(own, stacks, situation, action)
            if found is not None:
                done, rows = found
                g.decided(
                    "allied", f"action {card.id}", f"line {number} {line}: {own.lead}",
                    [*tried, (number, line, own.lead, "fits"), *rows], rule="ARD-AA-20",
                )  # fmt: skip
                return done
            tried.append((number, line, own.lead, "does not fit"))
    g.decided("allied", f"action {card.id}", "nothing", tried, rule="ARD-AA-20")
    return None


def _one(
    own: Stack, stacks: Sequence[Stack], situation: str, action: str
) -> tuple[Deed, list[tuple[int | str, ...]]] | None:
    """Whether a line fits a stack, and what it does."""
    line = f"{situation} {action}"
    if action == "hold":
        return Deed(line, own.units), []
    if action == "attack":
        if situation == "vplost" and (there := _lost_ground(own)):
            return Deed(line, own.units, own.way(there[0])), there[1]
        attack = attack_of(own, stacks, situation)
        return (Deed(line, attack[0].units, attack=attack[0]), attack[1]) if attack else None
    found = _GOES[line](own)
    return (Deed(line, own.units, own.way(found[0])), found[1]) if found else None
