"""The map and counters of the toy with another sequence; who is where, and who may attack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.toy import content as toy
from tests.toy.content import OTHER, ToyContent, ToyGame
from wargame.content.sequence import read_sequence
from wargame.content.toml import digest
from wargame.hexes.grid import Hex
from wargame.model.state import Side, State, UnitId

HERE = Path(__file__).parent
TURNS = {"long": 3, "short": 1}
"""Turns by the option `length`."""
MINED = "0503"
TACTICS = ("ruse", "smoke")
CHITS = ("0", "0", "1", "1", "2")
MINES = "mines"
CUT = "cut"


@dataclass(frozen=True)
class Battle:
    """What a battle remembers while it is fought."""

    side: Side
    """Who attacks."""
    target: Hex
    units: tuple[UnitId, ...]
    hits: int = 0


def battle(g: ToyGame) -> Battle:
    """The battle that is being fought."""
    return g.kept("border.battle", Battle)


@cache
def load(_scenario: str) -> ToyContent:
    """The toy's map and counters, played by another sequence."""
    sequence = read_sequence(HERE / "sequence.toml")
    return toy.load("toy/crossroads").but(sequence=sequence, digest=digest(HERE.glob("*.toml")))


def setup(content: ToyContent, seed: int, **_options: str) -> State:
    """BRD-BT-02  Units closer than in the toy, two tactics for each side, one mined hex."""
    table = toy.setup(content, seed)
    hexes = {"r1": "0302", "r2": "0303", "r3": "0304", "b1": "0602", "b2": "0603", "b3": "0504"}
    for unit, where in hexes.items():
        table.units[unit].hex = content.grid.hex(where)
    return State(
        "border", "border/raid", seed, table.units,
        layers={MINES: {content.grid.hex(MINED): 1}},
        cups={"hand.red": list(TACTICS), "hand.blue": list(TACTICS), "chits": []},
    )  # fmt: skip


def ready(g: ToyGame, side: Side, done: str) -> list[UnitId]:
    """Units of a side that are not shaken and have not marched, or fought, yet."""
    units = g.state.units
    return [u for u in g.board.on_map[side] if not units[u].states & {done, "shaken"}]


def attacks(g: ToyGame, side: Side) -> list[tuple[Hex, Hex]]:
    """BRD-BT-01  From where and at which hex a side can attack."""
    able = sorted({g.state.units[u].hex for u in ready(g, side, "fought")})
    enemy = g.board.here[OTHER[side]]
    return [(h, near) for h in able for near in sorted(g.grid.neighbours[h]) if enemy[near]]


# -- conditions and orders of the sequence -------------------------------------------------------


def by_turn(g: ToyGame, steps: tuple[str, ...]) -> tuple[str, ...]:
    """BRD-SQ-01  Red first on odd turns."""
    return steps if g.state.turn() % 2 else steps[::-1]


def turns_are_over(g: ToyGame, _side: Side) -> bool:
    """BRD-SQ-01  Three turns, or one."""
    return g.state.turn() >= TURNS[g.options["length"]]


def has_passed(g: ToyGame, side: Side) -> bool:
    """BRD-SQ-02  Orders go on until a side passes."""
    return side in g.state.lists.get("passed", ())


def can_attack(g: ToyGame, side: Side) -> bool:
    """BRD-SQ-02  A combat phase without an attack is passed over in silence."""
    return bool(attacks(g, side))


def is_emptied(g: ToyGame, _side: Side) -> bool:
    """BRD-BT-05  Nobody defends the hex any more, and an attacker still stands."""
    fight = battle(g)
    standing = any(g.state.units[u].hex >= 0 for u in fight.units)
    return standing and not g.board.at[fight.target]
