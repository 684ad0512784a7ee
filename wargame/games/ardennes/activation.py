"""What an Activation remembers while it lasts: it lies on the frame of `ardennes.ops.{side}.activation`."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import ACTIVE, ArdGame, by_number
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, UnitId

FRAMES: dict[str, str] = {side: f"ardennes.ops.{side}.activation" for side in ("german", "allied")}


@dataclass(frozen=True, slots=True)
class Activation:
    """The formation that acts, and what may happen only so often while it does."""

    active: Side
    card: str
    """The card that commands it."""
    value: int = 0
    """ARD-CC-02  Its Command Value: the most tactics in all attacks together."""
    night: int = 0
    """ARD-EV-01  1 for a Night March: movement alone."""
    tactics: int = 0
    """ARD-CC-02  Tactics played so far."""
    checked: int = 0
    """ARD-RB-07  1 once its Roadblock check has been made."""
    bridges: tuple[int, ...] = ()
    """ARD-BR-01  Bridges (places of the layer) that have been checked."""
    crossed: tuple[int, ...] = ()
    """ARD-MV-04, ARD-MV-05, ARD-DX-08  Hexsides crossed, one entry for each unit that crossed."""
    struck: tuple[Hex, ...] = ()
    """ARD-AT-01  Hexes attacked."""
    placed: tuple[Hex, ...] = ()
    """ARD-RB-17  Roadblocks that this Activation has caused."""


def is_activation(g: ArdGame) -> bool:
    """Whether anybody is activated now."""
    names = {*FRAMES.values()}
    return any(frame.name in names for frame in g.state.frames)


def frame_of(g: ArdGame) -> str:
    """The name of the frame of the Activation under way."""
    names = {*FRAMES.values()}
    return next(frame.name for frame in reversed(g.state.frames) if frame.name in names)


def activation(g: ArdGame) -> Activation:
    """The Activation under way."""
    return g.kept(frame_of(g), Activation)


def remember(g: ArdGame, **values: Fact) -> None:
    """The Activation keeps something in mind."""
    g.keep(frame_of(g), **values)


def active_units(g: ArdGame, side: str) -> list[UnitId]:
    """Active units of a side on the map, in ascending #."""
    found = (u for u in g.board.on_map[side] if ACTIVE in g.state.units[u].states)
    return by_number(g, found)
