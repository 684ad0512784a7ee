"""The notation of moves: `move uk-tr-1 1106-1107 lift uk-6dli 1107-1108 drop 1108-1109`."""

from __future__ import annotations

from typing import NamedTuple

from wargame.flow.ask import refuse
from wargame.flow.notation import Grammar, Words
from wargame.games.arras.state import ROMMEL, ArrasGame
from wargame.hexes.grid import OFF, Hex
from wargame.model.state import UnitId


def unit_name(g: ArrasGame, unit: UnitId) -> str:
    """What a unit is called in running text."""
    if unit == ROMMEL:
        return "Rommel"
    kind = g.content.units.get(unit)
    return kind.name if kind else g.content.air[unit].name


GRAMMAR = Grammar("ARR-MV-07", verb="ARR-SQ-06", unit="ARR-UN-02", name=unit_name)


FETCH = -1
"""Place of the lift, or the drop, in a head whose way is still to be found."""


class Order(NamedTuple):
    """One move as written: who goes where, what is lifted and dropped on the way."""

    verb: str
    unit: UnitId
    path: tuple[Hex, ...]
    """Every hex, the one it starts from first (for `enter` the entry hex)."""
    passenger: UnitId = ""
    lift_at: int = 0
    """Index in the path where the passenger is taken up."""
    drop_at: int | None = None
    """Index in the path where it is set down; None for at the end."""

    def along(self, path: tuple[Hex, ...]) -> Order:
        """The same by a path."""
        return self._replace(path=path)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The mover, and its passenger."""
        return (self.unit, self.passenger) if self.passenger else (self.unit,)

    @property
    def head(self) -> str:
        """The answer up to its path."""
        how = "lift" if self.lift_at else "with"
        rider = f" {how} {self.passenger}" if self.passenger else ""
        return f"{self.verb} {self.unit}{rider}{'' if self.drop_at is None else ' drop'}"

    @property
    def ride_end(self) -> int:
        """Index in the path where the passenger's ride, or the whole move, ends."""
        return len(self.path) - 1 if self.drop_at is None else self.drop_at

    @property
    def starts_lifted(self) -> bool:
        """Whether the passenger is carried from the first hex on."""
        return bool(self.passenger) and self.lift_at == 0

    def write(self, g: ArrasGame) -> str:
        """The canonical notation."""
        head, end, write = f"{self.verb} {self.unit}", self.ride_end, g.grid.write
        tail = "" if self.drop_at is None else f" drop {write(self.path[end:])}"
        carried = write(self.path[self.lift_at : end + 1])
        if not self.passenger:
            return f"{head} {carried}"
        if self.lift_at == 0:
            return f"{head} with {self.passenger} {carried}{tail}"
        before = write(self.path[: self.lift_at + 1])
        return f"{head} {before} lift {self.passenger} {carried}{tail}"


def read_order(words: Words, verb: str) -> Order:
    """The words after the verb; raises IllegalAnswer for unknown units and broken paths."""
    order = read_pair(words, verb)
    path, passenger, lift_at, drop_at = _leg(words, order.path), order.passenger, 0, None
    if words.takes("lift"):
        if passenger:
            raise refuse("A transport lifts one passenger a phase.", "ARR-MV-11")
        passenger, lift_at = words.unit(), max(len(path) - 1, 0)
        path = _leg(words, path)
    if words.takes("drop"):
        drop_at = max(len(path) - 1, 0)
        entry = verb == "enter" and lift_at == 0
        if not passenger or (drop_at == lift_at and not entry):
            raise refuse("Nothing that was carried can be dropped there.", "ARR-MV-11")
        path = _leg(words, path)
    if drop_at == len(path) - 1:
        drop_at = None
    return Order(verb, order.unit, path, passenger, lift_at, drop_at)


def read_pair(words: Words, verb: str) -> Order:
    """A unit, or a pair from its first hex on: the transport first, whichever way it is written."""
    units, kinds = words.g.state.units, words.g.content.units
    unit = words.unit()
    start = units[unit].hex if verb != "enter" else OFF
    rider = words.unit() if words.takes("with") else ""
    if rider in kinds and kinds[rider].transport and unit in kinds and not kinds[unit].transport:
        if start >= 0 and units[rider].hex != start:
            said = f"{kinds[rider].name} is not in the hex of {kinds[unit].name}."
            raise refuse(said, "ARR-MV-11")
        unit, rider = rider, unit
    return Order(verb, unit, (start,) if start >= 0 else (), rider)


def read_head(words: Words, verb: str) -> Order:
    """What `Order.head` writes, as an order whose path ends where it is not yet decided."""
    order = read_pair(words, verb)
    if words.takes("lift"):
        order = order._replace(passenger=words.unit(), lift_at=FETCH)
    if words.takes("drop"):
        order = order._replace(drop_at=FETCH)
    return order


def _leg(words: Words, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """A path with a run of hexes more; they may repeat the hex where it stands."""
    if not words.next[:1].isdigit():
        return path
    return path[:-1] + words.path(path[-1] if path else OFF)
