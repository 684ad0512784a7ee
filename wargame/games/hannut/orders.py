"""The notation of orders: `move g.pr5.1+g.pr5.2 column 2405-2305`, `fire A at B`, `assault HEX from A B`.

A unit may be followed by `column` or `open`, which changes its posture first (HAN-CO-01).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from wargame.flow.ask import DONE_WORD, PASS, IllegalAnswer, Refusal, nearest_words, normal
from wargame.games.hannut.state import COLUMN, HannutGame, has, in_order
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId

POSTURES = ("column", "open")


@dataclass(frozen=True, slots=True)
class Mover:
    """Who moves and in which posture: the answer up to the path."""

    verb: str
    """"move" or "enter"."""
    units: tuple[UnitId, ...]
    column: bool
    changes: bool
    """Whether the posture is taken or dropped first."""

    @property
    def text(self) -> str:
        """The canonical head."""
        posture = f" {POSTURES[not self.column]}" if self.changes else ""
        return f"{self.verb} {'+'.join(self.units)}{posture}"


@dataclass(frozen=True, slots=True)
class Move:
    """A mover and its path, whose first hex is where it stands (or its entry hex)."""

    mover: Mover
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """Direct fire; with `moves` the unit moves up to half afterwards, at reduced strength."""

    unit: UnitId
    target: UnitId
    column: bool
    changes: bool
    moves: bool = False

    @property
    def text(self) -> str:
        """The canonical answer."""
        posture = f" {POSTURES[not self.column]}" if self.changes else ""
        return f"fire {self.unit}{posture} at {self.target}{' and move' if self.moves else ''}"


@dataclass(frozen=True, slots=True)
class Assault:
    """HAN-AS-01  The hex and up to three attackers, each with the posture it takes."""

    hex: Hex
    units: tuple[UnitId, ...]
    changes: tuple[UnitId, ...] = ()
    """Those that change their posture first."""

    def text(self, g: HannutGame) -> str:
        """The canonical answer."""
        words = [
            f"{u} {POSTURES[has(g, u, COLUMN)]}" if u in self.changes else u for u in self.units
        ]
        return f"assault {g.grid.name(self.hex)} from {' '.join(words)}"


@dataclass(frozen=True, slots=True)
class Load:
    """HAN-SP-16  "load UNIT" or "unload UNIT"."""

    unit: UnitId
    loads: bool


@dataclass(frozen=True, slots=True)
class Clear:
    """HAN-MI-02  "clear UNIT HEX"."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Posture:
    """HAN-CO-01  "column UNIT" or "open UNIT" as its whole action."""

    unit: UnitId
    column: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """HAN-AS-01  "stage UNIT": its action stays open for an assault."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class End:
    """Pass, or done: the segment, or the open action, is over."""


Order = Move | Fire | Assault | Load | Clear | Posture | Stage | End


def refuse(reason: str, rule: str, *close: str) -> IllegalAnswer:
    """The exception for an answer that a rule forbids."""
    return IllegalAnswer(Refusal(reason, rule, close))


def is_end(text: str) -> bool:
    """Whether an answer is pass or done."""
    return normal(text) in (PASS, DONE_WORD)


class Words:
    """Reads the words of an order from left to right."""

    def __init__(self, g: HannutGame, text: str) -> None:
        self.g = g
        self.words = normal(text).split()
        self.at = 0

    @property
    def more(self) -> bool:
        """Whether a word is left."""
        return self.at < len(self.words)

    def word(self) -> str:
        """The next word, "" at the end."""
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else ""

    def takes(self, *known: str) -> str:
        """The next word if it is one of these, else ""."""
        if self.more and self.words[self.at] in known:
            return self.word()
        return ""

    def expect(self, word: str, example: str) -> None:
        """The next word must be this one."""
        if not self.takes(word):
            raise refuse(f'"{word}" is missing; write {example}.', "HAN-SP-08")

    def end(self) -> None:
        """Nothing may be left."""
        if self.more:
            raise refuse(f'"{self.words[self.at]}" was not expected here.', "HAN-SP-08")

    def unit(self) -> UnitId:
        """A unit id."""
        word, known = self.word(), self.g.state.units
        if word not in known:
            close = nearest_words(word, list(known))
            said = f'There is no unit "{word}".{close}' if word else "The order names no unit."
            raise refuse(said, "HAN-SP-08")
        return word

    def stack(self) -> tuple[UnitId, ...]:
        """Unit ids joined by +, in table order."""
        word = self.word()
        self.at -= 1
        parts = word.split("+")
        if len(parts) == 1:
            return (self.unit(),)
        self.at += 1
        inner = [Words(self.g, part).unit() for part in parts]
        if len(set(inner)) != len(inner):
            raise refuse(f'"{word}" names a unit twice.', "HAN-MV-01")
        return tuple(in_order(self.g, inner))

    def posture(self, unit_id: UnitId) -> tuple[bool, bool]:
        """The posture wanted, and whether it is a change."""
        now = has(self.g, unit_id, COLUMN)
        word = self.takes(*POSTURES)
        wanted = now if not word else word == "column"
        return wanted, wanted != now

    def hex(self) -> Hex:
        """A hex number."""
        try:
            return self.g.grid.hex(self.word())
        except ValueError as error:
            raise refuse(str(error), "HAN-SP-08") from error

    def path(self, start: Hex) -> tuple[Hex, ...]:
        """The rest as a path; the hex where the mover stands may be left out."""
        try:
            hexes = [self.g.grid.hex(name) for name in self.word().split("-")]
        except ValueError as error:
            raise refuse(str(error), "HAN-SP-12") from error
        if start >= 0 and hexes[0] != start:
            hexes.insert(0, start)
        for a, b in itertools.pairwise(hexes):
            if not self.g.grid.adjacent(a, b):
                names = self.g.grid.name(b), self.g.grid.name(a)
                raise refuse(
                    "{} is not next to {}: name every hex of the path.".format(*names), "HAN-SP-12"
                )
        return tuple(hexes)

    def mover(self, verb: str) -> Mover:
        """The head of a move."""
        units = self.stack()
        column, changes = self.posture(units[0])
        return Mover(verb, units, column, changes)
