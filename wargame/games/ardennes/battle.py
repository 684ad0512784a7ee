"""What a combat remembers while it is fought: it lies on the frame of `ardennes.ops.{side}.battle`."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.games.ardennes.data.files import Side
from wargame.games.ardennes.state import OTHER, ArdGame, by_number, stack
from wargame.games.ardennes.tactics import INFILTRATION
from wargame.hexes.grid import Hex
from wargame.model.state import Fact, Frame, UnitId
from wargame.rules.held import Held

FRAMES: dict[str, str] = {side: f"ardennes.ops.{side}.battle" for side in ("german", "allied")}
_NAMES = frozenset(FRAMES.values())


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat under way."""

    attacker: Side
    target: Hex
    units: tuple[UnitId, ...]
    """Who attacks, reinforcements and inactive stacks that joined included."""
    defenders: tuple[UnitId, ...]
    """Who defended when it was declared, and who came since."""
    origins: tuple[Hex, ...] = ()
    """From where they attack."""
    bonus: str = ""
    """ARD-AA-21  The action card's tactic, of an attack by the automated Allies."""
    tactics: tuple[str, ...] = ()
    """The attacker's tactics, by name; one that finds no effect counts for the draw all the same."""
    cards: tuple[str, ...] = ()
    """The cards they stood on, in the same order."""
    answer: str = ""
    """The defender's tactic."""
    answer_card: str = ""
    count: int = 0
    """ARD-CC-11  Chits to draw."""
    drawn: tuple[str, ...] = ()
    """ARD-CH-01  Chits, in the order they were drawn."""
    hits: int = 0
    """On the defender, adjusted; what is left of them while they are absorbed."""
    counter: int = 0
    """On the attacker, adjusted."""
    absorbed: int = 0
    """ARD-CR-11  Hits the attacker has absorbed so far."""
    steps: tuple[int | str, ...] = ()
    """ARD-CR-01  Unit and steps lost in this combat, in turn."""
    path: tuple[Hex, ...] = ()
    """ARD-RT-06  The hexes of the defender's retreat, the combat hex left out."""
    parts: tuple[int | str, ...] = ()
    """ARD-RT-02  Unit and hex of a stack that has broken up, in turn; () while it is whole."""
    trails: tuple[Hex, ...] = ()
    """ARD-AD-02  The first hexes of the ways of a stack that has broken up."""
    bugged_out: int = 0
    """ARD-CT-03  1 if the defender has gone before a chit was drawn."""
    crossed: tuple[int, ...] = ()
    """ARD-AD-04, ARD-AD-05  Hexsides of rivers (places of the layer) over which somebody has advanced."""
    halted: tuple[UnitId, ...] = ()
    """ARD-AD-05, ARD-RB-05  Who has advanced and goes no farther."""
    groups: int = 0
    """ARD-AD-11  Units that have advanced, a [unit] that went along left out."""
    advanced: tuple[UnitId, ...] = ()
    """ARD-AD-11  Who has advanced, in turn."""

    @property
    def defender(self) -> Side:
        """The other side."""
        return OTHER[self.attacker]

    @property
    def first_hexes(self) -> tuple[Hex, ...]:
        """ARD-AD-02  The hexes into which the path of retreat leads out of the combat hex."""
        return self.trails or self.path[:1]

    @property
    def infiltrated(self) -> bool:
        """ARD-CT-04  Whether the defender may retreat less far."""
        return INFILTRATION in self.tactics

    @property
    def lost(self) -> dict[UnitId, int]:
        """Steps lost in this combat by unit."""
        return {str(u): int(n) for u, n in zip(self.steps[::2], self.steps[1::2], strict=True)}


def frame_of(g: ArdGame) -> str:
    """The name of the frame of the combat that is fought."""
    return _frame(g).name


def battle(g: ArdGame) -> Battle:
    """The combat that is fought."""
    return _HELD.of(_frame(g))


_HELD = Held(Battle)


def _frame(g: ArdGame) -> Frame:
    return next(frame for frame in reversed(g.state.frames) if frame.name in _NAMES)


def remember(g: ArdGame, **values: Fact) -> None:
    """The combat keeps something in mind."""
    g.keep_together(frame_of(g), **values)


def alive(g: ArdGame, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Those that are still on the map, in ascending #."""
    return by_number(g, (u for u in units if g.state.units[u].hex >= 0))


def defending(g: ArdGame, fight: Battle) -> list[UnitId]:
    """The defenders still in the combat hex, in ascending #."""
    here = {u.id for u in stack(g, fight.target, fight.defender)}
    return by_number(g, here & {*fight.defenders})
