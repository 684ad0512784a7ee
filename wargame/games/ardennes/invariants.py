"""What is true of every position of Ardennes, checked while fuzzing and of every position file."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.games.ardennes import cards
from wargame.games.ardennes.state import (
    BOXES,
    BRIDGE,
    BUILT,
    DOWN,
    IMPROVED,
    LOST,
    OTHER,
    ROADBLOCK,
    SHORT,
    ArdGame,
    automated,
    hexside_of,
    is_empty,
    kind_of,
    mode_of,
    why_full,
)
from wargame.hexes.hexside import side_key

_PASSING = {
    "ardennes.ops.march",
    *(f"ardennes.ops.{side}.{step}" for side in OTHER for step in ("tactics", "answer")),
}
"""ARD-ST-01  Segments in which units may be asked about in a hex they only pass through."""


def broken(g: ArdGame) -> list[str]:
    """What is wrong; nothing, if the rules are right."""
    return [*_units(g), *_stacks(g), *_works(g), *_cards(g)]


def _units(g: ArdGame) -> Iterator[str]:
    for unit in g.state.units.values():
        kind = kind_of(g, unit.id)
        if (unit.hex >= 0) == bool(unit.box) or (unit.box and unit.box not in BOXES):
            yield f"{unit.id} stands nowhere or twice"
        lost = unit.numbers.get(LOST, 0)
        if not 0 <= lost <= kind.steps or (lost == kind.steps) != (
            unit.box == "eliminated" and lost > 0
        ):
            yield f"ARD-CR-01: {unit.id} has lost {lost} of {kind.steps} steps"
        if len(unit.states.intersection(SHORT)) > 1:
            yield f"ARD-SS-17: {unit.id} is in two degrees of supply"
        if unit.hex >= 0 and unit.hex not in g.content.board:
            yield f"{unit.id} is off the board"


def _stacks(g: ArdGame) -> Iterator[str]:
    for side in OTHER:
        for where in sorted({g.state.units[u].hex for u in g.board.on_map[side]}):
            if g.board.here[OTHER[side]][where]:
                yield f"ARD-MV-07: both sides stand in {g.grid.name(where)}"
            if g.state.control.get(where) != side:
                yield f"ARD-HC-01: {g.grid.name(where)} is not {side}"
            passing = any(frame.name in _PASSING for frame in g.state.frames)
            if not passing and (refusal := why_full(g, side, where, ())):
                yield f"ARD-ST-01: {refusal.reason}"


def _works(g: ArdGame) -> Iterator[str]:
    for where in sorted(g.state.layers.get(ROADBLOCK, {})):
        if g.board.here["german"][where] or g.board.here["allied"][where]:
            yield f"ARD-RB-08: a Roadblock lies under a unit in {g.grid.name(where)}"
        if where not in g.content.road_positions:
            yield f"ARD-RB-08: {g.grid.name(where)} is no Position on a Road"
    for where in sorted(g.state.layers.get(IMPROVED, {})):
        if is_empty(g, where):
            yield f"ARD-IP-01: an IP lies in {g.grid.name(where)}, where nobody stands"
    for place, value in sorted(g.state.layers.get(BRIDGE, {}).items()):
        side = hexside_of(g.content, place)
        printed = side_key(*side) in g.content.map.bridges
        if value != (DOWN if printed else BUILT):
            yield f"ARD-BR-03: the Bridge {g.grid.name(side[0])}-{g.grid.name(side[1])} cannot be so"


def _cards(g: ArdGame) -> Iterator[str]:
    """ARD-CD-04  Every card lies in one place."""
    seen: dict[str, str] = {}
    for cup, items in sorted(g.state.cups.items()):
        for item in items:
            if item.startswith(cards.UNSEEN):
                continue
            if item in seen:
                yield f"ARD-CD-04: {item} lies in {seen[item]} and in {cup}"
            seen[item] = cup
    chits = len(g.state.cups.get("chits", ())) + len(g.state.cups.get("chits drawn", ()))
    if chits != len(g.content.chits):
        yield f"ARD-CH-01: {chits} chits are there"
    for side in OTHER:
        most = 0 if automated(g, side) else _hand(g)
        if (held := len(g.state.cups.get(cards.hand(side), ()))) > most:
            yield f"ARD-CD-03: the {side} hand has {held} cards; {most} is the most"


def _hand(g: ArdGame) -> int:
    """ARD-CD-03, ARD-DX-04  The most cards in a hand; a German alone begins with more, and keeps what he does not play."""
    limits = g.content.limits.cards
    if mode_of(g) == "2p":
        return limits.hand
    return g.content.scenario.hand_first or limits.hand_first
