"""Mandatory combat: who must attack whom, what an attack may be, when nothing is owed any more.

NOR-CO-07, -08, -09, -11, -23, -24.  Pairs are listed at the start of a segment (NOR-CO-07); which of
them still bind, who may still attack what, and why an attack is refused is found anew for every attack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, islice

from wargame.flow.ask import Refusal
from wargame.games.normandy.armies import halves, is_operation_attack
from wargame.games.normandy.attackers import around, open_to, what_bars
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    ATTACKED,
    BRIDGE,
    CADRE,
    FELL_BACK,
    ISOLATED,
    OTHER,
    STRUCK,
    NorGame,
    fighters_of,
    kind_of,
    nation_of,
    strength,
    unit_name,
)
from wargame.games.normandy.works import river, shelter
from wargame.hexes.bits import members
from wargame.hexes.grid import Grid, Hex
from wargame.model.state import Scalar, UnitId

BINDING = "binding"
"""NOR-CO-07  The list of pairs: "UNIT HEX"."""
_ELSEWHERE = 2
"""Last of those called to an attack: a unit that other hexes bind."""
Pair = tuple[UnitId, Hex]
Offer = tuple[tuple[UnitId, ...], tuple[Hex, ...]]
"""Units, and the hexes they attack."""
_Attack = tuple[frozenset[UnitId], frozenset[Hex]]


def why_not_together(g: NorGame, units: Sequence[UnitId]) -> Refusal | None:
    """NOR-BD-05, NOR-CO-23  Why units are too many, or of two nations, for one attack; None if not."""
    if len({nation_of(g, u) for u in units}) > 1:
        return Refusal("US and CW units never attack together.", "NOR-BD-05")
    size, width = g.content.combat.size, sum([kind_of(g, u).stacking for u in units])
    if width <= min(size.front, size.front_operation):
        return None
    most = size.front_operation if is_operation_attack(g, units) else size.front
    if width > most:
        said = f"These units have {width} stacking points; the frontage of the attack is {most}."
        return Refusal(said, "NOR-CO-23")
    return None


def duty_of(g: NorGame, side: Side, phase: str) -> Duty:
    """Who may and who must attack now: the same as before where nothing has changed since."""
    return _duty(g, side, phase, g.board.changes, tuple(g.state.lists.get(BINDING, ())))


@lru_cache(maxsize=2)
def _duty(
    g: NorGame, side: Side, phase: str, _changes: tuple[int, int], _pairs: tuple[Scalar, ...]
) -> Duty:
    return Duty(g, side, phase)


@lru_cache(maxsize=2)
def _touching(
    g: NorGame, side: Side, phase: str, _changes: tuple[int, int]
) -> Mapping[UnitId, tuple[Hex, ...]]:
    """NOR-CO-09, NOR-CO-11  What each unit touches that has not attacked and whose state lets it, by id."""
    units, kinds, down = g.state.units, g.content.units, g.state.layers.get(BRIDGE, {})
    held, struck = g.board.held[OTHER[side]], g.state.marked_hexes(STRUCK)
    found: dict[UnitId, tuple[Hex, ...]] = {}
    for unit_id in _at_the_front(g, side):
        unit = units[unit_id]
        if ATTACKED in unit.states or what_bars(unit, phase):
            continue
        every = around(g.content, kinds[unit_id].mobility, unit.hex)
        near = [h for h, bridge in every if held[h] and h not in struck and not down.get(bridge)]
        if near:
            found[unit_id] = tuple(near)
    return found


def _at_the_front(g: NorGame, side: Side) -> list[UnitId]:
    """The combat units of a side next to an enemy one, by id."""
    at, holding, own = g.board.at, g.board.holding, fighters_of(g.content, side)
    front = members(holding[side] & g.grid.spread(holding[OTHER[side]]))
    return sorted([u for h in front for u in at[h] if u in own])


@lru_cache(maxsize=4)
def _listed(grid: Grid, pairs: tuple[Scalar, ...]) -> Mapping[UnitId, Collection[Hex]]:
    """NOR-CO-07  The pairs of the list by unit."""
    found: dict[UnitId, list[Hex]] = {}
    for text in pairs:
        unit, number = str(text).split()
        found.setdefault(unit, []).append(grid.hex(number))
    return found


class Duty:
    """Who may and who must attack at this moment of a Combat Segment."""

    def __init__(self, g: NorGame, side: Side, phase: str) -> None:
        self.g, self.side, self.phase = g, side, phase
        self.struck = g.state.marked_hexes(STRUCK)
        self._faults: dict[_Attack, Refusal | None] = {}
        self._whole: dict[_Attack, Refusal | None] = {}

    # -- who may ------------------------------------------------------------------------------

    @cached_property
    def touch(self) -> Mapping[UnitId, tuple[Hex, ...]]:
        """NOR-CO-09, NOR-CO-11  What each unit that may attack touches, ascending."""
        return _touching(self.g, self.side, self.phase, self.g.board.changes)

    @cached_property
    def takers(self) -> Mapping[Hex, Sequence[UnitId]]:
        """NOR-CO-09  By hex that may be attacked the units that may, bound to it or not, by id."""
        found: dict[Hex, list[UnitId]] = {}
        for unit, near in self.touch.items():
            for target in near:
                found.setdefault(target, []).append(unit)
        return found

    def possible(self, target: Hex, without: Collection[UnitId] = ()) -> list[UnitId]:
        """Units that may still attack a hex, bound to it or not, by id."""
        return [u for u in self.takers.get(target, ()) if u not in without]

    # -- who must -----------------------------------------------------------------------------

    @cached_property
    def pairs(self) -> dict[UnitId, set[Hex]]:
        """NOR-CO-08  The pairs of the start that still bind, of units that have attacked too."""
        g = self.g
        found: dict[UnitId, set[Hex]] = {}
        held = g.board.held[OTHER[self.side]]
        for unit, targets in _listed(g.grid, tuple(g.state.lists.get(BINDING, ()))).items():
            still = {h for h in targets if held[h]}
            if still and self._binds(unit):
                found[unit] = still
        return found

    def _binds(self, unit_id: UnitId) -> bool:
        """A unit that lives, has not retreated and has not become exempt."""
        unit = self.g.state.units[unit_id]
        return (
            unit.hex >= 0
            and FELL_BACK not in unit.states
            and is_obliged(self.g, unit_id, self.phase)
        )

    @cached_property
    def hexes(self) -> list[Hex]:
        """Binding hexes that are still to be attacked and can be, ascending."""
        if not self.touch or not self.pairs:
            return []
        takers, struck = self.takers, self.struck
        owed = set().union(*self.pairs.values())
        return sorted([h for h in owed if h in takers and h not in struck])

    @property
    def must(self) -> dict[Hex, tuple[UnitId, ...]]:
        """The same, each with the units that can attack it."""
        return {h: tuple(self.takers[h]) for h in self.hexes}

    def bound(self) -> list[UnitId]:
        """Units that must still take part in an attack, by id."""
        open_, touch = {*self.hexes}, self.touch
        if not open_:
            return []
        return sorted(
            [u for u, near in self.pairs.items() if u in touch and not near.isdisjoint(open_)]
        )

    def released(
        self, units: Collection[UnitId], targets: Collection[Hex]
    ) -> tuple[tuple[UnitId, ...], tuple[Hex, ...]]:
        """NOR-CO-24  Other units that are bound no longer, and other hexes that nobody must attack any more, once some
        units have attacked some hexes, before anything comes of it.
        """
        aims = {*targets}
        owed = [h for h in self.hexes if h not in aims]
        still = {h for h in owed if self.possible(h, units)}
        free = [
            u for u in self.bound()
            if u not in units and (self.pairs[u].isdisjoint(still) or aims.issuperset(self.touch[u]))
        ]  # fmt: skip
        return tuple(free), tuple([h for h in owed if h not in still])

    # -- what an attack may be ----------------------------------------------------------------

    def plain_fault(self, units: Collection[UnitId], targets: Collection[Hex]) -> Refusal | None:
        """NOR-CO-09, NOR-CO-11, NOR-CO-23, NOR-BD-05  What is wrong with an attack, duties apart."""
        key = frozenset(units), frozenset(targets)
        if key not in self._faults:
            self._faults[key] = self._plain_fault(sorted(key[0]), sorted(key[1]))
        return self._faults[key]

    def _plain_fault(self, units: Sequence[UnitId], targets: Sequence[Hex]) -> Refusal | None:
        g = self.g
        for unit in units:
            for target in targets:
                if target not in self.touch.get(unit, ()):
                    said = f"{unit_name(g, unit)} may not attack {g.grid.name(target)}."
                    return Refusal(said, "NOR-CO-09")
        return why_not_together(g, units)

    def left_out(self, units: Collection[UnitId], targets: Collection[Hex]) -> UnitId | None:
        """NOR-CO-24  A unit bound here and nowhere else that could join and does not; None for none."""
        aims, done, touch = {*targets}, {*targets, *self.struck}, self.touch
        bound = [
            u for u, near in self.pairs.items()
            if not near.isdisjoint(aims) and near <= done and u in touch and u not in units
        ]  # fmt: skip
        for unit in sorted(bound):
            if self.plain_fault([*units, unit], targets) is None:
                return unit
        return None

    def stranded(self, units: Collection[UnitId], targets: Collection[Hex]) -> Hex | None:
        """NOR-CO-24  A binding hex that would lose its last possible attacker without need."""
        for target in self.hexes:
            if target in targets or self.possible(target, units):
                continue
            takers = [u for u in self.possible(target) if u in units]
            joined = len(takers) == len({*units})
            if joined and self.plain_fault(units, [*targets, target]) is None:
                return target
            if any(self._can_stay_out(unit, units, targets) for unit in takers):
                return target
        return None

    def _can_stay_out(
        self, unit: UnitId, units: Collection[UnitId], targets: Collection[Hex]
    ) -> bool:
        """Whether the attack would be legal without a unit, which is then left to another hex."""
        rest = [u for u in units if u != unit]
        if not rest or self.plain_fault(rest, targets) is not None:
            return False
        return not self._must_join(unit, rest, targets)

    def _must_join(self, unit: UnitId, units: Collection[UnitId], targets: Collection[Hex]) -> bool:
        duties = self.pairs.get(unit, set())
        if not duties & {*targets} or duties - {*targets} - self.struck:
            return False
        return self.plain_fault([*units, unit], targets) is None

    def fault(self, units: Collection[UnitId], targets: Collection[Hex]) -> Refusal | None:
        """Why an attack is not legal; None if it is."""
        key = frozenset(units), frozenset(targets)
        if key not in self._whole:
            self._whole[key] = self.plain_fault(units, targets) or self._omits(units, targets)
        return self._whole[key]

    def _omits(self, units: Collection[UnitId], targets: Collection[Hex]) -> Refusal | None:
        """NOR-CO-24  Who must take part and does not, or what nobody could attack any more."""
        name = self.g.grid.name
        if missing := self.left_out(units, targets):
            said = (
                f"{unit_name(self.g, missing)} must take part: it is bound here and nowhere else."
            )
            return Refusal(said, "NOR-CO-24")
        lost = self.stranded(units, targets)
        if lost is not None:
            said = f"That would leave {name(lost)}, which must be attacked, to nobody."
            return Refusal(said, "NOR-CO-24")
        return None

    # -- legal attacks ------------------------------------------------------------------------

    def filled(self, units: Sequence[UnitId], targets: Sequence[Hex]) -> tuple[UnitId, ...]:
        """Units with all who must join them, by id."""
        found = [*units]
        while missing := self.left_out(found, targets):
            found.append(missing)
        return tuple(sorted(found))

    def strongest(self, targets: Sequence[Hex], able: Iterable[UnitId]) -> tuple[UnitId, ...]:
        """As many as the frontage holds: the bound here first, then the strongest, the bound elsewhere last."""
        found: list[UnitId] = []
        for unit in sorted(able, key=lambda u: (self._call(u, targets), -halves(self.g, u), u)):
            if self.plain_fault([*found, unit], targets) is None:
                found.append(unit)
        return tuple(sorted(found))

    def _call(self, unit: UnitId, targets: Collection[Hex]) -> int:
        """0 for a unit that is bound to targets alone, 1 for one that is free, 2 for one bound elsewhere."""
        duties = self.pairs.get(unit, set())
        return _ELSEWHERE if duties - {*targets} - self.struck else int(not duties & {*targets})

    def offers(self, target: Hex) -> Iterator[Offer]:
        """Legal attacks of a hex, the strongest of each nation first, then those begun by one unit."""
        units = self.possible(target)
        seen = self.by_nation([target], units)
        yield from seen
        more: list[Offer] = [(self.filled([u], [target]), (target,)) for u in units]
        for unit in units:
            both = tuple(h for h in self.touch[unit] if h == target or h in self.hexes)
            if len(both) > 1:
                more.append((self.filled([unit], both), both))
        yield from self._legal(row for row in dict.fromkeys(more) if row not in seen)

    def by_nation(self, targets: Sequence[Hex], units: Iterable[UnitId]) -> list[Offer]:
        """The strongest legal attack of each nation, with units that are bound elsewhere or without."""
        found = []
        for nation in sorted({nation_of(self.g, u) for u in units}):
            able = [
                u for u, near in self.touch.items()
                if {*targets} <= {*near} and nation_of(self.g, u) == nation
            ]  # fmt: skip
            free = [u for u in able if self._call(u, targets) < _ELSEWHERE]
            rows = [(self.strongest(targets, some), tuple(targets)) for some in (able, free)]
            found += list(islice(self._legal(rows), 1))
        return found

    def first(self, hexes: tuple[Hex, ...], units: Sequence[UnitId]) -> Offer | None:
        """The first legal attack of hexes by some of those who may; of one hex, with others too."""
        begun: list[Offer] = [(self.filled([u], hexes), hexes) for u in units]
        more = self.offers(*hexes) if len(hexes) == 1 else iter(())
        seen = self.by_nation(hexes, units)
        return seen[0] if seen else next(self._legal(begun), None) or next(more, None)

    def _legal(self, rows: Iterable[Offer]) -> Iterator[Offer]:
        for units, targets in rows:
            if units and self.fault(units, targets) is None:
                yield units, targets

    def some_attack(self) -> Offer | None:
        """A legal attack of a hex that must be attacked; None only where nothing is owed."""
        for target in self.hexes:
            found = next(self.offers(target), None)
            if found:
                return found
        return next((row for h in self.hexes for row in self._every(h)), None)

    def _every(self, target: Hex) -> Iterator[Offer]:
        """Every legal attack that takes in a hex, the smallest first."""
        able = self.possible(target)
        for size in range(1, len(able) + 1):
            for units in combinations(able, size):
                shared = set.intersection(*({*self.touch[u]} for u in units)) - {target}
                for count in range(len(shared) + 1):
                    rows = (
                        (units, tuple(sorted((target, *more))))
                        for more in combinations(sorted(shared), count)
                    )
                    yield from self._legal(rows)


def is_obliged(g: NorGame, unit_id: UnitId, phase: str) -> bool:
    """NOR-CO-02, NOR-CO-08  Whether a unit's own state does not exempt it."""
    unit = g.state.units[unit_id]
    weak = strength(g, unit_id) < g.content.limits.control.zoc_strength
    if weak or CADRE in unit.states or ISOLATED in unit.states:
        return False
    return what_bars(unit, phase) is None


def binding_pairs(g: NorGame, side: Side, phase: str) -> list[Pair]:
    """NOR-CO-02, NOR-CO-07, NOR-CO-08  All binding pairs of a position, by unit and hex."""
    return [(u, h) for u in _at_the_front(g, side) for h in bound_to(g, u, phase)]


def bound_to(g: NorGame, unit_id: UnitId, phase: str) -> list[Hex]:
    """NOR-CO-02, NOR-CO-08  The hexes that a unit must attack from where it stands, ascending."""
    where, kind = g.state.units[unit_id].hex, kind_of(g, unit_id)
    if not kind.combat_unit or where < 0:
        return []
    exempt = g.content.ground.rows[where].exempt or shelter(g, where)
    if exempt or not is_obliged(g, unit_id, phase):
        return []
    held = g.board.held[OTHER[kind.side]]
    return [h for h in open_to(g, unit_id) if held[h] and river(g, where, h) is None]


def list_duties(g: NorGame, side: Side, phase: str) -> Sequence[Pair]:
    """NOR-CO-07  The pairs are listed at the start of the segment."""
    pairs = binding_pairs(g, side, phase)
    name = g.grid.name
    g.set_list(BINDING, [f"{unit} {name(h)}" for unit, h in pairs], rule="NOR-CO-07")
    return pairs
