"""What answers did on the map: who went where, who fired at whom, who was struck.

Everything is read from events and from where the units stood before them; no rule is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wargame.flow.journal import candidates
from wargame.flow.record import Entry
from wargame.flow.replay import Replay
from wargame.hexes.grid import Grid, Hex
from wargame.model import events as ev
from wargame.model.state import State, UnitId

_NUMBER = re.compile(r"\b\d{4}\b")


@dataclass(frozen=True, slots=True)
class Deed:
    """Ways of units, lines of fire, and the hexes that were struck."""

    paths: tuple[tuple[Hex, ...], ...] = ()
    shots: tuple[tuple[Hex, Hex], ...] = ()
    """From where at what."""
    targets: tuple[Hex, ...] = ()
    arrived: tuple[Hex, ...] = ()
    """Where units came to the map."""
    ranked: tuple[Hex, ...] = ()
    """The hexes that were weighed for the last decision by the rules, the best first."""

    @property
    def scene(self) -> tuple[Hex, ...]:
        """The hexes it is about, what matters most first; none where the map tells nothing."""
        ends = (path[-1] for path in reversed(self.paths))
        firing = (source for source, _ in self.shots)
        return tuple(dict.fromkeys([*self.targets, *ends, *self.arrived, *firing, *self.ranked]))


def places_of(state: State) -> dict[UnitId, Hex]:
    """Where every unit on the map stands."""
    return {unit.id: unit.hex for unit in state.units.values() if unit.hex >= 0}


def hexes_in(text: str, grid: Grid) -> list[Hex]:
    """The hexes named by number in *text*, in order."""
    known = set(grid.names)
    return [grid.hex(name) for name in _NUMBER.findall(text) if name in known]


def order_behind(entries: Sequence[Entry], n: int) -> str:
    """The last answer of more than a word up to answer *n* to a question of the same kind."""
    kind = _kind(entries[n])
    for entry in reversed(entries[: n + 1]):
        if _kind(entry) != kind:
            return ""
        if " " in entry.answer:
            return entry.answer
    return ""


def deed_at(replay: Replay) -> Deed:
    """What the answer did after which a replay stands; the replay stands there again."""
    n = replay.n
    replay.seek(n - 1)
    places = places_of(replay.game.state)
    replay.seek(n)
    order = order_behind(replay.entries, n)
    return deed_of(replay.entries[n].events, places, order, replay.game.grid) if n else Deed()


def _kind(entry: Entry) -> str:
    """What its question belongs to: "combat" for "combat.no_retreat"."""
    return entry.key.partition(".")[0]


def deeds_of(
    entries: Sequence[Entry], first: int, end: int, places: dict[UnitId, Hex], grid: Grid
) -> list[tuple[Entry, Deed]]:
    """What each answer from *first* up to *end* did that did anything, from *places* on."""
    found = []
    for entry in entries[first:end]:
        deed = deed_of(entry.events, places, order_behind(entries, entry.n), grid)
        if deed.scene:
            found.append((entry, deed))
    return found


def deed_of(events: Iterable[ev.Event], places: dict[UnitId, Hex], order: str, grid: Grid) -> Deed:
    """What *events* did; *order* tells whom a roll was about that names nobody.

    *places* says where the units stood before, and is brought up to date.
    """
    found = _Reader(places, order, grid)
    for event in ev.singly(events):
        found.hear(event)
    return Deed(
        tuple(found.paths),
        tuple(dict.fromkeys(found.shots)),
        tuple(dict.fromkeys(found.targets)),
        tuple(found.arrived),
        found.ranked,
    )


class _Reader:
    """Follows the units through the events."""

    def __init__(self, at: dict[UnitId, Hex], order: str, grid: Grid) -> None:
        self.at, self._order, self._grid = at, order, grid
        self.paths: list[tuple[Hex, ...]] = []
        self.shots: list[tuple[Hex, Hex]] = []
        self.targets: list[Hex] = []
        self.arrived: list[Hex] = []
        self.ranked: tuple[Hex, ...] = ()
        self._rolled = False
        self._goal: Hex = -1
        """Where the last roll was aimed; -1 if it did not say."""

    def hear(self, event: ev.Event) -> None:
        """Take in the next event."""
        match event:
            case ev.UnitMoved(unit, path):
                self._move(unit, path)
            case ev.UnitPlaced(unit, where):
                self.at[unit] = where
                self.arrived.append(where)
            case ev.UnitBoxed(unit):
                self._strike(self.at.pop(unit, -1))
            case ev.DiceRolled():
                self._roll(event)
            case ev.Decided():
                self.ranked = candidates(event, self._grid) or self.ranked
            case ev.ChartRead() if self._goal < 0:
                self._by_order()
            case ev.StateGained(unit) if self._rolled and self._is_near(self.at.get(unit, -1)):
                self._strike(self.at[unit])

    def _move(self, unit: UnitId, path: tuple[Hex, ...]) -> None:
        if self.paths and self.paths[-1][-1] == path[0] and self.at.get(unit) == path[0]:
            self.paths[-1] += path[1:]
        else:
            self.paths.append(path)
        self.at[unit] = path[-1]

    def _roll(self, event: ev.DiceRolled) -> None:
        facts = dict(event.facts)
        aim = facts.get("target", facts.get("hex"))
        goal = self.at.get(aim, -1) if isinstance(aim, str) else aim
        self._rolled, self._goal = True, goal if isinstance(goal, int) else -1
        if self._goal >= 0:
            self._shoot([self.at.get(event.unit, -1)], self._goal)

    def _is_near(self, where: Hex) -> bool:
        """Whether what befalls a unit there may be the dice's doing: beside the target, or where it was fired from."""
        if where < 0 or self._goal < 0:
            return where >= 0
        near = self._grid.distance(self._goal, where) <= 1
        return near or any(where == source for source, _ in self.shots)

    def _by_order(self) -> None:
        """The first hex that the order names, else the unit it is aimed at, from the units in it."""
        _, _, aim = self._order.rpartition(" at ")
        goal = next(iter(hexes_in(self._order, self._grid)), self.at.get(aim, -1))
        if goal >= 0 and "-" not in next(iter(_ways(self._order)), ""):
            self._goal = goal
            self._shoot([self.at.get(word, -1) for word in self._order.split()[1:]], goal)

    def _shoot(self, sources: Iterable[Hex], goal: Hex) -> None:
        self._strike(goal)
        self.shots += [(h, goal) for h in sources if h not in (-1, goal)]

    def _strike(self, where: Hex) -> None:
        if where >= 0:
            self.targets.append(where)


def _ways(order: str) -> list[str]:
    """The paths in an order: hexes with dashes between."""
    return re.findall(r"\b\d{4}(?:-\d{4})+\b", order)
