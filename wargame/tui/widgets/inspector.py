"""The inspector: a hex, its terrain, and every unit in the stack with all its values."""

from __future__ import annotations

from typing import Any

from wargame.flow.definition import GameDefinition
from wargame.flow.face import OverlayView
from wargame.flow.game import Game
from wargame.hexes.grid import Hex
from wargame.model.state import UnitId
from wargame.tui.widgets.row import Row, row


def hex_rows(game: Game[Any], definition: GameDefinition, where: Hex) -> list[Row]:
    """Everything about a hex."""
    face = definition.face
    name = game.content.map.name(where)
    number = game.grid.name(where)
    title = number if name == number else f"{number} {name}"
    rows = [row((title, "heading"))]
    rows += [row(line, hang=2) for line in face.hex_lines(game, where) if line != title]
    units = game.state.at(where)
    if not units:
        rows += [row(""), row(("No units here.", "dim"))]
    colours = {side.id: f"side{side.colour}" for side in definition.sides}
    for unit in units:
        rows += [row(""), *_unit_rows(game, definition, unit.id, colours[unit.side])]
    return rows


def overlay_rows(view: OverlayView) -> list[Row]:
    """What an overlay says beside its marks on the map."""
    signs = [row(("signs: ", "dim"), view.signs, hang=2)] if view.signs else []
    return [row((view.title, "heading")), *signs, *(row(line, hang=2) for line in view.lines)]


def now_rows(game: Game[Any], definition: GameDefinition) -> list[Row]:
    """The short facts of the status line, in full; they are those of the position, whatever the hex."""
    facts = definition.facts(game)
    if not facts:
        return []
    lines = [row((f"{name}: ", "dim"), value, hang=2) for name, value in facts]
    return [row(""), row(("Now", "heading")), *lines]


def _unit_rows(game: Game[Any], definition: GameDefinition, unit: UnitId, style: str) -> list[Row]:
    face = definition.face
    name = face.unit_name(game, unit)
    lines = face.unit_lines(game, unit)
    if lines and lines[0].startswith(name):
        name, lines = lines[0], lines[1:]
    strength, moves = face.strength(game, unit), face.allowance(game, unit)
    facts = row(f"  {strength}", (f"  {moves:g} MP left", "dim"), hang=4)
    return [
        row((f" {name} ", style), id=unit),
        facts,
        *(row(f"  {line}", hang=4) for line in lines),
    ]
