"""The notation of moves: `move uk-tr-1 1106-1107 lift uk-6dli 1107-1108 drop 1108-1109`."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.flow.ask import IllegalAnswer, Refusal, nearest_words, normal
from wargame.games.arras.state import ArrasGame
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

VERBS = ("move", "enter", "exploit")


@dataclass(frozen=True, slots=True)
class Order:
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
        head = f"{self.verb} {self.unit}"
        end = self.ride_end
        tail = "" if self.drop_at is None else f" drop {g.grid.write(self.path[end:])}"
        carried = g.grid.write(self.path[self.lift_at : end + 1])
        if not self.passenger:
            return f"{head} {carried}"
        if self.lift_at == 0:
            return f"{head} with {self.passenger} {carried}{tail}"
        before = g.grid.write(self.path[: self.lift_at + 1])
        return f"{head} {before} lift {self.passenger} {carried}{tail}"


def refuse(reason: str, rule: str, *close: str) -> IllegalAnswer:
    """The exception for an answer that a rule forbids."""
    return IllegalAnswer(Refusal(reason, rule, close))


def read_order(g: ArrasGame, text: str, verbs: tuple[str, ...]) -> Order:
    """Read a move; raises IllegalAnswer for bad notation, unknown units and broken paths."""
    words = normal(text).split()
    if not words or words[0] not in verbs:
        meant = verbs[0]
        example = f"{meant} UNIT HEX-HEX"
        raise refuse(f'"{text}" is not an order; write {example}, or done.', "ARR-SQ-06")
    if words[0] == "move" and "exploit" in verbs:
        words[0] = "exploit"
    return _Reader(g, words).order()


class _Reader:
    """Reads the words of one order from left to right."""

    def __init__(self, g: ArrasGame, words: list[str]) -> None:
        self.g, self.words, self.at = g, words, 1
        self.path: list[Hex] = []

    def order(self) -> Order:
        unit = self._unit()
        where = self.g.state.units[unit].hex
        if self.words[0] != "enter" and where >= 0:
            self.path.append(where)
        passenger, lift_at, drop_at = "", 0, None
        if self._word("with"):
            passenger = self._unit()
            unit, passenger = self._in_order(unit, passenger)
        self._leg()
        if self._word("lift"):
            if passenger:
                raise refuse("A transport lifts one passenger a phase.", "ARR-MV-11")
            passenger, lift_at = self._unit(), max(len(self.path) - 1, 0)
            self._leg()
        if self._word("drop"):
            drop_at = max(len(self.path) - 1, 0)
            entry = self.words[0] == "enter" and lift_at == 0
            if not passenger or (drop_at == lift_at and not entry):
                raise refuse("Nothing that was carried can be dropped there.", "ARR-MV-11")
            self._leg()
        if self.at < len(self.words):
            raise refuse(f'"{self.words[self.at]}" was not expected here.', "ARR-MV-07")
        if drop_at == len(self.path) - 1:
            drop_at = None
        return Order(self.words[0], unit, tuple(self.path), passenger, lift_at, drop_at)

    def _in_order(self, first: UnitId, second: UnitId) -> tuple[UnitId, UnitId]:
        """The transport first, whichever way round the pair was written."""
        kind = self.g.content.units.get(second)
        other = self.g.content.units.get(first)
        if kind is not None and kind.transport and other is not None and not other.transport:
            if self.path and self.g.state.units[second].hex != self.path[0]:
                name = other.name
                raise refuse(f"{kind.name} is not in the hex of {name}.", "ARR-MV-11")
            return second, first
        return first, second

    def _word(self, word: str) -> bool:
        if self.at < len(self.words) and self.words[self.at] == word:
            self.at += 1
            return True
        return False

    def _unit(self) -> UnitId:
        known = self.g.state.units
        word = self.words[self.at] if self.at < len(self.words) else ""
        if word not in known:
            close = nearest_words(word, list(known))
            said = f'There is no unit "{word}".{close}' if word else "The order names no unit."
            raise refuse(said, "ARR-UN-02")
        self.at += 1
        return word

    def _leg(self) -> None:
        """A run of hexes; it may repeat the hex where the move stands."""
        if self.at >= len(self.words) or not self.words[self.at][0].isdigit():
            return
        try:
            hexes = [self.g.grid.hex(name) for name in self.words[self.at].split("-")]
        except ValueError as error:
            raise refuse(str(error), "ARR-MV-07") from error
        self.at += 1
        if self.path and hexes[0] == self.path[-1]:
            hexes = hexes[1:]
        for where in hexes:
            if self.path and not self.g.grid.adjacent(self.path[-1], where):
                a, b = self.g.grid.name(self.path[-1]), self.g.grid.name(where)
                raise refuse(f"{b} is not next to {a}: name every hex of the path.", "ARR-MV-07")
            self.path.append(where)
