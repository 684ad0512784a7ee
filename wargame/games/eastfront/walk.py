"""What a step costs and where units may go on the ground (EF-MV, EF-ZC, EF-WX-05, EF-SU-13, EF-RX-13, EF-EX).

All costs and allowances are half movement points. A stack pays the most of its members' prices and has the
least of what they have left.
"""

from __future__ import annotations

from collections.abc import Sequence

from wargame.flow.ask import IllegalAnswer, Pick, Refusal, allow
from wargame.games.eastfront import bounds
from wargame.games.eastfront.content import (
    LAKE,
    MAJOR_RIVER,
    MINOR_RIVER,
    STRAIT,
)
from wargame.games.eastfront.data.counters import UnitClass
from wargame.games.eastfront.entry import price_of, way_of
from wargame.games.eastfront.overrun import may_overrun
from wargame.games.eastfront.production import oil_lost
from wargame.games.eastfront.sea import frozen_sea, may_cross, strait_ships
from wargame.games.eastfront.stacking import why_full
from wargame.games.eastfront.state import (
    HARASSED,
    MP,
    OTHER,
    RAILED,
    RESERVE,
    STAND_FAST,
    SURPRISE,
    UNPREPARED,
    WEATHER,
    EfGame,
    class_of,
    frozen_at,
    level,
    nation,
    side_of,
    stack,
    trained,
    unit_name,
    weather_at,
)
from wargame.hexes.field import Costs, Row, Rows
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.rules import walk
from wargame.rules.onward import out_of_reach
from wargame.rules.walk import Bar, Field, Mover, Path, Step

HALVES = 2
RUN = "run"
"""Number: MP spent in exploitation or reaction."""
BONUS_MOVE, INITIAL, REACTION, EXPLOITATION = 2, 5, 6, 8
"""Phases in which units move."""


def spent(g: EfGame, unit_id: UnitId, phase: int) -> int:
    """MP that a unit has spent in a phase."""
    name = RUN if phase in (REACTION, EXPLOITATION) else MP
    return g.state.units[unit_id].numbers.get(name, 0)


def allowance(g: EfGame, unit_id: UnitId, phase: int, *, bonus: bool = False) -> int:
    """EF-MV-12, EF-WX-05  MP of a unit in a phase: class, additions, halvings, caps, at least 1."""
    unit, cls = g.state.units[unit_id], class_of(g, unit_id)
    if cls.static:
        return 0
    follows = phase == EXPLOITATION and cls.id in ("HQ", "RE", "CE")
    found = g.content.terrain.move.follower if follows else cls.ma
    found -= _weather_loss(g, unit_id, cls)
    if (
        cls.cm
        and unit.side == "axis"
        and oil_lost(g, "axis", g.content.production.factories.ploesti)
    ):
        found -= 1  # EF-SP-25
    if level(unit) == 1:
        found -= 2 if cls.cm else 1
    if level(unit) == 2:
        found = -(-found // 2)
    if UNPREPARED in unit.states:
        found = -(-found // 2)
    found = _by_phase(g, unit_id, found, phase, bonus=bonus)
    if level(unit) >= 3:
        found = min(found, 2)
    return max(found, 1)


def moving_phase(g: EfGame) -> tuple[int, bool]:
    """The phase of movement that is played, the Initial one where none is; whether it is a reaction in a bonus turn."""
    name = next((f.name for f in reversed(g.state.frames) if f.name.endswith(_PHASES)), "")
    if name.endswith(".reaction.move"):
        return REACTION, False
    if name.endswith(".bonus.reaction"):
        return REACTION, True
    bonus = name.endswith(".bonus.movement")
    return BONUS_MOVE if bonus else EXPLOITATION if name else INITIAL, False


_PHASES = (".bonus.movement", ".bonus.reaction", ".reaction.move", ".exploit.move")


def world(g: EfGame) -> tuple[object, ...]:
    """All that an allowance hangs on beside the unit and the phase."""
    tracks = g.state.tracks
    oil = oil_lost(g, "axis", g.content.production.factories.ploesti)
    return (*map(tracks.get, _WORLD), oil)


_WORLD = ("turn", SURPRISE, *WEATHER.values())
"""Tracks."""


def _weather_loss(g: EfGame, unit_id: UnitId, cls: UnitClass) -> int:
    """EF-WX-05  MA lost where the unit stands."""
    unit, weather = g.state.units[unit_id], weather_at(g, g.state.units[unit_id].hex)
    early = g.state.turn() <= g.content.weather.winter.last
    slow = early and unit.side == "axis" and not cls.cm and nation(g, unit_id) != "F"
    if weather == "S":
        return int(slow)
    return (2 if slow else 1) if weather == "B" else 0


def _by_phase(g: EfGame, unit_id: UnitId, found: int, phase: int, *, bonus: bool) -> int:
    """EF-SU-13, EF-SU-14, EF-RX-11, EF-RX-12  What a phase leaves of an allowance."""
    unit, cm = g.state.units[unit_id], class_of(g, unit_id).cm
    free_surprise = g.state.tracks.get(SURPRISE) == "axis" and g.state.turn() == 1
    up, down = -(-found // 2), max(found // 2, 1)
    if phase == BONUS_MOVE:
        return found if free_surprise else up
    if phase == EXPLOITATION:
        if cm:
            return up if free_surprise else found
        return up if RESERVE in unit.states else found
    if phase == REACTION:
        if bonus:
            return down
        return found if RESERVE in unit.states and cm else down
    return found


def halfway(g: EfGame, unit_id: UnitId, phase: int) -> bool:
    """EF-CB-10, EF-RX-10, EF-RA-14  Whether a unit has spent at most half its MA, rounded up."""
    done = spent(g, unit_id, phase)
    return not done or done <= half_of(g, unit_id, phase)


def half_of(g: EfGame, unit_id: UnitId, phase: int) -> int:
    """EF-MV-15  Half the MA of a unit, rounded up."""
    return -(-allowance(g, unit_id, phase) // 2)


def told_half(g: EfGame, unit_id: UnitId, phase: int) -> str:
    """What a unit has spent that is more than half its MA, in words."""
    most = allowance(g, unit_id, phase)
    return f"spent {spent(g, unit_id, phase)} MP, more than half its MA of {most}: {-(-most // 2)}"


def mp_left(g: EfGame, unit_id: UnitId, phase: int, *, bonus: bool) -> int:
    """EF-RA-14  MP that a unit has left: after a rail move half its MA, rounded up."""
    most = allowance(g, unit_id, phase, bonus=bonus)
    if _railed(g, unit_id, phase):
        most = -(-most // 2)
    return most - spent(g, unit_id, phase)


def _railed(g: EfGame, unit_id: UnitId, phase: int) -> bool:
    return phase == INITIAL and RAILED in g.state.units[unit_id].states


class Marcher(Mover):
    """A unit, or a stack that moves together, in a phase."""

    rule = "EF-MV-11"

    def __init__(
        self, g: EfGame, units: Sequence[UnitId], phase: int, *, bonus: bool = False
    ) -> None:
        self.g, self.grid, self.units, self.phase = g, g.grid, tuple(units), phase
        self.side = side_of(g, units[0])
        self.enemy = OTHER[self.side]
        self.start = g.state.units[units[0]].hex
        self.name = " + ".join(unit_name(g, u) for u in units)
        self.left = HALVES * min(mp_left(g, u, phase, bonus=bonus) for u in units)
        self.fresh = not any(spent(g, u, phase) or _railed(g, u, phase) for u in units)
        self.classes = {cls.id: cls for cls in (class_of(g, u) for u in units)}
        self.foot = any(not cls.pays_as_cm for cls in self.classes.values())
        self.halts = any(not cls.cm for cls in self.classes.values())
        self.zone = g.board.zoc[self.enemy]
        self.stop = Rows(self._stops)
        self.costs = Costs(g.grid, self._row)
        self.bars = (Bar(Rows(lambda h: int(self._shut(h) is not None)), self._why_shut),)
        self._endless: list[Field] = []

    # -- prices -------------------------------------------------------------------------------

    def _row(self, h: Hex) -> Row:
        around = self.grid.around[h]
        return Row(lambda d: 0 if around[d] < 0 else self._price(h, around[d]))

    def _price(self, a: Hex, b: Hex) -> int:
        """EF-MV-10, EF-MV-11, EF-EX-11  Half MPs of a step, 0 where there is none but a one-hex move."""
        g = self.g
        if not self._passable(a, b):
            return 0
        prices = [self._own_price(a, b, u) for u in self.units]
        if not all(prices):
            return 0
        move, zone = g.content.terrain.move, self._zone_at(b)
        extra = 0
        if self._overruns(b):
            if may_overrun(g, self.units, a, b):
                return 0
            extra += move.overrun
        if zone:
            extra += move.into_zoc
            if self._zone_behind(a, b):
                if self.foot:
                    return 0
                extra += move.zoc_to_zoc
        if g.state.layers.get(HARASSED, {}).get(b):
            extra += move.harassed
        return HALVES * (max(prices) + extra)

    def _own_price(self, a: Hex, b: Hex, unit: UnitId) -> int:
        """The hex and hexside for one unit in MP, 0 where only a one-hex move leads there."""
        g, content = self.g, self.g.content
        fit = content.map.terrain[b] in content.terrain.trained and trained(
            g, unit, content.map.terrain[b]
        )
        on_foot = not class_of(g, unit).pays_as_cm
        return price_of(content, (a, b), (weather_at(g, b), frozen_at(g, b)), (on_foot, fit))

    # -- where it may go ----------------------------------------------------------------------

    def _passable(self, a: Hex, b: Hex) -> bool:
        """EF-MV-20, EF-MV-21, EF-SC-03  Nothing off the map, no sea, no lake that is not frozen, no strait but by a whole move."""
        way = way_of(self.g.content, a, b)
        if not way or (way == LAKE and not (frozen_sea(self.g, b) and self.foot_only())):
            return False
        return self._free(a, b) is None

    def foot_only(self) -> bool:
        """EF-WX-04, EF-MV-19  Frozen lakes and straits are for foot units; HQs and engineers are such."""
        return not any(cls.cm for cls in self.classes.values())

    def _free(self, a: Hex, b: Hex) -> Refusal | None:
        found = (bounds.why_not_enter(self.g, u, a, b) for u in self.units)
        return next((refusal for refusal in found if refusal), None)

    def _zone_at(self, h: Hex) -> bool:
        """EF-ZC-01, EF-MV-17  An enemy ZOC, that of units which are overrun there left out."""
        if not self.zone[h]:
            return False
        return self.zone[h] > self.g.board.covers(self.enemy, h).count(h)

    def _zone_behind(self, a: Hex, b: Hex) -> bool:
        """EF-MV-17  Whether a step leaves an enemy ZOC; the ZOC of those it overruns is gone by then."""
        gone = self.g.board.covers(self.enemy, b).count(a) if self._overruns(b) else 0
        return self.zone[a] > gone

    def _overruns(self, b: Hex) -> bool:
        """Whether entering a hex is an overrun."""
        return self._held(b) and self.phase != REACTION

    def _held(self, h: Hex) -> bool:
        """EF-ZC-04, EF-MV-16  Whether enemies stand there that are not simply entered."""
        there = self.g.board.here[self.enemy][h]
        return there > 0 and any(class_of(self.g, u.id).zones for u in stack(self.g, h, self.enemy))

    def _shut(self, h: Hex) -> Refusal | None:
        """Why a hex is not entered from anywhere; an overrun hangs on the hex it starts from, and `no_way` tells of it."""
        if self._held(h):
            if self.phase != REACTION:
                return None
            said = f"Enemies stand in {self.grid.name(h)}; nobody overruns in reaction."
            return Refusal(said, "EF-RX-13")
        ordered = any(STAND_FAST in self.g.state.units[u].states for u in self.units)
        if ordered and self._pinned(h):
            return Refusal(f"{self.name} is ordered to stand.", "EF-PE-06")
        return None

    def _pinned(self, h: Hex) -> bool:
        """EF-PE-06  It may not leave an enemy ZOC."""
        return self.phase == INITIAL and bool(self.zone[self.start]) and not self.zone[h]

    def _why_shut(self, h: Hex) -> Refusal:
        found = self._shut(h)
        assert found is not None
        return found

    def _stops(self, h: Hex) -> int:
        """EF-MV-14, EF-MV-18, EF-MV-17  It stops in a ZOC unless all are c/m; an overrun ends a stretch."""
        return int(self._overruns(h) or (self.halts and self._zone_at(h)))

    def leap(self, a: Hex, b: Hex) -> bool:
        """EF-MV-13, EF-MV-19  A one-hex move of a unit that has not moved; a strait as a whole move."""
        if not self.fresh or a != self.start or self._overruns(b):
            return False
        if self.g.content.water(a, b) == STRAIT:
            return (
                self.foot_only() and self._free(a, b) is None and may_cross(self.g, self.side, a, b)
            )
        if not self._passable(a, b):
            return False
        return not (self._zone_at(a) and self._zone_at(b) and self._wet(a, b))

    def _wet(self, a: Hex, b: Hex) -> bool:
        return self.g.content.water(a, b) in (MINOR_RIVER, MAJOR_RIVER)

    # -- in words -----------------------------------------------------------------------------

    def no_way(self, a: Hex, b: Hex) -> Refusal:
        """Why no step leads there."""
        g, name = self.g, self.grid.name(b)
        if refusal := self._free(a, b):
            return refusal
        if self._overruns(b) and (refusal := may_overrun(g, self.units, a, b)):
            return refusal
        if g.content.rows[b] is None:
            return Refusal(f"No ground leads into {name}.", "EF-MV-20")
        if b not in g.content.board:
            return Refusal(f"{name} lies outside the area of this scenario.", "EF-SC-03")
        if g.content.map.terrain[b] == LAKE:
            return Refusal(f"The lake in {name} carries foot units while it is frozen.", "EF-WX-04")
        if g.content.water(a, b) == STRAIT:
            return self._no_strait(a, b)
        if self._zone_at(a) and self._zone_at(b):
            return Refusal(f"On foot, from ZOC to ZOC is a whole move: {name}.", "EF-MV-13")
        return Refusal(f"{name} is entered as a whole move only.", "EF-MV-13")

    def _no_strait(self, a: Hex, b: Hex) -> Refusal:
        """EF-MV-19  What is wanting for a strait."""
        said = f"The strait to {self.grid.name(b)} is crossed on foot, as a whole move"
        if self.foot_only() and self.fresh and a == self.start:
            own, enemy = strait_ships(self.g, self.side, a, b)
            said += f", to an own shore, over ice, or with more ships near than the enemy: {own} to {enemy}"
        return Refusal(f"{said}.", "EF-MV-19")

    def stopped(self, h: Hex) -> Refusal:
        """Why a path ends there."""
        if self._overruns(h):
            return Refusal(f"The overrun in {self.grid.name(h)} is fought first.", "EF-MV-17")
        return Refusal(f"Foot units stop in the enemy ZOC of {self.grid.name(h)}.", "EF-MV-14")

    def ground(self, a: Hex, b: Hex) -> str:
        """What a step's price is made of."""
        g = self.g
        said = "highway" if g.content.highway(a, b) else g.content.map.terrain[b]
        kind = g.content.water(a, b)
        if kind and not g.content.highway(a, b) and not frozen_at(g, b):
            said += f", {kind}"
        if self._overruns(b):
            said += ", overrun"
        if self._zone_at(b):
            said += ", enemy ZOC"
        return said + (", harassed" if g.state.layers.get(HARASSED, {}).get(b) else "")

    # -- searching ----------------------------------------------------------------------------

    def field(self) -> Field:
        """Where it may go."""
        return walk.reach(self, self.start, self.left, fresh=self.fresh)

    def follow(self, path: Path) -> Sequence[Step]:
        """The priced steps of a path that ends where it may; raises IllegalAnswer."""
        found = walk.follow(self, path, self.left, fresh=self.fresh)
        allow(self.why_no_end(path[-1]))
        return found.steps

    def wander(self, pick: Pick) -> Path:
        """Some way, () where none of a few ends well."""
        for _ in range(4):
            way = walk.wander(self, self.start, self.left, pick, fresh=self.fresh)
            while len(way) > 1 and self.why_no_end(way[-1]) is not None:
                way = way[:-1]
            if len(way) > 1 and self._goes(way):
                return way
        return ()

    def _goes(self, way: Path) -> bool:
        try:
            self.follow(way)
        except IllegalAnswer:
            return False
        return True

    def why_no_end(self, h: Hex) -> Refusal | None:
        """EF-SK-02, EF-PE-03, EF-RF-15  Why its move may not end in a hex."""
        full = why_full(self.g, self.side, h, self.units)
        found = (bounds.why_no_end(self.g, u, h) for u in self.units)
        return full or next((refusal for refusal in found if refusal), None)

    def why_out(self, goal: Hex) -> Refusal:
        """Why a hex is out of reach."""
        return out_of_reach(self, self.start, goal, self.left, fresh=self.fresh, kept=self._endless)
