"""Derived lookups of a position: who stands in a hex, whom it is held by, whose ZOC lies on it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence

from wargame.hexes.grid import Grid, Hex
from wargame.model.state import CONTROL, Side, State, Unit, UnitId

ZocRule = Callable[[State, Side, Hex], tuple[Hex, ...]]
"""Which hexes the ZOC of a side's stack in a hex covers as it stands now; () for none.

It may read the units of that side in that hex, what is printed, and the tracks, layers and markers that are
declared to be read.  A hex named twice counts twice.
"""
HoldRule = Callable[[State, Unit], int]
"""What a unit on the map is in others' way: ABSENT, STANDS or HOLDS.

It may read the unit, what is printed, and what is declared to be read.
"""
NearRule = Callable[[str, int], tuple[Hex, ...]]
"""The hexes whose stacks count otherwise when a place of a layer that is read has changed."""
ABSENT, STANDS, HOLDS = 0, 1, 2
"""Lies in nobody's way (aircraft, ships in port), stands there, holds its hex (a combat unit)."""
_Post = tuple[Side, Hex, int]
"""How a unit on the map was counted last: its side, its hex, its weight."""


def always(_state: State, _unit: Unit) -> int:
    """Every unit holds its hex."""
    return HOLDS


class Board:
    """Occupancy and ZOC counters; `refresh` takes over a unit, `reread` a track or layer."""

    __slots__ = (
        "_all",
        "_grounds",
        "_holds",
        "_marked",
        "_marks",
        "_near",
        "_owned",
        "_posts",
        "_reach",
        "_reads",
        "_rebuilt",
        "_several",
        "_touched",
        "_versions",
        "_zoc_rule",
        "at",
        "grid",
        "ground",
        "held",
        "here",
        "holding",
        "mapped",
        "on_map",
        "rewritten",
        "stood",
        "version",
        "zoc",
        "zoned",
    )  # fmt: skip

    def __init__(
        self,
        grid: Grid,
        sides: Iterable[Side],
        zoc_rule: ZocRule | None,
        holds: HoldRule = always,
        reads: Iterable[str] = (),
        *,
        marks: Iterable[str] | None = None,
        near: NearRule | None = None,
    ) -> None:
        self.grid, sides = grid, tuple(sides)
        self.at: list[list[UnitId]] = [[] for _ in range(grid.size)]
        """Unit ids by hex, sorted."""
        self.zoc: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How often the ZOC of a side's stacks covers each hex."""
        self.here: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many units of a side stand in each hex, those left out that are in nobody's way."""
        self.held: dict[Side, list[int]] = {side: [0] * grid.size for side in sides}
        """How many of them hold it."""
        self.on_map: dict[Side, list[UnitId]] = {side: [] for side in sides}
        """Ids of a side's units on the map, sorted."""
        self.zoned: dict[Side, int] = dict.fromkeys(sides, 0)
        """The hexes that the ZOC of a side covers, as a set."""
        self.stood: dict[Side, int] = dict.fromkeys(sides, 0)
        """The hexes in which units of a side are in others' way, as a set."""
        self.holding: dict[Side, int] = dict.fromkeys(sides, 0)
        """The hexes that units of a side hold, as a set."""
        self.version = 0
        """Grows with every change of a unit or of what is read, and never shrinks: a key for caches."""
        self.ground = 0
        """Another number whenever something changes but marks that no rule reads, also while that is imagined:
        a key for caches of what counts units. The table as it was before is the one of before.
        """
        self.mapped = 0
        """Grows whenever a unit comes onto the map, leaves it, changes sides or boxes: a key for caches of who is there."""
        self.rewritten = 0
        """Grows with every change of a track, a layer or a marker."""
        self._zoc_rule, self._near = zoc_rule, near  # None: no zones; all stacks, wherever it is
        self._holds = holds
        self._reads = frozenset(reads)
        self._marks = None if marks is None else frozenset(marks)
        self._versions: dict[str, int] = {}
        self._several: dict[tuple[str, ...], tuple[int, ...]] = {}
        self._rebuilt = self._grounds = self._all = 0
        self._touched: dict[UnitId, int] = {}
        self._marked: dict[str, int] = {}
        self._posts: dict[UnitId, _Post] = {}
        self._reach: dict[Side, list[tuple[Hex, ...]]] = {s: [()] * grid.size for s in sides}
        self._owned: dict[Side, int] | None = None  # until somebody asks

    def blank(self) -> Board:
        """Lookups of the same rules that know no unit yet."""
        rules = self._zoc_rule, self._holds, self._reads
        return Board(self.grid, self.zoc, *rules, marks=self._marks, near=self._near)

    def covers(self, side: Side, where: Hex) -> tuple[Hex, ...]:
        """The hexes that the ZOC of one stack covers now."""
        return self._reach[side][where]

    def owned(self, state: State, side: Side) -> int:
        """The hexes that a side controls, as a set."""
        if self._owned is None:
            hexes: dict[Side, list[Hex]] = {}
            for where, holder in state.control.items():
                hexes.setdefault(holder, []).append(where)
            self._owned = {holder: self.grid.mask(its) for holder, its in hexes.items()}
        return self._owned.get(side, 0)

    def version_of(self, name: str) -> int:
        """Grows with every change of a track, layer or kind of marker: a key for caches of what reads it."""
        return self._rebuilt + self._versions.get(name, 0)

    def versions_of(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """The same of several, looked at again once any has changed."""
        if names not in self._several:
            self._several[names] = tuple(map(self.version_of, names))
        return self._several[names]

    def changed_among(self, units: Sequence[UnitId], version: int) -> Sequence[UnitId]:
        """Those of *units* that have changed since the table was of a `version`: for caches of what reads each of them."""
        if self._all > version:
            return units
        touched = self._touched
        return [unit for unit in units if unit in touched and touched[unit] > version]

    def version_of_mark(self, name: str) -> int:
        """Grows whenever any unit takes on or sheds a mark: with `mapped` a key for caches of who on the map has it."""
        return max(self._marked.get(name, 0), self._all)

    @property
    def changes(self) -> tuple[int, int]:
        """Other numbers whenever a unit, a track, a layer or a marker has changed: a key for what reads them all."""
        return self.version, self.rewritten

    def refresh(self, state: State, unit: Unit, mark: str = "") -> None:
        """Take over where *unit* stands, for whom and with what weight, and what its stack covers.

        Where only a *mark* has changed (a state, a count, a tie) that no rule reads, all that stays.
        """
        self.version += 1
        self._touched[unit.id] = self.version
        if mark:
            self._marked[mark] = self.version
            if self._marks is not None and mark not in self._marks:
                return
        self._reground()
        side, where = unit.side, unit.hex
        old = self._posts.get(unit.id)
        new = (side, where, self._holds(state, unit)) if where >= 0 else None
        if old != new:
            self._post(unit.id, old, new)
        elif old is None:
            self.mapped += 1
        if self._zoc_rule is None:
            return
        if old is not None and (old[1] != where or old[0] != side):
            self._recount(state, old[0], old[1])
            if old[0] != side:  # it was counted there for its new side, before it was looked at
                self._recount(state, side, old[1])
        if new is not None:
            self._recount(state, side, where)

    def refresh_all_of(self, state: State, units: Iterable[UnitId], marks: Iterable[str]) -> None:
        """Take over several units on which *marks* alone have changed."""
        if self._marks is None or not self._marks.isdisjoint(marks):
            for unit_id in units:
                self.refresh(state, state.units[unit_id])
        else:
            self.version += 1
            self._touched.update(dict.fromkeys(units, self.version))
        for mark in marks:
            self._marked[mark] = self.version

    def taken(self, state: State, where: Hex, old: Side | None, new: Side | None) -> None:
        """A hex has gone from one side to another; None is nobody."""
        if self._owned is not None:
            for side in (old, new):
                if side is not None:
                    self._owned[side] = self._owned.get(side, 0) ^ 1 << where
        self.reread(state, CONTROL)

    def reread(self, state: State, name: str) -> None:
        """A track, a layer or where markers of a kind lie has changed: count again whatever reads it."""
        self._rewrite(name)
        if name in self._reads:
            self.refresh_all(state)

    def relaid(self, state: State, name: str, places: Iterable[int]) -> None:
        """Places of a layer have changed: count again the stacks that this concerns, if any."""
        if self._near is None or name not in self._reads:
            self.reread(state, name)
            return
        self._rewrite(name)
        self.version += 1
        self._all = self.version
        self._reground()
        for where in sorted({h for place in places for h in self._near(name, place)}):
            self._count_again(state, where)

    def _rewrite(self, name: str) -> None:
        """Something beside units has another version now."""
        self._versions[name] = self._versions.get(name, 0) + 1
        self._several.clear()
        self.rewritten += 1

    def _count_again(self, state: State, where: Hex) -> None:
        """Count the units in a hex, and what they cover."""
        for unit_id in self.at[where][:]:
            old = self._posts[unit_id]
            new = *old[:2], self._holds(state, state.units[unit_id])
            if new != old:
                self._post(unit_id, old, new)
        if self._zoc_rule is not None:
            for side in self.zoc:
                self._recount(state, side, where)

    def rebuild(self, state: State) -> None:
        """Much has changed unseen: count everything again."""
        self._rebuilt += 1
        self._owned = None
        self._several.clear()
        self.rewritten += 1
        self.refresh_all(state)

    def refresh_all(self, state: State) -> None:
        """Count every unit and every stack from nothing; the lists stay the same objects."""
        self.version += 1
        self._all = self.version
        self.mapped += 1
        self._reground()
        self._wipe()
        for unit in state.units.values():
            if unit.hex >= 0:
                post = self._posts[unit.id] = unit.side, unit.hex, self._holds(state, unit)
                self.at[unit.hex].append(unit.id)
                self.on_map[unit.side].append(unit.id)
                self._weigh(post, 1)
        stacks = dict.fromkeys([(side, where) for side, where, _ in self._posts.values()])
        for ids in (*self.on_map.values(), *[self.at[where] for _, where in stacks]):
            ids.sort()
        if self._zoc_rule is not None:
            for side, where in stacks:
                self._recount(state, side, where)

    def _reground(self) -> None:
        self._grounds += 1
        self.ground = self._grounds

    def _wipe(self) -> None:
        """No unit stands anywhere."""
        nothing = [0] * self.grid.size
        for masks in (self.zoned, self.stood, self.holding):
            masks.update(dict.fromkeys(masks, 0))
        for side in self.on_map:
            self.on_map[side].clear()
            for counts in (self.zoc[side], self.here[side], self.held[side]):
                counts[:] = nothing
            self._reach[side][:] = [()] * self.grid.size
        for _, where, _ in self._posts.values():
            self.at[where].clear()
        self._posts.clear()

    def _post(self, unit_id: UnitId, old: _Post | None, new: _Post | None) -> None:
        """Count a unit as *new* instead of *old*; None is off the map."""
        if old is not None:
            self.at[old[1]].remove(unit_id)
            self._weigh(old, -1)
            if new is None or new[0] != old[0]:
                self.on_map[old[0]].remove(unit_id)
                self.mapped += 1
        if new is None:
            del self._posts[unit_id]
            return
        insort(self.at[new[1]], unit_id)
        self._weigh(new, 1)
        if old is None or new[0] != old[0]:
            insort(self.on_map[new[0]], unit_id)
            self.mapped += 1
        self._posts[unit_id] = new

    def _weigh(self, post: _Post, by: int) -> None:
        """Count a unit by what it is in others' way."""
        side, where, weight = post
        if weight >= STANDS:
            before = self.here[side][where]
            self.here[side][where] = before + by
            if not (before and before + by):  # the first came, or the last went
                self.stood[side] ^= 1 << where
        if weight >= HOLDS:
            before = self.held[side][where]
            self.held[side][where] = before + by
            if not (before and before + by):
                self.holding[side] ^= 1 << where

    def _recount(self, state: State, side: Side, where: Hex) -> None:
        """Ask the rule what the side's stack in a hex covers now."""
        reach = self._reach[side]
        rule = self._zoc_rule if self.at[where] else None
        old, new = reach[where], rule(state, side, where) if rule else ()
        if new != old:
            counters, zoned = self.zoc[side], self.zoned[side]
            for covered in old:
                counters[covered] -= 1
                if not counters[covered]:
                    zoned ^= 1 << covered
            for covered in new:
                counters[covered] += 1
                if counters[covered] == 1:
                    zoned ^= 1 << covered
            self.zoned[side] = zoned
            reach[where] = new
