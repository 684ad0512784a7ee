"""What an attack remembers while it is fought: it lies on the frame of `normandy.{side}.attack`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wargame.games.normandy.data.files import Side
from wargame.games.normandy.data.ground import Result
from wargame.games.normandy.odds import NOTHING, Assessment, Stake, assess, cells
from wargame.games.normandy.stakes import Forces
from wargame.games.normandy.state import OTHER, NorGame, combat_units, kind_of
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Frame, UnitId
from wargame.rules.held import Held

Packed = tuple[int | str, ...]
FRAMES = {side: f"normandy.{side}.attack" for side in OTHER}


class Battle(NamedTuple):
    """An attack under way."""

    attacker: Side
    phase: str
    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    """Who attacks."""
    origins: tuple[Hex, ...]
    """From where."""
    defenders: tuple[UnitId, ...]
    stake: Packed = ()
    answer: Packed = ()
    column: int = 0
    code: str = "-"
    """NOR-CO-18  The cell."""
    hits: int = 0
    """Steps the attacker loses, with attrition."""
    losses: int = 0
    """The defender."""
    taken: Packed = ()
    """NOR-CO-19  Unit and steps lost in this attack, in turn."""
    asked: tuple[Hex, ...] = ()
    """NOR-CO-21  Hexes whose defenders have decided."""
    stood: tuple[Hex, ...] = ()
    routed: tuple[Hex, ...] = ()
    """NOR-AD-02  Hexes from which units had to retreat."""
    bridges: tuple[int, ...] = ()
    """NOR-EN-11  Hex left by a German stack and the hexes of a bridge there, in turn."""
    tried: tuple[Hex, ...] = ()
    advanced: tuple[UnitId, ...] = ()

    @property
    def forces(self) -> Forces:
        """Side, targets and attackers."""
        return Forces(self.attacker, self.targets, self.units)

    @property
    def defender(self) -> Side:
        """The other side."""
        return OTHER[self.attacker]

    @property
    def lost(self) -> dict[UnitId, int]:
        """Steps lost in this attack by unit."""
        return {str(u): int(n) for u, n in zip(self.taken[::2], self.taken[1::2], strict=True)}

    def cell(self, g: NorGame) -> Result:
        """NOR-CO-18"""
        return cells(g.content)[self.column, self.code]


_FRAMES = frozenset(FRAMES.values())


def _frame(g: NorGame) -> Frame:
    """The frame of the attack that is fought."""
    for frame in reversed(g.state.frames):
        if frame.name in _FRAMES:
            return frame
    raise AssertionError("no attack is being fought")


_HELD = Held(Battle)


def battle(g: NorGame) -> Battle:
    """The attack that is fought, with all that is known of it."""
    return _HELD.of(_frame(g))


def remember(g: NorGame, fight: Battle, **values: Fact) -> None:
    """An attack keeps something in mind."""
    g.keep_together(FRAMES[fight.attacker], **values)


_GUNS = 4
"""In the row of a stake the guns come after so much else."""


def pack(stake: Stake) -> Packed:
    """A stake as a row."""
    return (stake.sp, stake.purse, stake.naval, stake.ground, *stake.guns)


def unpack(row: Packed) -> Stake:
    """The stake of a row."""
    if not row:
        return NOTHING
    points, purse, naval, ground = row[:_GUNS]
    return Stake(int(points), str(purse), guns_of(row), str(naval), int(ground))


def guns_of(row: Packed) -> tuple[UnitId, ...]:
    """The guns of the stake of a row."""
    return row[_GUNS:]  # type: ignore[return-value]


def assessed(g: NorGame, fight: Battle) -> Assessment:
    """NOR-CO-17  The attack with all that has been given to it."""
    return assess(g, fight.targets, fight.units, unpack(fight.stake), unpack(fight.answer))


def packed_losses(lost: Mapping[UnitId, int]) -> Packed:
    """Steps lost by unit as a row."""
    return tuple([value for unit in sorted(lost) for value in (unit, lost[unit])])


def alive(g: NorGame, units: Sequence[UnitId]) -> list[UnitId]:
    """Those that are still on the map, by id."""
    known = g.state.units
    return sorted([u for u in units if known[u].hex >= 0])


def left_in(g: NorGame, fight: Battle, where: Hex) -> list[UnitId]:
    """The defenders that still stand in an attacked hex, by id."""
    return [u.id for u in combat_units(g, where, fight.defender) if u.id in fight.defenders]


def riders(g: NorGame, side: Side, where: Hex) -> list[UnitId]:
    """NOR-DR-07  HQs and guns of a side in a hex, by id."""
    units = g.state.units
    return [u for u in g.board.at[where] if units[u].side == side and not kind_of(g, u).combat_unit]
