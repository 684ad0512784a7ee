"""What position files of every game may set, ready to be listed under a key."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from wargame.flow.ask import nearest
from wargame.flow.game import Game
from wargame.flow.lab import LAB
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

Setter: TypeAlias = Callable[[Game[Any], Any], None]
UnitSetter: TypeAlias = Callable[[Game[Any], UnitId, Any], None]


def words(value: Any) -> list[str]:
    """A list of words, or one word."""
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ValueError(f"{value!r} is neither a word nor a list of words")
    return found


def table(value: Any) -> dict[str, Any]:
    """What a key says by hex, side or name."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no table, as {{ name = ... }}")  # noqa: TRY004 - of the file
    return value


def hexside(g: Game[Any], name: str) -> tuple[Hex, Hex]:
    """The hexes on both sides of one: 1411-1510."""
    parts = name.replace("/", "-").split("-")
    if len(parts) != 2:
        raise ValueError(f'"{name}" is no hexside, as 1411-1510')
    a, b = (g.grid.hex(part) for part in parts)
    return a, b


def known(what: str, word: Any, valid: Collection[str]) -> str:
    """A word that names one of the valid things; refused with the nearest."""
    if not isinstance(word, str) or word not in valid:
        close = ", ".join(nearest(str(word), list(valid), 1) or tuple(valid))
        raise ValueError(f'there is no {what} "{word}" (nearest: {close})')
    return word


def hexes(g: Game[Any], value: Any, allowed: Collection[Hex], outside: str) -> list[Hex]:
    """Hexes by their numbers; *outside* says what is wrong with one that is not allowed."""
    found = [(name, g.grid.hex(name)) for name in words(value)]
    if wrong := [name for name, where in found if where not in allowed]:
        raise ValueError(f"{wrong[0]} {outside}")
    return [where for _, where in found]


def holders(g: Game[Any], value: Any) -> dict[Hex, Side]:
    """Who holds hexes that count, as written: { german = ["1204"] }, or { 1204 = "german" }."""
    found: dict[Hex, Side] = {}
    for key, entry in table(value).items():
        turned = isinstance(entry, str) and key not in g.board.here
        side, names = (entry, key) if turned else (key, entry)
        known("side", side, g.board.here)
        wrong = "is no hex whose control counts"
        found |= {where: str(side) for where in hexes(g, names, g.state.control, wrong)}
    return found


def control(g: Game[Any], value: Any) -> None:
    """Who holds hexes that count."""
    for where, side in holders(g, value).items():
        g.take(where, side, rule=LAB)


def cup(name: str, what: str, valid: Callable[[Any], Collection[str]], most: int = 99) -> Setter:
    """What lies in a cup, a box or a hand, each thing once; *valid* lists what there is."""

    def put(g: Game[Any], value: Any) -> None:
        found = sorted(known(what, word, valid(g)) for word in words(value))
        if len(set(found)) != len(found) or len(found) > most:
            raise ValueError(f"{', '.join(found)}: a {what} too many")
        g.fill(name, tuple(found), rule=LAB)

    return put


def track(name: str, least: int = 0, less: int = 0, most: int | None = None) -> Setter:
    """A number on a track, from *least* to *most*; the track holds *less* less."""

    def put(g: Game[Any], value: Any) -> None:
        n = _number(value, least)
        if most is not None and n > most:
            raise ValueError(f"{n} is more than {most}")
        g.set_track(name, n - less, rule=LAB)

    return put


def number(name: str, least: int = 0, parts: int = 1) -> UnitSetter:
    """A number of a unit, from *least*; with *parts* = 2 it may be in halves."""

    def put(g: Game[Any], unit: UnitId, value: Any) -> None:
        g.set_number(unit, name, _number(value, least, parts), rule=LAB)

    return put


def _number(value: Any, least: int, parts: int = 1) -> int:
    whole = isinstance(value, int | float) and not isinstance(value, bool)
    if not whole or value < least or value * parts != int(value * parts):
        kind = "a whole number" if parts == 1 else f"a number in parts of 1/{parts}"
        raise ValueError(f"{value!r} is not {kind} from {least}")
    return int(value * parts)
