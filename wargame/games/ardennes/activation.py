"""What an Activation remembers while it lasts: it lies on the frame of `ardennes.ops.{side}.activation`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import ACTIVE, ArdGame, by_number, carrying
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Frame, UnitId
from wargame.rules.held import Held

FRAMES: dict[str, str] = {side: f"ardennes.ops.{side}.activation" for side in ("german", "allied")}
_NAMES = frozenset(FRAMES.values())


class Activation(NamedTuple):
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
    trod: tuple[int | str, ...] = ()
    """ARD-RB-11  Unit and hex in turn: the Positions on Roads in which Germans have stood."""

    def trail(self, units: Collection[UnitId]) -> set[Hex]:
        """ARD-RB-11  Where any of these units has stood."""
        pairs = zip(self.trod[::2], self.trod[1::2], strict=True)
        return {int(h) for unit, h in pairs if unit in units}


def is_activation(g: ArdGame) -> bool:
    """Whether anybody is activated now."""
    return _frame(g) is not None


def frame_of(g: ArdGame) -> str:
    """The name of the frame of the Activation under way."""
    frame = _frame(g)
    assert frame is not None, "nobody is activated"
    return frame.name


def activation(g: ArdGame) -> Activation:
    """The Activation under way."""
    found = under_way(g)
    assert found is not None, "nobody is activated"
    return found


def under_way(g: ArdGame) -> Activation | None:
    """The same; None where nobody is activated."""
    for frame in reversed(g.state.frames):
        if frame.name in _NAMES:
            return _HELD.of(frame)
    return None


_HELD = Held(Activation)


def _frame(g: ArdGame) -> Frame | None:
    for frame in reversed(g.state.frames):
        if frame.name in _NAMES:
            return frame
    return None


def remember(g: ArdGame, **values: Fact) -> None:
    """The Activation keeps something in mind."""
    g.keep_together(frame_of(g), **values)


def tread(g: ArdGame, units: Collection[UnitId], hexes: Iterable[Hex]) -> None:
    """ARD-RB-11  Germans have stood in hexes: where a Roadblock might lie, they keep it from being laid."""
    known = [h for h in hexes if h in g.content.road_positions]
    if not known:
        return
    done = activation(g)
    fresh = [(u, h) for h in known for u in units if h not in done.trail((u,))]
    if fresh:
        remember(g, trod=(*done.trod, *(fact for pair in fresh for fact in pair)))


def active_units(g: ArdGame, side: str) -> list[UnitId]:
    """Active units of a side on the map, in ascending #."""
    return [*_in_order(g, carrying(g, side, ACTIVE))]


@lru_cache(maxsize=8)
def _in_order(g: ArdGame, units: tuple[UnitId, ...]) -> list[UnitId]:
    return by_number(g, units)
