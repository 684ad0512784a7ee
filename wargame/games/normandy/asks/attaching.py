"""Which HQ every unit belongs to: a proposal, and `attach UNIT HQ` to change it (NOR-SU-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.games.normandy.armies import hqs
from wargame.games.normandy.asks.orders import name_of
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.state import (
    HQ,
    NATIONS,
    NorGame,
    division_of,
    kind_of,
    nation_of,
    nearest_hq,
    unit_name,
)
from wargame.games.normandy.supply import lines_of
from wargame.model.state import UnitId

GRAMMAR = Grammar("NOR-SU-04", name=name_of)
_FORM = "attach UNIT HQ"
Ties = dict[UnitId, UnitId]
"""By unit the HQ it is attached to, "" for none."""


class Attach(NamedTuple):
    """Units that go to one HQ together."""

    units: tuple[UnitId, ...]
    hq: UnitId


class Attachments:
    """Who may belong to whom, as lines run now; *ties* are changed as units are attached."""

    def __init__(self, g: NorGame, side: Side) -> None:
        self.g, self.side = g, side
        traced: dict[UnitId, Sequence[UnitId]] = {}
        for nation in NATIONS[side]:
            traced.update(lines_of(g, nation).traced)
        self.open: dict[UnitId, Sequence[UnitId]] = {u: traced[u] for u in sorted(traced)}
        """NOR-SU-04  By unit the HQs it can trace to, room apart."""
        units = g.state.units
        self._ties: Ties = {u: units[u].ties.get(HQ, "") for u in self.open}

    @property
    def ties(self) -> Mapping[UnitId, UnitId]:
        """By unit the HQ it is attached to, "" for none."""
        return self._ties

    def attach(self, units: Iterable[UnitId], hq: UnitId) -> None:
        """Units go to an HQ."""
        for unit in units:
            if unit in self._counting:
                self._full[self._ties[unit]] -= 1
                self._full[hq] += 1
            self._ties[unit] = hq

    # -- room and divisions -------------------------------------------------------------------

    def room(self, hq: UnitId, leave_out: Collection[UnitId] = ()) -> int:
        """NOR-SU-04  Combat units that an HQ can still take."""
        ties, counting = self._ties, self._counting
        gone = len([u for u in leave_out if u in counting and ties[u] == hq])
        return self.g.content.hqs[hq].room - self._full[hq] + gone

    @cached_property
    def _full(self) -> Counter[UnitId]:
        """By HQ the combat units that take up room with it."""
        return Counter(self._ties[u] for u in self._counting)

    @cached_property
    def cut_off(self) -> frozenset[UnitId]:
        """Section 1, R-105  Units that can trace to no HQ: they take up nobody's room."""
        return frozenset(u for u, hqs in self.open.items() if not hqs)

    @cached_property
    def _counting(self) -> frozenset[UnitId]:
        """NOR-SU-04  The combat units that take up room."""
        kinds = self.g.content.units
        return frozenset(u for u, hqs in self.open.items() if hqs and kinds[u].combat_unit)

    def _many(self, units: Iterable[UnitId]) -> int:
        """How many of the units are combat units."""
        kinds = self.g.content.units
        return len([u for u in units if kinds[u].combat_unit])

    @cached_property
    def divisions(self) -> dict[str, tuple[UnitId, ...]]:
        """NOR-SU-04  The units of each division on the map, in order of id."""
        found: dict[str, tuple[UnitId, ...]] = {}
        for unit in self.open:
            if division := division_of(self.g, unit):
                found[division] = (*found.get(division, ()), unit)
        return found

    def common(self, units: Sequence[UnitId]) -> list[UnitId]:
        """NOR-SU-04  HQs to which all of them can trace, with room for all."""
        return [hq for hq in self.open[units[0]] if self.takes(hq, units)]

    def takes(self, hq: UnitId, units: Sequence[UnitId]) -> bool:
        """NOR-SU-04  Whether all of them can trace to an HQ that has room for all."""
        for unit in units:
            if hq not in self.open[unit]:
                return False
        return self.room(hq, units) >= self._many(units)

    def group(self, unit: UnitId) -> tuple[UnitId, ...]:
        """NOR-SU-04  Who goes with a unit: its whole division if that can stay together (R-105)."""
        whole = self.divisions.get(division_of(self.g, unit), (unit,))
        return whole if self._is_one(whole) else (unit,)

    def _is_one(self, units: Sequence[UnitId]) -> bool:
        """NOR-SU-04  Whether several units can all be with one HQ."""
        return len(units) > 1 and any(self.takes(hq, units) for hq in self.open[units[0]])

    def groups(self) -> list[tuple[UnitId, ...]]:
        """Everybody, divisions that stay together as one, by the id of their first unit."""
        alone = ((unit,) for unit in self.open if not division_of(self.g, unit))
        found: list[tuple[UnitId, ...]] = []
        for units in (*self.divisions.values(), *alone):
            found += [units] if self._is_one(units) else [(unit,) for unit in units]
        return sorted(found)

    # -- the proposal -------------------------------------------------------------------------

    def propose(self) -> None:
        """NOR-SU-04, section 5.4  Last turn's HQ where it is legal, else the nearest with room."""
        if self._stands():
            self._to_the_nearest_of_all()
            return
        before, self._ties = self._ties, dict.fromkeys(self.open, "")
        self._full = Counter()
        wholes = [units for units in self.divisions.values() if len(units) > 1]
        joined = {u for units in wholes for u in units}
        parts = [*wholes, *((unit,) for unit in self.open if unit not in joined)]
        late = [part for part in parts if not self._keep(part, before)]
        for part in late:
            if not self._to_nearest(part):
                self._apart(part, before)
        self._to_the_nearest_of_all()

    def _stands(self) -> bool:
        """Whether all who can trace to an HQ may stay with that of last turn, whole divisions with one."""
        ties, hqs = self._ties, self.g.content.hqs
        if [u for u, open_ in self.open.items() if open_ and ties[u] not in open_]:
            return False
        if [hq for hq, n in self._full.items() if n > hqs[hq].room]:
            return False
        parted = (
            u for units in self.divisions.values() for u in units if ties[u] != ties[units[0]]
        )
        return next(parted, None) is None

    def _to_the_nearest_of_all(self) -> None:
        """Section 1, R-105  Who can trace to no HQ belongs to the nearest."""
        g = self.g
        staffs = hqs(g, self.side) if self.cut_off else ()
        for unit in sorted(self.cut_off):
            self.attach((unit,), nearest_hq(g.content, g.state, unit, staffs))

    def _keep(self, units: Sequence[UnitId], before: Mapping[UnitId, UnitId]) -> bool:
        """Everybody stays with the HQ they all had."""
        old = before[units[0]]
        if len(units) > 1 and [u for u in units if before[u] != old]:
            return False
        return self._attach(units, old)

    def _attach(self, units: Sequence[UnitId], hq: UnitId) -> bool:
        if not self.takes(hq, units):
            return False
        self.attach(units, hq)
        return True

    def _to_nearest(self, units: Sequence[UnitId]) -> bool:
        """NOR-SU-04  The smallest sum of distances, ties to the lower id."""
        where, far = self.g.state.units, self.g.grid.distance
        ways = [
            (sum(far(where[u].hex, where[hq].hex) for u in units), hq)
            for hq in self.common(units)
        ]  # fmt: skip
        return bool(ways) and self._attach(units, min(ways)[1])

    def _apart(self, units: Sequence[UnitId], before: Mapping[UnitId, UnitId]) -> None:
        """NOR-SU-04  A division that cannot stay together: each unit for itself."""
        for unit in units:
            if not self._keep((unit,), before):
                self._to_nearest((unit,))

    def fill(self) -> None:
        """NOR-SU-04  Units that found no room before take what there is now."""
        for unit in [unit for unit, hq in self.ties.items() if not hq]:
            self._to_nearest((unit,))

    # -- orders -------------------------------------------------------------------------------

    def why_not(self, unit: UnitId, hq: UnitId) -> Refusal | None:
        """NOR-SU-04, NOR-SU-05  Why a unit, with its division, cannot go to an HQ; None if it can."""
        g, name, staff = self.g, unit_name(self.g, unit), unit_name(self.g, hq)
        if unit not in self.open:
            return Refusal(f"{name} is not attached to anybody in this segment.", "NOR-SU-04")
        if hq not in g.content.hqs or g.state.units[hq].hex < 0:
            return Refusal(f"{staff} is no HQ on the map.", "NOR-SU-04")
        if nation_of(g, unit) != nation_of(g, hq):
            return Refusal(f"{staff} is not {NATION_TITLES[nation_of(g, unit)]}.", "NOR-SU-04")
        if not g.content.takes(hq, kind_of(g, unit)):
            return Refusal(f"{staff} takes only units of its own garrison.", "NOR-SU-04")
        units = self.group(unit)
        cut = [u for u in units if hq not in self.open[u]]
        if cut:
            return self._why_cut(cut[0], hq)
        if not self.takes(hq, units):
            many, room = self._many(units), self.room(hq, units)
            said = f"{staff} has room for {room} combat units more; that would be {many}."
            return Refusal(said, "NOR-SU-04")
        if all(self.ties[u] == hq for u in units):
            return Refusal(f"{name} is attached to {staff} already.", "NOR-SU-04")
        return None

    def _why_cut(self, unit: UnitId, hq: UnitId) -> Refusal:
        g = self.g
        far = g.grid.distance(g.state.units[unit].hex, g.state.units[hq].hex)
        most = g.content.limits.supply.reach(nation_of(g, unit))
        said = f"{unit_name(g, unit)} has no line of {most} hexes to {unit_name(g, hq)}"
        return Refusal(f"{said}, which is {far} away.", "NOR-SU-05")

    def why_not_done(self) -> Refusal | None:
        """NOR-SU-04  A division that could be with one HQ must be."""
        for units in self.divisions.values():
            able = self.common(units) if len({self.ties[u] for u in units}) > 1 else []
            if able:
                said = f"{unit_name(self.g, units[0])} and its division can all go to one HQ."
                return Refusal(said, "NOR-SU-04", tuple(f"attach {units[0]} {hq}" for hq in able))
        return None


class AttachVerb(Verb[Attach | None]):
    """NOR-SU-04  A unit, and with it its division, goes to another HQ."""

    words, form, one_in = ("attach",), _FORM, 12

    def __init__(self, found: Attachments) -> None:
        self.g, self._found = found.g, found

    def heads(self) -> Iterable[Option]:
        """Whole divisions and single units that have another HQ to go to."""
        for units in self._found.groups():
            if self._goals(units):
                yield Option(f"attach {units[0]}", self._told(units), units)

    def _told(self, units: Sequence[UnitId]) -> str:
        name = unit_name(self.g, units[0])
        return name if len(units) == 1 else f"{name} and its division"

    def _goals(self, units: Sequence[UnitId]) -> list[UnitId]:
        return [hq for hq in self._found.common(units) if self._found.ties[units[0]] != hq]

    def orders(self, head: Option) -> Iterable[Option]:
        """An HQ an order."""
        for hq in self._goals(head.units):
            label = f"{self._told(head.units)} to {unit_name(self.g, hq)}"
            yield Option(f"{head.answer} {hq}", label, head.units, (self.g.state.units[hq].hex,))

    def read(self, words: Words) -> tuple[str, Attach | None]:
        """The unit and the HQ; raises IllegalAnswer."""
        unit = words.unit()
        if not words.more:
            raise refuse(f"An HQ is wanted: write {_FORM}.", "NOR-SU-04")
        hq = words.unit()
        words.end()
        allow(self._found.why_not(unit, hq))
        units = self._found.group(unit)
        return f"attach {units[0]} {hq}", Attach(units, hq)

    def sample(self, pick: Pick) -> str:
        """Any group from a random one on, to any HQ."""
        groups = self._found.groups()
        first = pick(len(groups)) if groups else 0
        for units in (*groups[first:], *groups[:first]):
            if goals := self._goals(units):
                return f"attach {units[0]} {goals[pick(len(goals))]}"
        return ""


_NAMED = 4
"""So many of those without an HQ are named in the question."""


def _told(found: Attachments) -> str:
    """The question, with those who belong to nobody they can trace to."""
    cut, alone = len(found.cut_off), [unit for unit, hq in found.ties.items() if not hq]
    rest = f" {cut} can trace to none and belong to the nearest." if cut else ""
    if alone:
        names = [unit_name(found.g, unit) for unit in alone[:_NAMED]]
        more = [f"{len(alone) - _NAMED} more"] if len(alone) > _NAMED else []
        rest += f" No HQ has room for {'; '.join([*names, *more])}."
    return f"Which unit goes to another HQ? Nothing else is changed.{rest}"


def attach_ask(found: Attachments) -> MixedAsk[Attach | None]:
    """NOR-SU-04  Change an attachment, or leave them as they are proposed (done)."""
    out: Verb[Attach | None] = Done(
        DONE_WORD, "The attachments stand", None, why=found.why_not_done
    )
    return MixedAsk(
        found.g,
        [out, AttachVerb(found)],
        side=found.side,
        key="supply.attach",
        prompt=lambda: _told(found),
        rule="NOR-SU-04",
        grammar=GRAMMAR,
    )
