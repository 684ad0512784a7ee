"""Positions of East Front laid out by hand for what is asked of a table without playing on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wargame.flow.game import Game
from wargame.games.eastfront.content import load_content
from wargame.games.eastfront.state import (
    BREAK,
    HELD,
    ZONE_MARKS,
    ZONE_READS,
    EfGame,
    holds,
    setup,
    zoc,
)
from wargame.model.board import Board

CAMPAIGN, MINSK = "campaign", "minsk"


def table(
    units: Mapping[str, str] | None = None,
    *,
    scenario: str = CAMPAIGN,
    clear: bool = True,
    turn: int = 3,
    states: Mapping[str, Iterable[str]] | None = None,
    numbers: Mapping[str, Mapping[str, int]] | None = None,
    own: Mapping[str, Iterable[str]] | None = None,
    broken: Iterable[str] = (),
    tracks: Mapping[str, int | str] | None = None,
    layers: Mapping[str, Mapping[str, int]] | None = None,
    dice: Iterable[int] = (),
) -> EfGame:
    """A table with these units in these hexes, in place of all others unless not *clear*."""
    content = load_content(scenario)
    state, grid = setup(content, 1), content.grid
    state.tracks["turn"] = turn
    state.tracks.update(tracks or {})
    state.script = list(dice)
    for unit in state.units.values():
        if clear and unit.hex >= 0:
            unit.hex, unit.box = -1, HELD
    for unit_id, where in (units or {}).items():
        unit = state.units[unit_id]
        unit.hex, unit.box = grid.hex(where), ""
        if unit.hex in state.control:
            state.control[unit.hex] = unit.side
    for side, hexes in (own or {}).items():
        state.control.update({grid.hex(h): side for h in hexes})
    for unit_id, marks in (states or {}).items():
        state.units[unit_id].states.update(marks)
    for unit_id, values in (numbers or {}).items():
        state.units[unit_id].numbers.update(values)
    for h in broken:
        state.layers.setdefault(BREAK, {})[grid.hex(h)] = 1
    for name, values in (layers or {}).items():
        state.layers.setdefault(name, {}).update({grid.hex(h): n for h, n in values.items()})
    board = Board(
        grid, ("axis", "soviet"), zoc(content), holds(content), ZONE_READS, marks=ZONE_MARKS
    )
    state.board = board
    board.refresh_all(state)
    return Game(state, content)
