"""The words of an answer, read from left to right: units, stacks, hexes, hexsides, names, paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from wargame.flow.ask import IllegalAnswer, Refusal, nearest_words, normal, refuse
from wargame.flow.game import Game
from wargame.hexes.grid import OFF, Hex
from wargame.hexes.hexside import Side as Hexside
from wargame.hexes.hexside import side_key
from wargame.model.state import UnitId

_plain = lru_cache(maxsize=8192)(normal)
"""The same for ids, which are asked for again and again."""


class _Plain:
    """Units by their ids as they may be typed, of the table that was read last."""

    def __init__(self) -> None:
        self._known: Mapping[UnitId, object] = {}
        self._ids: dict[str, UnitId] = {}

    def find(self, known: Mapping[UnitId, object], word: str) -> UnitId:
        """The first unit that is typed so; "" for none."""
        if self._known is not known or len(self._ids) > len(known):
            self._known, self._ids = known, {_plain(unit): unit for unit in reversed([*known])}
        found = self._ids.get(word, "")
        return found if found in known else ""


_READ = _Plain()
_SHOWN = 4
"""Hexes of a way that a refusal names at the most."""
_PART = 3
"""The shortest last part of an id that stands for a unit."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """Which rule refuses what cannot be read, and how units are called."""

    order: str
    """The rule of an order that is misspelt: a word too many, a word missing."""
    verb: str = ""
    """The rule of an order that is none of these; "" for that of the question."""
    unit: str = ""
    """The rule of a unit that is not there; "" for that of the order."""
    path: str = ""
    """The rule of a hex that is not on the map and of a path with a gap; "" for that of the order."""
    name: Callable[[Any, UnitId], str] | None = None
    """What a unit is called besides its id; None if only by its id."""


class Words:
    """What is left of an answer; each method takes the next words or raises IllegalAnswer.

    Forgiving about case and spaces (`ask.normal`), never about meaning; a refusal names the nearest
    thing that could stand there.
    """

    __slots__ = ("at", "g", "grammar", "text", "words")

    def __init__(self, g: Game[Any], text: str, grammar: Grammar) -> None:
        self.g, self.grammar = g, grammar
        self.text = normal(text)
        self.words = self.text.split()
        self.at = 0

    # -- plain words --------------------------------------------------------------------------

    @property
    def more(self) -> bool:
        """Whether a word is left."""
        return self.at < len(self.words)

    @property
    def next(self) -> str:
        """The next word, not taken; "" at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def word(self) -> str:
        """The next word; "" at the end."""
        found = self.next
        self.at += 1
        return found

    def takes(self, *known: str) -> str:
        """The next word if it is one of these; else "", and nothing is taken."""
        return self.word() if self.next in known else ""

    def expect(self, word: str, form: str) -> None:
        """The next word must be this one; *form* is how the whole order is written."""
        if not self.takes(word):
            raise refuse(f'"{word}" is missing; write {form}.', self.grammar.order)

    def end(self) -> None:
        """Nothing may be left."""
        if self.more:
            raise refuse(f'"{self.next}" was not expected here.', self.grammar.order)

    def parts(self, form: str) -> list[tuple[str, Any]]:
        """All behind the verb, as *form* says: "bombard UNIT with UNIT", "retreat UNIT PATH".

        A path is that of the unit before it, with or without the hex it stands in.
        """
        found: list[tuple[str, Any]] = []
        for part in form.split()[1:]:
            if part == "UNIT":
                found.append((part, self.unit()))
            elif part == "HEX":
                found.append((part, self.hex()))
            elif part == "PATH":
                start = self.g.state.units[found[-1][1]].hex
                found.append((part, self.path(start)[start >= 0 :]))
            else:
                self.expect(part, form)
        self.end()
        return found

    # -- things on the table ------------------------------------------------------------------

    def unit(self) -> UnitId:
        """A unit by its id, by its name where only one is called so, or by the last part of its id."""
        if found := self._by_id(self.next):
            self.at += 1
            return found
        if self._ends_an_id():
            return self._by_last_part(self.word())
        return self._called("unit", self._names(), self.grammar.unit or self.grammar.order)

    def unit_here(self) -> UnitId:
        """The unit whose id comes next, not taken; "" for none."""
        return self._by_id(self.next)

    def stack(self) -> tuple[UnitId, ...]:
        """Units put together: "a", "a+b", "Red 1 + Red 2"; in the order they are named."""
        found = [*self._joined()]
        if len(set(found)) != len(found):
            raise refuse("A unit is named twice.", self.grammar.unit or self.grammar.order)
        if self.next[:1].isalpha() and (more := self._by_id(self.next)):
            said = f"Units that go together are joined by a plus: {'+'.join([*found, more])}."
            raise refuse(said, self.grammar.order)
        return tuple(found)

    def one_of(self, what: str, known: Mapping[str, str] | Sequence[str]) -> str:
        """A card, a box, an HQ: one of these ids, or what it is called (*known*: id to name)."""
        names = known if isinstance(known, Mapping) else dict.fromkeys(known, "")
        by_id = {normal(key): key for key in names}
        if self.next in by_id:
            return by_id[self.word()]
        return self._called(what, names, self.grammar.order)

    def _joined(self) -> list[UnitId]:
        """The units of a stack, whether or not there are spaces around the plus signs."""
        parts = self.next.split("+")
        if len(parts) > 1 and all(parts):
            found = [self._by_id(part) or self._by_last_part(part) for part in parts]
            strange = next((part for part, unit in zip(parts, found, strict=True) if not unit), "")
            if strange:
                rule = self.grammar.unit or self.grammar.order
                close = nearest_words(strange, list(self.g.state.units))
                raise refuse(f'There is no unit "{strange}".{close}', rule)
            self.at += 1
        else:
            found = [self.unit()]
        while self.takes("+"):
            found.append(self.unit())
        return found

    def _by_id(self, word: str) -> UnitId:
        """The unit with this id, however it is written; "" for none."""
        known = self.g.state.units
        if word in known:
            return word
        return _READ.find(known, word)

    def _ends_an_id(self) -> bool:
        """Whether the next word is the end of an id, and no name begins here."""
        rest = " ".join(self.words[self.at :])
        names = (normal(name) for name in self._names().values() if name)
        known = any(f"{rest} ".startswith(f"{name} ") for name in names)
        return bool(self.more and self._last_parts(self.next)) and not known

    def _by_last_part(self, word: str) -> UnitId:
        """The one unit whose id ends with this word: "130th" for cw.43.130th; "" for none."""
        found = self._last_parts(word)
        if len(found) > 1:
            said = f'"{word}" may be {" or ".join(found)}.'
            raise refuse(said, self.grammar.unit or self.grammar.order)
        return found[0] if found else ""

    def _last_parts(self, word: str) -> list[UnitId]:
        if len(word) < _PART or word.isdigit():
            return []
        return [unit for unit in self.g.state.units if _plain(unit).endswith(f".{word}")]

    def _names(self) -> dict[UnitId, str]:
        name = self.grammar.name
        return {u: name(self.g, u) if name else "" for u in self.g.state.units}

    def _called(self, what: str, names: Mapping[str, str], rule: str) -> str:
        """The one thing whose name begins here, the longest name that fits."""
        if not self.more:
            raise refuse(f"The order names no {what}.", rule)
        rest = " ".join(self.words[self.at :])
        called = {key: normal(name) for key, name in names.items() if name}
        fits = {key: name for key, name in called.items() if f"{rest} ".startswith(f"{name} ")}
        longest = max(map(len, fits.values()), default=0)
        found = [key for key, name in fits.items() if len(name) == longest]
        if not found:
            close = nearest_words(self.next, list(names))
            raise refuse(f'There is no {what} "{self.next}".{close}', rule)
        if len(found) > 1:
            raise refuse(f'"{fits[found[0]]}" may be {" or ".join(found)}.', rule)
        self.at += len(fits[found[0]].split())
        return found[0]

    # -- places -------------------------------------------------------------------------------

    def hex(self) -> Hex:
        """A hex by its number."""
        return self._hex(self.word())

    def hexside(self) -> Hexside:
        """A hexside by its two hexes: "0912/0913"."""
        word = self.word()
        a, _, b = word.partition("/")
        pair = self._hex(a), self._hex(b)
        if not self.g.grid.adjacent(*pair):
            near = self.g.grid.name(self.g.grid.line(*pair)[1]) if a != b else "another hex"
            raise refuse(f'"{word}" is no hexside: {a} touches {near}.', self._place_rule)
        return side_key(*pair)

    def path(self, start: Hex = OFF) -> tuple[Hex, ...]:
        """A run of hexes, each next to the one before; *start* leads it, named or not."""
        hexes = [self._hex(name) for name in self.word().split("-")]
        if start >= 0 and hexes[0] != start:
            hexes.insert(0, start)
        grid = self.g.grid
        for a, b in pairwise(hexes):
            if not grid.adjacent(a, b):
                said = f"{grid.name(b)} is not next to {grid.name(a)}: name every hex of the path"
                line = grid.line(a, b)
                more = " and so on" if len(line) > _SHOWN else ""
                way = "" if a == b else f", as {grid.write(line[:_SHOWN])}{more}"
                raise refuse(f"{said}{way}.", self._place_rule)
        return tuple(hexes)

    @property
    def _place_rule(self) -> str:
        return self.grammar.path or self.grammar.order

    def _hex(self, name: str) -> Hex:
        try:
            return self.g.grid.hex(name)
        except ValueError as error:
            raise refuse(str(error), self._place_rule) from error


@dataclass(frozen=True, slots=True)
class Form:
    """How the answers of a list are written, for those that are not on it: "advance UNIT HEX"."""

    g: Game[Any]
    form: str
    grammar: Grammar
    why: Callable[..., Refusal | None]
    """Why an answer is not legal, from its units, hexes and paths in the order of the form."""

    def explain(self, text: str) -> Refusal | None:
        """Why *text* is not on the list; None if it is not of this form."""
        try:
            return self.why(*(value for _, value in found)) if (found := self._read(text)) else None
        except IllegalAnswer as error:
            return error.refusal

    def meant(self, text: str) -> str:
        """The answer as the list writes it; as it stands if it cannot be read."""
        try:
            found = self._read(text)
        except IllegalAnswer:
            return text
        write, answer = self.g.grid.write, self.form if found else text
        for part, value in found:
            said = {"UNIT": lambda v: v, "HEX": lambda v: write([v]), "PATH": write}[part](value)
            answer = answer.replace(part, said, 1)
        return answer

    def _read(self, text: str) -> list[tuple[str, Any]]:
        """The parts of an answer of this form, [] for another; raises IllegalAnswer."""
        words = Words(self.g, text, self.grammar)
        return words.parts(self.form) if words.takes(self.form.split(maxsplit=1)[0]) else []
