"""Retreats, hex by hex: what is forbidden, what costs a step, what is a last resort (ARD-RT, 5.10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wargame.flow.ask import Refusal
from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import (
    DISPERSED,
    ISOLATED,
    OTHER,
    OUT_OF_FUEL,
    ArdGame,
    army_of,
    day,
    in_enemy_zoc,
    in_supply,
    kind_of,
    place_name,
    stack,
    steps,
    why_full,
)
from wargame.games.ardennes.supply import Lines
from wargame.games.ardennes.works import has_roadblock, is_major, is_wet, road
from wargame.hexes.grid import Hex
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId
from wargame.rules import retreat as ways
from wargame.rules.retreat import Rules

MOST = 2
"""ARD-RT-06  Hexes in all."""
_FREE, _LAST = 0, 2
"""ARD-RT-08, ARD-RT-09  The classes, the first that is open goes before the others; 1 more for a hex that costs a step."""
_BARS = {
    "off the map": ("{} is off the map.", "ARD-RT-06"),
    "enemy": ("The enemy stands in {}.", "ARD-RT-06"),
    "roadblock": ("A Roadblock bars {}.", "ARD-RB-02"),
    "town": ("{} is an enemy City or Town.", "ARD-RT-05"),
    "westwall": ("{} is an empty Westwall hex.", "ARD-RT-05"),
    "river": ("A major river without Bridge lies before {}.", "ARD-RT-06"),
    "bridge": ("They are Isolated: no Bridge leads to {}.", "ARD-SS-12"),
    "near": ("{} is not two hexes from {}.", "ARD-RT-06"),
}
"""What bars a hex, and the rule."""


@dataclass(frozen=True)
class Retreat:
    """Units that go back together from a combat hex; good until the table changes."""

    g: ArdGame
    side: Side
    units: tuple[UnitId, ...]
    combat: Hex
    """The hex that was attacked."""
    path: tuple[Hex, ...] = ()
    """The hexes they have gone back so far, the combat hex left out."""
    room: bool = True
    """Whether a hex must have room for all of them."""

    @property
    def here(self) -> Hex:
        """Where they stand."""
        return self.path[-1] if self.path else self.combat

    def rules(self) -> Rules:
        """What binds a step."""
        return Rules(self.g.grid, "ARD-RT-08", self._shut, self._rank)

    def steps(self) -> list[Hex]:
        """The hexes of the best class there is, ascending (ARD-RT-08, ARD-RT-09)."""
        return next(iter(self.classes()), [])

    def classes(self) -> list[list[Hex]]:
        """ARD-RT-07, ARD-RT-08  The open hexes by class, the best class first, each ascending.

        Classes that cost the last step go behind all others.
        """
        found: dict[int, list[Hex]] = {}
        for h in sorted(self.g.grid.neighbours[self.here]):
            if not self.what_bars(h):
                found.setdefault(self._rank((), h), []).append(h)
        return [found[n] for n in sorted(found, key=lambda n: (self.fatal(found[n][0]), n))]

    def fatal(self, h: Hex) -> bool:
        """ARD-RT-07  Whether the step a hex costs is the last they have."""
        return sum(steps(self.g, u) for u in self.units) == 1 and self.toll(h)

    def why_not(self, h: Hex) -> Refusal | None:
        """Why they may not go back to a hex; None if they may."""
        if not self.g.grid.adjacent(self.here, h):
            return Refusal(f"{place_name(self.g, h)} is not next to them.", "ARD-RT-06")
        if h in self.steps():
            return None
        return ways.why_no_step(self.rules(), self.here, (h,))

    def _shut(self, path: ways.Path, h: Hex) -> Refusal | None:
        """ARD-RT-05, ARD-RT-06, ARD-ST-01"""
        del path
        what = self.what_bars(h)
        if what == "full":
            return why_full(self.g, self.side, h, self.units)
        if not what:
            return None
        said, rule = _BARS[what]
        return Refusal(said.format(place_name(self.g, h), self.g.grid.name(self.combat)), rule)

    def what_bars(self, h: Hex) -> str:
        """ARD-RT-05, ARD-RT-06, ARD-ST-01  A word for what keeps them out of a hex beside them; "" for nothing."""
        g, enemy = self.g, OTHER[self.side]
        if h not in g.content.board:
            return "off the map"
        if g.board.here[enemy][h]:
            return "enemy"
        if self.side == "german" and has_roadblock(g, h):
            return "roadblock"
        if h in g.content.built_up and g.state.control.get(h) == enemy:
            return "town"
        if self.side == "allied" and h in g.content.westwall and not g.board.here["allied"][h]:
            return "westwall"
        if is_major(g, self.here, h) and is_wet(g, self.here, h):
            return "river"
        if self._over_fallen(h):
            return "bridge"
        if self.path and g.grid.distance(self.combat, h) != MOST:
            return "near"
        full = self.room and why_full(g, self.side, h, self.units)
        return "full" if full else ""

    def passed_over(self, open_: Collection[Hex]) -> list[tuple[Hex, str]]:
        """The hexes beside them that are not *open_*, ascending, each with a word for what bars it."""
        whole = replace(self, room=True)
        near = [h for h in sorted(self.g.grid.neighbours[self.here]) if h in self.g.content.board]
        return [(h, whole.what_bars(h) or "full") for h in near if h not in open_]

    def _over_fallen(self, h: Hex) -> bool:
        """ARD-SS-12, ARD-HC-02  Isolated units do not cross where a Bridge is destroyed."""
        g, isolated = self.g, any(ISOLATED in self.g.state.units[u].states for u in self.units)
        return (
            isolated and is_wet(g, self.here, h) and side_key(self.here, h) in g.content.map.bridges
        )

    def _rank(self, path: ways.Path, h: Hex) -> int:
        """ARD-RT-08, ARD-RT-09, ARD-RT-11"""
        del path
        return (_LAST if self.last_resort(h) else _FREE) + self.toll(h)

    def toll(self, h: Hex) -> bool:
        """ARD-RT-08  Whether a hex costs a step."""
        g = self.g
        if self.side == "german":
            return not g.board.here["german"][h] and in_enemy_zoc(g, h, "german")
        if g.board.here["allied"][h]:
            there = [u for u in stack(g, h, "allied") if u.id not in self.units]
            return not any(in_supply(u) for u in there)
        return in_enemy_zoc(g, h, "allied") or not self._lines.reaches(h)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.g, "allied")

    def last_resort(self, h: Hex) -> bool:
        """ARD-RT-09, ARD-RT-11  Over a river without Bridge, into Forest off the Road, into another sector."""
        g, here = self.g, self.here
        forest = g.content.ground.rows[h].last_resort and not road(g, here, h)
        return is_wet(g, here, h) or forest or self._over_boundary(h)

    def _over_boundary(self, h: Hex) -> bool:
        early = day(self.g) <= self.g.content.limits.early.boundaries_until
        if self.side != "german" or not early:
            return False
        sector = self.g.content.army_sector[h]
        return any(sector != army_of(self.g, u) for u in self.units)

    def through_full(self) -> list[tuple[Hex, Hex]]:
        """Two hexes at once, where no single hex has room and the first is full (ARD-RT-01)."""
        if self.path or self.steps():
            return []
        blind = replace(self, room=False)
        found = []
        for first in blind.steps():
            on = replace(self, path=(first,))
            found += [(first, second) for second in on.steps()]
        return found


def hexes_left(g: ArdGame, unit_id: UnitId, combat: Hex) -> int:
    """ARD-RT-03, ARD-RT-04, ARD-SS-09 to -11  How many hexes a unit may retreat at most, its stack apart."""
    unit, kind = g.state.units[unit_id], kind_of(g, unit_id)
    if unit_id == g.content.limits.paratroops.unit or OUT_OF_FUEL in unit.states:
        return 0
    if kind.mech and unit.states & {DISPERSED, ISOLATED}:
        return 0
    if ISOLATED in unit.states:
        return 0 if in_enemy_zoc(g, combat, unit.side) else 1
    return 1 if DISPERSED in unit.states else MOST


def able(g: ArdGame, units: Collection[UnitId], combat: Hex) -> tuple[UnitId, ...]:
    """ARD-RT-04  The units of a stack that can retreat at all."""
    return tuple(u for u in units if hexes_left(g, u, combat))


def most_hexes(
    g: ArdGame,
    units: Sequence[UnitId],
    combat: Hex,
    *,
    infiltrated: bool = False,
    together: Sequence[UnitId] = (),
) -> int:
    """ARD-RT-03, ARD-US-06, ARD-CT-04  Hexes a stack may retreat: that of the least of them, fewer by Infiltration.

    *together* are all who were attacked: a Dispersed one among them holds the others to one hex.
    """
    bonus = g.content.cup.bonus
    fewer = bonus.infiltration_less if infiltrated else 0
    most = min((hexes_left(g, u, combat) for u in units), default=0)
    slow = any(DISPERSED in g.state.units[u].states for u in together)
    return max(min(most, MOST - fewer, 1 if slow else MOST), min(most, bonus.infiltration_least))
