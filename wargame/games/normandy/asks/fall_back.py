"""Leading units back: `retreat ge.275.gr983+ge.5fj.fjr14 1718-1618` (NOR-RT-01 to -06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from wargame.flow.ask import About, Option, allow, refuse
from wargame.flow.notation import Grammar, Words
from wargame.flow.orders import MixedAsk, Verb
from wargame.games.normandy.retreat import EAST, Going, Way, loads, told, write
from wargame.games.normandy.state import kind_of, place_name, steps, unit_name
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

GRAMMAR = Grammar("NOR-RT-01", name=unit_name)


class Order(NamedTuple):
    """Who goes back, with whom, and by which way."""

    going: Going
    way: Way


class FallBack(Verb[Order]):
    """NOR-RT-01  All together with what goes along, or one unit alone."""

    words, form = ("retreat",), "retreat UNIT+UNIT PATH"

    def __init__(self, going: Going) -> None:
        self.g, self.going = going.g, going
        self.groups = [group for group in _groups(going) if group.ways]

    # -- offered ------------------------------------------------------------------------------

    def heads(self) -> Iterator[Option]:
        """The stack, the stack without its guns, each unit."""
        for group in self.groups:
            yield Option(self._head(group), self._called(group), _named(group), (group.start,))

    def orders(self, head: Option) -> Iterator[Option]:
        """Every way of a head."""
        group = self._group(head.units)
        for way in group.ways:
            label = f"{self._called(group)} {told(self.g, way)}{group.cost(way)}"
            yield Option(f"{head.answer} {write(self.g, way)}", label, head.units, way.path)

    def meant(self, units: Sequence[UnitId], where: Hex) -> Iterator[str]:
        """The ways that end in a hex."""
        for head in self.heads():
            if {*head.units} == {*units}:
                yield from (o.answer for o in self.orders(head) if o.hexes[-1:] == (where,))

    # -- read ---------------------------------------------------------------------------------

    def read(self, words: Words) -> tuple[str, Order]:
        """A legal way of a legal group; raises IllegalAnswer."""
        named = tuple(sorted(words.stack()))
        for unit in named:
            if unit not in self.going.units and unit not in self.going.load:
                raise refuse(f"{unit_name(self.g, unit)} need not go back now.", "NOR-RT-01")
        group = self._group(named)
        path: tuple[Hex, ...] = ()
        if words.more and words.next[0].isdigit():
            path = words.path(group.start)[1:]
        off = words.word()
        known = {normal.casefold(): normal for normal in (*self._areas(), EAST)}
        if off and off not in known:
            raise refuse(f'"{off}" was not expected here.', "NOR-RT-01")
        words.end()
        way = Way(path, known.get(off, ""))
        allow(group.why_not(way))
        return f"{self._head(group)} {write(self.g, way)}", Order(group, way)

    def _areas(self) -> list[str]:
        return [area.id for area in self.g.content.off_map.area]

    def _group(self, named: tuple[UnitId, ...]) -> Going:
        """The group that is named, HQs being carried unasked."""
        wanted = {u for u in named if not kind_of(self.g, u).hq}
        for group in self.groups:
            if {*_named(group)} == wanted:
                return group
        near = [head.answer for head in self.heads()][:3]
        said = "They go back all together, or one unit at a time; guns only with the last."
        raise refuse(said, "NOR-RT-01", *near)

    def _head(self, group: Going) -> str:
        return f"retreat {'+'.join(_named(group))}"

    def _called(self, group: Going) -> str:
        return "; ".join(unit_name(self.g, u) for u in _named(group))


def _named(group: Going) -> tuple[UnitId, ...]:
    return (*group.units, *loads(group))


def _groups(going: Going) -> Iterator[Going]:
    """NOR-RT-01, NOR-RT-06  Together with the guns, without them, and each unit alone."""
    yield going
    guns = loads(going)
    if guns:
        yield replace(going, load=tuple(u for u in going.load if u not in guns))
    if len(going.units) > 1:
        yield from going.alone


def fall_back_ask(going: Going) -> MixedAsk[Order]:
    """Who goes back first, and which way."""
    g, length = going.g, going.length
    said = f"{length} hex{'es' * (length > 1)}"
    ask = MixedAsk(
        g,
        [FallBack(going)],
        side=going.side,
        key="combat.retreat",
        prompt=f"The units in {place_name(g, going.start)} go back {said}: who, and which way?",
        rule="NOR-RT-01",
        grammar=GRAMMAR,
    )
    ask.about = About((*going.units, *going.load), (going.start,))
    return ask


def settled(going: Going) -> Order | None:
    """The one thing to do where nobody has a choice, or none that matters; None where somebody has."""
    if loads(going):
        return None
    if _is_lost(going):
        return Order(going, going.ways[0])
    if len(going.ways) != 1:
        return None
    way = going.ways[0]
    if len(going.units) > 1:
        if going.price(way):
            return None
        if any(alone.ways != [way] for alone in [*_groups(going)][1:]):
            return None
    return Order(going, way)


def _is_lost(going: Going) -> bool:
    """NOR-RT-02, NOR-RT-03  Whether all are lost, each in one manner, whoever goes first and whichever way (R-374)."""
    if going.price(going.ways[0]) < sum(steps(going.g, unit) for unit in going.units):
        return False
    groups = list(_groups(going))
    ends = [
        {group.end(unit, way) for group in groups if unit in group.units for way in group.ways}
        for unit in going.units
    ]
    return all(len(found) == 1 and None not in found for found in ends)
