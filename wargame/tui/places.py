"""Hexes that a sentence names."""

from __future__ import annotations

from typing import Any, NamedTuple

from wargame.flow.deed import hexes_in
from wargame.flow.game import Game
from wargame.flow.journal import Line
from wargame.flow.session import Session
from wargame.flow.shorthand import find_place, find_unit
from wargame.hexes.grid import Hex
from wargame.model.state import Side, UnitId

_MET, _WING, _SIGHT = 3, 4, 8
"""Hexes from an enemy within which a unit is at the front; from a place that are its front; that are seen from it."""


class Found(NamedTuple):
    """Where something is that a player may mean."""

    hex: Hex
    label: str
    unit: UnitId = ""
    """The unit that is so called, "" for a place."""


def sought(session: Session, text: str) -> list[Found]:
    """What a player may mean: the one so called, else all so beginning, one a hex.

    Units of the side that decides come first, then the other units, then places.
    """
    game, wanted = session.seen, _plain(text)
    exact = find_place(session, text)
    if exact is not None or not wanted:
        named = find_unit(session, text) or ""
        return [] if exact is None else [Found(exact, game.grid.name(exact), named)]
    face, asked = session.definition.face, session.ask.side if session.ask else ""
    units = sorted(game.state.units.values(), key=lambda unit: unit.side != asked)
    found = [
        Found(u.hex, f"{face.unit_name(game, u.id)} in {game.grid.name(u.hex)}", u.id)
        for u in units
        if u.hex >= 0 and any(_begins(name, wanted) for name in _names(session, u.id))
    ]
    places = game.content.map.places.items()
    found += [
        Found(h, f"{place.name}, {game.grid.name(h)}")
        for h, place in places
        if _begins(place.name, wanted)
    ]
    return list({each.hex: each for each in reversed(found)}.values())[::-1]


def asked_at(session: Session) -> Hex | None:
    """Where the open question is put: the hex it is about, or its first unit; None if it does not say."""
    if session.ask is None:
        return None
    about, units = session.ask.about, session.seen.state.units
    stand = (units[unit].hex for unit in about.units if unit in units)
    return next((h for h in (*about.hexes, *stand) if h >= 0), None)


def thickest(game: Game[Any], side: Side) -> Hex:
    """Where most units of a side stand together at the front, the first of several places.

    Its first unit where that is in sight of the place or no enemy is near, else any, else the middle of the map.
    """
    units, grid = game.state.units.values(), game.grid
    own = [u.hex for u in units if u.hex >= 0 and u.side == side]
    others = {u.hex for u in units if u.hex >= 0 and u.side != side}
    met = {h for h in dict.fromkeys(own) if any(grid.distance(h, o) <= _MET for o in others)}
    front = [h for h in own if h in met]
    first = next(iter((*own, *others)), grid.size // 2)
    thick = max(
        dict.fromkeys(front),
        key=lambda h: sum(grid.distance(h, o) <= _WING for o in front),
        default=first,
    )
    return first if grid.distance(first, thick) <= _SIGHT else thick


def _names(session: Session, unit: UnitId) -> tuple[str, ...]:
    """What a unit is called: its name, what its counter says, its code."""
    game, face = session.seen, session.definition.face
    return face.unit_name(game, unit), face.counter(game, unit).name, unit


def _begins(name: str, wanted: str) -> bool:
    """Whether a name, or a word of it, begins so; blanks do not count."""
    words = name.casefold().split()
    return any(_plain(" ".join(words[n:])).startswith(wanted) for n in range(len(words)))


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def place_of(line: Line, game: Game[Any]) -> Hex | None:
    """Where a journal line leads: the end of its path, its units, or the hex it names."""
    units = game.state.units
    hexes = line.hexes or [h for u in line.units if u in units and (h := units[u].hex) >= 0]
    hexes = hexes or hexes_in(line.text, game.grid)
    return hexes[-1] if hexes else None
