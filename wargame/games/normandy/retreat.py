"""Retreats: the category of a step, the ways that are open, why another is not (NOR-RT-01 to -06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from wargame.content.figures import counted
from wargame.flow.ask import Refusal
from wargame.games.normandy.attackers import by_road
from wargame.games.normandy.data.files import Side
from wargame.games.normandy.state import (
    AREA,
    OTHER,
    NorGame,
    combat_units,
    in_enemy_zoc,
    kind_of,
    nation_of,
    why_full,
)
from wargame.games.normandy.state import steps as steps_of
from wargame.games.normandy.works import river, stands
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules.retreat import Once, Path, Rules, steps, why_no_step

FREE, HELD, HOSTILE = 0, 1, 2
"""NOR-RT-02  Categories (a), (b), (c)."""
EAST = "east"
"""NOR-RT-05  The way out of a German after Withdrawal."""
_BESIDE, _WORSE = 10, 100


class Way(NamedTuple):
    """A way back: the hexes entered, and where it leaves the map ("" for nowhere)."""

    path: Path
    off: str = ""


@dataclass(frozen=True)
class Going:
    """Who goes back from a hex, how far, and from whom."""

    g: NorGame
    side: Side
    start: Hex
    length: int
    foes: tuple[Hex, ...]
    """NOR-RT-02  The hexes that no step may come nearer to."""
    units: tuple[UnitId, ...]
    """Combat units that go together, by id."""
    load: tuple[UnitId, ...] = ()
    """NOR-RT-06  HQs and guns that go along."""
    recoils: bool = False
    """NOR-RT-06  AR: not to end next to the foes, if it can be helped."""
    _ranks: dict[tuple[Hex, Hex], int] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def nation(self) -> str:
        """us, cw or ge."""
        return nation_of(self.g, self.units[0])

    @cached_property
    def alone(self) -> tuple[Going, ...]:
        """NOR-RT-01  Each unit by itself, nothing going along."""
        if len(self.units) == 1 and not self.load:
            return (self,)
        return tuple([replace(self, units=(unit,), load=()) for unit in self.units])

    # -- one step -----------------------------------------------------------------------------

    def category(self, where: Hex) -> int:
        """NOR-RT-02, NOR-ZC-05  Free of EZOC, in EZOC with another friendly combat unit, in EZOC."""
        if not in_enemy_zoc(self.g, where, self.side):
            return FREE
        friends = {u.id for u in combat_units(self.g, where, self.side)} - {*self.units}
        return HELD if friends else HOSTILE

    def is_wet(self, here: Hex, where: Hex) -> bool:
        """NOR-RT-03  Across a major river without a bridge."""
        return river(self.g, here, where) == "major river" and not stands(self.g, here, where)

    def shut(self, path: Path, where: Hex) -> Refusal | None:
        """NOR-RT-02, NOR-RT-03, NOR-RT-05  Why a step may not be taken at all (R-97)."""
        g, here, name = self.g, path[-1], self.g.grid.name
        if where not in g.content.land:
            return Refusal(f"{name(where)} is no land hex in play.", "NOR-RT-03")
        if where == self.start:
            return Refusal(f"{name(where)} is the hex they leave.", "NOR-RT-01")
        if g.board.here[OTHER[self.side]][where]:
            return Refusal(f"{name(where)} holds enemy units.", "NOR-RT-03")
        if self._near[where] < self._near[here]:
            foe = min(self.foes, key=lambda f: g.grid.distance(where, f))
            said = f"{name(where)} is nearer to {name(foe)} than {name(here)} is."
            return Refusal(said, "NOR-RT-02")
        if river(g, here, where) == "flooded river" and not stands(g, here, where):
            said = f"Between {name(here)} and {name(where)} is flooded land without a bridge."
            return Refusal(said, "NOR-RT-03")
        marsh = not g.content.ground.rows[where].mech
        if marsh and any(kind_of(g, u).mech for u in self.units) and not by_road(g, here, where):
            said = f"Mech units enter marsh by road only; none leads to {name(where)}."
            return Refusal(said, "NOR-RT-03")
        if self.category(where) != FREE and self.exits(here):
            said = f"{name(where)} is in enemy ZOC, and the way off the map is not."
            return Refusal(said, "NOR-RT-02")
        return None

    @cached_property
    def _near(self) -> Once[int]:
        """How far a hex is from the nearest of the foes."""
        far, foes = self.g.grid.distance, self.foes
        return Once(lambda where: min([far(where, foe) for foe in foes]))

    def rank(self, path: Path, where: Hex) -> int:
        """NOR-RT-02, NOR-RT-03, NOR-RT-06  The category; wet steps bind nobody (R-96)."""
        key = path[-1], where
        if key not in self._ranks:
            self._ranks[key] = self._rank(path, where)
        return self._ranks[key]

    def _rank(self, path: Path, where: Hex) -> int:
        here, own = path[-1], self._class(where)
        if not self.is_wet(here, where):
            return own
        dry = [
            self._class(h)
            for h in self.g.grid.neighbours[here]
            if not self.is_wet(here, h) and self.shut(path, h) is None
        ]
        if self.exits(here):
            dry.append(FREE)
        if not dry:
            return own
        return min(dry) if own <= min(dry) else own + _WORSE

    def _class(self, where: Hex) -> int:
        beside = self.recoils and self._near[where] == 1
        return _BESIDE * self.category(where) + beside

    @cached_property
    def rules(self) -> Rules:
        """What `rules/retreat` asks."""
        return Rules(self.g.grid, "NOR-RT-02", self.shut, self.rank)

    def exits(self, here: Hex) -> list[str]:
        """NOR-RT-05, NOR-OM-04  The ways off the map from a hex: areas by letter, or the east edge."""
        g = self.g
        if not g.content.plays("areas"):
            return []
        if self.side == "german" and g.state.tracks.get("withdrawn"):
            return [EAST] if g.grid.column(here) == g.grid.cols else []
        use = g.content.off_map.use
        if self.side == "allied" and self.nation != use.nation:
            return []
        return [
            area.id
            for area in g.content.off_map.area
            if here in area.hexes and g.state.tracks.get(AREA + area.id, "german") == self.side
        ]

    # -- whole ways ---------------------------------------------------------------------------

    @cached_property
    def ways(self) -> list[Way]:
        """NOR-RT-01, NOR-RT-04  Every way of the owner's choice, the cheapest first."""
        found = list(self._base((self.start,)))
        best = max((self.away(way) for way in found), default=0)
        farthest = [way for way in found if self.away(way) == best]
        every = dict.fromkeys(more for way in farthest for more in self._beyond(way, 0))
        if len(every) == 1:
            return [*every]
        return sorted(every, key=lambda way: (self.price(way), way))

    def _base(self, path: Path) -> Iterator[Way]:
        """NOR-RT-02  Ways of the whole length, each step of the best category there is."""
        if len(path) > self.length:
            yield Way(path[1:])
            return
        for area in self.exits(path[-1]):
            yield Way(path[1:], area)
        for where in steps(self.rules, path):
            yield from self._base((*path, where))

    def away(self, way: Way) -> int:
        """NOR-RT-01  How far off a way ends, its length at most."""
        path = way.path[: self.length]
        return self.length if way.off else min(self.length, self.far(path[-1]))

    def far(self, where: Hex) -> int:
        """Hexes from where it starts."""
        return self.g.grid.distance(self.start, where)

    def _beyond(self, way: Way, more: int) -> Iterator[Way]:
        """NOR-RT-04  One hex further while the end would be overstacked, so many at most."""
        most = self.g.content.limits.retreat.overstack
        if way.off or more == most or self.why_over(way.path[-1]) is None:
            yield way
            return
        path = (self.start, *way.path)
        on = [Way(way.path, area) for area in self.exits(path[-1])]
        on += [Way((*way.path, where)) for where in steps(self.rules, path)]
        if not on:
            yield way
        for longer in on:
            yield from self._beyond(longer, more + 1)

    def why_over(self, where: Hex) -> Refusal | None:
        """NOR-RT-04, NOR-MV-06, NOR-BD-05  Why a hex would be overstacked; None if it would not."""
        return self._over(where, self.units)

    def _over(self, where: Hex, units: Sequence[UnitId]) -> Refusal | None:
        return why_full(self.g, self.side, where, (*units, *self.load))

    def price(self, way: Way) -> int:
        """NOR-RT-02 to -04  Steps that a way costs all units together, the dearest of them kept."""
        g, path, rules = self.g, (self.start, *way.path), self.g.content.limits.retreat
        left = {u: steps_of(g, u) for u in self.units}
        whole = sum(left.values())
        for a, b in pairwise(path):
            wet, zoc = self.is_wet(a, b), rules.zoc * (self.category(b) == HOSTILE)
            for unit, had in left.items():
                drowned = wet and kind_of(g, unit).mech
                left[unit] = 0 if drowned else max(0, had - rules.major * wet - zoc)
        alive = sorted((u for u in self.units if left[u]), key=left.__getitem__)
        while alive and not way.off and self._over(path[-1], alive) is not None:
            left[alive.pop(0)] = 0
        return whole - sum(left.values())

    def end(self, unit_id: UnitId, way: Way) -> tuple[int, bool] | None:
        """NOR-RT-02, NOR-RT-03  How the steps of a way are a unit's end: the steps it has then, and whether for want
        of a way (NOR-VP-05); None if it is left at the end of the way.
        """
        g, rules, left = self.g, self.g.content.limits.retreat, steps_of(self.g, unit_id)
        for a, b in pairwise((self.start, *way.path)):
            wet, zoc = self.is_wet(a, b), rules.zoc * (self.category(b) == HOSTILE)
            if wet and kind_of(g, unit_id).mech:
                return left, True
            if rules.major * wet >= left:
                return 1, True
            left -= rules.major * wet
            if zoc >= left:
                return 1, False
            left -= zoc
        return None

    def cost(self, way: Way) -> str:
        """The same in words, behind a label; "" where it costs nothing."""
        lost = self.price(way)
        whole = sum(steps_of(self.g, u) for u in self.units)
        if not lost:
            return ""
        return ", and all is lost" if lost == whole else f", for {lost} step{'s' * (lost > 1)}"

    def why_not(self, way: Way) -> Refusal | None:
        """NOR-RT-01 to -06  Why a way may not be taken; None if it may."""
        if way in self.ways:
            return None
        name, path = self.g.grid.name, way.path
        if refusal := why_no_step(self.rules, self.start, path):
            return refusal
        if way.off:
            end = (self.start, *path)[-1]
            open_ = " or ".join(self.exits(end)) or "no way off the map"
            return Refusal(f"From {name(end)} there is {open_}.", "NOR-RT-05")
        if len(path) < self.length:
            said = f"It is {counted(self.length, 'hex/hexes')} back, not {len(path)}."
            return Refusal(said, "NOR-RT-01")
        best = max((self.away(w) for w in self.ways), default=0)
        if self.away(way) < best:
            ends = counted(self.away(way), "hex/hexes")
            said = f"That ends {ends} from {name(self.start)}; another way ends {best}."
            return Refusal(said, "NOR-RT-01")
        over = self.why_over(path[-1])
        if over is not None:
            said = f"Units go one hex further from {name(path[-1])}: {over.reason}"
            return Refusal(said, "NOR-RT-04")
        said = f"It is {counted(self.length, 'hex/hexes')} back, and further only out of an overstacked hex."
        return Refusal(said, "NOR-RT-04")


def write(g: NorGame, way: Way) -> str:
    """The tail of an answer: "1718-1618", "0134 A", "A"."""
    words = [g.grid.write(way.path)] if way.path else []
    return " ".join([*words, way.off] if way.off else words)


def told(g: NorGame, way: Way) -> str:
    """A way as a label."""
    to = f"to {g.grid.write(way.path)}" if way.path else ""
    off = {"": "", EAST: "off the map"}.get(way.off, f"into Area {way.off}")
    return " ".join(filter(None, (to, off)))


def loads(going: Going) -> Sequence[UnitId]:
    """Guns among those that go along; HQs always do."""
    return [u for u in going.load if kind_of(going.g, u).support]
