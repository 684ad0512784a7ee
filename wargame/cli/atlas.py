"""The map command: data, a drawing in text, a drawing in SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import click

from wargame.cli.catalogue import printed
from wargame.cli.decide import as_json
from wargame.cli.out import document, say, write_out
from wargame.cli.words import GAME
from wargame.content.map import Road
from wargame.flow.definition import GameDefinition
from wargame.flow.face import OverlayView
from wargame.flow.game import Content, Game
from wargame.flow.session import new_header, open_table
from wargame.hexes.grid import Grid, Hex
from wargame.picture.glyphs import UNICODE
from wargame.picture.layers import TONES
from wargame.picture.layout import ZOOMS
from wargame.picture.svg_map import map_svg
from wargame.picture.text import text_map


class Objective(Protocol):
    """A hex that counts for victory."""

    @property
    def hex(self) -> Hex:
        """Where."""

    @property
    def vp(self) -> int:
        """Victory points."""


@runtime_checkable
class HasObjectives(Protocol):
    """Content of a game in which holding hexes counts."""

    @property
    def objectives(self) -> Sequence[Objective]:
        """The hexes that count."""


@runtime_checkable
class HasPoints(Protocol):
    """Content of a game that knows what every hex counts."""

    @property
    def points(self) -> Mapping[Hex, int]:
        """Victory points by hex."""


@runtime_checkable
class HasBoard(Protocol):
    """Content of a scenario that uses a part of the map."""

    @property
    def board(self) -> Collection[Hex]:
        """The hexes in play."""


@click.command("map")
@click.argument("game", type=GAME)
@click.option("--zoom", type=click.Choice(ZOOMS), default="normal", help="Of the text drawing.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw into this file.")
@as_json
def map_command(game: str, zoom: str, svg: Path | None, as_json: bool) -> None:
    """Show the map of GAME."""
    definition, content = printed(game)
    if svg is not None:
        write_out(svg, f"{map_svg(content.map)}\n")
        if not as_json:
            say(f"The map is drawn in {svg}.")
    if as_json:
        document(map_view(content))
    elif svg is None:
        header = new_header(definition, definition.scenarios[0].id, 0)
        say(draw(definition, open_table(definition, header), zoom))


def draw(
    definition: GameDefinition, game: Game[Any], zoom: str, hexes: Collection[Hex] = ()
) -> str:
    """The position as a drawing in text; *zoom* is one of ZOOMS, *hexes* are to be in it."""
    known = next(known for known in ZOOMS if known == zoom)
    return text_map(definition, game, known, hexes=hexes)


def in_play(content: Content) -> Collection[Hex]:
    """The hexes of the board that a scenario uses; () where that is the whole map."""
    return content.board if isinstance(content, HasBoard) else ()


def map_view(content: Content) -> dict[str, Any]:
    """The map as JSON values."""
    table, grid = content.map, content.grid
    vp, places = _points(content), table.places
    return {
        "cols": grid.cols,
        "rows": grid.rows,
        "hexes": {
            grid.name(h): {
                "terrain": table.terrain[h],
                "name": _name(content, h),
                "place": places[h].kind if h in places else "",
                "elevation": table.elevation[h],
                "vp": vp.get(h, 0),
            }
            for h in range(grid.size)
        },
        "hexsides": [
            [grid.name(a), grid.name(b), cls] for (a, b), cls in sorted(table.hexsides.items())
        ],
        "roads": [_road(grid, road) for road in table.roads],
        "rails": [_road(grid, road) for road in table.rails],
        "bridges": [[grid.name(a), grid.name(b)] for a, b in sorted(table.bridges)],
    }


def overlay_lines(view: OverlayView, grid: Grid) -> list[str]:
    """An overlay in words: what it says, its labels by hex, and the hexes of each of its signs."""
    signs = [f"signs: {view.signs}"] if view.signs else []
    labels = ", ".join(f"{grid.name(h)} {text}" for h, text in sorted(view.labels.items()))
    tones = dict.fromkeys(sorted(set(view.tinted.values())), "")
    for h, tone in sorted(view.tinted.items()):
        tones[tone] += f" {grid.name(h)}"
    marked = [f"{UNICODE.tones.get(TONES[tone], '')}{hexes}" for tone, hexes in tones.items()]
    return [view.title, *view.lines, *signs, *([f"labels: {labels}"] if labels else []), *marked]


def _points(content: Content) -> Mapping[Hex, int]:
    """What each hex counts for victory, as far as the game says it by hex."""
    if isinstance(content, HasPoints):
        return content.points
    return {o.hex: o.vp for o in content.objectives} if isinstance(content, HasObjectives) else {}


def _name(content: Content, h: Hex) -> str:
    """The place or height in a hex, "" if it has no name."""
    place = content.map.places.get(h)
    return place.name if place else content.map.labels.get(h, "")


def _road(grid: Grid, road: Road) -> dict[str, Any]:
    return {"class": road.cls, "name": road.name, "path": [grid.name(h) for h in road.path]}
