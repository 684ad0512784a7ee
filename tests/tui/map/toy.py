"""A small country with two armies, and a Face that reads counters from plain data."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wargame.content.map import MapContent, read_map
from wargame.content.sequence import Step
from wargame.flow.definition import GameDefinition, Layout, SideInfo
from wargame.flow.face import Counter, Face, Overlay
from wargame.flow.game import Game
from wargame.flow.standings import Standings
from wargame.hexes.grid import Grid, Hex
from wargame.model.board import Board
from wargame.model.state import State, Unit, UnitId

HERE = Path(__file__).parent
SIDES = (SideInfo("blue", "The Blues", 0), SideInfo("red", "The Reds", 1))


@dataclass(frozen=True)
class ToyContent:
    """A map, nothing else."""

    map: MapContent
    grid: Grid
    sequence: Step

    @property
    def drawn(self) -> MapContent:
        return self.map


@dataclass
class ToyFace(Face):
    """Counters and marks as they were written down."""

    counters: dict[UnitId, Counter] = field(default_factory=dict)
    marks: dict[Hex, str] = field(default_factory=dict)

    def counter(self, g: Game[Any], unit: UnitId) -> Counter:  # noqa: ARG002 - protocol
        return self.counters[unit]

    def hex_marks(self, g: Game[Any]) -> dict[Hex, str]:  # noqa: ARG002 - protocol
        return dict(self.marks)

    def unit_name(self, g: Game[Any], unit: UnitId) -> str:
        return self.counter(g, unit).name

    def unit_lines(self, g: Game[Any], unit: UnitId) -> list[str]:
        return [self.unit_name(g, unit)]

    def hex_lines(self, g: Game[Any], where: Hex) -> list[str]:
        return [g.grid.name(where)]

    def signs(self, g: Game[Any]) -> list[tuple[str, str]]:  # noqa: ARG002 - one shape for all
        """Nothing to explain."""
        return []

    def turn_label(self, g: Game[Any]) -> str:
        return f"Turn {g.state.turn()}"

    def status(self, g: Game[Any]) -> list[tuple[str, str]]:  # noqa: ARG002 - protocol
        return []

    def standing(self, g: Game[Any]) -> Standings:
        return Standings.of(g.state, "", "", {})

    def allowance(self, g: Game[Any], unit: UnitId) -> float:  # noqa: ARG002 - protocol
        return 0

    def strength(self, g: Game[Any], unit: UnitId) -> str:
        return self.counter(g, unit).strength

    def overlays(self) -> tuple[Overlay, ...]:
        return ()

    def track(self, g: Game[Any]) -> dict[str, Any]:  # noqa: ARG002 - protocol
        return {}


def toy_definition(face: ToyFace) -> GameDefinition:
    """A system of two sides and no rules."""
    return GameDefinition(
        id="toy",
        title="Toy",
        blurb="",
        ruleset="1",
        sides=SIDES,
        scenarios=(),
        load=lambda _: toy_content(),
        table=Layout(
            lambda _content, seed: State("toy", "toy", seed),
            lambda _: lambda _state, _side, _where: (),
        ),
        predicates={},
        face=face,
        charts=lambda _: {},
        order_of_battle=lambda _: [],
    )


def toy_content() -> ToyContent:
    """The map beside this file."""
    content = read_map(HERE / "toy.toml")
    return ToyContent(content, content.grid, _no_sequence())


def table(
    content: Any, units: Mapping[UnitId, tuple[str, Counter]], marks: Mapping[str, str]
) -> tuple[Game[Any], GameDefinition]:
    """A position: units by hex number and counter, marks by hex number."""
    grid: Grid = content.grid
    state = State(content.map.id, "toy", 1)
    state.board = Board(grid, [side.id for side in SIDES], lambda _state, _side, _where: ())
    face = ToyFace(marks={grid.hex(name): mark for name, mark in marks.items()})
    for unit_id, (name, counter) in units.items():
        state.units[unit_id] = Unit(unit_id, counter.side, grid.hex(name))
        state.board.refresh(state, state.units[unit_id])
        face.counters[unit_id] = counter
    return Game(state, content), toy_definition(face)


def toy_table() -> tuple[Game[Any], GameDefinition]:
    """The position the goldens show."""
    units = {
        "b1": ("0203", Counter("blue", "INF", "3-3-4", "3-3", "1 Foot", symbol="[X]")),
        "b2": ("0203", Counter("blue", "ART", "1-1-2", "1-1", "Guns", symbol="[*]")),
        "b3": ("0402", Counter("blue", "ARM", "6-4-8", "6-4", "7 RTR", "D", symbol="(=)")),
        "b4": ("0603", Counter("blue", "REC", "1-2-9", "1-2", "12 Lancers", "MD", spent=True)),
        "r1": ("0504", Counter("red", "ARM", "5-4-8", "5-4", "25 Pz", "D", symbol="(=)")),
        "r2": ("0504", Counter("red", "INF", "2-3-4", "2-3", "6 Sch", symbol="[X]")),
        "r3": ("0702", Counter("red", "INF", "12-14", "12-14", "SS Totenk", "DM", symbol="[X]")),
    }
    game, definition = table(toy_content(), units, {"0303": "2", "0602": "4", "0104": "X!"})
    game.state.control[game.grid.hex("0303")] = "blue"
    game.state.control[game.grid.hex("0602")] = "red"
    game.state.control[game.grid.hex("0501")] = "red"
    return game, definition


def golden(name: str, text: str) -> str:
    """The golden text of that name; WARGAME_GOLDENS=1 writes it anew from *text*."""
    path = HERE / "goldens" / f"{name}.txt"
    if os.environ.get("WARGAME_GOLDENS"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def _no_sequence() -> Step:
    return Step(
        id="turn",
        title="Turn",
        rule="",
        side="",
        script="",
        when="",
        repeat=False,
        interrupt=False,
        depth=0,
        children=(),
        note="",
    )
