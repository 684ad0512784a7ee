"""Which HQ every unit belongs to: a proposal, and `attach UNIT HQ` to change it (NOR-SU-04)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.ask import DONE_WORD, Option, Pick, Refusal, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import Done, MixedAsk, Verb
from wargame.games.normandy.armies import hqs
from wargame.games.normandy.asks.orders import name_of
from wargame.games.normandy.content import NormandyContent
from wargame.games.normandy.data.files import NATION_TITLES, Side
from wargame.games.normandy.state import (
    HQ,
    NATIONS,
    NorGame,
    division_of,
    divisions,
    fighters,
    kind_of,
    nation_of,
    nearest_hq,
    unit_name,
)
from wargame.games.normandy.supply import Lines, lines_of
from wargame.model.state import UnitId

GRAMMAR = Grammar("NOR-SU-04", name=name_of)
_FORM = "attach UNIT HQ"
Ties = dict[UnitId, UnitId]
"""By unit the HQ it is attached to, "" for none."""


class Attach(NamedTuple):
    """Units that go to one HQ together."""

    units: tuple[UnitId, ...]
    hq: UnitId


class Part(NamedTuple):
    """NOR-SU-04  Units that are attached together: a division, or one unit."""

    units: tuple[UnitId, ...]
    hqs: Sequence[UnitId]
    """The HQs to which all of them can trace, room apart."""
    many: int
    """How many of them are combat units, which take up room."""


@dataclass(frozen=True, slots=True)
class Openings:
    """NOR-SU-04, NOR-SU-05  Who may belong to whom as long as lines run as they do, room apart."""

    hqs: Mapping[UnitId, Sequence[UnitId]]
    """By unit the HQs it can trace to, the units by id."""
    divisions: Mapping[str, Sequence[UnitId]]
    """NOR-SU-04  The units of those with several on the map."""
    singles: Sequence[UnitId]
    """Who is not among them."""
    cut_off: Sequence[UnitId]
    """Section 1, R-105  Units that can trace to no HQ: they take up nobody's room."""


@lru_cache(maxsize=2)
def _openings(content: NormandyContent, *lines: Lines) -> Openings:
    """Who may belong to whom as the lines of the nations of a side run."""
    hqs = {unit: able for each in lines for unit, able in each.traced.items()}
    found, division = dict[str, list[UnitId]](), divisions(content)
    for unit in hqs:
        if division[unit]:
            found.setdefault(division[unit], []).append(unit)
    wholes = {name: units for name, units in found.items() if len(units) > 1}
    singles = [unit for unit in hqs if division[unit] not in wholes]
    return Openings(hqs, wholes, singles, [unit for unit, able in hqs.items() if not able])


class Attachments:
    """Who may belong to whom, as lines run now; *ties* are changed as units are attached."""

    def __init__(self, g: NorGame, side: Side) -> None:
        self.g, self.side, units = g, side, g.state.units
        nations = sorted(NATIONS[side])  # as the ids of their units begin
        self.openings = _openings(g.content, *[lines_of(g, nation) for nation in nations])
        self._ties: Ties = {u: units[u].ties.get(HQ, "") for u in self.openings.hqs}

    @property
    def open(self) -> Mapping[UnitId, Sequence[UnitId]]:
        """NOR-SU-04  By unit the HQs it can trace to, room apart."""
        return self.openings.hqs

    @property
    def ties(self) -> Mapping[UnitId, UnitId]:
        """By unit the HQ it is attached to, "" for none."""
        return self._ties

    def attach(self, units: Iterable[UnitId], hq: UnitId) -> None:
        """Units go to an HQ."""
        for unit in units:
            if self._counts(unit):
                self._full[self._ties[unit]] -= 1
                self._full[hq] += 1
            self._ties[unit] = hq

    # -- room and divisions -------------------------------------------------------------------

    def room(self, hq: UnitId, leave_out: Collection[UnitId] = ()) -> int:
        """NOR-SU-04  Combat units that an HQ can still take."""
        gone = len([u for u in leave_out if self._ties[u] == hq and self._counts(u)])
        return self.g.content.hqs[hq].room - self._full[hq] + gone

    def _counts(self, unit: UnitId) -> bool:
        """NOR-SU-04  Whether a unit takes up room."""
        return unit in fighters(self.g.content) and bool(self.open[unit])

    @cached_property
    def _full(self) -> dict[UnitId, int]:
        """By HQ the combat units that take up room with it."""
        return Counter([hq for unit, hq in self._ties.items() if self._counts(unit)])

    def common(self, part: Part) -> list[UnitId]:
        """NOR-SU-04  HQs to which all of them can trace, with room for all."""
        return [hq for hq in part.hqs if self.room(hq, part.units) >= part.many]

    def alone(self, unit: UnitId) -> Part:
        """A unit for itself."""
        return Part((unit,), self.open[unit], int(unit in fighters(self.g.content)))

    def whole(self, units: Sequence[UnitId]) -> Part:
        """Several units together."""
        able = self.open[units[0]]
        for other in [self.open[unit] for unit in units[1:]]:
            able = able if other == able else [hq for hq in able if hq in other]
        return Part(tuple(units), able, len(fighters(self.g.content).intersection(units)))

    def group(self, unit: UnitId) -> Part:
        """NOR-SU-04  Who goes with a unit: its whole division if that can stay together (R-105)."""
        units = self.openings.divisions.get(division_of(self.g, unit))
        whole = self.whole(units) if units else None
        return whole if whole and self.common(whole) else self.alone(unit)

    def groups(self) -> list[Part]:
        """Everybody, divisions that stay together as one, by the id of their first unit."""
        found = [self.alone(unit) for unit in self.openings.singles]
        for part in map(self.whole, self.openings.divisions.values()):
            found += [part] if self.common(part) else map(self.alone, part.units)
        return sorted(found)

    # -- the proposal -------------------------------------------------------------------------

    def propose(self) -> None:
        """NOR-SU-04, section 5.4  Last turn's HQ where it is legal, else the nearest with room."""
        before, late = self._ties, self._keep_all()
        for part in late:
            if not self._to_nearest(part) and len(part.units) > 1:
                self._apart(part, before)
        self._to_the_nearest_of_all()

    def _keep_all(self) -> list[Part]:
        """Everybody stays with the HQ they all had, as far as there is room; who could go to another."""
        before, rooms, found = self._ties, self.g.content.hqs, self.openings
        fights, late = fighters(self.g.content), list[Part]()
        ties, full = dict.fromkeys(before, ""), defaultdict[UnitId, int](int)
        for units in found.divisions.values():
            hq = before[units[0]]
            parted = [unit for unit in units if before[unit] != hq or hq not in found.hqs[unit]]
            many = 0 if parted else len(fights.intersection(units))
            if not parted and full[hq] + many <= rooms[hq].room:
                full[hq] += many
                ties.update(dict.fromkeys(units, hq))
            else:
                late.append(self.whole(units))
        for unit in found.singles:
            hq, able, many = before[unit], found.hqs[unit], unit in fights
            if hq in able and full[hq] + many <= rooms[hq].room:
                full[hq] += many
                ties[unit] = hq
            elif able:
                late.append(self.alone(unit))
        self._ties, self._full = ties, full
        return late

    def _to_the_nearest_of_all(self) -> None:
        """Section 1, R-105  Who can trace to no HQ belongs to the nearest."""
        g, cut_off = self.g, self.openings.cut_off
        staffs = hqs(g, self.side) if cut_off else ()
        for unit in cut_off:
            self._ties[unit] = nearest_hq(g.content, g.state, unit, staffs)

    def _to_nearest(self, part: Part) -> bool:
        """NOR-SU-04  The smallest sum of distances, ties to the lower id."""
        where, far = self.g.state.units, self.g.grid.distance
        ways = [
            (sum([far(where[u].hex, where[hq].hex) for u in part.units]), hq)
            for hq in self.common(part)
        ]  # fmt: skip
        if ways:
            self.attach(part.units, min(ways)[1])
        return bool(ways)

    def _apart(self, part: Part, before: Mapping[UnitId, UnitId]) -> None:
        """NOR-SU-04  A division that cannot stay together: each unit for itself."""
        for unit in part.units:
            one, hq = self.alone(unit), before[unit]
            if hq in one.hqs and self.room(hq) >= one.many:
                self.attach((unit,), hq)
            else:
                self._to_nearest(one)

    def fill(self) -> None:
        """NOR-SU-04  Units that found no room before take what there is now."""
        for unit in [unit for unit, hq in self.ties.items() if not hq]:
            self._to_nearest(self.alone(unit))

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
        part = self.group(unit)
        cut = [u for u in part.units if hq not in self.open[u]]
        if cut:
            return self._why_cut(cut[0], hq)
        room = self.room(hq, part.units)
        if room < part.many:
            said = f"{staff} has room for {counted(room, 'combat unit')} more; that would be {part.many}."
            return Refusal(said, "NOR-SU-04")
        if all(self.ties[u] == hq for u in part.units):
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
        ties = self._ties
        for units in self.openings.divisions.values():
            first = units[0]
            parted = [unit for unit in units if ties[unit] != ties[first]]
            if parted and (able := self.common(self.whole(units))):
                said = f"{unit_name(self.g, first)} and its division can all go to one HQ."
                return Refusal(said, "NOR-SU-04", tuple(f"attach {first} {hq}" for hq in able))
        return None


class AttachVerb(Verb[Attach | None]):
    """NOR-SU-04  A unit, and with it its division, goes to another HQ."""

    words, form, one_in = ("attach",), _FORM, 12

    def __init__(self, found: Attachments) -> None:
        self.g, self._found = found.g, found

    def heads(self) -> Iterable[Option]:
        """Whole divisions and single units that have another HQ to go to."""
        for part in self._found.groups():
            if self._goals(part):
                first = part.units[0]
                yield Option(f"attach {first}", self._told(part.units), part.units)

    def _told(self, units: Sequence[UnitId]) -> str:
        name = unit_name(self.g, units[0])
        return name if len(units) == 1 else f"{name} and its division"

    def _goals(self, part: Part) -> list[UnitId]:
        now = self._found.ties[part.units[0]]
        return [hq for hq in self._found.common(part) if hq != now]

    def orders(self, head: Option) -> Iterable[Option]:
        """An HQ an order."""
        for hq in self._goals(self._found.group(head.units[0])):
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
        units = self._found.group(unit).units
        return f"attach {units[0]} {hq}", Attach(units, hq)

    def sample(self, pick: Pick) -> str:
        """Any group from a random one on, to any HQ."""
        groups = self._found.groups()
        first = pick(len(groups)) if groups else 0
        for part in (*groups[first:], *groups[:first]):
            if goals := self._goals(part):
                return f"attach {part.units[0]} {goals[pick(len(goals))]}"
        return ""


_NAMED = 4
"""So many of those without an HQ are named in the question."""


def _told(found: Attachments) -> str:
    """The question, with those who belong to nobody they can trace to."""
    cut, alone = len(found.openings.cut_off), [unit for unit, hq in found.ties.items() if not hq]
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
